/* Many worlds, stepped by as many threads as call. */
#include "companion.h"

static md_status step(const mdpy_batch *batch, int32_t i)
{
    md_status status = MD_OK;
    for (int32_t k = 0; k < batch->steps && status == MD_OK; ++k) {
        status = batch->dimensions == 3 ? md3_world_step(batch->worlds[i], batch->dt, &batch->reports[i])
                                        : md2_world_step(batch->worlds[i], batch->dt, &batch->reports[i]);
    }
    return status;
}

/* The arrays from the first body of world `i` on. */
static mdpy_bodies bodies_of(const mdpy_batch *batch, int32_t i)
{
    const size_t first = (size_t)i * (size_t)batch->bodies_per_world;
    const size_t D = batch->dimensions == 3 ? 3 : 2;
    const size_t R = batch->dimensions == 3 ? 4 : 2;
    const size_t W = batch->dimensions == 3 ? 3 : 1;
    const mdpy_bodies *all = &batch->bodies;
    return (mdpy_bodies){
        .index = all->index != NULL ? all->index + first : NULL,
        .generation = all->generation != NULL ? all->generation + first : NULL,
        .type = all->type != NULL ? all->type + first : NULL,
        .awake = all->awake != NULL ? all->awake + first : NULL,
        .position = all->position != NULL ? all->position + D * first : NULL,
        .rotation = all->rotation != NULL ? all->rotation + R * first : NULL,
        .center = all->center != NULL ? all->center + D * first : NULL,
        .velocity = all->velocity != NULL ? all->velocity + D * first : NULL,
        .angular_velocity = all->angular_velocity != NULL ? all->angular_velocity + W * first : NULL,
    };
}

/* Returns MD_ERROR_SIZE if the world has another number of bodies than the arrays. */
static md_status read_world(const mdpy_batch *batch, int32_t i)
{
    const mdpy_bodies bodies = bodies_of(batch, i);
    const int32_t count = batch->dimensions == 3
                              ? mdpy3_read_bodies(batch->worlds[i], &bodies, batch->bodies_per_world)
                              : mdpy2_read_bodies(batch->worlds[i], &bodies, batch->bodies_per_world);
    return count == batch->bodies_per_world ? MD_OK : MD_ERROR_SIZE;
}

void mdpy_batch_step(const mdpy_batch *batch, int32_t *next)
{
    for (int32_t i = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED); i < batch->count;
         i = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED)) {
        batch->statuses[i] = step(batch, i);
        if (batch->bodies_per_world > 0 && batch->statuses[i] == MD_OK) {
            batch->statuses[i] = read_world(batch, i);
        }
    }
}

void mdpy_batch_read(const mdpy_batch *batch)
{
    for (int32_t i = 0; i < batch->count; ++i) {
        batch->statuses[i] = read_world(batch, i);
    }
}

void mdpy_batch_change(const mdpy_batch *batch, mdpy_change change, const md_real *linear, const md_real *angular)
{
    const bool is_3d = batch->dimensions == 3;
    const int32_t count = batch->bodies_per_world;
    const size_t linear_size = is_3d ? 3 : 2;
    const size_t angular_size = change == MDPY_SET_TRANSFORMS ? (is_3d ? 4 : 2) : is_3d ? 3 : 1;
    for (int32_t i = 0; i < batch->count; ++i) {
        const size_t first = (size_t)i * (size_t)count;
        const md_real *l = linear != NULL ? linear + linear_size * first : NULL;
        const md_real *a = angular != NULL ? angular + angular_size * first : NULL;
        batch->statuses[i] = is_3d ? mdpy3_change_bodies(batch->worlds[i], change, l, a, count)
                                   : mdpy2_change_bodies(batch->worlds[i], change, l, a, count);
    }
}
