/* Contacts as rows of a boxed LCP, two a point, the normal and (where there is friction) the tangent that follows it:
 *
 *     normal    w = n . (relative velocity) + b >= 0     b = (separation - slop) / h where they are further apart: the gap may close
 *                                                        b = -e (speed of approach) where they bounce
 *     tangent   |lambda_t| <= mu lambda_n                b = speed of the surfaces, of a conveyor's belt
 *
 * A fast approach first closes the gap and bounces in the step after, from where the surfaces meet: a bounce at a distance would give
 * height for nothing.
 */
#include "geometry2/vec.h"
#include "world2/world.h"

/* A body of a contact, as its rows see it. */
struct side {
    const struct body *body;
    int32_t slot; /* in the problem: 0 where it does not give way */
};

/* What all points of a contact have in common. */
struct meeting {
    struct side side[2];
    md2_vec normal;
    md_real friction, restitution, surface_speed;
    md_real h;
    bool carried; /* one of the bodies moves, and does not give way */
};

/* A row along a direction at a point. */
struct point_row {
    md2_vec direction;
    md_real bias;   /* without what follows */
    md_real moving; /* speed that bodies which do not give way add */
};

static struct side side_of(const md2_world *world, const struct contact *contact, int side)
{
    const struct body *body = &world->bodies[contact->body[side]];
    return (struct side){body, world->velocity.body_slot.at[contact->body[side]]};
}

static bool is_carried(const struct side *side)
{
    return side->slot == 0 &&
           (side->body->velocity.x != 0 || side->body->velocity.y != 0 || side->body->angular_velocity != 0);
}

static md_real carried_speed(const struct meeting *meeting, const md2_vec arm[2], md2_vec direction)
{
    md_real speed = 0;
    for (int side = 0; side < 2; ++side) {
        const struct body *body = meeting->side[side].body;
        if (meeting->side[side].slot == 0) {
            const md_real along =
                vec_dot(direction, body->velocity) + vec_cross(arm[side], direction) * body->angular_velocity;
            speed += side == 0 ? -along : along;
        }
    }
    return speed;
}

static struct point_row row_along(const struct meeting *meeting, const md2_vec arm[2], md2_vec direction, md_real bias)
{
    const md_real moving = meeting->carried ? carried_speed(meeting, arm, direction) : 0;
    return (struct point_row){.direction = direction, .bias = bias, .moving = moving};
}

/* Speed at which the surfaces part at a point, m/s; negative where they close in. */
static md_real parting_speed(const struct meeting *meeting, const md2_vec arm[2])
{
    const struct body *a = meeting->side[0].body;
    const struct body *b = meeting->side[1].body;
    const md2_vec of_a = vec_add_scaled(a->velocity, a->angular_velocity, vec_left(arm[0]));
    const md2_vec of_b = vec_add_scaled(b->velocity, b->angular_velocity, vec_left(arm[1]));
    return vec_dot(meeting->normal, of_b) - vec_dot(meeting->normal, of_a);
}

/* Speed of approach that gravity and forces have given in this substep, m/s. */
static md_real pull_together(const md2_world *world, const struct meeting *meeting)
{
    md_real pull = 0;
    for (int side = 0; side < 2; ++side) {
        const struct body *body = meeting->side[side].body;
        if (meeting->side[side].slot > 0) {
            const md2_vec gravity = vec_scale(body->gravity_scale, world->def.gravity);
            const md2_vec acceleration = vec_add_scaled(gravity, body->inverse_mass, body->force);
            pull += (side == 0 ? 1 : -1) * meeting->h * vec_dot(meeting->normal, acceleration);
        }
    }
    return pull;
}

/* What a point may close by. A gap within the slop counts as closed: to chase it would keep what rests moving. */
static md_real gap_of(const md2_world *world, const struct contact *contact, int k)
{
    return md_max(contact->manifold.point[k].separation - world->def.slop, 0);
}

