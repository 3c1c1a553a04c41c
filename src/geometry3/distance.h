/* The distance between two convex cores by GJK. Shared by distance, cast, time of impact and manifolds.
 *
 * Vectors are along the axes of the world, or of any other frame that both transforms are given in. Points are relative
 * to the origin of their own geometry, and the offset between the two centres is stored apart: positions far from the
 * origin are subtracted once, so that geometries 10 km away are as accurate as those near it.
 */
#ifndef MODULUS_GEOMETRY3_DISTANCE_H
#define MODULUS_GEOMETRY3_DISTANCE_H

#include "geometry3/core.h"
#include "geometry3/mesh.h"

/** Two cores and their placement. It points to the cores. */
struct core_pair {
    const struct core *a, *b;
    md3_mat rotation_a, rotation_b;
    md3_vec offset; /* from the centre of a to the centre of b, m */
};

struct core_distance {
    md_real distance;   /* between the closest points found, m; 0 if the cores overlap */
    md_real separation; /* of the cores along the normal, m: the distance is not smaller */
    md3_vec normal;     /* unit, from a to b; zero if the cores overlap */
    md3_vec point[2];   /* closest points, each relative to the position of its transform; common if they overlap */
    md3_vec between;    /* from the first closest point to the second; zero if the cores overlap */
    int32_t iterations; /* number of support points of the Minkowski difference */
};

struct core_pair md3_core_pair(const struct core *a, md3_transform at_a, const struct core *b, md3_transform at_b);

/** Returns the largest error of a point of the Minkowski difference by rounding, m. Distances are accurate within a few
 *  of it. */
md_real md3_core_rounding(const struct core_pair *pair);

/** Computes the distance. `guess` is a direction from a to b, of any length; a good one saves iterations. The offset of
 *  the pair is a guess if nothing better is known. */
struct core_distance md3_core_distance(const struct core_pair *pair, md3_vec guess);

/** md3_core_distance that ends as soon as a separation above `max_separation` is found, m. The distance and the points
 *  are then not the closest ones. */
struct core_distance md3_core_distance_up_to(const struct core_pair *pair, md3_vec guess, md_real max_separation);

/** Returns the separation of the two cores along a unit direction from a to b, m. */
md_real md3_core_separation(const struct core_pair *pair, md3_vec direction);

/** Returns the point of the surface around a core, relative to the position of its transform: the closest point of
 *  the core, moved toward the other core by the radius, but at most up to that core. `side` is 0 for a and 1 for b. */
md3_vec md3_surface_point(const struct core_distance *core, int32_t side, md_real radius);

/** Adds the radii of the geometries to the distance of their cores. The positions are those of the transforms. */
md3_distance_result md3_surface_distance(const struct core_distance *core, md_real radius_a, md3_vec position_a,
                                         md_real radius_b, md3_vec position_b);

/** Computes the distance of a core from the surface of a plane, both in the coordinates of the plane. */
struct core_distance md3_plane_distance(const md3_geometry *plane, const struct core *core, md3_transform at);

/** A convex geometry in the coordinates of a mesh or height field. */
struct mesh_visitor {
    struct core core;
    md3_transform at;
    md3_box box; /* of the geometry, with its radius */
};

struct mesh_visitor md3_mesh_visitor(const md3_geometry *convex, md3_transform at);

md3_box md3_triangle_box(const struct triangle3 *triangle);

/** True if a contact is on a side of the triangle that collides. `normal` is that of the contact, away from the
 *  triangle, or zero if the cores overlap: then the centre of the other geometry counts. */
bool md3_triangle_faces(const struct triangle3 *triangle, md3_vec normal, md3_vec center);

/** Returns the distance of a convex geometry from the closest triangle of a mesh or height field that is not farther
 *  away than `limit`, m, in the coordinates of the mesh. The distance is infinity if there is no such triangle. */
md3_distance_result md3_mesh_distance(const md3_geometry *mesh, const struct mesh_visitor *visitor, md_real limit);

#endif
