/* Reading a problem: check the file, read it by FCLIB, convert it. */
#include <fclib.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "fclib/parts.h"
#include "lcp/mass.h"
#include "lcp/matrix.h"

struct reader {
    const char *path;
    md_error *error;
};

static md_status fail_memory(const struct reader *reader)
{
    return md_fail_plain(reader->error, MD_ERROR_MEMORY);
}

/* ---- Matrices ---------------------------------------------------------------------------------------------------- */

/* Entries of a matrix that is put together from several. */
struct entries {
    md_entry *at;
    size_t count, capacity;
};

/* The place of a matrix in another: its first row and column, and whether it is transposed. */
struct place {
    const char *name;
    int32_t row, col;
    bool is_transposed;
};

static md_status reserve(const struct reader *reader, struct entries *entries, const struct fclib_matrix *from)
{
    const size_t needed = entries->count + (size_t)from->nzmax + 1;
    if (needed > entries->capacity) {
        md_entry *grown = realloc(entries->at, needed * sizeof *grown);
        if (grown == NULL) {
            return fail_memory(reader);
        }
        entries->at = grown;
        entries->capacity = needed;
    }
    return MD_OK;
}

static md_status add_entry(const struct reader *reader, struct entries *entries, const struct fclib_matrix *from,
                           const struct place *place, int32_t k, int32_t row, int32_t col)
{
    const md_real value = (md_real)from->x[k];
    if (row < 0 || row >= from->m || col < 0 || col >= from->n) {
        return md_fail(reader->error, MD_ERROR_FORMAT, "%s: %s: entry %d is in row %d, column %d of %d x %d",
                       reader->path, place->name, k + 1, row + 1, col + 1, from->m, from->n);
    }
    if (!isfinite(value)) {
        return md_fail(reader->error, MD_ERROR_FORMAT, "%s: %s: entry %d is %g, expected a finite number", reader->path,
                       place->name, k + 1, from->x[k]);
    }
    entries->at[entries->count++] = (md_entry){.row = place->row + (place->is_transposed ? col : row),
                                               .col = place->col + (place->is_transposed ? row : col),
                                               .value = value};
    return MD_OK;
}

/* Files of Siconos have the rows of a list in i, as CSparse does. fclib.h says that they are in p: taken for that only if
 * the indices fit no other way. */
static bool list_has_rows_in_i(const struct fclib_matrix *from)
{
    for (int32_t k = 0; k < from->nz; ++k) {
        if (from->i[k] >= from->m || from->p[k] >= from->n) {
            return false;
        }
    }
    return true;
}

static md_status append_list(const struct reader *reader, struct entries *entries, const struct fclib_matrix *from,
                             const struct place *place)
{
    const bool rows_in_i = list_has_rows_in_i(from);
    const int *rows = rows_in_i ? from->i : from->p;
    const int *cols = rows_in_i ? from->p : from->i;
    md_status status = MD_OK;
    for (int32_t k = 0; status == MD_OK && k < from->nz; ++k) {
        status = add_entry(reader, entries, from, place, k, rows[k], cols[k]);
    }
    return status;
}

static md_status append_compressed(const struct reader *reader, struct entries *entries,
                                   const struct fclib_matrix *from, const struct place *place)
{
    const bool by_columns = from->nz == -1;
    const int32_t lines = by_columns ? from->n : from->m;
    for (int32_t line = 0; line < lines; ++line) {
        if ((line == 0 && from->p[0] != 0) || from->p[line + 1] < from->p[line] || from->p[line + 1] > from->nzmax) {
            return md_fail(reader->error, MD_ERROR_FORMAT,
                           "%s: %s: p does not start at 0 and ascend to at most %d, the number of entries",
                           reader->path, place->name, from->nzmax);
        }
    }
    md_status status = MD_OK;
    for (int32_t line = 0; line < lines; ++line) {
        for (int32_t k = from->p[line]; status == MD_OK && k < from->p[line + 1]; ++k) {
            status = add_entry(reader, entries, from, place, k, by_columns ? from->i[k] : line,
                               by_columns ? line : from->i[k]);
        }
    }
    return status;
}

