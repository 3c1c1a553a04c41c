/* Casts and times of impact, against many small steps. */
#include "geometry2/brute_distance.h"

static const double SLOP = (double)MD2_LINEAR_SLOP;

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

struct cast {
    md2_hull a, b;
    md2_transform at_a, at_b;
    md2_vec translation;
    md_real max_fraction;
};

static md2_ray_hit run_cast(const struct cast *cast)
{
    return md2_hull_cast(&cast->a, cast->at_a, &cast->b, cast->at_b, cast->translation, cast->max_fraction);
}

/** Distance of the surfaces at a fraction of the motion, with the rounding of positions that the library has too. */
static double distance_after(const struct cast *cast, double fraction)
{
    md2_transform moved = cast->at_b;
    moved.p.x += (md_real)(fraction * (double)cast->translation.x);
    moved.p.y += (md_real)(fraction * (double)cast->translation.y);
    return brute_distance(&cast->a, cast->at_a, &cast->b, moved);
}

/** Rounding error of the positions of a cast, all below 16 m. */
static double cast_tolerance(void)
{
    return 8 * 16 * (double)MD_REAL_EPSILON;
}

static void check_hit(const struct cast *cast, const md2_ray_hit *hit)
{
    const struct wide_hull a = wide_hull_of(&cast->a, cast->at_a, (md2_vec){0, 0});
    const struct wide point = {hit->point.x, hit->point.y};
    assert_true(hit->fraction >= 0 && hit->fraction <= cast->max_fraction);
    if (hit->fraction == 0) {
        assert_true(distance_after(cast, 0) <= cast_tolerance());
        assert_true(hit->normal.x == 0 && hit->normal.y == 0);
        return;
    }
    const md2_vec n = hit->normal;
    assert_true(fabs(distance_after(cast, (double)hit->fraction)) <= cast_tolerance());
    assert_true(fabs(hypot((double)n.x, (double)n.y) - 1) <= 8 * (double)MD_REAL_EPSILON);
    assert_true(n.x * cast->translation.x + n.y * cast->translation.y < 0);
    assert_true(fabs((double)(wide_point_distance(&a, point) - cast->a.radius)) <= cast_tolerance());
}

static struct cast random_cast(struct random *random)
{
    struct cast cast = {ellipse_hull(random),
                        ellipse_hull(random),
                        place(0, 0, random_real(random, -PI, PI)),
                        place(random_real(random, -5, 5), random_real(random, -5, 5), random_real(random, -PI, PI)),
                        {0, 0},
                        (md_real)(random_index(random, 2) ? 1 : random_real(random, 0, 1))};
    cast.translation.x = (md_real)(random_real(random, -3, 3) - (double)cast.at_b.p.x);
    cast.translation.y = (md_real)(random_real(random, -3, 3) - (double)cast.at_b.p.y);
    return cast;
}

static void casts_stop_at_the_first_contact_found_by_small_steps(void **state)
{
    (void)state;
    struct random random = {1};
    int hits = 0;
    int misses = 0;
    for (int k = 0; k < 1500; ++k) {
        const struct cast cast = random_cast(&random);
        const md2_ray_hit hit = run_cast(&cast);
        if (hit.hit) {
            check_hit(&cast, &hit);
        }
        const double until = (double)(hit.hit ? hit.fraction : cast.max_fraction);
        for (int i = 0; until > 0 && i < 200; ++i) { /* no contact before */
            assert_true(distance_after(&cast, until * i / 200) > 0);
        }
        hits += hit.hit && hit.fraction > 0;
        misses += !hit.hit;
    }
    assert_true(hits > 400 && misses > 100);
}

