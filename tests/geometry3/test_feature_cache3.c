/* Manifolds of hulls with a feature cache are bit-identical to those without. */
#include "geometry3/feature_cache.h"
#include "geometry3/hull_pairs3.h"

#define MARGIN ((md_real)0.02)

/** How many manifolds had points, and how many searches the cache saved: with points, and apart. */
struct tally {
    int touching, faces, separated;
};

static void assert_same_manifold(const md3_manifold *one, const md3_manifold *other)
{
    assert_int_equal(one->count, other->count);
    for (int32_t k = 0; k < one->count; ++k) {
        assert_memory_equal(&one->normal, &other->normal, sizeof one->normal);
        assert_memory_equal(&one->point[k].point, &other->point[k].point, sizeof one->point[k].point);
        assert_memory_equal(&one->point[k].separation, &other->point[k].separation, sizeof one->point[k].separation);
        assert_int_equal(one->point[k].id, other->point[k].id);
    }
}

static void collide_both_ways(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b,
                              struct md3_feature_cache *cache, struct tally *tally)
{
    md3_manifold without = {.count = 0}, with = {.count = 0};
    const md3_transform between = md3_transform_between(at_a, at_b);
    const bool proven = cache_proves_separation(cache, between, MARGIN), has_face = cache_has_face(cache, between);
    const int32_t count = md3_collide(a, at_a, b, at_b, MARGIN, &without, 1);
    assert_int_equal(md3_collide_cached(a, at_a, b, at_b, MARGIN, cache, &with, 1), count);
    assert_same_manifold(&with, &without);
    tally->touching += count;
    tally->separated += proven;
    tally->faces += has_face && count > 0;
}

/** Moves b at random, with steps from 1 micrometre to 0.1 m. */
static void walk(struct random *random, const struct hull_trial *trial, int steps, struct tally *tally)
{
    struct md3_feature_cache cache = {.kind = FEATURE_NONE};
    md3_transform at_b = trial->at_b;
    const double step = pow(10, random_real(random, -6, -1));
    for (int k = 0; k < steps; ++k) {
        const md3_vec axis = random_direction(random);
        at_b.p = md3_vec_add(at_b.p, random_point_in_cube(random, step));
        at_b.q = md3_rot_normalize(
            md3_rot_multiply(md3_rot_from_axis_angle(axis, random_real(random, -step, step)), at_b.q));
        collide_both_ways(&trial->a, trial->at_a, &trial->b, at_b, &cache, tally);
    }
}

static void the_cache_does_not_change_manifolds_of_hulls_that_move_at_random(void **state)
{
    (void)state;
    struct random random = {7};
    struct tally tally = {0};
    for (int pair = 0; pair < 400; ++pair) {
        struct hull_trial trial = random_hull_trial(&random, pair % 20 == 0 ? 60 : 12);
        walk(&random, &trial, 60, &tally);
        end_hull_trial(&trial);
    }
    assert_true(tally.touching > 3000);
    assert_true(tally.faces > 500);
    assert_true(tally.separated > 5000);
}

/** Crates on a table that rest, slide or tip. */
static void the_cache_does_not_change_manifolds_of_boxes_that_rest_slide_or_tip(void **state)
{
    (void)state;
    struct random random = {11};
    struct tally tally = {0};
    for (int pair = 0; pair < 400; ++pair) {
        const double height = random_real(&random, 0.1, 1), width = random_real(&random, 0.1, 1);
        md3_hull *table = box_hull(1, 1, 0.5), *crate = box_hull(width, 0.3, height);
        const double radius = random_index(&random, 3) == 0 ? 0.05 : 0;
        const md3_geometry a = hull_of(table, 0), b = hull_of(crate, radius);
        const md3_transform at_a = random_transform(&random, 3);
        const double speed = pow(10, random_real(&random, -6, -2)), slide = random_real(&random, -speed, speed);
        const double tip = random_real(&random, -speed, speed), spin = random_real(&random, -speed, speed);
        const double depth = random_real(&random, -0.01, 0.01), x = random_real(&random, -1.2, 1.2);
        const double yaw = random_index(&random, 2) == 0 ? 0 : random_real(&random, -1, 1);
        struct md3_feature_cache cache = {.kind = FEATURE_NONE};
        for (int k = 0; k < 60; ++k) {
            const md3_rot turn = md3_rot_multiply(md3_rot_from_axis_angle(at3(0, 1, 0), tip * k),
                                                  md3_rot_from_axis_angle(at3(0, 0, 1), yaw + spin * k));
            const md3_transform over = {at3(x + slide * k, 0, 0.5 + height + radius - depth), turn};
            collide_both_ways(&a, at_a, &b, md3_transform_multiply(at_a, over), &cache, &tally);
        }
        md3_hull_destroy(table);
        md3_hull_destroy(crate);
    }
    assert_true(tally.touching > 15000);
    assert_true(tally.faces > 8000);
}

/** Returns the transform at a fraction of a motion. */
static md3_transform along_motion(md3_transform from, md3_vec way, md3_vec axis, double turn, double fraction)
{
    from.p = md3_vec_add_scaled(from.p, (md_real)fraction, way);
    from.q = md3_rot_multiply(md3_rot_from_axis_angle(axis, fraction * turn), from.q);
    return from;
}

/** Bisects a motion for the last position at which the cache is valid, and tests the manifolds on the way. */
static void the_cache_does_not_change_manifolds_at_the_limit_of_its_validity(void **state)
{
    (void)state;
    struct random random = {13};
    struct tally tally = {0};
    int limited = 0;
    for (int pair = 0; pair < 400; ++pair) {
        struct hull_trial trial = random_hull_trial(&random, 12);
        const md3_vec way = random_point_in_cube(&random, 0.2), axis = random_direction(&random);
        const double turn = random_real(&random, -0.5, 0.5);
        struct md3_feature_cache set = {.kind = FEATURE_NONE};
        collide_both_ways(&trial.a, trial.at_a, &trial.b, trial.at_b, &set, &tally);
        double valid = 0, invalid = 1;
        for (int k = 0; k < 40; ++k) {
            const double middle = 0.5 * (valid + invalid);
            const md3_transform at_b = along_motion(trial.at_b, way, axis, turn, middle);
            const md3_transform between = md3_transform_between(trial.at_a, at_b);
            const bool is_valid = cache_proves_separation(&set, between, MARGIN) || cache_has_face(&set, between);
            *(is_valid ? &valid : &invalid) = middle;
            struct md3_feature_cache cache = set;
            collide_both_ways(&trial.a, trial.at_a, &trial.b, at_b, &cache, &tally);
        }
        limited += valid > 0;
        end_hull_trial(&trial);
    }
    assert_true(limited > 250);
    assert_true(tally.faces > 500 && tally.separated > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cache_does_not_change_manifolds_of_hulls_that_move_at_random),
        cmocka_unit_test(the_cache_does_not_change_manifolds_of_boxes_that_rest_slide_or_tip),
        cmocka_unit_test(the_cache_does_not_change_manifolds_at_the_limit_of_its_validity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
