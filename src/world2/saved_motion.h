/* Motion of the awake bodies before a step, so that a step that fails changes no body. */
#ifndef MODULUS_WORLD2_SAVED_MOTION_H
#define MODULUS_WORLD2_SAVED_MOTION_H

#include "world2/body.h"

/* Fields in the order of the body's, so that they are copied several at a time. */
struct saved_body {
    md2_vec origin;
    md2_rot rotation;
    md2_vec center, velocity;
    md_real angular_velocity;
    md2_vec force;
    md_real torque;
    md2_vec previous_center;
    md2_rot previous_rotation;
    md_real toi_fraction;
    int32_t index;
};

struct saved_motion {
    struct saved_body *at; /* in the order of the indices */
    size_t capacity;
    int32_t count;
};

/** Saves the awake bodies that are not yet saved. Bodies that wake during a step have not moved before. */
md_status md2_motion_save(md2_world *world);
/** Gives all saved bodies their motion back. */
void md2_motion_restore(md2_world *world);

#endif
