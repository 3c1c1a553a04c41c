/* The stages of an analysis: check, count, split, measure, state, try, advise. analysis_run is at the end. */
#include "analyze/analyze.h"

#include <stdlib.h>

#include "analyze/count.h"
#include "analyze/measure.h"
#include "analyze/statements.h"
#include "analyze/trial.h"
#include "base/error.h"
#include "lcp/problem.h"

/* On a 2-core machine with the reference BLAS, the eigenvalues of a symmetric A of 2000 rows take 3 s, and the four
 * norms and two spectral radii 15 s for 1000 rows. */
#define DEFAULT_EIGENVALUE_LIMIT 2000
#define DEFAULT_SWEEP_LIMIT 1000

struct analysis_options analysis_options_default(void)
{
    return (struct analysis_options){.spec = md_solver_spec_of(MD_AMGS)};
}

const char *analysis_source_name(enum analysis_source source)
{
    switch (source) {
    case ANALYSIS_ABSENT: return "not computed";
    case ANALYSIS_EXACT: return "structure";
    case ANALYSIS_LAPACK: return "LAPACK";
    case ANALYSIS_ARPACK: return "ARPACK";
    }
    return "unknown";
}

const char *analysis_definiteness_name(enum analysis_definiteness definiteness)
{
    switch (definiteness) {
    case ANALYSIS_DEFINITENESS_UNKNOWN: return "unknown";
    case ANALYSIS_POSITIVE_DEFINITE: return "positive definite";
    case ANALYSIS_POSITIVE_SEMIDEFINITE: return "positive semidefinite";
    case ANALYSIS_INDEFINITE: return "indefinite";
    }
    return "unknown";
}

const char *analysis_verdict_name(enum analysis_verdict verdict)
{
    switch (verdict) {
    case ANALYSIS_APPLIES: return "applies";
    case ANALYSIS_DOES_NOT_APPLY: return "does not apply";
    case ANALYSIS_CAUTION: return "caution";
    }
    return "unknown";
}

/* ---- Check ------------------------------------------------------------------------------------------------------- */

static bool is_positive(md_real value)
{
    return value > 0 && isfinite(value);
}

/* Checks the parameters of Omega and completes alpha. The rest of the specification is for methods that are not
 * analysed. */
static md_status complete_spec(md_solver_spec *spec, md_error *error)
{
    if (!is_positive(spec->gamma)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "analysis: gamma must be a positive number");
    }
    if (spec->alpha == 0) {
        spec->alpha = (md_real)0.5 / spec->gamma;
    }
    if (spec->omega == MD_OMEGA_ALPHA_D && !is_positive(spec->alpha)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "analysis: alpha must be a positive number");
    }
    if ((unsigned)spec->omega > MD_OMEGA_NUMBER) {
        return md_fail(error, MD_ERROR_ARGUMENT, "analysis: unknown omega");
    }
    if (spec->omega == MD_OMEGA_NUMBER && !is_positive(spec->omega_number)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "analysis: omega must be 'mean' or a positive number");
    }
    return MD_OK;
}

/* Checks a problem. A diagonal that is zero or negative is allowed: only sweeps need a positive one. */
static md_status check_problem(const md_problem *problem, struct analysis *out, md_error *error)
{
    if (md_problem_rows(problem) == 0) {
        return md_fail(error, MD_ERROR_PROBLEM, "the problem has no rows to analyse");
    }
    md_status status = md_problem_check_parents(problem, error);
    if (status != MD_OK) {
        return status;
    }
    status = md_problem_check(problem, NULL); /* what remains is the diagonal, or a lack of memory */
    out->has_positive_diagonal = status == MD_OK;
    return status == MD_ERROR_PROBLEM ? MD_OK : md_fail_plain(error, status);
}

/* ---- Measure ----------------------------------------------------------------------------------------------------- */

/* Computes gamma Omega_i / D_i as the solver does (src/lcp/alpha.c). */
static void fill_ratio(struct splitting *split, const md_solver_spec *spec, struct analysis *out)
{
    double mean = 0;
    for (int32_t i = 0; i < split->m; ++i) {
        mean += split->diagonal[i] / split->m;
    }
    const double gamma = (double)spec->gamma;
    const double uniform = spec->omega == MD_OMEGA_MEAN ? mean : gamma * (double)spec->omega_number;
    out->ratio_min = INFINITY;
    out->ratio_max = -INFINITY;
    for (int32_t i = 0; i < split->m; ++i) {
        const bool is_alpha = spec->omega == MD_OMEGA_ALPHA_D;
        split->ratio[i] = is_alpha ? gamma * (double)spec->alpha : uniform / split->diagonal[i];
        out->ratio_min = fmin(out->ratio_min, split->ratio[i]);
        out->ratio_max = fmax(out->ratio_max, split->ratio[i]);
    }
}

/* The first stage is the only one without a sweep. */
static const struct stage {
    const char *name;
    md_status (*measure)(struct measurement *measurement);
} STAGES[] = {
    {"eigenvalues of A", measure_eigenvalues},     {"tau", measure_tau},
    {"spectral radius of PGS", measure_rho},       {"comparison matrix", measure_comparison},
    {"spectral radius of AMGS", measure_rho_amgs}, {"recursion bound", measure_recursion},
};

enum { STAGE_COUNT = sizeof STAGES / sizeof *STAGES };

/* The present stage, for the progress callback. */
struct progress {
    const struct analysis_options *options;
    size_t stage;
};

