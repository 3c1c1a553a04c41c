/* Modulus in 3D behind the interface of an engine. There are no peers: its accuracy comes from the world itself, and its
 * scenes are the built-in ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/accuracy/accuracy.h"
#include "bench/engines/engine.h"
#include "scene/scene_world.h"

struct instance {
    struct scene scene;
    md_step_report last; /* of the last step */
};

static const char *const KEYS[] = {"solver=", "position_solver=", "iterations",          "substeps", "slop",
                                   "threads", "correction=",      "position_iterations", NULL};

/* ---- Settings -------------------------------------------------------------------------------------------------------- */

/* The words as settings of a scene: most keys are the same. */
struct settings {
    char value[10][64];
    struct scene_setting at[10];
    size_t count;
};

static void add(struct settings *settings, const char *key, const char *value)
{
    char *copy = settings->value[settings->count];
    snprintf(copy, sizeof settings->value[0], "%s", value);
    settings->at[settings->count++] = (struct scene_setting){key, copy};
}

static bool choose_correction(struct settings *settings, const char *name, char *problem, size_t size)
{
    if (strcmp(name, "warm") == 0) {
        add(settings, "position_warm_start", "0.8");
        return true;
    }
    if (strcmp(name, "split") == 0 || strcmp(name, "soft") == 0 || strcmp(name, "baumgarte") == 0) {
        add(settings, "position_correction", strcmp(name, "split") == 0 ? "split_impulse" : name);
        return true;
    }
    snprintf(problem, size, "correction=%s, expected split, warm, soft or baumgarte", name);
    return false;
}

static bool choose_settings(struct settings *settings, const char *words, char *problem, size_t size)
{
    static const char *const SAME[] = {"solver",  "position_solver",     "iterations", "substeps",
                                       "threads", "position_iterations", "slop"};
    char value[64];
    if (!words_are_known(words, KEYS, problem, size)) {
        return false;
    }
    for (size_t i = 0; i < sizeof SAME / sizeof *SAME; ++i) {
        words_text(words, SAME[i], "", value, sizeof value);
        if (value[0] != '\0' && strcmp(SAME[i], "threads") != 0) { /* no key of a scene */
            add(settings, SAME[i], value);
        }
    }
    add(settings, "enable_sleep", "false");
    words_text(words, "correction", "split", value, sizeof value);
    return choose_correction(settings, value, problem, size);
}

/* ---- The engine ------------------------------------------------------------------------------------------------------ */

static void destroy(void *world)
{
    struct instance *instance = world;
    scene_close(&instance->scene);
    free(instance);
}

static void *create(const struct description *description, const char *words, char *problem, size_t size)
{
    struct settings settings = {.count = 0};
    struct instance *instance = calloc(1, sizeof *instance);
    md_error error = {0};
    if (instance == NULL) {
        snprintf(problem, size, "out of memory");
        return NULL;
    }
    bool is_open = choose_settings(&settings, words, problem, size);
    if (is_open) {
        const struct scene_options options = {
            .settings = settings.at, .setting_count = settings.count, .allow_3d = true};
        is_open = scene_open(&instance->scene, description->name, &options, &error) == MD_OK;
        if (!is_open) {
            snprintf(problem, size, "%s", error.message);
        }
    }
    if (is_open) {
        struct scene_solving solving = scene_get_solving(&instance->scene);
        solving.threads = (int32_t)words_number(words, "threads", 1);
        is_open = scene_set_solving(&instance->scene, &solving) == MD_OK;
    }
    if (!is_open) {
        destroy(instance);
    }
    return is_open ? instance : NULL;
}

static bool step(void *world)
{
    struct instance *instance = world;
    return scene_step(&instance->scene, instance->scene.dt, &instance->last) == MD_OK;
}

/* There are no described bodies. */
static void read_states(void *world, struct body_state *states)
{
    (void)world;
    (void)states;
}

static void read_phases(void *world, struct phases *phases)
{
    const struct instance *instance = world;
    const md_step_seconds seconds = scene_statistics(&instance->scene).seconds;
    const struct {
        const char *name;
        double seconds;
    } all[] = {{"islands", seconds.islands},   {"assemble", seconds.assemble},   {"solve", seconds.solve},
               {"position", seconds.position}, {"integrate", seconds.integrate}, {"collide", seconds.collide}};
    phases->count = sizeof all / sizeof *all;
    for (int i = 0; i < phases->count; ++i) {
        snprintf(phases->name[i], sizeof phases->name[i], "%s", all[i].name);
        phases->seconds[i] = all[i].seconds;
    }
}

static void measure(void *world, struct accuracy *accuracy)
{
    const struct instance *instance = world;
    accuracy_measure3(instance->scene.world3, &instance->last, accuracy);
}

const struct engine ENGINE_MODULUS3 = {
    .name = "modulus",
    .version = MODULUS_VERSION,
    .precision = sizeof(md_real) == sizeof(double) ? "double" : "float",
    .max_threads = MD3_MAX_THREADS,
    .create = create,
    .step = step,
    .read = read_states,
    .phases = read_phases,
    .destroy = destroy,
    .measure = measure,
};
