/* The intersection of a ray and triangles, without gaps between neighbours.
 *
 * The corners are projected along the ray to the plane across its largest coordinate, with the origin of the ray at zero.
 * The triangle is hit if zero is on the same side of all three edges, or on an edge. All triangles with a corner see the
 * same rounded projection, and the sign of an area a_x b_y - a_y b_x is never wrong, though it may round to zero, which
 * counts as a hit. A ray therefore cannot slip through between triangles (Woop, Benthin and Wald 2013).
 */
#ifndef MODULUS_GEOMETRY3_TRIANGLE_RAY_H
#define MODULUS_GEOMETRY3_TRIANGLE_RAY_H

#include "geometry3/vec3.h"

/** A ray, and the first hit found so far. */
struct triangle_ray {
    md3_ray ray;
    md3_ray_hit best;
    int32_t axis[3];  /**< two axes of the projection, and that of the largest coordinate of the ray */
    md_real shear[2]; /**< along the first two axes, per unit of the third */
    bool one_sided;
};

static inline struct triangle_ray triangle_ray_start(md3_ray ray, bool one_sided)
{
    const md3_vec size = vec_abs(ray.translation);
    const int32_t z = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const int32_t x = (z + 1) % 3, y = (z + 2) % 3;
    const md_real along = vec_coordinate(ray.translation, z);
    /* The axes are exchanged for a ray along -z, so that a triangle seen from its front is always clockwise. */
    const bool backward = along < 0;
    return (struct triangle_ray){
        .ray = ray,
        .axis = {backward ? y : x, backward ? x : y, z},
        .shear = {vec_coordinate(ray.translation, backward ? y : x) / along,
                  vec_coordinate(ray.translation, backward ? x : y) / along},
        .one_sided = one_sided,
    };
}

/** Projects a corner. */
static inline void triangle_ray_project(const struct triangle_ray *walk, md3_vec corner, md_real projected[2])
{
    const md3_vec from_origin = vec_sub(corner, walk->ray.origin);
    const md_real along = vec_coordinate(from_origin, walk->axis[2]);
    projected[0] = vec_coordinate(from_origin, walk->axis[0]) - walk->shear[0] * along;
    projected[1] = vec_coordinate(from_origin, walk->axis[1]) - walk->shear[1] * along;
}

/** True if the line of the ray meets a triangle. */
static inline bool triangle_ray_meets(const struct triangle_ray *walk, const md3_vec corner[3])
{
    md_real a[2], b[2], c[2];
    triangle_ray_project(walk, corner[0], a);
    triangle_ray_project(walk, corner[1], b);
    triangle_ray_project(walk, corner[2], c);
    const md_real u = a[0] * b[1] - a[1] * b[0], v = b[0] * c[1] - b[1] * c[0], w = c[0] * a[1] - c[1] * a[0];
    const bool hits_front = u <= 0 && v <= 0 && w <= 0, hits_back = u >= 0 && v >= 0 && w >= 0;
    return hits_front || (hits_back && !walk->one_sided);
}

/** Replaces the best hit if the ray hits a triangle before, or at the same fraction and the triangle has a lower index. */
static inline void triangle_ray_test(struct triangle_ray *walk, const md3_vec corner[3], int32_t index)
{
    if (!triangle_ray_meets(walk, corner)) {
        return;
    }
    const md3_vec normal = vec_cross(vec_sub(corner[1], corner[0]), vec_sub(corner[2], corner[0]));
    const md_real speed = vec_dot(normal, walk->ray.translation);
    const md_real fraction = vec_dot(normal, vec_sub(corner[0], walk->ray.origin)) / speed;
    if (!(fraction >= 0 && fraction <= walk->ray.max_fraction) || (walk->one_sided && speed >= 0)) {
        return;
    }
    const md3_ray_hit *best = &walk->best;
    if (!best->hit || fraction < best->fraction || (fraction == best->fraction && index < best->triangle)) {
        const md3_vec unit = vec_unit(normal, NULL);
        walk->best = (md3_ray_hit){.point = vec_add_scaled(walk->ray.origin, fraction, walk->ray.translation),
                                   .normal = speed < 0 ? unit : vec_negative(unit),
                                   .fraction = fraction,
                                   .triangle = index,
                                   .hit = true};
    }
}

#endif
