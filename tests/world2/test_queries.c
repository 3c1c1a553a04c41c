/* Queries: agreement with a brute-force search after any changes of the world, order of results, edge cases. */
#include "support/counting_allocator.h"
#include "world2/query_checks.h"

static void teleport_some(struct random *random, md2_world *world)
{
    for (int i = 0; i < BODIES / 3; ++i) {
        const md2_body_id body = random_body_of(random, world);
        md2_transform to = random_transform(random, AREA);
        if (i % 2 == 0) { /* a small move: within the enlarged boxes, or just outside of them */
            to = md2_body_transform(world, body);
            to.p = vec_add(to.p, random_vec(random, 0.1));
        }
        assert_int_equal(md2_body_set_transform(world, body, to), MD_OK);
    }
}

static void destroy_and_create_some(struct random *random, md2_world *world)
{
    for (int i = 0; i < BODIES / 4; ++i) {
        assert_int_equal(md2_body_destroy(world, random_body_of(random, world)), MD_OK);
        const md2_body_id body = random_body_of(random, world);
        const md2_shape_id shape = md2_body_first_shape(world, body);
        if (shape.generation != 0 && i % 2 == 0) {
            assert_int_equal(md2_shape_destroy(world, shape), MD_OK);
        }
        if (i % 3 != 0) {
            make_random_body(random, world);
        }
    }
}

static void switch_some(struct random *random, md2_world *world)
{
    for (int i = 0; i < BODIES / 3; ++i) {
        const md2_body_id body = random_body_of(random, world);
        assert_int_equal(md2_body_set_enabled(world, body, !md2_body_is_enabled(world, body)), MD_OK);
        const md2_shape_id shape = md2_body_first_shape(world, random_body_of(random, world));
        const md2_shape_def def = random_shape_def(random);
        if (shape.generation != 0) {
            assert_int_equal(md2_shape_set_def(world, shape, &def), MD_OK);
        }
    }
}

static void step_some(md2_world *world)
{
    for (int i = 0; i < 10; ++i) {
        assert_int_equal(md2_world_step(world, DT, NULL), MD_OK);
    }
}

static void every_query_agrees_with_a_brute_force_search(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; ++seed) {
        struct random random = {seed};
        md2_world *world = make_world();
        for (int i = 0; i < BODIES; ++i) {
            make_random_body(&random, world);
        }
        assert_true(md2_world_shape_count(world) > 2 * BODIES);
        check_all(&random, world);
        teleport_some(&random, world);
        check_all(&random, world);
        destroy_and_create_some(&random, world);
        check_all(&random, world);
        switch_some(&random, world);
        check_all(&random, world);
        step_some(world);
        check_all(&random, world);
        teleport_some(&random, world);
        destroy_and_create_some(&random, world);
        step_some(world);
        check_all(&random, world);
        md2_world_destroy(world);
    }
}

/* ---- Where rays hit ---------------------------------------------------------------------------------------------- */

/* Returns the distance of a point of the world from a shape, in double; negative inside. */
static double distance_from_shape(const md2_world *world, md2_shape_id shape, md2_vec point)
{
    const md2_vec local = transform_point_back(md2_body_transform(world, md2_shape_body(world, shape)), point);
    return signed_distance(md2_shape_hull(world, shape), (double)local.x, (double)local.y);
}

static void check_hit(const md2_world *world, const md2_query_hit *hit, md2_vec origin, md2_vec translation)
{
    /* About ten operations on coordinates up to 60 m, each of which rounds by half a unit: 10 * 60 * 2^-53 = 7e-14, in
     * float 10 * 60 * 2^-24 = 4e-5. If a ray grazes a round corner, the distance along it is less accurate. */
    const double tolerance = PICK(1e-12, 5e-4);
    const md2_vec end = vec_add_scaled(origin, hit->fraction, translation);
    assert_true((double)vec_length(vec_sub(end, hit->point)) < 100 * tolerance);
    const double distance = distance_from_shape(world, hit->shape, hit->point);
    if (hit->normal.x == 0 && hit->normal.y == 0) {
        assert_true(hit->fraction == 0);
        assert_true(distance < tolerance);
        return;
    }
    assert_true(fabs(distance) < tolerance);
    assert_true(fabs((double)vec_length(hit->normal) - 1) < PICK(1e-14, 1e-6));
    assert_true(vec_dot(hit->normal, translation) <= 0);
    /* The normal points outward: a point a millimetre along it has distance one millimetre. */
    const md2_vec outside = vec_add_scaled(hit->point, (md_real)1e-3, hit->normal);
    assert_true(fabs(distance_from_shape(world, hit->shape, outside) - 1e-3) < tolerance);
}

