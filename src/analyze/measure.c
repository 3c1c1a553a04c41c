#include "analyze/measure.h"

#include <stdlib.h>

/* ---- Eigenvalues, definiteness, rank ----------------------------------------------------------------------------- */

/* A was assembled in md_real, so its eigenvalues have that rounding error, even if LAPACK's own is smaller. */
static double rounding_tolerance(int32_t m, double scale)
{
    return fmax(m, 64) * (double)MD_REAL_EPSILON * scale;
}

static int32_t count_above(const double *values, int32_t count, double tolerance)
{
    int32_t above = 0;
    for (int32_t i = 0; i < count; ++i) {
        above += fabs(values[i]) > tolerance;
    }
    return above;
}

static struct analysis_number from_lapack(double value)
{
    return (struct analysis_number){.value = value, .source = ANALYSIS_LAPACK, .converged = true};
}

/* For a nonsymmetric matrix, which may be singular although its symmetric part is not, and the reverse. */
static md_status rank_by_singular_values(struct measurement *measurement, double *values)
{
    struct analysis *out = measurement->out;
    bool found = false;
    const md_status status = measurement->spectrum->lapack->singular_values(measurement->split, values, &found);
    if (status == MD_OK && found) {
        out->rank_tolerance = rounding_tolerance(out->m, values[0]);
        out->rank = count_above(values, out->m, out->rank_tolerance);
        out->rank_known = true;
    }
    return status;
}

static md_status classify_by_all_eigenvalues(struct measurement *measurement, double *values)
{
    struct analysis *out = measurement->out;
    const double smallest = values[0];
    const double largest = values[out->m - 1];
    const double tolerance = rounding_tolerance(out->m, fmax(fabs(smallest), fabs(largest)));
    out->eigenvalue_min = from_lapack(smallest);
    out->eigenvalue_max = from_lapack(largest);
    out->definiteness = smallest > tolerance    ? ANALYSIS_POSITIVE_DEFINITE
                        : smallest < -tolerance ? ANALYSIS_INDEFINITE
                                                : ANALYSIS_POSITIVE_SEMIDEFINITE;
    out->rank_tolerance = tolerance;
    if (out->symmetric) {
        out->rank = count_above(values, out->m, tolerance);
        out->rank_known = true;
        return MD_OK;
    }
    return measurement->split->m <= measurement->sweep_limit ? rank_by_singular_values(measurement, values) : MD_OK;
}

static md_status eigenvalues_by_lapack(struct measurement *measurement)
{
    double *values = calloc((size_t)measurement->split->m, sizeof *values);
    if (values == NULL) {
        return MD_ERROR_MEMORY;
    }
    bool found = false;
    md_status status = measurement->spectrum->lapack->eigenvalues(measurement->split, values, &found);
    if (status == MD_OK && found) {
        status = classify_by_all_eigenvalues(measurement, values);
    }
    free(values);
    return status;
}

/* An estimate of the smallest eigenvalue is never below the true one. A negative estimate therefore proves that A is
 * indefinite even before it has converged; a positive one proves nothing until then. */
static void classify_by_extreme_eigenvalues(struct analysis *out)
{
    const double smallest = out->eigenvalue_min.value;
    const double scale = fmax(fabs(smallest), fabs(out->eigenvalue_max.value));
    const double tolerance = fmax(rounding_tolerance(out->m, scale), 10 * ARPACK_TOLERANCE * scale);
    out->rank_tolerance = tolerance;
    if (smallest < -tolerance) {
        out->definiteness = ANALYSIS_INDEFINITE;
    } else if (out->eigenvalue_min.converged && smallest > tolerance) {
        out->definiteness = ANALYSIS_POSITIVE_DEFINITE;
        out->rank = out->m;
        out->rank_known = true;
    } else if (out->eigenvalue_min.converged && out->rank_upper_bound < out->m) {
        out->definiteness = ANALYSIS_POSITIVE_SEMIDEFINITE;
    }
}

