/* Parts of saving a world: save.c has the document, save_shapes.c the shapes. */
#ifndef MODULUS_SCENE_SAVE_H
#define MODULUS_SCENE_SAVE_H

#include <modulus/modulus.h>

#include "scene/text.h"

/** The shapes of a body, as members of an array. */
void save_shapes(struct text *text, const md2_world *world, md2_body_id body);
/** A rotation that becomes this one when it is read. */
md2_rot rotation_to_save(md2_rot rotation);

#endif
