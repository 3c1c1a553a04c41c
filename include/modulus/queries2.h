/** @file
 * What is where: rays, moving shapes, overlaps, points; and drawing a world for debugging.
 *
 * Queries see the shapes of enabled bodies as they stand after the last step or call, sensors included unless the
 * filter says otherwise; chain segments from both sides. Answers are in a fixed order (nearest first, else by shape):
 * the same world gives the same answers. A query with numbers that are not finite, a translation whose length is 0 or
 * not finite, a rotation that is none, a box whose lower end is above its upper one or a hull of zeros finds nothing.
 */
#ifndef MODULUS_QUERIES2_H
#define MODULUS_QUERIES2_H

#include <modulus/joints2.h>
#include <modulus/world2.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

/** Which shapes a query sees: those whose category shares a bit with `mask` and whose mask shares one with `category`.
 *  So a shape without a category, or without a mask, is never seen. */
typedef struct md2_query_filter {
    uint64_t category;  /**< default all */
    uint64_t mask;      /**< default all */
    bool no_sensors;    /**< default false */
    md2_body_id except; /**< the shapes of this body are not seen; default none */
} md2_query_filter;

/** All bits, sensors too, no exception: all shapes that have a category and a mask. */
MD_API md2_query_filter md2_query_filter_default(void);

/** What a ray or a moving hull meets. */
typedef struct md2_query_hit {
    md2_shape_id shape; /**< generation 0: nothing was hit */
    md2_vec point;      /**< on the shape */
    md2_vec normal;     /**< of the shape, outward; zero where the query starts inside */
    md_real fraction;   /**< of the translation */
} md2_query_hit;

/** The first shape on the way from `origin` to `origin + translation`. `filter` may be NULL for all. */
MD_API md2_query_hit md2_world_ray_closest(const md2_world *world, md2_vec origin, md2_vec translation,
                                           const md2_query_filter *filter);
/** Whether there is any: cheaper, for lines of sight. */
MD_API bool md2_world_ray_any(const md2_world *world, md2_vec origin, md2_vec translation,
                              const md2_query_filter *filter);
/** All, nearest first: fills at most `capacity` hits (the nearest ones) and returns how many there are. */
MD_API int32_t md2_world_ray_all(const md2_world *world, md2_vec origin, md2_vec translation,
                                 const md2_query_filter *filter, md2_query_hit *hits, int32_t capacity);
/** The first shape that a hull at a transform meets as it moves along `translation` without rotating; at fraction 0,
 *  with a zero normal, where they overlap or touch at the start. */
MD_API md2_query_hit md2_world_cast(const md2_world *world, const md2_hull *hull, md2_transform transform,
                                    md2_vec translation, const md2_query_filter *filter);
/** The shapes that overlap a hull, or contain a point, or whose bounds overlap a box, by index, touching included:
 *  fills at most `capacity` (the first ones) and returns how many there are. */
MD_API int32_t md2_world_overlap(const md2_world *world, const md2_hull *hull, md2_transform transform,
                                 const md2_query_filter *filter, md2_shape_id *shapes, int32_t capacity);
MD_API int32_t md2_world_at_point(const md2_world *world, md2_vec point, const md2_query_filter *filter,
                                  md2_shape_id *shapes, int32_t capacity);
MD_API int32_t md2_world_in_box(const md2_world *world, md2_box box, const md2_query_filter *filter,
                                md2_shape_id *shapes, int32_t capacity);
/** The box around all enabled shapes; zeros where there is none. */
MD_API md2_box md2_world_bounds(const md2_world *world);

/* ---- Debug drawing ----------------------------------------------------------------------------------------------- */

/** What a thing is, for choosing its colour. */
typedef enum md2_draw_kind {
    MD2_DRAW_STATIC,
    MD2_DRAW_KINEMATIC,
    MD2_DRAW_DYNAMIC,
    MD2_DRAW_ASLEEP, /**< and dynamic */
    MD2_DRAW_SENSOR,
    MD2_DRAW_JOINT,
    MD2_DRAW_BOUNDS,
    MD2_DRAW_CENTER, /**< of mass */
    MD2_DRAW_CONTACT,
    MD2_DRAW_NORMAL
} md2_draw_kind;

/** Functions that draw, each of which may be NULL, and what to draw. Points are in the world. `shape` is the shape that
 *  is drawn, or whose bounds are, of generation 0 for what is none. Disabled bodies are not drawn. */
typedef struct md2_debug_draw {
    void *user; /**< handed to all of them */
    /** Points counter-clockwise, rounded by a radius. */
    void (*polygon)(void *user, const md2_vec *points, int32_t count, md_real radius, md2_draw_kind kind,
                    md2_shape_id shape);
    /** `right` is a point of the rim that turns with the body. */
    void (*circle)(void *user, md2_vec center, md_real radius, md2_vec right, md2_draw_kind kind, md2_shape_id shape);
    /** A line thickened by a radius. */
    void (*capsule)(void *user, md2_vec a, md2_vec b, md_real radius, md2_draw_kind kind, md2_shape_id shape);
    /** A line: a segment, a normal, part of a joint. */
    void (*line)(void *user, md2_vec a, md2_vec b, md2_draw_kind kind, md2_shape_id shape);
    /** A point: a contact, an anchor, a centre. */
    void (*point)(void *user, md2_vec point, md2_draw_kind kind);
    bool no_shapes;       /**< default false */
    bool joints;          /**< points at the anchors, lines between them and to the centres of the bodies */
    bool bounds, centers; /**< the box around each shape, as a polygon; the centre of mass of each body */
    bool contacts;        /**< points, and normals with length `normal_scale`; of sensors none */
    bool impulses;        /**< normals with the length of their impulse, N s, times `normal_scale` */
    md_real normal_scale; /**< default 0.1 m */
    md_real fraction;     /**< of the last step, for drawing between two (but contacts); default 1: as things are now */
} md2_debug_draw;

/** Nothing but the shapes, at fraction 1. */
MD_API md2_debug_draw md2_debug_draw_default(void);
/** Calls the functions of `draw` for what there is, in a fixed order. */
MD_API void md2_world_draw(const md2_world *world, const md2_debug_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
