/* Assembling, solving and applying the velocity problem: the entry points are md2_velocity_problem_assemble, _solve, _apply and
 * _cache, in the order in which a step calls them. */
#include "world2/velocity_problem.h"

#include <string.h>

#include "lcp/problem.h"
#include "lcp/solver.h"
#include "world2/body_motion.h"
#include "world2/contact_lanes.h"
#include "world2/partition.h"
#include "world2/step.h"

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

static int32_t write_slots(md2_world *world, const int32_t *list, int32_t count, const void *context)
{
    const struct slots_of_group *to = context;
    for (int32_t n = 0; n < count; ++n) {
        const int32_t i = (int32_t)(list + n - to->first);
        const struct body *body = &world->bodies[list[n]];
        md_real *slot = to->problem->body.at + MD_SLOT_2D * ((size_t)i + 1);
        world->velocity.body_slot.at[list[n]] = i + 1;
        if (world->share != NULL) {
            world->velocity.slot_number.at[i + 1] = world->share->body_number.at[list[n]];
        }
        slot[0] = body->velocity.x;
        slot[1] = body->velocity.y;
        slot[2] = body->angular_velocity;
        slot[3] = body->inverse_mass;
        slot[4] = body->inverse_mass;
        slot[5] = body->inverse_inertia;
        if (to->problem->is_divided) {
            to->problem->body_partition.at[i + 1] = world->division.strip.at[list[n]];
        } else if (to->partition->count > 1) {
            to->problem->body_partition.at[i + 1] = md2_partition_of(to->partition, body->center);
        }
    }
    return 0;
}

static md_status reserve_bodies(md2_world *world, md_problem *problem, int32_t count, bool in_partitions)
{
    const size_t slots = (size_t)count + 1 + world_slots(problem); /* slot 0 is the world */
    md_status status = reals_reserve(&problem->allocator, &problem->body, MD_SLOT_2D * slots);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &world->velocity.body_slot, (size_t)world->body_handles.count + 1);
    }
    if (status == MD_OK && world->share != NULL) {
        status = indices_reserve(&world->allocator, &world->velocity.slot_number, (size_t)count + 1);
    }
    if (status == MD_OK && in_partitions) {
        status = indices_reserve(&problem->allocator, &problem->body_partition, (size_t)count + 1);
    }
    return status;
}

/* Writes the bodies of a group into a problem, in the order of the group's list. */
static md_status write_bodies(md2_world *world, md_problem *problem, int32_t group)
{
    const struct groups *bodies = &world->islands.bodies;
    const int32_t *list = bodies->at.at + bodies->start.at[group];
    const int32_t count = bodies->start.at[group + 1] - bodies->start.at[group];
    const struct partition partition =
        world->def.partitions > 0 ? (struct partition){.count = 1} : md2_partition_find(world, group);
    md_status status = md_problem_begin_bodies(problem, 3);
    problem->partitions = partition.count > 1 ? partition.count : 0;
    if (world->def.partitions > 0) {
        problem->partitions = world->division.strips.count;
        problem->is_divided = problem->has_friction_rows = true;
    }
    if (status == MD_OK) {
        status = reserve_bodies(world, problem, count, problem->partitions > 0);
    }
    if (status != MD_OK) {
        return status;
    }
    if (group == 0) { /* groups share no dynamic body: the slots of one do not disturb the next */
        memset(world->velocity.body_slot.at, 0, (size_t)world->body_handles.count * sizeof(int32_t));
    }
    memset(problem->body.at + MD_SLOT_2D * ((size_t)count + 1), 0, world_slots(problem) * MD_SLOT_2D * sizeof(md_real));
    if (problem->partitions > 0) {
        problem->body_partition.at[0] = 0;
    }
    if (world->share != NULL) {
        world->velocity.slot_number.at[0] = -1; /* the world has none */
    }
    md2_bodies_run(world, list, count, write_slots, &(struct slots_of_group){list, problem, &partition});
    problem->body_count = count;
    problem->n = 3 * count;
    return MD_OK;
}

/* ---- Scalar rows ---------------------------------------------------------------------------------------------------- */

/* Reserves room for all rows that the joints and the contacts of a group can have: one per role, two per point. */
static md_status reserve_rows(md2_world *world, int32_t group)
{
    struct velocity_problem *velocity = &world->velocity;
    const int32_t *joints = world->islands.joints.start.at + group;
    const int32_t *contacts = world->islands.contacts.start.at + group;
    const size_t contact_rows = velocity->in_blocks ? 0 : 4 * (size_t)(contacts[1] - contacts[0]);
    const size_t max_rows = (size_t)JOINT_ROLES * (size_t)(joints[1] - joints[0]) + contact_rows;
    const md_status status = md_problem_reserve_body_rows(velocity->rows, max_rows);
    return status != MD_OK ? status
                           : md_array_reserve(&world->allocator, (void **)&velocity->notes, &velocity->note_capacity,
                                              max_rows, sizeof *velocity->notes);
}

