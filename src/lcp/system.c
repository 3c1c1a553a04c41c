/* Preparing a system, and its passes over all rows other than the sweep. */
#include "lcp/system.h"

#include <string.h>

#include "lcp/form.h"
#include "lcp/matrix.h"
#include "lcp/problem.h"
#include "lcp/rows.h"

/* Work of a row beside its entries: its bounds, its projection, acceleration. */
#define WORK_OF_ROW 25.0

void md_system_free(struct system *system, const md_allocator *allocator)
{
    struct reals *reals[] = {&system->state, &system->v, &system->dense, &system->q};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; ++i) {
        reals_free(allocator, reals[i]);
    }
    md_matrix_free(&system->hat);
    md_matrix_free(&system->formed);
}

static md_status prepare_bodies(struct system *system, const md_allocator *allocator, const md_problem *problem)
{
    const size_t size = (size_t)md_slot_size(problem->degrees_of_freedom);
    const size_t slots = ((size_t)problem->body_count + 1) * size;
    const size_t worlds = (size_t)md_problem_world_copies(problem) * size;
    const md_status status = reals_reserve(allocator, &system->state, slots + worlds + MD_LANES); /* room for vectors */
    if (status != MD_OK) {
        return status;
    }
    memcpy(system->state.at, problem->body.at, slots * sizeof(md_real));
    memset(system->state.at + slots, 0, worlds * sizeof(md_real));
    system->state_count = slots;
    system->kind = problem->degrees_of_freedom == 3 ? ROWS_BODIES_2D : ROWS_BODIES_3D;
    system->body = problem->row_body.at;
    system->jacobian = problem->row_jacobian.at;
    return MD_OK;
}

static md_status prepare_general(struct system *system, const md_allocator *allocator, const md_problem *problem)
{
    md_status status = reals_reserve(allocator, &system->v, (size_t)problem->n);
    if (status == MD_OK) {
        status = md_form_hat(&system->hat, allocator, &problem->J, &problem->inverse_M);
    }
    if (status != MD_OK) {
        return status;
    }
    if (problem->n > 0) {
        memcpy(system->v.at, problem->v.at, (size_t)problem->n * sizeof(md_real));
    }
    system->kind = ROWS_GENERAL;
    system->J = &problem->J;
    return MD_OK;
}

static md_status prepare_explicit(struct system *system, const md_allocator *allocator, const md_problem *problem)
{
    system->kind = ROWS_CSR;
    if (problem->kind == MD_PROBLEM_EXPLICIT) {
        system->A = &problem->A;
        return MD_OK;
    }
    if (system->formed.allocator.resize == NULL) {
        system->formed.allocator = *allocator;
    }
    md_status status = md_problem_get_A(problem, &system->formed);
    if (status == MD_OK) {
        status = reals_reserve(allocator, &system->q, (size_t)problem->m);
    }
    if (status == MD_OK) {
        status = md_problem_get_q(problem, system->q.at);
    }
    system->A = &system->formed;
    system->bias = system->q.at;
    return status;
}

static md_status prepare_dense(struct system *system, const md_allocator *allocator, const md_problem *problem)
{
    md_status status = prepare_explicit(system, allocator, problem);
    size_t count = 0;
    if (status == MD_OK && !md_size_multiply((size_t)problem->m, (size_t)problem->m, &count)) {
        status = MD_ERROR_SIZE;
    }
    if (status == MD_OK) {
        status = reals_reserve(allocator, &system->dense, count);
    }
    if (status == MD_OK) {
        md_matrix_to_vector(system->A, system->dense.at);
        system->kind = ROWS_DENSE;
    }
    return status;
}

md_status md_system_prepare(struct system *system, const md_allocator *allocator, const md_problem *problem,
                            md_form form)
{
    system->m = problem->m;
    system->n = problem->n;
    system->bias = problem->bias.at;
    system->compliance = problem->compliance.at;
    switch (form) {
    case MD_FORM_SPARSE:
        if (problem->kind == MD_PROBLEM_BODIES) {
            return prepare_bodies(system, allocator, problem);
        }
        return problem->kind == MD_PROBLEM_GENERAL ? prepare_general(system, allocator, problem) : MD_ERROR_ARGUMENT;
    case MD_FORM_EXPLICIT: return prepare_explicit(system, allocator, problem);
    case MD_FORM_DENSE: return prepare_dense(system, allocator, problem);
    default: return MD_ERROR_ARGUMENT;
    }
}

