/* Creating and destroying a 2D world. */
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

#define DIMENSION 2
#include "engine/world.inc.h"
