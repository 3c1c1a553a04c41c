/* The distance between convex geometries. Each result is proven: closest points that are in the geometries bound the
 * distance from above, the separation along the normal bounds it from below. For hulls it is also compared with brute
 * force over all features. */
#include "geometry3/brute_features3.h"

static struct hull_pool pool;

static int create_pool(void **state)
{
    (void)state;
    pool = hull_pool_create(1);
    return 0;
}

static int destroy_pool(void **state)
{
    (void)state;
    hull_pool_destroy(&pool);
    return 0;
}

/** Two geometries up to `extent` m apart, `away` m from the origin of the world. */
static struct scene random_scene(struct random *random, double extent, double away)
{
    struct scene scene = {.a = random_convex(&pool, random)};
    scene.b = random_convex(&pool, random);
    scene.at_a = random_transform(random, away);
    scene.at_b = random_transform(random, extent);
    scene.at_b.p = md3_vec_add(scene.at_b.p, scene.at_a.p);
    return scene;
}

static md3_distance_result distance_of(const struct scene *scene)
{
    return md3_distance(&scene->a, scene->at_a, &scene->b, scene->at_b);
}

/** Rounding error of numbers as large as the geometries, which are within 4 m of their origins, and the distance
 *  between. */
static double rounding(const struct scene *scene)
{
    return (double)MD_REAL_EPSILON * (8 + (double)md3_vec_distance(scene->at_a.p, scene->at_b.p));
}

/** Error of a distance. A round geometry is approached by ever smaller simplices, which rounding ends some digits
 *  earlier. */
static double tolerance(const struct scene *scene)
{
    const bool round = is_round(&scene->a) || is_round(&scene->b);
    return 32 * rounding(scene) + (round ? PICK(1e-9, 2e-5) : 0);
}

/** Rounding error of the closest points, which are positions in the world. */
static double world_rounding(const struct scene *scene)
{
    return (double)MD_REAL_EPSILON * (double)md3_vec_length(scene->at_a.p);
}

/** Asserts that the closest points are in the geometries, at the given distance, along the normal. */
static void check_points(const struct scene *scene, const md3_distance_result *result)
{
    const double error = tolerance(scene) + 4 * world_rounding(scene);
    struct wide point[2];
    for (int i = 0; i < 2; ++i) {
        point[i] = wide_sub(wide_of(result->point[i]), wide_of(scene->at_a.p));
    }
    const long double outside[] = {
        wide_to_geometry(&scene->a, wide_to_local(scene->at_a, scene->at_a.p, point[0])) - wide_flatness(&scene->a),
        wide_to_geometry(&scene->b, wide_to_local(scene->at_b, scene->at_a.p, point[1])) - wide_flatness(&scene->b)};
    assert_true((double)outside[0] <= error && (double)outside[1] <= error);
    const struct wide apart =
        wide_sub(wide_sub(point[1], point[0]), wide_scale(result->distance, wide_of(result->normal)));
    if (result->distance > 0) {
        /* The normal and the points may differ by the angle that the error of the distance permits. */
        const bool round = is_round(&scene->a) || is_round(&scene->b);
        assert_true((double)wide_length(apart) <= 4 * error + (round ? PICK(1e-5, 1e-2) : 0));
        assert_true(fabs((double)wide_length(wide_sub(point[1], point[0])) - (double)result->distance) <= error);
    } else {
        assert_true((double)wide_length(wide_sub(point[1], point[0])) == 0);
    }
}

/** Asserts that the normal has length 1 and that the separation along it is the distance, which holds for no other. */
static void check_normal(const struct scene *scene, const md3_distance_result *result)
{
    const struct wide n = wide_of(result->normal);
    assert_true(fabs((double)wide_dot(n, n) - 1) <= 8 * (double)MD_REAL_EPSILON);
    const long double separation = wide_separation(&scene->a, scene->at_a, &scene->b, scene->at_b, n);
    assert_true(fabs((double)separation - (double)result->distance) <= tolerance(scene));
}

static void check_scene(const struct scene *scene)
{
    const md3_distance_result result = distance_of(scene);
    check_points(scene, &result);
    if (result.distance > 0) {
        check_normal(scene, &result);
    }
    assert_true(result.iterations >= 1 && result.iterations < 128);
    assert_int_equal(result.triangle, -1);
}

