/* Creation of hulls: accepted input, refused input, and the resulting hulls. */
#include <string.h>

#include "geometry2/random_hull.h"

static const double TINY = PICK(1e-14, 1e-6); /* a few rounding errors of numbers around 1 */

static void assert_near(md2_vec found, double x, double y, double tolerance)
{
    assert_true(fabs((double)found.x - x) <= tolerance);
    assert_true(fabs((double)found.y - y) <= tolerance);
}

/* Asserts that a hull is counter-clockwise and convex, with outward unit normals perpendicular to the edges, and zeros
 * after the last point. */
static void assert_sound(const md2_hull *hull)
{
    const md2_vec zero = {0, 0};
    assert_true(hull->count >= 1 && hull->count <= MD2_MAX_POINTS);
    for (int32_t i = hull->count; i < MD2_MAX_POINTS; ++i) {
        assert_memory_equal(&hull->point[i], &zero, sizeof zero);
        assert_memory_equal(&hull->normal[i], &zero, sizeof zero);
    }
    for (int32_t i = 0; hull->count > 1 && i < hull->count; ++i) {
        const md2_vec a = hull->point[i];
        const md2_vec b = hull->point[(i + 1) % hull->count];
        const md2_vec n = hull->normal[i];
        const double length = hypot((double)(b.x - a.x), (double)(b.y - a.y));
        assert_true(length >= (double)MD2_LINEAR_SLOP);
        assert_near(n, (double)(b.y - a.y) / length, -(double)(b.x - a.x) / length, PICK(1e-13, 1e-4));
        assert_true(fabs(hypot((double)n.x, (double)n.y) - 1) < TINY);
        for (int32_t k = 0; hull->count > 2 && k < hull->count; ++k) {
            const md2_vec p = hull->point[k];
            const double outside = (double)(n.x * (p.x - a.x) + n.y * (p.y - a.y));
            const bool is_end = k == i || k == (i + 1) % hull->count;
            assert_true(is_end ? fabs(outside) < PICK(1e-13, 1e-5) : outside < 0);
        }
    }
}

static void assert_refused(md_status found, md_status expected, const md2_hull *hull)
{
    md2_hull untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    assert_int_equal(found, expected);
    assert_memory_equal(hull, &untouched, sizeof untouched);
}

static void assert_polygon_refused(const md2_vec *points, int32_t count, md_real radius, md_status expected)
{
    md2_hull hull;
    memset(&hull, 0x5a, sizeof hull);
    assert_refused(md2_hull_polygon(&hull, points, count, radius), expected, &hull);
}

static void shuffle(struct random *random, md2_vec *points, int32_t count)
{
    for (int32_t i = count - 1; i > 0; --i) {
        const int32_t k = random_index(random, i + 1);
        const md2_vec kept = points[i];
        points[i] = points[k];
        points[k] = kept;
    }
}

static int32_t regular(md2_vec *points, int32_t count, double radius, double turn)
{
    for (int32_t i = 0; i < count; ++i) {
        const double angle = turn + 2 * acos(-1) * i / count;
        points[i] = (md2_vec){(md_real)(radius * cos(angle)), (md_real)(radius * sin(angle))};
    }
    return count;
}

/* ---- Circle, capsule, segment, box ------------------------------------------------------------------------------- */

static void a_circle_is_one_point(void **state)
{
    (void)state;
    md2_hull hull;
    assert_int_equal(md2_hull_circle(&hull, (md2_vec){1, 2}, 3), MD_OK);
    assert_sound(&hull);
    assert_int_equal(hull.count, 1);
    assert_near(hull.centroid, 1, 2, 0);
    assert_true(hull.radius == 3);
}

static void a_capsule_has_two_points_and_opposite_normals(void **state)
{
    (void)state;
    md2_hull hull;
    assert_int_equal(md2_hull_capsule(&hull, (md2_vec){-1, 2}, (md2_vec){3, 2}, 1), MD_OK);
    assert_sound(&hull);
    assert_int_equal(hull.count, 2);
    assert_near(hull.normal[0], 0, -1, 0);
    assert_near(hull.normal[1], 0, 1, 0);
    assert_near(hull.centroid, 1, 2, 0);
    assert_int_equal(md2_hull_segment(&hull, (md2_vec){0, 0}, (md2_vec){0, 2}), MD_OK);
    assert_sound(&hull);
    assert_true(hull.radius == 0);
}

