/* Broad phase of a world: moves the leaves of awake shapes, and finds the pairs of shapes that may collide (dimension.h).
 *
 * The including file defines, for the type `box` of its tree:
 *
 *     bool are_compatible(const struct shape *a, const struct shape *b)     whether shapes of their types collide
 *     box bounds_of(const struct shape *shape, const struct body *body)
 *     md_real turning_speed(const struct body *body)                        rad/s, >= 0
 *     box extended(box box, vec motion, md_real max)                        with room for a motion, in its direction, by at
 *                                                                           most `max` along each axis
 *     box cube(md_real size)                                                from -size to size along each axis
 *     md_real extent_of(const struct shape *shape, const struct body *body) from the origin of its body to its furthest point
 *     md_real room_in(box outer, box inner)                                 the smallest distance between their sides
 *     md_real largest_coordinate(box box)                                   without its sign
 *     md_real way_since(const struct leaf_check *check, const struct body *body)
 *                                                                           that a point of the shape has moved, at most
 *     md_real way_ahead(const struct body *body, md_real time)              that near_box adds to the bounds, at most
 *
 * box_union, box_overlaps, box_contains, box_enlarged, vec_add and vec_scale are those of the geometry.
 */
#include "engine/dimension.h"
#include "engine/tasks.h"

typedef MD_(box) shape_box;

/* ---- Collision filter -------------------------------------------------------------------------------------------- */

static bool may_collide(const WORLD *world, const struct shape *a, const struct shape *b)
{
    if (a->body == b->body || (a->def.sensor && b->def.sensor) || !are_compatible(a, b) ||
        !share_finds(world->share, a->body, b->body) || !filter_allows(shape_filter(&a->def), shape_filter(&b->def))) {
        return false;
    }
    const MD_(body_type) type_a = world->bodies[a->body].type;
    const MD_(body_type) type_b = world->bodies[b->body].type;
    if (a->def.sensor || b->def.sensor) {
        return type_a != MD_CONSTANT(STATIC) || type_b != MD_CONSTANT(STATIC);
    }
    return (type_a == MD_CONSTANT(DYNAMIC) || type_b == MD_CONSTANT(DYNAMIC)) &&
           !md_pair_set_has(&world->broad_phase.joined_pairs, a->body, b->body);
}

/* ---- Boxes ------------------------------------------------------------------------------------------------------- */

#define BOX_MARGIN ((md_real)0.05) /* m, on every side */
#define STEPS_AHEAD 3              /* steps of motion that a box has room for */

/* Box in which a shape with these bounds searches for pairs: the bounds and, if it is awake, its motion. */
static shape_box near_from(const WORLD *world, shape_box now, const struct body *body)
{
    shape_box box = now;
    md_real room = world->def.speculative_margin / 2;
    if (body->awake) {
        const MD_(vec) motion = vec_scale(world->broad_phase.time_ahead, body->velocity);
        const md_real turn = md_min(world->broad_phase.time_ahead * turning_speed(body), 2);
        box = box_union(now, (shape_box){vec_add(now.lower, motion), vec_add(now.upper, motion)});
        room += turn * body->max_extent;
    }
    box = box_enlarged(box, room);
    return box_contains(cube(4 * WORLD_SIZE), box) ? box : now;
}

static shape_box near_box(const WORLD *world, const struct shape *shape, const struct body *body)
{
    return near_from(world, bounds_of(shape, body), body);
}

/* Adds room to move: on every side, and more in the direction of motion, up to about the size of the body. */
static shape_box fat_from(const WORLD *world, shape_box near, const struct body *body)
{
    if (body->type == MD_CONSTANT(STATIC)) {
        return near;
    }
    const MD_(vec) motion = vec_scale(STEPS_AHEAD * world->broad_phase.time_ahead, body->velocity);
    return extended(box_enlarged(near, BOX_MARGIN), motion, BOX_MARGIN + body->max_extent);
}

shape_box MD_(fat_box)(const WORLD *world, const struct shape *shape)
{
    const struct body *body = &world->bodies[shape->body];
    return fat_from(world, near_box(world, shape, body), body);
}

