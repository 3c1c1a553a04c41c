/* modulus study: the runs that options stand for, their results, and studies that are interrupted and continued. */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <math.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "run_checks.h"

/* Small runs. */
#define SMALL "study pool1 --set circles=30 --set width=2 --steps 20 "
#define MAX_LINES 400

/* ---- Files of lines ---------------------------------------------------------------------------------------------- */

static char *lines[MAX_LINES];
static char text[1 << 20];

/* Reads a file and returns its number of lines. */
static int read_lines(const char *folder, const char *name)
{
    int count = 0;
    read_all(path_in(folder, name), text, sizeof text);
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL && count < MAX_LINES;
         line = strtok_r(NULL, "\n", &rest)) {
        lines[count++] = line;
    }
    return count;
}

/* The field of a line with commas, whose fields have no quotes. */
static const char *field_of(const char *line, int index)
{
    static char field[400];
    for (; index > 0 && strchr(line, ',') != NULL; --index) {
        line = strchr(line, ',') + 1;
    }
    snprintf(field, sizeof field, "%.*s", (int)strcspn(line, ","), line);
    return field;
}

static int column_of(const char *header, const char *name)
{
    int index = 0;
    while (index < 100 && strcmp(field_of(header, index), name) != 0) {
        ++index;
    }
    return index;
}

static void assert_starts(const char *line, const char *beginning)
{
    char found[400];
    snprintf(found, sizeof found, "%.*s", (int)strlen(beginning), line);
    assert_string_equal(found, beginning);
}

/* Copies a file without the durations, which differ from run to run. */
static char *without_times(const char *folder, const char *name)
{
    const int count = read_lines(folder, name);
    char *copy = calloc(1, sizeof text);
    size_t used = 0;
    assert_non_null(copy);
    char header[4000];
    snprintf(header, sizeof header, "%s", lines[0]);
    for (int i = 0; i < count; ++i) {
        int column = 0;
        const bool is_of_times = strstr(lines[i], ",ms_per_step,") != NULL && i > 0; /* of summary.csv */
        for (const char *at = lines[i]; at != NULL && !is_of_times;
             at = strchr(at, ','), at = at != NULL ? at + 1 : NULL) {
            const bool is_time = strncmp(field_of(header, column++), "ms_", 3) == 0;
            used += (size_t)snprintf(copy + used, sizeof text - used, "%.*s,", is_time ? 0 : (int)strcspn(at, ","), at);
        }
        copy[used++] = '\n';
    }
    return copy;
}

static void assert_same_files(const char *folder, const char *one, const char *other)
{
    static const char *const NAMES[] = {"runs.csv", "summary.csv", "study.txt"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; ++i) {
        char path[200];
        snprintf(path, sizeof path, "%s/%s", one, NAMES[i]);
        char *first = without_times(folder, path);
        snprintf(path, sizeof path, "%s/%s", other, NAMES[i]);
        char *second = without_times(folder, path);
        assert_string_equal(first, second);
        free(first);
        free(second);
    }
}

/* ---- Which runs there are ---------------------------------------------------------------------------------------- */

/* Checks the values that --vary friction=... stands for, by the commands of a dry run. */
static void assert_values(const char *folder, const char *option, const char *expected)
{
    char line[300];
    char found[600] = "";
    snprintf(line, sizeof line, "study pool1 --dry-run %s", option);
    const struct outcome *outcome = run_in(folder, line);
    if (outcome->code != 0) {
        fail_msg("'%s' says: %s", line, outcome->err);
    }
    for (const char *at = outcome->out; (at = strstr(at, "--set")) != NULL;) {
        at += strlen("--set ");
        const size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%.*s ", (int)strcspn(at, " \n"), at);
    }
    assert_string_equal(found, expected);
}

