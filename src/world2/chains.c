/* Chains: creating, destroying and changing the segments of a polyline together, in linear time. */
#include "geometry2/vec.h"
#include "world2/world.h"

void md2_chains_free(struct chains *chains, const md_allocator *allocator)
{
    md_handles_free(&chains->handles, allocator);
    md_array_free(allocator, (void **)&chains->at, &chains->capacity, sizeof *chains->at);
}

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

static struct chain *chain_of(const md2_world *world, md2_chain_id id)
{
    const bool is_valid = world != NULL && md_handles_is_valid(&world->chains.handles, id.index, id.generation);
    return is_valid ? &world->chains.at[id.index] : NULL;
}

md2_chain_id md2_chain_id_of(const md2_world *world, int32_t index)
{
    return index >= 0 ? (md2_chain_id){index, world->chains.handles.generation[index]} : md2_chain_none();
}

static md_status chain_to_change(md2_world *world, md2_chain_id id, const char *call, struct chain **chain)
{
    *chain = chain_of(world, id);
    return md2_handle_to_change(world, *chain != NULL, call, "chain", id.index, id.generation);
}

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

static md_status check_points(md2_world *world, const md2_vec *points, int32_t count, bool loop)
{
    struct def_check check = {.what = "chain", .error = &world->last_error};
    md_check_that(&check, points != NULL, "points is NULL");
    md_check_count(&check, "count", count, loop ? 3 : 2, INT64_MAX);
    for (int32_t i = 0; check.status == MD_OK && i < count; ++i) {
        const int32_t before = i > 0 ? i - 1 : count - 1;
        const md2_vec step = vec_sub(points[i], points[before]);
        md2_hull hull;
        md_check_that(&check, body_is_in_world(points[i]), "points[%d] must be two numbers from %g to %g, is (%g, %g)",
                      (int)i, -(double)WORLD_SIZE, (double)WORLD_SIZE, (double)points[i].x, (double)points[i].y);
        md_check_that(&check, (i == 0 && !loop) || md2_hull_segment(&hull, points[before], points[i]) == MD_OK,
                      "points[%d] must be %g or more from points[%d], is at %g", (int)i, (double)MD2_LINEAR_SLOP,
                      (int)before, (double)vec_length(step));
    }
    return check.status;
}

/* Segment i of a chain. The ends of an open chain have no neighbour. */
static md2_chain_segment segment_of(const md2_vec *points, int32_t count, bool loop, int32_t i)
{
    const int32_t next = (i + 1) % count;
    const bool has_before = loop || i > 0;
    const bool has_after = loop || i + 2 < count;
    return (md2_chain_segment){.before = points[has_before ? (i + count - 1) % count : i],
                               .a = points[i],
                               .b = points[next],
                               .after = points[has_after ? (i + 2) % count : next]};
}

/* Every chain has a shape, so that there are no more chains than max_shapes. */
static md_status allocate_chain(md2_world *world, int32_t *index)
{
    struct chains *chains = &world->chains;
    md_status status = md_array_reserve(&world->allocator, (void **)&chains->at, &chains->capacity,
                                        (size_t)chains->handles.count + 1, sizeof *chains->at);
    if (status == MD_OK) {
        status = md_handles_allocate(&chains->handles, &world->allocator, world->def.max_shapes, index);
    }
    if (status == MD_OK) {
        chains->at[*index] = (struct chain){.first_shape = -1};
    }
    return status;
}

/* Adds segments until one fails. */
static md_status add_segments(md2_world *world, md2_body_id body, int32_t chain, const md2_shape_def *def,
                              const md2_vec *points, int32_t count, bool loop)
{
    const int32_t segments = loop ? count : count - 1;
    md_status status = MD_OK;
    for (int32_t i = 0; status == MD_OK && i < segments; ++i) {
        struct shape created = {
            .segment = segment_of(points, count, loop, i), .def = *def, .is_segment = true, .chain = chain};
        (void)md2_hull_segment(&created.hull, created.segment.a, created.segment.b); /* the points were checked */
        int32_t index = -1;
        status = md2_shape_add(world, body.index, &created, &index);
        if (status == MD_OK) {
            struct chain *at = &world->chains.at[chain];
            at->first_shape = i == 0 ? index : at->first_shape;
            ++at->count;
        }
    }
    return status;
}

/* Removes a chain with its segments, which have no contacts. */
static void remove_chain(md2_world *world, int32_t body, int32_t index)
{
    const struct chain *chain = &world->chains.at[index];
    if (chain->count > 0) {
        md2_shapes_remove_run(world, chain->first_shape, chain->count);
        md2_body_update_mass(world, &world->bodies[body]);
    }
    md_handles_release(&world->chains.handles, index);
}

