/* modulus bench from end to end: output, files, comparison and refused options; and the rules of comparison. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>

#include "bench/bench.h"
#include "cli/command.h"

static void a_run_is_slower_if_it_takes_a_tenth_plus_the_noise_longer(void **state)
{
    (void)state;
    assert_false(is_slower(1, 1.09, 0, 0));
    assert_true(is_slower(1, 1.11, 0, 0));
    assert_false(is_slower(1, 1.15, 0.1, 0)); /* the old run was noisy */
    assert_false(is_slower(1, 1.15, 0, 0.1)); /* the new run is noisy */
    assert_true(is_slower(1, 1.25, 0.1, 0.1));
    assert_false(is_slower(2, 1, 0, 0));
}

static void equal_accuracy_includes_penetration_energy_and_joints(void **state)
{
    (void)state;
    const struct bench_outcome peer = {
        .accuracy = {.penetration = 2e-3, .kinetic = 1e-3, .joint_error = 1e-3, .mass = 100}};
    struct bench_outcome ours = peer;
    assert_true(outcome_is_as_accurate(&ours, &peer, true));
    ours.accuracy.penetration = 2.1e-3;
    assert_false(outcome_is_as_accurate(&ours, &peer, true));
    ours = peer;
    ours.accuracy.kinetic = 2e-3;
    assert_false(outcome_is_as_accurate(&ours, &peer, true));
    assert_true(outcome_is_as_accurate(&ours, &peer, false)); /* in a scene that does not come to rest */
    ours = peer;
    ours.accuracy.joint_error = 2e-3;
    assert_false(outcome_is_as_accurate(&ours, &peer, true));
    ours = peer;
    ours.fell = true;
    assert_false(outcome_is_as_accurate(&ours, &peer, true));
    /* Errors below a threshold count as none: 1.8e-7 J/kg for 100 kg. */
    struct bench_outcome still = peer;
    still.accuracy.kinetic = 0;
    ours = peer;
    ours.accuracy.kinetic = 1.7e-5;
    assert_true(outcome_is_as_accurate(&ours, &still, true));
    ours.accuracy.kinetic = 1.9e-5;
    assert_false(outcome_is_as_accurate(&ours, &still, true));
}

/* Against Box2D 3 in float: ratios 0.5 and 0.8 have the mean sqrt(0.4). Scenes without a target do not count. */
static void the_geometric_mean_is_over_the_matches_with_a_target(void **state)
{
    (void)state;
    const struct engine_info ours = {.name = "modulus", .precision = "float"};
    const struct engine_info peer = {.name = "box2d", .version = "3.2.0", .precision = "float"};
    static const char *const NAMES[] = {"pool1", "islands", "sleeping"};
    static const double OURS_MS[] = {1, 4, 9};
    static const double PEER_MS[] = {2, 5, 1};
    struct bench_outcome outcomes[3][2];
    struct bench_scene_result scenes[3];
    const struct engine_info *const engines[] = {&ours, &peer};
    for (int i = 0; i < 3; ++i) {
        outcomes[i][0] = (struct bench_outcome){.engine = &ours, .threads = 1, .ms = OURS_MS[i]};
        outcomes[i][1] = (struct bench_outcome){.engine = &peer, .threads = 1, .ms = PEER_MS[i]};
        scenes[i] = (struct bench_scene_result){
            .scene = bench_scene_find(NAMES[i]), .repeats = 1, .outcome = outcomes[i], .outcome_count = 2};
    }
    const struct bench_results results = {.scene = scenes, .scene_count = 3, .engine = engines, .engine_count = 2};
    int count = 0;
    struct bench_match *matches = bench_match_all(&results, &count);
    assert_non_null(matches);
    assert_int_equal(count, 3);
    struct bench_mean mean = bench_mean_of(matches, count, &peer);
    assert_int_equal(mean.count, 2);
    assert_int_equal(mean.missing, 0);
    assert_float_equal(mean.ratio, sqrt(0.4), 1e-14); /* a few roundings */
    assert_float_equal(mean.target, 0.6, 0);
    assert_float_equal(matches[0].target, 0.8, 0);
    assert_float_equal(matches[2].target, 0, 0);
    free(matches);
    outcomes[0][0].accuracy.penetration = 1; /* no setting is as accurate */
    matches = bench_match_all(&results, &count);
    assert_non_null(matches);
    mean = bench_mean_of(matches, count, &peer);
    assert_int_equal(mean.count, 1);
    assert_int_equal(mean.missing, 1);
    assert_float_equal(mean.ratio, 0.8, 1e-15);
    free(matches);
}

