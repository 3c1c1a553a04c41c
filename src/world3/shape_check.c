/* Checks of shapes: definitions and geometries. */
#include "engine/def_check.h"
#include "geometry3/vec3.h"
#include "world3/world.h"

/* kg/m^3; rounded outwards, so that the limit itself is accepted in float. */
#define MAX_DENSITY (1e15 * (1 + 1e-7))

md_status md3_shape_def_check(const md3_shape_def *def, md_error *error)
{
    struct def_check check = {.what = "shape", .error = error};
    if (!md_check_def(&check, def, sizeof *def, "md3_shape_def_default")) {
        return check.status;
    }
    md_check_number_within(&check, "density", (double)def->density, 0, MAX_DENSITY);
    md_check_number(&check, "friction", (double)def->friction, RULE_NOT_NEGATIVE);
    md_check_number_within(&check, "restitution", (double)def->restitution, 0, 1);
    md_check_number(&check, "torsion", (double)def->torsion, RULE_NOT_NEGATIVE);
    md_check_number(&check, "rolling", (double)def->rolling, RULE_NOT_NEGATIVE);
    md3_check_vector(&check, "surface_velocity", def->surface_velocity);
    return check.status;
}

/* ---- Geometries -------------------------------------------------------------------------------------------------- */

static void check_point(struct def_check *check, const char *field, md3_vec point)
{
    md_check_that(check, body_is_in_world(point), "%s must be three numbers from %g to %g, is (%g, %g, %g)", field,
                  -(double)WORLD_SIZE, (double)WORLD_SIZE, (double)point.x, (double)point.y, (double)point.z);
}

/* A length of the geometry, m, > 0. */
static void check_size(struct def_check *check, const char *field, md_real value)
{
    md_check_that(check, value > 0 && value <= WORLD_SIZE, "%s must be a number > 0 up to %g, is %g", field,
                  (double)WORLD_SIZE, (double)value);
}

static void check_rounding(struct def_check *check, md_real radius)
{
    md_check_number_within(check, "radius", (double)radius, 0, (double)WORLD_SIZE);
}

/* The two points of a capsule, cylinder or cone. */
static void check_axis(struct def_check *check, const md3_geometry *geometry)
{
    check_point(check, "point[0]", geometry->point[0]);
    check_point(check, "point[1]", geometry->point[1]);
    const md_real length = md3_vec_distance(geometry->point[0], geometry->point[1]);
    md_check_that(check, check->status != MD_OK || length >= MD3_LINEAR_SLOP / 2,
                  "point[1] must be %g or more from point[0], is at %g", (double)MD3_LINEAR_SLOP, (double)length);
}

static void check_object(struct def_check *check, const char *field, const void *object)
{
    md_check_that(check, object != NULL, "%s must not be NULL", field);
}

static void check_fields(struct def_check *check, const md3_geometry *geometry)
{
    switch (geometry->type) {
    case MD3_SPHERE:
        check_point(check, "point[0]", geometry->point[0]);
        check_size(check, "radius", geometry->radius);
        break;
    case MD3_CAPSULE:
        check_axis(check, geometry);
        check_size(check, "radius", geometry->radius);
        break;
    case MD3_HULL:
        check_object(check, "hull", geometry->hull);
        check_rounding(check, geometry->radius);
        break;
    case MD3_CYLINDER:
    case MD3_CONE:
        check_axis(check, geometry);
        md_check_number_within(check, "base_radius", (double)geometry->base_radius, (double)MD3_LINEAR_SLOP / 4,
                               (double)WORLD_SIZE);
        check_rounding(check, geometry->radius);
        break;
    case MD3_PLANE:
        md_check_that(check, md_abs(vec_length(geometry->point[0]) - 1) < (md_real)1e-3,
                      "point[0] must be a unit normal, is (%g, %g, %g)", (double)geometry->point[0].x,
                      (double)geometry->point[0].y, (double)geometry->point[0].z);
        md_check_number_within(check, "offset", (double)geometry->offset, -(double)WORLD_SIZE, (double)WORLD_SIZE);
        break;
    case MD3_MESH: check_object(check, "mesh", geometry->mesh); break;
    case MD3_HEIGHT_FIELD: check_object(check, "height_field", geometry->height_field); break;
    case MD3_GEOMETRY_COUNT: break;
    }
}

md3_geometry md3_geometry_normalised(const md3_geometry *geometry)
{
    md3_geometry used = {.type = geometry->type, .radius = geometry->radius, .point = {geometry->point[0]}};
    switch (geometry->type) {
    case MD3_SPHERE: return used;
    case MD3_CAPSULE: used.point[1] = geometry->point[1]; return used;
    case MD3_CYLINDER:
    case MD3_CONE:
        used.point[1] = geometry->point[1];
        used.base_radius = geometry->base_radius;
        return used;
    case MD3_PLANE: return (md3_geometry){.type = used.type, .point = {used.point[0]}, .offset = geometry->offset};
    case MD3_HULL: return (md3_geometry){.type = used.type, .hull = geometry->hull, .radius = used.radius};
    case MD3_MESH: return (md3_geometry){.type = used.type, .mesh = geometry->mesh};
    default: return (md3_geometry){.type = used.type, .height_field = geometry->height_field};
    }
}

md_status md3_shape_geometry_check(const md3_geometry *geometry, md_error *error)
{
    struct def_check check = {.what = "geometry", .error = error};
    if (geometry == NULL) {
        md_check_that(&check, false, "the geometry is NULL");
        return check.status;
    }
    md_check_choice(&check, "type", (int)geometry->type, MD3_GEOMETRY_COUNT);
    if (check.status == MD_OK) {
        check_fields(&check, geometry);
    }
    return check.status;
}
