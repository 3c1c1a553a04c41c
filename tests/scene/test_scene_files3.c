/* 3D scenes from JSON. */
#include "everything3.h"
#include "scene/scene_world.h"
#include "scenes.h"

/* Steps after which a scene of a file has the hash of the built-in one. */
#define STEPS (SANITIZED ? 3 : 20)

static const struct scene_options ALLOWED = {.allow_3d = true};

static md_status read_text(struct scene *scene, const char *text, const struct scene_options *options, md_error *error)
{
    return scene_read(scene, text, strlen(text), "test.json", options, error);
}

static void read_everything(struct scene *scene)
{
    md_error error = {0};
    if (read_text(scene, EVERYTHING3, &ALLOWED, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
}

static md3_body_id body_at(const md3_world *world, int place)
{
    md3_body_id body = md3_world_first_body(world);
    for (; place > 0; --place) {
        body = md3_world_next_body(world, body);
    }
    return body;
}

static const md3_geometry *geometry_of(const md3_world *world, int place)
{
    return md3_shape_geometry(world, md3_body_first_shape(world, body_at(world, place)));
}

static void a_file_has_the_settings_bodies_and_materials_that_it_names(void **state)
{
    (void)state;
    struct scene scene;
    read_everything(&scene);
    const md3_world *world = scene.world3;
    const md3_world_def def = md3_world_get_def(world);
    assert_string_equal(scene.name, "everything");
    assert_int_equal(scene.steps, 120);
    assert_int_equal(def.friction_law, MD_FRICTION_CONE);
    assert_float_equal(def.gravity.y, -5, 0);
    assert_int_equal(def.position_solver.method, def.solver.method);
    const md3_shape_def rubber = md3_shape_get_def(world, md3_body_first_shape(world, body_at(world, 3)));
    assert_float_equal(rubber.density, 900, 0);
    assert_float_equal(rubber.rolling, 0.01, 1e-7);
    assert_float_equal(md3_body_velocity(world, body_at(world, 3)).x, 1, 0);
    const md3_body_def crate = md3_body_get_def(world, body_at(world, 5));
    assert_int_equal(crate.locked, MD3_LOCK_Z);
    assert_float_equal(crate.rotation.z, 0.6, 1e-6);
    assert_float_equal(md3_body_mass(world, body_at(world, 8)).mass, 3, 1e-6);
    scene_close(&scene);
}

static void a_file_has_every_geometry(void **state)
{
    (void)state;
    static const md3_geometry_type TYPES[] = {MD3_PLANE, MD3_MESH, MD3_HEIGHT_FIELD, MD3_SPHERE, MD3_SPHERE,
                                              MD3_HULL,  MD3_HULL, MD3_CYLINDER,     MD3_CONE};
    struct scene scene;
    read_everything(&scene);
    const md3_world *world = scene.world3;
    assert_int_equal(md3_world_body_count(world), 9);
    for (int i = 0; i < 9; ++i) {
        assert_int_equal(geometry_of(world, i)->type, TYPES[i]);
    }
    assert_int_equal(md3_mesh_triangles(geometry_of(world, 1)->mesh), 2);
    int32_t columns = 0;
    int32_t rows = 0;
    md3_height_field_size(geometry_of(world, 2)->height_field, &columns, &rows);
    assert_int_equal(columns, 3);
    assert_int_equal(rows, 3);
    assert_true(isnan(md3_height_field_point(geometry_of(world, 2)->height_field, 1, 2).z));
    /* The box is moved by 0.1 along x before it is turned about its centre. */
    assert_float_equal(md3_hull_centroid(geometry_of(world, 5)->hull).x, 0.1, 1e-6);
    /* The half-space is y <= 0 by default; the height field's z axis points up. */
    assert_float_equal(geometry_of(world, 0)->point[0].y, 1, 0);
    assert_float_equal(md3_body_world_vector(world, body_at(world, 2), md3_v(0, 0, 1)).y, 1, 1e-6);
    scene_close(&scene);
}

static void a_file_has_every_joint(void **state)
{
    (void)state;
    static const md3_joint_type TYPES[] = {MD3_BALL, MD3_HINGE, MD3_DISTANCE,  MD3_SLIDER,   MD3_SIX,  MD3_MOUSE,
                                           MD3_WELD, MD3_MOTOR, MD3_UNIVERSAL, MD3_PARALLEL, MD3_WHEEL};
    struct scene scene;
    read_everything(&scene);
    const md3_world *world = scene.world3;
    md3_joint_id joint = md3_world_first_joint(world);
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; ++i) {
        const md3_joint_def def = md3_joint_get_def(world, joint);
        assert_int_equal(def.type, TYPES[i]);
        switch (def.type) {
        case MD3_BALL:
            assert_true(def.has_limits && def.axis[MD3_TWIST].has_limits);
            assert_float_equal(def.axis[MD3_TWIST].lower, -0.5, 0);
            break;
        case MD3_HINGE: assert_true(def.has_motor && def.motor_limit == 50); break;
        case MD3_DISTANCE: assert_float_equal(def.length, 3, 1e-6); break;
        case MD3_SIX: /* x is free, y has a spring, z is locked since it is not given */
            assert_false(def.axis[MD3_ALONG_X].locked);
            assert_true(def.axis[MD3_ALONG_Y].has_spring);
            assert_true(def.axis[MD3_ALONG_Z].locked);
            assert_true(def.axis[MD3_TWIST].has_motor);
            break;
        case MD3_WELD: assert_true(def.has_spring); break;
        default: break;
        }
        joint = md3_world_next_joint(world, joint);
    }
    assert_int_equal(joint.generation, 0);
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(scene_step(&scene, scene.dt, NULL), MD_OK);
    }
    assert_true(isfinite(scene_kinetic_energy(&scene)));
    scene_close(&scene);
}