static void values_are_lists_and_ranges(void **state)
{
    assert_values(*state, "--vary friction=0.1:0.5:0.1",
                  "friction=0.1 friction=0.2 friction=0.3 friction=0.4 friction=0.5 ");
    /* (0.7 - 0.1) / 0.1 is less than 6 in binary. */
    assert_values(*state, "--vary friction=0.1:0.7:0.3", "friction=0.1 friction=0.4 friction=0.7 ");
    assert_values(*state, "--vary friction=0.1:0.7:0.1",
                  "friction=0.1 friction=0.2 friction=0.3 friction=0.4 friction=0.5 friction=0.6 friction=0.7 ");
    assert_values(*state, "--vary friction=0:1:0.4", "friction=0 friction=0.4 friction=0.8 ");
    assert_values(*state, "--vary friction=1:0:-0.5", "friction=1 friction=0.5 friction=0 ");
    assert_values(*state, "--vary friction=0.3:-0.1:-0.1",
                  "friction=0.3 friction=0.2 friction=0.1 friction=0 friction=-0.1 ");
    assert_values(*state, "--vary slop=1e-4:0.1:log4", "slop=0.0001 slop=0.001 slop=0.01 slop=0.1 ");
    assert_values(*state, "--vary iterations=1:16:log5",
                  "iterations=1 iterations=2 iterations=4 iterations=8 iterations=16 ");
    assert_values(*state, "--vary solver=pgs,amgs:alpha=0.25,auto", "solver=pgs solver=amgs:alpha=0.25 solver=auto ");
    assert_values(*state, "--vary solver=amsor:alpha=0.2,relax=1.1;pgs",
                  "solver=amsor:alpha=0.2,relax=1.1 solver=pgs ");
    assert_values(*state, "--seeds 3", "seed=1 seed=2 seed=3 ");
    assert_values(*state, "--seeds 9,5", "seed=9 seed=5 ");
    assert_values(*state, "--seeds 7:9:1", "seed=7 seed=8 seed=9 ");
    assert_values(
        *state, "--vary friction=1,2 --vary slop=0.1 --seeds 2",
        "friction=1 slop=0.1 seed=1 friction=1 slop=0.1 seed=2 friction=2 slop=0.1 seed=1 friction=2 slop=0.1 "
        "seed=2 ");
}

static void a_dry_run_prints_commands_and_their_number(void **state)
{
    const struct outcome *outcome = run_in(
        *state, "study pool1 --steps 5 --frictionless --set iterations=3 --vary dt=0.01,0.02 --seeds 2 --dry-run "
                "--out @/new");
    assert_string_equal(outcome->out,
                        "modulus run pool1 --steps 5 --frictionless --set iterations=3 --set dt=0.01 --set seed=1\n"
                        "modulus run pool1 --steps 5 --frictionless --set iterations=3 --set dt=0.01 --set seed=2\n"
                        "modulus run pool1 --steps 5 --frictionless --set iterations=3 --set dt=0.02 --set seed=1\n"
                        "modulus run pool1 --steps 5 --frictionless --set iterations=3 --set dt=0.02 --set seed=2\n"
                        "# 2 combinations x 2 seeds = 4 runs\n");
    assert_false(exists(*state, "new"));
}

