#define _GNU_SOURCE /* pipe2 */

#include "draw/plot.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/output_file.h"
#include "draw/palette.h"

/* Longer series are thinned out evenly along the axis; the first and the last point are always drawn. */
#define MAX_POINTS 1000
#define POINTS_PER_DECADE 300

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text);
    const size_t tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

bool plot_path_is_known(const char *path)
{
    return ends_with(path, ".svg") || ends_with(path, ".png");
}

bool plot_is_possible(void)
{
    FILE *pipe = popen("command -v gnuplot", "r");
    char line[8];
    const bool found = pipe != NULL && fgets(line, sizeof line, pipe) != NULL;
    return pipe != NULL && pclose(pipe) == 0 && found;
}

/* Writes a text as a string of gnuplot. Quotes, backslashes, backquotes (which run a shell command) and other signs
 * are written as octal escapes, and so is a digit after an escape; control characters become spaces. */
static void write_quoted(FILE *script, const char *text)
{
    bool escaped = false;
    fputc('"', script);
    for (; *text != '\0'; ++text) {
        const unsigned char c = (unsigned char)*text;
        const bool is_control = c < 0x20 || c == 0x7f;
        const bool is_plain = c >= 0x80 || isalpha(c) || c == ' ' || (isdigit(c) && !escaped);
        escaped = !is_control && !is_plain;
        fprintf(script, escaped ? "\\%03o" : "%c", is_control ? ' ' : c);
    }
    fputc('"', script);
}

/* Writes a text as a word of a data line. Such words have no escapes, so that signs with a meaning are replaced. */
static void write_data_word(FILE *script, const char *text)
{
    fputc('"', script);
    for (; *text != '\0'; ++text) {
        const unsigned char c = (unsigned char)*text;
        fputc(c < 0x20 || c == 0x7f ? ' ' : strchr("\"`", c) != NULL ? '\'' : c == '\\' ? '/' : c, script);
    }
    fputc('"', script);
}

static void write_setting(FILE *script, const char *setting, const char *text)
{
    fprintf(script, "set %s ", setting);
    write_quoted(script, text);
    fputs(" noenhanced\n", script);
}

/* Writes texts in place of the numbers 1, 2, ... of an axis. */
static void write_names(FILE *script, char axis, const char *const *names)
{
    size_t length = 0;
    for (size_t i = 0; names[i] != NULL; ++i) {
        length += strlen(names[i]) + 2;
    }
    fprintf(script, "set %ctics scale 0 %s(", axis, axis == 'x' && length > 60 ? "rotate by -25 " : "");
    for (size_t i = 0; names[i] != NULL; ++i) {
        fputs(i > 0 ? ", " : "", script);
        write_quoted(script, names[i]);
        fprintf(script, " %zu", i + 1);
    }
    fputs(") noenhanced\n", script);
}

static void write_ranges(FILE *script, const struct plot *plot)
{
    if (plot->x_max > plot->x_min) {
        fprintf(script, "set xrange [%.9g:%.9g]\n", plot->x_min, plot->x_max);
    }
    if (plot->y_max > plot->y_min) {
        fprintf(script, "set yrange [%.9g:%.9g]\n", plot->y_min, plot->y_max);
    }
    if (plot->y_names != NULL) {
        write_names(script, 'y', plot->y_names);
    }
    if (plot->x_names != NULL) {
        write_names(script, 'x', plot->x_names);
    }
}

static void write_terminal(FILE *script, int width, int height, bool svg)
{
    fprintf(script, "set terminal %s size %d,%d font 'DejaVu Sans,%d' background rgb 'white'\nset encoding utf8\n",
            svg ? "svg" : "pngcairo", width, height, svg ? 15 : 12);
}

/* Writes the settings that lines and bars share. */
static void write_frame(FILE *script, const struct plot *plot)
{
    fputs("set border 3 lc rgb '#444444'\nset tics nomirror tc rgb '#444444'\n"
          "set grid lt 1 lw 0.6 lc rgb '#dddddd'\n",
          script);
    fputs(plot->key_below ? "set xlabel offset 0,0.4\n" : "", script);
    fprintf(script, "set key %s Left reverse noenhanced\n",
            plot->no_key      ? "off"
            : plot->key_below ? "below center horizontal samplen 2 width -3 height 1"
                              : "outside right top vertical");
    if (plot->title != NULL) {
        write_setting(script, "title", plot->title);
    }
    write_setting(script, "ylabel", plot->y_label);
}

