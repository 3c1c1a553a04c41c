/* Line plots as SVG or PNG, drawn by gnuplot. */
#ifndef MODULUS_DRAW_PLOT_H
#define MODULUS_DRAW_PLOT_H

#include <stddef.h>

#include <modulus/base.h>

struct plot_series {
    const char *label;
    const double *x, *y; /* y must be positive where the axis is logarithmic; other points are left out */
    size_t count;
    const char *colour;       /* "#rrggbb"; NULL: the next of the palette, with its dash */
    int dash;                 /* gnuplot's dash type; 0: 1 */
    bool points;              /* points, not a line */
    const double *low, *high; /* whiskers along x; NULL: none */
    const char *const *names; /* a text beside each point; NULL: none */
};

struct plot {
    const char *title, *x_label, *y_label;
    bool log_x, log_y;
    bool points;  /* mark the points as well as the line through them */
    double level; /* a horizontal dashed line, such as a tolerance; 0 for none */
    const char *level_label;
    int width, height;          /* of an SVG; 0: 960 and 600 */
    bool key_below;             /* the legend under the plot, where it leaves it the whole width */
    double x_min, x_max;        /* both 0: by the data */
    double y_min, y_max;        /* likewise */
    const char *x_format;       /* of the numbers, in the words of gnuplot; NULL: gnuplot's */
    const char *const *y_names; /* instead of numbers, at 1, 2, ... up the axis; ended by NULL */
    const struct plot_series *series;
    size_t series_count;
};

/** Bars side by side, each of parts on top of one another. */
struct plot_bars {
    const char *title, *y_label;
    const char *const *labels; /* one a bar */
    size_t bar_count;
    const char *const *parts; /* one a part, the lowest first */
    size_t part_count;
    const double *heights; /* part_count a bar */
};

/** Whether the path ends with .svg or .png. */
bool plot_path_is_known(const char *path);
/** Whether gnuplot can be run. */
bool plot_is_possible(void);

/** Draws the plot. The file appears whole or not at all. */
md_status plot_write(const struct plot *plot, const char *path, md_error *error);
/** The same for bars. */
md_status plot_write_bars(const struct plot_bars *bars, const char *path, md_error *error);

#endif
