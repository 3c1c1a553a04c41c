/* Scenes as files: a saved scene restores the same world bit for bit. */
#include <locale.h>

#include "scene/everything.h"
#include "scene/flat_document.h"
#include "scene/scenes.h"

/* ---- Round trips ------------------------------------------------------------------------------------------------- */

static void assert_same_text(struct scene *scene, struct scene *again)
{
    char *text = text_of(scene);
    assert_reads(again, text);
    char *second = text_of(again);
    assert_string_equal(text, second);
    free(text);
    free(second);
}

/* For a scene before its first step. */
static void assert_round_trip(struct scene *scene)
{
    struct scene again;
    assert_same_text(scene, &again);
    assert_int_equal(md2_world_hash(scene->world), md2_world_hash(again.world));
    assert_int_equal(hash_after(scene, 50), hash_after(&again, 50));
    scene_close(&again);
}

/* For a scene in motion. A body is saved by its origin, so its centre of mass is restored with an error of the last
 * bit. */
static void assert_restored(struct scene *scene)
{
    struct scene again;
    assert_same_text(scene, &again);
    md2_body_id other = md2_world_first_body(again.world);
    for (md2_body_id body = md2_world_first_body(scene->world); body.generation != 0;
         body = md2_world_next_body(scene->world, body), other = md2_world_next_body(again.world, other)) {
        const md2_vec one = md2_body_center(scene->world, body);
        const md2_vec two = md2_body_center(again.world, other);
        assert_true(fabs((double)(one.x - two.x)) + fabs((double)(one.y - two.y)) < PICK(1e-14, 1e-5));
        assert_true(md2_body_velocity(scene->world, body).x == md2_body_velocity(again.world, other).x);
    }
    scene_close(&again);
}

static void every_built_in_scene_is_restored_from_its_text(void **state)
{
    (void)state;
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        struct scene scene;
        assert_opens(&scene, kind->name, NULL);
        assert_round_trip(&scene);
        scene_close(&scene);
    }
}

/* To be run after a change of a scene or of the world's settings: MODULUS_WRITE_SCENES=1
 * build/tests/test_scene_files */
static void write_the_files_on_request(void)
{
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL && getenv("MODULUS_WRITE_SCENES") != NULL;
         ++kind) {
        struct scene scene;
        char path[100];
        snprintf(path, sizeof path, "scenes/%s.json", kind->name);
        assert_opens(&scene, kind->name, NULL);
        assert_int_equal(scene_save(&scene, path, NULL), MD_OK);
        scene_close(&scene);
    }
}

/* This holds in float too: the numbers are rounded once, whether they come from the program or from a file. */
static void the_files_in_scenes_equal_the_built_in_scenes(void **state)
{
    (void)state;
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        struct scene built_in;
        struct scene from_file;
        char path[100];
        snprintf(path, sizeof path, "scenes/%s.json", kind->name);
        assert_opens(&built_in, kind->name, NULL);
        assert_opens(&from_file, path, NULL);
        assert_string_equal(built_in.name, from_file.name);
        assert_string_equal(built_in.about, from_file.about);
        assert_true(built_in.dt == from_file.dt && built_in.steps == from_file.steps);
        assert_memory_equal(&built_in.view, &from_file.view, sizeof built_in.view);
        assert_int_equal(hash_after(&built_in, 50), hash_after(&from_file, 50));
#ifndef MODULUS_SINGLE
        char *saved = file_text(path);
        scene_close(&built_in);
        assert_opens(&built_in, kind->name, NULL);
        char *text = text_of(&built_in);
        assert_string_equal(saved, text);
        free(saved);
        free(text);
#endif
        scene_close(&built_in);
        scene_close(&from_file);
    }
}

static void a_world_with_every_feature_is_restored(void **state)
{
    (void)state;
    struct scene scene;
    make_everything(&scene);
    assert_round_trip(&scene);
    assert_restored(&scene);
    scene_close(&scene);
}

static void a_flat_document_gives_the_same_world(void **state)
{
    (void)state;
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        struct scene scene;
        struct scene again;
        struct flat_document document;
        assert_opens(&scene, kind->name, NULL);
        char *text = text_of(&scene);
        assert_true(flatten(text, &document));
        assert_int_equal(scene_read_flat(&again, document.bytes, document.size, "flat", NULL, NULL), MD_OK);
        char *second = text_of(&again);
        assert_string_equal(text, second);
        flat_document_free(&document);
        free(text);
        free(second);
        scene_close(&again);
        scene_close(&scene);
    }
}

