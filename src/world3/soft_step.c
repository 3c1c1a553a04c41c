/* The soft step of a group of bodies of a 3D world. */
#include "lcp/soft_step.h"

#include "geometry3/vec3.h"
#include "lcp/problem.h"
#include "world3/body_motion.h"
#include "world3/contact_constraint.h"
#include "world3/step.h"

#define FREEDOM 6

static void put_vector(md_real *to, md3_vec v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static void write_forces(const md3_world *world, const struct body *body, md_real h, md_real *add, md_real *factor)
{
    const md3_vec speed = vec_scale(h, md3_body_acceleration(world, body));
    const md3_vec spin = vec_scale(h, mat_apply(body->inverse_inertia, body->torque));
    const bool is_sound = vec_is_finite(speed) && vec_is_finite(spin);
    const md_real linear = body->linear_damping == 0 ? 1 : 1 / (1 + h * body->linear_damping);
    const md_real angular = body->angular_damping == 0 ? 1 : 1 / (1 + h * body->angular_damping);
    put_vector(add, is_sound ? speed : vec(0, 0, 0));
    put_vector(add + 3, is_sound ? spin : vec(0, 0, 0));
    put_vector(factor, vec(linear, linear, linear));
    put_vector(factor + 3, vec(angular, angular, angular));
}

static void note_correction(struct body *body, const md_real *dx, const md_real *v, md_real dt)
{
    const md3_vec way = vec_add_scaled(vec(dx[0], dx[1], dx[2]), -dt, vec(v[0], v[1], v[2]));
    const md3_vec turn = vec_add_scaled(vec(dx[3], dx[4], dx[5]), -dt, vec(v[3], v[4], v[5]));
    const md_real rim = body->max_extent;
    const md_real squared = 2 * (vec_dot(way, way) + rim * rim * vec_dot(turn, turn));
    body->fast = body->fast || squared > body->inscribed_radius * body->inscribed_radius / 4;
    body->correction = way;
    body->turn_correction = turn;
}

static bool correct(struct body *body)
{
    return md3_body_correct(body);
}

static void set_lanes(const struct velocity_problem *velocity, struct soft_step *step)
{
    step->lane_gap = velocity->line_gap.at;
    step->lane_drift = velocity->line_kinematic.at;
}

static void set_points(struct velocity_problem *velocity, struct soft_step *step)
{
    step->points[0] = &velocity->hinge_axes;
    step->points[1] = &velocity->joint_points;
    step->point_sets = 2;
}

/* ---- Restitution ---------------------------------------------------------------------------------------------------- */

/* Lets point k, whose normal is `row`, bounce if it came fast enough and was hit in this step. */
static bool set_bounce(const md3_world *world, const struct soft_step *step, md_real restitution,
                       const struct contact_manifold *at, int k, int32_t row, md_real drift, md_real *bias)
{
    if (!(at->approach[k] > world->def.restitution_threshold) || step->impulse.at[row] == 0) {
        return false;
    }
    bias[row] = -restitution * at->approach[k] + drift;
    return true;
}

static bool set_bounces_of_lane(const md3_world *world, const struct soft_step *step, int32_t lane, md_real *bias)
{
    const struct velocity_problem *velocity = &world->velocity;
    const int32_t manifold = velocity->lane_manifold.at[lane];
    const struct contact *contact = manifold < 0 ? NULL : &world->contacts.at[manifold / MD3_MAX_CONTACT_MANIFOLDS];
    bool any = false;
    if (contact == NULL || contact->restitution == 0) {
        return false;
    }
    const struct contact_manifold *at = contact_manifold_of(contact, manifold % MD3_MAX_CONTACT_MANIFOLDS);
    const int32_t row = md_block_problem_row(&velocity->blocks, lane);
    const int32_t line = velocity->manifolds.line_start.at[lane / MD_LANES] * MD_LANES + lane % MD_LANES;
    for (int k = 0; k < at->manifold.count; ++k) {
        const md_real drift = velocity->line_kinematic.at[line + k * MD_LANES];
        any |= set_bounce(world, step, contact->restitution, at, k, row + k * MD_LANES, drift, bias);
    }
    return any;
}

static bool set_bounces_of_contact(const md3_world *world, const struct soft_step *step, const struct contact *contact,
                                   md_real *bias)
{
    bool any = false;
    for (int32_t i = 0; contact->restitution > 0 && i < contact->manifold_count; ++i) {
        const struct contact_manifold *at = contact_manifold_of(contact, i);
        for (int k = 0; k < at->manifold.count; ++k) {
            const int32_t row = at->rows.normal[k];
            any |= row >= 0 && set_bounce(world, step, contact->restitution, at, k, row,
                                          world->velocity.notes[row].kinematic_velocity, bias);
        }
    }
    return any;
}

static bool set_bounces(void *user, const struct soft_step *step, md_real *bias)
{
    const md3_world *world = user;
    const struct groups *contacts = &world->islands.contacts;
    const int32_t group = world->velocity.group;
    bool any = false;
    if (world->velocity.in_blocks) {
        const int32_t lanes = world->velocity.any_restitution ? world->velocity.layout.count * MD_LANES : 0;
        for (int32_t lane = 0; lane < lanes; ++lane) {
            any |= set_bounces_of_lane(world, step, lane, bias);
        }
        return any;
    }
    for (int32_t i = contacts->start.at[group]; i < contacts->start.at[group + 1]; ++i) {
        any |= set_bounces_of_contact(world, step, &world->contacts.at[contacts->at.at[i]], bias);
    }
    return any;
}

#define DIMENSION 3
#include "engine/soft_step.inc.h"
