/* Hulls against chains: contacts only on the front side, and no ghost collisions where two segments join. */
#include "geometry2/manifold_shapes.h"

static const double ROUNDING = PICK(1e-13, 4e-6);

#define MAX_CHAIN 16

/** The points of an open chain in order. Its ends have no neighbours unless there are ghost points. */
struct ground {
    md2_vec point[MAX_CHAIN];
    int32_t count;
    bool has_ghosts; /* the first and the last point are neighbours only, without a segment */
};

/** All contacts of a hull with a chain: at most one manifold per segment. */
struct contacts {
    md2_manifold of[MAX_CHAIN];
    int32_t segment[MAX_CHAIN];
    int32_t count;
};

static md2_chain_segment segment_of(const struct ground *ground, int32_t i)
{
    const md2_vec *p = ground->point;
    return (md2_chain_segment){p[i > 0 ? i - 1 : i], p[i], p[i + 1], p[i + 2 < ground->count ? i + 2 : i + 1]};
}

static struct contacts touch(const struct ground *ground, md2_hull hull, md2_transform pose, double margin)
{
    struct contacts contacts = {.count = 0};
    const int32_t ghosts = ground->has_ghosts;
    for (int32_t i = ghosts; i + 1 + ghosts < ground->count; ++i) {
        const md2_chain_segment segment = segment_of(ground, i);
        const md2_manifold manifold = md2_chain_collide(&segment, at(0, 0, 0), &hull, pose, (md_real)margin);
        assert_in_range(manifold.count, 0, 2);
        assert_near(vec_length(manifold.normal), 1, PICK(1e-14, 1e-6));
        if (manifold.count > 0) {
            contacts.segment[contacts.count] = i;
            contacts.of[contacts.count++] = manifold;
        }
    }
    return contacts;
}

/** Ten segments of 1 m with ghost points, from right to left along y = 0, at coordinates with rounding errors. */
static struct ground flat_ground(double slope)
{
    struct ground ground = {.count = 13, .has_ghosts = true};
    for (int32_t i = 0; i < ground.count; ++i) {
        const double x = 6.03 - 1.01 * i;
        ground.point[i] = vec((md_real)x, (md_real)(slope * x));
    }
    return ground;
}

/** A chain from the right to a peak or a valley at the origin and on to the left, given by the heights at 4 m. */
static struct ground bent_ground(double right, double left)
{
    return (struct ground){
        {{8, (md_real)(2 * right)}, {4, (md_real)right}, {0, 0}, {-4, (md_real)left}, {-8, (md_real)(2 * left)}},
        5,
        true};
}

static md2_vec normal_of(const struct ground *ground, int32_t i)
{
    return vec_unit(vec_right(vec_sub(ground->point[i + 1], ground->point[i])), NULL);
}

static void a_hull_sliding_on_flat_ground_is_only_pushed_up(void **state)
{
    (void)state;
    const md2_hull hulls[] = {circle(0.3), capsule(0.4, 0.1), box(0.4, 0.3), rounded_box(0.3, 0.2, 0.1), box(1.7, 0.3)};
    const double slopes[] = {0, 0.37};
    for (size_t k = 0; k < 10; ++k) {
        const struct ground ground = flat_ground(slopes[k / 5]);
        const md2_vec up = normal_of(&ground, 0);
        const double tilt = atan(slopes[k / 5]);
        for (int step = 0; step < 6000; ++step) {
            const double turns[] = {0, 1e-4, -1e-4, 0.02, -0.3, 1.5707963267948966};
            const double turn = turns[step % 6], x = 2.5 - 0.0008 * step;
            const md2_hull *hull = &hulls[k % 5];
            const md2_hull turned = moved(hull, at(0, 0, turn));
            const double depth = -0.004;
            const double height = depth + (double)hull->radius - least_along(&turned, vec(0, 1), 1);
            const md2_vec place = vec_add_scaled(vec((md_real)x, (md_real)(slopes[k / 5] * x)), (md_real)height, up);
            const struct contacts found =
                touch(&ground, *hull, at((double)place.x, (double)place.y, turn + tilt), 0.001);
            assert_true(found.count > 0);
            double min_separation = 1;
            for (int32_t c = 0; c < found.count; ++c) {
                assert_is_vec(found.of[c].normal, (double)up.x, (double)up.y, PICK(1e-12, 1e-5));
                min_separation = fmin(min_separation, (double)deepest(&found.of[c]));
            }
            assert_near(min_separation, depth, ROUNDING); /* some segment reports the deepest point */
        }
    }
}

