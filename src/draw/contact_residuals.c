#include "draw/contact_residuals.h"

#include <stdlib.h>

#include "lcp/groups.h"
#include "lcp/patch.h"

void contact_residuals_begin(struct contact_residuals *residuals)
{
    residuals->count = 0;
    residuals->solved = 0;
    residuals->is_sorted = false;
    residuals->failed = false;
}

void contact_residuals_free(struct contact_residuals *residuals)
{
    free(residuals->at);
    *residuals = (struct contact_residuals){0};
}

static bool reserve(struct contact_residuals *residuals, size_t count)
{
    if (count <= residuals->capacity) {
        return true;
    }
    const size_t capacity = 2 * count;
    struct contact_residual *grown = realloc(residuals->at, capacity * sizeof *grown);
    if (grown == NULL) {
        residuals->failed = true;
        return false;
    }
    residuals->at = grown;
    residuals->capacity = capacity;
    return true;
}

void contact_residuals_see(struct contact_residuals *residuals, const md3_pre_solve *contact)
{
    const size_t points = (size_t)contact->manifold.count;
    if (residuals->failed || !reserve(residuals, residuals->count + points)) {
        return;
    }
    for (size_t k = 0; k < points; ++k) {
        residuals->at[residuals->count] =
            (struct contact_residual){.shape = {contact->shape[0].index, contact->shape[1].index},
                                      .point = contact->manifold.point[k].id,
                                      .order = (int64_t)residuals->count,
                                      .residual = -1};
        ++residuals->count;
    }
}

/* Projects lambda - w of a normal and its tangents onto what a law allows; `load` is the normal impulse. */
static void project(md_friction law, int32_t tangents, md_real mu, md_real load, md_real x[MD_GROUP_ROWS])
{
    const md_real radius = mu * load;
    if (law == MD_FRICTION_CONE) {
        md_project_cone(tangents == 2 ? GROUP_CONE : GROUP_CONE_2D, x, mu);
        return;
    }
    x[0] = md_max(x[0], 0);
    if (law == MD_FRICTION_DISC) {
        md_project_disc(x + 1, radius);
    } else {
        x[1] = md_clamp(x[1], -radius, radius);
        x[2] = md_clamp(x[2], -radius, radius);
    }
}

/* The length of lambda - P(lambda - w) over the normal and the tangents of a contact, as residual.c of the solver has it. */
static double residual_of(const md_problem *problem, const md_result *result, int32_t contact)
{
    const int32_t row = md_problem_contact_row(problem, contact);
    const int32_t tangents = md_problem_contact_tangents(problem, contact);
    const md_friction law = tangents > 0 ? md_problem_contact_law(problem, contact) : MD_FRICTION_DISC;
    const md_real mu = md_problem_contact_mu(problem, contact);
    const md_real *lambda = result->lambda + row;
    md_real x[MD_GROUP_ROWS] = {0};
    md_real w[MD_GROUP_ROWS] = {0};
    double sum = 0;
    for (int32_t k = 0; k <= tangents; ++k) {
        w[k] = result->w[row + k];
    }
    w[0] += law == MD_FRICTION_CONE ? mu * md_cone_tangent_norm(GROUP_CONE, w) : 0; /* De Saxce's term */
    for (int32_t k = 0; k <= tangents; ++k) {
        x[k] = lambda[k] - w[k];
    }
    project(law, tangents, mu, lambda[0], x);
    for (int32_t k = 0; k <= tangents; ++k) {
        const double error = (double)(lambda[k] - x[k]);
        sum += error * error;
    }
    return sqrt(sum);
}

