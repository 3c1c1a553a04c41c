#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "scene/read.h"

/* Finds the geometry of a shape; there must be exactly one. */
static md_status find_geometry(const struct reader *reader, const struct value *shape,
                               const struct geometry_kind **kind)
{
    *kind = NULL;
    for (const struct geometry_kind *geometry = geometry_kinds; geometry->name != NULL; ++geometry) {
        const struct value *value = value_get(shape, geometry->name);
        if (value != NULL && *kind != NULL) {
            return value_fail(value, reader->error, "a second geometry beside \"%s\", expected one per shape",
                              (*kind)->name);
        }
        *kind = value != NULL ? geometry : *kind;
    }
    if (*kind == NULL) {
        return value_fail(
            shape, reader->error,
            "the geometry is missing: expected circle, capsule, segment, box, polygon, chain or chain_segment");
    }
    return MD_OK;
}

/* Reads the definition: the keys of the shape override those of its material, which override the defaults. */
static md_status read_def(const struct reader *reader, const struct value *shape, md2_shape_def *def)
{
    const struct value *name = value_get(shape, "material");
    *def = md2_shape_def_default();
    if (name != NULL) {
        const struct value *material = name->kind == VALUE_TEXT ? value_get(reader->materials, name->text) : NULL;
        if (material == NULL) {
            return value_unexpected(name, reader->error, "the name of one of the materials");
        }
        const md_status status = fields_read(material_fields, material, def, reader->error);
        if (status != MD_OK) {
            return status;
        }
    }
    return fields_read(shape_fields, shape, def, reader->error);
}

static md_status read_points(struct reader *reader, const struct value *value, int32_t min_count, md2_vec **points)
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
        status = read_vec(point, &(*points)[point->index], reader->error);
    }
    return status;
}

/* ---- Hulls ------------------------------------------------------------------------------------------------------- */

static const char CLOSE_POINTS[] = "expected two points at least 0.005 m apart";

static md_status make_box(const struct reader *reader, const struct value *value, struct geometry *geometry,
                          md2_hull *hull)
{
    const md_status status = read_angle(value, &geometry->rotation, reader->error);
    if (status != MD_OK) {
        return status;
    }
    if (md2_hull_box(hull, geometry->half, geometry->center, geometry->rotation, geometry->radius) != MD_OK) {
        return value_fail(value_get(value, "half"), reader->error, "expected half sizes of at least 0.0025 m");
    }
    return MD_OK;
}

static int32_t corner_at(const md2_hull *hull, md2_vec point)
{
    int32_t i = 0;
    while (i < hull->count && (hull->point[i].x != point.x || hull->point[i].y != point.y)) {
        ++i;
    }
    return i;
}

/* Rotates the corners so that the hull begins with the given point. A saved hull keeps its order this way. */
static void begin_with(md2_hull *hull, md2_vec point)
{
    const md2_hull before = *hull;
    const int32_t first = corner_at(hull, point);
    for (int32_t i = 0; i < hull->count && first < hull->count; ++i) {
        hull->point[i] = before.point[(first + i) % hull->count];
        hull->normal[i] = before.normal[(first + i) % hull->count];
    }
}

static md_status make_polygon(struct reader *reader, const struct value *value, const struct geometry *geometry,
                              md2_hull *hull)
{
    md2_vec *points = NULL;
    const struct value *array = value_get(value, "points");
    md_status status = read_points(reader, array, 3, &points);
    if (status != MD_OK || points == NULL) {
        return status;
    }
    status = md2_hull_polygon(hull, points, array->count, geometry->radius);
    if (status == MD_ERROR_SIZE) {
        return value_fail(array, reader->error, "expected a convex outline of at most %d corners", MD2_MAX_POINTS);
    }
    if (status != MD_OK) {
        return value_fail(array, reader->error, "expected points that enclose an area");
    }
    begin_with(hull, points[0]);
    return MD_OK;
}

static md_status make_hull(struct reader *reader, const char *kind, const struct value *value,
                           struct geometry *geometry, md2_hull *hull)
{
    if (strcmp(kind, "circle") == 0) {
        return reader_refused(reader, value, md2_hull_circle(hull, geometry->center, geometry->radius));
    }
    if (strcmp(kind, "box") == 0) {
        return make_box(reader, value, geometry, hull);
    }
    if (strcmp(kind, "polygon") == 0) {
        return make_polygon(reader, value, geometry, hull);
    }
    /* A segment is a capsule of radius 0; its table has no radius. */
    const md_status status = md2_hull_capsule(hull, geometry->a, geometry->b, geometry->radius);
    return status == MD_OK ? MD_OK : value_fail(value, reader->error, "%s", CLOSE_POINTS);
}

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

static md_status create_chain(struct reader *reader, const struct value *value, const struct geometry *geometry,
                              md2_body_id body, const md2_shape_def *def, md2_shape_id *shape)
{
    md2_chain_id chain;
    md2_vec *points = NULL;
    const struct value *array = value_get(value, "points");
    md_status status = read_points(reader, array, geometry->loop ? 3 : 2, &points);
    if (status == MD_OK) {
        status = md2_chain_create(reader->world, body, def, points, array->count, geometry->loop, &chain);
        status = status == MD_ERROR_ARGUMENT
                     ? value_fail(array, reader->error, "expected consecutive points to be different")
                     : reader_refused(reader, value, status);
    }
    if (status == MD_OK && shape != NULL) {
        md2_chain_shapes(reader->world, chain, shape, 1);
    }
    return status;
}

static md_status create_segment(const struct reader *reader, const struct value *value, const struct geometry *geometry,
                                md2_body_id body, const md2_shape_def *def, md2_shape_id *shape)
{
    md2_chain_segment segment = {geometry->before, geometry->a, geometry->b, geometry->after};
    segment.before = value_get(value, "before") != NULL ? segment.before : segment.a;
    segment.after = value_get(value, "after") != NULL ? segment.after : segment.b;
    const md_status status = md2_shape_create_segment(reader->world, body, def, &segment, shape);
    return status == MD_ERROR_ARGUMENT ? value_fail(value, reader->error, "%s", CLOSE_POINTS)
                                       : reader_refused(reader, value, status);
}

/* ---- Shape ------------------------------------------------------------------------------------------------------- */

md_status read_shape(struct reader *reader, const struct value *value, md2_body_id body, md2_shape_id *shape)
{
    md2_shape_def def;
    const struct geometry_kind *kind = NULL;
    struct geometry geometry = geometry_default();
    md_status status = read_def(reader, value, &def);
    if (status == MD_OK) {
        status = find_geometry(reader, value, &kind);
    }
    if (status != MD_OK || kind == NULL) {
        return status;
    }
    const struct value *inner = value_get(value, kind->name);
    status = fields_read(kind->fields, inner, &geometry, reader->error);
    if (status != MD_OK) {
        return status;
    }
    if (strcmp(kind->name, "chain") == 0) {
        return create_chain(reader, inner, &geometry, body, &def, shape);
    }
    if (strcmp(kind->name, "chain_segment") == 0) {
        return create_segment(reader, inner, &geometry, body, &def, shape);
    }
    md2_hull hull;
    status = make_hull(reader, kind->name, inner, &geometry, &hull);
    return status == MD_OK ? reader_refused(reader, value, md2_shape_create(reader->world, body, &def, &hull, shape))
                           : status;
}
