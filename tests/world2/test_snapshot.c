/* Snapshots: writing and restoring worlds, and refusing invalid bytes. */
#include <stdlib.h>
#include <string.h>

#include <modulus/snapshot2.h>

#include "support/counting_allocator.h"
#include "support/support.h"
#include "world2/random_world2.h"
#include "world2/snapshot.h"

#define DT ((md_real)(1.0 / 60))

/* ---- Worlds --------------------------------------------------------------------------------------------------------- */

static md2_world *make_world(const md_allocator *allocator)
{
    md2_world_def def = md2_world_def_default();
    def.allocator = allocator != NULL ? *allocator : md_allocator_default();
    md2_world *world = NULL;
    assert_int_equal(md2_world_create(&def, &world), MD_OK);
    return world;
}

static md2_body_id add_box(md2_world *world, md2_body_type type, double x, double y, double half_x, double half_y)
{
    md2_body_def def = md2_body_def_default();
    const md2_shape_def material = md2_shape_def_default();
    const md2_vec half = {(md_real)half_x, (md_real)half_y};
    md2_body_id body = {0, 0};
    md2_hull hull;
    def.type = type;
    def.position = (md2_vec){(md_real)x, (md_real)y};
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    assert_int_equal(md2_hull_box(&hull, half, (md2_vec){0, 0}, (md2_rot){1, 0}, 0), MD_OK);
    assert_int_equal(md2_shape_create(world, body, &material, &hull, NULL), MD_OK);
    return body;
}

static void step_many(md2_world *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(md2_world_step(world, DT, NULL), MD_OK);
    }
}

/* A stack on a ground and a chain, a pendulum, a sensor, and two free slots. */
static md2_world *make_scene(const md_allocator *allocator)
{
    static const md2_vec WAVES[] = {{9, 0}, {7, (md_real)-0.5}, {5, 0}};
    md2_world *world = make_world(allocator);
    const md2_body_id ground = add_box(world, MD2_STATIC, 0, -1, 20, 1);
    const md2_body_id gone = add_box(world, MD2_DYNAMIC, 3, 1, 0.5, 0.5);
    for (int i = 0; i < 4; ++i) {
        add_box(world, MD2_DYNAMIC, 0.1 * i, 0.5 + i, 0.5, 0.5);
    }
    const md2_body_id bob = add_box(world, MD2_DYNAMIC, 4, 3, 0.2, 0.2);
    const md2_joint_def hinge = md2_joint_def_at(world, MD2_REVOLUTE, ground, bob, (md2_vec){3, 4}, (md2_vec){1, 0});
    const md2_shape_def solid = md2_shape_def_default();
    md2_shape_def zone = solid;
    md2_joint_id joint;
    md2_hull circle;
    zone.sensor = true;
    assert_int_equal(md2_joint_create(world, &hinge, &joint), MD_OK);
    assert_int_equal(md2_hull_circle(&circle, (md2_vec){0, 2}, 1), MD_OK);
    assert_int_equal(md2_shape_create(world, ground, &zone, &circle, NULL), MD_OK);
    assert_int_equal(md2_chain_create(world, ground, &solid, WAVES, 3, false, NULL), MD_OK);
    assert_int_equal(md2_body_destroy(world, gone), MD_OK);
    return world;
}

struct bytes {
    unsigned char *at;
    size_t size;
};

static struct bytes take(const md2_world *world)
{
    struct bytes bytes = {.size = md2_world_snapshot_size(world)};
    bytes.at = malloc(bytes.size);
    assert_non_null(bytes.at);
    assert_int_equal(md2_world_snapshot(world, bytes.at, bytes.size, NULL), MD_OK);
    return bytes;
}

static md2_world *made_from(struct bytes bytes)
{
    md2_world *world = NULL;
    assert_int_equal(md2_world_from_snapshot(bytes.at, bytes.size, NULL, NULL, &world), MD_OK);
    return world;
}

static void assert_is_at(const md2_world *world, struct bytes bytes)
{
    const struct bytes now = take(world);
    assert_int_equal(now.size, bytes.size);
    assert_memory_equal(now.at, bytes.at, bytes.size);
    free(now.at);
}

