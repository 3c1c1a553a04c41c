/* The command with 3D scenes. */
#define _POSIX_C_SOURCE 200809L

#include "command.h"

/* Small settings, so that each run takes a moment, and a step in which something touches or is joined. */
static const struct {
    const char *name, *settings;
    int step;
} SCENES[] = {
    {"spheres", "--set count=40", 40},
    {"pool3", "--set count=40", 40},
    {"pyramid3", "--set base=3", 5},
    {"tower3", "--set count=5", 5},
    {"wall3", "--set rows=3", 5},
    {"card_house3", "--set levels=2", 5},
    {"arch3", "", 5},
    {"dominoes3", "--set count=5", 5},
    {"mass_ratio3", "--set count=3", 5},
    {"incline3", "", 5},
    {"grip3", "", 5},
    {"washer3", "--set count=20", 60},
    {"mesh3", "--set count=20", 60},
    {"net3", "--set side=5", 5},
    {"ragdolls3", "--set count=1", 60},
    {"bridge3", "--set planks=5", 5},
    {"vehicle3", "", 5},
};

static cJSON *parse_output(const struct outcome *outcome)
{
    if (outcome->code != 0) {
        fail_msg("exit code %d: %s", outcome->code, outcome->err);
    }
    cJSON *object = cJSON_Parse(outcome->out);
    assert_non_null(object);
    return object;
}

/* The exported problem starts from the world's warm start, so that the same solver and number of sweeps give the same
 * residual, up to the rounding of numbers in text, which has all digits. */
static void modulus_solve_repeats_the_exported_step_of_every_scene(void **state)
{
    for (size_t i = 0; i < sizeof SCENES / sizeof *SCENES; ++i) {
        char line[400];
        snprintf(line, sizeof line,
                 "run %s %s --set substeps=1 --set enable_sleep=0 --solver pgs --iterations 9 --steps %d "
                 "--export-lcp %d:@/%s --json --quiet",
                 SCENES[i].name, SCENES[i].settings, SCENES[i].step, SCENES[i].step, SCENES[i].name);
        cJSON *run = parse_output(run_in(*state, line));
        const double reported = number_of(cJSON_GetObjectItem(run, "residual"), "last");
        cJSON_Delete(run);
        snprintf(line, sizeof line, "solve --problem @/%s --solver pgs --iterations 9 --json", SCENES[i].name);
        cJSON *solve = parse_output(run_in(*state, line));
        const double solved = number_of(solve, "residual");
        cJSON_Delete(solve);
        if (!(solved > 0 && fabs(solved - reported) <= 1e-5 * reported + (double)MD_REAL_EPSILON)) {
            fail_msg("%s: residual %.17g, but the step reported %.17g", SCENES[i].name, solved, reported);
        }
    }
}

static void run_prints_the_keys_of_2d_scenes(void **state)
{
    static const char *const KEYS[] = {"steps",          "dt",
                                       "substeps",       "bodies",
                                       "shapes",         "joints",
                                       "contacts",       "contact_points",
                                       "ms_per_step",    "penetration_max",
                                       "kinetic_energy", "energy_start",
                                       "energy_end",     "penetration_mean",
                                       "awake_bodies",   "iterations_per_step"};
    cJSON *run = parse_output(run_in(*state, "run vehicle3 --steps 10 --substeps 2 --json --quiet"));
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; ++i) {
        number_of(run, KEYS[i]);
    }
    assert_string_equal(text_of(run, "scene"), "vehicle3");
    assert_int_equal(number_of(run, "joints"), 4);
    assert_int_equal(number_of(run, "substeps"), 2);
    assert_int_equal(strlen(text_of(run, "hash")), 16);
    cJSON_Delete(run);
}

static void the_hash_does_not_depend_on_threads(void **state)
{
    char hash[20];
    cJSON *one = parse_output(run_in(*state, "run spheres --set count=200 --steps 30 --json --quiet"));
    snprintf(hash, sizeof hash, "%s", text_of(one, "hash"));
    cJSON_Delete(one);
    cJSON *two = parse_output(run_in(*state, "run spheres --set count=200 --steps 30 --threads 2 --json --quiet"));
    assert_string_equal(text_of(two, "hash"), hash);
    cJSON_Delete(two);
}

static void scenes_are_listed_with_their_dimensions(void **state)
{
    cJSON *list = parse_output(run_in(*state, "scenes --json"));
    const cJSON *scenes = cJSON_GetObjectItem(list, "scenes");
    int flat = 0;
    int solid = 0;
    const cJSON *scene = NULL;
    cJSON_ArrayForEach(scene, scenes)
    {
        const int dimensions = (int)number_of(scene, "dimensions");
        flat += dimensions == 2;
        solid += dimensions == 3;
    }
    assert_int_equal(flat, 12);
    assert_int_equal(solid, 19);
    cJSON_Delete(list);
    assert_non_null(strstr(run_in(*state, "scenes arch3")->out, "bodies   16, with 16 shapes and 0 joints, in 3D"));
}

static void compare_takes_a_step_of_a_3d_scene(void **state)
{
    cJSON *compare =
        parse_output(run_in(*state, "compare tower3 --step 5 --solver pgs --solver auto --max-iterations 20 --json"));
    assert_int_equal(number_of(compare, "m"), 240); /* 20 boxes with 4 points of 3 rows */
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(compare, "results")), 2);
    cJSON_Delete(compare);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(modulus_solve_repeats_the_exported_step_of_every_scene, set_up, tear_down),
        cmocka_unit_test_setup_teardown(run_prints_the_keys_of_2d_scenes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_hash_does_not_depend_on_threads, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scenes_are_listed_with_their_dimensions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(compare_takes_a_step_of_a_3d_scene, set_up, tear_down),
    };
    if (argc != 2) {
        return EXIT_FAILURE;
    }
    command = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
