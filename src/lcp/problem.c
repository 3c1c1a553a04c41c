/* Building a problem. Every value is checked here and not again by the solvers. */
#include "lcp/problem.h"

#include <string.h>

#include "base/error.h"
#include "lcp/matrix.h"

md_problem *md_problem_create(const md_allocator *allocator)
{
    const md_allocator owner = md_allocator_or_default(allocator);
    md_problem *problem = owner.resize(owner.user, NULL, 0, sizeof *problem);
    if (problem != NULL) {
        *problem = (md_problem){.allocator = owner};
    }
    return problem;
}

void md_problem_destroy(md_problem *problem)
{
    if (problem == NULL) {
        return;
    }
    const md_allocator owner = problem->allocator;
    md_problem_free_rows(problem, &owner);
    reals_free(&owner, &problem->body);
    reals_free(&owner, &problem->v);
    indices_free(&owner, &problem->body_partition);
    md_matrix_free(&problem->A);
    md_matrix_free(&problem->J);
    md_matrix_free(&problem->inverse_M);
    owner.resize(owner.user, problem, sizeof *problem, 0);
}

static bool all_finite(const md_real *values, size_t count)
{
    if (values == NULL && count > 0) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!isfinite(values[i])) {
            return false;
        }
    }
    return true;
}

#define ROW_ATTRIBUTES(problem)                                                                                        \
    {                                                                                                                  \
        &(problem)->bias, &(problem)->lower, &(problem)->upper, &(problem)->compliance, &(problem)->lambda0,           \
            &(problem)->y0                                                                                             \
    }

md_status md_problem_reserve_rows(md_problem *problem, const md_allocator *allocator, size_t m)
{
    struct reals *attributes[] = ROW_ATTRIBUTES(problem);
    md_status status = indices_reserve(allocator, &problem->parent, m);
    for (size_t i = 0; status == MD_OK && i < sizeof attributes / sizeof *attributes; ++i) {
        status = reals_reserve(allocator, attributes[i], m);
    }
    return status;
}

void md_problem_free_rows(md_problem *problem, const md_allocator *allocator)
{
    struct reals *attributes[] = ROW_ATTRIBUTES(problem);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; ++i) {
        reals_free(allocator, attributes[i]);
    }
    reals_free(allocator, &problem->row_jacobian);
    indices_free(allocator, &problem->parent);
    indices_free(allocator, &problem->row_patch);
    indices_free(allocator, &problem->row_body);
    void *contacts = problem->contacts;
    md_array_free(allocator, &contacts, &problem->contact_capacity, sizeof *problem->contacts);
    void *patches = problem->patches;
    md_array_free(allocator, &patches, &problem->patch_capacity, sizeof *problem->patches);
    void *faces = problem->faces;
    md_array_free(allocator, &faces, &problem->face_capacity, sizeof *problem->faces);
    problem->contacts = NULL;
    problem->patches = NULL;
    problem->faces = NULL;
}

void md_problem_forget(md_problem *problem)
{
    md_matrix *matrices[] = {&problem->A, &problem->J, &problem->inverse_M};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; ++i) {
        matrices[i]->rows = 0;
        matrices[i]->cols = 0;
    }
    problem->kind = MD_PROBLEM_EXPLICIT;
    problem->m = 0;
    problem->n = 0;
    problem->degrees_of_freedom = 0;
    problem->body_count = 0;
    problem->joint_rows = 0;
    problem->partitions = 0;
    problem->is_divided = false;
    problem->has_friction_rows = false;
    problem->contact_count = 0;
    problem->patch_count = 0;
    problem->face_count = 0;
}

/* ---- Bodies ----------------------------------------------------------------------------------------------------- */

md_row md_row_default(void)
{
    return (md_row){.body = {MD_NO_BODY, MD_NO_BODY}, .upper = MD_INFINITY, .parent = MD_NO_PARENT, .y0 = (md_real)NAN};
}

md_status md_problem_begin_bodies(md_problem *problem, int32_t degrees_of_freedom)
{
    if (problem == NULL || (degrees_of_freedom != 3 && degrees_of_freedom != 6)) {
        return MD_ERROR_ARGUMENT;
    }
    const size_t slot = (size_t)md_slot_size(degrees_of_freedom);
    md_problem_forget(problem);
    const md_status status = reals_reserve(&problem->allocator, &problem->body, slot);
    if (status != MD_OK) {
        return status;
    }
    problem->kind = MD_PROBLEM_BODIES;
    problem->degrees_of_freedom = degrees_of_freedom;
    for (size_t k = 0; k < slot; ++k) {
        problem->body.at[k] = 0; /* the world */
    }
    return MD_OK;
}

