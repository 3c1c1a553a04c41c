#include "world2/manifold_pass.h"

#include "geometry2/manifold_reuse.h"
#include "geometry2/vec.h"
#include "world2/clearance.h"
#include "world2/recycle.h"

/* ---- Manifolds ------------------------------------------------------------------------------------------------------ */

/* Rare cases are not inlined, so that the hot loop does not spill registers. */
#define RARE static __attribute__((noinline)) void

/* Gives each point the cached impulses of the old point with the same feature id. */
RARE match_points(struct contact *contact, int32_t count_before, const uint32_t id_before[2])
{
    const struct cached_point old[2] = {contact->cache[0], contact->cache[1]};
    for (int k = 0; k < contact->manifold.count; ++k) {
        contact->cache[k] = (struct cached_point){.bounce = 0};
        for (int j = 0; j < 2; ++j) {
            if (j < count_before && id_before[j] == contact->manifold.point[k].id) {
                contact->cache[k] = old[j];
            }
        }
    }
}

/* Largest separation of a contact point. */
static inline md_real margin_of(const md2_world *world, const struct contact *contact)
{
    return contact->sensor ? 0 : world->def.speculative_margin;
}

/* Computes a manifold from scratch. */
RARE collide_from_scratch(const md2_world *world, struct contact *contact)
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    const md2_transform at_a = body_transform(&world->bodies[contact->body[0]]);
    const md2_transform at_b = body_transform(&world->bodies[contact->body[1]]);
    const md_real margin = margin_of(world, contact);
    if (a->is_segment && !contact->sensor) {
        contact->manifold = md2_chain_collide(&a->segment, at_a, &b->hull, at_b, margin);
    } else if (a->is_circle && b->is_circle) {
        md2_circle_on_circle(&contact->manifold, &a->hull, at_a, &b->hull, at_b, margin, contact->shape);
    } else {
        md2_hulls_collide(&contact->manifold, &a->hull, at_a, &b->hull, at_b, margin, a->max_extent + b->max_extent,
                          &contact->of.features);
    }
}

/* Notes how far apart two shapes without points are. */
RARE remember_clearance(const md2_world *world, struct contact *contact)
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    const md_real distance =
        a->is_segment || (a->is_circle && b->is_circle) ? 0 : contact->manifold.point[0].separation;
    clearance_set(&contact->clearance, &world->bodies[contact->body[0]], &world->bodies[contact->body[1]], distance);
}

/* The same, if the bodies are too far apart for points. */
RARE remember_distance(struct contact *contact, const struct body *a, const struct body *b)
{
    const md_real between = vec_length(vec_sub(b->center, a->center));
    clearance_set(&contact->clearance, a, b, between - a->max_extent - b->max_extent);
}

/* Shapes other than two circles about the origins of their bodies. Reuses the features of the last manifold if they still hold. */
MD_INLINE void collide_hulls(const md2_world *world, struct contact *contact, const struct body *body_a,
                             const struct body *body_b)
{
    const md_real margin = margin_of(world, contact);
    const md2_vec between = vec_sub(body_b->center, body_a->center);
    const md_real reach = body_a->max_extent + body_b->max_extent + margin;
    if (vec_dot(between, between) > reach * reach) {
        contact->manifold.count = 0;
        remember_distance(contact, body_a, body_b);
        return;
    }
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    if (!hulls_collide_cached(&contact->manifold, &a->hull, body_transform(body_a), &b->hull, body_transform(body_b),
                              margin, &contact->of.features)) {
        collide_from_scratch(world, contact);
    }
    if (contact->manifold.count == 0) {
        remember_clearance(world, contact);
    }
}

MD_INLINE void collide(const md2_world *world, struct contact *contact, const struct body *a, const struct body *b)
{
    md2_manifold *manifold = &contact->manifold;
    if (contact->circles) {
        circles_collide(manifold, a->origin, vec_sub(b->origin, a->origin), contact->of.radius[0],
                        contact->of.radius[1], margin_of(world, contact), contact->shape);
        if (manifold->count == 0) {
            remember_distance(contact, a, b);
        }
    } else {
        collide_hulls(world, contact, a, b);
    }
    for (int k = 0; k < manifold->count; ++k) {
        const two_reals point = two_of(&manifold->point[k].point);
        two_to(&contact->r[k][0], point - two_of(&a->center));
        two_to(&contact->r[k][1], point - two_of(&b->center));
    }
}

