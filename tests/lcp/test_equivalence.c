/* Methods and forms that must give the same iterates. */
#include <math.h>
#include <stdio.h>

#include "support/oracle.h"
#include "support/runs.h"

/* Contact problems with every kind of row: one-sided, friction, equalities, bodies in 2D and 3D. */
static const char *const PROBLEMS[] = {
    "stack:circles=20",
    "stack:circles=12,friction=0.3",
    "chain:links=10",
    "packing:circles=60,width=2.6,friction=0.1",
    "packing:circles=60,width=2.6,friction=0",
    "random:bodies=25,contacts=60,friction=0.4",
    "boxes3:boxes=5",
    "pool1:circles=40,width=2.6,step=40",
};
#define PROBLEM_COUNT (sizeof PROBLEMS / sizeof *PROBLEMS)

/* The rounding error of a sweep is a few units in the last place of the largest impulse. It adds up over 40 sweeps,
 * also in the v of the sparse form. */
static double rounding(const struct run *run)
{
    return PICK(1e-12, 3e-5) * fmax(1, magnitude(run->lambda, run->result.m));
}

static void assert_same_sweeps(const char *problem_spec, const md_problem *problem, const char *one, const char *other)
{
    const int64_t counts[] = {1, 2, 5, 40};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; ++k) {
        struct run a = run_sweeps(problem, one, counts[k]);
        struct run b = run_sweeps(problem, other, counts[k]);
        const double apart = distance(a.lambda, b.lambda, a.result.m);
        if (!(apart <= rounding(&a))) {
            fail_msg("%s: %s and %s are %g apart after %d sweeps", problem_spec, one, other, apart, (int)counts[k]);
        }
        run_free(&a);
        run_free(&b);
    }
}

static void assert_same_everywhere(const char *one, const char *other)
{
    for (size_t k = 0; k < PROBLEM_COUNT; ++k) {
        md_problem *problem = problem_of(PROBLEMS[k]);
        assert_same_sweeps(PROBLEMS[k], problem, one, other);
        md_problem_destroy(problem);
    }
}

static void amgs_at_gamma_alpha_one_is_pgs(void **state)
{
    (void)state;
    assert_same_everywhere("pgs", "amgs:alpha=0.5");
    assert_same_everywhere("pgs", "amgs:gamma=4,alpha=0.25");
    assert_same_everywhere("pgs", "amgs:alpha=0.5,form=explicit");
    assert_same_everywhere("pgs", "amgs:alpha=0.5,form=dense");
}

static void amsor_at_gamma_alpha_one_over_relax_is_projected_sor(void **state)
{
    (void)state;
    assert_same_everywhere("psor:relax=1.6", "amsor:relax=1.6,alpha=0.3125");
    assert_same_everywhere("psor:relax=0.8", "amsor:relax=0.8,gamma=1,alpha=1.25");
    assert_same_everywhere("psor:relax=1.6", "amsor:relax=1.6,alpha=0.3125,form=explicit");
}

/* Shows that the tests above can fail: for other gamma alpha the iterates differ from the second sweep on. */
static void amgs_at_other_gamma_alpha_is_not_pgs(void **state)
{
    (void)state;
    md_problem *problem = problem_of("packing:circles=60,width=2.6,friction=0.1");
    struct run a = run_sweeps(problem, "pgs", 5);
    struct run b = run_sweeps(problem, "amgs:alpha=0.4", 5);
    struct run c = run_sweeps(problem, "psor:relax=1.1111111111111112", 5);
    assert_true(distance(a.lambda, b.lambda, a.result.m) > 1e-4);
    /* The same omega with kappa = 0: close, but not the same. */
    assert_true(distance(b.lambda, c.lambda, a.result.m) > 1e-7);
    run_free(&a);
    run_free(&b);
    run_free(&c);
    md_problem_destroy(problem);
}

