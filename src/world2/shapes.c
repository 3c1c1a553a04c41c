/* Shapes: creating, destroying and changing the hulls and chain segments of bodies. */
#include "geometry2/vec.h"
#include "world2/world.h"

md2_shape_def md2_shape_def_default(void)
{
    return (md2_shape_def){.density = 1, .friction = (md_real)0.6, .category = 1, .mask = UINT64_MAX};
}

static struct shape *shape_of(const md2_world *world, md2_shape_id id)
{
    const bool is_valid = world != NULL && md_handles_is_valid(&world->shape_handles, id.index, id.generation);
    return is_valid ? &world->shapes[id.index] : NULL;
}

static md_status shape_to_change(md2_world *world, md2_shape_id id, const char *call, struct shape **shape)
{
    *shape = shape_of(world, id);
    return md2_handle_to_change(world, *shape != NULL, call, "shape", id.index, id.generation);
}

md2_shape_id md2_shape_id_of(const md2_world *world, int32_t index)
{
    return index >= 0 ? (md2_shape_id){index, world->shape_handles.generation[index]} : (md2_shape_id){0, 0};
}

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

static md_status insert_leaf(md2_world *world, int32_t index)
{
    struct shape *shape = &world->shapes[index];
    shape->searches = true;
    shape->leaf_check.room = 0;
    world->narrow_phase.stale = true;
    return md2_tree_insert(&world->broad_phase.tree, md2_fat_box(world, shape), index, shape->def.category,
                           &shape->leaf);
}

/* The shape must have no contacts. */
static void remove_bare_leaf(md2_world *world, int32_t index)
{
    struct shape *shape = &world->shapes[index];
    if (shape->leaf != MD_TREE_NONE) {
        md2_tree_remove(&world->broad_phase.tree, shape->leaf);
        shape->leaf = MD_TREE_NONE;
    }
}

static void remove_leaf(md2_world *world, int32_t index)
{
    md2_contacts_remove_of_shape(world, index);
    remove_bare_leaf(world, index);
}

void md2_shapes_remove_leaves(md2_world *world, const struct body *body)
{
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        remove_leaf(world, i);
    }
}

md_status md2_shapes_insert_leaves(md2_world *world, const struct body *body)
{
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        const md_status status = insert_leaf(world, i);
        if (status != MD_OK) {
            md2_shapes_remove_leaves(world, body);
            return status;
        }
    }
    return MD_OK;
}

void md2_shapes_search(md2_world *world, const struct body *body)
{
    world->narrow_phase.stale = true;
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        struct shape *shape = &world->shapes[i];
        shape->searches = true;
        if (shape->leaf != MD_TREE_NONE) { /* so that queries find the shape at its new position */
            md2_shape_move_leaf(world, shape);
        }
    }
}

void md2_shape_update_size(struct shape *shape)
{
    const md2_hull *hull = &shape->hull;
    shape->is_circle = hull->count == 1;
    shape->is_centered = shape->is_circle && hull->point[0].x == 0 && hull->point[0].y == 0;
    shape->radius = hull->radius;
    shape->max_extent = 0;
    for (int32_t i = 0; i < hull->count; ++i) {
        shape->max_extent = md_max(shape->max_extent, vec_length(hull->point[i]));
    }
}

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

static void link_shape(md2_world *world, struct body *owner, int32_t index)
{
    if (owner->last_shape >= 0) {
        world->shapes[owner->last_shape].next_of_body = index;
    } else {
        owner->first_shape = index;
    }
    owner->last_shape = index;
}

md_status md2_shape_add(md2_world *world, int32_t body, const struct shape *created, int32_t *added)
{
    struct body *owner = &world->bodies[body];
    int32_t index = -1;
    md_status status = md_array_reserve(&world->allocator, (void **)&world->shapes, &world->shape_capacity,
                                        (size_t)world->shape_handles.count + 1, sizeof *world->shapes);
    if (status == MD_OK) {
        status = md_handles_allocate(&world->shape_handles, &world->allocator, world->def.max_shapes, &index);
    }
    if (status != MD_OK) {
        return status;
    }
    struct shape *at = &world->shapes[index];
    *at = *created;
    at->body = body;
    at->next_of_body = -1;
    at->leaf = MD_TREE_NONE;
    md2_shape_update_size(at);
    world->awake.stale = true;
    status = owner->enabled ? insert_leaf(world, index) : MD_OK;
    if (status != MD_OK) {
        md_handles_release(&world->shape_handles, index);
        return status;
    }
    link_shape(world, owner, index);
    md2_body_add_mass(world, owner, at);
    *added = index;
    return MD_OK;
}

/* Adds a shape that belongs to no chain. */
static md_status add_single(md2_world *world, md2_body_id body, const char *call, struct shape *created,
                            md2_shape_id *shape)
{
    int32_t index = -1;
    created->chain = -1;
    const md_status status = md2_shape_add(world, body.index, created, &index);
    if (status != MD_OK) {
        return md2_creation_failed(world, status, call, "max_shapes", world->def.max_shapes);
    }
    if (shape != NULL) {
        *shape = md2_shape_id_of(world, index);
    }
    return MD_OK;
}

static md_status check_arguments(md2_world *world, md2_body_id body, const char *call, const md2_shape_def *def)
{
    struct body *owner;
    const md_status status = md2_body_to_change(world, body, call, &owner);
    return status == MD_OK ? md2_shape_def_check(def, &world->last_error) : status;
}

