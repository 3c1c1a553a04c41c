/* Chains as one handle: their segments, changing and destroying them together, snapshots. */
#include <stdlib.h>

#include <modulus/queries2.h>
#include <modulus/snapshot2.h>

#include "world2/make2.h"
#include "world2/world.h"

#define POINTS 5

/* A flat ground from x = 4 to x = -4, at a height. */
static md2_chain_id chain_on(md2_world *world, md2_body_id body, double height)
{
    const md2_shape_def def = md2_shape_def_default();
    md2_vec points[POINTS];
    for (int i = 0; i < POINTS; ++i) {
        points[i] = at(4 - 2 * i, height);
    }
    md2_chain_id chain = md2_chain_none();
    assert_int_equal(md2_chain_create(world, body, &def, points, POINTS, false, &chain), MD_OK);
    assert_true(md2_chain_is_valid(world, chain));
    return chain;
}

static void a_chain_knows_its_body_and_its_segments(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id body = body_at(world, MD2_STATIC, 0, 0);
    const md2_shape_id circle = give_circle(world, body, &def, 1);
    const md2_chain_id low = chain_on(world, body, 0);
    const md2_chain_id high = chain_on(world, body, 3);
    md2_shape_id shapes[POINTS] = {{0, 0}};
    assert_int_equal(md2_chain_shapes(world, high, shapes, POINTS), 4);
    for (int i = 0; i < 4; ++i) {
        const md2_chain_segment *segment = md2_shape_segment(world, shapes[i]);
        assert_true(segment->a.x == (md_real)(4 - 2 * i) && segment->a.y == 3);
        assert_true(md2_chain_same(md2_shape_chain(world, shapes[i]), high));
    }
    assert_int_equal(shapes[4].generation, 0);
    assert_int_equal(md2_chain_shapes(world, low, NULL, 0), 4);
    assert_true(md2_body_same(md2_chain_body(world, low), body));
    assert_int_equal(md2_shape_chain(world, circle).generation, 0);
    assert_int_equal(md2_chain_shapes(world, md2_chain_none(), shapes, POINTS), 0);
    assert_int_equal(md2_chain_body(world, md2_chain_none()).generation, 0);
    assert_false(md2_chain_is_valid(NULL, low));
    md2_world_destroy(world);
}

/* Segments at a height in the list of shapes of a body. */
static int32_t segments_at(const md2_world *world, md2_body_id body, double height)
{
    int32_t count = 0;
    int32_t length = 0;
    for (md2_shape_id shape = md2_body_first_shape(world, body); shape.generation != 0;
         shape = md2_shape_next(world, shape)) {
        count += (double)md2_shape_segment(world, shape)->a.y == height;
        assert_true(++length <= md2_world_shape_count(world));
    }
    return count;
}

static void destroying_a_chain_leaves_the_other_shapes(void **state)
{
    (void)state;
    for (int which = 0; which < 3; ++which) { /* the first, the middle and the last shapes of the body */
        md2_world *world = world_new();
        const md2_body_id body = body_at(world, MD2_STATIC, 0, 0);
        const md2_chain_id chain[3] = {chain_on(world, body, 0), chain_on(world, body, 2), chain_on(world, body, 4)};
        assert_int_equal(md2_chain_destroy(world, chain[which]), MD_OK);
        assert_false(md2_chain_is_valid(world, chain[which]));
        assert_int_equal(md2_chain_destroy(world, chain[which]), MD_ERROR_ARGUMENT);
        assert_int_equal(segments_at(world, body, 2 * which), 0);
        assert_int_equal(segments_at(world, body, 2 * ((which + 1) % 3)), 4);
        assert_int_equal(segments_at(world, body, 2 * ((which + 2) % 3)), 4);
        assert_int_equal(md2_world_shape_count(world), 8);
        assert_int_equal(md2_world_at_point(world, at(1, 2 * which), NULL, NULL, 0), 0);
        const md2_chain_id heir = chain_on(world, body, 9); /* is linked behind the last shape */
        assert_int_equal(heir.index, chain[which].index);
        assert_int_equal(md2_chain_shapes(world, heir, NULL, 0), 4);
        assert_int_equal(segments_at(world, body, 9), 4);
        assert_int_equal(md2_world_shape_count(world), 12);
        md2_world_destroy(world);
    }
}

