/* runs.csv in the folder of a study: one line per run that is done. */
#ifndef MODULUS_CLI_STUDY_RUNS_FILE_H
#define MODULUS_CLI_STUDY_RUNS_FILE_H

#include "cli/study/measures.h"
#include "cli/study/plan.h"

/** Reads the runs into the plan, if the file exists. Refuses lines that do not fit the plan. */
int runs_file_read(struct plan *plan, const struct measures *measures);
/** Writes the runs that are done, in their order. */
int runs_file_write(const struct plan *plan, const struct measures *measures);
/** Opens the file for lines to append. */
int runs_file_open(const struct plan *plan, int *runs);
/** Appends the line of a run, at once. */
int runs_file_append(int runs, const struct plan *plan, const struct measures *measures, int64_t run);

#endif
