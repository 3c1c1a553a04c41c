/* The lists of the awake set, and the joined results of the tasks of the narrow phase. */
#include "engine/awake_set.h"
#include "engine/narrow_phase.h"
#include "support/support.h"

static void assert_list(const struct indices *list, int32_t count, const int32_t *expected)
{
    for (int32_t n = 0; n < count; ++n) {
        assert_int_equal(list->at[n], expected[n]);
    }
}

/* Pairs of bodies, -1 if the contact has no rows. */
static void assert_links(const struct awake_set *awake, int32_t count, const int32_t *expected)
{
    for (int32_t n = 0; n < count; ++n) {
        const struct contact_link *link = &awake->links[n];
        assert_int_equal(link->points > 0, expected[2 * n] >= 0);
        assert_int_equal(link->points > 0 ? link->body[0] : -1, expected[2 * n]);
        assert_int_equal(link->points > 0 ? link->body[1] : -1, expected[2 * n + 1]);
    }
}

static void removed_contacts_take_their_links_along_and_the_others_keep_their_order(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct awake_set awake = {.stale = false};
    assert_int_equal(md_awake_set_reserve(&awake, &heap, &(struct awake_set_sizes){.contacts = 3}), MD_OK);
    awake_set_add_contact(&awake, 2, (int32_t[]){10, 11}, 1);
    awake_set_add_contact(&awake, 3, (int32_t[]){11, 12}, 0);
    awake_set_add_contact(&awake, 7, (int32_t[]){12, 13}, 2);
    assert_int_equal(md_awake_set_reserve_contact(&awake, &heap), MD_OK);
    awake_set_add_contact(&awake, 8, (int32_t[]){13, 14}, 2);
    awake.changed = false;
    assert_false(awake_set_link(&awake, 2, (int32_t[]){12, 15}, 2));
    assert_true(awake_set_link(&awake, 3, (int32_t[]){13, 14}, 1));
    assert_int_equal(awake.contact_count, 4);
    assert_links(&awake, 4, (int32_t[]){10, 11, -1, -1, 12, 15, 13, 14});
    assert_int_equal(awake.links[1].body[0], 11); /* without rows it has its bodies too */
    md_awake_set_remove_contacts(&awake, (int32_t[]){2}, 1, false);
    md_awake_set_remove_contacts(&awake, (int32_t[]){8}, 1, false);
    assert_true(awake.changed);
    assert_int_equal(awake.contact_count, 2);
    assert_list(&awake.contacts, 2, (int32_t[]){3, 7});
    assert_links(&awake, 2, (int32_t[]){-1, -1, 12, 15});
    md_awake_set_free(&awake, &heap);
}

#define CONTACTS_PER_TASK 4

/* Task 0 has two pending contacts and one that separated, task 1 none, task 2 one of each. */
static void results_of_tasks_are_joined_in_the_order_of_the_tasks(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct narrow_phase narrow_phase = {.stale = false};
    assert_int_equal(md_narrow_phase_reserve(&narrow_phase, &heap, 10, 3), MD_OK);
    int32_t *pending = narrow_phase.pending.at;
    int32_t *separated = narrow_phase.separated.at;
    pending[0] = 1;
    pending[1] = 2;
    pending[8] = 9;
    separated[0] = 3;
    separated[8] = 8;
    narrow_phase.sums[0] =
        (struct update_sums){.penetration = {.contacts = 3, .points = 5, .overlapping = 2, .deepest = 2, .sum = 3},
                             .pending = 2,
                             .separated = 1};
    narrow_phase.sums[1] = (struct update_sums){.penetration = {.contacts = 4, .points = 4}, .apart = 2};
    narrow_phase.sums[2] =
        (struct update_sums){.penetration = {.contacts = 1, .points = 1, .overlapping = 1, .deepest = 4, .sum = 4},
                             .pending = 1,
                             .separated = 1,
                             .apart = 1};
    const struct penetration sleeping = {.contacts = 2, .points = 3, .overlapping = 1, .deepest = 1, .sum = 1};
    assert_int_equal(md_narrow_phase_join(&narrow_phase, &sleeping, 3, CONTACTS_PER_TASK), 2);
    assert_int_equal(narrow_phase.pending_count, 3);
    assert_int_equal(narrow_phase.apart, 3);
    assert_true(narrow_phase.changed); /* contacts have events */
    assert_list(&narrow_phase.pending, 3, (int32_t[]){1, 2, 9});
    assert_list(&narrow_phase.separated, 2, (int32_t[]){3, 8});
    assert_int_equal(narrow_phase.penetration.contacts, 10);
    assert_int_equal(narrow_phase.penetration.points, 13);
    assert_int_equal(narrow_phase.penetration.overlapping, 4);
    assert_true(narrow_phase.penetration.deepest == 4);
    assert_true(narrow_phase.penetration.sum == 8);
    md_narrow_phase_free(&narrow_phase, &heap);
    assert_null(narrow_phase.sums);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(removed_contacts_take_their_links_along_and_the_others_keep_their_order),
        cmocka_unit_test(results_of_tasks_are_joined_in_the_order_of_the_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
