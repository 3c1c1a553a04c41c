/* Writing a problem into a folder of Matrix Market files. */
#define _POSIX_C_SOURCE 200809L

#include <modulus/problem_files.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "lcp/matrix.h"
#include "lcp/problem.h"

#define LONGEST_PATH 4096

struct folder {
    const md_problem *problem;
    const char *path;
    md_error *error;
    bool wanted[MD_PART_COUNT];
    int32_t contact_rows; /* all rows are contacts of one shape, with this many rows; 0: they are not */
    struct reals scratch; /* a vector of n or m numbers */
};

static md_status part_path(const struct folder *folder, md_part part, char path[LONGEST_PATH])
{
    const int length = snprintf(path, LONGEST_PATH, "%s/%s.mtx", folder->path, md_part_name(part));
    return length > 0 && length < LONGEST_PATH
               ? MD_OK
               : md_fail(folder->error, MD_ERROR_FILE, "%.200s...: the path is too long", folder->path);
}

/* Compares bits: -0 is not 0. */
static bool differ(md_real a, md_real b)
{
    return a != b || signbit(a) != signbit(b);
}

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

static bool have_one_shape(const struct contact_rows *a, const struct contact_rows *b)
{
    return a->tangents == b->tangents && a->has_torsion == b->has_torsion && a->has_rolling == b->has_rolling;
}

/* The rows of a contact if all rows of the problem are contacts of one shape that one number per contact describes. */
static int32_t rows_per_contact(const md_problem *problem)
{
    const struct contact_rows *first = problem->contacts;
    if (problem->contact_count == 0 || first->tangents == 0 || (first->tangents == 1 && first->has_torsion)) {
        return 0;
    }
    const int32_t rows = md_contact_row_count(first);
    bool is_uniform = (int64_t)rows * problem->contact_count == problem->m;
    for (int32_t k = 0; is_uniform && k < problem->contact_count; ++k) {
        const struct contact_rows *contact = &problem->contacts[k];
        is_uniform =
            contact->row == k * rows && have_one_shape(contact, first) && md_contact_has_one_mu(problem, contact);
    }
    return is_uniform ? rows : 0;
}

/* With one mu per row, a reader finds the contacts by their shape. */
static md_status check_contacts_are_found(const struct folder *folder)
{
    const md_problem *problem = folder->problem;
    for (int32_t k = 0; folder->contact_rows == 0 && k < problem->contact_count; ++k) {
        const struct contact_rows *contact = &problem->contacts[k];
        struct contact_rows found;
        const bool is_found = md_problem_find_contact(problem, contact->row, &found) && have_one_shape(contact, &found);
        if (contact->tangents > 0 && !is_found) {
            return md_fail(folder->error, MD_ERROR_PROBLEM,
                           "row %d: files cannot store this contact beside others: with one mu per row its tangents, "
                           "torsion and rolling look like those of another shape",
                           contact->row + 1);
        }
    }
    return MD_OK;
}

/* The same for patches. */
static md_status check_patches_are_found(const struct folder *folder)
{
    const md_problem *problem = folder->problem;
    for (int32_t k = 0; k < problem->patch_count; ++k) {
        const struct patch_rows *patch = &problem->patches[k];
        struct patch_rows found;
        const bool is_found = md_problem_find_patch(problem, patch->row, patch->points, &found) &&
                              patch->tangents == found.tangents && patch->has_torsion == found.has_torsion &&
                              patch->has_rolling == found.has_rolling;
        if (patch->tangents > 0 && !is_found) {
            return md_fail(folder->error, MD_ERROR_PROBLEM,
                           "row %d: files cannot store this patch: its friction rows look like those of another shape",
                           patch->row + 1);
        }
    }
    return MD_OK;
}

/* ---- Which files ------------------------------------------------------------------------------------------------- */

/* Finds the parts that differ from the default of a missing file. */
static void choose_parts(struct folder *folder)
{
    const md_problem *problem = folder->problem;
    const bool structured = problem->kind != MD_PROBLEM_EXPLICIT;
    bool *wanted = folder->wanted;
    wanted[MD_PART_A] = wanted[MD_PART_Q] = !structured;
    wanted[MD_PART_J] = wanted[MD_PART_V] = wanted[MD_PART_B] = wanted[MD_PART_MINV] = structured;
    for (int32_t i = 0; i < problem->m; ++i) {
        const bool is_child = problem->parent.at[i] != MD_NO_PARENT;
        wanted[MD_PART_PARENT] |= is_child;
        wanted[MD_PART_MU] |= is_child;
        wanted[MD_PART_LOWER] |= !is_child && differ(problem->lower.at[i], 0);
        wanted[MD_PART_UPPER] |= !is_child && problem->upper.at[i] != MD_INFINITY;
        wanted[MD_PART_C] |= differ(problem->compliance.at[i], 0);
        wanted[MD_PART_LAMBDA0] |= differ(problem->lambda0.at[i], 0) || differ(problem->y0.at[i], 0);
        wanted[MD_PART_Y0] |= differ(problem->y0.at[i], problem->lambda0.at[i]);
    }
    wanted[MD_PART_FACE] = problem->face_count > 0;
    for (int32_t k = 0; k < problem->patch_count; ++k) {
        wanted[MD_PART_PATCH] |= problem->patches[k].tangents > 0; /* without friction, a patch is rows */
    }
    folder->contact_rows = rows_per_contact(problem);
    if (folder->contact_rows > 0) {
        wanted[MD_PART_PARENT] = false;
        wanted[MD_PART_TORSION] = problem->contacts->has_torsion;
        wanted[MD_PART_ROLLING] = problem->contacts->has_rolling;
    }
}

