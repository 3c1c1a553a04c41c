/* Checks of shapes: definitions, hulls and chain segments. */
#include <stdio.h>

#include "engine/def_check.h"
#include "geometry2/hull.h"
#include "world2/world.h"

/* kg/m^2; rounded outwards, so that the limit itself is accepted in float. */
#define MAX_DENSITY (1e15 * (1 + 1e-7))

md_status md2_shape_def_check(const md2_shape_def *def, md_error *error)
{
    struct def_check check = {.what = "shape", .error = error};
    if (!md_check_def(&check, def, sizeof *def, "md2_shape_def_default")) {
        return check.status;
    }
    md_check_number_within(&check, "density", (double)def->density, 0, MAX_DENSITY);
    md_check_number(&check, "friction", (double)def->friction, RULE_NOT_NEGATIVE);
    md_check_number_within(&check, "restitution", (double)def->restitution, 0, 1);
    md_check_number(&check, "surface_speed", (double)def->surface_speed, RULE_FINITE);
    return check.status;
}

/* ---- Hulls ------------------------------------------------------------------------------------------------------- */

static void check_point(struct def_check *check, const char *field, md2_vec point)
{
    md_check_that(check, body_is_in_world(point), "%s must be two numbers from %g to %g, is (%g, %g)", field,
                  -(double)WORLD_SIZE, (double)WORLD_SIZE, (double)point.x, (double)point.y);
}

static void check_element(struct def_check *check, const char *array, int32_t index, md2_vec point)
{
    char field[40];
    snprintf(field, sizeof field, "%s[%d]", array, (int)index);
    check_point(check, field, point);
}

/* Coordinates as large as those of the hull are rounded by this much, m. */
static md_real rounding_of(const md2_hull *hull)
{
    md_real extent = 0;
    for (int32_t i = 0; i < hull->count; ++i) {
        extent = md_max(extent, md_max(md_abs(hull->point[i].x), md_abs(hull->point[i].y)));
    }
    return 8 * MD_REAL_EPSILON * extent;
}

/* Checks the edge that begins at a point: its length, and that its normal is the outward unit normal. */
static void check_edge(struct def_check *check, const md2_hull *hull, int32_t i, md_real rounding)
{
    const md2_vec normal = hull->normal[i];
    md_real length = 0;
    const md2_vec along = vec_unit(vec_sub(hull->point[next_index(i, hull->count)], hull->point[i]), &length);
    const md2_vec error = vec_sub(normal, vec_right(along));
    md_check_that(check, length >= MD2_LINEAR_SLOP / 2, "point[%d] must be %g or more from the next point, is at %g",
                  (int)i, (double)MD2_LINEAR_SLOP, (double)length);
    md_check_that(check,
                  rot_is_unit((md2_rot){normal.x, normal.y}) &&
                      vec_length(error) <= (md_real)0.01 + rounding / md_max(length, MD2_LINEAR_SLOP),
                  "normal[%d] must be the outward unit normal of its edge, is (%g, %g)", (int)i, (double)normal.x,
                  (double)normal.y);
}

static bool centroid_is_inside(const md2_hull *hull, md_real rounding)
{
    const md_real tolerance = MD2_LINEAR_SLOP + rounding;
    if (hull->count <= 2) {
        const md2_vec middle = vec_lerp(hull->point[0], hull->point[hull->count - 1], (md_real)0.5);
        return vec_length(vec_sub(hull->centroid, middle)) <= tolerance;
    }
    bool inside = true;
    for (int32_t i = 0; i < hull->count; ++i) {
        inside = inside && vec_dot(hull->normal[i], vec_sub(hull->point[i], hull->centroid)) >= -tolerance;
    }
    return inside;
}

md_status md2_shape_hull_check(const md2_hull *hull, md_error *error)
{
    struct def_check check = {.what = "hull", .error = error};
    if (hull == NULL) {
        md_check_that(&check, false, "the hull is NULL");
        return check.status;
    }
    md_check_count(&check, "count", hull->count, 1, MD2_MAX_POINTS);
    for (int32_t i = 0; check.status == MD_OK && i < hull->count; ++i) {
        check_element(&check, "point", i, hull->point[i]);
        check_element(&check, "normal", i, hull->normal[i]);
    }
    md_check_number_within(&check, "radius", (double)hull->radius, 0, (double)WORLD_SIZE);
    if (check.status != MD_OK) {
        return check.status;
    }
    md_check_that(&check, hull->count > 1 || hull->radius > 0, "radius of a circle must be > 0, is 0");
    const md_real rounding = rounding_of(hull);
    for (int32_t i = 0; hull->count > 1 && i < hull->count; ++i) {
        check_edge(&check, hull, i, rounding);
    }
    md_check_that(&check, hull->count < 3 || md2_hull_is_convex(hull),
                  "points must be the corners of a convex polygon, counter-clockwise");
    md_check_that(&check, centroid_is_inside(hull, rounding), "centroid must be that of the points, is (%g, %g)",
                  (double)hull->centroid.x, (double)hull->centroid.y);
    return check.status;
}

md_status md2_segment_check(const md2_chain_segment *segment, md2_hull *hull, md_error *error)
{
    struct def_check check = {.what = "segment", .error = error};
    check_point(&check, "before", segment->before);
    check_point(&check, "a", segment->a);
    check_point(&check, "b", segment->b);
    check_point(&check, "after", segment->after);
    if (check.status != MD_OK) {
        return check.status;
    }
    const md_status status = md2_hull_segment(hull, segment->a, segment->b);
    md_check_that(&check, status == MD_OK, "b must be %g or more from a, is at %g", (double)MD2_LINEAR_SLOP,
                  (double)vec_length(vec_sub(segment->b, segment->a)));
    return check.status;
}
