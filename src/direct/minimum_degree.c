/* Approximate minimum degree on a quotient graph (Amestoy, Davis and Duff, SIAM J. Matrix Anal. Appl. 17, 1996).
 *
 * An eliminated variable becomes an element, which stands for the clique of its border. A variable is adjacent to
 * elements and to other variables. Variables with the same neighbours are merged and eliminated together. The elements
 * are the fronts of the assembly tree, and an element that is absorbed by a new one is its child.
 */
#include "direct/assembly_tree.h"

#include <string.h>

struct quotient_graph {
    struct assembly_tree *tree;
    int32_t n, eliminated, stamp;
    /* No variable has a lower degree. */
    int32_t lowest;
    /* Elements of each variable, then its variables; and per variable where they begin and their numbers. */
    int32_t *list, *start, *length, *elements;
    /* For an element, start and length are those of its border in `members`. */
    int32_t *members;
    size_t members_used;
    /* Variables that a variable stands for: 0 if it was merged or eliminated, negative while in the new element. */
    int32_t *weight;
    /* Of a variable: upper bound of the weight of its neighbours. Of an element: weight of its border. */
    int32_t *degree;
    /* Weight of an element's border outside the new element, valid if `seen` is the current stamp. */
    int32_t *outside, *seen;
    int32_t *front; /* of an element */
    int32_t *absorber;
    int32_t *head, *next, *previous; /* lists of variables by degree */
    int32_t *bucket;                 /* lists of variables by hash, through next; the hash is in `previous` */
    int32_t *chain, *chain_end;      /* the variables that a variable stands for */
};

#define WORK_ARRAYS 15

static md_status prepare(struct quotient_graph *graph, const md_allocator *allocator, const int32_t *start)
{
    const size_t n = (size_t)graph->n;
    const md_status status = indices_reserve(allocator, &graph->tree->work, WORK_ARRAYS * (n + 1));
    if (status != MD_OK) {
        return status;
    }
    int32_t **const arrays[WORK_ARRAYS] = {&graph->start,    &graph->length,  &graph->elements, &graph->weight,
                                           &graph->degree,   &graph->outside, &graph->seen,     &graph->front,
                                           &graph->absorber, &graph->head,    &graph->next,     &graph->previous,
                                           &graph->bucket,   &graph->chain,   &graph->chain_end};
    for (size_t a = 0; a < WORK_ARRAYS; ++a) {
        *arrays[a] = graph->tree->work.at + a * (n + 1);
    }
    for (int32_t i = 0; i < graph->n; ++i) {
        graph->start[i] = start[i];
        graph->length[i] = start[i + 1] - start[i];
        graph->degree[i] = graph->length[i];
        graph->elements[i] = 0;
        graph->weight[i] = 1;
        graph->seen[i] = 0;
        graph->absorber[i] = -1;
        graph->head[i] = -1;
        graph->bucket[i] = -1;
        graph->chain[i] = -1;
        graph->chain_end[i] = i;
    }
    return MD_OK;
}

static void enter_list(struct quotient_graph *graph, int32_t i)
{
    const int32_t degree = graph->degree[i];
    const int32_t second = graph->head[degree];
    graph->head[degree] = i;
    graph->next[i] = second;
    graph->previous[i] = -1;
    if (second >= 0) {
        graph->previous[second] = i;
    }
    graph->lowest = degree < graph->lowest ? degree : graph->lowest;
}

static void leave_list(struct quotient_graph *graph, int32_t i)
{
    const int32_t next = graph->next[i];
    const int32_t previous = graph->previous[i];
    if (next >= 0) {
        graph->previous[next] = previous;
    }
    if (previous >= 0) {
        graph->next[previous] = next;
    } else {
        graph->head[graph->degree[i]] = next;
    }
}

/* Makes j one of the variables that i stands for. */
static void append(struct quotient_graph *graph, int32_t i, int32_t j)
{
    graph->chain[graph->chain_end[i]] = j;
    graph->chain_end[i] = graph->chain_end[j];
    graph->weight[j] = 0;
}

static int32_t add_members(struct quotient_graph *graph, const int32_t *variable, int32_t count)
{
    int32_t added = 0;
    for (int32_t k = 0; k < count; ++k) {
        const int32_t i = variable[k];
        if (graph->weight[i] > 0) {
            leave_list(graph, i);
            added += graph->weight[i];
            graph->weight[i] = -graph->weight[i];
            graph->members[graph->members_used++] = i;
        }
    }
    return added;
}

