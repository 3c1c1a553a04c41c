/* Running a scene of the paper, a step after another. */
#ifndef MODULUS_REPRODUCE_SIMULATE_H
#define MODULUS_REPRODUCE_SIMULATE_H

#include "scene/scene.h"

struct simulation {
    const char *scene;
    int32_t seed;
    int32_t circles;       /* 0: as the scene has them */
    bool frictionless;     /* from the start */
    const char *solver;    /* of velocities */
    const char *recovery;  /* solver of the LCP that takes overlap back, with 10 sweeps a step */
    int64_t sweeps, steps; /* sweeps a step */
    const md2_callbacks *callbacks;
    /** After each step; false ends the run. */
    bool (*after)(void *user, const struct scene *scene, int64_t step, const md_step_report *report);
    void *user;
};

/** Runs it to its end, or until `after` ends it. */
md_status simulate(const struct simulation *simulation, md_error *error);

#endif
