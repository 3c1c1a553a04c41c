/* What all queries share: filters, boxes and their rounding. */
#ifndef MODULUS_WORLD3_QUERY_H
#define MODULUS_WORLD3_QUERY_H

#include <modulus/queries3.h>

#include "geometry3/vec3.h"
#include "world3/world.h"

static inline md3_query_filter query_filter_or_default(const md3_query_filter *filter)
{
    return filter != NULL ? *filter : md3_query_filter_default();
}

/** Whether a filter lets a shape through. */
bool md3_query_sees(const md3_world *world, const md3_query_filter *filter, int32_t shape);

static inline md3_transform query_transform_of(const md3_world *world, const struct shape *shape)
{
    return body_transform(&world->bodies[shape->body]);
}

/** Upper bound of the rounding error of a position for a query in a box, m. */
md_real md3_query_rounding(const md3_world *world, md3_box query);

#endif
