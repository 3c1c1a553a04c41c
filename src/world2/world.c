/* The world itself: creating, settings, energies, the hash. */
#include "world2/world.h"

#include <string.h>

#include "base/memory.h"
#include "geometry2/vec.h"
#include "lcp/spec.h"

md2_world_def md2_world_def_default(void)
{
    return (md2_world_def){.gravity = {0, (md_real)-9.80665},
                           .solver = md_solver_spec_default(),
                           .limits = {.max_iterations = 10},
                           .recovery = (md_real)0.2,
                           .recovery_speed = 3,
                           .slop = (md_real)0.0005,
                           .margin = (md_real)0.02,
                           .restitution_threshold = 1,
                           .max_bodies = 1000000,
                           .max_shapes = 1000000,
                           .max_contacts = 10000000,
                           .allocator = md_allocator_default()};
}

static bool is_sound(const md2_world_def *def)
{
    md_solver_spec completed = def->solver;
    return md_solver_spec_complete(&completed, NULL) == MD_OK && vec_is_finite(def->gravity) && def->recovery >= 0 &&
           def->recovery <= 1 && def->recovery_speed >= 0 && def->slop >= 0 && isfinite(def->slop) &&
           def->margin >= 0 && isfinite(def->margin) && def->restitution_threshold >= 0 && def->max_bodies > 0 &&
           def->max_shapes > 0 && def->max_contacts > 0 && def->recovery_iterations >= 0;
}

md_status md2_world_create(const md2_world_def *def, md2_world **world)
{
    *world = NULL;
    if (!is_sound(def)) {
        return MD_ERROR_ARGUMENT;
    }
    const md_allocator allocator = md_allocator_or_default(&def->allocator);
    md2_world *made = allocator.resize(allocator.user, NULL, 0, sizeof *made);
    if (made == NULL) {
        return MD_ERROR_MEMORY;
    }
    *made = (md2_world){.def = *def,
                        .allocator = allocator,
                        .body_slots = md_slots_empty(),
                        .shape_slots = md_slots_empty(),
                        .problem = md_problem_create(&allocator),
                        .recovery_problem = md_problem_create(&allocator),
                        .solver = md_solver_create(&allocator),
                        .recovery_solver = md_solver_create(&allocator)};
    md2_tree_init(&made->tree, &allocator);
    if (made->problem == NULL || made->recovery_problem == NULL || made->solver == NULL ||
        made->recovery_solver == NULL) {
        md2_world_destroy(made);
        return MD_ERROR_MEMORY;
    }
    *world = made;
    return MD_OK;
}

void md2_world_destroy(md2_world *world)
{
    if (world == NULL) {
        return;
    }
    const md_allocator allocator = world->allocator;
    md_slots_free(&world->body_slots, &allocator);
    md_slots_free(&world->shape_slots, &allocator);
    md_block_free(&allocator, (void **)&world->bodies, &world->body_capacity, sizeof *world->bodies);
    md_block_free(&allocator, (void **)&world->shapes, &world->shape_capacity, sizeof *world->shapes);
    md_block_free(&allocator, (void **)&world->contacts, &world->contact_capacity, sizeof *world->contacts);
    md_pairs_free(&world->pairs, &allocator);
    md2_tree_free(&world->tree);
    md_problem_destroy(world->problem);
    md_problem_destroy(world->recovery_problem);
    md_solver_destroy(world->solver);
    md_solver_destroy(world->recovery_solver);
    allocator.resize(allocator.user, world, sizeof *world, 0);
}

md_status md2_world_set_gravity(md2_world *world, md2_vec gravity)
{
    if (!vec_is_finite(gravity)) {
        return MD_ERROR_ARGUMENT;
    }
    world->def.gravity = gravity;
    return MD_OK;
}

md2_vec md2_world_gravity(const md2_world *world)
{
    return world->def.gravity;
}

md_status md2_world_set_solver(md2_world *world, const md_solver_spec *solver, const md_limits *limits)
{
    md_solver_spec completed = *solver;
    const md_status status = md_solver_spec_complete(&completed, NULL);
    if (status == MD_OK) {
        world->def.solver = *solver;
        world->def.limits = *limits;
    }
    return status;
}

int32_t md2_world_body_count(const md2_world *world)
{
    return world->body_slots.used;
}

int32_t md2_world_contact_count(const md2_world *world)
{
    return world->contact_count;
}

double md2_world_kinetic_energy(const md2_world *world)
{
    double sum = 0;
    for (int32_t i = 0; i < world->body_slots.count; ++i) {
        const struct body *body = &world->bodies[i];
        if (md_slots_used(&world->body_slots, i) && body->type == MD2_DYNAMIC) {
            const double spin = body->inverse_inertia > 0 ? (double)body->angular_velocity : 0;
            sum += 0.5 * (double)body->mass.mass * (double)vec_dot(body->velocity, body->velocity);
            sum += 0.5 * (double)body->mass.inertia * spin * spin;
        }
    }
    return sum;
}

double md2_world_potential_energy(const md2_world *world)
{
    double sum = 0;
    for (int32_t i = 0; i < world->body_slots.count; ++i) {
        const struct body *body = &world->bodies[i];
        if (md_slots_used(&world->body_slots, i) && body->type == MD2_DYNAMIC) {
            sum -= (double)(body->mass.mass * body->gravity_scale) * (double)vec_dot(world->def.gravity, body->center);
        }
    }
    return sum;
}

/* FNV-1a over the bytes of each number. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; ++i) {
        hash = (hash ^ at[i]) * 0x100000001b3u;
    }
    return hash;
}

uint64_t md2_world_hash(const md2_world *world)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int32_t i = 0; i < world->body_slots.count; ++i) {
        const struct body *body = &world->bodies[i];
        if (md_slots_used(&world->body_slots, i)) {
            hash = hash_bytes(hash, &i, sizeof i);
            hash = hash_bytes(hash, &body->center, sizeof body->center);
            hash = hash_bytes(hash, &body->rotation, sizeof body->rotation);
            hash = hash_bytes(hash, &body->velocity, sizeof body->velocity);
            hash = hash_bytes(hash, &body->angular_velocity, sizeof body->angular_velocity);
        }
    }
    return hash;
}
