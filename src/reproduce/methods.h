/* The methods that are compared: what each is called, how the library names it, and its colour in every figure.
 *
 * Only gamma Omega matters, so the colour of a fixed alpha is that of gamma alpha: gamma 2, alpha 0.1 and gamma 1,
 * alpha 0.2 are one method and look like one.
 */
#ifndef MODULUS_REPRODUCE_METHODS_H
#define MODULUS_REPRODUCE_METHODS_H

#include <stddef.h>

struct method {
    const char *id;     /* in data files */
    const char *label;  /* in the report */
    const char *spec;   /* for md_solver_spec_parse; NULL: found by a search */
    const char *colour; /* #rrggbb */
    int dash;           /* gnuplot's dash type */
};

/** NULL where there is none of this name. */
const struct method *method_of(const char *id);

/** The rows of Table 1, of the figures against the iteration and the step, and of Table 2; ended by NULL. */
extern const char *const METHODS_TABLE1[];
extern const char *const METHODS_BY_ITERATION[];
extern const char *const METHODS_BY_STEP[];
extern const char *const METHODS_TABLE2[];
/** Those that the summary shows. */
extern const char *const METHODS_BEST[];

/** A scene of the paper. */
struct paper_scene {
    const char *name, *title;
};
#define SCENE_COUNT 3
extern const struct paper_scene SCENES[SCENE_COUNT];

#endif
