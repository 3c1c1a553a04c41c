/* Passes over all blocks of a solver: by partition on several threads, and within a partition chunk by chunk
 * (block_kernel.h). Each goes with the pass over scalar rows of the same purpose. */
#ifndef MODULUS_LCP_BLOCK_PASSES_H
#define MODULUS_LCP_BLOCK_PASSES_H

#include "lcp/soft_step.h"
#include "lcp/solver.h"

/** Makes room for the results of passes over the blocks of the solver. */
md_status md_blocks_reserve(md_solver *solver);
void md_blocks_free(md_solver *solver);

/** Sweeps all blocks. */
struct sweep_report md_blocks_sweep(md_solver *solver, struct sweep_kind kind);
/** The same with several islands: adds to their reports. Returns whether a row diverged. */
bool md_blocks_sweep_islands(md_solver *solver, bool has_kappa);
/** Computes D and its inverse; false if one of them is not a positive number. */
bool md_blocks_diagonal(md_solver *solver);
/** || D^-1 q ||^2, while v is that of the problem. */
double md_blocks_q_scaled(md_solver *solver);
/** Sets lambda and y to the warm start, clamped to its bounds. False if all of lambda is 0 on this rank. */
bool md_blocks_start(md_solver *solver, bool has_y);
/** Adds M^-1 J^T lambda to v. */
void md_blocks_push(md_solver *solver);
/** The same for islands whose v is recomputed. Other islands that share a block with them are disturbed. */
void md_blocks_push_islands(md_solver *solver);
/** Copies numbers of the joints in blocks to the scalar rows that they are copies of. */
void md_blocks_copy_back(const md_solver *solver, struct reals *numbers);
/** Sets the biases of contacts at the present gaps of a soft step, and w = J dx of joints. */
void md_blocks_soften(md_solver *solver, struct soft_step *step);
/** Computes w and adds the squares of the residuals. */
void md_blocks_residual(md_solver *solver, double *absolute, double *scaled);
/** || lambda ||^2 of the rows in blocks, of all ranks. */
double md_blocks_lambda_squared(md_solver *solver);
/** Counts the rows of the problem, of all ranks. */
double md_blocks_count_rows(md_solver *solver);

#endif