static inline void move_leaf(WORLD *world, struct shape *shape, struct body *body)
{
    const shape_box near = near_box(world, shape, body);
    if (box_contains(MD_(tree_leaf_box)(&world->broad_phase.tree, shape->leaf), near)) {
        return;
    }
    bool moved = false;
    (void)MD_(tree_move)(&world->broad_phase.tree, shape->leaf, near, fat_from(world, near, body), &moved);
    shape->leaf_check.room = 0;
    shape->searches = true;
    body->moved_at = world->narrow_phase.updates;
}

void MD_(shape_move_leaf)(WORLD *world, struct shape *shape)
{
    move_leaf(world, shape, &world->bodies[shape->body]);
}

md_status MD_(broad_phase_reserve)(WORLD *world, int32_t shapes)
{
    return indices_reserve(&world->allocator, &world->broad_phase.movers, (size_t)shapes + 1);
}

/* ---- Moving leaves ----------------------------------------------------------------------------------------------- */

#define SHAPES_PER_TASK 1024

/* Roundings of coordinates between two checks of a leaf, in units of their last place. */
#define ROUNDINGS 16

/* Whether a shape provably is in its leaf, because it has hardly moved since the last check. */
static bool stays_in_leaf(const WORLD *world, const struct shape *shape, const struct body *body)
{
    const struct leaf_check *check = &shape->leaf_check;
    const md_real way = way_since(check, body) + way_ahead(body, world->broad_phase.time_ahead);
    return way + world->def.speculative_margin / 2 < check->room;
}

/* Compares the box of a shape with its leaf, and notes how far the shape may move before that is needed again. Bodies that are
 * not dynamic may have shapes without an extent. */
static bool check_leaf(const WORLD *world, struct shape *shape, const struct body *body)
{
    const shape_box leaf = MD_(tree_leaf_box)(&world->broad_phase.tree, shape->leaf);
    const shape_box now = bounds_of(shape, body);
    if (body->type == MD_CONSTANT(DYNAMIC)) {
        const md_real extent = extent_of(shape, body);
        const md_real error = ROUNDINGS * MD_REAL_EPSILON * (largest_coordinate(leaf) + extent);
        const md_real room = (md_real)0.999 * room_in(leaf, now) - error;
        shape->leaf_check = (struct leaf_check){body->origin, body->rotation, extent, room};
    }
    return box_contains(leaf, near_from(world, now, body));
}

/* A search for pairs. */
struct search {
    WORLD *world;
    bool fast_only;    /* look only at shapes of fast bodies */
    int32_t searching; /* number of `movers` */
    int32_t first;     /* mover of the present wave of tasks */
};

/* Lists the shapes that left their box in the tree or must search anyway; each task writes from where its range begins. */
static void find_movers(void *context, int32_t task)
{
    const struct search *search = context;
    WORLD *world = search->world;
    const struct md_task_range range = md_task_range_of(task, SHAPES_PER_TASK, world->awake.shape_count);
    const int32_t *list = world->awake.shapes.at;
    int32_t *movers = world->broad_phase.movers.at + range.first;
    int32_t count = 0;
    for (int32_t n = range.first; n < range.end; ++n) {
        struct shape *shape = &world->shapes[list[n]];
        prefetch(&world->shapes[list[n + PREFETCH_AHEAD < range.end ? n + PREFETCH_AHEAD : n]], 1);
        const struct body *body = &world->bodies[shape->body];
        const bool is_fast = body->fast && !share_is_ghost(world->share, shape->body); /* of a ghost its rank decides */
        const bool may_have_left = !shape->searches && body->awake && (is_fast || !search->fast_only);
        const bool left = may_have_left && !stays_in_leaf(world, shape, body) && !check_leaf(world, shape, body);
        movers[count] = list[n];
        count += left || shape->searches;
    }
    world->broad_phase.task_counts.at[task] = count;
}

