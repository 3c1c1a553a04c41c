/* A stack of twelve boxes that are not exactly above each other, simulated with different settings. */
#include <math.h>
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

#define BOXES 12

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

static md2_body_id add_box(md2_world *world, md2_body_type type, md2_vec position, md2_vec half)
{
    md2_body_def body_def = md2_body_def_default();
    body_def.type = type;
    body_def.position = position;
    md2_body_id body;
    must(md2_body_create(world, &body_def, &body), "body");
    md2_hull hull;
    must(md2_hull_box(&hull, half, md2_v(0, 0), md2_rot_identity(), 0), "hull");
    const md2_shape_def shape_def = md2_shape_def_default();
    must(md2_shape_create(world, body, &shape_def, &hull, NULL), "shape");
    return body;
}

/* Simulates ten seconds. Prints how far the top box moves sideways, the largest penetration, and when all boxes are
 * asleep. */
static void run(const char *title, const md2_world_def *def)
{
    md2_world *world;
    must(md2_world_create(def, &world), "world");
    add_box(world, MD2_STATIC, md2_v(0, -1), md2_v(10, 1));
    md2_body_id top = md2_body_none();
    for (int i = 0; i < BOXES; ++i) {
        const md2_vec position = {(md_real)(i % 2 == 0 ? 0.02 : -0.02), (md_real)(0.25 + 0.5 * i)};
        top = add_box(world, MD2_DYNAMIC, position, md2_v(0.25, 0.25));
    }
    const md_real start = md2_body_transform(world, top).p.x;
    double sway = 0, penetration = 0, asleep = 0;
    for (int step = 1; step <= 600; ++step) {
        md_step_report report;
        must(md2_world_step(world, (md_real)1 / 60, &report), "step");
        sway = fmax(sway, fabs((double)(md2_body_transform(world, top).p.x - start)));
        penetration = fmax(penetration, (double)report.penetration_max);
        if (report.awake_bodies == 0 && asleep == 0) {
            asleep = step / 60.0;
        }
    }
    if (md2_body_transform(world, top).p.y < 0.4 * BOXES) {
        printf("%-28s the stack falls\n", title);
    } else {
        printf("%-28s top moves %4.1f cm, penetration %3.1f mm, ", title, 100 * sway, 1000 * penetration);
        if (asleep > 0) {
            printf("asleep after %.1f s\n", asleep);
        } else {
            printf("never asleep\n");
        }
    }
    md2_world_destroy(world);
}

int main(void)
{
    md2_world_def def = md2_world_def_default();
    run("default settings", &def);

    def.limits.max_iterations = 4;
    run("4 sweeps", &def);
    def.limits.max_iterations = 40;
    run("40 sweeps", &def);

    def = md2_world_def_default();
    def.substeps = 4;
    run("4 substeps of 10 sweeps", &def);
    def.limits.max_iterations = 3;
    run("4 substeps of 3 sweeps", &def);

    def = md2_world_def_default();
    def.warm_start_smoothing = 0;
    run("warm_start_smoothing 0", &def);
    def.warm_start_smoothing = 0.2;
    run("warm_start_smoothing 0.2", &def);

    def = md2_world_def_default();
    def.correction_factor = 0.5;
    run("correction_factor 0.5", &def);
    def.correction_factor = 0.05;
    run("correction_factor 0.05", &def);

    def = md2_world_def_default();
    def.enable_warm_starting = false;
    run("no warm starting", &def);

    def = md2_world_def_default();
    def.limits.tol_relative = 1e-3;
    def.limits.max_iterations = 500;
    run("sweeps until residual 0.001", &def);
    return 0;
}
