/* Contacts: creating and removing them, and mixing the materials of their shapes. */
#include <assert.h>
#include <string.h>

#include "engine/mixing.h"
#include "world3/world.h"

static bool is_refused_by_callback(const md3_world *world, int32_t first, int32_t second)
{
    const md3_callbacks *callbacks = &world->def.callbacks;
    return callbacks->filter != NULL &&
           !callbacks->filter(callbacks->user, world, md3_shape_id_of(world, first), md3_shape_id_of(world, second));
}

/* ---- Mixing ------------------------------------------------------------------------------------------------------ */

static_assert((int)MD3_MIX_GEOMETRIC_MEAN == MIXING_GEOMETRIC_MEAN && (int)MD3_MIX_PRODUCT == MIXING_PRODUCT,
              "the rules are those of the engine");

static md_real mix(md3_mixing rule, mixing_function *function, void *user, md_real a, md_real b)
{
    return mix_coefficients((enum mixing_rule)rule, function, user, a, b);
}

/* The largest friction of a contact: sums and products of two shapes may overflow. */
#define MAX_MIXED (MD_REAL_MAX / 4)

void md3_contact_mix(const md3_world *world, struct contact *contact)
{
    const md3_shape_def *a = &world->shapes[contact->shape[0]].def;
    const md3_shape_def *b = &world->shapes[contact->shape[1]].def;
    const md3_callbacks *callbacks = &world->def.callbacks;
    const md3_mixing rule = world->def.friction_mixing;
    contact->friction =
        md_min(mix(rule, callbacks->mix_friction, callbacks->user, a->friction, b->friction), MAX_MIXED);
    contact->torsion = md_min(mix(rule, NULL, NULL, a->torsion, b->torsion), MAX_MIXED);
    contact->rolling = md_min(mix(rule, NULL, NULL, a->rolling, b->rolling), MAX_MIXED);
    contact->restitution = md_min(
        mix(world->def.restitution_mixing, callbacks->mix_restitution, callbacks->user, a->restitution, b->restitution),
        1);
}

/* ---- Creating and removing --------------------------------------------------------------------------------------- */

void md3_contact_copy_shapes(const md3_world *world, struct contact *contact)
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    contact->body[0] = a->body;
    contact->body[1] = b->body;
    contact->leaf[0] = a->leaf;
    contact->leaf[1] = b->leaf;
    contact->sensor = a->def.sensor;
    contact->solid = !contact->sensor && !contact->ignored;
    contact->convex = a->is_convex && b->is_convex;
    contact->spheres = a->geometry.type == MD3_SPHERE && b->geometry.type == MD3_SPHERE;
}

static md_status reserve_contact(md3_world *world)
{
    struct contacts *contacts = &world->contacts;
    md_status status = md_array_reserve(&world->allocator, (void **)&contacts->at, &contacts->capacity,
                                        (size_t)contacts->pool.used + 1, sizeof *contacts->at);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &contacts->pool.order, (size_t)contacts->pool.count + 1);
    }
    return status == MD_OK ? md_awake_set_reserve_contact(&world->awake, &world->allocator) : status;
}

/* Whether the shapes of a contact can have several manifolds. */
static bool has_many_manifolds(const md3_world *world, const int32_t shape[2])
{
    const md3_geometry_type a = world->shapes[shape[0]].geometry.type;
    const md3_geometry_type b = world->shapes[shape[1]].geometry.type;
    return a == MD3_MESH || a == MD3_HEIGHT_FIELD || b == MD3_MESH || b == MD3_HEIGHT_FIELD;
}

#define MORE_BYTES ((MD3_MAX_CONTACT_MANIFOLDS - 1) * sizeof(struct contact_manifold))

md_status md3_contact_allocate_more(md3_world *world, const int32_t shape[2], struct contact_manifold **more)
{
    const md_allocator *allocator = &world->allocator;
    *more = has_many_manifolds(world, shape) ? allocator->resize(allocator->user, NULL, 0, MORE_BYTES) : NULL;
    if (*more == NULL) {
        return has_many_manifolds(world, shape) ? MD_ERROR_MEMORY : MD_OK;
    }
    memset(*more, 0, MORE_BYTES);
    return MD_OK;
}

