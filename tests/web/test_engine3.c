/* The C API of the playground with 3D worlds, as test_engine.c tests it with 2D worlds. */
#include "engine3.h"
#include "engine_build.h"

#include <stdlib.h>
#include <string.h>

#include "scene/flat_document.h"
#include "scene/scenes.h"

static struct web_world *open_or_fail(const char *name, const char *settings)
{
    struct web_world *world = web_open(name, settings);
    if (world == NULL) {
        fail_msg("%s: %s", name, web_error());
    }
    assert_int_equal(web_dimensions(world), 3);
    return world;
}

static void step(struct web_world *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(web_step(world), 0);
    }
}

static void an_observed_world_has_the_hash_of_the_library(void **state)
{
    (void)state;
    const struct scene_options options = {.allow_3d = true};
    struct scene scene;
    assert_opens(&scene, "grip3", &options);
    struct web_world *world = open_or_fail("grip3", "");
    web_observe(world, WEB_OBSERVE_CONTACTS | WEB_OBSERVE_SWEEPS);
    for (int i = 0; i < 20; ++i) {
        assert_int_equal(md3_world_step(scene.world3, scene.dt, NULL), MD_OK);
    }
    step(world, 20);
    assert_int_equal(web_hash(world), md3_world_hash(scene.world3));
    assert_int_equal((int)web_report(world)[WEB_STEPS], 20);
    web_close(world);
    scene_close(&scene);
}

static void a_saved_world_can_be_read_back(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("vehicle3", "");
    struct flat_document document;
    assert_true(flatten(web_save(world), &document));
    struct web_world *again = web_read(document.bytes, document.size, "saved", "");
    assert_non_null(again);
    assert_int_equal(web_dimensions(again), 3);
    step(world, 20);
    step(again, 20);
    assert_int_equal(web_hash(world), web_hash(again));
    assert_non_null(strstr(web_describe(again), "\"dimensions\": 3"));
    assert_non_null(strstr(web_describe(again), "\"friction_law\": \"disc\""));
    flat_document_free(&document);
    web_close(again);
    web_close(world);
}

/* RES is the root of the sum of squares over all rows. Without joints, all rows are rows of contacts. */
static void contributions_of_contacts_add_up_to_the_residual(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("pool3", "solver=pgs");
    web_observe(world, WEB_OBSERVE_CONTACTS);
    step(world, 90);
    const struct web_array *contacts = web3_contacts(world);
    const float *numbers = contacts->data;
    double sum = 0;
    int unknown = 0;
    for (int32_t i = 0; i < contacts->count; i += WEB_CONTACT3_NUMBERS) {
        const double contribution = (double)numbers[i + 9];
        unknown += contribution < 0;
        sum += contribution > 0 ? contribution * contribution : 0;
    }
    const double residual = web_report(world)[WEB_RESIDUAL];
    assert_true(contacts->count > 200 * WEB_CONTACT3_NUMBERS);
    /* Contacts that began in the last collision pass of the step were not solved, and those that ended are not listed. */
    assert_true(unknown * 20 * WEB_CONTACT3_NUMBERS < contacts->count);
    assert_true(sqrt(sum) <= 1.001 * residual && sqrt(sum) >= 0.8 * residual);
    web_close(world);
}

static void the_impulses_of_contacts_bear_the_weight(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("tower3", "enable_sleep=false\niterations=100\nsubsteps=1");
    step(world, 60);
    const struct web_array *contacts = web3_contacts(world);
    const struct web_array *bodies = web3_bodies(world);
    const float *point = contacts->data;
    const double *body = bodies->data;
    double impulse = 0;
    double mass = 0;
    for (int32_t i = 0; i < contacts->count; i += WEB_CONTACT3_NUMBERS) {
        const bool is_on_ground = fabs((double)point[i + 1]) < 0.01;
        impulse += is_on_ground ? fabs((double)point[i + 7]) : 0;
        /* The ground is the first body of the scene. */
        assert_true(is_on_ground == ((double)point[i + 11] == body[0] || (double)point[i + 12] == body[0]));
        assert_true(point[i + 11] >= 0 && point[i + 12] >= 0 && fabsf(point[i + 11] - point[i + 12]) > 0.5f);
        assert_true(fabs((double)point[i + 4]) > 0.99);
        assert_true((double)point[i + 10] <= 1.01 * fabs((double)point[i + 7]) + 1e-3);
    }
    for (int32_t i = 0; i < bodies->count; i += WEB_BODY3_NUMBERS) {
        mass += body[i + 2] == MD3_DYNAMIC ? body[i + 17] : 0;
    }
    /* Within the residual of 100 sweeps. */
    assert_true(fabs(impulse - mass * 9.80665 / 60) < 0.05 * impulse);
    web_close(world);
}

