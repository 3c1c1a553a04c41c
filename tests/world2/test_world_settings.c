/* Settings: they can be read back, invalid ones are refused field by field, and they affect a run. */
#include <string.h>

#include <stdlib.h>

#include <modulus/snapshot2.h>

#include "world2/make2.h"

/* ---- Round trips ------------------------------------------------------------------------------------------------- */

static md2_world_def unusual_world(void)
{
    md2_world_def def = md2_world_def_default();
    def.gravity = at(1, -2);
    assert_int_equal(md_solver_spec_parse("psor:relax=1.1", &def.solver, NULL), MD_OK);
    def.limits = (md_limits){.tol = 1e-3, .max_iterations = 7};
    def.warn_factor = 20;
    def.warn_relative = (md_real)0.25;
    def.substeps = 3;
    def.position_warm_start = (md_real)0.7;
    def.correction_factor = (md_real)0.3;
    def.joint_correction_factor = (md_real)0.4;
    def.max_correction_speed = 2;
    def.position_iterations = 11;
    def.slop = (md_real)0.001;
    def.speculative_margin = (md_real)0.03;
    def.recycle_distance = (md_real)0.004;
    def.restitution_threshold = 2;
    def.hit_threshold = 3;
    def.friction_mixing = MD2_MIX_MIN;
    def.restitution_mixing = MD2_MIX_PRODUCT;
    def.enable_warm_starting = false;
    def.warm_start_smoothing = (md_real)0.1;
    def.separate_islands = true;
    def.enable_sleep = false;
    def.enable_continuous = false;
    def.sleep_speed = (md_real)0.1;
    def.sleep_time = 1;
    def.max_bodies = 10;
    def.max_shapes = 20;
    def.max_joints = 30;
    def.max_contacts = 40;
    def.max_bytes = 10000000;
    return def;
}

static void assert_same_world(const md2_world_def *a, const md2_world_def *b)
{
    char text[2][128];
    md_solver_spec_format(&a->solver, text[0], sizeof text[0]);
    md_solver_spec_format(&b->solver, text[1], sizeof text[1]);
    assert_string_equal(text[0], text[1]);
    assert_true(a->gravity.x == b->gravity.x && a->gravity.y == b->gravity.y);
    assert_true(a->limits.tol == b->limits.tol && a->limits.max_iterations == b->limits.max_iterations);
    assert_true(a->substeps == b->substeps && a->correction_factor == b->correction_factor &&
                a->joint_correction_factor == b->joint_correction_factor);
    assert_true(a->max_correction_speed == b->max_correction_speed && a->position_warm_start == b->position_warm_start);
    assert_true(a->warn_factor == b->warn_factor && a->warn_relative == b->warn_relative);
    assert_true(a->position_iterations == b->position_iterations && a->slop == b->slop &&
                a->speculative_margin == b->speculative_margin && a->recycle_distance == b->recycle_distance);
    assert_true(a->restitution_threshold == b->restitution_threshold && a->hit_threshold == b->hit_threshold);
    assert_true(a->friction_mixing == b->friction_mixing && a->restitution_mixing == b->restitution_mixing);
    assert_true(a->enable_warm_starting == b->enable_warm_starting &&
                a->warm_start_smoothing == b->warm_start_smoothing);
    assert_true(a->separate_islands == b->separate_islands && a->enable_sleep == b->enable_sleep);
    assert_true(a->enable_continuous == b->enable_continuous && a->sleep_speed == b->sleep_speed);
    assert_true(a->sleep_time == b->sleep_time && a->max_bodies == b->max_bodies && a->max_shapes == b->max_shapes);
    assert_true(a->max_joints == b->max_joints && a->max_contacts == b->max_contacts && a->max_bytes == b->max_bytes);
}

static void world_settings_can_be_read_back(void **state)
{
    (void)state;
    const md2_world_def usual = md2_world_def_default();
    const md2_world_def unusual = unusual_world();
    md2_world *world = world_of(&unusual);
    md2_world_def now = md2_world_get_def(world);
    assert_same_world(&now, &unusual);
    assert_int_equal(md2_world_set_def(world, &usual), MD_OK);
    now = md2_world_get_def(world);
    assert_same_world(&now, &usual);
    assert_int_equal(md2_world_set_gravity(world, at(3, 4)), MD_OK);
    assert_true(md2_world_gravity(world).x == 3 && md2_world_get_def(world).gravity.y == 4);
    assert_int_equal(md2_world_set_solver(world, &unusual.solver, &unusual.limits), MD_OK);
    now = md2_world_get_def(world);
    assert_int_equal(now.limits.max_iterations, 7);
    assert_int_equal(now.solver.method, unusual.solver.method);
    assert_int_equal(now.position_solver.method, unusual.solver.method); /* a solver names both */
    md2_world_destroy(world);
}

