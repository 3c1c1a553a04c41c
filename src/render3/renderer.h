/* Draws a scene: the shadow map first, then planes, solids, translucent things and marks. */
#ifndef MODULUS_RENDER3_RENDERER_H
#define MODULUS_RENDER3_RENDERER_H

#include "render3/render3.h"

md_status renderer3_create(struct renderer3 **renderer, const struct render3_mesh *meshes, size_t mesh_count,
                           md_error *error);
md_status renderer3_draw(struct renderer3 *renderer, const struct render3_scene *scene, int width, int height,
                         unsigned char *pixels, md_error *error);
void renderer3_destroy(struct renderer3 *renderer);

#endif
