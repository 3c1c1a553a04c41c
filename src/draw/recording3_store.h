/* A recording of a 3D world in memory, shared by the reader of the header and that of frames. */
#ifndef MODULUS_DRAW_RECORDING3_STORE_H
#define MODULUS_DRAW_RECORDING3_STORE_H

#include <stdio.h>

#include "draw/recording3.h"

struct recording3 {
    FILE *file;
    const char *path; /* for messages */
    struct recording_facts facts;
    struct model3 model;
    struct state3 state;
    size_t header_size;
    int64_t *offsets; /* of each frame, and of the end of the last */
    unsigned char *bytes;
    size_t capacity; /* of the bytes */
};

/** Reads the model from the bytes of the header after the prefix, whose counts are in the facts. Returns false if they are
 *  damaged; `has_memory` is false if there was none. */
bool recording3_get_model(struct recording3 *recording, const unsigned char *bytes, size_t size, int32_t solids,
                          bool *has_memory);

#endif
