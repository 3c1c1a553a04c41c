/* The C API of the playground with 2D worlds, built natively: it reports what the library reports, and refuses wrong arguments. */
#include "engine2.h"
#include "engine_build.h"

#include <stdio.h>
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
    struct scene scene;
    assert_opens(&scene, "pool1", NULL);
    struct web_world *world = open_or_fail("pool1", "");
    web_observe(world, WEB_OBSERVE_CONTACTS | WEB_OBSERVE_SWEEPS);
    step(world, 60);
    assert_int_equal(web_hash(world), hash_after(&scene, 60));
    assert_int_equal((int)web_report(world)[WEB_STEPS], 60);
    web_close(world);
    scene_close(&scene);
}

/* RES is the root of the sum of squares over all rows. Without joints, all rows are rows of contacts. */
static void contributions_of_contacts_add_up_to_the_residual(void **state)
{
    (void)state;
    const char *const settings[] = {"solver=pgs", "solver=pgs\nseparate_islands=true", "solver=auto\nsubsteps=3"};
    for (size_t k = 0; k < sizeof settings / sizeof *settings; ++k) {
        struct web_world *world = open_or_fail("pool2", settings[k]);
        web_observe(world, WEB_OBSERVE_CONTACTS);
        step(world, 90);
        const struct web_array *contacts = web_contacts(world);
        const float *numbers = contacts->data;
        double sum = 0;
        int unknown = 0;
        for (int32_t i = 0; i < contacts->count; i += WEB_CONTACT_NUMBERS) {
            const double contribution = (double)numbers[i + 6];
            unknown += contribution < 0;
            sum += contribution > 0 ? contribution * contribution : 0;
        }
        const double residual = web_report(world)[WEB_RESIDUAL];
        assert_true(contacts->count > 200 * WEB_CONTACT_NUMBERS);
        /* Contacts that began in the last collision pass of the step were not solved, and those that ended are not listed. */
        assert_true(unknown * 20 * WEB_CONTACT_NUMBERS < contacts->count);
        assert_true(sqrt(sum) <= 1.001 * residual);
        assert_true(k == 2 || sqrt(sum) >= 0.8 * residual);
        web_close(world);
    }
}

static void residual_of_the_last_sweep_is_the_reported_one(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("stacking", "iterations=12");
    web_observe(world, WEB_OBSERVE_SWEEPS);
    step(world, 30);
    const struct web_array *sweeps = web_sweep_residuals(world);
    const double *residuals = sweeps->data;
    const double reported = web_report(world)[WEB_RESIDUAL];
    assert_int_equal(sweeps->count, 13);
    /* The report computes its residual from lambda alone, so the two differ by rounding. */
    assert_true(fabs(residuals[12] - reported) <= 1e-3 * reported + PICK(1e-12, 1e-4));
    web_observe(world, 0);
    step(world, 1);
    assert_int_equal(web_sweep_residuals(world)->count, 0);
    web_close(world);
}

static void every_scene_is_drawn(void **state)
{
    (void)state;
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        struct web_world *world = open_or_fail(kind->name, "");
        step(world, 2);
        const struct web_array *drawn = web_draw(world, 0.5);
        const float *at = drawn->data;
        const float *end = at + drawn->count;
        int shapes = 0;
        while (at < end) {
            const int form = (int)at[0];
            assert_in_range(form, WEB_DRAW_CIRCLE, WEB_DRAW_POINT);
            shapes += form == WEB_DRAW_CIRCLE || form == WEB_DRAW_POLYGON;
            at += form == WEB_DRAW_CIRCLE    ? 8
                  : form == WEB_DRAW_POLYGON ? 5 + 2 * (int)at[4]
                  : form == WEB_DRAW_LINE    ? 7
                                             : 5;
        }
        assert_ptr_equal(at, end);
        assert_true(shapes > 5);
        assert_true(web_bodies(world)->count >= 5 * WEB_BODY_NUMBERS);
        web_close(world);
    }
}

