#define _POSIX_C_SOURCE 200809L

#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted;
static int depth;
static struct sigaction before;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

void interrupt_catch(void)
{
    if (depth++ == 0) {
        struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
        sigemptyset(&action.sa_mask);
        sigaction(SIGINT, &action, &before);
    }
}

void interrupt_release(void)
{
    if (--depth == 0) {
        sigaction(SIGINT, &before, NULL);
    }
}

bool interrupt_seen(void)
{
    return interrupted != 0;
}
