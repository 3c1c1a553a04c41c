/* Grains that move: in a drum that turns, and through a funnel. */
#include "base/splitmix.h"
#include "scene/library/scenes.h"

/* ---- Tumbler ------------------------------------------------------------------------------------------------------- */

#define DRUM_WALL 0.5 /* m, half the thickness of a wall */

/* Adds a square drum that turns about the origin: `half` is half its inner width, `floor_half` half the length of the
 * floor and the ceiling. */
static void add_drum(struct description *description, const struct material *material, double half, double floor_half,
                     double speed)
{
    const int32_t drum = scene_add_body(description, BODY_KINEMATIC, (struct body_state){.spin = speed});
    for (int side = -1; side <= 1; side += 2) {
        const double middle = side * (half + DRUM_WALL);
        scene_add_box_at(description, drum, material, middle, 0, DRUM_WALL, half + 2 * DRUM_WALL);
        scene_add_box_at(description, drum, material, 0, middle, floor_half, DRUM_WALL);
    }
}

/* The index-th point of a lattice that is centred in x and has row `middle_row` at y = 0. */
static struct body_state grain_start(int32_t index, int32_t columns, double middle_row, double pitch)
{
    const int32_t row = index / columns;
    return (struct body_state){.x = pitch * (index % columns - (columns - 1) / 2.0), .y = pitch * (row - middle_row)};
}

#define GRAIN_RADIUS 0.2 /* m, of a circle; a box has about the same mass */
#define GRAIN_HALF 0.175
#define GRAIN_PITCH 0.5

void describe_tumbler(struct description *description, int32_t grains, double speed, uint64_t seed)
{
    struct splitmix random = {seed};
    int32_t columns = 1;
    while (columns * columns < 2 * grains) { /* half of the drum is filled */
        ++columns;
    }
    const double half = columns * GRAIN_PITCH / 2 + GRAIN_PITCH;
    add_drum(description, &DEFAULT_MATERIAL, half, half + 2 * DRUM_WALL, speed);
    for (int32_t i = 0; i < grains && !description->failed; ++i) {
        struct body_state start = grain_start(i, columns, (columns - 1) / 2.0, GRAIN_PITCH);
        start.x += splitmix_real(&random, -0.02, 0.02);
        start.y += splitmix_real(&random, -0.02, 0.02);
        const int32_t grain = scene_add_body(description, BODY_DYNAMIC, start);
        if (i % 2 == 0) {
            scene_add_circle(description, grain, &DEFAULT_MATERIAL, GRAIN_RADIUS);
        } else {
            scene_add_box(description, grain, &DEFAULT_MATERIAL, GRAIN_HALF, GRAIN_HALF);
        }
    }
    const double view_half = 1.5 * (half + DRUM_WALL);
    scene_set_view(description, -view_half, -view_half, view_half, view_half);
}

#define BOX_DRUM_HALF 10.0 /* m */
#define BOX_DRUM_SPEED 0.4 /* rad/s */
#define BOX_COLUMNS 25
#define BOX_HALF 0.15

void describe_box_tumbler(struct description *description, int32_t boxes)
{
    const struct material material = {50, 0.6, 0};
    add_drum(description, &material, BOX_DRUM_HALF, BOX_DRUM_HALF, BOX_DRUM_SPEED);
    for (int32_t i = 0; i < boxes && !description->failed; ++i) {
        const struct body_state start = grain_start(i, BOX_COLUMNS, boxes / (2.0 * BOX_COLUMNS), 2.4 * BOX_HALF);
        scene_add_box(description, scene_add_body(description, BODY_DYNAMIC, start), &material, BOX_HALF, BOX_HALF);
    }
}

/* ---- Funnel -------------------------------------------------------------------------------------------------------- */

#define FUNNEL_HALF 4.0 /* m, half the width at the top */
#define FUNNEL_PITCH 0.7
#define FUNNEL_BIN 6.0 /* m, depth of the bin below the throat */

/* Adds one of six forms, each within a circle of radius `size` about its centre. */
static void add_piece(struct description *description, int32_t body, const struct material *material, int32_t form,
                      double size)
{
    const double r = size;
    const double h = 0.86602540378443865 * size; /* the sine of 60 degrees */
    const double triangle[] = {r, 0, -r / 2, h, -r / 2, -h};
    const double hexagon[] = {r, 0, r / 2, h, -r / 2, h, -r, 0, -r / 2, -h, r / 2, -h};
    const double kite[] = {0.8 * r, 0, 0, r / 2, -0.8 * r, 0, 0, -r / 2};
    switch (form) {
    case 0: scene_add_circle(description, body, material, 0.8 * r); break;
    case 1: scene_add_box(description, body, material, 0.75 * r, 0.6 * r); break;
    case 2: scene_add_polygon(description, body, material, triangle, 3, 0); break;
    case 3: scene_add_polygon(description, body, material, hexagon, 6, 0); break;
    case 4: scene_add_capsule(description, body, material, r / 2, r / 2); break;
    default: scene_add_polygon(description, body, material, kite, 4, 0.1 * r); break;
    }
}

/* Returns the height at which the slopes of 45 degrees end. */
static double add_funnel_walls(struct description *description, const struct material *material, double throat,
                               double top)
{
    const double g = throat / 2;
    const double w = FUNNEL_HALF;
    const double slope_top = w - g;
    const double left[] = {-g, 0, -w, slope_top, -w, slope_top + top};
    const double right[] = {w, slope_top + top, w, slope_top, g, 0};
    const double bin[] = {w, -0.5, w, -FUNNEL_BIN, -w, -FUNNEL_BIN, -w, -0.5};
    const int32_t walls = scene_add_body(description, BODY_STATIC, (struct body_state){0});
    scene_add_chain(description, walls, material, left, 3);
    scene_add_chain(description, walls, material, right, 3);
    scene_add_chain(description, walls, material, bin, 4);
    return slope_top;
}

void describe_funnel(struct description *description, const struct funnel *funnel)
{
    const struct material material = {DEFAULT_MATERIAL.density, funnel->friction, DEFAULT_MATERIAL.restitution};
    const double size = funnel->size;
    const double pitch = FUNNEL_PITCH * size / 0.3;
    const int32_t columns = (int32_t)(2 * FUNNEL_HALF / pitch);
    const int32_t rows = (funnel->count + columns - 1) / columns;
    const double shift = 0.4 * (pitch / 2 - size);
    const double base = add_funnel_walls(description, &material, funnel->throat, rows * pitch + 1);
    struct splitmix random = {funnel->seed};
    for (int32_t i = 0; i < funnel->count && !description->failed; ++i) {
        const double shift_x = splitmix_real(&random, -shift, shift);
        const double shift_y = splitmix_real(&random, -shift, shift);
        const int32_t row = i / columns;
        const struct body_state start = {.x = pitch * (i % columns - (columns - 1) / 2.0) + shift_x,
                                         .y = base + pitch * (row + 0.5) + shift_y};
        const double own_size = splitmix_real(&random, 0.7 * size, size);
        add_piece(description, scene_add_body(description, BODY_DYNAMIC, start), &material, i % 6, own_size);
    }
    scene_set_view(description, -FUNNEL_HALF - 0.5, -FUNNEL_BIN - 0.5, FUNNEL_HALF + 0.5, base + rows * pitch + 0.5);
}
