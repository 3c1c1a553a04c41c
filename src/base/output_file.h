/* Files that appear whole or not at all: written beside their place, then renamed. */
#ifndef MODULUS_BASE_OUTPUT_FILE_H
#define MODULUS_BASE_OUTPUT_FILE_H

#include <stdio.h>

#include <modulus/base.h>

struct output_file {
    const char *path;
    char temporary[4096]; /* where it is written */
    FILE *file;           /* NULL where somebody else writes it */
    int problem;          /* errno of the first write that failed */
};

/** Chooses the temporary name, for another program to write to; md_output_commit follows, or md_output_discard. */
md_status md_output_name(struct output_file *output, const char *path, md_error *error);

/** The same, and opens it. */
md_status md_output_open(struct output_file *output, const char *path, md_error *error);

/** Prints; a failure is remembered until the commit. */
__attribute__((format(printf, 2, 3))) void md_output_print(struct output_file *output, const char *format, ...);

/** Puts the file in its place if all of it was written; otherwise nothing is left of it. */
md_status md_output_commit(struct output_file *output, md_error *error);

/** Leaves nothing behind. */
void md_output_discard(struct output_file *output);

#endif
