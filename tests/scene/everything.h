/* A world with every feature: every setting differs from its default, and every geometry of a shape and every type of
 * joint occurs. */
#ifndef MODULUS_TESTS_EVERYTHING_H
#define MODULUS_TESTS_EVERYTHING_H

#include "scene/scenes.h"

static inline md2_vec at(double x, double y)
{
    return (md2_vec){(md_real)x, (md_real)y};
}

static inline md2_world_def everything_def(void)
{
    md2_world_def def = md2_world_def_default();
    def.gravity = at(0.1, -9.7);
    def.limits.max_iterations = 17;
    def.limits.tol = 1e-9;
    def.limits.tol_scaled = 1.0 / 3;
    def.limits.tol_relative = 1e-7;
    assert_int_equal(md_solver_spec_parse("amsor:alpha=0.3,relax=1.1", &def.solver, NULL), MD_OK);
    def.substeps = 2;
    assert_int_equal(md_solver_spec_parse("psor:relax=0.9", &def.position_solver, NULL), MD_OK);
    def.position_iterations = 7;
    def.position_warm_start = (md_real)0.6;
    def.position_correction = MD2_CORRECTION_SOFT;
    def.correction_frequency = 25;
    def.correction_damping_ratio = 5;
    def.joint_correction_factor = (md_real)0.4;
    def.warm_start_smoothing = (md_real)0.01;
    def.correction_factor = (md_real)0.3;
    def.max_correction_speed = MD_INFINITY;
    def.slop = (md_real)0.0007;
    def.speculative_margin = (md_real)0.03;
    def.recycle_distance = (md_real)0.004;
    def.restitution_threshold = (md_real)0.9;
    def.hit_threshold = MD_INFINITY;
    def.friction_mixing = MD2_MIX_MIN;
    def.restitution_mixing = MD2_MIX_PRODUCT;
    def.separate_islands = true;
    def.enable_warm_starting = def.enable_sleep = def.enable_continuous = false;
    def.sleep_speed = (md_real)0.01;
    def.sleep_time = 2;
    def.max_bodies = 100;
    def.max_shapes = 101;
    def.max_joints = 102;
    def.max_contacts = 1003;
    def.max_bytes = (size_t)1 << 30;
    return def;
}

static inline md2_body_id everything_body(md2_world *world, double x, double y, int i)
{
    md2_body_def def = md2_body_def_default();
    md2_body_id body;
    def.type = i == 1 ? MD2_KINEMATIC : MD2_DYNAMIC;
    def.position = at(x, y);
    def.rotation = (md2_rot){(md_real)cos(0.37 * i), (md_real)sin(0.37 * i)};
    def.velocity = at(0.1 * i, 1.0 / (3 + i));
    def.angular_velocity = (md_real)(-0.7 * i);
    def.linear_damping = (md_real)(0.01 * i);
    def.angular_damping = (md_real)(0.02 * i);
    def.gravity_scale = (md_real)(1 - 0.1 * i);
    def.fixed_rotation = i == 4;
    def.bullet = i == 2;
    def.enable_sleep = i != 3;
    def.enabled = i != 7;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    return body;
}

static inline md2_shape_def everything_material(int i)
{
    md2_shape_def def = md2_shape_def_default();
    def.density = (md_real)(1.1 + i);
    def.friction = (md_real)(0.1 * i);
    def.restitution = (md_real)(0.05 * i);
    def.surface_speed = (md_real)(-0.3 * i);
    def.category = UINT64_C(1) << (8 * i % 64);
    def.mask = UINT64_MAX - (UINT64_C(1) << 63);
    def.group = 3 - i;
    def.sensor = i == 6;
    return def;
}

static inline md2_hull everything_hull(int i)
{
    const md2_vec corners[] = {at(0.1, 0), at(0.7, 0.2), at(0.4, 0.9), at(-0.1, 0.5), at(-0.2, 0.2)};
    md2_hull hull = {.count = 0};
    switch (i) {
    case 0: assert_int_equal(md2_hull_circle(&hull, at(0.1, -0.2), (md_real)0.3), MD_OK); break;
    case 1: assert_int_equal(md2_hull_capsule(&hull, at(-0.3, 0), at(0.3, 0.1), (md_real)0.2), MD_OK); break;
    case 2: assert_int_equal(md2_hull_segment(&hull, at(-0.3, 0), at(0.3, 0.1)), MD_OK); break;
    case 3: assert_int_equal(md2_hull_polygon(&hull, corners, 5, 0), MD_OK); break;
    case 4: assert_int_equal(md2_hull_polygon(&hull, corners, 4, (md_real)0.05), MD_OK); break;
    case 5:
        assert_int_equal(md2_hull_box(&hull, at(0.31, 0.17), at(0.05, 0.7), (md2_rot){(md_real)0.6, (md_real)0.8}, 0),
                         MD_OK);
        break;
    default:
        assert_int_equal(md2_hull_box(&hull, at(0.4, 0.3), at(0, 0), (md2_rot){1, 0}, (md_real)0.02), MD_OK);
        break;
    }
    return hull;
}

