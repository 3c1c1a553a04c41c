/* Table 1 of the paper: sweeps and time to RES < 1e-4 for the LCP of step 100, without friction. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "reproduce/experiments/experiments.h"
#include "reproduce/experiments/measure.h"
#include "reproduce/experiments/methods.h"

#define STEP 100
#define TOLERANCE 1e-4
/* A dense sweep costs as much as hundreds of sparse ones: only this many are timed, and the time is extrapolated. The
 * residual after them is compared with that of the compressed form, to check that both have the same iterates. */
#define DENSE_SWEEPS 200

struct row {
    const char *method;
    double gamma_alpha; /* NaN: none, or one per row */
    struct measured run;
    double residual_early; /* RES after DENSE_SWEEPS sweeps; explicit forms only */
};

static void add_row(struct table *table, const struct task *task, const md_problem *problem, const struct row *row)
{
    table_word(table, task->scene);
    table_number(table, task->seed);
    table_word(table, row->method);
    table_number(table, row->gamma_alpha);
    table_number(table, md_problem_rows(problem));
    table_number(table, md_problem_velocities(problem));
    table_number(table, row->run.reached ? (double)row->run.sweeps : (double)NAN);
    table_number(table, row->run.residual.absolute);
    table_number(table, row->run.reached ? row->run.seconds : (double)NAN);
    table_number(table, row->run.prepare_seconds);
    table_number(table, row->residual_early);
}

/* Times the sweeps that were needed, in a separate solve that does not check the residual. */
static md_status add_seconds(const struct study *study, const md_problem *problem, const md_solver_spec *spec,
                             struct measured *run, md_error *error)
{
    struct measured timed;
    if (!run->reached) {
        return MD_OK;
    }
    const md_status status = measure_seconds(problem, spec, run->sweeps, study->repeats, &timed, error);
    if (status == MD_OK) {
        run->seconds = timed.seconds;
        run->prepare_seconds = timed.prepare_seconds;
    }
    return status;
}

static md_status measure_early(const md_problem *problem, const md_solver_spec *spec, double *residual, md_error *error)
{
    struct measured early;
    const md_status status = measure_seconds(problem, spec, DENSE_SWEEPS, 1, &early, error);
    *residual = early.residual.absolute;
    return status;
}

static md_status measure_method(const struct study *study, const md_problem *problem, const char *id,
                                const struct measured *pgs, struct row *row, md_error *error)
{
    md_solver_spec spec = spec_of_gamma_alpha(0.5);
    md_status status = MD_OK;
    if (strcmp(id, "best") == 0) {
        status = measure_best_alpha(problem, (struct goal){.tol = TOLERANCE}, pgs, &row->gamma_alpha, &row->run, error);
        spec = spec_of_gamma_alpha(row->gamma_alpha);
    } else {
        status = md_solver_spec_parse(method_of(id)->spec, &spec, error);
        const bool fixed = spec.method == MD_AMGS && spec.omega == MD_OMEGA_ALPHA_D;
        row->gamma_alpha = fixed ? (double)(spec.gamma * spec.alpha) : (double)NAN;
        if (status == MD_OK) {
            status =
                measure_sweeps(problem, &spec, (struct goal){.tol = TOLERANCE}, study->max_sweeps, &row->run, error);
        }
    }
    if (status == MD_OK) {
        status = add_seconds(study, problem, &spec, &row->run, error);
    }
    if (status == MD_OK && strcmp(id, "compressed") == 0) {
        status = measure_early(problem, &spec, &row->residual_early, error);
    }
    return status;
}

/* Extrapolates to the number of sweeps of the compressed form, which has the same arithmetic. */
static md_status measure_dense(const struct study *study, const md_problem *problem, const struct measured *compressed,
                               struct row *row, md_error *error)
{
    md_solver_spec spec;
    struct measured timed;
    md_status status = md_solver_spec_parse(method_of("dense")->spec, &spec, error);
    if (status == MD_OK) {
        status = measure_seconds(problem, &spec, DENSE_SWEEPS, study->repeats, &timed, error);
    }
    if (status == MD_OK) {
        row->residual_early = timed.residual.absolute;
        row->gamma_alpha = 1;
        row->run = *compressed;
        row->run.prepare_seconds = timed.prepare_seconds;
        row->run.seconds =
            timed.prepare_seconds + (timed.seconds - timed.prepare_seconds) / DENSE_SWEEPS * (double)compressed->sweeps;
    }
    return status;
}

static md_status measure_all(struct study *study, const struct task *task, const md_problem *problem,
                             struct table *table, md_error *error)
{
    struct measured pgs = {0};
    md_status status = MD_OK;
    for (size_t i = 0; status == MD_OK && METHODS_TABLE1[i] != NULL; ++i) {
        struct row row = {.method = METHODS_TABLE1[i], .gamma_alpha = (double)NAN, .residual_early = (double)NAN};
        if (!study_continue(study, (double)i / 8)) {
            return MD_OK;
        }
        if (strcmp(row.method, "dense") == 0) {
            continue; /* follows the compressed form, whose number of sweeps it needs */
        }
        status = measure_method(study, problem, row.method, &pgs, &row, error);
        pgs = i == 0 ? row.run : pgs;
        if (status == MD_OK) {
            add_row(table, task, problem, &row);
        }
        if (status == MD_OK && strcmp(row.method, "compressed") == 0) {
            const struct measured compressed = row.run;
            row = (struct row){.method = "dense"};
            status = measure_dense(study, problem, &compressed, &row, error);
            add_row(table, task, problem, &row);
        }
    }
    return status;
}

md_status run_table1(struct study *study, const struct task *task, struct table *table, md_error *error)
{
    table_begin(table, "scene seed method gamma_alpha m n sweeps residual seconds prepare_seconds residual_early");
    md_problem *problem = md_problem_create(NULL);
    if (problem == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    md_status status = measure_step(problem, task->scene, task->seed, STEP, false, error);
    if (status == MD_OK) {
        status = measure_all(study, task, problem, table, error);
    }
    md_problem_destroy(problem);
    return status;
}
