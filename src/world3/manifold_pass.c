#include "world3/manifold_pass.h"

#include <string.h>

#include "geometry3/sphere_manifold.h"
#include "geometry3/vec3.h"
#include "world3/recycle.h"

/* ---- Manifolds ------------------------------------------------------------------------------------------------------ */

/* Points of a mesh with equal ids are the same if their normals agree within 45 degrees. */
#define SAME_NORMAL ((md_real)0.7)

/* Ids, normals and cached impulses of the manifolds before an update. */
struct old_points {
    int32_t count; /* of manifolds */
    md3_vec normal[MD3_MAX_CONTACT_MANIFOLDS];
    int32_t points[MD3_MAX_CONTACT_MANIFOLDS];
    uint32_t id[MD3_MAX_CONTACT_MANIFOLDS][MD3_MAX_MANIFOLD_POINTS];
    struct cached_point cache[MD3_MAX_CONTACT_MANIFOLDS][MD3_MAX_MANIFOLD_POINTS];
};

static void keep_points(const struct contact *contact, struct old_points *old)
{
    old->count = contact->manifold_count;
    for (int32_t i = 0; i < old->count; ++i) {
        const struct contact_manifold *at = contact_manifold_of(contact, i);
        old->normal[i] = at->manifold.normal;
        old->points[i] = at->manifold.count;
        for (int k = 0; k < at->manifold.count; ++k) {
            old->id[i][k] = at->manifold.point[k].id;
            old->cache[i][k] = at->cache[k];
        }
    }
}

static struct cached_point find_point(const struct old_points *old, md3_vec normal, uint32_t id)
{
    for (int32_t i = 0; i < old->count; ++i) {
        const bool is_similar = old->count == 1 || vec_dot(old->normal[i], normal) > SAME_NORMAL;
        for (int k = 0; is_similar && k < old->points[i]; ++k) {
            if (old->id[i][k] == id) {
                return old->cache[i][k];
            }
        }
    }
    return (struct cached_point){.bounce = 0};
}

/* Gives each point the cached impulses of the old point with the same feature id. */
static void match_points(struct contact *contact, const struct old_points *old)
{
    for (int32_t i = 0; i < contact->manifold_count; ++i) {
        struct contact_manifold *at = contact_manifold_at(contact, i);
        for (int k = 0; k < at->manifold.count; ++k) {
            at->cache[k] = find_point(old, at->manifold.normal, at->manifold.point[k].id);
        }
    }
}

static bool has_same_points(const md3_manifold *a, const md3_manifold *b)
{
    bool same = a->count == b->count;
    for (int k = 0; same && k < a->count; ++k) {
        same = a->point[k].id == b->point[k].id;
    }
    return same;
}

/* Two convex shapes whose spheres around their bodies are further apart than the margin. */
static bool are_far_apart(const struct contact *contact, const struct body *a, const struct body *b, md_real margin)
{
    const md_real reach = a->max_extent + b->max_extent + margin;
    return contact->convex && md3_vec_distance_squared(a->center, b->center) > reach * reach;
}

/* Computes the manifolds of two shapes. Returns their number. */
static int32_t collide(const md3_world *world, struct contact *contact, md3_manifold *manifolds)
{
    const struct body *a = &world->bodies[contact->body[0]];
    const struct body *b = &world->bodies[contact->body[1]];
    const md_real margin = contact->sensor ? 0 : world->def.speculative_margin;
    if (are_far_apart(contact, a, b, margin)) {
        return 0;
    }
    return md3_collide_cached(&world->shapes[contact->shape[0]].geometry, body_transform(a),
                              &world->shapes[contact->shape[1]].geometry, body_transform(b), margin, &contact->features,
                              manifolds, contact_manifold_capacity(contact));
}

/* Manifolds of a contact and the lever arms of their points. */
struct found_manifolds {
    int32_t count;
    md3_manifold at[MD3_MAX_CONTACT_MANIFOLDS];
    md3_vec r[MD3_MAX_CONTACT_MANIFOLDS][MD3_MAX_MANIFOLD_POINTS][2];
};

