/* The bounding-volume tree in 2D, against brute force. */
#include <math.h>

#include "spatial/tree_world.h"
#include "support/counting_allocator.h"

static void queries_find_exactly_the_boxes_that_brute_force_finds(void **state)
{
    (void)state;
    struct random random = {1};
    int32_t max_count = 0;
    fill_world(&world, NULL, 0, 0);
    for (int k = 0; k < 20000; ++k) {
        random_operation(&world, &random);
        if (k % 100 == 0) {
            assert_true(md2_tree_check(&world.tree));
            assert_queries_exact(&random, MD_TREE_ALL_CATEGORIES);
            assert_queries_exact(&random, random_bits(&random));
        }
        max_count = world.count > max_count ? world.count : max_count;
    }
    assert_true(max_count > 3000);
    while (world.count > 0) {
        remove_item(&world, random_index(&random, world.count));
        if (world.count % 100 == 0) {
            assert_true(md2_tree_check(&world.tree));
            assert_queries_exact(&random, MD_TREE_ALL_CATEGORIES);
        }
    }
    md2_tree_free(&world.tree);
}

static void a_query_stops_when_the_visitor_returns_false(void **state)
{
    (void)state;
    const md2_box everywhere = {{-999, -999}, {999, 999}};
    static struct answers all, some;
    fill_world(&world, NULL, 2, 2000);
    all = (struct answers){.count = 0};
    md2_tree_query(&world.tree, everywhere, MD_TREE_ALL_CATEGORIES, note, &all);
    assert_int_equal(all.count, world.count);
    some = (struct answers){.stop_after = 5};
    md2_tree_query(&world.tree, everywhere, MD_TREE_ALL_CATEGORIES, note, &some);
    assert_int_equal(some.count, 5);
    assert_memory_equal(some.index, all.index, 5 * sizeof *all.index);
    some = (struct answers){.stop_after = 3};
    md2_tree_cast(&world.tree, everywhere, vec(1, 1), 1, MD_TREE_ALL_CATEGORIES, note_cast, &some);
    assert_int_equal(some.count, 3);
    md2_tree_free(&world.tree);
}

struct nearest {
    md2_vec origin, translation;
    md_real fraction;
    int32_t index, calls, ignored; /* the visitor ignores items whose index is a multiple of `ignored` */
};

/* For rays along x, where the fraction is exact. */
static md_real keep_nearest(void *user, int32_t leaf, int32_t index, md_real max_fraction)
{
    struct nearest *nearest = user;
    ++nearest->calls;
    if (index % nearest->ignored == 0) {
        return -1;
    }
    const md_real enter = (md2_tree_leaf_box(&world.tree, leaf).lower.x - nearest->origin.x) / nearest->translation.x;
    assert_true(enter <= max_fraction);
    if (enter < nearest->fraction) {
        nearest->fraction = enter;
        nearest->index = index;
    }
    return enter;
}

static void a_shortened_ray_finds_the_nearest_box_and_visits_few_others(void **state)
{
    (void)state;
    int32_t calls = 0;
    int32_t boxes = 0;
    fill_world(&world, NULL, 3, 6000);
    for (int32_t y = -200; y < 200; ++y) {
        struct nearest found = {{-600, (md_real)y}, {2048, 0}, 1, -1, 0, 3};
        cast_ray((md2_ray){found.origin, found.translation, 1}, MD_TREE_ALL_CATEGORIES, keep_nearest, &found);
        md_real nearest_fraction = 1;
        for (int32_t k = 0; k < world.count; ++k) {
            const md2_box box = world.item[k].box;
            if (box.lower.y <= (md_real)y && (md_real)y <= box.upper.y) {
                ++boxes;
                nearest_fraction = k % 3 != 0 ? md_min(nearest_fraction, (box.lower.x + 600) / 2048) : nearest_fraction;
            }
        }
        assert_true(found.fraction == nearest_fraction);
        calls += found.calls;
    }
    assert_true(calls * 8 < boxes);
    md2_tree_free(&world.tree);
}

/* ---- Shape of the tree ------------------------------------------------------------------------------------------- */

