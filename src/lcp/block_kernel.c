/* SIMD passes over blocks other than the sweep. Each lane does what the pass over scalar rows does (system.c,
 * prepare.c, residual.c), in the same order of operations. */
#include "lcp/block_kernel.h"
#include "lcp/lanes.h"

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

MD_INLINE vreal body_diagonal(vreal x, vreal y, vreal angular, vreal inverse_mass, vreal inverse_inertia)
{
    return x * (inverse_mass * x) + y * (inverse_mass * y) + angular * (inverse_inertia * angular);
}

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
    const vreal D = (D_a + D_b) + compliance_of(solver->problem, row, J, role);
    const vreal inverse = 1 / D;
    const vreal largest = vector_all(MD_REAL_MAX);
    vector_store(solver->diagonal.at + row, D);
    vector_store(solver->inverse_diagonal.at + row, inverse);
    return (D > 0) & (D <= largest) & (inverse <= largest);
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

/* Sets rows to the warm start. `bound_scale` multiplies their bounds. */
MD_INLINE vreal start_rows(md_solver *solver, int32_t row, enum row_role role, vreal bound_scale, bool has_y)
{
    const md_problem *problem = solver->problem;
    const vreal lambda0 = vector_load(problem->lambda0.at + row);
    const struct vector_bounds bounds = bounds_of(problem, row, role, bound_scale);
    const vreal lambda = clamp_to(lambda0, &bounds, role);
    vector_store(solver->lambda.at + row, lambda);
    if (has_y) {
        const vreal y0 = vector_load(problem->y0.at + row);
        vector_store(solver->y.at + row, vector_select(y0 != lambda0, y0, lambda));
    } else {
        vector_store(solver->y.at + row, lambda);
    }
    return lambda;
}

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

/* ---- Residual ---------------------------------------------------------------------------------------------------- */

static void add_squares(double *sums, vreal x)
{
    vwide sum;
    memcpy(&sum, sums, sizeof sum);
    sum += vector_widen(x) * vector_widen(x);
    memcpy(sums, &sum, sizeof sum);
}

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

MD_INLINE void measure_rows(md_solver *solver, int32_t row, enum row_role role, vreal bound_scale, vreal speed,
                            struct residual_sums *sums)
{
    const md_problem *problem = solver->problem;
    const vreal lambda = vector_load(solver->lambda.at + row);
    const vreal bias = vector_load(problem->bias.at + row);
    const vreal w = speed + (role == ROW_ANY ? bias + vector_load(problem->compliance.at + row) * lambda : bias);
    const struct vector_bounds bounds = bounds_of(problem, row, role, bound_scale);
    const vreal w_D = w * vector_load(solver->inverse_diagonal.at + row);
    vector_store(solver->w.at + row, w);
    add_squares(sums->absolute, lambda - clamp_to(lambda - w, &bounds, role));
    add_squares(sums->scaled, lambda - clamp_to(lambda - w_D, &bounds, role));
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
                                                             .residual = residual};
