/* Contact manifolds of two hulls, against brute force and closed forms. */
#include "geometry3/hull_pairs3.h"

/* ---- Boxes at rest ----------------------------------------------------------------------------------------------- */

static void a_box_on_a_box_rests_on_four_points(void **state)
{
    (void)state;
    md3_hull *table = box_hull(2, 2, 0.5), *crate = box_hull(0.5, 0.5, 0.5);
    const md3_geometry a = hull_of(table, 0), b = hull_of(crate, 0);
    const md3_manifold manifold = touch3(&a, place3(0, 0, 0), &b, place3(0.25, -0.5, 0.96875), 0.01);
    assert_int_equal(manifold.count, 4);
    assert_true(manifold.normal.x == 0 && manifold.normal.y == 0 && manifold.normal.z == 1);
    assert_int_equal(manifold.triangle, -1);
    for (int i = 0; i < 4; ++i) {
        assert_true(manifold.point[i].separation == (md_real)-0.03125);
        const double x = i % 2 == 0 ? -0.25 : 0.75, y = i / 2 == 0 ? -1 : 0;
        assert_true(has_point(&manifold, at3(x, y, 0.484375), 0));
    }
    const md3_manifold mirrored = touch3(&b, place3(0.25, -0.5, 0.96875), &a, place3(0, 0, 0), 0.01);
    assert_int_equal(mirrored.count, 4);
    assert_true(mirrored.normal.z == -1);
    md3_hull_destroy(table);
    md3_hull_destroy(crate);
}

static void the_points_of_an_overhang_are_at_the_edge_of_the_table(void **state)
{
    (void)state;
    md3_hull *table = box_hull(1, 1, 0.5), *plank = box_hull(1.5, 0.125, 0.0625);
    const md3_geometry a = hull_of(table, 0), b = hull_of(plank, 0);
    const md3_manifold manifold = touch3(&a, place3(0, 0, 0), &b, place3(1, 0, 0.5625), 0.01);
    assert_int_equal(manifold.count, 4);
    for (int i = 0; i < 4; ++i) {
        const double x = i % 2 == 0 ? -0.5 : 1, y = i / 2 == 0 ? -0.125 : 0.125;
        assert_true(has_point(&manifold, at3(x, y, 0.5), 1e-6));
        assert_near((double)manifold.point[i].separation, 0, 1e-6);
    }
    /* The table on the plank: a plank narrower than the table carries it on the plank's corners. */
    const md3_manifold below = touch3(&b, place3(0, 0, 0), &a, place3(0, 0, 0.5625), 0.01);
    assert_int_equal(below.count, 4);
    assert_near(contact_area(&below), 2 * 0.25, 1e-6);
    md3_hull_destroy(table);
    md3_hull_destroy(plank);
}

static void an_octagon_is_reduced_to_four_points_with_a_large_area(void **state)
{
    (void)state;
    md3_hull *hull = box_hull(0.5, 0.5, 0.5);
    const md3_geometry a = hull_of(hull, 0);
    /* Two squares turned by 45 degrees overlap in a regular octagon of area 2 (sqrt(2) - 1), and the largest quadrilateral of
     * its corners is a square of half the square of its diagonal. */
    const double inner = 0.5, outer = inner / cos(0.39269908169872414);
    for (int i = 0; i < 50; ++i) {
        const double turn = 0.78539816339744831 + (i - 25) * 1e-5;
        const md3_manifold manifold = touch3(&a, place3(0, 0, 0), &a, turned3(0, 0, 0.999, at3(0, 0, 1), turn), 0.01);
        assert_int_equal(manifold.count, 4);
        assert_true(contact_area(&manifold) > 0.9 * 2 * outer * outer);
        const md3_manifold swapped = touch3(&a, turned3(0, 0, 0.999, at3(0, 0, 1), turn), &a, place3(0, 0, 0), 0.01);
        assert_true(contact_area(&swapped) > 0.9 * 2 * outer * outer);
    }
    md3_hull_destroy(hull);
}

/* ---- Random hulls ------------------------------------------------------------------------------------------------ */

/** Asserts that a point is at a distance from the core, negative inside. */
static void check_point(const struct solid *solid, struct dvec point, double expected, double tolerance)
{
    const double distance = surface_distance(solid, point);
    assert_near(solid_contains(solid, point) ? -distance : distance, expected, tolerance);
}

/** Asserts that the points are midway between the surfaces. The points above a tilted rounded face are those of its corners,
 *  and the surface below them is closer; only the deepest are exact. */
