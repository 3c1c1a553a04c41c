/* The scenes of the benchmark: their contents, and that no engine starts at a disadvantage. */
#include <math.h>
#include <string.h>

#include "bench/accuracy/accuracy.h"
#include "bench/bench.h"
#include "support/support.h"

#define MAX_BODIES 20000 /* the largest pools have the same builder */

static int dynamic_bodies(const char *name)
{
    struct any_description description = bench_scene_build(bench_scene_find(name));
    int count = 0;
    assert_false(any_description_failed(&description));
    for (int32_t i = 0; i < description.flat.body_count; ++i) {
        count += description.flat.body[i].type == BODY_DYNAMIC;
    }
    for (int32_t i = 0; i < description.solid.body_count; ++i) {
        count += description.solid.body[i].type == BODY_DYNAMIC;
    }
    any_description_free(&description);
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
    assert_int_equal(dynamic_bodies("spheres-1000"), 1000);
    assert_int_equal(dynamic_bodies("spheres-10000"), 10000);
    assert_int_equal(dynamic_bodies("pyramid3-flat"), 820);
    assert_int_equal(dynamic_bodies("pyramid3"), 650);
    assert_int_equal(dynamic_bodies("wall3"), 410); /* every second row has a half brick at each end */
    assert_int_equal(dynamic_bodies("mixed3"), 1000);
    assert_int_equal(dynamic_bodies("hulls3"), 1000);
    assert_int_equal(dynamic_bodies("net3"), 20 * 20 - 4);
    assert_int_equal(dynamic_bodies("ragdolls3"), 550);
    assert_int_equal(dynamic_bodies("tower3"), 20);
    assert_int_equal(dynamic_bodies("mass_ratio3"), 10);
    assert_null(bench_scene_find("pool"));
}

/* The description of an engine has room for all words of a setting. */
static void every_setting_creates_a_world(void **state)
{
    (void)state;
    const struct engine_info engine = engine_info_local(&ENGINE_MODULUS);
    int created[4] = {0};
    for (int i = 0; i < engine.setting_count; ++i) {
        const int dimensions = engine.setting[i].dimensions;
        struct any_description description = bench_scene_build(bench_scene_find(dimensions == 3 ? "tower3" : "pool1"));
        struct session *session = NULL;
        md_error error = {0};
        if (session_open(&session, &engine, &description, engine.setting[i].words, &error) != MD_OK) {
            fail_msg("%s: %s", engine.setting[i].words, error.message);
        }
        ++created[dimensions];
        session_close(session);
        any_description_free(&description);
    }
    assert_true(created[2] > 10 && created[3] > 10);
}

static void every_3d_scene_is_run_and_measured(void **state)
{
    (void)state;
    const struct engine_info engine = engine_info_local(&ENGINE_MODULUS);
    for (int i = 0; i < BENCH_SCENE3_COUNT; ++i) {
        const struct bench_scene *scene = &BENCH_SCENES3[i];
        assert_ptr_equal(bench_scene_find(scene->name), scene);
        struct any_description description = bench_scene_build(scene);
        struct any_states states = any_states_create(&description);
        struct session *session = NULL;
        struct timing timing;
        struct accuracy accuracy[2];
        md_error error = {0};
        assert_true(any_accuracy(&description, &states, &accuracy[0]));
        if (session_open(&session, &engine, &description, engine_info_default(&engine, 3), &error) != MD_OK) {
            fail_msg("%s: %s", scene->name, error.message);
        }
        assert_int_equal(session_step(session, 1, &timing, &error), MD_OK);
        assert_int_equal(session_state(session, &states, &error), MD_OK);
        assert_true(any_accuracy(&description, &states, &accuracy[1]));
        assert_true(accuracy[1].finite && accuracy[1].mass > 1 && accuracy[1].height <= accuracy[0].height + 1e-3);
        assert_true(timing.seconds > 0 && timing.phases.count == 6);
        session_close(session);
        any_states_free(&states);
        any_description_free(&description);
    }
}

