/* Runs and studies on several ranks: the results and files of one process, failures, Ctrl-C, and a rank that is killed. */
#define _POSIX_C_SOURCE 200809L

#include <time.h>

#include "launch.h"

#define POOL60 "run pool1 --set circles=60 --steps 40 --set partitions=3 "
#define LONG_RUN "run pool1 --set circles=60 --steps 100000000 "

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* Waits until a file exists. */
static void wait_for(const char *folder, const char *name)
{
    for (int i = 0; i < 600 && !exists(folder, name); ++i) {
        pause_ms(50);
    }
    assert_true(exists(folder, name));
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* The JSON of a run without times and without what it says about ranks. */
static cJSON *results_on(const char *folder, int ranks, const char *line)
{
    static const char *const OTHERS[] = {"ms_per_step", "ms_by_phase", "ranks", "partitions", "by_rank"};
    const struct outcome *outcome = run_on(folder, ranks, line);
    cJSON *json = cJSON_Parse(outcome->out);
    if (outcome->code != 0 || json == NULL) {
        fail_msg("'%s' on %d ranks exits with %d and says: %s%s", line, ranks, outcome->code, outcome->err,
                 outcome->out);
    }
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; ++i) {
        cJSON_DeleteItemFromObjectCaseSensitive(json, OTHERS[i]);
    }
    return json;
}

static void results_are_those_of_one_process(void **state)
{
    static const char *const LINES[] = {POOL60 "--json", "run pyramid3 --steps 30 --set partitions=2 --json",
                                        "run tumbler --steps 30 --set partitions=4 --tol-relative 1e-3 --json"};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        cJSON *expected = results_on(*state, 0, LINES[i]);
        for (int ranks = 1; ranks <= 4; ranks *= 2) {
            cJSON *found = results_on(*state, ranks, LINES[i]);
            if (!cJSON_Compare(expected, found, true)) {
                fail_msg("'%s' on %d ranks: %s, expected %s", LINES[i], ranks, cJSON_Print(found),
                         cJSON_Print(expected));
            }
            cJSON_Delete(found);
        }
        cJSON_Delete(expected);
    }
}

static void assert_same_file(const char *folder, const char *name, const char *other)
{
    static char one[1 << 20];
    static char two[1 << 20];
    memset(one, 0, sizeof one);
    memset(two, 0, sizeof two);
    read_all(path_in(folder, name), one, sizeof one);
    read_all(path_in(folder, other), two, sizeof two);
    assert_memory_equal(one, two, sizeof one);
}

static void files_are_those_of_one_process(void **state)
{
    static const char *const NAMES[] = {"p.png", "end.png", "film.rec", "end.json"};
    const char *folder = *state;
    char line[600];
    for (int ranks = 0; ranks <= 2; ranks += 2) {
        snprintf(line, sizeof line,
                 POOL60
                 "--picture 20:@/%dp.png --picture @/%dend.png --record @/%dfilm.rec --save @/%dend.json --quiet",
                 ranks, ranks, ranks, ranks);
        assert_int_equal(run_on(folder, ranks, line)->code, 0);
    }
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; ++i) {
        char one[64];
        char two[64];
        snprintf(one, sizeof one, "0%s", NAMES[i]);
        snprintf(two, sizeof two, "2%s", NAMES[i]);
        assert_same_file(folder, one, two);
    }
}

static void pictures_of_a_3d_scene_are_those_of_one_process(void **state)
{
    const char *folder = *state;
    if (run_on(folder, 0, "run wall3 --steps 5 --set partitions=2 --picture @/one.png --quiet")->code != 0) {
        puts("no renderer of 3D scenes: not compared");
        return;
    }
    const struct outcome *outcome =
        run_on(folder, 2, "run wall3 --steps 5 --set partitions=2 --picture @/two.png --record @/film.rec --quiet");
    assert_int_equal(outcome->code, 0);
    assert_same_file(folder, "one.png", "two.png");
    assert_int_equal(run_on(folder, 0, "replay @/film.rec --picture 5:@/three.png")->code, 0);
}

