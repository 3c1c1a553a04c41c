/* How far the bodies of a 2D world have travelled (engine/travel.h). */
#ifndef MODULUS_WORLD2_TRAVEL_H
#define MODULUS_WORLD2_TRAVEL_H

#include <modulus/world2.h>

/* The travel of a body, and its pose when the travel was last noted. */
struct travel {
    md2_vec center;
    md2_rot rotation;
    uint32_t way;
};

#include "engine/travel.h"

/** Reserves the travels of all bodies. */
md_status md2_travels_reserve(md2_world *world);
/** Notes the travel of the bodies that may have moved, and how far they can move in dt seconds. Returns false, and notes nothing,
 *  if bodies were created since travels were reserved: then guards do not hold. */
bool md2_travels_note(md2_world *world, md_real dt);
void md2_travels_free(struct travels *travels, const md_allocator *allocator);

#endif
