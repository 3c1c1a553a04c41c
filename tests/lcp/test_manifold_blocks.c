/* Manifolds of bodies in 3D in SIMD blocks: the same bits as scalar rows, with every instruction set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lcp/block_kernel.h"
#include "lcp/problem.h"
#include "lcp/vector.h"
#include "support/runs.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const SOLVERS[] = {"pgs", "psor:relax=1.4", "amgs", "amgs:alpha=0.1", "amgs:omega=mean", "amsor"};

/* ---- A problem ----------------------------------------------------------------------------------------------------- */

/* Numbers between -1 and 1 that look random. */
static md_real noise(uint32_t *seed)
{
    *seed = *seed * 1664525U + 1013904223U;
    return (md_real)(int32_t)(*seed >> 8) / (md_real)0x800000 - 1;
}

static void add_body(md_problem *problem, uint32_t *seed)
{
    md_body body = {.inverse_mass = (md_real)1 + (md_real)0.5 * noise(seed)};
    for (int k = 0; k < 6; ++k) {
        body.velocity[k] = noise(seed);
    }
    for (int k = 0; k < 9; ++k) { /* symmetric, and positive definite because its diagonal is larger */
        const int other = 3 * (k % 3) + k / 3;
        body.inverse_inertia[k] = k % 4 == 0 ? (md_real)3 + noise(seed) : (md_real)0.1 * (md_real)(k + other);
    }
    assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
}

