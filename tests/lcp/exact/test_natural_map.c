/* The equation of the exact solver: its derivatives against differences, and its zeros. */
#include <math.h>
#include <string.h>

#include "lcp/exact/newton.h"
#include "support/support.h"

enum { ROWS = 12 };

static const md_allocator *allocator(void)
{
    static md_allocator standard;
    standard = md_allocator_or_default(NULL);
    return &standard;
}

/* A random A that is not symmetric, with the q of the sign of the row's parity. */
static md_matrix random_matrix(struct random *random, md_real *q)
{
    md_entry entries[ROWS * ROWS];
    md_matrix A = {0};
    for (int32_t k = 0; k < ROWS * ROWS; ++k) {
        const double value = random_real(random, -0.3, 0.3) + (k / ROWS == k % ROWS ? 2 : 0);
        entries[k] = (md_entry){k / ROWS, k % ROWS, (md_real)value};
    }
    for (int32_t i = 0; i < ROWS; ++i) {
        q[i] = (md_real)random_real(random, -1, 1);
    }
    assert_int_equal(md_matrix_from_entries(&A, NULL, ROWS, ROWS, entries, ROWS * ROWS), MD_OK);
    return A;
}

/* Two contacts with torsion and rolling. */
static md_problem *with_contacts(struct random *random, md_friction law)
{
    md_real q[ROWS];
    md_matrix A = random_matrix(random, q);
    md_problem *problem = md_problem_create(NULL);
    const md_contact_set contacts = {.tangents = 2,
                                     .law = law,
                                     .mu = (md_real[]){(md_real)0.5, (md_real)0.9},
                                     .torsion = (md_real[]){(md_real)0.2, (md_real)0.3},
                                     .rolling = (md_real[]){(md_real)0.1, (md_real)0.4}};
    assert_int_equal(md_problem_begin_explicit(problem, &A, q), MD_OK);
    assert_int_equal(md_problem_set_contacts(problem, &contacts), MD_OK);
    md_matrix_free(&A);
    return problem;
}

/* Rows with each kind of bounds, two of them with a parent. */
static md_problem *with_bounds(struct random *random)
{
    md_real q[ROWS];
    md_real lower[ROWS];
    md_real upper[ROWS];
    md_real mu[ROWS] = {0};
    int32_t parent[ROWS];
    md_matrix A = random_matrix(random, q);
    md_problem *problem = md_problem_create(NULL);
    for (int32_t i = 0; i < ROWS; ++i) {
        lower[i] = i % 3 == 0 ? -MD_INFINITY : (md_real)-0.1 * (md_real)(i % 2);
        upper[i] = i % 4 < 2 ? MD_INFINITY : (md_real)0.2;
        parent[i] = MD_NO_PARENT;
    }
    parent[5] = 4;
    parent[0] = 10;
    mu[5] = mu[0] = (md_real)0.7;
    assert_int_equal(md_problem_begin_explicit(problem, &A, q), MD_OK);
    assert_int_equal(md_problem_set_bounds(problem, lower, upper), MD_OK);
    assert_int_equal(md_problem_set_friction(problem, parent, mu), MD_OK);
    md_matrix_free(&A);
    return problem;
}

static struct exact_problem read(const md_problem *problem)
{
    md_real q[ROWS];
    md_matrix A = {0};
    struct exact_problem exact = {0};
    assert_int_equal(md_problem_get_A(problem, &A), MD_OK);
    assert_int_equal(md_problem_get_q(problem, q), MD_OK);
    assert_int_equal(md_exact_problem_read(&exact, allocator(), problem, &A, q), MD_OK);
    md_matrix_free(&A);
    return exact;
}

static void check_derivatives(const md_problem *problem, struct random *random)
{
    struct exact_problem exact = read(problem);
    struct newton newton = {0};
    assert_int_equal(md_newton_prepare(&newton, allocator(), &exact), MD_OK);
    for (int trial = 0; trial < 20; ++trial) {
        const double h = 1e-6;
        double center[ROWS];
        double lambda[ROWS];
        double direction[ROWS];
        double F[2][ROWS];
        const struct easing easing = {0.05, 0.1, center};
        for (int32_t i = 0; i < ROWS; ++i) {
            center[i] = random_real(random, -0.5, 0.5);
            lambda[i] = random_real(random, -0.5, 0.5);
            direction[i] = random_real(random, -1, 1);
        }
        for (int side = 0; side < 2; ++side) {
            double moved[ROWS];
            for (int32_t i = 0; i < ROWS; ++i) {
                moved[i] = lambda[i] + (side == 0 ? -h : h) * direction[i];
            }
            md_natural_map(&exact, &easing, moved, newton.w, &newton.map);
            memcpy(F[side], newton.map.F, sizeof F[side]);
        }
        md_natural_map(&exact, &easing, lambda, newton.w, &newton.map);
        assert_true(md_newton_factor(&newton, &exact, &easing));
        for (int32_t i = 0; i < ROWS; ++i) {
            double product = 0;
            for (int32_t e = newton.start.at[i]; e < newton.start.at[i + 1]; ++e) {
                product += newton.values.at[e] * direction[newton.column.at[e]];
            }
            /* The third derivative is about 1 / epsilon^2 = 400, the rounding error about 1e-16 / h. */
            assert_true(fabs(product - (F[1][i] - F[0][i]) / (2 * h)) < 1e-8);
        }
    }
    md_newton_free(&newton, allocator());
    md_exact_problem_free(&exact, allocator());
}

