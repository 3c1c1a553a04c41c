/* Compares the accuracy of solvers and limits on a heavy box above light ones, and writes the problem of one step to files.
 *
 *     solver_accuracy FOLDER       writes the problem into the folder
 */
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

#define LIGHT_BOXES 6

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

static void add_box(md2_world *world, md2_body_type type, md2_vec position, md2_vec half, md_real mass)
{
    md2_body_def body_def = md2_body_def_default();
    body_def.type = type;
    body_def.position = position;
    md2_body_id body;
    must(md2_body_create(world, &body_def, &body), "body");
    md2_hull hull;
    must(md2_hull_box(&hull, half, md2_v(0, 0), md2_rot_identity(), 0), "hull");
    md2_shape_def shape_def = md2_shape_def_default();
    shape_def.density = mass / (4 * half.x * half.y);
    must(md2_shape_create(world, body, &shape_def, &hull, NULL), "shape");
}

/* Creates six boxes of 1 kg with a box of 20 kg on top: a hard problem for every iterative method. */
static md2_world *create_world(void)
{
    md2_world_def def = md2_world_def_default();
    def.enable_sleep = false; /* so that every step solves the problem */
    md2_world *world;
    must(md2_world_create(&def, &world), "world");
    add_box(world, MD2_STATIC, md2_v(0, -1), md2_v(10, 1), 1);
    for (int i = 0; i < LIGHT_BOXES; ++i) {
        add_box(world, MD2_DYNAMIC, md2_v(0, (md_real)(0.25 + 0.5 * i)), md2_v(0.25, 0.25), 1);
    }
    add_box(world, MD2_DYNAMIC, md2_v(0, (md_real)(0.5 * LIGHT_BOXES + 0.4)), md2_v(0.4, 0.4), 20);
    return world;
}

/* Sets the solver by its name, as in the command, and its limits. Allowed before the first step and between steps. */
static void use_solver(md2_world *world, const char *name, const md_limits *limits)
{
    md_solver_spec spec;
    md_error error;
    if (md_solver_spec_parse(name, &spec, &error) != MD_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    must(md2_world_set_solver(world, &spec, limits), "solver");
}

/* Runs for two seconds, then prints the number of sweeps and the report of the last step. */
static void run(md2_world *world, const char *name)
{
    md_step_report report;
    int64_t sweeps = 0;
    for (int step = 0; step < 120; ++step) {
        must(md2_world_step(world, (md_real)1 / 60, &report), "step");
        sweeps += report.iterations;
    }
    printf("%-18s %-14s %6d sweeps  residual %.0e  penetration %5.2f mm\n", name, md_outcome_name(report.outcome),
           (int)sweeps, report.residual.relative, 1000 * (double)report.penetration_max);
}

/* ---- Writing the problem to files ----------------------------------------------------------------------------------- */

struct recorder {
    const char *folder;
    md_error error;
};

/* Called inside the step after every solve, with the problem and its solution. It may read the world but not change it. */
static void write_problem(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct recorder *recorder = (struct recorder *)user;
    (void)substep;
    (void)result; /* lambda, w, v, outcome and residual */
    if (recorder->folder == NULL) {
        return;
    }
    if (md_problem_write(problem, recorder->folder, &recorder->error) == MD_OK) {
        printf("wrote a problem with %d rows to the folder %s\n", (int)md_problem_rows(problem), recorder->folder);
    }
    recorder->folder = NULL; /* write one problem only */
}

int main(int count, char **arguments)
{
    md_limits sweeps_10 = {0}; /* 0: no limit */
    sweeps_10.max_iterations = 10;
    md_limits sweeps_50 = {0};
    sweeps_50.max_iterations = 50;
    md_limits tolerance = {0};
    tolerance.tol_relative = 1e-3;
    tolerance.max_iterations = 2000;

    md2_world *world = create_world();
    use_solver(world, "pgs", &sweeps_10);
    run(world, "pgs, 10");
    md2_world_destroy(world);

    world = create_world();
    use_solver(world, "amgs", &sweeps_10);
    run(world, "amgs, 10");
    use_solver(world, "amgs", &sweeps_50); /* in the same world */
    run(world, "amgs, 50");
    use_solver(world, "amgs:alpha=0.1", &tolerance);
    run(world, "amgs, tol 0.001");

    struct recorder recorder;
    recorder.folder = count > 1 ? arguments[1] : NULL;
    recorder.error.status = MD_OK;
    md2_callbacks callbacks = {0};
    callbacks.user = &recorder;
    callbacks.solved = write_problem;
    must(md2_world_set_callbacks(world, &callbacks), "callbacks");
    must(md2_world_step(world, (md_real)1 / 60, NULL), "step");
    md2_world_destroy(world);
    if (recorder.error.status != MD_OK) {
        fprintf(stderr, "%s\n", recorder.error.message);
        return 1;
    }
    return 0;
}
