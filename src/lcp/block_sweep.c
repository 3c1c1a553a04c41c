/* The sweep of projected.c over blocks: MD_LANES contacts at a time, first their normals, then their tangents. Lane for lane it does what
 * the sweep of single rows does, in the same order of operations. */
#include "lcp/block_kernel.h"
#include "lcp/lanes.h"

MD_INLINE vreal numbers_at(const struct row_numbers *numbers, int32_t i)
{
    return numbers->stride == 0 ? vector_all(numbers->values.at[0]) : vector_load(numbers->values.at + i);
}

/* Differences that a sweep accelerates. */
MD_INLINE int32_t depth_of(enum sweep_kind kind)
{
    return kind == SWEEP_ANDERSON_WINDOW ? MD_ANDERSON_WINDOW : kind == SWEEP_ANDERSON_ONE ? 1 : 0;
}

/* Sums of a chunk, a lane each. */
struct lane_sums {
    vreal change_squared;
    vreal d_f[MD_ANDERSON_WINDOW], d_d[MD_ANDERSON_WINDOW];
    vmask clamped, unbounded;
};

MD_INLINE vreal extrapolate(const struct anderson_view *view, int32_t i, vreal swept, int32_t depth)
{
    vreal start = swept;
    vreal newer = swept;
    for (int32_t j = 0; j < depth; ++j) {
        const vreal older = vector_load(view->lambda[j] + i);
        start -= vector_all(view->c[j]) * (newer - older);
        newer = older;
    }
    vector_store(view->lambda[depth - 1] + i, swept);
    return start;
}

MD_INLINE void observe(const struct anderson_view *view, int32_t i, vreal change, vreal diagonal, int32_t depth,
                       struct lane_sums *sums)
{
    const vreal first = diagonal * (change - vector_load(view->change[0] + i));
    const vreal weighted = diagonal * change;
    vreal newer = change;
    for (int32_t j = 0; j < depth; ++j) {
        const vreal older = vector_load(view->change[j] + i);
        const vreal difference = newer - older;
        sums->d_f[j] += j == 0 ? first * change : difference * weighted;
        sums->d_d[j] += difference * first;
        newer = older;
    }
    vector_store(view->change[depth - 1] + i, change);
}

/* What a sweep reads of the rows, in registers where it can. */
struct rows_of {
    const md_problem *problem;
    const md_real *bias, *compliance, *diagonal, *inverse_diagonal;
    md_real *lambda, *y;
    const struct row_numbers *omega, *kappa;
    struct anderson_view view;
};

/* Rows i to i + MD_LANES - 1: the new impulses. `bound_scale` is that of their bounds. */
MD_INLINE vreal update(const struct rows_of *rows, int32_t i, enum sweep_kind kind, enum row_role role,
                       vreal bound_scale, const struct jacobian_lanes *along, vreal inverse_inertia_a,
                       vreal inverse_inertia_b, struct body_lanes *a, struct body_lanes *b, struct lane_sums *sums)
{
    const bool has_memory = kind == SWEEP_WITH_MEMORY;
    const bool accelerates = kind == SWEEP_ANDERSON_ONE || kind == SWEEP_ANDERSON_WINDOW;
    const int32_t depth = depth_of(kind);
    const vreal swept = vector_load(rows->lambda + i);
    const vreal before = accelerates ? extrapolate(&rows->view, i, swept, depth) : swept;
    const vreal step = numbers_at(rows->omega, i) * vector_load(rows->inverse_diagonal + i);
    const vreal bias = vector_load(rows->bias + i);
    vreal start = before - step * (role == ROW_ANY ? bias + vector_load(rows->compliance + i) * before : bias);
    if (has_memory) {
        start += numbers_at(rows->kappa, i) * (vector_load(rows->y + i) - before);
    }
    const vreal next = start - step * row_velocity_lanes(along, a, b);
    const vmask bounded = (next <= vector_all(MD_MAX_LAMBDA)) & (next >= vector_all(-MD_MAX_LAMBDA));
    const struct vector_bounds bounds = bounds_of(rows->problem, i, role, bound_scale);
    const vreal after = vector_select(bounded, clamp_to(next, &bounds, role), swept);
    sums->unbounded |= ~bounded;
    if (has_memory) {
        vector_store(rows->y + i, vector_select(bounded, next, swept));
    }
    vector_store(rows->lambda + i, after);
    row_push_lanes(along, inverse_inertia_a, inverse_inertia_b, after - before, a, b);
    const vreal change = after - (accelerates ? clamp_to(before, &bounds, role) : before);
    sums->change_squared += change * change;
    if (accelerates) {
        observe(&rows->view, i, change, vector_load(rows->diagonal + i), depth, sums);
        sums->clamped |= after != next;
    }
    return after;
}