/* Files can only store mu for a friction row. */
static md_status check_friction(const struct folder *folder)
{
    const md_problem *problem = folder->problem;
    for (int32_t i = 0; i < problem->m; ++i) {
        if (problem->parent.at[i] != MD_NO_PARENT && problem->lower.at[i] != -problem->upper.at[i]) {
            return md_fail(
                folder->error, MD_ERROR_PROBLEM,
                "row %d: bounds %g and %g times the impulse of its parent, but files can only store -mu and mu", i + 1,
                (double)problem->lower.at[i], (double)problem->upper.at[i]);
        }
    }
    return MD_OK;
}

/* Files of another problem in the folder would be read as parts of this one. */
static md_status check_nothing_in_the_way(const struct folder *folder)
{
    for (int part = 0; part < MD_PART_COUNT; ++part) {
        char path[LONGEST_PATH];
        const md_status status = part_path(folder, (md_part)part, path);
        if (status != MD_OK) {
            return status;
        }
        if (!folder->wanted[part] && access(path, F_OK) == 0) {
            return md_fail(folder->error, MD_ERROR_FILE,
                           "%s exists and belongs to another problem; remove it or choose another folder", path);
        }
    }
    return MD_OK;
}

static md_status write_matrix_part(const struct folder *folder, md_part part,
                                   md_status (*get)(const md_problem *, md_matrix *), const char *comment)
{
    char path[LONGEST_PATH];
    md_matrix matrix = {0};
    md_status status = part_path(folder, part, path);
    if (status == MD_OK) {
        status = md_fail_plain(folder->error, get(folder->problem, &matrix));
    }
    if (status == MD_OK) {
        status = md_matrix_write(&matrix, path, comment, folder->error);
    }
    md_matrix_free(&matrix);
    return status;
}

static md_status write_vector_part(const struct folder *folder, md_part part, const md_real *values, int32_t count,
                                   const char *comment)
{
    char path[LONGEST_PATH];
    const md_status status = part_path(folder, part, path);
    return status == MD_OK ? md_vector_write(values, count, path, comment, folder->error) : status;
}

/* The value of a row attribute in its file: a neutral number if it does not apply. */
static md_real row_value(const md_problem *problem, md_part part, int32_t i)
{
    const bool is_child = problem->parent.at[i] != MD_NO_PARENT;
    switch (part) {
    case MD_PART_LOWER: return is_child ? 0 : problem->lower.at[i];
    case MD_PART_UPPER: return is_child ? MD_INFINITY : problem->upper.at[i];
    case MD_PART_MU: return is_child ? problem->upper.at[i] : 0;
    case MD_PART_PARENT: return (md_real)(problem->parent.at[i] + 1);
    case MD_PART_C: return problem->compliance.at[i];
    case MD_PART_LAMBDA0: return problem->lambda0.at[i];
    case MD_PART_Y0: return problem->y0.at[i];
    default: return problem->bias.at[i]; /* q or b */
    }
}

static md_status write_row_part(const struct folder *folder, md_part part)
{
    static const char *const COMMENTS[MD_PART_COUNT] = {
        [MD_PART_Q] = "q of A lambda + q",
        [MD_PART_B] = "bias b of J v + b",
        [MD_PART_LOWER] = "lower bounds of lambda",
        [MD_PART_UPPER] = "upper bounds of lambda",
        [MD_PART_MU] = "friction coefficient per row",
        [MD_PART_PARENT] = "the row, from 1, whose impulse bounds this row; 0 for none",
        [MD_PART_C] = "compliance, added to the diagonal of A",
        [MD_PART_LAMBDA0] = "warm start: impulses",
        [MD_PART_Y0] = "warm start: modulus variables",
    };
    for (int32_t i = 0; i < folder->problem->m; ++i) {
        folder->scratch.at[i] = row_value(folder->problem, part, i);
    }
    return write_vector_part(folder, part, folder->scratch.at, folder->problem->m, COMMENTS[part]);
}

