/* Files that are written completely or not at all: a temporary file beside the target, then renamed. */
#ifndef MODULUS_BASE_OUTPUT_FILE_H
#define MODULUS_BASE_OUTPUT_FILE_H

#include <stdio.h>

#include <modulus/base.h>

struct output_file {
    const char *path;
    char temporary[4096]; /* path of the temporary file */
    FILE *file;           /* NULL if it is not open */
    int problem;          /* errno of the first write that failed; 0: none */
};

/** Opens the temporary file. End with md_output_commit or md_output_discard. */
md_status md_output_open(struct output_file *output, const char *path, md_error *error);

/** Prints to the file. A failure is reported by md_output_commit. */
__attribute__((format(printf, 2, 3))) void md_output_print(struct output_file *output, const char *format, ...);

/** Writes bytes to the file. Returns false on failure, which md_output_commit reports too. */
bool md_output_write(struct output_file *output, const void *bytes, size_t size);

/** Renames the temporary file to its target if every write succeeded; otherwise removes it and fails. */
md_status md_output_commit(struct output_file *output, md_error *error);

/** Closes and removes the temporary file. */
void md_output_discard(struct output_file *output);

#endif
