/* Times of impact of geometries that translate and rotate, against many small steps. */
#include "geometry3/shapes3.h"

static const double PI = 3.14159265358979323846;
static const double SLOP = (double)MD3_LINEAR_SLOP;

/** Far from the origin, m: transforms, at which small steps are taken, must be rounded to less than an eighth of the
 *  slop. */
static const double FAR = PICK(1e4, 1e3);

static struct hull_pool pool;

static int create_pool(void **state)
{
    (void)state;
    pool = hull_pool_create(3);
    return 0;
}

static int destroy_pool(void **state)
{
    (void)state;
    hull_pool_destroy(&pool);
    return 0;
}

/* ---- Sweeps ------------------------------------------------------------------------------------------------------ */

static md3_rot turned_by(md3_rot q, md3_vec axis, double angle)
{
    return md3_rot_multiply(md3_rot_from_axis_angle(axis, angle), q);
}

/** A motion from one position to another, with a rotation by an angle about an axis. */
static md3_sweep sweep_of(md3_vec from, md3_vec to, md3_rot start, md3_vec axis, double angle)
{
    return (md3_sweep){.center = {from, to}, .rotation = {start, turned_by(start, axis, angle)}};
}

static md3_sweep still_at(md3_vec position)
{
    return sweep_of(position, position, md3_rot_identity(), at3(1, 0, 0), 0);
}

/** Angle of the rotation from p to q, rad, in [0, pi]. */
static double angle_between(md3_rot p, md3_rot q)
{
    return (double)md3_vec_length(md3_rot_vector(md3_rot_multiply(md3_rot_inverse(p), q)));
}

static void sweeps_rotate_uniformly_up_to_the_documented_deviation(void **state)
{
    (void)state;
    struct random random = {1};
    for (int k = 0; k <= 31; ++k) {
        const double phi = 0.1 * k;
        const md3_rot start = random_rotation(&random);
        const md3_sweep sweep = sweep_of(at3(0, 0, 0), at3(0, 0, 0), start, random_direction(&random), phi);
        for (int i = 0; i <= 100; ++i) {
            const md3_rot q = md3_sweep_at(&sweep, (md_real)(i / 100.0)).q;
            const double bound = 0.0047 * phi * phi * phi + PICK(1e-7, 1e-3);
            assert_near(angle_between(sweep.rotation[0], q), phi * i / 100, bound);
            assert_near((double)md3_rot_length_squared(q), 1, 4 * (double)MD_REAL_EPSILON);
            /* On the way, not beside it. */
            assert_near(angle_between(sweep.rotation[0], q) + angle_between(q, sweep.rotation[1]), phi,
                        PICK(1e-7, 1e-3));
        }
    }
}

/** The sign of a quaternion does not matter: the rotation takes the shorter way. */
static void sweeps_take_the_shorter_way(void **state)
{
    (void)state;
    md3_sweep sweep = sweep_of(at3(0, 0, 0), at3(0, 0, 0), md3_rot_identity(), at3(0, 0, 1), 1);
    const md3_rot q = md3_sweep_at(&sweep, (md_real)0.5).q;
    sweep.rotation[1] =
        (md3_rot){-sweep.rotation[1].x, -sweep.rotation[1].y, -sweep.rotation[1].z, -sweep.rotation[1].w};
    const md3_rot other = md3_sweep_at(&sweep, (md_real)0.5).q;
    assert_near(angle_between(q, other), 0, PICK(1e-7, 1e-3));
    assert_near(angle_between(md3_rot_identity(), q), 0.5, PICK(1e-7, 1e-3));
}

static void sweeps_move_the_centre_of_mass_along_a_line(void **state)
{
    (void)state;
    md3_sweep sweep =
        sweep_of(at3(1, 2, 3), at3(5, -2, 0), md3_rot_from_axis_angle(at3(0, 1, 0), 0.5), at3(0, 0, 1), 1.5);
    sweep.local_center = at3(3, -1, 2);
    for (int i = 0; i <= 10; ++i) {
        const md3_transform where = md3_sweep_at(&sweep, (md_real)(i / 10.0));
        assert_vec_near(md3_transform_apply(where, sweep.local_center), at3(1 + 0.4 * i, 2 - 0.4 * i, 3 - 0.3 * i),
                        PICK(1e-14, 1e-5));
    }
    assert_vec_near(md3_sweep_at(NULL, 1).p, at3(0, 0, 0), 0);
}

