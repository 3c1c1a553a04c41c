/* Preparing a solve: checks, the system and its diagonal, the warm start. */
#include <string.h>

#include "base/error.h"
#include "lcp/block_passes.h"
#include "lcp/problem.h"
#include "lcp/solver.h"
#include "lcp/spec.h"

md_status md_problem_check_parents(const md_problem *problem, md_error *error)
{
    for (int32_t i = 0; i < problem->m; ++i) {
        const int32_t parent = problem->parent.at[i];
        if (parent == MD_NO_PARENT) {
            continue;
        }
        if (parent >= problem->m) {
            return md_fail(error, MD_ERROR_PROBLEM, "row %d: its parent is row %d, but there are %d rows", i + 1,
                           parent + 1, problem->m);
        }
        if (problem->parent.at[parent] != MD_NO_PARENT) {
            return md_fail(error, MD_ERROR_PROBLEM, "row %d: its parent, row %d, has a parent itself", i + 1,
                           parent + 1);
        }
        if (!(problem->lower.at[parent] >= 0)) {
            return md_fail(error, MD_ERROR_PROBLEM,
                           "row %d: its parent, row %d, has a negative lower bound, so friction has no sign", i + 1,
                           parent + 1);
        }
    }
    return MD_OK;
}

static md_status fail_diagonal(const md_solver *solver, md_error *error)
{
    for (int32_t i = 0; i < solver->rows; ++i) {
        const md_real diagonal = solver->diagonal.at[md_solver_row(solver, i)];
        /* The inverse must be finite too: the sweeps multiply by it. */
        if (!(diagonal > 0) || !isfinite(diagonal) || !isfinite(1 / diagonal)) {
            return md_fail(error, MD_ERROR_PROBLEM,
                           "row %d: the diagonal of A is %g, expected a positive number: no splitting method can work",
                           i + 1, (double)diagonal);
        }
    }
    return MD_ERROR_PROBLEM;
}

/* Computes D and its inverse; false if one of them is not a positive number. */
static bool prepare_diagonal(md_solver *solver)
{
    bool is_valid = true;
    md_system_diagonal(&solver->system, solver->diagonal.at);
    for (int32_t i = 0; i < solver->system.m; ++i) {
        const md_real diagonal = solver->diagonal.at[i];
        solver->inverse_diagonal.at[i] = 1 / diagonal;
        is_valid = is_valid && diagonal > 0 && isfinite(diagonal) && isfinite(1 / diagonal);
    }
    return (solver->blocks == NULL || md_blocks_diagonal(solver)) && is_valid;
}

static md_status reserve_state(md_solver *solver, const md_problem *problem)
{
    struct reals *columns[] = {&solver->lambda,           &solver->y,           &solver->w,     &solver->diagonal,
                               &solver->inverse_diagonal, &solver->best_lambda, &solver->best_y};
    md_status status = reals_reserve(&solver->allocator, &solver->v, (size_t)problem->n);
    for (size_t i = 0; status == MD_OK && i < sizeof columns / sizeof *columns; ++i) {
        status = reals_reserve(&solver->allocator, columns[i], (size_t)problem->m + 1);
    }
    return status;
}

md_status md_solver_prepare(md_solver *solver, const md_problem *problem, const struct block_problem *blocks,
                            md_error *error)
{
    solver->problem = problem;
    solver->blocks = blocks;
    solver->m = problem->m;
    solver->rows = blocks != NULL ? blocks->rows : problem->m;
    solver->bounds = (struct bounds){problem->lower.at, problem->upper.at, problem->parent.at};
    md_status status = reserve_state(solver, problem);
    if (status == MD_OK) {
        status = md_system_prepare(&solver->system, &solver->allocator, problem,
                                   blocks != NULL ? MD_FORM_SPARSE : solver->spec.form);
    }
    if (status != MD_OK) {
        return md_fail_plain(error, status);
    }
    solver->system.lambda = solver->lambda.at;
    solver->system.m = blocks != NULL ? blocks->scalar_rows : problem->m;
    return prepare_diagonal(solver) ? MD_OK : fail_diagonal(solver, error);
}

void md_solver_measure_q(md_solver *solver)
{
    double sum = 0;
    if (solver->blocks != NULL) {
        memset(solver->lambda.at, 0, (size_t)solver->system.m * sizeof(md_real));
        md_system_velocities(&solver->system, solver->lambda.at, solver->w.at);
        sum = md_blocks_q_scaled(solver);
    } else {
        md_problem_get_q(solver->problem, solver->w.at);
    }
    for (int32_t i = 0; i < solver->system.m; ++i) {
        const double impulse = (double)(solver->w.at[i] * solver->inverse_diagonal.at[i]);
        sum += impulse * impulse;
    }
    solver->q_scaled_norm = sqrt(sum);
}

void md_solver_refresh(md_solver *solver)
{
    md_system_refresh(&solver->system, solver->problem, solver->lambda.at);
    if (solver->blocks != NULL) {
        md_blocks_push(solver);
    }
}

/* Clamps the warm start of scalar rows, those with a parent or those without. True if any impulse is not 0. */
static bool start_rows(md_solver *solver, bool with_parent)
{
    const md_problem *problem = solver->problem;
    bool any = false;
    for (int32_t i = 0; i < solver->system.m; ++i) {
        if ((problem->parent.at[i] != MD_NO_PARENT) == with_parent) {
            solver->lambda.at[i] = bounds_clamp(&solver->bounds, i, problem->lambda0.at[i], solver->lambda.at);
            any = any || solver->lambda.at[i] != 0;
        }
    }
    return any;
}

void md_solver_start(md_solver *solver)
{
    const md_problem *problem = solver->problem;
    /* The paper's boxed method starts from x^0 = gamma/2 lambda^0. */
    const bool has_y = md_method_has_modulus(solver->spec.method) && solver->spec.box != MD_BOX_PAPER;
    /* Parents first: the bounds of friction rows depend on them. */
    const bool parents = start_rows(solver, false);
    const bool contacts = solver->blocks != NULL && md_blocks_start(solver, has_y);
    const bool children = start_rows(solver, true);
    for (int32_t i = 0; i < solver->system.m; ++i) {
        const bool known = has_y && problem->y0.at[i] != problem->lambda0.at[i];
        solver->y.at[i] = known ? problem->y0.at[i] : solver->lambda.at[i];
    }
    if (parents || contacts || children) {
        md_solver_refresh(solver);
    }
}

md_status md_problem_check(const md_problem *problem, md_error *error)
{
    md_status status = md_problem_check_parents(problem, error);
    if (status != MD_OK) {
        return status;
    }
    md_solver *solver = md_solver_create(&problem->allocator);
    if (solver == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    solver->spec.form = problem->kind == MD_PROBLEM_EXPLICIT ? MD_FORM_EXPLICIT : MD_FORM_SPARSE;
    status = md_solver_prepare(solver, problem, NULL, error);
    md_solver_destroy(solver);
    return status;
}
