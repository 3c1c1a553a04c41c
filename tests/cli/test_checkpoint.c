/* modulus run --checkpoint and --restart: a run that goes on has the results of one that was never stopped, and files that
 * are no checkpoints are refused. */
#define _POSIX_C_SOURCE 200809L

#include <time.h>

#include "run_checks.h"

#define RUN POOL "--steps 40 "

/* The JSON of a run without times. */
static cJSON *results_of(const char *folder, const char *line)
{
    cJSON *json = run_json(folder, line);
    cJSON_DeleteItemFromObjectCaseSensitive(json, "ms_per_step");
    cJSON_DeleteItemFromObjectCaseSensitive(json, "ms_by_phase");
    return json;
}

static void assert_same_results(const char *folder, const char *one, const char *other)
{
    cJSON *expected = results_of(folder, one);
    cJSON *found = results_of(folder, other);
    if (!cJSON_Compare(expected, found, true)) {
        fail_msg("'%s' prints %s, expected %s", other, cJSON_Print(found), cJSON_Print(expected));
    }
    cJSON_Delete(expected);
    cJSON_Delete(found);
}

static void a_restarted_run_has_the_results_of_the_whole_run(void **state)
{
    static const char *const LINES[] = {RUN, "run pyramid3 --steps 40 ", RUN "--dt 0.01 --substeps 2 --tol 1e-2 ",
                                        "run pool1 --steps 40 --solver auto --position-solver pgs "};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        char line[300];
        snprintf(line, sizeof line, "%s --json --checkpoint 25:@/run.ckpt", LINES[i]);
        assert_same_results(*state, line, "run --restart @/run.ckpt --json");
        assert_same_results(*state, line, "run --restart @/run.ckpt --json --threads 2");
    }
}

static void a_restarted_run_can_be_longer(void **state)
{
    assert_runs(*state, RUN "--checkpoint 20:@/run.ckpt --quiet");
    assert_same_results(*state, POOL "--steps 70 --json", "run --restart @/run.ckpt --steps 70 --json");
    /* and goes on in the same file */
    assert_runs(*state, "run --restart @/run.ckpt --steps 60 --checkpoint 20:@/run.ckpt --quiet");
    assert_same_results(*state, POOL "--steps 70 --json", "run --restart @/run.ckpt --steps 70 --json");
}

static void files_of_a_restarted_run_are_those_of_the_whole_run(void **state)
{
    const char *folder = *state;
    static char one[1 << 18];
    static char two[1 << 18];
    assert_runs(folder,
                RUN "--checkpoint 15:@/run.ckpt --picture 35:@/one.png --save @/one.json --plot @/one.svg --quiet");
    assert_runs(folder, "run --restart @/run.ckpt --picture 35:@/two.png --save @/two.json --plot @/two.svg --quiet");
    static const char *const PAIRS[][2] = {{"one.png", "two.png"}, {"one.json", "two.json"}, {"one.svg", "two.svg"}};
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; ++i) {
        memset(one, 0, sizeof one);
        memset(two, 0, sizeof two);
        read_all(path_in(folder, PAIRS[i][0]), one, sizeof one);
        read_all(path_in(folder, PAIRS[i][1]), two, sizeof two);
        assert_memory_equal(one, two, sizeof one);
    }
}

