/* Mass, centre of mass and size of a body, which follow from its shapes. */
#include "engine/def_check.h"
#include "geometry3/vec3.h"
#include "world3/world.h"

/* Limits of given masses, kg, and inertias, kg m^2. Products with squares of the largest distance, 1e9 m, stay finite in
 * float: 1e18 / 1e-15 < 3e38. Ends are rounded outwards, so that the limits themselves are accepted in float. */
#define ROUNDED (1 + 1e-7)
#define MAX_MASS (1e15 * ROUNDED)
#define MIN_INERTIA (1e-15 / ROUNDED)
#define MAX_INERTIA (1e30 * ROUNDED)

/* As in body_inertia.c, for the mass. */
#define MAX_INVERSE (MD_REAL_MAX / (md_real)1e23)

static void set_center(struct body *body, md3_vec local_center)
{
    const md3_vec before = body->center;
    body->local_center = local_center;
    body->center = vec_add(body->origin, rot_apply(body->rotation, local_center));
    /* The velocity is that of the centre of mass, which is another point of the body now. */
    const md3_vec moved = vec_sub(body->center, before);
    const md3_vec velocity = body_velocity_at(body, moved);
    body->velocity = vec_is_finite(velocity) ? body_unlocked_motion(body, velocity) : body->velocity;
    body->previous_center = vec_add(body->previous_center, moved);
}

static void add_to_sums(struct body *body, md3_mass part)
{
    body->shapes_mass += part.mass;
    body->shapes_moment = vec_add_scaled(body->shapes_moment, part.mass, part.center);
}

void md3_body_sum_shapes(const md3_world *world, struct body *body)
{
    body->shapes_mass = 0;
    body->shapes_moment = vec(0, 0, 0);
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        add_to_sums(body, md3_geometry_mass(&world->shapes[i].geometry, world->shapes[i].def.density));
    }
}

/* Mass and centre from the sums, without an inertia. */
static md3_mass mass_of_sums(const struct body *body)
{
    const md_real mass = body->shapes_mass;
    return (md3_mass){.mass = mass,
                      .center = mass > 0 ? vec_scale(1 / mass, body->shapes_moment) : body->shapes_moment};
}

/* The inertia of a point mass at r: m (r . r - r r^T). */
static md3_mat inertia_of_point(md_real mass, md3_vec r)
{
    const md_real xy = -mass * r.x * r.y, xz = -mass * r.x * r.z, yz = -mass * r.y * r.z;
    return (md3_mat){{mass * (r.y * r.y + r.z * r.z), xy, xz},
                     {xy, mass * (r.x * r.x + r.z * r.z), yz},
                     {xz, yz, mass * (r.x * r.x + r.y * r.y)}};
}

static md3_mass mass_of_shapes(const md3_world *world, struct body *body)
{
    md3_body_sum_shapes(world, body);
    md3_mass sum = mass_of_sums(body);
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        const md3_mass part = md3_geometry_mass(&world->shapes[i].geometry, world->shapes[i].def.density);
        const md3_mat moved = inertia_of_point(part.mass, vec_sub(part.center, sum.center)); /* parallel axis theorem */
        sum.inertia = md3_mat_add(sum.inertia, md3_mat_add(part.inertia, moved));
    }
    return sum;
}

static void add_size(struct body *body, const md3_geometry *geometry)
{
    body->inscribed_radius = md_min(body->inscribed_radius, md3_geometry_inscribed_radius(geometry));
    body->max_extent = md_max(body->max_extent, md3_geometry_max_extent(geometry, body->local_center));
}

static void measure_size(const md3_world *world, struct body *body)
{
    body->max_extent = 0;
    body->inscribed_radius = MD_INFINITY;
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        add_size(body, &world->shapes[i].geometry);
    }
}

static bool inertia_is_finite(md3_mat inertia)
{
    return vec_is_finite(inertia.x) && vec_is_finite(inertia.y) && vec_is_finite(inertia.z);
}