static inline void everything_ground(md2_world *world)
{
    const md2_vec points[] = {at(9, 1), at(5, 0), at(-5, 0.1), at(-9, 1)};
    const md2_vec hole[] = {at(20, 0), at(22, 0), at(21, 2)};
    const md2_chain_segment alone = {at(30, 0), at(29, 0), at(27, 0), at(25, 0.5)};
    const md2_body_def def = md2_body_def_default();
    md2_shape_def material = md2_shape_def_default();
    md2_body_id ground;
    assert_int_equal(md2_body_create(world, &def, &ground), MD_OK);
    assert_int_equal(md2_chain_create(world, ground, &material, points, 4, false, NULL), MD_OK);
    assert_int_equal(md2_chain_create(world, ground, &material, hole, 3, true, NULL), MD_OK);
    material.friction = (md_real)0.2;
    assert_int_equal(md2_shape_create_segment(world, ground, &material, &alone, NULL), MD_OK);
}

/* Creates joint i between two bodies. */
static inline void everything_joint(md2_world *world, int i, md2_body_id first, md2_body_id second)
{
    md2_joint_id joint;
    const md2_joint_type type = (md2_joint_type)(i % MD2_JOINT_TYPE_COUNT);
    const md2_vec point = md2_body_center(world, second);
    const md2_vec points[2] = {md2_body_center(world, first), point};
    const md2_vec pulleys[2] = {at(-3, 20), at(1.0 / 3, 21)};
    md2_joint_def def = md2_joint_def_at(world, type, first, second, point, at(0.28, 0.96));
    if (type == MD2_DISTANCE) {
        def = md2_joint_def_distance(world, first, second, points[0], points[1]);
    } else if (type == MD2_PULLEY) {
        def = md2_joint_def_pulley(world, first, second, pulleys, points, (md_real)1.7);
    }
    def.collide_connected = i == 1;
    def.has_limits = i == 1 || i == 2;
    def.lower = (md_real)(i == 3 ? -0.5 : -1.25); /* saved even though the limits are disabled */
    def.upper = i == 2 ? MD_INFINITY : (md_real)1.1;
    def.has_motor = i == 4;
    def.motor_speed = (md_real)(0.1 * i);
    def.motor_limit = i == 2 ? MD_INFINITY : (md_real)(10 + i);
    def.has_spring = i == 3 || i == 6;
    def.frequency = (md_real)(3 + 0.1 * i);
    def.damping_ratio = (md_real)(0.5 + 0.1 * i);
    if (type == MD2_GEAR) {
        def.gear_axis[1] = at(0.6, -0.8);
        def.ratio = (md_real)-2.3;
    }
    def.torque_limit = i == 7 ? (md_real)2.5 : MD_INFINITY;
    def.motor_velocity = at(0.1 * i, -0.3);
    def.correction_factor = (md_real)(0.1 * i);
    def.break_force = i == 5 ? (md_real)1e6 : MD_INFINITY;
    def.break_torque = i == 6 ? (md_real)1e7 : MD_INFINITY;
    assert_int_equal(md2_joint_create(world, &def, &joint), MD_OK);
}

static inline void make_everything(struct scene *scene)
{
    enum { BODIES = 9 };
    const md2_world_def def = everything_def();
    md2_body_id body[BODIES];
    *scene = (struct scene){.name = "a \"name\"",
                            .about = "Every\tthing, \\ and \xc3\xa4.",
                            .dt = (md_real)(1.0 / 70),
                            .steps = 123,
                            .view = {at(-10, -1.0 / 3), at(10, 12)}};
    assert_int_equal(md2_world_create(&def, &scene->world), MD_OK);
    everything_ground(scene->world);
    for (int i = 0; i < BODIES; ++i) {
        const md2_shape_def material = everything_material(i);
        const md2_hull hull = everything_hull(i);
        body[i] = everything_body(scene->world, 1.3 * (i - 4), 2 + 0.4 * i, i);
        assert_int_equal(md2_shape_create(scene->world, body[i], &material, &hull, NULL), MD_OK);
        if (i == 3) {
            const md2_hull second = everything_hull(5);
            assert_int_equal(md2_shape_create(scene->world, body[i], &material, &second, NULL), MD_OK);
        }
        if (i == 5) {
            assert_int_equal(
                md2_body_set_mass(scene->world, body[i], (md2_mass){(md_real)2.5, at(0.1, 0.2), (md_real)0.7}), MD_OK);
        }
    }
    for (int i = 0; i < MD2_JOINT_TYPE_COUNT; ++i) {
        everything_joint(scene->world, i, body[(i + 1) % BODIES], body[i]);
    }
}

#endif
