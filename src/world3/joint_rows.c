/* Joints as rows of the velocity problem.
 *
 * A joint holds its bodies by equality rows with bias 0; their error in position, the gap, is corrected by the position problem. A
 * limit is a one-sided row that lets the gap close in the substep but no further, a motor is a bounded row with a target speed, and a
 * spring is a row with compliance. Positions and speeds are those of the second body relative to the first.
 *
 * The cached impulses are not rescaled if the length of the substep changes: the warm start is then worse, the solution the same.
 */
#include "world3/joint_rows.h"

#include "base/angle.h"
#include "world3/gear.h"

/* A coordinate: the row that has its rate as velocity, and its position, m or rad. */
struct coordinate {
    struct constraint_row row;
    md_real position;
    bool wraps; /* the position is an angle in (-pi, pi] */
};

/* Distance from the position to the lower and to the upper limit, m or rad; infinite without a limit. */
struct room {
    md_real down, up;
};

static const struct room UNLIMITED = {MD_INFINITY, MD_INFINITY};

/* ---- Directions ----------------------------------------------------------------------------------------------------- */

static struct constraint_row row_between(const struct row_list *list)
{
    struct constraint_row row = md3_row_default();
    row.body[0] = list->joint->body[0];
    row.body[1] = list->joint->body[1];
    return row;
}

struct constraint_row md3_joint_linear_row(const struct row_list *list, md3_vec direction)
{
    struct constraint_row row = row_between(list);
    row.linear[0] = vec_negative(direction);
    row.angular[0] = vec_negative(vec_cross(vec_add(list->frame.r[0], list->frame.between), direction));
    row.linear[1] = direction;
    row.angular[1] = vec_cross(list->frame.r[1], direction);
    return row;
}

struct constraint_row md3_joint_angular_row(const struct row_list *list, md3_vec direction)
{
    struct constraint_row row = row_between(list);
    row.angular[0] = vec_negative(direction);
    row.angular[1] = direction;
    return row;
}

static struct constraint_row opposite(struct constraint_row row)
{
    for (int side = 0; side < 2; ++side) {
        row.linear[side] = vec_negative(row.linear[side]);
        row.angular[side] = vec_negative(row.angular[side]);
    }
    return row;
}

/* ---- Kinds of rows -------------------------------------------------------------------------------------------------- */

/* No coordinate of a joint is this far from its limit, m or rad, in a world of 1e9 m. A larger number is that of a limit out of
 * reach, and its rate of correction would overflow. */
#define FARTHEST ((md_real)1e10)

static md_real gap_in_world(md_real gap)
{
    return md_clamp(gap, -FARTHEST, FARTHEST);
}

/* Baumgarte: the velocity problem corrects the error in position. */
static md_real baumgarte_bias(const struct row_list *list, enum position_row kind, md_real gap)
{
    return list->world->velocity.settings.baumgarte ? md3_joint_position_bias(list->world, kind, gap) : 0;
}

static void put_equality(struct row_list *list, int slot, enum joint_role role, struct constraint_row row, md_real gap)
{
    row.gap = gap_in_world(gap);
    row.bias = baumgarte_bias(list, POSITION_EQUALITY, row.gap);
    row.position = POSITION_EQUALITY;
    row_list_put(list, slot, role, &row);
}

/* A spring at `stretch` from rest, with a frequency and damping ratio that do not depend on the masses. With effective mass m,
 * w = 2 pi frequency, k = m w^2 and d = 2 m zeta w, implicit Euler gives  J v + stretch k / (d + h k) + lambda / (h (d + h k)) = 0.
 * m cancels in the first quotient. `limit` is the maximum force or torque, N or N m. */
static void put_spring(struct row_list *list, int slot, struct constraint_row row, md_real stretch,
                       const md3_joint_axis *axis, md_real limit)
{
    const md_real h = list->h;
    const md_real w = (md_real)(2 * MD_PI) * axis->frequency;
    const md_real stiffness = 2 * axis->damping_ratio + h * w;
    row.rate = w / stiffness;
    row.bias = stretch * row.rate;
    row.compliance = md3_row_inverse_mass(list->world, &row) / (h * w * stiffness);
    row.lower = -limit * h;
    row.upper = limit * h;
    /* A spring so soft that its numbers overflow has no effect. */
    if (isfinite(row.bias) && isfinite(row.compliance)) {
        row_list_put(list, slot, ROLE_HOLD, &row);
    }
}

/* The target speed is limited to what brings the position to a limit in this substep; otherwise motor and limit would push against
 * each other. */
