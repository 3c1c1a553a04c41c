/* Sentences of docs/tutorial.md that no quoted output shows: each test finds its sentence in the page, and then shows
 * that the library does what it says. */
#include "world2/make2.h"

#include "docs/page.h"

static void page_says(const char *sentence)
{
    file_says("docs/tutorial.md", sentence);
}

/* ---- Definitions ------------------------------------------------------------------------------------------------- */

static void a_zeroed_body_definition_is_not_valid(void **state)
{
    (void)state;
    page_says("Never start from a zeroed struct.");
    md2_world *world = world_new();
    const md2_body_def zeros = {0};
    assert_int_equal(md2_body_create(world, &zeros, NULL), MD_ERROR_ARGUMENT);
    md2_world_destroy(world);
}

static void defaults_are_the_lengths_and_speeds_that_the_page_names(void **state)
{
    (void)state;
    page_says(
        "points of a hull closer than 5 mm are merged, 0.5 mm of penetration is tolerated, contacts become "
        "speculative at a distance of 2 cm, contacts bounce above 1 m/s, and bodies slower than 0.05 m/s may fall "
        "asleep");
    const md2_world_def def = md2_world_def_default();
    assert_true(MD2_LINEAR_SLOP == (md_real)0.005);
    assert_true(def.slop == (md_real)0.0005);
    assert_true(def.speculative_margin == (md_real)0.02);
    assert_true(def.restitution_threshold == 1);
    assert_true(def.sleep_speed == (md_real)0.05);
    page_says("It runs once with ten sweeps per step, the default");
    assert_int_equal(def.limits.max_iterations, 10);
    page_says("`warm_start_smoothing`** damps swaying in the warm start. The default is 0.05");
    assert_true(def.warm_start_smoothing == (md_real)0.05);
    page_says("**Warm starting** (`enable_warm_starting`) is on by default");
    assert_true(def.enable_warm_starting);
    page_says("the body is static, which is the default type");
    assert_int_equal(md2_body_def_default().type, MD2_STATIC);
}

/* ---- Bodies and shapes ------------------------------------------------------------------------------------------- */

static void a_body_without_mass_has_one_kilogram_and_does_not_rotate(void **state)
{
    (void)state;
    page_says("A dynamic body whose shapes have no mass has 1 kg and does not rotate.");
    md2_world *world = world_without_gravity();
    const md2_body_id body = body_at(world, MD2_DYNAMIC, 0, 0);
    md2_hull segment;
    assert_int_equal(md2_hull_segment(&segment, at(-1, 0), at(1, 0)), MD_OK);
    const md2_shape_def def = md2_shape_def_default();
    give(world, body, &def, &segment);
    assert_true(md2_body_mass(world, body).mass == 1);
    assert_int_equal(md2_body_apply_impulse(world, body, at(0, 3), at(1, 0)), MD_OK);
    assert_near(vy_of(world, body), 3, 0);
    assert_near(spin_of(world, body), 0, 0);
    md2_world_destroy(world);
}

static void a_chain_is_solid_on_its_right_hand_side_only(void **state)
{
    (void)state;
    page_says(
        "A chain is solid on one side only, on the right-hand side of its direction, so the ground runs from right "
        "to left");
    for (int from_left = 0; from_left < 2; ++from_left) {
        md2_world *world = world_new();
        const md2_vec points[] = {at(from_left ? -5 : 5, 0), at(from_left ? 5 : -5, 0)};
        const md2_shape_def def = md2_shape_def_default();
        assert_int_equal(md2_chain_create(world, body_at(world, MD2_STATIC, 0, 0), &def, points, 2, false, NULL),
                         MD_OK);
        const md2_body_id ball = circle_at(world, 0, 1, 0.25);
        step_many(world, 120);
        assert_int_equal(y_of(world, ball) < -1, from_left);
        md2_world_destroy(world);
    }
}

static void groups_override_category_and_mask(void **state)
{
    (void)state;
    page_says("Two shapes of the same `group` always collide (positive group) or never (negative group).");
    for (int group = -1; group <= 1; group += 2) {
        md2_world *world = world_new();
        md2_shape_def def = md2_shape_def_default();
        def.group = group;
        def.mask = group > 0 ? 0 : ~(uint64_t)0; /* the bits say the opposite */
        ground_of(world, &def);
        const md2_body_id ball = body_at(world, MD2_DYNAMIC, 0, 1);
        give_circle(world, ball, &def, 0.25);
        step_many(world, 120);
        assert_int_equal(y_of(world, ball) > 0, group > 0);
        md2_world_destroy(world);
    }
}

