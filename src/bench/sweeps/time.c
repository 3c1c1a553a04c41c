/* Times sweeps, and counts the bytes and operations of a sweep. */
#include "bench/sweeps/sweeps.h"

const char *const CONTENDER_NAMES[CONTENDERS] = {"sparse pgs", "sparse amgs", "CSR pgs",     "CSR amgs",   "dense pgs",
                                                 "dense amgs", "blocks pgs",  "blocks amgs", "blocks auto"};

static const char *const CONTENDER_SPECS[CONTENDERS] = {"pgs:form=sparse",    "amgs:form=sparse", "pgs:form=explicit",
                                                        "amgs:form=explicit", "pgs:form=dense",   "amgs:form=dense",
                                                        "pgs:form=blocks",    "amgs:form=blocks", "auto:form=blocks"};

#define MIN_SWEEPS 8
#define MAX_SWEEPS 1000000
/* Of the shorter solve, which is short enough that the minimum over a few repeats is undisturbed. */
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

struct stopwatch {
    md_solver *solver;
    md_solver_spec spec;
    const md_problem *problem;
    int64_t few, many;
    double few_seconds, many_seconds; /* the minimum so far; 0 before the first */
};

/* Times some sweeps and the final residual. */
static md_status time_solve(const struct stopwatch *work, int64_t sweeps, double *seconds, md_error *error)
{
    const md_limits limits = {.max_iterations = sweeps};
    md_result result;
    const md_status status = md_solver_solve(work->solver, &work->spec, work->problem, &limits, &result, error);
    *seconds = result.seconds - result.prepare_seconds;
    return status;
}

/* Chooses a number of sweeps that takes about effort->seconds. */
static md_status choose_sweeps(struct stopwatch *work, const struct effort *effort, md_error *error)
{
    double seconds = 0;
    int64_t sweeps = MIN_SWEEPS;
    md_status status = time_solve(work, sweeps, &seconds, error);
    while (status == MD_OK && seconds < effort->seconds / 2 && sweeps < MAX_SWEEPS) {
        sweeps *= 2;
        status = time_solve(work, sweeps, &seconds, error);
    }
    work->many = sweeps;
    work->few = SWEEPS_FEW;
    return status;
}

static void keep_min(double *min, double seconds)
{
    if (*min == 0 || seconds < *min) {
        *min = seconds;
    }
}

static md_status repeat(struct stopwatch *work, md_error *error)
{
    double few = 0;
    double many = 0;
    md_status status = time_solve(work, work->few, &few, error);
    if (status == MD_OK) {
        status = time_solve(work, work->many, &many, error);
    }
    keep_min(&work->few_seconds, few);
    keep_min(&work->many_seconds, many);
    return status;
}

static md_status start_stopwatch(struct stopwatch *work, enum contender contender, const struct bench_problem *problem,
                                 bool in_blocks, const struct effort *effort, md_error *error)
{
    const bool applies = (!is_dense(contender) || md_problem_rows(problem->structured) <= MAX_DENSE_ROWS) &&
                         (!is_in_blocks(contender) || in_blocks);
    if (!applies) {
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
    struct stopwatch works[CONTENDERS] = {{0}};
    md_status status = MD_OK;
    for (int c = 0; status == MD_OK && c < CONTENDERS; ++c) {
        status = start_stopwatch(&works[c], (enum contender)c, problem, measurement->in_blocks, effort, error);
    }
    for (int r = 0; r < effort->repeats; ++r) {
        for (int c = 0; status == MD_OK && c < CONTENDERS; ++c) {
            status = works[c].solver != NULL ? repeat(&works[c], error) : MD_OK;
        }
    }
    for (int c = 0; c < CONTENDERS; ++c) {
        const struct stopwatch *work = &works[c];
        if (status == MD_OK && work->solver != NULL) {
            measurement->sweep_seconds[c] = (work->many_seconds - work->few_seconds) / (double)(work->many - work->few);
        }
        md_solver_destroy(work->solver);
    }
    return status;
}

/* Times the part of a solve before the first sweep, for the structured problem: computing v, or forming A. */
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
            keep_min(&measurement->prepare_seconds[contender], result.prepare_seconds);
        }
    }
    md_solver_destroy(solver);
    return status;
}

/* ---- Bytes and operations ------------------------------------------------------------------------------------------------------- */

/* Finds out whether the solver uses blocks for this problem. */
static md_status detect_blocks(struct measurement *measurement, const md_problem *problem, md_error *error)
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

/* The memory traffic per contact of block sweeps, for md_real of R bytes: direction 2 R; angular Jacobian and its product
 * with M^-1 4 R, or 6 R with a tangent; two body indices 8; b and 1/D of a normal 2 R, b, 1/D and mu of a tangent 3 R.
 * lambda and bodies as below. AMGS also updates y; Anderson acceleration reads D and updates lambda and the change of the
 * previous sweep. Empty lanes are not counted. */
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

/* The memory traffic per row of scalar sweeps (mmsi.c for AMGS on A), for md_real of R bytes and indices of 4:
 *     every form     b, c, 1/D, lower, upper: 5 R read; parent: 4 read; lambda: R updated; AMGS: y, R updated
 *     sparse, 2D     J: 6 R, two bodies' numbers: 8 read; a body's slot of 6 R updated, once per sweep if the order of
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

/* Multiplications, additions and comparisons per row of a sweep in the sparse 2D form: J v 11, the step 7, bounds 2 and 2
 * comparisons, M^-1 J^T times the change 19, the norm of the change 3; AMGS: kappa y, 3. */
static double count_operations(enum contender contender)
{
    const double pgs = 11 + 7 + 4 + 19 + 3;
    if (contender == BLOCKS_AUTO) { /* Anderson: the start 3, its clamp 2, two sums 7 */
        return pgs + 12;
    }
    return !is_sparse(contender) && !is_in_blocks(contender) ? 0 : is_amgs(contender) ? pgs + 3 : pgs;
}

md_status time_sweeps(struct measurement *measurement, const struct bench_problem *problem, const struct effort *effort,
                      md_error *error)
{
    static const enum contender FORMS[] = {SPARSE_PGS, CSR_PGS, DENSE_PGS};
    measurement->m = md_problem_rows(problem->structured);
    measurement->n = md_problem_velocities(problem->structured);
    measurement->entries_per_row = problem->entries_per_row;
    md_status status = detect_blocks(measurement, problem->structured, error);
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
