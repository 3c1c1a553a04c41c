/* Queries of one hull: bounding box, containment, ray cast. */
#include "geometry2/vec.h"

/* ---- Bounds ------------------------------------------------------------------------------------------------------ */

md2_box md2_hull_bounds(const md2_hull *hull, md2_transform transform)
{
    if (hull == NULL) {
        return (md2_box){transform.p, transform.p};
    }
    const md2_vec first = transform_point(transform, hull->point[0]);
    const md2_vec radius = {hull->radius, hull->radius};
    md2_box box = {first, first};
    for (int32_t i = 1; i < hull->count; ++i) {
        const md2_vec point = transform_point(transform, hull->point[i]);
        box = box_union(box, (md2_box){point, point});
    }
    return (md2_box){vec_sub(box.lower, radius), vec_add(box.upper, radius)};
}

/* ---- Containment ------------------------------------------------------------------------------------------------- */

static bool polygon_contains(const md2_hull *hull, md2_vec point)
{
    for (int32_t i = 0; i < hull->count; ++i) {
        if (vec_dot(hull->normal[i], vec_sub(point, hull->point[i])) > 0) {
            return false;
        }
    }
    return true;
}

/* Returns the squared distance of a point from the edge from a to b, m^2. a and b may be equal. */
static md_real distance_squared_to_edge(md2_vec a, md2_vec b, md2_vec point)
{
    const md2_vec edge = vec_sub(b, a);
    const md2_vec away = vec_sub(point, a);
    const md_real along = vec_dot(edge, away);
    const md_real square = vec_dot(edge, edge);
    const md_real fraction = along > 0 ? along / square : 0;
    /* b itself, because a + 1 (b - a) may differ from it by rounding. */
    const md2_vec nearest = fraction < 1 ? vec_add_scaled(a, fraction, edge) : b;
    const md2_vec gap = vec_sub(point, nearest);
    return vec_dot(gap, gap);
}

bool md2_hull_contains(const md2_hull *hull, md2_vec point)
{
    if (hull == NULL) {
        return false;
    }
    if (hull->count >= 3 && polygon_contains(hull, point)) {
        return true;
    }
    for (int32_t i = 0; i < hull->count; ++i) {
        const md2_vec a = hull->point[i];
        const md2_vec b = hull->point[(i + 1) % hull->count];
        if (distance_squared_to_edge(a, b, point) <= hull->radius * hull->radius) {
            return true;
        }
    }
    return false;
}

/* ---- Ray --------------------------------------------------------------------------------------------------------- */

/* The part of a ray that is inside the lines of all edges, each moved out by the radius. */
struct clipped {
    md_real enter;
    int32_t edge; /* through which the ray enters; -1 if it starts inside */
    bool empty;
};

/* Returns the distance of a point outside the offset line of an edge, m. The two edges of a hull of two points lie on
 * one line. Both are measured from the same point, so that the two distances are exactly opposite and rounding does not
 * close a segment without radius. */
static md_real outside(const md2_hull *hull, int32_t edge, md2_vec point)
{
    const md2_vec base = hull->point[hull->count == 2 ? 0 : edge];
    return vec_dot(hull->normal[edge], vec_sub(point, base)) - hull->radius;
}

static struct clipped clip_ray(const md2_hull *hull, md2_ray ray)
{
    struct clipped part = {.enter = 0, .edge = -1};
    md_real leave = ray.max_fraction;
    const int32_t edges = hull->count >= 2 ? hull->count : 0;
    for (int32_t i = 0; i < edges; ++i) {
        const md_real distance = outside(hull, i, ray.origin);
        const md_real speed = vec_dot(hull->normal[i], ray.translation);
        if (distance > 0 && speed >= 0) {
            return (struct clipped){.edge = -1, .empty = true};
        }
        if (distance > 0) {
            const md_real fraction = -distance / speed;
            if (part.edge < 0 || fraction > part.enter) {
                part.enter = fraction;
                part.edge = i;
            }
        } else if (speed > 0) {
            leave = md_min(leave, -distance / speed);
        }
    }
    part.empty = part.enter > leave;
    return part;
}

/* True if a point on the offset line of an edge lies between its two rounded corners. */
static bool is_on_edge(const md2_hull *hull, int32_t edge, md2_vec point)
{
    const md2_vec a = hull->point[edge];
    const md2_vec b = hull->point[(edge + 1) % hull->count];
    const md2_vec along = vec_sub(b, a);
    return vec_dot(along, vec_sub(point, a)) >= 0 && vec_dot(along, vec_sub(point, b)) <= 0;
}

/* Casts a ray that starts outside the circle. The half chord comes from the closest approach of the ray, not from the
 * discriminant, which loses digits to cancellation if the ray starts far away. */
static md2_ray_hit ray_circle(md2_vec center, md_real radius, md2_ray ray)
{
    md_real length = 0;
    const md2_vec direction = vec_unit(ray.translation, &length);
    const md2_vec from_center = vec_sub(ray.origin, center);
    const md_real approach = -vec_dot(direction, from_center);
    const md2_vec closest = vec_add_scaled(from_center, approach, direction);
    const md_real half_chord_squared = radius * radius - vec_dot(closest, closest);
    if (!(approach > 0) || half_chord_squared < 0) {
        return (md2_ray_hit){.hit = false};
    }
    const md_real half_chord = md_sqrt(half_chord_squared);
    const md_real fraction = md_max(approach - half_chord, 0) / length;
    if (fraction > ray.max_fraction) {
        return (md2_ray_hit){.hit = false};
    }
    const md2_vec normal = vec_unit(vec_add_scaled(closest, -half_chord, direction), NULL);
    return (md2_ray_hit){
        .point = vec_add_scaled(center, radius, normal), .normal = normal, .fraction = fraction, .hit = true};
}

static md2_ray_hit ray_corners(const md2_hull *hull, md2_ray ray)
{
    md2_ray_hit first = {.hit = false};
    for (int32_t i = 0; i < hull->count; ++i) {
        const md2_ray_hit hit = ray_circle(hull->point[i], hull->radius, ray);
        if (hit.hit && (!first.hit || hit.fraction < first.fraction)) {
            first = hit;
        }
    }
    return first;
}

/* The offset lines of the edges bound the hull with sharp corners. A ray that enters this shape between the ends of an
 * edge enters the hull there. Otherwise it enters at a corner, which is rounded, and can only hit the circle of a
 * corner. */
md2_ray_hit md2_hull_ray(const md2_hull *hull, md2_ray ray)
{
    if (hull == NULL) {
        return (md2_ray_hit){.hit = false};
    }
    if (md2_hull_contains(hull, ray.origin)) {
        return (md2_ray_hit){.point = ray.origin, .hit = true};
    }
    const struct clipped part = clip_ray(hull, ray);
    if (part.empty) {
        return (md2_ray_hit){.hit = false};
    }
    if (part.edge >= 0) {
        const md2_vec point = vec_add_scaled(ray.origin, part.enter, ray.translation);
        /* A polygon without radius has sharp corners, and rounding errors must not let a ray slip between two edges. */
        const bool has_sharp_corners = hull->count >= 3 && hull->radius == 0;
        if (has_sharp_corners || is_on_edge(hull, part.edge, point)) {
            return (md2_ray_hit){
                .point = point, .normal = hull->normal[part.edge], .fraction = part.enter, .hit = true};
        }
    }
    /* A segment without radius cannot be hit end-on. */
    return hull->radius > 0 ? ray_corners(hull, ray) : (md2_ray_hit){.hit = false};
}