/* The speed at which the surfaces meet. What pulls has acted for all of the substep; what it gives after they have met is taken off, so
 * that a ball bounces back with the speed it came with, and not higher from bounce to bounce. */
static md_real meeting_speed(const md2_world *world, const struct meeting *meeting, md_real gap, md_real approach)
{
    if (!(approach > 0)) {
        return 0;
    }
    const md_real before = md_min(gap / (meeting->h * approach), 1);
    return approach - (1 - before) * pull_together(world, meeting);
}

/* Baumgarte: overlap is taken back by the velocities, m/s, not above 0. */
static md_real pushed_apart(const md2_world *world, const struct meeting *meeting, md_real separation)
{
    return world->def.position_correction == MD2_CORRECTION_BAUMGARTE && separation < 0
               ? md2_correction_bias(world, POSITION_ONE_SIDED, separation, world->def.correction_factor / meeting->h,
                                     meeting->h)
               : 0;
}

/* What a normal row wants beyond not closing in. */
static md_real normal_bias(const md2_world *world, const struct meeting *meeting, struct contact *contact, int k)
{
    const md_real gap = gap_of(world, contact, k);
    const md_real apart = gap / meeting->h + pushed_apart(world, meeting, contact->manifold.point[k].separation);
    if (meeting->restitution == 0) {
        contact->cache[k].bounce = 0;
        return apart;
    }
    const md_real approach = contact->approach[k];
    const md_real threshold = world->def.restitution_threshold;
    const md_real speed = meeting_speed(world, meeting, gap, approach);
    md_real *bounce = &contact->cache[k].bounce;
    const bool touches = gap == 0 || *bounce > 0;
    const md_real arrived = md_max(speed, *bounce);
    *bounce = 0;
    if (touches && arrived > threshold) {
        return md_min(-meeting->restitution * arrived, apart);
    }
    if (gap < meeting->h * approach && speed > threshold) {
        *bounce = speed;
    }
    return apart;
}

/* ---- Writing and keeping -------------------------------------------------------------------------------------------- */

static struct point_row normal_row(const md2_world *world, const struct meeting *meeting, struct contact *contact,
                                   int k)
{
    contact->approach[k] = -parting_speed(meeting, contact->r[k]);
    const md_real bias = normal_bias(world, meeting, contact, k);
    contact->closes[k] = bias > 0 && contact->manifold.point[k].separation > world->def.slop;
    return row_along(meeting, contact->r[k], meeting->normal, bias);
}

static struct point_row tangent_row(const struct meeting *meeting, const struct contact *contact, int k)
{
    return row_along(meeting, contact->r[k], vec_left(meeting->normal), meeting->surface_speed);
}

static struct meeting meeting_of(const md2_world *world, const struct contact *contact, md_real h)
{
    struct meeting meeting = {.side = {side_of(world, contact, 0), side_of(world, contact, 1)},
                              .normal = contact->manifold.normal,
                              .friction = contact->friction,
                              .restitution = contact->restitution,
                              .surface_speed = contact->surface_speed,
                              .h = h};
    meeting.carried = is_carried(&meeting.side[0]) || is_carried(&meeting.side[1]);
    return meeting;
}

/* J as it is, whether or not the bodies give way: md2_row_add sees to that. */
static struct constraint_row row_of(const struct contact *contact, int k, const struct point_row *from)
{
    struct constraint_row row = md2_row_default();
    for (int side = 0; side < 2; ++side) {
        const md_real sign = side == 0 ? -1 : 1;
        row.body[side] = contact->body[side];
        row.jacobian[side][0] = sign * from->direction.x;
        row.jacobian[side][1] = sign * from->direction.y;
        row.jacobian[side][2] = sign * vec_cross(contact->r[k][side], from->direction);
    }
    row.bias = from->bias;
    row.is_contact = true;
    return row;
}

