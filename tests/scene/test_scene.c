/* The built-in scenes: bodies, masses, settings and errors. */
#include "scene/scene.h"
#include "scene/scenes.h"
#include "support/counting_allocator.h"

struct totals {
    int32_t of_type[3];
    double mass, min, max; /* of the dynamic bodies: total, lightest and heaviest, kg */
};

static struct totals totals_of(const md2_world *world)
{
    struct totals totals = {.min = INFINITY};
    for (md2_body_id body = md2_world_first_body(world); body.generation != 0;
         body = md2_world_next_body(world, body)) {
        const md2_body_type type = md2_body_get_type(world, body);
        ++totals.of_type[type];
        if (type == MD2_DYNAMIC) {
            const double mass = (double)md2_body_mass(world, body).mass;
            totals.mass += mass;
            totals.min = fmin(totals.min, mass);
            totals.max = fmax(totals.max, mass);
        }
    }
    return totals;
}

/* ---- Each scene -------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int32_t static_bodies, kinematic_bodies, dynamic_bodies;
    int32_t shapes, joints;
    double mass, min, max; /* of the dynamic bodies: total, lightest and heaviest, kg */
} EXPECTED[] = {
    {"pool1", 3, 0, 221, 224, 0, 442, 2, 2},
    {"pool2", 3, 0, 221, 224, 0, 442, 1, 3},
    {"stacking", 1, 0, 30, 31, 0, 30, 1, 1},
    {"pyramid", 1, 0, 820, 821, 0, 820, 1, 1},
    {"wall", 1, 0, 410, 411, 0, 49.4875, 0.06125, 0.12375},
    {"dominoes", 1, 0, 30, 31, 0, 3.75, 0.125, 0.125},
    {"bridge", 2, 0, 40, 42, 31, 500, 10, 20},
    {"ragdolls", 9, 0, 100, 109, 90, 710, 2, 30},
    {"tumbler", 0, 1, 200, 204, 0, 24.8164, 0.1225, 0.125664},
    {"mass_ratio", 1, 0, 11, 12, 0, 20, 1, 10},
    {"funnel", 1, 0, 200, 207, 0, 0, 0, 0},
    {"card_house", 1, 0, 26, 27, 0, 1.04, 0.04, 0.04},
};

static void every_scene_has_the_expected_bodies_and_can_be_stepped(void **state)
{
    (void)state;
    size_t count = 0;
    while (scene_kinds[count].name != NULL) {
        ++count;
    }
    assert_int_equal(count, sizeof EXPECTED / sizeof *EXPECTED);
    for (size_t i = 0; i < count; ++i) {
        struct scene scene;
        assert_string_equal(scene_kinds[i].name, EXPECTED[i].name);
        assert_opens(&scene, EXPECTED[i].name, NULL);
        const struct totals totals = totals_of(scene.world);
        assert_int_equal(totals.of_type[MD2_STATIC], EXPECTED[i].static_bodies);
        assert_int_equal(totals.of_type[MD2_KINEMATIC], EXPECTED[i].kinematic_bodies);
        assert_int_equal(totals.of_type[MD2_DYNAMIC], EXPECTED[i].dynamic_bodies);
        assert_int_equal(md2_world_shape_count(scene.world), EXPECTED[i].shapes);
        assert_int_equal(md2_world_joint_count(scene.world), EXPECTED[i].joints);
        if (EXPECTED[i].mass > 0) {
            assert_true(fabs(totals.mass - EXPECTED[i].mass) < 1e-5 * EXPECTED[i].mass);
            assert_true(fabs(totals.min - EXPECTED[i].min) < 1e-5 * EXPECTED[i].min);
            assert_true(fabs(totals.max - EXPECTED[i].max) < 1e-5 * EXPECTED[i].max);
        }
        assert_string_equal(scene.name, EXPECTED[i].name);
        assert_true(scene.about[0] != '\0' && scene.steps == 1000 && scene.dt == (md_real)(1.0 / 60));
        assert_true(scene.view.lower.x < scene.view.upper.x && scene.view.lower.y < scene.view.upper.y);
        hash_after(&scene, 10);
        scene_close(&scene);
        assert_null(scene.world);
    }
}

