/* modulus study: runs a scene for every combination of varied settings and seeds.
 *
 * study.c parses the options and orders the work. vary.c has the values of one setting, plan.c the runs and which of them
 * is next, run_one.c performs a run in the process that calls it, and workers.c starts such processes; if mpirun has started
 * the command, rank_workers.c does so on all ranks. Only these two know how runs are distributed. measures.c names the numbers of a run, folder.c and runs_file.c keep them in a folder, summary.c
 * computes statistics over seeds, table.c prints them, and figure.c plots them.
 *
 * Each run has a process of its own. A world needs no such isolation, but the rest of the command does: errors are printed
 * where they occur, Ctrl-C sets a flag of the process, and a run that crashes or is out of memory must not end the study.
 *
 * Functions that can end the command print one line and return an exit code; -1 means success. */
#ifndef MODULUS_CLI_STUDY_STUDY_H
#define MODULUS_CLI_STUDY_STUDY_H

#include <stdint.h>

#include "cli/options/scene_options.h"

/** Numbers of a run; tests/cli/test_study.c checks that this is enough. */
#define MAX_NUMBERS 64

struct study_options {
    const char *scene;
    struct scene_changes changes; /* those of all runs */
    int64_t steps;                /* 0: the scene's */
    struct text_list vary, measures;
    const char *seeds; /* NULL: not varied */
    int64_t jobs;      /* 0: one per processor */
    const char *out;   /* NULL: no folder */
    bool dry_run, json, quiet;
};

/** The outcome of a run. It has no pointers, so that it can be sent to another process. */
struct run_outcome {
    bool is_done;
    char error[400]; /* empty if the run succeeded */
    char hash[20];
    double numbers[MAX_NUMBERS]; /* in the order of struct measures; NaN: unknown */
};

/** run_one.c: runs the scene with the changes. Prints the reason of a failure on standard error, and leaves the outcome
 *  not done. */
void run_one(const struct study_options *options, const struct scene_changes *changes, struct run_outcome *outcome);

#endif
