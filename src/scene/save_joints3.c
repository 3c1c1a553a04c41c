/* Saves the joints of a 3D world: the keys that differ from the defaults of the joint's type. */
#include <string.h>

#include "scene/fields.h"
#include "scene/save3.h"

static bool differs(md_real a, md_real b)
{
    return a != b || signbit(a) != signbit(b);
}

/* The defaults, except for the flags that the reader would infer from other keys: these are set to the opposite of the
 * actual value, so that they are written. */
static md3_joint_def defaults_for(const md3_joint_def *def)
{
    md3_joint_def defaults = md3_joint_def_default(def->type);
    if (differs(def->lower, defaults.lower) || differs(def->upper, defaults.upper)) {
        defaults.has_limits = !def->has_limits;
    }
    if (differs(def->motor_speed, defaults.motor_speed) || differs(def->motor_limit, defaults.motor_limit)) {
        defaults.has_motor = !def->has_motor;
    }
    if (differs(def->frequency, defaults.frequency) || differs(def->damping_ratio, defaults.damping_ratio)) {
        defaults.has_spring = !def->has_spring;
    }
    return defaults;
}

/* The same for a coordinate that the file names. */
static md3_joint_axis axis_defaults_for(const md3_joint_axis *axis)
{
    md3_joint_axis defaults = md3_joint_axis_default();
    if (differs(axis->lower, defaults.lower) || differs(axis->upper, defaults.upper)) {
        defaults.has_limits = !axis->has_limits;
    }
    if (differs(axis->motor_speed, defaults.motor_speed) || differs(axis->motor_limit, defaults.motor_limit)) {
        defaults.has_motor = !axis->has_motor;
    }
    if (differs(axis->frequency, defaults.frequency) || differs(axis->damping_ratio, defaults.damping_ratio)) {
        defaults.has_spring = !axis->has_spring;
    }
    return defaults;
}

static bool same_axis(const md3_joint_axis *a, const md3_joint_axis *b)
{
    bool same = true;
    for (const struct field *field = joint_axis_fields3; same && field->name != NULL; ++field) {
        same = memcmp((const char *)a + field->offset, (const char *)b + field->offset, field_size(field)) == 0;
    }
    return same;
}

/* Writes the coordinates that differ from those of a joint without "axes". */
static void write_axes(struct text *text, const md3_joint_def *def)
{
    const md3_joint_def defaults = md3_joint_def_default(def->type);
    bool any = false;
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        any = any || !same_axis(&def->axis[i], &defaults.axis[i]);
    }
    if (!any) {
        return;
    }
    const struct text_level level = text_open(text, "axes", "{", ", ");
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        if (!same_axis(&def->axis[i], &defaults.axis[i])) {
            const md3_joint_axis axis_defaults = axis_defaults_for(&def->axis[i]);
            const struct text_level axis = text_open(text, joint_axes_fields3[i].name, "{", ", ");
            fields_write(text, joint_axis_fields3, &def->axis[i], &axis_defaults);
            text_close(text, axis, "}");
        }
    }
    text_close(text, level, "}");
}

static bool is_identity(const md3_rot *rotation)
{
    const md3_rot identity = md3_rot_identity();
    return memcmp(rotation, &identity, sizeof identity) == 0;
}

/* places[index of a body's handle]: its index in the file. */
static void write_frames(struct text *text, const md3_joint_def *def, const int32_t *places)
{
    const struct text_level bodies = text_open(text, "bodies", "[", ", ");
    for (int side = 0; side < 2; ++side) {
        text_member(text, NULL);
        if (def->body[side].generation != 0) {
            text_print(text, "%d", (int)places[def->body[side].index]);
        } else {
            text_print(text, "null");
        }
    }
    text_close(text, bodies, "]");
    const struct text_level anchors = text_open(text, "anchors", "[", ", ");
    save_vec3(text, NULL, def->anchor[0]);
    save_vec3(text, NULL, def->anchor[1]);
    text_close(text, anchors, "]");
    if (is_identity(&def->rotation[0]) && is_identity(&def->rotation[1])) {
        return;
    }
    const struct text_level rotations = text_open(text, "rotations", "[", ", ");
    for (int side = 0; side < 2; ++side) {
        const struct text_level one = text_open(text, NULL, "[", ", ");
        text_real(text, NULL, def->rotation[side].x);
        text_real(text, NULL, def->rotation[side].y);
        text_real(text, NULL, def->rotation[side].z);
        text_real(text, NULL, def->rotation[side].w);
        text_close(text, one, "]");
    }
    text_close(text, rotations, "]");
}

void save_joints3(struct text *text, const md3_world *world, const int32_t *places)
{
    if (md3_world_joint_count(world) == 0) {
        return;
    }
    const struct text_level level = text_open(text, "joints", "[", ",\n    ");
    for (md3_joint_id joint = md3_world_first_joint(world); joint.generation != 0;
         joint = md3_world_next_joint(world, joint)) {
        const md3_joint_def def = md3_joint_get_def(world, joint);
        const md3_joint_def defaults = defaults_for(&def);
        const struct text_level object = text_open(text, NULL, "{", ", ");
        text_string(text, "type", md3_joint_type_name(def.type));
        write_frames(text, &def, places);
        fields_write(text, joint_fields3, &def, &defaults);
        write_axes(text, &def);
        text_close(text, object, "}");
    }
    text_close(text, level, "]");
}
