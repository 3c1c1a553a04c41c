/* Limits of a solve, and the help on solvers. */
#ifndef MODULUS_CLI_OPTIONS_SOLVER_OPTIONS_H
#define MODULUS_CLI_OPTIONS_SOLVER_OPTIONS_H

#include <modulus/lcp.h>

#include "cli/options/arguments.h"

struct limit_options {
    double tol, tol_scaled, tol_relative, tol_cone, budget_us;
    int64_t max_iterations;
    struct argument arguments[8];
};

/** The group of options that fills `options`, which must outlive it. The residual of the friction cone is one of problems,
 *  not of steps. */
struct argument_group limit_arguments(struct limit_options *options, bool has_cone);

/** True if at least one limit is given. */
bool limits_are_given(const struct limit_options *options);

/** The given limits; if none is given, a relative residual of 1e-6. Without an iteration limit, a tolerance gives up
 *  after MD_DEFAULT_MAX_ITERATIONS, and a time budget alone has no iteration limit. */
md_limits limits_of(const struct limit_options *options);

bool limits_have_tolerance(const md_limits *limits);

/** True if the result is as requested: converged, or, without a tolerance, all iterations or the time were used. */
bool is_success(const md_limits *limits, const md_result *result);

/** Describes which limit stopped the solve. */
void describe_outcome(const md_limits *limits, const md_result *result, char *text, size_t size);

/** Prints the solvers and their keys, for the help of the commands that take a solver. */
void print_solver_help(void);

#endif
