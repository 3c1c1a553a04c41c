/* The solver exact: problems that sweeps cannot solve, its limits, its memory, and that it is deterministic. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/counting_allocator.h"
#include "support/oracle.h"
#include "support/runs.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static md_problem *explicit_problem(int32_t m, const double *A, const double *q)
{
    md_entry entries[64];
    md_real q_real[8];
    md_matrix matrix = {0};
    md_problem *problem = md_problem_create(NULL);
    for (int32_t k = 0; k < m * m; ++k) {
        entries[k] = (md_entry){k / m, k % m, (md_real)A[k]};
    }
    for (int32_t i = 0; i < m; ++i) {
        q_real[i] = (md_real)q[i];
    }
    assert_int_equal(md_matrix_from_entries(&matrix, NULL, m, m, entries, (size_t)(m * m)), MD_OK);
    assert_int_equal(md_problem_begin_explicit(problem, &matrix, q_real), MD_OK);
    md_matrix_free(&matrix);
    return problem;
}

static void assert_finite(const struct run *run)
{
    for (int32_t i = 0; i < run->result.m; ++i) {
        assert_true(isfinite(run->lambda[i]) && isfinite(run->w[i]));
    }
    assert_true(isfinite(run->result.residual.absolute) && isfinite(run->result.residual.relative));
}

/* ---- Order of the phases ----------------------------------------------------------------------------------------- */

/* w_1 = lambda_2 - 1, w_2 = lambda_1 - 1: Lemke's method counts as one iteration, Newton's would take several. */
static void a_small_lcp_that_cannot_be_swept_is_pivoted_first(void **state)
{
    (void)state;
    md_problem *problem = explicit_problem(2, (const double[]){0, 1, 1, 0}, (const double[]){-1, -1});
    struct run run = run_solver(problem, "exact", &(md_limits){.tol_relative = PICK(1e-10, 1e-4)});
    assert_int_equal(run.result.outcome, MD_CONVERGED);
    assert_int_equal(run.result.iterations, 1);
    run_free(&run);
    md_problem_destroy(problem);
}

/* After 50 sweeps it is known which contacts stick, slide and open: smoothing would take more steps. */
static void newton_steps_finish_what_the_sweeps_have_nearly_solved(void **state)
{
    (void)state;
    md_problem *problem = problem_of("random:bodies=25,contacts=50,friction=0.3,mass_ratio=100,seed=51");
    struct run run = run_solver(problem, "exact", &(md_limits){.tol_relative = PICK(1e-10, 1e-4)});
    assert_int_equal(run.result.outcome, MD_CONVERGED);
    assert_true(run.result.iterations <= 50 + 2);
    run_free(&run);
    md_problem_destroy(problem);
}

/* ---- Problems ---------------------------------------------------------------------------------------------------- */

static void boxed_problems_have_the_exact_solution(void **state)
{
    (void)state;
    struct random random = {.state = 7};
    md_solver *solver = md_solver_create(NULL);
    const md_solver_spec spec = md_solver_spec_of(MD_EXACT);
    const md_limits limits = {.tol_scaled = PICK(1e-12, 5e-5), .max_iterations = 1000};
    for (int k = 0; k < 1000; ++k) {
        const int32_t m = 1 + random_index(&random, 10);
        const struct dense_problem dense =
            dense_random(&random, m, k % 2 == 0 ? DENSE_DEFINITE : DENSE_DOMINANT, k % 4 < 2);
        double exact[ORACLE_MOST];
        dense_solve_exactly(&dense, exact);
        md_problem *problem = dense_to_problem(&dense);
        md_result result;
        assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, NULL), MD_OK);
        assert_int_equal(result.outcome, MD_CONVERGED);
        for (int32_t i = 0; i < m; ++i) {
            /* The residual times the condition of A, which is about 1e3. */
            assert_true(fabs((double)result.lambda[i] - exact[i]) < PICK(1e-8, 0.05));
        }
        md_problem_destroy(problem);
    }
    md_solver_destroy(solver);
}

