/* Queries of a 3D world against a search over all shapes, and hand-made cases. */
#include <modulus/queries3.h>

#include "world3/scatter3.h"

enum { MOST = 512 };

static bool same_vec(md3_vec a, md3_vec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* ---- All shapes -------------------------------------------------------------------------------------------------- */

struct every_shape {
    const md3_world *world;
    md3_body_id body;
    md3_shape_id shape;
};

static void skip_empty_bodies(struct every_shape *at)
{
    while (at->shape.generation == 0 && at->body.generation != 0) {
        at->body = md3_world_next_body(at->world, at->body);
        at->shape = md3_body_first_shape(at->world, at->body);
    }
}

static struct every_shape every_shape_begin(const md3_world *world)
{
    struct every_shape at = {.world = world, .body = md3_world_first_body(world)};
    at.shape = md3_body_first_shape(world, at.body);
    skip_empty_bodies(&at);
    return at;
}

static void every_shape_next(struct every_shape *at)
{
    at->shape = md3_shape_next(at->world, at->shape);
    skip_empty_bodies(at);
}

/* The callback of the filters here. */
static bool has_even_index(void *user, const md3_world *world, md3_shape_id shape)
{
    assert_true(md3_shape_is_valid(world, shape) && *(int *)user == 42);
    return shape.index % 2 == 0;
}

static bool is_there(const struct every_shape *at, const md3_query_filter *filter)
{
    const md3_shape_def def = md3_shape_get_def(at->world, at->shape);
    if (!md3_body_is_enabled(at->world, at->body)) {
        return false;
    }
    return filter == NULL || ((def.category & filter->mask) != 0 && (def.mask & filter->category) != 0 &&
                              (filter->sensors || !def.sensor) && !md3_body_same(filter->except, at->body) &&
                              (filter->accept == NULL || at->shape.index % 2 == 0));
}

/* ---- Rays and casts ---------------------------------------------------------------------------------------------- */

struct hits {
    int32_t count;
    md3_query_hit hit[MOST];
};

static void insert_hit(struct hits *hits, md3_query_hit hit)
{
    int32_t place = hits->count++;
    for (; place > 0 &&
           (hit.fraction < hits->hit[place - 1].fraction ||
            (hit.fraction == hits->hit[place - 1].fraction && hit.shape.index < hits->hit[place - 1].shape.index));
         --place) {
        hits->hit[place] = hits->hit[place - 1];
    }
    hits->hit[place] = hit;
}

/* All hits of a ray (without a geometry) or of a moving geometry. */
static void meet_all(const md3_world *world, const md3_geometry *geometry, md3_transform start, md3_vec translation,
                     const md3_query_filter *filter, struct hits *hits)
{
    hits->count = 0;
    for (struct every_shape at = every_shape_begin(world); at.shape.generation != 0; every_shape_next(&at)) {
        const md3_transform to = md3_body_transform(world, at.body);
        const md3_geometry *shape = md3_shape_geometry(world, at.shape);
        md3_ray_hit hit;
        if (geometry != NULL) {
            hit = md3_cast(shape, to, geometry, start, translation, 1);
        } else {
            const md3_ray ray = {md3_transform_unapply(to, start.p), md3_rot_unapply(to.q, translation), 1};
            hit = md3_geometry_ray(shape, ray);
            hit.point = md3_transform_apply(to, hit.point);
            hit.normal = md3_rot_apply(to.q, hit.normal);
        }
        if (hit.hit && is_there(&at, filter)) {
            insert_hit(hits, (md3_query_hit){at.shape, hit.point, hit.normal, hit.fraction, hit.triangle});
        }
    }
}

/* Both call the same functions with the same numbers: results are bit-identical. */
static void assert_same_hit(const md3_query_hit *a, const md3_query_hit *b)
{
    assert_true(md3_shape_same(a->shape, b->shape));
    assert_true(a->fraction == b->fraction);
    assert_true(same_vec(a->point, b->point) && same_vec(a->normal, b->normal));
    assert_int_equal(a->triangle, b->triangle);
}

static void assert_no_hit(md3_query_hit hit)
{
    const md3_query_hit none = {.triangle = -1};
    assert_same_hit(&hit, &none);
}

/* Detects writes beyond the capacity. */
static const md3_shape_id UNTOUCHED = {-7, 77};

static int32_t random_capacity(struct random *random, int32_t count)
{
    return random_index(random, 2) == 0 ? count + random_index(random, 3) : random_index(random, count + 1);
}

static int32_t check_ray(struct random *random, const md3_world *world, const md3_query_filter *filter,
                         int32_t *triangles)
{
    static struct hits expected;
    static md3_query_hit found[MOST + 1];
    const md3_vec origin = random_point_in_cube(random, AREA);
    const md3_vec translation = random_point_in_cube(random, random_index(random, 2) == 0 ? 2 * AREA : 3);
    const md3_transform start = {origin, md3_rot_identity()};
    meet_all(world, NULL, start, translation, filter, &expected);
    const md3_query_hit closest = md3_world_ray_closest(world, origin, translation, filter);
    if (expected.count > 0) {
        assert_same_hit(&closest, &expected.hit[0]);
    } else {
        assert_no_hit(closest);
    }
    assert_int_equal(md3_world_ray_any(world, origin, translation, filter), expected.count > 0);
    const int32_t capacity = random_capacity(random, expected.count);
    const int32_t kept = capacity < expected.count ? capacity : expected.count;
    found[kept].shape = UNTOUCHED;
    assert_int_equal(md3_world_ray_all(world, origin, translation, filter, capacity > 0 ? found : NULL, capacity),
                     expected.count);
    for (int32_t i = 0; i < kept; ++i) {
        assert_same_hit(&found[i], &expected.hit[i]);
        *triangles += found[i].triangle >= 0;
    }
    assert_true(md3_shape_same(found[kept].shape, UNTOUCHED));
    return expected.count;
}

static int32_t check_cast(struct random *random, const md3_world *world, const struct hull_pool *pool,
                          const md3_query_filter *filter)
{
    static struct hits expected;
    const md3_geometry geometry = random_convex(pool, random);
    const md3_transform start = random_transform(random, 1.5 * AREA);
    const md3_vec translation = random_point_in_cube(random, AREA);
    meet_all(world, &geometry, start, translation, filter, &expected);
    const md3_query_hit found = md3_world_cast(world, &geometry, start, translation, filter);
    if (expected.count > 0) {
        assert_same_hit(&found, &expected.hit[0]);
    } else {
        assert_no_hit(found);
    }
    return expected.count > 0;
}

/* ---- Regions ----------------------------------------------------------------------------------------------------- */

/* A geometry, a point or a box. */
struct place {
    const md3_geometry *geometry;
    md3_transform at;
    const md3_vec *point;
    md3_box box;
};

static bool boxes_overlap(md3_box a, md3_box b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y &&
           a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

static bool is_in_place(const struct place *place, const md3_geometry *shape, md3_transform at)
{
    if (place->geometry != NULL) {
        return md3_overlap(shape, at, place->geometry, place->at);
    }
    return place->point != NULL ? md3_geometry_contains(shape, md3_transform_unapply(at, *place->point))
                                : boxes_overlap(md3_geometry_bounds(shape, at), place->box);
}

static int32_t ask_place(const md3_world *world, const struct place *place, const md3_query_filter *filter,
                         md3_shape_id *shapes, int32_t capacity)
{
    if (place->geometry != NULL) {
        return md3_world_overlap(world, place->geometry, place->at, filter, shapes, capacity);
    }
    return place->point != NULL ? md3_world_at_point(world, *place->point, filter, shapes, capacity)
                                : md3_world_in_box(world, place->box, filter, shapes, capacity);
}

static int32_t check_place(struct random *random, const md3_world *world, const struct place *place,
                           const md3_query_filter *filter)
{
    static md3_shape_id found[MOST + 1], expected[MOST];
    bool is_in[MOST] = {false};
    uint32_t generation[MOST];
    for (struct every_shape at = every_shape_begin(world); at.shape.generation != 0; every_shape_next(&at)) {
        is_in[at.shape.index] = is_there(&at, filter) && is_in_place(place, md3_shape_geometry(world, at.shape),
                                                                     md3_body_transform(world, at.body));
        generation[at.shape.index] = at.shape.generation;
    }
    int32_t count = 0;
    for (int32_t i = 0; i < MOST; ++i) { /* by index */
        if (is_in[i]) {
            expected[count++] = (md3_shape_id){i, generation[i]};
        }
    }
    const int32_t capacity = random_capacity(random, count);
    const int32_t kept = capacity < count ? capacity : count;
    found[kept] = UNTOUCHED;
    assert_int_equal(ask_place(world, place, filter, capacity > 0 ? found : NULL, capacity), count);
    for (int32_t i = 0; i < kept; ++i) {
        assert_true(md3_shape_same(found[i], expected[i]));
    }
    assert_true(md3_shape_same(found[kept], UNTOUCHED));
    return count;
}

static int32_t check_places(struct random *random, const md3_world *world, const struct hull_pool *pool,
                            const md3_query_filter *filter)
{
    const md3_geometry geometry = random_convex(pool, random);
    const md3_transform at = random_transform(random, AREA);
    const md3_vec point = random_point_in_cube(random, AREA);
    const md3_vec size = md3_vec_abs(random_point_in_cube(random, 4));
    return check_place(random, world, &(struct place){.geometry = &geometry, .at = at}, filter) +
           check_place(random, world, &(struct place){.point = &point}, filter) +
           check_place(random, world, &(struct place){.box = {point, md3_vec_add(point, size)}}, filter);
}

/* The distance from a point to a shape, m. */
static md_real distance_to(const struct every_shape *at, md3_vec point)
{
    const md3_geometry dot = {.type = MD3_SPHERE};
    return md3_distance(md3_shape_geometry(at->world, at->shape), md3_body_transform(at->world, at->body), &dot,
                        md3_transform_make(point, md3_rot_identity()))
        .distance;
}

static int32_t check_closest(struct random *random, const md3_world *world, const md3_query_filter *filter)
{
    const md3_vec point = random_point_in_cube(random, 2 * AREA);
    const md_real most = (md_real)(random_index(random, 2) == 0 ? 1 : 100);
    md_real least = MD_INFINITY;
    md3_shape_id nearest = {INT32_MAX, 0};
    for (struct every_shape at = every_shape_begin(world); at.shape.generation != 0; every_shape_next(&at)) {
        const md_real distance = is_there(&at, filter) ? distance_to(&at, point) : MD_INFINITY;
        if (distance <= most && (distance < least || (distance == least && at.shape.index < nearest.index))) {
            least = distance;
            nearest = at.shape;
        }
    }
    const md3_query_point found = md3_world_closest_point(world, point, most, filter);
    assert_int_equal(found.shape.generation, nearest.generation);
    if (nearest.generation == 0) {
        return 0;
    }
    assert_int_equal(found.shape.index, nearest.index);
    assert_true(found.distance == least);
    /* The point is as far away as the distance says, along the normal. Tolerance: rounding of coordinates of some 20 m. */
    const double tolerance = PICK(1e-12, 1e-4);
    assert_near((double)md3_vec_distance(found.point, point), (double)least, tolerance);
    if (least > (md_real)0.01) {
        assert_vec_near(md3_vec_add(found.point, md3_vec_scale(least, found.normal)), point, tolerance);
    }
    return 1;
}

/* ---- Random worlds ----------------------------------------------------------------------------------------------- */

static int the_user = 42;

static md3_query_filter random_filter(struct random *random, const md3_world *world)
{
    md3_query_filter filter = md3_query_filter_default();
    filter.mask = random_index(random, 2) == 0 ? UINT64_MAX : (uint64_t)(1 + random_index(random, 7));
    filter.category = random_index(random, 2) == 0 ? UINT64_MAX : (uint64_t)(1 + random_index(random, 7));
    filter.sensors = random_index(random, 2) != 0;
    filter.except = md3_world_first_body(world);
    for (int32_t i = random_index(random, 20); i > 0; --i) {
        filter.except = md3_world_next_body(world, filter.except);
    }
    filter.accept = random_index(random, 4) == 0 ? has_even_index : NULL;
    filter.user = &the_user;
    return filter;
}

static void check_bounds(const md3_world *world)
{
    const md3_box found = md3_world_bounds(world);
    md3_box expected = {at3(1e30, 1e30, 1e30), at3(-1e30, -1e30, -1e30)};
    for (struct every_shape at = every_shape_begin(world); at.shape.generation != 0; every_shape_next(&at)) {
        const md3_box box =
            md3_geometry_bounds(md3_shape_geometry(world, at.shape), md3_body_transform(world, at.body));
        if (is_there(&at, NULL)) {
            expected = (md3_box){md3_vec_min(expected.lower, box.lower), md3_vec_max(expected.upper, box.upper)};
        }
    }
    assert_true(same_vec(found.lower, expected.lower) && same_vec(found.upper, expected.upper));
}

/* Checks all queries, with and without a filter. */
static void check_all(struct random *random, const md3_world *world)
{
    enum { ROUNDS = 150 };
    struct hull_pool pool = hull_pool_create(8);
    int32_t by_rays = 0, by_casts = 0, by_places = 0, by_points = 0, triangles = 0;
    for (int i = 0; i < ROUNDS; ++i) {
        const md3_query_filter some = random_filter(random, world);
        const md3_query_filter *filter = i % 2 == 0 ? NULL : &some;
        by_rays += check_ray(random, world, filter, &triangles);
        by_casts += check_cast(random, world, &pool, filter);
        by_places += check_places(random, world, &pool, filter);
        by_points += check_closest(random, world, filter);
    }
    check_bounds(world);
    /* Fails if the worlds are so sparse that the queries find nothing. */
    assert_true(by_rays > ROUNDS / 2 && by_casts > ROUNDS / 4 && by_places > ROUNDS && by_points > ROUNDS / 2);
    assert_true(triangles > 4);
    hull_pool_destroy(&pool);
}

static void queries_find_what_a_search_over_all_shapes_finds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2; ++seed) {
        struct random random = {seed};
        md3_world *world = world_without_gravity();
        scatter(&random, world, 120);
        if (seed % 2 == 0) { /* a world of 1e9 m */
            ground_at_zero(world);
        }
        check_all(&random, world);
        step_many(world, 5); /* boxes of the tree are enlarged and out of date */
        check_all(&random, world);
        md3_world_destroy(world);
    }
}

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

