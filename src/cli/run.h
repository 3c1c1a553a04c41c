/* modulus run, in parts: run.c has the options and the order of things, run_simulate.c the loop over the steps,
 * run_outputs.c what is drawn and recorded on the way, run_export.c the LCPs, run_history.c the numbers of every
 * step, run_sweeps.c the sweeps of every solve, run_report.c the summary. */
#ifndef MODULUS_CLI_RUN_H
#define MODULUS_CLI_RUN_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "base/output_file.h"
#include "cli/scene_options.h"
#include "cli/solver_options.h"

#define LONGEST_PATH 4096
#define MOST_SOLVERS 16

struct run_options {
    const char *scene;
    struct scene_changes changes;
    struct limit_options limits;
    struct text_list solvers, pictures, exports;
    int64_t steps, substeps; /* 0: the scene's */
    int64_t threads;         /* 0: one */
    double dt, fps;          /* 0: the scene's; the video's own */
    const char *video, *record, *save, *history, *plot, *sweeps_in, *sweeps_out;
    bool quiet, json;
};

/** What one run came to. */
struct run_result {
    char scene[64], label[128]; /* of the scene, and the solver's spec */
    double dt;
    md_limits limits;
    int32_t substeps, bodies, shapes, joints;
    int64_t steps; /* done */
    bool interrupted, left_numbers;
    md_step_report last;
    md_statistics statistics; /* of the world */
    double log_residual_sum;  /* log10, at least that of MD_REAL_EPSILON, over the steps whose residual was not zero */
    int64_t log_residual_count;
    int64_t first_diverged;          /* step */
    double energy_start, energy_end; /* kinetic and potential, J */
    uint64_t hash;
    double *residuals; /* a step, where a plot is asked for */
    char *files;       /* lines: what was written, and where */
};

/** path, or with a solver's label put before its ending where there are several solvers. Exit code or -1. */
int run_path(const char *path, const char *label, char out[LONGEST_PATH]);

/* ---- run_export.c ------------------------------------------------------------------------------------------------------- */

struct run_exports {
    struct {
        int64_t step;
        int32_t substep; /* from 0 */
        char folder[LONGEST_PATH];
        int32_t written; /* problems: several where islands are solved one by one */
    } at[16];
    size_t count;
    int64_t step; /* the one that is being done */
    FILE *files;
    char label[128];
    int ended; /* -1, or the exit code after something went wrong */
};

/** Reads --export-lcp STEP[.SUBSTEP]:DIR. Exit code or -1. */
int run_exports_parse(struct run_exports *exports, const struct text_list *texts, const char *label);
/** The callback of the world; `user` is the struct run_exports. */
void run_exports_solved(void *user, int32_t substep, const md_problem *problem, const md_result *result);
/** After the last step: whether each was written. Exit code or -1. */
int run_exports_check(const struct run_exports *exports, int64_t steps_done);

/* ---- run_outputs.c ------------------------------------------------------------------------------------------------------ */

struct run_outputs;

/** Checks what can be checked before a long run. Exit code or -1. */
int run_outputs_check(const struct run_options *options);
int check_video_output(const char *path);
/** Opens what is written while the scene runs. Exit code or -1. `label` is NULL where there is one solver. */
int run_outputs_begin(struct run_outputs **out, const struct run_options *options, const struct scene *scene,
                      const struct run_result *result, const char *label, FILE *files);
/** After a step, or before the first with NULL. Exit code or -1. */
int run_outputs_step(struct run_outputs *outputs, const struct scene *scene, const md_step_report *report);
/** Ends them all. Exit code or -1. */
int run_outputs_end(struct run_outputs *outputs, const struct scene *scene);
/** Frees them; what was not ended leaves nothing behind. */
void run_outputs_free(struct run_outputs *outputs);

/** [STEP:]FILE; the step is -1 where none is given. */
const char *split_step(const char *text, int64_t *step);

/* ---- run_simulate.c, run_history.c, run_report.c ------------------------------------------------------------------------ */

/** Runs the scene with a solver (NULL: the scene's) and fills the result. Exit code or -1. */
int run_simulate(const struct run_options *options, const md_solver_spec *solver, bool is_one_of_several,
                 struct output_file *history, struct run_result *result);
void run_result_free(struct run_result *result);

void run_history_head(struct output_file *history);
void run_history_step(struct output_file *history, const struct run_result *result, const md_step_report *report,
                      double potential_energy);
int run_plot(const char *path, const struct run_result *results, size_t count);

void run_print(const struct run_result *results, size_t count);
int run_print_json(const struct run_result *results, size_t count);

#endif