/* A tower whose top may sag by 10 mm: of two settings within the limit the faster one counts, not those that are faster but
 * sag, rise, fall or failed. */
static void the_fastest_setting_that_stands_within_the_limit_is_found(void **state)
{
    (void)state;
    const struct engine_info ours = {.name = "modulus", .precision = "double"};
    const struct engine_info peer = {.name = "box3d", .version = "0.1.0", .precision = "float"};
    const struct engine_info *const engines[] = {&ours, &peer};
    struct bench_outcome outcomes[] = {
        {.engine = &ours, .threads = 1, .ms = 5, .accuracy = {.top_sag = 0.002}},
        {.engine = &ours, .threads = 1, .ms = 4, .accuracy = {.top_sag = 0.0099}},
        {.engine = &ours, .threads = 1, .ms = 3, .accuracy = {.top_sag = 0.0101}},
        {.engine = &ours, .threads = 1, .ms = 2, .accuracy = {.top_sag = -0.02}},
        {.engine = &ours, .threads = 1, .ms = 1, .fell = true},
        {.engine = &ours, .threads = 1, .ms = 1, .problem = "failed"},
        {.engine = &ours, .threads = 2, .ms = 1},
        {.engine = &peer, .threads = 1, .ms = 1},
    };
    struct bench_scene_result scene = {
        .scene = bench_scene_find("tower3"), .repeats = 1, .outcome = outcomes, .outcome_count = 8};
    const struct bench_results results = {.scene = &scene, .scene_count = 1, .engine = engines, .engine_count = 2};
    int count = 0;
    struct bench_stand *stands = bench_stand_all(&results, &count);
    assert_non_null(stands);
    assert_int_equal(count, 1);
    assert_true(stands[0].limit == 0.01);
    assert_ptr_equal(stands[0].ours, &outcomes[1]);
    free(stands);
    scene.outcome_count = 0;
    stands = bench_stand_all(&results, &count);
    assert_non_null(stands);
    assert_null(stands[0].ours);
    free(stands);
}

static void scenes_in_3d_have_targets_against_box3d(void **state)
{
    (void)state;
    static const struct {
        const char *scene;
        double target;
    } CASES[] = {{"spheres-1000", 0.7}, {"mixed3", 0.8}, {"net3", 1}, {"tower3", 0}};
    const struct engine_info ours = {.name = "modulus", .precision = "float"};
    const struct engine_info peer = {.name = "box3d", .version = "0.1.0", .precision = "float"};
    const struct engine_info *const engines[] = {&ours, &peer};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct bench_outcome outcomes[] = {{.engine = &ours, .threads = 1, .ms = 1},
                                           {.engine = &peer, .threads = 1, .ms = 2}};
        struct bench_scene_result scene = {
            .scene = bench_scene_find(CASES[i].scene), .repeats = 1, .outcome = outcomes, .outcome_count = 2};
        const struct bench_results results = {.scene = &scene, .scene_count = 1, .engine = engines, .engine_count = 2};
        int count = 0;
        struct bench_match *matches = bench_match_all(&results, &count);
        assert_non_null(matches);
        assert_int_equal(count, 1);
        assert_true(matches[0].target == CASES[i].target && matches[0].ratio == 0.5);
        free(matches);
    }
}

