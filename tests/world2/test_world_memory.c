/* Limits, memory and determinism: a full world refuses more objects and keeps working, leaks nothing, and repeats its
 * bits. */
#include "support/counting_allocator.h"
#include "world2/make2.h"

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

static void a_full_world_refuses_more_objects_and_keeps_working(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    def.max_bodies = 3;
    def.max_shapes = 3;
    def.max_joints = 1;
    md2_world *world = world_of(&def);
    const md2_body_id ground = ground_at_zero(world);
    const md2_body_id a = box_at(world, 0, 0.5, 0.5, 0.5);
    const md2_body_id b = box_at(world, 2, 0.5, 0.5, 0.5);
    const md2_body_def body_def = md2_body_def_default();
    const md2_shape_def shape_def = md2_shape_def_default();
    const md2_hull hull = circle_hull(1);
    const md2_joint_def rod = md2_joint_def_distance(world, a, b, at(0, 0.5), at(2, 0.5));
    md2_body_id body;
    md2_joint_id joint;
    assert_int_equal(md2_body_create(world, &body_def, &body), MD_ERROR_SIZE);
    assert_int_equal(md2_shape_create(world, ground, &shape_def, &hull, NULL), MD_ERROR_SIZE);
    assert_int_equal(md2_joint_create(world, &rod, &joint), MD_OK);
    md2_joint_id second;
    assert_int_equal(md2_joint_create(world, &rod, &second), MD_ERROR_SIZE);
    step_many(world, 60);
    assert_near(y_of(world, a), 0.5, 0.001);
    /* Destroying an object makes room. */
    assert_int_equal(md2_joint_destroy(world, joint), MD_OK);
    assert_int_equal(md2_joint_create(world, &rod, &second), MD_OK);
    assert_int_equal(md2_body_destroy(world, b), MD_OK);
    box_at(world, 4, 0.5, 0.5, 0.5);
    step_many(world, 60);
    assert_int_equal(md2_world_body_count(world), 3);
    assert_int_equal(md2_world_shape_count(world), 3);
    assert_int_equal(md2_world_joint_count(world), 0);
    md2_world_destroy(world);
}

static void too_many_contacts_fail_a_step_until_there_is_room(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    def.max_contacts = 2;
    md2_world *world = world_of(&def);
    ground_at_zero(world);
    md2_body_id boxes[4];
    for (int i = 0; i < 4; ++i) {
        boxes[i] = box_at(world, 3.0 * i, 0.5, 0.5, 0.5);
    }
    assert_int_equal(md2_world_step(world, DT, NULL), MD_ERROR_SIZE);
    assert_int_equal(md2_world_step(world, DT, NULL), MD_ERROR_SIZE);
    assert_int_equal(md2_world_contact_count(world), 2);
    def.max_contacts = 4;
    assert_int_equal(md2_world_set_def(world, &def), MD_OK);
    step_many(world, 60);
    for (int i = 0; i < 4; ++i) {
        assert_near(y_of(world, boxes[i]), 0.5, 0.001);
    }
    md2_world_destroy(world);
}

