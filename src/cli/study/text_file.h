/* Small files as texts: in memory while they are written, and whole when they are read. */
#ifndef MODULUS_CLI_STUDY_TEXT_FILE_H
#define MODULUS_CLI_STUDY_TEXT_FILE_H

#include <stdbool.h>
#include <stdio.h>

/** A text that is written like a file. */
struct text_file {
    char *at; /* after text_end; the caller frees it in any case */
    size_t size;
    FILE *file;
};

/** Returns whether there is memory. */
bool text_begin(struct text_file *text);
/** Returns whether everything could be stored. */
bool text_end(struct text_file *text);

/** Reads a whole file, which the caller frees; NULL if it does not exist. Exit code or -1. */
int text_read(const char *path, char **text);
/** Writes a file as a whole or not at all. Exit code or -1. */
int text_write(const char *path, const char *text);

#endif
