/* Timing sweeps, and counting the bytes that they must move. */
#include "bench/sweeps/sweeps.h"

const char *const CONTENDER_NAMES[CONTENDERS] = {"sparse pgs", "sparse amgs", "CSR pgs",     "CSR amgs",   "dense pgs",
                                                 "dense amgs", "blocks pgs",  "blocks amgs", "blocks auto"};

static const char *const CONTENDER_SPECS[CONTENDERS] = {"pgs:form=sparse",    "amgs:form=sparse", "pgs:form=explicit",
                                                        "amgs:form=explicit", "pgs:form=dense",   "amgs:form=dense",
                                                        "pgs:form=blocks",    "amgs:form=blocks", "auto:form=blocks"};

#define SWEEPS_LEAST 8
#define SWEEPS_MOST 1000000
/* Of the shorter solve: so short that the least of a few repeats is undisturbed. */
#define SWEEPS_FEW 1

static bool is_sparse(enum contender contender)
{
    return contender == SPARSE_PGS || contender == SPARSE_AMGS;
}

static bool is_in_blocks(enum contender contender)
{
    return contender == BLOCKS_PGS || contender == BLOCKS_AMGS || contender == BLOCKS_AUTO;
}

static bool is_dense(enum contender contender)
{
    return contender == DENSE_PGS || contender == DENSE_AMGS;
}

static bool is_amgs(enum contender contender)
{
    return contender == SPARSE_AMGS || contender == CSR_AMGS || contender == DENSE_AMGS || contender == BLOCKS_AMGS;
}

/* ---- Time -------------------------------------------------------------------------------------------------------- */

struct clockwork {
    md_solver *solver;
    md_solver_spec spec;
    const md_problem *problem;
    int64_t few, many;
    double few_seconds, many_seconds; /* the least so far; 0 before the first */
};

/* Seconds of so many sweeps and of the final residual. */
static md_status time_solve(const struct clockwork *work, int64_t sweeps, double *seconds, md_error *error)
{
    const md_limits limits = {.max_iterations = sweeps};
    md_result result;
    const md_status status = md_solver_solve(work->solver, &work->spec, work->problem, &limits, &result, error);
    *seconds = result.seconds - result.prepare_seconds;
    return status;
}

/* As many sweeps as take the effort's seconds. */
static md_status choose_sweeps(struct clockwork *work, const struct effort *effort, md_error *error)
{
    double seconds = 0;
    int64_t sweeps = SWEEPS_LEAST;
    md_status status = time_solve(work, sweeps, &seconds, error);
    while (status == MD_OK && seconds < effort->seconds / 2 && sweeps < SWEEPS_MOST) {
        sweeps *= 2;
        status = time_solve(work, sweeps, &seconds, error);
    }
    work->many = sweeps;
    work->few = SWEEPS_FEW;
    return status;
}

static void keep_least(double *least, double seconds)
{
    if (*least == 0 || seconds < *least) {
        *least = seconds;
    }
}

static md_status repeat(struct clockwork *work, md_error *error)
{
    double few = 0;
    double many = 0;
    md_status status = time_solve(work, work->few, &few, error);
    if (status == MD_OK) {
        status = time_solve(work, work->many, &many, error);
    }
    keep_least(&work->few_seconds, few);
    keep_least(&work->many_seconds, many);
    return status;
}

static md_status start_clockwork(struct clockwork *work, enum contender contender, const struct bench_problem *problem,
                                 bool in_blocks, const struct effort *effort, md_error *error)
{
    const bool fits = (!is_dense(contender) || md_problem_rows(problem->structured) <= DENSE_ROWS_MOST) &&
                      (!is_in_blocks(contender) || in_blocks);
    if (!fits) {
        return MD_OK;
    }
    const bool structured = is_sparse(contender) || is_in_blocks(contender);
    work->problem = structured ? problem->structured : problem->explicit_copy;
    work->solver = md_solver_create(NULL);
    if (work->solver == NULL) {
        return MD_ERROR_MEMORY;
    }
    const md_status status = md_solver_spec_parse(CONTENDER_SPECS[contender], &work->spec, error);
    return status == MD_OK ? choose_sweeps(work, effort, error) : status;
}

static md_status time_contenders(struct measurement *measurement, const struct bench_problem *problem,
                                 const struct effort *effort, md_error *error)
{
    struct clockwork works[CONTENDERS] = {{0}};
    md_status status = MD_OK;
    for (int c = 0; status == MD_OK && c < CONTENDERS; ++c) {
        status = start_clockwork(&works[c], (enum contender)c, problem, measurement->in_blocks, effort, error);
    }
    for (int r = 0; r < effort->repeats; ++r) {
        for (int c = 0; status == MD_OK && c < CONTENDERS; ++c) {
            status = works[c].solver != NULL ? repeat(&works[c], error) : MD_OK;
        }
    }
    for (int c = 0; c < CONTENDERS; ++c) {
        const struct clockwork *work = &works[c];
        if (status == MD_OK && work->solver != NULL) {
            measurement->sweep_seconds[c] = (work->many_seconds - work->few_seconds) / (double)(work->many - work->few);
        }
        md_solver_destroy(work->solver);
    }
    return status;
}

