/* Applies arbitrary changes to the snapshot of a world and corrects the checksum.
 *
 * If the top bit of the first byte is set, the rest is the content after the header. Otherwise the first byte selects
 * one of a few worlds, and every following four bytes change its snapshot: an offset (two bytes), an operation and a
 * value.
 *
 * Invariants: the bytes are refused, or they restore a world with the same snapshot, which can be stepped, changed at
 * random and destroyed. */
#include <stdlib.h>
#include <string.h>

#include "../world2/random_world2.h"
#include "world2/snapshot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADER = 40, WORLDS = 8, MOST_BYTES = 1 << 16, STEPS = 3 };

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

struct snapshot {
    unsigned char at[MOST_BYTES];
    size_t size;
};

/* ---- Initial worlds ---------------------------------------------------------------------------------------------- */

static void make_snapshot(uint64_t seed, struct snapshot *snapshot)
{
    struct splitmix random = {seed};
    md2_world_def def = any_world_def(&random);
    def.callbacks = (md2_callbacks){0};
    md2_world *world = NULL;
    require(md2_world_create(&def, &world) == MD_OK);
    add_pit(world);
    for (int i = 0; i < 6; ++i) {
        (void)add_body(&random, world);
        (void)add_joint(&random, world);
    }
    (void)md2_body_destroy(world, any_body(&random, world));
    for (int i = 0; i < STEPS; ++i) {
        (void)md2_world_step(world, (md_real)0.01, NULL);
    }
    require(md2_world_snapshot(world, snapshot->at, sizeof snapshot->at, &snapshot->size) == MD_OK);
    md2_world_destroy(world);
}

/* Created once, because they would take most of the time of an input. */
static const struct snapshot *snapshot_of(unsigned index)
{
    static struct snapshot cache[WORLDS];
    if (cache[index].size == 0) {
        make_snapshot(index + 1, &cache[index]);
    }
    return &cache[index];
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

static void put(struct snapshot *snapshot, size_t place, const void *bytes, size_t size)
{
    memcpy(snapshot->at + place, bytes, size < snapshot->size - place ? size : snapshot->size - place);
}

/* Invalid indices, NaN and infinity, and values from elsewhere in the snapshot. */
static void change(struct snapshot *snapshot, const uint8_t *with)
{
    static const md_real NUMBERS[] = {NAN, INFINITY, -1, 0, (md_real)1e30, -(md_real)1e30, (md_real)1e-30, MD_REAL_MAX};
    const size_t place = HEADER + (size_t)(with[0] + 256 * with[1]) % (snapshot->size - HEADER);
    const int32_t small = (int8_t)with[3];
    const int32_t large = INT32_MAX - with[3];
    switch (with[2] % 6) {
    case 0: snapshot->at[place] = with[3]; break;
    case 1: snapshot->at[place] ^= (unsigned char)(1u << with[3] % 8); break;
    case 2: put(snapshot, place, &small, sizeof small); break;
    case 3: put(snapshot, place, &large, sizeof large); break;
    case 4: put(snapshot, place, &NUMBERS[with[3] % 8], sizeof *NUMBERS); break;
    default: {
        const size_t from = HEADER + (place + 16 * (size_t)with[3]) % (snapshot->size - HEADER - 16);
        unsigned char block[16];
        memcpy(block, snapshot->at + from, sizeof block);
        put(snapshot, place, block, sizeof block);
    }
    }
}

static bool read_input(const uint8_t *data, size_t size, struct snapshot *snapshot)
{
    if (size == 0 || size > MOST_BYTES - HEADER) {
        return false;
    }
    if ((data[0] & 0x80) != 0) {
        snapshot->size = HEADER + size - 1;
        memcpy(snapshot->at + HEADER, data + 1, size - 1);
        return true;
    }
    const struct snapshot *from = snapshot_of(data[0] % WORLDS);
    memcpy(snapshot->at, from->at, from->size);
    snapshot->size = from->size;
    for (size_t i = 1; i + 4 <= size; i += 4) {
        change(snapshot, data + i);
    }
    return true;
}

/* ---- Use --------------------------------------------------------------------------------------------------------- */

static void require_same_snapshot(const md2_world *world, const struct snapshot *snapshot)
{
    static struct snapshot again;
    require(md2_world_snapshot(world, again.at, sizeof again.at, &again.size) == MD_OK);
    require(again.size == snapshot->size && memcmp(again.at, snapshot->at, snapshot->size) == 0);
}

/* Limits sweeps and substeps, which may be any number and only take time. */
static void use(md2_world *world)
{
    struct splitmix random = {1};
    md2_world_def def = md2_world_get_def(world);
    def.limits.max_iterations = 3;
    def.position_iterations = 3;
    def.substeps = 1 + def.substeps % 2;
    require(md2_world_set_def(world, &def) == MD_OK);
    for (int i = 0; i < STEPS; ++i) {
        (void)md2_world_step(world, (md_real)0.01, NULL);
        for (int k = 0; k < 4; ++k) {
            (void)random_call(&random, world);
        }
    }
    for (md2_body_id body = md2_world_first_body(world); body.generation != 0; body = md2_world_first_body(world)) {
        require(md2_body_destroy(world, body) == MD_OK);
    }
    require(md2_world_shape_count(world) == 0 && md2_world_joint_count(world) == 0 &&
            md2_world_contact_count(world) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct snapshot snapshot;
    if (!read_input(data, size, &snapshot)) {
        return 0;
    }
    md2_snapshot_seal(snapshot.at, snapshot.size);
    md2_world *world = NULL;
    const md_status status = md2_world_from_snapshot(snapshot.at, snapshot.size, NULL, NULL, &world);
    require((status == MD_OK) == (world != NULL));
    if (status == MD_OK) {
        require_same_snapshot(world, &snapshot);
        use(world);
    }
    md2_world_destroy(world);
    return 0;
}
