/* Shapes: creating, destroying and changing the geometries of bodies. */
#include "world3/world.h"

md3_shape_def md3_shape_def_default(void)
{
    return (md3_shape_def){.density = 1000, .friction = (md_real)0.6, .category = 1, .mask = UINT64_MAX};
}

static struct shape *shape_of(const md3_world *world, md3_shape_id id)
{
    const bool is_valid = world != NULL && md_handles_is_valid(&world->shape_handles, id.index, id.generation);
    return is_valid ? &world->shapes[id.index] : NULL;
}

static md_status shape_to_change(md3_world *world, md3_shape_id id, const char *call, struct shape **shape)
{
    *shape = shape_of(world, id);
    return md3_handle_to_change(world, *shape != NULL, call, "shape", id.index, id.generation);
}

md3_shape_id md3_shape_id_of(const md3_world *world, int32_t index)
{
    return index >= 0 ? (md3_shape_id){index, world->shape_handles.generation[index]} : (md3_shape_id){0, 0};
}

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

static md_status insert_leaf(md3_world *world, int32_t index)
{
    struct shape *shape = &world->shapes[index];
    shape->searches = true;
    shape->leaf_check.room = 0;
    world->narrow_phase.stale = true;
    return md3_tree_insert(&world->broad_phase.tree, md3_fat_box(world, shape), index, shape->def.category,
                           &shape->leaf);
}

static void remove_leaf(md3_world *world, int32_t index)
{
    struct shape *shape = &world->shapes[index];
    md3_contacts_remove_of_shape(world, index);
    if (shape->leaf != MD_TREE_NONE) {
        md3_tree_remove(&world->broad_phase.tree, shape->leaf);
        shape->leaf = MD_TREE_NONE;
    }
}

void md3_shapes_remove_leaves(md3_world *world, const struct body *body)
{
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        remove_leaf(world, i);
    }
}

md_status md3_shapes_insert_leaves(md3_world *world, const struct body *body)
{
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        const md_status status = insert_leaf(world, i);
        if (status != MD_OK) {
            md3_shapes_remove_leaves(world, body);
            return status;
        }
    }
    return MD_OK;
}

void md3_shapes_search(md3_world *world, const struct body *body)
{
    world->narrow_phase.stale = true;
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        struct shape *shape = &world->shapes[i];
        shape->searches = true;
        if (shape->leaf != MD_TREE_NONE) { /* so that queries find the shape at its new position */
            md3_shape_move_leaf(world, shape);
        }
    }
}

bool md3_shapes_may_be_dynamic(const md3_world *world, const struct body *body)
{
    bool may = true;
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        may = may && world->shapes[i].is_convex;
    }
    return may;
}

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

static void link_shape(md3_world *world, struct body *owner, int32_t index)
{
    if (owner->last_shape >= 0) {
        world->shapes[owner->last_shape].next_of_body = index;
    } else {
        owner->first_shape = index;
    }
    owner->last_shape = index;
}

static md_status add_shape(md3_world *world, int32_t body, const md3_shape_def *def, const md3_geometry *geometry,
                           int32_t *added)
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
    *at = (struct shape){.body = body,
                         .next_of_body = -1,
                         .leaf = MD_TREE_NONE,
                         .shared = -1,
                         .is_convex = md3_geometry_is_convex(geometry),
                         .geometry = *geometry,
                         .def = *def};
    world->awake.stale = true;
    status = md3_geometries_add(&world->geometries, &world->allocator, geometry, &at->shared);
    if (status == MD_OK && owner->enabled) {
        status = insert_leaf(world, index);
    }
    if (status != MD_OK) {
        md3_geometries_remove(&world->geometries, at->shared);
        md_handles_release(&world->shape_handles, index);
        return status;
    }
    link_shape(world, owner, index);
    md3_body_add_mass(world, owner, at);
    *added = index;
    return MD_OK;
}

static md_status check_arguments(md3_world *world, md3_body_id body, const char *call, const md3_shape_def *def,
                                 const md3_geometry *geometry)
{
    struct body *owner;
    md_status status = md3_body_to_change(world, body, call, &owner);
    if (status == MD_OK) {
        status = md3_shape_def_check(def, &world->last_error);
    }
    if (status == MD_OK) {
        status = md3_shape_geometry_check(geometry, &world->last_error);
    }
    if (status == MD_OK && owner->type == MD3_DYNAMIC && !md3_geometry_is_convex(geometry)) {
        status = md_fail(&world->last_error, MD_ERROR_ARGUMENT,
                         "%s: a plane, mesh or height field needs a static or kinematic body", call);
    }
    return status;
}

