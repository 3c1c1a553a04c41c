#include "reproduce/data/sample.h"

#include <math.h>
#include <string.h>

void sample_add(struct sample *sample, double value)
{
    if (isnan(value) || sample->count == MAX_SEEDS) {
        return;
    }
    size_t index = sample->count++;
    for (; index > 0 && sample->at[index - 1] > value; --index) {
        sample->at[index] = sample->at[index - 1];
    }
    sample->at[index] = value;
}

double sample_median(const struct sample *sample)
{
    const size_t half = sample->count / 2;
    if (sample->count == 0) {
        return (double)NAN;
    }
    return sample->count % 2 == 1 ? sample->at[half] : (sample->at[half - 1] + sample->at[half]) / 2;
}

double sample_min(const struct sample *sample)
{
    return sample->count > 0 ? sample->at[0] : (double)NAN;
}

double sample_max(const struct sample *sample)
{
    return sample->count > 0 ? sample->at[sample->count - 1] : (double)NAN;
}

/* Sweeps and seconds are absent if the tolerance was not reached. They count as infinite, because a median without them
 * would be that of the easy placements alone. */
static double value_at(const struct table *table, size_t row, const char *column)
{
    const double value = table_number_at(table, row, column);
    const bool may_be_infinite = strcmp(column, "sweeps") == 0 || strcmp(column, "seconds") == 0;
    return isnan(value) && may_be_infinite ? (double)INFINITY : value;
}

struct sample sample_of(const struct table *table, const char *column, const char *scene, const char *method)
{
    struct sample sample = {.count = 0};
    for (long row = 0; (row = table_find(table, (size_t)row, scene, method, 0)) >= 0; ++row) {
        sample_add(&sample, value_at(table, (size_t)row, column));
    }
    return sample;
}

struct sample sample_ratio(const struct table *table, const char *column, const char *scene, const char *method,
                           const char *to)
{
    struct sample sample = {.count = 0};
    for (long row = 0; (row = table_find(table, (size_t)row, scene, method, 0)) >= 0; ++row) {
        const long other = table_find(table, 0, scene, to, table_number_at(table, (size_t)row, "seed"));
        if (other >= 0) {
            sample_add(&sample, value_at(table, (size_t)row, column) / value_at(table, (size_t)other, column));
        }
    }
    return sample;
}
