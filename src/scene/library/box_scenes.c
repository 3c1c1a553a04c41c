/* Boxes that stand: a pyramid, a wall, dominoes, a house of cards, separate stacks, a heavy box on light ones. */
#include "scene/library/scenes.h"

#define GROUND_DEPTH 2.0 /* m */

static struct material default_with_friction(double friction)
{
    return (struct material){DEFAULT_MATERIAL.density, friction, DEFAULT_MATERIAL.restitution};
}

static int32_t add_dynamic_box(struct description *description, const struct material *material,
                               struct body_state start, double half_x, double half_y)
{
    const int32_t body = scene_add_body(description, BODY_DYNAMIC, start);
    scene_add_box(description, body, material, half_x, half_y);
    return body;
}

/* ---- Pyramid ------------------------------------------------------------------------------------------------------- */

void describe_pyramid(struct description *description, const struct pyramid *pyramid)
{
    const struct material material = default_with_friction(pyramid->friction);
    const int32_t rows = pyramid->rows;
    const double size = pyramid->size;
    const double pitch = size * (1 + pyramid->gap);
    const double half_width = rows * pitch / 2;
    scene_add_ground(description, &material, -half_width - 10 * size, half_width + 10 * size, pyramid->ground_depth);
    for (int32_t row = 0; row < rows; ++row) {
        const int32_t boxes = rows - row;
        for (int32_t i = 0; i < boxes && !description->failed; ++i) {
            const struct body_state start = {.x = pitch * (i - (boxes - 1) / 2.0), .y = size * (row + 0.5)};
            add_dynamic_box(description, &material, start, size / 2, size / 2);
        }
    }
    scene_set_view(description, -half_width - size, -size, half_width + size, (rows + 1) * size);
}

/* ---- Wall ---------------------------------------------------------------------------------------------------------- */

#define BRICK_LENGTH 0.5 /* m */
#define BRICK_HEIGHT 0.25
#define BRICK_GAP 0.005 /* between two bricks of a row */

static void add_brick(struct description *description, const struct material *material, double left, double right,
                      int32_t row)
{
    const struct body_state start = {.x = (left + right) / 2, .y = BRICK_HEIGHT * (row + 0.5)};
    add_dynamic_box(description, material, start, (right - left - BRICK_GAP) / 2, BRICK_HEIGHT / 2);
}

/* Running bond: every second row begins and ends with half a brick. */
void describe_wall(struct description *description, int32_t rows, int32_t columns, double friction)
{
    const struct material material = default_with_friction(friction);
    const double width = columns * BRICK_LENGTH;
    scene_add_ground(description, &material, -width / 2 - 5, width / 2 + 5, GROUND_DEPTH);
    for (int32_t row = 0; row < rows; ++row) {
        const double shift = row % 2 == 0 ? 0 : BRICK_LENGTH / 2;
        const int32_t bricks = row % 2 == 0 ? columns : columns + 1;
        for (int32_t i = 0; i < bricks && !description->failed; ++i) {
            const double left = i * BRICK_LENGTH - shift;
            const double right = left + BRICK_LENGTH;
            add_brick(description, &material, (left > 0 ? left : 0) - width / 2,
                      (right < width ? right : width) - width / 2, row);
        }
    }
    scene_set_view(description, -width / 2 - 1, -0.5, width / 2 + 1, rows * BRICK_HEIGHT + 1);
}

/* ---- Dominoes ------------------------------------------------------------------------------------------------------ */

#define DOMINO_HEIGHT 1.0 /* m */
#define DOMINO_THICKNESS 0.125

void describe_dominoes(struct description *description, int32_t count, double spacing, double push, double friction)
{
    const struct material material = default_with_friction(friction);
    const double length = spacing * (count - 1);
    scene_add_ground(description, &material, -5, length + 5, GROUND_DEPTH);
    for (int32_t i = 0; i < count && !description->failed; ++i) {
        struct body_state start = {.x = spacing * i, .y = DOMINO_HEIGHT / 2};
        if (i == 0) { /* turns clockwise about its lower right corner */
            start.vx = push * DOMINO_HEIGHT / 2;
            start.vy = push * DOMINO_THICKNESS / 2;
            start.spin = -push;
        }
        add_dynamic_box(description, &material, start, DOMINO_THICKNESS / 2, DOMINO_HEIGHT / 2);
    }
    scene_set_view(description, -1, -0.5, length + 2, 3);
}

/* ---- House of cards ------------------------------------------------------------------------------------------------ */

