/* Scenes of 2D and 3D: the engine simulates them up to a step, and the problem is the LCP of that step. */
#include <stdio.h>

#include "base/error.h"
#include "generate/kinds.h"
#include "scene/scene_world.h"

/* Receives a copy of the LCP of a step. */
struct capture {
    md_problem *problem;
    md_status status;
};

static void copy_problem(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    (void)result;
    struct capture *capture = user;
    capture->status = md_problem_copy(capture->problem, problem);
}

/* Installs callbacks that pass everything on to an observer. */
static md_status set_observer(const struct scene *scene, const struct scene_observer *observer)
{
    if (scene->world3 != NULL) {
        const md3_callbacks callbacks = observer_callbacks3(observer);
        return md3_world_set_callbacks(scene->world3, &callbacks);
    }
    const md2_callbacks callbacks = observer_callbacks2(observer);
    return md2_world_set_callbacks(scene->world, &callbacks);
}

static md_status run_to_step(const struct scene *scene, int32_t step, md_problem *problem)
{
    md_status status = MD_OK;
    for (int32_t i = 1; status == MD_OK && i < step; ++i) {
        status = scene_step(scene, scene->dt, NULL);
    }
    struct capture capture = {.problem = problem, .status = MD_ERROR_PROBLEM};
    const struct scene_observer observer = {.user = &capture, .solved = copy_problem};
    if (status == MD_OK) {
        status = set_observer(scene, &observer);
    }
    if (status == MD_OK) {
        status = scene_step(scene, scene->dt, NULL);
    }
    return status == MD_OK ? capture.status : status;
}

/* The settings as text, which is how scenes read them. The driver solves velocities and positions. */
struct scene_text {
    char bodies[32], seed[32], friction[32], width[32], iterations[32], solver[128];
    struct scene_setting setting[6];
    size_t count;
};

static void add(struct scene_text *text, const char *key, const char *value)
{
    text->setting[text->count++] = (struct scene_setting){key, value};
}

static void write_settings(struct scene_text *text, const struct generate_settings *settings)
{
    text->count = 0;
    const char *count = setting_has(settings, "circles") ? "circles" : "count";
    snprintf(text->bodies, sizeof text->bodies, "%d", (int)setting_whole(settings, count));
    snprintf(text->seed, sizeof text->seed, "%.0f", setting_number(settings, "seed"));
    snprintf(text->friction, sizeof text->friction, "%.17g", setting_number(settings, "friction"));
    snprintf(text->iterations, sizeof text->iterations, "%d", (int)setting_whole(settings, "iterations"));
    md_solver_spec_format(&settings->solver, text->solver, sizeof text->solver);
    add(text, count, text->bodies);
    add(text, "seed", text->seed);
    add(text, "friction", text->friction);
    add(text, "iterations", text->iterations);
    add(text, "solver", text->solver);
    if (setting_has(settings, "width")) {
        snprintf(text->width, sizeof text->width, "%.17g", setting_number(settings, "width"));
        add(text, "width", text->width);
    }
}

md_status generate_from_scene(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    struct scene_text text;
    struct scene scene;
    write_settings(&text, settings);
    const struct scene_options options = {.settings = text.setting, .setting_count = text.count, .allow_3d = true};
    md_status status = scene_open(&scene, settings->kind->name, &options, error);
    if (status != MD_OK) {
        return status;
    }
    status = run_to_step(&scene, setting_whole(settings, "step"), problem);
    scene_close(&scene);
    if (status == MD_ERROR_PROBLEM) {
        return md_fail(error, status, "generate %s: step %d has no contacts", settings->kind->name,
                       (int)setting_whole(settings, "step"));
    }
    if (status == MD_OK && setting_whole(settings, "warm_start") == 0) {
        status = md_problem_set_start(problem, NULL, NULL);
    }
    return status;
}
