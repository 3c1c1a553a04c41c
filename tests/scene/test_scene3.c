/* The built-in 3D scenes. */
#include "scene/scene_world.h"
#include "scenes.h"

#define STEPS 100

/* Sizes with which 100 steps take a moment. */
static const struct {
    const char *name, *key, *value;
    int32_t bodies, joints;
} SMALL[] = {
    {"spheres", "count", "100", 101, 0}, {"pool3", "count", "60", 61, 0},     {"pyramid3", "base", "4", 31, 0},
    {"tower3", "count", "8", 9, 0},      {"wall3", "rows", "3", 51, 0},       {"card_house3", "levels", "2", 8, 0},
    {"arch3", "stones", "11", 12, 0},    {"dominoes3", "count", "10", 11, 0}, {"mass_ratio3", "count", "4", 6, 0},
    {"incline3", "count", "3", 4, 0},    {"pucks3", "count", "8", 9, 0},      {"grip3", "lift", "0.2", 5, 2},
    {"spinner3", "speed", "12", 1, 0},   {"washer3", "count", "30", 31, 0},   {"mesh3", "count", "30", 31, 0},
    {"net3", "side", "6", 37, 60},       {"ragdolls3", "count", "2", 23, 20}, {"bridge3", "planks", "8", 19, 9},
    {"vehicle3", "speed", "3", 6, 4},
};
#define SMALL_COUNT (sizeof SMALL / sizeof *SMALL)

static void open_small(struct scene *scene, size_t i, const struct scene_options *more)
{
    const struct scene_setting setting = {SMALL[i].key, SMALL[i].value};
    struct scene_options options = *more;
    options.settings = &setting;
    options.setting_count = 1;
    options.allow_3d = true;
    assert_opens(scene, SMALL[i].name, &options);
}

static void assert_finite(const struct scene *scene)
{
    const md3_world *world = scene->world3;
    for (md3_body_id body = md3_world_first_body(world); body.generation != 0;
         body = md3_world_next_body(world, body)) {
        const md3_vec position = md3_body_center(world, body);
        if (!md3_vec_is_finite(position) || !md3_rot_is_finite(md3_body_transform(world, body).q) ||
            !md3_vec_is_finite(md3_body_velocity(world, body)) ||
            !md3_vec_is_finite(md3_body_angular_velocity(world, body)) || (double)md3_vec_length(position) > 1000) {
            fail_msg("%s: body %d left the scene", scene->name, body.index);
        }
    }
}

static uint64_t hash_of_run(size_t i)
{
    struct scene scene;
    md_step_report report = {0};
    open_small(&scene, i, &(struct scene_options){0});
    assert_null(scene.world);
    assert_int_equal(scene_dimensions(&scene), 3);
    assert_int_equal(scene_body_count(&scene), SMALL[i].bodies);
    assert_int_equal(scene_joint_count(&scene), SMALL[i].joints);
    for (int step = 0; step < STEPS; ++step) {
        assert_int_equal(scene_step(&scene, scene.dt, &report), MD_OK);
        assert_true(report.outcome != MD_DIVERGED);
    }
    assert_int_equal(scene_steps(&scene), STEPS);
    assert_finite(&scene);
    const uint64_t hash = scene_hash(&scene);
    scene_close(&scene);
    return hash;
}

static void every_scene_runs_to_the_same_finite_state_twice(void **state)
{
    (void)state;
    for (size_t i = 0; i < SMALL_COUNT; ++i) {
        const uint64_t hash = hash_of_run(i);
        if (hash_of_run(i) != hash) {
            fail_msg("%s: two runs differ", SMALL[i].name);
        }
    }
}

static void the_tests_have_every_scene(void **state)
{
    (void)state;
    size_t count = 0;
    for (; scene_kinds3[count].name != NULL; ++count) {
        assert_string_equal(scene_kinds3[count].name, SMALL[count].name);
    }
    assert_int_equal(count, SMALL_COUNT);
}

/* ---- What the scenes show ------------------------------------------------------------------------------------------ */