/* Turns variable p into an element: its border is that of its elements, which it absorbs, and its variables. */
static void form_element(struct quotient_graph *graph, int32_t p)
{
    const int32_t *list = graph->list + graph->start[p];
    const size_t first = graph->members_used;
    int32_t degree = 0;
    for (int32_t k = 0; k < graph->elements[p]; ++k) {
        const int32_t e = list[k];
        degree += add_members(graph, graph->members + graph->start[e], graph->length[e]);
        graph->absorber[e] = p;
    }
    degree += add_members(graph, list + graph->elements[p], graph->length[p] - graph->elements[p]);
    graph->start[p] = (int32_t)first;
    graph->length[p] = (int32_t)(graph->members_used - first);
    graph->degree[p] = degree;
}

static void measure_outside(struct quotient_graph *graph, int32_t p)
{
    const int32_t *members = graph->members + graph->start[p];
    const int32_t stamp = ++graph->stamp;
    for (int32_t k = 0; k < graph->length[p]; ++k) {
        const int32_t i = members[k];
        const int32_t *list = graph->list + graph->start[i];
        for (int32_t l = 0; l < graph->elements[i]; ++l) {
            const int32_t e = list[l];
            if (graph->seen[e] != stamp) {
                graph->seen[e] = stamp;
                graph->outside[e] = graph->degree[e];
            }
            graph->outside[e] += graph->weight[i];
        }
    }
}

/* Removes from the lists of i what element p now covers, adds p, and bounds the degree outside p. An element without
 * variables outside p is absorbed. If nothing is left beside p, i is eliminated with p. */
static void prune(struct quotient_graph *graph, int32_t p, int32_t i)
{
    int32_t *list = graph->list + graph->start[i];
    int32_t kept = 0, degree = 0;
    uint32_t hash = 0;
    for (int32_t k = 0; k < graph->elements[i]; ++k) {
        const int32_t e = list[k];
        if (graph->absorber[e] < 0 && graph->outside[e] == 0) {
            graph->absorber[e] = p;
        }
        if (graph->absorber[e] < 0) {
            degree += graph->outside[e];
            hash += (uint32_t)e;
            list[kept++] = e;
        }
    }
    const int32_t elements = kept;
    for (int32_t k = graph->elements[i]; k < graph->length[i]; ++k) {
        const int32_t j = list[k];
        if (graph->weight[j] > 0) {
            degree += graph->weight[j];
            hash += (uint32_t)j;
            list[kept++] = j;
        }
    }
    if (kept == 0) {
        graph->degree[p] += graph->weight[i];
        append(graph, p, i);
        return;
    }
    /* There is room: p itself, or an element that it absorbed, was removed. */
    list[kept] = list[elements];
    list[elements] = p;
    graph->elements[i] = elements + 1;
    graph->length[i] = kept + 1;
    graph->degree[i] = degree < graph->degree[i] ? degree : graph->degree[i];
    graph->previous[i] = (int32_t)(hash % (uint32_t)graph->n);
}

/* Looks for a variable with the same lists as i among those with the same hash. */
static int32_t find_twin(struct quotient_graph *graph, int32_t i)
{
    int32_t j = graph->bucket[graph->previous[i]];
    if (j < 0) {
        return -1;
    }
    const int32_t *list = graph->list + graph->start[i];
    const int32_t stamp = ++graph->stamp;
    for (int32_t k = 0; k < graph->length[i]; ++k) {
        graph->seen[list[k]] = stamp;
    }
    for (; j >= 0; j = graph->next[j]) {
        const int32_t *other = graph->list + graph->start[j];
        bool same = graph->length[j] == graph->length[i] && graph->elements[j] == graph->elements[i];
        for (int32_t k = 0; same && k < graph->length[j]; ++k) {
            same = graph->seen[other[k]] == stamp;
        }
        if (same) {
            return j;
        }
    }
    return -1;
}

static void merge_twins(struct quotient_graph *graph, int32_t p)
{
    const int32_t *members = graph->members + graph->start[p];
    for (int32_t k = 0; k < graph->length[p]; ++k) {
        const int32_t i = members[k];
        if (graph->weight[i] == 0) {
            continue;
        }
        const int32_t twin = find_twin(graph, i);
        if (twin >= 0) {
            graph->weight[twin] += graph->weight[i];
            append(graph, twin, i);
        } else {
            graph->next[i] = graph->bucket[graph->previous[i]];
            graph->bucket[graph->previous[i]] = i;
        }
    }
    for (int32_t k = 0; k < graph->length[p]; ++k) {
        if (graph->weight[members[k]] != 0) {
            graph->bucket[graph->previous[members[k]]] = -1;
        }
    }
}

