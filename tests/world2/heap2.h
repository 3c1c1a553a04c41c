/* A heap of circles that is large enough for several threads. */
#ifndef MODULUS_TESTS_HEAP2_H
#define MODULUS_TESTS_HEAP2_H

#include "world2/make2.h"

static inline void wall_at(md2_world *world, double x, double y, double half_x, double half_y)
{
    const md2_shape_def def = md2_shape_def_default();
    give_box(world, body_at(world, MD2_STATIC, x, y), &def, half_x, half_y);
}

/* Circles in a heap between walls, every other row shifted: each touches six others. */
static inline md2_world *heap_of(int columns, int rows, int32_t threads, md2_callbacks callbacks)
{
    md2_world_def def = md2_world_def_default();
    def.threads = threads;
    def.callbacks = callbacks;
    md2_world *world = world_of(&def);
    const double width = columns + 0.5;
    const double height = 0.87 * rows + 2;
    wall_at(world, width / 2, -1, width / 2 + 2, 1);
    wall_at(world, -1, height / 2, 1, height / 2);
    wall_at(world, width + 1, height / 2, 1, height / 2);
    for (int j = 0; j < rows; ++j) {
        for (int i = 0; i < columns; ++i) {
            circle_at(world, i + 0.5 + 0.5 * (j % 2), 0.5 + 0.867 * j, 0.5);
        }
    }
    return world;
}

#endif
