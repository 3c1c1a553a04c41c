/* Bodies, shapes and joints that a host creates in a world of either dimension, through the C API of the npm package. The tests in
 * Node (creation.test.mjs) have more cases; this one runs under the sanitizers and valgrind. */
#define _POSIX_C_SOURCE 200809L

#include "engine_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine2.h"
#include "engine3.h"
#include "scene/create.h"
#include "scene/flat_document.h"

static struct web_world *empty_world(int dimensions)
{
    char text[120];
    struct flat_document document;
    snprintf(text, sizeof text, "{\"format\": \"modulus-scene\", \"version\": 1, \"dimensions\": %d}", dimensions);
    assert_true(flatten(text, &document));
    struct web_world *world = web_read(document.bytes, document.size, "empty", "");
    assert_non_null(world);
    flat_document_free(&document);
    return world;
}

enum { BODY, JOINT, SHAPE };

/* Creates from JSON. Returns a handle of generation 0 if the definition is refused. */
static struct scene_handle create(struct web_world *world, int part, struct scene_handle body, const char *json)
{
    struct flat_document document;
    assert_true(flatten(json, &document));
    const struct scene_handle *made =
        part == BODY    ? web_create_body(world, document.bytes, document.size, "body")
        : part == JOINT ? web_create_joint(world, document.bytes, document.size, "joint")
                        : web_create_shape(world, body.index, body.generation, document.bytes, document.size, "shape");
    const struct scene_handle handle = made != NULL ? *made : (struct scene_handle){0};
    flat_document_free(&document);
    return handle;
}

static struct scene_handle create_body(struct web_world *world, const char *json)
{
    return create(world, BODY, (struct scene_handle){0}, json);
}

static struct scene_handle create_weld(struct web_world *world, struct scene_handle a, struct scene_handle b)
{
    char json[200];
    snprintf(
        json, sizeof json,
        "{\"type\": \"weld\", \"bodies\": [{\"index\": %d, \"generation\": %u}, {\"index\": %d, \"generation\": %u}]}",
        (int)a.index, (unsigned)a.generation, (int)b.index, (unsigned)b.generation);
    return create(world, JOINT, (struct scene_handle){0}, json);
}

static const double *state_of(struct web_world *world, struct scene_handle body)
{
    const struct web_array *state = web_body(world, body.index, body.generation);
    assert_non_null(state);
    assert_int_equal(state->count, web_dimensions(world) == 3 ? WEB_BODY3_NUMBERS : WEB_BODY_NUMBERS);
    return state->data;
}

static void a_weld_holds_a_body_until_it_is_destroyed(void **state)
{
    (void)state;
    for (int dimensions = 2; dimensions <= 3; ++dimensions) {
        const char *round = dimensions == 2 ? "{\"circle\": {\"radius\": 0.5}}" : "{\"sphere\": {\"radius\": 0.5}}";
        struct web_world *world = empty_world(dimensions);
        const struct scene_handle fixed = create_body(world, "{}");
        const struct scene_handle body = create_body(world, "{\"type\": \"dynamic\"}");
        const struct scene_handle shape = create(world, SHAPE, body, round);
        const struct scene_handle weld = create_weld(world, fixed, body);
        assert_true(fixed.generation > 0 && body.generation > 0 && shape.generation > 0 && weld.generation > 0);
        for (int i = 0; i < 60; ++i) {
            assert_int_equal(web_step(world), 0);
        }
        assert_true(fabs(state_of(world, body)[5]) < 0.01);
        assert_int_equal(web_destroy_joint(world, weld.index, weld.generation), 0);
        assert_int_equal(web_is_valid(world, WEB_JOINT, weld.index, weld.generation), 0);
        for (int i = 0; i < 60; ++i) {
            assert_int_equal(web_step(world), 0);
        }
        assert_true(state_of(world, body)[5] < -4);
        assert_int_equal(web_push(world, body.index, body.generation, WEB_VELOCITY, 3, 2, 0, 0, 0, 1), 0);
        assert_true(state_of(world, body)[dimensions == 2 ? 8 : 11] == 3);
        assert_int_equal(web_set_transform(world, body.index, body.generation, 1, 2, 0, 0, 0, 0, 1), 0);
        assert_true(state_of(world, body)[5] == 2);
        web_close(world);
    }
}

static void stale_handles_are_refused(void **state)
{
    (void)state;
    for (int dimensions = 2; dimensions <= 3; ++dimensions) {
        const char *round = dimensions == 2 ? "{\"circle\": {\"radius\": 0.5}}" : "{\"sphere\": {\"radius\": 0.5}}";
        struct web_world *world = empty_world(dimensions);
        const struct scene_handle fixed = create_body(world, "{}");
        const struct scene_handle body = create_body(world, "{\"type\": \"dynamic\"}");
        const struct scene_handle shape = create(world, SHAPE, body, round);
        assert_int_equal(web_destroy_shape(world, shape.index, shape.generation), 0);
        assert_int_not_equal(web_destroy_shape(world, shape.index, shape.generation), 0);
        assert_int_equal(web_destroy_body(world, body.index, body.generation), 0);
        assert_int_not_equal(web_destroy_body(world, body.index, body.generation), 0);
        assert_non_null(strstr(web_error(), "handle of an existing body"));
        assert_null(web_body(world, body.index, body.generation));
        assert_true(create(world, SHAPE, body, round).generation == 0);
        assert_string_equal(web_error(), "shape: expected the handle of an existing body, got index 1, generation 1");
        assert_true(create_weld(world, fixed, body).generation == 0);
        assert_string_equal(web_error(),
                            "joint: bodies[1]: expected the handle of an existing body, got index 1, generation 1");
        assert_int_not_equal(web_push(world, body.index, body.generation, WEB_FORCE, 1, 0, 0, 0, 0, 0), 0);
        assert_int_not_equal(web_push(world, fixed.index, fixed.generation, WEB_PUSH_COUNT, 1, 0, 0, 0, 0, 0), 0);
        web_close(world);
    }
}

