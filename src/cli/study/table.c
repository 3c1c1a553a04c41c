/* The statistics of a study on a terminal. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/study/summary.h"

static void print_cell(double value)
{
    if (isfinite(value)) {
        printf(" %11.4g", value);
    } else {
        printf(" %11s", "-");
    }
}

static int column_width(const struct vary *vary)
{
    int width = (int)strlen(vary->key);
    for (size_t i = 0; i < vary->count; ++i) {
        const int length = (int)strlen(vary->values[i]);
        width = length > width ? length : width;
    }
    return width;
}

static void print_settings(const struct plan *plan, int64_t combination)
{
    printf(" ");
    for (size_t i = 0; i < plan->varied_count; ++i) {
        const char *text = combination < 0 ? plan->varied[i].key : plan_value(plan, combination * plan->seeds, i);
        printf(" %-*s", column_width(&plan->varied[i]), md_printable(text).text);
    }
}

static void print_measure(const struct summary *summary, size_t shown, int64_t jobs)
{
    const struct plan *plan = summary->plan;
    const char *name = summary->measures->names[summary->measures->shown[shown]];
    const char *unit = measures_unit(name);
    printf("\n%s%s%s\n", name, unit[0] != '\0' ? ", " : "", unit);
    if (measures_is_time(name) && jobs > 1) {
        printf("  note: %lld runs at a time slow each other down; --jobs 1 measures times\n", (long long)jobs);
    }
    print_settings(plan, -1);
    printf(" %6s %6s %11s %11s %11s %11s %11s\n", "runs", "failed", "mean", "sd", "min", "median", "max");
    for (int64_t i = 0; i < plan->combinations; ++i) {
        const struct spread *spread = summary_at(summary, i, shown);
        print_settings(plan, i);
        printf(" %6lld %6lld", (long long)spread->count, (long long)summary->failed[i]);
        print_cell(spread->mean);
        print_cell(spread->deviation);
        print_cell(spread->min);
        print_cell(spread->median);
        print_cell(spread->max);
        putchar('\n');
    }
}

void table_print(const struct summary *summary, int64_t jobs)
{
    const struct plan *plan = summary->plan;
    printf("%s: %lld combination%s", md_printable(plan->scene).text, (long long)plan->combinations,
           plan->combinations == 1 ? "" : "s");
    if (plan->has_seeds) {
        printf(" x %lld seed%s", (long long)plan->seeds, plan->seeds == 1 ? "" : "s");
    }
    printf(" = %lld run%s", (long long)plan->runs, plan->runs == 1 ? "" : "s");
    if (!plan->has_varied_steps) {
        printf(" of %lld step%s", (long long)plan->steps, plan->steps == 1 ? "" : "s");
    }
    putchar('\n');
    for (size_t k = 0; k < summary->measures->shown_count; ++k) {
        print_measure(summary, k, jobs);
    }
}
