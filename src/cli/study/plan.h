/* The runs of a study: every combination of the varied settings, with every seed. A run has an index; seeds vary fastest,
 * then the setting that was given last. */
#ifndef MODULUS_CLI_STUDY_PLAN_H
#define MODULUS_CLI_STUDY_PLAN_H

#include "cli/study/study.h"
#include "cli/study/vary.h"

#define MAX_VARIED 8
#define MAX_RUNS 100000

struct plan {
    const struct study_options *options;
    struct vary varied[MAX_VARIED + 1]; /* the settings, then the seeds, if there are any */
    size_t varied_count;                /* of settings; the seeds do not count */
    bool has_seeds;
    int64_t combinations, seeds, runs; /* seeds: 1 if they are not varied */
    char scene[64];                    /* name of the scene, after plan_check_scene */
    int64_t steps;                     /* of a run, unless they are varied */
    bool has_varied_steps;
    struct run_outcome *outcomes; /* one per run */
    int64_t next;                 /* the first run that nobody has taken yet */
    int64_t done, failed;
};

/** Parses the varied settings and seeds. The caller frees the plan in any case. */
int plan_make(struct plan *plan, const struct study_options *options);
void plan_free(struct plan *plan);
/** Opens the scene with the settings of the first run that can be opened. If none can, prints why the first cannot. */
int plan_check_scene(struct plan *plan);

/** The value of a varied setting (or of the seeds, at the index varied_count) in a run. */
const char *plan_value(const struct plan *plan, int64_t run, size_t index);
/** The same as a number, if all values of the setting are numbers, and as an index of its values. */
double plan_number(const struct plan *plan, int64_t run, size_t index);
size_t plan_value_index(const struct plan *plan, int64_t run, size_t index);
/** The number of columns that say which run it is: settings, and seeds if there are any. */
size_t plan_columns(const struct plan *plan);

/** The changes of a run, whose texts are in `texts`. */
struct run_texts {
    char at[MAX_VARIED + 1][2 * MAX_VALUE_SIZE];
};
struct scene_changes plan_changes(const struct plan *plan, int64_t run, struct run_texts *texts);
/** Writes "friction=0.1, seed=3". */
void plan_describe(const struct plan *plan, int64_t run, char *text, size_t size);

/** The next run that is not done, which the caller performs; -1: there is none. */
int64_t plan_take(struct plan *plan);
/** Stores what became of a run. */
void plan_store(struct plan *plan, int64_t run, const struct run_outcome *outcome);

/** Prints the runs as commands. */
void plan_print(const struct plan *plan);

#endif
