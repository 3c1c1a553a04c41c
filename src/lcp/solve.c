/* Solving a problem by any method: complete the spec, choose the form, prepare (prepare.c), sweep until a limit
 * (run.c), measure the residual, report (result.c). `auto` may do this in stages, with another method in each. The entry points are md_solver_solve and md_solver_solve_blocks. */
#include "base/clock.h"
#include "base/error.h"
#include "engine/step_limits.h"
#include "lcp/block_passes.h"
#include "lcp/exact/exact.h"
#include "lcp/problem.h"
#include "lcp/run.h"
#include "lcp/solver.h"
#include "lcp/spec.h"

md_solver *md_solver_create(const md_allocator *allocator)
{
    const md_allocator owner = md_allocator_or_default(allocator);
    md_solver *solver = owner.resize(owner.user, NULL, 0, sizeof *solver);
    if (solver != NULL) {
        *solver = (md_solver){.allocator = owner};
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
                             &solver->manifold_step,
                             &solver->omega.values,
                             &solver->kappa.values,
                             &solver->ratio.values,
                             &solver->neighbour,
                             &solver->start};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; ++i) {
        reals_free(&owner, reals[i]);
    }
    if (solver->exact != NULL) {
        md_exact_free(solver->exact, &owner);
        owner.resize(owner.user, solver->exact, sizeof *solver->exact, 0);
    }
    md_anderson_free(&solver->anderson, &owner);
    md_block_packing_free(&solver->packing, &owner);
    md_system_free(&solver->system, &owner);
    md_groups_free(&solver->groups, &owner);
    md_contact_blocks_free(&solver->exact_contacts, &owner);
    md_faces_free(&solver->faces, &owner);
    md_apgd_free(&solver->apgd, &owner);
    md_blocks_free(solver);
    owner.resize(owner.user, solver, sizeof *solver, 0);
}

void md_solver_skip_residual(md_solver *solver)
{
    solver->skip_residual = true;
}

void md_solver_stay_with_sweeps(md_solver *solver)
{
    solver->sweeps_only = true;
}

const char *md_outcome_name(md_outcome outcome)
{
    switch (outcome) {
    case MD_CONVERGED: return "converged";
    case MD_MAX_ITERATIONS: return "max_iterations";
    case MD_TIME_BUDGET: return "time_budget";
    case MD_DIVERGED: return "diverged";
    case MD_STOPPED: return "stopped";
    case MD_STALLED: return "stalled";
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
    if (spec->form == MD_FORM_BLOCKS && problem->degrees_of_freedom == 0) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "solver %s: blocks need rows between bodies, and this problem has others",
                       md_method_name(spec->method));
    }
    if (problem->patch_count > 0 && spec->method == MD_EXACT) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "solver %s: it has no friction that several normal impulses bound together (a patch, row %d); "
                       "use auto or pgs, in another form",
                       md_method_name(spec->method), problem->patches->row + 1);
    }
    if (problem->patch_count > 0 && spec->form == MD_FORM_BLOCKS && problem->degrees_of_freedom != 6) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "solver %s: blocks of bodies in 2D have no friction that several normal impulses bound together "
                       "(a patch, row %d); use another form",
                       md_method_name(spec->method), problem->patches->row + 1);
    }
    if (spec->form == MD_FORM_BLOCKS && problem->degrees_of_freedom == 3 && md_problem_has_groups(problem)) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "solver %s: blocks have no friction cone; use the law disc or form=sparse",
                       md_method_name(spec->method));
    }
    if (spec->box == MD_BOX_PAPER && md_problem_has_groups(problem)) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "solver %s: box=paper bounds each row by itself, and this problem has the laws disc or cone; "
                       "use the law box",
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
    if (spec->method == MD_APGD) {
        return &md_apgd_family;
    }
    if (spec->method == MD_EXACT) {
        return &md_exact_family;
    }
    const bool modulus = md_method_has_modulus(spec->method);
    const bool accelerated = spec->accelerate != MD_ACCELERATE_NONE;
    return modulus && !accelerated && !md_form_carries_v(spec->form) ? &md_mmsi_family : &md_amgs_family;
}

/* Whether the rows of a problem may go into blocks. In 3D only a world's do by themselves: sums over blocks round differently,
 * and figures of `auto` stay as they are. */
static bool may_be_packed(const md_solver *solver, const md_problem *problem)
{
    if (problem->degrees_of_freedom == 6) {
        return solver->sweeps_only || problem->is_divided;
    }
    return problem->degrees_of_freedom == 3 && !md_problem_has_groups(problem) && problem->patch_count == 0;
}

/* Packs the problem into blocks if they are asked for, or if the form is free and blocks give the same result
 * faster. */
