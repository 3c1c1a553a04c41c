/* Contact manifolds of all pairs of convex geometries at random, against brute force over directions. */
#include "geometry3/manifold_shapes3.h"

struct convex_trial {
    md3_geometry a, b;
    md3_transform at_a, at_b;
};

static double separation_along(const struct convex_trial *trial, struct wide direction)
{
    return (double)wide_separation(&trial->a, trial->at_a, &trial->b, trial->at_b, direction);
}

/** Two geometries that are between `lower` and `upper` apart: moved toward each other along their shortest connection,
 *  and on into each other. */
static struct convex_trial random_convex_trial(const struct hull_pool *pool, struct random *random,
                                               md3_geometry_type type_a, md3_geometry_type type_b, double lower,
                                               double upper)
{
    struct convex_trial trial;
    trial.a = random_geometry(pool, random, type_a);
    trial.b = random_geometry(pool, random, type_b);
    trial.at_a = random_transform(random, 1);
    trial.at_b = random_transform(random, 1);
    trial.at_b.p = md3_vec_add_scaled(trial.at_b.p, 10, random_direction(random));
    const md3_distance_result closest = md3_distance(&trial.a, trial.at_a, &trial.b, trial.at_b);
    const double wanted = random_real(random, lower, upper);
    trial.at_b.p = md3_vec_add_scaled(trial.at_b.p, (md_real)(wanted - (double)closest.distance), closest.normal);
    return trial;
}

/* ---- The largest separation over all directions ------------------------------------------------------------------ */

struct start {
    struct wide direction;
    double separation;
};

/** Walks uphill with random steps that become shorter. */
static double climbed(const struct convex_trial *trial, struct random *random, struct start from)
{
    for (double step = 0.1; step > 1e-6; step *= 0.6) {
        for (int k = 0; k < 16; ++k) {
            const struct wide aside = wide_scale(step, wide_of(random_direction(random)));
            const struct wide direction = wide_unit(wide_add(from.direction, aside));
            const double separation = separation_along(trial, direction);
            if (separation > from.separation) {
                from = (struct start){direction, separation};
                k = 0;
            }
        }
    }
    return from.separation;
}

/** By samples over the sphere, and a climb from the best of them. A lower bound of the largest separation. */
static double best_separation(const struct convex_trial *trial, struct random *random)
{
    enum { STARTS = 4, SAMPLES = 300 };
    struct start start[STARTS] = {{{0, 0, 0}, -1e9}, {{0, 0, 0}, -1e9}, {{0, 0, 0}, -1e9}, {{0, 0, 0}, -1e9}};
    for (int i = 0; i < SAMPLES; ++i) { /* a spiral of equal steps */
        const long double z = 1 - (2 * i + 1.0L) / SAMPLES, r = sqrtl(1 - z * z), turn = i * 2.39996322972865332L;
        const struct wide direction = {r * cosl(turn), r * sinl(turn), z};
        const double separation = separation_along(trial, direction);
        int worst = 0;
        for (int k = 1; k < STARTS; ++k) {
            worst = start[k].separation < start[worst].separation ? k : worst;
        }
        if (separation > start[worst].separation) {
            start[worst] = (struct start){direction, separation};
        }
    }
    double best = -1e9;
    for (int k = 0; k < STARTS; ++k) {
        best = fmax(best, climbed(trial, random, start[k]));
    }
    return best;
}

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

/** The preference for faces, the reduction, the polygon of a cap, and in float the rounding cost at most this, m. */
static double tolerance_at(double separation)
{
    return (double)FACE_TOLERANCE * 2 + 2.1 * (double)FACE_TOLERANCE_RELATIVE * fabs(separation) + 2e-4;
}

/** The separation of the deepest point is that of the geometries along the normal: nothing is made up. */
static void check_deepest(const struct convex_trial *trial, const md3_manifold *manifold)
{
    const double along = separation_along(trial, wide_of(manifold->normal));
    assert_near((double)deepest(manifold), along, tolerance_at(along));
}

/** The deepest point is on both surfaces. */
static void check_surfaces(const struct convex_trial *trial, const md3_manifold *manifold)
{
    for (int32_t i = 0; i < manifold->count; ++i) {
        const md3_manifold_point *point = &manifold->point[i];
        if (point->separation > 0 && point->separation == deepest(manifold)) {
            const struct wide half = wide_scale(point->separation / 2, wide_of(manifold->normal));
            const struct wide on_a = wide_sub(wide_of(point->point), half),
                              on_b = wide_add(wide_of(point->point), half);
            const md3_vec zero = {0, 0, 0};
            assert_near((double)wide_to_geometry(&trial->a, wide_to_local(trial->at_a, zero, on_a)), 0, 2e-3);
            assert_near((double)wide_to_geometry(&trial->b, wide_to_local(trial->at_b, zero, on_b)), 0, 2e-3);
        }
    }
}

typedef void pair_test(const struct hull_pool *pool, md3_geometry_type type_a, md3_geometry_type type_b);

static void for_all_pairs(pair_test *test)
{
    struct hull_pool pool = hull_pool_create(3);
    for (int a = 0; a < MD3_PLANE; ++a) {
        for (int b = 0; b < MD3_PLANE; ++b) {
            test(&pool, (md3_geometry_type)a, (md3_geometry_type)b);
        }
    }
    hull_pool_destroy(&pool);
}

