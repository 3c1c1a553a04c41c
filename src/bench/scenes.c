#include "bench/bench.h"

#include <math.h>
#include <string.h>

#include "scene/library/scenes.h"
#include "scene/library3/describe3.h"

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

/* 2.6 m wide for 1,000 spheres, 6 m for 10,000: about 5.3 m and 10 m high at rest. */
static void describe_spheres_of(struct description3 *description, int32_t count)
{
    const double width = count <= 1000 ? 2.6 : 6;
    const struct spheres3 spheres = {.count = count,
                                     .radius = 0.21,
                                     .width = width,
                                     .depth = width,
                                     .mass = 2,
                                     .friction = 0.1,
                                     .restitution = 0.2,
                                     .seed = 1};
    describe_spheres3(description, &spheres);
}

static void describe_flat_pyramid_of(struct description3 *description, int32_t rows)
{
    describe_flat_pyramid3(description, rows, 1, 0.1, 0.6);
}

static void describe_pyramid3_of(struct description3 *description, int32_t base)
{
    describe_pyramid3(description, base, 1, 0.05, 0.6);
}

static void describe_wall_of(struct description3 *description, int32_t rows)
{
    describe_wall3(description, rows, rows, 0.6);
}

static void describe_tower_of(struct description3 *description, int32_t boxes)
{
    describe_tower3(description, boxes, 1, 0.6);
}

static void describe_mass_ratio_of(struct description3 *description, int32_t ratio)
{
    describe_mass_ratio3(description, 9, ratio, false);
}

/* A higher pool falls longer: 50 m take 3 s, and the remaining steps let it come to rest. The two largest pools are timed
 * while they still settle. */
const struct bench_scene BENCH_SCENES[] = {
    /* name, about, builder in 2D, in 3D, size, settle, window, max repeats, max level, default level, usual, quick, rests, stands */
    {"pool1", "the paper's pool of 221 circles", describe_pool_of, NULL, 221, 600, 60, 99, LEVEL_FULL, LEVEL_USUAL,
     true, true, true, false},
    {"pool-1000", "a pool of 1,000 circles", describe_pool_of, NULL, 1000, 600, 20, 99, LEVEL_FULL, LEVEL_DEFAULT, true,
     false, true, false},
    {"pool-10000", "a pool of 10,000 circles, 40 m wide", describe_pool_of, NULL, 10000, 600, 4, 99, LEVEL_FULL,
     LEVEL_DEFAULT, true, false, true, false},
    {"pool-100000", "a pool of 100,000 circles while it settles", describe_pool_of, NULL, 100000, 120, 2, 3,
     LEVEL_DEFAULT, LEVEL_DEFAULT, false, false, false, false},
    {"pool-1000000", "a pool of 1,000,000 circles while it settles", describe_pool_of, NULL, 1000000, 20, 1, 2,
     LEVEL_DEFAULT, LEVEL_DEFAULT, false, false, false, false},
    {"pyramid-820", "a pyramid of 820 boxes", describe_pyramid_of, NULL, 40, 600, 20, 99, LEVEL_FULL, LEVEL_USUAL, true,
     true, true, true},
    {"pyramid-5050", "a pyramid of 5,050 boxes", describe_pyramid_of, NULL, 100, 300, 5, 99, LEVEL_USUAL, LEVEL_DEFAULT,
     false, false, true, true},
    {"mixed", "1,000 circles, capsules and polygons between walls", describe_mixed, NULL, 1000, 400, 20, 99, LEVEL_FULL,
     LEVEL_DEFAULT, true, false, true, false},
    {"net", "a hanging net of 40 x 40 knots", describe_net, NULL, 40, 300, 10, 99, LEVEL_FULL, LEVEL_DEFAULT, true,
     false, false, false},
    {"ragdolls", "100 dolls of 10 limbs between walls", describe_ragdolls_in_basin, NULL, 100, 400, 20, 99, LEVEL_FULL,
     LEVEL_DEFAULT, true, false, true, false},
    {"tumbler", "1,000 boxes in a rotating drum", describe_box_tumbler, NULL, 1000, 400, 20, 99, LEVEL_FULL,
     LEVEL_DEFAULT, true, false, false, false},
    {"islands", "1,024 stacks of four boxes", describe_islands, NULL, 32, 120, 10, 99, LEVEL_FULL, LEVEL_DEFAULT, true,
     false, true, true},
    {"sleeping", "2,500 stacks of four boxes that may sleep", describe_sleeping, NULL, 50, 120, 20, 99, LEVEL_DEFAULT,
     LEVEL_DEFAULT, true, false, true, true},
    {0}, /* ends the list of names */
};
const int BENCH_SCENE_COUNT = sizeof BENCH_SCENES / sizeof *BENCH_SCENES - 1;

