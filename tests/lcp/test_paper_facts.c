/* The facts of docs/paper-notes.md, which were found when checking the paper, as tests. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/runs.h"

/* One row with A = 1, which can be computed by hand. */
static md_problem *one_row(double q, double lower, double upper, double lambda0, double y0)
{
    md_problem *problem = md_problem_create(NULL);
    const md_body body = {.velocity = {(md_real)q}, .inverse_mass = 1};
    md_row row = md_row_default();
    row.body[0] = 0;
    row.jacobian[0][0] = 1;
    row.lower = (md_real)lower;
    row.upper = (md_real)upper;
    row.lambda0 = (md_real)lambda0;
    row.y0 = (md_real)y0;
    assert_int_equal(md_problem_begin_bodies(problem, 3), MD_OK);
    assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
    assert_int_equal(md_problem_add_row(problem, &row), MD_OK);
    return problem;
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) < PICK(1e-12, 1e-5))) {
        fail_msg("%.17g is not %.17g", a, b);
    }
}

static double lambda_after(md_problem *problem, const char *solver, int64_t sweeps, double *y)
{
    struct run run = run_sweeps(problem, solver, sweeps);
    const double lambda = (double)run.lambda[0];
    if (y != NULL) {
        *y = (double)run.y[0];
    }
    run_free(&run);
    return lambda;
}

/* ---- Fact 2: an active row is relaxed by omega, a clamped one keeps kappa times what was clamped ----------------- */

static void an_active_row_moves_by_omega(void **state)
{
    (void)state;
    /* gamma alpha = 0.5: omega = 2 / 1.5. From lambda = 1, w = 1 - 3: a full step would be 2. */
    md_problem *problem = one_row(-3, 0, INFINITY, 1, 1);
    assert_near(lambda_after(problem, "amgs:alpha=0.25", 1, NULL), 1 + 2 / 1.5 * 2);
    assert_near(lambda_after(problem, "psor:relax=1.5", 1, NULL), 1 + 1.5 * 2);
    md_problem_destroy(problem);
}

static void a_clamped_row_keeps_kappa_times_its_excess(void **state)
{
    (void)state;
    /* lambda = 0, y = -6, w = q = 3. omega = 4/3, kappa = 1 - omega/2 = 1/3: y' = -6/3 - 4/3 3 = -6: a fixed point,
     * w/(gamma alpha) below the bound. Above the upper bound it is the same, mirrored. */
    double y = 0;
    md_problem *below = one_row(3, 0, INFINITY, 0, -6);
    assert_near(lambda_after(below, "amgs:alpha=0.25", 1, &y), 0);
    assert_near(y, -6);
    assert_near(lambda_after(below, "amgs:alpha=0.25", 50, &y), 0);
    assert_near(y, -6);
    md_problem *above = one_row(-5, 0, 2, 2, 8); /* w = 2 - 5 = -3: y = 2 + 6 */
    assert_near(lambda_after(above, "amgs:alpha=0.25", 50, &y), 2);
    assert_near(y, 8);
    md_problem *other = one_row(3, 0, INFINITY, 0, -30);
    lambda_after(other, "amgs:alpha=0.25", 1, &y);
    assert_near(y, -30.0 / 3 - 4);
    md_problem_destroy(below);
    md_problem_destroy(above);
    md_problem_destroy(other);
}

/* ---- Fact 5: the paper's boxed method ---------------------------------------------------------------------------- */

static void the_papers_box_solves_plain_lcps(void **state)
{
    (void)state;
    md_problem *problem = problem_of("packing:circles=50,width=2.2,friction=0");
    for (int64_t sweeps = 1; sweeps < 30; sweeps += 7) {
        struct run ours = run_sweeps(problem, "amgs:alpha=0.2", sweeps);
        struct run papers = run_sweeps(problem, "amgs:alpha=0.2,box=paper", sweeps);
        assert_true(distance(ours.lambda, papers.lambda, ours.result.m) < PICK(1e-12, 1e-5));
        run_free(&ours);
        run_free(&papers);
    }
    md_problem_destroy(problem);
}

