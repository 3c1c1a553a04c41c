/* Creation of height fields, and their triangles. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "engine/def_check.h"
#include "geometry3/mesh.h"
#include "geometry3/mesh_build.h"

/* Triangles are numbered by int32_t, two for each cell. */
#define MAX_HEIGHTS (INT32_MAX / 2)
/* m; smaller triangles would have no normal. */
#define MIN_SPACING 1e-6

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

md3_height_field_def md3_height_field_def_default(void)
{
    return (md3_height_field_def){.spacing = {1, 1}};
}

static md_status check_def(const md3_height_field_def *def, md_error *error)
{
    struct def_check check = {.what = "height field", .error = error};
    if (!md_check_def(&check, def, sizeof *def, "md3_height_field_def_default")) {
        return check.status;
    }
    md_check_that(&check, def->heights != NULL, "heights must not be NULL");
    md_check_count(&check, "columns", def->columns, 2, MAX_HEIGHTS);
    md_check_count(&check, "rows", def->rows, 2, MAX_HEIGHTS / (def->columns > 1 ? def->columns : 2));
    md_check_number_within(&check, "spacing[0]", (double)def->spacing[0], MIN_SPACING, (double)MD3_MAX_COORDINATE);
    md_check_number_within(&check, "spacing[1]", (double)def->spacing[1], MIN_SPACING, (double)MD3_MAX_COORDINATE);
    const md3_vec last = vec(def->origin.x + (md_real)def->columns * def->spacing[0],
                             def->origin.y + (md_real)def->rows * def->spacing[1], 0);
    md_check_that(&check, coordinates_are_valid(def->origin) && coordinates_are_valid(last),
                  "origin and spacing must keep all coordinates within 1e9 m");
    for (int64_t i = 0; check.status == MD_OK && i < (int64_t)def->columns * def->rows; ++i) {
        const bool is_valid = isnan(def->heights[i]) || md_abs(def->heights[i] + def->origin.z) <= MD3_MAX_COORDINATE;
        md_check_that(&check, is_valid, "heights[%lld] must be within 1e9 m, or NaN for a hole", (long long)i);
    }
    return check.status;
}

/* Allocates a field and copies the heights. */
static md3_height_field *field_of(const md3_height_field_def *def, const md_allocator *allocator)
{
    const size_t heights = (size_t)def->columns * (size_t)def->rows * sizeof(md_real);
    const size_t bytes = sizeof(md3_height_field) + heights;
    char *memory = allocator->resize(allocator->user, NULL, 0, bytes);
    if (memory == NULL) {
        return NULL;
    }
    md3_height_field *field = (md3_height_field *)(void *)memory;
    *field = (md3_height_field){.allocator = *allocator,
                                .bytes = bytes,
                                .columns = def->columns,
                                .rows = def->rows,
                                .origin = def->origin,
                                .spacing = {def->spacing[0], def->spacing[1]}};
    field->height = memcpy(memory + sizeof(md3_height_field), def->heights, heights);
    return field;
}

/* Computes the box around all triangles. Returns false if there is none. */
static bool set_bounds(md3_height_field *field)
{
    md3_vec corner[3];
    bool any = false;
    for (int32_t j = 0; j < field->rows - 1; ++j) {
        for (int32_t i = 0; i < 2 * (field->columns - 1); ++i) {
            if (md3_height_field_corners(field, i / 2, j, i % 2, corner)) {
                for (int32_t k = 0; k < 3; ++k) {
                    const md3_box point = {corner[k], corner[k]};
                    field->bounds = any ? box_union(field->bounds, point) : point;
                    any = true;
                }
            }
        }
    }
    return any;
}

md_status md3_height_field_create(const md_allocator *allocator, const md3_height_field_def *def,
                                  md3_height_field **field, md_error *error)
{
    if (field == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "height field: there is no place for the result");
    }
    *field = NULL;
    const md_status status = check_def(def, error);
    if (status != MD_OK) {
        return status;
    }
    const md_allocator memory = md_allocator_or_default(allocator);
    md3_height_field *made = field_of(def, &memory);
    if (made == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    if (!set_bounds(made)) {
        md3_height_field_destroy(made);
        return md_fail(error, MD_ERROR_ARGUMENT, "height field: heights must have a triangle that is not a hole");
    }
    *field = made;
    return MD_OK;
}

void md3_height_field_destroy(md3_height_field *field)
{
    if (field != NULL && references_remove(&field->references)) {
        const md_allocator allocator = field->allocator;
        allocator.resize(allocator.user, field, field->bytes, 0);
    }
}

/* ---- Triangles --------------------------------------------------------------------------------------------------- */

void md3_height_field_size(const md3_height_field *field, int32_t *columns, int32_t *rows)
{
    if (columns != NULL) {
        *columns = field != NULL ? field->columns : 0;
    }
    if (rows != NULL) {
        *rows = field != NULL ? field->rows : 0;
    }
}

static int32_t height_index(const md3_height_field *field, int32_t column, int32_t row)
{
    return column + row * field->columns;
}

