/* Built-in contact problems, created through the public md_problem API.
 *
 * A problem is specified by one line of text, NAME[:key=value,...], such as "stack", "packing:circles=1000,friction=0"
 * or "pool2:seed=3,step=300,driver=amgs:alpha=0.25". The same text gives bit-identical problems on every machine. Units
 * are metres, kilograms and seconds; gravity is 9.80665 m/s^2 and the time step 1/60 s.
 *
 * There are two sorts of problems. stack, chain, packing and random, boxes3, and stack3, chain3, packing3 and random3 are
 * constructed by formula: bodies at known positions that have fallen for one time step, no bias, a cold start. pool1,
 * pool2 and stacking are the paper's scenes, pool3 and spheres 3D scenes: the engine simulates them up to a step, and the
 * problem is the LCP of that step, with its warm start.
 */
#ifndef MODULUS_GENERATE_H
#define MODULUS_GENERATE_H

#include <modulus/lcp.h>

/** Type of a key's value. */
enum generate_value {
    GENERATE_WHOLE,  /**< an integer from `min` to `max` */
    GENERATE_NUMBER, /**< a number from `min` to `max` */
    GENERATE_WORD,   /**< one of `words`, separated by | */
    GENERATE_SOLVER  /**< a solver specification (md_solver_spec_parse) with ; instead of , */
};

struct generate_key {
    const char *name;
    const char *standard; /**< default value, as text */
    const char *meaning;  /**< short description, with the unit */
    enum generate_value value;
    double min, max;
    const char *words;
};

#define GENERATE_MAX_KEYS 8

struct generate_settings;

struct generate_kind {
    const char *name;
    const char *summary; /**< one line */
    md_status (*build)(md_problem *problem, const struct generate_settings *settings, md_error *error);
    struct generate_key keys[GENERATE_MAX_KEYS + 1]; /**< ends with a key without a name */
};

/** All kinds of problems, also for help texts; ends with one without a name. */
extern const struct generate_kind generate_kinds[];

/** Fills the problem from a specification. On failure the error is one line that names the key and the expected value,
 *  and the content of the problem is undefined. `error` may be NULL. */
md_status generate_problem(md_problem *problem, const char *spec, md_error *error);

#endif
