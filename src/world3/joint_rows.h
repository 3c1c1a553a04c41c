/* The rows of a joint before they are part of a problem. */
#ifndef MODULUS_WORLD3_JOINT_ROWS_H
#define MODULUS_WORLD3_JOINT_ROWS_H

#include "world3/joint_frame.h"

/* Rows in the order in which they are swept. The equality rows come last, because the last row of a sweep is met best. */
struct row_list {
    const md3_world *world;
    const struct joint *joint;
    struct joint_frame frame;
    md_real h;         /* s, the substep */
    uint32_t in_lanes; /* bits of the coordinates that are in lanes (joint_points.c), not in the list */
    md3_mat drive[2];  /* directions of the rows of a linear and an angular drive */
    int count;
    struct {
        int slot;
        enum joint_role role;
        struct constraint_row row;
    } at[JOINT_SLOTS * JOINT_ROLES];
};

/** Whether the bit of a coordinate is set. */
static inline bool joint_bit_is_set(uint32_t bits, int coordinate)
{
    return (bits >> coordinate & 1) != 0;
}

/** Adds a row. */
static inline void row_list_put(struct row_list *list, int slot, enum joint_role role, const struct constraint_row *row)
{
    list->at[list->count].slot = slot;
    list->at[list->count].role = role;
    list->at[list->count].row = *row;
    ++list->count;
}

/** The velocity of the second anchor along a direction that turns with the first body. Both bodies feel the force at the second
 *  anchor, so that the joint keeps the angular momentum even if the anchors are apart. */
struct constraint_row md3_joint_linear_row(const struct row_list *list, md3_vec direction);
/** The relative angular velocity along a direction. */
struct constraint_row md3_joint_angular_row(const struct row_list *list, md3_vec direction);

/** Lists the rows of a joint for a substep of h seconds, without warm start, as they will be after `ahead` seconds at present
 *  velocities; without those of coordinates in lanes. */
void md3_joint_list_rows(const md3_world *world, const struct joint *joint, md_real h, md_real ahead, uint32_t in_lanes,
                         struct row_list *list);

/* ---- joint_drive.c -------------------------------------------------------------------------------------------------- */

/** Adds the rows of a motor joint. */
void md3_joint_put_motor(struct row_list *list);
/** Adds the rows of a ball joint's motor. */
void md3_joint_put_ball_motor(struct row_list *list);
/** The cached impulse of a row: that of drives is turned from the world to the rows. */
struct cached_row md3_joint_cached(const struct joint *joint, const md3_mat drive[2], int slot, enum joint_role role);
/** Turns the impulses of drives from the rows to the world. */
void md3_joint_turn_cache(struct joint *joint);

#endif