static void check_points(const struct hull_trial *trial, const md3_manifold *manifold, const struct solid *a,
                         const struct solid *b, double core)
{
    const bool is_sharp = trial->a.radius == 0 && trial->b.radius == 0;
    for (int32_t i = 0; i < manifold->count; ++i) {
        const struct dvec p = dvec_of(manifold->point[i].point), n = dvec_of(manifold->normal);
        const double half = (double)manifold->point[i].separation / 2;
        const bool is_deepest = manifold->point[i].separation < deepest(manifold) + (md_real)1e-5;
        if (is_sharp || (is_deepest && core > 0)) {
            /* CLIP_TOLERANCE beside a face, and the deviation of faces from a plane. */
            check_point(a, dvec_add_scaled(p, -half, n), (double)trial->a.radius, 7e-4);
            check_point(b, dvec_add_scaled(p, half, n), (double)trial->b.radius, 7e-4);
        }
    }
}

struct tally {
    int touching, within, overlapping;
};

static struct tally check_trials(int32_t most, int trials, uint64_t seed)
{
    static struct solid a, b;
    struct random random = {seed};
    struct tally tally = {0};
    for (int k = 0; k < trials; ++k) {
        struct hull_trial trial = random_hull_trial(&random, most);
        const struct truth truth = truth_of(&trial, &a, &b);
        const md3_manifold manifold = touch3(&trial.a, trial.at_a, &trial.b, trial.at_b, trial.margin);
        /* Of more than four points one that is less deep by DEPTH_TOLERANCE may be chosen. */
        const double tolerance = truth.core > 0 && manifold.count < 4 ? 2e-4 : choice_tolerance(truth.core);
        if (fabs(truth.distance - trial.margin) > tolerance) {
            assert_int_equal(manifold.count > 0, truth.distance < trial.margin);
        }
        if (manifold.count > 0) {
            assert_near((double)deepest(&manifold), truth.distance, tolerance);
            check_points(&trial, &manifold, &a, &b, truth.core);
            ++tally.touching;
            tally.within += truth.core > 0;
            tally.overlapping += truth.core < 0;
        }
        end_hull_trial(&trial);
    }
    return tally;
}

static void the_deepest_point_has_the_signed_distance(void **state)
{
    (void)state;
    const struct tally few = check_trials(12, 3000, 1);
    assert_true(few.touching > 600 && few.within > 200 && few.overlapping > 300);
    const struct tally many = check_trials(100, 60, 2);
    assert_true(many.touching > 10);
}

static void swapping_the_hulls_mirrors_the_manifold(void **state)
{
    (void)state;
    static struct solid a, b;
    struct random random = {3};
    int compared = 0, same_count = 0;
    for (int k = 0; k < 2000; ++k) {
        struct hull_trial trial = random_hull_trial(&random, 12);
        const md3_manifold one = touch3(&trial.a, trial.at_a, &trial.b, trial.at_b, trial.margin);
        const md3_manifold other = touch3(&trial.b, trial.at_b, &trial.a, trial.at_a, trial.margin);
        const struct truth truth = truth_of(&trial, &a, &b);
        const double tolerance = choice_tolerance(truth.core);
        if (fabs(truth.distance - trial.margin) > tolerance) {
            assert_int_equal(one.count > 0, other.count > 0);
        }
        if (one.count > 0 && other.count > 0) {
            assert_near((double)deepest(&one), (double)deepest(&other), 2 * tolerance);
            const md_real cosine = -md3_vec_dot(one.normal, other.normal);
            ++compared;
            same_count += cosine > (md_real)0.999 && one.count == other.count;
        }
        end_hull_trial(&trial);
    }
    assert_true(compared > 400);
    assert_true(same_count > 0.9 * compared); /* the others are ties of two axes, which the first hull wins */
}

/* ---- Ids --------------------------------------------------------------------------------------------------------- */

/** Asserts that a crate at rest keeps its ids while it moves by up to 0.1 mm and turns by up to 0.1 mrad. */
static void check_jitter(const md3_geometry *below, const md3_geometry *above, md3_transform at, bool swapped)
{
    struct random random = {4};
    md3_manifold first = {.count = 0};
    for (int k = 0; k < 500; ++k) {
        const double jitter = k == 0 ? 0 : 1e-4;
        md3_transform now = at;
        const md3_vec axis = random_direction(&random);
        now.q = md3_rot_multiply(md3_rot_from_axis_angle(axis, random_real(&random, -jitter, jitter)), at.q);
        now.p = md3_vec_add(at.p, random_point_in_cube(&random, jitter));
        const md3_manifold manifold = swapped ? touch3(above, now, below, place3(0, 0, 0), 0.01)
                                              : touch3(below, place3(0, 0, 0), above, now, 0.01);
        first = k == 0 ? manifold : first;
        assert_int_equal(manifold.count, 4);
        assert_true(same_ids(&first, &manifold));
    }
}

