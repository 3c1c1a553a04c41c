/* 270 circles created at one point, in space or on the ground. After 20 s no two may coincide. In space none may be farther away
 * than 60 radii, on the ground none may have fallen off it. Meanwhile none may move faster than 40 m/s: position correction does
 * not exceed 30 m/s, and no circle falls by more than 5 m. */
#include <math.h>
#include <stdio.h>

#include "attack/escape.h"

enum { CIRCLES = 270, STEPS = 1200 };

#define MAX_SPEED 40.0    /* m/s */
#define HALF_GROUND 500.0 /* m */

struct crowd {
    md2_world *world;
    md2_body_id body[CIRCLES];
    double radius;
};

static void add_ground(md2_world *world, const md2_shape_def *surface)
{
    md2_body_def def = md2_body_def_default();
    md2_body_id body;
    md2_hull hull;
    def.type = MD2_STATIC;
    def.position = md2_v(0, -1);
    escape_require(md2_body_create(world, &def, &body), "ground");
    escape_require(md2_hull_rectangle(&hull, (md_real)HALF_GROUND, 1), "ground");
    escape_require(md2_shape_create(world, body, surface, &hull, NULL), "ground");
}

static void add_circles(struct crowd *crowd, const md2_shape_def *surface, md2_vec position)
{
    md2_body_def def = md2_body_def_default();
    md2_hull hull;
    def.type = MD2_DYNAMIC;
    def.position = position;
    escape_require(md2_hull_circle(&hull, md2_v(0, 0), (md_real)crowd->radius), "circle");
    for (int i = 0; i < CIRCLES; ++i) {
        escape_require(md2_body_create(crowd->world, &def, &crowd->body[i]), "circle");
        escape_require(md2_shape_create(crowd->world, crowd->body[i], surface, &hull, NULL), "circle");
    }
}

/* Number of pairs whose centres are closer than a tenth of the radius. */
static int coinciding(const struct crowd *crowd)
{
    int pairs = 0;
    for (int i = 0; i < CIRCLES; ++i) {
        for (int k = 0; k < i; ++k) {
            const md2_vec apart = md2_vec_sub(md2_body_center(crowd->world, crowd->body[i]),
                                              md2_body_center(crowd->world, crowd->body[k]));
            pairs += (double)md2_vec_length(apart) < crowd->radius / 10;
        }
    }
    return pairs;
}

/* Steps once. Returns the largest distance that a circle moved. */
static double largest_move(const struct crowd *crowd)
{
    md2_vec before[CIRCLES];
    double largest = 0;
    for (int i = 0; i < CIRCLES; ++i) {
        before[i] = md2_body_center(crowd->world, crowd->body[i]);
    }
    escape_require(md2_world_step(crowd->world, (md_real)(1.0 / 60), NULL), "step");
    for (int i = 0; i < CIRCLES; ++i) {
        const md2_vec moved = md2_vec_sub(md2_body_center(crowd->world, crowd->body[i]), before[i]);
        largest = fmax(largest, (double)md2_vec_length(moved));
    }
    return largest;
}

static double farthest(const struct crowd *crowd, md2_vec from)
{
    double largest = 0;
    for (int i = 0; i < CIRCLES; ++i) {
        const md2_vec apart = md2_vec_sub(md2_body_center(crowd->world, crowd->body[i]), from);
        largest = fmax(largest, (double)md2_vec_length(apart));
    }
    return largest;
}

/* Steps for 20 s. Returns the speed of the fastest circle. */
static double run(const struct crowd *crowd, md2_vec position)
{
    double fastest = 0;
    for (int i = 0; i < STEPS; ++i) {
        const double speed = 60 * largest_move(crowd);
        fastest = fmax(fastest, speed);
        if (escape_is_verbose && i % 20 == 0) {
            printf("step %d: %d pairs coincide, fastest %g m/s, farthest %g m\n", i, coinciding(crowd), speed,
                   farthest(crowd, position));
        }
    }
    return fastest;
}

/* Seeds 0 and 1 have circles of 0.1 m. Even seeds are in space, odd ones on the ground. */
bool escape_crowd(uint64_t seed)
{
    struct splitmix random = {.state = seed};
    md2_world_def def = md2_world_def_default();
    const md2_shape_def surface = md2_shape_def_default();
    struct crowd crowd = {.radius = seed < 2 ? 0.1 : splitmix_real(&random, 0.05, 0.5)};
    const bool has_ground = seed % 2 == 1;
    const md2_vec position = {0, (md_real)crowd.radius};
    def.gravity = has_ground ? def.gravity : md2_v(0, 0);
    escape_require(md2_world_create(&def, &crowd.world), "world");
    if (has_ground) {
        add_ground(crowd.world, &surface);
    }
    add_circles(&crowd, &surface, position);
    const double fastest = run(&crowd, position);
    const bool wrong = coinciding(&crowd) > 0 || !(fastest < MAX_SPEED) ||
                       !(farthest(&crowd, position) < (has_ground ? HALF_GROUND : 60 * crowd.radius));
    md2_world_destroy(crowd.world);
    return wrong;
}
