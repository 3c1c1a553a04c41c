/* How well a step was solved, and what to do if it was not: a heavy box on nineteen light ones, with different settings. */
#include <math.h>
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

#define BOXES 19

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

/* Adds a box with an edge of 1 m. */
static md3_body_id add_box(md3_world *world, md3_body_type type, md_real height, md_real mass)
{
    md3_body_def def = md3_body_def_default();
    def.type = type;
    def.position = md3_v(0, height, 0);
    md3_body_id body;
    must(md3_body_create(world, &def, &body), "body");
    md3_shape_def shape_def = md3_shape_def_default();
    shape_def.density = mass; /* of 1 m^3 */
    must(md3_shape_create_box(world, body, &shape_def, md3_v(0.5, 0.5, 0.5), NULL), "box");
    return body;
}

/* Called after a step that ended far from converged. */
static void warn(void *user, const md3_world *world, const md_step_report *report)
{
    int *warnings = (int *)user;
    (void)world;
    (void)report; /* report->residual.relative says how far */
    ++*warnings;
}

/* Simulates four seconds, and prints what the reports of the steps say. */
static void run(const char *title, const md3_world_def *settings)
{
    int warnings = 0;
    md3_world_def def = *settings;
    def.enable_sleep = false;
    def.callbacks.warn = warn;
    def.callbacks.user = &warnings;
    md3_world *world;
    must(md3_world_create(&def, &world), "world");
    add_box(world, MD3_STATIC, -0.5, 1);
    for (int i = 0; i < BOXES; ++i) {
        add_box(world, MD3_DYNAMIC, (md_real)(i + 0.5), 1);
    }
    const md3_body_id top = add_box(world, MD3_DYNAMIC, BOXES + 0.5, 1000);
    double last = 0;
    for (int step = 0; step < 240; ++step) {
        md_step_report report;
        must(md3_world_step(world, (md_real)1 / 60, &report), "step");
        last = report.residual.relative;
    }
    const bool stands = md3_body_transform(world, top).p.y > BOXES;
    const md_statistics all = md3_world_statistics(world);
    printf("%-28s %-7s worst RES %.0e, last %.0e; %4.0f sweeps per step, %d warnings; penetration %5.2f mm\n", title,
           stands ? "stands," : "falls,", all.relative.value, last, (double)all.sweeps / 240, warnings,
           1000 * (double)all.penetration.value);
    md3_world_destroy(world);
}

static md_solver_spec solver(const char *name)
{
    md_solver_spec spec;
    md_error error;
    if (md_solver_spec_parse(name, &spec, &error) != MD_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return spec;
}

int main(void)
{
    md3_world_def def = md3_world_def_default();
    def.substeps = 1;
    def.limits.max_iterations = 10;
    run("10 sweeps", &def);
    def.limits.max_iterations = 50;
    run("50 sweeps", &def);
    def.limits.max_iterations = 10;
    def.substeps = 4;
    run("4 substeps of 10 sweeps", &def);
    def.limits.max_iterations = 50;
    run("4 substeps of 50 sweeps", &def);
    def.substeps = 1;
    def.limits.max_iterations = 2000;
    def.limits.tol_relative = 1e-4;
    run("until RES < 1e-4", &def);
    def.limits.max_iterations = 50;
    def.limits.tol_relative = 1e-8;
    def.solver = def.position_solver = solver("exact");
    run("exact, until RES < 1e-8", &def);
    return 0;
}
