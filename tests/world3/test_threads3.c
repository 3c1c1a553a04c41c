/* Results of a 3D world are bit-identical for any number of threads. */
#include <modulus/snapshot3.h>
#include <stdlib.h>

#include "world3/scenes3.h"

/* More than the contacts, bodies and shapes of one task each: see CONTACTS_PER_TASK and its like. */
enum { HEAP = 1400 };

/* Boxes, balls and capsules over a mesh and a ground. */
static md3_world *heap_of(int32_t threads)
{
    const md3_shape_def def = md3_shape_def_default();
    md3_world_def settings = md3_world_def_default();
    settings.threads = threads;
    settings.limits.max_iterations = 3;
    md3_world *world = world_of(&settings);
    md3_mesh *mesh = wavy_mesh(16);
    md3_hull *hull = box_hull(0.2, 0.15, 0.25);
    const md3_geometry of_mesh = {.type = MD3_MESH, .mesh = mesh};
    const md3_geometry kinds[3] = {hull_of(hull, 0), sphere_of(at3(0, 0, 0), 0.2),
                                   capsule_of(at3(-0.1, 0, 0), at3(0.1, 0, 0), 0.15)};
    ground_at_zero(world);
    give(world, body_at(world, MD3_STATIC, 0, 0, 0), &def, &of_mesh);
    for (int i = 0; i < HEAP; ++i) {
        const double x = 0.42 * (i % 14 - 7), z = 0.42 * (i / 14 % 10 - 5);
        give(world, body_at(world, MD3_DYNAMIC, x, 0.7 + 0.38 * (i / 140), z), &def, &kinds[i % 3]);
    }
    md3_hull_destroy(hull);
    md3_mesh_destroy(mesh);
    return world;
}

static void a_heap_is_identical_for_any_number_of_threads(void **state)
{
    (void)state;
    static const int32_t THREADS[] = {1, 2, 3, 8};
    uint64_t hash[4];
    for (int k = 0; k < 4; ++k) {
        md3_world *world = heap_of(THREADS[k]);
        step_many(world, 6);
        assert_true(md3_world_contact_count(world) > HEAP);
        hash[k] = md3_world_hash(world);
        md3_world_destroy(world);
        assert_true(hash[k] == hash[0]);
    }
}

/* Balls in a cubic lattice on a ground, so many that their contacts are solved in partitions (engine/partition.h). */
static md3_world *lattice_of(int32_t threads)
{
    enum { SIDE = 15 };
    const md3_shape_def def = md3_shape_def_default();
    md3_world_def settings = md3_world_def_default();
    settings.threads = threads;
    settings.limits.max_iterations = 3;
    md3_world *world = world_of(&settings);
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.2);
    ground_at_zero(world);
    for (int i = 0; i < SIDE * SIDE * SIDE; ++i) {
        give(world,
             body_at(world, MD3_DYNAMIC, 0.399 * (i % SIDE), 0.2 + 0.399 * (i / (SIDE * SIDE)),
                     0.399 * (i / SIDE % SIDE)),
             &def, &ball);
    }
    return world;
}

static void a_lattice_in_partitions_is_identical_for_any_number_of_threads(void **state)
{
    (void)state;
    static const int32_t THREADS[] = {1, 2, 3};
    uint64_t hash[3];
    for (int k = 0; k < 3; ++k) {
        md3_world *world = lattice_of(THREADS[k]);
        step_many(world, 3);
        assert_true(md3_world_contact_count(world) > 2 * 4096);
        hash[k] = md3_world_hash(world);
        md3_world_destroy(world);
        assert_true(hash[k] == hash[0]);
    }
}

/* The number of threads is not part of the state. */
static void a_restored_heap_continues_with_another_number_of_threads(void **state)
{
    (void)state;
    md3_world *world = heap_of(1), *other = heap_of(3);
    step_many(world, 3);
    const size_t size = md3_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(md3_world_snapshot(world, bytes, size, NULL), MD_OK);
    assert_int_equal(md3_world_restore(other, bytes, size), MD_OK);
    free(bytes);
    assert_int_equal(md3_world_get_def(other).threads, 3);
    step_many(world, 2);
    step_many(other, 2);
    assert_true(md3_world_hash(world) == md3_world_hash(other));
    md3_world_destroy(world);
    md3_world_destroy(other);
}

static void too_many_threads_are_refused(void **state)
{
    (void)state;
    md3_world_def def = md3_world_def_default();
    md3_world *world;
    def.threads = 0;
    assert_int_equal(md3_world_create(&def, &world), MD_ERROR_ARGUMENT);
    def.threads = MD3_MAX_THREADS + 1;
    assert_int_equal(md3_world_create(&def, &world), MD_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_heap_is_identical_for_any_number_of_threads),
        cmocka_unit_test(a_lattice_in_partitions_is_identical_for_any_number_of_threads),
        cmocka_unit_test(a_restored_heap_continues_with_another_number_of_threads),
        cmocka_unit_test(too_many_threads_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
