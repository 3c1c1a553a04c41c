/* Compares every query on a world with a brute-force search over all shapes. */
#ifndef MODULUS_TESTS_QUERY_CHECKS_H
#define MODULUS_TESTS_QUERY_CHECKS_H

#include "world2/query_worlds.h"

/* ---- Comparing --------------------------------------------------------------------------------------------------- */

static inline bool same_vec(md2_vec a, md2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

/* Results must be bit-identical, because both call the same functions with the same numbers. */
static inline void assert_same_hit(const md2_query_hit *a, const md2_query_hit *b)
{
    assert_true(md2_shape_same(a->shape, b->shape));
    assert_true(a->fraction == b->fraction);
    assert_true(same_vec(a->point, b->point));
    assert_true(same_vec(a->normal, b->normal));
}

static inline void assert_no_hit(md2_query_hit hit)
{
    const md2_query_hit none = {.fraction = 0};
    assert_same_hit(&hit, &none);
}

/* Detects writes beyond the capacity. */
static const md2_shape_id UNTOUCHED = {-7, 77};

/* Returns a capacity from zero to more than enough. */
static inline int32_t random_capacity(struct random *random, int32_t count)
{
    return random_index(random, 2) == 0 ? count + random_index(random, 3) : random_index(random, count + 1);
}

static inline int32_t check_ray(struct random *random, const md2_world *world, const md2_query_filter *filter)
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
    assert_true(md2_shape_same(found[kept].shape, UNTOUCHED));
    return expected.count;
}

static inline int32_t check_cast(struct random *random, const md2_world *world, const md2_query_filter *filter)
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

static inline int32_t ask_place(const md2_world *world, const struct place *place, const md2_query_filter *filter,
                                md2_shape_id *shapes, int32_t capacity)
{
    if (place->hull != NULL) {
        return md2_world_overlap(world, place->hull, place->at, filter, shapes, capacity);
    }
    return place->point != NULL ? md2_world_at_point(world, *place->point, filter, shapes, capacity)
                                : md2_world_in_box(world, place->box, filter, shapes, capacity);
}

static inline int32_t check_place(struct random *random, const md2_world *world, const struct place *place,
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
        assert_true(md2_shape_same(found[i], expected.shape[i]));
    }
    assert_true(md2_shape_same(found[kept], UNTOUCHED));
    return expected.count;
}

static inline int32_t check_places(struct random *random, const md2_world *world, const md2_query_filter *filter)
{
    const md2_hull hull = random_hull(random);
    const md2_transform at = random_transform(random, AREA);
    const md2_vec point = random_vec(random, AREA);
    const md2_vec size = vec((md_real)random_real(random, 0, 4), (md_real)random_real(random, 0, 4));
    return check_place(random, world, &(struct place){.hull = &hull, .at = at}, filter) +
           check_place(random, world, &(struct place){.point = &point}, filter) +
           check_place(random, world, &(struct place){.box = {point, vec_add(point, size)}}, filter);
}

static inline void check_bounds(const md2_world *world)
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

static inline md2_query_filter random_filter(struct random *random, const md2_world *world)
{
    md2_query_filter filter = md2_query_filter_default();
    filter.mask = random_index(random, 2) == 0 ? UINT64_MAX : (uint64_t)(1 + random_index(random, 7));
    filter.category = random_index(random, 2) == 0 ? UINT64_MAX : (uint64_t)(1 + random_index(random, 7));
    filter.sensors = random_index(random, 2) != 0;
    filter.except = random_body_of(random, world);
    return filter;
}

/* Checks all queries, with and without a filter. */
static inline void check_all(struct random *random, const md2_world *world)
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
    /* Fails if the worlds are so sparse that the queries find nothing. */
    assert_true(by_rays > ROUNDS && by_casts > ROUNDS / 4 && by_places > ROUNDS);
}

#endif
