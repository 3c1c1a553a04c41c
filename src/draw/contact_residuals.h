/* How well each contact point of a 3D world was solved: its contribution to RES, the length of lambda - P(lambda - w) over
 * the rows of its normal and tangents. P projects the normal impulse to lambda_n >= 0 and friction to the disc of radius
 * mu lambda_n, to the box of that size, or both to the cone, as the friction law of the contact says.
 *
 * With central friction, the points of a manifold share the square of the residual of its tangents and torsion.
 *
 * The contacts of a problem are the points of the manifolds that the pre-solve callback saw since the solve before, in
 * that order. If their numbers differ, because a point has no row between locked bodies, the residuals of this problem
 * stay unknown. */
#ifndef MODULUS_DRAW_CONTACT_RESIDUALS_H
#define MODULUS_DRAW_CONTACT_RESIDUALS_H

#include <modulus/modulus.h>

struct contact_residual {
    int32_t shape[2];
    uint32_t point; /* id */
    int64_t order;  /* of later substeps, later */
    md_real residual;
};

struct contact_residuals {
    struct contact_residual *at;
    size_t count, capacity;
    size_t solved; /* those before are from solves that have ended */
    bool is_sorted;
    bool failed; /* no memory: all are unknown */
};

/** Before each step. */
void contact_residuals_begin(struct contact_residuals *residuals);
/** In the pre-solve callback. */
void contact_residuals_see(struct contact_residuals *residuals, const md3_pre_solve *contact);
/** In the callback after each solve. */
void contact_residuals_solved(struct contact_residuals *residuals, const md_problem *problem, const md_result *result);
/** The residual of a point in the last substep; negative if it is unknown. */
md_real contact_residual_of(struct contact_residuals *residuals, md3_shape_id a, md3_shape_id b, uint32_t point);
void contact_residuals_free(struct contact_residuals *residuals);

#endif
