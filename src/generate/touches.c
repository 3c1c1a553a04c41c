/* Which circles overlap: a uniform grid, built anew each step by counting, and the nine cells around each circle. */
#include "base/memory.h"
#include "generate/circles.h"

/* ---- The grid ---------------------------------------------------------------------------------------------------- */

/* The cell of a coordinate. What lies beyond the grid counts to its last cells: neighbours stay neighbours. */
static int32_t cell_index(double coordinate, double cell, int32_t cells)
{
    const double index = coordinate / cell;
    if (!(index > 0)) {
        return 0;
    }
    return index < cells - 1 ? (int32_t)index : cells - 1;
}

static int32_t cell_of(const struct grid *grid, const struct circle *circle)
{
    return cell_index(circle->y, grid->cell, grid->rows) * grid->columns +
           cell_index(circle->x, grid->cell, grid->columns);
}

static void size_grid(struct circles *world)
{
    struct grid *grid = &world->grid;
    double largest = 0;
    double highest = 0;
    for (int32_t i = 0; i < world->count; ++i) {
        largest = world->at[i].radius > largest ? world->at[i].radius : largest;
        highest = world->at[i].y > highest ? world->at[i].y : highest;
    }
    grid->cell = 2 * largest;
    /* No more than a few cells a circle, however wide the box is and however high one flies. */
    const int32_t most = 4 * world->count + 64;
    grid->columns = cell_index(world->width, grid->cell, most) + 1;
    grid->rows = cell_index(highest, grid->cell, most / grid->columns + 1) + 1;
}

static md_status build_grid(struct circles *world)
{
    const md_allocator heap = md_allocator_default();
    struct grid *grid = &world->grid;
    size_grid(world);
    const size_t cells = (size_t)grid->columns * (size_t)grid->rows;
    void *start = grid->start;
    void *circle = grid->circle;
    md_status status = md_block_reserve(&heap, &start, &grid->start_capacity, cells + 2, sizeof *grid->start);
    grid->start = start;
    if (status == MD_OK) {
        status = md_block_reserve(&heap, &circle, &grid->circle_capacity, (size_t)world->count, sizeof *grid->circle);
        grid->circle = circle;
    }
    if (status != MD_OK) {
        return status;
    }
    /* Counts are kept two cells on and summed up; filling then moves each start to where the next cell begins. */
    for (size_t c = 0; c < cells + 2; ++c) {
        grid->start[c] = 0;
    }
    for (int32_t i = 0; i < world->count; ++i) {
        ++grid->start[cell_of(grid, &world->at[i]) + 2];
    }
    for (size_t c = 2; c < cells + 2; ++c) {
        grid->start[c] += grid->start[c - 1];
    }
    for (int32_t i = 0; i < world->count; ++i) {
        grid->circle[grid->start[cell_of(grid, &world->at[i]) + 1]++] = i;
    }
    return MD_OK;
}

/* ---- Touches ----------------------------------------------------------------------------------------------------- */

static md_status add_touch(struct touches *touches, const struct touch *touch)
{
    const md_allocator heap = md_allocator_default();
    void *block = touches->at;
    const md_status status =
        md_block_reserve(&heap, &block, &touches->capacity, touches->count + 1, sizeof *touches->at);
    touches->at = block;
    if (status == MD_OK) {
        touches->at[touches->count++] = *touch;
    }
    return status;
}

static md_status touch_surfaces(struct circles *world, int32_t i)
{
    const struct circle *circle = &world->at[i];
    const struct touch surfaces[] = {
        {.circle = i, .other = SURFACE_GROUND, .normal = {0, 1}, .depth = circle->radius - circle->y},
        {.circle = i, .other = SURFACE_LEFT, .normal = {1, 0}, .depth = circle->radius - circle->x},
        {.circle = i, .other = SURFACE_RIGHT, .normal = {-1, 0}, .depth = circle->radius + circle->x - world->width},
    };
    md_status status = MD_OK;
    for (size_t k = 0; status == MD_OK && k < sizeof surfaces / sizeof *surfaces; ++k) {
        if (surfaces[k].depth >= 0) {
            status = add_touch(&world->touches, &surfaces[k]);
        }
    }
    return status;
}

static md_status touch_circle(struct circles *world, int32_t i, int32_t other)
{
    const struct circle *a = &world->at[i];
    const struct circle *b = &world->at[other];
    const double reach = a->radius + b->radius;
    const double dx = a->x - b->x;
    const double dy = a->y - b->y;
    const double squared = dx * dx + dy * dy;
    if (squared > reach * reach) {
        return MD_OK;
    }
    const double distance = sqrt(squared);
    struct touch touch = {.circle = i, .other = other, .normal = {0, 1}, .depth = reach - distance};
    if (distance > 0) { /* otherwise any direction is as good */
        touch.normal[0] = dx / distance;
        touch.normal[1] = dy / distance;
    }
    return add_touch(&world->touches, &touch);
}

static md_status touch_cell(struct circles *world, int32_t i, int32_t column, int32_t row)
{
    const struct grid *grid = &world->grid;
    if (column < 0 || column >= grid->columns || row < 0 || row >= grid->rows) {
        return MD_OK;
    }
    const int32_t cell = row * grid->columns + column;
    md_status status = MD_OK;
    for (int32_t k = grid->start[cell]; status == MD_OK && k < grid->start[cell + 1]; ++k) {
        if (grid->circle[k] > i) {
            status = touch_circle(world, i, grid->circle[k]);
        }
    }
    return status;
}

/* The few touches of one circle by the number of the other, which the cells do not give in order. */
static void sort_touches(struct touch *touches, size_t count)
{
    for (size_t i = 1; i < count; ++i) {
        const struct touch touch = touches[i];
        size_t place = i;
        for (; place > 0 && touches[place - 1].other > touch.other; --place) {
            touches[place] = touches[place - 1];
        }
        touches[place] = touch;
    }
}

md_status circles_find_touches(struct circles *world)
{
    md_status status = build_grid(world);
    world->touches.count = 0;
    for (int32_t i = 0; status == MD_OK && i < world->count; ++i) {
        const size_t first = world->touches.count;
        const int32_t cell = cell_of(&world->grid, &world->at[i]);
        const int32_t column = cell % world->grid.columns;
        const int32_t row = cell / world->grid.columns;
        status = touch_surfaces(world, i);
        for (int32_t k = 0; status == MD_OK && k < 9; ++k) {
            status = touch_cell(world, i, column + k % 3 - 1, row + k / 3 - 1);
        }
        if (status == MD_OK && world->touches.count > first) {
            sort_touches(world->touches.at + first, world->touches.count - first);
        }
    }
    return status;
}