static md_status append(const struct reader *reader, struct entries *entries, const struct fclib_matrix *from,
                        struct place place)
{
    const md_status status = reserve(reader, entries, from);
    if (status != MD_OK) {
        return status;
    }
    return from->nz >= 0 ? append_list(reader, entries, from, &place)
                         : append_compressed(reader, entries, from, &place);
}

/* ---- Vectors ----------------------------------------------------------------------------------------------------- */

/* A vector with the numbers of one array and then of another, which may be empty. */
static md_status join(const struct reader *reader, const char *name, const double *first, int32_t first_count,
                      const double *second, int32_t second_count, md_real **vector)
{
    *vector = calloc((size_t)first_count + (size_t)second_count + 1, sizeof **vector);
    if (*vector == NULL) {
        return fail_memory(reader);
    }
    for (int32_t i = 0; i < first_count + second_count; ++i) {
        const double value = i < first_count ? first[i] : second[i - first_count];
        (*vector)[i] = (md_real)value;
        if (!isfinite((*vector)[i])) {
            return md_fail(reader->error, MD_ERROR_FORMAT, "%s: %s: number %d is %g, expected a finite number",
                           reader->path, name, i + 1, value);
        }
    }
    return MD_OK;
}

/* ---- Friction ---------------------------------------------------------------------------------------------------- */

/* The arrays of the rows: contacts, then equality constraints without bounds. */
struct rows {
    md_real *lower, *upper, *mu;
    int32_t *parent;
};

static void rows_free(struct rows *rows)
{
    free(rows->lower);
    free(rows->upper);
    free(rows->mu);
    free(rows->parent);
}

static md_status rows_fill(const struct reader *reader, struct rows *rows, int32_t m, int32_t contact_rows,
                           int32_t spacedim, const double *mu)
{
    const size_t count = (size_t)m + 1;
    rows->lower = calloc(count, sizeof *rows->lower);
    rows->upper = calloc(count, sizeof *rows->upper);
    rows->mu = calloc(count, sizeof *rows->mu);
    rows->parent = calloc(count, sizeof *rows->parent);
    if (rows->lower == NULL || rows->upper == NULL || rows->mu == NULL || rows->parent == NULL) {
        return fail_memory(reader);
    }
    for (int32_t i = 0; i < m; ++i) {
        const bool is_contact = i < contact_rows;
        const bool is_tangent = is_contact && i % spacedim != 0;
        rows->lower[i] = is_contact ? 0 : -MD_INFINITY;
        rows->upper[i] = MD_INFINITY;
        rows->parent[i] = is_tangent ? i - i % spacedim : MD_NO_PARENT;
        rows->mu[i] = is_tangent ? (md_real)mu[i / spacedim] : 0;
        if (!(isfinite(rows->mu[i]) && rows->mu[i] >= 0)) {
            return md_fail(reader->error, MD_ERROR_FORMAT,
                           "%s: mu: number %d is %g, expected zero or a positive number", reader->path,
                           i / spacedim + 1, mu[i / spacedim]);
        }
    }
    return MD_OK;
}

static md_status set_rows(const struct reader *reader, md_problem *problem, int32_t contact_rows, int32_t spacedim,
                          const double *mu, md_friction law)
{
    struct rows rows = {0};
    md_status status = rows_fill(reader, &rows, md_problem_rows(problem), contact_rows, spacedim, mu);
    if (status == MD_OK) {
        status = md_fail_plain(reader->error, md_problem_set_bounds(problem, rows.lower, rows.upper));
    }
    if (status == MD_OK) {
        status = md_fail_plain(reader->error, md_problem_set_friction(problem, rows.parent, rows.mu));
    }
    if (status == MD_OK) {
        status = md_fail_plain(reader->error, md_problem_group_contacts(problem, law));
    }
    rows_free(&rows);
    return status;
}

