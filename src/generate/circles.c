#include "generate/circles.h"

#include <string.h>

#include "base/memory.h"
#include "generate/contact.h"

#define SLOP 0.005           /* m of penetration that is left alone: a pressed contact does not flicker */
#define BAUMGARTE 0.2        /* share of the rest that is recovered in a step */
#define RECOVERY_MOST 2.0    /* m/s, so that a deep overlap is no explosion */
#define RESTITUTION_FROM 0.5 /* m/s of approach */

md_status circles_create(struct circles *world, int32_t count)
{
    const md_allocator heap = md_allocator_default();
    const size_t size = (size_t)count * sizeof *world->at;
    *world = (struct circles){.count = count, .at = heap.resize(heap.user, NULL, 0, size)};
    if (world->at == NULL) {
        return MD_ERROR_MEMORY;
    }
    memset(world->at, 0, size);
    return MD_OK;
}

void circles_free(struct circles *world)
{
    const md_allocator heap = md_allocator_default();
    heap.resize(heap.user, world->at, (size_t)world->count * sizeof *world->at, 0);
    heap.resize(heap.user, world->touches.at, world->touches.capacity * sizeof *world->touches.at, 0);
    heap.resize(heap.user, world->before.at, world->before.capacity * sizeof *world->before.at, 0);
    heap.resize(heap.user, world->grid.start, world->grid.start_capacity * sizeof *world->grid.start, 0);
    heap.resize(heap.user, world->grid.circle, world->grid.circle_capacity * sizeof *world->grid.circle, 0);
    *world = (struct circles){0};
}

/* ---- Starting a step --------------------------------------------------------------------------------------------- */

static bool comes_before(const struct touch *a, const struct touch *b)
{
    return a->circle != b->circle ? a->circle < b->circle : a->other < b->other;
}

/* A touch that was there in the step before starts from what it carried then. */
static void warm_start(struct circles *world)
{
    const struct touches *before = &world->before;
    size_t old = 0;
    for (size_t i = 0; i < world->touches.count; ++i) {
        struct touch *touch = &world->touches.at[i];
        while (old < before->count && comes_before(&before->at[old], touch)) {
            ++old;
        }
        if (old < before->count && !comes_before(touch, &before->at[old])) {
            memcpy(touch->lambda, before->at[old].lambda, sizeof touch->lambda);
            memcpy(touch->y, before->at[old].y, sizeof touch->y);
        }
    }
}

/* Speed at which the two come closer, m/s. */
static double approach(const struct circles *world, const struct touch *touch)
{
    const struct circle *a = &world->at[touch->circle];
    double vx = a->vx;
    double vy = a->vy;
    if (touch->other >= 0) {
        vx -= world->at[touch->other].vx;
        vy -= world->at[touch->other].vy;
    }
    return -(touch->normal[0] * vx + touch->normal[1] * vy);
}

/* b of a normal row: minus the speed at which the two shall part. */
static double normal_bias(const struct circles *world, const struct touch *touch)
{
    const double speed = approach(world, touch);
    const double rebound = speed > RESTITUTION_FROM ? world->restitution * speed : 0;
    const double excess = touch->depth > SLOP ? touch->depth - SLOP : 0;
    const double wanted = BAUMGARTE * excess / TIME_STEP;
    const double recovery = wanted < RECOVERY_MOST ? wanted : RECOVERY_MOST;
    return -(rebound > recovery ? rebound : recovery);
}

static md_status add_touch(md_problem *problem, const struct circles *world, const struct touch *touch)
{
    const bool is_surface = touch->other < 0;
    struct contact contact =
        disc_contact(is_surface ? MD_NO_BODY : touch->other, is_surface ? 0 : world->at[touch->other].radius,
                     touch->circle, world->at[touch->circle].radius, touch->normal[0], touch->normal[1]);
    contact.friction = world->friction;
    contact.bias = normal_bias(world, touch);
    memcpy(contact.lambda0, touch->lambda, sizeof contact.lambda0);
    memcpy(contact.y0, touch->y, sizeof contact.y0);
    return add_contact(problem, &contact);
}

md_status circles_write_problem(struct circles *world, md_problem *problem)
{
    const struct touches old = world->before;
    world->before = world->touches;
    world->touches = old;
    md_status status = circles_find_touches(world);
    if (status == MD_OK) {
        status = md_problem_begin_bodies(problem, 3);
    }
    for (int32_t i = 0; status == MD_OK && i < world->count; ++i) {
        struct circle *circle = &world->at[i];
        circle->vy -= GRAVITY * TIME_STEP;
        const double velocity[3] = {circle->vx, circle->vy, circle->spin};
        status = add_body(problem, velocity, circle->mass, circle->mass * circle->radius * circle->radius / 2);
    }
    warm_start(world);
    for (size_t i = 0; status == MD_OK && i < world->touches.count; ++i) {
        status = add_touch(problem, world, &world->touches.at[i]);
    }
    return status;
}

/* ---- Ending it --------------------------------------------------------------------------------------------------- */

void circles_advance(struct circles *world, const md_result *result)
{
    const size_t rows = world->friction > 0 ? 2 : 1; /* a touch */
    for (size_t i = 0; i < world->touches.count; ++i) {
        for (size_t r = 0; r < rows; ++r) {
            world->touches.at[i].lambda[r] = result->lambda[i * rows + r];
            world->touches.at[i].y[r] = result->y[i * rows + r];
        }
    }
    for (int32_t i = 0; i < world->count; ++i) {
        struct circle *circle = &world->at[i];
        const md_real *v = result->v + 3 * (size_t)i;
        circle->vx = v[0];
        circle->vy = v[1];
        circle->spin = v[2];
        circle->x += circle->vx * TIME_STEP;
        circle->y += circle->vy * TIME_STEP;
    }
}