static md_status pack(md_solver *solver, md_form asked, const md_problem *problem, md_error *error)
{
    const bool must = asked == MD_FORM_BLOCKS;
    const bool may = asked == MD_FORM_AUTO && md_method_has_blocks(solver->spec.method) &&
                     solver->spec.box != MD_BOX_PAPER && solver->spec.form == MD_FORM_SPARSE &&
                     may_be_packed(solver, problem);
    if (!must && !may) {
        return MD_OK;
    }
    const md_status status = md_block_packing_pack(&solver->packing, &solver->allocator, problem, !must);
    if (status == MD_OK && must && !solver->packing.is_possible) {
        return md_fail(
            error, MD_ERROR_PROBLEM,
            "solver %s: blocks in 3D need contacts with the law disc, without rolling and, unless they are patches, "
            "torsion, after all other rows",
            md_method_name(solver->spec.method));
    }
    solver->is_packed = status == MD_OK && (must || solver->packing.is_worthwhile);
    solver->spec.form = solver->is_packed ? MD_FORM_BLOCKS : MD_FORM_SPARSE;
    return md_fail_plain(error, status);
}

/* ---- Solving ----------------------------------------------------------------------------------------------------- */

/* Whether several ranks can solve a problem together. */
static md_status check_ranks(const md_solver *solver, const md_problem *problem, const struct block_problem *blocks,
                             const md_limits *limits, md_error *error)
{
    if (!md_ranks_are_several(solver->ranks)) {
        return MD_OK;
    }
    if (!problem->is_divided || blocks == NULL) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "solver %s: several ranks need a method in blocks, and a divided problem that has only contacts "
                       "which fit into blocks",
                       md_method_name(solver->spec.method));
    }
    if (blocks->scalar_rows > 0 || blocks->joints != NULL) {
        return md_fail(error, MD_ERROR_PROBLEM, "several ranks cannot solve rows of joints yet");
    }
    if (limits->budget_us > 0) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "several ranks have no time budget: their clocks differ, and so would their decisions");
    }
    return MD_OK;
}

/* Solves with the spec and the form that the solver has. */
static md_status solve(md_solver *solver, const md_problem *problem, const struct block_problem *blocks,
                       const md_limits *limits, md_result *result, md_error *error)
{
    /* The system, its diagonal, and the sweep of the method. */
    struct run run = md_run_begin(solver, limits);
    run.may_give_up = solver->may_give_up;
    md_status status = check_ranks(solver, problem, blocks, limits, error);
    if (status == MD_OK) {
        status = md_solver_prepare(solver, problem, blocks, error);
    }
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
    const bool measured =
        !solver->skip_residual || run.has_criteria || limits->observe != NULL || solver->family->solve != NULL;
    if (measured) {
        md_solver_measure_q(solver);
    } else {
        solver->q_scaled_norm = 0;
    }
    md_solver_start(solver);
    result->prepare_seconds = md_clock_seconds() - run.started;

    /* Sweeps or steps, then the residual of the last or the best iterate. */
    const md_outcome outcome = solver->family->solve != NULL ? solver->family->solve(&run) : md_run_sweep(&run);
    solver->gave_up = run.gave_up;
    if (run.status != MD_OK) {
        return md_fail_plain(error, run.status);
    }
    if (measured) {
        result->residual = md_run_take_best(&run, outcome);
    } else {
        run.best_iteration = run.iterations;
    }
    status = md_run_report(&run, outcome, result);
    return md_fail_plain(error, status == MD_OK ? md_ranks_status(solver->ranks) : status);
}

/* Solves with one method, from the start that the solver or the problem has. */
static md_status solve_with(md_solver *solver, const md_solver_spec *spec, const md_problem *problem,
                            const md_limits *limits, md_result *result, md_error *error)
{
    *result = (md_result){0};
    solver->spec = *spec;
    solver->is_packed = false;
    /* A world does not report the residual of the cone, and ranks do not know that of all contacts. */
    solver->given = solver->sweeps_only || md_ranks_are_several(solver->ranks) ? NULL : problem;
    solver->has_positive_diagonal = true;
    md_status status = choose_form(&solver->spec, problem, error);
    if (status == MD_OK) {
        status = pack(solver, spec->form, problem, error);
    }
    if (status != MD_OK) {
        return status;
    }
    const struct block_problem *blocks = &solver->packing.blocks;
    return solver->is_packed ? solve(solver, &blocks->packed, blocks, limits, result, error)
                             : solve(solver, problem, NULL, limits, result, error);
}

/* ---- Stages of auto ---------------------------------------------------------------------------------------------- */

/* Results of the stages before, and the observer that hears of all stages as of one solve. */
struct stages {
    const md_limits *limits;
    int64_t iterations;
    double seconds, prepare_seconds;
};

static bool observe_stage(void *user, const md_progress *progress)
{
    const struct stages *stages = user;
    const md_progress total = {stages->iterations + progress->iteration, stages->seconds + progress->seconds,
                               progress->residual};
    /* The start of a stage is the end of the one before. */
    return progress->iteration == 0 || stages->limits->observe(stages->limits->observe_user, &total);
}

/* What is left of the limits after the stages before; false if nothing is. */
static bool limits_left(struct stages *stages, md_limits *left)
{
    *left = *stages->limits;
    left->max_iterations = left->max_iterations > 0 ? left->max_iterations : MD_DEFAULT_MAX_ITERATIONS;
    left->max_iterations -= stages->iterations;
    left->budget_us -= left->budget_us > 0 ? 1e6 * stages->seconds : 0;
    if (left->observe != NULL) {
        left->observe = observe_stage;
        left->observe_user = stages;
    }
    return left->max_iterations > 0 && (stages->limits->budget_us == 0 || left->budget_us > 0);
}

