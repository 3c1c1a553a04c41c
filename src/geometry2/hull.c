/* Creation of circles, capsules, segments and boxes. Polygons are in hull_polygon.c. */
#include "geometry2/hull.h"

/* ---- Circle, capsule, segment ------------------------------------------------------------------------------------ */

md_status md2_hull_circle(md2_hull *hull, md2_vec center, md_real radius)
{
    if (hull == NULL || !vec_is_finite(center) || !radius_is_valid(radius) || radius == 0) {
        return MD_ERROR_ARGUMENT;
    }
    *hull = (md2_hull){.point = {center}, .centroid = center, .radius = radius, .count = 1};
    return MD_OK;
}

md_status md2_hull_capsule(md2_hull *hull, md2_vec a, md2_vec b, md_real radius)
{
    if (hull == NULL || !vec_is_finite(a) || !vec_is_finite(b) || !radius_is_valid(radius)) {
        return MD_ERROR_ARGUMENT;
    }
    md_real length = 0;
    const md2_vec normal = vec_right(vec_unit(vec_sub(b, a), &length));
    if (!isfinite(length) || length < MD2_LINEAR_SLOP) {
        return MD_ERROR_ARGUMENT;
    }
    *hull = (md2_hull){.point = {a, b},
                       .normal = {normal, vec_negative(normal)},
                       .centroid = vec_lerp(a, b, (md_real)0.5),
                       .radius = radius,
                       .count = 2};
    return MD_OK;
}

md_status md2_hull_segment(md2_hull *hull, md2_vec a, md2_vec b)
{
    return md2_hull_capsule(hull, a, b, 0);
}

/* ---- Box --------------------------------------------------------------------------------------------------------- */

bool md2_hull_is_convex(const md2_hull *hull)
{
    for (int32_t i = 0; i < hull->count; ++i) {
        const int32_t j = next_index(i, hull->count);
        const int32_t k = next_index(j, hull->count);
        const md2_vec before = vec_sub(hull->point[j], hull->point[i]);
        const md2_vec after = vec_sub(hull->point[k], hull->point[j]);
        if (!(vec_cross(before, after) > 0)) {
            return false;
        }
    }
    return true;
}

static bool half_extent_is_valid(md_real half)
{
    return isfinite(half) && 2 * half >= MD2_LINEAR_SLOP;
}

md_status md2_hull_box(md2_hull *hull, md2_vec half, md2_vec center, md2_rot rotation, md_real radius)
{
    if (hull == NULL || !half_extent_is_valid(half.x) || !half_extent_is_valid(half.y) || !vec_is_finite(center) ||
        !rot_is_unit(rotation) || !radius_is_valid(radius)) {
        return MD_ERROR_ARGUMENT;
    }
    const md2_transform at = {center, rot_unit(rotation)};
    const md2_hull box = {.point = {{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}},
                          .normal = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}},
                          .radius = radius,
                          .count = 4};
    const md2_hull moved = md2_hull_transformed(&box, at);
    if (!md2_hull_is_convex(&moved)) {
        return MD_ERROR_ARGUMENT;
    }
    *hull = moved;
    return MD_OK;
}

md_status md2_hull_rectangle(md2_hull *hull, md_real half_width, md_real half_height)
{
    return md2_hull_box(hull, (md2_vec){half_width, half_height}, (md2_vec){0, 0}, (md2_rot){1, 0}, 0);
}

/* ---- Transforms -------------------------------------------------------------------------------------------------- */

md2_hull md2_hull_transformed(const md2_hull *hull, md2_transform transform)
{
    if (hull == NULL) {
        return (md2_hull){.count = 0};
    }
    md2_hull moved = {.radius = hull->radius, .count = hull->count};
    for (int32_t i = 0; i < hull->count; ++i) {
        moved.point[i] = transform_point(transform, hull->point[i]);
        moved.normal[i] = rot_apply(transform.q, hull->normal[i]);
    }
    moved.centroid = transform_point(transform, hull->centroid);
    return moved;
}