static void report_progress(void *user, double part)
{
    const struct progress *progress = user;
    if (progress->options->progress != NULL) {
        const char *name = progress->stage < STAGE_COUNT ? STAGES[progress->stage].name : "done";
        progress->options->progress(progress->options->progress_user, name,
                                    ((double)progress->stage + part) / (double)STAGE_COUNT);
    }
}

static int32_t dense_limit(int32_t requested, int32_t default_limit)
{
    const int32_t limit = requested == 0 ? default_limit : requested;
    return limit < ARPACK_MIN_ROWS - 1 ? ARPACK_MIN_ROWS - 1 : limit > DENSE_MAX_ROWS ? DENSE_MAX_ROWS : limit;
}

static md_status measure_all(const struct splitting *split, const struct spectrum *spectrum,
                             const struct analysis_options *options, struct analysis *out)
{
    struct progress progress = {.options = options};
    struct measurement measurement = {
        .split = split,
        .spectrum = spectrum,
        .eigenvalue_limit = dense_limit(options->dense_limit, DEFAULT_EIGENVALUE_LIMIT),
        .sweep_limit = dense_limit(options->dense_limit, DEFAULT_SWEEP_LIMIT),
        .limits = {.max_restarts = options->max_restarts, .report = report_progress, .user = &progress},
        .out = out,
    };
    md_status status = MD_OK;
    for (; status == MD_OK && progress.stage < STAGE_COUNT; ++progress.stage) {
        report_progress(&progress, 0);
        if (progress.stage == 0 || out->has_positive_diagonal) {
            status = STAGES[progress.stage].measure(&measurement);
        }
    }
    report_progress(&progress, 0);
    return status;
}

/* Computes `rounding`: impulses of the size of all momentum, one per row, each rounded to md_real. */
static md_status measure_rounding(const md_problem *problem, const struct splitting *split, struct analysis *out)
{
    md_real *q = calloc((size_t)out->m, sizeof *q);
    const md_status status = q != NULL ? md_problem_get_q(problem, q) : MD_ERROR_MEMORY;
    double sum = 0;
    for (int32_t i = 0; status == MD_OK && i < out->m; ++i) {
        const double impulse = (double)q[i] / split->diagonal[i];
        sum += impulse * impulse;
    }
    if (sum > 0) {
        out->rounding = (double)MD_REAL_EPSILON * out->momentum * sqrt(out->m / sum);
    }
    free(q);
    return status;
}

static struct analysis empty_analysis(void)
{
    const struct analysis_number absent = {.value = NAN};
    return (struct analysis){.eigenvalue_min = absent,
                             .eigenvalue_max = absent,
                             .tau = absent,
                             .rho = absent,
                             .rho_range = absent,
                             .comparison = absent,
                             .rho_amgs = absent,
                             .optimal_ratio = absent,
                             .delta = absent,
                             .xi = absent,
                             .zeta = absent,
                             .mu = absent,
                             .bound = absent,
                             .ratio_min = NAN,
                             .ratio_max = NAN};
}

static md_status read_signs(const struct splitting *split, struct analysis *out, md_error *error)
{
    const struct splitting_signs signs = splitting_find_signs(split);
    out->diagonal_min = signs.diagonal_min;
    out->diagonal_max = signs.diagonal_max;
    out->diagonal_min_row = signs.diagonal_min_row;
    out->is_nonnegative = signs.is_nonnegative;
    out->nnz_A = split->start[split->m] + split->m;
    out->asymmetry = splitting_asymmetry(split);
    out->symmetric = out->asymmetry <= 100 * (double)MD_REAL_EPSILON;
    return isfinite(signs.diagonal_min) && isfinite(signs.diagonal_max)
               ? MD_OK
               : md_fail(error, MD_ERROR_PROBLEM, "the diagonal of A is not finite");
}

/* Everything that needs the split matrix. */
static md_status analyse_matrix(const md_problem *problem, const struct analysis_options *options,
                                const md_solver_spec *spec, struct analysis *out, md_error *error)
{
    const struct spectrum *spectrum = NULL;
    struct splitting split = {0};
    md_status status = spectrum_load(&spectrum, error);
    if (status != MD_OK) {
        return status;
    }
    status = md_fail_plain(error, splitting_create(&split, problem));
    if (status == MD_OK) {
        status = read_signs(&split, out, error);
    }
    if (status == MD_OK && out->has_positive_diagonal) {
        fill_ratio(&split, spec, out);
        status = md_fail_plain(error, measure_rounding(problem, &split, out));
    }
    if (status == MD_OK && out->has_positive_diagonal) {
        status = md_fail_plain(error, trial_run(problem, out));
    }
    if (status == MD_OK) {
        status = md_fail_plain(error, measure_all(&split, spectrum, options, out));
    }
    splitting_free(&split);
    return status;
}

md_status analysis_run(const md_problem *problem, const struct analysis_options *options, struct analysis *out,
                       md_error *error)
{
    *out = empty_analysis();
    md_solver_spec spec = options->spec;
    md_status status = complete_spec(&spec, error);
    if (status == MD_OK) {
        status = check_problem(problem, out, error);
    }
    if (status == MD_OK) {
        status = md_fail_plain(error, count(problem, out));
    }
    if (status == MD_OK) {
        status = analyse_matrix(problem, options, &spec, out, error);
    }
    if (status == MD_OK) {
        statements_write(out, &spec);
        advice_write(out);
    }
    return status;
}
