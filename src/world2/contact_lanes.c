/* Contacts of a group in lanes: which contact points are swept together, and the passes over their blocks.
 *
 * A pass runs one task per partition of the block layout; partitions share no contact, so that the result does not depend on the
 * number of threads.
 */
#include "world2/contact_lanes.h"

#include <string.h>

#include "engine/tasks.h"
#include "lcp/solver.h"
#include "world2/step.h"

/* ---- Assigning lanes ------------------------------------------------------------------------------------------------ */

#define CONTACTS_PER_TASK 2048

bool md2_lanes_are_supported(const md2_world *world)
{
    const md2_callbacks *callbacks = &world->def.callbacks;
    return callbacks->pre_solve == NULL && callbacks->solved == NULL && md_solver_supports_blocks(&world->def.solver) &&
           md_solver_supports_blocks(&world->def.position_solver);
}

static bool is_moving(const md2_world *world, int32_t index)
{
    const struct body *body = &world->bodies[index];
    return body->velocity.x != 0 || body->velocity.y != 0 || body->angular_velocity != 0;
}

/* Lists the points of a contact and prepares it for assembly. Returns their number. */
static inline int32_t list_points(md2_world *world, int32_t index, struct block_contact *points,
                                  struct listed_points *listed)
{
    struct contact *contact = &world->contacts.at[index];
    const int32_t count = contact->manifold.count;
    const int32_t a = world->velocity.body_slot.at[contact->body[0]];
    const int32_t b = world->velocity.body_slot.at[contact->body[1]];
    contact->kinematic =
        (a == 0 && is_moving(world, contact->body[0])) || (b == 0 && is_moving(world, contact->body[1]));
    contact->has_tangents = contact->friction > 0;
    contact->let_through = false;
    contact->arriving = false;
    listed->tangents += contact->has_tangents ? count : 0;
    listed->any_restitution = listed->any_restitution || contact->restitution > 0;
    listed->any_kinematic = listed->any_kinematic || contact->kinematic;
    for (int32_t k = 0; k < count; ++k) {
        points[k] = (struct block_contact){.slot = {a, b}, .owner = 2 * index + k};
    }
    return count;
}

/* The contacts of a group. Each task lists the points of some, from where its range would begin if each contact had two. */
struct listing {
    md2_world *world;
    int32_t first, count; /* in the list of all groups */
};

static void list_task(void *context, int32_t task)
{
    const struct listing *listing = context;
    md2_world *world = listing->world;
    const struct md_task_range range = md_task_range_of(task, CONTACTS_PER_TASK, listing->count);
    const int32_t *contacts = world->islands.contacts.at.at + listing->first;
    struct block_contact *points = world->velocity.points + 2 * (size_t)range.first;
    struct listed_points listed = {.count = 0};
    for (int32_t i = range.first; i < range.end; ++i) {
        prefetch(&world->contacts.at[contacts[i + PREFETCH_AHEAD < range.end ? i + PREFETCH_AHEAD : i]], 3);
        listed.count += list_points(world, contacts[i], points + listed.count, &listed);
    }
    world->velocity.listed[task] = listed;
}

/* Concatenates the points of all tasks. Returns the totals. */
static struct listed_points join_lists(struct velocity_problem *velocity, int32_t tasks)
{
    struct listed_points all = {.count = 0};
    for (int32_t task = 0; task < tasks; ++task) {
        const struct listed_points *listed = &velocity->listed[task];
        const struct block_contact *from = velocity->points + 2 * (size_t)task * CONTACTS_PER_TASK;
        memmove(velocity->points + all.count, from, (size_t)listed->count * sizeof *from);
        all.count += listed->count;
        all.tangents += listed->tangents;
        all.any_restitution = all.any_restitution || listed->any_restitution;
        all.any_kinematic = all.any_kinematic || listed->any_kinematic;
    }
    return all;
}

static md_status reserve_points(md2_world *world, int32_t contacts, int32_t tasks)
{
    struct velocity_problem *velocity = &world->velocity;
    const md_status status = md_array_reserve(&world->allocator, (void **)&velocity->points, &velocity->point_capacity,
                                              2 * (size_t)contacts, sizeof *velocity->points);
    return status != MD_OK ? status
                           : md_array_reserve(&world->allocator, (void **)&velocity->listed, &velocity->listed_capacity,
                                              (size_t)tasks, sizeof *velocity->listed);
}

/* Lists the points of all contacts of a group. */
static md_status list_group(md2_world *world, int32_t group)
{
    struct velocity_problem *velocity = &world->velocity;
    const int32_t *start = world->islands.contacts.start.at + group;
    struct listing listing = {world, start[0], start[1] - start[0]};
    const int32_t tasks = md_task_count(CONTACTS_PER_TASK, listing.count);
    velocity->is_listed = false;
    const md_status status = reserve_points(world, listing.count, tasks);
    if (status != MD_OK) {
        return status;
    }
    md_tasks_run(&world->tasks, tasks, list_task, &listing);
    const struct listed_points all = join_lists(velocity, tasks);
    velocity->point_count = all.count;
    velocity->tangents = all.tangents;
    velocity->any_restitution = all.any_restitution;
    velocity->any_kinematic = all.any_kinematic;
    velocity->is_listed = world->islands.group_count == 1;
    return MD_OK;
}