static void bad_usage_is_refused_with_one_line(void **state)
{
    const char *folder = *state;
    static const struct {
        const char *line, *message;
    } CASES[] = {
        {"study", "no scene given"},
        {"study pool1", "nothing is varied"},
        {"study pool1 --vary friction", "expected KEY=FROM:TO:STEP"},
        {"study pool1 --vary =1,2", "expected KEY=FROM:TO:STEP"},
        {"study pool1 --vary friction=1,,2", "a value is empty"},
        {"study pool1 --vary solver=pgs,a\nb", "a value has a line break"},
        {"study pool1 --vary friction=0:1", "expected KEY=FROM:TO:STEP"},
        {"study pool1 --vary friction=0:1:", "expected KEY=FROM:TO:STEP"},
        {"study pool1 --vary friction=0:x:1", "expected KEY=FROM:TO:STEP"},
        {"study pool1 --vary friction=0:1:0", "expected a STEP that leads from FROM to TO"},
        {"study pool1 --vary friction=0:1:-1", "expected a STEP that leads from FROM to TO"},
        {"study pool1 --vary friction=0:1:1e-9", "at most 10000 values"},
        {"study pool1 --vary friction=1:2:log", "expected log and a number of values"},
        {"study pool1 --vary friction=1:2:log1", "expected log and a number of values"},
        {"study pool1 --vary friction=0:2:log3", "two different positive numbers"},
        {"study pool1 --vary friction=0.1,0.10", "'0.10' is given twice"},
        {"study pool1 --vary friction=0:1:1e-3 --vary slop=0:1:1e-2", "more than 100000 runs"},
        {"study pool1 --vary fricton=1,2", "did you mean \"friction\"?"},
        {"study pool1 --vary friction=-1,-2", "friction: expected a number from 0 to 100, got -1"},
        {"study pool1 --vary friction=1 --vary friction=2", "another --vary sets it too"},
        {"study pool1 --vary friction=1 --set friction=2", "--set sets it too"},
        {"study pool1 --vary friction=1 --frictionless", "--frictionless sets it too"},
        {"study pool1 --vary steps=1 --steps 2", "--steps sets it too"},
        {"study pool1 --vary seed=1 --seeds 2", "--seeds sets it too"},
        {"study pool1 --set seed=1 --seeds 2", "--set sets it too"},
        {"study pool1 --seeds 0", "from 1 to 10000"},
        {"study pool1 --seeds 1.5,2", "whole numbers >= 0"},
        {"study wall --seeds 2", "wall has no key 'seed'"},
        {"study @/empty.json --seeds 2", "because it is a file"},
        {"study pol1 --seeds 2", "did you mean 'pool1'?"},
        {"study none.json --vary friction=1", "cannot be read"},
        {"study pool1 --seeds 2 --measure kinetic_enrgy", "did you mean 'kinetic_energy'?"},
        {"study pool1 --seeds 2 --measure hash", "unknown"},
        {"study pool1 --seeds 2 --measure sweeps --measure sweeps", "is given twice"},
        {"study pool1 --seeds 2 --jobs 0", "a whole number >= 1"},
        {"study pool1 --seeds 2 --jobs 1025", "expected 1 to 1024"},
        {"study pool1 --seeds 2 --out @", "and no study, expected a new or empty folder"},
        {"study pool1 --seeds 2 --out @/mine.txt", "Not a directory"},
        {"study pool1 --seeds 2 --out @/no/such/folder", "cannot be created"},
        {"study pool1 --seeds 2 --out /proc/modulus", "cannot be created"},
    };
    write_text(path_in(folder, "mine.txt"), "not yours");
    write_text(path_in(folder, "empty.json"), "{\"format\": \"modulus-scene\", \"version\": 1}");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        const struct outcome *outcome = run_in(folder, CASES[i].line);
        const char *end = strchr(outcome->err, '\n');
        if (outcome->code != 2 || strstr(outcome->err, CASES[i].message) == NULL || end == NULL || end[1] != '\0' ||
            outcome->out[0] != '\0') {
            fail_msg("'%s' exits with %d and says: %s%s", CASES[i].line, outcome->code, outcome->err, outcome->out);
        }
    }
    if (geteuid() != 0) { /* root writes everywhere */
        assert_int_equal(mkdir(path_in(folder, "locked"), 0500), 0);
        const struct outcome *outcome = run_in(folder, "study pool1 --seeds 2 --steps 2 --out @/locked");
        assert_int_equal(outcome->code, 2);
        assert_non_null(strstr(outcome->err, "locked: cannot be written: Permission denied"));
    }
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* The number of a run with a name such as residual.worst.value; NaN for null. */
static double number_at(const cJSON *run, const char *name)
{
    char part[100];
    for (; strchr(name, '.') != NULL; name = strchr(name, '.') + 1) {
        snprintf(part, sizeof part, "%.*s", (int)strcspn(name, "."), name);
        run = cJSON_GetObjectItemCaseSensitive(run, part);
    }
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(run, name);
    if (!cJSON_IsNumber(item) && !cJSON_IsNull(item)) {
        fail_msg("modulus run --json has no number %s", name);
    }
    return cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
}

