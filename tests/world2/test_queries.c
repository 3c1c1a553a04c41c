/* Queries: each against looking at every shape, whatever happened to the world before; their order; their borders. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <modulus/queries2.h>

#include "geometry2/random_hull.h"
#include "geometry2/vec.h"
#include "support/counting_allocator.h"
#include "support/support.h"

#define DT ((md_real)(1.0 / 60))
#define HALF ((md_real)0.5)

/* Room for the answers of a query: more than any world here has shapes. */
enum { MOST = 1024 };

static const md2_transform HERE = {{0, 0}, {1, 0}};

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static md2_world *make_world_with(const md2_world_def *def)
{
    md2_world *world = NULL;
    assert_int_equal(md2_world_create(def, &world), MD_OK);
    return world;
}

static md2_world *make_world(void)
{
    const md2_world_def def = md2_world_def_default();
    return make_world_with(&def);
}

static md2_body_id make_body(md2_world *world, md2_body_type type, md2_transform at)
{
    md2_body_def def = md2_body_def_default();
    def.type = type;
    def.position = at.p;
    def.rotation = at.q;
    md2_body_id body;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    return body;
}

static md2_shape_id give_hull(md2_world *world, md2_body_id body, const md2_hull *hull, const md2_shape_def *def)
{
    md2_shape_id shape;
    assert_int_equal(md2_shape_create(world, body, def, hull, &shape), MD_OK);
    return shape;
}

static md2_hull box_hull(double half_x, double half_y)
{
    md2_hull hull;
    const md2_vec half = {(md_real)half_x, (md_real)half_y};
    assert_int_equal(md2_hull_box(&hull, half, vec(0, 0), (md2_rot){1, 0}, 0), MD_OK);
    return hull;
}

static md2_hull circle_hull(double radius)
{
    md2_hull hull;
    assert_int_equal(md2_hull_circle(&hull, vec(0, 0), (md_real)radius), MD_OK);
    return hull;
}

/* A static body with a box of 2 half_x by 2 half_y at a place. */
static md2_shape_id make_box(md2_world *world, double x, double y, double half_x, double half_y)
{
    const md2_body_id body = make_body(world, MD2_STATIC, (md2_transform){{(md_real)x, (md_real)y}, {1, 0}});
    const md2_hull hull = box_hull(half_x, half_y);
    const md2_shape_def def = md2_shape_def_default();
    return give_hull(world, body, &hull, &def);
}

enum { BODIES = 150 };
#define AREA 16.0 /* m from the origin along both axes */

static md2_shape_def random_shape_def(struct random *random)
{
    md2_shape_def def = md2_shape_def_default();
    def.category = (uint64_t)1 << random_index(random, 3);
    def.mask = random_index(random, 2) == 0 ? UINT64_MAX : (uint64_t)1 << random_index(random, 3);
    def.sensor = random_index(random, 6) == 0;
    return def;
}

static void give_bare_segment(struct random *random, md2_world *world, md2_body_id body)
{
    const md2_shape_def def = random_shape_def(random);
    const md2_vec a = random_vec(random, 1);
    const md2_rot direction = rotation_of(random_real(random, -4, 4));
    md2_hull hull;
    assert_int_equal(md2_hull_segment(&hull, a, vec(a.x + direction.c, a.y + direction.s)), MD_OK);
    give_hull(world, body, &hull, &def);
}

static void give_chain(struct random *random, md2_world *world, md2_body_id body)
{
    const md2_shape_def def = random_shape_def(random);
    md2_vec points[5];
    for (int i = 0; i < 5; ++i) {
        points[i] = vec((md_real)(2 - i), (md_real)random_real(random, -0.5, 0.5));
    }
    assert_int_equal(md2_chain_create(world, body, &def, points, 5, false, NULL), MD_OK);
}

static void give_random_shapes(struct random *random, md2_world *world, md2_body_id body)
{
    for (int32_t i = 1 + random_index(random, 3); i > 0; --i) {
        switch (random_index(random, 8)) {
        case 0: give_bare_segment(random, world, body); break;
        case 1: give_chain(random, world, body); break;
        default: {
            const md2_shape_def def = random_shape_def(random);
            const md2_hull hull = random_hull(random);
            give_hull(world, body, &hull, &def);
        }
        }
    }
}

