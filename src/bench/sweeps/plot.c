/* The cost of a row against the number of rows, as a plot: flat is linear growth. */
#include <string.h>

#include "bench/sweeps/sweeps.h"
#include "draw/plot.h"

/* The family that is drawn: friction rows, as in a game. */
static const char *const DRAWN = "packing, friction";
#define POINTS_MOST 16
#define CURVES (DENSE_PGS + 1) /* the contenders that reach every size, and the streaming bound */

struct curves {
    double m[POINTS_MOST], ns[CURVES][POINTS_MOST];
    size_t count;
};

static struct curves collect(const struct measurement *measurements, int count)
{
    struct curves curves = {.count = 0};
    for (int i = 0; i < count && curves.count < POINTS_MOST; ++i) {
        const struct measurement *at = &measurements[i];
        if (strcmp(at->family, DRAWN) != 0) {
            continue;
        }
        curves.m[curves.count] = at->m;
        for (int c = SPARSE_PGS; c < DENSE_PGS; ++c) {
            curves.ns[c][curves.count] = 1e9 * at->sweep_seconds[c] / at->m;
        }
        curves.ns[DENSE_PGS][curves.count] = 1e9 * streaming_bound(at, SPARSE_AMGS);
        ++curves.count;
    }
    return curves;
}

md_status sweeps_write_plot(const struct measurement *measurements, int count, const char *path, md_error *error)
{
    const struct curves curves = collect(measurements, count);
    struct plot_series series[CURVES];
    for (int c = 0; c < CURVES; ++c) {
        series[c] = (struct plot_series){.label = c < DENSE_PGS ? CONTENDER_NAMES[c] : "bound of memory, sparse amgs",
                                         .x = curves.m,
                                         .y = curves.ns[c],
                                         .count = curves.count};
    }
    const struct plot plot = {.title = "A sweep over a packing with friction: time a row (flat is linear growth)",
                              .x_label = "rows m",
                              .y_label = "ns a row",
                              .log_x = true,
                              .series = series,
                              .series_count = CURVES};
    return plot_write(&plot, path, error);
}
