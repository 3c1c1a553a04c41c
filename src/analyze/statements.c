/* The text of the convergence statements.
 *
 * The paper's Lemma 4.1 equates the spectral norm of a lower triangular matrix with that of its diagonal. This is
 * false: [[1, 0], [1, 1]] has norm 1.618. Theorem 4.2 and Corollary 4.3 depend on it, so a problem that satisfies their
 * hypotheses only gets a caution. Two arguments do prove convergence: the paper's recursion before it uses the Lemma
 * (`bound`), and the classical theory of projected SOR:
 *
 * Cryer, The solution of a quadratic programming problem using systematic overrelaxation, SIAM J. Control 9 (1971); Luo
 * and Tseng, Error bound and convergence analysis of matrix splitting algorithms for the affine variational inequality
 * problem, SIAM J. Optim. 2 (1992): symmetric A, constant bounds, semidefinite included. Ahn, Solution of nonsymmetric
 * linear complementarity problems by iterative methods, J. Optim. Theory Appl. 33 (1981): H-matrices.
 */
#include "analyze/statements.h"

#include <stdarg.h>
#include <stdio.h>

#include "analyze/text.h"

__attribute__((format(printf, 4, 5))) static void add_statement(struct analysis *out, const char *topic,
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

/* ---- Conditions -------------------------------------------------------------------------------------------------- */

enum answer { NO, YES, UNKNOWN };

/* Tests if a number is below 1 by more than rounding. Its estimates must never be too large, as for norms and numbers
 * derived from norms. */
static enum answer is_below_one(const struct analysis_number *number)
{
    const double margin = fmax(1e-8, 100 * (double)MD_REAL_EPSILON);
    if (number->source == ANALYSIS_ABSENT) {
        return UNKNOWN;
    }
    if (number->value >= 1 - margin) {
        return number->converged || number->value >= 1 ? NO : UNKNOWN;
    }
    return number->converged ? YES : UNKNOWN;
}

/* A number as text: "0.5", or "at least 0.5" for the estimate of a norm that has not converged. */
static struct number_text format(const struct analysis_number *number)
{
    struct number_text result;
    if (number->source == ANALYSIS_ABSENT) {
        snprintf(result.text, sizeof result.text, "unknown");
    } else {
        snprintf(result.text, sizeof result.text, "%s%.4g", number->converged ? "" : "at least ", number->value);
    }
    return result;
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

/* ---- Hypotheses -------------------------------------------------------------------------------------------------- */

static void state_singular(struct analysis *out)
{
    char rank[64];
    snprintf(rank, sizeof rank, out->rank_known ? "rank %d of %d" : "rank at most %d of %d",
             out->rank_known ? out->rank : out->rank_upper_bound, out->m);
    add_statement(
        out, "positive-definite", ANALYSIS_DOES_NOT_APPLY,
        "The paper assumes that A is positive definite. This A is singular (%s), and the impulses need not be unique.",
        rank);
}

static void state_definiteness(struct analysis *out)
{
    static const char topic[] = "positive-definite";
    const bool is_singular = (out->rank_known ? out->rank : out->rank_upper_bound) < out->m;
    if (out->definiteness == ANALYSIS_POSITIVE_DEFINITE) {
        add_statement(out, topic, ANALYSIS_APPLIES,
                      "A is positive definite, as the paper assumes (smallest eigenvalue %.4g, largest %.4g).%s",
                      out->eigenvalue_min.value, out->eigenvalue_max.value,
                      out->friction_rows == 0 ? " The problem has exactly one solution." : "");
    } else if (out->definiteness == ANALYSIS_INDEFINITE) {
        add_statement(
            out, topic, ANALYSIS_DOES_NOT_APPLY,
            "The paper assumes that A is positive definite. This A is indefinite (it has an eigenvalue%s of %.4g), and "
            "there may be no solution or several.",
            out->symmetric ? "" : " of its symmetric part", out->eigenvalue_min.value);
    } else if (is_singular) {
        state_singular(out);
    } else if (out->definiteness == ANALYSIS_POSITIVE_SEMIDEFINITE) {
        add_statement(out, topic, ANALYSIS_DOES_NOT_APPLY,
                      "The paper assumes that A is positive definite. This A is only semidefinite (smallest eigenvalue "
                      "%.4g, zero "
                      "up to rounding).",
                      out->eigenvalue_min.value);
    } else {
        add_statement(out, topic, ANALYSIS_CAUTION,
                      "The paper assumes that A is positive definite. Whether this A is could not be decided, because "
                      "its smallest "
                      "eigenvalue cannot be distinguished from zero.");
    }
}

static void state_bounds(struct analysis *out)
{
    if (out->boxed_rows > 0) {
        add_statement(
            out, "bounds", ANALYSIS_DOES_NOT_APPLY,
            "The paper's theorems are about rows with bounds [0, inf); %d of %d rows have other constant bounds (%d of "
            "them equalities).",
            out->boxed_rows, out->m, out->equality_rows);
    }
    if (out->friction_rows > 0) {
        add_statement(
            out, "friction", ANALYSIS_DOES_NOT_APPLY,
            "%d of %d rows are friction rows, with bounds proportional to another row's impulse. No convergence "
            "statement here covers them, neither the paper's nor the classical ones.",
            out->friction_rows, out->m);
    }
    if (is_plain_lcp(out)) {
        add_statement(out, "bounds", ANALYSIS_APPLIES,
                      "All rows have bounds [0, inf), as the paper's theorems require.");
    }
}

static void state_diagonal(struct analysis *out)
{
    add_statement(
        out, "diagonal", ANALYSIS_DOES_NOT_APPLY,
        "All statements on sweeps, the paper's and the classical ones, require a positive diagonal of A; row %d "
        "has %g.",
        out->diagonal_min_row + 1, out->diagonal_min);
}

/* ---- The paper's statements -------------------------------------------------------------------------------------- */

static void state_theorem(struct analysis *out)
{
    static const char topic[] = "theorem-4.2";
    const struct number_text delta = format(&out->delta);
    switch (is_below_one(&out->delta)) {
    case NO:
        add_statement(out, topic, ANALYSIS_DOES_NOT_APPLY,
                      "Theorem 4.2 requires delta < 1; delta is %s. AMGS may converge nevertheless.", delta.text);
        break;
    case UNKNOWN:
        add_statement(out, topic, ANALYSIS_CAUTION,
                      "Theorem 4.2 requires delta < 1, which could not be decided: delta is %s.", delta.text);
        break;
    case YES:
        add_statement(
            out, topic, is_plain_lcp(out) ? ANALYSIS_CAUTION : ANALYSIS_DOES_NOT_APPLY,
            "Theorem 4.2 requires delta < 1, and delta is %s%s. But its proof uses Lemma 4.1, that the spectral norm "
            "of a "
            "lower triangular matrix is that of its diagonal, which is false ([[1,0],[1,1]] has norm 1.618): delta < 1 "
            "alone proves nothing.",
            delta.text, is_plain_lcp(out) ? "" : " (for a plain LCP, which this is not)");
        break;
    }
}

static void state_corollary(struct analysis *out, const md_solver_spec *spec)
{
    static const char topic[] = "corollary-4.3";
    const struct number_text tau = format(&out->tau);
    const enum answer tau_below_one = is_below_one(&out->tau);
    const bool ratio_fails = out->tau.source != ANALYSIS_ABSENT && out->ratio_min <= out->tau.value;
    if (spec->omega != MD_OMEGA_ALPHA_D) {
        add_statement(out, topic, ANALYSIS_DOES_NOT_APPLY,
                      "Corollary 4.3 is about Omega = alpha D, and this Omega is of another form.");
    } else if (tau_below_one == NO) {
        add_statement(out, topic, ANALYSIS_DOES_NOT_APPLY, "Corollary 4.3 requires tau < 1; tau is %s.%s", tau.text,
                      out->definiteness == ANALYSIS_POSITIVE_DEFINITE
                          ? " Positive definiteness of A does not imply tau < 1."
                          : "");
    } else if (ratio_fails) {
        add_statement(out, topic, ANALYSIS_DOES_NOT_APPLY,
                      "Corollary 4.3 requires alpha > tau / gamma; gamma alpha is %.4g and tau is %s.", out->ratio_min,
                      tau.text);
    } else if (tau_below_one == UNKNOWN) {
        add_statement(out, topic, ANALYSIS_CAUTION,
                      "Corollary 4.3 requires tau < 1, which could not be decided: tau is %s.", tau.text);
    } else {
        add_statement(
            out, topic, is_plain_lcp(out) ? ANALYSIS_CAUTION : ANALYSIS_DOES_NOT_APPLY,
            "Corollary 4.3 requires tau < 1 and alpha > tau / gamma; tau is %s and gamma alpha %.4g%s. It follows from "
            "Theorem 4.2 and shares the gap in its proof.",
            tau.text, out->ratio_min, is_plain_lcp(out) ? "" : " (for a plain LCP, which this is not)");
    }
}

static void state_best_alpha(struct analysis *out)
{
    char advice[160] = "";
    if (out->optimal_ratio.source != ANALYSIS_ABSENT && out->optimal_ratio.converged) {
        snprintf(advice, sizeof advice,
                 " With all rows active, the theory of SOR suggests gamma alpha near %.3g (a heuristic unless A is "
                 "consistently ordered).",
                 out->optimal_ratio.value);
    }
    const struct number_text tau = format(&out->tau);
    const enum answer tau_below_one = is_below_one(&out->tau);
    if (tau_below_one == NO) {
        add_statement(out, "remark-4.4", ANALYSIS_DOES_NOT_APPLY,
                      "Remark 4.4, that alpha = 1 / gamma is favourable, assumes tau < 1; tau is %s.%s", tau.text,
                      advice);
    } else {
        add_statement(out, "remark-4.4", ANALYSIS_CAUTION,
                      "Remark 4.4 calls alpha = 1 / gamma favourable%s. But it minimizes delta, a bound, not the "
                      "convergence factor "
                      "of the iteration.%s",
                      tau_below_one == YES ? "" : " if tau < 1", advice);
    }
}

/* ---- Proven statements ------------------------------------------------------------------------------------------- */

static void state_recursion(struct analysis *out)
{
    static const char topic[] = "recursion-bound";
    const struct number_text bound = format(&out->bound);
    const struct number_text mu = format(&out->mu);
    if (out->mu.value >= 1) {
        add_statement(out, topic, ANALYSIS_DOES_NOT_APPLY,
                      "The paper's recursion without Lemma 4.1 gives no bound: ||(D - L + gamma Omega)^-1 L|| is %s, "
                      "not below 1.",
                      mu.text);
        return;
    }
    switch (is_below_one(&out->bound)) {
    case NO:
        add_statement(out, topic, ANALYSIS_DOES_NOT_APPLY,
                      "The paper's recursion without Lemma 4.1 bounds the growth of the error per sweep by %s, which "
                      "proves nothing.",
                      bound.text);
        break;
    case UNKNOWN:
        add_statement(out, topic, ANALYSIS_CAUTION,
                      "Whether the paper's recursion without Lemma 4.1 proves convergence could not be decided: its "
                      "factor is %s.",
                      bound.text);
        break;
    case YES:
        /* Like |x|, 2 clamp(y) - y has slope 1 or -1 everywhere, so constant bounds do not change the recursion. */
        add_statement(out, topic, out->friction_rows == 0 ? ANALYSIS_APPLIES : ANALYSIS_DOES_NOT_APPLY,
                      "By the paper's recursion without Lemma 4.1, every sweep reduces the error by a factor of %s or "
                      "less: AMGS with "
                      "this Omega%s provably converges from any start to the unique solution%s.",
                      bound.text, out->boxed_rows > 0 ? " and two-sided bounds" : "",
                      out->friction_rows > 0 ? ", if the friction bounds were constant" : "");
        break;
    }
}

static void state_projected_sor(struct analysis *out)
{
    static const char topic[] = "projected-sor";
    const bool is_definite = out->definiteness == ANALYSIS_POSITIVE_DEFINITE;
    if (out->friction_rows > 0) {
        add_statement(out, topic, ANALYSIS_DOES_NOT_APPLY,
                      "The convergence theorems of PGS and projected SOR require constant bounds, which friction rows "
                      "do not have.");
    } else if (!out->symmetric) {
        add_statement(out, topic, ANALYSIS_DOES_NOT_APPLY,
                      "The convergence theorems of PGS and projected SOR quoted here require a symmetric A; the "
                      "asymmetry is %.3g.",
                      out->asymmetry);
    } else if (out->definiteness == ANALYSIS_INDEFINITE) {
        add_statement(
            out, topic, ANALYSIS_DOES_NOT_APPLY,
            "The convergence theorems of PGS and projected SOR quoted here require a positive semidefinite A.");
    } else if (out->definiteness == ANALYSIS_DEFINITENESS_UNKNOWN) {
        add_statement(
            out, topic, ANALYSIS_CAUTION,
            "PGS and projected SOR (0 < relax < 2) converge if A is positive semidefinite and a solution exists, but "
            "whether A is could not be decided.");
    } else {
        add_statement(
            out, topic, ANALYSIS_APPLIES,
            "PGS, and projected SOR with 0 < relax < 2, converge from any start to %s: A is symmetric and positive %s "
            "(%s).",
            is_definite ? "the unique solution" : "a solution, if one exists",
            is_definite ? "definite" : "semidefinite",
            is_definite && out->boxed_rows == 0 ? "Cryer 1971" : "Luo and Tseng 1992");
    }
}

bool statements_prove_H_matrix(const struct analysis *out)
{
    return is_below_one(&out->comparison) == YES;
}

/* The projection onto constant bounds brings no two impulses further apart, so that |e'| <= (D - |L|)^-1 |U| |e|. */
static void state_comparison(struct analysis *out)
{
    static const char topic[] = "h-matrix";
    const struct number_text factor = factor_text(out->comparison.value);
    if (!statements_prove_H_matrix(out)) {
        add_statement(
            out, topic, ANALYSIS_DOES_NOT_APPLY,
            "PGS converges for every H-matrix with a positive diagonal (Ahn 1981). A is not known to be one: the "
            "spectral radius of (D - |L|)^-1 |U| is at most %s.",
            factor.text);
        return;
    }
    add_statement(
        out, topic, out->friction_rows == 0 ? ANALYSIS_APPLIES : ANALYSIS_DOES_NOT_APPLY,
        "A is an H-matrix with a positive diagonal, and so a P-matrix (Ahn 1981): each sweep of PGS multiplies "
        "the error by at most %s in a weighted maximum norm%s.",
        factor.text,
        out->friction_rows == 0 ? ", from any start to the unique solution" : ", if the friction bounds were constant");
}

static void state_amgs(struct analysis *out, const md_solver_spec *spec)
{
    if (is_pgs(out)) {
        add_statement(out, "amgs-is-pgs", ANALYSIS_APPLIES,
                      "gamma Omega = D: the iterates of AMGS are those of PGS, and its convergence theorems apply.");
        return;
    }
    char ratio[64];
    snprintf(ratio, sizeof ratio, "%.4g", out->ratio_min);
    if (out->ratio_max > out->ratio_min) {
        snprintf(ratio, sizeof ratio, "%.4g to %.4g", out->ratio_min, out->ratio_max);
    }
    add_statement(
        out, "amgs-is-pgs", ANALYSIS_DOES_NOT_APPLY,
        "AMGS is the same as PGS only if gamma Omega = D. Here gamma Omega / D is %s, and the theorems on PGS and "
        "projected SOR do not carry over directly.",
        ratio);
    const bool is_covered = out->friction_rows == 0 && (out->boxed_rows == 0 || spec->box == MD_BOX_TWO_SIDED);
    if (is_covered && out->symmetric && out->definiteness == ANALYSIS_POSITIVE_DEFINITE) {
        add_statement(
            out, "near-solution", ANALYSIS_APPLIES,
            "If started close enough to a solution without degenerate rows, AMGS converges linearly for any Omega: "
            "active "
            "rows follow SOR with omega = 2 / (1 + gamma Omega / D), between 0 and 2 (Ostrowski and Reich), and the "
            "inactive rows converge on their own.");
    }
}

void statements_write(struct analysis *out, const md_solver_spec *spec)
{
    out->statement_count = 0;
    state_definiteness(out);
    state_bounds(out);
    if (!out->has_positive_diagonal) {
        state_diagonal(out);
        return;
    }
    state_theorem(out);
    state_corollary(out, spec);
    state_best_alpha(out);
    state_recursion(out);
    state_projected_sor(out);
    state_comparison(out);
    state_amgs(out, spec);
}
