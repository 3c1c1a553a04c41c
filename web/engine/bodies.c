/* Reads and moves single bodies, and lists events. */
#include "base/error.h"
#include "world.h"

static md2_vec vec2_of(double x, double y)
{
    return (md2_vec){(md_real)x, (md_real)y};
}

static md3_vec vec3_of(double x, double y, double z)
{
    return md3_v((md_real)x, (md_real)y, (md_real)z);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------- */

const struct web_array *web_body(struct web_world *world, int32_t body, uint32_t generation)
{
    if (web_is_valid(world, WEB_BODY, body, generation) == 0) {
        (void)md_fail(web_last_error(), MD_ERROR_ARGUMENT,
                      "expected the handle of an existing body, got index %d, generation %u", (int)body,
                      (unsigned)generation);
        return NULL;
    }
    buffer_begin(&world->bodies);
    if (world->scene.world3 != NULL) {
        buffer_put_body3(&world->bodies, world->scene.world3, (md3_body_id){body, generation});
    } else {
        buffer_put_body(&world->bodies, world->scene.world, (md2_body_id){body, generation});
    }
    return buffer_end(&world->bodies);
}

static md_status push2(md2_world *world, md2_body_id body, enum web_push push, md2_vec first, md2_vec second, double z)
{
    md_status status = MD_OK;
    switch (push) {
    case WEB_FORCE:
        status = md2_body_apply_force_to_center(world, body, first);
        return status == MD_OK ? md2_body_apply_torque(world, body, (md_real)z) : status;
    case WEB_FORCE_AT: return md2_body_apply_force(world, body, first, second);
    case WEB_IMPULSE:
        status = md2_body_apply_impulse_to_center(world, body, first);
        return status == MD_OK ? md2_body_apply_angular_impulse(world, body, (md_real)z) : status;
    case WEB_IMPULSE_AT: return md2_body_apply_impulse(world, body, first, second);
    default: return md2_body_set_velocity(world, body, first, (md_real)z);
    }
}

static md_status push3(md3_world *world, md3_body_id body, enum web_push push, md3_vec first, md3_vec second)
{
    md_status status = MD_OK;
    switch (push) {
    case WEB_FORCE:
        status = md3_body_apply_force_to_center(world, body, first);
        return status == MD_OK ? md3_body_apply_torque(world, body, second) : status;
    case WEB_FORCE_AT: return md3_body_apply_force(world, body, first, second);
    case WEB_IMPULSE:
        status = md3_body_apply_impulse_to_center(world, body, first);
        return status == MD_OK ? md3_body_apply_angular_impulse(world, body, second) : status;
    case WEB_IMPULSE_AT: return md3_body_apply_impulse(world, body, first, second);
    default: return md3_body_set_velocity(world, body, first, second);
    }
}

int32_t web_push(struct web_world *world, int32_t body, uint32_t generation, int32_t push, double x, double y, double z,
                 double second_x, double second_y, double second_z)
{
    const struct scene *scene = &world->scene;
    if (push < 0 || push >= WEB_PUSH_COUNT) {
        return web_result(MD_ERROR_ARGUMENT);
    }
    return web_refused(world, scene->world3 != NULL
                                  ? push3(scene->world3, (md3_body_id){body, generation}, (enum web_push)push,
                                          vec3_of(x, y, z), vec3_of(second_x, second_y, second_z))
                                  : push2(scene->world, (md2_body_id){body, generation}, (enum web_push)push,
                                          vec2_of(x, y), vec2_of(second_x, second_y), second_z));
}

int32_t web_set_transform(struct web_world *world, int32_t body, uint32_t generation, double x, double y, double z,
                          double rotation_x, double rotation_y, double rotation_z, double rotation_w)
{
    const struct scene *scene = &world->scene;
    if (scene->world3 != NULL) {
        const md3_rot rotation = {(md_real)rotation_x, (md_real)rotation_y, (md_real)rotation_z, (md_real)rotation_w};
        const md3_transform transform = {.p = vec3_of(x, y, z), .q = rotation};
        return web_refused(world, md3_body_set_transform(scene->world3, (md3_body_id){body, generation}, transform));
    }
    const md2_transform transform = {.p = vec2_of(x, y), .q = md2_rot_from_angle(rotation_z)};
    return web_refused(world, md2_body_set_transform(scene->world, (md2_body_id){body, generation}, transform));
}

int32_t web_set_awake(struct web_world *world, int32_t body, uint32_t generation, int32_t awake)
{
    const struct scene *scene = &world->scene;
    return web_refused(world, scene->world3 != NULL
                                  ? md3_body_set_awake(scene->world3, (md3_body_id){body, generation}, awake != 0)
                                  : md2_body_set_awake(scene->world, (md2_body_id){body, generation}, awake != 0));
}

int32_t web_set_enabled(struct web_world *world, int32_t body, uint32_t generation, int32_t enabled)
{
    const struct scene *scene = &world->scene;
    return web_refused(world, scene->world3 != NULL
                                  ? md3_body_set_enabled(scene->world3, (md3_body_id){body, generation}, enabled != 0)
                                  : md2_body_set_enabled(scene->world, (md2_body_id){body, generation}, enabled != 0));
}

/* ---- Events ------------------------------------------------------------------------------------------------------- */

/* An event of either dimension. */
struct event {
    int type;
    struct scene_handle shape[2], body, joint;
    md3_vec point, normal;
    md_real speed, impulse;
};

static struct event event_of2(const md2_event *event)
{
    return (struct event){
        .type = (int)event->type,
        .shape = {{event->shape[0].index, event->shape[0].generation},
                  {event->shape[1].index, event->shape[1].generation}},
        .body = {event->body.index, event->body.generation},
        .joint = {event->joint.index, event->joint.generation},
        .point = {event->point.x, event->point.y, 0},
        .normal = {event->normal.x, event->normal.y, 0},
        .speed = event->speed,
        .impulse = event->impulse,
    };
}

static struct event event_of3(const md3_event *event)
{
    return (struct event){
        .type = (int)event->type,
        .shape = {{event->shape[0].index, event->shape[0].generation},
                  {event->shape[1].index, event->shape[1].generation}},
        .body = {event->body.index, event->body.generation},
        .joint = {event->joint.index, event->joint.generation},
        .point = event->point,
        .normal = event->normal,
        .speed = event->speed,
        .impulse = event->impulse,
    };
}

static void put_event(struct number_buffer *events, const struct event *event)
{
    const struct scene_handle handle[4] = {event->shape[0], event->shape[1], event->body, event->joint};
    const md_real number[8] = {event->point.x,  event->point.y,  event->point.z, event->normal.x,
                               event->normal.y, event->normal.z, event->speed,   event->impulse};
    buffer_put_double(events, event->type);
    for (int k = 0; k < 4; ++k) {
        buffer_put_double(events, handle[k].index);
        buffer_put_double(events, handle[k].generation);
    }
    for (int k = 0; k < 8; ++k) {
        buffer_put_double(events, (double)number[k]);
    }
}

const struct web_array *web_events(struct web_world *world)
{
    int32_t count = 0;
    const bool is_3d = world->scene.world3 != NULL;
    const md3_event *events3 = is_3d ? md3_world_events(world->scene.world3, &count) : NULL;
    const md2_event *events2 = is_3d ? NULL : md2_world_events(world->scene.world, &count);
    buffer_begin(&world->events);
    for (int32_t i = 0; i < count; ++i) {
        const struct event event = is_3d ? event_of3(&events3[i]) : event_of2(&events2[i]);
        put_event(&world->events, &event);
    }
    return buffer_end(&world->events);
}
