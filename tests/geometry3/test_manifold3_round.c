/* Contact manifolds of spheres, capsules, cylinders, cones and planes, against closed forms. */
#include "geometry3/manifold_shapes3.h"

/* Coordinates are about 1 m, so results have an error of a few roundings of 1. */
static const double ROUNDING = PICK(1e-14, 2e-6);
/* The normal and the points of GJK. */
static const double CLOSE = PICK(1e-7, 1e-4);

/* ---- Spheres and capsules ---------------------------------------------------------------------------------------- */

static void spheres_touch_on_the_line_between_their_centres(void **state)
{
    (void)state;
    const md3_geometry a = sphere_of(at3(0, 0, 0), 1), b = sphere_of(at3(0, 0, 0), 0.5);
    const md3_manifold manifold = touch3(&a, turned3(1, 2, 3, at3(1, 2, 0), 1), &b, place3(1.6, 2, 3.8), 0);
    assert_int_equal(manifold.count, 1);
    assert_vec_near(manifold.normal, at3(0.6, 0, 0.8), ROUNDING);
    assert_near((double)manifold.point[0].separation, -0.5, ROUNDING);
    assert_vec_near(manifold.point[0].point, at3(1 + 0.6 * 0.75, 2, 3 + 0.8 * 0.75), 2 * ROUNDING);
    assert_int_equal(touch3(&a, place3(0, 0, 0), &b, place3(0, 1.6, 0), 0.11).count, 1);
    assert_int_equal(touch3(&a, place3(0, 0, 0), &b, place3(0, 1.6, 0), 0.09).count, 0);
    /* Off the origin of the body. */
    const md3_geometry off = sphere_of(at3(0, 2, 0), 0.5);
    const md3_manifold moved =
        touch3(&a, place3(0, 0, 0), &off, turned3(1.4, 0, 0, at3(0, 0, 1), 3.141592653589793), 2);
    assert_near((double)moved.point[0].separation, sqrt(1.4 * 1.4 + 4) - 1.5, 4 * ROUNDING);
    /* Coincident centres. */
    const md3_manifold same = touch3(&a, place3(3, 4, 5), &b, place3(3, 4, 5), 0);
    assert_near((double)same.point[0].separation, -1.5, ROUNDING);
}

static void a_sphere_touches_the_face_the_edge_or_the_corner_of_a_box(void **state)
{
    (void)state;
    md3_hull *hull = box_hull(1, 0.5, 0.5);
    const md3_geometry box = hull_of(hull, 0), ball = sphere_of(at3(0, 0, 0), 0.25);
    md3_manifold manifold = touch3(&box, place3(0, 0, 0), &ball, place3(0.4, 0.1, 0.7), 0);
    assert_int_equal(manifold.count, 1);
    assert_vec_near(manifold.normal, at3(0, 0, 1), 0);
    assert_near((double)manifold.point[0].separation, -0.05, ROUNDING);
    assert_vec_near(manifold.point[0].point, at3(0.4, 0.1, 0.475), ROUNDING);
    manifold = touch3(&ball, place3(0.4, 0.1, 0.7), &box, place3(0, 0, 0), 0); /* the sphere is the first */
    assert_vec_near(manifold.normal, at3(0, 0, -1), 0);
    manifold = touch3(&box, place3(0, 0, 0), &ball, place3(1.12, 0.1, 0.66), 0); /* 0.2 from an edge */
    assert_vec_near(manifold.normal, at3(0.6, 0, 0.8), CLOSE);
    assert_near((double)manifold.point[0].separation, -0.05, CLOSE);
    assert_vec_near(manifold.point[0].point, at3(1 - 0.6 * 0.025, 0.1, 0.5 - 0.8 * 0.025), CLOSE);
    manifold = touch3(&box, place3(0, 0, 0), &ball, place3(1.1, 0.6, 0.6), 0); /* near a corner */
    assert_near((double)manifold.point[0].separation, 0.1 * sqrt(3) - 0.25, CLOSE);
    manifold = touch3(&box, place3(0, 0, 0), &ball, place3(0.1, 0.4, 0), 0); /* the centre is inside */
    assert_vec_near(manifold.normal, at3(0, 1, 0), 0);
    assert_near((double)manifold.point[0].separation, -0.35, ROUNDING);
    md3_hull_destroy(hull);
}

