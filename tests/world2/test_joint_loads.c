/* Joints under load against formulas: prismatic, weld, wheel and mouse joints, their forces, and when they break. */
#include "world2/joint_scenes.h"

/* ---- Prismatic ------------------------------------------------------------------------------------------------------ */

#define SLOPE (PI / 6)

/* A box of 1 kg on a line that rises by 30 degrees to the right. */
static md2_joint_id sledge(md2_world *world, md2_body_id *box, md2_joint_def *def)
{
    const md2_body_id ground = ground_at(world, 3, -7);
    *box = box_at(world, 1, 1, 0.5, 0.5);
    *def = md2_joint_def_at(world, MD2_PRISMATIC, ground, *box, at(1.2, 1.1), at(2 * cos(SLOPE), 2 * sin(SLOPE)));
    return join(world, def);
}

static void a_prismatic_joint_keeps_a_body_on_its_axis(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    md2_body_id box;
    md2_joint_def def;
    const md2_joint_id slider = sledge(world, &box, &def);
    step_many(world, 60);
    /* Semi-implicit Euler along the line, as in a fall with half the gravity. */
    const md2_joint_state now = state_of(world, slider);
    assert_near((double)now.position, -0.5 * G / 3600 * 60 * 61 / 2, EXACT);
    assert_near((double)now.speed, -0.5 * G, EXACT);
    assert_near((double)now.angle, 0, EXACT);
    assert_near((double)now.error, 0, EXACT);
    md2_world_destroy(world);
}

static void a_prismatic_joint_stops_at_its_limits(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    md2_body_id box;
    md2_joint_def def;
    const md2_joint_id slider = sledge(world, &box, &def);
    assert_int_equal(md2_joint_set_limits(world, slider, true, (md_real)-0.5, 2), MD_OK);
    step_many(world, 120);
    assert_near(position_of(world, slider), -0.5, EXACT);
    assert_near((double)state_of(world, slider).force.y / G, 1, EXACT);
    assert_near((double)state_of(world, slider).force.x, 0, EXACT);
    assert_int_equal(md2_joint_set_motor(world, slider, true, 5, 100), MD_OK);
    step_many(world, 120);
    assert_near(position_of(world, slider), 2, EXACT);
    md2_world_destroy(world);
}

/* A joint outside of its new limits reports an error, and the correction adds no velocity. */
static void a_prismatic_joint_outside_its_limits_is_corrected(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    md2_body_id box;
    md2_joint_def def;
    const md2_joint_id slider = sledge(world, &box, &def);
    for (int side = -1; side <= 1; side += 2) {
        const double lower = side < 0 ? position_of(world, slider) + 0.1 : -1;
        const double upper = side < 0 ? 1 : position_of(world, slider) - 0.1;
        assert_int_equal(md2_joint_set_limits(world, slider, true, (md_real)lower, (md_real)upper), MD_OK);
        assert_near((double)state_of(world, slider).error, 0.1, EXACT);
        step_many(world, 1);
        assert_near((double)state_of(world, slider).speed, 0, EXACT);
        step_many(world, 60);
        assert_near((double)state_of(world, slider).error, 0.0005,
                    1e-5); /* the slop, which is not corrected, and 0.8^60 of 0.1 */
    }
    md2_world_destroy(world);
}

/* 3 N up the slope against the weight along it, 4.9 N. */
static void a_prismatic_motor_pushes_with_its_maximum_force(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    md2_body_id box;
    md2_joint_def def;
    const md2_joint_id slider = sledge(world, &box, &def);
    assert_int_equal(md2_joint_set_motor(world, slider, true, 1, 3), MD_OK);
    step_many(world, 60);
    assert_near((double)state_of(world, slider).speed, -0.5 * G + 3, EXACT);
    assert_near((double)state_of(world, slider).motor, 3, EXACT);
    assert_int_equal(md2_joint_set_motor(world, slider, true, 1, MD_INFINITY), MD_OK);
    step_many(world, 60);
    assert_near((double)state_of(world, slider).speed, 1, EXACT);
    assert_near((double)state_of(world, slider).motor, 0.5 * G, EXACT);
    md2_world_destroy(world);
}

