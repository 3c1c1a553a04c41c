/* Contact manifolds of meshes and height fields: no ghost collisions, and the same contacts as with a plane or a hull of the
 * same form. */
#include "geometry3/manifold_shapes3.h"

#include "geometry3/grid_mesh.h"

enum { MOST_MANIFOLDS = 16 };

/** The manifolds of a pair, each checked. */
struct found {
    int32_t count;
    md3_manifold manifold[MOST_MANIFOLDS];
};

static struct found collide_mesh(const md3_geometry *mesh, md3_transform at_mesh, const md3_geometry *convex,
                                 md3_transform at_convex, double margin)
{
    struct found found;
    found.count = md3_collide(mesh, at_mesh, convex, at_convex, (md_real)margin, found.manifold, MOST_MANIFOLDS);
    for (int32_t i = 0; i < found.count; ++i) {
        assert_valid_manifold(&found.manifold[i], margin);
        assert_true(found.manifold[i].triangle >= 0);
        assert_true(i == 0 || deepest(&found.manifold[i]) >= deepest(&found.manifold[i - 1]));
    }
    return found;
}

/* ---- Flat meshes ------------------------------------------------------------------------------------------------- */

/** Shapes of about half a metre that rest on z = 0 at a height, some upright, some not. */
struct resting {
    md3_geometry shape;
    double height;
};

static int resting_shapes(struct resting *shape, const md3_hull *box, const md3_hull *rock)
{
    int count = 0;
    shape[count++] = (struct resting){sphere_of(at3(0, 0, 0), 0.3), 0.3};
    shape[count++] = (struct resting){capsule_along_x(0.4, 0.1), 0.1};
    shape[count++] = (struct resting){hull_of(box, 0), 0.2};
    shape[count++] = (struct resting){hull_of(box, 0.05), 0.25};
    shape[count++] = (struct resting){cylinder(0.3, 0.25, 0), 0.3};
    shape[count++] = (struct resting){cylinder(0.3, 0.25, 0.02), 0.32};
    shape[count++] = (struct resting){cone(0.3, 0.25, 0), 0.3};
    shape[count++] = (struct resting){round_of(MD3_CYLINDER, at3(-0.5, 0, 0), at3(0.5, 0, 0), 0.2, 0), 0.2}; /* lying */
    shape[count++] = (struct resting){hull_of(rock, 0), 0.4};
    return count;
}

/** Asserts that a manifold on a mesh is that on the ground: the same normal, the same depth, as large an area. */
static void assert_like_ground(const struct found *found, const md3_manifold *expected)
{
    if (expected->count == 0) {
        assert_int_equal(found->count, 0);
        return;
    }
    assert_int_equal(found->count, 1);
    const md3_manifold *manifold = &found->manifold[0];
    assert_vec_near(manifold->normal, at3(0, 0, 1), 1e-6);
    /* The reduction may prefer a point that is 0.5 mm less deep; a cap is a polygon. */
    assert_near((double)deepest(manifold), (double)deepest(expected), 6e-4);
    bool is_flat = true;
    for (int32_t i = 0; i < expected->count; ++i) {
        is_flat = is_flat && expected->point[i].separation < deepest(expected) + (md_real)2e-3;
    }
    if (is_flat) { /* otherwise deep points count more than the area */
        assert_true(contact_area(manifold) >= 0.7 * contact_area(expected));
    }
}

static void slide_over_flat(const md3_geometry *mesh, double reach, uint64_t seed)
{
    struct random random = {seed};
    md3_hull *box = box_hull(0.4, 0.3, 0.2), *rock = rock_hull(40, 0.4);
    struct resting shape[16];
    const int shapes = resting_shapes(shape, box, rock);
    const md3_geometry plane = ground();
    for (int i = 0; i < shapes; ++i) {
        for (int k = 0; k < 90; ++k) {
            const double x = random_real(&random, -reach, reach), y = random_real(&random, -reach, reach);
            const double z = shape[i].height + random_real(&random, -0.01, 0.015);
            const double tilt = k % 3 == 0 ? 0 : k % 3 == 1 ? 1e-3 : random_real(&random, 0, 0.3);
            const double turn = random_real(&random, -3, 3), direction = random_real(&random, -3, 3);
            const md3_vec axis = at3(cos(direction), sin(direction), 0);
            const md3_rot q =
                md3_rot_multiply(md3_rot_from_axis_angle(axis, tilt), md3_rot_from_axis_angle(at3(0, 0, 1), turn));
            const md3_transform at = md3_transform_make(at3(x, y, z), q);
            const md3_manifold expected = touch3(&plane, place3(0, 0, 0), &shape[i].shape, at, 0.01);
            if (expected.count == 0 || fabs((double)deepest(&expected) - 0.01) > 1e-5) {
                const struct found found = collide_mesh(mesh, place3(0, 0, 0), &shape[i].shape, at, 0.01);
                assert_like_ground(&found, &expected);
            }
        }
    }
    md3_hull_destroy(box);
    md3_hull_destroy(rock);
}

