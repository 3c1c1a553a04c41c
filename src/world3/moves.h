/* Bodies that the last step moved or put to sleep, for md3_world_moved_bodies. */
#ifndef MODULUS_WORLD3_MOVES_H
#define MODULUS_WORLD3_MOVES_H

#include <modulus/world3.h>

struct move {
    md3_body_id body;
    bool fell_asleep;
};

struct moves {
    struct move *at;
    size_t capacity;
    int32_t count;
};

/** Reserves room for the bodies that are awake, so that md3_moves_collect cannot fail. */
md_status md3_moves_reserve(md3_world *world);
/** Lists the bodies that the step has moved, by index, and reports number and kinetic energy of those that are awake. */
void md3_moves_collect(md3_world *world, md_step_report *report);

#endif
