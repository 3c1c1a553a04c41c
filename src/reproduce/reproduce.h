/* The paper's numerical experiments, run again, and the report of it.
 *
 * An experiment (table1.c, by_step.c, ...) measures and fills a table; it is cut into tasks, a scene and a placement
 * each. plan.c runs the tasks and keeps each table as soon as it is whole, so that an interrupted run goes on where it
 * was. The report (report.c, claims.c, figures.c) reads the tables and nothing else.
 *
 *     OUT/data/about.json        who made the folder: machine, compiler, version, options
 *     OUT/data/parts/TASK.json   what is finished of an experiment
 *     OUT/data/NAME.csv, .json   an experiment that is whole
 *     OUT/NAME.svg               figures and pictures
 *     OUT/index.html             the report
 */
#ifndef MODULUS_REPRODUCE_REPRODUCE_H
#define MODULUS_REPRODUCE_REPRODUCE_H

#include <modulus/base.h>

struct reproduce_options {
    const char *out;      /* the folder, made where it is absent */
    const char *problems; /* the public problems; NULL: none */
    bool quick;           /* fewer steps, placements and repeats */
    int32_t seeds;        /* placements, 1 to 100; 0: the default */
    bool fresh;           /* forget what an earlier run has finished */
    bool report_only;     /* measure nothing: write the report again from what is finished, whatever program made it */
    /** What is being done, and the share of this run that is done; may be NULL. */
    void (*progress)(void *user, const char *what, double share);
    /** Whether to stop at the next good place; may be NULL. */
    bool (*stop)(void *user);
    void *user;
};

struct reproduce_result {
    bool stopped;          /* on request; what is finished is kept */
    int32_t done, skipped; /* tasks run now, and found finished */
    int32_t left;          /* tasks not done */
};

/** Runs what is not there yet and writes the report. MD_ERROR_ARGUMENT for a folder that holds other things. */
md_status reproduce(const struct reproduce_options *options, struct reproduce_result *result, md_error *error);

/** Placements where none are asked for. */
int32_t reproduce_default_seeds(bool quick);

#endif
