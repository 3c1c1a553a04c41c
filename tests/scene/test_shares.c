/* A world that is divided among ranks has the bits and the reports of the whole world, in every step. */
#include "scene/divided.h"

static const int EACH[] = {1, 2, 3, 4, 8, 0};
static const int SOME[] = {2, 3, 0};

/* ---- Scenes --------------------------------------------------------------------------------------------------------- */

static void a_pool_is_the_same_on_any_number_of_ranks(void **state)
{
    (void)state;
    expect_same_bits(&(struct trial){.scene = "pool1", .partitions = 8, .threads = 1, .steps = 160, .unite_every = 8},
                     EACH);
}

/* Not only the same on all ranks: the numbers are those of a world without partitions, which solves in another order. */
static void reports_of_a_world_with_partitions_make_sense(void **state)
{
    (void)state;
    const struct trial divided = {.scene = "pool1", .partitions = 8, .threads = 1, .steps = 160, .unite_every = 160};
    struct trial undivided = divided;
    undivided.partitions = 0;
    const struct trace a = trace_of_whole(&divided), b = trace_of_whole(&undivided);
    const md_step_report *with = &a.report[0], *without = &b.report[0];
    assert_int_equal(with->bodies, without->bodies);
    assert_int_equal(with->awake_bodies, without->awake_bodies);
    assert_int_equal(with->islands, without->islands);
    assert_true(with->contacts > without->contacts / 2 && with->contacts < 2 * without->contacts);
    assert_true(with->rows == 2 * with->contacts);
    assert_true(with->penetration_mean > without->penetration_mean / 2 &&
                with->penetration_mean < with->penetration_max);
    assert_true(with->kinetic_energy > 0 && with->kinetic_energy < 100);
}

/* A body that may not sleep keeps those awake that it touches, wherever it is in their order. */
static void the_least_rested_body_keeps_its_island_awake(void **state)
{
    (void)state;
    for (int restless = 0; restless < 2; ++restless) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "{\"format\": \"modulus-scene\", \"version\": 1, \"bodies\": [{\"position\": [0, -1], \"shapes\": "
            "[{\"box\": {\"half\": [9, 1]}}]}, {\"type\": \"dynamic\", \"position\": [0, 0.5], \"enable_sleep\": %s, "
            "\"shapes\": [{\"box\": {\"half\": [0.5, 0.5]}}]}, {\"type\": \"dynamic\", \"position\": [0.1, 1.5], "
            "\"enable_sleep\": %s, \"shapes\": [{\"box\": {\"half\": [0.5, 0.5]}}]}]}",
            restless == 0 ? "false" : "true", restless == 1 ? "false" : "true");
        const struct trial trial = {.scene = text, .partitions = 2, .threads = 1, .steps = 100, .unite_every = 100};
        assert_int_equal(trace_of_whole(&trial).report[0].awake_bodies, 2);
        expect_same_bits(&trial, (const int[]){2, 0});
    }
}

static void ranks_with_threads_of_their_own_are_the_same_too(void **state)
{
    (void)state;
    const struct trial alone = {.scene = "pool1", .partitions = 5, .threads = 1, .steps = 60, .unite_every = 20};
    struct trial in_threads = alone;
    in_threads.threads = 3;
    const struct trace whole = trace_of_whole(&alone);
    const struct trace divided = trace_of_ranks(&in_threads, 2);
    expect_same_trace("pool1", 2, &whole, &divided);
}

static void piles_fall_asleep_together_on_all_ranks(void **state)
{
    (void)state;
    const struct trial trial = {.scene = "pyramid", .partitions = 6, .threads = 1, .steps = 120, .unite_every = 12};
    const struct trace whole = trace_of_whole(&trial);
    assert_true(whole.report[0].awake_bodies > 800 && whole.report[9].awake_bodies == 0);
    expect_same_bits(&trial, (const int[]){2, 4, 0});
}

static void moving_walls_and_funnels_are_the_same(void **state)
{
    (void)state;
    static const char *const names[] = {"tumbler", "funnel", "dominoes", "mass_ratio"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        expect_same_bits(
            &(struct trial){.scene = names[i], .partitions = 4, .threads = 1, .steps = 120, .unite_every = 30}, SOME);
    }
}