md_status md2_chain_create(md2_world *world, md2_body_id body, const md2_shape_def *def, const md2_vec *points,
                           int32_t count, bool loop, md2_chain_id *chain)
{
    struct body *owner;
    int32_t index = -1;
    md_status status = md2_body_to_change(world, body, __func__, &owner);
    if (status == MD_OK) {
        status = md2_shape_def_check(def, &world->last_error);
    }
    if (status == MD_OK) {
        status = check_points(world, points, count, loop);
    }
    if (status != MD_OK) {
        return status;
    }
    status = allocate_chain(world, &index);
    if (status == MD_OK) {
        status = add_segments(world, body, index, def, points, count, loop);
    }
    if (status != MD_OK) {
        if (index >= 0) {
            remove_chain(world, body.index, index);
        }
        return md2_creation_failed(world, status, __func__, "max_shapes", world->def.max_shapes);
    }
    if (chain != NULL) {
        *chain = md2_chain_id_of(world, index);
    }
    return MD_OK;
}

/* ---- Destroying -------------------------------------------------------------------------------------------------- */

static int32_t body_of(const md2_world *world, const struct chain *chain)
{
    return world->shapes[chain->first_shape].body;
}

md_status md2_chain_destroy(md2_world *world, md2_chain_id chain)
{
    struct chain *at;
    const md_status status = chain_to_change(world, chain, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    const int32_t body = body_of(world, at);
    md2_contacts_remove_of_chain(world, chain.index);
    remove_chain(world, body, chain.index);
    md2_body_wake(world, body);
    return MD_OK;
}

void md2_chain_remove_segment(md2_world *world, int32_t shape)
{
    const int32_t index = world->shapes[shape].chain;
    struct chain *chain = &world->chains.at[index];
    if (chain->first_shape == shape) {
        chain->first_shape = world->shapes[shape].next_of_body;
    }
    if (--chain->count == 0) {
        md_handles_release(&world->chains.handles, index);
    }
}

/* ---- Reading and changing ---------------------------------------------------------------------------------------- */

bool md2_chain_is_valid(const md2_world *world, md2_chain_id chain)
{
    return chain_of(world, chain) != NULL;
}

md2_body_id md2_chain_body(const md2_world *world, md2_chain_id chain)
{
    const struct chain *at = chain_of(world, chain);
    return md2_body_id_of(world, at != NULL ? body_of(world, at) : -1);
}

int32_t md2_chain_shapes(const md2_world *world, md2_chain_id chain, md2_shape_id *shapes, int32_t capacity)
{
    const struct chain *at = chain_of(world, chain);
    const int32_t count = at != NULL ? at->count : 0;
    int32_t shape = at != NULL ? at->first_shape : -1;
    for (int32_t i = 0; i < count && i < capacity && shapes != NULL; ++i) {
        shapes[i] = md2_shape_id_of(world, shape);
        shape = world->shapes[shape].next_of_body;
    }
    return count;
}

md_status md2_chain_set_def(md2_world *world, md2_chain_id chain, const md2_shape_def *def)
{
    struct chain *at;
    md_status status = chain_to_change(world, chain, __func__, &at);
    if (status == MD_OK) {
        status = md2_shape_def_check(def, &world->last_error);
    }
    if (status != MD_OK) {
        return status;
    }
    const int32_t body = body_of(world, at);
    md2_contacts_remove_of_chain(world, chain.index);
    int32_t shape = at->first_shape;
    for (int32_t i = 0; i < at->count; ++i) {
        md2_shape_replace_def(world, &world->shapes[shape], def);
        shape = world->shapes[shape].next_of_body;
    }
    md2_body_update_mass(world, &world->bodies[body]);
    md2_body_wake(world, body);
    return MD_OK;
}

/* ---- Snapshots --------------------------------------------------------------------------------------------------- */

/* Adds a shape that follows a shape of chain `before` in the list of its body. */
static bool rebuild_segment(md2_world *world, int32_t shape, int32_t before)
{
    const int32_t index = world->shapes[shape].chain;
    if (index < 0) {
        return index == -1;
    }
    struct chains *chains = &world->chains;
    if (index >= chains->handles.count || !md_handles_is_used(&chains->handles, index) ||
        !world->shapes[shape].is_segment) {
        return false;
    }
    struct chain *chain = &chains->at[index];
    if (chain->count == 0) {
        chain->first_shape = shape;
    } else if (before != index) {
        return false;
    }
    ++chain->count;
    return true;
}

static bool rebuild_chains_of(md2_world *world, const struct body *body)
{
    int32_t before = -1;
    bool is_valid = true;
    for (int32_t i = body->first_shape; is_valid && i >= 0; i = world->shapes[i].next_of_body) {
        is_valid = rebuild_segment(world, i, before);
        before = world->shapes[i].chain;
    }
    return is_valid;
}

bool md2_chains_rebuild(md2_world *world)
{
    bool is_valid = md_handles_check(&world->chains.handles);
    for (int32_t i = 0; is_valid && i < world->body_handles.count; ++i) {
        is_valid = !md_handles_is_used(&world->body_handles, i) || rebuild_chains_of(world, &world->bodies[i]);
    }
    for (int32_t i = 0; is_valid && i < world->chains.handles.count; ++i) {
        is_valid = !md_handles_is_used(&world->chains.handles, i) || world->chains.at[i].count > 0;
    }
    return is_valid;
}
