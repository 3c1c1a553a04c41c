/** @file
 * Shapes of a 2D world: geometry and material of bodies. Included by world2.h.
 */
#ifndef MODULUS_SHAPES2_H
#define MODULUS_SHAPES2_H

#include <modulus/geometry2.h>
#include <modulus/handles2.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Material and collision filter of a shape. Start from md2_shape_def_default: a struct of zeros is refused. */
typedef struct md2_shape_def {
    md_real density;     /**< kg/m^2, 0 to 1e15; default 1 */
    md_real friction;    /**< coefficient, >= 0; default 0.6 */
    md_real restitution; /**< 0 to 1; default 0 */
    /** Speed of a conveyor belt, m/s, clockwise around the shape: to the right on its top; default 0. */
    md_real surface_speed;
    uint64_t category; /**< bits that this shape belongs to; default 1 */
    uint64_t mask;     /**< bits of the categories that it collides with; default all */
    /** Two shapes of the same group: positive, always collide; negative, never collide; 0, category and mask decide.
     *  Default 0. */
    int32_t group;
    bool sensor; /**< has no contact response, only sensor events; default false */
    void *user;  /**< any pointer; default NULL */
} md2_shape_def;

/** Returns the defaults. */
MD_API md2_shape_def md2_shape_def_default(void);
/** Checks every field. On failure returns MD_ERROR_ARGUMENT and names field, rule and value in `error`, which may be
 *  NULL. The functions below make the same checks. */
MD_API md_status md2_shape_def_check(const md2_shape_def *def, md_error *error);

/** Checks a hull that was not made by a function of geometry2.h: every number, the coordinates and the radius, which are
 *  at most 1e9 m, and that the fields agree. On failure names field, rule and value in `error`, which may be NULL. */
MD_API md_status md2_shape_hull_check(const md2_hull *hull, md_error *error);

/** Adds a hull, in body coordinates, to a body, and its mass to the mass of the body. Does not wake the body. `shape`
 *  may be NULL. A hull that md2_shape_hull_check refuses is refused with MD_ERROR_ARGUMENT. Returns MD_ERROR_SIZE if the world has max_shapes shapes. */
MD_API md_status md2_shape_create(md2_world *world, md2_body_id body, const md2_shape_def *def, const md2_hull *hull,
                                  md2_shape_id *shape);
/** Adds one segment of a chain. It collides on one side only (see md2_chain_segment) and has no mass. */
MD_API md_status md2_shape_create_segment(md2_world *world, md2_body_id body, const md2_shape_def *def,
                                          const md2_chain_segment *segment, md2_shape_id *shape);
/** Destroys a shape, and removes its mass from the body. */
MD_API md_status md2_shape_destroy(md2_world *world, md2_shape_id shape);
/** Returns whether the shape exists. */
MD_API bool md2_shape_is_valid(const md2_world *world, md2_shape_id shape);

/** Returns material and filter. */
MD_API md2_shape_def md2_shape_get_def(const md2_world *world, md2_shape_id shape);
/** Changes material and filter; the geometry stays. Wakes the body. */
MD_API md_status md2_shape_set_def(md2_world *world, md2_shape_id shape, const md2_shape_def *def);
/** Returns the body of the shape. */
MD_API md2_body_id md2_shape_body(const md2_world *world, md2_shape_id shape);
/** Returns the hull in body coordinates (chain segment: its two points), or NULL for a bad handle. The pointer is valid
 *  until a shape is created. */
MD_API const md2_hull *md2_shape_hull(const md2_world *world, md2_shape_id shape);
/** Returns the segment, or NULL if the shape is not a chain segment. */
MD_API const md2_chain_segment *md2_shape_segment(const md2_world *world, md2_shape_id shape);
/** Returns the chain that a segment belongs to; generation 0 if it belongs to none. */
MD_API md2_chain_id md2_shape_chain(const md2_world *world, md2_shape_id shape);
/** Returns the first shape of a body in the order of creation; generation 0 if it has none. */
MD_API md2_shape_id md2_body_first_shape(const md2_world *world, md2_body_id body);
/** Returns the shape of the same body after this one; generation 0 after the last. */
MD_API md2_shape_id md2_shape_next(const md2_world *world, md2_shape_id shape);

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

/** Adds a chain through `count` >= 2 points (loop: 3) in body coordinates: count - 1 segments (loop: count). It collides
 *  on the right-hand side of its direction, so that a ground goes from right to left, and bodies do not catch on its
 *  inner corners. `chain` may be NULL. Adds all segments or none. Returns MD_ERROR_SIZE if the world would have more than
 *  max_shapes shapes. */
MD_API md_status md2_chain_create(md2_world *world, md2_body_id body, const md2_shape_def *def, const md2_vec *points,
                                  int32_t count, bool loop, md2_chain_id *chain);
/** Destroys a chain with all its segments, and wakes the body. */
MD_API md_status md2_chain_destroy(md2_world *world, md2_chain_id chain);
/** Returns whether the chain exists. It does as long as it has a segment: a segment may be destroyed on its own. */
MD_API bool md2_chain_is_valid(const md2_world *world, md2_chain_id chain);
/** Returns the body of the chain. */
MD_API md2_body_id md2_chain_body(const md2_world *world, md2_chain_id chain);
/** Writes the first `capacity` segments of a chain, in the order of its points, and returns the number of all; 0 for a
 *  bad handle. */
MD_API int32_t md2_chain_shapes(const md2_world *world, md2_chain_id chain, md2_shape_id *shapes, int32_t capacity);
/** Changes material and filter of all segments of a chain; wakes the body. */
MD_API md_status md2_chain_set_def(md2_world *world, md2_chain_id chain, const md2_shape_def *def);

#ifdef __cplusplus
}
#endif

#endif
