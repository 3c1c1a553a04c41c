/* The plot of a study: one panel per measure. Along x is the first varied setting whose values are numbers, or else the first
 * one, whose values are then names. There is one curve per combination of the other settings. Error bars are one standard
 * deviation over the seeds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/output_file.h"
#include "cli/cli.h"
#include "cli/study/csv.h"
#include "cli/study/folder.h"
#include "cli/study/summary.h"
#include "draw/plot.h"

#define MAX_CURVES 16
#define LABEL_SIZE 112 /* of a measure with its unit */

struct curve {
    char label[200];
    const char *solver;    /* its colour; NULL if the curves are not solvers */
    int64_t *combinations; /* along x; in the array of the figure */
    size_t count;
};

struct figure {
    const struct summary *summary;
    const struct vary *x; /* NULL: nothing but seeds is varied */
    const char **x_names; /* NULL: the values along x are numbers */
    struct curve *curves;
    size_t curve_count;
    int64_t *combinations; /* of all curves */
    double *numbers;       /* x, y, low and high of every point of every panel */
};

/* ---- Curves ------------------------------------------------------------------------------------------------------ */

static const struct vary *find_x(const struct plan *plan)
{
    for (size_t i = 0; i < plan->varied_count; ++i) {
        if (plan->varied[i].numbers != NULL && plan->varied[i].count > 1) {
            return &plan->varied[i];
        }
    }
    return plan->varied_count > 0 ? &plan->varied[0] : NULL;
}

/* The value of a combination along x. Names are at 1, 2, ... */
static double x_of(const struct figure *figure, int64_t combination)
{
    const struct plan *plan = figure->summary->plan;
    if (figure->x == NULL) {
        return 1;
    }
    const size_t index = (size_t)(figure->x - plan->varied);
    return figure->x_names == NULL ? plan_number(plan, combination * plan->seeds, index)
                                   : (double)plan_value_index(plan, combination * plan->seeds, index) + 1;
}

/* Writes the settings of a combination without that along x: "solver=pgs, substeps=2". */
static void write_label(const struct figure *figure, int64_t combination, char *text, size_t size)
{
    const struct plan *plan = figure->summary->plan;
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < plan->varied_count && used < size; ++i) {
        if (&plan->varied[i] != figure->x) {
            used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used > 0 ? ", " : "", plan->varied[i].key,
                                     plan_value(plan, combination * plan->seeds, i));
        }
    }
}

/* The solver of a curve, if the curves differ by it. */
static const char *solver_of(const struct figure *figure, int64_t combination)
{
    const struct plan *plan = figure->summary->plan;
    for (size_t i = 0; i < plan->varied_count; ++i) {
        if (&plan->varied[i] != figure->x && strcmp(plan->varied[i].key, "solver") == 0) {
            return plan_value(plan, combination * plan->seeds, i);
        }
    }
    return NULL;
}

/* The index of the curve of a combination: its settings without that along x, the last one varying fastest. */
static size_t curve_index(const struct figure *figure, int64_t combination)
{
    const struct plan *plan = figure->summary->plan;
    size_t index = 0;
    for (size_t i = 0; i < plan->varied_count; ++i) {
        if (&plan->varied[i] != figure->x) {
            index = index * plan->varied[i].count + plan_value_index(plan, combination * plan->seeds, i);
        }
    }
    return index;
}

/* The combinations in the order of x, so that lines lead from left to right. */
static void sort_by_x(const struct figure *figure, struct curve *curve)
{
    for (size_t i = 1; i < curve->count; ++i) {
        const int64_t moved = curve->combinations[i];
        size_t k = i;
        for (; k > 0 && x_of(figure, curve->combinations[k - 1]) > x_of(figure, moved); --k) {
            curve->combinations[k] = curve->combinations[k - 1];
        }
        curve->combinations[k] = moved;
    }
}

