/* accelerate=anderson as a parameter of pgs, psor, amgs and amsor. test_methods.c compares it with exact solutions. */
#include <stdio.h>
#include <string.h>

#include "support/runs.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const PROBLEMS[] = {"stack:circles=20",
                                       "stack:circles=20,friction=0.5",
                                       "packing:circles=60,friction=0.5",
                                       "pool1:circles=60,step=60,friction=0.3",
                                       "random:bodies=60,contacts=150,friction=0.3",
                                       "random:bodies=30,contacts=100,friction=0,mass_ratio=1e4",
                                       "boxes3:boxes=4"};
static const char *const FORMS[] = {"sparse", "explicit", "dense", "blocks"};

static bool has_form(const md_problem *problem, const char *form)
{
    return strcmp(form, "blocks") != 0 || md_problem_degrees_of_freedom(problem) == 3;
}

static struct run run_form(const md_problem *problem, const char *method, const char *form, const md_limits *limits)
{
    char spec[96];
    snprintf(spec, sizeof spec, "%s%cform=%s", method, strchr(method, ':') == NULL ? ':' : ',', form);
    return run_solver(problem, spec, limits);
}

/* 100 sweeps are enough for auto to accelerate: it needs 8, and 0.15 sqrt(rows). */
static void accelerated_pgs_has_the_bits_of_auto(void **state)
{
    (void)state;
    const md_limits limits = {.max_iterations = 100};
    for (size_t p = 0; p < COUNT(PROBLEMS); ++p) {
        md_problem *problem = problem_of(PROBLEMS[p]);
        for (size_t f = 0; f < COUNT(FORMS); ++f) {
            if (!has_form(problem, FORMS[f])) {
                continue;
            }
            struct run pgs = run_form(problem, "pgs:accelerate=anderson", FORMS[f], &limits);
            struct run policy = run_form(problem, "auto", FORMS[f], &limits);
            const size_t size = (size_t)pgs.result.m * sizeof(md_real);
            assert_memory_equal(pgs.lambda, policy.lambda, size);
            assert_memory_equal(pgs.y, policy.y, size);
            assert_memory_equal(pgs.w, policy.w, size);
            run_free(&pgs);
            run_free(&policy);
        }
        md_problem_destroy(problem);
    }
}

/* In every form, with fewer sweeps in all than without acceleration. If the plain method does not converge within the
 * limit (omega=mean between uneven masses), the accelerated one need not either. */
static void accelerated_methods_solve_contacts_with_friction_in_every_form(void **state)
{
    (void)state;
    static const char *const METHODS[] = {"pgs", "psor", "amgs:alpha=0.25", "amsor", "amgs:omega=mean"};
    const md_limits limits = {.tol_relative = PICK(1e-6, 1e-3), .max_iterations = 20000};
    for (size_t k = 0; k < COUNT(METHODS); ++k) {
        char accelerated[64];
        int64_t sweeps[2] = {0};
        snprintf(accelerated, sizeof accelerated, "%s%caccelerate=anderson", METHODS[k],
                 strchr(METHODS[k], ':') == NULL ? ':' : ',');
        for (size_t p = 0; p < COUNT(PROBLEMS); ++p) {
            md_problem *problem = problem_of(PROBLEMS[p]);
            for (size_t f = 0; f < COUNT(FORMS); ++f) {
                if (!has_form(problem, FORMS[f])) {
                    continue;
                }
                struct run plain = run_form(problem, METHODS[k], FORMS[f], &limits);
                struct run run = run_form(problem, accelerated, FORMS[f], &limits);
                for (int32_t i = 0; i < run.result.m; ++i) {
                    assert_true(isfinite(run.lambda[i]) && isfinite(run.y[i]));
                }
                sweeps[0] += plain.result.iterations;
                sweeps[1] += run.result.iterations;
                assert_true(run.result.outcome == MD_CONVERGED || plain.result.outcome != MD_CONVERGED);
                if (run.result.outcome == MD_CONVERGED) {
                    assert_true(independent_residual(problem, run.lambda).relative <
                                PICK(1.001, 1.5) * limits.tol_relative);
                }
                run_free(&plain);
                run_free(&run);
            }
            md_problem_destroy(problem);
        }
        print_message("%s: %lld sweeps, accelerated %lld\n", METHODS[k], (long long)sweeps[0], (long long)sweeps[1]);
        assert_true(sweeps[1] < sweeps[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accelerated_pgs_has_the_bits_of_auto),
        cmocka_unit_test(accelerated_methods_solve_contacts_with_friction_in_every_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
