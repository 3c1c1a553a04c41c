/* The LCP of velocities of a group, from the rows of its contacts and joints.
 *
 * Where nobody wants to see rows, contacts are written into blocks at once (lcp/block_layout.h); the same numbers in the same order
 * that the solver would pack rows into.
 */
#include <string.h>

#include "geometry2/vec.h"
#include "lcp/problem.h"
#include "lcp/solver.h"
#include "world2/world.h"

struct constraint_row md2_row_default(void)
{
    return (struct constraint_row){.body = {-1, -1},
                                   .lower = -MD_INFINITY,
                                   .upper = MD_INFINITY,
                                   .parent = MD_NO_PARENT,
                                   .position = POSITION_NONE};
}

/* A warm start makes the sweeps of all steps one iteration, and what converges slowly in it sways like a mass on a soft spring, with
 * next to no damping (docs/engine.md has the recurrence). To start a little behind, at what the impulse has been of late, damps it, and
 * does nothing to what rests. */
void md2_row_start(const md2_world *world, struct constraint_row *row, const struct cached_row *memory)
{
    const md_real back = world->def.warm_start_smoothing * (memory->lambda - memory->mean);
    row->lambda0 = memory->lambda - back;
    row->y0 = memory->y - back;
}

void md2_row_keep(struct cached_row *memory, const md_result *result, int32_t index)
{
    const md_real lambda = result->lambda[index];
    const bool is_new = memory->lambda == 0;
    memory->mean = is_new ? lambda : memory->mean + MD2_MEAN_RATE * (lambda - memory->mean);
    memory->lambda = lambda;
    memory->y = result->y[index];
}

/* The bodies of a row in the problem, and its Jacobian; the speed that those add which do not give way in it. */
static md_real put_bodies(const md2_world *world, const struct constraint_row *row, int32_t *slot, md_real *jacobian)
{
    md_real moving = 0;
    for (int side = 0; side < 2; ++side) {
        const struct body *body = row->body[side] >= 0 ? &world->bodies[row->body[side]] : NULL;
        const md_real *J = row->jacobian[side];
        slot[side] = body != NULL ? world->velocity.body_slot.at[row->body[side]] : 0;
        const bool gives_way = slot[side] > 0;
        for (int k = 0; k < 3; ++k) {
            jacobian[3 * side + k] = gives_way ? J[k] : 0;
        }
        if (body != NULL && !gives_way) {
            moving += J[0] * body->velocity.x + J[1] * body->velocity.y + J[2] * body->angular_velocity;
        }
    }
    return moving;
}

/* Whether all numbers of a row are; bounds may be infinite. */
static bool is_finite(const md_problem *problem, int32_t i)
{
    const md_real *J = problem->row_jacobian.at + 6 * (size_t)i;
    const md_real sum = ((J[0] + J[1]) + (J[2] + J[3])) + (J[4] + J[5]) + problem->bias.at[i] + problem->lambda0.at[i] +
                        problem->y0.at[i];
    return isfinite(sum);
}

/* Baumgarte: joints have their error taken back by the velocities. Contacts see to it themselves. */
static md_real pushed_apart(const md2_world *world, const struct constraint_row *row)
{
    if (world->def.position_correction != MD2_CORRECTION_BAUMGARTE || row->is_contact ||
        row->position == POSITION_NONE || (row->position == POSITION_ONE_SIDED && row->gap >= 0)) {
        return 0;
    }
    return md2_correction_bias(world, row->position, row->gap, world->def.correction_factor / world->velocity.h,
                               world->velocity.h);
}

/* In place: what contacts and joints write is sound where it is finite. */
md_status md2_row_add(md2_world *world, const struct constraint_row *row, int32_t *index)
{
    md_problem *problem = world->velocity.rows;
    const int32_t i = problem->m;
    const md_real moving =
        put_bodies(world, row, problem->row_body.at + 2 * (size_t)i, problem->row_jacobian.at + 6 * (size_t)i);
    problem->bias.at[i] = row->bias + moving + pushed_apart(world, row);
    problem->compliance.at[i] = row->compliance;
    problem->lower.at[i] = row->lower;
    problem->upper.at[i] = row->upper;
    problem->parent.at[i] = row->parent;
    problem->lambda0.at[i] = world->def.enable_warm_starting ? row->lambda0 : 0;
    problem->y0.at[i] = world->def.enable_warm_starting ? row->y0 : 0;
    if (!is_finite(problem, i)) {
        return MD_ERROR_ARGUMENT;
    }
    world->velocity.notes[i] = (struct row_note){
        .gap = row->gap, .moving = moving, .position = row->position, .correction0 = row->correction0};
    if (index != NULL) {
        *index = i;
    }
    ++problem->m;
    return MD_OK;
}

#define WORLDS_OF_PARTS (MD_MAX_BODY_PARTITIONS + 1) /* a slot for each part of a layout */

