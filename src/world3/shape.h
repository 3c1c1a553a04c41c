/* Shapes: geometry and material on a body, and their leaf in the broad-phase tree. */
#ifndef MODULUS_WORLD3_SHAPE_H
#define MODULUS_WORLD3_SHAPE_H

#include <modulus/world3.h>

#include "engine/filter.h"
#include "world3/body.h"

/* The pose of the body when the bounds of its shape were last compared with their leaf. A cache: it affects no result. */
struct leaf_check {
    md3_vec origin;
    md3_rot rotation;
    md_real extent; /* from the origin of the body to the furthest point of the shape, m */
    md_real room;   /* that the shape had in its leaf on every side, m; 0: unknown */
};

/* Fields that every step reads come first. */
struct shape {
    int32_t body;
    int32_t next_of_body; /* -1: last */
    int32_t leaf;         /* in the tree; MD_TREE_NONE while the body is disabled */
    bool is_convex;
    bool searches;        /* searches for pairs at the next update even if its leaf did not move */
    int32_t shared;       /* number of its hull, mesh or height field in the world's set; -1: it has none */
    uint32_t searched_in; /* the last pair search in which this shape searched */
    struct leaf_check leaf_check;
    md3_geometry geometry;
    md3_shape_def def;
};

static inline struct collision_filter shape_filter(const md3_shape_def *def)
{
    return (struct collision_filter){.category = def->category, .mask = def->mask, .group = def->group};
}

/* ---- shape_size.c ------------------------------------------------------------------------------------------------ */

/** Radius of a ball that fits into a geometry; 0 for meshes and height fields. */
md_real md3_geometry_inscribed_radius(const md3_geometry *geometry);
/** Distance from a point to the furthest point of a geometry, or a little more. A plane has none: 0. */
md_real md3_geometry_max_extent(const md3_geometry *geometry, md3_vec from);

/* ---- shape_check.c ----------------------------------------------------------------------------------------------- */

/** A geometry without numbers and pointers that its type does not use: those of users who fill the struct by hand. */
md3_geometry md3_geometry_normalised(const md3_geometry *geometry);

/* ---- shapes.c ---------------------------------------------------------------------------------------------------- */

/** Handle of a shape; generation 0 for index -1. */
md3_shape_id md3_shape_id_of(const md3_world *world, int32_t index);
/** Adds the shapes of an enabled body to the tree: all of them, or none on failure. */
md_status md3_shapes_insert_leaves(md3_world *world, const struct body *body);
/** Removes the shapes of a disabled body from the tree. */
void md3_shapes_remove_leaves(md3_world *world, const struct body *body);
/** Makes the shapes of a body search for pairs at the next update. */
void md3_shapes_search(md3_world *world, const struct body *body);
/** Whether all shapes of a body have a volume, as those of a dynamic body must. */
bool md3_shapes_may_be_dynamic(const md3_world *world, const struct body *body);
void md3_shape_remove(md3_world *world, int32_t index);

#endif
