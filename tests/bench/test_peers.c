/* The protocol between the benchmark and a peer, with Modulus itself as the peer; and the treatment of bad peers. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

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

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_peer_describes_its_engine),
        cmocka_unit_test(a_peer_gives_the_same_bits_as_this_process),
        cmocka_unit_test(unknown_settings_are_reported),
        cmocka_unit_test(programs_that_are_not_peers_are_refused_with_a_reason),
        cmocka_unit_test(a_peer_that_exits_early_does_not_affect_the_others),
    };
    if (argc != 2) {
        return 2;
    }
    signal(SIGPIPE, SIG_IGN); /* as the command does */
    command = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