static md_status eigenvalues_by_arpack(struct measurement *measurement)
{
    struct analysis *out = measurement->out;
    md_status status =
        measurement->spectrum->arpack->eigenvalue_max(measurement->split, &measurement->limits, &out->eigenvalue_max);
    if (status == MD_OK && out->eigenvalue_max.source != ANALYSIS_ABSENT) {
        status = measurement->spectrum->arpack->eigenvalue_min(measurement->split, out->eigenvalue_max.value,
                                                               &measurement->limits, &out->eigenvalue_min);
    }
    if (status == MD_OK && out->eigenvalue_min.source != ANALYSIS_ABSENT) {
        classify_by_extreme_eigenvalues(out);
    }
    return status;
}

md_status measure_eigenvalues(struct measurement *measurement)
{
    return measurement->split->m <= measurement->eigenvalue_limit ? eigenvalues_by_lapack(measurement)
                                                                  : eigenvalues_by_arpack(measurement);
}

/* ---- Norms: tau, delta, the recursion ---------------------------------------------------------------------------- */

static md_status norm_of(struct measurement *measurement, const struct sweep_factor *factor,
                         struct analysis_number *norm)
{
    const struct splitting *split = measurement->split;
    if (sweep_is_zero(split, factor)) {
        *norm = (struct analysis_number){.value = 0, .source = ANALYSIS_EXACT, .converged = true};
        return MD_OK;
    }
    return split->m <= measurement->sweep_limit
               ? measurement->spectrum->lapack->norm(split, factor, norm)
               : measurement->spectrum->arpack->norm(split, factor, &measurement->limits, norm);
}

md_status measure_tau(struct measurement *measurement)
{
    const struct splitting *split = measurement->split;
    struct analysis *out = measurement->out;
    const md_status status = norm_of(measurement, &SWEEP_PGS, &out->tau);
    double with_tau = 0; /* || (D + gO)^-1 D || */
    double alone = 0;    /* || (D + gO)^-1 (gO - D) || */
    for (int32_t i = 0; i < split->m; ++i) {
        with_tau = fmax(with_tau, 1 / (1 + split->ratio[i]));
        alone = fmax(alone, fabs(split->ratio[i] - 1) / (1 + split->ratio[i]));
    }
    out->delta = out->tau;
    out->delta.value = 2 * with_tau * out->tau.value + alone;
    return status;
}

/* A number derived from two others has the less reliable of their sources. */
static enum analysis_source less_reliable(enum analysis_source a, enum analysis_source b)
{
    return a > b ? a : b;
}

/* Subtracting the fixed point from the AMGS update, with e = x - x* and | |a| - |b| | <= |a - b|, gives
 * ||e'|| <= (xi + zeta) ||e|| + mu ||e'||. This uses neither Lemma 4.1 nor that A is positive definite. */
md_status measure_recursion(struct measurement *measurement)
{
    struct analysis *out = measurement->out;
    md_status status = norm_of(measurement, &SWEEP_XI, &out->xi);
    if (status == MD_OK) {
        status = norm_of(measurement, &SWEEP_ZETA, &out->zeta);
    }
    if (status == MD_OK) {
        status = norm_of(measurement, &SWEEP_MU, &out->mu);
    }
    /* An absent norm is NaN; these comparisons are then false, and the bound stays absent. */
    if (status == MD_OK && out->mu.value < 1 && out->xi.value + out->zeta.value >= 0) {
        out->bound.source = less_reliable(out->xi.source, less_reliable(out->zeta.source, out->mu.source));
        out->bound.value = (out->xi.value + out->zeta.value) / (1 - out->mu.value);
        out->bound.converged = out->xi.converged && out->zeta.converged && out->mu.converged;
    }
    return status;
}

/* ---- Spectral radii ---------------------------------------------------------------------------------------------- */

/* Computes the magnitudes of all eigenvalues; the first is the spectral radius. For a singular symmetric A, a sweep of
 * PGS leaves the null space unchanged (eigenvalue 1), which is harmless because it does not move the bodies. The
 * magnitude after the first `skipped` ones is the convergence factor that matters. */
static md_status radius_by_lapack(struct measurement *measurement, const struct sweep_factor *factor, int32_t skipped,
                                  struct analysis_number *radius, struct analysis_number *next)
{
    double *magnitudes = calloc((size_t)measurement->split->m, sizeof *magnitudes);
    if (magnitudes == NULL) {
        return MD_ERROR_MEMORY;
    }
    bool found = false;
    const md_status status = measurement->spectrum->lapack->magnitudes(measurement->split, factor, magnitudes, &found);
    if (status == MD_OK && found) {
        *radius = from_lapack(magnitudes[0]);
        *next = from_lapack(magnitudes[skipped]);
    }
    free(magnitudes);
    return status;
}