/** A prism over a regular polygon, 1 m high. */
static md3_hull *prism(int corners)
{
    md3_vec points[2 * 12];
    md3_hull *hull;
    for (int i = 0; i < corners; ++i) {
        const double angle = 6.283185307179586 * i / corners;
        points[2 * i] = at3(0.5 * cos(angle), 0.5 * sin(angle), -0.5);
        points[2 * i + 1] = at3(0.5 * cos(angle), 0.5 * sin(angle), 0.5);
    }
    assert_int_equal(md3_hull_create(NULL, points, 2 * corners, &hull, NULL), MD_OK);
    return hull;
}

static void small_motions_keep_the_ids(void **state)
{
    (void)state;
    md3_hull *ground = box_hull(20, 20, 1), *crate = box_hull(0.5, 0.5, 0.5), *nut = prism(6);
    const md3_geometry a = hull_of(ground, 0), b = hull_of(crate, 0), rounded = hull_of(crate, 0.05);
    const md3_geometry hexagon = hull_of(nut, 0);
    for (int swapped = 0; swapped < 2; ++swapped) {
        check_jitter(&a, &hexagon, place3(0.3, 0.2, 1.5), swapped == 1);
        check_jitter(&a, &b, place3(0.3, 0.2, 1.5), swapped == 1);
        check_jitter(&b, &b, place3(0, 0, 1), swapped == 1);
        check_jitter(&b, &b, place3(0.2, 0.1, 1), swapped == 1);
        check_jitter(&b, &rounded, place3(0, 0, 1.05), swapped == 1);
        check_jitter(&b, &b, turned3(0, 0, 1, at3(0, 0, 1), 0.7853981633974483), swapped == 1);
        check_jitter(&b, &b, turned3(0.1, 0, 1, at3(0, 0, 1), 0.5), swapped == 1);
    }
    md3_hull_destroy(ground);
    md3_hull_destroy(crate);
    md3_hull_destroy(nut);
}

static void a_sliding_crate_keeps_the_ids_of_its_corners(void **state)
{
    (void)state;
    md3_hull *table = box_hull(2, 2, 0.5), *crate = box_hull(0.5, 0.5, 0.5);
    const md3_geometry a = hull_of(table, 0), b = hull_of(crate, 0);
    const md3_manifold first = touch3(&a, place3(0, 0, 0), &b, place3(-1.4, 0, 0.999), 0.01);
    for (int k = 0; k < 100; ++k) {
        const md3_manifold manifold =
            touch3(&a, place3(0, 0, 0), &b, turned3(-1.4 + 0.028 * k, 0, 0.999, at3(0, 0, 1), 0.001 * k), 0.01);
        assert_true(same_ids(&first, &manifold));
    }
    /* Beyond the edge two points are at the edge, and two are still the crate's corners. */
    const md3_manifold over = touch3(&a, place3(0, 0, 0), &b, place3(1.8, 0, 0.999), 0.01);
    assert_int_equal(over.count, 4);
    int kept = 0;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) {
            kept += over.point[i].id == first.point[k].id;
        }
    }
    assert_int_equal(kept, 2);
    md3_hull_destroy(table);
    md3_hull_destroy(crate);
}

/* ---- Special cases ----------------------------------------------------------------------------------------------- */

static void crossed_edges_touch_at_one_point(void **state)
{
    (void)state;
    /* Two long bars with their edges up and down, crossed: the edges are 1 mm into each other. */
    md3_hull *bar = box_hull(2, 0.25, 0.25);
    const md3_geometry a = hull_of(bar, 0);
    const double half = 0.25 * sqrt(2);
    const md3_transform low = turned3(0, 0, 0, at3(1, 0, 0), 0.78539816339744831);
    const md3_rot across = md3_rot_from_axis_angle(at3(0, 0, 1), 1.5707963267948966);
    const md3_transform high = {at3(0.5, 0.25, 2 * half - 0.001), md3_rot_multiply(across, low.q)};
    const md3_manifold manifold = touch3(&a, low, &a, high, 0);
    assert_int_equal(manifold.count, 1);
    assert_vec_near(manifold.normal, at3(0, 0, 1), PICK(1e-12, 1e-6));
    assert_near((double)manifold.point[0].separation, -0.001, PICK(1e-12, 1e-6));
    assert_vec_near(manifold.point[0].point, at3(0.5, 0, half - 0.0005), PICK(1e-12, 1e-6));
    md3_hull_destroy(bar);
}

