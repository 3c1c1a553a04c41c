/* Joints as rows of the velocity problem.
 *
 * A joint holds its bodies by equality rows with bias 0; their error in position, the gap, is corrected by the position problem. A
 * limit is a one-sided row that lets the gap close in the substep but no further, a motor is a bounded row with a target speed, and a
 * spring is a row with compliance. Positions and speeds are those of the second body relative to the first.
 *
 * The cached impulses are not rescaled if the length of the substep changes: the warm start is then worse, the solution the same.
 */
#include <string.h>

#include "geometry2/vec.h"
#include "world2/gear.h"
#include "world2/world.h"

/* Distance from the position to the lower and to the upper limit, m or rad; infinite without a limit. */
struct room {
    md_real down, up;
};

static const struct room UNLIMITED = {MD_INFINITY, MD_INFINITY};

/* The rows of a joint in the order in which they are swept. The equality rows come last, because the last row of a sweep is met best. */
struct row_list {
    const md2_world *world;
    const struct joint *joint;
    struct joint_frame frame;
    md_real h;         /* s, the substep */
    bool has_point;    /* the rows that hold the anchors together are in lanes (joint_points.c), not in the list */
    md2_vec direction; /* motor joint: of its first linear row */
    int count;
    enum joint_role role[JOINT_ROLES];
    struct constraint_row row[JOINT_ROLES];
};

static void put(struct row_list *list, enum joint_role role, struct constraint_row row)
{
    list->role[list->count] = role;
    list->row[list->count] = row;
    ++list->count;
}

/* ---- Directions ----------------------------------------------------------------------------------------------------- */

/* Velocity of the second body at its anchor relative to the first body at lever arm `first_arm`, along a direction. */
static struct constraint_row linear_row(const struct row_list *list, md2_vec direction, md2_vec first_arm)
{
    const md2_vec second_arm = list->frame.r[1];
    struct constraint_row row = md2_row_default();
    row.body[0] = list->joint->body[0];
    row.body[1] = list->joint->body[1];
    row.jacobian[0][0] = -direction.x;
    row.jacobian[0][1] = -direction.y;
    row.jacobian[0][2] = -vec_cross(first_arm, direction);
    row.jacobian[1][0] = direction.x;
    row.jacobian[1][1] = direction.y;
    row.jacobian[1][2] = vec_cross(second_arm, direction);
    return row;
}

/* A row along a direction that is fixed in the world, or points from anchor to anchor. */
static struct constraint_row anchor_row(const struct row_list *list, md2_vec direction)
{
    return linear_row(list, direction, list->frame.r[0]);
}

/* A row along a direction that turns with the first body, whose velocity is taken at the second anchor. */
static struct constraint_row axis_row(const struct row_list *list, md2_vec direction)
{
    return linear_row(list, direction, vec_add(list->frame.r[0], list->frame.between));
}

static struct constraint_row angular_row(const struct row_list *list)
{
    struct constraint_row row = linear_row(list, vec(0, 0), vec(0, 0));
    row.jacobian[0][2] = -1;
    row.jacobian[1][2] = 1;
    return row;
}

static md_real angle_of(const struct row_list *list)
{
    return joint_angle_of(list->world, list->joint);
}

/* J M^-1 J^T, the inverse effective mass of a row, 1/kg or 1/(kg m^2); 0 if neither body has an inverse mass. */
static md_real inverse_effective_mass(const md2_world *world, const struct constraint_row *row)
{
    md_real sum = 0;
    for (int side = 0; side < 2; ++side) {
        if (row->body[side] >= 0) {
            const struct body *body = &world->bodies[row->body[side]];
            const md_real *J = row->jacobian[side];
            sum += body->inverse_mass * (J[0] * J[0] + J[1] * J[1]) + body->inverse_inertia * J[2] * J[2];
        }
    }
    return sum;
}

/* ---- Kinds of rows -------------------------------------------------------------------------------------------------- */

