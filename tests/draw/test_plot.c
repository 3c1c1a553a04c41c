/* Plots: texts are drawn as they are, and neither a text nor a path runs a command. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "draw/plot.h"
#include "draw/plot_test.h"

static const double X[] = {1, 2, 3};
static const double Y[] = {1, 4, 9};

/* Draws a small plot into the current folder and returns the SVG. */
static char *draw(const char *title, const char *label, const char *path)
{
    static char text[1 << 17];
    const struct plot_series series = {.label = label, .x = X, .y = Y, .count = 3};
    const struct plot plot = {.title = title, .x_label = "x", .y_label = "y", .series = &series, .series_count = 1};
    md_error error = {0};
    if (plot_write(&plot, path, &error) != MD_OK) {
        fail_msg("title <%s>, label <%s>: %s", title, label, error.message);
    }
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void every_text_is_drawn_as_it_is(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {"'leading quote",
                                        "doubled '' quotes",
                                        "\"double\" quotes",
                                        "back\\slash \\n",
                                        "@macro %s $1",
                                        "pool \xc3\xa4, 10^{2}_x",
                                        "''",
                                        "end'"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; ++i) {
        if (strstr(draw(TEXTS[i], "curve", "title.svg"), TEXTS[i]) == NULL) {
            fail_msg("the title <%s> is not in the plot", TEXTS[i]);
        }
        if (strstr(draw("plot", TEXTS[i], "label.svg"), TEXTS[i]) == NULL) {
            fail_msg("the label <%s> is not in the plot", TEXTS[i]);
        }
    }
}

static void control_characters_become_spaces(void **state)
{
    (void)state;
    assert_non_null(strstr(draw("two\nlines\tand\033[31m more", "curve", "title.svg"), "two lines and [31m more"));
    assert_non_null(strstr(draw("plot", "e\nsystem 'touch X'\n", "label.svg"), "system 'touch X'"));
    assert_int_not_equal(access("X", F_OK), 0);
}

static void a_text_runs_no_command(void **state)
{
    (void)state;
    assert_non_null(strstr(draw("`touch X`", "`touch X`", "text.svg"), "`touch X`"));
    assert_int_not_equal(access("X", F_OK), 0);
}

static void a_path_runs_no_command(void **state)
{
    (void)state;
    static const char *const PATHS[] = {"|touch X;.svg", "`touch X`.svg", "$(touch X).svg", "'.svg", "-.svg"};
    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; ++i) {
        assert_non_null(strstr(draw("plot", "curve", PATHS[i]), "</svg>"));
    }
    assert_int_not_equal(access("X", F_OK), 0);
}

static void labels_of_points_and_bars_may_have_quotes(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"a \"quote\"", "new\nline", "back\\slash`touch X`"};
    const struct plot_series series = {.label = "s", .x = X, .y = Y, .count = 3, .points = true, .names = NAMES};
    const struct plot plot = {.title = "t", .x_label = "x", .y_label = "y", .series = &series, .series_count = 1};
    const struct plot_bars bars = {
        .title = "t", .y_label = "y", .labels = NAMES, .bar_count = 3, .parts = NAMES, .part_count = 1, .heights = Y};
    md_error error = {0};
    if (plot_write(&plot, "points.svg", &error) != MD_OK || plot_write_bars(&bars, "bars.svg", &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    for (int i = 0; i < 2; ++i) {
        char text[1 << 16];
        FILE *file = fopen(i == 0 ? "points.svg" : "bars.svg", "rb");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        assert_non_null(strstr(text, "a 'quote'"));
        assert_non_null(strstr(text, "new line"));
    }
    assert_int_not_equal(access("X", F_OK), 0);
}

/* Reads a file of the current folder. */
static char *contents(const char *path)
{
    static char text[1 << 17];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void panels_share_a_title_and_a_legend(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"first `word`", "second", "third", NULL};
    static const double LOW[] = {0.5, 3, 8};
    static const double HIGH[] = {2, 5, 10};
    static const double NOTHING[] = {NAN, NAN, NAN};
    const struct plot_series two[] = {{.label = "one", .x = X, .y = Y, .count = 3, .y_low = LOW, .y_high = HIGH},
                                      {.label = "other", .x = X, .y = X, .count = 3}};
    const struct plot_series empty[] = {{.label = "one", .x = X, .y = NOTHING, .count = 3},
                                        {.label = "other", .x = X, .y = NOTHING, .count = 3}};
    const struct plot panels[] = {
        {.x_label = "x", .y_label = "upper", .no_key = true, .series = two, .series_count = 2},
        {.x_label = "x", .y_label = "absent", .no_key = true, .series = empty, .series_count = 2},
        {.x_label = "x", .y_label = "named", .no_key = true, .x_names = NAMES, .series = two, .series_count = 2}};
    md_error error = {0};
    if (plot_write_panels(panels, 3, "the `title`", "panels.svg", &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    const char *text = contents("panels.svg");
    static const char *const EXPECTED[] = {"the `title`", "upper", "named", "first `word`", "other</text>"};
    for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; ++i) {
        if (strstr(text, EXPECTED[i]) == NULL) {
            fail_msg("'%s' is not in the plot", EXPECTED[i]);
        }
    }
    assert_null(strstr(text, "absent")); /* a panel without points is left out */
    assert_null(strstr(strstr(text, "other</text>") + 1, "other</text>"));
    assert_int_not_equal(plot_write_panels(&panels[1], 1, "t", "none.svg", &error), MD_OK);
    assert_int_not_equal(access("none.svg", F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLOT_TEST(every_text_is_drawn_as_it_is),
        PLOT_TEST(control_characters_become_spaces),
        PLOT_TEST(a_text_runs_no_command),
        PLOT_TEST(a_path_runs_no_command),
        PLOT_TEST(labels_of_points_and_bars_may_have_quotes),
        PLOT_TEST(panels_share_a_title_and_a_legend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
