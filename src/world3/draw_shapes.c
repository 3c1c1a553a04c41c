/* Outlines of shapes: circles, edges and triangles. Rounding radii of hulls, cylinders and cones are not drawn. */
#include "base/angle.h"
#include "geometry3/hull.h"
#include "geometry3/vec3.h"
#include "world3/draw.h"

/* Lines of a full circle; divisible by 4. */
#define CIRCLE_LINES 24
/* Length of the normal of a plane, in parts of its square. */
#define PLANE_NORMAL ((md_real)0.1)

static void draw_line(const md3_debug_draw *draw, const struct figure *figure, md3_vec a, md3_vec b)
{
    if (draw->line != NULL) {
        draw->line(draw->user, a, b, figure->kind, figure->shape);
    }
}

/* ---- Circles ----------------------------------------------------------------------------------------------------- */

/* The plane of a circle: two perpendicular vectors with the length of its radius. */
struct rim {
    md3_vec center, u, v;
};

static md3_vec rim_point(const struct rim *rim, int32_t line)
{
    const struct cos_sin angle = md_cos_sin(2 * MD_PI * line / CIRCLE_LINES);
    return vec_add_scaled(vec_add_scaled(rim->center, (md_real)angle.c, rim->u), (md_real)angle.s, rim->v);
}

/* Draws the first `lines` lines of a circle, counter-clockwise from u. */
static void draw_arc(const md3_debug_draw *draw, const struct figure *figure, const struct rim *rim, int32_t lines)
{
    for (int32_t i = 0; i < lines; ++i) {
        draw_line(draw, figure, rim_point(rim, i), rim_point(rim, i + 1 == CIRCLE_LINES ? 0 : i + 1));
    }
}

static void draw_sphere(const md3_debug_draw *draw, const struct figure *figure)
{
    const md_real radius = figure->geometry->radius;
    const md3_vec center = transform_point(figure->at, figure->geometry->point[0]);
    if (draw->sphere != NULL) {
        draw->sphere(draw->user, center, radius, figure->at, figure->kind, figure->shape);
        return;
    }
    const md3_mat axes = md3_mat_scale(radius, md3_rot_matrix(figure->at.q));
    const struct rim rims[3] = {{center, axes.x, axes.y}, {center, axes.y, axes.z}, {center, axes.z, axes.x}};
    for (int i = 0; i < 3; ++i) {
        draw_arc(draw, figure, &rims[i], CIRCLE_LINES);
    }
}

/* ---- Capsules, cylinders, cones ---------------------------------------------------------------------------------- */

/* The axis of a capsule, cylinder or cone in the world. */
struct axis {
    md3_vec end[2];
    md3_vec along; /* unit, from the first end to the second */
    md3_vec u, v;  /* unit, perpendicular to it */
};

static struct axis axis_of(const struct figure *figure)
{
    struct axis axis = {.end = {transform_point(figure->at, figure->geometry->point[0]),
                                transform_point(figure->at, figure->geometry->point[1])}};
    const md3_vec local = vec_unit(vec_sub(figure->geometry->point[1], figure->geometry->point[0]), NULL);
    const md3_vec across = md3_vec_perpendicular(local); /* in the body, so that the lines rotate with it */
    axis.along = rot_apply(figure->at.q, local);
    axis.u = rot_apply(figure->at.q, across);
    axis.v = vec_cross(axis.along, axis.u);
    return axis;
}

/* Draws four lines from the circle around the first end to the one around the second. */
static void draw_sides(const md3_debug_draw *draw, const struct figure *figure, const struct axis *axis,
                       md_real first_radius, md_real second_radius)
{
    const md3_vec out[4] = {axis->u, axis->v, vec_negative(axis->u), vec_negative(axis->v)};
    for (int i = 0; i < 4; ++i) {
        draw_line(draw, figure, vec_add_scaled(axis->end[0], first_radius, out[i]),
                  vec_add_scaled(axis->end[1], second_radius, out[i]));
    }
}

static struct rim cap_rim(const struct axis *axis, int end, md_real radius)
{
    return (struct rim){axis->end[end], vec_scale(radius, axis->u), vec_scale(radius, axis->v)};
}

static void draw_capsule(const md3_debug_draw *draw, const struct figure *figure)
{
    const struct axis axis = axis_of(figure);
    const md_real radius = figure->geometry->radius;
    if (draw->capsule != NULL) {
        draw->capsule(draw->user, axis.end[0], axis.end[1], radius, figure->kind, figure->shape);
        return;
    }
    for (int end = 0; end < 2; ++end) {
        const struct rim rim = cap_rim(&axis, end, radius);
        const md3_vec outward = vec_scale(end == 0 ? -radius : radius, axis.along);
        const struct rim domes[2] = {{rim.center, rim.u, outward}, {rim.center, rim.v, outward}};
        draw_arc(draw, figure, &rim, CIRCLE_LINES);
        draw_arc(draw, figure, &domes[0], CIRCLE_LINES / 2);
        draw_arc(draw, figure, &domes[1], CIRCLE_LINES / 2);
    }
    draw_sides(draw, figure, &axis, radius, radius);
}

static void draw_cylinder_or_cone(const md3_debug_draw *draw, const struct figure *figure)
{
    const struct axis axis = axis_of(figure);
    const md_real radius = figure->geometry->base_radius;
    const bool is_cylinder = figure->geometry->type == MD3_CYLINDER;
    for (int end = 0; end < (is_cylinder ? 2 : 1); ++end) {
        const struct rim rim = cap_rim(&axis, end, radius);
        draw_arc(draw, figure, &rim, CIRCLE_LINES);
    }
    draw_sides(draw, figure, &axis, radius, is_cylinder ? radius : 0);
}

