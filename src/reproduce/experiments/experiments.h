/* The experiments, and the data that each of their tasks gets. */
#ifndef MODULUS_REPRODUCE_EXPERIMENTS_H
#define MODULUS_REPRODUCE_EXPERIMENTS_H

#include "reproduce/reproduce.h"
#include "reproduce/data/table.h"

/** The sizes, folders and progress of a run, common to all experiments. */
struct study {
    const struct reproduce_options *options;
    char out[2048], data[2100], parts[2200]; /* folders */
    char key[160];                           /* identifies the run in data files */
    int32_t seeds;
    int64_t steps;        /* of a run by step */
    int64_t table2_steps; /* of Table 2 */
    int32_t table2_seeds, repeats;
    int64_t max_sweeps, max_public_sweeps;
    bool stopped;
    /* Progress: the weights are approximate seconds. */
    double weight_done, weight_now, weight_total;
    const char *doing;
};

/** Sweeps after which a tolerance counts as not reached; and the same for a public problem. */
static inline int64_t max_sweeps_of(bool quick)
{
    return quick ? 100000 : 1000000;
}
static inline int64_t max_public_sweeps_of(bool quick)
{
    return quick ? 2000 : 20000;
}

struct task {
    const struct experiment *experiment;
    const char *scene; /* NULL: not of a scene */
    int32_t seed;      /* the placement; 0: none */
};

/** One experiment. `run` fills the table; if the study was stopped, the table is discarded. */
struct experiment {
    const char *name, *title; /* of its files; for messages */
    md_status (*run)(struct study *study, const struct task *task, struct table *table, md_error *error);
    bool by_scene;
    int32_t (*seeds)(const struct study *study); /* number of placements, one task each; NULL: none */
    double seconds;                              /* approximate duration of a task, for the progress bar */
    double seconds_quick;
};

#define EXPERIMENT_COUNT 10
extern const struct experiment EXPERIMENTS[EXPERIMENT_COUNT];

/** Reports the fraction of the task that is done, 0 to 1. Returns false if the task should stop. */
bool study_continue(struct study *study, double share);

md_status run_table1(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_by_iteration(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_by_step(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_table2(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_scenes(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_pictures(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_theorems(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_error_time(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_solver_pairs(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_public_problems(struct study *study, const struct task *task, struct table *table, md_error *error);

#endif