static void make_curves(struct figure *figure)
{
    const int64_t combinations = figure->summary->plan->combinations;
    const size_t length = (size_t)combinations / figure->curve_count;
    for (int64_t i = 0; i < combinations; ++i) {
        const size_t index = curve_index(figure, i);
        struct curve *curve = &figure->curves[index];
        if (curve->count == 0) {
            write_label(figure, i, curve->label, sizeof curve->label);
            curve->solver = solver_of(figure, i);
            curve->combinations = figure->combinations + index * length;
        }
        curve->combinations[curve->count++] = i;
    }
    for (size_t i = 0; i < figure->curve_count; ++i) {
        sort_by_x(figure, &figure->curves[i]);
    }
}

/* ---- plot.dat ---------------------------------------------------------------------------------------------------- */

static void print_x(FILE *file, const struct figure *figure, int64_t combination)
{
    const struct plan *plan = figure->summary->plan;
    const size_t index = (size_t)(figure->x != NULL ? figure->x - plan->varied : 0);
    const char *quote = figure->x_names != NULL ? "\"" : "";
    fprintf(file, "%s%s%s", quote, figure->x != NULL ? plan_value(plan, combination * plan->seeds, index) : plan->scene,
            quote);
}

/* Blocks that gnuplot selects by `index`, one per curve. */
static void print_data(FILE *file, const struct figure *figure)
{
    const struct summary *summary = figure->summary;
    const struct measures *measures = summary->measures;
    for (size_t c = 0; c < figure->curve_count; ++c) {
        const struct curve *curve = &figure->curves[c];
        fprintf(file, "%s# curve: %s\n# %s", c > 0 ? "\n\n" : "", curve->label,
                figure->x != NULL ? figure->x->key : "scene");
        for (size_t k = 0; k < measures->shown_count; ++k) {
            const char *name = measures->names[measures->shown[k]];
            fprintf(file, " %s:mean %s:sd", name, name);
        }
        fputc('\n', file);
        for (size_t i = 0; i < curve->count; ++i) {
            print_x(file, figure, curve->combinations[i]);
            for (size_t k = 0; k < measures->shown_count; ++k) {
                const struct spread *spread = summary_at(summary, curve->combinations[i], k);
                fprintf(file, " %.9g %.9g", spread->mean, spread->deviation);
            }
            fputc('\n', file);
        }
    }
}

static int write_data(const struct figure *figure)
{
    struct output_file output;
    md_error error = {0};
    const struct folder_path path = folder_path(figure->summary->plan, "plot.dat");
    md_status status = md_output_open(&output, path.text, &error);
    if (status == MD_OK) {
        print_data(output.file, figure);
        status = md_output_commit(&output, &error);
    }
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "study: %s", error.message);
}

/* ---- plot.svg ---------------------------------------------------------------------------------------------------- */

/* A logarithmic axis, if positive numbers differ by more than a factor of 20. */
static bool is_wide(double min, double max)
{
    return min > 0 && max > 20 * min;
}

/* The smallest and the largest mean of a panel, and the largest end of a bar. */
struct extent {
    double min, max, top;
};

static struct extent extent_of(const struct summary *summary, size_t shown)
{
    struct extent extent = {INFINITY, -INFINITY, -INFINITY};
    for (int64_t i = 0; i < summary->plan->combinations; ++i) {
        const struct spread *spread = summary_at(summary, i, shown);
        if (spread->count > 0) {
            extent.min = fmin(extent.min, spread->mean);
            extent.max = fmax(extent.max, spread->mean);
            extent.top = fmax(extent.top, spread->mean + (spread->count > 1 ? spread->deviation : 0));
        }
    }
    return extent;
}

static bool has_log_x(const struct figure *figure)
{
    const struct vary *x = figure->x;
    double min = INFINITY;
    double max = -INFINITY;
    for (size_t i = 0; figure->x_names == NULL && i < x->count; ++i) {
        min = fmin(min, x->numbers[i]);
        max = fmax(max, x->numbers[i]);
    }
    return figure->x_names == NULL && (x->is_log || (!x->is_linear && is_wide(min, max)));
}

