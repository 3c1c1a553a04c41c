/* Walls between the camera and the bodies, such as the front of a drum, are drawn translucent. */
#ifndef MODULUS_DRAW_OCCLUDERS3_H
#define MODULUS_DRAW_OCCLUDERS3_H

#include "draw/camera3.h"

/** Marks the shapes of static and kinematic bodies, made of triangles, that hide more than a tenth of the dynamic bodies
 *  from the camera. `hides` has one flag per shape. */
void occluders3_find(const struct model3 *model, const struct state3 *state, const struct camera3 *camera, bool *hides);

#endif
