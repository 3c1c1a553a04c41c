/* Rotations for people, who think in angles: by arithmetic alone, so that they are the same bits on every machine. */
#ifndef MODULUS_SCENE_ROTATION_H
#define MODULUS_SCENE_ROTATION_H

#include <modulus/geometry2.h>

/** Angles up to here are read, rad: beyond, the reduction to a quarter turn would lose digits. */
#define ANGLE_MOST 1000.0

/** Cosine and sine to within 1e-15. */
md2_rot rotation_of_angle(double radians);

#endif
