/* The convex hull of a set of points, by quickhull, with points closer than MD2_LINEAR_SLOP merged.
 *
 * The result does not depend on the order of the points. */
#include "geometry2/hull.h"

/* The corners of a polygon under construction, counter-clockwise. There may be more than in the result, because a point
 * that is outside an edge of the result by less than the slop can be found before the ends of that edge. */
#define MAX_OUTLINE (4 * MD2_MAX_POINTS)

struct outline {
    md2_vec corner[MAX_OUTLINE];
    int32_t count;
};

struct cloud {
    const md2_vec *point;
    int32_t count;
};

struct candidate {
    md2_vec point;
    md_real distance; /* m */
};

/* A total order of points, which makes the result independent of the order of the input. */
static bool comes_before(md2_vec a, md2_vec b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* Replaces the best candidate by a farther point. */
static void consider(struct candidate *best, md2_vec point, md_real distance)
{
    if (distance > best->distance || (distance == best->distance && comes_before(point, best->point))) {
        *best = (struct candidate){point, distance};
    }
}

static md2_vec first_point(struct cloud cloud)
{
    md2_vec first = cloud.point[0];
    for (int32_t i = 1; i < cloud.count; ++i) {
        first = comes_before(cloud.point[i], first) ? cloud.point[i] : first;
    }
    return first;
}

static struct candidate farthest_from(struct cloud cloud, md2_vec from)
{
    struct candidate best = {from, 0};
    for (int32_t i = 0; i < cloud.count; ++i) {
        consider(&best, cloud.point[i], vec_length(vec_sub(cloud.point[i], from)));
    }
    return best;
}

/* Returns the point farthest to the right of the line from a to b, which is outside if that is an edge. */
static struct candidate farthest_beyond(struct cloud cloud, md2_vec a, md2_vec b)
{
    const md2_vec normal = vec_right(vec_unit(vec_sub(b, a), NULL));
    struct candidate best = {a, 0};
    for (int32_t i = 0; i < cloud.count; ++i) {
        consider(&best, cloud.point[i], vec_dot(normal, vec_sub(cloud.point[i], a)));
    }
    return best;
}

/* Starts with two points each of which is the farthest from the other. Seen from any third point they are then at least
 * 60 degrees apart, so no other corner is so sharp that a point near the line of its edge is far beyond the end of the
 * edge. Returns their distance, which is infinite if it overflows. */
static md_real outline_start(struct outline *outline, struct cloud cloud)
{
    md2_vec a = first_point(cloud);
    struct candidate b = farthest_from(cloud, a);
    struct candidate c = farthest_from(cloud, b.point);
    while (c.distance > b.distance) {
        a = b.point;
        b = c;
        c = farthest_from(cloud, b.point);
    }
    *outline = (struct outline){.corner = {a, b.point}, .count = 2};
    return b.distance;
}

static void outline_insert(struct outline *outline, int32_t index, md2_vec corner)
{
    for (int32_t i = outline->count; i > index; --i) {
        outline->corner[i] = outline->corner[i - 1];
    }
    outline->corner[index] = corner;
    ++outline->count;
}

static void outline_remove(struct outline *outline, int32_t index)
{
    --outline->count;
    for (int32_t i = index; i < outline->count; ++i) {
        outline->corner[i] = outline->corner[i + 1];
    }
}

/* Quickhull without allocation: splits every edge that has points outside at the farthest of them. That point is
 * extreme along the normal of the edge, so the outline stays convex, and it is at least the slop away from both ends.
 * Returns false if the outline is full. */
static bool outline_grow(struct outline *outline, struct cloud cloud)
{
    for (int32_t i = 0; i < outline->count;) {
        const md2_vec a = outline->corner[i];
        const md2_vec b = outline->corner[next_index(i, outline->count)];
        const struct candidate beyond = farthest_beyond(cloud, a, b);
        if (beyond.distance <= MD2_LINEAR_SLOP) {
            ++i;
        } else if (outline->count < MAX_OUTLINE) {
            outline_insert(outline, i + 1, beyond.point);
        } else {
            return false;
        }
    }
    return true;
}

/* Returns by how much points are outside the outline without the given corner, m. */
static md_real bulge_without(const struct outline *outline, int32_t index, struct cloud cloud)
{
    const int32_t n = outline->count;
    return farthest_beyond(cloud, outline->corner[(index + n - 1) % n], outline->corner[(index + 1) % n]).distance;
}

/* Removes corners on straight edges, the flattest first. The two initial corners stick out too far to be removed. The
 * others are no sharper than 60 degrees, so the new edge is no shorter than the shorter of the two that it replaces. */
static void outline_straighten(struct outline *outline, struct cloud cloud)
{
    while (outline->count > 3) {
        int32_t flattest = 0;
        md_real min_bulge = MD_INFINITY;
        for (int32_t i = 0; i < outline->count; ++i) {
            const md_real bulge = bulge_without(outline, i, cloud);
            if (bulge < min_bulge) {
                flattest = i;
                min_bulge = bulge;
            }
        }
        if (min_bulge > MD2_LINEAR_SLOP) {
            return;
        }
        outline_remove(outline, flattest);
    }
}

static md2_hull hull_of_outline(const struct outline *outline, md_real radius)
{
    md2_hull hull = {.radius = radius, .count = outline->count};
    for (int32_t i = 0; i < hull.count; ++i) {
        const md2_vec edge = vec_sub(outline->corner[next_index(i, hull.count)], outline->corner[i]);
        hull.point[i] = outline->corner[i];
        hull.normal[i] = vec_right(vec_unit(edge, NULL));
    }
    hull.centroid = md2_hull_mass(&hull, 1).center;
    return hull;
}

md_status md2_hull_polygon(md2_hull *hull, const md2_vec *points, int32_t count, md_real radius)
{
    if (hull == NULL || points == NULL || count < 3 || !radius_is_valid(radius)) {
        return MD_ERROR_ARGUMENT;
    }
    for (int32_t i = 0; i < count; ++i) {
        if (!vec_is_finite(points[i])) {
            return MD_ERROR_ARGUMENT;
        }
    }
    const struct cloud cloud = {points, count};
    struct outline outline;
    const md_real size = outline_start(&outline, cloud);
    if (!isfinite(size) || size < MD2_LINEAR_SLOP) {
        return MD_ERROR_ARGUMENT;
    }
    if (!outline_grow(&outline, cloud)) {
        return MD_ERROR_SIZE;
    }
    outline_straighten(&outline, cloud);
    if (outline.count > MD2_MAX_POINTS) {
        return MD_ERROR_SIZE;
    }
    if (outline.count < 3) {
        return MD_ERROR_ARGUMENT;
    }
    const md2_hull polygon = hull_of_outline(&outline, radius);
    if (!md2_hull_is_convex(&polygon) || !vec_is_finite(polygon.centroid)) {
        return MD_ERROR_ARGUMENT;
    }
    *hull = polygon;
    return MD_OK;
}
