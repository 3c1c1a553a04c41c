/* What may be said of a problem, and what may not.
 *
 * The paper's Lemma 4.1 takes the spectral norm of a lower triangular matrix for that of its diagonal. It is false:
 * [[1, 0], [1, 1]] has norm 1.618. Theorem 4.2 and Corollary 4.3 rest on it, so meeting their hypotheses earns a
 * caution and no more. What does prove convergence is their recursion before the Lemma is used (`bound`), and the
 * classical theory of projected SOR:
 *
 *   Cryer, The solution of a quadratic programming problem using systematic overrelaxation, SIAM J. Control 9 (1971);
 *   Luo and Tseng, Error bound and convergence analysis of matrix splitting algorithms for the affine variational
 *   inequality problem, SIAM J. Optim. 2 (1992): symmetric A, constant bounds, semidefinite included.
 */
#include "analyze/statements.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 4, 5))) static void say(struct analysis *out, const char *topic,
                                                      enum analysis_verdict verdict, const char *format, ...)
{
    struct analysis_statement *statement = &out->statements[out->statement_count++];
    statement->topic = topic;
    statement->verdict = verdict;
    va_list arguments;
    va_start(arguments, format);
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): clang-tidy 14 does not see va_start in a second file. */
    vsnprintf(statement->text, sizeof statement->text, format, arguments);
    va_end(arguments);
}

/* ---- What is known --------------------------------------------------------------------------------------------- */

enum answer { NO, YES, UNSETTLED };

/* Below 1 by more than rounding, for a number whose estimates are never too large: a norm, or what is made of norms. */
static enum answer is_below_one(const struct analysis_number *number)
{
    const double margin = fmax(1e-8, 100 * (double)MD_REAL_EPSILON);
    if (number->source == ANALYSIS_ABSENT) {
        return UNSETTLED;
    }
    if (number->value >= 1 - margin) {
        return number->converged || number->value >= 1 ? NO : UNSETTLED;
    }
    return number->converged ? YES : UNSETTLED;
}

/* "0.5", or "at least 0.5" for an estimate of a norm that has not converged. */
struct shown {
    char text[48];
};

static struct shown show(const struct analysis_number *number)
{
    struct shown shown;
    if (number->source == ANALYSIS_ABSENT) {
        snprintf(shown.text, sizeof shown.text, "not known");
    } else {
        snprintf(shown.text, sizeof shown.text, "%s%.4g", number->converged ? "" : "at least ", number->value);
    }
    return shown;
}

static bool is_plain_lcp(const struct analysis *out)
{
    return out->boxed_rows == 0 && out->friction_rows == 0;
}

static bool is_pgs(const struct analysis *out)
{
    const double rounding = 4 * (double)MD_REAL_EPSILON;
    return fabs(out->ratio_min - 1) <= rounding && fabs(out->ratio_max - 1) <= rounding;
}

/* ---- The hypotheses -------------------------------------------------------------------------------------------- */

static void state_singular(struct analysis *out)
{
    char rank[64];
    snprintf(rank, sizeof rank, out->rank_known ? "rank %d of %d" : "rank %d of %d at the most",
             out->rank_known ? out->rank : out->rank_upper_bound, out->m);
    say(out, "positive-definite", ANALYSIS_DOES_NOT_APPLY,
        "The paper assumes that A is positive definite; this one is singular (%s), and the impulses need not be "
        "unique.",
        rank);
}

static void state_definiteness(struct analysis *out)
{
    static const char topic[] = "positive-definite";
    const bool is_singular = (out->rank_known ? out->rank : out->rank_upper_bound) < out->m;
    if (out->definiteness == ANALYSIS_POSITIVE_DEFINITE) {
        say(out, topic, ANALYSIS_APPLIES,
            "A is positive definite, as the paper assumes (smallest eigenvalue %.4g, largest %.4g).%s",
            out->eigenvalue_min.value, out->eigenvalue_max.value,
            out->friction_rows == 0 ? " The problem has exactly one solution." : "");
    } else if (out->definiteness == ANALYSIS_INDEFINITE) {
        say(out, topic, ANALYSIS_DOES_NOT_APPLY,
            "The paper assumes that A is positive definite; this one is indefinite (an eigenvalue%s of %.4g), and "
            "there "
            "may be no solution or several.",
            out->symmetric ? "" : " of its symmetric part", out->eigenvalue_min.value);
    } else if (is_singular) {
        state_singular(out);
    } else if (out->definiteness == ANALYSIS_POSITIVE_SEMIDEFINITE) {
        say(out, topic, ANALYSIS_DOES_NOT_APPLY,
            "The paper assumes that A is positive definite; this one is only semidefinite (smallest eigenvalue %.4g, "
            "zero to rounding).",
            out->eigenvalue_min.value);
    } else {
        say(out, topic, ANALYSIS_CAUTION,
            "The paper assumes that A is positive definite; whether this one is was not settled, for its smallest "
            "eigenvalue could not be told from zero.");
    }
}

