/* The built-in problems: sizes, closed forms, balance of forces, determinism, refused input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate/generate.h"
#include "support/support.h"

#define GRAVITY_STEP (9.80665 / 60) /* m/s, velocity gained from gravity in one time step */

static void assert_close(double value, double expected, double tolerance)
{
    if (!(value >= expected - tolerance && value <= expected + tolerance)) {
        fail_msg("%.17g, expected %.17g within %g", value, expected, tolerance);
    }
}

static md_problem *generated(const char *spec)
{
    md_problem *problem = md_problem_create(NULL);
    md_error error = {0};
    assert_non_null(problem);
    if (generate_problem(problem, spec, &error) != MD_OK) {
        fail_msg("%s: %s", spec, error.message);
    }
    return problem;
}

/* Returns lambda of a converged solve, which the caller frees. */
static md_real *solution_of(const md_problem *problem, const char *solver_text, double tolerance)
{
    md_solver *solver = md_solver_create(NULL);
    md_solver_spec spec;
    md_result result;
    assert_int_equal(md_solver_spec_parse(solver_text, &spec, NULL), MD_OK);
    const md_limits limits = {.tol_relative = tolerance, .max_iterations = 1000000};
    assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, NULL), MD_OK);
    assert_int_equal(result.outcome, MD_CONVERGED);
    const size_t size = (size_t)result.m * sizeof(md_real);
    md_real *lambda = malloc(size);
    memcpy(lambda, result.lambda, size);
    md_solver_destroy(solver);
    return lambda;
}

static void assert_sizes(const char *spec, int32_t rows, int32_t velocities)
{
    md_problem *problem = generated(spec);
    assert_int_equal(md_problem_rows(problem), rows);
    assert_int_equal(md_problem_velocities(problem), velocities);
    assert_int_equal(md_problem_check(problem, NULL), MD_OK);
    md_problem_destroy(problem);
}

static void every_kind_has_the_documented_rows_and_bodies(void **state)
{
    (void)state;
    assert_sizes("stack", 30, 90);
    assert_sizes("stack:circles=1", 1, 3);
    assert_sizes("stack:circles=5,friction=0.3,order=down", 10, 15);
    assert_sizes("chain:links=7", 14, 21);
    assert_sizes("random:bodies=20,contacts=50,friction=0", 50, 60);
    assert_sizes("random:bodies=20,contacts=10", 20, 60);
    assert_sizes("boxes3:boxes=4", 48, 24);
    assert_sizes("boxes3:boxes=4,friction=0", 16, 24);
    /* Rows of 3, 2 and 3 discs: 3 contacts with the floor, 4 with walls, 2 + 1 + 2 within rows, 4 + 4 between rows. */
    assert_sizes("packing:circles=8,width=1.3,friction=0", 20, 24);
    assert_sizes("packing:circles=8,width=1.3", 40, 24);
    assert_sizes("packing:circles=1", 4, 3);
    assert_sizes("stack3:spheres=5,friction=0.3,order=down", 15, 30);
    assert_sizes("chain3:links=7", 21, 42);
    assert_sizes("random3:bodies=20,contacts=50", 150, 120);
    /* Layers of 4, 1 and 4 spheres: 4 contacts with the floor, 8 + 8 with walls, 4 + 4 within layers, 4 + 4 between. */
    assert_sizes("packing3:spheres=9,width=1,friction=0", 36, 54);
    assert_sizes("packing3:spheres=9,width=1", 108, 54);
}

static void a_large_packing_has_three_contacts_per_circle(void **state)
{
    (void)state;
    md_problem *problem = generated("packing:circles=10000,width=0,friction=0");
    /* Except for about 4 times 100 circles at the rim, where a contact is missing or is with a wall. */
    const int32_t rows = md_problem_rows(problem);
    assert_in_range(rows, 30000 - 400, 30000);
    md_problem_destroy(problem);
}

static void a_large_packing_of_spheres_has_six_contacts_per_sphere(void **state)
{
    (void)state;
    md_problem *problem = generated("packing3:spheres=20000,width=0,friction=0");
    /* In layers of 25^2 and 24^2: the lowest lacks 3 contacts per sphere, each of 17 large layers about 150 at its edges,
     * each of 16 small ones 48. */
    const int32_t missing = 120000 - md_problem_rows(problem);
    assert_in_range(missing, 4700, 5700);
    md_problem_destroy(problem);
}

