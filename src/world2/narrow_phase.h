/* The narrow phase of a world (engine/narrow_phase.h). */
#ifndef MODULUS_WORLD2_NARROW_PHASE_H
#define MODULUS_WORLD2_NARROW_PHASE_H

#include <modulus/world2.h>

#include "engine/narrow_phase.h"

/** Finds new pairs and the manifolds at the present positions, and looks `dt` seconds ahead. Points keep their cached impulses
 *  by feature id. At the end of a step it also measures penetration and collects the contacts with pending events. */
md_status md2_narrow_phase_update(md2_world *world, md_real dt, bool ends_step);
/** Recomputes the manifolds of the existing contacts, between substeps of h seconds. */
void md2_narrow_phase_refresh(md2_world *world, md_real h);

#endif
