/* The driver that every method runs under: check, prepare, start, sweep until a limit (run.c), measure. */
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "lcp/block_passes.h"
#include "lcp/matrix.h"
#include "lcp/problem.h"
#include "lcp/run.h"
#include "lcp/solver.h"
#include "lcp/spec.h"

md_solver *md_solver_create(const md_allocator *allocator)
{
    const md_allocator owner = md_allocator_or_default(allocator);
    md_solver *solver = owner.resize(owner.user, NULL, 0, sizeof *solver);
    if (solver != NULL) {
        *solver = (md_solver){.allocator = owner, .threads = 1};
    }
    return solver;
}

void md_solver_destroy(md_solver *solver)
{
    if (solver == NULL) {
        return;
    }
    const md_allocator owner = solver->allocator;
    struct reals *reals[] = {&solver->lambda,
                             &solver->y,
                             &solver->w,
                             &solver->best_lambda,
                             &solver->best_y,
                             &solver->v,
                             &solver->diagonal,
                             &solver->inverse_diagonal,
                             &solver->omega.values,
                             &solver->kappa.values,
                             &solver->ratio.values,
                             &solver->neighbour};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; ++i) {
        reals_free(&owner, reals[i]);
    }
    md_anderson_free(&solver->anderson, &owner);
    md_block_packing_free(&solver->packing, &owner);
    md_system_free(&solver->system, &owner);
    owner.resize(owner.user, solver, sizeof *solver, 0);
}

void md_solver_skip_residual(md_solver *solver)
{
    solver->skip_residual = true;
}

const char *md_outcome_name(md_outcome outcome)
{
    switch (outcome) {
    case MD_CONVERGED: return "converged";
    case MD_MAX_ITERATIONS: return "max_iterations";
    case MD_TIME_BUDGET: return "time_budget";
    case MD_DIVERGED: return "diverged";
    case MD_STOPPED: return "stopped";
    }
    return "unknown";
}

/* ---- Preparing ---------------------------------------------------------------------------------------------------- */

/* Sparse where there is a J and the method can (in blocks where that is the same, see may_pack); explicit otherwise. */
static md_status choose_form(md_solver_spec *spec, const md_problem *problem, md_error *error)
{
    const bool structured = problem->kind != MD_PROBLEM_EXPLICIT;
    const bool wants_sparse = spec->form == MD_FORM_SPARSE || spec->box == MD_BOX_PAPER;
    if (wants_sparse && !structured) {
        return md_fail(error, MD_ERROR_PROBLEM, "solver %s: the sparse form needs J, and this problem gives A only",
                       md_method_name(spec->method));
    }
    if (spec->form == MD_FORM_BLOCKS && problem->degrees_of_freedom != 3) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "solver %s: blocks need rows between bodies in 2D, and this problem has others",
                       md_method_name(spec->method));
    }
    if (spec->form == MD_FORM_AUTO) {
        spec->form = structured && md_method_has_sparse_form(spec->method) ? MD_FORM_SPARSE : MD_FORM_EXPLICIT;
    }
    return MD_OK;
}

static bool carries_v(md_form form)
{
    return form == MD_FORM_SPARSE || form == MD_FORM_BLOCKS;
}

static const struct family *family_of(const md_solver_spec *spec)
{
    if (spec->box == MD_BOX_PAPER) {
        return &md_paper_family;
    }
    const bool modulus = md_method_has_modulus(spec->method);
    const bool accelerated = spec->accelerate != MD_ACCELERATE_NONE;
    return modulus && !accelerated && !carries_v(spec->form) ? &md_mmsi_family : &md_amgs_family;
}

static md_status check_parents(const md_problem *problem, md_error *error)
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

/* Where a row of the problem that was given is in the one that is swept. */
static int32_t packed_row(const md_solver *solver, int32_t row)
{
    return solver->is_packed ? solver->packing.row.at[row] : row;
}

static md_status complain_of_diagonal(const md_solver *solver, md_error *error)
{
    for (int32_t i = 0; i < solver->rows; ++i) {
        const md_real diagonal = solver->diagonal.at[packed_row(solver, i)];
        /* The inverse must be finite too, or the first sweep divides by what is zero for all purposes. */
        if (!(diagonal > 0) || !isfinite(diagonal) || !isfinite(1 / diagonal)) {
            return md_fail(error, MD_ERROR_PROBLEM,
                           "row %d: the diagonal of A is %g, expected a positive number: no splitting method can work",
                           i + 1, (double)diagonal);
        }
    }
    return MD_ERROR_PROBLEM;
}

