/* Contacts in SIMD blocks: the same bits as scalar rows, with every instruction set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lcp/block_kernel.h"
#include "lcp/vector.h"
#include "support/runs.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Contacts only, with and without friction, with walls, with one and two points. */
static const char *const CONTACTS[] = {"pool1:circles=80,step=60,friction=0,seed=2",
                                       "pool1:circles=80,step=60,friction=0.3,seed=2",
                                       "pool2:circles=70,step=80,seed=2",
                                       "stack:circles=20",
                                       "stack:circles=20,friction=0.5,order=down",
                                       "stacking:circles=12,step=30,friction=0.4",
                                       "packing:circles=100,friction=0"};
static const char *const SOLVERS[] = {"pgs", "psor:relax=1.4", "amgs", "amgs:alpha=0.1", "amgs:omega=mean", "amsor"};

static struct run run_form(const md_problem *problem, const char *solver, const char *form, int64_t sweeps)
{
    char spec[64];
    snprintf(spec, sizeof spec, "%s%sform=%s", solver, strchr(solver, ':') != NULL ? "," : ":", form);
    return run_sweeps(problem, spec, sweeps);
}

static void assert_same_bits(const md_problem *problem, const char *solver, int64_t sweeps)
{
    struct run scalar = run_form(problem, solver, "sparse", sweeps);
    struct run in_blocks = run_form(problem, solver, "blocks", sweeps);
    const int32_t m = scalar.result.m;
    assert_int_equal(in_blocks.result.m, m);
    assert_int_equal(in_blocks.result.form, MD_FORM_BLOCKS);
    for (int32_t i = 0; i < m; ++i) {
        assert_true(in_blocks.lambda[i] == scalar.lambda[i]);
        assert_true(in_blocks.y[i] == scalar.y[i]);
    }
    run_free(&scalar);
    run_free(&in_blocks);
}

static void blocks_give_the_same_bits_as_scalar_rows(void **state)
{
    (void)state;
    static const int64_t SWEEPS[] = {1, 2, 7, 40};
    for (size_t p = 0; p < COUNT(CONTACTS); ++p) {
        md_problem *problem = problem_of(CONTACTS[p]);
        for (size_t s = 0; s < COUNT(SOLVERS); ++s) {
            for (size_t k = 0; k < COUNT(SWEEPS); ++k) {
                assert_same_bits(problem, SOLVERS[s], SWEEPS[k]);
            }
        }
        md_problem_destroy(problem);
    }
}

/* v is summed over the contacts in another order, which rounds differently: numbers of about 100, after ten operations. */
static void assert_same_numbers(const md_problem *problem, const char *solver, int64_t sweeps)
{
    const double tolerance = PICK(1e-11, 1e-2);
    struct run scalar = run_form(problem, solver, "sparse", sweeps);
    struct run in_blocks = run_form(problem, solver, "blocks", sweeps);
    for (int32_t i = 0; i < scalar.result.m; ++i) {
        assert_true(fabs((double)(in_blocks.lambda[i] - scalar.lambda[i])) < tolerance);
        assert_true(fabs((double)(in_blocks.y[i] - scalar.y[i])) < tolerance);
    }
    run_free(&scalar);
    run_free(&in_blocks);
}

/* A start beyond its bounds is clamped, and so is y unless it was given. */
static void blocks_start_as_scalar_rows_do_beyond_the_bounds(void **state)
{
    (void)state;
    /* Each tangent follows its normal, as it does in a lane. */
    static const char *const WITH_TANGENTS[] = {"pool1:circles=80,step=60,friction=0.3,seed=2",
                                                "pool2:circles=70,step=80,seed=2",
                                                "stacking:circles=12,step=30,friction=0.4"};
    for (size_t p = 0; p < COUNT(WITH_TANGENTS); ++p) {
        md_problem *problem = problem_of(WITH_TANGENTS[p]);
        const int32_t m = md_problem_rows(problem);
        md_real *lambda0 = calloc((size_t)m, sizeof *lambda0);
        md_real *y0 = calloc((size_t)m, sizeof *y0);
        assert_true(m > 0 && lambda0 != NULL && y0 != NULL);
        for (int32_t i = 0; i < m; ++i) {
            lambda0[i] = (md_real)(i % 5 - 2);
            y0[i] = (md_real)(i % 3) * lambda0[i];
        }
        for (int given = 0; given < 2; ++given) {
            assert_int_equal(md_problem_set_start(problem, lambda0, given == 1 ? y0 : NULL), MD_OK);
            for (size_t s = 0; s < COUNT(SOLVERS); ++s) {
                assert_same_numbers(problem, SOLVERS[s], 1);
            }
        }
        free(lambda0);
        free(y0);
        md_problem_destroy(problem);
    }
}

/* A net of bodies joined to their neighbours: each joint has two equalities and every third a row with bounds and compliance;
 * the linear parts of every fifth are not opposite. */