static void the_newton_matrix_is_the_derivative_for_every_kind_of_row(void **state)
{
    (void)state;
    struct random random = {.state = 3};
    for (int k = 0; k < 4; ++k) {
        md_problem *problem = k < 3 ? with_contacts(&random, (md_friction)k) : with_bounds(&random);
        check_derivatives(problem, &random);
        md_problem_destroy(problem);
    }
}

static void the_drift_is_the_derivative_by_the_logarithm_of_epsilon(void **state)
{
    (void)state;
    struct random random = {.state = 4};
    for (int k = 0; k < 4; ++k) {
        const double h = 1e-6;
        md_problem *problem = k < 3 ? with_contacts(&random, (md_friction)k) : with_bounds(&random);
        struct exact_problem exact = read(problem);
        struct newton newton = {0};
        double center[ROWS];
        double lambda[ROWS];
        double F[2][ROWS];
        assert_int_equal(md_newton_prepare(&newton, allocator(), &exact), MD_OK);
        for (int32_t i = 0; i < ROWS; ++i) {
            center[i] = random_real(&random, -0.5, 0.5);
            lambda[i] = random_real(&random, -0.5, 0.5);
        }
        for (int side = 0; side < 2; ++side) {
            const double factor = 1 + (side == 0 ? -h : h);
            const struct easing easing = {0.05 * factor, 0.1 * factor, center};
            md_natural_map(&exact, &easing, lambda, newton.w, &newton.map);
            memcpy(F[side], newton.map.F, sizeof F[side]);
        }
        md_natural_map(&exact, &(struct easing){0.05, 0.1, center}, lambda, newton.w, &newton.map);
        for (int32_t i = 0; i < ROWS; ++i) {
            assert_true(fabs(newton.map.drift[i] + (F[1][i] - F[0][i]) / (2 * h)) < 1e-8);
        }
        md_newton_free(&newton, allocator());
        md_exact_problem_free(&exact, allocator());
        md_problem_destroy(problem);
    }
}

/* Without easing, F is zero exactly at a projected step that changes nothing: a solution of the problem. */
static void a_zero_of_the_equation_is_a_solution(void **state)
{
    (void)state;
    struct random random = {.state = 5};
    for (int k = 0; k < 4; ++k) {
        md_problem *problem = k < 3 ? with_contacts(&random, (md_friction)k) : with_bounds(&random);
        md_solver *solver = md_solver_create(NULL);
        const md_solver_spec spec = md_solver_spec_of(MD_PGS);
        const md_limits limits = {.tol_scaled = PICK(1e-13, 1e-6), .max_iterations = 10000};
        md_result result;
        assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, NULL), MD_OK);
        assert_int_equal(result.outcome, MD_CONVERGED);
        struct exact_problem exact = read(problem);
        struct newton newton = {0};
        double lambda[ROWS];
        assert_int_equal(md_newton_prepare(&newton, allocator(), &exact), MD_OK);
        for (int32_t i = 0; i < ROWS; ++i) {
            lambda[i] = (double)result.lambda[i];
        }
        md_natural_map(&exact, &(struct easing){0}, lambda, newton.w, &newton.map);
        assert_true(md_natural_map_norm(&exact, &newton.map) < PICK(1e-12, 1e-5));
        lambda[1] += 0.1;
        md_natural_map(&exact, &(struct easing){0}, lambda, newton.w, &newton.map);
        assert_true(md_natural_map_norm(&exact, &newton.map) > 0.01);
        md_newton_free(&newton, allocator());
        md_exact_problem_free(&exact, allocator());
        md_solver_destroy(solver);
        md_problem_destroy(problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newton_matrix_is_the_derivative_for_every_kind_of_row),
        cmocka_unit_test(the_drift_is_the_derivative_by_the_logarithm_of_epsilon),
        cmocka_unit_test(a_zero_of_the_equation_is_a_solution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
