/* Writing Matrix Market files. A file appears whole or not at all: it is written beside its place, then renamed. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/number.h"
#include "lcp/matrix.h"

#define LONGEST_PATH 4096

struct target {
    const char *path;
    char temporary[LONGEST_PATH];
    FILE *file;
    int problem; /* errno of the first write that failed */
};

static md_status target_open(struct target *target, const char *path, md_error *error)
{
    target->path = path;
    target->problem = 0;
    const int length = snprintf(target->temporary, sizeof target->temporary, "%s.%ld.part", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof target->temporary) {
        return md_fail(error, MD_ERROR_FILE, "%.200s...: the path is too long", path);
    }
    target->file = fopen(target->temporary, "wb");
    if (target->file == NULL) {
        return md_fail(error, MD_ERROR_FILE, "%s: cannot be written: %s", path, strerror(errno));
    }
    return MD_OK;
}

/* Puts the file in its place if all of it was written. */
static md_status target_close(struct target *target, md_error *error)
{
    int problem = target->problem;
    if (fclose(target->file) != 0 && problem == 0) {
        problem = errno;
    }
    if (problem == 0 && rename(target->temporary, target->path) != 0) {
        problem = errno;
    }
    if (problem != 0) {
        remove(target->temporary);
        return md_fail(error, MD_ERROR_FILE, "%s: cannot be written: %s", target->path, strerror(problem));
    }
    return MD_OK;
}

__attribute__((format(printf, 2, 3))) static void put(struct target *target, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (vfprintf(target->file, format, arguments) < 0 && target->problem == 0) {
        target->problem = errno;
    }
    va_end(arguments);
}

static void write_head(struct target *target, const char *format, const char *comment)
{
    put(target, "%%%%MatrixMarket matrix %s real general\n", format);
    if (comment != NULL) {
        put(target, "%% %s\n", comment);
    }
}

md_status md_matrix_write(const md_matrix *matrix, const char *path, const char *comment, md_error *error)
{
    struct target target;
    const md_status status = target_open(&target, path, error);
    if (status != MD_OK) {
        return status;
    }
    write_head(&target, "coordinate", comment);
    put(&target, "%d %d %lld\n", matrix->rows, matrix->cols, (long long)md_matrix_entries(matrix));
    for (int32_t row = 0; row < matrix->rows; ++row) {
        for (int64_t e = matrix->start[row]; e < matrix->start[row + 1]; ++e) {
            char number[40];
            md_number_format(matrix->value[e], number, sizeof number);
            put(&target, "%d %d %s\n", row + 1, matrix->col[e] + 1, number);
        }
    }
    return target_close(&target, error);
}

md_status md_vector_write(const md_real *values, int32_t count, const char *path, const char *comment, md_error *error)
{
    struct target target;
    const md_status status = target_open(&target, path, error);
    if (status != MD_OK) {
        return status;
    }
    write_head(&target, "array", comment);
    put(&target, "%d 1\n", count);
    for (int32_t i = 0; i < count; ++i) {
        char number[40];
        md_number_format(values[i], number, sizeof number);
        put(&target, "%s\n", number);
    }
    return target_close(&target, error);
}
