/* The folder of a study: study.txt says which study it is, and runs.csv has one line per run (runs_file.h). A study that was
 * interrupted continues from them. */
#ifndef MODULUS_CLI_STUDY_FOLDER_H
#define MODULUS_CLI_STUDY_FOLDER_H

#include "cli/study/measures.h"
#include "cli/study/plan.h"

/** Reads the finished runs of a folder into the plan, if the folder exists. Refuses a folder of another study, and one with
 *  other files. Changes nothing. */
int folder_read(struct plan *plan, const struct measures *measures);
/** Creates the folder, if it does not exist, with study.txt and runs.csv. */
int folder_create(const struct plan *plan, const struct measures *measures);
/** The path of a file in the folder. */
struct folder_path {
    char text[4096];
};
struct folder_path folder_path(const struct plan *plan, const char *name);

#endif
