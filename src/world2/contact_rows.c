/* Contacts as rows of a boxed LCP.
 *
 * The velocity problem has two rows a point, the normal and the tangent that follows it:
 *
 *     normal    w = n . (relative velocity) + b >= 0     b = separation / dt where the two are apart: they may close the gap
 *                                                        b = e (speed of approach, negative) where they bounce
 *     tangent   |lambda_t| <= mu lambda_n
 *
 * The recovery problem has the normals alone, starts from rest, and wants the surfaces to part by a share of their overlap; its
 * velocities move the bodies and are then forgotten, so that no energy comes of it.
 */
#include "geometry2/vec.h"
#include "world2/world.h"

static const struct body *body_of_side(const md2_world *world, const struct contact *contact, int side)
{
    return &world->bodies[world->shapes[contact->shape[side]].body];
}

/* A row along a direction at a point: what gives way is a body of the problem; what does not adds its speed to the bias. */
static md_row row_along(const md2_world *world, const struct contact *contact, md2_vec direction, md2_vec point)
{
    md_row row = md_row_default();
    for (int side = 0; side < 2; ++side) {
        const struct body *body = body_of_side(world, contact, side);
        const md_real sign = side == 0 ? -1 : 1;
        const md_real lever = sign * vec_cross(vec_sub(point, body->center), direction);
        if (body->row_body == MD_NO_BODY) {
            row.bias += sign * vec_dot(direction, body->velocity) + lever * body->angular_velocity;
            continue;
        }
        row.body[side] = body->row_body;
        row.jacobian[side][0] = sign * direction.x;
        row.jacobian[side][1] = sign * direction.y;
        row.jacobian[side][2] = lever;
    }
    return row;
}

/* Speed at which the surfaces part at a point, m/s; negative where they close in. */
static md_real parting_speed(const md2_world *world, const struct contact *contact, md2_vec point)
{
    md_real speed = 0;
    for (int side = 0; side < 2; ++side) {
        const struct body *body = body_of_side(world, contact, side);
        const md2_vec arm = vec_left(vec_sub(point, body->center));
        const md2_vec velocity = vec_add_scaled(body->velocity, body->angular_velocity, arm);
        speed += (side == 0 ? -1 : 1) * vec_dot(contact->manifold.normal, velocity);
    }
    return speed;
}

/* What a normal row wants beyond not closing in. */
static md_real normal_bias(const md2_world *world, const struct contact *contact, int k, md_real dt)
{
    const md2_manifold_point *point = &contact->manifold.point[k];
    const md_real speed = parting_speed(world, contact, point->point);
    const bool meets = point->separation + dt * speed <= 0;
    if (meets && contact->restitution > 0 && -speed > world->def.restitution_threshold) {
        return contact->restitution * speed;
    }
    return point->separation > 0 ? point->separation / dt : 0;
}

static md_status write_point(md2_world *world, const struct contact *contact, int k, md_real dt, int32_t *rows)
{
    const md2_manifold_point *point = &contact->manifold.point[k];
    const struct contact_memory *memory = &contact->memory[k];
    const md2_vec normal = contact->manifold.normal;
    md_row row = row_along(world, contact, normal, point->point);
    row.bias += normal_bias(world, contact, k, dt);
    row.lambda0 = memory->lambda[0];
    row.y0 = memory->y[0];
    md_status status = md_problem_add_row(world->problem, &row);
    if (status != MD_OK) {
        return status;
    }
    row = row_along(world, contact, vec_left(normal), point->point);
    row.parent = *rows;
    row.lower = -contact->friction;
    row.upper = contact->friction;
    row.lambda0 = memory->lambda[1];
    row.y0 = memory->y[1];
    *rows += 2;
    return md_problem_add_row(world->problem, &row);
}

/* Bodies that give way, numbered in the order of their slots. */
static md_status write_bodies(md2_world *world, md_problem *problem, bool at_rest)
{
    md_status status = md_problem_begin_bodies(problem, 3);
    int32_t count = 0;
    for (int32_t i = 0; status == MD_OK && i < world->body_slots.count; ++i) {
        struct body *body = &world->bodies[i];
        body->row_body = MD_NO_BODY;
        if (!md_slots_used(&world->body_slots, i) || body->type != MD2_DYNAMIC) {
            continue;
        }
        md_body row_body = {.inverse_mass = body->inverse_mass, .inverse_inertia = {body->inverse_inertia}};
        if (!at_rest) {
            row_body.velocity[0] = body->velocity.x;
            row_body.velocity[1] = body->velocity.y;
            row_body.velocity[2] = body->angular_velocity;
        }
        body->row_body = count++;
        status = md_problem_add_body(problem, &row_body);
    }
    return status;
}

md_status md2_contact_rows_write(md2_world *world, md_real dt)
{
    md_status status = write_bodies(world, world->problem, false);
    int32_t rows = 0;
    for (int32_t i = 0; status == MD_OK && i < world->contact_count; ++i) {
        struct contact *contact = &world->contacts[i];
        contact->first_row = rows;
        for (int k = 0; status == MD_OK && k < contact->manifold.count; ++k) {
            status = write_point(world, contact, k, dt, &rows);
        }
    }
    return status;
}

void md2_contact_rows_keep(md2_world *world, const md_result *result)
{
    for (int32_t i = 0; i < world->contact_count; ++i) {
        struct contact *contact = &world->contacts[i];
        for (int k = 0; k < contact->manifold.count; ++k) {
            const int32_t row = contact->first_row + 2 * k;
            contact->memory[k] = (struct contact_memory){{result->lambda[row], result->lambda[row + 1]},
                                                         {result->y[row], result->y[row + 1]}};
        }
    }
}

/* ---- Recovery ------------------------------------------------------------------------------------------------------- */

/* The speed at which a point wants to part, m/s; negative for a gap that may close. */
static md_real recovery_speed(const md2_world *world, md_real separation, md_real dt)
{
    const md_real overlap = -separation - world->def.slop;
    if (overlap > 0) {
        return md_min(world->def.recovery * overlap / dt, world->def.recovery_speed);
    }
    return separation > 0 ? -separation / dt : 0;
}

md_status md2_recovery_rows_write(md2_world *world, md_real dt, bool *needed)
{
    *needed = false;
    md_status status = write_bodies(world, world->recovery_problem, true);
    for (int32_t i = 0; status == MD_OK && i < world->contact_count; ++i) {
        const struct contact *contact = &world->contacts[i];
        for (int k = 0; status == MD_OK && k < contact->manifold.count; ++k) {
            const md2_manifold_point *point = &contact->manifold.point[k];
            const md_real speed = recovery_speed(world, point->separation, dt);
            md_row row = row_along(world, contact, contact->manifold.normal, point->point);
            row.bias = -speed; /* what does not give way stands still here */
            *needed = *needed || speed > 0;
            status = md_problem_add_row(world->recovery_problem, &row);
        }
    }
    return status;
}
