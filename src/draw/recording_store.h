/* A recording in memory, shared by the reader and the drawing. */
#ifndef MODULUS_DRAW_RECORDING_STORE_H
#define MODULUS_DRAW_RECORDING_STORE_H

#include <stdio.h>

#include "draw/recording.h"

struct recorded_shape {
    int32_t body, count;
    bool sensor;
    md_real radius;
    md2_vec point[MD2_MAX_POINTS];
};

struct recorded_joint {
    int32_t body[2]; /* -1: the world */
    md2_vec anchor[2];
};

struct recording {
    FILE *file;
    const char *path; /* for messages */
    struct recording_facts facts;
    size_t header_size, frame_size;
    md2_body_type *types;
    struct recorded_shape *shapes;
    struct recorded_joint *joints;
    unsigned char *bytes; /* of the current frame */
    md2_transform *transforms;
    bool *asleep, *hidden, *broken;
};

#endif
