/* The LCP that recovers overlap.
 *
 * It has the rows that hold positions (normals, limits, what holds joints together), starts from rest, with a share of the impulses that
 * contacts had in it last where that is wanted, and wants each to give up a share of what will be left of its gap when the bodies have moved with their new velocities. Its velocities move
 * the bodies and are then forgotten, so that no energy comes of it.
 */
#include <string.h>

#include "base/angle.h"
#include "geometry2/vec.h"
#include "lcp/problem.h"
#include "lcp/solver.h"
#include "world2/world.h"

/* ---- What rows ask for ---------------------------------------------------------------------------------------------- */

/* Soft: an implicit damped spring of angular frequency w and damping ratio z, in units of what a row sees of the masses. Over h seconds an
 * overlap opens at w / (2 z + h w) of itself a second, and D / (h w (2 z + h w)) is the compliance. Source: Catto, "Soft constraints" (2011). */
struct softness md2_contact_softness(const md2_world *world, md_real h)
{
    if (world->def.position_correction != MD2_CORRECTION_SOFT) {
        return (struct softness){.rate = world->def.correction_factor / h};
    }
    const md_real frequency = (md_real)(2 * MD_PI) * world->def.correction_frequency;
    const md_real stiffness = 2 * world->def.correction_damping_ratio + h * frequency;
    return (struct softness){.rate = frequency / stiffness, .compliance = 1 / (h * frequency * stiffness)};
}

md_real md2_correction_bias(const md2_world *world, enum position_row recovery, md_real gap, md_real rate, md_real h)
{
    const md_real fastest = world->def.max_correction_speed;
    if (recovery == POSITION_EQUALITY) {
        return md_clamp(world->def.joint_correction_factor * gap / h, -fastest, fastest);
    }
    if (gap >= 0) {
        return gap / h;
    }
    return -md_min(rate * md_max(-gap - world->def.slop, 0), fastest);
}

md_real md2_position_warm_start(const md2_world *world)
{
    return world->def.enable_warm_starting ? world->def.position_warm_start : 0;
}

/* How fast the gap of a row opens at the new velocities: w without what was added to J v. */
static md_real opening_speed(const md2_world *world, const md_result *result, int32_t i)
{
    const md_problem *problem = world->velocity.rows;
    return result->w[i] - problem->compliance.at[i] * result->lambda[i] - problem->bias.at[i] +
           world->velocity.notes[i].moving;
}

/* J_i M^-1 J_i^T. */
static md_real diagonal_of(const md_problem *problem, int32_t i)
{
    const md_real *J = problem->row_jacobian.at + 6 * (size_t)i;
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    const md_real *a = problem->body.at + MD_SLOT_2D * (size_t)body[0] + 3;
    const md_real *b = problem->body.at + MD_SLOT_2D * (size_t)body[1] + 3;
    const md_real of_a = J[0] * (a[0] * J[0]) + J[1] * (a[1] * J[1]) + J[2] * (a[2] * J[2]);
    const md_real of_b = J[3] * (b[0] * J[3]) + J[4] * (b[1] * J[4]) + J[5] * (b[2] * J[5]);
    return of_a + of_b;
}

/* A row of the velocities as one of positions: with a bias, a compliance and a start of its own. */
static void put_recovery_row(const md_problem *from, int32_t i, md_real bias, md_real compliance, md_real start,
                             md_problem *to)
{
    const int32_t k = to->m++;
    memcpy(to->row_body.at + 2 * (size_t)k, from->row_body.at + 2 * (size_t)i, 2 * sizeof(int32_t));
    memcpy(to->row_jacobian.at + 6 * (size_t)k, from->row_jacobian.at + 6 * (size_t)i, 6 * sizeof(md_real));
    to->bias.at[k] = bias;
    to->compliance.at[k] = compliance;
    to->lower.at[k] = from->lower.at[i];
    to->upper.at[k] = from->upper.at[i];
    to->parent.at[k] = MD_NO_PARENT;
    to->lambda0.at[k] = start;
    to->y0.at[k] = start;
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
    return md_problem_copy_body_partitions(to, from);
}

