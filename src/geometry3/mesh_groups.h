/* The contacts of a convex geometry with the triangles of a mesh, in groups with the same normal, and their manifolds.
 *
 * A group has the plane of its normal that no point of its triangles is above. If the points of the group are as deep
 * as the geometry is below the plane, they push all of it out, and every part of the mesh below the plane is cleared.
 * A contact there with another normal is then covered: it adds nothing but a direction in which nothing is in the way.
 * Faces are never covered, nor is a group whose triangles the geometry pierces above the plane: at the concave edge
 * of a wall and a floor, a geometry that is out of the floor may still be deep in the wall, even if its deepest point
 * is at the height of the floor.
 *
 * Memory is bounded: a group that is full keeps its deepest and outermost points.
 */
#ifndef MODULUS_GEOMETRY3_MESH_GROUPS_H
#define MODULUS_GEOMETRY3_MESH_GROUPS_H

#include "geometry3/manifold.h"

enum { MAX_GROUPS = 16, MAX_GROUP_POINTS = 14 };

/** How certain it is that a contact is needed. */
enum contact_rank {
    RANK_FACE,  /* along the normal of a triangle, which is the shortest way out of it */
    RANK_EDGE,  /* along a normal of a convex edge, which is the shortest way out of the triangle */
    RANK_DOUBT, /* the triangle alone has a shorter way out, where another triangle is in the way */
    RANK_NONE,  /* there is no contact, or a neighbour has it */
};

struct contact_group {
    md3_vec normal;
    md_real offset;   /* of the plane along the normal, m */
    md_real way_out;  /* separation of the cores along the normal, m */
    md_real deepest;  /* smallest separation of a point, m */
    int32_t triangle; /* of the deepest point */
    int32_t count;
    enum contact_rank rank;
    bool is_pierced;
    md3_vec pierced_at; /* point of a triangle that the geometry pierces, if any */
    struct contact_point point[MAX_GROUP_POINTS];
};

struct contact_groups {
    int32_t count;
    struct contact_group group[MAX_GROUPS];
};

/** A contact of one triangle. */
struct triangle_contact {
    const struct contact_set *set;
    const md3_vec *corner; /* three */
    int32_t triangle;
    enum contact_rank rank;
    md_real way_out;
    bool is_pierced;
    md3_vec pierced_at; /* if it is pierced */
};

/** Adds a contact. Of points with the same id the deeper one is kept. */
void md3_groups_add(struct contact_groups *groups, const struct triangle_contact *contact);

/** Removes the points that other groups cover. `core` is that of the geometry. */
void md3_groups_cover(struct contact_groups *groups, const struct core *core, md3_mat rotation);

/** Writes at most `capacity` manifolds, the deepest first, and returns their number. Groups with similar normals
 *  become one manifold. */
int32_t md3_groups_write(const struct contact_groups *groups, const struct contact_frame *frame,
                         md3_manifold *manifolds, int32_t capacity);

#endif
