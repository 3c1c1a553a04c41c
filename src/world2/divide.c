/* Dividing a 2D world among ranks. */
#include <modulus/divide2.h>

#include "lcp/solver.h"
#include "world2/snapshot.h"
#include "world2/world.h"

static const char *own_problem_of(const md2_world *whole)
{
    (void)whole;
    return NULL;
}

static void keep_shared(md2_world *world)
{
    (void)world; /* handles of chains are kept anyway */
}

#define DIMENSION 2
#include "engine/divide.inc.h"
