#include "reproduce/report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "draw/plot.h"
#include "reproduce/experiments/methods.h"
#include "reproduce/report/page.h"

#define WIDTH 640
#define MAX_POINTS 400
#define MAX_CURVES 9
#define FIRST_STEP 60 /* the paper's figures begin here */
#define WINDOW 10

/* The curves of one figure. */
struct curves {
    double x[MAX_CURVES][MAX_POINTS], y[MAX_CURVES][MAX_POINTS];
    struct plot_series series[MAX_CURVES];
    size_t count;
};

/* The solver whose colour a method has. The alpha that is found by a search belongs to AMGS. */
static const char *solver_of(const struct method *method)
{
    return method->spec != NULL ? method->spec : "amgs";
}

static size_t add_curve(struct curves *curves, const struct method *method)
{
    const size_t index = curves->count++;
    curves->series[index] = (struct plot_series){.label = method->label,
                                                 .x = curves->x[index],
                                                 .y = curves->y[index],
                                                 .solver = solver_of(method),
                                                 .variant = method->variant};
    return index;
}

static void add_point(struct curves *curves, size_t index, double x, double y)
{
    struct plot_series *series = &curves->series[index];
    if (series->count < MAX_POINTS) {
        curves->x[index][series->count] = x;
        curves->y[index][series->count++] = y;
    }
}

static md_status write_curves(const struct curves *curves, struct plot plot, const char *folder, const char *name,
                              md_error *error)
{
    char path[2400];
    snprintf(path, sizeof path, "%s/%s.svg", folder, name);
    plot.series = curves->series;
    plot.series_count = curves->count;
    plot.width = WIDTH;
    plot.height = plot.height > 0 ? plot.height : 500;
    plot.key_below = true;
    return plot_write(&plot, path, error);
}

/* ---- The summary: sweeps to the tolerance, with the range over the placements ------------------------------------------- */

#define SUMMARY_METHODS 4
#define RIGHT_EDGE 1e6 /* the maximal number of sweeps of a solve */

struct whiskers {
    double x[SCENE_COUNT], y[SCENE_COUNT], low[SCENE_COUNT], high[SCENE_COUNT];
    char text[SCENE_COUNT][48];
    const char *names[SCENE_COUNT];
};

static void fill_whiskers(const struct evidence *evidence, size_t method, struct whiskers *whiskers)
{
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        const struct sample sample = sample_of(&evidence->table1, "sweeps", SCENES[i].name, METHODS_BEST[method]);
        whiskers->x[i] = sample_median(&sample);
        whiskers->low[i] = sample_min(&sample);
        whiskers->high[i] = fmin(sample_max(&sample), RIGHT_EDGE);
        /* The first scene is on top, and within a scene the first method. */
        whiskers->y[i] = (double)(SCENE_COUNT - i) + 0.33 - 0.22 * (double)method;
        number_text(whiskers->text[i], whiskers->x[i], NUMBER_COUNT);
        whiskers->names[i] = whiskers->text[i];
    }
}

static md_status draw_summary(const struct evidence *evidence, const char *folder, md_error *error)
{
    static const char *const NAMES[] = {"Stacking", "Pool 2", "Pool 1", NULL};
    struct whiskers whiskers[SUMMARY_METHODS];
    struct plot_series series[SUMMARY_METHODS];
    char path[2400];
    for (size_t i = 0; i < SUMMARY_METHODS; ++i) {
        const struct method *method = method_of(METHODS_BEST[i]);
        fill_whiskers(evidence, i, &whiskers[i]);
        series[i] = (struct plot_series){.label = method->label,
                                         .x = whiskers[i].x,
                                         .y = whiskers[i].y,
                                         .low = whiskers[i].low,
                                         .high = whiskers[i].high,
                                         .names = whiskers[i].names,
                                         .count = SCENE_COUNT,
                                         .solver = solver_of(method),
                                         .variant = method->variant};
    }
    const struct plot plot = {.x_label = "sweeps to RES < 1e-4 at step 100 (fewer is better)",
                              .y_label = "",
                              .log_x = true,
                              .x_min = 100,
                              .x_max = RIGHT_EDGE,
                              .y_min = 0.45,
                              .y_max = 3.6,
                              .y_names = NAMES,
                              .width = 560,
                              .height = 600,
                              .key_below = true,
                              .series = series,
                              .series_count = SUMMARY_METHODS};
    snprintf(path, sizeof path, "%s/summary.svg", folder);
    return plot_write(&plot, path, error);
}

/* ---- The paper's figures ------------------------------------------------------------------------------------------------ */

static md_status draw_iterations(const struct evidence *evidence, struct curves *curves,
                                 const struct paper_scene *scene, const char *folder, md_error *error)
{
    char name[64];
    snprintf(name, sizeof name, "iterations-%s", scene->name);
    curves->count = 0;
    for (size_t i = 0; METHODS_BY_ITERATION[i] != NULL; ++i) {
        const size_t index = add_curve(curves, method_of(METHODS_BY_ITERATION[i]));
        for (int k = 0; k <= 200; ++k) {
            add_point(curves, index, k, evidence_residual(evidence, scene->name, METHODS_BY_ITERATION[i], 1, k));
        }
    }
    return write_curves(curves,
                        (struct plot){.title = scene->title, .x_label = "iteration k", .y_label = "RES", .log_y = true},
                        folder, name, error);
}

