/* Small dense problems with exact solutions, independent of the solvers of the library. */
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
    DENSE_DEFINITE = 1, /* A = B B^T plus a small multiple of the identity: symmetric positive definite */
    DENSE_DOMINANT = 2  /* symmetric, strictly diagonally dominant */
};

/** Returns a random problem. If `boxed`, it mixes finite, one-sided, infinite and negative bounds. */
struct dense_problem dense_random(struct random *random, int32_t m, enum dense_kind kind, bool boxed);

/** Solves a problem by Murty's least-index principal pivoting, which terminates for every positive definite A. Asserts
 *  the complementarity conditions of the result. */
void dense_solve_exactly(const struct dense_problem *problem, double *lambda);

/** Solves a linear system by Gaussian elimination with pivoting, in place. Returns false if it is singular. */
bool dense_eliminate(int32_t m, double A[][ORACLE_MOST], double *x);

/** Creates the same problem for the library, as an explicit one. */
md_problem *dense_to_problem(const struct dense_problem *dense);

#endif
