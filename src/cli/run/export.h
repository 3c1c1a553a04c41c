/* --export-lcp: the LCP of a step as a folder that modulus solve reads, with the world's own lambda beside it, or as an FCLIB
 * file. */
#ifndef MODULUS_CLI_RUN_EXPORT_H
#define MODULUS_CLI_RUN_EXPORT_H

#include <stdio.h>

#include "cli/output/files.h"
#include "cli/run/run.h"

struct run_export {
    int64_t step;    /* from 1 */
    int32_t substep; /* from 0 */
    char path[MAX_PATH_SIZE];
    int32_t written; /* number of problems; more than one if islands are solved separately */
};

struct run_exports {
    struct run_export at[16];
    size_t count;
    int64_t current_step;
    char solver[128];
    FILE *files; /* receives one line per written problem */
    int code;    /* exit code after a failure, otherwise -1 */
};

/** Parses STEP[.SUBSTEP]:DIR or STEP[.SUBSTEP]:FILE.hdf5. */
int run_exports_parse(struct run_exports *exports, const struct text_list *texts, const char *suffix);
/** The `solved` callback of the world. */
void run_exports_solved(struct run_exports *exports, int32_t substep, const md_problem *problem,
                        const md_result *result);
/** Checks after the last step that every requested problem was written. */
int run_exports_check(const struct run_exports *exports, int64_t steps_done);

#endif
