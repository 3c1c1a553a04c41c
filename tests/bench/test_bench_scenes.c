/* The scenes of the benchmark: their contents, and that no engine starts at a disadvantage. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/accuracy/accuracy.h"
#include "bench/bench.h"
#include "scene/scene.h"
#include "support/support.h"

#define MAX_BODIES 20000 /* the largest pools have the same builder */

static struct body_state *start_of(const struct description *description)
{
    struct body_state *states = calloc((size_t)description->body_count, sizeof *states);
    assert_non_null(states);
    for (int32_t i = 0; i < description->body_count; ++i) {
        states[i] = description->body[i].start;
    }
    return states;
}

static int dynamic_bodies(const char *name)
{
    struct description description = bench_scene_build(bench_scene_find(name));
    int count = 0;
    assert_false(description.failed);
    for (int32_t i = 0; i < description.body_count; ++i) {
        count += description.body[i].type == BODY_DYNAMIC;
    }
    description_free(&description);
    return count;
}

static void scenes_have_as_many_bodies_as_their_names_say(void **state)
{
    (void)state;
    assert_int_equal(dynamic_bodies("pool1"), 221);
    assert_int_equal(dynamic_bodies("pool-1000"), 1000);
    assert_int_equal(dynamic_bodies("pool-10000"), 10000);
    assert_int_equal(dynamic_bodies("pyramid-820"), 820);
    assert_int_equal(dynamic_bodies("pyramid-5050"), 5050);
    assert_int_equal(dynamic_bodies("mixed"), 1000);
    assert_int_equal(dynamic_bodies("net"), 40 * 40 + 40 - 4); /* with the weights, without four static knots */
    assert_int_equal(dynamic_bodies("ragdolls"), 1000);
    assert_int_equal(dynamic_bodies("tumbler"), 1000);
    assert_int_equal(dynamic_bodies("islands"), 4096);
    assert_int_equal(dynamic_bodies("sleeping"), 10000);
    assert_null(bench_scene_find("pool"));
}

static void every_3d_scene_is_run_and_measured(void **state)
{
    (void)state;
    for (int i = 0; i < BENCH_SCENE3_COUNT; ++i) {
        const struct bench_scene *scene = &BENCH_SCENES3[i];
        assert_ptr_equal(bench_scene_find(scene->name), scene);
        struct description description = bench_scene_build(scene);
        struct engine_info engine = engine_info_local(&ENGINE_MODULUS);
        struct session *session = NULL;
        struct timing timing;
        struct accuracy accuracy[2];
        md_error error = {0};
        if (session_open(&session, &engine, &description, engine.setting[0].words, &error) != MD_OK) {
            fail_msg("%s: %s", scene->name, error.message);
        }
        assert_true(session_measure(session, &accuracy[0]));
        assert_int_equal(session_step(session, 3, &timing, &error), MD_OK);
        assert_true(session_measure(session, &accuracy[1]));
        assert_true(accuracy[1].finite && accuracy[1].mass > 1 && accuracy[1].height <= accuracy[0].height + 1e-3);
        assert_true(timing.seconds > 0 && timing.phases.count == 6);
        session_close(session);
        description_free(&description);
    }
}

/* A ball that falls freely: its energy is known, and it touches nothing. */
static void the_accuracy_of_a_3d_world_is_that_of_its_bodies(void **state)
{
    (void)state;
    static const char TEXT[] =
        "{\"format\": \"modulus-scene\", \"version\": 1, \"dimensions\": 3, \"world\": {\"gravity\": [0, 0, 0]}, "
        "\"bodies\": [{\"type\": \"dynamic\", \"position\": [0, 3, 0], \"velocity\": [0, 0, 2], \"shapes\": "
        "[{\"box\": {\"half\": [0.5, 0.5, 0.5]}, \"density\": 4}]}, {\"shapes\": [{\"plane\": {}}]}], "
        "\"joints\": [{\"type\": \"ball\", \"bodies\": [0, 1], \"anchors\": [[0, 0, 0], [0, 3, 0.5]]}]}";
    const struct scene_options options = {.allow_3d = true};
    struct scene scene;
    struct accuracy accuracy;
    const md_step_report last = {.contact_points = 7, .penetration_mean = (md_real)0.25, .penetration_max = 1};
    assert_int_equal(scene_read(&scene, TEXT, sizeof TEXT - 1, "ball", &options, NULL), MD_OK);
    accuracy_measure3(scene.world3, &last, &accuracy);
    assert_true(accuracy.finite && accuracy.touching == 7);
    assert_float_equal(accuracy.penetration, 0.25, 0);
    assert_float_equal(accuracy.penetration_max, 1, 0);
    assert_float_equal(accuracy.mass, 4, 1e-5);
    assert_float_equal(accuracy.kinetic, 8, 1e-5);
    assert_float_equal(accuracy.height, 3, 1e-5);
    assert_float_equal(accuracy.joint_error, 0.5, 1e-5);
    assert_float_equal(accuracy.joint_error_max, 0.5, 1e-5);
    scene_close(&scene);
}

static void no_scene_starts_with_overlap_or_joint_errors(void **state)
{
    (void)state;
    for (int i = 0; i < BENCH_SCENE_COUNT; ++i) {
        if (BENCH_SCENES[i].size > MAX_BODIES) {
            continue;
        }
        struct description description = bench_scene_build(&BENCH_SCENES[i]);
        struct body_state *states = start_of(&description);
        struct accuracy accuracy;
        assert_true(accuracy_measure(&description, states, &accuracy));
        /* Rounding errors of coordinates of up to 200 m. */
        if (accuracy.penetration_max > 1e-12 * 200 || accuracy.joint_error_max > 1e-12 * 200) {
            fail_msg("%s: penetration %g m, joint error %g m", BENCH_SCENES[i].name, accuracy.penetration_max,
                     accuracy.joint_error_max);
        }
        free(states);
        description_free(&description);
    }
}

