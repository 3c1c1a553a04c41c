/* The values of a kind's keys: the defaults of the table, with what the text says in place of some. */
#ifndef MODULUS_GENERATE_SETTINGS_H
#define MODULUS_GENERATE_SETTINGS_H

#include "generate/generate.h"

struct generate_settings {
    const struct generate_kind *kind;
    double number[GENERATE_KEYS_MOST]; /* of a word: which of the words it is */
    md_solver_spec solver;             /* of the kind's one key of that sort */
};

/** Reads "key=value,..." (NULL for none), of which the text is taken apart. The last value of a key counts. */
md_status settings_read(struct generate_settings *settings, const struct generate_kind *kind, char *pairs,
                        md_error *error);

bool setting_has(const struct generate_settings *settings, const char *key);
/** The value of a key that the kind has. */
double setting_number(const struct generate_settings *settings, const char *key);
int32_t setting_whole(const struct generate_settings *settings, const char *key);

#endif
