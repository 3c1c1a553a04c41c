/* The inside of triangle meshes and height fields, which share one path through the narrow phase: triangles with flags of
 * their edges, found by a box. */
#ifndef MODULUS_GEOMETRY3_MESH_H
#define MODULUS_GEOMETRY3_MESH_H

#include <modulus/geometry3.h>

/** Flags of a triangle: bit k of each group is the edge from corner k to corner k + 1. An edge is flat if the normals of its
 *  two triangles agree within a small angle. At flat and concave edges the normal of a contact is never between the two
 *  faces, so that bodies do not catch on them. */
enum {
    MD3_EDGE_CONVEX_0 = 1, /**< convex, or a border of the mesh */
    MD3_EDGE_CONVEX_1 = 2,
    MD3_EDGE_CONVEX_2 = 4,
    MD3_EDGE_BORDER_0 = 8, /**< has one triangle only */
    MD3_EDGE_BORDER_1 = 16,
    MD3_EDGE_BORDER_2 = 32
};

/** A triangle of a mesh or height field, in its coordinates. */
struct triangle3 {
    md3_vec corner[3];           /**< counter-clockwise seen from the front */
    md3_vec normal;              /**< unit, of the front side */
    md3_vec neighbour_normal[3]; /**< unit normal of the triangle across each edge; the own normal at a border */
    int32_t vertex[3];           /**< indices, the same for triangles that share a corner */
    int32_t index;               /**< as in md3_ray_hit.triangle */
    uint8_t flags;
    bool one_sided;
};

/** Called for each triangle found. Returns false to end the search. */
typedef bool md3_triangle_visit(void *user, const struct triangle3 *triangle);

/** Finds the triangles of a mesh or height field whose boxes overlap a box, all in its coordinates, in ascending order of
 *  the tree or grid. Other geometries have none. */
void md3_geometry_triangles(const md3_geometry *geometry, md3_box box, md3_triangle_visit *visit, void *user);

#endif