/* Finds the manifolds at the present positions. */
static void find_manifolds(const md3_world *world, struct contact *contact, struct found_manifolds *found)
{
    found->count = collide(world, contact, found->at);
    for (int32_t i = 0; i < found->count; ++i) {
        for (int k = 0; k < found->at[i].count; ++k) {
            for (int side = 0; side < 2; ++side) {
                const md3_vec center = world->bodies[contact->body[side]].center;
                found->r[i][k][side] = vec_sub(found->at[i].point[k].point, center);
            }
        }
    }
}

/* Whether two bodies may cross the speculative margin within dt seconds. */
static bool is_fast(const struct body *a, const struct body *b, md_real margin, md_real dt)
{
    const md_real closing = vec_length(vec_sub(a->velocity, b->velocity)) +
                            vec_length(a->angular_velocity) * a->max_extent +
                            vec_length(b->angular_velocity) * b->max_extent;
    return closing * dt > margin;
}

/* Finds the manifolds at the time of impact, if the separated shapes meet in this step. */
static void find_future_manifolds(const md3_world *world, const struct contact *contact, md_real dt,
                                  struct found_manifolds *found)
{
    if (!md3_swept_boxes_overlap(world, contact)) {
        return;
    }
    found->count = md3_future_manifolds(world, contact, dt, found->at, found->r);
    for (int32_t i = 0; i < found->count; ++i) {
        for (int k = 0; k < found->at[i].count; ++k) {
            if (!(found->at[i].point[k].separation <= 4 * WORLD_SIZE)) { /* of a body that the next step stops */
                found->count = 0;
                return;
            }
        }
    }
}

static void set_manifold(const struct found_manifolds *found, int32_t i, struct contact_manifold *at)
{
    at->manifold = found->at[i];
    memcpy(at->r, found->r[i], sizeof at->r);
}

/* Refreshes the contact of two spheres, which has one point or none. Returns false, and changes nothing, if the spheres may meet
 * within the step. */
static bool refresh_spheres(const md3_world *world, struct contact *contact, const struct body *a, const struct body *b,
                            md_real dt)
{
    const md_real margin = contact->sensor ? 0 : world->def.speculative_margin;
    struct contact_manifold *at = &contact->first;
    md3_manifold found;
    spheres_collide(&found, &world->shapes[contact->shape[0]].geometry, body_transform(a),
                    &world->shapes[contact->shape[1]].geometry, body_transform(b), margin);
    if (found.count == 0 && !contact->sensor && world->def.enable_continuous &&
        is_fast(a, b, world->def.speculative_margin, dt)) {
        return false;
    }
    if (found.count > 0) {
        if (contact->manifold_count == 0) {
            at->cache[0] = (struct cached_point){.bounce = 0};
        }
        at->manifold.normal = found.normal;
        at->manifold.point[0] = found.point[0];
        at->manifold.count = found.count;
        at->manifold.triangle = found.triangle;
        at->r[0][0] = vec_sub(found.point[0].point, a->center);
        at->r[0][1] = vec_sub(found.point[0].point, b->center);
    }
    contact->manifold_count = found.count;
    return true;
}

static void refresh(const md3_world *world, struct contact *contact, md_real dt)
{
    const struct body *a = &world->bodies[contact->body[0]];
    const struct body *b = &world->bodies[contact->body[1]];
    if (contact->ignored || !(a->awake || b->awake || world->narrow_phase.stale)) {
        return;
    }
    if ((contact->spheres && refresh_spheres(world, contact, a, b, dt)) || md3_manifold_recycle(world, contact)) {
        return;
    }
    struct found_manifolds found;
    find_manifolds(world, contact, &found);
    const bool is_present = found.count > 0;
    const bool is_separate = found.count == 0 && !contact->sensor && world->def.enable_continuous;
    if (is_separate && is_fast(a, b, world->def.speculative_margin, dt)) {
        find_future_manifolds(world, contact, dt, &found);
    }
    bool same = found.count == contact->manifold_count;
    for (int32_t i = 0; same && i < found.count; ++i) {
        same = has_same_points(&contact_manifold_of(contact, i)->manifold, &found.at[i]);
    }
    struct old_points old;
    old.count = 0; /* gcc -O1 cannot see that it is set if it is read */
    if (!same) {
        keep_points(contact, &old);
    }
    contact->manifold_count = found.count;
    for (int32_t i = 0; i < found.count; ++i) {
        set_manifold(&found, i, contact_manifold_at(contact, i));
    }
    if (!same) {
        match_points(contact, &old);
    }
    contact->carried.is_valid = false;
    if (is_present) {
        md3_manifold_remember(world, contact);
    }
}

