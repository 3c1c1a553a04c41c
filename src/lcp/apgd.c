/* Accelerated projected gradient, for all rows at once:
 *
 *     lambda'  =  P(point - step D^-1 w(point))
 *     beta     =  theta (1 - theta) / (theta^2 + theta'),   theta'^2 = (1 - theta') theta^2
 *     point'   =  lambda' + beta (lambda' - lambda)
 *
 * P is the projection of the law of each group (groups.h), in the order of the rows: a disc has the radius of the new
 * normal impulse. w is linear in lambda, so that w(point) needs no product of its own. The step is shortened until
 * d^T A d <= d^T D d / step for the change d from the point, and grows a little in each iteration. The sequence restarts if
 * the change of lambda points against the last step.
 *
 * Sources: Nesterov (1983); O'Donoghue and Candes (2015); Mazhar, Heyn, Negrut and Tasora (2015).
 */
#include "lcp/apgd.h"

#include <string.h>

#include "lcp/problem.h"
#include "lcp/solver.h"

#define STEP_GROWTH 1.05
#define STEP_CUT 0.7
#define MIN_STEP 1e-12

void md_apgd_free(struct apgd *apgd, const md_allocator *allocator)
{
    struct reals *reals[] = {&apgd->w, &apgd->old_lambda, &apgd->old_w, &apgd->point, &apgd->point_w};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; ++i) {
        reals_free(allocator, reals[i]);
    }
}

static md_status prepare(md_solver *solver)
{
    struct apgd *apgd = &solver->apgd;
    struct reals *reals[] = {&apgd->w, &apgd->old_lambda, &apgd->old_w, &apgd->point, &apgd->point_w};
    md_status status = MD_OK;
    for (size_t i = 0; status == MD_OK && i < sizeof reals / sizeof *reals; ++i) {
        status = reals_reserve(&solver->allocator, reals[i], (size_t)solver->m + 1);
    }
    apgd->theta = 1;
    apgd->step = 1;
    apgd->knows_w = false;
    return status;
}

/* The first point is the warm start. */
static void begin(md_solver *solver)
{
    struct apgd *apgd = &solver->apgd;
    const size_t size = (size_t)solver->m * sizeof(md_real);
    md_system_velocities(&solver->system, solver->lambda.at, apgd->w.at);
    memcpy(apgd->point.at, solver->lambda.at, size);
    memcpy(apgd->point_w.at, apgd->w.at, size);
    apgd->knows_w = true;
}

/* lambda = P(point - step D^-1 w(point)) */
static bool project(md_solver *solver)
{
    const struct apgd *apgd = &solver->apgd;
    bool bounded = true;
    int32_t size = 1;
    for (int32_t i = 0; i < solver->m; i += size) {
        const enum group_kind group = md_group_at(&solver->groups, i);
        md_real x[MD_GROUP_ROWS] = {0};
        size = md_group_rows(group);
        for (int32_t k = 0; k < size; ++k) {
            x[k] = apgd->point_w.at[i + k];
        }
        md_group_shift(group, &solver->bounds, i, x);
        for (int32_t k = 0; k < size; ++k) {
            x[k] = apgd->point.at[i + k] - (md_real)apgd->step * solver->inverse_diagonal.at[i + k] * x[k];
            bounded = bounded && is_bounded(x[k]);
        }
        md_group_project(group, &solver->bounds, i, solver->lambda.at, x);
        memcpy(solver->lambda.at + i, x, (size_t)size * sizeof *x);
    }
    return bounded;
}

/* True if the quadratic model of this step bounds the energy from above. */
static bool step_is_short_enough(const md_solver *solver)
{
    const struct apgd *apgd = &solver->apgd;
    double energy = 0;
    double norm = 0;
    for (int32_t i = 0; i < solver->m; ++i) {
        const double d = (double)(solver->lambda.at[i] - apgd->point.at[i]);
        energy += d * (double)(apgd->w.at[i] - apgd->point_w.at[i]);
        norm += d * d * (double)solver->diagonal.at[i];
    }
    return energy * apgd->step <= norm || apgd->step < MIN_STEP;
}

/* Moves from the point by the longest step that is short enough. */
static bool descend(md_solver *solver)
{
    struct apgd *apgd = &solver->apgd;
    for (;; apgd->step *= STEP_CUT) {
        if (!project(solver)) {
            return false;
        }
        md_solver_refresh(solver);
        md_system_velocities(&solver->system, solver->lambda.at, apgd->w.at);
        if (step_is_short_enough(solver)) {
            return true;
        }
    }
}

/* The part of the last change of lambda that goes against the step from the point. */
static bool turns_back(const md_solver *solver)
{
    const struct apgd *apgd = &solver->apgd;
    double sum = 0;
    for (int32_t i = 0; i < solver->m; ++i) {
        sum += (double)solver->diagonal.at[i] * (double)(apgd->point.at[i] - solver->lambda.at[i]) *
               (double)(solver->lambda.at[i] - apgd->old_lambda.at[i]);
    }
    return sum > 0;
}

static void extrapolate(md_solver *solver)
{
    struct apgd *apgd = &solver->apgd;
    if (turns_back(solver)) {
        apgd->theta = 1;
    }
    const double squared = apgd->theta * apgd->theta;
    const double next = (sqrt(squared * squared + 4 * squared) - squared) / 2;
    const md_real beta = (md_real)(apgd->theta * (1 - apgd->theta) / (squared + next));
    for (int32_t i = 0; i < solver->m; ++i) {
        apgd->point.at[i] = solver->lambda.at[i] + beta * (solver->lambda.at[i] - apgd->old_lambda.at[i]);
        apgd->point_w.at[i] = apgd->w.at[i] + beta * (apgd->w.at[i] - apgd->old_w.at[i]);
    }
    apgd->theta = next;
}

static struct sweep_report sweep(md_solver *solver)
{
    struct apgd *apgd = &solver->apgd;
    struct sweep_report report = {0};
    if (!apgd->knows_w) {
        begin(solver);
    }
    memcpy(apgd->old_lambda.at, solver->lambda.at, (size_t)solver->m * sizeof(md_real));
    memcpy(apgd->old_w.at, apgd->w.at, (size_t)solver->m * sizeof(md_real));
    if (!descend(solver)) {
        memcpy(solver->lambda.at, apgd->old_lambda.at, (size_t)solver->m * sizeof(md_real));
        report.diverged = true;
        return report;
    }
    for (int32_t i = 0; i < solver->m; ++i) {
        const double change = (double)(solver->lambda.at[i] - apgd->old_lambda.at[i]);
        report.change_squared += change * change;
    }
    extrapolate(solver);
    apgd->step *= STEP_GROWTH;
    return report;
}

const struct family md_apgd_family = {.prepare = prepare, .sweep = sweep};
