/* Contacts: which shapes are near each other, how they touch, and what is remembered of it. */
#include <string.h>

#include "base/memory.h"
#include "geometry2/vec.h"
#include "world2/world.h"

static bool may_collide(const md2_world *world, const struct shape *a, const struct shape *b)
{
    if (a->body == b->body) {
        return false;
    }
    const bool one_gives_way = world->bodies[a->body].type == MD2_DYNAMIC || world->bodies[b->body].type == MD2_DYNAMIC;
    if (a->def.group == b->def.group && a->def.group != 0) {
        return one_gives_way && a->def.group > 0;
    }
    return one_gives_way && (a->def.category & b->def.mask) != 0 && (b->def.category & a->def.mask) != 0;
}

static md_status add_contact(md2_world *world, int32_t first, int32_t second)
{
    if (world->contact_count >= world->def.max_contacts) {
        return MD_ERROR_SIZE;
    }
    md_status status = md_block_reserve(&world->allocator, (void **)&world->contacts, &world->contact_capacity,
                                        (size_t)world->contact_count + 1, sizeof *world->contacts);
    if (status == MD_OK) {
        status = md_pairs_add(&world->pairs, &world->allocator, first, second);
    }
    if (status != MD_OK) {
        return status;
    }
    const md2_shape_def *a = &world->shapes[first].def;
    const md2_shape_def *b = &world->shapes[second].def;
    world->contacts[world->contact_count++] = (struct contact){.shape = {first, second},
                                                               .friction = md_sqrt(a->friction * b->friction),
                                                               .restitution = md_max(a->restitution, b->restitution)};
    return MD_OK;
}

/* Keeps the order of the contacts that stay: the order of rows decides the bits. */
static void drop_contacts(md2_world *world, bool (*drops)(const md2_world *, const struct contact *, int32_t),
                          int32_t argument)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < world->contact_count; ++i) {
        const struct contact *contact = &world->contacts[i];
        if (drops(world, contact, argument)) {
            md_pairs_remove(&world->pairs, contact->shape[0], contact->shape[1]);
            continue;
        }
        world->contacts[kept++] = *contact;
    }
    world->contact_count = kept;
}

static bool is_of_shape(const md2_world *world, const struct contact *contact, int32_t shape)
{
    (void)world;
    return contact->shape[0] == shape || contact->shape[1] == shape;
}

void md2_contacts_forget_shape(md2_world *world, int32_t shape)
{
    drop_contacts(world, is_of_shape, shape);
}

static bool is_far_apart(const md2_world *world, const struct contact *contact, int32_t unused)
{
    (void)unused;
    return !box_overlaps(md2_tree_box(&world->tree, world->shapes[contact->shape[0]].leaf),
                         md2_tree_box(&world->tree, world->shapes[contact->shape[1]].leaf));
}

/* ---- Boxes ---------------------------------------------------------------------------------------------------------- */

#define FAT ((md_real)0.05) /* m, on every side */

static md2_box grown(md2_box box, md_real by)
{
    return (md2_box){{box.lower.x - by, box.lower.y - by}, {box.upper.x + by, box.upper.y + by}};
}

md2_box md2_near_box(const md2_world *world, const struct shape *shape)
{
    const md2_box tight = md2_hull_bounds(&shape->hull, body_transform(&world->bodies[shape->body]));
    return grown(tight, world->def.margin / 2);
}

md2_box md2_fat_box(const md2_world *world, const struct shape *shape)
{
    return grown(md2_near_box(world, shape), world->bodies[shape->body].type == MD2_STATIC ? 0 : FAT);
}

/* ---- Pairs ---------------------------------------------------------------------------------------------------------- */

struct pairing {
    md2_world *world;
    int32_t shape;
    md_status status;
};

static bool pair_up(void *user, int32_t leaf, int32_t other)
{
    (void)leaf;
    struct pairing *pairing = user;
    md2_world *world = pairing->world;
    const int32_t first = pairing->shape < other ? pairing->shape : other;
    const int32_t second = pairing->shape < other ? other : pairing->shape;
    if (first != second && may_collide(world, &world->shapes[first], &world->shapes[second]) &&
        !md_pairs_has(&world->pairs, first, second)) {
        pairing->status = add_contact(world, first, second);
    }
    return pairing->status == MD_OK;
}

/* Shapes that left their fat box get a new one, and look for others there. */
static md_status find_new_pairs(md2_world *world, bool all)
{
    md_status status = MD_OK;
    for (int32_t i = 0; status == MD_OK && i < world->shape_slots.count; ++i) {
        if (!md_slots_used(&world->shape_slots, i)) {
            continue;
        }
        const struct shape *shape = &world->shapes[i];
        bool moved = false;
        status =
            md2_tree_move(&world->tree, shape->leaf, md2_near_box(world, shape), md2_fat_box(world, shape), &moved);
        if (status == MD_OK && (moved || all)) {
            struct pairing pairing = {.world = world, .shape = i};
            md2_tree_query(&world->tree, md2_tree_box(&world->tree, shape->leaf), MD2_TREE_ALL, pair_up, &pairing);
            status = pairing.status;
        }
    }
    return status;
}

/* ---- Manifolds ------------------------------------------------------------------------------------------------------ */

/* A point whose id was there before starts from what it carried then. */
static void remember(struct contact *contact, const md2_manifold *before)
{
    const struct contact_memory old[2] = {contact->memory[0], contact->memory[1]};
    for (int k = 0; k < contact->manifold.count; ++k) {
        contact->memory[k] = (struct contact_memory){{0}, {0}};
        for (int j = 0; j < before->count; ++j) {
            if (before->point[j].id == contact->manifold.point[k].id) {
                contact->memory[k] = old[j];
            }
        }
    }
}

static void update_manifolds(md2_world *world)
{
    for (int32_t i = 0; i < world->contact_count; ++i) {
        struct contact *contact = &world->contacts[i];
        const struct shape *a = &world->shapes[contact->shape[0]];
        const struct shape *b = &world->shapes[contact->shape[1]];
        const md2_manifold before = contact->manifold;
        contact->manifold = md2_hull_collide(&a->hull, body_transform(&world->bodies[a->body]), &b->hull,
                                             body_transform(&world->bodies[b->body]), world->def.margin);
        remember(contact, &before);
    }
}

md_status md2_contacts_update(md2_world *world)
{
    const md_status status = find_new_pairs(world, world->contacts_are_stale);
    if (status != MD_OK) {
        world->contacts_are_stale = true;
        return status;
    }
    drop_contacts(world, is_far_apart, 0);
    update_manifolds(world);
    world->contacts_are_stale = false;
    return MD_OK;
}

md_status md2_world_contact(const md2_world *world, int32_t place, md2_contact_info *info)
{
    if (place < 0 || place >= world->contact_count) {
        return MD_ERROR_ARGUMENT;
    }
    const struct contact *contact = &world->contacts[place];
    *info = (md2_contact_info){.manifold = contact->manifold};
    for (int side = 0; side < 2; ++side) {
        info->shape[side] = (md2_shape_id){contact->shape[side], world->shape_slots.generation[contact->shape[side]]};
    }
    for (int k = 0; k < contact->manifold.count; ++k) {
        info->normal_impulse[k] = contact->memory[k].lambda[0];
        info->tangent_impulse[k] = contact->memory[k].lambda[1];
    }
    return MD_OK;
}
