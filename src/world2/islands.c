/* Islands: awake bodies that touch or are joined, directly or through others. They wake and fall asleep together, and share no row
 * with other islands, so that each can be solved as an LCP of its own. */
#include "geometry2/vec.h"
#include "world2/world.h"

/* ---- Union and find ------------------------------------------------------------------------------------------------- */

static int32_t find(int32_t *leader, int32_t body)
{
    while (leader[body] != body) {
        leader[body] = leader[leader[body]]; /* halves the way for the next */
        body = leader[body];
    }
    return body;
}

/* The smaller index leads: islands are numbered alike whatever the order of contacts. */
static void unite(int32_t *leader, int32_t a, int32_t b)
{
    const int32_t of_a = find(leader, a);
    const int32_t of_b = find(leader, b);
    if (of_a < of_b) {
        leader[of_b] = of_a;
    } else {
        leader[of_a] = of_b;
    }
}

static bool is_dynamic(const md2_world *world, int32_t body)
{
    return body >= 0 && world->bodies[body].type == MD2_DYNAMIC && world->bodies[body].enabled;
}

static bool is_moving_on_its_own(const md2_world *world, int32_t body)
{
    const struct body *at = body >= 0 ? &world->bodies[body] : NULL;
    return at != NULL && at->type == MD2_KINEMATIC && at->awake &&
           (at->velocity.x != 0 || at->velocity.y != 0 || at->angular_velocity != 0);
}

/* Two bodies share a row: dynamic ones are of one island, and what moves on its own keeps the other awake. */
static void connect(md2_world *world, int32_t a, int32_t b)
{
    if (is_dynamic(world, a) && is_dynamic(world, b)) {
        unite(world->leader.at, a, b);
    } else if (is_dynamic(world, a) && is_moving_on_its_own(world, b)) {
        md2_body_wake(world, a);
    } else if (is_dynamic(world, b) && is_moving_on_its_own(world, a)) {
        md2_body_wake(world, b);
    }
}

static bool has_rows(const struct contact *contact)
{
    return !contact->sensor && !contact->ignored && contact->manifold.count > 0;
}

static void connect_all(md2_world *world)
{
    for (int32_t i = 0; i < world->body_slots.count; ++i) {
        world->leader.at[i] = i;
    }
    for (int32_t i = 0; i < world->contact_count; ++i) {
        const struct contact *contact = &world->contacts[i];
        if (has_rows(contact)) {
            connect(world, world->shapes[contact->shape[0]].body, world->shapes[contact->shape[1]].body);
        }
    }
    for (int32_t i = 0; i < world->joint_slots.count; ++i) {
        const struct joint *joint = &world->joints[i];
        if (md_slots_used(&world->joint_slots, i) && md2_joint_is_active(world, joint)) {
            connect(world, joint->body[0], joint->body[1]);
        }
    }
}

/* ---- Waking and numbering ------------------------------------------------------------------------------------------- */

/* An awake body wakes its island: first the leaders learn of it, then the others follow them. */
static void wake_together(md2_world *world)
{
    for (int32_t i = 0; i < world->body_slots.count; ++i) {
        if (body_gives_way(world, i)) {
            const int32_t leader = find(world->leader.at, i);
            if (!world->bodies[leader].awake) {
                md2_body_wake(world, leader);
            }
        }
    }
    for (int32_t i = 0; i < world->body_slots.count; ++i) {
        if (md_slots_used(&world->body_slots, i) && is_dynamic(world, i) && !world->bodies[i].awake &&
            world->bodies[find(world->leader.at, i)].awake) {
            md2_body_wake(world, i);
        }
    }
}

static void number_islands(md2_world *world)
{
    world->island_count = 0;
    for (int32_t i = 0; i < world->body_slots.count; ++i) {
        struct body *body = &world->bodies[i];
        body->island = -1;
        body->row_body = MD_NO_BODY;
        if (!body_gives_way(world, i)) {
            continue;
        }
        const int32_t leader = find(world->leader.at, i); /* <= i: it has its number */
        body->island = leader == i ? world->island_count++ : world->bodies[leader].island;
    }
}

/* ---- Grouping ------------------------------------------------------------------------------------------------------- */

/* The group of a thing of each kind, or -1 where it is not solved. */
typedef int32_t group_of_function(const md2_world *world, int32_t index);

