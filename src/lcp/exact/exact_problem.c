#include "lcp/exact/exact_problem.h"

#include <string.h>

#include "lcp/matrix.h"

/* Vectors of `storage`. */
enum { Q, LOWER, UPPER, DIAGONAL, VECTORS };

/* Part of the largest entry of a row that its diagonal has at least. */
#define DIAGONAL_PART ((md_real)1e-3)

void md_exact_problem_free(struct exact_problem *exact, const md_allocator *allocator)
{
    struct indices *indices[] = {&exact->start, &exact->column, &exact->diagonal, &exact->parent, &exact->partner};
    for (size_t i = 0; i < sizeof indices / sizeof *indices; ++i) {
        indices_free(allocator, indices[i]);
    }
    doubles_free(allocator, &exact->A);
    doubles_free(allocator, &exact->storage);
}

static md_status reserve(struct exact_problem *exact, const md_allocator *allocator, const md_matrix *A)
{
    const size_t m = (size_t)A->rows;
    const size_t entries = (size_t)md_matrix_entries(A) + m; /* the diagonals may be missing */
    if (entries > INT32_MAX) {
        return MD_ERROR_SIZE;
    }
    struct indices *of_rows[] = {&exact->start, &exact->diagonal, &exact->parent, &exact->partner};
    md_status status = doubles_reserve(allocator, &exact->storage, VECTORS * m + 1);
    for (size_t i = 0; status == MD_OK && i < sizeof of_rows / sizeof *of_rows; ++i) {
        status = indices_reserve(allocator, of_rows[i], m + 1);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &exact->column, entries + 1);
    }
    if (status == MD_OK) {
        status = doubles_reserve(allocator, &exact->A, entries + 1);
    }
    return status;
}

/* Appends the entries of row i to those before it, with its diagonal entry in its place. */
static void copy_row(struct exact_problem *exact, const md_matrix *A, int32_t i, double compliance)
{
    int32_t next = exact->start.at[i];
    int64_t e = A->start[i];
    const int64_t end = A->start[i + 1];
    for (; e < end && A->col[e] < i; ++e, ++next) {
        exact->column.at[next] = A->col[e];
        exact->A.at[next] = (double)A->value[e];
    }
    exact->diagonal.at[i] = next;
    exact->column.at[next] = i;
    exact->A.at[next] = compliance;
    if (e < end && A->col[e] == i) {
        exact->A.at[next] += (double)A->value[e++];
    }
    for (++next; e < end; ++e, ++next) {
        exact->column.at[next] = A->col[e];
        exact->A.at[next] = (double)A->value[e];
    }
    exact->start.at[i + 1] = next;
}

static void pair(struct exact_problem *exact, int32_t first)
{
    exact->partner.at[first] = first + 1;
    exact->partner.at[first + 1] = first;
}

/* Discs are the tangents of a contact, and its rolling rows. */
static void find_discs(struct exact_problem *exact, const md_problem *problem)
{
    for (int32_t k = 0; k < problem->contact_count; ++k) {
        const struct contact_rows *contact = &problem->contacts[k];
        const int32_t tangent = contact->row + 1;
        const int32_t roll = tangent + contact->tangents + (contact->has_torsion ? 1 : 0);
        if (contact->law == MD_FRICTION_BOX || contact->tangents < 2) {
            continue;
        }
        pair(exact, tangent);
        if (contact->has_rolling) {
            pair(exact, roll);
        }
    }
}

md_real md_positive_diagonal(const md_matrix *A, int32_t i, md_real diagonal)
{
    md_real largest = 0;
    for (int64_t e = A->start[i]; e < A->start[i + 1]; ++e) {
        largest = md_max(largest, md_abs(A->value[e]));
    }
    const md_real positive = md_max(md_abs(diagonal), DIAGONAL_PART * largest);
    return positive > 0 && isfinite(1 / positive) ? positive : 1;
}

/* D, and the size of an impulse. */
static void measure(struct exact_problem *exact, const md_matrix *A)
{
    double sum = 0;
    for (int32_t i = 0; i < exact->m; ++i) {
        exact->D[i] = (double)md_positive_diagonal(A, i, (md_real)exact->A.at[exact->diagonal.at[i]]);
    }
    for (int32_t i = 0; i < exact->m; ++i) {
        const int32_t partner = exact->partner.at[i];
        if (partner > i) {
            exact->D[i] = exact->D[partner] = fmax(exact->D[i], exact->D[partner]);
        }
        sum += exact->q[i] / exact->D[i] * (exact->q[i] / exact->D[i]);
    }
    const double impulse = sqrt(sum / (exact->m > 0 ? exact->m : 1));
    exact->impulse = impulse > 0 && isfinite(impulse) ? impulse : 1;
}

md_status md_exact_problem_read(struct exact_problem *exact, const md_allocator *allocator, const md_problem *problem,
                                const md_matrix *A, const md_real *q)
{
    exact->m = problem->m;
    const md_status status = reserve(exact, allocator, A);
    if (status != MD_OK) {
        return status;
    }
    const size_t m = (size_t)exact->m;
    exact->q = exact->storage.at + Q * m;
    exact->lower = exact->storage.at + LOWER * m;
    exact->upper = exact->storage.at + UPPER * m;
    exact->D = exact->storage.at + DIAGONAL * m;
    exact->start.at[0] = 0;
    for (int32_t i = 0; i < exact->m; ++i) {
        copy_row(exact, A, i, (double)problem->compliance.at[i]);
        exact->q[i] = (double)q[i];
        exact->lower[i] = (double)problem->lower.at[i];
        exact->upper[i] = (double)problem->upper.at[i];
        exact->parent.at[i] = problem->parent.at[i];
        exact->partner.at[i] = MD_NO_PARTNER;
    }
    find_discs(exact, problem);
    measure(exact, A);
    return MD_OK;
}

void md_exact_velocities(const struct exact_problem *exact, const double *lambda, double *w)
{
    const int32_t *column = exact->column.at;
    const double *A = exact->A.at;
    for (int32_t i = 0; i < exact->m; ++i) {
        double sum = exact->q[i];
        for (int32_t e = exact->start.at[i]; e < exact->start.at[i + 1]; ++e) {
            sum += A[e] * lambda[column[e]];
        }
        w[i] = sum;
    }
}
