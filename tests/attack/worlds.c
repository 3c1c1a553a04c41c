/* Random worlds: no sequence of calls crashes, leaks or produces NaN, and a restored snapshot continues like its world. In
 * worlds with even seeds some arguments are extreme, out of range or NaN. */
#include <string.h>

#include "attack/attack.h"
#include "support/counting_allocator.h"
#include "world2/random_world2.h"
#include "world2/snapshot.h"

enum { STEPS_BEFORE = 40, STEPS_AFTER = 25 };

/* ---- Invariants of every step --------------------------------------------------------------------------------------- */

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
        REQUIRE(is_finite(at.p) && is_finite(md2_body_center(world, body)));
        REQUIRE(fabs((double)(at.q.c * at.q.c + at.q.s * at.q.s - 1)) < PICK(1e-12, 1e-5));
        REQUIRE(is_finite(md2_body_velocity(world, body)) && isfinite(md2_body_angular_velocity(world, body)));
        REQUIRE(isfinite(mass.mass) && isfinite(mass.inertia) && is_finite(mass.center));
        ++bodies;
        for (md2_shape_id shape = md2_body_first_shape(world, body); shape.generation != 0;
             shape = md2_shape_next(world, shape)) {
            REQUIRE(md2_shape_body(world, shape).index == body.index);
            ++shapes;
        }
    }
    REQUIRE(bodies == md2_world_body_count(world));
    REQUIRE(shapes == md2_world_shape_count(world));
}

static void check_joints(const md2_world *world)
{
    int32_t joints = 0;
    for (md2_joint_id joint = md2_world_first_joint(world); joint.generation != 0;
         joint = md2_world_next_joint(world, joint)) {
        md2_joint_state state;
        REQUIRE(md2_joint_get_state(world, joint, &state) == MD_OK);
        REQUIRE(is_finite(state.anchor[0]) && is_finite(state.anchor[1]) && is_finite(state.force));
        REQUIRE(isfinite(state.position) && isfinite(state.torque) && isfinite(state.motor));
        REQUIRE(isfinite(state.angle) && !isnan(state.error));
        REQUIRE(isfinite(state.speed) || hostile_numbers > 0); /* of a disabled body with an extreme velocity */
        ++joints;
    }
    REQUIRE(joints == md2_world_joint_count(world));
}

static void check_contacts(const md2_world *world)
{
    for (int32_t i = 0; i < md2_world_contact_count(world); ++i) {
        md2_contact_info contact;
        REQUIRE(md2_world_contact(world, i, &contact) == MD_OK);
        REQUIRE(md2_shape_is_valid(world, contact.shape[0]) && md2_shape_is_valid(world, contact.shape[1]));
        REQUIRE(contact.friction >= 0 && contact.restitution >= 0 && contact.restitution <= 1);
        REQUIRE(is_finite(contact.manifold.normal));
        for (int k = 0; k < contact.manifold.count; ++k) {
            REQUIRE(is_finite(contact.manifold.point[k].point) && isfinite(contact.manifold.point[k].separation));
            REQUIRE(contact.normal_impulse[k] >= 0 && isfinite(contact.normal_impulse[k]));
            REQUIRE(isfinite(contact.tangent_impulse[k]));
        }
    }
}

static void check_report(const md2_world *world, const md_step_report *report)
{
    REQUIRE(report->residual.absolute >= 0 && report->residual.scaled >= 0 && report->residual.relative >= 0);
    REQUIRE(report->contacts <= md2_world_contact_count(world) && report->contact_points <= 2 * report->contacts);
    REQUIRE(report->awake_bodies <= md2_world_body_count(world) && report->islands <= md2_world_body_count(world));
    REQUIRE(report->penetration_max >= 0 &&
            report->penetration_mean <= report->penetration_max * (1 + 8 * MD_REAL_EPSILON));
    REQUIRE(isfinite(report->penetration_max) && report->kinetic_energy >= 0);
}

/* Checks lists, tree and sets with the validation that snapshots use. */
static void check_inside(const md2_world *world)
{
    REQUIRE(md2_snapshot_check(world));
    REQUIRE(world->broad_phase.pairs.count == (size_t)world->contacts.pool.count);
    REQUIRE(world->contacts.pool.used >= world->contacts.pool.count);
}

