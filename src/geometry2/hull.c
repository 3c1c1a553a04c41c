/* Making hulls: every function checks its input, builds a hull aside and hands it over only when it is sound. */
#include "geometry2/vec.h"

static bool is_radius(md_real radius)
{
    return isfinite(radius) && radius >= 0;
}

static int32_t next_of(int32_t index, int32_t count)
{
    return index + 1 < count ? index + 1 : 0;
}

/* ---- Circle, capsule, segment ------------------------------------------------------------------------------------ */

md_status md2_hull_circle(md2_hull *hull, md2_vec center, md_real radius)
{
    if (!vec_is_finite(center) || !is_radius(radius) || radius == 0) {
        return MD_ERROR_ARGUMENT;
    }
    *hull = (md2_hull){.point = {center}, .centroid = center, .radius = radius, .count = 1};
    return MD_OK;
}

md_status md2_hull_capsule(md2_hull *hull, md2_vec a, md2_vec b, md_real radius)
{
    if (!vec_is_finite(a) || !vec_is_finite(b) || !is_radius(radius)) {
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

/* Whether every corner turns left by more than rounding has eaten, as it may far away from the origin. */
static bool turns_left(const md2_hull *hull)
{
    for (int32_t i = 0; i < hull->count; ++i) {
        const int32_t j = next_of(i, hull->count);
        const int32_t k = next_of(j, hull->count);
        const md2_vec before = vec_sub(hull->point[j], hull->point[i]);
        const md2_vec after = vec_sub(hull->point[k], hull->point[j]);
        if (!(vec_cross(before, after) > 0)) {
            return false;
        }
    }
    return true;
}

static bool is_half_size(md_real half)
{
    return isfinite(half) && 2 * half >= MD2_LINEAR_SLOP;
}

md_status md2_hull_box(md2_hull *hull, md2_vec half, md2_vec center, md2_rot rotation, md_real radius)
{
    if (!is_half_size(half.x) || !is_half_size(half.y) || !vec_is_finite(center) || !rot_is_unit(rotation) ||
        !is_radius(radius)) {
        return MD_ERROR_ARGUMENT;
    }
    const md2_transform at = {center, rot_unit(rotation)};
    const md2_hull box = {.point = {{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}},
                          .normal = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}},
                          .radius = radius,
                          .count = 4};
    const md2_hull made = md2_hull_transformed(&box, at);
    if (!turns_left(&made)) {
        return MD_ERROR_ARGUMENT;
    }
    *hull = made;
    return MD_OK;
}

/* ---- Polygon ----------------------------------------------------------------------------------------------------- */

/* Corners on the way to a polygon, counter-clockwise. There may be more than in the end, since a point that bulges
 * out of the middle of an edge by less than the slop can be found before the ends of that edge are. */
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

/* An order of all points, so that what is found does not depend on the order in which they were given. */
static bool comes_before(md2_vec a, md2_vec b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

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

/* The point furthest to the right of the line from a to b: outside, if that is an edge. */
static struct candidate farthest_beyond(struct cloud cloud, md2_vec a, md2_vec b)
{
    const md2_vec normal = vec_right(vec_unit(vec_sub(b, a), NULL));
    struct candidate best = {a, 0};
    for (int32_t i = 0; i < cloud.count; ++i) {
        consider(&best, cloud.point[i], vec_dot(normal, vec_sub(cloud.point[i], a)));
    }
    return best;
}

/* Two points each of which is the farthest from the other. From any third point of the cloud they are then seen at
 * least 60 degrees apart, so no other corner is so sharp that a point near the line of its edge is far beyond the
 * edge's end. Returns their distance, infinite where it overflows. */
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

/* Quickhull without a memory of its own: an edge with a point beyond it is broken at the farthest such point. That
 * point is extreme in the direction of the edge's normal, so the outline stays convex; and it is at least the slop
 * away from both ends. False where the outline is full. */
static bool outline_grow(struct outline *outline, struct cloud cloud)
{
    for (int32_t i = 0; i < outline->count;) {
        const md2_vec a = outline->corner[i];
        const md2_vec b = outline->corner[next_of(i, outline->count)];
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

/* How far the points would stick out if the corner were left out. */
static md_real bulge_without(const struct outline *outline, int32_t index, struct cloud cloud)
{
    const int32_t n = outline->count;
    return farthest_beyond(cloud, outline->corner[(index + n - 1) % n], outline->corner[(index + 1) % n]).distance;
}

/* Leaves out corners on straight edges, the flattest first. The two of the start stick out too far to be among them,
 * and the others are no sharper than 60 degrees, so the new edge is no shorter than the shorter of the two it
 * replaces. */
static void outline_straighten(struct outline *outline, struct cloud cloud)
{
    while (outline->count > 3) {
        int32_t flattest = 0;
        md_real least = MD_INFINITY;
        for (int32_t i = 0; i < outline->count; ++i) {
            const md_real bulge = bulge_without(outline, i, cloud);
            if (bulge < least) {
                flattest = i;
                least = bulge;
            }
        }
        if (least > MD2_LINEAR_SLOP) {
            return;
        }
        outline_remove(outline, flattest);
    }
}

static md2_hull hull_of_outline(const struct outline *outline, md_real radius)
{
    md2_hull hull = {.radius = radius, .count = outline->count};
    for (int32_t i = 0; i < hull.count; ++i) {
        const md2_vec edge = vec_sub(outline->corner[next_of(i, hull.count)], outline->corner[i]);
        hull.point[i] = outline->corner[i];
        hull.normal[i] = vec_right(vec_unit(edge, NULL));
    }
    hull.centroid = md2_hull_mass(&hull, 1).center;
    return hull;
}

md_status md2_hull_rectangle(md2_hull *hull, md_real half_width, md_real half_height)
{
    return md2_hull_box(hull, (md2_vec){half_width, half_height}, (md2_vec){0, 0}, (md2_rot){1, 0}, 0);
}

md_status md2_hull_polygon(md2_hull *hull, const md2_vec *points, int32_t count, md_real radius)
{
    if (count < 3 || !is_radius(radius)) {
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
    const md2_hull made = hull_of_outline(&outline, radius);
    if (!turns_left(&made) || !vec_is_finite(made.centroid)) {
        return MD_ERROR_ARGUMENT;
    }
    *hull = made;
    return MD_OK;
}

/* ---- Moving ------------------------------------------------------------------------------------------------------ */

md2_hull md2_hull_transformed(const md2_hull *hull, md2_transform transform)
{
    md2_hull moved = {.radius = hull->radius, .count = hull->count};
    for (int32_t i = 0; i < hull->count; ++i) {
        moved.point[i] = transform_point(transform, hull->point[i]);
        moved.normal[i] = rot_apply(transform.q, hull->normal[i]);
    }
    moved.centroid = transform_point(transform, hull->centroid);
    return moved;
}
