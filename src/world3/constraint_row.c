#include "world3/constraint_row.h"

#include "geometry3/vec3.h"
#include "world3/world.h"

struct constraint_row md3_row_default(void)
{
    return (struct constraint_row){
        .body = {-1, -1}, .lower = -MD_INFINITY, .upper = MD_INFINITY, .position = POSITION_NONE};
}

/* Below this share of the sum that free axes would give, an inverse effective mass is rounding error. */
#define LEAST_SHARE ((md_real)1e-9)

md_real md3_row_inverse_mass(const md3_world *world, const struct constraint_row *row)
{
    md_real sum = 0;
    md_real free_sum = 0;
    for (int side = 0; side < 2; ++side) {
        if (row->body[side] < 0) {
            continue;
        }
        const struct body *body = &world->bodies[row->body[side]];
        const md3_mat I = body->inverse_inertia;
        const md3_vec linear = body_unlocked_motion(body, row->linear[side]);
        const md3_vec angular = row->angular[side];
        sum += body->inverse_mass * vec_dot(linear, linear) + vec_dot(angular, mat_apply(I, angular));
        free_sum += body->inverse_mass * vec_dot(row->linear[side], row->linear[side]) +
                    (I.x.x + I.y.y + I.z.z) * vec_dot(angular, angular);
    }
    return sum > LEAST_SHARE * free_sum ? sum : 0;
}

void md3_row_start(const md3_world *world, struct constraint_row *row, const struct cached_row *cache)
{
    const bool warm = world->def.enable_warm_starting;
    const md_real back = contact_pull_back(&world->velocity.settings, cache->lambda, cache->mean);
    row->lambda0 = warm ? cache->lambda - back : 0;
    row->y0 = warm ? cache->y - back : 0;
}

static void put_jacobian(md_real *J, md3_vec linear, md3_vec angular)
{
    J[0] = linear.x;
    J[1] = linear.y;
    J[2] = linear.z;
    J[3] = angular.x;
    J[4] = angular.y;
    J[5] = angular.z;
}

/* Writes the bodies and the Jacobian of a row. Returns the velocity that bodies without inverse mass add to it. Locked axes leave
 * the problem with the columns of J: the velocity along them is 0, and stays so. */
static md_real put_bodies(const md3_world *world, const struct constraint_row *row, md_row *to)
{
    md_real kinematic_velocity = 0;
    for (int side = 0; side < 2; ++side) {
        const int32_t index = row->body[side];
        const int32_t slot = index >= 0 ? world->velocity.body_slot.at[index] : 0;
        to->body[side] = slot - 1;
        if (slot > 0) {
            put_jacobian(to->jacobian[side], body_unlocked_motion(&world->bodies[index], row->linear[side]),
                         row->angular[side]);
        } else if (index >= 0) {
            const struct body *body = &world->bodies[index];
            kinematic_velocity +=
                vec_dot(row->linear[side], body->velocity) + vec_dot(row->angular[side], body->angular_velocity);
        }
    }
    return kinematic_velocity;
}

md_status md3_row_add(md3_world *world, const struct constraint_row *row, int32_t *index)
{
    struct velocity_problem *velocity = &world->velocity;
    md_row to = {.compliance = row->compliance,
                 .lower = row->lower,
                 .upper = row->upper,
                 .parent = MD_NO_PARENT,
                 .lambda0 = row->lambda0,
                 .y0 = row->y0};
    const md_real kinematic_velocity = put_bodies(world, row, &to);
    to.bias = row->bias + kinematic_velocity;
    const int32_t i = md_problem_rows(velocity->rows);
    md_status status = md_array_reserve(&world->allocator, (void **)&velocity->notes, &velocity->note_capacity,
                                        (size_t)i + 1, sizeof *velocity->notes);
    if (status == MD_OK) {
        status = md_problem_add_row(velocity->rows, &to);
    }
    if (status == MD_OK) {
        velocity->notes[i] = (struct row_note){
            .gap = row->gap, .rate = row->rate, .kinematic_velocity = kinematic_velocity, .position = row->position};
        *index = i;
    }
    return status;
}

void md3_row_cache(struct cached_row *cache, const md_result *result, int32_t index)
{
    const md_real lambda = result->lambda[index];
    cache->mean = contact_running_mean(cache->lambda, cache->mean, lambda);
    cache->lambda = lambda;
    cache->y = result->y[index];
}
