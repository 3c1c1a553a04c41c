/* modulus solve: solves one problem with one solver and reports the residuals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options/arguments.h"
#include "cli/options/problem_options.h"
#include "cli/options/solver_options.h"
#include "cli/output/files.h"
#include "cli/output/report.h"

struct options {
    struct problem_options problem;
    struct limit_options limits;
    const char *solver, *out, *out_y, *out_w, *out_v, *history, *plot;
    int64_t repeat;
    bool json;
};

static int parse(int argc, char **argv, struct options *options)
{
    options->solver = "auto";
    const struct argument solver[] = {
        {"solver", ARGUMENT_TEXT, &options->solver, "SPEC",
         "the solver, such as pgs or amgs:alpha=0.1, see below (default auto)"},
        {"repeat", ARGUMENT_COUNT, &options->repeat, "N", "solve N times and report the shortest time (default 1)"},
    };
    const struct argument output[] = {
        {"out", ARGUMENT_TEXT, &options->out, "FILE", "write lambda (Matrix Market)"},
        {"out-y", ARGUMENT_TEXT, &options->out_y, "FILE", "write the modulus variable y, for a warm start with --y0"},
        {"out-w", ARGUMENT_TEXT, &options->out_w, "FILE", "write w = A lambda + q"},
        {"out-v", ARGUMENT_TEXT, &options->out_v, "FILE", "write the velocities v + M^-1 J^T lambda (if J is given)"},
        {"history", ARGUMENT_TEXT, &options->history, "FILE", "write the residuals after every sweep (CSV)"},
        {"plot", ARGUMENT_TEXT, &options->plot, "FILE", "plot the residuals (.svg or .png)"},
        {"json", ARGUMENT_FLAG, &options->json, NULL, "print one JSON object instead of the table"},
    };
    const struct argument_group groups[] = {
        problem_arguments(&options->problem),
        {"Solver", solver, sizeof solver / sizeof *solver},
        limit_arguments(&options->limits, true),
        {"Output", output, sizeof output / sizeof *output},
    };
    const struct usage usage = {
        .line = "modulus solve [PROBLEM] [OPTIONS]",
        .about = "Solves a linear complementarity problem with bounds and friction.",
        .examples = "  modulus solve stack:circles=30\n"
                    "  modulus solve --problem folder --solver pgs --tol 1e-6 --out lambda.mtx\n"
                    "  modulus solve --A A.mtx --q q.mtx --solver amgs:alpha=0.1 --history residuals.csv\n"
                    "  modulus solve --problem folder --solver amsor:relax=1.2,form=explicit --iterations 100 --json\n"
                    "  modulus solve --problem folder --solver exact --tol-relative 1e-10 --repeat 20\n",
        .more = print_solver_help,
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = &options->problem.name,
        .takes = "PROBLEM",
    };
    return arguments_parse(argc, argv, &usage);
}

static void print_table(const struct options *options, const md_problem *problem, const md_solver_spec *spec,
                        const md_limits *limits, const struct report_run *run)
{
    const md_result *result = &run->result;
    char outcome[128];
    char total[32];
    char prepare[32];
    describe_outcome(limits, result, outcome, sizeof outcome);
    format_seconds(result->seconds, total, sizeof total);
    format_seconds(result->prepare_seconds, prepare, sizeof prepare);
    printf("problem    %s: %d rows", md_printable(problem_title(&options->problem)).text, result->m);
    if (md_problem_get_kind(problem) == MD_PROBLEM_EXPLICIT) {
        printf(", A given\n");
    } else {
        printf(", %d velocities\n", result->n);
    }
    if (run->friction != NULL) {
        printf("friction   %s, %d contacts\n", run->friction, md_problem_contacts(problem));
    }
    printf("solver     %s (%s), %s form\n", run->label, md_method_title(spec->method), md_form_name(result->form));
    printf("outcome    %s\n", outcome);
    printf("%-10s %lld in %s, of which %s for preparation\n", spec->method == MD_EXACT ? "iterations" : "sweeps",
           (long long)result->iterations, total, prepare);
    printf("residual   RES %.3e   scaled %.3e   relative %.3e   cone %.3e\n", result->residual.absolute,
           result->residual.scaled, result->residual.relative, result->residual.cone);
}

static int write_vectors(const struct options *options, const md_result *result)
{
    const struct {
        const char *path;
        const md_real *values;
        int32_t count;
        const char *comment;
    } vectors[] = {
        {options->out, result->lambda, result->m, "lambda, by modulus solve"},
        {options->out_y, result->y, result->m, "modulus variable y, by modulus solve"},
        {options->out_w, result->w, result->m, "w = A lambda + q, by modulus solve"},
        {options->out_v, result->v, result->n, "velocities v + M^-1 J^T lambda, by modulus solve"},
    };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; ++i) {
        md_error error = {0};
        if (vectors[i].path != NULL && md_vector_write(vectors[i].values, vectors[i].count, vectors[i].path,
                                                       vectors[i].comment, &error) != MD_OK) {
            return fail_with(EXIT_FAILED, "%s", error.message);
        }
    }
    return -1;
}

/* Writes the files before printing, so that a result is only printed if its files exist. */
static int report(const struct options *options, const md_problem *problem, const md_solver_spec *spec,
                  const md_limits *limits, const struct report_run *run)
{
    const md_result *result = &run->result;
    int code = write_vectors(options, result);
    if (code < 0) {
        code = write_history(options->history, run, 1);
    }
    if (code < 0) {
        code = write_plot(options->plot, problem_title(&options->problem), limits, run, 1);
    }
    if (code < 0 && options->json) {
        code = json_print(report_to_json(run));
    } else if (code < 0) {
        print_table(options, problem, spec, limits, run);
    }
    if (code < 0 && result->outcome == MD_STOPPED) {
        return fail_with(EXIT_INTERRUPTED, "interrupted after sweep %lld; all output has been written",
                         (long long)result->iterations);
    }
    return code >= 0 ? code : is_success(limits, result) ? EXIT_DONE : EXIT_NOT_CONVERGED;
}