/* In the first step the penetration is at most rounding error: 1e-9 m, in float 1e-5 m. */
static void no_bodies_overlap_at_the_start(void **state)
{
    (void)state;
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        struct scene scene;
        md_step_report report;
        assert_opens(&scene, kind->name, NULL);
        assert_int_equal(md2_world_step(scene.world, (md_real)1e-9, &report), MD_OK);
        if ((double)report.penetration_max > PICK(1e-8, 1e-4)) {
            fail_msg("%s: penetration of %g m", kind->name, (double)report.penetration_max);
        }
        scene_close(&scene);
    }
}

static void the_papers_scenes_have_the_papers_numbers(void **state)
{
    (void)state;
    const char *const names[] = {"pool1", "pool2", "stacking"};
    for (int i = 0; i < 3; ++i) {
        struct scene scene;
        assert_opens(&scene, names[i], NULL);
        const md2_world_def def = md2_world_get_def(scene.world);
        assert_true(def.gravity.x == 0 && def.gravity.y == (md_real)-9.80665);
        assert_true(def.limits.max_iterations == 10 && def.enable_warm_starting && def.warm_start_smoothing == 0);
        assert_true(!def.enable_sleep && def.substeps == 1);
        for (md2_body_id body = md2_world_first_body(scene.world); body.generation != 0;
             body = md2_world_next_body(scene.world, body)) {
            const md2_shape_id shape = md2_body_first_shape(scene.world, body);
            const md2_shape_def material = md2_shape_get_def(scene.world, shape);
            const md_real radius = md2_shape_hull(scene.world, shape)->radius;
            assert_true(material.friction == (md_real)0.1 && material.restitution == (md_real)0.2);
            assert_true(md2_body_get_type(scene.world, body) == MD2_STATIC ||
                        radius == (i < 2 ? (md_real)0.21 : (md_real)0.18));
        }
        scene_close(&scene);
    }
}

static void in_pool2_mass_increases_with_height(void **state)
{
    (void)state;
    struct scene scene;
    md_real mass = 0;
    assert_opens(&scene, "pool2", NULL);
    for (md2_body_id body = md2_world_first_body(scene.world); body.generation != 0;
         body = md2_world_next_body(scene.world, body)) {
        if (md2_body_get_type(scene.world, body) == MD2_DYNAMIC) { /* row by row from the ground */
            assert_true(md2_body_mass(scene.world, body).mass >= mass);
            mass = md2_body_mass(scene.world, body).mass;
        }
    }
    scene_close(&scene);
}

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

static void a_larger_pool_keeps_its_proportions(void **state)
{
    (void)state;
    struct scene scene;
    open_with(&scene, "pool1", (const char *const[]){"circles=10000", "seed=7", NULL});
    assert_int_equal(md2_world_body_count(scene.world), 10003);
    /* 6 sqrt(10000 / 221) = 40.36 m, and half a metre on each side. */
    assert_true(fabs((double)(scene.view.upper.x - scene.view.lower.x) - 41.3607) < 1e-3);
    scene_close(&scene);
    open_with(&scene, "pool1", (const char *const[]){"circles=50", "width=3", NULL});
    assert_true(scene.view.upper.x == (md_real)3.5);
    scene_close(&scene);
}

static void positions_depend_on_the_seed_only(void **state)
{
    (void)state;
    struct scene scene[3];
    assert_opens(&scene[0], "pool1", NULL);
    open_with(&scene[1], "pool1", (const char *const[]){"seed=1", NULL});
    open_with(&scene[2], "pool1", (const char *const[]){"seed=2", NULL});
    assert_int_equal(md2_world_hash(scene[0].world), md2_world_hash(scene[1].world));
    assert_int_not_equal(md2_world_hash(scene[0].world), md2_world_hash(scene[2].world));
    for (int i = 0; i < 3; ++i) {
        scene_close(&scene[i]);
    }
}

