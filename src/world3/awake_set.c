/* Builds the awake set: see awake_set.h. */
#include "world3/world.h"

static bool is_listed(const md3_world *world, int32_t body)
{
    return world->awake.include_sleeping || world->bodies[body].awake;
}

/* Bodies that are not awake do not move, and lose the forces that were applied to them. */
static void list_bodies(md3_world *world)
{
    struct awake_set *awake = &world->awake;
    awake->body_count = 0;
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        struct body *body = &world->bodies[i];
        if (body_is_active(world, i)) {
            awake->bodies.at[awake->body_count++] = i;
            continue;
        }
        body->previous_center = body->center;
        body->previous_rotation = body->rotation;
        body->force = (md3_vec){0, 0, 0};
        body->torque = (md3_vec){0, 0, 0};
    }
}

static void list_shapes(md3_world *world)
{
    struct awake_set *awake = &world->awake;
    awake->shape_count = 0;
    for (int32_t i = 0; i < world->shape_handles.count; ++i) {
        const struct shape *shape = &world->shapes[i];
        if (md_handles_is_used(&world->shape_handles, i) && shape->leaf != MD_TREE_NONE &&
            is_listed(world, shape->body)) {
            awake->shapes.at[awake->shape_count++] = i;
        }
    }
}

static bool joins_awake_body(const md3_world *world, const struct joint *joint)
{
    return world->bodies[joint->body[1]].awake || (joint->body[0] >= 0 && world->bodies[joint->body[0]].awake);
}

static void list_joints(md3_world *world)
{
    struct awake_set *awake = &world->awake;
    awake->joint_count = 0;
    for (int32_t i = 0; i < world->joint_handles.count; ++i) {
        if (md_handles_is_used(&world->joint_handles, i) && joins_awake_body(world, &world->joints[i])) {
            awake->joints.at[awake->joint_count++] = i;
        }
    }
}

/* Contacts with a pending hit are listed too. */
static void list_contacts(md3_world *world)
{
    struct awake_set *awake = &world->awake;
    awake->contact_count = 0;
    awake->sleeping_penetration = (struct penetration){.contacts = 0};
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        const struct contact *contact = contact_at(&world->contacts, n);
        if (is_listed(world, contact->body[0]) || is_listed(world, contact->body[1]) || contact->hit_impulse > 0) {
            awake_set_link(awake, awake->contact_count, contact);
            awake->contacts.at[awake->contact_count++] = world->contacts.pool.order.at[n];
        } else {
            penetration_add(&awake->sleeping_penetration, contact);
        }
    }
}

static md_status reserve(md3_world *world)
{
    struct awake_set *awake = &world->awake;
    struct indices *const list[] = {&awake->bodies, &awake->shapes, &awake->joints, &awake->contacts};
    const int32_t count[] = {world->body_handles.count, world->shape_handles.count, world->joint_handles.count,
                             world->contacts.pool.count};
    md_status status = indices_reserve(&world->allocator, &awake->links, 2 * (size_t)world->contacts.pool.count);
    if (status == MD_OK) {
        status = md3_broad_phase_reserve(world, world->shape_handles.count);
    }
    for (int i = 0; status == MD_OK && i < 4; ++i) {
        status = indices_reserve(&world->allocator, list[i], (size_t)count[i]);
    }
    return status;
}

md_status md3_awake_set_update(md3_world *world)
{
    if (!world->awake.stale) {
        return MD_OK;
    }
    const md_status status = reserve(world);
    if (status == MD_OK) {
        list_bodies(world);
        list_shapes(world);
        list_joints(world);
        list_contacts(world);
        world->awake.stale = false;
        world->awake.rebuilt = true;
    }
    return status;
}

void md3_awake_set_free(struct awake_set *awake, const md_allocator *allocator)
{
    indices_free(allocator, &awake->bodies);
    indices_free(allocator, &awake->shapes);
    indices_free(allocator, &awake->joints);
    indices_free(allocator, &awake->contacts);
    indices_free(allocator, &awake->links);
}

md_status md3_awake_set_reserve_contact(md3_world *world)
{
    const size_t count = (size_t)world->awake.contact_count + 1;
    const md_status status = indices_reserve(&world->allocator, &world->awake.links, 2 * count);
    return status == MD_OK ? indices_reserve(&world->allocator, &world->awake.contacts, count) : status;
}

void md3_awake_set_add_contact(md3_world *world, int32_t contact)
{
    struct awake_set *awake = &world->awake;
    awake_set_link(awake, awake->contact_count, &world->contacts.at[contact]);
    awake->contacts.at[awake->contact_count++] = contact;
}
