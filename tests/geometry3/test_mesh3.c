/* Creation of triangle meshes: welding, neighbours, edges, and refusals. */
#include "geometry3/mesh_shapes.h"
#include "geometry3/meter.h"

#define CONVEX_ALL (MD3_EDGE_CONVEX_0 | MD3_EDGE_CONVEX_1 | MD3_EDGE_CONVEX_2)
#define BORDER_ALL (MD3_EDGE_BORDER_0 | MD3_EDGE_BORDER_1 | MD3_EDGE_BORDER_2)

static struct visited all;

/* ---- Welding ----------------------------------------------------------------------------------------------------- */

/* Two triangles whose common edge has its vertices twice, `gap` apart. */
static int32_t vertices_after_welding(double gap, double weld_distance)
{
    const md3_vec vertex[6] = {at3(0, 0, 0), at3(1, 0, 0),       at3(0, 1, 0),
                               at3(1, 1, 0), at3(0, 1 + gap, 0), at3(1, 0, gap)};
    const int32_t index[6] = {0, 1, 2, 3, 4, 5};
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertex;
    def.vertex_count = 6;
    def.indices = index;
    def.triangle_count = 2;
    def.weld_distance = (md_real)weld_distance;
    md3_mesh *mesh;
    assert_int_equal(md3_mesh_create(NULL, &def, &mesh, NULL), MD_OK);
    const int32_t count = mesh->vertex_count;
    md3_mesh_destroy(mesh);
    return count;
}

static void vertices_within_the_weld_distance_become_one(void **state)
{
    (void)state;
    assert_int_equal(vertices_after_welding(0, 1e-4), 4);
    assert_int_equal(vertices_after_welding(0.9e-4, 1e-4), 4);
    assert_int_equal(vertices_after_welding(1.1e-4, 1e-4), 6);
    assert_int_equal(vertices_after_welding(0, 0), 4);
    assert_int_equal(vertices_after_welding(1e-6, 0), 6);
    assert_int_equal(vertices_after_welding(0.1, 0.2), 4);
}

