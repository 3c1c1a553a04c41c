/** @file
 * Shapes of the plane: what they are, where they are hit, and how two of them touch.
 *
 * Every convex shape is a hull: one to eight points with a rounding radius. A circle is one point, a capsule two, a segment
 * two without a radius, a polygon three or more in counter-clockwise order, rounded or not. So there is one distance, one
 * ray cast and one manifold for all of them, with short cuts where they pay.
 *
 * Units are metres and radians. Rotations are unit complex numbers: no function here calls libm for more than a square root,
 * so that the same input gives the same bits on every machine.
 */
#ifndef MODULUS_GEOMETRY2_H
#define MODULUS_GEOMETRY2_H

#include <modulus/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A point or a direction. */
typedef struct md2_vec {
    md_real x, y; /**< m for a point; to the right, and up */
} md2_vec;

/** A rotation: cosine and sine of its angle, c c + s s = 1. */
typedef struct md2_rot {
    md_real c, s; /**< cosine and sine: {1, 0} is no rotation */
} md2_rot;

/** A place and a rotation: local point r is at p + q r in the world. */
typedef struct md2_transform {
    md2_vec p; /**< where the local origin is */
    md2_rot q; /**< how it is turned */
} md2_transform;

/** An axis-aligned box. */
typedef struct md2_box {
    md2_vec lower, upper; /**< the corners at the lower left and the upper right */
} md2_box;

/** The rotation by an angle, counter-clockwise, to within 1e-15 for up to a few turns; the same bits on every machine, unlike cos and sin.
 *  Beyond 10^6 rad, or for what is not a number, none. */
MD_API md2_rot md2_rot_from_angle(double radians);
/** The angle of a rotation, rad, in (-pi, pi]. */
MD_API double md2_rot_angle(md2_rot rotation);

/* ---- Hulls ------------------------------------------------------------------------------------------------------ */

/** Points of a hull at the most. */
#define MD2_MAX_POINTS 8

/** The smallest distance that is told apart, m: points closer than this are one, and thinner polygons are none. */
#define MD2_LINEAR_SLOP ((md_real)0.005)

/** A convex shape in the coordinates of its body: points, counter-clockwise, thickened by a radius. Made by the functions
 *  below, which check it; a hull of zeros is none. */
typedef struct md2_hull {
    md2_vec point[MD2_MAX_POINTS];  /**< counter-clockwise */
    md2_vec normal[MD2_MAX_POINTS]; /**< of the edge from point i to i + 1, outward; for two points both sides;
                                         unused for one */
    md2_vec centroid;               /**< of the area, rounding included (of the points where there is none) */
    md_real radius;                 /**< >= 0 */
    int32_t count;                  /**< 1 to MD2_MAX_POINTS */
} md2_hull;

/** A circle. As all that make hulls: MD_ERROR_ARGUMENT for numbers that are not finite, a radius that is negative (zero, for a
 *  circle), points closer than MD2_LINEAR_SLOP, or a polygon without area. `hull` is untouched on failure. */
MD_API md_status md2_hull_circle(md2_hull *hull, md2_vec center, md_real radius);
/** All points within a radius of the line from a to b; fails as md2_hull_circle does. */
MD_API md_status md2_hull_capsule(md2_hull *hull, md2_vec a, md2_vec b, md_real radius);
/** A rectangle about the origin, which most boxes are. */
MD_API md_status md2_hull_rectangle(md2_hull *hull, md_real half_width, md_real half_height);
/** Two points without a radius: has no area and no mass. */
MD_API md_status md2_hull_segment(md2_hull *hull, md2_vec a, md2_vec b);
/** A box with half sizes, at a centre and a rotation (of length 1 to within 1e-3), rounded by a radius that is added outside. */
MD_API md_status md2_hull_box(md2_hull *hull, md2_vec half, md2_vec center, md2_rot rotation, md_real radius);
/** The convex hull of any number of points; of more than MD2_MAX_POINTS corners MD_ERROR_SIZE. Points within
 *  MD2_LINEAR_SLOP of each other or of a straight edge are left out. */
MD_API md_status md2_hull_polygon(md2_hull *hull, const md2_vec *points, int32_t count, md_real radius);

/** The same hull moved by a transform. */
MD_API md2_hull md2_hull_transformed(const md2_hull *hull, md2_transform transform);

/** How heavy a shape or a body is. */
typedef struct md2_mass {
    md_real mass;    /**< kg */
    md2_vec center;  /**< of mass */
    md_real inertia; /**< kg m^2, about the centre of mass */
} md2_mass;

/** Mass of a hull of a density in kg/m^2, its rounding included exactly. */
MD_API md2_mass md2_hull_mass(const md2_hull *hull, md_real density);
/** The box around a hull at a transform. */
MD_API md2_box md2_hull_bounds(const md2_hull *hull, md2_transform transform);
/** Whether a point, in the coordinates of the hull, is inside or on it. */
MD_API bool md2_hull_contains(const md2_hull *hull, md2_vec point);

