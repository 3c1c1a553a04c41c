#include "engine/partition.h"

/* A sweep over fewer contacts, some 20 us, is not worth a thread. */
#define CONTACTS_PER_PARTITION 4096

int32_t md_partition_count(int32_t contacts)
{
    const int32_t wanted = contacts / CONTACTS_PER_PARTITION;
    return wanted < 2 ? 1 : wanted < MAX_PARTITIONS ? wanted : MAX_PARTITIONS;
}

/* Shell sort. Equal values are interchangeable, so that ties need no rule. */
static void sort(md_real *values, int32_t count)
{
    for (int32_t gap = count / 2; gap > 0; gap /= 2) {
        for (int32_t i = gap; i < count; ++i) {
            const md_real value = values[i];
            int32_t j = i;
            for (; j >= gap && values[j - gap] > value; j -= gap) {
                values[j] = values[j - gap];
            }
            values[j] = value;
        }
    }
}

/* The extent of the middle half of the samples, which outliers do not change. */
static md_real spread(const struct axis_samples *samples)
{
    return samples->at[3 * samples->count / 4] - samples->at[samples->count / 4];
}

struct partition md_partition_choose(struct axis_samples *axes, int32_t axis_count, int32_t count)
{
    struct partition partition = {.count = count};
    for (int32_t axis = 0; axis < axis_count; ++axis) {
        sort(axes[axis].at, axes[axis].count);
        partition.axis = spread(&axes[axis]) > spread(&axes[partition.axis]) ? axis : partition.axis;
    }
    const struct axis_samples *samples = &axes[partition.axis];
    for (int32_t i = 0; i < count; ++i) {
        partition.ends[i] = samples->at[(i + 1) * (samples->count - 1) / count];
    }
    return partition;
}

int32_t md_ends_below(const md_real *ends, int32_t count, md_real coordinate)
{
    int32_t low = 0;
    int32_t high = count;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (coordinate < ends[middle]) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

int32_t md_partition_of(const struct partition *partition, md_real coordinate)
{
    return md_ends_below(partition->ends, partition->count - 1, coordinate);
}