/* ---- Times of impact --------------------------------------------------------------------------------------------- */

struct impact {
    md3_geometry a, b;
    md3_sweep sweep_a, sweep_b;
};

static md3_impact run_impact(const struct impact *impact)
{
    return md3_time_of_impact(&impact->a, &impact->sweep_a, &impact->b, &impact->sweep_b, 1);
}

static double distance_at(const struct impact *impact, double fraction)
{
    return (double)md3_distance(&impact->a, md3_sweep_at(&impact->sweep_a, (md_real)fraction), &impact->b,
                                md3_sweep_at(&impact->sweep_b, (md_real)fraction))
        .distance;
}

/** Asserts that an impact is not later than the first sampled contact and within a quarter of the slop of contact.
 *  Rounding: numbers below 16 m, or as far as the bodies are from the origin. */
static void check_impact(const struct impact *impact, md3_impact found, int samples)
{
    const double away = (double)md3_vec_length(impact->sweep_a.center[0]);
    const double tolerance = 32 * (16 + away / 16) * (double)MD_REAL_EPSILON + PICK(1e-8, 1e-4);
    if (found.state == MD3_IMPACT_OVERLAPPED) {
        assert_true(found.fraction == 0 && distance_at(impact, 0) <= tolerance);
        return;
    }
    if (found.state == MD3_IMPACT_HIT) {
        assert_true(distance_at(impact, (double)found.fraction) <= SLOP / 4 + tolerance);
    }
    const double until = found.state == MD3_IMPACT_HIT ? (double)found.fraction : 1;
    for (int i = 0; i <= samples; ++i) {
        assert_true(distance_at(impact, until * i / samples) > 0);
    }
}

/** `turn` is the largest rotation per step, rad. */
static struct impact random_impact(struct random *random, double turn, double away)
{
    struct impact impact = {.a = random_convex(&pool, random)};
    impact.b = random_convex(&pool, random);
    const md3_vec origin = random_point_in_cube(random, away);
    md3_sweep *sweeps[] = {&impact.sweep_a, &impact.sweep_b};
    for (int i = 0; i < 2; ++i) {
        const md3_vec from = random_point_in_cube(random, 4), to = random_point_in_cube(random, 1.5);
        const md3_rot start = random_rotation(random);
        const md3_vec axis = random_direction(random);
        *sweeps[i] =
            sweep_of(md3_vec_add(origin, from), md3_vec_add(origin, to), start, axis, random_real(random, -turn, turn));
        sweeps[i]->local_center = random_point_in_cube(random, 1);
    }
    return impact;
}

static void impacts_are_never_later_than_a_sampled_contact_and_close_to_it(void **state)
{
    (void)state;
    struct random random = {7};
    int count[3] = {0};
    for (int k = 0; k < 3000; ++k) {
        const double turns[] = {0, 0.3, 1.5, PI};
        const struct impact impact = random_impact(&random, turns[k % 4], k % 5 == 0 ? FAR : 1);
        const md3_impact found = run_impact(&impact);
        check_impact(&impact, found, 60);
        ++count[found.state];
    }
    assert_true(count[MD3_IMPACT_HIT] > 500 && count[MD3_IMPACT_SEPARATED] > 500);
    assert_true(count[MD3_IMPACT_OVERLAPPED] > 20);
}