/* ---- There and back ------------------------------------------------------------------------------------------------- */

static void a_restored_world_continues_with_the_same_bits(void **state)
{
    (void)state;
    md2_world *world = make_scene(NULL);
    step_many(world, 20);
    const struct bytes bytes = take(world);
    md2_world *twin = made_from(bytes);
    assert_is_at(twin, bytes);
    for (int i = 0; i < 200; ++i) { /* until only the pendulum is awake */
        step_many(world, 1);
        step_many(twin, 1);
        assert_int_equal(md2_world_hash(twin), md2_world_hash(world));
        assert_int_equal(md2_world_steps(twin), md2_world_steps(world));
    }
    const struct bytes end = take(world);
    assert_is_at(twin, end);
    free(end.at);
    free(bytes.at);
    md2_world_destroy(twin);
    md2_world_destroy(world);
}

/* A ball that falls asleep while it bounces, after a number of steps: its contact touches, although the shapes are
 * apart. */
static md2_world *bounce_asleep(int steps, md2_body_id *ground, md2_body_id *ball)
{
    md2_world_def def = md2_world_def_default();
    def.sleep_speed = 100;
    def.sleep_time = (md_real)(steps - 0.5) * DT;
    md2_world *world = NULL;
    assert_int_equal(md2_world_create(&def, &world), MD_OK);
    md2_shape_def material = md2_shape_def_default();
    md2_hull circle;
    material.restitution = 1;
    *ground = add_box(world, MD2_STATIC, 0, -1, 20, 1);
    *ball = add_box(world, MD2_DYNAMIC, 0, 1, 0.01, 0.01);
    assert_int_equal(md2_hull_circle(&circle, (md2_vec){0, 0}, (md_real)0.5), MD_OK);
    assert_int_equal(md2_shape_create(world, *ball, &material, &circle, NULL), MD_OK);
    assert_int_equal(md2_body_set_velocity(world, *ball, (md2_vec){0, -5}, 0), MD_OK);
    step_many(world, steps);
    assert_false(md2_body_is_awake(world, *ball));
    return world;
}

/* Destroying the ground wakes what touches it. */
static void a_restored_world_wakes_the_same_bodies(void **state)
{
    (void)state;
    int woken = 0;
    for (int steps = 1; steps < 30; ++steps) {
        md2_body_id ground;
        md2_body_id ball;
        md2_world *world = bounce_asleep(steps, &ground, &ball);
        const struct bytes bytes = take(world);
        md2_world *twin = made_from(bytes);
        step_many(world, 1);
        step_many(twin, 1);
        assert_int_equal(md2_body_destroy(world, ground), MD_OK);
        assert_int_equal(md2_body_destroy(twin, ground), MD_OK);
        assert_int_equal(md2_body_is_awake(twin, ball), md2_body_is_awake(world, ball));
        woken += md2_body_is_awake(world, ball);
        free(bytes.at);
        md2_world_destroy(twin);
        md2_world_destroy(world);
    }
    assert_true(woken > 0);
}

static void a_snapshot_contains_handles_user_pointers_settings_and_events(void **state)
{
    (void)state;
    md2_world *world = make_scene(NULL);
    const md2_body_id thing = add_box(world, MD2_DYNAMIC, -3, 0.4, 0.5, 0.5);
    assert_int_equal(md2_body_set_user(world, thing, world), MD_OK);
    assert_int_equal(md2_world_set_gravity(world, (md2_vec){1, -5}), MD_OK);
    step_many(world, 1);
    const struct bytes bytes = take(world);
    md2_world *twin = made_from(bytes);
    assert_true(md2_body_is_valid(twin, thing));
    assert_ptr_equal(md2_body_user(twin, thing), world);
    assert_true(md2_world_gravity(twin).x == 1 && md2_world_gravity(twin).y == -5);
    int32_t count = 0;
    int32_t counted = 0;
    const md2_event *events = md2_world_events(world, &count);
    const md2_event *copies = md2_world_events(twin, &counted);
    assert_true(count > 0);
    assert_int_equal(count, counted);
    for (int32_t i = 0; i < count; ++i) {
        assert_int_equal(events[i].type, copies[i].type);
        assert_int_equal(events[i].shape[1].generation, copies[i].shape[1].generation);
    }
    free(bytes.at);
    md2_world_destroy(twin);
    md2_world_destroy(world);
}

