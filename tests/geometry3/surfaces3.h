/* Random triangle meshes and height fields for tests, with their triangles, and convex geometries near them. */
#ifndef MODULUS_TESTS_GEOMETRY3_SURFACES3_H
#define MODULUS_TESTS_GEOMETRY3_SURFACES3_H

#include "geometry3/shapes3.h"

/** Far from the origin, m. In float, numbers are rounded to 1e-3 m at 1e4 m. */
static const double FAR = PICK(1e4, 1e3);

enum { MAX_TRIANGLES = 512 };

/** A mesh or height field, and its triangles. */
struct surface {
    md3_geometry geometry;
    md3_mesh *mesh;
    md3_height_field *field;
    struct wide corner[MAX_TRIANGLES][3];
    int32_t index[MAX_TRIANGLES]; /* as in md3_ray_hit */
    int32_t count;
};

static inline void surface_destroy(struct surface *surface)
{
    md3_mesh_destroy(surface->mesh);
    md3_height_field_destroy(surface->field);
}

static inline struct surface surface_of_mesh(const md3_mesh_def *def)
{
    struct surface surface = {.count = 0};
    assert_int_equal(md3_mesh_create(NULL, def, &surface.mesh, NULL), MD_OK);
    assert_int_equal(md3_geometry_mesh(&surface.geometry, surface.mesh), MD_OK);
    surface.count = md3_mesh_triangles(surface.mesh);
    assert_true(surface.count <= MAX_TRIANGLES);
    for (int32_t i = 0; i < surface.count; ++i) {
        md3_vec corner[3];
        md3_mesh_triangle(surface.mesh, i, corner);
        for (int k = 0; k < 3; ++k) {
            surface.corner[i][k] = wide_of(corner[k]);
        }
        surface.index[i] = i;
    }
    return surface;
}

