/* Worlds for the query tests, some of them random, and brute-force answers to queries. */
#ifndef MODULUS_TESTS_QUERY_WORLDS_H
#define MODULUS_TESTS_QUERY_WORLDS_H

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <modulus/queries2.h>

#include "geometry2/random_hull.h"
#include "geometry2/vec.h"
#include "support/support.h"

#define DT ((md_real)(1.0 / 60))
#define HALF ((md_real)0.5)

/* Capacity for results: more than any of these worlds has shapes. */
enum { MOST = 1024 };

static const md2_transform HERE = {{0, 0}, {1, 0}};

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static inline md2_world *make_world_with(const md2_world_def *def)
{
    md2_world *world = NULL;
    assert_int_equal(md2_world_create(def, &world), MD_OK);
    return world;
}

static inline md2_world *make_world(void)
{
    const md2_world_def def = md2_world_def_default();
    return make_world_with(&def);
}

static inline md2_body_id make_body(md2_world *world, md2_body_type type, md2_transform at)
{
    md2_body_def def = md2_body_def_default();
    def.type = type;
    def.position = at.p;
    def.rotation = at.q;
    md2_body_id body;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    return body;
}

static inline md2_shape_id give_hull(md2_world *world, md2_body_id body, const md2_hull *hull, const md2_shape_def *def)
{
    md2_shape_id shape;
    assert_int_equal(md2_shape_create(world, body, def, hull, &shape), MD_OK);
    return shape;
}

static inline md2_hull box_hull(double half_x, double half_y)
{
    md2_hull hull;
    const md2_vec half = {(md_real)half_x, (md_real)half_y};
    assert_int_equal(md2_hull_box(&hull, half, vec(0, 0), (md2_rot){1, 0}, 0), MD_OK);
    return hull;
}

static inline md2_hull circle_hull(double radius)
{
    md2_hull hull;
    assert_int_equal(md2_hull_circle(&hull, vec(0, 0), (md_real)radius), MD_OK);
    return hull;
}

/* Adds a static body with a box of 2 half_x by 2 half_y at a position. */
static inline md2_shape_id make_box(md2_world *world, double x, double y, double half_x, double half_y)
{
    const md2_body_id body = make_body(world, MD2_STATIC, (md2_transform){{(md_real)x, (md_real)y}, {1, 0}});
    const md2_hull hull = box_hull(half_x, half_y);
    const md2_shape_def def = md2_shape_def_default();
    return give_hull(world, body, &hull, &def);
}

enum { BODIES = 150 };
#define AREA 16.0 /* m from the origin along both axes */

static inline md2_shape_def random_shape_def(struct random *random)
{
    md2_shape_def def = md2_shape_def_default();
    def.category = (uint64_t)1 << random_index(random, 3);
    def.mask = random_index(random, 2) == 0 ? UINT64_MAX : (uint64_t)1 << random_index(random, 3);
    def.sensor = random_index(random, 6) == 0;
    return def;
}

static inline void give_bare_segment(struct random *random, md2_world *world, md2_body_id body)
{
    const md2_shape_def def = random_shape_def(random);
    const md2_vec a = random_vec(random, 1);
    const md2_rot direction = rotation_of(random_real(random, -4, 4));
    md2_hull hull;
    assert_int_equal(md2_hull_segment(&hull, a, vec(a.x + direction.c, a.y + direction.s)), MD_OK);
    give_hull(world, body, &hull, &def);
}

static inline void give_chain(struct random *random, md2_world *world, md2_body_id body)
{
    const md2_shape_def def = random_shape_def(random);
    md2_vec points[5];
    for (int i = 0; i < 5; ++i) {
        points[i] = vec((md_real)(2 - i), (md_real)random_real(random, -0.5, 0.5));
    }
    assert_int_equal(md2_chain_create(world, body, &def, points, 5, false, NULL), MD_OK);
}

static inline void give_random_shapes(struct random *random, md2_world *world, md2_body_id body)
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