/* A platform moves by 2 m in 2 s, by its velocity or by its position. A box on it moves along or stays. */
static double box_on_a_platform(bool teleport)
{
    md2_world *world = world_new();
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id platform = body_at(world, MD2_KINEMATIC, 0, 0);
    give_box(world, platform, &def, 5, 0.5);
    const md2_body_id box = box_at(world, 0, 1, 0.5, 0.5);
    for (int step = 0; step < 120; ++step) {
        if (teleport) {
            const md2_transform to = {at((step + 1) / 60.0, 0), turned(0)};
            assert_int_equal(md2_body_set_transform(world, platform, to), MD_OK);
        } else {
            set_velocity(world, platform, 1, 0, 0);
        }
        step_by(world, 1.0 / 60);
    }
    const double moved = x_of(world, box);
    md2_world_destroy(world);
    return moved;
}

static void a_platform_carries_a_box_only_if_it_has_a_velocity(void **state)
{
    (void)state;
    page_says("If you set the position of a platform in every step instead, it has no velocity, and bodies on it slide "
              "off.");
    assert_true(box_on_a_platform(false) > 1.9);
    assert_true(fabs(box_on_a_platform(true)) < 0.1);
}

/* ---- Sleeping ---------------------------------------------------------------------------------------------------- */

/* Creates a sleeping box on the ground. Checks that it fell asleep after half a second. */
static md2_world *sleeping_box(md2_body_id *box)
{
    md2_world *world = world_new();
    ground_at_zero(world);
    *box = box_at(world, 0, 0.5, 0.5, 0.5);
    assert_near(step_until(world, MD2_EVENT_BODY_SLEEP, 60), 30, 1); /* rounding of the summed time */
    return world;
}

static void set_def_wakes_bodies_for_gravity_and_sleep_and_nothing_else(void **state)
{
    (void)state;
    page_says("Bodies that have been at rest for half a second fall asleep");
    page_says("Changing gravity, or switching `enable_sleep` of the world off, wakes all bodies "
              "(`md2_world_set_gravity`, `md2_world_set_def`). Changing other settings, for example the solver, wakes "
              "none.");
    enum { GRAVITY, GRAVITY_BY_DEF, SLEEP, SOLVER, SOLVER_BY_DEF, SUBSTEPS, CHANGES };
    for (int change = 0; change < CHANGES; ++change) {
        md2_body_id box;
        md2_world *world = sleeping_box(&box);
        md2_world_def def = md2_world_get_def(world);
        def.gravity = change == GRAVITY_BY_DEF ? at(1, -9) : def.gravity;
        def.enable_sleep = change != SLEEP;
        def.limits.max_iterations = change == SOLVER_BY_DEF ? 20 : 10;
        def.substeps = change == SUBSTEPS ? 4 : 1;
        if (change == GRAVITY) {
            assert_int_equal(md2_world_set_gravity(world, at(0, -5)), MD_OK);
        } else if (change == SOLVER) {
            md_solver_spec pgs = md_solver_spec_default();
            pgs.method = MD_PGS;
            assert_int_equal(md2_world_set_solver(world, &pgs, &def.limits), MD_OK);
        } else {
            assert_int_equal(md2_world_set_def(world, &def), MD_OK);
        }
        step_by(world, 1.0 / 60);
        assert_int_equal(md2_body_is_awake(world, box), change <= SLEEP);
        md2_world_destroy(world);
    }
}

static void touch_a_call_and_lost_support_wake(void **state)
{
    (void)state;
    page_says("They wake up when a body touches them, when a call moves or pushes them, or when their support is "
              "removed.");
    for (int cause = 0; cause < 4; ++cause) {
        md2_body_id box;
        md2_world *world = sleeping_box(&box);
        if (cause == 0) {
            const md2_body_id ball = circle_at(world, 0, 1.3, 0.25);
            set_velocity(world, ball, 0, -3, 0);
        } else if (cause == 1) {
            assert_int_equal(md2_body_apply_impulse(world, box, at(1, 0), md2_body_center(world, box)), MD_OK);
        } else if (cause == 2) {
            set_velocity(world, box, 0, 1, 0);
        } else {
            assert_int_equal(md2_body_destroy(world, md2_world_first_body(world)), MD_OK);
        }
        step_many(world, 2);
        assert_true(md2_body_is_awake(world, box));
        md2_world_destroy(world);
    }
}

