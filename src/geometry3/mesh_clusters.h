/* The contacts of a convex geometry with many triangles, clustered by their normals. Memory is bounded: a cluster that is
 * full keeps its deepest and outermost points. */
#ifndef MODULUS_GEOMETRY3_MESH_CLUSTERS_H
#define MODULUS_GEOMETRY3_MESH_CLUSTERS_H

#include "geometry3/manifold.h"

enum { MAX_CLUSTERS = 12, MAX_CLUSTER_POINTS = 24 };

struct mesh_cluster {
    md3_vec normal;    /* of the triangle with the deepest point, within a tolerance */
    int32_t triangle;  /* that triangle */
    md_real reference; /* the separation of its deepest point, m */
    md_real deepest;   /* smallest separation of a point, m */
    int32_t count;
    struct contact_point point[MAX_CLUSTER_POINTS];
};

struct mesh_clusters {
    int32_t count;
    struct mesh_cluster cluster[MAX_CLUSTERS];
};

/** Adds the points of one triangle. Of points with the same id the deeper one is kept. */
void md3_clusters_add(struct mesh_clusters *clusters, md3_vec normal, const struct contact_point *points, int32_t count,
                      int32_t triangle);

/** Writes at most `capacity` manifolds, the deepest first, and returns their number. */
int32_t md3_clusters_write(const struct mesh_clusters *clusters, const struct contact_frame *frame,
                           md3_manifold *manifolds, int32_t capacity);

#endif
