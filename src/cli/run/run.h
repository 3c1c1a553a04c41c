/* modulus run: simulates a scene, once per solver.
 *
 * run.c parses the options and orders the runs, simulate.c has the loop over the steps, outputs.c draws and records
 * during a run, export.c writes LCPs, history.c writes the numbers of every step, sweeps.c records and repeats the
 * sweeps of every solve, checkpoint.c writes and reads files from which a run goes on, divided.c shares a run among ranks,
 * report.c prints the summary.
 *
 * Functions that can end the command print one line and return an exit code; -1 means success. */
#ifndef MODULUS_CLI_RUN_RUN_H
#define MODULUS_CLI_RUN_RUN_H

#include "base/output_file.h"
#include "cli/options/scene_options.h"
#include "cli/options/solver_options.h"
#include "cli/options/solver_pair.h"
#include "cli/options/view_options.h"

struct cJSON;

struct run_output_options {
    struct text_list pictures, exports;
    const char *video, *record, *save, *history, *plot, *sweeps_out;
    double fps; /* 0: the default of the video format */
    struct view_options view;
    struct view_settings view_settings; /* what `view` says */
    bool quiet, json;
};

struct run_options {
    const char *scene;
    struct scene_changes changes;
    int64_t steps, substeps; /* 0: the scene's */
    int64_t threads;         /* 0: one */
    double dt;               /* s; 0: the scene's */
    struct solver_pair_options solvers;
    struct limit_options limits;
    const char *sweeps_in;
    const char *checkpoint; /* N:FILE */
    const char *restart;    /* a checkpoint, instead of a scene */
    int32_t ranks;          /* processes that mpirun has started for this run; 0: it has started none */
    struct run_output_options output;
};

/** The scene and the solvers of one run, after all options have been applied. */
struct run_setup {
    char scene[64];
    char solver[128], position_solver[128]; /* of the velocity problem, of the position problem */
    char solvers[SOLVER_PAIR_SIZE];         /* both, for tables, plots and captions */
    double dt;                              /* s */
    int32_t substeps;
    md_limits limits;
    int32_t bodies, shapes, joints;
    int32_t ranks, partitions; /* ranks: 0 without mpirun */
};

struct run_result {
    struct run_setup setup;
    int64_t steps;     /* completed */
    bool interrupted;  /* by Ctrl-C */
    bool is_nonfinite; /* a velocity became infinite or NaN; the run stopped there */
    md_step_report last;
    md_statistics statistics;
    /** Sum of log10(max(RES, MD_REAL_EPSILON)) over the steps with a nonzero residual, and the number of these
     *  steps. */
    double log_residual_sum;
    int64_t log_residual_count;
    int64_t first_diverged_step;     /* 0: none */
    double energy_start, energy_end; /* kinetic and potential, J */
    uint64_t hash;
    double *residuals;       /* one per step, if a plot was requested; otherwise NULL */
    md_share_report *shares; /* of each rank at the end; NULL without mpirun */
    char *files;             /* one line per written file */
};

/** simulate.c: runs the scene with these solvers and fills the result. `is_one_of_several` puts their names into the
 *  names of the output files. `history` may be NULL. */
int run_simulate(const struct run_options *options, const struct solver_pair *solvers, bool is_one_of_several,
                 struct output_file *history, struct run_result *result);
void run_result_free(struct run_result *result);

/** history.c: the CSV file with one line per step, and the plot of the residuals (`path` may be NULL). */
void run_history_header(struct output_file *history);
void run_history_step(struct output_file *history, const struct run_result *result, const md_step_report *report,
                      double potential_energy);
int run_plot(const char *path, const struct run_result *results, size_t count);

/** report.c: the summary as a table with one column per solver, and as JSON. */
void run_print(const struct run_result *results, size_t count);
int run_print_json(const struct run_result *results, size_t count);
/** Adds the documented keys of one run to an object. */
void run_add_json(struct cJSON *object, const struct run_result *run);

/** run.c: the exit code for completed runs; prints one line for the first that failed. */
int run_exit_code(const struct run_result *results, size_t count);

#endif
