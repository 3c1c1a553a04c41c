/* The contact of one triangle of a mesh with a convex geometry. */
#ifndef MODULUS_GEOMETRY3_MESH_CONTACT_H
#define MODULUS_GEOMETRY3_MESH_CONTACT_H

#include "geometry3/axis_search.h"
#include "geometry3/mesh_groups.h"
#include "geometry3/mesh_triangle.h"

/** A triangle (a) and a convex geometry (b), in a frame with its origin in the centre of b. */
struct triangle_pair {
    const struct mesh_triangle *triangle;
    struct placed_pair placed;
    md_real front;          /* separation of the cores along the normal of the triangle, m */
    md_real max_separation; /* of the cores, m */
    bool is_behind;         /* the centre of b is behind the triangle: they collide only if their cores are apart */
};

/** Fills the contact set of a triangle, which stays empty if there is no contact, or if a neighbour has it. Returns
 *  the rank of the contact. `*way_out` is the separation of the cores along its normal, m. */
enum contact_rank md3_triangle_contacts(struct contact_set *set, const struct contact_frame *frame,
                                        const struct triangle_pair *pair, md_real *way_out);

/** True if the geometry pierces the triangle: it is deep below its plane, and the line from its centre to its deepest
 *  point passes through the triangle at `*at`. If the set along the normal of the triangle has no point as deep, it
 *  becomes that point: the deepest point itself may be beside the triangle, where clipping does not find it. */
bool md3_triangle_pierced(struct contact_set *set, const struct contact_frame *frame, const struct triangle_pair *pair,
                          md3_vec *at);

/** Finds the axis with the largest separation among the normals that the convex edges of a triangle allow, for cores
 *  that overlap. The kind is NONE if there is none, FACE_B, or CLOSEST with the points on the edge. */
struct contact_axis md3_best_edge_normal(const struct triangle_pair *pair);

#endif
