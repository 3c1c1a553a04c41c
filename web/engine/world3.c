/* 3D worlds: creation, steps and state hashes. */
#include <stdlib.h>

#include "base/error.h"
#include "world.h"

struct web_world3 {
    struct scene scene;
};

static struct web_world3 *create(const struct web_source *source, const char *settings)
{
    struct web_world3 *world = calloc(1, sizeof *world);
    if (world == NULL) {
        web_result(MD_ERROR_MEMORY);
        return NULL;
    }
    md_status status = web_open_scene(&world->scene, source, settings, true);
    if (status == MD_OK && world->scene.world3 == NULL) {
        status = md_fail(web_last_error(), MD_ERROR_ARGUMENT, "%.200s: this is a 2D scene, expected a 3D scene",
                         source->name);
    }
    if (status != MD_OK) {
        web3_close(world);
        return NULL;
    }
    return world;
}

struct web_world3 *web3_open(const char *name, const char *settings)
{
    return create(&(struct web_source){.name = name}, settings);
}

struct web_world3 *web3_read(const void *bytes, size_t size, const char *origin, const char *settings)
{
    return create(&(struct web_source){origin, bytes, size}, settings);
}

void web3_close(struct web_world3 *world)
{
    if (world != NULL) {
        scene_close(&world->scene);
        free(world);
    }
}

int32_t web3_step(struct web_world3 *world)
{
    return web_result(md3_world_step(world->scene.world3, world->scene.dt, NULL));
}

uint64_t web3_hash(const struct web_world3 *world)
{
    return md3_world_hash(world->scene.world3);
}
