/* A tree of boxes beside a plain list of them, and questions put to both.
 *
 * Coordinates are small whole numbers, so that what touches is known exactly, and boxes often just touch. */
#ifndef MODULUS_TESTS_TREE_WORLD_H
#define MODULUS_TESTS_TREE_WORLD_H

#include <stdlib.h>
#include <string.h>

#include "spatial/tree2.h"
#include "support/support.h"

#define MAX_ITEMS 4000

struct item {
    md2_box box;
    uint64_t category;
    int32_t leaf;
};

/* A tree and what should be in it. Item k has index k; the items that are there come first, in no order. */
struct world {
    md2_tree tree;
    struct item item[MAX_ITEMS];
    int32_t count;
};

static struct world world;

static inline md2_box random_box(struct random *random, int32_t largest)
{
    const md2_vec lower = {(md_real)(random_index(random, 512) - 256), (md_real)(random_index(random, 512) - 256)};
    const md2_vec size = {(md_real)random_index(random, largest), (md_real)random_index(random, largest)};
    return (md2_box){lower, vec_add(lower, size)};
}

static inline md2_box box_around(md2_box box, md_real margin)
{
    return (md2_box){vec_sub(box.lower, vec(margin, margin)), vec_add(box.upper, vec(margin, margin))};
}

static inline void insert_item(struct world *into, md2_box box, uint64_t category)
{
    struct item *item = &into->item[into->count];
    *item = (struct item){box, category, MD_TREE_NONE};
    assert_int_equal(md2_tree_insert(&into->tree, box, into->count, category, &item->leaf), MD_OK);
    ++into->count;
}

/* The last item takes the place of the one removed, under its index. */
static inline void remove_item(struct world *from, int32_t k)
{
    struct item *last = &from->item[--from->count];
    md2_tree_remove(&from->tree, from->item[k].leaf);
    if (k < from->count) {
        md2_tree_remove(&from->tree, last->leaf);
        from->item[k] = *last;
        assert_int_equal(md2_tree_insert(&from->tree, last->box, k, last->category, &from->item[k].leaf), MD_OK);
    }
}

static inline void move_item(struct world *in, int32_t k, md2_box tight)
{
    struct item *item = &in->item[k];
    const bool should = !box_contains(item->box, tight);
    bool moved = !should;
    assert_int_equal(md2_tree_move(&in->tree, item->leaf, tight, box_around(tight, 2), &moved), MD_OK);
    assert_int_equal(moved, should);
    item->box = moved ? box_around(tight, 2) : item->box;
}

static inline void random_operation(struct world *in, struct random *random)
{
    const int32_t kind = random_index(random, 100);
    if (in->count == 0 || (kind < 50 && in->count < MAX_ITEMS)) {
        const int32_t largest = random_index(random, 50) == 0 ? 200 : 12;
        insert_item(in, random_box(random, largest), (uint64_t)1 << random_index(random, 8));
        return;
    }
    const int32_t k = random_index(random, in->count);
    struct item *item = &in->item[k];
    if (kind < 60) {
        remove_item(in, k);
    } else if (kind < 75) {
        move_item(in, k, random_box(random, 12));
    } else if (kind < 96) {
        const md_real step = (md_real)(random_index(random, 5) - 2);
        move_item(in, k, (md2_box){vec_add(item->box.lower, vec(step, 0)), vec_add(item->box.upper, vec(step, 0))});
    } else {
        item->category = (uint64_t)1 << random_index(random, 8);
        md2_tree_set_category(&in->tree, item->leaf, item->category);
    }
}

static inline void fill_world(struct world *fresh, const md_allocator *allocator, uint64_t seed, int operations)
{
    struct random random = {seed};
    md2_tree_init(&fresh->tree, allocator);
    fresh->count = 0;
    for (int k = 0; k < operations; ++k) {
        random_operation(fresh, &random);
    }
}

/* ---- What queries find ------------------------------------------------------------------------------------------ */

struct answers {
    int32_t index[MAX_ITEMS];
    int32_t count;
    int32_t stop_after; /* 0: never */
};

