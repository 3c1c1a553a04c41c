/* Shapes: geometry and material on a body, and their leaf in the broad-phase tree. */
#ifndef MODULUS_WORLD2_SHAPE_H
#define MODULUS_WORLD2_SHAPE_H

#include <modulus/world2.h>

#include "engine/filter.h"
#include "world2/body.h"

/* The pose of the body when the bounds of its shape were last compared with their leaf. A cache: it affects no result. */
struct leaf_check {
    md2_vec origin;
    md2_rot rotation;
    md_real extent; /* from the origin of the body to the furthest point of the shape, m */
    md_real room;   /* that the shape had in its leaf on every side, m; 0: unknown */
};

/* Fields that every step reads come first; a circle needs no others. */
struct shape {
    int32_t body;
    int32_t next_of_body; /* -1: last */
    int32_t chain;        /* -1: none */
    int32_t leaf;         /* in the tree; MD_TREE_NONE while the body is disabled */
    bool is_circle, is_segment;
    bool is_centered;     /* a circle about the origin of its body */
    bool searches;        /* searches for pairs at the next update even if its leaf did not move */
    md_real radius;       /* of the hull */
    md_real max_extent;   /* from the origin to the furthest of its points, m */
    uint32_t searched_in; /* the last pair search in which this shape searched */
    struct leaf_check leaf_check;
    md2_shape_def def;
    md2_hull hull;
    md2_chain_segment segment; /* if is_segment */
};

static inline struct collision_filter shape_filter(const md2_shape_def *def)
{
    return (struct collision_filter){.category = def->category, .mask = def->mask, .group = def->group};
}

/* ---- shape_check.c ----------------------------------------------------------------------------------------------- */

/** Checks the points of a segment, and creates its hull. `error` may be NULL. */
md_status md2_segment_check(const md2_chain_segment *segment, md2_hull *hull, md_error *error);

/* ---- shapes.c ---------------------------------------------------------------------------------------------------- */

/** Handle of a shape; generation 0 for index -1. */
md2_shape_id md2_shape_id_of(const md2_world *world, int32_t index);
/** Adds the shapes of an enabled body to the tree: all of them, or none on failure. */
md_status md2_shapes_insert_leaves(md2_world *world, const struct body *body);
/** Removes the shapes of a disabled body from the tree. */
void md2_shapes_remove_leaves(md2_world *world, const struct body *body);
/** Makes the shapes of a body search for pairs at the next update. */
void md2_shapes_search(md2_world *world, const struct body *body);
/** Adds a shape to a body; `added` gets its index. Fills the fields that follow from the hull and the body. */
md_status md2_shape_add(md2_world *world, int32_t body, const struct shape *created, int32_t *added);
void md2_shape_remove(md2_world *world, int32_t index);
/** Removes shapes that have no contacts and follow each other in the list of their body, in linear time. The caller
 *  updates the mass of the body. */
void md2_shapes_remove_run(md2_world *world, int32_t first, int32_t count);
/** Changes material and filter of a shape that has no contacts. The caller updates the mass of the body. */
void md2_shape_replace_def(md2_world *world, struct shape *shape, const md2_shape_def *def);
/** Computes the fields that follow from the hull. */
void md2_shape_update_size(struct shape *shape);

#endif
