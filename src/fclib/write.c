/* Writing a local problem, by FCLIB in another process: it ends the process if the disk is full. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fclib.h>
#include <hdf5.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/output_file.h"
#include "fclib/parts.h"
#include "lcp/matrix.h"
#include "lcp/problem.h"

/* ---- Which problems FCLIB has ------------------------------------------------------------------------------------ */

/* Whether the contact is one of FCLIB, with the first contact's number of tangents. */
static bool fits(const md_problem *problem, const struct contact_rows *contact)
{
    return !contact->has_torsion && !contact->has_rolling && contact->tangents == problem->contacts->tangents &&
           !(problem->lower.at[contact->row] != 0) && problem->upper.at[contact->row] == MD_INFINITY;
}

static md_status check_contacts(const md_problem *problem, const char *path, md_error *error)
{
    if (problem->patch_count > 0) {
        return md_fail(
            error, MD_ERROR_PROBLEM,
            "%s: row %d: several normal impulses bound its friction together (a patch), and FCLIB has one normal "
            "per contact; write a folder instead",
            path, problem->patches->row + 1);
    }
    int32_t next = 0; /* the first row that is in no contact */
    for (int32_t k = 0; k < problem->contact_count && problem->contacts[k].row == next; ++k) {
        if (!fits(problem, &problem->contacts[k])) {
            break;
        }
        next += 1 + problem->contacts[k].tangents;
    }
    if (next < problem->m || problem->m == 0) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "%s: row %d is not in a contact with a normal and one or two tangents, the same number in all, "
                       "and FCLIB has no others; write a folder instead",
                       path, next + 1);
    }
    return MD_OK;
}

/* ---- Conversion -------------------------------------------------------------------------------------------------- */

/* Adds the compliance to the diagonal. Its entries exist, because a diagonal of zero is refused. */
static void add_compliance(md_matrix *A, const md_problem *problem)
{
    for (int32_t i = 0; i < A->rows; ++i) {
        for (int64_t e = A->start[i]; e < A->start[i + 1]; ++e) {
            A->value[e] += A->col[e] == i ? problem->compliance.at[i] : 0;
        }
    }
}

/* The columns of A are the rows of its transpose. */
static md_status fill_W(const md_problem *problem, struct fclib_matrix *W)
{
    md_matrix A = {0};
    md_matrix columns = {0};
    md_status status = md_problem_get_A(problem, &A);
    if (status == MD_OK) {
        add_compliance(&A, problem);
        status = md_matrix_transpose(&columns, NULL, &A);
    }
    const int64_t count = status == MD_OK ? md_matrix_entries(&columns) : 0;
    if (count > INT_MAX) {
        status = MD_ERROR_SIZE;
    }
    if (status == MD_OK) {
        *W = (struct fclib_matrix){.nzmax = (int)count, .m = problem->m, .n = problem->m, .nz = -1};
        W->p = calloc((size_t)problem->m + 1, sizeof *W->p);
        W->i = calloc((size_t)count + 1, sizeof *W->i);
        W->x = calloc((size_t)count + 1, sizeof *W->x);
        status = W->p != NULL && W->i != NULL && W->x != NULL ? MD_OK : MD_ERROR_MEMORY;
    }
    for (int32_t j = 0; status == MD_OK && j <= problem->m; ++j) {
        W->p[j] = (int)columns.start[j];
    }
    for (int64_t k = 0; status == MD_OK && k < count; ++k) {
        W->i[k] = columns.col[k];
        W->x[k] = (double)columns.value[k];
    }
    md_matrix_free(&A);
    md_matrix_free(&columns);
    return status;
}

