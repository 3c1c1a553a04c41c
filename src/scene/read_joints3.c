/* Reads the joints of a 3D scene. */
#include <string.h>

#include "base/error.h"
#include "scene/read.h"

static md_status read_body_of_joint(const struct reader *reader, const struct value *value, md3_body_id *body)
{
    int32_t index = 0;
    if (reader->is_running) {
        const md_status status = reader_find_handle(reader, value, &body->index, &body->generation);
        return status == MD_OK && !md3_body_is_valid(reader->world3, *body) ? reader_no_body(reader, value) : status;
    }
    const md_status status = reader_find_body(reader, value, &index);
    if (status == MD_OK) {
        *body = reader->body3[index];
    }
    return status;
}

static md_status read_pair(const struct reader *reader, const struct value *value, md3_joint_def *def)
{
    const struct value *pair = value_get(value, "bodies");
    const bool is_mouse = def->type == MD3_MOUSE;
    if (pair->kind != VALUE_ARRAY || pair->count != 2) {
        return value_unexpected(pair, reader->error, "an array of two bodies");
    }
    md_status status = MD_OK;
    for (const struct value *body = pair->first; status == MD_OK && body != NULL; body = body->next) {
        if (body == pair->first && is_mouse && body->kind == VALUE_NULL) {
            continue; /* a mouse joint ignores its first body */
        }
        status = read_body_of_joint(reader, body, &def->body[body->index]);
    }
    if (status == MD_OK && !is_mouse && def->body[0].index == def->body[1].index) {
        status = value_fail(pair, reader->error, "expected two different bodies");
    }
    return status;
}

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

static md_status read_two(const struct reader *reader, const struct value *value, const struct field *field,
                          const char *expected, void *first, void *second)
{
    if (value->kind != VALUE_ARRAY || value->count != 2) {
        return value_unexpected(value, reader->error, expected);
    }
    const md_status status = field_read(field, value->first, first, reader->error);
    return status == MD_OK ? field_read(field, value->last, second, reader->error) : status;
}

static const struct field POINT = {"point", FIELD_VEC3, 0, 0, 0, 0, NULL};
static const struct field ROTATION = {"rotation", FIELD_ROT3, 0, 0, 0, 0, NULL};

/* Reads a direction in world coordinates; not zero. */
static md_status read_direction(const struct reader *reader, const struct value *value, md3_vec *direction)
{
    if (value == NULL) {
        return MD_OK;
    }
    const md_status status = read_vec3(value, direction, reader->error);
    if (status == MD_OK && !(md3_vec_length_squared(*direction) > 0)) {
        return value_fail(value, reader->error, "expected a direction, not zero");
    }
    return status;
}

/* Frames at a point of the world, with their x axes along `axis`. */
static md_status read_at(const struct reader *reader, const struct value *value, md3_joint_def *def)
{
    md3_vec point;
    const bool is_wheel = def->type == MD3_WHEEL;
    md3_vec axis = is_wheel ? md3_v(0, 1, 0) : md3_v(1, 0, 0); /* of a wheel: the suspension */
    md3_vec axle = md3_v(0, 0, 1);
    md_status status = read_vec3(value_get(value, "at"), &point, reader->error);
    if (status == MD_OK) {
        status = read_direction(reader, value_get(value, "axis"), &axis);
    }
    if (status == MD_OK) {
        status = read_direction(reader, value_get(value, "axle"), &axle);
    }
    if (status == MD_OK && is_wheel) {
        *def = md3_joint_def_wheel(reader->world3, def->body[0], def->body[1], point, axis, axle);
    } else if (status == MD_OK) {
        *def = md3_joint_def_at(reader->world3, def->type, def->body[0], def->body[1], point, axis);
    }
    return status;
}

static md_status read_between(const struct reader *reader, const struct value *between, md3_joint_def *def)
{
    md3_vec point[2] = {{0, 0, 0}, {0, 0, 0}};
    if (def->type != MD3_DISTANCE) {
        return value_fail(between, reader->error, "only distance joints have two anchor points: use at or anchors");
    }
    const md_status status = read_two(reader, between, &POINT, "an array of two points", &point[0], &point[1]);
    if (status == MD_OK) {
        *def = md3_joint_def_distance(reader->world3, def->body[0], def->body[1], point[0], point[1]);
    }
    return status;
}

/* Frames in the coordinates of each body. */
static md_status read_local(const struct reader *reader, const struct value *value, md3_joint_def *def)
{
    const struct value *anchors = value_get(value, "anchors");
    const struct value *rotations = value_get(value, "rotations");
    md_status status =
        anchors != NULL ? read_two(reader, anchors, &POINT, "an array of two points", &def->anchor[0], &def->anchor[1])
                        : MD_OK;
    return status == MD_OK && rotations != NULL ? read_two(reader, rotations, &ROTATION, "an array of two quaternions",
                                                           &def->rotation[0], &def->rotation[1])
                                                : status;
}

