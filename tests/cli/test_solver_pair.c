/* The two solvers of a world: a solver names that of velocities and that of positions, unless the second is named too. */
#define _POSIX_C_SOURCE 200809L

#include "cli/command.h"

#define POOL "pool1 --set circles=30 --set width=2 --steps 40 "

static cJSON *run_json(const char *folder, const char *line)
{
    const struct outcome *outcome = run_in(folder, line);
    cJSON *json = cJSON_Parse(outcome->out);
    if (outcome->code != 0 || json == NULL) {
        fail_msg("'%s' exits with %d and says: %s", line, outcome->code, outcome->err);
    }
    return json;
}

/* Checks which solvers a run reports, and writes its hash. */
static void assert_solvers(const char *folder, const char *options, const char *velocity, const char *position,
                           char hash[32])
{
    char line[400];
    snprintf(line, sizeof line, "run " POOL "%s --json", options);
    cJSON *json = run_json(folder, line);
    assert_string_equal(text_of(json, "solver"), velocity);
    assert_string_equal(text_of(json, "position_solver"), position);
    snprintf(hash, 32, "%s", text_of(json, "hash"));
    cJSON_Delete(json);
}

static void a_solver_names_that_of_velocities_and_of_positions(void **state)
{
    static const char *const SAME[][3] = {
        {"--solver pgs", "pgs", "pgs"},
        {"--solver pgs --position-solver pgs", "pgs", "pgs"},
        {"--set solver=pgs", "pgs", "pgs"},
        {"--solver pgs --set position_solver=pgs", "pgs", "pgs"},
    };
    static const char *const DIFFERENT[][3] = {
        {"--solver pgs --position-solver auto", "pgs", "auto"},
        {"--solver pgs --set position_solver=auto", "pgs", "auto"},
        {"--set position_solver=auto --set solver=pgs", "pgs", "auto"},
        {"--set solver=pgs --position-solver auto", "pgs", "auto"},
    };
    char both[32];
    char mixed[32];
    char hash[32];
    assert_solvers(*state, SAME[0][0], "pgs", "pgs", both);
    assert_solvers(*state, DIFFERENT[0][0], "pgs", "auto", mixed);
    assert_string_not_equal(both, mixed);
    for (int i = 0; i < 4; ++i) {
        assert_solvers(*state, SAME[i][0], SAME[i][1], SAME[i][2], hash);
        assert_string_equal(hash, both);
        assert_solvers(*state, DIFFERENT[i][0], DIFFERENT[i][1], DIFFERENT[i][2], hash);
        assert_string_equal(hash, mixed);
    }
    assert_solvers(*state, "", "auto", "auto", hash);
    assert_solvers(*state, "--position-solver pgs", "auto", "pgs", hash);
}

static void a_solver_on_the_command_line_replaces_both_of_a_file(void **state)
{
    const char *folder = *state;
    char hash[32];
    const struct outcome *outcome = run_in(folder, "run " POOL "--position-solver psor --save @/end.json");
    assert_int_equal(outcome->code, 0);
    cJSON *json = run_json(folder, "run @/end.json --steps 5 --json");
    assert_string_equal(text_of(json, "solver"), "auto");
    assert_string_equal(text_of(json, "position_solver"), "psor");
    cJSON_Delete(json);
    json = run_json(folder, "run @/end.json --steps 5 --solver pgs --json");
    assert_string_equal(text_of(json, "position_solver"), "pgs");
    cJSON_Delete(json);
    assert_solvers(folder, "--solver mgs", "mgs", "mgs", hash); /* also a method that needs A */
}

static void a_solver_in_a_file_names_both(void **state)
{
    static const char *const WORLDS[][3] = {
        {"{\"solver\": \"pgs\"}", "pgs", "pgs"},
        {"{\"solver\": \"pgs\", \"position_solver\": \"auto\"}", "pgs", "auto"},
        {"{\"position_solver\": \"auto\", \"solver\": \"pgs\"}", "pgs", "auto"},
        {"{\"position_solver\": \"pgs\"}", "auto", "pgs"},
    };
    for (size_t i = 0; i < sizeof WORLDS / sizeof *WORLDS; ++i) {
        char text[400];
        snprintf(text, sizeof text,
                 "{\"format\": \"modulus-scene\", \"version\": 1, \"world\": %s, "
                 "\"bodies\": [{\"type\": \"dynamic\", \"shapes\": [{\"circle\": {\"radius\": 1}}]}]}",
                 WORLDS[i][0]);
        write_text(path_in(*state, "scene.json"), text);
        cJSON *json = run_json(*state, "run @/scene.json --steps 2 --json");
        assert_string_equal(text_of(json, "solver"), WORLDS[i][1]);
        assert_string_equal(text_of(json, "position_solver"), WORLDS[i][2]);
        cJSON_Delete(json);
    }
}

