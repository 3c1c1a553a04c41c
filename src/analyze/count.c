#include "analyze/count.h"

#include <stdlib.h>

/* ---- Rows and friction ------------------------------------------------------------------------------------------- */

static void count_rows(const md_problem *problem, struct analysis *out)
{
    const md_real *lower = md_problem_lower(problem);
    const md_real *upper = md_problem_upper(problem);
    const int32_t *parent = md_problem_parent(problem);
    for (int32_t i = 0; i < out->m; ++i) {
        if (parent[i] != MD_NO_PARENT) {
            ++out->friction_rows;
            out->friction_max = fmax(out->friction_max, fmax(-(double)lower[i], (double)upper[i]));
        } else if (lower[i] != 0 || upper[i] != MD_INFINITY) {
            ++out->boxed_rows;
            out->equality_rows += lower[i] == -MD_INFINITY && upper[i] == MD_INFINITY;
        }
    }
}

/* Names the law of all friction rows. Rows that were given one by one have the law box. */
static const char *law_of(const md_problem *problem, const struct analysis *out)
{
    const int32_t contacts = md_problem_contacts(problem);
    if (out->friction_rows == 0) {
        return "none";
    }
    if (contacts == 0) {
        return md_friction_name(MD_FRICTION_BOX);
    }
    const md_friction law = md_problem_contact_law(problem, 0);
    for (int32_t k = 1; k < contacts; ++k) {
        if (md_problem_contact_law(problem, k) != law) {
            return "several";
        }
    }
    return md_friction_name(law);
}

/* ---- J, M^-1 and v ----------------------------------------------------------------------------------------------- */

/* Numbers per velocity: the largest |J_ik|, and M^-1_kk. */
struct velocities {
    double *reach;
    double *inverse_mass;
    md_real *v;
};

static int64_t count_nonzeros(const md_matrix *matrix)
{
    int64_t entries = 0;
    for (int64_t e = 0; e < matrix->start[matrix->rows]; ++e) {
        entries += matrix->value[e] != 0;
    }
    return entries;
}

static void read_velocities(const md_matrix *J, const md_matrix *inverse_M, const struct velocities *velocities)
{
    for (int64_t e = 0; e < J->start[J->rows]; ++e) {
        double *reach = &velocities->reach[J->col[e]];
        *reach = fmax(*reach, fabs((double)J->value[e]));
    }
    for (int32_t k = 0; k < inverse_M->rows; ++k) {
        velocities->inverse_mass[k] = (double)md_matrix_at(inverse_M, k, k);
    }
}

/* Counts the velocities that some row reads and that its impulse changes through M^-1, which bounds the rank of
 * J M^-1 J^T. */
static int32_t count_movable_velocities(const md_matrix *inverse_M, const double *reach)
{
    int32_t movable = 0;
    for (int32_t k = 0; k < inverse_M->rows; ++k) {
        bool moves = false;
        for (int64_t e = inverse_M->start[k]; e < inverse_M->start[k + 1]; ++e) {
            moves |= inverse_M->value[e] != 0 && reach[inverse_M->col[e]] > 0;
        }
        movable += moves && reach[k] > 0;
    }
    return movable;
}

static int32_t count_compliant_rows(const md_problem *problem)
{
    const md_real *compliance = md_problem_compliance(problem);
    int32_t rows = 0;
    for (int32_t i = 0; i < md_problem_rows(problem); ++i) {
        rows += compliance[i] != 0;
    }
    return rows;
}

/* Entries of J below this part of the largest are rounding errors, such as the lever arms of spheres. */
#define SMALL_REACH 1e-6

/* Sums the impulses, one per velocity, that would stop all bodies: |v_k| / (M^-1_kk |J_ik|). */
static double sum_momentum(const struct velocities *velocities, int32_t n)
{
    double furthest = 0;
    double sum = 0;
    for (int32_t k = 0; k < n; ++k) {
        furthest = fmax(furthest, velocities->reach[k]);
    }
    for (int32_t k = 0; k < n; ++k) {
        const double response = velocities->inverse_mass[k] * velocities->reach[k];
        if (response > 0 && velocities->reach[k] > SMALL_REACH * furthest) {
            sum += fabs((double)velocities->v[k]) / response;
        }
    }
    return sum;
}

static md_status measure_structure(const md_problem *problem, const struct velocities *velocities, struct analysis *out)
{
    md_matrix J = {0};
    md_matrix inverse_M = {0};
    md_status status = md_problem_get_J(problem, &J);
    if (status == MD_OK) {
        status = md_problem_get_inverse_M(problem, &inverse_M);
    }
    if (status == MD_OK) {
        status = md_problem_get_v(problem, velocities->v);
    }
    if (status == MD_OK) {
        read_velocities(&J, &inverse_M, velocities);
        const int64_t rank =
            (int64_t)count_movable_velocities(&inverse_M, velocities->reach) + count_compliant_rows(problem);
        out->rank_upper_bound = rank < out->m ? (int32_t)rank : out->m;
        out->nnz_J = count_nonzeros(&J);
        out->momentum = sum_momentum(velocities, out->n);
    }
    md_matrix_free(&J);
    md_matrix_free(&inverse_M);
    return status;
}

static md_status count_structure(const md_problem *problem, struct analysis *out)
{
    const size_t n = (size_t)out->n + 1;
    const struct velocities velocities = {
        .reach = calloc(n, sizeof(double)), .inverse_mass = calloc(n, sizeof(double)), .v = calloc(n, sizeof(md_real))};
    const bool complete = velocities.reach != NULL && velocities.inverse_mass != NULL && velocities.v != NULL;
    const md_status status = complete ? measure_structure(problem, &velocities, out) : MD_ERROR_MEMORY;
    free(velocities.reach);
    free(velocities.inverse_mass);
    free(velocities.v);
    return status;
}

md_status count(const md_problem *problem, struct analysis *out)
{
    out->m = md_problem_rows(problem);
    out->n = md_problem_velocities(problem);
    out->has_J = md_problem_get_kind(problem) != MD_PROBLEM_EXPLICIT;
    out->rank_upper_bound = out->m;
    count_rows(problem, out);
    out->friction_law = law_of(problem, out);
    return out->has_J ? count_structure(problem, out) : MD_OK;
}
