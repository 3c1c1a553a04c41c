/* modulus compare: several solvers on one problem, or on one step of a scene, from the same start. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/compare_scene.h"
#include "cli/problem_options.h"
#include "cli/report.h"
#include "cli/solver_options.h"

struct options {
    struct problem_options problem;
    struct limit_options limits;
    struct scene_step scene; /* step 0: a problem, no scene */
    struct text_list solvers;
    const char *history, *plot;
    bool json;
};

static int parse(int argc, char **argv, struct options *options)
{
    options->scene.driver = "pgs";
    const struct argument scene[] = {
        {"step", ARGUMENT_COUNT, &options->scene.step, "N",
         "PROBLEM is a scene (see modulus scenes): the LCP of its step N"},
        {"driver", ARGUMENT_TEXT, &options->scene.driver, "SPEC",
         "what simulates up to there, 10 sweeps a step (default pgs)"},
        {"frictionless", ARGUMENT_FLAG, &options->scene.changes.frictionless, NULL, "without friction from the start"},
        {"set", ARGUMENT_LIST, &options->scene.changes.settings, "KEY=VALUE", "a key of the scene; may be given again"},
    };
    const struct argument method[] = {
        {"solver", ARGUMENT_LIST, &options->solvers, "SPEC",
         "once for each method (default: pgs, amgs, auto); see below"},
    };
    const struct argument output[] = {
        {"history", ARGUMENT_TEXT, &options->history, "FILE", "write the residuals of every sweep (CSV)"},
        {"plot", ARGUMENT_TEXT, &options->plot, "FILE", "plot them, one curve a solver (.svg or .png)"},
        {"json", ARGUMENT_FLAG, &options->json, NULL, "print one JSON object instead of the table"},
    };
    const struct argument_group groups[] = {
        problem_arguments(&options->problem),
        {"Scene", scene, sizeof scene / sizeof *scene},
        {"Methods", method, sizeof method / sizeof *method},
        limit_arguments(&options->limits),
        {"Output", output, sizeof output / sizeof *output},
    };
    const struct usage usage = {
        .line = "modulus compare [PROBLEM | SCENE --step N] [OPTIONS]",
        .about = "Gives several solvers the same problem, or the LCP of a step of a scene, and the same start. Ratios "
                 "are to the first solver. The exit code\n"
                 "is 0 once all have run, converged or not: the table says which did.",
        .examples =
            "  modulus compare stack:circles=150 --tol 1e-4 --solver pgs --solver amgs --solver amgs:alpha=0.02\n"
            "  modulus compare pool1 --step 100 --frictionless --tol 1e-4 --solver pgs --solver amgs\n"
            "  modulus compare --problem folder --solver pgs --solver psor:relax=1.5 --plot residual.svg\n"
            "  modulus compare pool1:step=100,friction=0 --cold --tol 1e-4 --json\n",
        .more = print_method_help,
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = &options->problem.name,
    };
    return arguments_parse(argc, argv, &usage);
}

static void print_table(const struct options *options, const struct report_run *runs, size_t count)
{
    const md_result *first = &runs[0].result;
    int width = 6;
    for (size_t i = 0; i < count; ++i) {
        const int length = (int)snprintf(NULL, 0, "%s", runs[i].label);
        width = length > width ? length : width;
    }
    printf("%s", problem_title(&options->problem));
    if (options->scene.step > 0) {
        printf(", step %lld%s", (long long)options->scene.step,
               options->scene.changes.frictionless ? ", frictionless" : "");
    }
    printf(": %d rows, %d velocities\n\n", first->m, first->n);
    printf("%-*s  %-14s %9s %7s %10s %7s %10s %10s %10s\n", width, "solver", "status", "sweeps", "ratio", "time",
           "ratio", "RES", "scaled", "relative");
    for (size_t i = 0; i < count; ++i) {
        const md_result *result = &runs[i].result;
        char time[32];
        format_seconds(result->seconds, time, sizeof time);
        printf("%-*s  %-14s %9lld %7.3f %10s %7.3f %10.2e %10.2e %10.2e\n", width, runs[i].label,
               md_outcome_name(result->outcome), (long long)result->iterations,
               (double)result->iterations / (double)(first->iterations > 0 ? first->iterations : 1), time,
               result->seconds / first->seconds, result->residual.absolute, result->residual.scaled,
               result->residual.relative);
    }
}

static int print_json(const struct options *options, const struct report_run *runs, size_t count)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", problem_title(&options->problem));
    json_add_number(object, "step", options->scene.step > 0 ? (double)options->scene.step : (double)NAN);
    json_add_number(object, "m", runs[0].result.m);
    json_add_number(object, "n", runs[0].result.n);
    cJSON *results = cJSON_AddArrayToObject(object, "results");
    for (size_t i = 0; i < count; ++i) {
        cJSON_AddItemToArray(results, report_to_json(&runs[i]));
    }
    return json_print(object);
}