static void the_defaults_of_every_listed_kind_are_accepted(void **state)
{
    (void)state;
    for (const struct generate_kind *kind = generate_kinds; kind->name != NULL; ++kind) {
        assert_non_null(kind->summary);
        for (const struct generate_key *key = kind->keys; key->name != NULL; ++key) {
            char spec[160];
            snprintf(spec, sizeof spec, "%s:%s=%s", kind->name, key->name, key->standard);
            md_problem *problem = generated(spec);
            assert_true(md_problem_rows(problem) > 0);
            assert_non_null(key->meaning);
            md_problem_destroy(problem);
        }
    }
}

/* ---- Closed forms ------------------------------------------------------------------------------------------------ */

static void the_stack_has_a_tridiagonal_matrix(void **state)
{
    (void)state;
    enum { COUNT = 6 };
    const double mass[COUNT] = {2, 4, 6, 8, 10, 12};
    md_problem *problem = generated("stack:circles=6,mass=2,ratio=6");
    md_matrix A = {0};
    assert_int_equal(md_problem_get_A(problem, &A), MD_OK);
    for (int32_t i = 0; i < COUNT; ++i) {
        for (int32_t j = 0; j < COUNT; ++j) {
            double expected = 0;
            if (i == j) {
                expected = 1 / mass[i] + (i > 0 ? 1 / mass[i - 1] : 0);
            } else if (abs(i - j) == 1) {
                expected = -1 / mass[i < j ? i : j];
            }
            assert_close((double)md_matrix_at(&A, i, j), expected, PICK(1e-15, 1e-7));
        }
    }
    md_matrix_free(&A);
    md_problem_destroy(problem);
}

static void a_contact_of_the_stack_carries_all_above_it(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    const char *specs[] = {"stack:circles=20", "stack:circles=20,order=down"};
    for (int order = 0; order < 2; ++order) {
        md_problem *problem = generated(specs[order]);
        md_real *lambda = solution_of(problem, "amgs:alpha=0.08", PICK(1e-12, 1e-5));
        for (int32_t i = 0; i < COUNT; ++i) {
            const int32_t carried = order == 0 ? COUNT - i : i + 1;
            /* Rounding error of the residual times the condition number of A, about COUNT^2. */
            assert_close((double)lambda[i], carried * GRAVITY_STEP, PICK(1e-9, 1e-2));
        }
        free(lambda);
        md_problem_destroy(problem);
    }
}

static void a_joint_of_the_hanging_chain_carries_all_below_it(void **state)
{
    (void)state;
    enum { COUNT = 10 };
    md_problem *problem = generated("chain:links=10");
    md_real *lambda = solution_of(problem, "amgs:alpha=0.1", PICK(1e-12, 1e-5));
    for (int32_t i = 0; i < COUNT; ++i) {
        assert_close((double)lambda[2 * i], 0, PICK(1e-9, 1e-3));
        assert_close((double)lambda[2 * i + 1], (COUNT - i) * GRAVITY_STEP, PICK(1e-9, 1e-3));
    }
    free(lambda);
    md_problem_destroy(problem);
}

/* ---- Balance ----------------------------------------------------------------------------------------------------- */

/* Sums the impulses of the rows with the world that have a vertical but no horizontal part: the load on the floor. */
static double floor_impulse(const md_problem *problem, const md_real *lambda)
{
    md_matrix J = {0};
    double sum = 0;
    assert_int_equal(md_problem_get_J(problem, &J), MD_OK);
    for (int32_t i = 0; i < J.rows; ++i) {
        double x = 0;
        double y = 0;
        for (int64_t e = J.start[i]; e < J.start[i + 1]; ++e) {
            x += J.col[e] % 3 == 0 ? (double)J.value[e] : 0;
            y += J.col[e] % 3 == 1 ? (double)J.value[e] : 0;
        }
        sum += x == 0 && y == 1 ? (double)lambda[i] : 0;
    }
    md_matrix_free(&J);
    return sum;
}

static void the_floor_carries_the_whole_packing(void **state)
{
    (void)state;
    enum { COUNT = 60 };
    md_problem *problem = generated("packing:circles=60,width=3,friction=0");
    md_real *lambda = solution_of(problem, "amgs:alpha=0.1", PICK(1e-9, 1e-4));
    const double weight = COUNT * 2 * GRAVITY_STEP;
    assert_close(floor_impulse(problem, lambda), weight, weight * PICK(1e-7, 1e-2));
    free(lambda);
    md_problem_destroy(problem);
}