/* Numbers are powers of ten on a logarithmic axis and decimal numbers on a linear one. */
static void write_axis(FILE *script, char axis, bool is_log)
{
    if (is_log) {
        fprintf(script, "set logscale %c\nset format %c '10^{%%L}'\n", axis, axis);
    }
}

static void write_settings(FILE *script, const struct plot *plot)
{
    write_frame(script, plot);
    write_setting(script, "xlabel", plot->x_label);
    write_axis(script, 'x', plot->log_x);
    write_axis(script, 'y', plot->log_y);
    write_ranges(script, plot);
}

/* The style of a series: that of its solver, or the next one of the series that are not solvers. */
static struct palette_style style_of(const struct plot *plot, size_t index)
{
    const struct plot_series *series = &plot->series[index];
    const char *colour = series->solver != NULL ? palette_solver(series->solver) : NULL;
    size_t others = 0;
    int variant = 1;
    for (size_t i = 0; i < index; ++i) {
        const char *solver = plot->series[i].solver;
        const char *earlier = solver != NULL ? palette_solver(solver) : NULL;
        others += earlier == NULL ? 1 : 0;
        variant += earlier != NULL && earlier == colour ? 1 : 0;
    }
    return colour == NULL ? palette_series_style(others)
                          : palette_solver_style(series->solver, series->variant > 0 ? series->variant : variant);
}

/* Writes how a series is drawn: as points, as error bars, or as a line with or without marks. */
static void write_style(FILE *script, const struct plot *plot, const struct plot_series *series,
                        const struct palette_style *style)
{
    fputs("'-' with ", script);
    if (series->y_low != NULL) {
        fprintf(script, "%s pt %d ps 0.9 lw %s dt %d", series->points ? "yerrorbars" : "yerrorlines", style->marker,
                series->points ? "2" : "1.6", style->dash);
    } else if (series->points || series->low != NULL) {
        fprintf(script, "%s pt %d ps 1.1 lw 2", series->low != NULL ? "xerrorbars" : "points", style->marker);
    } else if (plot->points) {
        fprintf(script, "linespoints pt %d ps 0.7 lw 2.2 dt %d", style->marker, style->dash);
    } else {
        fprintf(script, "lines lw 2.2 dt %d", style->dash);
    }
    fprintf(script, " lc rgb '%s' title ", style->colour);
}

static void write_curves(FILE *script, const struct plot *plot)
{
    fputs("plot ", script);
    for (size_t i = 0; i < plot->series_count; ++i) {
        const struct plot_series *series = &plot->series[i];
        const struct palette_style style = style_of(plot, i);
        fputs(i > 0 ? ", " : "", script);
        write_style(script, plot, series, &style);
        write_quoted(script, series->label);
        if (series->names != NULL) {
            fprintf(script, ", '-' with labels offset 0,0.75 tc rgb '%s' font ',13' notitle", style.colour);
        }
    }
    if (plot->level > 0) {
        fprintf(script, ", %.17g with lines lw 1 dt 3 lc rgb '#888888' title ", plot->level);
        write_quoted(script, plot->level_label);
    }
    fputc('\n', script);
}

/* The index of the next point to draw after point k. */
static size_t next_point(const struct plot *plot, const struct plot_series *series, size_t k)
{
    const size_t step = plot->log_x ? k * 2 / POINTS_PER_DECADE : series->count / MAX_POINTS;
    return k + (step > 0 ? step : 1);
}

static void write_data(FILE *script, const struct plot *plot, const struct plot_series *series)
{
    size_t next = 0;
    for (size_t k = 0; k < series->count; ++k) {
        const bool drawable = isfinite(series->y[k]) && isfinite(series->x[k]) && (!plot->log_y || series->y[k] > 0) &&
                              (!plot->log_x || series->x[k] > 0);
        if (drawable && (k >= next || k + 1 == series->count)) {
            fprintf(script, "%.9g %.9g", series->x[k], series->y[k]);
            if (series->low != NULL || series->y_low != NULL) {
                fprintf(script, " %.9g %.9g", series->low != NULL ? series->low[k] : series->y_low[k],
                        series->low != NULL ? series->high[k] : series->y_high[k]);
            }
            fputc('\n', script);
            next = next_point(plot, series, k);
        }
    }
    fputs("e\n", script);
    for (size_t k = 0; series->names != NULL && k < series->count; ++k) {
        if (isfinite(series->x[k])) {
            fprintf(script, "%.9g %.9g ", series->x[k], series->y[k]);
            write_data_word(script, series->names[k]);
            fputc('\n', script);
        }
    }
    fputs(series->names != NULL ? "e\n" : "", script);
}

