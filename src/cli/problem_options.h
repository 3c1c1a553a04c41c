/* Which problem a command works on: files, or a built-in one by name. */
#ifndef MODULUS_CLI_PROBLEM_OPTIONS_H
#define MODULUS_CLI_PROBLEM_OPTIONS_H

#include <modulus/modulus.h>

#include "cli/arguments.h"

struct problem_options {
    const char *name; /* a built-in problem, or NULL */
    md_problem_files files;
    int64_t contact_dim, dof;
    bool cold;
    struct argument arguments[20];
};

/** The group of options that fills `options`, which must outlive it. */
struct argument_group problem_arguments(struct problem_options *options);

/** Loads or builds the problem. On failure prints one line and returns the exit code; otherwise -1. */
int problem_load(const struct problem_options *options, md_problem *problem);

/** Whether problem files are given. */
bool problem_has_files(const struct problem_options *options);

/** Whether a text names a built-in problem, whatever its keys. */
bool problem_is_known(const char *name);

/** What to call the problem in reports: its name, its folder, or its file. */
const char *problem_title(const struct problem_options *options);

#endif
