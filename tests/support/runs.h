/* Running the library's solvers in one line. */
#ifndef MODULUS_TESTS_RUNS_H
#define MODULUS_TESTS_RUNS_H

#include "support/support.h"

#include "generate/generate.h"

/** A built-in problem; the test fails where it cannot be made. */
md_problem *problem_of(const char *spec);

/** A solver's result with copies of its arrays, freed by run_free. */
struct run {
    md_result result;
    md_real *lambda, *y, *w;
};

struct run run_solver(const md_problem *problem, const char *solver_spec, const md_limits *limits);
/** The same for a number of sweeps without a tolerance. */
struct run run_sweeps(const md_problem *problem, const char *solver_spec, int64_t sweeps);
void run_free(struct run *run);

/** The largest difference of two vectors. */
double distance(const md_real *a, const md_real *b, int32_t count);
/** The largest number of a vector, in magnitude. */
double magnitude(const md_real *a, int32_t count);

/** The residuals of lambda computed in double from A, q, c, the bounds and parents of a problem: nothing of the solver's. */
md_residual independent_residual(const md_problem *problem, const md_real *lambda);

#endif
