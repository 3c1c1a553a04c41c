/* Searches of triangle meshes: the tree, and boxes and rays against brute force. */
#include "geometry3/mesh_shapes.h"

static struct visited all;

static void assert_searches_agree(const md3_mesh *mesh, struct random *random, int rounds)
{
    const md3_geometry geometry = geometry_of(mesh);
    int hits = 0, found = 0;
    visit_all(&geometry, &all);
    assert_int_equal(all.count, mesh->face_count);
    for (int i = 0; i < rounds; ++i) {
        const md3_vec from = random_point_in_cube(random, 3), to = random_point_in_cube(random, 2);
        const md3_ray ray = {from, md3_vec_sub(to, from), (md_real)random_real(random, 0.2, 2)};
        hits += assert_ray_agrees(&geometry, &all, ray);
        const md3_vec lower = random_point_in_cube(random, 2), size = random_point_in_cube(random, 0.5);
        found += assert_box_agrees(&geometry, &all, (md3_box){lower, md3_vec_add(lower, md3_vec_abs(size))});
    }
    assert_true(hits > rounds / 40 && hits < rounds && found > rounds / 4);
}

static void rays_and_boxes_agree_with_brute_force(void **state)
{
    (void)state;
    struct random random = {2};
    for (int round = 0; round < 4; ++round) {
        const bool one_sided = round % 2 == 0;
        md3_mesh *mesh = round < 2 ? random_soup(&random, 800, one_sided) : grid_mesh(waves, 30, one_sided);
        assert_searches_agree(mesh, &random, 600);
        md3_mesh_destroy(mesh);
    }
}

/* From inside a closed mesh every ray hits the back of a triangle. */
static void rays_pass_through_back_sides_of_one_sided_meshes(void **state)
{
    (void)state;
    struct random random = {3};
    for (int one_sided = 0; one_sided < 2; ++one_sided) {
        md3_mesh *mesh = grid_mesh(waves, 30, one_sided == 1);
        const md3_geometry geometry = geometry_of(mesh);
        for (int i = 0; i < 300; ++i) {
            const md3_vec point = random_point_in_cube(&random, 0.9);
            const md3_vec below = at3((double)point.x, (double)point.y, -2),
                          above = at3((double)point.x, (double)point.y, 2);
            assert_true(md3_geometry_ray(&geometry, (md3_ray){above, at3(0, 0, -4), 1}).hit);
            const md3_ray_hit hit = md3_geometry_ray(&geometry, (md3_ray){below, at3(0, 0, 4), 1});
            assert_int_equal(hit.hit, one_sided == 0);
            assert_true(one_sided == 1 || hit.normal.z < 0);
        }
        md3_mesh_destroy(mesh);
    }
}

/* Rays through the vertices and along the edges of a grid, straight down and tilted. */
static void rays_do_not_slip_between_triangles(void **state)
{
    (void)state;
    struct random random = {4};
    md3_mesh *mesh = grid_mesh(waves, 20, true);
    const md3_geometry geometry = geometry_of(mesh);
    for (int i = 0; i < 5000; ++i) {
        const struct mesh_face *face = &mesh->face[random_index(&random, mesh->face_count)];
        const md3_vec a = mesh->vertex[face->vertex[0]], b = mesh->vertex[face->vertex[1]];
        const double t = i % 3 == 0 ? 0 : random_real(&random, 0, 1);
        const md3_vec target = md3_vec_lerp(a, b, (md_real)t);
        const bool is_inner = fabs((double)target.x) < 0.99 && fabs((double)target.y) < 0.99;
        const md3_vec side = random_point_in_cube(&random, i % 2);
        const md3_vec tilt = at3((double)side.x, (double)side.y, 3);
        const md3_ray ray = {md3_vec_add(target, tilt), md3_vec_scale(-2, tilt), 1};
        assert_true(!is_inner || md3_geometry_ray(&geometry, ray).hit);
    }
    md3_mesh_destroy(mesh);
}

