/* The LCP of one step of a scene, for modulus compare. */
#ifndef MODULUS_CLI_OPTIONS_SCENE_STEP_H
#define MODULUS_CLI_OPTIONS_SCENE_STEP_H

#include "cli/options/scene_options.h"
#include "cli/options/solver_pair.h"

struct scene_step {
    const char *name;
    struct scene_changes changes;
    int64_t step;              /* from 1 */
    struct solver_pair driver; /* simulates up to the step */
};

/** Simulates the scene up to the step with the driver, 10 warm-started sweeps per step, and copies the LCP of that step
 *  (of its first substep) into the problem. On failure prints one line and returns the exit code, otherwise -1. */
int scene_step_load(const struct scene_step *request, md_problem *problem);

#endif
