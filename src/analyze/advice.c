/* The advice: first the solver, then the reasons, one function per property of the problem.
 *
 * The trial decides whether sweeps suffice, because their rate cannot be computed: rows at their bounds change it, and
 * with friction it has no formula. All other reasons follow from the matrix and the rows. The numbers of iterations and
 * the cases that are called uncertain are from the problems of tests/analyze/test_advice.c.
 */
#include "analyze/advice.h"

#include <stdarg.h>
#include <stdio.h>

#include "analyze/analyze.h"
#include "analyze/statements.h"
#include "analyze/text.h"
#include "lcp/spec.h"

/* `exact` needs at most 720 iterations on the problems that its Newton steps solve; tests/analyze/test_advice.c prints it. */
#define EXACT_ITERATIONS 1000
/* For `auto` when sweeps have to finish the work. */
#define SWEEP_ITERATIONS 10000
/* The estimate of rounding errors is right within a factor of ten on stacks (test_advice.c). */
#define ROUNDING_MARGIN 10
/* Ratios of the diagonal below this are common in contact problems, and harmless. */
#define LARGE_RATIO 1e4

/* ---- Properties -------------------------------------------------------------------------------------------------- */

static bool is_monotone(const struct analysis *out)
{
    return out->definiteness == ANALYSIS_POSITIVE_DEFINITE || out->definiteness == ANALYSIS_POSITIVE_SEMIDEFINITE;
}

static bool is_singular(const struct analysis *out)
{
    return (out->rank_known ? out->rank : out->rank_upper_bound) < out->m;
}

static bool is_strictly_copositive(const struct analysis *out)
{
    return out->is_nonnegative && out->has_positive_diagonal;
}

static bool has_solution(const struct analysis *out)
{
    const bool is_plain_lcp = out->boxed_rows == 0 && out->friction_rows == 0;
    return out->trial.met || (is_plain_lcp && is_strictly_copositive(out)) ||
           (out->friction_rows == 0 &&
            (out->definiteness == ANALYSIS_POSITIVE_DEFINITE || statements_prove_H_matrix(out)));
}

/* ---- The solver -------------------------------------------------------------------------------------------------- */

/* Newton's method is known to fail on some problems with friction and a singular A. An LCP that is not monotone may have no
 * solution, or none that it finds. */
static bool may_exact_fail(const struct analysis *out)
{
    return out->friction_rows > 0 ? out->definiteness != ANALYSIS_POSITIVE_DEFINITE : !is_monotone(out);
}

static void choose(struct analysis *out)
{
    struct analysis_advice *advice = &out->advice;
    *advice = (struct analysis_advice){.tolerance = ANALYSIS_TOLERANCE, .assumes_solution = !has_solution(out)};
    if (out->trial.met) {
        advice->solver = "auto";
        advice->max_iterations = ANALYSIS_TRIAL_SWEEPS;
    } else if (out->has_positive_diagonal && out->m > MD_MAX_ROWS_TO_FACTOR) {
        advice->solver = "auto";
        advice->max_iterations = SWEEP_ITERATIONS;
        advice->is_uncertain = true;
    } else {
        advice->solver = "exact";
        advice->max_iterations = EXACT_ITERATIONS;
        advice->is_uncertain = may_exact_fail(out);
        advice->tolerance = fmax(advice->tolerance, ROUNDING_MARGIN * out->rounding);
    }
}

/* ---- The reasons ------------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static void add_reason(struct analysis *out, const char *topic,
                                                             const char *format, ...)
{
    struct analysis_reason *reason = &out->advice.reasons[out->advice.reason_count++];
    reason->topic = topic;
    va_list arguments;
    va_start(arguments, format);
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): clang-tidy 14 does not see va_start in a second file. */
    vsnprintf(reason->text, sizeof reason->text, format, arguments);
    va_end(arguments);
}

static void reason_diagonal(struct analysis *out)
{
    if (!out->has_positive_diagonal) {
        add_reason(out, "diagonal",
                   "Row %d has %g on the diagonal of A. Sweeps divide by the diagonal, so that only `exact` can work; "
                   "`auto` calls it at once.",
                   out->diagonal_min_row + 1, out->diagonal_min);
    }
}

static void reason_size(struct analysis *out)
{
    if (out->m > MD_MAX_ROWS_TO_FACTOR) {
        add_reason(
            out, "size",
            "The problem has %d rows. `auto` factors A up to %d rows, and stays with sweeps beyond; `exact` would "
            "need much time and memory.",
            out->m, MD_MAX_ROWS_TO_FACTOR);
    }
}

static void reason_sweeps(struct analysis *out)
{
    const struct analysis_trial *trial = &out->trial;
    if (!trial->has_run) {
        return;
    }
    if (trial->met) {
        add_reason(out, "sweeps",
                   "Sweeps suffice: in a trial PGS met a relative residual of %.0e after %lld sweeps. The accelerated "
                   "sweeps of `auto` seldom need more.",
                   ANALYSIS_TOLERANCE, (long long)trial->sweeps);
        return;
    }
    char outlook[128] = "and then came no closer";
    if (trial->diverged) {
        snprintf(outlook, sizeof outlook, "and diverged");
    } else if (isfinite(trial->expected_sweeps)) {
        snprintf(outlook, sizeof outlook, "and at the rate of its last %d sweeps would need %s; sweeps often slow down",
                 ANALYSIS_TRIAL_SWEEPS / 2, estimate_text(trial->expected_sweeps).text);
    }
    add_reason(out, "sweeps",
               "PGS does not meet a relative residual of %.0e in %s sweeps: in a trial it reached %.1e, %s.",
               ANALYSIS_TOLERANCE, estimate_text(ANALYSIS_TRIAL_SWEEPS).text, trial->residual, outlook);
}

