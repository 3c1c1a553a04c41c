/* Contacts: creating and removing them, and mixing the materials of their shapes. */
#include <assert.h>

#include "engine/mixing.h"
#include "geometry2/vec.h"
#include "world2/world.h"

static bool is_refused_by_callback(const md2_world *world, int32_t first, int32_t second)
{
    const md2_callbacks *callbacks = &world->def.callbacks;
    return callbacks->filter != NULL &&
           !callbacks->filter(callbacks->user, world, md2_shape_id_of(world, first), md2_shape_id_of(world, second));
}

/* ---- Mixing ------------------------------------------------------------------------------------------------------ */

static_assert((int)MD2_MIX_GEOMETRIC_MEAN == MIXING_GEOMETRIC_MEAN && (int)MD2_MIX_PRODUCT == MIXING_PRODUCT,
              "the rules are those of the engine");

static md_real mix(md2_mixing rule, mixing_function *function, void *user, md_real a, md_real b)
{
    return mix_coefficients((enum mixing_rule)rule, function, user, a, b);
}

/* The largest friction and belt speed of a contact: sums and products of two shapes may overflow. */
#define MAX_MIXED (MD_REAL_MAX / 4)

void md2_contact_mix(const md2_world *world, struct contact *contact)
{
    const md2_shape_def *a = &world->shapes[contact->shape[0]].def;
    const md2_shape_def *b = &world->shapes[contact->shape[1]].def;
    const md2_callbacks *callbacks = &world->def.callbacks;
    contact->friction = md_min(
        mix(world->def.friction_mixing, callbacks->mix_friction, callbacks->user, a->friction, b->friction), MAX_MIXED);
    contact->restitution = md_min(
        mix(world->def.restitution_mixing, callbacks->mix_restitution, callbacks->user, a->restitution, b->restitution),
        1);
    /* A belt moves clockwise: to the right of the outward normal of its shape. The contact normal is outward for the
     * first shape and inward for the second, so that the speed of the second relative to the first, to the left, is the
     * sum. */
    contact->surface_speed = md_clamp(a->surface_speed + b->surface_speed, -MAX_MIXED, MAX_MIXED);
}

/* ---- Creating and removing --------------------------------------------------------------------------------------- */

void md2_contact_copy_shapes(const md2_world *world, struct contact *contact)
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    contact->body[0] = a->body;
    contact->body[1] = b->body;
    contact->leaf[0] = a->leaf;
    contact->leaf[1] = b->leaf;
    contact->sensor = a->def.sensor;
    contact->solid = !contact->sensor && !contact->ignored;
    contact->circles = a->is_centered && b->is_centered;
    if (contact->circles) {
        contact->of.radius[0] = a->radius;
        contact->of.radius[1] = b->radius;
    }
}

static md_status reserve_contact(md2_world *world)
{
    struct contacts *contacts = &world->contacts;
    md_status status = md_array_reserve(&world->allocator, (void **)&contacts->at, &contacts->capacity,
                                        (size_t)contacts->pool.used + 1, sizeof *contacts->at);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &contacts->pool.order, (size_t)contacts->pool.count + 1);
    }
    return status == MD_OK ? md_awake_set_reserve_contact(&world->awake, &world->allocator) : status;
}

md_status md2_contact_add(md2_world *world, int32_t first, int32_t second)
{
    if (world->contacts.pool.count >= world->def.max_contacts) {
        return MD_ERROR_SIZE;
    }
    md_status status = reserve_contact(world);
    if (status == MD_OK) {
        status = md_pair_set_add(&world->broad_phase.pairs, &world->allocator, first, second);
    }
    if (status != MD_OK) {
        return status;
    }
    /* A sensor is the first shape of its contact, and so is a chain segment. */
    const bool swap =
        world->shapes[second].def.sensor || (world->shapes[second].is_segment && !world->shapes[first].def.sensor);
    const int32_t shape[2] = {swap ? second : first, swap ? first : second};
    const int32_t record = contact_pool_take(&world->contacts.pool);
    struct contact *contact = &world->contacts.at[record];
    *contact = (struct contact){.shape = {shape[0], shape[1]}, .row = {-1, -1}};
    contact->ignored = is_refused_by_callback(world, shape[0], shape[1]);
    md2_contact_copy_shapes(world, contact);
    md2_contact_mix(world, contact);
    awake_set_add_contact(&world->awake, record, contact->body, contact_points_with_rows(contact));
    return MD_OK;
}

md_status md2_contact_take(md2_world *world, const int32_t shape[2], int32_t *record)
{
    md_status status = reserve_contact(world);
    if (status == MD_OK) {
        status = md_pair_set_add(&world->broad_phase.pairs, &world->allocator, shape[0], shape[1]);
    }
    if (status == MD_OK) {
        *record = contact_pool_take(&world->contacts.pool);
        world->contacts.at[*record] = (struct contact){.shape = {shape[0], shape[1]}, .row = {-1, -1}};
    }
    return status;
}

