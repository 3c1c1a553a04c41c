/* Helpers that run a solver in one line. */
#ifndef MODULUS_TESTS_RUNS_H
#define MODULUS_TESTS_RUNS_H

#include "support/support.h"

#include "generate/generate.h"

/** Creates a built-in problem, or fails the test. */
md_problem *problem_of(const char *spec);

/** The result of a solver with copies of its arrays. Free with run_free. */
struct run {
    md_result result;
    md_real *lambda, *y, *w;
};

struct run run_solver(const md_problem *problem, const char *solver_spec, const md_limits *limits);
/** Runs a number of sweeps without a tolerance. */
struct run run_sweeps(const md_problem *problem, const char *solver_spec, int64_t sweeps);
void run_free(struct run *run);

/** Returns the largest difference between two vectors. */
double distance(const md_real *a, const md_real *b, int32_t count);
/** Returns the largest magnitude of a vector. */
double magnitude(const md_real *a, int32_t count);

/** Computes the residuals of lambda in double from A, q, c, the bounds, the parents and the laws of contacts, independently of
 *  the solver. `cone` is not computed. */
md_residual independent_residual(const md_problem *problem, const md_real *lambda);

#endif
