/* Reads the shapes of a 3D scene. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "scene/read.h"

/* Finds the geometry of a shape; there must be exactly one. */
static md_status find_geometry(const struct reader *reader, const struct value *shape,
                               const struct geometry_kind **kind)
{
    *kind = NULL;
    for (const struct geometry_kind *geometry = geometry_kinds3; geometry->name != NULL; ++geometry) {
        const struct value *value = value_get(shape, geometry->name);
        if (value != NULL && *kind != NULL) {
            return value_fail(value, reader->error, "a second geometry beside \"%s\", expected one per shape",
                              (*kind)->name);
        }
        *kind = value != NULL ? geometry : *kind;
    }
    return *kind != NULL ? MD_OK
                         : value_fail(shape, reader->error,
                                      "the geometry is missing: expected sphere, capsule, box, hull, cylinder, cone, "
                                      "plane, mesh or height_field");
}

/* Reads the definition: the keys of the shape override those of its material, which override the defaults. */
static md_status read_def(const struct reader *reader, const struct value *shape, md3_shape_def *def)
{
    const struct value *name = value_get(shape, "material");
    *def = md3_shape_def_default();
    if (name != NULL) {
        const struct value *material = name->kind == VALUE_TEXT ? value_get(reader->materials, name->text) : NULL;
        if (material == NULL) {
            return value_unexpected(name, reader->error, "the name of one of the materials");
        }
        const md_status status = fields_read(material_fields3, material, def, reader->error);
        if (status != MD_OK) {
            return status;
        }
    }
    return fields_read(shape_fields3, shape, def, reader->error);
}

static md_status read_points(struct reader *reader, const struct value *value, int32_t min_count, md3_vec **points)
{
    if (value->kind != VALUE_ARRAY || value->count < min_count) {
        char expected[64];
        snprintf(expected, sizeof expected, "an array of at least %d points", (int)min_count);
        return value_unexpected(value, reader->error, expected);
    }
    *points = value_tree_take(reader->tree, (size_t)value->count * sizeof **points);
    if (*points == NULL) {
        return md_fail_plain(reader->error, MD_ERROR_MEMORY);
    }
    md_status status = MD_OK;
    for (const struct value *point = value->first; status == MD_OK && point != NULL; point = point->next) {
        status = read_vec3(point, &(*points)[point->index], reader->error);
    }
    return status;
}

static const md_allocator *allocator_of(const struct reader *reader)
{
    return reader->options != NULL ? reader->options->allocator : NULL;
}

/* ---- Objects that a geometry points to --------------------------------------------------------------------------- */

/* What a geometry owns until its shape does. */
struct owned {
    md3_hull *hull;
    md3_mesh *mesh;
    md3_height_field *height_field;
};

static md_status make_box(struct reader *reader, const struct value *value, struct geometry3 *parameters,
                          struct owned *owned)
{
    md_error found = {0};
    md3_hull *centered = NULL;
    md_status status = read_rotation_vector(value, &parameters->rotation, reader->error);
    if (status != MD_OK) {
        return status;
    }
    status = reader_checked(reader, value_get(value, "half"),
                            md3_hull_create_box(allocator_of(reader), parameters->half, &centered, &found), &found);
    if (status == MD_OK && (value_get(value, "center") != NULL || value_get(value, "rotation") != NULL ||
                            value_get(value, "rotation_vector") != NULL)) {
        const md3_transform at = md3_transform_make(parameters->center, parameters->rotation);
        status = reader_checked(reader, value,
                                md3_hull_create_transformed(allocator_of(reader), centered, at, &owned->hull, &found),
                                &found);
        md3_hull_destroy(centered);
    } else {
        owned->hull = centered;
    }
    return status;
}

static md_status make_hull(struct reader *reader, const struct value *value, const struct geometry3 *parameters,
                           struct owned *owned)
{
    md3_vec *points = NULL;
    md_error found = {0};
    struct obj_arrays obj = {0};
    const struct value *from = NULL;
    md_status status = read_obj3(reader, value, "points", parameters, &from, &obj);
    if (status == MD_OK && from == NULL) {
        from = value_get(value, "points");
        status = read_points(reader, from, 4, &points);
        obj = (struct obj_arrays){.vertices = points, .vertex_count = from->count};
    } else if (status == MD_OK && obj.vertex_count < 4) {
        status =
            value_fail(from, reader->error, "the file has %d vertices, expected at least 4", (int)obj.vertex_count);
    }
    return status == MD_OK ? reader_checked(reader, from,
                                            md3_hull_create(allocator_of(reader), obj.vertices, obj.vertex_count,
                                                            &owned->hull, &found),
                                            &found)
                           : status;
}