static void a_ray_hits_the_sphere_in_front_of_the_ground(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    const md3_body_id ball = sphere_at(world, 0, 2, 0, 0.5);
    md3_query_hit hit = md3_world_ray_closest(world, at3(0, 5, 0), at3(0, -10, 0), NULL);
    assert_true(md3_body_same(md3_shape_body(world, hit.shape), ball));
    assert_near((double)hit.fraction, 0.25, PICK(1e-12, 1e-6));
    assert_vec_near(hit.point, at3(0, 2.5, 0), PICK(1e-12, 1e-5));
    assert_vec_near(hit.normal, at3(0, 1, 0), PICK(1e-12, 1e-5));
    assert_int_equal(hit.triangle, -1);
    md3_query_filter filter = md3_query_filter_default();
    filter.except = ball;
    hit = md3_world_ray_closest(world, at3(0, 5, 0), at3(0, -10, 0), &filter);
    assert_near((double)hit.fraction, 0.5, PICK(1e-12, 1e-6));
    assert_int_equal(md3_world_ray_all(world, at3(0, 5, 0), at3(0, -10, 0), NULL, NULL, 0), 2);
    assert_false(md3_world_ray_any(world, at3(0, 5, 0), at3(0, -2, 0), NULL));
    md3_world_destroy(world);
}

