/* Continuous collision: what cannot pass through what, and what may. */
#include "world3/make3.h"

static void add_wall(md3_world *world, md3_body_type type)
{
    const md3_shape_def material = md3_shape_def_default();
    give_box(world, body_at(world, type, 0, 0, 0), &material, 0.005, 5, 5);
}

/* Shoots a sphere of 5 cm at x = -3 along x. Returns where it is after ten steps. */
static double shoot_sphere(md3_world *world, double speed)
{
    const md3_body_id ball = sphere_at(world, -3, 0.01, 0.02, 0.05);
    set_velocity(world, ball, at3(speed, 0, 0), at3(0, 0, 0));
    step_many(world, 10);
    return (double)md3_body_center(world, ball).x;
}

static void fast_bodies_do_not_pass_a_thin_wall(void **state)
{
    (void)state;
    const double speeds[] = {1, 10, 100, 300, 1000};
    for (int i = 0; i < 5; ++i) {
        for (int type = MD3_STATIC; type <= MD3_KINEMATIC; ++type) {
            md3_world *world = world_without_gravity();
            add_wall(world, (md3_body_type)type);
            assert_true(shoot_sphere(world, speeds[i]) < 0);
            md3_world_destroy(world);
        }
    }
}

/* The test above can fail. */
static void they_pass_without_continuous_collision(void **state)
{
    (void)state;
    md3_world_def def = md3_world_def_default();
    def.gravity = at3(0, 0, 0);
    def.enable_continuous = false;
    md3_world *world = world_of(&def);
    add_wall(world, MD3_STATIC);
    assert_true(shoot_sphere(world, 1000) > 0);
    md3_world_destroy(world);
}

static void a_kinematic_wall_does_not_sweep_over_a_body(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    const md3_shape_def material = md3_shape_def_default();
    const md3_body_id wall = body_at(world, MD3_KINEMATIC, -3, 0, 0);
    give_box(world, wall, &material, 0.005, 5, 5);
    set_velocity(world, wall, at3(30, 0, 0), at3(0, 0, 0));
    const md3_body_id ball = sphere_at(world, 0, 0, 0, 0.5);
    step_many(world, 30);
    assert_true(md3_body_center(world, ball).x > md3_body_center(world, wall).x);
    md3_world_destroy(world);
}

/* Makes a step with a spinning bar of 2 m x 2 cm, beside a post at 0.38 radians. */
static md3_body_id stop_bar_at_post(md3_world *world, double spin)
{
    const md3_shape_def material = surface_of(0, 0);
    give_box(world, body_at(world, MD3_STATIC, 0.5, 0.2, 0), &material, 0.02, 0.02, 1);
    const md3_body_id bar = body_at(world, MD3_DYNAMIC, 0, 0, 0);
    give_box(world, bar, &material, 1, 0.01, 0.01);
    assert_int_equal(md3_body_set_locked(world, bar, 63 & ~(unsigned)MD3_LOCK_ROTATION_Z), MD_OK);
    set_velocity(world, bar, at3(0, 0, 0), at3(0, 0, spin));
    step_many(world, 1);
    return bar;
}

/* Bodies that only spin: the bar turns by one radian, and its chord of the step would jump over the post. */
static void a_spinning_bar_does_not_pass_a_post(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    const md3_body_id bar = stop_bar_at_post(world, 60);
    const md3_vec along = md3_rot_apply(md3_body_transform(world, bar).q, at3(1, 0, 0));
    assert_true(along.y > 0 && (double)along.y < 0.42);
    md3_world_destroy(world);
}

/* Shoots a spinning bar at a dynamic plate of 6 m x 6 m x 1 cm. Returns whether its centre gets to the other side. The spin of
 * about one radian per step takes the linear rows of contacts by surprise. */
