/* Fills the awake set of a world (awake_set.h, dimension.h). */
#include "engine/dimension.h"

static bool is_listed(const WORLD *world, int32_t body)
{
    return world->awake.include_sleeping || world->bodies[body].awake;
}

/* Bodies that are not awake do not move, and lose the forces that were applied to them. */
static void list_bodies(WORLD *world)
{
    struct awake_set *awake = &world->awake;
    const struct share *share = world->share;
    const int32_t count = share != NULL ? share->bodies.count : world->body_handles.count;
    awake->body_count = 0;
    for (int32_t n = 0; n < count; ++n) {
        const int32_t i =
            share != NULL ? share->bodies.at[n].slot : n; /* of a share by number, as in the whole world */
        struct body *body = &world->bodies[i];
        if (body_is_active(world, i)) {
            awake->bodies.at[awake->body_count++] = i;
            continue;
        }
        body->previous_center = body->center;
        body->previous_rotation = body->rotation;
        body_clear_forces(body);
    }
}

static void list_shapes(WORLD *world)
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

static bool joins_awake_body(const WORLD *world, const struct joint *joint)
{
    return world->bodies[joint->body[1]].awake || (joint->body[0] >= 0 && world->bodies[joint->body[0]].awake);
}

static void list_joints(WORLD *world)
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
static void list_contacts(WORLD *world)
{
    struct awake_set *awake = &world->awake;
    awake->contact_count = 0;
    awake->sleeping_penetration = (struct penetration){.contacts = 0};
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        const struct contact *contact = contact_at(&world->contacts, n);
        if (is_listed(world, contact->body[0]) || is_listed(world, contact->body[1]) || contact->hit_impulse > 0) {
            awake_set_add_contact(awake, world->contacts.pool.order.at[n], contact->body,
                                  contact_points_with_rows(contact));
        } else if (share_reports(world->share, contact->body)) {
            penetration_add(&awake->sleeping_penetration, contact);
        }
    }
}

static md_status reserve(WORLD *world)
{
    const struct awake_set_sizes sizes = {.bodies = world->body_handles.count,
                                          .shapes = world->shape_handles.count,
                                          .joints = world->joint_handles.count,
                                          .contacts = world->contacts.pool.count};
    const md_status status = MD_(broad_phase_reserve)(world, sizes.shapes);
    return status == MD_OK ? md_awake_set_reserve(&world->awake, &world->allocator, &sizes) : status;
}

md_status MD_(awake_set_update)(WORLD *world)
{
    if (!world->awake.stale && !world->awake.bodies_are_stale) {
        return MD_OK;
    }
    const md_status status = reserve(world);
    if (status == MD_OK) {
        list_bodies(world);
        list_shapes(world);
        list_joints(world);
        if (world->awake.stale) {
            list_contacts(world);
        }
        world->awake.stale = world->awake.bodies_are_stale = false;
        world->awake.rebuilt = world->awake.changed = true;
        ++world->awake.rebuilds;
    }
    return status;
}