static void bodies_that_slide_over_a_flat_mesh_touch_only_its_plane(void **state)
{
    (void)state;
    /* Two triangles of 40 m, cells of 1 m, and cells of 4 cm, the last two irregular. */
    const double size[] = {40, 1, 0.04}, irregular[] = {0, 0.3, 0.3}, reach[] = {15, 6, 0.6};
    const int cells[] = {1, 16, 60};
    for (int i = 0; i < 3; ++i) {
        md3_mesh *mesh = flat_mesh(cells[i], size[i], irregular[i]);
        md3_geometry geometry;
        assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
        slide_over_flat(&geometry, reach[i], (uint64_t)i);
        md3_mesh_destroy(mesh);
    }
}

static void bodies_that_slide_over_a_flat_height_field_touch_only_its_plane(void **state)
{
    (void)state;
    md_real heights[32 * 32] = {0};
    md3_height_field_def def = md3_height_field_def_default();
    def.heights = heights;
    def.columns = def.rows = 32;
    def.origin = at3(-3.1, -3.1, 0);
    def.spacing[0] = def.spacing[1] = (md_real)0.2;
    md3_height_field *field;
    assert_int_equal(md3_height_field_create(NULL, &def, &field, NULL), MD_OK);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_height_field(&geometry, field), MD_OK);
    slide_over_flat(&geometry, 2, 7);
    md3_height_field_destroy(field);
}

static void a_sliding_box_keeps_the_ids_of_its_corners(void **state)
{
    (void)state;
    md3_mesh *mesh = flat_mesh(60, 0.04, 0.3);
    md3_hull *hull = box_hull(0.4, 0.3, 0.2);
    const md3_geometry box = hull_of(hull, 0);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    md3_manifold first = {.count = 0};
    int kept = 0;
    for (int k = 0; k < 200; ++k) {
        const md3_transform at = turned3(-0.6 + 0.006 * k, 0.001 * k, 0.199, at3(0, 0, 1), 0.01 * k);
        const struct found found = collide_mesh(&geometry, place3(0, 0, 0), &box, at, 0.01);
        assert_int_equal(found.count, 1);
        first = k == 0 ? found.manifold[0] : first;
        kept += same_ids(&first, &found.manifold[0]);
    }
    /* A point where an edge of the box crosses an edge of the mesh may be chosen if it is as good as a corner. */
    assert_true(kept > 150);
    md3_hull_destroy(hull);
    md3_mesh_destroy(mesh);
}

/* ---- Edges ------------------------------------------------------------------------------------------------------- */

/** Two strips of triangles that meet in the line x = 0, with slopes to its left and right: z = -left x, z = right x. */
static md3_mesh *fold_mesh(double left, double right)
{
    return sheet_mesh(24, 0.25, (struct sheet){.left = left, .right = right});
}

static void a_ball_that_rolls_along_a_ridge_is_not_pushed_back(void **state)
{
    (void)state;
    md3_mesh *mesh = fold_mesh(-0.5, -0.5);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.3), capsule = capsule_along_x(0.3, 0.1);
    for (int k = 0; k < 400; ++k) {
        const double y = -2 + 0.01 * k, x = 0.05 * sin(0.3 * k);
        const double height = sqrt(0.09 - x * x) - 0.002;
        const struct found found = collide_mesh(&geometry, place3(0, 0, 0), &ball, place3(x, y, height), 0.02);
        assert_int_equal(found.count, 1);
        assert_near((double)found.manifold[0].normal.y, 0, 1e-6);
        assert_near((double)deepest(&found.manifold[0]), -0.002, 1e-4);
        /* Across the ridge, and along it. */
        for (int turn = 0; turn < 2; ++turn) {
            const md3_transform at = turned3(0, y, 0.099, at3(0, 0, 1), turn * 1.5707963267948966);
            const struct found lying = collide_mesh(&geometry, place3(0, 0, 0), &capsule, at, 0.02);
            assert_int_equal(lying.count, 1);
            assert_vec_near(lying.manifold[0].normal, at3(0, 0, 1), 1e-5);
            assert_near((double)deepest(&lying.manifold[0]), -0.001, 1e-5);
        }
    }
    md3_mesh_destroy(mesh);
}

static void a_ball_in_a_groove_touches_both_sides(void **state)
{
    (void)state;
    md3_mesh *mesh = fold_mesh(1, 1);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.5);
    for (int k = 0; k < 100; ++k) {
        const struct found found =
            collide_mesh(&geometry, place3(0, 0, 0), &ball, place3(0, -1 + 0.02 * k, 0.5 * sqrt(2) - 0.001), 0.01);
        assert_int_equal(found.count, 2);
        for (int i = 0; i < 2; ++i) {
            assert_near((double)deepest(&found.manifold[i]), -0.001 * sqrt(0.5), PICK(1e-9, 1e-6));
            assert_near(fabs((double)found.manifold[i].normal.x), sqrt(0.5), 1e-6);
            assert_near((double)found.manifold[i].normal.y, 0, 1e-6);
        }
    }
    md3_mesh_destroy(mesh);
}

