/* Bodies: creating, mass, asking. */
#include "world2/world.h"

#include "engine/def_check.h"
#include "geometry2/vec.h"

md2_body_def md2_body_def_default(void)
{
    return (md2_body_def){.rotation = {1, 0}, .gravity_scale = 1, .enable_sleep = true, .awake = true, .enabled = true};
}

md_status md2_body_def_check(const md2_body_def *def, md_error *error)
{
    struct def_check check = {.what = "body", .error = error};
    const double size = (double)WORLD_SIZE;
    md_check_choice(&check, "type", (int)def->type, MD2_DYNAMIC + 1);
    md_check_number_within(&check, "position.x", (double)def->position.x, -size, size);
    md_check_number_within(&check, "position.y", (double)def->position.y, -size, size);
    md_check_that(&check, rot_is_unit(def->rotation), "rotation must be a cosine and a sine, is (%g, %g)",
                  (double)def->rotation.c, (double)def->rotation.s);
    md_check_number(&check, "velocity.x", (double)def->velocity.x, RULE_FINITE);
    md_check_number(&check, "velocity.y", (double)def->velocity.y, RULE_FINITE);
    md_check_number(&check, "angular_velocity", (double)def->angular_velocity, RULE_FINITE);
    md_check_number(&check, "linear_damping", (double)def->linear_damping, RULE_NOT_NEGATIVE);
    md_check_number(&check, "angular_damping", (double)def->angular_damping, RULE_NOT_NEGATIVE);
    md_check_number(&check, "gravity_scale", (double)def->gravity_scale, RULE_FINITE);
    return check.status;
}

struct body *md2_body_of(const md2_world *world, md2_body_id id)
{
    return md_handles_is_valid(&world->body_handles, id.index, id.generation) ? &world->bodies[id.index] : NULL;
}

md2_body_id md2_body_id_of(const md2_world *world, int32_t index)
{
    return index >= 0 ? (md2_body_id){index, world->body_handles.generation[index]} : (md2_body_id){0, 0};
}

md_status md2_body_to_change(md2_world *world, md2_body_id id, struct body **body)
{
    *body = world->stepping ? NULL : md2_body_of(world, id);
    if (*body != NULL) {
        return MD_OK;
    }
    return world->stepping ? MD_ERROR_BUSY : MD_ERROR_ARGUMENT;
}

md_status md2_body_create(md2_world *world, const md2_body_def *def, md2_body_id *body)
{
    if (world->stepping) {
        return MD_ERROR_BUSY;
    }
    if (md2_body_def_check(def, NULL) != MD_OK) {
        return MD_ERROR_ARGUMENT;
    }
    int32_t index = -1;
    md_status status = md_array_reserve(&world->allocator, (void **)&world->bodies, &world->body_capacity,
                                        (size_t)world->body_handles.count + 1, sizeof *world->bodies);
    if (status == MD_OK) {
        status = reals_reserve(&world->allocator, &world->sleep_timers, (size_t)world->body_handles.count + 1);
    }
    if (status == MD_OK) {
        status = md_handles_allocate(&world->body_handles, &world->allocator, world->def.max_bodies, &index);
    }
    if (status != MD_OK) {
        return status;
    }
    const bool moves = def->type != MD2_STATIC;
    const md2_rot rotation = rot_unit(def->rotation);
    world->bodies[index] = (struct body){.type = def->type,
                                         .fixed_rotation = def->fixed_rotation,
                                         .bullet = def->bullet,
                                         .enable_sleep = def->enable_sleep,
                                         .enabled = def->enabled,
                                         .awake = moves && def->awake && def->enabled,
                                         .origin = def->position,
                                         .center = def->position,
                                         .rotation = rotation,
                                         .previous_center = def->position,
                                         .previous_rotation = rotation,
                                         .velocity = moves ? def->velocity : vec(0, 0),
                                         .angular_velocity = moves && !def->fixed_rotation ? def->angular_velocity : 0,
                                         .linear_damping = def->linear_damping,
                                         .angular_damping = def->angular_damping,
                                         .gravity_scale = def->gravity_scale,
                                         .first_shape = -1,
                                         .last_shape = -1,
                                         .first_joint = -1,
                                         .user = def->user};
    world->sleep_timers.at[index] = 0;
    md2_body_update_mass(world, &world->bodies[index]);
    world->awake.stale = true;
    if (body != NULL) {
        *body = md2_body_id_of(world, index);
    }
    return MD_OK;
}

