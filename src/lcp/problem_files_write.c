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

static md_status write_part(const struct folder *folder, md_part part)
{
    switch (part) {
    case MD_PART_A: return write_matrix_part(folder, part, md_problem_get_A, "A of A lambda + q");
    case MD_PART_J: return write_matrix_part(folder, part, md_problem_get_J, "constraint Jacobian J");
    case MD_PART_MINV: return write_matrix_part(folder, part, md_problem_get_inverse_M, "inverse mass matrix M^-1");
    case MD_PART_V:
        md_problem_get_v(folder->problem, folder->scratch.at);
        return write_vector_part(folder, part, folder->scratch.at, folder->problem->n, "velocities v");
    default: return write_row_part(folder, part);
    }
}

md_status md_problem_write(const md_problem *problem, const char *path, md_error *error)
{
    struct folder folder = {.problem = problem, .path = path, .error = error};
    choose_parts(&folder);
    md_status status = check_friction(&folder);
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