static void a_box_against_a_ramp_touches_the_floor_and_the_ramp(void **state)
{
    (void)state;
    md3_mesh *mesh = fold_mesh(0, 1);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    md3_hull *hull = box_hull(0.4, 0.3, 0.2);
    const md3_geometry box = hull_of(hull, 0);
    for (int k = 0; k < 200; ++k) {
        /* From 20 cm before the ramp to 5 mm into it. */
        const double gap = 0.2 - 0.001 * 1.025 * k;
        const struct found found =
            collide_mesh(&geometry, place3(0, 0, 0), &box, place3(-0.4 - gap, 0.001 * k, 0.199), 0.005);
        assert_true(found.count == 1 || found.count == 2);
        bool touches_floor = false, touches_ramp = false;
        for (int32_t i = 0; i < found.count; ++i) {
            touches_floor = touches_floor || (double)found.manifold[i].normal.z > 1 - 1e-6;
            touches_ramp = touches_ramp || fabs((double)found.manifold[i].normal.x + sqrt(0.5)) < 1e-6;
        }
        assert_true(touches_floor);
        assert_int_equal(found.count, 1 + touches_ramp);
        /* The lower edge is 1 mm below the floor. Up to a tolerance the floor covers the foot of the ramp. */
        const double to_ramp = (gap - 0.001) * sqrt(0.5);
        assert_true(to_ramp < 0.0051 || !touches_ramp);
        assert_true(gap > -0.002 || touches_ramp);
    }
    md3_hull_destroy(hull);
    md3_mesh_destroy(mesh);
}

static void a_one_sided_mesh_lets_bodies_through_from_behind(void **state)
{
    (void)state;
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.3), can = cylinder(0.3, 0.25, 0);
    md3_hull *hull = box_hull(0.4, 0.3, 0.2);
    const md3_geometry box = hull_of(hull, 0);
    const md3_geometry *const shapes[] = {&ball, &can, &box};
    const double height[] = {0.29, 0.29, 0.19};
    for (int two_sided = 0; two_sided < 2; ++two_sided) {
        md3_mesh *mesh = sheet_mesh(16, 0.25, (struct sheet){.two_sided = two_sided == 1});
        md3_geometry geometry;
        assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
        for (int i = 0; i < 3; ++i) {
            const struct found above =
                collide_mesh(&geometry, place3(0, 0, 0), shapes[i], place3(0.1, 0.2, height[i]), 0.01);
            assert_int_equal(above.count, 1);
            assert_vec_near(above.manifold[0].normal, at3(0, 0, 1), 1e-6);
            const struct found below =
                collide_mesh(&geometry, place3(0, 0, 0), shapes[i], place3(0.1, 0.2, -height[i]), 0.01);
            assert_int_equal(below.count, two_sided);
            if (below.count > 0) {
                assert_vec_near(below.manifold[0].normal, at3(0, 0, -1), 1e-6);
                assert_near((double)deepest(&below.manifold[0]), -0.01, 1e-5);
            }
        }
        md3_mesh_destroy(mesh);
    }
    md3_hull_destroy(hull);
}

static void a_ball_rolls_off_the_border_of_a_mesh(void **state)
{
    (void)state;
    md3_mesh *mesh = flat_mesh(8, 0.25, 0); /* up to x = 1 */
    md3_geometry geometry;
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.3);
    for (int k = 0; k < 90; ++k) {
        const double angle = k * 0.0174532925199;
        const md3_vec center = at3(1 + 0.295 * sin(angle), 0.1, 0.295 * cos(angle));
        const struct found found =
            collide_mesh(&geometry, place3(0, 0, 0), &ball, md3_transform_make(center, md3_rot_identity()), 0.01);
        assert_int_equal(found.count, 1);
        assert_near((double)deepest(&found.manifold[0]), -0.005, 1e-4);
        assert_near((double)found.manifold[0].normal.x, sin(angle), 0.01);
        assert_near((double)found.manifold[0].normal.y, 0, 1e-6);
    }
    md3_mesh_destroy(mesh);
}

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
        cmocka_unit_test(bodies_that_slide_over_a_flat_mesh_touch_only_its_plane),
        cmocka_unit_test(bodies_that_slide_over_a_flat_height_field_touch_only_its_plane),
        cmocka_unit_test(a_sliding_box_keeps_the_ids_of_its_corners),
        cmocka_unit_test(a_ball_that_rolls_along_a_ridge_is_not_pushed_back),
        cmocka_unit_test(a_ball_in_a_groove_touches_both_sides),
        cmocka_unit_test(a_box_against_a_ramp_touches_the_floor_and_the_ramp),
        cmocka_unit_test(a_one_sided_mesh_lets_bodies_through_from_behind),
        cmocka_unit_test(a_ball_rolls_off_the_border_of_a_mesh),
        cmocka_unit_test(a_cube_of_triangles_collides_as_a_hull_does),
        cmocka_unit_test(the_separation_from_bumps_is_the_distance),
        cmocka_unit_test(bodies_deep_in_bumps_have_valid_manifolds),
        cmocka_unit_test(swapping_mesh_and_body_reverses_the_normals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
