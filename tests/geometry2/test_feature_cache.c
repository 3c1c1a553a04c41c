/* Manifolds with a feature cache are bit-identical to those without. */
#include "geometry2/manifold_reuse.h"
#include "geometry2/manifold_shapes.h"

#define MARGIN ((md_real)0.05)

static md_real extent_of(const md2_hull *hull)
{
    md_real extent = 0;
    for (int32_t i = 0; i < hull->count; ++i) {
        extent = md_max(extent, vec_length(hull->point[i]));
    }
    return extent;
}

static void assert_same_manifold(const md2_manifold *one, const md2_manifold *other)
{
    assert_int_equal(one->count, other->count);
    for (int32_t k = 0; k < one->count; ++k) {
        assert_memory_equal(&one->normal, &other->normal, sizeof one->normal);
        assert_memory_equal(&one->point[k].point, &other->point[k].point, sizeof one->point[k].point);
        assert_memory_equal(&one->point[k].separation, &other->point[k].separation, sizeof one->point[k].separation);
        assert_int_equal(one->point[k].id, other->point[k].id);
    }
}

/** How many manifolds had points, came from the cache, and changed the cache. */
struct tally {
    int touching, cached, refilled;
};

/** Asserts that hulls without points are at least as far apart as their manifold says. */
static void assert_is_lower_bound(const md2_manifold *manifold, const md2_hull *a, md2_transform at_a,
                                  const md2_hull *b, md2_transform at_b)
{
    if (manifold->count == 0 && (a->count > 1 || b->count > 1)) {
        const md2_distance_result gap = md2_hull_distance(a, at_a, b, at_b);
        const double rounding = 100 * (double)MD_REAL_EPSILON * (double)(extent_of(a) + extent_of(b) + gap.distance);
        assert_true((double)(manifold->point[0].separation - gap.distance) <= rounding);
    }
}

/** Collides as contacts do, and without a cache, and asserts that the manifolds are the same. */
static void collide_both_ways(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b,
                              struct feature_cache *cache, struct tally *tally)
{
    const md2_manifold without = md2_hull_collide(a, at_a, b, at_b, MARGIN);
    const md_real extent = extent_of(a) + extent_of(b);
    struct feature_cache other = *cache; /* to test both functions that use the cache */
    md2_manifold with = {.count = 0};
    if (hulls_collide_cached(&with, a, at_a, b, at_b, MARGIN, cache)) {
        assert_same_manifold(&with, &without);
        assert_is_lower_bound(&with, a, at_a, b, at_b);
        tally->cached += with.count > 0;
    }
    md2_hulls_collide(&with, a, at_a, b, at_b, MARGIN, extent, &other);
    assert_same_manifold(&with, &without);
    assert_is_lower_bound(&with, a, at_a, b, at_b);
    tally->touching += with.count > 0;
    tally->refilled += memcmp(&other, cache, sizeof other) != 0;
    *cache = other;
}

static void the_cache_does_not_change_manifolds_of_hulls_that_move_at_random(void **state)
{
    (void)state;
    struct random random = {7};
    struct tally tally = {0};
    for (int pair = 0; pair < 400; ++pair) {
        const md2_hull a = random_hull(&random), b = random_hull(&random);
        const md2_transform at_a = random_at(&random, -3, 3, -3, 3);
        const double from = random_real(&random, -1, 1), turn = random_real(&random, -4, 4);
        const double step = pow(10, random_real(&random, -6, -1));
        double x = 0, y = 0, angle = 0;
        struct feature_cache cache = {.is_set = false};
        for (int k = 0; k < 100; ++k) {
            x += random_real(&random, -step, step);
            y += random_real(&random, -step, step);
            angle += random_real(&random, -step, step);
            const md2_transform at_b =
                at((double)at_a.p.x + from + x, (double)at_a.p.y + 0.9 * (1 - from * from) + y, turn + angle);
            collide_both_ways(&a, at_a, &b, at_b, &cache, &tally);
        }
    }
    assert_true(tally.touching > 10000);
    assert_true(tally.cached > 1000);
    assert_true(tally.refilled > 1000);
}

/* ---- Resting hulls ----------------------------------------------------------------------------------------------- */

/** Returns a hull with a horizontal bottom edge, at -height. */
static md2_hull piece(struct random *random, double *height)
{
    const double size = random_real(random, 0.1, 2), radius = random_index(random, 2) * random_real(random, 0, 0.3);
    md2_vec corner[8];
    switch (random_index(random, 4)) {
    case 0: *height = radius; return capsule(size, radius);
    case 1: *height = 0.5 * size + radius; return rounded_box(size, 0.5 * size, radius);
    case 2:
        *height = size + radius;
        return hull_from(
            (md2_vec[]){{(md_real)-size, (md_real)-size}, {(md_real)size, (md_real)-size}, {0, (md_real)size}}, 3,
            radius);
    default:
        for (int32_t i = 0; i < 8; ++i) {
            const double angle = (2 * i - 5) * 0.39269908169872414;
            corner[i] = vec((md_real)(size * cos(angle)), (md_real)(size * sin(angle)));
        }
        *height = size * cos(0.39269908169872414) + radius;
        return hull_from(corner, 8, radius);
    }
}

