/* Contact manifolds of two hulls: points, separations, normals and ids. */
#include "geometry2/manifold.h"
#include "geometry2/manifold_shapes.h"

/* Coordinates are about 1 m, so results have an error of a few roundings of 1. */
static const double ROUNDING = PICK(1e-14, 2e-6);

static md2_manifold touch(md2_hull a, md2_transform at_a, md2_hull b, md2_transform at_b, double margin)
{
    const md2_manifold manifold = md2_hull_collide(&a, at_a, &b, at_b, (md_real)margin);
    assert_in_range(manifold.count, 0, 2);
    if (manifold.count > 0) {
        assert_near(vec_length(manifold.normal), 1, PICK(1e-14, 1e-6));
    }
    return manifold;
}

/** Returns the point with the smaller x, or the other one. */
static md2_manifold_point left(md2_manifold manifold, bool right)
{
    assert_int_equal(manifold.count, 2);
    const bool swapped = manifold.point[0].point.x > manifold.point[1].point.x;
    return manifold.point[swapped != right];
}

static void circles_touch_on_the_line_between_their_centres(void **state)
{
    (void)state;
    md2_manifold manifold = touch(circle(1), at(0, 0, 0.3), circle(0.5), at(0.6, 0.8, 2), 0);
    assert_int_equal(manifold.count, 1);
    assert_is_vec(manifold.normal, 0.6, 0.8, ROUNDING);
    assert_near(manifold.point[0].separation, -0.5, ROUNDING);
    assert_is_vec(manifold.point[0].point, 0.6 * 0.75, 0.8 * 0.75, ROUNDING);
    manifold = touch(circle(1), at(0, 0, 0), circle(0.5), at(0, -1.6, 0), 0.2);
    assert_near(manifold.point[0].separation, 0.1, ROUNDING);
    assert_is_vec(manifold.point[0].point, 0, -1.05, ROUNDING);
    assert_int_equal(touch(circle(1), at(0, 0, 0), circle(0.5), at(0, -1.6, 0), 0.09).count, 0);
    manifold = touch(circle(1), at(3, 4, 0), circle(0.5), at(3, 4, 0), 0);
    assert_near(manifold.point[0].separation, -1.5, ROUNDING);
}

static void a_circle_touches_the_face_or_the_corner_of_a_box(void **state)
{
    (void)state;
    md2_manifold manifold = touch(box(1, 0.5), at(0, 0, 0), circle(0.25), at(0.4, 0.7, 1), 0);
    assert_is_vec(manifold.normal, 0, 1, ROUNDING);
    assert_near(manifold.point[0].separation, -0.05, ROUNDING);
    assert_is_vec(manifold.point[0].point, 0.4, 0.475, ROUNDING);
    const uint32_t face = manifold.point[0].id;
    manifold = touch(box(1, 0.5), at(0, 0, 0), circle(0.5), at(1.3, 0.9, 1), 0.01);
    assert_is_vec(manifold.normal, 0.6, 0.8, ROUNDING);
    assert_near(manifold.point[0].separation, 0, ROUNDING);
    assert_is_vec(manifold.point[0].point, 1, 0.5, ROUNDING);
    assert_true(manifold.point[0].id != face);
    manifold = touch(box(1, 0.5), at(0, 0, 0), circle(0.25), at(0.1, 0.4, 0), 0); /* the centre is inside */
    assert_is_vec(manifold.normal, 0, 1, ROUNDING);
    assert_near(manifold.point[0].separation, -0.35, ROUNDING);
    manifold = touch(circle(0.25), at(0.4, 0.7, 1), box(1, 0.5), at(0, 0, 0), 0); /* the circle is the first shape */
    assert_is_vec(manifold.normal, 0, -1, ROUNDING);
    manifold = touch(capsule(1, 0), at(0, 0, 0), circle(0.25), at(1.2, 0, 0), 0); /* in line with a segment */
    assert_is_vec(manifold.normal, 1, 0, ROUNDING);
    assert_near(manifold.point[0].separation, -0.05, ROUNDING);
}

