/* Beyond the paper: sweeps and time for the public problems, from zero to a relative residual of 1e-6. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "reproduce/experiments/experiments.h"
#include "reproduce/experiments/measure.h"
#include "reproduce/experiments/methods.h"

#define TOLERANCE 1e-6

#define KIND_COUNT 4
static const char *const KINDS[KIND_COUNT] = {"lcp", "normal", "contact2d", "contact3d"};

static void add_row(struct table *table, const char *kind, const char *name, const md_problem *problem, const char *id,
                    double gamma_alpha, const struct measured *run)
{
    table_word(table, kind);
    table_word(table, name);
    table_number(table, md_problem_rows(problem));
    table_word(table, id);
    table_number(table, gamma_alpha);
    table_number(table, run->reached ? (double)run->sweeps : (double)NAN);
    table_number(table, run->reached ? run->seconds : (double)NAN);
    table_number(table, run->residual.relative);
}

static md_status measure_method(const struct study *study, const md_problem *problem, const char *id,
                                const struct measured *pgs, double *gamma_alpha, struct measured *run, md_error *error)
{
    const struct goal goal = {.tol_relative = TOLERANCE};
    const char *text = method_of(id)->spec;
    md_solver_spec spec;
    md_status status = MD_OK;
    *gamma_alpha = (double)NAN;
    if (text == NULL) {
        status = measure_best_alpha(problem, goal, pgs, gamma_alpha, run, error);
        spec = spec_of_gamma_alpha(*gamma_alpha);
    } else {
        status = md_solver_spec_parse(text, &spec, error);
        if (status == MD_OK) {
            status = measure_sweeps(problem, &spec, goal, study->max_public_sweeps, run, error);
        }
    }
    struct measured timed;
    if (status == MD_OK && run->reached) {
        status = measure_seconds(problem, &spec, run->sweeps, study->repeats, &timed, error);
        run->seconds = timed.seconds;
    }
    return status;
}

/* A problem that the library refuses (a zero on the diagonal) gets one row with the method "refused". */
static md_status measure_problem(const struct study *study, md_problem *problem, const char *kind, const char *name,
                                 struct table *table, md_error *error)
{
    char folder[3000];
    snprintf(folder, sizeof folder, "%s/%s/%s", study->options->problems, kind, name);
    const md_problem_files files = {.folder = folder};
    md_status status = md_problem_read(problem, &files, error);
    if (status != MD_OK && status != MD_ERROR_PROBLEM) {
        return status;
    }
    if (status == MD_ERROR_PROBLEM) {
        add_row(table, kind, name, problem, "refused", (double)NAN, &(struct measured){.reached = false});
        return MD_OK;
    }
    struct measured pgs = {0};
    for (size_t i = 0; status == MD_OK && METHODS_BEST[i] != NULL; ++i) {
        double gamma_alpha = (double)NAN;
        struct measured run = {0};
        status = measure_method(study, problem, METHODS_BEST[i], &pgs, &gamma_alpha, &run, error);
        pgs = i == 0 ? run : pgs;
        if (status == MD_OK) {
            add_row(table, kind, name, problem, METHODS_BEST[i], gamma_alpha, &run);
        }
    }
    return status;
}

static int is_name(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static md_status measure_kind(struct study *study, md_problem *problem, size_t kind, struct table *table,
                              md_error *error)
{
    char folder[2600];
    struct dirent **entries = NULL;
    snprintf(folder, sizeof folder, "%s/%s", study->options->problems, KINDS[kind]);
    const int count = scandir(folder, &entries, is_name, alphasort);
    md_status status = MD_OK;
    for (int i = 0; i < count; ++i) {
        const double share = ((double)kind + (double)i / count) / KIND_COUNT;
        if (status == MD_OK && study_continue(study, share)) {
            status = measure_problem(study, problem, KINDS[kind], entries[i]->d_name, table, error);
        }
        free(entries[i]);
    }
    free(entries);
    return status;
}

md_status run_public_problems(struct study *study, const struct task *task, struct table *table, md_error *error)
{
    (void)task;
    table_begin(table, "kind problem m method gamma_alpha sweeps seconds residual_relative");
    if (study->options->problems == NULL) {
        return MD_OK;
    }
    md_problem *problem = md_problem_create(NULL);
    md_status status = problem != NULL ? MD_OK : md_fail_plain(error, MD_ERROR_MEMORY);
    for (size_t kind = 0; status == MD_OK && kind < KIND_COUNT && !study->stopped; ++kind) {
        status = measure_kind(study, problem, kind, table, error);
    }
    md_problem_destroy(problem);
    return status;
}
