/* The paper's own numbers, quoted. */
#ifndef MODULUS_REPRODUCE_PAPER_H
#define MODULUS_REPRODUCE_PAPER_H

/** NaN if the paper has no such row. `method` is an id of methods.h: "pgs", "dense", "mean" or "dgamma". */
double paper_table1_sweeps(const char *scene, const char *method);
double paper_table1_seconds(const char *scene, const char *method);
/** `method` is "pgs", or "g2a1" to "g2a6". */
double paper_table2_seconds(const char *scene, const char *method);

struct paper_sizes {
    int n, m;
    double mean_omega;
};
struct paper_sizes paper_sizes_of(const char *scene);

#endif
