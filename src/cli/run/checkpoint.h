/* --checkpoint and --restart: a file from which a run goes on with the same bits, in any number of processes.
 *
 * The file has the snapshot of the world and whatever else the rest of the run depends on: the name, time step, view and
 * length of the run, and the sums of the steps that are done. It begins with the header of snapshots (snapshot_header.h): a
 * magic word, byte order, version, size of numbers, size and checksum. */
#ifndef MODULUS_CLI_RUN_CHECKPOINT_H
#define MODULUS_CLI_RUN_CHECKPOINT_H

#include "cli/run/run.h"

/** Every how many steps which file is written; 0: none. */
struct checkpoint_request {
    int64_t every;
    const char *path;
};

/** Parses N:FILE. */
int checkpoint_parse(const char *text, struct checkpoint_request *request);

/** Writes a checkpoint. `scene` has the whole world, `result` the steps so far of `steps`. The file appears complete or not
 *  at all. */
int checkpoint_write(const char *path, const struct scene *scene, const struct run_result *result, int64_t steps);

/** Reads a checkpoint: opens the scene, and fills the result and the number of steps. `observer` may be NULL. The caller
 *  closes the scene and frees the result in any case. */
int checkpoint_read(const char *path, const struct scene_observer *observer, struct scene *scene,
                    struct run_result *result, int64_t *steps);

#endif
