/* Solving a problem by any method: complete the spec, choose the form, prepare (prepare.c), sweep until a limit
 * (run.c), measure the residual, report (result.c). The entry points are md_solver_solve and md_solver_solve_blocks. */
#include "base/clock.h"
#include "base/error.h"
#include "engine/step_limits.h"
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

/* ---- Form and family --------------------------------------------------------------------------------------------- */

/* The sparse form if the problem has a J and the method a sparse form; otherwise the explicit one. */
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

/* The sweep that runs the method. For auto it is that of amgs.c in every form. */
static const struct family *family_of(const md_solver_spec *spec)
{
    if (spec->box == MD_BOX_PAPER) {
        return &md_paper_family;
    }
    const bool modulus = md_method_has_modulus(spec->method);
    const bool accelerated = spec->accelerate != MD_ACCELERATE_NONE;
    return modulus && !accelerated && !md_form_carries_v(spec->form) ? &md_mmsi_family : &md_amgs_family;
}

/* Packs the problem into blocks if they are asked for, or if the form is free and blocks give the same result
 * faster. */
static md_status pack(md_solver *solver, md_form asked, const md_problem *problem)
{
    const bool must = asked == MD_FORM_BLOCKS;
    const bool may = asked == MD_FORM_AUTO && solver->spec.box != MD_BOX_PAPER && solver->spec.form == MD_FORM_SPARSE &&
                     problem->degrees_of_freedom == 3;
    if (!must && !may) {
        return MD_OK;
    }
    const md_status status = md_block_packing_pack(&solver->packing, &solver->allocator, problem, !must);
    solver->is_packed = status == MD_OK && (must || solver->packing.is_worthwhile);
    solver->spec.form = solver->is_packed ? MD_FORM_BLOCKS : MD_FORM_SPARSE;
    return status;
}

/* ---- Solving ----------------------------------------------------------------------------------------------------- */

/* Solves with the spec and the form that the solver has. */
static md_status solve(md_solver *solver, const md_problem *problem, const struct block_problem *blocks,
                       const md_limits *limits, md_result *result, md_error *error)
{
    /* The system, its diagonal, and the sweep of the method. */
    struct run run = md_run_begin(solver, limits);
    md_status status = md_solver_prepare(solver, problem, blocks, error);
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
    /* The warm start. */
    const bool measured = !solver->skip_residual || run.has_criteria || limits->observe != NULL;
    if (measured) {
        md_solver_measure_q(solver);
    } else {
        solver->q_scaled_norm = 0;
    }
    md_solver_start(solver);
    result->prepare_seconds = md_clock_seconds() - run.started;

    /* Sweeps, then the residual of the last or the best iterate. */
    const md_outcome outcome = md_run_sweep(&run);
    if (measured) {
        result->residual = md_run_take_best(&run, outcome);
    } else {
        run.best_iteration = run.iterations;
    }
    return md_fail_plain(error, md_run_report(&run, outcome, result));
}

md_status md_solver_solve(md_solver *solver, const md_solver_spec *spec, const md_problem *problem,
                          const md_limits *limits, md_result *result, md_error *error)
{
    *result = (md_result){0};
    solver->spec = *spec;
    solver->is_packed = false;
    struct def_check check = {.what = "solver", .error = error};
    md_check_limits(&check, limits);
    md_status status = check.status;
    if (status == MD_OK) {
        status = md_solver_spec_complete(&solver->spec, error);
    }
    if (status == MD_OK) {
        status = md_problem_check_parents(problem, error);
    }
    if (status == MD_OK) {
        status = choose_form(&solver->spec, problem, error);
    }
    if (status == MD_OK) {
        status = md_fail_plain(error, pack(solver, spec->form, problem));
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
