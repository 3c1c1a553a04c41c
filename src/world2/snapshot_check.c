/* Checks of a 2D world that was read from a snapshot. */
#include "world2/snapshot.h"

/* Chains are not read: they follow from their segments. */
static bool check_own_parts(const md2_world *world)
{
    (void)world;
    return true;
}

static bool check_mass(const struct body *body)
{
    const bool is_dynamic = body->inverse_mass > 0;
    return is_dynamic == (body->type == MD2_DYNAMIC) && (is_dynamic || body->inverse_inertia == 0);
}

static bool check_shape(const md2_world *world, const struct shape *shape)
{
    (void)world;
    return shape->def.restitution <= 1;
}

static bool check_pair(const md2_world *world, const struct shape *first, const struct shape *second)
{
    (void)world;
    (void)first;
    (void)second;
    return true;
}

#define DIMENSION 2
#include "engine/snapshot_check.inc.h"