/** Moves b along the normal to a given distance, if there is a normal. */
static void move_to(struct scene *scene, double distance)
{
    const md3_distance_result result = distance_of(scene);
    scene->at_b.p = md3_vec_add_scaled(scene->at_b.p, (md_real)(distance - (double)result.distance), result.normal);
}

static void every_pair_has_a_proven_distance_near_the_origin_and_far_from_it(void **state)
{
    (void)state;
    struct random random = {1};
    for (int k = 0; k < 6000; ++k) {
        const double extents[] = {0.1, 2, 5, 1000};
        struct scene scene = random_scene(&random, extents[k % 4], k % 3 == 0 ? 1e4 : 1);
        check_scene(&scene);
    }
}

static void pairs_that_nearly_touch_have_a_proven_distance(void **state)
{
    (void)state;
    struct random random = {2};
    for (int k = 0; k < 6000; ++k) {
        const double distances[] = {0, 1e-7, 1e-5, 1e-3};
        struct scene scene = random_scene(&random, 4, k % 3 == 0 ? 1e4 : 1);
        move_to(&scene, distances[k % 4]);
        check_scene(&scene);
        move_to(&scene, distances[k / 4 % 4]);
        check_scene(&scene);
    }
}

/** Rotations that are exact: by multiples of a third of a turn about diagonals, and of half a turn about axes. */
static md3_rot lattice_rotation(int k)
{
    const md_real h = (md_real)0.5;
    const md3_rot rotations[] = {{0, 0, 0, 1}, {1, 0, 0, 0},  {0, 1, 0, 0},   {0, 0, 1, 0},
                                 {h, h, h, h}, {-h, h, h, h}, {h, -h, -h, h}, {-h, -h, -h, h}};
    return rotations[k % 8];
}

/** Hulls on a lattice have exactly parallel faces and edges, touching corners and coincident points. */
static void distances_are_exact_among_hulls_on_a_lattice(void **state)
{
    (void)state;
    const md3_vec octahedron[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const md3_vec tetrahedron[] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    const md3_vec wedge[] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}};
    md3_hull *hull[4] = {box_hull(1, 1, 1)};
    assert_int_equal(md3_hull_create(NULL, octahedron, 6, &hull[1], NULL), MD_OK);
    assert_int_equal(md3_hull_create(NULL, tetrahedron, 4, &hull[2], NULL), MD_OK);
    assert_int_equal(md3_hull_create(NULL, wedge, 6, &hull[3], NULL), MD_OK);
    struct random random = {3};
    for (int k = 0; k < 8000; ++k) {
        struct scene scene = {.a = hull_of(hull[k % 4], 0), .b = hull_of(hull[k / 4 % 4], 0)};
        scene.at_a = md3_transform_make(md3_v(0, 0, 0), lattice_rotation(k / 16));
        scene.at_b = md3_transform_make(random_lattice_point(&random, 4, 1), lattice_rotation(k / 128));
        check_scene(&scene);
    }
    for (int i = 0; i < 4; ++i) {
        md3_hull_destroy(hull[i]);
    }
}

static void distances_of_hulls_agree_with_brute_force_over_all_features(void **state)
{
    (void)state;
    struct random random = {4};
    int apart = 0, overlapped = 0;
    for (int k = 0; k < 400; ++k) {
        struct scene scene = random_scene(&random, k % 2 == 0 ? 1.5 : 4, k % 3 == 0 ? 1e4 : 1);
        do {
            scene.a = random_geometry(&pool, &random, MD3_HULL);
            scene.b = random_geometry(&pool, &random, MD3_HULL);
        } while (md3_hull_vertices(scene.a.hull) > 16 || md3_hull_vertices(scene.b.hull) > 16);
        if (k % 5 == 0) {
            move_to(&scene, 1e-4);
        }
        const md3_distance_result result = distance_of(&scene);
        const double expected = brute_distance(&scene);
        assert_near((double)result.distance, fmax(0, expected), tolerance(&scene));
        const bool has_normal = md3_vec_length_squared(result.normal) > 0;
        const double cores = expected + (double)scene.a.radius + (double)scene.b.radius;
        assert_true(has_normal || cores <= tolerance(&scene));
        apart += expected > 0;
        overlapped += cores == 0;
    }
    assert_true(apart > 150 && overlapped > 50);
}

