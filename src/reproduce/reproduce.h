/* The reproduction of the paper's numerical experiments, and the report about it.
 *
 *     experiments/   one file per experiment: measures and fills a table
 *     data/          tables and their files; samples over the placements
 *     report/        claims, figures and pages, from the tables alone
 *
 * An experiment consists of tasks, one per scene and placement. plan.c runs the tasks and writes each result at once, so
 * that an interrupted run continues where it stopped.
 *
 *     OUT/data/about.json        machine, compiler, version and options of the run
 *     OUT/data/parts/TASK.json   a finished task of an experiment
 *     OUT/data/NAME.csv, .json   a finished experiment
 *     OUT/NAME.svg               figures and pictures
 *     OUT/index.html             the report
 */
#ifndef MODULUS_REPRODUCE_REPRODUCE_H
#define MODULUS_REPRODUCE_REPRODUCE_H

#include <modulus/base.h>

struct reproduce_options {
    const char *out;      /* the folder; created if it does not exist */
    const char *problems; /* folder of the public problems; NULL: none */
    bool quick;           /* fewer steps, placements and repeats */
    int32_t seeds;        /* placements, 1 to 100; 0: the default */
    bool fresh;           /* discard the results of an earlier run */
    bool report_only;     /* do not measure: write the report from the results of any earlier run */
    /** Reports the current task and the fraction of this run that is done; may be NULL. */
    void (*progress)(void *user, const char *what, double fraction);
    /** Returns true to stop after the current step; may be NULL. */
    bool (*stop)(void *user);
    void *user;
};

struct reproduce_result {
    bool stopped;          /* by `stop`; finished tasks are kept */
    int32_t done, skipped; /* tasks run now, and tasks found finished */
    int32_t left;          /* tasks not done */
};

/** Runs the tasks that are not finished and writes the report. MD_ERROR_ARGUMENT if the folder cannot be
 *  created or holds other files. */
md_status reproduce(const struct reproduce_options *options, struct reproduce_result *result, md_error *error);

/** The default of reproduce_options.seeds. */
int32_t reproduce_default_seeds(bool quick);

#endif
