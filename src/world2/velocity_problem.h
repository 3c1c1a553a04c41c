/* The velocity problem of a group: contacts and joints as one boxed LCP, assembled, solved and written back.
 *
 * Contacts go into SIMD blocks of lanes if the solver supports them, no callback wants to see rows and the lanes are well filled,
 * otherwise into scalar rows. Both hold the same numbers in the same order, and give the same bits. Joints are written as scalar
 * rows, and go into blocks with the contacts if they fill their lanes.
 */
#ifndef MODULUS_WORLD2_VELOCITY_PROBLEM_H
#define MODULUS_WORLD2_VELOCITY_PROBLEM_H

#include "lcp/ranks.h"
#include "lcp/soft_step.h"
#include "world2/constraint_row.h"
#include "world2/contact_constraint.h"
#include "world2/joint.h"

/* Contact points that a task listed. */
struct listed_points {
    int32_t count;
    int32_t tangents; /* points with friction */
    bool any_restitution, any_kinematic;
};

/* What a pass over a partition of the block layout finds. */
struct pass_result {
    md_status status;
    bool needed; /* there are positions to correct */
};

struct velocity_problem {
    struct solve_ranks ranks;   /* that solve it together */
    struct indices slot_number; /* of each slot, in a divided world: by which all ranks know its body */
    md_solver *solver;
    md_problem *problem;      /* all rows as scalar rows, unless in_blocks */
    md_problem *rows;         /* where rows are added: `problem`, or the scalar rows of `blocks` */
    bool in_blocks;           /* contacts are in `blocks` */
    struct indices body_slot; /* of a body in the problem; 0: no inverse mass */
    struct contact_settings settings;
    struct soft_step soft_step;       /* if positions are corrected by it */
    struct point_blocks joint_points; /* in a soft step: joint_points.c */
    struct block_contact *joined;     /* scratch: points in the order of their joints */
    size_t joined_capacity;
    int32_t group;          /* that is being solved */
    struct row_note *notes; /* of the scalar rows */
    size_t note_capacity;

    /* Contacts in lanes: contact_lanes.c. */
    struct block_layout layout;
    struct block_problem blocks;
    struct joint_blocks joints; /* the rows of joints in lanes */
    bool any_restitution;       /* among the contacts */
    bool any_kinematic;         /* a contact touches a kinematic body that moves */
    bool is_listed;             /* `points` are those of the only group in the last substep */
    int32_t point_count;
    int32_t tangents;             /* contact points with friction */
    md_real max_pull;             /* approach speed that gravity and forces can add in this substep, m/s */
    struct reals lane_gap;        /* of a lane, as in row_note */
    struct reals lane_kinematic;  /* likewise: kinematic_velocity */
    struct reals lane_correction; /* likewise: correction0 */
    struct reals lane_approach;   /* of a lane: closing speed before the solve, m/s */
    struct reals lane_closes;  /* of a lane, 0 or 1: the row lets the gap close, so the hit goes on in the next step */
    struct indices lane_point; /* of a lane: twice its contact plus the point; -1: none */
    struct indices special_lanes; /* whose points bounce or touch a kinematic body */
    struct block_contact *points; /* contact points in the order of their rows */
    size_t point_capacity;
    struct listed_points *listed; /* scratch: one per task */
    size_t listed_capacity;
    struct pass_result *pass_results; /* scratch: per partition of the layout */
    size_t pass_result_capacity;
};

md_status md2_velocity_problem_create(md2_world *world);
void md2_velocity_problem_free(struct velocity_problem *velocity, const md_allocator *allocator);
/** Assembles the velocity problem of a group for a substep of h seconds. */
md_status md2_velocity_problem_assemble(md2_world *world, int32_t group, md_real h);
md_status md2_velocity_problem_solve(md2_world *world, const md_limits *limits, md_result *result);
/** Writes the new velocities to the bodies, and adds to the reactions of joints. */
void md2_velocity_problem_apply(md2_world *world, int32_t group, const md_result *result);
/** Caches the impulses of contacts for the next substep. `corrected` has no lambda if nothing was corrected. */
void md2_velocity_problem_cache(md2_world *world, int32_t group, const md_result *result, const md_result *corrected);

/* ---- soft_step.c ---------------------------------------------------------------------------------------------------- */

/** Solves the assembled velocity problem as a soft step. */
md_status md2_soft_step_solve(md2_world *world, int32_t group, md_result *result);
/** Gives bodies their new velocities, and notes the part of their motion that these do not explain. Counts the fast bodies. */
void md2_soft_step_apply(md2_world *world, const int32_t *list, int32_t count, const md_result *result);
/** Moves the awake bodies by that part, which integration does otherwise: continuous collision may cut it short. */
void md2_soft_step_correct(md2_world *world);

/* ---- contact_rows.c ------------------------------------------------------------------------------------------------- */

/** Adds the scalar rows of a contact, or none if the pre-solve callback refuses it. */
md_status md2_contact_rows_add(md2_world *world, struct contact *contact);
/** Caches the impulses of the contact's rows. */
void md2_contact_rows_cache(const md2_world *world, struct contact *contact, const md_result *result,
                            const md_result *corrected);
/** Completes the lane of a point that bounces or touches a kinematic body; the rest of the lane is written. */
md_status md2_special_lane_write(md2_world *world, int32_t lane);

/* ---- joint_rows.c --------------------------------------------------------------------------------------------------- */

/** Adds the rows of an active joint, but for its point if that is in lanes. */
md_status md2_joint_rows_add(md2_world *world, struct joint *joint);
/** Caches the impulses of the joint's rows, and adds to its reaction. */
void md2_joint_rows_cache(const md2_world *world, struct joint *joint, const md_result *result);

/* ---- joint_points.c ------------------------------------------------------------------------------------------------- */

/** Whether two rows of a joint are a point in lanes. */
bool md2_joint_has_point(const md2_world *world, const struct joint *joint);
/** Whether it has no other rows. */
bool md2_joint_is_point(const md2_world *world, const struct joint *joint);
/** Writes the points of a group's joints into lanes. The bodies have their slots. */
md_status md2_joint_points_assemble(md2_world *world, int32_t group);
/** Caches the impulses of the points, and adds to the reactions of their joints. After the rows of the joints. */
void md2_joint_points_cache(md2_world *world);

#endif