/* ---- Local problems ---------------------------------------------------------------------------------------------- */

/* A = [W V; V^T R], q = [q; s]. */
static md_status begin_local(const struct reader *reader, md_problem *problem, const struct fclib_local *local)
{
    const int32_t contact_rows = local->W->m;
    const int32_t equalities = local->R != NULL ? local->R->m : 0;
    struct entries entries = {0};
    md_matrix A = {0};
    md_real *q = NULL;
    md_status status = append(reader, &entries, local->W, (struct place){.name = "W"});
    if (status == MD_OK && equalities > 0) {
        status = append(reader, &entries, local->V, (struct place){.name = "V", .col = contact_rows});
    }
    if (status == MD_OK && equalities > 0) {
        status =
            append(reader, &entries, local->V, (struct place){.name = "V", .row = contact_rows, .is_transposed = true});
    }
    if (status == MD_OK && equalities > 0) {
        status =
            append(reader, &entries, local->R, (struct place){.name = "R", .row = contact_rows, .col = contact_rows});
    }
    if (status == MD_OK) {
        status = join(reader, "q", local->q, contact_rows, local->s, equalities, &q);
    }
    if (status == MD_OK) {
        const int32_t m = contact_rows + equalities;
        status = md_fail_plain(reader->error, md_matrix_from_entries(&A, NULL, m, m, entries.at, entries.count));
    }
    if (status == MD_OK) {
        status = md_fail_plain(reader->error, md_problem_begin_explicit(problem, &A, q));
    }
    md_matrix_free(&A);
    free(entries.at);
    free(q);
    return status;
}

static md_status read_local(const struct reader *reader, md_problem *problem, md_friction law)
{
    struct fclib_local *local = fclib_read_local(reader->path);
    if (local == NULL) {
        return md_fail(reader->error, MD_ERROR_FILE, "%s: FCLIB cannot read it", reader->path);
    }
    md_status status = begin_local(reader, problem, local);
    if (status == MD_OK) {
        status = set_rows(reader, problem, local->W->m, local->spacedim, local->mu, law);
    }
    fclib_delete_local(local);
    free(local);
    return status;
}

/* ---- Global problems --------------------------------------------------------------------------------------------- */

static md_status invert_M(const struct reader *reader, const struct fclib_matrix *from, md_matrix *inverse_M)
{
    char name[4200];
    struct entries entries = {0};
    md_matrix M = {0};
    snprintf(name, sizeof name, "%s: M", reader->path);
    md_status status = append(reader, &entries, from, (struct place){.name = "M"});
    if (status == MD_OK) {
        status =
            md_fail_plain(reader->error, md_matrix_from_entries(&M, NULL, from->m, from->n, entries.at, entries.count));
    }
    if (status == MD_OK) {
        status = md_mass_invert(&M, name, inverse_M, reader->error);
    }
    md_matrix_free(&M);
    free(entries.at);
    return status;
}

/* J = [H^T; G^T]. */
static md_status form_J(const struct reader *reader, const struct fclib_global *global, md_matrix *J)
{
    const int32_t contact_rows = global->H->n;
    const int32_t equalities = global->G != NULL ? global->G->n : 0;
    struct entries entries = {0};
    md_status status = append(reader, &entries, global->H, (struct place){.name = "H", .is_transposed = true});
    if (status == MD_OK && equalities > 0) {
        status = append(reader, &entries, global->G,
                        (struct place){.name = "G", .row = contact_rows, .is_transposed = true});
    }
    if (status == MD_OK) {
        status = md_fail_plain(reader->error, md_matrix_from_entries(J, NULL, contact_rows + equalities, global->M->m,
                                                                     entries.at, entries.count));
    }
    free(entries.at);
    return status;
}

