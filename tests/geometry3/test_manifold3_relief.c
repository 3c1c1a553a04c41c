/* Contact manifolds of meshes with a relief: a cube of triangles against the hull of a cube, and bumpy height fields against
 * distances. */
#include "geometry3/mesh_shapes3.h"

/* ---- A cube as a mesh -------------------------------------------------------------------------------------------- */

/** How many contacts differ from those of the hull of the cube. */
struct differences {
    int compared, missing, other_depth, other_normal, more;
};

static void compare_with_hull(struct differences *differences, const md3_geometry *mesh, const md3_geometry *hull,
                              const md3_geometry *shape, struct random *random)
{
    const md3_transform at_cube = random_transform(random, 1);
    md3_transform at = random_transform(random, 1);
    at.q = random_index(random, 3) == 0 ? at_cube.q : at.q;
    at.p = md3_vec_add_scaled(at.p, 10, random_direction(random));
    const md3_distance_result closest = md3_distance(hull, at_cube, shape, at);
    const double wanted = random_real(random, -0.01, 0.02);
    at.p = md3_vec_add_scaled(at.p, (md_real)wanted - closest.distance, closest.normal);
    const md3_manifold expected = touch3(hull, at_cube, shape, at, 0.03);
    const md3_vec center = md3_transform_unapply(at_cube, md3_transform_apply(at, md3_core_of(shape).center));
    const md3_vec beyond = md3_vec_abs(center);
    if (expected.count == 0 || (beyond.x < 1 && beyond.y < 1 && beyond.z < 1)) {
        return; /* the centre of a thin shape is in the cube, behind all triangles */
    }
    const struct found found = collide_mesh(mesh, at_cube, shape, at, 0.03);
    ++differences->compared;
    if (found.count == 0) {
        ++differences->missing;
        return;
    }
    differences->more += found.count > 1;
    differences->other_depth += fabs((double)deepest(&found.manifold[0]) - (double)deepest(&expected)) > 1.2e-3;
    differences->other_normal += md3_vec_dot(found.manifold[0].normal, expected.normal) < (md_real)0.99;
}

static void a_cube_of_triangles_collides_as_a_hull_does(void **state)
{
    (void)state;
    struct hull_pool pool = hull_pool_create(3);
    md3_hull *cube_hull = box_hull(1, 1, 1);
    const md3_geometry cube = hull_of(cube_hull, 0);
    for (int cells = 1; cells <= 9; cells += 4) {
        md3_mesh *mesh = cube_mesh(cells, 1);
        md3_geometry geometry;
        assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
        for (int type = 0; type < MD3_PLANE; ++type) {
            struct differences differences = {0};
            struct random random = {(uint64_t)(100 * cells + type)};
            for (int k = 0; k < 300; ++k) {
                const md3_geometry shape = random_geometry(&pool, &random, (md3_geometry_type)type);
                compare_with_hull(&differences, &geometry, &cube, &shape, &random);
            }
            assert_true(differences.compared > 100);
            assert_int_equal(differences.missing, 0);
            assert_true(differences.other_depth <= 3);
            /* Two ways out of nearly the same length are resolved differently. */
            assert_true(differences.other_normal <= 15);
            assert_true(differences.more <= 15);
        }
        md3_mesh_destroy(mesh);
    }
    md3_hull_destroy(cube_hull);
    hull_pool_destroy(&pool);
}

static void a_rod_over_an_edge_is_pushed_out_across_it(void **state)
{
    (void)state;
    /* The rod slopes down from the top of the cube by 2 % and is 0.3 mm below the edge. Its centre is 1 cm lower than the top,
     * behind the triangles of the top. */
    const md3_geometry rod = capsule_of(at3(0.1, 0.95, 1.0007), at3(0.1, 1.95, 0.9807), 0.01);
    for (int cells = 1; cells <= 8; cells *= 2) {
        md3_mesh *mesh = cube_mesh(cells, 1);
        md3_geometry geometry;
        assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
        const struct found found = collide_mesh(&geometry, place3(0, 0, 0), &rod, place3(0, 0, 0), 0.001);
        assert_int_equal(found.count, 1);
        assert_near((double)deepest(&found.manifold[0]), -0.0103, 1e-4);
        assert_vec_near(found.manifold[0].normal, at3(0, 0.02, 1), 1e-3);
        md3_mesh_destroy(mesh);
    }
}

/* ---- Bumps ------------------------------------------------------------------------------------------------------- */

static md3_height_field *bumpy_field(struct random *random, double height)
{
    md_real heights[24 * 24];
    for (int i = 0; i < 24 * 24; ++i) {
        heights[i] = (md_real)random_real(random, -height, height);
    }
    md3_height_field_def def = md3_height_field_def_default();
    def.heights = heights;
    def.columns = def.rows = 24;
    def.origin = at3(-2.3, -2.3, 0);
    def.spacing[0] = def.spacing[1] = (md_real)0.2;
    md3_height_field *field;
    assert_int_equal(md3_height_field_create(NULL, &def, &field, NULL), MD_OK);
    return field;
}

