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

static const struct body *body_of_side(const md2_world *world, const struct contact *contact, int side)
{
    return &world->bodies[world->shapes[contact->shape[side]].body];
}

/* A row along a direction at a point. */
static struct world_row row_along(const md2_world *world, const struct contact *contact, int k, md2_vec direction)
{
    struct world_row row = md2_row_default();
    for (int side = 0; side < 2; ++side) {
        const md_real sign = side == 0 ? -1 : 1;
        row.body[side] = world->shapes[contact->shape[side]].body;
        row.jacobian[side][0] = sign * direction.x;
        row.jacobian[side][1] = sign * direction.y;
        row.jacobian[side][2] = sign * vec_cross(contact->arm[k][side], direction);
    }
    return row;
}

/* Speed at which the surfaces part at a point, m/s; negative where they close in. */
static md_real parting_speed(const md2_world *world, const struct contact *contact, int k)
{
    md_real speed = 0;
    for (int side = 0; side < 2; ++side) {
        const struct body *body = body_of_side(world, contact, side);
        const md2_vec velocity =
            vec_add_scaled(body->velocity, body->angular_velocity, vec_left(contact->arm[k][side]));
        speed += (side == 0 ? -1 : 1) * vec_dot(contact->manifold.normal, velocity);
    }
    return speed;
}

/* Speed of approach that gravity and forces have given in this substep, m/s. */
static md_real pull_together(const md2_world *world, const struct contact *contact, md_real h)
{
    md_real pull = 0;
    for (int side = 0; side < 2; ++side) {
        const struct body *body = body_of_side(world, contact, side);
        if (body->row_body != MD_NO_BODY) {
            const md2_vec gravity = vec_scale(body->gravity_scale, world->def.gravity);
            const md2_vec acceleration = vec_add_scaled(gravity, body->inverse_mass, body->force);
            pull += (side == 0 ? 1 : -1) * h * vec_dot(contact->manifold.normal, acceleration);
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
static md_real meeting_speed(const md2_world *world, const struct contact *contact, int k, md_real h)
{
    const md_real approach = contact->approach[k];
    if (!(approach > 0)) {
        return 0;
    }
    const md_real before = md_min(gap_of(world, contact, k) / (h * approach), 1);
    return approach - (1 - before) * pull_together(world, contact, h);
}

/* What a normal row wants beyond not closing in. */
static md_real normal_bias(const md2_world *world, struct contact *contact, int k, md_real restitution, md_real h)
{
    const md_real gap = gap_of(world, contact, k);
    const md_real threshold = world->def.restitution_threshold;
    md_real *bounce = &contact->memory[k].bounce;
    const bool touches = gap == 0 || *bounce > 0;
    const md_real meeting = restitution > 0 ? meeting_speed(world, contact, k, h) : 0;
    const md_real arrived = md_max(meeting, *bounce);
    *bounce = 0;
    if (touches && arrived > threshold) {
        return -restitution * arrived;
    }
    if (gap < h * contact->approach[k] && meeting > threshold) {
        *bounce = meeting;
    }
    return gap / h;
}

static md_status write_normal(md2_world *world, struct contact *contact, int k, md_real restitution, md_real h,
                              int32_t *index)
{
    contact->approach[k] = -parting_speed(world, contact, k);
    struct world_row row = row_along(world, contact, k, contact->manifold.normal);
    row.bias = normal_bias(world, contact, k, restitution, h);
    contact->closes[k] = row.bias > 0 && contact->manifold.point[k].separation > world->def.slop;
    row.lower = 0;
    md2_row_start(world, &row, &contact->memory[k].normal);
    row.gap = contact->manifold.point[k].separation;
    row.recovery = RECOVER_ONE_SIDED;
    return md2_row_add(world, &row, index);
}

static md_status write_tangent(md2_world *world, const struct contact *contact, int k, const md2_pre_solve *surface,
                               int32_t parent)
{
    struct world_row row = row_along(world, contact, k, vec_left(contact->manifold.normal));
    row.bias = surface->surface_speed;
    row.parent = parent;
    row.lower = -surface->friction;
    row.upper = surface->friction;
    md2_row_start(world, &row, &contact->memory[k].tangent);
    return md2_row_add(world, &row, NULL);
}

/* What the callback makes of a contact; false where it lets it through. */
static bool ask_pre_solve(const md2_world *world, md2_pre_solve *surface)
{
    const md2_callbacks *callbacks = &world->def.callbacks;
    if (callbacks->pre_solve == NULL) {
        return true;
    }
    if (!callbacks->pre_solve(callbacks->user, world, surface)) {
        return false;
    }
    surface->friction = surface->friction >= 0 && isfinite(surface->friction) ? surface->friction : 0;
    surface->restitution = surface->restitution >= 0 ? md_min(surface->restitution, 1) : 0;
    surface->surface_speed = isfinite(surface->surface_speed) ? surface->surface_speed : 0;
    return true;
}

md_status md2_contact_rows_write(md2_world *world, struct contact *contact, md_real h)
{
    md2_pre_solve surface = {
        .shape = {md2_shape_id_of(world, contact->shape[0]), md2_shape_id_of(world, contact->shape[1])},
        .manifold = contact->manifold,
        .friction = contact->friction,
        .restitution = contact->restitution,
        .surface_speed = contact->surface_speed};
    contact->let_through = !ask_pre_solve(world, &surface);
    contact->first_row = -1;
    contact->has_tangents = surface.friction > 0;
    md_status status = MD_OK;
    for (int k = 0; status == MD_OK && !contact->let_through && k < contact->manifold.count; ++k) {
        int32_t index = -1;
        status = write_normal(world, contact, k, surface.restitution, h, &index);
        contact->first_row = k == 0 ? index : contact->first_row;
        if (status == MD_OK && contact->has_tangents) {
            status = write_tangent(world, contact, k, &surface, index);
        }
    }
    return status;
}

static void keep_hit(struct contact *contact, int k, md_real impulse)
{
    contact->hit_impulse += impulse;
    if (contact->approach[k] > contact->hit_speed) {
        contact->hit_speed = contact->approach[k];
        contact->hit_point = contact->manifold.point[k].point;
        contact->hit_normal = contact->manifold.normal;
        contact->arriving = contact->closes[k];
    }
}

void md2_contact_rows_keep(struct contact *contact, const md_result *result)
{
    contact->arriving = false;
    for (int k = 0; k < contact->manifold.count; ++k) {
        struct contact_memory *memory = &contact->memory[k];
        if (contact->first_row < 0) {
            *memory = (struct contact_memory){.bounce = 0};
            continue;
        }
        const int32_t row = contact->first_row + (contact->has_tangents ? 2 * k : k);
        md2_row_keep(&memory->normal, result, row);
        if (contact->has_tangents) {
            md2_row_keep(&memory->tangent, result, row + 1);
        } else {
            memory->tangent = (struct row_memory){.lambda = 0};
        }
        if (memory->normal.lambda > 0) {
            keep_hit(contact, k, memory->normal.lambda);
        } else {
            memory->bounce = 0;
        }
    }
}
