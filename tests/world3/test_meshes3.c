/* Bodies on triangle meshes and height fields: several manifolds per contact, flat grounds without bumps, shared ownership. */
#include "support/counting_allocator.h"
#include "world3/make3.h"

/* ---- Meshes ------------------------------------------------------------------------------------------------------ */

enum { CELLS = 20, CORNERS = CELLS + 1 };

/* The height of a ground at x, z. */
typedef double height_function(double x, double z);

static double flat(double x, double z)
{
    (void)x;
    (void)z;
    return 0;
}

/* Two sides at 45 degrees that meet at x = 0. */
static double valley(double x, double z)
{
    (void)z;
    return fabs(x);
}

/* A grid of 2 m cells with two triangles each, 40 m wide, that faces up. */
static md3_mesh *mesh_of(const md_allocator *allocator, height_function *height)
{
    static md3_vec vertices[CORNERS * CORNERS];
    static int32_t indices[6 * CELLS * CELLS];
    for (int i = 0; i < CORNERS * CORNERS; ++i) {
        const double x = 2.0 * (i % CORNERS) - CELLS;
        const double z = 2.0 * (i / CORNERS) - CELLS;
        vertices[i] = at3(x, height(x, z), z);
    }
    for (int i = 0; i < CELLS * CELLS; ++i) {
        const int32_t corner = i / CELLS * CORNERS + i % CELLS;
        const int32_t cell[6] = {corner,     corner + CORNERS, corner + 1,
                                 corner + 1, corner + CORNERS, corner + CORNERS + 1};
        for (int k = 0; k < 6; ++k) {
            indices[6 * i + k] = cell[k];
        }
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = CORNERS * CORNERS;
    def.indices = indices;
    def.triangle_count = 2 * CELLS * CELLS;
    md3_mesh *mesh;
    md_error error;
    if (md3_mesh_create(allocator, &def, &mesh, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    return mesh;
}

static void give_mesh(md3_world *world, height_function *height, double friction)
{
    md3_mesh *mesh = mesh_of(NULL, height);
    md3_geometry geometry;
    const md3_shape_def material = surface_of(friction, 0);
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    give(world, body_at(world, MD3_STATIC, 0, 0, 0), &material, &geometry);
    md3_mesh_destroy(mesh);
}

/* No force acts along the ground: the speed is constant to within 1 %, and the body stays on the ground and level. */
static void bodies_slide_over_a_flat_mesh_without_catching(void **state)
{
    (void)state;
    for (int trial = 0; trial < 6; ++trial) {
        const double angle = trial / 2 * 0.35;
        md3_world *world = world_new();
        give_mesh(world, flat, 0);
        const md3_shape_def material = surface_of(0, 0);
        const md3_body_id body = body_at(world, MD3_DYNAMIC, -15, 0.4, -12);
        if (trial % 2 == 0) {
            give_box(world, body, &material, 0.7, 0.4, 0.5);
        } else {
            give_sphere(world, body, &material, 0.4);
        }
        set_velocity(world, body, at3(6 * cos(angle), 0, 6 * sin(angle)), at3(0, 0, 0));
        for (int i = 0; i < 240; ++i) {
            step_many(world, 1);
            assert_near(speed_of(world, body), 6, 0.06);
            assert_near(y_of(world, body), 0.4, 0.005);
        }
        const md3_vec center = md3_body_center(world, body);
        assert_near((double)center.x, -15 + 24 * cos(angle), 0.25);
        assert_near((double)center.z, -12 + 24 * sin(angle), 0.25);
        md3_world_destroy(world);
    }
}

/* A ball of radius r rests on both sides, its centre sqrt(2) r above the bottom. Each side bears m g / sqrt(2). */
static void a_ball_in_a_valley_has_two_manifolds(void **state)
{
    (void)state;
    md3_world_def def = md3_world_def_default();
    def.enable_sleep = false;
    md3_world *world = world_of(&def);
    give_mesh(world, valley, 0);
    const md3_shape_def material = surface_of(0, 0);
    const md3_body_id ball = body_at(world, MD3_DYNAMIC, 0.2, 1.2, 0.3);
    give_sphere(world, ball, &material, 0.5);
    assert_int_equal(md3_body_set_damping(world, ball, 2, 0), MD_OK);
    step_many(world, 300);
    assert_int_equal(md3_body_set_damping(world, ball, 0, 0), MD_OK);
    step_many(world, 30);
    assert_near(y_of(world, ball), 0.5 * sqrt(2), 0.003);
    assert_near((double)md3_body_center(world, ball).x, 0, 0.003);
    md3_contact_info info;
    assert_int_equal(md3_body_contacts(world, ball, &info, 1), 1);
    assert_int_equal(info.manifold_count, 2);
    const double expected = (double)md3_body_mass(world, ball).mass * G / 60 / sqrt(2);
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(info.manifold[i].count, 1);
        assert_near((double)info.impulse[i][0].normal, expected, 0.01 * expected);
        assert_near(fabs((double)info.manifold[i].normal.x), sqrt(0.5), 0.01);
    }
    md3_world_destroy(world);
}

static void a_mesh_lives_as_long_as_its_shapes(void **state)
{
    (void)state;
    struct counting_allocator books = {0};
    const md_allocator allocator = counting_allocator_of(&books);
    md3_mesh *mesh = mesh_of(&allocator, flat);
    md3_geometry geometry;
    const md3_shape_def material = md3_shape_def_default();
    md3_world *world = world_new();
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    give(world, body_at(world, MD3_STATIC, 0, 0, 0), &material, &geometry);
    md3_mesh_destroy(mesh);
    assert_true(books.live_blocks > 0);
    const md3_body_id box = box_at(world, 0.3, 0.5, 0.4, 0.5);
    step_many(world, 60);
    assert_near(y_of(world, box), 0.5, 0.001);
    md3_world_destroy(world);
    assert_int_equal(books.live_blocks, 0);
}

/* Steps balls on a mesh; a step that fails for want of memory is repeated. Returns the steps that failed. */
static int play(const md3_geometry *ground, const md_allocator *allocator)
{
    int refusals = 0;
    md3_world_def def = md3_world_def_default();
    md3_world *world = NULL;
    def.allocator = *allocator;
    if (md3_world_create(&def, &world) != MD_OK) {
        return 1;
    }
    const md3_shape_def material = md3_shape_def_default();
    md3_geometry sphere;
    assert_int_equal(md3_geometry_sphere(&sphere, at3(0, 0, 0), (md_real)0.5), MD_OK);
    for (int i = 0; i < 4; ++i) {
        md3_body_def of_body = md3_body_def_default();
        of_body.type = i == 0 ? MD3_STATIC : MD3_DYNAMIC;
        of_body.position = i == 0 ? at3(0, 0, 0) : at3(3 * i, 0.5, 0);
        md3_body_id body;
        while (md3_body_create(world, &of_body, &body) != MD_OK) {
            ++refusals;
        }
        while (md3_shape_create(world, body, &material, i == 0 ? ground : &sphere, NULL) != MD_OK) {
            ++refusals;
        }
    }
    for (int i = 0; i < 5; ++i) {
        while (md3_world_step(world, (md_real)(1.0 / 60), NULL) != MD_OK) {
            ++refusals;
        }
    }
    assert_int_equal(md3_world_contact_count(world), 3);
    md3_world_destroy(world);
    return refusals;
}

/* Each allocation fails once, in a separate run, and nothing is lost. */
static void a_failed_allocation_on_a_mesh_only_fails_its_call(void **state)
{
    (void)state;
    md3_mesh *mesh = mesh_of(NULL, flat);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    for (size_t nth = 1;; ++nth) {
        struct counting_allocator books = {.refuse_nth = nth};
        const md_allocator allocator = counting_allocator_of(&books);
        const int refusals = play(&geometry, &allocator);
        assert_int_equal(books.live_blocks, 0);
        assert_true(refusals <= 1); /* an event may be lost instead of a failed call */
        if (books.requests < nth) {
            assert_int_equal(refusals, 0);
            break;
        }
    }
    md3_mesh_destroy(mesh);
}

/* ---- Height fields ----------------------------------------------------------------------------------------------- */

/* Heights are along z of the body, which is turned so that they point up. */
static void a_box_rests_on_a_height_field(void **state)
{
    (void)state;
    static const md_real heights[9 * 9];
    md3_height_field_def def = md3_height_field_def_default();
    def.heights = heights;
    def.columns = def.rows = 9;
    def.origin = at3(-4, -4, 0);
    md3_height_field *field;
    md3_geometry geometry;
    assert_int_equal(md3_height_field_create(NULL, &def, &field, NULL), MD_OK);
    assert_int_equal(md3_geometry_height_field(&geometry, field), MD_OK);
    md3_world *world = world_new();
    const md3_shape_def material = md3_shape_def_default();
    give(world, body_turned_at(world, MD3_STATIC, at3(0, 0, 0), turned_about(1, 0, 0, -PI / 2)), &material, &geometry);
    md3_height_field_destroy(field);
    const md3_body_id box = body_turned_at(world, MD3_DYNAMIC, at3(0.3, 1, 0.6), turned_about(0, 1, 0, 0.5));
    give_box(world, box, &material, 0.5, 0.5, 0.5);
    step_until(world, MD3_EVENT_BODY_SLEEP, 300);
    assert_near(y_of(world, box), 0.5, 0.001);
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_slide_over_a_flat_mesh_without_catching),
        cmocka_unit_test(a_ball_in_a_valley_has_two_manifolds),
        cmocka_unit_test(a_mesh_lives_as_long_as_its_shapes),
        cmocka_unit_test(a_failed_allocation_on_a_mesh_only_fails_its_call),
        cmocka_unit_test(a_box_rests_on_a_height_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
