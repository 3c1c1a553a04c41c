/* Leaves of the tree: whatever moves a body, its shapes are inside their leaves after each step. The broad phase compares a shape
 * with its leaf only when it may have left it. */
#include "base/splitmix.h"
#include "geometry3/vec3.h"
#include "world3/make3.h"
#include "world3/world.h"

#define BODIES 100

static md3_vec any_vector(struct splitmix *random, double size)
{
    const double x = splitmix_real(random, -size, size), y = splitmix_real(random, -size, size);
    return at3(x, y, splitmix_real(random, -size, size));
}

/* Bars and balls that creep, spin and fly; some are kinematic. */
static void fill(md3_world *world, struct splitmix *random)
{
    const md3_shape_def surface = surface_of(0.3, 0.5);
    for (int i = 0; i < BODIES; ++i) {
        const md3_body_type type = i % 7 == 0 ? MD3_KINEMATIC : MD3_DYNAMIC;
        const md3_body_id body = body_at(world, type, 8.0 * (i % 10), 8.0 * (i / 10.0), 0);
        if (i % 3 == 0) {
            give_sphere(world, body, &surface, splitmix_real(random, 0.1, 0.5));
        } else {
            give_box(world, body, &surface, splitmix_real(random, 0.05, 3), 0.1, 0.2);
        }
        const double speed = i % 2 == 0 ? 0.05 : 5;
        set_velocity(world, body, any_vector(random, speed), any_vector(random, speed));
    }
}

/* Moves a body by hand, or changes its velocity. */
static void disturb(md3_world *world, struct splitmix *random)
{
    const md3_body_id body = md3_body_id_of(world, (int32_t)splitmix_real(random, 0, BODIES - 1));
    if (splitmix_real(random, 0, 1) < 0.5) {
        const md3_transform to = {any_vector(random, 80), turned_about(1, 2, 3, splitmix_real(random, -3, 3))};
        assert_int_equal(md3_body_set_transform(world, body, to), MD_OK);
    } else {
        set_velocity(world, body, any_vector(random, 3), any_vector(random, 3));
    }
}

/* With the room that an awake body needs to turn. */
static void assert_inside(const md3_world *world, const struct shape *shape)
{
    const struct body *body = &world->bodies[shape->body];
    const md_real turn =
        body->awake ? md_min(world->broad_phase.time_ahead * vec_length(body->angular_velocity), 2) : 0;
    const md_real room = world->def.speculative_margin / 2 + turn * body->max_extent;
    const md3_box near = box_enlarged(md3_geometry_bounds(&shape->geometry, body_transform(body)), room);
    assert_true(box_contains(md3_tree_leaf_box(&world->broad_phase.tree, shape->leaf), near));
}

static void shapes_are_in_their_leaves(void **state)
{
    (void)state;
    struct splitmix random = {.state = 5};
    md3_world *world = world_without_gravity();
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
    md3_world_destroy(world);
}

/* Contacts are looked for further away from the next step on: the bounds of slow bodies must leave their leaves, too. */
static void a_larger_margin_needs_larger_leaves(void **state)
{
    (void)state;
    struct splitmix random = {.state = 6};
    md3_world *world = world_without_gravity();
    fill(world, &random);
    md3_world_def def = md3_world_get_def(world);
    def.enable_sleep = false;
    for (int step = 0; step < 40; ++step) {
        def.speculative_margin = (md_real)(0.02 + 0.01 * step);
        assert_int_equal(md3_world_set_def(world, &def), MD_OK);
        step_by(world, 1.0 / 60);
        for (int32_t i = 0; i < BODIES; ++i) {
            assert_inside(world, &world->shapes[i]);
        }
    }
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shapes_are_in_their_leaves),
                                       cmocka_unit_test(a_larger_margin_needs_larger_leaves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
