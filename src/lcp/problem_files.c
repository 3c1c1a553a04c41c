/* Reading a problem from a folder of Matrix Market files. Every error names the file. */
#define _POSIX_C_SOURCE 200809L

#include <modulus/problem_files.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "lcp/bodies_from_matrix.h"
#include "lcp/mass.h"
#include "lcp/matrix.h"
#include "lcp/problem.h"
#include "lcp/problem_parts.h"

static const char *const PART_NAMES[MD_PART_COUNT] = {[MD_PART_A] = "A",
                                                      [MD_PART_Q] = "q",
                                                      [MD_PART_J] = "J",
                                                      [MD_PART_V] = "v",
                                                      [MD_PART_B] = "b",
                                                      [MD_PART_M] = "M",
                                                      [MD_PART_MINV] = "Minv",
                                                      [MD_PART_LOWER] = "lower",
                                                      [MD_PART_UPPER] = "upper",
                                                      [MD_PART_MU] = "mu",
                                                      [MD_PART_C] = "c",
                                                      [MD_PART_PARENT] = "parent",
                                                      [MD_PART_Y0] = "y0",
                                                      [MD_PART_LAMBDA0] = "lambda0",
                                                      [MD_PART_TORSION] = "torsion",
                                                      [MD_PART_ROLLING] = "rolling",
                                                      [MD_PART_FACE] = "face",
                                                      [MD_PART_PATCH] = "patch"};

const char *md_part_name(md_part part)
{
    return (unsigned)part < MD_PART_COUNT ? PART_NAMES[part] : "unknown";
}

/* ---- Finding and reading the files ------------------------------------------------------------------------------- */

static md_status find_parts(struct parts *parts)
{
    const char *folder = parts->files->folder;
    for (int part = 0; part < MD_PART_COUNT; ++part) {
        const char *given = parts->files->part[part];
        char *path = parts->path[part];
        int length = 0;
        if (given != NULL) {
            length = snprintf(path, LONGEST_PATH, "%s", given);
        } else if (folder != NULL) {
            length = snprintf(path, LONGEST_PATH, "%s/%s.mtx", folder, PART_NAMES[part]);
        }
        if (length < 0 || length >= LONGEST_PATH) {
            return md_fail(parts->error, MD_ERROR_FILE, "%.200s...: the path is too long", path);
        }
        if (given == NULL && folder != NULL && access(path, F_OK) != 0) {
            path[0] = '\0';
        }
    }
    return MD_OK;
}

static md_status read_matrix(struct parts *parts, md_part part)
{
    md_read_options options = parts->files->read;
    options.allow_infinite = part == MD_PART_LOWER || part == MD_PART_UPPER;
    return md_matrix_read(&parts->matrix[part], &parts->allocator, parts->path[part], &options, parts->error);
}

md_status md_parts_read_vector(struct parts *parts, md_part part, int32_t count, const char *what)
{
    md_status status = read_matrix(parts, part);
    if (status != MD_OK) {
        return status;
    }
    const md_matrix *matrix = &parts->matrix[part];
    const int64_t size = (int64_t)matrix->rows * matrix->cols;
    if (matrix->rows != 1 && matrix->cols != 1 && size > 0) {
        return md_fail(parts->error, MD_ERROR_PROBLEM, "%s: %d x %d, expected a vector", parts->path[part],
                       matrix->rows, matrix->cols);
    }
    if (count >= 0 && size != count) {
        return md_fail(parts->error, MD_ERROR_PROBLEM, "%s: %lld numbers, expected %d (%s)", parts->path[part],
                       (long long)size, count, what);
    }
    status = reals_reserve(&parts->allocator, &parts->vector[part], (size_t)size + 1);
    if (status != MD_OK) {
        return md_fail_plain(parts->error, status);
    }
    md_matrix_to_vector(matrix, parts->vector[part].at);
    return MD_OK;
}

/* ---- A and q, or J, M, v and b ----------------------------------------------------------------------------------- */

md_status md_parts_require(const struct parts *parts, md_part part, const char *with)
{
    if (md_parts_has(parts, part)) {
        return MD_OK;
    }
    const char *folder = parts->files->folder;
    return md_fail(parts->error, MD_ERROR_FILE, "%s%s%s.mtx is missing, expected beside %s",
                   folder != NULL ? folder : "", folder != NULL ? "/" : "", PART_NAMES[part], with);
}

static md_status check_choice(const struct parts *parts)
{
    const char *where = parts->files->folder != NULL ? parts->files->folder : "problem";
    if (!md_parts_has(parts, MD_PART_A) && !md_parts_has(parts, MD_PART_J)) {
        return md_fail(parts->error, MD_ERROR_FILE,
                       "%s: no problem found, expected A.mtx and q.mtx, or J.mtx, v.mtx, b.mtx and M.mtx or Minv.mtx",
                       where);
    }
    if (md_parts_has(parts, MD_PART_A) && md_parts_has(parts, MD_PART_J)) {
        return md_fail(parts->error, MD_ERROR_PROBLEM, "%s: both A and J are given, expected one of them", where);
    }
    if (md_parts_has(parts, MD_PART_J) && md_parts_has(parts, MD_PART_M) && md_parts_has(parts, MD_PART_MINV)) {
        return md_fail(parts->error, MD_ERROR_PROBLEM, "%s: both M and Minv are given, expected one of them", where);
    }
    if (md_parts_has(parts, MD_PART_A) && parts->files->body_degrees_of_freedom != 0) {
        return md_fail(parts->error, MD_ERROR_PROBLEM, "%s: degrees of freedom per body need J, but A is given", where);
    }
    return MD_OK;
}

