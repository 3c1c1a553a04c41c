/** @file
 * Shared by all of Modulus: the number type, status codes, errors, memory.
 *
 * The library never prints, aborts or keeps global state. A function that can fail returns an md_status. Some
 * also fill an md_error, which says which file or row was at fault and what was expected; the caller may pass NULL.
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

/** Marks the functions of the public API. */
#if defined(_WIN32)
#define MD_API
#else
#define MD_API __attribute__((visibility("default")))
#endif

/** The number type: double for libmodulus; float with -DMODULUS_SINGLE, for libmodulus_single. The CMake target modulus::single
 *  and the pkg-config package modulus_single define MODULUS_SINGLE. */
#ifdef MODULUS_SINGLE
typedef float md_real;
#define MD_REAL_MAX FLT_MAX                 /**< the largest md_real */
#define MD_REAL_EPSILON FLT_EPSILON         /**< difference between 1 and the next md_real */
#define MD_REAL_IN_LIBRARY md_real_is_float /**< a name that only the library with this md_real defines */
#else
typedef double md_real;
#define MD_REAL_MAX DBL_MAX                  /**< the largest md_real */
#define MD_REAL_EPSILON DBL_EPSILON          /**< difference between 1 and the next md_real */
#define MD_REAL_IN_LIBRARY md_real_is_double /**< a name that only the library with this md_real defines */
#endif

/** Makes it a link error to use the library of the other precision ("undefined reference to md_real_is_double"): every object
 *  file of a program refers to this constant. */
MD_API extern const char MD_REAL_IN_LIBRARY;
#if defined(__GNUC__) && !defined(MODULUS_LIBRARY)
#if defined(__ELF__) && __has_attribute(retain)
__attribute__((used, retain)) /* --gc-sections does not drop it */
#else
__attribute__((used))
#endif
static const char *const md_real_check = &MD_REAL_IN_LIBRARY;
#endif

/** An absent bound. */
#define MD_INFINITY ((md_real)INFINITY)

/** The result of a call. */
typedef enum md_status {
    MD_OK = 0,         /**< success */
    MD_ERROR_MEMORY,   /**< an allocation failed */
    MD_ERROR_ARGUMENT, /**< a parameter is out of range */
    MD_ERROR_SIZE,     /**< a size overflows or exceeds a limit */
    MD_ERROR_FILE,     /**< a file could not be opened, read or written */
    MD_ERROR_FORMAT,   /**< a file has invalid contents */
    MD_ERROR_PROBLEM,  /**< the parts of a problem do not fit together, or no method can solve it */
    MD_ERROR_BUSY,     /**< not allowed in a callback, while the world is stepping */
} md_status;

/** A short description of a status; never NULL. */
MD_API const char *md_status_text(md_status status);

/** An error in words. Pass NULL if only the status matters. */
typedef struct md_error {
    md_status status;  /**< the kind of failure */
    char message[512]; /**< one line, without a newline */
} md_error;

/** An allocator: one function in the manner of realloc. block NULL and old_size 0 allocates, new_size 0 frees and
 *  returns NULL, failure returns NULL and leaves the block as it is. */
typedef struct md_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size); /**< the function */
    void *user;                                                                 /**< passed to it */
} md_allocator;

/** The allocator of the C library, which is used if NULL is passed for an allocator. */
MD_API md_allocator md_allocator_default(void);

/** The library's version, "major.minor.patch". */
MD_API const char *md_version(void);
/** The number type of the library: "double" or "float". */
MD_API const char *md_real_name(void);

#ifdef __cplusplus
}
#endif

#endif
