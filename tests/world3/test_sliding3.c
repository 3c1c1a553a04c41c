/* Figures of the 3D engine that docs/engine.md quotes: sliding and rolling over the seams of a flat mesh, and a box that friction
 * holds. */
#include <stdio.h>

#include "world3/stacks3.h"

/* ---- Seams ---------------------------------------------------------------------------------------------------------- */

enum { CELLS_X = 100, CELLS_Z = 50 };
#define CELL 0.5 /* m */

/* A flat ground of 10,000 triangles that faces up, from (0, 0, 0) on. */
static void give_flat_mesh(md3_world *world, md3_body_id body, const md3_shape_def *material)
{
    enum { CORNERS_X = CELLS_X + 1, CORNERS_Z = CELLS_Z + 1, TRIANGLES = 2 * CELLS_X * CELLS_Z };
    static md3_vec vertices[CORNERS_X * CORNERS_Z];
    static int32_t indices[3 * TRIANGLES];
    for (int i = 0; i < CORNERS_X * CORNERS_Z; ++i) {
        vertices[i] = at3(CELL * (i % CORNERS_X), 0, CELL * (i / CORNERS_X));
    }
    for (int i = 0; i < CELLS_X * CELLS_Z; ++i) {
        const int32_t at = i / CELLS_X * CORNERS_X + i % CELLS_X;
        const int32_t cell[6] = {at, at + CORNERS_X, at + 1, at + 1, at + CORNERS_X, at + CORNERS_X + 1};
        for (int k = 0; k < 6; ++k) {
            indices[6 * i + k] = cell[k];
        }
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = CORNERS_X * CORNERS_Z;
    def.indices = indices;
    def.triangle_count = TRIANGLES;
    md3_mesh *mesh;
    md3_geometry geometry;
    assert_int_equal(md3_mesh_create(NULL, &def, &mesh, NULL), MD_OK);
    assert_int_equal(md3_mesh_triangles(mesh), 10000);
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    give(world, body, material, &geometry);
    md3_mesh_destroy(mesh);
}

/* What a body did on its way. */
struct journey {
    double off_line, height; /* m: the largest distance from the straight line, sideways and along y */
    double speed;            /* the largest change of the speed, in parts of the speed at the start */
    double spin;             /* rad/s, the largest change */
    double way;              /* m */
};

/* Steps until the body has gone 40 m, or for 10 s. */
static struct journey travel(md3_world *world, md3_body_id body, const char *name)
{
    const md3_vec start = md3_body_center(world, body), velocity = md3_body_velocity(world, body);
    const md3_vec spin = md3_body_angular_velocity(world, body);
    const md3_vec along = md3_vec_normalize(velocity);
    const double speed = (double)md3_vec_length(velocity);
    struct journey journey = {.way = 0};
    for (int i = 0; i < 600 && journey.way < 40; ++i) {
        step_by(world, 1.0 / 60);
        const md3_vec moved = md3_vec_sub(md3_body_center(world, body), start);
        const md3_vec turn = md3_vec_sub(md3_body_angular_velocity(world, body), spin);
        journey.way = (double)md3_vec_dot(moved, along);
        journey.height = fmax(journey.height, fabs((double)moved.y));
        journey.off_line = fmax(journey.off_line, fabs((double)md3_vec_cross(moved, along).y));
        journey.speed = fmax(journey.speed, fabs(speed_of(world, body) / speed - 1));
        journey.spin = fmax(journey.spin, (double)md3_vec_length(turn));
    }
    printf(
        "%s at %g m/s: %.1f m, off the line by %.1e m, up or down %.1e m, speed changed by %.1e, spin by %.1e rad/s\n",
        name, speed, journey.way, journey.off_line, journey.height, journey.speed, journey.spin);
    md3_world_destroy(world);
    return journey;
}

static md3_world *world_of_mesh(double friction)
{
    md3_world_def def = md3_world_def_default();
    def.enable_sleep = false;
    md3_world *world = world_of(&def);
    const md3_shape_def material = surface_of(friction, 0);
    give_flat_mesh(world, body_at(world, MD3_STATIC, 0, 0, 0), &material);
    return world;
}

/* A direction that crosses all edges of the cells, and is parallel to none. */
static md3_vec direction(double speed)
{
    return md3_vec_scale((md_real)speed, md3_vec_normalize(at3(1, 0, 0.3)));
}

static struct journey slide(double speed)
{
    md3_world *world = world_of_mesh(0);
    const md3_body_id box = body_turned_at(world, MD3_DYNAMIC, at3(2, 0.25, 5), turned_about(0, 1, 0, 0.3));
    const md3_shape_def material = surface_of(0, 0);
    give_box(world, box, &material, 0.25, 0.25, 0.25);
    set_velocity(world, box, direction(speed), at3(0, 0, 0));
    return travel(world, box, "box");
}

static struct journey roll(double speed)
{
    md3_world *world = world_of_mesh(0.6);
    const md3_body_id sphere = body_at(world, MD3_DYNAMIC, 2, 0.25, 5);
    const md3_shape_def material = surface_of(0.6, 0);
    give_sphere(world, sphere, &material, 0.25);
    const md3_vec velocity = direction(speed);
    set_velocity(world, sphere, velocity, md3_vec_scale(4, md3_vec_cross(at3(0, 1, 0), velocity)));
    return travel(world, sphere, "sphere");
}

/* Position correction keeps the slop, 0.5 mm; the figures are 0.1 % of the speed and 1 mm sideways. */
static void check(struct journey journey)
{
    assert_true(journey.way > 9.5);
    assert_true(journey.speed < 0.001);
    assert_true(journey.off_line < 0.001);
    assert_true(journey.height < 0.001);
}

static void a_box_slides_over_seams_on_a_straight_line(void **state)
{
    (void)state;
    check(slide(1));
    check(slide(5));
    check(slide(20));
}

static void a_sphere_rolls_over_seams_on_a_straight_line(void **state)
{
    (void)state;
    check(roll(1));
    check(roll(5));
    check(roll(20));
}

/* ---- A grip --------------------------------------------------------------------------------------------------------- */

/* Two pads press on a box of 1 kg with 20 N each. Friction 0.5 could hold 20 N; the box weighs 9.8 N. Returns its creep after the
 * first second, m/s. In the first step the loads of the faces are uneven, and the box slips by 70 um. */
static double creep_of_gripped_box(int seconds)
{
    md3_world_def def = md3_world_def_default();
    def.enable_sleep = false;
    def.limits = (md_limits){.tol_scaled = 1e-10, .max_iterations = 2000};
    md3_world *world = world_of(&def);
    const md3_shape_def material = surface_of(0.5, 0);
    const md3_body_id box = body_at(world, MD3_DYNAMIC, 0, 1, 0);
    give_box(world, box, &material, 0.05, 0.05, 0.05);
    md3_body_id pad[2];
    for (int i = 0; i < 2; ++i) {
        pad[i] = body_at(world, MD3_DYNAMIC, i == 0 ? -0.06 : 0.06, 1, 0);
        give_box(world, pad[i], &material, 0.01, 0.04, 0.04);
        assert_int_equal(md3_body_set_locked(world, pad[i], MD3_LOCK_Y | MD3_LOCK_Z | MD3_LOCK_ROTATION), MD_OK);
    }
    double before = 0;
    for (int i = 0; i < 60 * (seconds + 1); ++i) {
        before = i == 60 ? y_of(world, box) : before;
        for (int k = 0; k < 2; ++k) {
            const md3_vec at = md3_body_center(world, pad[k]);
            assert_int_equal(md3_body_apply_force(world, pad[k], at3(k == 0 ? 20 : -20, 0, 0), at), MD_OK);
        }
        step_by(world, 1.0 / 60);
    }
    const double creep = (before - y_of(world, box)) / seconds;
    printf("gripped box: creep %.1e m/s over %d s\n", creep, seconds);
    md3_world_destroy(world);
    return creep;
}

static void a_gripped_box_does_not_creep(void **state)
{
    (void)state;
    assert_true(fabs(creep_of_gripped_box(60)) < 1e-6);
}

/* ---- Energy --------------------------------------------------------------------------------------------------------- */

/* Boxes, spheres, capsules and spinning bars fall onto each other, with restitution. */
static void no_pile_gains_energy(void **state)
{
    (void)state;
    md3_world_def def = md3_world_def_default();
    struct stack stack = stack_of(&def, 0.5);
    stack.material.restitution = (md_real)0.5;
    md3_hull *hulls[2];
    md3_geometry form[4] = {box_geometry(0.3, 0.2, 0.1, &hulls[0]), box_geometry(0.6, 0.02, 0.02, &hulls[1])};
    assert_int_equal(md3_geometry_sphere(&form[2], at3(0, 0, 0), (md_real)0.2), MD_OK);
    assert_int_equal(md3_geometry_capsule(&form[3], at3(-0.3, 0, 0), at3(0.3, 0, 0), (md_real)0.1), MD_OK);
    for (int i = 0; i < 60; ++i) {
        const md3_vec at = at3(0.9 * (i % 3 - 1), 1 + 0.7 * (i / 6), 0.6 * (i / 3 % 2));
        const md3_body_id body = stack_geometry(&stack, at, turned_about(1, 2, 3, i), &form[i % 4]);
        set_velocity(stack.world, body, at3(0, -3, 0), at3(10 * (i % 5 - 2), 10, 10 * (i % 7 - 3)));
    }
    double energy = stack_energy(&stack);
    double rise = 0;
    const double start = energy;
    for (int i = 0; i < 400; ++i) {
        step_by(stack.world, 1.0 / 60);
        rise = fmax(rise, stack_energy(&stack) - start);
    }
    printf("pile: energy rose by at most %.1e of its start\n", rise / start);
    assert_true(rise < 0.001 * start);
    md3_world_destroy(stack.world);
    md3_hull_destroy(hulls[0]);
    md3_hull_destroy(hulls[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_slides_over_seams_on_a_straight_line),
        cmocka_unit_test(a_sphere_rolls_over_seams_on_a_straight_line),
        cmocka_unit_test(a_gripped_box_does_not_creep),
        cmocka_unit_test(no_pile_gains_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