/* ---- Separation ----------------------------------------------------------------------------------------------------- */

/* Whether the boxes of two shapes are apart. A contact with an impulse in this step is held until its events are emitted. */
static bool is_separated(const md3_world *world, struct contact *contact)
{
    const bool apart = !box_overlaps(md3_tree_leaf_box(&world->broad_phase.tree, contact->leaf[0]),
                                     md3_tree_leaf_box(&world->broad_phase.tree, contact->leaf[1]));
    contact->held = apart && contact->hit_impulse > 0;
    return apart && !contact->held;
}

/* The same, for contacts whose answer can have changed since the last update. */
static inline bool has_separated(const md3_world *world, struct contact *contact)
{
    const uint32_t now = world->narrow_phase.updates;
    const bool moved =
        world->bodies[contact->body[0]].moved_at == now || world->bodies[contact->body[1]].moved_at == now;
    return (moved || contact->held || world->awake.include_sleeping) && is_separated(world, contact);
}

/* ---- Guards --------------------------------------------------------------------------------------------------------- */

static inline bool is_guarded(const struct contact_update *update, int32_t n)
{
    return update->guards_hold && travel_guard_holds(&update->world->travels, &update->world->awake.links[n]);
}

/* A lower bound of the distance of two shapes, m, by the spheres around their bodies; 0: none is known. */
static md_real distance_apart(const md3_world *world, const struct contact *contact)
{
    const struct body *a = &world->bodies[contact->body[0]], *b = &world->bodies[contact->body[1]];
    if (contact->ignored) {
        return TRAVEL_MAX_GUARD;
    }
    return contact->convex ? md_sqrt(md3_vec_distance_squared(a->center, b->center)) - a->max_extent - b->max_extent
                           : 0;
}

/* Guards a contact without points and events. */
static inline void guard(const struct contact_update *update, int32_t n, const struct contact *contact)
{
    if (update->may_guard && !contact_has_points(contact) && !contact->touching && !contact->held) {
        const md3_world *world = update->world;
        travel_guard(&world->travels, &world->awake.links[n], distance_apart(world, contact));
    }
}

/* ---- The pass ------------------------------------------------------------------------------------------------------- */

void md3_manifolds_refresh(void *context, int32_t task)
{
    const struct contact_update *update = context;
    md3_world *world = update->world;
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
static inline bool has_pending_events(const md3_world *world, struct contact *contact)
{
    const bool touches = (contact->hit_impulse > 0 && !contact->sensor) ||
                         (contact->manifold_count > 0 && md3_contact_touches(world, contact));
    if (contact->arriving || contact->hit_speed > world->def.hit_threshold || touches != contact->touching) {
        return true;
    }
    contact->hit_speed = 0;
    contact->hit_impulse = 0;
    return false;
}

void md3_manifolds_update(void *context, int32_t task)
{
    const struct contact_update *update = context;
    md3_world *world = update->world;
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
        prefetch_contact(world, n, 4, 2);
        if (has_separated(world, contact)) {
            world->narrow_phase.separated.at[range.first + sums.separated++] = i;
            continue;
        }
        refresh(world, contact, update->dt);
        sums.changed |= awake_set_link(&world->awake, n, contact->body, contact_points_with_rows(contact));
        sums.apart += !contact_has_points(contact);
        if (update->ends_step) {
            if (share_reports(world->share, contact->body)) {
                penetration_add(&sums.penetration, contact);
            }
            if (has_pending_events(world, contact)) {
                pending[sums.pending++] = i;
            } else {
                guard(update, n, contact);
            }
        }
    }
    world->narrow_phase.sums[task] = sums;
}
