/* The rotation of a body during a step: the normalized straight line between two quaternions. */
#ifndef MODULUS_GEOMETRY3_SWEEP_H
#define MODULUS_GEOMETRY3_SWEEP_H

#include <modulus/geometry3.h>

struct rotation_path {
    md3_rot start, end; /* in the same half of the space of quaternions */
    /* The largest angular speed omega, >= 0, rad per step. The second derivative of a vector that rotates has at most
     * the length omega^2 times that of the vector. */
    md_real max_speed;
};

struct rotation_path md3_rotation_path(const md3_sweep *sweep);

md3_rot md3_rotation_at(const struct rotation_path *path, md_real fraction);

#endif
