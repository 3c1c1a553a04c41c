/* Assembling, solving and applying the velocity problem: the entry points are md3_velocity_problem_assemble, _solve, _apply and
 * _cache, in the order in which a step calls them. */
#include "world3/velocity_problem.h"

#include <string.h>

#include "geometry3/vec3.h"
#include "lcp/problem.h"
#include "lcp/solver.h"
#include "world3/contact_lanes.h"
#include "world3/partition.h"
#include "world3/step.h"

/* ---- Bodies --------------------------------------------------------------------------------------------------------- */

/* The slots after those of the bodies: copies of the world (block_layout.h), and room to read past the end. */
static size_t world_slots(const md_problem *problem)
{
    return (size_t)md_problem_world_copies(problem) + 2;
}

/* Destination of the bodies of a group. */
struct slots_of_group {
    const int32_t *first; /* of the group's list */
    md_problem *problem;
    const struct partition *partition;
};

static int32_t write_slots(md3_world *world, const int32_t *list, int32_t count, const void *context)
{
    const struct slots_of_group *to = context;
    for (int32_t n = 0; n < count; ++n) {
        const int32_t i = (int32_t)(list + n - to->first);
        const struct body *body = &world->bodies[list[n]];
        const md3_vec v = body->velocity;
        const md3_vec w = body->angular_velocity;
        const md3_mat I = body->inverse_inertia;
        const md_real slot[MD_SLOT_3D] = {v.x,   v.y,   v.z,   w.x,   w.y,   w.z,   body->inverse_mass,
                                          I.x.x, I.y.x, I.z.x, I.x.y, I.y.y, I.z.y, I.x.z,
                                          I.y.z, I.z.z};
        memcpy(to->problem->body.at + MD_SLOT_3D * ((size_t)i + 1), slot, sizeof slot);
        world->velocity.body_slot.at[list[n]] = i + 1;
        if (world->share != NULL) {
            world->velocity.slot_number.at[i + 1] = world->share->body_number.at[list[n]];
        }
        if (to->problem->is_divided) {
            to->problem->body_partition.at[i + 1] = world->division.strip.at[list[n]];
        } else if (to->partition->count > 1) {
            to->problem->body_partition.at[i + 1] = md3_partition_of(to->partition, body->center);
        }
    }
    return 0;
}

