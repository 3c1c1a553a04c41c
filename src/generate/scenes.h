/* The paper's scenes: where the circles are at the start, and the loop that drives them to a step. */
#ifndef MODULUS_GENERATE_SCENES_H
#define MODULUS_GENERATE_SCENES_H

#include "generate/circles.h"
#include "generate/settings.h"

/** Pool 1 and 2: `circles` circles of 0.21 m in a lattice with gaps, each shifted at random within its gap. The masses
 *  go from `lowest` to `highest` (kg) with the lattice's rows. */
md_status scene_place_pool(struct circles *world, const struct generate_settings *settings, double lowest,
                           double highest);
/** Stacking: circles of 0.18 m and 1 kg, one above another with random gaps of less than 2 mm. Under 10 sweeps
 *  of PGS a step 15 of them come to rest (what the paper's n = 48 means) and 30 keep bouncing; under AMGS 30 rest. */
md_status scene_place_stacking(struct circles *world, const struct generate_settings *settings);

/** Simulates the steps before settings' `step`, and leaves the LCP of that step in the problem. */
md_status scene_run(struct circles *world, md_problem *problem, const struct generate_settings *settings,
                    md_error *error);

#endif
