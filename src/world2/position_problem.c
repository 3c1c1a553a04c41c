#include "world2/position_problem.h"

#include <string.h>

#include "lcp/problem.h"
#include "lcp/solver.h"
#include "world2/body_motion.h"
#include "world2/contact_lanes.h"

/* ---- Bias and softness ----------------------------------------------------------------------------------------------- */

static struct softness softness_of(const md2_world_def *def, md_real h)
{
    if (def->position_correction != MD2_CORRECTION_SOFT) {
        return (struct softness){.rate = def->correction_factor / h};
    }
    return md_softness_of_spring(def->correction_frequency, def->correction_damping_ratio, h);
}

struct contact_settings md2_contact_settings(const md2_world_def *def, md_real h)
{
    return (struct contact_settings){.h = h,
                                     .slop = def->slop,
                                     .max_correction_speed = def->max_correction_speed,
                                     .warm_start_smoothing = def->warm_start_smoothing,
                                     .correction_rate = def->correction_factor / h,
                                     .baumgarte = def->position_correction == MD2_CORRECTION_BAUMGARTE,
                                     .softness = softness_of(def, h)};
}

md_real md2_position_warm_start(const md2_world *world)
{
    return world->def.enable_warm_starting ? world->def.position_warm_start : 0;
}

md_real md2_joint_position_bias(const md2_world *world, enum position_row kind, md_real gap)
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

/* ---- Assembling ----------------------------------------------------------------------------------------------------- */

/* Copies the bodies of the velocity problem, at rest. */
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

/* Adds row i of the velocity problem with a bias, a compliance and a warm start of its own. */
static void add_row(const md_problem *from, int32_t i, md_real bias, md_real compliance, md_real lambda0,
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
    to->lambda0.at[k] = lambda0;
    to->y0.at[k] = lambda0;
}

/* Adds the scalar rows of the velocity problem that hold positions. */
static md_status add_rows(md2_world *world, md_problem *to, const md_result *velocities, bool *needed)
{
    struct velocity_problem *velocity = &world->velocity;
    const struct contact_settings *settings = &velocity->settings;
    const md_problem *from = velocity->rows;
    const int32_t count = velocity->in_blocks ? velocity->blocks.scalar_rows : velocities->m;
    const md_real warm_start = md2_position_warm_start(world);
    const md_status status = md_problem_reserve_body_rows(to, (size_t)count);
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        struct row_note *note = &velocity->notes[i];
        if (note->position == POSITION_NONE) {
            continue;
        }
        const bool is_contact = i >= from->joint_rows;
        const md_real gap = note->gap + settings->h * opening_speed(velocity, velocities, i);
        const md_real bias = is_contact ? contact_position_bias(settings, gap, settings->softness.rate)
                                        : md2_joint_position_bias(world, note->position, gap);
        if (!isfinite(bias)) {
            return MD_ERROR_ARGUMENT;
        }
        *needed = *needed || bias < 0 || (note->position == POSITION_EQUALITY && bias != 0);
        const md_real compliance = is_contact ? settings->softness.compliance * diagonal_of(from, i) : 0;
        note->position_row = to->m;
        add_row(from, i, bias, compliance, warm_start * note->correction0, to);
        to->joint_rows += !is_contact;
    }
    return status;
}

static md_status add_blocks(md2_world *world, const md_result *velocities, bool *needed)
{
    struct block_problem *blocks = &world->position.blocks;
    const struct block_layout *layout = &world->velocity.layout;
    struct joint_blocks *joints = &world->position.joints;
    md_status status = md_joint_blocks_lay_out(joints, &world->allocator, &blocks->packed, blocks->packed.m);
    if (status == MD_OK) {
        status = md_block_problem_open(blocks, &world->allocator, layout, md_joint_blocks_if_filled(joints), 1);
    }
    if (status != MD_OK) {
        return status;
    }
    blocks->rows += layout->contacts;
    blocks->is_simple = world->def.position_correction != MD2_CORRECTION_SOFT;
    return md2_lanes_assemble_position(world, velocities, needed);
}

static md_status assemble(md2_world *world, const md_result *velocities, bool *needed)
{
    const bool in_blocks = world->velocity.in_blocks;
    md_problem *problem = in_blocks ? &world->position.blocks.packed : world->position.problem;
    md_status status = write_bodies(world->velocity.rows, problem);
    if (status == MD_OK) {
        status = add_rows(world, problem, velocities, needed);
    }
    return status == MD_OK && in_blocks ? add_blocks(world, velocities, needed) : status;
}

/* ---- Solving and moving --------------------------------------------------------------------------------------------- */

/* Bodies between many others add up the correction speeds of their contacts. No body moves faster than this multiple of the
 * limit for one contact. */
#define MAX_SUM_OF_CORRECTIONS 10

/* Moves a body by h seconds of its correction (x, y, angular). Returns false if it was stopped. */
static bool move_body(struct body *body, const md_real v[3], md_real h, md_real max_speed)
{
    const md_real spin = v[2] * body->max_extent;
    const md_real speed_squared = v[0] * v[0] + v[1] * v[1] + spin * spin;
    /* A point moves by at most h (|v| + |spin|), the square of which is at most this. */
    if (2 * h * h * speed_squared > body->inscribed_radius * body->inscribed_radius / 4) {
        body->fast = true;
        h *= speed_squared > max_speed * max_speed ? max_speed / md_sqrt(speed_squared) : 1;
    }
    return body_move(body, vec(v[0], v[1]), v[2], h);
}

/* Returns the number of bodies that were stopped. */
static int32_t move_some(md2_world *world, const int32_t *list, int32_t count, const void *result)
{
    const md_real *velocities = ((const md_result *)result)->v;
    const md_real max_speed = MAX_SUM_OF_CORRECTIONS * world->def.max_correction_speed;
    int32_t stopped = 0;
    for (int32_t n = 0; n < count; ++n) {
        const md_real *v = velocities + 3 * ((size_t)world->velocity.body_slot.at[list[n]] - 1);
        stopped += !move_body(&world->bodies[list[n]], v, world->velocity.settings.h, max_speed);
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

/* Rows that a callback watches are packed by the solver. It packs both problems or none, as the world does. */
static md_solver_spec spec_of(const md2_world *world, const md_result *velocities)
{
    md_solver_spec spec = world->def.position_solver;
    if (!world->velocity.in_blocks && velocities->form == MD_FORM_BLOCKS &&
        md_solver_supports_blocks(&world->def.solver) && md_solver_supports_blocks(&spec)) {
        spec.form = MD_FORM_BLOCKS;
    }
    return spec;
}

md_status md2_position_problem_solve(md2_world *world, int32_t group, const md_result *velocities, md_result *corrected)
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
    const md_solver_spec spec = spec_of(world, velocities);
    md_result result;
    position->solver->tasks = &world->tasks;
    position->solver->ranks = md2_share_solving(world, &position->ranks);
    status = world->velocity.in_blocks
                 ? md_solver_solve_blocks(position->solver, &spec, &position->blocks, &limits, &result)
                 : md_solver_solve(position->solver, &spec, position->problem, &limits, &result, NULL);
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
    md_solver_stay_with_sweeps(position->solver);
    return MD_OK;
}

void md2_position_problem_free(struct position_problem *position, const md_allocator *allocator)
{
    md_ranks_free(&position->ranks, allocator);
    md_block_problem_free(&position->blocks, allocator);
    md_joint_blocks_free(&position->joints, allocator);
    md_problem_destroy(position->problem);
    md_solver_destroy(position->solver);
}
