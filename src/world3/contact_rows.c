/* Contacts as rows of the velocity problem. Each point of a manifold has a normal and, with friction, two tangents; torsion and
 * rolling friction have rows of their own if their coefficients are not 0.
 *
 *     normal    w = n . (v_b - v_a) + b >= 0       0 <= lambda_n, with b of engine/contact_bias.inc.h
 *     tangents  w = t_k . (v_b - v_a) + b          |lambda_t| <= mu lambda_n, b the velocity of a belt
 *     torsion   w = n . (omega_b - omega_a)        |lambda| <= torsion lambda_n
 *     rolling   w = t_k . (omega_b - omega_a)      |lambda| <= rolling lambda_n
 *
 * v_a and v_b are the velocities of the two surfaces at the point, at the lever arms r from the centres of mass. A fast approach
 * first closes the gap and bounces in the substep after, from where the surfaces meet: a bounce at a distance would gain height.
 */
#include <modulus/contact.h>

#include "geometry3/vec3.h"
#include "lcp/problem.h"
#include "world3/step.h"

/* Data that all points of a manifold share. */
struct contact_constraint {
    const struct contact_settings *settings;
    const struct body *body[2];
    int32_t slot[2]; /* of the bodies in the problem; 0: no inverse mass */
    md3_vec normal, tangent[2];
    md_real friction, restitution, torsion, rolling;
    md3_vec surface_velocity; /* of the second surface relative to the first */
    bool kinematic;           /* one of the bodies moves and has no inverse mass */
};

static bool is_moving(const struct body *body)
{
    return vec_dot(body->velocity, body->velocity) > 0 || vec_dot(body->angular_velocity, body->angular_velocity) > 0;
}

static md3_vec surface_velocity_of(const md3_world *world, const struct contact *contact)
{
    md3_vec sum = vec(0, 0, 0);
    for (int side = 0; side < 2; ++side) {
        const md3_vec local = world->shapes[contact->shape[side]].def.surface_velocity;
        if (local.x != 0 || local.y != 0 || local.z != 0) {
            const md3_rot rotation = world->bodies[contact->body[side]].rotation;
            sum = vec_add_scaled(sum, side == 0 ? -1 : 1, rot_apply(rotation, local));
        }
    }
    return vec_is_finite(sum) ? sum : vec(0, 0, 0);
}

static struct contact_constraint constraint_of(const md3_world *world, const struct contact *contact, md3_vec normal)
{
    struct contact_constraint constraint = {.settings = &world->velocity.settings,
                                            .normal = normal,
                                            .friction = contact->friction,
                                            .restitution = contact->restitution,
                                            .torsion = contact->torsion,
                                            .rolling = contact->rolling,
                                            .surface_velocity = surface_velocity_of(world, contact)};
    constraint.tangent[0] = md3_vec_perpendicular(normal);
    constraint.tangent[1] = vec_cross(normal, constraint.tangent[0]);
    for (int side = 0; side < 2; ++side) {
        const struct body *body = &world->bodies[contact->body[side]];
        constraint.body[side] = body;
        constraint.slot[side] = world->velocity.body_slot.at[contact->body[side]];
        constraint.kinematic = constraint.kinematic || (constraint.slot[side] == 0 && is_moving(body));
    }
    return constraint;
}

/* ---- Restitution ---------------------------------------------------------------------------------------------------- */

/* Approach speed that gravity and forces have added in this substep, m/s. */
static md_real pull_together(const md3_world *world, const struct contact_constraint *constraint)
{
    md_real pull = 0;
    for (int side = 0; side < 2; ++side) {
        const struct body *body = constraint->body[side];
        if (constraint->slot[side] > 0) {
            const md3_vec acceleration = md3_body_acceleration(world, body);
            pull += (side == 0 ? 1 : -1) * constraint->settings->h * vec_dot(constraint->normal, acceleration);
        }
    }
    return pull;
}

/* Speed at which the surfaces meet. Gravity and forces have acted for the whole substep; the part that they add after the
 * surfaces meet is subtracted, so that a ball returns with the speed it came with and does not gain height. */
static md_real impact_speed(const md3_world *world, const struct contact_constraint *constraint, md_real gap,
                            md_real approach)
{
    if (!(approach > 0)) {
        return 0;
    }
    const md_real before = md_min(gap / (constraint->settings->h * approach), 1);
    const md_real speed = approach - (1 - before) * pull_together(world, constraint);
    return isfinite(speed) ? speed : approach; /* forces that overflow have not acted */
}

