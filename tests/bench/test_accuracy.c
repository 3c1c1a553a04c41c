/* The benchmark's own measures (penetration, energy, joint errors, masses), against results by hand and against the
 * library's geometry. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <modulus/modulus.h>

#include "bench/accuracy/accuracy.h"
#include "scene/library/scenes.h"
#include "support/support.h"

#define PI 3.14159265358979323846
#define CLOSE 1e-14 /* a few roundings of numbers near 1 */

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance)) {
        fail_msg("%.17g is not %.17g to within %g", value, expected, tolerance);
    }
}

/* Two bodies with one shape each. */
struct two {
    struct description description;
    int32_t a, b;
};

static struct two begin_two(double x, double y, double angle)
{
    struct two two = {.description = description_begin("two")};
    two.a = scene_add_body(&two.description, BODY_DYNAMIC, (struct body_state){0});
    two.b = scene_add_body(&two.description, BODY_DYNAMIC,
                           (struct body_state){.x = x, .y = y, .c = cos(angle), .s = sin(angle)});
    return two;
}

static double separation_of(struct two *two)
{
    const struct description *description = &two->description;
    struct placed_shape placed[2];
    for (int i = 0; i < 2; ++i) {
        const struct described_shape *shape = &description->shape[i];
        placed[i] = shape_place(shape, &description->body[shape->body].start);
    }
    const double separation = shape_separation(&placed[0], &placed[1]);
    assert_near(shape_separation(&placed[1], &placed[0]), separation, CLOSE);
    description_free(&two->description);
    return separation;
}

static void the_distance_of_circles_is_that_of_their_centres_minus_the_radii(void **state)
{
    (void)state;
    struct two two = begin_two(3, 4, 0);
    scene_add_circle(&two.description, two.a, &DEFAULT_MATERIAL, 2);
    scene_add_circle(&two.description, two.b, &DEFAULT_MATERIAL, 1);
    assert_near(separation_of(&two), 2, CLOSE);
    two = begin_two(0, 0, 0); /* at the same place */
    scene_add_circle(&two.description, two.a, &DEFAULT_MATERIAL, 2);
    scene_add_circle(&two.description, two.b, &DEFAULT_MATERIAL, 1);
    assert_near(separation_of(&two), -3, CLOSE);
}

static void a_circle_is_measured_against_sides_corners_and_the_inside_of_a_box(void **state)
{
    (void)state;
    static const struct {
        double x, y, separation;
    } CASES[] = {
        {0, 1.75, 0.25},  /* above a side */
        {0, 1.25, -0.25}, /* pressed into it */
        {4, 5, 4.5},      /* off a corner: 3, 4, 5 */
        {0.9, 0, -0.6},   /* its centre inside, 0.1 from the right side */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct two two = begin_two(CASES[i].x, CASES[i].y, 1.234);
        scene_add_box(&two.description, two.a, &DEFAULT_MATERIAL, 1, 1);
        scene_add_circle(&two.description, two.b, &DEFAULT_MATERIAL, 0.5);
        assert_near(separation_of(&two), CASES[i].separation, CLOSE);
    }
}

static void the_penetration_of_boxes_is_the_shortest_translation_that_separates_them(void **state)
{
    (void)state;
    struct two two = begin_two(1.9, 0.5, 0); /* 0.1 in x is shorter than 1.5 in y */
    scene_add_box(&two.description, two.a, &DEFAULT_MATERIAL, 1, 1);
    scene_add_box(&two.description, two.b, &DEFAULT_MATERIAL, 1, 1);
    assert_near(separation_of(&two), -0.1, CLOSE);
    two = begin_two(1 + sqrt(2) - 0.01, 0, PI / 4); /* a corner in a side */
    scene_add_box(&two.description, two.a, &DEFAULT_MATERIAL, 1, 1);
    scene_add_box(&two.description, two.b, &DEFAULT_MATERIAL, 1, 1);
    assert_near(separation_of(&two), -0.01, CLOSE);
    two = begin_two(5, 6, 0); /* corner to corner: 3, 4, 5 */
    scene_add_box(&two.description, two.a, &DEFAULT_MATERIAL, 1, 1);
    scene_add_box(&two.description, two.b, &DEFAULT_MATERIAL, 1, 1);
    assert_near(separation_of(&two), 5, CLOSE);
}

static void crossed_and_collinear_capsules_are_measured(void **state)
{
    (void)state;
    struct two two = begin_two(0.25, 0, PI / 2); /* a cross, off the middle: they separate along one of the axes */
    scene_add_capsule(&two.description, two.a, &DEFAULT_MATERIAL, 1, 0.1);
    scene_add_capsule(&two.description, two.b, &DEFAULT_MATERIAL, 1, 0.1);
    assert_near(separation_of(&two), -0.75 - 0.2, CLOSE);
    two = begin_two(0, 3, 0); /* end to end */
    scene_add_capsule(&two.description, two.a, &DEFAULT_MATERIAL, 1, 0.1);
    scene_add_capsule(&two.description, two.b, &DEFAULT_MATERIAL, 1, 0.1);
    assert_near(separation_of(&two), 1 - 0.2, CLOSE);
}

