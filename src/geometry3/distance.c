/* The distance between two geometries of any kind. */
#include "geometry3/distance.h"

#include "geometry3/vec3.h"

static md3_distance_result no_distance(void)
{
    return (md3_distance_result){.distance = MD_INFINITY, .triangle = -1};
}

struct core_distance md3_plane_distance(const md3_geometry *plane, const struct core *core, md3_transform at)
{
    const md3_vec normal = plane->point[0];
    int32_t hint = 0;
    const md3_vec local = md3_core_support(core, rot_unapply(at.q, vec_negative(normal)), &hint);
    const md3_vec lowest = rot_apply(at.q, vec_add(core->center, local));
    const md_real separation = vec_dot(normal, at.p) - plane->offset + vec_dot(normal, lowest);
    struct core_distance result = {.separation = separation, .iterations = 1};
    result.point[1] = lowest;
    result.point[0] = vec_add(at.p, lowest);
    if (separation > 0) {
        result.distance = separation;
        result.normal = normal;
        result.between = vec_scale(separation, normal);
        result.point[0] = vec_add_scaled(result.point[0], -separation, normal);
    }
    return result;
}

static md3_distance_result convex_distance(const md3_geometry *a, md3_transform at_a, const md3_geometry *b,
                                           md3_transform at_b)
{
    const struct core core_a = md3_core_of(a);
    const struct core core_b = md3_core_of(b);
    const struct core_pair pair = md3_core_pair(&core_a, at_a, &core_b, at_b);
    const struct core_distance core = md3_core_distance(&pair, pair.offset);
    return md3_surface_distance(&core, core_a.radius, at_a.p, core_b.radius, at_b.p);
}

/** Returns the distance from a plane, mesh or height field to a convex geometry, up to a limit for the latter two. It
 *  is computed in the coordinates of the former. */
static md3_distance_result distance_from(const md3_geometry *a, md3_transform at_a, const md3_geometry *convex,
                                         md3_transform at_convex, md_real limit)
{
    const md3_transform at = transform_between(at_a, at_convex);
    md3_distance_result result;
    if (a->type == MD3_PLANE) {
        const struct core core = md3_core_of(convex);
        const struct core_distance to_plane = md3_plane_distance(a, &core, at);
        result = md3_surface_distance(&to_plane, 0, vec(0, 0, 0), core.radius, at.p);
    } else {
        const struct mesh_visitor visitor = md3_mesh_visitor(convex, at);
        result = md3_mesh_distance(a, &visitor, limit);
    }
    result.point[0] = transform_point(at_a, result.point[0]);
    result.point[1] = transform_point(at_a, result.point[1]);
    result.normal = rot_apply(at_a.q, result.normal);
    return result;
}

static md3_distance_result exchanged(md3_distance_result result)
{
    const md3_vec first = result.point[0];
    result.point[0] = result.point[1];
    result.point[1] = first;
    result.normal = vec_negative(result.normal);
    return result;
}

/** md3_distance, which may return infinity if the distance is above a limit. */
static md3_distance_result distance_within(const md3_geometry *a, md3_transform at_a, const md3_geometry *b,
                                           md3_transform at_b, md_real limit)
{
    if (a == NULL || b == NULL) {
        return no_distance();
    }
    const bool convex_a = md3_geometry_is_convex(a);
    const bool convex_b = md3_geometry_is_convex(b);
    if (convex_a && convex_b) {
        return convex_distance(a, at_a, b, at_b);
    }
    if (convex_b) {
        return distance_from(a, at_a, b, at_b, limit);
    }
    return convex_a ? exchanged(distance_from(b, at_b, a, at_a, limit)) : no_distance();
}

md3_distance_result md3_distance(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b)
{
    return distance_within(a, at_a, b, at_b, MD_INFINITY);
}

bool md3_overlap(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b)
{
    return distance_within(a, at_a, b, at_b, 0).distance <= 0;
}

md3_vec md3_geometry_closest_point(const md3_geometry *geometry, md3_vec point)
{
    const md3_geometry at_point = {.type = MD3_SPHERE, .point = {point}};
    const md3_transform identity = md3_transform_identity();
    const md3_distance_result result = md3_distance(geometry, identity, &at_point, identity);
    const bool outside = result.distance > 0 && result.distance < MD_INFINITY;
    return outside ? result.point[0] : point;
}