static int32_t group_of_island(const md2_world *world, int32_t island)
{
    return island >= 0 && !world->def.separate_islands ? 0 : island;
}

static int32_t group_of_body(const md2_world *world, int32_t index)
{
    return md_slots_used(&world->body_slots, index) ? group_of_island(world, world->bodies[index].island) : -1;
}

static int32_t group_of_pair(const md2_world *world, int32_t a, int32_t b)
{
    const int32_t group = a >= 0 ? group_of_body(world, a) : -1;
    return group >= 0 || b < 0 ? group : group_of_body(world, b);
}

static int32_t group_of_contact(const md2_world *world, int32_t index)
{
    const struct contact *contact = &world->contacts[index];
    return has_rows(contact)
               ? group_of_pair(world, world->shapes[contact->shape[0]].body, world->shapes[contact->shape[1]].body)
               : -1;
}

static int32_t group_of_joint(const md2_world *world, int32_t index)
{
    const struct joint *joint = &world->joints[index];
    return md_slots_used(&world->joint_slots, index) && md2_joint_is_active(world, joint)
               ? group_of_pair(world, joint->body[0], joint->body[1])
               : -1;
}

/* Sorts things by their group, keeping their order within it. */
static md_status group(md2_world *world, struct grouped *grouped, int32_t count, group_of_function *group_of)
{
    const size_t starts = (size_t)world->group_count + 2;
    md_status status = indices_reserve(&world->allocator, &grouped->start, starts);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &grouped->at, (size_t)count + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    int32_t *start = grouped->start.at;
    for (size_t i = 0; i < starts; ++i) {
        start[i] = 0;
    }
    for (int32_t i = 0; i < count; ++i) {
        const int32_t of = group_of(world, i);
        start[of + 2] += of >= 0;
    }
    for (size_t i = 2; i < starts; ++i) {
        start[i] += start[i - 1];
    }
    for (int32_t i = 0; i < count; ++i) {
        const int32_t of = group_of(world, i);
        if (of >= 0) {
            grouped->at.at[start[of + 1]++] = i;
        }
    }
    return MD_OK;
}

md_status md2_islands_find(md2_world *world)
{
    md_status status = indices_reserve(&world->allocator, &world->leader, (size_t)world->body_slots.count + 1);
    if (status != MD_OK) {
        return status;
    }
    connect_all(world);
    wake_together(world);
    number_islands(world);
    world->group_count = world->def.separate_islands ? world->island_count : world->island_count > 0;
    status = group(world, &world->group_bodies, world->body_slots.count, group_of_body);
    if (status == MD_OK) {
        status = group(world, &world->group_joints, world->joint_slots.count, group_of_joint);
    }
    if (status == MD_OK) {
        status = group(world, &world->group_contacts, world->contact_count, group_of_contact);
    }
    return status;
}

/* ---- Falling asleep ------------------------------------------------------------------------------------------------- */

static bool is_still(const md2_world *world, const struct body *body)
{
    const md_real speed = vec_length(body->velocity) + md_abs(body->angular_velocity) * body->reach;
    return body->sleep_allowed && speed < world->def.sleep_speed;
}

static void fall_asleep(md2_world *world, int32_t index)
{
    struct body *body = &world->bodies[index];
    body->awake = false;
    body->velocity = vec(0, 0);
    body->angular_velocity = 0;
    body->previous_center = body->center;
    body->previous_rotation = body->rotation;
    md2_event_add(world, &(md2_event){.type = MD2_EVENT_BODY_SLEEP, .body = md2_body_id_of(world, index)});
}

void md2_islands_sleep(md2_world *world, md_real dt)
{
    if (world->def.no_sleep) {
        return;
    }
    /* The leader keeps the shortest time that any of its island has been still. */
    for (int32_t i = 0; i < world->body_slots.count; ++i) {
        struct body *body = &world->bodies[i];
        if (body_gives_way(world, i)) {
            body->still_for = is_still(world, body) ? body->still_for + dt : 0;
            struct body *leader = &world->bodies[find(world->leader.at, i)];
            leader->still_for = md_min(leader->still_for, body->still_for);
        }
    }
    for (int32_t i = world->body_slots.count - 1; i >= 0; --i) {
        if (body_gives_way(world, i) && world->bodies[find(world->leader.at, i)].still_for >= world->def.sleep_time) {
            fall_asleep(world, i);
        }
    }
}
