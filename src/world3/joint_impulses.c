/* Joints in the velocity problem: their rows with a warm start, the impulses after the solve, and the reaction. */
#include <string.h>

#include "world3/gear.h"
#include "world3/joint_rows.h"

static void forget_rows(struct joint *joint)
{
    for (int slot = 0; slot < JOINT_SLOTS; ++slot) {
        for (int role = 0; role < JOINT_ROLES; ++role) {
            joint->slot[slot].row[role] = -1;
        }
    }
}

/* The substeps of a soft step share their Jacobians, but for points (lcp/point_blocks.h). Those of the middle of the step make the
 * motion along them, a chord of an arc, end on the arc, except for errors of third order. The rows of motors may have
 * directions of their own. */
static void use_jacobians_of_midstep(struct row_list *list)
{
    const md3_world *world = list->world;
    if (world->def.position_correction != MD3_CORRECTION_SOFT_STEP || list->count == 0) {
        return;
    }
    struct row_list middle;
    md3_joint_list_rows(world, list->joint, list->h, list->h * (md_real)world->def.substeps / 2, list->in_lanes,
                        &middle);
    for (int i = 0; i < list->count && i < middle.count; ++i) {
        const bool is_same = list->at[i].slot == middle.at[i].slot && list->at[i].role == middle.at[i].role;
        if (is_same && list->at[i].role != ROLE_MOTOR) {
            memcpy(list->at[i].row.linear, middle.at[i].row.linear, sizeof middle.at[i].row.linear);
            memcpy(list->at[i].row.angular, middle.at[i].row.angular, sizeof middle.at[i].row.angular);
        }
    }
}

md_status md3_joint_rows_add(md3_world *world, struct joint *joint)
{
    struct row_list list;
    if (joint->def.type == MD3_GEAR) {
        md3_gear_track(world, joint);
    }
    md3_joint_list_rows(world, joint, world->velocity.settings.h, 0, md3_joint_in_lanes(world, joint), &list);
    use_jacobians_of_midstep(&list);
    joint->r = list.frame.r[1];
    joint->drive[0] = list.drive[0];
    joint->drive[1] = list.drive[1];
    forget_rows(joint);
    md_status status = MD_OK;
    for (int i = 0; i < list.count && status == MD_OK; ++i) {
        struct constraint_row *row = &list.at[i].row;
        struct joint_slot *slot = &joint->slot[list.at[i].slot];
        const enum joint_role role = list.at[i].role;
        const struct cached_row cached = md3_joint_cached(joint, list.drive, list.at[i].slot, role);
        md3_row_start(world, row, &cached);
        /* Leave out a row that moves nothing, such as a motor between bodies of fixed rotation: its diagonal is 0. */
        if (md3_row_inverse_mass(world, row) > 0) {
            slot->linear = role == ROLE_UPPER ? vec_negative(row->linear[1]) : row->linear[1];
            slot->angular = role == ROLE_UPPER ? vec_negative(row->angular[1]) : row->angular[1];
            status = md3_row_add(world, row, &slot->row[role]);
        }
    }
    return status;
}

/* Adds the impulse of a row on the second body: a linear impulse at the anchor, and the rest as an angular impulse. */
static void add_impulse(struct joint *joint, const struct joint_slot *slot, md_real lambda)
{
    const md3_vec angular = vec_sub(slot->angular, vec_cross(joint->r, slot->linear));
    joint->impulse = vec_add_scaled(joint->impulse, lambda, slot->linear);
    joint->angular_impulse = vec_add_scaled(joint->angular_impulse, lambda, angular);
}

/* Adds the impulses of motors; those of drives are vectors in the world by now. */
static void add_motors(struct joint *joint)
{
    const struct joint_slot *drive = &joint->slot[ANGULAR_DRIVE];
    joint->drive_impulse =
        vec_add(joint->drive_impulse, vec(drive[0].cache[ROLE_MOTOR].lambda, drive[1].cache[ROLE_MOTOR].lambda,
                                          drive[2].cache[ROLE_MOTOR].lambda));
    for (int i = 0; i < MD3_JOINT_COORDINATES && joint->def.type != MD3_MOTOR; ++i) {
        joint->motor_impulse += joint->slot[i].cache[ROLE_MOTOR].lambda;
    }
}

/* The impulses of coordinates in lanes are cached by md3_joint_points_cache. */
void md3_joint_rows_cache(const md3_world *world, struct joint *joint, const md_result *result)
{
    const uint32_t in_lanes = md3_joint_in_lanes(world, joint);
    struct cached_row cached[JOINT_SLOTS][JOINT_ROLES] = {{{0}}};
    for (int slot = 0; slot < JOINT_SLOTS; ++slot) {
        for (int role = 0; role < JOINT_ROLES; ++role) {
            const int32_t row = joint->slot[slot].row[role];
            if (row >= 0) {
                cached[slot][role] = md3_joint_cached(joint, joint->drive, slot, (enum joint_role)role);
                md3_row_cache(&cached[slot][role], result, row);
                add_impulse(joint, &joint->slot[slot], (role == ROLE_UPPER ? -1 : 1) * result->lambda[row]);
            }
        }
    }
    for (int slot = 0; slot < JOINT_SLOTS; ++slot) {
        for (int role = 0; role < JOINT_ROLES && !joint_bit_is_set(in_lanes, slot); ++role) {
            joint->slot[slot].cache[role] = cached[slot][role];
        }
    }
    md3_joint_turn_cache(joint);
    add_motors(joint);
}

md_real md3_joint_error(const md3_world *world, const struct joint *joint)
{
    struct row_list list;
    md3_joint_list_rows(world, joint, 1, 0, 0, &list);
    md_real worst = 0;
    for (int i = 0; i < list.count; ++i) {
        const struct constraint_row *row = &list.at[i].row;
        if (row->position == POSITION_EQUALITY) {
            worst = md_max(worst, md_abs(row->gap));
        } else if (row->position == POSITION_ONE_SIDED) {
            worst = md_max(worst, -row->gap);
        }
    }
    return worst;
}
