/* The assembly tree from the elements of the ordering: small fronts are merged, and children stand before parents. */
#include "direct/assembly_tree.h"

#include <string.h>

#define WORK_ARRAYS 8

struct builder {
    struct assembly_tree *tree;
    /* Per element of the ordering: the element that it is merged into or itself; for the latter the number of pivots,
     * the number of the front, the number of fronts in its subtree, and where the next subtree below it ends. */
    int32_t *into, *pivots, *number, *subtree, *cursor;
    int32_t *place; /* in the order, per variable */
    int32_t *pivot_start, *border_start;
    double *entries; /* of L and U, without those that merging adds */
};

static md_status prepare(struct builder *builder, const md_allocator *allocator)
{
    struct assembly_tree *tree = builder->tree;
    const size_t stride = (size_t)tree->n + 1;
    md_status status = indices_reserve(allocator, &tree->work, WORK_ARRAYS * stride);
    if (status == MD_OK) {
        status = doubles_reserve(allocator, &tree->entries, (size_t)tree->n);
    }
    int32_t **const arrays[WORK_ARRAYS] = {&builder->into,        &builder->pivots,      &builder->number,
                                           &builder->subtree,     &builder->cursor,      &builder->place,
                                           &builder->pivot_start, &builder->border_start};
    for (size_t a = 0; status == MD_OK && a < WORK_ARRAYS; ++a) {
        *arrays[a] = tree->work.at + a * stride;
    }
    builder->entries = tree->entries.at;
    return status;
}

/* Entries of L and U in a front. */
static double front_entries(int32_t pivots, int32_t border)
{
    return (double)pivots * ((double)pivots + 2 * (double)border);
}

/* True if merging pays: fewer and larger fronts against a share of zeros among their entries. */
static bool is_worth_merging(int32_t pivots, double share_of_zeros)
{
    return share_of_zeros < (pivots <= 16 ? 0.3 : 0.1);
}

/* Merges fronts into their parents. The border of the parent has all variables of the child's border that are not
 * pivots of the parent. */
static void merge_fronts(struct builder *builder)
{
    const struct assembly_tree *tree = builder->tree;
    for (int32_t f = 0; f < tree->fronts; ++f) {
        builder->into[f] = f;
        builder->pivots[f] = front_pivots(tree, f);
        builder->entries[f] = front_entries(builder->pivots[f], front_border(tree, f));
    }
    for (int32_t f = 0; f < tree->fronts; ++f) {
        const int32_t parent = tree->parent.at[f];
        if (parent >= 0) {
            const int32_t pivots = builder->pivots[f] + builder->pivots[parent];
            const double entries = builder->entries[f] + builder->entries[parent];
            if (is_worth_merging(pivots, 1 - entries / front_entries(pivots, front_border(tree, parent)))) {
                builder->into[f] = parent;
                builder->pivots[parent] = pivots;
                builder->entries[parent] = entries;
            }
        }
    }
    for (int32_t f = tree->fronts - 1; f >= 0; --f) {
        builder->into[f] = builder->into[builder->into[f]];
    }
}

/* Numbers the fronts in postorder: the fronts below a front stand immediately before it. Returns how many there are. */
static int32_t number_fronts(struct builder *builder)
{
    const struct assembly_tree *tree = builder->tree;
    int32_t fronts = 0;
    for (int32_t f = 0; f < tree->fronts; ++f) {
        builder->subtree[f] = 1;
    }
    for (int32_t f = 0; f < tree->fronts; ++f) {
        const int32_t parent = tree->parent.at[f];
        if (builder->into[f] == f) {
            ++fronts;
            if (parent >= 0) {
                builder->subtree[builder->into[parent]] += builder->subtree[f];
            }
        }
    }
    int32_t end = fronts;
    for (int32_t f = tree->fronts - 1; f >= 0; --f) {
        if (builder->into[f] == f) {
            const int32_t parent = tree->parent.at[f];
            int32_t *above = parent >= 0 ? &builder->cursor[builder->into[parent]] : &end;
            builder->number[f] = *above - 1;
            builder->cursor[f] = *above - 1;
            *above -= builder->subtree[f];
        }
    }
    return fronts;
}

/* Lists the pivots front by front, and where the pivots and border of each front begin. */
static void place_variables(struct builder *builder, int32_t fronts)
{
    struct assembly_tree *tree = builder->tree;
    for (int32_t f = 0; f < tree->fronts; ++f) {
        if (builder->into[f] == f) {
            builder->pivot_start[builder->number[f] + 1] = builder->pivots[f];
            builder->border_start[builder->number[f] + 1] = front_border(tree, f);
        }
    }
    builder->pivot_start[0] = 0;
    builder->border_start[0] = 0;
    for (int32_t f = 0; f < fronts; ++f) {
        builder->pivot_start[f + 1] += builder->pivot_start[f];
        builder->border_start[f + 1] += builder->border_start[f];
        builder->cursor[f] = builder->pivot_start[f];
    }
    for (int32_t f = 0; f < tree->fronts; ++f) {
        int32_t *place = &builder->cursor[builder->number[builder->into[f]]];
        for (int32_t k = tree->pivot_start.at[f]; k < tree->pivot_start.at[f + 1]; ++k) {
            builder->place[tree->order.at[k]] = (*place)++;
        }
    }
    for (int32_t i = 0; i < tree->n; ++i) {
        tree->order.at[builder->place[i]] = i;
    }
}

