/* Creating and destroying a 3D world. */
#include "world3/world.h"

static void init_own_parts(md3_world *world)
{
    world->geometries = md3_geometries_empty();
}

static void free_own_parts(md3_world *world, const md_allocator *allocator)
{
    md3_geometries_free(&world->geometries, allocator);
    md3_position_problem_free(&world->position, &world->allocator);
    md3_contacts_free(&world->contacts, allocator);
}

#define DIMENSION 3
#include "engine/world.inc.h"
