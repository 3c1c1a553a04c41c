/* Snapshots of 3D worlds: writing and restoring, and refusing invalid bytes. */
#include <stdlib.h>
#include <string.h>

#include <modulus/snapshot3.h>

#include "geometry3/hull.h"
#include "geometry3/mesh.h"
#include "support/counting_allocator.h"
#include "world3/scenes3.h"
#include "world3/snapshot.h"

#define DT ((md_real)(1.0 / 60))

struct bytes {
    unsigned char *at;
    size_t size;
};

static struct bytes take(const md3_world *world)
{
    struct bytes bytes = {.size = md3_world_snapshot_size(world)};
    size_t written = 0;
    bytes.at = malloc(bytes.size);
    assert_non_null(bytes.at);
    assert_int_equal(md3_world_snapshot(world, bytes.at, bytes.size, &written), MD_OK);
    assert_int_equal(written, bytes.size);
    return bytes;
}

static md3_world *made_from(struct bytes bytes)
{
    md3_world *world = NULL;
    assert_int_equal(md3_world_from_snapshot(bytes.at, bytes.size, NULL, NULL, &world), MD_OK);
    return world;
}

static void assert_is_at(const md3_world *world, struct bytes bytes)
{
    const struct bytes now = take(world);
    assert_int_equal(now.size, bytes.size);
    assert_memory_equal(now.at, bytes.at, bytes.size);
    free(now.at);
}

/* ---- There and back ------------------------------------------------------------------------------------------------- */

static bool same_event(const md3_event *a, const md3_event *b)
{
    return a->type == b->type && md3_shape_same(a->shape[0], b->shape[0]) && md3_shape_same(a->shape[1], b->shape[1]) &&
           md3_body_same(a->body, b->body) && memcmp(&a->point, &b->point, sizeof a->point) == 0 &&
           memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 && a->speed == b->speed && a->impulse == b->impulse;
}

static int32_t assert_same_events(const md3_world *a, const md3_world *b)
{
    int32_t count_a, count_b;
    const md3_event *events_a = md3_world_events(a, &count_a), *events_b = md3_world_events(b, &count_b);
    assert_int_equal(count_a, count_b);
    for (int32_t i = 0; i < count_a; ++i) {
        assert_true(same_event(&events_a[i], &events_b[i]));
    }
    return count_a;
}

static void a_restored_world_continues_with_the_same_bits(void **state)
{
    (void)state;
    for (int scene = 0; scene < SCENE3_COUNT; ++scene) {
        int32_t events = 0;
        md3_world *world = world_new();
        SCENES3[scene].fill(world);
        step_many(world, 20 + 13 * scene);
        const struct bytes bytes = take(world);
        md3_world *twin = made_from(bytes);
        assert_is_at(twin, bytes);
        assert_same_events(world, twin);
        for (int i = 0; i < 500; ++i) {
            step_many(world, 1);
            step_many(twin, 1);
            if (md3_world_hash(twin) != md3_world_hash(world)) {
                fail_msg("%s differ after %d steps", SCENES3[scene].name, i + 1);
            }
            events += assert_same_events(world, twin);
        }
        assert_true(events > 0);
        const struct bytes end = take(world);
        assert_is_at(twin, end);
        free(end.at);
        free(bytes.at);
        md3_world_destroy(twin);
        md3_world_destroy(world);
    }
}

/* A snapshot after each step: whatever is pending then, the next step is the same. */
static void a_world_may_be_restored_after_any_step(void **state)
{
    (void)state;
    for (int scene = 0; scene < SCENE3_COUNT; ++scene) {
        md3_world *world = world_new();
        SCENES3[scene].fill(world);
        md3_world *other = world_new(); /* is restored from each snapshot in turn */
        for (int i = 0; i < (SANITIZED ? 30 : 150); ++i) {
            const struct bytes bytes = take(world);
            assert_int_equal(md3_world_restore(other, bytes.at, bytes.size), MD_OK);
            free(bytes.at);
            step_many(world, 1);
            step_many(other, 1);
            const struct bytes after = take(world);
            assert_is_at(other, after);
            free(after.at);
        }
        md3_world_destroy(other);
        md3_world_destroy(world);
    }
}