/* Reads [[i, j, k], ...]: indices of vertices. */
static md_status read_triangles(struct reader *reader, const struct value *value, int32_t **indices)
{
    static const struct field INDEX = {"index", FIELD_INT32, 0, 0, INT32_MAX, 0, NULL};
    if (value->kind != VALUE_ARRAY || value->count < 1) {
        return value_unexpected(value, reader->error, "an array of triangles");
    }
    *indices = value_tree_take(reader->tree, (size_t)value->count * 3 * sizeof **indices);
    if (*indices == NULL) {
        return md_fail_plain(reader->error, MD_ERROR_MEMORY);
    }
    md_status status = MD_OK;
    int32_t *next = *indices;
    for (const struct value *triangle = value->first; status == MD_OK && triangle != NULL; triangle = triangle->next) {
        if (triangle->kind != VALUE_ARRAY || triangle->count != 3) {
            return value_unexpected(triangle, reader->error, "three indices of vertices");
        }
        for (const struct value *index = triangle->first; status == MD_OK && index != NULL; index = index->next) {
            status = field_read(&INDEX, index, next++, reader->error);
        }
    }
    return status;
}

/* The vertices and triangles of a mesh that is given by arrays. */
static md_status read_mesh_arrays(struct reader *reader, const struct value *value, struct obj_arrays *arrays)
{
    md3_vec *vertices = NULL;
    int32_t *indices = NULL;
    const struct value *points = value_get(value, "vertices");
    const struct value *triangles = value_get(value, "triangles");
    if (triangles == NULL) {
        return value_fail(value, reader->error, "expected \"triangles\" beside \"vertices\"");
    }
    md_status status = read_points(reader, points, 3, &vertices);
    if (status == MD_OK) {
        status = read_triangles(reader, triangles, &indices);
    }
    *arrays = (struct obj_arrays){vertices, indices, points->count, triangles->count};
    return status;
}