static void every_scene_accepts_the_keys_of_the_world(void **state)
{
    (void)state;
    struct scene scene;
    open_with(&scene, "pyramid",
              (const char *const[]){"rows=3", "solver=pgs", "iterations=25", "substeps=2", "correction_factor=0.5",
                                    "enable_sleep=false", "slop=0.001", "steps=5", NULL});
    md2_world_def def = md2_world_get_def(scene.world);
    assert_true(def.solver.method == MD_PGS && def.limits.max_iterations == 25 && def.substeps == 2);
    assert_true(def.correction_factor == (md_real)0.5 && !def.enable_sleep && def.slop == (md_real)0.001 &&
                scene.steps == 5);
    assert_int_equal(md2_world_body_count(scene.world), 7);
    scene_close(&scene);
    open_with(&scene, "scenes/stacking.json",
              (const char *const[]){"speculative_margin=0.01", "restitution_threshold=infinity", "dt=0.01",
                                    "enable_warm_starting=0", NULL});
    def = md2_world_get_def(scene.world);
    assert_true(def.speculative_margin == (md_real)0.01 && isinf(def.restitution_threshold) &&
                !def.enable_warm_starting);
    assert_true(scene.dt == (md_real)0.01);
    scene_close(&scene);
    size_t common = 0;
    while (scene_common_key(common) != NULL) {
        ++common;
    }
    assert_string_equal(scene_common_key(0), "dt");
    assert_true(common > 20);
}

static void frictionless_changes_only_the_friction_of_every_shape(void **state)
{
    (void)state;
    const char *const names[] = {"stacking", "scenes/stacking.json"};
    for (int i = 0; i < 2; ++i) {
        struct scene scene;
        struct scene usual;
        assert_opens(&scene, names[i], &(struct scene_options){.frictionless = true});
        assert_opens(&usual, names[i], NULL);
        for (md2_body_id body = md2_world_first_body(scene.world); body.generation != 0;
             body = md2_world_next_body(scene.world, body)) {
            const md2_shape_id shape = md2_body_first_shape(scene.world, body);
            assert_true(md2_shape_get_def(scene.world, shape).friction == 0);
            assert_true(md2_shape_get_def(scene.world, shape).restitution == (md_real)0.2);
        }
        assert_int_equal(md2_world_hash(scene.world), md2_world_hash(usual.world));
        scene_close(&scene);
        scene_close(&usual);
    }
}

