/* Groups of what is solved together: all that is awake, or an island each. Found from what is active alone; only where that touches
 * something asleep are islands looked at in full, and woken. */
#include <string.h>

#include "world2/leaders.h"

/* ---- Leaders of what is awake --------------------------------------------------------------------------------------- */

/* Those that are not awake, which stays so until the lists are made anew. */
static void mark_sleepers(md2_world *world)
{
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        const bool sleeps = md_handles_is_used(&world->body_handles, i) && is_dynamic(world, i);
        world->islands.root.at[i] = sleeps ? SLEEPS : NO_LEADER;
    }
}

/* Each awake body leads itself; the bodies of the groups are these. */
static void gather_bodies(md2_world *world, int32_t *bodies, int32_t *count)
{
    *count = 0;
    for (int32_t n = 0; n < world->awake.body_count; ++n) {
        const int32_t i = world->awake.bodies.at[n];
        if (world->bodies[i].type == MD2_DYNAMIC) {
            world->islands.root.at[i] = i;
            bodies[(*count)++] = i;
        } else {
            world->islands.root.at[i] = is_moving_on_its_own(world, i) ? MOVES_ON_ITS_OWN : NO_LEADER;
        }
    }
}

/* What a row between two bodies tells of them: whether it is solved, and whether it wakes one. */
struct link {
    bool solved, wakes;
};

/* At most one of them is awake and dynamic. */
static struct link link_of_odd(md2_world *world, int32_t a, int32_t b, int32_t of_a, int32_t of_b)
{
    /* What moves on its own keeps the other awake. */
    if (of_a >= 0 && of_b == MOVES_ON_ITS_OWN) {
        world->bodies[a].sleep_timer = 0;
    } else if (of_b >= 0 && of_a == MOVES_ON_ITS_OWN) {
        world->bodies[b].sleep_timer = 0;
    }
    const bool wakes_a = of_a == SLEEPS && (of_b >= 0 || of_b == MOVES_ON_ITS_OWN);
    const bool wakes_b = of_b == SLEEPS && (of_a >= 0 || of_a == MOVES_ON_ITS_OWN);
    return (struct link){.solved = of_a >= 0 || of_b >= 0, .wakes = wakes_a || wakes_b};
}

static inline struct link link_of(md2_world *world, int32_t a, int32_t b, bool unites)
{
    int32_t *leader = world->islands.root.at;
    const int32_t of_a = a >= 0 ? leader[a] : NO_LEADER;
    const int32_t of_b = b >= 0 ? leader[b] : NO_LEADER;
    if (of_a >= 0 && of_b >= 0) {
        if (unites && of_a != of_b) {
            leader_unite(leader, a, b);
        }
        return (struct link){.solved = true};
    }
    return link_of_odd(world, a, b, of_a, of_b);
}

/* Returns whether one wakes another, and then the rest does not matter. */
static bool gather_joints(md2_world *world, bool unites, int32_t *joints, int32_t *count)
{
    *count = 0;
    for (int32_t n = 0; n < world->awake.joint_count; ++n) {
        const int32_t i = world->awake.joints.at[n];
        const struct joint *joint = &world->joints[i];
        if (!md2_joint_is_active(world, joint)) {
            continue;
        }
        const struct link link = link_of(world, joint->body[0], joint->body[1], unites);
        if (link.wakes) {
            return true;
        }
        joints[*count] = i;
        *count += link.solved;
    }
    return false;
}

static bool gather_contacts(md2_world *world, bool unites, int32_t *contacts, int32_t *count)
{
    *count = 0;
    for (int32_t n = 0; n < world->awake.contact_count; ++n) {
        const int32_t *body = world->awake.links.at + 2 * (size_t)n;
        if (body[0] < 0) {
            continue;
        }
        const struct link link = link_of(world, body[0], body[1], unites);
        if (link.wakes) {
            return true;
        }
        contacts[*count] = world->awake.contacts.at[n];
        *count += link.solved;
    }
    return false;
}

/* ---- Grouping ------------------------------------------------------------------------------------------------------- */

/* Numbers islands by their leaders, and tells their bodies where each is a group of its own. */
static void number_islands(md2_world *world, const int32_t *bodies, int32_t count)
{
    world->islands.count = 0;
    for (int32_t n = 0; n < count; ++n) {
        const int32_t i = bodies[n];
        const int32_t leader = leader_find(world->islands.root.at, i); /* <= i: it has its number */
        if (leader == i) {
            world->bodies[i].island = world->islands.count++;
        } else if (world->def.separate_islands) {
            world->bodies[i].island = world->bodies[leader].island;
        }
    }
}

