/* Calls that are refused: each returns a status, says which argument or field and which value, and changes nothing. */
#include "world3/make3.h"

struct scene {
    md3_world *world;
    md3_body_id ground, box, platform, stale;
    md3_shape_id shape;
    uint64_t hash;
};

static struct scene scene_new(void)
{
    struct scene scene = {.world = world_new()};
    scene.ground = ground_at_zero(scene.world);
    scene.box = box_at(scene.world, 0, 1, 0, 0.5);
    scene.platform = body_at(scene.world, MD3_KINEMATIC, 5, 1, 0);
    scene.shape = md3_body_first_shape(scene.world, scene.box);
    scene.stale = box_at(scene.world, 20, 1, 0, 0.5);
    assert_int_equal(md3_body_destroy(scene.world, scene.stale), MD_OK);
    assert_string_equal(md3_world_last_error(scene.world), "");
    scene.hash = md3_world_hash(scene.world);
    return scene;
}

static void refused(const struct scene *scene, md_status status, const char *message)
{
    assert_string_equal(md3_world_last_error(scene->world), message);
    assert_int_equal(status, MD_ERROR_ARGUMENT);
    assert_true(md3_world_hash(scene->world) == scene->hash);
}

static void bad_bodies_are_named(void **state)
{
    (void)state;
    const struct scene scene = scene_new();
    md3_world *world = scene.world;
    md3_body_def def = md3_body_def_default();
    def.rotation.w = 2;
    refused(&scene, md3_body_create(world, &def, NULL),
            "body: rotation must be a quaternion of length 1, is (0, 0, 0, 2)");
    def = md3_body_def_default();
    def.locked = 64;
    refused(&scene, md3_body_create(world, &def, NULL), "body: locked must be from 0 to 63, is 64");
    refused(&scene, md3_body_create(world, NULL, NULL),
            "body: the definition is NULL, start from md3_body_def_default");
    refused(&scene, md3_body_destroy(world, scene.stale),
            "md3_body_destroy: body must be the handle of an existing body, is index 3, generation 1");
    refused(&scene, md3_body_set_transform(world, scene.box, (md3_transform){at3(2e9, 0, 0), {0, 0, 0, 1}}),
            "md3_body_set_transform: transform.p must be three numbers from -1e+09 to 1e+09, is (2e+09, 0, 0)");
    refused(&scene, md3_body_set_transform(world, scene.box, (md3_transform){at3(0, 0, 0), {0, 0, 0, 2}}),
            "md3_body_set_transform: transform.q must be a quaternion of length 1, is (0, 0, 0, 2)");
    refused(&scene, md3_body_set_velocity(world, scene.box, at3(0, 0, 0), at3(0, INFINITY, 0)),
            "md3_body_set_velocity: angular_velocity must be three finite numbers, is (0, inf, 0)");
    refused(&scene, md3_body_set_velocity(world, scene.ground, at3(1, 0, 0), at3(0, 0, 0)),
            "md3_body_set_velocity: body must be kinematic or dynamic, is static");
    refused(&scene, md3_body_set_type(world, scene.ground, MD3_DYNAMIC),
            "md3_body_set_type: type must be static or kinematic for a body with a plane, mesh or height field, is "
            "dynamic");
    refused(&scene, md3_body_set_mass(world, scene.box, (md3_mass){.mass = 1, .inertia = md3_mat_diagonal(1, 1, 3)}),
            "mass: inertia must have no principal moment above the sum of the others, has 1, 1, 3");
    refused(&scene, md3_body_set_mass(world, scene.box, (md3_mass){.mass = 1, .inertia = md3_mat_diagonal(1, 1, -1)}),
            "mass: a principal moment of inertia must be a number from 1e-15 to 1e+30, is -1");
    refused(&scene, md3_body_apply_force(world, scene.box, at3(NAN, 1, 0), at3(0, 0, 0)),
            "md3_body_apply_force: force must be three finite numbers, is (nan, 1, 0)");
    refused(&scene, md3_body_apply_torque(world, scene.platform, at3(1, 0, 0)),
            "md3_body_apply_torque: body must be dynamic, is kinematic");
    refused(&scene, md3_body_set_target(world, scene.box, md3_transform_identity(), 1),
            "md3_body_set_target: body must be kinematic, is dynamic");
    md3_world_destroy(world);
}

