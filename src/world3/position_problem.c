#include "world3/position_problem.h"

#include <string.h>

#include "geometry3/vec3.h"
#include "lcp/problem.h"
#include "lcp/solver.h"
#include "world3/contact_lanes.h"
#include "world3/world.h"

/* ---- Bias and softness ----------------------------------------------------------------------------------------------- */

static struct softness softness_of(const md3_world_def *def, md_real h)
{
    if (def->position_correction != MD3_CORRECTION_SOFT) {
        return (struct softness){.rate = def->correction_factor / h};
    }
    return md_softness_of_spring(def->correction_frequency, def->correction_damping_ratio, h);
}

struct contact_settings md3_contact_settings(const md3_world_def *def, md_real h)
{
    return (struct contact_settings){.h = h,
                                     .slop = def->slop,
                                     .max_correction_speed = def->max_correction_speed,
                                     .warm_start_smoothing = def->warm_start_smoothing,
                                     .correction_rate = def->correction_factor / h,
                                     .baumgarte = def->position_correction == MD3_CORRECTION_BAUMGARTE,
                                     .softness = softness_of(def, h)};
}

md_real md3_position_warm_start(const md3_world *world)
{
    return world->def.enable_warm_starting ? world->def.position_warm_start : 0;
}

md_real md3_joint_position_bias(const md3_world *world, enum position_row kind, md_real gap)
{
    const struct contact_settings *settings = &world->velocity.settings;
    if (kind == POSITION_EQUALITY) {
        return md_clamp(world->def.joint_correction_factor * gap / settings->h, -settings->max_correction_speed,
                        settings->max_correction_speed);
    }
    return contact_position_bias(settings, gap, settings->correction_rate);
}

/* Speed at which the gap of row i opens at the new velocities: J v, which is w without bias and compliance. */
static md_real opening_speed(const struct velocity_problem *velocity, const md_result *result, int32_t i)
{
    const md_problem *rows = velocity->rows;
    return result->w[i] - rows->compliance.at[i] * result->lambda[i] - rows->bias.at[i] +
           velocity->notes[i].kinematic_velocity;
}

/* J M^-1 J^T of one body; J has six numbers. */
static md_real diagonal_of_body(const md_real *slot, const md_real *J)
{
    const md_real *I = slot + 7; /* the inverse inertia, row by row */
    const md_real x = I[0] * J[3] + I[1] * J[4] + I[2] * J[5];
    const md_real y = I[3] * J[3] + I[4] * J[4] + I[5] * J[5];
    const md_real z = I[6] * J[3] + I[7] * J[4] + I[8] * J[5];
    return slot[6] * (J[0] * J[0] + J[1] * J[1] + J[2] * J[2]) + (J[3] * x + J[4] * y + J[5] * z);
}

static md_real diagonal_of(const md_problem *problem, int32_t i)
{
    const md_real *J = problem->row_jacobian.at + 12 * (size_t)i;
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    return diagonal_of_body(problem->body.at + MD_SLOT_3D * (size_t)body[0], J) +
           diagonal_of_body(problem->body.at + MD_SLOT_3D * (size_t)body[1], J + 6);
}

/* ---- Assembling ----------------------------------------------------------------------------------------------------- */

/* Copies the bodies of the velocity problem, at rest. */
static md_status write_bodies(const md_problem *from, md_problem *to)
{
    const size_t count = MD_SLOT_3D * ((size_t)from->body_count + 1);
    md_status status = md_problem_begin_bodies(to, 6);
    if (status == MD_OK) {
        status = reals_reserve(&to->allocator, &to->body, count);
    }
    if (status != MD_OK) {
        return status;
    }
    memcpy(to->body.at, from->body.at, count * sizeof(md_real));
    for (size_t slot = 0; slot < count; slot += MD_SLOT_3D) {
        memset(to->body.at + slot, 0, 6 * sizeof(md_real));
    }
    to->body_count = from->body_count;
    to->n = from->n;
    return md_problem_copy_body_partitions(to, from);
}

/* Adds row i of the velocity problem with a bias, a compliance and a warm start of its own. */
static void add_row(const md_problem *from, int32_t i, md_real bias, md_real compliance, md_real lambda0,
                    md_problem *to)
{
    const int32_t k = to->m++;
    memcpy(to->row_body.at + 2 * (size_t)k, from->row_body.at + 2 * (size_t)i, 2 * sizeof(int32_t));
    memcpy(to->row_jacobian.at + 12 * (size_t)k, from->row_jacobian.at + 12 * (size_t)i, 12 * sizeof(md_real));
    to->bias.at[k] = bias;
    to->compliance.at[k] = compliance;
    to->lower.at[k] = from->lower.at[i];
    to->upper.at[k] = from->upper.at[i];
    to->parent.at[k] = MD_NO_PARENT;
    to->lambda0.at[k] = lambda0;
    to->y0.at[k] = lambda0;
}