md_status md2_body_destroy(md2_world *world, md2_body_id body)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, &at);
    if (status != MD_OK) {
        return status;
    }
    at->enabled = false; /* what goes is not woken by the end of its contacts and joints */
    while (at->first_joint >= 0) {
        md2_joint_remove(world, at->first_joint);
    }
    while (at->first_shape >= 0) {
        md2_shape_remove(world, at->first_shape);
    }
    md_handles_release(&world->body_handles, body.index);
    world->awake.stale = true;
    return MD_OK;
}

bool md2_body_is_valid(const md2_world *world, md2_body_id body)
{
    return md2_body_of(world, body) != NULL;
}

md2_body_def md2_body_get_def(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    if (at == NULL) {
        return (md2_body_def){0};
    }
    return (md2_body_def){.type = at->type,
                          .position = at->origin,
                          .rotation = at->rotation,
                          .velocity = at->velocity,
                          .angular_velocity = at->angular_velocity,
                          .linear_damping = at->linear_damping,
                          .angular_damping = at->angular_damping,
                          .gravity_scale = at->gravity_scale,
                          .fixed_rotation = at->fixed_rotation,
                          .bullet = at->bullet,
                          .enable_sleep = at->enable_sleep,
                          .awake = at->type == MD2_STATIC || !at->enabled || at->awake,
                          .enabled = at->enabled,
                          .user = at->user};
}

/* ---- Mass ----------------------------------------------------------------------------------------------------------- */

static void set_center(struct body *body, md2_vec local_center)
{
    const md2_vec before = body->center;
    body->local_center = local_center;
    body->center = vec_add(body->origin, rot_apply(body->rotation, local_center));
    /* The body turns about another point now: its centre moves with what it did there. */
    const md2_vec moved = vec_sub(body->center, before);
    const md2_vec velocity = vec_add_scaled(body->velocity, body->angular_velocity, vec_left(moved));
    body->velocity = vec_is_finite(velocity) ? velocity : body->velocity;
    body->previous_center = vec_add(body->previous_center, moved);
}

static void set_inverses(struct body *body)
{
    const bool moves = body->type == MD2_DYNAMIC;
    body->inverse_mass = moves ? 1 / body->mass.mass : 0;
    /* An inertia whose inverse is no number is that of a point. */
    const bool turns = moves && !body->fixed_rotation && body->mass.inertia > 0 && isfinite(1 / body->mass.inertia);
    body->inverse_inertia = turns ? 1 / body->mass.inertia : 0;
}

static md2_mass sum_of_shapes(const md2_world *world, const struct body *body)
{
    md2_mass sum = {0};
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        const md2_mass part = md2_hull_mass(&world->shapes[i].hull, world->shapes[i].def.density);
        sum.mass += part.mass;
        sum.center = vec_add_scaled(sum.center, part.mass, part.center);
    }
    if (sum.mass > 0) {
        sum.center = vec_scale(1 / sum.mass, sum.center);
    }
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        const md2_mass part = md2_hull_mass(&world->shapes[i].hull, world->shapes[i].def.density);
        const md2_vec arm = vec_sub(part.center, sum.center);
        sum.inertia += part.inertia + part.mass * vec_dot(arm, arm); /* Steiner */
    }
    return sum;
}

md_real md2_inscribed_radius(const md2_hull *hull)
{
    md_real least = hull->count > 2 ? MD_INFINITY : 0;
    for (int i = 0; hull->count > 2 && i < hull->count; ++i) {
        least = md_min(least, vec_dot(hull->normal[i], vec_sub(hull->point[i], hull->centroid)));
    }
    return least + hull->radius;
}