/* Adds the results of a stage to those of the stages before, and makes its impulses the start of the next. */
static md_status end_stage(md_solver *solver, struct stages *stages, md_result *result)
{
    result->iterations += stages->iterations;
    result->best_iteration += stages->iterations;
    result->seconds += stages->seconds;
    result->prepare_seconds += stages->prepare_seconds;
    stages->iterations = result->iterations;
    stages->seconds = result->seconds;
    stages->prepare_seconds = result->prepare_seconds;
    const md_status status = reals_reserve(&solver->allocator, &solver->start, (size_t)result->m + 1);
    for (int32_t i = 0; status == MD_OK && i < result->m; ++i) {
        solver->start.at[i] = result->lambda[i];
    }
    return status;
}

/* Goes on with one method from the start of the stage. */
static md_status solve_stage(md_solver *solver, md_method method, const md_problem *problem, struct stages *stages,
                             md_result *result, md_error *error)
{
    md_limits left;
    md_solver_spec spec = md_solver_spec_of(method);
    spec.form = problem->kind == MD_PROBLEM_EXPLICIT || method == MD_EXACT ? MD_FORM_EXPLICIT : MD_FORM_SPARSE;
    if (!limits_left(stages, &left)) {
        return MD_OK;
    }
    md_status status = md_solver_spec_complete(&spec, error);
    if (status == MD_OK) {
        status = solve_with(solver, &spec, problem, &left, result, error);
    }
    return status == MD_OK ? md_fail_plain(error, end_stage(solver, stages, result)) : status;
}

/* Sweeps; then `exact` if they give up, or if A has no positive diagonal; then the rest of the sweeps if it stalls. */
static md_status solve_in_stages(md_solver *solver, const md_solver_spec *spec, const md_problem *problem,
                                 const md_limits *limits, md_result *result, md_error *error)
{
    struct stages stages = {.limits = limits};
    md_error why = {0};
    if (solver->exact != NULL) {
        solver->exact->is_analyzed = false;
    }
    solver->may_give_up = true;
    md_status status = solve_with(solver, spec, problem, limits, result, &why);
    solver->may_give_up = false;
    const bool has_no_diagonal = status == MD_ERROR_PROBLEM && !solver->has_positive_diagonal;
    if (status != MD_OK && !has_no_diagonal) {
        return md_fail(error, status, "%s", why.message);
    }
    if (status == MD_OK && !solver->gave_up) {
        return MD_OK;
    }
    if (status == MD_OK) {
        status = end_stage(solver, &stages, result);
        solver->continues = status == MD_OK;
    }
    status = solve_stage(solver, MD_EXACT, problem, &stages, result, error);
    if (status == MD_OK && result->outcome == MD_STALLED && !has_no_diagonal) {
        solver->continues = true;
        status = solve_stage(solver, MD_AUTO, problem, &stages, result, error);
    }
    solver->continues = false;
    return status;
}

md_status md_solver_solve(md_solver *solver, const md_solver_spec *spec, const md_problem *problem,
                          const md_limits *limits, md_result *result, md_error *error)
{
    if (solver == NULL || spec == NULL || problem == NULL || limits == NULL || result == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver: one of solver, spec, problem, limits and result is NULL");
    }
    *result = (md_result){0};
    md_solver_spec complete = *spec;
    struct def_check check = {.what = "solver", .error = error};
    md_check_limits(&check, limits);
    md_status status = check.status;
    if (status == MD_OK) {
        status = md_solver_spec_complete(&complete, error);
    }
    if (status == MD_OK) {
        status = md_problem_check_parents(problem, error);
    }
    if (status != MD_OK) {
        return status;
    }
    return complete.method == MD_AUTO && md_auto_may_give_up(solver, problem, limits)
               ? solve_in_stages(solver, &complete, problem, limits, result, error)
               : solve_with(solver, &complete, problem, limits, result, error);
}

bool md_solver_supports_blocks(const md_solver_spec *spec)
{
    md_solver_spec complete = *spec;
    return md_solver_spec_complete(&complete, NULL) == MD_OK && complete.form == MD_FORM_AUTO &&
           complete.box != MD_BOX_PAPER && md_method_has_blocks(complete.method) &&
           (complete.omega == MD_OMEGA_ALPHA_D || !md_method_has_modulus(complete.method));
}

md_status md_solver_solve_blocks(md_solver *solver, const md_solver_spec *spec, const struct block_problem *blocks,
                                 const md_limits *limits, md_result *result)
{
    *result = (md_result){0};
    solver->spec = *spec;
    solver->is_packed = false;
    solver->given = NULL;
    const md_status status = md_solver_spec_complete(&solver->spec, NULL);
    solver->spec.form = MD_FORM_BLOCKS;
    return status != MD_OK ? status : solve(solver, &blocks->packed, blocks, limits, result, NULL);
}
