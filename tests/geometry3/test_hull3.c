/* Creation of hulls in space, against an independent check, and their refusals. */
#include "geometry3/hull_check.h"
#include "geometry3/meter.h"
#include "geometry3/random_points.h"

static const double SIZES[] = {0.01, 1, 100, 1e6};
#define SIZE_COUNT 4

/* ---- Any points -------------------------------------------------------------------------------------------------- */

/* Triangles are joined if they deviate from a plane by 1e-5 of the extent, and by a few times as much if that is needed for
 * convex faces. */
static double tolerance_for(const struct cloud *cloud)
{
    return 8e-5 * extent_of(cloud->point, cloud->count);
}

static bool contains_vertex(const struct cloud *cloud, md3_vec vertex)
{
    for (int32_t i = 0; i < cloud->count; ++i) {
        if (memcmp(&cloud->point[i], &vertex, sizeof vertex) == 0) {
            return true;
        }
    }
    return false;
}

static void assert_hull_of(const md3_hull *hull, const struct cloud *cloud)
{
    const double tolerance = tolerance_for(cloud);
    /* A point that was left out near a vertex stays outside if the vertex itself turns out to be inside a face. */
    const double slop = (double)MD3_LINEAR_SLOP;
    assert_hull_is_closed(hull);
    assert_hull_is_convex(hull, tolerance);
    assert_true(farthest_outside(hull, cloud->point, cloud->count) <= tolerance + slop);
    for (int32_t v = 0; v < hull->vertex_count; ++v) {
        assert_true(contains_vertex(cloud, hull->vertex[v]));
        for (int32_t w = 0; w < v; ++w) {
            assert_true((double)md3_vec_distance(hull->vertex[v], hull->vertex[w]) >= slop * (1 - 1e-6));
        }
    }
}

/* Returns how many of the clouds have a hull. Others are too thin. */
static int hulls_of_kind(enum cloud_kind kind, double size, int rounds)
{
    static struct cloud cloud;
    int created = 0;
    for (int i = 0; i < rounds; ++i) {
        struct random random = {(uint64_t)i * 1000 + kind};
        md3_hull *hull = NULL;
        md_error error;
        make_cloud(&cloud, &random, kind, size);
        const md_status status = md3_hull_create(NULL, cloud.point, cloud.count, &hull, &error);
        if (status == MD_OK) {
            assert_hull_of(hull, &cloud);
            ++created;
        } else {
            assert_int_equal(status, MD_ERROR_ARGUMENT);
            assert_null(hull);
            if (strstr(error.message, "thick") == NULL && strstr(error.message, "points lie") == NULL) {
                fail_msg("kind %d, size %g, cloud %d: %s", kind, size, i, error.message);
            }
        }
        md3_hull_destroy(hull);
    }
    return created;
}

static void every_cloud_of_points_has_a_convex_hull_unless_it_is_thin(void **state)
{
    (void)state;
    const int rounds = 150;
    for (enum cloud_kind kind = 0; kind < CLOUD_KINDS; ++kind) {
        for (int s = 1; s < SIZE_COUNT; ++s) {
            const int created = hulls_of_kind(kind, SIZES[s], rounds);
            /* A lens of 1 m may be thinner than the slop. A few clouds have four points only. */
            assert_true(created >= (kind == CLOUD_LENS && s == 1 ? rounds / 2 : rounds - 4));
        }
    }
}

static void small_clouds_have_hulls_too(void **state)
{
    (void)state;
    const int rounds = 150;
    for (enum cloud_kind kind = 0; kind < CLOUD_KINDS; ++kind) {
        const int created = hulls_of_kind(kind, SIZES[0], rounds);
        /* Layers of 3 mm, a box of 4 mm and lenses are thinner than the slop. */
        const bool is_thin = kind == CLOUD_GRID || kind == CLOUD_TURNED_GRID || kind == CLOUD_SLAB ||
                             kind == CLOUD_BOX || kind == CLOUD_LENS;
        assert_true(created >= (is_thin ? 0 : rounds * 3 / 4));
    }
}