static md_problem *net_of_joints(int32_t side)
{
    md_problem *problem = md_problem_create(NULL);
    assert_non_null(problem);
    assert_int_equal(md_problem_begin_bodies(problem, 3), MD_OK);
    for (int32_t i = 0; i < side * side; ++i) {
        const md_body body = {.velocity = {(md_real)(i % 3), (md_real)-1, (md_real)(i % 2)},
                              .inverse_mass = (md_real)1 / (md_real)(1 + i % 4),
                              .inverse_inertia = {(md_real)2}};
        assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
    }
    for (int32_t i = 0; i < 2 * side * side; ++i) {
        const int32_t body = i / 2;
        const int32_t other = i % 2 == 0 ? (body % side > 0 ? body - 1 : -1) : body - side;
        for (int32_t k = 0; k < (i % 3 == 0 ? 3 : 2); ++k) {
            const md_real x = k == 0 ? 1 : 0;
            const md_real y = k == 1 ? 1 : 0;
            const md_real arm = (md_real)0.25 * (md_real)(1 + i % 3);
            md_row row = md_row_default();
            row.body[0] = other < 0 ? -1 : other;
            row.body[1] = body;
            row.jacobian[0][0] = other < 0 ? 0 : -x;
            row.jacobian[0][1] = other < 0 ? 0 : i % 5 == 0 ? -2 * y : -y;
            row.jacobian[0][2] = other < 0 ? 0 : k == 2 ? -1 : arm;
            row.jacobian[1][0] = x;
            row.jacobian[1][1] = y;
            row.jacobian[1][2] = k == 2 ? 1 : -arm;
            row.bias = (md_real)0.1 * (md_real)(i % 4);
            row.compliance = k == 2 ? (md_real)0.01 : 0;
            row.lower = k == 2 ? (md_real)-0.5 : -MD_INFINITY;
            row.upper = k == 2 ? (md_real)0.75 : MD_INFINITY;
            assert_int_equal(md_problem_add_row(problem, &row), MD_OK);
        }
    }
    return problem;
}

static void joints_in_blocks_give_the_same_bits_as_scalar_rows(void **state)
{
    (void)state;
    static const int64_t SWEEPS[] = {1, 2, 7, 40};
    md_problem *problem = net_of_joints(12);
    for (size_t s = 0; s < COUNT(SOLVERS); ++s) {
        for (size_t k = 0; k < COUNT(SWEEPS); ++k) {
            assert_same_bits(problem, SOLVERS[s], SWEEPS[k]);
        }
    }
    struct run run = run_sweeps(problem, "auto", 10); /* they fill their lanes, so that blocks are chosen */
    assert_int_equal(run.result.form, MD_FORM_BLOCKS);
    run_free(&run);
    md_problem_destroy(problem);
}

/* Sums over lanes are rounded in another order, and so is c. */
static void auto_in_blocks_needs_about_as_many_sweeps_as_with_scalar_rows(void **state)
{
    (void)state;
    const md_limits limits = {.tol_relative = PICK(1e-6, 1e-3), .max_iterations = 20000};
    for (size_t p = 0; p < COUNT(CONTACTS); ++p) {
        md_problem *problem = problem_of(CONTACTS[p]);
        struct run scalar = run_solver(problem, "auto:form=sparse", &limits);
        struct run in_blocks = run_solver(problem, "auto:form=blocks", &limits);
        print_message("%s: %lld sweeps, in blocks %lld\n", CONTACTS[p], (long long)scalar.result.iterations,
                      (long long)in_blocks.result.iterations);
        assert_int_equal(scalar.result.outcome, MD_CONVERGED);
        assert_int_equal(in_blocks.result.outcome, MD_CONVERGED);
        assert_true(in_blocks.result.iterations <= 2 * scalar.result.iterations + 10);
        assert_true(independent_residual(problem, in_blocks.lambda).relative < PICK(1.001e-6, 1.5e-3));
        run_free(&scalar);
        run_free(&in_blocks);
        md_problem_destroy(problem);
    }
}

/* Rows that are not contacts are swept first: another order, the same solution. */
static void rows_that_are_not_contacts_are_solved_with_the_blocks(void **state)
{
    (void)state;
    static const char *const MIXED[] = {"chain:links=9", "chain:ratio=100"};
    const md_limits limits = {.tol_relative = PICK(1e-9, 1e-4), .max_iterations = 50000};
    for (size_t p = 0; p < COUNT(MIXED); ++p) {
        md_problem *problem = problem_of(MIXED[p]);
        struct run sparse = run_solver(problem, "auto:form=sparse", &limits);
        struct run blocks = run_solver(problem, "auto:form=blocks", &limits);
        assert_int_equal(blocks.result.outcome, MD_CONVERGED);
        assert_true(distance(sparse.lambda, blocks.lambda, sparse.result.m) <
                    PICK(1e-4, 0.05) * (1 + magnitude(sparse.lambda, sparse.result.m)));
        run_free(&sparse);
        run_free(&blocks);
        md_problem_destroy(problem);
    }
}

