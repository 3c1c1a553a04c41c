#include "draw/palette.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *method, *colour;
} SOLVERS[] = {
#define SOLVER_COLOUR(method, light, dark) {#method, light},
#define SERIES_COLOUR(light)
#include "draw/palette.inc"
#undef SOLVER_COLOUR
#undef SERIES_COLOUR
};

static const char *const SERIES[] = {
#define SOLVER_COLOUR(method, light, dark)
#define SERIES_COLOUR(light) light,
#include "draw/palette.inc"
#undef SOLVER_COLOUR
#undef SERIES_COLOUR
};

/* The variants of a method. The shade mixes its colour with white (above 0) or black (below 0). */
static const struct {
    double shade;
    int dash, marker;
} VARIANTS[] = {
    {0, 1, 7},      {-0.6, 2, 9}, {0.45, 4, 5},  {-0.3, 3, 11}, {0.25, 5, 13},
    {-0.75, 1, 11}, {0.6, 2, 13}, {-0.45, 4, 9}, {0.7, 3, 5},   {-0.9, 2, 7},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *palette_solver(const char *solver)
{
    const size_t length = strcspn(solver, ": ");
    for (size_t i = 0; i < COUNT(SOLVERS); ++i) {
        if (strlen(SOLVERS[i].method) == length && strncmp(SOLVERS[i].method, solver, length) == 0) {
            return SOLVERS[i].colour;
        }
    }
    return NULL;
}

static unsigned shade_channel(unsigned value, double shade)
{
    const double shaded = shade > 0 ? value + shade * (255.0 - value) : value * (1 + shade);
    return (unsigned)(shaded + 0.5);
}

/* Mixes a colour with white or black. */
static void shade_colour(char colour[8], const char *pure, double shade)
{
    const unsigned long rgb = strtoul(pure + 1, NULL, 16);
    snprintf(colour, 8, "#%02X%02X%02X", shade_channel(rgb >> 16 & 255, shade), shade_channel(rgb >> 8 & 255, shade),
             shade_channel(rgb & 255, shade));
}

struct palette_style palette_solver_style(const char *solver, int variant)
{
    const char *pure = palette_solver(solver);
    const size_t index = variant > 0 ? (size_t)(variant - 1) % COUNT(VARIANTS) : 0;
    struct palette_style style = {.dash = VARIANTS[index].dash, .marker = VARIANTS[index].marker};
    shade_colour(style.colour, pure != NULL ? pure : SERIES[0], VARIANTS[index].shade);
    return style;
}

struct palette_style palette_series_style(size_t index)
{
    struct palette_style style = {.dash = 1 + (int)(index / COUNT(SERIES)) % 5, .marker = 7};
    shade_colour(style.colour, SERIES[index % COUNT(SERIES)], 0);
    return style;
}
