/* A bar on standard error while something takes long, where that is a terminal. */
#ifndef MODULUS_CLI_PROGRESS_H
#define MODULUS_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *label, *unit; /* "pool1 amgs", "steps" */
    int64_t total;
    bool on, shown;
    double started, last;
};

/** Starts the clock. Nothing is shown where `quiet`, where standard error is no terminal, nor in the first half
 *  second. */
struct progress progress_begin(const char *label, const char *unit, int64_t total, bool quiet);
void progress_show(struct progress *progress, int64_t done);
/** The same for work of many kinds: what is being done, and the share of all that is. */
void progress_show_share(struct progress *progress, const char *what, double share);
/** Wipes the bar. */
void progress_end(struct progress *progress);

/** A bar of `width` characters and an end, filled to a fraction. */
void progress_bar(char *bar, int width, double fraction);

#endif
