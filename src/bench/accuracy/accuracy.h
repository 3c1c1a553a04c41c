/* The accuracy of a state, from positions and velocities alone: the same measure for every engine.
 *
 * Shapes are measured as described. Engines that add a skin to polygons (Box2D 2.4) get smaller polygons, so that the skin
 * ends where the described shape does: see bench/peers/README.md.
 */
#ifndef MODULUS_BENCH_ACCURACY_H
#define MODULUS_BENCH_ACCURACY_H

#include "scene/library/description.h"

/** Shapes that are closer than this touch, m. */
#define TOUCH_DISTANCE 1e-4

struct accuracy {
    bool finite;                         /**< all numbers of the state are finite; otherwise the other fields are 0 */
    int64_t touching;                    /**< pairs of shapes that overlap or are within TOUCH_DISTANCE */
    int64_t overlapping;                 /**< touching pairs that overlap */
    double penetration;                  /**< mean over the touching pairs; 0 for pairs that do not overlap, m */
    double penetration_overlapping;      /**< mean over the overlapping pairs, m */
    double penetration_max;              /**< m */
    double kinetic;                      /**< kinetic energy of the dynamic bodies, with the described masses, J */
    double mass;                         /**< of all dynamic bodies, kg */
    double height;                       /**< of their centre of mass, m */
    double top_sag;                      /**< by how much the body that was highest at the start has sunk, m */
    double joint_error, joint_error_max; /**< distance of the anchors, or error of the length of a rod, m */
};

/** A shape in world coordinates, with its bounding box. */
struct placed_shape {
    int32_t count, body;
    double radius;
    double x[SHAPE_MAX_POINTS], y[SHAPE_MAX_POINTS];
    double lower_x, lower_y, upper_x, upper_y;
};

/** separation.c: the distance of two shapes, or minus their penetration depth. Exact up to rounding. */
double shape_separation(const struct placed_shape *a, const struct placed_shape *b);
struct placed_shape shape_place(const struct described_shape *shape, const struct body_state *at);

/** accuracy.c: false if out of memory. */
bool accuracy_measure(const struct description *description, const struct body_state *states,
                      struct accuracy *accuracy);

#endif