static void ctrl_c_writes_a_checkpoint(void **state)
{
    const char *folder = *state;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const int err = open(path_in(folder, ".stderr"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(err, STDERR_FILENO);
        signal(SIGINT, SIG_DFL);
        alarm(60);
        char checkpoint[600];
        snprintf(checkpoint, sizeof checkpoint, "100000000:%s/run.ckpt", folder);
        execl(command, command, "run", "pool1", "--set", "circles=30", "--set", "width=2", "--set", "solver=amgs",
              "--steps", "200000000", "--checkpoint", checkpoint, "--quiet", (char *)NULL);
        _exit(127);
    }
    nanosleep(&(struct timespec){.tv_nsec = 400000000}, NULL);
    assert_interrupted(child, path_in(folder, ".stderr"), "run.ckpt goes on after step");
    /* It is the state of the step that was named. */
    char text[1024];
    char line[300];
    read_all(path_in(folder, ".stderr"), text, sizeof text);
    const long long step = strtoll(strstr(text, "after step ") + strlen("after step "), NULL, 10);
    assert_true(step > 0);
    snprintf(line, sizeof line, "run --restart @/run.ckpt --steps %lld --picture 0:@/x.png", step + 3);
    assert_non_null(strstr(run_in(folder, line)->err, "the checkpoint is after step"));
    snprintf(line, sizeof line, "run --restart @/run.ckpt --steps %lld --json", step + 3);
    cJSON_Delete(run_json(folder, line));
}

static void a_failure_says_how_to_go_on(void **state)
{
    const struct outcome *outcome = run_in(*state, RUN "--checkpoint 30:@/run.ckpt --sweeps-out /dev/full --quiet");
    assert_int_equal(outcome->code, 1);
    assert_non_null(strstr(outcome->err, "modulus: /dev/full: cannot be written"));
    assert_non_null(strstr(outcome->err, "run.ckpt goes on after step 30\n"));
    assert_runs(*state, "run --restart @/run.ckpt --quiet");
}

/* ---- Refused ----------------------------------------------------------------------------------------------------- */

static void assert_refused(const char *folder, const char *line, const char *reason)
{
    const struct outcome *outcome = run_in(folder, line);
    const char *newline = strchr(outcome->err, '\n');
    if (outcome->code != 2 || newline == NULL || newline[1] != '\0' || strstr(outcome->err, reason) == NULL ||
        outcome->out[0] != '\0') {
        fail_msg("'%s' exits with %d and says: %s%s", line, outcome->code, outcome->err, outcome->out);
    }
}

static void options_that_do_not_fit_a_restart_are_refused(void **state)
{
    static const char *const LINES[][2] = {
        {"run pool1 --checkpoint 5", "expected N:FILE"},
        {"run pool1 --checkpoint 0:@/c", "expected N:FILE"},
        {"run pool1 --checkpoint 5:", "expected N:FILE"},
        {"run pool1 --checkpoint 5:@/no/c", "cannot be written"},
        {"run pool1 --restart @/run.ckpt", "expected no 'pool1'"},
        {"run --restart @/run.ckpt --set circles=3", "expected no --set"},
        {"run --restart @/run.ckpt --frictionless", "expected no --frictionless"},
        {"run --restart @/run.ckpt --dt 0.1", "expected no --dt"},
        {"run --restart @/run.ckpt --substeps 2", "expected no --substeps"},
        {"run --restart @/run.ckpt --solver pgs", "expected no --solver"},
        {"run --restart @/run.ckpt --tol 1e-3", "expected no limits"},
        {"run --restart @/run.ckpt --sweeps-out @/s", "expected no --sweeps-out"},
        {"run --restart @/run.ckpt --steps 10", "the checkpoint is after step 25"},
        {"run --restart @/run.ckpt --picture 20:@/a.png", "the checkpoint is after step 25"},
        {"run --restart @/run.ckpt --export-lcp 25:@/lcp", "the checkpoint is after step 25"},
        {"run --restart @/run.ckpt --plot @/p.svg", "the run began without --plot"},
        {"run --restart @/run.ckpt --save @/run.ckpt", "the command reads this file"},
        {"run --restart @/run.ckpt --camera 1,2,3,4,5,6", "2D scene"},
        {"run --restart @/none", "cannot be read"},
        {"run --restart @", "not a regular file"},
    };
    assert_runs(*state, RUN "--checkpoint 25:@/run.ckpt --quiet");
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        assert_refused(*state, LINES[i][0], LINES[i][1]);
    }
    assert_int_equal(files_in(*state), 1);
}

static void write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void damaged_files_are_refused(void **state)
{
    const char *folder = *state;
    static char bytes[1 << 20];
    assert_runs(folder, RUN "--checkpoint 25:@/run.ckpt --quiet");
    FILE *file = fopen(path_in(folder, "run.ckpt"), "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size > 1000 && size < sizeof bytes);
    const char *damaged = path_in(folder, "damaged");
    for (size_t length = 0; length < size; length += length < 64 ? 7 : size / 9) {
        write_bytes(damaged, bytes, length);
        assert_refused(folder, "run --restart @/damaged", length < 8 ? "not a checkpoint" : "incomplete");
    }
    for (size_t at = 0; at < size; at += at < 64 ? 5 : size / 31) {
        bytes[at] = (char)(bytes[at] ^ 0x10);
        write_bytes(damaged, bytes, size);
        assert_refused(folder, "run --restart @/damaged", "--restart");
        bytes[at] = (char)(bytes[at] ^ 0x10);
    }
    bytes[16] = sizeof(md_real) == 8 ? 4 : 8; /* the size of numbers in the header */
    write_bytes(damaged, bytes, size);
    assert_refused(folder, "run --restart @/damaged", "precision, expected");
    write_bytes(damaged, "{\"world\": {}}\n", 14);
    assert_refused(folder, "run --restart @/damaged", "not a checkpoint");
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: test_checkpoint PATH_OF_MODULUS\n");
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
        TEST(a_restarted_run_has_the_results_of_the_whole_run),
        TEST(a_restarted_run_can_be_longer),
        TEST(files_of_a_restarted_run_are_those_of_the_whole_run),
        TEST(ctrl_c_writes_a_checkpoint),
        TEST(a_failure_says_how_to_go_on),
        TEST(options_that_do_not_fit_a_restart_are_refused),
        TEST(damaged_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
