/* Projected Gauss-Seidel and SOR, and the sparse accelerated modulus-based Gauss-Seidel and SOR methods: one sweep.
 *
 * The paper's Method 3.1 in the variable y = (2/gamma) x. lambda_i is the impulse that v contains, y_i - lambda_i the
 * part that was clamped away, and for each row in turn
 *
 *     w_i       =  J_i v + b_i + c_i lambda_i
 *     y_i      <-  lambda_i + kappa_i (y_i - lambda_i) - omega_i w_i / D_i
 *     lambda_i <-  clamp(y_i, l_i, u_i)
 *     v        <-  v + (M^-1 J^T)_i (change of lambda_i)
 *
 * with omega = 2 / (1/relax + gamma Omega/D) and kappa = 1 - omega gamma Omega/D = omega/relax - 1. Projected SOR is the
 * same with kappa = 0 and omega = relax, and then needs no y. lambda_i in the memory term is the stored impulse, not a
 * fresh clamp of y_i: a friction row's bounds have moved since.
 *
 * Sources: Miyamoto and Yamashita (2019), Method 3.1; docs/paper-notes.md for the two-sided form.
 */
#include "lcp/block_passes.h"
#include "lcp/rows.h"
#include "lcp/solver.h"
#include "lcp/spec.h"

static md_status prepare_projected_sor(md_solver *solver)
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

/* Fewer sweeps than this are not extrapolated: there is not much to learn from them, and where they end far from a solution, as in a pool
 * of thousands of circles, a start that jumps ahead from step to step keeps it moving. From a warm start they are relaxed, from
 * nothing plain, for relaxed ones overshoot there: so an engine at 4 sweeps a step does best (docs/auto.md). */
#define MIN_SWEEPS 8
#define SWEEPS_A_SIDE 0.15          /* of that, for the square root of the rows: how far it is across */
#define RATIO_OF_FEW ((md_real)0.5) /* gamma alpha of relaxed ones */

static bool allows_acceleration(const md_solver *solver)
{
    return (double)solver->max_sweeps >= fmax(MIN_SWEEPS, SWEEPS_A_SIDE * sqrt((double)solver->rows));
}

static bool starts_warm(const md_problem *problem)
{
    for (int32_t i = 0; i < problem->m; ++i) {
        if (problem->lambda0.at[i] != 0) {
            return true;
        }
    }
    return false;
}

/* alpha=auto: Gauss-Seidel sweeps that are extrapolated, or a few with a fixed alpha. */
static md_status prepare_automatic(md_solver *solver)
{
    solver->accelerates = allows_acceleration(solver);
    solver->has_memory = !solver->accelerates;
    if (!solver->accelerates) {
        const md_real ratio = starts_warm(solver->problem) ? RATIO_OF_FEW : 1;
        solver->spec.omega = MD_OMEGA_ALPHA_D;
        solver->spec.alpha = ratio / solver->spec.gamma;
        return prepare_modulus(solver);
    }
    const md_status status = prepare_projected_sor(solver); /* relax is 1 */
    return status == MD_OK ? md_anderson_prepare(solver) : status;
}

static md_status prepare(md_solver *solver)
{
    if (solver->spec.method == MD_AUTO) {
        return prepare_automatic(solver);
    }
    return solver->has_memory ? prepare_modulus(solver) : prepare_projected_sor(solver);
}