/* Writes the bodies of a group into a problem, in the order of the group's list. */
static md_status write_bodies(md3_world *world, md_problem *problem, int32_t group)
{
    struct velocity_problem *velocity = &world->velocity;
    const struct groups *bodies = &world->islands.bodies;
    const int32_t *list = bodies->at.at + bodies->start.at[group];
    const int32_t count = bodies->start.at[group + 1] - bodies->start.at[group];
    const size_t slots = (size_t)world->body_handles.count;
    const struct partition partition =
        world->def.partitions > 0 ? (struct partition){.count = 1} : md3_partition_find(world, group);
    md_status status = indices_reserve(&world->allocator, &velocity->body_slot, slots);
    if (status == MD_OK) {
        status = md_problem_begin_bodies(problem, 6);
    }
    problem->partitions = partition.count > 1 ? partition.count : 0;
    if (world->def.partitions > 0) {
        problem->partitions = world->division.strips.count;
        problem->is_divided = problem->has_friction_rows = true;
    }
    if (status == MD_OK) { /* slot 0 is the world */
        status =
            reals_reserve(&problem->allocator, &problem->body, MD_SLOT_3D * ((size_t)count + 1 + world_slots(problem)));
    }
    if (status == MD_OK && world->share != NULL) {
        status = indices_reserve(&world->allocator, &world->velocity.slot_number, (size_t)count + 1);
    }
    if (status == MD_OK && problem->partitions > 0) {
        status = indices_reserve(&problem->allocator, &problem->body_partition, (size_t)count + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    if (group == 0) { /* groups share no dynamic body: the slots of one do not disturb the next */
        memset(velocity->body_slot.at, 0, slots * sizeof(int32_t));
    }
    memset(problem->body.at + MD_SLOT_3D * ((size_t)count + 1), 0, world_slots(problem) * MD_SLOT_3D * sizeof(md_real));
    if (problem->partitions > 0) {
        problem->body_partition.at[0] = 0;
    }
    if (world->share != NULL) {
        world->velocity.slot_number.at[0] = -1; /* the world has none */
    }
    md3_bodies_run(world, list, count, write_slots, &(struct slots_of_group){list, problem, &partition});
    problem->body_count = count;
    problem->n = 6 * count;
    return MD_OK;
}

/* ---- Scalar rows ---------------------------------------------------------------------------------------------------- */

/* The rows of joints come first. */
static md_status add_joints(md3_world *world, int32_t group)
{
    const struct groups *joints = &world->islands.joints;
    md_status status = MD_OK;
    for (int32_t i = joints->start.at[group]; status == MD_OK && i < joints->start.at[group + 1]; ++i) {
        struct joint *joint = &world->joints[joints->at.at[i]];
        status = md3_joint_is_in_lanes(world, joint) ? MD_OK : md3_joint_rows_add(world, joint);
    }
    world->velocity.rows->joint_rows = world->velocity.rows->m;
    return status == MD_OK ? md3_joint_points_assemble(world, group) : status;
}

static md_status add_contacts(md3_world *world, int32_t group)
{
    const struct groups *contacts = &world->islands.contacts;
    md_status status = MD_OK;
    for (int32_t i = contacts->start.at[group]; status == MD_OK && i < contacts->start.at[group + 1]; ++i) {
        status = md3_contact_rows_add(world, &world->contacts.at[contacts->at.at[i]]);
    }
    return status;
}

/* A row does not fit into blocks (contact_kernel.h): the bodies and joints that were written for them become those of scalar
 * rows. */
static md_status leave_blocks(md3_world *world, int32_t group, int32_t joint_rows)
{
    struct velocity_problem *velocity = &world->velocity;
    const md_problem rows = velocity->blocks.packed;
    velocity->blocks.packed = *velocity->problem;
    *velocity->problem = rows;
    velocity->problem->m = joint_rows;
    velocity->in_blocks = false;
    velocity->rows = velocity->problem;
    return add_contacts(world, group);
}

/* ---- Blocks --------------------------------------------------------------------------------------------------------- */

#define PULL_MARGIN ((md_real)1.001) /* so that rounding does not hide a bounce */

/* Approach speed that gravity and forces can add to two bodies in h seconds, at most, m/s. */
static md_real max_pull(const md3_world *world, int32_t group, md_real h)
{
    const struct groups *bodies = &world->islands.bodies;
    md_real max = 0;
    for (int32_t i = bodies->start.at[group]; i < bodies->start.at[group + 1]; ++i) {
        const md3_vec acceleration = md3_body_acceleration(world, &world->bodies[bodies->at.at[i]]);
        max = md_max(body_sum_of_sizes(acceleration), max);
    }
    return PULL_MARGIN * 2 * h * max;
}

/* The bodies have their slots, the joints their rows, and the layout is known. */
static md_status assemble_blocks(md3_world *world, int32_t group, bool *fits)
{
    struct velocity_problem *velocity = &world->velocity;
    md_status status = md3_lanes_assign(world);
    if (status == MD_OK) {
        status = md_block_problem_open_manifolds(&velocity->blocks, &world->allocator, &velocity->layout,
                                                 &velocity->manifolds,
                                                 velocity->any_friction || velocity->blocks.packed.has_friction_rows);
    }
    if (status != MD_OK) {
        return status;
    }
    velocity->blocks.rows += velocity->listed_rows;
    velocity->max_pull = velocity->any_restitution ? max_pull(world, group, velocity->settings.h) : 0;
    return md3_lanes_assemble_velocity(world, fits);
}

/* ---- Assembling and solving ----------------------------------------------------------------------------------------- */

/* Writes the bodies of a group, and decides whether its contacts go into blocks. */
static md_status choose_rows(md3_world *world, int32_t group)
{
    struct velocity_problem *velocity = &world->velocity;
    md_problem *packed = &velocity->blocks.packed;
    md_status status = MD_OK;
    bool fits = md3_lanes_are_supported(world);
    if (fits) {
        status = write_bodies(world, packed, group);
    }
    if (status == MD_OK && fits) {
        status = md3_lanes_lay_out(world, group, &fits);
    }
    velocity->in_blocks = fits;
    velocity->rows = fits ? packed : velocity->problem;
    return status == MD_OK && !fits ? write_bodies(world, velocity->problem, group) : status;
}

md_status md3_velocity_problem_assemble(md3_world *world, int32_t group, md_real h)
{
    struct velocity_problem *velocity = &world->velocity;
    velocity->settings = md3_contact_settings(&world->def, h);
    velocity->group = group;
    md_status status = choose_rows(world, group);
    if (status == MD_OK) {
        status = add_joints(world, group);
    }
    if (status != MD_OK || !velocity->in_blocks) {
        return status == MD_OK ? add_contacts(world, group) : status;
    }
    const int32_t joint_rows = velocity->rows->m;
    bool fits = true;
    status = assemble_blocks(world, group, &fits);
    return status == MD_OK && !fits ? leave_blocks(world, group, joint_rows) : status;
}

md_status md3_velocity_problem_solve(md3_world *world, const md_limits *limits, md_result *result)
{
    struct velocity_problem *velocity = &world->velocity;
    const md_solver_spec *spec = &world->def.solver;
    velocity->solver->tasks = &world->tasks;
    velocity->solver->ranks = md3_share_solving(world, &velocity->ranks);
    return velocity->in_blocks ? md_solver_solve_blocks(velocity->solver, spec, &velocity->blocks, limits, result)
                               : md_solver_solve(velocity->solver, spec, velocity->problem, limits, result, NULL);
}

/* ---- Back to the world ---------------------------------------------------------------------------------------------- */

static int32_t set_velocities(md3_world *world, const int32_t *list, int32_t count, const void *result)
{
    const md_real *velocities = ((const md_result *)result)->v;
    for (int32_t n = 0; n < count; ++n) {
        const md_real *v = velocities + 6 * ((size_t)world->velocity.body_slot.at[list[n]] - 1);
        body_take_velocity(&world->bodies[list[n]], v, world->velocity.settings.h);
    }
    return 0;
}

void md3_velocity_problem_apply(md3_world *world, int32_t group, const md_result *result)
{
    const struct groups *bodies = &world->islands.bodies;
    const int32_t *list = bodies->at.at + bodies->start.at[group];
    const int32_t count = bodies->start.at[group + 1] - bodies->start.at[group];
    if (md3_steps_softly(world)) {
        md3_soft_step_apply(world, list, count, result);
    } else {
        md3_bodies_run(world, list, count, set_velocities, result);
    }
}

void md3_velocity_problem_cache(md3_world *world, int32_t group, const md_result *result, const md_result *corrected)
{
    const struct groups *joints = &world->islands.joints;
    const struct groups *contacts = &world->islands.contacts;
    for (int32_t i = joints->start.at[group]; i < joints->start.at[group + 1]; ++i) {
        struct joint *joint = &world->joints[joints->at.at[i]];
        if (!md3_joint_is_in_lanes(world, joint)) {
            md3_joint_rows_cache(world, joint, result);
        }
        joint->impulse_time += world->velocity.settings.h;
    }
    md3_joint_points_cache(world);
    if (world->velocity.in_blocks) {
        md3_lanes_cache(world, result, corrected);
        return;
    }
    for (int32_t i = contacts->start.at[group]; i < contacts->start.at[group + 1]; ++i) {
        md3_contact_rows_cache(world, &world->contacts.at[contacts->at.at[i]], result, corrected);
    }
}

/* ---- Memory --------------------------------------------------------------------------------------------------------- */

md_status md3_velocity_problem_create(md3_world *world)
{
    struct velocity_problem *velocity = &world->velocity;
    velocity->problem = md_problem_create(&world->allocator);
    velocity->solver = md_solver_create(&world->allocator);
    velocity->blocks.packed.allocator = world->allocator;
    if (velocity->problem == NULL || velocity->solver == NULL) {
        return MD_ERROR_MEMORY;
    }
    md_solver_stay_with_sweeps(velocity->solver);
    return MD_OK;
}

void md3_velocity_problem_free(struct velocity_problem *velocity, const md_allocator *allocator)
{
    struct reals *const reals[] = {&velocity->lane_turns_far, &velocity->lane_radius, &velocity->line_gap,
                                   &velocity->line_kinematic, &velocity->line_correction};
    struct indices *const indices[] = {&velocity->body_slot, &velocity->slot_number, &velocity->lane_manifold,
                                       &velocity->special_lanes};
    for (size_t k = 0; k < sizeof reals / sizeof *reals; ++k) {
        reals_free(allocator, reals[k]);
    }
    for (size_t k = 0; k < sizeof indices / sizeof *indices; ++k) {
        indices_free(allocator, indices[k]);
    }
    md_array_free(allocator, (void **)&velocity->pass_results, &velocity->pass_result_capacity,
                  sizeof *velocity->pass_results);
    md_array_free(allocator, (void **)&velocity->listed, &velocity->listed_capacity, sizeof *velocity->listed);
    md_array_free(allocator, (void **)&velocity->tallies, &velocity->tally_capacity, sizeof *velocity->tallies);
    md_array_free(allocator, (void **)&velocity->joined, &velocity->joined_capacity, sizeof *velocity->joined);
    md_points_free(&velocity->joint_points, allocator);
    md_points_free(&velocity->hinge_axes, allocator);
    md_soft_step_free(&velocity->soft_step, allocator);
    md_ranks_free(&velocity->ranks, allocator);
    md_layout_free(&velocity->layout, allocator);
    md_manifold_blocks_free(&velocity->manifolds, allocator);
    md_block_problem_free(&velocity->blocks, allocator);
    md_array_free(allocator, (void **)&velocity->notes, &velocity->note_capacity, sizeof *velocity->notes);
    md_problem_destroy(velocity->problem);
    md_solver_destroy(velocity->solver);
}
