/* The free list of the contact pool: results never depend on it. */
#include <stdlib.h>

#include <modulus/snapshot2.h>

#include "base/splitmix.h"
#include "world2/make2.h"
#include "world2/world.h"

#define CIRCLES 150
#define STEPS 240

/* Circles that bounce in a box, so that contacts begin and end all the time; half of them lie in a heap at rest. */
static md2_world *make_restless(void)
{
    struct splitmix random = {.state = 7};
    const md2_shape_def bouncy = surface_of(0.1, 0.9);
    md2_world *world = world_new();
    ground_of(world, &bouncy);
    give_box(world, body_at(world, MD2_STATIC, -7, 5), &bouncy, 1, 10);
    give_box(world, body_at(world, MD2_STATIC, 7, 5), &bouncy, 1, 10);
    for (int i = 0; i < CIRCLES; ++i) {
        const md2_shape_def still = surface_of(0.5, 0);
        const double x = splitmix_real(&random, -6, 6);
        const double y = splitmix_real(&random, 1, 13);
        const md2_body_id body = body_at(world, MD2_DYNAMIC, 0.9 * x, y);
        give_circle(world, body, i % 2 == 0 ? &bouncy : &still, 0.2);
        set_velocity(world, body, 3 * x, 0, 0);
    }
    return world;
}

static md2_world *copy_of(const md2_world *world)
{
    const size_t size = md2_world_snapshot_size(world);
    void *buffer = malloc(size);
    md2_world *copy = NULL;
    assert_non_null(buffer);
    assert_int_equal(md2_world_snapshot(world, buffer, size, NULL), MD_OK);
    assert_int_equal(md2_world_from_snapshot(buffer, size, NULL, NULL, &copy), MD_OK);
    free(buffer);
    return copy;
}

static int32_t holes_of(const md2_world *world)
{
    return world->contacts.pool.used - world->contacts.pool.count;
}

static void expect_places_in_order(const md2_world *world)
{
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        const int32_t before = n > 0 ? world->contacts.pool.order.at[n - 1] : -1;
        assert_in_range(world->contacts.pool.order.at[n], before + 1, world->contacts.pool.used - 1);
    }
}

static void expect_same_contacts(const md2_world *a, const md2_world *b)
{
    assert_int_equal(md2_world_contact_count(a), md2_world_contact_count(b));
    for (int32_t i = 0; i < md2_world_contact_count(a); ++i) {
        md2_contact_info of_a, of_b;
        assert_int_equal(md2_world_contact(a, i, &of_a), MD_OK);
        assert_int_equal(md2_world_contact(b, i, &of_b), MD_OK);
        assert_true(md2_shape_same(of_a.shape[0], of_b.shape[0]) && md2_shape_same(of_a.shape[1], of_b.shape[1]));
        assert_int_equal(of_a.touching, of_b.touching);
        assert_true(of_a.normal_impulse[0] == of_b.normal_impulse[0]);
    }
}

static void expect_same_events(const md2_world *a, const md2_world *b)
{
    for (int type = 0; type <= MD2_EVENT_JOINT_BROKEN; ++type) {
        assert_int_equal(events_of(a, (md2_event_type)type), events_of(b, (md2_event_type)type));
    }
}

/* Removes contacts between steps: of a destroyed body, and of a shape whose body is disabled and enabled again. */
static void disturb(md2_world *world, int step)
{
    const md2_body_id body = md2_body_id_of(world, 3 + step % CIRCLES);
    if (step % 24 == 11 && md2_body_is_valid(world, body)) {
        assert_int_equal(md2_body_destroy(world, body), MD_OK);
    }
    if (step % 24 == 17 && md2_body_is_valid(world, body)) {
        assert_int_equal(md2_body_set_enabled(world, body, false), MD_OK);
        assert_int_equal(md2_body_set_enabled(world, body, true), MD_OK);
    }
}

static void free_contact_slots_do_not_change_results(void **state)
{
    (void)state;
    md2_world *world = make_restless();
    md2_world *tidy = make_restless();
    int steps_with_holes = 0;
    int closings = 0;
    for (int step = 0; step < STEPS; ++step) {
        const int32_t holes = holes_of(world);
        step_many(world, 1);
        step_many(tidy, 1);
        closings += holes_of(world) < holes;
        disturb(world, step);
        disturb(tidy, step);
        steps_with_holes += holes_of(world) > 0;
        md2_contacts_compact(tidy);
        assert_int_equal(holes_of(tidy), 0);
        expect_places_in_order(world);
        expect_same_contacts(world, tidy);
        expect_same_events(world, tidy);
        assert_true(md2_world_hash(world) == md2_world_hash(tidy));
    }
    assert_true(steps_with_holes > STEPS / 2 && closings > 3);
    md2_world_destroy(world);
    md2_world_destroy(tidy);
}

static void a_snapshot_compacts_contacts_and_continues_identically(void **state)
{
    (void)state;
    md2_world *world = make_restless();
    int copies_of_holes = 0;
    for (int step = 0; step < STEPS; ++step) {
        step_many(world, 1);
        if (step % 20 == 9) {
            md2_world *copy = copy_of(world);
            copies_of_holes += holes_of(world) > 0;
            assert_int_equal(holes_of(copy), 0);
            expect_same_contacts(world, copy);
            step_many(world, 5);
            step_many(copy, 5);
            assert_true(md2_world_hash(world) == md2_world_hash(copy));
            md2_world_destroy(copy);
        }
        disturb(world, step);
    }
    assert_true(copies_of_holes > 3);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_contact_slots_do_not_change_results),
        cmocka_unit_test(a_snapshot_compacts_contacts_and_continues_identically),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