/* In 2D M^-1 is diagonal. */
static md_real row_element_2d(const struct system *system, int32_t i, int32_t j)
{
    const md_real *J_i = system->jacobian + 6 * (size_t)i;
    const md_real *J_j = system->jacobian + 6 * (size_t)j;
    const md_real *a = system->state.at + MD_SLOT_2D * (size_t)system->body[2 * (size_t)i];
    const md_real *b = system->state.at + MD_SLOT_2D * (size_t)system->body[2 * (size_t)i + 1];
    const md_real A_a = J_i[0] * (a[3] * J_j[0]) + J_i[1] * (a[4] * J_j[1]) + J_i[2] * (a[5] * J_j[2]);
    const md_real A_b = J_i[3] * (b[3] * J_j[3]) + J_i[4] * (b[4] * J_j[4]) + J_i[5] * (b[5] * J_j[5]);
    return A_a + A_b;
}

/* The contribution of a body to A_ij: J_i times the velocity that a unit impulse of row j gives to the body at rest. */
static md_real body_element_3d(const md_real *slot, const md_real *J_i, const md_real *J_j)
{
    md_real body[MD_SLOT_3D] = {0};
    memcpy(body + 6, slot + 6, (MD_SLOT_3D - 6) * sizeof *slot);
    body_push_3d(body, J_j, 1);
    md_real sum = 0;
    for (int32_t k = 0; k < 6; ++k) {
        sum += J_i[k] * body[k];
    }
    return sum;
}

static md_real row_element_3d(const struct system *system, int32_t i, int32_t j)
{
    const md_real *J_i = system->jacobian + 12 * (size_t)i;
    const md_real *J_j = system->jacobian + 12 * (size_t)j;
    const md_real *a = system->state.at + MD_SLOT_3D * (size_t)system->body[2 * (size_t)i];
    const md_real *b = system->state.at + MD_SLOT_3D * (size_t)system->body[2 * (size_t)i + 1];
    return body_element_3d(a, J_i, J_j) + body_element_3d(b, J_i + 6, J_j + 6);
}

/* Both rows have ascending columns, so one pass finds the columns that they share. */
static md_real row_element_general(const struct system *system, int32_t i, int32_t j)
{
    const md_matrix *J = system->J;
    const md_matrix *hat = &system->hat;
    md_real sum = 0;
    int64_t other = hat->start[j];
    for (int64_t e = J->start[i]; e < J->start[i + 1]; ++e) {
        while (other < hat->start[j + 1] && hat->col[other] < J->col[e]) {
            ++other;
        }
        if (other < hat->start[j + 1] && hat->col[other] == J->col[e]) {
            sum += J->value[e] * hat->value[other];
        }
    }
    return sum;
}

md_real md_system_element(const struct system *system, int32_t i, int32_t j)
{
    switch (system->kind) {
    case ROWS_BODIES_2D: return row_element_2d(system, i, j);
    case ROWS_BODIES_3D: return row_element_3d(system, i, j);
    case ROWS_GENERAL: return row_element_general(system, i, j);
    case ROWS_CSR: return md_matrix_at(system->A, i, j);
    case ROWS_DENSE: return system->dense.at[(size_t)i * (size_t)system->m + (size_t)j];
    }
    return 0;
}

/* The diagonal of a sparse A, whose rows have ascending columns. */
static void diagonal_of_csr(const struct system *system, md_real *diagonal)
{
    const md_matrix *A = system->A;
    for (int32_t i = 0; i < system->m; ++i) {
        int64_t low = A->start[i];
        int64_t high = A->start[i + 1];
        while (low < high) {
            const int64_t middle = (low + high) / 2;
            low = A->col[middle] < i ? middle + 1 : low;
            high = A->col[middle] < i ? high : middle;
        }
        diagonal[i] = (low < A->start[i + 1] && A->col[low] == i ? A->value[low] : 0) + system->compliance[i];
    }
}

void md_system_diagonal(const struct system *system, md_real *diagonal)
{
    if (system->kind == ROWS_CSR) {
        diagonal_of_csr(system, diagonal);
        return;
    }
    for (int32_t i = 0; i < system->m; ++i) {
        diagonal[i] = md_system_element(system, i, i) + system->compliance[i];
    }
}

