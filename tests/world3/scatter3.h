/* Worlds with shapes of every kind, scattered at random: for queries, drawing and snapshots. */
#ifndef MODULUS_TESTS_SCATTER3_H
#define MODULUS_TESTS_SCATTER3_H

#include "geometry3/shapes3.h"
#include "world3/make3.h"

/** Shapes are within about this distance of the origin along each axis, m. */
#define AREA 5.0

/** A wavy square of 2 n^2 triangles at the height 0, with edges of AREA. */
static inline md3_mesh *wavy_mesh(int32_t n)
{
    enum { MOST = 16 };
    md3_vec vertices[(MOST + 1) * (MOST + 1)];
    int32_t indices[MOST * MOST * 6];
    int32_t count = 0;
    assert_true(n <= MOST);
    for (int32_t i = 0; i <= n; ++i) {
        for (int32_t k = 0; k <= n; ++k) {
            vertices[i * (n + 1) + k] = at3(2 * AREA * (i / (double)n - 0.5) / 2, (i * 7 + k * 3) % 5 * 0.1,
                                            2 * AREA * (k / (double)n - 0.5) / 2);
        }
    }
    for (int32_t i = 0; i < n; ++i) {
        for (int32_t k = 0; k < n; ++k) {
            const int32_t a = i * (n + 1) + k, b = a + 1, c = a + n + 2, d = a + n + 1;
            const int32_t two[6] = {a, b, c, a, c, d};
            for (int j = 0; j < 6; ++j) {
                indices[count++] = two[j];
            }
        }
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = (n + 1) * (n + 1);
    def.indices = indices;
    def.triangle_count = count / 3;
    md3_mesh *mesh;
    assert_int_equal(md3_mesh_create(NULL, &def, &mesh, NULL), MD_OK);
    return mesh;
}

/** A height field of 9 x 7 heights with a hole. Up is +z of its body. */
static inline md3_height_field *rough_field(void)
{
    md_real heights[9 * 7];
    for (int i = 0; i < 9 * 7; ++i) {
        heights[i] = (md_real)(i * 11 % 7 * 0.1);
    }
    heights[40] = (md_real)NAN;
    md3_height_field_def def = md3_height_field_def_default();
    def.heights = heights;
    def.columns = 9;
    def.rows = 7;
    def.origin = at3(-2, -2, 0);
    def.spacing[0] = def.spacing[1] = (md_real)0.5;
    md3_height_field *field;
    assert_int_equal(md3_height_field_create(NULL, &def, &field, NULL), MD_OK);
    return field;
}

static inline md3_shape_def random_surface(struct random *random)
{
    md3_shape_def def = md3_shape_def_default();
    def.friction = (md_real)random_real(random, 0, 1);
    def.restitution = (md_real)random_real(random, 0, 0.5);
    def.torsion = random_index(random, 4) == 0 ? (md_real)0.01 : 0;
    def.rolling = random_index(random, 4) == 0 ? (md_real)0.01 : 0;
    def.category = (uint64_t)(1 + random_index(random, 7));
    def.mask = random_index(random, 4) == 0 ? (uint64_t)(1 + random_index(random, 7)) : UINT64_MAX;
    def.sensor = random_index(random, 8) == 0;
    return def;
}

/** Adds a mesh and a height field at random places. */
static inline void scatter_surfaces(struct random *random, md3_world *world)
{
    md3_mesh *mesh = wavy_mesh(8);
    md3_height_field *field = rough_field();
    md3_geometry of_mesh, of_field;
    assert_int_equal(md3_geometry_mesh(&of_mesh, mesh), MD_OK);
    assert_int_equal(md3_geometry_height_field(&of_field, field), MD_OK);
    for (int i = 0; i < 6; ++i) {
        const md3_transform at = random_transform(random, AREA);
        const md3_shape_def def = random_surface(random);
        const md3_body_type type = i == 0 ? MD3_KINEMATIC : MD3_STATIC;
        give(world, body_turned_at(world, type, at.p, at.q), &def, i % 2 == 1 ? &of_field : &of_mesh);
    }
    md3_mesh_destroy(mesh);
    md3_height_field_destroy(field);
}

/** Adds a body with one to three convex shapes. */
static inline md3_body_id scatter_body(struct random *random, md3_world *world, const struct hull_pool *pool)
{
    const md3_transform at = random_transform(random, AREA);
    const md3_body_type type = (md3_body_type)random_index(random, 3);
    const md3_body_id body = body_turned_at(world, type, at.p, at.q);
    for (int32_t i = random_index(random, 3); i >= 0; --i) {
        const md3_shape_def def = random_surface(random);
        const md3_geometry geometry = random_convex(pool, random);
        give(world, body, &def, &geometry);
    }
    return body;
}

/** Fills a world with `count` bodies and six surfaces; some bodies are disabled. */
static inline void scatter(struct random *random, md3_world *world, int count)
{
    struct hull_pool pool = hull_pool_create(7);
    scatter_surfaces(random, world);
    for (int i = 0; i < count; ++i) {
        const md3_body_id body = scatter_body(random, world, &pool);
        if (random_index(random, 10) == 0) {
            assert_int_equal(md3_body_set_enabled(world, body, false), MD_OK);
        }
    }
    hull_pool_destroy(&pool);
}

#endif
