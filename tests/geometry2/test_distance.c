/* The distance of hulls, against every edge with every point. */
#include "geometry2/by_hand.h"

struct scene {
    md2_hull a, b;
    md2_transform at_a, at_b;
};

/** Two hulls up to `extent` m apart, `away` m from the world's origin. */
static struct scene random_scene(struct random *random, double extent, double away)
{
    struct scene scene = {.a = ellipse_hull(random), .b = ellipse_hull(random)};
    const double x = random_real(random, -away, away);
    const double y = random_real(random, -away, away);
    scene.at_a = place(x, y, random_real(random, -PI, PI));
    scene.at_b = place(x + random_real(random, -extent, extent), y + random_real(random, -extent, extent),
                       random_real(random, -PI, PI));
    return scene;
}

static md2_distance_result distance_of(const struct scene *scene)
{
    return md2_hull_distance(&scene->a, scene->at_a, &scene->b, scene->at_b);
}

/** The rounding of numbers as large as the hulls, 4 m at most from the origin of each, and the way between them. */
static double rounding(const struct scene *scene)
{
    const double between =
        hypot((double)(scene->at_b.p.x - scene->at_a.p.x), (double)(scene->at_b.p.y - scene->at_a.p.y));
    return (double)MD_REAL_EPSILON * (8 + between);
}

/** The rounding of places in the world, which the nearest points are. */
static double world_rounding(const struct scene *scene)
{
    return rounding(scene) + (double)MD_REAL_EPSILON * (fabs((double)scene->at_a.p.x) + fabs((double)scene->at_a.p.y));
}

static struct wide from_a(const struct scene *scene, md2_vec point)
{
    return (struct wide){(long double)point.x - scene->at_a.p.x, (long double)point.y - scene->at_a.p.y};
}

/** Nearest points are on the surfaces, as far apart as said, one from the other along the normal. */
static void check_points(const struct scene *scene, const md2_distance_result *result)
{
    const double tolerance = 8 * world_rounding(scene);
    const struct wide_hull hull[] = {wide_hull_of(&scene->a, scene->at_a, scene->at_a.p),
                                     wide_hull_of(&scene->b, scene->at_b, scene->at_a.p)};
    const double radius[] = {(double)scene->a.radius, (double)scene->b.radius};
    const struct wide point[] = {from_a(scene, result->point[0]), from_a(scene, result->point[1])};
    for (int i = 0; i < 2; ++i) {
        const double depth = (double)wide_point_distance(&hull[i], point[i]) - radius[i];
        assert_true(result->distance > 0 ? fabs(depth) <= tolerance : depth <= tolerance);
    }
    const struct wide apart = wide_sub(point[1], point[0]);
    assert_true(fabs((double)(apart.x - result->distance * result->normal.x)) <= tolerance);
    assert_true(fabs((double)(apart.y - result->distance * result->normal.y)) <= tolerance);
}

/** The normal is of length one and separates the hulls by no less than their distance: only the right one does. */
static void check_normal(const struct scene *scene, const md2_distance_result *result)
{
    const struct wide n = {result->normal.x, result->normal.y};
    const struct wide_hull a = wide_hull_of(&scene->a, scene->at_a, scene->at_a.p);
    const struct wide_hull b = wide_hull_of(&scene->b, scene->at_b, scene->at_a.p);
    assert_true(fabs((double)wide_dot(n, n) - 1) <= 8 * (double)MD_REAL_EPSILON);
    for (int i = 0; i < a.count; ++i) {
        for (int j = 0; j < b.count; ++j) {
            const long double along = wide_dot(n, wide_sub(b.point[j], a.point[i])) - scene->a.radius - scene->b.radius;
            assert_true((double)along >= (double)result->distance - 16 * rounding(scene));
        }
    }
}

static void check_scene(const struct scene *scene, int32_t *most_iterations)
{
    const md2_distance_result result = distance_of(scene);
    const double expected = brute_distance(&scene->a, scene->at_a, &scene->b, scene->at_b);
    const double radii = (double)scene->a.radius + (double)scene->b.radius;
    assert_true(fabs((double)result.distance - fmax(0, expected)) <= 8 * rounding(scene));
    check_points(scene, &result);
    if (result.distance > 0) {
        check_normal(scene, &result);
    }
    /* Cores that are clearly apart have a normal, cores that overlap have none unless it is by a rounding. */
    if (expected + radii > 8 * rounding(scene)) {
        assert_true(result.normal.x != 0 || result.normal.y != 0);
    }
    assert_true(result.iterations >= 1 && result.iterations < 32);
    *most_iterations = result.iterations > *most_iterations ? result.iterations : *most_iterations;
}

