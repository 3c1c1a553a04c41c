/* Contacts: which shapes are near each other, how they touch, and what is remembered of it. */
#include "geometry2/vec.h"
#include "world2/world.h"

static struct body *body_of_shape(const md2_world *world, int32_t shape)
{
    return &world->bodies[world->shapes[shape].body];
}

/* ---- Which shapes meet ---------------------------------------------------------------------------------------------- */

static bool bits_let_meet(const md2_shape_def *a, const md2_shape_def *b)
{
    if (a->group == b->group && a->group != 0) {
        return a->group > 0;
    }
    return (a->category & b->mask) != 0 && (b->category & a->mask) != 0;
}

static bool may_meet(const md2_world *world, const struct shape *a, const struct shape *b)
{
    if (a->body == b->body || (a->def.sensor && b->def.sensor) || !bits_let_meet(&a->def, &b->def)) {
        return false;
    }
    const md2_body_type type_a = world->bodies[a->body].type;
    const md2_body_type type_b = world->bodies[b->body].type;
    if (a->def.sensor || b->def.sensor) {
        return type_a != MD2_STATIC || type_b != MD2_STATIC;
    }
    if (a->is_segment && b->is_segment) {
        return false; /* chains are grounds: they do not feel each other */
    }
    return (type_a == MD2_DYNAMIC || type_b == MD2_DYNAMIC) && !md_pairs_has(&world->joined_pairs, a->body, b->body);
}

static bool filter_says_no(const md2_world *world, int32_t first, int32_t second)
{
    const md2_callbacks *callbacks = &world->def.callbacks;
    return callbacks->filter != NULL &&
           !callbacks->filter(callbacks->user, world, md2_shape_id_of(world, first), md2_shape_id_of(world, second));
}

/* ---- Mixing --------------------------------------------------------------------------------------------------------- */

static md_real mixed(md2_mixing rule, md_real (*function)(void *, md_real, md_real), void *user, md_real a, md_real b)
{
    if (function != NULL) {
        const md_real value = function(user, a, b);
        return value >= 0 && isfinite(value) ? value : 0;
    }
    switch (rule) {
    case MD2_MIX_GEOMETRIC_MEAN: return md_sqrt(a * b);
    case MD2_MIX_MEAN: return (a + b) / 2;
    case MD2_MIX_MIN: return md_min(a, b);
    case MD2_MIX_MAX: return md_max(a, b);
    case MD2_MIX_PRODUCT: return a * b;
    }
    return 0;
}

void md2_contact_mix(const md2_world *world, struct contact *contact)
{
    const md2_shape_def *a = &world->shapes[contact->shape[0]].def;
    const md2_shape_def *b = &world->shapes[contact->shape[1]].def;
    const md2_callbacks *callbacks = &world->def.callbacks;
    contact->friction =
        mixed(world->def.friction_mixing, callbacks->mix_friction, callbacks->user, a->friction, b->friction);
    contact->restitution = md_min(mixed(world->def.restitution_mixing, callbacks->mix_restitution, callbacks->user,
                                        a->restitution, b->restitution),
                                  1);
    /* A belt runs clockwise: to the right of its outward normal. The normal is outward for the first shape, inward for the second;
     * both speeds count to the left of it. */
    contact->surface_speed = a->surface_speed + b->surface_speed;
}

/* ---- Adding and dropping -------------------------------------------------------------------------------------------- */

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
    /* Of a sensor and a visitor the sensor is the first, of a chain and a hull the chain. */
    const bool swap =
        world->shapes[second].def.sensor || (world->shapes[second].is_segment && !world->shapes[first].def.sensor);
    struct contact *contact = &world->contacts[world->contact_count++];
    *contact = (struct contact){.shape = {swap ? second : first, swap ? first : second}, .row = {-1, -1}};
    contact->sensor = world->shapes[contact->shape[0]].def.sensor;
    contact->ignored = filter_says_no(world, contact->shape[0], contact->shape[1]);
    md2_contact_mix(world, contact);
    return MD_OK;
}

struct drop_rule {
    bool (*drops)(const md2_world *world, const struct contact *contact, const struct drop_rule *rule);
    int32_t a, b;
    bool wakes; /* what touched */
};

