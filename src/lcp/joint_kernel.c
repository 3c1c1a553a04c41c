/* The passes of block_kernel.h over joints in blocks (joint_blocks.h). Each lane has the bits of a scalar row. */
#include "lcp/block_kernel.h"
#include "lcp/joint_row.h"
#include "lcp/lane_passes.h"
#include "lcp/lane_sums.h"

/* The lines of a block, and the row of the first. */
struct lines {
    int32_t first, end, row;
};

MD_INLINE struct lines lines_of(const struct block_problem *blocks, int32_t block)
{
    const int32_t *start = blocks->joints->line_start.at + block;
    return (struct lines){start[0], start[1], blocks->joint_row + start[0] * MD_LANES};
}

/* ---- The sweep ----------------------------------------------------------------------------------------------------- */

MD_INLINE void sweep_block(const md_solver *solver, struct rows *rows, struct sweep_kind kind, int32_t block,
                           struct sweep_sums *sums)
{
    const struct joint_blocks *joints = solver->blocks->joints;
    md_real *state = solver->system.state.at;
    struct joint_bodies bodies = gather_joints(joints, block, state);
    struct lines lines = lines_of(solver->blocks, block);
    for (int32_t line = lines.first; line < lines.end; ++line, lines.row += MD_LANES) {
        const struct line_jacobian J = load_line(joints, line);
        struct row row = {&J, &bodies, solver->problem, lines.row, true};
        if (joints->is_equality.at[line]) {
            sweep_row(rows, lines.row, &row, kind, sums);
        } else {
            row.is_equality = false;
            sweep_row(rows, lines.row, &row, kind, sums);
        }
    }
    scatter_joints(&bodies, state);
}

MD_INLINE void sweep_blocks(md_solver *solver, struct sweep_kind kind, int32_t first, int32_t end,
                            struct block_sums *total)
{
    struct rows rows = rows_of(solver);
    struct tallied_sums tallied;
    begin_tally(&tallied, &solver->anderson, solver->anderson.islands.tallies.joints.at, kind, first, total);
    rows.anderson_c = tallied.c;
    for (int32_t block = first; block < end; ++block) {
        enter_block(&tallied, kind, block);
        sweep_block(solver, &rows, kind, block, &tallied.sums);
    }
    end_tally(&tallied, kind);
}

/* Calls a loop of its own for each kind. */
static void sweep(md_solver *solver, struct sweep_kind kind, int32_t first, int32_t end, struct block_sums *total)
{
    MD_SWEEP_BY_KIND(sweep_blocks, solver, kind, first, end, total);
}

/* ---- Other passes -------------------------------------------------------------------------------------------------- */

static bool diagonal(md_solver *solver, int32_t first, int32_t end)
{
    const struct joint_blocks *joints = solver->blocks->joints;
    vmask valid = ~(vmask){0};
    for (int32_t block = first; block < end; ++block) {
        const struct joint_bodies in = gather_joints(joints, block, solver->system.state.at);
        struct lines lines = lines_of(solver->blocks, block);
        for (int32_t line = lines.first; line < lines.end; ++line, lines.row += MD_LANES) {
            const struct line_jacobian J = load_line(joints, line);
            const vreal D_a = body_diagonal(J.x_a, J.y_a, J.angular_a, in.a.inverse_mass, in.inverse_inertia_a);
            const vreal D_b = body_diagonal(J.x_b, J.y_b, J.angular_b, in.b.inverse_mass, in.inverse_inertia_b);
            const vreal compliance = vector_load(solver->problem->compliance.at + lines.row);
            valid &= store_D(solver, lines.row, (D_a + D_b) + compliance);
        }
    }
    return !vector_any(~valid);
}

static bool start(md_solver *solver, bool has_y, int32_t first, int32_t end)
{
    const int32_t *line_start = solver->blocks->joints->line_start.at;
    vmask any = {0};
    for (int32_t line = line_start[first]; line < line_start[end]; ++line) {
        const int32_t row = solver->blocks->joint_row + line * MD_LANES;
        any |= start_rows(solver, row, ROW_ANY, vector_all(1), has_y) != 0;
    }
    return vector_any(any);
}

static void push(md_solver *solver, int32_t first, int32_t end)
{
    const struct joint_blocks *joints = solver->blocks->joints;
    md_real *state = solver->system.state.at;
    for (int32_t block = first; block < end; ++block) {
        struct joint_bodies bodies = gather_joints(joints, block, state);
        struct lines lines = lines_of(solver->blocks, block);
        for (int32_t line = lines.first; line < lines.end; ++line, lines.row += MD_LANES) {
            const struct line_jacobian J = load_line(joints, line);
            push_line(&J, vector_load(solver->lambda.at + lines.row), &bodies);
        }
        scatter_joints(&bodies, state);
    }
}

static void soften(md_solver *solver, struct soft_step *step, int32_t first, int32_t end)
{
    const struct joint_blocks *joints = solver->blocks->joints;
    for (int32_t block = first; block < end; ++block) {
        const struct joint_bodies moved = gather_joints(joints, block, step->displacement.at);
        struct lines lines = lines_of(solver->blocks, block);
        for (int32_t line = lines.first; line < lines.end; ++line, lines.row += MD_LANES) {
            const struct line_jacobian J = load_line(joints, line);
            vector_store(solver->w.at + lines.row, line_velocity(&J, &moved));
        }
    }
}

static void q_scaled(const md_solver *solver, int32_t first, int32_t end, struct residual_sums *sums)
{
    const struct joint_blocks *joints = solver->blocks->joints;
    for (int32_t block = first; block < end; ++block) {
        const struct joint_bodies bodies = gather_joints(joints, block, solver->system.state.at);
        struct lines lines = lines_of(solver->blocks, block);
        for (int32_t line = lines.first; line < lines.end; ++line, lines.row += MD_LANES) {
            const struct line_jacobian J = load_line(joints, line);
            const vreal q = line_velocity(&J, &bodies) + vector_load(solver->problem->bias.at + lines.row);
            add_squares(sums->scaled, q * vector_load(solver->inverse_diagonal.at + lines.row));
        }
    }
}

static void residual(md_solver *solver, int32_t first, int32_t end, struct residual_sums *sums)
{
    const struct joint_blocks *joints = solver->blocks->joints;
    for (int32_t block = first; block < end; ++block) {
        const struct joint_bodies bodies = gather_joints(joints, block, solver->system.state.at);
        struct lines lines = lines_of(solver->blocks, block);
        for (int32_t line = lines.first; line < lines.end; ++line, lines.row += MD_LANES) {
            const struct line_jacobian J = load_line(joints, line);
            measure_rows(solver, lines.row, ROW_ANY, vector_all(1), line_velocity(&J, &bodies), sums);
        }
    }
}

const struct block_kernel MD_FOR_MACHINE(md_joint_kernel) = {.sweep = sweep,
                                                             .diagonal = diagonal,
                                                             .q_scaled = q_scaled,
                                                             .start = start,
                                                             .push = push,
                                                             .soften = soften,
                                                             .residual = residual};
