/* Meshes for tests: grids of heights, and triangles without neighbours. */
#ifndef MODULUS_TESTS_MESH_SHAPES_H
#define MODULUS_TESTS_MESH_SHAPES_H

#include "geometry3/triangles.h"

static inline md3_mesh *mesh_of(const md3_vec *vertices, int32_t vertex_count, const int32_t *indices,
                                int32_t triangle_count, bool one_sided)
{
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = vertex_count;
    def.indices = indices;
    def.triangle_count = triangle_count;
    def.one_sided = one_sided;
    md3_mesh *mesh;
    md_error error;
    const md_status status = md3_mesh_create(NULL, &def, &mesh, &error);
    if (status != MD_OK) {
        fail_msg("%s", error.message);
    }
    return mesh;
}

static inline md3_geometry geometry_of(const md3_mesh *mesh)
{
    md3_geometry geometry;
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    return geometry;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* A grid of points with two triangles per cell, at most 60 points wide. */
struct grid {
    md3_vec vertex[3600];
    int32_t index[6 * 3600];
    int32_t size, triangles;
};

static inline double flat(double x, double y)
{
    (void)x;
    (void)y;
    return 0;
}

static inline double bowl(double x, double y)
{
    return 0.5 * (x * x + y * y);
}

static inline double dome(double x, double y)
{
    return -bowl(x, y);
}

static inline double waves(double x, double y)
{
    return 0.3 * sin(3 * x) * cos(2 * y);
}

/* A grid from -1 to 1 along x and y, of heights along z. */
static inline void make_grid(struct grid *grid, int32_t size, double (*height)(double, double))
{
    grid->size = size;
    grid->triangles = 0;
    for (int32_t i = 0; i < size * size; ++i) {
        const double x = 2.0 * (i % size) / (size - 1) - 1, y = 2.0 * (i / size) / (size - 1) - 1;
        grid->vertex[i] = at3(x, y, height(x, y));
        if (i % size < size - 1 && i / size < size - 1) {
            const int32_t cell[6] = {i, i + 1, i + size + 1, i, i + size + 1, i + size};
            memcpy(&grid->index[3 * grid->triangles], cell, sizeof cell);
            grid->triangles += 2;
        }
    }
}

static inline md3_mesh *grid_mesh(double (*height)(double, double), int32_t size, bool one_sided)
{
    static struct grid grid;
    make_grid(&grid, size, height);
    return mesh_of(grid.vertex, size * size, grid.index, grid.triangles, one_sided);
}

/* Every triangle has corners of its own. */
static inline md3_mesh *random_soup(struct random *random, int32_t triangles, bool one_sided)
{
    static md3_vec vertex[3 * 1000];
    static int32_t index[3 * 1000];
    for (int32_t i = 0; i < triangles; ++i) {
        const md3_vec center = random_point_in_cube(random, 2);
        for (int32_t k = 3 * i; k < 3 * i + 3; ++k) {
            const md3_vec direction = random_direction(random);
            vertex[k] = md3_vec_add_scaled(center, (md_real)random_real(random, 0.05, 0.5), direction);
            index[k] = k;
        }
    }
    return mesh_of(vertex, 3 * triangles, index, triangles, one_sided);
}

#endif
