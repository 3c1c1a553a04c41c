/* Islands, groups and sleep timers on plain indices. */
#include "engine/islands.h"
#include "engine/sleep_timer.h"
#include "support/support.h"

enum { BODIES = 8, SLEEPER = 6, LIFT = 7 };

/* Bodies 0 to 5 are awake, body 6 sleeps, body 7 is a moving kinematic body. */
static void begin(struct island_set *islands, bool separate)
{
    const md_allocator heap = md_allocator_default();
    const struct island_sizes sizes = {.body_handles = BODIES, .bodies = BODIES, .joints = 4, .contacts = 8};
    *islands = (struct island_set){.separate = separate, .unites = true};
    assert_int_equal(md_islands_begin(islands, &heap, &sizes), MD_OK);
    for (int32_t i = 0; i < SLEEPER; ++i) {
        islands_add_body(islands, i);
    }
    islands->root.at[SLEEPER] = SLEEPING_BODY;
    islands->root.at[LIFT] = MOVING_KINEMATIC_BODY;
}

static void finish(struct island_set *islands)
{
    const md_allocator heap = md_allocator_default();
    md_islands_free(islands, &heap);
}

static void assert_group(const struct groups *groups, int32_t group, int32_t count, const int32_t *expected)
{
    assert_int_equal(groups->start.at[group + 1] - groups->start.at[group], count);
    for (int32_t n = 0; n < count; ++n) {
        assert_int_equal(groups->at.at[groups->start.at[group] + n], expected[n]);
    }
}

static void the_smallest_index_is_the_root_in_any_order(void **state)
{
    (void)state;
    int32_t root[5] = {0, 1, 2, 3, 4};
    union_find_unite(root, 4, 3);
    union_find_unite(root, 3, 2);
    union_find_unite(root, 4, 1);
    for (int32_t i = 1; i < 5; ++i) {
        assert_int_equal(union_find_root(root, i), 1);
    }
    assert_int_equal(union_find_root(root, 0), 0);
}

static void linked_bodies_are_one_island_and_keep_their_order(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct island_set islands;
    begin(&islands, true);
    islands_add_link(&islands, &islands.joints, 30, 4, 0);
    islands_add_link(&islands, &islands.contacts, 20, 3, 1);
    islands_add_link(&islands, &islands.contacts, 21, -1, 5); /* the static ground */
    islands_add_link(&islands, &islands.contacts, 22, 1, -1);
    islands_add_link(&islands, &islands.contacts, 23, -1, -1); /* nothing to solve */
    assert_int_equal(md_islands_group(&islands, &heap), MD_OK);
    assert_int_equal(islands.count, 4);
    assert_int_equal(islands.group_count, 4);
    assert_group(&islands.bodies, 0, 2, (int32_t[]){0, 4});
    assert_group(&islands.bodies, 1, 2, (int32_t[]){1, 3});
    assert_group(&islands.bodies, 2, 1, (int32_t[]){2});
    assert_group(&islands.bodies, 3, 1, (int32_t[]){5});
    assert_group(&islands.joints, 0, 1, (int32_t[]){30});
    assert_group(&islands.contacts, 1, 2, (int32_t[]){20, 22});
    assert_group(&islands.contacts, 2, 0, NULL);
    assert_group(&islands.contacts, 3, 1, (int32_t[]){21});
    finish(&islands);
}

static void islands_that_are_not_separate_are_one_group(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct island_set islands;
    begin(&islands, false);
    islands_add_link(&islands, &islands.contacts, 20, 0, 1);
    assert_int_equal(md_islands_group(&islands, &heap), MD_OK);
    assert_int_equal(islands.count, 5);
    assert_int_equal(islands.group_count, 1);
    assert_group(&islands.bodies, 0, 6, (int32_t[]){0, 1, 2, 3, 4, 5});
    assert_group(&islands.contacts, 0, 1, (int32_t[]){20});
    finish(&islands);
}

static void links_wake_sleeping_bodies_and_a_moving_kinematic_body_keeps_others_awake(void **state)
{
    (void)state;
    struct island_set islands;
    begin(&islands, false);
    struct groups *contacts = &islands.contacts;
    assert_true(islands_add_link(&islands, contacts, 0, 1, SLEEPER).wakes);
    assert_true(islands_add_link(&islands, contacts, 1, LIFT, SLEEPER).wakes);
    assert_false(islands_add_link(&islands, contacts, 2, -1, SLEEPER).wakes);
    assert_int_equal(islands_add_link(&islands, contacts, 3, LIFT, 2).kept_awake, 2);
    assert_int_equal(islands_add_link(&islands, contacts, 4, 3, LIFT).kept_awake, 3);
    assert_int_equal(islands_add_link(&islands, contacts, 5, 3, 4).kept_awake, -1);
    finish(&islands);
}

static void an_island_is_due_to_sleep_when_its_least_rested_body_is(void **state)
{
    (void)state;
    int32_t root[3] = {0, 0, 2};
    md_real timer[3] = {0, 0, 0};
    for (int step = 0; step < 3; ++step) {
        for (int32_t i = 0; i < 3; ++i) {
            sleep_timer_advance(timer, root, i, i != 1 || step > 0, 1);
        }
    }
    assert_true(timer[2] == 3);
    assert_true(sleep_timer_is_due(timer, root, 2, 3));
    assert_false(sleep_timer_is_due(timer, root, 0, 3));
    assert_true(sleep_timer_is_due(timer, root, 0, 2) && sleep_timer_is_due(timer, root, 1, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_index_is_the_root_in_any_order),
        cmocka_unit_test(linked_bodies_are_one_island_and_keep_their_order),
        cmocka_unit_test(islands_that_are_not_separate_are_one_group),
        cmocka_unit_test(links_wake_sleeping_bodies_and_a_moving_kinematic_body_keeps_others_awake),
        cmocka_unit_test(an_island_is_due_to_sleep_when_its_least_rested_body_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
