/* The three scenes of the paper. It gives counts, sizes, masses, friction, restitution and gravity; what it leaves
 * open is chosen here and told in docs/scenes.md: places at the start, walls and floor, the time step.
 *
 * The floor and the two walls are three static bodies: the paper's n = 672 is 3 (221 + 3).
 */
#include "scene/build.h"

#define POOL_WIDTH 6.0 /* m, for so many circles: */
#define POOL_CIRCLES 221.0
#define POOL_PITCH 1.08    /* least distance of places at the start, in diameters: 13 columns in 6 m, 17 x 13 = 221 */
#define POOL_JITTER 0.98   /* share of the free gap that the random shift may use: no overlap at the start */
#define WALL_THICKNESS 2.0 /* m: what is pressed into a wall comes out on the side where it went in */

void settle_paper(md2_world_def *def)
{
    /* The paper has 10 iterations, as the world by default; a step starts from the last solution as it is; nothing
     * sleeps. */
    def->warm_start_smoothing = 0;
    def->enable_sleep = false;
}

static void set_material(struct build *build)
{
    build->material.friction = (md_real)build_number(build, "friction");
    build->material.restitution = (md_real)build_number(build, "restitution");
}

static void build_basin(struct build *build, double width, double height)
{
    const double half = WALL_THICKNESS / 2;
    const md2_body_id ground = build_body(build, MD2_STATIC, (struct place){.x = width / 2, .y = -half});
    build_box(build, ground, width / 2 + WALL_THICKNESS, half);
    for (int side = 0; side < 2; ++side) {
        const double x = side == 0 ? -half : width + half;
        const md2_body_id wall = build_body(build, MD2_STATIC, (struct place){.x = x, .y = height / 2});
        build_box(build, wall, half, height / 2);
    }
}

/* Circles in a lattice with gaps, each shifted at random within its gap; masses go from `lowest` to `highest` with the
 * rows. */
static void build_pool(struct build *build, double lowest, double highest)
{
    const int32_t count = build_whole(build, "circles");
    const double radius = build_number(build, "radius");
    const double given = build_number(build, "width");
    const double width = given > 0 ? given : POOL_WIDTH * sqrt(count / POOL_CIRCLES);
    const double up = 2 * radius * POOL_PITCH;
    const double fitting = width / up;
    const int32_t columns = fitting < 1 ? 1 : fitting < count ? (int32_t)fitting : count;
    const int32_t rows = (count + columns - 1) / columns;
    const double across = width / columns;
    const double free_across = across > 2 * radius ? POOL_JITTER * (across / 2 - radius) : 0;
    const double free_up = POOL_JITTER * (up / 2 - radius);
    const double height = up * rows + 1;
    set_material(build);
    build_basin(build, width, height);
    for (int32_t i = 0; i < count; ++i) {
        const int32_t row = i / columns;
        const double mass = rows > 1 ? lowest + (highest - lowest) * row / (rows - 1) : lowest;
        const double shift_x = build_random(build, -free_across, free_across);
        const double shift_y = build_random(build, -free_up, free_up);
        const struct place place = {.x = across * (i % columns + 0.5) + shift_x, .y = up * (row + 0.5) + shift_y};
        const md2_body_id body = build_body(build, MD2_DYNAMIC, place);
        build->material.density = (md_real)disc_density(mass, radius);
        build_circle(build, body, radius);
    }
    build_view(build, -0.5, -0.5, width + 0.5, height);
}

void build_pool1(struct build *build)
{
    const double mass = build_number(build, "mass");
    build_pool(build, mass, mass);
}

void build_pool2(struct build *build)
{
    build_pool(build, build_number(build, "lowest"), build_number(build, "highest"));
}

void build_stacking(struct build *build)
{
    const int32_t count = build_whole(build, "circles");
    const double radius = build_number(build, "radius");
    const double gap = build_number(build, "gap");
    double height = 0;
    set_material(build);
    build_ground(build, -3, 3);
    build->material.density = (md_real)disc_density(build_number(build, "mass"), radius);
    for (int32_t i = 0; i < count; ++i) {
        height += gap > 0 ? build_random(build, 0, gap) : 0;
        /* Exactly one above another, or the stack would fall over. */
        build_circle(build, build_body(build, MD2_DYNAMIC, (struct place){.y = height + radius}), radius);
        height += 2 * radius;
    }
    const double half = height / 4 > 1 ? height / 4 : 1;
    build_view(build, -half, -0.5, half, height + 0.5);
}
