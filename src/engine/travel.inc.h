/* Notes how far the bodies of a world have travelled (travel.h, dimension.h).
 *
 * The including file defines
 *
 *     md_real distance_from(const struct travel *before, const struct body *body)    how far points of a body may be from where
 *                                                                                    they were, at most
 *     md_real turning_speed(const struct body *body)                                 rad/s, >= 0
 */
#include "engine/dimension.h"

/* Covers the rounding of a distance. */
#define ROUNDING ((md_real)1.001)

/* Not less than a distance. A damaged snapshot may lead to negative ones and NaN, which count as far. */
static uint32_t units_of(md_real distance)
{
    const md_real units = ROUNDING * distance * TRAVEL_UNITS;
    return units >= 0 && units < (md_real)TRAVEL_FAR ? (uint32_t)units + 1 : TRAVEL_FAR;
}

/* The distance that must be free around a body, so that it has no points with another one now and meets none in dt seconds:
 * half of the speculative margin, or its motion plus half of the distance at which bodies count as met. */
static md_real free_distance(const WORLD *world, const struct body *body, md_real dt)
{
    const md_real speed = vec_length(body->velocity) + turning_speed(body) * body->max_extent;
    return md_max(world->def.speculative_margin / 2, ROUNDING * speed * dt + MD_CONSTANT(LINEAR_SLOP) / 2);
}

/* Contacts of a body whose leaf has moved are not guarded: they may have separated. */
static int32_t note(WORLD *world, const int32_t *list, int32_t count, const void *seconds)
{
    const md_real dt = *(const md_real *)seconds;
    struct travels *travels = &world->travels;
    for (int32_t n = 0; n < count; ++n) {
        const int32_t i = list != NULL ? list[n] : n;
        const struct body *body = &world->bodies[i];
        struct travel *travel = &travels->at[i];
        const uint32_t leaf_moved = body->moved_at == world->narrow_phase.updates ? TRAVEL_FAR : 0;
        travel->way += units_of(distance_from(travel, body));
        travel->center = body->center;
        travel->rotation = body->rotation;
        travels->reach.at[i] = (int32_t)(travel->way + units_of(free_distance(world, body, dt)) + leaf_moved);
    }
    return 0;
}

md_status MD_(travels_reserve)(WORLD *world)
{
    struct travels *travels = &world->travels;
    const int32_t count = world->body_handles.count;
    md_status status = indices_reserve(&world->allocator, &travels->reach, (size_t)count);
    if (status == MD_OK) {
        status = md_array_reserve(&world->allocator, (void **)&travels->at, &travels->capacity, (size_t)count,
                                  sizeof *travels->at);
    }
    if (status == MD_OK && count > travels->count) {
        memset(travels->at + travels->count, 0, (size_t)(count - travels->count) * sizeof *travels->at);
        travels->count = count;
    }
    return status;
}

bool MD_(travels_note)(WORLD *world, md_real dt)
{
    struct travels *travels = &world->travels;
    if (travels->count < world->body_handles.count) {
        return false;
    }
    if (travels->rebuilds != world->awake.rebuilds) {
        note(world, NULL, world->body_handles.count, &dt);
        travels->rebuilds = world->awake.rebuilds;
    } else {
        MD_(bodies_run)(world, world->awake.bodies.at, world->awake.body_count, note, &dt);
    }
    return true;
}

void MD_(travels_free)(struct travels *travels, const md_allocator *allocator)
{
    md_array_free(allocator, (void **)&travels->at, &travels->capacity, sizeof *travels->at);
    indices_free(allocator, &travels->reach);
}