static void an_empty_world_can_be_saved_and_restored(void **state)
{
    (void)state;
    md2_world *world = make_world(NULL);
    const struct bytes bytes = take(world);
    md2_world *twin = made_from(bytes);
    assert_is_at(twin, bytes);
    step_many(twin, 1);
    add_box(twin, MD2_DYNAMIC, 0, 0, 1, 1);
    step_many(twin, 1);
    free(bytes.at);
    md2_world_destroy(twin);
    md2_world_destroy(world);
}

static void the_size_is_exact_and_writing_allocates_nothing(void **state)
{
    (void)state;
    struct counting_allocator books = {0};
    const md_allocator allocator = counting_allocator_of(&books);
    md2_world *world = make_scene(&allocator);
    step_many(world, 10);
    const size_t requests = books.requests;
    const size_t size = md2_world_snapshot_size(world);
    unsigned char *buffer = malloc(size + 1);
    assert_non_null(buffer);
    buffer[size] = 0xa5;
    size_t written = 1;
    assert_int_equal(md2_world_snapshot(world, buffer, size - 1, &written), MD_ERROR_SIZE);
    assert_int_equal(written, 0);
    assert_int_equal(md2_world_snapshot(world, NULL, 0, NULL), MD_ERROR_SIZE);
    assert_int_equal(md2_world_snapshot(world, buffer, size + 1, &written), MD_OK);
    assert_int_equal(written, size);
    assert_int_equal(buffer[size], 0xa5);
    assert_int_equal(books.requests, requests);
    free(buffer);
    md2_world_destroy(world);
    assert_int_equal(books.live_blocks, 0);
}

/* ---- Bytes that are no snapshot ------------------------------------------------------------------------------------- */

static void assert_refused(const void *at, size_t size)
{
    md2_world *world = (md2_world *)&world;
    assert_int_equal(md2_world_from_snapshot(at, size, NULL, NULL, &world), MD_ERROR_FORMAT);
    assert_null(world);
}

static void a_truncated_or_changed_snapshot_is_refused(void **state)
{
    (void)state;
    md2_world *world = make_scene(NULL);
    step_many(world, 5);
    const struct bytes bytes = take(world);
    for (size_t i = 0; i < bytes.size; ++i) {
        bytes.at[i] ^= (unsigned char)(1u << i % 8);
        assert_refused(bytes.at, bytes.size);
        bytes.at[i] ^= (unsigned char)(1u << i % 8);
        assert_refused(bytes.at, i);
    }
    unsigned char *longer = calloc(1, bytes.size + 1);
    assert_non_null(longer);
    memcpy(longer, bytes.at, bytes.size);
    assert_refused(longer, bytes.size + 1);
    assert_refused(NULL, 0);
    free(longer);
    free(bytes.at);
    md2_world_destroy(world);
}

static void a_snapshot_of_another_machine_or_version_is_refused(void **state)
{
    (void)state;
    md2_world *world = make_scene(NULL);
    const struct bytes bytes = take(world);
    static const struct {
        size_t place;
        const char *what;
    } FOREIGN[] = {{0, "magic"}, {8, "order of bytes"}, {12, "version"}, {16, "size of a number"}};
    for (size_t i = 0; i < sizeof FOREIGN / sizeof *FOREIGN; ++i) {
        bytes.at[FOREIGN[i].place] ^= 0xc;
        assert_refused(bytes.at, bytes.size);
        bytes.at[FOREIGN[i].place] ^= 0xc;
    }
    md2_world_destroy(made_from(bytes));
    free(bytes.at);
    md2_world_destroy(world);
}

/* ---- Bytes that someone made up, checksum and all ------------------------------------------------------------------- */