/* The square of the same over the tangents and torsion of a patch. */
static double patch_friction(const md_problem *problem, const md_result *result, const struct patch_rows *patch)
{
    const int32_t row = md_patch_tangent(patch);
    const int32_t rows = md_patch_sliding_rows(patch);
    const md_real radius = rows > 0 ? md_problem_upper(problem)[row] * md_patch_load(patch, result->lambda) : 0;
    md_real x[MD_GROUP_ROWS] = {0};
    double sum = 0;
    for (int32_t k = 0; k < rows; ++k) {
        x[k] = result->lambda[row + k] - result->w[row + k];
    }
    if (patch->law == MD_FRICTION_DISC) { /* of the radius that the ball has too; unused rows are zero */
        md_project_ball(x, radius);
    }
    for (int32_t k = 0; k < rows; ++k) {
        const double error = (double)(result->lambda[row + k] - md_clamp(x[k], -radius, radius));
        sum += error * error;
    }
    return sum;
}

/* Stores the residuals of the points of a patch, which share that of its friction. */
static void store_patch(struct contact_residual *points, const md_problem *problem, const md_result *result,
                        const struct patch_rows *patch)
{
    const double friction = patch_friction(problem, result, patch);
    for (int32_t k = 0; k < patch->points; ++k) {
        const double lambda = (double)result->lambda[patch->row + k];
        const double target = lambda - (double)result->w[patch->row + k];
        const double error = lambda - (target > 0 ? target : 0);
        points[k].residual = (md_real)sqrt(error * error + friction / patch->points);
    }
}

/* Whether the points seen are those of the contacts and patches of a problem. */
static bool are_points_of(const md_problem *problem, size_t seen)
{
    size_t count = (size_t)md_problem_contacts(problem);
    for (int32_t i = 0; i < problem->patch_count; ++i) {
        count += (size_t)problem->patches[i].points;
    }
    return count == seen;
}

void contact_residuals_solved(struct contact_residuals *residuals, const md_problem *problem, const md_result *result)
{
    const size_t seen = residuals->count - residuals->solved;
    const bool is_known = !residuals->failed && are_points_of(problem, seen);
    size_t point = is_known ? residuals->solved : residuals->count;
    int32_t contact = 0;
    int32_t patch = 0;
    while (point < residuals->count) {
        const bool is_patch =
            patch < problem->patch_count && (contact == md_problem_contacts(problem) ||
                                             problem->patches[patch].row < md_problem_contact_row(problem, contact));
        if (is_patch) {
            store_patch(&residuals->at[point], problem, result, &problem->patches[patch]);
            point += (size_t)problem->patches[patch++].points;
        } else {
            residuals->at[point++].residual = (md_real)residual_of(problem, result, contact++);
        }
    }
    residuals->solved = residuals->count;
    residuals->is_sorted = false;
}

static int compare_points(const struct contact_residual *a, const struct contact_residual *b)
{
    for (int side = 0; side < 2; ++side) {
        if (a->shape[side] != b->shape[side]) {
            return a->shape[side] < b->shape[side] ? -1 : 1;
        }
    }
    return a->point != b->point ? (a->point < b->point ? -1 : 1) : 0;
}

static int compare_entries(const void *left, const void *right)
{
    const struct contact_residual *a = left;
    const struct contact_residual *b = right;
    const int points = compare_points(a, b);
    return points != 0 ? points : (a->order > b->order) - (a->order < b->order);
}

md_real contact_residual_of(struct contact_residuals *residuals, md3_shape_id a, md3_shape_id b, uint32_t point)
{
    if (residuals->failed) {
        return -1;
    }
    if (!residuals->is_sorted) {
        if (residuals->count > 0) {
            qsort(residuals->at, residuals->count, sizeof *residuals->at, compare_entries);
        }
        residuals->is_sorted = true;
    }
    /* The last entry that is not behind the point. */
    const struct contact_residual key = {.shape = {a.index, b.index}, .point = point};
    size_t first = 0;
    size_t end = residuals->count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (compare_points(&residuals->at[middle], &key) <= 0) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first > 0 && compare_points(&residuals->at[first - 1], &key) == 0 ? residuals->at[first - 1].residual : -1;
}