/* The largest distance that a dynamic body has moved from its start, after some steps of the scene as it is. */
static double farthest_move(const char *name, const struct scene_options *options, int steps)
{
    struct scene scene;
    struct scene start;
    assert_opens(&scene, name, options);
    assert_opens(&start, name, options);
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(scene_step(&scene, scene.dt, NULL), MD_OK);
    }
    double farthest = 0;
    for (md3_body_id body = md3_world_first_body(scene.world3); body.generation != 0;
         body = md3_world_next_body(scene.world3, body)) {
        const double moved =
            (double)md3_vec_distance(md3_body_center(scene.world3, body), md3_body_center(start.world3, body));
        farthest = moved > farthest ? moved : farthest;
    }
    scene_close(&scene);
    scene_close(&start);
    return farthest;
}

/* Moves of a stack that stands are the slop and a sway of its top by some millimetres; one that falls moves by metres. */
static void structures_stand_by_friction_alone(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"arch3", "card_house3", "tower3", "mass_ratio3", "incline3"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; ++i) {
        const double moved = farthest_move(NAMES[i], &(struct scene_options){.allow_3d = true}, 120);
        if (!(moved < 0.05)) {
            fail_msg("%s: a body has moved by %g m", NAMES[i], moved);
        }
    }
}

static void without_friction_they_fall(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"arch3", "card_house3", "incline3"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; ++i) {
        const struct scene_options options = {.allow_3d = true, .frictionless = true};
        const double moved = farthest_move(NAMES[i], &options, 120);
        if (!(moved > 0.3)) {
            fail_msg("%s: no body has moved by more than %g m", NAMES[i], moved);
        }
    }
}

/* The third body is the box between the pads. In 120 steps the hand rises by 0.2 m. */
static void the_gripper_lifts_the_box(void **state)
{
    (void)state;
    struct scene scene;
    assert_opens(&scene, "grip3", &(struct scene_options){.allow_3d = true});
    for (int i = 0; i < 120; ++i) {
        assert_int_equal(scene_step(&scene, scene.dt, NULL), MD_OK);
    }
    md3_body_id box = md3_world_first_body(scene.world3);
    box = md3_world_next_body(scene.world3, md3_world_next_body(scene.world3, box));
    assert_float_equal(md3_body_center(scene.world3, box).y, 0.7, 0.005);
    scene_close(&scene);
}

/* Checks that each puck has stopped where `distance` of its position is v^2 / (2 mu g) = 6.12 m. Steps of constant velocity
 * end short by half of the first step's way, v dt / 2 in each direction, and the square's distance adds two directions. */
static void check_pucks(const char *law, double (*distance)(double x, double z))
{
    struct scene scene;
    const struct scene_setting setting = {"friction_law", law};
    assert_opens(&scene, "pucks3", &(struct scene_options){.allow_3d = true, .settings = &setting, .setting_count = 1});
    const md3_vec gravity = md3_world_get_def(scene.world3).gravity;
    const double expected = 6 * 6 / (2 * 0.3 * -(double)gravity.y);
    for (int i = 0; i < 150; ++i) {
        assert_int_equal(scene_step(&scene, scene.dt, NULL), MD_OK);
    }
    for (md3_body_id body = md3_world_next_body(scene.world3, md3_world_first_body(scene.world3)); body.generation != 0;
         body = md3_world_next_body(scene.world3, body)) {
        const md3_vec at = md3_body_center(scene.world3, body);
        assert_true((double)md3_vec_length(md3_body_velocity(scene.world3, body)) < 1e-3);
        if (!(fabs(distance((double)at.x, (double)at.z) - expected) < sqrt(2) * 6 * scene.dt / 2)) {
            fail_msg("%s: puck %d stopped at %g, %g", law, body.index, (double)at.x, (double)at.z);
        }
    }
    scene_close(&scene);
}

static double length_of(double x, double z)
{
    return sqrt(x * x + z * z);
}

static double sum_of(double x, double z)
{
    return fabs(x) + fabs(z);
}

static void pucks_stop_on_a_circle_or_with_the_law_box_on_a_square(void **state)
{
    (void)state;
    check_pucks("disc", length_of);
    check_pucks("cone", length_of);
    check_pucks("box", sum_of);
}

/* ---- Opening ------------------------------------------------------------------------------------------------------- */

