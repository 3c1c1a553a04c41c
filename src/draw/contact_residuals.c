#include "draw/contact_residuals.h"

#include <math.h>
#include <stdlib.h>

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

/* Projects the aim of the tangents onto the disc of a radius, or, with the law box, onto the square. */
static void bound_friction(double aim[2], double radius, md_friction law)
{
    if (law == MD_FRICTION_BOX) {
        for (int k = 0; k < 2; ++k) {
            aim[k] = fmin(radius, fmax(-radius, aim[k]));
        }
        return;
    }
    const double length = sqrt(aim[0] * aim[0] + aim[1] * aim[1]);
    const double scale = length > radius ? radius / length : 1;
    aim[0] *= scale;
    aim[1] *= scale;
}

/* The length of lambda - P(lambda - w) over the normal and the tangents of a contact. */
static double residual_of(const md_problem *problem, const md_result *result, int32_t contact)
{
    const int32_t row = md_problem_contact_row(problem, contact);
    const int32_t tangents = md_problem_contact_tangents(problem, contact);
    const double normal = (double)result->lambda[row];
    const double moved = normal - (double)result->w[row];
    const double change = normal - (moved > 0 ? moved : 0);
    const double radius = (double)md_problem_contact_mu(problem, contact) * normal;
    double aim[2] = {0, 0};
    double sum = change * change;
    for (int32_t k = 0; k < tangents; ++k) {
        aim[k] = (double)result->lambda[row + 1 + k] - (double)result->w[row + 1 + k];
    }
    bound_friction(aim, radius, md_problem_contact_law(problem, contact));
    for (int32_t k = 0; k < tangents; ++k) {
        const double error = (double)result->lambda[row + 1 + k] - aim[k];
        sum += error * error;
    }
    return sqrt(sum);
}

void contact_residuals_solved(struct contact_residuals *residuals, const md_problem *problem, const md_result *result)
{
    const size_t seen = residuals->count - residuals->solved;
    if (!residuals->failed && seen == (size_t)md_problem_contacts(problem)) {
        for (size_t i = 0; i < seen; ++i) {
            residuals->at[residuals->solved + i].residual = (md_real)residual_of(problem, result, (int32_t)i);
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
