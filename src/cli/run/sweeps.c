#include "cli/run/sweeps.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/run/outputs.h"

/* ---- Header ------------------------------------------------------------------------------------------------------ */

static struct sweeps_header header_of(const struct scene *scene, const struct run_setup *setup)
{
    const struct scene_solving solving = scene_get_solving(scene);
    struct sweeps_header header = {.dt = setup->dt,
                                   .substeps = solving.substeps,
                                   .limits = solving.limits,
                                   .position_iterations = solving.position_iterations};
    snprintf(header.scene, sizeof header.scene, "%s", setup->scene);
    snprintf(header.solver, sizeof header.solver, "%s", setup->solvers);
    snprintf(header.precision, sizeof header.precision, "%s", sizeof(md_real) == sizeof(double) ? "double" : "single");
    /* The name in a JSON file may contain control characters; here it must be one line. */
    for (char *c = header.scene; *c != '\0'; ++c) {
        *c = iscntrl((unsigned char)*c) ? ' ' : *c;
    }
    return header;
}

static int refuse_run(const struct sweeps_file *in, const char *what, const char *theirs, const char *ours)
{
    return fail_with(EXIT_BAD_INPUT, "%s: was written by a run with %s %s, but this run has %s", in->path, what, theirs,
                     ours);
}

static int refuse_number(const struct sweeps_file *in, const char *what, double theirs, double ours)
{
    char text[2][32];
    snprintf(text[0], sizeof text[0], "%.17g", theirs);
    snprintf(text[1], sizeof text[1], "%.17g", ours);
    return refuse_run(in, what, text[0], text[1]);
}

static int check_header(const struct sweeps_file *in, const struct sweeps_header *ours)
{
    const struct sweeps_header *theirs = &in->header;
    if (strcmp(theirs->scene, ours->scene) != 0) {
        return refuse_run(in, "scene", theirs->scene, ours->scene);
    }
    if (strcmp(theirs->solver, ours->solver) != 0) {
        return refuse_run(in, "solver", theirs->solver, ours->solver);
    }
    if (strcmp(theirs->precision, ours->precision) != 0) {
        return refuse_run(in, "precision", theirs->precision, ours->precision);
    }
    if (theirs->dt != ours->dt) {
        return refuse_number(in, "dt", theirs->dt, ours->dt);
    }
    return theirs->substeps == ours->substeps ? -1 : refuse_number(in, "substeps", theirs->substeps, ours->substeps);
}

/* ---- Begin ------------------------------------------------------------------------------------------------------- */

/* Gives the world the limits of the file. Tolerances matter too: v is recomputed whenever the residual is measured,
 * which changes the last bits. */
static int apply_limits(const struct sweeps_file *in, struct scene *scene, struct run_setup *setup)
{
    struct scene_solving solving = scene_get_solving(scene);
    solving.limits = in->header.limits;
    solving.position_iterations = in->header.position_iterations;
    if (scene_set_solving(scene, &solving) != MD_OK) {
        return fail_with(EXIT_BAD_INPUT, "%s: the world refuses the limits in this file", in->path);
    }
    setup->limits = solving.limits;
    return -1;
}

static int begin_reading(struct run_sweeps *sweeps, const char *path, int64_t steps, struct scene *scene,
                         struct run_setup *setup, const char *suffix)
{
    char suffixed[MAX_PATH_SIZE];
    const struct sweeps_header ours = header_of(scene, setup);
    int code = path_with_suffix(path, suffix, suffixed);
    if (code < 0) {
        code = sweeps_read(&sweeps->in, suffixed);
    }
    if (code < 0) {
        code = check_header(&sweeps->in, &ours);
    }
    if (code < 0 && steps > (int64_t)sweeps->in.steps) {
        code = fail_with(EXIT_BAD_INPUT, "%s: has only %zu steps, but %lld are requested (see --steps)", suffixed,
                         sweeps->in.steps, (long long)steps);
    }
    return code < 0 ? apply_limits(&sweeps->in, scene, setup) : code;
}

static void write_header(struct output_file *out, const struct sweeps_header *header)
{
    md_output_print(out, SWEEPS_MAGIC "\nscene %s\nsolver %s\nprecision %s\n", header->scene, header->solver,
                    header->precision);
    md_output_print(out, "dt %.17g\nsubsteps %d\n", header->dt, header->substeps);
    md_output_print(out, "tol %.17g\ntol_scaled %.17g\ntol_relative %.17g\n", header->limits.tol,
                    header->limits.tol_scaled, header->limits.tol_relative);
    md_output_print(out, "iterations %lld\nbudget_us %.17g\n", (long long)header->limits.max_iterations,
                    header->limits.budget_us);
    md_output_print(out, "position_iterations %lld\nsteps\n", (long long)header->position_iterations);
}

