/* Random worlds: no sequence of calls crashes, leaks or produces NaN, and a restored snapshot continues like its world.
 *
 *     MODULUS_WORLDS=10000 tests/test_random_worlds      number of worlds, instead of a few
 *     MODULUS_WORLD_SEED=17 MODULUS_WORLDS=1 ...         first seed
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/counting_allocator.h"
#include "support/support.h"
#include "world2/random_world2.h"
#include "world2/snapshot.h"

enum { STEPS_BEFORE = 40, STEPS_AFTER = 25 };

static uint64_t number_from(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

/* ---- What holds after every step ------------------------------------------------------------------------------------ */

static bool is_finite(md2_vec a)
{
    return isfinite(a.x) && isfinite(a.y);
}

static void check_bodies(const md2_world *world)
{
    int32_t bodies = 0;
    int32_t shapes = 0;
    for (md2_body_id body = md2_world_first_body(world); body.generation != 0;
         body = md2_world_next_body(world, body)) {
        const md2_transform at = md2_body_transform(world, body);
        const md2_mass mass = md2_body_mass(world, body);
        assert_true(is_finite(at.p) && is_finite(md2_body_center(world, body)));
        assert_true(fabs((double)(at.q.c * at.q.c + at.q.s * at.q.s - 1)) < PICK(1e-12, 1e-5));
        assert_true(is_finite(md2_body_velocity(world, body)) && isfinite(md2_body_angular_velocity(world, body)));
        assert_true(isfinite(mass.mass) && isfinite(mass.inertia) && is_finite(mass.center));
        ++bodies;
        for (md2_shape_id shape = md2_body_first_shape(world, body); shape.generation != 0;
             shape = md2_shape_next(world, shape)) {
            assert_int_equal(md2_shape_body(world, shape).index, body.index);
            ++shapes;
        }
    }
    assert_int_equal(bodies, md2_world_body_count(world));
    assert_int_equal(shapes, md2_world_shape_count(world));
}

static void check_joints(const md2_world *world)
{
    int32_t joints = 0;
    for (md2_joint_id joint = md2_world_first_joint(world); joint.generation != 0;
         joint = md2_world_next_joint(world, joint)) {
        md2_joint_state state;
        assert_int_equal(md2_joint_get_state(world, joint, &state), MD_OK);
        assert_true(is_finite(state.anchor[0]) && is_finite(state.anchor[1]) && is_finite(state.force));
        assert_true(isfinite(state.position) && isfinite(state.torque) && isfinite(state.motor));
        assert_true(isfinite(state.speed) && isfinite(state.angle) && !isnan(state.error));
        ++joints;
    }
    assert_int_equal(joints, md2_world_joint_count(world));
}

static void check_contacts(const md2_world *world)
{
    for (int32_t i = 0; i < md2_world_contact_count(world); ++i) {
        md2_contact_info contact;
        assert_int_equal(md2_world_contact(world, i, &contact), MD_OK);
        assert_true(md2_shape_is_valid(world, contact.shape[0]) && md2_shape_is_valid(world, contact.shape[1]));
        assert_true(contact.friction >= 0 && contact.restitution >= 0 && contact.restitution <= 1);
        assert_true(is_finite(contact.manifold.normal));
        for (int k = 0; k < contact.manifold.count; ++k) {
            assert_true(is_finite(contact.manifold.point[k].point) && isfinite(contact.manifold.point[k].separation));
            assert_true(contact.normal_impulse[k] >= 0 && isfinite(contact.normal_impulse[k]));
            assert_true(isfinite(contact.tangent_impulse[k]));
        }
    }
}

static void check_report(const md2_world *world, const md_step_report *report)
{
    assert_true(report->residual.absolute >= 0 && report->residual.scaled >= 0 && report->residual.relative >= 0);
    assert_true(report->contacts <= md2_world_contact_count(world) && report->contact_points <= 2 * report->contacts);
    assert_true(report->awake_bodies <= md2_world_body_count(world) && report->islands <= md2_world_body_count(world));
    assert_true(report->penetration_max >= 0 &&
                report->penetration_mean <= report->penetration_max * (1 + 8 * MD_REAL_EPSILON));
    assert_true(isfinite(report->penetration_max) && report->kinetic_energy >= 0);
}

/* Checks lists, tree and sets with the validation that snapshots use. */
static void check_inside(const md2_world *world)
{
    assert_true(md2_snapshot_check(world));
    assert_int_equal(world->broad_phase.pairs.count, world->contacts.pool.count);
    assert_true(world->contacts.pool.used >= world->contacts.pool.count);
}

/* ---- Running -------------------------------------------------------------------------------------------------------- */

static md_status step_and_check(struct splitmix *random, md2_world *world)
{
    md_step_report report;
    const md_status status = md2_world_step(world, any_dt(random), &report);
    if (status == MD_OK) {
        check_report(world, &report);
    }
    check_bodies(world);
    check_joints(world);
    check_contacts(world);
    check_inside(world);
    return status;
}