static void parallel_capsules_touch_at_both_ends_of_their_overlap(void **state)
{
    (void)state;
    const md2_manifold manifold = touch(capsule(1, 0.2), at(0, 0, 0), capsule(1, 0.3), at(0.5, 0.45, 0), 0);
    assert_is_vec(manifold.normal, 0, 1, ROUNDING);
    /* Surfaces at 0.2 and 0.15. */
    assert_is_vec(left(manifold, false).point, -0.5, 0.175, ROUNDING);
    assert_is_vec(left(manifold, true).point, 1, 0.175, ROUNDING);
    assert_near(manifold.point[0].separation, -0.05, ROUNDING);
    assert_near(manifold.point[1].separation, -0.05, ROUNDING);
    assert_true(manifold.point[0].id != manifold.point[1].id);
    /* End to end in one line: the normal is along it. */
    const md2_manifold ends = touch(capsule(1, 0.2), at(0, 0, 0), capsule(1, 0.3), at(2.4, 0, 0), 0);
    assert_int_equal(ends.count, 1);
    assert_is_vec(ends.normal, 1, 0, ROUNDING);
    assert_near(ends.point[0].separation, -0.1, ROUNDING);
}

static void capsules_that_barely_miss_each_other_touch_at_their_ends(void **state)
{
    (void)state;
    /* One millimetre short of overlapping along the tangent: the corners are closest, almost opposite each other. */
    const md2_manifold passed = touch(capsule(1, 0.3), at(0, 0, 0), capsule(1, 0.3), at(2.001, 0.5, 0), 0);
    const double distance = hypot(0.001, 0.5);
    assert_int_equal(passed.count, 1);
    assert_is_vec(passed.normal, 0.001 / distance, 0.5 / distance, ROUNDING);
    assert_int_equal(passed.point[0].id, 1 << 8 | 0);
    /* A small hull with an edge of 5 mm, so far away that both axes tie and the edges overlap along only one. */
    const double turn = 1e-3, left_of_foot = 0.95e-3, right_of_foot = 4.2e-3;
    const md2_vec foot = vec((md_real)(1 + sin(turn)), (md_real)cos(turn));
    const md2_vec along = vec((md_real)cos(turn), (md_real)-sin(turn));
    const md2_vec ends[2] = {vec_add_scaled(foot, (md_real)-left_of_foot, along),
                             vec_add_scaled(foot, (md_real)right_of_foot, along)};
    const md2_manifold bead = touch(capsule(1, 0.5), at(0, 0, 0), hull_from(ends, 2, 0.5), at(0, 0, 0), 0.01);
    assert_near(deepest(&bead), 0, 6e-6);
}

static void crossed_capsules_are_separated_along_the_shorter_way(void **state)
{
    (void)state;
    const md2_manifold manifold =
        touch(capsule(1, 0.1), at(0, 0, 0), capsule(1, 0.1), at(0.3, 0.8, 1.5707963267948966), 0);
    assert_int_equal(manifold.count, 1);
    assert_is_vec(manifold.normal, 0, 1, PICK(1e-14, 1e-6));
    assert_near(manifold.point[0].separation, -0.4, ROUNDING);
    /* A steep capsule with its end near the other. */
    const md2_manifold above =
        touch(capsule(1, 0.1), at(0, 0, 0), capsule(0.5, 0.1), at(0.3, 0.7, 1.5707963267948966), 0.05);
    assert_int_equal(above.count, 1);
    assert_is_vec(above.normal, 0, 1, PICK(1e-14, 1e-6));
    assert_near(above.point[0].separation, 0, ROUNDING);
    assert_is_vec(above.point[0].point, 0.3, 0.1, ROUNDING);
}

static void a_box_on_a_box_rests_on_two_points(void **state)
{
    (void)state;
    const md2_manifold manifold = touch(box(2, 0.5), at(0, 0, 0), box(0.5, 0.5), at(0.25, 0.96875, 0), 0);
    assert_true(manifold.normal.x == 0 && manifold.normal.y == 1);
    assert_is_vec(left(manifold, false).point, -0.25, 0.484375, 0);
    assert_is_vec(left(manifold, true).point, 0.75, 0.484375, 0);
    assert_true(manifold.point[0].separation == (md_real)-0.03125);
    assert_true(manifold.point[1].separation == (md_real)-0.03125);
    /* Rounded, within the margin. */
    const md2_manifold rounded =
        touch(rounded_box(2, 0.5, 0.25), at(0, 0, 0), rounded_box(0.5, 0.5, 0.125), at(2.25, 1.5, 0), 0.125);
    assert_true(rounded.normal.x == 0 && rounded.normal.y == 1);
    assert_is_vec(left(rounded, false).point, 1.75, 0.8125, 0);
    assert_is_vec(left(rounded, true).point, 2, 0.8125, 0);
    assert_true(rounded.point[0].separation == (md_real)0.125);
    assert_true(rounded.point[1].separation == (md_real)0.125);
}

