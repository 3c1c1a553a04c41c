/* Bodies and contacts as bytes that one rank gives and another one takes (share.h, dimension.h). They are those of a snapshot, with
 * the numbers by which all ranks know bodies and shapes, and with the leaves of shapes in the tree.
 *
 *     message     number of bodies, number of contacts; the bodies with their shapes; the contacts, each with its size in front
 *
 * The including file defines
 *
 *     struct extent extent_of_box(box box, int32_t axis)
 *     void visit_box(struct stream *stream, box *box)
 */
#include <string.h>

#include "engine/dimension.h"
#include "engine/stream.h"

typedef MD_(box) shape_box;

/* ---- Bodies as bytes ------------------------------------------------------------------------------------------------ */

/* Appends what a function visits. */
md_status MD_(share_append)(WORLD *world, struct byte_buffer *bytes, MD_(share_visit) * visit, int32_t index)
{
    struct stream stream = {.mode = STREAM_COUNT};
    visit(&stream, world, index);
    const md_status status = bytes_reserve(&world->allocator, bytes, bytes->size + stream.at);
    if (status == MD_OK) {
        stream = (struct stream){.mode = STREAM_WRITE, .to = bytes->at + bytes->size};
        visit(&stream, world, index);
        bytes->size += stream.at;
    }
    return status;
}

void MD_(share_visit_leaf)(struct stream *s, WORLD *world, int32_t shape, shape_box *box)
{
    if (s->mode != STREAM_READ) {
        *box = MD_(tree_leaf_box)(&world->broad_phase.tree, world->shapes[shape].leaf);
    }
    visit_box(s, box);
}

static int32_t shapes_of(const WORLD *world, int32_t body)
{
    int32_t count = 0;
    for (int32_t i = world->bodies[body].first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        ++count;
    }
    return count;
}

/* A body with everything that another rank needs to have it. Only for writing. */
static void visit_whole_body(struct stream *s, WORLD *world, int32_t index)
{
    int32_t number = world->share == NULL ? index : world->share->body_number.at[index];
    int32_t shapes = shapes_of(world, index);
    visit_int(s, &number);
    visit_int(s, &shapes);
    MD_(snapshot_visit_body)(s, world, index);
    for (int32_t i = world->bodies[index].first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        struct shape shape = world->shapes[i];
        int32_t shape_number = share_shape_number(world->share, i);
        bool has_leaf = shape.leaf != MD_TREE_NONE;
        shape_box box = {0};
        visit_int(s, &shape_number);
        MD_(snapshot_visit_shape)(s, world, &shape);
        visit_bool(s, &has_leaf);
        if (has_leaf) {
            MD_(share_visit_leaf)(s, world, i, &box);
        }
    }
}

/* A contact with its size in front, so that a rank that has it already can skip it. Only for writing. */
static void visit_whole_contact(struct stream *s, WORLD *world, int32_t record)
{
    struct contact *contact = &world->contacts.at[record];
    struct stream counted = {.mode = STREAM_COUNT};
    MD_(snapshot_visit_contact)(&counted, world, contact);
    int32_t size = (int32_t)counted.at;
    visit_int(s, &size);
    for (int side = 0; side < 2; ++side) {
        int32_t number = share_shape_number(world->share, contact->shape[side]);
        visit_int(s, &number);
    }
    MD_(snapshot_visit_contact)(s, world, contact);
}

/* ---- Taking bodies -------------------------------------------------------------------------------------------------- */

/* Slots of what comes from another rank. A united world has them where the numbers say. */
static md_status take_slot(WORLD *world, struct handle_pool *pool, int32_t limit, int32_t number, int32_t *slot)
{
    if (world->share == NULL) {
        *slot = number;
        return number >= 0 && number < pool->count && md_handles_is_used(pool, number) ? MD_OK : MD_ERROR_FORMAT;
    }
    return md_handles_allocate(pool, &world->allocator, limit, slot);
}

