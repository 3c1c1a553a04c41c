/* Limits of sizes, positions, masses and inertias, and steps that fail. */
#include <modulus/snapshot2.h>

#include "support/counting_allocator.h"
#include "world2/make2.h"

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

static void assert_joint_refused(md2_world *world, const md2_joint_def *def, const char *message)
{
    md_error error = {0};
    assert_int_equal(md2_joint_create(world, def, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_joint_def_check(def, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, message);
}

static void an_anchor_outside_the_world_is_refused(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id ground = ground_at_zero(world);
    const md2_body_id box = box_at(world, 0, 2, 0.5, 0.5);
    const md2_joint_def good = md2_joint_def_at(world, MD2_REVOLUTE, ground, box, at(0, 2), at(1, 0));
    md2_joint_def def = good;
    def.anchor[1].x = (md_real)1e30;
    assert_joint_refused(world, &def, "joint: anchor[1].x must be a number from -1e+09 to 1e+09, is 1e+30");
    def = good;
    def.anchor[0].y = (md_real)-2e9;
    assert_joint_refused(world, &def, "joint: anchor[0].y must be a number from -1e+09 to 1e+09, is -2e+09");
    def = good;
    def.length = (md_real)1e30;
    assert_joint_refused(world, &def, "joint: length must be a number from 0 to 1e+09, is 1e+30");
    def = good;
    def.target.x = (md_real)1e30;
    assert_joint_refused(world, &def, "joint: target.x must be a number from -1e+09 to 1e+09, is 1e+30");
    md2_world_destroy(world);
}

static void assert_mass_refused(md2_mass mass, const char *message)
{
    md2_world *world = world_new();
    const md2_body_id box = box_at(world, 0, 2, 0.5, 0.5);
    md_error error = {0};
    assert_int_equal(md2_body_set_mass(world, box, mass), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_mass_check(&mass, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, message);
    md2_world_destroy(world);
}

static void masses_and_inertias_outside_the_limits_are_refused(void **state)
{
    (void)state;
    assert_mass_refused((md2_mass){.mass = (md_real)1e20}, "mass: mass must be a number from 1e-15 to 1e+15, is 1e+20");
    assert_mass_refused((md2_mass){.mass = (md_real)1e-20},
                        "mass: mass must be a number from 1e-15 to 1e+15, is 1e-20");
    assert_mass_refused((md2_mass){.mass = 1, .inertia = (md_real)1e-20},
                        "mass: inertia must be a number from 1e-15 to 1e+30, is 1e-20");
    assert_mass_refused((md2_mass){.mass = 1, .inertia = (md_real)1e35},
                        "mass: inertia must be a number from 1e-15 to 1e+30, is 1e+35");
    assert_mass_refused((md2_mass){.mass = 1, .center = at(2e9, 0)},
                        "mass: center.x must be a number from -1e+09 to 1e+09, is 2e+09");
    md2_shape_def def = md2_shape_def_default();
    def.density = (md_real)1e20;
    md_error error = {0};
    assert_int_equal(md2_shape_def_check(&def, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "shape: density must be a number from 0 to 1e+15, is 1e+20");
}

/* A world whose definitions are within the limits never stops: every step succeeds. */
static void a_world_at_the_limits_steps(void **state)
{
    (void)state;
    const double masses[] = {1e-15, 1, 1e15};
    const double inertias[] = {0, 1e-15, 1, 1e30};
    const double anchors[] = {0, 1, 1e9};
    for (int i = 0; i < 3 * 4 * 3; ++i) {
        md2_world *world = world_new();
        const md2_body_id ground = ground_at_zero(world);
        const md2_body_id box = box_at(world, 0, 2, 0.5, 0.5);
        const md2_mass mass = {.mass = (md_real)masses[i % 3], .inertia = (md_real)inertias[i / 3 % 4]};
        assert_int_equal(md2_body_set_mass(world, box, mass), MD_OK);
        md2_joint_def def = md2_joint_def_at(world, MD2_REVOLUTE, ground, box, at(0, 2), at(1, 0));
        def.anchor[1] = at(anchors[i / 12], 0);
        assert_int_equal(md2_joint_create(world, &def, NULL), MD_OK);
        step_many(world, 20);
        md2_world_destroy(world);
    }
}

/* ---- Numbers that overflow --------------------------------------------------------------------------------------- */

static int stopped_bodies;

static void count_stopped(void *user, md2_log_level level, const char *message)
{
    (void)user;
    (void)level;
    stopped_bodies += strstr(message, "would leave the world") != NULL;
}

/* A joint, a contact and a speculative contact of a body that is faster than any row can hold. */
static void a_body_that_is_too_fast_is_stopped_and_not_the_world(void **state)
{
    (void)state;
    const md_real speeds[] = {(md_real)1e30, MD_REAL_MAX};
    for (int i = 0; i < 8; ++i) {
        md2_world_def def = md2_world_def_default();
        def.callbacks.log = count_stopped;
        md2_world *world = world_of(&def);
        ground_at_zero(world);
        const md2_body_id box = box_at(world, 0, 0.5 + i / 4 * 3, 0.5, 0.5);
        const md2_body_id ball = circle_at(world, 0.9, 0.5, 0.4);
        const md2_joint_def hinge = md2_joint_def_at(world, MD2_REVOLUTE, ball, box, at(0, 1), at(1, 0));
        const md_real speed = speeds[i % 2];
        assert_int_equal(md2_joint_create(world, &hinge, NULL), MD_OK);
        assert_int_equal(i / 2 % 2 == 0 ? md2_body_set_velocity(world, box, (md2_vec){0, -speed}, 0)
                                        : md2_body_set_velocity(world, box, at(1, -1), speed),
                         MD_OK);
        stopped_bodies = 0;
        step_many(world, 3);
        assert_true(stopped_bodies > 0);
        assert_true(fabs((double)md2_body_velocity(world, box).y) < 100);
        assert_true(fabs((double)md2_body_angular_velocity(world, box)) < 1e9);
        md2_world_destroy(world);
    }
}

static void forces_that_overflow_do_not_stop_a_world_with_restitution(void **state)
{
    (void)state;
    md2_world *world = world_new();
    ground_at_zero(world);
    md2_shape_def def = md2_shape_def_default();
    def.restitution = 1;
    for (int i = 0; i < 20; ++i) { /* enough for the SIMD kernel too */
        const md2_body_id ball = body_at(world, MD2_DYNAMIC, 2.0 * i, 0.45);
        const md2_hull hull = circle_hull(0.5);
        assert_int_equal(md2_shape_create(world, ball, &def, &hull, NULL), MD_OK);
        set_velocity(world, ball, 0, -3, 0);
        assert_int_equal(md2_body_apply_force(world, ball, (md2_vec){0, MD_REAL_MAX}, md2_body_center(world, ball)),
                         MD_OK);
        assert_int_equal(md2_body_set_gravity_scale(world, ball, -MD_REAL_MAX), MD_OK);
    }
    step_many(world, 3);
    md2_world_destroy(world);
}

static void a_shape_of_tiny_density_does_not_stop_the_world(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id ground = ground_at_zero(world);
    const md2_body_id dust = body_at(world, MD2_DYNAMIC, 0, 0.5);
    md2_shape_def def = md2_shape_def_default();
    def.density = (md_real)PICK(1e-300, 1e-30);
    give_box(world, dust, &def, 0.5, 0.5);
    md2_joint_def rod = md2_joint_def_at(world, MD2_REVOLUTE, ground, dust, at(0, 0.5), at(1, 0));
    rod.anchor[1] = at(9e8, 9e8);
    assert_int_equal(md2_joint_create(world, &rod, NULL), MD_OK);
    step_many(world, 20);
    md2_world_destroy(world);
}

static void friction_and_belts_that_overflow_can_be_saved(void **state)
{
    (void)state;
    md2_world_def world_def = md2_world_def_default();
    world_def.friction_mixing = MD2_MIX_PRODUCT;
    md2_world *world = world_of(&world_def);
    md2_shape_def def = md2_shape_def_default();
    def.friction = MD_REAL_MAX;
    def.surface_speed = MD_REAL_MAX;
    give_box(world, body_at(world, MD2_STATIC, 0, -1), &def, 5, 1);
    give_box(world, body_at(world, MD2_DYNAMIC, 0, 0.49), &def, 0.5, 0.5);
    step_many(world, 2);
    md2_contact_info contact;
    assert_int_equal(md2_world_contact(world, 0, &contact), MD_OK);
    assert_true(isfinite(contact.friction));
    static unsigned char bytes[16384];
    size_t size = 0;
    md2_world *twin = NULL;
    assert_int_equal(md2_world_snapshot(world, bytes, sizeof bytes, &size), MD_OK);
    assert_int_equal(md2_world_from_snapshot(bytes, size, NULL, NULL, &twin), MD_OK);
    md2_world_destroy(twin);
    md2_world_destroy(world);
}

/* ---- Steps that fail --------------------------------------------------------------------------------------------- */

static md2_world *falling_boxes(struct counting_allocator *books)
{
    md2_world_def def = md2_world_def_default();
    def.allocator = counting_allocator_of(books);
    def.substeps = 3;
    md2_world *world = world_of(&def);
    ground_at_zero(world);
    for (int i = 0; i < 6; ++i) {
        const md2_body_id box = box_at(world, 0.1 * i, 0.49 + 0.99 * i, 0.5, 0.5);
        set_velocity(world, box, 1, -2, 1);
    }
    return world;
}

static void a_step_that_fails_changes_no_body(void **state)
{
    (void)state;
    int failures = 0;
    md_status status = MD_ERROR_MEMORY;
    for (int64_t nth = 1; status != MD_OK; ++nth) {
        struct counting_allocator books = {0};
        md2_world *world = falling_boxes(&books);
        const uint64_t before = md2_world_hash(world);
        books.refuse_nth = books.requests + nth;
        status = md2_world_step(world, DT, NULL);
        if (status != MD_OK) {
            assert_int_equal(status, MD_ERROR_MEMORY);
            assert_true(md2_world_hash(world) == before);
            ++failures;
        }
        books.refuse_nth = 0;
        step_many(world, 1); /* a retry succeeds */
        assert_true(md2_world_hash(world) != before);
        md2_world_destroy(world);
    }
    assert_true(failures > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_anchor_outside_the_world_is_refused),
        cmocka_unit_test(masses_and_inertias_outside_the_limits_are_refused),
        cmocka_unit_test(a_world_at_the_limits_steps),
        cmocka_unit_test(a_body_that_is_too_fast_is_stopped_and_not_the_world),
        cmocka_unit_test(forces_that_overflow_do_not_stop_a_world_with_restitution),
        cmocka_unit_test(a_shape_of_tiny_density_does_not_stop_the_world),
        cmocka_unit_test(friction_and_belts_that_overflow_can_be_saved),
        cmocka_unit_test(a_step_that_fails_changes_no_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
