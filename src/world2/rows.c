/* The LCPs of a substep: one of velocities, from the rows of contacts and joints; and one that recovers overlap.
 *
 * The recovery problem has the rows that hold positions (normals, limits, what holds joints together), starts from rest, and wants
 * each to give up a share of what will be left of its gap when the bodies have moved with their new velocities. Its velocities move
 * the bodies and are then forgotten, so that no energy comes of it.
 */
#include "geometry2/vec.h"
#include "world2/world.h"

struct world_row md2_row_default(void)
{
    return (struct world_row){.body = {-1, -1},
                              .lower = -MD_INFINITY,
                              .upper = MD_INFINITY,
                              .parent = MD_NO_PARENT,
                              .recovery = RECOVER_NEVER};
}

/* How fast the mean of an impulse follows it, a substep. */
#define MEAN_RATE ((md_real)0.05)

/* A warm start makes the sweeps of all steps one iteration, and what converges slowly in it sways like a mass on a soft spring, with
 * next to no damping (docs/engine.md has the recurrence). To start a little behind, at what the impulse has been of late, damps it, and
 * does nothing to what rests. */
void md2_row_start(const md2_world *world, struct world_row *row, const struct row_memory *memory)
{
    const md_real back = world->def.warm_damping * (memory->lambda - memory->mean);
    row->lambda0 = memory->lambda - back;
    row->y0 = memory->y - back;
}

void md2_row_keep(struct row_memory *memory, const md_result *result, int32_t index)
{
    const md_real lambda = result->lambda[index];
    const bool is_new = memory->lambda == 0;
    memory->mean = is_new ? lambda : memory->mean + MEAN_RATE * (lambda - memory->mean);
    memory->lambda = lambda;
    memory->y = result->y[index];
}

/* The row for a problem; what does not give way in it adds its speed to `moving`. */
static md_row row_between_bodies(const md2_world *world, const struct world_row *row, md_real *moving)
{
    md_row made = md_row_default();
    *moving = 0;
    for (int side = 0; side < 2; ++side) {
        if (row->body[side] < 0) {
            continue;
        }
        const struct body *body = &world->bodies[row->body[side]];
        const md_real *J = row->jacobian[side];
        if (body->row_body == MD_NO_BODY) {
            *moving += J[0] * body->velocity.x + J[1] * body->velocity.y + J[2] * body->angular_velocity;
            continue;
        }
        made.body[side] = body->row_body;
        for (int k = 0; k < 3; ++k) {
            made.jacobian[side][k] = J[k];
        }
    }
    return made;
}

md_status md2_row_add(md2_world *world, const struct world_row *row, int32_t *index)
{
    md_status status = md_block_reserve(&world->allocator, (void **)&world->rows, &world->row_capacity,
                                        (size_t)world->row_count + 1, sizeof *world->rows);
    if (status != MD_OK) {
        return status;
    }
    struct world_row *kept = &world->rows[world->row_count];
    *kept = *row;
    md_row made = row_between_bodies(world, row, &kept->moving);
    made.bias = row->bias + kept->moving;
    made.compliance = row->compliance;
    made.lower = row->lower;
    made.upper = row->upper;
    made.parent = row->parent;
    if (!world->def.cold_start) {
        made.lambda0 = row->lambda0;
        made.y0 = row->y0;
    }
    status = md_problem_add_row(world->problem, &made);
    if (status == MD_OK) {
        if (index != NULL) {
            *index = world->row_count;
        }
        ++world->row_count;
    }
    return status;
}

/* The bodies of a group, numbered in its order. */
static md_status write_bodies(md2_world *world, md_problem *problem, int32_t group, bool at_rest)
{
    md_status status = md_problem_begin_bodies(problem, 3);
    const struct grouped *bodies = &world->group_bodies;
    for (int32_t i = bodies->start.at[group]; status == MD_OK && i < bodies->start.at[group + 1]; ++i) {
        struct body *body = &world->bodies[bodies->at.at[i]];
        md_body row_body = {.inverse_mass = body->inverse_mass, .inverse_inertia = {body->inverse_inertia}};
        if (!at_rest) {
            row_body.velocity[0] = body->velocity.x;
            row_body.velocity[1] = body->velocity.y;
            row_body.velocity[2] = body->angular_velocity;
        }
        body->row_body = i - bodies->start.at[group];
        status = md_problem_add_body(problem, &row_body);
    }
    return status;
}