static void impacts_with_planes_are_never_later_than_a_sampled_contact(void **state)
{
    (void)state;
    struct random random = {8};
    int count[3] = {0};
    for (int k = 0; k < 3000; ++k) {
        const double turns[] = {0, 0.3, 1.5, PI};
        struct impact impact = random_impact(&random, turns[k % 4], k % 5 == 0 ? FAR : 1);
        impact.a = (md3_geometry){.type = MD3_PLANE, .point = {random_direction(&random)}};
        impact.a.offset = (md_real)random_real(&random, -2, 2);
        if (k % 2 == 0) { /* a plane at rest */
            impact.sweep_a.center[1] = impact.sweep_a.center[0];
            impact.sweep_a.rotation[1] = impact.sweep_a.rotation[0];
        }
        const md3_impact found = run_impact(&impact);
        check_impact(&impact, found, 30);
        const md3_impact other = md3_time_of_impact(&impact.b, &impact.sweep_b, &impact.a, &impact.sweep_a, 1);
        assert_true(other.state == found.state && other.fraction == found.fraction);
        ++count[found.state];
    }
    assert_true(count[MD3_IMPACT_HIT] > 500 && count[MD3_IMPACT_SEPARATED] > 500);
    assert_true(count[MD3_IMPACT_OVERLAPPED] > 200);
}

static void impacts_without_rotation_agree_with_casts(void **state)
{
    (void)state;
    struct random random = {9};
    int hits = 0;
    for (int k = 0; k < 3000; ++k) {
        struct impact impact = random_impact(&random, 0, 1);
        impact.sweep_a.center[0] = impact.sweep_a.center[1];
        const md3_vec translation = md3_vec_sub(impact.sweep_b.center[1], impact.sweep_b.center[0]);
        const md3_ray_hit hit = md3_cast(&impact.a, md3_sweep_at(&impact.sweep_a, 0), &impact.b,
                                         md3_sweep_at(&impact.sweep_b, 0), translation, 1);
        const md3_impact found = run_impact(&impact);
        check_impact(&impact, found, 10);
        if (hit.hit && hit.fraction > 0) {
            assert_int_equal(found.state, MD3_IMPACT_HIT);
            assert_true((double)found.fraction <= (double)hit.fraction + PICK(1e-9, 1e-5));
            const double speed = (double)md3_vec_length(translation);
            const double closing = -(double)md3_vec_dot(hit.normal, translation);
            /* Earlier by at most the time for a quarter of the slop at the closing speed at contact (twice, since it
             * may have been slower before). There is no such bound for grazing contacts. */
            if (closing > 0.5 * speed) {
                assert_true((double)(hit.fraction - found.fraction) <= 2 * SLOP / 4 / closing + PICK(1e-9, 1e-4));
            }
            ++hits;
        }
    }
    assert_true(hits > 300);
}

static void a_rotating_bar_hits_the_wall_when_small_steps_do(void **state)
{
    (void)state;
    md3_hull *wall = box_hull(0.05, 5, 5), *bar = box_hull(0.05, 1, 0.05);
    /* A bar of 2 m rotates by 1.6 rad about its centre, 0.3 to 1.06 m from the centre of a wall of 0.1 m. */
    for (int k = 0; k < 20; ++k) {
        const double x = 0.3 + 0.04 * k;
        struct impact impact = {.a = hull_of(wall, 0), .b = hull_of(bar, 0)};
        impact.sweep_a = still_at(at3(x, 0, 0));
        impact.sweep_b = sweep_of(at3(0, 0, 0), at3(0, 0, 0), md3_rot_identity(), at3(0, 0, 1), -1.6);
        const md3_impact found = run_impact(&impact);
        check_impact(&impact, found, 1000);
        assert_int_equal(found.state, x < 1.05 ? MD3_IMPACT_HIT : MD3_IMPACT_SEPARATED);
        double touch = (double)found.fraction;
        while (found.state == MD3_IMPACT_HIT && distance_at(&impact, touch) > 0) {
            touch += 1e-5;
        }
        /* The tip moves about 1.6 m per step, four times slower toward the wall if it arrives along it, and slower
         * still if it only grazes the wall. */
        assert_true(touch - (double)found.fraction < 4 * SLOP / 4 / 1.6 * (x > 1 ? 20 : 1));
    }
    md3_hull_destroy(wall);
    md3_hull_destroy(bar);
}

