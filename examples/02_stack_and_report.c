/* A stack of ten boxes, and the report of each step. */
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

#define BOXES 10

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

static md2_body_id add_body(md2_world *world, md2_body_type type, md2_vec position)
{
    md2_body_def def = md2_body_def_default();
    def.type = type;
    def.position = position;
    md2_body_id body;
    must(md2_body_create(world, &def, &body), "body");
    return body;
}

/* Adds the ground as a chain, a polyline that is solid on its right-hand side only. It runs from right to left, so that
 * its right-hand side is the upper side. */
static void add_ground(md2_world *world)
{
    const md2_vec points[] = {{20, 4}, {20, 0}, {-20, 0}, {-20, 4}};
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id ground = add_body(world, MD2_STATIC, md2_v(0, 0));
    must(md2_chain_create(world, ground, &def, points, 4, false, NULL), "chain");
}

static md2_world *create_stack(const md_limits *limits)
{
    md2_world_def def = md2_world_def_default();
    def.limits = *limits;
    md2_world *world;
    must(md2_world_create(&def, &world), "world");
    add_ground(world);

    md2_hull box;
    must(md2_hull_box(&box, md2_v(0.25, 0.25), md2_v(0, 0), md2_rot_identity(), 0), "hull");
    md2_shape_def shape = md2_shape_def_default();
    shape.density = 4; /* 1 kg */
    for (int i = 0; i < BOXES; ++i) {
        const md2_body_id body = add_body(world, MD2_DYNAMIC, md2_v(0, 0.25 + 0.5 * i));
        must(md2_shape_create(world, body, &shape, &box, NULL), "shape");
    }
    return world;
}

static void print_report(int step, const md_step_report *report)
{
    printf("%4d %5d %7d  %-14s %6d  %8.0e     %5.2f mm  %2d of %d\n", step, (int)report->rows,
           (int)report->contact_points, md_outcome_name(report->outcome), (int)report->iterations,
           report->residual.relative, 1000 * (double)report->penetration_max, (int)report->awake_bodies, BOXES);
}

static void run(const char *title, const md_limits *limits)
{
    md2_world *world = create_stack(limits);
    int64_t sweeps = 0;
    printf("%s\nstep  rows  points  outcome        sweeps  residual  penetration  awake\n", title);
    for (int step = 1; step <= 120; ++step) {
        md_step_report report;
        must(md2_world_step(world, (md_real)1 / 60, &report), "step");
        sweeps += report.iterations;
        if (step == 1 || step % 20 == 0) {
            print_report(step, &report);
        }
    }
    printf("%d sweeps in total\n", (int)sweeps);
    md2_world_destroy(world);
}

int main(void)
{
    md_limits ten_sweeps = {0}; /* 0: no limit */
    ten_sweeps.max_iterations = 10;
    md_limits tolerance = {0};
    tolerance.tol_relative = 1e-3;
    tolerance.max_iterations = 1000;
    run("ten sweeps per step:", &ten_sweeps);
    run("sweeps until the residual is below 0.001, at most 1000:", &tolerance);
    return 0;
}