static md_status add_joints(md2_world *world, int32_t group)
{
    const struct groups *joints = &world->islands.joints;
    md_status status = reserve_rows(world, group);
    for (int32_t i = joints->start.at[group]; status == MD_OK && i < joints->start.at[group + 1]; ++i) {
        struct joint *joint = &world->joints[joints->at.at[i]];
        status = md2_joint_is_point(world, joint) ? MD_OK : md2_joint_rows_add(world, joint);
    }
    world->velocity.rows->joint_rows = world->velocity.rows->m;
    return status == MD_OK ? md2_joint_points_assemble(world, group) : status;
}

static md_status add_contacts(md2_world *world, int32_t group)
{
    const struct groups *contacts = &world->islands.contacts;
    md_status status = reserve_rows(world, group);
    for (int32_t i = contacts->start.at[group]; status == MD_OK && i < contacts->start.at[group + 1]; ++i) {
        status = md2_contact_rows_add(world, &world->contacts.at[contacts->at.at[i]]);
    }
    return status;
}

/* Writes the bodies and the rows of joints into a problem. */
static md_status begin_rows(md2_world *world, int32_t group, md_problem *rows, bool in_blocks)
{
    world->velocity.in_blocks = in_blocks;
    world->velocity.rows = rows;
    const md_status status = write_bodies(world, rows, group);
    return status == MD_OK ? add_joints(world, group) : status;
}

/* The contacts do not go into blocks: the bodies and joints that were written for them become those of scalar rows. */
static md_status leave_blocks(md2_world *world, int32_t group)
{
    struct velocity_problem *velocity = &world->velocity;
    const md_problem rows = velocity->blocks.packed;
    velocity->blocks.packed = *velocity->problem;
    *velocity->problem = rows;
    velocity->in_blocks = velocity->is_listed = false;
    velocity->rows = velocity->problem;
    return add_contacts(world, group);
}

/* ---- Blocks --------------------------------------------------------------------------------------------------------- */

#define PULL_MARGIN ((md_real)1.001) /* so that rounding does not hide a bounce */

/* Approach speed that gravity and forces can add to two bodies in h seconds, at most, m/s. */
static md_real max_pull(const md2_world *world, int32_t group, md_real h)
{
    const struct groups *bodies = &world->islands.bodies;
    md_real max = 0;
    for (int32_t i = bodies->start.at[group]; i < bodies->start.at[group + 1]; ++i) {
        const struct body *body = &world->bodies[bodies->at.at[i]];
        const md2_vec gravity = vec_scale(body->gravity_scale, world->def.gravity);
        const md2_vec acceleration = vec_add_scaled(gravity, body->inverse_mass, body->force);
        max = md_max(md_abs(acceleration.x) + md_abs(acceleration.y), max);
    }
    return PULL_MARGIN * 2 * h * max;
}

/* The bodies have their slots, the joints their rows, and the layouts are known. */
static md_status assemble_blocks(md2_world *world, int32_t group, struct joint_blocks *joints)
{
    struct velocity_problem *velocity = &world->velocity;
    md_status status = md2_lanes_assign(world);
    if (status == MD_OK) {
        status = md_block_problem_open(&velocity->blocks, &world->allocator, &velocity->layout, joints,
                                       velocity->tangents > 0 || velocity->blocks.packed.has_friction_rows ? 2 : 1);
    }
    if (status != MD_OK) {
        return status;
    }
    velocity->blocks.rows += velocity->layout.contacts + velocity->tangents;
    velocity->max_pull = velocity->any_restitution ? max_pull(world, group, velocity->settings.h) : 0;
    return md2_lanes_assemble_velocity(world);
}

/* ---- Assembling and solving ----------------------------------------------------------------------------------------- */

md_status md2_velocity_problem_assemble(md2_world *world, int32_t group, md_real h)
{
    struct velocity_problem *velocity = &world->velocity;
    const md_problem *packed = &velocity->blocks.packed;
    velocity->settings = md2_contact_settings(&world->def, h);
    velocity->group = group;
    const bool may_use_lanes = md2_lanes_are_supported(world);
    md_status status =
        begin_rows(world, group, may_use_lanes ? &velocity->blocks.packed : velocity->problem, may_use_lanes);
    if (status == MD_OK && !may_use_lanes) {
        velocity->is_listed = false;
        return add_contacts(world, group);
    }
    if (status == MD_OK) {
        status = md2_lanes_lay_out(world, group);
    }
    if (status == MD_OK) {
        status = md_joint_blocks_lay_out(&velocity->joints, &world->allocator, packed, packed->m);
    }
    if (status != MD_OK) {
        return status;
    }
    struct joint_blocks *joints = md_joint_blocks_if_filled(&velocity->joints);
    return md_blocks_fill_lanes(&velocity->layout, joints) ? assemble_blocks(world, group, joints)
                                                           : leave_blocks(world, group);
}