static int begin_writing(struct run_sweeps *sweeps, const char *path, const struct scene *scene,
                         const struct run_setup *setup, const char *suffix)
{
    md_error error = {0};
    const int code = path_with_suffix(path, suffix, sweeps->out_path);
    if (code >= 0) {
        return code;
    }
    if (md_output_open(&sweeps->out, sweeps->out_path, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    sweeps->is_writing = true;
    const struct sweeps_header header = header_of(scene, setup);
    write_header(&sweeps->out, &header);
    return -1;
}

int run_sweeps_begin(struct run_sweeps *sweeps, const struct run_options *options, struct scene *scene,
                     struct run_setup *setup, const char *suffix)
{
    sweeps->code = -1;
    int code = -1;
    if (options->sweeps_in != NULL) {
        code = begin_reading(sweeps, options->sweeps_in, options->steps, scene, setup, suffix);
    }
    if (code < 0 && options->output.sweeps_out != NULL) {
        code = begin_writing(sweeps, options->output.sweeps_out, scene, setup, suffix);
    }
    return code;
}

/* ---- During the run ---------------------------------------------------------------------------------------------- */

static bool is_reading(const struct run_sweeps *sweeps)
{
    return sweeps->in.path[0] != '\0';
}

static size_t end_of_step(const struct run_sweeps *sweeps)
{
    return sweeps->in.ends[sweeps->current_step];
}

/* Reports a mismatch. The step cannot be aborted, so the failure is kept until it has ended. */
static void refuse_step(struct run_sweeps *sweeps, const char *difference)
{
    sweeps->code = fail_with(EXIT_BAD_INPUT, "%s: has %s in step %lld than this run: it was written by a different run",
                             sweeps->in.path, difference, (long long)sweeps->current_step + 1);
}

void run_sweeps_limits(struct run_sweeps *sweeps, md_limits *limits)
{
    if (!is_reading(sweeps) || sweeps->next >= end_of_step(sweeps)) {
        return;
    }
    const int64_t count = sweeps->in.counts[sweeps->next];
    limits->budget_us = 0;
    /* If there were no sweeps, the start met the tolerance, and does so again. */
    limits->stop_after = count > 0 ? count : 1;
}

static void compare_solve(struct run_sweeps *sweeps, int64_t iterations)
{
    if (sweeps->next >= end_of_step(sweeps)) {
        refuse_step(sweeps, "fewer solves");
    } else if (sweeps->in.counts[sweeps->next] != iterations) {
        refuse_step(sweeps, sweeps->in.counts[sweeps->next] < iterations ? "fewer sweeps" : "more sweeps");
    } else {
        ++sweeps->next;
    }
}

void run_sweeps_solved(struct run_sweeps *sweeps, const md_result *result)
{
    if (is_reading(sweeps) && sweeps->code < 0) {
        compare_solve(sweeps, result->iterations);
    }
    if (sweeps->is_writing) {
        md_output_print(&sweeps->out, "%s%lld", sweeps->step_has_solves ? " " : "", (long long)result->iterations);
        sweeps->step_has_solves = true;
    }
}

int run_sweeps_step(struct run_sweeps *sweeps)
{
    if (is_reading(sweeps) && sweeps->code < 0 && sweeps->next < end_of_step(sweeps)) {
        refuse_step(sweeps, "more solves");
    }
    if (sweeps->is_writing) {
        md_output_print(&sweeps->out, "\n");
        sweeps->step_has_solves = false;
    }
    ++sweeps->current_step;
    return sweeps->code;
}

/* ---- End --------------------------------------------------------------------------------------------------------- */

static int compare_end(const struct run_sweeps *sweeps, const char *hash, FILE *files)
{
    if (sweeps->current_step < (int64_t)sweeps->in.steps) {
        fprintf(files, "sweeps from: %s, its first %lld steps\n", md_printable(sweeps->in.path).text,
                (long long)sweeps->current_step);
        return -1;
    }
    if (strcmp(hash, sweeps->in.hash) != 0) {
        return fail_with(EXIT_FAILED,
                         "%s: ends with the hash %s, but this run with %s: the scene or the program is different",
                         sweeps->in.path, sweeps->in.hash, hash);
    }
    fprintf(files, "sweeps from: %s; the final states are bit-identical\n", md_printable(sweeps->in.path).text);
    return -1;
}

int run_sweeps_end(struct run_sweeps *sweeps, uint64_t hash, FILE *files)
{
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    if (sweeps->is_writing) {
        md_error error = {0};
        md_output_print(&sweeps->out, "end %lld %s\n", (long long)sweeps->current_step, text);
        sweeps->is_writing = false;
        if (md_output_commit(&sweeps->out, &error) != MD_OK) {
            return fail_with(EXIT_FAILED, "%s", error.message);
        }
        fprintf(files, "sweeps of every solve: %s (--sweeps-in repeats them)\n", md_printable(sweeps->out_path).text);
    }
    return is_reading(sweeps) ? compare_end(sweeps, text, files) : -1;
}

void run_sweeps_free(struct run_sweeps *sweeps)
{
    if (sweeps->is_writing) {
        md_output_discard(&sweeps->out);
    }
    sweeps_free(&sweeps->in);
}