/* Keeps the order of the contacts that stay: the order of rows decides the bits. */
static void drop_contacts(md2_world *world, const struct drop_rule *rule)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < world->contact_count; ++i) {
        const struct contact *contact = &world->contacts[i];
        if (!rule->drops(world, contact, rule)) {
            if (kept != i) {
                world->contacts[kept] = *contact;
            }
            ++kept;
            continue;
        }
        md_pairs_remove(&world->pairs, contact->shape[0], contact->shape[1]);
        md2_contact_tell_end(world, contact);
        if (rule->wakes && contact->touching && !contact->sensor) {
            md2_body_wake(world, world->shapes[contact->shape[0]].body);
            md2_body_wake(world, world->shapes[contact->shape[1]].body);
        }
    }
    world->contact_count = kept;
}

static bool is_of_shape(const md2_world *world, const struct contact *contact, const struct drop_rule *rule)
{
    (void)world;
    return contact->shape[0] == rule->a || contact->shape[1] == rule->a;
}

void md2_contacts_forget_shape(md2_world *world, int32_t shape)
{
    drop_contacts(world, &(struct drop_rule){.drops = is_of_shape, .a = shape, .wakes = true});
}

static bool is_between_bodies(const md2_world *world, const struct contact *contact, const struct drop_rule *rule)
{
    const int32_t a = world->shapes[contact->shape[0]].body;
    const int32_t b = world->shapes[contact->shape[1]].body;
    return !contact->sensor && ((a == rule->a && b == rule->b) || (a == rule->b && b == rule->a));
}

void md2_contacts_forget_pair(md2_world *world, int32_t body_a, int32_t body_b)
{
    drop_contacts(world, &(struct drop_rule){.drops = is_between_bodies, .a = body_a, .b = body_b, .wakes = true});
}

/* What bore an impulse in this step stays until that is told. */
static bool is_far_apart(const md2_world *world, const struct contact *contact, const struct drop_rule *rule)
{
    (void)rule;
    return !(contact->hit_impulse > 0) &&
           !box_overlaps(md2_tree_box(&world->tree, world->shapes[contact->shape[0]].leaf),
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
    const struct body *body = &world->bodies[shape->body];
    md2_box box = md2_hull_bounds(&shape->hull, body_transform(body));
    if (body->awake) {
        const md2_vec way = vec_scale(world->looked_ahead, body->velocity);
        const md_real turn = md_min(md_abs(world->looked_ahead * body->angular_velocity), 2);
        const md2_box later = {vec_add(box.lower, way), vec_add(box.upper, way)};
        box = grown(box_union(box, later), turn * body->reach);
    }
    box = grown(box, world->def.margin / 2);
    const md2_box all = {{-4 * WORLD_SIZE, -4 * WORLD_SIZE}, {4 * WORLD_SIZE, 4 * WORLD_SIZE}};
    return box_contains(all, box) ? box : md2_hull_bounds(&shape->hull, body_transform(body));
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
    if (first != second && may_meet(world, &world->shapes[first], &world->shapes[second]) &&
        !md_pairs_has(&world->pairs, first, second)) {
        pairing->status = add_contact(world, first, second);
    }
    return pairing->status == MD_OK;
}

/* Shapes that left their fat box get a new one, and will look for others there. All of them, before anything can fail: queries
 * rely on the boxes. */
static void move_leaves(md2_world *world)
{
    for (int32_t i = 0; i < world->shape_slots.count; ++i) {
        struct shape *shape = &world->shapes[i];
        if (!md_slots_used(&world->shape_slots, i) || shape->leaf == MD2_TREE_NONE ||
            !(shape->searches || world->bodies[shape->body].awake)) {
            continue;
        }
        bool moved = false;
        (void)md2_tree_move(&world->tree, shape->leaf, md2_near_box(world, shape), md2_fat_box(world, shape), &moved);
        shape->searches = shape->searches || moved;
    }
}

md_status md2_contacts_find_pairs(md2_world *world)
{
    move_leaves(world);
    for (int32_t i = 0; i < world->shape_slots.count; ++i) {
        struct shape *shape = &world->shapes[i];
        if (!md_slots_used(&world->shape_slots, i) || !shape->searches || shape->leaf == MD2_TREE_NONE) {
            continue;
        }
        struct pairing pairing = {.world = world, .shape = i};
        md2_tree_query(&world->tree, md2_tree_box(&world->tree, shape->leaf), MD2_TREE_ALL, pair_up, &pairing);
        if (pairing.status != MD_OK) {
            return pairing.status;
        }
        shape->searches = false;
    }
    return MD_OK;
}

/* ---- Manifolds ------------------------------------------------------------------------------------------------------ */

/* A point whose id was there before starts from what it carried then. */
static void remember(struct contact *contact, const md2_manifold *before)
{
    const struct contact_memory old[2] = {contact->memory[0], contact->memory[1]};
    for (int k = 0; k < contact->manifold.count; ++k) {
        contact->memory[k] = (struct contact_memory){.bounce = 0};
        for (int j = 0; j < before->count; ++j) {
            if (before->point[j].id == contact->manifold.point[k].id) {
                contact->memory[k] = old[j];
            }
        }
    }
}

static md2_manifold collide(const md2_world *world, const struct contact *contact)
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    const md2_transform at_a = body_transform(&world->bodies[a->body]);
    const md2_transform at_b = body_transform(&world->bodies[b->body]);
    if (contact->sensor) {
        return md2_hull_collide(&a->hull, at_a, &b->hull, at_b, 0);
    }
    return a->is_segment ? md2_chain_collide(&a->segment, at_a, &b->hull, at_b, world->def.margin)
                         : md2_hull_collide(&a->hull, at_a, &b->hull, at_b, world->def.margin);
}

