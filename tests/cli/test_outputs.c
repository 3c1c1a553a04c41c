/* Standard output and output files of every command: what cannot be written is reported, and nothing is left behind. */
#define _POSIX_C_SOURCE 200809L

#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

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

/* ---- Files that are not completed -------------------------------------------------------------------------------- */

/* Lets no file become larger than 8 kB, as if the disk were full: writing more fails with EFBIG. */
static void limit_files(void)
{
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = 8192, .rlim_max = 8192});
}

static void a_file_that_does_not_fit_is_not_committed(void **state)
{
    static const char *const LINES[] = {
        "compare stack:circles=150 --solver pgs --solver amgs --iterations 50 --plot @/x.svg",
        "compare stack:circles=150 --solver pgs --solver amgs --iterations 50 --plot @/x.png",
        "compare stack:circles=150 --solver pgs --solver amgs --iterations 1000 --history @/x.csv",
        "run pool1 --steps 3 --quiet --picture @/x.svg",
        "run pool1 --steps 300 --quiet --history @/x.csv",
        "run pool1 --steps 20 --quiet --record @/x.rec",
        "run pool1 --steps 20 --quiet --video @/x.mp4",
        "run pool1 --steps 1 --quiet --save @/x.json",
        "scenes pool1 --out @/x.json",
        "solve stack:circles=6000 --iterations 1 --out @/x.mtx",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        const struct outcome *outcome = run_prepared(*state, LINES[i], limit_files);
        if (outcome->code != 1 || files_in(*state) != 0) {
            fail_msg("'%s' exits with %d, leaves %d files and says: %s", LINES[i], outcome->code, files_in(*state),
                     outcome->err);
        }
    }
}

/* Ends a run by a signal while it writes a recording, a history and a video. */
static void assert_killed_run_leaves_nothing(const char *folder, int number)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const int err_file = open("/dev/null", O_WRONLY);
        dup2(err_file, STDERR_FILENO);
        execl(command, command, "run", "pool1", "--steps", "100000000", "--record", path_in(folder, "x.rec"),
              "--history", path_in(folder, "x.csv"), "--video", path_in(folder, "x.mp4"), "--quiet", (char *)NULL);
        _exit(127);
    }
    char part[700];
    snprintf(part, sizeof part, "%s/x.rec.%ld-0.part", folder, (long)child);
    struct stat status = {0};
    for (int i = 0; i < 3000 && (stat(part, &status) != 0 || status.st_size < 20000); ++i) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    assert_int_equal(files_in(folder), 3);
    kill(child, number);
    int ended = 0;
    waitpid(child, &ended, 0);
    assert_true(WIFSIGNALED(ended));
    assert_int_equal(WTERMSIG(ended), number);
    assert_int_equal(files_in(folder), 0);
}

static void a_killed_run_leaves_no_temporary_files(void **state)
{
    assert_killed_run_leaves_nothing(*state, SIGTERM);
    assert_killed_run_leaves_nothing(*state, SIGHUP);
}

static void two_outputs_to_one_file_are_refused(void **state)
{
    assert_int_equal(mkdir(path_in(*state, "folder"), 0700), 0);
    assert_int_equal(symlink("folder", path_in(*state, "other")), 0);
    assert_int_equal(symlink("folder/x.csv", path_in(*state, "link.csv")), 0);
    static const char *const LINES[] = {
        "run pool1 --steps 2 --history @/x --record @/x",
        "run pool1 --steps 2 --history @/x --save @/folder/../x",
        "run pool1 --steps 2 --history @/folder/x --sweeps-out @/other/x",
        "run pool1 --steps 2 --history @/link.csv --save @/folder/x.csv",
        "run pool1 --steps 2 --picture @/x.svg --plot @/x.svg",
        "run pool1 --steps 2 --picture 1:@/x.png --picture @/x.png",
        "run pool1 --steps 2 --export-lcp 1:@/x --export-lcp 2:@/x",
        "solve stack:circles=3 --out @/x.svg --plot @/x.svg",
        "compare stack:circles=3 --solver pgs --history @/x.svg --plot @/x.svg",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        const struct outcome *outcome = run_in(*state, LINES[i]);
        if (outcome->code != 2 || strstr(outcome->err, "expected another") == NULL || files_in(*state) != 3) {
            fail_msg("'%s' exits with %d and says: %s", LINES[i], outcome->code, outcome->err);
        }
    }
    assert_int_equal(run_in(*state, "run pool1 --steps 2 --quiet --history @/x --save @/folder/x")->code, 0);
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
        TEST(a_file_that_does_not_fit_is_not_committed),
        TEST(a_killed_run_leaves_no_temporary_files),
        TEST(two_outputs_to_one_file_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