static void a_box_has_the_given_center_and_rotation(void **state)
{
    (void)state;
    md2_hull hull;
    assert_int_equal(md2_hull_box(&hull, (md2_vec){2, 1}, (md2_vec){5, 6}, (md2_rot){0, 1}, (md_real)0.25), MD_OK);
    assert_sound(&hull);
    assert_int_equal(hull.count, 4);
    assert_near(hull.centroid, 5, 6, 0);
    assert_near(hull.point[0], 6, 4, 0);
    assert_near(hull.point[2], 4, 8, 0);
    assert_true(hull.radius == (md_real)0.25);
    /* Axis-aligned boxes have exact axis-aligned normals, whatever their size. */
    assert_int_equal(md2_hull_box(&hull, (md2_vec){(md_real)0.49, 7}, (md2_vec){0, 0}, (md2_rot){1, 0}, 0), MD_OK);
    assert_near(hull.normal[1], 1, 0, 0);
}

static void invalid_shapes_are_refused_and_leave_the_hull_unchanged(void **state)
{
    (void)state;
    const md_real bad = (md_real)NAN;
    const md2_vec zero = {0, 0};
    const md2_vec one = {1, 0};
    const md2_vec near = {(md_real)0.004, 0};
    const md2_vec far = {MD_REAL_MAX, 0};
    const md2_rot q = {1, 0};
    md2_hull hull;
    memset(&hull, 0x5a, sizeof hull);
    const md_status found[] = {
        md2_hull_circle(&hull, zero, 0),
        md2_hull_circle(&hull, zero, -1),
        md2_hull_circle(&hull, zero, bad),
        md2_hull_circle(&hull, zero, MD_INFINITY),
        md2_hull_circle(&hull, (md2_vec){0, bad}, 1),
        md2_hull_capsule(&hull, zero, near, 1),
        md2_hull_capsule(&hull, zero, one, -1),
        md2_hull_capsule(&hull, zero, one, bad),
        md2_hull_capsule(&hull, zero, (md2_vec){MD_INFINITY, 0}, 1),
        md2_hull_capsule(&hull, (md2_vec){bad, 0}, one, 1),
        md2_hull_capsule(&hull, zero, far, 1), /* the square of its length overflows */
        md2_hull_segment(&hull, one, one),
        md2_hull_box(&hull, (md2_vec){1, 0}, zero, q, 0),
        md2_hull_box(&hull, (md2_vec){-1, 1}, zero, q, 0),
        md2_hull_box(&hull, (md2_vec){1, bad}, zero, q, 0),
        md2_hull_box(&hull, (md2_vec){1, 1}, (md2_vec){bad, 0}, q, 0),
        md2_hull_box(&hull, (md2_vec){1, 1}, zero, (md2_rot){0, 0}, 0),
        md2_hull_box(&hull, (md2_vec){1, 1}, zero, (md2_rot){bad, 1}, 0),
        md2_hull_box(&hull, (md2_vec){1, 1}, zero, q, -1),
        md2_hull_box(&hull, (md2_vec){1, 1}, far, q, 0), /* all points coincide by rounding */
    };
    for (size_t i = 0; i < sizeof found / sizeof *found; ++i) {
        assert_refused(found[i], MD_ERROR_ARGUMENT, &hull);
    }
}

/* ---- Polygon ----------------------------------------------------------------------------------------------------- */

