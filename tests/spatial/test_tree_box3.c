/* The tree's template, instantiated for boxes in space: everything a 3D instance needs, and queries against brute
 * force. */
#include <string.h>

#include "base/memory.h"
#include "spatial/slab.h"
#include "spatial/tree.h"
#include "support/support.h"

typedef struct vec3 {
    md_real x, y, z;
} vec3;

typedef struct box3 {
    vec3 lower, upper;
} box3;

/* ---- What a header of an instance contains -------------------------------------------------------------------------- */

typedef box3 box3_tree_box;
typedef vec3 box3_tree_vec;

#define TREE box3_tree
#include "spatial/tree_api.inc.h"

/* ---- What a source file of an instance contains --------------------------------------------------------------------- */

static inline box3 box_union(box3 a, box3 b)
{
    return (box3){{md_min(a.lower.x, b.lower.x), md_min(a.lower.y, b.lower.y), md_min(a.lower.z, b.lower.z)},
                  {md_max(a.upper.x, b.upper.x), md_max(a.upper.y, b.upper.y), md_max(a.upper.z, b.upper.z)}};
}

static inline bool box_overlaps(box3 a, box3 b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y &&
           a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

static inline bool box_contains(box3 outer, box3 inner)
{
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y && outer.lower.z <= inner.lower.z &&
           inner.upper.x <= outer.upper.x && inner.upper.y <= outer.upper.y && inner.upper.z <= outer.upper.z;
}

static inline bool vec_is_finite(vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline bool box_is_finite(box3 a)
{
    return vec_is_finite(a.lower) && vec_is_finite(a.upper);
}

static inline vec3 vec_difference(vec3 a, vec3 b)
{
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vec3 vec_sum(vec3 a, vec3 b)
{
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline md_real box_cost(box3 a)
{
    const vec3 size = vec_difference(a.upper, a.lower);
    return 2 * (size.x * size.y + size.y * size.z + size.z * size.x);
}

static inline md_real box_distance(box3 a, box3 b)
{
    const vec3 d = vec_difference(vec_sum(a.lower, a.upper), vec_sum(b.lower, b.upper));
    return md_abs(d.x) + md_abs(d.y) + md_abs(d.z);
}

static inline vec3 cast_inverse(vec3 translation)
{
    return (vec3){slab_inverse(translation.x), slab_inverse(translation.y), slab_inverse(translation.z)};
}

static inline struct slab box_cast(box3 moving, vec3 inverse, md_real max_fraction, box3 target)
{
    const vec3 lower = vec_difference(target.lower, moving.upper);
    const vec3 upper = vec_difference(target.upper, moving.lower);
    struct slab t = {0, max_fraction};
    t = slab_clip(t, lower.x, upper.x, inverse.x);
    t = slab_clip(t, lower.y, upper.y, inverse.y);
    t = slab_clip(t, lower.z, upper.z, inverse.z);
    return t;
}

#include "spatial/tree.inc.h"
#include "spatial/tree_query.inc.h"

/* ---- Queries against brute force ------------------------------------------------------------------------------------ */

#define ITEMS 600

static box3_tree tree;
static box3 item[ITEMS];
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
static vec3 random_point(struct random *random, int32_t largest)
{
    return (vec3){(md_real)random_index(random, largest), (md_real)random_index(random, largest),
                  (md_real)random_index(random, largest)};
}

static box3 random_box(struct random *random, int32_t largest)
{
    const vec3 lower = random_point(random, 64);
    return (box3){lower, vec_sum(lower, random_point(random, largest))};
}

static void fill_tree(struct random *random)
{
    box3_tree_init(&tree, NULL);
    for (int32_t k = 0; k < ITEMS; ++k) {
        item[k] = random_box(random, 8);
        assert_int_equal(box3_tree_insert(&tree, item[k], k, 1, &leaf_of[k]), MD_OK);
    }
    for (int32_t k = 0; k < ITEMS; k += 3) {
        const box3 tight = random_box(random, 8);
        bool moved = false;
        assert_int_equal(box3_tree_move(&tree, leaf_of[k], tight, tight, &moved), MD_OK);
        item[k] = moved ? tight : item[k];
    }
    assert_true(box3_tree_check(&tree));
}

static void queries_find_exactly_the_overlapping_boxes(void **state)
{
    (void)state;
    struct random random = {1};
    fill_tree(&random);
    for (int round = 0; round < 300; ++round) {
        const box3 box = random_box(&random, 20);
        memset(visited, 0, sizeof visited);
        box3_tree_query(&tree, box, MD_TREE_ALL_CATEGORIES, visit_once, NULL);
        for (int32_t k = 0; k < ITEMS; ++k) {
            assert_int_equal(visited[k], box_overlaps(box, item[k]));
        }
    }
    box3_tree_free(&tree);
}

/* Along one axis, what a moving box hits is what overlaps the box that it sweeps over. */
static void casts_along_an_axis_find_exactly_the_boxes_in_the_way(void **state)
{
    (void)state;
    struct random random = {2};
    fill_tree(&random);
    for (int round = 0; round < 300; ++round) {
        const box3 box = random_box(&random, 6);
        const md_real distance = (md_real)(random_index(&random, 64) - 32);
        vec3 by = {0, 0, 0};
        *(round % 3 == 0 ? &by.x : round % 3 == 1 ? &by.y : &by.z) = distance;
        const box3 swept = box_union(box, (box3){vec_sum(box.lower, by), vec_sum(box.upper, by)});
        memset(visited, 0, sizeof visited);
        box3_tree_cast(&tree, box, by, 1, MD_TREE_ALL_CATEGORIES, visit_cast_once, NULL);
        for (int32_t k = 0; k < ITEMS; ++k) {
            assert_int_equal(visited[k], box_overlaps(swept, item[k]));
        }
    }
    box3_tree_free(&tree);
}

static void removed_leaves_are_not_found(void **state)
{
    (void)state;
    struct random random = {3};
    const box3 everywhere = {{-999, -999, -999}, {999, 999, 999}};
    fill_tree(&random);
    for (int32_t k = 0; k < ITEMS; k += 2) {
        box3_tree_remove(&tree, leaf_of[k]);
    }
    for (int32_t k = 1; k < ITEMS; k += 4) {
        box3_tree_set_category(&tree, leaf_of[k], 2);
    }
    assert_true(box3_tree_check(&tree));
    memset(visited, 0, sizeof visited);
    box3_tree_query(&tree, everywhere, 2, visit_once, NULL);
    for (int32_t k = 0; k < ITEMS; ++k) {
        assert_int_equal(visited[k], k % 4 == 1);
        assert_true(k % 2 == 0 || box_contains(box3_tree_leaf_box(&tree, leaf_of[k]), item[k]));
    }
    box3_tree_free(&tree);
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
