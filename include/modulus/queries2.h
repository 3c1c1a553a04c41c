/** @file
 * Queries of a 2D world (rays, moving hulls, overlaps, points) and debug drawing.
 *
 * Queries see the shapes of enabled bodies at their present positions, sensors included unless the filter excludes
 * them, and chain segments from both sides. Results have a fixed order (nearest first, else by index), so that the same
 * world gives the same results. A query finds nothing if its input is not valid: numbers that are not finite, a
 * translation of length 0, a rotation that is not a unit vector, a box with lower > upper, a hull of zeros.
 */
#ifndef MODULUS_QUERIES2_H
#define MODULUS_QUERIES2_H

#include <modulus/joints2.h>
#include <modulus/world2.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

/** Which shapes a query sees: those whose category shares a bit with `mask` and whose mask shares a bit with
 *  `category`. Shapes without a category or without a mask are never seen. */
typedef struct md2_query_filter {
    uint64_t category;  /**< default all bits */
    uint64_t mask;      /**< default all bits */
    bool sensors;       /**< sensors are seen; default true */
    md2_body_id except; /**< the shapes of this body are not seen; default none */
} md2_query_filter;

/** Returns the defaults. */
MD_API md2_query_filter md2_query_filter_default(void);

/** Hit of a ray or of a moving hull. */
typedef struct md2_query_hit {
    md2_shape_id shape; /**< generation 0: no hit */
    md2_vec point;      /**< on the shape */
    md2_vec normal;     /**< outward normal of the shape; zero if the query starts inside */
    md_real fraction;   /**< of the translation, 0 to 1 */
} md2_query_hit;

/** Returns the first shape between `origin` and `origin + translation`. `filter` may be NULL for the defaults. */
MD_API md2_query_hit md2_world_ray_closest(const md2_world *world, md2_vec origin, md2_vec translation,
                                           const md2_query_filter *filter);
/** Returns whether a ray hits any shape. Cheaper than md2_world_ray_closest; for lines of sight. */
MD_API bool md2_world_ray_any(const md2_world *world, md2_vec origin, md2_vec translation,
                              const md2_query_filter *filter);
/** Writes the nearest `capacity` hits of a ray, nearest first, and returns the number of all hits. */
MD_API int32_t md2_world_ray_all(const md2_world *world, md2_vec origin, md2_vec translation,
                                 const md2_query_filter *filter, md2_query_hit *hits, int32_t capacity);
/** Returns the first shape that a hull hits when it moves along `translation` without rotating. If they overlap or
 *  touch at the start, the fraction and the normal are 0. */
MD_API md2_query_hit md2_world_cast(const md2_world *world, const md2_hull *hull, md2_transform transform,
                                    md2_vec translation, const md2_query_filter *filter);
/** Finds the shapes that overlap or touch a hull. Writes the first `capacity` of them by index and returns the number
 *  of all. */
MD_API int32_t md2_world_overlap(const md2_world *world, const md2_hull *hull, md2_transform transform,
                                 const md2_query_filter *filter, md2_shape_id *shapes, int32_t capacity);
/** Finds the shapes that contain a point, as md2_world_overlap does. */
MD_API int32_t md2_world_at_point(const md2_world *world, md2_vec point, const md2_query_filter *filter,
                                  md2_shape_id *shapes, int32_t capacity);
/** Finds the shapes whose bounding boxes overlap a box, as md2_world_overlap does. */
MD_API int32_t md2_world_in_box(const md2_world *world, md2_box box, const md2_query_filter *filter,
                                md2_shape_id *shapes, int32_t capacity);
/** Returns the bounding box of all enabled shapes; zeros if there are none. */
MD_API md2_box md2_world_bounds(const md2_world *world);

/* ---- Debug drawing ----------------------------------------------------------------------------------------------- */

/** Kind of a drawn thing, to choose its colour. */
typedef enum md2_draw_kind {
    MD2_DRAW_STATIC,
    MD2_DRAW_KINEMATIC,
    MD2_DRAW_DYNAMIC,
    MD2_DRAW_ASLEEP, /**< a dynamic body that sleeps */
    MD2_DRAW_SENSOR,
    MD2_DRAW_JOINT,
    MD2_DRAW_BOUNDS,
    MD2_DRAW_CENTER, /**< centre of mass */
    MD2_DRAW_CONTACT,
    MD2_DRAW_NORMAL
} md2_draw_kind;

/** Functions that draw, each of which may be NULL, and what to draw. Coordinates are world coordinates. `shape` is the
 *  shape that is drawn, or whose bounds are drawn; generation 0 for everything else. Disabled bodies are not drawn. */
typedef struct md2_debug_draw {
    void *user; /**< passed to every function */
    /** Draws a polygon, counter-clockwise, rounded by a radius. */
    void (*polygon)(void *user, const md2_vec *points, int32_t count, md_real radius, md2_draw_kind kind,
                    md2_shape_id shape);
    /** Draws a circle. `right` is a point on its rim that rotates with the body. */
    void (*circle)(void *user, md2_vec center, md_real radius, md2_vec right, md2_draw_kind kind, md2_shape_id shape);
    /** Draws a line with a radius. */
    void (*capsule)(void *user, md2_vec a, md2_vec b, md_real radius, md2_draw_kind kind, md2_shape_id shape);
    /** Draws a line: a segment, a normal, part of a joint. */
    void (*line)(void *user, md2_vec a, md2_vec b, md2_draw_kind kind, md2_shape_id shape);
    /** Draws a point: a contact point, an anchor, a centre of mass. */
    void (*point)(void *user, md2_vec point, md2_draw_kind kind);
    bool shapes;          /**< default true */
    bool joints;          /**< points at the anchors, lines between them and to the bodies' centres; default false */
    bool bounds;          /**< the bounding box of each shape, as a polygon; default false */
    bool centers;         /**< the centre of mass of each body; default false */
    bool contacts;        /**< contact points, and normals of length `normal_scale`, except of sensors; default false */
    bool impulses;        /**< normals have the length of their impulse, N s, times `normal_scale`; default false */
    md_real normal_scale; /**< default 0.1 m */
    md_real fraction;     /**< draws between the last two steps (not contacts): 0 before, 1 now; default 1 */
} md2_debug_draw;

/** Returns the defaults: shapes only. */
MD_API md2_debug_draw md2_debug_draw_default(void);
/** Draws a world, in a fixed order. */
MD_API void md2_world_draw(const md2_world *world, const md2_debug_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