static void state_bounds(struct analysis *out)
{
    if (out->boxed_rows > 0) {
        say(out, "bounds", ANALYSIS_DOES_NOT_APPLY,
            "The paper's theorems are about rows with bounds [0, inf); %d of %d rows have other constant bounds (%d of "
            "them equalities).",
            out->boxed_rows, out->m, out->equality_rows);
    }
    if (out->friction_rows > 0) {
        say(out, "friction", ANALYSIS_DOES_NOT_APPLY,
            "%d of %d rows are friction rows, with bounds that follow another row's impulse. No convergence statement "
            "here covers them, neither the paper's nor the classical ones.",
            out->friction_rows, out->m);
    }
    if (is_plain_lcp(out)) {
        say(out, "bounds", ANALYSIS_APPLIES, "All rows have bounds [0, inf), as the paper's theorems want.");
    }
}

/* ---- The paper's statements ------------------------------------------------------------------------------------ */

static void state_theorem(struct analysis *out)
{
    static const char topic[] = "theorem-4.2";
    const struct shown delta = show(&out->delta);
    switch (is_below_one(&out->delta)) {
    case NO:
        say(out, topic, ANALYSIS_DOES_NOT_APPLY,
            "Theorem 4.2 asks for delta < 1; delta is %s. That says nothing against convergence.", delta.text);
        break;
    case UNSETTLED:
        say(out, topic, ANALYSIS_CAUTION, "Theorem 4.2 asks for delta < 1, which was not settled: delta is %s.",
            delta.text);
        break;
    case YES:
        say(out, topic, is_plain_lcp(out) ? ANALYSIS_CAUTION : ANALYSIS_DOES_NOT_APPLY,
            "Theorem 4.2 asks for delta < 1, and delta is %s%s. But its proof rests on Lemma 4.1, that the spectral "
            "norm of a lower triangular matrix is that of its diagonal, which is false ([[1,0],[1,1]] has norm 1.618): "
            "delta < 1 alone proves nothing.",
            delta.text, is_plain_lcp(out) ? "" : " (for a plain LCP, which this is not)");
        break;
    }
}

static void state_corollary(struct analysis *out, const md_solver_spec *spec)
{
    static const char topic[] = "corollary-4.3";
    const struct shown tau = show(&out->tau);
    const enum answer tau_below_one = is_below_one(&out->tau);
    const bool ratio_fails = out->tau.source != ANALYSIS_ABSENT && out->ratio_min <= out->tau.value;
    if (spec->omega != MD_OMEGA_ALPHA_D) {
        say(out, topic, ANALYSIS_DOES_NOT_APPLY, "Corollary 4.3 is about Omega = alpha D, which this Omega is not.");
    } else if (tau_below_one == NO) {
        say(out, topic, ANALYSIS_DOES_NOT_APPLY, "Corollary 4.3 asks for tau < 1; tau is %s.%s", tau.text,
            out->definiteness == ANALYSIS_POSITIVE_DEFINITE ? " That A is positive definite does not give tau < 1."
                                                            : "");
    } else if (ratio_fails) {
        say(out, topic, ANALYSIS_DOES_NOT_APPLY,
            "Corollary 4.3 asks for alpha > tau / gamma; gamma alpha is %.4g and tau is %s.", out->ratio_min, tau.text);
    } else if (tau_below_one == UNSETTLED) {
        say(out, topic, ANALYSIS_CAUTION, "Corollary 4.3 asks for tau < 1, which was not settled: tau is %s.",
            tau.text);
    } else {
        say(out, topic, is_plain_lcp(out) ? ANALYSIS_CAUTION : ANALYSIS_DOES_NOT_APPLY,
            "Corollary 4.3 asks for tau < 1 and alpha > tau / gamma; tau is %s and gamma alpha %.4g%s. It follows from "
            "Theorem 4.2, and shares the gap in its proof.",
            tau.text, out->ratio_min, is_plain_lcp(out) ? "" : " (for a plain LCP, which this is not)");
    }
}

static void state_best_alpha(struct analysis *out)
{
    char advice[160] = "";
    if (out->optimal_ratio.source != ANALYSIS_ABSENT && out->optimal_ratio.converged) {
        snprintf(advice, sizeof advice,
                 " With all rows active the theory of SOR suggests gamma alpha near %.3g (a heuristic unless A is "
                 "consistently ordered).",
                 out->optimal_ratio.value);
    }
    const struct shown tau = show(&out->tau);
    const enum answer tau_below_one = is_below_one(&out->tau);
    if (tau_below_one == NO) {
        say(out, "remark-4.4", ANALYSIS_DOES_NOT_APPLY,
            "Remark 4.4, that alpha = 1 / gamma is favourable, assumes tau < 1; tau is %s.%s", tau.text, advice);
    } else {
        say(out, "remark-4.4", ANALYSIS_CAUTION,
            "Remark 4.4 calls alpha = 1 / gamma favourable%s, but what is smallest there is delta, a bound, and not "
            "the "
            "factor of the iteration.%s",
            tau_below_one == YES ? "" : " where tau < 1", advice);
    }
}

/* ---- What is really proved ------------------------------------------------------------------------------------- */

