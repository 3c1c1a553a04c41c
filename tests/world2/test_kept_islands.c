/* Islands and lists of contact points that a step keeps from the last one, because nothing has changed, are those that it would
 * find. A restored world finds them anew in each step. */
#include "world2/make2.h"
#include "world2/restored2.h"
#include "world2/world.h"

/* Stacks that come to rest, balls that bounce and roll between them, and a door on a hinge. */
static void fill(md2_world *world)
{
    ground_at_zero(world);
    const md2_shape_def surface = surface_of(0.5, 0.4);
    for (int i = 0; i < 30; ++i) {
        const md2_body_id body = body_at(world, MD2_DYNAMIC, 1.5 * (i % 10), 0.3 + 0.52 * (i / 10));
        give_box(world, body, &surface, 0.25, 0.25);
        if (i == 4) {
            const md2_body_id ground = md2_body_id_of(world, 0);
            const md2_joint_def hinge = md2_joint_def_at(world, MD2_REVOLUTE, ground, body, at(6.25, 0.55), at(1, 0));
            md2_joint_id joint;
            assert_int_equal(md2_joint_create(world, &hinge, &joint), MD_OK);
        }
    }
    for (int i = 0; i < 8; ++i) {
        const md2_body_id ball = body_at(world, MD2_DYNAMIC, 1.5 * i + 0.75, 2 + i);
        give_circle(world, ball, &surface, 0.2);
        set_velocity(world, ball, 0.2 * (i - 4), 0, 0);
    }
}

/* Changes of a user to a world at rest. */
static void disturb(md2_world *world, int step)
{
    const md2_body_id box = md2_body_id_of(world, 12);
    switch (step) {
    case 300: assert_int_equal(md2_body_apply_impulse_to_center(world, box, at(0, 1)), MD_OK); break;
    case 400: assert_int_equal(md2_body_set_type(world, box, MD2_KINEMATIC), MD_OK); break;
    case 410: set_velocity(world, box, 0.5, 0, 0); break;
    case 450: assert_int_equal(md2_body_destroy(world, box), MD_OK); break;
    case 500: circle_at(world, 3, 3, 0.2); break;
    default: break;
    }
}

static int steps_that_kept(const md2_world_def *def)
{
    md2_world *world = world_of(def), *anew = world_of(def);
    fill(world);
    fill(anew);
    int kept = 0;
    for (int step = 0; step < 600; ++step) {
        anew = restored(anew);
        disturb(world, step);
        disturb(anew, step);
        step_by(world, 1.0 / 60);
        step_by(anew, 1.0 / 60);
        assert_true(md2_world_hash(world) == md2_world_hash(anew));
        int32_t events = 0, found = 0;
        md2_world_events(world, &events);
        md2_world_events(anew, &found);
        assert_int_equal(events, found);
        kept += world->islands.is_kept;
        assert_false(anew->islands.is_kept);
    }
    md2_world_destroy(world);
    md2_world_destroy(anew);
    return kept;
}

static void kept_islands_decide_no_bits(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    assert_true(steps_that_kept(&def) > 20);
    def.enable_sleep = false;
    assert_true(steps_that_kept(&def) > 100);
    def.separate_islands = true;
    assert_true(steps_that_kept(&def) > 100);
    def = md2_world_def_soft_step(4);
    def.enable_sleep = false;
    def.separate_islands = true;
    assert_true(steps_that_kept(&def) > 100);
    def.separate_islands = false;
    assert_true(steps_that_kept(&def) > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kept_islands_decide_no_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
