/* Coulomb friction in space: boxes slide straight and stop where the formula says, stick below the angle of friction, and
 * follow belts. */
#include "world3/make3.h"

/* ---- Sliding ----------------------------------------------------------------------------------------------------- */

enum { CUBE, PLANK, SHAPES };

static const double HALF[SHAPES][3] = {{0.5, 0.5, 0.5}, {2, 0.5, 0.5}};

struct slide {
    double distance; /* m */
    double angle;    /* of the displacement, rad */
};

/* Slides a box with friction 0.5 at 10 m/s in a direction, until it rests. */
static struct slide slide_of(int shape, double angle, int32_t substeps, md_friction law)
{
    md3_world_def def = md3_world_def_default();
    def.substeps = substeps;
    def.friction_law = law;
    md3_world *world = world_of(&def);
    const md3_shape_def material = surface_of(0.5, 0);
    ground_of(world, &material);
    const md3_body_id box = body_at(world, MD3_DYNAMIC, 0, HALF[shape][1], 0);
    give_box(world, box, &material, HALF[shape][0], HALF[shape][1], HALF[shape][2]);
    set_velocity(world, box, at3(10 * cos(angle), 0, 10 * sin(angle)), at3(0, 0, 0));
    step_until(world, MD3_EVENT_BODY_SLEEP, 300);
    const md3_vec end = md3_body_center(world, box);
    md3_world_destroy(world);
    return (struct slide){hypot((double)end.x, (double)end.z), atan2((double)end.z, (double)end.x)};
}

#define STOP (100 / (2 * 0.5 * G)) /* v^2 / (2 mu g), m */

/* Semi-implicit Euler moves with the velocity after each step of h, and is v h / 2 short. With 8 substeps that is 0.1 %. */
static void a_box_stops_at_the_distance_of_the_formula_in_every_direction(void **state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; ++shape) {
        for (int degrees = 0; degrees <= 90; degrees += 15) {
            const double angle = degrees * PI / 180;
            const struct slide slide = slide_of(shape, angle, 8, MD_FRICTION_DISC);
            assert_near(slide.distance, STOP, 0.002 * STOP);
            assert_near(slide.angle, angle, 0.1 * PI / 180);
        }
    }
}

static void the_error_of_one_substep_is_that_of_the_integration(void **state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; ++shape) {
        for (int degrees = 0; degrees <= 90; degrees += 15) {
            const double angle = degrees * PI / 180;
            const struct slide slide = slide_of(shape, angle, 1, MD_FRICTION_DISC);
            assert_near(slide.distance, STOP - 10 / 60.0 / 2, 0.0005 * STOP);
            assert_near(slide.angle, angle, 0.1 * PI / 180);
        }
    }
}

/* The cone is another iteration for the same law; the box is another law, up to sqrt(2) stronger on the diagonal. */
static void the_law_of_friction_can_be_chosen(void **state)
{
    (void)state;
    const struct slide cone = slide_of(PLANK, PI / 6, 8, MD_FRICTION_CONE);
    assert_near(cone.distance, STOP, 0.002 * STOP);
    assert_near(cone.angle, PI / 6, 0.1 * PI / 180);
    const struct slide pyramid = slide_of(CUBE, PI / 4, 8, MD_FRICTION_BOX);
    assert_near(pyramid.distance, STOP / sqrt(2), 0.002 * STOP);
}

/* ---- Sticking ---------------------------------------------------------------------------------------------------- */

/* How far a box on an incline about `axis`, with friction tan(30 degrees), moves in 1,000 steps after it has settled, m. */
static double creep_on(double degrees, md3_vec axis)
{
    md3_world_def def = md3_world_def_default();
    def.enable_sleep = false;
    md3_world *world = world_of(&def);
    const md3_shape_def material = surface_of(tan(PI / 6), 0);
    const md3_rot tilt = md3_rot_from_axis_angle(axis, degrees * PI / 180);
    const md3_vec normal = md3_rot_apply(tilt, at3(0, 1, 0));
    const md3_body_id ground = body_at(world, MD3_STATIC, 0, 0, 0);
    give_plane(world, ground, &material, normal);
    const md3_body_id box = body_turned_at(world, MD3_DYNAMIC, md3_vec_scale((md_real)0.5, normal), tilt);
    give_box(world, box, &material, 0.5, 0.5, 0.5);
    step_many(world, 60);
    const md3_vec start = md3_body_center(world, box);
    step_many(world, 1000);
    const md3_vec end = md3_body_center(world, box);
    md3_world_destroy(world);
    return (double)md3_vec_distance(start, end);
}

