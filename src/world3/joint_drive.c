/* Drives: rows that demand a velocity in three directions with a force or torque of a maximum size, of motor joints and of the
 * motors of ball joints. */
#include "world3/joint_rows.h"

/* Three perpendicular directions, and the largest impulse along the first and along the others, N s or N m s. */
struct force_box {
    md3_mat direction;
    md_real along, across;
};

static const md_real ROOT_THIRD = (md_real)0.57735026918962576;

static md3_vec cached_vector(const struct joint *joint, int slot)
{
    return vec(joint->slot[slot].cache[ROLE_MOTOR].lambda, joint->slot[slot + 1].cache[ROLE_MOTOR].lambda,
               joint->slot[slot + 2].cache[ROLE_MOTOR].lambda);
}

static bool is_linear(int slot)
{
    return slot != ANGULAR_DRIVE;
}

static struct constraint_row row_along(const struct row_list *list, int slot, md3_vec direction)
{
    return is_linear(slot) ? md3_joint_linear_row(list, direction) : md3_joint_angular_row(list, direction);
}

/* A ball of impulses with the radius `max` as the bounds of three rows: a box in the ball. The first row points along the expected
 * impulse, which is the one that gives the bodies alone the demanded change of velocity or, if that is larger, the one of the last
 * substep. The larger the expected impulse is, the longer is the box: the force reaches its maximum in any direction, and never
 * exceeds it. */
static struct force_box force_box_of(const struct row_list *list, int slot, md3_vec change, md_real max)
{
    if (!isfinite(max)) {
        return (struct force_box){md3_mat_identity(), max, max};
    }
    const md3_vec last = cached_vector(list->joint, slot);
    md3_vec direction = vec_unit(change, NULL);
    const struct constraint_row row = row_along(list, slot, direction);
    const md_real inverse_mass = md3_row_inverse_mass(list->world, &row);
    md_real expected = inverse_mass > 0 ? vec_length(change) / inverse_mass : 0;
    if (!(expected >= vec_length(last))) {
        expected = vec_length(last);
        direction = vec_unit(last, NULL);
    }
    if (!(vec_dot(direction, direction) > 0)) {
        direction = vec(1, 0, 0);
    }
    const md3_vec across = md3_vec_perpendicular(direction);
    const md_real share = max > 0 ? md_clamp(expected / (ROOT_THIRD * max), ROOT_THIRD, 1) : 1;
    return (struct force_box){
        {direction, across, vec_cross(direction, across)}, share * max, md_sqrt((1 - share * share) / 2) * max};
}

/* Demands a velocity, of which `actual` is the present one. */
static void put_drive(struct row_list *list, int slot, md3_vec demanded, md3_vec actual, md_real rate,
                      md_real max_impulse)
{
    const struct force_box box = force_box_of(list, slot, vec_sub(demanded, actual), max_impulse);
    list->drive[is_linear(slot) ? 0 : 1] = box.direction;
    for (int i = 0; i < 3; ++i) {
        const md3_vec direction = joint_axis_of(box.direction, i);
        const md_real bound = i == 0 ? box.along : box.across;
        struct constraint_row row = row_along(list, slot, direction);
        row.rate = rate;
        row.bias = -vec_dot(direction, demanded);
        row.lower = -bound;
        row.upper = bound;
        row_list_put(list, slot + i, ROLE_MOTOR, &row);
    }
}

void md3_joint_put_ball_motor(struct row_list *list)
{
    const md3_joint_def *def = &list->joint->def;
    const md3_vec demanded = rot_apply(list->world->bodies[list->joint->body[0]].rotation, def->motor_angular_velocity);
    put_drive(list, ANGULAR_DRIVE, demanded, joint_relative_spin(list->world, list->joint), 0,
              def->motor_limit * list->h);
}

/* Demands velocities that are seen from the first body, as if it carried the second one. */
void md3_joint_put_motor(struct row_list *list)
{
    const md3_joint_def *def = &list->joint->def;
    const md_real rate = def->correction_factor / list->h;
    const md3_rot first = list->world->bodies[list->joint->body[0]].rotation;
    const md3_vec velocity = vec_add_scaled(rot_apply(first, def->motor_velocity), -rate, list->frame.between);
    const md3_vec spin =
        vec_add_scaled(rot_apply(first, def->motor_angular_velocity), -rate, md3_joint_rotation_error(&list->frame));
    put_drive(list, ANGULAR_DRIVE, spin, joint_relative_spin(list->world, list->joint), rate,
              def->torque_limit * list->h);
    put_drive(list, MD3_ALONG_X, velocity, joint_relative_velocity(list->world, list->joint, &list->frame), rate,
              def->motor_limit * list->h);
}

/* ---- Cached impulses ------------------------------------------------------------------------------------------------ */

/* The first slot of the drive that a row belongs to; -1 for other rows. */
static int drive_of(const struct joint *joint, int slot, enum joint_role role)
{
    if (role != ROLE_MOTOR || (joint->def.type != MD3_MOTOR && slot < ANGULAR_DRIVE)) {
        return -1;
    }
    return slot < ANGULAR_DRIVE ? MD3_ALONG_X : ANGULAR_DRIVE;
}

/* Combines the cached impulses of three rows with the numbers of a vector. */
static struct cached_row combination(const struct joint_slot *slot, md3_vec by)
{
    const struct cached_row *x = &slot[0].cache[ROLE_MOTOR];
    const struct cached_row *y = &slot[1].cache[ROLE_MOTOR];
    const struct cached_row *z = &slot[2].cache[ROLE_MOTOR];
    return (struct cached_row){.lambda = vec_dot(by, vec(x->lambda, y->lambda, z->lambda)),
                               .y = vec_dot(by, vec(x->y, y->y, z->y)),
                               .mean = vec_dot(by, vec(x->mean, y->mean, z->mean))};
}

struct cached_row md3_joint_cached(const struct joint *joint, const md3_mat drive[2], int slot, enum joint_role role)
{
    const int first = drive_of(joint, slot, role);
    if (first < 0) {
        return joint->slot[slot].cache[role];
    }
    return combination(&joint->slot[first], joint_axis_of(drive[is_linear(first) ? 0 : 1], slot - first));
}

static void turn_to_world(struct joint *joint, int slot, md3_mat direction)
{
    const md3_mat rows = md3_mat_transpose(direction);
    const struct cached_row turned[3] = {combination(&joint->slot[slot], rows.x),
                                         combination(&joint->slot[slot], rows.y),
                                         combination(&joint->slot[slot], rows.z)};
    for (int i = 0; i < 3; ++i) {
        joint->slot[slot + i].cache[ROLE_MOTOR] = turned[i];
    }
}

void md3_joint_turn_cache(struct joint *joint)
{
    if (drive_of(joint, MD3_ALONG_X, ROLE_MOTOR) >= 0) {
        turn_to_world(joint, MD3_ALONG_X, joint->drive[0]);
    }
    turn_to_world(joint, ANGULAR_DRIVE, joint->drive[1]);
}
