#include "cli/study/summary.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/output_file.h"
#include "cli/cli.h"
#include "cli/output/report.h"
#include "cli/study/csv.h"
#include "cli/study/folder.h"
#include "scene/json_memory.h"

/* ---- Statistics -------------------------------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Collects the numbers of the runs that succeeded, in ascending order, so that sums do not depend on which run ended
 * first. Returns their count. */
static int64_t collect(const struct plan *plan, int64_t combination, size_t number, double *values)
{
    const struct run_outcome *runs = &plan->outcomes[combination * plan->seeds];
    int64_t count = 0;
    for (int64_t i = 0; i < plan->seeds; ++i) {
        if (runs[i].is_done && runs[i].error[0] == '\0' && isfinite(runs[i].numbers[number])) {
            values[count++] = runs[i].numbers[number];
        }
    }
    qsort(values, (size_t)count, sizeof *values, compare_numbers);
    return count;
}

static struct spread spread_of(const double *values, int64_t count)
{
    const double unknown = (double)NAN;
    double sum = 0;
    double squares = 0;
    if (count == 0) {
        return (struct spread){0, unknown, unknown, unknown, unknown, unknown};
    }
    for (int64_t i = 0; i < count; ++i) {
        sum += values[i];
    }
    const double mean = sum / (double)count;
    for (int64_t i = 0; i < count; ++i) {
        squares += (values[i] - mean) * (values[i] - mean);
    }
    return (struct spread){.count = count,
                           .mean = mean,
                           .deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : unknown,
                           .min = values[0],
                           .median = 0.5 * (values[(count - 1) / 2] + values[count / 2]),
                           .max = values[count - 1]};
}

static int64_t count_failed(const struct plan *plan, int64_t combination)
{
    int64_t failed = 0;
    for (int64_t i = 0; i < plan->seeds; ++i) {
        failed += plan->outcomes[combination * plan->seeds + i].error[0] != '\0';
    }
    return failed;
}

int summary_make(struct summary *summary, const struct plan *plan, const struct measures *measures)
{
    *summary = (struct summary){.plan = plan, .measures = measures};
    summary->failed = calloc((size_t)plan->combinations, sizeof *summary->failed);
    summary->spreads = calloc((size_t)plan->combinations * measures->shown_count, sizeof *summary->spreads);
    double *values = calloc((size_t)plan->seeds, sizeof *values);
    if (summary->failed == NULL || summary->spreads == NULL || values == NULL) {
        free(values);
        return fail_with(EXIT_FAILED, "out of memory");
    }
    for (int64_t i = 0; i < plan->combinations; ++i) {
        summary->failed[i] = count_failed(plan, i);
        for (size_t k = 0; k < measures->shown_count; ++k) {
            const int64_t count = collect(plan, i, measures->shown[k], values);
            summary->spreads[(size_t)i * measures->shown_count + k] = spread_of(values, count);
        }
    }
    free(values);
    return -1;
}

void summary_free(struct summary *summary)
{
    free(summary->failed);
    free(summary->spreads);
}

const struct spread *summary_at(const struct summary *summary, int64_t combination, size_t shown)
{
    return &summary->spreads[(size_t)combination * summary->measures->shown_count + shown];
}

/* ---- summary.csv ------------------------------------------------------------------------------------------------- */

static void print_line(FILE *file, const struct summary *summary, int64_t combination, size_t shown)
{
    const struct plan *plan = summary->plan;
    const char *name = summary->measures->names[summary->measures->shown[shown]];
    const struct spread *spread = summary_at(summary, combination, shown);
    for (size_t i = 0; i < plan->varied_count; ++i) {
        csv_text(file, plan_value(plan, combination * plan->seeds, i), i == 0);
    }
    csv_text(file, name, plan->varied_count == 0);
    csv_text(file, measures_unit(name), false);
    fprintf(file, ",%lld,%lld", (long long)spread->count, (long long)summary->failed[combination]);
    csv_number(file, spread->mean);
    csv_number(file, spread->deviation);
    csv_number(file, spread->min);
    csv_number(file, spread->median);
    csv_number(file, spread->max);
    fputc('\n', file);
}

static void print_csv(FILE *file, const struct summary *summary)
{
    const struct plan *plan = summary->plan;
    for (size_t i = 0; i < plan->varied_count; ++i) {
        csv_text(file, plan->varied[i].key, i == 0);
    }
    csv_text(file, "measure", plan->varied_count == 0);
    fputs(",unit,runs,failed,mean,sd,min,median,max\n", file);
    for (size_t k = 0; k < summary->measures->shown_count; ++k) {
        for (int64_t i = 0; i < plan->combinations; ++i) {
            print_line(file, summary, i, k);
        }
    }
}

