#define _POSIX_C_SOURCE 200809L

#include "base/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

#define MAX_LINKS 40
#define MAX_UNFINISHED 64

/* ---- Temporary files that exist ---------------------------------------------------------------------------------- */

/* Their paths, for a signal handler; NULL: free. A file beyond the maximum is not in the list. */
static _Atomic(const char *) unfinished[MAX_UNFINISHED];

/* Replaces one path in the list by another. */
static void replace_unfinished(const char *old, const char *new)
{
    for (size_t i = 0; i < MAX_UNFINISHED; ++i) {
        const char *expected = old;
        if (atomic_compare_exchange_strong(&unfinished[i], &expected, new)) {
            return;
        }
    }
}

void md_output_remove_unfinished(void)
{
    for (size_t i = 0; i < MAX_UNFINISHED; ++i) {
        const char *path = atomic_load(&unfinished[i]);
        if (path != NULL) {
            unlink(path);
        }
    }
}

/* ---- The file that a path names ---------------------------------------------------------------------------------- */

static md_status fail_to_write(const char *path, int problem, md_error *error)
{
    return md_fail(error, md_file_status(problem), "%s: cannot be written: %s", path, strerror(problem));
}

static md_status fail_too_long(const char *path, md_error *error)
{
    return md_fail(error, MD_ERROR_FILE, "%.200s...: the path is too long", path);
}

/* The length of the folder part of a path, with its last slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* Replaces a path that is a symbolic link by the path that it leads to, which need not exist. Returns false if it is
 * not a link or if the new path is too long, which sets errno to ENAMETOOLONG. */
static bool follow_link(struct output_target *target)
{
    char link[sizeof target->path];
    const ssize_t length = readlink(target->path, link, sizeof link - 1);
    if (length < 0) {
        return false;
    }
    link[length] = '\0';
    const size_t folder = link[0] == '/' ? 0 : folder_length(target->path);
    if (folder + (size_t)length >= sizeof target->path) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(target->path + folder, link, (size_t)length + 1);
    return true;
}

static md_status follow_links(struct output_target *target, const char *path, md_error *error)
{
    errno = 0;
    for (int i = 0; i < MAX_LINKS; ++i) {
        if (!follow_link(target)) {
            return errno == ENAMETOOLONG ? fail_too_long(path, error) : MD_OK;
        }
    }
    return fail_to_write(path, ELOOP, error);
}

/* The descriptor that a path such as /dev/fd/3 names, otherwise -1. */
static int descriptor_in(const char *path)
{
    static const char *const FOLDERS[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; ++i) {
        const size_t length = strlen(FOLDERS[i]);
        const char *digits = path + length;
        if (strncmp(path, FOLDERS[i], length) == 0 && *digits != '\0' && strlen(digits) < 7 &&
            digits[strspn(digits, "0123456789")] == '\0') {
            return (int)strtol(digits, NULL, 10);
        }
    }
    return -1;
}

/* The open descriptor that a path names, directly or through links, otherwise standard output or standard error if it
 * is this file, otherwise -1. A regular file behind a descriptor is not replaced, because its owner would not see the
 * new one. */
static int stream_of(const char *path, const struct stat *file)
{
    struct output_target step = {0};
    snprintf(step.path, sizeof step.path, "%s", path);
    for (int i = 0; i < MAX_LINKS; ++i) {
        const int descriptor = descriptor_in(step.path);
        if (descriptor >= 0) {
            return descriptor;
        }
        if (!follow_link(&step)) {
            break;
        }
    }

    for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; ++stream) {
        struct stat info;
        if (fstat(stream, &info) == 0 && info.st_dev == file->st_dev && info.st_ino == file->st_ino) {
            return stream;
        }
    }
    return -1;
}

