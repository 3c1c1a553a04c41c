/* Contacts: of what, how their shapes touch, and what is remembered of it. */
#include <string.h>

#include "geometry2/vec.h"
#include "world2/world.h"

static bool filter_says_no(const md2_world *world, int32_t first, int32_t second)
{
    const md2_callbacks *callbacks = &world->def.callbacks;
    return callbacks->filter != NULL &&
           !callbacks->filter(callbacks->user, world, md2_shape_id_of(world, first), md2_shape_id_of(world, second));
}

/* ---- Mixing --------------------------------------------------------------------------------------------------------- */

static md_real mixed(md2_mixing rule, md_real (*function)(void *, md_real, md_real), void *user, md_real a, md_real b)
{
    if (function != NULL) {
        const md_real value = function(user, a, b);
        return value >= 0 && isfinite(value) ? value : 0;
    }
    switch (rule) {
    case MD2_MIX_GEOMETRIC_MEAN: return md_sqrt(a * b);
    case MD2_MIX_MEAN: return (a + b) / 2;
    case MD2_MIX_MIN: return md_min(a, b);
    case MD2_MIX_MAX: return md_max(a, b);
    case MD2_MIX_PRODUCT: return a * b;
    }
    return 0;
}

void md2_contact_mix(const md2_world *world, struct contact *contact)
{
    const md2_shape_def *a = &world->shapes[contact->shape[0]].def;
    const md2_shape_def *b = &world->shapes[contact->shape[1]].def;
    const md2_callbacks *callbacks = &world->def.callbacks;
    contact->friction =
        mixed(world->def.friction_mixing, callbacks->mix_friction, callbacks->user, a->friction, b->friction);
    contact->restitution = md_min(mixed(world->def.restitution_mixing, callbacks->mix_restitution, callbacks->user,
                                        a->restitution, b->restitution),
                                  1);
    /* A belt runs clockwise: to the right of its outward normal. The normal is outward for the first shape, inward for the second;
     * both speeds count to the left of it. */
    contact->surface_speed = a->surface_speed + b->surface_speed;
}

/* ---- Adding and dropping -------------------------------------------------------------------------------------------- */

md_status md2_contact_add(md2_world *world, int32_t first, int32_t second)
{
    if (world->contact_count >= world->def.max_contacts) {
        return MD_ERROR_SIZE;
    }
    md_status status = md_block_reserve(&world->allocator, (void **)&world->contacts, &world->contact_capacity,
                                        (size_t)world->contact_count + 1, sizeof *world->contacts);
    if (status == MD_OK) {
        status = md2_active_reserve_contact(world);
    }
    if (status == MD_OK) {
        status = md_pairs_add(&world->pairs, &world->allocator, first, second);
    }
    if (status != MD_OK) {
        return status;
    }
    /* Of a sensor and a visitor the sensor is the first, of a chain and a hull the chain. */
    const bool swap =
        world->shapes[second].def.sensor || (world->shapes[second].is_segment && !world->shapes[first].def.sensor);
    const int32_t shape[2] = {swap ? second : first, swap ? first : second};
    md2_active_add_contact(world, world->contact_count);
    struct contact *contact = &world->contacts[world->contact_count++];
    *contact = (struct contact){.shape = {shape[0], shape[1]},
                                .body = {world->shapes[shape[0]].body, world->shapes[shape[1]].body},
                                .sensor = world->shapes[shape[0]].def.sensor,
                                .ignored = filter_says_no(world, shape[0], shape[1]),
                                .first_row = -1};
    md2_contact_mix(world, contact);
    return MD_OK;
}

/* Takes out the contacts that are marked, each of which is active. Keeps the order of those that stay: the order of rows decides the
 * bits. */
static void remove_dropped(md2_world *world)
{
    struct contact *contacts = world->contacts;
    int32_t *list = world->active.contacts.at;
    int32_t kept = 0;
    int32_t gone = 0;
    int32_t from = 0; /* where the run of contacts that stay begins */
    for (int32_t n = 0; n < world->active.contact_count; ++n) {
        const int32_t i = list[n];
        if (!contacts[i].dropped) {
            list[kept++] = i - gone;
            continue;
        }
        if (gone > 0) {
            memmove(&contacts[from - gone], &contacts[from], (size_t)(i - from) * sizeof *contacts);
        }
        from = i + 1;
        ++gone;
    }
    memmove(&contacts[from - gone], &contacts[from], (size_t)(world->contact_count - from) * sizeof *contacts);
    world->active.contact_count = kept;
    world->contact_count -= gone;
}

