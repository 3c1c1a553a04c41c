/* The awake set of a world (engine/awake_set.h). */
#ifndef MODULUS_WORLD3_AWAKE_SET_H
#define MODULUS_WORLD3_AWAKE_SET_H

#include <modulus/world3.h>

#include "engine/awake_set.h"

/** Rebuilds the lists if they are stale. */
md_status md3_awake_set_update(md3_world *world);

#endif