static void normals_of_rounded_corners_turn_continuously(void **state)
{
    (void)state;
    for (int k = 1; k < 15; ++k) {
        const double angle = 0.1 * k;
        const double x = 2 + 0.28 * cos(angle), y = 2 + 0.28 * sin(angle);
        const md2_manifold manifold =
            touch(rounded_box(1, 1, 0.2), at(0, 0, 0), rounded_box(1, 1, 0.1), at(x, y, 0), 0);
        assert_int_equal(manifold.count, 1);
        assert_is_vec(manifold.normal, cos(angle), sin(angle), PICK(1e-13, 2e-6));
        assert_near(manifold.point[0].separation, -0.02, ROUNDING);
        assert_is_vec(manifold.point[0].point, 1 + 0.19 * cos(angle), 1 + 0.19 * sin(angle), ROUNDING);
        assert_int_equal(manifold.point[0].id, 2 << 8 | 0);
    }
}

static void the_corner_of_a_box_touches_an_edge_at_one_point(void **state)
{
    (void)state;
    const double diagonal = sqrt(2);
    const md2_manifold on_box = touch(box(2, 1), at(0, 0, 0), box(1, 1), at(0.5, 1 + diagonal - 0.01, atan(1)), 0);
    assert_int_equal(on_box.count, 1);
    assert_is_vec(on_box.normal, 0, 1, ROUNDING);
    assert_near(on_box.point[0].separation, -0.01, PICK(1e-14, 1e-6));
    assert_is_vec(on_box.point[0].point, 0.5, 0.995, ROUNDING);
    const md2_manifold on_segment =
        touch(capsule(2, 0), at(0, 1, 0), box(1, 1), at(0.5, 1 + diagonal - 0.01, atan(1)), 0);
    assert_int_equal(on_segment.count, 1);
    assert_near(on_segment.point[0].separation, -0.01, PICK(1e-14, 1e-6));
    /* A segment flat on a box. */
    const md2_manifold flat = touch(box(1, 1), at(0, 0, 0), capsule(0.5, 0), at(0.75, 1.01, 0), 0.02);
    assert_is_vec(left(flat, false).point, 0.25, 1.005, ROUNDING);
    assert_is_vec(left(flat, true).point, 1, 1.005, ROUNDING);
    assert_near(flat.point[0].separation, 0.01, ROUNDING);
}

static void a_deep_overlap_is_resolved_along_the_shortest_way(void **state)
{
    (void)state;
    const md2_manifold manifold = touch(box(1, 1), at(0, 0, 0), box(0.5, 0.5), at(0.3, 0.1, 0), 0);
    assert_int_equal(manifold.count, 2);
    assert_is_vec(manifold.normal, 1, 0, 0);
    assert_near(deepest(&manifold), -1.2, ROUNDING);
}

/* ---- Random pairs ------------------------------------------------------------------------------------------------ */

struct trial {
    md2_hull a, b;
    md2_transform at_a, at_b;
    md_real margin;
};

static struct trial random_trial(struct random *random)
{
    struct trial trial;
    trial.a = random_hull(random);
    trial.b = random_hull(random);
    trial.at_a = random_at(random, -1, 1, -1, 1);
    trial.at_b = random_at(random, -1, 1, -1, 1);
    trial.margin = (md_real)(random_index(random, 2) == 0 ? 0 : random_real(random, 0, 0.3));
    return trial;
}

static md2_manifold collide(const struct trial *trial)
{
    return md2_hull_collide(&trial->a, trial->at_a, &trial->b, trial->at_b, trial->margin);
}

/* The choice of the reference edge costs at most TIE_TOLERANCE, 5e-6 m. */
static const double TIE = 6e-6 + PICK(0, 4e-6);

