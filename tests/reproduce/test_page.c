/* The page of modulus reproduce: text is escaped and numbers are formatted. */
#include <math.h>
#include <string.h>

#include "reproduce/experiments/solver_pairs.h"
#include "reproduce/report/report.h"
#include "support/support.h"

static void markup_in_text_is_escaped(void **state)
{
    char *folder = folder_create();
    struct page page;
    char text[200] = "";
    (void)state;
    assert_int_equal(md_output_open(&page.out, path_in(folder, "page.html"), NULL), MD_OK);
    page_row(&page, "<b>&\"é");
    page_cell_text(&page, "a < b");
    assert_int_equal(md_output_commit(&page.out, NULL), MD_OK);
    FILE *file = fopen(path_in(folder, "page.html"), "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_string_equal(text, "<tr><th scope=\"row\">&lt;b&gt;&amp;&quot;é</th><td class=\"words\">a &lt; b</td>");
    folder_remove(folder);
}

static void assert_reads(double value, enum number_style style, const char *expected)
{
    char text[48];
    assert_string_equal(number_text(text, value, style), expected);
}

static void numbers_are_formatted_for_reading(void **state)
{
    (void)state;
    assert_reads(7, NUMBER_COUNT, "7");
    assert_reads(26068, NUMBER_COUNT, "26,068");
    assert_reads(1234567, NUMBER_COUNT, "1,234,567");
    assert_reads(-123, NUMBER_COUNT, "-123");
    assert_reads(1.8349, NUMBER_RATIO, "1.83");
    assert_reads(0.0483, NUMBER_RATIO, "0.048");
    assert_reads(117.4, NUMBER_RATIO, "117");
    assert_reads(2.5, NUMBER_SECONDS, "2.50 s");
    assert_reads(0.0387, NUMBER_SECONDS, "38.7 ms");
    assert_reads(0.000573, NUMBER_SECONDS, "573 µs");
    assert_reads(0.042, NUMBER_PAPER, "0.042 s");
    assert_reads(-2.436, NUMBER_LOG, "−2.44");
    assert_reads(0, NUMBER_POWER, "0");
    assert_reads(9.6e-5, NUMBER_POWER, "9.6e-05");
    assert_reads((double)NAN, NUMBER_COUNT, "–");
    assert_reads((double)INFINITY, NUMBER_SECONDS, "∞");
}

/* The report states the limits that the study uses. */
static void the_report_states_after_how_many_sweeps_solves_end(void **state)
{
    (void)state;
    static const char *const EXPECTED[] = {"after 1,000,000 sweeps, 20,000 on a public problem,",
                                           "after 100,000 sweeps, 2,000 on a public problem,"};
    for (int quick = 0; quick < 2; ++quick) {
        const struct evidence evidence = {.quick = quick != 0};
        static char text[20000];
        char *folder = folder_create();
        struct page page;
        assert_int_equal(md_output_open(&page.out, path_in(folder, "page.html"), NULL), MD_OK);
        report_method(&page, &evidence);
        assert_int_equal(md_output_commit(&page.out, NULL), MD_OK);
        FILE *file = fopen(path_in(folder, "page.html"), "rb");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        assert_non_null(strstr(text, EXPECTED[quick]));
        folder_remove(folder);
    }
    const struct reproduce_options options = {.out = "report", .seeds = 1};
    const struct machine machine = {0};
    struct study study;
    assert_int_equal(study_plan(&study, &options, &machine, NULL), MD_OK);
    assert_true(study.max_sweeps == 1000000 && study.max_public_sweeps == 20000);
}

static void captions_name_the_number_of_placements(void **state)
{
    char text[96];
    (void)state;
    assert_string_equal(placements_text(text, 1), "One placement.");
    assert_string_equal(placements_text(text, 10), "Medians over 10 placements; below them minimum and maximum.");
}

/* The table counts the runs below RES = 1e-4 and gives medians for the other scenes. */
static void the_table_of_solver_pairs_counts_runs(void **state)
{
    (void)state;
    static const double RESIDUALS[SOLVER_PAIR_COUNT] = {1e-2, 1e-5, 2e-4, 1e-9};
    static char text[20000];
    struct evidence evidence = {0};
    struct table *table = &evidence.solver_pairs;
    table_begin(table, "scene seed method residual kinetic_energy penetration_max awake_bodies");
    for (int seed = 1; seed <= 3; ++seed) {
        for (size_t i = 0; i < SOLVER_PAIR_COUNT * SOLVER_PAIR_SCENE_COUNT; ++i) {
            table_word(table, SOLVER_PAIR_SCENES[i / SOLVER_PAIR_COUNT]);
            table_number(table, seed);
            table_word(table, SOLVER_PAIRS[i % SOLVER_PAIR_COUNT].id);
            /* the third placement is never solved */
            table_number(table, seed == 3 ? 1 : RESIDUALS[i % SOLVER_PAIR_COUNT]);
            table_number(table, 11.5 * seed);
            table_number(table, 1.25e-3 * seed);
            table_number(table, 5);
        }
    }
    char *folder = folder_create();
    struct page page;
    assert_int_equal(md_output_open(&page.out, path_in(folder, "page.html"), NULL), MD_OK);
    report_solver_pairs(&page, &evidence);
    assert_int_equal(md_output_commit(&page.out, NULL), MD_OK);
    FILE *file = fopen(path_in(folder, "page.html"), "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    static const char *const ROWS[SOLVER_PAIR_COUNT] = {
        "PGS</th><td class=\"words\">PGS</td><td>0 of 3</td><td>0 of 3</td>",
        "PGS</th><td class=\"words\">auto</td><td>2 of 3</td><td>2 of 3</td>",
        "auto</th><td class=\"words\">PGS</td><td>0 of 3</td><td>0 of 3</td>",
        "auto</th><td class=\"words\">auto</td><td>2 of 3</td><td>2 of 3</td>",
    };
    for (size_t i = 0; i < SOLVER_PAIR_COUNT; ++i) {
        assert_non_null(strstr(text, ROWS[i]));
    }
    assert_non_null(strstr(text, ">23<"));  /* the median energy, J */
    assert_non_null(strstr(text, ">2.5<")); /* the median penetration, mm */
    table_free(table);
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markup_in_text_is_escaped),
        cmocka_unit_test(numbers_are_formatted_for_reading),
        cmocka_unit_test(the_report_states_after_how_many_sweeps_solves_end),
        cmocka_unit_test(captions_name_the_number_of_placements),
        cmocka_unit_test(the_table_of_solver_pairs_counts_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