static void a_snapshot_contains_every_setting(void **state)
{
    (void)state;
    const md2_world_def unusual = unusual_world();
    md2_world *world = world_of(&unusual);
    md2_world *made = NULL;
    const size_t size = md2_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_int_equal(md2_world_snapshot(world, bytes, size, NULL), MD_OK);
    assert_int_equal(md2_world_from_snapshot(bytes, size, NULL, NULL, &made), MD_OK);
    const md2_world_def now = md2_world_get_def(made);
    assert_same_world(&now, &unusual);
    free(bytes);
    md2_world_destroy(made);
    md2_world_destroy(world);
}

static void body_definitions_can_be_read_back(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_def def = {.type = MD2_DYNAMIC,
                              .position = at(1, 2),
                              .rotation = {(md_real)0.6, (md_real)0.8},
                              .velocity = at(3, 4),
                              .angular_velocity = 5,
                              .linear_damping = 6,
                              .angular_damping = 7,
                              .gravity_scale = 8,
                              .bullet = true,
                              .awake = true,
                              .enabled = true,
                              .user = &world};
    md2_body_id body;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    const md2_body_def now = md2_body_get_def(world, body);
    assert_int_equal(now.type, def.type);
    assert_true(now.position.x == 1 && now.position.y == 2 && now.velocity.x == 3 && now.velocity.y == 4);
    assert_near((double)now.rotation.c, 0.6, 4 * (double)MD_REAL_EPSILON); /* normalised */
    assert_near((double)now.rotation.s, 0.8, 4 * (double)MD_REAL_EPSILON);
    assert_true(now.angular_velocity == 5 && now.linear_damping == 6 && now.angular_damping == 7);
    assert_true(now.gravity_scale == 8 && now.bullet && !now.enable_sleep && now.user == &world);
    assert_true(now.awake && now.enabled && !now.fixed_rotation);
    assert_int_equal(md2_body_set_awake(world, body, false), MD_OK);
    assert_int_equal(md2_body_set_fixed_rotation(world, body, true), MD_OK); /* which wakes the body */
    assert_int_equal(md2_body_set_awake(world, body, false), MD_OK);
    assert_true(!md2_body_get_def(world, body).awake && md2_body_get_def(world, body).fixed_rotation);
    assert_int_equal(md2_body_set_enabled(world, body, false), MD_OK);
    assert_true(!md2_body_get_def(world, body).enabled);
    md2_world_destroy(world);
}

static void shape_definitions_can_be_read_back(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id body = body_at(world, MD2_DYNAMIC, 0, 0);
    const md2_shape_def defs[2] = {{.density = 2,
                                    .friction = (md_real)0.3,
                                    .restitution = (md_real)0.4,
                                    .surface_speed = -1,
                                    .category = 6,
                                    .mask = 7,
                                    .group = -8,
                                    .user = &world},
                                   {.density = 5, .category = 1, .mask = 1, .sensor = true}};
    const md2_shape_id shape = give_circle(world, body, &defs[0], 0.5);
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(md2_shape_set_def(world, shape, &defs[i]), MD_OK);
        const md2_shape_def now = md2_shape_get_def(world, shape);
        assert_true(now.density == defs[i].density && now.friction == defs[i].friction);
        assert_true(now.restitution == defs[i].restitution && now.surface_speed == defs[i].surface_speed);
        assert_true(now.category == defs[i].category && now.mask == defs[i].mask && now.group == defs[i].group);
        assert_true(now.sensor == defs[i].sensor && now.user == defs[i].user);
        /* A new density changes the mass. */
        assert_near((double)md2_body_mass(world, body).mass, (double)defs[i].density * PI / 4, 1e-6);
    }
    md2_world_destroy(world);
}

/* ---- Nonsense ---------------------------------------------------------------------------------------------------- */

/* A field of a definition, and values that must be refused. */
struct field {
    const char *name;
    size_t offset;
    double bad[4];
    int count;
};