/* The rules of description.h, and what the text for peers cannot express. */
static void scenes_follow_the_rules_that_make_engines_comparable(void **state)
{
    (void)state;
    for (int i = 0; i < BENCH_SCENE_COUNT; ++i) {
        if (BENCH_SCENES[i].size > MAX_BODIES) {
            continue;
        }
        struct description description = bench_scene_build(&BENCH_SCENES[i]);
        for (int32_t j = 0; j < description.joint_count; ++j) {
            const int32_t *body = description.joint[j].body;
            assert_true(description.body[body[0]].group > 0);
            assert_int_equal(description.body[body[0]].group, description.body[body[1]].group);
            assert_false(description.joint[j].lower < description.joint[j].upper);
        }
        for (int32_t s = 0; s < description.shape_count; ++s) {
            const struct described_shape *shape = &description.shape[s];
            assert_false(shape->is_chain);
            double x = 0;
            double y = 0;
            for (int32_t k = 0; k < shape->count; ++k) {
                x += shape->x[k];
                y += shape->y[k];
            }
            const bool is_dynamic = description.body[shape->body].type == BODY_DYNAMIC;
            assert_true(!is_dynamic || hypot(x, y) < 1e-12); /* every shape is symmetric about its origin */
        }
        description_free(&description);
    }
}

static void a_description_reads_back_to_the_same_bits(void **state)
{
    char *folder = *state;
    char problem[256] = "";
    static const char *const NAMES[] = {"pool1", "mixed", "net", "ragdolls", "tumbler"};
    for (size_t n = 0; n < sizeof NAMES / sizeof *NAMES; ++n) {
        struct description written = bench_scene_build(bench_scene_find(NAMES[n]));
        struct description read;
        FILE *file = fopen(path_in(folder, "scene"), "w+");
        assert_non_null(file);
        description_write(&written, file);
        rewind(file);
        if (!description_read(&read, file, problem, sizeof problem)) {
            fail_msg("%s: %s", NAMES[n], problem);
        }
        fclose(file);
        assert_string_equal(read.name, written.name);
        assert_int_equal(read.body_count, written.body_count);
        assert_int_equal(read.shape_count, written.shape_count);
        assert_int_equal(read.joint_count, written.joint_count);
        for (int32_t i = 0; i < read.body_count; ++i) {
            assert_memory_equal(&read.body[i].start, &written.body[i].start, sizeof read.body[i].start);
            assert_int_equal(read.body[i].type, written.body[i].type);
            assert_int_equal(read.body[i].group, written.body[i].group);
        }
        for (int32_t i = 0; i < read.shape_count; ++i) {
            assert_memory_equal(read.shape[i].x, written.shape[i].x, sizeof read.shape[i].x);
            assert_memory_equal(read.shape[i].y, written.shape[i].y, sizeof read.shape[i].y);
            assert_true(read.shape[i].density == written.shape[i].density);
            assert_true(read.shape[i].radius == written.shape[i].radius);
        }
        for (int32_t i = 0; i < read.joint_count; ++i) {
            assert_memory_equal(read.joint[i].x, written.joint[i].x, sizeof read.joint[i].x);
            assert_true(read.joint[i].length == written.joint[i].length);
        }
        description_free(&written);
        description_free(&read);
    }
}

static void a_malformed_description_is_refused_with_a_reason(void **state)
{
    static const struct {
        const char *text, *reason;
    } CASES[] = {
        {"", "the description ends, expected modulus-bench"},
        {"modulus-bench 2\n", "found 2, expected an integer from 1 to 1"},
        {"modulus-bench 1\nscene a\ngravity 0 x\n", "expected a finite number"},
        {"modulus-bench 1\nscene a\ngravity 0 nan\n", "expected a finite number"},
        {"modulus-bench 1\nscene a\ngravity 0 0\ndt 1\nsleep 0\nbodies 1\nbody soft 0\n", "unknown word 'soft'"},
        {"modulus-bench 1\nscene a\ngravity 0 0\ndt 1\nsleep 0\nbodies 0\nshapes 1\nshape 0\n", "expected an integer"},
        {"modulus-bench 1\nscene a\ngravity 0 0\ndt 1\nsleep 0\nbodies 0\nshapes 0\njoints 0\n", "expected end"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct description description;
        char problem[256] = "";
        write_text(path_in(*state, "bad"), CASES[i].text);
        FILE *file = fopen(path_in(*state, "bad"), "r");
        assert_non_null(file);
        assert_false(description_read(&description, file, problem, sizeof problem));
        assert_non_null(strstr(problem, CASES[i].reason));
        fclose(file);
        description_free(&description);
    }
}

static int set_up(void **state)
{
    *state = folder_create();
    return 0;
}

static int tear_down(void **state)
{
    folder_remove(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_3d_scene_is_run_and_measured),
        cmocka_unit_test(the_accuracy_of_a_3d_world_is_that_of_its_bodies),
        cmocka_unit_test(scenes_have_as_many_bodies_as_their_names_say),
        cmocka_unit_test(no_scene_starts_with_overlap_or_joint_errors),
        cmocka_unit_test(scenes_follow_the_rules_that_make_engines_comparable),
        cmocka_unit_test_setup_teardown(a_description_reads_back_to_the_same_bits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_malformed_description_is_refused_with_a_reason, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