static void ray_hits_lie_on_the_surface_of_the_shape(void **state)
{
    (void)state;
    struct random random = {31};
    md2_world *world = make_world();
    for (int i = 0; i < BODIES; ++i) {
        make_random_body(&random, world);
    }
    static md2_query_hit hits[MOST];
    int32_t checked = 0;
    for (int i = 0; i < 200; ++i) {
        const md2_vec origin = random_vec(&random, AREA);
        const md2_vec translation = random_vec(&random, 2 * AREA);
        const int32_t count = md2_world_ray_all(world, origin, translation, NULL, hits, MOST);
        for (int32_t k = 0; k < count; ++k) {
            check_hit(world, &hits[k], origin, translation);
        }
        checked += count;
    }
    assert_true(checked > 1000);
    md2_world_destroy(world);
}

static void a_ray_that_starts_inside_hits_at_once_without_a_normal(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_shape_id box = make_box(world, 2, 3, 1, 1);
    const md2_vec origin = {(md_real)2.25, (md_real)2.5};
    const md2_query_hit hit = md2_world_ray_closest(world, origin, vec(5, 0), NULL);
    assert_same_hit(&hit, &(md2_query_hit){box, origin, {0, 0}, 0});
    md2_world_destroy(world);
}

static void ray_hits_have_exact_point_normal_and_fraction(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_shape_id near = make_box(world, 4, 0, 1, 1);
    const md2_shape_id far = make_box(world, 8, 0, 1, 1);
    md2_query_hit hits[3];
    assert_int_equal(md2_world_ray_all(world, vec(0, 0), vec(16, 0), NULL, hits, 3), 2);
    /* Small integers and powers of two: exact. */
    assert_same_hit(&hits[0], &(md2_query_hit){near, {3, 0}, {-1, 0}, (md_real)(3.0 / 16)});
    assert_same_hit(&hits[1], &(md2_query_hit){far, {7, 0}, {-1, 0}, (md_real)(7.0 / 16)});
    /* Hits exactly at the end of the translation, and not beyond. */
    assert_true(md2_world_ray_any(world, vec(0, 0), vec(3, 0), NULL));
    assert_false(md2_world_ray_any(world, vec(0, 0), vec((md_real)2.9375, 0), NULL));
    md2_world_destroy(world);
}

static void a_chain_is_hit_from_both_sides(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_body_id ground = make_body(world, MD2_STATIC, HERE);
    const md2_shape_def def = md2_shape_def_default();
    const md2_vec points[] = {{4, 0}, {0, 0}, {-4, 0}};
    md2_chain_id made;
    md2_shape_id chain[2];
    assert_int_equal(md2_chain_create(world, ground, &def, points, 3, false, &made), MD_OK);
    assert_int_equal(md2_chain_shapes(world, made, chain, 2), 2);
    const md2_hull ball = circle_hull(0.5);
    for (int side = -1; side <= 1; side += 2) {
        const md_real sign = (md_real)side;
        const md2_query_hit hit = md2_world_ray_closest(world, vec(2, 4 * sign), vec(0, -8 * sign), NULL);
        assert_same_hit(&hit, &(md2_query_hit){chain[0], {2, 0}, {0, sign}, HALF});
        const md2_transform start = {{-2, 4 * sign}, {1, 0}};
        const md2_query_hit cast = md2_world_cast(world, &ball, start, vec(0, -8 * sign), NULL);
        assert_true(md2_shape_same(cast.shape, chain[1]));
        assert_true(fabs((double)cast.fraction - 3.5 / 8) < PICK(1e-14, 1e-6));
        assert_true((double)sign * (double)cast.normal.y > 1 - 1e-6);
    }
    md2_world_destroy(world);
}

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