static void a_plain_segment_without_neighbours_has_a_ghost_collision(void **state)
{
    (void)state;
    /* Without neighbours, a box whose side has just passed the end is pushed back. */
    const md2_chain_segment plain = {{0, 0}, {0, 0}, {-1, 0}, {-1, 0}}, joined = {{1, 0}, {0, 0}, {-1, 0}, {-2, 0}};
    const md2_hull crate = box(0.5, 0.5);
    const md2_transform pose = at(0.499, 0.49, 0);
    md2_manifold manifold = md2_chain_collide(&plain, at(0, 0, 0), &crate, pose, 0);
    assert_is_vec(manifold.normal, 1, 0, ROUNDING);
    assert_near(deepest(&manifold), -0.001, ROUNDING);
    manifold = md2_chain_collide(&joined, at(0, 0, 0), &crate, pose, 0);
    assert_is_vec(manifold.normal, 0, 1, ROUNDING);
    assert_near(deepest(&manifold), -0.01, ROUNDING);
}

static void past_the_end_of_a_segment_only_its_neighbour_collides(void **state)
{
    (void)state;
    const md2_chain_segment joined = {{1, 0}, {0, 0}, {-1, 0}, {-2, 0}};
    const md2_hull hulls[] = {circle(0.5), capsule(0.4, 0.1), box(0.5, 0.5)};
    for (int k = 0; k < 3; ++k) {
        const double y = k == 1 ? 0.095 : 0.495;
        const double sides[] = {0.51, -1.51};
        for (int side = 0; side < 2; ++side) {
            const md2_manifold manifold = md2_chain_collide(&joined, at(0, 0, 0), &hulls[k], at(sides[side], y, 0), 0);
            assert_int_equal(manifold.count, 0);
        }
    }
}

static void a_bend_of_rounding_size_pushes_no_hull_down(void **state)
{
    (void)state;
    /* A triangle on its tip, so deep that its top is closer than its bottom. The ground bends by rounding errors. */
    const md2_hull triangle = hull_from((md2_vec[]){{0, -2}, {1, 1}, {-1, 1}}, 3, 0);
    for (int k = 0; k < 100; ++k) {
        const double slope = 0.01 * k;
        const struct ground ground = flat_ground(slope);
        const md2_vec up = normal_of(&ground, 0);
        const md2_vec place = vec_add_scaled(ground.point[6], (md_real)0.01, up);
        const struct contacts found = touch(&ground, triangle, at((double)place.x, (double)place.y, atan(slope)), 0);
        assert_true(found.count > 0);
        for (int32_t c = 0; c < found.count; ++c) {
            assert_is_vec(found.of[c].normal, (double)up.x, (double)up.y, PICK(1e-12, 1e-5));
        }
    }
}

/** Asserts that normals are between those of the two sides, up to rounding. */
static void assert_in_wedge(md2_vec normal, md2_vec first, md2_vec last)
{
    assert_true((double)vec_cross(first, normal) >= -ROUNDING);
    assert_true((double)vec_cross(normal, last) >= -ROUNDING);
}

