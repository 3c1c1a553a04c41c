/* The experiments, and what each of their tasks is given. */
#ifndef MODULUS_REPRODUCE_EXPERIMENTS_H
#define MODULUS_REPRODUCE_EXPERIMENTS_H

#include "reproduce/reproduce.h"
#include "reproduce/table.h"

/** What a run is, for all experiments alike. */
struct study {
    const struct reproduce_options *options;
    char out[2048], data[2100], parts[2200]; /* folders */
    char key[160];                           /* data with another one is of another run */
    int32_t seeds;
    int64_t steps;        /* of a run by step */
    int64_t table2_steps; /* of Table 2 */
    int32_t table2_seeds, repeats;
    int64_t most_sweeps;        /* to a tolerance, before it counts as not reached */
    int64_t most_public_sweeps; /* likewise, of a public problem */
    bool stopped;
    /* Progress: weights in seconds, about. */
    double weight_done, weight_now, weight_total;
    const char *doing;
};

struct task {
    const struct experiment *experiment;
    const char *scene; /* NULL: of no scene */
    int32_t seed;      /* 0: of no placement */
};

/** One experiment. `run` fills the table; where the study was stopped what it holds is dropped. */
struct experiment {
    const char *name, *title; /* of its files, and for people */
    md_status (*run)(struct study *study, const struct task *task, struct table *table, md_error *error);
    bool by_scene;
    int32_t (*seeds)(const struct study *study); /* placements, each a task; NULL: none */
    double seconds;                              /* a task takes, about: for the time left */
    double seconds_quick;
};

#define EXPERIMENT_COUNT 9
extern const struct experiment EXPERIMENTS[EXPERIMENT_COUNT];

/** Tells how much of the task is done, 0 to 1. False: stop now, quietly. */
bool study_goes_on(struct study *study, double share);

md_status run_table1(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_by_iteration(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_by_step(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_table2(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_scenes(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_pictures(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_theorems(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_error_time(struct study *study, const struct task *task, struct table *table, md_error *error);
md_status run_public_problems(struct study *study, const struct task *task, struct table *table, md_error *error);

#endif
