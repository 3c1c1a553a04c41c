/* Scenes that are simulated whole, and divided among ranks that are threads of the test. */
#ifndef MODULUS_TESTS_DIVIDED_H
#define MODULUS_TESTS_DIVIDED_H

#include <stdlib.h>
#include <string.h>

#include <modulus/divide2.h>
#include <modulus/divide3.h>

#include "scene/scene_world.h"
#include "scene/scenes.h"
#include "support/thread_ranks.h"

#define MAX_COMPARED 40

/** A run of a scene with partitions. */
struct trial {
    const char *scene; /* the name of a built-in scene, or JSON text */
    const char *const *settings;
    int32_t partitions, threads;
    int steps;
    int unite_every;                     /* steps */
    void (*change)(struct scene *scene); /* other settings; may be NULL */
};

/** What a run leaves: whole worlds at some steps, and reports. */
struct trace {
    int compared;
    uint64_t hash[MAX_COMPARED];
    md_step_report report[MAX_COMPARED];
    md_share_report shares[MAX_THREAD_RANKS];
    md_status status[MAX_THREAD_RANKS];
    char error[512];
};

static inline void set_partitions(struct scene *scene, int32_t partitions, int32_t threads)
{
    if (scene->world3 != NULL) {
        md3_world_def def = md3_world_get_def(scene->world3);
        def.partitions = partitions;
        def.threads = threads;
        assert_int_equal(md3_world_set_def(scene->world3, &def), MD_OK);
    } else {
        md2_world_def def = md2_world_get_def(scene->world);
        def.partitions = partitions;
        def.threads = threads;
        assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
    }
}

static inline void open_trial(const struct trial *trial, struct scene *scene)
{
    static const char *const none[] = {NULL};
    if (trial->scene[0] == '{') {
        md_error error = {0};
        const struct scene_options options = {.allow_3d = true};
        if (scene_read(scene, trial->scene, strlen(trial->scene), "test.json", &options, &error) != MD_OK) {
            fail_msg("%s", error.message);
        }
    } else {
        open_any(scene, trial->scene, trial->settings != NULL ? trial->settings : none);
    }
    set_partitions(scene, trial->partitions, trial->threads);
    if (trial->change != NULL) {
        trial->change(scene);
    }
}

/** Runs the scene in one process. */
static inline struct trace trace_of_whole(const struct trial *trial)
{
    struct trace trace = {.compared = 0};
    struct scene scene;
    open_trial(trial, &scene);
    for (int step = 1; step <= trial->steps; ++step) {
        md_step_report report;
        assert_int_equal(scene_step(&scene, scene.dt, &report), MD_OK);
        if (step % trial->unite_every == 0 && trace.compared < MAX_COMPARED) {
            trace.report[trace.compared] = report;
            trace.hash[trace.compared++] = scene_hash(&scene);
        }
    }
    scene_close(&scene);
    return trace;
}

/* What the ranks of a run share: rank 0 has the scene. */
struct divided_run {
    const struct trial *trial;
    struct scene scene;
    struct trace trace;
};

static inline md_status step_and_unite(const md_communicator *communicator, struct divided_run *run,
                                       struct scene *share, int step)
{
    struct trace *trace = &run->trace;
    struct scene whole = {.world = NULL};
    md_step_report report;
    md_status status = scene_step(share, run->scene.dt, &report);
    if (status != MD_OK || step % run->trial->unite_every != 0) {
        return status;
    }
    status = scene_unite(share, step % 2 == 0, &whole);
    if (status == MD_OK && communicator->rank == 0 && trace->compared < MAX_COMPARED) {
        trace->report[trace->compared] = report;
        trace->hash[trace->compared++] = scene_hash(&whole);
    }
    md2_world_destroy(whole.world);
    md3_world_destroy(whole.world3);
    return status;
}

static inline void run_rank(const md_communicator *communicator, void *user)
{
    struct divided_run *run = user;
    struct scene share = {.world = NULL};
    md_error error = {.message = ""};
    md_status status =
        scene_divide(&share, run->scene.world3 != NULL ? 3 : 2, communicator->rank == 0 ? &run->scene : NULL,
                     communicator, &(struct scene_observer){.user = NULL}, &error);
    for (int step = 1; status == MD_OK && step <= run->trial->steps; ++step) {
        status = step_and_unite(communicator, run, &share, step);
    }
    run->trace.shares[communicator->rank] = scene_share(&share);
    run->trace.status[communicator->rank] = status;
    if (communicator->rank == 0) {
        memcpy(run->trace.error, error.message, sizeof error.message);
    }
    md2_world_destroy(share.world);
    md3_world_destroy(share.world3);
}

/** Runs the scene divided among ranks. */
static inline struct trace trace_of_ranks(const struct trial *trial, int ranks)
{
    struct divided_run run = {.trial = trial};
    open_trial(trial, &run.scene);
    thread_ranks_run(ranks, run_rank, &run);
    scene_close(&run.scene);
    return run.trace;
}

static inline void expect_same_report(const md_step_report *a, const md_step_report *b)
{
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->iterations, b->iterations);
    assert_true(a->residual.absolute == b->residual.absolute && a->residual.scaled == b->residual.scaled &&
                a->residual.relative == b->residual.relative);
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->bodies, b->bodies);
    assert_int_equal(a->contacts, b->contacts);
    assert_int_equal(a->contact_points, b->contact_points);
    assert_int_equal(a->islands, b->islands);
    assert_int_equal(a->awake_bodies, b->awake_bodies);
    assert_true(a->penetration_max == b->penetration_max && a->penetration_mean == b->penetration_mean);
    assert_true(a->kinetic_energy == b->kinetic_energy);
}

/** Compares all steps that both runs have. */
static inline void expect_same_trace(const char *name, int ranks, const struct trace *whole,
                                     const struct trace *divided)
{
    for (int rank = 0; rank < ranks; ++rank) {
        if (divided->status[rank] != MD_OK) {
            fail_msg("%.40s, rank %d of %d: %s %s", name, rank, ranks, md_status_text(divided->status[rank]),
                     divided->error);
        }
    }
    assert_int_equal(whole->compared, divided->compared);
    for (int k = 0; k < whole->compared; ++k) {
        if (whole->hash[k] != divided->hash[k]) {
            fail_msg("%.40s on %d ranks: other bits at comparison %d", name, ranks, k);
        }
        expect_same_report(&whole->report[k], &divided->report[k]);
    }
}

/** Compares a whole run with runs on numbers of ranks, ending with 0. */
static inline void expect_same_bits(const struct trial *trial, const int *ranks)
{
    const struct trace whole = trace_of_whole(trial);
    for (; *ranks > 0; ++ranks) {
        const struct trace divided = trace_of_ranks(trial, *ranks);
        expect_same_trace(trial->scene, *ranks, &whole, &divided);
    }
}

#endif
