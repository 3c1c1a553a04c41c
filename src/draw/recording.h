/* Recordings: what a run looked like, step by step, in a compact file that is drawn without the scene it came from.
 *
 * docs/recording.md says what is in the file, byte by byte. A file that was cut off, by a full disk or a killed run,
 * is read up to its last whole frame. */
#ifndef MODULUS_DRAW_RECORDING_H
#define MODULUS_DRAW_RECORDING_H

#include <modulus/modulus.h>

#include "draw/picture.h"

/* ---- Writing ------------------------------------------------------------------------------------------------------------ */

/** What a recording says of itself. */
struct recording_about {
    char scene[64], solver[128];
    double dt;    /* s, of a step */
    md2_box view; /* m */
};

struct recording_writer;

/** Starts a recording of the bodies, shapes and joints that the world has now. `path` must outlive the writer. */
md_status recording_create(struct recording_writer **writer, const char *path, const struct recording_about *about,
                           const md2_world *world, md_error *error);
/** Adds the world as it is now as a frame; `report` is of the step before, NULL for the start. */
md_status recording_add(struct recording_writer *writer, const md2_world *world, const md_step_report *report,
                        md_error *error);
/** Ends the recording, which appears whole or not at all, and frees the writer. */
md_status recording_commit(struct recording_writer *writer, md_error *error);
/** Leaves nothing behind. NULL is fine. */
void recording_discard(struct recording_writer *writer);

/* ---- Reading ------------------------------------------------------------------------------------------------------------ */

struct recording;

/** Opens a recording; the error is one line that names the file. `path` must outlive it. */
md_status recording_open(struct recording **out, const char *path, md_error *error);
void recording_close(struct recording *recording);

struct recording_facts {
    struct recording_about about;
    int32_t bodies, moving_bodies, shapes, joints;
    int32_t bytes_a_number; /* of the world that was recorded: 8 or 4 */
    int64_t frames;         /* whole ones */
    int64_t bytes;          /* of the file */
    bool cut_off;           /* ends within a frame */
};

struct recording_facts recording_facts_of(const struct recording *recording);

/** A frame that was read. */
struct recording_frame {
    int64_t step; /* 0: the start */
    int32_t contacts;
    double residual, penetration_max, kinetic_energy;
    const md2_transform *transforms; /* a body, static ones too */
    const bool *asleep, *hidden;     /* a body */
    const bool *broken;              /* a joint */
};

/** Reads a frame, 0 to frames - 1; what it points to is valid until the next. */
md_status recording_read(struct recording *recording, int64_t frame, struct recording_frame *out, md_error *error);

/** The frame that was read last, for a picture: shapes and joints. */
struct picture_subject picture_of_recording(const struct recording *recording);

#endif
