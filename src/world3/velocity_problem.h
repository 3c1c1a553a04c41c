/* The velocity problem of a group: contacts and joints as one complementarity problem, assembled, solved and written back.
 *
 * Manifolds go into SIMD blocks of lanes if the solver supports them, no callback wants to see rows and all contacts fit,
 * otherwise into scalar rows. Both hold the same numbers in the same order, and give the same bits. Joints are scalar
 * rows.
 */
#ifndef MODULUS_WORLD3_VELOCITY_PROBLEM_H
#define MODULUS_WORLD3_VELOCITY_PROBLEM_H

#include "base/memory.h"
#include "engine/contact_bias.h"
#include "lcp/ranks.h"
#include "lcp/soft_step.h"
#include "world3/constraint_row.h"
#include "world3/contact.h"
#include "world3/joint.h"

/* The manifolds of a group that a task lists. */
struct listed_manifolds {
    int32_t first, count; /* its manifolds in the list of the group */
    int32_t rows;
    bool any_restitution, any_friction, fits;
};

/* What a pass over a partition of the block layout finds. */
struct pass_result {
    md_status status;
    bool any;             /* assembly: a row does not fit; positions: something is to be corrected */
    int32_t special;      /* lanes to complete */
    int32_t torsion_rows; /* that were added */
};

struct velocity_problem {
    struct solve_ranks ranks;   /* that solve it together */
    struct indices slot_number; /* of each slot, in a divided world: by which all ranks know its body */
    md_solver *solver;
    md_problem *problem;      /* all rows as scalar rows, unless in_blocks */
    md_problem *rows;         /* where rows are added: `problem`, or the scalar rows of `blocks` */
    bool in_blocks;           /* contacts are in `blocks` */
    struct indices body_slot; /* of a body: 1 plus its index in the problem; 0: it has no inverse mass */
    struct contact_settings settings;
    struct soft_step soft_step;                   /* if positions are corrected by it */
    struct point_blocks joint_points, hinge_axes; /* in a soft step: joint_points.c */
    struct block_contact *joined;                 /* scratch: points in the order of their joints */
    size_t joined_capacity;
    int32_t group;          /* that is being solved */
    struct row_note *notes; /* of the scalar rows */
    size_t note_capacity;

    /* Contacts in lanes: contact_lanes.c. */
    struct block_layout layout;
    struct manifold_blocks manifolds;
    struct block_problem blocks;
    bool any_restitution, any_friction; /* among the contacts */
    int32_t listed_rows;                /* of the contacts */
    md_real max_pull;                   /* approach speed that gravity and forces can add in this substep, m/s */
    struct indices
        lane_manifold; /* of a lane: MD3_MAX_CONTACT_MANIFOLDS times its contact plus the manifold; -1: none */
    struct indices special_lanes; /* whose points bounce, or touch a belt or a kinematic body */
    struct reals lane_turns_far;  /* 1 or 0: see row_note */
    struct reals lane_radius;     /* of a patch, m; 0: it has no torsion row */
    struct reals line_gap;        /* of a point, as in row_note */
    struct reals line_kinematic;  /* likewise: kinematic_velocity */
    struct reals line_correction; /* likewise: correction0 */
    struct block_contact *listed; /* scratch: manifolds in the order of their rows */
    size_t listed_capacity;
    struct listed_manifolds *tallies; /* scratch: one per task */
    size_t tally_capacity;
    struct pass_result *pass_results; /* scratch: per partition of the layout */
    size_t pass_result_capacity;
};

md_status md3_velocity_problem_create(md3_world *world);
void md3_velocity_problem_free(struct velocity_problem *velocity, const md_allocator *allocator);
/** Assembles the velocity problem of a group for a substep of h seconds. */
md_status md3_velocity_problem_assemble(md3_world *world, int32_t group, md_real h);
md_status md3_velocity_problem_solve(md3_world *world, const md_limits *limits, md_result *result);
/** Writes the new velocities to the bodies. */
void md3_velocity_problem_apply(md3_world *world, int32_t group, const md_result *result);
/** Caches the impulses of contacts and joints for the next substep, and adds to the reactions of joints. `corrected` has no lambda if nothing was corrected. */
void md3_velocity_problem_cache(md3_world *world, int32_t group, const md_result *result, const md_result *corrected);

/* ---- soft_step.c ---------------------------------------------------------------------------------------------------- */

/** Solves the assembled velocity problem as a soft step. */
md_status md3_soft_step_solve(md3_world *world, int32_t group, md_result *result);
/** Gives bodies their new velocities, and notes the part of their motion that these do not explain. Counts the fast bodies. */
void md3_soft_step_apply(md3_world *world, const int32_t *list, int32_t count, const md_result *result);
/** Moves the awake bodies by that part, which integration does otherwise: continuous collision may cut it short. */
void md3_soft_step_correct(md3_world *world);

/* ---- contact_rows.c ------------------------------------------------------------------------------------------------- */

/** Adds the rows of a contact, or none if the pre-solve callback refuses it. */
md_status md3_contact_rows_add(md3_world *world, struct contact *contact);

/* ---- contact_cache.c ------------------------------------------------------------------------------------------------ */

/** Caches the impulses of the contact's rows. */
void md3_contact_rows_cache(const md3_world *world, struct contact *contact, const md_result *result,
                            const md_result *corrected);

/* ---- joint_impulses.c ----------------------------------------------------------------------------------------------- */

/** Adds the rows of an active joint, but for those in lanes. */
md_status md3_joint_rows_add(md3_world *world, struct joint *joint);
/** Caches the impulses of the joint's rows, and adds to its reaction. */
void md3_joint_rows_cache(const md3_world *world, struct joint *joint, const md_result *result);

/* ---- joint_points.c ------------------------------------------------------------------------------------------------- */

/** The coordinates of a joint that are held in lanes: bits of md3_joint_coordinate. */
uint32_t md3_joint_in_lanes(const md3_world *world, const struct joint *joint);
/** Whether it has no other rows. */
bool md3_joint_is_in_lanes(const md3_world *world, const struct joint *joint);
/** Writes the points and axes of a group's joints into lanes. The bodies have their slots. */
md_status md3_joint_points_assemble(md3_world *world, int32_t group);
/** Caches the impulses of points and axes, and adds to the reactions of their joints. After the rows of the joints. */
void md3_joint_points_cache(md3_world *world);

#endif
