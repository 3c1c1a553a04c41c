/* Copied from the paper's section "Numerical experiments". Its Method 2.2 is "dense" here, Method 3.1 "mean" and
 * "dgamma". */
#include "reproduce/report/paper.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct table1_row {
    const char *scene, *method;
    double sweeps, seconds;
};

static const struct table1_row TABLE1[] = {
    {"pool1", "pgs", 1452, 0.042},      {"pool1", "dense", 766, 1.251},     {"pool1", "mean", 1522, 0.055},
    {"pool1", "dgamma", 766, 0.023},    {"pool2", "pgs", 1359, 0.042},      {"pool2", "dense", 744, 1.428},
    {"pool2", "mean", 1393, 0.048},     {"pool2", "dgamma", 744, 0.028},    {"stacking", "pgs", 16186, 0.162},
    {"stacking", "dense", 7754, 0.293}, {"stacking", "mean", 16431, 0.183}, {"stacking", "dgamma", 7754, 0.066},
};

struct table2_row {
    const char *scene;
    double seconds[7]; /* PGS, then alpha 0.1 to 0.6 */
};

static const struct table2_row TABLE2[] = {
    {"pool1", {2.639, 2.083, 1.974, 2.051, 1.996, 1.968, 2.022}},
    {"pool2", {2.093, 1.921, 1.907, 1.849, 1.904, 1.915, 1.915}},
    {"stacking", {0.095, 0.099, 0.081, 0.085, 0.085, 0.089, 0.082}},
};

static const struct table1_row *find(const char *scene, const char *method)
{
    for (size_t i = 0; i < sizeof TABLE1 / sizeof *TABLE1; ++i) {
        if (strcmp(TABLE1[i].scene, scene) == 0 && strcmp(TABLE1[i].method, method) == 0) {
            return &TABLE1[i];
        }
    }
    return NULL;
}

double paper_table1_sweeps(const char *scene, const char *method)
{
    const struct table1_row *row = find(scene, method);
    return row != NULL ? row->sweeps : (double)NAN;
}

double paper_table1_seconds(const char *scene, const char *method)
{
    const struct table1_row *row = find(scene, method);
    return row != NULL ? row->seconds : (double)NAN;
}

double paper_table2_seconds(const char *scene, const char *method)
{
    const bool is_pgs = strcmp(method, "pgs") == 0;
    const bool is_fixed = strncmp(method, "g2a", 3) == 0 && method[3] >= '1' && method[3] <= '6';
    for (size_t i = 0; i < sizeof TABLE2 / sizeof *TABLE2; ++i) {
        if (strcmp(TABLE2[i].scene, scene) == 0 && (is_pgs || is_fixed)) {
            return TABLE2[i].seconds[is_pgs ? 0 : method[3] - '0'];
        }
    }
    return (double)NAN;
}

struct paper_sizes paper_sizes_of(const char *scene)
{
    if (strcmp(scene, "stacking") == 0) {
        return (struct paper_sizes){48, 14, 3.872};
    }
    return (struct paper_sizes){672, 516, strcmp(scene, "pool1") == 0 ? 1.928 : 1.086};
}
