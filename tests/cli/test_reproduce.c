/* modulus reproduce: refused arguments, and with "whole" as second argument one quick run that is interrupted, resumed
 * and validated. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#include "command.h"

static bool exists(const char *folder, const char *name)
{
    return access(path_in(folder, name), F_OK) == 0;
}

static void bad_usage_is_refused_with_one_line(void **state)
{
    const char *folder = *state;
    static const struct {
        const char *line, *message;
        int code;
    } LINES[] = {
        {"reproduce now", "unexpected argument", 2},
        {"reproduce --seeds 0", "a whole number >= 1", 2},
        {"reproduce --seeds 101 --out @/new", "1 to 100", 2},
        {"reproduce --fresh --report-only --out @/new", "exclude", 2},
        {"reproduce --problems @/nowhere --out @/new", "not a folder", 2},
        {"reproduce --report-only --out @/new", "is not finished", 2},
        {"reproduce --quick --out @", "mine.txt", 2},
        {"reproduce --quick --out @/mine.txt", "mine.txt", 1},
        {"reproduce --quick --out @/no/such/folder", "cannot create", 2},
        {"reproduce --quick --out /proc/modulus", "cannot create", 2},
    };
    write_text(path_in(folder, "mine.txt"), "not yours");
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        const struct outcome *outcome = run_in(folder, LINES[i].line);
        const char *end = strchr(outcome->err, '\n');
        if (outcome->code != LINES[i].code || strstr(outcome->err, LINES[i].message) == NULL || end == NULL ||
            end[1] != '\0') {
            fail_msg("'%s' exits with %d and says: %s", LINES[i].line, outcome->code, outcome->err);
        }
    }
    assert_false(exists(folder, "new"));
    assert_false(exists(folder, "data"));
}

static void help_has_examples(void **state)
{
    const struct outcome *outcome = run_in(*state, "reproduce --help");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "--quick"));
    assert_non_null(strstr(outcome->out, "Examples:"));
    assert_null(strstr(outcome->out, "minute")); /* the README quotes the duration of the stored run */
}

/* Starts a quick run and interrupts it as soon as a data file exists. */
static void interrupt_a_run(const char *folder, const char *out, const char *seeds, const char *file)
{
    char err[600];
    char problems[600];
    snprintf(err, sizeof err, "%s/.stderr", folder);
    snprintf(problems, sizeof problems, "%s/problems", folder);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
        execl(command, command, "reproduce", "--quick", "--out", out, "--problems", problems, "--seeds", seeds,
              (char *)NULL);
        _exit(127);
    }
    for (int i = 0; i < 6000 && !exists(out, file); ++i) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    assert_interrupted(child, err, "the same command continues with the rest");
    assert_true(exists(out, file));
}

static void assert_runs(const char *folder, const char *line)
{
    const struct outcome *outcome = run_in(folder, line);
    if (outcome->code != 0 || outcome->err[0] != '\0') {
        fail_msg("'%s' exits with %d and says: %s", line, outcome->code, outcome->err);
    }
}

static struct timespec changed(const char *folder, const char *name)
{
    struct stat status;
    assert_int_equal(stat(path_in(folder, name), &status), 0);
    return status.st_mtim;
}

static bool same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static void assert_valid_html(const char *path)
{
    char line[1200];
    if (system("command -v tidy >/dev/null") != 0) {
        print_message("tidy is not installed: the page is not validated\n");
        return;
    }
    snprintf(line, sizeof line, "tidy -e -q --show-warnings yes '%s'", path);
    assert_int_equal(system(line), 0);
}

/* Checks that every file that the page refers to is in the folder, and that it refers to nothing outside. */
static void assert_self_contained(const char *out)
{
    static char page[400000];
    read_all(path_in(out, "index.html"), page, sizeof page);
    assert_non_null(strstr(page, "</html>"));
    assert_null(strstr(page, "http:"));
    assert_null(strstr(page, "https:"));
    static const char *const MARKS[] = {"src=\"", "href=\""};
    for (size_t i = 0; i < 2; ++i) {
        for (const char *at = page; (at = strstr(at, MARKS[i])) != NULL;) {
            at += strlen(MARKS[i]);
            char name[200];
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\""), at);
            if (name[0] != '#' && !exists(out, name)) {
                fail_msg("the page refers to '%s', which does not exist", name);
            }
        }
    }
    assert_null(strstr(page, "nan"));
}