/* Moves the leaves of all listed shapes before anything can fail: queries rely on the boxes. */
static md_status move_leaves(struct search *search)
{
    WORLD *world = search->world;
    const int32_t tasks = md_task_count(SHAPES_PER_TASK, world->awake.shape_count);
    const md_status status = indices_reserve(&world->allocator, &world->broad_phase.task_counts, (size_t)tasks + 1);
    if (status != MD_OK) {
        return status;
    }
    md_tasks_run(&world->tasks, tasks, find_movers, search);
    for (int32_t task = 0; task < tasks; ++task) {
        for (int32_t k = 0; k < world->broad_phase.task_counts.at[task]; ++k) {
            const int32_t i = world->broad_phase.movers.at[task * SHAPES_PER_TASK + k];
            struct shape *shape = &world->shapes[i];
            move_leaf(world, shape, &world->bodies[shape->body]);
            shape->searched_in = world->broad_phase.searches;
            world->broad_phase.movers.at[search->searching++] = i;
        }
    }
    return MD_OK;
}

void MD_(broad_phase_move_leaves)(WORLD *world)
{
    for (int32_t n = 0; n < world->awake.shape_count; ++n) {
        struct shape *shape = &world->shapes[world->awake.shapes.at[n]];
        struct body *body = &world->bodies[shape->body];
        if (shape->searches || (body->awake && !stays_in_leaf(world, shape, body) && !check_leaf(world, shape, body))) {
            move_leaf(world, shape, body);
        }
    }
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

#define SEARCHES_PER_TASK 256
#define TASKS_PER_WAVE 64
#define PAIRS_PER_TASK 1024 /* that a task can list; with more its searches are repeated one by one */

#define MAX_NEAR 16 /* candidates that are collected before they are tested */

/* New pairs found by the searches of a task. */
struct found_pairs {
    int32_t count; /* if more than PAIRS_PER_TASK, some are missing */
    int32_t first[PAIRS_PER_TASK], second[PAIRS_PER_TASK];
};

/* Candidates whose boxes overlap that of a searching shape. They are prefetched when they are found and tested a little later. */
struct candidates {
    const WORLD *world;
    int32_t shape;
    struct found_pairs *pairs;
    int32_t count;
    int32_t near[MAX_NEAR];
};

/* Whether two shapes with overlapping boxes are a new pair. If both search, the one with the smaller index reports the pair. */
static bool is_new_pair(const WORLD *world, int32_t shape, int32_t other)
{
    const bool is_found = other < shape && world->shapes[other].searched_in == world->broad_phase.searches;
    return other != shape && !is_found && !md_pair_set_has(&world->broad_phase.pairs, shape, other) &&
           may_collide(world, &world->shapes[shape], &world->shapes[other]);
}

static void test_candidates(struct candidates *candidates)
{
    struct found_pairs *pairs = candidates->pairs;
    const int32_t shape = candidates->shape;
    for (int32_t i = 0; i < candidates->count; ++i) {
        const int32_t other = candidates->near[i];
        if (is_new_pair(candidates->world, shape, other)) {
            if (pairs->count < PAIRS_PER_TASK) {
                const bool is_first = share_shape_number(candidates->world->share, shape) <
                                      share_shape_number(candidates->world->share, other);
                pairs->first[pairs->count] = is_first ? shape : other;
                pairs->second[pairs->count] = is_first ? other : shape;
            }
            ++pairs->count;
        }
    }
    candidates->count = 0;
}

static bool add_candidate(void *user, int32_t leaf, int32_t other)
{
    (void)leaf;
    struct candidates *candidates = user;
    prefetch(&candidates->world->shapes[other], 1);
    md_pair_set_prefetch(&candidates->world->broad_phase.pairs, candidates->shape, other);
    candidates->near[candidates->count++] = other;
    if (candidates->count == MAX_NEAR) {
        test_candidates(candidates);
    }
    return true;
}

static void search_for(const WORLD *world, int32_t shape, struct found_pairs *pairs)
{
    struct candidates candidates = {.world = world, .shape = shape, .pairs = pairs};
    MD_(tree_query)
    (&world->broad_phase.tree, MD_(tree_leaf_box)(&world->broad_phase.tree, world->shapes[shape].leaf),
     MD_TREE_ALL_CATEGORIES, add_candidate, &candidates);
    test_candidates(&candidates);
}

static struct md_task_range searches_of(const struct search *search, int32_t task)
{
    const struct md_task_range range = md_task_range_of(task, SEARCHES_PER_TASK, search->searching - search->first);
    return (struct md_task_range){search->first + range.first, search->first + range.end};
}

static void search_task(void *context, int32_t task)
{
    const struct search *search = context;
    const struct md_task_range range = searches_of(search, task);
    struct found_pairs *pairs = &search->world->broad_phase.found_pairs[task];
    pairs->count = 0;
    for (int32_t n = range.first; n < range.end; ++n) {
        search_for(search->world, search->world->broad_phase.movers.at[n], pairs);
    }
}

static md_status add_pairs(WORLD *world, const struct found_pairs *pairs)
{
    const int32_t count = pairs->count < PAIRS_PER_TASK ? pairs->count : PAIRS_PER_TASK;
    md_status status = MD_OK;
    for (int32_t k = 0; status == MD_OK && k < count; ++k) {
        const int32_t soon = k + PREFETCH_AHEAD < count ? k + PREFETCH_AHEAD : k;
        md_pair_set_prefetch(&world->broad_phase.pairs, pairs->first[soon], pairs->second[soon]);
        prefetch(&world->shapes[pairs->first[soon]], 3);
        prefetch(&world->shapes[pairs->second[soon]], 3);
        status = MD_(contact_add)(world, pairs->first[k], pairs->second[k]);
    }
    return status;
}

/* Turns the pairs of a task into contacts, in the order of its searches. If its list overflowed the searches are repeated until no new
 * pair is left. */
static md_status add_contacts(struct search *search, int32_t task)
{
    WORLD *world = search->world;
    struct found_pairs *pairs = &world->broad_phase.found_pairs[task];
    const struct md_task_range range = searches_of(search, task);
    if (pairs->count <= PAIRS_PER_TASK) {
        return add_pairs(world, pairs);
    }
    md_status status = MD_OK;
    for (int32_t n = range.first; status == MD_OK && n < range.end; ++n) {
        do {
            pairs->count = 0;
            search_for(world, world->broad_phase.movers.at[n], pairs);
            status = add_pairs(world, pairs);
        } while (status == MD_OK && pairs->count > PAIRS_PER_TASK);
    }
    return status;
}

md_status MD_(broad_phase_find_pairs)(WORLD *world, bool fast_only)
{
    struct search search = {.world = world, .fast_only = fast_only};
    const int32_t contacts = world->contacts.pool.count;
    ++world->broad_phase.searches;
    md_status status = move_leaves(&search);
    const int32_t all = md_task_count(SEARCHES_PER_TASK, search.searching);
    const int32_t tasks = all < TASKS_PER_WAVE ? all : TASKS_PER_WAVE;
    if (status == MD_OK) {
        status = md_array_reserve(&world->allocator, (void **)&world->broad_phase.found_pairs,
                                  &world->broad_phase.found_pairs_capacity, (size_t)tasks,
                                  sizeof *world->broad_phase.found_pairs);
    }
    for (; status == MD_OK && search.first < search.searching; search.first += tasks * SEARCHES_PER_TASK) {
        const int32_t left = md_task_count(SEARCHES_PER_TASK, search.searching - search.first);
        const int32_t wave = left < tasks ? left : tasks;
        md_tasks_run(&world->tasks, wave, search_task, &search);
        for (int32_t task = 0; status == MD_OK && task < wave; ++task) {
            status = add_contacts(&search, task);
        }
    }
    world->division.has_unsorted = world->division.has_unsorted || status != MD_OK;
    if (status == MD_OK && world->def.partitions > 0) {
        status = MD_(contacts_sort)(world, contacts);
    }
    if (status == MD_OK) {
        for (int32_t n = 0; n < search.searching; ++n) {
            world->shapes[world->broad_phase.movers.at[n]].searches = false;
        }
    }
    return status;
}

void MD_(broad_phase_free)(struct broad_phase *broad_phase, const md_allocator *allocator)
{
    MD_(tree_free)(&broad_phase->tree);
    md_pair_set_free(&broad_phase->pairs, allocator);
    md_pair_set_free(&broad_phase->joined_pairs, allocator);
    indices_free(allocator, &broad_phase->movers);
    indices_free(allocator, &broad_phase->task_counts);
    md_array_free(allocator, (void **)&broad_phase->found_pairs, &broad_phase->found_pairs_capacity,
                  sizeof *broad_phase->found_pairs);
}
