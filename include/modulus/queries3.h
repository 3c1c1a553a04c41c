/** @file
 * Queries of a 3D world (rays, moving geometries, overlaps, points) and debug drawing.
 *
 * Queries see the shapes of enabled bodies at their present positions, sensors included unless the filter excludes them.
 * Triangles of meshes and height fields count from the sides from which they collide. Results have a fixed order (nearest
 * first, else by index), so that the same world gives the same results. A query finds nothing if its input is not valid:
 * numbers that are not finite, a translation of length 0, a rotation that is not a unit quaternion, a box with
 * lower > upper, a geometry that md3_shape_geometry_check refuses.
 */
#ifndef MODULUS_QUERIES3_H
#define MODULUS_QUERIES3_H

#include <modulus/joints3.h>
#include <modulus/world3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

/** Which shapes a query sees: those whose category shares a bit with `mask` and whose mask shares a bit with
 *  `category`. Shapes without a category or without a mask are never seen. */
typedef struct md3_query_filter {
    uint64_t category;  /**< default all bits */
    uint64_t mask;      /**< default all bits */
    bool sensors;       /**< sensors are seen; default true */
    md3_body_id except; /**< the shapes of this body are not seen; default none */
    /** Returns whether a shape is seen that the other fields let through. It must not change the world, and is called in no
     *  fixed order. Default NULL: all are seen. */
    bool (*accept)(void *user, const md3_world *world, md3_shape_id shape);
    void *user; /**< passed to `accept` */
} md3_query_filter;

/** Returns the defaults. */
MD_API md3_query_filter md3_query_filter_default(void);

/** Hit of a ray or of a moving geometry. */
typedef struct md3_query_hit {
    md3_shape_id shape; /**< generation 0: no hit */
    md3_vec point;      /**< on the shape */
    md3_vec normal;     /**< outward normal of the shape; zero if the query starts inside */
    md_real fraction;   /**< of the translation, 0 to 1 */
    int32_t triangle;   /**< of a mesh or height field, as in md3_ray_hit; -1 otherwise */
} md3_query_hit;

/** Returns the first shape between `origin` and `origin + translation`. `filter` may be NULL for the defaults. */
MD_API md3_query_hit md3_world_ray_closest(const md3_world *world, md3_vec origin, md3_vec translation,
                                           const md3_query_filter *filter);
/** Returns whether a ray hits any shape. Cheaper than md3_world_ray_closest; for lines of sight. */
MD_API bool md3_world_ray_any(const md3_world *world, md3_vec origin, md3_vec translation,
                              const md3_query_filter *filter);
/** Writes the nearest `capacity` hits of a ray, nearest first, and returns the number of all hits: one per shape, the first
 *  of each. */
MD_API int32_t md3_world_ray_all(const md3_world *world, md3_vec origin, md3_vec translation,
                                 const md3_query_filter *filter, md3_query_hit *hits, int32_t capacity);
/** Returns the first shape that a convex geometry hits when it moves along `translation` without rotating. If they overlap
 *  or touch at the start, the fraction and the normal are 0. Finds nothing if the geometry is not convex. */
MD_API md3_query_hit md3_world_cast(const md3_world *world, const md3_geometry *geometry, md3_transform transform,
                                    md3_vec translation, const md3_query_filter *filter);
/** Finds the shapes that overlap or touch a geometry. Writes the first `capacity` of them by index and returns the number
 *  of all. Two geometries of which none is convex do not overlap. */
MD_API int32_t md3_world_overlap(const md3_world *world, const md3_geometry *geometry, md3_transform transform,
                                 const md3_query_filter *filter, md3_shape_id *shapes, int32_t capacity);
/** Finds the shapes that contain a point, as md3_world_overlap does. Meshes and height fields contain none. */
MD_API int32_t md3_world_at_point(const md3_world *world, md3_vec point, const md3_query_filter *filter,
                                  md3_shape_id *shapes, int32_t capacity);
/** Finds the shapes whose bounding boxes overlap a box, as md3_world_overlap does. */
MD_API int32_t md3_world_in_box(const md3_world *world, md3_box box, const md3_query_filter *filter,
                                md3_shape_id *shapes, int32_t capacity);

