/* What a step looks at. Lists are made anew where bodies fell asleep or woke, or things came and went; in between a step takes them as
 * they are, and does not see what sleeps. */
#include "world2/world.h"

static bool is_looked_at(const md2_world *world, int32_t body)
{
    return world->active.everything || world->bodies[body].awake;
}

/* What is not awake has nothing of a step before. */
static void list_bodies(md2_world *world)
{
    struct active *active = &world->active;
    active->body_count = 0;
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        struct body *body = &world->bodies[i];
        if (body_is_active(world, i)) {
            active->bodies.at[active->body_count++] = i;
            continue;
        }
        body->previous_center = body->center;
        body->previous_rotation = body->rotation;
        body->force = (md2_vec){0, 0};
        body->torque = 0;
        body->row_body = MD_NO_BODY;
        body->island = -1;
    }
}

static void list_shapes(md2_world *world)
{
    struct active *active = &world->active;
    active->shape_count = 0;
    for (int32_t i = 0; i < world->shape_handles.count; ++i) {
        const struct shape *shape = &world->shapes[i];
        if (md_handles_is_used(&world->shape_handles, i) && shape->leaf != MD_TREE_NONE &&
            is_looked_at(world, shape->body)) {
            active->shapes.at[active->shape_count++] = i;
        }
    }
}

static bool joins_awake(const md2_world *world, const struct joint *joint)
{
    return world->bodies[joint->body[1]].awake || (joint->body[0] >= 0 && world->bodies[joint->body[0]].awake);
}

static void list_joints(md2_world *world)
{
    struct active *active = &world->active;
    active->joint_count = 0;
    for (int32_t i = 0; i < world->joint_handles.count; ++i) {
        if (md_handles_is_used(&world->joint_handles, i) && joins_awake(world, &world->joints[i])) {
            active->joints.at[active->joint_count++] = i;
        }
    }
}

/* What has a hit to tell is active too. */
static void list_contacts(md2_world *world)
{
    struct active *active = &world->active;
    active->contact_count = 0;
    active->asleep = (struct overlap){.contacts = 0};
    for (int32_t n = 0; n < world->contact_count; ++n) {
        const struct contact *contact = contact_at(world, n);
        if (is_looked_at(world, contact->body[0]) || is_looked_at(world, contact->body[1]) ||
            contact->hit_impulse > 0) {
            active_link(active, active->contact_count, contact);
            active->contacts.at[active->contact_count++] = world->contact_order.at[n];
        } else {
            overlap_add(&active->asleep, contact);
        }
    }
}

static md_status reserve(md2_world *world)
{
    struct active *active = &world->active;
    struct indices *const list[] = {&active->bodies, &active->shapes, &world->found, &active->joints,
                                    &active->contacts};
    const int32_t count[] = {world->body_handles.count, world->shape_handles.count, world->shape_handles.count + 1,
                             world->joint_handles.count, world->contact_count};
    md_status status = indices_reserve(&world->allocator, &active->links, 2 * (size_t)world->contact_count);
    for (int i = 0; status == MD_OK && i < 5; ++i) {
        status = indices_reserve(&world->allocator, list[i], (size_t)count[i]);
    }
    return status;
}

md_status md2_active_update(md2_world *world)
{
    if (!world->active.changed) {
        return MD_OK;
    }
    const md_status status = reserve(world);
    if (status == MD_OK) {
        list_bodies(world);
        list_shapes(world);
        list_joints(world);
        list_contacts(world);
        world->active.changed = false;
        world->active.is_new = true;
    }
    return status;
}

void md2_active_free(struct active *active, const md_allocator *allocator)
{
    indices_free(allocator, &active->bodies);
    indices_free(allocator, &active->shapes);
    indices_free(allocator, &active->joints);
    indices_free(allocator, &active->contacts);
    indices_free(allocator, &active->links);
    indices_free(allocator, &active->parted);
    md_array_free(allocator, (void **)&active->sums, &active->sum_capacity, sizeof *active->sums);
}

md_status md2_active_reserve_contact(md2_world *world)
{
    const size_t wanted = (size_t)world->active.contact_count + 1;
    const md_status status = indices_reserve(&world->allocator, &world->active.links, 2 * wanted);
    return status == MD_OK ? indices_reserve(&world->allocator, &world->active.contacts, wanted) : status;
}

void md2_active_add_contact(md2_world *world, int32_t contact)
{
    struct active *active = &world->active;
    active_link(active, active->contact_count, &world->contacts[contact]);
    active->contacts.at[active->contact_count++] = contact;
}
