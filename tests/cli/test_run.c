/* modulus run and scenes: printed output, exit codes, stopping criteria and refused arguments. */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#include "run_checks.h"

/* ---- Printed output ---------------------------------------------------------------------------------------------- */

static void run_prints_the_documented_keys(void **state)
{
    cJSON *json = run_json(*state, POOL "--steps 40 --json");
    assert_string_equal(text_of(json, "scene"), "pool1");
    assert_true(number_of(json, "steps") == 40);
    assert_true(number_of(json, "bodies") >= 31);
    assert_true(number_of(json, "contacts") > 5);
    assert_true(number_of(json, "ms_per_step") > 0);
    const cJSON *residual = cJSON_GetObjectItemCaseSensitive(json, "residual");
    assert_true(number_of(residual, "mean_log10") < 1);
    assert_true(number_of(residual, "last") >= 0);
    assert_true(number_of(json, "penetration_max") >= number_of(json, "penetration_mean"));
    assert_true(number_of(json, "kinetic_energy") > 0);
    assert_int_equal(strspn(text_of(json, "hash"), "0123456789abcdef"), 16);
    assert_int_equal(strlen(text_of(json, "hash")), 16);
    cJSON_Delete(json);
}

static void the_same_run_gives_the_same_hash(void **state)
{
    char hash[3][32];
    static const char *const LINES[] = {POOL "--steps 20 --json", POOL "--steps 20 --json --history @/h.csv",
                                        POOL "--steps 20 --json --set seed=2"};
    for (int i = 0; i < 3; ++i) {
        cJSON *json = run_json(*state, LINES[i]);
        snprintf(hash[i], sizeof hash[i], "%s", text_of(json, "hash"));
        cJSON_Delete(json);
    }
    assert_string_equal(hash[0], hash[1]);
    assert_string_not_equal(hash[0], hash[2]);
}

static void several_solvers_share_one_table(void **state)
{
    const char *folder = *state;
    const struct outcome *outcome =
        run_in(folder, POOL "--steps 20 --solver pgs --solver amgs:alpha=0.4 --picture @/end.png --record @/film");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "pgs"));
    assert_non_null(strstr(outcome->out, "amgs:alpha=0.4"));
    assert_non_null(strstr(outcome->out, "ms per step"));
    assert_true(exists(folder, "end-pgs.png"));
    assert_true(exists(folder, "end-amgs-alpha-0.4.png"));
    assert_true(exists(folder, "film-pgs"));
    assert_int_equal(files_in(folder), 4);
    cJSON *json = run_json(folder, POOL "--steps 20 --solver pgs --solver amgs --json");
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    assert_int_equal(cJSON_GetArraySize(results), 2);
    assert_string_equal(text_of(cJSON_GetArrayItem(results, 1), "solver"), "amgs");
    cJSON_Delete(json);
}

static void every_scene_command_has_help(void **state)
{
    static const char *const LINES[] = {"run --help", "scenes --help", "replay --help", "help run"};
    for (size_t k = 0; k < sizeof LINES / sizeof *LINES; ++k) {
        const struct outcome *outcome = run_in(*state, LINES[k]);
        assert_int_equal(outcome->code, 0);
        assert_non_null(strstr(outcome->out, "Usage: modulus"));
        assert_non_null(strstr(outcome->out, "Examples:"));
    }
}

static void quiet_prints_nothing(void **state)
{
    const struct outcome *outcome = run_in(*state, POOL "--steps 5 --quiet");
    assert_int_equal(outcome->code, 0);
    assert_string_equal(outcome->out, "");
    assert_string_equal(outcome->err, "");
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static void scenes_can_be_listed_and_written(void **state)
{
    const char *folder = *state;
    const struct outcome *outcome = run_in(folder, "scenes");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "pool1:"));
    assert_non_null(strstr(outcome->out, "circles"));
    assert_non_null(strstr(run_in(folder, "scenes pool1")->out, "bodies"));
    assert_runs(folder, "scenes pool1 --set circles=30 --out @/pool.json");
    char hash[2][32];
    cJSON *json = run_json(folder, "run @/pool.json --steps 15 --json");
    snprintf(hash[0], sizeof hash[0], "%s", text_of(json, "hash"));
    cJSON_Delete(json);
    json = run_json(folder, "run pool1 --set circles=30 --steps 15 --json");
    snprintf(hash[1], sizeof hash[1], "%s", text_of(json, "hash"));
    cJSON_Delete(json);
    assert_string_equal(hash[0], hash[1]);
    json = run_json(folder, "scenes --json");
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(json, "scenes")) >= 10);
    cJSON_Delete(json);
}