static void a_ray_that_starts_inside_has_no_normal(void **state)
{
    (void)state;
    md3_world *world = world_new();
    sphere_at(world, 0, 2, 0, 0.5);
    const md3_query_hit hit = md3_world_ray_closest(world, at3(0, 2, 0), at3(1, 0, 0), NULL);
    assert_true(hit.shape.generation != 0 && hit.fraction == 0);
    assert_vec_near(hit.normal, at3(0, 0, 0), 0);
    md3_world_destroy(world);
}

static void a_ray_reports_the_triangle_of_a_mesh(void **state)
{
    (void)state;
    md3_world *world = world_new();
    md3_mesh *mesh = wavy_mesh(4);
    md3_geometry geometry;
    const md3_shape_def def = md3_shape_def_default();
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    const md3_shape_id shape = give(world, body_at(world, MD3_STATIC, 10, 0, 0), &def, &geometry);
    for (int32_t triangle = 0; triangle < md3_mesh_triangles(mesh); ++triangle) {
        md3_vec corner[3];
        md3_mesh_triangle(mesh, triangle, corner);
        const md3_vec center =
            md3_vec_scale((md_real)(1.0 / 3), md3_vec_add(corner[0], md3_vec_add(corner[1], corner[2])));
        const md3_vec origin = md3_vec_add(center, at3(10, 5, 0));
        const md3_query_hit hit = md3_world_ray_closest(world, origin, at3(0, -10, 0), NULL);
        assert_true(md3_shape_same(hit.shape, shape));
        assert_int_equal(hit.triangle, triangle);
        const md3_query_point nearest = md3_world_closest_point(world, md3_vec_add(center, at3(10, 0.01, 0)), 1, NULL);
        assert_true(md3_shape_same(nearest.shape, shape));
        assert_int_equal(nearest.triangle, triangle);
    }
    md3_mesh_destroy(mesh);
    md3_world_destroy(world);
}

