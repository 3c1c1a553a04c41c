/* --sweeps-out and --sweeps-in: a file with the number of sweeps of every solve, and a run that repeats them. This is
 * how a run under a time budget is reproduced bit for bit. docs/recording.md describes the format. */
#ifndef MODULUS_CLI_RUN_SWEEPS_H
#define MODULUS_CLI_RUN_SWEEPS_H

#include <stdio.h>

#include "cli/output/files.h"
#include "cli/run/run.h"

#define SWEEPS_MAGIC "modulus-sweeps 1"

/** The run that wrote the file. The sweep counts are meaningless for any other run. */
struct sweeps_header {
    char scene[64];
    char solver[SOLVER_PAIR_SIZE]; /* both solvers, see solver_pair_format */
    char precision[8];
    double dt;
    int32_t substeps;
    md_limits limits;
    int64_t position_iterations;
};

/** The contents of a file. */
struct sweeps_file {
    char path[MAX_PATH_SIZE]; /* empty: no file */
    struct sweeps_header header;
    int64_t *counts; /* sweeps of each solve, in order */
    size_t count, count_capacity;
    size_t *ends; /* for each step, the end of its counts */
    size_t steps, step_capacity;
    char hash[20]; /* of the world after the last step */
};

/** sweeps_read.c: reads a file. Exit code or -1; the caller frees the contents in both cases. */
int sweeps_read(struct sweeps_file *sweeps, const char *path);
void sweeps_free(struct sweeps_file *sweeps);

struct run_sweeps {
    struct sweeps_file in;
    size_t next;          /* index of the next solve in the file */
    int64_t current_step; /* from 0 */
    struct output_file out;
    char out_path[MAX_PATH_SIZE];
    bool is_writing, step_has_solves;
    int code; /* exit code after a failure, otherwise -1 */
};

/** Reads and opens the files that the options name, and gives the world the limits of the file that was read. */
int run_sweeps_begin(struct run_sweeps *sweeps, const struct run_options *options, struct scene *scene,
                     struct run_setup *setup, const char *suffix);
/** The world's callbacks of these names. */
void run_sweeps_limits(struct run_sweeps *sweeps, md_limits *limits);
void run_sweeps_solved(struct run_sweeps *sweeps, const md_result *result);
/** To be called after every step. */
int run_sweeps_step(struct run_sweeps *sweeps);
/** Completes the written file, and compares the final hash with that of the file that was read. `files` receives one
 *  line per file. */
int run_sweeps_end(struct run_sweeps *sweeps, uint64_t hash, FILE *files);
/** Frees the data and removes a file that was not completed. */
void run_sweeps_free(struct run_sweeps *sweeps);

#endif
