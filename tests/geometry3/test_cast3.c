/* Casts of convex geometries, against many small steps. */
#include "geometry3/shapes3.h"

static struct hull_pool pool;

static int create_pool(void **state)
{
    (void)state;
    pool = hull_pool_create(2);
    return 0;
}

static int destroy_pool(void **state)
{
    (void)state;
    hull_pool_destroy(&pool);
    return 0;
}

struct cast {
    md3_geometry a, b;
    md3_transform at_a, at_b;
    md3_vec translation;
    md_real max_fraction;
};

static md3_ray_hit run_cast(const struct cast *cast)
{
    return md3_cast(&cast->a, cast->at_a, &cast->b, cast->at_b, cast->translation, cast->max_fraction);
}

/** Distance of the surfaces at a fraction of the motion, with the rounding of positions that the library has too. */
static double distance_after(const struct cast *cast, double fraction)
{
    md3_transform moved = cast->at_b;
    moved.p = md3_vec_add_scaled(moved.p, (md_real)fraction, cast->translation);
    return (double)md3_distance(&cast->a, cast->at_a, &cast->b, moved).distance;
}

/** Rounding error of the positions of a cast, all below 16 m from each other; of positions in the world; and the error of
 *  the distance of round geometries. */
static double cast_tolerance(const struct cast *cast)
{
    const double away = (double)md3_vec_length(cast->at_a.p);
    const bool round = is_round(&cast->a) || is_round(&cast->b);
    return 32 * (16 + away / 8) * (double)MD_REAL_EPSILON + (round ? PICK(2e-9, 1e-4) : 0);
}

static void check_hit(const struct cast *cast, const md3_ray_hit *hit)
{
    const double error = cast_tolerance(cast);
    assert_true(hit->fraction >= 0 && hit->fraction <= cast->max_fraction);
    assert_int_equal(hit->triangle, -1);
    if (hit->fraction == 0) {
        assert_true(distance_after(cast, 0) <= error);
        assert_true(md3_vec_length_squared(hit->normal) == 0);
        return;
    }
    assert_true(distance_after(cast, (double)hit->fraction) <= error);
    assert_near((double)md3_vec_length(hit->normal), 1, 8 * (double)MD_REAL_EPSILON);
    assert_true(md3_vec_dot(hit->normal, cast->translation) < 0);
    if (cast->a.type != MD3_PLANE) {
        const struct wide point = wide_to_local(cast->at_a, md3_v(0, 0, 0), wide_of(hit->point));
        assert_true(fabs((double)wide_to_geometry(&cast->a, point)) <= error + (double)wide_flatness(&cast->a));
    }
}

static struct cast random_cast(struct random *random, double away)
{
    struct cast cast = {.a = random_convex(&pool, random)};
    cast.b = random_convex(&pool, random);
    const md3_vec from = random_point_in_cube(random, 5);
    cast.at_a = random_transform(random, away);
    cast.at_b = md3_transform_make(md3_vec_add(cast.at_a.p, from), random_rotation(random));
    cast.translation = md3_vec_scale((md_real)1.5, md3_vec_sub(random_point_in_cube(random, 1), from));
    cast.max_fraction = (md_real)(random_index(random, 2) ? 1 : random_real(random, 0, 1));
    return cast;
}

/** Asserts that the distance is positive at many times before the hit, or up to the end of a miss. */
static void check_before(const struct cast *cast, const md3_ray_hit *hit, int samples)
{
    const double until = (double)(hit->hit ? hit->fraction : cast->max_fraction);
    const double length = until * (double)md3_vec_length(cast->translation);
    /* Positions closer than the rounding error round to contact. */
    for (int i = 0; i < samples && length * (samples - i) / samples > cast_tolerance(cast); ++i) {
        assert_true(distance_after(cast, until * i / samples) > 0);
    }
}

static void casts_stop_at_the_first_contact_found_by_small_steps(void **state)
{
    (void)state;
    struct random random = {1};
    int hits = 0, misses = 0;
    for (int k = 0; k < 3000; ++k) {
        const struct cast cast = random_cast(&random, k % 4 == 0 ? 1e4 : 0);
        const md3_ray_hit hit = run_cast(&cast);
        if (hit.hit) {
            check_hit(&cast, &hit);
        }
        check_before(&cast, &hit, 40);
        hits += hit.hit && hit.fraction > 0;
        misses += !hit.hit;
    }
    assert_true(hits > 700 && misses > 700);
}