/* docs/benchmark.md describes them. The dolls, whose joints have no friction, and the net still move when they are timed:
 * they are compared by their joint errors and penetration. */
const struct bench_scene BENCH_SCENES3[] = {
    {"spheres-1000", "1,000 spheres in a box 2.6 m wide (3D)", NULL, describe_spheres_of, 1000, 400, 10, 99, LEVEL_FULL,
     LEVEL_DEFAULT, false, false, true, false},
    {"spheres-10000", "10,000 spheres in a box 6 m wide (3D)", NULL, describe_spheres_of, 10000, 400, 2, 99,
     LEVEL_USUAL, LEVEL_DEFAULT, false, false, true, false},
    {"pyramid3-flat", "a pyramid of 820 boxes, one box deep (3D)", NULL, describe_flat_pyramid_of, 40, 300, 10, 99,
     LEVEL_FULL, LEVEL_DEFAULT, false, false, true, true},
    {"pyramid3", "a square pyramid of 650 boxes (3D)", NULL, describe_pyramid3_of, 12, 300, 10, 99, LEVEL_FULL,
     LEVEL_DEFAULT, false, false, true, true},
    {"wall3", "a wall of 20 rows of 20 bricks (3D)", NULL, describe_wall_of, 20, 300, 10, 99, LEVEL_FULL, LEVEL_DEFAULT,
     false, false, true, true},
    {"mixed3", "1,000 boxes, capsules and spheres in a basin (3D)", NULL, describe_mixed3, 1000, 400, 10, 99,
     LEVEL_FULL, LEVEL_DEFAULT, false, false, true, false},
    {"hulls3", "1,000 convex hulls in a basin (3D)", NULL, describe_hulls3, 1000, 400, 10, 99, LEVEL_FULL,
     LEVEL_DEFAULT, false, false, true, false},
    {"net3", "a hanging net of 20 x 20 spheres (3D)", NULL, describe_net3, 20, 300, 20, 99, LEVEL_FULL, LEVEL_DEFAULT,
     false, false, false, false},
    {"ragdolls3", "50 dolls of 11 capsules in a basin (3D)", NULL, describe_ragdolls3, 50, 400, 20, 99, LEVEL_FULL,
     LEVEL_DEFAULT, false, false, false, false},
    {"tower3", "a tower of 20 boxes (3D)", NULL, describe_tower_of, 20, 600, 40, 99, LEVEL_FULL, LEVEL_DEFAULT, false,
     false, true, true},
    {"mass_ratio3", "9 boxes under one that is 1,000 times as heavy (3D)", NULL, describe_mass_ratio_of, 1000, 600, 40,
     99, LEVEL_FULL, LEVEL_DEFAULT, false, false, true, true},
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

struct any_description bench_scene_build(const struct bench_scene *scene)
{
    struct any_description description = {.dimensions = scene->build3 != NULL ? 3 : 2};
    if (description.dimensions == 3) {
        description.solid = description3_begin(scene->name);
        scene->build3(&description.solid, scene->size);
    } else {
        description.flat = description_begin(scene->name);
        scene->build(&description.flat, scene->size);
    }
    return description;
}
