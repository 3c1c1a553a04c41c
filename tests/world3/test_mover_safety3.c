/* A mover never passes walls or grounds, gets out of shapes that it overlaps, and gives the same bits twice. */
#include <string.h>

#include "support/counting_allocator.h"
#include "world3/walker3.h"

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

/* A closed room of 4 m with walls of 1 cm. */
static void add_room(md3_world *world)
{
    for (int axis = 0; axis < 3; ++axis) {
        for (int side = -1; side <= 1; side += 2) {
            const md3_vec center = at3(axis == 0 ? 2 * side : 0, axis == 1 ? 2 * side : 0, axis == 2 ? 2 * side : 0);
            wall_at(world, center, at3(axis == 0 ? 0.005 : 2.2, axis == 1 ? 0.005 : 2.2, axis == 2 ? 0.005 : 2.2));
        }
    }
}

static void no_speed_passes_a_thin_wall(void **state)
{
    (void)state;
    struct random random = {5};
    md3_world *world = world_without_gravity();
    add_room(world);
    wall_turned_at(world, at3(0.7, 0, 0.4), at3(0.005, 1, 0.6), turned_about(1, 2, 3, 0.7));
    for (int i = 0; i < 1000; ++i) {
        md3_mover mover = mover_at(world, -0.8, -0.9, -0.5);
        const double speed = random_real(&random, 1, 100);
        const md3_vec velocity = md3_vec_scale((md_real)speed, random_direction(&random));
        for (int step = 0; step < 4; ++step) {
            move_by(world, &mover, velocity);
            const md3_vec middle = md3_vec_add(mover.position, at3(0, 0.9, 0));
            assert_true(md3_vec_length(md3_vec_max(md3_vec_abs(middle), at3(0, 0, 0))) < 3);
            assert_true(fabs((double)middle.x) < 1.72 && fabs((double)middle.y) < 1.12 &&
                        fabs((double)middle.z) < 1.72);
            assert_int_equal(overlaps_of(world, &mover, 0.02), 0); /* the inner surface touches nothing */
        }
    }
    md3_world_destroy(world);
}

static void a_mover_gets_out_of_shapes(void **state)
{
    (void)state;
    struct random random = {6};
    md3_world *world = world_new();
    ground_at_zero(world);
    wall_at(world, at3(0, 0.5, 0), at3(1, 0.5, 1));
    for (int i = 0; i < 100; ++i) {
        const md3_vec at = at3(random_real(&random, -1.3, 1.3), random_real(&random, -0.5, 1), 0.3);
        md3_mover mover = mover_at(world, (double)at.x, (double)at.y, (double)at.z);
        walk(world, &mover, at3(0, 0, 0), 3);
        assert_int_equal(overlaps_of(world, &mover, 0.0026), 0);
    }
    md3_world_destroy(world);
}

static void a_squeezed_mover_stays_on_its_side_of_a_wall(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    wall_at(world, at3(1, 1, 0), at3(0.005, 1, 5));
    platform_at(world, at3(-1.3, 1.1, 0), at3(0.5, 1, 5), at3(1, 0, 0), at3(0, 0, 0));
    md3_mover mover = mover_at(world, 0, 0, 0);
    for (int i = 0; i < 75; ++i) { /* then the gap is 0.55 m wide, less than the mover */
        walk(world, &mover, at3(0, 0, 0), 1);
        assert_true((double)mover.position.x < 0.9);
    }
    walk(world, &mover, at3(0, 0, 2), 5); /* and may leave the gap along the wall */
    assert_near((double)mover.position.z, 5 * 2 * DT, 0.01);
    assert_true((double)mover.position.x < 0.9);
    md3_world_destroy(world);
}

static void a_wall_counts_more_than_a_body(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    wall_at(world, at3(0.8, 1, 0), at3(0.5, 1, 5)); /* touches the mover */
    box_at(world, -0.65, 1, 0, 0.5);                /* overlaps it by 0.15 m */
    const md3_mover mover = mover_at(world, 0, 0, 0);
    assert_near((double)mover.position.x, 0, 0.0026);
    md3_world_destroy(world);
}

/* ---- Clutter ----------------------------------------------------------------------------------------------------- */

static void add_clutter(md3_world *world, struct random *random)
{
    const md3_shape_def def = md3_shape_def_default();
    for (int i = 0; i < 100; ++i) {
        const double size = random_real(random, 0.2, 0.8);
        const md3_vec place = at3(random_real(random, -6, 6), random_real(random, 0, 2.5), random_real(random, -6, 6));
        const md3_body_id body = body_turned_at(world, MD3_STATIC, place, random_rotation(random));
        md3_geometry geometry;
        if (i % 2 == 0) {
            give_box(world, body, &def, size, random_real(random, 0.01, 0.5), random_real(random, 0.05, 0.9));
        } else if (i % 3 == 0) {
            assert_int_equal(md3_geometry_cone(&geometry, at3(0, 0, 0), at3(size, 0, 0), (md_real)0.3, 0), MD_OK);
            give(world, body, &def, &geometry);
        } else {
            give_sphere(world, body, &def, size);
        }
    }
}