/** The point of all shapes that is closest to a point. */
typedef struct md3_query_point {
    md3_shape_id shape; /**< generation 0: none within max_distance */
    md3_vec point;      /**< on the shape, or the point itself if it is inside */
    md3_vec normal;     /**< unit, from the shape to the point; zero if the point is inside */
    md_real distance;   /**< m; 0 if the point is inside */
    int32_t triangle;   /**< of a mesh or height field, as in md3_ray_hit; -1 otherwise */
} md3_query_point;

/** Returns the closest point of all shapes within `max_distance`, m, >= 0; of the shape with the lowest index if several are
 *  as close. */
MD_API md3_query_point md3_world_closest_point(const md3_world *world, md3_vec point, md_real max_distance,
                                               const md3_query_filter *filter);

/** Returns the bounding box of all enabled shapes; zeros if there are none. Planes have boxes of 1e9 m. */
MD_API md3_box md3_world_bounds(const md3_world *world);

/* ---- Debug drawing ----------------------------------------------------------------------------------------------- */

/** Kind of a drawn thing, to choose its colour. */
typedef enum md3_draw_kind {
    MD3_DRAW_STATIC,
    MD3_DRAW_KINEMATIC,
    MD3_DRAW_DYNAMIC,
    MD3_DRAW_ASLEEP, /**< a dynamic body that sleeps */
    MD3_DRAW_SENSOR,
    MD3_DRAW_JOINT,
    MD3_DRAW_BOUNDS,
    MD3_DRAW_TREE,   /**< a box of the broad-phase tree */
    MD3_DRAW_CENTER, /**< centre of mass */
    MD3_DRAW_ISLAND, /**< line between bodies of an island that touch */
    MD3_DRAW_CONTACT,
    MD3_DRAW_NORMAL
} md3_draw_kind;

/** Functions that draw, each of which may be NULL, and what to draw. Coordinates are world coordinates. `shape` is the
 *  shape that is drawn, or whose bounds are drawn; generation 0 for everything else. Disabled bodies are not drawn.
 *
 *  `line` and `point` are enough: all outlines are lines, and a shape for which its own function is NULL is drawn as lines.
 *  Planes are drawn as a square around the point of the plane closest to the origin, with its normal. */
typedef struct md3_debug_draw {
    void *user; /**< passed to every function */
    /** Draws a line: an edge, a normal, part of a joint. */
    void (*line)(void *user, md3_vec a, md3_vec b, md3_draw_kind kind, md3_shape_id shape);
    /** Draws a point: a contact point, an anchor, a centre of mass. */
    void (*point)(void *user, md3_vec point, md3_draw_kind kind);
    /** Draws a sphere; `transform` is that of its body, so that it can be seen to rotate. NULL: three circles. */
    void (*sphere)(void *user, md3_vec center, md_real radius, md3_transform transform, md3_draw_kind kind,
                   md3_shape_id shape);
    /** Draws a capsule. NULL: circles, half circles and lines. */
    void (*capsule)(void *user, md3_vec a, md3_vec b, md_real radius, md3_draw_kind kind, md3_shape_id shape);
    /** Draws a triangle of a mesh or height field. NULL: its edges. */
    void (*triangle)(void *user, const md3_vec corner[3], md3_draw_kind kind, md3_shape_id shape);
    bool shapes;          /**< default true */
    bool joints;          /**< points at the anchors, lines between them and to the bodies' centres; default false */
    bool bounds;          /**< the bounding box of each shape; default false */
    bool tree;            /**< the boxes of the broad-phase tree; default false */
    bool centers;         /**< the centre of mass of each body; default false */
    bool islands;         /**< lines between the centres of awake dynamic bodies that touch; default false */
    bool contacts;        /**< contact points, and normals of length `normal_scale`, except of sensors; default false */
    bool impulses;        /**< normals have the length of their impulse, N s, times `normal_scale`; default false */
    md_real normal_scale; /**< default 0.1 m */
    md_real fraction;     /**< draws between the last two steps (not contacts): 0 before, 1 now; default 1 */
    md_real plane_size;   /**< edge of the square that stands for a plane, m; default 20 */
    int32_t max_triangles; /**< of each mesh or height field, the first ones; default 10,000 */
} md3_debug_draw;

/** Returns the defaults: shapes only. */
MD_API md3_debug_draw md3_debug_draw_default(void);
/** Draws a world, in a fixed order. */
MD_API void md3_world_draw(const md3_world *world, const md3_debug_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
