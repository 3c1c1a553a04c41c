/* Corrupted snapshots of worlds in space: flipped bits, truncated and extended bytes, splices of two snapshots, written numbers, each with a
 * right checksum or without. They are refused, or give a world that can be stepped, changed, saved and restored again. */
#include "attack/attack.h"
#include "support/counting_allocator.h"
#include "world3/forged_snapshot3.h"

/* A free slot of a joint takes 8 bytes of a snapshot, and some 3000 bytes of the world. */
enum { WORLDS = 24, MAX_BYTES_PER_BYTE = 1000 };

static struct snapshot valid[WORLDS];
static int64_t restored, refused;

static size_t any_byte(struct splitmix *random, size_t count)
{
    return (size_t)(splitmix_bits(random) % count);
}

static void flip_bits(struct splitmix *random, struct snapshot *snapshot)
{
    for (int32_t i = splitmix_index(random, 8); i >= 0; --i) {
        snapshot->at[any_byte(random, snapshot->size)] ^= (unsigned char)(1u << splitmix_index(random, 8));
    }
}

/* The beginning of one snapshot and the end of another, usually from the same place. */
static void splice(struct splitmix *random, struct snapshot *snapshot)
{
    const struct snapshot *other = &valid[splitmix_index(random, WORLDS)];
    const size_t shorter = snapshot->size < other->size ? snapshot->size : other->size;
    const size_t to = any_byte(random, shorter);
    const size_t from = one_in(random, 2) ? to : any_byte(random, other->size);
    const size_t room = MAX_SNAPSHOT - to;
    const size_t count = other->size - from < room ? other->size - from : room;
    memcpy(snapshot->at + to, other->at + from, count);
    snapshot->size = to + count;
}

static void write_numbers(struct splitmix *random, struct snapshot *snapshot)
{
    for (int32_t i = splitmix_index(random, 4); i >= 0; --i) {
        const uint64_t bits = splitmix_bits(random);
        const uint8_t with[4] = {(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16), (uint8_t)(bits >> 24)};
        change_snapshot(snapshot, with);
    }
}

static void corrupt(struct splitmix *random, struct snapshot *snapshot)
{
    switch (splitmix_index(random, 6)) {
    case 0: flip_bits(random, snapshot); break;
    case 1: snapshot->size = any_byte(random, snapshot->size); break;
    case 2: splice(random, snapshot); break;
    case 3: /* the rest is whatever was there */
        snapshot->size += any_byte(random, MAX_SNAPSHOT - snapshot->size);
        break;
    default: write_numbers(random, snapshot); break;
    }
}

/* Whatever was done to a world, its snapshot restores the same world. */
static void save_and_restore(const md3_world *world)
{
    const size_t size = md3_world_snapshot_size(world);
    void *bytes = malloc(size);
    md3_world *again = NULL;
    REQUIRE(bytes != NULL && md3_world_snapshot(world, bytes, size, NULL) == MD_OK);
    REQUIRE(md3_world_from_snapshot(bytes, size, NULL, NULL, &again) == MD_OK);
    REQUIRE(md3_world_hash(again) == md3_world_hash(world));
    md3_world_destroy(again);
    free(bytes);
}

static void attack(uint64_t seed)
{
    static struct snapshot snapshot;
    struct splitmix random = {seed};
    struct counting_allocator books = {0};
    const md_allocator allocator = counting_allocator_of(&books);
    md3_world *world = NULL;
    snapshot = valid[splitmix_index(&random, WORLDS)];
    corrupt(&random, &snapshot);
    const bool sealed = snapshot.size >= SNAPSHOT_HEADER && !one_in(&random, 8);
    if (sealed) {
        md3_snapshot_seal(snapshot.at, snapshot.size);
    }
    const md_status status = md3_world_from_snapshot(snapshot.at, snapshot.size, &allocator, NULL, &world);
    REQUIRE(status == MD_OK || status == MD_ERROR_FORMAT || status == MD_ERROR_MEMORY); /* its max_bytes */
    REQUIRE((status == MD_OK) == (world != NULL));
    REQUIRE(books.largest_asked < MAX_BYTES_PER_BYTE * (snapshot.size + SNAPSHOT_HEADER) + 10000);
    if (status == MD_OK) {
        require_same_snapshot(world, &snapshot);
        use_restored(world, seed);
        save_and_restore(world);
        empty_world(world);
    }
    restored += status == MD_OK;
    refused += status != MD_OK;
    md3_world_destroy(world);
    REQUIRE(books.live_blocks == 0);
}

int main(int argc, char **argv)
{
    attack_begin(argc, argv, 6000);
    for (int32_t i = 0; i < WORLDS; ++i) {
        make_snapshot((uint64_t)i + 1, &valid[i]);
    }
    for (uint64_t seed = attack_next(); seed != 0; seed = attack_next()) {
        attack(seed);
    }
    printf("%lld corrupted snapshots: %lld refused, %lld restored and used\n", (long long)(restored + refused),
           (long long)refused, (long long)restored);
    return 0;
}
