/* Problems as folders of Matrix Market files that the command reads back bit for bit. */
#ifndef MODULUS_CLI_OUTPUT_PROBLEM_FOLDER_H
#define MODULUS_CLI_OUTPUT_PROBLEM_FOLDER_H

#include <modulus/modulus.h>

/** Writes the problem and dof.mtx, the number of columns of J per body. The order of summation depends on that number,
 *  so a sweep gives the same bits as in the world only if it is known. */
md_status problem_folder_write(const md_problem *problem, const char *folder, md_error *error);

/** Writes the problem as an FCLIB file if the path has the name of one, otherwise as a folder. */
md_status problem_save(const md_problem *problem, const char *path, md_error *error);

/** Reads dof.mtx of the folder: 3 or 6, or 0 if the file does not exist. */
md_status problem_folder_read_dof(const char *folder, int32_t *dof, md_error *error);

#endif