/* Baumgarte: the velocity problem corrects the error in position. */
static md_real baumgarte_bias(const struct row_list *list, enum position_row kind, md_real gap)
{
    return list->world->velocity.settings.baumgarte ? md2_joint_position_bias(list->world, kind, gap) : 0;
}

static void put_equality(struct row_list *list, enum joint_role role, struct constraint_row row, md_real gap)
{
    row.bias = baumgarte_bias(list, POSITION_EQUALITY, gap);
    row.gap = gap;
    row.position = POSITION_EQUALITY;
    put(list, role, row);
}

/* A spring at `stretch` from rest, with a frequency and damping ratio that do not depend on the masses. With effective mass m,
 * w = 2 pi frequency, k = m w^2 and d = 2 m zeta w, implicit Euler gives  J v + stretch k / (d + h k) + lambda / (h (d + h k)) = 0.
 * m cancels in the first quotient. `limit` is the maximum force or torque, N or N m. */
static void put_spring(struct row_list *list, enum joint_role role, struct constraint_row row, md_real stretch,
                       md_real limit)
{
    const md_real h = list->h;
    const md_real w = (md_real)(2 * MD_PI) * list->joint->def.frequency;
    const md_real stiffness = 2 * list->joint->def.damping_ratio + h * w;
    row.rate = w / stiffness;
    row.bias = stretch * row.rate;
    row.compliance = inverse_effective_mass(list->world, &row) / (h * w * stiffness);
    row.lower = -limit * h;
    row.upper = limit * h;
    /* A spring so soft that its numbers overflow has no effect. */
    if (isfinite(row.bias) && isfinite(row.compliance)) {
        put(list, role, row);
    }
}

/* The target speed is limited to what brings the position to a limit in this substep; otherwise motor and limit would push against
 * each other. */
static void put_motor(struct row_list *list, struct constraint_row row, const struct room *room)
{
    const md2_joint_def *def = &list->joint->def;
    if (def->has_motor) {
        const md_real slowest = -md_max(room->down, 0) / list->h;
        const md_real fastest = md_max(room->up, 0) / list->h;
        row.bias = -md_clamp(def->motor_speed, slowest, fastest);
        row.lower = -def->motor_limit * list->h;
        row.upper = def->motor_limit * list->h;
        put(list, ROLE_MOTOR, row);
    }
}

/* No joint moves this fast, m/s or rad/s: a limit that is further away than this speed reaches in a substep needs no row. */
#define FAR_SPEED ((md_real)1e6)

/* A row that lets the gap close in this substep, but not become negative. */
static void put_one_sided(struct row_list *list, enum joint_role role, struct constraint_row row, md_real gap)
{
    if (gap > FAR_SPEED * list->h) {
        return;
    }
    row.lower = 0;
    row.bias = gap >= 0 ? gap / list->h : baumgarte_bias(list, POSITION_ONE_SIDED, gap);
    row.gap = gap;
    row.position = POSITION_ONE_SIDED;
    put(list, role, row);
}

static struct constraint_row opposite(struct constraint_row row)
{
    for (int k = 0; k < 3; ++k) {
        row.jacobian[0][k] = -row.jacobian[0][k];
        row.jacobian[1][k] = -row.jacobian[1][k];
    }
    return row;
}

/* `row` is the one along the position. */
static void put_limits(struct row_list *list, struct constraint_row row, const struct room *room)
{
    const md2_joint_def *def = &list->joint->def;
    if (def->has_limits && def->lower == def->upper) {
        put_equality(list, ROLE_LOWER, row, room->down);
    } else {
        put_one_sided(list, ROLE_LOWER, row, room->down);
        put_one_sided(list, ROLE_UPPER, opposite(row), room->up);
    }
}

/* Room of a position in metres. */
static struct room room_at(const md2_joint_def *def, md_real position)
{
    return def->has_limits ? (struct room){position - def->lower, def->upper - position} : UNLIMITED;
}

/* Room of an angle, which wraps around. If both limits are finite it is measured from their middle, so that the wrap is as far from
 * either as possible, and limits beyond pi work. Limits a full turn or more apart have no effect. */
