/* SIMD passes over blocks other than the sweep. Each lane does what the pass over scalar rows does (system.c,
 * prepare.c, residual.c), in the same order of operations. */
#include "lcp/block_kernel.h"
#include "lcp/lane_passes.h"

/* A block with its bodies; `row` is the first row of its normals. */
struct block {
    int32_t row;
    const int32_t *slots;
    struct contact_lanes J;
    struct body_lanes a, b;
};

MD_INLINE struct block load_block(const md_solver *solver, int32_t index)
{
    const struct block_problem *blocks = solver->blocks;
    const int32_t *slots = block_slots(blocks->layout, index);
    return (struct block){.row = blocks->scalar_rows + index * blocks->rows_per_contact * MD_LANES,
                          .slots = slots,
                          .J = load_contacts(blocks->layout, index),
                          .a = gather(solver->system.state.at, slots),
                          .b = gather(solver->system.state.at, slots + MD_LANES)};
}

/* ---- The diagonal ------------------------------------------------------------------------------------------------ */

/* Simple contacts have no compliance. Empty lanes, recognised by a normal of 0, have compliance 1 for a valid
 * diagonal. */
MD_INLINE vreal compliance_of(const md_problem *problem, int32_t row, const struct jacobian_lanes *J,
                              enum row_role role)
{
    return role == ROW_ANY ? vector_load(problem->compliance.at + row)
                           : vector_select((J->x == 0) & (J->y == 0), vector_all(1), vector_all(0));
}

MD_INLINE vmask store_diagonal(md_solver *solver, int32_t row, const struct jacobian_lanes *J, const struct block *in,
                               enum row_role role)
{
    const vreal D_a = body_diagonal(J->x, J->y, J->angular_a, in->a.inverse_mass, in->J.inverse_inertia_a);
    const vreal D_b = body_diagonal(J->x, J->y, J->angular_b, in->b.inverse_mass, in->J.inverse_inertia_b);
    return store_D(solver, row, (D_a + D_b) + compliance_of(solver->problem, row, J, role));
}

static bool diagonal(md_solver *solver, int32_t first, int32_t end)
{
    const struct block_problem *blocks = solver->blocks;
    vmask valid = ~(vmask){0};
    for (int32_t block = first; block < end; ++block) {
        const struct block in = load_block(solver, block);
        valid &= store_diagonal(solver, in.row, &in.J.normal, &in, role_of_normals(blocks));
        if (blocks->rows_per_contact > 1) {
            valid &= store_diagonal(solver, in.row + MD_LANES, &in.J.tangent, &in, role_of_tangents(blocks));
        }
    }
    return !vector_any(~valid);
}

/* ---- The start --------------------------------------------------------------------------------------------------- */

static bool start(md_solver *solver, bool has_y, int32_t first, int32_t end)
{
    const struct block_problem *blocks = solver->blocks;
    vmask any = {0};
    for (int32_t block = first; block < end; ++block) {
        const int32_t row = blocks->scalar_rows + block * blocks->rows_per_contact * MD_LANES;
        const vreal lambda_n = start_rows(solver, row, role_of_normals(blocks), vector_all(1), has_y);
        any |= lambda_n != 0; /* a tangent is 0 if its normal is */
        if (blocks->rows_per_contact > 1) {
            start_rows(solver, row + MD_LANES, role_of_tangents(blocks), lambda_n, has_y);
        }
    }
    return vector_any(any);
}

/* ---- v from lambda ----------------------------------------------------------------------------------------------- */

static void push(md_solver *solver, int32_t first, int32_t end)
{
    const struct block_problem *blocks = solver->blocks;
    md_real *state = solver->system.state.at;
    for (int32_t block = first; block < end; ++block) {
        struct block in = load_block(solver, block);
        const vreal inertia_a = in.J.inverse_inertia_a;
        const vreal inertia_b = in.J.inverse_inertia_b;
        row_push_lanes(&in.J.normal, inertia_a, inertia_b, vector_load(solver->lambda.at + in.row), &in.a, &in.b);
        if (blocks->rows_per_contact > 1) {
            const vreal lambda_t = vector_load(solver->lambda.at + in.row + MD_LANES);
            row_push_lanes(&in.J.tangent, inertia_a, inertia_b, lambda_t, &in.a, &in.b);
        }
        scatter(state, in.slots, &in.a);
        scatter(state, in.slots + MD_LANES, &in.b);
    }
}

/* ---- Soft steps -------------------------------------------------------------------------------------------------- */

static void soften(md_solver *solver, struct soft_step *step, int32_t first, int32_t end)
{
    const struct block_problem *blocks = solver->blocks;
    const md_real *moved = step->displacement.at;
    for (int32_t block = first; block < end; ++block) {
        const int32_t *slots = block_slots(blocks->layout, block);
        const int32_t row = blocks->scalar_rows + block * blocks->rows_per_contact * MD_LANES;
        const struct contact_lanes J = load_contacts(blocks->layout, block);
        const struct body_lanes a = gather(moved, slots);
        const struct body_lanes b = gather(moved, slots + MD_LANES);
        soften_normals(solver, step, row, block * MD_LANES, row_velocity_lanes(&J.normal, &a, &b), vector_all(1));
    }
}

/* ---- Residual ---------------------------------------------------------------------------------------------------- */

/* A simple contact without friction has no tangent row, although its lane has room for one: its q is 0. */
MD_INLINE vreal without_missing_tangents(const struct block_problem *blocks, int32_t row, vreal q)
{
    return blocks->is_simple ? vector_select(vector_load(blocks->packed.upper.at + row) == 0, vector_all(0), q) : q;
}

static void q_scaled(const md_solver *solver, int32_t first, int32_t end, struct residual_sums *sums)
{
    const struct block_problem *blocks = solver->blocks;
    const md_real *bias = solver->problem->bias.at;
    const md_real *inverse = solver->inverse_diagonal.at;
    for (int32_t block = first; block < end; ++block) {
        const struct block in = load_block(solver, block);
        add_squares(sums->scaled, (row_velocity_lanes(&in.J.normal, &in.a, &in.b) + vector_load(bias + in.row)) *
                                      vector_load(inverse + in.row));
        if (blocks->rows_per_contact > 1) {
            const int32_t next = in.row + MD_LANES;
            const vreal q = row_velocity_lanes(&in.J.tangent, &in.a, &in.b) + vector_load(bias + next);
            add_squares(sums->scaled, without_missing_tangents(blocks, next, q) * vector_load(inverse + next));
        }
    }
}

static void residual(md_solver *solver, int32_t first, int32_t end, struct residual_sums *sums)
{
    const struct block_problem *blocks = solver->blocks;
    for (int32_t block = first; block < end; ++block) {
        const struct block in = load_block(solver, block);
        measure_rows(solver, in.row, role_of_normals(blocks), vector_all(1),
                     row_velocity_lanes(&in.J.normal, &in.a, &in.b), sums);
        if (blocks->rows_per_contact > 1) {
            measure_rows(solver, in.row + MD_LANES, role_of_tangents(blocks), vector_load(solver->lambda.at + in.row),
                         row_velocity_lanes(&in.J.tangent, &in.a, &in.b), sums);
        }
    }
}

const struct block_kernel MD_FOR_MACHINE(md_block_kernel) = {.sweep = MD_FOR_MACHINE(md_block_sweep),
                                                             .diagonal = diagonal,
                                                             .q_scaled = q_scaled,
                                                             .start = start,
                                                             .push = push,
                                                             .soften = soften,
                                                             .residual = residual};