/* ---- Overlap ----------------------------------------------------------------------------------------------------- */

/** A point at least 1 mm deep inside a geometry with a volume: the centroid, which is at least a quarter of the
 *  thickness deep. */
static md3_vec inner_point(const md3_geometry *g)
{
    return g->type == MD3_HULL ? md3_hull_centroid(g->hull)
                               : md3_vec_lerp(g->point[0], g->point[1], (md_real)(g->type == MD3_CONE ? 0.25 : 0.5));
}

static void overlapping_cores_have_no_distance_no_normal_and_a_common_point(void **state)
{
    (void)state;
    struct random random = {5};
    for (int k = 0; k < 4000; ++k) {
        struct scene scene = random_scene(&random, 1, k % 3 == 0 ? 1e4 : 1);
        scene.a = random_geometry(&pool, &random, (md3_geometry_type)(MD3_HULL + k % 3));
        scene.b = random_geometry(&pool, &random, (md3_geometry_type)(MD3_HULL + k / 3 % 3));
        /* The inner points are less than 1 mm apart; at 1e4 m, as far as float can tell. */
        const md3_vec from_a = md3_rot_apply(scene.at_a.q, inner_point(&scene.a));
        const md3_vec from_b = md3_rot_apply(scene.at_b.q, inner_point(&scene.b));
        scene.at_b.p = md3_vec_add(scene.at_a.p, md3_vec_sub(from_a, from_b));
        const md3_distance_result result = distance_of(&scene);
        assert_true(result.distance == 0);
        assert_true(md3_vec_length_squared(result.normal) == 0);
        check_points(&scene, &result);
        assert_true(md3_overlap(&scene.a, scene.at_a, &scene.b, scene.at_b));
    }
}

static void overlapping_rounded_geometries_share_the_midpoint_and_keep_the_normal(void **state)
{
    (void)state;
    const struct scene scene = {sphere_of(at3(0, 0, 0), 1), sphere_of(at3(0, 0, 0), 0.5), place3(2, 3, 1),
                                place3(3.25, 3, 1)};
    const md3_distance_result result = distance_of(&scene);
    assert_true(result.distance == 0);
    assert_vec_near(result.normal, at3(1, 0, 0), 0);
    /* Surfaces at x = 3 and 2.75. */
    assert_vec_near(result.point[0], at3(2.875, 3, 1), 0);
    assert_vec_near(result.point[1], at3(2.875, 3, 1), 0);
    const struct scene centered = {scene.a, scene.b, place3(1, 2, 3), place3(1, 2, 3)};
    const md3_distance_result none = distance_of(&centered);
    assert_true(none.distance == 0 && md3_vec_length_squared(none.normal) == 0);
}

static void boxes_that_touch_exactly_have_distance_zero(void **state)
{
    (void)state;
    md3_hull *box = box_hull(0.5, 0.5, 0.5);
    static const double PLACES[][3] = {{1, 0, 0},  {1, 0.25, 0.5}, {0, -1, 0}, {1, 1, 1},
                                       {-1, 1, 0}, {-1, -0.5, 1},  {1, -1, 1}, {0.25, 0.25, 1}};
    for (size_t k = 0; k < sizeof PLACES / sizeof *PLACES; ++k) {
        const double *p = PLACES[k];
        const struct scene scene = {hull_of(box, 0), hull_of(box, 0), place3(0, 0, 0), place3(p[0], p[1], p[2])};
        const md3_distance_result result = distance_of(&scene);
        assert_true(result.distance == 0);
        check_points(&scene, &result);
        assert_true(md3_overlap(&scene.a, scene.at_a, &scene.b, scene.at_b));
        /* Slightly apart, the distance is proven. */
        struct scene apart = scene;
        apart.at_b.p = md3_vec_scale(1 + (md_real)0x1p-12, apart.at_b.p);
        const md3_distance_result near = distance_of(&apart);
        assert_true(near.distance > 0);
        check_normal(&apart, &near);
        assert_false(md3_overlap(&apart.a, apart.at_a, &apart.b, apart.at_b));
    }
    md3_hull_destroy(box);
}

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

