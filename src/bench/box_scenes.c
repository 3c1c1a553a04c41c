/* Boxes: a pyramid, many small stacks awake and asleep, a drum that turns. */
#include "bench/scenes.h"

static const struct material WOOD = {1, 0.6, 0};

/* The boxes of `modulus run pyramid`: 1 m, a tenth of that apart. */
void describe_pyramid(struct description *description, int32_t rows)
{
    const double size = 1;
    const double pitch = 1.1 * size;
    add_ground(description, &WOOD, 0, -0.5, rows * pitch / 2 + 10, 0.5);
    for (int32_t row = 0; row < rows; ++row) {
        const int32_t boxes = rows - row;
        for (int32_t i = 0; i < boxes && !description->failed; ++i) {
            const double x = pitch * (i - (boxes - 1) / 2.0);
            const int32_t body = add_body_at(description, BODY_DYNAMIC, x, size * (row + 0.5), 0);
            add_box(description, body, &WOOD, 0, 0, size / 2, size / 2);
        }
    }
}

#define STACK_HEIGHT 4   /* boxes */
#define STACK_ACROSS 3.0 /* m from one stack to the next */
#define STACK_UP 6.0

/* A square of shelves, each with a stack: an island. Shelves, and not one long ground, so that single precision does
 * not run out of digits. */
void describe_islands(struct description *description, int32_t side)
{
    for (int32_t i = 0; i < side * side && !description->failed; ++i) {
        const int32_t row = i / side;
        const double x = STACK_ACROSS * (i % side - side / 2.0);
        const double y = STACK_UP * (row - side / 2.0);
        add_ground(description, &WOOD, x, y - 0.25, 1, 0.25);
        for (int32_t k = 0; k < STACK_HEIGHT; ++k) {
            const int32_t body = add_body_at(description, BODY_DYNAMIC, x, y + k + 0.5, 0);
            add_box(description, body, &WOOD, 0, 0, 0.5, 0.5);
        }
    }
}

void describe_sleeping(struct description *description, int32_t side)
{
    describe_islands(description, side);
    description->sleep = true;
}

#define DRUM_HALF 10.0 /* m, inside */
#define DRUM_WALL 0.5  /* half of a wall's thickness */
#define DRUM_SPEED 0.4 /* rad/s */
#define DRUM_COLUMNS 25
#define DRUM_BOX 0.15

void describe_tumbler(struct description *description, int32_t boxes)
{
    const struct material material = {50, 0.6, 0};
    const int32_t drum = add_body_at(description, BODY_KINEMATIC, 0, 0, 0);
    if (!description->failed) {
        description->body[drum].start.spin = DRUM_SPEED;
    }
    for (int side = -1; side <= 1; side += 2) {
        const double middle = side * (DRUM_HALF + DRUM_WALL);
        add_box(description, drum, &material, middle, 0, DRUM_WALL, DRUM_HALF + 2 * DRUM_WALL);
        add_box(description, drum, &material, 0, middle, DRUM_HALF, DRUM_WALL);
    }
    const double pitch = 2.4 * DRUM_BOX;
    for (int32_t i = 0; i < boxes && !description->failed; ++i) {
        const int32_t row = i / DRUM_COLUMNS;
        const double x = pitch * (i % DRUM_COLUMNS - (DRUM_COLUMNS - 1) / 2.0);
        const double y = pitch * (row - boxes / (2.0 * DRUM_COLUMNS));
        const int32_t body = add_body_at(description, BODY_DYNAMIC, x, y, 0);
        add_box(description, body, &material, 0, 0, DRUM_BOX, DRUM_BOX);
    }
}