/* Bias of a normal row with restitution: `bias` is the one without. */
static md_real bounce_bias(const md3_world *world, const struct contact_constraint *constraint,
                           struct contact_manifold *at, int k, md_real bias)
{
    const md_real h = constraint->settings->h;
    const md_real gap = contact_gap(constraint->settings, at->manifold.point[k].separation);
    const md_real approach = at->approach[k];
    const md_real threshold = world->def.restitution_threshold;
    const md_real speed = impact_speed(world, constraint, gap, approach);
    md_real *bounce = &at->cache[k].bounce;
    const bool touches = gap == 0 || *bounce > 0;
    const md_real arrival_speed = md_max(speed, *bounce);
    *bounce = 0;
    if (touches && arrival_speed > threshold) {
        return md_min(-constraint->restitution * arrival_speed, bias);
    }
    if (gap < h * approach && speed > threshold) {
        *bounce = speed;
    }
    return bias;
}

/* ---- Rows ----------------------------------------------------------------------------------------------------------- */

/* A row before it is part of the problem: J of both bodies, and what bodies without inverse mass add to its bias. */
struct point_row {
    md_contact_row row;
    md_real kinematic_velocity;
};

static void put_vectors(md_real *J, md3_vec linear, md3_vec angular)
{
    J[0] = linear.x;
    J[1] = linear.y;
    J[2] = linear.z;
    J[3] = angular.x;
    J[4] = angular.y;
    J[5] = angular.z;
}

/* A row along `direction`, positive for the second body, at the lever arms r; or about it if r is NULL. Locked axes leave the
 * problem with the columns of J: the velocity along them is 0, and stays so. */
static struct point_row row_along(const struct contact_constraint *constraint, md3_vec direction, const md3_vec *r)
{
    struct point_row to = {.row = {.bias = 0}};
    for (int side = 0; side < 2; ++side) {
        const struct body *body = constraint->body[side];
        const md3_vec d = side == 0 ? vec_negative(direction) : direction;
        const md3_vec linear = r != NULL ? d : vec(0, 0, 0);
        const md3_vec angular = r != NULL ? vec_cross(r[side], d) : d;
        if (constraint->slot[side] > 0) {
            put_vectors(to.row.jacobian[side], body_unlocked_motion(body, linear), angular);
        } else if (constraint->kinematic) {
            to.kinematic_velocity += vec_dot(linear, body->velocity) + vec_dot(angular, body->angular_velocity);
        }
    }
    return to;
}

/* J M^-1 J^T. */
static md_real diagonal_of(const struct contact_constraint *constraint, const md_contact_row *row)
{
    md_real sum = 0;
    for (int side = 0; side < 2; ++side) {
        const md_real *J = row->jacobian[side];
        const md3_vec linear = vec(J[0], J[1], J[2]);
        const md3_vec angular = vec(J[3], J[4], J[5]);
        const struct body *body = constraint->body[side];
        sum +=
            body->inverse_mass * vec_dot(linear, linear) + vec_dot(angular, mat_apply(body->inverse_inertia, angular));
    }
    return sum;
}

/* Speed at which the surfaces approach each other at a point, m/s. */
static md_real approach_of(const struct contact_constraint *constraint, const md3_vec r[2])
{
    const md3_vec a = body_velocity_at(constraint->body[0], r[0]);
    const md3_vec b = body_velocity_at(constraint->body[1], r[1]);
    return -vec_dot(constraint->normal, vec_sub(b, a));
}

static struct point_row normal_row(const md3_world *world, const struct contact_constraint *constraint,
                                   struct contact_manifold *at, int k)
{
    const md_real separation = at->manifold.point[k].separation;
    md_real bias = contact_normal_bias(constraint->settings, separation);
    at->approach[k] = approach_of(constraint, at->r[k]);
    if (constraint->restitution > 0) {
        bias = bounce_bias(world, constraint, at, k, bias);
    } else {
        at->cache[k].bounce = 0;
    }
    at->closes[k] = bias > 0 && separation > constraint->settings->slop;
    struct point_row to = row_along(constraint, constraint->normal, at->r[k]);
    to.row.bias = bias + to.kinematic_velocity;
    return to;
}

/* ---- Warm start ----------------------------------------------------------------------------------------------------- */