static md_status make_mesh(struct reader *reader, const struct value *value, const struct geometry3 *parameters,
                           struct owned *owned)
{
    md_error found = {0};
    struct obj_arrays arrays = {0};
    const struct value *file = NULL;
    md_status status = read_obj3(reader, value, "vertices", parameters, &file, &arrays);
    if (status == MD_OK && file == NULL) {
        status = read_mesh_arrays(reader, value, &arrays);
    } else if (status == MD_OK && value_get(value, "triangles") != NULL) {
        status = value_fail(file, reader->error, "given together with triangles, expected one of the two");
    } else if (status == MD_OK && arrays.triangle_count == 0) {
        status = value_fail(file, reader->error, "the file has no faces");
    }
    if (status != MD_OK) {
        return status;
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = arrays.vertices;
    def.vertex_count = arrays.vertex_count;
    def.indices = arrays.indices;
    def.triangle_count = arrays.triangle_count;
    def.weld_distance = parameters->weld_distance;
    def.one_sided = parameters->one_sided;
    return reader_checked(reader, file != NULL ? file : value,
                          md3_mesh_create(allocator_of(reader), &def, &owned->mesh, &found), &found);
}

/* Reads rows of heights; null is a hole. */
static md_status read_heights(struct reader *reader, const struct value *value, md3_height_field_def *def)
{
    const bool is_array = value->kind == VALUE_ARRAY && value->count >= 2 && value->first->kind == VALUE_ARRAY;
    if (!is_array) {
        return value_unexpected(value, reader->error, "an array of at least two rows of heights");
    }
    def->rows = value->count;
    def->columns = value->first->count;
    md_real *next = value_tree_take(reader->tree, (size_t)def->rows * (size_t)def->columns * sizeof *next);
    def->heights = next;
    if (next == NULL) {
        return md_fail_plain(reader->error, MD_ERROR_MEMORY);
    }
    for (const struct value *row = value->first; row != NULL; row = row->next) {
        if (row->kind != VALUE_ARRAY || row->count != def->columns) {
            return value_unexpected(row, reader->error, "a row as long as the first");
        }
        for (const struct value *height = row->first; height != NULL; height = height->next) {
            if (height->kind != VALUE_NUMBER && height->kind != VALUE_NULL) {
                return value_unexpected(height, reader->error, "a number, or null for a hole");
            }
            *next++ = height->kind == VALUE_NUMBER ? (md_real)height->number : (md_real)NAN;
        }
    }
    return MD_OK;
}

static md_status make_height_field(struct reader *reader, const struct value *value, const struct geometry3 *parameters,
                                   struct owned *owned)
{
    md_error found = {0};
    md3_height_field_def def = md3_height_field_def_default();
    const struct value *spacing = value_get(value, "spacing");
    def.origin = parameters->origin;
    md_status status = read_heights(reader, value_get(value, "heights"), &def);
    if (status == MD_OK && spacing != NULL) {
        status = read_numbers(spacing, def.spacing, 2, "[x, y]", reader->error);
    }
    return status == MD_OK
               ? reader_checked(reader, value,
                                md3_height_field_create(allocator_of(reader), &def, &owned->height_field, &found),
                                &found)
               : status;
}

/* ---- Geometries -------------------------------------------------------------------------------------------------- */

/* Makes the geometry from its parameters and what it owns. */
static md_status make_geometry(const char *kind, const struct geometry3 *parameters, const struct owned *owned,
                               md3_geometry *geometry)
{
    if (strcmp(kind, "sphere") == 0) {
        return md3_geometry_sphere(geometry, parameters->center, parameters->radius);
    }
    if (strcmp(kind, "capsule") == 0) {
        return md3_geometry_capsule(geometry, parameters->a, parameters->b, parameters->radius);
    }
    if (strcmp(kind, "cylinder") == 0) {
        return md3_geometry_cylinder(geometry, parameters->a, parameters->b, parameters->base_radius,
                                     parameters->radius);
    }
    if (strcmp(kind, "cone") == 0) {
        return md3_geometry_cone(geometry, parameters->a, parameters->b, parameters->base_radius, parameters->radius);
    }
    if (strcmp(kind, "plane") == 0) {
        return md3_geometry_plane(geometry, parameters->normal, parameters->offset);
    }
    if (owned->mesh != NULL) {
        return md3_geometry_mesh(geometry, owned->mesh);
    }
    return owned->height_field != NULL ? md3_geometry_height_field(geometry, owned->height_field)
                                       : md3_geometry_hull(geometry, owned->hull, parameters->radius);
}

static md_status make_owned(struct reader *reader, const char *kind, const struct value *value,
                            struct geometry3 *parameters, struct owned *owned)
{
    if (strcmp(kind, "box") == 0) {
        return make_box(reader, value, parameters, owned);
    }
    if (strcmp(kind, "hull") == 0) {
        return make_hull(reader, value, parameters, owned);
    }
    if (strcmp(kind, "mesh") == 0) {
        return make_mesh(reader, value, parameters, owned);
    }
    return strcmp(kind, "height_field") == 0 ? make_height_field(reader, value, parameters, owned) : MD_OK;
}

/* What the functions of geometry3.h expect beyond the ranges of single keys. */
static const char *expectation(const char *kind)
{
    return strcmp(kind, "plane") == 0 ? "expected a unit vector as the normal, and an offset of at most 1e9 m"
                                      : "expected sizes of at least 0.005 m and at most 1e9 m";
}

static md_status create_shape(struct reader *reader, const struct value *shape, const struct geometry_kind *kind,
                              md3_body_id body, const md3_shape_def *def, md3_shape_id *created)
{
    struct geometry3 parameters = geometry_default3();
    struct owned owned = {0};
    md3_geometry geometry = {0};
    const struct value *value = value_get(shape, kind->name);
    md_status status = fields_read(kind->fields, value, &parameters, reader->error);
    if (status == MD_OK) {
        status = make_owned(reader, kind->name, value, &parameters, &owned);
    }
    if (status == MD_OK && make_geometry(kind->name, &parameters, &owned, &geometry) != MD_OK) {
        status = value_fail(value, reader->error, "%s", expectation(kind->name));
    }
    if (status == MD_OK && md3_body_get_type(reader->world3, body) == MD3_DYNAMIC &&
        !md3_geometry_is_convex(&geometry)) {
        status = value_fail(value, reader->error, "a dynamic body cannot have a %s", kind->name);
    }
    md_error found = {0};
    if (status == MD_OK) {
        status = reader_checked(reader, shape, md3_shape_def_check(def, &found), &found);
    }
    if (status == MD_OK) {
        status = reader_refused(reader, shape, md3_shape_create(reader->world3, body, def, &geometry, created));
    }
    md3_hull_destroy(owned.hull);
    md3_mesh_destroy(owned.mesh);
    md3_height_field_destroy(owned.height_field);
    return status;
}

md_status read_shape3(struct reader *reader, const struct value *value, md3_body_id body, md3_shape_id *shape)
{
    md3_shape_def def;
    const struct geometry_kind *kind = NULL;
    md_status status = read_def(reader, value, &def);
    if (status == MD_OK) {
        status = find_geometry(reader, value, &kind);
    }
    return status == MD_OK && kind != NULL ? create_shape(reader, value, kind, body, &def, shape) : status;
}