static void the_memory_limit_is_respected(void **state)
{
    (void)state;
    struct counting_allocator books = {0};
    md2_world_def def = md2_world_def_default();
    def.allocator = counting_allocator_of(&books);
    def.max_bytes = 100000;
    md2_world *world = world_of(&def);
    ground_at_zero(world);
    int made = 0;
    for (md_status status = MD_OK; status == MD_OK; ++made) {
        md2_body_id body;
        const md2_body_def of_body = md2_body_def_default();
        const md2_shape_def of_shape = md2_shape_def_default();
        const md2_hull hull = circle_hull(0.5);
        status = md2_body_create(world, &of_body, &body);
        if (status == MD_OK) {
            status = md2_shape_create(world, body, &of_shape, &hull, NULL);
        }
        assert_true(status == MD_OK || status == MD_ERROR_MEMORY);
        assert_true(md2_world_bytes(world) <= 100000);
        assert_true(made < 10000);
    }
    assert_true(made > 10);
    def.max_bytes = 0;
    assert_int_equal(md2_world_set_def(world, &def), MD_OK);
    const md2_body_id box = box_at(world, 0, 5, 0.5, 0.5);
    step_many(world, 10);
    assert_true(y_of(world, box) < 5);
    md2_world_destroy(world);
    assert_int_equal(books.live_blocks, 0);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

struct script {
    md2_world *world;
    int refusals; /* calls that returned MD_ERROR_MEMORY; each is repeated */
};

/* Returns whether a call must be repeated because an allocation failed. */
static bool again(struct script *script, md_status status)
{
    assert_true(status == MD_OK || status == MD_ERROR_MEMORY);
    script->refusals += status != MD_OK;
    return status != MD_OK;
}

static md2_body_id script_body(struct script *script, md2_body_type type, double x, double y)
{
    md2_body_def def = md2_body_def_default();
    def.type = type;
    def.position = at(x, y);
    md2_body_id body = {0, 0};
    while (again(script, md2_body_create(script->world, &def, &body))) {
    }
    return body;
}

static md2_body_id script_box(struct script *script, double x, double y)
{
    const md2_shape_def def = md2_shape_def_default();
    const md2_hull hull = box_hull(0.5, 0.5);
    const md2_body_id body = script_body(script, MD2_DYNAMIC, x, y);
    while (again(script, md2_shape_create(script->world, body, &def, &hull, NULL))) {
    }
    return body;
}

static void script_steps(struct script *script, int steps)
{
    for (int i = 0; i < steps; ++i) {
        while (again(script, md2_world_step(script->world, DT, NULL))) {
        }
    }
}

/* A chain, two stacks, a pendulum and a sensor; some bodies are destroyed, disabled and created on the way. */
static void play(struct script *script, const md_allocator *allocator)
{
    md2_world_def def = md2_world_def_default();
    def.allocator = *allocator;
    def.substeps = 2;
    def.separate_islands = true;
    while (again(script, md2_world_create(&def, &script->world))) {
        assert_null(script->world);
    }
    md2_world *world = script->world;
    md2_shape_def surface = md2_shape_def_default();
    const md2_body_id ground = script_body(script, MD2_STATIC, 0, 0);
    const md2_vec points[] = {at(20, 0), at(10, 0), at(3, 0), at(0, 0), at(-5, 0), at(-20, 0)};
    while (again(script, md2_chain_create(world, ground, &surface, points, 6, false, NULL))) {
        assert_int_equal(md2_world_shape_count(world), 0);
    }
    md2_body_id boxes[6];
    for (int i = 0; i < 6; ++i) {
        boxes[i] = script_box(script, 3.0 * (i / 3), 0.5 + i % 3);
    }
    const md2_joint_def rod = md2_joint_def_distance(world, ground, boxes[5], at(6, 5), at(3, 2.5));
    md2_joint_id joint;
    while (again(script, md2_joint_create(world, &rod, &joint))) {
        assert_int_equal(md2_world_joint_count(world), 0);
    }
    const md2_hull wide = box_hull(10, 2);
    surface.sensor = true;
    while (again(script, md2_shape_create(world, ground, &surface, &wide, NULL))) {
    }
    script_steps(script, 6);
    assert_int_equal(md2_body_destroy(world, boxes[1]), MD_OK);
    assert_int_equal(md2_body_set_enabled(world, boxes[3], false), MD_OK);
    script_steps(script, 3);
    while (again(script, md2_body_set_enabled(world, boxes[3], true))) {
        assert_false(md2_body_is_enabled(world, boxes[3]));
    }
    for (int i = 0; i < 6; ++i) {
        script_box(script, -4, 0.5 + i);
    }
    script_steps(script, 20);
    assert_int_equal(md2_world_body_count(world), 12);
    assert_int_equal(md2_world_shape_count(world), 5 + 1 + 11);
    assert_int_equal(md2_world_joint_count(world), 1);
    for (md2_body_id body = md2_world_first_body(world); body.generation != 0;
         body = md2_world_next_body(world, body)) {
        assert_true(fabs(x_of(world, body)) < 20 && y_of(world, body) > -0.01); /* none fell through or flew away */
    }
}

/* Each allocation fails once, in a separate run; the call is repeated, and the world must continue. */
static void a_failed_allocation_only_fails_its_call(void **state)
{
    (void)state;
    for (size_t nth = 1;; ++nth) {
        struct counting_allocator books = {.refuse_nth = nth};
        const md_allocator allocator = counting_allocator_of(&books);
        struct script script = {0};
        play(&script, &allocator);
        md2_world_destroy(script.world);
        assert_int_equal(books.live_blocks, 0);
        if (books.requests < nth) {
            assert_true(nth > 50);
            assert_int_equal(script.refusals, 0);
            return;
        }
        assert_true(script.refusals <= 1); /* an event may be lost instead of a failed call */
    }
}

/* Stacks, a rope, a motor and a sensor that keep moving. */
static void a_settled_world_allocates_nothing(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4; ++trial) {
        struct counting_allocator books = {0};
        md2_world_def def = md2_world_def_default();
        def.allocator = counting_allocator_of(&books);
        def.substeps = trial % 2 == 0 ? 1 : 4;
        def.separate_islands = trial / 2 == 1;
        def.enable_sleep = false;
        md2_world *world = world_of(&def);
        const md2_body_id ground = ground_at_zero(world);
        for (int i = 0; i < 12; ++i) {
            box_at(world, 3.0 * (i / 4), 0.5 + i % 4, 0.5, 0.5);
        }
        md2_body_id last = ground;
        for (int i = 0; i < 5; ++i) {
            const md2_body_id link = box_at(world, -10 + i, 5, 0.4, 0.1);
            const md2_joint_def hinge = md2_joint_def_at(world, MD2_REVOLUTE, last, link, at(-10.5 + i, 5), at(1, 0));
            md2_joint_id joint;
            assert_int_equal(md2_joint_create(world, &hinge, &joint), MD_OK);
            last = link;
        }
        step_many(world, 900);
        const size_t before = books.requests;
        const md_step_report report = step_many(world, 120);
        assert_int_equal(report.awake_bodies, 17);
        assert_true(report.rows > 40);
        assert_int_equal(books.requests, before);
        md2_world_destroy(world);
        assert_int_equal(books.live_blocks, 0);
    }
}

