#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

static const char HELP[] =
    "Usage: modulus_bench [--quick] [--json FILE] [--plot FILE]\n"
    "Times sweeps of PGS and AMGS in their sparse and explicit forms, and the memory they run in.\n"
    "  --quick      up to 10,000 rows, a few seconds\n"
    "  --json FILE  write the numbers too\n"
    "  --plot FILE  draw the cost of a row against the number of rows (.svg or .png)\n";

static void show_progress(const char *text, int done, int count)
{
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r\033[K[%d/%d] %s", done, count, text);
        fprintf(stderr, "%s", done == count ? "\r\033[K" : "");
        fflush(stderr);
    }
}

static md_status measure(struct measurement *measurement, const struct bench_case *which, const struct effort *effort,
                         md_error *error)
{
    struct bench_problem problem;
    *measurement = (struct measurement){.family = which->family};
    md_status status = bench_problem_create(&problem, which, measurement->spec, sizeof measurement->spec, error);
    if (status == MD_OK) {
        status = measure_sweeps(measurement, &problem, effort, error);
    }
    bench_problem_destroy(&problem);
    if (status == MD_OK) {
        const struct traffic *traffic = &measurement->traffic[SPARSE_PGS];
        const double footprint = (traffic->read + traffic->updated / 2) * measurement->m;
        measurement->bandwidth = measure_bandwidth((size_t)footprint, effort);
    }
    return status;
}

struct outputs {
    const char *json, *plot;
};

static md_status report(const struct measurement *measurements, int count, const struct outputs *outputs,
                        md_error *error)
{
    report_tables(measurements, count);
    if (outputs->json != NULL && !report_json(measurements, count, outputs->json)) {
        *error = (md_error){.status = MD_ERROR_FILE};
        snprintf(error->message, sizeof error->message, "%s: cannot be written", outputs->json);
        return error->status;
    }
    return outputs->plot != NULL ? report_plot(measurements, count, outputs->plot, error) : MD_OK;
}

static int run(const struct effort *effort, const struct outputs *outputs)
{
    struct measurement *measurements = calloc((size_t)BENCH_CASE_COUNT, sizeof *measurements);
    int count = 0;
    md_status status = measurements != NULL ? MD_OK : MD_ERROR_MEMORY;
    md_error error = {0};
    for (int i = 0; status == MD_OK && i < BENCH_CASE_COUNT; ++i) {
        show_progress(BENCH_CASES[i].family, i, BENCH_CASE_COUNT);
        if (BENCH_CASES[i].rows <= effort->rows_most) {
            status = measure(&measurements[count++], &BENCH_CASES[i], effort, &error);
        }
    }
    show_progress("", BENCH_CASE_COUNT, BENCH_CASE_COUNT);
    if (status == MD_OK) {
        status = report(measurements, count, outputs, &error);
    }
    if (status != MD_OK) {
        fprintf(stderr, "modulus_bench: %s\n", error.status != MD_OK ? error.message : md_status_text(status));
    }
    free(measurements);
    return status == MD_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct effort effort = {.repeats = 15, .seconds = 0.03, .rows_most = INT32_MAX};
    struct outputs outputs = {0};
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--quick") == 0) {
            effort = (struct effort){.repeats = 3, .seconds = 0.005, .rows_most = 10000};
        } else if (strcmp(argv[i], "--json") == 0 && i + 1 < argc) {
            outputs.json = argv[++i];
        } else if (strcmp(argv[i], "--plot") == 0 && i + 1 < argc) {
            outputs.plot = argv[++i];
        } else if (strcmp(argv[i], "--help") == 0) {
            fputs(HELP, stdout);
            return EXIT_SUCCESS;
        } else {
            fprintf(stderr, "modulus_bench: unexpected '%s'\n%s", argv[i], HELP);
            return 2;
        }
    }
    return run(&effort, &outputs);
}