static void refuse_world(const char *name, const md2_world_def *def)
{
    md2_world *world = NULL;
    md2_world *other = world_new();
    if (md2_world_create(def, &world) != MD_ERROR_ARGUMENT || world != NULL) {
        fail_msg("a world was made with a bad %s", name);
    }
    if (md2_world_set_def(other, def) != MD_ERROR_ARGUMENT) {
        fail_msg("a world was set to a bad %s", name);
    }
    md_error error;
    assert_names_field(md2_world_def_check(def, &error), &error, "world", name);
    md2_world_destroy(other);
}

static void every_invalid_number_of_a_world_definition_is_refused(void **state)
{
    (void)state;
    const struct field reals[] = {
        {"gravity.x", offsetof(md2_world_def, gravity.x), {NAN, INFINITY, -INFINITY}, 3},
        {"gravity.y", offsetof(md2_world_def, gravity.y), {NAN, INFINITY, -INFINITY}, 3},
        {"position_warm_start", offsetof(md2_world_def, position_warm_start), {NAN, -0.1, 1.1}, 3},
        {"correction_factor", offsetof(md2_world_def, correction_factor), {NAN, -0.1, 1.1}, 3},
        {"joint_correction_factor", offsetof(md2_world_def, joint_correction_factor), {NAN, -0.1, 1.1}, 3},
        {"warn_factor", offsetof(md2_world_def, warn_factor), {NAN, -1, 0, 0.9}, 4},
        {"warn_relative", offsetof(md2_world_def, warn_relative), {NAN, -1}, 2},
        {"max_correction_speed", offsetof(md2_world_def, max_correction_speed), {NAN, -1}, 2},
        {"slop", offsetof(md2_world_def, slop), {NAN, -1, INFINITY}, 3},
        {"speculative_margin", offsetof(md2_world_def, speculative_margin), {NAN, -1, INFINITY}, 3},
        {"recycle_distance", offsetof(md2_world_def, recycle_distance), {NAN, -1, INFINITY}, 3},
        {"restitution_threshold", offsetof(md2_world_def, restitution_threshold), {NAN, -1}, 2},
        {"hit_threshold", offsetof(md2_world_def, hit_threshold), {NAN, -1}, 2},
        {"warm_start_smoothing", offsetof(md2_world_def, warm_start_smoothing), {NAN, -0.1, 1.1}, 3},
        {"correction_frequency", offsetof(md2_world_def, correction_frequency), {NAN, 0, -1, INFINITY}, 4},
        {"correction_damping_ratio", offsetof(md2_world_def, correction_damping_ratio), {NAN, 0, -1, INFINITY}, 4},
        {"sleep_speed", offsetof(md2_world_def, sleep_speed), {NAN, -1, INFINITY}, 3},
        {"sleep_time", offsetof(md2_world_def, sleep_time), {NAN, -1}, 2},
        {"solver: solver auto: gamma", offsetof(md2_world_def, solver.gamma), {NAN, -1, INFINITY}, 3},
        {"position_solver: solver auto: gamma", offsetof(md2_world_def, position_solver.gamma), {NAN, -1, INFINITY}, 3},
    };
    for (size_t i = 0; i < sizeof reals / sizeof *reals; ++i) {
        for (int k = 0; k < reals[i].count; ++k) {
            md2_world_def def = md2_world_def_default();
            const md_real bad = (md_real)reals[i].bad[k];
            memcpy((char *)&def + reals[i].offset, &bad, sizeof bad);
            refuse_world(reals[i].name, &def);
        }
    }
    const struct field doubles[] = {
        {"limits.tol", offsetof(md2_world_def, limits.tol), {NAN, -1}, 2},
        {"limits.tol_scaled", offsetof(md2_world_def, limits.tol_scaled), {NAN, -1}, 2},
        {"limits.tol_relative", offsetof(md2_world_def, limits.tol_relative), {NAN, -1}, 2},
        {"limits.tol_cone", offsetof(md2_world_def, limits.tol_cone), {NAN, -1, 1e-6}, 3},
        {"limits.budget_us", offsetof(md2_world_def, limits.budget_us), {NAN, -1}, 2},
    };
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; ++i) {
        for (int k = 0; k < doubles[i].count; ++k) {
            md2_world_def def = md2_world_def_default();
            memcpy((char *)&def + doubles[i].offset, &doubles[i].bad[k], sizeof(double));
            refuse_world(doubles[i].name, &def);
        }
    }
}

