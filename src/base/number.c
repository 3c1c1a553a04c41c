/* The C library reads and writes numbers in the locale of the host program, which may use a decimal comma. Files and
 * solver specifications always use a decimal point, so the calling thread is in the "C" locale during a conversion. */
#define _POSIX_C_SOURCE 200809L

#include "base/number.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/locale.h"

bool md_number_parse(const char *text, double *value)
{
    /* strtod also accepts leading space, hexadecimal numbers and nan(...). */
    const bool plain = strpbrk(text, "xX \t\n\v\f\r(") == NULL;
    if (text[0] == '\0' || !plain) {
        return false;
    }
    char *end = NULL;
    const struct locale_guard guard = md_locale_enter();
    *value = strtod(text, &end);
    md_locale_leave(guard);
    return *end == '\0';
}

void md_number_format(md_real value, char *text, size_t size)
{
    /* Numbers of min_digits digits survive a round trip; %g omits trailing zeros, so fewer need not be tried. */
    const int min_digits = sizeof(md_real) == sizeof(double) ? DBL_DIG : FLT_DIG;
    const int max_digits = sizeof(md_real) == sizeof(double) ? 17 : 9;
    const struct locale_guard guard = md_locale_enter();
    for (int digits = min_digits; digits <= max_digits; ++digits) {
        snprintf(text, size, "%.*g", digits, (double)value);
        if ((md_real)strtod(text, NULL) == value) {
            break;
        }
    }
    md_locale_leave(guard);
}