/* Sweeps that multiply an error by `factor` each, for the digits of the tolerance. */
static double sweeps_at(double factor)
{
    return fmax(1, ceil(log(ANALYSIS_TOLERANCE) / log(fmax(factor, ANALYSIS_TOLERANCE))));
}

static void reason_rate(struct analysis *out)
{
    const struct analysis_number *rho = out->rho_range.source != ANALYSIS_ABSENT ? &out->rho_range : &out->rho;
    if (statements_prove_H_matrix(out) && out->friction_rows == 0) {
        add_reason(
            out, "rate",
            "By the comparison matrix of A, each sweep of PGS multiplies the error by at most %s, whatever rows are "
            "active: %s sweeps reduce it to %.0e of its size.",
            factor_text(out->comparison.value).text, estimate_text(sweeps_at(out->comparison.value)).text,
            ANALYSIS_TOLERANCE);
    } else if (rho->source != ANALYSIS_ABSENT && rho->value < 1 - 1e-12) {
        add_reason(
            out, "rate",
            "With all rows active, a sweep of PGS multiplies the error by %s in the long run: %s sweeps reduce it "
            "to %.0e of its size. Rows at their bounds change this rate.",
            factor_text(rho->value).text, estimate_text(sweeps_at(rho->value)).text, ANALYSIS_TOLERANCE);
    }
}

static void reason_redundancy(struct analysis *out)
{
    if (is_singular(out)) {
        add_reason(out, "redundancy",
                   "A is singular (rank %s%d of %d): rows are redundant, and impulses need not be unique. `exact` "
                   "regularizes A while it solves.",
                   out->rank_known ? "" : "at most ", out->rank_known ? out->rank : out->rank_upper_bound, out->m);
    }
}

static void reason_asymmetry(struct analysis *out)
{
    if (!out->symmetric) {
        add_reason(out, "asymmetry",
                   "A is not symmetric (asymmetry %.2g), and the convergence theorems of PGS do not cover it. `exact` "
                   "needs no symmetry.",
                   out->asymmetry);
    }
}

static void reason_mass_ratio(struct analysis *out)
{
    if (out->advice.tolerance > ANALYSIS_TOLERANCE) {
        add_reason(
            out, "rounding",
            "Impulses are large compared with q: rounding them may leave a relative residual of about %.0e, so that "
            "%.0e may be out of reach.",
            out->rounding, ANALYSIS_TOLERANCE);
    }
    if (out->diagonal_min > 0 && out->diagonal_max > LARGE_RATIO * out->diagonal_min) {
        add_reason(
            out, "mass-ratio",
            "The diagonal of A varies by a factor of %.0e, as mass ratios do. Sweeps often become slow with such "
            "ratios; Newton steps do not.",
            out->diagonal_max / out->diagonal_min);
    }
}

static void reason_solutions(struct analysis *out)
{
    static const char topic[] = "solutions";
    if (out->friction_rows > 0) {
        add_reason(out, topic,
                   "Friction (law: %s, coefficients up to %.3g) makes the problem nonconvex: there may be several "
                   "solutions or "
                   "none, and no solver is proven to converge.",
                   out->friction_law, out->friction_max);
    } else if (out->definiteness == ANALYSIS_POSITIVE_DEFINITE || statements_prove_H_matrix(out)) {
        add_reason(out, topic, "A is %s: the problem has exactly one solution.",
                   statements_prove_H_matrix(out) ? "an H-matrix with a positive diagonal, and so a P-matrix"
                                                  : "positive definite");
    } else if (is_strictly_copositive(out) && out->boxed_rows == 0) {
        add_reason(
            out, topic,
            "A is strictly copositive (no negative entry, and a positive diagonal): the problem has a solution.");
    } else if (is_monotone(out)) {
        add_reason(out, topic, "A is positive semidefinite: the solutions, if there are any, form a convex set.");
    } else {
        add_reason(out, topic, "A is %s: there may be several solutions or none.",
                   out->definiteness == ANALYSIS_INDEFINITE ? "indefinite" : "of unknown definiteness");
    }
}

static void reason_uncertainty(struct analysis *out)
{
    static const char topic[] = "uncertainty";
    if (!out->advice.is_uncertain) {
        return;
    }
    if (out->has_positive_diagonal && out->m > MD_MAX_ROWS_TO_FACTOR) {
        add_reason(out, topic, "The accelerated sweeps of `auto` may not meet the tolerance either.");
    } else if (out->friction_rows > 0) {
        add_reason(
            out, topic,
            "Problems with friction and a singular A are known on which the Newton steps of `exact` fail. It then "
            "goes on with sweeps, which need over 100,000 iterations if they succeed at all.");
    } else {
        add_reason(out, topic, "`exact` may stall without a solution, which does not prove that there is none.");
    }
}

void advice_write(struct analysis *out)
{
    choose(out);
    reason_diagonal(out);
    reason_size(out);
    reason_sweeps(out);
    reason_rate(out);
    reason_redundancy(out);
    reason_asymmetry(out);
    reason_mass_ratio(out);
    reason_solutions(out);
    reason_uncertainty(out);
}
