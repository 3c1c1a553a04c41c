/* The numbers of a run: those that `modulus run --json` prints. The name of a number inside an object has a point:
 * residual.last, penetration_worst.value. */
#ifndef MODULUS_CLI_STUDY_MEASURES_H
#define MODULUS_CLI_STUDY_MEASURES_H

#include "cli/run/run.h"
#include "cli/study/study.h"

struct measures {
    char names[MAX_NUMBERS][96];
    size_t count;
    size_t shown[MAX_NUMBERS]; /* those that tables and plots have, as indices of names */
    size_t shown_count;
};

/** Lists the numbers of a run, and those to show: `asked`, or a few of general interest. */
int measures_make(struct measures *measures, const struct text_list *asked);
/** Reads the numbers of a run in the order of the names. Returns false if memory runs out. */
bool measures_read(const struct run_result *result, double numbers[MAX_NUMBERS]);
/** "m", "J", "ms"; empty if the number has no unit. */
const char *measures_unit(const char *name);
/** True if the number is a duration, which differs from run to run. */
bool measures_is_time(const char *name);
/** Prints the names for the help. */
void measures_print(void);

#endif
