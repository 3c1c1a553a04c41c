/* Performs independent runs, each in a process of its own, several at a time. */
#ifndef MODULUS_CLI_STUDY_WORKERS_H
#define MODULUS_CLI_STUDY_WORKERS_H

#include <sys/types.h>

#include "cli/study/study.h"

#define MAX_JOBS 1024

/** Which runs there are, how one is performed, and what becomes of its outcome. */
struct work {
    void *user;
    /** The next run; -1 if there is none left. */
    int64_t (*next)(void *user);
    /** Fills the outcome, in the process of the run. If it fails, its standard error says why. */
    void (*perform)(void *user, int64_t run, struct run_outcome *outcome);
    /** Receives the outcome, with its error. Returns -1 to continue, or the exit code that ends the work. */
    int (*finished)(void *user, int64_t run, const struct run_outcome *outcome);
    /** Called several times per second, for a progress bar. */
    void (*tick)(void *user);
};

/** Performs all runs. Ctrl-C ends the processes; the function then returns as if the work was done, and interrupt_seen
 *  says so. */
int workers_run(const struct work *work, int64_t jobs);

/** Ends this process when its parent ends; to be called first in a process that was forked. */
void workers_end_with(pid_t parent);

#endif
