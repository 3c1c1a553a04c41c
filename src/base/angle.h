/* Angles without libm, bit-identical on every machine. */
#ifndef MODULUS_BASE_ANGLE_H
#define MODULUS_BASE_ANGLE_H

#define MD_PI 3.14159265358979323846
/** Beyond this angle, rad, the reduction to a quarter turn loses half of the digits. */
#define MD_MAX_ANGLE 1e6

/** Returns the angle of the vector (x, y) from the x axis, rad, in (-pi, pi], with the arguments in the order of atan2.
 *  The error is below 1e-15 rad, and below 1e-15 of the angle for small angles. The zero vector has the angle 0. The
 *  sign of a zero is ignored: (-1, -0) is at pi. Vectors of any length are accepted; NaN, or two infinite components,
 *  give NaN. */
double md_angle(double y, double x);

/** The cosine and the sine of an angle. */
struct cos_sin {
    double c, s;
};

/** Returns the cosine and the sine of an angle, rad, with errors below 1e-15 for angles of a few turns. NaN, and angles
 *  beyond MD_MAX_ANGLE, give those of 0. */
struct cos_sin md_cos_sin(double radians);

#endif
