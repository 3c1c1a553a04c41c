#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

const char *md_status_text(md_status status)
{
    switch (status) {
    case MD_OK: return "done";
    case MD_ERROR_MEMORY: return "out of memory";
    case MD_ERROR_ARGUMENT: return "a parameter is out of range";
    case MD_ERROR_SIZE: return "a size is too large";
    case MD_ERROR_FILE: return "a file could not be read or written";
    case MD_ERROR_FORMAT: return "a file does not have the expected format";
    case MD_ERROR_PROBLEM: return "the parts of the problem do not match";
    case MD_ERROR_BUSY: return "the world is stepping";
    }
    return "unknown status";
}

md_status md_fail(md_error *error, md_status status, const char *format, ...)
{
    if (error != NULL) {
        error->status = status;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

md_status md_fail_plain(md_error *error, md_status status)
{
    return status == MD_OK ? MD_OK : md_fail(error, status, "%s", md_status_text(status));
}

const char MD_REAL_IN_LIBRARY = 1;

const char *md_version(void)
{
    return MODULUS_VERSION;
}

const char *md_real_name(void)
{
    return sizeof(md_real) == sizeof(double) ? "double" : "float";
}

md_status md_file_status(int problem)
{
    return problem == ENOMEM ? MD_ERROR_MEMORY : MD_ERROR_FILE;
}