/* One body in ten is disabled from the start. */
static md2_body_id make_random_body(struct random *random, md2_world *world)
{
    const md2_body_type types[] = {MD2_STATIC, MD2_KINEMATIC, MD2_DYNAMIC, MD2_DYNAMIC};
    const md2_transform at = random_transform(random, AREA);
    md2_body_def def = md2_body_def_default();
    def.type = types[random_index(random, 4)];
    def.position = at.p;
    def.rotation = at.q;
    def.velocity = def.type == MD2_STATIC ? vec(0, 0) : random_vec(random, 5);
    def.angular_velocity = def.type == MD2_STATIC ? 0 : (md_real)random_real(random, -5, 5);
    def.disabled = random_index(random, 10) == 0;
    md2_body_id body;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    give_random_shapes(random, world, body);
    return body;
}

static md2_body_id random_body_of(struct random *random, const md2_world *world)
{
    md2_body_id body = md2_world_first_body(world);
    for (int32_t i = random_index(random, md2_world_body_count(world)); i > 0; --i) {
        body = md2_world_next_body(world, body);
    }
    return body;
}

/* ---- Looking at every shape -------------------------------------------------------------------------------------- */

/* Shapes one after the other, through the public functions. */
struct every_shape {
    const md2_world *world;
    md2_body_id body;
    md2_shape_id shape; /* generation 0 after the last */
};

static void skip_empty_bodies(struct every_shape *at)
{
    while (at->shape.generation == 0 && at->body.generation != 0) {
        at->body = md2_world_next_body(at->world, at->body);
        at->shape = md2_body_first_shape(at->world, at->body);
    }
}

static struct every_shape every_shape_begin(const md2_world *world)
{
    const md2_body_id body = md2_world_first_body(world);
    struct every_shape at = {world, body, md2_body_first_shape(world, body)};
    skip_empty_bodies(&at);
    return at;
}

static void every_shape_next(struct every_shape *at)
{
    at->shape = md2_shape_next(at->world, at->shape);
    skip_empty_bodies(at);
}

static bool is_there(const struct every_shape *at, const md2_query_filter *filter)
{
    const md2_shape_def def = md2_shape_get_def(at->world, at->shape);
    if (!md2_body_is_enabled(at->world, at->body)) {
        return false;
    }
    return filter == NULL ||
           ((def.category & filter->mask) != 0 && (def.mask & filter->category) != 0 &&
            !(filter->no_sensors && def.sensor) &&
            !(filter->except.index == at->body.index && filter->except.generation == at->body.generation));
}

struct hits {
    md2_query_hit hit[MOST];
    int32_t count;
};

static int compare_hits(const void *a, const void *b)
{
    const md2_query_hit *x = a;
    const md2_query_hit *y = b;
    if (x->fraction != y->fraction) {
        return x->fraction < y->fraction ? -1 : 1;
    }
    return x->shape.index < y->shape.index ? -1 : 1;
}

static md2_ray_hit ray_by_hand(const struct every_shape *at, md2_vec origin, md2_vec translation)
{
    const md2_transform place = md2_body_transform(at->world, at->body);
    const md2_ray ray = {transform_point_back(place, origin), rot_unapply(place.q, translation), 1};
    md2_ray_hit hit = md2_hull_ray(md2_shape_hull(at->world, at->shape), ray);
    hit.point = transform_point(place, hit.point);
    hit.normal = rot_apply(place.q, hit.normal);
    return hit;
}

/* All that a ray (hull NULL) or a moving hull meets, in order. */
static void meet_all(const md2_world *world, const md2_hull *hull, md2_transform start, md2_vec translation,
                     const md2_query_filter *filter, struct hits *hits)
{
    hits->count = 0;
    for (struct every_shape at = every_shape_begin(world); at.shape.generation != 0; every_shape_next(&at)) {
        if (!is_there(&at, filter)) {
            continue;
        }
        const md2_ray_hit found = hull == NULL
                                      ? ray_by_hand(&at, start.p, translation)
                                      : md2_hull_cast(md2_shape_hull(world, at.shape),
                                                      md2_body_transform(world, at.body), hull, start, translation, 1);
        if (found.hit) {
            assert_true(hits->count < MOST);
            hits->hit[hits->count++] = (md2_query_hit){at.shape, found.point, found.normal, found.fraction};
        }
    }
    qsort(hits->hit, (size_t)hits->count, sizeof *hits->hit, compare_hits);
}