static void normals_at_a_ridge_stay_within_the_wedge(void **state)
{
    (void)state;
    struct random random = {5};
    const md2_hull hulls[] = {circle(0.3), capsule(0.4, 0.1), box(0.4, 0.3), rounded_box(0.3, 0.2, 0.1)};
    const double slopes[] = {-0.05, -1, -4}; /* heights at 4 m: gentle, medium, steep */
    int turned = 0, touched = 0;
    for (int k = 0; k < 20000; ++k) {
        const struct ground ground = bent_ground(4 * slopes[k % 3], 4 * slopes[k % 3]);
        const md2_vec first = normal_of(&ground, 1), last = normal_of(&ground, 2);
        const md2_hull *hull = &hulls[random_index(&random, 4)];
        /* Above the peak and not deep, so that the centroid is in front of both segments. */
        const md2_transform pose = random_at(&random, -0.3, 0.3, 0.25, 0.6);
        const struct contacts found = touch(&ground, *hull, pose, 0.01);
        for (int32_t c = 0; c < found.count; ++c) {
            assert_in_wedge(found.of[c].normal, first, last);
            ++touched;
            turned += (double)vec_cross(first, found.of[c].normal) > 1e-3 &&
                      (double)vec_cross(found.of[c].normal, last) > 1e-3;
        }
        /* The contact has the position and depth of a solid wedge with the same corner. */
        const md2_vec peak[3] = {ground.point[3], ground.point[1], ground.point[2]};
        const md2_hull wedge = hull_from(peak, 3, 0), placed = moved(hull, pose);
        const double truth = measure(&wedge, &placed).distance;
        if (fabs(truth - 0.01) > 1e-5) {
            assert_int_equal(found.count > 0, truth < 0.01);
        }
        double min_separation = 1;
        for (int32_t c = 0; c < found.count; ++c) {
            min_separation = fmin(min_separation, (double)deepest(&found.of[c]));
        }
        if (found.count > 0) {
            assert_near(min_separation, truth, 2e-5);
        }
    }
    assert_true(touched > 5000 && turned > 1000);
}

static void each_direction_at_a_cliff_has_one_owner(void **state)
{
    (void)state;
    /* The ground ends at x = 0, where the chain comes up the face of the cliff. Directions beyond a few degrees are
     * those of the corner. */
    const struct ground ground = {{{0, -8}, {0, -4}, {0, 0}, {-4, 0}, {-8, 0}}, 5, true};
    for (int k = 0; k <= 157; ++k) {
        const double angle = 0.01 * k;
        const md2_vec out = vec((md_real)sin(angle), (md_real)cos(angle));
        const struct contacts ball = touch(&ground, circle(0.3), at(0.29 * (double)out.x, 0.29 * (double)out.y, 0), 0);
        assert_int_equal(ball.count, 1);
        assert_is_vec(ball.of[0].normal, (double)out.x, (double)out.y, ROUNDING);
        /* The rounded corner of a box at the edge. */
        const struct contacts rounded = touch(&ground, rounded_box(0.3, 0.3, 0.2),
                                              at(0.19 * (double)out.x + 0.3, 0.19 * (double)out.y + 0.3, 0), 0);
        assert_true(rounded.count >= 1);
        assert_is_vec(rounded.of[0].normal, (double)out.x, (double)out.y, PICK(1e-12, 1e-5));
        assert_near(deepest(&rounded.of[0]), -0.01, ROUNDING);
        if (angle > 0.05 && angle < 1.5) {
            assert_int_equal(rounded.count, 1);
        }
        /* A box leaning on the edge, with its centre on either side. */
        for (int side = -1; side <= 1; side += 2) {
            const double shift = 0.3 * side;
            const double x = 0.19 * (double)out.x + shift * (double)out.y,
                         y = 0.19 * (double)out.y - shift * (double)out.x;
            const struct contacts crate = touch(&ground, box(0.4, 0.2), at(x, y, -angle), 0);
            assert_true(crate.count >= 1);
            assert_near(deepest(&crate.of[0]), -0.01, ROUNDING);
            assert_is_vec(crate.of[0].normal, (double)out.x, (double)out.y, PICK(1e-12, 1e-5));
            if (angle > 0.05 && angle < 1.5) {
                assert_int_equal(crate.count, 1);
            }
        }
    }
}

