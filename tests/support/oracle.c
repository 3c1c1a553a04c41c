#include "support/oracle.h"

#include <math.h>

struct dense_problem dense_random(struct random *random, int32_t m, enum dense_kind kind, bool boxed)
{
    struct dense_problem problem = {.m = m};
    double B[ORACLE_MOST][ORACLE_MOST];
    for (int32_t i = 0; i < m; ++i) {
        for (int32_t j = 0; j < m; ++j) {
            B[i][j] = random_real(random, -1, 1);
        }
    }
    for (int32_t i = 0; i < m; ++i) {
        for (int32_t j = 0; j < m; ++j) {
            double sum = i == j ? 0.1 : 0;
            for (int32_t k = 0; k < m; ++k) {
                sum += B[i][k] * B[j][k];
            }
            problem.A[i][j] = kind == DENSE_DEFINITE ? sum : B[i][j] + B[j][i];
        }
        problem.q[i] = random_real(random, -2, 1);
        problem.lower[i] = 0;
        problem.upper[i] = INFINITY;
    }
    for (int32_t i = 0; kind == DENSE_DOMINANT && i < m; ++i) {
        double others = 0;
        for (int32_t j = 0; j < m; ++j) {
            others += j == i ? 0 : fabs(problem.A[i][j]);
        }
        problem.A[i][i] = others * random_real(random, 1.05, 2) + 0.1;
    }
    for (int32_t i = 0; boxed && i < m; ++i) {
        const double width = random_real(random, 0, 1);
        switch (random_index(random, 5)) {
        case 0: problem.upper[i] = width; break;
        case 1: problem.lower[i] = -width, problem.upper[i] = width; break;
        case 2: problem.lower[i] = -INFINITY; break; /* an equality row */
        case 3: problem.lower[i] = -INFINITY, problem.upper[i] = -width; break;
        default: problem.lower[i] = width / 2, problem.upper[i] = width; break;
        }
    }
    return problem;
}

bool dense_eliminate(int32_t m, double A[][ORACLE_MOST], double *x)
{
    for (int32_t col = 0; col < m; ++col) {
        int32_t pivot = col;
        for (int32_t row = col + 1; row < m; ++row) {
            pivot = fabs(A[row][col]) > fabs(A[pivot][col]) ? row : pivot;
        }
        if (A[pivot][col] == 0) {
            return false;
        }
        for (int32_t k = 0; k < m; ++k) {
            const double swap = A[col][k];
            A[col][k] = A[pivot][k];
            A[pivot][k] = swap;
        }
        const double swap = x[col];
        x[col] = x[pivot];
        x[pivot] = swap;
        for (int32_t row = col + 1; row < m; ++row) {
            const double factor = A[row][col] / A[col][col];
            for (int32_t k = col; k < m; ++k) {
                A[row][k] -= factor * A[col][k];
            }
            x[row] -= factor * x[col];
        }
    }
    for (int32_t row = m - 1; row >= 0; --row) {
        for (int32_t k = row + 1; k < m; ++k) {
            x[row] -= A[row][k] * x[k];
        }
        x[row] /= A[row][row];
    }
    return true;
}

enum place { AT_LOWER, AT_UPPER, FREE };

/* Computes lambda with w = 0 in the free rows and the other rows at their bounds, then w of all rows. */
static void solve_free_rows(const struct dense_problem *problem, const enum place *place, double *lambda, double *w)
{
    double A[ORACLE_MOST][ORACLE_MOST];
    double x[ORACLE_MOST];
    int32_t row_of[ORACLE_MOST];
    int32_t count = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        lambda[i] = place[i] == AT_LOWER ? problem->lower[i] : place[i] == AT_UPPER ? problem->upper[i] : 0;
        if (place[i] == FREE) {
            row_of[count++] = i;
        }
    }
    for (int32_t r = 0; r < count; ++r) {
        x[r] = -problem->q[row_of[r]];
        for (int32_t j = 0; j < problem->m; ++j) {
            x[r] -= problem->A[row_of[r]][j] * lambda[j];
        }
        for (int32_t c = 0; c < count; ++c) {
            A[r][c] = problem->A[row_of[r]][row_of[c]];
        }
    }
    assert_true(dense_eliminate(count, A, x));
    for (int32_t r = 0; r < count; ++r) {
        lambda[row_of[r]] = x[r];
    }
    for (int32_t i = 0; i < problem->m; ++i) {
        w[i] = problem->q[i];
        for (int32_t j = 0; j < problem->m; ++j) {
            w[i] += problem->A[i][j] * lambda[j];
        }
    }
}

/* Changes the state of the first row that violates its conditions by more than rounding. Returns false if there is
 * none. */
static bool move_one_row(const struct dense_problem *problem, enum place *place, const double *lambda, const double *w)
{
    const double margin = 1e-11;
    for (int32_t i = 0; i < problem->m; ++i) {
        if (place[i] == FREE && lambda[i] < problem->lower[i] - margin) {
            place[i] = AT_LOWER;
            return true;
        }
        if (place[i] == FREE && lambda[i] > problem->upper[i] + margin) {
            place[i] = AT_UPPER;
            return true;
        }
        if ((place[i] == AT_LOWER && w[i] < -margin) || (place[i] == AT_UPPER && w[i] > margin)) {
            place[i] = FREE;
            return true;
        }
    }
    return false;
}

void dense_solve_exactly(const struct dense_problem *problem, double *lambda)
{
    enum place place[ORACLE_MOST];
    double w[ORACLE_MOST];
    for (int32_t i = 0; i < problem->m; ++i) {
        place[i] = FREE;
    }
    int64_t pivots = 0;
    do {
        assert_true(++pivots < 1000000);
        solve_free_rows(problem, place, lambda, w);
    } while (move_one_row(problem, place, lambda, w));
    for (int32_t i = 0; i < problem->m; ++i) {
        const double to = fmin(fmax(lambda[i] - w[i], problem->lower[i]), problem->upper[i]);
        assert_true(fabs(lambda[i] - to) < 1e-9);
    }
}

md_problem *dense_to_problem(const struct dense_problem *dense)
{
    md_entry entries[ORACLE_MOST * ORACLE_MOST];
    md_real q[ORACLE_MOST];
    md_real lower[ORACLE_MOST];
    md_real upper[ORACLE_MOST];
    size_t count = 0;
    for (int32_t i = 0; i < dense->m; ++i) {
        for (int32_t j = 0; j < dense->m; ++j) {
            entries[count++] = (md_entry){i, j, (md_real)dense->A[i][j]};
        }
        q[i] = (md_real)dense->q[i];
        lower[i] = (md_real)dense->lower[i];
        upper[i] = (md_real)dense->upper[i];
    }
    md_matrix A = {0};
    md_problem *problem = md_problem_create(NULL);
    assert_non_null(problem);
    assert_int_equal(md_matrix_from_entries(&A, NULL, dense->m, dense->m, entries, count), MD_OK);
    assert_int_equal(md_problem_begin_explicit(problem, &A, q), MD_OK);
    assert_int_equal(md_problem_set_bounds(problem, lower, upper), MD_OK);
    md_matrix_free(&A);
    return problem;
}