/* Asserts that the bodies come to rest. */
static void assert_rest(const char *spec)
{
    md_problem *problem = generated(spec);
    md_solver *solver = md_solver_create(NULL);
    const md_solver_spec standard = md_solver_spec_default();
    const md_limits limits = {.tol_relative = PICK(1e-10, 1e-5), .max_iterations = 100000};
    md_result result;
    assert_int_equal(md_solver_solve(solver, &standard, problem, &limits, &result, NULL), MD_OK);
    assert_int_equal(result.outcome, MD_CONVERGED);
    for (int32_t k = 0; k < result.n; ++k) {
        assert_close((double)result.v[k], 0, PICK(1e-7, 1e-2));
    }
    md_solver_destroy(solver);
    md_problem_destroy(problem);
}

static void the_boxes_come_to_rest_and_have_full_inertias(void **state)
{
    (void)state;
    md_problem *problem = generated("boxes3:boxes=3");
    md_matrix inverse_M = {0};
    assert_int_equal(md_problem_get_inverse_M(problem, &inverse_M), MD_OK);
    for (int32_t k = 0; k < 9; ++k) {
        assert_true(md_matrix_at(&inverse_M, 3 + k / 3, 3 + k % 3) != 0);
    }
    md_matrix_free(&inverse_M);
    md_problem_destroy(problem);
    assert_rest("boxes3:boxes=3");
}

static void spheres_in_a_packing_come_to_rest(void **state)
{
    (void)state;
    assert_rest("packing3:spheres=9,width=1,friction=0");
    assert_rest("packing3:spheres=14,width=1.3");
}

/* The same A as for circles, and 1/m + r^2 / (2/5 m r^2) for a tangent at the ground. */
static void the_stack_of_spheres_has_the_matrix_of_the_circles(void **state)
{
    (void)state;
    md_problem *circles = generated("stack:circles=6,mass=2,ratio=6");
    md_problem *spheres = generated("stack3:spheres=6,mass=2,ratio=6");
    md_problem *rough = generated("stack3:spheres=1,mass=2,friction=0.5");
    md_matrix A[3] = {{0}, {0}, {0}};
    assert_int_equal(md_problem_get_A(circles, &A[0]), MD_OK);
    assert_int_equal(md_problem_get_A(spheres, &A[1]), MD_OK);
    assert_int_equal(md_problem_get_A(rough, &A[2]), MD_OK);
    for (int32_t i = 0; i < 36; ++i) {
        assert_close((double)md_matrix_at(&A[1], i / 6, i % 6), (double)md_matrix_at(&A[0], i / 6, i % 6),
                     PICK(1e-15, 1e-7));
    }
    for (int32_t i = 0; i < 9; ++i) {
        const double expected = i % 4 != 0 ? 0 : i == 0 ? 0.5 : 0.5 * 3.5;
        assert_close((double)md_matrix_at(&A[2], i / 3, i % 3), expected, PICK(1e-14, 1e-6));
    }
    for (int k = 0; k < 3; ++k) {
        md_matrix_free(&A[k]);
    }
    md_problem_destroy(circles);
    md_problem_destroy(spheres);
    md_problem_destroy(rough);
}

static void a_joint_of_the_3d_chain_carries_all_below_it(void **state)
{
    (void)state;
    enum { LINKS = 8 };
    md_problem *problem = generated("chain3:links=8,mass=2");
    md_real *lambda = solution_of(problem, "pgs", PICK(1e-12, 1e-5));
    for (int i = 0; i < LINKS; ++i) {
        const double carried = 9.80665 / 60 * 2 * (LINKS - i);
        assert_close((double)lambda[3 * i], 0, PICK(1e-9, 1e-2));
        assert_close((double)lambda[3 * i + 1], carried, PICK(1e-8, 1e-2));
        assert_close((double)lambda[3 * i + 2], 0, PICK(1e-9, 1e-2));
    }
    free(lambda);
    md_problem_destroy(problem);
}

/* The first contacts have body k as their second one. */
static void directions_of_a_random_3d_contact_are_orthonormal(void **state)
{
    (void)state;
    md_problem *problem = generated("random3:bodies=20,contacts=20");
    md_matrix J = {0};
    assert_int_equal(md_problem_get_J(problem, &J), MD_OK);
    for (int32_t k = 0; k < 20; ++k) {
        for (int32_t pair = 0; pair < 9; ++pair) {
            double dot = 0;
            for (int32_t c = 0; c < 3; ++c) {
                dot += (double)md_matrix_at(&J, 3 * k + pair / 3, 6 * k + c) *
                       (double)md_matrix_at(&J, 3 * k + pair % 3, 6 * k + c);
            }
            assert_close(dot, pair % 4 == 0, PICK(1e-14, 1e-6));
        }
    }
    md_matrix_free(&J);
    md_problem_destroy(problem);
}

