/* The distance of a point from a convex geometry, in the coordinates of the geometry. */
#ifndef MODULUS_GEOMETRY3_SURFACE_H
#define MODULUS_GEOMETRY3_SURFACE_H

#include <modulus/geometry3.h>

/** How far a point is outside. */
struct outside {
    md_real distance; /**< m; at most 0 if the point is inside or on the surface */
    md3_vec
        normal; /**< unit; no point of the geometry is beyond the plane through the nearest point with this normal */
};

/** Returns how far a point is outside a convex geometry. The distance is a convex function of the point, and the normal its
 *  gradient (a subgradient at edges). It is Euclidean if the geometry is rounded. Sharp cylinders and cones have the
 *  distance from the plane or cone of which the point is farthest outside, and hulls without rounding that of their
 *  planes, which is the Euclidean one or smaller. */
struct outside md3_geometry_outside(const md3_geometry *geometry, md3_vec point);

#endif