static void start_row(const md3_world *world, md_contact_row *row, md_real lambda, md_real y, md_real mean)
{
    if (world->def.enable_warm_starting) {
        const md_real back = contact_pull_back(&world->velocity.settings, lambda, mean);
        row->lambda0 = lambda - back;
        row->y0 = y - back;
    }
}

static void start_point(const md3_world *world, const struct contact_constraint *constraint,
                        const struct cached_point *cache, md_contact *point)
{
    start_row(world, &point->normal, cache->normal.lambda, cache->normal.y, cache->normal.mean);
    start_row(world, &point->spin, cache->spin, cache->spin, cache->spin);
    for (int k = 0; k < 2; ++k) {
        const md3_vec t = constraint->tangent[k];
        const md_real roll = vec_dot(t, cache->roll);
        start_row(world, &point->tangent[k], vec_dot(t, cache->friction.lambda), vec_dot(t, cache->friction.y),
                  vec_dot(t, cache->friction.mean));
        start_row(world, &point->roll[k], roll, roll, roll);
    }
}

/* Rotation in a substep beyond which the velocity of a point does not tell where it will be, rad. */
#define MAX_LINEAR_TURN 1

static bool turns_far(const struct contact_constraint *constraint)
{
    const md_real h = constraint->settings->h;
    return h * vec_length(constraint->body[0]->angular_velocity) > MAX_LINEAR_TURN ||
           h * vec_length(constraint->body[1]->angular_velocity) > MAX_LINEAR_TURN;
}

/* ---- Into the problem ----------------------------------------------------------------------------------------------- */

/* Rows that no impulse can move, because axes are locked or a body does not rotate, get a compliance: the solvers divide by the
 * diagonal. The normal of such a point has none, and the point is left out. */
#define LEAST_DIAGONAL ((md_real)1e-9)

static void soften_if_stiff(const struct contact_constraint *constraint, md_contact_row *row,
                            md_real diagonal_of_normal)
{
    if (diagonal_of(constraint, row) <= LEAST_DIAGONAL * diagonal_of_normal) {
        row->compliance = diagonal_of_normal;
    }
}

static void fill_friction(const struct contact_constraint *constraint, const struct contact_manifold *at, int k,
                          md_real diagonal, md_contact *point)
{
    for (int i = 0; i < 2; ++i) {
        const md3_vec t = constraint->tangent[i];
        const struct point_row tangent = row_along(constraint, t, at->r[k]);
        const struct point_row roll = row_along(constraint, t, NULL);
        point->tangent[i] = tangent.row;
        point->tangent[i].bias = vec_dot(t, constraint->surface_velocity) + tangent.kinematic_velocity;
        soften_if_stiff(constraint, &point->tangent[i], diagonal);
        point->roll[i] = roll.row;
        point->roll[i].bias = roll.kinematic_velocity;
        soften_if_stiff(constraint, &point->roll[i], diagonal);
    }
    const struct point_row spin = row_along(constraint, constraint->normal, NULL);
    point->spin = spin.row;
    point->spin.bias = spin.kinematic_velocity;
    soften_if_stiff(constraint, &point->spin, diagonal);
}

/* Notes for the position problem: only the first of the new rows, the normal, holds a position. */
static md_status note_rows(md3_world *world, int32_t first, const struct row_note *normal)
{
    struct velocity_problem *velocity = &world->velocity;
    const int32_t end = md_problem_rows(velocity->problem);
    const md_status status = md_array_reserve(&world->allocator, (void **)&velocity->notes, &velocity->note_capacity,
                                              (size_t)end, sizeof *velocity->notes);
    for (int32_t i = first; status == MD_OK && i < end; ++i) {
        velocity->notes[i] = i == first ? *normal : (struct row_note){.position = POSITION_NONE};
    }
    return status;
}

