/* Lemke's method against exact solutions, on degenerate problems, and on problems without a solution. */
#include <math.h>

#include "lcp/exact/lemke.h"
#include "support/oracle.h"

static enum lemke_end solve(int32_t m, const double *A, const double *q, double *z)
{
    const md_allocator allocator = md_allocator_or_default(NULL);
    struct lemke lemke = {0};
    assert_int_equal(md_lemke_reserve(&lemke, &allocator, m), MD_OK);
    const enum lemke_end end = md_lemke_solve(&lemke, m, A, q, z);
    md_lemke_free(&lemke, &allocator);
    return end;
}

static void definite_problems_have_the_exact_solution(void **state)
{
    (void)state;
    struct random random = {.state = 5};
    for (int k = 0; k < 500; ++k) {
        const int32_t m = 1 + random_index(&random, 10);
        const struct dense_problem dense =
            dense_random(&random, m, k % 2 == 0 ? DENSE_DEFINITE : DENSE_DOMINANT, false);
        double A[ORACLE_MOST * ORACLE_MOST];
        double exact[ORACLE_MOST];
        double z[ORACLE_MOST];
        for (int32_t i = 0; i < m * m; ++i) {
            A[i] = dense.A[i / m][i % m];
        }
        dense_solve_exactly(&dense, exact);
        assert_int_equal(solve(m, A, dense.q, z), LEMKE_SOLVED);
        for (int32_t i = 0; i < m; ++i) {
            /* The condition of these matrices is about 1e4. */
            assert_true(fabs(z[i] - exact[i]) < 1e-9 * (1 + fabs(exact[i])));
        }
    }
}

/* Equal rows and equal q: every ratio test is a tie. */
static void ties_do_not_make_it_cycle(void **state)
{
    (void)state;
    enum { M = 12 };
    double A[M * M];
    double q[M];
    double z[M];
    double sum = 0;
    for (int32_t i = 0; i < M * M; ++i) {
        A[i] = 1;
    }
    for (int32_t i = 0; i < M; ++i) {
        q[i] = -1;
    }
    assert_int_equal(solve(M, A, q, z), LEMKE_SOLVED);
    for (int32_t i = 0; i < M; ++i) {
        assert_true(z[i] >= 0);
        sum += z[i];
    }
    assert_true(fabs(sum - 1) < 1e-14);
}

/* Murty's example, on which the method needs 2^m pivots: 64 here. */
static void an_exponential_example_is_solved(void **state)
{
    (void)state;
    enum { M = 6 };
    double A[M * M] = {0};
    double q[M];
    double z[M];
    for (int32_t i = 0; i < M; ++i) {
        q[i] = -1;
        A[i * M + i] = 1;
        for (int32_t j = i + 1; j < M; ++j) {
            A[i * M + j] = 2;
        }
    }
    assert_int_equal(solve(M, A, q, z), LEMKE_SOLVED);
    for (int32_t i = 0; i < M; ++i) {
        assert_true(fabs(z[i] - (i == M - 1 ? 1 : 0)) < 1e-14);
    }
}

static void a_zero_diagonal_is_no_obstacle(void **state)
{
    (void)state;
    const double A[] = {0, 1, -1, 0}; /* a bimatrix game: w = (z_2 - 1, 2 - z_1) */
    const double q[] = {-1, 2};
    double z[2];
    assert_int_equal(solve(2, A, q, z), LEMKE_SOLVED);
    assert_true(fabs(z[0] - 2) < 1e-15 && fabs(z[1] - 1) < 1e-15);
}

static void a_problem_without_a_solution_ends_on_a_ray(void **state)
{
    (void)state;
    double z[2];
    assert_int_equal(solve(1, (double[]){-1}, (double[]){-1}, z), LEMKE_RAY);
    assert_int_equal(solve(1, (double[]){0}, (double[]){-1}, z), LEMKE_RAY);
    assert_int_equal(solve(2, (double[]){1, -1, -1, 1}, (double[]){-1, -1}, z), LEMKE_RAY);
}

static void no_rows_and_a_positive_q_need_no_pivot(void **state)
{
    (void)state;
    double z[2] = {7, 7};
    assert_int_equal(solve(0, z, z, z), LEMKE_SOLVED);
    assert_int_equal(solve(2, (double[]){0, 0, 0, 0}, (double[]){0, 3}, z), LEMKE_SOLVED);
    assert_true(z[0] == 0 && z[1] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definite_problems_have_the_exact_solution),
        cmocka_unit_test(ties_do_not_make_it_cycle),
        cmocka_unit_test(an_exponential_example_is_solved),
        cmocka_unit_test(a_zero_diagonal_is_no_obstacle),
        cmocka_unit_test(a_problem_without_a_solution_ends_on_a_ray),
        cmocka_unit_test(no_rows_and_a_positive_q_need_no_pivot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
