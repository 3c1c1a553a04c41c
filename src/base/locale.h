/* Switches the calling thread to the "C" locale while it reads or writes numbers. */
#ifndef MODULUS_BASE_LOCALE_H
#define MODULUS_BASE_LOCALE_H

#include <locale.h>

struct locale_guard {
    locale_t c_locale, previous;
};

/** Without memory for the "C" locale the thread keeps its own, and numbers are read and written in that. */
static inline struct locale_guard md_locale_enter(void)
{
    struct locale_guard guard = {.c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    guard.previous = guard.c_locale != (locale_t)0 ? uselocale(guard.c_locale) : (locale_t)0;
    return guard;
}

static inline void md_locale_leave(struct locale_guard guard)
{
    if (guard.c_locale != (locale_t)0) {
        uselocale(guard.previous);
        freelocale(guard.c_locale);
    }
}

#endif
