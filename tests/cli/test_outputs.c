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
        "run pool1 --steps 2 --export-lcp 1:@/folder --export-lcp 2:@/other/",
        "run pool1 --steps 2 --export-lcp 1:@/x --history @/x",
        /* The first option's file for one solver, and the second option's own name. */
        "run pool1 --steps 2 --solver pgs --solver auto --save @/x.csv --history @/x-pgs.csv",
        "run pool1 --steps 2 --solver pgs --solver auto --picture @/x.svg --plot @/x-auto.svg",
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

static void solvers_whose_files_would_have_one_name_are_refused(void **state)
{
    static const char *const OUTPUTS[] = {"--record @/x",     "--save @/x",      "--picture @/x.png",
                                          "--sweeps-out @/x", "--video @/x.mp4", "--export-lcp 1:@/x"};
    char line[300];
    for (size_t i = 0; i < sizeof OUTPUTS / sizeof *OUTPUTS; ++i) {
        snprintf(line, sizeof line, "run pool1 --steps 2 --solver pgs --solver auto --solver pgs %s", OUTPUTS[i]);
        const struct outcome *outcome = run_in(*state, line);
        if (outcome->code != 2 || strstr(outcome->err, "expected different solvers") == NULL || files_in(*state) != 0) {
            fail_msg("'%s' exits with %d and says: %s", line, outcome->code, outcome->err);
        }
    }
    /* One solver may run twice if both runs write one file together, or none. */
    assert_int_equal(run_in(*state, "run pool1 --steps 2 --solver pgs --solver pgs --history @/x")->code, 0);
    assert_int_equal(run_in(*state, "run pool1 --steps 2 --solver pgs --solver auto --save @/y.json")->code, 0);
    assert_int_equal(files_in(*state), 3);
}

static void an_output_that_is_an_input_is_refused(void **state)
{
    assert_int_equal(run_in(*state, "scenes pool1 --set circles=20 --out @/scene.json")->code, 0);
    assert_int_equal(run_in(*state, "run @/scene.json --steps 2 --quiet --sweeps-out @/sweeps")->code, 0);
    assert_int_equal(run_in(*state, "run @/scene.json --steps 2 --quiet --record @/run.rec")->code, 0);
    assert_int_equal(run_in(*state, "generate stack:circles=3 --out @/problem")->code, 0);
    assert_int_equal(run_in(*state, "solve --problem @/problem --out @/lambda.mtx --out-y @/y.mtx")->code, 0);
    assert_int_equal(symlink("scene.json", path_in(*state, "link.json")), 0);
    assert_int_equal(symlink("run.rec", path_in(*state, "run.svg")), 0);
    static const char *const LINES[] = {
        "scenes @/scene.json --out @/scene.json",
        "scenes @/scene.json --out @/problem/../scene.json",
        "scenes @/link.json --out @/scene.json",
        "scenes @/scene.json --out @/link.json",
        "run @/scene.json --steps 2 --save @/scene.json",
        "run @/scene.json --steps 2 --history @/scene.json",
        "run @/scene.json --steps 2 --sweeps-in @/sweeps --sweeps-out @/sweeps",
        "replay @/run.rec --picture @/run.svg",
        "solve --problem @/problem --out @/problem/v.mtx",
        "solve --problem @/problem --lambda0 @/lambda.mtx --out @/lambda.mtx",
        "solve --problem @/problem --y0 @/y.mtx --out-y @/y.mtx",
        "compare --problem @/problem --solver pgs --history @/problem/J.mtx",
        "compare @/scene.json --step 1 --solver pgs --history @/scene.json",
        "bench --quick --compare @/scene.json --json @/scene.json",
    };
    const int before = files_in(*state);
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        const struct outcome *outcome = run_in(*state, LINES[i]);
        if (outcome->code != 2 || strstr(outcome->err, "the command reads this file, expected another name") == NULL) {
            fail_msg("'%s' exits with %d and says: %s", LINES[i], outcome->code, outcome->err);
        }
    }
    assert_int_equal(files_in(*state), before);
    assert_int_equal(run_in(*state, "scenes @/scene.json --out @/other.json")->code, 0);
}

/* A program that passes an open descriptor goes on writing to the file behind it. */
static char shared_path[600];

static void share_a_file(void)
{
    const int file = open(shared_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, 7);
    (void)!write(7, "before\n", 7);
}

static void the_file_of_a_descriptor_is_written_directly(void **state)
{
    char text[4096];
    snprintf(shared_path, sizeof shared_path, "%s", path_in(*state, "shared"));
    assert_int_equal(run_prepared(*state, "run pool1 --steps 2 --quiet --history /dev/fd/7", share_a_file)->code, 0);
    read_all(shared_path, text, sizeof text);
    assert_memory_equal(text, "before\nsolver,", 14);
    assert_int_equal(files_in(*state), 1);
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
        TEST(solvers_whose_files_would_have_one_name_are_refused),
        TEST(an_output_that_is_an_input_is_refused),
        TEST(the_file_of_a_descriptor_is_written_directly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
