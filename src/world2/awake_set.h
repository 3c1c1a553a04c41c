/* The awake set of a world (engine/awake_set.h). */
#ifndef MODULUS_WORLD2_AWAKE_SET_H
#define MODULUS_WORLD2_AWAKE_SET_H

#include <modulus/world2.h>

#include "engine/awake_set.h"

/** Rebuilds the lists if they are stale. */
md_status md2_awake_set_update(md2_world *world);

#endif
