/* The order of contacts in their pool, the events that a step drops, and the filters that decide who collides. */
#include "engine/contact_pool.h"
#include "engine/event_queue.h"
#include "engine/filter.h"
#include "support/support.h"

static void assert_order(const struct contact_pool *pool, int32_t count, const int32_t *expected)
{
    assert_int_equal(pool->count, count);
    for (int32_t n = 0; n < count; ++n) {
        assert_int_equal(pool->order.at[n], expected[n]);
    }
}

static void removed_contacts_leave_holes_and_compaction_closes_them_in_order(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct contact_pool pool = {.count = 0};
    assert_int_equal(indices_reserve(&heap, &pool.order, 8), MD_OK);
    for (int32_t i = 0; i < 6; ++i) {
        assert_int_equal(contact_pool_take(&pool), i);
    }
    md_contact_pool_remove(&pool, (int32_t[]){1, 4}, 2);
    assert_order(&pool, 4, (int32_t[]){0, 2, 3, 5});
    assert_int_equal(contact_pool_take(&pool), 6);
    int32_t list[] = {2, 5, 6};
    md_contact_pool_renumber(&pool, list, 3);
    assert_order(&pool, 5, (int32_t[]){0, 1, 2, 3, 4});
    assert_int_equal(pool.used, 5);
    assert_int_equal(list[0], 1);
    assert_int_equal(list[1], 3);
    assert_int_equal(list[2], 4);
    indices_free(&heap, &pool.order);
}

static void compaction_pays_when_holes_are_more_than_a_quarter_of_the_contacts(void **state)
{
    (void)state;
    assert_false(md_contact_pool_has_many_holes(&(struct contact_pool){.count = 0, .used = 0}));
    assert_true(md_contact_pool_has_many_holes(&(struct contact_pool){.count = 0, .used = 1}));
    assert_false(md_contact_pool_has_many_holes(&(struct contact_pool){.count = 16, .used = 20}));
    assert_true(md_contact_pool_has_many_holes(&(struct contact_pool){.count = 16, .used = 21}));
}

static void a_step_drops_the_events_that_could_be_read_after_the_last_one(void **state)
{
    (void)state;
    struct event_queue queue = {.count = 3}; /* of calls before the first step */
    assert_int_equal(event_queue_begin_step(&queue), 0);
    queue.count += 2; /* of the step */
    event_queue_end_step(&queue);
    queue.count += 1; /* of a call after it */
    assert_int_equal(event_queue_begin_step(&queue), 5);
    assert_int_equal(queue.count, 1);
    event_queue_end_step(&queue);
    assert_int_equal(event_queue_begin_step(&queue), 1);
    assert_int_equal(queue.count, 0);
}

static void a_group_decides_before_the_bits_do(void **state)
{
    (void)state;
    const struct collision_filter a = {.category = 1, .mask = 2};
    const struct collision_filter b = {.category = 2, .mask = 1};
    const struct collision_filter blind = {.category = 2, .mask = 4};
    assert_true(filter_allows(a, b) && filter_allows(b, a));
    assert_false(filter_allows(a, blind) || filter_allows(blind, a));
    const struct collision_filter never = {.category = 1, .mask = 1, .group = -3};
    const struct collision_filter always = {.category = 1, .mask = 0, .group = 3};
    assert_false(filter_allows(never, never));
    assert_true(filter_allows(always, always));
    assert_false(filter_allows(never, always)); /* different groups: by the bits */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(removed_contacts_leave_holes_and_compaction_closes_them_in_order),
        cmocka_unit_test(compaction_pays_when_holes_are_more_than_a_quarter_of_the_contacts),
        cmocka_unit_test(a_step_drops_the_events_that_could_be_read_after_the_last_one),
        cmocka_unit_test(a_group_decides_before_the_bits_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