md_status md2_lanes_lay_out(md2_world *world, int32_t group)
{
    struct velocity_problem *velocity = &world->velocity;
    const md_problem *bodies = &velocity->blocks.packed;
    md_status status = world->islands.is_kept && velocity->is_listed ? MD_OK : list_group(world, group);
    if (status != MD_OK) {
        return status;
    }
    if (velocity->layout.ignores_islands != md2_steps_softly(world)) {
        velocity->layout.ignores_islands = md2_steps_softly(world);
        velocity->layout.is_placed = false;
    }
    if (md_layout_is_current(&velocity->layout, bodies, velocity->points, velocity->point_count)) {
        return MD_OK; /* the contact set is unchanged */
    }
    status = md_layout_begin(&velocity->layout, &world->allocator, bodies, velocity->point_count);
    if (status != MD_OK) {
        return status;
    }
    md_layout_assign_levels(&velocity->layout, bodies, velocity->points, velocity->point_count);
    return md_layout_count_blocks(&velocity->layout, &world->allocator);
}

static md_status reserve_lanes(md2_world *world)
{
    struct velocity_problem *velocity = &world->velocity;
    const size_t lanes = (size_t)velocity->layout.count * MD_LANES + 1;
    struct reals *reals[] = {&velocity->lane_gap, &velocity->lane_kinematic, &velocity->lane_correction,
                             &velocity->lane_approach, &velocity->lane_closes};
    struct indices *indices[] = {&velocity->lane_point, &velocity->special_lanes};
    md_status status = MD_OK;
    for (size_t k = 0; status == MD_OK && k < sizeof reals / sizeof *reals; ++k) {
        status = reals_reserve(&world->allocator, reals[k], lanes);
    }
    for (size_t k = 0; status == MD_OK && k < sizeof indices / sizeof *indices; ++k) {
        status = indices_reserve(&world->allocator, indices[k], lanes);
    }
    return status != MD_OK
               ? status
               : md_array_reserve(&world->allocator, (void **)&velocity->pass_results, &velocity->pass_result_capacity,
                                  (size_t)velocity->layout.partitions, sizeof *velocity->pass_results);
}

md_status md2_lanes_assign(md2_world *world)
{
    struct velocity_problem *velocity = &world->velocity;
    const md_status status = reserve_lanes(world);
    if (status == MD_OK && !velocity->layout.is_placed) {
        md_layout_assign_lanes(&velocity->layout, velocity->points, velocity->lane_point.at);
    }
    return status;
}

/* ---- Passes over the blocks ----------------------------------------------------------------------------------------- */

struct pass {
    md2_world *world;
    const md_result *velocities, *corrected;
};

static const struct contact_kernel *kernel(void)
{
    return MD_FOR_THIS_MACHINE(md2_contact_kernel);
}

static struct md_task_range blocks_of(const md2_world *world, int32_t partition)
{
    const int32_t *start = world->velocity.layout.partition_start.at;
    return (struct md_task_range){start[partition], start[partition + 1]};
}

static struct pass_result *result_of(const struct pass *pass, int32_t partition)
{
    return &pass->world->velocity.pass_results[partition];
}

static md_status run(struct pass *pass, md_task_function *task)
{
    const int32_t partitions = pass->world->velocity.layout.partitions;
    memset(result_of(pass, 0), 0, (size_t)partitions * sizeof(struct pass_result));
    md_tasks_run(&pass->world->tasks, partitions, task, pass);
    for (int32_t partition = 0; partition < partitions; ++partition) {
        if (result_of(pass, partition)->status != MD_OK) {
            return result_of(pass, partition)->status;
        }
    }
    return MD_OK;
}

static void assemble_velocity(void *context, int32_t partition)
{
    struct pass *pass = context;
    md2_world *world = pass->world;
    const struct md_task_range blocks = blocks_of(world, partition);
    int32_t special = 0;
    md_status status =
        kernel()->assemble_velocity(world, blocks.first, blocks.end, &special) ? MD_OK : MD_ERROR_ARGUMENT;
    for (int32_t i = 0; status == MD_OK && i < special; ++i) {
        status = md2_special_lane_write(world, world->velocity.special_lanes.at[blocks.first * MD_LANES + i]);
    }
    result_of(pass, partition)->status = status;
}

md_status md2_lanes_assemble_velocity(md2_world *world)
{
    struct pass pass = {.world = world};
    return run(&pass, assemble_velocity);
}

static void assemble_position(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->world, partition);
    const bool finite = kernel()->assemble_position(pass->world, pass->velocities, blocks.first, blocks.end,
                                                    &result_of(pass, partition)->needed);
    result_of(pass, partition)->status = finite ? MD_OK : MD_ERROR_ARGUMENT;
}

md_status md2_lanes_assemble_position(md2_world *world, const md_result *velocities, bool *needed)
{
    struct pass pass = {.world = world, .velocities = velocities};
    const md_status status = run(&pass, assemble_position);
    for (int32_t partition = 0; partition < world->velocity.layout.partitions; ++partition) {
        *needed = *needed || result_of(&pass, partition)->needed;
    }
    return status;
}

static void cache(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->world, partition);
    kernel()->cache(pass->world, pass->velocities, pass->corrected, blocks.first, blocks.end);
}

void md2_lanes_cache(md2_world *world, const md_result *velocities, const md_result *corrected)
{
    struct pass pass = {.world = world, .velocities = velocities, .corrected = corrected};
    run(&pass, cache);
}
