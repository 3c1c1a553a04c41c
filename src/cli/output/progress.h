/* Long computations on a terminal: a progress bar on standard error, and Ctrl-C. */
#ifndef MODULUS_CLI_OUTPUT_PROGRESS_H
#define MODULUS_CLI_OUTPUT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- Progress bar ------------------------------------------------------------------------------------------------ */

struct progress {
    const char *label, *unit;   /* "pool1, amgs", "steps" */
    int64_t total, done_before; /* done_before: before the clock started */
    bool enabled;               /* not quiet, and standard error is a terminal */
    bool shown;
    double start_time, last_drawn; /* s */
};

/** Starts the clock. The bar appears after half a second, and only if `quiet` is false and standard error is a
 *  terminal. */
struct progress progress_begin(const char *label, const char *unit, int64_t total, bool quiet);
void progress_show(struct progress *progress, int64_t done);
/** The same for work of several kinds: names the current task and shows the completed fraction of the whole. */
void progress_show_fraction(struct progress *progress, const char *task, double fraction);
/** Erases the bar. */
void progress_end(struct progress *progress);

/** Writes a bar of `width` characters, filled up to a fraction, and a terminating zero. */
void progress_bar(char *bar, int width, double fraction);

/* ---- Ctrl-C ------------------------------------------------------------------------------------------------------ */

/** Between these two calls, which may nest, the first Ctrl-C only sets a flag, so that the command can stop at the end
 *  of a step and still write its output. A second Ctrl-C kills the process. */
void interrupt_catch(void);
void interrupt_release(void);
/** True if Ctrl-C was pressed. */
bool interrupt_seen(void);
/** Another process has seen Ctrl-C. */
void interrupt_note(void);

/** From now on SIGTERM and SIGUSR1 count as Ctrl-C, too. On Ctrl-C, and also when another rank has died, mpirun sends
 *  SIGTERM, and SIGKILL a second later; it passes SIGUSR1 on to all ranks. After SIGTERM the process removes unfinished
 *  files and ends, unless interrupt_agreed is called in time. */
void interrupt_by_launcher(void);
/** All ranks live and know of the interrupt: there is time to write all output. */
void interrupt_agreed(void);

#endif
