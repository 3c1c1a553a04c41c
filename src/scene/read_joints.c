#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "scene/read.h"

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static md_status find_by_name(const struct reader *reader, const struct value *value, int32_t *index)
{
    bool found = false;
    const struct value *candidate = reader->bodies != NULL ? reader->bodies->first : NULL;
    for (; candidate != NULL; candidate = candidate->next) {
        const struct value *name = value_get(candidate, "name");
        if (name != NULL && strcmp(name->text, value->text) == 0) {
            if (found) {
                return value_fail(value, reader->error, "more than one body is named \"%.40s\"", value->text);
            }
            found = true;
            *index = candidate->index;
        }
    }
    return found ? MD_OK : value_fail(value, reader->error, "no body is named \"%.40s\"", value->text);
}

md_status reader_find_body(const struct reader *reader, const struct value *value, int32_t *index)
{
    const int32_t count = reader->bodies != NULL ? reader->bodies->count : 0;
    if (value->kind == VALUE_TEXT) {
        return find_by_name(reader, value, index);
    }
    if (value->kind == VALUE_NUMBER && value->number >= 0 && value->number < count &&
        floor(value->number) == value->number) {
        *index = (int32_t)value->number;
        return MD_OK;
    }
    char expected[80];
    snprintf(expected, sizeof expected, "the name of a body, or an index below %d", (int)count);
    return value_unexpected(value, reader->error, expected);
}

md_status reader_find_handle(const struct reader *reader, const struct value *value, int32_t *index,
                             uint32_t *generation)
{
    struct handle {
        int32_t index;
        int64_t generation;
    } handle = {0};
    static const struct field FIELDS[] = {
        {"index", FIELD_INT32, offsetof(struct handle, index), 0, INT32_MAX, FIELD_REQUIRED, NULL},
        {"generation", FIELD_INT64, offsetof(struct handle, generation), 0, UINT32_MAX, FIELD_REQUIRED, NULL},
        {0}};
    if (value->kind != VALUE_OBJECT) {
        return value_unexpected(value, reader->error, "the handle of a body");
    }
    const md_status status = fields_read(FIELDS, value, &handle, reader->error);
    *index = handle.index;
    *generation = (uint32_t)handle.generation;
    return status;
}

md_status reader_no_body(const struct reader *reader, const struct value *value)
{
    return value_fail(value, reader->error, "expected the handle of an existing body, got index %.0f, generation %.0f",
                      value_get(value, "index")->number, value_get(value, "generation")->number);
}

static md_status read_body_of_joint(const struct reader *reader, const struct value *value, bool may_be_none,
                                    md2_body_id *body)
{
    int32_t index = 0;
    *body = (md2_body_id){0, 0};
    if (value->kind == VALUE_NULL && may_be_none) {
        return MD_OK;
    }
    if (reader->is_running) {
        const md_status status = reader_find_handle(reader, value, &body->index, &body->generation);
        return status == MD_OK && !md2_body_is_valid(reader->world, *body) ? reader_no_body(reader, value) : status;
    }
    const md_status status = reader_find_body(reader, value, &index);
    if (status == MD_OK) {
        *body = reader->body[index];
    }
    return status;
}

static md_status read_pair(const struct reader *reader, const struct value *value, md2_joint_type type,
                           md2_body_id body[2])
{
    const struct value *pair = value_get(value, "bodies");
    if (pair->kind != VALUE_ARRAY || pair->count != 2) {
        return value_unexpected(pair, reader->error, "an array of two bodies");
    }
    md_status status = read_body_of_joint(reader, pair->first, type == MD2_MOUSE, &body[0]);
    if (status == MD_OK) {
        status = read_body_of_joint(reader, pair->last, false, &body[1]);
    }
    if (status == MD_OK && type != MD2_MOUSE && body[0].index == body[1].index) {
        status = value_fail(pair, reader->error, "expected two different bodies");
    }
    return status;
}

/* ---- Anchors and axis -------------------------------------------------------------------------------------------- */

static md_status read_two_points(const struct reader *reader, const struct value *value, md2_vec point[2])
{
    if (value->kind != VALUE_ARRAY || value->count != 2) {
        return value_unexpected(value, reader->error, "an array of two points");
    }
    const md_status status = read_vec(value->first, &point[0], reader->error);
    return status == MD_OK ? read_vec(value->last, &point[1], reader->error) : status;
}

/* Finds which of the three alternative keys gives the anchors; NULL if none does. */
static md_status find_anchor_key(const struct reader *reader, const struct value *value, md2_joint_type type,
                                 const struct value **place)
{
    static const char *const KEYS[] = {"anchors", "at", "between"};
    *place = NULL;
    for (int i = 0; i < 3; ++i) {
        const struct value *given = value_get(value, KEYS[i]);
        if (given != NULL && *place != NULL) {
            return value_fail(given, reader->error, "given together with %s, expected one of the two", (*place)->key);
        }
        *place = given != NULL ? given : *place;
    }
    const bool has_two = type == MD2_DISTANCE || type == MD2_PULLEY;
    if (*place != NULL && strcmp((*place)->key, "at") == 0 && has_two) {
        return value_fail(*place, reader->error, "a %s joint has two anchor points: use between or anchors",
                          md2_joint_type_name(type));
    }
    if (*place != NULL && strcmp((*place)->key, "between") == 0 && !has_two) {
        return value_fail(*place, reader->error,
                          "only distance and pulley joints have two anchor points: use at or anchors");
    }
    return MD_OK;
}

