/* The colours of solvers and of other series in figures. palette.inc has the table. */
#ifndef MODULUS_DRAW_PALETTE_H
#define MODULUS_DRAW_PALETTE_H

#include <stddef.h>

/** How a series is drawn with gnuplot. */
struct palette_style {
    char colour[8]; /* "#rrggbb" */
    int dash;       /* dash type */
    int marker;     /* point type */
};

/** The colour of a method on white, "#rrggbb"; NULL if the method is unknown. `solver` is a solver or a pair of solvers,
 *  such as "amgs:alpha=0.25" or "pgs + auto"; the method of the first one counts. */
const char *palette_solver(const char *solver);

/** The style of a solver. Variants of one method (1, 2, ...) share a hue: variant 1 has the method's colour and a solid
 *  line, the others are darker or lighter, with other dashes and markers. An unknown method counts as the first series. */
struct palette_style palette_solver_style(const char *solver, int variant);

/** The style of the series with an index, which is not a solver. */
struct palette_style palette_series_style(size_t index);

#endif
