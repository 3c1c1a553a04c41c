/* Bodies that the last step moved or put to sleep (dimension.h).
 *
 * The including file defines
 *
 *     bool has_moved(const struct body *body)     whether the last step changed its position or rotation
 */
#include "engine/dimension.h"

typedef MD_(moved_body) moved_body;

md_status MD_(moves_reserve)(WORLD *world)
{
    return md_array_reserve(&world->allocator, (void **)&world->moves.at, &world->moves.capacity,
                            (size_t)world->awake.body_count, sizeof *world->moves.at);
}

/* Sleeping bodies have no kinetic energy. */
static inline void report_body(WORLD *world, int32_t index, md_step_report *report)
{
    const struct body *body = &world->bodies[index];
    if (body->type != MD_CONSTANT(DYNAMIC) || !body->awake || !share_owns(world->share, index)) {
        return;
    }
    ++report->awake_bodies;
    if (world->def.partitions > 0) {
        world->division.energy[world->division.strip.at[index]] += MD_(body_kinetic_energy)(body);
    } else {
        report->kinetic_energy += MD_(body_kinetic_energy)(body);
    }
}

void MD_(moves_collect)(WORLD *world, md_step_report *report)
{
    struct moves *moves = &world->moves;
    memset(world->division.energy, 0, (size_t)world->division.strips.count * sizeof *world->division.energy);
    for (int32_t n = 0; n < world->awake.body_count; ++n) {
        const int32_t index = world->awake.bodies.at[n];
        const struct body *body = &world->bodies[index];
        if (has_moved(body) || !body->awake) {
            const MD_(body_id) id = {index, world->body_handles.generation[index]};
            moves->at[moves->count++] = (struct move){id, !body->awake};
        }
        report_body(world, index, report);
    }
}

int32_t MD_(world_moved_bodies)(const WORLD *world, moved_body *moves, int32_t capacity)
{
    int32_t count = 0;
    for (int32_t n = 0; world != NULL && n < world->moves.count; ++n) {
        const struct move *move = &world->moves.at[n];
        const struct body *body = MD_(body_of)(world, move->body);
        if (body == NULL) { /* destroyed since */
            continue;
        }
        if (count < capacity && moves != NULL) {
            moves[count] = (moved_body){.body = move->body,
                                        .transform = body_transform(body),
                                        .user = body->user,
                                        .fell_asleep = move->fell_asleep};
        }
        ++count;
    }
    return count;
}
