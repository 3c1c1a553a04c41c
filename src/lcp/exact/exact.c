#include "lcp/exact/exact.h"

#include <math.h>
#include <string.h>

#include "lcp/run.h"
#include "lcp/solver.h"

/* Vectors in `storage`. */
enum { VECTORS = 9 };

/* Sweeps before the first Newton step, and their largest share of the limit, so that Newton's method has its turn. */
#define SWEEPS 50
#define SHARE_OF_SWEEPS 3
/* Lemke's method is tried for LCPs with at most this many rows. It comes before Newton's method if there are few rows, and
 * no sweep could prepare a start for Newton's method. */
#define LEMKE_ROWS 200
#define FEW_LEMKE_ROWS 50
/* The proximal terms per epsilon with which the curve is followed, one after the other. A curve may be lost; another one
 * leads elsewhere. */
static const double PROXIMAL[] = {1e-3, 1e-2, 1e-4, 1e-1, 1};

void md_exact_free(struct exact *exact, const md_allocator *allocator)
{
    md_exact_problem_free(&exact->problem, allocator);
    md_newton_free(&exact->newton, allocator);
    md_lemke_free(&exact->lemke, allocator);
    doubles_free(allocator, &exact->dense);
    doubles_free(allocator, &exact->storage);
}

/* ---- Preparing --------------------------------------------------------------------------------------------------- */

struct exact *md_exact_of(md_solver *solver)
{
    if (solver->exact == NULL) {
        solver->exact = solver->allocator.resize(solver->allocator.user, NULL, 0, sizeof *solver->exact);
        if (solver->exact != NULL) {
            *solver->exact = (struct exact){0};
        }
    }
    return solver->exact;
}

/* Prepares the sweeps. Newton's method is prepared after them, if it is needed at all. */
static md_status prepare(md_solver *solver)
{
    solver->spec.accelerate = MD_ACCELERATE_ANDERSON;
    return md_exact_of(solver) == NULL ? MD_ERROR_MEMORY : md_amgs_family.prepare(solver);
}

static bool observe(void *user, const double *lambda);