static void a_body_that_may_not_sleep_keeps_what_it_touches_awake(void **state)
{
    (void)state;
    page_says("a character that stands on a pile keeps the pile awake");
    md2_world *world = world_new();
    ground_at_zero(world);
    const md2_body_id pile = box_at(world, 0, 0.5, 0.5, 0.5);
    const md2_body_id apart = box_at(world, 5, 0.5, 0.5, 0.5);
    const md2_body_id character = box_at(world, 0, 1.5, 0.5, 0.5);
    assert_int_equal(md2_body_enable_sleep(world, character, false), MD_OK);
    step_many(world, 120);
    assert_true(md2_body_is_awake(world, pile));
    assert_true(md2_body_is_awake(world, character));
    assert_false(md2_body_is_awake(world, apart));
    md2_world_destroy(world);
}

/* ---- Handles, joints, drawing ------------------------------------------------------------------------------------ */

static void a_stale_handle_gives_a_status_or_zeros(void **state)
{
    (void)state;
    page_says(
        "If a handle refers to a destroyed object, the call returns `MD_ERROR_ARGUMENT`, or zeros if it returns a "
        "value. A stale handle never reaches another object.");
    md2_world *world = world_new();
    const md2_body_id old = box_at(world, 3, 4, 0.5, 0.5);
    assert_int_equal(md2_body_destroy(world, old), MD_OK);
    const md2_body_id new = box_at(world, 5, 6, 0.5, 0.5);
    assert_int_equal(new.index, old.index);
    assert_int_equal(md2_body_set_bullet(world, old, true), MD_ERROR_ARGUMENT);
    assert_true(md2_body_transform(world, old).p.x == 0);
    md2_world_destroy(world);
}

static void joined_bodies_do_not_collide_unless_the_joint_says_so(void **state)
{
    (void)state;
    page_says("Joined bodies do not collide with each other unless `collide_connected` is set, which is the default of "
              "pulley and motor joints only.");
    for (int type = MD2_DISTANCE; type <= MD2_MOTOR; ++type) {
        const bool collides = type == MD2_PULLEY || type == MD2_MOTOR;
        assert_int_equal(md2_joint_def_default((md2_joint_type)type).collide_connected, collides);
    }
    for (int collide = 0; collide < 2; ++collide) {
        md2_world *world = world_without_gravity();
        const md2_body_id a = box_at(world, 0, 0, 0.5, 0.5);
        const md2_body_id b = box_at(world, 0.9, 0, 0.5, 0.5);
        md2_joint_def def = md2_joint_def_at(world, MD2_REVOLUTE, a, b, at(0.45, 0), at(1, 0));
        def.collide_connected = collide != 0;
        assert_int_equal(md2_joint_create(world, &def, NULL), MD_OK);
        step_by(world, 1.0 / 60);
        assert_int_equal(md2_world_contact_count(world), collide);
        md2_world_destroy(world);
    }
}

static void interpolation_goes_from_before_the_last_step_to_now(void **state)
{
    (void)state;
    page_says("returns a transform between the one before the last step (0) and the one after it (1)");
    md2_world *world = world_without_gravity();
    const md2_body_id box = box_at(world, 0, 0, 0.5, 0.5);
    set_velocity(world, box, 6, 0, 0);
    step_many(world, 2);
    assert_near(md2_body_interpolated(world, box, 0).p.x, 0.1, 1e-6); /* rounding in float */
    assert_near(md2_body_interpolated(world, box, 1).p.x, 0.2, 1e-6);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zeroed_body_definition_is_not_valid),
        cmocka_unit_test(defaults_are_the_lengths_and_speeds_that_the_page_names),
        cmocka_unit_test(a_body_without_mass_has_one_kilogram_and_does_not_rotate),
        cmocka_unit_test(a_chain_is_solid_on_its_right_hand_side_only),
        cmocka_unit_test(groups_override_category_and_mask),
        cmocka_unit_test(a_platform_carries_a_box_only_if_it_has_a_velocity),
        cmocka_unit_test(set_def_wakes_bodies_for_gravity_and_sleep_and_nothing_else),
        cmocka_unit_test(touch_a_call_and_lost_support_wake),
        cmocka_unit_test(a_body_that_may_not_sleep_keeps_what_it_touches_awake),
        cmocka_unit_test(a_stale_handle_gives_a_status_or_zeros),
        cmocka_unit_test(joined_bodies_do_not_collide_unless_the_joint_says_so),
        cmocka_unit_test(interpolation_goes_from_before_the_last_step_to_now),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
