/* Statistics of a study: each measure that is shown, for each combination of the varied settings, over the seeds. */
#ifndef MODULUS_CLI_STUDY_SUMMARY_H
#define MODULUS_CLI_STUDY_SUMMARY_H

#include "cli/study/measures.h"
#include "cli/study/plan.h"

/** Of the runs that succeeded and have the number. NaN without such runs; the deviation needs two. */
struct spread {
    int64_t count;
    double mean, deviation, min, median, max; /* deviation: the standard deviation of a sample */
};

struct summary {
    const struct plan *plan;
    const struct measures *measures;
    int64_t *failed;        /* runs, per combination */
    struct spread *spreads; /* per combination, then per shown measure */
};

int summary_make(struct summary *summary, const struct plan *plan, const struct measures *measures);
void summary_free(struct summary *summary);
const struct spread *summary_at(const struct summary *summary, int64_t combination, size_t shown);

/** Writes summary.csv and summary.json into the folder of the study. */
int summary_write(const struct summary *summary);
/** Prints the same JSON on standard output. */
int summary_print_json(const struct summary *summary);

/** table.c: prints one table per measure. */
void table_print(const struct summary *summary, int64_t jobs);

/** figure.c: writes plot.dat and plot.svg into the folder of the study. Without gnuplot there is no plot.svg, and a line on
 *  standard error says so. */
int figure_write(const struct summary *summary);

#endif