static bool bar_passes_plate(bool bullet, int trial)
{
    md3_world *world = world_without_gravity();
    const md3_shape_def material = md3_shape_def_default();
    const md3_body_id plate = body_at(world, MD3_DYNAMIC, 0, 0, 0);
    give_box(world, plate, &material, 0.005, 3, 3);
    const md3_body_id bar = body_turned_at(world, MD3_DYNAMIC, at3(-1.2, 0, 0), turned_about(1, 2, 3, trial));
    give_box(world, bar, &material, 1, 0.01, 0.01);
    assert_int_equal(md3_body_set_bullet(world, bar, bullet), MD_OK);
    set_velocity(world, bar, at3(100 + 10 * trial, 0, 0), at3(20, 60 - 4 * trial, 5 * trial));
    bool passed = false;
    for (int i = 0; i < 10; ++i) {
        step_by(world, 1.0 / 60);
        const md3_vec local = md3_transform_unapply(md3_body_transform(world, plate), md3_body_center(world, bar));
        passed = passed || (local.x > 0 && fabs((double)local.y) < 3 && fabs((double)local.z) < 3);
    }
    md3_world_destroy(world);
    return passed;
}

static void bullets_do_not_pass_dynamic_bodies(void **state)
{
    (void)state;
    int others = 0;
    for (int trial = 0; trial < 20; ++trial) {
        assert_false(bar_passes_plate(true, trial));
        others += bar_passes_plate(false, trial);
    }
    assert_true(others > 0); /* the test can fail */
}

static void a_mesh_stops_bodies_from_its_front_only(void **state)
{
    (void)state;
    const md3_vec vertices[] = {{0, -5, -5}, {0, -5, 5}, {0, 5, 0}}; /* faces -x */
    const int32_t indices[] = {0, 1, 2};
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 3;
    def.indices = indices;
    def.triangle_count = 1;
    for (int side = -1; side <= 1; side += 2) {
        md3_world *world = world_without_gravity();
        md3_mesh *mesh;
        md3_geometry geometry;
        const md3_shape_def material = md3_shape_def_default();
        assert_int_equal(md3_mesh_create(NULL, &def, &mesh, NULL), MD_OK);
        assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
        give(world, body_at(world, MD3_STATIC, 0, 0, 0), &material, &geometry);
        md3_mesh_destroy(mesh);
        const md3_body_id box = box_at(world, 3 * side, 0, 0, 0.1);
        set_velocity(world, box, at3(-500 * side, 0, 0), at3(20, 30, 40));
        step_many(world, 5);
        const bool passed = (double)md3_body_center(world, box).x * side < 0;
        assert_true(passed == (side > 0));
        md3_world_destroy(world);
    }
}

/* A body that was created in a wall is not held there. */
static void a_body_in_a_wall_is_free_to_leave(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    add_wall(world, MD3_STATIC);
    const md3_body_id ball = sphere_at(world, 0.01, 0, 0, 0.05);
    set_velocity(world, ball, at3(100, 0, 0), at3(0, 0, 0));
    step_many(world, 5);
    assert_true(md3_body_center(world, ball).x > 1);
    md3_world_destroy(world);
}

/* A spinning bar is stopped at a post and falls asleep there. A fast ball that flies past it at a distance makes them a pair, and must
 * not move it, not even by a rounding error. */
static void a_sleeping_body_that_was_stopped_stays_where_it_is(void **state)
{
    (void)state;
    for (int spin = 45; spin < 75; ++spin) {
        md3_world *world = world_without_gravity();
        const md3_body_id bar = stop_bar_at_post(world, spin);
        assert_int_equal(md3_body_set_awake(world, bar, false), MD_OK);
        const md3_transform before = md3_body_transform(world, bar);
        const md3_body_id ball = sphere_at(world, 0, -3, 0.07, 0.05);
        set_velocity(world, ball, at3(0, 300, 0), at3(0, 0, 0));
        assert_int_equal(md3_body_set_bullet(world, ball, true), MD_OK);
        step_many(world, 1);
        assert_false(md3_body_is_awake(world, bar));
        const md3_transform after = md3_body_transform(world, bar);
        assert_memory_equal(&after, &before, sizeof after);
        md3_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_bodies_do_not_pass_a_thin_wall),
        cmocka_unit_test(they_pass_without_continuous_collision),
        cmocka_unit_test(a_kinematic_wall_does_not_sweep_over_a_body),
        cmocka_unit_test(a_spinning_bar_does_not_pass_a_post),
        cmocka_unit_test(bullets_do_not_pass_dynamic_bodies),
        cmocka_unit_test(a_mesh_stops_bodies_from_its_front_only),
        cmocka_unit_test(a_body_in_a_wall_is_free_to_leave),
        cmocka_unit_test(a_sleeping_body_that_was_stopped_stays_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
