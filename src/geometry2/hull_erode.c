/* Erosion: the part of a hull that is at least a given depth below its surface. */
#include "geometry2/hull.h"

/** The points of a polygon. A convex polygon that is cut along each of its edges in turn never has more edges than
 *  before, because the cut replaces the edge. */
struct polygon {
    md2_vec point[MD2_MAX_POINTS + 1];
    int32_t count;
};

static void add_point(struct polygon *polygon, md2_vec point)
{
    if (polygon->count <= MD2_MAX_POINTS) { /* more only by rounding */
        polygon->point[polygon->count++] = point;
    }
}

/** Returns the part of a polygon where `normal . x <= limit` (Sutherland and Hodgman, 1974). */
static struct polygon cut(const struct polygon *polygon, md2_vec normal, md_real limit)
{
    struct polygon kept = {.count = 0};
    for (int32_t i = 0; i < polygon->count; ++i) {
        const md2_vec from = polygon->point[i], to = polygon->point[next_index(i, polygon->count)];
        const md_real above_from = vec_dot(normal, from) - limit, above_to = vec_dot(normal, to) - limit;
        if (above_from <= 0) {
            add_point(&kept, from);
        }
        if ((above_from < 0 && above_to > 0) || (above_from > 0 && above_to < 0)) {
            add_point(&kept, vec_lerp(from, to, above_from / (above_from - above_to)));
        }
    }
    return kept;
}

md2_hull md2_hull_eroded(const md2_hull *hull, md_real depth)
{
    md2_hull eroded = {.centroid = hull->centroid, .radius = md_max(hull->radius - depth, 0), .count = hull->count};
    struct polygon polygon = {.count = hull->count};
    for (int32_t i = 0; i < hull->count; ++i) {
        polygon.point[i] = hull->point[i];
    }
    for (int32_t i = 0; depth > hull->radius && hull->count > 2 && i < hull->count; ++i) {
        const md_real limit = vec_dot(hull->normal[i], hull->point[i]) - (depth - hull->radius);
        polygon = cut(&polygon, hull->normal[i], limit);
    }
    if (polygon.count == 0 || polygon.count > MD2_MAX_POINTS) { /* only by rounding */
        polygon = (struct polygon){.point = {hull->centroid}, .count = 1};
    }
    for (int32_t i = 0; i < polygon.count; ++i) {
        eroded.point[i] = polygon.point[i];
    }
    eroded.count = polygon.count;
    return eroded;
}