/* The count of numbers and nulls of an object and of the objects in it. */
static int count_numbers(const cJSON *object) // NOLINT(misc-no-recursion)
{
    int count = 0;
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        count += cJSON_IsNumber(item) || cJSON_IsNull(item) ? 1 : count_numbers(item);
    }
    return count;
}

/* Compares a line of runs.csv with what `modulus run --json` prints for its settings. */
static void assert_equals_run(const char *folder, const char *header, const char *line, const char *command_line)
{
    char options[700];
    snprintf(options, sizeof options, "%s --json", strstr(command_line, "run "));
    cJSON *run = run_json(folder, options);
    const int hash = column_of(header, "hash");
    assert_string_equal(field_of(line, column_of(header, "status")), "ok");
    assert_string_equal(field_of(line, hash), text_of(run, "hash"));
    int numbers = 0;
    for (int i = hash + 1; field_of(header, i - 1)[0] != '\0' && i < 100; ++i) {
        char name[100];
        snprintf(name, sizeof name, "%s", field_of(header, i));
        const char *value = field_of(line, i);
        const double number = number_at(run, name);
        const bool is_time = strncmp(name, "ms_", 3) == 0;
        /* cJSON prints 15 digits if the number that they are is within an epsilon. */
        const bool is_same =
            isfinite(number) ? fabs(strtod(value, NULL) - number) <= 2.3e-16 * fabs(number) : value[0] == '\0';
        if (!is_time && !is_same) {
            fail_msg("%s is %s, but %.17g for '%s'", name, value, number, options);
        }
        ++numbers;
        if (strcmp(name, "energy_end") == 0) {
            break;
        }
    }
    assert_int_equal(numbers, count_numbers(run) - 3); /* steps, dt and substeps are settings */
    cJSON_Delete(run);
}

/* Runs a study and compares each of its runs with `modulus run`. */
static void assert_study_equals_runs(const char *folder, const char *study, int count, const char *out)
{
    char line[700];
    char commands[8][700];
    static char header[4000];
    snprintf(line, sizeof line, "%s --dry-run", study);
    const struct outcome *outcome = run_in(folder, line);
    const char *at = outcome->out;
    for (int i = 0; i < count; ++i, at = strchr(at, '\n') + 1) {
        snprintf(commands[i], sizeof commands[i], "%.*s", (int)strcspn(at, "\n"), at);
    }
    assert_true(at[0] == '#');
    snprintf(line, sizeof line, "%s --quiet --out @/%s", study, out);
    assert_runs(folder, line);
    snprintf(line, sizeof line, "%s/runs.csv", out);
    assert_int_equal(read_lines(folder, line), count + 1);
    snprintf(header, sizeof header, "%s", lines[0]);
    for (int i = 0; i < count; ++i) {
        assert_equals_run(folder, header, lines[i + 1], commands[i]);
    }
}

static void each_run_equals_that_of_modulus_run(void **state)
{
    const char *folder = *state;
    assert_study_equals_runs(folder, SMALL "--vary friction=0.1,0.5 --vary solver=pgs,auto --seeds 2", 8, "flat");
    assert_study_equals_runs(folder, "study tower3 --set count=3 --steps 20 --vary substeps=1,2 --vary dt=0.01,0.02", 4,
                             "solid");
    write_text(
        path_in(folder, "scene.json"),
        "{\"format\": \"modulus-scene\", \"version\": 1, \"bodies\": [{\"shapes\": [{\"box\": {\"half\": [9, 1]}}]}, "
        "{\"type\": \"dynamic\", \"position\": [0, 3], \"velocity\": [2, 0], \"mass\": {\"mass\": 3, \"inertia\": 1}, "
        "\"shapes\": [{\"circle\": {\"radius\": 1}}]}]}");
    char study[700];
    snprintf(
        study, sizeof study,
        "study %s/scene.json --steps 60 --vary gravity=1.6:9.8:8.2 --vary /bodies/1/mass/mass=1,5 --set friction=0.5",
        folder);
    assert_study_equals_runs(folder, study, 4, "file");
}

