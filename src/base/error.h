/* Filling an md_error: the status and one line of text. */
#ifndef MODULUS_BASE_ERROR_H
#define MODULUS_BASE_ERROR_H

#include <modulus/base.h>

/** Writes the text where `error` is not NULL, and returns `status` so that a failing function can return the call. */
__attribute__((format(printf, 3, 4))) md_status md_fail(md_error *error, md_status status, const char *format, ...);

/** The same with the status's own text, where a lower function has failed without one (memory, sizes). */
md_status md_fail_plain(md_error *error, md_status status);

#endif