static void casts_of_boxes_and_circles_have_the_fractions_computed_by_hand(void **state)
{
    (void)state;
    struct cast cast = {box_of(1, 1), box_of(0.5, 0.5), place(0, 0, 0), place(4, 0.5, 0), {-4, 0}, 1};
    md2_ray_hit hit = run_cast(&cast);
    assert_true(hit.hit && hit.fraction == (md_real)0.625);
    assert_true(hit.normal.x == 1 && hit.normal.y == 0);
    assert_true(hit.point.x == 1 && hit.point.y >= 0 && hit.point.y <= 1);
    /* Two circles of 1 m with centres on lines 1.2 m apart touch when the centres are 1.6 m apart along the lines. */
    cast = (struct cast){circle_of(1), circle_of(1), place(0, 0, 0), place(-5, 1.2, 0), {10, 0}, 1};
    hit = run_cast(&cast);
    assert_true(hit.hit && fabs((double)hit.fraction - 0.34) < PICK(1e-15, 1e-6));
    assert_true(fabs((double)hit.point.x + 0.8) < PICK(1e-14, 1e-5) &&
                fabs((double)hit.point.y - 0.6) < PICK(1e-14, 1e-5));
    check_hit(&cast, &hit);
}

static void casts_end_at_max_fraction_and_not_before(void **state)
{
    (void)state;
    struct cast cast = {box_of(1, 1), circle_of(0.5), place(0, 0, 0), place(3.5, 0, 0), {-4, 0}, (md_real)0.5};
    assert_true(run_cast(&cast).hit);
    cast.max_fraction = (md_real)0.4999;
    assert_false(run_cast(&cast).hit);
    cast.max_fraction = 1;
    cast.translation = (md2_vec){4, 0};
    assert_false(run_cast(&cast).hit);
    cast.translation = (md2_vec){0, 0};
    assert_false(run_cast(&cast).hit);
}

static void casts_that_start_overlapped_hit_at_fraction_0_without_a_normal(void **state)
{
    (void)state;
    const double places[] = {0, 0.9, 1.2, 1.5}; /* deep, cores overlap, radii overlap, touching */
    for (int k = 0; k < 4; ++k) {
        const struct cast cast = {box_of(1, 1), circle_of(0.5), place(0, 0, 0), place(places[k], 0, 0), {1, 1}, 1};
        const md2_ray_hit hit = run_cast(&cast);
        assert_true(hit.hit && hit.fraction == 0 && hit.normal.x == 0 && hit.normal.y == 0);
        const struct cast still = {cast.a, cast.b, cast.at_a, cast.at_b, {0, 0}, 0};
        assert_true(run_cast(&still).hit);
    }
}

/* In any direction, whether rounding leaves a gap or an overlap. */
static void casts_that_start_touching_hit_at_fraction_0_also_when_they_separate(void **state)
{
    (void)state;
    int gaps = 0;
    for (int k = 0; k < 500; ++k) {
        const double angle = 0.0125 * k;
        const md2_vec away = {(md_real)cos(angle), (md_real)sin(angle)};
        const struct cast cast = {box_of(1, 1),
                                  circle_of(0.3),
                                  place(3, -2, angle),
                                  place(3 + 1.3 * (double)away.x, -2 + 1.3 * (double)away.y, 0),
                                  away,
                                  1};
        const md2_ray_hit hit = run_cast(&cast);
        gaps += distance_after(&cast, 0) > 0;
        assert_true(hit.hit && hit.fraction == 0);
    }
    assert_true(gaps > 50);
}

static void grazing_casts_hit_below_the_contact_height_and_miss_above(void **state)
{
    (void)state;
    /* A circle of 0.5 m over a circle of 1 m, and over a box: they touch at a height of 1.5 m. */
    const md2_hull below[] = {circle_of(1), box_of(1, 1)};
    const double hair = PICK(1e-9, 1e-5);
    for (int k = 0; k < 2; ++k) {
        struct cast cast = {below[k], circle_of(0.5), place(0, 0, 0), place(-4, 1.5 - hair, 0), {8, 0}, 1};
        const md2_ray_hit hit = run_cast(&cast);
        assert_true(hit.hit);
        check_hit(&cast, &hit);
        cast.at_b = place(-4, 1.5 + hair, 0);
        assert_false(run_cast(&cast).hit);
    }
}

/* ---- Sweeps ------------------------------------------------------------------------------------------------------ */

