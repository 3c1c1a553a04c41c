/* Sorting by keys, against qsort with ties by index. */
#include "base/sort.h"

#include <stdlib.h>

#include "support/support.h"

#define MOST 1000

static int compare(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    return (x->item > y->item) - (x->item < y->item);
}

static void items_with_the_same_key_keep_their_order(void **state)
{
    (void)state;
    struct random random = {1};
    static struct keyed items[MOST], expected[MOST], scratch[MOST];
    for (size_t count = 0; count < MOST; count += 1 + count / 3) {
        for (size_t i = 0; i < count; ++i) {
            items[i] = expected[i] = (struct keyed){(uint64_t)random_index(&random, 50), (int32_t)i};
        }
        md_sort_keyed(items, scratch, count);
        qsort(expected, count, sizeof *expected, compare);
        for (size_t i = 0; i < count; ++i) {
            assert_int_equal(items[i].key, expected[i].key);
            assert_int_equal(items[i].item, expected[i].item);
        }
    }
}

static void keys_are_ordered_as_numbers(void **state)
{
    (void)state;
    struct random random = {2};
    const double special[] = {-INFINITY, -1e300, -1, -1e-300, -0.0, 0.0, 1e-300, 1, 1e300, INFINITY};
    for (int i = 0; i < 10000; ++i) {
        const double a = i % 2 == 0 ? special[random_index(&random, 10)] : random_real(&random, -5, 5);
        const double b = i % 3 == 0 ? special[random_index(&random, 10)] : random_real(&random, -5, 5);
        assert_int_equal(md_sort_key(a) < md_sort_key(b), a < b);
        assert_int_equal(md_sort_key(a) == md_sort_key(b), a == b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_with_the_same_key_keep_their_order),
        cmocka_unit_test(keys_are_ordered_as_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
