/* Every method against an exact oracle, on small dense problems. */
#include <math.h>
#include <stdio.h>

#include "support/oracle.h"

#define PROBLEMS 1200

struct tally {
    int converged, diverged, unfinished;
    double worst_distance; /* to the exact lambda, of the runs that converged */
};

/* In float, summing m = 10 products with impulses of 20 has an error of 10 20 epsilon = 2e-5. */
#define TOLERANCE PICK(1e-10, 5e-5)

static struct tally solve_many(const char *spec_text, enum dense_kind kind, bool boxed)
{
    struct random random = {.state = 20 + (uint64_t)kind + (boxed ? 10 : 0)};
    struct tally tally = {0};
    md_solver *solver = md_solver_create(NULL);
    md_solver_spec spec;
    assert_int_equal(md_solver_spec_parse(spec_text, &spec, NULL), MD_OK);
    const md_limits limits = {.tol_scaled = TOLERANCE, .max_iterations = 20000};
    for (int k = 0; k < PROBLEMS; ++k) {
        const int32_t m = 1 + random_index(&random, 10);
        const struct dense_problem dense = dense_random(&random, m, kind, boxed);
        double exact[ORACLE_MOST];
        dense_solve_exactly(&dense, exact);
        md_problem *problem = dense_to_problem(&dense);
        md_result result;
        assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, NULL), MD_OK);
        tally.converged += result.outcome == MD_CONVERGED;
        tally.diverged += result.outcome == MD_DIVERGED;
        tally.unfinished += result.outcome == MD_MAX_ITERATIONS;
        for (int32_t i = 0; i < m; ++i) {
            assert_true(isfinite(result.lambda[i]));
            if (result.outcome == MD_CONVERGED) {
                tally.worst_distance = fmax(tally.worst_distance, fabs((double)result.lambda[i] - exact[i]));
            }
        }
        md_problem_destroy(problem);
    }
    md_solver_destroy(solver);
    assert_int_equal(tally.converged + tally.diverged + tally.unfinished, PROBLEMS);
    print_message("%-28s %-8s %-5s: %4d converged, %4d diverged, %4d unfinished, worst distance %.1e\n", spec_text,
                  kind == DENSE_DEFINITE ? "definite" : "dominant", boxed ? "boxed" : "LCP", tally.converged,
                  tally.diverged, tally.unfinished, tally.worst_distance);
    return tally;
}

static const char *const GAUSS_SEIDEL_KINDS[] = {"pgs",
                                                 "psor",
                                                 "psor:relax=1.8",
                                                 "mgs",
                                                 "msor",
                                                 "amgs",
                                                 "amsor",
                                                 "amgs:alpha=0.1",
                                                 "amgs:omega=mean",
                                                 "mgs:omega=mean",
                                                 "pgs:accelerate=anderson",
                                                 "psor:accelerate=anderson",
                                                 "amgs:alpha=0.25,accelerate=anderson",
                                                 "amgs:omega=mean,accelerate=anderson",
                                                 "amsor:accelerate=anderson"};
static const char *const OTHER_KINDS[] = {"mj", "maor", "amj", "amaor", "maor:relax=0.9,beta=0.5"};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The distance to lambda that a scaled residual r allows: r max(D) / min(eigenvalue). Eigenvalues are at least 0.1, the
 * diagonal at most 10.1, so the factor is about 100. */
#define DISTANCE (100 * TOLERANCE)

static void gauss_seidel_kinds_reach_the_exact_solution_of_definite_problems(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(GAUSS_SEIDEL_KINDS); ++k) {
        for (int boxed = 0; boxed < 2; ++boxed) {
            const struct tally tally = solve_many(GAUSS_SEIDEL_KINDS[k], DENSE_DEFINITE, boxed == 1);
            assert_int_equal(tally.converged, PROBLEMS);
            assert_true(tally.worst_distance < DISTANCE);
        }
    }
}

static void jacobi_and_aor_kinds_reach_the_exact_solution_of_dominant_problems(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(OTHER_KINDS); ++k) {
        for (int boxed = 0; boxed < 2; ++boxed) {
            const struct tally tally = solve_many(OTHER_KINDS[k], DENSE_DOMINANT, boxed == 1);
            assert_int_equal(tally.converged, PROBLEMS);
            assert_true(tally.worst_distance < DISTANCE);
        }
    }
}

/* On problems for which no convergence is known, a wrong result is never reported as converged. */
static void jacobi_and_aor_kinds_report_when_they_do_not_converge(void **state)
{
    (void)state;
    int failures = 0;
    for (size_t k = 0; k < COUNT(OTHER_KINDS); ++k) {
        for (int boxed = 0; boxed < 2; ++boxed) {
            const struct tally tally = solve_many(OTHER_KINDS[k], DENSE_DEFINITE, boxed == 1);
            assert_true(tally.converged == 0 || tally.worst_distance < DISTANCE);
            failures += PROBLEMS - tally.converged;
        }
    }
    assert_true(failures > 0);
}

/* The reason why the default of the Jacobi and the unaccelerated kinds is gamma alpha = 1 (src/lcp/spec.c). */
static void mj_and_msor_fail_with_gamma_alpha_one_half(void **state)
{
    (void)state;
    assert_true(solve_many("mj:alpha=0.25", DENSE_DOMINANT, false).converged < PROBLEMS);
    assert_true(solve_many("msor:alpha=0.25,relax=1.2", DENSE_DEFINITE, false).converged < PROBLEMS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gauss_seidel_kinds_reach_the_exact_solution_of_definite_problems),
        cmocka_unit_test(jacobi_and_aor_kinds_reach_the_exact_solution_of_dominant_problems),
        cmocka_unit_test(jacobi_and_aor_kinds_report_when_they_do_not_converge),
        cmocka_unit_test(mj_and_msor_fail_with_gamma_alpha_one_half),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
