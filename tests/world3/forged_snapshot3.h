/* Snapshots of random worlds in space, changes to their bytes, and the use of a world that was restored from such bytes. For the
 * fuzzer and for tests/attack/snapshots3.c. */
#ifndef MODULUS_TESTS_FORGED_SNAPSHOT3_H
#define MODULUS_TESTS_FORGED_SNAPSHOT3_H

#include <stdlib.h>
#include <string.h>

#include "../world3/random_world3.h"
#include "world3/snapshot.h"

enum { SNAPSHOT_HEADER = 40, MAX_SNAPSHOT = 1 << 18, SNAPSHOT_STEPS = 3 };

struct snapshot {
    unsigned char at[MAX_SNAPSHOT];
    size_t size;
};

static inline void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

static inline void make_snapshot(uint64_t seed, struct snapshot *snapshot)
{
    struct splitmix random = {seed};
    md3_world_def def = any_world_def(&random);
    def.callbacks = (md3_callbacks){0};
    md3_world *world = NULL;
    require(md3_world_create(&def, &world) == MD_OK);
    add_pit(world);
    for (int i = 0; i < 6; ++i) {
        (void)add_body(&random, world);
        (void)add_joint(&random, world);
    }
    (void)md3_body_destroy(world, any_body(&random, world));
    for (int i = 0; i < SNAPSHOT_STEPS; ++i) {
        (void)md3_world_step(world, (md_real)0.01, NULL);
    }
    require(md3_world_snapshot(world, snapshot->at, sizeof snapshot->at, &snapshot->size) == MD_OK);
    md3_world_destroy(world);
}

static inline void put_bytes(struct snapshot *snapshot, size_t place, const void *bytes, size_t size)
{
    memcpy(snapshot->at + place, bytes, size < snapshot->size - place ? size : snapshot->size - place);
}

/** Changes a snapshot by four bytes: a place (two bytes), an operation and a value. Writes invalid indices, NaN and
 *  infinity, and values from elsewhere in the snapshot. */
static inline void change_snapshot(struct snapshot *snapshot, const uint8_t *with)
{
    static const md_real NUMBERS[] = {NAN, INFINITY, -1, 0, (md_real)1e30, -(md_real)1e30, (md_real)1e-30, MD_REAL_MAX};
    const size_t place =
        SNAPSHOT_HEADER + (size_t)(with[0] + 256 * with[1]) * 257 / 64 % (snapshot->size - SNAPSHOT_HEADER);
    const int32_t small = (int8_t)with[3];
    const int32_t large = INT32_MAX - with[3];
    switch (with[2] % 6) {
    case 0: snapshot->at[place] = with[3]; break;
    case 1: snapshot->at[place] ^= (unsigned char)(1u << with[3] % 8); break;
    case 2: put_bytes(snapshot, place, &small, sizeof small); break;
    case 3: put_bytes(snapshot, place, &large, sizeof large); break;
    case 4: put_bytes(snapshot, place, &NUMBERS[with[3] % 8], sizeof *NUMBERS); break;
    default: {
        const size_t from = SNAPSHOT_HEADER + (place + 16 * (size_t)with[3]) % (snapshot->size - SNAPSHOT_HEADER - 16);
        unsigned char block[16];
        memcpy(block, snapshot->at + from, sizeof block);
        put_bytes(snapshot, place, block, sizeof block);
    }
    }
}

static inline void require_same_snapshot(const md3_world *world, const struct snapshot *snapshot)
{
    static struct snapshot again;
    require(md3_world_snapshot(world, again.at, sizeof again.at, &again.size) == MD_OK);
    require(again.size == snapshot->size && memcmp(again.at, snapshot->at, snapshot->size) == 0);
}

/** Steps a restored world and changes it at random. Limits sweeps and substeps, which may be any number and only take
 *  time. */
static inline void use_restored(md3_world *world, uint64_t seed)
{
    struct splitmix random = {seed};
    md3_world_def def = md3_world_get_def(world);
    def.limits.max_iterations = 3;
    def.position_iterations = 3;
    def.substeps = 1 + def.substeps % 2;
    require(md3_world_set_def(world, &def) == MD_OK);
    for (int i = 0; i < SNAPSHOT_STEPS; ++i) {
        (void)md3_world_step(world, (md_real)0.01, NULL);
        for (int k = 0; k < 4; ++k) {
            (void)random_call(&random, world);
        }
    }
}

/** Destroys all bodies, and with them everything else. */
static inline void empty_world(md3_world *world)
{
    for (md3_body_id body = md3_world_first_body(world); body.generation != 0; body = md3_world_first_body(world)) {
        require(md3_body_destroy(world, body) == MD_OK);
    }
    require(md3_world_shape_count(world) == 0 && md3_world_joint_count(world) == 0 &&
            md3_world_contact_count(world) == 0);
}

#endif