/* A region that shapes are in: a hull, else a point, else a box. */
struct place {
    const md2_hull *hull;
    md2_transform at;
    const md2_vec *point;
    md2_box box;
};

static bool is_in(const struct every_shape *at, const struct place *place)
{
    const md2_hull *hull = md2_shape_hull(at->world, at->shape);
    const md2_transform transform = md2_body_transform(at->world, at->body);
    if (place->hull != NULL) {
        return md2_hull_distance(hull, transform, place->hull, place->at).distance == 0;
    }
    if (place->point != NULL) {
        return md2_hull_contains(hull, transform_point_back(transform, *place->point));
    }
    const md2_box box = md2_hull_bounds(hull, transform);
    return !(box.upper.x < place->box.lower.x || box.lower.x > place->box.upper.x || box.upper.y < place->box.lower.y ||
             box.lower.y > place->box.upper.y);
}

struct shapes {
    md2_shape_id shape[MOST];
    int32_t count;
};

static int compare_shapes(const void *a, const void *b)
{
    return ((const md2_shape_id *)a)->index < ((const md2_shape_id *)b)->index ? -1 : 1;
}

static void find_all(const md2_world *world, const struct place *place, const md2_query_filter *filter,
                     struct shapes *shapes)
{
    shapes->count = 0;
    for (struct every_shape at = every_shape_begin(world); at.shape.generation != 0; every_shape_next(&at)) {
        if (is_there(&at, filter) && is_in(&at, place)) {
            assert_true(shapes->count < MOST);
            shapes->shape[shapes->count++] = at.shape;
        }
    }
    qsort(shapes->shape, (size_t)shapes->count, sizeof *shapes->shape, compare_shapes);
}

/* ---- Comparing --------------------------------------------------------------------------------------------------- */

static bool same_shape(md2_shape_id a, md2_shape_id b)
{
    return a.index == b.index && a.generation == b.generation;
}