static void free_more(const md_allocator *allocator, struct contact *contact)
{
    if (contact->more != NULL) {
        allocator->resize(allocator->user, contact->more, MORE_BYTES, 0);
        contact->more = NULL;
    }
}

md_status md3_contact_add(md3_world *world, int32_t first, int32_t second)
{
    if (world->contacts.pool.count >= world->def.max_contacts) {
        return MD_ERROR_SIZE;
    }
    /* A sensor is the first shape of its contact. */
    const bool swap = world->shapes[second].def.sensor;
    const int32_t shape[2] = {swap ? second : first, swap ? first : second};
    struct contact_manifold *more = NULL;
    md_status status = reserve_contact(world);
    if (status == MD_OK) {
        status = md3_contact_allocate_more(world, shape, &more);
    }
    struct contact created = {.shape = {shape[0], shape[1]}, .more = more};
    if (status == MD_OK) {
        status = md_pair_set_add(&world->broad_phase.pairs, &world->allocator, first, second);
    }
    if (status != MD_OK) {
        free_more(&world->allocator, &created);
        return status;
    }
    const int32_t record = contact_pool_take(&world->contacts.pool);
    struct contact *contact = &world->contacts.at[record];
    *contact = created;
    contact->ignored = is_refused_by_callback(world, shape[0], shape[1]);
    md3_contact_copy_shapes(world, contact);
    md3_contact_mix(world, contact);
    awake_set_add_contact(&world->awake, record, contact->body, contact_points_with_rows(contact));
    return MD_OK;
}

md_status md3_contact_take(md3_world *world, const int32_t shape[2], int32_t *record)
{
    md_status status = reserve_contact(world);
    if (status == MD_OK) {
        status = md_pair_set_add(&world->broad_phase.pairs, &world->allocator, shape[0], shape[1]);
    }
    if (status == MD_OK) {
        *record = contact_pool_take(&world->contacts.pool);
        world->contacts.at[*record] = (struct contact){.shape = {shape[0], shape[1]}};
    }
    return status;
}

void md3_contact_drop(md3_world *world, struct contact *contact)
{
    md_pair_set_remove(&world->broad_phase.pairs, contact->shape[0], contact->shape[1]);
    md3_contact_emit_end(world, contact);
    free_more(&world->allocator, contact);
    contact->manifold_count = 0;
}

void md3_contacts_free(struct contacts *contacts, const md_allocator *allocator)
{
    for (int32_t n = 0; n < contacts->pool.count; ++n) {
        free_more(allocator, contact_at(contacts, n));
    }
    md_array_free(allocator, (void **)&contacts->at, &contacts->capacity, sizeof *contacts->at);
    indices_free(allocator, &contacts->pool.order);
}

void md3_contacts_compact(md3_world *world)
{
    struct contacts *contacts = &world->contacts;
    for (int32_t n = 0; n < contacts->pool.count; ++n) {
        const int32_t from = contact_pool_source(&contacts->pool, n);
        if (from != n) {
            const struct contact other = contacts->at[n]; /* of a hole, if records ascend */
            contacts->at[n] = contacts->at[from];
            contacts->at[from] = other;
        }
    }
    md_contact_pool_renumber(&contacts->pool, world->awake.contacts.at, world->awake.contact_count);
    world->awake.changed = true;
}

/* Whether a contact concerns a shape or a body, by index. */
typedef bool contact_match(const struct contact *contact, int32_t index);

static bool is_of_shape(const struct contact *contact, int32_t shape)
{
    return contact->shape[0] == shape || contact->shape[1] == shape;
}

static bool is_of_body(const struct contact *contact, int32_t body)
{
    return contact->body[0] == body || contact->body[1] == body;
}

