/* Angles without libm, so that they are the same bits on every machine. */
#ifndef MODULUS_BASE_ANGLE_H
#define MODULUS_BASE_ANGLE_H

#define MD_PI 3.14159265358979323846

/** The angle of the vector (x, y) from the x axis, radians, in (-pi, pi]; the arguments stand as in atan2. The error is
 *  below 1e-15, and below 1e-15 of the angle for small angles. The zero vector has the angle 0, and the sign of a zero
 *  does not matter: (-1, -0) is at pi. Any length will do but two infinite sides, which, like NaN, give NaN. */
double md_angle(double y, double x);

#endif