static void files_do_not_depend_on_the_number_of_jobs(void **state)
{
    assert_runs(*state, SMALL "--vary friction=0.1:0.5:0.2 --seeds 3 --quiet --jobs 1 --out @/one");
    assert_runs(*state, SMALL "--vary friction=0.1:0.5:0.2 --seeds 3 --quiet --jobs 5 --out @/five");
    assert_same_files(*state, "one", "five");
}

static void the_summary_has_mean_deviation_and_range_over_the_seeds(void **state)
{
    const char *folder = *state;
    assert_runs(folder, SMALL "--vary friction=0.1,0.5 --seeds 4 --quiet --measure kinetic_energy --out @/s");
    assert_int_equal(read_lines(folder, "s/runs.csv"), 9);
    const int column = column_of(lines[0], "kinetic_energy");
    double energy[4];
    double mean = 0;
    double squares = 0;
    double min = INFINITY;
    double max = 0;
    for (int i = 0; i < 4; ++i) {
        energy[i] = strtod(field_of(lines[i + 5], column), NULL); /* of friction 0.5 */
        mean += energy[i] / 4;
        min = fmin(min, energy[i]);
        max = fmax(max, energy[i]);
    }
    for (int i = 0; i < 4; ++i) {
        squares += (energy[i] - mean) * (energy[i] - mean);
    }
    assert_int_equal(read_lines(folder, "s/summary.csv"), 3);
    assert_string_equal(lines[0], "friction,measure,unit,runs,failed,mean,sd,min,median,max");
    assert_starts(lines[2], "0.5,kinetic_energy,J,4,0,");
    /* Sums in another order: some roundings of 1e-16 each. */
    assert_true(fabs(strtod(field_of(lines[2], 5), NULL) - mean) < 1e-13 * mean);
    assert_true(fabs(strtod(field_of(lines[2], 6), NULL) - sqrt(squares / 3)) < 1e-10 * mean);
    assert_true(strtod(field_of(lines[2], 7), NULL) == min && strtod(field_of(lines[2], 9), NULL) == max);
    /* Without the smallest and the largest of four, two are left. */
    assert_true(fabs(strtod(field_of(lines[2], 8), NULL) - (4 * mean - min - max) / 2) < 1e-13 * mean);

    cJSON *json = run_json(folder, SMALL "--vary friction=0.1,0.5 --seeds 4 --measure kinetic_energy --json");
    const cJSON *result = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "results"), 1);
    const cJSON *measure = cJSON_GetObjectItem(cJSON_GetObjectItem(result, "measures"), "kinetic_energy");
    assert_true(number_of(cJSON_GetObjectItem(result, "settings"), "friction") == 0.5);
    assert_true(fabs(number_of(measure, "min") - min) <= 2.3e-16 * min && number_of(measure, "runs") == 4);
    cJSON_Delete(json);
}

static void the_table_says_that_jobs_disturb_times(void **state)
{
    const struct outcome *outcome = run_in(*state, SMALL "--seeds 3 --jobs 2 --measure ms_per_step");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "pool1: 1 combination x 3 seeds = 3 runs of 20 steps\n"));
    assert_non_null(strstr(outcome->out, "2 runs at a time slow each other down; --jobs 1 measures times"));
    outcome = run_in(*state, SMALL "--seeds 3 --jobs 1 --measure ms_per_step");
    assert_null(strstr(outcome->out, "note"));
}

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

