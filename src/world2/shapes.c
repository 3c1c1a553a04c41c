/* Shapes: hulls on bodies, with what they are made of. */
#include "base/memory.h"
#include "geometry2/vec.h"
#include "world2/world.h"

md2_shape_def md2_shape_def_default(void)
{
    return (md2_shape_def){.density = 1, .friction = (md_real)0.6, .category = 1, .mask = UINT64_MAX};
}

static bool is_sound(const md2_shape_def *def, const md2_hull *hull)
{
    return def->density >= 0 && isfinite(def->density) && def->friction >= 0 && isfinite(def->friction) &&
           def->restitution >= 0 && def->restitution <= 1 && hull->count >= 1 && hull->count <= MD2_MAX_POINTS;
}

static struct shape *shape_of(const md2_world *world, md2_shape_id id)
{
    return md_slots_valid(&world->shape_slots, id.index, id.generation) ? &world->shapes[id.index] : NULL;
}

static md2_shape_id id_of(const md2_world *world, int32_t index)
{
    return index >= 0 ? (md2_shape_id){index, world->shape_slots.generation[index]} : (md2_shape_id){0, 0};
}

md_status md2_shape_create(md2_world *world, md2_body_id body, const md2_shape_def *def, const md2_hull *hull,
                           md2_shape_id *shape)
{
    struct body *owner = md2_body_of(world, body);
    if (owner == NULL || !is_sound(def, hull)) {
        return MD_ERROR_ARGUMENT;
    }
    int32_t index = -1;
    md_status status = md_block_reserve(&world->allocator, (void **)&world->shapes, &world->shape_capacity,
                                        (size_t)world->shape_slots.count + 1, sizeof *world->shapes);
    if (status == MD_OK) {
        status = md_slots_take(&world->shape_slots, &world->allocator, world->def.max_shapes, &index);
    }
    if (status != MD_OK) {
        return status;
    }
    struct shape *made = &world->shapes[index];
    *made = (struct shape){.hull = *hull, .def = *def, .body = body.index, .next_of_body = owner->first_shape};
    status = md2_tree_insert(&world->tree, md2_fat_box(world, made), index, def->category, &made->leaf);
    if (status != MD_OK) {
        md_slots_give(&world->shape_slots, index);
        return status;
    }
    owner->first_shape = index;
    md2_body_update_mass(world, owner);
    world->contacts_are_stale = true;
    if (shape != NULL) {
        *shape = id_of(world, index);
    }
    return MD_OK;
}

void md2_shape_remove(md2_world *world, int32_t index)
{
    struct shape *shape = &world->shapes[index];
    struct body *owner = &world->bodies[shape->body];
    md2_contacts_forget_shape(world, index);
    md2_tree_remove(&world->tree, shape->leaf);
    int32_t *link = &owner->first_shape;
    while (*link != index) {
        link = &world->shapes[*link].next_of_body;
    }
    *link = shape->next_of_body;
    md_slots_give(&world->shape_slots, index);
    world->contacts_are_stale = true;
}

md_status md2_shape_destroy(md2_world *world, md2_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    if (at == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    struct body *owner = &world->bodies[at->body];
    md2_shape_remove(world, shape.index);
    md2_body_update_mass(world, owner);
    return MD_OK;
}

bool md2_shape_is_valid(const md2_world *world, md2_shape_id shape)
{
    return shape_of(world, shape) != NULL;
}

md2_body_id md2_shape_body(const md2_world *world, md2_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return at != NULL ? (md2_body_id){at->body, world->body_slots.generation[at->body]} : (md2_body_id){0, 0};
}

const md2_hull *md2_shape_hull(const md2_world *world, md2_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return at != NULL ? &at->hull : NULL;
}

md2_shape_id md2_body_first_shape(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return id_of(world, at != NULL ? at->first_shape : -1);
}

md2_shape_id md2_shape_next(const md2_world *world, md2_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return id_of(world, at != NULL ? at->next_of_body : -1);
}
