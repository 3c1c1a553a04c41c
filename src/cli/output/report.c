#define _POSIX_C_SOURCE 200809L

#include "cli/output/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/output_file.h"
#include "cli/cli.h"
#include "draw/plot.h"
#include "scene/json_memory.h"

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

void json_add_number(cJSON *object, const char *key, double value)
{
    if (isfinite(value)) {
        cJSON_AddNumberToObject(object, key, value);
    } else {
        cJSON_AddNullToObject(object, key);
    }
}

static void json_add_text(cJSON *object, const char *key, const char *text)
{
    if (text != NULL) {
        cJSON_AddStringToObject(object, key, text);
    } else {
        cJSON_AddNullToObject(object, key);
    }
}

cJSON *report_to_json(const struct report_run *run)
{
    const md_result *result = &run->result;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "solver", run->label);
    cJSON_AddStringToObject(object, "form", md_form_name(result->form));
    cJSON_AddStringToObject(object, "status", md_outcome_name(result->outcome));
    json_add_number(object, "iterations", (double)result->iterations);
    json_add_number(object, "residual", result->residual.absolute);
    json_add_number(object, "residual_scaled", result->residual.scaled);
    json_add_number(object, "residual_relative", result->residual.relative);
    json_add_number(object, "residual_cone", result->residual.cone);
    json_add_number(object, "seconds", result->seconds);
    json_add_number(object, "prepare_seconds", result->prepare_seconds);
    json_add_number(object, "m", result->m);
    json_add_number(object, "n", result->n);
    json_add_text(object, "friction", run->friction);
    return object;
}

int json_print(cJSON *object)
{
    char *text = cJSON_Print(object);
    cJSON_Delete(object);
    if (text == NULL || json_memory_failed()) {
        free(text);
        return fail_with(EXIT_FAILED, "out of memory for the report");
    }
    const bool printed = puts(text) >= 0 && fflush(stdout) == 0;
    free(text);
    return printed ? -1 : fail_with(EXIT_FAILED, "standard output cannot be written: %s", strerror(errno));
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static void print_history(struct output_file *output, const struct report_run *runs, size_t count)
{
    md_output_print(output, "solver,iteration,seconds,residual,residual_scaled,residual_relative,residual_cone\n");
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < runs[i].history.count; ++k) {
            const md_progress *progress = &runs[i].history.at[k];
            md_output_print(output, "\"%s\",%lld,%.9g,%.17g,%.17g,%.17g,%.17g\n", runs[i].label,
                            (long long)progress->iteration, progress->seconds, progress->residual.absolute,
                            progress->residual.scaled, progress->residual.relative, progress->residual.cone);
        }
    }
}

int write_history(const char *path, const struct report_run *runs, size_t count)
{
    if (path == NULL) {
        return -1;
    }
    struct output_file output;
    md_error error = {0};
    md_status status = md_output_open(&output, path, &error);
    if (status == MD_OK) {
        print_history(&output, runs, count);
        status = md_output_commit(&output, &error);
    }
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "%s", error.message);
}

/* ---- Plot -------------------------------------------------------------------------------------------------------- */

/* The residuals with their tolerances; the first that has a tolerance is the one to show. */
static struct shown_residual {
    const char *label;
    double tolerance, value;
} shown_residual(const md_limits *limits, const md_residual *residual)
{
    const struct shown_residual all[] = {{"RES", limits->tol, residual->absolute},
                                         {"relative residual", limits->tol_relative, residual->relative},
                                         {"scaled residual (impulse)", limits->tol_scaled, residual->scaled},
                                         {"residual of the cone", limits->tol_cone, residual->cone}};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        if (all[i].tolerance > 0) {
            return all[i];
        }
    }
    return all[0];
}

double residual_of_tolerance(const md_limits *limits, const md_residual *residual)
{
    return shown_residual(limits, residual).value;
}

const char *residual_label(const md_limits *limits)
{
    return shown_residual(limits, &(md_residual){0}).label;
}

double tolerance_of(const md_limits *limits)
{
    return shown_residual(limits, &(md_residual){0}).tolerance;
}

/* The curves of the solves; the coordinates go to `numbers`, which has room for two per point. */
static void fill_series(struct plot_series *series, double *numbers, const md_limits *limits,
                        const struct report_run *runs, size_t count)
{
    double *x = numbers;
    for (size_t i = 0; i < count; ++i) {
        const struct history *history = &runs[i].history;
        double *y = x + history->count;
        for (size_t k = 0; k < history->count; ++k) {
            x[k] = (double)history->at[k].iteration;
            y[k] = residual_of_tolerance(limits, &history->at[k].residual);
        }
        series[i] = (struct plot_series){
            .label = runs[i].label, .solver = runs[i].label, .x = x, .y = y, .count = history->count};
        x = y + history->count;
    }
}

int write_plot(const char *path, const char *title, const md_limits *limits, const struct report_run *runs,
               size_t count)
{
    if (path == NULL) {
        return -1;
    }
    size_t points = 0;
    int64_t max_iterations = 0;
    for (size_t i = 0; i < count; ++i) {
        const int64_t iterations = runs[i].result.iterations;
        points += runs[i].history.count;
        max_iterations = iterations > max_iterations ? iterations : max_iterations;
    }
    double *numbers = calloc(2 * points + 1, sizeof *numbers);
    struct plot_series *series = calloc(count + 1, sizeof *series);
    if (numbers == NULL || series == NULL) {
        free(numbers);
        free(series);
        return fail_with(EXIT_FAILED, "out of memory for the plot");
    }
    fill_series(series, numbers, limits, runs, count);
    char heading[256];
    snprintf(heading, sizeof heading, "%s: residual after each sweep", title);
    const struct plot plot = {.title = heading,
                              .x_label = "sweeps",
                              .y_label = residual_label(limits),
                              .log_y = true,
                              /* A linear axis would squeeze the first sweeps into one column. */
                              .log_x = max_iterations > 1000,
                              .level = tolerance_of(limits),
                              .level_label = "tolerance",
                              .series = series,
                              .series_count = count};
    md_error error = {0};
    const md_status status = plot_write(&plot, path, &error);
    free(numbers);
    free(series);
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "%s", error.message);
}

void format_seconds(double seconds, char *text, size_t size)
{
    if (seconds < 1e-3) {
        snprintf(text, size, "%.1f us", seconds * 1e6);
    } else if (seconds < 1) {
        snprintf(text, size, "%.2f ms", seconds * 1e3);
    } else {
        snprintf(text, size, "%.2f s", seconds);
    }
}