static void derived_numbers_of_bodies_are_restored(void **state)
{
    (void)state;
    md3_world *world = world_new();
    fill_with_compounds(world);
    const md3_body_id first = md3_world_next_body(world, md3_world_first_body(world));
    assert_int_equal(md3_body_set_locked(world, first, MD3_LOCK_ROTATION_X | MD3_LOCK_Y), MD_OK);
    step_many(world, 40);
    const struct bytes bytes = take(world);
    md3_world *twin = made_from(bytes);
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        const struct body *a = &world->bodies[i], *b = &twin->bodies[i];
        assert_memory_equal(&a->inverse_inertia, &b->inverse_inertia, sizeof a->inverse_inertia);
        assert_memory_equal(&a->rotor, &b->rotor, sizeof a->rotor);
        assert_true(a->inverse_mass == b->inverse_mass && a->rotates == b->rotates);
    }
    free(bytes.at);
    md3_world_destroy(twin);
    md3_world_destroy(world);
}

/* ---- Hulls, meshes, height fields ----------------------------------------------------------------------------------- */

static void assert_same_hull(const md3_hull *a, const md3_hull *b)
{
    assert_int_equal(a->bytes, b->bytes);
    const size_t from = sizeof(md3_hull); /* the arrays follow in the same allocation */
    assert_memory_equal((const char *)a + from, (const char *)b + from, a->bytes - from);
    assert_memory_equal(&a->centroid, &b->centroid, sizeof a->centroid);
    assert_memory_equal(&a->inertia, &b->inertia, sizeof a->inertia);
    assert_true(a->volume == b->volume && a->inscribed_radius == b->inscribed_radius && a->max_extent == b->max_extent);
}

static void assert_same_mesh(const md3_mesh *a, const md3_mesh *b)
{
    assert_int_equal(a->bytes, b->bytes);
    assert_int_equal(a->one_sided, b->one_sided);
    assert_memory_equal(a->vertex, b->vertex, (size_t)a->vertex_count * sizeof *a->vertex);
    assert_memory_equal(a->normal, b->normal, (size_t)a->face_count * sizeof *a->normal);
    for (int32_t i = 0; i < a->node_count; ++i) {
        assert_memory_equal(&a->node[i].box, &b->node[i].box, sizeof a->node[i].box);
        assert_true(a->node[i].first == b->node[i].first && a->node[i].count == b->node[i].count);
    }
    for (int32_t i = 0; i < a->face_count; ++i) {
        const struct mesh_face *f = &a->face[i], *g = &b->face[i];
        assert_memory_equal(f->vertex, g->vertex, sizeof f->vertex);
        assert_memory_equal(f->neighbour, g->neighbour, sizeof f->neighbour);
        assert_true(f->source == g->source && f->flags == g->flags && f->material == g->material);
        assert_int_equal(f->is_turned, g->is_turned);
    }
}