static md_status begin_explicit(md_problem *problem, struct parts *parts)
{
    md_status status = md_parts_require(parts, MD_PART_Q, "A");
    if (status == MD_OK) {
        status = read_matrix(parts, MD_PART_A);
    }
    const md_matrix *A = &parts->matrix[MD_PART_A];
    if (status == MD_OK && A->rows != A->cols) {
        return md_fail(parts->error, MD_ERROR_PROBLEM, "%s: %d x %d, expected a square matrix", parts->path[MD_PART_A],
                       A->rows, A->cols);
    }
    if (status == MD_OK) {
        status = md_parts_read_vector(parts, MD_PART_Q, A->rows, "one per row of A");
    }
    if (status != MD_OK) {
        return status;
    }
    return md_fail_plain(parts->error, md_problem_begin_explicit(problem, A, parts->vector[MD_PART_Q].at));
}

/* Reads Minv, or inverts M; the result is stored as Minv. */
static md_status read_inverse_mass(struct parts *parts)
{
    const md_part given = md_parts_has(parts, MD_PART_MINV) ? MD_PART_MINV : MD_PART_M;
    const char *name = parts->path[given];
    md_status status = md_parts_require(parts, given, "J (or Minv)");
    if (status == MD_OK) {
        status = read_matrix(parts, given);
    }
    if (status != MD_OK) {
        return status;
    }
    const int32_t n = parts->matrix[MD_PART_J].cols;
    if (parts->matrix[given].rows != n || parts->matrix[given].cols != n) {
        return md_fail(parts->error, MD_ERROR_PROBLEM, "%s: %d x %d, expected %d x %d (J has %d columns)", name,
                       parts->matrix[given].rows, parts->matrix[given].cols, n, n, n);
    }
    return given == MD_PART_MINV
               ? md_mass_check_inverse(&parts->matrix[MD_PART_MINV], name, parts->error)
               : md_mass_invert(&parts->matrix[MD_PART_M], name, &parts->matrix[MD_PART_MINV], parts->error);
}

static md_status begin_structured(md_problem *problem, struct parts *parts)
{
    md_status status = md_parts_require(parts, MD_PART_V, "J");
    if (status == MD_OK) {
        status = md_parts_require(parts, MD_PART_B, "J");
    }
    if (status == MD_OK) {
        status = read_matrix(parts, MD_PART_J);
    }
    const md_matrix *J = &parts->matrix[MD_PART_J];
    if (status == MD_OK) {
        status = md_parts_read_vector(parts, MD_PART_V, J->cols, "one per column of J");
    }
    if (status == MD_OK) {
        status = md_parts_read_vector(parts, MD_PART_B, J->rows, "one per row of J");
    }
    if (status == MD_OK) {
        status = read_inverse_mass(parts);
    }
    if (status != MD_OK) {
        return status;
    }
    const md_real *v = parts->vector[MD_PART_V].at;
    const md_real *b = parts->vector[MD_PART_B].at;
    const md_matrix *inverse_M = &parts->matrix[MD_PART_MINV];
    const int32_t freedom = parts->files->body_degrees_of_freedom;
    if (freedom == 0) {
        return md_fail_plain(parts->error, md_problem_begin_general(problem, J, inverse_M, v, b));
    }
    const char *mass_name = parts->path[md_parts_has(parts, MD_PART_MINV) ? MD_PART_MINV : MD_PART_M];
    const struct body_matrices matrices = {J, inverse_M, v, b, parts->path[MD_PART_J], mass_name};
    return md_bodies_from_matrices(problem, freedom, &matrices, parts->error);
}

/* ---- Row attributes ---------------------------------------------------------------------------------------------- */

