/* One number per placement, and their median, minimum and maximum. */
#ifndef MODULUS_REPRODUCE_SAMPLE_H
#define MODULUS_REPRODUCE_SAMPLE_H

#include "reproduce/data/table.h"

#define MAX_SEEDS 100

struct sample {
    double at[MAX_SEEDS]; /* ascending */
    size_t count;
};

/** Adds a number, which may be infinite; NaN is ignored. */
void sample_add(struct sample *sample, double value);
/** Each is NaN if the sample is empty. */
double sample_median(const struct sample *sample);
double sample_min(const struct sample *sample);
double sample_max(const struct sample *sample);

/** Collects a column of the rows of a scene and a method. Sweeps and seconds of a solve that did not reach its tolerance
 *  are infinite. */
struct sample sample_of(const struct table *table, const char *column, const char *scene, const char *method);
/** Collects the ratios of `method` to the method `to`; each ratio is taken within one placement. */
struct sample sample_ratio(const struct table *table, const char *column, const char *scene, const char *method,
                           const char *to);

#endif