static md_status radius_of(struct measurement *measurement, const struct sweep_factor *factor, int32_t skipped,
                           struct analysis_number *radius, struct analysis_number *next)
{
    const struct splitting *split = measurement->split;
    md_status status = MD_OK;
    if (!splitting_has_lower(split) || !splitting_has_upper(split)) {
        const double value = sweep_triangular_radius(split, factor);
        *radius = (struct analysis_number){.value = value, .source = ANALYSIS_EXACT, .converged = true};
    } else if (split->m <= measurement->sweep_limit) {
        return radius_by_lapack(measurement, factor, skipped, radius, next);
    } else {
        status = measurement->spectrum->arpack->spectral_radius(split, factor, &measurement->limits, radius);
    }
    if (skipped == 0) {
        *next = *radius;
    }
    return status;
}

md_status measure_rho(struct measurement *measurement)
{
    struct analysis *out = measurement->out;
    const bool is_semidefinite =
        out->definiteness == ANALYSIS_POSITIVE_DEFINITE || out->definiteness == ANALYSIS_POSITIVE_SEMIDEFINITE;
    const bool has_range = out->symmetric && is_semidefinite && out->rank_known && out->rank > 0;
    const int32_t skipped = has_range ? out->m - out->rank : 0;
    struct analysis_number next = {.value = NAN};
    const md_status status = radius_of(measurement, &SWEEP_PGS, skipped, &out->rho, &next);
    if (has_range) {
        out->rho_range = next;
    }
    /* Closer to 1, the difference 1 - rho is rounding error. */
    if (out->rho_range.value < 1 - fmax(1e-9, 100 * (double)MD_REAL_EPSILON)) {
        out->optimal_ratio = out->rho_range;
        out->optimal_ratio.value = sqrt(1 - out->rho_range.value);
    }
    return status;
}

md_status measure_rho_amgs(struct measurement *measurement)
{
    struct analysis_number unused = {.value = NAN};
    return radius_of(measurement, &SWEEP_AMGS, 0, &measurement->out->rho_amgs, &unused);
}

/* ---- The comparison matrix --------------------------------------------------------------------------------------- */

/* Limits of the power method: iterations, and multiplications (about a second). */
#define COMPARISON_ITERATIONS 2000
#define COMPARISON_WORK 1e9
/* Part of x that is kept, so that x stays positive and an F with several eigenvalues of one magnitude converges. */
#define COMPARISON_KEPT 0.01

/* Takes x to F x + 0.01 x, normalized, and returns the largest (F x)_i / x_i. For any x > 0 that is an upper bound of the
 * spectral radius of F >= 0 (Collatz and Wielandt). */
static double step_of_comparison(const struct splitting *split, double *x, double *y)
{
    double bound = 0;
    double largest = 0;
    sweep_apply_absolute(split, x, y);
    for (int32_t i = 0; i < split->m; ++i) {
        bound = fmax(bound, y[i] / x[i]);
        y[i] += COMPARISON_KEPT * x[i];
        largest = fmax(largest, y[i]);
    }
    for (int32_t i = 0; i < split->m; ++i) {
        x[i] = fmax(y[i] / largest, 1e-150);
    }
    return bound;
}

md_status measure_comparison(struct measurement *measurement)
{
    const struct splitting *split = measurement->split;
    double *x = calloc(2 * (size_t)split->m, sizeof *x);
    if (x == NULL) {
        return MD_ERROR_MEMORY;
    }
    const double products = fmax((double)(split->start[split->m] + split->m), 1);
    const int32_t iterations = (int32_t)fmin(COMPARISON_ITERATIONS, ceil(COMPARISON_WORK / products));
    double bound = INFINITY;
    for (int32_t i = 0; i < split->m; ++i) {
        x[i] = 1;
    }
    for (int32_t k = 0; k < iterations && isfinite(x[0]); ++k) {
        bound = fmin(bound, step_of_comparison(split, x, x + split->m));
    }
    measurement->out->comparison =
        (struct analysis_number){.value = bound, .source = ANALYSIS_EXACT, .converged = true};
    free(x);
    return MD_OK;
}