static void the_order_of_the_points_does_not_matter(void **state)
{
    (void)state;
    struct random random = {3};
    for (int32_t trial = 0; trial < 1000; ++trial) {
        md2_vec points[12];
        const int32_t count = 3 + random_index(&random, 10);
        const bool on_a_grid = trial % 2 == 0; /* many points are equally far, or closer than the slop */
        for (int32_t i = 0; i < count; ++i) {
            const md2_vec on_grid = {(md_real)(0.004 * random_index(&random, 9)),
                                     (md_real)(0.004 * random_index(&random, 9))};
            points[i] = on_a_grid ? on_grid : random_vec(&random, 1);
        }
        md2_hull first;
        md2_hull again;
        const size_t size = offsetof(md2_hull, count) + sizeof first.count; /* without trailing padding */
        const md_status status = md2_hull_polygon(&first, points, count, 1);
        for (int32_t turn = 0; turn < 5; ++turn) {
            shuffle(&random, points, count);
            assert_int_equal(md2_hull_polygon(&again, points, count, 1), status);
            if (status == MD_OK) {
                assert_sound(&again);
                assert_memory_equal(&again, &first, size);
            }
        }
    }
}

static void clockwise_points_give_a_counter_clockwise_polygon(void **state)
{
    (void)state;
    const md2_vec points[] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    md2_hull hull;
    assert_int_equal(md2_hull_polygon(&hull, points, 4, 0), MD_OK);
    assert_sound(&hull);
    assert_int_equal(hull.count, 4);
    assert_near(hull.point[0], 0, 0, 0);
    assert_near(hull.point[1], 1, 0, 0);
    assert_near(hull.centroid, 0.5, 0.5, TINY);
}

static void no_input_point_is_outside_by_more_than_the_slop(void **state)
{
    (void)state;
    struct random random = {4};
    int32_t accepted = 0;
    for (int32_t trial = 0; trial < 2000; ++trial) {
        md2_vec points[40];
        const int32_t count = 3 + random_index(&random, 38);
        const double height = pow(10, random_real(&random, -2.2, 0));
        const md2_transform at = random_transform(&random, 1);
        for (int32_t i = 0; i < count; ++i) {
            const double x = random_real(&random, -1, 1);
            const double y = height * random_real(&random, -1, 1);
            points[i].x = at.p.x + at.q.c * (md_real)x - at.q.s * (md_real)y;
            points[i].y = at.p.y + at.q.s * (md_real)x + at.q.c * (md_real)y;
        }
        md2_hull hull;
        if (md2_hull_polygon(&hull, points, count, 0) != MD_OK) {
            continue;
        }
        ++accepted;
        assert_sound(&hull);
        for (int32_t i = 0; i < count; ++i) {
            /* A point within the slop of the line of an edge can be beyond its end, at a corner of 60 degrees by tan 30
             * degrees times the slop. outline_start ensures that no corner is sharper. 1 / cos 30 deg = 1.155. */
            assert_true(signed_distance(&hull, (double)points[i].x, (double)points[i].y) <
                        1.16 * (double)MD2_LINEAR_SLOP);
        }
    }
    assert_true(accepted > 700);
}

static void duplicate_collinear_and_interior_points_are_left_out(void **state)
{
    (void)state;
    struct random random = {5};
    md2_vec points[80];
    int32_t count = 0;
    for (int32_t i = 0; i < 10; ++i) {
        const md_real t = (md_real)i / 10;
        points[count++] = (md2_vec){t, 0};
        points[count++] = (md2_vec){1, t};
        points[count++] = (md2_vec){1 - t, 1};
        points[count++] = (md2_vec){0, 1 - t};
        points[count++] = (md2_vec){t, t};
        points[count++] = (md2_vec){(md_real)1e-4 * t, (md_real)1e-4};
        points[count++] = (md2_vec){t, (md_real)-0.004}; /* within the slop of the lower edge */
        points[count++] = (md2_vec){1, 1};
    }
    for (int32_t turn = 0; turn < 50; ++turn) {
        shuffle(&random, points, count);
        md2_hull hull;
        assert_int_equal(md2_hull_polygon(&hull, points, count, 0), MD_OK);
        assert_sound(&hull);
        assert_int_equal(hull.count, 4);
        assert_near(hull.point[2], 1, 1, 0);
    }
    /* The midpoints of the sides of an octagon do not displace its corners. */
    md2_vec octagon[16];
    regular(octagon, 8, 1, 0.1);
    for (int32_t i = 0; i < 8; ++i) {
        const md2_vec next = octagon[(i + 1) % 8];
        octagon[8 + i] = (md2_vec){(octagon[i].x + next.x) / 2, (octagon[i].y + next.y) / 2};
    }
    shuffle(&random, octagon, 16);
    md2_hull hull;
    assert_int_equal(md2_hull_polygon(&hull, octagon, 16, 0), MD_OK);
    assert_sound(&hull);
    assert_int_equal(hull.count, 8);
}

