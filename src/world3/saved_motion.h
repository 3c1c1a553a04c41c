/* Motion of the awake bodies before a step, so that a step that fails changes no body. */
#ifndef MODULUS_WORLD3_SAVED_MOTION_H
#define MODULUS_WORLD3_SAVED_MOTION_H

#include "world3/body.h"

/* Fields in the order of the body's, so that they are copied several at a time. */
struct saved_body {
    md3_vec origin;
    md3_rot rotation;
    md3_vec center, velocity, angular_velocity, force, torque, previous_center;
    md3_rot previous_rotation;
    int32_t index;
    uint8_t watched;
};

struct saved_motion {
    struct saved_body *at; /* in the order of the indices */
    size_t capacity;
    int32_t count;
};

/** Saves the awake bodies that are not yet saved. Bodies that wake during a step have not moved before. */
md_status md3_motion_save(md3_world *world);
/** Gives all saved bodies their motion back. */
void md3_motion_restore(md3_world *world);

#endif
