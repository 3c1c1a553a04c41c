/* Problems for the tests of the diagnostics. */
#ifndef MODULUS_TESTS_ANALYZE_BUILDERS_H
#define MODULUS_TESTS_ANALYZE_BUILDERS_H

#include "support/support.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

static inline md_problem *explicit_problem(int32_t m, const md_entry *entries, size_t count)
{
    md_matrix A = {0};
    md_real *q = calloc((size_t)m, sizeof *q);
    md_problem *problem = md_problem_create(NULL);
    assert_non_null(q);
    assert_non_null(problem);
    assert_int_equal(md_matrix_from_entries(&A, NULL, m, m, entries, count), MD_OK);
    assert_int_equal(md_problem_begin_explicit(problem, &A, q), MD_OK);
    md_matrix_free(&A);
    free(q);
    return problem;
}

/* Creates an explicit problem from a dense matrix, row by row. */
static inline md_problem *full_problem(int32_t m, const double *values)
{
    md_entry *entries = calloc((size_t)m * (size_t)m, sizeof *entries);
    assert_non_null(entries);
    size_t count = 0;
    for (int32_t k = 0; k < m * m; ++k) {
        if (values[k] != 0) {
            entries[count++] = (md_entry){k / m, k % m, (md_real)values[k]};
        }
    }
    md_problem *problem = explicit_problem(m, entries, count);
    free(entries);
    return problem;
}

/* tridiag(-1, 2, -1). */
static inline md_problem *tridiagonal(int32_t m)
{
    md_entry *entries = calloc(3 * (size_t)m, sizeof *entries);
    assert_non_null(entries);
    size_t count = 0;
    for (int32_t i = 0; i < m; ++i) {
        entries[count++] = (md_entry){i, i, 2};
        if (i > 0) {
            entries[count++] = (md_entry){i, i - 1, -1};
            entries[count++] = (md_entry){i - 1, i, -1};
        }
    }
    md_problem *problem = explicit_problem(m, entries, count);
    free(entries);
    return problem;
}

static inline void add_unit_bodies(md_problem *problem, int32_t count)
{
    const md_body body = {.inverse_mass = 1, .inverse_inertia = {1}};
    assert_int_equal(md_problem_begin_bodies(problem, 3), MD_OK);
    for (int32_t i = 0; i < count; ++i) {
        assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
    }
}

static inline md_row contact(int32_t below, int32_t above, double x, double y)
{
    md_row row = md_row_default();
    row.body[0] = below;
    row.body[1] = above;
    row.jacobian[0][0] = (md_real)-x;
    row.jacobian[0][1] = (md_real)-y;
    row.jacobian[1][0] = (md_real)x;
    row.jacobian[1][1] = (md_real)y;
    return row;
}

/* A stack of m equal bodies; contact 0 is the one with the ground, or the topmost. */
static inline md_problem *stack(int32_t m, bool bottom_up)
{
    md_problem *problem = md_problem_create(NULL);
    assert_non_null(problem);
    add_unit_bodies(problem, m);
    for (int32_t i = 0; i < m; ++i) {
        const int32_t above = bottom_up ? i : m - 1 - i;
        const md_row row = contact(above > 0 ? above - 1 : MD_NO_BODY, above, 0, 1);
        assert_int_equal(md_problem_add_row(problem, &row), MD_OK);
    }
    return problem;
}

/* Every body has contacts with an earlier one (or the world) along x and along y, which gives 2 * bodies independent
 * rows. The remaining contacts are between random bodies in random directions and do not increase the rank. */
static inline md_problem *random_heap(int32_t bodies, int32_t contacts, double compliance)
{
    struct random random = {.state = 7};
    md_problem *problem = md_problem_create(NULL);
    assert_non_null(problem);
    add_unit_bodies(problem, bodies);
    for (int32_t i = 0; i < contacts; ++i) {
        const bool is_first = i < 2 * bodies;
        const int32_t above = is_first ? i / 2 : random_index(&random, bodies);
        const double angle = is_first ? i % 2 * PI / 2 : random_real(&random, 0, 2 * PI);
        md_row row = contact(random_index(&random, above + 1) - 1, above, cos(angle), sin(angle));
        row.compliance = (md_real)compliance;
        assert_int_equal(md_problem_add_row(problem, &row), MD_OK);
    }
    return problem;
}

/* A nonsymmetric matrix with small couplings of either sign. */
static inline md_problem *random_asymmetric(int32_t m, double coupling)
{
    struct random random = {.state = 11};
    double *values = calloc((size_t)m * (size_t)m, sizeof *values);
    assert_non_null(values);
    for (int32_t k = 0; k < m * m; ++k) {
        values[k] = k / m == k % m ? random_real(&random, 1, 3) : random_real(&random, -coupling, coupling);
    }
    md_problem *problem = full_problem(m, values);
    free(values);
    return problem;
}

#endif
