/* Bounds, containment and ray casts, against brute force. */
#include "geometry2/random_hull.h"

static const double TINY = PICK(1e-13, 1e-5); /* a few rounding errors of numbers up to 10 */

static md2_hull segment_of(md2_vec a, md2_vec b)
{
    md2_hull hull;
    assert_int_equal(md2_hull_segment(&hull, a, b), MD_OK);
    return hull;
}

static md2_hull box_of(md_real half_x, md_real half_y, md_real radius)
{
    md2_hull hull;
    assert_int_equal(md2_hull_box(&hull, (md2_vec){half_x, half_y}, (md2_vec){0, 0}, (md2_rot){1, 0}, radius), MD_OK);
    return hull;
}

static md2_ray_hit cast(const md2_hull *hull, md_real ox, md_real oy, md_real dx, md_real dy)
{
    return md2_hull_ray(hull, (md2_ray){{ox, oy}, {dx, dy}, 1});
}

static void assert_hit(md2_ray_hit hit, double fraction, double nx, double ny)
{
    assert_true(hit.hit);
    assert_true(fabs((double)hit.fraction - fraction) < TINY);
    assert_true(fabs((double)hit.normal.x - nx) < TINY);
    assert_true(fabs((double)hit.normal.y - ny) < TINY);
}

/* ---- Bounds ------------------------------------------------------------------------------------------------------ */

/* Returns the distance from a vertical or horizontal line at `place` to the closest point of the hull on its inner
 * side. */
static double slack(const md2_hull *hull, bool upright, double sign, double place)
{
    double max_along = -INFINITY;
    for (int32_t i = 0; i < hull->count; ++i) {
        max_along = fmax(max_along, sign * (double)(upright ? hull->point[i].x : hull->point[i].y));
    }
    return sign * place - (max_along + (double)hull->radius);
}

static void bounds_touch_the_hull_on_all_four_sides(void **state)
{
    (void)state;
    struct random random = {9};
    for (int32_t trial = 0; trial < 1000; ++trial) {
        const md2_hull hull = random_hull(&random);
        const md2_transform at = random_transform(&random, 5);
        const md2_box box = md2_hull_bounds(&hull, at);
        const md2_hull moved = md2_hull_transformed(&hull, at);
        assert_true(fabs(slack(&moved, true, 1, (double)box.upper.x)) < TINY);
        assert_true(fabs(slack(&moved, true, -1, (double)box.lower.x)) < TINY);
        assert_true(fabs(slack(&moved, false, 1, (double)box.upper.y)) < TINY);
        assert_true(fabs(slack(&moved, false, -1, (double)box.lower.y)) < TINY);
    }
}

/* ---- Containment ------------------------------------------------------------------------------------------------- */

static void a_hull_contains_points_within_its_radius(void **state)
{
    (void)state;
    struct random random = {10};
    int32_t inside = 0;
    for (int32_t trial = 0; trial < 500; ++trial) {
        const md2_hull hull = random_hull(&random);
        for (int32_t k = 0; k < 200; ++k) {
            const md2_vec point = random_vec(&random, 2);
            const double distance = signed_distance(&hull, (double)point.x, (double)point.y);
            if (fabs(distance) > TINY) {
                assert_int_equal(md2_hull_contains(&hull, point), distance < 0);
                inside += distance < 0;
            }
        }
    }
    assert_true(inside > 10000 && inside < 90000);
}

static void the_surface_belongs_to_the_hull(void **state)
{
    (void)state;
    const md2_hull box = box_of(1, 2, 0);
    const md2_hull rounded = box_of(1, 2, (md_real)0.5);
    const md2_hull segment = segment_of((md2_vec){0, 0}, (md2_vec){4, 2});
    const md2_hull none = {.count = 0};
    assert_true(md2_hull_contains(&box, (md2_vec){1, 2}));
    assert_true(md2_hull_contains(&box, (md2_vec){0, -2}));
    assert_true(md2_hull_contains(&rounded, (md2_vec){1.5, 1}));
    assert_true(md2_hull_contains(&rounded, (md2_vec){1, 2.5}));
    assert_false(md2_hull_contains(&rounded, (md2_vec){1.5, 2.5}));
    assert_true(md2_hull_contains(&segment, (md2_vec){2, 1}));
    assert_true(md2_hull_contains(&segment, (md2_vec){4, 2}));
    assert_false(md2_hull_contains(&segment, (md2_vec){6, 3})); /* in line with it, beyond its end */
    assert_false(md2_hull_contains(&none, (md2_vec){0, 0}));
}

