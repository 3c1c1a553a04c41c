/* Puts the calling thread into the "C" locale, for reading and writing numbers. */
#ifndef MODULUS_BASE_LOCALE_H
#define MODULUS_BASE_LOCALE_H

#include <locale.h>

struct locale_guard {
    locale_t numbers, before;
};

/* Where the "C" locale cannot be had (no memory) the thread stays in its own; nothing is lost but the guarantee. */
static inline struct locale_guard md_locale_enter(void)
{
    struct locale_guard guard = {.numbers = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    guard.before = guard.numbers != (locale_t)0 ? uselocale(guard.numbers) : (locale_t)0;
    return guard;
}

static inline void md_locale_leave(struct locale_guard guard)
{
    if (guard.numbers != (locale_t)0) {
        uselocale(guard.before);
        freelocale(guard.numbers);
    }
}

#endif