/* Distance by which a hull moves past its hit to be told from it. A cast ends within 4 units of rounding of sizes and
 * distances up to 100 m, 1e-13 m (in float 5e-5), divided by the slope of the approach; slopes below 0.1 are not
 * tested. */
#define NUDGE PICK(1e-11, 2e-3)

static int32_t overlaps_at(const md2_world *world, const md2_hull *hull, md2_transform start, md2_vec translation,
                           double fraction, md2_query_filter *filter, md2_shape_id *shapes)
{
    start.p = vec_add_scaled(start.p, (md_real)fraction, translation);
    return md2_world_overlap(world, hull, start, filter, shapes, MOST);
}

static bool check_cast_hit(const md2_world *world, const md2_hull *hull, md2_transform start, md2_vec translation)
{
    static md2_shape_id shapes[MOST];
    md2_query_filter all = md2_query_filter_default();
    const md2_query_hit hit = md2_world_cast(world, hull, start, translation, &all);
    const double length = (double)vec_length(translation);
    const double slope = -(double)vec_dot(hit.normal, translation) / length;
    if (hit.shape.generation == 0 || slope < 0.1) {
        return false;
    }
    const double fraction = (double)hit.fraction;
    assert_int_equal(overlaps_at(world, hull, start, translation, fraction - NUDGE / length, &all, shapes), 0);
    const int32_t count = overlaps_at(world, hull, start, translation, fraction + NUDGE / length, &all, shapes);
    bool is_met = false;
    for (int32_t i = 0; i < count; ++i) {
        is_met = is_met || md2_shape_same(shapes[i], hit.shape);
    }
    assert_true(is_met);
    assert_true(fabs(distance_from_shape(world, hit.shape, hit.point)) < NUDGE);
    return true;
}

static void a_cast_stops_where_it_touches_the_first_shape(void **state)
{
    (void)state;
    struct random random = {47};
    md2_world *world = make_world();
    for (int i = 0; i < BODIES / 3; ++i) {
        make_random_body(&random, world);
    }
    int hits = 0;
    for (int i = 0; i < 400; ++i) {
        const md2_hull hull = random_hull(&random);
        const md2_transform start = random_transform(&random, 1.5 * AREA);
        hits += check_cast_hit(world, &hull, start, random_vec(&random, AREA));
    }
    assert_true(hits > 80);
    md2_world_destroy(world);
}

static void a_cast_that_starts_touching_hits_at_once_without_a_normal(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_shape_id box = make_box(world, 0, 0, 1, 1);
    const md2_hull ball = circle_hull(0.5);
    const md_real heights[] = {1, (md_real)1.5}; /* overlapping, touching */
    for (int i = 0; i < 2; ++i) {
        const md2_query_hit hit =
            md2_world_cast(world, &ball, (md2_transform){{0, heights[i]}, {1, 0}}, vec(0, 5), NULL);
        assert_true(md2_shape_same(hit.shape, box));
        assert_true(hit.fraction == 0 && same_vec(hit.normal, vec(0, 0)));
    }
    md2_world_destroy(world);
}

/* ---- Ties -------------------------------------------------------------------------------------------------------- */

enum { TWINS = 12 };

/* Boxes at the same position, whose slots and positions in the tree are in different orders; three are destroyed. */
static md2_world *make_twins(struct random *random)
{
    md2_world *world = make_world();
    md2_body_id bodies[TWINS];
    for (int i = 0; i < TWINS; ++i) {
        const md2_shape_id box = make_box(world, random_real(random, -5, 5), random_real(random, -5, 5), 1, 1);
        bodies[i] = md2_shape_body(world, box);
    }
    for (int i = 0; i < 3; ++i) {
        const int32_t gone = 4 * i + random_index(random, 4);
        assert_int_equal(md2_body_destroy(world, bodies[gone]), MD_OK);
        bodies[gone] = (md2_body_id){0, 0};
    }
    for (int i = TWINS; i > 0; --i) {
        const md2_body_id body = bodies[(i * 5) % TWINS];
        if (body.generation != 0) {
            assert_int_equal(md2_body_set_transform(world, body, HERE), MD_OK);
        }
    }
    return world;
}

