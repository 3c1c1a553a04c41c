/* The update of a group of rows (groups.h), scalar rows only: that of row_update.inc.h with a projection in place of the
 * clamp, and the same step omega / D for all rows of the group.
 *
 *     w_g       =  J_g v + b_g + c_g lambda_g            of a cone: w_n + mu |w_t| in place of w_n
 *     y_g      <-  lambda_g + kappa (y_g - lambda_g) - omega w_g / D
 *     lambda_g <-  projection of y_g onto the disc or cone
 *     v        <-  v + (M^-1 J^T)_g (change of lambda_g)
 */
#ifndef MODULUS_LCP_GROUP_UPDATE_H
#define MODULUS_LCP_GROUP_UPDATE_H

#include "lcp/groups.h"
#include "lcp/local_contact.h"
#include "lcp/scalar_row.h"

/* A group before and after its update. */
struct group_state {
    struct anderson_start start[MD_GROUP_ROWS];
    md_real y[MD_GROUP_ROWS], lambda[MD_GROUP_ROWS];
};

/* Reads the impulses that the update starts from, and w. */
MD_INLINE void start_group(const struct rows *rows, int32_t i, const struct row *row, enum group_kind group,
                           struct sweep_kind kind, struct group_state *state, md_real w[MD_GROUP_ROWS])
{
    for (int32_t k = 0; k < md_group_rows(group); ++k) {
        const md_real stored = rows->lambda[i + k];
        state->start[k] = anderson_start(&rows->anderson, rows->anderson_c, i + k, stored, kind);
        w[k] = row->velocity(row->system, i + k) + (rows->b[i + k] + rows->c[i + k] * state->start[k].lambda);
    }
}

/* A projected step. */
MD_INLINE void step_group(const struct rows *rows, int32_t i, const struct row *row, enum group_kind group,
                          struct sweep_kind kind, struct group_state *state, md_real w[MD_GROUP_ROWS])
{
    const int32_t size = md_group_rows(group);
    md_group_shift(group, &row->bounds, i, w);
    for (int32_t k = 0; k < size; ++k) {
        const md_real omega_D = row_number(rows->omega, i + k) * rows->inverse_D[i + k];
        state->y[k] = state->start[k].lambda - omega_D * w[k];
        if (kind.has_kappa) {
            state->y[k] += row_number(rows->kappa, i + k) * (rows->y[i + k] - state->start[k].previous);
        }
        state->lambda[k] = state->y[k];
    }
    md_group_project(group, &row->bounds, i, row->lambda, state->lambda);
}

/* True if the projection gave 0. There it has a kink; where a contact slides, it is smooth, and several differences may be
 * used (anderson.h). */
MD_INLINE bool is_at_apex(const struct group_state *state, int32_t size)
{
    bool is_zero = true;
    bool moved = false;
    for (int32_t k = 0; k < size; ++k) {
        is_zero = is_zero && state->lambda[k] == 0;
        moved = moved || state->lambda[k] != state->y[k];
    }
    return is_zero && moved;
}

/* Adds the change of the group to the sums. An extrapolated start outside counts as its projection. */
MD_INLINE void observe_group(const struct rows *rows, int32_t i, const struct row *row, enum group_kind group,
                             struct sweep_kind kind, const struct group_state *state, struct sweep_sums *sums)
{
    md_real start[MD_GROUP_ROWS] = {0};
    for (int32_t k = 0; k < md_group_rows(group); ++k) {
        start[k] = state->start[k].lambda;
    }
    if (kind.depth > 0) {
        md_group_project(group, &row->bounds, i, row->lambda, start);
    }
    for (int32_t k = 0; k < md_group_rows(group); ++k) {
        const md_real change = state->lambda[k] - start[k];
        sums->change_squared += (double)change * (double)change;
        if (kind.depth > 0) {
            anderson_observe(&rows->anderson, i + k, change, rows->D[i + k], kind, sums);
        }
    }
    if (kind.depth > 0) {
        sums->clamped |= is_at_apex(state, md_group_rows(group));
    }
}

/* Stores the new impulses and pushes their change into v. A group with an unbounded y keeps its impulses. */
MD_INLINE void finish_group(const struct rows *rows, int32_t i, const struct row *row, enum group_kind group,
                            struct sweep_kind kind, const struct group_state *state, struct sweep_sums *sums)
{
    for (int32_t k = 0; k < md_group_rows(group); ++k) {
        sums->diverged |= !is_bounded(state->y[k]);
    }
    if (sums->diverged) {
        return;
    }
    observe_group(rows, i, row, group, kind, state, sums);
    for (int32_t k = 0; k < md_group_rows(group); ++k) {
        if (kind.has_kappa) {
            rows->y[i + k] = state->y[k];
        }
        rows->lambda[i + k] = state->lambda[k];
        row->push(row->system, i + k, state->lambda[k] - state->start[k].lambda);
    }
}

/* Sweeps the group that starts with row i. */
MD_INLINE void sweep_group(const struct rows *rows, int32_t i, const struct row *row, enum group_kind group,
                           struct sweep_kind kind, struct sweep_sums *sums)
{
    struct group_state state;
    md_real w[MD_GROUP_ROWS] = {0};
    start_group(rows, i, row, group, kind, &state, w);
    step_group(rows, i, row, group, kind, &state, w);
    finish_group(rows, i, row, group, kind, &state, sums);
}

/* Solves the contact whose normal is row i exactly, given the other impulses; A is its block. Returns its rows. */
MD_INLINE int32_t sweep_contact(const struct rows *rows, int32_t i, const struct row *row,
                                const struct contact_rows *contact, const md_real *A, struct sweep_kind kind,
                                struct sweep_sums *sums)
{
    const enum group_kind group = contact->tangents == 2 ? GROUP_CONE : GROUP_CONE_2D;
    const int32_t size = md_group_rows(group);
    struct local_contact local = {.tangents = contact->tangents, .mu = row->bounds.upper[i + 1]};
    struct group_state state;
    md_real w[MD_GROUP_ROWS] = {0};
    md_real last[MD_GROUP_ROWS] = {0};
    start_group(rows, i, row, group, kind, &state, w);
    for (int32_t k = 0; k < size; ++k) {
        last[k] = state.start[k].lambda;
        local.b[k] = w[k];
        for (int32_t j = 0; j < size; ++j) {
            local.A[k][j] = A[3 * k + j];
            local.b[k] -= local.A[k][j] * state.start[j].lambda;
        }
    }
    if (md_local_contact_solve(&local, last, state.lambda)) {
        for (int32_t k = 0; k < size; ++k) {
            state.y[k] = state.lambda[k];
        }
    } else {
        step_group(rows, i, row, group, kind, &state, w);
    }
    finish_group(rows, i, row, group, kind, &state, sums);
    return size;
}

#endif
