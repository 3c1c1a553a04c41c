/* Builds with the address sanitizer do not count the leaks of drivers, which keep memory that they never free, in
 * libraries that are unloaded before the leak checker can name them. */
#ifndef MODULUS_RENDER3_LEAKS_H
#define MODULUS_RENDER3_LEAKS_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RENDER3_CHECKS_LEAKS
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define RENDER3_CHECKS_LEAKS
#endif

#ifdef RENDER3_CHECKS_LEAKS
#include <sanitizer/lsan_interface.h>
#endif

/** What is allocated from now on is no leak. */
static inline void leaks_ignore(void)
{
#ifdef RENDER3_CHECKS_LEAKS
    __lsan_disable();
#endif
}

/** Ends leaks_ignore. */
static inline void leaks_watch(void)
{
#ifdef RENDER3_CHECKS_LEAKS
    __lsan_enable();
#endif
}

#endif
