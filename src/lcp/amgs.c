/* PGS, PSOR, AMGS and AMSOR: projected Gauss-Seidel and SOR, and the accelerated modulus-based Gauss-Seidel and SOR
 * methods in their sparse form. They are one sweep over the rows with different kappa and omega.
 *
 * For row i = 1, 2, ..., m (Miyamoto and Yamashita 2019, Method 3.1, in the variable y = (2/gamma) x):
 *
 *     w_i       =  J_i v + b_i + c_i lambda_i
 *     y_i      <-  lambda_i + kappa_i (y_i - lambda_i) - omega_i w_i / D_i
 *     lambda_i <-  clamp(y_i, l_i, u_i)
 *     v        <-  v + (M^-1 J^T)_i (change of lambda_i)
 *
 *              omega_i                                     kappa_i
 *     PGS      1                                           0
 *     PSOR     relax                                       0
 *     AMGS     2 / (1 + gamma Omega_i / D_i)               omega_i - 1
 *     AMSOR    2 / (1 / relax + gamma Omega_i / D_i)       omega_i / relax - 1
 *
 * v contains the impulses: v = v_0 + M^-1 J^T lambda. y_i - lambda_i is what the last clamp cut off; with kappa = 0 it
 * is not needed, and y is not stored. lambda_i in this term is the stored impulse, not a new clamp of y_i, because the
 * bounds of a friction row have moved since. docs/paper-notes.md derives the form with two bounds.
 *
 * The update itself is in row_update.inc.h; block_sweep.c runs the same update on SIMD blocks. With accelerate=anderson
 * each sweep starts from an extrapolated lambda and v (anderson.h).
 */
#include "lcp/block_passes.h"
#include "lcp/scalar_row.h"
#include "lcp/spec.h"

/* kappa = 0 and the same omega for all rows. */
static md_status prepare_projected(md_solver *solver)
{
    const md_status status = reals_reserve(&solver->allocator, &solver->omega.values, 1);
    if (status == MD_OK) {
        solver->omega.stride = 0;
        solver->omega.values.at[0] = solver->spec.relax;
    }
    return status;
}

static md_status prepare_modulus(md_solver *solver)
{
    const md_real relax = solver->spec.relax;
    md_status status = md_omega_ratio(solver);
    if (status == MD_OK) {
        status = md_relaxation(solver, relax);
    }
    const int32_t count = solver->omega.stride == 0 ? 1 : solver->m;
    solver->kappa.stride = solver->omega.stride;
    if (status == MD_OK) {
        status = reals_reserve(&solver->allocator, &solver->kappa.values, (size_t)count + 1);
    }
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        solver->kappa.values.at[i] = solver->omega.values.at[i] / relax - 1;
    }
    return status;
}

static md_status prepare(md_solver *solver)
{
    const bool is_modulus = md_method_has_modulus(solver->spec.method);
    const md_status status = is_modulus ? prepare_modulus(solver) : prepare_projected(solver);
    const bool accelerated = solver->spec.accelerate == MD_ACCELERATE_ANDERSON;
    return status == MD_OK && accelerated ? md_anderson_prepare(solver) : status;
}

/* Sweeps the first rows one by one. Stops at a row that diverges. */
MD_INLINE struct sweep_report sweep_rows(md_solver *solver, row_velocity_function *velocity, row_push_function *push,
                                         struct sweep_kind kind, int32_t count)
{
    const struct rows rows = rows_of(solver);
    struct sweep_sums sums = {0};
    for (int32_t i = 0; i < count && !sums.diverged; ++i) {
        const struct row row = {&solver->system, i, velocity, push, solver->bounds, rows.lambda};
        sweep_row(&rows, i, &row, kind, &sums);
    }
    struct sweep_report report = {
        .change_squared = sums.change_squared, .clamped = sums.clamped, .diverged = sums.diverged};
    memcpy(report.anderson.d_f, sums.d_f, sizeof sums.d_f);
    memcpy(report.anderson.d_d, sums.d_d, sizeof sums.d_d);
    return report;
}

/* Scalar rows first, then the blocks. */
MD_INLINE struct sweep_report sweep_blocks(md_solver *solver, struct sweep_kind kind)
{
    const struct sweep_report scalar =
        sweep_rows(solver, row_velocity_2d, row_push_2d, kind, solver->blocks->scalar_rows);
    if (scalar.diverged) {
        return scalar;
    }
    const struct sweep_report in_blocks = md_blocks_sweep(solver, kind);
    return md_sweep_report_sum(&scalar, &in_blocks);
}

/* Sweeps all rows, with a loop of its own for each representation. */
MD_INLINE struct sweep_report sweep_all(md_solver *solver, bool has_kappa, int32_t depth)
{
    const int32_t m = solver->m;
    const struct sweep_kind sparse = {.has_kappa = has_kappa, .depth = depth};
    const struct sweep_kind explicit = {.has_kappa = has_kappa, .depth = depth, .is_explicit = true};
    if (solver->blocks != NULL) {
        return sweep_blocks(solver, sparse);
    }
    switch (solver->system.kind) {
    case ROWS_BODIES_2D: return sweep_rows(solver, row_velocity_2d, row_push_2d, sparse, m);
    case ROWS_BODIES_3D: return sweep_rows(solver, row_velocity_3d, row_push_3d, sparse, m);
    case ROWS_GENERAL: return sweep_rows(solver, row_velocity_general, row_push_general, sparse, m);
    case ROWS_CSR: return sweep_rows(solver, row_velocity_csr, row_push_none, explicit, m);
    case ROWS_DENSE: return sweep_rows(solver, row_velocity_dense, row_push_none, explicit, m);
    }
    return (struct sweep_report){.diverged = true};
}

MD_INLINE struct sweep_report sweep_depth(md_solver *solver, int32_t depth)
{
    const bool has_kappa = md_method_has_modulus(solver->spec.method);
    return has_kappa ? sweep_all(solver, true, depth) : sweep_all(solver, false, depth);
}

static struct sweep_report sweep(md_solver *solver)
{
    if (solver->spec.accelerate == MD_ACCELERATE_NONE) {
        return sweep_depth(solver, 0);
    }
    const bool by_one = solver->anderson.depth == 1;
    md_anderson_extrapolate(solver);
    const struct sweep_report report = by_one ? sweep_depth(solver, 1) : sweep_depth(solver, MD_ANDERSON_WINDOW);
    if (!report.diverged) {
        md_anderson_learn(solver, &report);
    }
    return report;
}

const struct family md_amgs_family = {.prepare = prepare, .sweep = sweep};
