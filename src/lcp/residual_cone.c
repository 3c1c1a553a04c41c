/* The residual that Siconos computes (fc3d_compute_error of its numerics component): the natural map of the friction cone with
 * De Saxce's term, relative to the largest of |q|, |r| and |u|. Here r is lambda and u is w.
 *
 * Sources: De Saxce and Feng (1998); Acary, Bremond and Huber (2018). */
#include <math.h>

#include "lcp/problem.h"
#include "lcp/solver.h"

/* lambda and w of the rows of a problem; row i is at place[i], or at i. */
struct impulses {
    const md_problem *problem;
    const md_real *lambda, *w;
    const int32_t *place;
};

MD_INLINE size_t place_of(const struct impulses *impulses, int32_t i)
{
    return (size_t)(impulses->place != NULL ? impulses->place[i] : i);
}

/* || r - P(r - u^) ||^2 of the contact whose normal is a row. */
MD_INLINE double contact_squared(const struct impulses *impulses, int32_t row, enum group_kind kind)
{
    const md_real mu = impulses->problem->upper.at[row + 1];
    const int32_t size = md_group_rows(kind);
    md_real lambda[MD_GROUP_ROWS] = {0};
    md_real x[MD_GROUP_ROWS] = {0};
    double sum = 0;
    for (int32_t k = 0; k < size; ++k) {
        lambda[k] = impulses->lambda[place_of(impulses, row + k)];
        x[k] = impulses->w[place_of(impulses, row + k)];
    }
    x[0] += mu * md_cone_tangent_norm(kind, x);
    for (int32_t k = 0; k < size; ++k) {
        x[k] = lambda[k] - x[k];
    }
    md_project_cone(kind, x, mu);
    for (int32_t k = 0; k < size; ++k) {
        const double r = (double)(lambda[k] - x[k]);
        sum += r * r;
    }
    return sum;
}

/* || r - P(r - u) ||^2 of rows that share a disc or a ball in a patch. Problems with patches are not packed. */
static double patch_squared(const struct impulses *impulses, int32_t i, enum group_kind kind)
{
    const struct bounds bounds = md_problem_bounds(impulses->problem);
    md_real x[MD_GROUP_ROWS] = {0};
    double sum = 0;
    for (int32_t k = 0; k < md_group_rows(kind); ++k) {
        x[k] = impulses->lambda[i + k] - impulses->w[i + k];
    }
    md_group_project(kind, &bounds, i, impulses->lambda, x);
    for (int32_t k = 0; k < md_group_rows(kind); ++k) {
        const double r = (double)(impulses->lambda[i + k] - x[k]);
        sum += r * r;
    }
    return sum;
}

/* The group of a patch that starts with row i; single for other rows. */
static enum group_kind patch_group_at(const md_problem *problem, int32_t i)
{
    const int32_t number = problem->patch_count > 0 ? problem->row_patch.at[i] : MD_NO_PATCH;
    const struct patch_rows *patch = number != MD_NO_PATCH ? &problem->patches[number] : NULL;
    if (patch == NULL || !md_patch_has_groups(patch)) {
        return GROUP_SINGLE;
    }
    if (i == md_patch_tangent(patch)) {
        return patch->has_torsion ? GROUP_BALL : GROUP_DISC;
    }
    return patch->has_rolling && i == md_patch_roll(patch) ? GROUP_DISC : GROUP_SINGLE;
}

/* The impulse that the bounds of row i are multiples of. */
static md_real scale_of(const struct impulses *impulses, int32_t i)
{
    const md_problem *problem = impulses->problem;
    if (problem->patch_count > 0) {
        const struct bounds bounds = md_problem_bounds(problem);
        return bounds_scale(&bounds, i, impulses->lambda);
    }
    const int32_t parent = problem->parent.at[i];
    return parent == MD_NO_PARENT ? 1 : impulses->lambda[place_of(impulses, parent)];
}

MD_INLINE double row_squared(const struct impulses *impulses, int32_t i)
{
    const md_problem *problem = impulses->problem;
    const md_real scale = scale_of(impulses, i);
    const md_real lambda = impulses->lambda[place_of(impulses, i)];
    const md_real w = impulses->w[place_of(impulses, i)];
    const double r =
        (double)(lambda - md_clamp(lambda - w, problem->lower.at[i] * scale, problem->upper.at[i] * scale));
    return r * r;
}

/* Contacts are in the order of their rows. */
static double natural_map_squared(const struct impulses *impulses)
{
    const md_problem *problem = impulses->problem;
    double sum = 0;
    int32_t next = 0;
    for (int32_t i = 0; i < problem->m;) {
        const struct contact_rows *contact = next < problem->contact_count ? &problem->contacts[next] : NULL;
        if (contact != NULL && contact->row == i && contact->tangents > 0) {
            sum += contact->tangents == 2 ? contact_squared(impulses, i, GROUP_CONE)
                                          : contact_squared(impulses, i, GROUP_CONE_2D);
            i += 1 + contact->tangents;
        } else if (patch_group_at(problem, i) != GROUP_SINGLE) {
            const enum group_kind kind = patch_group_at(problem, i);
            sum += patch_squared(impulses, i, kind);
            i += md_group_rows(kind);
        } else {
            sum += row_squared(impulses, i);
            ++i;
        }
        while (next < problem->contact_count && problem->contacts[next].row < i) {
            ++next;
        }
    }
    return sum;
}

static double relative(const struct impulses *impulses, double q_norm)
{
    double r = 0;
    double u = 0;
    for (int32_t i = 0; i < impulses->problem->m; ++i) {
        const double lambda = (double)impulses->lambda[place_of(impulses, i)];
        const double w = (double)impulses->w[place_of(impulses, i)];
        r += lambda * lambda;
        u += w * w;
    }
    const double scale = fmax(q_norm, sqrt(fmax(r, u)));
    const double residual = sqrt(natural_map_squared(impulses));
    return scale > 0 ? residual / scale : residual;
}

double md_problem_q_norm(const md_problem *problem, md_real *q)
{
    double sum = 0;
    md_problem_get_q(problem, q);
    for (int32_t i = 0; i < problem->m; ++i) {
        sum += (double)q[i] * (double)q[i];
    }
    return sqrt(sum);
}

double md_solver_residual_cone(const md_solver *solver)
{
    const struct impulses impulses = {.problem = solver->given,
                                      .lambda = solver->lambda.at,
                                      .w = solver->w.at,
                                      .place = solver->is_packed ? solver->packing.row.at : NULL};
    return relative(&impulses, solver->q_norm);
}

double md_problem_residual_cone(const md_problem *problem, const md_real *lambda, const md_real *w)
{
    struct reals q = {0};
    if (problem == NULL || (problem->m > 0 && (lambda == NULL || w == NULL)) ||
        reals_reserve(&problem->allocator, &q, (size_t)problem->m + 1) != MD_OK) {
        return (double)NAN;
    }
    const struct impulses impulses = {.problem = problem, .lambda = lambda, .w = w};
    const double residual = relative(&impulses, md_problem_q_norm(problem, q.at));
    reals_free(&problem->allocator, &q);
    return residual;
}
