#include "cli/compare_scene.h"

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

#define DRIVER_SWEEPS 10

struct capture {
    md_problem *problem;
    bool now, done; /* the step has come; it has been taken */
    md_status status;
};

static void on_solved(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct capture *capture = user;
    (void)substep;
    (void)result;
    if (capture->now && !capture->done && md_problem_rows(problem) > 0) {
        capture->done = true;
        capture->status = md_problem_copy(capture->problem, problem);
    }
}

/* The driver, and one LCP a step whatever the scene prefers. */
static int configure(const struct scene_step *wanted, md2_world *world)
{
    md2_world_def def = md2_world_get_def(world);
    md_error error = {0};
    if (md_solver_spec_parse(wanted->driver, &def.solver, &error) != MD_OK) {
        return fail_with_error(&error);
    }
    if (def.solver.method != MD_AUTO) {
        def.position_solver = md_solver_spec_of(MD_PGS); /* what suits it: docs/engine.md */
    }
    def.limits = (md_limits){.max_iterations = DRIVER_SWEEPS};
    def.separate_islands = false;
    const md_status status = md2_world_set_def(world, &def);
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "%s: %s", wanted->name, md_status_text(status));
}

static int do_step(const struct scene_step *wanted, const struct scene *scene, int64_t step)
{
    const md_status status = md2_world_step(scene->world, scene->dt, NULL);
    return status == MD_OK
               ? -1
               : fail_with(EXIT_FAILED, "%s: step %lld: %s", wanted->name, (long long)step, md_status_text(status));
}

/* Up to the step before the one that is wanted. */
static int drive(const struct scene_step *wanted, const struct scene *scene)
{
    struct progress progress = progress_begin(scene->name, "steps", wanted->step, false);
    int ended = -1;
    interrupt_catch();
    for (int64_t step = 1; ended < 0 && step < wanted->step; ++step) {
        ended = do_step(wanted, scene, step);
        progress_show(&progress, step);
        if (ended < 0 && interrupt_seen()) {
            progress_end(&progress);
            ended = fail_with(EXIT_FAILED, "interrupted after step %lld of %s", (long long)step, scene->name);
        }
    }
    interrupt_release();
    progress_end(&progress);
    return ended;
}

static int take(const struct scene_step *wanted, const struct scene *scene, struct capture *capture)
{
    capture->now = true;
    const int ended = do_step(wanted, scene, wanted->step);
    if (ended < 0 && !capture->done) {
        return fail_with(EXIT_BAD_INPUT,
                         "%s: step %lld has nothing to solve: no body that moves touches another or has a joint",
                         wanted->name, (long long)wanted->step);
    }
    if (ended < 0 && capture->status != MD_OK) {
        return fail_with(EXIT_FAILED, "%s: %s", wanted->name, md_status_text(capture->status));
    }
    return ended;
}

int scene_step_load(const struct scene_step *wanted, md_problem *problem)
{
    struct scene scene = {0};
    struct capture capture = {.problem = problem};
    const md2_callbacks callbacks = {.user = &capture, .solved = on_solved};
    int ended = scene_load(&scene, wanted->name, &wanted->changes, &callbacks);
    if (ended >= 0) {
        return ended;
    }
    ended = configure(wanted, scene.world);
    if (ended < 0) {
        ended = drive(wanted, &scene);
    }
    if (ended < 0) {
        ended = take(wanted, &scene, &capture);
    }
    scene_close(&scene);
    return ended;
}
