/* Small dense problems with exact solutions, independent of the library's solvers. */
#ifndef MODULUS_TESTS_ORACLE_H
#define MODULUS_TESTS_ORACLE_H

#include "support/support.h"

#define ORACLE_MOST 12

/** A dense boxed LCP in double precision. */
struct dense_problem {
    int32_t m;
    double A[ORACLE_MOST][ORACLE_MOST], q[ORACLE_MOST];
    double lower[ORACLE_MOST], upper[ORACLE_MOST];
};

enum dense_kind {
    DENSE_DEFINITE = 1, /* A = B B^T plus a little of the identity: symmetric positive definite, coupled as it comes */
    DENSE_DOMINANT = 2  /* symmetric, strictly diagonally dominant */
};

/** A random problem; boxed ones have finite, one-sided, infinite and negative bounds mixed. */
struct dense_problem dense_random(struct random *random, int32_t m, enum dense_kind kind, bool boxed);

/** The solution by Murty's least-index principal pivoting, which ends for every positive definite A. The conditions of the
 *  problem are asserted on the result, so that the oracle vouches for itself. */
void dense_solve_exactly(const struct dense_problem *problem, double *lambda);

/** Gaussian elimination with pivoting, in place; false where singular. */
bool dense_eliminate(int32_t m, double A[][ORACLE_MOST], double *x);

/** The same problem for the library, explicit. */
md_problem *dense_to_problem(const struct dense_problem *dense);

#endif
