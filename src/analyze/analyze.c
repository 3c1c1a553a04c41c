/* The stages of an analysis: check, count, split, measure, state. analysis_run is at the end. */
#include "analyze/analyze.h"

#include <stdlib.h>

#include "analyze/measure.h"
#include "analyze/statements.h"
#include "base/error.h"

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

/* ---- Count ------------------------------------------------------------------------------------------------------- */

static void count_rows(const md_problem *problem, struct analysis *out)
{
    const md_real *lower = md_problem_lower(problem);
    const md_real *upper = md_problem_upper(problem);
    const int32_t *parent = md_problem_parent(problem);
    for (int32_t i = 0; i < out->m; ++i) {
        if (parent[i] != MD_NO_PARENT) {
            ++out->friction_rows;
        } else if (lower[i] != 0 || upper[i] != MD_INFINITY) {
            ++out->boxed_rows;
            out->equality_rows += lower[i] == -MD_INFINITY && upper[i] == MD_INFINITY;
        }
    }
}

static int64_t count_nonzeros(const md_matrix *matrix)
{
    int64_t count = 0;
    for (int64_t e = 0; e < matrix->start[matrix->rows]; ++e) {
        count += matrix->value[e] != 0;
    }
    return count;
}

/* Counts the velocities that some row reads and that its impulse changes through M^-1, which bounds the rank of
 * J M^-1 J^T. */
static int32_t count_movable_velocities(const md_matrix *J, const md_matrix *inverse_M, bool *is_read)
{
    for (int64_t e = 0; e < J->start[J->rows]; ++e) {
        is_read[J->col[e]] |= J->value[e] != 0;
    }
    int32_t movable = 0;
    for (int32_t k = 0; k < inverse_M->rows; ++k) {
        bool moves = false;
        for (int64_t e = inverse_M->start[k]; e < inverse_M->start[k + 1]; ++e) {
            moves |= inverse_M->value[e] != 0 && is_read[inverse_M->col[e]];
        }
        movable += moves && is_read[k];
    }
    return movable;
}

static int32_t count_compliant_rows(const md_problem *problem)
{
    const md_real *compliance = md_problem_compliance(problem);
    int32_t count = 0;
    for (int32_t i = 0; i < md_problem_rows(problem); ++i) {
        count += compliance[i] != 0;
    }
    return count;
}

static md_status count_structure(const md_problem *problem, struct analysis *out)
{
    md_matrix J = {0};
    md_matrix inverse_M = {0};
    bool *is_read = calloc((size_t)out->n + 1, sizeof *is_read);
    md_status status = is_read != NULL ? md_problem_get_J(problem, &J) : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        status = md_problem_get_inverse_M(problem, &inverse_M);
    }
    if (status == MD_OK) {
        const int64_t rank = (int64_t)count_movable_velocities(&J, &inverse_M, is_read) + count_compliant_rows(problem);
        out->rank_upper_bound = rank < out->m ? (int32_t)rank : out->m;
        out->nnz_J = count_nonzeros(&J);
    }
    free(is_read);
    md_matrix_free(&J);
    md_matrix_free(&inverse_M);
    return status;
}

static md_status count(const md_problem *problem, struct analysis *out)
{
    out->m = md_problem_rows(problem);
    out->n = md_problem_velocities(problem);
    out->has_J = md_problem_get_kind(problem) != MD_PROBLEM_EXPLICIT;
    out->rank_upper_bound = out->m;
    count_rows(problem, out);
    return out->has_J ? count_structure(problem, out) : MD_OK;
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
    out->ratio_max = 0;
    for (int32_t i = 0; i < split->m; ++i) {
        const bool is_alpha = spec->omega == MD_OMEGA_ALPHA_D;
        split->ratio[i] = is_alpha ? gamma * (double)spec->alpha : uniform / split->diagonal[i];
        out->ratio_min = fmin(out->ratio_min, split->ratio[i]);
        out->ratio_max = fmax(out->ratio_max, split->ratio[i]);
    }
}

static const struct stage {
    const char *name;
    md_status (*measure)(struct measurement *measurement);
} STAGES[] = {
    {"eigenvalues of A", measure_eigenvalues}, {"tau", measure_tau},
    {"spectral radius of PGS", measure_rho},   {"spectral radius of AMGS", measure_rho_amgs},
    {"recursion bound", measure_recursion},
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
        status = STAGES[progress.stage].measure(&measurement);
    }
    report_progress(&progress, 0);
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
                             .rho_amgs = absent,
                             .optimal_ratio = absent,
                             .delta = absent,
                             .xi = absent,
                             .zeta = absent,
                             .mu = absent,
                             .bound = absent};
}

md_status analysis_run(const md_problem *problem, const struct analysis_options *options, struct analysis *out,
                       md_error *error)
{
    *out = empty_analysis();
    md_solver_spec spec = options->spec;
    md_status status = complete_spec(&spec, error);
    if (status == MD_OK && md_problem_rows(problem) == 0) {
        status = md_fail(error, MD_ERROR_PROBLEM, "the problem has no rows to analyse");
    }
    if (status == MD_OK) {
        status = md_problem_check(problem, error);
    }
    const struct spectrum *spectrum = NULL;
    if (status == MD_OK) {
        status = spectrum_load(&spectrum, error);
    }
    if (status != MD_OK) {
        return status;
    }
    struct splitting split = {0};
    status = count(problem, out);
    if (status == MD_OK) {
        status = splitting_create(&split, problem);
    }
    if (status == MD_OK) {
        out->nnz_A = split.start[split.m] + split.m;
        out->asymmetry = splitting_asymmetry(&split);
        out->symmetric = out->asymmetry <= 100 * (double)MD_REAL_EPSILON;
        fill_ratio(&split, &spec, out);
        status = measure_all(&split, spectrum, options, out);
    }
    splitting_free(&split);
    if (status == MD_OK) {
        statements_write(out, &spec);
    }
    return md_fail_plain(error, status);
}
