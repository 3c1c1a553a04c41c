/* Assembling, solving and applying the velocity problem: the entry points are md3_velocity_problem_assemble, _solve, _apply and
 * _cache, in the order in which a step calls them. */
#include "world3/velocity_problem.h"

#include <string.h>

#include "geometry3/vec3.h"
#include "lcp/problem.h"
#include "lcp/solver.h"
#include "world3/position_problem.h"
#include "world3/world.h"

/* ---- Assembling ----------------------------------------------------------------------------------------------------- */

static md_body body_of_problem(const struct body *body)
{
    const md3_vec v = body->velocity;
    const md3_vec w = body->angular_velocity;
    const md3_mat I = body->inverse_inertia;
    return (md_body){.velocity = {v.x, v.y, v.z, w.x, w.y, w.z},
                     .inverse_mass = body->inverse_mass,
                     .inverse_inertia = {I.x.x, I.y.x, I.z.x, I.x.y, I.y.y, I.z.y, I.x.z, I.y.z, I.z.z}};
}

/* Writes the bodies of a group into the problem, in the order of the group's list. */
static md_status add_bodies(md3_world *world, int32_t group)
{
    struct velocity_problem *velocity = &world->velocity;
    const struct groups *bodies = &world->islands.bodies;
    const size_t slots = (size_t)world->body_handles.count;
    md_status status = indices_reserve(&world->allocator, &velocity->body_slot, slots);
    if (status == MD_OK) {
        status = md_problem_begin_bodies(velocity->problem, 6);
    }
    if (status == MD_OK && group == 0) { /* groups share no dynamic body: the slots of one do not disturb the next */
        memset(velocity->body_slot.at, 0, slots * sizeof(int32_t));
    }
    for (int32_t i = bodies->start.at[group]; status == MD_OK && i < bodies->start.at[group + 1]; ++i) {
        const md_body body = body_of_problem(&world->bodies[bodies->at.at[i]]);
        status = md_problem_add_body(velocity->problem, &body);
        velocity->body_slot.at[bodies->at.at[i]] = i - bodies->start.at[group] + 1;
    }
    return status;
}

/* The rows of joints come first. */
static md_status add_joints(md3_world *world, int32_t group)
{
    const struct groups *joints = &world->islands.joints;
    md_status status = MD_OK;
    for (int32_t i = joints->start.at[group]; status == MD_OK && i < joints->start.at[group + 1]; ++i) {
        status = md3_joint_rows_add(world, &world->joints[joints->at.at[i]]);
    }
    world->velocity.problem->joint_rows = world->velocity.problem->m;
    return status;
}

md_status md3_velocity_problem_assemble(md3_world *world, int32_t group, md_real h)
{
    const struct groups *contacts = &world->islands.contacts;
    world->velocity.settings = md3_contact_settings(&world->def, h);
    md_status status = add_bodies(world, group);
    if (status == MD_OK) {
        status = add_joints(world, group);
    }
    for (int32_t i = contacts->start.at[group]; status == MD_OK && i < contacts->start.at[group + 1]; ++i) {
        status = md3_contact_rows_add(world, &world->contacts.at[contacts->at.at[i]]);
    }
    return status;
}

md_status md3_velocity_problem_solve(md3_world *world, const md_limits *limits, md_result *result)
{
    struct velocity_problem *velocity = &world->velocity;
    velocity->solver->tasks = &world->tasks;
    return md_solver_solve(velocity->solver, &world->def.solver, velocity->problem, limits, result, NULL);
}

/* ---- Back to the world ---------------------------------------------------------------------------------------------- */

static int32_t set_velocities(md3_world *world, const int32_t *list, int32_t count, const void *result)
{
    const md_real *velocities = ((const md_result *)result)->v;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        const md_real *v = velocities + 6 * ((size_t)world->velocity.body_slot.at[list[n]] - 1);
        const md3_vec velocity = vec(v[0], v[1], v[2]);
        const md3_vec spin = vec(v[3], v[4], v[5]);
        /* Impulses are finite, but their sum on a light body need not be. */
        if (body_speed_is_sound(velocity, spin, world->velocity.settings.h)) {
            body->velocity = velocity;
            body->angular_velocity = spin;
        }
    }
    return 0;
}

void md3_velocity_problem_apply(md3_world *world, int32_t group, const md_result *result)
{
    const struct groups *bodies = &world->islands.bodies;
    md3_bodies_run(world, bodies->at.at + bodies->start.at[group],
                   bodies->start.at[group + 1] - bodies->start.at[group], set_velocities, result);
}

void md3_velocity_problem_cache(md3_world *world, int32_t group, const md_result *result, const md_result *corrected)
{
    const struct groups *joints = &world->islands.joints;
    const struct groups *contacts = &world->islands.contacts;
    for (int32_t i = joints->start.at[group]; i < joints->start.at[group + 1]; ++i) {
        md3_joint_rows_cache(&world->joints[joints->at.at[i]], world->velocity.settings.h, result);
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
    if (velocity->problem == NULL || velocity->solver == NULL) {
        return MD_ERROR_MEMORY;
    }
    md_solver_stay_with_sweeps(velocity->solver);
    return MD_OK;
}

void md3_velocity_problem_free(struct velocity_problem *velocity, const md_allocator *allocator)
{
    indices_free(allocator, &velocity->body_slot);
    md_array_free(allocator, (void **)&velocity->notes, &velocity->note_capacity, sizeof *velocity->notes);
    md_problem_destroy(velocity->problem);
    md_solver_destroy(velocity->solver);
}