static void casts_at_planes_stop_at_the_first_contact(void **state)
{
    (void)state;
    struct random random = {2};
    int hits = 0, misses = 0;
    for (int k = 0; k < 2000; ++k) {
        struct cast cast = random_cast(&random, k % 4 == 0 ? 1e4 : 0);
        cast.a = (md3_geometry){.type = MD3_PLANE, .point = {random_direction(&random)}};
        cast.a.offset = (md_real)random_real(&random, -2, 2);
        const md3_ray_hit hit = run_cast(&cast);
        if (hit.hit) {
            check_hit(&cast, &hit);
            const struct wide point = wide_to_local(cast.at_a, md3_v(0, 0, 0), wide_of(hit.point));
            const double above = (double)wide_dot(wide_of(cast.a.point[0]), point) - (double)cast.a.offset;
            assert_true(hit.fraction > 0 ? fabs(above) <= cast_tolerance(&cast) : above <= cast_tolerance(&cast));
        }
        check_before(&cast, &hit, 10);
        hits += hit.hit && hit.fraction > 0;
        misses += !hit.hit;
    }
    assert_true(hits > 300 && misses > 300);
}

static void casts_of_boxes_and_spheres_have_the_fractions_computed_by_hand(void **state)
{
    (void)state;
    md3_hull *large = box_hull(1, 1, 1), *small = box_hull(0.5, 0.5, 0.5);
    struct cast cast = {hull_of(large, 0), hull_of(small, 0), place3(0, 0, 0), place3(4, 0.5, 0.25), {-4, 0, 0}, 1};
    md3_ray_hit hit = run_cast(&cast);
    assert_true(hit.hit && hit.fraction == (md_real)0.625);
    assert_vec_near(hit.normal, at3(1, 0, 0), 0);
    const double eps = 8 * (double)MD_REAL_EPSILON;
    assert_near((double)hit.point.x, 1, eps);
    assert_near((double)hit.point.y, 0.5, 0.5 + eps); /* somewhere on the common part of the faces */
    assert_near((double)hit.point.z, 0.25, 0.5 + eps);
    /* Two spheres of 1 m with centres on lines 1.2 m apart touch when the centres are 1.6 m apart along the lines. */
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 1);
    cast = (struct cast){ball, ball, place3(0, 0, 0), place3(-5, 0, 1.2), {10, 0, 0}, 1};
    hit = run_cast(&cast);
    assert_true(hit.hit);
    assert_near((double)hit.fraction, 0.34, PICK(1e-15, 1e-6));
    assert_vec_near(hit.point, at3(-0.8, 0, 0.6), PICK(1e-14, 1e-5));
    /* A sphere of 0.5 m falls 10 m onto the apex of a cone of 1 m, then onto the ground at z = -1. */
    const md3_geometry falling = sphere_of(at3(0, 0, 0), 0.5);
    cast = (struct cast){round_of(MD3_CONE, at3(0, 0, 0), at3(0, 0, 1), 1, 0),
                         falling,
                         place3(0, 0, 0),
                         place3(0, 0, 6),
                         {0, 0, -10},
                         1};
    assert_near((double)run_cast(&cast).fraction, 0.45, PICK(1e-9, 1e-5));
    cast.a = (md3_geometry){.type = MD3_PLANE, .point = {{0, 0, 1}}, .offset = -1};
    hit = run_cast(&cast);
    assert_near((double)hit.fraction, 0.65, PICK(1e-15, 1e-6));
    assert_vec_near(hit.point, at3(0, 0, -1), PICK(1e-14, 1e-5));
    assert_vec_near(hit.normal, at3(0, 0, 1), 0);
    md3_hull_destroy(large);
    md3_hull_destroy(small);
}

static void casts_end_at_max_fraction_and_not_before(void **state)
{
    (void)state;
    md3_hull *box = box_hull(1, 1, 1);
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.5);
    const md3_geometry targets[] = {hull_of(box, 0), {.type = MD3_PLANE, .point = {{1, 0, 0}}, .offset = 1}};
    for (int k = 0; k < 2; ++k) {
        struct cast cast = {targets[k], ball, place3(0, 0, 0), place3(3.5, 0, 0), {-4, 0, 0}, (md_real)0.5};
        assert_true(run_cast(&cast).hit);
        cast.max_fraction = (md_real)0.4999;
        assert_false(run_cast(&cast).hit);
        cast.max_fraction = 1;
        cast.translation = at3(4, 0, 0);
        assert_false(run_cast(&cast).hit);
        cast.translation = at3(0, 0, 0);
        assert_false(run_cast(&cast).hit);
    }
    md3_hull_destroy(box);
}

