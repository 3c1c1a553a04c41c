/* From a description to a world of Modulus. */
#ifndef MODULUS_SCENE_POPULATE_H
#define MODULUS_SCENE_POPULATE_H

#include <modulus/modulus.h>

#include "scene/library/description.h"

/** Adds the bodies, shapes and joints of a description to a world, in their order. `bodies` gets one handle per body. */
md_status description_populate(const struct description *description, md2_world *world, md2_body_id *bodies);

#endif