static void cross(const md_real a[3], const md_real b[3], md_real c[3])
{
    for (int k = 0; k < 3; ++k) {
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
}

static void set_row(md_contact_row *row, const int32_t body[2], const md_real d[3], md_real r[2][3], md_real bias)
{
    for (int side = 0; side < 2; ++side) {
        md_real angular[3];
        cross(r[side], d, angular);
        for (int k = 0; k < 3 && body[side] >= 0; ++k) {
            row->jacobian[side][k] = side == 0 ? -d[k] : d[k];
            row->jacobian[side][3 + k] = side == 0 ? -angular[k] : angular[k];
        }
    }
    row->bias = bias;
}

/* How the manifolds of a problem are made. */
struct recipe {
    int32_t side;   /* bodies along the sides of a square */
    int32_t points; /* of all manifolds; 0: 1 to 4 in turn */
    bool friction;
    md_real compliance;
    bool
        patches; /* the points of a manifold share their friction; some with one point are contacts, some have no torsion */
};

static void set_lever_arms(md_real r[2][3], uint32_t *seed)
{
    for (int i = 0; i < 6; ++i) {
        r[i / 3][i % 3] = (md_real)0.5 * noise(seed);
    }
}

/* A row about d. */
static void set_torsion(md_contact_row *row, const int32_t body[2], const md_real d[3])
{
    for (int side = 0; side < 2; ++side) {
        for (int k = 0; k < 3 && body[side] >= 0; ++k) {
            row->jacobian[side][3 + k] = (md_real)0.3 * (side == 0 ? -d[k] : d[k]);
        }
    }
}

/* Adds a manifold whose points share their friction. */
static void add_patch(md_problem *problem, const struct recipe *recipe, const md_real (*frame)[3], int32_t a, int32_t b,
                      int32_t points, uint32_t *seed)
{
    md_patch patch = md_patch_default();
    md_real r[2][3];
    int32_t rows[MD_FACE_ROWS];
    patch.body[0] = a;
    patch.body[1] = b;
    patch.points = points;
    patch.mu = (md_real)0.3;
    patch.has_torsion = points > 1 && b % 3 != 0;
    for (int32_t k = 0; k < points; ++k) {
        set_lever_arms(r, seed);
        set_row(&patch.normal[k], patch.body, frame[0], r, (md_real)0.1 * noise(seed));
        patch.normal[k].lambda0 = (md_real)0.2 * (1 + noise(seed));
        patch.normal[k].compliance = recipe->compliance;
        rows[k] = md_problem_rows(problem) + k;
    }
    set_lever_arms(r, seed);
    for (int t = 0; t < 2; ++t) {
        set_row(&patch.tangent[t], patch.body, frame[1 + t], r, 0);
        patch.tangent[t].lambda0 = (md_real)0.1 * noise(seed);
    }
    set_torsion(&patch.spin, patch.body, frame[0]);
    patch.spin.lambda0 = (md_real)0.1 * noise(seed);
    assert_int_equal(md_problem_add_patch(problem, &patch), MD_OK);
    assert_int_equal(md_problem_join_normals(problem, rows, points), MD_OK);
}

/* Adds a manifold between a body and one before it, or the world (-1), and joins its normals. */
static void add_manifold(md_problem *problem, const struct recipe *recipe, int32_t a, int32_t b, int32_t points,
                         uint32_t *seed)
{
    const md_real directions[3][3][3] = {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                                         {{(md_real)0.6, (md_real)0.8, 0}, {(md_real)-0.8, (md_real)0.6, 0}, {0, 0, 1}},
                                         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const md_real(*frame)[3] = directions[(a + b + 1) % 3];
    int32_t rows[MD_FACE_ROWS];
    if (recipe->patches && (points > 1 || b % 2 == 0)) {
        add_patch(problem, recipe, frame, a, b, points, seed);
        return;
    }
    for (int32_t k = 0; k < points; ++k) {
        md_real r[2][3];
        md_contact contact = md_contact_default();
        set_lever_arms(r, seed);
        contact.body[0] = a;
        contact.body[1] = b;
        contact.tangents = recipe->friction ? 2 : 0;
        contact.mu = (md_real)0.3;
        contact.normal.lambda0 = (md_real)0.2 * (1 + noise(seed));
        set_row(&contact.normal, contact.body, frame[0], r, (md_real)0.1 * noise(seed));
        contact.normal.compliance = recipe->compliance;
        for (int t = 0; t < contact.tangents; ++t) {
            set_row(&contact.tangent[t], contact.body, frame[1 + t], r, 0);
            contact.tangent[t].lambda0 = (md_real)0.1 * noise(seed);
        }
        rows[k] = md_problem_rows(problem);
        assert_int_equal(md_problem_add_contact(problem, &contact), MD_OK);
    }
    assert_int_equal(md_problem_join_normals(problem, rows, points), MD_OK);
}

/* A row between the first two bodies, as of a joint. */
static void add_joint(md_problem *problem)
{
    md_row row = md_row_default();
    row.body[0] = 0;
    row.body[1] = 1;
    row.jacobian[0][0] = -1;
    row.jacobian[1][0] = 1;
    row.jacobian[1][4] = (md_real)0.5;
    row.lower = -MD_INFINITY;
    row.upper = MD_INFINITY;
    assert_int_equal(md_problem_add_row(problem, &row), MD_OK);
}

/* Bodies in a square, each in contact with its neighbours to the left and below, those of the first row with the world. */
static md_problem *problem_by(const struct recipe *recipe)
{
    uint32_t seed = 7;
    md_problem *problem = md_problem_create(NULL);
    const int32_t side = recipe->side;
    assert_non_null(problem);
    assert_int_equal(md_problem_begin_bodies(problem, 6), MD_OK);
    for (int32_t i = 0; i < side * side; ++i) {
        add_body(problem, &seed);
    }
    add_joint(problem);
    for (int32_t i = 0; i < side * side; ++i) {
        const int32_t points = recipe->points > 0 ? recipe->points : 1 + i % 4;
        add_manifold(problem, recipe, i >= side ? i - side : -1, i, points, &seed);
        if (i % side > 0) {
            add_manifold(problem, recipe, i, i - 1, recipe->points > 0 ? recipe->points : 1 + i / 3 % 4, &seed);
        }
    }
    return problem;
}

static const struct recipe RECIPES[] = {{.side = 9, .points = 1, .friction = true},
                                        {.side = 9, .points = 4, .friction = true},
                                        {.side = 12, .friction = true},
                                        {.side = 9, .friction = false},
                                        {.side = 9, .friction = true, .compliance = (md_real)0.1},
                                        {.side = 7, .friction = false, .compliance = (md_real)0.1},
                                        {.side = 9, .points = 4, .friction = true, .patches = true},
                                        {.side = 12, .friction = true, .patches = true},
                                        {.side = 9, .friction = true, .compliance = (md_real)0.1, .patches = true}};

/* ---- Tests --------------------------------------------------------------------------------------------------------- */

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
    double moved = 0;
    assert_int_equal(in_blocks.result.m, m);
    assert_int_equal(in_blocks.result.form, MD_FORM_BLOCKS);
    for (int32_t i = 0; i < m; ++i) {
        assert_true(in_blocks.lambda[i] == scalar.lambda[i]);
        assert_true(in_blocks.y[i] == scalar.y[i]);
        assert_true(in_blocks.w[i] == scalar.w[i]);
        moved += fabs((double)scalar.lambda[i]);
    }
    assert_true(moved > 0.1);
    /* Sums over the rows in another order. */
    const double tolerance = PICK(1e-12, 1e-4);
    assert_true(fabs(in_blocks.result.residual.absolute - scalar.result.residual.absolute) <=
                tolerance * scalar.result.residual.absolute);
    assert_true(fabs(in_blocks.result.residual.relative - scalar.result.residual.relative) <=
                tolerance * scalar.result.residual.relative);
    run_free(&scalar);
    run_free(&in_blocks);
}

static void manifolds_in_blocks_give_the_same_bits_as_scalar_rows(void **state)
{
    (void)state;
    static const int64_t SWEEPS[] = {1, 2, 7, 40};
    for (size_t p = 0; p < COUNT(RECIPES); ++p) {
        md_problem *problem = problem_by(&RECIPES[p]);
        for (size_t s = 0; s < COUNT(SOLVERS); ++s) {
            for (size_t k = 0; k < COUNT(SWEEPS); ++k) {
                assert_same_bits(problem, SOLVERS[s], SWEEPS[k]);
            }
        }
        md_problem_destroy(problem);
    }
}

/* Sums over lanes are rounded in another order, and so is c. */
static void accelerated_sweeps_in_blocks_need_about_as_many_sweeps_as_with_scalar_rows(void **state)
{
    (void)state;
    const md_limits limits = {.tol_relative = PICK(1e-6, 1e-3), .max_iterations = 20000};
    for (size_t p = 0; p < COUNT(RECIPES); ++p) {
        md_problem *problem = problem_by(&RECIPES[p]);
        struct run scalar = run_solver(problem, "pgs:accelerate=anderson,form=sparse", &limits);
        struct run in_blocks = run_solver(problem, "pgs:accelerate=anderson,form=blocks", &limits);
        print_message("%lld sweeps, in blocks %lld\n", (long long)scalar.result.iterations,
                      (long long)in_blocks.result.iterations);
        assert_int_equal(scalar.result.outcome, MD_CONVERGED);
        assert_int_equal(in_blocks.result.outcome, MD_CONVERGED);
        assert_true(in_blocks.result.iterations <= 2 * scalar.result.iterations + 10);
        run_free(&scalar);
        run_free(&in_blocks);
        md_problem_destroy(problem);
    }
}

static void problems_that_have_no_manifolds_are_refused(void **state)
{
    (void)state;
    struct recipe recipe = {.side = 3, .friction = true};
    md_problem *problem = problem_by(&recipe);
    md_solver *solver = md_solver_create(NULL);
    md_solver_spec spec;
    md_error error;
    md_result result;
    const md_limits limits = {.max_iterations = 1};
    md_contact rolling = md_contact_default();
    md_real r[2][3] = {{0}};
    const md_real up[3] = {0, 1, 0};
    rolling.body[1] = 0;
    rolling.rolling = 1;
    set_row(&rolling.normal, rolling.body, up, r, 0);
    for (int k = 0; k < 2; ++k) {
        rolling.tangent[k].jacobian[1][2 * k] = 1;
        rolling.roll[k].jacobian[1][3 + 2 * k] = 1;
    }
    assert_int_equal(md_problem_add_contact(problem, &rolling), MD_OK);
    assert_int_equal(md_solver_spec_parse("pgs:form=blocks", &spec, &error), MD_OK);
    assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, &error), MD_ERROR_PROBLEM);
    assert_non_null(strstr(error.message, "rolling"));
    md_solver_destroy(solver);
    md_problem_destroy(problem);
}

