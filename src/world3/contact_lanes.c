/* Contacts of a group in lanes: which manifolds are swept together, and the passes over their blocks.
 *
 * A pass runs one task per partition of the block layout; partitions share no contact, so that the result does not depend on the
 * number of threads.
 */
#include "world3/contact_lanes.h"

#include "engine/tasks.h"
#include "geometry3/vec3.h"
#include "lcp/solver.h"
#include "world3/contact_constraint.h"
#include "world3/step.h"

/* ---- Assigning lanes ------------------------------------------------------------------------------------------------ */

#define CONTACTS_PER_TASK 1024

bool md3_lanes_are_supported(const md3_world *world)
{
    const md3_callbacks *callbacks = &world->def.callbacks;
    return callbacks->pre_solve == NULL && callbacks->solved == NULL && world->def.friction_law == MD_FRICTION_DISC &&
           md_solver_supports_blocks(&world->def.solver) && md_solver_supports_blocks(&world->def.position_solver);
}

static bool has_belt(const md3_world *world, int32_t shape)
{
    const md3_vec v = world->shapes[shape].def.surface_velocity;
    return v.x != 0 || v.y != 0 || v.z != 0;
}

static bool is_moving(const struct body *body)
{
    return vec_dot(body->velocity, body->velocity) > 0 || vec_dot(body->angular_velocity, body->angular_velocity) > 0;
}

#define LOCKED_AXES (MD3_LOCK_X | MD3_LOCK_Y | MD3_LOCK_Z)

/* Whether a contact has only rows that lanes have. */
static bool fits_lane(const struct contact *contact, const struct body *a, const struct body *b, const int32_t slot[2])
{
    return contact->torsion == 0 && contact->rolling == 0 && ((a->locked | b->locked) & LOCKED_AXES) == 0 &&
           (slot[0] > 0 || slot[1] > 0);
}

/* The tangents of a manifold; torsion rows of patches are counted when their radii are known. */
static int32_t friction_rows(const md3_world *world, const struct contact *contact, int32_t points)
{
    return contact->friction > 0 ? 2 * (world->def.central_friction ? 1 : points) : 0;
}

/* Lists the manifolds of a contact and prepares it for assembly. Returns their number. */
static int32_t list_manifolds(md3_world *world, int32_t index, struct block_contact *manifolds,
                              struct listed_manifolds *listed)
{
    struct velocity_problem *velocity = &world->velocity;
    struct contact *contact = &world->contacts.at[index];
    const struct body *a = &world->bodies[contact->body[0]];
    const struct body *b = &world->bodies[contact->body[1]];
    const int32_t slot[2] = {velocity->body_slot.at[contact->body[0]], velocity->body_slot.at[contact->body[1]]};
    listed->fits = listed->fits && fits_lane(contact, a, b, slot);
    contact->let_through = false;
    contact->arriving = false;
    contact->asked_in = contact_step_number(world->steps);
    contact->moves_surface = (slot[0] == 0 && is_moving(a)) || (slot[1] == 0 && is_moving(b)) ||
                             has_belt(world, contact->shape[0]) || has_belt(world, contact->shape[1]);
    listed->any_restitution = listed->any_restitution || contact->restitution > 0;
    listed->any_friction = listed->any_friction || contact->friction > 0;
    for (int32_t k = 0; k < contact->manifold_count; ++k) {
        const int32_t points = contact_manifold_of(contact, k)->manifold.count;
        manifolds[k] = (struct block_contact){
            .slot = {slot[0], slot[1]}, .owner = MD3_MAX_CONTACT_MANIFOLDS * index + k, .points = points};
        listed->rows += points + friction_rows(world, contact, points);
    }
    return contact->manifold_count;
}

/* The contacts of a group. A task counts the manifolds of some, and then lists them behind those of the tasks before. */
struct listing {
    md3_world *world;
    int32_t first, count; /* in the list of all groups */
};

static const int32_t *contacts_of(const struct listing *listing)
{
    return listing->world->islands.contacts.at.at + listing->first;
}

static void count_task(void *context, int32_t task)
{
    const struct listing *listing = context;
    const struct md_task_range range = md_task_range_of(task, CONTACTS_PER_TASK, listing->count);
    const int32_t *contacts = contacts_of(listing);
    int32_t count = 0;
    for (int32_t i = range.first; i < range.end; ++i) {
        count += listing->world->contacts.at[contacts[i]].manifold_count;
    }
    listing->world->velocity.tallies[task] = (struct listed_manifolds){.count = count, .fits = true};
}

