/* The velocity problem of a group: contacts and joints as one boxed LCP, assembled, solved and written back.
 *
 * Contacts go into SIMD blocks of lanes if the solver takes them and no callback wants to see rows, otherwise into scalar rows.
 * Both hold the same numbers in the same order, and give the same bits.
 */
#ifndef MODULUS_WORLD2_VELOCITY_PROBLEM_H
#define MODULUS_WORLD2_VELOCITY_PROBLEM_H

#include "lcp/block_problem.h"
#include "world2/constraint_row.h"
#include "world2/joint.h"

/* What the position problem needs to know of a scalar row of the velocity problem. */
struct row_note {
    md_real gap;
    md_real moving; /* velocity that kinematic bodies add */
    enum position_row position;
    md_real correction0;
    int32_t position_row; /* its row in the position problem */
};

/* Contact points that a task listed. */
struct noted_points {
    int32_t count;
    int32_t tangents; /* points with friction */
    bool any_restitution;
};

struct velocity_problem {
    md_solver *solver;
    md_problem *problem;      /* all rows as scalar rows, if not in_blocks */
    md_problem *rows;         /* where rows are added: `problem`, or the scalar rows of `blocks` */
    bool in_blocks;           /* contacts are in `blocks` */
    md_real h;                /* substep, s */
    struct indices body_slot; /* of a body in the problem; 0: no inverse mass */
    struct row_note *notes;   /* of the scalar rows */
    size_t note_capacity;

    struct block_layout layout;
    struct block_problem blocks;
    bool any_restitution; /* among the contacts in blocks */
    int32_t tangents;     /* contact points with friction in blocks */
    md_real max_pull;     /* closing speed that gravity and forces can add in this substep, m/s */
    struct reals lane_gap, lane_moving, lane_correction; /* per lane, as in a row_note */
    struct indices lane_point;                           /* per lane: twice its contact plus the point; -1: none */
    struct indices special_lanes;                        /* whose points bounce or touch a kinematic body */
    struct block_contact *points;                        /* scratch: contact points in the order of their rows */
    size_t point_capacity;
    struct noted_points *noted; /* scratch: one per task */
    size_t noted_capacity;
};

md_status md2_velocity_problem_create(md2_world *world);
void md2_velocity_problem_free(struct velocity_problem *velocity, const md_allocator *allocator);
/** Assembles the velocity problem of a group for a substep of h seconds. */
md_status md2_velocity_problem_assemble(md2_world *world, int32_t group, md_real h);
md_status md2_velocity_problem_solve(md2_world *world, const md_limits *limits, md_result *result);
/** Writes the new velocities to the bodies, and adds to the impulses of joints. */
void md2_velocity_problem_apply(md2_world *world, int32_t group, md_real h, const md_result *result);
/** Caches the impulses of contacts for the next substep. `corrected` has no lambda if nothing was corrected. */
void md2_velocity_problem_cache(md2_world *world, int32_t group, const md_result *result, const md_result *corrected);

/* ---- contact_rows.c: contacts as scalar rows ------------------------------------------------------------------------ */

/** Adds the rows of a contact, or none if the pre-solve callback refuses it. */
md_status md2_contact_rows_write(md2_world *world, struct contact *contact, md_real h);
void md2_contact_rows_keep(const md2_world *world, struct contact *contact, const md_result *result,
                           const md_result *corrected);
/** Completes the lane of a point that bounces or touches a kinematic body; its other numbers are written. */
md_status md2_special_point_write(md2_world *world, int32_t lane, md_real h);

/* ---- joint_rows.c --------------------------------------------------------------------------------------------------- */

/** Adds the rows of an active joint for a substep of h seconds. */
md_status md2_joint_rows_write(md2_world *world, struct joint *joint, md_real h);
/** Caches the impulses of the joint's rows, and adds to its reaction. */
void md2_joint_rows_keep(struct joint *joint, md_real h, const md_result *result);

/* ---- contact_lanes.c: contacts in blocks of lanes ------------------------------------------------------------------- */

/** Whether the contacts may be in blocks: both solvers take them, and no callback wants to see or change rows. */
bool md2_blocks_are_wanted(const md2_world *world);
/** Assigns the contact points of a group to lanes; its bodies have their slots. */
md_status md2_blocks_lay_out(md2_world *world, int32_t group);
/** Writes the contact points of a group into their lanes. */
md_status md2_blocks_write(md2_world *world, int32_t group, md_real h);
/** Writes the same points into the blocks of the position problem; sets `needed` if there is penetration to correct. */
md_status md2_blocks_correct(md2_world *world, md_real h, const md_result *velocities, bool *needed);
void md2_blocks_keep(md2_world *world, const md_result *result, const md_result *corrected);

/* ---- partition.c ---------------------------------------------------------------------------------------------------- */

/** Strips across the plane that divide the bodies of a large group into partitions; a small group is one. */
struct strips {
    int32_t count;
    bool is_y; /* one above another */
    md_real ends[MD_MAX_BODY_PARTITIONS];
};
struct strips md2_strips_find(const md2_world *world, int32_t group);
/** The strip of a body: the number of strip ends before its centre. */
int32_t md2_strip_of(const struct strips *strips, md2_vec center);

#endif