static struct room room_at_angle(const md2_joint_def *def, md_real angle)
{
    const md_real pi = (md_real)MD_PI;
    const md_real half = def->upper / 2 - def->lower / 2;
    if (!isfinite(half) || !def->has_limits) {
        return room_at(def, angle);
    }
    if (half >= pi) {
        return UNLIMITED;
    }
    md_real from_middle = angle - (def->lower + half); /* within 3 pi: limits are within 2 pi */
    from_middle -= from_middle > pi ? 2 * pi : 0;
    from_middle += from_middle < -pi ? 2 * pi : 0;
    return (struct room){half + from_middle, half - from_middle};
}

/* ---- Types ---------------------------------------------------------------------------------------------------------- */

/* Holds a length at its rest length, within limits or by a spring. `row` has the rate of the length. */
static void put_length(struct row_list *list, struct constraint_row row, md_real length)
{
    const md2_joint_def *def = &list->joint->def;
    if (def->has_spring) {
        put_spring(list, ROLE_SPRING, row, length - def->length, MD_INFINITY);
    }
    struct room room = room_at(def, length);
    if (def->lower <= 0 && def->upper > 0) {
        room.down = MD_INFINITY; /* without a minimum distance the anchors may pass through each other */
    }
    put_limits(list, row, &room);
    if (!def->has_spring && !def->has_limits) {
        put_equality(list, ROLE_X, row, length - def->length);
    }
}

static void put_distance(struct row_list *list)
{
    put_length(list, anchor_row(list, joint_direction(&list->frame)), vec_length(list->frame.between));
}

/* The rope pulls each anchor toward its pulley, the second one with `ratio` times the force. At its pulley an anchor is
 * not pulled. */
static void put_pulley(struct row_list *list)
{
    const md2_vec rope[2] = {joint_rope(list->world, list->joint, &list->frame, 0),
                             joint_rope(list->world, list->joint, &list->frame, 1)};
    const md_real ratio = list->joint->def.ratio;
    struct constraint_row row = linear_row(list, vec(0, 0), vec(0, 0));
    for (int side = 0; side < 2; ++side) {
        const md2_vec direction = vec_scale(side == 0 ? 1 : ratio, vec_unit(rope[side], NULL));
        row.jacobian[side][0] = direction.x;
        row.jacobian[side][1] = direction.y;
        row.jacobian[side][2] = vec_cross(list->frame.r[side], direction);
    }
    put_length(list, row, vec_length(rope[0]) + ratio * vec_length(rope[1]));
}

/* Holds the position of a gear at 0, within limits (backlash) or by a spring (a belt). */
static void put_gear(struct row_list *list)
{
    const md2_joint_def *def = &list->joint->def;
    const md_real position = md2_gear_position(list->world, list->joint, &list->frame);
    const struct room room = room_at(def, position);
    struct constraint_row row = linear_row(list, vec(0, 0), vec(0, 0));
    md2_gear_jacobian(list->joint, &list->frame, 0, row.jacobian[0]);
    md2_gear_jacobian(list->joint, &list->frame, 1, row.jacobian[1]);
    if (def->has_spring) {
        put_spring(list, ROLE_SPRING, row, position, MD_INFINITY);
    }
    put_limits(list, row, &room);
    if (!def->has_spring && !def->has_limits) {
        put_equality(list, ROLE_ANGLE, row, position);
    }
}

/* Holds the anchors together. */
static void put_point(struct row_list *list)
{
    if (!list->has_point) {
        put_equality(list, ROLE_X, anchor_row(list, vec(1, 0)), list->frame.between.x);
        put_equality(list, ROLE_Y, anchor_row(list, vec(0, 1)), list->frame.between.y);
    }
}

static void put_point_spring(struct row_list *list, md_real limit)
{
    put_spring(list, ROLE_X, anchor_row(list, vec(1, 0)), list->frame.between.x, limit);
    put_spring(list, ROLE_Y, anchor_row(list, vec(0, 1)), list->frame.between.y, limit);
}

