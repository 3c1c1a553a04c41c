/* Problems given on the command line: Matrix Market files, or a built-in problem by name. */
#ifndef MODULUS_CLI_OPTIONS_PROBLEM_OPTIONS_H
#define MODULUS_CLI_OPTIONS_PROBLEM_OPTIONS_H

#include <modulus/modulus.h>

#include "cli/options/arguments.h"

struct problem_options {
    const char *name; /* of a built-in problem, or NULL */
    md_problem_files files;
    int64_t contact_dim, dof;
    bool cold;
    struct argument arguments[20];
};

/** The group of options that fills `options`, which must outlive it. */
struct argument_group problem_arguments(struct problem_options *options);

/** Reads or generates the problem. On failure prints one line and returns the exit code, otherwise -1. */
int problem_load(const struct problem_options *options, md_problem *problem);

/** True if problem files are given. */
bool problem_has_files(const struct problem_options *options);

/** True if a text names a built-in problem, whatever its keys. */
bool problem_is_known(const char *name);

/** The title of the problem in reports: its name, its folder, or its file. */
const char *problem_title(const struct problem_options *options);

#endif
