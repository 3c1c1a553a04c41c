/* A mover and moving bodies: platforms, belts, lifts, doors, pushing, weight, sensors and filters. */
#include "world3/walker3.h"

#define SKIN_TOLERANCE 0.0026
#define ROUNDING PICK(1e-9, 2e-4)

/* ---- Platforms --------------------------------------------------------------------------------------------------- */

static void a_platform_carries_a_mover_along(void **state)
{
    (void)state;
    const md3_vec velocities[] = {at3(2, 0, 0), at3(0, 3, 0), at3(0, -3, 0), at3(1, 6, -2), at3(30, -10, 5)};
    for (int i = 0; i < 5; ++i) {
        md3_world *world = world_new();
        const md3_body_id body = platform_at(world, at3(0, -0.5, 0), at3(2, 0.5, 2), velocities[i], at3(0, 0, 0));
        md3_mover mover = mover_at(world, 0.5, 0, 1);
        assert_true(md3_body_same(mover.ground_body, body));
        walk(world, &mover, at3(0, 0, 0), 60);
        assert_int_equal(mover.ground, MD3_MOVER_ON_GROUND);
        assert_vec_near(mover.position, md3_vec_add(at3(0.5, 0, 1), velocities[i]), PICK(1e-9, 1e-3));
        assert_vec_near(mover.ground_velocity, velocities[i], ROUNDING);
        assert_vec_near(mover.velocity, velocities[i], ROUNDING);
        md3_world_destroy(world);
    }
}

static void a_platform_that_rotates_carries_a_mover_around(void **state)
{
    (void)state;
    md3_world *world = world_new();
    platform_at(world, at3(0, -0.5, 0), at3(4, 0.5, 4), at3(0, 0, 0), at3(0, PI / 2, 0));
    md3_mover mover = mover_at(world, 3, 0, 0);
    walk(world, &mover, at3(0, 0, 0), 60); /* a quarter turn: x to -z */
    assert_vec_near(mover.position, at3(0, 0, -3), 1e-3);
    assert_vec_near(mover.ground_velocity, at3(-3 * PI / 2, 0, 0), 5e-3);
    walk(world, &mover, at3(0, 5, 0), 1); /* a jump keeps the velocity of the platform */
    assert_int_equal(mover.ground, MD3_MOVER_IN_AIR);
    assert_vec_near(mover.velocity, at3(-3 * PI / 2, 5, 0), 0.15);
    md3_world_destroy(world);
}

/* A cart of 2 m with walls moves by 1 m per step: its walls are on the other side of the mover before it rides. */
static void a_fast_cart_keeps_a_mover_between_its_walls(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id cart =
        platform_at(world, at3(0, -0.5, 0), at3(1, 0.5, 1), at3(60 * cos(0.3), 0, 60 * sin(0.3)), at3(0, 0, 0));
    const md3_shape_def def = md3_shape_def_default();
    for (int side = -1; side <= 1; side += 2) {
        md3_geometry post;
        for (int k = 0; k < 5; ++k) {
            const double along = 0.5 * k - 1;
            assert_int_equal(md3_geometry_capsule(&post, at3(side, 0, along), at3(side, 2, along), (md_real)0.1),
                             MD_OK);
            give(world, cart, &def, &post);
            assert_int_equal(md3_geometry_capsule(&post, at3(along, 0, side), at3(along, 2, side), (md_real)0.1),
                             MD_OK);
            give(world, cart, &def, &post);
        }
    }
    md3_mover mover = mover_at(world, -0.5, 0, -0.5);
    for (int i = 0; i < 60; ++i) {
        walk(world, &mover, at3(0, 0, 0), 1);
        const md3_vec inside = md3_body_local_point(world, cart, mover.position);
        assert_vec_near(inside, at3(-0.5, 0.5, -0.5), PICK(1e-6, 0.01));
    }
    md3_world_destroy(world);
}