static void list_task(void *context, int32_t task)
{
    const struct listing *listing = context;
    const struct md_task_range range = md_task_range_of(task, CONTACTS_PER_TASK, listing->count);
    const int32_t *contacts = contacts_of(listing);
    struct velocity_problem *velocity = &listing->world->velocity;
    struct listed_manifolds listed = velocity->tallies[task];
    struct block_contact *to = velocity->listed + listed.first;
    for (int32_t i = range.first; i < range.end; ++i) {
        to += list_manifolds(listing->world, contacts[i], to, &listed);
    }
    velocity->tallies[task] = listed;
}

/* Lets each task begin behind the one before. Returns the number of manifolds. */
static int32_t place_tasks(struct velocity_problem *velocity, int32_t tasks)
{
    int32_t count = 0;
    for (int32_t task = 0; task < tasks; ++task) {
        velocity->tallies[task].first = count;
        count += velocity->tallies[task].count;
    }
    return count;
}

static void join_tallies(struct velocity_problem *velocity, int32_t tasks, bool *fits)
{
    velocity->any_restitution = velocity->any_friction = false;
    velocity->listed_rows = 0;
    for (int32_t task = 0; task < tasks; ++task) {
        const struct listed_manifolds *listed = &velocity->tallies[task];
        *fits = *fits && listed->fits;
        velocity->any_restitution = velocity->any_restitution || listed->any_restitution;
        velocity->any_friction = velocity->any_friction || listed->any_friction;
        velocity->listed_rows += listed->rows;
    }
}

static md_status list_group(md3_world *world, int32_t group, int32_t *count, bool *fits)
{
    struct velocity_problem *velocity = &world->velocity;
    const int32_t *start = world->islands.contacts.start.at + group;
    struct listing listing = {world, start[0], start[1] - start[0]};
    const int32_t tasks = md_task_count(CONTACTS_PER_TASK, listing.count);
    md_status status = md_array_reserve(&world->allocator, (void **)&velocity->tallies, &velocity->tally_capacity,
                                        (size_t)tasks + 1, sizeof *velocity->tallies);
    if (status != MD_OK) {
        return status;
    }
    md_tasks_run(&world->tasks, tasks, count_task, &listing);
    *count = place_tasks(velocity, tasks);
    status = md_array_reserve(&world->allocator, (void **)&velocity->listed, &velocity->listed_capacity,
                              (size_t)*count + 1, sizeof *velocity->listed);
    if (status == MD_OK) {
        md_tasks_run(&world->tasks, tasks, list_task, &listing);
        join_tallies(velocity, tasks, fits);
    }
    return status;
}

md_status md3_lanes_lay_out(md3_world *world, int32_t group, bool *fits)
{
    struct velocity_problem *velocity = &world->velocity;
    const md_problem *bodies = &velocity->blocks.packed;
    int32_t count = 0;
    *fits = world->contacts.pool.used <= INT32_MAX / MD3_MAX_CONTACT_MANIFOLDS;
    md_status status = *fits ? list_group(world, group, &count, fits) : MD_OK;
    if (status != MD_OK || !*fits) {
        return status;
    }
    if (velocity->manifolds.has_patches != world->def.central_friction ||
        !md_layout_is_current(&velocity->layout, bodies, velocity->listed, count)) {
        velocity->manifolds.has_patches = world->def.central_friction;
        status = md_layout_begin(&velocity->layout, &world->allocator, bodies, count);
        if (status == MD_OK) {
            md_layout_assign_levels(&velocity->layout, bodies, velocity->listed, count);
            status = md_layout_count_blocks(&velocity->layout, &world->allocator);
        }
    }
    *fits = count > 0 || bodies->is_divided; /* a block with one manifold is faster than its scalar rows */
    return status;
}

static md_status reserve_lanes(md3_world *world)
{
    struct velocity_problem *velocity = &world->velocity;
    const md_allocator *allocator = &world->allocator;
    const size_t lanes = (size_t)velocity->layout.count * MD_LANES + 1;
    md_status status = indices_reserve(allocator, &velocity->lane_manifold, lanes);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &velocity->special_lanes, lanes);
    }
    if (status == MD_OK) {
        status = reals_reserve(allocator, &velocity->lane_turns_far, lanes);
    }
    if (status == MD_OK) {
        status = reals_reserve(allocator, &velocity->lane_radius, lanes);
    }
    if (status == MD_OK) {
        status = md_array_reserve(allocator, (void **)&velocity->pass_results, &velocity->pass_result_capacity,
                                  (size_t)velocity->layout.partitions, sizeof *velocity->pass_results);
    }
    return status == MD_OK ? md_manifold_blocks_reserve_lanes(&velocity->manifolds, allocator, &velocity->layout)
                           : status;
}

