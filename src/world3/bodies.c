/* Bodies: creating, destroying and reading them. */
#include "world3/world.h"

#include "engine/def_check.h"
#include "geometry3/vec3.h"

md3_body_def md3_body_def_default(void)
{
    return (md3_body_def){
        .rotation = {0, 0, 0, 1}, .gravity_scale = 1, .enable_sleep = true, .awake = true, .enabled = true};
}

md_status md3_body_def_check(const md3_body_def *def, md_error *error)
{
    struct def_check check = {.what = "body", .error = error};
    if (!md_check_def(&check, def, sizeof *def, "md3_body_def_default")) {
        return check.status;
    }
    const double size = (double)WORLD_SIZE;
    md_check_choice(&check, "type", (int)def->type, MD3_DYNAMIC + 1);
    md_check_number_within(&check, "position.x", (double)def->position.x, -size, size);
    md_check_number_within(&check, "position.y", (double)def->position.y, -size, size);
    md_check_number_within(&check, "position.z", (double)def->position.z, -size, size);
    md3_check_rotation(&check, "rotation", def->rotation);
    md3_check_vector(&check, "velocity", def->velocity);
    md3_check_vector(&check, "angular_velocity", def->angular_velocity);
    md_check_number(&check, "linear_damping", (double)def->linear_damping, RULE_NOT_NEGATIVE);
    md_check_number(&check, "angular_damping", (double)def->angular_damping, RULE_NOT_NEGATIVE);
    md_check_number(&check, "gravity_scale", (double)def->gravity_scale, RULE_FINITE);
    md3_check_locked(&check, def->locked);
    return check.status;
}

struct body *md3_body_of(const md3_world *world, md3_body_id id)
{
    const bool is_valid = world != NULL && md_handles_is_valid(&world->body_handles, id.index, id.generation);
    return is_valid ? &world->bodies[id.index] : NULL;
}

md3_body_id md3_body_id_of(const md3_world *world, int32_t index)
{
    return index >= 0 ? (md3_body_id){index, world->body_handles.generation[index]} : (md3_body_id){0, 0};
}

md_status md3_body_to_change(md3_world *world, md3_body_id id, const char *call, struct body **body)
{
    *body = md3_body_of(world, id);
    return md3_handle_to_change(world, *body != NULL, call, "body", id.index, id.generation);
}

static md_status allocate_body(md3_world *world, int32_t *index)
{
    const size_t count = (size_t)world->body_handles.count + 1;
    md_status status = md_array_reserve(&world->allocator, (void **)&world->bodies, &world->body_capacity, count,
                                        sizeof *world->bodies);
    if (status == MD_OK) {
        status = reals_reserve(&world->allocator, &world->sleep_timers, count);
    }
    if (status == MD_OK) {
        status = md_handles_allocate(&world->body_handles, &world->allocator, world->def.max_bodies, index);
    }
    return status;
}

/* A body that starts asleep is at rest: contacts would otherwise see the velocity of a kinematic body that does not move. */
static struct body new_body(const md3_body_def *def)
{
    const bool moves = def->type != MD3_STATIC;
    const bool sleeps = def->enabled && !def->awake;
    const md3_rot rotation = rot_given(def->rotation);
    return (struct body){.type = def->type,
                         .wanted_locks = (uint8_t)def->locked,
                         .bullet = def->bullet,
                         .toi_fraction = 1,
                         .enable_sleep = def->enable_sleep,
                         .enabled = def->enabled,
                         .awake = moves && def->awake && def->enabled,
                         .origin = def->position,
                         .center = def->position,
                         .rotation = rotation,
                         .previous_center = def->position,
                         .previous_rotation = rotation,
                         .velocity = moves && !sleeps ? def->velocity : vec(0, 0, 0),
                         .angular_velocity = moves && !sleeps ? def->angular_velocity : vec(0, 0, 0),
                         .linear_damping = def->linear_damping,
                         .angular_damping = def->angular_damping,
                         .gravity_scale = def->gravity_scale,
                         .first_shape = -1,
                         .last_shape = -1,
                         .first_joint = -1,
                         .user = def->user};
}

md_status md3_body_create(md3_world *world, const md3_body_def *def, md3_body_id *body)
{
    md_status status = md3_world_to_build(world, __func__);
    if (status == MD_OK) {
        status = md3_body_def_check(def, &world->last_error);
    }
    if (status != MD_OK) {
        return status;
    }
    int32_t index = -1;
    status = allocate_body(world, &index);
    if (status != MD_OK) {
        return md3_creation_failed(world, status, __func__, "max_bodies", world->def.max_bodies);
    }
    world->bodies[index] = new_body(def);
    md3_body_lock(&world->bodies[index]);
    world->sleep_timers.at[index] = 0;
    md3_body_update_mass(world, &world->bodies[index]);
    world->awake.stale = true;
    if (body != NULL) {
        *body = md3_body_id_of(world, index);
    }
    return MD_OK;
}

md_status md3_body_destroy(md3_world *world, md3_body_id body)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    at->enabled = false; /* so that removing contacts and joints does not wake it */
    while (at->first_joint >= 0) {
        md3_joint_remove(world, at->first_joint);
    }
    while (at->first_shape >= 0) {
        md3_shape_remove(world, at->first_shape);
    }
    md_handles_release(&world->body_handles, body.index);
    world->awake.stale = true;
    return MD_OK;
}

