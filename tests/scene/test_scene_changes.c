/* Settings that change every shape and body of a scene, and settings that are paths in a scene file. */
#include "scene/scene_world.h"
#include "scenes.h"

#define FILE_HEAD "{\"format\": \"modulus-scene\", \"version\": 1, "
#define BODIES                                                                                                         \
    "\"bodies\": [{\"shapes\": [{\"box\": {\"half\": [9, 1]}}]}, {\"type\": \"dynamic\", \"position\": [0, 2], "       \
    "\"mass\": {\"mass\": 3, \"inertia\": 1}, \"shapes\": [{\"circle\": {\"radius\": 1}, \"friction\": 0.2}]}]"
#define TWO_BODIES FILE_HEAD BODIES "}"
#define SIDEWAYS FILE_HEAD "\"world\": {\"gravity\": [3, 4]}, " BODIES "}"
#define BALL3                                                                                                          \
    FILE_HEAD "\"dimensions\": 3, \"bodies\": [{\"type\": \"dynamic\", \"shapes\": [{\"sphere\": {\"radius\": 1}, "    \
              "\"rolling\": 0.1}]}]}"

/* Reads a document with one or two settings; the second key may be NULL. */
static md_status read_with(struct scene *scene, const char *text, const char *key, const char *value, md_error *error)
{
    const struct scene_setting setting = {key, value};
    const struct scene_options options = {.settings = &setting, .setting_count = 1, .allow_3d = true};
    *error = (md_error){0};
    return scene_read(scene, text, strlen(text), "f", &options, error);
}

static void open_changed(struct scene *scene, const char *text, const char *key, const char *value)
{
    md_error error;
    if (read_with(scene, text, key, value, &error) != MD_OK) {
        fail_msg("%s=%s: %s", key, value, error.message);
    }
}

static md2_body_id body_at(const struct scene *scene, int index)
{
    md2_body_id body = md2_world_first_body(scene->world);
    for (; index > 0; --index) {
        body = md2_world_next_body(scene->world, body);
    }
    return body;
}

static md2_shape_def shape_of(const struct scene *scene, int body)
{
    return md2_shape_get_def(scene->world, md2_body_first_shape(scene->world, body_at(scene, body)));
}

static void friction_and_restitution_reach_every_shape(void **state)
{
    (void)state;
    struct scene scene;
    open_changed(&scene, TWO_BODIES, "friction", "0.7");
    assert_true(shape_of(&scene, 0).friction == (md_real)0.7 && shape_of(&scene, 1).friction == (md_real)0.7);
    scene_close(&scene);
    open_changed(&scene, TWO_BODIES, "restitution", "0.5");
    assert_true(shape_of(&scene, 0).restitution == (md_real)0.5 && shape_of(&scene, 1).friction == (md_real)0.2);
    scene_close(&scene);
    open_changed(&scene, BALL3, "friction", "0.7");
    const md3_shape_id ball = md3_body_first_shape(scene.world3, md3_world_first_body(scene.world3));
    assert_true(md3_shape_get_def(scene.world3, ball).friction == (md_real)0.7);
    assert_true(md3_shape_get_def(scene.world3, ball).rolling == (md_real)0.1);
    scene_close(&scene);
}

static void gravity_keeps_its_direction(void **state)
{
    (void)state;
    struct scene scene;
    open_changed(&scene, SIDEWAYS, "gravity", "10"); /* (3, 4) has the length 5: exact in binary up to one rounding */
    assert_true(fabs((double)md2_world_gravity(scene.world).x - 6) < 1e-6);
    assert_true(fabs((double)md2_world_gravity(scene.world).y - 8) < 1e-6);
    scene_close(&scene);
    open_changed(&scene, FILE_HEAD "\"world\": {\"gravity\": [0, 0]}}", "gravity", "2");
    assert_true(md2_world_gravity(scene.world).x == 0 && md2_world_gravity(scene.world).y == -2);
    scene_close(&scene);
    open_changed(&scene, BALL3, "gravity", "1");
    assert_true(md3_world_gravity(scene.world3).y == -1);
    scene_close(&scene);
}

static void mass_scale_multiplies_mass_and_inertia(void **state)
{
    (void)state;
    struct scene scene;
    struct scene plain;
    md_error error;
    open_changed(&scene, TWO_BODIES, "mass_scale", "4");
    assert_true(md2_body_mass(scene.world, body_at(&scene, 1)).mass == 12);
    assert_true(md2_body_mass(scene.world, body_at(&scene, 1)).inertia == 4);
    scene_close(&scene);
    open_changed(&scene, BALL3, "mass_scale", "2");
    assert_int_equal(read_with(&plain, BALL3, "steps", "5", &error), MD_OK);
    const md3_mass twice = md3_body_mass(scene.world3, md3_world_first_body(scene.world3));
    const md3_mass once = md3_body_mass(plain.world3, md3_world_first_body(plain.world3));
    assert_true(twice.mass == 2 * once.mass && twice.inertia.y.y == 2 * once.inertia.y.y);
    scene_close(&scene);
    scene_close(&plain);
}

static void a_built_in_scene_keeps_the_meaning_of_its_own_key(void **state)
{
    (void)state;
    struct scene own;
    struct scene general;
    open_with(&own, "pool1", (const char *const[]){"friction=0.7", NULL});
    open_with(&general, "scenes/pool1.json", (const char *const[]){"friction=0.7", NULL});
    assert_int_equal(hash_after(&own, 20), hash_after(&general, 20));
    scene_close(&own);
    scene_close(&general);
    open_with(&own, "ragdolls",
              (const char *const[]){"friction=0.7", "gravity=1", "count=1", NULL}); /* no key friction */
    assert_true(shape_of(&own, 0).friction == (md_real)0.7 && md2_world_gravity(own.world).y == -1);
    scene_close(&own);
}

