/* Rays against height fields.
 *
 * The ray passes the strips of cells across the axis along which it crosses more of them, one after the other. In each strip
 * the triangles of the two or three cells that it can cross are tested. Ranges of cells are enlarged by a hundredth of a
 * cell, so that rounding hides no hit.
 */
#include "geometry3/mesh.h"
#include "geometry3/triangle_ray.h"
#include "spatial/box_cast3.h"

#define MARGIN ((md_real)0.01)

/* The ray along one axis of the grid, in cells. */
struct grid_line {
    md_real origin, speed; /* at fraction 0, and per fraction */
    int32_t cells;
};

static md_real position_at(struct grid_line line, md_real fraction)
{
    return line.origin + fraction * line.speed;
}

static int32_t cell_of(struct grid_line line, md_real position)
{
    return (int32_t)md_clamp(position, 0, (md_real)(line.cells - 1));
}

struct field_walk {
    const md3_height_field *field;
    struct triangle_ray test;
    struct grid_line along, across; /* across the strips, and along each strip */
    bool is_along_x;                /* strips follow each other along x */
    md_real enter, leave;           /* fractions at which the ray is in the bounds of the field */
};

static void test_cell(struct field_walk *walk, int32_t strip, int32_t cell)
{
    const int32_t column = walk->is_along_x ? strip : cell, row = walk->is_along_x ? cell : strip;
    for (int32_t upper = 0; upper < 2; ++upper) {
        md3_vec corner[3];
        if (md3_height_field_corners(walk->field, column, row, upper, corner)) {
            const int32_t index = 2 * (column + row * (walk->field->columns - 1)) + upper;
            triangle_ray_test(&walk->test, corner, index);
        }
    }
}

/* Tests the cells of a strip that the ray crosses between two fractions. */
static void test_strip(struct field_walk *walk, int32_t strip, md_real from, md_real to)
{
    const md_real a = position_at(walk->across, from), b = position_at(walk->across, to);
    const int32_t last = cell_of(walk->across, md_max(a, b) + MARGIN);
    for (int32_t cell = cell_of(walk->across, md_min(a, b) - MARGIN); cell <= last; ++cell) {
        test_cell(walk, strip, cell);
    }
}

/* Returns the fraction at which the ray reaches a border between strips, within those in the bounds. */
static md_real fraction_at(const struct field_walk *walk, md_real border)
{
    const md_real fraction = (border - walk->along.origin) / walk->along.speed;
    return md_clamp(fraction, walk->enter, walk->leave);
}

/* Tests strip after strip, from the origin on, until the next ones are behind the best hit. */
static void test_strips(struct field_walk *walk)
{
    const md_real a = position_at(walk->along, walk->enter), b = position_at(walk->along, walk->leave);
    const int32_t lower = cell_of(walk->along, md_min(a, b) - MARGIN);
    const int32_t upper = cell_of(walk->along, md_max(a, b) + MARGIN);
    const bool forward = walk->along.speed > 0;
    for (int32_t i = 0; i <= upper - lower; ++i) {
        const int32_t strip = forward ? lower + i : upper - i;
        md_real from = walk->enter, to = walk->leave;
        if (walk->along.speed != 0) {
            from = fraction_at(walk, (md_real)strip + (forward ? -MARGIN : 1 + MARGIN));
            to = fraction_at(walk, (md_real)strip + (forward ? 1 + MARGIN : -MARGIN));
        }
        if (walk->test.best.hit && walk->test.best.fraction < from) {
            return;
        }
        test_strip(walk, strip, from, to);
    }
}

md3_ray_hit md3_height_field_ray(const md3_height_field *field, md3_ray ray)
{
    const md3_vec inverse = cast_inverse(ray.translation);
    const struct slab t = box_cast((md3_box){ray.origin, ray.origin}, inverse, ray.max_fraction, field->bounds);
    const bool moves = inverse.x != 0 || inverse.y != 0 || inverse.z != 0;
    if (!moves || !slab_not_after(t.enter, t.leave)) {
        return (md3_ray_hit){.hit = false};
    }
    const md_real *spacing = field->spacing;
    const struct grid_line x = {(ray.origin.x - field->origin.x) / spacing[0], ray.translation.x / spacing[0],
                                field->columns - 1};
    const struct grid_line y = {(ray.origin.y - field->origin.y) / spacing[1], ray.translation.y / spacing[1],
                                field->rows - 1};
    const bool is_along_x = md_abs(x.speed) >= md_abs(y.speed);
    struct field_walk walk = {.field = field,
                              .test = triangle_ray_start(ray, true),
                              .along = is_along_x ? x : y,
                              .across = is_along_x ? y : x,
                              .is_along_x = is_along_x,
                              .enter = t.enter,
                              .leave = md_min(t.leave, ray.max_fraction)};
    test_strips(&walk);
    return walk.test.best;
}