static void a_refused_body_leaves_nothing(void **state)
{
    (void)state;
    struct web_world *world = empty_world(3);
    char *before = strdup(web_save(world));
    assert_true(create_body(world, "{\"type\": \"dynamic\", \"shapes\": [{\"sphere\": {\"radius\": 1}}, "
                                   "{\"hull\": {\"points\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}}]}")
                    .generation == 0);
    assert_non_null(strstr(web_error(), "body: shapes[1].hull"));
    assert_true(create_body(world, "{\"type\": \"static\", \"velocity\": [1, 0, 0]}").generation == 0);
    assert_true(create_body(world, "[]").generation == 0);
    assert_null(web_create_body(world, "{", 1, "body"));
    assert_string_equal(web_error(), "body: the flat document is truncated or damaged");
    assert_string_equal(web_save(world), before);
    free(before);
    web_close(world);
}

static int32_t change(struct web_world *world, enum web_part part, struct scene_handle handle, const char *json)
{
    struct flat_document document;
    assert_true(flatten(json, &document));
    const int32_t status =
        web_change(world, part, handle.index, handle.generation, document.bytes, document.size, "change");
    flat_document_free(&document);
    return status;
}

static void what_exists_can_be_changed(void **state)
{
    (void)state;
    for (int dimensions = 2; dimensions <= 3; ++dimensions) {
        const char *round = dimensions == 2 ? "{\"circle\": {\"radius\": 0.5}}" : "{\"sphere\": {\"radius\": 0.5}}";
        const int mass = dimensions == 2 ? 11 : 17;
        struct web_world *world = empty_world(dimensions);
        const struct scene_handle fixed = create_body(world, "{}");
        const struct scene_handle body = create_body(world, "{\"type\": \"dynamic\"}");
        const struct scene_handle shape = create(world, SHAPE, body, round);
        const struct scene_handle weld = create_weld(world, fixed, body);
        const double before = state_of(world, body)[mass];
        assert_int_equal(change(world, WEB_SHAPE, shape, "{\"density\": 3000}"), 0);
        assert_true(state_of(world, body)[mass] > 2.9 * before);
        assert_int_equal(change(world, WEB_JOINT, weld, "{\"break_force\": 1}"), 0);
        assert_int_equal(web_step(world), 0);
        assert_int_equal(web_is_valid(world, WEB_JOINT, weld.index, weld.generation), 0);
        assert_int_equal(change(world, WEB_BODY, body, "{\"type\": \"static\", \"bullet\": true}"), 0);
        assert_true(state_of(world, body)[2] == MD3_STATIC);
        assert_int_not_equal(change(world, WEB_JOINT, weld, "{\"break_force\": 2}"), 0);
        assert_non_null(strstr(web_error(), "change: expected the handle of an existing joint"));
        assert_int_not_equal(change(world, WEB_SHAPE, shape, "{\"density\": -1}"), 0);
        assert_string_equal(web_error(), "change: density: expected a number >= 0, got -1");
        assert_int_not_equal(change(world, WEB_BODY, body, "{\"position\": [0, 0]}"), 0);
        assert_int_not_equal(change(world, WEB_BODY, body, "7"), 0);
        web_close(world);
    }
}

static void events_are_listed_in_both_dimensions(void **state)
{
    (void)state;
    for (int dimensions = 2; dimensions <= 3; ++dimensions) {
        struct web_world *world = empty_world(dimensions);
        create_body(world, dimensions == 2 ? "{\"shapes\": [{\"box\": {\"half\": [9, 1]}}]}"
                                           : "{\"shapes\": [{\"plane\": {\"offset\": 1}}]}");
        create_body(
            world,
            dimensions == 2
                ? "{\"type\": \"dynamic\", \"position\": [0, 3], \"shapes\": [{\"circle\": {\"radius\": 0.5}}]}"
                : "{\"type\": \"dynamic\", \"position\": [0, 3, 0], \"shapes\": [{\"sphere\": {\"radius\": 0.5}}]}");
        bool has_hit = false;
        for (int i = 0; i < 60 && !has_hit; ++i) {
            assert_int_equal(web_step(world), 0);
            const struct web_array *events = web_events(world);
            const double *event = events->data;
            assert_int_equal(events->count % WEB_EVENT_NUMBERS, 0);
            for (int32_t k = 0; k < events->count; k += WEB_EVENT_NUMBERS) {
                if (event[k] == MD3_EVENT_CONTACT_HIT) {
                    has_hit = true;
                    assert_true(event[k + 2] > 0 && event[k + 4] > 0);
                    assert_true(fabs(event[k + 10] - 1) < 0.1 && fabs(fabs(event[k + 13]) - 1) < 1e-3);
                    assert_true(event[k + 15] > 3 && event[k + 16] > 0);
                }
            }
        }
        assert_true(has_hit);
        web_close(world);
    }
}

int main(void)
{
    _Static_assert((int)MD2_EVENT_JOINT_BROKEN == (int)MD3_EVENT_JOINT_BROKEN &&
                       (int)MD2_EVENT_CONTACT_HIT == (int)MD3_EVENT_CONTACT_HIT,
                   "events have the same order");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_weld_holds_a_body_until_it_is_destroyed),
        cmocka_unit_test(stale_handles_are_refused),
        cmocka_unit_test(a_refused_body_leaves_nothing),
        cmocka_unit_test(what_exists_can_be_changed),
        cmocka_unit_test(events_are_listed_in_both_dimensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
