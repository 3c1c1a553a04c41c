#define _POSIX_C_SOURCE 200809L

#include "cli/output/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/output/progress.h"

#define BAR_WIDTH 30

struct watch {
    struct history *history;
    const md_limits *limits;
    bool on_terminal, shown, out_of_memory;
    double last_drawn; /* s after the start of the solve */
};

static void record_progress(struct watch *watch, const md_progress *progress)
{
    struct history *history = watch->history;
    if (history->count == history->capacity) {
        const size_t capacity = history->capacity > 0 ? 2 * history->capacity : 1024;
        md_progress *grown = realloc(history->at, capacity * sizeof *grown);
        if (grown == NULL) {
            watch->out_of_memory = true;
            return;
        }
        history->at = grown;
        history->capacity = capacity;
    }
    history->at[history->count++] = *progress;
}

/* The used fraction of the iterations or of the time budget, whichever is larger. */
static double fraction_done(const md_limits *limits, const md_progress *progress)
{
    double fraction = (double)progress->iteration / (double)limits->max_iterations;
    if (limits->budget_us > 0 && progress->seconds * 1e6 / limits->budget_us > fraction) {
        fraction = progress->seconds * 1e6 / limits->budget_us;
    }
    return fraction > 1 ? 1 : fraction;
}

static void show_progress(struct watch *watch, const md_progress *progress)
{
    const double interval = watch->shown ? 0.1 : 0.5;
    if (!watch->on_terminal || progress->seconds - watch->last_drawn < interval) {
        return;
    }
    char bar[BAR_WIDTH + 1];
    progress_bar(bar, BAR_WIDTH, fraction_done(watch->limits, progress));
    fprintf(stderr, "\r[%s] sweep %lld, RES %.2e, relative %.2e, %.1f s\033[K", bar, (long long)progress->iteration,
            progress->residual.absolute, progress->residual.relative, progress->seconds);
    fflush(stderr);
    watch->shown = true;
    watch->last_drawn = progress->seconds;
}

static bool observe(void *user, const md_progress *progress)
{
    struct watch *watch = user;
    if (watch->history != NULL) {
        record_progress(watch, progress);
    }
    show_progress(watch, progress);
    return !interrupt_seen() && !watch->out_of_memory;
}

md_status solve_watched(md_solver *solver, const md_solver_spec *spec, const md_problem *problem, md_limits limits,
                        struct history *history, md_result *result, md_error *error)
{
    struct watch watch = {.history = history, .limits = &limits, .on_terminal = isatty(STDERR_FILENO) == 1};
    limits.observe = observe;
    limits.observe_user = &watch;
    /* Measuring the residual costs time. Without a history every hundredth sweep is enough for the progress line. */
    limits.observe_every = history != NULL ? 1 : 100;

    interrupt_catch();
    const md_status status = md_solver_solve(solver, spec, problem, &limits, result, error);
    interrupt_release();
    if (watch.shown) {
        fprintf(stderr, "\r\033[K");
    }
    return status == MD_OK && watch.out_of_memory
               ? md_fail(error, MD_ERROR_MEMORY, "out of memory for the history of residuals")
               : status;
}

void history_free(struct history *history)
{
    free(history->at);
    *history = (struct history){0};
}