static bool contains(const char *path, const char *text)
{
    static char bytes[200000];
    read_all(path, bytes, sizeof bytes);
    return strstr(bytes, text) != NULL;
}

static void reports_name_both_solvers_if_they_differ(void **state)
{
    const char *folder = *state;
    const struct outcome *outcome =
        run_in(folder, "run " POOL "--solver pgs --solver pgs --solver auto --position-solver pgs --position-solver "
                       "auto --position-solver auto --history @/h.csv --plot @/p.svg --picture @/end.svg "
                       "--record @/film --sweeps-out @/sweeps");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, " pgs + auto "));
    assert_null(strstr(outcome->out, "pgs + pgs"));
    assert_null(strstr(outcome->out, "auto + auto"));
    assert_true(contains(path_in(folder, "h.csv"), "\n\"pgs\",1,"));
    assert_true(contains(path_in(folder, "h.csv"), "\n\"pgs + auto\",1,"));
    assert_true(contains(path_in(folder, "p.svg"), "pgs + auto"));
    assert_true(contains(path_in(folder, "sweeps-pgs-+-auto"), "\nsolver pgs + auto\n"));
    assert_int_equal(access(path_in(folder, "end-pgs.svg"), F_OK), 0);
    assert_int_equal(access(path_in(folder, "end-pgs-+-auto.svg"), F_OK), 0);
    cJSON *json = run_json(folder, "replay @/film-pgs-+-auto --json");
    assert_string_equal(text_of(json, "solver"), "pgs + auto");
    cJSON_Delete(json);
    outcome = run_in(folder, "replay @/film-pgs-+-auto");
    assert_non_null(strstr(outcome->out, "solved by pgs + auto in"));
    outcome = run_in(folder, "run " POOL "--solver pgs --sweeps-in @/sweeps-pgs-+-auto");
    assert_int_equal(outcome->code, 2);
    assert_non_null(strstr(outcome->err, "with solver pgs + auto, but this run has pgs"));
    /* Baumgarte correction has no position problem. */
    outcome = run_in(folder, "run " POOL "--solver pgs --position-solver auto --set position_correction=baumgarte");
    assert_int_equal(outcome->code, 0);
    assert_null(strstr(outcome->out, "pgs + auto"));
}

static double residual_of(const char *folder, const char *line)
{
    cJSON *json = run_json(folder, line);
    const cJSON *result = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "results"), 0);
    const double residual = number_of(result, "residual");
    cJSON_Delete(json);
    return residual;
}

/* The residual of the LCP of a step tells which solvers led to it. */
static void the_driver_of_compare_and_of_a_problem_solves_positions_too(void **state)
{
#define COMPARE "compare pool1 --step 60 --set circles=30 --solver pgs --iterations 1 --json "
    const double both = residual_of(*state, COMPARE "--driver amgs");
    assert_true(both == residual_of(*state, COMPARE "--driver amgs --position-solver amgs"));
    assert_true(both != residual_of(*state, COMPARE "--driver amgs --position-solver pgs"));
    const double problem =
        residual_of(*state, "compare pool1:circles=30,step=60,driver=amgs --solver pgs --iterations 1 --json");
    assert_true(problem == both);
}

static void wrong_position_solvers_are_refused_with_one_line(void **state)
{
    static const char *const LINES[][2] = {
        {"run pool1 --position-solver newton", "unknown method 'newton'"},
        {"run pool1 --solver pgs --solver amgs --solver auto --position-solver pgs --position-solver auto",
         "--position-solver is given 2 times and --solver 3 times"},
        {"run pool1 --position-solver pgs --position-solver auto", "given 2 times and --solver 0 times"},
        {"run pool1 --position-solver pgs --set position_solver=auto", "both --position-solver and --set"},
        {"compare stack --position-solver pgs", "expected --step N too"},
        {"compare pool1 --step 3 --position-solver newton", "unknown method 'newton'"},
    };
    for (size_t k = 0; k < sizeof LINES / sizeof *LINES; ++k) {
        const struct outcome *outcome = run_in(*state, LINES[k][0]);
        const char *newline = strchr(outcome->err, '\n');
        const bool one_line = newline != NULL && newline[1] == '\0';
        if (outcome->code != 2 || !one_line || strstr(outcome->err, LINES[k][1]) == NULL) {
            fail_msg("'%s' exits with %d and says: %s", LINES[k][0], outcome->code, outcome->err);
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: test_solver_pair PATH_OF_MODULUS\n");
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
        TEST(a_solver_names_that_of_velocities_and_of_positions),
        TEST(a_solver_on_the_command_line_replaces_both_of_a_file),
        TEST(a_solver_in_a_file_names_both),
        TEST(reports_name_both_solvers_if_they_differ),
        TEST(the_driver_of_compare_and_of_a_problem_solves_positions_too),
        TEST(wrong_position_solvers_are_refused_with_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