/* Runs and jumps at up to 100 m/s between boxes, cones and spheres in any rotation. */
static void clutter_is_never_entered(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
        struct random random = {seed};
        md3_world *world = world_new();
        ground_at_zero(world);
        add_clutter(world, &random);
        md3_mover mover = mover_at(world, 0, 4, 0);
        md3_vec input = at3(0, 0, 0);
        for (int i = 0; i < 400; ++i) {
            if (i % 40 == 0) {
                const double speed = random_index(&random, 4) == 0 ? random_real(&random, 10, 100) : 4;
                const md3_vec home = md3_vec_sub(random_point_in_cube(&random, 6), mover.position);
                input = md3_vec_scale((md_real)speed, md3_vec_normalize(home));
            }
            const md3_vec falling = md3_vec_add_scaled(mover.velocity, (md_real)DT, md3_world_gravity(world));
            const bool was_free = overlaps_of(world, &mover, 0.0205) == 0;
            move_by(world, &mover, mover.ground == MD3_MOVER_ON_GROUND ? input : falling);
            assert_true(!was_free || overlaps_of(world, &mover, 0.0205) == 0);
            assert_true((double)mover.position.y > -0.003);
        }
        md3_world_destroy(world);
    }
}

/* ---- Landscapes -------------------------------------------------------------------------------------------------- */

enum { CORNERS = 41 };

static double hills(double x, double z)
{
    return 1.2 * sin(0.5 * x) * cos(0.4 * z) + 0.5 * sin(1.1 * x + 0.6 * z);
}