/* ---- Bits -------------------------------------------------------------------------------------------------------- */

/* Piles, a swing, and bodies that are created and destroyed. Returns the combined hash of all steps. */
static uint64_t run_of(const md2_world_def *def)
{
    md2_world *world = world_of(def);
    struct random random = {.state = 3};
    const md2_body_id ground = ground_at_zero(world);
    md2_body_id bodies[24];
    for (int i = 0; i < 24; ++i) {
        const double x = 4.0 * (i % 4) + random_real(&random, -0.3, 0.3);
        const double y = 0.6 + 1.1 * (i / 4);
        bodies[i] = i % 3 == 0 ? circle_at(world, x, y, 0.4) : box_at(world, x, y, 0.5, 0.4);
    }
    const md2_joint_def rod =
        md2_joint_def_distance(world, ground, bodies[20], at(-2, 9), md2_body_center(world, bodies[20]));
    md2_joint_id joint;
    assert_int_equal(md2_joint_create(world, &rod, &joint), MD_OK);
    uint64_t all = 0;
    for (int i = 0; i < 240; ++i) {
        if (i % 40 == 20) {
            assert_int_equal(md2_body_destroy(world, bodies[i / 40]), MD_OK);
            bodies[i / 40] = box_at(world, 6, 8, 0.3, 0.3);
        }
        step_many(world, 1);
        all = all * 31 + md2_world_hash(world);
    }
    md2_world_destroy(world);
    return all;
}

static void two_runs_with_created_and_destroyed_bodies_are_bit_identical(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    const uint64_t once = run_of(&def);
    assert_true(run_of(&def) == once);
    def.limits.max_iterations = 11; /* and the hash distinguishes runs */
    assert_true(run_of(&def) != once);
}

/* With a fixed number of sweeps and no tolerance the islands do not influence each other. */
static void separately_solved_islands_give_the_bits_of_a_common_solve(void **state)
{
    (void)state;
    const char *solvers[] = {"amgs", "pgs", "psor"};
    for (int i = 0; i < 3; ++i) {
        md2_world_def def = md2_world_def_default();
        assert_int_equal(md_solver_spec_parse(solvers[i], &def.solver, NULL), MD_OK);
        def.position_solver = def.solver; /* auto would consider all islands at once */
        const uint64_t together = run_of(&def);
        def.separate_islands = true;
        assert_true(run_of(&def) == together);
    }
}

static void four_substeps_equal_four_quarter_steps_for_a_free_body(void **state)
{
    (void)state;
    uint64_t hash[2];
    for (int i = 0; i < 2; ++i) {
        md2_world_def def = md2_world_def_default();
        def.substeps = i == 0 ? 4 : 1;
        md2_world *world = world_of(&def);
        const md2_body_id box = box_at(world, 0, 0, 0.5, 0.3);
        assert_int_equal(md2_body_set_damping(world, box, (md_real)0.1, (md_real)0.2), MD_OK);
        set_velocity(world, box, 3, 4, 5);
        for (int k = 0; k < (i == 0 ? 30 : 120); ++k) {
            step_by(world, i == 0 ? 1.0 / 64 : 1.0 / 256); /* exactly a quarter, without rounding */
        }
        hash[i] = md2_world_hash(world);
        md2_world_destroy(world);
    }
    assert_true(hash[0] == hash[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_world_refuses_more_objects_and_keeps_working),
        cmocka_unit_test(too_many_contacts_fail_a_step_until_there_is_room),
        cmocka_unit_test(the_memory_limit_is_respected),
        cmocka_unit_test(a_failed_allocation_only_fails_its_call),
        cmocka_unit_test(a_settled_world_allocates_nothing),
        cmocka_unit_test(two_runs_with_created_and_destroyed_bodies_are_bit_identical),
        cmocka_unit_test(separately_solved_islands_give_the_bits_of_a_common_solve),
        cmocka_unit_test(four_substeps_equal_four_quarter_steps_for_a_free_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
