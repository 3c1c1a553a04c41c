/* Results for people (tables), for programs (JSON) and for plots, and the files they go to. */
#ifndef MODULUS_CLI_REPORT_H
#define MODULUS_CLI_REPORT_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include <modulus/modulus.h>

#include "cli/solver_options.h"

/** One solver's run in a report. */
struct report_run {
    char label[128]; /* the spec */
    md_result result;
    struct history history;
};

/** The keys of a result that the design promises: solver, status, iterations, residuals, seconds, m, n. */
cJSON *report_to_json(const struct report_run *run);
/** A number, or null where it is not finite. */
void json_add_number(cJSON *object, const char *key, double value);
/** Prints the object on standard output, and frees it. Returns an exit code, or -1. */
int json_print(cJSON *object);

/** Nothing is computed for a file that cannot be written: checks its folder, and for plots the ending and gnuplot. On
 *  failure prints one line and returns the exit code; -1 to go on. NULL paths are fine. */
int check_output(const char *option, const char *path);
int check_plot_output(const char *path);

/** Writes the histories as CSV, whole or not at all. -1, or the exit code after one line. */
int write_history(const char *path, const struct report_run *runs, size_t count);
/** Plots the residual against the sweep, one curve a run. -1, or the exit code. */
int write_plot(const char *path, const char *title, const md_limits *limits, const struct report_run *runs,
               size_t count);

/** The residual that the tolerance is on, RES where there is none; what to call it, and the tolerance. */
double watched_residual(const md_limits *limits, const md_residual *residual);
const char *watched_label(const md_limits *limits);
double watched_tolerance(const md_limits *limits);

/** A duration with a unit that suits it. */
void format_seconds(double seconds, char *text, size_t size);

#endif