static md2_sweep sweep_of(double x0, double y0, double angle0, double x1, double y1, double angle1)
{
    const md2_transform start = place(x0, y0, angle0);
    const md2_transform end = place(x1, y1, angle1);
    return (md2_sweep){.center = {start.p, end.p}, .rotation = {start.q, end.q}};
}

static void sweeps_rotate_uniformly_up_to_the_documented_deviation(void **state)
{
    (void)state;
    for (int k = -31; k <= 31; ++k) {
        const double phi = 0.1 * k;
        const md2_sweep sweep = sweep_of(0, 0, 2, 0, 0, 2 + phi);
        double before = 0;
        for (int i = 0; i <= 100; ++i) {
            const md2_rot q = md2_sweep_at(&sweep, (md_real)(i / 100.0)).q;
            const double turned = remainder(atan2((double)q.s, (double)q.c) - 2, 2 * PI);
            const double bound = 0.0021 * fabs(phi * phi * phi) + PICK(1e-15, 1e-6);
            assert_true(fabs(turned - phi * i / 100.0) <= bound * (1 + 0.02 * phi * phi));
            assert_true(fabs((double)(q.c * q.c + q.s * q.s) - 1) <= 4 * (double)MD_REAL_EPSILON);
            assert_true(fabs(turned) >= before - 4 * (double)MD_REAL_EPSILON);
            before = fabs(turned);
        }
        assert_true(fabs(before - fabs(phi)) <= PICK(1e-14, 1e-6));
    }
}

static void sweeps_of_half_a_turn_are_continuous(void **state)
{
    (void)state;
    const md2_sweep sweep = {.rotation = {{1, 0}, {-1, 0}}};
    double before = 0;
    for (int i = 1; i <= 1000; ++i) {
        const md2_rot q = md2_sweep_at(&sweep, (md_real)(i / 1000.0)).q;
        const double angle = fabs(atan2((double)q.s, (double)q.c));
        /* At most 4 rad per step: 4/pi times the mean. */
        assert_true(angle >= before - 1e-6 && angle <= before + 0.004 + PICK(1e-12, 1e-6));
        before = angle;
    }
    assert_true(fabs(before - PI) < 1e-6);
}

static void sweeps_move_the_centre_of_mass_along_a_line(void **state)
{
    (void)state;
    md2_sweep sweep = sweep_of(1, 2, 0.5, 5, -2, -1);
    sweep.local_center = (md2_vec){3, -1};
    for (int i = 0; i <= 10; ++i) {
        const md2_transform at = md2_sweep_at(&sweep, (md_real)(i / 10.0));
        const double x = (double)(at.p.x + at.q.c * 3 + at.q.s);
        const double y = (double)(at.p.y + at.q.s * 3 - at.q.c);
        assert_true(fabs(x - (1 + 0.4 * i)) < PICK(1e-14, 1e-5) && fabs(y - (2 - 0.4 * i)) < PICK(1e-14, 1e-5));
    }
}

/* ---- Times of impact --------------------------------------------------------------------------------------------- */

struct impact {
    md2_hull a, b;
    md2_sweep sweep_a, sweep_b;
};

static md2_impact run_impact(const struct impact *impact)
{
    return md2_time_of_impact(&impact->a, &impact->sweep_a, &impact->b, &impact->sweep_b, 1);
}

static double distance_at(const struct impact *impact, double fraction)
{
    return brute_distance(&impact->a, md2_sweep_at(&impact->sweep_a, (md_real)fraction), &impact->b,
                          md2_sweep_at(&impact->sweep_b, (md_real)fraction));
}

/** Asserts that an impact is not later than the first sampled contact and within a quarter of the slop of contact.
 *  Rounding: numbers below 16 m. */