/* Between names, the points of several curves are side by side. */
static double x_drawn(const struct figure *figure, const struct curve *curve, size_t drawn, int64_t combination)
{
    const double place = (double)(curve - figure->curves) - 0.5 * (double)(drawn - 1);
    return x_of(figure, combination) + (figure->x_names != NULL ? 0.5 * place / (double)drawn : 0);
}

/* Fills the points of a curve in one panel. Returns the first number that is free. A bar that would reach zero on a
 * logarithmic axis ends below the panel. */
static double *fill_series(const struct figure *figure, const struct curve *curve, size_t drawn, size_t shown,
                           double *numbers, struct plot_series *series)
{
    double *x = numbers;
    double *y = x + curve->count;
    double *low = y + curve->count;
    double *high = low + curve->count;
    const struct extent extent = extent_of(figure->summary, shown);
    const bool is_log = is_wide(extent.min, extent.max);
    for (size_t i = 0; i < curve->count; ++i) {
        const struct spread *spread = summary_at(figure->summary, curve->combinations[i], shown);
        const double deviation = isfinite(spread->deviation) ? spread->deviation : 0;
        x[i] = x_drawn(figure, curve, drawn, curve->combinations[i]);
        y[i] = spread->mean;
        low[i] = is_log ? fmax(spread->mean - deviation, 1e-30 * spread->mean) : spread->mean - deviation;
        high[i] = spread->mean + deviation;
    }
    *series = (struct plot_series){.label = curve->label,
                                   .x = x,
                                   .y = y,
                                   .count = curve->count,
                                   .solver = curve->solver,
                                   .points = figure->x_names != NULL,
                                   .y_low = low,
                                   .y_high = high};
    return high + curve->count;
}

/* The axes of a panel, whose label is stored in `label`. */
static struct plot panel_of(const struct figure *figure, size_t shown, char label[LABEL_SIZE])
{
    const struct measures *measures = figure->summary->measures;
    const char *name = measures->names[measures->shown[shown]];
    const char *unit = measures_unit(name);
    const bool has_names = figure->x_names != NULL;
    const size_t values = figure->x != NULL ? figure->x->count : 1;
    const struct extent extent = extent_of(figure->summary, shown);
    const bool is_log = is_wide(extent.min, extent.max);
    snprintf(label, LABEL_SIZE, "%s%s%s", name, unit[0] != '\0' ? ", " : "", unit);
    return (struct plot){.x_label = figure->x != NULL ? figure->x->key : "",
                         .y_label = label,
                         .log_x = has_log_x(figure),
                         .log_y = is_log,
                         .y_min = is_log ? pow(10, floor(log10(extent.min))) : 0,
                         .y_max = is_log ? pow(10, ceil(log10(extent.top))) : 0,
                         .no_key = true,
                         .x_names = figure->x_names,
                         .x_min = has_names ? 0.5 : 0,
                         .x_max = has_names ? (double)values + 0.5 : 0};
}

static void write_title(const struct figure *figure, size_t drawn, char *title, size_t size)
{
    const struct plan *plan = figure->summary->plan;
    size_t used = (size_t)snprintf(title, size, "%s", plan->scene);
    if (plan->seeds > 1) {
        used += (size_t)snprintf(title + used, size - used, ": mean and standard deviation of %lld seeds",
                                 (long long)plan->seeds);
    }
    if (drawn < figure->curve_count) {
        snprintf(title + used, size - used, " (the first %zu of %zu curves)", drawn, figure->curve_count);
    }
}

static size_t drawn_curves(const struct figure *figure)
{
    return figure->curve_count < MAX_CURVES ? figure->curve_count : MAX_CURVES;
}

