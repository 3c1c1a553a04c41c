/* The narrow phase of a world (engine/narrow_phase.h). */
#ifndef MODULUS_WORLD3_NARROW_PHASE_H
#define MODULUS_WORLD3_NARROW_PHASE_H

#include <modulus/world3.h>

#include "engine/narrow_phase.h"

/** Finds new pairs and the manifolds at the present positions, and looks `dt` seconds ahead. Points keep their cached impulses
 *  by feature id. At the end of a step it also measures penetration and collects the contacts with pending events. */
md_status md3_narrow_phase_update(md3_world *world, md_real dt, bool ends_step);
/** Recomputes the manifolds of the existing contacts, between substeps of h seconds. */
void md3_narrow_phase_refresh(md3_world *world, md_real h);

#endif
