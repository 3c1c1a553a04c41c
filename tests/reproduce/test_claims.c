/* The verdicts of modulus reproduce are computed from the measurements: other numbers give other verdicts. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reproduce/report/claims.h"
#include "reproduce/experiments/methods.h"
#include "reproduce/report/paper.h"
#include "support/support.h"

/* Invented numbers, the same for each scene and placement. */
struct numbers {
    double pgs, dgamma, mean, half, best, automatic; /* sweeps */
    double dense, compressed;                        /* ratio of the time to that of the sparse method */
};

static const struct numbers AS_PAPER = {1000, 500, 1040, 490, 400, 300, 50, 2};
static const struct numbers AS_MEASURED = {1000, 1000, 1040, 500, 400, 300, 50, 0.9};

static void add_row(struct table *table, const char *scene, int seed, const char *method, double sweeps, double seconds)
{
    table_word(table, scene);
    table_number(table, seed);
    table_word(table, method);
    table_number(table, sweeps);
    table_number(table, seconds);
    table_number(table, strcmp(method, "best") == 0 ? 0.1 : 1);
}

static void fill_table1(struct table *table, const struct numbers *numbers)
{
    const struct {
        const char *method;
        double sweeps, cost;
    } rows[] = {{"pgs", numbers->pgs, 1},
                {"dense", numbers->dgamma, numbers->dense},
                {"compressed", numbers->dgamma, numbers->compressed},
                {"mean", numbers->mean, 1},
                {"dgamma", numbers->dgamma, 1},
                {"half", numbers->half, 1},
                {"best", numbers->best, 1},
                {"auto", numbers->automatic, 1.4}};
    table_begin(table, "scene seed method sweeps seconds gamma_alpha");
    for (int seed = 1; seed <= 2; ++seed) {
        for (size_t scene = 0; scene < SCENE_COUNT; ++scene) {
            for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
                add_row(table, SCENES[scene].name, seed, rows[i].method, rows[i].sweeps,
                        1e-3 * rows[i].sweeps * rows[i].cost);
            }
        }
    }
}

/* Runs in which PGS stays at 1e-2, and alpha = 0.1 to 0.6 at the given levels for both gammas. */
static void fill_by_step(struct evidence *evidence, const double levels[6])
{
    struct table *table = &evidence->by_step;
    table_begin(table, "scene seed step pgs g2a1 g2a2 g2a3 g2a4 g2a5 g2a6 g1a1 g1a2 g1a3 g1a4 g1a5 g1a6");
    for (int seed = 1; seed <= 2; ++seed) {
        for (size_t scene = 0; scene < SCENE_COUNT; ++scene) {
            for (int step = 1; step < 1000; step += 10) {
                table_word(table, SCENES[scene].name);
                table_number(table, seed);
                table_number(table, step);
                table_number(table, 1e-2);
                for (int i = 0; i < 12; ++i) {
                    table_number(table, pow(10, levels[i % 6]));
                }
            }
        }
    }
    evidence->seeds = 2;
    evidence->steps = 1000;
}

static enum verdict verdict_on(const struct evidence *evidence, const char *title)
{
    struct claim claims[MAX_CLAIMS];
    const size_t count = claims_judge(evidence, claims);
    assert_true(count <= MAX_CLAIMS);
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(claims[i].title, title) == 0) {
            assert_true(claims[i].measured[0] != '\0');
            return claims[i].verdict;
        }
    }
    fail_msg("no claim '%s'", title);
    return VERDICT_NOT_MEASURED;
}

static enum verdict verdict_with(const struct numbers *numbers, const char *title)
{
    struct evidence evidence = {0};
    fill_table1(&evidence.table1, numbers);
    const enum verdict verdict = verdict_on(&evidence, title);
    evidence_free(&evidence);
    return verdict;
}

static void the_verdict_follows_from_what_is_true(void **state)
{
    (void)state;
    assert_int_equal(verdict_of(true, true, false), VERDICT_HOLDS);
    assert_int_equal(verdict_of(true, false, true), VERDICT_CORRECTED);
    assert_int_equal(verdict_of(true, false, false), VERDICT_FAILS);
    assert_int_equal(verdict_of(false, true, true), VERDICT_NOT_MEASURED);
    assert_string_equal(verdict_name(VERDICT_FAILS), "does not hold");
}

static void claims_without_numbers_are_not_measured(void **state)
{
    const struct evidence evidence = {0};
    struct claim claims[MAX_CLAIMS];
    (void)state;
    const size_t count = claims_judge(&evidence, claims);
    assert_true(count > 10);
    for (size_t i = 0; i < count; ++i) {
        assert_int_equal(claims[i].verdict, VERDICT_NOT_MEASURED);
        assert_null(strstr(claims[i].measured, "nan"));
    }
}