/* Checks that the figures have the colours of the palette for PGS, AMGS and auto. */
static void assert_colours(const char *out)
{
    static const struct {
        const char *method, *colour;
    } PALETTE[] = {
#define SOLVER_COLOUR(method, light, dark) {#method, light},
#define SERIES_COLOUR(light)
#include "draw/palette.inc"
    };
    static const char *const FIGURES[] = {"summary.svg", "iterations-pool1.svg", "steps-pool2-gamma1.svg",
                                          "time-stacking.svg"};
    static char figure[1000000];
    for (size_t i = 0; i < sizeof FIGURES / sizeof *FIGURES; ++i) {
        read_all(path_in(out, FIGURES[i]), figure, sizeof figure);
        for (size_t k = 0; k < sizeof PALETTE / sizeof *PALETTE; ++k) {
            const char *method = PALETTE[k].method;
            const bool expected =
                strcmp(method, "pgs") == 0 || strcmp(method, "amgs") == 0 || strcmp(method, "auto") == 0;
            const unsigned long rgb = strtoul(PALETTE[k].colour + 1, NULL, 16);
            char text[40];
            snprintf(text, sizeof text, "rgb(%3lu, %3lu, %3lu)", rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
            if ((strstr(figure, text) != NULL) != expected) {
                fail_msg("%s: the colour of %s, %s, is %s", FIGURES[i], method, text, expected ? "missing" : "used");
            }
        }
    }
}

static void a_quick_run_is_resumed_and_writes_a_valid_page(void **state)
{
    const char *folder = *state;
    char out[600];
    snprintf(out, sizeof out, "%s/report", folder);
    assert_int_equal(mkdir(path_in(folder, "problems"), 0700), 0);
    interrupt_a_run(folder, out, "1", "data/pictures.json");
    assert_false(exists(out, "index.html"));
    const struct timespec before = changed(out, "data/pictures.json");
    assert_runs(folder, "reproduce --quick --out @/report --problems @/problems");
    assert_true(same_time(before, changed(out, "data/pictures.json"))); /* finished parts are not repeated */
    assert_false(exists(out, "data/parts"));
    assert_self_contained(out);
    assert_colours(out);
    /* Four combinations of solvers in four scenes, and the column headings. */
    static char pairs[8000];
    int lines = 0;
    read_all(path_in(out, "data/solver_pairs.csv"), pairs, sizeof pairs);
    for (const char *c = pairs; *c != '\0'; ++c) {
        lines += *c == '\n';
    }
    assert_int_equal(lines, 17);
    assert_valid_html(path_in(out, "index.html"));
    /* When everything is finished, only the report is written again. */
    const struct timespec table = changed(out, "data/table1.json");
    assert_runs(folder, "reproduce --quick --out @/report --problems @/problems");
    assert_runs(folder, "reproduce --report-only --out @/report");
    assert_true(same_time(table, changed(out, "data/table1.json")));
    /* A different number of placements is a different run, which uses nothing of the old one. */
    interrupt_a_run(folder, out, "2", "data/parts/scenes-pool1-1.json");
    assert_int_equal(remove(path_in(out, "data/table1.json")), 0);
    assert_int_equal(run_in(folder, "reproduce --report-only --out @/report")->code, 2);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bad_usage_is_refused_with_one_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(help_has_examples, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_quick_run_is_resumed_and_writes_a_valid_page, set_up, tear_down),
    };
    const bool whole = argc > 2 && strcmp(argv[2], "whole") == 0;
    if (!whole) {
        cmocka_set_skip_filter("a_quick_run_*");
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