/* Creates a shape. `call` is the function that the user called. */
static md_status create_shape(md3_world *world, md3_body_id body, const char *call, const md3_shape_def *def,
                              const md3_geometry *geometry, md3_shape_id *shape)
{
    md_status status = check_arguments(world, body, call, def, geometry);
    if (status != MD_OK) {
        return status;
    }
    const md3_geometry used = md3_geometry_normalised(geometry);
    int32_t index = -1;
    status = add_shape(world, body.index, def, &used, &index);
    if (status != MD_OK) {
        return md3_creation_failed(world, status, call, "max_shapes", world->def.max_shapes);
    }
    if (shape != NULL) {
        *shape = md3_shape_id_of(world, index);
    }
    return MD_OK;
}

md_status md3_shape_create(md3_world *world, md3_body_id body, const md3_shape_def *def, const md3_geometry *geometry,
                           md3_shape_id *shape)
{
    return create_shape(world, body, __func__, def, geometry, shape);
}

md_status md3_shape_create_box(md3_world *world, md3_body_id body, const md3_shape_def *def, md3_vec half,
                               md3_shape_id *shape)
{
    struct body *owner;
    md_status status = md3_body_to_change(world, body, __func__, &owner);
    if (status != MD_OK) {
        return status;
    }
    md3_hull *hull;
    status = md3_hull_create_box(&world->def.allocator, half, &hull, &world->last_error);
    if (status != MD_OK) {
        return status;
    }
    const md3_geometry box = {.type = MD3_HULL, .hull = hull};
    status = create_shape(world, body, __func__, def, &box, shape);
    md3_hull_destroy(hull); /* the shape keeps it */
    return status;
}

/* ---- Destroying -------------------------------------------------------------------------------------------------- */

static void unlink_shape(md3_world *world, struct body *owner, int32_t index)
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

void md3_shape_remove(md3_world *world, int32_t index)
{
    remove_leaf(world, index);
    unlink_shape(world, &world->bodies[world->shapes[index].body], index);
    md3_geometries_remove(&world->geometries, world->shapes[index].shared);
    md_handles_release(&world->shape_handles, index);
    world->awake.stale = true;
}

md_status md3_shape_destroy(md3_world *world, md3_shape_id shape)
{
    struct shape *at;
    const md_status status = shape_to_change(world, shape, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    const int32_t owner = at->body;
    md3_shape_remove(world, shape.index);
    md3_body_update_mass(world, &world->bodies[owner]);
    md3_body_wake(world, owner);
    return MD_OK;
}

/* ---- Reading and changing ---------------------------------------------------------------------------------------- */

bool md3_shape_is_valid(const md3_world *world, md3_shape_id shape)
{
    return shape_of(world, shape) != NULL;
}

md3_shape_def md3_shape_get_def(const md3_world *world, md3_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return at != NULL ? at->def : (md3_shape_def){0};
}

md_status md3_shape_set_def(md3_world *world, md3_shape_id shape, const md3_shape_def *def)
{
    struct shape *at;
    md_status status = shape_to_change(world, shape, __func__, &at);
    if (status == MD_OK) {
        status = md3_shape_def_check(def, &world->last_error);
    }
    if (status != MD_OK) {
        return status;
    }
    md3_contacts_remove_of_shape(world, shape.index);
    at->def = *def;
    at->searches = true;
    world->narrow_phase.stale = true;
    if (at->leaf != MD_TREE_NONE) {
        md3_tree_set_category(&world->broad_phase.tree, at->leaf, def->category);
    }
    md3_body_update_mass(world, &world->bodies[at->body]);
    md3_body_wake(world, at->body);
    return MD_OK;
}

md3_body_id md3_shape_body(const md3_world *world, md3_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return md3_body_id_of(world, at != NULL ? at->body : -1);
}

const md3_geometry *md3_shape_geometry(const md3_world *world, md3_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return at != NULL ? &at->geometry : NULL;
}

md3_shape_id md3_body_first_shape(const md3_world *world, md3_body_id body)
{
    const struct body *at = md3_body_of(world, body);
    return md3_shape_id_of(world, at != NULL ? at->first_shape : -1);
}

md3_shape_id md3_shape_next(const md3_world *world, md3_shape_id shape)
{
    const struct shape *at = shape_of(world, shape);
    return md3_shape_id_of(world, at != NULL ? at->next_of_body : -1);
}