static void residual_of_the_last_sweep_is_the_reported_one(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("pyramid3", "base=4\niterations=12");
    web_observe(world, WEB_OBSERVE_SWEEPS);
    step(world, 20);
    const struct web_array *sweeps = web_sweep_residuals(world);
    const double *residuals = sweeps->data;
    const double reported = web_report(world)[WEB_RESIDUAL];
    assert_int_equal(sweeps->count, 13);
    assert_true(fabs(residuals[12] - reported) <= 1e-3 * reported + PICK(1e-12, 1e-4));
    web_observe(world, 0);
    step(world, 1);
    assert_int_equal(web_sweep_residuals(world)->count, 0);
    web_close(world);
}

/* ---- Drawing ------------------------------------------------------------------------------------------------------ */

static void assert_meshes(const struct web_mesh_list *meshes)
{
    const int32_t vertices = meshes->positions.count / 3;
    const uint32_t *indices = meshes->indices.data;
    const uint32_t *edges = meshes->edges.data;
    const int32_t *ranges = meshes->ranges.data;
    const float *normals = meshes->normals.data;
    int32_t next = 0;
    assert_int_equal(meshes->normals.count, meshes->positions.count);
    for (int32_t i = 0; i < meshes->indices.count; ++i) {
        assert_true(indices[i] < (uint32_t)vertices);
    }
    for (int32_t i = 0; i < meshes->edges.count; ++i) {
        assert_true(edges[i] < (uint32_t)vertices);
    }
    for (int32_t i = 0; i < vertices; ++i) {
        const float *n = normals + 3 * (size_t)i;
        const double length = sqrt((double)(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]));
        assert_true(fabs(length - 1) < 1e-5 || length < 1e-5); /* zero: a corner of no triangle */
    }
    for (int32_t i = 0; i < meshes->ranges.count; i += 2) {
        assert_int_equal(ranges[i], next);
        assert_true(ranges[i + 1] >= 6 && ranges[i + 1] % 3 == 0);
        next += ranges[i + 1];
    }
    assert_int_equal(next, meshes->indices.count);
    assert_int_equal(meshes->edge_ranges.count, meshes->ranges.count);
}

static void every_scene_is_drawn(void **state)
{
    (void)state;
    for (const struct scene_kind3 *kind = scene_kinds3; kind->name != NULL; ++kind) {
        struct web_world *world = open_or_fail(kind->name, "");
        step(world, 2);
        const struct web_mesh_list *meshes = web3_meshes(world);
        assert_non_null(meshes);
        assert_meshes(meshes);
        const struct web_array *instances = web3_instances(world, 0.5);
        const float *at = instances->data;
        assert_true(instances->count >= 2 * WEB_INSTANCE_NUMBERS);
        for (int32_t i = 0; i < instances->count; i += WEB_INSTANCE_NUMBERS) {
            assert_in_range((int)at[i], 0, meshes->ranges.count / 2 - 1);
            assert_in_range((int)at[i + 2], MD3_STATIC, MD3_DYNAMIC);
        }
        const float *bounds = web3_bounds(world)->data;
        for (int k = 0; k < 3; ++k) {
            assert_true(bounds[k] < bounds[k + 3] && bounds[k + 6] < bounds[k + 9]);
            assert_true(fabsf(bounds[k]) < 100 && fabsf(bounds[k + 9]) < 100);
        }
        assert_int_equal(web3_joints(world, 1)->count % WEB_JOINT_NUMBERS, 0);
        web_close(world);
    }
}

static void the_version_grows_only_when_shapes_change(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("pyramid3", "base=3");
    const size_t size = web_snapshot_size(world);
    void *snapshot = web_alloc(size);
    assert_int_equal(web_snapshot(world, snapshot, size), 0);
    const int32_t first = web3_shapes_version(world);
    const int32_t meshes = web3_meshes(world)->ranges.count;
    step(world, 5);
    assert_int_equal(web_restore(world, snapshot, size), 0);
    assert_int_equal(web3_shapes_version(world), first);
    assert_int_equal(web3_spawn(world, WEB3_SPAWN_HULL, 0, 9, 0, 0.5, 0, 0, 0), 0);
    const int32_t second = web3_shapes_version(world);
    assert_true(second > first);
    assert_int_equal(web3_meshes(world)->ranges.count, meshes + 2);
    assert_int_equal(web_restore(world, snapshot, size), 0);
    assert_true(web3_shapes_version(world) > second);
    assert_int_equal(web3_meshes(world)->ranges.count, meshes);
    web_free(snapshot);
    web_close(world);
}