static void a_fast_box_does_not_pass_through_a_thin_wall(void **state)
{
    (void)state;
    md3_hull *wall = box_hull(0.005, 10, 10), *box = box_hull(0.5, 0.5, 0.5);
    const double speed = 300.0 / 60; /* m per step */
    for (int k = 0; k < 20; ++k) {
        struct impact impact = {.a = hull_of(wall, 0), .b = hull_of(box, 0)};
        impact.sweep_a = still_at(at3(0, 0, 0));
        impact.sweep_b = sweep_of(at3(-2.5, 0.1 * k, 0), at3(-2.5 + speed, 0, 0.1 * k), md3_rot_identity(),
                                  md3_vec_normalize(at3(1, k, 3)), 0.15 * k);
        const md3_impact found = run_impact(&impact);
        assert_int_equal(found.state, MD3_IMPACT_HIT);
        check_impact(&impact, found, 300);
        if (k == 0) {
            assert_near((double)found.fraction, (2.5 - 0.505) / speed, SLOP / 4 / speed);
        }
    }
    md3_hull_destroy(wall);
    md3_hull_destroy(box);
}

static void overlapped_and_separated_motions_are_reported(void **state)
{
    (void)state;
    md3_hull *box = box_hull(1, 1, 1);
    struct impact impact = {.a = hull_of(box, 0), .b = sphere_of(at3(0, 0, 0), 0.5)};
    impact.sweep_a = sweep_of(at3(0, 0, 0), at3(0, 0, 0), md3_rot_identity(), at3(0, 0, 1), 1);
    const double starts[] = {0.3, 1.2};
    for (int k = 0; k < 2; ++k) {
        impact.sweep_b = sweep_of(at3(starts[k], 0, 0), at3(9, 0, 0), md3_rot_identity(), at3(1, 0, 0), 0);
        assert_int_equal(run_impact(&impact).state, MD3_IMPACT_OVERLAPPED);
        assert_true(run_impact(&impact).fraction == 0);
    }
    impact.sweep_b = sweep_of(at3(3, 0, 0), at3(9, 0, 0), md3_rot_identity(), at3(1, 0, 0), 0);
    assert_int_equal(run_impact(&impact).state, MD3_IMPACT_SEPARATED);
    impact.sweep_b = sweep_of(at3(3, 0, 0), at3(-3, 0, 0), md3_rot_identity(), at3(1, 0, 0), 0);
    assert_int_equal(run_impact(&impact).state, MD3_IMPACT_HIT);
    /* Contacts after max_fraction are ignored. */
    assert_int_equal(md3_time_of_impact(&impact.a, &impact.sweep_a, &impact.b, &impact.sweep_b, (md_real)0.1).state,
                     MD3_IMPACT_SEPARATED);
    /* Nothing moves. */
    impact.sweep_a = still_at(at3(0, 0, 0));
    impact.sweep_b = still_at(at3(3, 0, 0));
    assert_int_equal(run_impact(&impact).state, MD3_IMPACT_SEPARATED);
    assert_int_equal(md3_time_of_impact(NULL, NULL, NULL, NULL, 1).state, MD3_IMPACT_SEPARATED);
    const md3_geometry plane = {.type = MD3_PLANE, .point = {{0, 0, 1}}};
    assert_int_equal(md3_time_of_impact(&plane, &impact.sweep_a, &plane, &impact.sweep_b, 1).state,
                     MD3_IMPACT_SEPARATED);
    md3_hull_destroy(box);
}

static void geometries_that_start_within_the_target_may_separate(void **state)
{
    (void)state;
    md3_hull *box = box_hull(1, 1, 1);
    const double gap = SLOP / 10;
    const md3_geometry grounds[] = {hull_of(box, 0), {.type = MD3_PLANE, .point = {{0, 0, 1}}, .offset = 1}};
    for (int k = 0; k < 2; ++k) {
        struct impact impact = {.a = grounds[k], .b = hull_of(box, 0)};
        const md3_rot upright = md3_rot_identity();
        const md3_vec start = at3(0, 0, 2 + gap), axis = at3(0, 1, 0);
        impact.sweep_a = still_at(at3(0, 0, 0));
        impact.sweep_b = sweep_of(start, at3(0.3, 0, 2.5), upright, axis, 0.1);
        assert_int_equal(run_impact(&impact).state, MD3_IMPACT_SEPARATED);
        impact.sweep_b = sweep_of(start, at3(0.3, 0, 2 + gap), upright, axis, 0);
        assert_int_equal(run_impact(&impact).state, MD3_IMPACT_SEPARATED);
        impact.sweep_b = sweep_of(start, at3(0.3, 0, 1.5), upright, axis, 0.1);
        const md3_impact found = run_impact(&impact);
        assert_int_equal(found.state, MD3_IMPACT_HIT);
        check_impact(&impact, found, 100);
    }
    md3_hull_destroy(box);
}