static int write_csv(const struct summary *summary)
{
    struct output_file output;
    md_error error = {0};
    const struct folder_path path = folder_path(summary->plan, "summary.csv");
    md_status status = md_output_open(&output, path.text, &error);
    if (status == MD_OK) {
        print_csv(output.file, summary);
        status = md_output_commit(&output, &error);
    }
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "study: %s", error.message);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

/* A value as a number, if all values of its key are numbers. */
static void add_value(cJSON *object, const struct plan *plan, int64_t run, size_t index)
{
    const struct vary *vary = &plan->varied[index];
    if (vary->numbers != NULL) {
        json_add_number(object, vary->key, plan_number(plan, run, index));
    } else {
        cJSON_AddStringToObject(object, vary->key, plan_value(plan, run, index));
    }
}

static cJSON *json_of_combination(const struct summary *summary, int64_t combination)
{
    const struct plan *plan = summary->plan;
    cJSON *entry = cJSON_CreateObject();
    cJSON *settings = cJSON_AddObjectToObject(entry, "settings");
    for (size_t i = 0; i < plan->varied_count; ++i) {
        add_value(settings, plan, combination * plan->seeds, i);
    }
    json_add_number(entry, "runs", (double)plan->seeds);
    json_add_number(entry, "failed", (double)summary->failed[combination]);
    cJSON *list = cJSON_AddObjectToObject(entry, "measures");
    for (size_t k = 0; k < summary->measures->shown_count; ++k) {
        const char *name = summary->measures->names[summary->measures->shown[k]];
        const struct spread *spread = summary_at(summary, combination, k);
        cJSON *measure = cJSON_AddObjectToObject(list, name);
        cJSON_AddStringToObject(measure, "unit", measures_unit(name));
        json_add_number(measure, "runs", (double)spread->count);
        json_add_number(measure, "mean", spread->mean);
        json_add_number(measure, "sd", spread->deviation);
        json_add_number(measure, "min", spread->min);
        json_add_number(measure, "median", spread->median);
        json_add_number(measure, "max", spread->max);
    }
    return entry;
}

static void add_errors(cJSON *object, const struct plan *plan)
{
    cJSON *errors = cJSON_AddArrayToObject(object, "errors");
    for (int64_t run = 0; run < plan->runs; ++run) {
        if (plan->outcomes[run].error[0] != '\0') {
            cJSON *entry = cJSON_CreateObject();
            json_add_number(entry, "run", (double)run + 1);
            for (size_t i = 0; i < plan_columns(plan); ++i) {
                add_value(entry, plan, run, i);
            }
            cJSON_AddStringToObject(entry, "error", plan->outcomes[run].error);
            cJSON_AddItemToArray(errors, entry);
        }
    }
}

static cJSON *to_json(const struct summary *summary)
{
    const struct plan *plan = summary->plan;
    json_memory_watch();
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", plan->scene);
    json_add_number(object, "steps", plan->has_varied_steps ? (double)NAN : (double)plan->steps);
    json_add_number(object, "runs", (double)plan->runs);
    json_add_number(object, "failed", (double)plan->failed);
    cJSON *results = cJSON_AddArrayToObject(object, "results");
    for (int64_t i = 0; i < plan->combinations; ++i) {
        cJSON_AddItemToArray(results, json_of_combination(summary, i));
    }
    add_errors(object, plan);
    return object;
}

int summary_print_json(const struct summary *summary)
{
    return json_print(to_json(summary));
}

static int write_json(const struct summary *summary)
{
    struct output_file output;
    md_error error = {0};
    const struct folder_path path = folder_path(summary->plan, "summary.json");
    cJSON *object = to_json(summary);
    char *text = cJSON_Print(object);
    cJSON_Delete(object);
    if (text == NULL || json_memory_failed()) {
        free(text);
        return fail_with(EXIT_FAILED, "out of memory for the summary");
    }
    md_status status = md_output_open(&output, path.text, &error);
    if (status == MD_OK) {
        md_output_print(&output, "%s\n", text);
        status = md_output_commit(&output, &error);
    }
    free(text);
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "study: %s", error.message);
}

int summary_write(const struct summary *summary)
{
    const int code = write_csv(summary);
    return code < 0 ? write_json(summary) : code;
}
