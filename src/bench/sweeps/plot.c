/* A plot of the time per row against the number of rows: a flat curve means linear growth. */
#include <string.h>

#include "bench/sweeps/sweeps.h"
#include "draw/plot.h"

/* The family that is drawn: contacts with friction, as in a game. */
static const char *const DRAWN = "packing, friction";
#define MAX_POINTS 16
#define CURVES (DENSE_PGS + 1) /* the contenders that are measured at every size, and the memory bound */

struct curves {
    double m[MAX_POINTS], ns[CURVES][MAX_POINTS];
    size_t count;
};

static struct curves collect(const struct measurement *measurements, int count)
{
    struct curves curves = {.count = 0};
    for (int i = 0; i < count && curves.count < MAX_POINTS; ++i) {
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
    static const char *const SOLVERS[CURVES] = {
        [SPARSE_PGS] = "pgs", [SPARSE_AMGS] = "amgs", [CSR_PGS] = "pgs", [CSR_AMGS] = "amgs"};
    struct plot_series series[CURVES];
    for (int c = 0; c < CURVES; ++c) {
        series[c] = (struct plot_series){.label = c < DENSE_PGS ? CONTENDER_NAMES[c] : "memory bound, sparse amgs",
                                         .solver = SOLVERS[c],
                                         .x = curves.m,
                                         .y = curves.ns[c],
                                         .count = curves.count};
    }
    const struct plot plot = {.title = "Sweep over a packing with friction: time per row (flat is linear growth)",
                              .x_label = "rows m",
                              .y_label = "ns per row",
                              .log_x = true,
                              .series = series,
                              .series_count = CURVES};
    return plot_write(&plot, path, error);
}