static md_status reserve_body(WORLD *world, int32_t slot)
{
    struct share *share = world->share;
    const md_allocator *allocator = &world->allocator;
    const size_t count = (size_t)slot + 1;
    md_status status =
        md_array_reserve(allocator, (void **)&world->bodies, &world->body_capacity, count, sizeof *world->bodies);
    if (status == MD_OK) {
        status = reals_reserve(allocator, &world->sleep_timers, count);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &world->division.strip, count);
    }
    if (status == MD_OK && share != NULL) {
        status = indices_reserve(allocator, &share->owner, count);
    }
    if (status == MD_OK && share != NULL) {
        status = indices_reserve(allocator, &share->body_number, count);
    }
    if (status == MD_OK && share != NULL) {
        status = md_array_reserve(allocator, (void **)&share->body_extents, &share->body_extent_capacity, count,
                                  sizeof *share->body_extents);
    }
    return status;
}

static md_status reserve_shape(WORLD *world, int32_t slot)
{
    struct share *share = world->share;
    const size_t count = (size_t)slot + 1;
    const md_status status = md_array_reserve(&world->allocator, (void **)&world->shapes, &world->shape_capacity, count,
                                              sizeof *world->shapes);
    return status == MD_OK && share != NULL ? indices_reserve(&world->allocator, &share->shape_number, count) : status;
}

static void link_shape(WORLD *world, int32_t body, int32_t slot)
{
    struct body *owner = &world->bodies[body];
    world->shapes[slot].body = body;
    world->shapes[slot].next_of_body = -1;
    *(owner->last_shape >= 0 ? &world->shapes[owner->last_shape].next_of_body : &owner->first_shape) = slot;
    owner->last_shape = slot;
}

/* Reads a shape of a body, and puts it into the tree. */
static md_status take_shape(struct stream *s, WORLD *world, int32_t body)
{
    int32_t number = -1, slot = -1;
    bool has_leaf = false;
    visit_int(s, &number);
    md_status status = take_slot(world, &world->shape_handles, world->def.max_shapes, number, &slot);
    if (status == MD_OK) {
        status = reserve_shape(world, slot);
    }
    if (status != MD_OK) {
        return status;
    }
    struct shape *shape = &world->shapes[slot];
    *shape = (struct shape){.body = body};
    MD_(snapshot_visit_shape)(s, world, shape);
    link_shape(world, body, slot);
    shape->leaf = MD_TREE_NONE;
    visit_bool(s, &has_leaf);
    if (s->status == MD_OK && has_leaf) {
        shape_box box = {0};
        MD_(share_visit_leaf)(s, world, slot, &box);
        s->status = MD_(tree_insert)(&world->broad_phase.tree, box, slot, shape->def.category, &shape->leaf);
    }
    if (s->status != MD_OK || world->share == NULL) {
        return s->status;
    }
    shape->searches = shape->searches || share_is_ghost(world->share, body);
    world->share->shape_number.at[slot] = number;
    return md_number_list_add(&world->share->shapes, &world->allocator, number, slot);
}

/* The rank that owns a body by its strip. */
int32_t MD_(share_owner_of)(const WORLD *world, int32_t body)
{
    const struct body *at = &world->bodies[body];
    return at->type == MD_CONSTANT(DYNAMIC) && at->enabled ? world->share->strip_rank.at[world->division.strip.at[body]]
                                                           : ON_EVERY_RANK;
}

/* Reads a body with its shapes. */
static md_status take_body(struct stream *s, WORLD *world)
{
    int32_t number = -1, slot = -1, shapes = 0;
    visit_int(s, &number);
    visit_int(s, &shapes);
    md_status status = take_slot(world, &world->body_handles, world->def.max_bodies, number, &slot);
    if (status == MD_OK) {
        status = reserve_body(world, slot);
    }
    if (status != MD_OK) {
        return status;
    }
    struct body *body = &world->bodies[slot];
    *body = (struct body){.first_shape = -1};
    MD_(snapshot_visit_body)(s, world, slot);
    body->first_shape = body->last_shape = body->first_joint = -1;
    if (s->status == MD_OK && world->share != NULL) {
        MD_(division_find_strip)(world, slot);
        world->share->body_number.at[slot] = number;
        world->share->owner.at[slot] = MD_(share_owner_of)(world, slot);
        world->share->report.arrived += share_owns(world->share, slot);
        s->status = md_number_list_add(&world->share->bodies, &world->allocator, number, slot);
    }
    for (int32_t k = 0; s->status == MD_OK && k < shapes; ++k) {
        s->status = take_shape(s, world, slot);
    }
    if (s->status == MD_OK) {
        MD_(body_sum_shapes)(world, &world->bodies[slot]);
    }
    if (s->status == MD_OK && world->share != NULL) {
        world->share->body_extents[slot] = MD_(share_extent_of)(world, slot);
    }
    return s->status;
}

