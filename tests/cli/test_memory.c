/* The command under memory that runs out: whichever allocation fails, the output is right and the exit code 0, or the
 * exit code is 1 and the reason is one line. With "all" as the last argument every allocation fails once, otherwise a
 * selection of them. */
#define _POSIX_C_SOURCE 200809L

#include "command.h"

#define QUICK_RUNS 30

static const char *shim;
static bool is_thorough;
static char count_path[600];
static long failing;

static void fail_one_allocation(void)
{
    char number[32];
    snprintf(number, sizeof number, "%ld", failing);
    setenv("LD_PRELOAD", shim, 1);
    setenv("MODULUS_FAIL_ALLOCATION", number, 1);
    setenv("MODULUS_ALLOCATION_COUNT", count_path, 1);
}

/* Sets all numbers of times to 0, because they differ between runs. */
static void erase_times(cJSON *object)
{
    static const char *const KEYS[] = {"seconds", "prepare_seconds", "ms_per_step", "ms_by_phase"};
    for (cJSON *item = object != NULL ? object->child : NULL; item != NULL; item = item->next) {
        for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; ++i) {
            if (item->string != NULL && strcmp(item->string, KEYS[i]) == 0) {
                cJSON_SetNumberValue(item, 0);
                cJSON_Delete(item->child);
                item->child = NULL;
            }
        }
        erase_times(item);
    }
}

/* The document that was printed, without its times. */
static cJSON *document_of(const struct outcome *outcome)
{
    cJSON *document = cJSON_Parse(outcome->out);
    assert_non_null(document);
    erase_times(document);
    return document;
}

static long count_allocations(const char *folder, const char *line, cJSON **expected)
{
    char text[32];
    snprintf(count_path, sizeof count_path, "%s/count", folder);
    failing = 0;
    const struct outcome *outcome = run_prepared(folder, line, fail_one_allocation);
    if (outcome->code != 0) {
        fail_msg("'%s' exits with %d and says: %s", line, outcome->code, outcome->err);
    }
    *expected = document_of(outcome);
    read_all(count_path, text, sizeof text);
    return strtol(text, NULL, 10);
}

/* LAPACK's Fortran library ends the process in two lines of its own if it cannot be initialised. */
static bool is_one_line(const char *text)
{
    const char *newline = strchr(text, '\n');
    return strncmp(text, "Operating system error: Cannot allocate memory\n", 47) == 0 ||
           (newline != NULL && newline[1] == '\0');
}

/* Whichever allocation fails, the command prints the whole document or says that memory ran out. */
static void assert_failures_are_reported(const char *folder, const char *line)
{
    cJSON *expected = NULL;
    const long count = count_allocations(folder, line, &expected);
    const long stride = is_thorough || count <= QUICK_RUNS ? 1 : count / QUICK_RUNS;
    long reported = 0;
    assert_true(count > 20);
    for (failing = 1; failing <= count; failing += stride) {
        const struct outcome *outcome = run_prepared(folder, line, fail_one_allocation);
        cJSON *found = cJSON_Parse(outcome->out);
        erase_times(found);
        if (outcome->code == 0 && !cJSON_Compare(found, expected, true)) {
            fail_msg("'%s' exits with 0 after allocation %ld failed, but prints something else", line, failing);
        }
        if (outcome->code != 0 && (outcome->code != 1 || !is_one_line(outcome->err) || found != NULL)) {
            fail_msg("'%s' exits with %d after allocation %ld failed, and says: %s", line, outcome->code, failing,
                     outcome->err);
        }
        reported += outcome->code == 1;
        cJSON_Delete(found);
    }
    cJSON_Delete(expected);
    /* The C library can do without the buffer of a stream, so that a few failures change nothing. */
    assert_true(reported * stride * 10 > count * 9);
}

static void a_list_of_scenes_is_complete_or_refused(void **state)
{
    assert_failures_are_reported(*state, "scenes --json");
}

static void a_solve_is_reported_completely_or_fails(void **state)
{
    assert_failures_are_reported(*state, "solve stack:circles=3 --json");
    assert_failures_are_reported(*state, "compare stack:circles=3 --json");
}

static void an_analysis_is_reported_completely_or_fails(void **state)
{
    assert_failures_are_reported(*state, "analyze stack:circles=3 --json");
}

static void a_run_and_its_recording_are_reported_completely_or_fail(void **state)
{
    assert_failures_are_reported(*state, "run pool1 --set circles=20 --steps 2 --json");
    assert_int_equal(run_in(*state, "run pool1 --set circles=4 --steps 3 --quiet --record @/pool.rec")->code, 0);
    assert_failures_are_reported(*state, "replay @/pool.rec --json");
    assert_int_equal(run_in(*state, "run tower3 --set count=2 --steps 3 --quiet --record @/tower.rec")->code, 0);
    assert_failures_are_reported(*state, "replay @/tower.rec --json");
}

static void a_checkpoint_is_complete_or_fails(void **state)
{
    assert_failures_are_reported(*state, "run pool1 --set circles=4 --steps 5 --checkpoint 2:@/run.ckpt --json");
    assert_int_equal(run_in(*state, "run pool1 --set circles=4 --steps 5 --checkpoint 2:@/run.ckpt --quiet")->code, 0);
    assert_failures_are_reported(*state, "run --restart @/run.ckpt --json");
}

static void a_scene_file_is_read_completely_or_refused(void **state)
{
    assert_int_equal(run_in(*state, "scenes pool1 --set circles=4 --out @/pool.json")->code, 0);
    assert_failures_are_reported(*state, "run @/pool.json --steps 2 --json");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: test_memory COMMAND SHIM [all]\n");
        return 2;
    }
    command = argv[1];
    shim = argv[2];
    is_thorough = argc > 3 && strcmp(argv[3], "all") == 0;
    const struct CMUnitTest tests[] = {
        TEST(a_list_of_scenes_is_complete_or_refused),
        TEST(a_solve_is_reported_completely_or_fails),
        TEST(an_analysis_is_reported_completely_or_fails),
        TEST(a_run_and_its_recording_are_reported_completely_or_fail),
        TEST(a_checkpoint_is_complete_or_fails),
        TEST(a_scene_file_is_read_completely_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
