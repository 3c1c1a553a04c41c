/* Functions of the module that reads and writes FCLIB files. */
#ifndef MODULUS_FCLIB_PARTS_H
#define MODULUS_FCLIB_PARTS_H

#include "fclib/fclib_files.h"

enum fclib_kind { FCLIB_LOCAL, FCLIB_GLOBAL };

/** check.c: finds the problem in a file, and checks everything that FCLIB will read: that it is there, of its type and of
 *  its size, so that FCLIB writes only into memory that it has. */
md_status fclib_check(const char *path, enum fclib_kind *kind, md_error *error);

/** guard.c: calls a function in a copy of this process, with standard output and error switched off. Returns MD_OK if it
 *  returned true, MD_ERROR_FORMAT if it returned false, MD_ERROR_FILE if it crashed or ended the process, and
 *  MD_ERROR_MEMORY if no process could be started. */
md_status fclib_try(bool (*function)(void *user), void *user);

/** read.c and write.c: see struct fclib_files. */
md_status fclib_read(md_problem *problem, const char *path, md_friction law, md_error *error);
md_status fclib_write(const md_problem *problem, const char *path, md_error *error);

#endif