/* ---- Exit codes -------------------------------------------------------------------------------------------------- */

static void exit_code_three_means_a_step_did_not_converge(void **state)
{
    const struct outcome *outcome = run_in(*state, POOL "--steps 60 --tol 1e-12 --max-iterations 2 --json");
    assert_int_equal(outcome->code, 3);
    cJSON *json = cJSON_Parse(outcome->out);
    assert_true(number_of(json, "share_converged") < 1);
    cJSON_Delete(json);
    json = run_json(*state, POOL "--steps 30 --tol 1e-2 --max-iterations 5000 --json");
    assert_true(number_of(json, "share_converged") == 1);
    cJSON_Delete(json);
}

static void exit_code_one_means_a_solve_diverged(void **state)
{
    const struct outcome *outcome =
        run_in(*state, "run bridge --set planks=5 --steps 10 --solver psor:relax=2.5 --iterations 2000 --quiet");
    assert_int_equal(outcome->code, 1);
    assert_non_null(strstr(outcome->err, "diverged in"));
}

/* ---- Stopping criteria ------------------------------------------------------------------------------------------- */

static void a_run_reports_which_limits_stopped_its_steps(void **state)
{
    const char *folder = *state;
    cJSON *json = run_json(folder, POOL "--steps 40 --json");
    assert_true(number_of(json, "steps_at_max_iterations") == 40);
    assert_true(number_of(json, "steps_converged") == 0 && number_of(json, "steps_at_time_budget") == 0);
    assert_true(number_of(json, "steps_far_from_converged") == 0 && number_of(json, "steps_diverged") == 0);
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(json, "share_converged")));
    const cJSON *residual = cJSON_GetObjectItemCaseSensitive(json, "residual");
    const cJSON *worst = cJSON_GetObjectItemCaseSensitive(residual, "worst_relative");
    assert_true(number_of(worst, "value") >= number_of(residual, "last_relative"));
    assert_true(number_of(worst, "step") >= 1 && number_of(worst, "step") <= 40);
    cJSON_Delete(json);
    json = run_json(folder, POOL "--steps 40 --tol 1e-2 --json");
    assert_true(number_of(json, "steps_converged") == 40);
    assert_true(number_of(json, "share_converged") == 1);
    cJSON_Delete(json);
    const struct outcome *outcome = run_in(folder, POOL "--steps 40 --tol 1e-2");
    assert_non_null(strstr(outcome->out, "steps stopped by        tolerance 40"));
    assert_non_null(strstr(outcome->out, "relative RES, max"));
}

static void a_tiny_time_budget_does_one_sweep_per_solve(void **state)
{
    const char *folder = *state;
    cJSON *json =
        run_json(folder, "run pool1 --steps 20 --substeps 2 --budget-us 0.01 --quiet --json --history @/steps.csv");
    assert_true(number_of(json, "steps_at_time_budget") == 20);
    assert_true(number_of(json, "iterations_per_step") == 2);
    cJSON_Delete(json);
    static char text[65536];
    read_all(path_in(folder, "steps.csv"), text, sizeof text);
    assert_non_null(strstr(text, ",time_budget,2,"));
    assert_null(strstr(text, ",max_iterations,"));
}

static void a_tolerance_alone_stops_at_the_default_iteration_limit(void **state)
{
    const struct outcome *outcome = run_in(*state, "run mass_ratio --steps 1 --substeps 1 --tol 1e-30 --quiet --json");
    assert_int_equal(outcome->code, 3);
    cJSON *json = cJSON_Parse(outcome->out);
    assert_true(number_of(json, "sweeps") == MD_DEFAULT_MAX_ITERATIONS);
    assert_true(number_of(json, "steps_at_max_iterations") == 1 && number_of(json, "steps_far_from_converged") == 1);
    cJSON_Delete(json);
}

static void a_step_far_from_converged_prints_a_warning(void **state)
{
    const struct outcome *outcome = run_in(*state, POOL "--steps 60 --tol 1e-12 --max-iterations 2");
    assert_int_equal(outcome->code, 3);
    assert_non_null(strstr(outcome->err, "warning: step"));
    assert_non_null(strstr(outcome->err, "ended far from converged"));
}

