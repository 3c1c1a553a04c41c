/** @file
 * Shapes in the plane: mass, ray casts, distance, time of impact and contact manifolds.
 *
 * Every convex shape is a hull: one to eight points with a rounding radius. A circle is one point, a capsule two
 * points, a segment two points without a radius, and a polygon three or more points in counter-clockwise order, rounded
 * or not. One distance, one ray cast and one manifold therefore serve all of them.
 *
 * Units are metres and radians. Vectors, rotations and transforms are in math2.h. No function here calls libm for more than a square
 * root, so the same input gives bit-identical results on every machine.
 */
#ifndef MODULUS_GEOMETRY2_H
#define MODULUS_GEOMETRY2_H

#include <modulus/math2.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An axis-aligned box. */
typedef struct md2_box {
    md2_vec lower, upper; /**< lower left and upper right corner */
} md2_box;

/* ---- Hulls ------------------------------------------------------------------------------------------------------- */

/** Maximum number of points of a hull. */
#define MD2_MAX_POINTS 8

/** Smallest significant distance, m. Points closer than this are merged, and thinner polygons are refused. */
#define MD2_LINEAR_SLOP ((md_real)0.005)

/** A convex shape in the coordinates of its body: counter-clockwise points, rounded by a radius. Create hulls with the
 *  functions below, which validate their input. A hull of zeros is not a valid shape. */
typedef struct md2_hull {
    md2_vec point[MD2_MAX_POINTS]; /**< counter-clockwise */
    /** Outward unit normal of the edge from point i to point i + 1. Two points have one normal per side; a single point
     *  has none. */
    md2_vec normal[MD2_MAX_POINTS];
    md2_vec centroid; /**< of the area, rounding included; of the points if the hull has no area */
    md_real radius;   /**< rounding radius, m, >= 0 */
    int32_t count;    /**< number of points, 1 to MD2_MAX_POINTS */
} md2_hull;

/** Creates a circle. The radius must be positive.
 *
 *  All functions that create hulls return MD_ERROR_ARGUMENT and leave `hull` unchanged if a number is not finite, the
 *  radius is negative, points are closer than MD2_LINEAR_SLOP, or a polygon has no area. */
MD_API md_status md2_hull_circle(md2_hull *hull, md2_vec center, md_real radius);
/** Creates a capsule: all points within `radius` of the segment from a to b. */
MD_API md_status md2_hull_capsule(md2_hull *hull, md2_vec a, md2_vec b, md_real radius);
/** Creates a rectangle centred on the origin, without rounding. */
MD_API md_status md2_hull_rectangle(md2_hull *hull, md_real half_width, md_real half_height);
/** Creates a segment, which has neither area nor mass. */
MD_API md_status md2_hull_segment(md2_hull *hull, md2_vec a, md2_vec b);
/** Creates a box from its half-extents, its centre and its rotation, which must have length 1 within 1e-3. The rounding
 *  radius is added outside. */
MD_API md_status md2_hull_box(md2_hull *hull, md2_vec half, md2_vec center, md2_rot rotation, md_real radius);
/** Creates the convex hull of any number of points. Points within MD2_LINEAR_SLOP of each other or of a straight edge
 *  are left out. Returns MD_ERROR_SIZE if more than MD2_MAX_POINTS corners remain. */
MD_API md_status md2_hull_polygon(md2_hull *hull, const md2_vec *points, int32_t count, md_real radius);

/** Returns a hull moved by a transform. */
MD_API md2_hull md2_hull_transformed(const md2_hull *hull, md2_transform transform);

/** Mass properties of a shape or a body. */
typedef struct md2_mass {
    md_real mass;    /**< kg */
    md2_vec center;  /**< centre of mass, m */
    md_real inertia; /**< moment of inertia about the centre of mass, kg m^2 */
} md2_mass;

/** Returns the mass properties of a hull, with exact treatment of its rounding. `density` is in kg/m^2. */
MD_API md2_mass md2_hull_mass(const md2_hull *hull, md_real density);
/** Returns the bounding box of a hull at a transform. */
MD_API md2_box md2_hull_bounds(const md2_hull *hull, md2_transform transform);
/** True if a point, in the coordinates of the hull, is inside the hull or on its surface. */
MD_API bool md2_hull_contains(const md2_hull *hull, md2_vec point);

/** A ray from `origin` along `translation`, up to `max_fraction` of it. */
typedef struct md2_ray {
    md2_vec origin, translation; /**< start, and vector to the end, m */
    md_real max_fraction;        /**< >= 0; 1 is the whole translation */
} md2_ray;

/** The first hit of a ray, or of a moving hull. */
typedef struct md2_ray_hit {
    md2_vec point, normal; /**< in the coordinates of the ray */
    md_real fraction;      /**< of the translation */
    bool hit;              /**< false: no hit, and all other fields are zero */
} md2_ray_hit;