/* The group of a thing of each kind, each of which is solved. */
typedef int32_t group_of_function(const md2_world *world, int32_t index);

static int32_t group_of_body(const md2_world *world, int32_t index)
{
    return world->bodies[index].island;
}

static int32_t group_of_pair(const md2_world *world, const int32_t body[2])
{
    return body[0] >= 0 && world->islands.root.at[body[0]] >= 0 ? group_of_body(world, body[0])
                                                                : group_of_body(world, body[1]);
}

static int32_t group_of_contact(const md2_world *world, int32_t index)
{
    return group_of_pair(world, world->contacts.at[index].body);
}

static int32_t group_of_joint(const md2_world *world, int32_t index)
{
    return group_of_pair(world, world->joints[index].body);
}

/* Sorts things by their group, keeping their order within it. */
static md_status group(md2_world *world, struct groups *grouped, int32_t count, group_of_function *group_of)
{
    const size_t starts = (size_t)world->islands.group_count + 2;
    md_status status = indices_reserve(&world->allocator, &grouped->start, starts);
    if (status != MD_OK) {
        return status;
    }
    int32_t *start = grouped->start.at;
    if (!world->def.separate_islands) { /* one group, or none */
        start[0] = 0;
        start[1] = count;
        return MD_OK;
    }
    status = indices_reserve(&world->allocator, &world->islands.scratch, (size_t)count);
    if (status != MD_OK) {
        return status;
    }
    memset(start, 0, starts * sizeof *start);
    for (int32_t n = 0; n < count; ++n) {
        world->islands.scratch.at[n] = grouped->at.at[n];
        ++start[group_of(world, grouped->at.at[n]) + 2];
    }
    for (size_t i = 2; i < starts; ++i) {
        start[i] += start[i - 1];
    }
    for (int32_t n = 0; n < count; ++n) {
        const int32_t i = world->islands.scratch.at[n];
        grouped->at.at[start[group_of(world, i) + 1]++] = i;
    }
    return MD_OK;
}

static md_status reserve(md2_world *world)
{
    const md_allocator *allocator = &world->allocator;
    md_status status = indices_reserve(allocator, &world->islands.root, (size_t)world->body_handles.count);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &world->islands.bodies.at, (size_t)world->awake.body_count);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &world->islands.joints.at, (size_t)world->awake.joint_count);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &world->islands.contacts.at, (size_t)world->awake.contact_count);
    }
    return status;
}

/* What is awake, and what of it is solved. `wakes`: something asleep is to wake first. */
static md_status gather(md2_world *world, bool unites, int32_t count[3], bool *wakes)
{
    md_status status = md2_awake_set_update(world);
    if (status == MD_OK) {
        status = reserve(world);
    }
    if (status != MD_OK) {
        return status;
    }
    if (world->awake.rebuilt) {
        mark_sleepers(world);
        world->awake.rebuilt = false;
    }
    gather_bodies(world, world->islands.bodies.at.at, &count[0]);
    *wakes = gather_joints(world, unites, world->islands.joints.at.at, &count[1]) ||
             gather_contacts(world, unites, world->islands.contacts.at.at, &count[2]);
    return MD_OK;
}

md_status md2_islands_find(md2_world *world, bool is_last)
{
    const bool unites = is_last || world->def.separate_islands;
    int32_t count[3] = {0, 0, 0};
    bool wakes = false;
    md_status status = gather(world, unites, count, &wakes);
    if (status == MD_OK && wakes) {
        md2_islands_wake(world);
        status = gather(world, unites, count, &wakes);
    }
    if (status != MD_OK) {
        return status;
    }
    if (unites) {
        number_islands(world, world->islands.bodies.at.at, count[0]);
    }
    world->islands.group_count = world->def.separate_islands ? world->islands.count : count[0] > 0;
    status = group(world, &world->islands.bodies, count[0], group_of_body);
    if (status == MD_OK) {
        status = group(world, &world->islands.joints, count[1], group_of_joint);
    }
    if (status == MD_OK) {
        status = group(world, &world->islands.contacts, count[2], group_of_contact);
    }
    return status;
}
