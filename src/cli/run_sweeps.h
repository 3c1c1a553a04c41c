/* The sweeps of every solve of a run, as a file, and a run that does as many: how a run under a time budget is repeated to
 * the bit. docs/recording.md has the format. */
#ifndef MODULUS_CLI_RUN_SWEEPS_H
#define MODULUS_CLI_RUN_SWEEPS_H

#include "base/output_file.h"
#include "cli/run.h"

#define SWEEPS_MAGIC "modulus-sweeps 1"

/** What the run was that wrote the file: with another one its counts mean nothing. */
struct sweeps_head {
    char scene[64], solver[128];
    char precision[8];
    double dt;
    int32_t substeps;
    md_limits limits;
    int64_t position_iterations;
};

/** A file that was read. */
struct sweeps_read {
    char path[LONGEST_PATH]; /* empty: none */
    struct sweeps_head head;
    int64_t *counts; /* of sweeps, a solve, in their order */
    size_t count, count_capacity;
    size_t *ends; /* a step: where its counts end */
    size_t steps, step_capacity;
    char hash[20]; /* of the world after the last of them */
};

/** Reads a file. Exit code or -1; to be freed in both cases. */
int sweeps_read(struct sweeps_read *sweeps, const char *path);
void sweeps_free(struct sweeps_read *sweeps);

struct run_sweeps {
    struct sweeps_read in;
    size_t next;  /* solve of the file */
    int64_t step; /* the one that is being done */
    struct output_file out;
    char out_path[LONGEST_PATH];
    bool writes, step_has_solves;
    int ended; /* -1, or the exit code after something went wrong */
};

/** Reads and opens what the options name, and gives the world the limits of the file. Exit code or -1. `label` is NULL where
 *  there is one solver. */
int run_sweeps_begin(struct run_sweeps *sweeps, const struct run_options *options, struct scene *scene,
                     struct run_result *result, const char *label);
/** In the world's callbacks of these names. */
void run_sweeps_limits(struct run_sweeps *sweeps, md_limits *limits);
void run_sweeps_solved(struct run_sweeps *sweeps, const md_result *result);
/** After a step. Exit code or -1. */
int run_sweeps_step(struct run_sweeps *sweeps);
/** After the last: writes the file, or compares the end with that of the file. `files` gets a line. Exit code or -1. */
int run_sweeps_end(struct run_sweeps *sweeps, uint64_t hash, FILE *files);
/** Frees it; what was not ended leaves nothing behind. */
void run_sweeps_free(struct run_sweeps *sweeps);

#endif
