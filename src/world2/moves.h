/* Bodies that the last step moved or put to sleep, for md2_world_moved_bodies. */
#ifndef MODULUS_WORLD2_MOVES_H
#define MODULUS_WORLD2_MOVES_H

#include <modulus/world2.h>

struct move {
    md2_body_id body;
    bool fell_asleep;
};

struct moves {
    struct move *at;
    size_t capacity;
    int32_t count;
};

/** Reserves room for the bodies that are awake, so that md2_moves_collect cannot fail. */
md_status md2_moves_reserve(md2_world *world);
/** Lists the bodies that the step has moved, by index, and reports number and kinetic energy of those that are awake. */
void md2_moves_collect(md2_world *world, md_step_report *report);

#endif