static void set_arms(const md2_world *world, struct contact *contact)
{
    for (int k = 0; k < contact->manifold.count; ++k) {
        for (int side = 0; side < 2; ++side) {
            const md2_vec center = body_of_shape(world, contact->shape[side])->center;
            contact->arm[k][side] = vec_sub(contact->manifold.point[k].point, center);
        }
    }
}

/* Whether two bodies may come closer than the margin tells within a time. */
static bool is_fast(const md2_world *world, const struct contact *contact, md_real dt)
{
    const struct body *a = body_of_shape(world, contact->shape[0]);
    const struct body *b = body_of_shape(world, contact->shape[1]);
    const md_real closing = vec_length(vec_sub(a->velocity, b->velocity)) + md_abs(a->angular_velocity) * a->reach +
                            md_abs(b->angular_velocity) * b->reach;
    return closing * dt > world->def.margin;
}

void md2_contacts_refresh(md2_world *world, md_real dt)
{
    for (int32_t i = 0; i < world->contact_count; ++i) {
        struct contact *contact = &world->contacts[i];
        const struct body *a = body_of_shape(world, contact->shape[0]);
        const struct body *b = body_of_shape(world, contact->shape[1]);
        if (contact->ignored || !(a->awake || b->awake || world->contacts_are_stale)) {
            continue;
        }
        const md2_manifold before = contact->manifold;
        contact->manifold = collide(world, contact);
        set_arms(world, contact);
        const bool looks_ahead = !contact->sensor && !world->def.no_continuous;
        if (contact->manifold.count == 0 && looks_ahead && is_fast(world, contact, dt)) {
            contact->manifold = md2_future_manifold(world, contact, dt, contact->arm);
        }
        remember(contact, &before);
    }
}

md_status md2_contacts_update(md2_world *world, md_real dt)
{
    world->looked_ahead = dt;
    const md_status status = md2_contacts_find_pairs(world);
    if (status != MD_OK) {
        world->contacts_are_stale = true;
        return status;
    }
    drop_contacts(world, &(struct drop_rule){.drops = is_far_apart});
    md2_contacts_refresh(world, dt);
    world->contacts_are_stale = false;
    return MD_OK;
}

/* ---- Asking --------------------------------------------------------------------------------------------------------- */

md_status md2_world_contact(const md2_world *world, int32_t place, md2_contact_info *info)
{
    if (place < 0 || place >= world->contact_count) {
        return MD_ERROR_ARGUMENT;
    }
    const struct contact *contact = &world->contacts[place];
    *info = (md2_contact_info){.manifold = contact->manifold,
                               .sensor = contact->sensor,
                               .touching = contact->touching,
                               .friction = contact->friction,
                               .restitution = contact->restitution};
    for (int side = 0; side < 2; ++side) {
        info->shape[side] = md2_shape_id_of(world, contact->shape[side]);
    }
    for (int k = 0; k < contact->manifold.count; ++k) {
        info->normal_impulse[k] = contact->memory[k].normal.lambda;
        info->tangent_impulse[k] = contact->memory[k].tangent.lambda;
    }
    return MD_OK;
}
