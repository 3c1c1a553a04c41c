/* Inner cores: the part of a geometry that is deep below its surface, for continuous collision.
 *
 * The inner core of a polyhedron is bounded by its faces, each moved inward by half of the inscribed radius. Its vertices are
 * found once, when the hull is created: each moved plane is cut by all the others, which leaves a polygon of the inner core or
 * nothing. Rounding radii are halved, so that the depth is half of the inscribed radius of the whole geometry.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "geometry3/core.h"
#include "geometry3/quickhull.h"
#include "geometry3/vec3.h"

/* ---- Cutting ----------------------------------------------------------------------------------------------------- */

/* A convex polygon. Each cut adds one corner at most. */
struct inner_polygon {
    md3_vec point[MD3_MAX_FACES + 4];
    int32_t count;
};

static void add_corner(struct inner_polygon *polygon, md3_vec point)
{
    if (polygon->count < MD3_MAX_FACES + 4) { /* more only by rounding */
        polygon->point[polygon->count++] = point;
    }
}

/* Returns the part of a polygon where `normal . x <= limit` (Sutherland and Hodgman, 1974). */
static void cut(const struct inner_polygon *polygon, md3_vec normal, md_real limit, struct inner_polygon *kept)
{
    kept->count = 0;
    for (int32_t i = 0; i < polygon->count; ++i) {
        const md3_vec from = polygon->point[i];
        const md3_vec to = polygon->point[i + 1 < polygon->count ? i + 1 : 0];
        const md_real above_from = vec_dot(normal, from) - limit;
        const md_real above_to = vec_dot(normal, to) - limit;
        if (above_from <= 0) {
            add_corner(kept, from);
        }
        if ((above_from < 0 && above_to > 0) || (above_from > 0 && above_to < 0)) {
            add_corner(kept, vec_lerp(from, to, above_from / (above_from - above_to)));
        }
    }
}

/* ---- Polyhedra --------------------------------------------------------------------------------------------------- */

/* Euler's formula: a polyhedron has at most 2 F - 4 vertices. Rounding may split some of them. */
#define MAX_INNER (4 * MD3_MAX_FACES)
/* Vertices of an inner core that are closer together are one, in multiples of the extent of the hull. */
#define SAME_POINT ((md_real)1e-5)

struct inner_points {
    md3_vec at[MAX_INNER]; /* relative to the centroid */
    int32_t count;
};

static void add_inner_point(struct inner_points *points, md3_vec point, md_real tolerance)
{
    for (int32_t i = 0; i < points->count; ++i) {
        if (md3_vec_distance_squared(points->at[i], point) <= tolerance * tolerance) {
            return;
        }
    }
    if (points->count < MAX_INNER) {
        points->at[points->count++] = point;
    }
}

/* Distance of a moved plane from the centroid, m. */
static md_real inner_offset(const md3_hull *hull, int32_t face, md_real depth)
{
    const struct plane3 *plane = &hull->plane[face];
    return plane->offset - vec_dot(plane->normal, hull->centroid) - depth;
}

/* Adds the corners of the polygon that a moved face contributes to the inner core. Points are relative to the centroid. */
static void add_face(const md3_hull *hull, int32_t face, md_real depth, struct inner_points *points)
{
    const md3_vec n = hull->plane[face].normal;
    const md_real size = 4 * hull->max_extent;
    const md3_vec center = vec_scale(inner_offset(hull, face, depth), n);
    const md3_vec u = vec_scale(size, md3_vec_perpendicular(n));
    const md3_vec v = vec_cross(n, u);
    struct inner_polygon polygons[2] = {
        {.point = {vec_add(center, u), vec_add(center, v), vec_sub(center, u), vec_sub(center, v)}, .count = 4}};
    int32_t now = 0;
    for (int32_t other = 0; other < hull->face_count && polygons[now].count > 0; ++other) {
        if (other != face) {
            cut(&polygons[now], hull->plane[other].normal, inner_offset(hull, other, depth), &polygons[1 - now]);
            now = 1 - now;
        }
    }
    for (int32_t i = 0; i < polygons[now].count; ++i) {
        add_inner_point(points, polygons[now].point[i], SAME_POINT * hull->max_extent);
    }
}

md_status md3_hull_set_inner(md3_hull *hull)
{
    struct inner_points points = {.count = 0};
    for (int32_t face = 0; face < hull->face_count; ++face) {
        add_face(hull, face, hull->inscribed_radius / 2, &points);
    }
    if (points.count == 0) { /* only by rounding */
        points = (struct inner_points){.at = {{0, 0, 0}}, .count = 1};
    }
    const size_t bytes = (size_t)points.count * sizeof *hull->inner;
    hull->inner = hull->allocator.resize(hull->allocator.user, NULL, 0, bytes);
    if (hull->inner == NULL) {
        return MD_ERROR_MEMORY;
    }
    hull->inner_count = points.count;
    for (int32_t i = 0; i < points.count; ++i) {
        hull->inner[i] = vec_add(hull->centroid, points.at[i]);
    }
    return MD_OK;
}

/* ---- All geometries ---------------------------------------------------------------------------------------------- */

/* A cylinder or cone that is smaller by half of its inscribed radius. A cone touches its inscribed ball all around, so its
 * inner core is the cone itself, scaled by a half towards the centre of the ball. */
static md3_geometry inner_of_round(const md3_geometry *geometry)
{
    md3_geometry inner = *geometry;
    const md3_vec axis = vec_sub(geometry->point[1], geometry->point[0]);
    const md_real height = vec_length(axis);
    const md_real r = geometry->base_radius;
    if (geometry->type == MD3_CYLINDER) {
        const md_real depth = md_min(r, height / 2) / 2;
        inner.base_radius = r - depth;
        inner.point[0] = vec_add_scaled(geometry->point[0], depth / height, axis);
        inner.point[1] = vec_add_scaled(geometry->point[1], -depth / height, axis);
    } else if (geometry->type == MD3_CONE) {
        const md_real ball = r * height / (r + md_sqrt(r * r + height * height));
        const md3_vec center = vec_add_scaled(geometry->point[0], ball / height, axis);
        inner.base_radius = r / 2;
        inner.point[0] = vec_lerp(geometry->point[0], center, (md_real)0.5);
        inner.point[1] = vec_lerp(geometry->point[1], center, (md_real)0.5);
    }
    return inner;
}

struct core md3_inner_core_of(const md3_geometry *geometry)
{
    const md3_geometry inner = inner_of_round(geometry);
    struct core core = md3_core_of(&inner);
    core.radius /= 2;
    if (geometry->type == MD3_HULL) {
        core.kind = CORE_VERTICES;
        core.vertex = geometry->hull->inner;
        core.count = geometry->hull->inner_count;
        core.max_extent = md3_core_max_extent(&core, core.center);
    }
    return core;
}
