#include "analyze/text.h"

#include <math.h>
#include <stdio.h>

struct number_text factor_text(double factor)
{
    struct number_text result;
    if (factor > 0.999 && factor < 1) {
        snprintf(result.text, sizeof result.text, "1 - %.2g", 1 - factor);
    } else {
        snprintf(result.text, sizeof result.text, "%.4g", factor);
    }
    return result;
}

struct number_text estimate_text(double count)
{
    struct number_text result;
    if (!(count >= 0 && count < 1e12)) {
        snprintf(result.text, sizeof result.text, "%.1g", count);
        return result;
    }
    const double unit = count < 100 ? 1 : pow(10, floor(log10(count)) - 1);
    char digits[32];
    const int length = snprintf(digits, sizeof digits, "%.0f", unit * round(count / unit));
    char *end = result.text;
    for (int i = 0; i < length; ++i) {
        if (i > 0 && (length - i) % 3 == 0) {
            *end++ = ',';
        }
        *end++ = digits[i];
    }
    *end = '\0';
    return result;
}