void md2_contact_drop(md2_world *world, const struct contact *contact)
{
    md_pair_set_remove(&world->broad_phase.pairs, contact->shape[0], contact->shape[1]);
    md2_contact_emit_end(world, contact);
}

void md2_contacts_compact(md2_world *world)
{
    struct contacts *contacts = &world->contacts;
    for (int32_t n = 0; n < contacts->pool.count; ++n) {
        const int32_t from = contact_pool_source(&contacts->pool, n);
        if (from != n) {
            const struct contact other = contacts->at[n]; /* of a hole, if records ascend */
            contacts->at[n] = contacts->at[from];
            contacts->at[from] = other;
        }
    }
    md_contact_pool_renumber(&contacts->pool, world->awake.contacts.at, world->awake.contact_count);
    world->awake.changed = true;
}

/* Whether a contact concerns a shape, a chain, a body or two bodies, by index. */
typedef bool contact_match(const md2_world *world, const struct contact *contact, int32_t a, int32_t b);

/* Removes contacts between steps and wakes the bodies that touched. */
static void remove_if(md2_world *world, contact_match *matches, int32_t a, int32_t b)
{
    int32_t *order = world->contacts.pool.order.at;
    int32_t kept = 0;
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        const struct contact *contact = &world->contacts.at[order[n]];
        if (!matches(world, contact, a, b)) {
            order[kept++] = order[n];
            continue;
        }
        md2_contact_drop(world, contact);
        if (contact->touching && !contact->sensor) {
            md2_body_wake(world, contact->body[0]);
            md2_body_wake(world, contact->body[1]);
        }
    }
    world->awake.stale = world->awake.stale || kept != world->contacts.pool.count;
    world->contacts.pool.count = kept;
}

static bool is_of_shape(const md2_world *world, const struct contact *contact, int32_t shape, int32_t unused)
{
    (void)world;
    (void)unused;
    return contact->shape[0] == shape || contact->shape[1] == shape;
}

static bool is_of_chain(const md2_world *world, const struct contact *contact, int32_t chain, int32_t unused)
{
    (void)unused;
    return world->shapes[contact->shape[0]].chain == chain || world->shapes[contact->shape[1]].chain == chain;
}

static bool is_of_body(const md2_world *world, const struct contact *contact, int32_t body, int32_t unused)
{
    (void)world;
    (void)unused;
    return contact->body[0] == body || contact->body[1] == body;
}

void md2_contacts_remove_of_shape(md2_world *world, int32_t shape)
{
    remove_if(world, is_of_shape, shape, -1);
}

void md2_contacts_remove_of_chain(md2_world *world, int32_t chain)
{
    remove_if(world, is_of_chain, chain, -1);
}

static bool is_between_bodies(const md2_world *world, const struct contact *contact, int32_t a, int32_t b)
{
    (void)world;
    return !contact->sensor &&
           ((contact->body[0] == a && contact->body[1] == b) || (contact->body[0] == b && contact->body[1] == a));
}

void md2_contacts_remove_between(md2_world *world, int32_t body_a, int32_t body_b)
{
    remove_if(world, is_between_bodies, body_a, body_b);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static md2_contact_info info_of(const md2_world *world, const struct contact *contact)
{
    md2_contact_info info = {.manifold = contact->manifold,
                             .sensor = contact->sensor,
                             .touching = contact->touching,
                             .friction = contact->friction,
                             .restitution = contact->restitution};
    for (int side = 0; side < 2; ++side) {
        info.shape[side] = md2_shape_id_of(world, contact->shape[side]);
    }
    for (int k = 0; k < contact->manifold.count; ++k) {
        info.normal_impulse[k] = contact->cache[k].normal.lambda;
        info.tangent_impulse[k] = contact->cache[k].tangent.lambda;
    }
    return info;
}

md_status md2_world_contact(const md2_world *world, int32_t place, md2_contact_info *info)
{
    if (world == NULL || info == NULL || place < 0 || place >= world->contacts.pool.count) {
        return MD_ERROR_ARGUMENT;
    }
    *info = info_of(world, contact_at(&world->contacts, place));
    return MD_OK;
}

/* Writes the first contacts that match, and returns the number of all. */
static int32_t list_contacts(const md2_world *world, contact_match *matches, int32_t index, md2_contact_info *contacts,
                             int32_t capacity)
{
    int32_t count = 0;
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        const struct contact *contact = contact_at(&world->contacts, n);
        if (matches(world, contact, index, -1)) {
            if (count < capacity && contacts != NULL) {
                contacts[count] = info_of(world, contact);
            }
            ++count;
        }
    }
    return count;
}

int32_t md2_body_contacts(const md2_world *world, md2_body_id body, md2_contact_info *contacts, int32_t capacity)
{
    return md2_body_is_valid(world, body) ? list_contacts(world, is_of_body, body.index, contacts, capacity) : 0;
}

int32_t md2_shape_contacts(const md2_world *world, md2_shape_id shape, md2_contact_info *contacts, int32_t capacity)
{
    return md2_shape_is_valid(world, shape) ? list_contacts(world, is_of_shape, shape.index, contacts, capacity) : 0;
}
