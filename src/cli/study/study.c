/* The subcommand: its options, and the order of its work. */
#include "cli/study/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options/arguments.h"
#include "cli/output/progress.h"
#include "cli/ranks/session.h"
#include "cli/study/folder.h"
#include "cli/study/measures.h"
#include "cli/study/plan.h"
#include "cli/study/runs_file.h"
#include "cli/study/rank_workers.h"
#include "cli/study/summary.h"
#include "cli/study/workers.h"

static void print_more_help(void)
{
    measures_print();
    printf(
        "\nKEY is a key of --set: of the built-in scene (friction, count, ...), of every scene (dt, substeps, "
        "iterations,\n"
        "solver, position_solver, position_correction, tol_relative, friction, restitution, gravity, mass_scale, "
        "...), or "
        "a\n"
        "path in a scene file (/bodies/1/mass/mass). modulus scenes lists the keys.\n"
        "VALUES are FROM:TO:STEP, FROM:TO:logN (N values with equal ratios) or a,b,c. If a value contains a comma,\n"
        "semicolons separate them: 'solver=amsor:alpha=0.5,relax=1.1;pgs'.\n"
        "\nA run that fails is a line with its error; the exit code is then 1. Ctrl-C keeps the finished runs of a "
        "study\n"
        "with --out, and the same command continues it.\n"
        "\nUnder mpirun, several processes (ranks), on one or many machines, share the runs. Rank 0 prints and writes\n"
        "everything, and the files are those of one process. A study can be continued with other ranks or without.\n");
}

static int parse(int argc, char **argv, struct study_options *options)
{
    const struct argument varied[] = {
        {"vary", ARGUMENT_LIST, &options->vary, "KEY=VALUES",
         "the values of a key; repeatable: every combination is run"},
        {"seeds", ARGUMENT_TEXT, &options->seeds, "N|a,b,c",
         "run every combination with the seeds 1 to N, or with these seeds"},
    };
    const struct argument scene[] = {
        {"steps", ARGUMENT_COUNT, &options->steps, "N", "number of steps (default: the scene's)"},
        {"set", ARGUMENT_LIST, &options->changes.settings, "KEY=VALUE", "set a key of all runs; repeatable"},
        {"frictionless", ARGUMENT_FLAG, &options->changes.frictionless, NULL, "set all friction to zero"},
    };
    const struct argument output[] = {
        {"measure", ARGUMENT_LIST, &options->measures, "NAME", "a number to show, see below; repeatable"},
        {"out", ARGUMENT_TEXT, &options->out, "DIR",
         "keep the study in a folder: runs.csv, summary.csv, summary.json, plot.svg, plot.dat"},
        {"jobs", ARGUMENT_COUNT, &options->jobs, "N",
         "runs at a time (default: one per processor); only times depend on it.\n"
         "                             Under mpirun: on each rank (default 1)"},
        {"dry-run", ARGUMENT_FLAG, &options->dry_run, NULL, "print the runs as commands, without those that are done"},
        {"json", ARGUMENT_FLAG, &options->json, NULL, "print one JSON object instead of the tables"},
        {"quiet", ARGUMENT_FLAG, &options->quiet, NULL, "print no progress bar and no tables"},
    };
    const struct argument_group groups[] = {
        {"What to vary", varied, sizeof varied / sizeof *varied},
        {"Scene (other options of modulus run are keys: --set solver=pgs, --set dt=0.01)", scene,
         sizeof scene / sizeof *scene},
        {"Output", output, sizeof output / sizeof *output},
    };
    const struct usage usage = {
        .line = "modulus study SCENE --vary KEY=VALUES [OPTIONS]",
        .takes = "SCENE|FILE",
        .about =
            "Runs a scene for every combination of the varied settings and seeds, and prints mean, standard deviation\n"
            "(sd), minimum, median and maximum over the seeds. The scene is a built-in name or a JSON file.",
        .examples = "  modulus study pool1 --vary friction=0.1:0.9:0.2 --seeds 5 --steps 300\n"
                    "  modulus study pool1 --vary iterations=1:64:log7 --vary solver=pgs,auto --seeds 10 --out study\n"
                    "  modulus study tower3 --vary solver=pgs,auto --measure kinetic_energy --measure contacts\n"
                    "  modulus study scene.json --vary gravity=1.62,3.71,9.81 --vary /bodies/1/mass/mass=1:9:2\n"
                    "  modulus study pyramid --vary substeps=1,2,4 --jobs 1 --measure ms_per_step\n"
                    "  modulus study pool1 --seeds 20 --dry-run\n"
                    "  mpirun -n 16 modulus study pool1 --vary friction=0.1:0.9:0.1 --seeds 20 --out study\n",
        .more = print_more_help,
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = &options->scene,
    };
    return arguments_parse(argc, argv, &usage);
}

