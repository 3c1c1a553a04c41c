#include "reproduce/report/evidence.h"

#include <math.h>
#include <string.h>

#define WINDOW 10 /* steps per row of by_step */

md_status evidence_read(struct evidence *evidence, const char *data, md_error *error)
{
    const struct {
        const char *name;
        struct table *table;
    } tables[] = {{"scenes", &evidence->scenes},
                  {"pictures", &evidence->pictures},
                  {"table1", &evidence->table1},
                  {"by_iteration", &evidence->by_iteration},
                  {"theorems", &evidence->theorems},
                  {"error_time", &evidence->error_time},
                  {"by_step", &evidence->by_step},
                  {"table2", &evidence->table2},
                  {"solver_pairs", &evidence->solver_pairs},
                  {"public_problems", &evidence->public_problems}};
    md_status status = MD_OK;
    *evidence = (struct evidence){0};
    for (size_t i = 0; status == MD_OK && i < sizeof tables / sizeof *tables; ++i) {
        status = table_read(tables[i].table, data, tables[i].name, error);
        evidence->seconds += tables[i].table->seconds;
    }
    const size_t rows = table_rows(&evidence->by_step);
    evidence->quick = strstr(evidence->table1.key, ", quick,") != NULL;
    evidence->seeds = rows > 0 ? (int)table_number_at(&evidence->by_step, rows - 1, "seed") : 0;
    evidence->steps = rows > 0 ? (int64_t)table_number_at(&evidence->by_step, rows - 1, "step") + WINDOW - 1 : 0;
    return status;
}

void evidence_free(struct evidence *evidence)
{
    table_free(&evidence->scenes);
    table_free(&evidence->pictures);
    table_free(&evidence->table1);
    table_free(&evidence->by_iteration);
    table_free(&evidence->theorems);
    table_free(&evidence->error_time);
    table_free(&evidence->by_step);
    table_free(&evidence->table2);
    table_free(&evidence->solver_pairs);
    table_free(&evidence->public_problems);
}

struct sample evidence_steps(const struct evidence *evidence, const char *scene, const char *method, int64_t from,
                             int64_t to)
{
    const struct table *table = &evidence->by_step;
    struct sample sample = {.count = 0};
    for (int seed = 1; seed <= evidence->seeds; ++seed) {
        double sum = 0;
        int windows = 0;
        for (long row = 0; (row = table_find(table, (size_t)row, scene, NULL, seed)) >= 0; ++row) {
            const int64_t step = (int64_t)table_number_at(table, (size_t)row, "step");
            if (step >= from && step + WINDOW - 1 <= to) {
                sum += log10(table_number_at(table, (size_t)row, method));
                ++windows;
            }
        }
        sample_add(&sample, windows > 0 ? sum / windows : (double)NAN);
    }
    return sample;
}

double evidence_window(const struct evidence *evidence, const char *scene, const char *method, int64_t step)
{
    const struct table *table = &evidence->by_step;
    struct sample sample = {.count = 0};
    for (long row = 0; (row = table_find(table, (size_t)row, scene, NULL, 0)) >= 0; ++row) {
        if ((int64_t)table_number_at(table, (size_t)row, "step") == step) {
            sample_add(&sample, table_number_at(table, (size_t)row, method));
        }
    }
    return sample_median(&sample);
}

double evidence_residual(const struct evidence *evidence, const char *scene, const char *method, int seed, int k)
{
    const struct table *table = &evidence->by_iteration;
    const long row = table_find(table, 0, scene, NULL, seed);
    /* The rows of a placement are consecutive, from k = 0. */
    return row >= 0 && table_number_at(table, (size_t)(row + k), "k") == k
               ? table_number_at(table, (size_t)(row + k), method)
               : (double)NAN;
}