md3_vec md3_height_field_point(const md3_height_field *field, int32_t column, int32_t row)
{
    if (field == NULL || column < 0 || column >= field->columns || row < 0 || row >= field->rows) {
        return vec(0, 0, (md_real)NAN);
    }
    return vec(field->origin.x + (md_real)column * field->spacing[0],
               field->origin.y + (md_real)row * field->spacing[1],
               field->origin.z + field->height[height_index(field, column, row)]);
}

/* The corners of the two triangles of a cell, as steps along x and y. */
static const int32_t CORNER[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};

bool md3_height_field_corners(const md3_height_field *field, int32_t column, int32_t row, int32_t upper,
                              md3_vec corner[3])
{
    if (column < 0 || column >= field->columns - 1 || row < 0 || row >= field->rows - 1) {
        return false;
    }
    for (int32_t k = 0; k < 3; ++k) {
        corner[k] = md3_height_field_point(field, column + CORNER[upper][k][0], row + CORNER[upper][k][1]);
    }
    return !isnan(corner[0].z) && !isnan(corner[1].z) && !isnan(corner[2].z);
}

static md3_vec normal_of(const md3_vec corner[3])
{
    return vec_unit(vec_cross(vec_sub(corner[1], corner[0]), vec_sub(corner[2], corner[0])), NULL);
}

/* The cell and the triangle across each edge, as steps from the cell of the triangle. */
struct across {
    int32_t column, row, upper;
};

static const struct across ACROSS[2][3] = {{{0, -1, 1}, {1, 0, 1}, {0, 0, 1}}, {{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}}};

/* Sets the normal and the flags of the edges. */
static void set_edges(struct triangle3 *triangle, const md3_height_field *field, int32_t column, int32_t row,
                      int32_t upper)
{
    triangle->normal = normal_of(triangle->corner);
    triangle->flags = 0;
    for (int32_t k = 0; k < 3; ++k) {
        const struct across to = ACROSS[upper][k];
        md3_vec corner[3];
        uint8_t flags = (uint8_t)(MD3_EDGE_CONVEX_0 << k | MD3_EDGE_BORDER_0 << k);
        triangle->neighbour_normal[k] = triangle->normal;
        if (md3_height_field_corners(field, column + to.column, row + to.row, to.upper, corner)) {
            triangle->neighbour_normal[k] = normal_of(corner);
            flags = md3_edge_flags(k, triangle->corner, triangle->normal, triangle->neighbour_normal[k]);
        }
        triangle->flags = (uint8_t)(triangle->flags | flags);
    }
}

/* Visits a triangle of a cell if it exists and overlaps a box. Returns false if the visitor ends the search. */
static bool visit_triangle(const md3_height_field *field, int32_t column, int32_t row, int32_t upper, md3_box box,
                           md3_triangle_visit *visit, void *user)
{
    struct triangle3 triangle = {.one_sided = true};
    const md3_vec *corner = triangle.corner;
    if (!md3_height_field_corners(field, column, row, upper, triangle.corner)) {
        return true;
    }
    const md3_box around = {vec_min(corner[0], vec_min(corner[1], corner[2])),
                            vec_max(corner[0], vec_max(corner[1], corner[2]))};
    if (!box_overlaps(box, around)) {
        return true;
    }
    for (int32_t k = 0; k < 3; ++k) {
        triangle.vertex[k] = height_index(field, column + CORNER[upper][k][0], row + CORNER[upper][k][1]);
    }
    triangle.index = 2 * (column + row * (field->columns - 1)) + upper;
    set_edges(&triangle, field, column, row, upper);
    return visit(user, &triangle);
}

/* ---- Triangles in a box ------------------------------------------------------------------------------------------ */

/* Returns the cell of a coordinate, plus `more` cells for rounding, within 0 and count - 1. */
static int32_t cell_at(md_real coordinate, md_real origin, md_real spacing, md_real more, int32_t count)
{
    return (int32_t)md_clamp((coordinate - origin) / spacing + more, 0, (md_real)(count - 1));
}

void md3_height_field_visit(const md3_height_field *field, md3_box box, md3_triangle_visit *visit, void *user)
{
    if (!box_overlaps(box, field->bounds)) {
        return; /* also for NaN */
    }
    const md3_vec origin = field->origin;
    const md_real *spacing = field->spacing;
    const int32_t first = cell_at(box.lower.x, origin.x, spacing[0], -1, field->columns - 1);
    const int32_t last = cell_at(box.upper.x, origin.x, spacing[0], 1, field->columns - 1);
    const int32_t end = cell_at(box.upper.y, origin.y, spacing[1], 1, field->rows - 1);
    for (int32_t j = cell_at(box.lower.y, origin.y, spacing[1], -1, field->rows - 1); j <= end; ++j) {
        for (int32_t i = first; i <= last; ++i) {
            for (int32_t upper = 0; upper < 2; ++upper) {
                if (!visit_triangle(field, i, j, upper, box, visit, user)) {
                    return;
                }
            }
        }
    }
}