/* The corners of a rotated box with points on its edges and faces are all that remains. */
static void coplanar_triangles_become_one_face(void **state)
{
    (void)state;
    struct random random = {1};
    for (int round = 0; round < 200; ++round) {
        md3_vec points[125];
        const md3_transform t = random_transform(&random, 10);
        for (int i = 0; i < 125; ++i) {
            points[i] = md3_transform_apply(t, at3(i % 5 - 2, i / 5 % 5 * 0.7, i / 25 * 0.3));
        }
        md3_hull *hull;
        assert_int_equal(md3_hull_create(NULL, points, 125, &hull, NULL), MD_OK);
        assert_int_equal(md3_hull_vertices(hull), 8);
        assert_int_equal(md3_hull_faces(hull), 6);
        assert_near((double)hull->volume, 4 * 2.8 * 1.2, PICK(1e-12, 1e-4));
        for (int32_t f = 0; f < 6; ++f) {
            assert_int_equal(md3_hull_face_vertices(hull, f, NULL, 0), 4);
        }
        md3_hull_destroy(hull);
    }
}

static void sharp_shapes_keep_all_their_vertices(void **state)
{
    (void)state;
    md3_vec points[128];
    for (int i = 0; i < 64; ++i) { /* an antiprism over a polygon of 64 sides: 128 triangles and two lids */
        const double angle = 3.14159265358979 * i / 32, shift = 3.14159265358979 / 64;
        points[2 * i] = at3(cos(angle), sin(angle), 0);
        points[2 * i + 1] = at3(cos(angle + shift), sin(angle + shift), 1);
    }
    md3_hull *hull;
    assert_int_equal(md3_hull_create(NULL, points, 128, &hull, NULL), MD_OK);
    assert_int_equal(md3_hull_vertices(hull), 128);
    assert_int_equal(md3_hull_faces(hull), 130);
    for (int32_t v = 0; v < 128; ++v) {
        assert_memory_equal(&hull->vertex[v], &points[v], sizeof points[v]);
    }
    md3_hull_destroy(hull);
}

static void the_hull_does_not_depend_on_points_inside(void **state)
{
    (void)state;
    struct random random = {2};
    md3_vec points[300];
    for (int i = 0; i < 300; ++i) {
        points[i] = i < 40 ? random_direction(&random) : random_point_in_cube(&random, 0.2);
    }
    md3_hull *all, *outer;
    assert_int_equal(md3_hull_create(NULL, points, 300, &all, NULL), MD_OK);
    assert_int_equal(md3_hull_create(NULL, points, 40, &outer, NULL), MD_OK);
    assert_int_equal(all->vertex_count, outer->vertex_count);
    assert_int_equal(all->face_count, outer->face_count);
    assert_memory_equal(all->vertex, outer->vertex, sizeof *all->vertex * (size_t)all->vertex_count);
    assert_near((double)all->volume, (double)outer->volume, 0);
    md3_hull_destroy(all);
    md3_hull_destroy(outer);
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static void assert_refused(const md3_vec *points, int32_t count, md_status status, const char *reason)
{
    md3_hull *hull = (md3_hull *)(void *)&count;
    md_error error;
    assert_int_equal(md3_hull_create(NULL, points, count, &hull, &error), status);
    assert_null(hull);
    assert_int_equal(error.status, status);
    if (strstr(error.message, reason) == NULL) {
        fail_msg("'%s' does not contain '%s'", error.message, reason);
    }
    assert_int_equal(md3_hull_create(NULL, points, count, &hull, NULL), status);
}

static void degenerate_points_are_refused_with_the_reason(void **state)
{
    (void)state;
    struct random random = {3};
    md3_vec points[1000];
    for (int i = 0; i < 1000; ++i) {
        points[i] = md3_vec_scale((md_real)0.001, random_direction(&random));
    }
    assert_refused(points, 3, MD_ERROR_ARGUMENT, "at least 4 points");
    assert_refused(NULL, 10, MD_ERROR_ARGUMENT, "at least 4 points");
    assert_refused(points, 100, MD_ERROR_ARGUMENT, "of one point");
    const md3_rot q = random_rotation(&random);
    for (int i = 0; i < 100; ++i) {
        points[i] = md3_rot_apply(q, at3(i * 0.1, 0.001 * (i % 2), 0));
    }
    assert_refused(points, 100, MD_ERROR_ARGUMENT, "of a line");
    for (int i = 0; i < 100; ++i) {
        points[i] = md3_rot_apply(q, at3(i * 0.1, i % 7, 0.001 * (i % 2)));
    }
    assert_refused(points, 100, MD_ERROR_ARGUMENT, "of a plane");
    for (int i = 0; i < 100; ++i) {
        points[i] = md3_rot_apply(q, at3(i * 0.1, i % 7, 0.004 * (i % 2)));
    }
    assert_refused(points, 100, MD_ERROR_ARGUMENT, "thick");
    for (int i = 0; i < 1000; ++i) {
        points[i] = random_direction(&random);
    }
    assert_refused(points, 1000, MD_ERROR_SIZE, "more than 128 vertices");
    assert_refused(points, 150, MD_ERROR_SIZE, "more than 128 vertices");
    points[7].y = (md_real)NAN;
    assert_refused(points, 8, MD_ERROR_ARGUMENT, "point 7");
    points[7].y = (md_real)-1.1e9;
    assert_refused(points, 8, MD_ERROR_ARGUMENT, "point 7");
    points[3].z = MD_INFINITY;
    assert_refused(points, 8, MD_ERROR_ARGUMENT, "point 3");
    assert_int_equal(md3_hull_create(NULL, points, 8, NULL, NULL), MD_ERROR_ARGUMENT);
}

static void failing_memory_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    struct random random = {4};
    md3_vec points[30];
    for (int i = 0; i < 30; ++i) {
        points[i] = random_direction(&random);
    }
    for (int left = 0; left < 5; ++left) { /* scratch, hull, inner core */
        struct meter meter = {left, 0};
        const md_allocator allocator = {metered_resize, &meter};
        md3_hull *hull;
        md_error error;
        const md_status status = md3_hull_create(&allocator, points, 30, &hull, &error);
        assert_int_equal(status, left < 3 ? MD_ERROR_MEMORY : MD_OK);
        md3_hull_destroy(hull);
        assert_int_equal(meter.used, 0);
    }
}

