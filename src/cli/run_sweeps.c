/* Writes the sweeps of every solve, and repeats them: see run_sweeps.h. */
#include "cli/run_sweeps.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"

/* ---- What the run is ---------------------------------------------------------------------------------------------------- */

static struct sweeps_head head_of(const struct scene *scene, const struct run_result *result)
{
    const md2_world_def def = md2_world_get_def(scene->world);
    struct sweeps_head head = {.dt = result->dt,
                               .substeps = def.substeps,
                               .limits = def.limits,
                               .position_iterations = def.position_iterations};
    snprintf(head.scene, sizeof head.scene, "%s", result->scene);
    snprintf(head.solver, sizeof head.solver, "%s", result->label);
    snprintf(head.precision, sizeof head.precision, "%s", sizeof(md_real) == sizeof(double) ? "double" : "single");
    for (char *c = head.scene; *c != '\0';
         ++c) { /* a name of a JSON file may have anything in it; here it is one line */
        *c = iscntrl((unsigned char)*c) ? ' ' : *c;
    }
    return head;
}

static int refuse_other_run(const struct sweeps_read *in, const char *what, const char *theirs, const char *ours)
{
    return fail_with(EXIT_BAD_INPUT, "%s: is of a run with %s %s, expected that of this run, %s", in->path, what,
                     theirs, ours);
}

static int refuse_other_number(const struct sweeps_read *in, const char *what, double theirs, double ours)
{
    char text[2][32];
    snprintf(text[0], sizeof text[0], "%.17g", theirs);
    snprintf(text[1], sizeof text[1], "%.17g", ours);
    return refuse_other_run(in, what, text[0], text[1]);
}

static int check_head(const struct sweeps_read *in, const struct sweeps_head *ours)
{
    const struct sweeps_head *theirs = &in->head;
    if (strcmp(theirs->scene, ours->scene) != 0) {
        return refuse_other_run(in, "scene", theirs->scene, ours->scene);
    }
    if (strcmp(theirs->solver, ours->solver) != 0) {
        return refuse_other_run(in, "solver", theirs->solver, ours->solver);
    }
    if (strcmp(theirs->precision, ours->precision) != 0) {
        return refuse_other_run(in, "precision", theirs->precision, ours->precision);
    }
    if (theirs->dt != ours->dt) {
        return refuse_other_number(in, "dt", theirs->dt, ours->dt);
    }
    return theirs->substeps == ours->substeps ? -1
                                              : refuse_other_number(in, "substeps", theirs->substeps, ours->substeps);
}

/* ---- Begin -------------------------------------------------------------------------------------------------------------- */

/* The tolerances stay as they were: looking at the residual decides when v is made anew, and so has its part in the bits. */
static int take_limits(const struct sweeps_read *in, struct scene *scene, struct run_result *result)
{
    md2_world_def def = md2_world_get_def(scene->world);
    def.limits = in->head.limits;
    def.position_iterations = in->head.position_iterations;
    if (md2_world_set_def(scene->world, &def) != MD_OK) {
        return fail_with(EXIT_BAD_INPUT, "%s: the world refuses its limits", in->path);
    }
    result->limits = def.limits;
    return -1;
}

static int begin_reading(struct run_sweeps *sweeps, const char *path, int64_t steps, struct scene *scene,
                         struct run_result *result, const char *label)
{
    char named[LONGEST_PATH];
    const struct sweeps_head ours = head_of(scene, result);
    int ended = run_path(path, label, named);
    if (ended < 0) {
        ended = sweeps_read(&sweeps->in, named);
    }
    if (ended < 0) {
        ended = check_head(&sweeps->in, &ours);
    }
    if (ended < 0 && steps > (int64_t)sweeps->in.steps) {
        ended = fail_with(EXIT_BAD_INPUT, "%s: has %zu steps, and %lld are asked for (see --steps)", named,
                          sweeps->in.steps, (long long)steps);
    }
    return ended < 0 ? take_limits(&sweeps->in, scene, result) : ended;
}

static void write_head(struct output_file *out, const struct sweeps_head *head)
{
    md_output_print(out, SWEEPS_MAGIC "\nscene %s\nsolver %s\nprecision %s\n", head->scene, head->solver,
                    head->precision);
    md_output_print(out, "dt %.17g\nsubsteps %d\n", head->dt, head->substeps);
    md_output_print(out, "tol %.17g\ntol_scaled %.17g\ntol_relative %.17g\n", head->limits.tol, head->limits.tol_scaled,
                    head->limits.tol_relative);
    md_output_print(out, "iterations %lld\nbudget_us %.17g\n", (long long)head->limits.max_iterations,
                    head->limits.budget_us);
    md_output_print(out, "position_iterations %lld\nsteps\n", (long long)head->position_iterations);
}

