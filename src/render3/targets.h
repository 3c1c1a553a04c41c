/* What is drawn into: a picture with several samples per pixel, the picture after they were averaged, and the shadow map. */
#ifndef MODULUS_RENDER3_TARGETS_H
#define MODULUS_RENDER3_TARGETS_H

#include "render3/context.h"

/** Width and height of the shadow map. */
#define SHADOW_SIZE 2048
#define SAMPLES 4

struct targets {
    GLuint shadow_texture, shadow_frame;
    GLuint sampled_frame, averaged_frame;
    GLuint sampled_colour, sampled_depth, averaged_colour;
    int width, height; /* 0: none yet */
};

md_status targets_create(struct targets *targets, const struct gl *gl, md_error *error);
/** Gives the pictures a size. */
md_status targets_resize(struct targets *targets, const struct gl *gl, int width, int height, md_error *error);

#endif
