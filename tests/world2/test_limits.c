/* Limits of sizes, positions, masses and inertias, and steps that fail. */
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
        cmocka_unit_test(a_step_that_fails_changes_no_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