md_status md2_velocity_problem_solve(md2_world *world, const md_limits *limits, md_result *result)
{
    struct velocity_problem *velocity = &world->velocity;
    const md_solver_spec *spec = &world->def.solver;
    velocity->solver->tasks = &world->tasks;
    velocity->solver->ranks = md2_share_solving(world, &velocity->ranks);
    return velocity->in_blocks ? md_solver_solve_blocks(velocity->solver, spec, &velocity->blocks, limits, result)
                               : md_solver_solve(velocity->solver, spec, velocity->problem, limits, result, NULL);
}

/* ---- Back to the world ---------------------------------------------------------------------------------------------- */

static int32_t set_velocities(md2_world *world, const int32_t *list, int32_t count, const void *result)
{
    const md_real *velocities = ((const md_result *)result)->v;
    for (int32_t n = 0; n < count; ++n) {
        const md_real *v = velocities + 3 * ((size_t)world->velocity.body_slot.at[list[n]] - 1);
        body_take_velocity(&world->bodies[list[n]], v, world->velocity.settings.h);
    }
    return 0;
}

void md2_velocity_problem_apply(md2_world *world, int32_t group, const md_result *result)
{
    const struct groups *bodies = &world->islands.bodies;
    const struct groups *joints = &world->islands.joints;
    const int32_t *list = bodies->at.at + bodies->start.at[group];
    const int32_t count = bodies->start.at[group + 1] - bodies->start.at[group];
    if (md2_steps_softly(world)) {
        md2_soft_step_apply(world, list, count, result);
    } else {
        md2_bodies_run(world, list, count, set_velocities, result);
    }
    for (int32_t i = joints->start.at[group]; i < joints->start.at[group + 1]; ++i) {
        struct joint *joint = &world->joints[joints->at.at[i]];
        if (!md2_joint_is_point(world, joint)) {
            md2_joint_rows_cache(world, joint, result);
        }
    }
    md2_joint_points_cache(world);
}

void md2_velocity_problem_cache(md2_world *world, int32_t group, const md_result *result, const md_result *corrected)
{
    if (world->velocity.in_blocks) {
        md2_lanes_cache(world, result, corrected);
        return;
    }
    const struct groups *contacts = &world->islands.contacts;
    for (int32_t i = contacts->start.at[group]; i < contacts->start.at[group + 1]; ++i) {
        md2_contact_rows_cache(world, &world->contacts.at[contacts->at.at[i]], result, corrected);
    }
}

/* ---- Memory --------------------------------------------------------------------------------------------------------- */

md_status md2_velocity_problem_create(md2_world *world)
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

void md2_velocity_problem_free(struct velocity_problem *velocity, const md_allocator *allocator)
{
    struct reals *const reals[] = {&velocity->lane_gap, &velocity->lane_kinematic, &velocity->lane_correction,
                                   &velocity->lane_approach, &velocity->lane_closes};
    struct indices *const indices[] = {&velocity->body_slot, &velocity->slot_number, &velocity->lane_point,
                                       &velocity->special_lanes};
    for (size_t k = 0; k < sizeof reals / sizeof *reals; ++k) {
        reals_free(allocator, reals[k]);
    }
    for (size_t k = 0; k < sizeof indices / sizeof *indices; ++k) {
        indices_free(allocator, indices[k]);
    }
    md_array_free(allocator, (void **)&velocity->notes, &velocity->note_capacity, sizeof *velocity->notes);
    md_array_free(allocator, (void **)&velocity->points, &velocity->point_capacity, sizeof *velocity->points);
    md_array_free(allocator, (void **)&velocity->pass_results, &velocity->pass_result_capacity,
                  sizeof *velocity->pass_results);
    md_array_free(allocator, (void **)&velocity->listed, &velocity->listed_capacity, sizeof *velocity->listed);
    md_array_free(allocator, (void **)&velocity->joined, &velocity->joined_capacity, sizeof *velocity->joined);
    md_points_free(&velocity->joint_points, allocator);
    md_soft_step_free(&velocity->soft_step, allocator);
    md_ranks_free(&velocity->ranks, allocator);
    md_layout_free(&velocity->layout, allocator);
    md_block_problem_free(&velocity->blocks, allocator);
    md_joint_blocks_free(&velocity->joints, allocator);
    md_problem_destroy(velocity->problem);
    md_solver_destroy(velocity->solver);
}
