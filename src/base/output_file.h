/* Files that are written completely or not at all.
 *
 * A regular file is written as a temporary file beside it, which is then renamed; a symbolic link is followed. A
 * device, a pipe, the standard streams and an open descriptor (/dev/fd/3) are written directly, and never removed or
 * replaced. */
#ifndef MODULUS_BASE_OUTPUT_FILE_H
#define MODULUS_BASE_OUTPUT_FILE_H

#include <stdio.h>

#include <modulus/base.h>

/** The file that a path names. */
struct output_target {
    char path[4096];      /* links are followed if it is a regular file or absent */
    bool exists;          /* at the time of the check */
    bool is_direct;       /* a device, a pipe or an open descriptor */
    int stream;           /* the open descriptor, such as standard output; -1: none */
    unsigned permissions; /* of the file, if it exists */
};

/** An output. It must not be moved in memory while it is open. */
struct output_file {
    const char *path; /* as the user wrote it */
    struct output_target target;
    char temporary[4200]; /* path of the temporary file; empty if there is none */
    FILE *file;           /* NULL if it is not open */
    int problem;          /* errno of the first write that failed; 0: none */
};

/** Finds the file that a path names, and checks without changing it that it can be written. */
md_status md_output_check(struct output_target *target, const char *path, md_error *error);

/** Opens the file. Opening a pipe waits for its reader. End with md_output_commit or md_output_discard. */
md_status md_output_open(struct output_file *output, const char *path, md_error *error);

/** Prints to the file. A failure is reported by md_output_commit. */
__attribute__((format(printf, 2, 3))) void md_output_print(struct output_file *output, const char *format, ...);

/** Writes bytes to the file. Returns false on failure, which md_output_commit reports too. */
bool md_output_write(struct output_file *output, const void *bytes, size_t size);

/** Closes the file and renames it to its target; if a write failed, removes the temporary file and fails. */
md_status md_output_commit(struct output_file *output, md_error *error);

/** Closes the file and removes the temporary file. */
void md_output_discard(struct output_file *output);

/** Removes the temporary files of all open outputs. For a signal handler that ends the process. */
void md_output_remove_unfinished(void);

#endif
