/* Definitions of joints: defaults, and definitions for two bodies in their present position. */
#include "geometry3/vec3.h"
#include "world3/world.h"

const char *md3_joint_type_name(md3_joint_type type)
{
    static const char *const names[] = {"distance", "ball",  "hinge",     "slider", "weld",     "wheel",
                                        "mouse",    "motor", "universal", "six",    "parallel", "gear"};
    return (unsigned)type < MD3_JOINT_TYPE_COUNT ? names[type] : "";
}

md3_joint_def md3_joint_def_default(md3_joint_type type)
{
    md3_joint_def def = {.type = type,
                         .rotation = {md3_rot_identity(), md3_rot_identity()},
                         .length = 1,
                         .ratio = 1,
                         .collide_connected = type == MD3_MOTOR || type == MD3_PARALLEL,
                         .motor_limit = MD_INFINITY,
                         .torque_limit = MD_INFINITY,
                         .correction_factor = (md_real)0.3,
                         .has_spring = type == MD3_MOUSE,
                         .frequency = 4,
                         .damping_ratio = (md_real)0.7,
                         .break_force = MD_INFINITY,
                         .break_torque = MD_INFINITY};
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        def.axis[i] = md3_joint_axis_default();
        def.axis[i].locked = type == MD3_SIX || (type == MD3_WHEEL && i == MD3_TWIST);
    }
    return def;
}

/* ---- For two bodies ---------------------------------------------------------------------------------------------- */

md3_joint_def md3_joint_def_in_frame(const md3_world *world, md3_joint_type type, md3_body_id first, md3_body_id second,
                                     md3_transform frame)
{
    const md3_transform transform[2] = {md3_body_transform(world, first), md3_body_transform(world, second)};
    md3_joint_def def = md3_joint_def_default(type);
    for (int side = 0; side < 2; ++side) {
        const md3_transform local = transform_between(transform[side], frame);
        def.body[side] = side == 0 ? first : second;
        def.anchor[side] = local.p;
        def.rotation[side] = local.q;
    }
    if (type == MD3_MOUSE) {
        def.target = frame.p;
    }
    return def;
}

/* The rotation with the x axis along a vector and the z axis perpendicular to a second one; zeros, which are refused, if the vectors
 * do not say. */
static md3_rot rotation_along(md3_vec x, md3_vec near_y)
{
    const md3_vec unit_x = vec_unit(x, NULL);
    const md3_vec unit_z = vec_unit(vec_cross(unit_x, vec_unit(near_y, NULL)), NULL);
    if (!(vec_dot(unit_z, unit_z) > 0)) {
        return (md3_rot){0, 0, 0, 0};
    }
    return md3_rot_from_axes((md3_mat){unit_x, vec_cross(unit_z, unit_x), unit_z});
}

md3_joint_def md3_joint_def_at(const md3_world *world, md3_joint_type type, md3_body_id first, md3_body_id second,
                               md3_vec point, md3_vec axis)
{
    const md3_vec unit = vec_unit(axis, NULL);
    md3_rot rotation = rotation_along(unit, md3_vec_perpendicular(unit));
    if (type == MD3_MOTOR || type == MD3_MOUSE) {
        rotation = md3_body_transform(world, second).q;
    }
    return md3_joint_def_in_frame(world, type, first, second, md3_transform_make(point, rotation));
}

md3_joint_def md3_joint_def_distance(const md3_world *world, md3_body_id first, md3_body_id second,
                                     md3_vec point_on_first, md3_vec point_on_second)
{
    md3_joint_def def = md3_joint_def_at(world, MD3_DISTANCE, first, second, point_on_first, vec(1, 0, 0));
    def.anchor[1] = transform_point_back(md3_body_transform(world, second), point_on_second);
    def.length = vec_length(vec_sub(point_on_second, point_on_first));
    return def;
}

md3_joint_def md3_joint_def_wheel(const md3_world *world, md3_body_id chassis, md3_body_id wheel, md3_vec point,
                                  md3_vec suspension, md3_vec axle)
{
    const md3_transform frame = md3_transform_make(point, rotation_along(suspension, axle));
    return md3_joint_def_in_frame(world, MD3_WHEEL, chassis, wheel, frame);
}

md3_joint_def md3_joint_def_gear(const md3_world *world, md3_joint_id first, md3_joint_id second, md_real ratio)
{
    const md3_joint_id joint[2] = {first, second};
    md3_joint_def def = md3_joint_def_default(MD3_GEAR);
    def.ratio = ratio;
    for (int side = 0; side < 2; ++side) {
        const struct joint *at = md3_joint_of(world, joint[side]);
        if (at == NULL || (at->def.type != MD3_HINGE && at->def.type != MD3_SLIDER)) {
            continue; /* leaves the handle of no body, which is refused */
        }
        def.body[side] = at->def.body[1];
        def.anchor[side] = at->def.anchor[1];
        def.rotation[side] = at->def.rotation[1];
        def.gear_slides[side] = at->def.type == MD3_SLIDER;
    }
    return def;
}

/* ---- As stored --------------------------------------------------------------------------------------------------- */

md3_joint_def md3_joint_def_normalised(const md3_joint_def *def)
{
    md3_joint_def stored = *def;
    stored.rotation[0] = rot_given(def->rotation[0]);
    stored.rotation[1] = rot_given(def->rotation[1]);
    if (def->type == MD3_MOUSE) {
        stored.body[0] = (md3_body_id){0, 0};
        stored.has_spring = true;
    }
    return stored;
}