static void bulges_below_the_slop_are_straightened(void **state)
{
    (void)state;
    /* The upper and lower side are parallel to the longest diagonal, so their midpoints are found before their ends. */
    const md_real bulge = 2 + (md_real)0.004;
    md2_vec points[] = {{-4, 0}, {4, 0}, {-2, 2}, {2, 2}, {-2, -2}, {2, -2}, {0, bulge}, {0, -bulge}};
    struct random random = {14};
    for (int32_t turn = 0; turn < 50; ++turn) {
        shuffle(&random, points, 8);
        md2_hull hull;
        assert_int_equal(md2_hull_polygon(&hull, points, 8, 0), MD_OK);
        assert_sound(&hull);
        assert_int_equal(hull.count, 6);
    }
}

static void points_too_far_away_to_resolve_the_slop_give_no_concave_polygon(void **state)
{
    (void)state;
    struct random random = {15};
    for (int32_t trial = 0; trial < 5000; ++trial) {
        const double size = pow(10, random_real(&random, 3, 16));
        const double slope = random_real(&random, -1, 1);
        md2_vec points[9];
        for (int32_t i = 0; i < 9; ++i) {
            const double x = size * random_real(&random, -1, 1);
            points[i] = (md2_vec){(md_real)x, (md_real)(slope * x)};
        }
        md2_hull hull = {.count = 0};
        if (md2_hull_polygon(&hull, points, 3 + trial % 7, 0) == MD_OK) {
            for (int32_t i = 0; i < hull.count; ++i) {
                const md2_vec a = hull.point[i];
                const md2_vec b = hull.point[(i + 1) % hull.count];
                const md2_vec c = hull.point[(i + 2) % hull.count];
                assert_true((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0);
            }
        }
    }
}

static void more_than_eight_corners_are_refused(void **state)
{
    (void)state;
    md2_vec points[200];
    md2_hull hull;
    assert_int_equal(md2_hull_polygon(&hull, points, regular(points, 8, 1, 0.3), 0), MD_OK);
    assert_int_equal(hull.count, 8);
    assert_polygon_refused(points, regular(points, 9, 1, 0.3), 0, MD_ERROR_SIZE);
    assert_polygon_refused(points, regular(points, 33, 10, 0.3), 0, MD_ERROR_SIZE);
    assert_polygon_refused(points, regular(points, 200, 10, 0.3), 0, MD_ERROR_SIZE);
    /* Nine points of which two coincide. */
    regular(points, 8, 1, 0.3);
    points[8] = (md2_vec){points[7].x + (md_real)0.001, points[7].y};
    assert_int_equal(md2_hull_polygon(&hull, points, 9, 0), MD_OK);
}

static void a_polygon_without_area_is_refused(void **state)
{
    (void)state;
    const md_real inf = MD_INFINITY;
    const md_real nan = (md_real)NAN;
    const md_real huge = MD_REAL_MAX / 2;
    const md2_vec triangle[] = {{0, 0}, {1, 0}, {0, 1}};
    const md2_vec line[] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}};
    const md2_vec one[] = {{1, 1}, {1, 1}, {1, 1}};
    const md2_vec thin[] = {{0, 0}, {1, 0}, {1, (md_real)0.004}, {0, (md_real)0.004}};
    const md2_vec bad[] = {{0, 0}, {1, 0}, {0, 1}, {0, nan}};
    const md2_vec endless[] = {{0, 0}, {1, 0}, {0, 1}, {-inf, 0}};
    const md2_vec overflowing[] = {{-huge, 0}, {huge, 0}, {0, huge}};
    assert_polygon_refused(line, 4, 0, MD_ERROR_ARGUMENT);
    assert_polygon_refused(line, 4, 1, MD_ERROR_ARGUMENT);
    assert_polygon_refused(one, 3, 0, MD_ERROR_ARGUMENT);
    assert_polygon_refused(thin, 4, 0, MD_ERROR_ARGUMENT);
    assert_polygon_refused(bad, 4, 0, MD_ERROR_ARGUMENT);
    assert_polygon_refused(endless, 4, 0, MD_ERROR_ARGUMENT);
    assert_polygon_refused(overflowing, 3, 0, MD_ERROR_ARGUMENT);
    assert_polygon_refused(triangle, 2, 0, MD_ERROR_ARGUMENT);
    assert_polygon_refused(triangle, 0, 0, MD_ERROR_ARGUMENT);
    assert_polygon_refused(triangle, 3, -1, MD_ERROR_ARGUMENT);
    assert_polygon_refused(triangle, 3, nan, MD_ERROR_ARGUMENT);
    assert_polygon_refused(NULL, -5, 0, MD_ERROR_ARGUMENT);
    /* Thin, but thicker than the slop. */
    const md2_vec plank[] = {{0, 0}, {1, 0}, {1, (md_real)0.006}, {0, (md_real)0.006}};
    md2_hull hull;
    assert_int_equal(md2_hull_polygon(&hull, plank, 4, 0), MD_OK);
    assert_sound(&hull);
    assert_int_equal(hull.count, 4);
}