static void check_impact(const struct impact *impact, md2_impact found, int samples)
{
    const double tolerance = 16 * 16 * (double)MD_REAL_EPSILON;
    if (found.state == MD2_IMPACT_OVERLAPPED) {
        assert_true(found.fraction == 0 && distance_at(impact, 0) <= tolerance);
        return;
    }
    if (found.state == MD2_IMPACT_HIT) {
        assert_true(distance_at(impact, (double)found.fraction) <= SLOP / 4 + tolerance);
    }
    const double until = found.state == MD2_IMPACT_HIT ? (double)found.fraction : 1;
    for (int i = 0; i <= samples; ++i) {
        assert_true(distance_at(impact, until * i / samples) > 0);
    }
}

/** `turn` is the largest rotation per step, rad. */
static struct impact random_impact(struct random *random, double turn)
{
    struct impact impact = {.a = ellipse_hull(random), .b = ellipse_hull(random)};
    md2_sweep *sweeps[] = {&impact.sweep_a, &impact.sweep_b};
    for (int i = 0; i < 2; ++i) {
        const double angle = random_real(random, -PI, PI);
        *sweeps[i] = sweep_of(random_real(random, -4, 4), random_real(random, -4, 4), angle, random_real(random, -4, 4),
                              random_real(random, -4, 4), angle + random_real(random, -turn, turn));
        sweeps[i]->local_center = (md2_vec){(md_real)random_real(random, -1, 1), (md_real)random_real(random, -1, 1)};
    }
    return impact;
}

static void impacts_are_never_later_than_a_sampled_contact_and_close_to_it(void **state)
{
    (void)state;
    struct random random = {7};
    int count[3] = {0};
    for (int k = 0; k < 2000; ++k) {
        const double turns[] = {0, 0.3, 1.5, PI};
        const struct impact impact = random_impact(&random, turns[k % 4]);
        const md2_impact found = run_impact(&impact);
        check_impact(&impact, found, 150);
        ++count[found.state];
    }
    assert_true(count[MD2_IMPACT_HIT] > 300 && count[MD2_IMPACT_SEPARATED] > 300);
    assert_true(count[MD2_IMPACT_OVERLAPPED] > 100);
}

static void impacts_without_rotation_agree_with_casts(void **state)
{
    (void)state;
    struct random random = {8};
    int hits = 0;
    for (int k = 0; k < 2000; ++k) {
        struct cast cast = random_cast(&random);
        cast.max_fraction = 1;
        struct impact impact = {.a = cast.a, .b = cast.b};
        impact.sweep_a = (md2_sweep){{0, 0}, {{0, 0}, {0, 0}}, {cast.at_a.q, cast.at_a.q}};
        impact.sweep_b = (md2_sweep){{0, 0}, {cast.at_b.p, cast.at_b.p}, {cast.at_b.q, cast.at_b.q}};
        impact.sweep_b.center[1].x += cast.translation.x;
        impact.sweep_b.center[1].y += cast.translation.y;
        const md2_ray_hit hit = run_cast(&cast);
        const md2_impact found = run_impact(&impact);
        check_impact(&impact, found, 10);
        if (hit.hit && hit.fraction > 0) {
            assert_int_equal(found.state, MD2_IMPACT_HIT);
            assert_true(found.fraction <= hit.fraction);
            const double gap = SLOP / 4 * hypot((double)cast.translation.x, (double)cast.translation.y);
            const double closing = -(double)(hit.normal.x * cast.translation.x + hit.normal.y * cast.translation.y);
            /* Earlier by at most the time for a quarter of the slop at the closing speed at contact (twice, since it
             * may have been slower before). There is no such bound for grazing contacts. */
            if (closing > 0.5 * gap / SLOP * 4) {
                assert_true((double)(hit.fraction - found.fraction) <= 2 * SLOP / 4 / closing);
            }
            ++hits;
        }
    }
    assert_true(hits > 500);
}

