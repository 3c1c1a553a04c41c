/* Definitions of joints: defaults, filling them in, and what is refused. */
#include "base/angle.h"
#include "geometry2/vec.h"
#include "world2/world.h"

const char *md2_joint_type_name(md2_joint_type type)
{
    static const char *const names[] = {"distance", "revolute", "prismatic", "weld", "wheel", "mouse"};
    return (unsigned)type < MD2_JOINT_TYPE_COUNT ? names[type] : "";
}

md2_joint_def md2_joint_def_default(md2_joint_type type)
{
    return (md2_joint_def){.type = type,
                           .axis = {1, 0},
                           .reference = {1, 0},
                           .length = 1,
                           .motor_limit = MD_INFINITY,
                           .has_spring = type == MD2_MOUSE,
                           .frequency = 4,
                           .damping_ratio = (md_real)0.7,
                           .break_force = MD_INFINITY,
                           .break_torque = MD_INFINITY};
}

static bool has_axis(md2_joint_type type)
{
    return type == MD2_PRISMATIC || type == MD2_WHEEL;
}

md2_joint_def md2_joint_def_at(const md2_world *world, md2_joint_type type, md2_body_id first, md2_body_id second,
                               md2_vec point, md2_vec axis)
{
    const md2_transform place[2] = {md2_body_transform(world, first), md2_body_transform(world, second)};
    md2_joint_def def = md2_joint_def_default(type);
    for (int side = 0; side < 2; ++side) {
        def.body[side] = side == 0 ? first : second;
        def.anchor[side] = transform_point_back(place[side], point);
    }
    if (has_axis(type)) {
        def.axis = rot_unapply(place[0].q, vec_unit(axis, NULL));
    }
    if (type == MD2_MOUSE) {
        def.target = point;
    } else {
        def.reference = transform_between(place[0], place[1]).q;
    }
    return def;
}

md2_joint_def md2_joint_def_distance(const md2_world *world, md2_body_id first, md2_body_id second,
                                     md2_vec point_on_first, md2_vec point_on_second)
{
    md2_joint_def def = md2_joint_def_at(world, MD2_DISTANCE, first, second, point_on_first, vec(1, 0));
    def.anchor[1] = transform_point_back(md2_body_transform(world, second), point_on_second);
    def.length = vec_length(vec_sub(point_on_second, point_on_first));
    return def;
}

static bool is_unit(md2_vec a)
{
    return rot_is_unit((md2_rot){a.x, a.y});
}

/* Limits may be infinite, one or both. An angle comes round again: more than a turn from 0 says nothing. */
static bool limits_are_sound(const md2_joint_def *def)
{
    const md_real turn = (md_real)(2 * MD_PI);
    const bool reachable = def->type != MD2_DISTANCE || def->upper >= 0;
    const bool close = def->type != MD2_REVOLUTE || ((def->lower >= -turn || def->lower == -MD_INFINITY) &&
                                                     (def->upper <= turn || def->upper == MD_INFINITY));
    return def->lower <= def->upper && def->lower < MD_INFINITY && def->upper > -MD_INFINITY && reachable && close;
}

bool md2_joint_def_is_sound(const md2_joint_def *def)
{
    return (unsigned)def->type < MD2_JOINT_TYPE_COUNT && vec_is_finite(def->anchor[0]) &&
           vec_is_finite(def->anchor[1]) && is_unit(def->axis) && rot_is_unit(def->reference) && def->length > 0 &&
           isfinite(def->length) && limits_are_sound(def) && isfinite(def->motor_speed) && def->motor_limit >= 0 &&
           def->frequency > 0 && isfinite(def->frequency) && def->damping_ratio >= 0 && isfinite(def->damping_ratio) &&
           vec_is_finite(def->target) && def->break_force > 0 && def->break_torque > 0;
}

/* Left alone where it is of length 1 to the last bits: a definition that was read back makes the same joint, bit for bit. */
static md2_rot unit_of(md2_rot q)
{
    return md_abs(q.c * q.c + q.s * q.s - 1) <= 4 * MD_REAL_EPSILON ? q : rot_unit(q);
}

md2_joint_def md2_joint_def_normalised(const md2_joint_def *def)
{
    md2_joint_def normal = *def;
    const md2_rot axis = unit_of((md2_rot){def->axis.x, def->axis.y});
    normal.axis = vec(axis.c, axis.s);
    normal.reference = unit_of(def->reference);
    if (def->type == MD2_MOUSE) {
        normal.body[0] = (md2_body_id){0, 0};
        normal.has_spring = true;
    }
    return normal;
}