/* ---- Running -------------------------------------------------------------------------------------------------------- */

static int64_t steps_made, calls_made;

static md_status step_and_check(struct splitmix *random, md2_world *world)
{
    md_step_report report;
    const md_real dt = any_dt(random);
    const bool usual = dt >= (md_real)1e-4 && dt <= (md_real)0.1;
    md_status status = md2_world_step(world, dt, &report);
    if (!usual) { /* may be refused */
        status = md2_world_step(world, (md_real)(1.0 / 60), &report);
    }
    if (status == MD_OK) {
        check_report(world, &report);
        check_joints(world);
    }
    check_bodies(world);
    check_contacts(world);
    check_inside(world);
    ++steps_made;
    return status;
}

/* Makes a few calls and a step. Returns a hash of all results. */
static uint64_t call_and_step(struct splitmix *random, md2_world *world)
{
    uint64_t said = 0;
    for (int32_t i = splitmix_index(random, 4); i > 0; --i) {
        const md_status status = random_call(random, world);
        ++calls_made;
        REQUIRE(status == MD_OK || status == MD_ERROR_ARGUMENT || status == MD_ERROR_SIZE);
        said = said * 31 + status;
    }
    const bool limited = md2_world_get_def(world).max_contacts < 100;
    const md_status status = step_and_check(random, world);
    REQUIRE(status == MD_OK || (limited && status == MD_ERROR_SIZE));
    return said * 31 + status;
}

/* Does the same while some allocations fail. */
static void call_and_step_without_memory(struct splitmix *random, md2_world *world, struct counting_allocator *books)
{
    books->refuse_nth = books->requests + 1 + (size_t)splitmix_index(random, 6);
    (void)random_call(random, world);
    const md_status status = step_and_check(random, world);
    REQUIRE(status == MD_OK || status == MD_ERROR_SIZE || status == MD_ERROR_MEMORY);
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
    REQUIRE(bytes.at != NULL);
    size_t written = 0;
    REQUIRE(md2_world_snapshot(world, bytes.at, bytes.size, &written) == MD_OK);
    REQUIRE(written == bytes.size);
    return bytes;
}

static void assert_same_state(const md2_world *a, const md2_world *b)
{
    const struct bytes of_a = take_snapshot(a);
    const struct bytes of_b = take_snapshot(b);
    REQUIRE(of_a.size == of_b.size);
    REQUIRE(memcmp(of_a.at, of_b.at, of_a.size) == 0);
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
        REQUIRE(md2_world_from_snapshot(bytes.at, bytes.size, allocator, &def.callbacks, &twin) == MD_OK);
    } else {
        REQUIRE(md2_world_create(&def, &twin) == MD_OK);
        fill_world(random, twin);
        REQUIRE(md2_world_restore(twin, bytes.at, bytes.size) == MD_OK);
    }
    free(bytes.at);
    return twin;
}

static void run_both(md2_world *world, md2_world *twin, struct splitmix random)
{
    struct splitmix same = random;
    for (int step = 0; step < STEPS_AFTER; ++step) {
        const uint64_t said = call_and_step(&random, world);
        REQUIRE(call_and_step(&same, twin) == said);
        REQUIRE(md2_world_hash(twin) == md2_world_hash(world));
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
    REQUIRE(md2_world_create(&def, &world) == MD_OK);
    hostile_numbers = seed % 2 == 0 ? 8 << seed / 2 % 4 : 0; /* 8 to 64 */
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
    REQUIRE(books.live_blocks == 0);
    hostile_numbers = 0;
    return hash;
}

int main(int argc, char **argv)
{
    attack_begin(argc, argv, SANITIZED ? 60 : 150);
    for (uint64_t seed = attack_next(); seed != 0; seed = attack_next()) {
        const uint64_t hash = run_world(seed);
        if (seed % 16 == 1) { /* the same calls give the same bits from the beginning */
            REQUIRE(run_world(seed) == hash);
        }
    }
    printf("%llu worlds, %lld steps, %lld calls between them\n", (unsigned long long)attack_count,
           (long long)steps_made, (long long)calls_made);
    return 0;
}
