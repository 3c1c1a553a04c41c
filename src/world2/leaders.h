/* Islands by union and find: each body has a leader of its island, itself or another on the way to it; or the reason why it has none. */
#ifndef MODULUS_WORLD2_LEADERS_H
#define MODULUS_WORLD2_LEADERS_H

#include "world2/world.h"

/* In the place of a leader, where a body has none. */
enum { NO_LEADER = -1, SLEEPS = -2, MOVES_ON_ITS_OWN = -3 };

static inline int32_t leader_find(int32_t *leader, int32_t body)
{
    while (leader[body] != body) {
        leader[body] = leader[leader[body]]; /* halves the way for the next */
        body = leader[body];
    }
    return body;
}

/* The smaller index leads: islands are numbered alike whatever the order of contacts. */
static inline void leader_unite(int32_t *leader, int32_t a, int32_t b)
{
    const int32_t of_a = leader_find(leader, a);
    const int32_t of_b = leader_find(leader, b);
    if (of_a < of_b) {
        leader[of_b] = of_a;
    } else {
        leader[of_a] = of_b;
    }
}

static inline bool is_dynamic(const md2_world *world, int32_t body)
{
    return body >= 0 && world->bodies[body].type == MD2_DYNAMIC && world->bodies[body].enabled;
}

static inline bool is_moving_on_its_own(const md2_world *world, int32_t body)
{
    const struct body *at = body >= 0 ? &world->bodies[body] : NULL;
    return at != NULL && at->type == MD2_KINEMATIC && at->awake &&
           (at->velocity.x != 0 || at->velocity.y != 0 || at->angular_velocity != 0);
}

#endif