static md_status read_frames(const struct reader *reader, const struct value *value, md3_joint_def *def)
{
    static const char *const KEYS[] = {"at", "between", "anchors"};
    const struct value *place = NULL;
    for (int i = 0; i < 3; ++i) {
        const struct value *given = value_get(value, KEYS[i]);
        if (given != NULL && place != NULL) {
            return value_fail(given, reader->error, "given together with %s, expected one of the two", place->key);
        }
        place = given != NULL ? given : place;
    }
    const bool is_at = place != NULL && strcmp(place->key, "at") == 0;
    const struct value *direction =
        value_get(value, "axis") != NULL ? value_get(value, "axis") : value_get(value, "axle");
    if (!is_at && direction != NULL) {
        return value_fail(direction, reader->error, "a direction in the world needs a point in the world: use at");
    }
    if (place != NULL && strcmp(place->key, "anchors") != 0 && value_get(value, "rotations") != NULL) {
        return value_fail(value_get(value, "rotations"), reader->error, "given together with %s, expected anchors",
                          place->key);
    }
    if (is_at && def->type == MD3_DISTANCE) {
        return value_fail(place, reader->error, "a distance joint has two anchor points: use between or anchors");
    }
    if (is_at) {
        return read_at(reader, value, def);
    }
    return place != NULL && strcmp(place->key, "between") == 0 ? read_between(reader, place, def)
                                                               : read_local(reader, value, def);
}

/* ---- Other keys -------------------------------------------------------------------------------------------------- */

void read_drives3(const struct value *value, md3_joint_def *def)
{
    reader_imply(value, "has_limits", "lower", "upper", &def->has_limits);
    reader_imply(value, "has_spring", "frequency", "damping_ratio", &def->has_spring);
    if (def->type != MD3_MOUSE && def->type != MD3_MOTOR) { /* whose motor_limit is their maximum force */
        reader_imply(value, "has_motor", "motor_speed", "motor_limit", &def->has_motor);
    }
}

static md_status read_axes(const struct reader *reader, const struct value *value, md3_joint_def *def)
{
    if (value == NULL) {
        return MD_OK;
    }
    md_status status = fields_read(joint_axes_fields3, value, def, reader->error);
    for (int i = 0; status == MD_OK && i < MD3_JOINT_COORDINATES; ++i) {
        const struct value *given = value_get(value, joint_axes_fields3[i].name);
        if (given == NULL) {
            continue;
        }
        md3_joint_axis *axis = &def->axis[i];
        *axis = md3_joint_axis_default(); /* a six joint locks those that are not given */
        status = fields_read(joint_axis_fields3, given, axis, reader->error);
        reader_imply(given, "has_limits", "lower", "upper", &axis->has_limits);
        reader_imply(given, "has_motor", "motor_speed", "motor_limit", &axis->has_motor);
        reader_imply(given, "has_spring", "frequency", "damping_ratio", &axis->has_spring);
    }
    return status;
}

static md_status read_rest(const struct reader *reader, const struct value *value, md3_joint_def *def)
{
    md_status status = fields_read(joint_fields3, value, def, reader->error);
    read_drives3(value, def);
    return status == MD_OK ? read_axes(reader, value_get(value, "axes"), def) : status;
}

/* Reads the type, which determines the defaults, and the bodies. */
static md_status read_kind(const struct reader *reader, const struct value *value, md3_joint_def *def)
{
    const struct value *type = value_get(value, "type");
    if (value->kind != VALUE_OBJECT || type == NULL || value_get(value, "bodies") == NULL) {
        return fields_read(joint_fields3, value, def, reader->error); /* reports what is missing */
    }
    const md_status status = field_read(field_find(joint_fields3, "type"), type, def, reader->error);
    *def = md3_joint_def_default(def->type);
    return status == MD_OK ? read_pair(reader, value, def) : status;
}

md_status read_joint3(struct reader *reader, const struct value *value, md3_joint_id *joint)
{
    md3_joint_def def = md3_joint_def_default(MD3_DISTANCE);
    md_error found = {0};
    md_status status = read_kind(reader, value, &def);
    if (status == MD_OK) {
        status = read_frames(reader, value, &def);
    }
    if (status == MD_OK) {
        status = read_rest(reader, value, &def);
    }
    if (status == MD_OK) {
        status = reader_checked(reader, value, md3_joint_def_check(&def, &found), &found);
    }
    return status == MD_OK ? reader_refused(reader, value, md3_joint_create(reader->world3, &def, joint)) : status;
}
