#include "world2/constraint_row.h"

#include "lcp/problem.h"
#include "world2/contact_constraint.h"
#include "world2/world.h"

struct constraint_row md2_row_default(void)
{
    return (struct constraint_row){.body = {-1, -1},
                                   .lower = -MD_INFINITY,
                                   .upper = MD_INFINITY,
                                   .parent = MD_NO_PARENT,
                                   .position = POSITION_NONE};
}

void md2_row_start(const md2_world *world, struct constraint_row *row, const struct cached_row *cache)
{
    const md_real back = contact_pull_back(&world->velocity.settings, cache->lambda, cache->mean);
    row->lambda0 = cache->lambda - back;
    row->y0 = cache->y - back;
}

/* Writes the body slots and the Jacobian of a row. Returns the velocity that bodies without inverse mass add to it. */
static md_real put_bodies(const md2_world *world, const struct constraint_row *row, int32_t *slot, md_real *jacobian)
{
    md_real kinematic_velocity = 0;
    for (int side = 0; side < 2; ++side) {
        const struct body *body = row->body[side] >= 0 ? &world->bodies[row->body[side]] : NULL;
        const md_real *J = row->jacobian[side];
        slot[side] = body != NULL ? world->velocity.body_slot.at[row->body[side]] : 0;
        for (int k = 0; k < 3; ++k) {
            jacobian[3 * side + k] = slot[side] > 0 ? J[k] : 0;
        }
        if (body != NULL && slot[side] == 0) {
            kinematic_velocity += J[0] * body->velocity.x + J[1] * body->velocity.y + J[2] * body->angular_velocity;
        }
    }
    return kinematic_velocity;
}

/* Whether all numbers of a row are finite, except for its bounds. */
static bool is_finite(const md_problem *problem, int32_t i)
{
    const md_real *J = problem->row_jacobian.at + 6 * (size_t)i;
    const md_real sum = ((J[0] + J[1]) + (J[2] + J[3])) + (J[4] + J[5]) + problem->bias.at[i] + problem->lambda0.at[i] +
                        problem->y0.at[i];
    return isfinite(sum);
}

/* The row is written in place: joints and contacts write sound rows if their numbers are finite. */
md_status md2_row_add(md2_world *world, const struct constraint_row *row, int32_t *index)
{
    md_problem *problem = world->velocity.rows;
    const bool warm = world->def.enable_warm_starting;
    const int32_t i = problem->m;
    const md_real kinematic_velocity =
        put_bodies(world, row, problem->row_body.at + 2 * (size_t)i, problem->row_jacobian.at + 6 * (size_t)i);
    problem->bias.at[i] = row->bias + kinematic_velocity;
    problem->compliance.at[i] = row->compliance;
    problem->lower.at[i] = row->lower;
    problem->upper.at[i] = row->upper;
    problem->parent.at[i] = row->parent;
    problem->lambda0.at[i] = warm ? row->lambda0 : 0;
    problem->y0.at[i] = warm ? row->y0 : 0;
    if (!is_finite(problem, i)) {
        return MD_ERROR_ARGUMENT;
    }
    world->velocity.notes[i] = (struct row_note){.gap = row->gap,
                                                 .rate = row->rate,
                                                 .kinematic_velocity = kinematic_velocity,
                                                 .position = row->position,
                                                 .correction0 = row->correction0};
    if (index != NULL) {
        *index = i;
    }
    ++problem->m;
    return MD_OK;
}

void md2_row_cache(struct cached_row *cache, const md_result *result, int32_t index)
{
    const md_real lambda = result->lambda[index];
    cache->mean = contact_running_mean(cache->lambda, cache->mean, lambda);
    cache->lambda = lambda;
    cache->y = result->y[index];
}