static void a_prismatic_spring_sags_by_weight_over_stiffness(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    md2_body_id box;
    md2_joint_def def;
    const md2_joint_id slider = sledge(world, &box, &def);
    assert_int_equal(md2_joint_set_spring(world, slider, true, 2, 1), MD_OK);
    step_many(world, 300);
    /* k = w^2 / (1/m + (r x axis)^2 / I), the compliance of the box at the anchor along the line. The joint does not
     * let the box rotate, so this is softer than for the mass alone; r = (0.2, 0.1), I = 1/6. */
    const double lever = 0.2 * sin(SLOPE) - 0.1 * cos(SLOPE);
    const double stiffness = 16 * PI * PI / (1 + lever * lever * 6);
    assert_near(position_of(world, slider) * stiffness / (-0.5 * G), 1, EXACT);
    md2_world_destroy(world);
}

/* Two free rotating bodies on one line: the reactions act at one point, so angular momentum is conserved up to
 * rounding. */
static void a_prismatic_joint_between_free_bodies_conserves_momentum(void **state)
{
    (void)state;
    md2_world *world = joint_world(4, 0);
    md2_world_def world_def = md2_world_get_def(world);
    world_def.joint_correction_factor = 0; /* it moves bodies that have a velocity, and so changes momentum slightly */
    assert_int_equal(md2_world_set_def(world, &world_def), MD_OK);
    const md2_body_id body[2] = {weight_at(world, 0, 0, 2, 0.5), weight_at(world, 1, 0.3, 1, 0.2)};
    const md2_joint_def def = md2_joint_def_at(world, MD2_PRISMATIC, body[0], body[1], at(0.8, 0.1), at(1, 0.2));
    const md2_joint_id slider = join(world, &def);
    assert_int_equal(md2_body_set_velocity(world, body[0], at(0, -1), 2), MD_OK);
    assert_int_equal(md2_body_set_velocity(world, body[1], at(0, 2), 2), MD_OK);
    double before = 0;
    for (int i = 0; i <= 120; ++i) {
        double spin = 0;
        for (int side = 0; side < 2; ++side) {
            const md2_vec v = md2_body_velocity(world, body[side]);
            const double mass = (double)md2_body_mass(world, body[side]).mass;
            spin +=
                (double)md2_body_mass(world, body[side]).inertia * (double)md2_body_angular_velocity(world, body[side]);
            spin += mass * (x_of(world, body[side]) * (double)v.y - y_of(world, body[side]) * (double)v.x);
        }
        before = i == 0 ? spin : before;
        assert_near(spin, before, EXACT);
        step_many(world, 1);
    }
    assert_true(position_of(world, slider) > 1); /* it was moved outward */
    md2_world_destroy(world);
}

/* ---- Weld ----------------------------------------------------------------------------------------------------------- */

/* A beam of 2 m by 0.2 m, welded at its left end. */
static md2_joint_id beam(md2_world *world, double frequency)
{
    const md2_body_id wall = ground_at(world, 0, 0);
    const md2_body_id box = box_at(world, 1, 0, 1, 0.1);
    md2_joint_def def = md2_joint_def_at(world, MD2_WELD, wall, box, at(0, 0), at(1, 0));
    def.has_spring = frequency > 0;
    def.frequency = frequency > 0 ? (md_real)frequency : 1;
    return join(world, &def);
}

static void a_weld_joint_carries_a_beam(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_joint_id weld = beam(world, 0);
    step_many(world, 120);
    const md2_joint_state now = state_of(world, weld);
    assert_near((double)now.error, 0, EXACT);
    assert_near((double)now.angle, 0, EXACT);
    assert_near((double)now.force.y / (0.4 * G), 1, EXACT);
    assert_near((double)now.torque / (0.4 * G * 1), 1, EXACT); /* counter-clockwise, against the weight on the right */
    md2_world_destroy(world);
}

static void a_soft_weld_sags_by_load_over_stiffness(void **state)
{
    (void)state;
    md2_world *world = joint_world(4, G);
    const md2_joint_id weld = beam(world, 5);
    step_many(world, 600);
    const md2_joint_state now = state_of(world, weld);
    const double w2 = 100 * PI * PI;
    const double inertia = (4 + 0.04) / 12; /* per kg */
    const double angle = (double)now.angle;
    /* The angular spring carries the torque of the weight with I w^2, the linear spring its force with w^2 / (1/m + r^2
     * / I). The lever arm becomes shorter, which is of second order in the angle of 0.03 and is covered by cos(angle)
     * for the torque. */
    assert_near(-angle * inertia * w2 / (G * cos(angle)), 1, EXACT);
    assert_near(-(double)now.anchor[1].y * w2 / (1 + 1 / inertia) / G, 1, 1e-3);
    md2_world_destroy(world);
}

