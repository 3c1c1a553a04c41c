/* modulus compare: runs several solvers on one problem, or on one step of a scene, from the same start. */
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options/arguments.h"
#include "cli/options/problem_options.h"
#include "cli/options/scene_step.h"
#include "cli/options/solver_options.h"
#include "cli/output/files.h"
#include "cli/output/report.h"

struct options {
    struct problem_options problem;
    struct limit_options limits;
    struct scene_step scene; /* step 0: a problem instead of a scene */
    const char *driver, *position_solver;
    struct text_list solvers;
    const char *history, *plot;
    bool json;
};

static int parse(int argc, char **argv, struct options *options)
{
    const struct argument scene[] = {
        {"step", ARGUMENT_COUNT, &options->scene.step, "N", "take the LCP of step N of a scene (see modulus scenes)"},
        {"driver", ARGUMENT_TEXT, &options->driver, "SPEC",
         "the solver that simulates up to this step, velocities and positions, 10 sweeps per step (default pgs)"},
        {"position-solver", ARGUMENT_TEXT, &options->position_solver, "SPEC",
         "another solver of positions on the way to this step (default: that of --driver)"},
        {"frictionless", ARGUMENT_FLAG, &options->scene.changes.frictionless, NULL,
         "set all friction to zero from the start"},
        {"set", ARGUMENT_LIST, &options->scene.changes.settings, "KEY=VALUE", "set a key of the scene; repeatable"},
    };
    const struct argument solver[] = {
        {"solver", ARGUMENT_LIST, &options->solvers, "SPEC",
         "a solver of the LCP, see below; repeatable (default: pgs, amgs, auto)"},
    };
    const struct argument output[] = {
        {"history", ARGUMENT_TEXT, &options->history, "FILE", "write the residuals after every sweep (CSV)"},
        {"plot", ARGUMENT_TEXT, &options->plot, "FILE", "plot the residuals, one curve per solver (.svg or .png)"},
        {"json", ARGUMENT_FLAG, &options->json, NULL, "print one JSON object instead of the table"},
    };
    const struct argument_group groups[] = {
        problem_arguments(&options->problem),
        {"Scene", scene, sizeof scene / sizeof *scene},
        {"Solvers", solver, sizeof solver / sizeof *solver},
        limit_arguments(&options->limits, true),
        {"Output", output, sizeof output / sizeof *output},
    };
    const struct usage usage = {
        .line = "modulus compare [PROBLEM | SCENE --step N] [OPTIONS]",
        .about =
            "Runs several solvers on the same problem, or on the LCP of one step of a scene, from the same start. "
            "Ratios are\nrelative to the first solver. The exit code is 0 if all solvers have run, converged or not; "
            "the table shows which\nconverged.",
        .examples =
            "  modulus compare stack:circles=150 --tol 1e-4 --solver pgs --solver amgs --solver amgs:alpha=0.02\n"
            "  modulus compare pool1 --step 100 --frictionless --tol 1e-4 --solver pgs --solver amgs\n"
            "  modulus compare pyramid3 --step 20 --solver pgs --solver auto\n"
            "  modulus compare --problem folder --solver pgs --solver psor:relax=1.5 --plot residual.svg\n"
            "  modulus compare pool1:step=100,friction=0 --cold --tol 1e-4 --json\n",
        .more = print_solver_help,
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = &options->problem.name,
        .takes = "PROBLEM|SCENE",
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
    printf("%s", md_printable(problem_title(&options->problem)).text);
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
    int code = write_history(options->history, runs, count);
    if (code < 0) {
        code = write_plot(options->plot, problem_title(&options->problem), limits, runs, count);
    }
    if (code < 0 && options->json) {
        code = print_json(options, runs, count);
    } else if (code < 0) {
        print_table(options, runs, count);
    }
    return code >= 0 ? code : EXIT_DONE;
}

/* Each solver gets its own workspace, so that none profits from the memory that another has touched. */
static int run_all(const struct options *options, const md_problem *problem, const md_solver_spec *specs,
                   struct report_run *runs, size_t count)
{
    const md_limits limits = limits_of(&options->limits);
    const bool needs_history = options->history != NULL || options->plot != NULL;
    for (size_t i = 0; i < count; ++i) {
        md_error error = {0};
        md_solver *solver = md_solver_create(NULL);
        if (solver == NULL) {
            return fail_with(EXIT_FAILED, "out of memory");
        }
        md_solver_spec_format(&specs[i], runs[i].label, sizeof runs[i].label);
        runs[i].friction = problem_friction(problem);
        const md_status status = solve_watched(solver, &specs[i], problem, limits,
                                               needs_history ? &runs[i].history : NULL, &runs[i].result, &error);
        md_solver_destroy(solver);
        if (status != MD_OK) {
            return fail_with_error(&error);
        }
        if (runs[i].result.outcome == MD_STOPPED) {
            return fail_with(EXIT_INTERRUPTED, "interrupted while %s was running", runs[i].label);
        }
    }
    return report(options, &limits, runs, count);
}

static int parse_driver(const struct options *options, struct solver_pair *driver)
{
    struct solver_pair_options given = {.settings = &options->scene.changes.settings};
    struct solver_pair pairs[MAX_SOLVERS];
    size_t count = 0;
    given.velocity = (struct text_list){.at = {options->driver != NULL ? options->driver : "pgs"}, .count = 1};
    given.position = (struct text_list){.at = {options->position_solver}, .count = options->position_solver != NULL};
    const int code = solver_pairs_parse("compare", &given, pairs, &count);
    *driver = pairs[0];
    return code;
}

static int load(const struct options *options, md_problem *problem)
{
    if (options->scene.step == 0) {
        return problem_load(&options->problem, problem);
    }
    struct scene_step request = options->scene;
    request.name = options->problem.name;
    int code = problem_check_friction(&options->problem);
    if (code < 0) {
        code = parse_driver(options, &request.driver);
    }
    if (code < 0) {
        code = scene_step_load(&request, problem);
    }
    if (code < 0) {
        code = problem_group_contacts(&options->problem, problem);
    }
    if (code < 0 && options->problem.cold) {
        md_problem_set_start(problem, NULL, NULL);
    }
    return code;
}

static int compare(const struct options *options, md_problem *problem, const md_solver_spec *specs, size_t count)
{
    int code = load(options, problem);
    if (code >= 0) {
        return code;
    }
    struct report_run *runs = calloc(count, sizeof *runs);
    if (runs == NULL) {
        return fail_with(EXIT_FAILED, "out of memory");
    }
    code = run_all(options, problem, specs, runs, count);
    for (size_t i = 0; i < count; ++i) {
        history_free(&runs[i].history);
    }
    free(runs);
    return code;
}

/* Checks that either a problem or a step of a scene is given, without options of the other. */
static int check_choice(const struct options *options)
{
    const struct scene_step *scene = &options->scene;
    const char *name = options->problem.name;
    if (scene->step > 0 && name == NULL) {
        return fail_with(EXIT_BAD_INPUT,
                         "compare: --step needs a scene, expected a name (see modulus scenes) or a JSON file");
    }
    if (scene->step > 0 && problem_has_files(&options->problem)) {
        return fail_with(EXIT_BAD_INPUT,
                         "compare: both a step of '%s' and problem files are given, expected one of them", name);
    }
    if (scene->step == 0 && (scene->changes.settings.count > 0 || scene->changes.frictionless)) {
        return fail_with(EXIT_BAD_INPUT, "compare: --set and --frictionless apply to a scene, expected --step N too");
    }
    if (scene->step == 0 && options->position_solver != NULL) {
        return fail_with(EXIT_BAD_INPUT,
                         "compare: --position-solver applies to a scene, expected --step N too: an LCP has one solver");
    }
    if (scene->step == 0 && name != NULL && !problem_is_known(name) && scene_is_known(name)) {
        return fail_with(EXIT_BAD_INPUT, "compare: '%s' is a scene, expected --step N to select one of its LCPs", name);
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
    int code = parse(argc, argv, &options);
    if (code < 0) {
        code = parse_solvers(&options, specs);
    }
    if (code < 0) {
        problem_note_inputs(&options.problem);
        note_input(options.scene.step > 0 ? options.problem.name : NULL);
        code = check_output("history", options.history);
    }
    if (code < 0) {
        code = check_plot_output(options.plot);
    }
    if (code < 0) {
        code = check_choice(&options);
    }
    if (code >= 0) {
        return code;
    }
    md_problem *problem = md_problem_create(NULL);
    code = problem != NULL ? compare(&options, problem, specs, options.solvers.count)
                           : fail_with(EXIT_FAILED, "out of memory");
    md_problem_destroy(problem);
    return code;
}
