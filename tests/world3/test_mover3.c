/* A mover on static ground: walls, corners, steps, slopes, edges and ceilings. */
#include "world3/walker3.h"

/* Contacts are kept within an eighth of the skin of 2 cm; speeds and positions along a wall are exact up to rounding. */
#define SKIN_TOLERANCE 0.0026
#define ROUNDING PICK(1e-9, 2e-4)

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

static void a_mover_at_rest_stands_on_the_ground(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id ground = ground_at_zero(world);
    md3_mover mover = mover_at(world, 0, 0, 0);
    assert_int_equal(mover.ground, MD3_MOVER_ON_GROUND);
    assert_true(md3_body_same(mover.ground_body, ground));
    assert_vec_near(mover.ground_normal, at3(0, 1, 0), 1e-6);
    walk(world, &mover, at3(0, 0, 0), 100);
    assert_true(mover.position.x == 0 && mover.position.y == 0 && mover.position.z == 0);
    mover = mover_at(world, 0, -0.002, 0); /* within an eighth of the skin: left as it is */
    walk(world, &mover, at3(0, 0, 0), 10);
    assert_true(mover.position.y == (md_real)-0.002);
    md3_world_destroy(world);
}

static void a_wall_leaves_the_speed_along_it(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    wall_at(world, at3(2, 1, 0), at3(0.5, 1, 50));
    md3_mover mover = mover_at(world, 1, 0, 0);
    walk(world, &mover, at3(3, 0, 2), 60);
    const double start = (double)mover.position.z;
    walk(world, &mover, at3(3, 0, 2), 60);
    assert_near((double)mover.position.z - start, 2.0, ROUNDING);
    assert_near((double)mover.position.x, 1.2, SKIN_TOLERANCE);
    assert_near((double)mover.position.y, 0, SKIN_TOLERANCE);
    assert_vec_near(mover.velocity, at3(0, 0, 2), ROUNDING);
    md3_world_destroy(world);
}

static void the_corner_of_two_walls_stops_a_mover(void **state)
{
    (void)state;
    for (int degrees = 30; degrees <= 90; degrees += 20) { /* between the walls */
        md3_world *world = world_new();
        ground_at_zero(world);
        const double half = degrees * PI / 360;
        for (int side = -1; side <= 1; side += 2) {
            const md3_rot turn = turned_about(0, 1, 0, side * half);
            const md3_vec center = md3_vec_add(at3(3, 1, 0), md3_rot_apply(turn, at3(-4, 0, side)));
            wall_turned_at(world, center, at3(5, 1, 1), turn);
        }
        md3_mover mover = mover_at(world, -1, 0, 0.05);
        walk(world, &mover, at3(3, 0, 0), 180);
        const md3_vec stopped = mover.position;
        walk(world, &mover, at3(3, 0, 0), 60);
        assert_vec_near(mover.position, stopped, 1e-4);
        assert_near((double)md3_vec_length(mover.velocity), 0, 1e-3);
        assert_near((double)mover.position.y, 0, SKIN_TOLERANCE);
        assert_near((double)mover.position.x, 3 - 0.3 / sin(half), 0.02);
        assert_int_equal(overlaps_of(world, &mover, SKIN_TOLERANCE), 0);
        md3_world_destroy(world);
    }
}