/* ---- Hulls and planes -------------------------------------------------------------------------------------------- */

static void draw_hull(const md3_debug_draw *draw, const struct figure *figure)
{
    const md3_hull *hull = figure->geometry->hull;
    for (int32_t edge = 0; edge < hull->half_edge_count; edge += 2) {
        const md3_vec a = hull->vertex[hull->half_edge[edge].origin];
        const md3_vec b = hull->vertex[hull->half_edge[half_edge_twin(edge)].origin];
        draw_line(draw, figure, transform_point(figure->at, a), transform_point(figure->at, b));
    }
}

/* A square around the point of the plane closest to the origin of the body. */
static void draw_plane(const md3_debug_draw *draw, const struct figure *figure)
{
    const md3_vec local = figure->geometry->point[0];
    const md3_vec normal = rot_apply(figure->at.q, local);
    const md3_vec center = transform_point(figure->at, vec_scale(figure->geometry->offset, local));
    const md3_vec u = vec_scale(draw->plane_size / 2, rot_apply(figure->at.q, md3_vec_perpendicular(local)));
    const md3_vec v = vec_cross(normal, u);
    const md3_vec corners[4] = {vec_add(vec_add(center, u), v), vec_add(vec_sub(center, u), v),
                                vec_sub(vec_sub(center, u), v), vec_sub(vec_add(center, u), v)};
    for (int i = 0; i < 4; ++i) {
        draw_line(draw, figure, corners[i], corners[(i + 1) % 4]);
    }
    draw_line(draw, figure, center, vec_add_scaled(center, PLANE_NORMAL * draw->plane_size, normal));
}

/* ---- Triangles --------------------------------------------------------------------------------------------------- */

static void draw_triangle(const md3_debug_draw *draw, const struct figure *figure, const md3_vec local[3])
{
    const md3_vec corner[3] = {transform_point(figure->at, local[0]), transform_point(figure->at, local[1]),
                               transform_point(figure->at, local[2])};
    if (draw->triangle != NULL) {
        draw->triangle(draw->user, corner, figure->kind, figure->shape);
        return;
    }
    for (int i = 0; i < 3; ++i) {
        draw_line(draw, figure, corner[i], corner[(i + 1) % 3]);
    }
}

static void draw_mesh(const md3_debug_draw *draw, const struct figure *figure)
{
    const md3_mesh *mesh = figure->geometry->mesh;
    const int32_t count = md3_mesh_triangles(mesh);
    for (int32_t i = 0; i < count && i < draw->max_triangles; ++i) {
        md3_vec corner[3];
        md3_mesh_triangle(mesh, i, corner);
        draw_triangle(draw, figure, corner);
    }
}

/* The two triangles of a cell, without those that have a corner in a hole. */
static void draw_cell(const md3_debug_draw *draw, const struct figure *figure, int32_t column, int32_t row)
{
    const md3_height_field *field = figure->geometry->height_field;
    const md3_vec a = md3_height_field_point(field, column, row), b = md3_height_field_point(field, column + 1, row);
    const md3_vec c = md3_height_field_point(field, column + 1, row + 1);
    const md3_vec d = md3_height_field_point(field, column, row + 1);
    const md3_vec corners[2][3] = {{a, b, c}, {a, c, d}};
    for (int i = 0; i < 2; ++i) {
        if (vec_is_finite(corners[i][0]) && vec_is_finite(corners[i][1]) && vec_is_finite(corners[i][2])) {
            draw_triangle(draw, figure, corners[i]);
        }
    }
}

static void draw_height_field(const md3_debug_draw *draw, const struct figure *figure)
{
    int32_t columns = 0, rows = 0;
    md3_height_field_size(figure->geometry->height_field, &columns, &rows);
    int32_t triangles = 0;
    for (int32_t row = 0; row + 1 < rows; ++row) {
        for (int32_t column = 0; column + 1 < columns && triangles + 2 <= draw->max_triangles; ++column) {
            draw_cell(draw, figure, column, row);
            triangles += 2;
        }
    }
}

/* ---- Any --------------------------------------------------------------------------------------------------------- */

void md3_draw_figure(const md3_debug_draw *draw, const struct figure *figure)
{
    switch (figure->geometry->type) {
    case MD3_SPHERE: draw_sphere(draw, figure); break;
    case MD3_CAPSULE: draw_capsule(draw, figure); break;
    case MD3_HULL: draw_hull(draw, figure); break;
    case MD3_CYLINDER:
    case MD3_CONE: draw_cylinder_or_cone(draw, figure); break;
    case MD3_PLANE: draw_plane(draw, figure); break;
    case MD3_MESH: draw_mesh(draw, figure); break;
    case MD3_HEIGHT_FIELD: draw_height_field(draw, figure); break;
    case MD3_GEOMETRY_COUNT: break;
    }
}

/* Bits 0, 1 and 2 of a corner say whether its x, y and z are those of the upper corner. */
static md3_vec box_corner(md3_box box, int bits)
{
    return vec((bits & 1) != 0 ? box.upper.x : box.lower.x, (bits & 2) != 0 ? box.upper.y : box.lower.y,
               (bits & 4) != 0 ? box.upper.z : box.lower.z);
}

void md3_draw_box(const md3_debug_draw *draw, md3_box box, md3_draw_kind kind, md3_shape_id shape)
{
    for (int corner = 0; draw->line != NULL && corner < 8; ++corner) {
        for (int axis = 1; axis < 8; axis *= 2) {
            if ((corner & axis) == 0) {
                draw->line(draw->user, box_corner(box, corner), box_corner(box, corner | axis), kind, shape);
            }
        }
    }
}
