#include "lcp/bodies_from_matrix.h"

#include "base/error.h"
#include "lcp/matrix.h"

/* M^-1 of a rigid body has one inverse mass for the linear directions and an inverse inertia, and no coupling between
 * the two or between bodies. */
static bool entry_is_rigid(const md_matrix *inverse_M, int32_t row, int32_t col, int32_t freedom)
{
    const int32_t first = row - row % freedom;
    const int32_t linear = freedom == 3 ? 2 : 3;
    const bool same_body = col >= first && col < first + freedom;
    const bool both_angular = row - first >= linear && col - first >= linear;
    const bool on_diagonal = row == col;
    return md_matrix_at(inverse_M, row, col) == 0 || (same_body && (both_angular || on_diagonal));
}

static md_status add_body(md_problem *problem, int32_t index, int32_t freedom, const struct body_matrices *matrices,
                          md_error *error)
{
    const md_matrix *inverse_M = matrices->inverse_M;
    const int32_t first = index * freedom;
    const int32_t linear = freedom == 3 ? 2 : 3;
    const int32_t angular = freedom - linear;
    md_body body = {.inverse_mass = md_matrix_at(inverse_M, first, first)};
    for (int32_t k = 0; k < freedom; ++k) {
        const int32_t row = first + k;
        body.velocity[k] = matrices->v[row];
        const bool one_mass = k >= linear || md_matrix_at(inverse_M, row, row) == body.inverse_mass;
        bool rigid = one_mass;
        for (int64_t e = inverse_M->start[row]; rigid && e < inverse_M->start[row + 1]; ++e) {
            rigid = entry_is_rigid(inverse_M, row, inverse_M->col[e], freedom);
        }
        if (!rigid) {
            return md_fail(error, MD_ERROR_PROBLEM,
                           "%s: row %d is not that of a rigid body with %d degrees of freedom (one mass, one inertia)",
                           matrices->mass_name, row + 1, freedom);
        }
    }
    for (int32_t row = 0; row < angular; ++row) {
        for (int32_t col = 0; col < angular; ++col) {
            body.inverse_inertia[angular * row + col] =
                md_matrix_at(inverse_M, first + linear + row, first + linear + col);
        }
    }
    return md_fail_plain(error, md_problem_add_body(problem, &body));
}

static md_status add_row(md_problem *problem, int32_t index, int32_t freedom, const struct body_matrices *matrices,
                         md_error *error)
{
    const md_matrix *J = matrices->J;
    md_row row = md_row_default();
    row.bias = matrices->b[index];
    int32_t used = 0;
    for (int64_t e = J->start[index]; e < J->start[index + 1]; ++e) {
        const int32_t body = J->col[e] / freedom;
        if (J->value[e] == 0) {
            continue; /* a stored zero */
        }
        if (used == 0 || row.body[used - 1] != body) {
            if (used == 2) {
                return md_fail(error, MD_ERROR_PROBLEM,
                               "%s: row %d has bodies %d, %d and %d, expected at most two per row", matrices->J_name,
                               index + 1, row.body[0] + 1, row.body[1] + 1, body + 1);
            }
            row.body[used++] = body;
        }
        row.jacobian[used - 1][J->col[e] % freedom] = J->value[e];
    }
    return md_fail_plain(error, md_problem_add_row(problem, &row));
}

md_status md_bodies_from_matrices(md_problem *problem, int32_t degrees_of_freedom, const struct body_matrices *matrices,
                                  md_error *error)
{
    const md_matrix *J = matrices->J;
    md_status status = md_problem_begin_bodies(problem, degrees_of_freedom);
    if (status == MD_ERROR_ARGUMENT) {
        return md_fail(error, status, "degrees of freedom per body: %d, expected 3 or 6", degrees_of_freedom);
    }
    if (status != MD_OK) {
        return md_fail_plain(error, status);
    }
    if (J->cols % degrees_of_freedom != 0) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "%s: %d columns, expected a multiple of %d (degrees of freedom per body)", matrices->J_name,
                       J->cols, degrees_of_freedom);
    }
    for (int32_t body = 0; status == MD_OK && body < J->cols / degrees_of_freedom; ++body) {
        status = add_body(problem, body, degrees_of_freedom, matrices, error);
    }
    for (int32_t row = 0; status == MD_OK && row < J->rows; ++row) {
        status = add_row(problem, row, degrees_of_freedom, matrices, error);
    }
    return status;
}
