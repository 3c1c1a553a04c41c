/* Contacts as scalar rows of the velocity problem: per point the normal and, with friction, the tangent that follows it.
 *
 * contact_constraint.inc.h has the constraint itself. Added here, for rows and for lanes alike, are restitution and kinematic
 * bodies. A fast approach first closes the gap and bounces in the substep after, from where the surfaces meet: a bounce at a
 * distance would gain height.
 */
#include "geometry2/vec.h"
#include "world2/contact_constraint.h"
#include "world2/world.h"

/* Data that all points of a contact share. */
struct contact_constraint {
    const struct contact_settings *settings;
    const struct body *body[2];
    int32_t slot[2]; /* of the bodies in the problem; 0: no inverse mass */
    md2_vec normal;
    md_real friction, restitution, surface_speed;
    bool kinematic; /* one of the bodies moves and has no inverse mass */
};

/* A row at a point: J, and the two parts of its bias. Approach and `closes` are those of its row_note. */
struct point_row {
    struct contact_jacobian J;
    md_real bias;
    md_real kinematic_velocity;
    md_real approach;
    bool closes;
};

static bool is_moving(const struct body *body)
{
    return body->velocity.x != 0 || body->velocity.y != 0 || body->angular_velocity != 0;
}

static struct contact_constraint constraint_of(const md2_world *world, const struct contact *contact)
{
    struct contact_constraint constraint = {.settings = &world->velocity.settings,
                                            .normal = contact->manifold.normal,
                                            .friction = contact->friction,
                                            .restitution = contact->restitution,
                                            .surface_speed = contact->surface_speed};
    for (int side = 0; side < 2; ++side) {
        const struct body *body = &world->bodies[contact->body[side]];
        constraint.body[side] = body;
        constraint.slot[side] = world->velocity.body_slot.at[contact->body[side]];
        constraint.kinematic = constraint.kinematic || (constraint.slot[side] == 0 && is_moving(body));
    }
    return constraint;
}

static struct contact_point point_of(const struct contact_constraint *constraint, const md2_vec r[2])
{
    return (struct contact_point){.normal_x = constraint->normal.x,
                                  .normal_y = constraint->normal.y,
                                  .r_a_x = r[0].x,
                                  .r_a_y = r[0].y,
                                  .r_b_x = r[1].x,
                                  .r_b_y = r[1].y};
}

/* ---- Restitution ---------------------------------------------------------------------------------------------------- */

/* Approach speed that gravity and forces have added in this substep, m/s. */
static md_real pull_together(const md2_world *world, const struct contact_constraint *constraint)
{
    md_real pull = 0;
    for (int side = 0; side < 2; ++side) {
        const struct body *body = constraint->body[side];
        if (constraint->slot[side] > 0) {
            const md2_vec gravity = vec_scale(body->gravity_scale, world->def.gravity);
            const md2_vec acceleration = vec_add_scaled(gravity, body->inverse_mass, body->force);
            pull += (side == 0 ? 1 : -1) * constraint->settings->h * vec_dot(constraint->normal, acceleration);
        }
    }
    return pull;
}

/* Speed at which the surfaces meet. Gravity and forces have acted for the whole substep; the part that they add after the
 * surfaces meet is subtracted, so that a ball returns with the speed it came with and does not gain height. */