static int begin_writing(struct run_sweeps *sweeps, const char *path, const struct scene *scene,
                         const struct run_result *result, const char *label)
{
    md_error error = {0};
    const int ended = run_path(path, label, sweeps->out_path);
    if (ended >= 0) {
        return ended;
    }
    if (md_output_open(&sweeps->out, sweeps->out_path, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    sweeps->writes = true;
    const struct sweeps_head head = head_of(scene, result);
    write_head(&sweeps->out, &head);
    return -1;
}

int run_sweeps_begin(struct run_sweeps *sweeps, const struct run_options *options, struct scene *scene,
                     struct run_result *result, const char *label)
{
    sweeps->ended = -1;
    int ended = -1;
    if (options->sweeps_in != NULL) {
        ended = begin_reading(sweeps, options->sweeps_in, options->steps, scene, result, label);
    }
    if (ended < 0 && options->sweeps_out != NULL) {
        ended = begin_writing(sweeps, options->sweeps_out, scene, result, label);
    }
    return ended;
}

/* ---- On the way --------------------------------------------------------------------------------------------------------- */

static bool reads(const struct run_sweeps *sweeps)
{
    return sweeps->in.path[0] != '\0';
}

static size_t end_of_step(const struct run_sweeps *sweeps)
{
    return sweeps->in.ends[sweeps->step];
}

/* Tells what does not fit; the step goes on to its end, for nothing can stop it. */
static void refuse_step(struct run_sweeps *sweeps, const char *what)
{
    sweeps->ended = fail_with(EXIT_BAD_INPUT, "%s: %s in step %lld than in this run: it is of another one",
                              sweeps->in.path, what, (long long)sweeps->step + 1);
}

void run_sweeps_limits(struct run_sweeps *sweeps, md_limits *limits)
{
    if (!reads(sweeps) || sweeps->next >= end_of_step(sweeps)) {
        return;
    }
    const int64_t count = sweeps->in.counts[sweeps->next];
    limits->budget_us = 0;
    limits->stop_after = count > 0 ? count : 1; /* where there were none, the start meets the tolerance here too */
}

static void compare_solve(struct run_sweeps *sweeps, int64_t iterations)
{
    if (sweeps->next >= end_of_step(sweeps)) {
        refuse_step(sweeps, "has fewer solves");
    } else if (sweeps->in.counts[sweeps->next] != iterations) {
        refuse_step(sweeps, sweeps->in.counts[sweeps->next] < iterations ? "has fewer sweeps" : "has more sweeps");
    } else {
        ++sweeps->next;
    }
}

void run_sweeps_solved(struct run_sweeps *sweeps, const md_result *result)
{
    if (reads(sweeps) && sweeps->ended < 0) {
        compare_solve(sweeps, result->iterations);
    }
    if (sweeps->writes) {
        md_output_print(&sweeps->out, "%s%lld", sweeps->step_has_solves ? " " : "", (long long)result->iterations);
        sweeps->step_has_solves = true;
    }
}

int run_sweeps_step(struct run_sweeps *sweeps)
{
    if (reads(sweeps) && sweeps->ended < 0 && sweeps->next < end_of_step(sweeps)) {
        refuse_step(sweeps, "has more solves");
    }
    if (sweeps->writes) {
        md_output_print(&sweeps->out, "\n");
        sweeps->step_has_solves = false;
    }
    ++sweeps->step;
    return sweeps->ended;
}

/* ---- End ---------------------------------------------------------------------------------------------------------------- */

static int compare_end(const struct run_sweeps *sweeps, const char *hash, FILE *files)
{
    if (sweeps->step < (int64_t)sweeps->in.steps) {
        fprintf(files, "sweeps of: %s, its first %lld steps\n", sweeps->in.path, (long long)sweeps->step);
        return -1;
    }
    if (strcmp(hash, sweeps->in.hash) != 0) {
        return fail_with(EXIT_FAILED, "%s: ends with the hash %s, this run with %s: it is of another scene or program",
                         sweeps->in.path, sweeps->in.hash, hash);
    }
    fprintf(files, "sweeps of: %s; the same end to the bit\n", sweeps->in.path);
    return -1;
}

int run_sweeps_end(struct run_sweeps *sweeps, uint64_t hash, FILE *files)
{
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    if (sweeps->writes) {
        md_error error = {0};
        md_output_print(&sweeps->out, "end %lld %s\n", (long long)sweeps->step, text);
        sweeps->writes = false;
        if (md_output_commit(&sweeps->out, &error) != MD_OK) {
            return fail_with(EXIT_FAILED, "%s", error.message);
        }
        fprintf(files, "sweeps of every solve: %s (--sweeps-in repeats them)\n", sweeps->out_path);
    }
    return reads(sweeps) ? compare_end(sweeps, text, files) : -1;
}

void run_sweeps_free(struct run_sweeps *sweeps)
{
    if (sweeps->writes) {
        md_output_discard(&sweeps->out);
    }
    sweeps_free(&sweeps->in);
}
