/* Line plots and bar charts as SVG or PNG, drawn by gnuplot. */
#ifndef MODULUS_DRAW_PLOT_H
#define MODULUS_DRAW_PLOT_H

#include <stddef.h>

#include <modulus/base.h>

struct plot_series {
    const char *label;
    const double *x, *y; /* points that are not positive are left out if the axis is logarithmic */
    size_t count;
    const char *solver;           /* its colour is used; NULL: the next colour for series that are not solvers */
    int variant;                  /* of the solver's style; 0: one more for each earlier series with the same method */
    bool points;                  /* points instead of a line */
    const double *low, *high;     /* error bars along x; NULL: none */
    const double *y_low, *y_high; /* error bars along y; NULL: none. A series has bars along one axis */
    const char *const *names;     /* a label beside each point; NULL: none */
};

struct plot {
    const char *title, *x_label, *y_label;
    bool log_x, log_y;
    bool points;  /* mark the points on the lines */
    double level; /* a horizontal dashed line, such as a tolerance; 0 for none */
    const char *level_label;
    int width, height;          /* 0: 960 and 600 */
    bool key_below;             /* puts the legend below the plot, which gets the full width */
    bool no_key;                /* no legend */
    double x_min, x_max;        /* both 0: from the data */
    double y_min, y_max;        /* both 0: from the data */
    const char *const *y_names; /* labels instead of numbers, at y = 1, 2, ...; terminated by NULL */
    const char *const *x_names; /* the same at x = 1, 2, ... */
    const struct plot_series *series;
    size_t series_count;
};

/** A chart of stacked bars. */
struct plot_bars {
    const char *title, *y_label;
    const char *const *labels; /* one per bar */
    size_t bar_count;
    const char *const *parts; /* one per part, the lowest first */
    size_t part_count;
    const double *heights; /* part_count per bar */
};

/** Whether the path ends with .svg or .png. */
bool plot_path_is_known(const char *path);
/** Whether gnuplot can be run. */
bool plot_is_possible(void);

/** Draws the plot. The file is written atomically. */
md_status plot_write(const struct plot *plot, const char *path, md_error *error);
/** Draws several plots into one file, in two columns, with one legend: that of the first, whose series the others have too.
 *  Plots without points are left out. */
md_status plot_write_panels(const struct plot *panels, size_t count, const char *title, const char *path,
                            md_error *error);
/** The same for bars. */
md_status plot_write_bars(const struct plot_bars *bars, const char *path, md_error *error);

#endif