/* So that a contact keeps its shapes while a hull rocks on a corner. */
static void the_segment_that_begins_at_a_steep_corner_owns_it(void **state)
{
    (void)state;
    const struct ground ground = bent_ground(-16, -16);
    for (int k = -10; k <= 10; ++k) {
        const double turn = 0.02 * k;
        const struct contacts found =
            touch(&ground, box(0.4, 0.3), at(-0.299 * sin(turn), 0.299 * cos(turn), turn), 0.01);
        assert_int_equal(found.count, 1);
        assert_int_equal(found.segment[0], 2);
    }
}

static void both_sides_of_a_valley_can_collide(void **state)
{
    (void)state;
    const struct ground ground = bent_ground(4, 4); /* 45 degrees on either side */
    const double h = sqrt(0.5);
    const struct contacts ball = touch(&ground, circle(0.5), at(0, 0.5 / h - 0.001, 0), 0);
    assert_int_equal(ball.count, 2);
    assert_is_vec(ball.of[0].normal, -h, h, ROUNDING);
    assert_is_vec(ball.of[1].normal, h, h, ROUNDING);
    assert_near(ball.of[0].point[0].separation, -0.001 * h, ROUNDING);
    const struct contacts crate = touch(&ground, box(0.5, 0.5), at(0, 0.5 / h - 0.001, atan(1)), 0);
    assert_int_equal(crate.count, 2);
    for (int32_t c = 0; c < 2; ++c) {
        assert_is_vec(crate.of[c].normal, c == 0 ? -h : h, h, ROUNDING);
        assert_int_equal(crate.of[c].count, 2);
        assert_near(crate.of[c].point[0].separation, -0.001 * h, ROUNDING);
        assert_near(crate.of[c].point[1].separation, -0.001 * h, ROUNDING);
    }
    /* Higher up, only one side is near. */
    for (int side = -1; side <= 1; side += 2) {
        const struct contacts alone =
            touch(&ground, box(0.5, 0.5), at(side * (2 - 0.499 * h), 2 + 0.499 * h, side * atan(1)), 0);
        assert_int_equal(alone.count, 1);
        assert_is_vec(alone.of[0].normal, -side * h, h, ROUNDING);
        assert_int_equal(alone.of[0].count, 2);
    }
    /* A box in the corner of a floor and a wall. */
    const struct ground corner = {{{0, 4}, {0, 2}, {0, 0}, {-2, 0}, {-4, 0}}, 5, true};
    const struct contacts mirrored = touch(&corner, box(0.5, 0.5), at(-0.499, 0.499, 0), 0);
    assert_int_equal(mirrored.count, 2);
    assert_is_vec(mirrored.of[0].normal, -1, 0, 0);
    assert_is_vec(mirrored.of[1].normal, 0, 1, 0);
}

static void a_chain_does_not_collide_from_behind(void **state)
{
    (void)state;
    struct random random = {6};
    const md2_hull hulls[] = {circle(0.3), capsule(0.4, 0.1), box(0.4, 0.3), rounded_box(0.3, 0.2, 0.1)};
    struct ground plain = flat_ground(0);
    int above = 0;
    for (int k = 0; k < 4000; ++k) {
        plain.has_ghosts = k % 2 == 0;
        const double x = k % 16 == 0 ? (double)plain.point[4].x : random_real(&random, -7, 7);
        const double y = random_real(&random, -0.3, -1e-3);
        const double turn = random_real(&random, -4, 4);
        const md2_hull *hull = &hulls[k % 4];
        assert_int_equal(touch(&plain, *hull, at(x, y, turn), 0.01).count, 0);
        above += touch(&plain, *hull, at(x, 0.02, turn), 0.01).count > 0;
        const struct ground ridge = bent_ground(-2, -2), valley = bent_ground(2, 2);
        assert_int_equal(touch(&ridge, *hull, at(x / 8, -fabs(x) / 16 - 0.05, turn), 0.01).count, 0);
        assert_int_equal(touch(&valley, *hull, at(x / 8, -fabs(x) / 16 - 0.05, turn), 0.01).count, 0);
    }
    assert_true(above > 2000);
}