static void the_deepest_point_has_the_signed_distance(void **state)
{
    (void)state;
    struct random random = {1};
    int apart = 0, touching = 0, within = 0;
    for (int k = 0; k < 20000; ++k) {
        const struct trial trial = random_trial(&random);
        const md2_hull a = moved(&trial.a, trial.at_a), b = moved(&trial.b, trial.at_b);
        const struct measured truth = measure(&a, &b);
        const md2_manifold manifold = collide(&trial);
        if (fabs(truth.distance - (double)trial.margin) > TIE) {
            assert_int_equal(manifold.count > 0, truth.distance < (double)trial.margin);
        }
        apart += manifold.count == 0;
        touching += manifold.count > 0;
        within += manifold.count > 0 && truth.distance > 0;
        if (manifold.count == 0) {
            continue;
        }
        const double tolerance = truth.lead < 2 * TIE ? TIE : PICK(1e-13, 4e-6);
        assert_near(deepest(&manifold), truth.distance, tolerance);
        assert_near(vec_length(manifold.normal), 1, PICK(1e-14, 1e-6));
        for (int32_t i = 0; i < manifold.count; ++i) {
            assert_true(manifold.point[i].separation <= trial.margin);
        }
        /* The point is midway: half the separation from either surface. */
        const md2_manifold_point point =
            manifold.point[manifold.count == 2 && manifold.point[1].separation < manifold.point[0].separation];
        const md_real half = point.separation / 2;
        const md2_hull on_a = hull_from(
            &(md2_vec){point.point.x - half * manifold.normal.x, point.point.y - half * manifold.normal.y}, 1, 0);
        const md2_hull on_b = hull_from(
            &(md2_vec){point.point.x + half * manifold.normal.x, point.point.y + half * manifold.normal.y}, 1, 0);
        if (a.count > 1) {
            assert_near(measure(&a, &on_a).distance, 0, tolerance);
        }
        if (b.count > 1) {
            assert_near(measure(&b, &on_b).distance, 0, tolerance);
        }
    }
    assert_true(apart > 2000 && touching > 10000 && within > 500);
}

static void swapping_the_hulls_mirrors_the_manifold(void **state)
{
    (void)state;
    struct random random = {2};
    int compared = 0;
    for (int k = 0; k < 20000; ++k) {
        const struct trial trial = random_trial(&random);
        const md2_hull a = moved(&trial.a, trial.at_a), b = moved(&trial.b, trial.at_b);
        const struct trial swapped = {trial.b, trial.a, trial.at_b, trial.at_a, trial.margin};
        const md2_manifold one = collide(&trial), other = collide(&swapped);
        const struct measured truth = measure(&a, &b);
        if (truth.lead < 2 * TIE || fabs(truth.distance - (double)trial.margin) < PICK(1e-12, 1e-5)) {
            continue; /* a tie, which a wins, or at the limit of the margin */
        }
        assert_int_equal(one.count, other.count);
        if (one.count == 0) {
            continue;
        }
        ++compared;
        assert_is_vec(one.normal, -(double)other.normal.x, -(double)other.normal.y, PICK(1e-9, 1e-2));
        assert_near(deepest(&one), deepest(&other), PICK(1e-13, 4e-6));
        if (one.count == 2) {
            assert_near(one.point[0].separation + one.point[1].separation,
                        other.point[0].separation + other.point[1].separation, PICK(1e-9, 1e-2));
        }
    }
    assert_true(compared > 9000);
}

