/* The contacts of a group in blocks: which point has which lane, and the passes over all of them.
 *
 * Where nobody wants to see rows, contacts are written into blocks at once (lcp/block_layout.h), the same numbers in the same order that
 * the solver would pack rows into: the same bits.
 */
#include <string.h>

#include "engine/tasks.h"
#include "geometry2/vec.h"
#include "lcp/solver.h"
#include "world2/contact_kernel.h"

/* Rounding may not hide a bounce. */
#define PULL_MARGIN ((md_real)1.001)

static const struct contact_kernel *kernel(void)
{
    return MD_FOR_THIS_MACHINE(md2_contact_kernel);
}

bool md2_blocks_are_wanted(const md2_world *world)
{
    const md2_callbacks *callbacks = &world->def.callbacks;
    return callbacks->pre_solve == NULL && callbacks->solved == NULL && md_solver_supports_blocks(&world->def.solver) &&
           md_solver_supports_blocks(&world->def.position_solver);
}

/* ---- Laying out ----------------------------------------------------------------------------------------------------- */

#define CONTACTS_A_TASK 2048

static bool is_carried(const md2_world *world, int32_t index)
{
    const struct body *body = &world->bodies[index];
    return body->velocity.x != 0 || body->velocity.y != 0 || body->angular_velocity != 0;
}

/* The slot of a body in the problem: 0 where it does not give way, and then it may carry the other along. */
static int32_t slot_of(const md2_world *world, int32_t body, bool *carried)
{
    const int32_t slot = world->velocity.body_slot.at[body];
    *carried = *carried || (slot == 0 && is_carried(world, body));
    return slot;
}

/* Notes the points of a contact, and what their rows want to know; returns how many. */
static inline int32_t note_points(md2_world *world, int32_t index, struct block_contact *to, struct noted_points *noted)
{
    struct contact *contact = &world->contacts.at[index];
    const int32_t points = contact->manifold.count;
    bool carried = false;
    const int32_t a = slot_of(world, contact->body[0], &carried);
    const int32_t b = slot_of(world, contact->body[1], &carried);
    contact->kinematic = carried;
    contact->has_tangents = contact->friction > 0;
    contact->let_through = false;
    contact->arriving = false;
    noted->tangents += contact->has_tangents ? points : 0;
    noted->any_restitution = noted->any_restitution || contact->restitution > 0;
    for (int32_t k = 0; k < points; ++k) {
        to[k] = (struct block_contact){.slot = {a, b}, .owner = 2 * index + k};
    }
    return points;
}

static md_status reserve_lanes(md2_world *world)
{
    const size_t lanes = (size_t)world->velocity.layout.count * MD_LANES + 1;
    struct reals *reals[] = {&world->velocity.lane_gap, &world->velocity.lane_moving, &world->velocity.lane_correction};
    struct indices *indices[] = {&world->velocity.lane_point, &world->velocity.special_lanes};
    md_status status = MD_OK;
    for (int k = 0; status == MD_OK && k < 3; ++k) {
        status = reals_reserve(&world->allocator, reals[k], lanes);
    }
    for (int k = 0; status == MD_OK && k < 2; ++k) {
        status = indices_reserve(&world->allocator, indices[k], lanes);
    }
    return status;
}

/* The contacts of a group, of which each task notes the points of some: where its range would begin if each had two. */
struct noting {
    md2_world *world;
    int32_t first, count; /* in the list of all groups */
};

static void note_some(void *context, int32_t task)
{
    const struct noting *noting = context;
    md2_world *world = noting->world;
    const struct md_task_range range = md_task_range_of(task, CONTACTS_A_TASK, noting->count);
    const int32_t *contacts = world->islands.contacts.at.at + noting->first;
    struct block_contact *points = world->velocity.points + 2 * (size_t)range.first;
    struct noted_points noted = {.count = 0};
    for (int32_t i = range.first; i < range.end; ++i) {
        prefetch(&world->contacts.at[contacts[i + PREFETCH_AHEAD < range.end ? i + PREFETCH_AHEAD : i]], 3);
        noted.count += note_points(world, contacts[i], points + noted.count, &noted);
    }
    world->velocity.noted[task] = noted;
}

/* Puts the points of the tasks one after another; what there is in all. */
static struct noted_points gather_points(md2_world *world, int32_t tasks)
{
    struct noted_points all = {.count = 0};
    for (int32_t task = 0; task < tasks; ++task) {
        const struct noted_points *noted = &world->velocity.noted[task];
        const struct block_contact *from = world->velocity.points + 2 * (size_t)task * CONTACTS_A_TASK;
        memmove(world->velocity.points + all.count, from, (size_t)noted->count * sizeof *from);
        all.count += noted->count;
        all.tangents += noted->tangents;
        all.any_restitution = all.any_restitution || noted->any_restitution;
    }
    return all;
}

static md_status reserve_points(md2_world *world, int32_t contacts, int32_t tasks)
{
    const md_status status =
        md_array_reserve(&world->allocator, (void **)&world->velocity.points, &world->velocity.point_capacity,
                         2 * (size_t)contacts, sizeof *world->velocity.points);
    return status != MD_OK
               ? status
               : md_array_reserve(&world->allocator, (void **)&world->velocity.noted, &world->velocity.noted_capacity,
                                  (size_t)tasks, sizeof *world->velocity.noted);
}

