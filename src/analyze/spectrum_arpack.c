/* Extreme eigenvalues by the restarted Lanczos and Arnoldi methods of ARPACK, through its reverse communication.
 *
 * Norms are eigenvalues too: || F ||^2 is the largest eigenvalue of F^T F. The smallest eigenvalue of A is found as the
 * largest of shift - A, because the accuracy of ARPACK is relative to the value, and a smallest eigenvalue near zero
 * would never be accurate enough.
 */
#include <arpack/arpack.h>
#include <stdlib.h>

#include "analyze/spectrum.h"

/* Maximum number of multiplications of a run, which takes about 5 seconds (an analysis has up to eight runs). Not a
 * time limit, so that the result does not depend on the load of the machine. */
#define WORK_LIMIT 1.5e10
#define MIN_RESTARTS 20
#define MAX_RESTARTS 5000

/* ---- Products ---------------------------------------------------------------------------------------------------- */

struct map {
    const struct splitting *split;
    const struct sweep_factor *factor;
    double shift;
    double *work[2];
    void (*apply)(const struct map *map, const double *x, double *y);
};

static void apply_symmetric(const struct map *map, const double *x, double *y)
{
    splitting_apply_symmetric(map->split, x, y);
}

static void apply_shifted(const struct map *map, const double *x, double *y)
{
    splitting_apply_symmetric(map->split, x, y);
    for (int32_t i = 0; i < map->split->m; ++i) {
        y[i] = map->shift * x[i] - y[i];
    }
}

static void apply_sweep(const struct map *map, const double *x, double *y)
{
    sweep_apply(map->split, map->factor, x, y);
}

static void apply_sweep_squared(const struct map *map, const double *x, double *y)
{
    sweep_apply(map->split, map->factor, x, map->work[0]);
    sweep_apply_transposed(map->split, map->factor, map->work[0], y, map->work[1]);
}

/* ---- ARPACK's loop ----------------------------------------------------------------------------------------------- */

/* The arguments of dsaupd and dnaupd, under their names in ARPACK. */
struct arpack {
    bool symmetric;
    a_int n, nev, ncv, lworkl;
    double *resid, *v, *workd, *workl;
    a_int iparam[11], ipntr[14];
    a_int ido, info;
};

/* Fills the initial vector: the same every time, and in practice not orthogonal to any eigenvector. */
static void fill_start(double *resid, a_int n)
{
    uint64_t state = 1;
    for (a_int i = 0; i < n; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        resid[i] = (double)(state >> 11) * 0x1p-53 - 0.5;
    }
}

static a_int restart_limit(const struct arpack *arpack, const struct splitting *split, int32_t max_restarts)
{
    if (max_restarts > 0) {
        return max_restarts;
    }
    const double entries = (double)split->start[split->m] + (double)split->m;
    const double restart = arpack->ncv * (2 * entries + 4.0 * arpack->ncv * split->m);
    return (a_int)fmin(fmax(WORK_LIMIT / restart, MIN_RESTARTS), MAX_RESTARTS);
}

static void arpack_prepare(struct arpack *arpack, const struct splitting *split, const struct arpack_limits *limits)
{
    fill_start(arpack->resid, arpack->n);
    arpack->info = 1;      /* resid holds the initial vector */
    arpack->iparam[0] = 1; /* exact shifts */
    arpack->iparam[2] = restart_limit(arpack, split, limits->max_restarts);
    arpack->iparam[6] = 1; /* standard eigenvalue problem */
}

static void arpack_step(struct arpack *a)
{
    if (a->symmetric) {
        dsaupd_c(&a->ido, "I", a->n, "LA", a->nev, ARPACK_TOLERANCE, a->resid, a->ncv, a->v, a->n, a->iparam, a->ipntr,
                 a->workd, a->workl, a->lworkl, &a->info);
    } else {
        dnaupd_c(&a->ido, "I", a->n, "LM", a->nev, ARPACK_TOLERANCE, a->resid, a->ncv, a->v, a->n, a->iparam, a->ipntr,
                 a->workd, a->workl, a->lworkl, &a->info);
    }
}

/* Returns the largest of the final Ritz values, which workl holds whether they converged or not. */
static double largest_ritz_value(const struct arpack *arpack)
{
    const double *real = arpack->workl + arpack->ipntr[5] - 1;
    const double *imaginary = arpack->workl + arpack->ipntr[6] - 1;
    double largest = -INFINITY;
    for (a_int i = 0; i < arpack->ncv; ++i) {
        largest = fmax(largest, arpack->symmetric ? real[i] : hypot(real[i], imaginary[i]));
    }
    return largest;
}

/* True if the initial vector is an eigenvector, which in practice happens only for multiples of the identity. ARPACK then
 * has no second direction, and whether it finds one among rounding errors depends on the BLAS. */