static void a_common_motion_moves_the_manifold_with_it(void **state)
{
    (void)state;
    struct random random = {3};
    int compared = 0;
    for (int k = 0; k < 20000; ++k) {
        const struct trial trial = random_trial(&random);
        const md2_hull a = moved(&trial.a, trial.at_a), b = moved(&trial.b, trial.at_b);
        const struct measured truth = measure(&a, &b);
        const double size = random_index(&random, 2) == 0 ? 10 : 1e4;
        const double error = size * PICK(1e-15, 1e-6); /* a few rounding errors of the positions */
        const md2_transform motion = random_at(&random, -size, size, -size, size);
        struct trial far = trial;
        far.at_a = (md2_transform){transform_point(motion, trial.at_a.p), rot_multiply(motion.q, trial.at_a.q)};
        far.at_b = (md2_transform){transform_point(motion, trial.at_b.p), rot_multiply(motion.q, trial.at_b.q)};
        const md2_manifold here = collide(&trial), there = collide(&far);
        if (truth.lead < 2 * TIE + error || fabs(truth.distance - (double)trial.margin) < TIE + error) {
            continue;
        }
        assert_int_equal(here.count > 0, there.count > 0);
        if (here.count == 0) {
            continue;
        }
        ++compared;
        assert_near(deepest(&here), deepest(&there), 10 * error + ROUNDING);
        if (PICK(true, false)) {
            assert_int_equal(here.count, there.count);
            const md2_vec normal = rot_apply(motion.q, here.normal);
            assert_is_vec(there.normal, (double)normal.x, (double)normal.y, 1e-6);
            for (int32_t i = 0; i < here.count; ++i) {
                const md2_vec point = transform_point(motion, here.point[i].point);
                assert_is_vec(there.point[i].point, (double)point.x, (double)point.y, 1e-6);
                assert_int_equal(here.point[i].id, there.point[i].id);
            }
        }
    }
    assert_true(compared > 5000);
}

static void manifolds_far_from_the_origin_are_bit_identical(void **state)
{
    (void)state;
    /* Positions that are exact in float, near and far. */
    const md2_manifold here =
        touch(box(1, 0.5), at(0, 0, 0), rounded_box(0.25, 0.5, 0.125), at(0.25, 1.0625, 0.1), 0.1);
    const md2_manifold there =
        touch(box(1, 0.5), at(16384, -8192, 0), rounded_box(0.25, 0.5, 0.125), at(16384.25, -8190.9375, 0.1), 0.1);
    assert_int_equal(here.count, 2);
    assert_int_equal(there.count, 2);
    assert_memory_equal(&here.normal, &there.normal, sizeof here.normal);
    for (int32_t i = 0; i < 2; ++i) {
        assert_true(here.point[i].separation == there.point[i].separation);
        assert_int_equal(here.point[i].id, there.point[i].id);
    }
}

/* ---- Ids --------------------------------------------------------------------------------------------------------- */

static void assert_same_ids(const md2_manifold *one, const md2_manifold *other)
{
    assert_int_equal(one->count, 2);
    assert_int_equal(other->count, 2);
    const uint32_t a = one->point[0].id, b = one->point[1].id, c = other->point[0].id, d = other->point[1].id;
    assert_true((a == c && b == d) || (a == d && b == c));
    assert_true(a != b);
}

static void small_motions_keep_the_ids(void **state)
{
    (void)state;
    struct random random = {4};
    const md2_hull ground = box(20, 1), crate = box(0.5, 0.5);
    const md2_hull *const below[] = {&ground, &crate};
    for (int pair = 0; pair < 4; ++pair) { /* on the ground and on an equal box, in either order */
        const md2_hull *low = below[pair / 2];
        const md_real top = low->point[2].y;
        md2_manifold first = {0};
        for (int k = 0; k < 2000; ++k) {
            const double jitter = k == 0 ? 0 : 1e-4;
            const double x = random_real(&random, -jitter, jitter);
            const double y = (double)top + 0.5 + random_real(&random, -2, 2) * jitter;
            const md2_transform up = at(x, y, random_real(&random, -jitter, jitter));
            const md2_manifold now =
                pair % 2 == 0 ? touch(*low, at(0, 0, 0), crate, up, 0.01) : touch(crate, up, *low, at(0, 0, 0), 0.01);
            first = k == 0 ? now : first;
            assert_same_ids(&first, &now);
        }
    }
}

static void equal_boxes_slightly_tilted_and_apart_keep_both_points(void **state)
{
    (void)state;
    struct random random = {5};
    md2_manifold first = {0};
    int by_corners = 0;
    for (int k = 0; k < 2000; ++k) {
        const double turn = random_real(&random, -1e-3, 1e-3);
        const double y = 1 + random_real(&random, 1e-3, 3e-3);
        const double x =
            random_real(&random, -3e-6, 3e-6) - 0.5 * sin(turn); /* the lower corner is opposite its counterpart */
        const md2_manifold now = touch(box(0.5, 0.5), at(0, 0, 0), box(0.5, 0.5), at(x, y, turn), 0.02);
        first = k == 0 ? now : first;
        assert_same_ids(&first, &now);
        const double by_b = -sin(turn);
        by_corners += fabs((double)now.normal.x) > 1e-5 && fabs((double)now.normal.x - by_b) > 1e-5;
    }
    assert_true(by_corners > 10);
}

