/* The soft step of a group of bodies of a 2D world. */
#include "lcp/soft_step.h"

#include "lcp/problem.h"
#include "world2/body_motion.h"
#include "world2/world.h"

#define FREEDOM 3

static void write_forces(const md2_world *world, const struct body *body, md_real h, md_real *add, md_real *factor)
{
    const md2_vec gravity = vec_scale(body->gravity_scale, world->def.gravity);
    const md2_vec acceleration = vec_add_scaled(gravity, body->inverse_mass, body->force);
    const md_real spin = h * body->inverse_inertia * body->torque;
    const bool is_sound = vec_is_finite(acceleration) && isfinite(spin);
    add[0] = is_sound ? h * acceleration.x : 0;
    add[1] = is_sound ? h * acceleration.y : 0;
    add[2] = is_sound ? spin : 0;
    factor[0] = factor[1] = body->linear_damping == 0 ? 1 : 1 / (1 + h * body->linear_damping);
    factor[2] = body->angular_damping == 0 ? 1 : 1 / (1 + h * body->angular_damping);
}

static void note_correction(struct body *body, const md_real *dx, const md_real *v, md_real dt)
{
    const md2_vec way = vec(dx[0] - dt * v[0], dx[1] - dt * v[1]);
    const md_real turn = dx[2] - dt * v[2];
    const md_real arc = turn * body->max_extent;
    body->fast =
        body->fast || 2 * (vec_dot(way, way) + arc * arc) > body->inscribed_radius * body->inscribed_radius / 4;
    body->correction = way;
    body->turn_correction = turn;
}

static bool correct(struct body *body)
{
    const bool moved = body_move(body, body->correction, body->turn_correction, 1);
    body->corrected = moved;
    if (!moved) {
        body->correction = vec(0, 0);
        body->turn_correction = 0;
    }
    return moved;
}

static void set_lanes(const struct velocity_problem *velocity, struct soft_step *step)
{
    step->lane_gap = velocity->lane_gap.at;
    step->lane_drift = velocity->lane_kinematic.at;
}

static void set_points(struct velocity_problem *velocity, struct soft_step *step)
{
    step->points[0] = &velocity->joint_points;
    step->point_sets = 1;
}

/* ---- Restitution ---------------------------------------------------------------------------------------------------- */

/* Lets a point, whose normal is `row`, bounce if it came fast enough and was hit in this step. */
static bool set_bounce(const md2_world *world, const struct soft_step *step, md_real restitution, md_real approach,
                       int32_t row, md_real drift, md_real *bias)
{
    if (restitution == 0 || !(approach > world->def.restitution_threshold) || step->impulse.at[row] == 0) {
        return false;
    }
    bias[row] = -restitution * approach + drift;
    return true;
}

static bool set_bounces_of_lanes(const md2_world *world, const struct soft_step *step, md_real *bias)
{
    const struct velocity_problem *velocity = &world->velocity;
    bool any = false;
    for (int32_t lane = 0; velocity->any_restitution && lane < velocity->layout.count * MD_LANES; ++lane) {
        const int32_t point = velocity->lane_point.at[lane];
        if (point >= 0) {
            const int32_t row = md_block_problem_row(&velocity->blocks, lane);
            any |= set_bounce(world, step, world->contacts.at[point / 2].restitution, velocity->lane_approach.at[lane],
                              row, velocity->lane_kinematic.at[lane], bias);
        }
    }
    return any;
}

static bool set_bounces_of_rows(const md2_world *world, int32_t group, const struct soft_step *step, md_real *bias)
{
    const struct groups *contacts = &world->islands.contacts;
    bool any = false;
    for (int32_t i = contacts->start.at[group]; i < contacts->start.at[group + 1]; ++i) {
        const struct contact *contact = &world->contacts.at[contacts->at.at[i]];
        for (int k = 0; k < contact->manifold.count; ++k) {
            const int32_t row = contact->row[k];
            const struct row_note *note = &world->velocity.notes[row >= 0 ? row : 0];
            any |= row >= 0 &&
                   set_bounce(world, step, contact->restitution, note->approach, row, note->kinematic_velocity, bias);
        }
    }
    return any;
}

static bool set_bounces(void *user, const struct soft_step *step, md_real *bias)
{
    const md2_world *world = user;
    return world->velocity.in_blocks ? set_bounces_of_lanes(world, step, bias)
                                     : set_bounces_of_rows(world, world->velocity.group, step, bias);
}

#define DIMENSION 2
#include "engine/soft_step.inc.h"