static void an_end_without_a_neighbour_collides_like_a_segment(void **state)
{
    (void)state;
    struct random random = {7};
    const md2_chain_segment plain = {{1, 0}, {1, 0}, {-1, 0}, {-1, 0}};
    const md2_hull segment = hull_from((md2_vec[]){{1, 0}, {-1, 0}}, 2, 0);
    int compared = 0;
    for (int k = 0; k < 20000; ++k) {
        const md2_hull hull = random_hull(&random);
        const md2_transform frame = random_at(&random, -3, 3, -3, 3);
        const md2_transform local = random_at(&random, -2, 2, 0.01, 1);
        const md2_transform pose = {transform_point(frame, local.p), rot_multiply(frame.q, local.q)};
        const md2_manifold found = md2_chain_collide(&plain, frame, &hull, pose, (md_real)0.1);
        const md2_manifold expected = md2_hull_collide(&segment, frame, &hull, pose, (md_real)0.1);
        const md2_hull placed = moved(&hull, local);
        const md2_vec pushed = rot_unapply(frame.q, expected.normal);
        /* Equal if the centroid is in front and the normal points forward. Otherwise the chain is meant to differ. */
        if (placed.centroid.y < (md_real)0.01 || pushed.y < (md_real)1e-3 || measure(&segment, &placed).lead < 2e-5) {
            continue;
        }
        assert_int_equal(found.count, expected.count);
        if (found.count > 0) {
            ++compared;
            assert_is_vec(found.normal, (double)expected.normal.x, (double)expected.normal.y, PICK(1e-9, 1e-3));
            assert_near(deepest(&found), deepest(&expected), ROUNDING);
            assert_int_equal(found.point[0].id, expected.point[0].id);
        }
    }
    assert_true(compared > 5000);
}

static void ids_are_constant_while_a_box_rests(void **state)
{
    (void)state;
    struct random random = {8};
    const struct ground ground = flat_ground(0);
    const md2_hull crate = box(0.2, 0.2);
    const md2_chain_segment segment = segment_of(&ground, 5);
    const double middle = 0.5 * (double)(segment.a.x + segment.b.x);
    uint32_t ids[2] = {0, 0};
    for (int k = 0; k < 2000; ++k) {
        const double jitter = k == 0 ? 0 : 1e-4;
        const double x = middle + random_real(&random, -jitter, jitter);
        const double y = 0.2 + random_real(&random, -jitter, jitter);
        const md2_transform pose = at(x, y, random_real(&random, -jitter, jitter));
        const md2_manifold manifold = md2_chain_collide(&segment, at(0, 0, 0), &crate, pose, (md_real)0.01);
        assert_int_equal(manifold.count, 2);
        for (int32_t i = 0; i < 2; ++i) {
            ids[i] = k == 0 ? manifold.point[i].id : ids[i];
            assert_int_equal(manifold.point[i].id, ids[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hull_sliding_on_flat_ground_is_only_pushed_up),
        cmocka_unit_test(a_plain_segment_without_neighbours_has_a_ghost_collision),
        cmocka_unit_test(past_the_end_of_a_segment_only_its_neighbour_collides),
        cmocka_unit_test(a_bend_of_rounding_size_pushes_no_hull_down),
        cmocka_unit_test(normals_at_a_ridge_stay_within_the_wedge),
        cmocka_unit_test(each_direction_at_a_cliff_has_one_owner),
        cmocka_unit_test(the_segment_that_begins_at_a_steep_corner_owns_it),
        cmocka_unit_test(both_sides_of_a_valley_can_collide),
        cmocka_unit_test(a_chain_does_not_collide_from_behind),
        cmocka_unit_test(an_end_without_a_neighbour_collides_like_a_segment),
        cmocka_unit_test(ids_are_constant_while_a_box_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