/* An accepted snapshot must be usable. It may have any number of sweeps in its settings; ten are used here. */
static void use_and_destroy(md2_world *world, uint64_t seed)
{
    struct splitmix random = {seed};
    md2_world_def def = md2_world_get_def(world);
    def.limits.max_iterations = 10;
    def.position_iterations = 10;
    def.substeps = 1;
    assert_int_equal(md2_world_set_def(world, &def), MD_OK);
    for (int i = 0; i < 2; ++i) {
        (void)md2_world_step(world, DT, NULL);
        (void)random_call(&random, world);
    }
    for (md2_body_id body = md2_world_first_body(world); body.generation != 0; body = md2_world_first_body(world)) {
        assert_int_equal(md2_body_destroy(world, body), MD_OK);
    }
    assert_int_equal(md2_world_shape_count(world) + md2_world_joint_count(world) + md2_world_contact_count(world), 0);
    md2_world_destroy(world);
}

/* Returns whether the snapshot was refused. */
static bool try_forged(struct bytes bytes, uint64_t seed)
{
    struct counting_allocator books = {0};
    const md_allocator allocator = counting_allocator_of(&books);
    md2_world *world = NULL;
    md2_snapshot_seal(bytes.at, bytes.size);
    const md_status status = md2_world_from_snapshot(bytes.at, bytes.size, &allocator, NULL, &world);
    assert_true(status == MD_OK || status == MD_ERROR_FORMAT || status == MD_ERROR_MEMORY); /* its max_bytes */
    /* A free slot takes 8 bytes there, and about 650 in the array of shapes. */
    assert_true(books.largest_asked < 100 * bytes.size);
    if (status == MD_OK) {
        assert_is_at(world, bytes);
        use_and_destroy(world, seed);
    }
    assert_int_equal(books.live_blocks, 0);
    return status != MD_OK;
}

/* Changes every byte and every index of a snapshot in turn. The result is either refused or a valid world with, for
 * example, another velocity or setting. Nothing may allocate much more memory than the size of the snapshot. */
static void a_forged_snapshot_is_refused_or_gives_a_valid_world(void **state)
{
    (void)state;
    static const int32_t NUMBERS[] = {-1, 0, 1, 3, INT32_MAX, INT32_MIN};
    md2_world *world = make_scene(NULL);
    step_many(world, 5);
    const struct bytes bytes = take(world);
    const struct bytes copy = take(world);
    int refused = 0;
    int tried = 0;
    for (size_t i = 40; i + sizeof(int32_t) <= bytes.size; ++i) {
        const size_t way = i % 8;
        if (way < 6) {
            memcpy(copy.at + i, &NUMBERS[way], sizeof NUMBERS[way]);
        } else {
            copy.at[i] ^= way == 6 ? 0x80 : 0x01;
        }
        refused += try_forged(copy, i);
        ++tried;
        memcpy(copy.at, bytes.at, bytes.size);
    }
    assert_true(refused > tried / 10 && refused < tried);
    free(copy.at);
    free(bytes.at);
    md2_world_destroy(world);
}

/* ---- Putting a world back ------------------------------------------------------------------------------------------- */

static int filter_calls;

static bool count_filter(void *user, const md2_world *world, md2_shape_id a, md2_shape_id b)
{
    (void)user;
    (void)world;
    (void)a;
    (void)b;
    ++filter_calls;
    return true;
}

static void restoring_keeps_allocator_and_callbacks(void **state)
{
    (void)state;
    struct counting_allocator books = {0};
    const md_allocator allocator = counting_allocator_of(&books);
    md2_world *world = make_scene(&allocator);
    const md2_callbacks callbacks = {.filter = count_filter};
    assert_int_equal(md2_world_set_callbacks(world, &callbacks), MD_OK);
    step_many(world, 10);
    const struct bytes bytes = take(world);
    step_many(world, 50);
    const uint64_t later = md2_world_hash(world);
    add_box(world, MD2_DYNAMIC, 0, 8, 1, 1);
    assert_int_equal(md2_world_restore(world, bytes.at, bytes.size), MD_OK);
    assert_is_at(world, bytes);
    filter_calls = 0;
    step_many(world, 50);
    assert_int_equal(md2_world_hash(world), later);
    add_box(world, MD2_DYNAMIC, 0, 3, 1, 1);
    step_many(world, 1);
    assert_true(filter_calls > 0);
    free(bytes.at);
    md2_world_destroy(world);
    assert_int_equal(books.live_blocks, 0);
}