/* ---- Ray --------------------------------------------------------------------------------------------------------- */

struct marched {
    double fraction;  /* at which it first enters, or is closest */
    double clearance; /* smallest signed distance along the ray */
};

static double distance_along(const md2_hull *hull, md2_ray ray, double fraction)
{
    const double x = (double)ray.origin.x + fraction * (double)ray.translation.x;
    const double y = (double)ray.origin.y + fraction * (double)ray.translation.y;
    return signed_distance(hull, x, y);
}

/* Marches along the ray in small steps until it is inside, then bisects. */
static struct marched march(const md2_hull *hull, md2_ray ray)
{
    static const int32_t STEPS = 2000;
    struct marched found = {0, INFINITY};
    for (int32_t i = 0; i <= STEPS; ++i) {
        const double fraction = (double)ray.max_fraction * i / STEPS;
        const double distance = distance_along(hull, ray, fraction);
        if (distance < found.clearance) {
            found = (struct marched){fraction, distance};
        }
        if (distance < 0) {
            break;
        }
    }
    if (found.clearance < 0 && found.fraction > 0) {
        double low = found.fraction - (double)ray.max_fraction / STEPS;
        for (int32_t i = 0; i < 60; ++i) {
            const double middle = (low + found.fraction) / 2;
            if (distance_along(hull, ray, middle) < 0) {
                found.fraction = middle;
            } else {
                low = middle;
            }
        }
    }
    return found;
}

/* The distance changes by at most the length of a step, so the march can miss a grazing hit that is closer than half a
 * step: 4 m / 2000 / 2. */
static const double GRAZE = 0.001;

static void assert_agrees(const md2_hull *hull, md2_ray ray, int32_t *hits, int32_t *misses)
{
    const struct marched found = march(hull, ray);
    const md2_ray_hit hit = md2_hull_ray(hull, ray);
    if (found.clearance >= GRAZE) {
        assert_false(hit.hit);
        ++*misses;
        return;
    }
    if (found.clearance >= 0) {
        return;
    }
    assert_true(hit.hit);
    if (found.fraction == 0) {
        assert_true(hit.fraction == 0 && hit.normal.x == 0 && hit.normal.y == 0);
        return;
    }
    ++*hits;
    const md2_vec n = hit.normal;
    const double speed = -(double)(n.x * ray.translation.x + n.y * ray.translation.y);
    assert_true(fabs(hypot((double)n.x, (double)n.y) - 1) < PICK(1e-14, 1e-6));
    assert_true(speed > 0);
    /* Rounding moves the surface by TINY, which shifts the hit of a grazing ray by more. */
    assert_true(fabs((double)hit.fraction - found.fraction) <= fmax(TINY, TINY / speed));
    assert_true(hit.fraction <= ray.max_fraction);
    const double x = (double)hit.point.x;
    const double y = (double)hit.point.y;
    assert_true(fabs(signed_distance(hull, x, y)) < TINY);
    assert_true(fabs(x - (double)ray.origin.x - (double)(hit.fraction * ray.translation.x)) < 10 * TINY);
    assert_true(fabs(y - (double)ray.origin.y - (double)(hit.fraction * ray.translation.y)) < 10 * TINY);
    /* The normal is outward: the distance grows along it at unit rate, and shrinks in the opposite direction. */
    const double a_little = 1e-3;
    const double out = signed_distance(hull, x + a_little * (double)n.x, y + a_little * (double)n.y);
    const double in = signed_distance(hull, x - a_little * (double)n.x, y - a_little * (double)n.y);
    assert_true(fabs(out - a_little) < TINY);
    assert_true(in < 0);
}

static void rays_agree_with_marching(void **state)
{
    (void)state;
    struct random random = {11};
    int32_t hits = 0;
    int32_t misses = 0;
    for (int32_t trial = 0; trial < 400; ++trial) {
        const md2_hull hull = random_hull(&random);
        for (int32_t k = 0; k < 20; ++k) {
            const md2_vec origin = random_vec(&random, 3);
            const md2_vec aim = random_vec(&random, 2);
            const md2_ray ray = {
                origin,
                {aim.x - origin.x, aim.y - origin.y},
                (md_real)random_real(&random, 0.1,
                                     4 / fmax(1, hypot((double)(aim.x - origin.x), (double)(aim.y - origin.y))))};
            assert_agrees(&hull, ray, &hits, &misses);
        }
    }
    assert_true(hits > 1500);
    assert_true(misses > 1500);
}

