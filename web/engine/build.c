/* Creates and destroys bodies, shapes and joints. */
#include "world.h"

/* ---- Creating ----------------------------------------------------------------------------------------------------- */

/* Returns the handle of what a function of create.h has created. */
static const struct scene_handle *finish(struct web_world *world, md_status status)
{
    world->meshes.is_current = false;
    return status == MD_OK ? &world->created : NULL;
}

const struct scene_handle *web_create_body(struct web_world *world, const void *bytes, size_t size, const char *origin)
{
    const struct scene_definition definition = {bytes, size, origin};
    return finish(world, scene_create_body(&world->scene, &definition, &world->created, web_last_error()));
}

const struct scene_handle *web_create_shape(struct web_world *world, int32_t body, uint32_t generation,
                                            const void *bytes, size_t size, const char *origin)
{
    const struct scene_definition definition = {bytes, size, origin};
    const struct scene_handle id = {body, generation};
    return finish(world, scene_create_shape(&world->scene, id, &definition, &world->created, web_last_error()));
}

const struct scene_handle *web_create_joint(struct web_world *world, const void *bytes, size_t size, const char *origin)
{
    const struct scene_definition definition = {bytes, size, origin};
    return finish(world, scene_create_joint(&world->scene, &definition, &world->created, web_last_error()));
}

/* ---- Changing ----------------------------------------------------------------------------------------------------- */

int32_t web_change(struct web_world *world, int32_t part, int32_t index, uint32_t generation, const void *bytes,
                   size_t size, const char *origin)
{
    const struct scene_definition definition = {bytes, size, origin};
    const struct scene_handle handle = {index, generation};
    world->meshes.is_current = false; /* a shape may have become a sensor */
    switch (part) {
    case WEB_BODY: return (int32_t)scene_change_body(&world->scene, handle, &definition, web_last_error());
    case WEB_SHAPE: return (int32_t)scene_change_shape(&world->scene, handle, &definition, web_last_error());
    case WEB_JOINT: return (int32_t)scene_change_joint(&world->scene, handle, &definition, web_last_error());
    default: return web_result(MD_ERROR_ARGUMENT);
    }
}

/* ---- Destroying --------------------------------------------------------------------------------------------------- */

int32_t web_destroy_body(struct web_world *world, int32_t body, uint32_t generation)
{
    const struct scene *scene = &world->scene;
    world->meshes.is_current = false;
    return web_refused(world, scene->world3 != NULL ? md3_body_destroy(scene->world3, (md3_body_id){body, generation})
                                                    : md2_body_destroy(scene->world, (md2_body_id){body, generation}));
}

static md_status destroy_shape2(md2_world *world, md2_shape_id shape)
{
    const md2_chain_id chain = md2_shape_chain(world, shape);
    return chain.generation != 0 ? md2_chain_destroy(world, chain) : md2_shape_destroy(world, shape);
}

int32_t web_destroy_shape(struct web_world *world, int32_t shape, uint32_t generation)
{
    const struct scene *scene = &world->scene;
    world->meshes.is_current = false;
    return web_refused(world, scene->world3 != NULL
                                  ? md3_shape_destroy(scene->world3, (md3_shape_id){shape, generation})
                                  : destroy_shape2(scene->world, (md2_shape_id){shape, generation}));
}

int32_t web_destroy_joint(struct web_world *world, int32_t joint, uint32_t generation)
{
    const struct scene *scene = &world->scene;
    return web_refused(world, scene->world3 != NULL
                                  ? md3_joint_destroy(scene->world3, (md3_joint_id){joint, generation})
                                  : md2_joint_destroy(scene->world, (md2_joint_id){joint, generation}));
}

/* ---- Handles ------------------------------------------------------------------------------------------------------ */

static bool is_valid2(const md2_world *world, int32_t part, int32_t index, uint32_t generation)
{
    switch (part) {
    case WEB_BODY: return md2_body_is_valid(world, (md2_body_id){index, generation});
    case WEB_SHAPE: return md2_shape_is_valid(world, (md2_shape_id){index, generation});
    default: return md2_joint_is_valid(world, (md2_joint_id){index, generation});
    }
}

static bool is_valid3(const md3_world *world, int32_t part, int32_t index, uint32_t generation)
{
    switch (part) {
    case WEB_BODY: return md3_body_is_valid(world, (md3_body_id){index, generation});
    case WEB_SHAPE: return md3_shape_is_valid(world, (md3_shape_id){index, generation});
    default: return md3_joint_is_valid(world, (md3_joint_id){index, generation});
    }
}

int32_t web_is_valid(const struct web_world *world, int32_t part, int32_t index, uint32_t generation)
{
    const struct scene *scene = &world->scene;
    return scene->world3 != NULL ? is_valid3(scene->world3, part, index, generation)
                                 : is_valid2(scene->world, part, index, generation);
}