static void a_scene_without_partitions_gets_some_that_depend_on_its_bodies(void **state)
{
    const char *folder = *state;
    cJSON *small = cJSON_Parse(run_on(folder, 2, "run pool1 --set circles=30 --steps 2 --json")->out);
    cJSON *large = cJSON_Parse(run_on(folder, 2, "run pool1 --set circles=5000 --set width=20 --steps 2 --json")->out);
    assert_true(number_of(small, "partitions") == 1 && number_of(large, "partitions") == 2);
    assert_true(number_of(large, "ranks") == 2);
    const cJSON *by_rank = cJSON_GetObjectItemCaseSensitive(large, "by_rank");
    assert_int_equal(cJSON_GetArraySize(by_rank), 2);
    assert_true(number_of(cJSON_GetArrayItem(by_rank, 1), "rank") == 1);
    cJSON *one = cJSON_Parse(
        run_on(folder, 0, "run pool1 --set circles=5000 --set width=20 --steps 2 --set partitions=2 --json")->out);
    assert_string_equal(text_of(one, "hash"), text_of(large, "hash"));
    assert_null(cJSON_GetObjectItemCaseSensitive(one, "ranks"));
    cJSON_Delete(small);
    cJSON_Delete(large);
    cJSON_Delete(one);
    const struct outcome *outcome = run_on(folder, 2, POOL60);
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "ranks                   2, with 3 partitions"));
    assert_non_null(strstr(outcome->out, "bodies per rank"));
}

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

static void bad_usage_is_refused_with_one_line(void **state)
{
    static const char *const LINES[][2] = {
        {"run poool1", "did you mean 'pool1'"},
        {"run pool1 --stps 3", "did you mean '--steps'"},
        {"run pool1 --set circles=x", "circles"},
        {"run pool1 --picture @/no/a.png", "cannot be written"},
        {"run pool1 --steps 5 --sweeps-out @/s.txt", "--sweeps-out: needs one process, but mpirun has started 2"},
        {"run pool1 --steps 5 --export-lcp 2:@/lcp", "--export-lcp: needs one process"},
        {"run wall3 --steps 5 --picture @/a.png --colour residual", "--colour residual: needs one process"},
        {"run pool1 --steps 5 --budget-us 100", "needs one process"},
        {"run --restart @/none", "--restart"},
        {"run ragdolls --steps 5", "the world cannot be divided among 2 ranks: it has joints"},
        {"solve stack:circles=3", "mpirun has started several processes"},
        {"study pool1 --seeds x", "--seeds x"},
        {"study poool1 --seeds 2", "did you mean 'pool1'"},
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        const struct outcome *outcome = run_on(*state, 2, LINES[i][0]);
        if (outcome->code != 2 || count_messages(outcome->err) != 1 || strstr(outcome->err, LINES[i][1]) == NULL ||
            outcome->out[0] != '\0') {
            fail_msg("'%s' exits with %d and says: %s%s", LINES[i][0], outcome->code, outcome->err, outcome->out);
        }
    }
    assert_int_equal(files_in(*state), 0);
}

static void help_is_printed_once(void **state)
{
    const struct outcome *outcome = run_on(*state, 3, "run --help");
    assert_int_equal(outcome->code, 0);
    const char *first = strstr(outcome->out, "Usage: modulus");
    assert_non_null(first);
    assert_null(strstr(first + 1, "Usage: modulus"));
}

static void a_failure_in_a_step_names_it_and_ends_all_ranks(void **state)
{
    const struct outcome *outcome = run_on(*state, 3, POOL60 "--checkpoint 10:/dev/full");
    assert_int_equal(outcome->code, 1);
    assert_int_equal(count_messages(outcome->err), 1);
    assert_non_null(strstr(outcome->err, "modulus: rank 0, step 10: /dev/full: cannot be written"));
    outcome = run_on(*state, 3, POOL60 "--set max_bytes=20000");
    assert_int_equal(outcome->code, 1);
    assert_int_equal(count_messages(outcome->err), 1);
}

static void processes_without_mpi_say_so(void **state)
{
    char copy[600];
    char line[2000];
    snprintf(copy, sizeof copy, "%s/modulus", (const char *)*state);
    snprintf(line, sizeof line, "cp %s %s", modulus, copy);
    assert_int_equal(system(line), 0); /* NOLINT(cert-env33-c) */
    setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
    setenv("OMPI_COMM_WORLD_RANK", "0", 1);
    const struct outcome *outcome = run_on(*state, 0, "run pool1");
    assert_int_equal(outcome->code, 2);
    assert_non_null(strstr(outcome->err, "mpirun has started 2 processes, but MPI connects 1"));
    unsetenv("OMPI_COMM_WORLD_SIZE");
    unsetenv("OMPI_COMM_WORLD_RANK");
    setenv("PMI_SIZE", "2", 1);
    setenv("PMI_RANK", "0", 1);
    /* Without its module beside it. */
    const char *with_module = modulus;
    modulus = copy;
    outcome = run_on(*state, 0, "run pool1");
    modulus = with_module;
    unsetenv("PMI_SIZE");
    unsetenv("PMI_RANK");
    assert_int_equal(outcome->code, 2);
    assert_non_null(strstr(outcome->err, "modulus: MPI cannot be loaded"));
}