static int report(const struct options *options, const md_limits *limits, const struct report_run *runs, size_t count)
{
    int ended = write_history(options->history, runs, count);
    if (ended < 0) {
        ended = write_plot(options->plot, problem_title(&options->problem), limits, runs, count);
    }
    if (ended < 0 && options->json) {
        ended = print_json(options, runs, count);
    } else if (ended < 0) {
        print_table(options, runs, count);
    }
    return ended >= 0 ? ended : EXIT_DONE;
}

/* Each solver in a room of its own, so that none finds the other's memory warm. */
static int run_all(const struct options *options, const md_problem *problem, const md_solver_spec *specs,
                   struct report_run *runs, size_t count)
{
    const md_limits limits = limits_of(&options->limits);
    const bool keeps_history = options->history != NULL || options->plot != NULL;
    for (size_t i = 0; i < count; ++i) {
        md_error error = {0};
        md_solver *solver = md_solver_create(NULL);
        if (solver == NULL) {
            return fail_with(EXIT_FAILED, "out of memory");
        }
        md_solver_spec_format(&specs[i], runs[i].label, sizeof runs[i].label);
        const md_status status = solve_watched(solver, &specs[i], problem, limits,
                                               keeps_history ? &runs[i].history : NULL, &runs[i].result, &error);
        md_solver_destroy(solver);
        if (status != MD_OK) {
            return fail_with_error(&error);
        }
        if (runs[i].result.outcome == MD_STOPPED) {
            return fail_with(EXIT_FAILED, "interrupted while %s was running", runs[i].label);
        }
    }
    return report(options, &limits, runs, count);
}

static int load(const struct options *options, md_problem *problem)
{
    if (options->scene.step == 0) {
        return problem_load(&options->problem, problem);
    }
    struct scene_step wanted = options->scene;
    wanted.name = options->problem.name;
    const int ended = scene_step_load(&wanted, problem);
    if (ended < 0 && options->problem.cold) {
        md_problem_set_start(problem, NULL, NULL);
    }
    return ended;
}

static int compare(const struct options *options, md_problem *problem, const md_solver_spec *specs, size_t count)
{
    const int ended = load(options, problem);
    if (ended >= 0) {
        return ended;
    }
    struct report_run *runs = calloc(count, sizeof *runs);
    if (runs == NULL) {
        return fail_with(EXIT_FAILED, "out of memory");
    }
    const int code = run_all(options, problem, specs, runs, count);
    for (size_t i = 0; i < count; ++i) {
        history_free(&runs[i].history);
    }
    free(runs);
    return code;
}

/* A problem, or a scene with a step of it, and nothing that is of the other. */
static int check_choice(const struct options *options)
{
    const struct scene_step *scene = &options->scene;
    const char *name = options->problem.name;
    if (scene->step > 0 && name == NULL) {
        return fail_with(EXIT_BAD_INPUT,
                         "compare: --step is of a scene, expected its name (see modulus scenes) or file");
    }
    if (scene->step > 0 && problem_has_files(&options->problem)) {
        return fail_with(EXIT_BAD_INPUT,
                         "compare: both a step of '%s' and problem files are given, expected one of them", name);
    }
    if (scene->step == 0 && (scene->changes.settings.count > 0 || scene->changes.frictionless)) {
        return fail_with(EXIT_BAD_INPUT, "compare: --set and --frictionless are of a scene, expected --step N too");
    }
    if (scene->step == 0 && name != NULL && !problem_is_known(name) && scene_is_known(name)) {
        return fail_with(EXIT_BAD_INPUT, "compare: '%s' is a scene, expected --step N too: which of its LCPs", name);
    }
    return -1;
}

static int parse_solvers(struct options *options, md_solver_spec *specs)
{
    if (options->solvers.count == 0) {
        options->solvers = (struct text_list){.at = {"pgs", "amgs", "auto"}, .count = 3};
    }
    for (size_t i = 0; i < options->solvers.count; ++i) {
        md_error error = {0};
        if (md_solver_spec_parse(options->solvers.at[i], &specs[i], &error) != MD_OK) {
            return fail_with_error(&error);
        }
    }
    return -1;
}

int command_compare(int argc, char **argv)
{
    struct options options = {0};
    md_solver_spec specs[sizeof options.solvers.at / sizeof *options.solvers.at];
    int ended = parse(argc, argv, &options);
    if (ended < 0) {
        ended = parse_solvers(&options, specs);
    }
    if (ended < 0) {
        ended = check_output("history", options.history);
    }
    if (ended < 0) {
        ended = check_plot_output(options.plot);
    }
    if (ended < 0) {
        ended = check_choice(&options);
    }
    if (ended >= 0) {
        return ended;
    }
    md_problem *problem = md_problem_create(NULL);
    ended = problem != NULL ? compare(&options, problem, specs, options.solvers.count)
                            : fail_with(EXIT_FAILED, "out of memory");
    md_problem_destroy(problem);
    return ended;
}
