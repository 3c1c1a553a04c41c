#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "scene/read.h"

/* The one form of a shape. */
static md_status find_form(const struct reader *reader, const struct value *shape, const struct form_kind **kind)
{
    *kind = NULL;
    for (const struct form_kind *form = form_kinds; form->name != NULL; ++form) {
        const struct value *value = value_get(shape, form->name);
        if (value != NULL && *kind != NULL) {
            return value_fail(value, reader->error, "a second form beside \"%s\", expected one a shape", (*kind)->name);
        }
        *kind = value != NULL ? form : *kind;
    }
    if (*kind == NULL) {
        return value_fail(shape, reader->error,
                          "a form is missing: circle, capsule, segment, box, polygon, chain or chain_segment");
    }
    return MD_OK;
}

/* What the shape is made of: the defaults, then its material, then what it says itself. */
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

static md_status read_points(struct reader *reader, const struct value *value, int32_t least, md2_vec **points)
{
    if (value->kind != VALUE_ARRAY || value->count < least) {
        char expected[64];
        snprintf(expected, sizeof expected, "an array of at least %d points", (int)least);
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

static md_status make_box(const struct reader *reader, const struct value *value, struct form *form, md2_hull *hull)
{
    const md_status status = read_angle(value, &form->rotation, reader->error);
    if (status != MD_OK) {
        return status;
    }
    if (md2_hull_box(hull, form->half, form->center, form->rotation, form->radius) != MD_OK) {
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

/* A hull may begin with any of its corners. It begins with the first of the points, so that what was saved keeps its
 * order. */
static void begin_with(md2_hull *hull, md2_vec point)
{
    const md2_hull before = *hull;
    const int32_t first = corner_at(hull, point);
    for (int32_t i = 0; i < hull->count && first < hull->count; ++i) {
        hull->point[i] = before.point[(first + i) % hull->count];
        hull->normal[i] = before.normal[(first + i) % hull->count];
    }
}

static md_status make_polygon(struct reader *reader, const struct value *value, const struct form *form, md2_hull *hull)
{
    md2_vec *points = NULL;
    const struct value *array = value_get(value, "points");
    md_status status = read_points(reader, array, 3, &points);
    if (status != MD_OK || points == NULL) {
        return status;
    }
    status = md2_hull_polygon(hull, points, array->count, form->radius);
    if (status == MD_ERROR_SIZE) {
        return value_fail(array, reader->error, "expected a convex outline of at most %d corners", MD2_MAX_POINTS);
    }
    if (status != MD_OK) {
        return value_fail(array, reader->error, "expected points that have an area");
    }
    begin_with(hull, points[0]);
    return MD_OK;
}

static md_status make_hull(struct reader *reader, const char *kind, const struct value *value, struct form *form,
                           md2_hull *hull)
{
    if (strcmp(kind, "circle") == 0) {
        return reader_refused(reader, value, md2_hull_circle(hull, form->center, form->radius));
    }
    if (strcmp(kind, "box") == 0) {
        return make_box(reader, value, form, hull);
    }
    if (strcmp(kind, "polygon") == 0) {
        return make_polygon(reader, value, form, hull);
    }
    /* A segment is a capsule of radius 0, which its table does not have. */
    const md_status status = md2_hull_capsule(hull, form->a, form->b, form->radius);
    return status == MD_OK ? MD_OK : value_fail(value, reader->error, "%s", CLOSE_POINTS);
}

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

static md_status create_chain(struct reader *reader, const struct value *value, const struct form *form,
                              md2_body_id body, const md2_shape_def *def)
{
    md2_vec *points = NULL;
    const struct value *array = value_get(value, "points");
    md_status status = read_points(reader, array, form->loop ? 3 : 2, &points);
    if (status == MD_OK) {
        status = md2_chain_create(reader->world, body, def, points, array->count, form->loop, NULL);
        status = status == MD_ERROR_ARGUMENT
                     ? value_fail(array, reader->error, "expected points of which no two in a row are the same")
                     : reader_refused(reader, value, status);
    }
    return status;
}

static md_status create_segment(const struct reader *reader, const struct value *value, const struct form *form,
                                md2_body_id body, const md2_shape_def *def)
{
    md2_chain_segment segment = {form->before, form->a, form->b, form->after};
    segment.before = value_get(value, "before") != NULL ? segment.before : segment.a;
    segment.after = value_get(value, "after") != NULL ? segment.after : segment.b;
    const md_status status = md2_shape_create_segment(reader->world, body, def, &segment, NULL);
    return status == MD_ERROR_ARGUMENT ? value_fail(value, reader->error, "%s", CLOSE_POINTS)
                                       : reader_refused(reader, value, status);
}

/* ---- A shape ----------------------------------------------------------------------------------------------------- */

md_status read_shape(struct reader *reader, const struct value *value, md2_body_id body)
{
    md2_shape_def def;
    const struct form_kind *kind = NULL;
    struct form form = form_default();
    md_status status = read_def(reader, value, &def);
    if (status == MD_OK) {
        status = find_form(reader, value, &kind);
    }
    if (status != MD_OK || kind == NULL) {
        return status;
    }
    const struct value *inner = value_get(value, kind->name);
    status = fields_read(kind->fields, inner, &form, reader->error);
    if (status != MD_OK) {
        return status;
    }
    if (strcmp(kind->name, "chain") == 0) {
        return create_chain(reader, inner, &form, body, &def);
    }
    if (strcmp(kind->name, "chain_segment") == 0) {
        return create_segment(reader, inner, &form, body, &def);
    }
    md2_hull hull;
    status = make_hull(reader, kind->name, inner, &form, &hull);
    return status == MD_OK ? reader_refused(reader, value, md2_shape_create(reader->world, body, &def, &hull, NULL))
                           : status;
}