static bool start_is_eigenvector(const struct arpack *arpack, const struct map *map, double *value)
{
    const double *x = arpack->resid;
    double *y = arpack->workd;
    double xx = 0;
    double xy = 0;
    double residual = 0;
    map->apply(map, x, y);
    for (a_int i = 0; i < arpack->n; ++i) {
        xx += x[i] * x[i];
        xy += x[i] * y[i];
    }
    *value = xy / xx;
    for (a_int i = 0; i < arpack->n; ++i) {
        residual += (y[i] - *value * x[i]) * (y[i] - *value * x[i]);
    }
    return sqrt(residual / xx) <= ARPACK_TOLERANCE * fabs(*value);
}

static void run(struct arpack *arpack, const struct map *map, const struct arpack_limits *limits,
                struct analysis_number *out)
{
    const double max_products = (double)arpack->iparam[2] * (arpack->ncv - arpack->nev);
    double products = 0;
    double value = 0;
    if (start_is_eigenvector(arpack, map, &value)) {
        *out = (struct analysis_number){.value = value, .source = ANALYSIS_ARPACK, .converged = true};
        return;
    }
    for (arpack_step(arpack); arpack->ido == 1 || arpack->ido == -1; arpack_step(arpack)) {
        map->apply(map, arpack->workd + arpack->ipntr[0] - 1, arpack->workd + arpack->ipntr[1] - 1);
        if (fmod(++products, ARPACK_BASIS) == 0 && limits->report != NULL) {
            limits->report(limits->user, fmin(products / max_products, 1));
        }
    }
    /* 0: converged. 1 and 3: stopped by the limit or for lack of progress. Others: no result. */
    if (arpack->info == 0 || arpack->info == 1 || arpack->info == 3) {
        *out = (struct analysis_number){
            .value = largest_ritz_value(arpack), .source = ANALYSIS_ARPACK, .converged = arpack->info == 0};
    }
}

static md_status largest_eigenvalue(struct map *map, bool symmetric, const struct arpack_limits *limits,
                                    struct analysis_number *out)
{
    const size_t n = (size_t)map->split->m;
    const a_int ncv = ARPACK_BASIS;
    const a_int lworkl = symmetric ? ncv * (ncv + 8) : 3 * ncv * (ncv + 2);
    double *workl = calloc((size_t)lworkl, sizeof *workl);
    double *columns = calloc(n, (ARPACK_BASIS + 6) * sizeof *columns); /* v, 3 of workd, resid, 2 of the map */
    if (workl == NULL || columns == NULL) {
        free(workl);
        free(columns);
        return MD_ERROR_MEMORY;
    }
    struct arpack arpack = {
        .symmetric = symmetric,
        .n = map->split->m,
        .nev = symmetric ? 1 : 2, /* keeps complex pairs together */
        .ncv = ncv,
        .lworkl = lworkl,
        .v = columns,
        .workd = columns + n * ARPACK_BASIS,
        .resid = columns + n * (ARPACK_BASIS + 3),
        .workl = workl,
    };
    map->work[0] = columns + n * (ARPACK_BASIS + 4);
    map->work[1] = columns + n * (ARPACK_BASIS + 5);
    arpack_prepare(&arpack, map->split, limits);
    run(&arpack, map, limits, out);
    free(workl);
    free(columns);
    return MD_OK;
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

static md_status eigenvalue_max(const struct splitting *split, const struct arpack_limits *limits,
                                struct analysis_number *out)
{
    struct map map = {.split = split, .apply = apply_symmetric};
    return largest_eigenvalue(&map, true, limits, out);
}

static md_status eigenvalue_min(const struct splitting *split, double shift, const struct arpack_limits *limits,
                                struct analysis_number *out)
{
    struct map map = {.split = split, .shift = shift, .apply = apply_shifted};
    const md_status status = largest_eigenvalue(&map, true, limits, out);
    out->value = shift - out->value;
    return status;
}

static md_status norm_of(const struct splitting *split, const struct sweep_factor *factor,
                         const struct arpack_limits *limits, struct analysis_number *norm)
{
    struct map map = {.split = split, .factor = factor, .apply = apply_sweep_squared};
    const md_status status = largest_eigenvalue(&map, true, limits, norm);
    norm->value = sqrt(norm->value < 0 ? 0 : norm->value); /* negative by rounding; NaN is kept */
    return status;
}

static md_status spectral_radius(const struct splitting *split, const struct sweep_factor *factor,
                                 const struct arpack_limits *limits, struct analysis_number *radius)
{
    struct map map = {.split = split, .factor = factor, .apply = apply_sweep};
    return largest_eigenvalue(&map, false, limits, radius);
}

const struct spectrum_arpack SPECTRUM_ARPACK = {
    .eigenvalue_max = eigenvalue_max,
    .eigenvalue_min = eigenvalue_min,
    .norm = norm_of,
    .spectral_radius = spectral_radius,
};
