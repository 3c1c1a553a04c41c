#include "bench/sweeps/sweeps.h"

#include <stdlib.h>

#include "base/error.h"

const struct effort SWEEPS_USUAL = {.repeats = 15, .seconds = 0.03, .max_rows = INT32_MAX};
const struct effort SWEEPS_QUICK = {.repeats = 3, .seconds = 0.005, .max_rows = 10000};

static md_status measure(struct measurement *measurement, const struct bench_case *chosen, const struct effort *effort,
                         md_error *error)
{
    struct bench_problem problem;
    *measurement = (struct measurement){.family = chosen->family};
    md_status status = bench_problem_create(&problem, chosen, measurement->spec, sizeof measurement->spec, error);
    if (status == MD_OK) {
        status = time_sweeps(measurement, &problem, effort, error);
    }
    bench_problem_destroy(&problem);
    if (status == MD_OK) {
        const struct traffic *traffic = &measurement->traffic[SPARSE_PGS];
        const double footprint = (traffic->read + traffic->updated / 2) * measurement->m;
        measurement->bandwidth = measure_bandwidth((size_t)footprint, effort);
        measurement->arithmetic_rate = measure_arithmetic(effort, false);
        measurement->vector_rate = measure_arithmetic(effort, true);
    }
    return status;
}

static md_status report(const struct sweeps_plan *plan, const struct measurement *measurements, int count,
                        md_error *error)
{
    md_status status = MD_OK;
    sweeps_print(measurements, count);
    if (plan->json != NULL) {
        status = sweeps_write_json(measurements, count, plan->json, error);
    }
    return status == MD_OK && plan->plot != NULL ? sweeps_write_plot(measurements, count, plan->plot, error) : status;
}

md_status sweeps_run(const struct sweeps_plan *plan, bool *stopped, md_error *error)
{
    struct measurement *measurements = calloc((size_t)BENCH_CASE_COUNT, sizeof *measurements);
    md_status status = MD_OK;
    int count = 0;
    *stopped = false;
    if (measurements == NULL) {
        return md_fail(error, MD_ERROR_MEMORY, "out of memory");
    }
    for (int i = 0; status == MD_OK && i < BENCH_CASE_COUNT && !*stopped; ++i) {
        *stopped =
            plan->progress != NULL && !plan->progress(plan->user, (double)i / BENCH_CASE_COUNT, BENCH_CASES[i].family);
        if (!*stopped && BENCH_CASES[i].rows <= plan->effort.max_rows) {
            status = measure(&measurements[count++], &BENCH_CASES[i], &plan->effort, error);
        }
    }
    if (plan->progress != NULL) {
        plan->progress(plan->user, 1, "");
    }
    if (status == MD_OK && count > 0) {
        status = report(plan, measurements, count, error);
    }
    free(measurements);
    return status;
}