static void a_ray_from_inside_hits_at_fraction_0_without_a_normal(void **state)
{
    (void)state;
    const md2_hull box = box_of(1, 1, (md_real)0.5);
    const md2_ray_hit core = cast(&box, 0, 0, 5, 0);
    assert_hit(core, 0, 0, 0);
    const md2_ray_hit rounding = cast(&box, (md_real)1.25, (md_real)1.25, 5, 0);
    assert_hit(rounding, 0, 0, 0);
    assert_true(rounding.point.x == (md_real)1.25 && rounding.point.y == (md_real)1.25);
    assert_hit(cast(&box, 0, 0, 0, 0), 0, 0, 0);
}

static void a_ray_of_no_length_from_outside_hits_nothing(void **state)
{
    (void)state;
    const md2_hull box = box_of(1, 1, (md_real)0.5);
    md2_hull circle;
    assert_int_equal(md2_hull_circle(&circle, (md2_vec){0, 0}, 1), MD_OK);
    const md2_hull none = {.count = 0};
    assert_false(cast(&box, 3, 0, 0, 0).hit);
    assert_false(cast(&box, (md_real)1.45, (md_real)1.45, 0, 0).hit); /* outside the rounded corner */
    assert_false(cast(&circle, 3, 0, 0, 0).hit);
    assert_false(cast(&none, 0, 0, 1, 0).hit);
    assert_false(md2_hull_ray(&box, (md2_ray){{3, 0}, {-3, 0}, 0}).hit);
}

static void a_ray_along_an_edge_hits_the_ends(void **state)
{
    (void)state;
    const md2_hull box = box_of(1, 1, 0);
    const md2_hull rounded = box_of(1, 1, (md_real)0.5);
    assert_hit(cast(&box, -3, (md_real)0.999, 10, 0), 0.2, -1, 0);
    assert_false(cast(&box, -3, (md_real)1.001, 10, 0).hit);
    assert_false(cast(&rounded, -3, (md_real)1.501, 10, 0).hit);
    assert_true(cast(&rounded, -3, (md_real)1.499, 10, 0).hit);
    /* Toward the rounded corner, from where only its circle can be hit: at 45 degrees, 1.5 m from its surface. */
    const md_real d = (md_real)(sqrt(2.0) / 2);
    assert_hit(cast(&rounded, 1 + 2 * d, 1 + 2 * d, -4 * d, -4 * d), 0.375, (double)d, (double)d);
    assert_hit(cast(&rounded, (md_real)1.45, (md_real)1.45, -d, -d), hypot(0.45, 0.45) - 0.5, (double)d, (double)d);
}

static void a_ray_hits_nothing_beyond_its_end(void **state)
{
    (void)state;
    const md2_hull box = box_of(1, 1, 0);
    const md2_hull capsule = box_of(1, 1, (md_real)0.5);
    const md2_ray ray = {{-3, 0}, {1, 0}, (md_real)1.99};
    assert_false(md2_hull_ray(&box, ray).hit);
    assert_hit(md2_hull_ray(&box, (md2_ray){ray.origin, ray.translation, (md_real)2.01}), 2, -1, 0);
    assert_hit(md2_hull_ray(&capsule, ray), 1.5, -1, 0);
    assert_false(md2_hull_ray(&capsule, (md2_ray){ray.origin, ray.translation, (md_real)1.49}).hit);
    assert_false(cast(&box, -3, 0, -10, 0).hit);
}