/* Finds the highest dynamic body: index, generation, x, y. */
static void top_of(struct web_world *world, double top[4])
{
    const struct web_array *bodies = web_bodies(world);
    const double *at = bodies->data;
    top[3] = -1e9;
    for (int32_t i = 0; i < bodies->count; i += WEB_BODY_NUMBERS) {
        if (at[i + 2] == MD2_DYNAMIC && at[i + 5] > top[3]) {
            memcpy(top, (const double[]){at[i], at[i + 1], at[i + 4], at[i + 5]}, 4 * sizeof *top);
        }
    }
}

static void a_grabbed_body_follows_its_target_until_a_snapshot_is_restored(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("pool1", "circles=30");
    double top[4] = {0};
    step(world, 60);
    top_of(world, top);
    const double *picked = web_pick(world, top[2], top[3], 0);
    assert_int_equal((int)picked[0], (int)top[0]);
    assert_true(picked[1] > 0 && picked[4] > 1.9 && picked[4] < 2.1);
    assert_int_equal(web_grab(world, 3, (int32_t)top[0], (uint32_t)top[1], 0, 0, 1, top[3] + 1), 0);
    const size_t size = web_snapshot_size(world);
    void *snapshot = web_alloc(size);
    assert_int_equal(web_snapshot(world, snapshot, size), 0);
    step(world, 90);
    double now[4] = {0};
    top_of(world, now);
    assert_true(fabs(now[2] - 1) < 0.05 && fabs(now[3] - top[3] - 1) < 0.05);
    assert_int_equal(web_restore(world, snapshot, size), 0);
    assert_int_not_equal(web_drag(world, 3, 0, 0), 0);
    step(world, 90);
    top_of(world, now);
    assert_true(now[3] < top[3] + 0.3);
    web_free(snapshot);
    web_close(world);
}

static void bodies_can_be_added_removed_and_pushed_by_an_explosion(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("pyramid", "rows=3");
    const double before = web_report(world)[WEB_BODIES];
    for (int32_t shape = 0; shape < WEB_SPAWN_COUNT; ++shape) {
        assert_int_equal(web_spawn(world, shape, 0, 10 + 3 * shape, 0.5, 0, -1), 0);
    }
    assert_true(web_report(world)[WEB_BODIES] == before + WEB_SPAWN_COUNT);
    double top[4] = {0};
    top_of(world, top);
    assert_int_equal(web_destroy_body(world, (int32_t)top[0], (uint32_t)top[1]), 0);
    assert_true(web_report(world)[WEB_BODIES] == before + WEB_SPAWN_COUNT - 1);
    assert_int_not_equal(web_destroy_body(world, (int32_t)top[0], (uint32_t)top[1]), 0);
    assert_int_equal(web_explode(world, 0, -1, 20, 5), 0);
    step(world, 1);
    assert_true(web_report(world)[WEB_KINETIC_ENERGY] > 10);
    web_close(world);
}

static void a_saved_world_can_be_read_back(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("card_house", "");
    struct flat_document document;
    assert_true(flatten(web_save(world), &document));
    struct web_world *again = web_read(document.bytes, document.size, "saved", "");
    assert_non_null(again);
    step(world, 20);
    step(again, 20);
    assert_int_equal(web_hash(world), web_hash(again));
    assert_non_null(strstr(web_describe(again), "\"solver\": "));
    flat_document_free(&document);
    web_close(again);
    web_close(world);
}

static void settings_can_change_while_a_world_runs(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("pool1", "circles=40\niterations=5");
    step(world, 20);
    assert_true(web_report(world)[WEB_SWEEPS] == 5);
    assert_int_equal(web_set(world, "iterations", "9"), 0);
    assert_int_equal(web_set(world, "solver", "pgs"), 0);
    assert_int_equal(web_set_gravity(world, 1, 0, 0), 0);
    step(world, 1);
    assert_true(web_report(world)[WEB_SWEEPS] == 9);
    assert_non_null(strstr(web_describe(world), "\"gravity\": [1, 0]"));
    web_close(world);
}