/* A dynamic body needs a finite mass > 0: without one it gets 1 kg. */
static void set_mass(struct body *body, md3_mass mass)
{
    const bool is_valid = mass.mass > 0 && isfinite(mass.mass) && inertia_is_finite(mass.inertia) &&
                          1 / mass.mass <= MAX_INVERSE && vec_is_finite(mass.center);
    body->mass = is_valid ? mass : (md3_mass){.mass = body->type == MD3_DYNAMIC ? 1 : 0};
    set_center(body, body->mass.center);
    md3_body_set_inverses(body);
}

void md3_body_update_mass(const md3_world *world, struct body *body)
{
    set_mass(body, body->has_given_mass ? body->given_mass : mass_of_shapes(world, body));
    measure_size(world, body);
    body->mass_is_stale = false;
}

void md3_body_add_mass(md3_world *world, struct body *body, const struct shape *added)
{
    const md3_mass part = md3_geometry_mass(&added->geometry, added->def.density);
    if (body->has_given_mass || part.mass == 0) {
        set_center(body, body->local_center);
    } else {
        add_to_sums(body, part);
        set_mass(body, mass_of_sums(body));
        body->mass_is_stale = true;
        world->masses_are_stale = true;
    }
    add_size(body, &added->geometry);
}

void md3_body_settle_mass(const md3_world *world, struct body *body)
{
    if (body->mass_is_stale) {
        md3_body_update_mass(world, body);
    }
}

void md3_bodies_settle_masses(md3_world *world)
{
    for (int32_t i = 0; world->masses_are_stale && i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i)) {
            md3_body_settle_mass(world, &world->bodies[i]);
        }
    }
    world->masses_are_stale = false;
}

/* A sum of two moments is at least the third, up to rounding: no body has another inertia. */
static bool is_possible(md3_vec moment)
{
    const md_real sum = moment.x + moment.y + moment.z;
    const md_real largest = md_max(moment.x, md_max(moment.y, moment.z));
    return 2 * largest <= sum * (1 + (md_real)1e-3);
}

static bool is_symmetric(md3_mat m)
{
    const md_real tolerance = (md_real)1e-4 * (md_abs(m.x.x) + md_abs(m.y.y) + md_abs(m.z.z));
    return md_abs(m.x.y - m.y.x) <= tolerance && md_abs(m.x.z - m.z.x) <= tolerance &&
           md_abs(m.y.z - m.z.y) <= tolerance;
}

static void check_inertia(struct def_check *check, md3_mat inertia)
{
    const bool is_zero = vec_length(inertia.x) == 0 && vec_length(inertia.y) == 0 && vec_length(inertia.z) == 0;
    if (is_zero || check->status != MD_OK) {
        return;
    }
    md_check_that(check, inertia_is_finite(inertia) && is_symmetric(inertia),
                  "inertia must be a symmetric matrix of finite numbers");
    if (check->status != MD_OK) {
        return;
    }
    const md3_vec moment = md3_rotor_of(inertia).moment;
    const double moments[3] = {(double)moment.x, (double)moment.y, (double)moment.z};
    for (int i = 0; i < 3; ++i) {
        md_check_number_within(check, "a principal moment of inertia", moments[i], MIN_INERTIA, MAX_INERTIA);
    }
    md_check_that(check, is_possible(moment),
                  "inertia must have no principal moment above the sum of the others, has %g, %g, %g", moments[0],
                  moments[1], moments[2]);
}

md_status md3_mass_check(const md3_mass *mass, md_error *error)
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
    md_check_number_within(&check, "center.z", (double)mass->center.z, -size, size);
    check_inertia(&check, mass->inertia);
    return check.status;
}

md_status md3_body_set_mass(md3_world *world, md3_body_id body, md3_mass mass)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    const bool given = mass.mass != 0;
    if (given && md3_mass_check(&mass, &world->last_error) != MD_OK) {
        return MD_ERROR_ARGUMENT;
    }
    at->given_mass = mass;
    at->has_given_mass = given;
    md3_body_update_mass(world, at);
    md3_body_wake(world, body.index);
    world->narrow_phase.stale = true;
    return MD_OK;
}
