/* Clouds of points that are hard for convex hulls: many in a plane, nearly in a plane, duplicated, clustered. */
#ifndef MODULUS_TESTS_RANDOM_POINTS_H
#define MODULUS_TESTS_RANDOM_POINTS_H

#include "geometry3/space.h"

#define MOST_POINTS 400

enum cloud_kind {
    CLOUD_CUBE,        /* in a cube */
    CLOUD_SPHERE,      /* on a sphere */
    CLOUD_GRID,        /* a grid along the axes */
    CLOUD_TURNED_GRID, /* a rotated grid */
    CLOUD_SLAB,        /* two layers that are nearly flat */
    CLOUD_DUPLICATES,  /* eight points, and others at distances from 1e-18 to 1e-2 from them */
    CLOUD_CLUSTERS,    /* groups of four points */
    CLOUD_CYLINDER,    /* a prism over a regular polygon */
    CLOUD_BOX,         /* the corners of a rotated box */
    CLOUD_DOME,        /* one nearly flat side that is curved */
    CLOUD_NOISY_BOX,   /* on the faces of a box, with noise */
    CLOUD_LENS,        /* on a flat ellipsoid */
    CLOUD_KINDS
};

struct cloud {
    md3_vec point[MOST_POINTS];
    int32_t count;
};

static inline void cloud_add(struct cloud *cloud, md3_vec point)
{
    if (cloud->count < MOST_POINTS) {
        cloud->point[cloud->count++] = point;
    }
}

/** A number whose logarithm is uniform. */
static inline double random_size(struct random *random, double log_low, double log_high)
{
    return pow(10, random_real(random, log_low, log_high));
}

static inline md3_vec moved_by(md3_vec point, double distance, struct random *random)
{
    return md3_vec_add_scaled(point, (md_real)distance, random_direction(random));
}

static inline void cloud_add_grid(struct cloud *cloud, struct random *random, double size)
{
    const int32_t a = 2 + random_index(random, 6), b = 2 + random_index(random, 6), c = 2 + random_index(random, 6);
    for (int32_t i = 0; i < a * b * c; ++i) {
        cloud_add(cloud, at3(size * (i % a) / 3, size * (i / a % b) / 3, size * (i / a / b) / 3));
    }
}

static inline void cloud_add_prism(struct cloud *cloud, struct random *random, double size)
{
    const int32_t sides = 3 + random_index(random, 30);
    for (int32_t i = 0; i < 2 * sides; ++i) {
        const double angle = 3.14159265358979 * (i - i % 2) / sides;
        cloud_add(cloud, at3(size * cos(angle), size * sin(angle), i % 2 * size));
    }
}

/** A point on a face of the cube. */
static inline md3_vec random_point_on_cube(struct random *random, double half)
{
    md3_vec point = random_point_in_cube(random, half);
    const int32_t axis = random_index(random, 3);
    *(axis == 0 ? &point.x : axis == 1 ? &point.y : &point.z) = (md_real)(random_index(random, 2) == 0 ? half : -half);
    return point;
}

static inline md3_vec cloud_point(const struct cloud *cloud, struct random *random, enum cloud_kind kind, double size,
                                  double thin)
{
    const int32_t n = cloud->count;
    md3_vec p = random_point_in_cube(random, size);
    const md3_vec direction = random_direction(random);
    switch (kind) {
    case CLOUD_SPHERE: return md3_vec_scale((md_real)size, direction);
    case CLOUD_SLAB: return at3((double)p.x, (double)p.y, thin * (double)direction.z + n % 2 * size * 0.3);
    case CLOUD_DUPLICATES:
        return n < 8 ? p : moved_by(cloud->point[random_index(random, 8)], size * random_size(random, -18, -2), random);
    case CLOUD_CLUSTERS: return n % 4 == 0 ? p : moved_by(cloud->point[n - n % 4], size * 0.01, random);
    case CLOUD_BOX: return at3(n & 1 ? size : -size, (n & 2 ? 0.4 : -0.4) * size, (n & 4 ? 0.2 : -0.2) * size);
    case CLOUD_DOME:
        p.z = (md_real)(thin * (1 - (double)(p.x * p.x + p.y * p.y) / size / size));
        return n == 0 ? at3(0, 0, -size) : p;
    case CLOUD_NOISY_BOX: return moved_by(random_point_on_cube(random, size), thin * 0.1, random);
    case CLOUD_LENS: return at3(size * (double)direction.x, size * (double)direction.y, thin * (double)direction.z);
    default: return p;
    }
}

/** Makes a cloud of about the given size, m. Every kind but the grid is rotated. */
static inline void make_cloud(struct cloud *cloud, struct random *random, enum cloud_kind kind, double size)
{
    const double thin = size * random_size(random, kind == CLOUD_LENS ? -4 : -7, kind == CLOUD_LENS ? 0 : -0.5);
    const int32_t count = kind == CLOUD_BOX ? 8 : 4 + random_index(random, 120);
    cloud->count = 0;
    if (kind == CLOUD_GRID || kind == CLOUD_TURNED_GRID) {
        cloud_add_grid(cloud, random, size);
    } else if (kind == CLOUD_CYLINDER) {
        cloud_add_prism(cloud, random, size);
    } else {
        while (cloud->count < count) {
            cloud_add(cloud, cloud_point(cloud, random, kind, size, thin));
        }
    }
    const md3_rot q = random_rotation(random);
    for (int32_t i = 0; i < cloud->count && kind != CLOUD_GRID; ++i) {
        cloud->point[i] = md3_rot_apply(q, cloud->point[i]);
    }
}

#endif