static void equal_hits_go_to_the_lowest_index(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    for (int i = 0; i < 20; ++i) {
        box_at(world, 0, 0, 0, 0.5);
    }
    md3_query_hit hits[20];
    assert_int_equal(md3_world_ray_closest(world, at3(0, 5, 0), at3(0, -10, 0), NULL).shape.index, 0);
    assert_int_equal(md3_world_ray_all(world, at3(0, 5, 0), at3(0, -10, 0), NULL, hits, 20), 20);
    for (int i = 0; i < 20; ++i) {
        assert_int_equal(hits[i].shape.index, i);
    }
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.1);
    assert_int_equal(md3_world_cast(world, &ball, place3(0, 5, 0), at3(0, -10, 0), NULL).shape.index, 0);
    assert_int_equal(md3_world_cast(world, &ball, place3(0, 0, 0), at3(0, -10, 0), NULL).shape.index, 0);
    assert_int_equal(md3_world_closest_point(world, at3(0, 5, 0), 10, NULL).shape.index, 0);
    assert_int_equal(md3_world_closest_point(world, at3(0, 0, 0), 10, NULL).shape.index, 0);
    md3_world_destroy(world);
}

static void a_query_with_invalid_input_finds_nothing(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    sphere_at(world, 0, 0, 0, 1);
    const double nan = (double)NAN;
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 1), zeros = {0};
    const md3_geometry plane = {.type = MD3_PLANE, .point = {at3(0, 1, 0)}};
    const md3_transform here = place3(0, 0, 0), nowhere = {at3(0, 0, 0), {0, 0, 0, 0}};
    md3_shape_id shapes[4];
    assert_no_hit(md3_world_ray_closest(NULL, at3(0, 5, 0), at3(0, -10, 0), NULL));
    assert_no_hit(md3_world_ray_closest(world, at3(0, nan, 0), at3(0, -10, 0), NULL));
    assert_no_hit(md3_world_ray_closest(world, at3(0, 5, 0), at3(0, 0, 0), NULL));
    assert_no_hit(md3_world_ray_closest(world, at3(0, 5, 0), at3(0, (double)MD_INFINITY, 0), NULL));
    assert_no_hit(md3_world_cast(world, NULL, here, at3(0, -1, 0), NULL));
    assert_no_hit(md3_world_cast(world, &zeros, here, at3(0, -1, 0), NULL));
    assert_no_hit(md3_world_cast(world, &plane, here, at3(0, -1, 0), NULL));
    assert_no_hit(md3_world_cast(world, &ball, nowhere, at3(0, -1, 0), NULL));
    assert_int_equal(md3_world_overlap(world, &ball, nowhere, NULL, shapes, 4), 0);
    assert_int_equal(md3_world_overlap(world, NULL, here, NULL, shapes, 4), 0);
    assert_int_equal(md3_world_at_point(world, at3(nan, 0, 0), NULL, shapes, 4), 0);
    assert_int_equal(md3_world_in_box(world, (md3_box){at3(1, 0, 0), at3(0, 1, 1)}, NULL, shapes, 4), 0);
    assert_int_equal(md3_world_closest_point(world, at3(0, 5, 0), -1, NULL).shape.generation, 0);
    assert_int_equal(md3_world_closest_point(world, at3(0, 5, 0), (md_real)NAN, NULL).shape.generation, 0);
    assert_int_equal(md3_world_overlap(world, &ball, here, NULL, shapes, 4), 2);
    assert_int_equal(md3_world_closest_point(world, at3(0, 5, 0), MD_INFINITY, NULL).shape.index, 1);
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_find_what_a_search_over_all_shapes_finds),
        cmocka_unit_test(a_ray_hits_the_sphere_in_front_of_the_ground),
        cmocka_unit_test(a_ray_that_starts_inside_has_no_normal),
        cmocka_unit_test(a_ray_reports_the_triangle_of_a_mesh),
        cmocka_unit_test(equal_hits_go_to_the_lowest_index),
        cmocka_unit_test(a_query_with_invalid_input_finds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
