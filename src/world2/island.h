/* Islands: awake bodies that are coupled by contacts or joints, and the groups that are solved together. */
#ifndef MODULUS_WORLD2_ISLAND_H
#define MODULUS_WORLD2_ISLAND_H

#include <modulus/world2.h>

#include "base/memory.h"

/* Indices in groups: group g is at[start[g]] to at[start[g + 1] - 1]. */
struct groups {
    struct indices at, start;
};

struct island_set {
    struct indices root; /* union-find: of each body, another of its island or itself, or why it has none */
    struct groups bodies, joints, contacts;
    int32_t group_count; /* all awake bodies as one, or one group per island */
    int32_t count;       /* islands */
    struct indices scratch;
};

/** Wakes the islands that awake bodies touch, and groups what is solved together. Islands are told apart if they are solved one by
 *  one, and in the last substep of a step. */
md_status md2_islands_find(md2_world *world, bool is_last);
/** Wakes every island that has an awake body or touches a moving kinematic one. */
void md2_islands_wake(md2_world *world);
/** Puts islands to sleep whose bodies have rested for long enough. */
void md2_islands_sleep(md2_world *world, md_real dt);
void md2_islands_free(struct island_set *islands, const md_allocator *allocator);

#endif
