/* The manifolds of MD_LANES lanes, and their points as vectors. */
#ifndef MODULUS_WORLD3_CONTACT_SOURCES_H
#define MODULUS_WORLD3_CONTACT_SOURCES_H

#include <assert.h>
#include <stddef.h>

#include "world3/vec_lanes.h"
#include "world3/world.h"

/* The manifold of a lane. */
struct lane_source {
    struct contact *contact;
    struct contact_manifold *at;
};

/* Empty lanes read and write a dummy contact. */
MD_INLINE void find_sources(md3_world *world, int32_t first_lane, struct contact *dummy,
                            struct lane_source sources[MD_LANES])
{
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        const int32_t owner = world->velocity.lane_manifold.at[first_lane + lane];
        struct contact *contact = owner < 0 ? dummy : &world->contacts.at[owner / MD3_MAX_CONTACT_MANIFOLDS];
        struct contact_manifold *at = contact_manifold_at(contact, owner < 0 ? 0 : owner % MD3_MAX_CONTACT_MANIFOLDS);
        sources[lane] = (struct lane_source){contact, at};
    }
}

/* The cached impulses of a point. */
struct cached_lanes {
    vreal lambda, y, mean; /* of the normal */
    struct lanes3 friction, friction_y, friction_mean;
    vreal correction, bounce;
    vreal spin; /* 0 unless the manifolds are patches */
};

/* The numbers of a cached point are read four at a time. */
static_assert(offsetof(struct cached_point, bounce) == 13 * sizeof(md_real) &&
                  offsetof(struct cached_point, roll) == 15 * sizeof(md_real),
              "the order of cached_lanes");

MD_INLINE struct cached_lanes load_cache(const struct lane_source sources[MD_LANES], int32_t k)
{
    struct lanes4 numbers[4];
    for (int part = 0; part < 4; ++part) {
        const md_real *from[MD_LANES];
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            from[lane] = &sources[lane].at->cache[k].normal.lambda + 4 * part;
        }
        numbers[part] = load_lanes4(from);
    }
    return (struct cached_lanes){.lambda = numbers[0].at[0],
                                 .y = numbers[0].at[1],
                                 .mean = numbers[0].at[2],
                                 .friction = {numbers[0].at[3], numbers[1].at[0], numbers[1].at[1]},
                                 .friction_y = {numbers[1].at[2], numbers[1].at[3], numbers[2].at[0]},
                                 .friction_mean = {numbers[2].at[1], numbers[2].at[2], numbers[2].at[3]},
                                 .correction = numbers[3].at[0],
                                 .bounce = numbers[3].at[1],
                                 .spin = numbers[3].at[2]};
}

MD_INLINE void store_cache(const struct lane_source sources[MD_LANES], int32_t k, const struct cached_lanes *cache)
{
    const vreal zero = vector_all(0); /* no rolling */
    const struct lanes4 numbers[4] = {
        {{cache->lambda, cache->y, cache->mean, cache->friction.x}},
        {{cache->friction.y, cache->friction.z, cache->friction_y.x, cache->friction_y.y}},
        {{cache->friction_y.z, cache->friction_mean.x, cache->friction_mean.y, cache->friction_mean.z}},
        {{cache->correction, cache->bounce, cache->spin, zero}}};
    for (int part = 0; part < 4; ++part) {
        md_real *to[MD_LANES];
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            to[lane] = &sources[lane].at->cache[k].normal.lambda + 4 * part;
        }
        store_lanes4(to, &numbers[part]);
    }
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        sources[lane].at->cache[k].roll.y = 0;
        sources[lane].at->cache[k].roll.z = 0;
    }
}

/* The lever arms of point k, and its separation. Points that are missing in a lane may hold anything. */
MD_INLINE void load_point(const struct lane_source sources[MD_LANES], int32_t k, vmask present, struct lanes3 r[2],
                          vreal *separation)
{
    const md_real *first[MD_LANES], *second[MD_LANES], *point[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        first[lane] = &sources[lane].at->r[k][0].x;
        second[lane] = first[lane] + 4; /* the last two numbers are those of the next point or of `approach` */
        point[lane] = &sources[lane].at->manifold.point[k].point.x;
    }
    const struct lanes4 a = load_lanes4(first);
    const struct lanes4 b = load_lanes4(second);
    r[0] = lanes3_if(present, (struct lanes3){a.at[0], a.at[1], a.at[2]});
    r[1] = lanes3_if(present, (struct lanes3){a.at[3], b.at[0], b.at[1]});
    *separation = vector_select(present, load_lanes4(point).at[3], vector_all(0));
}

#endif