static void drop(md2_world *world, struct contact *contact)
{
    md_pairs_remove(&world->pairs, contact->shape[0], contact->shape[1]);
    md2_contact_tell_end(world, contact);
    contact->dropped = true;
}

/* Between steps, where something was changed: what touched it wakes. */
static void forget(md2_world *world, bool (*goes)(const struct contact *contact, int32_t a, int32_t b), int32_t a,
                   int32_t b)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < world->contact_count; ++i) {
        struct contact *contact = &world->contacts[i];
        if (!goes(contact, a, b)) {
            if (kept != i) {
                world->contacts[kept] = *contact;
            }
            ++kept;
            continue;
        }
        drop(world, contact);
        if (contact->touching && !contact->sensor) {
            md2_body_wake(world, contact->body[0]);
            md2_body_wake(world, contact->body[1]);
        }
    }
    world->active.changed = world->active.changed || kept != world->contact_count;
    world->contact_count = kept;
}

static bool is_of_shape(const struct contact *contact, int32_t shape, int32_t unused)
{
    (void)unused;
    return contact->shape[0] == shape || contact->shape[1] == shape;
}

void md2_contacts_forget_shape(md2_world *world, int32_t shape)
{
    forget(world, is_of_shape, shape, -1);
}

static bool is_between_bodies(const struct contact *contact, int32_t a, int32_t b)
{
    return !contact->sensor &&
           ((contact->body[0] == a && contact->body[1] == b) || (contact->body[0] == b && contact->body[1] == a));
}

void md2_contacts_forget_pair(md2_world *world, int32_t body_a, int32_t body_b)
{
    forget(world, is_between_bodies, body_a, body_b);
}

/* Whether the boxes of two shapes, one of which has changed since this was asked last, are apart. What bore an impulse in this step is
 * held until that is told. */
static bool is_far_apart(const md2_world *world, struct contact *contact)
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    const uint32_t now = world->contact_updates;
    if (!world->active.everything && !contact->held && a->moved_at != now && b->moved_at != now) {
        return false;
    }
    const bool apart = !box_overlaps(md2_tree_box(&world->tree, a->leaf), md2_tree_box(&world->tree, b->leaf));
    contact->held = apart && contact->hit_impulse > 0;
    return apart && !contact->held;
}

/* ---- Manifolds ------------------------------------------------------------------------------------------------------ */

/* A point whose id was there before starts from what it carried then. */
static void remember(struct contact *contact, int32_t count_before, const uint32_t id_before[2])
{
    const md2_manifold *manifold = &contact->manifold;
    if (manifold->count == count_before && manifold->point[0].id == id_before[0] &&
        (manifold->count < 2 || manifold->point[1].id == id_before[1])) {
        return;
    }
    const struct contact_memory old[2] = {contact->memory[0], contact->memory[1]};
    for (int k = 0; k < manifold->count; ++k) {
        contact->memory[k] = (struct contact_memory){.bounce = 0};
        for (int j = 0; j < count_before; ++j) {
            if (id_before[j] == manifold->point[k].id) {
                contact->memory[k] = old[j];
            }
        }
    }
}

static void collide(const md2_world *world, struct contact *contact)
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    const md2_transform at_a = body_transform(&world->bodies[contact->body[0]]);
    const md2_transform at_b = body_transform(&world->bodies[contact->body[1]]);
    const md_real margin = contact->sensor ? 0 : world->def.margin;
    if (a->is_circle && b->is_circle) {
        circles_collide(&contact->manifold, circle_at(a->hull.point[0], a->radius, at_a),
                        circle_at(b->hull.point[0], b->radius, at_b), margin);
    } else if (a->is_segment && !contact->sensor) {
        contact->manifold = md2_chain_collide(&a->segment, at_a, &b->hull, at_b, margin);
    } else {
        md2_hulls_collide(&contact->manifold, &a->hull, at_a, &b->hull, at_b, margin, a->spread + b->spread,
                          &contact->touch);
    }
}