static void a_random_3d_problem_has_a_solution(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 5; ++seed) {
        char spec[80];
        snprintf(spec, sizeof spec, "random3:bodies=30,contacts=45,friction=0,seed=%d", seed);
        md_problem *problem = generated(spec);
        free(solution_of(problem, "amgs", PICK(1e-6, 1e-3)));
        md_problem_destroy(problem);
    }
}

static void a_random_problem_has_a_solution(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 5; ++seed) {
        char spec[80];
        snprintf(spec, sizeof spec, "random:bodies=30,contacts=45,friction=0,seed=%d", seed);
        md_problem *problem = generated(spec);
        free(solution_of(problem, "amgs", PICK(1e-6, 1e-3)));
        md_problem_destroy(problem);
    }
}

/* ---- Determinism ------------------------------------------------------------------------------------------------- */

static void assert_same_numbers(const md_real *a, const md_real *b, int32_t count)
{
    assert_memory_equal(a, b, (size_t)count * sizeof *a);
}

static void assert_same_problem(const md_problem *a, const md_problem *b)
{
    const int32_t m = md_problem_rows(a);
    const int32_t n = md_problem_velocities(a);
    assert_int_equal(m, md_problem_rows(b));
    assert_int_equal(n, md_problem_velocities(b));
    assert_same_numbers(md_problem_bias(a), md_problem_bias(b), m);
    assert_same_numbers(md_problem_lambda0(a), md_problem_lambda0(b), m);
    assert_same_numbers(md_problem_y0(a), md_problem_y0(b), m);
    md_real *v = malloc(2 * (size_t)n * sizeof *v);
    assert_int_equal(md_problem_get_v(a, v), MD_OK);
    assert_int_equal(md_problem_get_v(b, v + n), MD_OK);
    assert_same_numbers(v, v + n, n);
    free(v);
    md_matrix J[2] = {{0}, {0}};
    assert_int_equal(md_problem_get_J(a, &J[0]), MD_OK);
    assert_int_equal(md_problem_get_J(b, &J[1]), MD_OK);
    assert_int_equal(J[0].start[m], J[1].start[m]);
    assert_same_numbers(J[0].value, J[1].value, (int32_t)J[0].start[m]);
    md_matrix_free(&J[0]);
    md_matrix_free(&J[1]);
}

static void the_same_specification_gives_bit_identical_problems(void **state)
{
    (void)state;
    const char *specs[] = {"packing:circles=50",
                           "random:seed=7",
                           "boxes3",
                           "pool1:circles=60,width=3,step=80",
                           "pool2:driver=amgs:alpha=0.25;form=sparse,step=40",
                           "stacking:step=60",
                           "random3:seed=7",
                           "pool3:count=60,width=3,step=60",
                           "spheres:count=60,step=40"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; ++i) {
        md_problem *first = generated(specs[i]);
        md_problem *second = generated("stack"); /* memory that was used for another problem */
        assert_int_equal(generate_problem(second, specs[i], NULL), MD_OK);
        assert_same_problem(first, second);
        md_problem_destroy(first);
        md_problem_destroy(second);
    }
}