static void joints_are_drawn_between_their_anchors(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("bridge3", "");
    step(world, 30);
    const struct web_array *joints = web3_joints(world, 1);
    const float *at = joints->data;
    assert_true(joints->count >= 10 * WEB_JOINT_NUMBERS);
    for (int32_t i = 0; i < joints->count; i += WEB_JOINT_NUMBERS) {
        for (int k = 2; k < 5; ++k) { /* of hinges, both anchors are at one place */
            assert_true(fabsf(at[i + k] - at[i + k + 3]) < 0.05f);
        }
    }
    web_close(world);
}

/* ---- Interaction -------------------------------------------------------------------------------------------------- */

/* Finds the highest dynamic body: index, generation, x, y, z. */
static void top_of(struct web_world *world, double top[5])
{
    const struct web_array *bodies = web3_bodies(world);
    const double *at = bodies->data;
    top[3] = -1e9;
    for (int32_t i = 0; i < bodies->count; i += WEB_BODY3_NUMBERS) {
        if (at[i + 2] == MD3_DYNAMIC && at[i + 5] > top[3]) {
            memcpy(top, (const double[]){at[i], at[i + 1], at[i + 4], at[i + 5], at[i + 6]}, 5 * sizeof *top);
        }
    }
}

static void a_ray_finds_the_nearest_body_that_moves(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("tower3", "");
    double top[5] = {0};
    top_of(world, top);
    const double *hit = web3_ray(world, top[2], 100, top[4], 0, -3, 0);
    assert_int_equal((int)hit[0], (int)top[0]);
    assert_true(hit[1] > 0 && hit[8] > 0);
    assert_true(fabs(hit[3] + hit[9] - 100) < PICK(1e-9, 0.05));
    assert_true(fabs(hit[6] - (hit[3] - top[3])) < PICK(1e-9, 0.05));
    /* From below, through the ground. */
    assert_true(web3_ray(world, top[2], -100, top[4], 0, 1, 0)[3] < 1);
    assert_true(web3_ray(world, 50, 100, 50, 0, -1, 0)[1] == 0);
    assert_true(web3_ray(world, 0, 0, 0, 0, 0, 0)[1] == 0);
    web_close(world);
}

static void a_grabbed_body_follows_its_target_until_a_snapshot_is_restored(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("spheres", "");
    double top[5] = {0};
    step(world, 60);
    top_of(world, top);
    assert_int_equal(web3_grab(world, 3, (int32_t)top[0], (uint32_t)top[1], 0, 0, 0, top[2], top[3] + 5, top[4]), 0);
    const size_t size = web_snapshot_size(world);
    void *snapshot = web_alloc(size);
    assert_int_equal(web_snapshot(world, snapshot, size), 0);
    assert_int_equal(web3_drag(world, 3, top[2], top[3] + 6, top[4]), 0);
    step(world, 90);
    double now[5] = {0};
    top_of(world, now);
    assert_int_equal((int)now[0], (int)top[0]);
    assert_true(fabs(now[3] - top[3] - 6) < 0.1 && fabs(now[2] - top[2]) < 0.1);
    const float *joint = web3_joints(world, 1)->data;
    assert_true(joint[0] == -1 && (int)joint[1] == (int)top[0]);
    assert_true(fabs((double)joint[3] - top[3] - 6) < 1e-3);
    assert_int_equal(web_restore(world, snapshot, size), 0);
    assert_int_not_equal(web3_drag(world, 3, 0, 0, 0), 0);
    assert_int_equal(web3_joints(world, 1)->count, 0);
    web_free(snapshot);
    web_close(world);
}