static void known_pairs_have_the_distance_computed_by_hand(void **state)
{
    (void)state;
    const double eps = 8 * (double)MD_REAL_EPSILON;
    md3_hull *box = box_hull(0.5, 0.5, 0.5);
    const struct scene corners = {hull_of(box, 0), hull_of(box, 0), place3(0, 0, 0), place3(3, 4, 7)};
    md3_distance_result result = distance_of(&corners);
    assert_near((double)result.distance, 7, 7 * eps); /* 2, 3 and 6 between the corners */
    assert_vec_near(result.point[0], at3(0.5, 0.5, 0.5), eps);
    assert_vec_near(result.point[1], at3(2.5, 3.5, 6.5), eps);
    const struct scene face = {hull_of(box, 0), sphere_of(at3(0, 0, 0), 0.25), place3(0, 0, 0), place3(0.25, 0.125, 2)};
    result = distance_of(&face);
    assert_true(result.distance == (md_real)1.25);
    assert_vec_near(result.normal, at3(0, 0, 1), 0);
    assert_vec_near(result.point[0], at3(0.25, 0.125, 0.5), eps);
    assert_vec_near(result.point[1], at3(0.25, 0.125, 1.75), eps);
    /* Two crossed capsules 3 m apart. */
    const struct scene crossed = {capsule_of(at3(-1, 0, 0), at3(1, 0, 0), 0.5),
                                  capsule_of(at3(0, -1, 3), at3(0, 1, 3), 1), place3(0, 0, 0), place3(0, 0, 0)};
    result = distance_of(&crossed);
    assert_near((double)result.distance, 1.5, eps);
    assert_vec_near(result.normal, at3(0, 0, 1), eps);
    /* A sphere beside a cylinder of radius 1, above its rim, and beside a cone whose side rises at 45 degrees. */
    struct scene beside = {round_of(MD3_CYLINDER, at3(0, 0, -1), at3(0, 0, 1), 1, 0), sphere_of(at3(3, 4, 0.5), 1),
                           place3(0, 0, 0), place3(0, 0, 0)};
    assert_near((double)distance_of(&beside).distance, 3, PICK(1e-10, 1e-5));
    beside.b = sphere_of(at3(0, 4, 5), 1);
    assert_near((double)distance_of(&beside).distance, 4, PICK(1e-10, 1e-5));
    beside.a = round_of(MD3_CONE, at3(0, 0, 0), at3(0, 0, 1), 1, 0);
    beside.b = sphere_of(at3(1.5, 0, 1.5), 0.5);
    assert_near((double)distance_of(&beside).distance, sqrt(2) - 0.5, PICK(1e-10, 1e-5));
    md3_hull_destroy(box);
}

/** The operations are the same with opposite signs, so there is no tolerance. */
static void exchanging_the_geometries_exchanges_the_result_exactly(void **state)
{
    (void)state;
    struct random random = {6};
    for (int k = 0; k < 6000; ++k) {
        const struct scene scene = random_scene(&random, k % 2 == 0 ? 2 : 8, 100);
        const struct scene swapped = {scene.b, scene.a, scene.at_b, scene.at_a};
        const md3_distance_result one = distance_of(&scene);
        const md3_distance_result other = distance_of(&swapped);
        assert_true(one.distance == other.distance);
        assert_vec_near(one.normal, md3_vec_negate(other.normal), 0);
        assert_vec_near(one.point[0], other.point[1], 0);
        assert_vec_near(one.point[1], other.point[0], 0);
        assert_int_equal(one.iterations, other.iterations);
    }
}

/** At positions whose difference is exact, the distance is bit-identical. */
static void distance_does_not_depend_on_the_position_in_the_world(void **state)
{
    (void)state;
    struct random random = {7};
    for (int k = 0; k < 2000; ++k) {
        struct scene scene = random_scene(&random, 1, 1);
        scene.at_a.p = at3(0, 0, 0);
        scene.at_b.p = random_lattice_point(&random, 4, 1);
        const md3_distance_result here = distance_of(&scene);
        const md3_vec by = at3(8192, -8192, 4096);
        scene.at_a.p = md3_vec_add(scene.at_a.p, by);
        scene.at_b.p = md3_vec_add(scene.at_b.p, by);
        const md3_distance_result there = distance_of(&scene);
        assert_true(here.distance == there.distance);
        assert_vec_near(here.normal, there.normal, 0);
    }
}

