#define _POSIX_C_SOURCE 200809L

#include "base/output_file.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

/* Chooses the temporary path. */
static md_status choose_temporary(struct output_file *output, const char *path, md_error *error)
{
    output->path = path;
    output->file = NULL;
    output->problem = 0;
    const int length = snprintf(output->temporary, sizeof output->temporary, "%s.%ld.part", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof output->temporary) {
        return md_fail(error, MD_ERROR_FILE, "%.200s...: the path is too long", path);
    }
    return MD_OK;
}

md_status md_output_open(struct output_file *output, const char *path, md_error *error)
{
    const md_status status = choose_temporary(output, path, error);
    if (status != MD_OK) {
        return status;
    }
    output->file = fopen(output->temporary, "wb");
    if (output->file == NULL) {
        return md_fail(error, MD_ERROR_FILE, "%s: cannot be written: %s", path, strerror(errno));
    }
    return MD_OK;
}

void md_output_print(struct output_file *output, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (vfprintf(output->file, format, arguments) < 0 && output->problem == 0) {
        output->problem = errno;
    }
    va_end(arguments);
}

bool md_output_write(struct output_file *output, const void *bytes, size_t size)
{
    const bool written = fwrite(bytes, 1, size, output->file) == size;
    if (!written && output->problem == 0) {
        output->problem = errno;
    }
    return written;
}

md_status md_output_commit(struct output_file *output, md_error *error)
{
    int problem = output->problem;
    if (output->file != NULL && fclose(output->file) != 0 && problem == 0) {
        problem = errno;
    }
    output->file = NULL;
    if (problem == 0 && rename(output->temporary, output->path) != 0) {
        problem = errno;
    }
    if (problem != 0) {
        remove(output->temporary);
        return md_fail(error, MD_ERROR_FILE, "%s: cannot be written: %s", output->path, strerror(problem));
    }
    return MD_OK;
}

void md_output_discard(struct output_file *output)
{
    if (output->file != NULL) {
        fclose(output->file);
        output->file = NULL;
    }
    remove(output->temporary);
}