static void parallel_capsules_touch_at_both_ends_of_their_overlap(void **state)
{
    (void)state;
    const md3_geometry a = capsule_along_x(1, 0.2), b = capsule_along_x(1, 0.3);
    const md3_manifold manifold = touch3(&a, place3(0, 0, 0), &b, place3(0.5, 0, 0.45), 0);
    assert_int_equal(manifold.count, 2);
    assert_vec_near(manifold.normal, at3(0, 0, 1), ROUNDING);
    assert_true(has_point(&manifold, at3(-0.5, 0, 0.175), 2 * ROUNDING));
    assert_true(has_point(&manifold, at3(1, 0, 0.175), 2 * ROUNDING));
    assert_near((double)manifold.point[0].separation, -0.05, ROUNDING);
    assert_near((double)manifold.point[1].separation, -0.05, ROUNDING);
    /* End to end: one point on the common axis. */
    const md3_manifold ends = touch3(&a, place3(0, 0, 0), &b, place3(2.4, 0, 0), 0);
    assert_int_equal(ends.count, 1);
    assert_vec_near(ends.normal, at3(1, 0, 0), ROUNDING);
    assert_near((double)ends.point[0].separation, -0.1, ROUNDING);
}

static void crossed_capsules_touch_at_one_point(void **state)
{
    (void)state;
    const md3_geometry a = capsule_along_x(1, 0.2), b = capsule_along_x(1, 0.3);
    const md3_transform across = turned3(0.3, 0.1, 0.45, at3(0, 0, 1), 1);
    const md3_manifold manifold = touch3(&a, place3(0, 0, 0), &b, across, 0);
    assert_int_equal(manifold.count, 1);
    assert_vec_near(manifold.normal, at3(0, 0, 1), ROUNDING);
    /* The axes cross, seen from above, where (0.3, 0.1) + t (cos 1, sin 1) has y = 0. */
    assert_vec_near(manifold.point[0].point, at3(0.3 - 0.1 / tan(1), 0, 0.175), 4 * ROUNDING);
    /* The axes meet: out across both. */
    const md3_manifold meeting = touch3(&a, place3(0, 0, 0), &b, turned3(0, 0, 0, at3(0, 0, 1), 1), 0);
    assert_near(fabs((double)meeting.normal.z), 1, ROUNDING);
    assert_near((double)meeting.point[0].separation, -0.5, ROUNDING);
    /* The same axis: out across it. */
    const md3_manifold same = touch3(&a, place3(0, 0, 0), &b, place3(0, 0, 0), 0);
    assert_near((double)same.normal.x, 0, ROUNDING);
    assert_near((double)deepest(&same), -0.5, ROUNDING);
}

static void a_capsule_on_a_box_lies_on_two_points_and_stands_on_one(void **state)
{
    (void)state;
    md3_hull *hull = box_hull(1, 1, 0.5);
    const md3_geometry box = hull_of(hull, 0), capsule = capsule_along_x(0.5, 0.2);
    const md3_manifold lying = touch3(&box, place3(0, 0, 0), &capsule, place3(0.75, 0, 0.69), 0.01);
    assert_int_equal(lying.count, 2);
    assert_vec_near(lying.normal, at3(0, 0, 1), 0);
    assert_true(has_point(&lying, at3(0.25, 0, 0.495), ROUNDING));
    assert_true(has_point(&lying, at3(1, 0, 0.495), ROUNDING));
    const md3_transform up = turned3(0, 0, 1.19, at3(0, 1, 0), 1.5707963267948966);
    const md3_manifold standing = touch3(&box, place3(0, 0, 0), &capsule, up, 0.01);
    assert_int_equal(standing.count, 1);
    assert_near((double)standing.point[0].separation, -0.01, 4 * ROUNDING);
    /* The axis passes through the box. */
    const md3_manifold deep = touch3(&box, place3(0, 0, 0), &capsule, place3(0, 0, 0.4), 0.01);
    assert_int_equal(deep.count, 2);
    assert_vec_near(deep.normal, at3(0, 0, 1), 0);
    assert_near((double)deepest(&deep), -0.3, ROUNDING);
    md3_hull_destroy(hull);
}

/* ---- Planes ------------------------------------------------------------------------------------------------------ */