MD_INLINE struct sweep_report sweep_rows(md_solver *solver, row_velocity_function *row_velocity,
                                         row_push_function *row_push, enum sweep_kind kind, int32_t row_count)
{
    const bool has_memory = kind == SWEEP_WITH_MEMORY;
    const bool accelerates = kind == SWEEP_ANDERSON_ONE || kind == SWEEP_ANDERSON_WINDOW;
    const int32_t depth = kind == SWEEP_ANDERSON_WINDOW ? MD_ANDERSON_WINDOW : 1;
    const struct system *system = &solver->system;
    const bool carries_v = row_push != row_push_none; /* otherwise lambda itself has been moved, as v is */
    const struct bounds bounds = solver->bounds;
    const md_real *diagonal = solver->diagonal.at;
    const md_real *compliance = system->compliance;
    const md_real *inverse_diagonal = solver->inverse_diagonal.at;
    md_real *lambda = solver->lambda.at;
    md_real *y = solver->y.at;
    const struct anderson_view view = md_anderson_view(&solver->anderson);
    struct anderson_sums sums = {0};
    double change_squared = 0;
    int32_t clamped = 0;
    for (int32_t i = 0; i < row_count; ++i) {
        const md_real before =
            accelerates && carries_v ? md_anderson_extrapolate(&view, i, lambda[i], depth) : lambda[i];
        const md_real step = row_number(&solver->omega, i) * inverse_diagonal[i];
        /* All that does not wait for the rows before comes first: what is left is one short chain from v to v. */
        md_real start = before - step * (system->bias[i] + compliance[i] * before);
        if (has_memory) {
            start += row_number(&solver->kappa, i) * (y[i] - before);
        }
        const md_real next = start - step * row_velocity(system, i);
        if (!is_bounded(next)) {
            return (struct sweep_report){.change_squared = change_squared, .diverged = true};
        }
        const struct interval within = bounds_now(&bounds, i, lambda);
        const md_real after = md_clamp(next, within.lower, within.upper);
        if (has_memory) {
            y[i] = next;
        }
        lambda[i] = after;
        row_push(system, i, after - before);
        /* A start beyond the bounds is as good as one at them: what the sweep did counts from there. */
        const md_real change = after - (accelerates ? md_clamp(before, within.lower, within.upper) : before);
        change_squared += (double)change * (double)change;
        if (accelerates) {
            md_anderson_observe(&view, i, change, diagonal[i], depth, &sums);
            clamped += after != next;
        }
    }
    return (struct sweep_report){.change_squared = change_squared, .anderson = sums, .clamped = clamped};
}

MD_INLINE struct sweep_report sweep_representation(md_solver *solver, enum sweep_kind kind)
{
    const int32_t m = solver->m;
    switch (solver->system.kind) {
    case ROWS_BODIES_2D: return sweep_rows(solver, row_velocity_2d, row_push_2d, kind, m);
    case ROWS_BODIES_3D: return sweep_rows(solver, row_velocity_3d, row_push_3d, kind, m);
    case ROWS_GENERAL: return sweep_rows(solver, row_velocity_general, row_push_general, kind, m);
    case ROWS_CSR: return sweep_rows(solver, row_velocity_csr, row_push_none, kind, m);
    case ROWS_DENSE: return sweep_rows(solver, row_velocity_dense, row_push_none, kind, m);
    }
    return (struct sweep_report){.diverged = true};
}

struct sweep_report md_sweep_report_sum(const struct sweep_report *a, const struct sweep_report *b)
{
    struct sweep_report sum = {.change_squared = a->change_squared + b->change_squared,
                               .clamped = a->clamped + b->clamped,
                               .diverged = a->diverged || b->diverged};
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        sum.anderson.d_f[j] = a->anderson.d_f[j] + b->anderson.d_f[j];
        sum.anderson.d_d[j] = a->anderson.d_d[j] + b->anderson.d_d[j];
    }
    return sum;
}

/* Loose rows one by one, then the blocks. */
MD_INLINE struct sweep_report sweep_all(md_solver *solver, enum sweep_kind kind)
{
    if (solver->blocks == NULL) {
        return sweep_representation(solver, kind);
    }
    const struct sweep_report loose =
        sweep_rows(solver, row_velocity_2d, row_push_2d, kind, solver->blocks->scalar_rows);
    if (loose.diverged) {
        return loose;
    }
    const struct sweep_report in_blocks = md_blocks_sweep(solver, kind);
    return md_sweep_report_sum(&loose, &in_blocks);
}

static struct sweep_report sweep_accelerated(md_solver *solver)
{
    md_anderson_move(solver);
    const struct sweep_report report =
        solver->anderson.depth > 1 ? sweep_all(solver, SWEEP_ANDERSON_WINDOW) : sweep_all(solver, SWEEP_ANDERSON_ONE);
    if (!report.diverged) {
        md_anderson_learn(solver, &report);
    }
    return report;
}

static struct sweep_report sweep(md_solver *solver)
{
    if (solver->accelerates) {
        return sweep_accelerated(solver);
    }
    return solver->has_memory ? sweep_all(solver, SWEEP_WITH_MEMORY) : sweep_all(solver, SWEEP_PLAIN);
}

const struct family md_projected_family = {.prepare = prepare, .sweep = sweep};
