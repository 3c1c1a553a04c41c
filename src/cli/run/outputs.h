/* Pictures, video, recording and saved scene of one run. */
#ifndef MODULUS_CLI_RUN_OUTPUTS_H
#define MODULUS_CLI_RUN_OUTPUTS_H

#include <stdio.h>

#include "cli/output/files.h"
#include "cli/run/run.h"
#include "draw/contact_residuals.h"

struct run_outputs;

/** Checks all output options before the first run starts. `suffixes` are those of the runs, see path_with_suffix; with
 *  one run it is a NULL pointer. */
int run_outputs_check(const struct run_options *options, const char *const *suffixes, size_t count);

/** Opens the files that are written during the run. `suffix` goes into the names of the files, see path_with_suffix;
 *  `residuals` are those of the contacts of a 3D scene, in each step; NULL: they are unknown. `files` receives one line
 *  per written file. */
int run_outputs_begin(struct run_outputs **out, const struct run_output_options *options, const struct scene *scene,
                      const struct run_setup *setup, const char *suffix, struct contact_residuals *residuals,
                      FILE *files);
/** Whether run_outputs_step reads the scene after a step. */
bool run_outputs_want(const struct run_outputs *outputs, int64_t step);
/** Whether run_outputs_end draws or saves the final state, with its contacts. */
bool run_outputs_want_end(const struct run_output_options *options);
/** To be called after every step that the outputs want. */
int run_outputs_step(struct run_outputs *outputs, const struct scene *scene, const md_step_report *report);
/** Completes all files. */
int run_outputs_end(struct run_outputs *outputs, const struct scene *scene);
/** Frees the outputs and removes files that were not completed. NULL is allowed. */
void run_outputs_free(struct run_outputs *outputs);

/** Copies a path and inserts "-SUFFIX" before its extension, unless `suffix` is NULL. The suffix is a solver's
 *  specification; characters that do not belong into a file name become dashes. */
int path_with_suffix(const char *path, const char *suffix, char out[MAX_PATH_SIZE]);

#endif
