/* Problems as folders that the command reads back to the bit. */
#ifndef MODULUS_CLI_PROBLEM_EXPORT_H
#define MODULUS_CLI_PROBLEM_EXPORT_H

#include <modulus/modulus.h>

/** Writes the problem, and beside it dof.mtx: how many columns of J make a body. Which rows are summed in which
 *  order depends on that, so  that only with it a sweep gives the same bits as in the world that the problem is of. */
md_status problem_export(const md_problem *problem, const char *folder, md_error *error);

/** What dof.mtx in the folder says, 3 or 6; 0 where there is none. */
md_status problem_read_dof(const char *folder, int32_t *dof, md_error *error);

#endif