static void parallel_edges_touch_at_two_points(void **state)
{
    (void)state;
    /* Rounded bars side by side, turned by 45 degrees: an edge of each faces the other. */
    md3_hull *bar = box_hull(1, 0.25, 0.25);
    const md3_geometry a = hull_of(bar, 0.05);
    const double half = 0.25 * sqrt(2);
    const md3_transform low = turned3(0, 0, 0, at3(1, 0, 0), 0.78539816339744831);
    const md3_transform high = turned3(0.5, 0, 2 * half + 0.1, at3(1, 0, 0), 0.78539816339744831);
    const md3_manifold manifold = touch3(&a, low, &a, high, 0.01);
    assert_int_equal(manifold.count, 2);
    assert_vec_near(manifold.normal, at3(0, 0, 1), 1e-5);
    assert_true(has_point(&manifold, at3(-0.5, 0, half + 0.05), 1e-5));
    assert_true(has_point(&manifold, at3(1, 0, half + 0.05), 1e-5));
    assert_near((double)manifold.point[0].separation, 0, 1e-5);
    md3_hull_destroy(bar);
}

static void normals_of_rounded_corners_turn_continuously(void **state)
{
    (void)state;
    md3_hull *cube = box_hull(1, 1, 1);
    const md3_geometry a = hull_of(cube, 0.2), b = hull_of(cube, 0.1);
    for (int k = 1; k < 15; ++k) {
        for (int j = 1; j < 15; ++j) {
            const double u = 0.1 * k, v = 0.1 * j;
            const md3_vec n = at3(cos(u) * cos(v), sin(u) * cos(v), sin(v));
            const md3_vec p = md3_vec_add_scaled(at3(2, 2, 2), (md_real)0.28, n);
            const md3_manifold manifold = touch3(&a, place3(0, 0, 0), &b, md3_transform_make(p, md3_rot_identity()), 0);
            assert_int_equal(manifold.count, 1);
            assert_vec_near(manifold.normal, n, PICK(1e-12, 2e-6));
            assert_near((double)manifold.point[0].separation, -0.02, PICK(1e-12, 1e-6));
            assert_vec_near(manifold.point[0].point, md3_vec_add_scaled(at3(1, 1, 1), (md_real)0.19, n),
                            PICK(1e-12, 1e-6));
        }
    }
    md3_hull_destroy(cube);
}

static void a_deep_overlap_is_resolved_along_the_shortest_way(void **state)
{
    (void)state;
    md3_hull *large = box_hull(1, 1, 1), *small = box_hull(0.5, 0.5, 0.5);
    const md3_geometry a = hull_of(large, 0), b = hull_of(small, 0);
    const md3_manifold manifold = touch3(&a, place3(0, 0, 0), &b, place3(0.1, -0.3, 0.2), 0);
    assert_vec_near(manifold.normal, at3(0, -1, 0), 0);
    assert_near((double)deepest(&manifold), -1.2, 1e-6);
    /* The same place: every direction of a face is as good, and one is chosen. */
    const md3_manifold same = touch3(&a, place3(0, 0, 0), &a, place3(0, 0, 0), 0);
    assert_near((double)deepest(&same), -2, 1e-6);
    md3_hull_destroy(large);
    md3_hull_destroy(small);
}

static void a_tilted_box_keeps_the_points_within_the_margin(void **state)
{
    (void)state;
    md3_hull *table = box_hull(2, 2, 0.5), *crate = box_hull(0.5, 0.5, 0.5);
    const md3_geometry a = hull_of(table, 0), b = hull_of(crate, 0);
    /* Tilted by 0.01 about y: the upper corners are 1 cm above the lower ones. */
    const md3_transform tilted = turned3(0, 0, 1, at3(0, 1, 0), 0.01);
    assert_int_equal(touch3(&a, place3(0, 0, 0), &b, tilted, 0.001).count, 2);
    const md3_manifold all = touch3(&a, place3(0, 0, 0), &b, tilted, 0.02);
    assert_int_equal(all.count, 4);
    assert_near((double)deepest(&all), -0.005, 1e-4);
    md3_hull_destroy(table);
    md3_hull_destroy(crate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_on_a_box_rests_on_four_points),
        cmocka_unit_test(the_points_of_an_overhang_are_at_the_edge_of_the_table),
        cmocka_unit_test(an_octagon_is_reduced_to_four_points_with_a_large_area),
        cmocka_unit_test(the_deepest_point_has_the_signed_distance),
        cmocka_unit_test(swapping_the_hulls_mirrors_the_manifold),
        cmocka_unit_test(small_motions_keep_the_ids),
        cmocka_unit_test(a_sliding_crate_keeps_the_ids_of_its_corners),
        cmocka_unit_test(crossed_edges_touch_at_one_point),
        cmocka_unit_test(parallel_edges_touch_at_two_points),
        cmocka_unit_test(normals_of_rounded_corners_turn_continuously),
        cmocka_unit_test(a_deep_overlap_is_resolved_along_the_shortest_way),
        cmocka_unit_test(a_tilted_box_keeps_the_points_within_the_margin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