/* ---- Checkpoints ------------------------------------------------------------------------------------------------- */

static void a_run_goes_on_from_a_checkpoint_on_any_number_of_ranks(void **state)
{
    static const char *const LINES[] = {POOL60 "--json ", "run pyramid3 --steps 30 --set partitions=2 --json "};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        char line[300];
        snprintf(line, sizeof line, "%s --checkpoint 25:@/run.ckpt", LINES[i]);
        cJSON *expected = results_on(*state, 3, line);
        for (int ranks = 0; ranks <= 2; ++ranks) {
            cJSON *found = results_on(*state, ranks, "run --restart @/run.ckpt --json");
            assert_true(cJSON_Compare(expected, found, true));
            cJSON_Delete(found);
        }
        cJSON_Delete(expected);
    }
}

/* The numbers of a run that was never stopped. */
static void assert_goes_on(const char *folder, const char *line, const char *checkpoint, int64_t more)
{
    char text[600];
    snprintf(text, sizeof text, "run --restart %s --steps 100000000 --picture 0:@/x.png", checkpoint);
    const char *says = strstr(run_on(folder, 0, text)->err, "the checkpoint is after step ");
    assert_non_null(says);
    const int64_t steps = strtoll(says + strlen("the checkpoint is after step "), NULL, 10) + more;
    snprintf(text, sizeof text, "run --restart %s --steps %lld --json", checkpoint, (long long)steps);
    cJSON *found = results_on(folder, 1, text);
    snprintf(text, sizeof text, "%s --steps %lld --set partitions=1 --json", line, (long long)steps);
    cJSON *expected = results_on(folder, 0, text);
    assert_true(cJSON_Compare(expected, found, true));
    cJSON_Delete(expected);
    cJSON_Delete(found);
}

static void a_killed_rank_leaves_a_checkpoint(void **state)
{
    const char *folder = *state;
    setenv("OMPI_MCA_odls_base_sigkill_timeout", "1", 1); /* the other ranks remove their unfinished files */
    const pid_t child = start_on(folder, 3, LONG_RUN "--checkpoint 50:@/run.ckpt --history @/steps.csv --quiet");
    wait_for(folder, "run.ckpt");
    const pid_t rank = child_of(child);
    assert_true(rank > 0);
    kill(rank, SIGKILL);
    assert_int_not_equal(code_of(child), 0);
    setenv("OMPI_MCA_odls_base_sigkill_timeout", "0", 1);
    assert_false(exists(folder, "steps.csv"));
    assert_goes_on(folder, "run pool1 --set circles=60", "@/run.ckpt", 20);
}

static void ctrl_c_stops_all_ranks_after_the_same_step(void **state)
{
    const char *folder = *state;
    for (int is_of_rank = 0; is_of_rank <= 1; ++is_of_rank) {
        const pid_t child = start_on(folder, 3, LONG_RUN "--checkpoint 50:@/run.ckpt --history @/steps.csv --json");
        wait_for(folder, "run.ckpt");
        /* mpirun passes SIGUSR1 on to all ranks; it answers SIGINT by ending them a second later. */
        kill(is_of_rank == 1 ? child_of(child) : child, is_of_rank == 1 ? SIGINT : SIGUSR1);
        assert_int_equal(code_of(child), 130);
        char err[8192];
        read_all(path_in(folder, ".stderr"), err, sizeof err);
        assert_int_equal(count_messages(err), 1);
        assert_non_null(strstr(err, "all output has been written"));
        assert_true(exists(folder, "steps.csv"));
        static char text[65536];
        read_all(path_in(folder, ".stdout"), text, sizeof text);
        cJSON *json = cJSON_Parse(text);
        assert_non_null(json);
        assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "interrupted")));
        cJSON_Delete(json);
        assert_goes_on(folder, "run pool1 --set circles=60", "@/run.ckpt", 5);
        remove(path_in(folder, "run.ckpt"));
        remove(path_in(folder, "steps.csv"));
    }
}

/* ---- Studies ----------------------------------------------------------------------------------------------------- */

#define STUDY "study pool1 --set circles=30 --set width=2 --steps 20 --vary friction=0.1,0.3,bad --seeds 4 "

