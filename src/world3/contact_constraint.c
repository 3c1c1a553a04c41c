/* The parts of a contact's rows: see contact_constraint.h. */
#include "world3/contact_constraint.h"

#include "geometry3/vec3.h"
#include "world3/step.h"

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

struct contact_constraint md3_contact_constraint_of(const md3_world *world, const struct contact *contact,
                                                    md3_vec normal)
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

struct point_row md3_contact_normal_row(const md3_world *world, const struct contact_constraint *constraint,
                                        struct contact_manifold *at, int k)
{
    const md_real separation = at->manifold.point[k].separation;
    md_real bias = contact_normal_bias(constraint->settings, separation);
    at->approach[k] = approach_of(constraint, at->r[k]);
    if (constraint->restitution > 0 && world->def.position_correction != MD3_CORRECTION_SOFT_STEP) {
        bias = bounce_bias(world, constraint, at, k, bias);
    } else {
        at->cache[k].bounce = 0;
    }
    at->closes[k] = bias > 0 && separation > constraint->settings->slop;
    struct point_row to = row_along(constraint, constraint->normal, at->r[k]);
    to.row.bias = bias + to.kinematic_velocity;
    return to;
}

/* ---- Friction ------------------------------------------------------------------------------------------------------- */

md_real md3_contact_normal_diagonal(const struct contact_constraint *constraint, const md_contact_row *normal)
{
    const md_real diagonal = diagonal_of(constraint, normal);
    const md_real unlocked = constraint->body[0]->inverse_mass + constraint->body[1]->inverse_mass;
    return diagonal > LEAST_DIAGONAL * unlocked ? diagonal : 0;
}

/* Bound of the rounding error of a diagonal. The inverse inertia has an error of some units in the last place of its largest
 * entries, which lever arms multiply by their squares: a thin bar of 4e8 m has a diagonal that is smaller than its error. */
static md_real rounding_of_diagonal(const struct contact_constraint *constraint, const md_contact_row *row)
{
    md_real sum = 0;
    for (int side = 0; side < 2; ++side) {
        const md_real *J = row->jacobian[side];
        const md3_vec angular = vec(J[3], J[4], J[5]);
        const md3_mat *inverse = &constraint->body[side]->inverse_inertia;
        sum += (inverse->x.x + inverse->y.y + inverse->z.z) * vec_dot(angular, angular);
    }
    return 16 * MD_REAL_EPSILON * sum;
}

/* The solver's diagonal has its own rounding. The compliance exceeds the error of both, so that their sum is positive. */
static void soften_if_stiff(const struct contact_constraint *constraint, md_contact_row *row,
                            md_real diagonal_of_normal)
{
    const md_real rounding = rounding_of_diagonal(constraint, row);
    if (diagonal_of(constraint, row) <= md_max(LEAST_DIAGONAL * diagonal_of_normal, rounding)) {
        row->compliance = md_max(diagonal_of_normal, 2 * rounding);
    }
}

/* A row along `direction` at the lever arms r, or about it, with a velocity of the surfaces as bias. */
static void fill_row(const struct contact_constraint *constraint, md3_vec direction, const md3_vec *r,
                     md_real surface_velocity, md_real diagonal, md_contact_row *row)
{
    const struct point_row along = row_along(constraint, direction, r);
    *row = along.row;
    row->bias = surface_velocity + along.kinematic_velocity;
    soften_if_stiff(constraint, row, diagonal);
}

void md3_contact_friction_rows(const struct contact_constraint *constraint, const md3_vec r[2], md_real diagonal,
                               const struct friction_rows *rows)
{
    for (int i = 0; i < 2; ++i) {
        const md3_vec t = constraint->tangent[i];
        if (rows->tangent != NULL) {
            fill_row(constraint, t, r, vec_dot(t, constraint->surface_velocity), diagonal, &rows->tangent[i]);
        }
        if (rows->roll != NULL) {
            fill_row(constraint, t, NULL, 0, diagonal, &rows->roll[i]);
        }
    }
    if (rows->spin != NULL) {
        fill_row(constraint, vec_scale(rows->radius, constraint->normal), NULL, 0, diagonal, rows->spin);
    }
}

/* ---- Warm start ----------------------------------------------------------------------------------------------------- */

void md3_contact_row_start(const md3_world *world, md_contact_row *row, md_real lambda, md_real y, md_real mean)
{
    if (world->def.enable_warm_starting) {
        const md_real back = contact_pull_back(&world->velocity.settings, lambda, mean);
        row->lambda0 = lambda - back;
        row->y0 = y - back;
    }
}

void md3_contact_friction_start(const md3_world *world, const struct contact_constraint *constraint,
                                const struct friction_start *start, const struct friction_rows *rows)
{
    for (int k = 0; k < 2; ++k) {
        const md3_vec t = constraint->tangent[k];
        if (rows->tangent != NULL) {
            md3_contact_row_start(world, &rows->tangent[k], vec_dot(t, start->friction.lambda),
                                  vec_dot(t, start->friction.y), vec_dot(t, start->friction.mean));
        }
        if (rows->roll != NULL) {
            const md_real roll = vec_dot(t, start->roll);
            md3_contact_row_start(world, &rows->roll[k], roll, roll, roll);
        }
    }
    if (rows->spin != NULL) {
        const md_real spin = start->spin / rows->radius;
        md3_contact_row_start(world, rows->spin, spin, spin, spin);
    }
}

/* ---- Notes for the position problem --------------------------------------------------------------------------------- */

bool md3_contact_turns_far(const struct contact_constraint *constraint)
{
    const md_real h = constraint->settings->h;
    return h * vec_length(constraint->body[0]->angular_velocity) > MAX_LINEAR_TURN ||
           h * vec_length(constraint->body[1]->angular_velocity) > MAX_LINEAR_TURN;
}

struct row_note md3_contact_normal_note(const struct contact_constraint *constraint, const struct contact_manifold *at,
                                        int k, const struct point_row *normal)
{
    return (struct row_note){.gap = at->manifold.point[k].separation,
                             .kinematic_velocity = normal->kinematic_velocity,
                             .position = POSITION_ONE_SIDED,
                             .turns_far = md3_contact_turns_far(constraint),
                             .correction0 = at->cache[k].correction};
}

md_status md3_contact_note_rows(md3_world *world, int32_t first, const struct row_note *normals, int32_t points)
{
    struct velocity_problem *velocity = &world->velocity;
    const int32_t end = md_problem_rows(velocity->problem);
    const md_status status = md_array_reserve(&world->allocator, (void **)&velocity->notes, &velocity->note_capacity,
                                              (size_t)end, sizeof *velocity->notes);
    for (int32_t i = first; status == MD_OK && i < end; ++i) {
        velocity->notes[i] = i - first < points ? normals[i - first] : (struct row_note){.position = POSITION_NONE};
    }
    return status;
}