/* What a solve costs before its first sweep, from the structured problem: v, or A formed. */
static md_status time_preparing(struct measurement *measurement, const struct bench_problem *problem,
                                const struct effort *effort, enum contender contender, md_error *error)
{
    md_solver *solver = md_solver_create(NULL);
    md_solver_spec spec;
    md_status status = solver != NULL ? MD_OK : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        status = md_solver_spec_parse(CONTENDER_SPECS[contender], &spec, error);
    }
    const md_limits limits = {.max_iterations = 1};
    md_result result;
    /* One more than the repeats: the first solve allocates. */
    for (int r = 0; status == MD_OK && r <= effort->repeats; ++r) {
        status = md_solver_solve(solver, &spec, problem->structured, &limits, &result, error);
        if (status == MD_OK) {
            keep_least(&measurement->prepare_seconds[contender], result.prepare_seconds);
        }
    }
    md_solver_destroy(solver);
    return status;
}

/* ---- Bytes and operations ------------------------------------------------------------------------------------------------------- */

/* Whether the solver would choose blocks. */
static md_status look_for_blocks(struct measurement *measurement, const md_problem *problem, md_error *error)
{
    md_solver *solver = md_solver_create(NULL);
    md_solver_spec spec;
    md_result result;
    md_status status = solver != NULL ? md_solver_spec_parse("pgs", &spec, error) : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        status = md_solver_solve(solver, &spec, problem, &(md_limits){.max_iterations = 1}, &result, error);
    }
    if (status == MD_OK) {
        measurement->in_blocks = result.form == MD_FORM_BLOCKS;
        measurement->has_tangents = md_problem_rows(problem) > 1 && md_problem_parent(problem)[1] == 0;
    }
    md_solver_destroy(solver);
    return status;
}

/* What src/lcp/block_sweep.c touches a contact: direction 2 R and what turns and how easily 4 R, or with a tangent 6 R, two bodies' places 8; of a
 * normal b and 1/D, 2 R, of a tangent these and mu, 3 R. lambda and bodies as below; AMGS: y; alpha=auto: D read, lambda and change of the
 * sweep before updated. Empty lanes are not counted. */
static struct traffic count_block_traffic(const struct measurement *measurement, enum contender contender)
{
    const double real = sizeof(md_real);
    const double bodies_per_row = (double)measurement->n / 3 / measurement->m;
    const double rows = measurement->has_tangents ? 2 : 1;
    const double fields = measurement->has_tangents ? 8 + 5 : 6 + 2;
    const double state = contender == BLOCKS_AUTO ? 3 : is_amgs(contender) ? 2 : 1;
    const double diagonal = contender == BLOCKS_AUTO ? real : 0;
    return (struct traffic){.read = (fields * real + 8) / rows + diagonal,
                            .updated = 2 * real * state + 2 * 6 * real * bodies_per_row};
}

/* What src/lcp/projected.c (mmsi.c for AMGS on A) touches a row (sizes in md_real of R bytes and indices of 4):
 *     every form     b, c, 1/D, lower, upper: 5 R read; parent: 4 read; lambda: R updated; AMGS: y, R updated
 *     sparse, 2D     J: 6 R, two bodies' numbers: 8 read; a body's slot of 6 R updated, once a sweep if the order of
 *                    rows keeps it in the cache from its first row to its last
 *     CSR            start: 8 read; column and value of each entry: (4 + R) read
 * Updated bytes are counted twice, as they are read and written. */
static struct traffic count_traffic(const struct measurement *measurement, enum contender contender)
{
    const double real = sizeof(md_real);
    const double bodies_per_row = (double)measurement->n / 3 / measurement->m;
    const double state = is_amgs(contender) ? 2 : 1;
    struct traffic traffic = {.read = 5 * real + 4, .updated = 2 * real * state};
    if (is_sparse(contender)) {
        traffic.read += 6 * real + 8;
        traffic.updated += 2 * 6 * real * bodies_per_row;
    } else {
        traffic.read += 8 + measurement->entries_per_row * (4 + real);
    }
    return traffic;
}

/* Multiplications, additions and comparisons of src/lcp/projected.c a row in its sparse 2D form: J v 11, the step 7, bounds
 * 2 and 2 comparisons, M^-1 J^T times the change 19, the norm of the change 3; AMGS: what it keeps of y, 3. */
static double count_operations(enum contender contender)
{
    const double of_pgs = 11 + 7 + 4 + 19 + 3;
    if (contender == BLOCKS_AUTO) { /* the start 3, its clamp 2, two sums 7 */
        return of_pgs + 12;
    }
    return !is_sparse(contender) && !is_in_blocks(contender) ? 0 : is_amgs(contender) ? of_pgs + 3 : of_pgs;
}

md_status time_sweeps(struct measurement *measurement, const struct bench_problem *problem, const struct effort *effort,
                      md_error *error)
{
    static const enum contender FORMS[] = {SPARSE_PGS, CSR_PGS, DENSE_PGS};
    measurement->m = md_problem_rows(problem->structured);
    measurement->n = md_problem_velocities(problem->structured);
    measurement->entries_per_row = problem->entries_per_row;
    md_status status = look_for_blocks(measurement, problem->structured, error);
    for (int c = 0; c < CONTENDERS; ++c) {
        const enum contender contender = (enum contender)c;
        measurement->traffic[c] = is_dense(contender)       ? (struct traffic){0}
                                  : is_in_blocks(contender) ? count_block_traffic(measurement, contender)
                                                            : count_traffic(measurement, contender);
        measurement->operations[c] = count_operations(contender);
    }
    if (status == MD_OK) {
        status = time_contenders(measurement, problem, effort, error);
    }
    for (size_t f = 0; status == MD_OK && f < sizeof FORMS / sizeof *FORMS; ++f) {
        if (measurement->sweep_seconds[FORMS[f]] > 0) {
            status = time_preparing(measurement, problem, effort, FORMS[f], error);
        }
    }
    return status;
}
