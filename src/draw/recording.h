/* Recordings: the poses of all bodies in every step, in a compact file that can be drawn without the original scene.
 *
 * docs/recording.md specifies the format. A truncated file, from a full disk or a killed run, is read up to its last
 * complete frame. */
#ifndef MODULUS_DRAW_RECORDING_H
#define MODULUS_DRAW_RECORDING_H

#include <modulus/modulus.h>

#include "draw/picture.h"

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/** General information about the recorded run. */
struct recording_info {
    char scene[64];
    char solver[264]; /* both solvers if they differ: "pgs + auto" */
    double dt;        /* time step, s */
    md2_box view;     /* m */
};

struct recording_writer;

/** Starts a recording of the bodies, shapes and joints that the world has now. `path` must outlive the writer. */
md_status recording_create(struct recording_writer **writer, const char *path, const struct recording_info *info,
                           const md2_world *world, md_error *error);
/** Adds the current state of the world as a frame; `report` is that of the last step, NULL before the first. */
md_status recording_add(struct recording_writer *writer, const md2_world *world, const md_step_report *report,
                        md_error *error);
/** Completes the file, which did not exist under its name until now, and frees the writer. */
md_status recording_commit(struct recording_writer *writer, md_error *error);
/** Removes the unfinished file and frees the writer. NULL is allowed. */
void recording_discard(struct recording_writer *writer);

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

struct recording;

/** Opens a recording. An error is one line that names the file. `path` must outlive the recording. */
md_status recording_open(struct recording **out, const char *path, md_error *error);
void recording_close(struct recording *recording);

struct recording_facts {
    struct recording_info info;
    int32_t bodies, moving_bodies, shapes, joints;
    int32_t number_size; /* bytes of a number in the recorded world: 8 or 4 */
    int64_t frames;      /* complete ones */
    int64_t bytes;       /* size of the file */
    bool truncated;      /* the file ends within a frame */
};

struct recording_facts recording_facts_of(const struct recording *recording);

/** A frame; its arrays belong to the recording and are valid until the next frame is read. */
struct recording_frame {
    int64_t step; /* 0: the initial state */
    int32_t contacts;
    double residual, penetration_max, kinetic_energy;
    const md2_transform *transforms; /* of each body, including static ones */
    const bool *asleep, *hidden;     /* of each body */
    const bool *broken;              /* of each joint */
};

/** Reads a frame, 0 to frames - 1. */
md_status recording_read(struct recording *recording, int64_t frame, struct recording_frame *out, md_error *error);

/** The shapes and joints of the frame that was read last, for a picture. */
struct picture_subject picture_of_recording(const struct recording *recording);

#endif