static void another_seed_gives_another_problem(void **state)
{
    (void)state;
    md_problem *first = generated("pool1:step=60");
    md_problem *second = generated("pool1:step=60,seed=2");
    const bool differ =
        md_problem_rows(first) != md_problem_rows(second) ||
        memcmp(md_problem_bias(first), md_problem_bias(second), (size_t)md_problem_rows(first) * sizeof(md_real)) != 0;
    assert_true(differ);
    md_problem_destroy(first);
    md_problem_destroy(second);
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static double largest_of(const md_real *values, int32_t count)
{
    double largest = 0;
    for (int32_t i = 0; i < count; ++i) {
        largest = values[i] > largest ? (double)values[i] : largest;
    }
    return largest;
}

static void a_scene_has_a_warm_start_unless_disabled(void **state)
{
    (void)state;
    md_problem *warm = generated("pool1:step=100,friction=0");
    md_problem *cold = generated("pool1:step=100,friction=0,warm_start=0");
    const int32_t m = md_problem_rows(warm);
    assert_int_equal(md_problem_rows(cold), m);
    assert_same_numbers(md_problem_bias(warm), md_problem_bias(cold), m);
    assert_true(largest_of(md_problem_lambda0(warm), m) > 0);
    assert_true(largest_of(md_problem_lambda0(cold), m) == 0);
    assert_true(largest_of(md_problem_y0(cold), m) == 0);
    for (int32_t i = 0; i < m; ++i) {
        assert_int_equal(md_problem_parent(warm)[i], MD_NO_PARENT);
    }
    md_problem_destroy(warm);
    md_problem_destroy(cold);
}

/* ---- Refused input ----------------------------------------------------------------------------------------------- */

static void an_invalid_specification_is_refused_with_a_one_line_reason(void **state)
{
    (void)state;
    static const char *const CASES[][2] = {
        {"", "generate: unknown problem '', expected one of stack, chain,"},
        {"heap", "generate: unknown problem 'heap', expected one of stack, chain, packing, random, boxes3, pool1"},
        {"tower3",
         "generate: 'tower3' is a scene: modulus run tower3 --export-lcp STEP:DIR writes the problem of a step"},
        {"packing3:width=0.5", "generate packing3: width='0.5', expected 0 or at least 0.84 m"},
        {"stak:circles=3", "generate: unknown problem 'stak', did you mean 'stack'?"},
        {"stack:circle=3", "generate stack: unknown key 'circle', did you mean 'circles'?"},
        {"stack:circles", "generate stack: 'circles', expected key=value"},
        {"stack:circles=0", "generate stack: circles='0', expected a whole number from 1 to 10000000"},
        {"stack:circles=2.5", "generate stack: circles='2.5', expected a whole number"},
        {"stack:circles=nan", "generate stack: circles='nan', expected a whole number"},
        {"stack:mass=-1", "generate stack: mass='-1', expected a number from 1e-06 to 1000000"},
        {"stack:friction=", "generate stack: friction='', expected a number"},
        {"stack:order=left", "generate stack: order='left', expected one of up|down"},
        {"stack:height=3",
         "generate stack: unknown key 'height', expected one of circles, mass, ratio, friction, order"},
        {"packing:width=0.5", "generate packing: width='0.5', expected 0 or at least 0.84 m"},
        {"pool1:driver=magic", "generate pool1: driver: solver: unknown method 'magic'"},
        {"pool2:driver=amgs:alpha=0", "generate pool2: driver: solver amgs: alpha='0', expected a positive number"},
        {"pool1:warm_start=2", "generate pool1: warm_start='2', expected a whole number from 0 to 1"},
    };
    md_problem *problem = md_problem_create(NULL);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        md_error error = {0};
        assert_int_equal(generate_problem(problem, CASES[i][0], &error), MD_ERROR_ARGUMENT);
        assert_int_equal(error.status, MD_ERROR_ARGUMENT);
        if (strncmp(error.message, CASES[i][1], strlen(CASES[i][1])) != 0) {
            fail_msg("'%s' gave: %s", CASES[i][0], error.message);
        }
        assert_null(strchr(error.message, '\n'));
        assert_int_equal(generate_problem(problem, CASES[i][0], NULL), MD_ERROR_ARGUMENT);
    }
    char long_spec[400];
    memset(long_spec, 'x', sizeof long_spec - 1);
    long_spec[sizeof long_spec - 1] = '\0';
    assert_int_equal(generate_problem(problem, long_spec, NULL), MD_ERROR_ARGUMENT);
    md_problem_destroy(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_the_documented_rows_and_bodies),
        cmocka_unit_test(a_large_packing_has_three_contacts_per_circle),
        cmocka_unit_test(the_defaults_of_every_listed_kind_are_accepted),
        cmocka_unit_test(the_stack_has_a_tridiagonal_matrix),
        cmocka_unit_test(a_contact_of_the_stack_carries_all_above_it),
        cmocka_unit_test(a_joint_of_the_hanging_chain_carries_all_below_it),
        cmocka_unit_test(the_floor_carries_the_whole_packing),
        cmocka_unit_test(the_boxes_come_to_rest_and_have_full_inertias),
        cmocka_unit_test(a_random_problem_has_a_solution),
        cmocka_unit_test(a_large_packing_of_spheres_has_six_contacts_per_sphere),
        cmocka_unit_test(spheres_in_a_packing_come_to_rest),
        cmocka_unit_test(the_stack_of_spheres_has_the_matrix_of_the_circles),
        cmocka_unit_test(a_joint_of_the_3d_chain_carries_all_below_it),
        cmocka_unit_test(directions_of_a_random_3d_contact_are_orthonormal),
        cmocka_unit_test(a_random_3d_problem_has_a_solution),
        cmocka_unit_test(the_same_specification_gives_bit_identical_problems),
        cmocka_unit_test(another_seed_gives_another_problem),
        cmocka_unit_test(a_scene_has_a_warm_start_unless_disabled),
        cmocka_unit_test(an_invalid_specification_is_refused_with_a_one_line_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