static void saved_settings_are_read_back(void **state)
{
    (void)state;
    struct scene scene;
    struct scene again;
    make_everything(&scene);
    char *text = text_of(&scene);
    assert_reads(&again, text);
    const md2_world_def a = md2_world_get_def(scene.world);
    const md2_world_def b = md2_world_get_def(again.world);
    assert_true(a.gravity.x == b.gravity.x && a.limits.tol_scaled == b.limits.tol_scaled && !b.enable_warm_starting);
    assert_true(a.solver.alpha == b.solver.alpha && b.separate_islands && !b.enable_continuous &&
                b.max_bytes == a.max_bytes);
    assert_true(b.friction_mixing == MD2_MIX_MIN && b.restitution_mixing == MD2_MIX_PRODUCT);
    assert_int_equal(md2_world_shape_count(again.world), md2_world_shape_count(scene.world));
    md2_joint_id one = md2_world_first_joint(scene.world);
    md2_joint_id other = md2_world_first_joint(again.world);
    int joints = 0;
    for (; one.generation != 0; ++joints) {
        md2_joint_def first = md2_joint_get_def(scene.world, one);
        md2_joint_def second = md2_joint_get_def(again.world, other);
        assert_true(first.type == second.type && first.body[1].index == second.body[1].index);
        assert_true(first.has_limits == second.has_limits && first.has_motor == second.has_motor);
        assert_true(first.has_spring == second.has_spring && first.break_force == second.break_force);
        assert_true(first.lower == second.lower && first.upper == second.upper);
        one = md2_world_next_joint(scene.world, one);
        other = md2_world_next_joint(again.world, other);
    }
    assert_int_equal(joints, MD2_JOINT_TYPE_COUNT);
    free(text);
    scene_close(&scene);
    scene_close(&again);
}

static void a_moving_scene_is_saved_in_its_current_state(void **state)
{
    (void)state;
    struct scene scene;
    assert_opens(&scene, "ragdolls", NULL);
    hash_after(&scene, 40);
    assert_restored(&scene);
    scene_close(&scene);
}

/* ---- Saving ------------------------------------------------------------------------------------------------------ */

static void a_file_is_saved_completely_or_not_at_all(void **state)
{
    (void)state;
    char *folder = folder_create();
    struct scene scene;
    struct scene again;
    md_error error = {0};
    assert_opens(&scene, "mass_ratio", NULL);
    assert_int_equal(scene_save(&scene, path_in(folder, "some scene.json"), &error), MD_OK);
    assert_int_equal(files_in(folder), 1);
    assert_opens(&again, path_in(folder, "some scene.json"), NULL);
    assert_int_equal(hash_after(&scene, 10), hash_after(&again, 10));
    assert_int_equal(scene_save(&scene, path_in(folder, "no/where.json"), &error), MD_ERROR_FILE);
    assert_int_equal(files_in(folder), 1);
    scene_close(&scene);
    scene_close(&again);
    folder_remove(folder);
}

static void a_scene_without_a_name_is_named_after_its_file(void **state)
{
    (void)state;
    char *folder = folder_create();
    struct scene scene;
    write_text(path_in(folder, "my.first.json"), "{\"format\": \"modulus-scene\", \"version\": 1}");
    assert_opens(&scene, path_in(folder, "my.first.json"), NULL);
    assert_string_equal(scene.name, "my.first");
    assert_int_equal(md2_world_body_count(scene.world), 0);
    scene_close(&scene);
    folder_remove(folder);
}

/* ---- Hand-written scenes ----------------------------------------------------------------------------------------- */

#define HEAD "{\"format\": \"modulus-scene\", \"version\": 1, "

static void materials_are_defaults_that_a_shape_overrides(void **state)
{
    (void)state;
    struct scene scene;
    assert_reads(&scene,
                 HEAD "\"materials\": {\"ice\": {\"friction\": 0.01, \"density\": 900}}, \"bodies\": [{\"shapes\": ["
                      "{\"circle\": {\"radius\": 1}, \"material\": \"ice\", \"density\": 3}]}]}");
    const md2_shape_id shape = md2_body_first_shape(scene.world, md2_world_first_body(scene.world));
    const md2_shape_def def = md2_shape_get_def(scene.world, shape);
    assert_true(def.friction == (md_real)0.01 && def.density == 3 && def.restitution == 0);
    scene_close(&scene);
}

