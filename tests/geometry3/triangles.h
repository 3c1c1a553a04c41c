/* Brute force over the triangles of a mesh or height field: rays, and triangles in a box. */
#ifndef MODULUS_TESTS_TRIANGLES_H
#define MODULUS_TESTS_TRIANGLES_H

#include "geometry3/brute_outside.h"
#include "geometry3/mesh.h"

#define MOST_TRIANGLES 20000

/** The triangles that a search has visited. */
struct visited {
    struct triangle3 triangle[MOST_TRIANGLES];
    int32_t count, limit;
};

static inline bool visit_and_store(void *user, const struct triangle3 *triangle)
{
    struct visited *visited = user;
    assert_true(visited->count < MOST_TRIANGLES);
    visited->triangle[visited->count++] = *triangle;
    return visited->count != visited->limit;
}

static inline void visit_all(const md3_geometry *geometry, struct visited *visited)
{
    visited->count = visited->limit = 0;
    md3_geometry_triangles(geometry, (md3_box){at3(-1e9, -1e9, -1e9), at3(1e9, 1e9, 1e9)}, visit_and_store, visited);
}

/** The fraction at which a ray hits a triangle, or infinity. Barycentric coordinates in the plane, in double. */
static inline double brute_triangle_ray(const struct triangle3 *triangle, md3_ray ray, bool *from_front)
{
    const struct point3 a = point3_of(triangle->corner[0]), o = point3_of(ray.origin), d = point3_of(ray.translation);
    const struct point3 u = point3_sub(point3_of(triangle->corner[1]), a);
    const struct point3 v = point3_sub(point3_of(triangle->corner[2]), a);
    const struct point3 normal = point3_cross(u, v);
    const double speed = point3_dot(normal, d), square = point3_dot(normal, normal);
    const double t = point3_dot(normal, point3_sub(a, o)) / speed;
    const struct point3 p = point3_sub(point3_along(o, t, d), a);
    const double s = point3_dot(normal, point3_cross(p, v)) / square,
                 r = point3_dot(normal, point3_cross(u, p)) / square;
    *from_front = speed < 0;
    return speed != 0 && t >= 0 && t <= (double)ray.max_fraction && s >= 0 && r >= 0 && s + r <= 1 ? t : INFINITY;
}

/** The first hit over all triangles. */
static inline double brute_ray(const struct visited *all, md3_ray ray, int32_t *triangle)
{
    double best = INFINITY;
    *triangle = -1;
    for (int32_t i = 0; i < all->count; ++i) {
        bool from_front = false;
        const double t = brute_triangle_ray(&all->triangle[i], ray, &from_front);
        if (t < best && (from_front || !all->triangle[i].one_sided)) {
            best = t;
            *triangle = all->triangle[i].index;
        }
    }
    return best;
}

static inline bool triangle_overlaps(const struct triangle3 *triangle, md3_box box)
{
    const md3_vec *c = triangle->corner;
    const md3_vec lower = md3_vec_min(c[0], md3_vec_min(c[1], c[2])),
                  upper = md3_vec_max(c[0], md3_vec_max(c[1], c[2]));
    return lower.x <= box.upper.x && lower.y <= box.upper.y && lower.z <= box.upper.z && upper.x >= box.lower.x &&
           upper.y >= box.lower.y && upper.z >= box.lower.z;
}

/** Casts a ray and compares it with brute force. Returns whether it hits. */
static inline bool assert_ray_agrees(const md3_geometry *geometry, const struct visited *all, md3_ray ray)
{
    int32_t triangle = -1;
    const double expected = brute_ray(all, ray, &triangle);
    const md3_ray_hit hit = md3_geometry_ray(geometry, ray);
    assert_int_equal(hit.hit, isfinite(expected));
    if (hit.hit) {
        assert_near((double)hit.fraction, expected, PICK(1e-11, 1e-4));
        assert_vec_near(hit.point, md3_vec_add_scaled(ray.origin, hit.fraction, ray.translation), PICK(1e-11, 1e-4));
        assert_true(md3_vec_dot(hit.normal, ray.translation) < 0);
        /* The triangle found is hit at that fraction; another one may be hit at the same. */
        bool from_front = false, is_known = false;
        for (int32_t i = 0; i < all->count; ++i) {
            if (all->triangle[i].index == hit.triangle) {
                const double t = brute_triangle_ray(&all->triangle[i], ray, &from_front);
                const double sign = from_front ? 1 : -1;
                is_known = isinf(t) || fabs(t - expected) < PICK(1e-11, 1e-4);
                assert_vec_near(hit.normal, md3_vec_scale((md_real)sign, all->triangle[i].normal), PICK(1e-9, 1e-3));
            }
        }
        assert_true(is_known);
    }
    return hit.hit;
}

/** Compares a search in a box with brute force. Returns the number found. */
static inline int32_t assert_box_agrees(const md3_geometry *geometry, const struct visited *all, md3_box box)
{
    static struct visited found;
    found.count = found.limit = 0;
    md3_geometry_triangles(geometry, box, visit_and_store, &found);
    int32_t expected = 0;
    for (int32_t i = 0; i < all->count; ++i) {
        if (triangle_overlaps(&all->triangle[i], box)) {
            assert_true(expected < found.count);
            assert_memory_equal(&found.triangle[expected].corner, &all->triangle[i].corner,
                                sizeof all->triangle[i].corner);
            assert_int_equal(found.triangle[expected].index, all->triangle[i].index);
            ++expected;
        }
    }
    assert_int_equal(found.count, expected);
    return expected;
}

#endif