/* D and its inverse; false where one of them is no positive number. */
static bool take_diagonal(md_solver *solver)
{
    bool sound = true;
    md_system_diagonal(&solver->system, solver->diagonal.at);
    for (int32_t i = 0; i < solver->system.m; ++i) {
        const md_real diagonal = solver->diagonal.at[i];
        solver->inverse_diagonal.at[i] = 1 / diagonal;
        sound = sound && diagonal > 0 && isfinite(diagonal) && isfinite(1 / diagonal);
    }
    return (solver->blocks == NULL || md_blocks_diagonal(solver)) && sound;
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

/* Blocks where they were asked for, or where nothing was and they do the same, faster. */
static md_status pack(md_solver *solver, const md_solver_spec *asked, const md_problem *problem)
{
    const bool wanted = asked->form == MD_FORM_BLOCKS;
    const bool may = asked->form == MD_FORM_AUTO && asked->box != MD_BOX_PAPER && solver->spec.form == MD_FORM_SPARSE &&
                     problem->degrees_of_freedom == 3;
    if (!wanted && !may) {
        return MD_OK;
    }
    const md_status status = md_block_packing_pack(&solver->packing, &solver->allocator, problem, !wanted);
    solver->is_packed = status == MD_OK && (wanted || solver->packing.is_worthwhile);
    solver->spec.form = solver->is_packed ? MD_FORM_BLOCKS : MD_FORM_SPARSE;
    return status;
}

/* The system, its diagonal, and what the checks need of both. */
static md_status prepare_system(md_solver *solver, const md_problem *problem, const struct block_problem *blocks,
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
    return take_diagonal(solver) ? MD_OK : complain_of_diagonal(solver, error);
}

static void measure_q(md_solver *solver)
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

/* Brings single rows of the warm start into their bounds, those with a parent or those without. Whether any is not 0. */
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

/* The warm start, parents first, for friction rows follow them. */
static void start(md_solver *solver)
{
    const md_problem *problem = solver->problem;
    /* Without a modulus variable of its own (the paper's x^0 = gamma/2 lambda^0) y starts at lambda. */
    const bool has_y = md_method_has_modulus(solver->spec.method) && solver->spec.box != MD_BOX_PAPER;
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
    md_status status = check_parents(problem, error);
    if (status != MD_OK) {
        return status;
    }
    md_solver *solver = md_solver_create(&problem->allocator);
    if (solver == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    solver->spec.form = problem->kind == MD_PROBLEM_EXPLICIT ? MD_FORM_EXPLICIT : MD_FORM_SPARSE;
    status = prepare_system(solver, problem, NULL, error);
    md_solver_destroy(solver);
    return status;
}

/* ---- The result --------------------------------------------------------------------------------------------------- */

/* The velocities that a sparse system carries, without the masses that stand between them. */
static void copy_velocities(const struct system *system, const md_problem *problem, md_real *v)
{
    if (system->kind == ROWS_GENERAL) {
        for (int32_t k = 0; k < problem->n; ++k) {
            v[k] = system->v.at[k];
        }
        return;
    }
    const size_t freedom = (size_t)problem->degrees_of_freedom;
    const size_t size = (size_t)md_slot_size(problem->degrees_of_freedom);
    for (size_t body = 0; body < (size_t)problem->body_count; ++body) {
        const md_real *slot = system->state.at + size * (body + 1);
        for (size_t k = 0; k < freedom; ++k) {
            v[freedom * body + k] = slot[k];
        }
    }
}

/* v of a structured problem that was solved in an explicit form: a sparse system for one product. */
static md_status velocities_of_explicit_form(md_solver *solver)
{
    struct system sparse = {0};
    const md_status status = md_system_prepare(&sparse, &solver->allocator, solver->problem, MD_FORM_SPARSE);
    if (status == MD_OK) {
        md_system_refresh(&sparse, solver->problem, solver->lambda.at);
        copy_velocities(&sparse, solver->problem, solver->v.at);
    }
    md_system_free(&sparse, &solver->allocator);
    return status;
}

/* The numbers of the rows, which in a packed problem have another order. */
static const md_real *in_order_of_problem(const md_solver *solver, const struct reals *swept, struct reals *ordered)
{
    if (!solver->is_packed) {
        return swept->at;
    }
    for (int32_t i = 0; i < solver->rows; ++i) {
        ordered->at[i] = swept->at[packed_row(solver, i)];
    }
    return ordered->at;
}

static md_status finish(struct run *run, md_outcome outcome, md_result *result)
{
    md_solver *solver = run->solver;
    const bool structured = solver->problem->kind != MD_PROBLEM_EXPLICIT;
    md_status status = MD_OK;
    result->seconds = md_clock_seconds() - run->started;
    if (structured && carries_v(solver->spec.form)) {
        copy_velocities(&solver->system, solver->problem, solver->v.at);
    } else if (structured) {
        status = velocities_of_explicit_form(solver);
    }
    if (!md_method_has_modulus(solver->spec.method) && solver->m > 0) {
        memcpy(solver->y.at, solver->lambda.at, (size_t)solver->m * sizeof(md_real));
    }
    result->outcome = outcome;
    result->form = solver->spec.form;
    result->iterations = run->iterations;
    result->best_iteration = run->best_iteration;
    result->m = solver->rows;
    result->n = solver->problem->n;
    result->lambda = in_order_of_problem(solver, &solver->lambda, &solver->packing.lambda);
    result->y = in_order_of_problem(solver, &solver->y, &solver->packing.y);
    result->w = in_order_of_problem(solver, &solver->w, &solver->packing.w);
    result->v = structured ? solver->v.at : NULL;
    return status;
}

/* ---- Solving ------------------------------------------------------------------------------------------------------ */

/* The solver has its spec and its form. */
static md_status solve(md_solver *solver, const md_problem *problem, const struct block_problem *blocks,
                       const md_limits *limits, md_result *result, md_error *error)
{
    struct run run = md_run_begin(solver, limits);
    md_status status = prepare_system(solver, problem, blocks, error);
    if (status != MD_OK) {
        return status;
    }
    solver->family = family_of(&solver->spec);
    if (solver->spec.method == MD_AUTO) {
        md_auto_choose(solver, run.max_iterations);
    }
    status = solver->family->prepare(solver);
    if (status != MD_OK) {
        return md_fail_plain(error, status);
    }
    const bool measured = !solver->skip_residual || run.has_criteria || limits->observe != NULL;
    if (measured) {
        measure_q(solver);
    } else {
        solver->q_scaled_norm = 0;
    }
    start(solver);
    result->prepare_seconds = md_clock_seconds() - run.started;

    const md_outcome outcome = md_run_sweep(&run);
    if (measured) {
        result->residual = md_run_take_best(&run, outcome);
    } else {
        run.best_iteration = run.iterations;
    }
    return md_fail_plain(error, finish(&run, outcome, result));
}

md_status md_solver_solve(md_solver *solver, const md_solver_spec *spec, const md_problem *problem,
                          const md_limits *limits, md_result *result, md_error *error)
{
    *result = (md_result){0};
    solver->spec = *spec;
    solver->is_packed = false;
    md_status status = md_solver_spec_complete(&solver->spec, error);
    if (status == MD_OK) {
        status = check_parents(problem, error);
    }
    if (status == MD_OK) {
        status = choose_form(&solver->spec, problem, error);
    }
    if (status == MD_OK) {
        status = md_fail_plain(error, pack(solver, spec, problem));
    }
    if (status != MD_OK) {
        return status;
    }
    const struct block_problem *blocks = &solver->packing.blocks;
    return solver->is_packed ? solve(solver, &blocks->packed, blocks, limits, result, error)
                             : solve(solver, problem, NULL, limits, result, error);
}

bool md_solver_supports_blocks(const md_solver_spec *spec)
{
    md_solver_spec complete = *spec;
    return md_solver_spec_complete(&complete, NULL) == MD_OK && complete.form == MD_FORM_AUTO &&
           complete.box != MD_BOX_PAPER && md_method_has_sparse_form(complete.method) &&
           (complete.omega == MD_OMEGA_ALPHA_D || !md_method_has_modulus(complete.method));
}

md_status md_solver_solve_blocks(md_solver *solver, const md_solver_spec *spec, const struct block_problem *blocks,
                                 const md_limits *limits, md_result *result)
{
    *result = (md_result){0};
    solver->spec = *spec;
    solver->is_packed = false;
    const md_status status = md_solver_spec_complete(&solver->spec, NULL);
    solver->spec.form = MD_FORM_BLOCKS;
    return status != MD_OK ? status : solve(solver, &blocks->packed, blocks, limits, result, NULL);
}