static md_status add_point(md3_world *world, const struct contact_constraint *constraint, struct contact_manifold *at,
                           int k)
{
    const struct point_row normal = normal_row(world, constraint, at, k);
    const md_real diagonal = diagonal_of(constraint, &normal.row);
    const md_real unlocked = constraint->body[0]->inverse_mass + constraint->body[1]->inverse_mass;
    if (diagonal <= LEAST_DIAGONAL * unlocked) {
        return MD_OK;
    }
    md_contact point = {.body = {constraint->slot[0] - 1, constraint->slot[1] - 1},
                        .law = world->def.friction_law,
                        .tangents = at->rows.has_tangents ? 2 : 0,
                        .mu = constraint->friction,
                        .torsion = constraint->torsion,
                        .rolling = constraint->rolling,
                        .normal = normal.row};
    if (at->rows.has_tangents || at->rows.has_torsion) {
        fill_friction(constraint, at, k, diagonal, &point);
    }
    start_point(world, constraint, &at->cache[k], &point);
    const int32_t row = md_problem_rows(world->velocity.problem);
    const md_status status = md_problem_add_contact(world->velocity.problem, &point);
    if (status != MD_OK) {
        return status;
    }
    at->rows.normal[k] = row;
    const struct row_note note = {.gap = at->manifold.point[k].separation,
                                  .kinematic_velocity = normal.kinematic_velocity,
                                  .position = POSITION_ONE_SIDED,
                                  .turns_far = turns_far(constraint),
                                  .correction0 = at->cache[k].correction};
    return note_rows(world, row, &note);
}

/* ---- The pre-solve callback ----------------------------------------------------------------------------------------- */

static md_real coefficient(md_real value)
{
    return value >= 0 && isfinite(value) ? value : 0;
}

/* Lets the pre-solve callback change the constraint. Returns false if it refuses the manifold. */
static bool ask_pre_solve(const md3_world *world, const struct contact *contact, const md3_manifold *manifold,
                          struct contact_constraint *constraint)
{
    const md3_callbacks *callbacks = &world->def.callbacks;
    if (callbacks->pre_solve == NULL) {
        return true;
    }
    md3_pre_solve surface = {
        .shape = {md3_shape_id_of(world, contact->shape[0]), md3_shape_id_of(world, contact->shape[1])},
        .manifold = *manifold,
        .friction = contact->friction,
        .restitution = contact->restitution,
        .torsion = contact->torsion,
        .rolling = contact->rolling,
        .surface_velocity = constraint->surface_velocity};
    if (!callbacks->pre_solve(callbacks->user, world, &surface)) {
        return false;
    }
    constraint->friction = coefficient(surface.friction);
    constraint->restitution = surface.restitution >= 0 ? md_min(surface.restitution, 1) : 0;
    constraint->torsion = coefficient(surface.torsion);
    constraint->rolling = coefficient(surface.rolling);
    constraint->surface_velocity = vec_is_finite(surface.surface_velocity) ? surface.surface_velocity : vec(0, 0, 0);
    return true;
}

/* Joins the normals of a manifold, so that sweeps step them together: one after the other they would tilt a body that stands on
 * a face. */
static md_status join_normals(md_problem *problem, const struct contact_manifold *at)
{
    int32_t rows[MD3_MAX_MANIFOLD_POINTS];
    int32_t count = 0;
    for (int k = 0; k < at->manifold.count; ++k) {
        if (at->rows.normal[k] >= 0) {
            rows[count++] = at->rows.normal[k];
        }
    }
    return md_problem_join_normals(problem, rows, count);
}

static md_status add_manifold(md3_world *world, struct contact *contact, struct contact_manifold *at)
{
    struct contact_constraint constraint = constraint_of(world, contact, at->manifold.normal);
    const bool accepted = ask_pre_solve(world, contact, &at->manifold, &constraint);
    contact->let_through = contact->let_through && !accepted;
    at->rows = (struct manifold_rows){.normal = {-1, -1, -1, -1},
                                      .has_tangents = constraint.friction > 0 || constraint.rolling > 0,
                                      .has_torsion = constraint.torsion > 0,
                                      .has_rolling = constraint.rolling > 0,
                                      .tangent = {constraint.tangent[0], constraint.tangent[1]}};
    md_status status = MD_OK;
    for (int k = 0; status == MD_OK && accepted && k < at->manifold.count; ++k) {
        status = add_point(world, &constraint, at, k);
    }
    return status == MD_OK ? join_normals(world->velocity.problem, at) : status;
}

md_status md3_contact_rows_add(md3_world *world, struct contact *contact)
{
    md_status status = MD_OK;
    contact->let_through = true; /* unless a manifold is accepted */
    contact->asked_in = contact_step_number(world->steps);
    for (int32_t i = 0; status == MD_OK && i < contact->manifold_count; ++i) {
        status = add_manifold(world, contact, contact_manifold_at(contact, i));
    }
    return status;
}
