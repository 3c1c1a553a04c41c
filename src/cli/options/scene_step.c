#include "cli/options/scene_step.h"

#include "cli/cli.h"
#include "cli/output/progress.h"

#define DRIVER_SWEEPS 10

struct capture {
    md_problem *problem;
    bool is_armed, is_done; /* the requested step is running; its problem has been copied */
    md_status status;
};

static void on_solved(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct capture *capture = user;
    (void)substep;
    (void)result;
    if (capture->is_armed && !capture->is_done && md_problem_rows(problem) > 0) {
        capture->is_done = true;
        capture->status = md_problem_copy(capture->problem, problem);
    }
}

/* Sets the driver, and one LCP per step even if the scene solves islands separately. */
static int configure(const struct scene_step *request, const struct scene *scene)
{
    struct scene_solving solving = scene_get_solving(scene);
    solver_pair_apply(&request->driver, &solving);
    solving.limits = (md_limits){.max_iterations = DRIVER_SWEEPS};
    solving.separate_islands = false;
    const md_status status = scene_set_solving(scene, &solving);
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "%s: %s", request->name, md_status_text(status));
}

static int do_step(const struct scene_step *request, const struct scene *scene, int64_t step)
{
    const md_status status = scene_step(scene, scene->dt, NULL);
    return status == MD_OK
               ? -1
               : fail_with(EXIT_FAILED, "%s: step %lld: %s", request->name, (long long)step, md_status_text(status));
}

/* Simulates up to the step before the requested one. */
static int drive(const struct scene_step *request, const struct scene *scene)
{
    struct progress progress = progress_begin(scene->name, "steps", request->step, false);
    int code = -1;
    interrupt_catch();
    for (int64_t step = 1; code < 0 && step < request->step; ++step) {
        code = do_step(request, scene, step);
        progress_show(&progress, step);
        if (code < 0 && interrupt_seen()) {
            progress_end(&progress);
            code = fail_with(EXIT_INTERRUPTED, "interrupted after step %lld of %s", (long long)step, scene->name);
        }
    }
    interrupt_release();
    progress_end(&progress);
    return code;
}

static int capture_step(const struct scene_step *request, const struct scene *scene, struct capture *capture)
{
    capture->is_armed = true;
    const int code = do_step(request, scene, request->step);
    if (code < 0 && !capture->is_done) {
        return fail_with(EXIT_BAD_INPUT,
                         "%s: step %lld has no constraints to solve: no moving body touches another or has a joint",
                         request->name, (long long)request->step);
    }
    if (code < 0 && capture->status != MD_OK) {
        return fail_with(EXIT_FAILED, "%s: %s", request->name, md_status_text(capture->status));
    }
    return code;
}

int scene_step_load(const struct scene_step *request, md_problem *problem)
{
    struct scene scene = {0};
    struct capture capture = {.problem = problem};
    const struct scene_observer observer = {.user = &capture, .solved = on_solved};
    int code = scene_load(&scene, request->name, &request->changes, &observer);
    if (code >= 0) {
        return code;
    }
    code = configure(request, &scene);
    if (code < 0) {
        code = drive(request, &scene);
    }
    if (code < 0) {
        code = capture_step(request, &scene, &capture);
    }
    scene_close(&scene);
    return code;
}
