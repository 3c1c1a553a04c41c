/* Height fields: triangles, holes, edges, and rays against brute force. */
#include "geometry3/triangles.h"

static struct visited all;

/* A field of random heights; a part of them are holes. */
static md3_height_field *random_field(struct random *random, int32_t columns, int32_t rows, double holes)
{
    static md_real heights[100 * 100];
    for (int32_t i = 0; i < columns * rows; ++i) {
        heights[i] = (md_real)(random_real(random, 0, 1) < holes ? (double)NAN : random_real(random, -0.5, 0.5));
    }
    md3_height_field_def def = md3_height_field_def_default();
    def.heights = heights;
    def.columns = columns;
    def.rows = rows;
    def.origin = at3(-2, -1.5, 0.25);
    def.spacing[0] = (md_real)(4.0 / (columns - 1));
    def.spacing[1] = (md_real)(3.0 / (rows - 1));
    md3_height_field *field;
    assert_int_equal(md3_height_field_create(NULL, &def, &field, NULL), MD_OK);
    return field;
}

static md3_geometry geometry_of(const md3_height_field *field)
{
    md3_geometry geometry;
    assert_int_equal(md3_geometry_height_field(&geometry, field), MD_OK);
    return geometry;
}

/* ---- Triangles --------------------------------------------------------------------------------------------------- */

static void cells_have_two_triangles_on_the_documented_diagonal(void **state)
{
    (void)state;
    const md_real heights[] = {1, 2, 3, 4, 5, 6};
    md3_height_field_def def = md3_height_field_def_default();
    def.heights = heights;
    def.columns = 3;
    def.rows = 2;
    def.origin = at3(10, 20, 30);
    def.spacing[1] = 2;
    md3_height_field *field;
    int32_t columns = 0, rows = 0;
    assert_int_equal(md3_height_field_create(NULL, &def, &field, NULL), MD_OK);
    md3_height_field_size(field, &columns, &rows);
    assert_int_equal(columns, 3);
    assert_int_equal(rows, 2);
    assert_vec_near(md3_height_field_point(field, 2, 1), at3(12, 22, 36), 0);
    const md3_geometry geometry = geometry_of(field);
    visit_all(&geometry, &all);
    assert_int_equal(all.count, 4);
    const int32_t corner[4][3] = {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}};
    for (int32_t i = 0; i < 4; ++i) {
        assert_int_equal(all.triangle[i].index, i);
        assert_true(all.triangle[i].one_sided);
        assert_true(all.triangle[i].normal.z > 0);
        for (int32_t k = 0; k < 3; ++k) {
            assert_int_equal(all.triangle[i].vertex[k], corner[i][k]);
            assert_vec_near(all.triangle[i].corner[k],
                            md3_height_field_point(field, corner[i][k] % 3, corner[i][k] / 3), 0);
        }
    }
    md3_height_field_destroy(field);
}

static void triangles_with_a_hole_at_a_corner_are_missing(void **state)
{
    (void)state;
    struct random random = {1};
    md3_height_field *field = random_field(&random, 20, 30, 0.1);
    const md3_geometry geometry = geometry_of(field);
    int32_t found = 0;
    visit_all(&geometry, &all);
    for (int32_t i = 0; i < 2 * 19 * 29; ++i) {
        const int32_t column = i / 2 % 19, row = i / 2 / 19;
        const md3_vec a = md3_height_field_point(field, column, row);
        const md3_vec b = md3_height_field_point(field, column + 1, row + 1);
        const md3_vec c = md3_height_field_point(field, column + (i % 2 == 0), row + (i % 2 == 1));
        if (!isnan(a.z) && !isnan(b.z) && !isnan(c.z)) {
            assert_int_equal(all.triangle[found++].index, i);
        }
    }
    assert_int_equal(all.count, found);
    assert_true(found < 2 * 19 * 29 && found > 19 * 29);
    assert_false(md3_geometry_contains(&geometry, at3(0, 0, 0)));
    md3_height_field_destroy(field);
}

