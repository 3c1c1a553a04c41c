/* Islands: awake bodies that are coupled by joints or contacts, directly or through others; and groups of bodies,
 * joints and contacts that are solved together: one group for all, or one per island.
 *
 * Bodies, joints and contacts are plain indices. To build the islands of a substep, call md_islands_begin,
 * islands_add_body for each awake body in ascending order, islands_add_link for each joint and contact, and
 * md_islands_group.
 */
#ifndef MODULUS_ENGINE_ISLANDS_H
#define MODULUS_ENGINE_ISLANDS_H

#include "base/memory.h"
#include "engine/union_find.h"

/* In place of a root, for bodies without an island. */
enum { NO_ISLAND = -1, SLEEPING_BODY = -2, MOVING_KINEMATIC_BODY = -3 };

/* Indices in groups: group g is at[start[g]] to at[start[g + 1] - 1]. */
struct groups {
    struct indices at, start;
    struct indices body; /* of a joint or contact: a body of its island */
    int32_t count;
};

struct island_set {
    struct indices root;   /* union-find: a body of the same island, or why the body has no island */
    struct indices number; /* of the island of each body */
    struct groups bodies, joints, contacts;
    int32_t group_count;
    int32_t count;      /* islands, if `unites` */
    bool separate;      /* each island is a group */
    bool unites;        /* islands are distinguished */
    bool are_shared;    /* other ranks have bodies that are awake: there is a group, even without bodies */
    bool is_kept;       /* they are those of the last substep, with the same bodies, joints and points */
    bool any_kinematic; /* a body that is awake moves by itself: it may wake others, or keep them awake */
    struct indices scratch;
};

/* Upper bounds for the number of things that are added. */
struct island_sizes {
    int32_t body_handles, bodies, joints, contacts;
};

/** Starts without bodies. Bodies that will not be added keep their root. */
md_status md_islands_begin(struct island_set *islands, const md_allocator *allocator, const struct island_sizes *sizes);
/** Sorts into groups, which keep the order in which things were added, and numbers the islands in the order of their
 *  roots. */
md_status md_islands_group(struct island_set *islands, const md_allocator *allocator);
void md_islands_free(struct island_set *islands, const md_allocator *allocator);

/** Adds a dynamic body, which starts as an island of its own. */
static inline void islands_add_body(struct island_set *islands, int32_t body)
{
    islands->root.at[body] = body;
    islands->bodies.at.at[islands->bodies.count++] = body;
}

/* How a joint or contact affects sleep. */
struct link_effect {
    bool wakes;         /* it couples a sleeping body with one that is awake: the islands must be built again */
    int32_t kept_awake; /* the body that a moving kinematic body keeps awake; -1: none */
};

static inline void groups_add(struct groups *groups, int32_t index, int32_t body)
{
    groups->at.at[groups->count] = index;
    groups->body.at[groups->count++] = body;
}

/** Adds a joint or contact of which at most one body is awake and dynamic. */
struct link_effect md_islands_add_end_link(struct island_set *islands, struct groups *groups, int32_t index, int32_t a,
                                           int32_t b);

/** Adds a joint or contact to `groups` if one of its bodies, a and b (-1: none), is awake and dynamic. */
static inline struct link_effect islands_add_link(struct island_set *islands, struct groups *groups, int32_t index,
                                                  int32_t a, int32_t b)
{
    int32_t *root = islands->root.at;
    if (a < 0 || b < 0 || root[a] < 0 || root[b] < 0) {
        return md_islands_add_end_link(islands, groups, index, a, b);
    }
    if (islands->unites && root[a] != root[b]) {
        union_find_unite(root, a, b);
    }
    groups_add(groups, index, a);
    return (struct link_effect){.wakes = false, .kept_awake = -1};
}

#endif