static void put_revolute(struct row_list *list)
{
    const md2_joint_def *def = &list->joint->def;
    const md_real angle = def->has_limits || def->has_spring ? angle_of(list) : 0; /* a costly arc tangent */
    const struct room room = room_at_angle(def, angle);
    if (def->has_spring) {
        put_spring(list, ROLE_SPRING, angular_row(list), angle, MD_INFINITY);
    }
    put_motor(list, angular_row(list), &room);
    put_limits(list, angular_row(list), &room);
    put_point(list);
}

/* Prismatic and wheel joints: a spring and limits along the axis, and no motion across it. */
static void put_line(struct row_list *list)
{
    const md2_joint_def *def = &list->joint->def;
    const bool slides = def->type == MD2_PRISMATIC;
    const struct constraint_row along = axis_row(list, list->frame.axis);
    const md_real position = vec_dot(list->frame.axis, list->frame.between);
    const md2_vec across = vec_left(list->frame.axis);
    const struct room room = room_at(def, position);
    if (def->has_spring) {
        put_spring(list, ROLE_SPRING, along, position, MD_INFINITY);
    }
    put_motor(list, slides ? along : angular_row(list), slides ? &room : &UNLIMITED);
    put_limits(list, along, &room);
    if (slides) {
        put_equality(list, ROLE_ANGLE, angular_row(list), angle_of(list));
    }
    put_equality(list, ROLE_X, axis_row(list, across), vec_dot(across, list->frame.between));
}

static void put_weld(struct row_list *list)
{
    if (list->joint->def.has_spring) {
        put_spring(list, ROLE_ANGLE, angular_row(list), angle_of(list), MD_INFINITY);
        put_point_spring(list, MD_INFINITY);
    } else {
        put_equality(list, ROLE_ANGLE, angular_row(list), angle_of(list));
        put_point(list);
    }
}

static void put_mouse(struct row_list *list)
{
    put_point_spring(list, list->joint->def.motor_limit);
}

/* ---- Motor joints ---------------------------------------------------------------------------------------------------- */

/* Two directions at a right angle, and the largest impulse along each, N s. */
struct force_box {
    md2_vec direction;
    md_real along, across;
};

/* A disc of impulses with a radius of motor_limit * h as the bounds of two rows: a rectangle in the disc. The first row points along
 * the expected impulse, which is the one that gives the bodies alone the demanded velocity or, if that is larger, the one of the last
 * substep. The larger the expected impulse is, the longer is the rectangle: the force reaches its maximum in any direction, and never
 * exceeds it. */
static struct force_box force_box_of(const struct row_list *list, md2_vec demanded)
{
    const struct joint *joint = list->joint;
    const md_real max = joint->def.motor_limit * list->h;
    if (!isfinite(max)) {
        return (struct force_box){vec(1, 0), max, max};
    }
    const md2_vec change = vec_sub(demanded, joint_relative_velocity(list->world, joint, &list->frame));
    const md2_vec last = vec(joint->cache[ROLE_X].lambda, joint->cache[ROLE_Y].lambda);
    md2_vec direction = vec_unit(change, NULL);
    const struct constraint_row row = axis_row(list, direction);
    const md_real inverse_mass = inverse_effective_mass(list->world, &row);
    md_real expected = inverse_mass > 0 ? vec_length(change) / inverse_mass : 0;
    if (!(expected >= vec_length(last))) {
        expected = vec_length(last);
        direction = vec_unit(last, NULL);
    }
    const md_real root_half = (md_real)0.70710678118654752;
    const md_real share = max > 0 ? md_clamp(expected / (root_half * max), root_half, 1) : 1;
    return (struct force_box){vec_dot(direction, direction) > 0 ? direction : vec(1, 0), share * max,
                              md_sqrt(1 - share * share) * max};
}

