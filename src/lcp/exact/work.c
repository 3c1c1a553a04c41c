/* The work of a Newton step, by the symbolic analysis. `auto` compares it with the work of its sweeps (auto.c). */
#include <math.h>

#include "lcp/exact/exact.h"
#include "lcp/solver.h"

/* The unit is a multiplication of a sweep, which gathers from memory: some six instructions. A multiplication of the
 * dense fronts takes half of that; the rest of a step (filling, scaling and assembling the matrix, the triangular solves,
 * the natural map, measuring) is proportional to entries and rows. Fitted to instructions of public problems with 60 to
 * 1,389 rows, within a factor of 1.4. */
#define PER_LU_MULTIPLICATION 0.5
#define PER_ENTRY 8.0

static double work_of(const struct exact *exact)
{
    const int32_t m = exact->problem.m;
    return PER_LU_MULTIPLICATION * md_lu_work(&exact->newton.lu) + PER_ENTRY * (double)exact->newton.start.at[m] +
           MD_EXACT_WORK_OF_ROW * (double)m;
}

double md_exact_work_of_step(md_solver *solver)
{
    const md_problem *problem = solver->given;
    const md_allocator *allocator = &solver->allocator;
    struct exact *exact = md_exact_of(solver);
    struct system explicit = {0};
    if (exact == NULL) {
        return INFINITY;
    }
    md_status status = md_system_prepare(&explicit, allocator, problem, MD_FORM_EXPLICIT);
    if (status == MD_OK) {
        status = md_exact_problem_read(&exact->problem, allocator, problem, explicit.A, explicit.bias);
    }
    if (status == MD_OK) {
        status = md_newton_prepare(&exact->newton, allocator, &exact->problem);
    }
    md_system_free(&explicit, allocator);
    exact->is_analyzed = status == MD_OK;
    return exact->is_analyzed ? work_of(exact) : INFINITY;
}