RARE remember(const md2_world *world, struct contact *contact, const struct body *a, const struct body *b)
{
    manifold_remember(world, contact, a, b);
}

/* ---- Looking ahead -------------------------------------------------------------------------------------------------- */

/* How far points of two bodies may move relative to each other in dt seconds, m. */
MD_INLINE md_real way_of(const struct body *a, const struct body *b, md_real dt)
{
    const md_real closing = vec_length(vec_sub(a->velocity, b->velocity)) +
                            md_abs(a->angular_velocity) * a->max_extent + md_abs(b->angular_velocity) * b->max_extent;
    return closing * dt;
}

#define WAY_ROUNDING ((md_real)1.001)

/* Whether shapes at least this distance apart stay apart for dt seconds. */
MD_INLINE bool is_out_of_reach(md_real distance, const struct body *a, const struct body *b, md_real dt)
{
    return distance > WAY_ROUNDING * way_of(a, b, dt) + MD2_LINEAR_SLOP;
}

/* A lower bound of the distance of two shapes that had no points, m, if they provably have none and stay apart for dt seconds;
 * otherwise 0. */
MD_INLINE md_real distance_apart(const md2_world *world, const struct contact *contact, const struct body *a,
                                 const struct body *b, md_real dt)
{
    const md_real margin = margin_of(world, contact);
    if (contact_has_points(contact) || !(contact->clearance.distance > margin)) {
        return 0;
    }
    const md_real left = clearance_left(&contact->clearance, a, b);
    return left > margin && is_out_of_reach(left, a, b, dt) ? left : 0;
}

/* Whether two separate bodies may cross the speculative margin and meet within dt seconds. */
static bool may_meet(const struct body *a, const struct body *b, md_real margin, md_real dt)
{
    const md_real way = way_of(a, b, dt);
    const md_real reach = a->max_extent + b->max_extent + way + MD2_LINEAR_SLOP;
    const md2_vec between = vec_sub(b->center, a->center);
    return way > margin && vec_dot(between, between) <= reach * reach;
}

/* Adds the manifold at the time of impact, if the separated shapes meet in this step. */
RARE add_future_manifold(const md2_world *world, struct contact *contact, md_real dt)
{
    contact->manifold = md2_future_manifold(world, contact, dt, contact->r);
    for (int32_t k = 0; k < contact->manifold.count; ++k) {
        if (!(contact->manifold.point[k].separation <= 4 * WORLD_SIZE)) { /* of a body that the next step stops */
            contact->manifold = (md2_manifold){.count = 0};
        }
    }
}

/* Refreshes the manifold. Returns a lower bound of the distance of the shapes if they have no points, m, or 0. */
MD_INLINE md_real refresh(const md2_world *world, struct contact *contact, md_real dt)
{
    const struct body *a = &world->bodies[contact->body[0]];
    const struct body *b = &world->bodies[contact->body[1]];
    if (contact->ignored) {
        return TRAVEL_MAX_GUARD;
    }
    if (!(a->awake || b->awake || world->narrow_phase.stale) || manifold_recycle(world, contact, a, b)) {
        return 0;
    }
    const md_real apart = distance_apart(world, contact, a, b, dt);
    if (apart > 0) {
        return apart;
    }
    md2_manifold *manifold = &contact->manifold;
    const int32_t count = manifold->count;
    const uint32_t id[2] = {manifold->point[0].id, manifold->point[1].id};
    if (contact->is_carried) {
        contact->is_carried = false;
        contact->clearance.distance = 0;
    }
    collide(world, contact, a, b);
    if (world->def.recycle_distance > 0 && manifold->count > 0) {
        remember(world, contact, a, b);
    }
    const md_real left = manifold->count == 0 ? contact->clearance.distance : 0;
    const bool looks_ahead = manifold->count == 0 && !contact->sensor && world->def.enable_continuous;
    if (looks_ahead && may_meet(a, b, world->def.speculative_margin, dt) && !is_out_of_reach(left, a, b, dt)) {
        add_future_manifold(world, contact, dt);
    }
    if (manifold->count != count || (count > 0 && manifold->point[0].id != id[0]) ||
        (count > 1 && manifold->point[1].id != id[1])) {
        match_points(contact, count, id);
    }
    return left;
}