void md_system_reset(struct system *system, const md_problem *problem, size_t k)
{
    if (system->kind == ROWS_GENERAL) {
        system->v.at[k] = problem->v.at[k];
        return;
    }
    const size_t size = (size_t)md_slot_size(problem->degrees_of_freedom);
    memcpy(system->state.at + k * size, problem->body.at + k * size,
           (size_t)problem->degrees_of_freedom * sizeof(md_real));
}

void md_system_push(struct system *system, int32_t i, md_real lambda)
{
    switch (system->kind) {
    case ROWS_BODIES_2D: row_push_2d(system, i, lambda); break;
    case ROWS_BODIES_3D: row_push_3d(system, i, lambda); break;
    case ROWS_GENERAL: row_push_general(system, i, lambda); break;
    case ROWS_CSR:
    case ROWS_DENSE: break;
    }
}

static void start_bodies(struct system *system, const md_problem *problem)
{
    memcpy(system->state.at, problem->body.at, system->state_count * sizeof(md_real));
}

void md_system_refresh(struct system *system, const md_problem *problem, const md_real *lambda)
{
    switch (system->kind) {
    case ROWS_BODIES_2D:
        start_bodies(system, problem);
        for (int32_t i = 0; i < system->m; ++i) {
            row_push_2d(system, i, lambda[i]);
        }
        break;
    case ROWS_BODIES_3D:
        start_bodies(system, problem);
        for (int32_t i = 0; i < system->m; ++i) {
            row_push_3d(system, i, lambda[i]);
        }
        break;
    case ROWS_GENERAL:
        if (system->n > 0) {
            memcpy(system->v.at, problem->v.at, (size_t)system->n * sizeof(md_real));
        }
        for (int32_t i = 0; i < system->m; ++i) {
            row_push_general(system, i, lambda[i]);
        }
        break;
    case ROWS_CSR:
    case ROWS_DENSE: break;
    }
}

MD_INLINE void velocities_of_rows(const struct system *system, const md_real *lambda, md_real *w,
                                  row_velocity_function *velocity)
{
    for (int32_t i = 0; i < system->m; ++i) {
        w[i] = velocity(system, i) + (system->bias[i] + system->compliance[i] * lambda[i]);
    }
}

void md_system_velocities(const struct system *system, const md_real *lambda, md_real *w)
{
    switch (system->kind) {
    case ROWS_BODIES_2D: velocities_of_rows(system, lambda, w, row_velocity_2d); break;
    case ROWS_BODIES_3D: velocities_of_rows(system, lambda, w, row_velocity_3d); break;
    case ROWS_GENERAL: velocities_of_rows(system, lambda, w, row_velocity_general); break;
    case ROWS_CSR: velocities_of_rows(system, lambda, w, row_velocity_csr); break;
    case ROWS_DENSE: velocities_of_rows(system, lambda, w, row_velocity_dense); break;
    }
}

void md_system_motions(const struct system *system, const struct reals *x, md_real *motions)
{
    struct system moved = *system;
    moved.state = *x;
    for (int32_t i = 0; i < system->m; ++i) {
        motions[i] = system->kind == ROWS_BODIES_2D ? row_velocity_2d(&moved, i) : row_velocity_3d(&moved, i);
    }
}

md_real *md_system_state(struct system *system, size_t *count)
{
    switch (system->kind) {
    case ROWS_BODIES_2D:
    case ROWS_BODIES_3D: *count = system->state_count; return system->state.at;
    case ROWS_GENERAL: *count = (size_t)system->n; return system->v.at;
    default: *count = 0; return NULL;
    }
}

double md_system_work_of_sweep(const struct system *system, int32_t row_count)
{
    const double rows = (double)row_count;
    double entries = 0;
    switch (system->kind) {
    case ROWS_BODIES_2D: entries = 12 * rows; break;
    case ROWS_BODIES_3D: entries = 48 * rows; break; /* inertias are full */
    case ROWS_GENERAL: entries = (double)md_matrix_entries(system->J) + (double)md_matrix_entries(&system->hat); break;
    case ROWS_CSR: entries = (double)md_matrix_entries(system->A); break;
    case ROWS_DENSE: entries = rows * rows; break;
    }
    return entries + WORK_OF_ROW * rows;
}
