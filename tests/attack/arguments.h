/* Calls of public functions with bad arguments, each in a process of its own, so that one crash does not hide the others.
 *
 * A fixture has valid arguments, so that a call is wrong in one of them only. Its function `call_all` names every call with
 * REFUSES or RETURNS, which number them and make the one with the wanted number. */
#ifndef MODULUS_TESTS_ATTACK_ARGUMENTS_H
#define MODULUS_TESTS_ATTACK_ARGUMENTS_H

#include <sys/wait.h>
#include <unistd.h>

#include "attack/attack.h"

/** The call that is made: the one with this number. */
struct call_choice {
    int wanted, next;
    bool only_names;
    const char *text; /* of the call */
};

enum { BAD_HANDLES = 4, CALL_RETURNED = 0, STATUS_IS_OK = 3 };

static inline bool is_wanted(struct call_choice *choice, const char *text)
{
    if (++choice->next != choice->wanted) {
        return false;
    }
    choice->text = text;
    return !choice->only_names;
}

/* A call that must return a status other than MD_OK. */
#define REFUSES(call)                                                                                                  \
    if (is_wanted(&f->choice, #call) && (call) == MD_OK) {                                                             \
        _exit(STATUS_IS_OK);                                                                                           \
    }
/* A call that must return. */
#define RETURNS(call)                                                                                                  \
    if (is_wanted(&f->choice, #call)) {                                                                                \
        (void)(call);                                                                                                  \
    }

struct fixture;
/** Names all calls; defined by the program. */
static void call_all(struct fixture *f);

/** Makes a call in a child process. Returns whether it is right, and says what it does otherwise. */
static inline bool is_harmless(struct fixture *f, const struct call_choice *choice)
{
    fflush(NULL);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        attack_running = 0;
        REQUIRE(freopen("/dev/null", "w", stderr) != NULL);
        call_all(f);
        _exit(CALL_RETURNED);
    }
    int ended = 0;
    REQUIRE(waitpid(child, &ended, 0) == child);
    if (WIFEXITED(ended) && WEXITSTATUS(ended) == CALL_RETURNED) {
        return true;
    }
    const bool accepts = WIFEXITED(ended) && WEXITSTATUS(ended) == STATUS_IS_OK;
    printf("call %d %s: %s\n", choice->wanted, accepts ? "returns MD_OK" : "crashes", choice->text);
    return false;
}

static inline void name_call(struct fixture *f, struct call_choice *choice)
{
    choice->next = 0;
    choice->only_names = true;
    call_all(f);
    choice->next = 0;
    choice->only_names = false;
}

/** Makes the calls that the arguments of the program ask for, of which there are `least` at least. Returns the number of those
 *  that failed. `choice` is that of the fixture. */
static inline int make_calls(struct fixture *f, struct call_choice *choice, int least)
{
    choice->next = 0;
    choice->only_names = true;
    call_all(f);
    const int calls = choice->next;
    int failed = 0, made = 0;
    REQUIRE(calls >= least);
    for (uint64_t i = attack_first; i <= (uint64_t)calls && i - attack_first < attack_count; ++i) {
        choice->wanted = (int)i;
        name_call(f, choice);
        failed += !is_harmless(f, choice);
        ++made;
    }
    printf("%d calls with bad arguments, %d of them failed\n", made, failed);
    return failed;
}

#endif
