/* Shared by all tests: cmocka with its headers, random numbers, temporary folders. */
#ifndef MODULUS_TESTS_SUPPORT_H
#define MODULUS_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka requires the four headers above. */
#include <cmocka.h>

#include <modulus/modulus.h>

#include "support/sanitized.h"

/** Pseudo-random numbers, the same on every machine (SplitMix64). */
struct random {
    uint64_t state;
};

uint64_t random_bits(struct random *random);
/** Uniform in [low, high). */
double random_real(struct random *random, double low, double high);
/** Uniform in 0 .. count - 1. */
int32_t random_index(struct random *random, int32_t count);

/** Creates an empty temporary folder. Free with folder_remove. */
char *folder_create(void);
/** Removes a folder with its contents and frees the name. */
void folder_remove(char *folder);
/** Returns folder/name in one of four static buffers. */
const char *path_in(const char *folder, const char *name);
/** Returns the number of files in a folder, without hidden ones. */
int files_in(const char *folder);
/** Writes a text file. */
void write_text(const char *path, const char *text);

/** Returns the folder of public problems. If it is absent, prints a note and returns NULL. */
const char *public_problems(void);
/** Paths of the problems in a group of public problems, in alphabetical order. */
#define MOST_FOLDERS 64
struct folders {
    char path[MOST_FOLDERS][512];
    int count;
};
struct folders folders_in(const char *base, const char *group);
/** Exit code of a test program that needs the public problems and did not run; SKIP_RETURN_CODE in CMakeLists.txt. */
#define EXIT_SKIPPED 77

/** Chooses the tolerance for double or for float precision. */
#ifdef MODULUS_SINGLE
#define PICK(of_double, of_float) (of_float)
#else
#define PICK(of_double, of_float) (of_double)
#endif

#endif
