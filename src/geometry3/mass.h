/* Mass of rounded bodies. */
#ifndef MODULUS_GEOMETRY3_MASS_H
#define MODULUS_GEOMETRY3_MASS_H

#include "geometry3/dvec.h"
#include "geometry3/hull.h"

/** Returns the integrals over a hull that is rounded by a radius, m, about the centroid of the hull without rounding. */
struct moments md3_rounded_hull_moments(const md3_hull *hull, double radius);

#endif