/* Two rows for the same contact: only the sum of their impulses is known. */
static void a_singular_A_with_a_duplicated_contact_is_solved(void **state)
{
    (void)state;
    const double A[] = {2, 2, 1, 2, 2, 1, 1, 1, 3};
    md_problem *problem = explicit_problem(3, A, (double[]){-4, -4, -1});
    struct run run = run_solver(problem, "exact", &(md_limits){.tol = PICK(1e-12, 1e-5)});
    assert_int_equal(run.result.outcome, MD_CONVERGED);
    assert_true(run.lambda[0] >= 0 && run.lambda[1] >= 0);
    assert_true(fabs((double)(run.lambda[0] + run.lambda[1]) - 2) < PICK(1e-12, 1e-5));
    run_free(&run);
    md_problem_destroy(problem);
}

/* A saddle-point problem: minimize x^2 - 2 x with the equality row x = 3, whose diagonal is 0. */
static void an_equality_row_with_a_zero_diagonal_is_solved(void **state)
{
    (void)state;
    md_problem *problem = explicit_problem(2, (double[]){2, -1, 1, 0}, (double[]){-2, -3});
    md_error error = {0};
    md_result result;
    const md_real lower[] = {-MD_INFINITY, -MD_INFINITY};
    const md_real upper[] = {MD_INFINITY, MD_INFINITY};
    assert_int_equal(md_problem_set_bounds(problem, lower, upper), MD_OK);
    struct run run = run_solver(problem, "exact", &(md_limits){.tol = PICK(1e-13, 1e-6)});
    assert_int_equal(run.result.outcome, MD_CONVERGED);
    assert_true(fabs((double)run.lambda[0] - 3) < PICK(1e-13, 1e-6) &&
                fabs((double)run.lambda[1] - 4) < PICK(1e-13, 1e-6));
    run_free(&run);
    md_solver *solver = md_solver_create(NULL);
    const md_solver_spec pgs = md_solver_spec_of(MD_PGS);
    assert_int_equal(md_solver_solve(solver, &pgs, problem, &(md_limits){0}, &result, &error), MD_ERROR_PROBLEM);
    assert_string_equal(error.message,
                        "row 2: the diagonal of A is 0, expected a positive number: only the solver exact can work");
    md_solver_destroy(solver);
    md_problem_destroy(problem);
}

/* A heavy body on a light one, which sweeps do not solve. The impulses are up to 1e8 kg m/s, so that the residual of Siconos,
 * which is relative to them, is the one that can be small. In float such impulses are rounded to whole numbers. */
#ifdef MODULUS_SINGLE
#define RATIO "1e3"
#else
#define RATIO "1e6"
#endif

static void stacks_with_a_mass_ratio_of_a_million_are_solved(void **state)
{
    (void)state;
    static const char *const SPECS[] = {"stack:circles=150,ratio=" RATIO, "stack:circles=100,friction=0.5,ratio=" RATIO,
                                        "boxes3:boxes=20,ratio=" RATIO, "chain:links=60,ratio=" RATIO};
    for (size_t k = 0; k < COUNT(SPECS); ++k) {
        md_problem *problem = problem_of(SPECS[k]);
        struct run run = run_solver(problem, "exact", &(md_limits){.max_iterations = 2000});
        if (!(run.result.residual.cone < PICK(1e-12, 1e-4))) {
            fail_msg("%s: %g", SPECS[k], run.result.residual.cone);
        }
        run_free(&run);
        md_problem_destroy(problem);
    }
}

/* A slab on four contacts that slides, spins and rolls. */
static md_problem *slab(md_friction law)
{
    md_problem *problem = md_problem_create(NULL);
    const md_body body = {{1, (md_real)0.5, -1, (md_real)0.3, (md_real)-0.4, 2}, 1, {12, 0, 0, 0, 12, 0, 0, 0, 6}};
    assert_int_equal(md_problem_begin_bodies(problem, 6), MD_OK);
    assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
    for (int k = 0; k < 4; ++k) {
        const md_real x = k % 2 == 0 ? (md_real)-0.5 : (md_real)0.5;
        const md_real y = k < 2 ? (md_real)-0.5 : (md_real)0.5;
        const md_real z = (md_real)-0.1;
        md_contact contact = md_contact_default();
        contact.body[0] = 0;
        contact.law = law;
        contact.mu = (md_real)0.4;
        contact.torsion = (md_real)0.05;
        contact.rolling = (md_real)0.02;
        memcpy(contact.normal.jacobian[0], (md_real[]){0, 0, 1, y, -x, 0}, 6 * sizeof(md_real));
        memcpy(contact.tangent[0].jacobian[0], (md_real[]){1, 0, 0, 0, z, -y}, 6 * sizeof(md_real));
        memcpy(contact.tangent[1].jacobian[0], (md_real[]){0, 1, 0, -z, 0, x}, 6 * sizeof(md_real));
        contact.spin.jacobian[0][5] = 1;
        contact.roll[0].jacobian[0][3] = 1;
        contact.roll[1].jacobian[0][4] = 1;
        assert_int_equal(md_problem_add_contact(problem, &contact), MD_OK);
    }
    return problem;
}

