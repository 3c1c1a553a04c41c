/* Boxes that stand: pyramid, tower, wall, mass ratio, and a row of dominoes. */
#include "scene/library3/scenes3.h"

#define MAX_BODIES3 999000

/* ---- Pyramid and tower --------------------------------------------------------------------------------------------- */

const struct scene_key PYRAMID3_KEYS[] = {
    COUNT3("base", "12", "number of boxes along each side of the lowest layer; 12 are 650 boxes", 140),
    {"size", "1", "size of a box, m", 0.05, 100, false},
    {"gap", "0.05", "gap between two boxes of a layer, in box sizes", 0, 0.4, false},
    FRICTION3("0.6"),
    {0}};

void build_pyramid3(struct build3 *build)
{
    const int32_t base = build3_integer(build, "base");
    const double size = build3_number(build, "size");
    const double pitch = size * (1 + build3_number(build, "gap"));
    const md3_shape_def material = material3(1000, build3_number(build, "friction"));
    const md3_vec half = vec3(size / 2, size / 2, size / 2);
    build3_ground(build, &material);
    for (int32_t layer = 0; layer < base; ++layer) {
        const int32_t side = base - layer;
        for (int32_t i = 0; i < side * side && build->status == MD_OK; ++i) {
            const double x = pitch * (i % side - (side - 1) / 2.0);
            const double z = pitch * (i / side - (side - 1) / 2.0);
            build3_dynamic_box(build, &material, vec3(x, size * (layer + 0.5), z), half);
        }
    }
}

const struct scene_key TOWER3_KEYS[] = {COUNT3("count", "20", "number of boxes", MAX_BODIES3),
                                        {"size", "1", "size of a box, m", 0.05, 100, false},
                                        FRICTION3("0.6"),
                                        {0}};

void build_tower3(struct build3 *build)
{
    const int32_t count = build3_integer(build, "count");
    const double size = build3_number(build, "size");
    const md3_shape_def material = material3(1000, build3_number(build, "friction"));
    build3_ground(build, &material);
    for (int32_t i = 0; i < count && build->status == MD_OK; ++i) {
        build3_dynamic_box(build, &material, vec3(0, size * (i + 0.5), 0), vec3(size / 2, size / 2, size / 2));
    }
}

/* ---- Wall ---------------------------------------------------------------------------------------------------------- */

#define BRICK_LENGTH 0.5 /* m */
#define BRICK_HEIGHT 0.25
#define BRICK_DEPTH 0.25
#define BALL_RADIUS 0.5
#define BALL_DISTANCE 5.0 /* of the ball from the wall at the start, m */

const struct scene_key WALL3_KEYS[] = {
    COUNT3("rows", "12", "number of rows", 10000),
    COUNT3("columns", "16", "number of bricks in a row; each is 0.5 m long", 10000),
    {"ball", "200", "mass of the ball that flies at the wall, kg; 0: no ball", 0, 1e9, false},
    {"speed", "15", "speed of the ball, m/s", 0, 1000, false},
    FRICTION3("0.6"),
    {0}};

static void add_ball(struct build3 *build, double height)
{
    const double mass = build3_number(build, "ball");
    if (!(mass > 0)) {
        return;
    }
    const md3_shape_def material = material3(mass / sphere_volume(BALL_RADIUS), build3_number(build, "friction"));
    const double center = height / 2 > BALL_RADIUS ? height / 2 : BALL_RADIUS;
    const md3_body_id ball = build3_body(build, MD3_DYNAMIC, vec3(0, center, BALL_DISTANCE));
    build3_sphere(build, ball, &material, BALL_RADIUS);
    if (build->status == MD_OK) {
        build->status =
            md3_body_set_velocity(build->world, ball, vec3(0, 0, -build3_number(build, "speed")), vec3(0, 0, 0));
    }
}

