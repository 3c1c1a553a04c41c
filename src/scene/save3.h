/* Saves a 3D world as JSON. */
#ifndef MODULUS_SCENE_SAVE3_H
#define MODULUS_SCENE_SAVE3_H

#include "scene/scene.h"
#include "scene/text.h"

/** Writes the whole document. */
void save_scene3(struct text *text, const struct scene *scene);
/** save_shapes3.c: writes the shapes of a body as elements of an array. */
void save_shapes3(struct text *text, const md3_world *world, md3_body_id body);
/** save_joints3.c: writes the joints. places[index of a body's handle]: its index in the file. */
void save_joints3(struct text *text, const md3_world *world, const int32_t *places);
/** Writes a vector as a member. */
void save_vec3(struct text *text, const char *key, md3_vec vec);

#endif