/* The friction of vehicle3 is that of its ground and wheels: the chassis keeps its own. */
static void the_friction_of_a_built_in_scene_may_be_that_of_some_shapes(void **state)
{
    (void)state;
    const struct scene_setting setting = {"friction", "0.25"};
    struct scene scene;
    int own = 0;
    int others = 0;
    assert_opens(&scene, "vehicle3",
                 &(struct scene_options){.settings = &setting, .setting_count = 1, .allow_3d = true});
    for (md3_body_id body = md3_world_first_body(scene.world3); body.generation != 0;
         body = md3_world_next_body(scene.world3, body)) {
        const md3_shape_def def = md3_shape_get_def(scene.world3, md3_body_first_shape(scene.world3, body));
        own += def.friction == (md_real)0.25;
        others += def.friction != (md_real)0.25;
    }
    assert_true(own > 0 && others > 0);
    scene_close(&scene);
}

static void a_path_changes_the_document(void **state)
{
    (void)state;
    struct scene scene;
    open_changed(&scene, TWO_BODIES, "/bodies/1/mass/mass", "7");
    assert_true(md2_body_mass(scene.world, body_at(&scene, 1)).mass == 7);
    scene_close(&scene);
    open_changed(&scene, SIDEWAYS, "/world/gravity/1", "-2.5");
    assert_true(md2_world_gravity(scene.world).x == 3 && md2_world_gravity(scene.world).y == (md_real)-2.5);
    scene_close(&scene);
    /* Keys that are absent are added, in every element. */
    open_changed(&scene, TWO_BODIES, "/bodies/*/shapes/*/restitution", "0.25");
    assert_true(shape_of(&scene, 0).restitution == (md_real)0.25 && shape_of(&scene, 1).restitution == (md_real)0.25);
    scene_close(&scene);
    open_changed(&scene, TWO_BODIES, "/world/solver", "pgs");
    assert_int_equal(md2_world_get_def(scene.world).solver.method, MD_PGS);
    assert_int_equal(md2_world_get_def(scene.world).position_solver.method, MD_PGS);
    scene_close(&scene);
    open_changed(&scene, TWO_BODIES, "/world/enable_sleep", "false");
    assert_false(md2_world_get_def(scene.world).enable_sleep);
    scene_close(&scene);
}

static void a_path_or_value_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *message;
    } CASES[] = {
        {"/bodies/2/angle", "1", "f: bodies: /bodies/2/angle: expected * or an index below 2, got '2'"},
        {"/bodies/x/angle", "1", "f: bodies: /bodies/x/angle: expected * or an index below 2, got 'x'"},
        {"/world/gravity/1", "1", "f: world: /world/gravity/1: the file has no \"gravity\" here"},
        {"/bodies/1/shapes/0/friction", "-1", "f: bodies[1].shapes[0].friction: expected a number >= 0, got -1"},
        {"/bodies/1/shapes/0/friction", "nan", "f: bodies[1].shapes[0].friction: expected a number >= 0, got \"nan\""},
        {"/bodies/1/shapes/0/fricton", "1", "f: bodies[1].shapes[0].fricton: unknown key, did you mean \"friction\"?"},
        {"/bodies/1/mass", "1", "f: bodies[1].mass: expected an object, got 1"},
        {"/bodies/1/mass/mass/kg", "1", "the path goes on below a value that is neither an object nor an array"},
        {"/", "1", "expected a path such as /bodies/3/mass/mass"},
        {"/bodies//angle", "1", "expected a path such as /bodies/3/mass/mass"},
        {"friction", "-1", "f: friction: expected a number from 0 to 100, got -1"},
        {"restitution", "2", "f: restitution: expected a number from 0 to 1, got 2"},
        {"gravity", "down", "f: gravity: expected a number from 0 to 1000000, got \"down\""},
        {"mass_scale", "0", "f: mass_scale: expected a number from 1e-09 to 1000000000, got 0"},
        {"frction", "1", "f: frction: unknown key, did you mean \"friction\"?"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct scene scene;
        md_error error;
        const md_status status = read_with(&scene, TWO_BODIES, CASES[i].key, CASES[i].value, &error);
        if (status == MD_OK || strstr(error.message, CASES[i].message) == NULL || strchr(error.message, '\n') != NULL) {
            fail_msg("%s=%s says: %s", CASES[i].key, CASES[i].value, error.message);
        }
    }
    struct scene scene;
    md_error error = {0};
    const struct scene_setting setting = {"/bodies/1/angle", "1"};
    assert_int_equal(
        scene_open(&scene, "pool1", &(struct scene_options){.settings = &setting, .setting_count = 1}, &error),
        MD_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "a path changes a scene file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_and_restitution_reach_every_shape),
        cmocka_unit_test(gravity_keeps_its_direction),
        cmocka_unit_test(mass_scale_multiplies_mass_and_inertia),
        cmocka_unit_test(a_built_in_scene_keeps_the_meaning_of_its_own_key),
        cmocka_unit_test(the_friction_of_a_built_in_scene_may_be_that_of_some_shapes),
        cmocka_unit_test(a_path_changes_the_document),
        cmocka_unit_test(a_path_or_value_that_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
