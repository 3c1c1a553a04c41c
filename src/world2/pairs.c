/* Pairs: which shapes are near each other, and which of these are to meet. */
#include "geometry2/vec.h"
#include "world2/world.h"

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

/* ---- Boxes ---------------------------------------------------------------------------------------------------------- */

#define FAT ((md_real)0.05) /* m, on every side */
#define STEPS_AHEAD 3       /* steps for which a moving body has room */

static md2_box grown(md2_box box, md_real by)
{
    return (md2_box){{box.lower.x - by, box.lower.y - by}, {box.upper.x + by, box.upper.y + by}};
}

static md2_box bounds_of(const struct shape *shape, const struct body *body)
{
    if (!shape->is_circle) {
        return md2_hull_bounds(&shape->hull, body_transform(body));
    }
    const md2_vec center =
        shape->is_centered ? body->origin : transform_point(body_transform(body), shape->hull.point[0]);
    return grown((md2_box){center, center}, shape->radius);
}

/* The box in which a shape looks for others: where it is and, as long as it is awake, where it will be. */
static md2_box near_box(const md2_world *world, const struct shape *shape, const struct body *body)
{
    const md2_box now = bounds_of(shape, body);
    md2_box box = now;
    md_real room = world->def.margin / 2;
    if (body->awake) {
        const md2_vec way = vec_scale(world->looked_ahead, body->velocity);
        const md_real turn = md_min(md_abs(world->looked_ahead * body->angular_velocity), 2);
        box = box_union(now, (md2_box){vec_add(now.lower, way), vec_add(now.upper, way)});
        room += turn * body->reach;
    }
    box = grown(box, room);
    const md2_box all = {{-4 * WORLD_SIZE, -4 * WORLD_SIZE}, {4 * WORLD_SIZE, 4 * WORLD_SIZE}};
    return box_contains(all, box) ? box : now;
}

/* Room to move in: on every side, and more where a body is on its way, as far as that is not much of its size. */
static md2_box fat_from(const md2_world *world, md2_box near, const struct body *body)
{
    if (body->type == MD2_STATIC) {
        return near;
    }
    const md_real most = FAT + body->reach;
    const md_real x = md_clamp(STEPS_AHEAD * world->looked_ahead * body->velocity.x, -most, most);
    const md_real y = md_clamp(STEPS_AHEAD * world->looked_ahead * body->velocity.y, -most, most);
    const md2_box fat = grown(near, FAT);
    return (md2_box){{fat.lower.x + md_min(x, 0), fat.lower.y + md_min(y, 0)},
                     {fat.upper.x + md_max(x, 0), fat.upper.y + md_max(y, 0)}};
}

md2_box md2_fat_box(const md2_world *world, const struct shape *shape)
{
    const struct body *body = &world->bodies[shape->body];
    return fat_from(world, near_box(world, shape, body), body);
}

bool md2_ways_cross(const md2_world *world, const struct contact *contact)
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    return box_overlaps(near_box(world, a, &world->bodies[contact->body[0]]),
                        near_box(world, b, &world->bodies[contact->body[1]]));
}

static inline void move_leaf(md2_world *world, struct shape *shape, struct body *body)
{
    const md2_box near = near_box(world, shape, body);
    if (box_contains(md2_tree_box(&world->tree, shape->leaf), near)) {
        return;
    }
    bool moved = false;
    (void)md2_tree_move(&world->tree, shape->leaf, near, fat_from(world, near, body), &moved);
    shape->searches = true;
    body->moved_at = world->contact_updates;
}

void md2_shape_move_leaf(md2_world *world, struct shape *shape)
{
    move_leaf(world, shape, &world->bodies[shape->body]);
}

/* Shapes that are fetched before it is their turn. */
#define AHEAD 8

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
    /* What looked before in this search has found the pair. */
    const bool is_found = other < pairing->shape && world->shapes[other].searched_in == world->pair_searches;
    if (first != second && !is_found && may_meet(world, &world->shapes[first], &world->shapes[second]) &&
        !md_pairs_has(&world->pairs, first, second)) {
        pairing->status = md2_contact_add(world, first, second);
    }
    return pairing->status == MD_OK;
}

/* Shapes that left their fat box get a new one, and will look for others there. All of them, before anything can fail: queries
 * rely on the boxes. Those that look are put into `found`; returns how many. */
static int32_t move_leaves(md2_world *world, bool of_fast)
{
    const int32_t *list = world->active.shapes.at;
    const int32_t count = world->active.shape_count;
    int32_t searching = 0;
    for (int32_t n = 0; n < count; ++n) {
        struct shape *shape = &world->shapes[list[n]];
        prefetch(&world->shapes[list[n + AHEAD < count ? n + AHEAD : n]], 1);
        struct body *body = &world->bodies[shape->body];
        if (shape->searches || (body->awake && (body->fast || !of_fast))) {
            move_leaf(world, shape, body);
        }
        world->found.at[searching] = list[n];
        searching += shape->searches;
    }
    return searching;
}

md_status md2_contacts_find_pairs(md2_world *world, bool of_fast)
{
    const int32_t searching = move_leaves(world, of_fast);
    ++world->pair_searches;
    for (int32_t n = 0; n < searching; ++n) {
        const int32_t i = world->found.at[n];
        struct shape *shape = &world->shapes[i];
        struct pairing pairing = {.world = world, .shape = i};
        md2_tree_query(&world->tree, md2_tree_box(&world->tree, shape->leaf), MD2_TREE_ALL, pair_up, &pairing);
        if (pairing.status != MD_OK) {
            return pairing.status;
        }
        shape->searches = false;
        shape->searched_in = world->pair_searches;
    }
    return MD_OK;
}
