/* Sizes of geometries: the ball inside, and the distance of the furthest point. */
#include "geometry3/hull.h"
#include "geometry3/vec3.h"
#include "world3/world.h"

/* The largest ball in a cone, from its section: a triangle of height h over a base of 2 r. */
static md_real inscribed_in_cone(md_real r, md_real h)
{
    return r * h / (r + md_sqrt(r * r + h * h));
}

md_real md3_geometry_inscribed_radius(const md3_geometry *geometry)
{
    const md_real height = md3_vec_distance(geometry->point[0], geometry->point[1]);
    switch (geometry->type) {
    case MD3_SPHERE:
    case MD3_CAPSULE: return geometry->radius;
    case MD3_HULL: return geometry->hull->inscribed_radius + geometry->radius;
    case MD3_CYLINDER: return md_min(geometry->base_radius, height / 2) + geometry->radius;
    case MD3_CONE: return inscribed_in_cone(geometry->base_radius, height) + geometry->radius;
    case MD3_PLANE: return MD_INFINITY;
    case MD3_MESH:
    case MD3_HEIGHT_FIELD:
    case MD3_GEOMETRY_COUNT: break;
    }
    return 0;
}

static md_real furthest_vertex(const md3_hull *hull, md3_vec from)
{
    md_real furthest = 0;
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        furthest = md_max(furthest, md3_vec_distance_squared(hull->vertex[i], from));
    }
    return md_sqrt(furthest);
}

static md_real furthest_corner(md3_box box, md3_vec from)
{
    const md3_vec low = vec_abs(vec_sub(box.lower, from));
    const md3_vec high = vec_abs(vec_sub(box.upper, from));
    return vec_length(vec_max(low, high));
}

md_real md3_geometry_max_extent(const md3_geometry *geometry, md3_vec from)
{
    const md_real a = md3_vec_distance(geometry->point[0], from);
    const md_real b = md3_vec_distance(geometry->point[1], from);
    switch (geometry->type) {
    case MD3_SPHERE: return a + geometry->radius;
    case MD3_CAPSULE: return md_max(a, b) + geometry->radius;
    case MD3_HULL: return furthest_vertex(geometry->hull, from) + geometry->radius;
    case MD3_CYLINDER: return md_max(a, b) + geometry->base_radius + geometry->radius;
    case MD3_CONE: return md_max(a + geometry->base_radius, b) + geometry->radius;
    case MD3_MESH:
    case MD3_HEIGHT_FIELD: return furthest_corner(md3_geometry_bounds(geometry, md3_transform_identity()), from);
    case MD3_PLANE:
    case MD3_GEOMETRY_COUNT: break;
    }
    return 0;
}
