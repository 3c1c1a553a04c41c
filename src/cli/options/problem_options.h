/* Problems given on the command line: Matrix Market files, or a built-in problem by name. */
#ifndef MODULUS_CLI_OPTIONS_PROBLEM_OPTIONS_H
#define MODULUS_CLI_OPTIONS_PROBLEM_OPTIONS_H

#include <modulus/modulus.h>

#include "cli/options/arguments.h"

struct problem_options {
    const char *name; /* of a built-in problem, or NULL */
    md_problem_files files;
    const char *friction; /* the law; NULL: disc */
    int64_t contact_dim, dof;
    bool cold;
    struct argument arguments[MD_PART_COUNT + 5];
};

/** Remembers the files of the problem, so that no output replaces one of them (see note_input). */
void problem_note_inputs(const struct problem_options *options);

/** The group of options that fills `options`, which must outlive it. */
struct argument_group problem_arguments(struct problem_options *options);

/** Reads or generates the problem. On failure prints one line and returns the exit code, otherwise -1. */
int problem_load(const struct problem_options *options, md_problem *problem);

/** Checks the law of friction that is given. On failure prints one line and returns the exit code, otherwise -1. */
int problem_check_friction(const struct problem_options *options);

/** Makes contacts of the rows of a problem that is not from files, with the law that is given. On failure prints one
 *  line and returns the exit code, otherwise -1. */
int problem_group_contacts(const struct problem_options *options, md_problem *problem);

/** The name of the law of friction of a problem; NULL if it has no contacts. */
const char *problem_friction(const md_problem *problem);

/** True if problem files are given. */
bool problem_has_files(const struct problem_options *options);

/** True if a text names a built-in problem, whatever its keys. */
bool problem_is_known(const char *name);

/** The title of the problem in reports: its name, its folder, or its file. */
const char *problem_title(const struct problem_options *options);

#endif
