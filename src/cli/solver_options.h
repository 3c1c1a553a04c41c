/* Limits, and watching a solve: history of residuals, progress on a terminal, Ctrl-C. */
#ifndef MODULUS_CLI_SOLVER_OPTIONS_H
#define MODULUS_CLI_SOLVER_OPTIONS_H

#include <modulus/lcp.h>

#include "cli/arguments.h"

struct limit_options {
    double tol, tol_scaled, tol_relative, budget_us;
    int64_t max_iterations;
    struct argument arguments[8];
};

struct argument_group limit_arguments(struct limit_options *options);

/** Whether any limit was asked for. */
bool gives_limits(const struct limit_options *options);

/** The limits asked for; where nothing at all was asked for, a relative residual of 1e-6. Without a count of sweeps a
 *  tolerance ends at MD_DEFAULT_MAX_ITERATIONS, a budget alone by time only. */
md_limits limits_of(const struct limit_options *options);

bool limits_have_tolerance(const md_limits *limits);

/** Whether a result is what was asked for: converged, or without a tolerance the iterations or the time were used up. */
bool is_success(const md_limits *limits, const md_result *result);

/** The limit that ended a run, in words. */
void describe_outcome(const md_limits *limits, const md_result *result, char *text, size_t size);

/** The methods and their keys, for the help of the commands that take a solver. */
void print_method_help(void);

/** Residuals sweep by sweep. */
struct history {
    md_progress *at;
    size_t count, capacity;
};

void history_free(struct history *history);

/** Solves while watching: fills `history` where it is not NULL, shows progress when standard error is a terminal and the
 *  solve takes longer than half a second, and stops at Ctrl-C. */
md_status solve_watched(md_solver *solver, const md_solver_spec *spec, const md_problem *problem, md_limits limits,
                        struct history *history, md_result *result, md_error *error);

#endif