static md_status read_bounds(md_problem *problem, struct parts *parts)
{
    if (!md_parts_has(parts, MD_PART_LOWER) && !md_parts_has(parts, MD_PART_UPPER)) {
        return MD_OK;
    }
    const int32_t m = md_problem_rows(problem);
    for (int part = MD_PART_LOWER; part <= MD_PART_UPPER; ++part) {
        const md_status status =
            md_parts_has(parts, (md_part)part)
                ? md_parts_read_vector(parts, (md_part)part, m, "one per row")
                : md_fail_plain(parts->error, reals_reserve(&parts->allocator, &parts->vector[part], (size_t)m + 1));
        if (status != MD_OK) {
            return status;
        }
        for (int32_t i = 0; i < m && !md_parts_has(parts, (md_part)part); ++i) {
            parts->vector[part].at[i] = part == MD_PART_LOWER ? 0 : MD_INFINITY;
        }
    }
    const md_real *lower = parts->vector[MD_PART_LOWER].at;
    const md_real *upper = parts->vector[MD_PART_UPPER].at;
    const md_part named = md_parts_has(parts, MD_PART_LOWER) ? MD_PART_LOWER : MD_PART_UPPER;
    for (int32_t i = 0; i < m; ++i) {
        if (!(lower[i] <= upper[i])) {
            return md_fail(parts->error, MD_ERROR_PROBLEM, "%s: row %d: lower %g is greater than upper %g",
                           parts->path[named], i + 1, (double)lower[i], (double)upper[i]);
        }
        if (lower[i] == MD_INFINITY || upper[i] == -MD_INFINITY) {
            return md_fail(parts->error, MD_ERROR_PROBLEM, "%s: row %d: its bounds contain no finite number",
                           parts->path[named], i + 1);
        }
    }
    return md_fail_plain(parts->error, md_problem_set_bounds(problem, lower, upper));
}

md_status md_parts_check_not_negative(const struct parts *parts, md_part part, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        const md_real value = parts->vector[part].at[i];
        if (!(value >= 0)) {
            return md_fail(parts->error, MD_ERROR_PROBLEM, "%s: number %d is %g, expected zero or a positive number",
                           parts->path[part], i + 1, (double)value);
        }
    }
    return MD_OK;
}

static md_status read_compliance(md_problem *problem, struct parts *parts)
{
    if (!md_parts_has(parts, MD_PART_C)) {
        return MD_OK;
    }
    const int32_t m = md_problem_rows(problem);
    md_status status = md_parts_read_vector(parts, MD_PART_C, m, "one per row");
    if (status == MD_OK) {
        status = md_parts_check_not_negative(parts, MD_PART_C, m);
    }
    return status != MD_OK
               ? status
               : md_fail_plain(parts->error, md_problem_set_compliance(problem, parts->vector[MD_PART_C].at));
}

static md_status read_start(md_problem *problem, struct parts *parts)
{
    if (!md_parts_has(parts, MD_PART_LAMBDA0)) {
        return md_parts_has(parts, MD_PART_Y0) ? md_parts_require(parts, MD_PART_LAMBDA0, "y0") : MD_OK;
    }
    const int32_t m = md_problem_rows(problem);
    md_status status = md_parts_read_vector(parts, MD_PART_LAMBDA0, m, "one per row");
    if (status == MD_OK && md_parts_has(parts, MD_PART_Y0)) {
        status = md_parts_read_vector(parts, MD_PART_Y0, m, "one per row");
    }
    if (status != MD_OK) {
        return status;
    }
    const md_real *y0 = md_parts_has(parts, MD_PART_Y0) ? parts->vector[MD_PART_Y0].at : NULL;
    return md_fail_plain(parts->error, md_problem_set_start(problem, parts->vector[MD_PART_LAMBDA0].at, y0));
}

static md_status read_all(md_problem *problem, struct parts *parts)
{
    md_status status = find_parts(parts);
    if (status == MD_OK) {
        status = check_choice(parts);
    }
    if (status == MD_OK) {
        status = md_parts_has(parts, MD_PART_A) ? begin_explicit(problem, parts) : begin_structured(problem, parts);
    }
    md_status (*const rest[])(md_problem *, struct parts *) = {read_bounds, md_parts_read_friction, md_parts_read_faces,
                                                               read_compliance, read_start};
    for (size_t i = 0; status == MD_OK && i < sizeof rest / sizeof *rest; ++i) {
        status = rest[i](problem, parts);
    }
    if (status == MD_OK) {
        md_error inner = {0};
        status = md_problem_check_parents(problem, &inner);
        if (status != MD_OK) {
            const md_part main_part = md_parts_has(parts, MD_PART_A) ? MD_PART_A : MD_PART_J;
            const char *where = parts->files->folder != NULL ? parts->files->folder : parts->path[main_part];
            md_fail(parts->error, status, "%.250s: %.240s", where, inner.message);
        }
    }
    return status;
}

md_status md_problem_read(md_problem *problem, const md_problem_files *files, md_error *error)
{
    if (problem == NULL || files == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "the %s NULL", problem == NULL ? "problem is" : "files are");
    }
    /* On the heap, because a path and a matrix per part are too large for a stack. */
    const md_allocator owner = problem->allocator;
    struct parts *parts = owner.resize(owner.user, NULL, 0, sizeof *parts);
    if (parts == NULL) {
        md_problem_begin_bodies(problem, 3);
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    memset(parts, 0, sizeof *parts);
    parts->allocator = owner;
    parts->files = files;
    parts->error = error;
    const md_status status = read_all(problem, parts);
    if (status != MD_OK) {
        md_problem_begin_bodies(problem, 3); /* empty, even if this fails */
    }
    for (int part = 0; part < MD_PART_COUNT; ++part) {
        md_matrix_free(&parts->matrix[part]);
        reals_free(&owner, &parts->vector[part]);
    }
    owner.resize(owner.user, parts, sizeof *parts, 0);
    return status;
}
