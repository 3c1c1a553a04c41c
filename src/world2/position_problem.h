/* The position problem of a group: a second LCP that corrects penetration and joint errors and adds no velocity. */
#ifndef MODULUS_WORLD2_POSITION_PROBLEM_H
#define MODULUS_WORLD2_POSITION_PROBLEM_H

#include "lcp/block_problem.h"
#include "world2/constraint_row.h"

struct position_problem {
    md_solver *solver;
    md_problem *problem;
    struct block_problem blocks;
};

/** How contacts give up penetration: the rate per second, and a compliance in multiples of the row's diagonal. */
struct softness {
    md_real rate, compliance;
};

struct softness md2_contact_softness(const md2_world *world, md_real h);
/** Bias of a position row: the speed at which a gap may close, or, negative, at which penetration opens. */
md_real md2_correction_bias(const md2_world *world, enum position_row kind, md_real gap, md_real rate, md_real h);
/** Share of its last impulse that a contact starts with in the position problem. */
md_real md2_position_warm_start(const md2_world *world);

md_status md2_position_problem_create(md2_world *world);
void md2_position_problem_free(struct position_problem *position, const md_allocator *allocator);
/** Assembles and solves the position problem from the rows and the solution of the velocity problem, and moves the bodies.
 *  `corrected` gets its solution, and keeps no lambda if there was nothing to correct. */
md_status md2_position_problem_solve(md2_world *world, int32_t group, md_real h, const md_result *velocities,
                                     md_result *corrected);

#endif