static void the_separation_from_bumps_is_the_distance(void **state)
{
    (void)state;
    struct random random = {9};
    md3_hull *box = box_hull(0.4, 0.3, 0.2), *rock = rock_hull(30, 0.4);
    struct resting shape[16];
    const int shapes = resting_shapes(shape, box, rock);
    int compared = 0;
    for (int round = 0; round < 2; ++round) {
        md3_height_field *field = bumpy_field(&random, round % 2 == 0 ? 0.02 : 0.15);
        md3_geometry geometry;
        assert_int_equal(md3_geometry_height_field(&geometry, field), MD_OK);
        for (int k = 0; k < 120; ++k) {
            const struct resting *resting = &shape[k % shapes];
            md3_transform at = random_transform(&random, 1.2);
            at.p.z = 1;
            /* Down to a small distance, by the distance itself. */
            const double wanted = random_real(&random, 0.001, 0.03);
            for (int i = 0; i < 6; ++i) {
                const md3_distance_result closest = md3_distance(&geometry, place3(0, 0, 0), &resting->shape, at);
                at.p.z -= md_max(0, closest.distance - (md_real)wanted);
            }
            const md3_distance_result closest = md3_distance(&geometry, place3(0, 0, 0), &resting->shape, at);
            const struct found found = collide_mesh(&geometry, place3(0, 0, 0), &resting->shape, at, 0.04);
            if (closest.distance > 0 && closest.distance < (md_real)0.039) {
                assert_true(found.count > 0);
                assert_near((double)deepest(&found.manifold[0]), (double)closest.distance, 1e-3);
                ++compared;
            }
        }
        md3_height_field_destroy(field);
    }
    assert_true(compared > 100);
    md3_hull_destroy(box);
    md3_hull_destroy(rock);
}

static void bodies_deep_in_bumps_have_valid_manifolds(void **state)
{
    (void)state;
    struct random random = {10};
    struct hull_pool pool = hull_pool_create(4);
    md3_height_field *field = bumpy_field(&random, 0.3);
    md3_mesh *cube = cube_mesh(3, 0.7);
    md3_geometry ground_shape, cube_shape;
    assert_int_equal(md3_geometry_height_field(&ground_shape, field), MD_OK);
    assert_int_equal(md3_geometry_mesh(&cube_shape, cube), MD_OK);
    int touching = 0;
    for (int k = 0; k < 150; ++k) {
        const md3_geometry shape = random_convex(&pool, &random);
        const md3_transform at = random_transform(&random, 1);
        touching += collide_mesh(&ground_shape, random_transform(&random, 0.1), &shape, at, 0.05).count > 0;
        touching += collide_mesh(&cube_shape, random_transform(&random, 0.1), &shape, at, 0.05).count > 0;
    }
    assert_true(touching > 100);
    md3_height_field_destroy(field);
    md3_mesh_destroy(cube);
    hull_pool_destroy(&pool);
}

static void swapping_mesh_and_body_reverses_the_normals(void **state)
{
    (void)state;
    struct random random = {11};
    md3_height_field *field = bumpy_field(&random, 0.1);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_height_field(&geometry, field), MD_OK);
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.5);
    for (int k = 0; k < 50; ++k) {
        md3_manifold one[MOST_MANIFOLDS], other[MOST_MANIFOLDS];
        const md3_transform at = place3(random_real(&random, -1, 1), random_real(&random, -1, 1), 0.5);
        const int32_t count = md3_collide(&geometry, place3(0, 0, 0), &ball, at, (md_real)0.02, one, MOST_MANIFOLDS);
        assert_int_equal(md3_collide(&ball, at, &geometry, place3(0, 0, 0), (md_real)0.02, other, MOST_MANIFOLDS),
                         count);
        for (int32_t i = 0; i < count; ++i) {
            const md3_vec reversed = md3_vec_negate(other[i].normal);
            assert_memory_equal(&one[i].normal, &reversed, sizeof reversed);
            assert_int_equal(one[i].count, other[i].count);
        }
        /* Not more than there is place for, the deepest. */
        md3_manifold first;
        assert_int_equal(md3_collide(&geometry, place3(0, 0, 0), &ball, at, (md_real)0.02, &first, 1), count > 0);
        assert_true(count == 0 || deepest(&first) == deepest(&one[0]));
    }
    md3_height_field_destroy(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_of_triangles_collides_as_a_hull_does),
        cmocka_unit_test(a_rod_over_an_edge_is_pushed_out_across_it),
        cmocka_unit_test(the_separation_from_bumps_is_the_distance),
        cmocka_unit_test(bodies_deep_in_bumps_have_valid_manifolds),
        cmocka_unit_test(swapping_mesh_and_body_reverses_the_normals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
