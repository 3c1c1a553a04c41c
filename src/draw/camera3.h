/* Cameras of 3D pictures. */
#ifndef MODULUS_DRAW_CAMERA3_H
#define MODULUS_DRAW_CAMERA3_H

#include "draw/model3.h"

struct camera3 {
    md3_vec eye, target; /* m */
    md3_vec up;          /* unit */
    double radius;       /* of a sphere around the target with the bodies of the picture, m */
    double grid;         /* distance of the lines on the ground, m: 1, 2 or 5 times a power of ten */
};

/** Up of a model: against gravity, or y without gravity. */
md3_vec camera3_up(const struct model3 *model);

/** A camera that shows all dynamic bodies, and the static and kinematic ones near them. Bodies that have left the others
 *  far behind do not count. `aspect` is width over height of the picture. */
struct camera3 camera3_frame(const struct model3 *model, const struct state3 *state, double aspect);
/** A camera at a given place. */
struct camera3 camera3_at(const struct model3 *model, const struct state3 *state, md3_vec eye, md3_vec target);

/** Turns the eye about the axis through the target that points up, counter-clockwise seen from above; degrees. */
void camera3_turn(struct camera3 *camera, double degrees);
/** Moves a camera that follows a scene toward a new frame: `share` of the way, 0 to 1. Its grid stays, unless the share
 *  is 1. */
void camera3_follow(struct camera3 *camera, const struct camera3 *frame, double share);

/** Reads "EYE,TARGET", six numbers separated by commas. Returns false if the text is something else, or if both are the
 *  same point. */
bool camera3_parse(const char *text, md3_vec *eye, md3_vec *target);

#endif
