/* Saves the shapes of a 3D world. Boxes are recognized by their vertices; other hulls are saved by their vertices, in whose
 * order a hull of points numbers them. */
#include <stdlib.h>

#include "base/sort.h"
#include "geometry3/mesh.h"
#include "scene/fields.h"
#include "scene/save3.h"

void save_vec3(struct text *text, const char *key, md3_vec vec)
{
    const struct text_level level = text_open(text, key, "[", ", ");
    text_real(text, NULL, vec.x);
    text_real(text, NULL, vec.y);
    text_real(text, NULL, vec.z);
    text_close(text, level, "]");
}

static void write_radius(struct text *text, md_real radius)
{
    if (radius > 0) {
        text_real(text, "radius", radius);
    }
}

/* True if a hull is one of md3_hull_create_box. */
static bool is_box(const md3_hull *hull, md3_vec half)
{
    bool is = md3_hull_vertices(hull) == 8;
    for (int i = 0; is && i < 8; ++i) {
        const md3_vec vertex = md3_hull_vertex(hull, i);
        is = vertex.x == ((i & 1) != 0 ? half.x : -half.x) && vertex.y == ((i & 2) != 0 ? half.y : -half.y) &&
             vertex.z == ((i & 4) != 0 ? half.z : -half.z);
    }
    return is;
}

static void write_hull(struct text *text, const md3_geometry *geometry)
{
    const md3_vec half = md3_hull_vertex(geometry->hull, 7);
    const bool is = is_box(geometry->hull, half);
    const struct text_level level = text_open(text, is ? "box" : "hull", "{", ", ");
    if (is) {
        save_vec3(text, "half", half);
    } else {
        const struct text_level points = text_open(text, "points", "[", ", ");
        for (int32_t i = 0; i < md3_hull_vertices(geometry->hull); ++i) {
            save_vec3(text, NULL, md3_hull_vertex(geometry->hull, i));
        }
        text_close(text, points, "]");
    }
    write_radius(text, geometry->radius);
    text_close(text, level, "}");
}

/* Writes the triangles in the order of the definition, which decides the order of the mesh that is read. */
static void write_triangles(struct text *text, const md3_mesh *mesh)
{
    const size_t count = (size_t)mesh->face_count;
    struct keyed *order = calloc(2 * count, sizeof *order);
    if (order == NULL) {
        text->status = MD_ERROR_MEMORY;
        return;
    }
    for (int32_t i = 0; i < mesh->face_count; ++i) {
        order[i] = (struct keyed){(uint64_t)mesh->face[i].source, i};
    }
    md_sort_keyed(order, order + count, count);
    const struct text_level level = text_open(text, "triangles", "[", ", ");
    for (size_t i = 0; i < count; ++i) {
        const int32_t *vertex = mesh->face[order[i].item].vertex;
        text_member(text, NULL);
        text_print(text, "[%d, %d, %d]", (int)vertex[0], (int)vertex[1], (int)vertex[2]);
    }
    text_close(text, level, "]");
    free(order);
}

static void write_mesh(struct text *text, const md3_mesh *mesh)
{
    const struct text_level level = text_open(text, "mesh", "{", ", ");
    const struct text_level vertices = text_open(text, "vertices", "[", ", ");
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        save_vec3(text, NULL, mesh->vertex[i]);
    }
    text_close(text, vertices, "]");
    write_triangles(text, mesh);
    text_member(text, "one_sided");
    text_print(text, "%s", mesh->one_sided ? "true" : "false");
    text_real(text, "weld_distance", 0); /* its vertices are welded already */
    text_close(text, level, "}");
}

static void write_height(struct text *text, md_real height)
{
    if (isnan(height)) {
        text_member(text, NULL);
        text_print(text, "null");
    } else {
        text_real(text, NULL, height);
    }
}

static void write_height_field(struct text *text, const md3_height_field *field)
{
    const struct text_level level = text_open(text, "height_field", "{", ", ");
    const struct text_level rows = text_open(text, "heights", "[", ", ");
    for (int32_t row = 0; row < field->rows; ++row) {
        const struct text_level one = text_open(text, NULL, "[", ", ");
        for (int32_t column = 0; column < field->columns; ++column) {
            write_height(text, field->height[column + row * field->columns]);
        }
        text_close(text, one, "]");
    }
    text_close(text, rows, "]");
    save_vec3(text, "origin", field->origin);
    const struct text_level spacing = text_open(text, "spacing", "[", ", ");
    text_real(text, NULL, field->spacing[0]);
    text_real(text, NULL, field->spacing[1]);
    text_close(text, spacing, "]");
    text_close(text, level, "}");
}

/* A capsule, cylinder or cone: two points and radii. */
static void write_round(struct text *text, const char *kind, const char *first, const char *second,
                        const md3_geometry *geometry)
{
    const struct text_level level = text_open(text, kind, "{", ", ");
    save_vec3(text, first, geometry->point[0]);
    save_vec3(text, second, geometry->point[1]);
    if (geometry->base_radius > 0) {
        text_real(text, "base_radius", geometry->base_radius);
    }
    write_radius(text, geometry->radius);
    text_close(text, level, "}");
}

static void write_sphere(struct text *text, const md3_geometry *geometry)
{
    const struct text_level level = text_open(text, "sphere", "{", ", ");
    save_vec3(text, "center", geometry->point[0]);
    text_real(text, "radius", geometry->radius);
    text_close(text, level, "}");
}

static void write_plane(struct text *text, const md3_geometry *geometry)
{
    const struct text_level level = text_open(text, "plane", "{", ", ");
    save_vec3(text, "normal", geometry->point[0]);
    text_real(text, "offset", geometry->offset);
    text_close(text, level, "}");
}

static void write_geometry(struct text *text, const md3_geometry *geometry)
{
    switch (geometry->type) {
    case MD3_SPHERE: write_sphere(text, geometry); break;
    case MD3_CAPSULE: write_round(text, "capsule", "a", "b", geometry); break;
    case MD3_CYLINDER: write_round(text, "cylinder", "a", "b", geometry); break;
    case MD3_CONE: write_round(text, "cone", "base", "apex", geometry); break;
    case MD3_HULL: write_hull(text, geometry); break;
    case MD3_PLANE: write_plane(text, geometry); break;
    case MD3_MESH: write_mesh(text, geometry->mesh); break;
    case MD3_HEIGHT_FIELD: write_height_field(text, geometry->height_field); break;
    case MD3_GEOMETRY_COUNT: break;
    }
}

void save_shapes3(struct text *text, const md3_world *world, md3_body_id body)
{
    const md3_shape_def defaults = md3_shape_def_default();
    for (md3_shape_id shape = md3_body_first_shape(world, body); shape.generation != 0;
         shape = md3_shape_next(world, shape)) {
        const md3_shape_def def = md3_shape_get_def(world, shape);
        const struct text_level level = text_open(text, NULL, "{", ", ");
        write_geometry(text, md3_shape_geometry(world, shape));
        fields_write(text, shape_fields3, &def, &defaults);
        text_close(text, level, "}");
    }
}