#define CARD_LENGTH 1.0 /* m */
#define CARD_THICKNESS 0.04
#define CARD_GAP 0.01 /* between the ends of two flat cards */
/* A card leans by the angle of the triangle 5, 12, 13: 22.6 degrees from upright. Two cards that lean against each
 * other do not slip while the friction is above its tangent, 0.417. */
#define LEAN_COS (12.0 / 13)
#define LEAN_SIN (5.0 / 13)

/* Adds one card of a pair. The upper corners of the two cards meet at x; their lowest corners stand at foot_y. */
static void add_leaning_card(struct description *description, const struct material *material, double x, double foot_y,
                             int side)
{
    const double half_width = LEAN_COS * CARD_THICKNESS / 2 + LEAN_SIN * CARD_LENGTH / 2;
    const double half_height = LEAN_SIN * CARD_THICKNESS / 2 + LEAN_COS * CARD_LENGTH / 2;
    const struct body_state start = {
        .x = x + side * half_width, .y = foot_y + half_height, .c = LEAN_COS, .s = side * LEAN_SIN};
    add_dynamic_box(description, material, start, CARD_THICKNESS / 2, CARD_LENGTH / 2);
}

void describe_card_house(struct description *description, int32_t levels, double friction)
{
    const struct material material = default_with_friction(friction);
    const double pitch = CARD_LENGTH + CARD_GAP;
    const double pair_height = LEAN_SIN * CARD_THICKNESS + LEAN_COS * CARD_LENGTH;
    const double half_width = levels * pitch / 2;
    scene_add_ground(description, &material, -half_width - 5, half_width + 5, GROUND_DEPTH);
    double y = 0;
    for (int32_t level = 0; level < levels; ++level) {
        const int32_t pairs = levels - level;
        for (int32_t i = 0; i < pairs && !description->failed; ++i) {
            const double x = pitch * (i - (pairs - 1) / 2.0);
            add_leaning_card(description, &material, x, y, -1);
            add_leaning_card(description, &material, x, y, 1);
        }
        y += pair_height;
        for (int32_t i = 0; i + 1 < pairs && !description->failed; ++i) {
            const struct body_state start = {.x = pitch * (i - (pairs - 2) / 2.0), .y = y + CARD_THICKNESS / 2};
            add_dynamic_box(description, &material, start, CARD_LENGTH / 2, CARD_THICKNESS / 2);
        }
        y += CARD_THICKNESS;
    }
    scene_set_view(description, -half_width - 1, -0.5, half_width + 1, y + 0.5);
}

/* ---- Separate stacks ----------------------------------------------------------------------------------------------- */

#define STACK_HEIGHT 4    /* boxes */
#define STACK_PITCH_X 3.0 /* m from one stack to the next */
#define STACK_PITCH_Y 6.0

/* Each stack is an island. The stacks stand on shelves in a square, and not on one long ground, so that single precision
 * has enough digits for their positions. */
void describe_islands(struct description *description, int32_t side)
{
    for (int32_t i = 0; i < side * side && !description->failed; ++i) {
        const int32_t row = i / side;
        const double x = STACK_PITCH_X * (i % side - side / 2.0);
        const double y = STACK_PITCH_Y * (row - side / 2.0);
        scene_add_static_box(description, &DEFAULT_MATERIAL, x, y - 0.25, 1, 0.25);
        for (int32_t k = 0; k < STACK_HEIGHT; ++k) {
            const struct body_state start = {.x = x, .y = y + k + 0.5};
            add_dynamic_box(description, &DEFAULT_MATERIAL, start, 0.5, 0.5);
        }
    }
}

/* ---- Mass ratio ---------------------------------------------------------------------------------------------------- */

#define LIGHT_HALF 0.25 /* m, half the size of a box or the radius of a circle */

void describe_mass_ratio(struct description *description, int32_t count, double ratio, bool is_round)
{
    const double area = is_round ? disc_area(LIGHT_HALF) : 4 * LIGHT_HALF * LIGHT_HALF;
    scene_add_ground(description, &DEFAULT_MATERIAL, -20, 20, GROUND_DEPTH);
    for (int32_t i = 0; i <= count && !description->failed; ++i) {
        struct material material = DEFAULT_MATERIAL;
        material.density = (i < count ? 1 : ratio) / area;
        const struct body_state start = {.y = LIGHT_HALF * (2 * i + 1)};
        if (is_round) {
            scene_add_circle(description, scene_add_body(description, BODY_DYNAMIC, start), &material, LIGHT_HALF);
        } else {
            add_dynamic_box(description, &material, start, LIGHT_HALF, LIGHT_HALF);
        }
    }
    const double top = 2 * LIGHT_HALF * (count + 1);
    scene_set_view(description, -top / 3 - 1, -0.5, top / 3 + 1, top + 0.5);
}