/* Prepares the phases after the sweeps, from their lambda on. */
static md_status prepare_phases(struct exact *exact, struct run *run)
{
    const md_solver *solver = run->solver;
    const md_allocator *allocator = &solver->allocator;
    const size_t m = (size_t)solver->m;
    md_status status = MD_OK;
    if (!exact->is_analyzed) {
        status =
            md_exact_problem_read(&exact->problem, allocator, solver->problem, solver->system.A, solver->system.bias);
    }
    if (status == MD_OK) {
        status = doubles_reserve(allocator, &exact->storage, VECTORS * m + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    double **const vectors[VECTORS] = {&exact->lambda,    &exact->safe,    &exact->center,
                                       &exact->predicted, &exact->tangent, &exact->slope,
                                       &exact->first,     &exact->start,   &exact->path_center};
    for (size_t k = 0; k < VECTORS; ++k) {
        *vectors[k] = exact->storage.at + k * m;
    }
    for (size_t i = 0; i < m; ++i) {
        exact->lambda[i] = exact->first[i] = (double)solver->lambda.at[i];
    }
    exact->newton.observe = observe;
    exact->newton.observe_user = exact;
    exact->newton.status = MD_OK;
    exact->newton.factorizations = 0;
    exact->run = run;
    exact->outcome = MD_STALLED;
    exact->has_ended = exact->is_solved = false;
    exact->proximal = PROXIMAL[0];
    exact->last_progress = 0;
    exact->residual_then = INFINITY;
    return MD_OK;
}

/* ---- Measuring --------------------------------------------------------------------------------------------------- */

/* Measures an iterate of Newton's method; false ends the solve. */
static bool observe(void *user, const double *lambda)
{
    struct exact *exact = user;
    struct run *run = exact->run;
    md_real *rounded = run->solver->y.at; /* no modulus variable here */
    for (int32_t i = 0; i < exact->problem.m; ++i) {
        rounded[i] = (md_real)lambda[i];
    }
    md_solver_set_lambda(run->solver, rounded);
    exact->has_ended = md_run_count_step(run, &exact->outcome);
    if (run->best_estimate <= exact->residual_then / 2) {
        exact->residual_then = run->best_estimate;
        exact->last_progress = exact->newton.factorizations;
    }
    return !exact->has_ended;
}

bool md_exact_has_ended(const struct exact *exact)
{
    return exact->has_ended || exact->is_solved || exact->newton.status != MD_OK;
}

bool md_exact_is_stuck(const struct exact *exact, int64_t factorizations)
{
    const int64_t since = exact->last_progress > exact->phase_start ? exact->last_progress : exact->phase_start;
    return exact->newton.factorizations - since > factorizations;
}

/* ---- The phases -------------------------------------------------------------------------------------------------- */

static struct sweep_report sweep(md_solver *solver)
{
    return md_amgs_family.sweep(solver);
}

/* Sweeps a limited number of times. True if the solve has ended. */
static bool sweep_first(struct run *run, md_outcome *outcome)
{
    const int64_t most = run->max_iterations;
    run->max_iterations = most / SHARE_OF_SWEEPS < SWEEPS ? (most + SHARE_OF_SWEEPS - 1) / SHARE_OF_SWEEPS : SWEEPS;
    *outcome = md_run_sweep(run);
    run->max_iterations = most;
    if (*outcome == MD_DIVERGED) {
        md_solver_start(run->solver);
        return false;
    }
    return *outcome != MD_MAX_ITERATIONS || md_run_has_reached_limit(run, outcome);
}

/* The next phase starts from the best iterate so far. */
static void start_phase(struct exact *exact)
{
    for (int32_t i = 0; i < exact->problem.m; ++i) {
        exact->lambda[i] = (double)exact->run->solver->best_lambda.at[i];
    }
    exact->phase_start = exact->newton.factorizations;
}

static bool is_lcp(const struct exact_problem *problem, int32_t most_rows)
{
    for (int32_t i = 0; i < problem->m; ++i) {
        if (problem->lower[i] != 0 || problem->upper[i] < INFINITY || problem->parent.at[i] != MD_NO_PARENT) {
            return false;
        }
    }
    return problem->m <= most_rows;
}

static md_status reserve_lemke(struct exact *exact)
{
    const md_allocator *allocator = &exact->run->solver->allocator;
    const size_t m = (size_t)exact->problem.m;
    const md_status status = md_lemke_reserve(&exact->lemke, allocator, exact->problem.m);
    return status == MD_OK ? doubles_reserve(allocator, &exact->dense, m * m + 1) : status;
}

/* Solves a small LCP by Lemke's method, in rows and columns divided by the root of D. True if the solve has ended. */
static bool solve_by_lemke(struct exact *exact)
{
    const struct exact_problem *problem = &exact->problem;
    const size_t m = (size_t)problem->m;
    exact->newton.status = reserve_lemke(exact);
    if (exact->newton.status != MD_OK) {
        return true;
    }
    double *A = exact->dense.at;
    double *q = exact->safe;
    memset(A, 0, m * m * sizeof *A);
    for (size_t i = 0; i < m; ++i) {
        const double scale = 1 / sqrt(problem->D[i]);
        q[i] = problem->q[i] * scale;
        for (int32_t e = problem->start.at[i]; e < problem->start.at[i + 1]; ++e) {
            const int32_t j = problem->column.at[e];
            A[i * m + (size_t)j] = problem->A.at[e] * scale / sqrt(problem->D[j]);
        }
    }
    double *z = exact->center;
    if (md_lemke_solve(&exact->lemke, problem->m, A, q, z) == LEMKE_SOLVED) {
        for (size_t i = 0; i < m; ++i) {
            z[i] /= sqrt(problem->D[i]);
        }
        observe(exact, z);
    }
    return md_exact_has_ended(exact);
}

/* The phases that factor matrices. `was_pivoted`: Lemke's method has been tried. */
static void run_newton(struct exact *exact, bool was_pivoted)
{
    bool has_ended = md_exact_nonsmooth(exact) || md_exact_smoothing(exact);
    if (!has_ended && !was_pivoted && is_lcp(&exact->problem, LEMKE_ROWS)) {
        has_ended = solve_by_lemke(exact);
    }
    for (size_t k = 0; k < sizeof PROXIMAL / sizeof *PROXIMAL && !has_ended; ++k) {
        start_phase(exact);
        has_ended = md_exact_proximal(exact);
        if (!has_ended) {
            exact->proximal = PROXIMAL[k];
            start_phase(exact);
            if (k == 0) {
                memcpy(exact->lambda, exact->first, (size_t)exact->problem.m * sizeof(double));
            }
            has_ended = md_exact_continuation(exact);
        }
    }
    if (!has_ended && exact->run->solver->has_positive_diagonal) {
        md_exact_wander(exact);
    }
}

static void run_phases(struct exact *exact)
{
    const bool pivots_first = !exact->run->solver->has_positive_diagonal && is_lcp(&exact->problem, FEW_LEMKE_ROWS);
    if (pivots_first && solve_by_lemke(exact)) {
        return;
    }
    if (!exact->is_analyzed) {
        exact->newton.status = md_newton_prepare(&exact->newton, &exact->run->solver->allocator, &exact->problem);
    }
    if (exact->newton.status == MD_OK) {
        run_newton(exact, pivots_first);
    }
}

static md_outcome solve(struct run *run)
{
    md_solver *solver = run->solver;
    struct exact *exact = solver->exact;
    md_outcome outcome = MD_MAX_ITERATIONS;
    if (!solver->continues && solver->has_positive_diagonal && sweep_first(run, &outcome)) {
        return outcome;
    }
    run->status = prepare_phases(exact, run);
    if (run->status != MD_OK) {
        return MD_STALLED;
    }
    md_run_start_steps(run);
    run_phases(exact);
    exact->is_analyzed = false;
    run->status = exact->newton.status;
    return exact->outcome;
}

const struct family md_exact_family = {
    .prepare = prepare, .sweep = sweep, .complete = md_anderson_complete, .solve = solve};