static void bodies_can_be_added_removed_and_pushed_by_an_explosion(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("pyramid3", "base=3");
    const double before = web_report(world)[WEB_BODIES];
    for (int32_t shape = 0; shape < WEB3_SPAWN_COUNT; ++shape) {
        assert_int_equal(web3_spawn(world, shape, 0, 10 + 3 * shape, 0, 0.5, 0, -1, 0), 0);
    }
    assert_true(web_report(world)[WEB_BODIES] == before + WEB3_SPAWN_COUNT);
    double top[5] = {0};
    top_of(world, top);
    assert_int_equal(web_destroy_body(world, (int32_t)top[0], (uint32_t)top[1]), 0);
    assert_true(web_report(world)[WEB_BODIES] == before + WEB3_SPAWN_COUNT - 1);
    assert_int_not_equal(web_destroy_body(world, (int32_t)top[0], (uint32_t)top[1]), 0);
    assert_int_equal(web3_explode(world, 0, -1, 0, 20, 5), 0);
    step(world, 1);
    assert_true(web_report(world)[WEB_KINETIC_ENERGY] > 10);
    web_close(world);
}

/* ---- Settings and errors ------------------------------------------------------------------------------------------ */

static void settings_can_change_while_a_world_runs(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("pyramid3", "base=3\niterations=5");
    step(world, 20);
    assert_true(web_report(world)[WEB_SWEEPS] == 5);
    assert_int_equal(web_set(world, "iterations", "9"), 0);
    assert_int_equal(web_set(world, "friction_law", "box"), 0);
    assert_int_equal(web_set_gravity(world, 1, 0, -3), 0);
    step(world, 1);
    assert_true(web_report(world)[WEB_SWEEPS] == 9);
    assert_non_null(strstr(web_describe(world), "\"gravity\": [1, 0, -3]"));
    web_close(world);
}

static void wrong_arguments_give_one_line_and_change_nothing(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("tower3", "");
    const uint64_t before = web_hash(world);
    assert_int_not_equal(web_set(world, "solver", "best"), 0);
    assert_int_not_equal(web_set(world, "friction_law", "circle"), 0);
    assert_non_null(strstr(web_error(), "friction_law: "));
    assert_int_equal(web_set(world, "central_friction", "true"), 0);
    assert_int_not_equal(web_set(world, "friction_law", "cone"), 0);
    assert_string_equal(web_error(), "tower3: friction_law=cone: world: central_friction needs friction_law disc or "
                                     "box, is cone");
    assert_int_not_equal(web_set_gravity(world, NAN, 0, 0), 0);
    assert_non_null(strstr(web_error(), "gravity"));
    assert_int_not_equal(web3_grab(world, -1, 1, 1, 0, 0, 0, 0, 0, 0), 0);
    assert_int_not_equal(web3_grab(world, 0, 1000, 1, 0, 0, 0, 0, 0, 0), 0);
    assert_int_not_equal(web3_grab(world, 0, 0, 1, 0, 0, 0, 0, 0, 0), 0); /* the ground */
    assert_int_not_equal(web3_drag(world, 0, 0, 0, 0), 0);
    assert_int_not_equal(web3_spawn(world, WEB3_SPAWN_COUNT, 0, 0, 0, 1, 0, 0, 0), 0);
    assert_int_not_equal(web3_spawn(world, WEB3_SPAWN_BALL, 0, 0, 0, -1, 0, 0, 0), 0);
    assert_int_not_equal(web3_spawn(world, WEB3_SPAWN_HULL, 0, 0, 0, 0, 0, 0, 0), 0);
    assert_int_not_equal(web3_spawn(world, WEB3_SPAWN_BOX, NAN, 0, 0, 1, 0, 0, 0), 0);
    assert_int_not_equal(web3_explode(world, 0, 0, 0, 0, 1), 0);
    assert_int_not_equal(web_restore(world, "nothing", 7), 0);
    web3_release(world, 99);
    assert_int_equal(web_hash(world), before);
    assert_true(web_report(world)[WEB_BODIES] == 21);
    web_close(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_observed_world_has_the_hash_of_the_library),
        cmocka_unit_test(a_saved_world_can_be_read_back),
        cmocka_unit_test(contributions_of_contacts_add_up_to_the_residual),
        cmocka_unit_test(the_impulses_of_contacts_bear_the_weight),
        cmocka_unit_test(residual_of_the_last_sweep_is_the_reported_one),
        cmocka_unit_test(every_scene_is_drawn),
        cmocka_unit_test(the_version_grows_only_when_shapes_change),
        cmocka_unit_test(joints_are_drawn_between_their_anchors),
        cmocka_unit_test(a_ray_finds_the_nearest_body_that_moves),
        cmocka_unit_test(a_grabbed_body_follows_its_target_until_a_snapshot_is_restored),
        cmocka_unit_test(bodies_can_be_added_removed_and_pushed_by_an_explosion),
        cmocka_unit_test(settings_can_change_while_a_world_runs),
        cmocka_unit_test(wrong_arguments_give_one_line_and_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