static void casts_that_start_overlapped_hit_at_fraction_0_without_a_normal(void **state)
{
    (void)state;
    md3_hull *box = box_hull(1, 1, 1);
    const double places[] = {0, 0.9, 1.2, 1.5}; /* deep, cores overlap, radii overlap, touching */
    const md3_geometry targets[] = {hull_of(box, 0), {.type = MD3_PLANE, .point = {{1, 0, 0}}, .offset = 1}};
    for (int k = 0; k < 8; ++k) {
        const struct cast cast = {
            targets[k / 4], sphere_of(at3(0, 0, 0), 0.5), place3(0, 0, 0), place3(places[k % 4], 0, 0), {1, 1, 0}, 1};
        const md3_ray_hit hit = run_cast(&cast);
        assert_true(hit.hit && hit.fraction == 0 && md3_vec_length_squared(hit.normal) == 0);
        const struct cast still = {cast.a, cast.b, cast.at_a, cast.at_b, {0, 0, 0}, 0};
        assert_true(run_cast(&still).hit);
    }
    md3_hull_destroy(box);
}

/* In any direction, whether rounding leaves a gap or an overlap. */
static void casts_that_start_touching_hit_at_fraction_0_also_when_they_separate(void **state)
{
    (void)state;
    struct random random = {3};
    md3_hull *box = box_hull(1, 1, 1);
    int gaps = 0;
    for (int k = 0; k < 500; ++k) {
        const md3_rot rotation = random_rotation(&random);
        const md3_vec away = md3_rot_apply(rotation, at3(0, 0, 1));
        struct cast cast = {hull_of(box, 0), sphere_of(at3(0, 0, 0), 0.3), place3(3, -2, 1), place3(3, -2, 1), away, 1};
        cast.at_a.q = rotation;
        cast.at_b.p = md3_vec_add_scaled(cast.at_b.p, (md_real)1.3, away);
        const md3_ray_hit hit = run_cast(&cast);
        gaps += distance_after(&cast, 0) > 0;
        assert_true(hit.hit && hit.fraction == 0);
    }
    assert_true(gaps > 50);
    md3_hull_destroy(box);
}

static void grazing_casts_hit_below_the_contact_height_and_miss_above(void **state)
{
    (void)state;
    /* A sphere of 0.5 m over a sphere of 1 m, a box and a lying cylinder: they touch at a height of 1.5 m. */
    md3_hull *box = box_hull(1, 1, 1);
    const md3_geometry below[] = {sphere_of(at3(0, 0, 0), 1), hull_of(box, 0),
                                  round_of(MD3_CYLINDER, at3(0, -2, 0), at3(0, 2, 0), 1, 0)};
    for (int k = 0; k < 3; ++k) {
        const double hair = k < 2 ? PICK(1e-9, 1e-5) : PICK(1e-8, 1e-4);
        struct cast cast = {
            below[k], sphere_of(at3(0, 0, 0), 0.5), place3(0, 0, 0), place3(-4, 0, 1.5 - hair), {8, 0, 0}, 1};
        const md3_ray_hit hit = run_cast(&cast);
        assert_true(hit.hit);
        check_hit(&cast, &hit);
        cast.at_b = place3(-4, 0, 1.5 + hair);
        assert_false(run_cast(&cast).hit);
    }
    md3_hull_destroy(box);
}

static void only_convex_geometries_are_cast(void **state)
{
    (void)state;
    const md3_geometry plane = {.type = MD3_PLANE, .point = {{0, 0, 1}}};
    const struct cast cast = {sphere_of(at3(0, 0, 0), 1), plane, place3(0, 0, 0), place3(0, 0, 5), {0, 0, -9}, 1};
    assert_false(run_cast(&cast).hit);
    assert_false(md3_cast(NULL, cast.at_a, &cast.a, cast.at_b, cast.translation, 1).hit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casts_stop_at_the_first_contact_found_by_small_steps),
        cmocka_unit_test(casts_at_planes_stop_at_the_first_contact),
        cmocka_unit_test(casts_of_boxes_and_spheres_have_the_fractions_computed_by_hand),
        cmocka_unit_test(casts_end_at_max_fraction_and_not_before),
        cmocka_unit_test(casts_that_start_overlapped_hit_at_fraction_0_without_a_normal),
        cmocka_unit_test(casts_that_start_touching_hit_at_fraction_0_also_when_they_separate),
        cmocka_unit_test(grazing_casts_hit_below_the_contact_height_and_miss_above),
        cmocka_unit_test(only_convex_geometries_are_cast),
    };
    return cmocka_run_group_tests_name("cast3", tests, create_pool, destroy_pool);
}