static void check_apart(const struct hull_pool *pool, md3_geometry_type type_a, md3_geometry_type type_b)
{
    struct random random = {100 * (uint64_t)type_a + type_b};
    int within = 0;
    for (int k = 0; k < 200; ++k) {
        const struct convex_trial trial = random_convex_trial(pool, &random, type_a, type_b, -0.01, 0.12);
        const md3_distance_result closest = md3_distance(&trial.a, trial.at_a, &trial.b, trial.at_b);
        const md3_manifold manifold = touch3(&trial.a, trial.at_a, &trial.b, trial.at_b, 0.1);
        if (!(closest.distance > 0)) {
            continue;
        }
        if (fabs((double)closest.distance - 0.1) > 2e-4) {
            assert_int_equal(manifold.count > 0, closest.distance < (md_real)0.1);
        }
        if (manifold.count > 0) {
            const double tolerance = manifold.count == 4 ? tolerance_at(0) : 2e-4;
            assert_near((double)deepest(&manifold), (double)closest.distance, tolerance);
            check_surfaces(&trial, &manifold);
            ++within;
        }
    }
    assert_true(within > 100);
}

static void the_separation_is_the_distance_if_they_are_apart(void **state)
{
    (void)state;
    for_all_pairs(check_apart);
}

static bool is_curved(md3_geometry_type type)
{
    return type == MD3_CYLINDER || type == MD3_CONE;
}

/** Curved geometries may be pushed out along a direction that is only the best near it, rarely and not much longer. */
static void check_overlap(const struct hull_pool *pool, md3_geometry_type type_a, md3_geometry_type type_b)
{
    struct random random = {1000 * (uint64_t)type_a + type_b};
    int overlapping = 0, worse = 0;
    for (int k = 0; k < 40; ++k) {
        const struct convex_trial trial =
            random_convex_trial(pool, &random, type_a, type_b, k % 2 == 0 ? -1 : -0.03, k % 2 == 0 ? 0 : -0.001);
        const md3_distance_result closest = md3_distance(&trial.a, trial.at_a, &trial.b, trial.at_b);
        const md3_manifold manifold = touch3(&trial.a, trial.at_a, &trial.b, trial.at_b, 0);
        if (closest.distance > 0) {
            assert_int_equal(manifold.count, 0);
            continue;
        }
        const double best = best_separation(&trial, &random);
        if (manifold.count == 0) { /* the test of a face may miss a touch by its tolerance */
            assert_true(best > -tolerance_at(0));
            continue;
        }
        ++overlapping;
        check_deepest(&trial, &manifold);
        const bool is_worse = (double)deepest(&manifold) < best - tolerance_at(best);
        assert_true(!is_worse || is_curved(type_a) || is_curved(type_b));
        assert_true((double)deepest(&manifold) > 1.5 * best - 0.005);
        worse += is_worse;
    }
    assert_true(overlapping > 15);
    assert_true(worse <= 1);
}

static void the_separation_is_the_shortest_translation_if_they_overlap(void **state)
{
    (void)state;
    for_all_pairs(check_overlap);
}

/** Asserts that a manifold is the other one with the normal reversed, bit by bit. */
static void assert_mirrored(const md3_manifold *one, const md3_manifold *other)
{
    assert_int_equal(one->count, other->count);
    for (int32_t i = 0; i < one->count; ++i) {
        const md3_vec reversed = md3_vec_negate(other->normal);
        assert_memory_equal(&one->normal, &reversed, sizeof reversed);
        assert_memory_equal(&one->point[i].point, &other->point[i].point, sizeof one->point[i].point);
        assert_true(one->point[i].separation == other->point[i].separation);
        assert_int_equal(one->point[i].id, other->point[i].id);
    }
}

static void check_mirrored(const struct hull_pool *pool, md3_geometry_type type_a, md3_geometry_type type_b)
{
    struct random random = {10000 * (uint64_t)type_a + type_b};
    for (int k = 0; k < 100; ++k) {
        const struct convex_trial trial = random_convex_trial(pool, &random, type_a, type_b, -0.1, 0.05);
        const md3_manifold one = touch3(&trial.a, trial.at_a, &trial.b, trial.at_b, 0.05);
        const md3_manifold other = touch3(&trial.b, trial.at_b, &trial.a, trial.at_a, 0.05);
        if (type_a != type_b) {
            assert_mirrored(&one, &other);
        } else if (one.count > 0 && other.count > 0) {
            /* Each is computed in the frame of its first geometry. */
            const double tolerance = tolerance_at((double)deepest(&one));
            assert_near((double)deepest(&one), (double)deepest(&other), tolerance);
        }
    }
}

static void swapping_the_geometries_mirrors_the_manifold(void **state)
{
    (void)state;
    for_all_pairs(check_mirrored);
}

static void check_anywhere(const struct hull_pool *pool, md3_geometry_type type_a, md3_geometry_type type_b)
{
    struct random random = {77 * (uint64_t)type_a + type_b};
    for (int k = 0; k < 200; ++k) {
        struct convex_trial trial = random_convex_trial(pool, &random, type_a, type_b, -4, 0);
        if (k % 4 == 0) { /* the same place, along the same axes */
            trial.at_b = trial.at_a;
            trial.b.point[0] = trial.a.point[0];
        }
        (void)touch3(&trial.a, trial.at_a, &trial.b, trial.at_b, random_real(&random, 0, 0.1));
    }
}

static void deep_and_degenerate_overlaps_give_valid_manifolds(void **state)
{
    (void)state;
    for_all_pairs(check_anywhere);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_separation_is_the_distance_if_they_are_apart),
        cmocka_unit_test(the_separation_is_the_shortest_translation_if_they_overlap),
        cmocka_unit_test(swapping_the_geometries_mirrors_the_manifold),
        cmocka_unit_test(deep_and_degenerate_overlaps_give_valid_manifolds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