/* Solves once with a history if there is one, and then again without. All solves have the same result but for their times,
 * of which the shortest is reported: the first solve also allocates, and reads the problem into the caches. */
static md_status solve_repeatedly(const struct options *options, const md_problem *problem, md_solver *solver,
                                  const md_solver_spec *spec, const md_limits *limits, struct report_run *run,
                                  md_error *error)
{
    const bool needs_history = options->history != NULL || options->plot != NULL;
    md_status status =
        solve_watched(solver, spec, problem, *limits, needs_history ? &run->history : NULL, &run->result, error);
    for (int64_t i = 1; i < options->repeat && status == MD_OK && run->result.outcome != MD_STOPPED; ++i) {
        const md_result last = run->result;
        status = solve_watched(solver, spec, problem, *limits, NULL, &run->result, error);
        run->result.seconds = fmin(last.seconds, run->result.seconds);
        run->result.prepare_seconds = fmin(last.prepare_seconds, run->result.prepare_seconds);
    }
    return status;
}

static int solve(const struct options *options, md_problem *problem, md_solver *solver, const md_solver_spec *spec)
{
    int code = problem_load(&options->problem, problem);
    if (code >= 0) {
        return code;
    }
    if (options->out_v != NULL && md_problem_get_kind(problem) == MD_PROBLEM_EXPLICIT) {
        return fail_with(EXIT_BAD_INPUT, "--out-v: the problem has no velocities, it consists of A and q");
    }
    struct report_run run = {.friction = problem_friction(problem)};
    md_error error = {0};
    const md_limits limits = limits_of(&options->limits);
    md_solver_spec_format(spec, run.label, sizeof run.label);
    const md_status status = solve_repeatedly(options, problem, solver, spec, &limits, &run, &error);
    code = status == MD_OK ? report(options, problem, spec, &limits, &run) : fail_with_error(&error);
    history_free(&run.history);
    return code;
}

int command_solve(int argc, char **argv)
{
    struct options options = {0};
    md_error error = {0};
    md_solver_spec spec;
    int code = parse(argc, argv, &options);
    if (code < 0 && md_solver_spec_parse(options.solver, &spec, &error) != MD_OK) {
        code = fail_with_error(&error);
    }
    const struct {
        const char *option, *path;
    } outputs[] = {{"out", options.out},
                   {"out-y", options.out_y},
                   {"out-w", options.out_w},
                   {"out-v", options.out_v},
                   {"history", options.history}};
    problem_note_inputs(&options.problem);
    for (size_t i = 0; code < 0 && i < sizeof outputs / sizeof *outputs; ++i) {
        code = check_output(outputs[i].option, outputs[i].path);
    }
    if (code < 0) {
        code = check_plot_output(options.plot);
    }
    if (code >= 0) {
        return code;
    }
    md_problem *problem = md_problem_create(NULL);
    md_solver *solver = md_solver_create(NULL);
    code = problem != NULL && solver != NULL ? solve(&options, problem, solver, &spec)
                                             : fail_with(EXIT_FAILED, "out of memory");
    md_problem_destroy(problem);
    md_solver_destroy(solver);
    return code;
}
