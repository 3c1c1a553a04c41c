/* Leaves of the tree: whatever moves a body, its shapes are inside their leaves after each step. The broad phase compares a shape
 * with its leaf only when it may have left it. */
#include "base/splitmix.h"
#include "geometry2/vec.h"
#include "world2/make2.h"
#include "world2/world.h"

#define BODIES 100

/* Bars and balls that creep, spin and fly; some are kinematic. */
static void fill(md2_world *world, struct splitmix *random)
{
    const md2_shape_def surface = surface_of(0.3, 0.5);
    for (int i = 0; i < BODIES; ++i) {
        const md2_body_type type = i % 7 == 0 ? MD2_KINEMATIC : MD2_DYNAMIC;
        const md2_body_id body = body_at(world, type, 8.0 * (i % 10), 8.0 * (i / 10.0));
        if (i % 3 == 0) {
            give_circle(world, body, &surface, splitmix_real(random, 0.1, 0.5));
        } else {
            give_box(world, body, &surface, splitmix_real(random, 0.05, 3), 0.1);
        }
        const double speed = i % 2 == 0 ? 0.05 : 5;
        set_velocity(world, body, splitmix_real(random, -speed, speed), splitmix_real(random, -speed, speed),
                     splitmix_real(random, -speed, speed));
    }
}

/* Moves a body by hand, or changes its velocity. */
static void disturb(md2_world *world, struct splitmix *random)
{
    const md2_body_id body = md2_body_id_of(world, (int32_t)splitmix_real(random, 0, BODIES - 1));
    if (splitmix_real(random, 0, 1) < 0.5) {
        const md2_transform to = {at(splitmix_real(random, 0, 80), splitmix_real(random, 0, 80)),
                                  turned(splitmix_real(random, -PI, PI))};
        assert_int_equal(md2_body_set_transform(world, body, to), MD_OK);
    } else {
        set_velocity(world, body, splitmix_real(random, -3, 3), 0, splitmix_real(random, -3, 3));
    }
}

/* With the room that an awake body needs to turn. */
static void assert_inside(const md2_world *world, const struct shape *shape)
{
    const struct body *body = &world->bodies[shape->body];
    const md_real turn = body->awake ? md_min(world->broad_phase.time_ahead * md_abs(body->angular_velocity), 2) : 0;
    const md_real room = world->def.speculative_margin / 2 + turn * body->max_extent;
    const md2_box near = box_enlarged(md2_hull_bounds(&shape->hull, body_transform(body)), room);
    assert_true(box_contains(md2_tree_leaf_box(&world->broad_phase.tree, shape->leaf), near));
}

static void shapes_are_in_their_leaves(void **state)
{
    (void)state;
    struct splitmix random = {.state = 5};
    md2_world *world = world_without_gravity();
    fill(world, &random);
    for (int step = 0; step < 600; ++step) {
        if (step % 5 == 0) {
            disturb(world, &random);
        }
        step_by(world, 1.0 / 60);
        for (int32_t i = 0; i < BODIES; ++i) {
            assert_inside(world, &world->shapes[i]);
        }
    }
    md2_world_destroy(world);
}

/* Contacts are looked for further away from the next step on: the bounds of slow bodies must leave their leaves, too. */
static void a_larger_margin_needs_larger_leaves(void **state)
{
    (void)state;
    struct splitmix random = {.state = 6};
    md2_world *world = world_without_gravity();
    fill(world, &random);
    md2_world_def def = md2_world_get_def(world);
    def.enable_sleep = false;
    for (int step = 0; step < 40; ++step) {
        def.speculative_margin = (md_real)(0.02 + 0.01 * step);
        assert_int_equal(md2_world_set_def(world, &def), MD_OK);
        step_by(world, 1.0 / 60);
        for (int32_t i = 0; i < BODIES; ++i) {
            assert_inside(world, &world->shapes[i]);
        }
    }
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shapes_are_in_their_leaves),
                                       cmocka_unit_test(a_larger_margin_needs_larger_leaves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