/* Triangles at random, of which welding makes some degenerate, with materials. */
static md3_mesh *random_mesh(struct random *random, bool one_sided)
{
    enum { VERTICES = 60, TRIANGLES = 150 };
    md3_vec vertices[VERTICES];
    int32_t indices[3 * TRIANGLES];
    uint8_t materials[TRIANGLES];
    for (int i = 0; i < VERTICES; ++i) {
        vertices[i] = i % 5 == 4 ? vertices[i - 1] : random_point_in_cube(random, 2);
    }
    for (int i = 0; i < 3 * TRIANGLES; ++i) {
        indices[i] = random_index(random, VERTICES);
        materials[i / 3] = (uint8_t)i;
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = VERTICES;
    def.indices = indices;
    def.triangle_count = TRIANGLES;
    def.materials = materials;
    def.one_sided = one_sided;
    md3_mesh *mesh;
    assert_int_equal(md3_mesh_create(NULL, &def, &mesh, NULL), MD_OK);
    assert_true(md3_mesh_triangles(mesh) < TRIANGLES);
    return mesh;
}

static md3_shape_id only_shape(md3_world *world, const md3_geometry *geometry)
{
    const md3_shape_def def = md3_shape_def_default();
    return give(world, body_at(world, MD3_STATIC, 0, 0, 0), &def, geometry);
}

static void hulls_are_restored_to_the_bit(void **state)
{
    (void)state;
    struct hull_pool pool = hull_pool_create(11);
    md3_world *world = world_new();
    for (int i = 0; i < POOL_SIZE; ++i) {
        const md3_geometry geometry = hull_of(pool.hull[i], 0.1);
        only_shape(world, &geometry);
    }
    const struct bytes bytes = take(world);
    md3_world *twin = made_from(bytes);
    for (int i = 0; i < POOL_SIZE; ++i) {
        assert_same_hull(pool.hull[i], twin->shapes[i].geometry.hull);
    }
    free(bytes.at);
    md3_world_destroy(twin);
    md3_world_destroy(world);
    hull_pool_destroy(&pool);
}

static void meshes_are_restored_to_the_bit(void **state)
{
    (void)state;
    struct random random = {4};
    for (int i = 0; i < 4; ++i) {
        md3_mesh *mesh = i == 0 ? wavy_mesh(9) : random_mesh(&random, i % 2 == 0);
        md3_world *world = world_new();
        md3_geometry geometry;
        assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
        only_shape(world, &geometry);
        const struct bytes bytes = take(world);
        md3_world *twin = made_from(bytes);
        assert_same_mesh(mesh, twin->shapes[0].geometry.mesh);
        free(bytes.at);
        md3_world_destroy(twin);
        md3_world_destroy(world);
        md3_mesh_destroy(mesh);
    }
}

static void a_shared_hull_is_stored_once(void **state)
{
    (void)state;
    size_t size[2];
    for (int i = 0; i < 2; ++i) {
        md3_world *world = world_without_gravity();
        md3_hull *hull = box_hull(0.5, 0.5, 0.5);
        const md3_geometry geometry = hull_of(hull, 0);
        for (int k = 0; k <= i; ++k) {
            only_shape(world, &geometry);
        }
        md3_hull_destroy(hull);
        size[i] = md3_world_snapshot_size(world);
        const struct bytes bytes = take(world);
        md3_world *twin = made_from(bytes);
        assert_ptr_equal(twin->shapes[0].geometry.hull, twin->shapes[i].geometry.hull);
        assert_int_equal(twin->geometries.used, 1);
        free(bytes.at);
        md3_world_destroy(twin);
        md3_world_destroy(world);
    }
    /* A body, a shape and two nodes of the tree; the hull would add 8 vertices of 3 numbers and 30 bytes of faces. */
    assert_true(size[1] - size[0] < (size_t)(900 * sizeof(md_real) / 8));
}

static void numbers_of_shared_objects_are_reused(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    md3_body_id body[40];
    for (int i = 0; i < 40; ++i) { /* each with a hull of its own */
        body[i] = box_at(world, 2 * i, 0, 0, 0.5);
    }
    for (int i = 0; i < 40; i += 3) {
        assert_int_equal(md3_body_destroy(world, body[i]), MD_OK);
    }
    const struct bytes bytes = take(world);
    md3_world *twin = made_from(bytes);
    for (int i = 0; i < 20; ++i) {
        box_at(world, 2 * i, 2, 0, 0.5);
        box_at(twin, 2 * i, 2, 0, 0.5);
    }
    const struct bytes after = take(world);
    assert_is_at(twin, after);
    assert_int_equal(world->geometries.count, 46);
    free(after.at);
    free(bytes.at);
    md3_world_destroy(twin);
    md3_world_destroy(world);
}

/* ---- Calls that are refused ----------------------------------------------------------------------------------------- */

static void a_snapshot_needs_room_and_a_world(void **state)
{
    (void)state;
    md3_world *world = world_new();
    fill_with_boxes(world);
    const struct bytes bytes = take(world);
    size_t size = 7;
    assert_int_equal(md3_world_snapshot(world, bytes.at, bytes.size - 1, &size), MD_ERROR_SIZE);
    assert_int_equal(size, 0);
    assert_int_equal(md3_world_snapshot(world, NULL, 0, NULL), MD_ERROR_SIZE);
    assert_int_equal(md3_world_snapshot(NULL, bytes.at, bytes.size, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_world_snapshot_size(NULL), 0);
    assert_int_equal(md3_world_from_snapshot(bytes.at, bytes.size, NULL, NULL, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_world_restore(NULL, bytes.at, bytes.size), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_world_restore(world, NULL, 0), MD_ERROR_FORMAT);
    free(bytes.at);
    md3_world_destroy(world);
}

/* Damaged bytes are refused by the checksum; the world stays as it was. */
static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    md3_world *world = world_new();
    fill_with_meshes(world);
    step_many(world, 30);
    const struct bytes bytes = take(world);
    for (size_t i = 0; i < bytes.size; i += 1 + bytes.size / 500) {
        bytes.at[i] ^= 0x10;
        assert_int_equal(md3_world_restore(world, bytes.at, bytes.size), MD_ERROR_FORMAT);
        bytes.at[i] ^= 0x10;
        assert_int_equal(md3_world_restore(world, bytes.at, i), MD_ERROR_FORMAT);
    }
    assert_is_at(world, bytes);
    free(bytes.at);
    md3_world_destroy(world);
}

/* With a right checksum, truncated bytes are refused by their contents. */
static void truncated_bytes_are_refused(void **state)
{
    (void)state;
    for (int scene = 0; scene < SCENE3_COUNT; ++scene) {
        md3_world *world = world_new(), *twin = NULL;
        SCENES3[scene].fill(world);
        step_many(world, 30);
        const struct bytes bytes = take(world);
        unsigned char *shorter = malloc(bytes.size);
        assert_non_null(shorter);
        for (size_t size = 40; size < bytes.size; size += 1 + bytes.size / 400) {
            memcpy(shorter, bytes.at, size);
            md3_snapshot_seal(shorter, size);
            assert_int_equal(md3_world_from_snapshot(shorter, size, NULL, NULL, &twin), MD_ERROR_FORMAT);
            assert_null(twin);
        }
        free(shorter);
        free(bytes.at);
        md3_world_destroy(world);
    }
}

static void a_restore_without_memory_changes_nothing(void **state)
{
    (void)state;
    for (int scene = 0; scene < SCENE3_COUNT; ++scene) {
        md3_world *world = world_new();
        SCENES3[scene].fill(world);
        step_many(world, 30);
        const struct bytes bytes = take(world);
        struct counting_allocator books = {0};
        const md_allocator allocator = counting_allocator_of(&books);
        md3_world *twin = NULL;
        for (size_t n = 1; twin == NULL; ++n) { /* every allocation fails once */
            books.refuse_nth = books.requests + n;
            const md_status status = md3_world_from_snapshot(bytes.at, bytes.size, &allocator, NULL, &twin);
            assert_true(status == MD_OK || status == MD_ERROR_MEMORY);
            assert_true((status == MD_OK) == (twin != NULL));
            assert_true(twin != NULL || books.live_blocks == 0);
        }
        assert_is_at(twin, bytes);
        md3_world_destroy(twin);
        assert_int_equal(books.live_blocks, 0);
        free(bytes.at);
        md3_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restored_world_continues_with_the_same_bits),
        cmocka_unit_test(a_world_may_be_restored_after_any_step),
        cmocka_unit_test(derived_numbers_of_bodies_are_restored),
        cmocka_unit_test(hulls_are_restored_to_the_bit),
        cmocka_unit_test(meshes_are_restored_to_the_bit),
        cmocka_unit_test(a_shared_hull_is_stored_once),
        cmocka_unit_test(numbers_of_shared_objects_are_reused),
        cmocka_unit_test(a_snapshot_needs_room_and_a_world),
        cmocka_unit_test(damaged_bytes_are_refused),
        cmocka_unit_test(truncated_bytes_are_refused),
        cmocka_unit_test(a_restore_without_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