/* A mesh of the same triangles has the same neighbours and flags. */
static void edges_are_those_of_a_mesh_of_the_same_triangles(void **state)
{
    (void)state;
    struct random random = {2};
    static struct visited of_mesh;
    static md3_vec vertex[3 * 2 * 14 * 11];
    static int32_t index[3 * 2 * 14 * 11];
    md3_height_field *field = random_field(&random, 15, 12, 0.05);
    const md3_geometry of_field = geometry_of(field);
    visit_all(&of_field, &all);
    for (int32_t i = 0; i < 3 * all.count; ++i) {
        vertex[i] = all.triangle[i / 3].corner[i % 3];
        index[i] = i;
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertex;
    def.vertex_count = 3 * all.count;
    def.indices = index;
    def.triangle_count = all.count;
    md3_mesh *mesh;
    assert_int_equal(md3_mesh_create(NULL, &def, &mesh, NULL), MD_OK);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    visit_all(&geometry, &of_mesh);
    assert_int_equal(of_mesh.count, all.count);
    int32_t borders = 0;
    for (int32_t i = 0; i < of_mesh.count; ++i) {
        const struct triangle3 *a = &of_mesh.triangle[i];
        const struct triangle3 *b = &all.triangle[md3_mesh_triangle_source(mesh, a->index)];
        assert_int_equal(a->flags, b->flags);
        assert_vec_near(a->normal, b->normal, PICK(1e-13, 1e-5));
        for (int32_t k = 0; k < 3; ++k) {
            assert_vec_near(a->neighbour_normal[k], b->neighbour_normal[k], PICK(1e-13, 1e-5));
            borders += (b->flags >> k & MD3_EDGE_BORDER_0) != 0;
        }
    }
    assert_true(borders > 2 * (14 + 11));
    md3_mesh_destroy(mesh);
    md3_height_field_destroy(field);
}

/* ---- Searches ---------------------------------------------------------------------------------------------------- */

static void rays_and_boxes_agree_with_brute_force(void **state)
{
    (void)state;
    struct random random = {3};
    for (int round = 0; round < 6; ++round) {
        md3_height_field *field = random_field(&random, round % 2 == 0 ? 40 : 2, round < 3 ? 25 : 3, round % 3 * 0.1);
        const md3_geometry geometry = geometry_of(field);
        int hits = 0, found = 0;
        visit_all(&geometry, &all);
        for (int i = 0; i < 800; ++i) {
            const md3_vec from = random_point_in_cube(&random, 3), to = random_point_in_cube(&random, 2);
            const md3_ray ray = {from, md3_vec_sub(to, from), (md_real)random_real(&random, 0.2, 2)};
            hits += assert_ray_agrees(&geometry, &all, ray);
            const md3_vec lower = random_point_in_cube(&random, 2), size = random_point_in_cube(&random, 0.5);
            found += assert_box_agrees(&geometry, &all, (md3_box){lower, md3_vec_add(lower, md3_vec_abs(size))});
        }
        assert_true(hits > 40 && hits < 800 && found > 40);
        md3_height_field_destroy(field);
    }
}

/* Through corners and along rows, columns and diagonals of the grid. */
static void rays_along_the_grid_agree_with_brute_force(void **state)
{
    (void)state;
    struct random random = {4};
    md3_height_field *field = random_field(&random, 40, 40, 0);
    const md3_geometry geometry = geometry_of(field);
    int hits = 0;
    visit_all(&geometry, &all);
    for (int i = 0; i < 1000; ++i) {
        const int32_t column = 10 + random_index(&random, 20), row = 10 + random_index(&random, 20);
        const md3_vec target = md3_height_field_point(field, column, row);
        const double x = (double)field->spacing[0] * (random_index(&random, 3) - 1);
        const double y = (double)field->spacing[1] * (random_index(&random, 3) - 1);
        const md3_vec back = at3(8 * x, 8 * y, random_real(&random, 1, 3));
        const md3_ray_hit hit =
            md3_geometry_ray(&geometry, (md3_ray){md3_vec_add(target, back), md3_vec_scale(-2, back), 1});
        int32_t triangle = 0;
        assert_true(hit.hit); /* at the target, or behind it if that is a peak which the ray grazes */
        const md3_vec aside = at3(0.001 * (double)field->spacing[0], 0.0013 * (double)field->spacing[1], 0);
        const md3_ray beside = {md3_vec_add(md3_vec_add(target, back), aside), md3_vec_scale(-2, back), 1};
        const double expected = brute_ray(&all, beside, &triangle);
        const md3_ray_hit found = md3_geometry_ray(&geometry, beside);
        assert_true(found.hit || isinf(expected));
        if (isfinite(expected)) {
            assert_near((double)found.fraction, expected, PICK(1e-11, 1e-3));
        }
        hits += found.hit;
    }
    assert_true(hits > 900);
    md3_height_field_destroy(field);
}

static void rays_from_below_pass(void **state)
{
    (void)state;
    struct random random = {5};
    md3_height_field *field = random_field(&random, 10, 10, 0);
    const md3_geometry geometry = geometry_of(field);
    assert_true(md3_geometry_ray(&geometry, (md3_ray){at3(0.1, 0.1, 5), at3(0, 0, -10), 1}).hit);
    assert_false(md3_geometry_ray(&geometry, (md3_ray){at3(0.1, 0.1, -5), at3(0, 0, 10), 1}).hit);
    assert_false(md3_geometry_ray(&geometry, (md3_ray){at3(0.1, 0.1, 5), at3(0, 0, 0), MD_INFINITY}).hit);
    assert_true(md3_geometry_ray(&geometry, (md3_ray){at3(0.1, 0.1, 5), at3(0, 0, -0.001), MD_INFINITY}).hit);
    md3_height_field_destroy(field);
}

static void searches_with_invalid_boxes_find_nothing(void **state)
{
    (void)state;
    struct random random = {6};
    md3_height_field *field = random_field(&random, 10, 10, 0);
    const md3_geometry geometry = geometry_of(field);
    const md3_vec nan = at3((double)NAN, 0, 0);
    all.count = all.limit = 0;
    md3_geometry_triangles(&geometry, (md3_box){nan, nan}, visit_and_store, &all);
    md3_geometry_triangles(&geometry, (md3_box){at3(1, 1, 1), nan}, visit_and_store, &all);
    assert_int_equal(all.count, 0);
    const md3_vec far = at3((double)MD_INFINITY, (double)MD_INFINITY, (double)MD_INFINITY);
    md3_geometry_triangles(&geometry, (md3_box){md3_vec_negate(far), far}, visit_and_store, &all);
    assert_int_equal(all.count, 2 * 81);
    md3_height_field_destroy(field);
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static void assert_refused(md3_height_field_def def, const char *field_name)
{
    md3_height_field *field = (md3_height_field *)(void *)&def;
    md_error error;
    assert_int_equal(md3_height_field_create(NULL, &def, &field, &error), MD_ERROR_ARGUMENT);
    assert_null(field);
    if (strstr(error.message, field_name) == NULL || strncmp(error.message, "height field: ", 14) != 0) {
        fail_msg("'%s' does not contain '%s'", error.message, field_name);
    }
}

static void invalid_definitions_name_the_field(void **state)
{
    (void)state;
    md_real heights[4] = {0, 0, 0, 0};
    md3_height_field_def valid = md3_height_field_def_default();
    valid.heights = heights;
    valid.columns = valid.rows = 2;
    md3_height_field_def def = valid;
    def.heights = NULL;
    assert_refused(def, "heights");
    def = valid;
    def.columns = 1;
    assert_refused(def, "columns");
    def = valid;
    def.rows = INT32_MAX;
    assert_refused(def, "rows");
    def = valid;
    def.spacing[0] = 0;
    assert_refused(def, "spacing[0]");
    def = valid;
    def.spacing[1] = (md_real)NAN;
    assert_refused(def, "spacing[1]");
    def = valid;
    def.origin.x = (md_real)NAN;
    assert_refused(def, "origin");
    heights[2] = MD_INFINITY;
    assert_refused(valid, "heights[2]");
    heights[2] = (md_real)NAN;
    heights[1] = (md_real)NAN;
    assert_refused(valid, "heights must have a triangle");
    heights[1] = 0;
    md3_height_field *field;
    assert_int_equal(md3_height_field_create(NULL, &valid, &field, NULL), MD_OK); /* one triangle */
    md3_height_field_destroy(field);
    assert_int_equal(md3_height_field_create(NULL, NULL, &field, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_height_field_create(NULL, &valid, NULL, NULL), MD_ERROR_ARGUMENT);
    assert_true(isnan(md3_height_field_point(NULL, 0, 0).z));
    md3_height_field_destroy(NULL);
    md3_height_field_size(NULL, NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_have_two_triangles_on_the_documented_diagonal),
        cmocka_unit_test(triangles_with_a_hole_at_a_corner_are_missing),
        cmocka_unit_test(edges_are_those_of_a_mesh_of_the_same_triangles),
        cmocka_unit_test(rays_and_boxes_agree_with_brute_force),
        cmocka_unit_test(rays_along_the_grid_agree_with_brute_force),
        cmocka_unit_test(rays_from_below_pass),
        cmocka_unit_test(searches_with_invalid_boxes_find_nothing),
        cmocka_unit_test(invalid_definitions_name_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