static void the_papers_x_grows_without_limit_at_an_upper_bound(void **state)
{
    (void)state;
    double y[4];
    md_problem *problem = one_row(-5, 0, 2, 0, 0);
    assert_near(lambda_after(problem, "amgs:box=paper", 100, &y[0]), 2);
    assert_near(lambda_after(problem, "amgs:box=paper", 200, &y[1]), 2);
    lambda_after(problem, "amgs", 100, &y[2]);
    lambda_after(problem, "amgs", 200, &y[3]);
    /* A step of omega |w| = 4/3 3 in each of a hundred sweeps, without limit; in the two-sided form y stays
     * constant. */
    assert_true(fabs(y[1] - y[0] - 400) < PICK(1e-9, 1e-2));
    assert_near(y[3], y[2]);
    md_problem_destroy(problem);
}

/* A light body on the ground (row 0) under a heavy one (row 1): the normal impulse grows slowly to 11. Friction on the
 * ground (row 2, mu 0.5) must stop a sideways speed of 2; its bound grows past 2 on the way. */
static md_problem *heavy_on_light_with_friction(void)
{
    md_problem *problem = md_problem_create(NULL);
    const md_body bodies[] = {{.velocity = {-2, -1}, .inverse_mass = 1},
                              {.velocity = {0, -1}, .inverse_mass = (md_real)0.1}};
    assert_int_equal(md_problem_begin_bodies(problem, 3), MD_OK);
    assert_int_equal(md_problem_add_body(problem, &bodies[0]), MD_OK);
    assert_int_equal(md_problem_add_body(problem, &bodies[1]), MD_OK);
    md_row ground = md_row_default();
    ground.body[0] = 0;
    ground.jacobian[0][1] = 1;
    md_row between = md_row_default();
    between.body[0] = 0;
    between.body[1] = 1;
    between.jacobian[0][1] = -1;
    between.jacobian[1][1] = 1;
    md_row friction = md_row_default();
    friction.body[0] = 0;
    friction.jacobian[0][0] = 1;
    friction.parent = 0;
    friction.lower = (md_real)-0.5;
    friction.upper = (md_real)0.5;
    assert_int_equal(md_problem_add_row(problem, &ground), MD_OK);
    assert_int_equal(md_problem_add_row(problem, &between), MD_OK);
    assert_int_equal(md_problem_add_row(problem, &friction), MD_OK);
    return problem;
}

/* x has grown at the bound of the first sweeps and returns late: friction overshoots far. */
static void the_papers_x_returns_late_from_an_upper_bound(void **state)
{
    (void)state;
    md_problem *problem = heavy_on_light_with_friction();
    double most[2] = {0};
    for (int64_t sweeps = 1; sweeps <= 60; ++sweeps) {
        struct run ours = run_sweeps(problem, "amgs", sweeps);
        struct run papers = run_sweeps(problem, "amgs:box=paper", sweeps);
        most[0] = fmax(most[0], (double)ours.lambda[2]);
        most[1] = fmax(most[1], (double)papers.lambda[2]);
        run_free(&ours);
        run_free(&papers);
    }
    print_message("friction that must come to 2 goes up to %.2f (two-sided), %.2f (paper's)\n", most[0], most[1]);
    assert_true(most[1] - 2 > 3 * (most[0] - 2));
    md_problem_destroy(problem);
}

/* With all x_i < 0 in the interior of the bounds, the sweep of the paper's form is SOR on A + gamma Omega with
 * relaxation 2. The product of its convergence factors is 1, so it oscillates about the wrong solution -q / (A + gamma
 * Omega). */
