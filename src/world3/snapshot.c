/* Writes snapshots and creates worlds from them: see snapshot.h and modulus/snapshot3.h. */
#include <modulus/snapshot3.h>

#include <string.h>

#include "engine/snapshot_header.h"
#include "world3/snapshot.h"

static const struct snapshot_format FORMAT = {.magic = {'M', 'D', '3', 'W', 'O', 'R', 'L', 'D'}, .version = 1};

void md3_snapshot_seal(void *buffer, size_t size)
{
    const struct snapshot_header header = snapshot_header_of(&FORMAT, buffer, size);
    memcpy(buffer, &header, sizeof header);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* A stream that counts or writes does not change the world. */
static size_t visit_all(const md3_world *world, struct stream stream)
{
    md3_world *visited = (md3_world *)world;
    stream.at = sizeof(struct snapshot_header);
    md3_snapshot_visit_def(&stream, &visited->def);
    md3_snapshot_visit_state(&stream, visited);
    return stream.at;
}

size_t md3_world_snapshot_size(const md3_world *world)
{
    return world != NULL ? visit_all(world, (struct stream){.mode = STREAM_COUNT}) : 0;
}

md_status md3_world_snapshot(const md3_world *world, void *buffer, size_t capacity, size_t *size)
{
    if (size != NULL) {
        *size = 0;
    }
    if (world == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    if (world->stepping) { /* a snapshot has no state of a step under way */
        return MD_ERROR_BUSY;
    }
    const size_t needed = md3_world_snapshot_size(world);
    if (buffer == NULL || capacity < needed) {
        return MD_ERROR_SIZE;
    }
    visit_all(world, (struct stream){.mode = STREAM_WRITE, .to = buffer});
    md3_snapshot_seal(buffer, needed);
    if (size != NULL) {
        *size = needed;
    }
    return MD_OK;
}

/* ---- Creating worlds --------------------------------------------------------------------------------------------- */

/* Fills the set of pairs that have a contact, each of which may have one only, and the set of bodies that joints keep
 * from colliding. */
static md_status fill_pair_sets(md3_world *world)
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
static void complete_contacts(md3_world *world)
{
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        md3_contact_copy_shapes(world, contact_at(&world->contacts, n));
    }
    world->awake.stale = true; /* sleeping contacts stay as they were, and continue like those of the saved world */
}

/* Computes the fields of bodies that follow from their shapes. */
static void complete_bodies(md3_world *world)
{
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i)) {
            md3_body_sum_shapes(world, &world->bodies[i]);
        }
    }
}

static md_status read_state(struct stream *stream, md3_world *world)
{
    md3_snapshot_visit_state(stream, world);
    if (stream->status == MD_OK && (stream->at != stream->end || !md3_snapshot_check(world))) {
        stream->status = MD_ERROR_FORMAT;
    }
    if (stream->status != MD_OK) {
        return stream->status;
    }
    complete_bodies(world);
    complete_contacts(world);
    return fill_pair_sets(world);
}

/* Creates a world from a snapshot, with the allocator and the callbacks of `def`. */
static md_status create_world(const void *buffer, size_t size, md3_world_def def, md3_world **world)
{
    if (world == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    *world = NULL;
    if (!snapshot_is_intact(&FORMAT, buffer, size)) {
        return MD_ERROR_FORMAT;
    }
    struct stream stream = {.mode = STREAM_READ, .from = buffer, .at = sizeof(struct snapshot_header), .end = size};
    md3_snapshot_visit_def(&stream, &def);
    if (stream.status != MD_OK) {
        return stream.status;
    }
    md3_world *created;
    md_status status = md3_world_create(&def, &created);
    if (status != MD_OK) {
        return status == MD_ERROR_ARGUMENT ? MD_ERROR_FORMAT : status;
    }
    status = read_state(&stream, created);
    if (status != MD_OK) {
        md3_world_destroy(created);
        return status;
    }
    *world = created;
    return MD_OK;
}

md_status md3_world_from_snapshot(const void *buffer, size_t size, const md_allocator *allocator,
                                  const md3_callbacks *callbacks, md3_world **world)
{
    md3_world_def def = md3_world_def_default();
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    if (callbacks != NULL) {
        def.callbacks = *callbacks;
    }
    return create_world(buffer, size, def, world);
}

md_status md3_world_restore(md3_world *world, const void *buffer, size_t size)
{
    md_status status = md3_world_to_change(world, __func__);
    if (status != MD_OK) {
        return status;
    }
    md3_world *created;
    status = create_world(buffer, size, world->def, &created);
    if (status != MD_OK) {
        return status == MD_ERROR_FORMAT ? md_fail(&world->last_error, status,
                                                   "%s: the bytes are not an intact snapshot of this version", __func__)
                                         : md3_note_failure(world, status, __func__);
    }
    /* Swap the two worlds with their memory limits: nothing points to a world itself. */
    const md3_world before = *world;
    *world = *created;
    world->statistics = before.statistics;
    world->last_error = before.last_error;
    *created = before;
    md3_world_destroy(created);
    return MD_OK;
}