static void scenes_in_3d_are_the_same_on_any_number_of_ranks(void **state)
{
    (void)state;
    static const char *const names[] = {"spheres", "mesh3", "wall3", "pucks3", "pyramid3"};
    static const char *const few[] = {"count=200", NULL};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        expect_same_bits(&(struct trial){.scene = names[i],
                                         .settings = i == 0 ? few : NULL,
                                         .partitions = 4,
                                         .threads = 1,
                                         .steps = 60,
                                         .unite_every = 10},
                         i == 0 ? EACH : SOME);
    }
}

/* ---- Settings ------------------------------------------------------------------------------------------------------- */

static void take_substeps(struct scene *scene)
{
    md2_world_def def = md2_world_get_def(scene->world);
    def.substeps = 4;
    assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
}

static void step_softly(struct scene *scene)
{
    md2_world_def def = md2_world_get_def(scene->world);
    const md2_world_def soft = md2_world_def_soft_step(4);
    def.position_correction = soft.position_correction;
    def.solver = soft.solver;
    def.limits = soft.limits;
    def.substeps = soft.substeps;
    def.correction_frequency = soft.correction_frequency;
    def.recycle_distance = soft.recycle_distance;
    assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
}

static void step_softly3(struct scene *scene)
{
    md3_world_def def = md3_world_get_def(scene->world3);
    const md3_world_def soft = md3_world_def_soft_step(4);
    def.position_correction = soft.position_correction;
    def.solver = soft.solver;
    def.limits = soft.limits;
    def.substeps = soft.substeps;
    def.correction_frequency = soft.correction_frequency;
    def.recycle_distance = soft.recycle_distance;
    assert_int_equal(md3_world_set_def(scene->world3, &def), MD_OK);
}

static void solve_to_a_tolerance(struct scene *scene)
{
    md2_world_def def = md2_world_get_def(scene->world);
    def.limits = (md_limits){.tol_relative = 1e-6, .max_iterations = 400};
    def.position_iterations = 20;
    assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
}

static void correct_by_baumgarte(struct scene *scene)
{
    md2_world_def def = md2_world_get_def(scene->world);
    def.position_correction = MD2_CORRECTION_BAUMGARTE;
    assert_int_equal(md_solver_spec_parse("amgs:alpha=0.25", &def.solver, NULL), MD_OK);
    assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
}

static void every_way_to_step_is_the_same(void **state)
{
    (void)state;
    void (*const changes[])(struct scene *) = {take_substeps, step_softly, solve_to_a_tolerance, correct_by_baumgarte};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        expect_same_bits(
            &(struct trial){
                .scene = "pool1", .partitions = 6, .threads = 1, .steps = 50, .unite_every = 10, .change = changes[i]},
            SOME);
    }
}

static void soft_steps_in_3d_are_the_same(void **state)
{
    (void)state;
    static const char *const few[] = {"count=150", NULL};
    expect_same_bits(&(struct trial){.scene = "spheres",
                                     .settings = few,
                                     .partitions = 4,
                                     .threads = 1,
                                     .steps = 60,
                                     .unite_every = 10,
                                     .change = step_softly3},
                     SOME);
}

/* ---- Bodies that change their rank ---------------------------------------------------------------------------------- */

/* Forty balls in a row, and a body without shapes, that roll to the right, with the same speed: after some time most of them are where few were. */
static const char ROLLING[] = "{\"format\": \"modulus-scene\", \"version\": 1, \"world\": {\"gravity\": [0, -10], "
                              "\"enable_sleep\": false}, \"bodies\": ["
                              "{\"position\": [0, -1], \"shapes\": [{\"box\": {\"half\": [200, 1]}}]}"
                              "@]}";

