/* Parts of saving a world: save.c writes the document, save_shapes.c the shapes. */
#ifndef MODULUS_SCENE_SAVE_H
#define MODULUS_SCENE_SAVE_H

#include <modulus/modulus.h>

#include "scene/text.h"

/** Writes the shapes of a body as elements of an array. */
void save_shapes(struct text *text, const md2_world *world, md2_body_id body);
/** Returns a rotation that is read back as exactly this one. */
md2_rot rotation_to_save(md2_rot rotation);

#endif
