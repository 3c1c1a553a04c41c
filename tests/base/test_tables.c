/* Handles and the set of pairs, against plain arrays. */
#include "base/pair_set.h"
#include "base/slots.h"
#include "support/counting_allocator.h"
#include "support/support.h"

static void a_stale_handle_is_told_from_its_successor(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct slots slots = md_slots_empty();
    int32_t first = -1;
    int32_t again = -1;
    assert_int_equal(md_slots_take(&slots, &heap, 10, &first), MD_OK);
    const uint32_t generation = slots.generation[first];
    assert_true(md_slots_valid(&slots, first, generation));
    assert_false(md_slots_valid(&slots, first, 0));
    assert_false(md_slots_valid(&slots, first + 1, generation));
    assert_false(md_slots_valid(&slots, -1, generation));
    md_slots_give(&slots, first);
    assert_false(md_slots_valid(&slots, first, generation));
    assert_false(md_slots_valid(&slots, first, generation + 1)); /* the generation of a free slot */
    assert_int_equal(md_slots_take(&slots, &heap, 10, &again), MD_OK);
    assert_int_equal(again, first);
    assert_false(md_slots_valid(&slots, first, generation));
    assert_true(md_slots_valid(&slots, first, slots.generation[first]));
    md_slots_free(&slots, &heap);
}

static void slots_are_reused_last_in_first_out_up_to_a_limit(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct slots slots = md_slots_empty();
    int32_t index = -1;
    for (int32_t i = 0; i < 5; ++i) {
        assert_int_equal(md_slots_take(&slots, &heap, 5, &index), MD_OK);
        assert_int_equal(index, i);
    }
    assert_int_equal(md_slots_take(&slots, &heap, 5, &index), MD_ERROR_SIZE);
    md_slots_give(&slots, 1);
    md_slots_give(&slots, 3);
    assert_int_equal(slots.used, 3);
    assert_int_equal(md_slots_take(&slots, &heap, 5, &index), MD_OK);
    assert_int_equal(index, 3);
    assert_int_equal(md_slots_take(&slots, &heap, 5, &index), MD_OK);
    assert_int_equal(index, 1);
    assert_int_equal(slots.count, 5);
    md_slots_free(&slots, &heap);
}

#define INDICES 60

static void pairs_are_found_as_in_a_plain_matrix(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct random random = {.state = 3};
    struct pair_set table = {0};
    static bool known[INDICES][INDICES];
    size_t count = 0;
    assert_false(md_pairs_has(&table, 1, 2));
    assert_false(md_pairs_remove(&table, 1, 2));
    for (int32_t turn = 0; turn < 200000; ++turn) {
        const int32_t a = random_index(&random, INDICES);
        const int32_t b = (a + 1 + random_index(&random, INDICES - 1)) % INDICES;
        bool *entry = a < b ? &known[a][b] : &known[b][a];
        assert_int_equal(md_pairs_has(&table, a, b), *entry);
        if (!*entry) {
            assert_int_equal(md_pairs_add(&table, &heap, a, b), MD_OK);
            *entry = true;
            ++count;
        } else {
            assert_true(md_pairs_remove(&table, b, a));
            assert_false(md_pairs_remove(&table, b, a));
            *entry = false;
            --count;
        }
        assert_int_equal(table.count, count);
    }
    md_pairs_clear(&table);
    assert_false(md_pairs_has(&table, 1, 2));
    md_pairs_free(&table, &heap);
}

static void a_table_without_memory_is_as_before(void **state)
{
    (void)state;
    struct counting_allocator counting = {.refuse_nth = 2}; /* the first growth */
    const md_allocator allocator = counting_allocator_of(&counting);
    struct pair_set table = {0};
    int32_t added = 0;
    while (md_pairs_add(&table, &allocator, added, added + 1) == MD_OK) {
        ++added;
    }
    assert_int_equal(added, 24); /* three quarters of 32 */
    for (int32_t i = 0; i < added; ++i) {
        assert_true(md_pairs_has(&table, i + 1, i));
    }
    md_pairs_free(&table, &allocator);
    assert_int_equal(counting.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stale_handle_is_told_from_its_successor),
        cmocka_unit_test(slots_are_reused_last_in_first_out_up_to_a_limit),
        cmocka_unit_test(pairs_are_found_as_in_a_plain_matrix),
        cmocka_unit_test(a_table_without_memory_is_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