static void joints_accept_body_names_and_world_points(void **state)
{
    (void)state;
    struct scene scene;
    assert_reads(&scene, HEAD
                 "\"bodies\": [{\"name\": \"frame\"}, {\"name\": \"door\", \"type\": \"dynamic\", "
                 "\"position\": [2, 1], \"angle\": 1.5707963267948966, \"shapes\": [{\"circle\": {\"radius\": 1}}]}], "
                 "\"joints\": [{\"type\": \"prismatic\", \"bodies\": [\"frame\", \"door\"], \"at\": [2, 3], "
                 "\"axis\": [0, 5], \"lower\": -1, \"upper\": 2},"
                 "{\"type\": \"distance\", \"bodies\": [0, 1], \"between\": [[0, 0], [3, 4]]}]}");
    const md2_joint_id joint = md2_world_first_joint(scene.world);
    const md2_joint_def def = md2_joint_get_def(scene.world, joint);
    assert_true(def.has_limits && def.lower == -1 && def.upper == 2 && def.axis.x == 0 && def.axis.y == 1);
    /* The door is rotated by 90 degrees: two metres above it is +2 on its own x axis. */
    assert_true(fabs((double)def.anchor[1].x - 2) < PICK(1e-14, 1e-6) &&
                fabs((double)def.anchor[1].y) < PICK(1e-14, 1e-6));
    assert_true(md2_joint_get_def(scene.world, md2_world_next_joint(scene.world, joint)).length == 5);
    scene_close(&scene);
}

static void pulleys_and_motors_are_read_and_saved(void **state)
{
    (void)state;
    struct scene scene;
    assert_reads(&scene, HEAD
                 "\"bodies\": [{\"type\": \"dynamic\", \"position\": [0, 1], \"mass\": {\"mass\": 1, \"inertia\": 1}}, "
                 "{\"type\": \"dynamic\", \"position\": [5, 1], \"mass\": {\"mass\": 1, \"inertia\": 1}}], "
                 "\"joints\": [{\"type\": \"pulley\", \"bodies\": [0, 1], \"pulleys\": [[0, 3], [5, 4]], "
                 "\"between\": [[0, 1], [5, 1]], \"ratio\": 2}, "
                 "{\"type\": \"motor\", \"bodies\": [0, 1], \"at\": [5, 1], \"motor_limit\": 7, \"torque_limit\": 8, "
                 "\"motor_velocity\": [1, 2], \"correction_factor\": 0.5, \"collide_connected\": false}]}");
    for (int pass = 0; pass < 2; ++pass) { /* as written by hand, then as saved */
        const md2_joint_id first = md2_world_first_joint(scene.world);
        const md2_joint_def pulley = md2_joint_get_def(scene.world, first);
        const md2_joint_def motor = md2_joint_get_def(scene.world, md2_world_next_joint(scene.world, first));
        assert_true(pulley.type == MD2_PULLEY && pulley.length == 8 && pulley.ratio == 2 && pulley.collide_connected);
        assert_true(pulley.pulley[0].x == 0 && pulley.pulley[0].y == 3 && pulley.pulley[1].y == 4);
        assert_true(!pulley.has_limits);
        assert_true(motor.type == MD2_MOTOR && motor.motor_limit == 7 && motor.torque_limit == 8 && !motor.has_motor);
        assert_true(motor.motor_velocity.x == 1 && motor.motor_velocity.y == 2 && !motor.collide_connected);
        assert_true(motor.correction_factor == (md_real)0.5 && motor.anchor[0].x == 5);
        char *text;
        size_t length;
        md_error error;
        assert_int_equal(scene_text(&scene, &text, &length, &error), MD_OK);
        scene_close(&scene);
        assert_reads(&scene, text);
        free(text);
    }
    scene_close(&scene);
}

static void gears_are_read_and_saved(void **state)
{
    (void)state;
    struct scene scene;
    assert_reads(&scene,
                 HEAD "\"bodies\": [{\"type\": \"dynamic\", \"mass\": {\"mass\": 1, \"inertia\": 1}}, "
                      "{\"type\": \"dynamic\", \"position\": [5, 1], \"mass\": {\"mass\": 1, \"inertia\": 1}}], "
                      "\"joints\": [{\"type\": \"gear\", \"bodies\": [0, 1], \"at\": [5, 1], \"ratio\": -2.5}, "
                      "{\"type\": \"gear\", \"bodies\": [0, 1], \"anchors\": [[1, 2], [3, 4]], "
                      "\"gear_axes\": [[0, 0], [0.6, 0.8]], \"upper\": 0.1}]}");
    for (int pass = 0; pass < 2; ++pass) { /* as written by hand, then as saved */
        const md2_joint_id first = md2_world_first_joint(scene.world);
        const md2_joint_def wheels = md2_joint_get_def(scene.world, first);
        const md2_joint_def rack = md2_joint_get_def(scene.world, md2_world_next_joint(scene.world, first));
        assert_true(wheels.type == MD2_GEAR && wheels.ratio == (md_real)-2.5 && !wheels.collide_connected);
        assert_true(wheels.gear_axis[0].x == 0 && wheels.gear_axis[1].y == 0 && wheels.anchor[0].x == 5);
        assert_true(rack.gear_axis[0].x == 0 && rack.gear_axis[1].x == (md_real)0.6 && rack.has_limits);
        assert_true(rack.gear_axis[1].y == (md_real)0.8 && rack.anchor[1].x == 3 && rack.ratio == 1);
        char *text = text_of(&scene);
        scene_close(&scene);
        assert_reads(&scene, text);
        free(text);
    }
    scene_close(&scene);
}