static void ids_of_a_sliding_box_change_only_with_the_features(void **state)
{
    (void)state;
    uint32_t known[4][2] = {{0}};
    bool seen[4] = {false};
    for (int k = 0; k <= 1100; ++k) {
        const double x = -5.5 + 0.01 * k + 0.004;
        const md2_manifold manifold = touch(box(5, 0.5), at(0, 0, 0), box(0.5, 0.5), at(x, 0.999, 0), 0.01);
        if (manifold.count < 2) {
            continue;
        }
        const double ends[2] = {x - 0.5, x + 0.5};
        if (fabs(fabs(ends[0]) - 5) < 0.006 || fabs(fabs(ends[1]) - 5) < 0.006) {
            continue; /* corners opposite each other, within MD2_LINEAR_SLOP */
        }
        const int features = (ends[0] > -5) + 2 * (ends[1] < 5);
        const uint32_t ids[2] = {left(manifold, false).id, left(manifold, true).id};
        if (seen[features]) {
            assert_memory_equal(ids, known[features], sizeof ids);
        }
        seen[features] = true;
        memcpy(known[features], ids, sizeof ids);
    }
    assert_true(seen[1] && seen[2] && seen[3] && !seen[0]);
    assert_int_equal(known[1][0], known[3][0]); /* the left corner of the small box, wherever the right one is */
    assert_int_equal(known[2][1], known[3][1]);
    assert_true(known[2][0] != known[3][0] && known[1][1] != known[3][1]);
}

/* Circles in one place separate in all directions: to the left and right, up and down alike. */
static void coincident_circles_have_normals_in_all_directions(void **state)
{
    (void)state;
    int32_t quadrants[4] = {0};
    for (int32_t a = 0; a < 100; ++a) {
        for (int32_t b = 0; b < a; ++b) {
            md2_manifold manifold = {.count = 0};
            const int32_t number[2] = {b, a}, exchanged[2] = {a, b};
            circles_collide(&manifold, vec(1, 2), vec(0, 0), 1, 1, 0, number);
            const md2_vec normal = manifold.normal, opposite = md2_tie_normal(exchanged);
            assert_int_equal(manifold.count, 1);
            assert_true(fabs((double)vec_length(normal) - 1) < 4 * (double)MD_REAL_EPSILON);
            assert_true(normal.x == -opposite.x && normal.y == -opposite.y);
            ++quadrants[(normal.x > 0) + 2 * (normal.y > 0)];
        }
    }
    for (int32_t i = 0; i < 4; ++i) {
        assert_true(quadrants[i] > 4950 / 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coincident_circles_have_normals_in_all_directions),
        cmocka_unit_test(circles_touch_on_the_line_between_their_centres),
        cmocka_unit_test(a_circle_touches_the_face_or_the_corner_of_a_box),
        cmocka_unit_test(parallel_capsules_touch_at_both_ends_of_their_overlap),
        cmocka_unit_test(capsules_that_barely_miss_each_other_touch_at_their_ends),
        cmocka_unit_test(crossed_capsules_are_separated_along_the_shorter_way),
        cmocka_unit_test(a_box_on_a_box_rests_on_two_points),
        cmocka_unit_test(normals_of_rounded_corners_turn_continuously),
        cmocka_unit_test(the_corner_of_a_box_touches_an_edge_at_one_point),
        cmocka_unit_test(a_deep_overlap_is_resolved_along_the_shortest_way),
        cmocka_unit_test(the_deepest_point_has_the_signed_distance),
        cmocka_unit_test(swapping_the_hulls_mirrors_the_manifold),
        cmocka_unit_test(a_common_motion_moves_the_manifold_with_it),
        cmocka_unit_test(manifolds_far_from_the_origin_are_bit_identical),
        cmocka_unit_test(small_motions_keep_the_ids),
        cmocka_unit_test(equal_boxes_slightly_tilted_and_apart_keep_both_points),
        cmocka_unit_test(ids_of_a_sliding_box_change_only_with_the_features),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
