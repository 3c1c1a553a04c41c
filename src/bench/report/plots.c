/* The results as plots: error against time, time against size, time by phase, speed-up by threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "bench/bench.h"
#include "draw/plot.h"

#define PATH_SIZE 4096

struct points {
    char label[80];
    double x[MAX_SETTINGS], y[MAX_SETTINGS];
    size_t count;
};

static void add_point(struct points *points, double x, double y)
{
    if (points->count < MAX_SETTINGS) {
        points->x[points->count] = x;
        points->y[points->count] = y;
        ++points->count;
    }
}

static void name_points(struct points *points, const struct engine_info *engine, const char *more)
{
    snprintf(points->label, sizeof points->label, "%.20s %.16s %.8s%.30s", engine->name, engine->version,
             engine->precision, more);
}

/* Sorts by x, so that a line through the points is a curve. */
static void sort_points(struct points *points)
{
    for (size_t i = 1; i < points->count; ++i) {
        for (size_t k = i; k > 0 && points->x[k] < points->x[k - 1]; --k) {
            const double x = points->x[k];
            const double y = points->y[k];
            points->x[k] = points->x[k - 1];
            points->y[k] = points->y[k - 1];
            points->x[k - 1] = x;
            points->y[k - 1] = y;
        }
    }
}

/* Keeps the Pareto front: the settings that no other one beats in both time and error. */
static void keep_front(struct points *points)
{
    size_t kept = 0;
    sort_points(points);
    for (size_t i = 0; i < points->count; ++i) {
        if (kept == 0 || points->y[i] < points->y[kept - 1]) {
            points->x[kept] = points->x[i];
            points->y[kept] = points->y[i];
            ++kept;
        }
    }
    points->count = kept;
}

static bool is_usable(const struct bench_outcome *outcome, const struct engine_info *engine)
{
    return outcome->engine == engine && outcome->problem[0] == '\0' && !outcome->fell;
}

/* Draws the series that are not empty. */
static md_status draw(struct plot plot, const struct points *points, int series_count, const char *folder,
                      const char *name, int *count, md_error *error)
{
    struct plot_series series[MAX_ENGINES];
    char path[PATH_SIZE];
    size_t used = 0;
    for (int i = 0; i < series_count && i < MAX_ENGINES; ++i) {
        if (points[i].count > 0) {
            series[used++] = (struct plot_series){
                .label = points[i].label, .x = points[i].x, .y = points[i].y, .count = points[i].count};
        }
    }
    if (used == 0) {
        return MD_OK;
    }
    plot.series = series;
    plot.series_count = used;
    plot.points = true;
    snprintf(path, sizeof path, "%s/%s.svg", folder, name);
    ++*count;
    return plot_write(&plot, path, error);
}

static md_status draw_error(const struct bench_results *results, const struct bench_scene_result *scene,
                            struct points *points, const char *folder, int *count, md_error *error)
{
    const bool joints = scene->joints > 0 && scene->outcome[0].accuracy.touching == 0;
    char title[160];
    char name[64];
    for (int e = 0; e < results->engine_count; ++e) {
        points[e].count = 0;
        name_points(&points[e], results->engine[e], "");
        for (int i = 0; i < scene->outcome_count; ++i) {
            const struct bench_outcome *outcome = &scene->outcome[i];
            const double error_mm = 1e3 * (joints ? outcome->accuracy.joint_error : outcome->accuracy.penetration);
            if (is_usable(outcome, results->engine[e]) && outcome->threads == 1 && error_mm > 0) {
                add_point(&points[e], outcome->ms, error_mm);
            }
        }
        keep_front(&points[e]);
    }
    snprintf(title, sizeof title, "%s: error against time, lower left is better", scene->scene->name);
    snprintf(name, sizeof name, "error-%s", scene->scene->name);
    const struct plot plot = {.title = title,
                              .x_label = "ms per step",
                              .y_label = joints ? "mean joint error, mm" : "mean penetration of touching pairs, mm",
                              .log_x = true,
                              .log_y = true};
    return draw(plot, points, results->engine_count, folder, name, count, error);
}