static md_status fill_vectors(const md_problem *problem, struct fclib_local *local)
{
    md_real *q = calloc((size_t)problem->m + 1, sizeof *q);
    local->q = calloc((size_t)problem->m + 1, sizeof *local->q);
    local->mu = calloc((size_t)problem->contact_count + 1, sizeof *local->mu);
    md_status status =
        q != NULL && local->q != NULL && local->mu != NULL ? md_problem_get_q(problem, q) : MD_ERROR_MEMORY;
    for (int32_t i = 0; status == MD_OK && i < problem->m; ++i) {
        local->q[i] = (double)q[i];
    }
    for (int32_t k = 0; status == MD_OK && k < problem->contact_count; ++k) {
        local->mu[k] = (double)md_problem_contact_mu(problem, k);
    }
    free(q);
    return status;
}

/* ---- The file ---------------------------------------------------------------------------------------------------- */

struct job {
    struct fclib_local *local;
    char path[4096];
};

static bool write_job(void *user)
{
    const struct job *job = user;
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return fclib_write_local(job->local, job->path) == 1;
}

static md_status copy_file(const char *from, const char *path, md_error *error)
{
    struct output_file output;
    md_status status = md_output_open(&output, path, error);
    if (status != MD_OK) {
        return status;
    }
    FILE *file = fopen(from, "rb");
    char bytes[65536];
    bool is_good = file != NULL;
    for (size_t count = 1; is_good && count > 0;) {
        count = fread(bytes, 1, sizeof bytes, file);
        is_good = !ferror(file) && md_output_write(&output, bytes, count);
    }
    if (file == NULL || ferror(file)) {
        md_output_discard(&output);
        status = md_fail(error, MD_ERROR_FILE, "%s: %s", from, strerror(errno));
    } else {
        status = md_output_commit(&output, error);
    }
    if (file != NULL) {
        fclose(file);
    }
    return status;
}

/* FCLIB writes into a folder of its own, because it adds to a file that exists. */
static md_status write_file(struct fclib_local *local, const char *path, md_error *error)
{
    const char *temporary = getenv("TMPDIR");
    char folder[2048];
    struct job job = {.local = local};
    const int length = snprintf(folder, sizeof folder, "%s/modulus-XXXXXX", temporary != NULL ? temporary : "/tmp");
    if (length < 0 || (size_t)length >= sizeof folder || mkdtemp(folder) == NULL) {
        return md_fail(error, MD_ERROR_FILE, "%.200s: no temporary folder can be made", folder);
    }
    snprintf(job.path, sizeof job.path, "%s/problem.hdf5", folder);
    md_status status = fclib_try(write_job, &job);
    if (status == MD_OK) {
        status = copy_file(job.path, path, error);
    } else {
        md_fail(error, status, "%s: HDF5 cannot write a temporary file in %s; is there space?", path, folder);
    }
    unlink(job.path);
    rmdir(folder);
    return status;
}

static md_status write_grouped(const md_problem *problem, const char *path, md_error *error)
{
    struct fclib_info info = {.title = "contact problem", .description = "written by modulus"};
    struct fclib_matrix W = {0};
    struct fclib_local local = {.W = &W, .info = &info};
    md_status status = check_contacts(problem, path, error);
    if (status == MD_OK) {
        local.spacedim = 1 + problem->contacts->tangents;
        status = fill_W(problem, &W);
        status = md_fail_plain(error, status == MD_OK ? fill_vectors(problem, &local) : status);
    }
    if (status == MD_OK) {
        status = write_file(&local, path, error);
    }
    free(W.p);
    free(W.i);
    free(W.x);
    free(local.q);
    free(local.mu);
    return status;
}

md_status fclib_write(const md_problem *problem, const char *path, md_error *error)
{
    /* Rows that were given one by one may be contacts too. */
    md_problem *grouped = md_problem_create(NULL);
    md_status status = grouped != NULL ? md_problem_copy(grouped, problem) : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        status = md_problem_group_contacts(grouped, MD_FRICTION_DISC);
    }
    status = status == MD_OK ? write_grouped(grouped, path, error) : md_fail_plain(error, status);
    md_problem_destroy(grouped);
    return status;
}