static void a_rotating_bar_hits_the_wall_when_small_steps_do(void **state)
{
    (void)state;
    /* A bar of 2 m rotates by 1.6 rad about its centre, 0.3 to 1.06 m from the centre of a wall of 0.1 m. */
    for (int k = 0; k < 20; ++k) {
        const double wall = 0.3 + 0.04 * k;
        struct impact impact = {.a = box_of(0.05, 5), .b = box_of(0.05, 1)};
        impact.sweep_a = sweep_of(wall, 0, 0, wall, 0, 0);
        impact.sweep_b = sweep_of(0, 0, 0, 0, 0, -1.6);
        const md2_impact found = run_impact(&impact);
        check_impact(&impact, found, 2000);
        assert_int_equal(found.state, wall < 1.05 ? MD2_IMPACT_HIT : MD2_IMPACT_SEPARATED);
        double touch = (double)found.fraction;
        while (found.state == MD2_IMPACT_HIT && distance_at(&impact, touch) > 0) {
            touch += 1e-5;
        }
        /* The tip moves about 1.6 m per step, four times slower toward the wall if it arrives along it, and slower
         * still if it only grazes the wall. */
        assert_true(touch - (double)found.fraction < 4 * SLOP / 4 / 1.6 * (wall > 1 ? 20 : 1));
    }
}

static void a_fast_box_does_not_pass_through_a_thin_wall(void **state)
{
    (void)state;
    const double speed = 300.0 / 60; /* m per step */
    for (int k = 0; k < 20; ++k) {
        struct impact impact = {.a = box_of(0.005, 10), .b = box_of(0.5, 0.5)};
        impact.sweep_a = sweep_of(0, 0, 0, 0, 0, 0);
        impact.sweep_b = sweep_of(-2.5, 0.1 * k, 0.1 * k, -2.5 + speed, 0, 0.3 * k);
        const md2_impact found = run_impact(&impact);
        assert_int_equal(found.state, MD2_IMPACT_HIT);
        check_impact(&impact, found, 500);
        if (k == 0) {
            assert_true(fabs((double)found.fraction - (2.5 - 0.505) / speed) <= SLOP / 4 / speed);
        }
    }
}

static void overlapped_and_separated_motions_are_reported(void **state)
{
    (void)state;
    struct impact impact = {.a = box_of(1, 1), .b = circle_of(0.5)};
    impact.sweep_a = sweep_of(0, 0, 0, 0, 0, 1);
    const double starts[] = {0.3, 1.2};
    for (int k = 0; k < 2; ++k) {
        impact.sweep_b = sweep_of(starts[k], 0, 0, 9, 0, 0);
        assert_int_equal(run_impact(&impact).state, MD2_IMPACT_OVERLAPPED);
        assert_true(run_impact(&impact).fraction == 0);
    }
    impact.sweep_b = sweep_of(3, 0, 0, 9, 0, 0);
    assert_int_equal(run_impact(&impact).state, MD2_IMPACT_SEPARATED);
    impact.sweep_b = sweep_of(3, 0, 0, -3, 0, 0);
    assert_int_equal(run_impact(&impact).state, MD2_IMPACT_HIT);
    /* Contacts after max_fraction are ignored. */
    assert_int_equal(md2_time_of_impact(&impact.a, &impact.sweep_a, &impact.b, &impact.sweep_b, (md_real)0.1).state,
                     MD2_IMPACT_SEPARATED);
    /* Nothing moves. */
    impact.sweep_a = sweep_of(0, 0, 0, 0, 0, 0);
    impact.sweep_b = sweep_of(3, 0, 0, 3, 0, 0);
    assert_int_equal(run_impact(&impact).state, MD2_IMPACT_SEPARATED);
}

static void hulls_that_start_within_the_target_may_separate(void **state)
{
    (void)state;
    struct impact impact = {.a = box_of(1, 1), .b = box_of(1, 1)};
    impact.sweep_a = sweep_of(0, 0, 0, 0, 0, 0);
    const double gap = SLOP / 10;
    impact.sweep_b = sweep_of(0, 2 + gap, 0, 0.3, 2.5, 0.1);
    assert_int_equal(run_impact(&impact).state, MD2_IMPACT_SEPARATED);
    impact.sweep_b = sweep_of(0, 2 + gap, 0, 0.3, 2 + gap, 0);
    assert_int_equal(run_impact(&impact).state, MD2_IMPACT_SEPARATED);
    impact.sweep_b = sweep_of(0, 2 + gap, 0, 0.3, 1.5, 0.1);
    const md2_impact found = run_impact(&impact);
    assert_int_equal(found.state, MD2_IMPACT_HIT);
    check_impact(&impact, found, 100);
}