/* Compares the files of two studies, without the columns of times: the last ones. */
static void assert_same_study(const char *folder, const char *a, const char *b)
{
    static char one[1 << 17];
    static char two[1 << 17];
    char name[300];
    snprintf(name, sizeof name, "%s/runs.csv", a);
    read_all(path_in(folder, name), one, sizeof one);
    snprintf(name, sizeof name, "%s/runs.csv", b);
    read_all(path_in(folder, name), two, sizeof two);
    char *rest_one = NULL;
    char *rest_two = NULL;
    int lines = 0;
    char *line_two = strtok_r(two, "\n", &rest_two);
    for (char *line = strtok_r(one, "\n", &rest_one); line != NULL; line = strtok_r(NULL, "\n", &rest_one)) {
        assert_non_null(line_two);
        /* Settings, outcome, error and hash precede the numbers. */
        size_t length = 0;
        for (int field = 0; field < 6; ++field) {
            length += strcspn(line + length, ",") + 1;
        }
        assert_memory_equal(line, line_two, length);
        line_two = strtok_r(NULL, "\n", &rest_two);
        ++lines;
    }
    assert_null(line_two);
    assert_int_equal(lines, 13);
}

static void a_study_is_that_of_one_process(void **state)
{
    const char *folder = *state;
    assert_int_equal(run_on(folder, 0, STUDY "--out @/one --quiet")->code, 1);
    const struct outcome *outcome = run_on(folder, 2, STUDY "--out @/two --quiet");
    assert_int_equal(outcome->code, 1);
    assert_int_equal(count_messages(outcome->err), 1);
    assert_non_null(strstr(outcome->err, "study: 4 of 12 runs failed"));
    assert_int_equal(run_on(folder, 4, STUDY "--out @/four --quiet --jobs 2")->code, 1);
    assert_same_study(folder, "one", "two");
    assert_same_study(folder, "one", "four");
    outcome = run_on(folder, 2, "study pool1 --seeds 3 --dry-run");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "= 3 runs"));
}

static void an_interrupted_study_goes_on_with_other_ranks(void **state)
{
    const char *folder = *state;
    const char *line = "study pool1 --set circles=100 --steps 100 --seeds 40 --out @/study --quiet";
    const pid_t child = start_on(folder, 3, line);
    for (int i = 0; i < 600; ++i) {
        static char text[1 << 17];
        if (exists(folder, "study/runs.csv")) {
            read_all(path_in(folder, "study/runs.csv"), text, sizeof text);
            if (strchr(text, '\n') != NULL && strchr(strchr(text, '\n') + 1, '\n') != NULL) {
                break;
            }
        }
        pause_ms(10);
    }
    kill(child, SIGUSR1);
    assert_int_equal(code_of(child), 130);
    char err[8192];
    read_all(path_in(folder, ".stderr"), err, sizeof err);
    assert_non_null(strstr(err, "the same command continues"));
    assert_int_equal(count_messages(err), 1);
    assert_int_equal(run_on(folder, 2, line)->code, 0);
    static char text[1 << 17];
    read_all(path_in(folder, "study/runs.csv"), text, sizeof text);
    assert_null(strstr(text, "failed,"));
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: test_ranks MPIRUN|none PATH_OF_MODULUS\n");
        return 2;
    }
    command = argv[1];
    modulus = argv[2];
    if (access(command, X_OK) != 0) {
        puts("skipped: no mpirun, or a command without MPI; on Debian: apt install libopenmpi-dev openmpi-bin");
        return EXIT_SKIPPED;
    }
    set_mpi_environment();
    const struct CMUnitTest tests[] = {
        TEST(results_are_those_of_one_process),
        TEST(files_are_those_of_one_process),
        TEST(pictures_of_a_3d_scene_are_those_of_one_process),
        TEST(a_scene_without_partitions_gets_some_that_depend_on_its_bodies),
        TEST(bad_usage_is_refused_with_one_line),
        TEST(help_is_printed_once),
        TEST(a_failure_in_a_step_names_it_and_ends_all_ranks),
        TEST(processes_without_mpi_say_so),
        TEST(a_run_goes_on_from_a_checkpoint_on_any_number_of_ranks),
        TEST(a_killed_rank_leaves_a_checkpoint),
        TEST(ctrl_c_stops_all_ranks_after_the_same_step),
        TEST(a_study_is_that_of_one_process),
        TEST(an_interrupted_study_goes_on_with_other_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
