/* Results of solves as JSON, CSV and plots.
 *
 * Functions that return an int print one line and return the exit code on failure, otherwise -1. */
#ifndef MODULUS_CLI_OUTPUT_REPORT_H
#define MODULUS_CLI_OUTPUT_REPORT_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include <modulus/modulus.h>

#include "cli/output/watch.h"

/** One solve. */
struct report_run {
    char label[128];      /* the specification of the solver */
    const char *friction; /* the law of the contacts; NULL: there are none */
    md_result result;
    struct history history;
};

/** The object with the documented keys of a result: solver, status, iterations, residuals, seconds, m, n, friction. */
cJSON *report_to_json(const struct report_run *run);
/** Adds a number, or null if it is not finite. */
void json_add_number(cJSON *object, const char *key, double value);
/** Prints the object on standard output and frees it. */
int json_print(cJSON *object);

/** Writes the histories as one CSV file. Does nothing if the path is NULL. */
int write_history(const char *path, const struct report_run *runs, size_t count);
/** Plots the residual over the sweeps, one curve per solve. Does nothing if the path is NULL. */
int write_plot(const char *path, const char *title, const md_limits *limits, const struct report_run *runs,
               size_t count);

/** The kind of residual that the tolerance limits (RES if there is none): its value, its name, and the tolerance. */
double residual_of_tolerance(const md_limits *limits, const md_residual *residual);
const char *residual_label(const md_limits *limits);
double tolerance_of(const md_limits *limits);

/** Formats a duration in us, ms or s. */
void format_seconds(double seconds, char *text, size_t size);

#endif