static md_status reserve_lines(md3_world *world)
{
    struct velocity_problem *velocity = &world->velocity;
    const size_t points = (size_t)velocity->manifolds.lines * MD_LANES + 1;
    struct reals *reals[] = {&velocity->line_gap, &velocity->line_kinematic, &velocity->line_correction};
    md_status status = MD_OK;
    for (int k = 0; status == MD_OK && k < 3; ++k) {
        status = reals_reserve(&world->allocator, reals[k], points);
    }
    return status;
}

md_status md3_lanes_assign(md3_world *world)
{
    struct velocity_problem *velocity = &world->velocity;
    md_status status = reserve_lanes(world);
    if (status == MD_OK && !velocity->layout.is_placed) {
        md_layout_assign_lanes(&velocity->layout, velocity->listed, velocity->lane_manifold.at);
        for (int32_t lane = 0; lane < velocity->layout.count * MD_LANES; ++lane) {
            const int32_t owner = velocity->lane_manifold.at[lane];
            const struct contact *contact = owner < 0 ? NULL : &world->contacts.at[owner / MD3_MAX_CONTACT_MANIFOLDS];
            velocity->manifolds.point_count.at[lane] =
                owner < 0 ? 0 : contact_manifold_of(contact, owner % MD3_MAX_CONTACT_MANIFOLDS)->manifold.count;
        }
        status = md_manifold_blocks_count_lines(&velocity->manifolds, &world->allocator, &velocity->layout);
        velocity->layout.is_placed = velocity->layout.is_placed && status == MD_OK;
    }
    return status == MD_OK ? reserve_lines(world) : status;
}

/* ---- Special lanes -------------------------------------------------------------------------------------------------- */

/* Writes the biases of point k of a lane's manifold, as scalar rows have them. Returns whether they are finite; their sum
 * need not be, beside a belt of 1e308 m/s. */
static bool write_special_point(md3_world *world, int32_t lane, const struct contact_constraint *constraint,
                                struct contact_manifold *at, int k)
{
    struct velocity_problem *velocity = &world->velocity;
    const int32_t *start = velocity->manifolds.line_start.at + lane / MD_LANES;
    const int32_t row = md_block_problem_row(&velocity->blocks, lane) + k * MD_LANES;
    const int32_t tangent = md_block_problem_row(&velocity->blocks, lane) + (start[1] - start[0] + 2 * k) * MD_LANES;
    const struct point_row normal = md3_contact_normal_row(world, constraint, at, k);
    md_real *bias = velocity->blocks.packed.bias.at;
    bool is_finite = isfinite(normal.row.bias);
    bias[row] = normal.row.bias;
    velocity->line_kinematic.at[(start[0] + k) * MD_LANES + lane % MD_LANES] = normal.kinematic_velocity;
    at->rows.normal[k] = row;
    if (constraint->friction > 0 && !velocity->manifolds.has_patches) {
        md_contact_row rows[2];
        const struct friction_rows friction = {.tangent = rows};
        md3_contact_friction_rows(constraint, at->r[k], md3_contact_normal_diagonal(constraint, &normal.row),
                                  &friction);
        for (int t = 0; t < 2; ++t) {
            bias[tangent + t * MD_LANES] = rows[t].bias;
            is_finite = is_finite && isfinite(rows[t].bias);
        }
    }
    return is_finite;
}

/* The same for the friction of a patch. */
static bool write_special_patch(md3_world *world, int32_t lane, const struct contact_constraint *constraint,
                                const struct contact_manifold *at)
{
    struct velocity_problem *velocity = &world->velocity;
    const int32_t *start = velocity->manifolds.line_start.at + lane / MD_LANES;
    const int32_t row = md_block_problem_row(&velocity->blocks, lane) + (start[1] - start[0]) * MD_LANES;
    md_real bias[MD_PATCH_ROWS];
    bool is_finite = true;
    md3_contact_patch_biases(constraint, at, bias);
    for (int k = 0; k < MD_PATCH_ROWS; ++k) {
        velocity->blocks.packed.bias.at[row + k * MD_LANES] = bias[k];
        is_finite = is_finite && isfinite(bias[k]);
    }
    return is_finite;
}