static void put_drive(struct row_list *list, enum joint_role role, struct constraint_row row, md_real speed,
                      md_real rate, md_real max_impulse)
{
    row.rate = rate;
    row.bias = -speed;
    row.lower = -max_impulse;
    row.upper = max_impulse;
    put(list, role, row);
}

/* Demands a velocity that is seen from the first body, as if it carried the second one. */
static void put_motor_joint(struct row_list *list)
{
    const md2_joint_def *def = &list->joint->def;
    const md_real rate = def->correction_factor / list->h;
    const md2_vec given = rot_apply(list->world->bodies[list->joint->body[0]].rotation, def->motor_velocity);
    const md2_vec demanded = vec_add_scaled(given, -rate, list->frame.between);
    const struct force_box box = force_box_of(list, demanded);
    const md2_vec across = vec_left(box.direction);
    list->direction = box.direction;
    put_drive(list, ROLE_MOTOR, angular_row(list), def->motor_speed - rate * angle_of(list), rate,
              def->torque_limit * list->h);
    put_drive(list, ROLE_X, axis_row(list, box.direction), vec_dot(box.direction, demanded), rate, box.along);
    put_drive(list, ROLE_Y, axis_row(list, across), vec_dot(across, demanded), rate, box.across);
}

/* Expresses the impulses of two rows along x and y as those of rows along a direction and to its left. */
static void rotate_rows(struct cached_row rows[2], md2_vec direction)
{
    const struct cached_row x = rows[0];
    const struct cached_row y = rows[1];
    const md2_vec axis[2] = {direction, vec_left(direction)};
    for (int k = 0; k < 2; ++k) {
        rows[k].lambda = vec_dot(axis[k], vec(x.lambda, y.lambda));
        rows[k].y = vec_dot(axis[k], vec(x.y, y.y));
        rows[k].mean = vec_dot(axis[k], vec(x.mean, y.mean));
    }
}

/* The linear rows of a motor joint change their directions: their impulses are cached along x and y of the world. */
static void cache_to_rows(const struct joint *joint, md2_vec direction, struct cached_row cache[JOINT_ROLES])
{
    memcpy(cache, joint->cache, sizeof joint->cache);
    if (joint->def.type == MD2_MOTOR) {
        rotate_rows(&cache[ROLE_X], direction);
    }
}

static void rows_to_cache(struct joint *joint, md2_vec direction, const struct cached_row cache[JOINT_ROLES])
{
    memcpy(joint->cache, cache, sizeof joint->cache);
    if (joint->def.type == MD2_MOTOR) {
        rotate_rows(&joint->cache[ROLE_X], vec(direction.x, -direction.y));
    }
}

/* Lists the rows for a substep of h seconds as they will be after `ahead` seconds at present velocities. */
static void list_rows(const md2_world *world, const struct joint *joint, md_real h, md_real ahead, bool has_point,
                      struct row_list *list)
{
    static void (*const put_type[MD2_JOINT_TYPE_COUNT])(struct row_list *) = {
        [MD2_DISTANCE] = put_distance, [MD2_REVOLUTE] = put_revolute, [MD2_PRISMATIC] = put_line,
        [MD2_WELD] = put_weld,         [MD2_WHEEL] = put_line,        [MD2_MOUSE] = put_mouse,
        [MD2_PULLEY] = put_pulley,     [MD2_MOTOR] = put_motor_joint, [MD2_GEAR] = put_gear};
    list->world = world;
    list->joint = joint;
    list->frame = joint_frame_of(world, joint, ahead);
    list->h = h;
    list->has_point = has_point;
    list->direction = vec(1, 0);
    list->count = 0;
    put_type[joint->def.type](list);
}

/* The substeps of a soft step share their Jacobians, but for points (lcp/point_blocks.h). Those of the middle of the step make
 * the motion along them, a chord of an arc, end on the arc, except for errors of third order. */