static void every_invalid_count_of_a_world_definition_is_refused(void **state)
{
    (void)state;
    const struct field counts[] = {
        {"substeps", offsetof(md2_world_def, substeps), {0, -1, 1001}, 3},
        {"max_bodies", offsetof(md2_world_def, max_bodies), {0, -1}, 2},
        {"max_shapes", offsetof(md2_world_def, max_shapes), {0, -1}, 2},
        {"max_joints", offsetof(md2_world_def, max_joints), {0, -1}, 2},
        {"max_contacts", offsetof(md2_world_def, max_contacts), {0, -1}, 2},
        {"friction_mixing", offsetof(md2_world_def, friction_mixing), {5, -1}, 2},
        {"restitution_mixing", offsetof(md2_world_def, restitution_mixing), {5, -1}, 2},
        {"position_correction", offsetof(md2_world_def, position_correction), {4, -1}, 2},
        {"threads", offsetof(md2_world_def, threads), {0, -1, 257}, 3},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        for (int k = 0; k < counts[i].count; ++k) {
            md2_world_def def = md2_world_def_default();
            const int32_t bad = (int32_t)counts[i].bad[k];
            memcpy((char *)&def + counts[i].offset, &bad, sizeof bad);
            refuse_world(counts[i].name, &def);
        }
    }
    md2_world_def def = md2_world_def_default();
    def.limits.max_iterations = -1;
    refuse_world("limits.max_iterations", &def);
    def = md2_world_def_default();
    def.position_iterations = -1;
    refuse_world("position_iterations", &def);
}

static void every_invalid_number_of_a_body_definition_is_refused(void **state)
{
    (void)state;
    const struct field reals[] = {
        {"position.x", offsetof(md2_body_def, position.x), {NAN, INFINITY, 2e9}, 3},
        {"position.y", offsetof(md2_body_def, position.y), {NAN, INFINITY, -2e9}, 3},
        {"rotation", offsetof(md2_body_def, rotation.c), {NAN, 2, 0, INFINITY}, 4},
        {"velocity.x", offsetof(md2_body_def, velocity.x), {NAN, INFINITY}, 2},
        {"velocity.y", offsetof(md2_body_def, velocity.y), {NAN, INFINITY}, 2},
        {"angular_velocity", offsetof(md2_body_def, angular_velocity), {NAN, INFINITY}, 2},
        {"linear_damping", offsetof(md2_body_def, linear_damping), {NAN, -1, INFINITY}, 3},
        {"angular_damping", offsetof(md2_body_def, angular_damping), {NAN, -1, INFINITY}, 3},
        {"gravity_scale", offsetof(md2_body_def, gravity_scale), {NAN, INFINITY}, 2},
    };
    md2_world *world = world_new();
    for (size_t i = 0; i < sizeof reals / sizeof *reals; ++i) {
        for (int k = 0; k < reals[i].count; ++k) {
            md2_body_def def = md2_body_def_default();
            md2_body_id body = {0, 0};
            const md_real bad = (md_real)reals[i].bad[k];
            memcpy((char *)&def + reals[i].offset, &bad, sizeof bad);
            if (md2_body_create(world, &def, &body) != MD_ERROR_ARGUMENT) {
                fail_msg("a body was made with %s = %g", reals[i].name, reals[i].bad[k]);
            }
            md_error error;
            assert_names_field(md2_body_def_check(&def, &error), &error, "body", reals[i].name);
        }
    }
    md2_body_def def = md2_body_def_default();
    md2_body_id body = {0, 0};
    def.type = (md2_body_type)3;
    assert_int_equal(md2_body_create(world, &def, &body), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_world_body_count(world), 0);
    md2_world_destroy(world);
}