static void velocities(const md_problem *problem, const md_real *lambda, double *w)
{
    md_matrix A = {0};
    md_real q[24];
    assert_int_equal(md_problem_get_A(problem, &A), MD_OK);
    assert_int_equal(md_problem_get_q(problem, q), MD_OK);
    for (int32_t i = 0; i < A.rows; ++i) {
        w[i] = (double)q[i];
        for (int64_t e = A.start[i]; e < A.start[i + 1]; ++e) {
            w[i] += (double)A.value[e] * (double)lambda[A.col[e]];
        }
    }
    md_matrix_free(&A);
}

/* Friction is at most `radius`, and opposes a motion with all of it. */
static void assert_coulomb(const md_real *lambda, const double *w, int rows, double radius)
{
    const double tolerance = PICK(1e-9, 1e-3);
    double force = 0;
    double speed = 0;
    for (int k = 0; k < rows; ++k) {
        force += (double)lambda[k] * (double)lambda[k];
        speed += w[k] * w[k];
    }
    force = sqrt(force);
    speed = sqrt(speed);
    assert_true(force <= radius + tolerance);
    for (int k = 0; k < rows && speed > 1e-3; ++k) {
        assert_true(fabs((double)lambda[k] + radius * w[k] / speed) < tolerance);
    }
}

static void torsion_and_rolling_obey_the_law_of_the_contact(void **state)
{
    (void)state;
    for (md_friction law = 0; law < MD_FRICTION_COUNT; ++law) {
        md_problem *problem = slab(law);
        double w[24] = {0};
        struct run run =
            run_solver(problem, "exact", &(md_limits){.tol_relative = PICK(1e-12, 1e-5), .max_iterations = 1000});
        assert_int_equal(run.result.outcome, MD_CONVERGED);
        velocities(problem, run.lambda, w);
        for (int i = 0; i < 24; i += 6) {
            const double normal = (double)run.lambda[i];
            const int together = law == MD_FRICTION_BOX ? 1 : 2;
            assert_true(normal >= 0 && w[i] > -PICK(1e-10, 1e-4) && fabs(normal * w[i]) < PICK(1e-10, 1e-4));
            assert_coulomb(run.lambda + i + 3, w + i + 3, 1, 0.05 * normal);
            for (int k = 0; k < 2; k += together) {
                assert_coulomb(run.lambda + i + 1 + k, w + i + 1 + k, together, 0.4 * normal);
                assert_coulomb(run.lambda + i + 4 + k, w + i + 4 + k, together, 0.02 * normal);
            }
        }
        run_free(&run);
        md_problem_destroy(problem);
    }
}

static void a_problem_without_rows_is_solved(void **state)
{
    (void)state;
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_begin_bodies(problem, 3), MD_OK);
    struct run run = run_solver(problem, "exact", &(md_limits){.tol = 1e-10});
    assert_int_equal(run.result.outcome, MD_CONVERGED);
    run_free(&run);
    run = run_solver(problem, "exact", &(md_limits){0});
    assert_int_equal(run.result.m, 0);
    run_free(&run);
    md_problem_destroy(problem);
}

