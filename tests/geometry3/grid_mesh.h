/* Meshes for tests of contacts: sheets of square cells, flat or folded, and a cube. */
#ifndef MODULUS_TESTS_GRID_MESH_H
#define MODULUS_TESTS_GRID_MESH_H

#include <stdlib.h>

#include "geometry3/space.h"

/** The form of a sheet over the x-y plane. */
struct sheet {
    double left, right; /* slopes away from the line x = 0: z = left |x| for x < 0, and z = right x */
    double irregular;   /* part of a cell by which inner corners are moved in the plane; only if it is flat */
    bool two_sided;
};

static inline md3_mesh *mesh_of(const md3_vec *vertices, int32_t vertex_count, const int32_t *indices,
                                int32_t triangle_count, bool two_sided)
{
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = vertex_count;
    def.indices = indices;
    def.triangle_count = triangle_count;
    def.one_sided = !two_sided;
    md3_mesh *mesh;
    md_error error;
    assert_int_equal(md3_mesh_create(NULL, &def, &mesh, &error), MD_OK);
    return mesh;
}

/** Adds the two triangles of each cell of a grid of corners, of which the first has the number `base`. */
static inline int32_t add_cells(int32_t *indices, int32_t count, int32_t base, int cells, bool reversed)
{
    for (int j = 0; j < cells; ++j) {
        for (int i = 0; i < cells; ++i) {
            const int32_t a = base + j * (cells + 1) + i, b = a + 1, c = a + cells + 1, d = c + 1;
            const bool other_diagonal = (i + 2 * j) % 3 == 0;
            const int32_t first[3] = {a, b, other_diagonal ? c : d};
            const int32_t second[3] = {other_diagonal ? b : a, d, c};
            for (int k = 0; k < 3; ++k) {
                indices[count + k] = first[reversed ? 2 - k : k];
                indices[count + 3 + k] = second[reversed ? 2 - k : k];
            }
            count += 6;
        }
    }
    return count;
}

/** A square sheet around the origin of cells x cells squares of a size. The number of cells should be even if it is
 *  folded. */
static inline md3_mesh *sheet_mesh(int cells, double size, struct sheet sheet)
{
    struct random random = {17};
    const int32_t corners = (cells + 1) * (cells + 1);
    md3_vec *vertices = malloc((size_t)corners * sizeof *vertices);
    int32_t *indices = malloc((size_t)(6 * cells * cells) * sizeof *indices);
    for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i) {
            const bool inner = i > 0 && j > 0 && i < cells && j < cells;
            const double moved = inner ? sheet.irregular * size : 0;
            const double x = (i - 0.5 * cells) * size + random_real(&random, -moved, moved);
            const double y = (j - 0.5 * cells) * size + random_real(&random, -moved, moved);
            vertices[j * (cells + 1) + i] = at3(x, y, x < 0 ? -sheet.left * x : sheet.right * x);
        }
    }
    const int32_t count = add_cells(indices, 0, 0, cells, false);
    md3_mesh *mesh = mesh_of(vertices, corners, indices, count / 3, sheet.two_sided);
    free(vertices);
    free(indices);
    return mesh;
}

static inline md3_mesh *flat_mesh(int cells, double size, double irregular)
{
    return sheet_mesh(cells, size, (struct sheet){.irregular = irregular});
}

/** A cube around the origin, each side of cells x cells squares. */
static inline md3_mesh *cube_mesh(int cells, double half)
{
    const int32_t corners = 6 * (cells + 1) * (cells + 1);
    md3_vec *vertices = malloc((size_t)corners * sizeof *vertices);
    int32_t *indices = malloc((size_t)(36 * cells * cells) * sizeof *indices);
    int32_t vertex = 0, count = 0;
    for (int side = 0; side < 6; ++side) {
        const int axis = side / 2;
        const double sign = side % 2 == 0 ? -1 : 1;
        count = add_cells(indices, count, vertex, cells, sign < 0);
        for (int j = 0; j <= cells; ++j) {
            for (int i = 0; i <= cells; ++i) {
                double at[3];
                at[axis] = sign * half;
                at[(axis + 1) % 3] = half * (2.0 * i / cells - 1);
                at[(axis + 2) % 3] = half * (2.0 * j / cells - 1);
                vertices[vertex++] = at3(at[0], at[1], at[2]);
            }
        }
    }
    md3_mesh *mesh = mesh_of(vertices, vertex, indices, count / 3, false);
    free(vertices);
    free(indices);
    return mesh;
}

/** A hull of points on a sphere. */
static inline md3_hull *rock_hull(int count, double radius)
{
    struct random random = {23};
    md3_vec points[MD3_MAX_VERTICES];
    for (int i = 0; i < count; ++i) {
        points[i] = md3_vec_scale((md_real)radius, random_direction(&random));
    }
    md3_hull *hull;
    assert_int_equal(md3_hull_create(NULL, points, count, &hull, NULL), MD_OK);
    return hull;
}

#endif
