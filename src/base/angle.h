/* Angles without libm, bit-identical on every machine. */
#ifndef MODULUS_BASE_ANGLE_H
#define MODULUS_BASE_ANGLE_H

#define MD_PI 3.14159265358979323846

/** Returns the angle of the vector (x, y) from the x axis, rad, in (-pi, pi], with the arguments in the order of atan2.
 *  The error is below 1e-15 rad, and below 1e-15 of the angle for small angles. The zero vector has the angle 0. The
 *  sign of a zero is ignored: (-1, -0) is at pi. Vectors of any length are accepted; NaN, or two infinite components,
 *  give NaN. */
double md_angle(double y, double x);

#endif