/* Text of the scene with one body per number. */
static char *rolling_scene(void)
{
    char *text = calloc(1, 16384);
    const char *at = strchr(ROLLING, '@');
    assert_non_null(text);
    size_t size = (size_t)snprintf(text, 16384, "%.*s", (int)(at - ROLLING), ROLLING);
    for (int i = 0; i < 40; ++i) {
        size +=
            (size_t)snprintf(text + size, 16384 - size,
                             ", {\"type\": \"dynamic\", \"position\": [%d, 0.5], \"velocity\": [%d, 0], \"shapes\": "
                             "[{\"circle\": {\"radius\": 0.5}}]}",
                             2 * i - 40, i < 20 ? 30 : 1);
    }
    snprintf(text + size, 16384 - size,
             ", {\"type\": \"dynamic\", \"position\": [-50, 9], \"velocity\": [50, 0], \"gravity_scale\": 0, \"mass\": "
             "{\"mass\": 1, \"inertia\": 1}}%s",
             at + 1);
    return text;
}

static void bodies_move_to_other_ranks_and_strips_are_balanced(void **state)
{
    (void)state;
    char *text = rolling_scene();
    const struct trial trial = {.scene = text, .partitions = 4, .threads = 1, .steps = 160, .unite_every = 16};
    const struct trace whole = trace_of_whole(&trial);
    const struct trace divided = trace_of_ranks(&trial, 4);
    expect_same_trace("rolling balls", 4, &whole, &divided);
    int64_t arrived = 0;
    int32_t bodies = 0, most = 0;
    for (int rank = 0; rank < 4; ++rank) {
        arrived += divided.shares[rank].arrived;
        bodies += divided.shares[rank].bodies;
        most = divided.shares[rank].bodies > most ? divided.shares[rank].bodies : most;
    }
    assert_int_equal(bodies, 41);
    assert_true(arrived > 10);
    assert_true(most <= 11 + 8); /* LEAST_SURPLUS of engine/division.c */
    assert_true(divided.shares[0].partitioned > 1);
    free(text);
}

static void more_ranks_than_strips_leave_some_without_bodies(void **state)
{
    (void)state;
    const struct trial trial = {.scene = "pool1", .partitions = 3, .threads = 1, .steps = 40, .unite_every = 10};
    const struct trace whole = trace_of_whole(&trial);
    const struct trace divided = trace_of_ranks(&trial, 5);
    expect_same_trace("pool1", 5, &whole, &divided);
    int without = 0;
    for (int rank = 0; rank < 5; ++rank) {
        without += divided.shares[rank].bodies == 0;
    }
    assert_int_equal(without, 2);
}

/* A row of boxes that touch each other falls asleep; then a ball wakes all of them, on every rank. */
static void a_ball_wakes_a_row_that_sleeps_on_several_ranks(void **state)
{
    (void)state;
    char text[8192];
    size_t size =
        (size_t)snprintf(text, sizeof text,
                         "{\"format\": \"modulus-scene\", \"version\": 1, \"bodies\": [{\"position\": [0, -1], "
                         "\"shapes\": [{\"box\": {\"half\": [50, 1]}}]}");
    for (int i = 0; i < 24; ++i) {
        size += (size_t)snprintf(text + size, sizeof text - size,
                                 ", {\"type\": \"dynamic\", \"position\": [%g, 0.5], \"shapes\": [{\"box\": {"
                                 "\"half\": [0.5, 0.5]}}]}",
                                 (double)i * 1.0);
    }
    snprintf(text + size, sizeof text - size,
             ", {\"type\": \"dynamic\", \"position\": [0, 16], \"shapes\": [{\"circle\": {\"radius\": 0.4}}]}]}");
    const struct trial trial = {.scene = text, .partitions = 6, .threads = 1, .steps = 200, .unite_every = 5};
    const struct trace whole = trace_of_whole(&trial);
    int k = 0;
    while (k < whole.compared && whole.report[k].awake_bodies > 1) {
        ++k;
    }
    assert_true(k < whole.compared && whole.report[k].awake_bodies == 1); /* the ball, while it falls */
    while (k < whole.compared && whole.report[k].awake_bodies < 25) {
        ++k;
    }
    assert_true(k < whole.compared);
    expect_same_bits(&trial, (const int[]){2, 3, 6, 0});
}

/* ---- Uniting -------------------------------------------------------------------------------------------------------- */

/* Ranks unite the world in the middle, and others divide it again. */
struct relay {
    struct scene whole;
    int steps;
};

