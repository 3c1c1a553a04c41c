/* Applies arbitrary changes to the snapshot of a 3D world and corrects the checksum.
 *
 * If the top bit of the first byte is set, the rest is the content after the header. Otherwise the first byte selects
 * one of a few worlds, and every following four bytes change its snapshot: a place (two bytes), an operation and a
 * value.
 *
 * Invariants: the bytes are refused, or they restore a world with the same snapshot, which can be stepped, changed at
 * random and destroyed. */
#include "../world3/forged_snapshot3.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORLDS = 8 };

/* Created once, because they would take most of the time of an input. */
static const struct snapshot *snapshot_of(unsigned index)
{
    static struct snapshot cache[WORLDS];
    if (cache[index].size == 0) {
        make_snapshot(index + 1, &cache[index]);
    }
    return &cache[index];
}

static bool read_input(const uint8_t *data, size_t size, struct snapshot *snapshot)
{
    if (size == 0 || size > MAX_SNAPSHOT - SNAPSHOT_HEADER) {
        return false;
    }
    if ((data[0] & 0x80) != 0) {
        snapshot->size = SNAPSHOT_HEADER + size - 1;
        memcpy(snapshot->at + SNAPSHOT_HEADER, data + 1, size - 1);
        return true;
    }
    const struct snapshot *from = snapshot_of(data[0] % WORLDS);
    memcpy(snapshot->at, from->at, from->size);
    snapshot->size = from->size;
    for (size_t i = 1; i + 4 <= size; i += 4) {
        change_snapshot(snapshot, data + i);
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct snapshot snapshot;
    if (!read_input(data, size, &snapshot)) {
        return 0;
    }
    md3_snapshot_seal(snapshot.at, snapshot.size);
    md3_world *world = NULL;
    const md_status status = md3_world_from_snapshot(snapshot.at, snapshot.size, NULL, NULL, &world);
    require((status == MD_OK) == (world != NULL));
    if (status == MD_OK) {
        require_same_snapshot(world, &snapshot);
        use_restored(world, 1);
        empty_world(world);
    }
    md3_world_destroy(world);
    return 0;
}
