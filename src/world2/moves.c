#include "world2/moves.h"

#include "world2/world.h"

md_status md2_moves_reserve(md2_world *world)
{
    return md_array_reserve(&world->allocator, (void **)&world->moves.at, &world->moves.capacity,
                            (size_t)world->awake.body_count, sizeof *world->moves.at);
}

static bool has_moved(const struct body *body)
{
    return body->center.x != body->previous_center.x || body->center.y != body->previous_center.y ||
           body->rotation.c != body->previous_rotation.c || body->rotation.s != body->previous_rotation.s;
}

void md2_moves_collect(md2_world *world)
{
    struct moves *moves = &world->moves;
    for (int32_t n = 0; n < world->awake.body_count; ++n) {
        const int32_t index = world->awake.bodies.at[n];
        const struct body *body = &world->bodies[index];
        if (has_moved(body) || !body->awake) {
            moves->at[moves->count++] = (struct move){md2_body_id_of(world, index), !body->awake};
        }
    }
}

int32_t md2_world_moved_bodies(const md2_world *world, md2_moved_body *moves, int32_t capacity)
{
    int32_t count = 0;
    for (int32_t n = 0; world != NULL && n < world->moves.count; ++n) {
        const struct move *move = &world->moves.at[n];
        const struct body *body = md2_body_of(world, move->body);
        if (body == NULL) { /* destroyed since */
            continue;
        }
        if (count < capacity && moves != NULL) {
            moves[count] = (md2_moved_body){.body = move->body,
                                            .transform = body_transform(body),
                                            .user = body->user,
                                            .fell_asleep = move->fell_asleep};
        }
        ++count;
    }
    return count;
}