static cJSON *read_results(const char *path)
{
    static char text[1 << 20];
    read_all(path, text, sizeof text);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    return json;
}

/* Multiplies all times in a file of results. */
static void scale_times(const char *path, double factor)
{
    cJSON *json = read_results(path);
    cJSON *scene = NULL;
    cJSON_ArrayForEach(scene, cJSON_GetObjectItemCaseSensitive(json, "scenes"))
    {
        cJSON *outcome = NULL;
        cJSON_ArrayForEach(outcome, cJSON_GetObjectItemCaseSensitive(scene, "outcomes"))
        {
            cJSON *ms = cJSON_GetObjectItemCaseSensitive(outcome, "ms");
            cJSON *median = cJSON_GetObjectItemCaseSensitive(outcome, "median_ms");
            cJSON_SetNumberValue(ms, ms->valuedouble * factor);
            cJSON_SetNumberValue(median, ms->valuedouble);
        }
    }
    char *text = cJSON_Print(json);
    write_text(path, text);
    cJSON_free(text);
    cJSON_Delete(json);
}

#define SHORT "bench --quick --no-peers --scene pool1 --repeats 2 --quiet "

static void a_quick_run_prints_and_writes_its_results(void **state)
{
    const struct outcome *outcome = run_in(*state, "bench --quick --no-peers --quiet --out @/results");
    if (outcome->code != 0 || outcome->err[0] != '\0') {
        fail_msg("exits with %d and says: %s", outcome->code, outcome->err);
    }
    assert_non_null(strstr(outcome->out, "pool1: the paper's pool of 221 circles"));
    assert_non_null(strstr(outcome->out, "pyramid-820: "));
    assert_non_null(strstr(outcome->out, "Time by phase"));
    assert_int_equal(access(path_in(*state, "results/results.txt"), F_OK), 0);
    cJSON *json = read_results(path_in(*state, "results/results.json"));
    const cJSON *scenes = cJSON_GetObjectItemCaseSensitive(json, "scenes");
    assert_int_equal(cJSON_GetArraySize(scenes), 2);
    const cJSON *pool = cJSON_GetArrayItem(scenes, 0);
    const cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(pool, "outcomes"), 0);
    assert_int_equal((int)number_of(pool, "bodies"), 224);
    assert_string_equal(text_of(first, "engine"), "modulus");
    assert_string_equal(text_of(first, "precision"), md_real_name());
    assert_true(number_of(first, "ms") > 0 && number_of(first, "median_ms") >= number_of(first, "ms"));
    /* After 4 s the pool is at rest, with a penetration near the slop of 0.5 mm. */
    assert_true(number_of(first, "touching") > 300);
    assert_true(number_of(first, "penetration") > 1e-5 && number_of(first, "penetration") < 2e-3);
    assert_true(number_of(cJSON_GetObjectItemCaseSensitive(first, "phases_ms"), "solve") > 0);
    cJSON_Delete(json);
}

static void a_run_is_compared_with_an_older_one(void **state)
{
    const char *old = path_in(*state, "old.json");
    assert_int_equal(run_in(*state, SHORT "--json @/old.json")->code, 0);
    scale_times(old, 1000);
    const struct outcome *outcome = run_in(*state, SHORT "--compare @/old.json");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "1 results in both runs, 0 of Modulus slower"));
    scale_times(old, 1e-6);
    outcome = run_in(*state, SHORT "--compare @/old.json");
    assert_int_equal(outcome->code, 1);
    assert_non_null(strstr(outcome->out, "1 results in both runs, 1 of Modulus slower"));
}

