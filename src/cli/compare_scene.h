/* The LCP of one step of a scene. */
#ifndef MODULUS_CLI_COMPARE_SCENE_H
#define MODULUS_CLI_COMPARE_SCENE_H

#include "cli/scene_options.h"

struct scene_step {
    const char *name;
    struct scene_changes changes;
    int64_t step; /* from 1 */
    const char *driver;
};

/** Simulates up to the step with the driver, 10 sweeps a step from the warm start, and fills the problem with the LCP of
 *  that step (of its first substep). On failure prints one line and returns the exit code; otherwise -1. */
int scene_step_load(const struct scene_step *wanted, md_problem *problem);

#endif