/** Half a turn per step is the fastest rotation: a bar like a propeller that passes by. */
static void impacts_of_bars_that_rotate_by_half_a_turn_are_found(void **state)
{
    (void)state;
    for (int k = 0; k < 40; ++k) {
        struct impact impact = {.a = box_of(0.02, 1), .b = box_of(0.02, 1)};
        impact.sweep_a = sweep_of(0, 0, 0, 0, 0, PI);
        impact.sweep_b = sweep_of(1.0 + 0.03 * k, -3, 0.5, 1.0 + 0.03 * k, 3, 0.5 - 0.999 * PI);
        const md2_impact found = run_impact(&impact);
        check_impact(&impact, found, 1000);
        assert_true(k < 20 ? found.state == MD2_IMPACT_HIT : k < 36 || found.state == MD2_IMPACT_SEPARATED);
    }
}

static void impacts_depend_neither_on_the_order_nor_on_the_position_in_the_world(void **state)
{
    (void)state;
    struct random random = {9};
    for (int k = 0; k < 2000; ++k) {
        struct impact impact = random_impact(&random, 2);
        const md2_impact found = run_impact(&impact);
        const struct impact swapped = {impact.b, impact.a, impact.sweep_b, impact.sweep_a};
        const md2_impact other = run_impact(&swapped);
        assert_true(found.state == other.state && found.fraction == other.fraction);
        md2_vec *centers[] = {impact.sweep_a.center, impact.sweep_b.center};
        for (int i = 0; i < 4; ++i) { /* eighths of a metre, whose sum with 8192 m is exact */
            md2_vec *c = &centers[i / 2][i % 2];
            *c =
                (md2_vec){(md_real)(random_index(&random, 64) - 32) / 8, (md_real)(random_index(&random, 64) - 32) / 8};
        }
        const md2_impact here = run_impact(&impact);
        for (int i = 0; i < 4; ++i) {
            centers[i / 2][i % 2].x += 8192;
            centers[i / 2][i % 2].y -= 8192;
        }
        const md2_impact there = run_impact(&impact);
        assert_true(here.state == there.state && here.fraction == there.fraction);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casts_stop_at_the_first_contact_found_by_small_steps),
        cmocka_unit_test(casts_of_boxes_and_circles_have_the_fractions_computed_by_hand),
        cmocka_unit_test(casts_end_at_max_fraction_and_not_before),
        cmocka_unit_test(casts_that_start_overlapped_hit_at_fraction_0_without_a_normal),
        cmocka_unit_test(casts_that_start_touching_hit_at_fraction_0_also_when_they_separate),
        cmocka_unit_test(grazing_casts_hit_below_the_contact_height_and_miss_above),
        cmocka_unit_test(sweeps_rotate_uniformly_up_to_the_documented_deviation),
        cmocka_unit_test(sweeps_of_half_a_turn_are_continuous),
        cmocka_unit_test(sweeps_move_the_centre_of_mass_along_a_line),
        cmocka_unit_test(impacts_are_never_later_than_a_sampled_contact_and_close_to_it),
        cmocka_unit_test(impacts_without_rotation_agree_with_casts),
        cmocka_unit_test(a_rotating_bar_hits_the_wall_when_small_steps_do),
        cmocka_unit_test(a_fast_box_does_not_pass_through_a_thin_wall),
        cmocka_unit_test(overlapped_and_separated_motions_are_reported),
        cmocka_unit_test(hulls_that_start_within_the_target_may_separate),
        cmocka_unit_test(impacts_of_bars_that_rotate_by_half_a_turn_are_found),
        cmocka_unit_test(impacts_depend_neither_on_the_order_nor_on_the_position_in_the_world),
    };
    return cmocka_run_group_tests_name("impact", tests, NULL, NULL);
}
