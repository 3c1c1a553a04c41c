/* Synthetic contact problems, built through the public md_problem API.
 *
 * A problem is asked for by one line of text, NAME[:key=value,...], such as "stack", "packing:circles=1000,friction=0"
 * or "pool2:seed=3,step=300,driver=amgs:alpha=0.25". The same text gives the same bits on every machine. Units are
 * metres, kilograms and seconds; gravity is 9.80665 m/s^2 and a time step 1/60 s.
 *
 * Kinds are of two sorts. stack, chain, packing, random and boxes3 are written down from a formula: bodies in known
 * places, one time step's fall in their velocities, no bias, a cold start. pool1, pool2 and stacking are the paper's
 * scenes, simulated by the engine up to a step, whose LCP is then left unsolved, warm start included.
 */
#ifndef MODULUS_GENERATE_H
#define MODULUS_GENERATE_H

#include <modulus/lcp.h>

/** What the value of a key may be. */
enum generate_value {
    GENERATE_WHOLE,  /**< a whole number from `least` to `most` */
    GENERATE_NUMBER, /**< a number from `least` to `most` */
    GENERATE_WORD,   /**< one of `words`, which are separated by | */
    GENERATE_SOLVER  /**< a solver as in md_solver_spec_parse, with ; in place of , */
};

struct generate_key {
    const char *name;
    const char *standard; /**< the default, as one would write it */
    const char *meaning;  /**< a few words, with the unit */
    enum generate_value value;
    double least, most;
    const char *words;
};

#define GENERATE_KEYS_MOST 8

struct generate_settings;

struct generate_kind {
    const char *name;
    const char *summary; /**< one line */
    md_status (*build)(md_problem *problem, const struct generate_settings *settings, md_error *error);
    struct generate_key keys[GENERATE_KEYS_MOST + 1]; /**< up to the first without a name */
};

/** Every kind, for help texts; the last one is followed by one without a name. */
extern const struct generate_kind generate_kinds[];

/** Fills the problem. On failure the error is one line that names the key and what was expected, and what the problem
 *  holds then means nothing. `error` may be NULL. */
md_status generate_problem(md_problem *problem, const char *spec, md_error *error);

#endif
