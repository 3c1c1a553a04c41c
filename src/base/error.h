/* Failures: a status and one line of text. */
#ifndef MODULUS_BASE_ERROR_H
#define MODULUS_BASE_ERROR_H

#include <modulus/base.h>

/** Writes status and text to `error` unless that is NULL, and returns `status`, so that callers can return the call. */
__attribute__((format(printf, 3, 4))) md_status md_fail(md_error *error, md_status status, const char *format, ...);

/** The same with the text of the status itself, for failures that came without a message (memory, sizes). Does nothing
 *  if `status` is MD_OK. */
md_status md_fail_plain(md_error *error, md_status status);

/** The status for a file that could not be opened or written, from errno: MD_ERROR_MEMORY or MD_ERROR_FILE. */
md_status md_file_status(int problem);

#endif
