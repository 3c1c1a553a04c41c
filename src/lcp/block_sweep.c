/* The sweep of amgs.c over SIMD blocks: MD_LANES contacts at a time, normals first, then tangents. Both run the update
 * of row_update.inc.h, so each lane has the bits of a scalar row. */
#include "lcp/block_kernel.h"
#include "lcp/lane_row.h"
#include "lcp/lane_sums.h"

MD_INLINE void sweep_blocks(md_solver *solver, struct sweep_kind kind, int32_t rows_per_contact, bool is_simple,
                            int32_t first, int32_t end, struct block_sums *total)
{
    const enum row_role normals = is_simple ? ROW_NORMAL : ROW_ANY;
    const enum row_role tangents = is_simple ? ROW_TANGENT : ROW_ANY;
    const struct block_problem *blocks = solver->blocks;
    const struct block_layout layout = *blocks->layout;
    const md_problem *problem = solver->problem;
    struct rows rows = rows_of(solver);
    md_real *state = solver->system.state.at;
    struct tallied_sums tallied;
    begin_tally(&tallied, &solver->anderson, solver->anderson.islands.tallies.contacts.at, kind, first, total);
    rows.anderson_c = tallied.c;
    for (int32_t block = first; block < end; ++block) {
        enter_block(&tallied, kind, block);
        const int32_t *slots = block_slots(&layout, block);
        const int32_t i = blocks->scalar_rows + block * rows_per_contact * MD_LANES;
        const struct contact_lanes J = load_contacts(&layout, block);
        struct body_lanes a = gather(state, slots);
        struct body_lanes b = gather(state, slots + MD_LANES);
        struct row row = {&J.normal, J.inverse_inertia_a, J.inverse_inertia_b, &a, &b, problem, i,
                          normals,   vector_all(1)};
        const vreal lambda_n = sweep_row(&rows, i, &row, kind, &tallied.sums);
        if (rows_per_contact > 1 && !kind.is_soft) {
            row.J = &J.tangent;
            row.index = i + MD_LANES;
            row.role = tangents;
            row.bound_scale = lambda_n;
            sweep_row(&rows, i + MD_LANES, &row, kind, &tallied.sums);
        }
        scatter(state, slots, &a);
        scatter(state, slots + MD_LANES, &b);
    }
    end_tally(&tallied, kind);
}

MD_INLINE void sweep_kind(md_solver *solver, struct sweep_kind kind, int32_t first, int32_t end,
                          struct block_sums *total)
{
    const bool is_simple = solver->blocks->is_simple;
    if (solver->blocks->rows_per_contact == 1 && is_simple) {
        sweep_blocks(solver, kind, 1, true, first, end, total);
    } else if (solver->blocks->rows_per_contact == 1) {
        sweep_blocks(solver, kind, 1, false, first, end, total);
    } else if (is_simple) {
        sweep_blocks(solver, kind, 2, true, first, end, total);
    } else {
        sweep_blocks(solver, kind, 2, false, first, end, total);
    }
}

/* Calls a loop of its own for each kind. */
void MD_FOR_MACHINE(md_block_sweep)(md_solver *solver, struct sweep_kind kind, int32_t first, int32_t end,
                                    struct block_sums *total)
{
    MD_SWEEP_BY_KIND(sweep_kind, solver, kind, first, end, total);
}