/* ---- Boxes and copies -------------------------------------------------------------------------------------------- */

static void boxes_have_the_documented_order(void **state)
{
    (void)state;
    const md3_vec half = at3(0.3, 2, 0.7);
    md3_hull *box;
    assert_int_equal(md3_hull_create_box(NULL, half, &box, NULL), MD_OK);
    assert_hull_is_closed(box);
    assert_hull_is_convex(box, 0);
    assert_int_equal(md3_hull_vertices(box), 8);
    assert_int_equal(md3_hull_faces(box), 6);
    for (int i = 0; i < 8; ++i) {
        const md3_vec expected = {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
        assert_vec_near(md3_hull_vertex(box, i), expected, 0);
    }
    for (int f = 0; f < 6; ++f) {
        const double sign = f % 2 == 0 ? -1 : 1;
        assert_vec_near(md3_hull_face_normal(box, f),
                        at3(f / 2 == 0 ? sign : 0, f / 2 == 1 ? sign : 0, f / 2 == 2 ? sign : 0), 0);
        const md_real extent = f / 2 == 0 ? half.x : f / 2 == 1 ? half.y : half.z;
        assert_near((double)box->plane[f].offset, (double)extent, 0);
    }
    assert_vec_near(md3_hull_centroid(box), at3(0, 0, 0), 1e-15);
    assert_near((double)box->inscribed_radius, 0.3, PICK(1e-15, 1e-7));
    assert_near((double)box->max_extent, sqrt(0.09 + 4 + 0.49), PICK(1e-15, 1e-6));
    assert_near((double)box->surface_area, 8 * (0.3 * 2 + 2 * 0.7 + 0.7 * 0.3), PICK(1e-14, 1e-5));
    md3_hull_destroy(box);
}

static void invalid_boxes_are_refused(void **state)
{
    (void)state;
    const md3_vec invalid[] = {at3(0.0024, 1, 1), at3(1, -1, 1), at3(1, 1, (double)NAN), at3(1, 1.1e9, 1)};
    md3_hull *box;
    md_error error;
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; ++i) {
        assert_int_equal(md3_hull_create_box(NULL, invalid[i], &box, &error), MD_ERROR_ARGUMENT);
        assert_null(box);
        assert_non_null(strstr(error.message, "half-extents"));
    }
    assert_int_equal(md3_hull_create_box(NULL, at3(0.0025, 1, 1e6), &box, &error), MD_OK);
    md3_hull_destroy(box);
    assert_int_equal(md3_hull_create_box(NULL, at3(1, 1, 1), NULL, &error), MD_ERROR_ARGUMENT);
}