static md3_geometry hills_as_mesh(md3_mesh **mesh)
{
    static md3_vec vertices[CORNERS * CORNERS];
    static int32_t indices[6 * (CORNERS - 1) * (CORNERS - 1)];
    int32_t count = 0;
    for (int i = 0; i < CORNERS * CORNERS; ++i) {
        const double x = i % CORNERS - 20.0, z = i / CORNERS - 20.0;
        vertices[i] = at3(x, hills(x, z), z);
        if (i % CORNERS < CORNERS - 1 && i / CORNERS < CORNERS - 1) {
            const int32_t cell[6] = {i, i + CORNERS, i + 1, i + 1, i + CORNERS, i + CORNERS + 1};
            memcpy(&indices[count], cell, sizeof cell);
            count += 6;
        }
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = CORNERS * CORNERS;
    def.indices = indices;
    def.triangle_count = count / 3;
    md3_geometry geometry;
    assert_int_equal(md3_mesh_create(NULL, &def, mesh, NULL), MD_OK);
    assert_int_equal(md3_geometry_mesh(&geometry, *mesh), MD_OK);
    return geometry;
}

/* Walks about on hills for a minute, with jumps, inside invisible walls. Returns how far it came. */
static double walk_about(md3_world *world, double speed)
{
    struct random random = {7};
    md3_mover_def def = md3_mover_def_default();
    md3_mover mover = mover_of(world, &def, at3(0.3, 3, 0.2));
    double way = 0;
    md3_vec input = at3(speed, 0, 0);
    for (int i = 0; i < 3600; ++i) {
        const double angle = random_real(&random, 0, 2 * PI);
        if (i % 60 == 0) {
            const bool is_far = fabs((double)mover.position.x) > 8 || fabs((double)mover.position.z) > 8;
            const md3_vec home = md3_vec_normalize(at3(-(double)mover.position.x, 0, -(double)mover.position.z));
            input = is_far ? md3_vec_scale((md_real)speed, home) : at3(speed * cos(angle), 0, speed * sin(angle));
        }
        input.y = i % 97 == 0 ? 4 : 0;
        const md3_vec before = mover.position;
        walk(world, &mover, input, 1);
        way += (double)md3_vec_distance(before, mover.position);
        const double ground = hills((double)mover.position.x, (double)mover.position.z);
        assert_true((double)mover.position.y >
                    ground - 0.4); /* triangles are flatter than the hills by 0.2 m at most */
        assert_true((double)mover.position.y < ground + 4);
    }
    return way;
}

static void a_landscape_is_walked_on_for_a_minute(void **state)
{
    (void)state;
    md3_mesh *mesh;
    const md3_geometry geometry = hills_as_mesh(&mesh);
    const md3_shape_def def = md3_shape_def_default();
    for (int k = 0; k < 2; ++k) {
        md3_world *world = world_new();
        give(world, body_at(world, MD3_STATIC, 0, 0, 0), &def, &geometry);
        const double speed = k == 0 ? 3 : 9;
        assert_true(walk_about(world, speed) > 0.8 * 60 * speed);
        md3_world_destroy(world);
    }
    md3_mesh_destroy(mesh);
}

/* A flat ground of many triangles, rotated so that z of the height field points up. */
static md3_world *flat_height_field(void)
{
    static md_real heights[CORNERS * CORNERS];
    md3_height_field_def def = md3_height_field_def_default();
    def.heights = heights;
    def.columns = def.rows = CORNERS;
    def.origin = at3(-20, -20, 0);
    md3_height_field *field;
    md3_geometry geometry;
    assert_int_equal(md3_height_field_create(NULL, &def, &field, NULL), MD_OK);
    assert_int_equal(md3_geometry_height_field(&geometry, field), MD_OK);
    md3_world *world = world_new();
    const md3_shape_def shape = md3_shape_def_default();
    give(world, body_turned_at(world, MD3_STATIC, at3(0, 0, 0), turned_about(1, 0, 0, -PI / 2)), &shape, &geometry);
    md3_height_field_destroy(field);
    return world;
}

static void seams_do_not_stop_a_mover(void **state)
{
    (void)state;
    md3_world *world = flat_height_field();
    for (int i = 0; i < 20; ++i) { /* a wall of flush boxes beside it */
        wall_at(world, at3(-9.5 + i, 1, 1), at3(0.5, 1, 0.5));
    }
    md3_mover mover = mover_at(world, -9, 0, 0);
    for (int i = 0; i < 180; ++i) {
        const md3_vec before = mover.position;
        walk(world, &mover, at3(6, 0, i % 2), 1);
        assert_near((double)(mover.position.x - before.x), 6 * DT, PICK(1e-6, 1e-4));
        assert_near((double)mover.position.y, 0, 0.0026);
    }
    md3_world_destroy(world);
}

/* ---- Bits -------------------------------------------------------------------------------------------------------- */

static md3_world *playground(const md_allocator *allocator)
{
    md3_world_def def = md3_world_def_default();
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    md3_world *world = world_of(&def);
    ground_at_zero(world);
    for (int i = 0; i < 8; ++i) {
        box_at(world, 2 + i % 3, 0.26, i - 4, 0.25);
        wall_at(world, at3(-3, 0.05 * i, i), at3(1, 0.05 * i + 0.01, 0.5));
    }
    platform_at(world, at3(0, 0.1, 4), at3(1, 0.1, 1), at3(0.2, 0, 0), at3(0, 1, 0));
    return world;
}

static void play(md3_world *world, md3_mover *mover, int from, int to)
{
    for (int i = from; i < to; ++i) {
        const double angle = 0.05 * i;
        walk(world, mover, at3(3 * cos(angle), i % 50 == 0 ? 4 : 0, 3 * sin(angle)), 1);
    }
}

static void the_same_moves_give_the_same_bits(void **state)
{
    (void)state;
    md3_world *world = playground(NULL);
    md3_mover mover;
    memset(&mover, 0, sizeof mover);
    mover = mover_at(world, 0, 0, 0);
    play(world, &mover, 0, 150);
    const size_t size = md3_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_int_equal(md3_world_snapshot(world, bytes, size, NULL), MD_OK);
    md3_mover copy = mover;
    play(world, &mover, 150, 300);
    md3_world *twin = NULL;
    assert_int_equal(md3_world_from_snapshot(bytes, size, NULL, NULL, &twin), MD_OK);
    play(twin, &copy, 150, 300);
    free(bytes);
    assert_memory_equal(&mover.position, &copy.position, sizeof mover.position);
    assert_memory_equal(&mover.velocity, &copy.velocity, sizeof mover.velocity);
    assert_true(md3_world_hash(world) == md3_world_hash(twin));
    md3_world_destroy(twin);
    md3_world_destroy(world);
}

static void moving_allocates_nothing(void **state)
{
    (void)state;
    struct counting_allocator books = {0};
    const md_allocator allocator = counting_allocator_of(&books);
    md3_world *world = playground(&allocator);
    step_many(world, 10);
    md3_mover mover = mover_at(world, 0, 0, 0);
    const size_t requests = books.requests;
    for (int i = 0; i < 100; ++i) {
        move_by(world, &mover, at3(2, 0, 1));
    }
    assert_true(books.requests == requests);
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_speed_passes_a_thin_wall),
        cmocka_unit_test(a_mover_gets_out_of_shapes),
        cmocka_unit_test(a_squeezed_mover_stays_on_its_side_of_a_wall),
        cmocka_unit_test(a_wall_counts_more_than_a_body),
        cmocka_unit_test(clutter_is_never_entered),
        cmocka_unit_test(a_landscape_is_walked_on_for_a_minute),
        cmocka_unit_test(seams_do_not_stop_a_mover),
        cmocka_unit_test(the_same_moves_give_the_same_bits),
        cmocka_unit_test(moving_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
