/* The position problem of a group: a second LCP that corrects penetration and joint errors without adding velocity.
 *
 * It has the rows that hold positions: contact normals, joint limits, and the rows that hold joints together. Bodies start at
 * rest, and each row asks for a share of the gap that is left when the bodies have moved with their new velocities. The resulting
 * velocities move the bodies for one substep and are then dropped, so that the correction adds no energy.
 */
#ifndef MODULUS_WORLD2_POSITION_PROBLEM_H
#define MODULUS_WORLD2_POSITION_PROBLEM_H

#include "lcp/block_problem.h"
#include "lcp/ranks.h"
#include "world2/constraint_row.h"

struct position_problem {
    struct solve_ranks ranks; /* that solve it together */
    md_solver *solver;
    md_problem *problem; /* all rows as scalar rows, unless the velocity problem is in blocks */
    struct block_problem blocks;
    struct joint_blocks joints; /* the rows of joints in lanes */
};

md_status md2_position_problem_create(md2_world *world);
void md2_position_problem_free(struct position_problem *position, const md_allocator *allocator);
/** Assembles and solves the position problem from the rows and the solution of the velocity problem, and moves the bodies.
 *  `corrected` gets its solution, and keeps no lambda if there was nothing to correct. */
md_status md2_position_problem_solve(md2_world *world, int32_t group, const md_result *velocities,
                                     md_result *corrected);

/** Share of its last impulse that a contact starts with in the position problem. */
md_real md2_position_warm_start(const md2_world *world);
/** Bias of a joint's row in the position problem: the speed at which a limit may be approached, or at which the error closes. */
md_real md2_joint_position_bias(const md2_world *world, enum position_row kind, md_real gap);

#endif
