/* The passes over all blocks of a solver, chunk by chunk. Each goes with the pass over the loose rows that has the same name. */
#ifndef MODULUS_LCP_BLOCK_PASSES_H
#define MODULUS_LCP_BLOCK_PASSES_H

#include "lcp/solver.h"

struct sweep_report md_sweep_report_sum(const struct sweep_report *a, const struct sweep_report *b);
struct sweep_report md_blocks_sweep(md_solver *solver, struct sweep_kind kind);
/** D and its inverse; false where one of them is no positive number. */
bool md_blocks_diagonal(md_solver *solver);
/** || D^-1 q ||^2, while v is that of the bodies at first. */
double md_blocks_q_scaled(md_solver *solver);
/** lambda and y from the warm start, brought into its bounds. False where all of lambda is 0. */
bool md_blocks_start(md_solver *solver, bool has_y);
/** Pushes all of lambda into v. */
void md_blocks_push(md_solver *solver);
/** w; adds what is left to solve, squared. */
void md_blocks_residual(md_solver *solver, double *absolute, double *scaled);

#endif