/* Replaces variables in the borders by their places, ascending in each border. Sorts by counting: first lists the
 * fronts of each variable. */
static md_status sort_borders(struct builder *builder, const md_allocator *allocator, int32_t fronts)
{
    struct assembly_tree *tree = builder->tree;
    const size_t entries = (size_t)builder->border_start[fronts];
    int32_t *start = builder->subtree;
    const md_status status = indices_reserve(allocator, &tree->members, entries);
    if (status != MD_OK) {
        return status;
    }
    int32_t *front_of = tree->members.at;
    memset(start, 0, ((size_t)tree->n + 1) * sizeof *start);
    for (int pass = 0; pass < 2; ++pass) {
        for (int32_t f = 0; f < tree->fronts; ++f) {
            for (int32_t k = tree->border_start.at[f]; builder->into[f] == f && k < tree->border_start.at[f + 1]; ++k) {
                const int32_t place = builder->place[tree->border.at[k]];
                if (pass == 0) {
                    ++start[place + 1];
                } else {
                    front_of[start[place]++] = builder->number[f];
                }
            }
        }
        for (int32_t i = 0; pass == 0 && i < tree->n; ++i) {
            start[i + 1] += start[i];
        }
    }
    /* Now start[i] is the end of the fronts of the variable at place i. */
    memcpy(builder->cursor, builder->border_start, (size_t)fronts * sizeof *builder->cursor);
    for (int32_t i = 0, k = 0; i < tree->n; ++i) {
        for (; k < start[i]; ++k) {
            tree->border.at[builder->cursor[front_of[k]]++] = i;
        }
    }
    return MD_OK;
}

/* Replaces the elements of the ordering by the fronts. */
static void install(struct builder *builder, int32_t fronts)
{
    struct assembly_tree *tree = builder->tree;
    for (int32_t f = 0; f < tree->fronts; ++f) {
        const int32_t parent = tree->parent.at[f];
        if (builder->into[f] == f) {
            builder->cursor[builder->number[f]] = parent >= 0 ? builder->number[builder->into[parent]] : -1;
        }
    }
    tree->fronts = fronts;
    memcpy(tree->parent.at, builder->cursor, (size_t)fronts * sizeof *builder->cursor);
    memcpy(tree->pivot_start.at, builder->pivot_start, ((size_t)fronts + 1) * sizeof *builder->pivot_start);
    memcpy(tree->border_start.at, builder->border_start, ((size_t)fronts + 1) * sizeof *builder->border_start);
}

/* Finds each variable of a border in the parent. Both borders ascend. */
static void map_borders(struct assembly_tree *tree)
{
    for (int32_t f = 0; f < tree->fronts; ++f) {
        const int32_t parent = tree->parent.at[f];
        if (parent < 0) {
            continue;
        }
        const int32_t first = tree->pivot_start.at[parent];
        const int32_t end = tree->pivot_start.at[parent + 1];
        int32_t k = tree->border_start.at[parent];
        for (int32_t l = tree->border_start.at[f]; l < tree->border_start.at[f + 1]; ++l) {
            const int32_t place = tree->border.at[l];
            if (place < end) {
                tree->place.at[l] = place - first;
            } else {
                while (tree->border.at[k] < place) {
                    ++k;
                }
                tree->place.at[l] = end - first + k - tree->border_start.at[parent];
            }
        }
    }
}

md_status md_tree_build(struct assembly_tree *tree, const md_allocator *allocator, int32_t n, const int32_t *start,
                        int32_t *neighbour)
{
    struct builder builder = {.tree = tree};
    struct indices *const arrays[] = {&tree->order, &tree->pivot_start, &tree->border_start, &tree->parent};
    md_status status = MD_OK;
    tree->n = n;
    for (size_t a = 0; status == MD_OK && a < sizeof arrays / sizeof *arrays; ++a) {
        status = indices_reserve(allocator, arrays[a], (size_t)n + 1);
    }
    if (status == MD_OK) {
        status = md_minimum_degree(tree, allocator, start, neighbour);
    }
    if (status == MD_OK) {
        status = prepare(&builder, allocator);
    }
    if (status != MD_OK) {
        return status;
    }
    merge_fronts(&builder);
    const int32_t fronts = number_fronts(&builder);
    place_variables(&builder, fronts);
    status = sort_borders(&builder, allocator, fronts);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &tree->place, (size_t)builder.border_start[fronts]);
    }
    if (status == MD_OK) {
        install(&builder, fronts);
        map_borders(tree);
    }
    return status;
}

void md_tree_free(struct assembly_tree *tree, const md_allocator *allocator)
{
    struct indices *const arrays[] = {&tree->order, &tree->pivot_start, &tree->border_start, &tree->border,
                                      &tree->place, &tree->parent,      &tree->work,         &tree->members};
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; ++a) {
        indices_free(allocator, arrays[a]);
    }
    doubles_free(allocator, &tree->entries);
}