/* Adds the scalar rows of the velocity problem that hold positions. */
static md_status add_rows(md3_world *world, md_problem *to, const md_result *velocities, bool *needed)
{
    struct velocity_problem *velocity = &world->velocity;
    const struct contact_settings *settings = &velocity->settings;
    const md_problem *from = velocity->rows;
    const int32_t count = velocity->in_blocks ? velocity->blocks.scalar_rows : velocities->m;
    const md_real warm_start = md3_position_warm_start(world);
    md_status status = md_problem_reserve_body_rows(to, (size_t)count);
    if (status == MD_OK && !velocity->in_blocks) {
        status = md_problem_reserve_contacts(to, (size_t)from->m);
    }
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        struct row_note *note = &velocity->notes[i];
        if (note->position == POSITION_NONE) {
            continue;
        }
        const bool is_contact = i >= from->joint_rows;
        const md_real opening = settings->h * opening_speed(velocity, velocities, i);
        const md_real gap = note->gap + (note->turns_far ? md_min(opening, 0) : opening);
        const md_real bias = is_contact ? contact_position_bias(settings, gap, settings->softness.rate)
                                        : md3_joint_position_bias(world, note->position, gap);
        if (!isfinite(bias)) {
            return MD_ERROR_ARGUMENT;
        }
        *needed = *needed || bias < 0 || (note->position == POSITION_EQUALITY && bias != 0);
        const md_real softness = is_contact ? settings->softness.compliance : 0;
        const md_real compliance = softness > 0 ? softness * diagonal_of(from, i) : 0;
        note->position_row = to->m;
        if (is_contact) { /* so that the solver may pack it into blocks */
            to->contacts[to->contact_count++] = (struct contact_rows){.row = to->m, .law = MD_FRICTION_DISC};
        }
        add_row(from, i, bias, compliance, warm_start * note->correction0, to);
        to->joint_rows += !is_contact;
    }
    return status;
}

/* Joins the normals that are joined in the velocity problem. */
static md_status join_normals(const struct velocity_problem *velocity, md_problem *to)
{
    const md_problem *from = velocity->rows;
    md_status status = MD_OK;
    for (int32_t f = 0; status == MD_OK && f < from->face_count; ++f) {
        const struct face_rows *face = &from->faces[f];
        int32_t rows[MD_FACE_ROWS];
        for (int32_t k = 0; k < face->count; ++k) {
            rows[k] = velocity->notes[face->row[k]].position_row;
        }
        status = md_problem_join_normals(to, rows, face->count);
    }
    return status;
}

static md_status add_blocks(md3_world *world, const md_result *velocities, bool *needed)
{
    struct block_problem *blocks = &world->position.blocks;
    const struct velocity_problem *velocity = &world->velocity;
    const md_status status =
        md_block_problem_open_manifolds(blocks, &world->allocator, &velocity->layout, &velocity->manifolds, false);
    if (status != MD_OK) {
        return status;
    }
    for (int32_t i = 0; i < velocity->layout.contacts; ++i) {
        blocks->rows += velocity->listed[i].points;
    }
    blocks->is_simple = world->def.position_correction != MD3_CORRECTION_SOFT;
    return md3_lanes_assemble_position(world, velocities, needed);
}

static md_status assemble(md3_world *world, const md_result *velocities, bool *needed)
{
    const bool in_blocks = world->velocity.in_blocks;
    md_problem *problem = in_blocks ? &world->position.blocks.packed : world->position.problem;
    md_status status = write_bodies(world->velocity.rows, problem);
    if (status == MD_OK) {
        status = add_rows(world, problem, velocities, needed);
    }
    if (status != MD_OK) {
        return status;
    }
    return in_blocks ? add_blocks(world, velocities, needed) : join_normals(&world->velocity, problem);
}

/* ---- Solving and moving --------------------------------------------------------------------------------------------- */

/* Bodies between many others add up the correction speeds of their contacts. No body moves faster than this multiple of the
 * limit for one contact. */
#define MAX_SUM_OF_CORRECTIONS 10

