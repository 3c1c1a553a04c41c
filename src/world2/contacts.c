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

void md2_contact_note_shapes(const md2_world *world, struct contact *contact)
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
    const int32_t place = world->contact_count++;
    struct contact *contact = &world->contacts[place];
    *contact = (struct contact){.shape = {shape[0], shape[1]}, .first_row = -1};
    contact->ignored = filter_says_no(world, shape[0], shape[1]);
    md2_contact_note_shapes(world, contact);
    md2_contact_mix(world, contact);
    md2_active_add_contact(world, place);
    return MD_OK;
}

/* Takes out contacts: those that the list of the active has as -1 - i. Keeps the order of those that stay: the order of rows decides the
 * bits. */
static void remove_dropped(md2_world *world)
{
    struct contact *contacts = world->contacts;
    int32_t *list = world->active.contacts.at;
    int32_t *links = world->active.links.at;
    int32_t kept = 0;
    int32_t gone = 0;
    int32_t from = 0; /* where the run of contacts that stay begins */
    for (int32_t n = 0; n < world->active.contact_count; ++n) {
        if (list[n] >= 0) {
            links[2 * (size_t)kept] = links[2 * (size_t)n];
            links[2 * (size_t)kept + 1] = links[2 * (size_t)n + 1];
            list[kept++] = list[n] - gone;
            continue;
        }
        const int32_t i = -1 - list[n];
        memmove(&contacts[from - gone], &contacts[from], (size_t)(i - from) * sizeof *contacts);
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

/* Whether the boxes of two shapes are apart. What bore an impulse in this step is held until that is told. */
static bool is_apart(const md2_world *world, struct contact *contact)
{
    const bool apart =
        !box_overlaps(md2_tree_box(&world->tree, contact->leaf[0]), md2_tree_box(&world->tree, contact->leaf[1]));
    contact->held = apart && contact->hit_impulse > 0;
    return apart && !contact->held;
}

/* The same, where that can have changed since it was asked last. */
static inline bool has_parted(const md2_world *world, struct contact *contact)
{
    const uint32_t now = world->contact_updates;
    const bool moved =
        world->bodies[contact->body[0]].moved_at == now || world->bodies[contact->body[1]].moved_at == now;
    return (moved || contact->held || world->active.everything) && is_apart(world, contact);
}

/* ---- Manifolds ------------------------------------------------------------------------------------------------------ */

/* A point whose id was there before starts from what it carried then. */
static void remember(struct contact *contact, int32_t count_before, const uint32_t id_before[2])
{
    const struct contact_memory old[2] = {contact->memory[0], contact->memory[1]};
    for (int k = 0; k < contact->manifold.count; ++k) {
        contact->memory[k] = (struct contact_memory){.bounce = 0};
        for (int j = 0; j < count_before; ++j) {
            if (id_before[j] == contact->manifold.point[k].id) {
                contact->memory[k] = old[j];
            }
        }
    }
}

/* Shapes that are not two circles in their bodies' origins. */
static void collide_hulls(const md2_world *world, struct contact *contact, const struct body *body_a,
                          const struct body *body_b)
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    const md2_transform at_a = body_transform(body_a);
    const md2_transform at_b = body_transform(body_b);
    const md_real margin = contact->sensor ? 0 : world->def.margin;
    if (a->is_segment && !contact->sensor) {
        contact->manifold = md2_chain_collide(&a->segment, at_a, &b->hull, at_b, margin);
    } else {
        md2_hulls_collide(&contact->manifold, &a->hull, at_a, &b->hull, at_b, margin, a->spread + b->spread,
                          &contact->of.touch);
    }
}

static inline void collide(const md2_world *world, struct contact *contact, const struct body *a, const struct body *b)
{
    md2_manifold *manifold = &contact->manifold;
    if (contact->circles) {
        circles_collide(manifold, a->origin, vec_sub(b->origin, a->origin), contact->of.radius[0],
                        contact->of.radius[1], contact->sensor ? 0 : world->def.margin);
    } else {
        collide_hulls(world, contact, a, b);
    }
    for (int k = 0; k < manifold->count; ++k) {
        contact->arm[k][0] = vec_sub(manifold->point[k].point, a->center);
        contact->arm[k][1] = vec_sub(manifold->point[k].point, b->center);
    }
}

/* Whether two bodies may come closer than the margin tells within a time. */
static bool is_fast(const struct body *a, const struct body *b, md_real margin, md_real dt)
{
    const md_real closing = vec_length(vec_sub(a->velocity, b->velocity)) + md_abs(a->angular_velocity) * a->reach +
                            md_abs(b->angular_velocity) * b->reach;
    return closing * dt > margin;
}

static inline void refresh(const md2_world *world, struct contact *contact, md_real dt)
{
    const struct body *a = &world->bodies[contact->body[0]];
    const struct body *b = &world->bodies[contact->body[1]];
    if (contact->ignored || !(a->awake || b->awake || world->contacts_are_stale)) {
        return;
    }
    md2_manifold *manifold = &contact->manifold;
    const int32_t count = manifold->count;
    const uint32_t id[2] = {manifold->point[0].id, manifold->point[1].id};
    collide(world, contact, a, b);
    const bool looks_ahead = manifold->count == 0 && !contact->sensor && !world->def.no_continuous;
    if (looks_ahead && is_fast(a, b, world->def.margin, dt)) {
        *manifold = md2_future_manifold(world, contact, dt, contact->arm);
    }
    if (manifold->count != count || (count > 0 && manifold->point[0].id != id[0]) ||
        (count > 1 && manifold->point[1].id != id[1])) {
        remember(contact, count, id);
    }
}

void md2_contacts_refresh(md2_world *world, md_real dt)
{
    for (int32_t n = 0; n < world->active.contact_count; ++n) {
        struct contact *contact = &world->contacts[world->active.contacts.at[n]];
        refresh(world, contact, dt);
        active_link(&world->active, n, contact);
    }
}

/* Whether a contact has something to tell at the end of a step; where not, its hit is over. */
static inline bool has_news(const md2_world *world, struct contact *contact)
{
    const bool touches = (contact->hit_impulse > 0 && !contact->sensor) || md2_contact_touches(world, contact);
    if (contact->arriving || contact->hit_speed > world->def.hit_threshold || touches != contact->touching) {
        return true;
    }
    contact->hit_speed = 0;
    contact->hit_impulse = 0;
    return false;
}

/* Contacts are larger than what is fetched by itself, and their bodies are all over the memory: both are fetched ahead. */
#define AHEAD 6

static inline void fetch_ahead(const md2_world *world, int32_t n)
{
    const int32_t *list = world->active.contacts.at;
    const int32_t last = world->active.contact_count - 1;
    const struct contact *soon = &world->contacts[list[n + AHEAD < last ? n + AHEAD : last]];
    prefetch(&world->contacts[list[n + 2 * AHEAD < last ? n + 2 * AHEAD : last]], 4);
    prefetch(&world->bodies[soon->body[0]], 2);
    prefetch(&world->bodies[soon->body[1]], 2);
}

/* All that contacts need at new places, in one pass: those that have parted go, the others get their manifolds; and at the end of a step
 * it is measured how deep they overlap, and noted who has something to tell. */
static void update_all(md2_world *world, md_real dt, bool ends_step)
{
    struct overlap overlap = world->active.asleep;
    int32_t news = 0;
    int32_t gone = 0;
    for (int32_t n = 0; n < world->active.contact_count; ++n) {
        const int32_t i = world->active.contacts.at[n];
        struct contact *contact = &world->contacts[i];
        fetch_ahead(world, n);
        if (has_parted(world, contact)) {
            drop(world, contact);
            world->active.contacts.at[n] = -1 - i;
            ++gone;
            continue;
        }
        refresh(world, contact, dt);
        active_link(&world->active, n, contact);
        if (ends_step) {
            overlap_add(&overlap, contact);
            if (has_news(world, contact)) {
                world->found.at[news++] = i - gone;
            }
        }
    }
    if (gone > 0) {
        remove_dropped(world);
    }
    world->overlap = overlap;
    world->news_count = news;
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
        status = md2_contacts_find_pairs(world, false);
    }
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &world->found, (size_t)world->active.contact_count);
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
