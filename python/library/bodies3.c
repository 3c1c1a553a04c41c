/* All bodies of a 3D world. */
#include "put.h"

static void read_body(const md3_world *world, md3_body_id body, const mdpy_bodies *bodies, int32_t place)
{
    const md3_transform transform = md3_body_transform(world, body);
    const md3_vec center = md3_body_center(world, body);
    const md3_vec velocity = md3_body_velocity(world, body);
    const md3_vec angular_velocity = md3_body_angular_velocity(world, body);
    put(bodies->position, place, &transform.p, 3);
    put(bodies->rotation, place, &transform.q, 4);
    put(bodies->center, place, &center, 3);
    put(bodies->velocity, place, &velocity, 3);
    put(bodies->angular_velocity, place, &angular_velocity, 3);
    if (bodies->index != NULL) {
        bodies->index[place] = body.index;
    }
    if (bodies->generation != NULL) {
        bodies->generation[place] = body.generation;
    }
    if (bodies->type != NULL) {
        bodies->type[place] = (uint8_t)md3_body_get_type(world, body);
    }
    if (bodies->awake != NULL) {
        bodies->awake[place] = md3_body_is_awake(world, body);
    }
}

int32_t mdpy3_read_bodies(const md3_world *world, const mdpy_bodies *bodies, int32_t capacity)
{
    int32_t place = 0;
    for (md3_body_id body = md3_world_first_body(world); body.generation != 0 && place < capacity;
         body = md3_world_next_body(world, body)) {
        read_body(world, body, bodies, place++);
    }
    return md3_world_body_count(world);
}

/* The numbers for a body; zeros if there is no array. */
static md3_vec vec_at(const md_real *array, int32_t place)
{
    const md_real *at = array != NULL ? array + 3 * (size_t)place : NULL;
    return at != NULL ? md3_v(at[0], at[1], at[2]) : md3_v(0, 0, 0);
}

static bool is_zero(md3_vec vec)
{
    return vec.x == 0 && vec.y == 0 && vec.z == 0;
}

static md_status push(md3_world *world, md3_body_id body, mdpy_change change, md3_vec linear, md3_vec angular)
{
    const bool is_force = change == MDPY_APPLY_FORCES;
    md_status status = MD_OK;
    if (!is_zero(linear)) {
        status = is_force ? md3_body_apply_force_to_center(world, body, linear)
                          : md3_body_apply_impulse_to_center(world, body, linear);
    }
    if (status == MD_OK && !is_zero(angular)) {
        status = is_force ? md3_body_apply_torque(world, body, angular)
                          : md3_body_apply_angular_impulse(world, body, angular);
    }
    return status;
}

static md_status set_velocity(md3_world *world, md3_body_id body, int32_t place, const md_real *linear,
                              const md_real *angular)
{
    const md3_vec v = linear != NULL ? vec_at(linear, place) : md3_body_velocity(world, body);
    const md3_vec w = angular != NULL ? vec_at(angular, place) : md3_body_angular_velocity(world, body);
    return md3_body_set_velocity(world, body, v, w);
}

static md_status set_transform(md3_world *world, md3_body_id body, int32_t place, const md_real *linear,
                               const md_real *angular)
{
    md3_transform transform = md3_body_transform(world, body);
    if (linear != NULL) {
        transform.p = vec_at(linear, place);
    }
    if (angular != NULL) {
        const md_real *q = angular + 4 * (size_t)place;
        transform.q = (md3_rot){q[0], q[1], q[2], q[3]};
    }
    return md3_body_set_transform(world, body, transform);
}

md_status mdpy3_change_bodies(md3_world *world, mdpy_change change, const md_real *linear, const md_real *angular,
                              int32_t count)
{
    md_status status = count == md3_world_body_count(world) ? MD_OK : MD_ERROR_SIZE;
    int32_t place = 0;
    for (md3_body_id body = md3_world_first_body(world); body.generation != 0 && status == MD_OK;
         body = md3_world_next_body(world, body), ++place) {
        if (md3_body_get_type(world, body) == MD3_STATIC) {
            continue;
        }
        switch (change) {
        case MDPY_APPLY_FORCES:
        case MDPY_APPLY_IMPULSES:
            status = push(world, body, change, vec_at(linear, place), vec_at(angular, place));
            break;
        case MDPY_SET_VELOCITIES: status = set_velocity(world, body, place, linear, angular); break;
        case MDPY_SET_TRANSFORMS: status = set_transform(world, body, place, linear, angular); break;
        }
    }
    return status;
}