md_status md2_rows_write(md2_world *world, int32_t group, md_real h)
{
    world->row_count = 0;
    md_status status = write_bodies(world, world->problem, group, false);
    const struct grouped *joints = &world->group_joints;
    for (int32_t i = joints->start.at[group]; status == MD_OK && i < joints->start.at[group + 1]; ++i) {
        status = md2_joint_rows_write(world, &world->joints[joints->at.at[i]], h);
    }
    const struct grouped *contacts = &world->group_contacts;
    for (int32_t i = contacts->start.at[group]; status == MD_OK && i < contacts->start.at[group + 1]; ++i) {
        status = md2_contact_rows_write(world, &world->contacts[contacts->at.at[i]], h);
    }
    return status;
}

void md2_rows_take(md2_world *world, int32_t group, md_real h, const md_result *result)
{
    const struct grouped *bodies = &world->group_bodies;
    for (int32_t i = bodies->start.at[group]; i < bodies->start.at[group + 1]; ++i) {
        struct body *body = &world->bodies[bodies->at.at[i]];
        const md_real *v = result->v + 3 * (size_t)body->row_body;
        /* Impulses are finite; what they add up to on a light body need not be. */
        if (vec_is_finite(vec(v[0], v[1])) && isfinite(v[2])) {
            body->velocity = vec(v[0], v[1]);
            body->angular_velocity = v[2];
        }
    }
    const struct grouped *joints = &world->group_joints;
    for (int32_t i = joints->start.at[group]; i < joints->start.at[group + 1]; ++i) {
        md2_joint_rows_keep(world, &world->joints[joints->at.at[i]], h, result);
    }
    const struct grouped *contacts = &world->group_contacts;
    for (int32_t i = contacts->start.at[group]; i < contacts->start.at[group + 1]; ++i) {
        md2_contact_rows_keep(&world->contacts[contacts->at.at[i]], result);
    }
}

/* ---- Recovery ------------------------------------------------------------------------------------------------------- */

/* J v of a row at the present velocities. */
static md_real row_speed(const md2_world *world, const struct world_row *row)
{
    md_real speed = row->moving;
    for (int side = 0; side < 2; ++side) {
        const struct body *body = row->body[side] >= 0 ? &world->bodies[row->body[side]] : NULL;
        if (body != NULL && body->row_body != MD_NO_BODY) {
            const md_real *J = row->jacobian[side];
            speed += J[0] * body->velocity.x + J[1] * body->velocity.y + J[2] * body->angular_velocity;
        }
    }
    return speed;
}

/* The bias of a recovery row: what a gap may close by, or how fast an overlap is to open (negative). */
static md_real recovery_bias(const md2_world *world, const struct world_row *row, md_real gap, md_real h)
{
    const md_real fastest = world->def.recovery_speed;
    if (row->recovery == RECOVER_BOTH) {
        return md_clamp(world->def.joint_recovery * gap / h, -fastest, fastest);
    }
    if (gap >= 0) {
        return gap / h;
    }
    const md_real overlap = md_max(-gap - world->def.slop, 0);
    return -md_min(world->def.recovery * overlap / h, fastest);
}

md_status md2_recovery_write(md2_world *world, int32_t group, md_real h, bool *needed)
{
    *needed = false;
    md_status status = write_bodies(world, world->recovery_problem, group, true);
    for (int32_t i = 0; status == MD_OK && i < world->row_count; ++i) {
        const struct world_row *row = &world->rows[i];
        if (row->recovery == RECOVER_NEVER) {
            continue;
        }
        md_real unused;
        md_row made = row_between_bodies(world, row, &unused);
        made.bias = recovery_bias(world, row, row->gap + h * row_speed(world, row), h);
        made.lower = row->lower;
        made.upper = row->upper;
        *needed = *needed || made.bias < 0 || (row->recovery == RECOVER_BOTH && made.bias != 0);
        status = md_problem_add_row(world->recovery_problem, &made);
    }
    return status;
}

void md2_recovery_take(md2_world *world, int32_t group, md_real h, const md_result *result)
{
    const struct grouped *bodies = &world->group_bodies;
    for (int32_t i = bodies->start.at[group]; i < bodies->start.at[group + 1]; ++i) {
        struct body *body = &world->bodies[bodies->at.at[i]];
        const md_real *v = result->v + 3 * (size_t)body->row_body;
        md2_body_move(world, body, vec(v[0], v[1]), v[2], h);
    }
}