static void assert_same_tree(const md2_tree *a, const md2_tree *b)
{
    assert_int_equal(a->used, b->used);
    assert_int_equal(a->root, b->root);
    assert_int_equal(a->free, b->free);
    for (int32_t i = 0; i < a->used; ++i) {
        const struct md2_tree_node *x = &a->node[i];
        const struct md2_tree_node *y = &b->node[i];
        assert_int_equal(x->height, y->height);
        assert_int_equal(x->parent, y->parent);
        if (x->height >= 0) {
            assert_memory_equal(&x->box, &y->box, sizeof x->box);
            assert_memory_equal(x->child, y->child, sizeof x->child);
            assert_int_equal(x->index, y->index);
        }
    }
}

static void the_same_calls_give_the_same_tree(void **state)
{
    (void)state;
    static struct world twin;
    struct random random[2] = {{7}, {7}};
    fill_world(&world, NULL, 0, 0);
    fill_world(&twin, NULL, 0, 0);
    assert_int_equal(md2_tree_reserve(&twin.tree, MAX_ITEMS), MD_OK); /* capacity does not matter */
    for (int round = 0; round < 4; ++round) {
        for (int k = 0; k < 1500; ++k) {
            random_operation(&world, &random[0]);
            random_operation(&twin, &random[1]);
        }
        assert_same_tree(&world.tree, &twin.tree);
    }
    md2_tree_free(&world.tree);
    md2_tree_free(&twin.tree);
}

/* Returns box k of a sequence that would turn a tree without balancing into a list. */
static md2_box degenerate_box(int32_t kind, int32_t k)
{
    const md_real x = (md_real)k;
    switch (kind) {
    case 0: return (md2_box){{x, 0}, {x + 1, 1}};
    case 1: return (md2_box){{-x, 0}, {1 - x, 1}};
    case 2: return (md2_box){{0, 0}, {1, 1}};
    default: return (md2_box){{-x, -x}, {x, x}};
    }
}

static void degenerate_insertion_orders_keep_the_height_bound(void **state)
{
    (void)state;
    const int32_t count = 20000;
    /* The heights of siblings differ by at most six: height <= 3.05 log2(20000) = 43.6 for any order. Boxes in a line
     * give far less; the minimum is 15. */
    static const int32_t MAX_HEIGHT[] = {20, 20, 43, 43};
    for (int32_t kind = 0; kind < 4; ++kind) {
        md2_tree tree;
        md2_tree_init(&tree, NULL);
        for (int32_t k = 0; k < count; ++k) {
            int32_t leaf = -1;
            assert_int_equal(md2_tree_insert(&tree, degenerate_box(kind, k), k, 1, &leaf), MD_OK);
        }
        assert_true(md2_tree_check(&tree));
        assert_in_range(tree.node[tree.root].height, 0, MAX_HEIGHT[kind]);
        md2_tree_free(&tree);
    }
}

static void the_check_detects_corruption(void **state)
{
    (void)state;
    fill_world(&world, NULL, 10, 200);
    md2_tree *tree = &world.tree;
    struct md2_tree_node *root = &tree->node[tree->root];
    struct md2_tree_node *leaf = &tree->node[world.item[0].leaf];
    int32_t *const NUMBERS[] = {&root->child[0], &root->child[1], &root->height, &root->parent, &leaf->parent,
                                &leaf->height,   &leaf->child[0], &tree->root,   &tree->free,   &tree->leaves};
    for (size_t k = 0; k < sizeof NUMBERS / sizeof *NUMBERS; ++k) {
        assert_true(md2_tree_check(tree));
        *NUMBERS[k] += 1;
        assert_false(md2_tree_check(tree));
        *NUMBERS[k] -= 1;
    }
    root->box.upper.x += 1;
    assert_false(md2_tree_check(tree));
    root->box.upper.x -= 1;
    root->category ^= (uint64_t)1 << 63;
    assert_false(md2_tree_check(tree));
    md2_tree_free(tree);
}

/* ---- Memory and arguments ---------------------------------------------------------------------------------------- */