/* Where the bodies of a group go. */
struct slots_of_group {
    const int32_t *first; /* of the group's list */
    md_problem *problem;
    const struct strips *strips;
};

static int32_t write_some(md2_world *world, const int32_t *list, int32_t count, const void *context)
{
    const struct slots_of_group *to = context;
    for (int32_t n = 0; n < count; ++n) {
        const int32_t i = (int32_t)(list + n - to->first);
        struct body *body = &world->bodies[list[n]];
        md_real *slot = to->problem->body.at + MD_SLOT_2D * ((size_t)i + 1);
        world->velocity.body_slot.at[list[n]] = i + 1;
        slot[0] = body->velocity.x;
        slot[1] = body->velocity.y;
        slot[2] = body->angular_velocity;
        slot[3] = body->inverse_mass;
        slot[4] = body->inverse_mass;
        slot[5] = body->inverse_inertia;
        if (to->strips->count > 1) {
            to->problem->body_partition.at[i + 1] = md2_strip_of(to->strips, body->center);
        }
    }
    return 0;
}

/* Room for the bodies of a group. */
static md_status reserve_bodies(md2_world *world, md_problem *problem, int32_t count, bool in_parts)
{
    const size_t slots =
        (size_t)count + 1 + WORLDS_OF_PARTS; /* the first is the world: see state_offset in block_layout.c */
    md_status status = reals_reserve(&problem->allocator, &problem->body, MD_SLOT_2D * slots);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &world->velocity.body_slot, (size_t)world->body_handles.count + 1);
    }
    if (status == MD_OK && in_parts) {
        status = indices_reserve(&problem->allocator, &problem->body_partition, (size_t)count + 1);
    }
    return status;
}

/* The bodies of a group, numbered in its order. What is not sound never gets into a body. */
static md_status write_bodies(md2_world *world, md_problem *problem, int32_t group)
{
    const struct groups *bodies = &world->islands.bodies;
    const int32_t *list = bodies->at.at + bodies->start.at[group];
    const int32_t count = bodies->start.at[group + 1] - bodies->start.at[group];
    const struct strips strips = md2_strips_find(world, group);
    md_status status = md_problem_begin_bodies(problem, 3);
    if (status == MD_OK) {
        status = reserve_bodies(world, problem, count, strips.count > 1);
    }
    if (status != MD_OK) {
        return status;
    }
    if (group == 0) { /* groups share no body that gives way, so that one's slots do not disturb the next */
        memset(world->velocity.body_slot.at, 0, (size_t)world->body_handles.count * sizeof(int32_t));
    }
    memset(problem->body.at + MD_SLOT_2D * ((size_t)count + 1), 0, WORLDS_OF_PARTS * MD_SLOT_2D * sizeof(md_real));
    if (strips.count > 1) {
        problem->partitions = strips.count;
        problem->body_partition.at[0] = 0;
    }
    md2_bodies_run(world, list, count, write_some, &(struct slots_of_group){list, problem, &strips});
    problem->body_count = count;
    problem->n = 3 * count;
    return MD_OK;
}

/* Room for all that the joints and, where they are written as rows, the contacts of a group can need: one a role, two a point. */
static md_status reserve_rows(md2_world *world, int32_t group)
{
    const int32_t *joints = world->islands.joints.start.at + group;
    const int32_t *contacts = world->islands.contacts.start.at + group;
    const size_t rows_of_contacts = world->velocity.in_blocks ? 0 : 4 * (size_t)(contacts[1] - contacts[0]);
    const size_t most = (size_t)JOINT_ROLES * (size_t)(joints[1] - joints[0]) + rows_of_contacts;
    const md_status status = md_problem_reserve_body_rows(world->velocity.rows, most);
    return status != MD_OK ? status
                           : md_array_reserve(&world->allocator, (void **)&world->velocity.notes,
                                              &world->velocity.note_capacity, most, sizeof *world->velocity.notes);
}

/* ---- Writing and taking --------------------------------------------------------------------------------------------- */

static md_status write_joints(md2_world *world, int32_t group, md_real h)
{
    const struct groups *joints = &world->islands.joints;
    md_status status = reserve_rows(world, group);
    for (int32_t i = joints->start.at[group]; status == MD_OK && i < joints->start.at[group + 1]; ++i) {
        status = md2_joint_rows_write(world, &world->joints[joints->at.at[i]], h);
    }
    world->velocity.rows->joint_rows = world->velocity.rows->m;
    return status;
}

static md_status write_contacts(md2_world *world, int32_t group, md_real h)
{
    const struct groups *contacts = &world->islands.contacts;
    md_status status = MD_OK;
    for (int32_t i = contacts->start.at[group]; status == MD_OK && i < contacts->start.at[group + 1]; ++i) {
        status = md2_contact_rows_write(world, &world->contacts.at[contacts->at.at[i]], h);
    }
    return status;
}