static void the_papers_form_oscillates_about_a_wrong_solution_below_zero(void **state)
{
    (void)state;
    md_problem *problem = one_row(0.5, -1, 1, 0, 0);
    assert_near(lambda_after(problem, "amgs:alpha=0.25", 200, NULL), -0.5);
    const double even = lambda_after(problem, "amgs:alpha=0.25,box=paper", 200, NULL);
    const double odd = lambda_after(problem, "amgs:alpha=0.25,box=paper", 201, NULL);
    assert_near((even + odd) / 2, -0.5 / 1.5);
    assert_near(fabs(even - odd), 1 / 1.5);
    md_problem_destroy(problem);
}

static void the_papers_bounds_are_scaled_by_two_over_gamma(void **state)
{
    (void)state;
    md_problem *problem = one_row(-5, 0, 1, 0, 0);
    assert_near(lambda_after(problem, "amgs:gamma=2,box=paper", 100, NULL), 1);
    assert_near(lambda_after(problem, "amgs:gamma=1,box=paper", 100, NULL), 2); /* (2/gamma) p(x), not p((2/gamma) x) */
    assert_near(lambda_after(problem, "amgs:gamma=1", 100, NULL), 1);
    md_problem_destroy(problem);
}

/* ---- Fact 6: Young's theory on a stack --------------------------------------------------------------------------- */

/* The ratio of successive changes of lambda, far into a run. */
static double ratio_of_changes(const md_problem *problem, const char *solver, int64_t sweeps)
{
    struct run a = run_sweeps(problem, solver, sweeps);
    struct run b = run_sweeps(problem, solver, sweeps + 1);
    struct run c = run_sweeps(problem, solver, sweeps + 2);
    double first = 0;
    double second = 0;
    for (int32_t i = 0; i < a.result.m; ++i) {
        first += pow((double)b.lambda[i] - (double)a.lambda[i], 2);
        second += pow((double)c.lambda[i] - (double)b.lambda[i], 2);
    }
    run_free(&a);
    run_free(&b);
    run_free(&c);
    return sqrt(second / first);
}

static void the_convergence_factor_of_pgs_follows_from_any_omega(void **state)
{
    (void)state;
    md_problem *problem = problem_of("stack:circles=12");
    /* Known in closed form: the Jacobi matrix of a stack has the eigenvalue cos(pi / (2 count)), PGS its square. */
    const double rho = pow(cos(3.14159265358979323846 / 24), 2);
    assert_true(fabs(ratio_of_changes(problem, "pgs", PICK(600, 150)) - rho) < PICK(1e-6, 2e-3));
    for (double omega = 1.1; omega < 1.5; omega += 0.1) {
        char solver[64];
        snprintf(solver, sizeof solver, "amgs:gamma=1,alpha=%.15g", 2 / omega - 1);
        const double r = ratio_of_changes(problem, solver, PICK(300, 100));
        assert_true(omega - 1 < r && r < 1);
        const double estimate = pow(r + omega - 1, 2) / (omega * omega * r);
        assert_true(fabs(estimate - rho) < PICK(1e-6, 2e-3));
    }
    md_problem_destroy(problem);
}

/* The paper's tolerance. In float the speeds of a pool, up to 10 m/s, have rounding errors of 1e-4. */
static int64_t sweeps_needed(const md_problem *problem, const char *solver)
{
    struct run run = run_solver(problem, solver, &(md_limits){.tol = PICK(1e-4, 1e-3), .max_iterations = 200000});
    assert_int_equal(run.result.outcome, MD_CONVERGED);
    const int64_t sweeps = run.result.iterations;
    run_free(&run);
    return sweeps;
}

static int64_t sweeps_at(const md_problem *problem, double gamma_alpha)
{
    char solver[64];
    snprintf(solver, sizeof solver, "amgs:gamma=1,alpha=%.15g", gamma_alpha);
    return sweeps_needed(problem, solver);
}

