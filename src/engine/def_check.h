/* Checks of definition structs: a sequence of checks, of which the first that fails is reported with field, rule and
 * value. */
#ifndef MODULUS_ENGINE_DEF_CHECK_H
#define MODULUS_ENGINE_DEF_CHECK_H

#include <modulus/base.h>

struct def_check {
    const char *what; /* type of the definition, such as "body" */
    md_error *error;  /* may be NULL */
    md_status status; /* MD_OK until a check fails */
};

enum number_rule {
    RULE_FINITE,
    RULE_NOT_NEGATIVE,             /* >= 0 and finite */
    RULE_NOT_NEGATIVE_OR_INFINITE, /* >= 0 */
    RULE_POSITIVE,                 /* > 0 and finite */
    RULE_POSITIVE_OR_INFINITE,     /* > 0 */
    RULE_AT_LEAST_ONE              /* >= 1, may be infinite */
};

void md_check_number(struct def_check *check, const char *field, double value, enum number_rule rule);
void md_check_number_within(struct def_check *check, const char *field, double value, double min, double max);
void md_check_count(struct def_check *check, const char *field, int64_t value, int64_t min, int64_t max);
/** Checks a value of an enum that has values 0 to count - 1. */
void md_check_choice(struct def_check *check, const char *field, int64_t value, int64_t count);
/** Fails if a definition is NULL, or if all its bytes are zero; `defaults` is the function to start from. Returns
 *  whether its fields can be checked. */
bool md_check_def(struct def_check *check, const void *def, size_t size, const char *defaults);
/** Fails with a message of its own unless `valid`. */
__attribute__((format(printf, 3, 4))) void md_check_that(struct def_check *check, bool valid, const char *format, ...);

#endif