/* Running bond: every second row is shifted by half a brick, with half bricks at its ends. */
void build_wall3(struct build3 *build)
{
    const int32_t rows = build3_integer(build, "rows");
    const int32_t columns = build3_integer(build, "columns");
    const double width = columns * BRICK_LENGTH;
    const md3_shape_def material = material3(1000, build3_number(build, "friction"));
    build3_ground(build, &material);
    for (int32_t row = 0; row < rows; ++row) {
        const double shift = row % 2 == 0 ? 0 : BRICK_LENGTH / 2;
        const int32_t bricks = row % 2 == 0 ? columns : columns + 1;
        for (int32_t i = 0; i < bricks && build->status == MD_OK; ++i) {
            double left = i * BRICK_LENGTH - shift;
            double right = left + BRICK_LENGTH;
            left = left > 0 ? left : 0;
            right = right < width ? right : width;
            build3_dynamic_box(build, &material, vec3((left + right - width) / 2, BRICK_HEIGHT * (row + 0.5), 0),
                               vec3((right - left) / 2, BRICK_HEIGHT / 2, BRICK_DEPTH / 2));
        }
    }
    add_ball(build, rows * BRICK_HEIGHT);
}

/* ---- Mass ratio ---------------------------------------------------------------------------------------------------- */

#define LIGHT_HALF 0.25 /* m, half the size of a box or the radius of a sphere */

const struct scene_key MASS_RATIO3_KEYS[] = {
    {"count", "9", "number of light bodies, of 1 kg each", 0, 100000, true},
    {"ratio", "100", "mass of the body on top over the mass of a light one", 1e-6, 1e9, false},
    {"round", "0", "1: spheres, 0: boxes", 0, 1, true},
    {0}};

void build_mass_ratio3(struct build3 *build)
{
    const int32_t count = build3_integer(build, "count");
    const bool is_round = build3_integer(build, "round") == 1;
    const double volume = is_round ? sphere_volume(LIGHT_HALF) : 8 * LIGHT_HALF * LIGHT_HALF * LIGHT_HALF;
    md3_shape_def material = material3(1000, 0.6);
    build3_ground(build, &material);
    for (int32_t i = 0; i <= count && build->status == MD_OK; ++i) {
        material.density = (md_real)((i < count ? 1 : build3_number(build, "ratio")) / volume);
        const md3_body_id body = build3_body(build, MD3_DYNAMIC, vec3(0, LIGHT_HALF * (2 * i + 1), 0));
        if (is_round) {
            build3_sphere(build, body, &material, LIGHT_HALF);
        } else {
            build3_box(build, body, &material, vec3(LIGHT_HALF, LIGHT_HALF, LIGHT_HALF));
        }
    }
}

/* ---- Dominoes ------------------------------------------------------------------------------------------------------ */

#define DOMINO_HEIGHT 1.0 /* m */
#define DOMINO_THICKNESS 0.125
#define DOMINO_DEPTH 0.5

const struct scene_key DOMINOES3_KEYS[] = {
    COUNT3("count", "30", "number of dominoes", MAX_BODIES3),
    {"spacing", "0.5", "distance from one domino to the next, m", 0.2, 0.9, false},
    {"push", "1.5", "angular speed of the first domino at the start, rad/s", 0, 100, false},
    FRICTION3("0.4"),
    {0}};

void build_dominoes3(struct build3 *build)
{
    const int32_t count = build3_integer(build, "count");
    const double push = build3_number(build, "push");
    const md3_shape_def material = material3(1000, build3_number(build, "friction"));
    build3_ground(build, &material);
    for (int32_t i = 0; i < count && build->status == MD_OK; ++i) {
        const md3_body_id domino =
            build3_dynamic_box(build, &material, vec3(build3_number(build, "spacing") * i, DOMINO_HEIGHT / 2, 0),
                               vec3(DOMINO_THICKNESS / 2, DOMINO_HEIGHT / 2, DOMINO_DEPTH / 2));
        if (i == 0 && build->status == MD_OK) { /* turns clockwise about its lower right edge */
            build->status = md3_body_set_velocity(build->world, domino,
                                                  vec3(push * DOMINO_HEIGHT / 2, push * DOMINO_THICKNESS / 2, 0),
                                                  vec3(0, 0, -push));
        }
    }
}
