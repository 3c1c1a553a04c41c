/* Which bodies the last step has moved. */
#include <stdlib.h>

#include <modulus/snapshot2.h>

#include "world2/make2.h"

#define MOST 8

/* Returns the move of a body in the list, or a zeroed one. */
static md2_moved_body move_of(const md2_world *world, md2_body_id body)
{
    md2_moved_body moves[MOST] = {0};
    const int32_t count = md2_world_moved_bodies(world, moves, MOST);
    assert_true(count <= MOST);
    for (int32_t i = 0; i < count; ++i) {
        if (md2_body_same(moves[i].body, body)) {
            return moves[i];
        }
    }
    return (md2_moved_body){0};
}

static bool is_listed(const md2_world *world, md2_body_id body)
{
    return move_of(world, body).body.generation != 0;
}

static void only_bodies_that_moved_are_listed(void **state)
{
    (void)state;
    int label;
    md2_world *world = world_new();
    const md2_body_id ground = ground_at_zero(world);
    const md2_body_id falling = box_at(world, 0, 5, 0.5, 0.5);
    const md2_body_id driven = body_at(world, MD2_KINEMATIC, 5, 5);
    const md2_body_id parked = body_at(world, MD2_KINEMATIC, 9, 5);
    assert_int_equal(md2_body_set_user(world, falling, &label), MD_OK);
    set_velocity(world, driven, 0, 0, 1); /* it only turns */
    assert_int_equal(md2_world_moved_bodies(world, NULL, 0), 0);
    step_many(world, 1);
    assert_int_equal(md2_world_moved_bodies(world, NULL, 0), 2);
    assert_false(is_listed(world, ground) || is_listed(world, parked));
    assert_true(is_listed(world, driven));
    const md2_moved_body move = move_of(world, falling);
    const md2_transform now = md2_body_transform(world, falling);
    assert_ptr_equal(move.user, &label);
    assert_memory_equal(&move.transform, &now, sizeof now);
    assert_false(move.fell_asleep);
    md2_moved_body first[2] = {0};
    assert_int_equal(md2_world_moved_bodies(world, first, 1), 2); /* only the first is written */
    assert_true(md2_body_same(first[0].body, falling) && first[1].body.generation == 0);
    md2_world_destroy(world);
}

static void a_body_that_falls_asleep_is_listed_a_last_time(void **state)
{
    (void)state;
    md2_world *world = world_new();
    ground_at_zero(world);
    const md2_body_id box = box_at(world, 0, 0.6, 0.5, 0.5);
    step_until(world, MD2_EVENT_BODY_SLEEP, 200);
    assert_true(is_listed(world, box) && move_of(world, box).fell_asleep);
    step_many(world, 1);
    assert_int_equal(md2_world_moved_bodies(world, NULL, 0), 0);
    assert_int_equal(md2_body_apply_impulse_to_center(world, box, at(0, 3)), MD_OK);
    step_many(world, 1);
    assert_true(is_listed(world, box) && !move_of(world, box).fell_asleep);
    md2_world_destroy(world);
}

/* A new body in the place of a destroyed one is another body. */
static void destroyed_bodies_are_left_out(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id one = box_at(world, 0, 5, 0.5, 0.5);
    const md2_body_id other = box_at(world, 3, 5, 0.5, 0.5);
    step_many(world, 1);
    assert_int_equal(md2_body_destroy(world, one), MD_OK);
    const md2_body_id heir = box_at(world, 9, 5, 0.5, 0.5);
    assert_int_equal(heir.index, one.index);
    assert_int_equal(md2_world_moved_bodies(world, NULL, 0), 1);
    assert_true(is_listed(world, other) && !is_listed(world, heir));
    md2_world_destroy(world);
}

static void a_failed_step_moves_nothing(void **state)
{
    (void)state;
    md2_world *world = world_new();
    ground_at_zero(world);
    box_at(world, 0, 0.5, 0.5, 0.5);
    step_many(world, 1);
    md2_world_def def = md2_world_get_def(world);
    def.max_contacts = 1;
    assert_int_equal(md2_world_set_def(world, &def), MD_OK);
    box_at(world, 5, 0.5, 0.5, 0.5);
    assert_int_equal(md2_world_step(world, DT, NULL), MD_ERROR_SIZE);
    assert_int_equal(md2_world_moved_bodies(world, NULL, 0), 0);
    md2_world_destroy(world);
}

static void snapshots_keep_the_list(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id one = box_at(world, 0, 5, 0.5, 0.5);
    box_at(world, 3, 5, 0.5, 0.5);
    step_many(world, 1);
    const size_t size = md2_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(md2_world_snapshot(world, bytes, size, NULL), MD_OK);
    step_many(world, 1);
    assert_int_equal(md2_body_destroy(world, one), MD_OK);
    step_many(world, 1);
    assert_int_equal(md2_world_moved_bodies(world, NULL, 0), 1);
    assert_int_equal(md2_world_restore(world, bytes, size), MD_OK);
    assert_int_equal(md2_world_moved_bodies(world, NULL, 0), 2);
    assert_true(is_listed(world, one));
    free(bytes);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_bodies_that_moved_are_listed),
        cmocka_unit_test(a_body_that_falls_asleep_is_listed_a_last_time),
        cmocka_unit_test(destroyed_bodies_are_left_out),
        cmocka_unit_test(a_failed_step_moves_nothing),
        cmocka_unit_test(snapshots_keep_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