md_status md2_shape_create(md2_world *world, md2_body_id body, const md2_shape_def *def, const md2_hull *hull,
                           md2_shape_id *shape)
{
    md_status status = check_arguments(world, body, __func__, def);
    if (status == MD_OK) {
        status = md2_shape_hull_check(hull, &world->last_error);
    }
    if (status != MD_OK) {
        return status;
    }
    struct shape created = {.hull = *hull, .def = *def};
    return add_single(world, body, __func__, &created, shape);
}

md_status md2_shape_create_segment(md2_world *world, md2_body_id body, const md2_shape_def *def,
                                   const md2_chain_segment *segment, md2_shape_id *shape)
{
    md_status status = check_arguments(world, body, __func__, def);
    if (status == MD_OK && segment == NULL) {
        status = md_fail(&world->last_error, MD_ERROR_ARGUMENT, "%s: segment is NULL", __func__);
    }
    if (status != MD_OK) {
        return status;
    }
    struct shape created = {.segment = *segment, .def = *def, .is_segment = true};
    status = md2_segment_check(segment, &created.hull, &world->last_error);
    return status == MD_OK ? add_single(world, body, __func__, &created, shape) : status;
}

/* ---- Destroying -------------------------------------------------------------------------------------------------- */

static void unlink_shape(md2_world *world, struct body *owner, int32_t index)
{
    int32_t *link = &owner->first_shape;
    int32_t before = -1;
    while (*link != index) {
        before = *link;
        link = &world->shapes[*link].next_of_body;
    }
    *link = world->shapes[index].next_of_body;
    if (owner->last_shape == index) {
        owner->last_shape = before;
    }
}

void md2_shape_remove(md2_world *world, int32_t index)
{
    remove_leaf(world, index);
    if (world->shapes[index].chain >= 0) {
        md2_chain_remove_segment(world, index);
    }
    unlink_shape(world, &world->bodies[world->shapes[index].body], index);
    md_handles_release(&world->shape_handles, index);
    world->awake.stale = true;
}

void md2_shapes_remove_run(md2_world *world, int32_t first, int32_t count)
{
    struct body *owner = &world->bodies[world->shapes[first].body];
    int32_t before = -1;
    for (int32_t i = owner->first_shape; i != first; i = world->shapes[i].next_of_body) {
        before = i;
    }
    int32_t next = first;
    for (int32_t n = 0; n < count; ++n) {
        const int32_t index = next;
        next = world->shapes[index].next_of_body;
        remove_bare_leaf(world, index);
        md_handles_release(&world->shape_handles, index);
    }
    *(before >= 0 ? &world->shapes[before].next_of_body : &owner->first_shape) = next;
    owner->last_shape = next >= 0 ? owner->last_shape : before;
    world->awake.stale = true;
}

md_status md2_shape_destroy(md2_world *world, md2_shape_id shape)
{
    struct shape *at;
    const md_status status = shape_to_change(world, shape, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    const int32_t owner = at->body;
    md2_shape_remove(world, shape.index);
    md2_body_update_mass(world, &world->bodies[owner]);
    md2_body_wake(world, owner);
    return MD_OK;
}

/* ---- Reading and changing ---------------------------------------------------------------------------------------- */

bool md2_shape_is_valid(const md2_world *world, md2_shape_id shape)
{
    return shape_of(world, shape) != NULL;
}

md2_shape_def md2_shape_get_def(const md2_world *world, md2_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return at != NULL ? at->def : (md2_shape_def){0};
}

void md2_shape_replace_def(md2_world *world, struct shape *shape, const md2_shape_def *def)
{
    shape->def = *def;
    shape->searches = true;
    world->narrow_phase.stale = true;
    if (shape->leaf != MD_TREE_NONE) {
        md2_tree_set_category(&world->broad_phase.tree, shape->leaf, def->category);
    }
}

md_status md2_shape_set_def(md2_world *world, md2_shape_id shape, const md2_shape_def *def)
{
    struct shape *at;
    md_status status = shape_to_change(world, shape, __func__, &at);
    if (status == MD_OK) {
        status = md2_shape_def_check(def, &world->last_error);
    }
    if (status != MD_OK) {
        return status;
    }
    md2_contacts_remove_of_shape(world, shape.index);
    md2_shape_replace_def(world, at, def);
    md2_body_update_mass(world, &world->bodies[at->body]);
    md2_body_wake(world, at->body);
    return MD_OK;
}

md2_chain_id md2_shape_chain(const md2_world *world, md2_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return md2_chain_id_of(world, at != NULL ? at->chain : -1);
}

md2_body_id md2_shape_body(const md2_world *world, md2_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return md2_body_id_of(world, at != NULL ? at->body : -1);
}

const md2_hull *md2_shape_hull(const md2_world *world, md2_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return at != NULL ? &at->hull : NULL;
}

const md2_chain_segment *md2_shape_segment(const md2_world *world, md2_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return at != NULL && at->is_segment ? &at->segment : NULL;
}

md2_shape_id md2_body_first_shape(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return md2_shape_id_of(world, at != NULL ? at->first_shape : -1);
}

md2_shape_id md2_shape_next(const md2_world *world, md2_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return md2_shape_id_of(world, at != NULL ? at->next_of_body : -1);
}