static int32_t shape_of_number(const WORLD *world, int32_t number)
{
    if (world->share != NULL) {
        return md_number_list_find(&world->share->shapes, number);
    }
    return number >= 0 && number < world->shape_handles.count && md_handles_is_used(&world->shape_handles, number)
               ? number
               : -1;
}

/* Adds a contact to the awake set; the set is rebuilt if the contact sleeps. */
static void list_contact(WORLD *world, int32_t record)
{
    const struct contact *contact = &world->contacts.at[record];
    if (world->bodies[contact->body[0]].awake || world->bodies[contact->body[1]].awake) {
        awake_set_add_contact(&world->awake, record, contact->body, contact_points_with_rows(contact));
    } else {
        world->awake.stale = true;
    }
}

/* Reads a contact, unless it is here already or one of its shapes is not. */
static md_status take_contact(struct stream *s, WORLD *world)
{
    int32_t size = 0, number[2] = {-1, -1}, shape[2];
    visit_int(s, &size);
    for (int side = 0; side < 2; ++side) {
        visit_int(s, &number[side]);
        shape[side] = shape_of_number(world, number[side]);
    }
    if (shape[0] < 0 || shape[1] < 0 || md_pair_set_has(&world->broad_phase.pairs, shape[0], shape[1])) {
        s->at += (size_t)size;
        return s->status;
    }
    int32_t record = -1;
    const md_status status = MD_(contact_take)(world, shape, &record);
    if (status == MD_OK) {
        MD_(snapshot_visit_contact)(s, world, &world->contacts.at[record]);
        MD_(contact_copy_shapes)(world, &world->contacts.at[record]);
        list_contact(world, record);
    }
    return status == MD_OK ? s->status : status;
}

/* Reads the bodies of a message. `at` gets the place of its contacts. */
md_status MD_(share_take_bodies)(WORLD *world, const struct byte_buffer *bytes, size_t *at)
{
    struct stream s = {.mode = STREAM_READ, .from = bytes->at, .end = bytes->size};
    int32_t bodies = 0, contacts = 0;
    visit_int(&s, &bodies);
    visit_int(&s, &contacts);
    for (int32_t k = 0; s.status == MD_OK && k < bodies; ++k) {
        s.status = take_body(&s, world);
    }
    *at = s.at;
    return s.status;
}

/* Reads the contacts of a message, whose bodies are here. */
md_status MD_(share_take_contacts)(WORLD *world, const struct byte_buffer *bytes, size_t at)
{
    struct stream s = {.mode = STREAM_READ, .from = bytes->at, .at = at, .end = bytes->size};
    int32_t contacts = 0;
    memcpy(&contacts, bytes->at + sizeof contacts, sizeof contacts);
    for (int32_t k = 0; s.status == MD_OK && k < contacts; ++k) {
        s.status = take_contact(&s, world);
    }
    refuse_unless(&s, s.at == s.end);
    return s.status;
}

md_status MD_(share_take)(WORLD *world, const struct byte_buffer *bytes)
{
    const int32_t sorted = world->contacts.pool.count;
    size_t at = 0;
    md_status status = MD_(share_take_bodies)(world, bytes, &at);
    if (status == MD_OK) {
        status = MD_(share_take_contacts)(world, bytes, at);
    }
    world->awake.stale = true;
    return status == MD_OK ? MD_(contacts_sort)(world, sorted) : status;
}

/* ---- Giving bodies -------------------------------------------------------------------------------------------------- */

