/* The soft step of a group of bodies (lcp/soft_step.h), between assembling its rows and caching their impulses
 * (dimension.h).
 *
 * The including file has
 *
 *     FREEDOM                                     numbers of a body's velocity
 *     write_forces(world, body, h, add, factor)   what forces and damping do to a body in a substep
 *     note_correction(body, dx, v, dt)            notes dx - dt v for a body; it may become fast
 *     correct(body)                               moves a body by it; false if it was stopped
 *     set_lanes(velocity, step)                   says where the gaps of contacts in blocks are
 *     set_points(velocity, step)                  says where the points of joints are
 *     set_bounces(world, step, bias)              sets the biases of contacts that bounce; false if there are none
 */
#include "engine/dimension.h"

/* Springs may oscillate at most so often per substep: stiffer ones let bodies jitter. */
#define MAX_CONTACT_CYCLES ((md_real)0.3)
#define MAX_JOINT_CYCLES ((md_real)0.25)
/* Joints are held by springs of twice the frequency of contacts, at a damping ratio of 2. */
#define JOINT_FREQUENCY_FACTOR 2
#define JOINT_DAMPING_RATIO 2

static struct row_spring spring_of(md_real frequency, md_real max_cycles, md_real damping_ratio, md_real h)
{
    const struct softness softness = md_softness_of_spring(md_min(frequency, max_cycles / h), damping_ratio, h);
    return (struct row_spring){.rate = softness.rate, .compliance = softness.compliance};
}

static struct row_spring spring_of_contacts(const WORLD *world, md_real h)
{
    return spring_of(world->def.correction_frequency, MAX_CONTACT_CYCLES, world->def.correction_damping_ratio, h);
}

static struct row_spring spring_of_joints(const WORLD *world, md_real h)
{
    return spring_of(JOINT_FREQUENCY_FACTOR * world->def.correction_frequency, MAX_JOINT_CYCLES, JOINT_DAMPING_RATIO,
                     h);
}

static size_t slot_of(const WORLD *world, int32_t body)
{
    return (size_t)md_slot_size(FREEDOM) * (size_t)world->velocity.body_slot.at[body];
}

/* ---- What a step starts from ---------------------------------------------------------------------------------------- */

static int32_t write_some_forces(WORLD *world, const int32_t *list, int32_t count, const void *context)
{
    const struct soft_step *step = context;
    for (int32_t n = 0; n < count; ++n) {
        const size_t slot = slot_of(world, list[n]);
        write_forces(world, &world->bodies[list[n]], step->h, step->force_velocity.at + slot, step->damping.at + slot);
    }
    return 0;
}

static void write_rows(const WORLD *world, struct soft_step *step, int32_t count)
{
    const md_problem *rows = world->velocity.rows;
    const struct row_spring of_joints = spring_of_joints(world, step->h);
    for (int32_t i = 0; i < count; ++i) {
        const struct row_note *note = &world->velocity.notes[i];
        struct soft_row *row = &step->rows[i];
        *row = (struct soft_row){.gap = note->gap,
                                 .drift = note->kinematic_velocity,
                                 .spring = i < rows->joint_rows ? of_joints : step->contact_spring};
        switch (note->position) {
        case POSITION_NONE:
            row->motion = ROW_FREE;
            row->gap = rows->bias.at[i] - note->kinematic_velocity;
            row->spring.rate = note->rate;
            break;
        case POSITION_ONE_SIDED: row->motion = ROW_ONE_SIDED; break;
        case POSITION_EQUALITY: row->motion = ROW_EQUALITY; break;
        }
    }
}

static md_status prepare(WORLD *world, int32_t group, md_problem *problem)
{
    struct soft_step *step = &world->velocity.soft_step;
    const struct groups *bodies = &world->islands.bodies;
    const md_real h = world->velocity.settings.h;
    const md_limits *limits = &world->def.limits;
    const int32_t scalar_rows = world->velocity.in_blocks ? world->velocity.blocks.scalar_rows : problem->m;
    step->substeps = world->def.substeps;
    step->h = h;
    step->soft_sweeps = limits->max_iterations > 0 ? limits->max_iterations : 1;
    step->relaxing_sweeps = world->def.position_iterations > 0 ? world->def.position_iterations : step->soft_sweeps;
    step->slop = world->def.slop;
    step->max_speed = world->def.max_correction_speed;
    step->contact_spring = spring_of_contacts(world, h);
    const struct row_spring of_joints = spring_of_joints(world, h);
    step->point_spring = (struct point_spring){of_joints.rate, 1 / (1 + of_joints.compliance)};
    set_lanes(&world->velocity, step);
    set_points(&world->velocity, step);
    step->bounce = world->velocity.in_blocks && !world->velocity.any_restitution ? NULL : set_bounces;
    step->user = world;
    const md_status status = md_soft_step_reserve(step, &world->allocator, problem, scalar_rows);
    if (status == MD_OK) {
        MD_(bodies_run)
        (world, bodies->at.at + bodies->start.at[group], bodies->start.at[group + 1] - bodies->start.at[group],
         write_some_forces, step);
        write_rows(world, step, scalar_rows);
    }
    return status;
}

/* ---- What it leaves ------------------------------------------------------------------------------------------------- */

/* The substeps have moved the bodies by dx. The integration moves them by dt v, and continuous collision may shorten that motion.
 * The difference dx - dt v is a position correction. */
static int32_t apply_some(WORLD *world, const int32_t *list, int32_t count, const void *context)
{
    const md_result *result = context;
    const struct soft_step *step = &world->velocity.soft_step;
    const md_real dt = (md_real)step->substeps * step->h;
    int32_t fast = 0;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        const md_real *v = result->v + FREEDOM * ((size_t)world->velocity.body_slot.at[list[n]] - 1);
        body_take_velocity(body, v, step->h);
        note_correction(body, step->displacement.at + slot_of(world, list[n]), v, dt);
        fast += body_find_fast(body, dt);
    }
    return fast;
}

void MD_(soft_step_apply)(WORLD *world, const int32_t *list, int32_t count, const md_result *result)
{
    world->continuous.fast_bodies += MD_(bodies_run)(world, list, count, apply_some, result);
}

/* Returns the number of bodies that were stopped. */
static int32_t correct_some(WORLD *world, const int32_t *list, int32_t count, const void *context)
{
    (void)context;
    int32_t stopped = 0;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        body->start_center = body->center;
        body->start_rotation = body->rotation;
        stopped += !correct(body);
    }
    return stopped;
}

void MD_(soft_step_correct)(WORLD *world)
{
    const int32_t *list = world->awake.bodies.at;
    if (MD_(bodies_run)(world, list, world->awake.body_count, correct_some, NULL) > 0) {
        MD_(bodies_log_stopped)(world, list, world->awake.body_count);
    }
}

md_status MD_(soft_step_solve)(WORLD *world, int32_t group, md_result *result)
{
    struct velocity_problem *velocity = &world->velocity;
    md_problem *problem = velocity->in_blocks ? &velocity->blocks.packed : velocity->problem;
    md_status status = prepare(world, group, problem);
    velocity->solver->tasks = &world->tasks;
    velocity->solver->ranks = MD_(share_solving)(world, &velocity->ranks);
    if (status == MD_OK) {
        status = md_soft_step_run(velocity->solver, &velocity->soft_step, problem,
                                  velocity->in_blocks ? &velocity->blocks : NULL, result);
    }
    return status;
}