/* Finds the file that a path names. */
static md_status locate(struct output_target *target, const char *path, md_error *error)
{
    *target = (struct output_target){.stream = -1};
    const size_t length = strlen(path);
    if (length >= sizeof target->path) {
        return fail_too_long(path, error);
    }
    memcpy(target->path, path, length + 1);
    struct stat info;
    if (stat(path, &info) != 0) {
        if (descriptor_in(path) >= 0) {
            return fail_to_write(path, EBADF, error);
        }
        return errno == ENOENT ? follow_links(target, path, error) : fail_to_write(path, errno, error);
    }
    if (S_ISDIR(info.st_mode)) {
        return md_fail(error, MD_ERROR_FILE, "%s: cannot be written: it is a folder, expected a file name", path);
    }
    target->exists = true;
    target->permissions = info.st_mode & 0777;
    target->stream = stream_of(path, &info);
    target->is_direct = target->stream >= 0 || !S_ISREG(info.st_mode);
    return target->is_direct ? MD_OK : follow_links(target, path, error);
}

md_status md_output_check(struct output_target *target, const char *path, md_error *error)
{
    const md_status status = locate(target, path, error);
    if (status != MD_OK) {
        return status;
    }
    if (target->stream >= 0) {
        const int mode = fcntl(target->stream, F_GETFL);
        const bool is_standard = target->stream <= STDERR_FILENO; /* a failure is reported when it is written */
        return is_standard || (mode >= 0 && (mode & O_ACCMODE) != O_RDONLY) ? MD_OK : fail_to_write(path, EBADF, error);
    }
    char folder[sizeof target->path] = ".";
    const size_t length = folder_length(target->path);
    if (length > 0) {
        memcpy(folder, target->path, length);
        folder[length] = '\0';
    }
    const bool is_writable = target->is_direct ? access(path, W_OK) == 0 : access(folder, W_OK | X_OK) == 0;
    return is_writable ? MD_OK : fail_to_write(path, errno, error);
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

/* Opens a device, pipe or standard stream. Does not create, truncate or replace it. */
static int open_direct(const struct output_target *target)
{
    return target->stream >= 0 ? fcntl(target->stream, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                               : open(target->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

/* Creates a temporary file beside the target. Its name is new, so that no two outputs share one. */
static int open_temporary(struct output_file *output)
{
    const struct output_target *target = &output->target;
    int descriptor = -1;
    errno = EEXIST;
    for (int i = 0; i < 100 && descriptor < 0 && errno == EEXIST; ++i) {
        snprintf(output->temporary, sizeof output->temporary, "%s.%ld-%d.part", target->path, (long)getpid(), i);
        descriptor = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (descriptor < 0) {
        output->temporary[0] = '\0';
        return descriptor;
    }
    replace_unfinished(NULL, output->temporary);
    if (target->exists) {
        (void)fchmod(descriptor, target->permissions); /* some file systems have no permissions */
    }
    return descriptor;
}

md_status md_output_open(struct output_file *output, const char *path, md_error *error)
{
    output->path = path;
    output->temporary[0] = '\0';
    output->file = NULL;
    output->problem = 0;
    const md_status status = locate(&output->target, path, error);
    if (status != MD_OK) {
        return status;
    }
    const int descriptor = output->target.is_direct ? open_direct(&output->target) : open_temporary(output);
    if (descriptor < 0) {
        return fail_to_write(path, errno, error);
    }
    output->file = fdopen(descriptor, "wb");
    if (output->file == NULL) {
        const int problem = errno;
        close(descriptor);
        md_output_discard(output);
        return fail_to_write(path, problem, error);
    }
    return MD_OK;
}

/* ---- Writing and closing ----------------------------------------------------------------------------------------- */

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
    if (ferror(output->file) != 0 && problem == 0) {
        problem = EIO;
    }
    if (fclose(output->file) != 0 && problem == 0) {
        problem = errno;
    }
    output->file = NULL;
    if (problem == 0 && !output->target.is_direct && rename(output->temporary, output->target.path) != 0) {
        problem = errno;
    }
    if (problem != 0) {
        md_output_discard(output);
        return fail_to_write(output->path, problem, error);
    }
    replace_unfinished(output->temporary, NULL);
    return MD_OK;
}

void md_output_discard(struct output_file *output)
{
    if (output->file != NULL) {
        fclose(output->file);
        output->file = NULL;
    }
    if (output->temporary[0] != '\0') {
        remove(output->temporary);
        replace_unfinished(output->temporary, NULL);
        output->temporary[0] = '\0';
    }
}
