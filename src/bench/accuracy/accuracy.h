/* How good a state is, from positions and velocities alone: the same measure for every engine, whatever it says itself.
 *
 * A shape is taken as it is described. Engines that give their polygons a skin (Box2D 2.4) are told smaller polygons, so
 * that the skin ends where the described shape does: see bench/peers/README.md.
 */
#ifndef MODULUS_BENCH_ACCURACY_H
#define MODULUS_BENCH_ACCURACY_H

#include "scene/library/description.h"

/** Shapes closer than this touch, m. */
#define TOUCH_DISTANCE 1e-4

struct accuracy {
    bool finite;         /**< every number of the state is; otherwise the rest is zeros */
    int64_t touching;    /**< pairs of shapes that overlap or are within TOUCH_DISTANCE */
    int64_t overlapping; /**< of those, pairs that overlap */
    double penetration;  /**< "mean penetration": depth over the touching pairs, 0 for those that do not overlap, m */
    double penetration_overlapping;      /**< over the overlapping pairs alone, m */
    double penetration_max;              /**< m */
    double kinetic;                      /**< J, of dynamic bodies, with the masses of the description */
    double mass;                         /**< kg, of them all */
    double height;                       /**< of their centre of mass, m */
    double joint_error, joint_error_max; /**< by which anchors are apart, and rods too long or short, m */
};

/** A shape where it is, with the box around it. */
struct placed_shape {
    int32_t count, body;
    double radius;
    double x[SHAPE_MAX_POINTS], y[SHAPE_MAX_POINTS];
    double lower_x, lower_y, upper_x, upper_y;
};

/** separation.c: of two shapes: their distance, or minus the least way that parts them. Exact to rounding. */
double shape_separation(const struct placed_shape *a, const struct placed_shape *b);
struct placed_shape shape_place(const struct described_shape *shape, const struct body_state *at);

/** accuracy.c: false where memory ran out. */
bool accuracy_measure(const struct description *description, const struct body_state *states,
                      struct accuracy *accuracy);

#endif
