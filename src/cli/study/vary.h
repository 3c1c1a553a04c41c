/* --vary and --seeds: a key of --set with the values that it takes in a study. */
#ifndef MODULUS_CLI_STUDY_VARY_H
#define MODULUS_CLI_STUDY_VARY_H

#include <stdbool.h>
#include <stddef.h>

#define MAX_VALUES 10000
/** Of the text of a key or a value, with its end. */
#define MAX_VALUE_SIZE 256

/** A key and its values as texts, as --set takes them. */
struct vary {
    const char *text; /* of the values, as given */
    char *key;
    char **values;
    size_t count;
    double *numbers; /* the values as numbers; NULL if one is not a number */
    bool is_log;     /* given with equal ratios: FROM:TO:logN */
    bool is_linear;  /* given with equal steps: FROM:TO:STEP */
};

/** Parses KEY=VALUES of an option: FROM:TO:STEP, FROM:TO:logN, or values separated by commas, or by semicolons if a value
 *  contains commas. On failure prints one line and returns the exit code, otherwise -1; the caller frees it either way. */
int vary_parse(struct vary *vary, const char *option, const char *text);
/** Parses --seeds: N for 1 to N, or values as above. */
int vary_parse_seeds(struct vary *vary, const char *text);
void vary_free(struct vary *vary);

#endif
