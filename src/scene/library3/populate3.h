/* From a 3D description to a world of Modulus. */
#ifndef MODULUS_SCENE_POPULATE3_H
#define MODULUS_SCENE_POPULATE3_H

#include <modulus/modulus.h>

#include "scene/library3/description3.h"

/** Adds the bodies, shapes and joints of a description to a world, in their order. `bodies` gets one handle per body.
 *  `allocator`: of hulls; NULL: the heap. */
md_status description3_populate(const struct description3 *description, md3_world *world, const md_allocator *allocator,
                                md3_body_id *bodies);

#endif
