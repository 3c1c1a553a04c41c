/* The numbers of every step as a CSV file, and the plot of the residuals. */
#include <math.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/output/report.h"
#include "cli/run/run.h"
#include "draw/plot.h"

void run_history_header(struct output_file *history)
{
    md_output_print(
        history, "solver,step,time,status,iterations,residual,residual_scaled,residual_relative,rows,contacts,"
                 "contact_points,islands,awake_bodies,penetration_max,penetration_mean,kinetic_energy,potential_energy,"
                 "ms,ms_islands,ms_assemble,ms_solve,ms_position,ms_integrate,ms_collide\n");
}

void run_history_step(struct output_file *history, const struct run_result *result, const md_step_report *report,
                      double potential_energy)
{
    md_output_print(history, "\"%s\",%lld,%.9g,%s,%lld,%.9g,%.9g,%.9g,%d,%d,%d,%d,%d,%.9g,%.9g,%.9g,%.9g,",
                    result->setup.solvers, (long long)result->steps, (double)result->steps * result->setup.dt,
                    md_outcome_name(report->outcome), (long long)report->iterations, report->residual.absolute,
                    report->residual.scaled, report->residual.relative, report->rows, report->contacts,
                    report->contact_points, report->islands, report->awake_bodies, (double)report->penetration_max,
                    (double)report->penetration_mean, report->kinetic_energy, potential_energy);
    md_output_print(history, "%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n", 1e3 * report->seconds.total,
                    1e3 * report->seconds.islands, 1e3 * report->seconds.assemble, 1e3 * report->seconds.solve,
                    1e3 * report->seconds.position, 1e3 * report->seconds.integrate, 1e3 * report->seconds.collide);
}

/* Steps with hardly any load have residuals of rounding size, down to 1e-30. Drawing them would compress all others
 * into a line, so the plot leaves out residuals below 1e-8 of the largest one. */
static double smallest_drawn(const struct run_result *results, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; ++i) {
        for (int64_t k = 0; k < results[i].steps; ++k) {
            largest = fmax(largest, results[i].residuals[k]);
        }
    }
    return 1e-8 * largest;
}

/* The solver and its residual at the end, which may be too small to be drawn. */
static void label_of(const struct run_result *run, char *label, size_t size)
{
    if (run->steps == 0) {
        snprintf(label, size, "%s", run->setup.solvers);
        return;
    }
    snprintf(label, size, "%s: %.0e at the end", run->setup.solvers, run->residuals[run->steps - 1]);
}

int run_plot(const char *path, const struct run_result *results, size_t count)
{
    if (path == NULL) {
        return -1;
    }
    struct plot_series series[MAX_SOLVERS];
    char labels[MAX_SOLVERS][SOLVER_PAIR_SIZE + 32];
    size_t points = 0;
    for (size_t i = 0; i < count; ++i) {
        points += (size_t)results[i].steps;
    }
    double *numbers = calloc(2 * points + 1, sizeof *numbers);
    if (numbers == NULL) {
        return fail_with(EXIT_FAILED, "out of memory for the plot");
    }
    const double smallest = smallest_drawn(results, count);
    double *x = numbers;
    for (size_t i = 0; i < count; ++i) {
        double *y = x + results[i].steps;
        for (int64_t k = 0; k < results[i].steps; ++k) {
            x[k] = (double)(k + 1);
            y[k] = results[i].residuals[k] >= smallest ? results[i].residuals[k] : 0;
        }
        label_of(&results[i], labels[i], sizeof labels[i]);
        series[i] = (struct plot_series){
            .label = labels[i], .solver = results[i].setup.solvers, .x = x, .y = y, .count = (size_t)results[i].steps};
        x = y + results[i].steps;
    }
    char title[160];
    snprintf(title, sizeof title, "%s: residual of each step, lower is better", results[0].setup.scene);
    const struct plot plot = {.title = title,
                              .x_label = "step",
                              .y_label = residual_label(&results[0].setup.limits),
                              .log_y = true,
                              .level = tolerance_of(&results[0].setup.limits),
                              .level_label = "tolerance",
                              .key_below = true,
                              .series = series,
                              .series_count = count};
    md_error error = {0};
    const md_status status = plot_write(&plot, path, &error);
    free(numbers);
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "%s", error.message);
}