bool md3_body_is_valid(const md3_world *world, md3_body_id body)
{
    return md3_body_of(world, body) != NULL;
}

md3_body_def md3_body_get_def(const md3_world *world, md3_body_id body)
{
    const struct body *at = md3_body_of(world, body);
    if (at == NULL) {
        return (md3_body_def){0};
    }
    return (md3_body_def){.type = at->type,
                          .position = at->origin,
                          .rotation = at->rotation,
                          .velocity = at->velocity,
                          .angular_velocity = at->angular_velocity,
                          .linear_damping = at->linear_damping,
                          .angular_damping = at->angular_damping,
                          .gravity_scale = at->gravity_scale,
                          .locked = at->wanted_locks,
                          .bullet = at->bullet,
                          .enable_sleep = at->enable_sleep,
                          .awake = at->type == MD3_STATIC || !at->enabled || at->awake,
                          .enabled = at->enabled,
                          .user = at->user};
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* The body of a handle; for a bad handle, a body of zeros. */
static const struct body *body_or_zeros(const md3_world *world, md3_body_id id)
{
    static const struct body zeros = {.rotation = {0, 0, 0, 1}, .previous_rotation = {0, 0, 0, 1}};
    const struct body *body = md3_body_of(world, id);
    return body != NULL ? body : &zeros;
}

md3_body_type md3_body_get_type(const md3_world *world, md3_body_id body)
{
    return body_or_zeros(world, body)->type;
}

md3_transform md3_body_transform(const md3_world *world, md3_body_id body)
{
    return body_transform(body_or_zeros(world, body));
}

md3_vec md3_body_center(const md3_world *world, md3_body_id body)
{
    return body_or_zeros(world, body)->center;
}

md3_vec md3_body_velocity(const md3_world *world, md3_body_id body)
{
    return body_or_zeros(world, body)->velocity;
}

md3_vec md3_body_angular_velocity(const md3_world *world, md3_body_id body)
{
    return body_or_zeros(world, body)->angular_velocity;
}

md3_mass md3_body_mass(const md3_world *world, md3_body_id body)
{
    struct body at = *body_or_zeros(world, body);
    md3_body_settle_mass(world, &at); /* of the copy: reading does not change the world */
    return at.mass;
}

bool md3_body_has_given_mass(const md3_world *world, md3_body_id body)
{
    return body_or_zeros(world, body)->has_given_mass;
}

bool md3_body_is_awake(const md3_world *world, md3_body_id body)
{
    return body_or_zeros(world, body)->awake;
}

bool md3_body_is_enabled(const md3_world *world, md3_body_id body)
{
    return body_or_zeros(world, body)->enabled;
}

void *md3_body_user(const md3_world *world, md3_body_id body)
{
    return body_or_zeros(world, body)->user;
}

md3_transform md3_body_interpolated(const md3_world *world, md3_body_id body, md_real fraction)
{
    const struct body *at = body_or_zeros(world, body);
    if (!(fraction < 1)) {
        return body_transform(at);
    }
    const md3_sweep sweep = {.local_center = at->local_center,
                             .center = {at->previous_center, at->center},
                             .rotation = {at->previous_rotation, at->rotation}};
    return md3_sweep_at(&sweep, md_max(fraction, 0));
}

/* ---- Points and vectors ------------------------------------------------------------------------------------------ */

md3_vec md3_body_world_point(const md3_world *world, md3_body_id body, md3_vec local_point)
{
    const struct body *at = md3_body_of(world, body);
    return at != NULL ? transform_point(body_transform(at), local_point) : vec(0, 0, 0);
}

md3_vec md3_body_local_point(const md3_world *world, md3_body_id body, md3_vec world_point)
{
    const struct body *at = md3_body_of(world, body);
    return at != NULL ? transform_point_back(body_transform(at), world_point) : vec(0, 0, 0);
}

md3_vec md3_body_world_vector(const md3_world *world, md3_body_id body, md3_vec local_vector)
{
    const struct body *at = md3_body_of(world, body);
    return at != NULL ? rot_apply(at->rotation, local_vector) : vec(0, 0, 0);
}

md3_vec md3_body_local_vector(const md3_world *world, md3_body_id body, md3_vec world_vector)
{
    const struct body *at = md3_body_of(world, body);
    return at != NULL ? rot_unapply(at->rotation, world_vector) : vec(0, 0, 0);
}

md3_vec md3_body_velocity_at(const md3_world *world, md3_body_id body, md3_vec world_point)
{
    const struct body *at = md3_body_of(world, body);
    return at != NULL ? body_velocity_at(at, vec_sub(world_point, at->center)) : vec(0, 0, 0);
}

/* ---- All bodies -------------------------------------------------------------------------------------------------- */

md3_body_id md3_world_first_body(const md3_world *world)
{
    return md3_body_id_of(world, world != NULL ? md_handles_next_used(&world->body_handles, 0) : -1);
}

md3_body_id md3_world_next_body(const md3_world *world, md3_body_id body)
{
    const bool is_valid = md3_body_is_valid(world, body);
    return md3_body_id_of(world, is_valid ? md_handles_next_used(&world->body_handles, body.index + 1) : -1);
}
