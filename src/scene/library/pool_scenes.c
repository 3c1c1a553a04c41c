/* Circles and other pieces that are dropped between walls or stand one above another. Pool and stacking are the scenes
 * of the paper. The paper gives counts, sizes, masses, friction, restitution and gravity; docs/scenes.md lists what it
 * leaves open and is chosen here: the initial positions, the walls and the floor, and the time step.
 *
 * The floor and the two walls are three static bodies: the paper's n = 672 is 3 (221 + 3).
 */
#include <math.h>

#include "base/angle.h"
#include "base/splitmix.h"
#include "scene/library/scenes.h"

#define POOL_WIDTH 6.0 /* m, for this number of circles: */
#define POOL_CIRCLES 221.0
#define PITCH 1.08  /* minimal distance of two lattice points, in diameters: 13 columns in 6 m, 17 x 13 = 221 */
#define JITTER 0.98 /* fraction of the free gap that the random shift may use, so that nothing overlaps at the start */

/* ---- Pool ---------------------------------------------------------------------------------------------------------- */

const struct pool PAPER_POOL1 = {.circles = 221,
                                 .radius = 0.21,
                                 .lowest_mass = 2,
                                 .highest_mass = 2,
                                 .friction = 0.1,
                                 .restitution = 0.2,
                                 .seed = 1};

/* A lattice between walls, in which pieces can be shifted at random without touching each other. */
struct lattice {
    int32_t columns, rows;
    double pitch_x, pitch_y, free_x, free_y;
};

static struct lattice lattice_for(int32_t count, double radius, double width)
{
    struct lattice lattice = {.pitch_y = 2 * radius * PITCH};
    lattice.columns = (int32_t)fmin(fmax(width / lattice.pitch_y, 1), count);
    lattice.rows = (count + lattice.columns - 1) / lattice.columns;
    lattice.pitch_x = width / lattice.columns;
    lattice.free_x = fmax(0, JITTER * (lattice.pitch_x / 2 - radius));
    lattice.free_y = JITTER * (lattice.pitch_y / 2 - radius);
    return lattice;
}

static double lattice_height(const struct lattice *lattice)
{
    return lattice->pitch_y * lattice->rows + 1;
}

static struct body_state lattice_point(const struct lattice *lattice, int32_t index, struct splitmix *random)
{
    const int32_t row = index / lattice->columns;
    const double shift_x = splitmix_real(random, -lattice->free_x, lattice->free_x);
    const double shift_y = splitmix_real(random, -lattice->free_y, lattice->free_y);
    return (struct body_state){.x = lattice->pitch_x * (index % lattice->columns + 0.5) + shift_x,
                               .y = lattice->pitch_y * (row + 0.5) + shift_y};
}

void describe_pool(struct description *description, const struct pool *pool)
{
    const double width = pool->width > 0 ? pool->width : POOL_WIDTH * sqrt(pool->circles / POOL_CIRCLES);
    const struct lattice lattice = lattice_for(pool->circles, pool->radius, width);
    const struct material walls = {DEFAULT_MATERIAL.density, pool->friction, pool->restitution};
    struct splitmix random = {pool->seed};
    scene_add_basin(description, &walls, width, lattice_height(&lattice));
    for (int32_t i = 0; i < pool->circles && !description->failed; ++i) {
        const int32_t row = i / lattice.columns;
        const double range = pool->highest_mass - pool->lowest_mass;
        const double mass = lattice.rows > 1 ? pool->lowest_mass + range * row / (lattice.rows - 1) : pool->lowest_mass;
        const struct material material = {mass / disc_area(pool->radius), pool->friction, pool->restitution};
        const int32_t body = scene_add_body(description, BODY_DYNAMIC, lattice_point(&lattice, i, &random));
        scene_add_circle(description, body, &material, pool->radius);
    }
    scene_set_view(description, -0.5, -0.5, width + 0.5, lattice_height(&lattice));
}

/* ---- Mixed pieces -------------------------------------------------------------------------------------------------- */

#define PIECE_RADIUS 0.25 /* m: of the circle that contains a piece */
#define MIXED_SEED 1

void describe_mixed(struct description *description, int32_t pieces)
{
    const double width = sqrt(pieces) * 2 * PIECE_RADIUS;
    const struct material material = {10, 0.3, 0};
    const struct lattice lattice = lattice_for(pieces, PIECE_RADIUS, width);
    struct splitmix random = {MIXED_SEED};
    scene_add_basin(description, &material, width, lattice_height(&lattice));
    for (int32_t i = 0; i < pieces && !description->failed; ++i) {
        struct body_state start = lattice_point(&lattice, i, &random);
        const double angle = splitmix_real(&random, 0, 2 * MD_PI);
        start.c = cos(angle);
        start.s = sin(angle);
        const int32_t body = scene_add_body(description, BODY_DYNAMIC, start);
        switch (i % 5) {
        case 0: scene_add_circle(description, body, &material, 0.9 * PIECE_RADIUS); break;
        case 1: scene_add_capsule(description, body, &material, 0.55 * PIECE_RADIUS, 0.45 * PIECE_RADIUS); break;
        case 2: scene_add_box(description, body, &material, 0.7 * PIECE_RADIUS, 0.7 * PIECE_RADIUS); break;
        case 3: scene_add_regular_polygon(description, body, &material, 3, PIECE_RADIUS); break;
        default: scene_add_regular_polygon(description, body, &material, 6, PIECE_RADIUS); break;
        }
    }
}

/* ---- Stacking ------------------------------------------------------------------------------------------------------ */

void describe_stacking(struct description *description, const struct stacking *stacking)
{
    const double radius = stacking->radius;
    const struct material ground = {DEFAULT_MATERIAL.density, stacking->friction, stacking->restitution};
    const struct material material = {stacking->mass / disc_area(radius), stacking->friction, stacking->restitution};
    struct splitmix random = {stacking->seed};
    double height = 0;
    scene_add_ground(description, &ground, -3, 3, 2);
    for (int32_t i = 0; i < stacking->circles && !description->failed; ++i) {
        height += stacking->gap > 0 ? splitmix_real(&random, 0, stacking->gap) : 0;
        /* Exactly one above another, or the stack would fall over. */
        const int32_t body = scene_add_body(description, BODY_DYNAMIC, (struct body_state){.y = height + radius});
        scene_add_circle(description, body, &material, radius);
        height += 2 * radius;
    }
    const double half = height / 4 > 1 ? height / 4 : 1;
    scene_set_view(description, -half, -0.5, half, height + 0.5);
}