static void use_jacobians_of_midstep(struct row_list *list)
{
    const md2_world *world = list->world;
    const md2_joint_type type = list->joint->def.type;
    if (world->def.position_correction != MD2_CORRECTION_SOFT_STEP ||
        (type != MD2_DISTANCE && type != MD2_PRISMATIC && type != MD2_WHEEL && type != MD2_PULLEY)) {
        return; /* other joints have points, or rows of angles, whose J is constant */
    }
    struct row_list middle;
    list_rows(world, list->joint, list->h, list->h * (md_real)world->def.substeps / 2, false, &middle);
    for (int i = 0; i < list->count && i < middle.count; ++i) {
        if (list->role[i] == middle.role[i]) {
            memcpy(list->row[i].jacobian, middle.row[i].jacobian, sizeof list->row[i].jacobian);
        }
    }
}

/* ---- Into the problem and back -------------------------------------------------------------------------------------- */

md_status md2_joint_rows_add(md2_world *world, struct joint *joint)
{
    struct row_list list;
    struct cached_row cache[JOINT_ROLES];
    if (joint->def.type == MD2_GEAR) {
        md2_gear_track(world, joint);
    }
    list_rows(world, joint, world->velocity.settings.h, 0, md2_joint_has_point(world, joint), &list);
    use_jacobians_of_midstep(&list);
    cache_to_rows(joint, list.direction, cache);
    joint->r = list.frame.r[1];
    joint->direction = list.direction;
    for (int role = 0; role < JOINT_ROLES; ++role) {
        joint->row[role] = -1;
    }
    md_status status = MD_OK;
    for (int i = 0; i < list.count && status == MD_OK; ++i) {
        const enum joint_role role = list.role[i];
        struct constraint_row *row = &list.row[i];
        md2_row_start(world, row, &cache[role]);
        /* Leave out a row that moves nothing, such as a motor between bodies of fixed rotation: its diagonal is 0. */
        if (inverse_effective_mass(world, row) > 0) {
            memcpy(joint->jacobian[role], row->jacobian[1], sizeof joint->jacobian[role]);
            status = md2_row_add(world, row, &joint->row[role]);
        }
    }
    return status;
}

/* Adds the impulse of a row on the second body: a linear impulse at the anchor, and the rest as an angular impulse. */
static void add_impulse(struct joint *joint, const md_real *jacobian, md_real lambda)
{
    const md2_vec direction = vec(jacobian[0], jacobian[1]);
    joint->impulse = vec_add_scaled(joint->impulse, lambda, direction);
    joint->angular_impulse += lambda * (jacobian[2] - vec_cross(joint->r, direction));
}

/* Whether a row is one of those that hold the anchors of a joint together, and is in lanes. */
static bool is_in_point(const md2_world *world, const struct joint *joint, int role)
{
    return (role == ROLE_X || role == ROLE_Y) && md2_joint_has_point(world, joint);
}

void md2_joint_rows_cache(const md2_world *world, struct joint *joint, const md_result *result)
{
    struct cached_row cache[JOINT_ROLES];
    cache_to_rows(joint, joint->direction, cache);
    for (int role = 0; role < JOINT_ROLES; ++role) {
        const int32_t index = joint->row[role];
        if (is_in_point(world, joint, role)) {
            continue;
        }
        if (index < 0) {
            cache[role] = (struct cached_row){.lambda = 0};
            continue;
        }
        md2_row_cache(&cache[role], result, index);
        add_impulse(joint, joint->jacobian[role], result->lambda[index]);
    }
    rows_to_cache(joint, joint->direction, cache);
    joint->motor_impulse += joint->cache[ROLE_MOTOR].lambda;
    joint->impulse_time += world->velocity.settings.h;
}

md_real md2_joint_error(const md2_world *world, const struct joint *joint)
{
    struct row_list list;
    list_rows(world, joint, 1, 0, false, &list);
    md_real worst = 0;
    for (int i = 0; i < list.count; ++i) {
        const struct constraint_row *row = &list.row[i];
        if (row->position == POSITION_EQUALITY) {
            worst = md_max(worst, md_abs(row->gap));
        } else if (row->position == POSITION_ONE_SIDED) {
            worst = md_max(worst, -row->gap);
        }
    }
    return worst;
}