md_status md2_blocks_lay_out(md2_world *world, int32_t group)
{
    const int32_t *start = world->islands.contacts.start.at + group;
    const int32_t tasks = md_task_count(CONTACTS_A_TASK, start[1] - start[0]);
    struct noting noting = {world, start[0], start[1] - start[0]};
    md_status status = reserve_points(world, noting.count, tasks);
    if (status != MD_OK) {
        return status;
    }
    md_tasks_run(world->def.threads, tasks, note_some, &noting);
    const struct noted_points all = gather_points(world, tasks);
    const md_problem *bodies = &world->velocity.blocks.packed;
    world->velocity.tangents = all.tangents;
    world->velocity.any_restitution = all.any_restitution;
    if (md_layout_is_current(&world->velocity.layout, bodies, world->velocity.points,
                             all.count)) { /* nothing came or went */
        return MD_OK;
    }
    status = md_layout_begin(&world->velocity.layout, &world->allocator, bodies, all.count);
    if (status != MD_OK) {
        return status;
    }
    md_layout_assign_levels(&world->velocity.layout, bodies, world->velocity.points, all.count);
    return md_layout_count_blocks(&world->velocity.layout, &world->allocator);
}

/* ---- Writing -------------------------------------------------------------------------------------------------------- */

/* By how much gravity and forces can have sent two bodies towards each other in h seconds, m/s. */
static md_real pull_most(const md2_world *world, int32_t group, md_real h)
{
    const struct groups *bodies = &world->islands.bodies;
    md_real most = 0;
    for (int32_t i = bodies->start.at[group]; i < bodies->start.at[group + 1]; ++i) {
        const struct body *body = &world->bodies[bodies->at.at[i]];
        const md2_vec gravity = vec_scale(body->gravity_scale, world->def.gravity);
        const md2_vec acceleration = vec_add_scaled(gravity, body->inverse_mass, body->force);
        most = md_max(md_abs(acceleration.x) + md_abs(acceleration.y), most);
    }
    return PULL_MARGIN * 2 * h * most;
}

/* A pass over the partitions of the layout; each writes to contacts and lanes of its own. */
struct pass {
    md2_world *world;
    md_real h;
    const md_result *result, *corrected;
    md_status status[MD_MAX_PARTITIONS];
    bool needed[MD_MAX_PARTITIONS];
};

static struct md_task_range blocks_of(const md2_world *world, int32_t partition)
{
    const int32_t *start = world->velocity.layout.partition_start.at;
    return (struct md_task_range){start[partition], start[partition + 1]};
}

static md_status run_partitions(struct pass *pass, md_task_function *task)
{
    const int32_t partitions = pass->world->velocity.layout.partitions;
    md_tasks_run(pass->world->def.threads, partitions, task, pass);
    for (int32_t partition = 0; partition < partitions; ++partition) {
        if (pass->status[partition] != MD_OK) {
            return pass->status[partition];
        }
    }
    return MD_OK;
}

static void fill_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    md2_world *world = pass->world;
    const struct md_task_range blocks = blocks_of(world, partition);
    int32_t special = 0;
    md_status status = kernel()->fill(world, pass->h, blocks.first, blocks.end, &special) ? MD_OK : MD_ERROR_ARGUMENT;
    for (int32_t i = 0; status == MD_OK && i < special; ++i) {
        status = md2_special_point_write(world, world->velocity.special_lanes.at[blocks.first * MD_LANES + i], pass->h);
    }
    pass->status[partition] = status;
}

md_status md2_blocks_write(md2_world *world, int32_t group, md_real h)
{
    md_status status = reserve_lanes(world);
    if (status != MD_OK) {
        return status;
    }
    if (!world->velocity.layout.is_placed) {
        md_layout_assign_lanes(&world->velocity.layout, world->velocity.points, world->velocity.lane_point.at);
    }
    status = md_block_problem_open(&world->velocity.blocks, &world->allocator, &world->velocity.layout,
                                   world->velocity.tangents > 0 ? 2 : 1);
    if (status != MD_OK) {
        return status;
    }
    world->velocity.blocks.rows += world->velocity.layout.contacts + world->velocity.tangents;
    world->velocity.max_pull = world->velocity.any_restitution ? pull_most(world, group, h) : 0;
    struct pass pass = {.world = world, .h = h};
    return run_partitions(&pass, fill_partition); /* empty lanes too, as a contact that is nobody's */
}

/* ---- After the solve ------------------------------------------------------------------------------------------------ */

static void recover_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->world, partition);
    const bool finite =
        kernel()->fill_position(pass->world, pass->h, pass->result, blocks.first, blocks.end, &pass->needed[partition]);
    pass->status[partition] = finite ? MD_OK : MD_ERROR_ARGUMENT;
}

md_status md2_blocks_correct(md2_world *world, md_real h, const md_result *velocities, bool *needed)
{
    md_status status = md_block_problem_open(&world->position.blocks, &world->allocator, &world->velocity.layout, 1);
    if (status != MD_OK) {
        return status;
    }
    world->position.blocks.rows += world->velocity.layout.contacts;
    world->position.blocks.is_simple = world->def.position_correction != MD2_CORRECTION_SOFT;
    struct pass pass = {.world = world, .h = h, .result = velocities};
    status = run_partitions(&pass, recover_partition);
    for (int32_t partition = 0; partition < world->velocity.layout.partitions; ++partition) {
        *needed = *needed || pass.needed[partition];
    }
    return status;
}

static void keep_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->world, partition);
    kernel()->keep(pass->world, pass->result, pass->corrected, blocks.first, blocks.end);
}

void md2_blocks_keep(md2_world *world, const md_result *result, const md_result *corrected)
{
    struct pass pass = {.world = world, .result = result, .corrected = corrected};
    run_partitions(&pass, keep_partition);
}
