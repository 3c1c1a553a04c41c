#include "cli/options/solver_options.h"

#include <stdio.h>

struct argument_group limit_arguments(struct limit_options *options, bool has_cone)
{
    struct argument *next = options->arguments;
    *next++ = (struct argument){"tol", ARGUMENT_POSITIVE, &options->tol, "T",
                                "stop when RES = || lambda - clamp(lambda - w, l, u) || is below T"};
    *next++ = (struct argument){"tol-scaled", ARGUMENT_POSITIVE, &options->tol_scaled, "T",
                                "the same with w / diag(A) in place of w, which has the unit of an impulse"};
    *next++ = (struct argument){"tol-relative", ARGUMENT_POSITIVE, &options->tol_relative, "T",
                                "the scaled residual divided by || q / diag(A) ||"};
    if (has_cone) {
        *next++ =
            (struct argument){"tol-cone", ARGUMENT_POSITIVE, &options->tol_cone, "T",
                              "the residual of Siconos: the distance to Coulomb's law, relative to |q|, |r| and |u|"};
    }
    *next++ = (struct argument){"max-iterations", ARGUMENT_COUNT, &options->max_iterations, "K",
                                "stop after K sweeps (also --iterations)"};
    *next++ = (struct argument){"iterations", ARGUMENT_COUNT, &options->max_iterations, "K", NULL};
    *next++ = (struct argument){"budget-us", ARGUMENT_POSITIVE, &options->budget_us, "B", "stop after B microseconds"};
    return (struct argument_group){"Limits (default: --tol-relative 1e-6 --max-iterations 10000)", options->arguments,
                                   (size_t)(next - options->arguments)};
}

bool limits_have_tolerance(const md_limits *limits)
{
    return limits->tol > 0 || limits->tol_scaled > 0 || limits->tol_relative > 0 || limits->tol_cone > 0;
}

bool limits_are_given(const struct limit_options *options)
{
    return options->tol > 0 || options->tol_scaled > 0 || options->tol_relative > 0 || options->tol_cone > 0 ||
           options->budget_us > 0 || options->max_iterations > 0;
}

md_limits limits_of(const struct limit_options *options)
{
    md_limits limits = {.tol = options->tol,
                        .tol_scaled = options->tol_scaled,
                        .tol_relative = options->tol_relative,
                        .tol_cone = options->tol_cone,
                        .max_iterations = options->max_iterations,
                        .budget_us = options->budget_us};
    const bool is_unlimited = !limits_have_tolerance(&limits) && options->max_iterations == 0;
    if (is_unlimited && options->budget_us <= 0) {
        limits.tol_relative = 1e-6;
    }
    if (options->max_iterations == 0) {
        /* A time budget alone has no iteration limit. */
        limits.max_iterations = is_unlimited && options->budget_us > 0 ? INT64_MAX : MD_DEFAULT_MAX_ITERATIONS;
    }
    return limits;
}

bool is_success(const md_limits *limits, const md_result *result)
{
    if (limits_have_tolerance(limits)) {
        return result->outcome == MD_CONVERGED;
    }
    return result->outcome == MD_MAX_ITERATIONS || result->outcome == MD_TIME_BUDGET || result->outcome == MD_STALLED;
}

void describe_outcome(const md_limits *limits, const md_result *result, char *text, size_t size)
{
    switch (result->outcome) {
    case MD_CONVERGED: snprintf(text, size, "converged: the tolerance is met"); break;
    case MD_MAX_ITERATIONS:
        snprintf(text, size, "%s all %lld sweeps are done",
                 limits_have_tolerance(limits) ? "not converged:" : "finished:", (long long)result->iterations);
        break;
    case MD_TIME_BUDGET:
        snprintf(text, size, "%s the time budget of %g us is used up",
                 limits_have_tolerance(limits) ? "not converged:" : "finished:", limits->budget_us);
        break;
    case MD_DIVERGED: snprintf(text, size, "diverged: this is the last finite iterate"); break;
    case MD_STOPPED: snprintf(text, size, "interrupted: this is the iterate so far"); break;
    case MD_STALLED:
        snprintf(text, size, "%s the residual falls no further after %lld iterations",
                 limits_have_tolerance(limits) ? "not converged:" : "finished:", (long long)result->iterations);
        break;
    }
}

void print_solver_help(void)
{
    printf("\nSolvers, NAME[:key=value,...]:\n");
    for (int method = 0; method < MD_METHOD_COUNT; ++method) {
        printf("  %-26s %s\n", md_method_name((md_method)method), md_method_title((md_method)method));
    }
    printf("\nauto is a policy: Anderson-accelerated Gauss-Seidel if the limits allow 8 sweeps or more (and 0.15 "
           "sqrt(rows)),\n"
           "otherwise AMGS with gamma alpha = 0.5 from a warm start, or plain PGS from a cold one.\n"
           "exact is for hard problems and small tolerances: accelerated sweeps, then Newton's method with a\n"
           "sparse factorization of A, which may be singular. Its iterations are sweeps and Newton steps.\n"
           "\nKeys of solvers:\n"
           "  gamma=X                    gamma of the modulus methods (default 2)\n"
           "  alpha=X                    Omega = X diag(A); default 0.5/gamma for amgs, amsor, amaor, 1/gamma for "
           "the others\n"
           "  alpha=auto                 amgs:alpha=auto is the same as auto\n"
           "  accelerate=anderson        Anderson acceleration of the sweeps (pgs, psor, amgs, amsor)\n"
           "  omega=mean|X               Omega = mean(diag(A))/gamma, or X, on the whole diagonal\n"
           "  relax=X                    relaxation of the SOR and AOR methods (default 1.2 for psor, amsor, amaor, "
           "0.9 for\n"
           "                             msor, maor)\n"
           "  beta=X                     second parameter of the AOR methods (default 1)\n"
           "  form=sparse|explicit|dense|blocks\n"
           "                             sparse updates v and never forms A (pgs, psor, amgs, amsor; default if J is "
           "given);\n"
           "                             blocks does the same for several contacts at a time with SIMD (default for "
           "2D bodies\n"
           "                             if it is faster); explicit forms A as a sparse matrix, dense as a full one\n"
           "  box=paper                  amgs with the paper's one-sided bounds, exactly as published\n");
    printf("\nA step of a scene has two problems, velocities and positions. A solver names both, unless the position\n"
           "solver is given too. If they differ, reports name both, velocities first: \"pgs + auto\". Every solver\n"
           "can solve both problems.\n");
}