static void velocity_is_that_of_the_centre_of_mass(void **state)
{
    (void)state;
    struct scene scene;
    assert_reads(&scene, HEAD "\"bodies\": [{\"type\": \"dynamic\", \"velocity\": [1, 2], \"angular_velocity\": 3, "
                              "\"mass\": {\"mass\": 2, \"center\": [4, 0], \"inertia\": 1},"
                              "\"shapes\": [{\"circle\": {\"center\": [1, 1], \"radius\": 1}}]}]}");
    const md2_body_id body = md2_world_first_body(scene.world);
    assert_true(md2_body_velocity(scene.world, body).x == 1 && md2_body_velocity(scene.world, body).y == 2);
    assert_true(md2_body_has_given_mass(scene.world, body) && md2_body_center(scene.world, body).x == 4);
    scene_close(&scene);
}

static void a_jointed_body_can_start_asleep(void **state)
{
    (void)state;
    struct scene scene;
    assert_reads(&scene, HEAD "\"bodies\": [{}, {\"type\": \"dynamic\", \"awake\": false, \"shapes\": [{\"circle\": "
                              "{\"radius\": 1}}]}], \"joints\": [{\"type\": \"weld\", \"bodies\": [0, 1]}]}");
    const md2_body_id body = md2_world_next_body(scene.world, md2_world_first_body(scene.world));
    assert_false(md2_body_is_awake(scene.world, body));
    hash_after(&scene, 3);
    assert_false(md2_body_is_awake(scene.world, body));
    scene_close(&scene);
}

static void the_default_view_shows_the_bodies_that_can_move(void **state)
{
    (void)state;
    struct scene scene;
    assert_reads(&scene, HEAD "\"bodies\": [{\"shapes\": [{\"box\": {\"half\": [1000, 1]}}]}, {\"type\": \"dynamic\", "
                              "\"position\": [10, 5], \"shapes\": [{\"circle\": {\"radius\": 1}}]}]}");
    assert_true(scene.view.lower.x > 7 && scene.view.upper.x < 13 && scene.view.lower.y > 2 && scene.view.upper.y < 8);
    scene_close(&scene);
}

static void numbers_are_read_alike_in_every_locale(void **state)
{
    (void)state;
    if (setlocale(LC_NUMERIC, "comma") == NULL && setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL &&
        setlocale(LC_NUMERIC, "fr_FR.UTF-8") == NULL) {
        print_message("skipped: no locale with a decimal comma (comma, de_DE or fr_FR) is installed\n");
        skip();
    }
    struct scene scene;
    assert_reads(&scene, HEAD "\"dt\": 0.5}");
    char *text = text_of(&scene);
    setlocale(LC_ALL, "C");
    assert_true(scene.dt == (md_real)0.5 && strstr(text, "\"dt\": 0.5,") != NULL);
    free(text);
    scene_close(&scene);
}

int main(void)
{
    write_the_files_on_request();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_built_in_scene_is_restored_from_its_text),
        cmocka_unit_test(the_files_in_scenes_equal_the_built_in_scenes),
        cmocka_unit_test(a_world_with_every_feature_is_restored),
        cmocka_unit_test(a_flat_document_gives_the_same_world),
        cmocka_unit_test(saved_settings_are_read_back),
        cmocka_unit_test(a_moving_scene_is_saved_in_its_current_state),
        cmocka_unit_test(a_file_is_saved_completely_or_not_at_all),
        cmocka_unit_test(a_scene_without_a_name_is_named_after_its_file),
        cmocka_unit_test(materials_are_defaults_that_a_shape_overrides),
        cmocka_unit_test(joints_accept_body_names_and_world_points),
        cmocka_unit_test(pulleys_and_motors_are_read_and_saved),
        cmocka_unit_test(gears_are_read_and_saved),
        cmocka_unit_test(velocity_is_that_of_the_centre_of_mass),
        cmocka_unit_test(a_jointed_body_can_start_asleep),
        cmocka_unit_test(the_default_view_shows_the_bodies_that_can_move),
        cmocka_unit_test(numbers_are_read_alike_in_every_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
