/* The accuracy of a state in 3D, from positions and velocities alone: the same measure for every engine. It shares no code
 * with an engine: the shapes and masses are those of the description. */
#ifndef MODULUS_BENCH_ACCURACY3_H
#define MODULUS_BENCH_ACCURACY3_H

#include "bench/accuracy/accuracy.h"
#include "scene/library3/described_hull.h"

/** The points within `radius` of a hull, in world coordinates. */
struct polytope {
    const struct described_hull *hull; /**< its faces and edges */
    double radius;
    struct dvec3 point[SHAPE3_MAX_POINTS];
    struct dvec3 normal[HULL_MAX_FACES];
};

/** separation3.c */
void polytope_place(const struct described_hull *hull, double radius, const struct body_state3 *at,
                    struct polytope *polytope);
/** The distance of two polytopes, or minus their penetration depth. Exact up to rounding, except that a distance above
 *  TOUCH_DISTANCE may be reported too small (but above it). */
double polytope_separation(const struct polytope *a, const struct polytope *b);
/** The same for a polytope and the half-space normal . x <= offset. */
double plane_separation(struct dvec3 normal, double offset, const struct polytope *polytope);

/** accuracy3.c: false if out of memory. */
bool accuracy3_measure(const struct description3 *description, const struct body_state3 *states,
                       struct accuracy *accuracy);

#endif
