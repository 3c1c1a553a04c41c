/* A recording of either dimension for `modulus replay`. */
#ifndef MODULUS_CLI_OUTPUT_RECORDING_SOURCE_H
#define MODULUS_CLI_OUTPUT_RECORDING_SOURCE_H

#include "cli/output/view3.h"
#include "draw/recording3.h"

/** The recording, and the frame that was read last. */
struct recording_source {
    struct recording *flat;   /* NULL if it is 3D */
    struct recording3 *solid; /* NULL if it is 2D */
    struct recording_facts facts;
    struct view3 view; /* of a 3D recording, if it is drawn: view3_begin is called by the user */
    int64_t step;      /* 0: the initial state */
    int32_t contacts;
    double residual, penetration_max, kinetic_energy;
    const bool *asleep; /* of each body */
    const bool *broken; /* of each joint */
};

/** Opens a file, which must outlive the source. On failure prints one line and returns the exit code, otherwise -1. */
int recording_source_open(struct recording_source *source, const char *file);
/** A source of zeros is allowed. */
void recording_source_close(struct recording_source *source);
/** Reads a frame, 0 to frames - 1. */
md_status recording_source_read(struct recording_source *source, int64_t frame, md_error *error);

#endif