/* Completes a lane whose points bounce or touch a belt or a kinematic body; the rest of the lane is written. */
static md_status write_special_lane(md3_world *world, int32_t lane)
{
    const int32_t owner = world->velocity.lane_manifold.at[lane];
    struct contact *contact = &world->contacts.at[owner / MD3_MAX_CONTACT_MANIFOLDS];
    struct contact_manifold *at = contact_manifold_at(contact, owner % MD3_MAX_CONTACT_MANIFOLDS);
    const struct contact_constraint constraint = md3_contact_constraint_of(world, contact, at->manifold.normal);
    bool is_finite = true;
    for (int k = 0; k < at->manifold.count; ++k) {
        is_finite = write_special_point(world, lane, &constraint, at, k) && is_finite;
    }
    if (constraint.friction > 0 && world->velocity.manifolds.has_patches) {
        is_finite = write_special_patch(world, lane, &constraint, at) && is_finite;
    }
    world->velocity.lane_turns_far.at[lane] = md3_contact_turns_far(&constraint) ? 1 : 0;
    return is_finite ? MD_OK : MD_ERROR_ARGUMENT;
}

/* ---- Passes over the blocks ----------------------------------------------------------------------------------------- */

struct pass {
    md3_world *world;
    const md_result *velocities, *corrected;
};

static const struct contact_kernel *kernel(void)
{
    return MD_FOR_THIS_MACHINE(md3_contact_kernel);
}

static struct md_task_range blocks_of(const md3_world *world, int32_t partition)
{
    const int32_t *start = world->velocity.layout.partition_start.at;
    return (struct md_task_range){start[partition], start[partition + 1]};
}

static struct pass_result *result_of(const struct pass *pass, int32_t partition)
{
    return &pass->world->velocity.pass_results[partition];
}

/* `any` becomes true if a task says so. */
static md_status run(struct pass *pass, md_task_function *task, bool *any)
{
    const int32_t partitions = pass->world->velocity.layout.partitions;
    md_status status = MD_OK;
    md_tasks_run(&pass->world->tasks, partitions, task, pass);
    for (int32_t partition = 0; partition < partitions; ++partition) {
        status = status == MD_OK ? result_of(pass, partition)->status : status;
        *any = *any || result_of(pass, partition)->any;
    }
    return status;
}

static void assemble_velocity(void *context, int32_t partition)
{
    struct pass *pass = context;
    md3_world *world = pass->world;
    const struct md_task_range blocks = blocks_of(world, partition);
    const struct assembled_lanes assembled = kernel()->assemble_velocity(world, blocks.first, blocks.end);
    *result_of(pass, partition) = (struct pass_result){
        .any = !assembled.fits, .special = assembled.special, .torsion_rows = assembled.torsion_rows};
}

static void write_special_lanes(void *context, int32_t partition)
{
    struct pass *pass = context;
    const int32_t *lanes = pass->world->velocity.special_lanes.at + blocks_of(pass->world, partition).first * MD_LANES;
    md_status status = MD_OK;
    for (int32_t i = 0; status == MD_OK && i < result_of(pass, partition)->special; ++i) {
        status = write_special_lane(pass->world, lanes[i]);
    }
    result_of(pass, partition)->status = status;
}

md_status md3_lanes_assemble_velocity(md3_world *world, bool *fits)
{
    struct pass pass = {.world = world};
    bool any_unfit = false;
    md_status status = run(&pass, assemble_velocity, &any_unfit);
    *fits = !any_unfit;
    if (any_unfit || status != MD_OK) {
        return status;
    }
    for (int32_t partition = 0; partition < world->velocity.layout.partitions; ++partition) {
        world->velocity.blocks.rows += result_of(&pass, partition)->torsion_rows;
    }
    /* Only now: a bounce that is due may be taken once. */
    bool none = false;
    return run(&pass, write_special_lanes, &none);
}

static void assemble_position(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->world, partition);
    struct pass_result result = {.status = MD_OK};
    const bool finite =
        kernel()->assemble_position(pass->world, pass->velocities, blocks.first, blocks.end, &result.any);
    result.status = finite ? MD_OK : MD_ERROR_ARGUMENT;
    *result_of(pass, partition) = result;
}

md_status md3_lanes_assemble_position(md3_world *world, const md_result *velocities, bool *needed)
{
    struct pass pass = {.world = world, .velocities = velocities};
    return run(&pass, assemble_position, needed);
}

static void cache(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->world, partition);
    kernel()->cache(pass->world, pass->velocities, pass->corrected, blocks.first, blocks.end);
}

void md3_lanes_cache(md3_world *world, const md_result *velocities, const md_result *corrected)
{
    struct pass pass = {.world = world, .velocities = velocities, .corrected = corrected};
    bool none = false;
    run(&pass, cache, &none);
}