/* The hash of a run, which may include steps that did not converge. */
static void hash_of(const char *folder, const char *line, char hash[32])
{
    const struct outcome *outcome = run_in(folder, line);
    cJSON *json = cJSON_Parse(outcome->out);
    if ((outcome->code != 0 && outcome->code != 3) || json == NULL) {
        fail_msg("'%s' exits with %d and says: %s", line, outcome->code, outcome->err);
    }
    snprintf(hash, 32, "%s", text_of(json, "hash"));
    cJSON_Delete(json);
}

static void a_run_under_a_time_budget_is_repeated_bit_for_bit(void **state)
{
    const char *folder = *state;
    static const char *const RUNS[][2] = {
        {"run pool1 --set circles=60 --steps 80 --budget-us 30", "run pool1 --set circles=60"},
        {"run pool1 --set circles=60 --steps 40 --budget-us 30 --tol-relative 1e-5", "run pool1 --set circles=60"},
        {"run ragdolls --steps 60 --budget-us 100 --tol 1e-3 --substeps 2 --set separate_islands=true --solver pgs",
         "run ragdolls --substeps 2 --set separate_islands=true --solver pgs"},
        {"run bridge --steps 60 --set budget_us=50", "run bridge"},
        {"run pyramid --steps 60 --budget-us 50 --solver auto", "run pyramid --solver auto"},
        {"run pyramid --steps 60 --budget-us 50 --iterations 20 --solver amgs", "run pyramid --solver amgs"},
    };
    char hash[2][32];
    char line[512];
    for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; ++i) {
        snprintf(line, sizeof line, "%s --sweeps-out @/sweeps.txt --json --quiet", RUNS[i][0]);
        hash_of(folder, line, hash[0]);
        snprintf(line, sizeof line, "%s --sweeps-in @/sweeps.txt --json --quiet", RUNS[i][1]);
        hash_of(folder, line, hash[1]);
        assert_string_equal(hash[0], hash[1]);
    }
    assert_int_equal(files_in(folder), 1);
    /* Each of several solvers has its own file. */
    const char *both = POOL "--steps 20 --solver pgs --solver amgs";
    snprintf(line, sizeof line, "%s --budget-us 20 --sweeps-out @/both.txt --quiet", both);
    assert_runs(folder, line);
    assert_true(exists(folder, "both-pgs.txt") && exists(folder, "both-amgs.txt"));
    snprintf(line, sizeof line, "%s --sweeps-in @/both.txt --quiet", both);
    assert_runs(folder, line);
}

/* Writes the text with the first occurrence of `from` replaced by `to`. */
static void write_changed(const char *path, const char *text, const char *from, const char *to)
{
    static char changed[65536];
    const char *place = strstr(text, from);
    assert_non_null(place);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
    write_text(path, changed);
}

