#include "bench/bench.h"

#include <math.h>
#include <string.h>

#include "scene/library/scenes.h"

/* Pools of other sizes than the paper's: 40 m wide for 10,000 circles, about as high as wide. */
#define LARGE_CIRCLES 10000
#define LARGE_WIDTH 40.0

static void describe_pool_of(struct description *description, int32_t circles)
{
    struct pool pool = PAPER_POOL1;
    if (circles != pool.circles) {
        pool.circles = circles;
        pool.width = LARGE_WIDTH * sqrt((double)circles / LARGE_CIRCLES);
    }
    describe_pool(description, &pool);
}

static void describe_pyramid_of(struct description *description, int32_t rows)
{
    const struct pyramid pyramid = {.rows = rows, .size = 1, .gap = 0.1, .friction = 0.6, .ground_depth = 1};
    describe_pyramid(description, &pyramid);
}

static void describe_sleeping(struct description *description, int32_t side)
{
    describe_islands(description, side);
    description->sleep = true;
}

/* A higher pool falls longer: 50 m take 3 s, and the remaining steps let it come to rest. The two largest pools are timed
 * while they still settle. */
const struct bench_scene BENCH_SCENES[] = {
    /* name, about, builder, size, settle, window, max repeats, max level, default level, usual, quick, rests, stands */
    {"pool1", "the paper's pool of 221 circles", describe_pool_of, 221, 600, 60, 99, LEVEL_FULL, LEVEL_USUAL, true,
     true, true, false},
    {"pool-1000", "a pool of 1,000 circles", describe_pool_of, 1000, 600, 20, 99, LEVEL_FULL, LEVEL_DEFAULT, true,
     false, true, false},
    {"pool-10000", "a pool of 10,000 circles, 40 m wide", describe_pool_of, 10000, 600, 4, 99, LEVEL_FULL,
     LEVEL_DEFAULT, true, false, true, false},
    {"pool-100000", "a pool of 100,000 circles while it settles", describe_pool_of, 100000, 120, 2, 3, LEVEL_DEFAULT,
     LEVEL_DEFAULT, false, false, false, false},
    {"pool-1000000", "a pool of 1,000,000 circles while it settles", describe_pool_of, 1000000, 20, 1, 2, LEVEL_DEFAULT,
     LEVEL_DEFAULT, false, false, false, false},
    {"pyramid-820", "a pyramid of 820 boxes", describe_pyramid_of, 40, 600, 20, 99, LEVEL_FULL, LEVEL_USUAL, true, true,
     true, true},
    {"pyramid-5050", "a pyramid of 5,050 boxes", describe_pyramid_of, 100, 300, 5, 99, LEVEL_USUAL, LEVEL_DEFAULT,
     false, false, true, true},
    {"mixed", "1,000 circles, capsules and polygons between walls", describe_mixed, 1000, 400, 20, 99, LEVEL_FULL,
     LEVEL_DEFAULT, true, false, true, false},
    {"net", "a hanging net of 40 x 40 knots", describe_net, 40, 300, 10, 99, LEVEL_FULL, LEVEL_DEFAULT, true, false,
     false, false},
    {"ragdolls", "100 dolls of 10 limbs between walls", describe_ragdolls_in_basin, 100, 400, 20, 99, LEVEL_FULL,
     LEVEL_DEFAULT, true, false, true, false},
    {"tumbler", "1,000 boxes in a rotating drum", describe_box_tumbler, 1000, 400, 20, 99, LEVEL_FULL, LEVEL_DEFAULT,
     true, false, false, false},
    {"islands", "1,024 stacks of four boxes", describe_islands, 32, 120, 10, 99, LEVEL_FULL, LEVEL_DEFAULT, true, false,
     true, true},
    {"sleeping", "2,500 stacks of four boxes that may sleep", describe_sleeping, 50, 120, 20, 99, LEVEL_DEFAULT,
     LEVEL_DEFAULT, true, false, true, true},
    {0}, /* ends the list of names */
};
const int BENCH_SCENE_COUNT = sizeof BENCH_SCENES / sizeof *BENCH_SCENES - 1;

/* Built-in 3D scenes by their names, with their default keys. */
const struct bench_scene BENCH_SCENES3[] = {
    {"spheres", "1,000 spheres in a box (3D)", NULL, 0, 300, 10, 99, LEVEL_FULL, LEVEL_DEFAULT, false, false, true,
     false},
    {"pyramid3", "a square pyramid of 650 boxes (3D)", NULL, 0, 300, 10, 99, LEVEL_FULL, LEVEL_DEFAULT, false, false,
     true, true},
    {"tower3", "a tower of 20 boxes (3D)", NULL, 0, 300, 20, 99, LEVEL_FULL, LEVEL_DEFAULT, false, false, true, true},
    {"mesh3", "200 pieces on a landscape of triangles (3D)", NULL, 0, 300, 10, 99, LEVEL_FULL, LEVEL_DEFAULT, false,
     false, true, false},
    {"washer3", "200 pieces in a turning drum (3D)", NULL, 0, 300, 10, 99, LEVEL_FULL, LEVEL_DEFAULT, false, false,
     false, false},
    {"net3", "a net of 20 x 20 knots that catches a ball (3D)", NULL, 0, 300, 10, 99, LEVEL_FULL, LEVEL_DEFAULT, false,
     false, false, false},
    {"ragdolls3", "10 dolls of 11 limbs (3D)", NULL, 0, 300, 20, 99, LEVEL_FULL, LEVEL_DEFAULT, false, false, true,
     false},
    {0}, /* ends the list of names */
};
const int BENCH_SCENE3_COUNT = sizeof BENCH_SCENES3 / sizeof *BENCH_SCENES3 - 1;

bool bench_scene_is_pool(const struct bench_scene *scene)
{
    return scene->build == describe_pool_of;
}

const struct bench_scene *bench_scene_find(const char *name)
{
    for (int i = 0; i < BENCH_SCENE_COUNT; ++i) {
        if (strcmp(BENCH_SCENES[i].name, name) == 0) {
            return &BENCH_SCENES[i];
        }
    }
    for (int i = 0; i < BENCH_SCENE3_COUNT; ++i) {
        if (strcmp(BENCH_SCENES3[i].name, name) == 0) {
            return &BENCH_SCENES3[i];
        }
    }
    return NULL;
}

struct description bench_scene_build(const struct bench_scene *scene)
{
    struct description description = description_begin(scene->name);
    if (scene->build != NULL) {
        scene->build(&description, scene->size);
    }
    return description;
}
