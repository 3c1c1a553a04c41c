/* The LCP that recovers overlap.
 *
 * It has the rows that hold positions (normals, limits, what holds joints together), starts from rest, and wants
 * each to give up a share of what will be left of its gap when the bodies have moved with their new velocities. Its velocities move
 * the bodies and are then forgotten, so that no energy comes of it.
 */
#include <string.h>

#include "geometry2/vec.h"
#include "lcp/problem.h"
#include "lcp/solver.h"
#include "world2/world.h"

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
    const md_problem *problem = world->rows;
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

/* The bodies of the velocities' problem, at rest. */
static md_status write_bodies(const md_problem *from, md_problem *to)
{
    const size_t count = MD_SLOT_2D * ((size_t)from->body_count + 1);
    md_status status = md_problem_begin_bodies(to, 3);
    if (status == MD_OK) {
        status = reals_reserve(&to->allocator, &to->body, count);
    }
    if (status != MD_OK) {
        return status;
    }
    memcpy(to->body.at, from->body.at, count * sizeof(md_real));
    for (size_t slot = 0; slot < count; slot += MD_SLOT_2D) {
        memset(to->body.at + slot, 0, 3 * sizeof(md_real));
    }
    to->body_count = from->body_count;
    to->n = from->n;
    return md_problem_copy_body_parts(to, from);
}

/* The first `count` rows of the velocities' problem, one by one. */
static md_status write_rows(md2_world *world, md_problem *recovery, int32_t count, md_real h, const md_result *result,
                            bool *needed)
{
    const md_status status = md_problem_reserve_body_rows(recovery, (size_t)count);
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        const struct row_note *note = &world->notes[i];
        if (note->recovery == RECOVER_NEVER) {
            continue;
        }
        const md_real bias = recovery_bias(world, note->recovery, note->gap + h * opening_speed(world, result, i), h);
        if (!isfinite(bias)) {
            return MD_ERROR_ARGUMENT;
        }
        *needed = *needed || bias < 0 || (note->recovery == RECOVER_BOTH && bias != 0);
        put_recovery_row(world->rows, i, bias, recovery);
        recovery->joint_rows += i < world->rows->joint_rows;
    }
    return status;
}

static void take(md2_world *world, int32_t group, md_real h, const md_result *result)
{
    const struct grouped *bodies = &world->group_bodies;
    for (int32_t i = bodies->start.at[group]; i < bodies->start.at[group + 1]; ++i) {
        struct body *body = &world->bodies[bodies->at.at[i]];
        const md_real *v = result->v + 3 * (size_t)body->row_body;
        md2_body_move(world, body, vec(v[0], v[1]), v[2], h);
    }
}

md_status md2_recover(md2_world *world, int32_t group, md_real h, const md_result *velocities)
{
    md_problem *recovery = world->in_blocks ? &world->recovery_blocks.packed : world->recovery_problem;
    const int32_t single = world->in_blocks ? world->blocks.loose : velocities->m;
    bool needed = false;
    md_status status = write_bodies(world->rows, recovery);
    if (status == MD_OK) {
        status = write_rows(world, recovery, single, h, velocities, &needed);
    }
    if (status == MD_OK && world->in_blocks) {
        status = md2_blocks_recover(world, h, velocities, &needed);
    }
    if (status != MD_OK || !needed) {
        return status;
    }
    const int64_t given = world->def.recovery_iterations;
    const md_limits limits = {.max_iterations = given > 0 ? given : world->def.limits.max_iterations};
    const md_solver_spec *spec = &world->def.recovery_solver;
    md_result result;
    status = world->in_blocks
                 ? md_solver_solve_blocks(world->recovery_solver, spec, &world->recovery_blocks, &limits, &result)
                 : md_solver_solve(world->recovery_solver, spec, recovery, &limits, &result, NULL);
    if (status == MD_OK && result.outcome != MD_DIVERGED) {
        take(world, group, h, &result);
    }
    return status;
}
