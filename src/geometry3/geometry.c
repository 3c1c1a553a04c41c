/* Creation of geometries, and their bounding boxes. */
#include "geometry3/vec3.h"

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

static bool radius_is_valid(md_real radius)
{
    return radius >= 0 && radius <= MD3_MAX_COORDINATE;
}

/* True if two points are the ends of an axis. */
static bool axis_is_valid(md3_vec a, md3_vec b)
{
    return coordinates_are_valid(a) && coordinates_are_valid(b) && md3_vec_distance(a, b) >= MD3_LINEAR_SLOP;
}

static bool base_radius_is_valid(md_real radius)
{
    return 2 * radius >= MD3_LINEAR_SLOP && radius <= MD3_MAX_COORDINATE;
}

md_status md3_geometry_sphere(md3_geometry *geometry, md3_vec center, md_real radius)
{
    if (geometry == NULL || !coordinates_are_valid(center) || !radius_is_valid(radius) || radius == 0) {
        return MD_ERROR_ARGUMENT;
    }
    *geometry = (md3_geometry){.type = MD3_SPHERE, .point = {center}, .radius = radius};
    return MD_OK;
}

md_status md3_geometry_capsule(md3_geometry *geometry, md3_vec a, md3_vec b, md_real radius)
{
    if (geometry == NULL || !axis_is_valid(a, b) || !radius_is_valid(radius) || radius == 0) {
        return MD_ERROR_ARGUMENT;
    }
    *geometry = (md3_geometry){.type = MD3_CAPSULE, .point = {a, b}, .radius = radius};
    return MD_OK;
}

md_status md3_geometry_hull(md3_geometry *geometry, const md3_hull *hull, md_real radius)
{
    if (geometry == NULL || hull == NULL || !radius_is_valid(radius)) {
        return MD_ERROR_ARGUMENT;
    }
    *geometry = (md3_geometry){.type = MD3_HULL, .radius = radius, .hull = hull};
    return MD_OK;
}

md_status md3_geometry_cylinder(md3_geometry *geometry, md3_vec a, md3_vec b, md_real base_radius, md_real radius)
{
    if (geometry == NULL || !axis_is_valid(a, b) || !base_radius_is_valid(base_radius) || !radius_is_valid(radius)) {
        return MD_ERROR_ARGUMENT;
    }
    *geometry = (md3_geometry){.type = MD3_CYLINDER, .point = {a, b}, .radius = radius, .base_radius = base_radius};
    return MD_OK;
}

md_status md3_geometry_cone(md3_geometry *geometry, md3_vec base, md3_vec apex, md_real base_radius, md_real radius)
{
    const md_status status = md3_geometry_cylinder(geometry, base, apex, base_radius, radius);
    if (status == MD_OK) {
        geometry->type = MD3_CONE;
    }
    return status;
}

md_status md3_geometry_plane(md3_geometry *geometry, md3_vec normal, md_real offset)
{
    md_real length = 0;
    const md3_vec unit = vec_unit(normal, &length);
    if (geometry == NULL || !(md_abs(length - 1) <= (md_real)1e-3) || !(md_abs(offset) <= MD3_MAX_COORDINATE)) {
        return MD_ERROR_ARGUMENT;
    }
    *geometry = (md3_geometry){.type = MD3_PLANE, .point = {unit}, .offset = offset};
    return MD_OK;
}

md_status md3_geometry_mesh(md3_geometry *geometry, const md3_mesh *mesh)
{
    if (geometry == NULL || mesh == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    *geometry = (md3_geometry){.type = MD3_MESH, .mesh = mesh};
    return MD_OK;
}

md_status md3_geometry_height_field(md3_geometry *geometry, const md3_height_field *field)
{
    if (geometry == NULL || field == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    *geometry = (md3_geometry){.type = MD3_HEIGHT_FIELD, .height_field = field};
    return MD_OK;
}

bool md3_geometry_is_convex(const md3_geometry *geometry)
{
    return geometry != NULL && MD3_SPHERE <= geometry->type && geometry->type <= MD3_CONE;
}