static void a_run_that_fails_is_a_line_with_its_error(void **state)
{
    const char *folder = *state;
    const struct outcome *outcome =
        run_in(folder, SMALL "--vary friction=-1:1:1 --seeds 2 --measure sweeps --out @/failing");
    assert_int_equal(outcome->code, 1);
    assert_non_null(strstr(outcome->err, "2 of 6 runs failed"));
    assert_non_null(
        strstr(outcome->err, "failing/runs.csv; the first (friction=-1, seed=1): pool1: friction: expected"));
    assert_ptr_equal(strchr(outcome->err, '\n') + 1, strchr(outcome->err, '\0'));
    assert_non_null(
        strstr(outcome->out, "  -1            0      2           -           -           -           -           -\n"));
    assert_int_equal(read_lines(folder, "failing/runs.csv"), 7);
    assert_starts(lines[2], "2,-1,2,failed,\"pool1: friction: expected a number from 0 to 100, got -1\",,,");
    assert_starts(lines[3], "3,0,1,ok,,");
    /* Runs that have failed are not repeated. */
    outcome = run_in(folder, SMALL "--vary friction=-1:1:1 --seeds 2 --measure sweeps --out @/failing --dry-run");
    assert_string_equal(outcome->out, "# 3 combinations x 2 seeds = 6 runs, of which 6 are done\n");
    assert_int_equal(run_in(folder, SMALL "--vary friction=-1:1:1 --seeds 2 --out @/failing --quiet")->code, 1);
    assert_int_equal(read_lines(folder, "failing/runs.csv"), 7);
}

/* SIGXCPU ends processes after a second of processor time. */
static void limit_time(void)
{
    const struct rlimit limit = {1, 2};
    setrlimit(RLIMIT_CPU, &limit);
}

static void a_run_that_crashes_does_not_end_the_study(void **state)
{
    const struct outcome *outcome = run_prepared(
        *state, "study pool1 --vary steps=1000000,3 --set circles=10 --measure sweeps --jobs 2 --out @/limited",
        limit_time);
    assert_int_equal(outcome->code, 1);
    assert_non_null(strstr(outcome->err, "1 of 2 runs failed"));
    assert_non_null(strstr(outcome->err, "(steps=1000000): the process of the run ended by signal"));
    assert_int_equal(read_lines(*state, "limited/runs.csv"), 3);
    assert_non_null(strstr(lines[1], "1,1000000,failed,"));
    assert_non_null(strstr(lines[2], "2,3,ok,"));
}

/* ---- Folders ----------------------------------------------------------------------------------------------------- */

static void a_folder_of_another_study_is_refused(void **state)
{
    const char *folder = *state;
    static const struct {
        const char *line, *message;
    } CASES[] = {
        {SMALL "--seeds 3 --out @/s", "has a study with 'seeds 2', this one has 'seeds 3'"},
        {SMALL "--seeds 2 --vary slop=1 --out @/s", "has a study with 'seeds 2', this one has 'vary slop=1'"},
        {"study pool1 --set circles=30 --set width=2 --steps 21 --seeds 2 --out @/s",
         "'steps 20', this one has 'steps 21'"},
        {"study pool2 --set circles=30 --set width=2 --steps 20 --seeds 2 --out @/s", "'scene pool1'"},
        {SMALL "--set dt=0.01 --seeds 2 --out @/s", "this one has 'set dt=0.01'"},
    };
    assert_runs(folder, SMALL "--seeds 2 --quiet --out @/s");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        const struct outcome *outcome = run_in(folder, CASES[i].line);
        if (outcome->code != 2 || strstr(outcome->err, CASES[i].message) == NULL) {
            fail_msg("'%s' exits with %d and says: %s", CASES[i].line, outcome->code, outcome->err);
        }
    }
    assert_runs(folder, SMALL "--seeds 2 --quiet --measure sweeps --out @/s"); /* other measures need no runs */
    assert_int_equal(read_lines(folder, "s/summary.csv"), 2);
    /* A line that was changed by hand. */
    read_all(path_in(folder, "s/runs.csv"), text, sizeof text);
    char *seed = strstr(text, "\n2,2,ok");
    assert_non_null(seed);
    seed[3] = '7';
    write_text(path_in(folder, "s/runs.csv"), text);
    assert_non_null(
        strstr(run_in(folder, SMALL "--seeds 2 --out @/s")->err, "s/runs.csv:3: is not a line of this study"));
    write_text(path_in(folder, "s/runs.csv"), "run,seed\n");
    assert_non_null(strstr(run_in(folder, SMALL "--seeds 2 --out @/s")->err, "runs.csv:1: the columns are not those"));
}