static void walking_is_relative_to_the_platform(void **state)
{
    (void)state;
    md3_world *world = world_new();
    platform_at(world, at3(0, -0.5, 0), at3(5, 0.5, 5), at3(3, 0, 0), at3(0, 0, 0));
    md3_mover mover = mover_at(world, 0, 0, 0);
    walk(world, &mover, at3(-1, 0, 1), 60);
    assert_vec_near(mover.position, at3(2, 0, 1), PICK(1e-9, 1e-3));
    md3_world_destroy(world);
}

static void a_wall_stops_a_mover_on_a_platform(void **state)
{
    (void)state;
    md3_world *world = world_new();
    platform_at(world, at3(0, -0.5, 0), at3(10, 0.5, 2), at3(3, 0, 0), at3(0, 0, 0));
    wall_at(world, at3(2, 1.1, 0), at3(0.5, 1, 2));
    md3_mover mover = mover_at(world, 0, 0, 0);
    walk(world, &mover, at3(0, 0, 0), 120);
    assert_near((double)mover.position.x, 1.2, SKIN_TOLERANCE);
    assert_int_equal(mover.ground, MD3_MOVER_ON_GROUND);
    md3_world_destroy(world);
}

static void a_belt_and_a_dynamic_raft_carry_a_mover(void **state)
{
    (void)state;
    md3_world *world = world_new();
    md3_shape_def belt = md3_shape_def_default();
    belt.surface_velocity = at3(1.5, 0, 0);
    ground_of(world, &belt);
    md3_mover mover = mover_at(world, 0, 0, 0);
    walk(world, &mover, at3(0, 0, 0), 60);
    assert_vec_near(mover.position, at3(1.5, 0, 0), PICK(1e-9, 1e-3));
    md3_world_destroy(world);

    world = world_without_gravity();
    const md3_body_id raft = body_at(world, MD3_DYNAMIC, 0, -0.5, 0);
    const md3_shape_def def = md3_shape_def_default();
    give_box(world, raft, &def, 2, 0.5, 2);
    set_velocity(world, raft, at3(2, 0, 1), at3(0, 0, 0));
    mover = mover_at(world, 0, 0, 0);
    walk(world, &mover, at3(0, 0, 0), 60);
    assert_vec_near(mover.position, at3(2, 0, 1), PICK(1e-6, 1e-3));
    md3_world_destroy(world);
}

static void a_door_moves_a_mover_out_of_its_way(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    const md3_body_id door = platform_at(world, at3(-2, 1.1, 0), at3(0.5, 1, 2), at3(4, 0, 0), at3(0, 0, 0));
    md3_mover mover = mover_at(world, 0, 0, 0);
    walk(world, &mover, at3(0, 0, 0), 60);
    assert_near((double)(mover.position.x - md3_body_transform(world, door).p.x), 0.8, 0.02);
    assert_near((double)mover.position.y, 0, SKIN_TOLERANCE);
    md3_world_destroy(world);
}

/* ---- Pushing ----------------------------------------------------------------------------------------------------- */

/* A box of a mass, without friction, 1 m wide, in front of the mover. */
static md3_body_id light_box_at(md3_world *world, md3_vec at, double mass)
{
    md3_shape_def def = surface_of(0, 0);
    def.density = (md_real)mass;
    const md3_body_id body = body_at(world, MD3_DYNAMIC, (double)at.x, (double)at.y, (double)at.z);
    give_box(world, body, &def, 0.5, 0.5, 0.5);
    assert_int_equal(md3_body_set_locked(world, body, MD3_LOCK_ROTATION), MD_OK);
    return body;
}

