#define _POSIX_C_SOURCE 200809L

#include "cli/output/problem_folder.h"

#include <stdio.h>
#include <unistd.h>

#include "base/error.h"
#include "fclib/fclib_files.h"

#define MAX_PATH_SIZE 4096

static md_status dof_path(const char *folder, char path[MAX_PATH_SIZE], md_error *error)
{
    const int length = snprintf(path, MAX_PATH_SIZE, "%s/dof.mtx", folder);
    return length > 0 && length < MAX_PATH_SIZE
               ? MD_OK
               : md_fail(error, MD_ERROR_FILE, "%.200s...: the path is too long", folder);
}

md_status problem_folder_write(const md_problem *problem, const char *folder, md_error *error)
{
    char path[MAX_PATH_SIZE];
    const md_real dof = (md_real)md_problem_degrees_of_freedom(problem);
    md_status status = dof_path(folder, path, error);
    if (status == MD_OK && !(dof > 0) && access(path, F_OK) == 0) {
        return md_fail(error, MD_ERROR_FILE,
                       "%s is in the way: it belongs to another problem; remove it or choose another folder", path);
    }
    if (status == MD_OK) {
        status = md_problem_write(problem, folder, error);
    }
    if (status == MD_OK && dof > 0) {
        status = md_vector_write(&dof, 1, path, "degrees of freedom per body: the number of columns of J", error);
    }
    return status;
}

md_status problem_save(const md_problem *problem, const char *path, md_error *error)
{
    if (!fclib_is_name(path)) {
        return problem_folder_write(problem, path, error);
    }
    const struct fclib_files *files = NULL;
    const md_status status = fclib_load(&files, error);
    return status == MD_OK ? files->write(problem, path, error) : status;
}

md_status problem_folder_read_dof(const char *folder, int32_t *dof, md_error *error)
{
    char path[MAX_PATH_SIZE];
    *dof = 0;
    md_status status = dof_path(folder, path, error);
    if (status != MD_OK || access(path, F_OK) != 0) {
        return status;
    }
    md_matrix number = {0};
    status = md_matrix_read(&number, NULL, path, NULL, error);
    if (status == MD_OK) {
        const double value = number.rows == 1 && number.cols == 1 ? (double)md_matrix_at(&number, 0, 0) : 0;
        *dof = value == 3 ? 3 : value == 6 ? 6 : 0;
        status = *dof != 0 ? MD_OK : md_fail(error, MD_ERROR_FORMAT, "%s: expected one number, 3 or 6", path);
    }
    md_matrix_free(&number);
    return status;
}
