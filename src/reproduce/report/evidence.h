/* All tables of a finished run, for the claims, the figures and the page. */
#ifndef MODULUS_REPRODUCE_EVIDENCE_H
#define MODULUS_REPRODUCE_EVIDENCE_H

#include "reproduce/study.h"
#include "reproduce/data/sample.h"
#include "reproduce/data/table.h"

struct evidence {
    struct table scenes, pictures, table1, by_iteration, theorems, error_time, by_step, table2, solver_pairs,
        public_problems;
    struct machine machine;
    double seconds; /* duration of all measurements */
    bool quick;
    int seeds;
    int64_t steps; /* of the runs by step */
};

/** Reads the tables from OUT/data. */
md_status evidence_read(struct evidence *evidence, const char *data, md_error *error);
void evidence_free(struct evidence *evidence);

/** From the runs by step: for each placement the mean of log10 RES over the steps `from` to `to`. */
struct sample evidence_steps(const struct evidence *evidence, const char *scene, const char *method, int64_t from,
                             int64_t to);
/** From the runs by step: the median over the placements of RES in the window that starts with `step`. */
double evidence_window(const struct evidence *evidence, const char *scene, const char *method, int64_t step);
/** RES after k sweeps at step 100 of a placement. */
double evidence_residual(const struct evidence *evidence, const char *scene, const char *method, int seed, int k);

#endif