/* One move of a mover in the air at 3 m/s that meets a box at rest: the impulse of an inelastic collision. */
static void a_collision_with_a_body_conserves_momentum(void **state)
{
    (void)state;
    const double masses[] = {1, 20, 80, 1000};
    for (int i = 0; i < 4; ++i) {
        md3_world *world = world_without_gravity();
        const md3_body_id box = light_box_at(world, at3(0.82, 0.9, 0), masses[i]);
        md3_mover_def def = md3_mover_def_default();
        def.push_force = MD_INFINITY;
        md3_mover mover = mover_of(world, &def, at3(0, 0, 0));
        move_by(world, &mover, at3(3, 0, 0));
        const double common = 80 * 3 / (80 + masses[i]);
        assert_near((double)md3_body_velocity(world, box).x, common, 1e-4);
        assert_near((double)mover.velocity.x, common, 1e-4);
        assert_near(80 * (double)mover.velocity.x + masses[i] * (double)md3_body_velocity(world, box).x, 240, 0.01);
        md3_world_destroy(world);
    }
}

static void pushing_uses_at_most_the_given_force(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_shape_def floor = surface_of(0, 0);
    ground_of(world, &floor);
    const md3_body_id box = light_box_at(world, at3(1, 0.5, 0), 200);
    md3_mover_def def = md3_mover_def_default();
    def.push_force = 100;
    md3_mover mover = mover_of(world, &def, at3(0.2, 0, 0));
    double last = 0;
    for (int i = 0; i < 120; ++i) {
        walk(world, &mover, at3(3, 0, 0), 1);
        const double speed = (double)md3_body_velocity(world, box).x;
        assert_true(200 * (speed - last) <= 100 * DT * (1 + PICK(1e-9, 1e-3)));
        last = speed;
        assert_true(speed <= 3.001);
    }
    assert_near(last, 100.0 / 200 * 2, 0.05); /* F t / m; the mover is never more than a step behind */
    walk(world, &mover, at3(3, 0, 0), 400);
    assert_near((double)md3_body_velocity(world, box).x, 3, 0.01);
    assert_near((double)(md3_body_center(world, box).x - mover.position.x), 0.8, 0.06);
    md3_world_destroy(world);
}

static void two_boxes_share_the_force(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    const md3_body_id boxes[] = {light_box_at(world, at3(0.8, 0.9, 0.5), 200),
                                 light_box_at(world, at3(0.8, 0.9, -0.5), 200)};
    md3_mover_def def = md3_mover_def_default();
    def.push_force = 100;
    md3_mover mover = mover_of(world, &def, at3(0, 0, 0));
    move_by(world, &mover, at3(3, 0, 0));
    const double sum = (double)(md3_body_velocity(world, boxes[0]).x + md3_body_velocity(world, boxes[1]).x);
    assert_near(200 * sum, 100 * DT, PICK(1e-9, 1e-4));
    md3_world_destroy(world);
}

static void friction_beyond_the_force_holds_a_box(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    const md3_body_id box = box_at(world, 1, 0.5, 0, 0.5); /* 1 t: 4.7 kN of friction or more */
    md3_mover mover = mover_at(world, 0, 0, 0);
    walk(world, &mover, at3(3, 0, 0), 120);
    assert_near((double)md3_body_center(world, box).x, 1, 0.01);
    assert_near((double)mover.position.x, 0.2, 0.01);
    assert_near((double)md3_vec_length(mover.velocity), 0, 0.1);
    md3_world_destroy(world);
}

static void a_body_bears_the_weight_of_a_mover(void **state)
{
    (void)state;
    md3_world *world = world_new(); /* a seesaw: 80 kg at 2 m against 100 kg at 1.5 m */
    const md3_body_id base = ground_at_zero(world);
    const md3_body_id board = body_at(world, MD3_DYNAMIC, 0, 2, 0);
    md3_shape_def def = md3_shape_def_default();
    def.density = 100;
    give_box(world, board, &def, 3, 0.05, 1);
    md3_joint_def hinge = md3_joint_def_at(world, MD3_HINGE, base, board, at3(0, 2, 0), at3(0, 0, 1));
    assert_int_equal(md3_joint_create(world, &hinge, NULL), MD_OK);
    md3_mover mover = mover_at(world, 2, 2.06, 0);
    walk(world, &mover, at3(0, 0, 0), 20);
    assert_true(md3_body_angular_velocity(world, board).z < -0.2); /* the right side goes down */
    md3_world_destroy(world);
}

