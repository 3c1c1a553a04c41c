/* Standard output and output files of every command: what cannot be written is reported, and nothing is left behind. */
#define _POSIX_C_SOURCE 200809L

#include "command.h"

/* One command of each kind that prints. */
static const char *const PRINTING[] = {
    "--help",
    "--version",
    "run --help",
    "run pool1 --set circles=20 --steps 2",
    "run pool1 --set circles=20 --steps 2 --json",
    "scenes",
    "scenes --json",
    "scenes pool1",
    "scenes pool1 --out @/scene.json",
    "solve stack:circles=3",
    "solve stack:circles=3 --json",
    "compare stack:circles=3 --solver pgs --solver amgs",
    "analyze stack:circles=3",
    "analyze stack:circles=3 --json",
    "generate",
    "generate stack:circles=3 --out @/problem",
    "bench --help",
    "reproduce --help",
};
#define PRINTING_COUNT (sizeof PRINTING / sizeof *PRINTING)

/* ---- Standard output --------------------------------------------------------------------------------------------- */

/* Makes every write to standard output fail, as on a full disk: a pipe that nobody reads. */
static void break_output(void)
{
    int ends[2];
    if (pipe(ends) == 0) {
        close(ends[0]);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[1]);
    }
}

static void close_output(void)
{
    close(STDOUT_FILENO);
}

static void assert_output_fails(const char *folder, void (*prepare)(void))
{
    for (size_t i = 0; i < PRINTING_COUNT; ++i) {
        const struct outcome *outcome = run_prepared(folder, PRINTING[i], prepare);
        if (outcome->code != 1 || strstr(outcome->err, "modulus: standard output cannot be written") == NULL) {
            fail_msg("'%s' exits with %d and says: %s", PRINTING[i], outcome->code, outcome->err);
        }
        assert_ptr_equal(strchr(outcome->err, '\n'), strrchr(outcome->err, '\n'));
    }
}

static void every_command_that_prints_succeeds(void **state)
{
    for (size_t i = 0; i < PRINTING_COUNT; ++i) {
        const struct outcome *outcome = run_in(*state, PRINTING[i]);
        if (outcome->code != 0 || outcome->out[0] == '\0') {
            fail_msg("'%s' exits with %d and says: %s", PRINTING[i], outcome->code, outcome->err);
        }
    }
}

static void a_full_standard_output_makes_every_command_fail(void **state)
{
    assert_output_fails(*state, break_output);
}

static void a_closed_standard_output_makes_every_command_fail(void **state)
{
    assert_output_fails(*state, close_output);
}

static void a_file_does_not_get_the_descriptor_of_a_closed_standard_output(void **state)
{
    char expected[4096];
    char found[4096];
    assert_int_equal(run_in(*state, "solve stack:circles=3 --out @/lambda.mtx")->code, 0);
    read_all(path_in(*state, "lambda.mtx"), expected, sizeof expected);
    assert_int_equal(run_prepared(*state, "solve stack:circles=3 --out @/again.mtx", close_output)->code, 1);
    read_all(path_in(*state, "again.mtx"), found, sizeof found);
    assert_string_equal(found, expected);
}

static void a_quiet_command_needs_no_standard_output(void **state)
{
    assert_int_equal(run_prepared(*state, "run pool1 --set circles=20 --steps 2 --quiet", close_output)->code, 0);
}

/* ---- Missing folders --------------------------------------------------------------------------------------------- */

static void a_missing_folder_is_bad_input(void **state)
{
    static const char *const LINES[] = {
        "run pool1 --steps 2 --history @/absent/x",
        "run pool1 --steps 2 --record @/absent/x",
        "run pool1 --steps 2 --save @/absent/x",
        "run pool1 --steps 2 --sweeps-out @/absent/x",
        "run pool1 --steps 2 --sweeps-in @/absent/x",
        "run pool1 --steps 2 --picture @/absent/x.png",
        "run pool1 --steps 2 --video @/absent/x.mp4",
        "run pool1 --steps 2 --plot @/absent/x.svg",
        "run pool1 --steps 2 --export-lcp 1:@/absent/x",
        "scenes pool1 --out @/absent/x",
        "replay @/absent/x",
        "solve stack:circles=3 --out @/absent/x",
        "solve stack:circles=3 --history @/absent/x",
        "compare stack:circles=3 --solver pgs --plot @/absent/x.svg",
        "compare stack:circles=3 --solver pgs --history @/absent/x",
        "generate stack:circles=3 --out @/absent/x",
        "reproduce --quick --out @/absent/x",
        "bench --quick --out @/absent/x",
        "bench --quick --json @/absent/x",
        "bench --sweeps --out @/absent/x",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        const struct outcome *outcome = run_in(*state, LINES[i]);
        if (outcome->code != 2 || strstr(outcome->err, "absent/x") == NULL) {
            fail_msg("'%s' exits with %d and says: %s", LINES[i], outcome->code, outcome->err);
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: test_outputs PATH_OF_MODULUS\n");
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
        TEST(every_command_that_prints_succeeds),
        TEST(a_full_standard_output_makes_every_command_fail),
        TEST(a_closed_standard_output_makes_every_command_fail),
        TEST(a_file_does_not_get_the_descriptor_of_a_closed_standard_output),
        TEST(a_quiet_command_needs_no_standard_output),
        TEST(a_missing_folder_is_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
