/* Definitions of joints: defaults, definitions for two bodies, checks. */
#include "base/angle.h"
#include "engine/def_check.h"
#include "geometry2/vec.h"
#include "world2/world.h"

const char *md2_joint_type_name(md2_joint_type type)
{
    static const char *const names[] = {"distance", "revolute", "prismatic", "weld", "wheel",
                                        "mouse",    "pulley",   "motor",     "gear"};
    return (unsigned)type < MD2_JOINT_TYPE_COUNT ? names[type] : "";
}

md2_joint_def md2_joint_def_default(md2_joint_type type)
{
    return (md2_joint_def){.type = type,
                           .axis = {1, 0},
                           .reference = {1, 0},
                           .length = 1,
                           .ratio = 1,
                           .collide_connected = type == MD2_PULLEY || type == MD2_MOTOR,
                           .motor_limit = MD_INFINITY,
                           .torque_limit = MD_INFINITY,
                           .correction_factor = (md_real)0.3,
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
    const md2_transform transform[2] = {md2_body_transform(world, first), md2_body_transform(world, second)};
    md2_joint_def def = md2_joint_def_default(type);
    for (int side = 0; side < 2; ++side) {
        def.body[side] = side == 0 ? first : second;
        def.anchor[side] = transform_point_back(transform[side], point);
    }
    if (has_axis(type)) {
        def.axis = rot_unapply(transform[0].q, vec_unit(axis, NULL));
    }
    if (type == MD2_MOUSE) {
        def.target = point;
    } else {
        def.reference = transform_between(transform[0], transform[1]).q;
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

md2_joint_def md2_joint_def_pulley(const md2_world *world, md2_body_id first, md2_body_id second,
                                   const md2_vec pulley[2], const md2_vec point[2], md_real ratio)
{
    if (pulley == NULL || point == NULL) { /* its bodies are none, so that it is refused */
        return md2_joint_def_default(MD2_PULLEY);
    }
    md2_joint_def def = md2_joint_def_distance(world, first, second, point[0], point[1]);
    def.type = MD2_PULLEY;
    def.collide_connected = true;
    def.pulley[0] = pulley[0];
    def.pulley[1] = pulley[1];
    def.ratio = ratio;
    def.length = vec_length(vec_sub(point[0], pulley[0])) + ratio * vec_length(vec_sub(point[1], pulley[1]));
    return def;
}

md2_joint_def md2_joint_def_gear(const md2_world *world, md2_joint_id first, md2_joint_id second, md_real ratio)
{
    const md2_joint_id joint[2] = {first, second};
    md2_joint_def def = md2_joint_def_default(MD2_GEAR);
    def.ratio = ratio;
    for (int side = 0; side < 2; ++side) {
        const struct joint *at = md2_joint_of(world, joint[side]);
        if (at == NULL || (at->def.type != MD2_REVOLUTE && at->def.type != MD2_PRISMATIC)) {
            continue; /* leaves the handle of no body, which is refused */
        }
        def.body[side] = at->def.body[1];
        def.anchor[side] = at->def.anchor[1];
        if (at->def.type == MD2_PRISMATIC) {
            def.gear_axis[side] = rot_apply(world->bodies[at->body[0]].rotation, at->def.axis);
        }
    }
    return def;
}

/* Beyond these a row would lose one of its bodies to rounding in float. */
#define MIN_RATIO ((md_real)1e-6)
#define MAX_RATIO ((md_real)1e6)

/* Limits may be infinite. Angles of a revolute joint repeat after a turn, so that limits beyond one turn mean
 * nothing. */
static void check_limits(struct def_check *check, const md2_joint_def *def)
{
    const md_real turn = (md_real)(2 * MD_PI);
    const bool lower_in_turn = def->lower >= -turn || def->lower == -MD_INFINITY;
    const bool upper_in_turn = def->upper <= turn || def->upper == MD_INFINITY;
    const double lower = (double)def->lower;
    const double upper = (double)def->upper;
    md_check_that(check, def->lower < MD_INFINITY, "lower must be a number below infinity, is %g", lower);
    md_check_that(check, def->upper > -MD_INFINITY, "upper must be a number above -infinity, is %g", upper);
    md_check_that(check, lower <= upper, "lower must be <= upper, which is %g, is %g", upper, lower);
    if (def->type == MD2_DISTANCE || def->type == MD2_PULLEY) {
        md_check_number(check, "upper", upper, RULE_NOT_NEGATIVE_OR_INFINITE);
    } else if (def->type == MD2_REVOLUTE) {
        md_check_that(check, lower_in_turn, "lower must be >= -2 pi or -infinity, is %g", lower);
        md_check_that(check, upper_in_turn, "upper must be <= 2 pi or infinity, is %g", upper);
    }
}

/* Positions in m, or velocities in m/s. */
static void check_vec(struct def_check *check, const char *x, const char *y, md2_vec position)
{
    const double size = (double)WORLD_SIZE;
    md_check_number_within(check, x, (double)position.x, -size, size);
    md_check_number_within(check, y, (double)position.y, -size, size);
}

/* A gear may turn its bodies in the same direction. */
static void check_ratio(struct def_check *check, const md2_joint_def *def)
{
    const double min = (double)MIN_RATIO;
    const double max = (double)MAX_RATIO;
    if (def->type == MD2_GEAR) {
        const double size = fabs((double)def->ratio);
        md_check_that(check, min <= size && size <= max, "ratio must be from %g to %g or from %g to %g, is %g", -max,
                      -min, min, max, (double)def->ratio);
    } else {
        md_check_number_within(check, "ratio", (double)def->ratio, min, max);
    }
}

static void check_gear_axis(struct def_check *check, const char *field, md2_vec axis)
{
    md_check_that(check, (axis.x == 0 && axis.y == 0) || rot_is_unit((md2_rot){axis.x, axis.y}),
                  "%s must be (0, 0) or a unit vector, is (%g, %g)", field, (double)axis.x, (double)axis.y);
}

md_status md2_joint_def_check(const md2_joint_def *def, md_error *error)
{
    struct def_check check = {.what = "joint", .error = error};
    if (!md_check_def(&check, def, sizeof *def, "md2_joint_def_default")) {
        return check.status;
    }
    md_check_choice(&check, "type", (int)def->type, MD2_JOINT_TYPE_COUNT);
    md_check_that(&check,
                  def->type == MD2_MOUSE || def->body[0].generation == 0 || !md2_body_same(def->body[0], def->body[1]),
                  "body[1] must differ from body[0], is body %d", (int)def->body[1].index);
    check_vec(&check, "anchor[0].x", "anchor[0].y", def->anchor[0]);
    check_vec(&check, "anchor[1].x", "anchor[1].y", def->anchor[1]);
    md_check_that(&check, rot_is_unit((md2_rot){def->axis.x, def->axis.y}), "axis must be a unit vector, is (%g, %g)",
                  (double)def->axis.x, (double)def->axis.y);
    md_check_that(&check, rot_is_unit(def->reference), "reference must be a cosine and a sine, is (%g, %g)",
                  (double)def->reference.c, (double)def->reference.s);
    check_ratio(&check, def);
    check_gear_axis(&check, "gear_axis[0]", def->gear_axis[0]);
    check_gear_axis(&check, "gear_axis[1]", def->gear_axis[1]);
    md_check_number(&check, "length", (double)def->length, RULE_POSITIVE);
    md_check_number_within(&check, "length", (double)def->length, 0, (double)WORLD_SIZE);
    check_vec(&check, "pulley[0].x", "pulley[0].y", def->pulley[0]);
    check_vec(&check, "pulley[1].x", "pulley[1].y", def->pulley[1]);
    check_limits(&check, def);
    md_check_number(&check, "motor_speed", (double)def->motor_speed, RULE_FINITE);
    md_check_number(&check, "motor_limit", (double)def->motor_limit, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_number(&check, "torque_limit", (double)def->torque_limit, RULE_NOT_NEGATIVE_OR_INFINITE);
    check_vec(&check, "motor_velocity.x", "motor_velocity.y", def->motor_velocity);
    md_check_number_within(&check, "correction_factor", (double)def->correction_factor, 0, 1);
    md_check_number(&check, "frequency", (double)def->frequency, RULE_POSITIVE);
    md_check_number(&check, "damping_ratio", (double)def->damping_ratio, RULE_NOT_NEGATIVE);
    check_vec(&check, "target.x", "target.y", def->target);
    md_check_number(&check, "break_force", (double)def->break_force, RULE_POSITIVE_OR_INFINITE);
    md_check_number(&check, "break_torque", (double)def->break_torque, RULE_POSITIVE_OR_INFINITE);
    return check.status;
}

/* Normalises a rotation unless rounding error alone keeps its length from 1, so that a definition that was read back
 * creates the same joint bit for bit. */
static md2_rot normalised(md2_rot q)
{
    return md_abs(q.c * q.c + q.s * q.s - 1) <= 4 * MD_REAL_EPSILON ? q : rot_unit(q);
}

md2_joint_def md2_joint_def_normalised(const md2_joint_def *def)
{
    md2_joint_def stored = *def;
    const md2_rot axis = normalised((md2_rot){def->axis.x, def->axis.y});
    stored.axis = vec(axis.c, axis.s);
    stored.reference = normalised(def->reference);
    for (int side = 0; side < 2; ++side) {
        const md2_vec given = def->gear_axis[side];
        const md2_rot unit = normalised((md2_rot){given.x, given.y});
        stored.gear_axis[side] = given.x != 0 || given.y != 0 ? vec(unit.c, unit.s) : given;
    }
    if (def->type == MD2_MOUSE) {
        stored.body[0] = (md2_body_id){0, 0};
        stored.has_spring = true;
    }
    return stored;
}
