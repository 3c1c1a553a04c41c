#include "world3/moves.h"

#include "world3/world.h"

md_status md3_moves_reserve(md3_world *world)
{
    return md_array_reserve(&world->allocator, (void **)&world->moves.at, &world->moves.capacity,
                            (size_t)world->awake.body_count, sizeof *world->moves.at);
}

static bool has_moved(const struct body *body)
{
    const md3_vec *center = &body->center;
    const md3_vec *old_center = &body->previous_center;
    const md3_rot *rotation = &body->rotation;
    const md3_rot *old_rotation = &body->previous_rotation;
    return center->x != old_center->x || center->y != old_center->y || center->z != old_center->z ||
           rotation->x != old_rotation->x || rotation->y != old_rotation->y || rotation->z != old_rotation->z ||
           rotation->w != old_rotation->w;
}

void md3_moves_collect(md3_world *world)
{
    struct moves *moves = &world->moves;
    for (int32_t n = 0; n < world->awake.body_count; ++n) {
        const int32_t index = world->awake.bodies.at[n];
        const struct body *body = &world->bodies[index];
        if (has_moved(body) || !body->awake) {
            moves->at[moves->count++] = (struct move){md3_body_id_of(world, index), !body->awake};
        }
    }
}

int32_t md3_world_moved_bodies(const md3_world *world, md3_moved_body *moves, int32_t capacity)
{
    int32_t count = 0;
    for (int32_t n = 0; world != NULL && n < world->moves.count; ++n) {
        const struct move *move = &world->moves.at[n];
        const struct body *body = md3_body_of(world, move->body);
        if (body == NULL) { /* destroyed since */
            continue;
        }
        if (count < capacity && moves != NULL) {
            moves[count] = (md3_moved_body){.body = move->body,
                                            .transform = body_transform(body),
                                            .user = body->user,
                                            .fell_asleep = move->fell_asleep};
        }
        ++count;
    }
    return count;
}