static void a_3d_scene_is_opened_only_if_it_is_allowed(void **state)
{
    (void)state;
    struct scene scene;
    md_error error = {0};
    assert_int_equal(scene_open(&scene, "spheres", NULL, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "spheres: this is a 3D scene, expected a 2D scene");
    assert_null(scene.world);
    assert_null(scene.world3);
}

static void settings_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *message;
    } CASES[] = {
        {"coutn", "3", "spheres: coutn: unknown key, did you mean \"count\"?"},
        {"count", "0", "spheres: count: expected a whole number from 1 to 9990000, got 0"},
        {"friction_law", "cube", "spheres: friction_law: expected one of \"disc\", \"box\", \"cone\", got \"cube\""},
        {"substeps", "x", "spheres: substeps: expected a whole number from 1 to 1000, got \"x\""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct scene scene;
        md_error error = {0};
        const struct scene_setting setting = {CASES[i].key, CASES[i].value};
        const struct scene_options options = {.settings = &setting, .setting_count = 1, .allow_3d = true};
        assert_int_equal(scene_open(&scene, "spheres", &options, &error), MD_ERROR_ARGUMENT);
        assert_string_equal(error.message, CASES[i].message);
    }
}

static void settings_change_the_world(void **state)
{
    (void)state;
    struct scene scene;
    const struct scene_setting settings[] = {
        {"friction_law", "cone"}, {"solver", "pgs"}, {"iterations", "7"}, {"count", "3"}, {"dt", "0.01"}};
    const struct scene_options options = {.settings = settings, .setting_count = 5, .allow_3d = true};
    assert_opens(&scene, "spheres", &options);
    const md3_world_def def = md3_world_get_def(scene.world3);
    assert_int_equal(def.friction_law, MD_FRICTION_CONE);
    assert_int_equal(def.limits.max_iterations, 7);
    assert_int_equal(def.solver.method, def.position_solver.method); /* a solver names both */
    assert_int_equal(scene_body_count(&scene), 4);
    assert_float_equal(scene.dt, 0.01, 1e-9);
    scene_close(&scene);
}

/* A file that was saved keeps the setting, and the cone contradicts it. */
static void central_friction_is_a_setting(void **state)
{
    (void)state;
    struct scene scene, again;
    md_error error = {0};
    char *text = NULL;
    size_t length = 0;
    const struct scene_setting settings[] = {{"central_friction", "true"}, {"friction_law", "cone"}};
    struct scene_options options = {.settings = settings, .setting_count = 1, .allow_3d = true};
    assert_opens(&scene, "spheres", &options);
    assert_int_equal(scene_text(&scene, &text, &length, &error), MD_OK);
    scene_close(&scene);
    options.setting_count = 0;
    assert_int_equal(scene_read(&again, text, length, "saved", &options, &error), MD_OK);
    assert_true(md3_world_get_def(again.world3).central_friction);
    scene_close(&again);
    free(text);
    options.setting_count = 2;
    assert_int_equal(scene_open(&scene, "spheres", &options, &error), MD_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "central_friction needs friction_law disc or box, is cone"));
}

static void memory_that_runs_out_is_a_status(void **state)
{
    (void)state;
    for (size_t i = 0; i < SMALL_COUNT; ++i) {
        struct scene scene;
        md_error error = {0};
        const struct scene_setting setting = {"max_bytes", "20000"};
        const struct scene_options options = {.settings = &setting, .setting_count = 1, .allow_3d = true};
        const md_status status = scene_open(&scene, SMALL[i].name, &options, &error);
        assert_true(status == MD_OK || status == MD_ERROR_MEMORY);
        scene_close(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tests_have_every_scene),
        cmocka_unit_test(every_scene_runs_to_the_same_finite_state_twice),
        cmocka_unit_test(structures_stand_by_friction_alone),
        cmocka_unit_test(without_friction_they_fall),
        cmocka_unit_test(the_gripper_lifts_the_box),
        cmocka_unit_test(pucks_stop_on_a_circle_or_with_the_law_box_on_a_square),
        cmocka_unit_test(a_3d_scene_is_opened_only_if_it_is_allowed),
        cmocka_unit_test(settings_are_checked),
        cmocka_unit_test(settings_change_the_world),
        cmocka_unit_test(central_friction_is_a_setting),
        cmocka_unit_test(memory_that_runs_out_is_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
