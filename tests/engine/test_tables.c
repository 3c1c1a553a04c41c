/* Handle pools and the pair set, against plain arrays. */
#include "engine/handles.h"
#include "engine/pair_set.h"
#include "support/counting_allocator.h"
#include "support/support.h"

static void a_stale_handle_is_invalid_after_its_index_is_reused(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct handle_pool pool = md_handles_empty();
    int32_t first = -1;
    int32_t again = -1;
    assert_int_equal(md_handles_allocate(&pool, &heap, 10, &first), MD_OK);
    const uint32_t generation = pool.generation[first];
    assert_true(md_handles_is_valid(&pool, first, generation));
    assert_false(md_handles_is_valid(&pool, first, 0));
    assert_false(md_handles_is_valid(&pool, first + 1, generation));
    assert_false(md_handles_is_valid(&pool, -1, generation));
    md_handles_release(&pool, first);
    assert_false(md_handles_is_valid(&pool, first, generation));
    assert_false(md_handles_is_valid(&pool, first, generation + 1)); /* the generation of a free index */
    assert_int_equal(md_handles_allocate(&pool, &heap, 10, &again), MD_OK);
    assert_int_equal(again, first);
    assert_false(md_handles_is_valid(&pool, first, generation));
    assert_true(md_handles_is_valid(&pool, first, pool.generation[first]));
    md_handles_free(&pool, &heap);
}

static void indices_are_reused_last_in_first_out_up_to_a_limit(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct handle_pool pool = md_handles_empty();
    int32_t index = -1;
    for (int32_t i = 0; i < 5; ++i) {
        assert_int_equal(md_handles_allocate(&pool, &heap, 5, &index), MD_OK);
        assert_int_equal(index, i);
    }
    assert_int_equal(md_handles_allocate(&pool, &heap, 5, &index), MD_ERROR_SIZE);
    md_handles_release(&pool, 1);
    md_handles_release(&pool, 3);
    assert_int_equal(pool.used, 3);
    assert_int_equal(md_handles_allocate(&pool, &heap, 5, &index), MD_OK);
    assert_int_equal(index, 3);
    assert_int_equal(md_handles_allocate(&pool, &heap, 5, &index), MD_OK);
    assert_int_equal(index, 1);
    assert_int_equal(pool.count, 5);
    md_handles_free(&pool, &heap);
}

/* Generations are set close to the end: 2^31 uses would take minutes. */
static void an_index_is_retired_before_its_generation_repeats(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct handle_pool pool = md_handles_empty();
    int32_t index = -1;
    assert_int_equal(md_handles_allocate(&pool, &heap, 1, &index), MD_OK);
    const uint32_t first_generation = pool.generation[index];
    pool.generation[index] = UINT32_MAX - 2;
    md_handles_release(&pool, index);
    assert_int_equal(md_handles_allocate(&pool, &heap, 1, &index), MD_OK);
    assert_int_equal(index, 0);
    assert_true(md_handles_is_valid(&pool, 0, UINT32_MAX)); /* its last use */
    assert_true(md_handles_check(&pool));
    md_handles_release(&pool, 0);
    assert_true(md_handles_check(&pool));
    assert_int_equal(md_handles_allocate(&pool, &heap, 1, &index), MD_OK);
    assert_int_equal(index, 1);
    assert_false(md_handles_is_valid(&pool, 0, first_generation));
    assert_false(md_handles_is_valid(&pool, 0, UINT32_MAX));
    assert_int_equal(pool.used, 1);
    assert_true(md_handles_check(&pool));
    md_handles_release(&pool, 1);
    assert_int_equal(md_handles_allocate(&pool, &heap, 1, &index), MD_OK);
    assert_int_equal(index, 1);
    md_handles_free(&pool, &heap);
}

#define INDICES 60

static void the_pair_set_agrees_with_a_plain_matrix(void **state)
{
    (void)state;
    const md_allocator heap = md_allocator_default();
    struct random random = {.state = 3};
    struct pair_set set = {0};
    static bool known[INDICES][INDICES];
    size_t count = 0;
    assert_false(md_pair_set_has(&set, 1, 2));
    assert_false(md_pair_set_remove(&set, 1, 2));
    for (int32_t turn = 0; turn < 200000; ++turn) {
        const int32_t a = random_index(&random, INDICES);
        const int32_t b = (a + 1 + random_index(&random, INDICES - 1)) % INDICES;
        bool *entry = a < b ? &known[a][b] : &known[b][a];
        assert_int_equal(md_pair_set_has(&set, a, b), *entry);
        if (!*entry) {
            assert_int_equal(md_pair_set_add(&set, &heap, a, b), MD_OK);
            *entry = true;
            ++count;
        } else {
            assert_true(md_pair_set_remove(&set, b, a));
            assert_false(md_pair_set_remove(&set, b, a));
            *entry = false;
            --count;
        }
        assert_int_equal(set.count, count);
    }
    md_pair_set_free(&set, &heap);
}

static void a_failed_allocation_leaves_the_pair_set_unchanged(void **state)
{
    (void)state;
    struct counting_allocator counting = {.refuse_nth = 2}; /* the first growth */
    const md_allocator allocator = counting_allocator_of(&counting);
    struct pair_set set = {0};
    int32_t added = 0;
    while (md_pair_set_add(&set, &allocator, added, added + 1) == MD_OK) {
        ++added;
    }
    assert_int_equal(added, 24); /* three quarters of 32 */
    for (int32_t i = 0; i < added; ++i) {
        assert_true(md_pair_set_has(&set, i + 1, i));
    }
    md_pair_set_free(&set, &allocator);
    assert_int_equal(counting.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stale_handle_is_invalid_after_its_index_is_reused),
        cmocka_unit_test(indices_are_reused_last_in_first_out_up_to_a_limit),
        cmocka_unit_test(an_index_is_retired_before_its_generation_repeats),
        cmocka_unit_test(the_pair_set_agrees_with_a_plain_matrix),
        cmocka_unit_test(a_failed_allocation_leaves_the_pair_set_unchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