static void run_part(const md_communicator *communicator, void *user)
{
    struct relay *relay = user;
    struct scene share = {.world = NULL}, united = {.world = NULL};
    md_error error = {.message = ""};
    md_status status = scene_divide(&share, 2, communicator->rank == 0 ? &relay->whole : NULL, communicator,
                                    &(struct scene_observer){.user = NULL}, &error);
    for (int step = 0; status == MD_OK && step < relay->steps; ++step) {
        status = scene_step(&share, (md_real)(1.0 / 60), NULL);
    }
    status = status == MD_OK ? scene_unite(&share, true, &united) : status;
    if (communicator->rank == 0) {
        md2_world_destroy(relay->whole.world);
        relay->whole.world = status == MD_OK ? united.world : NULL;
    }
    md2_world_destroy(share.world);
}

static void a_united_world_goes_on_whole_or_divided_again(void **state)
{
    (void)state;
    const struct trial trial = {.scene = "pool1", .partitions = 6, .threads = 1, .steps = 120, .unite_every = 120};
    const struct trace whole = trace_of_whole(&trial);
    struct relay relay = {.steps = 40};
    open_trial(&trial, &relay.whole);
    thread_ranks_run(3, run_part, &relay);
    assert_non_null(relay.whole.world);
    thread_ranks_run(2, run_part, &relay);
    assert_non_null(relay.whole.world);
    for (int step = 0; step < 40; ++step) {
        assert_int_equal(md2_world_step(relay.whole.world, (md_real)(1.0 / 60), NULL), MD_OK);
    }
    assert_true(md2_world_hash(relay.whole.world) == whole.hash[0]);
    scene_close(&relay.whole);
}

/* A snapshot has the strips and the order of contacts. */
static void a_world_with_partitions_goes_on_from_a_snapshot(void **state)
{
    (void)state;
    const struct trial trial = {.scene = "pool1", .partitions = 6, .threads = 1, .steps = 80, .unite_every = 80};
    const struct trace whole = trace_of_whole(&trial);
    struct scene scene;
    open_trial(&trial, &scene);
    for (int step = 0; step < 80; ++step) {
        const size_t size = md2_world_snapshot_size(scene.world);
        void *bytes = malloc(size);
        assert_int_equal(md2_world_snapshot(scene.world, bytes, size, NULL), MD_OK);
        assert_int_equal(md2_world_restore(scene.world, bytes, size), MD_OK);
        free(bytes);
        assert_int_equal(md2_world_step(scene.world, scene.dt, NULL), MD_OK);
    }
    assert_true(md2_world_hash(scene.world) == whole.hash[0]);
    scene_close(&scene);
}

/* Contacts are sorted when strips are asked for, and in the order of creation again when they no longer are. */
static void partitions_may_change_while_a_world_runs(void **state)
{
    (void)state;
    uint64_t hash[2];
    for (int run = 0; run < 2; ++run) {
        struct scene scene;
        open_with(&scene, "pool1", (const char *const[]){NULL});
        for (int step = 0; step < 120; ++step) {
            if (step % 20 == 0) {
                set_partitions(&scene, step % 60 == 0 ? 0 : step % 60 == 20 ? 7 : 3, run == 0 ? 1 : 2);
            }
            assert_int_equal(md2_world_step(scene.world, scene.dt, NULL), MD_OK);
        }
        hash[run] = md2_world_hash(scene.world);
        scene_close(&scene);
    }
    assert_true(hash[0] == hash[1]);
}

/* ---- Refusals ------------------------------------------------------------------------------------------------------- */

static void expect_refusal(const char *scene, int32_t partitions, void (*change)(struct scene *), const char *words)
{
    const struct trace trace = trace_of_ranks(
        &(struct trial){
            .scene = scene, .partitions = partitions, .threads = 1, .steps = 1, .unite_every = 1, .change = change},
        2);
    assert_int_equal(trace.status[0], MD_ERROR_ARGUMENT);
    assert_int_equal(trace.status[1], MD_ERROR_ARGUMENT);
    if (strstr(trace.error, words) == NULL) {
        fail_msg("\"%s\" does not contain \"%s\"", trace.error, words);
    }
}

static void take_a_budget(struct scene *scene)
{
    md2_world_def def = md2_world_get_def(scene->world);
    def.limits.budget_us = 1000;
    assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
}

