/* Islands: awake bodies that touch or are joined, directly or through others. They wake and fall asleep together, and share no row
 * with other islands, so that each can be solved as an LCP of its own. */
#include "geometry2/vec.h"
#include "world2/leaders.h"

/* ---- Waking --------------------------------------------------------------------------------------------------------- */

/* Two bodies share a row: dynamic ones are of one island, and what moves on its own keeps the other awake. */
static void connect(md2_world *world, int32_t a, int32_t b)
{
    if (is_dynamic(world, a) && is_dynamic(world, b)) {
        leader_unite(world->islands.root.at, a, b);
    } else if (is_dynamic(world, a) && is_moving_on_its_own(world, b)) {
        md2_body_wake(world, a);
    } else if (is_dynamic(world, b) && is_moving_on_its_own(world, a)) {
        md2_body_wake(world, b);
    }
}

static bool has_rows(const struct contact *contact)
{
    return contact->solid && contact->manifold.count > 0;
}

/* Everything, what sleeps too. */
static void connect_all(md2_world *world)
{
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        world->islands.root.at[i] = i;
    }
    for (int32_t n = 0; n < world->contacts.count; ++n) {
        const struct contact *contact = contact_at(&world->contacts, n);
        if (has_rows(contact)) {
            connect(world, contact->body[0], contact->body[1]);
        }
    }
    for (int32_t i = 0; i < world->joint_handles.count; ++i) {
        const struct joint *joint = &world->joints[i];
        if (md_handles_is_used(&world->joint_handles, i) && md2_joint_is_active(world, joint)) {
            connect(world, joint->body[0], joint->body[1]);
        }
    }
}

/* An awake body wakes its island: first the leaders learn of it, then the others follow them. */
static void wake_together(md2_world *world)
{
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (body_is_active_dynamic(world, i)) {
            const int32_t leader = leader_find(world->islands.root.at, i);
            if (!world->bodies[leader].awake) {
                md2_body_wake(world, leader);
            }
        }
    }
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i) && is_dynamic(world, i) && !world->bodies[i].awake &&
            world->bodies[leader_find(world->islands.root.at, i)].awake) {
            md2_body_wake(world, i);
        }
    }
}

void md2_islands_wake(md2_world *world)
{
    connect_all(world);
    wake_together(world);
    world->awake.stale = true;
}

/* ---- Falling asleep ------------------------------------------------------------------------------------------------- */

static bool is_still(const md2_world *world, const struct body *body)
{
    const md_real speed = vec_length(body->velocity) + md_abs(body->angular_velocity) * body->max_extent;
    return body->enable_sleep && speed < world->def.sleep_speed;
}

static void fall_asleep(md2_world *world, int32_t index)
{
    struct body *body = &world->bodies[index];
    body->awake = false;
    body->velocity = vec(0, 0);
    body->angular_velocity = 0;
    body->previous_center = body->center;
    body->previous_rotation = body->rotation;
    world->awake.stale = true;
    md2_event_add(world, &(md2_event){.type = MD2_EVENT_BODY_SLEEP, .body = md2_body_id_of(world, index)});
}

void md2_islands_sleep(md2_world *world, md_real dt)
{
    if (!world->def.enable_sleep) {
        return;
    }
    const int32_t *bodies = world->islands.bodies.at.at;
    const int32_t count =
        world->islands.group_count > 0 ? world->islands.bodies.start.at[world->islands.group_count] : 0;
    bool any = false;
    /* The leader keeps the shortest time that any of its island has been still. */
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[bodies[n]];
        body->sleep_timer = is_still(world, body) ? body->sleep_timer + dt : 0;
        any = any || body->sleep_timer >= world->def.sleep_time;
        struct body *leader = &world->bodies[leader_find(world->islands.root.at, bodies[n])];
        leader->sleep_timer = md_min(leader->sleep_timer, body->sleep_timer);
    }
    for (int32_t n = world->awake.body_count - 1; any && n >= 0; --n) {
        const int32_t i = world->awake.bodies.at[n];
        if (world->islands.root.at[i] >= 0 &&
            world->bodies[leader_find(world->islands.root.at, i)].sleep_timer >= world->def.sleep_time) {
            fall_asleep(world, i);
        }
    }
}

static void groups_free(struct groups *groups, const md_allocator *allocator)
{
    indices_free(allocator, &groups->at);
    indices_free(allocator, &groups->start);
}

void md2_islands_free(struct island_set *islands, const md_allocator *allocator)
{
    indices_free(allocator, &islands->root);
    groups_free(&islands->bodies, allocator);
    groups_free(&islands->joints, allocator);
    groups_free(&islands->contacts, allocator);
    indices_free(allocator, &islands->scratch);
}