static inline bool note(void *user, int32_t leaf, int32_t index)
{
    struct answers *answers = user;
    assert_int_equal(leaf, world.item[index].leaf);
    assert_true(answers->count < MAX_ITEMS);
    answers->index[answers->count++] = index;
    return answers->count != answers->stop_after;
}

static inline md_real note_cast(void *user, int32_t leaf, int32_t index, md_real max_fraction)
{
    return note(user, leaf, index) ? max_fraction : 0;
}

static inline void cast_ray(md2_ray ray, uint64_t mask, md_tree_cast_visit *visit, void *user)
{
    const md2_box point = {ray.origin, ray.origin};
    md2_tree_cast(&world.tree, point, ray.translation, ray.max_fraction, mask, visit, user);
}

/* Whether a box that moves by whole numbers touches another, by the separating axes of a segment and a box: exact, and
 * not by the way the tree goes about it. */
static inline bool sweep_touches(md2_box moving, md2_vec by, md2_box box)
{
    const int64_t d[2] = {(int64_t)by.x, (int64_t)by.y};
    const int64_t lower[2] = {(int64_t)(box.lower.x - moving.upper.x), (int64_t)(box.lower.y - moving.upper.y)};
    const int64_t upper[2] = {(int64_t)(box.upper.x - moving.lower.x), (int64_t)(box.upper.y - moving.lower.y)};
    for (int axis = 0; axis < 2; ++axis) {
        if ((d[axis] < 0 ? d[axis] : 0) > upper[axis] || (d[axis] > 0 ? d[axis] : 0) < lower[axis]) {
            return false;
        }
    }
    const int64_t across = d[0] * (lower[1] + upper[1]) - d[1] * (lower[0] + upper[0]);
    return llabs(across) <= llabs(d[0]) * (upper[1] - lower[1]) + llabs(d[1]) * (upper[0] - lower[0]);
}

/* The answers are exactly the items that the moving box touches and whose category passes, each once. */
static inline void assert_exact(const struct answers *answers, md2_box moving, md2_vec by, uint64_t mask)
{
    static bool found[MAX_ITEMS];
    memset(found, 0, sizeof found);
    for (int32_t k = 0; k < answers->count; ++k) {
        assert_false(found[answers->index[k]]);
        found[answers->index[k]] = true;
    }
    for (int32_t k = 0; k < world.count; ++k) {
        const struct item *item = &world.item[k];
        assert_int_equal(found[k], (item->category & mask) != 0 && sweep_touches(moving, by, item->box));
    }
}

static inline void assert_queries_exact(struct random *random, uint64_t mask)
{
    const md2_box box = random_box(random, 60);
    md2_vec by = vec((md_real)(random_index(random, 256) - 128), (md_real)(random_index(random, 256) - 128));
    if (random_index(random, 4) == 0) {
        by.x = 0; /* along an axis, or, rarely, nowhere */
    }
    by.y = random_index(random, 8) == 0 ? 0 : by.y;
    static struct answers answers;
    answers = (struct answers){.count = 0};
    md2_tree_query(&world.tree, box, mask, note, &answers);
    assert_exact(&answers, box, vec(0, 0), mask);
    answers.count = 0;
    cast_ray((md2_ray){box.lower, by, 1}, mask, note_cast, &answers);
    assert_exact(&answers, (md2_box){box.lower, box.lower}, by, mask);
    answers.count = 0;
    md2_tree_cast(&world.tree, box, by, 1, mask, note_cast, &answers);
    assert_exact(&answers, box, by, mask);
    /* Up to half of the way, and twice it. */
    answers.count = 0;
    md2_tree_cast(&world.tree, box, vec_scale(2, by), (md_real)0.5, mask, note_cast, &answers);
    assert_exact(&answers, box, by, mask);
    answers.count = 0;
    md2_tree_cast(&world.tree, box, by, 2, mask, note_cast, &answers);
    assert_exact(&answers, box, vec_scale(2, by), mask);
}

#endif