static void bad_shapes_are_named(void **state)
{
    (void)state;
    const struct scene scene = scene_new();
    md3_world *world = scene.world;
    md3_geometry sphere, plane;
    assert_int_equal(md3_geometry_sphere(&sphere, at3(0, 0, 0), 1), MD_OK);
    assert_int_equal(md3_geometry_plane(&plane, at3(0, 1, 0), 0), MD_OK);
    md3_shape_def def = md3_shape_def_default();
    refused(&scene, md3_shape_create(world, scene.box, &def, &plane, NULL),
            "md3_shape_create: a plane, mesh or height field needs a static or kinematic body");
    refused(&scene, md3_shape_create(world, scene.box, &def, NULL, NULL), "geometry: the geometry is NULL");
    sphere.radius = -1;
    refused(&scene, md3_shape_create(world, scene.box, &def, &sphere, NULL),
            "geometry: radius must be a number > 0 up to 1e+09, is -1");
    refused(&scene, md3_shape_create_box(world, scene.box, &def, at3(1, -1, 0.5), NULL),
            "box: half-extents must be from 0.0025 m to 1e9 m, are (1, -1, 0.5)");
    refused(&scene, md3_shape_create_box(world, scene.stale, &def, at3(1, 1, 1), NULL),
            "md3_shape_create_box: body must be the handle of an existing body, is index 3, generation 1");
    refused(&scene, md3_shape_create_box(world, scene.box, NULL, at3(1, 1, 1), NULL),
            "shape: the definition is NULL, start from md3_shape_def_default");
    const md3_geometry empty = {.type = MD3_HULL};
    refused(&scene, md3_shape_create(world, scene.box, &def, &empty, NULL), "geometry: hull must not be NULL");
    const md3_geometry needle = {
        .type = MD3_CYLINDER, .point = {at3(0, 0, 0), at3(0, 0, 1)}, .base_radius = (md_real)1e-30};
    refused(&scene, md3_shape_create(world, scene.box, &def, &needle, NULL),
            "geometry: base_radius must be a number from 0.00125 to 1e+09, is 1e-30");
    sphere.radius = 1;
    def.rolling = -1;
    refused(&scene, md3_shape_create(world, scene.box, &def, &sphere, NULL),
            "shape: rolling must be a finite number >= 0, is -1");
    def = md3_shape_def_default();
    def.surface_velocity.y = (md_real)NAN;
    refused(&scene, md3_shape_set_def(world, scene.shape, &def),
            "shape: surface_velocity must be three finite numbers, is (0, nan, 0)");
    md3_world_destroy(world);
}

static void bad_settings_are_named(void **state)
{
    (void)state;
    const struct scene scene = scene_new();
    md3_world *world = scene.world;
    md3_world_def def = md3_world_def_default();
    def.friction_law = MD_FRICTION_COUNT;
    refused(&scene, md3_world_set_def(world, &def), "world: friction_law must be from 0 to 2, is 3");
    refused(&scene, md3_world_set_gravity(world, at3(0, 0, NAN)), "world: gravity.z must be a finite number, is nan");
    refused(&scene, md3_world_step(world, 0, NULL), "md3_world_step: dt must be a finite number > 0, is 0");
    assert_int_equal(md3_world_create(NULL, &world), MD_ERROR_ARGUMENT);
    assert_null(world);
    md3_world_destroy(scene.world);
}

/* ---- Inside a callback ------------------------------------------------------------------------------------------- */

struct meddler {
    md3_world *world;
    md3_body_id body;
    int refused;
};

static void meddle(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    (void)problem;
    (void)result;
    struct meddler *meddler = user;
    meddler->refused +=
        md3_body_set_velocity(meddler->world, meddler->body, at3(1, 0, 0), at3(0, 0, 0)) == MD_ERROR_BUSY;
    meddler->refused += md3_world_step(meddler->world, 1, NULL) == MD_ERROR_BUSY;
    meddler->refused += md3_body_destroy(meddler->world, meddler->body) == MD_ERROR_BUSY;
    md3_world_destroy(meddler->world);
}

static void callbacks_cannot_change_the_world(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    struct meddler meddler = {.world = world, .body = sphere_at(world, 0, 0.5, 0, 0.5)};
    const md3_callbacks callbacks = {.user = &meddler, .solved = meddle};
    assert_int_equal(md3_world_set_callbacks(world, &callbacks), MD_OK);
    step_many(world, 1);
    assert_int_equal(meddler.refused, 3);
    assert_string_equal(md3_world_last_error(world), "md3_body_destroy: not allowed in a callback");
    assert_true(md3_body_is_valid(world, meddler.body));
    md3_world_destroy(world);
}

static void calls_without_a_world_are_refused(void **state)
{
    (void)state;
    const md3_body_def def = md3_body_def_default();
    assert_int_equal(md3_body_create(NULL, &def, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_world_step(NULL, 1, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_world_body_count(NULL), 0);
    assert_string_equal(md3_world_last_error(NULL), "");
    assert_vec_near(md3_body_center(NULL, md3_body_none()), at3(0, 0, 0), 0);
    md3_world_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_bodies_are_named),
        cmocka_unit_test(bad_shapes_are_named),
        cmocka_unit_test(bad_settings_are_named),
        cmocka_unit_test(callbacks_cannot_change_the_world),
        cmocka_unit_test(calls_without_a_world_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