static bool same_vec(md2_vec a, md2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

/* To the bit: the same functions are called with the same numbers. */
static void assert_same_hit(const md2_query_hit *a, const md2_query_hit *b)
{
    assert_true(same_shape(a->shape, b->shape));
    assert_true(a->fraction == b->fraction);
    assert_true(same_vec(a->point, b->point));
    assert_true(same_vec(a->normal, b->normal));
}

static void assert_no_hit(md2_query_hit hit)
{
    const md2_query_hit none = {.fraction = 0};
    assert_same_hit(&hit, &none);
}

/* What a query writes beyond its capacity shows here. */
static const md2_shape_id UNTOUCHED = {-7, 77};

/* A capacity from none to more than enough. */
static int32_t random_capacity(struct random *random, int32_t count)
{
    return random_index(random, 2) == 0 ? count + random_index(random, 3) : random_index(random, count + 1);
}

static int32_t check_ray(struct random *random, const md2_world *world, const md2_query_filter *filter)
{
    static struct hits expected;
    static md2_query_hit found[MOST];
    const md2_vec origin = random_vec(random, AREA);
    const md2_vec translation = random_vec(random, random_index(random, 2) == 0 ? 2 * AREA : 3);
    meet_all(world, NULL, (md2_transform){origin, {1, 0}}, translation, filter, &expected);

    const md2_query_hit closest = md2_world_ray_closest(world, origin, translation, filter);
    if (expected.count > 0) {
        assert_same_hit(&closest, &expected.hit[0]);
    } else {
        assert_no_hit(closest);
    }
    assert_int_equal(md2_world_ray_any(world, origin, translation, filter), expected.count > 0);

    const int32_t capacity = random_capacity(random, expected.count);
    const int32_t kept = capacity < expected.count ? capacity : expected.count;
    found[kept].shape = UNTOUCHED;
    assert_int_equal(md2_world_ray_all(world, origin, translation, filter, capacity > 0 ? found : NULL, capacity),
                     expected.count);
    for (int32_t i = 0; i < kept; ++i) {
        assert_same_hit(&found[i], &expected.hit[i]);
    }
    assert_true(same_shape(found[kept].shape, UNTOUCHED));
    return expected.count;
}

static int32_t check_cast(struct random *random, const md2_world *world, const md2_query_filter *filter)
{
    static struct hits expected;
    const md2_hull hull = random_hull(random);
    const md2_transform start = random_transform(random, 1.5 * AREA);
    const md2_vec translation = random_vec(random, AREA);
    meet_all(world, &hull, start, translation, filter, &expected);
    const md2_query_hit found = md2_world_cast(world, &hull, start, translation, filter);
    if (expected.count > 0) {
        assert_same_hit(&found, &expected.hit[0]);
    } else {
        assert_no_hit(found);
    }
    return expected.count > 0;
}

static int32_t ask_place(const md2_world *world, const struct place *place, const md2_query_filter *filter,
                         md2_shape_id *shapes, int32_t capacity)
{
    if (place->hull != NULL) {
        return md2_world_overlap(world, place->hull, place->at, filter, shapes, capacity);
    }
    return place->point != NULL ? md2_world_at_point(world, *place->point, filter, shapes, capacity)
                                : md2_world_in_box(world, place->box, filter, shapes, capacity);
}

static int32_t check_place(struct random *random, const md2_world *world, const struct place *place,
                           const md2_query_filter *filter)
{
    static struct shapes expected;
    static md2_shape_id found[MOST];
    find_all(world, place, filter, &expected);
    const int32_t capacity = random_capacity(random, expected.count);
    const int32_t kept = capacity < expected.count ? capacity : expected.count;
    found[kept] = UNTOUCHED;
    assert_int_equal(ask_place(world, place, filter, capacity > 0 ? found : NULL, capacity), expected.count);
    for (int32_t i = 0; i < kept; ++i) {
        assert_true(same_shape(found[i], expected.shape[i]));
    }
    assert_true(same_shape(found[kept], UNTOUCHED));
    return expected.count;
}

static int32_t check_places(struct random *random, const md2_world *world, const md2_query_filter *filter)
{
    const md2_hull hull = random_hull(random);
    const md2_transform at = random_transform(random, AREA);
    const md2_vec point = random_vec(random, AREA);
    const md2_vec size = vec((md_real)random_real(random, 0, 4), (md_real)random_real(random, 0, 4));
    return check_place(random, world, &(struct place){.hull = &hull, .at = at}, filter) +
           check_place(random, world, &(struct place){.point = &point}, filter) +
           check_place(random, world, &(struct place){.box = {point, vec_add(point, size)}}, filter);
}

static void check_bounds(const md2_world *world)
{
    md2_box expected = {vec(MD_INFINITY, MD_INFINITY), vec(-MD_INFINITY, -MD_INFINITY)};
    for (struct every_shape at = every_shape_begin(world); at.shape.generation != 0; every_shape_next(&at)) {
        if (is_there(&at, NULL)) {
            expected = box_union(expected,
                                 md2_hull_bounds(md2_shape_hull(world, at.shape), md2_body_transform(world, at.body)));
        }
    }
    const md2_box found = md2_world_bounds(world);
    assert_true(same_vec(found.lower, expected.lower) && same_vec(found.upper, expected.upper));
}

static md2_query_filter random_filter(struct random *random, const md2_world *world)
{
    md2_query_filter filter = md2_query_filter_default();
    filter.mask = random_index(random, 2) == 0 ? UINT64_MAX : (uint64_t)(1 + random_index(random, 7));
    filter.category = random_index(random, 2) == 0 ? UINT64_MAX : (uint64_t)(1 + random_index(random, 7));
    filter.no_sensors = random_index(random, 2) == 0;
    filter.except = random_body_of(random, world);
    return filter;
}

/* All queries, with and without a filter. */
static void check_all(struct random *random, const md2_world *world)
{
    enum { ROUNDS = 150 };
    int32_t by_rays = 0;
    int32_t by_casts = 0;
    int32_t by_places = 0;
    for (int i = 0; i < ROUNDS; ++i) {
        const md2_query_filter some = random_filter(random, world);
        const md2_query_filter *filter = i % 2 == 0 ? NULL : &some;
        by_rays += check_ray(random, world, filter);
        by_casts += check_cast(random, world, filter);
        by_places += check_places(random, world, filter);
    }
    check_bounds(world);
    /* Worlds so sparse that nothing is met would show nothing. */
    assert_true(by_rays > ROUNDS && by_casts > ROUNDS / 4 && by_places > ROUNDS);
}

static void teleport_some(struct random *random, md2_world *world)
{
    for (int i = 0; i < BODIES / 3; ++i) {
        const md2_body_id body = random_body_of(random, world);
        md2_transform to = random_transform(random, AREA);
        if (i % 2 == 0) { /* a little only: within the fat boxes, or just out of them */
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

static void every_query_agrees_with_looking_at_every_shape(void **state)
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

/* Of a point of the world from a shape, in double; negative inside. */
static double distance_from_shape(const md2_world *world, md2_shape_id shape, md2_vec point)
{
    const md2_vec local = transform_point_back(md2_body_transform(world, md2_shape_body(world, shape)), point);
    return signed_distance(md2_shape_hull(world, shape), (double)local.x, (double)local.y);
}

static void check_hit(const md2_world *world, const md2_query_hit *hit, md2_vec origin, md2_vec translation)
{
    /* Some ten operations on coordinates up to 60 m, of which each rounds by half of a unit: 10 * 60 * 2^-53, and of
     * float 10 * 60 * 2^-24, are 7e-14 and 4e-5. Where a ray grazes a round corner, the way along it is less exact. */
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
    /* Outward: a millimetre along it is a millimetre away. */
    const md2_vec outside = vec_add_scaled(hit->point, (md_real)1e-3, hit->normal);
    assert_true(fabs(distance_from_shape(world, hit->shape, outside) - 1e-3) < tolerance);
}

static void hits_of_a_ray_lie_on_the_shape(void **state)
{
    (void)state;
    struct random random = {31};
    md2_world *world = make_world();
    for (int i = 0; i < BODIES; ++i) {
        make_random_body(&random, world);
    }
    static md2_query_hit hits[MOST];
    for (int i = 0; i < 200; ++i) {
        const md2_vec origin = random_vec(&random, AREA);
        const md2_vec translation = random_vec(&random, 2 * AREA);
        const int32_t count = md2_world_ray_all(world, origin, translation, NULL, hits, MOST);
        for (int32_t k = 0; k < count; ++k) {
            check_hit(world, &hits[k], origin, translation);
        }
    }
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

static void a_ray_hits_where_it_is_drawn_to(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_shape_id near = make_box(world, 4, 0, 1, 1);
    const md2_shape_id far = make_box(world, 8, 0, 1, 1);
    md2_query_hit hits[3];
    assert_int_equal(md2_world_ray_all(world, vec(0, 0), vec(16, 0), NULL, hits, 3), 2);
    /* Small whole numbers and powers of two: exact. */
    assert_same_hit(&hits[0], &(md2_query_hit){near, {3, 0}, {-1, 0}, (md_real)(3.0 / 16)});
    assert_same_hit(&hits[1], &(md2_query_hit){far, {7, 0}, {-1, 0}, (md_real)(7.0 / 16)});
    /* Up to the very end of the translation, and no further. */
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
    md2_shape_id chain[2];
    assert_int_equal(md2_chain_create(world, ground, &def, points, 3, false, chain), MD_OK);
    const md2_hull ball = circle_hull(0.5);
    for (int side = -1; side <= 1; side += 2) {
        const md_real sign = (md_real)side;
        const md2_query_hit hit = md2_world_ray_closest(world, vec(2, 4 * sign), vec(0, -8 * sign), NULL);
        assert_same_hit(&hit, &(md2_query_hit){chain[0], {2, 0}, {0, sign}, HALF});
        const md2_transform start = {{-2, 4 * sign}, {1, 0}};
        const md2_query_hit cast = md2_world_cast(world, &ball, start, vec(0, -8 * sign), NULL);
        assert_true(same_shape(cast.shape, chain[1]));
        assert_true(fabs((double)cast.fraction - 3.5 / 8) < PICK(1e-14, 1e-6));
        assert_true((double)sign * (double)cast.normal.y > 1 - 1e-6);
    }
    md2_world_destroy(world);
}

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

/* By how much a hull moves past its hit to be told from it. A cast ends at 4 units of rounding of sizes and distances
 * up to 100 m, 1e-13 m (of float 5e-5), over the slope at which it comes in, of which those below 0.1 are left out. */
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
        is_met = is_met || same_shape(shapes[i], hit.shape);
    }
    assert_true(is_met);
    assert_true(fabs(distance_from_shape(world, hit.shape, hit.point)) < NUDGE);
    return true;
}

static void a_cast_stops_where_the_first_shape_is_touched(void **state)
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

static void a_cast_that_starts_in_touch_hits_at_once_without_a_normal(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_shape_id box = make_box(world, 0, 0, 1, 1);
    const md2_hull ball = circle_hull(0.5);
    const md_real heights[] = {1, (md_real)1.5}; /* overlapping, touching */
    for (int i = 0; i < 2; ++i) {
        const md2_query_hit hit =
            md2_world_cast(world, &ball, (md2_transform){{0, heights[i]}, {1, 0}}, vec(0, 5), NULL);
        assert_true(same_shape(hit.shape, box));
        assert_true(hit.fraction == 0 && same_vec(hit.normal, vec(0, 0)));
    }
    md2_world_destroy(world);
}

/* ---- Ties -------------------------------------------------------------------------------------------------------- */

enum { TWINS = 12 };

/* Boxes in the same place, of which the slots and the places in the tree are in different orders; three are gone. */
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

static void of_shapes_met_together_the_lower_index_comes_first(void **state)
{
    (void)state;
    struct random random = {5};
    for (int round = 0; round < 20; ++round) {
        md2_world *world = make_twins(&random);
        const md2_shape_id first = every_shape_begin(world).shape;
        const md2_hull ball = circle_hull(0.5);
        const md_real starts[] = {-4, 0}; /* outside, and inside of all of them */
        for (int i = 0; i < 2; ++i) {
            const md2_vec origin = {starts[i], 0};
            const md2_query_hit hit = md2_world_ray_closest(world, origin, vec(8, 0), NULL);
            assert_true(same_shape(hit.shape, first));
            const md2_query_hit cast = md2_world_cast(world, &ball, (md2_transform){origin, {1, 0}}, vec(8, 0), NULL);
            assert_true(same_shape(cast.shape, first));
            md2_query_hit hits[TWINS];
            assert_int_equal(md2_world_ray_all(world, origin, vec(8, 0), NULL, hits, 4), TWINS - 3);
            struct every_shape at = every_shape_begin(world);
            for (int k = 0; k < 4; ++k) {
                assert_true(same_shape(hits[k].shape, at.shape));
                every_shape_next(&at);
            }
        }
        md2_world_destroy(world);
    }
}

/* ---- Independence of the tree ------------------------------------------------------------------------------------ */

/* The same shapes twice: put in their places, and moved there one by one from elsewhere, in another order. */
static void answers_do_not_depend_on_how_the_world_came_to_be(void **state)
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
    for (int i = 0; i < 300; ++i) {
        const md2_vec origin = random_vec(&random, 10);
        const md2_vec translation = random_vec(&random, 20);
        const int32_t count = md2_world_ray_all(direct, origin, translation, NULL, hits[0], COUNT);
        assert_int_equal(md2_world_ray_all(moved, origin, translation, NULL, hits[1], COUNT), count);
        for (int32_t k = 0; k < count; ++k) {
            assert_same_hit(&hits[0][k], &hits[1][k]);
        }
        const md2_hull hull = random_hull(&random);
        const md2_transform start = {origin, {1, 0}};
        const md2_query_hit casts[2] = {md2_world_cast(direct, &hull, start, translation, NULL),
                                        md2_world_cast(moved, &hull, start, translation, NULL)};
        assert_same_hit(&casts[0], &casts[1]);
    }
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

/* Without a margin the box of a static shape in the tree is the box around it. Level rays and points a few units in
 * the last place about its top are hits or misses by rounding in the coordinates of the body, which the tree does not
 * know. */
static void rounding_at_the_border_of_a_box_of_the_tree_hides_nothing(void **state)
{
    (void)state;
    struct random random = {3};
    md2_world_def def = md2_world_def_default();
    def.margin = 0;
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

static void a_filter_works_by_bits_in_both_directions(void **state)
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

static void sensors_and_a_body_can_be_left_out(void **state)
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
    filter.no_sensors = true;
    assert_int_equal(seen_at_origin(world, filter), 2);
    filter.except = two;
    assert_int_equal(seen_at_origin(world, filter), 0);
    filter.no_sensors = false;
    assert_int_equal(seen_at_origin(world, filter), 1);
    /* A body that has taken the slot of the one that is left out is another one. */
    assert_int_equal(md2_body_destroy(world, two), MD_OK);
    const md2_body_id heir = make_body(world, MD2_STATIC, HERE);
    assert_int_equal(heir.index, two.index);
    give_hull(world, heir, &hull, &def);
    assert_int_equal(seen_at_origin(world, filter), 2);
    md2_world_destroy(world);
}

/* ---- At once ----------------------------------------------------------------------------------------------------- */

static void changes_show_without_a_step(void **state)
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

static void an_empty_world_has_nothing_anywhere(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_hull ball = circle_hull(1);
    const md2_box everywhere = {{-1000, -1000}, {1000, 1000}};
    assert_no_hit(md2_world_ray_closest(world, vec(0, 0), vec(1, 0), NULL));
    assert_no_hit(md2_world_cast(world, &ball, HERE, vec(1, 0), NULL));
    assert_int_equal(md2_world_overlap(world, &ball, HERE, NULL, NULL, 0), 0);
    assert_int_equal(md2_world_in_box(world, everywhere, NULL, NULL, 0), 0);
    /* Nor is a world of disabled bodies any fuller. */
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
    /* The origin, which zeros would bring in, is not among it. */
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

static void queries_that_make_no_sense_find_nothing(void **state)
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
    /* All of these would have met the box. */
    assert_true(md2_world_ray_any(world, vec(0, 0), vec(1, 0), NULL));
    assert_int_equal(md2_world_cast(world, &ball, HERE, vec(1, 0), NULL).shape.generation, 1);
    assert_int_equal(md2_world_overlap(world, &ball, HERE, NULL, NULL, 0), 1);
    assert_int_equal(md2_world_in_box(world, (md2_box){{-1, -1}, {1, 1}}, NULL, NULL, 0), 1);
    md2_world_destroy(world);
}

static void a_negative_capacity_is_none(void **state)
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
        cmocka_unit_test(every_query_agrees_with_looking_at_every_shape),
        cmocka_unit_test(hits_of_a_ray_lie_on_the_shape),
        cmocka_unit_test(a_ray_that_starts_inside_hits_at_once_without_a_normal),
        cmocka_unit_test(a_ray_hits_where_it_is_drawn_to),
        cmocka_unit_test(a_chain_is_hit_from_both_sides),
        cmocka_unit_test(a_cast_stops_where_the_first_shape_is_touched),
        cmocka_unit_test(a_cast_that_starts_in_touch_hits_at_once_without_a_normal),
        cmocka_unit_test(of_shapes_met_together_the_lower_index_comes_first),
        cmocka_unit_test(answers_do_not_depend_on_how_the_world_came_to_be),
        cmocka_unit_test(rounding_at_the_border_of_a_box_of_the_tree_hides_nothing),
        cmocka_unit_test(a_filter_works_by_bits_in_both_directions),
        cmocka_unit_test(sensors_and_a_body_can_be_left_out),
        cmocka_unit_test(changes_show_without_a_step),
        cmocka_unit_test(an_empty_world_has_nothing_anywhere),
        cmocka_unit_test(bounds_are_tight),
        cmocka_unit_test(queries_that_make_no_sense_find_nothing),
        cmocka_unit_test(a_negative_capacity_is_none),
        cmocka_unit_test(no_query_allocates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
