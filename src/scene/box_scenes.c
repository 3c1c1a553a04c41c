/* Boxes that stand: a pyramid, a wall, dominoes, a house of cards. */
#include "scene/build.h"

static void set_friction(struct build *build)
{
    build->material.friction = (md_real)build_number(build, "friction");
}

/* ---- Pyramid ----------------------------------------------------------------------------------------------------- */

void build_pyramid(struct build *build)
{
    const int32_t rows = build_whole(build, "rows");
    const double size = build_number(build, "size");
    const double pitch = size * (1 + build_number(build, "gap"));
    const double half_width = rows * pitch / 2;
    set_friction(build);
    build_ground(build, -half_width - 10 * size, half_width + 10 * size);
    for (int32_t row = 0; row < rows; ++row) {
        const int32_t boxes = rows - row;
        for (int32_t i = 0; i < boxes; ++i) {
            const struct place place = {.x = pitch * (i - (boxes - 1) / 2.0), .y = size * (row + 0.5)};
            build_box(build, build_body(build, MD2_DYNAMIC, place), size / 2, size / 2);
        }
    }
    build_view(build, -half_width - size, -size, half_width + size, (rows + 1) * size);
}

/* ---- Wall -------------------------------------------------------------------------------------------------------- */

#define BRICK_LENGTH 0.5
#define BRICK_HEIGHT 0.25
#define BRICK_JOINT 0.005 /* m, left free between two bricks of a row */

static void build_brick(struct build *build, double left, double right, int32_t row)
{
    const struct place place = {.x = (left + right) / 2, .y = BRICK_HEIGHT * (row + 0.5)};
    build_box(build, build_body(build, MD2_DYNAMIC, place), (right - left - BRICK_JOINT) / 2, BRICK_HEIGHT / 2);
}

/* Running bond: every second row begins and ends with half a brick. */
void build_wall(struct build *build)
{
    const int32_t rows = build_whole(build, "rows");
    const int32_t columns = build_whole(build, "columns");
    const double width = columns * BRICK_LENGTH;
    set_friction(build);
    build_ground(build, -width / 2 - 5, width / 2 + 5);
    for (int32_t row = 0; row < rows; ++row) {
        const double shift = row % 2 == 0 ? 0 : BRICK_LENGTH / 2;
        const int32_t bricks = row % 2 == 0 ? columns : columns + 1;
        for (int32_t i = 0; i < bricks; ++i) {
            const double left = i * BRICK_LENGTH - shift;
            const double right = left + BRICK_LENGTH;
            build_brick(build, (left > 0 ? left : 0) - width / 2, (right < width ? right : width) - width / 2, row);
        }
    }
    build_view(build, -width / 2 - 1, -0.5, width / 2 + 1, rows * BRICK_HEIGHT + 1);
}

/* ---- Dominoes ---------------------------------------------------------------------------------------------------- */

#define DOMINO_HEIGHT 1.0
#define DOMINO_THICKNESS 0.125

/* The first turns about its lower right corner, clockwise. */
static void tip(struct build *build, md2_body_id domino, double speed)
{
    build_velocity(build, domino, speed * DOMINO_HEIGHT / 2, speed * DOMINO_THICKNESS / 2, -speed);
}

void build_dominoes(struct build *build)
{
    const int32_t count = build_whole(build, "count");
    const double spacing = build_number(build, "spacing");
    const double length = spacing * (count - 1);
    set_friction(build);
    build_ground(build, -5, length + 5);
    for (int32_t i = 0; i < count; ++i) {
        const struct place place = {.x = spacing * i, .y = DOMINO_HEIGHT / 2};
        const md2_body_id domino = build_body(build, MD2_DYNAMIC, place);
        build_box(build, domino, DOMINO_THICKNESS / 2, DOMINO_HEIGHT / 2);
        if (i == 0) {
            tip(build, domino, build_number(build, "push"));
        }
    }
    build_view(build, -1, -0.5, length + 2, 3);
}

/* ---- House of cards ---------------------------------------------------------------------------------------------- */

#define CARD_LENGTH 1.0
#define CARD_THICKNESS 0.04
#define CARD_GAP 0.01 /* m, between the ends of two flat cards */
/* A card leans by the angle of the triangle 5, 12, 13: 22.6 degrees from upright. Two that lean against each other do
 * not slip while the friction is above its tangent, 0.417. */
#define LEAN_COS (12.0 / 13)
#define LEAN_SIN (5.0 / 13)

void settle_card_house(md2_world_def *def)
{
    /* Thin cards stand only where each step is solved well. */
    def->limits.max_iterations = 50;
    def->substeps = 4;
}

static void build_leaning(struct build *build, double x, double foot_y, int side)
{
    /* The outermost corners of the two cards meet above x; the lowest stand at foot_y. */
    const double reach = LEAN_COS * CARD_THICKNESS / 2 + LEAN_SIN * CARD_LENGTH / 2;
    const double rise = LEAN_SIN * CARD_THICKNESS / 2 + LEAN_COS * CARD_LENGTH / 2;
    const struct place place = {.x = x + side * reach, .y = foot_y + rise, .c = LEAN_COS, .s = side * LEAN_SIN};
    build_box(build, build_body(build, MD2_DYNAMIC, place), CARD_THICKNESS / 2, CARD_LENGTH / 2);
}

void build_card_house(struct build *build)
{
    const int32_t levels = build_whole(build, "levels");
    const double pitch = CARD_LENGTH + CARD_GAP;
    const double frame_height = LEAN_SIN * CARD_THICKNESS + LEAN_COS * CARD_LENGTH;
    const double half_width = levels * pitch / 2;
    set_friction(build);
    build_ground(build, -half_width - 5, half_width + 5);
    double y = 0;
    for (int32_t level = 0; level < levels; ++level) {
        const int32_t frames = levels - level;
        for (int32_t i = 0; i < frames; ++i) {
            const double x = pitch * (i - (frames - 1) / 2.0);
            build_leaning(build, x, y, -1);
            build_leaning(build, x, y, 1);
        }
        y += frame_height;
        for (int32_t i = 0; i + 1 < frames; ++i) {
            const struct place place = {.x = pitch * (i - (frames - 2) / 2.0), .y = y + CARD_THICKNESS / 2};
            build_box(build, build_body(build, MD2_DYNAMIC, place), CARD_LENGTH / 2, CARD_THICKNESS / 2);
        }
        y += CARD_THICKNESS;
    }
    build_view(build, -half_width - 1, -0.5, half_width + 1, y + 0.5);
}