static void invalid_settings_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *scene, *key, *value, *message;
    } CASES[] = {
        {"pool1", "circles", "0", "pool1: circles: expected a whole number from 1 to 9990000, got 0"},
        {"pool1", "circles", "2.5", "pool1: circles: expected a whole number from 1 to 9990000, got 2.5"},
        {"pool1", "circles", "many", "pool1: circles: expected a whole number from 1 to 9990000, got \"many\""},
        {"pool1", "circle", "5", "pool1: circle: unknown key, did you mean \"circles\"?"},
        {"pool1", "iteration", "5", "pool1: iteration: unknown key, did you mean \"iterations\"?"},
        {"pool1", "enable_sleep", "maybe", "pool1: enable_sleep: expected true or false, got \"maybe\""},
        {"pool1", "solver", "magic", NULL},
        {"pool1", "gravity", "-1", "pool1: gravity: expected a number from 0 to 1000000, got -1"},
        {"pool1", "name", "x", NULL},
        {"pool1", "slop", "inf", "pool1: slop: expected a number >= 0, got \"inf\""},
        {"wall", "seed", "1",
         "wall: seed: unknown key, expected rows, columns, friction, or a key of the world, such as solver or "
         "iterations"},
        {"scenes/pool1.json", "circles", "5",
         "scenes/pool1.json: circles: unknown key, expected a key of the world, such as solver or iterations, or a "
         "path in the file, such as /bodies/0/mass/mass"},
        {"scenes/pool1.json", "substeps", "0",
         "scenes/pool1.json: substeps: expected a whole number from 1 to 1000, got 0"},
        {"pol1", NULL, NULL, "unknown scene 'pol1', did you mean 'pool1'?"},
        {"nothing like it", NULL, NULL, NULL},
        {"scenes/none.json", NULL, NULL, "scenes/none.json: cannot be read: No such file or directory"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct scene scene;
        md_error error = {0};
        const struct scene_setting setting = {CASES[i].key, CASES[i].value};
        const struct scene_options options = {.settings = &setting, .setting_count = CASES[i].key != NULL};
        const md_status status = scene_open(&scene, CASES[i].scene, &options, &error);
        assert_int_not_equal(status, MD_OK);
        assert_int_equal(status, error.status);
        assert_true(status == (strcmp(CASES[i].scene, "scenes/none.json") == 0 ? MD_ERROR_FILE : MD_ERROR_ARGUMENT));
        assert_null(scene.world);
        if (CASES[i].message != NULL) {
            assert_string_equal(error.message, CASES[i].message);
        }
    }
}

/* ---- Memory, callbacks, angles ----------------------------------------------------------------------------------- */

static md_status open_and_close(const md_allocator *allocator, void *name)
{
    struct scene scene;
    const struct scene_options options = {.allocator = allocator};
    const md_status status = scene_open(&scene, name, &options, NULL);
    scene_close(&scene);
    return status;
}

static void running_out_of_memory_fails_without_leaks(void **state)
{
    (void)state;
    assert_true(assert_survives_every_refusal(open_and_close, "bridge") > 10);
    assert_true(assert_survives_every_refusal(open_and_close, "scenes/bridge.json") > 10);
}

static bool refuse_all(void *user, const md2_world *world, md2_shape_id a, md2_shape_id b)
{
    (void)world;
    (void)a;
    (void)b;
    ++*(int *)user;
    return false;
}

static void callbacks_are_passed_to_the_world(void **state)
{
    (void)state;
    int asked = 0;
    const md2_callbacks callbacks = {.user = &asked, .filter = refuse_all};
    struct scene scene;
    assert_opens(&scene, "pool1", &(struct scene_options){.callbacks = &callbacks});
    hash_after(&scene, 2);
    assert_true(asked > 0);
    scene_close(&scene);
}

/* The tolerance allows for the error of libm, which is below 1e-16 here. */
static void angles_are_converted_to_rotations_accurately(void **state)
{
    (void)state;
    for (int i = -5000; i <= 5000; ++i) {
        const double angle = i * 0.1999;
        const md2_rot q = md2_rot_from_angle(angle);
        assert_true(fabs((double)q.c - cos(angle)) < PICK(1e-15, 1e-7));
        assert_true(fabs((double)q.s - sin(angle)) < PICK(1e-15, 1e-7));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_has_the_expected_bodies_and_can_be_stepped),
        cmocka_unit_test(no_bodies_overlap_at_the_start),
        cmocka_unit_test(the_papers_scenes_have_the_papers_numbers),
        cmocka_unit_test(in_pool2_mass_increases_with_height),
        cmocka_unit_test(a_larger_pool_keeps_its_proportions),
        cmocka_unit_test(positions_depend_on_the_seed_only),
        cmocka_unit_test(every_scene_accepts_the_keys_of_the_world),
        cmocka_unit_test(frictionless_changes_only_the_friction_of_every_shape),
        cmocka_unit_test(invalid_settings_are_refused),
        cmocka_unit_test(running_out_of_memory_fails_without_leaks),
        cmocka_unit_test(callbacks_are_passed_to_the_world),
        cmocka_unit_test(angles_are_converted_to_rotations_accurately),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
