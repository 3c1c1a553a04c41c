/* Boxes that stand: pyramid, tower, wall, mass ratio, and a row of dominoes. */
#include "scene/library3/describe3.h"
#include "scene/library3/scenes3.h"

#define MAX_BODIES3 9990000

/* ---- Pyramid and tower --------------------------------------------------------------------------------------------- */

const struct scene_key PYRAMID3_KEYS[] = {
    COUNT3("base", "12", "number of boxes along each side of the lowest layer; 12 are 650 boxes", 140),
    {"size", "1", "size of a box, m", 0.05, 100, false},
    {"gap", "0.05", "gap between two boxes of a layer, in box sizes", 0, 0.4, false},
    FRICTION3("0.6"),
    {0}};

/* Adds a dynamic box that is not rotated. */
static void add_box(struct description3 *description, const struct material *material, struct dvec3 position,
                    struct dvec3 half)
{
    describe3_box(description, describe3_body(description, BODY_DYNAMIC, position), material, half);
}

void describe_pyramid3(struct description3 *description, int32_t base, double size, double gap, double friction)
{
    const double pitch = size * (1 + gap);
    const struct material material = {1000, friction, 0};
    const struct dvec3 half = dvec3_of(size / 2, size / 2, size / 2);
    describe3_ground(description, &material);
    for (int32_t layer = 0; layer < base; ++layer) {
        const int32_t side = base - layer;
        for (int32_t i = 0; i < side * side && !description->failed; ++i) {
            const double x = pitch * (i % side - (side - 1) / 2.0);
            const double z = pitch * (i / side - (side - 1) / 2.0);
            add_box(description, &material, dvec3_of(x, size * (layer + 0.5), z), half);
        }
    }
}

void describe_flat_pyramid3(struct description3 *description, int32_t rows, double size, double gap, double friction)
{
    const double pitch = size * (1 + gap);
    const struct material material = {1000, friction, 0};
    describe3_ground(description, &material);
    for (int32_t row = 0; row < rows; ++row) {
        for (int32_t i = 0; i < rows - row && !description->failed; ++i) {
            add_box(description, &material, dvec3_of(pitch * (i - (rows - row - 1) / 2.0), size * (row + 0.5), 0),
                    dvec3_of(size / 2, size / 2, size / 2));
        }
    }
}

void build_pyramid3(struct build3 *build)
{
    struct description3 description = description3_begin("");
    describe_pyramid3(&description, build3_integer(build, "base"), build3_number(build, "size"),
                      build3_number(build, "gap"), build3_number(build, "friction"));
    build3_description(build, &description);
}

const struct scene_key TOWER3_KEYS[] = {COUNT3("count", "20", "number of boxes", MAX_BODIES3),
                                        {"size", "1", "size of a box, m", 0.05, 100, false},
                                        FRICTION3("0.6"),
                                        {0}};

void describe_tower3(struct description3 *description, int32_t count, double size, double friction)
{
    const struct material material = {1000, friction, 0};
    describe3_ground(description, &material);
    for (int32_t i = 0; i < count && !description->failed; ++i) {
        add_box(description, &material, dvec3_of(0, size * (i + 0.5), 0), dvec3_of(size / 2, size / 2, size / 2));
    }
}

void build_tower3(struct build3 *build)
{
    struct description3 description = description3_begin("");
    describe_tower3(&description, build3_integer(build, "count"), build3_number(build, "size"),
                    build3_number(build, "friction"));
    build3_description(build, &description);
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

void describe_wall3(struct description3 *description, int32_t rows, int32_t columns, double friction)
{
    const double width = columns * BRICK_LENGTH;
    const struct material material = {1000, friction, 0};
    describe3_ground(description, &material);
    for (int32_t row = 0; row < rows; ++row) {
        const double shift = row % 2 == 0 ? 0 : BRICK_LENGTH / 2;
        const int32_t bricks = row % 2 == 0 ? columns : columns + 1;
        for (int32_t i = 0; i < bricks && !description->failed; ++i) {
            double left = i * BRICK_LENGTH - shift;
            double right = left + BRICK_LENGTH;
            left = left > 0 ? left : 0;
            right = right < width ? right : width;
            add_box(description, &material, dvec3_of((left + right - width) / 2, BRICK_HEIGHT * (row + 0.5), 0),
                    dvec3_of((right - left) / 2, BRICK_HEIGHT / 2, BRICK_DEPTH / 2));
        }
    }
}

void build_wall3(struct build3 *build)
{
    const int32_t rows = build3_integer(build, "rows");
    struct description3 description = description3_begin("");
    describe_wall3(&description, rows, build3_integer(build, "columns"), build3_number(build, "friction"));
    build3_description(build, &description);
    add_ball(build, rows * BRICK_HEIGHT);
}

/* ---- Mass ratio ---------------------------------------------------------------------------------------------------- */

#define LIGHT_HALF 0.25 /* m, half the size of a box or the radius of a sphere */

const struct scene_key MASS_RATIO3_KEYS[] = {
    {"count", "9", "number of light bodies, of 1 kg each", 0, 100000, true},
    {"ratio", "100", "mass of the body on top over the mass of a light one", 1e-6, 1e9, false},
    {"round", "0", "1: spheres, 0: boxes", 0, 1, true},
    {0}};

void describe_mass_ratio3(struct description3 *description, int32_t count, double ratio, bool is_round)
{
    const double volume = is_round ? sphere_volume(LIGHT_HALF) : 8 * LIGHT_HALF * LIGHT_HALF * LIGHT_HALF;
    struct material material = {1000, 0.6, 0};
    describe3_ground(description, &material);
    for (int32_t i = 0; i <= count && !description->failed; ++i) {
        material.density = (i < count ? 1 : ratio) / volume;
        const int32_t body = describe3_body(description, BODY_DYNAMIC, dvec3_of(0, LIGHT_HALF * (2 * i + 1), 0));
        if (is_round) {
            describe3_sphere(description, body, &material, LIGHT_HALF);
        } else {
            describe3_box(description, body, &material, dvec3_of(LIGHT_HALF, LIGHT_HALF, LIGHT_HALF));
        }
    }
}

void build_mass_ratio3(struct build3 *build)
{
    struct description3 description = description3_begin("");
    describe_mass_ratio3(&description, build3_integer(build, "count"), build3_number(build, "ratio"),
                         build3_integer(build, "round") == 1);
    build3_description(build, &description);
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