/* ---- Saving ------------------------------------------------------------------------------------------------------ */

static void read_again(struct scene *again, const char *text)
{
    md_error error = {0};
    if (read_text(again, text, &ALLOWED, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
}

static uint64_t hash_after3(const struct scene *scene, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(scene_step(scene, scene->dt, NULL), MD_OK);
    }
    return scene_hash(scene);
}

static void a_saved_scene_runs_as_the_one_that_was_saved(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"tower3", "grip3", "washer3", "bridge3", "ragdolls3", "vehicle3"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; ++i) {
        struct scene scene;
        struct scene again;
        assert_opens(&scene, NAMES[i], &ALLOWED);
        char *text = text_of(&scene);
        read_again(&again, text);
        char *second = text_of(&again);
        assert_string_equal(second, text);
        if (hash_after3(&again, 10) != hash_after3(&scene, 10)) {
            fail_msg("%s: the saved scene runs differently", NAMES[i]);
        }
        free(text);
        free(second);
        scene_close(&scene);
        scene_close(&again);
    }
}

/* To be run after a change of a 3D scene or of the world's settings: MODULUS_WRITE_SCENES=1 build/tests/test_scene_files3 */
static void write_the_files_on_request(void)
{
    for (const struct scene_kind3 *kind = scene_kinds3; kind->name != NULL && getenv("MODULUS_WRITE_SCENES") != NULL;
         ++kind) {
        struct scene scene;
        char path[100];
        snprintf(path, sizeof path, "scenes/%s.json", kind->name);
        assert_opens(&scene, kind->name, &ALLOWED);
        assert_int_equal(scene_save(&scene, path, NULL), MD_OK);
        scene_close(&scene);
    }
}

/* The bits are those of a build in double: the rotations of a scene are computed in md_real. */
static void the_files_in_scenes_equal_the_built_in_scenes(void **state)
{
    (void)state;
    for (const struct scene_kind3 *kind = scene_kinds3; kind->name != NULL; ++kind) {
        struct scene built_in;
        struct scene from_file;
        char path[100];
        snprintf(path, sizeof path, "scenes/%s.json", kind->name);
        assert_opens(&built_in, kind->name, &ALLOWED);
        assert_opens(&from_file, path, &ALLOWED);
        assert_string_equal(built_in.name, from_file.name);
        assert_string_equal(built_in.about, from_file.about);
        assert_true(built_in.dt == from_file.dt && built_in.steps == from_file.steps);
        assert_int_equal(scene_body_count(&built_in), scene_body_count(&from_file));
        assert_int_equal(scene_joint_count(&built_in), scene_joint_count(&from_file));
#ifndef MODULUS_SINGLE
        char *saved = file_text(path);
        char *text = text_of(&built_in);
        if (strcmp(saved, text) != 0) {
            fail_msg("%s is not what `modulus scenes %s --out` writes", path, kind->name);
        }
        free(saved);
        free(text);
        assert_int_equal(hash_after3(&built_in, STEPS), hash_after3(&from_file, STEPS));
#endif
        scene_close(&built_in);
        scene_close(&from_file);
    }
}

