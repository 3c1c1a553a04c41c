/* Builds the islands of the awake bodies of a world in each substep. Only when an awake body touches a sleeping one are the
 * islands of all bodies built, to wake the islands that are touched (islands.h, dimension.h).
 *
 * The including file defines
 *
 *     bool is_moving(const struct body *body)        whether a velocity is not 0
 *     md_real max_speed(const struct body *body)     m/s, that no point of the body exceeds
 *     void stop(struct body *body)                   sets the velocities to 0
 */
#include "engine/dimension.h"

static bool is_dynamic(const WORLD *world, int32_t body)
{
    return body >= 0 && world->bodies[body].type == MD_CONSTANT(DYNAMIC) && world->bodies[body].enabled;
}

static bool is_moving_kinematic(const WORLD *world, int32_t body)
{
    const struct body *at = body >= 0 ? &world->bodies[body] : NULL;
    return at != NULL && at->type == MD_CONSTANT(KINEMATIC) && at->awake && is_moving(at);
}

/* ---- Waking ------------------------------------------------------------------------------------------------------ */

/* Two bodies share a row. */
static void connect(WORLD *world, int32_t a, int32_t b)
{
    if (is_dynamic(world, a) && is_dynamic(world, b)) {
        union_find_unite(world->islands.root.at, a, b);
    } else if (is_dynamic(world, a) && is_moving_kinematic(world, b)) {
        MD_(body_wake)(world, a);
    } else if (is_dynamic(world, b) && is_moving_kinematic(world, a)) {
        MD_(body_wake)(world, b);
    }
}

/* Builds the islands of all bodies, sleeping ones included. */
static void connect_all(WORLD *world)
{
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        world->islands.root.at[i] = i;
    }
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        const struct contact *contact = contact_at(&world->contacts, n);
        if (contact_has_rows(contact)) {
            connect(world, contact->body[0], contact->body[1]);
        }
    }
    for (int32_t i = 0; i < world->joint_handles.count; ++i) {
        const struct joint *joint = &world->joints[i];
        if (md_handles_is_used(&world->joint_handles, i) && MD_(joint_is_active)(world, joint)) {
            connect(world, joint->body[0], joint->body[1]);
        }
    }
}

/* Wakes the islands that have an awake body: first their roots, then the other bodies. */
static void wake_together(WORLD *world)
{
    int32_t *root = world->islands.root.at;
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        const int32_t root_of_i = body_is_active(world, i) && is_dynamic(world, i) ? union_find_root(root, i) : i;
        if (root_of_i != i && !world->bodies[root_of_i].awake) {
            MD_(body_wake)(world, root_of_i);
        }
    }
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i) && is_dynamic(world, i) && !world->bodies[i].awake &&
            world->bodies[union_find_root(root, i)].awake) {
            MD_(body_wake)(world, i);
        }
    }
}

static void wake_touched_islands(WORLD *world)
{
    connect_all(world);
    wake_together(world);
    world->awake.stale = true;
}

/* ---- Building ---------------------------------------------------------------------------------------------------- */

/* The roots of sleeping bodies hold until the awake set is rebuilt. */
static void mark_sleeping_bodies(WORLD *world)
{
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        const bool sleeps = md_handles_is_used(&world->body_handles, i) && is_dynamic(world, i);
        world->islands.root.at[i] = sleeps ? SLEEPING_BODY : NO_ISLAND;
    }
    world->awake.rebuilt = false;
}

static void add_bodies(WORLD *world)
{
    world->islands.any_kinematic = false;
    for (int32_t n = 0; n < world->awake.body_count; ++n) {
        const int32_t i = world->awake.bodies.at[n];
        if (world->bodies[i].type == MD_CONSTANT(DYNAMIC)) {
            islands_add_body(&world->islands, i);
        } else {
            world->islands.root.at[i] = is_moving_kinematic(world, i) ? MOVING_KINEMATIC_BODY : NO_ISLAND;
            world->islands.any_kinematic =
                world->islands.any_kinematic || world->bodies[i].type == MD_CONSTANT(KINEMATIC);
        }
    }
}

/* Returns whether the link wakes a sleeping body. */
static inline bool add_link(WORLD *world, struct groups *groups, int32_t index, const int32_t body[2])
{
    const struct link_effect effect = islands_add_link(&world->islands, groups, index, body[0], body[1]);
    if (effect.kept_awake >= 0) {
        world->sleep_timers.at[effect.kept_awake] = 0;
    }
    return effect.wakes;
}

static bool add_joints(WORLD *world)
{
    for (int32_t n = 0; n < world->awake.joint_count; ++n) {
        const int32_t i = world->awake.joints.at[n];
        const struct joint *joint = &world->joints[i];
        if (MD_(joint_is_active)(world, joint) && add_link(world, &world->islands.joints, i, joint->body)) {
            return true;
        }
    }
    return false;
}

static bool add_contacts(WORLD *world)
{
    for (int32_t n = 0; n < world->awake.contact_count; ++n) {
        const struct contact_link *link = &world->awake.links[n];
        if (link->points > 0 && add_link(world, &world->islands.contacts, world->awake.contacts.at[n], link->body)) {
            return true;
        }
    }
    return false;
}