static void measure_size(const md2_world *world, struct body *body)
{
    body->max_extent = 0;
    body->inscribed_radius = MD_INFINITY;
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        const md2_hull *hull = &world->shapes[i].hull;
        body->inscribed_radius = md_min(body->inscribed_radius, md2_inscribed_radius(hull));
        for (int k = 0; k < hull->count; ++k) {
            const md_real away = vec_length(vec_sub(hull->point[k], body->local_center));
            body->max_extent = md_max(body->max_extent, away + hull->radius);
        }
    }
}

void md2_body_update_mass(md2_world *world, struct body *body)
{
    body->mass = body->has_given_mass ? body->given_mass : sum_of_shapes(world, body);
    /* A dynamic body must give way somehow: without mass, or with more than a number holds, it weighs 1 kg. */
    const bool weighs = body->mass.mass > 0 && isfinite(body->mass.mass) && isfinite(body->mass.inertia) &&
                        isfinite(1 / body->mass.mass) && vec_is_finite(body->mass.center);
    if (!weighs) {
        body->mass = (md2_mass){.mass = body->type == MD2_DYNAMIC ? 1 : 0};
    }
    set_center(body, body->mass.center);
    set_inverses(body);
    measure_size(world, body);
}

md_status md2_body_set_mass(md2_world *world, md2_body_id body, md2_mass mass)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, &at);
    if (status != MD_OK) {
        return status;
    }
    const bool given = mass.mass != 0;
    if (given && (!(mass.mass > 0) || !isfinite(mass.mass) || !isfinite(1 / mass.mass) || !(mass.inertia >= 0) ||
                  !isfinite(mass.inertia) || !body_is_in_world(mass.center))) {
        return MD_ERROR_ARGUMENT;
    }
    at->given_mass = mass;
    at->has_given_mass = given;
    md2_body_update_mass(world, at);
    md2_body_wake(world, body.index);
    world->narrow_phase.stale = true;
    return MD_OK;
}

/* ---- Asking --------------------------------------------------------------------------------------------------------- */

md2_body_type md2_body_get_type(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->type : MD2_STATIC;
}

md2_transform md2_body_transform(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? body_transform(at) : (md2_transform){{0, 0}, {1, 0}};
}

md2_vec md2_body_center(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->center : vec(0, 0);
}

md2_vec md2_body_velocity(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->velocity : vec(0, 0);
}

md_real md2_body_angular_velocity(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->angular_velocity : 0;
}

md2_mass md2_body_mass(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->mass : (md2_mass){0};
}

bool md2_body_has_given_mass(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL && at->has_given_mass;
}

bool md2_body_is_awake(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL && at->awake;
}

bool md2_body_is_enabled(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL && at->enabled;
}

md2_transform md2_body_interpolated(const md2_world *world, md2_body_id body, md_real fraction)
{
    const struct body *at = md2_body_of(world, body);
    if (at == NULL) {
        return (md2_transform){{0, 0}, {1, 0}};
    }
    if (!(fraction < 1)) {
        return body_transform(at);
    }
    const md2_sweep sweep = {.local_center = at->local_center,
                             .center = {at->previous_center, at->center},
                             .rotation = {at->previous_rotation, at->rotation}};
    return md2_sweep_at(&sweep, md_max(fraction, 0));
}

void *md2_body_user(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? at->user : NULL;
}

/* The first body in use from a slot on. */
static md2_body_id body_from(const md2_world *world, int32_t index)
{
    while (index < world->body_handles.count && !md_handles_is_used(&world->body_handles, index)) {
        ++index;
    }
    return index < world->body_handles.count ? (md2_body_id){index, world->body_handles.generation[index]}
                                             : (md2_body_id){0, 0};
}

md2_body_id md2_world_first_body(const md2_world *world)
{
    return body_from(world, 0);
}

md2_body_id md2_world_next_body(const md2_world *world, md2_body_id body)
{
    return md2_body_is_valid(world, body) ? body_from(world, body.index + 1) : (md2_body_id){0, 0};
}