static void a_search_ends_when_the_visitor_says_so(void **state)
{
    (void)state;
    md3_mesh *mesh = grid_mesh(flat, 10, true);
    const md3_geometry geometry = geometry_of(mesh);
    static struct visited some;
    some.count = 0;
    some.limit = 7;
    md3_geometry_triangles(&geometry, (md3_box){at3(-9, -9, -9), at3(9, 9, 9)}, visit_and_store, &some);
    assert_int_equal(some.count, 7);
    const md3_geometry sphere = {.type = MD3_SPHERE, .radius = 1};
    some.count = 0;
    md3_geometry_triangles(&sphere, (md3_box){at3(-9, -9, -9), at3(9, 9, 9)}, visit_and_store, &some);
    assert_int_equal(some.count, 0);
    md3_mesh_destroy(mesh);
}

/* Checks a node and all below it. Returns the node behind them. */
static int32_t assert_node(const md3_mesh *mesh, int32_t index, int32_t *faces, int32_t depth)
{
    const struct mesh_node *node = &mesh->node[index];
    assert_true(index < mesh->node_count && depth <= 40);
    if (node->count > 0) {
        assert_int_equal(node->first, *faces);
        assert_true(node->count <= 4);
        *faces += node->count;
        return index + 1;
    }
    const int32_t second = assert_node(mesh, index + 1, faces, depth + 1);
    assert_int_equal(node->first, second);
    const md3_box a = mesh->node[index + 1].box, b = mesh->node[second].box;
    assert_vec_near(node->box.lower, md3_vec_min(a.lower, b.lower), 0);
    assert_vec_near(node->box.upper, md3_vec_max(a.upper, b.upper), 0);
    return assert_node(mesh, second, faces, depth + 1);
}

/* Half the surface of a box. */
static double surface_of(md3_box box)
{
    const md3_vec s = md3_vec_sub(box.upper, box.lower);
    return (double)(s.x * s.y + s.y * s.z + s.z * s.x);
}

/* The expected number of nodes that a ray through the mesh visits: the surfaces of all nodes, over that of the first. */
static void the_tree_is_complete_and_tight(void **state)
{
    (void)state;
    struct random random = {6};
    /* The heuristic reaches 14.1 and 28.2. */
    const double most[] = {18, 34};
    for (int round = 0; round < 2; ++round) {
        md3_mesh *mesh = round == 0 ? grid_mesh(waves, 50, true) : random_soup(&random, 1000, true);
        int32_t faces = 0;
        assert_int_equal(assert_node(mesh, 0, &faces, 0), mesh->node_count);
        assert_int_equal(faces, mesh->face_count);
        double surface = 0;
        for (int32_t i = 0; i < mesh->node_count; ++i) {
            surface += surface_of(mesh->node[i].box);
        }
        assert_true(surface / surface_of(mesh->node[0].box) < most[round]);
        md3_mesh_destroy(mesh);
    }
}

static void bounds_contain_the_rotated_mesh(void **state)
{
    (void)state;
    struct random random = {5};
    md3_mesh *mesh = random_soup(&random, 100, true);
    const md3_geometry geometry = geometry_of(mesh);
    const md3_box local = md3_geometry_bounds(&geometry, md3_transform_identity());
    assert_false(md3_geometry_contains(&geometry, at3(0, 0, 0)));
    for (int i = 0; i < 100; ++i) {
        const md3_transform at = random_transform(&random, 5);
        const md3_box box = md3_geometry_bounds(&geometry, at);
        md3_vec lower = md3_v(MD_INFINITY, MD_INFINITY, MD_INFINITY), upper = md3_vec_negate(lower);
        for (int32_t k = 0; k < 8; ++k) {
            const md3_vec corner = {k & 1 ? local.upper.x : local.lower.x, k & 2 ? local.upper.y : local.lower.y,
                                    k & 4 ? local.upper.z : local.lower.z};
            lower = md3_vec_min(lower, md3_transform_apply(at, corner));
            upper = md3_vec_max(upper, md3_transform_apply(at, corner));
        }
        assert_vec_near(box.lower, lower, PICK(1e-13, 1e-5));
        assert_vec_near(box.upper, upper, PICK(1e-13, 1e-5));
    }
    md3_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_and_boxes_agree_with_brute_force),
        cmocka_unit_test(rays_pass_through_back_sides_of_one_sided_meshes),
        cmocka_unit_test(rays_do_not_slip_between_triangles),
        cmocka_unit_test(a_search_ends_when_the_visitor_says_so),
        cmocka_unit_test(the_tree_is_complete_and_tight),
        cmocka_unit_test(bounds_contain_the_rotated_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