static void blocks_are_chosen_if_at_least_half_of_the_lanes_are_used(void **state)
{
    (void)state;
    const struct {
        const char *spec;
        md_form form;
    } CASES[] = {
        {"pool1:circles=150,step=80", MD_FORM_BLOCKS},
        {"packing:circles=400,friction=0.5", MD_FORM_SPARSE}, /* all tangents after all normals */
        {"stack:circles=50", MD_FORM_SPARSE}, /* each contact depends on the one below: one lane in four is used */
        {"chain:links=9", MD_FORM_SPARSE},
        {"boxes3:boxes=4", MD_FORM_SPARSE}};
    for (size_t k = 0; k < COUNT(CASES); ++k) {
        md_problem *problem = problem_of(CASES[k].spec);
        struct run run = run_sweeps(problem, "auto", 10);
        assert_int_equal(run.result.form, CASES[k].form);
        run_free(&run);
        md_problem_destroy(problem);
    }
}

#ifdef MODULUS_HAS_AVX2
struct sweep_state {
    md_real *lambda, *y, *state;
};

static md_real *copy_of(const md_real *from, size_t count)
{
    md_real *copy = malloc((count + 1) * sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, from, count * sizeof *copy);
    return copy;
}

static struct sweep_state state_of(const md_solver *solver)
{
    return (struct sweep_state){.lambda = copy_of(solver->lambda.at, (size_t)solver->m),
                                .y = copy_of(solver->y.at, (size_t)solver->m),
                                .state = copy_of(solver->system.state.at, solver->system.state_count)};
}

static void put_back(md_solver *solver, const struct sweep_state *state)
{
    memcpy(solver->lambda.at, state->lambda, (size_t)solver->m * sizeof(md_real));
    memcpy(solver->y.at, state->y, (size_t)solver->m * sizeof(md_real));
    memcpy(solver->system.state.at, state->state, solver->system.state_count * sizeof(md_real));
}

static void state_free(struct sweep_state *state)
{
    free(state->lambda);
    free(state->y);
    free(state->state);
}

static void avx2_gives_the_same_bits_as_sse2(void **state)
{
    (void)state;
    if (!__builtin_cpu_supports("avx2")) {
        print_message("skipped: this machine has no AVX2\n");
        skip();
    }
    static const struct sweep_kind KINDS[] = {{.has_kappa = false}, {.has_kappa = true}};
    static const char *const SPECS[] = {"pgs:form=blocks", "amgs:form=blocks"};
    for (size_t p = 0; p < COUNT(CONTACTS); ++p) {
        md_problem *problem = problem_of(CONTACTS[p]);
        for (size_t k = 0; k < COUNT(KINDS); ++k) {
            md_solver *solver = md_solver_create(NULL);
            md_solver_spec spec;
            md_result result;
            const md_limits limits = {.max_iterations = 3};
            assert_int_equal(md_solver_spec_parse(SPECS[k], &spec, NULL), MD_OK);
            assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, NULL), MD_OK);
            struct sweep_state before = state_of(solver);
            struct block_sums base = {0};
            md_block_kernel_base.sweep(solver, KINDS[k], 0, solver->blocks->layout->count, &base);
            struct sweep_state after = state_of(solver);
            put_back(solver, &before);
            struct block_sums wide = {0};
            md_block_kernel_avx2.sweep(solver, KINDS[k], 0, solver->blocks->layout->count, &wide);
            assert_memory_equal(base.change_squared, wide.change_squared, sizeof base.change_squared);
            assert_memory_equal(solver->lambda.at, after.lambda, (size_t)solver->m * sizeof(md_real));
            assert_memory_equal(solver->y.at, after.y, (size_t)solver->m * sizeof(md_real));
            assert_memory_equal(solver->system.state.at, after.state, solver->system.state_count * sizeof(md_real));
            state_free(&before);
            state_free(&after);
            md_solver_destroy(solver);
        }
        md_problem_destroy(problem);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_give_the_same_bits_as_scalar_rows),
        cmocka_unit_test(joints_in_blocks_give_the_same_bits_as_scalar_rows),
        cmocka_unit_test(blocks_start_as_scalar_rows_do_beyond_the_bounds),
        cmocka_unit_test(auto_in_blocks_needs_about_as_many_sweeps_as_with_scalar_rows),
        cmocka_unit_test(rows_that_are_not_contacts_are_solved_with_the_blocks),
        cmocka_unit_test(blocks_are_chosen_if_at_least_half_of_the_lanes_are_used),
#ifdef MODULUS_HAS_AVX2
        cmocka_unit_test(avx2_gives_the_same_bits_as_sse2),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
