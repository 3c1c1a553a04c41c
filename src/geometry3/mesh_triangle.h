/* A triangle of a mesh as a flat hull, and the contact normals that its edges allow.
 *
 * The normal of a contact with a mesh points out of a face, or is between the normals of the two faces at a convex
 * edge. At a flat or concave edge there is nothing between them: a body that slides over the edge has no side to be
 * caught on. A triangle therefore accepts a normal that leans over one of its edges only if that edge is convex, and
 * only as far as the normal of its neighbour. At a border the mesh ends, and the normal may lean to a right angle.
 */
#ifndef MODULUS_GEOMETRY3_MESH_TRIANGLE_H
#define MODULUS_GEOMETRY3_MESH_TRIANGLE_H

#include "geometry3/contact_feature.h"
#include "geometry3/mesh.h"

struct mesh_triangle {
    md3_hull hull; /* points to the arrays below: do not copy */
    md3_vec vertex[3];
    struct half_edge half_edge[6];
    int16_t face_edge[2], vertex_edge[3];
    struct plane3 plane[2]; /* front, back */
    md3_vec outward[3];     /* per edge: unit, in the plane, out of the triangle */
    md3_vec neighbour[3];   /* per edge: the normal of the triangle across it */
    bool is_convex[3], is_border[3];
    int32_t index[3]; /* of the corners in the mesh */
    int32_t triangle; /* as in md3_ray_hit */
};

/** Fills a triangle, moved by -origin, as seen from the front or from the back. */
void md3_mesh_triangle_fill(struct mesh_triangle *triangle, const struct triangle3 *from, md3_vec origin,
                            bool from_back);

/** Returns the point of a triangle that is closest to a point. */
md3_vec md3_mesh_triangle_closest(const struct mesh_triangle *triangle, md3_vec point);

enum normal_range {
    NORMAL_OF_FACE, /* the normal of the triangle, or leaning over flat and concave edges by at most 2 degrees */
    NORMAL_OF_EDGE, /* between the normals of the faces at a convex edge or corner */
    NORMAL_OUTSIDE  /* not a normal of the mesh at this triangle */
};

/** Finds where a unit direction is. */
enum normal_range md3_mesh_triangle_range(const struct mesh_triangle *triangle, md3_vec normal);

/** Returns the id of a contact point, from the ids of the features of the triangle and of the other geometry. It is
 *  the same for all triangles that share the vertex or edge, and for all triangles if a feature of the other geometry
 *  is over a face: a body that slides over a flat mesh keeps its ids. */
uint32_t md3_mesh_triangle_id(const struct mesh_triangle *triangle, uint32_t id);

#endif