/* One body in ten starts disabled. */
static inline md2_body_id make_random_body(struct random *random, md2_world *world)
{
    const md2_body_type types[] = {MD2_STATIC, MD2_KINEMATIC, MD2_DYNAMIC, MD2_DYNAMIC};
    const md2_transform at = random_transform(random, AREA);
    md2_body_def def = md2_body_def_default();
    def.type = types[random_index(random, 4)];
    def.position = at.p;
    def.rotation = at.q;
    def.velocity = def.type == MD2_STATIC ? vec(0, 0) : random_vec(random, 5);
    def.angular_velocity = def.type == MD2_STATIC ? 0 : (md_real)random_real(random, -5, 5);
    def.enabled = random_index(random, 10) != 0;
    md2_body_id body;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    give_random_shapes(random, world, body);
    return body;
}

static inline md2_body_id random_body_of(struct random *random, const md2_world *world)
{
    md2_body_id body = md2_world_first_body(world);
    for (int32_t i = random_index(random, md2_world_body_count(world)); i > 0; --i) {
        body = md2_world_next_body(world, body);
    }
    return body;
}

/* ---- Looking at every shape -------------------------------------------------------------------------------------- */

/* Iterates over all shapes through the public functions. */
struct every_shape {
    const md2_world *world;
    md2_body_id body;
    md2_shape_id shape; /* generation 0 after the last */
};

static inline void skip_empty_bodies(struct every_shape *at)
{
    while (at->shape.generation == 0 && at->body.generation != 0) {
        at->body = md2_world_next_body(at->world, at->body);
        at->shape = md2_body_first_shape(at->world, at->body);
    }
}

static inline struct every_shape every_shape_begin(const md2_world *world)
{
    const md2_body_id body = md2_world_first_body(world);
    struct every_shape at = {world, body, md2_body_first_shape(world, body)};
    skip_empty_bodies(&at);
    return at;
}

static inline void every_shape_next(struct every_shape *at)
{
    at->shape = md2_shape_next(at->world, at->shape);
    skip_empty_bodies(at);
}

static inline bool is_there(const struct every_shape *at, const md2_query_filter *filter)
{
    const md2_shape_def def = md2_shape_get_def(at->world, at->shape);
    if (!md2_body_is_enabled(at->world, at->body)) {
        return false;
    }
    return filter == NULL ||
           ((def.category & filter->mask) != 0 && (def.mask & filter->category) != 0 &&
            (filter->sensors || !def.sensor) &&
            !(filter->except.index == at->body.index && filter->except.generation == at->body.generation));
}

struct hits {
    md2_query_hit hit[MOST];
    int32_t count;
};

static inline int compare_hits(const void *a, const void *b)
{
    const md2_query_hit *x = a;
    const md2_query_hit *y = b;
    if (x->fraction != y->fraction) {
        return x->fraction < y->fraction ? -1 : 1;
    }
    return x->shape.index < y->shape.index ? -1 : 1;
}

static inline md2_ray_hit ray_by_hand(const struct every_shape *at, md2_vec origin, md2_vec translation)
{
    const md2_transform place = md2_body_transform(at->world, at->body);
    const md2_ray ray = {transform_point_back(place, origin), rot_unapply(place.q, translation), 1};
    md2_ray_hit hit = md2_hull_ray(md2_shape_hull(at->world, at->shape), ray);
    hit.point = transform_point(place, hit.point);
    hit.normal = rot_apply(place.q, hit.normal);
    return hit;
}

/* Returns all hits of a ray (hull NULL) or of a moving hull, in order. */
static inline void meet_all(const md2_world *world, const md2_hull *hull, md2_transform start, md2_vec translation,
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

/* A region to search: a hull, otherwise a point, otherwise a box. */
struct place {
    const md2_hull *hull;
    md2_transform at;
    const md2_vec *point;
    md2_box box;
};

static inline bool is_in(const struct every_shape *at, const struct place *place)
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

static inline int compare_shapes(const void *a, const void *b)
{
    return ((const md2_shape_id *)a)->index < ((const md2_shape_id *)b)->index ? -1 : 1;
}

static inline void find_all(const md2_world *world, const struct place *place, const md2_query_filter *filter,
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

#endif
