/* A 2D world: creating, settings, log, counts and energies, hash. */
#include "geometry2/vec.h"
#include "world2/world.h"

static void init_own_parts(md2_world *world)
{
    world->chains.handles = md_handles_empty();
}

static void free_own_parts(md2_world *world, const md_allocator *allocator)
{
    md2_chains_free(&world->chains, allocator);
    md2_position_problem_free(&world->position, allocator);
    md_array_free(allocator, (void **)&world->contacts.at, &world->contacts.capacity, sizeof *world->contacts.at);
    indices_free(allocator, &world->contacts.pool.order);
}

static bool is_same_vector(md2_vec a, md2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

#define DIMENSION 2
#include "engine/world.inc.h"
