/* Numbers of one kind from several placements: their middle and their ends. */
#ifndef MODULUS_REPRODUCE_SAMPLE_H
#define MODULUS_REPRODUCE_SAMPLE_H

#include "reproduce/table.h"

#define SEEDS_MOST 100

struct sample {
    double at[SEEDS_MOST]; /* ascending */
    size_t count;
};

/** Adds a number; infinity is one, NaN is left out. */
void sample_add(struct sample *sample, double value);
/** NaN where there is none. */
double sample_median(const struct sample *sample);
double sample_least(const struct sample *sample);
double sample_most(const struct sample *sample);

/** A column of the rows of a scene and a method. Sweeps and seconds of a solve that did not reach its tolerance are
 *  infinite. */
struct sample sample_of(const struct table *table, const char *column, const char *scene, const char *method);
/** That of one method over that of another, each pair from the same placement. */
struct sample sample_ratio(const struct table *table, const char *column, const char *scene, const char *method,
                           const char *to);

#endif