static void simultaneous_hits_are_ordered_by_shape_index(void **state)
{
    (void)state;
    struct random random = {5};
    for (int round = 0; round < 20; ++round) {
        md2_world *world = make_twins(&random);
        const md2_shape_id first = every_shape_begin(world).shape;
        const md2_hull ball = circle_hull(0.5);
        const md_real starts[] = {-4, 0}; /* outside of all boxes, and inside of all of them */
        for (int i = 0; i < 2; ++i) {
            const md2_vec origin = {starts[i], 0};
            const md2_query_hit hit = md2_world_ray_closest(world, origin, vec(8, 0), NULL);
            assert_true(md2_shape_same(hit.shape, first));
            const md2_query_hit cast = md2_world_cast(world, &ball, (md2_transform){origin, {1, 0}}, vec(8, 0), NULL);
            assert_true(md2_shape_same(cast.shape, first));
            md2_query_hit hits[TWINS];
            assert_int_equal(md2_world_ray_all(world, origin, vec(8, 0), NULL, hits, 4), TWINS - 3);
            struct every_shape at = every_shape_begin(world);
            for (int k = 0; k < 4; ++k) {
                assert_true(md2_shape_same(hits[k].shape, at.shape));
                every_shape_next(&at);
            }
        }
        md2_world_destroy(world);
    }
}

/* ---- Independence of the tree ------------------------------------------------------------------------------------ */

/* The same shapes twice: created at their positions, and moved there one by one in another order. */
static void query_results_do_not_depend_on_the_history_of_the_world(void **state)
{
    (void)state;
    enum { COUNT = 100 };
    struct random random = {77};
    md2_world *direct = make_world();
    md2_world *moved = make_world();
    md2_transform at[COUNT];
    md2_body_id body[COUNT];
    const md2_shape_def def = md2_shape_def_default();
    for (int i = 0; i < COUNT; ++i) {
        const md2_hull hull = random_hull(&random);
        at[i] = random_transform(&random, 5);
        give_hull(direct, make_body(direct, MD2_STATIC, at[i]), &hull, &def);
        body[i] = make_body(moved, MD2_STATIC, random_transform(&random, 50));
        give_hull(moved, body[i], &hull, &def);
    }
    for (int i = 0; i < COUNT; ++i) {
        const int k = (i * 37) % COUNT;
        assert_int_equal(md2_body_set_transform(moved, body[k], at[k]), MD_OK);
    }
    static md2_query_hit hits[2][COUNT];
    int32_t compared = 0;
    for (int i = 0; i < 300; ++i) {
        const md2_vec origin = random_vec(&random, 10);
        const md2_vec translation = random_vec(&random, 20);
        const int32_t count = md2_world_ray_all(direct, origin, translation, NULL, hits[0], COUNT);
        assert_int_equal(md2_world_ray_all(moved, origin, translation, NULL, hits[1], COUNT), count);
        for (int32_t k = 0; k < count; ++k) {
            assert_same_hit(&hits[0][k], &hits[1][k]);
        }
        compared += count;
        const md2_hull hull = random_hull(&random);
        const md2_transform start = {origin, {1, 0}};
        const md2_query_hit casts[2] = {md2_world_cast(direct, &hull, start, translation, NULL),
                                        md2_world_cast(moved, &hull, start, translation, NULL)};
        assert_same_hit(&casts[0], &casts[1]);
    }
    assert_true(compared > 300);
    md2_world_destroy(direct);
    md2_world_destroy(moved);
}

static md_real next_real(md_real x, double towards)
{
#ifdef MODULUS_SINGLE
    return nextafterf(x, (float)towards);
#else
    return nextafter(x, towards);
#endif
}

/* Without a margin the box of a static shape in the tree is its tight box. Horizontal rays and points a few units in
 * the last place around its top are hits or misses by rounding in body coordinates, which the tree does not know. */