/* Hulls of every kind at random positions. */
static void distances_and_masses_agree_with_the_library(void **state)
{
    (void)state;
    struct random random = {7};
    int apart = 0;
    for (int n = 0; n < 2000; ++n) {
        struct two two =
            begin_two(random_real(&random, -3, 3), random_real(&random, -3, 3), random_real(&random, 0, 6));
        md2_hull hull[2];
        for (int i = 0; i < 2; ++i) {
            const double size = random_real(&random, 0.3, 1);
            const int32_t body = i == 0 ? two.a : two.b;
            const int32_t corners = 3 + random_index(&random, 5);
            switch (random_index(&random, 3)) {
            case 0: scene_add_circle(&two.description, body, &DEFAULT_MATERIAL, size); break;
            case 1: scene_add_capsule(&two.description, body, &DEFAULT_MATERIAL, size, size / 3); break;
            default: scene_add_regular_polygon(&two.description, body, &DEFAULT_MATERIAL, corners, size); break;
            }
            const struct described_shape *shape = &two.description.shape[i];
            md2_vec point[SHAPE_MAX_POINTS];
            for (int32_t k = 0; k < shape->count; ++k) {
                point[k] = (md2_vec){(md_real)shape->x[k], (md_real)shape->y[k]};
            }
            const md_real radius = (md_real)shape->radius;
            const md_status status = shape->count == 1   ? md2_hull_circle(&hull[i], point[0], radius)
                                     : shape->count == 2 ? md2_hull_capsule(&hull[i], point[0], point[1], radius)
                                                         : md2_hull_polygon(&hull[i], point, shape->count, radius);
            assert_int_equal(status, MD_OK);
            const struct described_mass mass = shape_mass(shape);
            const md2_mass library_mass = md2_hull_mass(&hull[i], 1);
            assert_near((double)library_mass.mass, mass.mass, PICK(1e-13, 1e-5));
            assert_near((double)library_mass.inertia, mass.inertia, PICK(1e-13, 1e-5));
        }
        const struct body_state at = two.description.body[two.b].start;
        const md2_transform origin = {{0, 0}, {1, 0}};
        const md2_transform moved = {{(md_real)at.x, (md_real)at.y}, {(md_real)at.c, (md_real)at.s}};
        const double library_distance = (double)md2_hull_distance(&hull[0], origin, &hull[1], moved).distance;
        const double ours = separation_of(&two);
        assert_near(ours > 0 ? ours : 0, library_distance, PICK(1e-12, 1e-5));
        apart += ours > 0;
    }
    assert_in_range(apart, 200, 1900);
}

static void penetration_is_averaged_over_touching_pairs(void **state)
{
    (void)state;
    /* A row of circles of radius 1: two overlap by 0.1 m, two are 0.05 mm apart, two 1 m apart; a ground below the
     * first. */
    struct description description = description_begin("row");
    static const double X[] = {0, 1.9, 3.90005, 6.90005};
    scene_add_static_box(&description, &DEFAULT_MATERIAL, 0, -2, 0.5, 0.99);
    for (size_t i = 0; i < sizeof X / sizeof *X; ++i) {
        const int32_t body = scene_add_body(&description, BODY_DYNAMIC, (struct body_state){.x = X[i]});
        scene_add_circle(&description, body, &DEFAULT_MATERIAL, 1);
    }
    struct body_state states[5];
    for (int i = 0; i < 5; ++i) {
        states[i] = description.body[i].start;
    }
    states[2].vx = 3;
    states[3].spin = 2;
    struct accuracy accuracy;
    assert_true(accuracy_measure(&description, states, &accuracy));
    assert_int_equal(accuracy.touching, 2); /* the ground is 10 mm below the first circle */
    assert_int_equal(accuracy.overlapping, 1);
    assert_near(accuracy.penetration, 0.05, CLOSE);
    assert_near(accuracy.penetration_overlapping, 0.1, CLOSE);
    assert_near(accuracy.penetration_max, 0.1, CLOSE);
    assert_near(accuracy.kinetic, PI * 9 / 2 + PI / 2 * 4 / 2, 1e-13);
    assert_near(accuracy.mass, 4 * PI, 1e-13);
    /* Bodies of one group do not collide; a state that is not finite is reported as such. */
    description.body[1].group = description.body[2].group = 5;
    assert_true(accuracy_measure(&description, states, &accuracy));
    assert_int_equal(accuracy.overlapping, 0);
    states[4].x = NAN;
    assert_true(accuracy_measure(&description, states, &accuracy));
    assert_false(accuracy.finite);
    description_free(&description);
}

static void the_error_of_a_joint_is_the_distance_of_its_anchors(void **state)
{
    (void)state;
    struct two two = begin_two(2, 0, PI / 2);
    const struct described_joint hinge = {
        .type = JOINT_REVOLUTE, .body = {0, 1}, .x = {1, 0}, .y = {0, 1}}; /* (1, 0) and (2, 0) - (1, 0) */
    const struct described_joint rod = {.type = JOINT_DISTANCE, .body = {0, 1}, .length = 1.5};
    description_add_joint(&two.description, &hinge);
    description_add_joint(&two.description, &rod);
    const struct body_state states[2] = {two.description.body[0].start, two.description.body[1].start};
    struct accuracy accuracy;
    assert_true(accuracy_measure(&two.description, states, &accuracy));
    assert_near(accuracy.joint_error, 0.25, CLOSE);
    assert_near(accuracy.joint_error_max, 0.5, CLOSE);
    description_free(&two.description);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_distance_of_circles_is_that_of_their_centres_minus_the_radii),
        cmocka_unit_test(a_circle_is_measured_against_sides_corners_and_the_inside_of_a_box),
        cmocka_unit_test(the_penetration_of_boxes_is_the_shortest_translation_that_separates_them),
        cmocka_unit_test(crossed_and_collinear_capsules_are_measured),
        cmocka_unit_test(distances_and_masses_agree_with_the_library),
        cmocka_unit_test(penetration_is_averaged_over_touching_pairs),
        cmocka_unit_test(the_error_of_a_joint_is_the_distance_of_its_anchors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