/* The bodies have their slots, and the contact points their lanes. */
static md_status write_in_blocks(md2_world *world, int32_t group, md_real h)
{
    world->velocity.in_blocks = true;
    world->velocity.rows = &world->velocity.blocks.packed;
    const md_status status = write_joints(world, group, h);
    return status == MD_OK ? md2_blocks_write(world, group, h) : status;
}

static md_status write_as_rows(md2_world *world, int32_t group, md_real h)
{
    world->velocity.in_blocks = false;
    world->velocity.rows = world->velocity.problem;
    md_status status = write_bodies(world, world->velocity.problem, group);
    if (status == MD_OK) {
        status = write_joints(world, group, h);
    }
    return status == MD_OK ? write_contacts(world, group, h) : status;
}

md_status md2_velocity_problem_assemble(md2_world *world, int32_t group, md_real h)
{
    world->velocity.h = h;
    if (!md2_blocks_are_wanted(world)) {
        return write_as_rows(world, group, h);
    }
    md_status status = write_bodies(world, &world->velocity.blocks.packed, group);
    if (status == MD_OK) {
        status = md2_blocks_lay_out(world, group);
    }
    if (status != MD_OK) {
        return status;
    }
    return md_layout_fills_lanes(&world->velocity.layout) ? write_in_blocks(world, group, h)
                                                          : write_as_rows(world, group, h);
}

md_status md2_velocity_problem_solve(md2_world *world, const md_limits *limits, md_result *result)
{
    world->velocity.solver->threads = world->def.threads;
    world->position.solver->threads = world->def.threads;
    return world->velocity.in_blocks ? md_solver_solve_blocks(world->velocity.solver, &world->def.solver,
                                                              &world->velocity.blocks, limits, result)
                                     : md_solver_solve(world->velocity.solver, &world->def.solver,
                                                       world->velocity.problem, limits, result, NULL);
}

static int32_t take_some(md2_world *world, const int32_t *list, int32_t count, const void *result)
{
    const md_real *velocities = ((const md_result *)result)->v;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        const md_real *v = velocities + 3 * ((size_t)world->velocity.body_slot.at[list[n]] - 1);
        /* Impulses are finite; what they add up to on a light body need not be. */
        if (vec_is_finite(vec(v[0], v[1])) && isfinite(v[2])) {
            body->velocity = vec(v[0], v[1]);
            body->angular_velocity = v[2];
        }
    }
    return 0;
}

void md2_velocity_problem_apply(md2_world *world, int32_t group, md_real h, const md_result *result)
{
    const struct groups *bodies = &world->islands.bodies;
    md2_bodies_run(world, bodies->at.at + bodies->start.at[group],
                   bodies->start.at[group + 1] - bodies->start.at[group], take_some, result);
    const struct groups *joints = &world->islands.joints;
    for (int32_t i = joints->start.at[group]; i < joints->start.at[group + 1]; ++i) {
        md2_joint_rows_keep(&world->joints[joints->at.at[i]], h, result);
    }
}

void md2_velocity_problem_cache(md2_world *world, int32_t group, const md_result *result, const md_result *corrected)
{
    if (world->velocity.in_blocks) {
        md2_blocks_keep(world, result, corrected);
        return;
    }
    const struct groups *contacts = &world->islands.contacts;
    for (int32_t i = contacts->start.at[group]; i < contacts->start.at[group + 1]; ++i) {
        md2_contact_rows_keep(world, &world->contacts.at[contacts->at.at[i]], result, corrected);
    }
}

/* ---- Memory --------------------------------------------------------------------------------------------------------- */

md_status md2_velocity_problem_create(md2_world *world)
{
    struct velocity_problem *velocity = &world->velocity;
    velocity->problem = md_problem_create(&world->allocator);
    velocity->solver = md_solver_create(&world->allocator);
    velocity->blocks.packed.allocator = world->allocator;
    return velocity->problem != NULL && velocity->solver != NULL ? MD_OK : MD_ERROR_MEMORY;
}

void md2_velocity_problem_free(struct velocity_problem *velocity, const md_allocator *allocator)
{
    struct reals *const reals[] = {&velocity->lane_gap, &velocity->lane_moving, &velocity->lane_correction};
    struct indices *const indices[] = {&velocity->body_slot, &velocity->lane_point, &velocity->special_lanes};
    for (int k = 0; k < 3; ++k) {
        reals_free(allocator, reals[k]);
        indices_free(allocator, indices[k]);
    }
    md_array_free(allocator, (void **)&velocity->notes, &velocity->note_capacity, sizeof *velocity->notes);
    md_array_free(allocator, (void **)&velocity->points, &velocity->point_capacity, sizeof *velocity->points);
    md_array_free(allocator, (void **)&velocity->noted, &velocity->noted_capacity, sizeof *velocity->noted);
    md_layout_free(&velocity->layout, allocator);
    md_block_problem_free(&velocity->blocks, allocator);
    md_problem_destroy(velocity->problem);
    md_solver_destroy(velocity->solver);
}
