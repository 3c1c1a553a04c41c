/* Preparing a solve: checks, the system and its diagonal, the warm start. */
#include <string.h>

#include "base/error.h"
#include "lcp/exact/exact_problem.h"
#include "lcp/block_passes.h"
#include "lcp/problem.h"
#include "lcp/solver.h"
#include "lcp/spec.h"

/* Bounds may have been set after the contacts. */
static md_status check_contact(const md_problem *problem, const struct contact_rows *contact, md_error *error)
{
    const md_real *lower = problem->lower.at;
    const md_real *upper = problem->upper.at;
    const int32_t normal = contact->row;
    if (contact->law == MD_FRICTION_CONE && (lower[normal] != 0 || upper[normal] != MD_INFINITY)) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "row %d: bounds %g and %g, but the normal of a cone has the bounds 0 and inf; use the law disc",
                       normal + 1, (double)lower[normal], (double)upper[normal]);
    }
    if (contact->law != MD_FRICTION_BOX && !md_contact_has_one_mu(problem, contact)) {
        return md_fail(
            error, MD_ERROR_PROBLEM,
            "row %d: its friction is not bounded by -mu and mu with one mu for both tangents and one for rolling, "
            "as the laws disc and cone need; use the law box",
            normal + 1);
    }
    return MD_OK;
}

/* The same for a patch. Its first normal is a parent, and has been checked as one. */
static md_status check_patch(const md_problem *problem, const struct patch_rows *patch, md_error *error)
{
    for (int32_t i = patch->row; i < md_patch_tangent(patch); ++i) {
        if (!(problem->lower.at[i] >= 0)) {
            return md_fail(error, MD_ERROR_PROBLEM,
                           "row %d: the normal of a patch has a negative lower bound, so friction has no sign", i + 1);
        }
    }
    if (patch->law != MD_FRICTION_BOX && !md_patch_has_one_mu(problem, patch)) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "row %d: the friction of its patch is not bounded by -mu and mu with one mu for tangents and "
                       "torsion and one for rolling, as the law disc needs; use the law box",
                       patch->row + 1);
    }
    return MD_OK;
}

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
    for (int32_t contact = 0; contact < problem->contact_count; ++contact) {
        const md_status status = check_contact(problem, &problem->contacts[contact], error);
        if (status != MD_OK) {
            return status;
        }
    }
    md_status status = MD_OK;
    for (int32_t patch = 0; status == MD_OK && patch < problem->patch_count; ++patch) {
        status = check_patch(problem, &problem->patches[patch], error);
    }
    return status;
}

static md_status fail_diagonal(const md_solver *solver, md_error *error)
{
    for (int32_t i = 0; i < solver->rows; ++i) {
        const md_real diagonal = solver->diagonal.at[md_solver_row(solver, i)];
        /* The inverse must be finite too: the sweeps multiply by it. */
        if (!(diagonal > 0) || !isfinite(diagonal) || !isfinite(1 / diagonal)) {
            return md_fail(
                error, MD_ERROR_PROBLEM,
                "row %d: the diagonal of A is %g, expected a positive number: only the solver exact can work", i + 1,
                (double)diagonal);
        }
    }
    return MD_ERROR_PROBLEM;
}

/* The exact solver does without a positive diagonal: D only scales the residual. */
static void make_positive(md_solver *solver)
{
    for (int32_t i = 0; i < solver->m; ++i) {
        solver->has_positive_diagonal = solver->has_positive_diagonal && solver->diagonal.at[i] > 0;
        solver->diagonal.at[i] = md_positive_diagonal(solver->system.A, i, solver->diagonal.at[i]);
    }
}

/* Computes D and its inverse; false if one of them is not a positive number. */
static bool prepare_diagonal(md_solver *solver)
{
    bool is_valid = true;
    md_system_diagonal(&solver->system, solver->diagonal.at);
    md_groups_diagonal(&solver->groups, &solver->system, solver->diagonal.at);
    solver->has_positive_diagonal = true;
    if (solver->spec.method == MD_EXACT) {
        make_positive(solver);
    }
    for (int32_t i = 0; i < solver->system.m; ++i) {
        const md_real diagonal = solver->diagonal.at[i];
        solver->inverse_diagonal.at[i] = 1 / diagonal;
        is_valid = is_valid && diagonal > 0 && isfinite(diagonal) && isfinite(1 / diagonal);
    }
    is_valid = (solver->blocks == NULL || md_blocks_diagonal(solver)) && is_valid;
    md_blocks_copy_back(solver, &solver->diagonal);
    return is_valid;
}