static void a_segment_without_radius_is_hit_from_both_sides(void **state)
{
    (void)state;
    const md2_hull level = segment_of((md2_vec){-1, 0}, (md2_vec){1, 0});
    assert_hit(cast(&level, 0, 1, 0, -2), 0.5, 0, 1);
    assert_hit(cast(&level, 0, -1, 0, 2), 0.5, 0, -1);
    assert_false(cast(&level, 0, 1, 0, (md_real)-0.9).hit);
    assert_false(cast(&level, 2, 1, 0, -2).hit);
    assert_false(cast(&level, -2, 0, 4, 0).hit); /* end-on */
    struct random random = {12};
    for (int32_t trial = 0; trial < 20000; ++trial) {
        const md2_vec a = random_vec(&random, 1);
        const md2_vec b = random_vec(&random, 1);
        const md2_hull segment = segment_of(a, b);
        const md_real t = (md_real)random_real(&random, 0.01, 0.99);
        const md2_vec through = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        const md2_vec origin = random_vec(&random, 3);
        const md2_vec d = {through.x - origin.x, through.y - origin.y};
        /* So oblique that rounding could move the hit past an end. */
        const double sine = fabs((double)(d.x * segment.normal[0].x + d.y * segment.normal[0].y));
        if (sine > 0.01 && hypot((double)(b.x - a.x), (double)(b.y - a.y)) > 0.1) {
            const md2_ray_hit hit = md2_hull_ray(&segment, (md2_ray){origin, d, 2});
            assert_true(hit.hit);
            assert_true(fabs((double)hit.fraction - 1) < 10 * TINY / sine);
            assert_true(hit.normal.x * d.x + hit.normal.y * d.y < 0);
        }
    }
}

static void no_ray_slips_through_a_sharp_corner(void **state)
{
    (void)state;
    struct random random = {13};
    for (int32_t trial = 0; trial < 2000; ++trial) {
        const md2_hull hull = random_polygon(&random, 0);
        const md2_vec corner = hull.point[random_index(&random, hull.count)];
        /* Through the corner to the centroid: it must hit, whichever edge it hits by rounding. */
        const md_real reach = (md_real)random_real(&random, 0.5, 3);
        const md2_vec inward = {hull.centroid.x - corner.x, hull.centroid.y - corner.y};
        const md2_vec origin = {corner.x - reach * inward.x, corner.y - reach * inward.y};
        const md2_ray ray = {origin, {(1 + reach) * inward.x, (1 + reach) * inward.y}, 1};
        assert_true(md2_hull_ray(&hull, ray).hit);
    }
}

/* Rounding puts some of the origins outside, at a distance that rounds to less than 0. */
static void a_ray_from_the_surface_has_no_negative_fraction(void **state)
{
    (void)state;
    md2_hull circle;
    int outside = 0;
    assert_int_equal(md2_hull_circle(&circle, (md2_vec){(md_real)0.3, (md_real)-0.7}, (md_real)0.9), MD_OK);
    for (int k = 0; k < 20000; ++k) {
        const double angle = 0.000314159 * k;
        const md2_vec origin = {(md_real)(0.3 + 0.9 * cos(angle)), (md_real)(-0.7 + 0.9 * sin(angle))};
        const md2_ray ray = {origin, {(md_real)-cos(angle), (md_real)-sin(angle)}, 1};
        const md2_ray_hit hit = md2_hull_ray(&circle, ray);
        outside += !md2_hull_contains(&circle, origin);
        assert_true(hit.hit && hit.fraction >= 0);
    }
    assert_true(outside > 1000);
}

static void a_circle_is_hit_accurately_from_far_away(void **state)
{
    (void)state;
    md2_hull circle;
    assert_int_equal(md2_hull_circle(&circle, (md2_vec){0, 0}, 1), MD_OK);
    /* From a thousand kilometres away, b^2 - a c would lose twelve digits. */
    const md2_ray_hit hit = cast(&circle, (md_real)-1e6, (md_real)0.6, (md_real)2e6, 0);
    assert_true(hit.hit);
    assert_true(fabs((double)hit.normal.x + 0.8) < PICK(1e-14, 1e-6));
    assert_true(fabs((double)hit.normal.y - 0.6) < PICK(1e-14, 1e-6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_touch_the_hull_on_all_four_sides),
        cmocka_unit_test(a_hull_contains_points_within_its_radius),
        cmocka_unit_test(the_surface_belongs_to_the_hull),
        cmocka_unit_test(rays_agree_with_marching),
        cmocka_unit_test(a_ray_from_inside_hits_at_fraction_0_without_a_normal),
        cmocka_unit_test(a_ray_of_no_length_from_outside_hits_nothing),
        cmocka_unit_test(a_ray_along_an_edge_hits_the_ends),
        cmocka_unit_test(a_ray_hits_nothing_beyond_its_end),
        cmocka_unit_test(a_segment_without_radius_is_hit_from_both_sides),
        cmocka_unit_test(no_ray_slips_through_a_sharp_corner),
        cmocka_unit_test(a_ray_from_the_surface_has_no_negative_fraction),
        cmocka_unit_test(a_circle_is_hit_accurately_from_far_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
