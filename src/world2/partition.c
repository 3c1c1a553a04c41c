/* The bodies of a large group in partitions, strips across the plane with about as many bodies each, which threads sweep at the same time.
 *
 * Parts follow from the bodies alone, not from how many threads there are: the order of rows, and so the bits, are the same for all.
 * Few contacts lie between strips; they are swept after the partitions (lcp/block_layout.h).
 */
#include "geometry2/vec.h"
#include "lcp/problem.h"
#include "world2/world.h"

#include "world2/partition.h"

#define CONTACTS_A_PART 4096 /* fewer are not worth a thread's while: some 20 us a sweep */
#define SAMPLES 512          /* bodies that are looked at to find strips of equal shares */

/* Where bodies are along x or y. */
struct line {
    bool is_y;
    int32_t count;
    md_real at[SAMPLES]; /* ascending */
};

static md_real along(md2_vec center, bool is_y)
{
    return is_y ? center.y : center.x;
}

/* Shell's sort: values alone matter, so that there are no ties to break. */
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

static void sample(const md2_world *world, int32_t group, bool is_y, struct line *line)
{
    const struct groups *bodies = &world->islands.bodies;
    const int32_t first = bodies->start.at[group];
    const int32_t count = bodies->start.at[group + 1] - first;
    line->is_y = is_y;
    line->count = count < SAMPLES ? count : SAMPLES;
    for (int32_t i = 0; i < line->count; ++i) {
        const int32_t place = (int32_t)((int64_t)i * count / line->count);
        line->at[i] = along(world->bodies[bodies->at.at[first + place]].center, is_y);
    }
    sort(line->at, line->count);
}

/* How far apart the middle half of the bodies is: what is far out does not count. */
static md_real spread(const struct line *line)
{
    return line->at[3 * line->count / 4] - line->at[line->count / 4];
}

int32_t md2_strip_of(const struct strips *strips, md2_vec center)
{
    const md_real at = along(center, strips->is_y);
    int32_t low = 0, high = strips->count - 1;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (at < strips->ends[middle]) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

struct strips md2_strips_find(const md2_world *world, int32_t group)
{
    const int32_t *contacts = world->islands.contacts.start.at + group;
    const int32_t wanted = (contacts[1] - contacts[0]) / CONTACTS_A_PART;
    struct strips strips = {.count = wanted < MD_MAX_BODY_PARTITIONS ? wanted : MD_MAX_BODY_PARTITIONS};
    if (strips.count < 2) {
        strips.count = 1;
        return strips;
    }
    struct line x = {.count = 0};
    struct line y = {.count = 0};
    sample(world, group, false, &x);
    sample(world, group, true, &y);
    const struct line *line = spread(&y) > spread(&x) ? &y : &x;
    strips.is_y = line->is_y;
    for (int32_t partition = 0; partition < strips.count; ++partition) {
        strips.ends[partition] = line->at[(partition + 1) * (line->count - 1) / strips.count];
    }
    return strips;
}
