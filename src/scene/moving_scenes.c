/* What moves: a tumbler that turns, a funnel that lets through, and weights that are hard to bear. */
#include "scene/build.h"

/* ---- Tumbler ----------------------------------------------------------------------------------------------------- */

#define GRAIN 0.2 /* m: radius of a circle; a box is as heavy */
#define GRAIN_HALF 0.175
#define GRAIN_PITCH 0.5
#define TUMBLER_WALL 0.5 /* m, half of a wall's thickness */

void build_tumbler(struct build *build)
{
    const int32_t count = build_whole(build, "count");
    int32_t columns = 1;
    while (columns * columns < 2 * count) { /* half of the drum is filled */
        ++columns;
    }
    const double half = columns * GRAIN_PITCH / 2 + GRAIN_PITCH;
    const md2_body_id drum = build_body(build, MD2_KINEMATIC, (struct place){0});
    for (int side = -1; side <= 1; side += 2) {
        const double at = side * (half + TUMBLER_WALL);
        build_box_at(build, drum, TUMBLER_WALL, half + 2 * TUMBLER_WALL, (struct place){.x = at});
        build_box_at(build, drum, half + 2 * TUMBLER_WALL, TUMBLER_WALL, (struct place){.y = at});
    }
    build_velocity(build, drum, 0, 0, build_number(build, "speed"));
    for (int32_t i = 0; i < count; ++i) {
        const double shift_x = build_random(build, -0.02, 0.02);
        const double shift_y = build_random(build, -0.02, 0.02);
        const int32_t row = i / columns;
        const struct place place = {.x = GRAIN_PITCH * (i % columns - (columns - 1) / 2.0) + shift_x,
                                    .y = GRAIN_PITCH * (row - (columns - 1) / 2.0) + shift_y};
        const md2_body_id grain = build_body(build, MD2_DYNAMIC, place);
        if (i % 2 == 0) {
            build_circle(build, grain, GRAIN);
        } else {
            build_box(build, grain, GRAIN_HALF, GRAIN_HALF);
        }
    }
    const double seen = 1.5 * (half + TUMBLER_WALL);
    build_view(build, -seen, -seen, seen, seen);
}

/* ---- Mass ratio -------------------------------------------------------------------------------------------------- */

#define BLOCK 0.25 /* m, half its size or its radius */

void settle_mass_ratio(md2_world_def *def)
{
    /* In one step of 10 iterations the weight does not reach the ground through ten light boxes, and they topple. */
    def->substeps = 4;
}

void build_mass_ratio(struct build *build)
{
    const int32_t count = build_whole(build, "count");
    const bool is_round = build_whole(build, "round") == 1;
    build_ground(build, -20, 20);
    for (int32_t i = 0; i <= count; ++i) {
        const double mass = i < count ? 1 : build_number(build, "ratio");
        const md2_body_id body = build_body(build, MD2_DYNAMIC, (struct place){.y = BLOCK * (2 * i + 1)});
        build->material.density = (md_real)(is_round ? disc_density(mass, BLOCK) : mass / (4 * BLOCK * BLOCK));
        if (is_round) {
            build_circle(build, body, BLOCK);
        } else {
            build_box(build, body, BLOCK, BLOCK);
        }
    }
    const double top = 2 * BLOCK * (count + 1);
    build_view(build, -top / 3 - 1, -0.5, top / 3 + 1, top + 0.5);
}

/* ---- Funnel ------------------------------------------------------------------------------------------------------ */

#define FUNNEL_HALF 4.0 /* m, of the width above */
#define FUNNEL_PITCH 0.7
#define FUNNEL_BIN 6.0 /* m, depth of what is below the throat */

/* Six forms, each in a circle of `size` about its centre. */
static void build_piece(struct build *build, md2_body_id body, int32_t form, double size)
{
    const double r = size;
    const double h = 0.86602540378443865 * size; /* the sine of 60 degrees */
    const double triangle[] = {r, 0, -r / 2, h, -r / 2, -h};
    const double hexagon[] = {r, 0, r / 2, h, -r / 2, h, -r, 0, -r / 2, -h, r / 2, -h};
    const double kite[] = {0.8 * r, 0, 0, r / 2, -0.8 * r, 0, 0, -r / 2};
    switch (form) {
    case 0: build_circle(build, body, 0.8 * r); break;
    case 1: build_box(build, body, 0.75 * r, 0.6 * r); break;
    case 2: build_polygon(build, body, triangle, 3, 0); break;
    case 3: build_polygon(build, body, hexagon, 6, 0); break;
    case 4: build_capsule(build, body, r / 2, r / 2); break;
    default: build_polygon(build, body, kite, 4, 0.1 * r); break;
    }
}

static double build_funnel_walls(struct build *build, double throat, double top)
{
    const double g = throat / 2;
    const double w = FUNNEL_HALF;
    const double slope_top = w - g; /* 45 degrees */
    const double left[] = {-g, 0, -w, slope_top, -w, slope_top + top};
    const double right[] = {w, slope_top + top, w, slope_top, g, 0};
    const double bin[] = {w, -0.5, w, -FUNNEL_BIN, -w, -FUNNEL_BIN, -w, -0.5};
    const md2_body_id walls = build_body(build, MD2_STATIC, (struct place){0});
    build_chain(build, walls, left, 3);
    build_chain(build, walls, right, 3);
    build_chain(build, walls, bin, 4);
    return slope_top;
}

void build_funnel(struct build *build)
{
    const int32_t count = build_whole(build, "count");
    const double size = build_number(build, "size");
    const double pitch = FUNNEL_PITCH * size / 0.3;
    const int32_t columns = (int32_t)(2 * FUNNEL_HALF / pitch);
    const int32_t rows = (count + columns - 1) / columns;
    const double shift = 0.4 * (pitch / 2 - size);
    build->material.friction = (md_real)build_number(build, "friction");
    const double base = build_funnel_walls(build, build_number(build, "throat"), rows * pitch + 1);
    for (int32_t i = 0; i < count; ++i) {
        const double shift_x = build_random(build, -shift, shift);
        const double shift_y = build_random(build, -shift, shift);
        const int32_t row = i / columns;
        const struct place place = {.x = pitch * (i % columns - (columns - 1) / 2.0) + shift_x,
                                    .y = base + pitch * (row + 0.5) + shift_y};
        const double own_size = build_random(build, 0.7 * size, size);
        build_piece(build, build_body(build, MD2_DYNAMIC, place), i % 6, own_size);
    }
    build_view(build, -FUNNEL_HALF - 0.5, -FUNNEL_BIN - 0.5, FUNNEL_HALF + 0.5, base + rows * pitch + 0.5);
}