/* ---- Transforms -------------------------------------------------------------------------------------------------- */

static void a_transformed_hull_is_a_valid_hull_of_transformed_points(void **state)
{
    (void)state;
    struct random random = {6};
    for (int32_t trial = 0; trial < 300; ++trial) {
        const md2_hull hull = random_hull(&random);
        const md2_transform at = random_transform(&random, 3);
        const md2_hull moved = md2_hull_transformed(&hull, at);
        const md2_transform back = {{-(at.q.c * at.p.x + at.q.s * at.p.y), at.q.s * at.p.x - at.q.c * at.p.y},
                                    {at.q.c, -at.q.s}};
        const md2_hull again = md2_hull_transformed(&moved, back);
        assert_sound(&hull);
        assert_sound(&moved);
        assert_int_equal(moved.count, hull.count);
        assert_true(moved.radius == hull.radius);
        assert_near(again.centroid, (double)hull.centroid.x, (double)hull.centroid.y, 10 * TINY);
        for (int32_t i = 0; i < hull.count; ++i) {
            const md2_vec p = hull.point[i];
            assert_near(moved.point[i], (double)(at.p.x + at.q.c * p.x - at.q.s * p.y),
                        (double)(at.p.y + at.q.s * p.x + at.q.c * p.y), 10 * TINY);
            assert_near(again.point[i], (double)p.x, (double)p.y, 10 * TINY);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_is_one_point),
        cmocka_unit_test(a_capsule_has_two_points_and_opposite_normals),
        cmocka_unit_test(a_box_has_the_given_center_and_rotation),
        cmocka_unit_test(invalid_shapes_are_refused_and_leave_the_hull_unchanged),
        cmocka_unit_test(the_order_of_the_points_does_not_matter),
        cmocka_unit_test(clockwise_points_give_a_counter_clockwise_polygon),
        cmocka_unit_test(no_input_point_is_outside_by_more_than_the_slop),
        cmocka_unit_test(duplicate_collinear_and_interior_points_are_left_out),
        cmocka_unit_test(bulges_below_the_slop_are_straightened),
        cmocka_unit_test(points_too_far_away_to_resolve_the_slop_give_no_concave_polygon),
        cmocka_unit_test(more_than_eight_corners_are_refused),
        cmocka_unit_test(a_polygon_without_area_is_refused),
        cmocka_unit_test(a_transformed_hull_is_a_valid_hull_of_transformed_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