static void rounding_at_the_border_of_a_tree_box_hides_no_shape(void **state)
{
    (void)state;
    struct random random = {3};
    md2_world_def def = md2_world_def_default();
    def.speculative_margin = 0;
    int hits = 0;
    for (int round = 0; round < 200; ++round) {
        md2_world *world = make_world_with(&def);
        const double half = random_real(&random, 0.5, 3);
        make_box(world, random_real(&random, -9, 9), random_real(&random, -9, 9), half, half);
        const struct every_shape only = every_shape_begin(world);
        const md2_vec center = md2_body_transform(world, only.body).p;
        md_real y = center.y + (md_real)half;
        for (int i = 0; i < 4; ++i) {
            y = next_real(y, -INFINITY);
        }
        for (int i = 0; i < 8; ++i, y = next_real(y, INFINITY)) {
            const bool expected = ray_by_hand(&only, vec(-20, y), vec(40, 0)).hit;
            hits += expected;
            assert_int_equal(md2_world_ray_any(world, vec(-20, y), vec(40, 0), NULL), expected);
            const md2_vec point = {center.x, y};
            const struct place place = {.point = &point};
            assert_int_equal(md2_world_at_point(world, point, NULL, NULL, 0), is_in(&only, &place));
        }
        md2_world_destroy(world);
    }
    assert_true(hits > 200 && hits < 8 * 200);
}

/* ---- Filters ----------------------------------------------------------------------------------------------------- */

static int32_t seen_at_origin(const md2_world *world, md2_query_filter filter)
{
    return md2_world_at_point(world, vec(0, 0), &filter, NULL, 0);
}

static void a_filter_compares_category_and_mask_in_both_directions(void **state)
{
    (void)state;
    md2_world *world = make_world();
    md2_shape_def def = md2_shape_def_default();
    def.category = 2;
    def.mask = 4;
    const md2_hull hull = circle_hull(1);
    give_hull(world, make_body(world, MD2_STATIC, HERE), &hull, &def);
    md2_query_filter filter = md2_query_filter_default();
    assert_int_equal(seen_at_origin(world, filter), 1);
    filter.mask = 2 | 8;
    filter.category = 4 | 1;
    assert_int_equal(seen_at_origin(world, filter), 1);
    filter.mask = ~(uint64_t)2;
    assert_int_equal(seen_at_origin(world, filter), 0);
    filter.mask = 2;
    filter.category = ~(uint64_t)4;
    assert_int_equal(seen_at_origin(world, filter), 0);
    md2_world_destroy(world);
}

static void a_filter_can_exclude_sensors_and_a_body(void **state)
{
    (void)state;
    md2_world *world = make_world();
    md2_shape_def def = md2_shape_def_default();
    const md2_hull hull = circle_hull(1);
    const md2_body_id two = make_body(world, MD2_STATIC, HERE);
    give_hull(world, two, &hull, &def);
    give_hull(world, two, &hull, &def);
    def.sensor = true;
    give_hull(world, make_body(world, MD2_STATIC, HERE), &hull, &def);
    md2_query_filter filter = md2_query_filter_default();
    assert_int_equal(seen_at_origin(world, filter), 3);
    filter.sensors = false;
    assert_int_equal(seen_at_origin(world, filter), 2);
    filter.except = two;
    assert_int_equal(seen_at_origin(world, filter), 0);
    filter.sensors = true;
    assert_int_equal(seen_at_origin(world, filter), 1);
    /* A body that reuses the slot of the excluded body is not excluded. */
    assert_int_equal(md2_body_destroy(world, two), MD_OK);
    const md2_body_id heir = make_body(world, MD2_STATIC, HERE);
    assert_int_equal(heir.index, two.index);
    give_hull(world, heir, &hull, &def);
    assert_int_equal(seen_at_origin(world, filter), 2);
    md2_world_destroy(world);
}

/* ---- At once ----------------------------------------------------------------------------------------------------- */