static void a_3d_scene_is_run_and_compared(void **state)
{
    const struct outcome *outcome =
        run_in(*state, "bench --no-peers --scene tower3 --repeats 1 --quiet --json @/3d.json");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "tower3: a tower of 20 boxes (3D); 21 bodies, 21 shapes, 0 joints"));
    assert_non_null(strstr(outcome->out, "Sag of the top: "));
    assert_non_null(strstr(outcome->out, "  met"));
    cJSON *json = read_results(path_in(*state, "3d.json"));
    const cJSON *scene = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "scenes"), 0);
    const cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(scene, "outcomes"), 0);
    assert_int_equal((int)number_of(first, "touching"), 20);
    assert_true(number_of(first, "top_sag") > 1e-4 && number_of(first, "top_sag") < 0.01);
    cJSON_Delete(json);
    scale_times(path_in(*state, "3d.json"), 1000);
    outcome = run_in(*state, "bench --no-peers --scene tower3 --repeats 1 --quiet --compare @/3d.json");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "24 results in both runs, 0 of Modulus slower"));
}

static void runs_with_too_many_threads_are_skipped_with_a_message(void **state)
{
    const struct outcome *outcome = run_in(*state, SHORT "--threads 1,1000");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "skipping 1000"));
}

static void the_cost_of_sweeps_is_measured(void **state)
{
    const struct outcome *outcome = run_in(*state, "bench --sweeps --quick --quiet --json @/sweeps.json");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "Roofline of sparse sweeps"));
    cJSON *json = read_results(path_in(*state, "sweeps.json"));
    const cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "measurements"), 0);
    assert_true(number_of(first, "operations_per_second") > 1e6);
    assert_true(number_of(first, "read_bytes_per_second") > 1e6);
    cJSON_Delete(json);
}

static void bad_options_are_refused_in_one_line(void **state)
{
    static const struct {
        const char *line, *reason;
    } CASES[] = {
        {"bench --scene lake", "bench: unknown scene 'lake' (see modulus bench --help)"},
        {"bench --scene pool2", "bench: unknown scene 'pool2', did you mean 'pool1'?"},
        {"bench --quick --all", "exclude each other"},
        {"bench --threads 2,x", "--threads '2,x', expected numbers"},
        {"bench --repeats 0", "--repeats '0'"},
        {"bench --repeats 1000", "expected at most 100"},
        {"bench --no-peers --peer /nowhere/peer", "no such program"},
        {"bench --compare @/missing.json", "--compare"},
        {"bench --sweeps --scene pool1", "--sweeps can only be combined"},
        {"bench pool1", "unexpected argument 'pool1'"},
        {"bench --out /nowhere/folder", "--out /nowhere/folder"},
        {"bench --out /dev/null", "--out /dev/null"},
        {"bench --quick --as-peer", "--as-peer must be the first option"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        const struct outcome *outcome = run_in(*state, CASES[i].line);
        if (outcome->code != 2 || strstr(outcome->err, CASES[i].reason) == NULL ||
            strchr(outcome->err, '\n') != outcome->err + strlen(outcome->err) - 1) {
            fail_msg("'%s' exits with %d and says: %s", CASES[i].line, outcome->code, outcome->err);
        }
    }
    write_text(path_in(*state, "other.json"), "{\"format\": \"another\"}");
    const struct outcome *outcome = run_in(*state, SHORT "--compare @/other.json");
    assert_int_equal(outcome->code, 2);
    assert_non_null(strstr(outcome->err, "not the JSON of modulus bench"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_is_slower_if_it_takes_a_tenth_plus_the_noise_longer),
        cmocka_unit_test(equal_accuracy_includes_penetration_energy_and_joints),
        cmocka_unit_test(the_geometric_mean_is_over_the_matches_with_a_target),
        cmocka_unit_test(the_fastest_setting_that_stands_within_the_limit_is_found),
        cmocka_unit_test(scenes_in_3d_have_targets_against_box3d),
        cmocka_unit_test_setup_teardown(a_quick_run_prints_and_writes_its_results, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_run_is_compared_with_an_older_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_3d_scene_is_run_and_compared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(runs_with_too_many_threads_are_skipped_with_a_message, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_cost_of_sweeps_is_measured, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_options_are_refused_in_one_line, set_up, tear_down),
    };
    if (argc != 2) {
        return 2;
    }
    command = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