/* ---- Separation ----------------------------------------------------------------------------------------------------- */

/* Whether the boxes of two shapes are apart. A contact with an impulse in this step is held until its events are emitted. */
static bool is_separated(const md2_world *world, struct contact *contact)
{
    const bool apart = !box_overlaps(md2_tree_leaf_box(&world->broad_phase.tree, contact->leaf[0]),
                                     md2_tree_leaf_box(&world->broad_phase.tree, contact->leaf[1]));
    contact->held = apart && contact->hit_impulse > 0;
    return apart && !contact->held;
}

/* The same, for contacts whose answer can have changed since the last update. */
static inline bool has_separated(const md2_world *world, struct contact *contact)
{
    const uint32_t now = world->narrow_phase.updates;
    const bool moved =
        world->bodies[contact->body[0]].moved_at == now || world->bodies[contact->body[1]].moved_at == now;
    return (moved || contact->held || world->awake.include_sleeping) && is_separated(world, contact);
}

/* ---- The pass ------------------------------------------------------------------------------------------------------- */

static inline bool is_guarded(const struct contact_update *update, int32_t n)
{
    return update->guards_hold && travel_guard_holds(&update->world->travels, &update->world->awake.links[n]);
}

static void refresh_task(void *context, int32_t task)
{
    const struct contact_update *update = context;
    md2_world *world = update->world;
    const struct md_task_range range = md_task_range_of(task, CONTACTS_PER_TASK, world->awake.contact_count);
    for (int32_t n = range.first; n < range.end; ++n) {
        if (is_guarded(update, n)) {
            continue;
        }
        struct contact *contact = &world->contacts.at[world->awake.contacts.at[n]];
        refresh(world, contact, update->dt);
        (void)awake_set_link(&world->awake, n, contact->body, contact_points_with_rows(contact));
    }
}

/* Whether a contact has pending events at the end of a step. If it has none, its hit is over. */
static inline bool has_pending_events(const md2_world *world, struct contact *contact)
{
    const bool touches = (contact->hit_impulse > 0 && !contact->sensor) ||
                         (contact->manifold.count > 0 && md2_contact_touches(world, contact));
    if (contact->arriving || contact->hit_speed > world->def.hit_threshold || touches != contact->touching) {
        return true;
    }
    contact->hit_speed = 0;
    contact->hit_impulse = 0;
    return false;
}

static void update_task(void *context, int32_t task)
{
    const struct contact_update *update = context;
    md2_world *world = update->world;
    const struct md_task_range range = md_task_range_of(task, CONTACTS_PER_TASK, world->awake.contact_count);
    int32_t *pending = world->narrow_phase.pending.at + range.first;
    struct update_sums sums = {.pending = 0};
    for (int32_t n = range.first; n < range.end; ++n) {
        if (is_guarded(update, n)) {
            ++sums.apart;
            continue;
        }
        const int32_t i = world->awake.contacts.at[n];
        struct contact *contact = &world->contacts.at[i];
        prefetch_contact(world, n, range.end, 4, 2);
        if (has_separated(world, contact)) {
            world->narrow_phase.separated.at[range.first + sums.separated++] = i;
            continue;
        }
        const md_real apart = refresh(world, contact, update->dt);
        sums.changed |= awake_set_link(&world->awake, n, contact->body, contact_points_with_rows(contact));
        sums.apart += !contact_has_points(contact);
        if (update->ends_step) {
            if (share_reports(world->share, contact->body)) {
                penetration_add(&sums.penetration, contact);
            }
            if (has_pending_events(world, contact)) {
                pending[sums.pending++] = i;
            } else if (update->may_guard && !contact_has_points(contact) && !contact->touching && !contact->held) {
                travel_guard(&world->travels, &world->awake.links[n], apart);
            }
        }
    }
    world->narrow_phase.sums[task] = sums;
}

const struct manifold_pass MD_FOR_MACHINE(md2_manifold_pass) = {refresh_task, update_task};
