/* Checks of the definitions of joints: the first field that fails is named. */
#include <stdio.h>

#include "base/angle.h"
#include "engine/def_check.h"
#include "world3/world.h"

/* Positions in m, or velocities in m/s or rad/s. */
static void check_vec(struct def_check *check, const char *field, md3_vec value)
{
    md_check_that(check, body_is_in_world(value), "%s must be three numbers from %g to %g, is (%g, %g, %g)", field,
                  -(double)WORLD_SIZE, (double)WORLD_SIZE, (double)value.x, (double)value.y, (double)value.z);
}

/* Angles repeat after a turn, so that values beyond one turn mean nothing. */
static bool is_within_turn(md_real angle)
{
    return md_abs(angle) <= (md_real)(2 * MD_PI) || md_abs(angle) == MD_INFINITY;
}

/* Limits may be infinite. `prefix` names the struct that has them. */
static void check_limits(struct def_check *check, const char *prefix, md_real lower, md_real upper, bool is_angle)
{
    md_check_that(check, lower < MD_INFINITY, "%slower must be a number below infinity, is %g", prefix, (double)lower);
    md_check_that(check, upper > -MD_INFINITY, "%supper must be a number above -infinity, is %g", prefix,
                  (double)upper);
    md_check_that(check, lower <= upper, "%slower must be <= upper, which is %g, is %g", prefix, (double)upper,
                  (double)lower);
    md_check_that(check, !is_angle || is_within_turn(lower), "%slower must be >= -2 pi or -infinity, is %g", prefix,
                  (double)lower);
    md_check_that(check, !is_angle || is_within_turn(upper), "%supper must be <= 2 pi or infinity, is %g", prefix,
                  (double)upper);
}

static void check_motor(struct def_check *check, const char *prefix, md_real speed, md_real limit)
{
    md_check_that(check, isfinite(speed), "%smotor_speed must be a finite number, is %g", prefix, (double)speed);
    md_check_that(check, limit >= 0, "%smotor_limit must be a number >= 0, is %g", prefix, (double)limit);
}

static void check_spring(struct def_check *check, const char *prefix, md_real frequency, md_real damping_ratio)
{
    md_check_that(check, frequency > 0 && isfinite(frequency), "%sfrequency must be a finite number > 0, is %g", prefix,
                  (double)frequency);
    md_check_that(check, damping_ratio >= 0 && isfinite(damping_ratio),
                  "%sdamping_ratio must be a finite number >= 0, is %g", prefix, (double)damping_ratio);
}

static void check_axis(struct def_check *check, const md3_joint_axis *axis, int index)
{
    const bool is_angle = index >= MD3_TWIST;
    const double most = is_angle ? 2 * MD_PI : (double)WORLD_SIZE;
    char prefix[16];
    snprintf(prefix, sizeof prefix, "axis[%d].", index);
    check_limits(check, prefix, axis->lower, axis->upper, is_angle);
    check_motor(check, prefix, axis->motor_speed, axis->motor_limit);
    check_spring(check, prefix, axis->frequency, axis->damping_ratio);
    md_check_that(check, fabs((double)axis->target) <= (double)(md_real)most,
                  "%starget must be a number from %g to %g, is %g", prefix, -most, most, (double)axis->target);
}

static void check_position_limits(struct def_check *check, const md3_joint_def *def)
{
    const bool is_angle = def->type == MD3_BALL || def->type == MD3_HINGE || def->type == MD3_UNIVERSAL;
    check_limits(check, "", def->lower, def->upper, is_angle);
    if (def->type == MD3_DISTANCE || def->type == MD3_BALL) {
        md_check_number(check, "upper", (double)def->upper, RULE_NOT_NEGATIVE_OR_INFINITE);
    }
}

/* Beyond these a row would lose one of its bodies to rounding in float. */
#define MIN_RATIO ((md_real)1e-6)
#define MAX_RATIO ((md_real)1e6)

static void check_ratio(struct def_check *check, md_real ratio)
{
    const double min = (double)MIN_RATIO;
    const double max = (double)MAX_RATIO;
    md_check_that(check, MIN_RATIO <= md_abs(ratio) && md_abs(ratio) <= MAX_RATIO,
                  "ratio must be from %g to %g or from %g to %g, is %g", -max, -min, min, max, (double)ratio);
}

static void check_frames(struct def_check *check, const md3_joint_def *def)
{
    md_check_that(check,
                  def->type == MD3_MOUSE || def->body[0].generation == 0 || !md3_body_same(def->body[0], def->body[1]),
                  "body[1] must differ from body[0], is body %d", (int)def->body[1].index);
    check_vec(check, "anchor[0]", def->anchor[0]);
    check_vec(check, "anchor[1]", def->anchor[1]);
    md3_check_rotation(check, "rotation[0]", def->rotation[0]);
    md3_check_rotation(check, "rotation[1]", def->rotation[1]);
}

md_status md3_joint_def_check(const md3_joint_def *def, md_error *error)
{
    struct def_check check = {.what = "joint", .error = error};
    if (!md_check_def(&check, def, sizeof *def, "md3_joint_def_default")) {
        return check.status;
    }
    md_check_choice(&check, "type", (int)def->type, MD3_JOINT_TYPE_COUNT);
    check_frames(&check, def);
    md_check_number(&check, "length", (double)def->length, RULE_POSITIVE);
    md_check_number_within(&check, "length", (double)def->length, 0, (double)WORLD_SIZE);
    check_ratio(&check, def->ratio);
    check_position_limits(&check, def);
    check_motor(&check, "", def->motor_speed, def->motor_limit);
    md_check_number(&check, "torque_limit", (double)def->torque_limit, RULE_NOT_NEGATIVE_OR_INFINITE);
    check_vec(&check, "motor_velocity", def->motor_velocity);
    check_vec(&check, "motor_angular_velocity", def->motor_angular_velocity);
    md_check_number_within(&check, "correction_factor", (double)def->correction_factor, 0, 1);
    check_spring(&check, "", def->frequency, def->damping_ratio);
    check_vec(&check, "target", def->target);
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        check_axis(&check, &def->axis[i], i);
    }
    md_check_number(&check, "break_force", (double)def->break_force, RULE_POSITIVE_OR_INFINITE);
    md_check_number(&check, "break_torque", (double)def->break_torque, RULE_POSITIVE_OR_INFINITE);
    return check.status;
}