static void convex_geometries_rest_on_a_plane(void **state)
{
    (void)state;
    md3_hull *hull = box_hull(0.5, 0.25, 0.125);
    const md3_geometry plane = ground(), box = hull_of(hull, 0.05), ball = sphere_of(at3(0, 0, 0), 0.5);
    const md3_geometry capsule = capsule_along_x(0.5, 0.2);
    const md3_manifold under_box = touch3(&plane, place3(0, 0, 0), &box, place3(1, 2, 0.17), 0.01);
    assert_int_equal(under_box.count, 4);
    assert_vec_near(under_box.normal, at3(0, 0, 1), 0);
    assert_true(has_point(&under_box, at3(1.5, 2.25, -0.0025), ROUNDING));
    assert_true(has_point(&under_box, at3(0.5, 1.75, -0.0025), ROUNDING));
    assert_near((double)deepest(&under_box), -0.005, ROUNDING);
    assert_int_equal(touch3(&plane, place3(0, 0, 0), &box, place3(1, 2, 0.19), 0.01).count, 0);
    const md3_manifold under_ball = touch3(&ball, place3(1, 2, 0.4), &plane, place3(0, 0, 0), 0);
    assert_int_equal(under_ball.count, 1);
    assert_vec_near(under_ball.normal, at3(0, 0, -1), 0);
    assert_near((double)under_ball.point[0].separation, -0.1, ROUNDING);
    assert_int_equal(touch3(&plane, place3(0, 0, 0), &capsule, place3(0, 0, 0.2), 0.01).count, 2);
    assert_int_equal(touch3(&plane, place3(0, 0, 0), &capsule, turned3(0, 0, 0.3, at3(0, 1, 0), 0.2), 0.01).count, 1);
    /* A sloping plane, off the origin. */
    const md3_geometry slope = {.type = MD3_PLANE, .point = {at3(0.6, 0, 0.8)}, .offset = 2};
    const md3_manifold on_slope = touch3(&slope, place3(0, 0, 1), &ball, place3(1.5, 0, 3), 0.1);
    assert_vec_near(on_slope.normal, at3(0.6, 0, 0.8), ROUNDING);
    assert_near((double)on_slope.point[0].separation, 0.6 * 1.5 + 0.8 * 2 - 2 - 0.5, 4 * ROUNDING);
    /* Two half-spaces, and a mesh, have no contact. */
    assert_int_equal(touch3(&plane, place3(0, 0, 0), &slope, place3(0, 0, 0), 0.01).count, 0);
    md3_hull_destroy(hull);
}

/** Asserts that four points are the corners of a square around an axis. */
static void assert_square(const md3_manifold *manifold, md3_vec center, double radius, double tolerance)
{
    md3_vec sum = {0, 0, 0};
    assert_int_equal(manifold->count, 4);
    for (int i = 0; i < 4; ++i) {
        assert_near((double)md3_vec_distance(manifold->point[i].point, center), radius, tolerance);
        sum = md3_vec_add(sum, manifold->point[i].point);
    }
    assert_vec_near(md3_vec_scale((md_real)0.25, sum), center, tolerance);
    assert_near(contact_area(manifold), 2 * radius * radius, tolerance);
}

