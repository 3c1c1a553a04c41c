#include "engine/def_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"

static bool holds(enum number_rule rule, double value)
{
    switch (rule) {
    case RULE_FINITE: return isfinite(value);
    case RULE_NOT_NEGATIVE: return value >= 0 && isfinite(value);
    case RULE_NOT_NEGATIVE_OR_INFINITE: return value >= 0;
    case RULE_POSITIVE: return value > 0 && isfinite(value);
    case RULE_POSITIVE_OR_INFINITE: return value > 0;
    case RULE_AT_LEAST_ONE: return value >= 1;
    }
    return false;
}

static const char *text_of(enum number_rule rule)
{
    static const char *const texts[] = {"a finite number",     "a finite number >= 0", "a number >= 0",
                                        "a finite number > 0", "a number > 0",         "a number >= 1"};
    return texts[rule];
}

void md_check_number(struct def_check *check, const char *field, double value, enum number_rule rule)
{
    md_check_that(check, holds(rule, value), "%s must be %s, is %g", field, text_of(rule), value);
}

void md_check_number_within(struct def_check *check, const char *field, double value, double min, double max)
{
    md_check_that(check, min <= value && value <= max, "%s must be a number from %g to %g, is %g", field, min, max,
                  value);
}

void md_check_count(struct def_check *check, const char *field, int64_t value, int64_t min, int64_t max)
{
    if (max == INT64_MAX) {
        md_check_that(check, min <= value, "%s must be >= %lld, is %lld", field, (long long)min, (long long)value);
    } else {
        md_check_that(check, min <= value && value <= max, "%s must be from %lld to %lld, is %lld", field,
                      (long long)min, (long long)max, (long long)value);
    }
}

void md_check_choice(struct def_check *check, const char *field, int64_t value, int64_t count)
{
    md_check_count(check, field, value, 0, count - 1);
}

void md_check_that(struct def_check *check, bool valid, const char *format, ...)
{
    if (valid || check->status != MD_OK) {
        return;
    }
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    check->status = md_fail(check->error, MD_ERROR_ARGUMENT, "%s: %s", check->what, message);
}

bool md_check_def(struct def_check *check, const void *def, size_t size, const char *defaults)
{
    const unsigned char *bytes = def;
    size_t zeros = 0;
    while (def != NULL && zeros < size && bytes[zeros] == 0) {
        ++zeros;
    }
    md_check_that(check, def != NULL, "the definition is NULL, start from %s", defaults);
    md_check_that(check, zeros < size, "all fields are zero, start from %s", defaults);
    return check->status == MD_OK;
}
