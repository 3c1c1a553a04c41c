/* The protocol between the benchmark and a peer, with Modulus itself as the peer; and the treatment of bad peers. */
#define _POSIX_C_SOURCE 200809L /* access */

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/engines/engine.h"
#include "support/support.h"

static const char *command; /* set by main: the modulus command */

static struct engine_info peer_info(void)
{
    struct engine_info info;
    md_error error = {0};
    if (engine_info_peer(&info, command, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    return info;
}

static void a_peer_describes_its_engine(void **state)
{
    (void)state;
    const struct engine_info peer = peer_info();
    const struct engine_info local = engine_info_local(&ENGINE_MODULUS);
    assert_string_equal(peer.name, local.name);
    assert_string_equal(peer.version, local.version);
    assert_string_equal(peer.precision, md_real_name());
    assert_int_equal(peer.max_threads, local.max_threads);
    assert_int_equal(peer.setting_count, local.setting_count);
    for (int i = 0; i < peer.setting_count; ++i) {
        assert_string_equal(peer.setting[i].words, local.setting[i].words);
        assert_int_equal(peer.setting[i].level, local.setting[i].level);
        assert_int_equal(peer.setting[i].dimensions, local.setting[i].dimensions);
    }
}

static void step_and_read(const struct engine_info *info, const struct any_description *description, const char *words,
                          const struct any_states *states)
{
    struct session *session = NULL;
    struct timing timing;
    md_error error = {0};
    if (session_open(&session, info, description, words, &error) != MD_OK ||
        session_step(session, 20, &timing, &error) != MD_OK || session_step(session, 5, &timing, &error) != MD_OK ||
        session_state(session, states, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    assert_true(timing.seconds > 0);
    assert_int_equal(timing.phases.count, 6);
    assert_string_equal(timing.phases.name[2], "solve");
    session_close(session);
}

static void a_peer_gives_the_same_bits_as_this_process(void **state)
{
    (void)state;
    /* shapes, groups and joints in 2D and in 3D */
    static const char *const SCENES[] = {"pool1", "ragdolls", "ragdolls3", "hulls3", "mass_ratio3"};
    const struct engine_info peer = peer_info();
    const struct engine_info local = engine_info_local(&ENGINE_MODULUS);
    for (size_t i = 0; i < sizeof SCENES / sizeof *SCENES; ++i) {
        struct any_description description = bench_scene_build(bench_scene_find(SCENES[i]));
        const size_t count = (size_t)any_body_count(&description);
        struct any_states ours = any_states_create(&description);
        struct any_states theirs = any_states_create(&description);
        step_and_read(&local, &description, "solver=pgs iterations=5", &ours);
        step_and_read(&peer, &description, "solver=pgs iterations=5", &theirs);
        if (description.dimensions == 3) {
            assert_memory_equal(ours.solid, theirs.solid, count * sizeof *ours.solid);
        } else {
            assert_memory_equal(ours.flat, theirs.flat, count * sizeof *ours.flat);
        }
        any_states_free(&ours);
        any_states_free(&theirs);
        any_description_free(&description);
    }
}

static void assert_peer_fails(const char *words, const char *reason)
{
    const struct engine_info peer = peer_info();
    struct any_description description = bench_scene_build(bench_scene_find("pool1"));
    struct session *session = NULL;
    md_error error = {0};
    assert_int_not_equal(session_open(&session, &peer, &description, words, &error), MD_OK);
    assert_null(session);
    if (strstr(error.message, reason) == NULL) {
        fail_msg("'%s' does not say '%s'", error.message, reason);
    }
    any_description_free(&description);
}

static void unknown_settings_are_reported(void **state)
{
    (void)state;
    assert_peer_fails("iterations=ten", "setting 'iterations=ten', expected KEY=VALUE with one of solver");
    assert_peer_fails("speed=3", "setting 'speed=3'");
    assert_peer_fails("solver=magic", "magic");
}

static void programs_that_are_not_peers_are_refused_with_a_reason(void **state)
{
    (void)state;
    struct engine_info info;
    md_error error = {0};
    assert_int_not_equal(engine_info_peer(&info, "/nowhere/peer", &error), MD_OK);
    assert_non_null(strstr(error.message, "no such program"));
    assert_int_not_equal(engine_info_peer(&info, "true", &error), MD_OK);
    assert_non_null(strstr(error.message, "incomplete"));
    assert_int_not_equal(engine_info_peer(&info, "echo hello", &error), MD_OK);
    assert_non_null(strstr(error.message, "'hello about'"));
    assert_int_not_equal(engine_info_peer(&info, "", &error), MD_OK);
    assert_non_null(strstr(error.message, "expected a command"));
}

/* The failure of a peer is noted in its outcome and does not affect the others. */
static void a_peer_that_exits_early_does_not_affect_the_others(void **state)
{
    (void)state;
    struct engine_info engines[2] = {engine_info_local(&ENGINE_MODULUS), engine_info_local(&ENGINE_MODULUS)};
    engines[1].local = NULL;
    snprintf(engines[1].command, sizeof engines[1].command, "true");
    const struct bench_plan plan = {.scene = {bench_scene_find("pool1")},
                                    .scene_count = 1,
                                    .engine = {&engines[0], &engines[1]},
                                    .engine_count = 2,
                                    .repeats = 2,
                                    .effort = 0.02};
    struct bench_results results;
    md_error error = {0};
    assert_int_equal(bench_run(&plan, &results, &error), MD_OK);
    assert_int_equal(results.scene[0].outcome_count, 2);
    assert_int_equal(results.scene[0].repeats, 2);
    assert_true(results.scene[0].outcome[0].ms > 0);
    assert_true(results.scene[0].outcome[0].median_ms >= results.scene[0].outcome[0].ms);
    assert_string_equal(results.scene[0].outcome[0].problem, "");
    assert_non_null(strstr(results.scene[0].outcome[1].problem, "exited without an answer"));
    bench_results_free(&results);
}

#define STEPS 10
#define FALL (9.80665 / 3600 * STEPS * (STEPS + 1) / 2) /* m: semi-implicit Euler in steps of 1/60 s */

/* m, mean: the lowest dolls have hit the ground, where Bullet's joints give way by 1 mm in the mean; anchors are 50 mm and more
 * from the centres of limbs. */
#define MAX_JOINT_ERROR 3e-3

/* Steps a scene, and fills the states and the accuracy. */
static void run_scene(const struct engine_info *peer, const char *name, struct any_description *description,
                      struct any_states *states, struct accuracy *accuracy)
{
    struct session *session = NULL;
    struct timing timing;
    md_error error = {0};
    *description = bench_scene_build(bench_scene_find(name));
    *states = any_states_create(description);
    const char *words = engine_info_default(peer, description->dimensions);
    if (session_open(&session, peer, description, words, &error) != MD_OK ||
        session_step(session, STEPS, &timing, &error) != MD_OK || session_state(session, states, &error) != MD_OK) {
        fail_msg("%s on %s: %s", peer->name, name, error.message);
    }
    assert_true(any_accuracy(description, states, accuracy) && accuracy->finite);
    session_close(session);
}

/* The highest body of a 3D scene touches nothing yet: it falls and keeps its rotation. In float, at heights of 20 m. */
static void assert_falls_freely3(const struct engine_info *peer, const char *name)
{
    struct any_description description;
    struct any_states states;
    struct accuracy accuracy;
    run_scene(peer, name, &description, &states, &accuracy);
    const int32_t last = description.solid.body_count - 1;
    const struct body_state3 *from = &description.solid.body[last].start;
    const struct body_state3 *to = &states.solid[last];
    const double turned = from->q.x * to->q.x + from->q.y * to->q.y + from->q.z * to->q.z + from->q.w * to->q.w;
    if (fabs(from->p.y - to->p.y - FALL) > 1e-4 || fabs(to->v.y + 9.80665 * STEPS / 60) > 1e-3 ||
        fabs(fabs(turned) - 1) > 1e-5 || accuracy.joint_error > MAX_JOINT_ERROR) {
        fail_msg("%s on %s: falls %g m instead of %g m, cosine of its half turn %g, joint error %g m", peer->name, name,
                 from->p.y - to->p.y, FALL, turned, accuracy.joint_error);
    }
    any_states_free(&states);
    any_description_free(&description);
}

static void assert_falls_freely(const struct engine_info *peer, const char *name)
{
    struct any_description description;
    struct any_states states;
    struct accuracy accuracy;
    run_scene(peer, name, &description, &states, &accuracy);
    const int32_t last = description.flat.body_count - 1;
    const double fall = description.flat.body[last].start.y - states.flat[last].y;
    /* Chipmunk moves bodies with the velocities from before the step. */
    assert_true(fall < FALL + 1e-4 && fall > FALL - 9.80665 / 3600 * STEPS - 1e-4);
    any_states_free(&states);
    any_description_free(&description);
}

static void every_peer_that_was_built_runs_its_scenes(void **state)
{
    static const char *const PROGRAMS[] = {"chipmunk", "box2d", "bullet", "ode"};
    static const char *const SCENES3[] = {"spheres-1000", "mixed3", "hulls3", "ragdolls3"};
    (void)state;
    for (size_t i = 0; i < sizeof PROGRAMS / sizeof *PROGRAMS; ++i) {
        struct engine_info peer;
        md_error error = {0};
        char path[1024];
        const char *slash = strrchr(command, '/');
        snprintf(path, sizeof path, "%.*sbench/peer_%s", slash != NULL ? (int)(slash + 1 - command) : 0, command,
                 PROGRAMS[i]);
        if (access(path, X_OK) != 0) {
            continue;
        }
        if (engine_info_peer(&peer, path, &error) != MD_OK) {
            fail_msg("%s", error.message);
        }
        assert_string_equal(peer.name, PROGRAMS[i]);
        if (engine_info_default(&peer, 2) != NULL) {
            assert_falls_freely(&peer, "pool1");
        }
        for (size_t k = 0; engine_info_default(&peer, 3) != NULL && k < sizeof SCENES3 / sizeof *SCENES3; ++k) {
            assert_falls_freely3(&peer, SCENES3[k]);
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_peer_describes_its_engine),
        cmocka_unit_test(a_peer_gives_the_same_bits_as_this_process),
        cmocka_unit_test(unknown_settings_are_reported),
        cmocka_unit_test(programs_that_are_not_peers_are_refused_with_a_reason),
        cmocka_unit_test(a_peer_that_exits_early_does_not_affect_the_others),
        cmocka_unit_test(every_peer_that_was_built_runs_its_scenes),
    };
    if (argc != 2) {
        return 2;
    }
    signal(SIGPIPE, SIG_IGN); /* as the command does */
    command = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