static void a_cylinder_stands_on_a_square_and_lies_on_a_line(void **state)
{
    (void)state;
    md3_hull *hull = box_hull(2, 2, 0.5);
    const md3_geometry can = cylinder(0.5, 0.25, 0), plane = ground(), box = hull_of(hull, 0);
    const md3_geometry *const below[] = {&plane, &box};
    for (int k = 0; k < 2; ++k) {
        const md3_transform at = place3(0, 0, k == 0 ? 0 : -0.5);
        assert_square(&(md3_manifold[]){touch3(below[k], at, &can, place3(0.3, 0.2, 0.499), 0.01)}[0],
                      at3(0.3, 0.2, -0.0005), 0.25, 1e-6);
        /* Turned over, and spun. */
        const md3_transform over = turned3(0.3, 0.2, 0.499, at3(1, 0, 0), 3.141592653589793);
        assert_square(&(md3_manifold[]){touch3(below[k], at, &can, over, 0.01)}[0], at3(0.3, 0.2, -0.0005), 0.25, 1e-5);
        const md3_transform spun = turned3(0.3, 0.2, 0.499, at3(0, 0, 1), 0.7);
        assert_square(&(md3_manifold[]){touch3(&can, spun, below[k], at, 0.01)}[0], at3(0.3, 0.2, -0.0005), 0.25, 1e-5);
        /* Lying along x. */
        const md3_transform down = turned3(0.3, 0.2, 0.249, at3(0, 1, 0), 1.5707963267948966);
        const md3_manifold lying = touch3(below[k], at, &can, down, 0.01);
        assert_int_equal(lying.count, 2);
        assert_vec_near(lying.normal, at3(0, 0, 1), 1e-6);
        assert_true(has_point(&lying, at3(-0.2, 0.2, -0.0005), 1e-5));
        assert_true(has_point(&lying, at3(0.8, 0.2, -0.0005), 1e-5));
        /* Tilted by 0.1: the lowest point of the rim. */
        const double low = 0.5 * cos(0.1) + 0.25 * sin(0.1);
        const md3_manifold tilted = touch3(below[k], at, &can, turned3(0, 0, low - 0.001, at3(0, 1, 0), 0.1), 0.001);
        assert_near((double)deepest(&tilted), -0.001, 1e-5);
        const double x = 0.25 * cos(0.1) - 0.5 * sin(0.1);
        assert_true(has_point(&tilted, at3(x, 0, -0.0005), 1e-4));
    }
    md3_hull_destroy(hull);
}

static void a_standing_cylinder_keeps_its_points_while_it_shakes(void **state)
{
    (void)state;
    md3_hull *hull = box_hull(2, 2, 0.5);
    const md3_geometry can = cylinder(0.5, 0.25, 0), box = hull_of(hull, 0), plane = ground();
    const md3_geometry *const below[] = {&plane, &box, &can};
    struct random random = {6};
    for (int k = 0; k < 3; ++k) {
        const md3_transform at = place3(0, 0, k == 0 ? 0 : -0.5);
        const md3_manifold first = touch3(below[k], at, &can, place3(0, 0, 0.5), 0.01);
        for (int i = 0; i < 300; ++i) {
            const md3_vec axis = random_direction(&random);
            md3_transform now = turned3(0, 0, 0.5, axis, random_real(&random, -1e-4, 1e-4));
            now.p = md3_vec_add(now.p, random_point_in_cube(&random, 1e-4));
            const md3_manifold manifold = touch3(below[k], at, &can, now, 0.01);
            assert_int_equal(manifold.count, 4);
            assert_true(same_ids(&first, &manifold));
            assert_near(contact_area(&manifold), 2 * 0.25 * 0.25, 2e-3);
            for (int j = 0; j < 4; ++j) {
                assert_near((double)manifold.point[j].separation, 0, 3e-4);
                /* The points stay in their places, each with its id. */
                for (int other = 0; other < 4; ++other) {
                    if (first.point[other].id == manifold.point[j].id) {
                        assert_vec_near(manifold.point[j].point, first.point[other].point, 1e-3);
                    }
                }
            }
        }
    }
    md3_hull_destroy(hull);
}

static void cylinders_side_by_side_touch_along_a_line(void **state)
{
    (void)state;
    const md3_geometry log = cylinder(1, 0.25, 0);
    for (int k = -1; k <= 1; ++k) { /* apart, touching and overlapping */
        const double gap = 0.005 * k;
        const md3_manifold manifold =
            touch3(&log, place3(0, 0, 0), &log, place3(0.3 + gap * 0.6, 0.4 + gap * 0.8, 0.5), 0.01);
        assert_int_equal(manifold.count, 2);
        assert_vec_near(manifold.normal, at3(0.6, 0.8, 0), CLOSE);
        assert_near((double)deepest(&manifold), gap, CLOSE);
        assert_true(has_point(&manifold, at3(0.15 + gap * 0.3, 0.2 + gap * 0.4, -0.5), 1e-3));
        assert_true(has_point(&manifold, at3(0.15 + gap * 0.3, 0.2 + gap * 0.4, 1), 1e-3));
        /* Crossed: one point. */
        const md3_transform across = turned3(0.5 + gap, 0.1, 0, at3(1, 0, 0), 1.5707963267948966);
        const md3_manifold crossed = touch3(&log, place3(0, 0, 0), &log, across, 0.01);
        assert_int_equal(crossed.count, 1);
        assert_vec_near(crossed.normal, at3(1, 0, 0), 1e-3);
        assert_near((double)crossed.point[0].separation, gap, 1e-4);
        assert_vec_near(crossed.point[0].point, at3(0.25 + gap / 2, 0, 0), 1e-3);
    }
}