static void everything_is_saved(void **state)
{
    (void)state;
    struct scene scene;
    struct scene again;
    read_everything(&scene);
    for (int step = 0; step < 20; ++step) {
        assert_int_equal(scene_step(&scene, scene.dt, NULL), MD_OK);
    }
    char *text = text_of(&scene);
    read_again(&again, text);
    assert_int_equal(scene_body_count(&again), scene_body_count(&scene));
    assert_int_equal(scene_shape_count(&again), scene_shape_count(&scene));
    assert_int_equal(scene_joint_count(&again), scene_joint_count(&scene));
    for (int i = 0; i < 9; ++i) {
        const md3_transform before = md3_body_transform(scene.world3, body_at(scene.world3, i));
        const md3_transform after = md3_body_transform(again.world3, body_at(again.world3, i));
        assert_float_equal(md3_vec_distance(before.p, after.p), 0, 0);
        assert_float_equal(md3_body_mass(again.world3, body_at(again.world3, i)).mass,
                           md3_body_mass(scene.world3, body_at(scene.world3, i)).mass, 1e-3);
    }
    free(text);
    scene_close(&scene);
    scene_close(&again);
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

/* The document with the first occurrence of a text replaced; the caller frees it. */
static char *replaced(const char *old, const char *new)
{
    const char *at = strstr(EVERYTHING3, old);
    if (at == NULL) {
        fail_msg("the document does not have %s", old);
    }
    char *text = malloc(sizeof EVERYTHING3 + strlen(new));
    assert_non_null(text);
    sprintf(text, "%.*s%s%s", (int)(at - EVERYTHING3), EVERYTHING3, new, at + strlen(old));
    return text;
}

static void an_error_names_the_path_of_the_key(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new, *message;
    } CASES[] = {
        {"\"radius\": 0.3}", "\"radius\": 0}", "bodies[3].shapes[0].sphere.radius: expected a number > 0, got 0"},
        {"\"plane\": {}", "\"plane\": {\"normal\": [0, 2, 0]}", "bodies[0].shapes[0].plane: expected a unit vector"},
        {"\"plane\": {}", "\"plane\": {}, \"sphere\": {}", "a second geometry beside"},
        {"[1, 3, 2]", "[1, 3, 9]", "bodies[1].shapes[0].mesh: mesh: indices[5] must be from 0 to 3, is 9"},
        {"null, 0]]", "null]]", "height_field.heights[2]: expected a row as long as the first, got an array of 2"},
        {"[\"z\"]", "[\"q\"]", "bodies[5].locked[0]: expected one of"},
        {"0.6, 0.8", "0.6, 0.7", "bodies[5].rotation: expected a quaternion whose squares sum to 1"},
        {"\"ground\", \"rock\"", "\"ground\", \"rocks\"", "joints[2].bodies[1]: no body is named \"rocks\""},
        {"\"twist\"", "\"twists\"", "joints[0].axes.twists: unknown key, did you mean \"twist\"?"},
        {"[1, 1, 1]", "[1, 1, 5]", "bodies[8].mass: mass: inertia must have"},
        {"[0, 0, 1]]", "[0.2, 0.2, 0]]", "bodies[6].shapes[0].hull.points: hull: all points lie within"},
        {"\"dimensions\": 3", "\"dimensions\": 4", "dimensions: expected 2 or 3, got 4"},
        {"friction_law", "friction_lw", "world.friction_lw: unknown key, did you mean \"friction_law\"?"},
        {"\"ground\", \"shapes\"", "\"ground\", \"type\": \"dynamic\", \"shapes\"",
         "bodies[0].shapes[0].plane: a dynamic body cannot have a plane"},
        {"\"axle\": [0, 0, 1]", "\"axle\": [0, 0, 0]", "joints[10].axle: expected a direction, not zero"},
        {"\"between\"", "\"at\"", "joints[2].at: a distance joint has two anchor points"},
        {"\"at\": [-3, 1, 0], \"axis\"", "\"axis\"", "joints[3].axis: a direction in the world needs a point"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct scene scene;
        md_error error = {0};
        char *text = replaced(CASES[i].old, CASES[i].new);
        assert_int_not_equal(read_text(&scene, text, &ALLOWED, &error), MD_OK);
        free(text);
        assert_null(scene.world3);
        if (strstr(error.message, CASES[i].message) == NULL || strncmp(error.message, "test.json: ", 11) != 0) {
            fail_msg("%s: got %s", CASES[i].message, error.message);
        }
    }
}

static void a_truncated_file_is_refused(void **state)
{
    (void)state;
    for (size_t length = 0; length + 2 < sizeof EVERYTHING3; length += 7) {
        struct scene scene;
        assert_int_not_equal(scene_read(&scene, EVERYTHING3, length, "test.json", &ALLOWED, NULL), MD_OK);
    }
}

static void a_3d_file_is_read_only_if_it_is_allowed(void **state)
{
    (void)state;
    struct scene scene;
    md_error error = {0};
    assert_int_equal(read_text(&scene, EVERYTHING3, NULL, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "test.json: this is a 3D scene, expected a 2D scene");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_has_the_settings_bodies_and_materials_that_it_names),
        cmocka_unit_test(a_file_has_every_geometry),
        cmocka_unit_test(a_file_has_every_joint),
        cmocka_unit_test(a_saved_scene_runs_as_the_one_that_was_saved),
        cmocka_unit_test(the_files_in_scenes_equal_the_built_in_scenes),
        cmocka_unit_test(everything_is_saved),
        cmocka_unit_test(an_error_names_the_path_of_the_key),
        cmocka_unit_test(a_truncated_file_is_refused),
        cmocka_unit_test(a_3d_file_is_read_only_if_it_is_allowed),
    };
    write_the_files_on_request();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
