/* Filling the result of a solve. */
#include <string.h>

#include "base/clock.h"
#include "lcp/block_passes.h"
#include "lcp/problem.h"
#include "lcp/run.h"
#include "lcp/solver.h"
#include "lcp/spec.h"

MD_INLINE void copy_velocities_of_bodies(const struct system *system, int32_t bodies, size_t freedom, size_t slot,
                                         md_real *v)
{
    for (size_t body = 0; body < (size_t)bodies; ++body) {
        for (size_t k = 0; k < freedom; ++k) {
            v[freedom * body + k] = system->state.at[slot * (body + 1) + k];
        }
    }
}

/* Copies v out of a sparse system, in which the velocities of bodies are interleaved with their masses. */
static void copy_velocities(const struct system *system, const md_problem *problem, md_real *v)
{
    if (system->kind == ROWS_GENERAL) {
        for (int32_t k = 0; k < problem->n; ++k) {
            v[k] = system->v.at[k];
        }
    } else if (system->kind == ROWS_BODIES_2D) {
        copy_velocities_of_bodies(system, problem->body_count, 3, MD_SLOT_2D, v);
    } else {
        copy_velocities_of_bodies(system, problem->body_count, 6, MD_SLOT_3D, v);
    }
}

/* v of a structured problem that was solved in an explicit form, by a sparse system made for this product. */
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

/* Values of the rows in the order of the problem, which differs from that of a packed one. */
static const md_real *in_order_of_problem(const md_solver *solver, const struct reals *swept, struct reals *ordered)
{
    if (!solver->is_packed) {
        return swept->at;
    }
    for (int32_t i = 0; i < solver->rows; ++i) {
        ordered->at[i] = swept->at[md_solver_row(solver, i)];
    }
    return ordered->at;
}

md_status md_run_report(struct run *run, md_outcome outcome, md_result *result)
{
    md_solver *solver = run->solver;
    const bool structured = solver->problem->kind != MD_PROBLEM_EXPLICIT;
    md_status status = MD_OK;
    result->seconds = md_clock_seconds() - run->started;
    if (structured && md_form_carries_v(solver->spec.form)) {
        md_ranks_refresh_ghosts(solver->ranks, solver->system.state.at);
        copy_velocities(&solver->system, solver->problem, solver->v.at);
    } else if (structured) {
        status = velocities_of_explicit_form(solver);
    }
    if (!md_method_has_modulus(solver->spec.method) && solver->m > 0) {
        memcpy(solver->y.at, solver->lambda.at, (size_t)solver->m * sizeof(md_real));
    }
    md_blocks_copy_back(solver, &solver->lambda);
    md_blocks_copy_back(solver, &solver->y);
    md_blocks_copy_back(solver, &solver->w);
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