static int check(const struct study_options *options)
{
    if (options->scene == NULL) {
        return fail_with(EXIT_BAD_INPUT, "study: no scene given, expected a name (see modulus scenes) or a JSON file");
    }
    if (options->vary.count == 0 && options->seeds == NULL) {
        return fail_with(
            EXIT_BAD_INPUT,
            "study: nothing is varied, expected --vary KEY=VALUES or --seeds N (see modulus study --help)");
    }
    if (options->jobs > MAX_JOBS) {
        return fail_with(EXIT_BAD_INPUT, "study: --jobs %lld, expected 1 to %d", (long long)options->jobs, MAX_JOBS);
    }
    return -1;
}

static int64_t jobs_per_rank(const struct study_options *options)
{
    return options->jobs > 0 ? options->jobs : 1;
}

static int64_t job_count(const struct study_options *options, int64_t runs)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int64_t standard = processors < 1 ? 1 : processors > MAX_JOBS ? MAX_JOBS : processors;
    int64_t jobs = options->jobs > 0 ? options->jobs : standard;
    if (session_is_several()) {
        jobs = jobs_per_rank(options) * session_ranks();
    }
    return jobs < runs ? jobs : runs;
}

/* ---- The runs ---------------------------------------------------------------------------------------------------- */

/* A study in progress: the user data of the work. */
struct study {
    const struct study_options *options;
    struct plan *plan;
    const struct measures *measures;
    struct rank_workers *ranks; /* over ranks; otherwise NULL */
    int runs;                   /* runs.csv; -1: no folder */
    int64_t done_before;
    struct progress progress;
};

static int64_t next_run(void *user)
{
    const struct study *study = user;
    return plan_take(study->plan);
}

static void perform_run(void *user, int64_t run, struct run_outcome *outcome)
{
    const struct study *study = user;
    struct run_texts texts;
    const struct scene_changes changes = plan_changes(study->plan, run, &texts);
    run_one(study->options, &changes, outcome);
}

static int finished_run(void *user, int64_t run, const struct run_outcome *outcome)
{
    const struct study *study = user;
    plan_store(study->plan, run, outcome);
    return study->runs >= 0 ? runs_file_append(study->runs, study->plan, study->measures, run) : -1;
}

static void show_progress(void *user)
{
    struct study *study = user;
    progress_show(&study->progress, study->plan->done - study->done_before);
}

static struct work work_of(struct study *study)
{
    return (struct work){
        .user = study, .next = next_run, .perform = perform_run, .finished = finished_run, .tick = show_progress};
}

static int perform(struct study *study)
{
    struct plan *plan = study->plan;
    const int64_t left = plan->runs - plan->done;
    if (left == 0) {
        return -1;
    }
    study->done_before = plan->done;
    study->progress = progress_begin(plan->scene, "runs", left, study->options->quiet);
    const struct work work = work_of(study);
    const int code = study->ranks != NULL ? rank_workers_run(study->ranks, &work)
                                          : workers_run(&work, job_count(study->options, left));
    progress_end(&study->progress);
    const bool is_lost = code < 0 && plan->done < plan->runs && !interrupt_seen();
    return is_lost ? fail_with(EXIT_FAILED, "study: the processes of %lld runs were lost",
                               (long long)(plan->runs - plan->done))
                   : code;
}

/* ---- The results ------------------------------------------------------------------------------------------------- */

static int fail_interrupted(const struct study *study)
{
    const struct plan *plan = study->plan;
    if (study->options->out == NULL) {
        return fail_with(EXIT_INTERRUPTED,
                         "interrupted after %lld of %lld runs; with --out DIR the same command would continue",
                         (long long)plan->done, (long long)plan->runs);
    }
    return fail_with(EXIT_INTERRUPTED,
                     "interrupted after %lld of %lld runs; %s keeps them, and the same command continues",
                     (long long)plan->done, (long long)plan->runs, study->options->out);
}