static void a_failed_restore_leaves_the_world_unchanged(void **state)
{
    (void)state;
    struct counting_allocator books = {0};
    const md_allocator allocator = counting_allocator_of(&books);
    md2_world *other = make_scene(NULL);
    md2_world *world = make_scene(&allocator);
    step_many(other, 30);
    step_many(world, 3);
    const struct bytes wanted = take(other);
    const struct bytes before = take(world);
    assert_int_equal(md2_world_restore(world, wanted.at, wanted.size - 1), MD_ERROR_FORMAT);
    assert_is_at(world, before);
    md_status status = MD_ERROR_MEMORY;
    for (size_t nth = 1; status != MD_OK; ++nth) {
        books.refuse_nth = books.requests + nth;
        status = md2_world_restore(world, wanted.at, wanted.size);
        assert_true(status == MD_OK || status == MD_ERROR_MEMORY);
        assert_is_at(world, status == MD_OK ? wanted : before);
    }
    free(before.at);
    free(wanted.at);
    md2_world_destroy(world);
    md2_world_destroy(other);
    assert_int_equal(books.live_blocks, 0);
}

static md_status make_and_destroy(const md_allocator *allocator, void *user)
{
    const struct bytes *bytes = user;
    md2_world *world = NULL;
    const md_status status = md2_world_from_snapshot(bytes->at, bytes->size, allocator, NULL, &world);
    md2_world_destroy(world);
    return status;
}

static void creating_a_world_survives_every_failed_allocation(void **state)
{
    (void)state;
    md2_world *world = make_scene(NULL);
    step_many(world, 30);
    struct bytes bytes = take(world);
    assert_true(assert_survives_every_refusal(make_and_destroy, &bytes) > 10);
    free(bytes.at);
    md2_world_destroy(world);
}

static struct bytes in_step;

static bool restore_in_a_step(void *user, const md2_world *world, md2_shape_id a, md2_shape_id b)
{
    (void)a;
    (void)b;
    unsigned char byte;
    assert_int_equal(md2_world_restore(*(md2_world **)user, in_step.at, in_step.size), MD_ERROR_BUSY);
    assert_int_equal(md2_world_snapshot(world, &byte, 1, NULL), MD_ERROR_BUSY);
    ++filter_calls;
    return true;
}

static void callbacks_cannot_save_or_restore_snapshots(void **state)
{
    (void)state;
    md2_world *world = make_scene(NULL);
    in_step = take(world);
    const md2_callbacks callbacks = {.user = &world, .filter = restore_in_a_step};
    assert_int_equal(md2_world_set_callbacks(world, &callbacks), MD_OK);
    filter_calls = 0;
    step_many(world, 5);
    assert_true(filter_calls > 0);
    free(in_step.at);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restored_world_continues_with_the_same_bits),
        cmocka_unit_test(a_restored_world_wakes_the_same_bodies),
        cmocka_unit_test(a_snapshot_contains_handles_user_pointers_settings_and_events),
        cmocka_unit_test(an_empty_world_can_be_saved_and_restored),
        cmocka_unit_test(the_size_is_exact_and_writing_allocates_nothing),
        cmocka_unit_test(a_truncated_or_changed_snapshot_is_refused),
        cmocka_unit_test(a_snapshot_of_another_machine_or_version_is_refused),
        cmocka_unit_test(a_forged_snapshot_is_refused_or_gives_a_valid_world),
        cmocka_unit_test(restoring_keeps_allocator_and_callbacks),
        cmocka_unit_test(a_failed_restore_leaves_the_world_unchanged),
        cmocka_unit_test(creating_a_world_survives_every_failed_allocation),
        cmocka_unit_test(callbacks_cannot_save_or_restore_snapshots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