/* Makes a few calls and a step. Returns a hash of all results. */
static uint64_t call_and_step(struct splitmix *random, md2_world *world)
{
    uint64_t said = 0;
    for (int32_t i = splitmix_index(random, 4); i > 0; --i) {
        const md_status status = random_call(random, world);
        assert_true(status == MD_OK || status == MD_ERROR_ARGUMENT || status == MD_ERROR_SIZE);
        said = said * 31 + status;
    }
    const bool limited = md2_world_get_def(world).max_contacts < 100;
    const md_status status = step_and_check(random, world);
    assert_true(status == MD_OK || (limited && status == MD_ERROR_SIZE));
    return said * 31 + status;
}

/* Does the same while some allocations fail. */
static void call_and_step_without_memory(struct splitmix *random, md2_world *world, struct counting_allocator *books)
{
    books->refuse_nth = books->requests + 1 + (size_t)splitmix_index(random, 6);
    (void)random_call(random, world);
    const md_status status = step_and_check(random, world);
    assert_true(status == MD_OK || status == MD_ERROR_SIZE || status == MD_ERROR_MEMORY);
    books->refuse_nth = 0;
}

struct bytes {
    void *at;
    size_t size;
};

static struct bytes take_snapshot(const md2_world *world)
{
    struct bytes bytes = {.size = md2_world_snapshot_size(world)};
    bytes.at = malloc(bytes.size);
    assert_non_null(bytes.at);
    size_t written = 0;
    assert_int_equal(md2_world_snapshot(world, bytes.at, bytes.size, &written), MD_OK);
    assert_int_equal(written, bytes.size);
    return bytes;
}

static void assert_same_state(const md2_world *a, const md2_world *b)
{
    const struct bytes of_a = take_snapshot(a);
    const struct bytes of_b = take_snapshot(b);
    assert_int_equal(of_a.size, of_b.size);
    assert_memory_equal(of_a.at, of_b.at, of_a.size);
    free(of_a.at);
    free(of_b.at);
}

/* Returns another world in the same state: a new one, or one that was in another state before. */
static md2_world *twin_of(const md2_world *world, struct splitmix *random, const md_allocator *allocator)
{
    const struct bytes bytes = take_snapshot(world);
    md2_world_def def = md2_world_get_def(world);
    md2_world *twin = NULL;
    def.allocator = *allocator;
    if (one_in(random, 2)) {
        assert_int_equal(md2_world_from_snapshot(bytes.at, bytes.size, allocator, &def.callbacks, &twin), MD_OK);
    } else {
        assert_int_equal(md2_world_create(&def, &twin), MD_OK);
        fill_world(random, twin);
        assert_int_equal(md2_world_restore(twin, bytes.at, bytes.size), MD_OK);
    }
    free(bytes.at);
    return twin;
}

static void run_both(md2_world *world, md2_world *twin, struct splitmix random)
{
    struct splitmix same = random;
    for (int step = 0; step < STEPS_AFTER; ++step) {
        const uint64_t said = call_and_step(&random, world);
        assert_int_equal(call_and_step(&same, twin), said);
        assert_int_equal(md2_world_hash(twin), md2_world_hash(world));
    }
    assert_same_state(world, twin);
}

/* Returns the hash of the final state. */
static uint64_t run_world(uint64_t seed)
{
    struct splitmix random = {seed};
    struct counting_allocator books = {0};
    md2_world_def def = any_world_def(&random);
    def.allocator = counting_allocator_of(&books);
    md2_world *world = NULL;
    assert_int_equal(md2_world_create(&def, &world), MD_OK);
    fill_world(&random, world);
    const bool short_of_memory = one_in(&random, 8);
    for (int32_t step = splitmix_index(&random, STEPS_BEFORE); step > 0; --step) {
        if (short_of_memory) {
            call_and_step_without_memory(&random, world, &books);
        } else {
            call_and_step(&random, world);
        }
    }
    md2_world *twin = twin_of(world, &random, &def.allocator);
    assert_same_state(world, twin);
    run_both(world, twin, random);
    const uint64_t hash = md2_world_hash(world);
    md2_world_destroy(twin);
    md2_world_destroy(world);
    assert_int_equal(books.live_blocks, 0);
    return hash;
}

/* ---- The test ------------------------------------------------------------------------------------------------------- */

/* Seed of the running world; 0 if none. A failed assertion leaves the test at once; this seed reproduces it. */
static uint64_t running;

static int tell_what_failed(void **state)
{
    (void)state;
    if (running != 0) {
        print_error("failed: MODULUS_WORLD_SEED=%llu MODULUS_WORLDS=1\n", (unsigned long long)running);
    }
    return 0;
}

static void random_worlds_stay_finite_and_continue_from_snapshots(void **state)
{
    (void)state;
    const uint64_t first = number_from("MODULUS_WORLD_SEED", 1);
    const uint64_t worlds = number_from("MODULUS_WORLDS", 150);
    const bool tells = isatty(STDERR_FILENO) == 1;
    for (uint64_t i = 0; i < worlds; ++i) {
        if (tells) {
            fprintf(stderr, "\rworld %llu of %llu", (unsigned long long)(i + 1), (unsigned long long)worlds);
        }
        running = first + i;
        const uint64_t hash = run_world(running);
        if (i % 16 == 0) { /* the same calls give the same bits from the beginning */
            assert_int_equal(run_world(running), hash);
        }
    }
    running = 0;
    if (tells) {
        fprintf(stderr, "\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(random_worlds_stay_finite_and_continue_from_snapshots, tell_what_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