static int fail_failed(const struct study *study)
{
    const struct plan *plan = study->plan;
    char settings[600];
    int64_t first = 0;
    while (plan->outcomes[first].error[0] == '\0') {
        ++first;
    }
    plan_describe(plan, first, settings, sizeof settings);
    return fail_with(EXIT_FAILED, "study: %lld of %lld runs failed%s%s; the first (%s): %s", (long long)plan->failed,
                     (long long)plan->runs, study->options->out != NULL ? ", see the errors in " : "",
                     study->options->out != NULL ? folder_path(plan, "runs.csv").text : "", settings,
                     plan->outcomes[first].error);
}

static int report(const struct study *study, const struct summary *summary)
{
    const struct study_options *options = study->options;
    int code = -1;
    if (options->out != NULL) {
        code = runs_file_write(study->plan, study->measures);
        code = code < 0 ? summary_write(summary) : code;
        code = code < 0 ? figure_write(summary) : code;
    }
    if (code < 0 && options->json) {
        code = summary_print_json(summary);
    } else if (code < 0 && !options->quiet) {
        table_print(summary, job_count(options, study->plan->runs));
        if (options->out != NULL) {
            printf("\nstudy: %s\n", md_printable(options->out).text);
        }
    }
    if (code >= 0) {
        return code;
    }
    return study->plan->failed > 0 ? fail_failed(study) : EXIT_DONE;
}

static int finish(const struct study *study)
{
    struct summary summary;
    if (study->plan->done < study->plan->runs) {
        return fail_interrupted(study);
    }
    int code = summary_make(&summary, study->plan, study->measures);
    if (code < 0) {
        code = report(study, &summary);
    }
    summary_free(&summary);
    return code;
}

static int run_study(struct study *study)
{
    const char *out = study->options->out;
    int code = out != NULL ? folder_create(study->plan, study->measures) : -1;
    if (code < 0 && out != NULL) {
        code = runs_file_open(study->plan, &study->runs);
    }
    if (code < 0) {
        code = perform(study);
    }
    if (study->runs >= 0) {
        close(study->runs);
    }
    return code < 0 ? finish(study) : code;
}

/* Everything that can be wrong with the options is found before the first run. */
static int prepare(struct study *study, struct plan *plan, struct measures *measures)
{
    const struct study_options *options = study->options;
    int code = measures_make(measures, &options->measures);
    if (code < 0) {
        code = plan_check_scene(plan);
    }
    return code < 0 && options->out != NULL ? folder_read(plan, measures) : code;
}

static int prepare_and_run(struct study *study, struct measures *measures)
{
    const int code = prepare(study, study->plan, measures);
    if (code < 0 && study->options->dry_run) {
        plan_print(study->plan);
        return EXIT_DONE;
    }
    return code < 0 ? run_study(study) : code;
}

/* The same over ranks. Their helpers start before MPI does, and need the plan. */
static int run_over_ranks(struct study *study, struct measures *measures)
{
    struct rank_workers workers;
    const struct work work = work_of(study);
    int code = rank_workers_begin(&workers, &work, jobs_per_rank(study->options));
    if (code >= 0) {
        return code;
    }
    code = session_begin();
    if (code >= 0) {
        rank_workers_cancel(&workers);
        return code;
    }
    workers.busy = session_ranks();
    study->ranks = &workers;
    code = session_rank() == 0 ? rank_workers_dismiss(&workers, prepare_and_run(study, measures))
                               : rank_workers_follow(&workers);
    study->ranks = NULL;
    return code;
}

int command_study(int argc, char **argv)
{
    struct study_options options = {0};
    struct plan plan = {0};
    struct measures measures;
    struct study study = {.options = &options, .plan = &plan, .measures = &measures, .runs = -1};
    int code = parse(argc, argv, &options);
    if (code < 0) {
        code = check(&options);
    }
    if (code < 0) {
        code = plan_make(&plan, &options);
    }
    if (code < 0) {
        code = session_is_several() ? run_over_ranks(&study, &measures) : prepare_and_run(&study, &measures);
    }
    plan_free(&plan);
    return code;
}