static void state_recursion(struct analysis *out)
{
    static const char topic[] = "recursion-bound";
    const struct shown bound = show(&out->bound);
    const struct shown mu = show(&out->mu);
    if (out->mu.value >= 1) {
        say(out, topic, ANALYSIS_DOES_NOT_APPLY,
            "The paper's recursion without its Lemma gives no bound: ||(D - L + gamma Omega)^-1 L|| is %s, not below "
            "1.",
            mu.text);
        return;
    }
    switch (is_below_one(&out->bound)) {
    case NO:
        say(out, topic, ANALYSIS_DOES_NOT_APPLY,
            "The paper's recursion without its Lemma bounds the error's growth in a sweep by %s, which proves nothing.",
            bound.text);
        break;
    case UNSETTLED:
        say(out, topic, ANALYSIS_CAUTION,
            "Whether the paper's recursion without its Lemma proves convergence was not settled: its factor is %s.",
            bound.text);
        break;
    case YES:
        /* 2 clamp(y) - y, like |x|, has slope 1 or -1 everywhere: constant bounds change nothing in the recursion. */
        say(out, topic, out->friction_rows == 0 ? ANALYSIS_APPLIES : ANALYSIS_DOES_NOT_APPLY,
            "The paper's recursion without its Lemma shrinks the error by %s or better in every sweep: AMGS with this "
            "Omega%s is proved to converge from any start, and to the only solution%s.",
            bound.text, out->boxed_rows > 0 ? " and two-sided bounds" : "",
            out->friction_rows > 0 ? ", if friction bounds were held fixed" : "");
        break;
    }
}

static void state_projected_sor(struct analysis *out)
{
    static const char topic[] = "projected-sor";
    const bool is_definite = out->definiteness == ANALYSIS_POSITIVE_DEFINITE;
    if (out->friction_rows > 0) {
        say(out, topic, ANALYSIS_DOES_NOT_APPLY,
            "The convergence theorems of PGS and projected SOR are about constant bounds, which friction rows do not "
            "have.");
    } else if (!out->symmetric) {
        say(out, topic, ANALYSIS_DOES_NOT_APPLY,
            "The convergence theorems of PGS and projected SOR quoted here ask for a symmetric A; the asymmetry is "
            "%.3g.",
            out->asymmetry);
    } else if (out->definiteness == ANALYSIS_INDEFINITE) {
        say(out, topic, ANALYSIS_DOES_NOT_APPLY,
            "The convergence theorems of PGS and projected SOR quoted here ask for a positive semidefinite A.");
    } else if (out->definiteness == ANALYSIS_DEFINITENESS_UNKNOWN) {
        say(out, topic, ANALYSIS_CAUTION,
            "PGS and projected SOR (0 < relax < 2) converge if A is positive semidefinite and there is a solution, but "
            "that A is so was not settled.");
    } else {
        say(out, topic, ANALYSIS_APPLIES,
            "PGS, and projected SOR with 0 < relax < 2, converge from any start to %s: A is symmetric and positive %s "
            "(%s).",
            is_definite ? "the only solution" : "a solution, if there is one",
            is_definite ? "definite" : "semidefinite",
            is_definite && out->boxed_rows == 0 ? "Cryer 1971" : "Luo and Tseng 1992");
    }
}

static void state_amgs(struct analysis *out, const md_solver_spec *spec)
{
    if (is_pgs(out)) {
        say(out, "amgs-is-pgs", ANALYSIS_APPLIES,
            "gamma Omega = D: AMGS is PGS, iterate for iterate, and what holds for PGS holds for it.");
        return;
    }
    char ratio[64];
    snprintf(ratio, sizeof ratio, "%.4g", out->ratio_min);
    if (out->ratio_max > out->ratio_min) {
        snprintf(ratio, sizeof ratio, "%.4g to %.4g", out->ratio_min, out->ratio_max);
    }
    say(out, "amgs-is-pgs", ANALYSIS_DOES_NOT_APPLY,
        "Only with gamma Omega = D is AMGS the same as PGS; here gamma Omega / D is %s, and the theorems on PGS and "
        "projected SOR do not carry over as they are.",
        ratio);
    const bool is_covered = out->friction_rows == 0 && (out->boxed_rows == 0 || spec->box == MD_BOX_TWO_SIDED);
    if (is_covered && out->symmetric && out->definiteness == ANALYSIS_POSITIVE_DEFINITE) {
        say(out, "near-solution", ANALYSIS_APPLIES,
            "Started close enough to a solution without degenerate rows, AMGS converges linearly whatever Omega is: "
            "active rows follow SOR with omega = 2 / (1 + gamma Omega / D), between 0 and 2 (Ostrowski and Reich), and "
            "the others settle by themselves.");
    }
}

void statements_write(struct analysis *out, const md_solver_spec *spec)
{
    out->statement_count = 0;
    state_definiteness(out);
    state_bounds(out);
    state_theorem(out);
    state_corollary(out, spec);
    state_best_alpha(out);
    state_recursion(out);
    state_projected_sor(out);
    state_amgs(out, spec);
}