/** Moves a transform to a rotated frame, so that coordinates are not round numbers. */
static md2_transform in_frame(md2_transform frame, md2_transform local)
{
    return (md2_transform){transform_point(frame, local.p), rot_multiply(frame.q, local.q)};
}

static void the_cache_does_not_change_manifolds_of_hulls_that_rest_slide_or_tip(void **state)
{
    (void)state;
    struct random random = {11};
    struct tally tally = {0};
    for (int pair = 0; pair < 1000; ++pair) {
        double below, above;
        const md2_hull a = piece(&random, &below), b = piece(&random, &above);
        const md2_transform frame = random_at(&random, -5, 5, -5, 5);
        const md2_transform at_a = in_frame(frame, at(0, 0, 3.141592653589793)); /* its horizontal edge up */
        const double speed = pow(10, random_real(&random, -7, -2)), slide = random_real(&random, -speed, speed);
        const double tip = random_real(&random, -speed, speed), depth = random_real(&random, -0.02, 0.02);
        const double x = random_real(&random, -1.5, 1.5), tilt = random_index(&random, 3) * speed;
        struct feature_cache cache = {.is_set = false};
        for (int k = 0; k < 60; ++k) {
            const md2_transform over = at(x + slide * k, below + above - depth, tilt + tip * k);
            collide_both_ways(&a, at_a, &b, in_frame(frame, over), &cache, &tally);
            collide_both_ways(&a, at_a, &b, in_frame(frame, over), &cache, &tally);
        }
    }
    assert_true(tally.touching > 50000);
    assert_true(tally.cached > 50000);
}

/* ---- The limit of the cache -------------------------------------------------------------------------------------- */

/** Returns the transform at a fraction of a motion. */
static md2_transform along_motion(md2_vec from, double angle, md2_vec way, double turn, double fraction)
{
    return at((double)from.x + fraction * (double)way.x, (double)from.y + fraction * (double)way.y,
              angle + fraction * turn);
}

/** Bisects the motion for the last position at which the cache is valid, and tests the manifolds on the way. */
static void the_cache_does_not_change_manifolds_at_the_limit_of_its_validity(void **state)
{
    (void)state;
    struct random random = {13};
    struct tally tally = {0};
    int limited = 0;
    for (int pair = 0; pair < 3000; ++pair) {
        double below, above;
        const bool rest = random_index(&random, 2) == 0;
        const md2_hull a = rest ? piece(&random, &below) : random_hull(&random);
        const md2_hull b = rest ? piece(&random, &above) : random_hull(&random);
        const md2_transform at_a = at(0, 0, rest ? 3.141592653589793 : random_real(&random, -4, 4));
        const double angle = rest ? random_real(&random, -1e-3, 1e-3) : random_real(&random, -4, 4);
        const double y = rest ? below + above - 0.01 : random_real(&random, -1, 1);
        const md2_vec from = {(md_real)random_real(&random, -1, 1), (md_real)y};
        const md2_vec way = {(md_real)random_real(&random, -1, 1), (md_real)random_real(&random, -1, 1)};
        const double turn = random_real(&random, -1, 1);
        struct feature_cache set = {.is_set = false};
        collide_both_ways(&a, at_a, &b, along_motion(from, angle, way, turn, 0), &set, &tally);
        double valid = 0, invalid = 1;
        for (int k = 0; k < 60; ++k) {
            const double middle = 0.5 * (valid + invalid);
            const bool is_valid =
                features_are_valid(&set, relative_pose_of(at_a, along_motion(from, angle, way, turn, middle)));
            *(is_valid ? &valid : &invalid) = middle;
            struct feature_cache cache = set;
            collide_both_ways(&a, at_a, &b, along_motion(from, angle, way, turn, middle), &cache, &tally);
        }
        limited += valid > 0;
    }
    assert_true(limited > 1000);
    assert_true(tally.cached > 10000);
    assert_true(tally.refilled > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cache_does_not_change_manifolds_of_hulls_that_move_at_random),
        cmocka_unit_test(the_cache_does_not_change_manifolds_of_hulls_that_rest_slide_or_tip),
        cmocka_unit_test(the_cache_does_not_change_manifolds_at_the_limit_of_its_validity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
