/* The update of the normals of a face (faces.h): that of row_update.inc.h with one step for all of them, and all w_i before the
 * first change.
 *
 *     w_f       =  J_f v + b_f + c_f lambda_f
 *     y_f      <-  lambda_f + kappa (y_f - lambda_f) - omega step w_f
 *     lambda_f <-  clamp(y_f, l_f, u_f)
 *     v        <-  v + (M^-1 J^T)_f (change of lambda_f)
 */
#ifndef MODULUS_LCP_FACE_UPDATE_H
#define MODULUS_LCP_FACE_UPDATE_H

#include "lcp/faces.h"
#include "lcp/scalar_row.h"

/* Stores the new impulse of row i of a face and pushes its change into v. */
MD_INLINE void finish_face_row(const struct rows *rows, int32_t i, const struct row *row,
                               const struct anderson_start *start, md_real y, struct sweep_kind kind,
                               struct sweep_sums *sums)
{
    const md_real lower = row->bounds.lower[i];
    const md_real upper = row->bounds.upper[i];
    const md_real lambda = md_clamp(y, lower, upper);
    const md_real from = kind.depth > 0 ? md_clamp(start->lambda, lower, upper) : start->lambda;
    const md_real change = lambda - from;
    if (kind.has_kappa) {
        rows->y[i] = y;
    }
    rows->lambda[i] = lambda;
    row->push(row->system, i, lambda - start->lambda);
    sums->change_squared += (double)change * (double)change;
    if (kind.depth > 0) {
        anderson_observe(&rows->anderson, i, change, rows->D[i], kind, sums);
        sums->clamped |= lambda != y;
    }
}

/* Sweeps the normals of a face. If a y is unbounded, they keep their impulses. */
MD_INLINE void sweep_face(const struct rows *rows, const struct row *row, const struct face_rows *face, md_real step,
                          struct sweep_kind kind, struct sweep_sums *sums)
{
    struct anderson_start start[MD_FACE_ROWS];
    md_real y[MD_FACE_ROWS];
    for (int32_t k = 0; k < face->count; ++k) {
        const int32_t i = face->row[k];
        start[k] = anderson_start(&rows->anderson, rows->anderson_c, i, rows->lambda[i], kind);
        const md_real w = row->velocity(row->system, i) + (rows->b[i] + rows->c[i] * start[k].lambda);
        y[k] = start[k].lambda - row_number(rows->omega, i) * step * w;
        if (kind.has_kappa) {
            y[k] += row_number(rows->kappa, i) * (rows->y[i] - start[k].previous);
        }
        if (kind.is_soft) {
            y[k] *= rows->softness[i];
        }
        sums->diverged |= !is_bounded(y[k]);
    }
    for (int32_t k = 0; !sums->diverged && k < face->count; ++k) {
        finish_face_row(rows, face->row[k], row, &start[k], y[k], kind, sums);
    }
}

#endif
