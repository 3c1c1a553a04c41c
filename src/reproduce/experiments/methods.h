/* The methods that are compared: the label of each, its name in the library, and its style in every figure.
 *
 * The colour is that of the method (draw/palette.inc). Only the product gamma Omega matters, so the variant of a fixed
 * alpha depends on gamma alpha: gamma = 2, alpha = 0.1 and gamma = 1, alpha = 0.2 are the same method and have the same
 * style. The smaller gamma alpha, the darker the curve, except for gamma alpha = 1, which lies on the curve of PGS and
 * is drawn darkest.
 */
#ifndef MODULUS_REPRODUCE_METHODS_H
#define MODULUS_REPRODUCE_METHODS_H

#include <stddef.h>

struct method {
    const char *id;    /* in data files */
    const char *label; /* in the report */
    const char *spec;  /* for md_solver_spec_parse; NULL: alpha is found by a search */
    int variant;       /* of the colour of its method; see draw/palette.h */
};

/** NULL if the id is unknown. */
const struct method *method_of(const char *id);

/** The methods in Table 1, in the figures against the iteration and against the step, and in Table 2; each list ends
 *  with NULL. */
extern const char *const METHODS_TABLE1[];
extern const char *const METHODS_BY_ITERATION[];
extern const char *const METHODS_BY_STEP[];
extern const char *const METHODS_TABLE2[];
/** The methods of the summary. */
extern const char *const METHODS_BEST[];

/** A scene of the paper. */
struct paper_scene {
    const char *name, *title;
};
#define SCENE_COUNT 3
extern const struct paper_scene SCENES[SCENE_COUNT];

#endif