MD_INLINE void add_sums(double *kept, vreal sums)
{
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        kept[lane] += (double)sums[lane];
    }
}

MD_INLINE void keep_sums(const struct lane_sums *sums, int32_t depth, struct block_sums *kept)
{
    add_sums(kept->change_squared, sums->change_squared);
    for (int32_t j = 0; j < depth; ++j) {
        add_sums(kept->d_f[j], sums->d_f[j]);
        add_sums(kept->d_d[j], sums->d_d[j]);
    }
    kept->clamped = kept->clamped || vector_any(sums->clamped);
    kept->unbounded = kept->unbounded || vector_any(sums->unbounded);
}

MD_INLINE void sweep_blocks(md_solver *solver, enum sweep_kind kind, int32_t rows_per_contact, bool is_simple,
                            int32_t first, int32_t end, struct block_sums *kept)
{
    const struct block_problem *blocks = solver->blocks;
    const struct block_layout layout = *blocks->layout;
    const md_problem *problem = solver->problem;
    const struct rows_of rows = {.problem = problem,
                                 .bias = problem->bias.at,
                                 .compliance = problem->compliance.at,
                                 .diagonal = solver->diagonal.at,
                                 .inverse_diagonal = solver->inverse_diagonal.at,
                                 .lambda = solver->lambda.at,
                                 .y = solver->y.at,
                                 .omega = &solver->omega,
                                 .kappa = &solver->kappa,
                                 .view = md_anderson_view(&solver->anderson)};
    md_real *state = solver->system.state.at;
    struct lane_sums sums;
    memset(&sums, 0, sizeof sums);
    for (int32_t block = first; block < end; ++block) {
        const int32_t *slots = block_slots(&layout, block);
        const int32_t row = blocks->scalar_rows + block * rows_per_contact * MD_LANES;
        const struct contact_lanes J = load_contacts(&layout, block);
        struct body_lanes a = gather(state, slots);
        struct body_lanes b = gather(state, slots + MD_LANES);
        const vreal lambda_n = update(&rows, row, kind, is_simple ? ROW_NORMAL : ROW_ANY, vector_all(1), &J.normal,
                                      J.inverse_inertia_a, J.inverse_inertia_b, &a, &b, &sums);
        if (rows_per_contact > 1) {
            update(&rows, row + MD_LANES, kind, is_simple ? ROW_TANGENT : ROW_ANY, lambda_n, &J.tangent,
                   J.inverse_inertia_a, J.inverse_inertia_b, &a, &b, &sums);
        }
        scatter(state, slots, &a);
        scatter(state, slots + MD_LANES, &b);
    }
    keep_sums(&sums, depth_of(kind), kept);
}

MD_INLINE void sweep_by(md_solver *solver, enum sweep_kind kind, int32_t first, int32_t end, struct block_sums *sums)
{
    const bool is_simple = solver->blocks->is_simple;
    if (solver->blocks->rows_per_contact == 1 && is_simple) {
        sweep_blocks(solver, kind, 1, true, first, end, sums);
    } else if (solver->blocks->rows_per_contact == 1) {
        sweep_blocks(solver, kind, 1, false, first, end, sums);
    } else if (is_simple) {
        sweep_blocks(solver, kind, 2, true, first, end, sums);
    } else {
        sweep_blocks(solver, kind, 2, false, first, end, sums);
    }
}

void MD_FOR_MACHINE(md_block_sweep)(md_solver *solver, enum sweep_kind kind, int32_t first, int32_t end,
                                    struct block_sums *sums)
{
    switch (kind) {
    case SWEEP_PLAIN: sweep_by(solver, SWEEP_PLAIN, first, end, sums); break;
    case SWEEP_WITH_MEMORY: sweep_by(solver, SWEEP_WITH_MEMORY, first, end, sums); break;
    case SWEEP_ANDERSON_ONE: sweep_by(solver, SWEEP_ANDERSON_ONE, first, end, sums); break;
    case SWEEP_ANDERSON_WINDOW: sweep_by(solver, SWEEP_ANDERSON_WINDOW, first, end, sums); break;
    }
}