static md_status reserve_state(md_solver *solver, const md_problem *problem)
{
    struct reals *columns[] = {&solver->lambda,           &solver->y,           &solver->w,     &solver->diagonal,
                               &solver->inverse_diagonal, &solver->best_lambda, &solver->best_y};
    md_status status = reals_reserve(&solver->allocator, &solver->v, (size_t)problem->n);
    for (size_t i = 0; status == MD_OK && i < sizeof columns / sizeof *columns; ++i) {
        status = reals_reserve(&solver->allocator, columns[i], (size_t)problem->m + 1);
    }
    if (status == MD_OK && solver->blocks != NULL && solver->blocks->manifolds != NULL) {
        status = reals_reserve(&solver->allocator, &solver->manifold_step, (size_t)problem->m + 1);
    }
    return status == MD_OK && solver->blocks != NULL ? md_blocks_reserve(solver) : status;
}

md_status md_solver_prepare(md_solver *solver, const md_problem *problem, const struct block_problem *blocks,
                            md_error *error)
{
    solver->problem = problem;
    solver->blocks = blocks;
    solver->m = problem->m;
    solver->rows = blocks != NULL ? blocks->rows : problem->m;
    solver->bounds = md_problem_bounds(problem);
    md_status status = reserve_state(solver, problem);
    if (status == MD_OK) {
        status = md_groups_find(&solver->groups, &solver->allocator, problem);
    }
    if (status == MD_OK) {
        status = md_system_prepare(&solver->system, &solver->allocator, problem,
                                   blocks != NULL ? MD_FORM_SPARSE : solver->spec.form);
    }
    if (status == MD_OK && solver->ranks != NULL && blocks != NULL) {
        status = md_ranks_begin(solver->ranks, &solver->allocator, blocks->layout);
    }
    if (status != MD_OK) {
        return md_fail_plain(error, status);
    }
    solver->system.lambda = solver->lambda.at;
    solver->system.m = blocks != NULL ? md_block_problem_swept_rows(blocks) : problem->m;
    if (!prepare_diagonal(solver)) {
        solver->has_positive_diagonal = false;
        return fail_diagonal(solver, error);
    }
    solver->all_rows = problem->is_divided && blocks != NULL ? md_blocks_count_rows(solver) : (double)solver->rows;
    return MD_OK;
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
    if (solver->given != NULL) {
        solver->q_norm = md_problem_q_norm(solver->given, solver->best_lambda.at);
    }
}

void md_solver_refresh(md_solver *solver)
{
    md_system_refresh(&solver->system, solver->problem, solver->lambda.at);
    if (solver->blocks != NULL) {
        md_blocks_push(solver);
    }
}

/* Projects impulses of scalar rows into lambda, those with a parent or those without. True if any is not 0. */
static bool project_rows(md_solver *solver, const md_real *from, bool with_parent)
{
    const md_problem *problem = solver->problem;
    md_real *lambda = solver->lambda.at;
    int32_t size = 1;
    bool any = false;
    for (int32_t i = 0; i < solver->system.m; i += size) {
        const enum group_kind group = md_group_at(&solver->groups, i);
        size = md_group_rows(group);
        if ((problem->parent.at[i] != MD_NO_PARENT) != with_parent) {
            continue;
        }
        if (group == GROUP_SINGLE) {
            lambda[i] = bounds_clamp(&solver->bounds, i, from[i], lambda);
            any = any || lambda[i] != 0;
            continue;
        }
        md_real start[MD_GROUP_ROWS] = {0};
        for (int32_t k = 0; k < size; ++k) {
            start[k] = from[i + k];
        }
        md_group_project(group, &solver->bounds, i, lambda, start);
        for (int32_t k = 0; k < size; ++k) {
            lambda[i + k] = start[k];
            any = any || start[k] != 0;
        }
    }
    return any;
}

void md_solver_set_lambda(md_solver *solver, const md_real *from)
{
    solver->is_at_zero = false;
    project_rows(solver, from, false);
    project_rows(solver, from, true);
}

void md_solver_start(md_solver *solver)
{
    const md_problem *problem = solver->problem;
    /* The paper's boxed method starts from x^0 = gamma/2 lambda^0. */
    const bool has_y = md_method_has_modulus(solver->spec.method) && solver->spec.box != MD_BOX_PAPER;
    /* Parents first: the bounds of friction rows depend on them. */
    const md_real *start = solver->continues ? solver->start.at : problem->lambda0.at;
    const bool parents = project_rows(solver, start, false);
    const bool contacts = solver->blocks != NULL && md_blocks_start(solver, has_y);
    const bool children = project_rows(solver, start, true);
    for (int32_t i = 0; i < solver->system.m; ++i) {
        const bool known = has_y && !solver->continues && problem->y0.at[i] != problem->lambda0.at[i];
        solver->y.at[i] = known ? problem->y0.at[i] : solver->lambda.at[i];
    }
    /* A divided problem pushes zeros too: a rank does not know whether others start from 0, and a push may change the sign of a
     * zero. */
    solver->is_at_zero = !(parents || contacts || children || problem->is_divided);
    if (!solver->is_at_zero) {
        md_solver_refresh(solver);
    }
}

md_status md_problem_check(const md_problem *problem, md_error *error)
{
    if (problem == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "the problem is NULL");
    }
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