/* ---- Wheel ---------------------------------------------------------------------------------------------------------- */

static void a_car_drives_on_flat_ground(void **state)
{
    (void)state;
    md2_world *world = joint_world(4, G);
    const md2_body_id ground = ground_at(world, 0, -1);
    const md2_shape_def material = md2_shape_def_default();
    give_box(world, ground, &material, 200, 1);
    const md2_body_id chassis = box_at(world, 0, 0.8, 1.2, 0.25);
    md2_joint_id axle[2];
    for (int side = 0; side < 2; ++side) {
        const double x = side == 0 ? -0.8 : 0.8;
        const md2_body_id wheel = body_at(world, MD2_DYNAMIC, x, 0.4);
        md2_hull tyre;
        const md2_shape_def rubber = md2_shape_def_default();
        assert_int_equal(md2_hull_circle(&tyre, at(0, 0), (md_real)0.4), MD_OK);
        assert_int_equal(md2_shape_create(world, wheel, &rubber, &tyre, NULL), MD_OK);
        md2_joint_def def = md2_joint_def_at(world, MD2_WHEEL, chassis, wheel, at(x, 0.4), at(0, 1));
        def.has_spring = def.has_motor = def.has_limits = true;
        def.lower = (md_real)-0.25;
        def.upper = (md_real)0.25;
        def.motor_speed = -10; /* clockwise: to the right */
        def.motor_limit = 2;
        axle[side] = join(world, &def);
    }
    step_many(world, 600);
    const md2_vec v = md2_body_velocity(world, chassis);
    /* Rolls without slip at 10 rad/s and 0.4 m, steady after 10 s. A contact acts midway between the surfaces, which
     * rest within the slop of 0.5 mm: the radius is off by at most half of it. */
    assert_near((double)v.x, 4, 10 * 0.00025);
    assert_near((double)v.y, 0, EXACT);
    for (int side = 0; side < 2; ++side) {
        const md2_joint_state now = state_of(world, axle[side]);
        assert_true(now.position > (md_real)0.001 &&
                    now.position < (md_real)0.2); /* the springs are compressed, but not fully */
        assert_true(now.error < (md_real)0.002);
    }
    assert_near(y_of(world, chassis), 0.8 - (double)state_of(world, axle[0]).position, 0.02); /* and keep it level */
    md2_world_destroy(world);
}

/* ---- Mouse ---------------------------------------------------------------------------------------------------------- */

static void a_mouse_joint_pulls_a_body_to_its_target(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_body_id body = weight_at(world, 0, 0, 2, 1);
    md2_joint_def def = md2_joint_def_at(world, MD2_MOUSE, (md2_body_id){0, 0}, body, at(0, 0), at(1, 0));
    def.damping_ratio = 1;
    const md2_joint_id mouse = join(world, &def);
    assert_int_equal(md2_joint_set_target(world, mouse, at(5, 3)), MD_OK);
    step_many(world, 240);
    const double sag = G / (64 * PI * PI); /* m g / k at 4 Hz */
    assert_near(x_of(world, body), 5, EXACT);
    assert_near(y_of(world, body), 3 - sag, EXACT);
    const md2_joint_state now = state_of(world, mouse);
    assert_near((double)now.anchor[0].x, 5, 0);
    assert_near((double)now.position, sag, EXACT);
    assert_near((double)now.force.y, 2 * G, EXACT);
    md2_world_destroy(world);
}

/* 6 N on 2 kg, with a target far to the right: 3 m/s after a second. Upward, 6 N against a weight of 19.6 N. */
static void a_mouse_joint_respects_its_force_limit(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_body_id body = weight_at(world, 0, 0, 2, 1);
    md2_joint_def def = md2_joint_def_at(world, MD2_MOUSE, (md2_body_id){0, 0}, body, at(0, 0), at(1, 0));
    def.target = at(1000, 1000);
    def.motor_limit = 6;
    const md2_joint_id mouse = join(world, &def);
    step_many(world, 60);
    assert_near((double)md2_body_velocity(world, body).x, 3, EXACT);
    assert_near((double)md2_body_velocity(world, body).y, 3 - G, EXACT);
    assert_near((double)state_of(world, mouse).force.x, 6, EXACT);
    md2_world_destroy(world);
}

