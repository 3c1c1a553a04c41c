/* A 3D world: creating, settings, log, counts and energies, hash. */
#include "geometry3/vec3.h"
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

static bool is_same_vector(md3_vec a, md3_vec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

#define DIMENSION 3
#include "engine/world.inc.h"
