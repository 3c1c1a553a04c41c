/* Bodies: creating, asking, pushing. */
#include <string.h>

#include "base/memory.h"
#include "geometry2/vec.h"
#include "world2/world.h"

md2_body_def md2_body_def_default(void)
{
    return (md2_body_def){.rotation = {1, 0}, .gravity_scale = 1};
}

static bool is_sound(const md2_body_def *def)
{
    return (unsigned)def->type <= MD2_DYNAMIC && vec_is_finite(def->position) && rot_is_unit(def->rotation) &&
           vec_is_finite(def->velocity) && isfinite(def->angular_velocity) && def->linear_damping >= 0 &&
           isfinite(def->linear_damping) && def->angular_damping >= 0 && isfinite(def->angular_damping) &&
           isfinite(def->gravity_scale);
}

struct body *md2_body_of(const md2_world *world, md2_body_id id)
{
    return md_slots_valid(&world->body_slots, id.index, id.generation) ? &world->bodies[id.index] : NULL;
}

md_status md2_body_create(md2_world *world, const md2_body_def *def, md2_body_id *body)
{
    if (!is_sound(def)) {
        return MD_ERROR_ARGUMENT;
    }
    int32_t index = -1;
    md_status status = md_block_reserve(&world->allocator, (void **)&world->bodies, &world->body_capacity,
                                        (size_t)world->body_slots.count + 1, sizeof *world->bodies);
    if (status == MD_OK) {
        status = md_slots_take(&world->body_slots, &world->allocator, world->def.max_bodies, &index);
    }
    if (status != MD_OK) {
        return status;
    }
    world->bodies[index] = (struct body){.type = def->type,
                                         .fixed_rotation = def->fixed_rotation,
                                         .origin = def->position,
                                         .center = def->position,
                                         .rotation = rot_unit(def->rotation),
                                         .velocity = def->type == MD2_STATIC ? vec(0, 0) : def->velocity,
                                         .angular_velocity = def->type == MD2_STATIC ? 0 : def->angular_velocity,
                                         .linear_damping = def->linear_damping,
                                         .angular_damping = def->angular_damping,
                                         .gravity_scale = def->gravity_scale,
                                         .first_shape = -1,
                                         .user = def->user};
    md2_body_update_mass(world, &world->bodies[index]);
    *body = (md2_body_id){index, world->body_slots.generation[index]};
    return MD_OK;
}

md_status md2_body_destroy(md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    if (at == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    while (at->first_shape >= 0) {
        md2_shape_remove(world, at->first_shape);
    }
    md_slots_give(&world->body_slots, body.index);
    return MD_OK;
}

bool md2_body_is_valid(const md2_world *world, md2_body_id body)
{
    return md2_body_of(world, body) != NULL;
}

/* ---- Mass ----------------------------------------------------------------------------------------------------------- */

static void set_center(struct body *body, md2_vec local_center)
{
    const md2_vec before = body->center;
    body->local_center = local_center;
    body->center = vec_add(body->origin, rot_apply(body->rotation, local_center));
    /* The body turns about another point now: its centre moves with what it did there. */
    const md2_vec moved = vec_sub(body->center, before);
    body->velocity = vec_add_scaled(body->velocity, body->angular_velocity, vec_left(moved));
}

static void set_inverses(struct body *body)
{
    const bool moves = body->type == MD2_DYNAMIC;
    body->inverse_mass = moves ? 1 / body->mass.mass : 0;
    const bool turns = moves && !body->fixed_rotation && body->mass.inertia > 0;
    body->inverse_inertia = turns ? 1 / body->mass.inertia : 0;
}

static md2_mass sum_of_shapes(const md2_world *world, const struct body *body)
{
    md2_mass sum = {0};
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        const md2_mass part = md2_hull_mass(&world->shapes[i].hull, world->shapes[i].def.density);
        sum.mass += part.mass;
        sum.center = vec_add_scaled(sum.center, part.mass, part.center);
    }
    if (sum.mass > 0) {
        sum.center = vec_scale(1 / sum.mass, sum.center);
    }
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        const md2_mass part = md2_hull_mass(&world->shapes[i].hull, world->shapes[i].def.density);
        const md2_vec arm = vec_sub(part.center, sum.center);
        sum.inertia += part.inertia + part.mass * vec_dot(arm, arm); /* Steiner */
    }
    return sum;
}

void md2_body_update_mass(md2_world *world, struct body *body)
{
    if (!body->has_given_mass) {
        body->mass = sum_of_shapes(world, body);
        /* A dynamic body must give way somehow: without mass it weighs 1 kg. */
        if (body->type == MD2_DYNAMIC && !(body->mass.mass > 0)) {
            body->mass = (md2_mass){.mass = 1};
        }
    }
    set_center(body, body->mass.center);
    set_inverses(body);
}