static void put_motor(struct row_list *list, int slot, struct constraint_row row, const md3_joint_axis *axis,
                      const struct room *room)
{
    const md_real slowest = -md_max(room->down, 0) / list->h;
    const md_real fastest = md_max(room->up, 0) / list->h;
    row.bias = -md_clamp(axis->motor_speed, slowest, fastest);
    row.lower = -axis->motor_limit * list->h;
    row.upper = axis->motor_limit * list->h;
    row_list_put(list, slot, ROLE_MOTOR, &row);
}

/* No joint moves this fast, m/s or rad/s: a limit that is further away than this speed reaches in a substep needs no row. */
#define FAR_SPEED ((md_real)1e6)

/* A row that lets the gap close in this substep, but not become negative. */
static void put_one_sided(struct row_list *list, int slot, enum joint_role role, struct constraint_row row, md_real gap)
{
    if (gap > FAR_SPEED * list->h) {
        return;
    }
    row.lower = 0;
    row.gap = gap_in_world(gap);
    row.bias = gap >= 0 ? gap / list->h : baumgarte_bias(list, POSITION_ONE_SIDED, row.gap);
    row.position = POSITION_ONE_SIDED;
    row_list_put(list, slot, role, &row);
}

/* `row` is the one along the position. */
static void put_limits(struct row_list *list, int slot, struct constraint_row row, const md3_joint_axis *axis,
                       const struct room *room)
{
    if (axis->has_limits && axis->lower == axis->upper) {
        put_equality(list, slot, ROLE_LOWER, row, room->down);
    } else {
        put_one_sided(list, slot, ROLE_LOWER, row, room->down);
        put_one_sided(list, slot, ROLE_UPPER, opposite(row), room->up);
    }
}

/* ---- Coordinates ---------------------------------------------------------------------------------------------------- */

/* An angle of at most 3 pi, from -pi to pi. */
static md_real wrapped(md_real angle)
{
    const md_real pi = (md_real)MD_PI;
    angle -= angle > pi ? 2 * pi : 0;
    return angle + (angle < -pi ? 2 * pi : 0);
}

/* Room of a position. That of an angle that wraps around is measured from the middle of the limits, so that the wrap is as far from
 * either as possible, and limits beyond pi work. Limits a full turn or more apart have no effect. */
static struct room room_at(const md3_joint_axis *axis, const struct coordinate *at)
{
    if (!axis->has_limits) {
        return UNLIMITED;
    }
    const md_real half = axis->upper / 2 - axis->lower / 2;
    if (!at->wraps || !isfinite(half)) {
        return (struct room){at->position - axis->lower, axis->upper - at->position};
    }
    if (half >= (md_real)MD_PI) {
        return UNLIMITED;
    }
    const md_real from_middle = wrapped(at->position - (axis->lower + half)); /* limits are within 2 pi */
    return (struct room){half + from_middle, half - from_middle};
}

static md_real distance_from_target(const md3_joint_axis *axis, const struct coordinate *at)
{
    const md_real distance = at->position - axis->target;
    return at->wraps ? wrapped(distance) : distance;
}

/* The rows of one coordinate with its settings. */
static void put_axis(struct row_list *list, int slot, const struct coordinate *at, const md3_joint_axis *axis)
{
    if (axis->locked) {
        put_equality(list, slot, ROLE_HOLD, at->row, distance_from_target(axis, at));
        return;
    }
    const struct room room = room_at(axis, at);
    if (axis->has_spring) {
        put_spring(list, slot, at->row, distance_from_target(axis, at), axis, MD_INFINITY);
    }
    if (axis->has_motor) {
        put_motor(list, slot, at->row, axis, &room);
    }
    put_limits(list, slot, at->row, axis, &room);
}

/* The rows of the six coordinates: first those that are not locked, then rotations, then translations. */
static void put_axes(struct row_list *list)
{
    md3_joint_axis axis[MD3_JOINT_COORDINATES];
    struct coordinate at[MD3_JOINT_COORDINATES];
    const struct joint_angles angles = md3_joint_angles_of(list->joint, &list->frame);
    md3_joint_axes(&list->joint->def, axis);
    for (int i = 0; i < 3; ++i) {
        const md3_vec direction = joint_axis_of(list->frame.axes[0], i);
        at[i] = (struct coordinate){.row = md3_joint_linear_row(list, direction),
                                    .position = vec_dot(direction, list->frame.between)};
        at[MD3_TWIST + i] = (struct coordinate){.row = md3_joint_angular_row(list, angles.direction[i]),
                                                .position = angles.position[i],
                                                .wraps = angles.wraps[i]};
    }
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = MD3_JOINT_COORDINATES - 1; i >= 0; --i) {
            if (axis[i].locked == (pass == 1) && !joint_bit_is_set(list->in_lanes, i)) {
                put_axis(list, i, &at[i], &axis[i]);
            }
        }
    }
}