static void a_box_sticks_below_the_angle_of_friction_and_slides_above(void **state)
{
    (void)state;
    const md3_vec axes[] = {at3(0, 0, 1), at3(1, 0, 0), at3(sqrt(0.5), 0, sqrt(0.5))};
    for (int i = 0; i < 3; ++i) {
        assert_true(creep_on(29, axes[i]) < PICK(1e-5, 1e-4)); /* 0.01 mm */
        assert_true(creep_on(31, axes[i]) > 10);
    }
}

/* ---- Surfaces that move ------------------------------------------------------------------------------------------ */

/* The velocity of a belt is given in body coordinates, and the part along the normal has no effect. */
static void a_box_on_a_conveyor_reaches_the_velocity_of_the_belt(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_shape_def material = surface_of(0.6, 0);
    md3_shape_def belt = material;
    belt.surface_velocity = at3(1.5, 4, 0.5);
    const md3_body_id ground = body_turned_at(world, MD3_STATIC, at3(0, 0, 0), turned_about(0, 1, 0, PI / 2));
    give_plane(world, ground, &belt, at3(0, 1, 0));
    const md3_body_id box = box_at(world, 0, 0.5, 0, 0.5);
    step_many(world, 120);
    assert_vec_near(md3_body_velocity(world, box), at3(0.5, 0, -1.5), 1e-3); /* x to -z, z to x */
    md3_world_destroy(world);
}

static void a_kinematic_body_carries_bodies_on_it(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_shape_def material = surface_of(0.6, 0);
    const md3_body_id platform = body_at(world, MD3_KINEMATIC, 0, -0.5, 0);
    give_box(world, platform, &material, 3, 0.5, 3);
    const md3_body_id box = box_at(world, 1, 0.5, 0, 0.25);
    set_velocity(world, platform, at3(0, 0, 0), at3(0, 0.5, 0));
    step_many(world, 240);
    /* The box turns with the platform, at a radius of 1 m. */
    assert_near((double)md3_body_angular_velocity(world, box).y, 0.5, 0.01);
    const md3_vec center = md3_body_center(world, box);
    assert_near(hypot((double)center.x, (double)center.z), 1, 0.03);
    assert_near(speed_of(world, box), 0.5, 0.02);
    md3_world_destroy(world);
}

/* A bar of 1 kg stands on one end. Its inverse inertia about its axis is some 1e18 times (in float builds 3e9 times) the other one,
 * so that rounding decides the diagonals of the friction at its end, and their signs. */
static void friction_at_the_end_of_an_endless_bar_fails_no_step(void **state)
{
    (void)state;
    const double half = PICK(2e8, 1e4), radius = 1;
    struct random random = {5};
    for (int i = 0; i < 100; ++i) {
        md3_world *world = world_without_gravity();
        const md3_shape_def material = surface_of(0.5, 0);
        const md3_rot turned =
            turned_about(random_real(&random, -1, 1), random_real(&random, -1, 1), 1, random_real(&random, -3, 3));
        const md3_vec up = md3_rot_apply(turned, at3(1, 0, 0));
        give_plane(world, body_at(world, MD3_STATIC, 0, 0, 0), &material, up);
        const md3_body_id bar = body_turned_at(world, MD3_DYNAMIC, md3_vec_scale((md_real)(half + radius), up), turned);
        md3_geometry capsule;
        assert_int_equal(md3_geometry_capsule(&capsule, at3(-half, 0, 0), at3(half, 0, 0), (md_real)radius), MD_OK);
        give(world, bar, &material, &capsule);
        const md_real across = (md_real)(half * half / 3);
        const md3_mass mass = {.mass = 1, .inertia = md3_mat_diagonal((md_real)0.01, across, across)};
        assert_int_equal(md3_body_set_mass(world, bar, mass), MD_OK);
        set_velocity(world, bar, md3_vec_scale(-1, up), at3(0, 0, 0));
        assert_true(step_many(world, 3).rows >= 3);
        assert_true(md3_vec_is_finite(md3_body_velocity(world, bar)));
        md3_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_stops_at_the_distance_of_the_formula_in_every_direction),
        cmocka_unit_test(the_error_of_one_substep_is_that_of_the_integration),
        cmocka_unit_test(the_law_of_friction_can_be_chosen),
        cmocka_unit_test(a_box_sticks_below_the_angle_of_friction_and_slides_above),
        cmocka_unit_test(a_box_on_a_conveyor_reaches_the_velocity_of_the_belt),
        cmocka_unit_test(a_kinematic_body_carries_bodies_on_it),
        cmocka_unit_test(friction_at_the_end_of_an_endless_bar_fails_no_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
