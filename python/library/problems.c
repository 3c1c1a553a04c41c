/* Problems from files, specifications and matrices. */
#define _POSIX_C_SOURCE 200809L

#include <sys/stat.h>

#include "base/error.h"
#include "cli/output/problem_folder.h"
#include "companion.h"
#include "fclib/fclib_files.h"
#include "generate/generate.h"
#include "lcp/bodies_from_matrix.h"
#include "lcp/mass.h"
#include "lcp/problem.h"

static bool is_file(const char *path)
{
    struct stat info;
    return fclib_is_name(path) || (stat(path, &info) == 0 && S_ISREG(info.st_mode));
}

static md_status read_hdf5(md_problem *problem, const md_problem_files *files, md_error *error)
{
    const struct fclib_files *fclib = NULL;
    const md_status status = fclib_load(&fclib, error);
    return status == MD_OK ? fclib->read(problem, files->folder, files->law, error) : status;
}

/* dof.mtx belongs to the folder's own J and masses. */
static bool has_own_bodies(const md_problem_files *files)
{
    return files->folder != NULL && files->body_degrees_of_freedom == 0 && files->part[MD_PART_J] == NULL &&
           files->part[MD_PART_M] == NULL && files->part[MD_PART_MINV] == NULL;
}

md_status mdpy_problem_read(md_problem *problem, const md_problem_files *files, md_error *error)
{
    if (files->folder != NULL && is_file(files->folder)) {
        return read_hdf5(problem, files, error);
    }
    md_problem_files folder = *files;
    md_status status = MD_OK;
    if (has_own_bodies(files)) {
        status = problem_folder_read_dof(files->folder, &folder.body_degrees_of_freedom, error);
    }
    return status == MD_OK ? md_problem_read(problem, &folder, error) : status;
}

md_status mdpy_problem_write(const md_problem *problem, const char *path, md_error *error)
{
    return problem_save(problem, path, error);
}

md_status mdpy_problem_generate(md_problem *problem, const char *spec, md_friction law, md_error *error)
{
    const md_status status = generate_problem(problem, spec, error);
    if (status == MD_OK && md_problem_patches(problem) > 0 && law == MD_FRICTION_CONE) {
        return md_fail(error, MD_ERROR_PROBLEM,
                       "friction cone: several normal impulses bound friction of this problem together, and a cone has "
                       "one; use disc or box");
    }
    return status == MD_OK ? md_problem_group_contacts(problem, law) : status;
}

md_status mdpy_problem_structured(md_problem *problem, const md_matrix *J, const md_matrix *inverse_M, const md_real *v,
                                  const md_real *b, int32_t degrees_of_freedom, md_error *error)
{
    const md_status status = md_mass_check_inverse(inverse_M, "inverse_M", error);
    if (status != MD_OK) {
        return status;
    }
    if (degrees_of_freedom == 0) {
        return md_problem_begin_general(problem, J, inverse_M, v, b);
    }
    const struct body_matrices matrices = {J, inverse_M, v, b, "J", "inverse_M"};
    return md_bodies_from_matrices(problem, degrees_of_freedom, &matrices, error);
}

md_status mdpy_mass_invert(const md_matrix *M, md_matrix *inverse_M, md_error *error)
{
    return md_mass_invert(M, "M", inverse_M, error);
}

md_status mdpy_problem_matrix(const md_problem *problem, mdpy_part part, md_matrix *matrix)
{
    switch (part) {
    case MDPY_PART_A: return md_problem_get_A(problem, matrix);
    case MDPY_PART_J: return md_problem_get_J(problem, matrix);
    case MDPY_PART_INVERSE_M: return md_problem_get_inverse_M(problem, matrix);
    }
    return MD_ERROR_ARGUMENT;
}

md_status mdpy_problem_vector(const md_problem *problem, mdpy_vector which, md_real *numbers)
{
    return which == MDPY_VECTOR_Q ? md_problem_get_q(problem, numbers) : md_problem_get_v(problem, numbers);
}
