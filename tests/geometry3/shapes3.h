/* Convex geometries for tests of distances and motions: by hand, and random from a pool of hulls. */
#ifndef MODULUS_TESTS_GEOMETRY3_SHAPES3_H
#define MODULUS_TESTS_GEOMETRY3_SHAPES3_H

#include "geometry3/wide3.h"

static inline md3_geometry sphere_of(md3_vec center, double radius)
{
    return (md3_geometry){.type = MD3_SPHERE, .point = {center}, .radius = (md_real)radius};
}

static inline md3_geometry capsule_of(md3_vec a, md3_vec b, double radius)
{
    return (md3_geometry){.type = MD3_CAPSULE, .point = {a, b}, .radius = (md_real)radius};
}

static inline md3_geometry hull_of(const md3_hull *hull, double radius)
{
    return (md3_geometry){.type = MD3_HULL, .hull = hull, .radius = (md_real)radius};
}

/** A cylinder or a cone. */
static inline md3_geometry round_of(md3_geometry_type type, md3_vec a, md3_vec b, double base_radius, double radius)
{
    return (md3_geometry){
        .type = type, .point = {a, b}, .base_radius = (md_real)base_radius, .radius = (md_real)radius};
}

static inline md3_transform place3(double x, double y, double z)
{
    return md3_transform_make(at3(x, y, z), md3_rot_identity());
}

static inline md3_hull *box_hull(double x, double y, double z)
{
    md3_hull *hull;
    assert_int_equal(md3_hull_create_box(NULL, at3(x, y, z), &hull, NULL), MD_OK);
    return hull;
}

enum { POOL_SIZE = 48 };

/** Hulls of four to 128 vertices, from balls to plates and needles, some of them boxes. */
struct hull_pool {
    md3_hull *hull[POOL_SIZE];
};

/** Points on an ellipsoid around a centre: from a ball to a hundred times longer than wide. */
static inline md3_hull *random_ellipsoid(struct random *random, double offset)
{
    for (;;) {
        md3_vec points[MD3_MAX_VERTICES];
        const int32_t count = random_index(random, 4) == 0 ? MD3_MAX_VERTICES : 4 + random_index(random, 20);
        double half[3];
        for (int i = 0; i < 3; ++i) {
            half[i] = random_real(random, 0.1, 2);
            half[i] /= random_index(random, 4) ? 1 : 20;
        }
        const md3_vec center = random_point_in_cube(random, offset);
        for (int32_t i = 0; i < count; ++i) {
            const md3_vec p = random_direction(random);
            points[i] = md3_vec_add(center, at3(half[0] * (double)p.x, half[1] * (double)p.y, half[2] * (double)p.z));
        }
        md3_hull *hull;
        if (md3_hull_create(NULL, points, count, &hull, NULL) == MD_OK) {
            return hull;
        }
    }
}

static inline struct hull_pool hull_pool_create(uint64_t seed)
{
    struct random random = {seed};
    struct hull_pool pool;
    for (int i = 0; i < POOL_SIZE; ++i) {
        const double x = random_real(&random, 0.1, 1.5), y = random_real(&random, 0.1, 1.5);
        const double z = i % 2 == 0 ? 0.01 : random_real(&random, 0.1, 1.5);
        pool.hull[i] = i % 3 == 0 ? box_hull(x, y, z) : random_ellipsoid(&random, i % 2);
    }
    return pool;
}

static inline void hull_pool_destroy(struct hull_pool *pool)
{
    for (int i = 0; i < POOL_SIZE; ++i) {
        md3_hull_destroy(pool->hull[i]);
    }
}

/** A random geometry of a type within about 4 m of the origin; every second one is rounded. */
static inline md3_geometry random_geometry(const struct hull_pool *pool, struct random *random, md3_geometry_type type)
{
    const md3_vec a = random_point_in_cube(random, 1), b = random_point_in_cube(random, 1.5);
    const double radius = random_index(random, 2) ? random_real(random, 0.01, 0.5) : 0;
    const double thin = random_index(random, 4) ? 1 : 10;
    const double base = random_real(random, 0.05, 1) / thin;
    switch (type) {
    case MD3_SPHERE: return sphere_of(a, radius + 0.01);
    case MD3_CAPSULE: return capsule_of(a, b, radius + 0.01);
    case MD3_HULL: return hull_of(pool->hull[random_index(random, POOL_SIZE)], radius);
    default: return round_of(type, a, b, base, radius);
    }
}

static inline md3_geometry random_convex(const struct hull_pool *pool, struct random *random)
{
    return random_geometry(pool, random, (md3_geometry_type)random_index(random, 5));
}

/** A point whose coordinates are multiples of 1 / `parts` below `half`. */
static inline md3_vec random_lattice_point(struct random *random, int32_t half, int32_t parts)
{
    double p[3];
    for (int i = 0; i < 3; ++i) {
        p[i] = (double)(random_index(random, 2 * half * parts) - half * parts) / parts;
    }
    return at3(p[0], p[1], p[2]);
}

/** A vector of random direction whose length is uniform in [low, high). */
static inline md3_vec random_vector(struct random *random, double low, double high)
{
    const double length = random_real(random, low, high);
    return md3_vec_scale((md_real)length, random_direction(random));
}

static inline bool is_round(const md3_geometry *g)
{
    return g->type == MD3_CYLINDER || g->type == MD3_CONE;
}

#endif
