/* Points of joints in SIMD blocks, for soft steps (soft_step.h): the 2 or 3 rows that hold an anchor of each body together.
 *
 *     w       =  v_b + w_b x r_b - v_a - w_a x r_a + b          r: lever arms; b: opens the gap between the anchors
 *     lambda <-  s (lambda - K^-1 w)                            K = J M^-1 J^T, a 2x2 or 3x3 matrix; s: softness
 *
 * The axes of hinges in space are held in the same way.
 *
 * Points are swept MD_LANES at a time, in an order like that of rows (block_layout.h). They are not among the rows of the
 * problem: nothing is known of them but arms, gap and impulse, and all the rest follows.
 *
 * A light body on a long arm turns far in a step. Contacts can do with J dx; a net of such bodies cannot, and gains energy. The
 * arms are therefore turned after each substep, and gap, K and the velocities that contain M^-1 J^T lambda with them. The old K
 * would be too small for arms that have turned across a direction, and the sweeps would diverge.
 *
 * In space the forces on both bodies act at the second anchor, so that a point keeps the angular momentum if there is a gap.
 */
#ifndef MODULUS_LCP_POINT_BLOCKS_H
#define MODULUS_LCP_POINT_BLOCKS_H

#include "lcp/block_layout.h"

struct md_tasks;

/** The fields of a block in the plane, MD_LANES numbers each. All but the inverse of K are set by the caller. */
enum point_field_2d {
    POINT_2D_ARM_A, /* x and y, as all vectors */
    POINT_2D_ARM_B = POINT_2D_ARM_A + 2,
    POINT_2D_GAP = POINT_2D_ARM_B + 2,         /* from the first anchor to the second, m */
    POINT_2D_DRIFT = POINT_2D_GAP + 2,         /* velocity that kinematic bodies add, m/s */
    POINT_2D_IMPULSE = POINT_2D_DRIFT + 2,     /* lambda, on the second body */
    POINT_2D_INERTIA = POINT_2D_IMPULSE + 2,   /* inverse, of the first body and the second */
    POINT_2D_INVERSE_K = POINT_2D_INERTIA + 2, /* xx, xy, yy */
    POINT_2D_FIELDS = POINT_2D_INVERSE_K + 3
};

/** The same in space. */
enum point_field_3d {
    POINT_3D_ARM_A,
    POINT_3D_ARM_B = POINT_3D_ARM_A + 3,
    POINT_3D_GAP = POINT_3D_ARM_B + 3,
    POINT_3D_DRIFT = POINT_3D_GAP + 3,
    POINT_3D_IMPULSE = POINT_3D_DRIFT + 3,
    POINT_3D_MASS_A = POINT_3D_IMPULSE + 3, /* inverse, along x, y and z; 0 along locked axes */
    POINT_3D_MASS_B = POINT_3D_MASS_A + 3,
    POINT_3D_INERTIA_A = POINT_3D_MASS_B + 3, /* inverse: xx, xy, xz, yy, yz, zz */
    POINT_3D_INERTIA_B = POINT_3D_INERTIA_A + 6,
    POINT_3D_FACTORS = POINT_3D_INERTIA_B + 6, /* K = L D L^T: l_yx, l_zx, l_zy, then 1 / d */
    POINT_3D_FIELDS = POINT_3D_FACTORS + 6
};

/** The axes of hinges in space, which stay parallel: two rows across the axis of the first body, that turn with it. */
enum hinge_field {
    HINGE_AXIS_A, /* unit vectors */
    HINGE_AXIS_B = HINGE_AXIS_A + 3,
    HINGE_ACROSS = HINGE_AXIS_B + 3, /* of the first row; that of the second is AXIS_A x ACROSS */
    HINGE_SPIN_A = HINGE_ACROSS + 3, /* angular velocity of a kinematic body, rad/s */
    HINGE_SPIN_B = HINGE_SPIN_A + 3,
    HINGE_INERTIA_A = HINGE_SPIN_B + 3, /* as of points */
    HINGE_INERTIA_B = HINGE_INERTIA_A + 6,
    HINGE_IMPULSE = HINGE_INERTIA_B + 6, /* of both rows */
    HINGE_GAP = HINGE_IMPULSE + 2,       /* computed, rad */
    HINGE_INVERSE_K = HINGE_GAP + 2,     /* as in the plane */
    HINGE_FIELDS = HINGE_INVERSE_K + 3
};

/** The kind of constraint in the lanes. */
enum point_kind { POINTS_2D, POINTS_3D, POINTS_HINGES };

/** Sums of squares of the natural map, and whether a sweep found numbers that are not finite. */
struct point_report {
    double absolute, scaled;
    bool diverged;
};

struct point_blocks {
    enum point_kind kind;
    struct block_layout layout;   /* its contacts are the points */
    int32_t field_count;          /* per block */
    struct indices owner;         /* per lane; -1: empty */
    struct reals fields;          /* per block: field_count times MD_LANES */
    struct point_report *reports; /* per partition of the layout, of the last pass */
    size_t report_capacity;
};

/** How points are held in a soft step. */
struct point_spring {
    md_real rate;     /* share of the gap that closes per second */
    md_real softness; /* s */
};

void md_points_free(struct point_blocks *points, const md_allocator *allocator);

/** Gives lanes to points between the bodies of a problem. Empty lanes have zeros; those of other points may have the numbers of
 *  the step before. */
md_status md_points_lay_out(struct point_blocks *points, const md_allocator *allocator, const md_problem *problem,
                            enum point_kind kind, const struct block_contact *contacts, int32_t count);

/** The fields of a lane, MD_LANES apart. */
static inline md_real *md_point_fields(const struct point_blocks *points, int32_t lane)
{
    return points->fields.at + (size_t)points->field_count * MD_LANES * (size_t)(lane / MD_LANES) + lane % MD_LANES;
}

/* Passes over all points. `state` has the velocities of the bodies in slots. */

/** Computes K from what the caller has set. */
void md_points_prepare(struct point_blocks *points, struct md_tasks *tasks, md_real *state);
/** Adds M^-1 J^T lambda to v. */
void md_points_push(struct point_blocks *points, struct md_tasks *tasks, md_real *state);
/** Sweeps all points once; rigid without a spring (NULL). */
struct point_report md_points_sweep(struct point_blocks *points, struct md_tasks *tasks, md_real *state,
                                    const struct point_spring *spring);
/** Moves the points by h seconds at the present velocities. */
void md_points_turn(struct point_blocks *points, struct md_tasks *tasks, md_real *state, md_real h);
/** Measures w and K^-1 w of the rigid points. */
struct point_report md_points_measure(struct point_blocks *points, struct md_tasks *tasks, md_real *state);

#endif
