/* Reads words and numbers of a description, and keeps the first problem. */
#ifndef MODULUS_BENCH_TEXT_READER_H
#define MODULUS_BENCH_TEXT_READER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define MAX_COUNT 4000000 /* of bodies, shapes or joints: limits the memory that a damaged count can claim */

/** After a failure a reader does nothing and keeps the first problem. */
struct reader {
    FILE *file;
    char *problem;
    size_t size;
    bool failed;
};

__attribute__((format(printf, 2, 3))) void reader_fail(struct reader *reader, const char *format, ...);
void reader_word(struct reader *reader, char word[32], const char *what);
void reader_expect(struct reader *reader, const char *expected);
/** A finite number; 0 after a failure. */
double reader_number(struct reader *reader);
/** An integer from `low` to `high`; `low` after a failure. */
int32_t reader_index(struct reader *reader, int32_t low, int32_t high);
/** The index of a word in a list of names. */
int reader_choice(struct reader *reader, const char *const *names, int count);

/** Writes each number after a space, with the 17 digits that preserve every bit of a double. */
void write_numbers(FILE *file, const double *numbers, int count);

#endif
