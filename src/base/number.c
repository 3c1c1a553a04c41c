/* The C library reads and writes numbers in the locale that the host program has chosen, where 0,5 may be a half. Files
 * and specs always mean a point, so the calling thread is put into the "C" locale for the moment of a conversion. */
#define _POSIX_C_SOURCE 200809L

#include "base/number.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/locale.h"

bool md_number_parse(const char *text, double *value)
{
    /* strtod takes leading space and hexadecimal numbers; a file of decimal numbers has neither. */
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
    /* So many digits always survive; %g leaves out trailing zeros, so fewer need not be tried. */
    const int least = sizeof(md_real) == sizeof(double) ? DBL_DIG : FLT_DIG;
    const int most = sizeof(md_real) == sizeof(double) ? 17 : 9;
    const struct locale_guard guard = md_locale_enter();
    for (int digits = least; digits <= most; ++digits) {
        snprintf(text, size, "%.*g", digits, (double)value);
        if ((md_real)strtod(text, NULL) == value) {
            break;
        }
    }
    md_locale_leave(guard);
}
