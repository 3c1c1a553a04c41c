/* All bodies of a 2D world. */
#include "put.h"

static void read_body(const md2_world *world, md2_body_id body, const mdpy_bodies *bodies, int32_t place)
{
    const md2_transform transform = md2_body_transform(world, body);
    const md2_vec center = md2_body_center(world, body);
    const md2_vec velocity = md2_body_velocity(world, body);
    const md_real angular_velocity = md2_body_angular_velocity(world, body);
    put(bodies->position, place, &transform.p, 2);
    put(bodies->rotation, place, &transform.q, 2);
    put(bodies->center, place, &center, 2);
    put(bodies->velocity, place, &velocity, 2);
    put(bodies->angular_velocity, place, &angular_velocity, 1);
    if (bodies->index != NULL) {
        bodies->index[place] = body.index;
    }
    if (bodies->generation != NULL) {
        bodies->generation[place] = body.generation;
    }
    if (bodies->type != NULL) {
        bodies->type[place] = (uint8_t)md2_body_get_type(world, body);
    }
    if (bodies->awake != NULL) {
        bodies->awake[place] = md2_body_is_awake(world, body);
    }
}

int32_t mdpy2_read_bodies(const md2_world *world, const mdpy_bodies *bodies, int32_t capacity)
{
    int32_t place = 0;
    for (md2_body_id body = md2_world_first_body(world); body.generation != 0 && place < capacity;
         body = md2_world_next_body(world, body)) {
        read_body(world, body, bodies, place++);
    }
    return md2_world_body_count(world);
}

/* The numbers for a body; zeros if there is no array. */
static md2_vec vec_at(const md_real *array, int32_t place)
{
    const md_real *at = array != NULL ? array + 2 * (size_t)place : NULL;
    return at != NULL ? md2_v(at[0], at[1]) : md2_v(0, 0);
}

static bool is_zero(md2_vec vec)
{
    return vec.x == 0 && vec.y == 0;
}

static md_status push(md2_world *world, md2_body_id body, mdpy_change change, md2_vec linear, md_real angular)
{
    const bool is_force = change == MDPY_APPLY_FORCES;
    md_status status = MD_OK;
    if (!is_zero(linear)) {
        status = is_force ? md2_body_apply_force_to_center(world, body, linear)
                          : md2_body_apply_impulse_to_center(world, body, linear);
    }
    if (status == MD_OK && angular != 0) {
        status = is_force ? md2_body_apply_torque(world, body, angular)
                          : md2_body_apply_angular_impulse(world, body, angular);
    }
    return status;
}

static md_status set_velocity(md2_world *world, md2_body_id body, int32_t place, const md_real *linear,
                              const md_real *angular)
{
    const md2_vec v = linear != NULL ? vec_at(linear, place) : md2_body_velocity(world, body);
    const md_real w = angular != NULL ? angular[place] : md2_body_angular_velocity(world, body);
    return md2_body_set_velocity(world, body, v, w);
}

static md_status set_transform(md2_world *world, md2_body_id body, int32_t place, const md_real *linear,
                               const md_real *angular)
{
    md2_transform transform = md2_body_transform(world, body);
    if (linear != NULL) {
        transform.p = vec_at(linear, place);
    }
    if (angular != NULL) {
        const md_real *q = angular + 2 * (size_t)place;
        transform.q = (md2_rot){q[0], q[1]};
    }
    return md2_body_set_transform(world, body, transform);
}

md_status mdpy2_change_bodies(md2_world *world, mdpy_change change, const md_real *linear, const md_real *angular,
                              int32_t count)
{
    md_status status = count == md2_world_body_count(world) ? MD_OK : MD_ERROR_SIZE;
    int32_t place = 0;
    for (md2_body_id body = md2_world_first_body(world); body.generation != 0 && status == MD_OK;
         body = md2_world_next_body(world, body), ++place) {
        if (md2_body_get_type(world, body) == MD2_STATIC) {
            continue;
        }
        switch (change) {
        case MDPY_APPLY_FORCES:
        case MDPY_APPLY_IMPULSES:
            status = push(world, body, change, vec_at(linear, place), angular != NULL ? angular[place] : 0);
            break;
        case MDPY_SET_VELOCITIES: status = set_velocity(world, body, place, linear, angular); break;
        case MDPY_SET_TRANSFORMS: status = set_transform(world, body, place, linear, angular); break;
        }
    }
    return status;
}