/* ---- Reactions and breaking ----------------------------------------------------------------------------------------- */

/* Each link of a hanging chain carries the weight of the links below it. */
static void each_link_of_a_chain_carries_the_weight_below_it(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    md2_body_id above = ground_at(world, 0, 0);
    md2_joint_id link[5];
    for (int i = 0; i < 5; ++i) {
        const md2_body_id body = box_at(world, 0, -0.5 - i, 0.1, 0.5);
        link[i] = join_at(world, MD2_REVOLUTE, above, body, 0, -i);
        above = body;
    }
    step_many(world, 120);
    for (int i = 0; i < 5; ++i) {
        const md2_joint_state now = state_of(world, link[i]);
        assert_near((double)now.force.y / (0.2 * G * (5 - i)), 1, EXACT);
        assert_near((double)now.force.x, 0, EXACT);
        assert_near((double)now.torque, 0, EXACT); /* a revolute joint carries no torque */
        assert_near((double)now.error, 0, EXACT);
    }
    md2_world_destroy(world);
}

/* With two sweeps per step, a chain of ten links hangs still, because each step starts from the impulses of the last
 * one. */
static void joint_impulses_are_warm_started(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    md2_world_def world_def = md2_world_get_def(world);
    world_def.limits.max_iterations = 2;
    assert_int_equal(md2_world_set_def(world, &world_def), MD_OK);
    md2_body_id above = ground_at(world, 0, 0);
    for (int i = 0; i < 10; ++i) {
        const md2_body_id body = box_at(world, 0, -0.5 - i, 0.1, 0.5);
        join_at(world, MD2_REVOLUTE, above, body, 0, -i);
        above = body;
    }
    step_many(world, 600);
    assert_near(y_of(world, above), -9.5, 0.001); /* measured 0.1 mm; without warm starting it stretches by 7.7 m */
    md2_world_destroy(world);
}

static int broken_joints(const md2_world *world, md2_joint_id *joint, double *impulse)
{
    int32_t count = 0;
    const md2_event *events = md2_world_events(world, &count);
    int broken = 0;
    for (int32_t i = 0; i < count; ++i) {
        if (events[i].type == MD2_EVENT_JOINT_BROKEN) {
            ++broken;
            *joint = events[i].joint;
            *impulse = (double)events[i].impulse;
        }
    }
    return broken;
}

/* 2 kg on a revolute joint that holds 30 N: its weight of 19.6 N and 10 N, but not 10.8 N more. */
static void a_joint_breaks_above_its_break_force(void **state)
{
    (void)state;
    md2_world *world = joint_world(2, G);
    const md2_body_id ground = ground_at(world, 0, 0);
    const md2_body_id body = weight_at(world, 0, 0, 2, 1);
    md2_joint_def def = md2_joint_def_at(world, MD2_REVOLUTE, ground, body, at(0, 0), at(1, 0));
    def.break_force = 30;
    const md2_joint_id hinge = join(world, &def);
    md2_joint_id broken = {0, 0};
    double impulse = 0;
    for (int i = 0; i < 30; ++i) {
        assert_int_equal(md2_body_apply_force(world, body, at(0, -10), at(0, 0)), MD_OK);
        step_many(world, 1);
        assert_int_equal(broken_joints(world, &broken, &impulse), 0);
    }
    assert_int_equal(md2_body_apply_force(world, body, at(0, -10.8), at(0, 0)), MD_OK);
    step_many(world, 1);
    assert_int_equal(broken_joints(world, &broken, &impulse), 1);
    assert_memory_equal(&broken, &hinge, sizeof hinge);
    assert_near(impulse, (2 * G + 10.8) / 60, EXACT); /* of the whole step */
    assert_false(md2_joint_is_valid(world, hinge));
    assert_int_equal(md2_world_joint_count(world), 0);
    const double y = y_of(world, body);
    step_many(world, 1);
    assert_int_equal(broken_joints(world, &broken, &impulse), 0);
    step_many(world, 30);
    assert_true(y_of(world, body) < y - 1); /* it falls */
    md2_world_destroy(world);
}

static void a_weld_breaks_above_its_break_torque(void **state)
{
    (void)state;
    for (int strong = 0; strong < 2; ++strong) {
        md2_world *world = joint_world(1, G);
        const md2_joint_id weld = beam(world, 0);
        md2_joint_def def = md2_joint_get_def(world, weld);
        def.break_torque = (md_real)(0.4 * G * (strong ? 1.1 : 0.9)); /* of the weight at a lever arm of 1 m */
        assert_int_equal(md2_joint_set_def(world, weld, &def), MD_OK);
        step_many(world, 60);
        assert_int_equal(md2_joint_is_valid(world, weld), strong);
        md2_world_destroy(world);
    }
}

