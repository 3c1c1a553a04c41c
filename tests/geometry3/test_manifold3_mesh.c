/* Contact manifolds of flat and folded meshes: no ghost collisions, and the same contacts as with a plane. */
#include "geometry3/mesh_shapes3.h"

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

/** Returns the manifold whose normal is within half a degree of a direction, or NULL. */
static const md3_manifold *along(const struct found *found, md3_vec direction)
{
    for (int32_t i = 0; i < found->count; ++i) {
        if ((double)md3_vec_dot(found->manifold[i].normal, direction) > 0.99996) {
            return &found->manifold[i];
        }
    }
    return NULL;
}

/** The apex is 1 mm above the floor, in it, or below it: opposite the wall, at its lower edge, or beside it. */
static void the_apex_of_a_cone_on_the_floor_is_pushed_out_of_a_wall(void **state)
{
    (void)state;
    const double slope = 20, lean = atan(0.2); /* the cone lies on its side */
    md3_mesh *mesh = fold_mesh(0, slope);
    const md3_geometry cone = round_of(MD3_CONE, at3(-1, 0, 0), at3(0, 0, 0), 0.2, 0);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    const md3_vec wall = md3_vec_normalize(at3(-slope, 0, 1));
    for (int k = 0; k < 90; ++k) {
        const double depth = 0.01 * (1 + k / 3), height = k % 3 == 0 ? 0.001 : k % 3 == 1 ? 0 : -0.1 * depth;
        const md3_transform at = turned3(depth, 0.02 * k - 1, height, at3(0, 1, 0), lean);
        const struct found found = collide_mesh(&geometry, place3(0, 0, 0), &cone, at, 0.01);
        const md3_manifold *side = along(&found, wall);
        assert_non_null(along(&found, at3(0, 0, 1)));
        assert_non_null(side);
        assert_near((double)deepest(side), (double)md3_vec_dot(wall, at.p), 1e-3);
    }
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

static void a_thin_plate_that_has_sunk_in_by_half_is_held(void **state)
{
    (void)state;
    md3_mesh *mesh = flat_mesh(16, 0.25, 0);
    md3_hull *hull = box_hull(0.4, 0.3, 0.004);
    const md3_geometry plate = hull_of(hull, 0);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    for (int k = 0; k < 8; ++k) {
        const double height = 0.004 - 0.001 * k;
        const struct found found = collide_mesh(&geometry, place3(0, 0, 0), &plate, place3(0.1, 0.2, height), 0.01);
        assert_int_equal(found.count, 1);
        assert_vec_near(found.manifold[0].normal, at3(0, 0, 1), 1e-6);
        assert_near((double)deepest(&found.manifold[0]), height - 0.004, 1e-6);
    }
    md3_hull_destroy(hull);
    md3_mesh_destroy(mesh);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_that_slide_over_a_flat_mesh_touch_only_its_plane),
        cmocka_unit_test(bodies_that_slide_over_a_flat_height_field_touch_only_its_plane),
        cmocka_unit_test(a_sliding_box_keeps_the_ids_of_its_corners),
        cmocka_unit_test(a_ball_that_rolls_along_a_ridge_is_not_pushed_back),
        cmocka_unit_test(a_ball_in_a_groove_touches_both_sides),
        cmocka_unit_test(a_box_against_a_ramp_touches_the_floor_and_the_ramp),
        cmocka_unit_test(the_apex_of_a_cone_on_the_floor_is_pushed_out_of_a_wall),
        cmocka_unit_test(a_one_sided_mesh_lets_bodies_through_from_behind),
        cmocka_unit_test(a_thin_plate_that_has_sunk_in_by_half_is_held),
        cmocka_unit_test(a_ball_rolls_off_the_border_of_a_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
