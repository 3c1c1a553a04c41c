/* Writes snapshots of a world and creates worlds from them (snapshot_header.h, stream.h, dimension.h).
 *
 * The including file defines
 *
 *     static const struct snapshot_format FORMAT
 *     bool rebuild_own_parts(WORLD *world)     rebuilds what only worlds of its dimension have; false if the bytes that were
 *                                              read do not fit together
 */
#include <string.h>

#include "engine/dimension.h"
#include "engine/snapshot_header.h"

typedef MD_(world_def) world_def;
typedef MD_(callbacks) world_callbacks;

void MD_(snapshot_seal)(void *buffer, size_t size)
{
    const struct snapshot_header header = snapshot_header_of(&FORMAT, buffer, size);
    memcpy(buffer, &header, sizeof header);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* A stream that counts or writes does not change the world. */
static size_t visit_all(const WORLD *world, struct stream stream)
{
    WORLD *visited = (WORLD *)world;
    stream.at = sizeof(struct snapshot_header);
    MD_(snapshot_visit_def)(&stream, &visited->def);
    MD_(snapshot_visit_state)(&stream, visited);
    return stream.at;
}

size_t MD_(world_snapshot_size)(const WORLD *world)
{
    return world != NULL ? visit_all(world, (struct stream){.mode = STREAM_COUNT}) : 0;
}

md_status MD_(world_snapshot)(const WORLD *world, void *buffer, size_t capacity, size_t *size)
{
    if (size != NULL) {
        *size = 0;
    }
    if (world == NULL || world->share != NULL) { /* a share is united first */
        return MD_ERROR_ARGUMENT;
    }
    if (world->stepping) { /* a snapshot has no state of a step under way */
        return MD_ERROR_BUSY;
    }
    const size_t needed = MD_(world_snapshot_size)(world);
    if (buffer == NULL || capacity < needed) {
        return MD_ERROR_SIZE;
    }
    visit_all(world, (struct stream){.mode = STREAM_WRITE, .to = buffer});
    MD_(snapshot_seal)(buffer, needed);
    if (size != NULL) {
        *size = needed;
    }
    return MD_OK;
}

/* ---- Creating worlds --------------------------------------------------------------------------------------------- */

/* Fills the set of pairs that have a contact, each of which may have one only, and the set of bodies that joints keep
 * from colliding. */
static md_status fill_pair_sets(WORLD *world)
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

/* Computes the fields of contacts that follow from their shapes. */
static void complete_contacts(WORLD *world)
{
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        MD_(contact_copy_shapes)(world, contact_at(&world->contacts, n));
    }
    world->contacts.pool.is_sorted = world->def.partitions > 0;
    world->division.has_unsorted = world->narrow_phase.stale; /* a search for pairs may have failed */
    world->awake.stale = true; /* sleeping contacts stay as they were, and continue like those of the saved world */
}

/* Computes the fields of bodies that follow from their shapes. */
static void complete_bodies(WORLD *world)
{
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i)) {
            MD_(body_sum_shapes)(world, &world->bodies[i]);
        }
    }
}

static md_status read_state(struct stream *stream, WORLD *world)
{
    MD_(snapshot_visit_state)(stream, world);
    if (stream->status == MD_OK && (stream->at != stream->end || !MD_(snapshot_check)(world))) {
        stream->status = MD_ERROR_FORMAT;
    }
    if (stream->status != MD_OK) {
        return stream->status;
    }
    if (!rebuild_own_parts(world)) {
        return MD_ERROR_FORMAT;
    }
    complete_bodies(world);
    complete_contacts(world);
    return fill_pair_sets(world);
}

/* Creates a world from a snapshot, with the allocator and the callbacks of `def`. */
static md_status create_world(const void *buffer, size_t size, world_def def, WORLD **world)
{
    if (world == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    *world = NULL;
    if (!snapshot_is_intact(&FORMAT, buffer, size)) {
        return MD_ERROR_FORMAT;
    }
    struct stream stream = {.mode = STREAM_READ, .from = buffer, .at = sizeof(struct snapshot_header), .end = size};
    MD_(snapshot_visit_def)(&stream, &def);
    if (stream.status != MD_OK) {
        return stream.status;
    }
    WORLD *created;
    md_status status = MD_(world_create)(&def, &created);
    if (status != MD_OK) {
        return status == MD_ERROR_ARGUMENT ? MD_ERROR_FORMAT : status;
    }
    status = read_state(&stream, created);
    if (status != MD_OK) {
        MD_(world_destroy)(created);
        return status;
    }
    *world = created;
    return MD_OK;
}

md_status MD_(world_from_snapshot)(const void *buffer, size_t size, const md_allocator *allocator,
                                   const world_callbacks *callbacks, WORLD **world)
{
    world_def def = MD_(world_def_default)();
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    if (callbacks != NULL) {
        def.callbacks = *callbacks;
    }
    return create_world(buffer, size, def, world);
}

md_status MD_(world_restore)(WORLD *world, const void *buffer, size_t size)
{
    md_status status = MD_(world_to_build)(world, __func__);
    if (status != MD_OK) {
        return status;
    }
    WORLD *created;
    status = create_world(buffer, size, world->def, &created);
    if (status != MD_OK) {
        return status == MD_ERROR_FORMAT ? md_fail(&world->last_error, status,
                                                   "%s: the bytes are not an intact snapshot of this version", __func__)
                                         : MD_(note_failure)(world, status, __func__);
    }
    /* Swap the two worlds with their memory limits: nothing points to a world itself. */
    const WORLD before = *world;
    *world = *created;
    world->statistics = before.statistics;
    world->last_error = before.last_error;
    *created = before;
    MD_(world_destroy)(created);
    return MD_OK;
}