/** Triangles without order: from small ones to slivers as long as the whole. */
static inline struct surface triangle_soup(struct random *random, double away)
{
    md3_vec vertices[3 * 60];
    int32_t indices[3 * 60];
    const md3_vec origin = random_point_in_cube(random, away);
    for (int32_t i = 0; i < 3 * 60; ++i) {
        const md3_vec p = random_point_in_cube(random, i % 3 == 0 ? 3 : 0.7);
        vertices[i] = md3_vec_add(i % 3 == 0 ? origin : vertices[i - i % 3], p);
        indices[i] = i;
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.indices = indices;
    def.vertex_count = 3 * 60;
    def.triangle_count = 60;
    def.one_sided = false;
    return surface_of_mesh(&def);
}

/** A hilly square of 6 m, as a mesh or as a height field. */
enum { SIDE = 13 };

static inline void random_hills(struct random *random, md_real heights[SIDE * SIDE])
{
    for (int32_t i = 0; i < SIDE * SIDE; ++i) {
        heights[i] = (md_real)random_real(random, -0.5, 0.5);
    }
}

static inline md3_vec hill_point(const md_real *heights, md3_vec origin, int32_t i)
{
    return md3_vec_add(origin, md3_v((md_real)(i % SIDE) / 2, (md_real)(i / SIDE) / 2, heights[i]));
}

/** The corners of triangle `half` of the cell at corner i. */
static inline void cell_corners(int32_t i, int32_t half, int32_t corner[3])
{
    corner[0] = i;
    corner[1] = half == 0 ? i + 1 : i + SIDE + 1;
    corner[2] = half == 0 ? i + SIDE + 1 : i + SIDE;
}

static inline struct surface hilly_mesh(struct random *random, double away, bool one_sided)
{
    md_real heights[SIDE * SIDE];
    md3_vec vertices[SIDE * SIDE];
    int32_t indices[3 * 2 * SIDE * SIDE];
    const md3_vec origin = random_point_in_cube(random, away);
    random_hills(random, heights);
    md3_mesh_def def = md3_mesh_def_default();
    for (int32_t i = 0; i < SIDE * SIDE; ++i) {
        vertices[i] = hill_point(heights, origin, i);
        for (int32_t half = 0; half < 2 && i % SIDE < SIDE - 1 && i / SIDE < SIDE - 1; ++half) {
            cell_corners(i, half, &indices[3 * def.triangle_count++]);
        }
    }
    def.vertices = vertices;
    def.indices = indices;
    def.vertex_count = SIDE * SIDE;
    def.one_sided = one_sided;
    return surface_of_mesh(&def);
}

/** A height field, with holes at a tenth of its corners or none. */
static inline struct surface hilly_field(struct random *random, double away, bool holes)
{
    md_real heights[SIDE * SIDE];
    struct surface surface = {.count = 0};
    md3_height_field_def def = md3_height_field_def_default();
    random_hills(random, heights);
    for (int32_t i = 0; holes && i < SIDE * SIDE; i += 1 + random_index(random, 20)) {
        heights[i] = NAN;
    }
    def.heights = heights;
    def.columns = def.rows = SIDE;
    def.origin = random_point_in_cube(random, away);
    def.spacing[0] = def.spacing[1] = (md_real)0.5;
    assert_int_equal(md3_height_field_create(NULL, &def, &surface.field, NULL), MD_OK);
    assert_int_equal(md3_geometry_height_field(&surface.geometry, surface.field), MD_OK);
    for (int32_t k = 0; k < 2 * SIDE * SIDE; ++k) {
        int32_t corner[3];
        cell_corners(k / 2, k % 2, corner);
        if (k / 2 % SIDE == SIDE - 1 || k / 2 / SIDE == SIDE - 1 || isnan(heights[corner[0]]) ||
            isnan(heights[corner[1]]) || isnan(heights[corner[2]])) {
            continue;
        }
        for (int j = 0; j < 3; ++j) {
            surface.corner[surface.count][j] =
                wide_of(md3_height_field_point(surface.field, corner[j] % SIDE, corner[j] / SIDE));
        }
        surface.index[surface.count++] = 2 * (k / 2 % SIDE + k / 2 / SIDE * (SIDE - 1));
    }
    return surface;
}

static inline struct surface random_surface(struct random *random, int kind, double away)
{
    switch (kind % 3) {
    case 0: return triangle_soup(random, away);
    case 1: return hilly_mesh(random, away, random_index(random, 2) == 0);
    default: return hilly_field(random, away, true);
    }
}

/** A point near the middle of a surface. */
static inline md3_vec near_surface(const struct surface *surface, struct random *random)
{
    const struct wide p = surface->corner[random_index(random, surface->count)][0];
    const md3_vec at_corner = {(md_real)p.x, (md_real)p.y, (md_real)p.z};
    return md3_vec_add(at_corner, random_point_in_cube(random, 2));
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

/** A surface and a convex geometry. */
struct scene {
    const struct surface *surface;
    md3_geometry convex;
    md3_transform at_surface, at_convex;
};

static inline struct scene random_scene(const struct surface *surface, const struct hull_pool *pool,
                                        struct random *random, double away)
{
    struct scene scene = {.surface = surface, .convex = random_convex(pool, random)};
    scene.at_surface = random_transform(random, away);
    const md3_vec position = md3_transform_apply(scene.at_surface, near_surface(surface, random));
    scene.at_convex = md3_transform_make(position, random_rotation(random));
    return scene;
}

/** Rounding error of positions, and the error of the distance of round geometries. */
static inline double tolerance(const struct scene *scene)
{
    const struct wide p = scene->surface->corner[0][0];
    const double size = 16 + (double)wide_length(p) + (double)md3_vec_length(scene->at_surface.p) +
                        (double)md3_vec_distance(scene->at_surface.p, scene->at_convex.p);
    return 16 * size * (double)MD_REAL_EPSILON + (is_round(&scene->convex) ? PICK(1e-9, 5e-5) : 0);
}

/** Corner of a triangle in the coordinates of the convex geometry, where all numbers are small. */
static inline struct wide corner_of(const struct scene *scene, int32_t triangle, int k)
{
    const struct wide world =
        wide_add(wide_of(scene->at_surface.p), wide_rotate(scene->at_surface.q, scene->surface->corner[triangle][k]));
    return wide_rotate_back(scene->at_convex.q, wide_sub(world, wide_of(scene->at_convex.p)));
}

static inline long double to_triangle(const struct scene *scene, int32_t triangle, struct wide point)
{
    return wide_to_triangle(point, corner_of(scene, triangle, 0), corner_of(scene, triangle, 1),
                            corner_of(scene, triangle, 2));
}

#endif
