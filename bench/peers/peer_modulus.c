/* Solves a contact problem or LCP with a solver of Modulus, with the arguments and the line of JSON of peer_siconos: see
 * README.md here. The residuals are those of judge.c, for both. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <modulus/modulus.h>

#include "problem_peer.h"

static const char NOTES[] = "NAME is the specification of a solver, as for modulus solve. T is the tolerance of both "
                            "residuals (1e-8), S the limit\n"
                            "of time for one solve (20 s), and seconds is the least time of R solves (1), or of fewer "
                            "if they take longer than\n"
                            "S / 10.\n";

/* The solvers of a table. Without friction nsgs is pgs. */
static const struct {
    const char *name, *about;
    bool needs_friction;
} SOLVERS[] = {
    {"auto", "accelerated sweeps, then exact", false},
    {"exact", "sweeps, then Newton's method", false},
    {"apgd", "accelerated projected gradient", false},
    {"nsgs", "Gauss-Seidel with an exact solve per contact", true},
    {"nsgs:accelerate=anderson", "nsgs, accelerated", true},
    {"pgs", "projected Gauss-Seidel", false},
    {"pgs:accelerate=anderson", "pgs, accelerated", false},
    {"amgs", "accelerated modulus-based Gauss-Seidel", false},
};

static int list(bool has_friction)
{
    for (size_t i = 0; i < sizeof SOLVERS / sizeof *SOLVERS; ++i) {
        if (has_friction || !SOLVERS[i].needs_friction) {
            printf("%-4s%-25s %s\n", SOLVERS[i].needs_friction ? "mu" : "all", SOLVERS[i].name, SOLVERS[i].about);
        }
    }
    return EXIT_SOLVED;
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static const char *outcome_of(const md_result *result)
{
    return result->outcome == MD_CONVERGED ? "solved" : result->outcome == MD_TIME_BUDGET ? "timeout" : "failed";
}

/* Solves once with a new solver, as Siconos does, and copies the impulses. */
static md_status solve_once(const struct request *request, const md_problem *problem, const md_solver_spec *spec,
                            struct solve_report *report, double *r, md_error *error)
{
    const md_limits limits = {.tol_relative = request->tol,
                              .tol_cone = request->tol,
                              .max_iterations = 1000000000,
                              .budget_us = 1e6 * request->seconds};
    md_result result;
    md_solver *solver = md_solver_create(NULL);
    const double start = processor_seconds();
    const md_status status =
        solver != NULL ? md_solver_solve(solver, spec, problem, &limits, &result, error) : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        *report = (struct solve_report){.outcome = outcome_of(&result),
                                        .info = result.outcome,
                                        .error = result.residual.relative,
                                        .iterations = (double)result.iterations,
                                        .seconds = result.seconds,
                                        .cpu_seconds = processor_seconds() - start};
        for (int32_t i = 0; i < result.m; ++i) {
            r[i] = (double)result.lambda[i];
        }
    }
    md_solver_destroy(solver);
    return status;
}

/* Repeats the solve, and keeps the least times. */
static md_status solve_repeatedly(const struct request *request, const md_problem *problem, const md_solver_spec *spec,
                                  struct solve_report *report, double *r, md_error *error)
{
    md_status status = solve_once(request, problem, spec, report, r, error);
    double spent = report->seconds;
    for (int i = 1; status == MD_OK && i < request->repeat && spent < request->seconds / 10; ++i) {
        struct solve_report again = *report;
        status = solve_once(request, problem, spec, &again, r, error);
        report->seconds = fmin(report->seconds, again.seconds);
        report->cpu_seconds = fmin(report->cpu_seconds, again.cpu_seconds);
        spent += again.seconds;
    }
    return status;
}

static int fail(const struct request *request, const md_error *error)
{
    fprintf(stderr, "%s: %s\n", request->program, error->message);
    return EXIT_USAGE;
}

static int solve(const struct request *request, const struct public_problem *judged, const md_problem *problem)
{
    md_solver_spec spec;
    md_error error = {0};
    if (md_solver_spec_parse(request->solver, &spec, &error) != MD_OK) {
        return fail(request, &error);
    }
    struct solve_report report = {"refused", NAN, NAN, NAN, NAN, NAN};
    double *r = allocate((size_t)judged->rows, sizeof *r);
    const md_status status = solve_repeatedly(request, problem, &spec, &report, r, &error);
    int code = EXIT_UNSOLVED;
    if (status != MD_OK && status != MD_ERROR_PROBLEM) { /* sweeps refuse a diagonal that is not positive */
        code = fail(request, &error);
    } else {
        report_print(request, judged, &report, r);
        const int unwritten = request_write(request, judged, r);
        code = unwritten != 0 ? unwritten : report_exit_code(&report);
    }
    free(r);
    return code;
}

static int read_and_solve(const struct request *request, const struct public_problem *judged)
{
    md_error error = {0};
    md_problem *problem = md_problem_create(NULL);
    if (problem == NULL) {
        return EXIT_CRASHED;
    }
    const md_status status = md_problem_read(problem, &(md_problem_files){.folder = request->folder}, &error);
    const int code = status == MD_OK ? solve(request, judged, problem) : fail(request, &error);
    md_problem_destroy(problem);
    return code;
}

int main(int argc, char **argv)
{
    struct request request;
    const int bad = request_read(&request, "peer_modulus", argc, argv);
    if (bad != 0 || request.help) {
        return bad != 0 ? bad : request_help(&request, NOTES);
    }
    if (request.folder == NULL) {
        return request.list ? list(true) : request_refuse(&request, "arguments", "the folder of a problem");
    }
    struct public_problem problem;
    if (request_open(&request, &problem) != 0) {
        return EXIT_USAGE;
    }
    const int code = request.list            ? list(problem.dimension > 1)
                     : request.judge != NULL ? request_judge(&request, &problem)
                     : request.solver != NULL
                         ? read_and_solve(&request, &problem)
                         : request_refuse(&request, "arguments", "--solver NAME, --judge FILE or --list");
    public_problem_free(&problem);
    return code;
}