/* ---- Special types -------------------------------------------------------------------------------------------------- */

/* The limits of a length or of the angle of a cone, which is not negative: a lower limit of 0 has no effect. */
static void put_size_limits(struct row_list *list, int slot, const struct coordinate *at)
{
    const md3_joint_def *def = &list->joint->def;
    const md3_joint_axis axis = {.has_limits = def->has_limits, .lower = def->lower, .upper = def->upper};
    struct room room = room_at(&axis, at);
    if (def->lower <= 0 && def->upper > 0) {
        room.down = MD_INFINITY;
    }
    put_limits(list, slot, at->row, &axis, &room);
}

static void put_distance(struct row_list *list)
{
    const md3_joint_def *def = &list->joint->def;
    const md3_joint_axis spring = {.frequency = def->frequency, .damping_ratio = def->damping_ratio};
    const struct coordinate at = {.row = md3_joint_linear_row(list, joint_direction(&list->frame)),
                                  .position = vec_length(list->frame.between)};
    const md_real stretch = at.position - def->length;
    if (def->has_spring) {
        put_spring(list, MD3_ALONG_X, at.row, stretch, &spring, MD_INFINITY);
    }
    put_size_limits(list, MD3_ALONG_X, &at);
    if (!def->has_spring && !def->has_limits) {
        put_equality(list, MD3_ALONG_X, ROLE_HOLD, at.row, stretch);
    }
}

/* Holds the position of a gear at 0, within limits (backlash) or by a spring (a belt). */
static void put_gear(struct row_list *list)
{
    const md3_joint_def *def = &list->joint->def;
    const struct coordinate at = {.row = md3_gear_row(list->joint, &list->frame),
                                  .position = md3_gear_position(list->world, list->joint, &list->frame)};
    const md3_joint_axis axis = {.locked = !def->has_spring && !def->has_limits,
                                 .has_limits = def->has_limits,
                                 .lower = def->lower,
                                 .upper = def->upper,
                                 .has_spring = def->has_spring,
                                 .frequency = def->frequency,
                                 .damping_ratio = def->damping_ratio};
    put_axis(list, MD3_ALONG_X, &at, &axis);
}

static void put_mouse(struct row_list *list)
{
    const md3_joint_def *def = &list->joint->def;
    const md3_joint_axis spring = {.frequency = def->frequency, .damping_ratio = def->damping_ratio};
    for (int i = 0; i < 3; ++i) {
        const md3_vec direction = joint_axis_of(md3_mat_identity(), i);
        put_spring(list, i, md3_joint_linear_row(list, direction), vec_dot(direction, list->frame.between), &spring,
                   def->motor_limit);
    }
}

/* The cone of a ball joint: one row along the swing. */
static void put_cone(struct row_list *list)
{
    const struct joint_angles angles = md3_joint_angles_of(list->joint, &list->frame);
    const md3_mat axes = list->frame.axes[0];
    const md3_vec swing = vec_add_scaled(vec_scale(angles.position[1], axes.y), angles.position[2], axes.z);
    const md3_vec unit = vec_unit(swing, NULL);
    const md3_vec direction = vec_dot(unit, unit) > 0 ? unit : axes.y;
    const struct coordinate at = {.row = md3_joint_angular_row(list, direction), .position = vec_length(swing)};
    put_size_limits(list, MD3_SWING_Y, &at);
}

static void put_ball(struct row_list *list)
{
    const md3_joint_def *def = &list->joint->def;
    if (def->has_motor) {
        md3_joint_put_ball_motor(list);
    }
    if (def->has_limits) {
        put_cone(list);
    }
    put_axes(list);
}

void md3_joint_list_rows(const md3_world *world, const struct joint *joint, md_real h, md_real ahead, uint32_t in_lanes,
                         struct row_list *list)
{
    list->world = world;
    list->joint = joint;
    list->frame = md3_joint_frame_of(world, joint, ahead);
    list->h = h;
    list->in_lanes = in_lanes;
    list->drive[0] = md3_mat_identity();
    list->drive[1] = md3_mat_identity();
    list->count = 0;
    switch (joint->def.type) {
    case MD3_DISTANCE: put_distance(list); break;
    case MD3_MOUSE: put_mouse(list); break;
    case MD3_MOTOR: md3_joint_put_motor(list); break;
    case MD3_GEAR: put_gear(list); break;
    case MD3_BALL: put_ball(list); break;
    default: put_axes(list); break;
    }
}
