/* Checks of a 3D world that was read from a snapshot. */
#include "world3/snapshot.h"

static bool check_own_parts(const md3_world *world)
{
    return md3_geometries_check(&world->geometries);
}

static bool check_mass(const struct body *body)
{
    const bool is_dynamic = body->type == MD3_DYNAMIC;
    const md_real inverse = body->inverse_mass;
    return (is_dynamic ? inverse > 0 && isfinite(inverse) : inverse == 0) &&
           body->locked == (is_dynamic ? body->wanted_locks : 0);
}

static bool check_shape(const md3_world *world, const struct shape *shape)
{
    return shape->is_convex || world->bodies[shape->body].type != MD3_DYNAMIC;
}

/* Bodies of which none is dynamic have no constraint rows. */
static bool check_pair(const md3_world *world, const struct shape *first, const struct shape *second)
{
    const bool may_touch = first->def.sensor || world->bodies[first->body].type == MD3_DYNAMIC ||
                           world->bodies[second->body].type == MD3_DYNAMIC;
    return (first->is_convex || second->is_convex) && may_touch;
}

#define DIMENSION 3
#include "engine/snapshot_check.inc.h"