static void youngs_parameter_is_close_to_the_optimum(void **state)
{
    (void)state;
    const int count = PICK(150, 40);
    char spec[64];
    snprintf(spec, sizeof spec, "stack:circles=%d", count);
    md_problem *problem = problem_of(spec);
    const double best_by_theory = sin(3.14159265358979323846 / (2 * count)); /* sqrt(1 - rho) */
    const int64_t pgs = sweeps_needed(problem, "pgs");
    const int64_t theory = sweeps_at(problem, best_by_theory);
    int64_t best = theory;
    for (double factor = 0.4; factor < 3; factor *= 1.1) {
        const int64_t found = sweeps_at(problem, factor * best_by_theory);
        best = found < best ? found : best;
    }
    print_message("stack of %d: PGS %lld, gamma alpha = sqrt(1 - rho) %lld, best by search %lld\n", count,
                  (long long)pgs, (long long)theory, (long long)best);
    assert_true((double)theory < 2 * (double)best);
    assert_true((double)pgs > PICK(60, 15) * (double)theory);
    md_problem_destroy(problem);
}

/* ---- Fact 4: what the paper's Table 1 must have used ------------------------------------------------------------- */

/* Sweeps of PGS over those at gamma alpha = 0.5, which Omega = D/gamma does not change. */
static double ratio_to_one_half(const char *spec)
{
    md_problem *problem = problem_of(spec);
    const int64_t pgs = sweeps_needed(problem, "pgs");
    const int64_t named = sweeps_needed(problem, "amgs:gamma=2,alpha=0.5");
    const int64_t half = sweeps_needed(problem, "amgs:gamma=1,alpha=0.5");
    assert_int_equal(pgs, named);
    md_problem_destroy(problem);
    return (double)pgs / (double)half;
}

static int ascending(const void *a, const void *b)
{
    const double first = *(const double *)a;
    const double second = *(const double *)b;
    return (first > second) - (first < second);
}

static double median_ratio_of_pools(const char *pool)
{
    double ratio[7];
    for (int seed = 1; seed <= 7; ++seed) {
        char spec[80];
        snprintf(spec, sizeof spec, "%s:circles=60,step=100,friction=0,seed=%d", pool, seed);
        ratio[seed - 1] = ratio_to_one_half(spec);
    }
    qsort(ratio, 7, sizeof *ratio, ascending);
    return ratio[3];
}

static void gamma_alpha_one_half_needs_half_the_sweeps_of_pgs(void **state)
{
    (void)state;
    /* Table 1 has 1452 / 766 = 1.90, 1359 / 744 = 1.83, 16186 / 7754 = 2.09 for what it calls Omega = D / gamma: that
     * is PGS itself. gamma alpha = 0.5 gives such ratios, of pools in the median: a single one can be anything from 0.3
     * to 2.3. */
    const double stack = ratio_to_one_half("stack:circles=60");
    assert_true(stack > 1.5 && stack < 2.5);
    for (int pool = 1; pool <= 2; ++pool) {
        const double median = median_ratio_of_pools(pool == 1 ? "pool1" : "pool2");
        print_message("pool %d: PGS over gamma alpha = 0.5, median %.2f\n", pool, median);
        /* A pool simulated in float is a different problem with a different tolerance, to which the ratio does not
         * apply. */
        assert_true(sizeof(md_real) != sizeof(double) || (median > 1.5 && median < 2.5));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_active_row_moves_by_omega),
        cmocka_unit_test(a_clamped_row_keeps_kappa_times_its_excess),
        cmocka_unit_test(the_papers_box_solves_plain_lcps),
        cmocka_unit_test(the_papers_x_grows_without_limit_at_an_upper_bound),
        cmocka_unit_test(the_papers_x_returns_late_from_an_upper_bound),
        cmocka_unit_test(the_papers_form_oscillates_about_a_wrong_solution_below_zero),
        cmocka_unit_test(the_papers_bounds_are_scaled_by_two_over_gamma),
        cmocka_unit_test(the_convergence_factor_of_pgs_follows_from_any_omega),
        cmocka_unit_test(youngs_parameter_is_close_to_the_optimum),
        cmocka_unit_test(gamma_alpha_one_half_needs_half_the_sweeps_of_pgs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
