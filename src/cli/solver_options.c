#define _POSIX_C_SOURCE 200809L

#include "cli/solver_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/progress.h"

struct argument_group limit_arguments(struct limit_options *options)
{
    struct argument *next = options->arguments;
    *next++ = (struct argument){"tol", ARGUMENT_POSITIVE, &options->tol, "T",
                                "stop when RES = || lambda - clamp(lambda - w, l, u) || is below T"};
    *next++ = (struct argument){"tol-scaled", ARGUMENT_POSITIVE, &options->tol_scaled, "T",
                                "the same with w / diag(A), an impulse"};
    *next++ = (struct argument){"tol-relative", ARGUMENT_POSITIVE, &options->tol_relative, "T",
                                "that divided by || q / diag(A) ||"};
    *next++ = (struct argument){"max-iterations", ARGUMENT_COUNT, &options->max_iterations, "K",
                                "stop after K sweeps (also --iterations)"};
    *next++ = (struct argument){"iterations", ARGUMENT_COUNT, &options->max_iterations, "K", NULL};
    *next++ = (struct argument){"budget-us", ARGUMENT_POSITIVE, &options->budget_us, "B", "stop after B microseconds"};
    return (struct argument_group){"Limits (none given: --tol-relative 1e-6 --max-iterations 10000)",
                                   options->arguments, (size_t)(next - options->arguments)};
}

bool limits_have_tolerance(const md_limits *limits)
{
    return limits->tol > 0 || limits->tol_scaled > 0 || limits->tol_relative > 0;
}

bool gives_limits(const struct limit_options *options)
{
    return options->tol > 0 || options->tol_scaled > 0 || options->tol_relative > 0 || options->budget_us > 0 ||
           options->max_iterations > 0;
}

md_limits limits_of(const struct limit_options *options)
{
    md_limits limits = {.tol = options->tol,
                        .tol_scaled = options->tol_scaled,
                        .tol_relative = options->tol_relative,
                        .max_iterations = options->max_iterations,
                        .budget_us = options->budget_us};
    const bool open = !limits_have_tolerance(&limits) && options->max_iterations == 0;
    if (open && options->budget_us <= 0) {
        limits.tol_relative = 1e-6;
    }
    if (options->max_iterations == 0) {
        /* A budget alone ends by time, not by a count. */
        limits.max_iterations = open && options->budget_us > 0 ? INT64_MAX : MD_DEFAULT_MAX_ITERATIONS;
    }
    return limits;
}

bool is_success(const md_limits *limits, const md_result *result)
{
    if (limits_have_tolerance(limits)) {
        return result->outcome == MD_CONVERGED;
    }
    return result->outcome == MD_MAX_ITERATIONS || result->outcome == MD_TIME_BUDGET;
}

void describe_outcome(const md_limits *limits, const md_result *result, char *text, size_t size)
{
    switch (result->outcome) {
    case MD_CONVERGED: snprintf(text, size, "converged: the tolerance is met"); break;
    case MD_MAX_ITERATIONS:
        snprintf(text, size, "%s the %lld sweeps asked for are done",
                 limits_have_tolerance(limits) ? "not converged:" : "finished:", (long long)result->iterations);
        break;
    case MD_TIME_BUDGET:
        snprintf(text, size, "%s the budget of %g us is used up",
                 limits_have_tolerance(limits) ? "not converged:" : "finished:", limits->budget_us);
        break;
    case MD_DIVERGED: snprintf(text, size, "diverged: this is the last finite iterate"); break;
    case MD_STOPPED: snprintf(text, size, "interrupted: this is the iterate so far"); break;
    }
}

void print_method_help(void)
{
    printf("\nA solver is NAME[:key=value,...]. Names:\n");
    for (int method = 0; method < MD_METHOD_COUNT; ++method) {
        printf("  %-26s %s\n", md_method_name((md_method)method), md_method_title((md_method)method));
    }
    printf(
        "Keys:\n"
        "  gamma=X                    gamma of the modulus methods (default 2)\n"
        "  alpha=X                    Omega = X diag(A); default 0.5/gamma for amgs, amsor, amaor, 1/gamma for the "
        "others\n"
        "  alpha=auto                 amgs without an alpha to choose: sweeps are extrapolated\n"
        "  omega=mean|X               Omega = mean(diag(A))/gamma, or X, on the whole diagonal\n"
        "  relax=X                    relaxation of the SOR and AOR kinds (default 1.2 for psor, amsor, amaor, 0.9 "
        "for msor, maor)\n"
        "  beta=X                     second parameter of the AOR kinds (default 1)\n"
        "  form=sparse|explicit|dense|blocks\n"
        "                             sparse carries v and never forms A (pgs, psor, amgs, amsor; default where J is "
        "given);\n"
        "                             blocks is the same, several contacts at a time (default for bodies in 2D where "
        "it pays)\n"
        "  box=paper                  amgs with the paper's one-sided bounds, to the letter\n");
}

/* ---- Watching ------------------------------------------------------------------------------------------------------- */

struct watch {
    struct history *history;
    const md_limits *limits;
    bool on_terminal, shown, out_of_memory;
    double last_shown;
};

static void remember(struct watch *watch, const md_progress *progress)
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

/* How much of the way is done: of the iterations, or of the time, whichever is further. */
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
    const double wait = watch->shown ? 0.1 : 0.5;
    if (!watch->on_terminal || progress->seconds - watch->last_shown < wait) {
        return;
    }
    char bar[31];
    progress_bar(bar, 30, fraction_done(watch->limits, progress));
    fprintf(stderr, "\r[%s] sweep %lld, RES %.2e, relative %.2e, %.1f s\033[K", bar, (long long)progress->iteration,
            progress->residual.absolute, progress->residual.relative, progress->seconds);
    fflush(stderr);
    watch->shown = true;
    watch->last_shown = progress->seconds;
}

static bool observe(void *user, const md_progress *progress)
{
    struct watch *watch = user;
    if (watch->history != NULL) {
        remember(watch, progress);
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
    /* Without a history a look every hundred sweeps shows enough, and costs next to nothing. */
    limits.observe_every = history != NULL ? 1 : 100;

    interrupt_catch();
    md_status status = md_solver_solve(solver, spec, problem, &limits, result, error);
    interrupt_release();
    if (watch.shown) {
        fprintf(stderr, "\r\033[K");
    }
    if (status == MD_OK && watch.out_of_memory) {
        status = MD_ERROR_MEMORY;
        snprintf(error->message, sizeof error->message, "out of memory for the history of residuals");
        error->status = status;
    }
    return status;
}

void history_free(struct history *history)
{
    free(history->at);
    *history = (struct history){0};
}