static void assert_starts_without_errors(const struct bench_scene *scene)
{
    struct any_description description = bench_scene_build(scene);
    struct any_states states = any_states_create(&description);
    struct accuracy accuracy;
    assert_true(any_accuracy(&description, &states, &accuracy));
    /* Rounding errors of coordinates of up to 200 m. */
    if (accuracy.penetration_max > 1e-12 * 200 || accuracy.joint_error_max > 1e-12 * 200) {
        fail_msg("%s: penetration %g m, joint error %g m", scene->name, accuracy.penetration_max,
                 accuracy.joint_error_max);
    }
    any_states_free(&states);
    any_description_free(&description);
}

static void no_scene_starts_with_overlap_or_joint_errors(void **state)
{
    (void)state;
    for (int i = 0; i < BENCH_SCENE_COUNT; ++i) {
        if (BENCH_SCENES[i].size <= MAX_BODIES) {
            assert_starts_without_errors(&BENCH_SCENES[i]);
        }
    }
    for (int i = 0; i < BENCH_SCENE3_COUNT; ++i) {
        assert_starts_without_errors(&BENCH_SCENES3[i]);
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
        struct any_description any = bench_scene_build(&BENCH_SCENES[i]);
        const struct description description = any.flat;
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
        any_description_free(&any);
    }
}

static void assert_axes_are_principal(const char *scene, const struct described_shape3 *shape)
{
    struct described_hull hull;
    described_hull_make(shape, &hull);
    /* Every shape is symmetric about the three planes of its coordinates: with a corner it has the mirrored ones. */
    for (int32_t i = 0; i < hull.points; ++i) {
        const struct dvec3 p = hull.point[i];
        int mirrored = 0;
        for (int32_t k = 0; k < hull.points; ++k) {
            const struct dvec3 q = hull.point[k];
            mirrored += dvec3_length(dvec3_sub(q, dvec3_of(-p.x, p.y, p.z))) < 1e-12;
            mirrored += dvec3_length(dvec3_sub(q, dvec3_of(p.x, -p.y, p.z))) < 1e-12;
            mirrored += dvec3_length(dvec3_sub(q, dvec3_of(p.x, p.y, -p.z))) < 1e-12;
        }
        if (mirrored != 3) {
            fail_msg("%s: a shape is not symmetric", scene);
        }
    }
}

/* The rules of description3.h. */
static void scenes_in_3d_follow_the_rules_that_make_engines_comparable(void **state)
{
    (void)state;
    for (int i = 0; i < BENCH_SCENE3_COUNT; ++i) {
        struct any_description any = bench_scene_build(&BENCH_SCENES3[i]);
        const struct description3 *description = &any.solid;
        for (int32_t j = 0; j < description->joint_count; ++j) {
            const int32_t *body = description->joint[j].body;
            assert_true(description->body[body[0]].group > 0);
            assert_int_equal(description->body[body[0]].group, description->body[body[1]].group);
        }
        for (int32_t s = 0; s < description->shape_count; ++s) {
            if (description->body[description->shape[s].body].type == BODY_DYNAMIC) {
                assert_axes_are_principal(BENCH_SCENES3[i].name, &description->shape[s]);
            }
        }
        any_description_free(&any);
    }
}

static void a_description_reads_back_to_the_same_bits(void **state)
{
    char *folder = *state;
    char problem[256] = "";
    static const char *const NAMES[] = {"pool1", "mixed", "net", "ragdolls", "tumbler"};
    for (size_t n = 0; n < sizeof NAMES / sizeof *NAMES; ++n) {
        struct any_description any = bench_scene_build(bench_scene_find(NAMES[n]));
        const struct description written = any.flat;
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
        any_description_free(&any);
        description_free(&read);
    }
}

