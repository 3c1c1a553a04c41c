/* Mass, centre of mass and size of a body, which follow from its shapes. */
#include "engine/def_check.h"
#include "geometry2/vec.h"
#include "world2/world.h"

/* Limits of given masses, kg, and inertias, kg m^2. Products with squares of the largest distance, 1e9 m, stay finite in
 * float: 1e18 / 1e-15 < 3e38. Ends are rounded outwards, so that the limits themselves are accepted in float. */
#define ROUNDED (1 + 1e-7)
#define MAX_MASS (1e15 * ROUNDED)
#define MIN_INERTIA (1e-15 / ROUNDED)
#define MAX_INERTIA (1e30 * ROUNDED)

/* The largest inverse mass or inertia: its product with the square of the largest distance stays finite. Shapes of a tiny
 * density would exceed it. */
#define MAX_INVERSE (MD_REAL_MAX / (md_real)1e23)

static void set_center(struct body *body, md2_vec local_center)
{
    const md2_vec before = body->center;
    body->local_center = local_center;
    body->center = vec_add(body->origin, rot_apply(body->rotation, local_center));
    /* The velocity is that of the centre of mass, which is another point of the body now. */
    const md2_vec moved = vec_sub(body->center, before);
    const md2_vec velocity = vec_add_scaled(body->velocity, body->angular_velocity, vec_left(moved));
    body->velocity = vec_is_finite(velocity) ? velocity : body->velocity;
    body->previous_center = vec_add(body->previous_center, moved);
}

static void set_inverses(struct body *body)
{
    const bool is_dynamic = body->type == MD2_DYNAMIC;
    body->inverse_mass = is_dynamic ? 1 / body->mass.mass : 0;
    /* A body whose inverse inertia would overflow does not rotate. */
    const bool rotates =
        is_dynamic && !body->fixed_rotation && body->mass.inertia > 0 && 1 / body->mass.inertia <= MAX_INVERSE;
    body->inverse_inertia = rotates ? 1 / body->mass.inertia : 0;
}

static void add_to_sums(struct body *body, md2_mass part)
{
    body->shapes_mass += part.mass;
    body->shapes_moment = vec_add_scaled(body->shapes_moment, part.mass, part.center);
}

void md2_body_sum_shapes(const md2_world *world, struct body *body)
{
    body->shapes_mass = 0;
    body->shapes_moment = vec(0, 0);
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        add_to_sums(body, md2_hull_mass(&world->shapes[i].hull, world->shapes[i].def.density));
    }
}

/* Mass and centre from the sums, without an inertia. */
static md2_mass mass_of_sums(const struct body *body)
{
    const md_real mass = body->shapes_mass;
    return (md2_mass){.mass = mass,
                      .center = mass > 0 ? vec_scale(1 / mass, body->shapes_moment) : body->shapes_moment};
}

static md2_mass mass_of_shapes(const md2_world *world, struct body *body)
{
    md2_body_sum_shapes(world, body);
    md2_mass sum = mass_of_sums(body);
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        const md2_mass part = md2_hull_mass(&world->shapes[i].hull, world->shapes[i].def.density);
        const md2_vec r = vec_sub(part.center, sum.center);
        sum.inertia += part.inertia + part.mass * vec_dot(r, r); /* parallel axis theorem */
    }
    return sum;
}

md_real md2_inscribed_radius(const md2_hull *hull)
{
    md_real radius = hull->count > 2 ? MD_INFINITY : 0;
    for (int i = 0; hull->count > 2 && i < hull->count; ++i) {
        radius = md_min(radius, vec_dot(hull->normal[i], vec_sub(hull->point[i], hull->centroid)));
    }
    return radius + hull->radius;
}

static void add_size(struct body *body, const md2_hull *hull)
{
    body->inscribed_radius = md_min(body->inscribed_radius, md2_inscribed_radius(hull));
    for (int k = 0; k < hull->count; ++k) {
        const md_real distance = vec_length(vec_sub(hull->point[k], body->local_center));
        body->max_extent = md_max(body->max_extent, distance + hull->radius);
    }
}

static void measure_size(const md2_world *world, struct body *body)
{
    body->max_extent = 0;
    body->inscribed_radius = MD_INFINITY;
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        add_size(body, &world->shapes[i].hull);
    }
}

/* A dynamic body needs a finite mass > 0: without one it gets 1 kg. */
static void set_mass(struct body *body, md2_mass mass)
{
    const bool is_valid = mass.mass > 0 && isfinite(mass.mass) && isfinite(mass.inertia) &&
                          1 / mass.mass <= MAX_INVERSE && vec_is_finite(mass.center);
    body->mass = is_valid ? mass : (md2_mass){.mass = body->type == MD2_DYNAMIC ? 1 : 0};
    set_center(body, body->mass.center);
    set_inverses(body);
}

void md2_body_update_mass(const md2_world *world, struct body *body)
{
    set_mass(body, body->has_given_mass ? body->given_mass : mass_of_shapes(world, body));
    measure_size(world, body);
    body->mass_is_stale = false;
}

void md2_body_add_mass(md2_world *world, struct body *body, const struct shape *added)
{
    const md2_mass part = md2_hull_mass(&added->hull, added->def.density);
    if (body->has_given_mass || part.mass == 0) {
        set_center(body, body->local_center);
    } else {
        add_to_sums(body, part);
        set_mass(body, mass_of_sums(body));
        body->mass_is_stale = true;
        world->masses_are_stale = true;
    }
    add_size(body, &added->hull);
}

void md2_body_settle_mass(const md2_world *world, struct body *body)
{
    if (body->mass_is_stale) {
        md2_body_update_mass(world, body);
    }
}

void md2_bodies_settle_masses(md2_world *world)
{
    for (int32_t i = 0; world->masses_are_stale && i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i)) {
            md2_body_settle_mass(world, &world->bodies[i]);
        }
    }
    world->masses_are_stale = false;
}

md_status md2_mass_check(const md2_mass *mass, md_error *error)
{
    struct def_check check = {.what = "mass", .error = error};
    const double size = (double)WORLD_SIZE;
    if (mass == NULL) {
        md_check_that(&check, false, "the mass is NULL");
        return check.status;
    }
    md_check_number_within(&check, "mass", (double)mass->mass, 1 / MAX_MASS, MAX_MASS);
    md_check_number_within(&check, "center.x", (double)mass->center.x, -size, size);
    md_check_number_within(&check, "center.y", (double)mass->center.y, -size, size);
    if (mass->inertia != 0) {
        md_check_number_within(&check, "inertia", (double)mass->inertia, MIN_INERTIA, MAX_INERTIA);
    }
    return check.status;
}

md_status md2_body_set_mass(md2_world *world, md2_body_id body, md2_mass mass)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    const bool given = mass.mass != 0;
    if (given && md2_mass_check(&mass, &world->last_error) != MD_OK) {
        return MD_ERROR_ARGUMENT;
    }
    at->given_mass = mass;
    at->has_given_mass = given;
    md2_body_update_mass(world, at);
    md2_body_wake(world, body.index);
    world->narrow_phase.stale = true;
    return MD_OK;
}
