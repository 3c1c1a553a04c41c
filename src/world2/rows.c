/* The LCPs of a substep: one of velocities, from the rows of contacts and joints; and one that recovers overlap.
 *
 * The recovery problem has the rows that hold positions (normals, limits, what holds joints together), starts from rest, and wants
 * each to give up a share of what will be left of its gap when the bodies have moved with their new velocities. Its velocities move
 * the bodies and are then forgotten, so that no energy comes of it.
 */
#include <string.h>

#include "geometry2/vec.h"
#include "lcp/problem.h"
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

/* The bodies of a row in the problem, and its Jacobian; the speed that those add which do not give way in it. */
static md_real put_bodies(const md2_world *world, const struct world_row *row, int32_t *slot, md_real *jacobian)
{
    md_real moving = 0;
    for (int side = 0; side < 2; ++side) {
        const struct body *body = row->body[side] >= 0 ? &world->bodies[row->body[side]] : NULL;
        const md_real *J = row->jacobian[side];
        const bool gives_way = body != NULL && body->row_body != MD_NO_BODY;
        slot[side] = gives_way ? body->row_body + 1 : 0;
        for (int k = 0; k < 3; ++k) {
            jacobian[3 * side + k] = gives_way ? J[k] : 0;
        }
        if (body != NULL && !gives_way) {
            moving += J[0] * body->velocity.x + J[1] * body->velocity.y + J[2] * body->angular_velocity;
        }
    }
    return moving;
}

/* Whether all numbers of a row are; bounds may be infinite. */
static bool is_finite(const md_problem *problem, int32_t i)
{
    const md_real *J = problem->row_jacobian.at + 6 * (size_t)i;
    const md_real sum = ((J[0] + J[1]) + (J[2] + J[3])) + (J[4] + J[5]) + problem->bias.at[i] + problem->lambda0.at[i] +
                        problem->y0.at[i];
    return isfinite(sum);
}

/* In place: what contacts and joints write is sound where it is finite. */
md_status md2_row_add(md2_world *world, const struct world_row *row, int32_t *index)
{
    md_problem *problem = world->problem;
    const int32_t i = problem->m;
    const md_real moving =
        put_bodies(world, row, problem->row_body.at + 2 * (size_t)i, problem->row_jacobian.at + 6 * (size_t)i);
    problem->bias.at[i] = row->bias + moving;
    problem->compliance.at[i] = row->compliance;
    problem->lower.at[i] = row->lower;
    problem->upper.at[i] = row->upper;
    problem->parent.at[i] = row->parent;
    problem->lambda0.at[i] = world->def.cold_start ? 0 : row->lambda0;
    problem->y0.at[i] = world->def.cold_start ? 0 : row->y0;
    if (!is_finite(problem, i)) {
        return MD_ERROR_ARGUMENT;
    }
    world->notes[i] = (struct row_note){.gap = row->gap, .moving = moving, .recovery = row->recovery};
    if (index != NULL) {
        *index = i;
    }
    ++problem->m;
    return MD_OK;
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

/* Room for all that the contacts and joints of a group can need: two rows a point, one a role. */
static md_status reserve_rows(md2_world *world, int32_t group)
{
    const int32_t *joints = world->group_joints.start.at + group;
    const int32_t *contacts = world->group_contacts.start.at + group;
    const size_t most = (size_t)JOINT_ROLES * (size_t)(joints[1] - joints[0]) + 4 * (size_t)(contacts[1] - contacts[0]);
    const md_status status = md_problem_reserve_body_rows(world->problem, most);
    return status != MD_OK ? status
                           : md_block_reserve(&world->allocator, (void **)&world->notes, &world->note_capacity, most,
                                              sizeof *world->notes);
}

md_status md2_rows_write(md2_world *world, int32_t group, md_real h)
{
    md_status status = write_bodies(world, world->problem, group, false);
    if (status == MD_OK) {
        status = reserve_rows(world, group);
    }
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
        md2_joint_rows_keep(&world->joints[joints->at.at[i]], h, result);
    }
    const struct grouped *contacts = &world->group_contacts;
    for (int32_t i = contacts->start.at[group]; i < contacts->start.at[group + 1]; ++i) {
        md2_contact_rows_keep(&world->contacts[contacts->at.at[i]], result);
    }
}

/* ---- Recovery ------------------------------------------------------------------------------------------------------- */

/* The bias of a recovery row: what a gap may close by, or how fast an overlap is to open (negative). */
static md_real recovery_bias(const md2_world *world, enum recovery recovery, md_real gap, md_real h)
{
    const md_real fastest = world->def.recovery_speed;
    if (recovery == RECOVER_BOTH) {
        return md_clamp(world->def.joint_recovery * gap / h, -fastest, fastest);
    }
    if (gap >= 0) {
        return gap / h;
    }
    const md_real overlap = md_max(-gap - world->def.slop, 0);
    return -md_min(world->def.recovery * overlap / h, fastest);
}

/* How fast the gap of a row opens at the new velocities: w without what was added to J v. */
static md_real opening_speed(const md2_world *world, const md_result *result, int32_t i)
{
    const md_problem *problem = world->problem;
    return result->w[i] - problem->compliance.at[i] * result->lambda[i] - problem->bias.at[i] + world->notes[i].moving;
}

/* A row of the velocities as one of positions: from nothing, with a bias of its own. */
static void put_recovery_row(const md_problem *from, int32_t i, md_real bias, md_problem *to)
{
    const int32_t k = to->m++;
    memcpy(to->row_body.at + 2 * (size_t)k, from->row_body.at + 2 * (size_t)i, 2 * sizeof(int32_t));
    memcpy(to->row_jacobian.at + 6 * (size_t)k, from->row_jacobian.at + 6 * (size_t)i, 6 * sizeof(md_real));
    to->bias.at[k] = bias;
    to->compliance.at[k] = 0;
    to->lower.at[k] = from->lower.at[i];
    to->upper.at[k] = from->upper.at[i];
    to->parent.at[k] = MD_NO_PARENT;
    to->lambda0.at[k] = 0;
    to->y0.at[k] = 0;
}

md_status md2_recovery_write(md2_world *world, int32_t group, md_real h, const md_result *result, bool *needed)
{
    md_problem *recovery = world->recovery_problem;
    *needed = false;
    md_status status = write_bodies(world, recovery, group, true);
    if (status == MD_OK) {
        status = md_problem_reserve_body_rows(recovery, (size_t)result->m);
    }
    for (int32_t i = 0; status == MD_OK && i < result->m; ++i) {
        const struct row_note *note = &world->notes[i];
        if (note->recovery == RECOVER_NEVER) {
            continue;
        }
        const md_real bias = recovery_bias(world, note->recovery, note->gap + h * opening_speed(world, result, i), h);
        if (!isfinite(bias)) {
            return MD_ERROR_ARGUMENT;
        }
        *needed = *needed || bias < 0 || (note->recovery == RECOVER_BOTH && bias != 0);
        put_recovery_row(world->problem, i, bias, recovery);
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
