/* Small problems with known solutions, as folders of Matrix Market files. */
#ifndef MODULUS_TESTS_HAND_MADE_PROBLEMS_H
#define MODULUS_TESTS_HAND_MADE_PROBLEMS_H

#include <stdarg.h>
#include <stdio.h>

#include "support/support.h"

/** Writes folder/name: a matrix of rows x cols numbers, given column by column. */
static inline void write_array(const char *folder, const char *name, int rows, int cols, const double *value)
{
    FILE *file = fopen(path_in(folder, name), "w");
    assert_non_null(file);
    fprintf(file, "%%%%MatrixMarket matrix array real general\n%% a comment\n%d %d\n", rows, cols);
    for (int i = 0; i < rows * cols; ++i) {
        fprintf(file, "%.17g\n", value[i]);
    }
    assert_int_equal(fclose(file), 0);
}

/** Writes A, q and, if count is not 0, count friction coefficients. */
static inline void write_problem(const char *folder, int rows, const double *A, const double *q, int count,
                                 const double *mu)
{
    write_array(folder, "A.mtx", rows, rows, A);
    write_array(folder, "q.mtx", rows, 1, q);
    if (count > 0) {
        write_array(folder, "mu.mtx", count, 1, mu);
    }
}

/* A solid ball of 2 kg on a floor: 1/m along the normal and 1/m + r^2/I = 3.5/m along each tangent. It falls with 1 m/s and
 * slides with 5 m/s; friction of 0.5 does not stop it. */
static const double BALL_A[9] = {0.5, 0, 0, 0, 1.75, 0, 0, 0, 1.75};
static const double BALL_Q[3] = {-1, 3, 4};
static const double BALL_MU[1] = {0.5};
static const double BALL_R[3] = {2, -0.6, -0.8};

/* The same in 2D, and an LCP. */
static const double DISC_A[4] = {0.5, 0, 0, 1.75};
static const double DISC_Q[2] = {-1, 5};
static const double DISC_R[2] = {2, -1};
static const double LCP_A[4] = {2, 1, 1, 2};
static const double LCP_Q[2] = {-1, 1};
static const double LCP_Z[2] = {0.5, 0};

#endif