/* A box rests on two segments, asleep. Without the chain it falls, with one end event per contact. */
static void destroying_a_chain_removes_its_contacts(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_chain_id chain = chain_on(world, body_at(world, MD2_STATIC, 0, 0), 0);
    const md2_body_id box = box_at(world, 0, 0.5, 0.5, 0.5);
    step_until(world, MD2_EVENT_BODY_SLEEP, 300);
    const int32_t contacts = md2_body_contacts(world, box, NULL, 0);
    assert_true(contacts >= 2);
    assert_int_equal(md2_chain_destroy(world, chain), MD_OK);
    assert_int_equal(md2_world_contact_count(world), 0);
    assert_true(events_of(world, MD2_EVENT_CONTACT_END) >= 1);
    assert_true(md2_body_is_awake(world, box));
    step_many(world, 60);
    assert_true(y_of(world, box) < -3);
    md2_world_destroy(world);
}

static void a_chain_lives_as_long_as_it_has_a_segment(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id body = body_at(world, MD2_STATIC, 0, 0);
    const md2_chain_id chain = chain_on(world, body, 0);
    const md2_chain_id other = chain_on(world, body, 2);
    md2_shape_id shapes[4];
    const int order[] = {2, 0, 3, 1};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(md2_chain_shapes(world, chain, shapes, 4), 4 - i);
        assert_true(md2_shape_segment(world, shapes[0])->a.y == 0);
        for (int k = 0; k < 4 - i; ++k) {
            assert_true(md2_chain_same(md2_shape_chain(world, shapes[k]), chain));
        }
        /* The segment at the i-th point of `order`, whichever place it has now. */
        md2_shape_id next = shapes[0];
        while (md2_shape_segment(world, next)->a.x != (md_real)(4 - 2 * order[i])) {
            next = md2_shape_next(world, next);
        }
        assert_int_equal(md2_shape_destroy(world, next), MD_OK);
    }
    assert_false(md2_chain_is_valid(world, chain));
    assert_int_equal(md2_chain_shapes(world, other, NULL, 0), 4);
    assert_int_equal(md2_body_destroy(world, body), MD_OK);
    assert_false(md2_chain_is_valid(world, other));
    md2_world_destroy(world);
}

/* Ice, then a sensor. */
static void all_segments_get_a_new_material(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_chain_id chain = chain_on(world, body_at(world, MD2_STATIC, 0, 0), 0);
    const md2_body_id box = box_at(world, 0, 0.5, 0.5, 0.5);
    step_until(world, MD2_EVENT_BODY_SLEEP, 300);
    md2_shape_def def = md2_shape_def_default();
    def.friction = 0;
    def.category = 8;
    assert_int_equal(md2_chain_set_def(world, chain, &def), MD_OK);
    md2_shape_id shapes[4];
    assert_int_equal(md2_chain_shapes(world, chain, shapes, 4), 4);
    for (int i = 0; i < 4; ++i) {
        assert_true(md2_shape_get_def(world, shapes[i]).friction == 0);
    }
    md2_query_filter filter = md2_query_filter_default();
    filter.mask = 8; /* the tree knows the new category */
    assert_int_equal(md2_world_in_box(world, (md2_box){at(-5, -1), at(5, 0.1)}, &filter, NULL, 0), 4);
    assert_true(md2_body_is_awake(world, box));
    set_velocity(world, box, 1, 0, 0);
    step_many(world, 30);
    assert_near(vx_of(world, box), 1, 1e-6); /* it slides over the joints of the segments without friction */
    def.sensor = true;
    assert_int_equal(md2_chain_set_def(world, chain, &def), MD_OK);
    step_many(world, 60);
    assert_true(y_of(world, box) < -1);
    md2_world_destroy(world);
}

static void changing_a_chain_wakes_its_body(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id body = circle_at(world, 0, 0, 1);
    const md2_chain_id chain = chain_on(world, body, 0);
    for (int destroys = 0; destroys < 2; ++destroys) {
        assert_int_equal(md2_body_set_awake(world, body, false), MD_OK);
        assert_int_equal(destroys ? md2_chain_destroy(world, chain) : md2_chain_set_def(world, chain, &def), MD_OK);
        assert_true(md2_body_is_awake(world, body));
    }
    md2_world_destroy(world);
}