static md_status put_normal(md2_world *world, const struct meeting *meeting, struct contact *contact, int k)
{
    const struct point_row normal = normal_row(world, meeting, contact, k);
    struct constraint_row row = row_of(contact, k, &normal);
    row.lower = 0;
    row.gap = contact->manifold.point[k].separation;
    row.position = POSITION_ONE_SIDED;
    row.correction0 = contact->cache[k].correction;
    md2_row_start(world, &row, &contact->cache[k].normal);
    return md2_row_add(world, &row, &contact->row[k]);
}

static md_status put_tangent(md2_world *world, const struct meeting *meeting, const struct contact *contact, int k)
{
    const struct point_row tangent = tangent_row(meeting, contact, k);
    struct constraint_row row = row_of(contact, k, &tangent);
    row.parent = contact->row[k];
    row.lower = -meeting->friction;
    row.upper = meeting->friction;
    md2_row_start(world, &row, &contact->cache[k].tangent);
    return md2_row_add(world, &row, NULL);
}

/* What the callback makes of a contact; false where it lets it through. */
static bool ask_pre_solve(const md2_world *world, const struct contact *contact, struct meeting *meeting)
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
    meeting->friction = surface.friction >= 0 && isfinite(surface.friction) ? surface.friction : 0;
    meeting->restitution = surface.restitution >= 0 ? md_min(surface.restitution, 1) : 0;
    meeting->surface_speed = isfinite(surface.surface_speed) ? surface.surface_speed : 0;
    return true;
}

md_status md2_contact_rows_write(md2_world *world, struct contact *contact, md_real h)
{
    struct meeting meeting = meeting_of(world, contact, h);
    contact->let_through = !ask_pre_solve(world, contact, &meeting);
    contact->has_tangents = meeting.friction > 0;
    contact->row[0] = contact->row[1] = -1;
    md_status status = MD_OK;
    for (int k = 0; status == MD_OK && !contact->let_through && k < contact->manifold.count; ++k) {
        status = put_normal(world, &meeting, contact, k);
        if (status == MD_OK && contact->has_tangents) {
            status = put_tangent(world, &meeting, contact, k);
        }
    }
    return status;
}

md_status md2_special_point_write(md2_world *world, int32_t lane, md_real h)
{
    const int32_t point = world->velocity.lane_point.at[lane];
    struct contact *contact = &world->contacts.at[point / 2];
    const struct meeting meeting = meeting_of(world, contact, h);
    const int32_t row = md_block_problem_row(&world->velocity.blocks, lane);
    md_real *bias = world->velocity.blocks.packed.bias.at;
    const struct point_row normal = normal_row(world, &meeting, contact, point % 2);
    bias[row] = normal.bias + normal.moving;
    world->velocity.lane_moving.at[lane] = normal.moving;
    if (!contact->has_tangents) {
        return isfinite(bias[row]) ? MD_OK : MD_ERROR_ARGUMENT;
    }
    const struct point_row tangent = tangent_row(&meeting, contact, point % 2);
    bias[row + MD_LANES] = tangent.bias + tangent.moving;
    return isfinite(bias[row] + bias[row + MD_LANES]) ? MD_OK : MD_ERROR_ARGUMENT;
}

void md2_contact_rows_keep(const md2_world *world, struct contact *contact, const md_result *result,
                           const md_result *corrected)
{
    contact->arriving = false;
    for (int k = 0; k < contact->manifold.count; ++k) {
        struct cached_point *memory = &contact->cache[k];
        const int32_t row = contact->row[k];
        if (row < 0) {
            *memory = (struct cached_point){.bounce = 0};
            continue;
        }
        md2_row_keep(&memory->normal, result, row);
        memory->correction = corrected->lambda != NULL ? corrected->lambda[world->velocity.notes[row].position_row] : 0;
        if (contact->has_tangents) {
            md2_row_keep(&memory->tangent, result, row + 1);
        } else {
            memory->tangent = (struct cached_row){.lambda = 0};
        }
        if (memory->normal.lambda > 0) {
            contact_record_hit(contact, k, memory->normal.lambda);
        } else {
            memory->bounce = 0;
        }
    }
}