static bool is_of_gamma(const char *method, int gamma)
{
    return method[0] != 'g' || method[1] == '0' + gamma;
}

static md_status draw_steps(const struct evidence *evidence, struct curves *curves, const struct paper_scene *scene,
                            int gamma, const char *folder, md_error *error)
{
    char name[64];
    char title[64];
    snprintf(name, sizeof name, "steps-%s-gamma%d", scene->name, gamma);
    snprintf(title, sizeof title, "%s, γ = %d", scene->title, gamma);
    curves->count = 0;
    for (size_t i = 0; METHODS_BY_STEP[i] != NULL; ++i) {
        if (is_of_gamma(METHODS_BY_STEP[i], gamma)) {
            const size_t index = add_curve(curves, method_of(METHODS_BY_STEP[i]));
            for (int64_t step = FIRST_STEP + 1; step < evidence->steps; step += WINDOW) {
                add_point(curves, index, (double)step + WINDOW / 2.0,
                          evidence_window(evidence, scene->name, METHODS_BY_STEP[i], step));
            }
        }
    }
    return write_curves(
        curves,
        (struct plot){
            .title = title, .x_label = "step t", .y_label = "RES after 10 sweeps", .log_y = true, .height = 560},
        folder, name, error);
}

/* ---- Beyond the paper --------------------------------------------------------------------------------------------------- */

static md_status draw_time(const struct evidence *evidence, struct curves *curves, const struct paper_scene *scene,
                           const char *folder, md_error *error)
{
    const struct table *table = &evidence->error_time;
    char name[64];
    snprintf(name, sizeof name, "time-%s", scene->name);
    curves->count = 0;
    for (size_t i = 0; METHODS_BEST[i] != NULL; ++i) {
        const size_t index = add_curve(curves, method_of(METHODS_BEST[i]));
        for (long row = 0; (row = table_find(table, (size_t)row, scene->name, METHODS_BEST[i], 0)) >= 0; ++row) {
            add_point(curves, index, 1e3 * table_number_at(table, (size_t)row, "seconds"),
                      table_number_at(table, (size_t)row, "residual"));
        }
    }
    return write_curves(curves,
                        (struct plot){.title = scene->title,
                                      .x_label = "time, ms",
                                      .y_label = "RES",
                                      .log_x = true,
                                      .log_y = true,
                                      .level = 1e-4,
                                      .level_label = "1e-4"},
                        folder, name, error);
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* One column per problem, sorted by the sweeps of PGS. */
static md_status draw_public(const struct evidence *evidence, struct curves *curves, const char *folder,
                             md_error *error)
{
    const struct table *table = &evidence->public_problems;
    struct {
        double sweeps;
        size_t row;
    } order[MAX_POINTS];
    size_t problems = 0;
    for (long row = 0; (row = table_find(table, (size_t)row, NULL, "pgs", 0)) >= 0 && problems < MAX_POINTS; ++row) {
        const double sweeps = table_number_at(table, (size_t)row, "sweeps");
        order[problems].sweeps = isfinite(sweeps) ? sweeps : (double)INFINITY;
        order[problems++].row = (size_t)row;
    }
    if (problems == 0) {
        return MD_OK;
    }
    qsort(order, problems, sizeof *order, compare_numbers);
    curves->count = 0;
    for (size_t i = 0; METHODS_BEST[i] != NULL; ++i) {
        const size_t index = add_curve(curves, method_of(METHODS_BEST[i]));
        curves->series[index].points = true;
        for (size_t p = 0; p < problems; ++p) {
            add_point(curves, index, (double)p + 1, table_number_at(table, order[p].row + i, "sweeps"));
        }
    }
    return write_curves(curves,
                        (struct plot){.x_label = "public problem, sorted by the sweeps of PGS",
                                      .y_label = "sweeps to a relative residual of 1e-6",
                                      .log_y = true,
                                      .x_min = 0,
                                      .x_max = (double)problems + 1},
                        folder, "public", error);
}

md_status figures_write(const struct evidence *evidence, const char *folder, md_error *error)
{
    struct curves *curves = calloc(1, sizeof *curves);
    if (curves == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    md_status status = draw_summary(evidence, folder, error);
    for (size_t i = 0; status == MD_OK && i < SCENE_COUNT; ++i) {
        status = draw_iterations(evidence, curves, &SCENES[i], folder, error);
        for (int gamma = 1; status == MD_OK && gamma <= 2; ++gamma) {
            status = draw_steps(evidence, curves, &SCENES[i], gamma, folder, error);
        }
        if (status == MD_OK) {
            status = draw_time(evidence, curves, &SCENES[i], folder, error);
        }
    }
    if (status == MD_OK) {
        status = draw_public(evidence, curves, folder, error);
    }
    free(curves);
    return status;
}