/* Writes a copy of study.txt with another build of the program. */
static void a_folder_of_another_build_is_refused(void **state)
{
    const char *folder = *state;
    assert_runs(folder, SMALL "--seeds 2 --quiet --out @/s");
    read_all(path_in(folder, "s/study.txt"), text, sizeof text);
    char *build = strstr(text, "\nbuild ");
    assert_non_null(build);
    build[7] = build[7] == '0' ? '1' : '0';
    write_text(path_in(folder, "s/study.txt"), text);
    const struct outcome *outcome = run_in(folder, SMALL "--seeds 2 --quiet --out @/s");
    assert_int_equal(outcome->code, 2);
    assert_non_null(strstr(outcome->err, "has a study with 'build "));
}

/* A changed scene file is another scene. */
static void a_changed_scene_file_is_another_study(void **state)
{
    const char *folder = *state;
    write_text(path_in(folder, "a.json"), "{\"format\": \"modulus-scene\", \"version\": 1}");
    assert_runs(folder, "study @/a.json --steps 2 --vary dt=0.01,0.02 --quiet --out @/s");
    write_text(path_in(folder, "a.json"), "{\"format\": \"modulus-scene\", \"version\": 1, \"about\": \"other\"}");
    const struct outcome *outcome = run_in(folder, "study @/a.json --steps 2 --vary dt=0.01,0.02 --quiet --out @/s");
    assert_int_equal(outcome->code, 2);
    assert_non_null(strstr(outcome->err, "has a study with 'contents "));
}

#define LONG "study pool1 --steps 150 --vary friction=0.1:0.5:0.1 --seeds 4 --quiet --jobs 2 --out @/"

/* Starts the long study and returns when some of its runs are done. */
static pid_t start_long(const char *folder)
{
    char err[600];
    char out[600];
    snprintf(err, sizeof err, "%s/.stderr", folder);
    snprintf(out, sizeof out, "%s/stopped", folder);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
        execl(command, command, "study", "pool1", "--steps", "150", "--vary", "friction=0.1:0.5:0.1", "--seeds", "4",
              "--quiet", "--jobs", "2", "--out", out, (char *)NULL);
        _exit(127);
    }
    for (int i = 0; i < 30000 && (!exists(folder, "stopped/runs.csv") || read_lines(folder, "stopped/runs.csv") < 4);
         ++i) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return child;
}

/* Continues the stopped study, and compares it with one that was not stopped. */
static void assert_continues(const char *folder)
{
    const int done = read_lines(folder, "stopped/runs.csv") - 1;
    char first[4000];
    snprintf(first, sizeof first, "%s", lines[1]);
    assert_true(done >= 3 && done < 20);
    assert_false(exists(folder, "stopped/summary.csv"));
    assert_runs(folder, LONG "stopped");
    assert_runs(folder, LONG "whole");
    assert_same_files(folder, "whole", "stopped");
    /* The line of a run that was done, with its times, is still there: it was not repeated. */
    char whole[1 << 16];
    read_all(path_in(folder, "stopped/runs.csv"), whole, sizeof whole);
    assert_non_null(strstr(whole, first));
}

static void a_killed_study_continues_to_the_same_files(void **state)
{
    const char *folder = *state;
    const pid_t child = start_long(folder);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    FILE *runs = fopen(path_in(folder, "stopped/runs.csv"), "a");
    assert_non_null(runs);
    fputs("19,0.5,3,ok,,1234", runs); /* as if the machine had stopped while it was written */
    fclose(runs);
    assert_non_null(strstr(run_in(folder, LONG "stopped --dry-run")->out, "= 20 runs, of which "));
    assert_continues(folder);
}