static void set_arms(const md2_world *world, struct contact *contact)
{
    for (int k = 0; k < contact->manifold.count; ++k) {
        for (int side = 0; side < 2; ++side) {
            const md2_vec center = world->bodies[contact->body[side]].center;
            contact->arm[k][side] = vec_sub(contact->manifold.point[k].point, center);
        }
    }
}

/* Whether two bodies may come closer than the margin tells within a time. */
static bool is_fast(const md2_world *world, const struct contact *contact, md_real dt)
{
    const struct body *a = &world->bodies[contact->body[0]];
    const struct body *b = &world->bodies[contact->body[1]];
    const md_real closing = vec_length(vec_sub(a->velocity, b->velocity)) + md_abs(a->angular_velocity) * a->reach +
                            md_abs(b->angular_velocity) * b->reach;
    return closing * dt > world->def.margin;
}

static void refresh(const md2_world *world, struct contact *contact, md_real dt)
{
    const bool awake = world->bodies[contact->body[0]].awake || world->bodies[contact->body[1]].awake;
    if (contact->ignored || !(awake || world->contacts_are_stale)) {
        return;
    }
    const int32_t count = contact->manifold.count;
    const uint32_t id[2] = {contact->manifold.point[0].id, contact->manifold.point[1].id};
    collide(world, contact);
    set_arms(world, contact);
    const bool looks_ahead = !contact->sensor && !world->def.no_continuous;
    if (contact->manifold.count == 0 && looks_ahead && is_fast(world, contact, dt)) {
        contact->manifold = md2_future_manifold(world, contact, dt, contact->arm);
    }
    remember(contact, count, id);
}

void md2_contacts_refresh(md2_world *world, md_real dt)
{
    for (int32_t n = 0; n < world->active.contact_count; ++n) {
        refresh(world, &world->contacts[world->active.contacts.at[n]], dt);
    }
}

/* All that is done to contacts at new places, in one pass over them. */
static void update_all(md2_world *world, md_real dt, bool ends_step)
{
    struct overlap overlap = world->active.asleep;
    bool drops = false;
    bool tells = false;
    for (int32_t n = 0; n < world->active.contact_count; ++n) {
        struct contact *contact = &world->contacts[world->active.contacts.at[n]];
        if (is_far_apart(world, contact)) {
            drop(world, contact);
            drops = true;
            continue;
        }
        refresh(world, contact, dt);
        if (ends_step) {
            md2_overlap_add(&overlap, contact);
            tells |= md2_contact_note_events(world, contact);
        }
    }
    if (drops) {
        remove_dropped(world);
    }
    world->overlap = overlap;
    world->contacts_tell = tells;
    ++world->contact_updates;
}

md_status md2_contacts_update(md2_world *world, md_real dt, bool ends_step)
{
    world->looked_ahead = dt;
    if (world->contacts_are_stale) {
        world->active.everything = true;
        world->active.changed = true;
    }
    md_status status = md2_active_update(world);
    if (status == MD_OK) {
        status = md2_contacts_find_pairs(world);
    }
    if (status != MD_OK) {
        world->contacts_are_stale = true;
        return status;
    }
    update_all(world, dt, ends_step);
    world->contacts_are_stale = false;
    return MD_OK;
}

/* ---- Asking --------------------------------------------------------------------------------------------------------- */

md_status md2_world_contact(const md2_world *world, int32_t place, md2_contact_info *info)
{
    if (place < 0 || place >= world->contact_count) {
        return MD_ERROR_ARGUMENT;
    }
    const struct contact *contact = &world->contacts[place];
    *info = (md2_contact_info){.manifold = contact->manifold,
                               .sensor = contact->sensor,
                               .touching = contact->touching,
                               .friction = contact->friction,
                               .restitution = contact->restitution};
    for (int side = 0; side < 2; ++side) {
        info->shape[side] = md2_shape_id_of(world, contact->shape[side]);
    }
    for (int k = 0; k < contact->manifold.count; ++k) {
        info->normal_impulse[k] = contact->memory[k].normal.lambda;
        info->tangent_impulse[k] = contact->memory[k].tangent.lambda;
    }
    return MD_OK;
}
