/* What several tests share: cmocka with its headers, random numbers, temporary folders, small builders. */
#ifndef MODULUS_TESTS_SUPPORT_H
#define MODULUS_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above. */
#include <cmocka.h>

#include <modulus/modulus.h>

/** Pseudo-random numbers that are the same on every machine (SplitMix64). */
struct random {
    uint64_t state;
};

uint64_t random_bits(struct random *random);
/** Uniform in [low, high). */
double random_real(struct random *random, double low, double high);
/** Uniform in 0 .. count - 1. */
int32_t random_index(struct random *random, int32_t count);

/** A fresh empty folder under the system's temporary one, which the caller frees with `folder_remove`. */
char *folder_create(void);
/** Removes the folder with all in it, and frees the name. */
void folder_remove(char *folder);
/** folder/name, in a static buffer of which there are four. */
const char *path_in(const char *folder, const char *name);
/** How many files the folder holds, hidden ones aside. */
int files_in(const char *folder);
/** Writes a text file. */
void write_text(const char *path, const char *text);

/** The folder of public problems, or NULL where it is absent: then the test skips, saying so. */
const char *public_problems(void);

/** The tolerance that a result of double precision, or of float, can be held to. */
#ifdef MODULUS_SINGLE
#define PICK(of_double, of_float) (of_float)
#else
#define PICK(of_double, of_float) (of_double)
#endif

#endif
