/* A soft step: substeps that share J and M^-1, with few sweeps each.
 *
 * A step of n substeps of h seconds is n problems that differ in v and in their biases only: the Jacobians are kept, and the
 * gaps change by J dx, where dx is how far the bodies have moved. The points of joints turn (point_blocks.h). Each substep
 *
 *     adds h M^-1 f, and the impulses of the substep before, to v        forces, warm start
 *     sweeps rows that open penetration like damped springs,             soft sweeps
 *         and leaves friction as it is
 *     moves the bodies: dx <- dx + h v
 *     sweeps the same rows without the springs, at the new gaps          relaxing sweeps
 *
 * The relaxing sweeps take back the velocity that the springs have added. Friction is swept there only: it would brake what the
 * springs do, with bounds that count the springs as load. An implicit damped spring that opens penetration
 * at the rate r, with a compliance of c D (engine/contact_bias.h), makes the update of a row
 *
 *     lambda_i <- clamp(s (lambda_i - (J_i v - r penetration) / D_i)),   s = 1 / (1 + c), the softness
 *
 * The normals of a face have a shorter step than 1 / D_i (faces.h), and s = 1 / (1 + c D_i step).
 *
 * The warm start needs no pass over the rows: M^-1 J^T lambda is what the sweeps of the substep before have added to v.
 *
 * The scheme is that of Catto ("Solver2D", 2024: soft step); small steps with one sweep each are from Macklin et al. ("Small
 * steps in physics simulation", 2019).
 */
#ifndef MODULUS_LCP_SOFT_STEP_H
#define MODULUS_LCP_SOFT_STEP_H

#include "lcp/point_blocks.h"
#include "lcp/solver.h"

/* The spring of rows that penetrate or have a gap to close. */
struct row_spring {
    md_real rate;       /* share of the gap that closes per second */
    md_real compliance; /* in multiples of D; 0: rigid */
};

enum row_motion {
    ROW_FREE,      /* friction, motors and springs: its bias changes by rate * J dx */
    ROW_ONE_SIDED, /* a gap > 0 may close, a gap < 0 opens by the spring */
    ROW_EQUALITY   /* any gap closes by the spring */
};

/* What a soft step knows of a scalar row beside the row itself. */
struct soft_row {
    enum row_motion motion;
    md_real gap;   /* at the start of the step, m or rad; of a free row its bias without drift */
    md_real drift; /* velocity that kinematic bodies add to the row */
    struct row_spring spring;
};

/* A soft step: what its caller sets, what it returns, and its memory. */
#define MD_POINT_SETS 2

struct soft_step {
    int32_t substeps;
    md_real h; /* s, a substep */
    int64_t soft_sweeps, relaxing_sweeps;
    md_real slop;      /* m: smaller gaps and penetrations of contacts count as 0 */
    md_real max_speed; /* m/s, at which contacts open */

    /* Of each body, in slots like those of its state: what forces add to v in a substep, and the factors of damping. */
    struct reals force_velocity, damping;
    size_t filled;         /* numbers of both that have been set */
    struct soft_row *rows; /* of the scalar rows */
    size_t row_capacity;
    /* Axes and points of joints, which are held beside the rows of the problem, in the order of a sweep. */
    struct point_blocks *points[MD_POINT_SETS];
    int32_t point_sets;
    struct point_spring point_spring;
    /* Of contacts in blocks: gap and drift of the normals, in the order of a problem that has no other rows. */
    struct row_spring contact_spring;
    const md_real *lane_gap, *lane_drift;
    /* Called after the last substep: sets the biases of rows that bounce. Returns false if there are none. NULL: none can. */
    bool (*bounce)(void *user, const struct soft_step *step, md_real *bias);
    void *user;

    struct reals displacement; /* dx, in slots */
    struct reals impulse;      /* per row: the sum of its impulses over the substeps, for `bounce` */

    md_real elapsed;        /* s, since the start of the step */
    struct reals before;    /* v before the impulses of the substep, in slots */
    struct reals soft_bias; /* per row: b of the soft sweeps; that of the relaxing sweeps is the problem's */
    struct reals softness;  /* per row */
};

void md_soft_step_free(struct soft_step *step, const md_allocator *allocator);

/** Reserves what the caller sets, for the bodies and the scalar rows of a problem. */
md_status md_soft_step_reserve(struct soft_step *step, const md_allocator *allocator, const md_problem *problem,
                               int32_t scalar_rows);

/** Steps the bodies of a problem, which has the velocities before the step. `blocks` is NULL if all rows are scalar. Leaves the
 *  problem as the last relaxing sweep found it, with the velocities of the first substep. The result has the impulses of the last substep. */
md_status md_soft_step_run(md_solver *solver, struct soft_step *step, md_problem *problem,
                           const struct block_problem *blocks, md_result *result);

#endif
