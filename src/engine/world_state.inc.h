/* Reading a world: counts, statistics, energies, hash (dimension.h). */
#include "engine/dimension.h"
#include "engine/hash.h"

int64_t MD_(world_steps)(const WORLD *world)
{
    return world != NULL ? world->steps : 0;
}

int32_t MD_(world_body_count)(const WORLD *world)
{
    return world != NULL ? world->body_handles.used : 0;
}

int32_t MD_(world_shape_count)(const WORLD *world)
{
    return world != NULL ? world->shape_handles.used : 0;
}

int32_t MD_(world_joint_count)(const WORLD *world)
{
    return world != NULL ? world->joint_handles.used : 0;
}

int32_t MD_(world_contact_count)(const WORLD *world)
{
    return world != NULL ? world->contacts.pool.count : 0;
}

size_t MD_(world_bytes)(const WORLD *world)
{
    return world != NULL ? world->memory_limit->bytes : 0;
}

md_statistics MD_(world_statistics)(const WORLD *world)
{
    return world != NULL ? world->statistics : (md_statistics){0};
}

md_status MD_(world_reset_statistics)(WORLD *world)
{
    const md_status status = MD_(world_to_change)(world, __func__);
    if (status == MD_OK) {
        world->statistics = (md_statistics){0};
    }
    return status;
}

static bool has_energy(const WORLD *world, int32_t index)
{
    return md_handles_is_used(&world->body_handles, index) && world->bodies[index].type == MD_CONSTANT(DYNAMIC) &&
           world->bodies[index].enabled;
}

double MD_(world_kinetic_energy)(const WORLD *world)
{
    double sum = 0;
    for (int32_t i = 0; world != NULL && i < world->body_handles.count; ++i) {
        if (has_energy(world, i)) {
            struct body body = world->bodies[i];
            MD_(body_settle_mass)(world, &body);
            sum += MD_(body_kinetic_energy)(&body);
        }
    }
    return sum;
}

double MD_(world_potential_energy)(const WORLD *world)
{
    double sum = 0;
    for (int32_t i = 0; world != NULL && i < world->body_handles.count; ++i) {
        const struct body *body = &world->bodies[i];
        if (has_energy(world, i)) {
            sum -= (double)(body->mass.mass * body->gravity_scale) * (double)vec_dot(world->def.gravity, body->center);
        }
    }
    return sum;
}

uint64_t MD_(world_hash)(const WORLD *world)
{
    uint64_t hash = HASH_START;
    for (int32_t i = 0; world != NULL && i < world->body_handles.count; ++i) {
        const struct body *body = &world->bodies[i];
        if (md_handles_is_used(&world->body_handles, i)) {
            hash = hash_bytes(hash, &i, sizeof i);
            hash = hash_bytes(hash, &body->center, sizeof body->center);
            hash = hash_bytes(hash, &body->rotation, sizeof body->rotation);
            hash = hash_bytes(hash, &body->velocity, sizeof body->velocity);
            hash = hash_bytes(hash, &body->angular_velocity, sizeof body->angular_velocity);
        }
    }
    return hash;
}