#ifdef MODULUS_HAS_AVX2
static void avx2_gives_the_same_bits_as_sse2(void **state)
{
    (void)state;
    if (!__builtin_cpu_supports("avx2")) {
        print_message("skipped: this machine has no AVX2\n");
        skip();
    }
    static const struct sweep_kind KINDS[] = {{.has_kappa = false}, {.has_kappa = true}};
    static const char *const SPECS[] = {"pgs:form=blocks", "amgs:form=blocks"};
    for (size_t p = 0; p < COUNT(RECIPES); ++p) {
        md_problem *problem = problem_by(&RECIPES[p]);
        for (size_t k = 0; k < COUNT(KINDS); ++k) {
            md_solver *solver = md_solver_create(NULL);
            md_solver_spec spec;
            md_result result;
            const md_limits limits = {.max_iterations = 3};
            assert_int_equal(md_solver_spec_parse(SPECS[k], &spec, NULL), MD_OK);
            assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, NULL), MD_OK);
            const size_t rows = (size_t)solver->m * sizeof(md_real);
            const size_t states = solver->system.state_count * sizeof(md_real);
            md_real *lambda[2] = {malloc(rows), malloc(rows)};
            md_real *v[2] = {malloc(states), malloc(states)};
            struct block_sums sums[2] = {{.diverged = false}, {.diverged = false}};
            assert_true(lambda[0] != NULL && lambda[1] != NULL && v[0] != NULL && v[1] != NULL);
            memcpy(lambda[0], solver->lambda.at, rows);
            memcpy(v[0], solver->system.state.at, states);
            memcpy(solver->y.at, solver->lambda.at, rows);
            md_manifold_kernel_base.sweep(solver, KINDS[k], 0, solver->blocks->layout->count, &sums[0]);
            memcpy(lambda[1], solver->lambda.at, rows);
            memcpy(v[1], solver->system.state.at, states);
            memcpy(solver->lambda.at, lambda[0], rows);
            memcpy(solver->y.at, lambda[0], rows);
            memcpy(solver->system.state.at, v[0], states);
            md_manifold_kernel_avx2.sweep(solver, KINDS[k], 0, solver->blocks->layout->count, &sums[1]);
            assert_memory_equal(sums[0].change_squared, sums[1].change_squared, sizeof sums[0].change_squared);
            assert_memory_equal(solver->lambda.at, lambda[1], rows);
            assert_memory_equal(solver->system.state.at, v[1], states);
            for (int i = 0; i < 2; ++i) {
                free(lambda[i]);
                free(v[i]);
            }
            md_solver_destroy(solver);
        }
        md_problem_destroy(problem);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manifolds_in_blocks_give_the_same_bits_as_scalar_rows),
        cmocka_unit_test(accelerated_sweeps_in_blocks_need_about_as_many_sweeps_as_with_scalar_rows),
        cmocka_unit_test(problems_that_have_no_manifolds_are_refused),
#ifdef MODULUS_HAS_AVX2
        cmocka_unit_test(avx2_gives_the_same_bits_as_sse2),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