static md_status grow_tree(const md_allocator *allocator, void *user)
{
    struct random random = {11};
    md_status status = MD_OK;
    int32_t leaf = -1;
    (void)user;
    md2_tree_init(&world.tree, allocator);
    for (world.count = 0; world.count < 300 && status == MD_OK; world.count += status == MD_OK) {
        const md2_box box = random_box(&random, 20);
        status = md2_tree_insert(&world.tree, box, world.count, 1, &leaf);
        world.item[world.count] = (struct item){box, 1, leaf};
    }
    assert_true(md2_tree_check(&world.tree));
    assert_int_equal(world.tree.leaves, world.count);
    assert_queries_exact(&random, MD_TREE_ALL_CATEGORIES);
    md2_tree_free(&world.tree);
    return status;
}

static void a_failed_allocation_leaves_the_tree_unchanged(void **state)
{
    (void)state;
    assert_true(assert_survives_every_refusal(grow_tree, NULL) > 5);
}

static void a_reserved_tree_does_not_allocate(void **state)
{
    (void)state;
    struct counting_allocator books = {0};
    const md_allocator allocator = counting_allocator_of(&books);
    struct random random = {12};
    fill_world(&world, &allocator, 0, 0);
    assert_int_equal(md2_tree_reserve(&world.tree, MAX_ITEMS), MD_OK);
    assert_int_equal(books.requests, 1);
    for (int k = 0; k < 12000; ++k) {
        random_operation(&world, &random);
    }
    assert_queries_exact(&random, MD_TREE_ALL_CATEGORIES);
    assert_int_equal(books.requests, 1);
    while (world.count < MAX_ITEMS) {
        insert_item(&world, random_box(&random, 12), 1);
    }
    assert_int_equal(books.requests, 1);
    md2_tree_free(&world.tree);
    assert_int_equal(books.live_blocks, 0);
}

static void an_empty_tree_and_a_single_leaf_work(void **state)
{
    (void)state;
    struct random random = {13};
    fill_world(&world, NULL, 0, 0);
    for (int round = 0; round < 3; ++round) {
        assert_true(md2_tree_check(&world.tree));
        assert_queries_exact(&random, MD_TREE_ALL_CATEGORIES);
        insert_item(&world, (md2_box){{-300, -300}, {300, 300}}, 1);
        assert_true(md2_tree_check(&world.tree));
        assert_queries_exact(&random, MD_TREE_ALL_CATEGORIES);
        move_item(&world, 0, (md2_box){{300, 300}, {301, 301}});
        assert_queries_exact(&random, MD_TREE_ALL_CATEGORIES);
        remove_item(&world, 0);
    }
    md2_tree_free(&world.tree);
}

static void invalid_boxes_are_refused(void **state)
{
    (void)state;
    const md_real nan = (md_real)NAN;
    const md2_box good = {{0, 0}, {1, 1}};
    const md2_box bad[] = {{{nan, 0}, {1, 1}}, {{0, 0}, {1, nan}}, {{0, nan}, {1, 1}},        {{0, 0}, {nan, 1}},
                           {{2, 0}, {1, 1}},   {{0, 2}, {1, 1}},   {{0, 0}, {MD_INFINITY, 1}}};
    static struct answers answers;
    bool moved = false;
    int32_t leaf = -1;
    fill_world(&world, NULL, 0, 0);
    insert_item(&world, good, 1);
    insert_item(&world, box_around(good, 1), 1);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        assert_int_equal(md2_tree_insert(&world.tree, bad[k], 0, 1, &leaf), MD_ERROR_ARGUMENT);
        assert_int_equal(md2_tree_move(&world.tree, world.item[0].leaf, bad[k], good, &moved), MD_ERROR_ARGUMENT);
        assert_int_equal(md2_tree_move(&world.tree, world.item[0].leaf, good, bad[k], &moved), MD_ERROR_ARGUMENT);
    }
    /* The fat box does not contain the tight one. */
    const md2_box wide = box_around(good, 1);
    assert_int_equal(md2_tree_move(&world.tree, world.item[0].leaf, wide, good, &moved), MD_ERROR_ARGUMENT);
    assert_true(md2_tree_check(&world.tree));
    assert_int_equal(world.tree.leaves, 2);
    /* Invalid queries find nothing; max_fraction may be infinite. */
    answers = (struct answers){.count = 0};
    md2_tree_query(&world.tree, bad[0], MD_TREE_ALL_CATEGORIES, note, &answers);
    cast_ray((md2_ray){{nan, 0}, {1, 0}, 1}, MD_TREE_ALL_CATEGORIES, note_cast, &answers);
    cast_ray((md2_ray){{0, 0}, {nan, 0}, 1}, MD_TREE_ALL_CATEGORIES, note_cast, &answers);
    cast_ray((md2_ray){{0, 0}, {1, 0}, nan}, MD_TREE_ALL_CATEGORIES, note_cast, &answers);
    cast_ray((md2_ray){{0, 0}, {1, 0}, -1}, MD_TREE_ALL_CATEGORIES, note_cast, &answers);
    assert_int_equal(answers.count, 0);
    cast_ray((md2_ray){{-99, 0}, {1, 0}, MD_INFINITY}, MD_TREE_ALL_CATEGORIES, note_cast, &answers);
    assert_int_equal(answers.count, 2);
    md2_tree_free(&world.tree);
}

