/* Ctrl-C ends every long command in the same way, whatever it is doing: by SIGINT, which shells report as 130. */
#define _POSIX_C_SOURCE 200809L

#include <time.h>

#include "command.h"

/* Starts a command as a shell does, in a process group of its own. An alarm ends one that does not stop. */
static pid_t start(const char *folder, const char *line)
{
    char err[600];
    char text[2400];
    snprintf(err, sizeof err, "%s/.stderr", folder);
    size_t used = (size_t)snprintf(text, sizeof text, "exec %s ", command);
    for (; *line != '\0'; ++line) {
        used += (size_t)snprintf(text + used, sizeof text - used, *line == '@' ? "%s" : "%.1s",
                                 *line == '@' ? folder : line);
    }
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const int err_file = open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(err_file, STDERR_FILENO);
        dup2(err_file, STDOUT_FILENO);
        setpgid(0, 0);
        signal(SIGINT, SIG_DFL); /* a test in the background may inherit that it is ignored */
        alarm(300);
        execl("/bin/sh", "sh", "-c", text, (char *)NULL);
        _exit(127);
    }
    setpgid(child, child);
    return child;
}

/* Sends Ctrl-C to all programs of the group after a while, and returns the code that a shell would report. */
static int code_after_ctrl_c(const char *folder, const char *line)
{
    int status = 0;
    const pid_t child = start(folder, line);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    kill(-child, SIGINT);
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void every_long_command_ends_with_130(void **state)
{
    static const char *const LINES[] = {
        "run pool1 --steps 100000000 --quiet",
        "run pool1 --steps 100000000 --quiet --json --history @/steps.csv --video @/film.mp4",
        "solve stack:circles=500 --solver pgs --tol 1e-30 --max-iterations 1000000000",
        "solve pool1:circles=5000,step=1000",
        "compare stack:circles=500 --solver pgs --solver amgs --tol 1e-30 --max-iterations 1000000000",
        "study pool1 --vary friction=0.1:0.9:0.1 --steps 100000000 --jobs 3 --json",
        "study pool1 --seeds 10000 --out @/study",
        "compare pool1 --step 100000000",
        "analyze stack:circles=6000 --dense-limit 8000",
        "analyze pool1:circles=5000,step=1000",
        "generate pool1:circles=5000,step=1000 --out @/problem",
        "replay @/long.rec --video @/long.mp4 --fps 5000",
        "reproduce --out @/report",
        "bench --out @/bench",
        "bench --sweeps",
    };
    assert_int_equal(run_in(*state, "run pool1 --steps 600 --quiet --record @/long.rec")->code, 0);
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        const int code = code_after_ctrl_c(*state, LINES[i]);
        if (code != 130) {
            char text[1024];
            char err[600];
            snprintf(err, sizeof err, "%s/.stderr", (const char *)*state);
            read_all(err, text, sizeof text);
            fail_msg("'%s' ends with %d and says: %s", LINES[i], code, text);
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_interrupts COMMAND\n");
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
        TEST(every_long_command_ends_with_130),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
