/* Contacts at new places: manifolds, what is remembered from the ones before, and which contacts have parted. */
#include "base/threads.h"
#include "geometry2/vec.h"
#include "world2/world.h"

/* ---- Manifolds ------------------------------------------------------------------------------------------------------ */

/* A point whose id was there before starts from what it carried then. */
static void remember(struct contact *contact, int32_t count_before, const uint32_t id_before[2])
{
    const struct contact_memory old[2] = {contact->memory[0], contact->memory[1]};
    for (int k = 0; k < contact->manifold.count; ++k) {
        contact->memory[k] = (struct contact_memory){.bounce = 0};
        for (int j = 0; j < 2; ++j) {
            if (j < count_before && id_before[j] == contact->manifold.point[k].id) {
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
    const md2_vec between = vec_sub(body_b->center, body_a->center);
    const md_real reach = body_a->reach + body_b->reach + margin;
    if (vec_dot(between, between) > reach * reach) {
        contact->manifold.count = 0;
    } else if (a->is_segment && !contact->sensor) {
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
    if (looks_ahead && is_fast(a, b, world->def.margin, dt) && md2_ways_cross(world, contact)) {
        *manifold = md2_future_manifold(world, contact, dt, contact->arm);
    }
    if (manifold->count != count || (count > 0 && manifold->point[0].id != id[0]) ||
        (count > 1 && manifold->point[1].id != id[1])) {
        remember(contact, count, id);
    }
}

/* ---- Parting -------------------------------------------------------------------------------------------------------- */

/* Takes contacts out of the lists, by their places, which ascend. Those that stay keep their order: it decides the bits. */
static void remove_dropped(md2_world *world, const int32_t *places, int32_t count)
{
    int32_t *list = world->active.contacts.at;
    int32_t *links = world->active.links.at;
    int32_t kept = 0;
    int32_t gone = 0;
    for (int32_t n = 0; n < world->active.contact_count; ++n) {
        if (gone < count && list[n] == places[gone]) {
            ++gone;
            continue;
        }
        links[2 * (size_t)kept] = links[2 * (size_t)n];
        links[2 * (size_t)kept + 1] = links[2 * (size_t)n + 1];
        list[kept++] = list[n];
    }
    world->active.contact_count = kept;
    md2_places_leave(world, places, count);
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

/* ---- All of them ---------------------------------------------------------------------------------------------------- */

#define CONTACTS_A_TASK 1024

/* A pass over active contacts, by tasks that each look at some of them. */
struct update {
    md2_world *world;
    md_real dt;
    bool ends_step;
    struct update_sums *sums; /* of a task */
};

static void refresh_some(void *context, int32_t task)
{
    const struct update *update = context;
    md2_world *world = update->world;
    const struct md_range range = md_range_of(task, CONTACTS_A_TASK, world->active.contact_count);
    for (int32_t n = range.first; n < range.end; ++n) {
        struct contact *contact = &world->contacts[world->active.contacts.at[n]];
        refresh(world, contact, update->dt);
        active_link(&world->active, n, contact);
    }
}

void md2_contacts_refresh(md2_world *world, md_real dt)
{
    struct update update = {.world = world, .dt = dt};
    md_threads_run(world->def.threads, md_range_tasks(CONTACTS_A_TASK, world->active.contact_count), refresh_some,
                   &update);
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

/* All that contacts need at new places, in one pass: those that have parted are noted, the others get their manifolds;
 * and at the end of a step it is measured how deep they overlap, and noted who has something to tell. */
static void update_some(void *context, int32_t task)
{
    const struct update *update = context;
    md2_world *world = update->world;
    const struct md_range range = md_range_of(task, CONTACTS_A_TASK, world->active.contact_count);
    int32_t *news = world->found.at + range.first;
    struct update_sums sums = {.news = 0};
    for (int32_t n = range.first; n < range.end; ++n) {
        const int32_t i = world->active.contacts.at[n];
        struct contact *contact = &world->contacts[i];
        fetch_ahead(world, n);
        if (has_parted(world, contact)) {
            world->active.parted.at[range.first + sums.parted++] = i;
            continue;
        }
        refresh(world, contact, update->dt);
        active_link(&world->active, n, contact);
        if (update->ends_step) {
            overlap_add(&sums.overlap, contact);
            if (has_news(world, contact)) {
                news[sums.news++] = i;
            }
        }
    }
    update->sums[task] = sums;
}

/* Contacts go, by their places, which ascend. */
static void drop(md2_world *world, const int32_t *places, int32_t count)
{
    for (int32_t k = 0; k < count; ++k) {
        const struct contact *soon = &world->contacts[places[k + AHEAD < count ? k + AHEAD : k]];
        prefetch(&world->contacts[places[k + 2 * AHEAD < count ? k + 2 * AHEAD : k]], 1);
        md_pairs_prefetch(&world->pairs, soon->shape[0], soon->shape[1]);
        md2_contact_drop(world, &world->contacts[places[k]]);
    }
    if (count > 0) {
        remove_dropped(world, places, count);
    }
}

/* What the tasks noted, in their order: news, and contacts that have parted, which go. */
static void gather_tasks(md2_world *world, const struct update_sums *sums, int32_t tasks)
{
    struct overlap overlap = world->active.asleep;
    int32_t *parted = world->active.parted.at;
    int32_t news = 0;
    int32_t gone = 0;
    for (int32_t task = 0; task < tasks; ++task) {
        const int32_t first = task * CONTACTS_A_TASK;
        overlap_merge(&overlap, &sums[task].overlap);
        for (int32_t k = 0; k < sums[task].news; ++k) {
            world->found.at[news++] = world->found.at[first + k];
        }
        for (int32_t k = 0; k < sums[task].parted; ++k) {
            parted[gone++] = parted[first + k];
        }
    }
    drop(world, parted, gone);
    world->overlap = overlap;
    world->news_count = news;
}

static md_status update_all(md2_world *world, md_real dt, bool ends_step)
{
    const int32_t tasks = md_range_tasks(CONTACTS_A_TASK, world->active.contact_count);
    const size_t count = (size_t)world->active.contact_count;
    md_status status = indices_reserve(&world->allocator, &world->found, count);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &world->active.parted, count);
    }
    if (status == MD_OK) {
        status = md_block_reserve(&world->allocator, (void **)&world->active.sums, &world->active.sum_capacity,
                                  (size_t)tasks, sizeof *world->active.sums);
    }
    if (status != MD_OK) {
        return status;
    }
    struct update update = {.world = world, .dt = dt, .ends_step = ends_step, .sums = world->active.sums};
    md_threads_run(world->def.threads, tasks, update_some, &update);
    gather_tasks(world, world->active.sums, tasks);
    ++world->contact_updates;
    return MD_OK;
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
        md2_places_tidy(world);
        status = md2_contacts_find_pairs(world, false);
    }
    if (status == MD_OK) {
        status = update_all(world, dt, ends_step);
    }
    world->contacts_are_stale = status != MD_OK;
    return status;
}