static void every_invalid_number_of_a_shape_definition_is_refused(void **state)
{
    (void)state;
    const struct field reals[] = {
        {"density", offsetof(md2_shape_def, density), {NAN, -1, INFINITY}, 3},
        {"friction", offsetof(md2_shape_def, friction), {NAN, -1, INFINITY}, 3},
        {"restitution", offsetof(md2_shape_def, restitution), {NAN, -0.1, 1.1}, 3},
        {"surface_speed", offsetof(md2_shape_def, surface_speed), {NAN, INFINITY}, 2},
    };
    md2_world *world = world_new();
    const md2_body_id body = circle_at(world, 0, 0, 0.5);
    const md2_hull hull = circle_hull(1);
    for (size_t i = 0; i < sizeof reals / sizeof *reals; ++i) {
        for (int k = 0; k < reals[i].count; ++k) {
            md2_shape_def def = md2_shape_def_default();
            const md_real bad = (md_real)reals[i].bad[k];
            memcpy((char *)&def + reals[i].offset, &bad, sizeof bad);
            if (md2_shape_create(world, body, &def, &hull, NULL) != MD_ERROR_ARGUMENT ||
                md2_shape_set_def(world, md2_body_first_shape(world, body), &def) != MD_ERROR_ARGUMENT) {
                fail_msg("a shape took %s = %g", reals[i].name, reals[i].bad[k]);
            }
            md_error error;
            assert_names_field(md2_shape_def_check(&def, &error), &error, "shape", reals[i].name);
        }
    }
    const md2_shape_def def = md2_shape_def_default();
    const md2_hull none = {0};
    assert_int_equal(md2_shape_create(world, body, &def, &none, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_world_shape_count(world), 1);
    md2_world_destroy(world);
}

static void a_check_names_field_rule_and_value(void **state)
{
    (void)state;
    md_error error = {.status = MD_OK};
    md2_body_def body = md2_body_def_default();
    assert_int_equal(md2_body_def_check(&body, &error), MD_OK);
    assert_int_equal(error.status, MD_OK); /* untouched */
    body.linear_damping = -1;
    assert_int_equal(md2_body_def_check(&body, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_def_check(&body, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "body: linear_damping must be a finite number >= 0, is -1");
    md2_world_def world = md2_world_def_default();
    world.substeps = 0;
    world.max_bodies = 0; /* the first bad field is named */
    assert_int_equal(md2_world_def_check(&world, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "world: substeps must be from 1 to 1000, is 0");
}

static void invalid_numbers_in_calls_change_nothing(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id body = box_at(world, 0, 0, 0.5, 0.5);
    const md2_body_id ground = ground_at_zero(world);
    const md_real nan = (md_real)NAN;
    const md2_vec bad = at(0, NAN);
    const uint64_t hash = md2_world_hash(world);
    assert_int_equal(md2_world_step(world, 0, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_world_step(world, -1, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_world_step(world, nan, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_world_step(world, MD_INFINITY, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_world_set_gravity(world, bad), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_transform(world, body, (md2_transform){bad, turned(0)}), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_transform(world, body, (md2_transform){at(0, 0), {0, 0}}), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_velocity(world, body, bad, 0), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_velocity(world, body, at(0, 0), nan), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_velocity(world, ground, at(1, 0), 0), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_mass(world, body, (md2_mass){.mass = -1}), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_mass(world, body, (md2_mass){.mass = nan}), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_mass(world, body, (md2_mass){.mass = 1, .inertia = -1}), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_mass(world, body, (md2_mass){.mass = 1, .center = bad}), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_type(world, body, (md2_body_type)7), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_damping(world, body, -1, 0), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_damping(world, body, 0, nan), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_gravity_scale(world, body, nan), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_apply_force(world, body, bad, at(0, 0)), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_apply_force(world, body, at(0, 0), bad), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_apply_torque(world, body, nan), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_apply_impulse(world, body, bad, at(0, 0)), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_apply_impulse(world, ground, at(1, 0), at(0, 0)), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_apply_angular_impulse(world, body, nan), MD_ERROR_ARGUMENT);
    assert_true(md2_world_hash(world) == hash);
    assert_int_equal(md2_world_steps(world), 0);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(world_settings_can_be_read_back),
        cmocka_unit_test(a_snapshot_contains_every_setting),
        cmocka_unit_test(body_definitions_can_be_read_back),
        cmocka_unit_test(shape_definitions_can_be_read_back),
        cmocka_unit_test(every_invalid_number_of_a_world_definition_is_refused),
        cmocka_unit_test(every_invalid_count_of_a_world_definition_is_refused),
        cmocka_unit_test(every_invalid_number_of_a_body_definition_is_refused),
        cmocka_unit_test(every_invalid_number_of_a_shape_definition_is_refused),
        cmocka_unit_test(a_check_names_field_rule_and_value),
        cmocka_unit_test(invalid_numbers_in_calls_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
