/* Recordings of 3D worlds: version 2 of the format of docs/recording.md. As recording.h, with the contact points of each
 * frame, so that frames have different sizes. */
#ifndef MODULUS_DRAW_RECORDING3_H
#define MODULUS_DRAW_RECORDING3_H

#include "draw/model3.h"
#include "draw/recording.h"

/** The dimension of the world in a recording: 3, or 2 for any other file. */
int recording_dimensions(const char *path);

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

struct recording3_writer;

/** Starts a recording of a model, whose initial poses are those of a state. `path` and the model must outlive the writer;
 *  the view of the information is ignored. */
md_status recording3_create(struct recording3_writer **writer, const char *path, const struct recording_info *info,
                            const struct model3 *model, const struct state3 *state, md_error *error);
/** Adds a frame. */
md_status recording3_add(struct recording3_writer *writer, const struct state3 *state, md_error *error);
/** Completes the file, which did not exist under its name until now, and frees the writer. */
md_status recording3_commit(struct recording3_writer *writer, md_error *error);
/** Removes the unfinished file and frees the writer. NULL is allowed. */
void recording3_discard(struct recording3_writer *writer);

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

struct recording3;

/** Opens a recording. An error is one line that names the file. `path` must outlive the recording. */
md_status recording3_open(struct recording3 **out, const char *path, md_error *error);
/** NULL is allowed. */
void recording3_close(struct recording3 *recording);

struct recording_facts recording3_facts(const struct recording3 *recording);
const struct model3 *recording3_model(const struct recording3 *recording);
/** The frame that was read last. */
const struct state3 *recording3_state(const struct recording3 *recording);

/** Reads a frame, 0 to frames - 1. */
md_status recording3_read(struct recording3 *recording, int64_t frame, md_error *error);

#endif