/* The counts of bodies and contacts come first in a message. */
md_status MD_(share_begin_message)(WORLD *world, struct byte_buffer *bytes)
{
    bytes->size = 2 * sizeof(int32_t);
    const md_status status = bytes_reserve(&world->allocator, bytes, bytes->size);
    if (status == MD_OK) {
        memset(bytes->at, 0, bytes->size);
    }
    return status;
}

static void count_in_message(struct byte_buffer *bytes, int which)
{
    int32_t count;
    memcpy(&count, bytes->at + (size_t)which * sizeof count, sizeof count);
    ++count;
    memcpy(bytes->at + (size_t)which * sizeof count, &count, sizeof count);
}

md_status MD_(share_give_body)(WORLD *world, struct byte_buffer *bytes, int32_t body)
{
    count_in_message(bytes, 0);
    return MD_(share_append)(world, bytes, visit_whole_body, body);
}

md_status MD_(share_give_contact)(WORLD *world, struct byte_buffer *bytes, int32_t record)
{
    count_in_message(bytes, 1);
    return MD_(share_append)(world, bytes, visit_whole_contact, record);
}

/* A body without shapes has a range too, so that it gets to the rank that owns its strip. */
struct extent MD_(share_extent_of)(const WORLD *world, int32_t body)
{
    const double center = (double)MD_(division_coordinate)(world, body);
    struct extent extent = {center, center};
    for (int32_t i = world->bodies[body].first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        if (world->shapes[i].leaf != MD_TREE_NONE) {
            const struct extent leaf = extent_of_box(
                MD_(tree_leaf_box)(&world->broad_phase.tree, world->shapes[i].leaf), world->division.strips.axis);
            extent.low = fmin(extent.low, leaf.low);
            extent.high = fmax(extent.high, leaf.high);
        }
    }
    return extent;
}

md_status MD_(share_give)(WORLD *whole, const struct extent *extents, const int32_t *owner, int32_t rank,
                          struct byte_buffer *bytes)
{
    md_status status = MD_(share_begin_message)(whole, bytes);
    for (int32_t i = 0; status == MD_OK && i < whole->body_handles.count; ++i) {
        if (md_handles_is_used(&whole->body_handles, i) &&
            share_needs(owner[i], MD_(share_extent_of)(whole, i), rank, extents[rank])) {
            status = MD_(share_give_body)(whole, bytes, i);
        }
    }
    for (int32_t n = 0; status == MD_OK && n < whole->contacts.pool.count; ++n) {
        const int32_t *body = contact_at(&whole->contacts, n)->body;
        if (owner[body[0]] == rank || owner[body[1]] == rank ||
            (owner[body[0]] == ON_EVERY_RANK && owner[body[1]] == ON_EVERY_RANK)) {
            status = MD_(share_give_contact)(whole, bytes, whole->contacts.pool.order.at[n]);
        }
    }
    return status;
}

md_status MD_(share_give_own)(WORLD *world, bool with_contacts, struct byte_buffer *bytes)
{
    const struct share *share = world->share;
    const int32_t rank = share->communicator->rank;
    md_status status = MD_(share_begin_message)(world, bytes);
    for (int32_t n = 0; status == MD_OK && n < share->bodies.count; ++n) {
        const int32_t i = share->bodies.at[n].slot;
        if (share->owner.at[i] == rank || (share->owner.at[i] == ON_EVERY_RANK && rank == 0)) {
            status = MD_(share_give_body)(world, bytes, i);
        }
    }
    for (int32_t n = 0; status == MD_OK && with_contacts && n < world->contacts.pool.count; ++n) {
        const int32_t *body = contact_at(&world->contacts, n)->body;
        const int32_t a = share->owner.at[body[0]], b = share->owner.at[body[1]];
        const int32_t last = a > b ? a : b; /* ranks give their bodies in their order: then both are there */
        if (last == rank || (last == ON_EVERY_RANK && rank == 0)) {
            status = MD_(share_give_contact)(world, bytes, world->contacts.pool.order.at[n]);
        }
    }
    return status;
}