/* Pairs of vertices on both sides of a face, edge or corner between cells of the grid, in every direction. */
static void welding_reaches_all_neighbouring_cells(void **state)
{
    (void)state;
    md3_vec vertex[3 * 27];
    int32_t index[3 * 27];
    const double cell = 0.125;
    for (int32_t i = 0; i < 27; ++i) {
        const int32_t step[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
        double a[3], b[3];
        for (int32_t k = 0; k < 3; ++k) {
            const double border = (k == 0 ? 16 * i : 0) + (step[k] > 0 ? 1 : 0);
            a[k] = cell * (step[k] == 0 ? border + 0.5 : border - 0.1 * step[k]);
            b[k] = cell * (step[k] == 0 ? border + 0.5 : border + 0.1 * step[k]);
        }
        vertex[3 * i] = at3(a[0], a[1], a[2]);
        vertex[3 * i + 1] = at3(b[0], b[1], b[2]);
        vertex[3 * i + 2] = at3(a[0] + 4 * cell, a[1] + 4 * cell, a[2]);
    }
    for (int32_t i = 0; i < 27; ++i) { /* the second vertex of each pair, in a triangle with the next pair */
        const int32_t corner[3] = {3 * i + 1, 3 * ((i + 1) % 27), 3 * i + 2};
        memcpy(&index[3 * i], corner, sizeof corner);
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertex;
    def.vertex_count = 3 * 27;
    def.indices = index;
    def.triangle_count = 27;
    def.weld_distance = (md_real)cell;
    md3_mesh *mesh;
    assert_int_equal(md3_mesh_create(NULL, &def, &mesh, NULL), MD_OK);
    assert_int_equal(mesh->vertex_count, 2 * 27);
    assert_int_equal(mesh->face_count, 27);
    md3_mesh_destroy(mesh);
}

/* The greedy choice in the order of the definition: a vertex becomes the first one of the mesh within the distance. */
static void welding_agrees_with_all_pairs(void **state)
{
    (void)state;
    enum { COUNT = 1500 };
    struct random random = {1};
    static md3_vec vertex[COUNT];
    static int32_t index[COUNT], first[COUNT], welded[COUNT];
    int32_t count = 0;
    md3_mesh_def def = md3_mesh_def_default();
    def.weld_distance = (md_real)0.12;
    for (int32_t i = 0; i < COUNT; ++i) {
        vertex[i] = random_point_in_cube(&random, 0.5);
        index[i] = i;
        int32_t k = 0;
        while (k < count && md3_vec_distance(vertex[i], vertex[first[k]]) > def.weld_distance) {
            ++k;
        }
        if (k == count) {
            first[count++] = i;
        }
        welded[i] = k;
    }
    def.vertices = vertex;
    def.vertex_count = COUNT;
    def.indices = index;
    def.triangle_count = COUNT / 3;
    md3_mesh *mesh;
    assert_int_equal(md3_mesh_create(NULL, &def, &mesh, NULL), MD_OK);
    assert_int_equal(mesh->vertex_count, count);
    for (int32_t i = 0; i < count; ++i) {
        assert_memory_equal(&mesh->vertex[i], &vertex[first[i]], sizeof vertex[0]);
    }
    assert_true(mesh->face_count > COUNT / 4);
    for (int32_t i = 0; i < mesh->face_count; ++i) {
        for (int32_t k = 0; k < 3; ++k) {
            assert_int_equal(mesh->face[i].vertex[k], welded[3 * mesh->face[i].source + k]);
        }
    }
    md3_mesh_destroy(mesh);
}

static void degenerate_triangles_are_removed(void **state)
{
    (void)state;
    const md3_vec vertex[] = {at3(0, 0, 0),   at3(1, 0, 0), at3(0, 1, 0),
                              at3(0.5, 0, 0), at3(2, 2, 2), at3(2, 2, 2.00005)};
    const int32_t index[] = {0, 1, 3, 0, 1, 2, 4, 5, 0, 1, 1, 2, 2, 1, 4};
    const uint8_t material[] = {1, 2, 3, 4, 5};
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertex;
    def.vertex_count = 6;
    def.indices = index;
    def.triangle_count = 5;
    def.materials = material;
    md3_mesh *mesh;
    assert_int_equal(md3_mesh_create(NULL, &def, &mesh, NULL), MD_OK);
    assert_int_equal(md3_mesh_triangles(mesh), 2);
    bool seen[5] = {false};
    for (int32_t i = 0; i < 2; ++i) {
        const int32_t source = md3_mesh_triangle_source(mesh, i);
        md3_vec corner[3];
        md3_mesh_triangle(mesh, i, corner);
        assert_int_equal(md3_mesh_triangle_material(mesh, i), material[source]);
        for (int32_t k = 0; k < 3; ++k) {
            assert_vec_near(corner[k], vertex[index[3 * source + k]], 0);
        }
        seen[source] = true;
    }
    assert_true(seen[1] && seen[4]);
    md3_mesh_destroy(mesh);
}

/* ---- Edges ------------------------------------------------------------------------------------------------------- */

static void a_cube_has_convex_edges_and_flat_diagonals(void **state)
{
    (void)state;
    const int32_t index[] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                             2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    md3_vec vertex[8];
    for (int32_t i = 0; i < 8; ++i) {
        vertex[i] = at3(i & 1, i >> 1 & 1, i >> 2 & 1);
    }
    md3_mesh *mesh = mesh_of(vertex, 8, index, 12, true);
    const md3_geometry geometry = geometry_of(mesh);
    visit_all(&geometry, &all);
    assert_int_equal(all.count, 12);
    for (int32_t i = 0; i < 12; ++i) {
        const struct triangle3 *t = &all.triangle[i];
        assert_int_equal(t->index, i);
        assert_true(t->one_sided);
        assert_int_equal(t->flags & BORDER_ALL, 0);
        for (int32_t k = 0; k < 3; ++k) {
            const double length = (double)md3_vec_distance(t->corner[k], t->corner[(k + 1) % 3]);
            const bool is_diagonal = length > 1.2;
            assert_int_equal((t->flags >> k & MD3_EDGE_CONVEX_0) != 0, !is_diagonal);
            assert_near((double)md3_vec_dot(t->normal, t->neighbour_normal[k]), is_diagonal ? 1 : 0, 1e-6);
            assert_vec_near(vertex[t->vertex[k]], t->corner[k], 0);
        }
    }
    md3_mesh_destroy(mesh);
}

/* The same cube with all triangles turned over: seen from inside, its edges are concave. */
static void the_inside_of_a_cube_has_no_convex_edges(void **state)
{
    (void)state;
    const int32_t index[] = {0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5,
                             2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7};
    md3_vec vertex[8];
    for (int32_t i = 0; i < 8; ++i) {
        vertex[i] = at3(i & 1, i >> 1 & 1, i >> 2 & 1);
    }
    md3_mesh *mesh = mesh_of(vertex, 8, index, 12, true);
    for (int32_t i = 0; i < 12; ++i) {
        assert_int_equal(mesh->face[i].flags, 0);
    }
    md3_mesh_destroy(mesh);
}

/* Expects every inner edge of a grid to be convex, or none, and all others to be borders. */
static void assert_inner_edges(double (*height)(double, double), bool convex)
{
    md3_mesh *mesh = grid_mesh(height, 20, true);
    const md3_geometry geometry = geometry_of(mesh);
    int32_t borders = 0;
    visit_all(&geometry, &all);
    for (int32_t i = 0; i < all.count; ++i) {
        const struct triangle3 *t = &all.triangle[i];
        for (int32_t k = 0; k < 3; ++k) {
            const md3_vec a = t->corner[k], b = t->corner[(k + 1) % 3];
            const bool is_border = (a.x == b.x && fabs((double)a.x) == 1) || (a.y == b.y && fabs((double)a.y) == 1);
            assert_int_equal((t->flags >> k & MD3_EDGE_BORDER_0) != 0, is_border);
            assert_int_equal((t->flags >> k & MD3_EDGE_CONVEX_0) != 0, is_border || convex);
            borders += is_border;
            if (is_border) {
                assert_vec_near(t->neighbour_normal[k], t->normal, 0);
            }
        }
    }
    assert_int_equal(borders, 4 * 19);
    md3_mesh_destroy(mesh);
}

/* A paraboloid turns by 0.1 rad between rows of 20, but its diagonals are saddle-like only within a cell: flat. */
static void inner_edges_of_a_flat_grid_and_a_bowl_are_not_convex(void **state)
{
    (void)state;
    assert_inner_edges(flat, false);
    assert_inner_edges(bowl, false);
}

static void most_inner_edges_of_a_dome_are_convex(void **state)
{
    (void)state;
    md3_mesh *mesh = grid_mesh(dome, 20, true);
    int32_t convex = 0;
    for (int32_t i = 0; i < mesh->face_count; ++i) {
        for (int32_t k = 0; k < 3; ++k) {
            convex += (mesh->face[i].flags >> k & MD3_EDGE_CONVEX_0) != 0;
        }
    }
    /* All but the diagonals: the two triangles of a cell of a paraboloid x^2 + y^2 are parallel. */
    assert_int_equal(convex, 2 * 2 * 18 * 19 + 4 * 19);
    md3_mesh_destroy(mesh);
}

static void edges_of_three_triangles_are_convex_borders(void **state)
{
    (void)state;
    const md3_vec vertex[] = {at3(0, 0, 0), at3(1, 0, 0), at3(0, 1, 0), at3(0, -1, 0), at3(0, 0, 1)};
    const int32_t index[] = {0, 1, 2, 1, 0, 3, 0, 1, 4};
    md3_mesh *mesh = mesh_of(vertex, 5, index, 3, true);
    for (int32_t i = 0; i < 3; ++i) {
        assert_int_equal(mesh->face[i].flags, CONVEX_ALL | BORDER_ALL);
    }
    md3_mesh_destroy(mesh);
}

/* Two triangles in a plane, one of them turned over. */
static void turned_neighbours_are_connected_in_two_sided_meshes_only(void **state)
{
    (void)state;
    const md3_vec vertex[] = {at3(0, 0, 0), at3(1, 0, 0), at3(0, 1, 0), at3(1, 1, 0)};
    const int32_t index[] = {0, 1, 2, 1, 2, 3};
    md3_mesh *mesh = mesh_of(vertex, 4, index, 2, true);
    assert_int_equal(mesh->face[0].flags, CONVEX_ALL | BORDER_ALL);
    md3_mesh_destroy(mesh);
    mesh = mesh_of(vertex, 4, index, 2, false);
    const md3_geometry geometry = geometry_of(mesh);
    visit_all(&geometry, &all);
    for (int32_t i = 0; i < 2; ++i) {
        const struct triangle3 *t = &all.triangle[i];
        int32_t connected = 0;
        for (int32_t k = 0; k < 3; ++k) {
            connected += (t->flags >> k & (MD3_EDGE_CONVEX_0 | MD3_EDGE_BORDER_0)) == 0;
            assert_vec_near(t->neighbour_normal[k], t->normal, 1e-6);
        }
        assert_int_equal(connected, 1);
        assert_false(t->one_sided);
    }
    md3_mesh_destroy(mesh);
}

static void a_fold_has_a_convex_edge(void **state)
{
    (void)state;
    const md3_vec vertex[] = {at3(0, 0, 0), at3(1, 0, 0), at3(0, 1, 0), at3(1, 1, 0)};
    const int32_t index[] = {0, 1, 2, 1, 0, 3}; /* back to back */
    md3_mesh *mesh = mesh_of(vertex, 4, index, 2, true);
    for (int32_t i = 0; i < 2; ++i) {
        assert_int_equal(mesh->face[i].flags, CONVEX_ALL | MD3_EDGE_BORDER_1 | MD3_EDGE_BORDER_2);
    }
    md3_mesh_destroy(mesh);
}

/* ---- Large meshes ------------------------------------------------------------------------------------------------ */

/* 100,000 triangles in a fan around one vertex: an edge list of one vertex that is as long as the mesh. */
static void a_fan_of_a_hundred_thousand_triangles_is_created(void **state)
{
    (void)state;
    enum { RIM = 100000 };
    static md3_vec vertex[RIM + 1];
    static int32_t index[3 * RIM];
    for (int32_t i = 0; i < RIM; ++i) {
        const double angle = 2 * 3.14159265358979 * i / RIM;
        vertex[i] = at3(1000 * cos(angle), 1000 * sin(angle), 0);
        index[3 * i] = RIM;
        index[3 * i + 1] = i;
        index[3 * i + 2] = (i + 1) % RIM;
    }
    vertex[RIM] = at3(0, 0, 0);
    md3_mesh *mesh = mesh_of(vertex, RIM + 1, index, RIM, true);
    assert_int_equal(md3_mesh_triangles(mesh), RIM);
    assert_int_equal(mesh->vertex_count, RIM + 1);
    for (int32_t i = 0; i < RIM; ++i) {
        assert_int_equal(mesh->face[i].flags, (MD3_EDGE_CONVEX_1 | MD3_EDGE_BORDER_1));
    }
    md3_mesh_destroy(mesh);
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static md3_mesh_def valid_def(void)
{
    static const md3_vec vertex[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const int32_t index[] = {0, 1, 2};
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertex;
    def.vertex_count = 3;
    def.indices = index;
    def.triangle_count = 1;
    return def;
}

static void assert_refused(md3_mesh_def def, const char *reason)
{
    md3_mesh *mesh = (md3_mesh *)(void *)&def;
    md_error error;
    assert_int_equal(md3_mesh_create(NULL, &def, &mesh, &error), MD_ERROR_ARGUMENT);
    assert_null(mesh);
    assert_int_equal(error.status, MD_ERROR_ARGUMENT);
    if (strstr(error.message, reason) == NULL || strncmp(error.message, "mesh: ", 6) != 0) {
        fail_msg("'%s' does not contain '%s'", error.message, reason);
    }
}

static void invalid_definitions_name_the_field(void **state)
{
    (void)state;
    md3_mesh_def def = valid_def();
    def.vertices = NULL;
    assert_refused(def, "vertices");
    def = valid_def();
    def.indices = NULL;
    assert_refused(def, "indices");
    def = valid_def();
    def.vertex_count = 2;
    assert_refused(def, "vertex_count");
    def = valid_def();
    def.triangle_count = 0;
    assert_refused(def, "triangle_count");
    def = valid_def();
    def.weld_distance = -1;
    assert_refused(def, "weld_distance");
    def.weld_distance = (md_real)NAN;
    assert_refused(def, "weld_distance");
    const int32_t beyond[] = {0, 1, 3}, negative[] = {0, -1, 2}, same[] = {1, 1, 2};
    def = valid_def();
    def.indices = beyond;
    assert_refused(def, "indices[2]");
    def.indices = negative;
    assert_refused(def, "indices[1]");
    def.indices = same;
    assert_refused(def, "degenerate");
    const md3_vec vertex[] = {at3(0, 0, 0), at3(1, 0, (double)NAN), at3(0, 1, 0)};
    def = valid_def();
    def.vertices = vertex;
    assert_refused(def, "vertices[1]");
    assert_refused((md3_mesh_def){0}, "md3_mesh_def_default");
    md3_mesh *mesh;
    assert_int_equal(md3_mesh_create(NULL, NULL, &mesh, NULL), MD_ERROR_ARGUMENT);
    def = valid_def();
    assert_int_equal(md3_mesh_create(NULL, &def, NULL, NULL), MD_ERROR_ARGUMENT);
}

static void failing_memory_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    const md3_mesh_def def = valid_def();
    int needed = 0;
    for (md_status status = MD_ERROR_MEMORY; status != MD_OK; ++needed) {
        struct meter meter = {needed, 0};
        const md_allocator allocator = {metered_resize, &meter};
        md3_mesh *mesh;
        md_error error;
        status = md3_mesh_create(&allocator, &def, &mesh, &error);
        assert_true(status == MD_OK || (status == MD_ERROR_MEMORY && error.status == status && mesh == NULL));
        md3_mesh_destroy(mesh);
        assert_int_equal(meter.used, 0);
    }
    assert_true(needed > 10);
}

static void triangles_out_of_range_are_zero(void **state)
{
    (void)state;
    md3_mesh *mesh = grid_mesh(flat, 3, true);
    md3_vec corner[3] = {at3(1, 1, 1), at3(1, 1, 1), at3(1, 1, 1)};
    md3_mesh_triangle(mesh, 8, corner);
    assert_vec_near(corner[2], at3(0, 0, 0), 0);
    assert_int_equal(md3_mesh_triangle_source(mesh, -1), -1);
    assert_int_equal(md3_mesh_triangle_material(mesh, 8), 0);
    assert_int_equal(md3_mesh_triangles(NULL), 0);
    md3_mesh_triangle(NULL, 0, corner);
    md3_mesh_triangle(mesh, 0, NULL);
    md3_mesh_destroy(mesh);
    md3_mesh_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_within_the_weld_distance_become_one),
        cmocka_unit_test(welding_reaches_all_neighbouring_cells),
        cmocka_unit_test(welding_agrees_with_all_pairs),
        cmocka_unit_test(degenerate_triangles_are_removed),
        cmocka_unit_test(a_cube_has_convex_edges_and_flat_diagonals),
        cmocka_unit_test(the_inside_of_a_cube_has_no_convex_edges),
        cmocka_unit_test(inner_edges_of_a_flat_grid_and_a_bowl_are_not_convex),
        cmocka_unit_test(most_inner_edges_of_a_dome_are_convex),
        cmocka_unit_test(edges_of_three_triangles_are_convex_borders),
        cmocka_unit_test(turned_neighbours_are_connected_in_two_sided_meshes_only),
        cmocka_unit_test(a_fold_has_a_convex_edge),
        cmocka_unit_test(a_fan_of_a_hundred_thousand_triangles_is_created),
        cmocka_unit_test(invalid_definitions_name_the_field),
        cmocka_unit_test(failing_memory_is_reported_and_nothing_leaks),
        cmocka_unit_test(triangles_out_of_range_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
