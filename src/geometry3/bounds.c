/* Bounding boxes of geometries. */
#include "geometry3/hull.h"
#include "geometry3/mesh.h"
#include "geometry3/vec3.h"

/* The box of a ball. */
static md3_box box_around(md3_vec center, md_real radius)
{
    return box_enlarged((md3_box){center, center}, radius);
}

static md3_box capsule_bounds(const md3_geometry *capsule, md3_transform transform)
{
    const md3_vec a = transform_point(transform, capsule->point[0]);
    const md3_vec b = transform_point(transform, capsule->point[1]);
    return box_union(box_around(a, capsule->radius), box_around(b, capsule->radius));
}

/* The box of a disc. Along an axis of the world it extends by the radius times the sine of the angle to the normal. */
static md3_box disc_bounds(md3_vec center, md3_vec normal, md_real radius)
{
    const md3_vec n = normal;
    const md3_vec extent = vec_scale(
        radius, vec(md_sqrt(n.y * n.y + n.z * n.z), md_sqrt(n.z * n.z + n.x * n.x), md_sqrt(n.x * n.x + n.y * n.y)));
    return (md3_box){vec_sub(center, extent), vec_add(center, extent)};
}

static md3_box hull_bounds(const md3_hull *hull, md3_transform transform)
{
    const md3_mat rotation = md3_rot_matrix(transform.q);
    md3_box box = {vec(MD_INFINITY, MD_INFINITY, MD_INFINITY), vec(-MD_INFINITY, -MD_INFINITY, -MD_INFINITY)};
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        const md3_vec point = mat_apply(rotation, hull->vertex[i]);
        box = (md3_box){vec_min(box.lower, point), vec_max(box.upper, point)};
    }
    return (md3_box){vec_add(transform.p, box.lower), vec_add(transform.p, box.upper)};
}

/* Cylinders and cones: the caps. The apex of a cone is a cap without extent. */
static md3_box caps_bounds(const md3_geometry *geometry, md3_transform transform)
{
    const md3_vec a = transform_point(transform, geometry->point[0]),
                  b = transform_point(transform, geometry->point[1]);
    const md3_vec axis = vec_unit(vec_sub(b, a), NULL);
    const md_real end_radius = geometry->type == MD3_CYLINDER ? geometry->base_radius : 0;
    return box_union(disc_bounds(a, axis, geometry->base_radius), disc_bounds(b, axis, end_radius));
}

/* Only a normal along an axis of the world bounds a half-space on one side. */
static md3_box plane_bounds(const md3_geometry *plane, md3_transform transform)
{
    const md3_vec n = rot_apply(transform.q, plane->point[0]);
    const md_real offset = plane->offset + vec_dot(n, transform.p);
    md3_box box = box_around(vec(0, 0, 0), MD3_MAX_COORDINATE);
    if (n.y == 0 && n.z == 0) {
        *(n.x > 0 ? &box.upper.x : &box.lower.x) = n.x > 0 ? offset : -offset;
    } else if (n.z == 0 && n.x == 0) {
        *(n.y > 0 ? &box.upper.y : &box.lower.y) = n.y > 0 ? offset : -offset;
    } else if (n.x == 0 && n.y == 0) {
        *(n.z > 0 ? &box.upper.z : &box.lower.z) = n.z > 0 ? offset : -offset;
    }
    return box;
}

/* The box around a rotated box. */
static md3_box box_bounds(md3_box box, md3_transform transform)
{
    const md3_mat r = md3_rot_matrix(transform.q);
    const md3_mat size = {vec_abs(r.x), vec_abs(r.y), vec_abs(r.z)};
    const md3_vec center = transform_point(transform, vec_lerp(box.lower, box.upper, (md_real)0.5));
    const md3_vec extent = mat_apply(size, vec_scale((md_real)0.5, vec_sub(box.upper, box.lower)));
    return (md3_box){vec_sub(center, extent), vec_add(center, extent)};
}

md3_box md3_geometry_bounds(const md3_geometry *geometry, md3_transform transform)
{
    if (geometry == NULL) {
        return box_around(transform.p, 0);
    }
    const md_real radius = geometry->radius;
    switch (geometry->type) {
    case MD3_SPHERE: return box_around(transform_point(transform, geometry->point[0]), radius);
    case MD3_CAPSULE: return capsule_bounds(geometry, transform);
    case MD3_HULL: return box_enlarged(hull_bounds(geometry->hull, transform), radius);
    case MD3_CYLINDER:
    case MD3_CONE: return box_enlarged(caps_bounds(geometry, transform), radius);
    case MD3_PLANE: return plane_bounds(geometry, transform);
    case MD3_MESH: return box_bounds(geometry->mesh->node[0].box, transform);
    case MD3_HEIGHT_FIELD: return box_bounds(geometry->height_field->bounds, transform);
    default: return box_around(transform.p, 0);
    }
}
