#include "reproduce/experiments/measure.h"

#include <stdio.h>

#include "base/error.h"

/* The settings of a simulation as texts for the scene. */
struct settings {
    char seed[16], circles[16], sweeps[24];
    struct scene_setting at[6];
    size_t count;
};

static void write_settings(struct settings *settings, const struct simulation *simulation)
{
    snprintf(settings->seed, sizeof settings->seed, "%d", (int)simulation->seed);
    snprintf(settings->circles, sizeof settings->circles, "%d", (int)simulation->circles);
    snprintf(settings->sweeps, sizeof settings->sweeps, "%lld", (long long)simulation->sweeps);
    settings->count = 0;
    settings->at[settings->count++] = (struct scene_setting){"seed", settings->seed};
    settings->at[settings->count++] = (struct scene_setting){"solver", simulation->solver};
    settings->at[settings->count++] = (struct scene_setting){"position_solver", simulation->position_solver};
    settings->at[settings->count++] = (struct scene_setting){"position_iterations", "10"};
    settings->at[settings->count++] = (struct scene_setting){"iterations", settings->sweeps};
    if (simulation->circles > 0) {
        settings->at[settings->count++] = (struct scene_setting){"circles", settings->circles};
    }
}

md_status simulate(const struct simulation *simulation, md_error *error)
{
    struct settings settings;
    struct scene scene;
    write_settings(&settings, simulation);
    const struct scene_options options = {.settings = settings.at,
                                          .setting_count = settings.count,
                                          .frictionless = simulation->frictionless,
                                          .callbacks = simulation->callbacks};
    md_status status = scene_open(&scene, simulation->scene, &options, error);
    if (status != MD_OK) {
        return status;
    }
    bool is_running = true;
    for (int64_t step = 1; status == MD_OK && is_running && step <= simulation->steps; ++step) {
        md_step_report report;
        status = md2_world_step(scene.world, scene.dt, &report);
        if (status != MD_OK) {
            md_fail(error, status, "%s, placement %d: step %lld: %s", simulation->scene, (int)simulation->seed,
                    (long long)step, md_status_text(status));
        } else {
            is_running = simulation->after == NULL || simulation->after(simulation->user, &scene, step, &report);
        }
    }
    scene_close(&scene);
    return status;
}