/* v = M^-1 f, in place. */
static md_status multiply(const struct reader *reader, const md_matrix *inverse_M, md_real *f)
{
    md_real *v = calloc((size_t)inverse_M->rows + 1, sizeof *v);
    if (v == NULL) {
        return fail_memory(reader);
    }
    for (int32_t i = 0; i < inverse_M->rows; ++i) {
        for (int64_t e = inverse_M->start[i]; e < inverse_M->start[i + 1]; ++e) {
            v[i] += inverse_M->value[e] * f[inverse_M->col[e]];
        }
    }
    for (int32_t i = 0; i < inverse_M->rows; ++i) {
        f[i] = v[i];
    }
    free(v);
    return MD_OK;
}

static md_status begin_global(const struct reader *reader, md_problem *problem, const struct fclib_global *global)
{
    const int32_t equalities = global->G != NULL ? global->G->n : 0;
    md_matrix inverse_M = {0};
    md_matrix J = {0};
    md_real *v = NULL;
    md_real *b = NULL;
    md_status status = invert_M(reader, global->M, &inverse_M);
    if (status == MD_OK) {
        status = form_J(reader, global, &J);
    }
    if (status == MD_OK) {
        status = join(reader, "f", global->f, global->M->m, NULL, 0, &v);
    }
    if (status == MD_OK) {
        status = multiply(reader, &inverse_M, v);
    }
    if (status == MD_OK) {
        status = join(reader, "w and b", global->w, global->H->n, global->b, equalities, &b);
    }
    if (status == MD_OK) {
        status = md_fail_plain(reader->error, md_problem_begin_general(problem, &J, &inverse_M, v, b));
    }
    md_matrix_free(&inverse_M);
    md_matrix_free(&J);
    free(v);
    free(b);
    return status;
}

static md_status read_global(const struct reader *reader, md_problem *problem, md_friction law)
{
    struct fclib_global *global = fclib_read_global(reader->path);
    if (global == NULL) {
        return md_fail(reader->error, MD_ERROR_FILE, "%s: FCLIB cannot read it", reader->path);
    }
    md_status status = begin_global(reader, problem, global);
    if (status == MD_OK) {
        status = set_rows(reader, problem, global->H->n, global->spacedim, global->mu, law);
    }
    fclib_delete_global(global);
    free(global);
    return status;
}

/* ---- Both -------------------------------------------------------------------------------------------------------- */

static bool try_reading(void *user)
{
    const struct reader *reader = user;
    enum fclib_kind kind = FCLIB_LOCAL;
    return fclib_check(reader->path, &kind, NULL) == MD_OK &&
           (kind == FCLIB_LOCAL ? fclib_read_local(reader->path) != NULL : fclib_read_global(reader->path) != NULL);
}

/* A copy of the process checks and reads the file first: FCLIB ends the process if memory is short or HDF5 cannot unpack
 * something, and HDF5 may crash on a damaged file. */
static md_status read_checked(struct reader *reader, md_problem *problem, md_friction law)
{
    enum fclib_kind kind = FCLIB_LOCAL;
    const md_status tried = fclib_try(try_reading, reader);
    if (tried == MD_ERROR_MEMORY) {
        return fail_memory(reader);
    }
    if (tried == MD_ERROR_FILE) {
        return md_fail(reader->error, MD_ERROR_FORMAT,
                       "%s: HDF5 cannot read its data, it is damaged or there is too little memory", reader->path);
    }
    const md_status status = fclib_check(reader->path, &kind, reader->error);
    if (status != MD_OK) {
        return status;
    }
    return kind == FCLIB_LOCAL ? read_local(reader, problem, law) : read_global(reader, problem, law);
}

md_status fclib_read(md_problem *problem, const char *path, md_friction law, md_error *error)
{
    struct reader reader = {path, error};
    md_status status = read_checked(&reader, problem, law);
    if (status == MD_OK) {
        md_error inner = {0};
        status = md_problem_check(problem, &inner);
        if (status != MD_OK) {
            md_fail(error, status, "%.250s: %.240s", path, inner.message);
        }
    }
    if (status != MD_OK) {
        md_problem_begin_bodies(problem, 3); /* empty, even if this fails */
    }
    return status;
}