/* Removes contacts between steps and wakes the bodies that touched. */
static void remove_if(md3_world *world, bool (*is_removed)(const struct contact *, int32_t, int32_t), int32_t a,
                      int32_t b)
{
    int32_t *order = world->contacts.pool.order.at;
    int32_t kept = 0;
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        struct contact *contact = &world->contacts.at[order[n]];
        if (!is_removed(contact, a, b)) {
            order[kept++] = order[n];
            continue;
        }
        md3_contact_drop(world, contact);
        if (contact->touching && !contact->sensor) {
            md3_body_wake(world, contact->body[0]);
            md3_body_wake(world, contact->body[1]);
        }
    }
    world->awake.stale = world->awake.stale || kept != world->contacts.pool.count;
    world->contacts.pool.count = kept;
}

static bool is_of_removed_shape(const struct contact *contact, int32_t shape, int32_t none)
{
    (void)none;
    return is_of_shape(contact, shape);
}

void md3_contacts_remove_of_shape(md3_world *world, int32_t shape)
{
    remove_if(world, is_of_removed_shape, shape, -1);
}

static bool is_between_bodies(const struct contact *contact, int32_t a, int32_t b)
{
    return !contact->sensor && is_of_body(contact, a) && is_of_body(contact, b);
}

void md3_contacts_remove_between(md3_world *world, int32_t body_a, int32_t body_b)
{
    remove_if(world, is_between_bodies, body_a, body_b);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static md3_point_impulse impulse_of(const struct cached_point *cache)
{
    return (md3_point_impulse){.normal = cache->normal.lambda,
                               .friction = cache->friction.lambda,
                               .torsion = cache->spin,
                               .rolling = cache->roll};
}

/* Writes only the manifolds and impulses that exist: the whole struct has several kilobytes. */
static void read_contact(const md3_world *world, const struct contact *contact, md3_contact_info *info)
{
    info->manifold_count = contact->manifold_count;
    info->sensor = contact->sensor;
    info->touching = contact->touching;
    info->friction = contact->friction;
    info->restitution = contact->restitution;
    info->torsion = contact->torsion;
    info->rolling = contact->rolling;
    for (int side = 0; side < 2; ++side) {
        info->shape[side] = md3_shape_id_of(world, contact->shape[side]);
    }
    for (int32_t i = 0; i < contact->manifold_count; ++i) {
        const struct contact_manifold *at = contact_manifold_of(contact, i);
        info->manifold[i] = at->manifold;
        for (int k = 0; k < at->manifold.count; ++k) {
            info->impulse[i][k] = impulse_of(&at->cache[k]);
        }
    }
}

md_status md3_world_contact(const md3_world *world, int32_t place, md3_contact_info *info)
{
    if (world == NULL || info == NULL || place < 0 || place >= world->contacts.pool.count) {
        return MD_ERROR_ARGUMENT;
    }
    read_contact(world, contact_at(&world->contacts, place), info);
    return MD_OK;
}

/* Writes the first contacts that match, and returns the number of all. */
static int32_t list_contacts(const md3_world *world, contact_match *matches, int32_t index, md3_contact_info *contacts,
                             int32_t capacity)
{
    int32_t count = 0;
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        const struct contact *contact = contact_at(&world->contacts, n);
        if (matches(contact, index)) {
            if (count < capacity && contacts != NULL) {
                read_contact(world, contact, &contacts[count]);
            }
            ++count;
        }
    }
    return count;
}

int32_t md3_body_contacts(const md3_world *world, md3_body_id body, md3_contact_info *contacts, int32_t capacity)
{
    return md3_body_is_valid(world, body) ? list_contacts(world, is_of_body, body.index, contacts, capacity) : 0;
}

int32_t md3_shape_contacts(const md3_world *world, md3_shape_id shape, md3_contact_info *contacts, int32_t capacity)
{
    return md3_shape_is_valid(world, shape) ? list_contacts(world, is_of_shape, shape.index, contacts, capacity) : 0;
}
