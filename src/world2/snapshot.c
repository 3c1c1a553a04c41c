/* Taking snapshots and making worlds of them: see snapshot.h for how, modulus/snapshot2.h for what. */
#include <modulus/snapshot2.h>

#include <string.h>

#include "engine/hash.h"
#include "world2/snapshot.h"

#define FORMAT_VERSION 3

static const char MAGIC[8] = {'M', 'D', '2', 'W', 'O', 'R', 'L', 'D'};

/* Without padding, so that it is written as it stands. */
struct header {
    char magic[8];
    uint32_t order; /* of bytes: 0x01020304 reads as something else on a machine of another */
    uint32_t version;
    uint64_t real_size;
    uint64_t size; /* of all, header included */
    uint64_t checksum;
};

static struct header header_of(const unsigned char *buffer, size_t size)
{
    struct header header = {
        .order = 0x01020304u, .version = FORMAT_VERSION, .real_size = sizeof(md_real), .size = size};
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    header.checksum = hash_bytes(HASH_START, buffer + sizeof header, size - sizeof header);
    return header;
}

void md2_snapshot_seal(void *buffer, size_t size)
{
    const struct header header = header_of(buffer, size);
    memcpy(buffer, &header, sizeof header);
}

static bool is_snapshot(const unsigned char *buffer, size_t size)
{
    if (buffer == NULL || size < sizeof(struct header)) {
        return false;
    }
    const struct header expected = header_of(buffer, size);
    return memcmp(buffer, &expected, sizeof expected) == 0;
}

/* ---- Taking --------------------------------------------------------------------------------------------------------- */

/* A stream that counts or writes changes nothing of the world. */
static size_t visit_all(const md2_world *world, struct stream stream)
{
    md2_world *visited = (md2_world *)world;
    stream.at = sizeof(struct header);
    md2_snapshot_visit_def(&stream, &visited->def);
    md2_snapshot_visit_state(&stream, visited);
    return stream.at;
}

size_t md2_world_snapshot_size(const md2_world *world)
{
    return visit_all(world, (struct stream){.mode = STREAM_COUNT});
}

md_status md2_world_snapshot(const md2_world *world, void *buffer, size_t capacity, size_t *size)
{
    if (size != NULL) {
        *size = 0;
    }
    if (world->stepping) { /* half a step is not in it */
        return MD_ERROR_BUSY;
    }
    const size_t needed = md2_world_snapshot_size(world);
    if (buffer == NULL || capacity < needed) {
        return MD_ERROR_SIZE;
    }
    visit_all(world, (struct stream){.mode = STREAM_WRITE, .to = buffer});
    md2_snapshot_seal(buffer, needed);
    if (size != NULL) {
        *size = needed;
    }
    return MD_OK;
}

/* ---- Making worlds -------------------------------------------------------------------------------------------------- */

/* The set of pairs of contacts, each of which is there once, and that of bodies which joints keep apart. */
static md_status find_pairs(md2_world *world)
{
    md_status status = MD_OK;
    for (int32_t n = 0; status == MD_OK && n < world->contacts.pool.count; ++n) {
        const int32_t *shape = contact_at(&world->contacts, n)->shape;
        status = md_pair_set_has(&world->broad_phase.pairs, shape[0], shape[1])
                     ? MD_ERROR_FORMAT
                     : md_pair_set_add(&world->broad_phase.pairs, &world->allocator, shape[0], shape[1]);
    }
    for (int32_t i = 0; status == MD_OK && i < world->joint_handles.count; ++i) {
        const struct joint *joint = &world->joints[i];
        if (md_handles_is_used(&world->joint_handles, i) && joint_forbids(&joint->def) &&
            !md_pair_set_has(&world->broad_phase.joined_pairs, joint->body[0], joint->body[1])) {
            status =
                md_pair_set_add(&world->broad_phase.joined_pairs, &world->allocator, joint->body[0], joint->body[1]);
        }
    }
    return status;
}

/* What follows from the rest. */
static void note_shapes_of_contacts(md2_world *world)
{
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        md2_contact_note_shapes(world, contact_at(&world->contacts, n));
    }
    world->awake.stale = true;
    world->awake.include_sleeping = true;
}

static md_status read_state(struct stream *stream, md2_world *world)
{
    md2_snapshot_visit_state(stream, world);
    if (stream->status == MD_OK && (stream->at != stream->end || !md2_snapshot_check(world))) {
        stream->status = MD_ERROR_FORMAT;
    }
    if (stream->status != MD_OK) {
        return stream->status;
    }
    note_shapes_of_contacts(world);
    return find_pairs(world);
}

/* A world of a buffer, with the allocator, the callbacks and the observer of `def`. */
static md_status make_world(const void *buffer, size_t size, md2_world_def def, md2_world **world)
{
    *world = NULL;
    if (!is_snapshot(buffer, size)) {
        return MD_ERROR_FORMAT;
    }
    struct stream stream = {.mode = STREAM_READ, .from = buffer, .at = sizeof(struct header), .end = size};
    md2_snapshot_visit_def(&stream, &def);
    if (stream.status != MD_OK) {
        return stream.status;
    }
    md2_world *made;
    md_status status = md2_world_create(&def, &made);
    if (status != MD_OK) {
        return status == MD_ERROR_ARGUMENT ? MD_ERROR_FORMAT : status;
    }
    status = read_state(&stream, made);
    if (status != MD_OK) {
        md2_world_destroy(made);
        return status;
    }
    *world = made;
    return MD_OK;
}

md_status md2_world_from_snapshot(const void *buffer, size_t size, const md_allocator *allocator,
                                  const md2_callbacks *callbacks, md2_world **world)
{
    md2_world_def def = md2_world_def_default();
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    if (callbacks != NULL) {
        def.callbacks = *callbacks;
    }
    return make_world(buffer, size, def, world);
}

md_status md2_world_restore(md2_world *world, const void *buffer, size_t size)
{
    if (world->stepping) {
        return MD_ERROR_BUSY;
    }
    md2_world *made;
    const md_status status = make_world(buffer, size, world->def, &made);
    if (status != MD_OK) {
        return status;
    }
    /* The two change places, each with its memory limit: nothing points to a world itself. */
    const md2_world before = *world;
    *world = *made;
    world->statistics = before.statistics;
    *made = before;
    md2_world_destroy(made);
    return MD_OK;
}
