/* The distance of a convex geometry from a triangle mesh or height field.
 *
 * Triangles are searched in a box around the geometry. The box grows until the closest triangle found is certainly
 * the closest of all: closer than the box is wide around the geometry. Triangles of a former, smaller box are not
 * tested again.
 */
#include "geometry3/distance.h"

#include "geometry3/vec3.h"

struct mesh_visitor md3_mesh_visitor(const md3_geometry *convex, md3_transform at)
{
    return (struct mesh_visitor){md3_core_of(convex), at, md3_geometry_bounds(convex, at)};
}

struct search {
    const struct mesh_visitor *visitor;
    md3_box searched;   /* triangles whose boxes overlap it have been tested */
    bool has_searched;  /* whether there is such a box */
    md_real separation; /* of the closest triangle and the rounded geometry, m; negative if they overlap */
    md3_distance_result result;
};

md3_box md3_triangle_box(const struct triangle3 *triangle)
{
    const md3_vec *corner = triangle->corner;
    return (md3_box){vec_min(corner[0], vec_min(corner[1], corner[2])),
                     vec_max(corner[0], vec_max(corner[1], corner[2]))};
}

bool md3_triangle_faces(const struct triangle3 *triangle, md3_vec normal, md3_vec center)
{
    if (!triangle->one_sided) {
        return true;
    }
    const md_real along = vec_dot(normal, triangle->normal);
    return along != 0 ? along > 0 : vec_dot(triangle->normal, vec_sub(center, triangle->corner[0])) >= 0;
}

/** Returns the distance between two boxes, m; 0 if they overlap. */
static md_real box_distance(md3_box a, md3_box b)
{
    const md3_vec gap = vec_max(vec_sub(a.lower, b.upper), vec_sub(b.lower, a.upper));
    return vec_length(vec_max(gap, vec(0, 0, 0)));
}

static bool test_triangle(void *user, const struct triangle3 *triangle)
{
    struct search *search = user;
    const struct mesh_visitor *visitor = search->visitor;
    const md3_box box = md3_triangle_box(triangle);
    if ((search->has_searched && box_overlaps(box, search->searched)) ||
        box_distance(box, visitor->box) > md_max(search->separation, 0)) {
        return true;
    }
    const struct core core = md3_core_of_triangle(triangle->corner);
    const md3_transform at_corner = md3_transform_make(triangle->corner[0], md3_rot_identity());
    const struct core_pair pair = md3_core_pair(&core, at_corner, &visitor->core, visitor->at);
    const struct core_distance distance = md3_core_distance(&pair, pair.offset);
    const md_real separation = distance.distance - visitor->core.radius;
    const int32_t iterations = search->result.iterations + distance.iterations;
    if (separation < search->separation ||
        (separation == search->separation && triangle->index < search->result.triangle)) {
        search->separation = separation;
        search->result = md3_surface_distance(&distance, 0, at_corner.p, visitor->core.radius, visitor->at.p);
        search->result.triangle = triangle->index;
    }
    search->result.iterations = iterations;
    return distance.distance > 0; /* no triangle is closer than one in the core */
}

md3_distance_result md3_mesh_distance(const md3_geometry *mesh, const struct mesh_visitor *visitor, md_real limit)
{
    const md3_box bounds = md3_geometry_bounds(mesh, md3_transform_identity());
    const md_real size = vec_length(vec_sub(visitor->box.upper, visitor->box.lower));
    struct search search = {.visitor = visitor, .separation = MD_INFINITY};
    search.result = (md3_distance_result){.distance = MD_INFINITY, .triangle = -1};
    md_real margin = md_min(limit, box_distance(bounds, visitor->box) + md_max(size, MD3_LINEAR_SLOP));
    for (;;) {
        const md3_box box = box_enlarged(visitor->box, margin);
        md3_geometry_triangles(mesh, box, test_triangle, &search);
        if (!(margin < search.separation && margin < limit) || box_contains(box, bounds)) {
            break;
        }
        search.searched = box;
        search.has_searched = true;
        margin = md_min(limit, md_min(search.separation, 4 * margin));
    }
    if (search.separation > limit) {
        search.result = (md3_distance_result){.distance = MD_INFINITY, .triangle = -1};
    }
    return search.result;
}
