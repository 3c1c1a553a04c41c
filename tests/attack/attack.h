/* Attack programs: each runs many cases that are made from seeds, and must end without a failed requirement, a crash, a
 * leak or a report of a sanitizer.
 *
 *     attack_worlds [COUNT [SEED]]      COUNT cases, from seed SEED on
 *
 * Without arguments they are short enough for `make test`; `make soak` runs more. After a failure the program prints how
 * to repeat the case alone. */
#ifndef MODULUS_TESTS_ATTACK_H
#define MODULUS_TESTS_ATTACK_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/sanitized.h"

/** Ends the program with a message if a condition does not hold. */
#define REQUIRE(condition) ((condition) ? (void)0 : attack_fail(__FILE__, __LINE__, #condition))

static const char *attack_name;
static uint64_t attack_first, attack_count;
/* Seed of the running case; 0 if none. */
static volatile uint64_t attack_running;

static inline void attack_tell(void)
{
    if (attack_running != 0) {
        fprintf(stderr, "attack: failed, to repeat: %s 1 %llu\n", attack_name, (unsigned long long)attack_running);
        attack_running = 0;
    }
}

static inline _Noreturn void attack_fail(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    exit(1);
}

static inline void attack_on_signal(int number)
{
    fprintf(stderr, "attack: signal %d\n", number);
    attack_tell();
    signal(number, SIG_DFL);
    raise(number);
}

/* Part of the sanitizers; NULL without them. Their report comes first. */
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void)); /* NOLINT */

/** Reads COUNT and SEED. */
static inline void attack_begin(int argc, char **argv, uint64_t usual_count)
{
    attack_name = argv[0];
    attack_count = argc > 1 ? strtoull(argv[1], NULL, 10) : usual_count;
    attack_first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (argc > 3 || attack_count == 0 || attack_first == 0) {
        fprintf(stderr, "usage: %s [COUNT [SEED]], both at least 1\n", argv[0]);
        exit(2);
    }
    atexit(attack_tell);
    signal(SIGABRT, attack_on_signal);
    if (__sanitizer_set_death_callback != NULL) {
        __sanitizer_set_death_callback(attack_tell);
        return;
    }
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) {
        signal(signals[i], attack_on_signal);
    }
}

/** Goes to the next case: its seed, or 0 after the last. */
static inline uint64_t attack_next(void)
{
    const bool ends = attack_running != 0 && attack_running - attack_first + 1 >= attack_count;
    attack_running = ends ? 0 : attack_running == 0 ? attack_first : attack_running + 1;
    return attack_running;
}

#endif