/** Casts a ray, given in the coordinates of the hull. A ray that starts inside hits at fraction 0 with a zero normal. A
 *  segment without a radius is hit from both sides, and missed by a ray along it. */
MD_API md2_ray_hit md2_hull_ray(const md2_hull *hull, md2_ray ray);

/* ---- Distance and motion ---------------------------------------------------------------------------------------- */

/** The distance between two hulls. */
typedef struct md2_distance_result {
    md_real distance;   /**< between the rounded surfaces, m; 0 if they overlap */
    md2_vec point[2];   /**< closest points of the surfaces, in the world; a common point if they overlap */
    md2_vec normal;     /**< unit, from the first to the second; zero if the cores (the hulls without radius) overlap */
    int32_t iterations; /**< of GJK */
} md2_distance_result;

/** Computes the distance between two hulls, each at a transform. */
MD_API md2_distance_result md2_hull_distance(const md2_hull *a, md2_transform at_a, const md2_hull *b,
                                             md2_transform at_b);

/** Casts hull b along a translation, without rotation, against hull a at rest. Returns the first point of contact on a
 *  and the outward normal of a. Hulls that overlap or touch at the start hit at fraction 0 with a zero normal. */
MD_API md2_ray_hit md2_hull_cast(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b,
                                 md2_vec translation, md_real max_fraction);

/** The motion of a body during a step. The centre of mass moves along a line. The rotation takes the shorter way, at a
 *  rate that is uniform to within 0.002 angle^3 rad (which avoids sines), counter-clockwise for exactly half a turn. */
typedef struct md2_sweep {
    md2_vec local_center; /**< centre of mass in the coordinates of the body */
    md2_vec center[2];    /**< centre of mass in the world, at the start and at the end */
    md2_rot rotation[2];  /**< at the start and at the end */
} md2_sweep;

/** Returns the transform at a fraction of the step. */
MD_API md2_transform md2_sweep_at(const md2_sweep *sweep, md_real fraction);

/** Result of a time-of-impact query. */
typedef enum md2_impact_state {
    MD2_IMPACT_SEPARATED, /**< the hulls do not touch up to max_fraction */
    MD2_IMPACT_HIT,       /**< the hulls touch at `fraction`, within a quarter of MD2_LINEAR_SLOP */
    MD2_IMPACT_OVERLAPPED /**< the hulls overlap at the start; fraction 0 */
} md2_impact_state;

/** The time of impact of two moving hulls. */
typedef struct md2_impact {
    md2_impact_state state; /**< whether they touch */
    md_real fraction;       /**< of the motion, up to the impact */
} md2_impact;

/** Computes the time of impact of two hulls that translate and rotate. The result is conservative: never later than the
 *  first contact. Hulls that start closer than a quarter of MD2_LINEAR_SLOP hit only if they come closer still, so that
 *  resting and separating bodies are not stopped. `max_fraction` is at most 1. */
MD_API md2_impact md2_time_of_impact(const md2_hull *a, const md2_sweep *sweep_a, const md2_hull *b,
                                     const md2_sweep *sweep_b, md_real max_fraction);

/* ---- Manifolds -------------------------------------------------------------------------------------------------- */

/** A contact point of two hulls. */
typedef struct md2_manifold_point {
    md2_vec point;      /**< in the world, midway between the surfaces */
    md_real separation; /**< of the surfaces along the normal, m; negative if they overlap */
    uint32_t id;        /**< feature pair; unique in a manifold, and constant while the same features touch */
} md2_manifold_point;

/** The contact manifold of two hulls: a normal and up to two points. */
typedef struct md2_manifold {
    md2_vec normal;              /**< unit, from the first to the second, in the world; undefined if count is 0 */
    md2_manifold_point point[2]; /**< the first `count` are valid */
    int32_t count;               /**< 0: further apart than the margin */
} md2_manifold;

/** Computes the contact manifold of two hulls: the points whose separation is at most `margin`, the speculative margin
 *  (m, >= 0). */
MD_API md2_manifold md2_hull_collide(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b,
                                     md_real margin);

/** A segment of a chain, from a to b, with the neighbouring points of the chain. It collides on the right-hand side of
 *  a to b only: list a ground from right to left, the walls of a room clockwise, and an island counter-clockwise. The
 *  neighbours prevent ghost collisions at interior corners. a and b must differ. */
typedef struct md2_chain_segment {
    md2_vec before, a, b, after; /**< in body coordinates; before = a or after = b: no neighbour at that end */
} md2_chain_segment;

/** Computes the contact manifold of a chain segment and a hull. Ids are unique within one segment. */
MD_API md2_manifold md2_chain_collide(const md2_chain_segment *segment, md2_transform at_segment, const md2_hull *hull,
                                      md2_transform at_hull, md_real margin);

#ifdef __cplusplus
}
#endif

#endif