/** From `origin` along `translation`, up to `max_fraction` of it. */
typedef struct md2_ray {
    md2_vec origin, translation; /**< where from, and how far in which direction */
    md_real max_fraction;        /**< >= 0; 1 is the whole translation */
} md2_ray;

/** Where a ray, or a moving hull, first meets a hull. */
typedef struct md2_ray_hit {
    md2_vec point, normal; /**< in the coordinates of the ray */
    md_real fraction;      /**< of the translation */
    bool hit;              /**< false: nothing, and the rest is zeros */
} md2_ray_hit;

/** Where a ray, in the coordinates of the hull, first enters it. A ray that starts inside hits at fraction 0 with a zero normal. A
 *  segment without a radius is hit from both sides, and missed by a ray along it. */
MD_API md2_ray_hit md2_hull_ray(const md2_hull *hull, md2_ray ray);

/* ---- Distance and movement -------------------------------------------------------------------------------------- */

/** How far two hulls are apart. */
typedef struct md2_distance_result {
    md_real distance;   /**< between the rounded surfaces; 0 where they overlap */
    md2_vec point[2];   /**< nearest points of the surfaces, in the world; one point of both where they overlap */
    md2_vec normal;     /**< unit, from the first to the second; zero where the cores (points without radius) meet */
    int32_t iterations; /**< of GJK */
} md2_distance_result;

/** The distance of two hulls, each at a transform. */
MD_API md2_distance_result md2_hull_distance(const md2_hull *a, md2_transform at_a, const md2_hull *b,
                                             md2_transform at_b);

/** Where hull b, moved by a translation without rotating, first touches hull a at rest: a point on a, and a's outward normal.
 *  Overlapping or touching at the start hits at fraction 0 with a zero normal. */
MD_API md2_ray_hit md2_hull_cast(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b,
                                 md2_vec translation, md_real max_fraction);

/** The motion of a body through a step: its centre of mass goes straight, its rotation turns the short way, evenly to within
 *  0.002 angle^3 rad (no sine is needed), counter-clockwise for exactly half a turn. */
typedef struct md2_sweep {
    md2_vec local_center; /**< of mass, in the coordinates of the body */
    md2_vec center[2];    /**< in the world, at the start and at the end */
    md2_rot rotation[2];  /**< at the start and at the end */
} md2_sweep;

/** The transform at a fraction of the step. */
MD_API md2_transform md2_sweep_at(const md2_sweep *sweep, md_real fraction);

/** How a search for the time of impact ended. */
typedef enum md2_impact_state {
    MD2_IMPACT_SEPARATED, /**< no touch up to max_fraction */
    MD2_IMPACT_HIT,       /**< touching at `fraction`, within a quarter of MD2_LINEAR_SLOP */
    MD2_IMPACT_OVERLAPPED /**< already at the start; fraction 0 */
} md2_impact_state;

/** When two moving hulls touch. */
typedef struct md2_impact {
    md2_impact_state state; /**< whether they do */
    md_real fraction;       /**< of the motion up to there */
} md2_impact;

/** When two moving and turning hulls first touch; conservative: never later than they do. Hulls that start closer than a quarter of
 *  MD2_LINEAR_SLOP hit only when they come nearer still, so that what rests or parts is not held back. max_fraction is at most 1. */
MD_API md2_impact md2_time_of_impact(const md2_hull *a, const md2_sweep *sweep_a, const md2_hull *b,
                                     const md2_sweep *sweep_b, md_real max_fraction);

/* ---- Touching --------------------------------------------------------------------------------------------------- */

/** One point at which two hulls touch or nearly do. */
typedef struct md2_manifold_point {
    md2_vec point;      /**< in the world, midway between the two surfaces */
    md_real separation; /**< of the surfaces along the normal, m; negative where they overlap */
    uint32_t id;        /**< of the features that touch, unique in a manifold: the same while they are */
} md2_manifold_point;

/** How two hulls touch: one direction and up to two points. */
typedef struct md2_manifold {
    md2_vec normal; /**< unit, from the first to the second, in the world; means nothing where count is 0 */
    md2_manifold_point point[2]; /**< `count` of them */
    int32_t count;               /**< 0: further apart than the margin */
} md2_manifold;

/** Points whose separation is at most `margin` (m, >= 0): a margin above 0 gives speculative contacts. */
MD_API md2_manifold md2_hull_collide(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b,
                                     md_real margin);

/** A segment of a chain, from a to b, with the points before and after (before = a, after = b: no neighbour there). It is felt from
 *  the right-hand side of a to b only: a ground is given from right to left, a room clockwise, an island counter-clockwise. Its neighbours keep what
 *  slides along from tripping over an inner corner. Ids are of one segment. a and b must differ. */
typedef struct md2_chain_segment {
    md2_vec before, a, b, after; /**< in the coordinates of the body */
} md2_chain_segment;

/** The same for a segment of a chain and a hull. */
MD_API md2_manifold md2_chain_collide(const md2_chain_segment *segment, md2_transform at_segment, const md2_hull *hull,
                                      md2_transform at_hull, md_real margin);

#ifdef __cplusplus
}
#endif

#endif