/* Draws the time of the pools, each engine at its default setting. */
static md_status draw_sizes(const struct bench_results *results, struct points *points, const char *folder, int *count,
                            md_error *error)
{
    for (int e = 0; e < results->engine_count; ++e) {
        points[e].count = 0;
        name_points(&points[e], results->engine[e], "");
        for (int s = 0; s < results->scene_count; ++s) {
            const struct bench_scene_result *scene = &results->scene[s];
            for (int i = 0; scene->repeats > 0 && bench_scene_is_pool(scene->scene) && i < scene->outcome_count; ++i) {
                if (is_usable(&scene->outcome[i], results->engine[e])) {
                    add_point(&points[e], scene->bodies, scene->outcome[i].ms);
                    break;
                }
            }
        }
        sort_points(&points[e]);
    }
    const struct plot plot = {.title = "Pools of circles, default settings: time against size",
                              .x_label = "bodies",
                              .y_label = "ms per step",
                              .log_x = true,
                              .log_y = true};
    return draw(plot, points, results->engine_count, folder, "sizes", count, error);
}

/* Draws the speed-up over one thread, with the default setting of each engine. */
static md_status draw_threads(const struct bench_results *results, const struct bench_scene_result *scene,
                              struct points *points, const char *folder, int *count, md_error *error)
{
    char name[64];
    bool any = false;
    for (int e = 0; e < results->engine_count; ++e) {
        double single = 0;
        points[e].count = 0;
        name_points(&points[e], results->engine[e], "");
        for (int i = 0; i < scene->outcome_count; ++i) {
            const struct bench_outcome *outcome = &scene->outcome[i];
            if (is_usable(outcome, results->engine[e]) && (single == 0 || outcome->threads > 1)) {
                single = single == 0 ? outcome->ms : single;
                add_point(&points[e], outcome->threads, single / outcome->ms);
                any = any || outcome->threads > 1;
            }
        }
    }
    snprintf(name, sizeof name, "threads-%s", scene->scene->name);
    const struct plot plot = {.title = scene->scene->name, .x_label = "threads", .y_label = "speed-up"};
    return any ? draw(plot, points, results->engine_count, folder, name, count, error) : MD_OK;
}

static md_status draw_phases(const struct bench_results *results, const char *folder, int *count, md_error *error)
{
    const char *labels[32];
    const char *parts[MAX_PHASES];
    double heights[32 * MAX_PHASES];
    char path[PATH_SIZE];
    size_t bars = 0;
    int phases = 0;
    for (int s = 0; s < results->scene_count && bars < 32; ++s) {
        const struct bench_scene_result *scene = &results->scene[s];
        const struct bench_outcome *outcome = scene->repeats > 0 ? &scene->outcome[0] : NULL;
        if (outcome == NULL || outcome->phases.count == 0) {
            continue;
        }
        phases = outcome->phases.count;
        labels[bars] = scene->scene->name;
        for (int p = 0; p < phases; ++p) {
            parts[p] = outcome->phases.name[p];
            heights[bars * (size_t)phases + (size_t)p] = 100 * outcome->phases.seconds[p] / (1e-3 * outcome->ms);
        }
        ++bars;
    }
    if (bars == 0) {
        return MD_OK;
    }
    const struct plot_bars plot = {.title = "Time of a step of Modulus by phase, default settings",
                                   .y_label = "% of the step",
                                   .labels = labels,
                                   .bar_count = bars,
                                   .parts = parts,
                                   .part_count = (size_t)phases,
                                   .heights = heights};
    snprintf(path, sizeof path, "%s/phases.svg", folder);
    ++*count;
    return plot_write_bars(&plot, path, error);
}

md_status bench_write_plots(const struct bench_results *results, const char *folder, int *count, md_error *error)
{
    struct points *points = calloc(MAX_ENGINES, sizeof *points);
    *count = 0;
    if (points == NULL) {
        return md_fail(error, MD_ERROR_MEMORY, "out of memory");
    }
    md_status status = MD_OK;
    for (int s = 0; status == MD_OK && s < results->scene_count; ++s) {
        const struct bench_scene_result *scene = &results->scene[s];
        if (scene->repeats > 0) {
            status = draw_error(results, scene, points, folder, count, error);
            status = status == MD_OK ? draw_threads(results, scene, points, folder, count, error) : status;
        }
    }
    if (status == MD_OK) {
        status = draw_sizes(results, points, folder, count, error);
    }
    if (status == MD_OK) {
        status = draw_phases(results, folder, count, error);
    }
    free(points);
    return status;
}