static void distances_are_those_of_brute_force_near_the_origin_and_far_from_it(void **state)
{
    (void)state;
    struct random random = {1};
    int32_t most_iterations = 0;
    for (int k = 0; k < 20000; ++k) {
        const double extents[] = {0.1, 2, 5, 1000};
        const struct scene scene = random_scene(&random, extents[k % 4], k % 3 == 0 ? 1e4 : 1);
        check_scene(&scene, &most_iterations);
    }
    /* What hulls of eight points take: far from the bound of 32. */
    assert_true(most_iterations <= 12);
}

/** Hulls on a lattice: edges that are parallel, corners that meet, points that coincide, all exactly. */
static void distances_are_exact_among_degenerate_lattice_hulls(void **state)
{
    (void)state;
    static const md2_vec POINTS[][4] = {{{0, 0}},
                                        {{-1, 0}, {1, 0}},
                                        {{0, -1}, {0, 1}},
                                        {{-1, -1}, {1, 1}},
                                        {{-1, -1}, {1, -1}, {0, 1}},
                                        {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
                                        {{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
    static const int32_t COUNTS[] = {1, 2, 2, 2, 3, 4, 4};
    int32_t most_iterations = 0;
    for (int k = 0; k < 7 * 7 * 4 * 81; ++k) {
        const int turn = k / 49 % 4;
        const int column = k / 196 % 9;
        const int row = k / 196 / 9;
        struct scene scene = {hull_of(POINTS[k % 7], COUNTS[k % 7], 0),
                              hull_of(POINTS[k / 7 % 7], COUNTS[k / 7 % 7], 0),
                              {{0, 0}, {1, 0}},
                              {{(md_real)(column - 4), (md_real)(row - 4)}, {1, 0}}};
        scene.at_b.q = (md2_rot[]){{1, 0}, {0, 1}, {-1, 0}, {0, -1}}[turn];
        check_scene(&scene, &most_iterations);
    }
    assert_true(most_iterations <= 12);
}

static void overlapping_cores_have_no_distance_no_normal_and_a_common_point(void **state)
{
    (void)state;
    struct random random = {2};
    int found = 0;
    for (int k = 0; k < 20000; ++k) {
        const struct scene scene = random_scene(&random, 0.5, 1);
        const struct wide_hull a = wide_hull_of(&scene.a, scene.at_a, scene.at_a.p);
        const struct wide_hull b = wide_hull_of(&scene.b, scene.at_b, scene.at_a.p);
        /* Deep: the mean of b's points is clear of the edges of a, with a circle of 1 cm. */
        struct wide middle = {0, 0};
        for (int i = 0; i < b.count; ++i) {
            middle.x += b.point[i].x / b.count;
            middle.y += b.point[i].y / b.count;
        }
        bool deep = a.count > 2 && wide_contains(&a, middle);
        for (int i = 0; deep && i < a.count; ++i) {
            deep = wide_to_segment(middle, a.point[i], a.point[(i + 1) % a.count]) > 0.01L;
        }
        if (!deep) {
            continue;
        }
        ++found;
        const md2_distance_result result = distance_of(&scene);
        assert_true(result.distance == 0);
        assert_true(result.normal.x == 0 && result.normal.y == 0);
        assert_true(result.point[0].x == result.point[1].x && result.point[0].y == result.point[1].y);
        check_points(&scene, &result);
    }
    assert_true(found > 1500);
}

static void rounded_hulls_that_overlap_share_the_point_in_the_middle_and_keep_the_normal(void **state)
{
    (void)state;
    const struct scene scene = {circle_of(1), circle_of(0.5), place(2, 3, 0), place(3.25, 3, 1)};
    const md2_distance_result result = distance_of(&scene);
    assert_true(result.distance == 0);
    assert_true(result.normal.x == 1 && result.normal.y == 0);
    /* Surfaces at x = 3 and 2.75. */
    assert_true(result.point[0].x == (md_real)2.875 && result.point[1].x == (md_real)2.875);
}

static void boxes_that_touch_exactly_have_no_distance(void **state)
{
    (void)state;
    const md2_hull box = box_of(0.5, 0.5);
    static const double PLACES[][2] = {{1, 0}, {1, 0.25}, {0, -1}, {1, 1}, {-1, 1}, {-1, -0.5}};
    for (size_t k = 0; k < sizeof PLACES / sizeof *PLACES; ++k) {
        const struct scene scene = {box, box, place(0, 0, 0), place(PLACES[k][0], PLACES[k][1], 0)};
        const md2_distance_result result = distance_of(&scene);
        assert_true(result.distance == 0);
        check_points(&scene, &result);
        /* A hair apart there is a distance, and it is exact. */
        struct scene apart = scene;
        const double hair = 0x1p-12;
        apart.at_b.p.x += (md_real)(PLACES[k][0] * hair);
        apart.at_b.p.y += (md_real)(PLACES[k][1] * hair);
        const md2_distance_result near = distance_of(&apart);
        assert_true(near.distance > 0);
        check_normal(&apart, &near);
    }
}

static void known_pairs_have_the_distance_of_the_school_book(void **state)
{
    (void)state;
    const md2_hull box = box_of(0.5, 0.5);
    const struct scene corners = {box, box, place(0, 0, 0), place(4, 5, 0)};
    md2_distance_result result = distance_of(&corners);
    assert_true(fabs((double)result.distance - 5) <= 8 * (double)MD_REAL_EPSILON);
    assert_true(result.point[0].x == (md_real)0.5 && result.point[0].y == (md_real)0.5);
    assert_true(result.point[1].x == (md_real)3.5 && result.point[1].y == (md_real)4.5);
    const struct scene edge = {box, circle_of(0.25), place(0, 0, 0), place(0.25, 2, 0)};
    result = distance_of(&edge);
    assert_true(result.distance == (md_real)1.25);
    assert_true(result.normal.x == 0 && result.normal.y == 1);
    assert_true(result.point[0].x == (md_real)0.25 && result.point[0].y == (md_real)0.5);
    assert_true(result.point[1].x == (md_real)0.25 && result.point[1].y == (md_real)1.75);
}

/** The same operations are done on numbers of the other sign, so there is no tolerance. */
static void exchanging_the_hulls_exchanges_the_result_to_the_bit(void **state)
{
    (void)state;
    struct random random = {3};
    for (int k = 0; k < 20000; ++k) {
        const struct scene scene = random_scene(&random, k % 2 == 0 ? 2 : 8, 100);
        const struct scene swapped = {scene.b, scene.a, scene.at_b, scene.at_a};
        const md2_distance_result one = distance_of(&scene);
        const md2_distance_result other = distance_of(&swapped);
        assert_true(one.distance == other.distance);
        assert_true(one.normal.x == -other.normal.x && one.normal.y == -other.normal.y);
        assert_true(one.point[0].x == other.point[1].x && one.point[0].y == other.point[1].y);
        assert_true(one.point[1].x == other.point[0].x && one.point[1].y == other.point[0].y);
        assert_int_equal(one.iterations, other.iterations);
    }
}

/** Places whose difference is exact: the same hulls are as far apart to the bit, wherever they are. */
static void distance_does_not_depend_on_the_place_in_the_world(void **state)
{
    (void)state;
    struct random random = {4};
    for (int k = 0; k < 2000; ++k) {
        struct scene scene = {ellipse_hull(&random), ellipse_hull(&random), place(0, 0, random_real(&random, -PI, PI)),
                              place(random_index(&random, 9) - 4, random_index(&random, 9) - 4, 0)};
        const md2_distance_result here = distance_of(&scene);
        scene.at_a.p = (md2_vec){scene.at_a.p.x + 8192, scene.at_a.p.y - 8192};
        scene.at_b.p = (md2_vec){scene.at_b.p.x + 8192, scene.at_b.p.y - 8192};
        const md2_distance_result there = distance_of(&scene);
        assert_true(here.distance == there.distance);
        assert_true(here.normal.x == there.normal.x && here.normal.y == there.normal.y);
    }
}

static void numbers_that_are_not_finite_end_the_search_all_the_same(void **state)
{
    (void)state;
    const md_real wrong[] = {NAN, INFINITY, -INFINITY};
    const md2_hull box = box_of(0.5, 0.5);
    for (int k = 0; k < 3; ++k) {
        struct scene scene = {box, box, place(0, 0, 0), place(1, 0, 0)};
        scene.at_b.p.x = wrong[k];
        assert_true(distance_of(&scene).iterations <= 32);
        scene.at_b = place(1, 0, 0);
        scene.at_a.q.c = wrong[k];
        assert_true(distance_of(&scene).iterations <= 32);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_brute_force_near_the_origin_and_far_from_it),
        cmocka_unit_test(distances_are_exact_among_degenerate_lattice_hulls),
        cmocka_unit_test(overlapping_cores_have_no_distance_no_normal_and_a_common_point),
        cmocka_unit_test(rounded_hulls_that_overlap_share_the_point_in_the_middle_and_keep_the_normal),
        cmocka_unit_test(boxes_that_touch_exactly_have_no_distance),
        cmocka_unit_test(known_pairs_have_the_distance_of_the_school_book),
        cmocka_unit_test(exchanging_the_hulls_exchanges_the_result_to_the_bit),
        cmocka_unit_test(distance_does_not_depend_on_the_place_in_the_world),
        cmocka_unit_test(numbers_that_are_not_finite_end_the_search_all_the_same),
    };
    return cmocka_run_group_tests_name("distance", tests, NULL, NULL);
}
