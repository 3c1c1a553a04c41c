#include "world3/partition.h"

#include <assert.h>

#include "lcp/problem.h"
#include "world3/world.h"

static_assert(MAX_PARTITIONS == MD_MAX_BODY_PARTITIONS, "a problem has room for every partition");

struct partition md3_partition_find(const md3_world *world, int32_t group)
{
    const struct groups *bodies = &world->islands.bodies;
    const int32_t *list = bodies->at.at + bodies->start.at[group];
    const int32_t body_count = bodies->start.at[group + 1] - bodies->start.at[group];
    const int32_t *contacts = world->islands.contacts.start.at + group;
    const int32_t count = md_partition_count(contacts[1] - contacts[0]);
    if (count == 1) {
        return (struct partition){.count = 1};
    }
    struct axis_samples axes[3];
    axes[0].count = axes[1].count = axes[2].count = partition_sample_count(body_count);
    for (int32_t i = 0; i < axes[0].count; ++i) {
        const md3_vec center = world->bodies[list[partition_sample_position(i, body_count)]].center;
        axes[0].at[i] = center.x;
        axes[1].at[i] = center.y;
        axes[2].at[i] = center.z;
    }
    return md_partition_choose(axes, 3, count);
}