static void an_interrupted_study_says_how_to_continue(void **state)
{
    const char *folder = *state;
    char err[600];
    const pid_t child = start_long(folder);
    snprintf(err, sizeof err, "%s/.stderr", folder);
    assert_interrupted(child, err, "stopped keeps them, and the same command continues");
    assert_continues(folder);
}

/* ---- Plots ------------------------------------------------------------------------------------------------------- */

static void the_plot_has_a_panel_per_measure_and_one_legend(void **state)
{
    const char *folder = *state;
    assert_runs(folder, SMALL "--vary solver=pgs,auto --vary friction=0.1,0.2,0.3 --seeds 3 --quiet --out @/s "
                              "--measure kinetic_energy --measure penetration_mean");
    read_all(path_in(folder, "s/plot.svg"), text, sizeof text);
    assert_non_null(strstr(text, "kinetic_energy, J"));
    assert_non_null(strstr(text, "penetration_mean, m"));
    assert_non_null(strstr(text, "pool1: mean and standard deviation of 3 seeds"));
    const char *legend = strstr(text, "solver=pgs</text>");
    assert_non_null(legend);
    assert_null(strstr(legend + 1, "solver=pgs</text>"));
    /* plot.dat has a block per curve: 2 comments and 3 points, with two empty lines between them. */
    assert_int_equal(read_lines(folder, "s/plot.dat"), 10);
    assert_string_equal(lines[0], "# curve: solver=pgs");
    assert_starts(lines[2], "0.1 ");
    assert_string_equal(lines[5], "# curve: solver=auto");
    /* Words along x. */
    assert_runs(folder, SMALL "--vary solver=pgs,auto --seeds 2 --quiet --out @/words --measure kinetic_energy");
    read_all(path_in(folder, "words/plot.svg"), text, sizeof text);
    assert_non_null(strstr(text, ">pgs<"));
    assert_non_null(strstr(text, ">auto<"));
    /* Labels that are too long for the legend, and differ only at their ends. */
    char words[200];
    char line[1200];
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    snprintf(line, sizeof line,
             SMALL "--vary solver=%s1,%s2,pgs --vary dt=0.01,0.02 --quiet --out @/long --measure sweeps", words, words);
    assert_int_equal(run_in(folder, line)->code, 1); /* there are no such solvers */
    assert_int_equal(read_lines(folder, "long/plot.dat"), 12);
    assert_true(exists(folder, "long/plot.svg"));
}

static void hide_programs(void)
{
    setenv("PATH", "/nowhere", 1);
}

static void without_gnuplot_only_the_plot_is_missing(void **state)
{
    const struct outcome *outcome = run_prepared(*state, SMALL "--seeds 2 --quiet --out @/s", hide_programs);
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->err, "plot.svg is not drawn, because gnuplot is not installed"));
    assert_true(exists(*state, "s/summary.json") && exists(*state, "s/plot.dat") && !exists(*state, "s/plot.svg"));
    assert_runs(*state, SMALL "--seeds 2 --quiet --out @/s");
    assert_true(exists(*state, "s/plot.svg"));
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_study COMMAND\n");
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
        TEST(values_are_lists_and_ranges),
        TEST(a_dry_run_prints_commands_and_their_number),
        TEST(bad_usage_is_refused_with_one_line),
        TEST(each_run_equals_that_of_modulus_run),
        TEST(files_do_not_depend_on_the_number_of_jobs),
        TEST(the_summary_has_mean_deviation_and_range_over_the_seeds),
        TEST(the_table_says_that_jobs_disturb_times),
        TEST(a_run_that_fails_is_a_line_with_its_error),
        TEST(a_run_that_crashes_does_not_end_the_study),
        TEST(a_folder_of_another_study_is_refused),
        TEST(a_folder_of_another_build_is_refused),
        TEST(a_changed_scene_file_is_another_study),
        TEST(a_killed_study_continues_to_the_same_files),
        TEST(an_interrupted_study_says_how_to_continue),
        TEST(the_plot_has_a_panel_per_measure_and_one_legend),
        TEST(without_gnuplot_only_the_plot_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