/* Puts the variables of p back into the lists by degree. */
static void release_members(struct quotient_graph *graph, int32_t p)
{
    int32_t *members = graph->members + graph->start[p];
    int32_t kept = 0;
    for (int32_t k = 0; k < graph->length[p]; ++k) {
        const int32_t i = members[k];
        if (graph->weight[i] != 0) {
            const int32_t weight = -graph->weight[i];
            const int32_t bound = graph->degree[i] + graph->degree[p] - weight;
            const int32_t rest = graph->n - graph->eliminated - weight;
            graph->weight[i] = weight;
            graph->degree[i] = bound < rest ? bound : rest;
            enter_list(graph, i);
            members[kept++] = i;
        }
    }
    graph->members_used -= (size_t)(graph->length[p] - kept);
    graph->length[p] = kept;
}

static int32_t expand(const struct quotient_graph *graph, int32_t i, int32_t *to, int32_t count)
{
    for (; i >= 0; i = graph->chain[i]) {
        to[count++] = i;
    }
    return count;
}

/* Appends the element to the tree. */
static void record(struct quotient_graph *graph, int32_t p)
{
    struct assembly_tree *tree = graph->tree;
    const int32_t front = tree->fronts++;
    const int32_t *members = graph->members + graph->start[p];
    int32_t count = tree->border_start.at[front];
    graph->front[p] = front;
    tree->parent.at[front] = p;
    tree->pivot_start.at[front + 1] = expand(graph, p, tree->order.at, tree->pivot_start.at[front]);
    for (int32_t k = 0; k < graph->length[p]; ++k) {
        count = expand(graph, members[k], tree->border.at, count);
    }
    tree->border_start.at[front + 1] = count;
}

static void eliminate(struct quotient_graph *graph, int32_t p)
{
    leave_list(graph, p);
    const int32_t own = graph->weight[p];
    graph->weight[p] = 0;
    form_element(graph, p);
    const int32_t border = graph->degree[p];
    measure_outside(graph, p);
    for (int32_t k = 0; k < graph->length[p]; ++k) {
        prune(graph, p, graph->members[graph->start[p] + k]);
    }
    merge_twins(graph, p);
    graph->eliminated += own + border - graph->degree[p];
    release_members(graph, p);
    record(graph, p);
}

/* Makes room for an element with all remaining variables in its border. */
static md_status reserve_element(struct quotient_graph *graph, const md_allocator *allocator)
{
    struct assembly_tree *tree = graph->tree;
    const size_t rest = (size_t)(graph->n - graph->eliminated);
    const size_t border = (size_t)tree->border_start.at[tree->fronts] + rest;
    if (border > INT32_MAX) {
        return MD_ERROR_SIZE;
    }
    md_status status = indices_reserve(allocator, &tree->border, border);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &tree->members, graph->members_used + rest);
    }
    graph->members = tree->members.at;
    return status;
}

md_status md_minimum_degree(struct assembly_tree *tree, const md_allocator *allocator, const int32_t *start,
                            int32_t *neighbour)
{
    struct quotient_graph graph = {.tree = tree, .n = tree->n, .list = neighbour};
    md_status status = prepare(&graph, allocator, start);
    if (status != MD_OK) {
        return status;
    }
    for (int32_t i = graph.n - 1; i >= 0; --i) {
        enter_list(&graph, i);
    }
    tree->fronts = 0;
    tree->pivot_start.at[0] = 0;
    tree->border_start.at[0] = 0;
    while (graph.eliminated < graph.n) {
        while (graph.head[graph.lowest] < 0) {
            ++graph.lowest;
        }
        status = reserve_element(&graph, allocator);
        if (status != MD_OK) {
            return status;
        }
        eliminate(&graph, graph.head[graph.lowest]);
    }
    for (int32_t f = 0; f < tree->fronts; ++f) {
        const int32_t absorber = graph.absorber[tree->parent.at[f]];
        tree->parent.at[f] = absorber >= 0 ? graph.front[absorber] : -1;
    }
    return MD_OK;
}