static bool body_is_sound(const md_body *body, int32_t degrees_of_freedom)
{
    const md_real *inertia = body->inverse_inertia;
    if (!all_finite(body->velocity, (size_t)degrees_of_freedom) || !(body->inverse_mass >= 0) ||
        !isfinite(body->inverse_mass)) {
        return false;
    }
    if (degrees_of_freedom == 3) {
        return isfinite(inertia[0]) && inertia[0] >= 0;
    }
    const bool symmetric = inertia[1] == inertia[3] && inertia[2] == inertia[6] && inertia[5] == inertia[7];
    return all_finite(inertia, 9) && symmetric && inertia[0] >= 0 && inertia[4] >= 0 && inertia[8] >= 0;
}

md_status md_problem_add_body(md_problem *problem, const md_body *body)
{
    if (problem == NULL || body == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    const int32_t freedom = problem->degrees_of_freedom;
    if (problem->kind != MD_PROBLEM_BODIES || freedom == 0 || !body_is_sound(body, freedom)) {
        return MD_ERROR_ARGUMENT;
    }
    if (problem->body_count >= INT32_MAX / MD_SLOT_3D - 1) {
        return MD_ERROR_SIZE;
    }
    const size_t size = (size_t)md_slot_size(freedom);
    const size_t slot = (size_t)problem->body_count + 1;
    const md_status status = reals_reserve(&problem->allocator, &problem->body, (slot + 1) * size);
    if (status != MD_OK) {
        return status;
    }
    md_real *at = problem->body.at + slot * size;
    memcpy(at, body->velocity, (size_t)freedom * sizeof *at);
    if (freedom == 3) {
        at[3] = body->inverse_mass;
        at[4] = body->inverse_mass;
        at[5] = body->inverse_inertia[0];
    } else {
        at[6] = body->inverse_mass;
        memcpy(at + 7, body->inverse_inertia, 9 * sizeof *at);
    }
    ++problem->body_count;
    problem->n += freedom;
    return MD_OK;
}

bool md_bounds_are_valid(md_real lower, md_real upper, bool has_parent)
{
    if (has_parent) {
        return isfinite(lower) && isfinite(upper) && lower <= upper;
    }
    return lower <= upper && lower < MD_INFINITY && upper > -MD_INFINITY;
}

static bool row_is_sound(const md_problem *problem, const md_row *row)
{
    for (int side = 0; side < 2; ++side) {
        const int32_t body = row->body[side];
        if (body < MD_NO_BODY || body >= problem->body_count ||
            !all_finite(row->jacobian[side], (size_t)problem->degrees_of_freedom)) {
            return false;
        }
    }
    const bool one_body_twice = row->body[0] == row->body[1] && row->body[0] != MD_NO_BODY;
    return !one_body_twice && isfinite(row->bias) && isfinite(row->compliance) && row->compliance >= 0 &&
           row->parent >= MD_NO_PARENT && row->parent != problem->m &&
           md_bounds_are_valid(row->lower, row->upper, row->parent != MD_NO_PARENT) && isfinite(row->lambda0) &&
           !isinf(row->y0);
}

md_status md_problem_reserve_body_rows(md_problem *problem, size_t m)
{
    const size_t freedom = (size_t)problem->degrees_of_freedom;
    md_status status = md_problem_reserve_rows(problem, &problem->allocator, m);
    if (status == MD_OK) {
        status = indices_reserve(&problem->allocator, &problem->row_body, 2 * m);
    }
    if (status == MD_OK) {
        status = reals_reserve(&problem->allocator, &problem->row_jacobian, 2 * freedom * m);
    }
    return status;
}

md_status md_problem_add_row(md_problem *problem, const md_row *row)
{
    if (problem == NULL || row == NULL || problem->kind != MD_PROBLEM_BODIES || problem->degrees_of_freedom == 0 ||
        !row_is_sound(problem, row)) {
        return MD_ERROR_ARGUMENT;
    }
    if (problem->m == INT32_MAX / 2) {
        return MD_ERROR_SIZE;
    }
    const size_t i = (size_t)problem->m;
    const size_t freedom = (size_t)problem->degrees_of_freedom;
    md_status status = md_problem_reserve_body_rows(problem, i + 1);
    if (status == MD_OK && problem->patch_count > 0) {
        status = indices_reserve(&problem->allocator, &problem->row_patch, i + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    if (problem->patch_count > 0) {
        problem->row_patch.at[i] = MD_NO_PATCH;
    }
    for (size_t side = 0; side < 2; ++side) {
        problem->row_body.at[2 * i + side] = row->body[side] + 1;
        memcpy(problem->row_jacobian.at + (2 * i + side) * freedom, row->jacobian[side], freedom * sizeof(md_real));
    }
    problem->bias.at[i] = row->bias;
    problem->compliance.at[i] = row->compliance;
    problem->lower.at[i] = row->lower;
    problem->upper.at[i] = row->upper;
    problem->parent.at[i] = row->parent;
    problem->lambda0.at[i] = row->lambda0;
    problem->y0.at[i] = isnan(row->y0) ? row->lambda0 : row->y0;
    ++problem->m;
    return MD_OK;
}

/* ---- Explicit and general problems ------------------------------------------------------------------------------ */

/* m rows of an LCP: bounds [0, inf), no compliance, no parent, cold start. */
static md_status begin_plain_rows(md_problem *problem, int32_t m, const md_real *bias)
{
    const md_status status = md_problem_reserve_rows(problem, &problem->allocator, (size_t)m);
    if (status != MD_OK) {
        return status;
    }
    for (int32_t i = 0; i < m; ++i) {
        problem->bias.at[i] = bias[i];
        problem->compliance.at[i] = 0;
        problem->lower.at[i] = 0;
        problem->upper.at[i] = MD_INFINITY;
        problem->parent.at[i] = MD_NO_PARENT;
        problem->lambda0.at[i] = 0;
        problem->y0.at[i] = 0;
    }
    problem->m = m;
    return MD_OK;
}

md_status md_problem_begin_explicit(md_problem *problem, const md_matrix *A, const md_real *q)
{
    if (problem == NULL || !md_matrix_is_valid(A) || A->rows != A->cols || !all_finite(q, (size_t)A->rows)) {
        return MD_ERROR_ARGUMENT;
    }
    md_problem_forget(problem);
    md_status status = md_matrix_copy(&problem->A, &problem->allocator, A);
    if (status == MD_OK) {
        status = begin_plain_rows(problem, A->rows, q);
    }
    if (status != MD_OK) {
        md_problem_forget(problem);
    }
    return status;
}

md_status md_problem_begin_general(md_problem *problem, const md_matrix *J, const md_matrix *inverse_M,
                                   const md_real *v, const md_real *b)
{
    if (problem == NULL || !md_matrix_is_valid(J) || !md_matrix_is_valid(inverse_M) || inverse_M->rows != J->cols ||
        inverse_M->cols != J->cols || !md_matrix_is_symmetric(inverse_M, NULL) || !all_finite(v, (size_t)J->cols) ||
        !all_finite(b, (size_t)J->rows)) {
        return MD_ERROR_ARGUMENT;
    }
    md_problem_forget(problem);
    md_status status = md_matrix_copy(&problem->J, &problem->allocator, J);
    if (status == MD_OK) {
        status = md_matrix_copy(&problem->inverse_M, &problem->allocator, inverse_M);
    }
    if (status == MD_OK) {
        status = reals_reserve(&problem->allocator, &problem->v, (size_t)J->cols);
    }
    if (status == MD_OK) {
        status = begin_plain_rows(problem, J->rows, b);
    }
    if (status != MD_OK) {
        md_problem_forget(problem);
        return status;
    }
    if (J->cols > 0) {
        memcpy(problem->v.at, v, (size_t)J->cols * sizeof *v);
    }
    problem->kind = MD_PROBLEM_GENERAL;
    problem->n = J->cols;
    return MD_OK;
}

/* ---- Row attributes --------------------------------------------------------------------------------------------- */

static void copy_rows(const md_problem *problem, struct reals *to, const md_real *from)
{
    if (problem->m > 0) {
        memcpy(to->at, from, (size_t)problem->m * sizeof *from);
    }
}

md_status md_problem_set_bounds(md_problem *problem, const md_real *lower, const md_real *upper)
{
    if (problem == NULL || (problem->m > 0 && (lower == NULL || upper == NULL))) {
        return MD_ERROR_ARGUMENT;
    }
    for (int32_t i = 0; i < problem->m; ++i) {
        if (!md_bounds_are_valid(lower[i], upper[i], problem->parent.at[i] != MD_NO_PARENT)) {
            return MD_ERROR_ARGUMENT;
        }
    }
    copy_rows(problem, &problem->lower, lower);
    copy_rows(problem, &problem->upper, upper);
    return MD_OK;
}

md_status md_problem_set_compliance(md_problem *problem, const md_real *compliance)
{
    if (problem == NULL || (problem->m > 0 && compliance == NULL)) {
        return MD_ERROR_ARGUMENT;
    }
    for (int32_t i = 0; i < problem->m; ++i) {
        if (!isfinite(compliance[i]) || compliance[i] < 0) {
            return MD_ERROR_ARGUMENT;
        }
    }
    copy_rows(problem, &problem->compliance, compliance);
    return MD_OK;
}

md_status md_problem_set_friction(md_problem *problem, const int32_t *parent, const md_real *mu)
{
    if (problem == NULL || problem->patch_count > 0 || (problem->m > 0 && (parent == NULL || mu == NULL))) {
        return MD_ERROR_ARGUMENT;
    }
    for (int32_t i = 0; i < problem->m; ++i) {
        const bool bound = parent[i] != MD_NO_PARENT;
        if (parent[i] < MD_NO_PARENT || parent[i] >= problem->m || parent[i] == i ||
            (bound && (!isfinite(mu[i]) || mu[i] < 0))) {
            return MD_ERROR_ARGUMENT;
        }
    }
    for (int32_t i = 0; i < problem->m; ++i) {
        if (parent[i] != MD_NO_PARENT) {
            problem->lower.at[i] = -mu[i];
            problem->upper.at[i] = mu[i];
        }
        problem->parent.at[i] = parent[i];
    }
    problem->contact_count = 0;
    problem->face_count = 0;
    return MD_OK;
}

md_status md_problem_set_start(md_problem *problem, const md_real *lambda0, const md_real *y0)
{
    if (problem == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    if (lambda0 == NULL) {
        for (int32_t i = 0; i < problem->m; ++i) {
            problem->lambda0.at[i] = 0;
            problem->y0.at[i] = 0;
        }
        return MD_OK;
    }
    const md_real *y = y0 != NULL ? y0 : lambda0;
    if (!all_finite(lambda0, (size_t)problem->m) || !all_finite(y, (size_t)problem->m)) {
        return MD_ERROR_ARGUMENT;
    }
    copy_rows(problem, &problem->lambda0, lambda0);
    copy_rows(problem, &problem->y0, y);
    return MD_OK;
}

/* ---- Access ----------------------------------------------------------------------------------------------------- */

md_problem_kind md_problem_get_kind(const md_problem *problem)
{
    return problem != NULL ? problem->kind : MD_PROBLEM_EXPLICIT;
}

int32_t md_problem_rows(const md_problem *problem)
{
    return problem != NULL ? problem->m : 0;
}

int32_t md_problem_velocities(const md_problem *problem)
{
    return problem != NULL ? problem->n : 0;
}

int32_t md_problem_degrees_of_freedom(const md_problem *problem)
{
    return problem != NULL ? problem->degrees_of_freedom : 0;
}

const md_real *md_problem_lower(const md_problem *problem)
{
    return problem != NULL ? problem->lower.at : NULL;
}

const md_real *md_problem_upper(const md_problem *problem)
{
    return problem != NULL ? problem->upper.at : NULL;
}

const int32_t *md_problem_parent(const md_problem *problem)
{
    return problem != NULL ? problem->parent.at : NULL;
}

const md_real *md_problem_compliance(const md_problem *problem)
{
    return problem != NULL ? problem->compliance.at : NULL;
}

const md_real *md_problem_bias(const md_problem *problem)
{
    return problem != NULL ? problem->bias.at : NULL;
}

const md_real *md_problem_lambda0(const md_problem *problem)
{
    return problem != NULL ? problem->lambda0.at : NULL;
}

const md_real *md_problem_y0(const md_problem *problem)
{
    return problem != NULL ? problem->y0.at : NULL;
}