static void sweeps_of_a_different_run_are_refused_with_one_line(void **state)
{
    const char *folder = *state;
    static char text[65536];
    assert_runs(folder, POOL "--steps 20 --iterations 5 --sweeps-out @/good.txt --quiet");
    read_all(path_in(folder, "good.txt"), text, sizeof text);
    static const char *const BAD[][3] = {
        /* old text, new text, expected message */
        {"modulus-sweeps 1", "modulus-sweeps 2", "line 1: expected 'modulus-sweeps 1'"},
        {"scene pool1", "scene pool2", "was written by a run with scene pool2"},
        {"solver amgs", "solver pgs", "was written by a run with solver pgs"},
        {"solver amgs\n", "", "line 3: expected 'solver' and a value"},
        {"precision ", "precision half", "was written by a run with precision half"},
        {"substeps 1", "substeps 2", "was written by a run with substeps 2"},
        {"dt 0.016", "dt 0.017", "was written by a run with dt 0.017"},
        {"tol 0", "tol none", "line 7: expected a non-negative number"},
        {"iterations 5", "iterations -5", "line 10: expected a non-negative whole number"},
        {"steps\n5", "steps\nfive", "line 14: expected the sweeps of each solve"},
        {"steps\n5", "steps\n5 ", "line 14: expected the sweeps of each solve"},
        {"steps\n5", "steps\n5 5", "has more solves in step 1"},
        {"steps\n5", "steps\n", "has fewer solves in step 1"},
        {"steps\n5", "steps\n0", "has fewer sweeps in step 1"},
        {"steps\n5\n", "steps\n", "the file claims 20 steps but has 19"},
        {"end 20 ", "end 20 x", "expected 'end', the number of steps and a hash"},
        {"end 20 ", "more\nend 20 ", "expected the sweeps of each solve"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; ++i) {
        write_changed(path_in(folder, "bad.txt"), text, BAD[i][0], BAD[i][1]);
        const struct outcome *outcome = run_in(folder, POOL "--sweeps-in @/bad.txt --quiet");
        const char *newline = strchr(outcome->err, '\n');
        if (outcome->code != 2 || newline == NULL || newline[1] != '\0' || strstr(outcome->err, BAD[i][2]) == NULL) {
            fail_msg("'%s' for '%s' exits with %d and says: %s", BAD[i][1], BAD[i][0], outcome->code, outcome->err);
        }
    }
    /* A file that is truncated anywhere is refused. */
    const size_t length = strlen(text);
    for (size_t kept = 0; kept < length; kept += 7) {
        write_text(path_in(folder, "cut.txt"), text);
        assert_int_equal(truncate(path_in(folder, "cut.txt"), (off_t)kept), 0);
        assert_int_equal(run_in(folder, POOL "--sweeps-in @/cut.txt --quiet")->code, 2);
    }
    /* A different seed shows only in the final hash. */
    const struct outcome *outcome = run_in(folder, POOL "--set seed=2 --sweeps-in @/good.txt --quiet");
    assert_int_equal(outcome->code, 1);
    assert_non_null(strstr(outcome->err, "ends with the hash"));
    assert_runs(folder, POOL "--sweeps-in @/good.txt --steps 15 --quiet");
}

/* Starts a run that would take hours, waits until it has written something, and sends Ctrl-C. */
static void ctrl_c_stops_a_run_and_completes_its_files(void **state)
{
    const char *folder = *state;
    char picture[600];
    char record[600];
    char err[600];
    snprintf(picture, sizeof picture, "%s/end.png", folder);
    snprintf(record, sizeof record, "%s/film.rec", folder);
    snprintf(err, sizeof err, "%s/.stderr", folder);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const int err_file = open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(err_file, STDERR_FILENO);
        dup2(err_file, STDOUT_FILENO);
        execl(command, command, "run", "pool1", "--steps", "100000000", "--picture", picture, "--record", record,
              "--quiet", (char *)NULL);
        _exit(127);
    }
    char part[700];
    snprintf(part, sizeof part, "%s.%ld-0.part", record, (long)child);
    struct stat status = {0};
    for (int i = 0; i < 3000 && (stat(part, &status) != 0 || status.st_size < 20000); ++i) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    assert_interrupted(child, err, "interrupted after step");
    assert_starts_with(picture, "\x89PNG", 4);
    cJSON *json = run_json(folder, "replay @/film.rec --json");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "complete")));
    cJSON_Delete(json);
    assert_int_equal(files_in(folder), 2);
}