/* ---- Snapshots --------------------------------------------------------------------------------------------------- */

static void *snapshot_of(const md2_world *world, size_t *size)
{
    *size = md2_world_snapshot_size(world);
    void *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(md2_world_snapshot(world, bytes, *size, NULL), MD_OK);
    return bytes;
}

static void chains_survive_a_snapshot(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id body = body_at(world, MD2_STATIC, 0, 0);
    const md2_chain_id gone = chain_on(world, body, 0);
    const md2_chain_id chain = chain_on(world, body, 2);
    const md2_chain_id other = chain_on(world, body_at(world, MD2_STATIC, 0, 0), 4);
    md2_shape_id shapes[4];
    assert_int_equal(md2_chain_destroy(world, gone), MD_OK);
    assert_int_equal(md2_chain_shapes(world, chain, shapes, 4), 4);
    assert_int_equal(md2_shape_destroy(world, shapes[0]), MD_OK);
    size_t size;
    void *bytes = snapshot_of(world, &size);
    md2_world *copy;
    assert_int_equal(md2_world_from_snapshot(bytes, size, NULL, NULL, &copy), MD_OK);
    size_t size_again;
    void *again = snapshot_of(copy, &size_again);
    assert_int_equal(size, size_again);
    assert_memory_equal(bytes, again, size);
    md2_shape_id copied[4];
    assert_false(md2_chain_is_valid(copy, gone));
    assert_int_equal(md2_chain_shapes(copy, chain, copied, 4), 3);
    for (int i = 0; i < 3; ++i) {
        assert_true(md2_shape_same(copied[i], shapes[i + 1]));
    }
    assert_int_equal(md2_chain_shapes(copy, other, NULL, 0), 4);
    assert_int_equal(md2_chain_destroy(copy, chain), MD_OK);
    assert_int_equal(md2_world_shape_count(copy), 4);
    /* The next chain gets the same handle in both. */
    assert_int_equal(md2_chain_destroy(world, chain), MD_OK);
    const md2_chain_id next = chain_on(world, body, 5);
    const md2_chain_id next_in_copy = chain_on(copy, body, 5);
    assert_true(md2_chain_same(next, next_in_copy));
    free(bytes);
    free(again);
    md2_world_destroy(world);
    md2_world_destroy(copy);
}

/* Chains that cannot be: a snapshot that contains them is refused. */
static void damaged_chains_are_refused(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id body = body_at(world, MD2_STATIC, 0, 0);
    const md2_shape_id circle = give_circle(world, body, &def, 1);
    const md2_chain_id chain = chain_on(world, body, 0);
    chain_on(world, body, 2);
    md2_shape_id shapes[4];
    assert_int_equal(md2_chain_shapes(world, chain, shapes, 4), 4);
    struct {
        int32_t shape, chain;
    } const damages[] = {{circle.index, 0},    /* not a segment */
                         {shapes[1].index, 1}, /* in the middle of another chain */
                         {shapes[1].index, -1},
                         {shapes[1].index, 2},
                         {shapes[1].index, -2}};
    for (size_t i = 0; i < sizeof damages / sizeof *damages; ++i) {
        struct shape *shape = &world->shapes[damages[i].shape];
        const int32_t before = shape->chain;
        size_t size;
        shape->chain = damages[i].chain;
        void *bytes = snapshot_of(world, &size);
        md2_world *made;
        assert_int_equal(md2_world_from_snapshot(bytes, size, NULL, NULL, &made), MD_ERROR_FORMAT);
        shape->chain = before;
        free(bytes);
    }
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_knows_its_body_and_its_segments),
        cmocka_unit_test(destroying_a_chain_leaves_the_other_shapes),
        cmocka_unit_test(destroying_a_chain_removes_its_contacts),
        cmocka_unit_test(a_chain_lives_as_long_as_it_has_a_segment),
        cmocka_unit_test(all_segments_get_a_new_material),
        cmocka_unit_test(changing_a_chain_wakes_its_body),
        cmocka_unit_test(chains_survive_a_snapshot),
        cmocka_unit_test(damaged_chains_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