/* mu, torsion or rolling, one number per contact: the bound of the first row of that kind. */
static md_status write_contact_part(const struct folder *folder, md_part part)
{
    static const char *const COMMENTS[MD_PART_COUNT] = {
        [MD_PART_MU] = "friction coefficient per contact",
        [MD_PART_TORSION] = "torsional friction per contact: bound of the impulse about the normal per normal impulse",
        [MD_PART_ROLLING] = "rolling friction per contact: bound of the rolling impulse per normal impulse",
    };
    const md_problem *problem = folder->problem;
    for (int32_t k = 0; k < problem->contact_count; ++k) {
        const struct contact_rows *contact = &problem->contacts[k];
        const int32_t torsion = contact->row + 1 + contact->tangents;
        const int32_t row = part == MD_PART_MU        ? contact->row + 1
                            : part == MD_PART_TORSION ? torsion
                                                      : torsion + (contact->has_torsion ? 1 : 0);
        folder->scratch.at[k] = problem->upper.at[row];
    }
    return write_vector_part(folder, part, folder->scratch.at, problem->contact_count, COMMENTS[part]);
}

static md_status write_faces(const struct folder *folder)
{
    const md_problem *problem = folder->problem;
    memset(folder->scratch.at, 0, (size_t)problem->m * sizeof *folder->scratch.at);
    for (int32_t f = 0; f < problem->face_count; ++f) {
        const struct face_rows *face = &problem->faces[f];
        for (int32_t k = 0; k < face->count; ++k) {
            folder->scratch.at[face->row[k]] = (md_real)(face->row[0] + 1);
        }
    }
    return write_vector_part(folder, MD_PART_FACE, folder->scratch.at, problem->m,
                             "normals that are swept together: the first of them, from 1; 0 for none");
}

static md_status write_patches(const struct folder *folder)
{
    const md_problem *problem = folder->problem;
    memset(folder->scratch.at, 0, (size_t)problem->m * sizeof *folder->scratch.at);
    for (int32_t p = 0; p < problem->patch_count; ++p) {
        const struct patch_rows *patch = &problem->patches[p];
        for (int32_t k = 0; patch->tangents > 0 && k < patch->points; ++k) {
            folder->scratch.at[patch->row + k] = (md_real)(patch->row + 1);
        }
    }
    return write_vector_part(folder, MD_PART_PATCH, folder->scratch.at, problem->m,
                             "normals that bound friction together: the first of them, from 1; 0 for none");
}

static md_status write_part(const struct folder *folder, md_part part)
{
    if (folder->contact_rows > 0 && (part == MD_PART_MU || part == MD_PART_TORSION || part == MD_PART_ROLLING)) {
        return write_contact_part(folder, part);
    }
    switch (part) {
    case MD_PART_A: return write_matrix_part(folder, part, md_problem_get_A, "A of A lambda + q");
    case MD_PART_J: return write_matrix_part(folder, part, md_problem_get_J, "constraint Jacobian J");
    case MD_PART_MINV: return write_matrix_part(folder, part, md_problem_get_inverse_M, "inverse mass matrix M^-1");
    case MD_PART_V:
        md_problem_get_v(folder->problem, folder->scratch.at);
        return write_vector_part(folder, part, folder->scratch.at, folder->problem->n, "velocities v");
    case MD_PART_FACE: return write_faces(folder);
    case MD_PART_PATCH: return write_patches(folder);
    default: return write_row_part(folder, part);
    }
}

md_status md_problem_write(const md_problem *problem, const char *path, md_error *error)
{
    if (problem == NULL || path == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "the %s is NULL", problem == NULL ? "problem" : "folder");
    }
    struct folder folder = {.problem = problem, .path = path, .error = error};
    choose_parts(&folder);
    md_status status = check_friction(&folder);
    if (status == MD_OK) {
        status = check_contacts_are_found(&folder);
    }
    if (status == MD_OK) {
        status = check_patches_are_found(&folder);
    }
    if (status != MD_OK) {
        return status;
    }
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        return md_fail(error, MD_ERROR_FILE, "%s: cannot be created: %s", path, strerror(errno));
    }
    status = check_nothing_in_the_way(&folder);
    if (status == MD_OK) {
        const size_t longest = (size_t)(problem->m > problem->n ? problem->m : problem->n);
        status = md_fail_plain(error, reals_reserve(&problem->allocator, &folder.scratch, longest + 1));
    }
    for (int part = 0; status == MD_OK && part < MD_PART_COUNT; ++part) {
        if (folder.wanted[part]) {
            status = write_part(&folder, (md_part)part);
        }
    }
    reals_free(&problem->allocator, &folder.scratch);
    return status;
}