static void sparse_explicit_and_dense_forms_give_the_same_iterates(void **state)
{
    (void)state;
    static const char *const METHODS[] = {"pgs",
                                          "psor:relax=1.5",
                                          "amgs:alpha=0.25",
                                          "amsor:relax=1.2,alpha=0.2",
                                          "amgs:omega=mean",
                                          "amgs:gamma=1,omega=0.7"};
    for (size_t k = 0; k < sizeof METHODS / sizeof *METHODS; ++k) {
        const char joint = METHODS[k][3] == '\0' ? ':' : ',';
        char forms[3][96];
        snprintf(forms[0], sizeof forms[0], "%s%cform=sparse", METHODS[k], joint);
        snprintf(forms[1], sizeof forms[1], "%s%cform=explicit", METHODS[k], joint);
        snprintf(forms[2], sizeof forms[2], "%s%cform=dense", METHODS[k], joint);
        assert_same_everywhere(forms[0], forms[1]);
        assert_same_everywhere(forms[1], forms[2]);
    }
}

static void gamma_has_no_effect_at_a_fixed_gamma_omega(void **state)
{
    (void)state;
    assert_same_everywhere("amgs:gamma=2,alpha=0.25", "amgs:gamma=1,alpha=0.5");
    assert_same_everywhere("amgs:gamma=2,alpha=0.25", "amgs:gamma=8,alpha=0.0625,form=explicit");
    assert_same_everywhere("amgs:gamma=2,omega=0.6", "amgs:gamma=0.5,omega=2.4");
    assert_same_everywhere("mgs:gamma=2,alpha=0.4", "mgs:gamma=1,alpha=0.8");
    assert_same_everywhere("amaor:gamma=2,alpha=0.4", "amaor:gamma=1,alpha=0.8");
    assert_same_everywhere("amgs:gamma=3,omega=mean", "amgs:gamma=2,omega=mean");
}

/* A general J with the entries of the bodies: other loops, the same iterates. */
static void bodies_and_a_general_jacobian_give_the_same_iterates(void **state)
{
    (void)state;
    for (size_t k = 0; k < PROBLEM_COUNT; ++k) {
        md_problem *bodies = problem_of(PROBLEMS[k]);
        char *folder = folder_create();
        md_error error = {0};
        assert_int_equal(md_problem_write(bodies, folder, &error), MD_OK);
        md_problem *general = md_problem_create(NULL);
        assert_int_equal(md_problem_read(general, &(md_problem_files){.folder = folder}, &error), MD_OK);
        assert_int_equal(md_problem_get_kind(general), MD_PROBLEM_GENERAL);
        struct run a = run_sweeps(bodies, "amgs:alpha=0.2", 40);
        struct run b = run_sweeps(general, "amgs:alpha=0.2", 40);
        assert_true(distance(a.lambda, b.lambda, a.result.m) <= rounding(&a));
        run_free(&a);
        run_free(&b);
        folder_remove(folder);
        md_problem_destroy(bodies);
        md_problem_destroy(general);
    }
}

static void the_same_input_gives_the_same_bits(void **state)
{
    (void)state;
    for (size_t k = 0; k < PROBLEM_COUNT; ++k) {
        md_problem *problem = problem_of(PROBLEMS[k]);
        struct run a = run_sweeps(problem, "amgs", 30);
        struct run b = run_sweeps(problem, "amgs", 30);
        assert_memory_equal(a.lambda, b.lambda, (size_t)a.result.m * sizeof *a.lambda);
        assert_memory_equal(a.y, b.y, (size_t)a.result.m * sizeof *a.y);
        run_free(&a);
        run_free(&b);
        md_problem_destroy(problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amgs_at_gamma_alpha_one_is_pgs),
        cmocka_unit_test(amsor_at_gamma_alpha_one_over_relax_is_projected_sor),
        cmocka_unit_test(amgs_at_other_gamma_alpha_is_not_pgs),
        cmocka_unit_test(sparse_explicit_and_dense_forms_give_the_same_iterates),
        cmocka_unit_test(gamma_has_no_effect_at_a_fixed_gamma_omega),
        cmocka_unit_test(bodies_and_a_general_jacobian_give_the_same_iterates),
        cmocka_unit_test(the_same_input_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