static void a_cylinder_beyond_the_edge_of_a_box_keeps_the_part_that_is_carried(void **state)
{
    (void)state;
    md3_hull *hull = box_hull(1, 1, 0.5);
    const md3_geometry can = cylinder(0.5, 0.25, 0), box = hull_of(hull, 0);
    const md3_manifold manifold = touch3(&box, place3(0, 0, 0), &can, place3(0.9, 0, 0.999), 0.01);
    assert_int_equal(manifold.count, 4);
    double least_x = 1, largest_x = 0;
    for (int i = 0; i < 4; ++i) {
        least_x = fmin(least_x, (double)manifold.point[i].point.x);
        largest_x = fmax(largest_x, (double)manifold.point[i].point.x);
    }
    assert_near(least_x, 0.65, 0.01);
    assert_near(largest_x, 1, 1e-3);
    md3_hull_destroy(hull);
}

static void a_cone_stands_on_its_base_lies_on_its_side_and_balances_on_its_apex(void **state)
{
    (void)state;
    md3_hull *hull = box_hull(2, 2, 0.5);
    const md3_geometry hat = cone(0.5, 0.5, 0), plane = ground(), box = hull_of(hull, 0);
    const md3_geometry *const below[] = {&plane, &box};
    for (int k = 0; k < 2; ++k) {
        const md3_transform at = place3(0, 0, k == 0 ? 0 : -0.5);
        assert_square(&(md3_manifold[]){touch3(below[k], at, &hat, place3(0.1, 0.2, 0.499), 0.01)}[0],
                      at3(0.1, 0.2, -0.0005), 0.5, 1e-5);
        const md3_transform over = turned3(0.1, 0.2, 0.499, at3(1, 0, 0), 3.141592653589793);
        const md3_manifold on_apex = touch3(below[k], at, &hat, over, 0.01);
        assert_int_equal(on_apex.count, 1);
        assert_vec_near(on_apex.point[0].point, at3(0.1, 0.2, -0.0005), 1e-5);
        /* On its side: the axis rises by half the angle of the apex. The apex is at height 0, and so is a point of the rim. */
        const double half_angle = atan2(0.5, 1), lean = 1.5707963267948966 - half_angle;
        const double height = 0.5 * sin(half_angle);
        const md3_transform side = turned3(0, 0, height - 0.001, at3(0, 1, 0), 3.141592653589793 - lean);
        const md3_manifold lying = touch3(below[k], at, &hat, side, 0.01);
        assert_int_equal(lying.count, 2);
        assert_near((double)lying.point[0].separation, -0.001, 1e-5);
        assert_near((double)lying.point[1].separation, -0.001, 1e-5);
        const double length = (double)md3_vec_distance(lying.point[0].point, lying.point[1].point);
        assert_near(length, sqrt(1.25), 1e-4);
    }
    md3_hull_destroy(hull);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_touch_on_the_line_between_their_centres),
        cmocka_unit_test(a_sphere_touches_the_face_the_edge_or_the_corner_of_a_box),
        cmocka_unit_test(parallel_capsules_touch_at_both_ends_of_their_overlap),
        cmocka_unit_test(crossed_capsules_touch_at_one_point),
        cmocka_unit_test(a_capsule_on_a_box_lies_on_two_points_and_stands_on_one),
        cmocka_unit_test(convex_geometries_rest_on_a_plane),
        cmocka_unit_test(a_cylinder_stands_on_a_square_and_lies_on_a_line),
        cmocka_unit_test(a_standing_cylinder_keeps_its_points_while_it_shakes),
        cmocka_unit_test(cylinders_side_by_side_touch_along_a_line),
        cmocka_unit_test(a_cylinder_beyond_the_edge_of_a_box_keeps_the_part_that_is_carried),
        cmocka_unit_test(a_cone_stands_on_its_base_lies_on_its_side_and_balances_on_its_apex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
