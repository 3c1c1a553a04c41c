/* Joints: calls that change their definition. */
#include "world3/gear.h"

md3_joint_def md3_joint_get_def(const md3_world *world, md3_joint_id joint)
{
    const struct joint *at = md3_joint_of(world, joint);
    return at != NULL ? at->def : (md3_joint_def){0};
}

/* Type and bodies of a joint cannot change. */
static md_status check_is_same(md3_world *world, const md3_joint_def *now, const md3_joint_def *def)
{
    struct def_check check = {.what = "joint", .error = &world->last_error};
    md_check_that(&check, def->type == now->type, "type must be that of the joint, which is %s, is %s",
                  md3_joint_type_name(now->type), md3_joint_type_name(def->type));
    for (int side = now->type == MD3_MOUSE ? 1 : 0; side < 2; ++side) {
        md_check_that(&check, md3_body_same(now->body[side], def->body[side]),
                      "body[%d] must be that of the joint, which is body %d, is body %d", side,
                      (int)now->body[side].index, (int)def->body[side].index);
    }
    return check.status;
}

md_status md3_joint_set_def(md3_world *world, md3_joint_id joint, const md3_joint_def *def)
{
    struct joint *at;
    md_status status = md3_joint_to_change(world, joint, __func__, &at);
    if (status == MD_OK) {
        status = md3_joint_def_check(def, &world->last_error);
    }
    if (status == MD_OK) {
        status = check_is_same(world, &at->def, def);
    }
    if (status != MD_OK) {
        return status;
    }
    const bool forbade = joint_forbids(&at->def);
    bool added = false;
    if (joint_forbids(def) && !forbade) {
        status = md3_joint_forbid_pair(world, at->body[0], at->body[1], &added);
        if (status != MD_OK) {
            return md3_note_failure(world, status, __func__);
        }
    }
    const bool meshes = def->type == MD3_GEAR && !md3_gear_is_same(&at->def, def);
    at->def = md3_joint_def_normalised(def);
    if (meshes) {
        md3_gear_mesh(world, at);
    }
    if (forbade && !joint_forbids(def)) {
        md3_joint_allow_pair(world, at);
    }
    md3_joint_wake_bodies(world, at);
    if (added) {
        md3_contacts_remove_between(world, at->body[0], at->body[1]);
    }
    return MD_OK;
}

/* Reads the definition that a setter changes. Unless `type` is MD3_JOINT_TYPE_COUNT, the joint must be of that type. */
static md_status def_to_change(md3_world *world, md3_joint_id joint, const char *call, md3_joint_type type,
                               md3_joint_def *def)
{
    struct joint *at;
    const md_status status = md3_joint_to_change(world, joint, call, &at);
    if (status != MD_OK) {
        return status;
    }
    *def = at->def;
    struct def_check check = md3_call_check(world, call);
    md_check_that(&check, type == MD3_JOINT_TYPE_COUNT || type == def->type, "joint must be a %s joint, is a %s joint",
                  md3_joint_type_name(type), md3_joint_type_name(def->type));
    return check.status;
}

md_status md3_joint_set_motor(md3_world *world, md3_joint_id joint, bool on, md_real speed, md_real limit)
{
    md3_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD3_JOINT_TYPE_COUNT, &def);
    if (status != MD_OK) {
        return status;
    }
    def.has_motor = on;
    def.motor_speed = speed;
    def.motor_limit = limit;
    return md3_joint_set_def(world, joint, &def);
}

md_status md3_joint_set_limits(md3_world *world, md3_joint_id joint, bool on, md_real lower, md_real upper)
{
    md3_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD3_JOINT_TYPE_COUNT, &def);
    if (status != MD_OK) {
        return status;
    }
    def.has_limits = on;
    def.lower = lower;
    def.upper = upper;
    return md3_joint_set_def(world, joint, &def);
}

md_status md3_joint_set_spring(md3_world *world, md3_joint_id joint, bool on, md_real frequency, md_real damping_ratio)
{
    md3_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD3_JOINT_TYPE_COUNT, &def);
    if (status != MD_OK) {
        return status;
    }
    def.has_spring = on;
    def.frequency = frequency;
    def.damping_ratio = damping_ratio;
    return md3_joint_set_def(world, joint, &def);
}

md_status md3_joint_set_axis(md3_world *world, md3_joint_id joint, md3_joint_coordinate coordinate,
                             const md3_joint_axis *axis)
{
    md3_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD3_JOINT_TYPE_COUNT, &def);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md3_call_check(world, __func__);
    md_check_choice(&check, "coordinate", (int)coordinate, MD3_JOINT_COORDINATES);
    md_check_that(&check, axis != NULL, "axis is NULL");
    if (check.status != MD_OK) {
        return check.status;
    }
    def.axis[coordinate] = *axis;
    return md3_joint_set_def(world, joint, &def);
}

md_status md3_joint_set_target(md3_world *world, md3_joint_id joint, md3_vec target)
{
    md3_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD3_MOUSE, &def);
    if (status != MD_OK) {
        return status;
    }
    def.target = target;
    return md3_joint_set_def(world, joint, &def);
}

md_status md3_joint_set_pose(md3_world *world, md3_joint_id joint, md3_transform pose)
{
    md3_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD3_MOTOR, &def);
    if (status != MD_OK) {
        return status;
    }
    def.anchor[0] = pose.p;
    def.rotation[0] = pose.q;
    return md3_joint_set_def(world, joint, &def);
}

md_status md3_joint_set_velocity(md3_world *world, md3_joint_id joint, md3_vec velocity, md3_vec angular_velocity)
{
    md3_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD3_MOTOR, &def);
    if (status != MD_OK) {
        return status;
    }
    def.motor_velocity = velocity;
    def.motor_angular_velocity = angular_velocity;
    return md3_joint_set_def(world, joint, &def);
}
