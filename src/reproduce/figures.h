/* The figures of the report, SVG by gnuplot, from the data of a finished run. */
#ifndef MODULUS_REPRODUCE_FIGURES_H
#define MODULUS_REPRODUCE_FIGURES_H

#include "reproduce/evidence.h"

/** Writes all of them: summary.svg, iterations-SCENE.svg, steps-SCENE-gamma1.svg, time-SCENE.svg, ... */
md_status figures_write(const struct evidence *evidence, const char *folder, md_error *error);

#endif
