/* The tree of boxes in space: queries against brute force. */
#include "spatial/tree3.h"

#include <string.h>

#include "support/support.h"

#define ITEMS 600

static md3_tree tree;
static md3_box item[ITEMS];
static int32_t leaf_of[ITEMS];
static bool visited[ITEMS];

static bool visit_once(void *user, int32_t leaf, int32_t index)
{
    (void)user;
    assert_int_equal(leaf, leaf_of[index]);
    assert_false(visited[index]);
    visited[index] = true;
    return true;
}

static md_real visit_cast_once(void *user, int32_t leaf, int32_t index, md_real max_fraction)
{
    visit_once(user, leaf, index);
    return max_fraction;
}

/* Small whole numbers, so that boxes often touch and every comparison is exact. */
static md3_vec random_point(struct random *random, int32_t largest)
{
    return (md3_vec){(md_real)random_index(random, largest), (md_real)random_index(random, largest),
                     (md_real)random_index(random, largest)};
}

static md3_box random_box(struct random *random, int32_t largest)
{
    const md3_vec lower = random_point(random, 64);
    return (md3_box){lower, vec_add(lower, random_point(random, largest))};
}

static void fill_tree(struct random *random)
{
    md3_tree_init(&tree, NULL);
    for (int32_t k = 0; k < ITEMS; ++k) {
        item[k] = random_box(random, 8);
        assert_int_equal(md3_tree_insert(&tree, item[k], k, 1, &leaf_of[k]), MD_OK);
    }
    for (int32_t k = 0; k < ITEMS; k += 3) {
        const md3_box tight = random_box(random, 8);
        bool moved = false;
        assert_int_equal(md3_tree_move(&tree, leaf_of[k], tight, tight, &moved), MD_OK);
        item[k] = moved ? tight : item[k];
    }
    assert_true(md3_tree_check(&tree));
}

static void queries_find_exactly_the_overlapping_boxes(void **state)
{
    (void)state;
    struct random random = {1};
    fill_tree(&random);
    for (int round = 0; round < 300; ++round) {
        const md3_box box = random_box(&random, 20);
        memset(visited, 0, sizeof visited);
        md3_tree_query(&tree, box, MD_TREE_ALL_CATEGORIES, visit_once, NULL);
        for (int32_t k = 0; k < ITEMS; ++k) {
            assert_int_equal(visited[k], box_overlaps(box, item[k]));
        }
    }
    md3_tree_free(&tree);
}

/* Along one axis, what a moving box hits is what overlaps the box that it sweeps over. */
static void casts_along_an_axis_find_exactly_the_boxes_in_the_way(void **state)
{
    (void)state;
    struct random random = {2};
    fill_tree(&random);
    for (int round = 0; round < 300; ++round) {
        const md3_box box = random_box(&random, 6);
        const md_real distance = (md_real)(random_index(&random, 64) - 32);
        md3_vec by = {0, 0, 0};
        *(round % 3 == 0 ? &by.x : round % 3 == 1 ? &by.y : &by.z) = distance;
        const md3_box swept = box_union(box, (md3_box){vec_add(box.lower, by), vec_add(box.upper, by)});
        memset(visited, 0, sizeof visited);
        md3_tree_cast(&tree, box, by, 1, MD_TREE_ALL_CATEGORIES, visit_cast_once, NULL);
        for (int32_t k = 0; k < ITEMS; ++k) {
            assert_int_equal(visited[k], box_overlaps(swept, item[k]));
        }
    }
    md3_tree_free(&tree);
}

static void removed_leaves_are_not_found(void **state)
{
    (void)state;
    struct random random = {3};
    const md3_box everywhere = {{-999, -999, -999}, {999, 999, 999}};
    fill_tree(&random);
    for (int32_t k = 0; k < ITEMS; k += 2) {
        md3_tree_remove(&tree, leaf_of[k]);
    }
    for (int32_t k = 1; k < ITEMS; k += 4) {
        md3_tree_set_category(&tree, leaf_of[k], 2);
    }
    assert_true(md3_tree_check(&tree));
    memset(visited, 0, sizeof visited);
    md3_tree_query(&tree, everywhere, 2, visit_once, NULL);
    for (int32_t k = 0; k < ITEMS; ++k) {
        assert_int_equal(visited[k], k % 4 == 1);
        assert_true(k % 2 == 0 || box_contains(md3_tree_leaf_box(&tree, leaf_of[k]), item[k]));
    }
    md3_tree_free(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_find_exactly_the_overlapping_boxes),
        cmocka_unit_test(casts_along_an_axis_find_exactly_the_boxes_in_the_way),
        cmocka_unit_test(removed_leaves_are_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