static void a_3d_description_reads_back_to_the_same_bits(void **state)
{
    char *folder = *state;
    char problem[256] = "";
    static const char *const NAMES[] = {"spheres-1000", "hulls3", "mixed3", "ragdolls3", "wall3"};
    for (size_t n = 0; n < sizeof NAMES / sizeof *NAMES; ++n) {
        struct any_description any = bench_scene_build(bench_scene_find(NAMES[n]));
        const struct description3 *written = &any.solid;
        struct description3 read;
        FILE *file = fopen(path_in(folder, "scene"), "w+");
        assert_non_null(file);
        description3_write(written, file);
        rewind(file);
        if (!description3_read(&read, file, problem, sizeof problem)) {
            fail_msg("%s: %s", NAMES[n], problem);
        }
        fclose(file);
        assert_string_equal(read.name, written->name);
        assert_memory_equal(&read.gravity, &written->gravity, sizeof read.gravity);
        assert_int_equal(read.body_count, written->body_count);
        assert_int_equal(read.shape_count, written->shape_count);
        assert_int_equal(read.joint_count, written->joint_count);
        for (int32_t i = 0; i < read.body_count; ++i) {
            assert_memory_equal(&read.body[i].start, &written->body[i].start, sizeof read.body[i].start);
            assert_int_equal(read.body[i].type, written->body[i].type);
            assert_int_equal(read.body[i].group, written->body[i].group);
        }
        for (int32_t i = 0; i < read.shape_count; ++i) {
            assert_int_equal(read.shape[i].kind, written->shape[i].kind);
            assert_int_equal(read.shape[i].count, written->shape[i].count);
            assert_memory_equal(read.shape[i].point, written->shape[i].point, sizeof read.shape[i].point);
            assert_true(read.shape[i].density == written->shape[i].density);
            assert_true(read.shape[i].radius == written->shape[i].radius);
        }
        for (int32_t i = 0; i < read.joint_count; ++i) {
            assert_int_equal(read.joint[i].type, written->joint[i].type);
            assert_memory_equal(read.joint[i].anchor, written->joint[i].anchor, sizeof read.joint[i].anchor);
            assert_memory_equal(read.joint[i].axis, written->joint[i].axis, sizeof read.joint[i].axis);
        }
        any_description_free(&any);
        description3_free(&read);
    }
}

static void a_malformed_3d_description_is_refused_with_a_reason(void **state)
{
#define BEGIN3 "modulus-bench3 1\nscene a\ngravity 0 0 0\ndt 1\nsleep 0\n"
#define BODY3 "bodies 1\nbody static 0 0 0 0 0 0 0 1 0 0 0 0 0 0\n"
    static const struct {
        const char *text, *reason;
    } CASES[] = {
        {"modulus-bench 1\n", "found 'modulus-bench', expected 'modulus-bench3'"},
        {BEGIN3 "bodies 1\nbody soft", "unknown word 'soft'"},
        {BEGIN3 "bodies 0\nshapes 1\nshape sphere 0", "expected an integer from 0 to -1"},
        {BEGIN3 BODY3 "shapes 1\nshape torus", "unknown word 'torus'"},
        {BEGIN3 BODY3 "shapes 1\nshape sphere 0 1 1 0 1 2", "found 2, expected an integer from 1 to 1"},
        {BEGIN3 BODY3 "shapes 1\nshape hull 0 1 1 0 0 17", "found 17, expected an integer from 4 to 16"},
        {BEGIN3 BODY3 "shapes 0\njoints 1\njoint ball 0 1", "found 1, expected an integer from 0 to 0"},
        {BEGIN3 BODY3 "shapes 0\njoints 0\n", "expected end"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct description3 description;
        char problem[256] = "";
        write_text(path_in(*state, "bad"), CASES[i].text);
        FILE *file = fopen(path_in(*state, "bad"), "r");
        assert_non_null(file);
        assert_false(description3_read(&description, file, problem, sizeof problem));
        if (strstr(problem, CASES[i].reason) == NULL) {
            fail_msg("case %d: %s", (int)i, problem);
        }
        fclose(file);
        description3_free(&description);
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
        cmocka_unit_test(every_setting_creates_a_world),
        cmocka_unit_test(every_3d_scene_is_run_and_measured),
        cmocka_unit_test(scenes_have_as_many_bodies_as_their_names_say),
        cmocka_unit_test(no_scene_starts_with_overlap_or_joint_errors),
        cmocka_unit_test(scenes_follow_the_rules_that_make_engines_comparable),
        cmocka_unit_test(scenes_in_3d_follow_the_rules_that_make_engines_comparable),
        cmocka_unit_test_setup_teardown(a_3d_description_reads_back_to_the_same_bits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_malformed_3d_description_is_refused_with_a_reason, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_description_reads_back_to_the_same_bits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_malformed_description_is_refused_with_a_reason, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