static void write_plot(FILE *script, const struct plot *plot)
{
    write_settings(script, plot);
    write_curves(script, plot);
    for (size_t i = 0; i < plot->series_count; ++i) {
        write_data(script, plot, &plot->series[i]);
    }
}

static bool has_points(const struct plot *plot)
{
    for (size_t i = 0; i < plot->series_count; ++i) {
        for (size_t k = 0; k < plot->series[i].count; ++k) {
            if (isfinite(plot->series[i].y[k]) && (!plot->log_y || plot->series[i].y[k] > 0)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- Running gnuplot --------------------------------------------------------------------------------------------- */

/* Replaces the child process by gnuplot, which reads the script and writes the plot to its standard output. It gets no
 * path, because it would run a path that begins with | as a shell command. */
static _Noreturn void become_gnuplot(FILE *script, int plot)
{
    signal(SIGPIPE, SIG_DFL);
    const int null_device = open("/dev/null", O_WRONLY);
    lseek(fileno(script), 0, SEEK_SET);
    dup2(fileno(script), STDIN_FILENO);
    dup2(plot, STDOUT_FILENO);
    dup2(null_device, STDERR_FILENO);
    execlp("gnuplot", "gnuplot", (char *)NULL);
    _exit(127);
}

/* Copies everything that can be read to the output. Returns the number of bytes. */
static size_t copy_plot(int from, struct output_file *output)
{
    char bytes[65536];
    size_t total = 0;
    for (;;) {
        const ssize_t count = read(from, bytes, sizeof bytes);
        if (count > 0) {
            md_output_write(output, bytes, (size_t)count);
            total += (size_t)count;
        } else if (count == 0 || errno != EINTR) {
            return total;
        }
    }
}

/* Runs gnuplot on a complete script. Returns false if it failed or drew nothing. */
static bool run_gnuplot(FILE *script, struct output_file *output)
{
    int ends[2];
    if (fflush(script) != 0 || pipe2(ends, O_CLOEXEC) != 0) {
        return false;
    }
    const pid_t child = fork();
    if (child == 0) {
        become_gnuplot(script, ends[1]);
    }
    close(ends[1]);
    const size_t size = child > 0 ? copy_plot(ends[0], output) : 0;
    close(ends[0]);
    int ended = -1;
    while (child > 0 && waitpid(child, &ended, 0) < 0 && errno == EINTR) {
    }
    return child > 0 && WIFEXITED(ended) && WEXITSTATUS(ended) == 0 && size > 0;
}

/* Draws a script into a file and closes the script. */
static md_status draw_script(FILE *script, const char *path, md_error *error)
{
    struct output_file output;
    md_status status = ferror(script) == 0
                           ? md_output_open(&output, path, error)
                           : md_fail(error, MD_ERROR_FILE, "%s: the script for gnuplot cannot be written", path);
    if (status == MD_OK && run_gnuplot(script, &output)) {
        status = md_output_commit(&output, error);
    } else if (status == MD_OK) {
        md_output_discard(&output);
        status =
            md_fail(error, MD_ERROR_FILE, "%s: gnuplot failed (is gnuplot-nox installed, with cairo for .png?)", path);
    }
    fclose(script);
    return status;
}

/* Opens a temporary file without a name for the script. */
static md_status open_script(FILE **script, const char *path, md_error *error)
{
    *script = tmpfile();
    return *script != NULL ? MD_OK
                           : md_fail(error, MD_ERROR_FILE, "%s: the script for gnuplot cannot be written: %s", path,
                                     strerror(errno));
}

md_status plot_write(const struct plot *plot, const char *path, md_error *error)
{
    FILE *script = NULL;
    if (!has_points(plot)) {
        return md_fail(error, MD_ERROR_FILE, "%s: there is nothing to plot: no value is positive", path);
    }
    const md_status opened = open_script(&script, path, error);
    if (opened != MD_OK) {
        return opened;
    }
    write_terminal(script, plot->width > 0 ? plot->width : 960, plot->height > 0 ? plot->height : 600,
                   ends_with(path, ".svg"));
    write_plot(script, plot);
    return draw_script(script, path, error);
}

/* ---- Panels ------------------------------------------------------------------------------------------------------ */

#define PANEL_WIDTH 560
#define PANEL_HEIGHT 340
#define PANEL_TITLE_HEIGHT 36

/* Draws the legend of a plot without the plot: its series, outside of a range. */
static void write_legend(FILE *script, const struct plot *plot, double height)
{
    fprintf(script,
            "reset\nset origin 0,0\nset size 1,%.4f\nset lmargin 0\nset rmargin 0\nset tmargin 0\n"
            "set bmargin 0\nunset border\nunset tics\nunset xlabel\nunset ylabel\n"
            "set key center center horizontal samplen 2 noenhanced\nset xrange [0:1]\nset yrange [0:1]\nplot ",
            height);
    for (size_t i = 0; i < plot->series_count; ++i) {
        const struct palette_style style = style_of(plot, i);
        fprintf(script, "%s-1 with linespoints pt %d ps 0.7 lw 2.2 dt %d lc rgb '%s' title ", i > 0 ? ", " : "",
                style.marker, style.dash, style.colour);
        write_quoted(script, plot->series[i].label);
    }
    fputc('\n', script);
}

/* The area of a panel, as fractions of the page from its lower left corner. */
static void write_area(FILE *script, size_t index, size_t columns, size_t rows, double bottom, double top)
{
    const double width = 1.0 / (double)columns;
    const double height = (top - bottom) / (double)rows;
    const size_t row = index / columns;
    fprintf(script, "reset\nset origin %.4f,%.4f\nset size %.4f,%.4f\n", (double)(index % columns) * width,
            top - (double)(row + 1) * height, width, height);
}

md_status plot_write_panels(const struct plot *panels, size_t count, const char *title, const char *path,
                            md_error *error)
{
    FILE *script = NULL;
    size_t drawn = 0;
    for (size_t i = 0; i < count; ++i) {
        drawn += has_points(&panels[i]) ? 1 : 0;
    }
    if (drawn == 0) {
        return md_fail(error, MD_ERROR_FILE, "%s: there is nothing to plot: no value is finite", path);
    }
    const md_status opened = open_script(&script, path, error);
    if (opened != MD_OK) {
        return opened;
    }
    const bool has_legend = panels[0].series_count > 1;
    const size_t columns = drawn > 1 ? 2 : 1;
    const size_t rows = (drawn + columns - 1) / columns;
    const int legend_height = has_legend ? 14 + 22 * (int)((panels[0].series_count + 3) / 4) : 0;
    const int height = (int)rows * PANEL_HEIGHT + legend_height + PANEL_TITLE_HEIGHT;
    const double bottom = (double)legend_height / height;
    write_terminal(script, (int)columns * PANEL_WIDTH, height, ends_with(path, ".svg"));
    fputs("set multiplot title ", script);
    write_quoted(script, title);
    fputs(" noenhanced\n", script);
    drawn = 0;
    for (size_t i = 0; i < count; ++i) {
        if (has_points(&panels[i])) {
            write_area(script, drawn++, columns, rows, bottom, 1 - (double)PANEL_TITLE_HEIGHT / height);
            write_plot(script, &panels[i]);
        }
    }
    if (has_legend) {
        write_legend(script, &panels[0], bottom);
    }
    fputs("unset multiplot\n", script);
    return draw_script(script, path, error);
}

/* ---- Bars -------------------------------------------------------------------------------------------------------- */

/* Writes the data as one block, one line per bar, which the curve of every part reads. */
static void write_bars(FILE *script, const struct plot_bars *bars)
{
    fputs("set style data histograms\nset style histogram rowstacked\nset style fill solid border rgb 'white'\n"
          "set boxwidth 0.7\nset yrange [0:*]\nset xtics rotate by -35 noenhanced\n$data << END\n",
          script);
    for (size_t i = 0; i < bars->bar_count; ++i) {
        write_data_word(script, bars->labels[i]);
        for (size_t k = 0; k < bars->part_count; ++k) {
            fprintf(script, " %.9g", bars->heights[i * bars->part_count + k]);
        }
        fputc('\n', script);
    }
    fputs("END\nplot ", script);
    for (size_t k = 0; k < bars->part_count; ++k) {
        const struct palette_style style = palette_series_style(k);
        fprintf(script, "%s$data using %zu:xtic(1) lc rgb '%s' title ", k > 0 ? ", " : "", k + 2, style.colour);
        write_quoted(script, bars->parts[k]);
    }
    fputc('\n', script);
}

md_status plot_write_bars(const struct plot_bars *bars, const char *path, md_error *error)
{
    FILE *script = NULL;
    const md_status opened = open_script(&script, path, error);
    if (opened != MD_OK) {
        return opened;
    }
    write_terminal(script, 960, 600, ends_with(path, ".svg"));
    write_frame(script, &(struct plot){.title = bars->title, .y_label = bars->y_label});
    write_bars(script, bars);
    return draw_script(script, path, error);
}