/* Moves a body by h seconds of its correction. Returns false if it was stopped. */
static bool move_body(struct body *body, md3_vec velocity, md3_vec spin, md_real h, md_real max_speed)
{
    const md_real rim = body->max_extent;
    const md_real speed_squared = vec_dot(velocity, velocity) + rim * rim * vec_dot(spin, spin);
    /* A point moves by at most h (|v| + |spin|), the square of which is at most this. */
    if (2 * h * h * speed_squared > body->inscribed_radius * body->inscribed_radius / 4) {
        body->fast = true;
        h *= speed_squared > max_speed * max_speed ? max_speed / md_sqrt(speed_squared) : 1;
    }
    const md3_vec own_spin = rot_unapply(body->rotation, body->angular_velocity);
    const bool moved = md3_body_move(body, velocity, spin, h);
    /* The angular velocity turns with the body, so that the energy stays. */
    if (moved && body->rotates) {
        body->angular_velocity = body_unlocked_spin(body, rot_apply(body->rotation, own_spin));
    }
    return moved;
}

/* Returns the number of bodies that were stopped. */
static int32_t move_some(md3_world *world, const int32_t *list, int32_t count, const void *result)
{
    const md_real *velocities = ((const md_result *)result)->v;
    const md_real max_speed = MAX_SUM_OF_CORRECTIONS * world->def.max_correction_speed;
    int32_t stopped = 0;
    for (int32_t n = 0; n < count; ++n) {
        const md_real *v = velocities + 6 * ((size_t)world->velocity.body_slot.at[list[n]] - 1);
        stopped += !move_body(&world->bodies[list[n]], vec(v[0], v[1], v[2]), vec(v[3], v[4], v[5]),
                              world->velocity.settings.h, max_speed);
    }
    return stopped;
}

static void move_bodies(md3_world *world, int32_t group, const md_result *result)
{
    const struct groups *bodies = &world->islands.bodies;
    const int32_t *list = bodies->at.at + bodies->start.at[group];
    const int32_t count = bodies->start.at[group + 1] - bodies->start.at[group];
    if (md3_bodies_run(world, list, count, move_some, result) > 0) {
        md3_bodies_log_stopped(world, list, count);
    }
}

md_status md3_position_problem_solve(md3_world *world, int32_t group, const md_result *velocities, md_result *corrected)
{
    struct position_problem *position = &world->position;
    bool needed = false;
    md_status status = assemble(world, velocities, &needed);
    bool overflows = status == MD_ERROR_ARGUMENT; /* the velocities of a solve that diverged: nothing to correct by */
    status = overflows ? MD_OK : status;
    if (status == MD_OK) { /* all ranks solve it if one of them needs it, and none if the velocities of one overflow */
        status = md_share_any(world->share, &needed);
    }
    if (status == MD_OK) {
        status = md_share_any(world->share, &overflows);
    }
    if (overflows) {
        return status;
    }
    if (status != MD_OK || !needed) {
        return status;
    }
    const int64_t iterations = world->def.position_iterations;
    const md_limits limits = {.max_iterations = iterations > 0 ? iterations : world->def.limits.max_iterations};
    md_result result;
    position->solver->tasks = &world->tasks;
    position->solver->ranks = md3_share_solving(world, &position->ranks);
    status =
        world->velocity.in_blocks
            ? md_solver_solve_blocks(position->solver, &world->def.position_solver, &position->blocks, &limits, &result)
            : md_solver_solve(position->solver, &world->def.position_solver, position->problem, &limits, &result, NULL);
    if (status == MD_OK && result.outcome != MD_DIVERGED) {
        move_bodies(world, group, &result);
        *corrected = result;
    }
    return status;
}

/* ---- Memory --------------------------------------------------------------------------------------------------------- */

md_status md3_position_problem_create(md3_world *world)
{
    struct position_problem *position = &world->position;
    position->problem = md_problem_create(&world->allocator);
    position->solver = md_solver_create(&world->allocator);
    position->blocks.packed.allocator = world->allocator;
    if (position->problem == NULL || position->solver == NULL) {
        return MD_ERROR_MEMORY;
    }
    md_solver_skip_residual(position->solver);
    md_solver_stay_with_sweeps(position->solver);
    return MD_OK;
}

void md3_position_problem_free(struct position_problem *position, const md_allocator *allocator)
{
    md_ranks_free(&position->ranks, allocator);
    md_block_problem_free(&position->blocks, allocator);
    md_problem_destroy(position->problem);
    md_solver_destroy(position->solver);
}