static md_real impact_speed(const md2_world *world, const struct contact_constraint *constraint, md_real gap,
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
static md_real bounce_bias(const md2_world *world, const struct contact_constraint *constraint, struct contact *contact,
                           int k, md_real approach, md_real bias)
{
    const md_real h = constraint->settings->h;
    const md_real gap = contact_gap(constraint->settings, contact->manifold.point[k].separation);
    const md_real threshold = world->def.restitution_threshold;
    const md_real speed = impact_speed(world, constraint, gap, approach);
    md_real *bounce = &contact->cache[k].bounce;
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

/* ---- The two rows of a point ---------------------------------------------------------------------------------------- */

static md_real kinematic_velocity(const struct contact_constraint *constraint, const md2_vec r[2], md2_vec direction)
{
    md_real sum = 0;
    for (int side = 0; constraint->kinematic && side < 2; ++side) {
        const struct body *body = constraint->body[side];
        if (constraint->slot[side] == 0) {
            const md_real velocity =
                vec_dot(direction, body->velocity) + vec_cross(r[side], direction) * body->angular_velocity;
            sum += side == 0 ? -velocity : velocity;
        }
    }
    return sum;
}

static struct point_row normal_row(const md2_world *world, const struct contact_constraint *constraint,
                                   struct contact *contact, int k)
{
    const struct contact_point point = point_of(constraint, contact->r[k]);
    const struct body *a = constraint->body[0];
    const struct body *b = constraint->body[1];
    const md_real v_a[3] = {a->velocity.x, a->velocity.y, a->angular_velocity};
    const md_real v_b[3] = {b->velocity.x, b->velocity.y, b->angular_velocity};
    const md_real separation = contact->manifold.point[k].separation;
    md_real bias = contact_normal_bias(constraint->settings, separation);
    const md_real approach = contact_approach(&point, v_a, v_b);
    if (constraint->restitution > 0 && world->def.position_correction != MD2_CORRECTION_SOFT_STEP) {
        bias = bounce_bias(world, constraint, contact, k, approach, bias);
    } else {
        contact->cache[k].bounce = 0;
    }
    return (struct point_row){.J = contact_normal_jacobian(&point),
                              .bias = bias,
                              .approach = approach,
                              .closes = bias > 0 && separation > constraint->settings->slop,
                              .kinematic_velocity = kinematic_velocity(constraint, contact->r[k], constraint->normal)};
}

static struct point_row tangent_row(const struct contact_constraint *constraint, const struct contact *contact, int k)
{
    const struct contact_point point = point_of(constraint, contact->r[k]);
    return (struct point_row){.J = contact_tangent_jacobian(&point),
                              .bias = constraint->surface_speed,
                              .kinematic_velocity =
                                  kinematic_velocity(constraint, contact->r[k], vec_left(constraint->normal))};
}

/* ---- Into the problem and back -------------------------------------------------------------------------------------- */

/* J is written for both bodies; md2_row_add removes the part of bodies without inverse mass. */
static struct constraint_row row_of(const struct contact *contact, const struct point_row *from)
{
    struct constraint_row row = md2_row_default();
    const struct contact_jacobian *J = &from->J;
    row.body[0] = contact->body[0];
    row.body[1] = contact->body[1];
    row.jacobian[0][0] = J->x;
    row.jacobian[0][1] = J->y;
    row.jacobian[0][2] = J->angular_a;
    row.jacobian[1][0] = -J->x;
    row.jacobian[1][1] = -J->y;
    row.jacobian[1][2] = J->angular_b;
    row.bias = from->bias;
    return row;
}

static md_status add_normal(md2_world *world, const struct contact_constraint *constraint, struct contact *contact,
                            int k)
{
    const struct point_row normal = normal_row(world, constraint, contact, k);
    struct constraint_row row = row_of(contact, &normal);
    row.lower = 0;
    row.gap = contact->manifold.point[k].separation;
    row.position = POSITION_ONE_SIDED;
    row.correction0 = contact->cache[k].correction;
    md2_row_start(world, &row, &contact->cache[k].normal);
    const md_status status = md2_row_add(world, &row, &contact->row[k]);
    if (status == MD_OK && contact->row[k] >= 0) {
        world->velocity.notes[contact->row[k]].approach = normal.approach;
        world->velocity.notes[contact->row[k]].closes = normal.closes;
    }
    return status;
}

static md_status add_tangent(md2_world *world, const struct contact_constraint *constraint,
                             const struct contact *contact, int k)
{
    const struct point_row tangent = tangent_row(constraint, contact, k);
    struct constraint_row row = row_of(contact, &tangent);
    row.parent = contact->row[k];
    row.lower = -constraint->friction;
    row.upper = constraint->friction;
    md2_row_start(world, &row, &contact->cache[k].tangent);
    return md2_row_add(world, &row, NULL);
}

/* Lets the pre-solve callback change the constraint. Returns false if it refuses the contact. */
static bool ask_pre_solve(const md2_world *world, const struct contact *contact, struct contact_constraint *constraint)
{
    const md2_callbacks *callbacks = &world->def.callbacks;
    if (callbacks->pre_solve == NULL) {
        return true;
    }
    md2_pre_solve surface = {
        .shape = {md2_shape_id_of(world, contact->shape[0]), md2_shape_id_of(world, contact->shape[1])},
        .manifold = contact->manifold,
        .friction = contact->friction,
        .restitution = contact->restitution,
        .surface_speed = contact->surface_speed};
    if (!callbacks->pre_solve(callbacks->user, world, &surface)) {
        return false;
    }
    constraint->friction = surface.friction >= 0 && isfinite(surface.friction) ? surface.friction : 0;
    constraint->restitution = surface.restitution >= 0 ? md_min(surface.restitution, 1) : 0;
    constraint->surface_speed = isfinite(surface.surface_speed) ? surface.surface_speed : 0;
    return true;
}

md_status md2_contact_rows_add(md2_world *world, struct contact *contact)
{
    struct contact_constraint constraint = constraint_of(world, contact);
    contact->let_through = !ask_pre_solve(world, contact, &constraint);
    contact->asked_in = contact_step_number(world->steps);
    contact->has_tangents = constraint.friction > 0;
    contact->row[0] = contact->row[1] = -1;
    md_status status = MD_OK;
    for (int k = 0; status == MD_OK && !contact->let_through && k < contact->manifold.count; ++k) {
        status = add_normal(world, &constraint, contact, k);
        if (status == MD_OK && contact->has_tangents) {
            status = add_tangent(world, &constraint, contact, k);
        }
    }
    return status;
}

void md2_contact_rows_cache(const md2_world *world, struct contact *contact, const md_result *result,
                            const md_result *corrected)
{
    contact->arriving = false;
    for (int k = 0; k < contact->manifold.count; ++k) {
        struct cached_point *cache = &contact->cache[k];
        const int32_t row = contact->row[k];
        if (row < 0) {
            *cache = (struct cached_point){.bounce = 0};
            continue;
        }
        md2_row_cache(&cache->normal, result, row);
        cache->correction = corrected->lambda != NULL ? corrected->lambda[world->velocity.notes[row].position_row] : 0;
        if (contact->has_tangents) {
            md2_row_cache(&cache->tangent, result, row + 1);
        } else {
            cache->tangent = (struct cached_row){.lambda = 0};
        }
        if (cache->normal.lambda > 0) {
            const struct row_note *note = &world->velocity.notes[row];
            contact_record_hit(contact, k, &(struct contact_hit){cache->normal.lambda, note->approach, note->closes});
        } else {
            cache->bounce = 0;
        }
    }
}

md_status md2_special_lane_write(md2_world *world, int32_t lane)
{
    const int32_t point = world->velocity.lane_point.at[lane];
    struct contact *contact = &world->contacts.at[point / 2];
    const struct contact_constraint constraint = constraint_of(world, contact);
    const int32_t row = md_block_problem_row(&world->velocity.blocks, lane);
    md_real *bias = world->velocity.blocks.packed.bias.at;
    const struct point_row normal = normal_row(world, &constraint, contact, point % 2);
    bias[row] = normal.bias + normal.kinematic_velocity;
    world->velocity.lane_kinematic.at[lane] = normal.kinematic_velocity;
    world->velocity.lane_closes.at[lane] = normal.closes ? 1 : 0;
    if (!contact->has_tangents) {
        return isfinite(bias[row]) ? MD_OK : MD_ERROR_ARGUMENT;
    }
    const struct point_row tangent = tangent_row(&constraint, contact, point % 2);
    bias[row + MD_LANES] = tangent.bias + tangent.kinematic_velocity;
    return isfinite(bias[row] + bias[row + MD_LANES]) ? MD_OK : MD_ERROR_ARGUMENT;
}