md_status md2_body_set_mass(md2_world *world, md2_body_id body, md2_mass mass)
{
    struct body *at = md2_body_of(world, body);
    if (at == NULL || !(mass.mass > 0) || !isfinite(mass.mass) || !(mass.inertia >= 0) || !isfinite(mass.inertia) ||
        !vec_is_finite(mass.center)) {
        return MD_ERROR_ARGUMENT;
    }
    at->mass = mass;
    at->has_given_mass = true;
    md2_body_update_mass(world, at);
    world->contacts_are_stale = true;
    return MD_OK;
}

/* ---- Asking --------------------------------------------------------------------------------------------------------- */

md2_body_type md2_body_get_type(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->type : MD2_STATIC;
}

md2_transform md2_body_transform(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? body_transform(at) : (md2_transform){{0, 0}, {1, 0}};
}

md2_vec md2_body_center(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->center : vec(0, 0);
}

md2_vec md2_body_velocity(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->velocity : vec(0, 0);
}

md_real md2_body_angular_velocity(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->angular_velocity : 0;
}

md2_mass md2_body_mass(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->mass : (md2_mass){0};
}

void *md2_body_user(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->user : NULL;
}

/* The first body in use from a slot on. */
static md2_body_id body_from(const md2_world *world, int32_t index)
{
    while (index < world->body_slots.count && !md_slots_used(&world->body_slots, index)) {
        ++index;
    }
    return index < world->body_slots.count ? (md2_body_id){index, world->body_slots.generation[index]}
                                           : (md2_body_id){0, 0};
}

md2_body_id md2_world_first_body(const md2_world *world)
{
    return body_from(world, 0);
}

md2_body_id md2_world_next_body(const md2_world *world, md2_body_id body)
{
    return md2_body_is_valid(world, body) ? body_from(world, body.index + 1) : (md2_body_id){0, 0};
}

/* ---- Moving and pushing --------------------------------------------------------------------------------------------- */

void md2_body_place_origin(struct body *body)
{
    body->origin = vec_sub(body->center, rot_apply(body->rotation, body->local_center));
}

md_status md2_body_set_transform(md2_world *world, md2_body_id body, md2_transform transform)
{
    struct body *at = md2_body_of(world, body);
    if (at == NULL || !vec_is_finite(transform.p) || !rot_is_unit(transform.q)) {
        return MD_ERROR_ARGUMENT;
    }
    at->origin = transform.p;
    at->rotation = rot_unit(transform.q);
    at->center = vec_add(at->origin, rot_apply(at->rotation, at->local_center));
    world->contacts_are_stale = true;
    return MD_OK;
}

md_status md2_body_set_velocity(md2_world *world, md2_body_id body, md2_vec velocity, md_real angular_velocity)
{
    struct body *at = md2_body_of(world, body);
    if (at == NULL || at->type == MD2_STATIC || !vec_is_finite(velocity) || !isfinite(angular_velocity)) {
        return MD_ERROR_ARGUMENT;
    }
    at->velocity = velocity;
    at->angular_velocity = angular_velocity;
    return MD_OK;
}

/* A dynamic body and finite numbers, or NULL. */
static struct body *body_to_push(const md2_world *world, md2_body_id body, md2_vec push, md2_vec point)
{
    struct body *at = md2_body_of(world, body);
    const bool sound = at != NULL && at->type == MD2_DYNAMIC && vec_is_finite(push) && vec_is_finite(point);
    return sound ? at : NULL;
}

md_status md2_body_apply_force(md2_world *world, md2_body_id body, md2_vec force, md2_vec point)
{
    struct body *at = body_to_push(world, body, force, point);
    if (at == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    at->force = vec_add(at->force, force);
    at->torque += vec_cross(vec_sub(point, at->center), force);
    return MD_OK;
}

md_status md2_body_apply_torque(md2_world *world, md2_body_id body, md_real torque)
{
    struct body *at = body_to_push(world, body, vec(torque, 0), vec(0, 0));
    if (at == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    at->torque += torque;
    return MD_OK;
}

md_status md2_body_apply_impulse(md2_world *world, md2_body_id body, md2_vec impulse, md2_vec point)
{
    struct body *at = body_to_push(world, body, impulse, point);
    if (at == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    at->velocity = vec_add_scaled(at->velocity, at->inverse_mass, impulse);
    at->angular_velocity += at->inverse_inertia * vec_cross(vec_sub(point, at->center), impulse);
    return MD_OK;
}

md_status md2_body_apply_angular_impulse(md2_world *world, md2_body_id body, md_real impulse)
{
    struct body *at = body_to_push(world, body, vec(impulse, 0), vec(0, 0));
    if (at == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    at->angular_velocity += at->inverse_inertia * impulse;
    return MD_OK;
}