static void a_ceiling_ends_a_jump(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    wall_at(world, at3(0, 2.5, 0), at3(5, 0.5, 5)); /* 0.2 m above the head */
    md3_mover mover = mover_at(world, 0, 0, 0);
    walk(world, &mover, at3(1, 5, 0), 1);
    assert_int_equal(mover.ground, MD3_MOVER_IN_AIR);
    assert_near((double)mover.velocity.y, 5, ROUNDING);
    double highest = 0;
    for (int i = 0; i < 60; ++i) {
        walk(world, &mover, at3(1, 0, 0), 1);
        highest = fmax(highest, (double)mover.position.y);
        assert_true(mover.velocity.y <= 5);
    }
    assert_near(highest, 0.2, SKIN_TOLERANCE);
    assert_int_equal(mover.ground, MD3_MOVER_ON_GROUND);
    md3_world_destroy(world);
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

/* Height of the feet after walking at a step. */
static double height_after_step(double step, double step_height, double radius, double speed)
{
    md3_world *world = world_new();
    ground_at_zero(world);
    wall_at(world, at3(6, step / 2, 0), at3(5, step / 2, 5));
    md3_mover_def def = md3_mover_def_default();
    def.step_height = (md_real)step_height;
    def.radius = (md_real)radius;
    md3_mover mover = mover_of(world, &def, at3(0, 0, 0));
    walk(world, &mover, at3(speed, 0, 0), (int)(60 * 2.5 / speed));
    assert_int_equal(mover.ground, MD3_MOVER_ON_GROUND);
    const double height = (double)mover.position.y;
    assert_true(height < 0.01 || (double)mover.position.x > 1.5);
    md3_world_destroy(world);
    return height;
}

static void steps_up_to_the_step_height_are_climbed(void **state)
{
    (void)state;
    const double heights[] = {0.05, 0.1, 0.2, 0.3, 0.5};
    for (int i = 0; i < 5; ++i) {
        for (int k = 0; k < 2; ++k) {
            const double radius = k == 0 ? 0.3 : 0.45;
            for (int m = 0; m < 3; ++m) {
                const double speed = m == 0 ? 0.4 : m == 1 ? 3 : 12;
                const double h = heights[i];
                assert_near(height_after_step(h, h, radius, speed), h, SKIN_TOLERANCE);
                assert_near(height_after_step(h + 0.005, h, radius, speed), 0, SKIN_TOLERANCE);
            }
        }
    }
}

static void stairs_are_walked_up_and_down(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    for (int i = 1; i <= 10; ++i) { /* steps of 0.2 m by 0.3 m */
        wall_at(world, at3(5 + 0.3 * i, 0.1 * i, 0), at3(5, 0.1 * i, 2));
    }
    md3_mover mover = mover_at(world, -1, 0, 0);
    walk(world, &mover, at3(2, 0, 0), 240);
    assert_near((double)mover.position.y, 2, SKIN_TOLERANCE);
    assert_true((double)mover.position.x > 5.5); /* 8 m without the stairs */
    for (int i = 0; i < 240; ++i) {
        walk(world, &mover, at3(-2, 0, 0), 1);
        assert_int_equal(mover.ground, MD3_MOVER_ON_GROUND); /* snaps from step to step */
    }
    assert_near((double)mover.position.y, 0, SKIN_TOLERANCE);
    md3_world_destroy(world);
}

static void a_ledge_higher_than_the_snap_distance_is_fallen_from(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    wall_at(world, at3(0, 0.5, 0), at3(1, 0.5, 1));
    md3_mover mover = mover_at(world, 0, 1, 0);
    bool was_in_air = false;
    for (int i = 0; i < 120; ++i) {
        walk(world, &mover, at3(2, 0, 0), 1);
        was_in_air = was_in_air || mover.ground == MD3_MOVER_IN_AIR;
    }
    assert_true(was_in_air);
    assert_near((double)mover.position.y, 0, SKIN_TOLERANCE);
    md3_world_destroy(world);
}

/* ---- Slopes ------------------------------------------------------------------------------------------------------ */

static md3_world *world_with_slope(double degrees)
{
    md3_world *world = world_new();
    const md3_shape_def def = md3_shape_def_default();
    const md3_body_id body = body_turned_at(world, MD3_STATIC, at3(0, 0, 0), turned_about(0, 0, 1, degrees * PI / 180));
    give_plane(world, body, &def, at3(0, 1, 0));
    return world;
}

static void a_slope_below_the_limit_holds_a_mover(void **state)
{
    (void)state;
    for (int degrees = 5; degrees <= 44; degrees += 13) {
        md3_world *world = world_with_slope(degrees);
        md3_mover mover = mover_at(world, 0, 0, 0);
        walk(world, &mover, at3(0, 0, 0), 60);
        assert_int_equal(mover.ground, MD3_MOVER_ON_GROUND);
        const md3_vec start = mover.position;
        walk(world, &mover, at3(0, 0, 0), 300);
        walk(world, &mover, at3(0, -5, 0), 300); /* the part of the velocity down has no effect */
        assert_true(mover.position.x == start.x && mover.position.y == start.y && mover.position.z == start.z);
        assert_near((double)mover.velocity.x, 0, 0);
        md3_world_destroy(world);
    }
}

static void a_slope_leaves_the_horizontal_velocity(void **state)
{
    (void)state;
    for (int direction = -1; direction <= 1; direction += 2) {
        md3_world *world = world_with_slope(35);
        md3_mover mover = mover_at(world, 0, 0, 0);
        walk(world, &mover, at3(0, 0, 0), 10);
        const md3_vec start = mover.position;
        for (int i = 0; i < 60; ++i) {
            walk(world, &mover, at3(3 * direction, 0, 0), 1);
            assert_int_equal(mover.ground, MD3_MOVER_ON_GROUND);
        }
        assert_near((double)(mover.position.x - start.x), 3 * direction, 0.01);
        assert_near((double)(mover.position.y - start.y), 3 * direction * tan(35 * PI / 180), 0.01);
        md3_world_destroy(world);
    }
}

static void a_slope_above_the_limit_is_slid_down_and_not_climbed(void **state)
{
    (void)state;
    md3_world *world = world_with_slope(50);
    md3_mover mover = mover_at(world, 0, 0, 0);
    assert_int_equal(mover.ground, MD3_MOVER_ON_STEEP);
    walk(world, &mover, at3(0, 0, 0), 60);
    assert_int_equal(mover.ground, MD3_MOVER_ON_STEEP);
    /* Frictionless: g sin(50) along the slope for a second. */
    const double speed = G * sin(50 * PI / 180);
    assert_near((double)md3_vec_length(mover.velocity), speed, 0.01 * speed);
    assert_near((double)mover.position.y, -0.5 * speed * sin(50 * PI / 180), 0.1);
    md3_world_destroy(world);

    world = world_new(); /* from flat ground */
    ground_at_zero(world);
    wall_turned_at(world, at3(5, 0, 0), at3(4, 4, 5), turned_about(0, 0, 1, 50 * PI / 180));
    mover = mover_at(world, -4, 0, 0);
    walk(world, &mover, at3(4, 0, 0), 180);
    assert_near((double)mover.position.y, 0, SKIN_TOLERANCE);
    md3_world_destroy(world);
}

static void two_steep_slopes_together_hold_a_mover(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_shape_def def = md3_shape_def_default();
    const md3_body_id body = body_at(world, MD3_STATIC, 0, 0, 0);
    give_plane(world, body, &def, at3(sin(1), cos(1), 0));
    give_plane(world, body, &def, at3(-sin(1), cos(1), 0));
    md3_mover mover = mover_at(world, 0.3, 1, 0);
    walk(world, &mover, at3(0, 0, 0), 120);
    assert_int_equal(mover.ground, MD3_MOVER_ON_GROUND);
    assert_near((double)mover.position.x, 0, 0.02);
    md3_world_destroy(world);
}

/* ---- Other directions -------------------------------------------------------------------------------------------- */

static void up_may_be_any_direction(void **state)
{
    (void)state;
    const md3_vec up = md3_vec_normalize(at3(1, -2, 3));
    const md3_vec along = md3_vec_perpendicular(up);
    md3_world_def settings = md3_world_def_default();
    settings.gravity = md3_vec_scale((md_real)-G, up);
    md3_world *world = world_of(&settings);
    const md3_shape_def shape = md3_shape_def_default();
    give_plane(world, body_at(world, MD3_STATIC, 0, 0, 0), &shape, up);
    md3_mover_def def = md3_mover_def_default();
    def.up = up;
    md3_mover mover = mover_of(world, &def, md3_vec_scale(2, up));
    assert_int_equal(mover.ground, MD3_MOVER_IN_AIR);
    walk(world, &mover, at3(0, 0, 0), 60);
    assert_int_equal(mover.ground, MD3_MOVER_ON_GROUND);
    walk(world, &mover, along, 60);
    assert_near((double)md3_vec_dot(mover.position, along), 1, ROUNDING);
    assert_near((double)md3_vec_dot(mover.position, up), 0, SKIN_TOLERANCE);
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mover_at_rest_stands_on_the_ground),
        cmocka_unit_test(a_wall_leaves_the_speed_along_it),
        cmocka_unit_test(the_corner_of_two_walls_stops_a_mover),
        cmocka_unit_test(a_ceiling_ends_a_jump),
        cmocka_unit_test(steps_up_to_the_step_height_are_climbed),
        cmocka_unit_test(stairs_are_walked_up_and_down),
        cmocka_unit_test(a_ledge_higher_than_the_snap_distance_is_fallen_from),
        cmocka_unit_test(a_slope_below_the_limit_holds_a_mover),
        cmocka_unit_test(a_slope_leaves_the_horizontal_velocity),
        cmocka_unit_test(a_slope_above_the_limit_is_slid_down_and_not_climbed),
        cmocka_unit_test(two_steep_slopes_together_hold_a_mover),
        cmocka_unit_test(up_may_be_any_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
