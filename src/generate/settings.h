/* The values of a kind's keys: defaults, replaced by those given in the specification. */
#ifndef MODULUS_GENERATE_SETTINGS_H
#define MODULUS_GENERATE_SETTINGS_H

#include "generate/generate.h"

struct generate_settings {
    const struct generate_kind *kind;
    double number[GENERATE_MAX_KEYS]; /* for a word: its index */
    md_solver_spec solver;            /* value of the key of type GENERATE_SOLVER; a kind has at most one */
};

/** Parses "key=value,..." (NULL: none), which is modified. The last value of a key counts. */
md_status settings_read(struct generate_settings *settings, const struct generate_kind *kind, char *pairs,
                        md_error *error);

bool setting_has(const struct generate_settings *settings, const char *key);
/** Returns the value of a key, which the kind must have. */
double setting_number(const struct generate_settings *settings, const char *key);
int32_t setting_whole(const struct generate_settings *settings, const char *key);

#endif