static void take_another_solver(struct scene *scene)
{
    md2_world_def def = md2_world_get_def(scene->world);
    assert_int_equal(md_solver_spec_parse("nsgs", &def.solver, NULL), MD_OK);
    assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
}

static void add_a_bullet(struct scene *scene)
{
    md2_body_def def = md2_body_def_default();
    def.type = MD2_DYNAMIC;
    def.bullet = true;
    md2_body_id body;
    assert_int_equal(md2_body_create(scene->world, &def, &body), MD_OK);
}

static void worlds_that_cannot_be_divided_are_refused_on_all_ranks(void **state)
{
    (void)state;
    expect_refusal("pool1", 0, NULL, "partitions = 0");
    expect_refusal("ragdolls", 4, NULL, "joints");
    expect_refusal("ragdolls3", 4, NULL, "joints");
    expect_refusal("pool1", 4, take_a_budget, "time budget");
    expect_refusal("pool1", 4, take_another_solver, "a solver");
    expect_refusal("pool1", 4, add_a_bullet, "bullets");
}

static void change_a_share(const md_communicator *communicator, void *user)
{
    struct divided_run *run = user;
    md2_world *share = NULL, *again = NULL;
    int failures = md2_world_divide(run->scene.world, communicator, NULL, NULL, &share, NULL) != MD_OK;
    md2_body_id id;
    md2_world_def def = md2_world_get_def(share);
    const md2_body_def body = md2_body_def_default();
    unsigned char bytes[16];
    failures += md2_body_create(share, &body, &id) != MD_ERROR_ARGUMENT;
    failures += strstr(md2_world_last_error(share), "share of a divided world") == NULL;
    failures += md2_world_snapshot(share, bytes, sizeof bytes, NULL) != MD_ERROR_ARGUMENT;
    failures += md2_world_restore(share, bytes, sizeof bytes) != MD_ERROR_ARGUMENT;
    def.partitions = 3;
    failures += md2_world_set_def(share, &def) != MD_ERROR_ARGUMENT;
    failures += md2_world_unite(NULL, true, NULL, NULL, &again) != MD_ERROR_ARGUMENT;
    failures += md2_world_unite(run->scene.world, true, NULL, NULL, &again) != MD_ERROR_ARGUMENT;
    run->trace.status[communicator->rank] = failures == 0 ? MD_OK : MD_ERROR_ARGUMENT;
    md2_world_destroy(share);
}

static void shares_refuse_calls_that_would_change_their_bodies(void **state)
{
    (void)state;
    const struct trial trial = {.scene = "pool1", .partitions = 4, .threads = 1};
    struct divided_run run = {.trial = &trial};
    open_trial(&trial, &run.scene);
    thread_ranks_run(2, change_a_share, &run);
    assert_int_equal(run.trace.status[0], MD_OK);
    assert_int_equal(run.trace.status[1], MD_OK);
    scene_close(&run.scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pool_is_the_same_on_any_number_of_ranks),
        cmocka_unit_test(reports_of_a_world_with_partitions_make_sense),
        cmocka_unit_test(the_least_rested_body_keeps_its_island_awake),
        cmocka_unit_test(ranks_with_threads_of_their_own_are_the_same_too),
        cmocka_unit_test(piles_fall_asleep_together_on_all_ranks),
        cmocka_unit_test(moving_walls_and_funnels_are_the_same),
        cmocka_unit_test(scenes_in_3d_are_the_same_on_any_number_of_ranks),
        cmocka_unit_test(every_way_to_step_is_the_same),
        cmocka_unit_test(soft_steps_in_3d_are_the_same),
        cmocka_unit_test(bodies_move_to_other_ranks_and_strips_are_balanced),
        cmocka_unit_test(more_ranks_than_strips_leave_some_without_bodies),
        cmocka_unit_test(a_ball_wakes_a_row_that_sleeps_on_several_ranks),
        cmocka_unit_test(a_united_world_goes_on_whole_or_divided_again),
        cmocka_unit_test(a_world_with_partitions_goes_on_from_a_snapshot),
        cmocka_unit_test(partitions_may_change_while_a_world_runs),
        cmocka_unit_test(worlds_that_cannot_be_divided_are_refused_on_all_ranks),
        cmocka_unit_test(shares_refuse_calls_that_would_change_their_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