static void bad_usage_is_refused_with_one_line(void **state)
{
    const char *folder = *state;
    write_text(path_in(folder, "no.rec"), "%%MatrixMarket matrix array real general\n2 1\n-1\n-1\n");
    write_text(path_in(folder, "short.rec"), "\x89MDREC\r\n1234");
    write_text(path_in(folder, "empty.rec"), "");
    static const char *const LINES[][2] = {
        {"run", "no scene given"},
        {"run pol1", "modulus: unknown scene 'pol1', did you mean 'pool1'?\n"},
        {"run pool1 --step 3", "run: unknown option '--step', did you mean '--steps'? (see modulus run --help)"},
        {"run pool1 --set circels=3", "pool1: circels: unknown key, did you mean \"circles\"?"},
        {"run pool1 --set enable_slep=false", "pool1: enable_slep: unknown key, did you mean \"enable_sleep\"?"},
        {"run pool1 --set friction_mixing=prodct",
         "friction_mixing: unknown word \"prodct\", did you mean \"product\"?"},
        {"run pool1 --set colour=red", "colour"},
        {"run pool1 --set circles=many", "circles"},
        {"run pool1 --set circles", "expected key=value"},
        {"run @/absent.json", "absent.json"},
        {"run pool1 --solver newton", "unknown method 'newton'"},
        {"run pool1 --steps 0", "--steps '0'"},
        {"run pool1 --dt -1", "--dt '-1'"},
        {"run pool1 --substeps 2000", "expected 1 to 1000"},
        {"run pool1 --threads 300", "expected 1 to 256"},
        {"run pool1 --picture @/end.jpg", "ends with .png, .svg or .pdf"},
        {"run pool1 --picture @/nowhere/end.png", "cannot be written: No such file"},
        {"run pool1 --steps 10 --picture 11:@/end.png", "there are only 10 steps"},
        {"run pool1 --video @/film.avi", "ends with .mp4, .webm or .gif"},
        {"run pool1 --fps 30", "--fps needs --video FILE"},
        {"run pool1 --record @", "is a folder"},
        {"run pool1 --plot @/plot.gif", "ends with .svg or .png"},
        {"run pool1 --export-lcp 100", "expected STEP[.SUBSTEP]:DIR"},
        {"run pool1 --export-lcp 0:@/lcp", "expected STEP[.SUBSTEP]:DIR"},
        {"run pool1 --export-lcp 1.0:@/lcp", "expected STEP[.SUBSTEP]:DIR"},
        {"run pool1 --export-lcp 1:@/nowhere/lcp", "cannot be written: No such file"},
        {"run pool1 --export-lcp 1:@/no.rec", "is not a writable folder"},
        {"run pool1 --steps 10 --export-lcp 11:@/lcp", "there are only 10"},
        {"run pool1 --export-lcp 1.2:@/lcp", "a step has only 1"},
        {"run pool1 --sweeps-out @/nowhere/sweeps.txt", "cannot be written: No such file"},
        {"run pool1 --sweeps-in @/absent.txt", "cannot be opened"},
        {"run pool1 --sweeps-in @/no.rec", "expected 'modulus-sweeps 1'"},
        {"run pool1 --sweeps-in @/empty.rec", "expected 'modulus-sweeps 1'"},
        {"run pool1 --sweeps-in @/no.rec --tol 1e-3", "the file contains the limits"},
        {"scenes --out @/x.json", "expected the name of a scene"},
        {"scenes pol1", "pool1"},
        {"scenes pool1 --out @/nowhere/x.json", "cannot be written: No such file"},
        {"replay", "no recording given"},
        {"replay @/absent.rec", "cannot be opened"},
        {"replay @/no.rec", "is not a recording"},
        {"replay @/empty.rec", "is not a recording"},
        {"replay @/short.rec", "is truncated before its first frame"},
        {"compare pyramid", "expected --step N to select"},
        {"compare pool1 --frictionless", "expected --step N too"},
        {"compare --step 3", "expected a name"},
        {"compare pool1 --step 3 --problem @", "expected one of them"},
        {"compare pool1 --step 3 --driver newton", "unknown method 'newton'"},
        {"compare pol1 --step 3", "pool1"},
    };
    for (size_t k = 0; k < sizeof LINES / sizeof *LINES; ++k) {
        const struct outcome *outcome = run_in(folder, LINES[k][0]);
        const char *newline = strchr(outcome->err, '\n');
        const bool one_line = newline != NULL && newline[1] == '\0';
        if (outcome->code != 2 || !one_line || strstr(outcome->err, LINES[k][1]) == NULL || outcome->out[0] != '\0') {
            fail_msg("'%s' exits with %d and says: %s%s", LINES[k][0], outcome->code, outcome->err, outcome->out);
        }
    }
    assert_int_equal(files_in(folder), 3); /* no file was written */
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: test_run PATH_OF_MODULUS\n");
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
        TEST(run_prints_the_documented_keys),
        TEST(the_same_run_gives_the_same_hash),
        TEST(several_solvers_share_one_table),
        TEST(every_scene_command_has_help),
        TEST(quiet_prints_nothing),
        TEST(scenes_can_be_listed_and_written),
        TEST(exit_code_three_means_a_step_did_not_converge),
        TEST(exit_code_one_means_a_solve_diverged),
        TEST(a_run_reports_which_limits_stopped_its_steps),
        TEST(a_tiny_time_budget_does_one_sweep_per_solve),
        TEST(a_tolerance_alone_stops_at_the_default_iteration_limit),
        TEST(a_step_far_from_converged_prints_a_warning),
        TEST(a_run_under_a_time_budget_is_repeated_bit_for_bit),
        TEST(sweeps_of_a_different_run_are_refused_with_one_line),
        TEST(ctrl_c_stops_a_run_and_completes_its_files),
        TEST(bad_usage_is_refused_with_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