static void queries_see_changes_without_a_step(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_shape_id box = make_box(world, 0, 0, 1, 1);
    const md2_body_id body = md2_shape_body(world, box);
    assert_int_equal(md2_world_at_point(world, vec(0, 0), NULL, NULL, 0), 1);
    assert_int_equal(md2_body_set_transform(world, body, (md2_transform){{100, 0}, {0, 1}}), MD_OK);
    assert_int_equal(md2_world_at_point(world, vec(0, 0), NULL, NULL, 0), 0);
    assert_int_equal(md2_world_at_point(world, vec(100, 0), NULL, NULL, 0), 1);
    assert_true(md2_world_ray_any(world, vec(100, 5), vec(0, -10), NULL));
    assert_int_equal(md2_body_set_enabled(world, body, false), MD_OK);
    assert_int_equal(md2_world_at_point(world, vec(100, 0), NULL, NULL, 0), 0);
    assert_int_equal(md2_body_set_enabled(world, body, true), MD_OK);
    assert_int_equal(md2_world_at_point(world, vec(100, 0), NULL, NULL, 0), 1);
    assert_int_equal(md2_shape_destroy(world, box), MD_OK);
    assert_int_equal(md2_world_at_point(world, vec(100, 0), NULL, NULL, 0), 0);
    md2_world_destroy(world);
}

static void queries_in_an_empty_world_find_nothing(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_hull ball = circle_hull(1);
    const md2_box everywhere = {{-1000, -1000}, {1000, 1000}};
    assert_no_hit(md2_world_ray_closest(world, vec(0, 0), vec(1, 0), NULL));
    assert_no_hit(md2_world_cast(world, &ball, HERE, vec(1, 0), NULL));
    assert_int_equal(md2_world_overlap(world, &ball, HERE, NULL, NULL, 0), 0);
    assert_int_equal(md2_world_in_box(world, everywhere, NULL, NULL, 0), 0);
    /* A world of disabled bodies is empty too. */
    const md2_shape_id box = make_box(world, 5, 5, 1, 1);
    assert_int_equal(md2_body_set_enabled(world, md2_shape_body(world, box), false), MD_OK);
    assert_int_equal(md2_world_in_box(world, everywhere, NULL, NULL, 0), 0);
    const md2_box bounds = md2_world_bounds(world);
    assert_true(same_vec(bounds.lower, vec(0, 0)) && same_vec(bounds.upper, vec(0, 0)));
    md2_world_destroy(world);
}

static void bounds_are_tight(void **state)
{
    (void)state;
    md2_world *world = make_world();
    make_box(world, 4, 2, 2, 1);
    make_box(world, 3, 8, 1, 1);
    /* The box does not contain the origin, which uninitialised zeros would add. */
    const md2_box bounds = md2_world_bounds(world);
    assert_true(same_vec(bounds.lower, vec(2, 1)) && same_vec(bounds.upper, vec(6, 9)));
    /* Touching is enough. */
    const md2_box corner = {{4, 9}, {5, 10}};
    assert_int_equal(md2_world_in_box(world, corner, NULL, NULL, 0), 1);
    md2_world_destroy(world);
}

/* ---- Bad input --------------------------------------------------------------------------------------------------- */

static void assert_no_ray(const md2_world *world, md2_vec origin, md2_vec translation)
{
    assert_no_hit(md2_world_ray_closest(world, origin, translation, NULL));
    assert_false(md2_world_ray_any(world, origin, translation, NULL));
    assert_int_equal(md2_world_ray_all(world, origin, translation, NULL, NULL, 0), 0);
}

static void assert_no_cast(const md2_world *world, const md2_hull *hull, md2_transform at, md2_vec translation)
{
    assert_no_hit(md2_world_cast(world, hull, at, translation, NULL));
}