/** A geometry of about 1 cm. */
static md3_geometry tiny_geometry(const md3_hull *box, int kind)
{
    const md3_vec a = at3(-0.004, 0.003, 0.001), b = at3(0.005, 0.002, -0.003);
    switch (kind) {
    case 0: return sphere_of(a, 0.006);
    case 1: return capsule_of(a, b, 0.005);
    case 2: return hull_of(box, 0);
    case 3: return round_of(MD3_CYLINDER, a, b, 0.005, 0);
    default: return round_of(MD3_CONE, a, b, 0.006, 0.001);
    }
}

/** At 8192 m, float has a resolution of 1 mm: positions that are multiples of it have exact differences. */
static void shapes_of_1_cm_have_the_same_distance_10_km_away(void **state)
{
    (void)state;
    struct random random = {11};
    md3_hull *box = box_hull(0.005, 0.006, 0.01);
    const md_real unit = (md_real)0x1p-10;
    const double error = 256 * 0.05 * (double)MD_REAL_EPSILON + PICK(1e-11, 1e-7); /* of numbers of 5 cm */
    int apart = 0;
    for (int k = 0; k < 3000; ++k) {
        struct scene scene = {.a = tiny_geometry(box, k % 5), .b = tiny_geometry(box, k / 5 % 5)};
        scene.at_a.q = random_rotation(&random);
        scene.at_b.q = random_rotation(&random);
        scene.at_b.p = md3_vec_scale(unit, random_lattice_point(&random, 24, 1));
        const md3_distance_result here = distance_of(&scene);
        const long double separation =
            wide_separation(&scene.a, scene.at_a, &scene.b, scene.at_b, wide_of(here.normal));
        if (here.distance > 0) {
            assert_near((double)separation, (double)here.distance, error);
            ++apart;
        }
        scene.at_a.p = at3(8192, -8192, 8192 - 1024);
        scene.at_b.p = md3_vec_add(scene.at_b.p, scene.at_a.p);
        const md3_distance_result there = distance_of(&scene);
        assert_true(here.distance == there.distance && here.iterations == there.iterations);
        assert_vec_near(here.normal, there.normal, 0);
    }
    assert_true(apart > 1000);
    md3_hull_destroy(box);
}

/* ---- Planes ------------------------------------------------------------------------------------------------------ */

static void planes_have_the_distance_of_the_lowest_point(void **state)
{
    (void)state;
    struct random random = {10};
    int apart = 0, touching = 0;
    for (int k = 0; k < 3000; ++k) {
        struct scene scene = random_scene(&random, 4, k % 3 == 0 ? 1e4 : 1);
        scene.a = (md3_geometry){.type = MD3_PLANE, .point = {random_direction(&random)}};
        scene.a.offset = (md_real)random_real(&random, -1, 1);
        const struct wide normal = wide_rotate(scene.at_a.q, wide_of(scene.a.point[0]));
        const struct wide offset = wide_sub(wide_of(scene.at_b.p), wide_of(scene.at_a.p));
        const struct wide down = wide_rotate_back(scene.at_b.q, wide_scale(-1, normal));
        const double height =
            (double)(wide_dot(normal, offset) - wide_extent(&scene.b, down) - (long double)scene.a.offset);
        const md3_distance_result result = distance_of(&scene);
        assert_near((double)result.distance, fmax(height, 0), 16 * rounding(&scene));
        const double error = 16 * (rounding(&scene) + world_rounding(&scene));
        const struct wide on_plane = wide_to_local(scene.at_a, md3_v(0, 0, 0), wide_of(result.point[0]));
        const struct wide on_b = wide_to_local(scene.at_b, md3_v(0, 0, 0), wide_of(result.point[1]));
        const double above = (double)wide_dot(wide_of(scene.a.point[0]), on_plane) - (double)scene.a.offset;
        assert_true(result.distance > 0 ? fabs(above) <= error : above <= error);
        assert_true((double)(wide_to_geometry(&scene.b, on_b) - wide_flatness(&scene.b)) <= error);
        if (height + (double)scene.b.radius > error) { /* the core is above the plane */
            assert_vec_near(result.normal, md3_rot_apply(scene.at_a.q, scene.a.point[0]), 8 * (double)MD_REAL_EPSILON);
        } else if (height + (double)scene.b.radius < -error) {
            assert_true(md3_vec_length_squared(result.normal) == 0);
        }
        assert_int_equal(md3_overlap(&scene.a, scene.at_a, &scene.b, scene.at_b), result.distance == 0);
        const md3_distance_result other = md3_distance(&scene.b, scene.at_b, &scene.a, scene.at_a);
        assert_true(other.distance == result.distance);
        assert_vec_near(other.normal, md3_vec_negate(result.normal), 0);
        assert_vec_near(other.point[0], result.point[1], 0);
        apart += height > 0;
        touching += height < 0;
    }
    assert_true(apart > 500 && touching > 500);
}

