/* The partitions of the bodies of a group (dimension.h).
 *
 * The including file defines
 *
 *     void coordinates_of(vector, md_real at[DIMENSION])     the coordinates of a point of the world
 */
#include <assert.h>

#include "engine/dimension.h"
#include "lcp/problem.h"

static_assert(MAX_PARTITIONS <= MD_MAX_BODY_PARTITIONS, "a problem has room for every partition");

struct partition MD_(partition_find)(const WORLD *world, int32_t group)
{
    const struct groups *bodies = &world->islands.bodies;
    const int32_t *list = bodies->at.at + bodies->start.at[group];
    const int32_t body_count = bodies->start.at[group + 1] - bodies->start.at[group];
    const int32_t *contacts = world->islands.contacts.start.at + group;
    const int32_t count = md_partition_count(contacts[1] - contacts[0]);
    if (count == 1) {
        return (struct partition){.count = 1};
    }
    struct axis_samples axes[DIMENSION];
    for (int axis = 0; axis < DIMENSION; ++axis) {
        axes[axis].count = partition_sample_count(body_count);
    }
    for (int32_t i = 0; i < axes[0].count; ++i) {
        md_real at[DIMENSION];
        coordinates_of(world->bodies[list[partition_sample_position(i, body_count)]].center, at);
        for (int axis = 0; axis < DIMENSION; ++axis) {
            axes[axis].at[i] = at[axis];
        }
    }
    return md_partition_choose(axes, DIMENSION, count);
}