/* ---- Bodies that do not give way ------------------------------------------------------------------------------------ */

static void a_kinematic_body_drags_the_body_joined_to_it(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id driver = body_at(world, MD2_KINEMATIC, 0, 0);
    const md2_body_id body = weight_at(world, 1, 0, 1, 1);
    const md2_joint_id weld = join_at(world, MD2_WELD, driver, body, 0.5, 0);
    assert_int_equal(md2_body_set_velocity(world, driver, at(2, 1), 0), MD_OK);
    step_many(world, 60);
    assert_near(x_of(world, body), 3, EXACT); /* at the same speed from the first step on */
    assert_near(y_of(world, body), 1, EXACT);
    assert_near((double)state_of(world, weld).error, 0, EXACT);
    md2_world_destroy(world);
}

/* Rows without effect are left out: a motor, a limit and a spring that would rotate a body with fixed rotation. */
static void rows_without_effective_mass_are_left_out(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_body_id ground = ground_at(world, 0, 0);
    const md2_body_id body = weight_at(world, 0, 0, 1, 0);
    md2_joint_def def = md2_joint_def_at(world, MD2_REVOLUTE, ground, body, at(0, 0), at(1, 0));
    def.has_motor = def.has_limits = def.has_spring = true;
    def.motor_speed = 1;
    const md2_joint_id hinge = join(world, &def);
    step_many(world, 10);
    assert_near((double)state_of(world, hinge).force.y, G, EXACT);
    assert_near((double)state_of(world, hinge).torque, 0, 0);
    md2_world_destroy(world);
}

static uint64_t hash_after_a_while(void)
{
    md2_world *world = joint_world(2, G);
    const md2_body_id ground = ground_at(world, 0, 0);
    md2_body_id above = ground;
    for (int i = 0; i < 12; ++i) {
        const md2_body_id body = box_at(world, 0.5 + i, 0.1 * i, 0.5, 0.1);
        md2_joint_def def =
            md2_joint_def_at(world, (md2_joint_type)(i % MD2_MOUSE), above, body, at(i, 0.1 * i), at(1, 1));
        def.length = 1;
        def.has_limits = def.has_motor = i % 2 == 0;
        def.has_spring = i % 3 == 0;
        def.lower = (md_real)0.1;
        def.upper = (md_real)0.5;
        def.motor_limit = 3;
        join(world, &def);
        above = body;
    }
    step_many(world, 200);
    const uint64_t hash = md2_world_hash(world);
    md2_world_destroy(world);
    return hash;
}

static void the_same_joints_give_the_same_bits(void **state)
{
    (void)state;
    assert_int_equal(hash_after_a_while(), hash_after_a_while());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_prismatic_joint_keeps_a_body_on_its_axis),
        cmocka_unit_test(a_prismatic_joint_stops_at_its_limits),
        cmocka_unit_test(a_prismatic_joint_outside_its_limits_is_corrected),
        cmocka_unit_test(a_prismatic_motor_pushes_with_its_maximum_force),
        cmocka_unit_test(a_prismatic_spring_sags_by_weight_over_stiffness),
        cmocka_unit_test(a_prismatic_joint_between_free_bodies_conserves_momentum),
        cmocka_unit_test(a_weld_joint_carries_a_beam),
        cmocka_unit_test(a_soft_weld_sags_by_load_over_stiffness),
        cmocka_unit_test(a_car_drives_on_flat_ground),
        cmocka_unit_test(a_mouse_joint_pulls_a_body_to_its_target),
        cmocka_unit_test(a_mouse_joint_respects_its_force_limit),
        cmocka_unit_test(each_link_of_a_chain_carries_the_weight_below_it),
        cmocka_unit_test(joint_impulses_are_warm_started),
        cmocka_unit_test(a_joint_breaks_above_its_break_force),
        cmocka_unit_test(a_weld_breaks_above_its_break_torque),
        cmocka_unit_test(a_kinematic_body_drags_the_body_joined_to_it),
        cmocka_unit_test(rows_without_effective_mass_are_left_out),
        cmocka_unit_test(the_same_joints_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