/* A ray through the corner of a box enters it in one coordinate as it leaves it in the other; each is rounded. */
static void rays_through_corners_hit(void **state)
{
    (void)state;
    static struct answers answers;
    struct random random = {7};
    for (int k = 0; k < 2000; ++k) {
        const double x = random_real(&random, 0.1, 9);
        const double y = random_real(&random, 0.1, 9);
        const md2_vec corner = {(md_real)x, (md_real)y};
        const md2_box box = {{corner.x / 2, corner.y}, {corner.x, corner.y + 1}};
        fill_world(&world, NULL, 0, 0);
        insert_item(&world, box, 1);
        answers = (struct answers){.count = 0};
        cast_ray((md2_ray){{0, 0}, {2 * corner.x, 2 * corner.y}, 1}, MD_TREE_ALL_CATEGORIES, note_cast, &answers);
        cast_ray((md2_ray){{0, 0}, {3 * corner.x, 3 * corner.y}, 1}, MD_TREE_ALL_CATEGORIES, note_cast, &answers);
        assert_int_equal(answers.count, 2);
        md2_tree_free(&world.tree);
    }
}

static void more_nodes_than_the_limit_are_refused(void **state)
{
    (void)state;
    struct counting_allocator books = {.refuse_above = 1};
    const md_allocator allocator = counting_allocator_of(&books);
    const int32_t max_leaves = (MD_TREE_MAX_NODES + 1) / 2;
    md2_tree tree;
    int32_t leaf = -1;
    md2_tree_init(&tree, &allocator);
    assert_int_equal(md2_tree_reserve(&tree, -1), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_tree_reserve(&tree, max_leaves), MD_ERROR_MEMORY);
    assert_int_equal(md2_tree_reserve(&tree, max_leaves + 1), MD_ERROR_SIZE);
    assert_int_equal(md2_tree_reserve(&tree, INT32_MAX), MD_ERROR_SIZE);
    tree.leaves = max_leaves; /* pretend */
    assert_int_equal(md2_tree_insert(&tree, (md2_box){{0, 0}, {1, 1}}, 0, 1, &leaf), MD_ERROR_SIZE);
    tree.leaves = 0;
    assert_int_equal(books.requests, 1);
    md2_tree_free(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_find_exactly_the_boxes_that_brute_force_finds),
        cmocka_unit_test(a_query_stops_when_the_visitor_returns_false),
        cmocka_unit_test(a_shortened_ray_finds_the_nearest_box_and_visits_few_others),
        cmocka_unit_test(the_same_calls_give_the_same_tree),
        cmocka_unit_test(degenerate_insertion_orders_keep_the_height_bound),
        cmocka_unit_test(the_check_detects_corruption),
        cmocka_unit_test(a_failed_allocation_leaves_the_tree_unchanged),
        cmocka_unit_test(a_reserved_tree_does_not_allocate),
        cmocka_unit_test(an_empty_tree_and_a_single_leaf_work),
        cmocka_unit_test(invalid_boxes_are_refused),
        cmocka_unit_test(rays_through_corners_hit),
        cmocka_unit_test(more_nodes_than_the_limit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