/* ---- Filters ----------------------------------------------------------------------------------------------------- */

static bool accept_none(void *user, const md3_world *world, md3_shape_id shape)
{
    (void)world;
    return !md3_shape_same(shape, *(const md3_shape_id *)user);
}

/* The distance that a mover walks in a second toward a box with some filter. */
static double way_past(void (*change)(md3_shape_def *shape, md3_mover_def *mover))
{
    md3_world *world = world_new();
    ground_at_zero(world);
    md3_shape_def shape = md3_shape_def_default();
    md3_mover_def def = md3_mover_def_default();
    change(&shape, &def);
    const md3_body_id body = body_at(world, MD3_STATIC, 2, 1, 0);
    md3_shape_id made = give_box(world, body, &shape, 0.5, 1, 5);
    if (def.filter.accept != NULL) {
        def.filter.user = &made;
    }
    if (def.filter.except.generation != 0) {
        def.filter.except = body;
    }
    md3_mover mover = mover_of(world, &def, at3(0, 0, 0));
    walk(world, &mover, at3(4, 0, 0), 60);
    md3_world_destroy(world);
    return (double)mover.position.x;
}

static void change_nothing(md3_shape_def *shape, md3_mover_def *mover)
{
    (void)shape;
    (void)mover;
}

static void make_sensor(md3_shape_def *shape, md3_mover_def *mover)
{
    shape->sensor = true;
    (void)mover;
}

static void make_category(md3_shape_def *shape, md3_mover_def *mover)
{
    shape->category = 2;
    mover->filter.mask = 1;
}

static void make_exception(md3_shape_def *shape, md3_mover_def *mover)
{
    (void)shape;
    mover->filter.except.generation = 1;
}

static void make_callback(md3_shape_def *shape, md3_mover_def *mover)
{
    (void)shape;
    mover->filter.accept = accept_none;
}

static void sensors_and_filtered_shapes_do_not_exist_for_a_mover(void **state)
{
    (void)state;
    assert_near(way_past(change_nothing), 1.2, SKIN_TOLERANCE);
    assert_near(way_past(make_sensor), 4, 0.001);
    assert_near(way_past(make_category), 4, 0.001);
    assert_near(way_past(make_exception), 4, 0.001);
    assert_near(way_past(make_callback), 4, 0.001);
}

static void ground_that_disappears_drops_a_mover(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id body = platform_at(world, at3(0, -0.5, 0), at3(2, 0.5, 2), at3(1, 0, 0), at3(0, 0, 0));
    md3_mover mover = mover_at(world, 0, 0, 0);
    walk(world, &mover, at3(0, 0, 0), 10);
    assert_int_equal(md3_body_destroy(world, body), MD_OK);
    walk(world, &mover, at3(0, 0, 0), 60);
    assert_int_equal(mover.ground, MD3_MOVER_IN_AIR);
    assert_true(mover.ground_body.generation == 0 && mover.position.y < -4);
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_platform_carries_a_mover_along),
        cmocka_unit_test(a_platform_that_rotates_carries_a_mover_around),
        cmocka_unit_test(a_fast_cart_keeps_a_mover_between_its_walls),
        cmocka_unit_test(walking_is_relative_to_the_platform),
        cmocka_unit_test(a_wall_stops_a_mover_on_a_platform),
        cmocka_unit_test(a_belt_and_a_dynamic_raft_carry_a_mover),
        cmocka_unit_test(a_door_moves_a_mover_out_of_its_way),
        cmocka_unit_test(a_collision_with_a_body_conserves_momentum),
        cmocka_unit_test(pushing_uses_at_most_the_given_force),
        cmocka_unit_test(two_boxes_share_the_force),
        cmocka_unit_test(friction_beyond_the_force_holds_a_box),
        cmocka_unit_test(a_body_bears_the_weight_of_a_mover),
        cmocka_unit_test(sensors_and_filtered_shapes_do_not_exist_for_a_mover),
        cmocka_unit_test(ground_that_disappears_drops_a_mover),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
