/* Anchors in a soft step: the rows that keep two points together, whose lever arms turn from substep to substep.
 *
 * The points of a ball, a hinge or a weld are held by one row per axis, with the directions d_k and the lever arms r:
 *
 *     J_k v = d_k . (v_b + w_b x r_b - v_a - w_a x r_a)
 *
 * A light body on a long arm turns far in a step. Contacts can do with J dx; a net of such bodies cannot, and gains energy. The
 * arms are therefore turned after each substep, and the gaps follow from them without linearization.
 */
#ifndef MODULUS_LCP_SOFT_ANCHORS_H
#define MODULUS_LCP_SOFT_ANCHORS_H

#include "lcp/soft_step.h"

void md_soft_anchors_free(struct soft_step *step, const md_allocator *allocator);

/** Finds the groups of consecutive rows with the motion ROW_ANCHORED that have as many axes as space. Other rows with this
 *  motion become ROW_EQUALITY. */
md_status md_soft_anchors_find(struct soft_step *step, const md_allocator *allocator, const md_problem *problem,
                               int32_t rows);

/** Moves the points by a substep at the present velocities: changes the lever arms in J and the gaps, and v, which contains
 *  M^-1 J^T lambda. Impulses along old arms would add energy. */
void md_soft_anchors_turn(md_solver *solver, struct soft_step *step);

#endif
