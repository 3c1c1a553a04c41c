/** @file
 * What every part of Modulus shares: the number type, status codes, error texts, memory.
 *
 * The library never prints, aborts or keeps global state. A function that can fail returns an md_status; where a
 * sentence helps (which file, which row, what was expected) it also fills an md_error that the caller may pass.
 */
#ifndef MODULUS_BASE_H
#define MODULUS_BASE_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <modulus/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/** On each function that a program may call. */
#if defined(_WIN32)
#define MD_API
#else
#define MD_API __attribute__((visibility("default")))
#endif

/** The number of the library: double, or float where it was built with MODULUS_SINGLE. */
#ifdef MODULUS_SINGLE
typedef float md_real;
#define MD_REAL_MAX FLT_MAX         /**< the largest md_real */
#define MD_REAL_EPSILON FLT_EPSILON /**< of md_real: from 1 to the next number */
#else
typedef double md_real;
#define MD_REAL_MAX DBL_MAX         /**< the largest md_real */
#define MD_REAL_EPSILON DBL_EPSILON /**< of md_real: from 1 to the next number */
#endif

/** An absent bound. */
#define MD_INFINITY ((md_real)INFINITY)

/** How a call went. */
typedef enum md_status {
    MD_OK = 0,         /**< well */
    MD_ERROR_MEMORY,   /**< an allocation failed */
    MD_ERROR_ARGUMENT, /**< a parameter is out of its range */
    MD_ERROR_SIZE,     /**< a size overflows, or is beyond a limit */
    MD_ERROR_FILE,     /**< a file could not be opened, read or written */
    MD_ERROR_FORMAT,   /**< a file does not say what it should */
    MD_ERROR_PROBLEM,  /**< the parts of a problem do not fit each other, or no method can work on it */
    MD_ERROR_BUSY,     /**< a world is stepping: what a callback must not do */
} md_status;

/** A few words for a status, never NULL. */
MD_API const char *md_status_text(md_status status);

/** What went wrong, in one line without a newline. Pass NULL where only the status matters. */
typedef struct md_error {
    md_status status;  /**< what kind of failure */
    char message[512]; /**< for people */
} md_error;

/** Memory for all that an object owns, through one function in the manner of realloc:
 *  block NULL and old_size 0 allocates, new_size 0 frees and returns NULL, failure returns NULL and leaves the block. */
typedef struct md_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size); /**< the function */
    void *user;                                                                 /**< handed to it */
} md_allocator;

/** The C library's heap, used wherever NULL is passed for an allocator. */
MD_API md_allocator md_allocator_default(void);

/** The library's version, "major.minor.patch". */
MD_API const char *md_version(void);
/** The number type that the library was built for: "double" or "float". */
MD_API const char *md_real_name(void);

#ifdef __cplusplus
}
#endif

#endif