/* The first `count` rows of the velocities' problem, one by one. */
static md_status write_rows(md2_world *world, md_problem *recovery, int32_t count, md_real h, const md_result *result,
                            bool *needed)
{
    const md_status status = md_problem_reserve_body_rows(recovery, (size_t)count);
    const struct softness yield = md2_contact_softness(world, h);
    const md_real rate_of_joints = world->def.correction_factor / h;
    const md_real warmth = md2_position_warm_start(world);
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        struct row_note *note = &world->velocity.notes[i];
        if (note->position == POSITION_NONE) {
            continue;
        }
        const bool is_contact = i >= world->velocity.rows->joint_rows;
        const md_real gap = note->gap + h * opening_speed(world, result, i);
        const md_real rate = is_contact ? yield.rate : rate_of_joints;
        const md_real bias = md2_correction_bias(world, note->position, gap, rate, h);
        if (!isfinite(bias)) {
            return MD_ERROR_ARGUMENT;
        }
        *needed = *needed || bias < 0 || (note->position == POSITION_EQUALITY && bias != 0);
        const md_real compliance = is_contact ? yield.compliance * diagonal_of(world->velocity.rows, i) : 0;
        note->position_row = recovery->m;
        put_recovery_row(world->velocity.rows, i, bias, compliance, warmth * note->correction0, recovery);
        recovery->joint_rows += !is_contact;
    }
    return status;
}

/* The number of bodies that were stopped. */
static int32_t move_some(md2_world *world, const int32_t *list, int32_t count, const void *result)
{
    const md_real *velocities = ((const md_result *)result)->v;
    int32_t stopped = 0;
    for (int32_t n = 0; n < count; ++n) {
        const md_real *v = velocities + 3 * ((size_t)world->velocity.body_slot.at[list[n]] - 1);
        stopped += !md2_body_move(&world->bodies[list[n]], vec(v[0], v[1]), v[2], world->velocity.h);
    }
    return stopped;
}

static void move_bodies(md2_world *world, int32_t group, const md_result *result)
{
    const struct groups *bodies = &world->islands.bodies;
    const int32_t *list = bodies->at.at + bodies->start.at[group];
    const int32_t count = bodies->start.at[group + 1] - bodies->start.at[group];
    if (md2_bodies_run(world, list, count, move_some, result) > 0) {
        md2_bodies_log_stopped(world, list, count);
    }
}

md_status md2_position_problem_solve(md2_world *world, int32_t group, md_real h, const md_result *velocities,
                                     md_result *corrected)
{
    md_problem *recovery = world->velocity.in_blocks ? &world->position.blocks.packed : world->position.problem;
    const int32_t single = world->velocity.in_blocks ? world->velocity.blocks.scalar_rows : velocities->m;
    bool needed = false;
    md_status status = write_bodies(world->velocity.rows, recovery);
    if (status == MD_OK) {
        status = write_rows(world, recovery, single, h, velocities, &needed);
    }
    if (status == MD_OK && world->velocity.in_blocks) {
        status = md2_blocks_correct(world, h, velocities, &needed);
    }
    if (status != MD_OK || !needed) {
        return status;
    }
    const int64_t given = world->def.position_iterations;
    const md_limits limits = {.max_iterations = given > 0 ? given : world->def.limits.max_iterations};
    const md_solver_spec *spec = &world->def.position_solver;
    md_result result;
    status = world->velocity.in_blocks
                 ? md_solver_solve_blocks(world->position.solver, spec, &world->position.blocks, &limits, &result)
                 : md_solver_solve(world->position.solver, spec, recovery, &limits, &result, NULL);
    if (status == MD_OK && result.outcome != MD_DIVERGED) {
        move_bodies(world, group, &result);
        *corrected = result;
    }
    return status;
}

/* ---- Memory --------------------------------------------------------------------------------------------------------- */

md_status md2_position_problem_create(md2_world *world)
{
    struct position_problem *position = &world->position;
    position->problem = md_problem_create(&world->allocator);
    position->solver = md_solver_create(&world->allocator);
    position->blocks.packed.allocator = world->allocator;
    if (position->problem == NULL || position->solver == NULL) {
        return MD_ERROR_MEMORY;
    }
    md_solver_skip_residual(position->solver);
    return MD_OK;
}

void md2_position_problem_free(struct position_problem *position, const md_allocator *allocator)
{
    md_block_problem_free(&position->blocks, allocator);
    md_problem_destroy(position->problem);
    md_solver_destroy(position->solver);
}