static void two_geometries_that_are_not_convex_have_no_distance(void **state)
{
    (void)state;
    const md3_geometry plane = {.type = MD3_PLANE, .point = {{0, 0, 1}}};
    const md3_transform identity = md3_transform_identity();
    assert_true(isinf(md3_distance(&plane, identity, &plane, identity).distance));
    assert_false(md3_overlap(&plane, identity, &plane, identity));
}

static void the_closest_point_is_on_the_surface_or_the_point_itself(void **state)
{
    (void)state;
    struct random random = {8};
    int inside = 0;
    for (int k = 0; k < 4000; ++k) {
        const md3_geometry g = random_convex(&pool, &random);
        const md3_vec point = random_point_in_cube(&random, k % 2 == 0 ? 4 : 1);
        const md3_vec closest = md3_geometry_closest_point(&g, point);
        const double distance = (double)wide_to_geometry(&g, wide_of(point));
        const double error = PICK(1e-9, 4e-5) + (double)wide_flatness(&g);
        assert_near((double)md3_vec_distance(point, closest), fmax(distance, 0), error);
        assert_true((double)(wide_to_geometry(&g, wide_of(closest)) - wide_flatness(&g)) <= error);
        inside += distance < -error;
    }
    assert_true(inside > 100);
}

static void the_search_ends_for_numbers_that_are_not_finite(void **state)
{
    (void)state;
    struct random random = {9};
    const md_real wrong[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 300; ++k) {
        struct scene scene = random_scene(&random, 1, 1);
        scene.at_b.p.x = wrong[k % 3];
        assert_true(distance_of(&scene).iterations <= 128);
        scene = random_scene(&random, 1, 1);
        scene.at_a.q.w = wrong[k % 3];
        assert_true(distance_of(&scene).iterations <= 128);
    }
    const md3_transform identity = md3_transform_identity();
    assert_true(isinf(md3_distance(NULL, identity, NULL, identity).distance));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_has_a_proven_distance_near_the_origin_and_far_from_it),
        cmocka_unit_test(pairs_that_nearly_touch_have_a_proven_distance),
        cmocka_unit_test(distances_are_exact_among_hulls_on_a_lattice),
        cmocka_unit_test(distances_of_hulls_agree_with_brute_force_over_all_features),
        cmocka_unit_test(overlapping_cores_have_no_distance_no_normal_and_a_common_point),
        cmocka_unit_test(overlapping_rounded_geometries_share_the_midpoint_and_keep_the_normal),
        cmocka_unit_test(boxes_that_touch_exactly_have_distance_zero),
        cmocka_unit_test(known_pairs_have_the_distance_computed_by_hand),
        cmocka_unit_test(exchanging_the_geometries_exchanges_the_result_exactly),
        cmocka_unit_test(distance_does_not_depend_on_the_position_in_the_world),
        cmocka_unit_test(shapes_of_1_cm_have_the_same_distance_10_km_away),
        cmocka_unit_test(planes_have_the_distance_of_the_lowest_point),
        cmocka_unit_test(two_geometries_that_are_not_convex_have_no_distance),
        cmocka_unit_test(the_closest_point_is_on_the_surface_or_the_point_itself),
        cmocka_unit_test(the_search_ends_for_numbers_that_are_not_finite),
    };
    return cmocka_run_group_tests_name("distance3", tests, create_pool, destroy_pool);
}