/* There is no solution, so that no solver may claim one; the result is finite and its residual true. */
static void problems_without_a_solution_end_stalled_with_finite_numbers(void **state)
{
    (void)state;
    static const struct {
        int32_t m;
        double A[4], q[2];
    } PROBLEMS[] = {{1, {-1}, {-1}},
                    {1, {0}, {-1}},
                    {2, {1, -1, -1, 1}, {-1, -1}},
                    {2, {0, 0, 0, 0}, {-1, 1}},
                    {2, {1, -2, -2, 1}, {-1, -1}}};
    for (size_t k = 0; k < COUNT(PROBLEMS); ++k) {
        md_problem *problem = explicit_problem(PROBLEMS[k].m, PROBLEMS[k].A, PROBLEMS[k].q);
        struct run run = run_solver(problem, "exact", &(md_limits){.tol = 1e-6});
        assert_int_equal(run.result.outcome, MD_STALLED);
        assert_finite(&run);
        assert_true(run.result.residual.absolute > 0.1);
        run_free(&run);
        md_problem_destroy(problem);
    }
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

static bool stop_at(void *user, const md_progress *progress)
{
    int64_t *last = user;
    assert_true(progress->iteration == 0 || progress->iteration == *last + 1);
    *last = progress->iteration;
    return progress->iteration < 60;
}

static void limits_end_the_sweeps_and_the_newton_steps(void **state)
{
    (void)state;
    md_problem *problem = problem_of("pool1:step=100,friction=0");
    int64_t last = 0;
    const md_limits stopped = {.tol_relative = 1e-30, .observe = stop_at, .observe_user = &last};
    struct run run = run_solver(problem, "exact", &stopped);
    assert_int_equal(run.result.outcome, MD_STOPPED);
    assert_int_equal(run.result.iterations, 60);
    run_free(&run);
    static const int64_t LIMITS[] = {20, 55};
    for (size_t k = 0; k < COUNT(LIMITS); ++k) {
        run = run_solver(problem, "exact", &(md_limits){.tol_relative = 1e-30, .max_iterations = LIMITS[k]});
        assert_int_equal(run.result.outcome, MD_MAX_ITERATIONS);
        assert_int_equal(run.result.iterations, LIMITS[k]);
        run_free(&run);
        run = run_solver(problem, "exact", &(md_limits){.tol_relative = 1e-30, .stop_after = LIMITS[k]});
        assert_int_equal(run.result.outcome, MD_MAX_ITERATIONS);
        assert_int_equal(run.result.iterations, LIMITS[k]);
        run_free(&run);
    }
    run = run_solver(problem, "exact", &(md_limits){.tol_relative = 1e-30, .budget_us = 1});
    assert_int_equal(run.result.outcome, MD_TIME_BUDGET);
    run_free(&run);
    md_problem_destroy(problem);
}

/* A tolerance below the rounding errors ends the solve as soon as nothing can be gained. */
static void a_solution_at_rounding_level_ends_the_solve(void **state)
{
    (void)state;
    md_problem *problem = problem_of("stack:circles=50");
    struct run run = run_solver(problem, "exact", &(md_limits){.tol_relative = 1e-30});
    assert_int_equal(run.result.outcome, MD_STALLED);
    assert_true(run.result.iterations < 120);
    assert_true(run.result.residual.relative < PICK(1e-13, 1e-4));
    struct run again = run_solver(problem, "exact", &(md_limits){0});
    assert_int_equal(again.result.outcome, MD_STALLED);
    assert_true(again.result.residual.relative <= run.result.residual.relative);
    run_free(&run);
    run_free(&again);
    md_problem_destroy(problem);
}

static void a_warm_start_at_the_solution_needs_no_iteration(void **state)
{
    (void)state;
    md_problem *problem = problem_of("packing:circles=60,friction=0.5");
    const md_limits limits = {.tol_relative = PICK(1e-9, 1e-3), .max_iterations = 1000};
    struct run cold = run_solver(problem, "exact", &limits);
    assert_int_equal(cold.result.outcome, MD_CONVERGED);
    assert_true(cold.result.iterations > 0);
    assert_int_equal(md_problem_set_start(problem, cold.lambda, NULL), MD_OK);
    struct run warm = run_solver(problem, "exact", &limits);
    assert_int_equal(warm.result.outcome, MD_CONVERGED);
    assert_int_equal(warm.result.iterations, 0);
    run_free(&cold);
    run_free(&warm);
    md_problem_destroy(problem);
}

/* ---- Memory and bits --------------------------------------------------------------------------------------------- */

static void the_same_problem_gives_the_same_bits(void **state)
{
    (void)state;
    static const char *const SPECS[] = {"pool1:step=100", "boxes3:boxes=6", "random:friction=0.8,mass_ratio=1000"};
    md_solver *solver = md_solver_create(NULL);
    const md_solver_spec spec = md_solver_spec_of(MD_EXACT);
    for (size_t k = 0; k < COUNT(SPECS); ++k) {
        md_problem *problem = problem_of(SPECS[k]);
        const md_limits limits = {.tol_relative = PICK(1e-10, 1e-5), .max_iterations = 1000};
        struct run run = run_solver(problem, "exact", &limits);
        md_result again;
        /* By a solver that has solved other problems before. */
        assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &again, NULL), MD_OK);
        assert_int_equal(again.iterations, run.result.iterations);
        assert_memory_equal(again.lambda, run.lambda, (size_t)run.result.m * sizeof(md_real));
        run_free(&run);
        md_problem_destroy(problem);
    }
    md_solver_destroy(solver);
}