static md_status read_axis(const struct reader *reader, const struct value *value, bool in_world, md2_vec *axis)
{
    const struct value *given = value_get(value, "axis");
    md_status status = given != NULL ? read_vec(given, axis, reader->error) : MD_OK;
    const double square = (double)axis->x * (double)axis->x + (double)axis->y * (double)axis->y;
    if (status == MD_OK && in_world && !(square > 0)) {
        status = value_fail(given, reader->error, "expected a direction, not zero");
    } else if (status == MD_OK && !in_world && !(fabs(square - 1) < 1e-3)) {
        status = value_fail(given, reader->error, "expected a unit vector");
    }
    return status;
}

/* Reads the pulleys and the ratio, which determine the length of the rope together with the anchors. */
static md_status read_pulleys(const struct reader *reader, const struct value *value, md2_joint_def *def)
{
    const struct value *pulleys = value_get(value, "pulleys");
    const struct value *ratio = value_get(value, "ratio");
    md_status status = pulleys != NULL ? read_two_points(reader, pulleys, def->pulley) : MD_OK;
    if (status == MD_OK && pulleys == NULL && def->type == MD2_PULLEY) {
        status = value_fail(value, reader->error, "the key \"pulleys\" is missing");
    }
    return status == MD_OK && ratio != NULL ? field_read(field_find(joint_fields, "ratio"), ratio, def, reader->error)
                                            : status;
}

/* Reads the anchors and the axis. Points and axes in world coordinates are converted to those of the bodies. */
static md_status read_anchors(const struct reader *reader, const struct value *value, md2_joint_def *def)
{
    const struct value *place = NULL;
    const md2_joint_type type = def->type;
    const md2_body_id first = def->body[0];
    const md2_body_id second = def->body[1];
    md_status status = find_anchor_key(reader, value, type, &place);
    const bool in_world = place != NULL && strcmp(place->key, "anchors") != 0;
    if (status == MD_OK) {
        status = read_axis(reader, value, in_world, &def->axis);
    }
    if (status != MD_OK || place == NULL) {
        return status;
    }
    md2_vec point[2] = {{0, 0}, {0, 0}};
    if (strcmp(place->key, "at") == 0) {
        status = read_vec(place, &point[0], reader->error);
        *def = md2_joint_def_at(reader->world, type, first, second, point[0], def->axis);
        return status;
    }
    status = read_two_points(reader, place, point);
    if (in_world && type == MD2_PULLEY) {
        *def = md2_joint_def_pulley(reader->world, first, second, def->pulley, point, def->ratio);
    } else if (in_world) {
        *def = md2_joint_def_distance(reader->world, first, second, point[0], point[1]);
    } else {
        def->anchor[0] = point[0];
        def->anchor[1] = point[1];
    }
    return status;
}

/* ---- Other keys -------------------------------------------------------------------------------------------------- */

void reader_imply(const struct value *value, const char *flag, const char *one, const char *other, bool *on)
{
    if (value_get(value, flag) == NULL && (value_get(value, one) != NULL || value_get(value, other) != NULL)) {
        *on = true;
    }
}

void read_drives(const struct value *value, md2_joint_def *def)
{
    reader_imply(value, "has_limits", "lower", "upper", &def->has_limits);
    reader_imply(value, "has_spring", "frequency", "damping_ratio", &def->has_spring);
    if (def->type != MD2_MOUSE && def->type != MD2_MOTOR) { /* whose motor_limit is their maximum force */
        reader_imply(value, "has_motor", "motor_speed", "motor_limit", &def->has_motor);
    }
}

static md_status read_rest(const struct reader *reader, const struct value *value, md2_joint_def *def)
{
    const md2_vec axis = def->axis;
    const struct value *gear_axes = value_get(value, "gear_axes");
    md_status status = fields_read(joint_fields, value, def, reader->error);
    if (status == MD_OK && gear_axes != NULL) {
        status = read_two_points(reader, gear_axes, def->gear_axis);
    }
    def->axis = axis;
    read_drives(value, def);
    if (status == MD_OK && !(def->lower <= def->upper)) {
        return value_fail(value, reader->error, "expected lower <= upper");
    }
    return status;
}

/* Reads the type, which determines the defaults, and the bodies. */
static md_status read_kind(const struct reader *reader, const struct value *value, md2_joint_def *def)
{
    const struct value *type = value_get(value, "type");
    if (value->kind != VALUE_OBJECT || type == NULL || value_get(value, "bodies") == NULL) {
        return fields_read(joint_fields, value, def, reader->error); /* reports what is missing */
    }
    md_status status = field_read(field_find(joint_fields, "type"), type, def, reader->error);
    *def = md2_joint_def_default(def->type);
    return status == MD_OK ? read_pair(reader, value, def->type, def->body) : status;
}

md_status read_joint(struct reader *reader, const struct value *value, md2_joint_id *joint)
{
    md2_joint_def def = md2_joint_def_default(MD2_DISTANCE);
    md_status status = read_kind(reader, value, &def);
    if (status == MD_OK) {
        status = read_pulleys(reader, value, &def);
    }
    if (status == MD_OK) {
        status = read_anchors(reader, value, &def);
    }
    if (status == MD_OK) {
        status = read_rest(reader, value, &def);
    }
    md_error found = {0};
    if (status == MD_OK) {
        status = reader_checked(reader, value, md2_joint_def_check(&def, &found), &found);
    }
    return status == MD_OK ? reader_refused(reader, value, md2_joint_create(reader->world, &def, joint)) : status;
}