static void transformed_hulls_are_moved_copies(void **state)
{
    (void)state;
    static struct cloud cloud;
    struct random random = {5};
    for (int i = 0; i < 200; ++i) {
        md3_hull *hull, *moved;
        make_cloud(&cloud, &random, CLOUD_CUBE, 1);
        if (md3_hull_create(NULL, cloud.point, cloud.count, &hull, NULL) != MD_OK) {
            continue;
        }
        const md3_transform t = random_transform(&random, 10);
        assert_int_equal(md3_hull_create_transformed(NULL, hull, t, &moved, NULL), MD_OK);
        assert_hull_is_closed(moved);
        assert_hull_is_convex(moved, 4e-5);
        assert_int_equal(moved->half_edge_count, hull->half_edge_count);
        assert_memory_equal(moved->half_edge, hull->half_edge, sizeof *hull->half_edge * (size_t)hull->half_edge_count);
        for (int32_t v = 0; v < hull->vertex_count; ++v) {
            assert_vec_near(moved->vertex[v], md3_transform_apply(t, hull->vertex[v]), PICK(1e-14, 1e-5));
        }
        assert_vec_near(moved->centroid, md3_transform_apply(t, hull->centroid), PICK(1e-13, 1e-5));
        assert_near((double)moved->volume, (double)hull->volume, PICK(1e-13, 1e-4));
        md3_hull_destroy(hull);
        md3_hull_destroy(moved);
    }
}

static void invalid_transforms_are_refused(void **state)
{
    (void)state;
    md3_hull *box, *moved;
    md_error error;
    assert_int_equal(md3_hull_create_box(NULL, at3(1, 1, 1), &box, NULL), MD_OK);
    const md3_transform invalid[] = {{at3(0, 0, 0), {0, 0, 0, 0}},
                                     {at3(0, 0, 0), {0, 0, 0, 2}},
                                     {at3(0, 0, 0), {(md_real)NAN, 0, 0, 1}},
                                     {at3((double)NAN, 0, 0), {0, 0, 0, 1}},
                                     {at3(2e9, 0, 0), {0, 0, 0, 1}}};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; ++i) {
        assert_int_equal(md3_hull_create_transformed(NULL, box, invalid[i], &moved, &error), MD_ERROR_ARGUMENT);
        assert_null(moved);
    }
    const md3_transform identity = md3_transform_identity();
    assert_int_equal(md3_hull_create_transformed(NULL, NULL, identity, &moved, &error), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_hull_create_transformed(NULL, box, identity, NULL, &error), MD_ERROR_ARGUMENT);
    md3_hull_destroy(box);
}

static void parts_out_of_range_are_zero(void **state)
{
    (void)state;
    md3_hull *box;
    int32_t vertices[2] = {-1, -1};
    assert_int_equal(md3_hull_create_box(NULL, at3(1, 1, 1), &box, NULL), MD_OK);
    assert_vec_near(md3_hull_vertex(box, 8), at3(0, 0, 0), 0);
    assert_vec_near(md3_hull_vertex(box, -1), at3(0, 0, 0), 0);
    assert_vec_near(md3_hull_face_normal(box, 6), at3(0, 0, 0), 0);
    assert_int_equal(md3_hull_face_vertices(box, 6, vertices, 2), 0);
    assert_int_equal(md3_hull_face_vertices(box, 0, vertices, 1), 4);
    assert_int_equal(vertices[0], 0);
    assert_int_equal(vertices[1], -1);
    assert_int_equal(md3_hull_vertices(NULL), 0);
    assert_int_equal(md3_hull_faces(NULL), 0);
    assert_vec_near(md3_hull_centroid(NULL), at3(0, 0, 0), 0);
    md3_hull_destroy(box);
    md3_hull_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cloud_of_points_has_a_convex_hull_unless_it_is_thin),
        cmocka_unit_test(small_clouds_have_hulls_too),
        cmocka_unit_test(coplanar_triangles_become_one_face),
        cmocka_unit_test(sharp_shapes_keep_all_their_vertices),
        cmocka_unit_test(the_hull_does_not_depend_on_points_inside),
        cmocka_unit_test(degenerate_points_are_refused_with_the_reason),
        cmocka_unit_test(failing_memory_is_reported_and_nothing_leaks),
        cmocka_unit_test(boxes_have_the_documented_order),
        cmocka_unit_test(invalid_boxes_are_refused),
        cmocka_unit_test(transformed_hulls_are_moved_copies),
        cmocka_unit_test(invalid_transforms_are_refused),
        cmocka_unit_test(parts_out_of_range_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