static void wrong_arguments_give_one_line_and_change_nothing(void **state)
{
    (void)state;
    assert_null(web_open("pool9", ""));
    assert_string_equal(web_error(), "unknown scene 'pool9'");
    assert_null(web_open("pool1", "circles"));
    assert_string_equal(web_error(), "'circles' is not a setting, expected KEY=VALUE");
    assert_null(web_open("pool1", "circels=3"));
    assert_string_equal(web_error(), "pool1: circels: unknown key, did you mean \"circles\"?");
    assert_null(web_open("pool1", "max_bytes=1000"));
    assert_null(web_read("[", 1, "f", ""));
    assert_string_equal(web_error(), "f: the flat document is truncated or damaged");
    struct web_world *world = open_or_fail("pool1", "circles=4");
    const uint64_t before = web_hash(world);
    assert_int_not_equal(web_set(world, "solver", "best"), 0);
    assert_int_not_equal(web_set(world, "substeps", "0"), 0);
    assert_int_not_equal(web_grab(world, -1, 0, 1, 0, 0, 0, 0), 0);
    assert_int_not_equal(web_grab(world, 0, 1000, 1, 0, 0, 0, 0), 0);
    assert_int_not_equal(web_grab(world, 0, 0, 1, 0, 0, 0, 0), 0); /* the ground */
    assert_int_not_equal(web_spawn(world, WEB_SPAWN_COUNT, 0, 0, 1, 0, 0), 0);
    assert_int_not_equal(web_spawn(world, WEB_SPAWN_BALL, 0, 0, -1, 0, 0), 0);
    assert_int_not_equal(web_spawn(world, WEB_SPAWN_BALL, NAN, 0, 1, 0, 0), 0);
    assert_int_not_equal(web_explode(world, 0, 0, 0, 1), 0);
    assert_int_not_equal(web_restore(world, "nothing", 7), 0);
    web_release(world, 99);
    assert_true(web_pick(world, 1e6, 1e6, 0)[1] == 0);
    assert_int_equal(web_hash(world), before);
    assert_true(web_report(world)[WEB_BODIES] == 7);
    web_close(world);
    web_close(NULL);
}

static void warnings_are_logged_and_counted(void **state)
{
    (void)state;
    struct web_world *world = open_or_fail("pool1", "solver=psor:relax=2.6\niterations=200");
    step(world, 60);
    assert_true(web_report(world)[WEB_LOG_COUNT] > 0);
    assert_true(strlen(web_log(world)) > 10);
    web_close(world);
}

static void the_catalogue_is_json(void **state)
{
    (void)state;
    struct value_tree tree = value_tree_open(NULL);
    const char *text = web_catalogue();
    assert_int_equal(value_tree_read_json(&tree, text, strlen(text), "catalogue", NULL), MD_OK);
    assert_int_equal(value_get(tree.root, "scenes")->count, 12);
    assert_int_equal(value_get(tree.root, "scenes3")->count, 19);
    assert_int_equal(value_get(tree.root, "solvers")->count, MD_METHOD_COUNT);
    assert_ptr_equal(web_catalogue(), text);
    value_tree_free(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_observed_world_has_the_hash_of_the_library),
        cmocka_unit_test(contributions_of_contacts_add_up_to_the_residual),
        cmocka_unit_test(residual_of_the_last_sweep_is_the_reported_one),
        cmocka_unit_test(every_scene_is_drawn),
        cmocka_unit_test(a_grabbed_body_follows_its_target_until_a_snapshot_is_restored),
        cmocka_unit_test(bodies_can_be_added_removed_and_pushed_by_an_explosion),
        cmocka_unit_test(a_saved_world_can_be_read_back),
        cmocka_unit_test(settings_can_change_while_a_world_runs),
        cmocka_unit_test(wrong_arguments_give_one_line_and_change_nothing),
        cmocka_unit_test(warnings_are_logged_and_counted),
        cmocka_unit_test(the_catalogue_is_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
