/* Support points of convex cores. */
#include "geometry3/core.h"

#include "geometry3/vec3.h"
#include "geometry3/hull.h"

/* For hulls with more vertices, climbing along the edges takes fewer dot products than testing all vertices. */
enum { MAX_LOOP_VERTICES = 32 };

/** Returns the larger distance from the centre of the two ends of a capsule, cylinder or cone; for the latter two, of
 *  the circle at each end. */
static md_real end_extent(const struct core *core, int32_t end, md3_vec from)
{
    const md3_vec to_end = vec_sub(core->point[end], from);
    const bool has_circle = core->kind == CORE_CYLINDER || (core->kind == CORE_CONE && end == 0);
    if (!has_circle) {
        return vec_length(to_end);
    }
    const md_real along = vec_dot(to_end, core->axis);
    const md3_vec across = vec_add_scaled(to_end, -along, core->axis);
    const md_real rim = vec_length(across) + core->base_radius;
    return md_sqrt(along * along + rim * rim);
}

static md_real farthest_distance(const md3_vec *points, int32_t count, md3_vec from)
{
    md_real squared = 0;
    for (int32_t i = 0; i < count; ++i) {
        squared = md_max(squared, md3_vec_distance_squared(from, points[i]));
    }
    return md_sqrt(squared);
}

md_real md3_core_max_extent(const struct core *core, md3_vec from)
{
    md_real extent = 0;
    if (core->kind == CORE_HULL) {
        return farthest_distance(core->hull->vertex, core->hull->vertex_count, from);
    }
    if (core->kind == CORE_VERTICES) {
        return farthest_distance(core->vertex, core->count, from);
    }
    const md3_vec from_center = vec_sub(from, core->center);
    for (int32_t i = 0; i < core->count; ++i) {
        extent = md_max(extent, end_extent(core, i, from_center));
    }
    return extent;
}

static void set_ends(struct core *core, enum core_kind kind, md3_vec a, md3_vec b)
{
    core->kind = kind;
    core->count = 2;
    core->center = vec_lerp(a, b, (md_real)0.5);
    core->point[0] = vec_sub(a, core->center);
    core->point[1] = vec_sub(b, core->center);
    core->axis = md3_vec_normalize(vec_sub(b, a));
}

struct core md3_core_of(const md3_geometry *geometry)
{
    struct core core = {.kind = CORE_POINTS, .count = 1, .center = geometry->point[0], .radius = geometry->radius};
    switch (geometry->type) {
    case MD3_CAPSULE: set_ends(&core, CORE_POINTS, geometry->point[0], geometry->point[1]); break;
    case MD3_CYLINDER: set_ends(&core, CORE_CYLINDER, geometry->point[0], geometry->point[1]); break;
    case MD3_CONE: set_ends(&core, CORE_CONE, geometry->point[0], geometry->point[1]); break;
    case MD3_HULL:
        core.kind = CORE_HULL;
        core.hull = geometry->hull;
        core.center = geometry->hull->centroid;
        break;
    default: break;
    }
    core.base_radius = geometry->base_radius;
    core.max_extent = md3_core_max_extent(&core, core.center);
    /* The vertices of a hull are not relative to the centre. */
    const md_real from_origin = core.kind == CORE_HULL ? vec_length(core.center) : 0;
    core.rounding = MD_REAL_EPSILON * (core.max_extent + from_origin);
    return core;
}

struct core md3_core_of_triangle(const md3_vec corner[3])
{
    struct core core = {.kind = CORE_POINTS, .count = 3};
    for (int32_t i = 1; i < 3; ++i) {
        core.point[i] = vec_sub(corner[i], corner[0]);
    }
    core.max_extent = md3_core_max_extent(&core, core.center);
    core.rounding = MD_REAL_EPSILON * core.max_extent;
    return core;
}

/** Returns the index of the point farthest along a direction; the first one if several are. */
static int32_t farthest_point(const md3_vec *points, int32_t count, md3_vec direction)
{
    int32_t best = 0;
    md_real max_along = vec_dot(direction, points[0]);
    for (int32_t i = 1; i < count; ++i) {
        const md_real along = vec_dot(direction, points[i]);
        if (along > max_along) {
            max_along = along;
            best = i;
        }
    }
    return best;
}

/** Returns the vertex farthest beyond `vertex` along a direction, of all vertices that share a face with it, or `vertex`
 *  itself. Faces are not quite flat, so that edges alone may end in a vertex that is not the farthest. Dot products with
 *  differences of vertices have smaller rounding errors than those with vertices: the climb is not caught at a short edge. */
static int32_t climb(const md3_hull *hull, int32_t vertex, md3_vec direction)
{
    const struct half_edge *half_edge = hull->half_edge;
    int32_t best = vertex;
    md_real max_gain = 0;
    const int32_t first = hull->vertex_edge[vertex];
    int32_t edge = first;
    do {
        /* All vertices of the face but the last, which the next edge leads to. */
        for (int32_t e = half_edge[edge].next; half_edge[half_edge[e].next].origin != vertex; e = half_edge[e].next) {
            const int32_t other = half_edge[e].origin;
            const md_real gain = vec_dot(direction, vec_sub(hull->vertex[other], hull->vertex[vertex]));
            if (gain > max_gain) {
                max_gain = gain;
                best = other;
            }
        }
        edge = half_edge[half_edge_twin(edge)].next;
    } while (edge != first);
    return best;
}

static int32_t hull_support(const md3_hull *hull, md3_vec direction, int32_t start)
{
    if (hull->vertex_count <= MAX_LOOP_VERTICES) {
        return farthest_point(hull->vertex, hull->vertex_count, direction);
    }
    int32_t vertex = start;
    /* Each vertex is farther than the last. The limit is for rounding errors that make a circle of vertices. */
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        const int32_t next = climb(hull, vertex, direction);
        if (next == vertex) {
            break;
        }
        vertex = next;
    }
    return vertex;
}

static md3_vec across_axis(const struct core *core, md3_vec direction)
{
    return vec_add_scaled(direction, -vec_dot(direction, core->axis), core->axis);
}

/** Returns the point of a cap's circle that is farthest along a direction. */
static md3_vec rim_point(const struct core *core, md3_vec center, md3_vec direction)
{
    /* The second time removes the rounding error of the first, which is large if the direction is almost axial. */
    const md3_vec across = across_axis(core, across_axis(core, direction));
    const md_real length = vec_length(across);
    /* Below this length, the direction across is rounding error, and all points of the cap are equally far. */
    if (!(length > 4 * MD_REAL_EPSILON * md_abs(vec_dot(direction, core->axis)))) {
        return center;
    }
    return vec_add_scaled(center, core->base_radius / length, across);
}

md3_vec md3_core_support(const struct core *core, md3_vec direction, int32_t *hint)
{
    switch (core->kind) {
    case CORE_HULL:
        *hint = hull_support(core->hull, direction, *hint);
        return vec_sub(core->hull->vertex[*hint], core->center);
    case CORE_VERTICES:
        return vec_sub(core->vertex[farthest_point(core->vertex, core->count, direction)], core->center);
    case CORE_CYLINDER: return rim_point(core, core->point[vec_dot(direction, core->axis) > 0 ? 1 : 0], direction);
    case CORE_CONE: {
        const md3_vec rim = rim_point(core, core->point[0], direction);
        const md3_vec to_apex = vec_sub(core->point[1], rim);
        return vec_dot(direction, to_apex) > 0 ? core->point[1] : rim;
    }
    default: return core->point[farthest_point(core->point, core->count, direction)];
    }
}