static int draw(const struct figure *figure, struct plot *panels, struct plot_series *series,
                char (*labels)[LABEL_SIZE])
{
    const size_t drawn = drawn_curves(figure);
    const size_t panel_count = figure->summary->measures->shown_count;
    double *numbers = figure->numbers;
    char title[200];
    for (size_t k = 0; k < panel_count; ++k) {
        for (size_t c = 0; c < drawn; ++c) {
            numbers = fill_series(figure, &figure->curves[c], drawn, k, numbers, &series[k * drawn + c]);
        }
        panels[k] = panel_of(figure, k, labels[k]);
        panels[k].series = &series[k * drawn];
        panels[k].series_count = drawn;
    }
    write_title(figure, drawn, title, sizeof title);
    md_error error = {0};
    const struct folder_path path = folder_path(figure->summary->plan, "plot.svg");
    const md_status status = plot_write_panels(panels, panel_count, title, path.text, &error);
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "study: %s", error.message);
}

/* Whether a curve that is drawn has a point in any panel. */
static bool has_results(const struct figure *figure)
{
    bool found = false;
    for (size_t c = 0; c < drawn_curves(figure); ++c) {
        const struct curve *curve = &figure->curves[c];
        for (size_t i = 0; i < curve->count; ++i) {
            for (size_t k = 0; k < figure->summary->measures->shown_count; ++k) {
                found = found || summary_at(figure->summary, curve->combinations[i], k)->count > 0;
            }
        }
    }
    return found;
}

static int write_plot(const struct figure *figure)
{
    const size_t panel_count = figure->summary->measures->shown_count;
    if (!has_results(figure)) {
        return -1; /* all runs failed, which is reported */
    }
    if (!plot_is_possible()) {
        fprintf(stderr,
                "modulus: warning: plot.svg is not drawn, because gnuplot is not installed (Debian: apt-get install "
                "gnuplot-nox); the same command draws it later\n");
        return -1;
    }
    struct plot *panels = calloc(panel_count, sizeof *panels);
    struct plot_series *series = calloc(panel_count * MAX_CURVES, sizeof *series);
    char(*labels)[LABEL_SIZE] = calloc(panel_count, sizeof *labels);
    const int code = panels != NULL && series != NULL && labels != NULL ? draw(figure, panels, series, labels)
                                                                        : fail_with(EXIT_FAILED, "out of memory");
    free(panels);
    free(series);
    free(labels);
    return code;
}

/* ---- Both -------------------------------------------------------------------------------------------------------- */

static bool allocate(struct figure *figure)
{
    const struct plan *plan = figure->summary->plan;
    const size_t points = (size_t)plan->combinations;
    const size_t values = figure->x != NULL ? figure->x->count : 1;
    figure->curve_count = points / values;
    figure->curves = calloc(figure->curve_count, sizeof *figure->curves);
    figure->combinations = calloc(points, sizeof *figure->combinations);
    figure->numbers = calloc(4 * points * figure->summary->measures->shown_count, sizeof *figure->numbers);
    if (figure->x == NULL || figure->x->numbers == NULL) {
        figure->x_names = calloc(values + 1, sizeof *figure->x_names);
        for (size_t i = 0; figure->x_names != NULL && i < values; ++i) {
            figure->x_names[i] = figure->x != NULL ? figure->x->values[i] : plan->scene;
        }
        return figure->curves != NULL && figure->combinations != NULL && figure->numbers != NULL &&
               figure->x_names != NULL;
    }
    return figure->curves != NULL && figure->combinations != NULL && figure->numbers != NULL;
}

int figure_write(const struct summary *summary)
{
    struct figure figure = {.summary = summary, .x = find_x(summary->plan)};
    int code = -1;
    if (!allocate(&figure)) {
        code = fail_with(EXIT_FAILED, "out of memory for the plot");
    } else {
        make_curves(&figure);
        code = write_data(&figure);
        code = code < 0 ? write_plot(&figure) : code;
    }
    free(figure.curves);
    free(figure.combinations);
    free(figure.numbers);
    free(figure.x_names);
    return code;
}