static md_status solve_with(const md_allocator *allocator, void *user)
{
    md_solver *solver = md_solver_create(allocator);
    if (solver == NULL) {
        return MD_ERROR_MEMORY;
    }
    const md_solver_spec spec = md_solver_spec_of(MD_EXACT);
    md_result result;
    const md_status status =
        md_solver_solve(solver, &spec, user, &(md_limits){.tol_relative = 1e-30, .max_iterations = 500}, &result, NULL);
    md_solver_destroy(solver);
    return status;
}

/* An antisymmetric A with equality rows: every diagonal pivot is 0, so that the factorization delays them and grows. */
static md_problem *antisymmetric(void)
{
    enum { M = 8 };
    double A[M * M] = {0};
    const double q[M] = {1, -2, 3, -4, 5, -6, 7, -8};
    md_real lower[M];
    md_real upper[M];
    for (int32_t i = 0; i < M; ++i) {
        lower[i] = -MD_INFINITY;
        upper[i] = MD_INFINITY;
    }
    for (int32_t i = 0; i < M / 2; ++i) {
        A[i * M + M - 1 - i] = 1 + i;
        A[(M - 1 - i) * M + i] = -1 - i;
    }
    md_problem *problem = explicit_problem(M, A, q);
    assert_int_equal(md_problem_set_bounds(problem, lower, upper), MD_OK);
    return problem;
}

/* With friction, with delayed pivots, and an LCP without a solution, on which every phase runs. */
static void any_allocation_may_fail(void **state)
{
    (void)state;
    md_problem *problems[] = {antisymmetric(), slab(MD_FRICTION_DISC),
                              explicit_problem(2, (double[]){1, -2, -2, 1}, (double[]){-1, -1})};
    for (size_t k = 0; k < COUNT(problems); ++k) {
        assert_true(assert_survives_every_refusal(solve_with, problems[k]) > 30);
        md_problem_destroy(problems[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_lcp_that_cannot_be_swept_is_pivoted_first),
        cmocka_unit_test(newton_steps_finish_what_the_sweeps_have_nearly_solved),
        cmocka_unit_test(boxed_problems_have_the_exact_solution),
        cmocka_unit_test(a_singular_A_with_a_duplicated_contact_is_solved),
        cmocka_unit_test(an_equality_row_with_a_zero_diagonal_is_solved),
        cmocka_unit_test(stacks_with_a_mass_ratio_of_a_million_are_solved),
        cmocka_unit_test(torsion_and_rolling_obey_the_law_of_the_contact),
        cmocka_unit_test(a_problem_without_rows_is_solved),
        cmocka_unit_test(problems_without_a_solution_end_stalled_with_finite_numbers),
        cmocka_unit_test(limits_end_the_sweeps_and_the_newton_steps),
        cmocka_unit_test(a_solution_at_rounding_level_ends_the_solve),
        cmocka_unit_test(a_warm_start_at_the_solution_needs_no_iteration),
        cmocka_unit_test(the_same_problem_gives_the_same_bits),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