/** Half a turn per step is the fastest rotation: bars like propellers that pass by. */
static void impacts_of_bars_that_rotate_by_half_a_turn_are_found(void **state)
{
    (void)state;
    md3_hull *bar = box_hull(0.02, 1, 0.02);
    int hits = 0;
    for (int k = 0; k < 60; ++k) {
        struct impact impact = {.a = hull_of(bar, 0), .b = hull_of(bar, 0)};
        const double x = 0.5 + 0.03 * k;
        impact.sweep_a = sweep_of(at3(0, 0, 0), at3(0, 0, 0), md3_rot_identity(), at3(0, 0, 1), 0.999 * PI);
        impact.sweep_b = sweep_of(at3(x, -3, 0), at3(x, 3, 0), turned_by(md3_rot_identity(), at3(0, 0, 1), 0.5),
                                  md3_vec_normalize(at3(0.05 * (k % 3), 0, 1)), -0.999 * PI);
        const md3_impact found = run_impact(&impact);
        check_impact(&impact, found, 1000);
        assert_true(x < 2.05 || found.state == MD3_IMPACT_SEPARATED);
        hits += found.state == MD3_IMPACT_HIT;
    }
    assert_true(hits > 10);
    md3_hull_destroy(bar);
}

static void impacts_depend_neither_on_the_order_nor_on_the_position_in_the_world(void **state)
{
    (void)state;
    struct random random = {10};
    for (int k = 0; k < 2000; ++k) {
        struct impact impact = random_impact(&random, 2, 0);
        const md3_impact found = run_impact(&impact);
        const struct impact swapped = {impact.b, impact.a, impact.sweep_b, impact.sweep_a};
        const md3_impact other = run_impact(&swapped);
        assert_true(found.state == other.state && found.fraction == other.fraction);
        md3_vec *centers[] = {impact.sweep_a.center, impact.sweep_b.center};
        for (int i = 0; i < 4; ++i) { /* eighths of a metre, whose sum with 8192 m is exact */
            centers[i / 2][i % 2] = random_lattice_point(&random, 4, 8);
        }
        const md3_impact here = run_impact(&impact);
        for (int i = 0; i < 4; ++i) {
            centers[i / 2][i % 2] = md3_vec_add(centers[i / 2][i % 2], at3(8192, -8192, 4096));
        }
        const md3_impact there = run_impact(&impact);
        assert_true(here.state == there.state && here.fraction == there.fraction);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_rotate_uniformly_up_to_the_documented_deviation),
        cmocka_unit_test(sweeps_take_the_shorter_way),
        cmocka_unit_test(sweeps_move_the_centre_of_mass_along_a_line),
        cmocka_unit_test(impacts_are_never_later_than_a_sampled_contact_and_close_to_it),
        cmocka_unit_test(impacts_with_planes_are_never_later_than_a_sampled_contact),
        cmocka_unit_test(impacts_without_rotation_agree_with_casts),
        cmocka_unit_test(a_rotating_bar_hits_the_wall_when_small_steps_do),
        cmocka_unit_test(a_fast_box_does_not_pass_through_a_thin_wall),
        cmocka_unit_test(overlapped_and_separated_motions_are_reported),
        cmocka_unit_test(geometries_that_start_within_the_target_may_separate),
        cmocka_unit_test(impacts_of_bars_that_rotate_by_half_a_turn_are_found),
        cmocka_unit_test(impacts_depend_neither_on_the_order_nor_on_the_position_in_the_world),
    };
    return cmocka_run_group_tests_name("impact3", tests, create_pool, destroy_pool);
}