static void the_numbers_of_the_paper_make_its_claims_hold(void **state)
{
    (void)state;
    assert_int_equal(verdict_with(&AS_PAPER, "Fewest iterations"), VERDICT_HOLDS);
    assert_int_equal(verdict_with(&AS_PAPER, "Shortest time"), VERDICT_HOLDS);
    assert_int_equal(verdict_with(&AS_PAPER, "[D/γ] beats [mean ω]"), VERDICT_HOLDS);
    assert_int_equal(verdict_with(&AS_PAPER, "An explicit A is the slowest"), VERDICT_HOLDS);
}

static void equal_sweeps_need_the_correction(void **state)
{
    (void)state;
    assert_int_equal(verdict_with(&AS_MEASURED, "Fewest iterations"), VERDICT_CORRECTED);
    assert_int_equal(verdict_with(&AS_MEASURED, "Shortest time"), VERDICT_CORRECTED);
    assert_int_equal(verdict_with(&AS_MEASURED, "An explicit A is the slowest"), VERDICT_CORRECTED);
    assert_int_equal(verdict_with(&AS_MEASURED, "An adaptive α may help"), VERDICT_HOLDS);
}

static void other_numbers_change_the_verdicts(void **state)
{
    struct numbers slow = AS_MEASURED;
    (void)state;
    slow.half = 1500;
    assert_int_equal(verdict_with(&slow, "Fewest iterations"), VERDICT_FAILS);
    assert_int_equal(verdict_with(&slow, "Shortest time"), VERDICT_FAILS);
    slow.dense = 0.5;
    assert_int_equal(verdict_with(&slow, "An explicit A is the slowest"), VERDICT_FAILS);
    slow.automatic = 600;
    assert_int_equal(verdict_with(&slow, "An adaptive α may help"), VERDICT_CORRECTED);
    slow.automatic = 1200;
    assert_int_equal(verdict_with(&slow, "An adaptive α may help"), VERDICT_FAILS);
    slow.half = (double)NAN; /* did not reach the tolerance */
    assert_int_equal(verdict_with(&slow, "Fewest iterations"), VERDICT_FAILS);
    slow.half = 500;
    slow.pgs = (double)NAN; /* PGS did not either */
    assert_int_equal(verdict_with(&slow, "Fewest iterations"), VERDICT_HOLDS);
}

static void claims_about_whole_runs_are_judged_by_the_mean_residual(void **state)
{
    static const double RISING[] = {-9, -7, -6, -5, -4, -3};
    static const double FALLING[] = {-1, -1.2, -1.4, -1.6, -1.8, -1.9};
    struct evidence evidence = {0};
    (void)state;
    fill_by_step(&evidence, RISING);
    assert_int_equal(verdict_on(&evidence, "Stacking: the smaller α, the faster"), VERDICT_HOLDS);
    assert_int_equal(verdict_on(&evidence, "Stacking: α = 0.6 beats PGS"), VERDICT_HOLDS);
    assert_int_equal(verdict_on(&evidence, "Pool 1: below PGS from step 300"), VERDICT_HOLDS);
    assert_int_equal(verdict_on(&evidence, "Pool 1: α = 0.2 converges fastest"), VERDICT_FAILS);
    assert_int_equal(verdict_on(&evidence, "Pool 2: no clear differences"), VERDICT_FAILS);
    assert_int_equal(verdict_on(&evidence, "Pool 2: α = 0.1 is unstable at the start"), VERDICT_FAILS);
    fill_by_step(&evidence, FALLING);
    assert_int_equal(verdict_on(&evidence, "Stacking: the smaller α, the faster"), VERDICT_FAILS);
    assert_int_equal(verdict_on(&evidence, "Pool 1: below PGS from step 300"), VERDICT_FAILS);
    assert_int_equal(verdict_on(&evidence, "Pool 2: α = 0.1 is unstable at the start"), VERDICT_HOLDS);
    evidence_free(&evidence);
}

static void the_quoted_numbers_are_those_of_the_paper(void **state)
{
    (void)state;
    assert_true(paper_table1_sweeps("pool1", "pgs") == 1452 && paper_table1_sweeps("stacking", "dgamma") == 7754);
    assert_true(paper_table1_seconds("pool2", "dense") == 1.428);
    assert_true(paper_table2_seconds("pool1", "pgs") == 2.639 && paper_table2_seconds("stacking", "g2a6") == 0.082);
    assert_true(isnan(paper_table1_sweeps("pool1", "auto")) && isnan(paper_table2_seconds("pool1", "auto")));
    assert_int_equal(paper_sizes_of("stacking").n, 48);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_verdict_follows_from_what_is_true),
        cmocka_unit_test(claims_without_numbers_are_not_measured),
        cmocka_unit_test(the_numbers_of_the_paper_make_its_claims_hold),
        cmocka_unit_test(equal_sweeps_need_the_correction),
        cmocka_unit_test(other_numbers_change_the_verdicts),
        cmocka_unit_test(claims_about_whole_runs_are_judged_by_the_mean_residual),
        cmocka_unit_test(the_quoted_numbers_are_those_of_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