static void invalid_queries_find_nothing(void **state)
{
    (void)state;
    md2_world *world = make_world();
    make_box(world, 0, 0, 1, 1);
    const md2_hull ball = circle_hull(1);
    const md2_hull none = {.count = 0};
    const md_real bad[] = {(md_real)NAN, MD_INFINITY, -MD_INFINITY};
    assert_no_ray(world, vec(0, 0), vec(0, 0));
    assert_no_ray(world, vec(0, 0), vec(MD_REAL_MAX / 2, 0)); /* its square is not finite */
    assert_no_cast(world, &ball, HERE, vec(0, 0));
    assert_no_cast(world, &ball, HERE, vec(0, MD_REAL_MAX / 2));
    assert_no_cast(world, &none, HERE, vec(1, 0));
    assert_no_cast(world, &ball, (md2_transform){{0, 0}, {0, 0}}, vec(1, 0));
    assert_int_equal(md2_world_overlap(world, &none, HERE, NULL, NULL, 0), 0);
    assert_int_equal(md2_world_overlap(world, &ball, (md2_transform){{0, 0}, {2, 0}}, NULL, NULL, 0), 0);
    assert_int_equal(md2_world_in_box(world, (md2_box){{HALF, 0}, {-HALF, 0}}, NULL, NULL, 0), 0);
    for (int i = 0; i < 3; ++i) {
        const md2_vec off = {0, bad[i]};
        assert_no_ray(world, off, vec(1, 0));
        assert_no_ray(world, vec(0, 0), off);
        assert_no_cast(world, &ball, (md2_transform){off, {1, 0}}, vec(1, 0));
        assert_no_cast(world, &ball, (md2_transform){{0, 0}, {1, bad[i]}}, vec(1, 0));
        assert_no_cast(world, &ball, HERE, off);
        assert_int_equal(md2_world_overlap(world, &ball, (md2_transform){off, {1, 0}}, NULL, NULL, 0), 0);
        assert_int_equal(md2_world_at_point(world, off, NULL, NULL, 0), 0);
        assert_int_equal(md2_world_in_box(world, (md2_box){off, {1, 1}}, NULL, NULL, 0), 0);
        assert_int_equal(md2_world_in_box(world, (md2_box){{-1, -1}, off}, NULL, NULL, 0), 0);
    }
    /* All of these would have hit the box. */
    assert_true(md2_world_ray_any(world, vec(0, 0), vec(1, 0), NULL));
    assert_int_equal(md2_world_cast(world, &ball, HERE, vec(1, 0), NULL).shape.generation, 1);
    assert_int_equal(md2_world_overlap(world, &ball, HERE, NULL, NULL, 0), 1);
    assert_int_equal(md2_world_in_box(world, (md2_box){{-1, -1}, {1, 1}}, NULL, NULL, 0), 1);
    md2_world_destroy(world);
}

static void a_negative_capacity_counts_as_zero(void **state)
{
    (void)state;
    md2_world *world = make_world();
    make_box(world, 0, 0, 1, 1);
    make_box(world, 0, 0, 1, 1);
    assert_int_equal(md2_world_at_point(world, vec(0, 0), NULL, NULL, -1), 2);
    assert_int_equal(md2_world_ray_all(world, vec(-3, 0), vec(5, 0), NULL, NULL, -1), 2);
    md2_world_destroy(world);
}

static void no_query_allocates(void **state)
{
    (void)state;
    struct counting_allocator books = {0};
    md2_world_def def = md2_world_def_default();
    def.allocator = counting_allocator_of(&books);
    md2_world *world = make_world_with(&def);
    struct random random = {9};
    for (int i = 0; i < BODIES; ++i) {
        make_random_body(&random, world);
    }
    const size_t before = books.requests;
    check_all(&random, world);
    assert_int_equal(books.requests, before);
    md2_world_destroy(world);
    assert_int_equal(books.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_query_agrees_with_a_brute_force_search),
        cmocka_unit_test(ray_hits_lie_on_the_surface_of_the_shape),
        cmocka_unit_test(a_ray_that_starts_inside_hits_at_once_without_a_normal),
        cmocka_unit_test(ray_hits_have_exact_point_normal_and_fraction),
        cmocka_unit_test(a_chain_is_hit_from_both_sides),
        cmocka_unit_test(a_cast_stops_where_it_touches_the_first_shape),
        cmocka_unit_test(a_cast_that_starts_touching_hits_at_once_without_a_normal),
        cmocka_unit_test(simultaneous_hits_are_ordered_by_shape_index),
        cmocka_unit_test(query_results_do_not_depend_on_the_history_of_the_world),
        cmocka_unit_test(rounding_at_the_border_of_a_tree_box_hides_no_shape),
        cmocka_unit_test(a_filter_compares_category_and_mask_in_both_directions),
        cmocka_unit_test(a_filter_can_exclude_sensors_and_a_body),
        cmocka_unit_test(queries_see_changes_without_a_step),
        cmocka_unit_test(queries_in_an_empty_world_find_nothing),
        cmocka_unit_test(bounds_are_tight),
        cmocka_unit_test(invalid_queries_find_nothing),
        cmocka_unit_test(a_negative_capacity_counts_as_zero),
        cmocka_unit_test(no_query_allocates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