/* Builds the islands of the awake set. Stops when a sleeping body must wake first. */
static md_status build(WORLD *world, bool *wakes)
{
    md_status status = MD_(awake_set_update)(world);
    if (status == MD_OK) {
        const struct island_sizes sizes = {.body_handles = world->body_handles.count,
                                           .bodies = world->awake.body_count,
                                           .joints = world->awake.joint_count,
                                           .contacts = world->awake.contact_count};
        status = md_islands_begin(&world->islands, &world->allocator, &sizes);
    }
    if (status != MD_OK) {
        return status;
    }
    if (world->awake.rebuilt) {
        mark_sleeping_bodies(world);
    }
    add_bodies(world);
    *wakes = add_joints(world) || add_contacts(world);
    return MD_OK;
}

/* Whether the islands of the last substep still hold. */
static bool are_current(const WORLD *world, bool separate, bool unites)
{
    const struct island_set *islands = &world->islands;
    return !world->awake.stale && !world->awake.changed && !islands->any_kinematic && islands->separate == separate &&
           islands->unites == unites;
}

/* Whether bodies wake on any rank, and whether any is awake. */
static md_status ask_others(WORLD *world, bool *wakes)
{
    double counts[2] = {*wakes, world->islands.bodies.count > 0};
    const md_status status = md_share_sum(world->share, counts, 2);
    *wakes = counts[0] > 0;
    world->islands.are_shared = counts[1] > 0;
    return status;
}

/* Wakes the islands that awake bodies touch, on all ranks. */
static md_status wake_islands(WORLD *world)
{
    md_status status = MD_OK;
    bool any = true;
    while (status == MD_OK && any) {
        wake_touched_islands(world);
        any = false;
        status = world->share != NULL ? MD_(share_wake)(world, &any) : MD_OK;
    }
    return status;
}

md_status MD_(islands_find)(WORLD *world, bool is_last)
{
    const bool separate = world->def.separate_islands;
    const bool unites = is_last || separate;
    const bool are_kept = are_current(world, separate, unites);
    const bool were_shared = world->islands.are_shared;
    bool wakes = false;
    md_status status = MD_OK;
    if (!are_kept) {
        world->islands.separate = separate;
        world->islands.unites = unites;
        status = build(world, &wakes);
    }
    if (status == MD_OK && world->share != NULL) {
        status = ask_others(world, &wakes);
    }
    world->islands.is_kept = are_kept && !wakes && world->islands.are_shared == were_shared;
    if (status == MD_OK && wakes) {
        status = wake_islands(world);
        if (status == MD_OK) {
            status = build(world, &wakes);
        }
    }
    if (world->islands.is_kept || status != MD_OK) {
        world->awake.changed = world->awake.changed || status != MD_OK;
        return status;
    }
    if (status == MD_OK) {
        status = md_islands_group(&world->islands, &world->allocator);
    }
    world->awake.changed = status != MD_OK;
    return status;
}

/* ---- Falling asleep ---------------------------------------------------------------------------------------------- */

bool MD_(body_is_resting)(const WORLD *world, int32_t index)
{
    const struct body *body = &world->bodies[index];
    return body->enable_sleep && max_speed(body) < world->def.sleep_speed;
}

static void fall_asleep(WORLD *world, int32_t index)
{
    struct body *body = &world->bodies[index];
    body->awake = false;
    stop(body);
    body->previous_center = body->center;
    body->previous_rotation = body->rotation;
    world->awake.stale = true;
    MD_(event_add)(world, &(MD_(event)){.type = MD_CONSTANT(EVENT_BODY_SLEEP), .body = MD_(body_id_of)(world, index)});
}

/* Puts the bodies to sleep that MD_(share_islands_rest) has marked. */
static void sleep_when_due(WORLD *world)
{
    for (int32_t n = world->awake.body_count - 1; n >= 0; --n) {
        const int32_t i = world->awake.bodies.at[n];
        if (world->sleep_timers.at[i] == MD_INFINITY) {
            world->sleep_timers.at[i] = world->def.sleep_time;
            fall_asleep(world, i);
        }
    }
}

void MD_(islands_sleep)(WORLD *world, md_real dt)
{
    if (!world->def.enable_sleep) {
        return;
    }
    if (world->def.partitions > 0) {
        sleep_when_due(world);
        return;
    }
    int32_t *root = world->islands.root.at;
    md_real *timer = world->sleep_timers.at;
    bool any_rested = false;
    for (int32_t n = 0; n < world->islands.bodies.count; ++n) {
        const int32_t i = world->islands.bodies.at.at[n];
        const bool rests = MD_(body_is_resting)(world, i);
        any_rested = sleep_timer_advance(timer, root, i, rests, dt) >= world->def.sleep_time || any_rested;
    }
    for (int32_t n = world->awake.body_count - 1; any_rested && n >= 0; --n) {
        const int32_t i = world->awake.bodies.at[n];
        if (root[i] >= 0 && sleep_timer_is_due(timer, root, i, world->def.sleep_time)) {
            fall_asleep(world, i);
        }
    }
}
