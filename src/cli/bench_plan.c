/* Selects the scenes, engines and threads that modulus bench runs. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "bench/engines/engine.h"
#include "cli/bench.h"
#include "cli/cli.h"

#define PATIENCE 60 /* s that a world may take to settle, unless all scenes or certain ones are requested */

static int fail_unknown_scene(const char *name)
{
    const char *nearest = md_nearest_name(name, &BENCH_SCENES[0].name, sizeof *BENCH_SCENES);
    nearest = nearest != NULL ? nearest : md_nearest_name(name, &BENCH_SCENES3[0].name, sizeof *BENCH_SCENES3);
    if (nearest != NULL) {
        return fail_with(EXIT_BAD_INPUT, "bench: unknown scene '%s', did you mean '%s'? (see modulus bench --help)",
                         name, nearest);
    }
    return fail_with(EXIT_BAD_INPUT, "bench: unknown scene '%s' (see modulus bench --help)", name);
}

static int choose_scenes(const struct bench_options *options, struct bench_plan *plan)
{
    for (size_t i = 0; i < options->scenes.count; ++i) {
        const struct bench_scene *scene = bench_scene_find(options->scenes.at[i]);
        if (scene == NULL) {
            return fail_unknown_scene(options->scenes.at[i]);
        }
        if (plan->scene_count < (int)(sizeof plan->scene / sizeof *plan->scene)) {
            plan->scene[plan->scene_count++] = scene;
        }
    }
    for (int i = 0; options->scenes.count == 0 && i < BENCH_SCENE_COUNT; ++i) {
        const struct bench_scene *scene = &BENCH_SCENES[i];
        if (options->quick ? scene->quick : options->all || scene->usual) {
            plan->scene[plan->scene_count++] = scene;
        }
    }
    for (int i = 0; options->scenes.count == 0 && options->all && i < BENCH_SCENE3_COUNT; ++i) {
        plan->scene[plan->scene_count++] = &BENCH_SCENES3[i];
    }
    return -1;
}

static int choose_threads(const char *list, struct bench_plan *plan)
{
    const char *at = list;
    while (at != NULL && *at != '\0') {
        char *end = NULL;
        const long threads = strtol(at, &end, 10);
        if (end == at || threads < 1 || threads > 1024 || (*end != ',' && *end != '\0') ||
            plan->thread_count == MAX_THREAD_COUNTS) {
            return fail_with(EXIT_BAD_INPUT, "bench: --threads '%s', expected numbers from 1 to 1024, such as 2,4",
                             list);
        }
        plan->threads[plan->thread_count++] = (int)threads;
        at = *end == ',' ? end + 1 : end;
    }
    return -1;
}

static int add_peer(struct engine_info *engines, struct bench_plan *plan, const char *command)
{
    md_error error = {0};
    if (plan->engine_count == MAX_ENGINES) {
        return fail_with(EXIT_BAD_INPUT, "bench: more than %d peers", MAX_ENGINES - 1);
    }
    struct engine_info *info = &engines[plan->engine_count];
    if (engine_info_peer(info, command, &error) != MD_OK) {
        return fail_with_error(&error);
    }
    plan->engine[plan->engine_count++] = info;
    return -1;
}

/* Adds the peers that the build makes if their packages are installed. */
static int add_built_peers(struct engine_info *engines, struct bench_plan *plan)
{
    static const struct {
        const char *program, *package;
    } BUILT[] = {{"peer_chipmunk", "libchipmunk-dev"},
                 {"peer_box2d", "libbox2d-dev"},
                 {"peer_bullet", "libbullet-dev"},
                 {"peer_ode", "libode-dev"}};
    char self[2048];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    int code = -1;
    self[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(self, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    for (size_t i = 0; code < 0 && i < sizeof BUILT / sizeof *BUILT; ++i) {
        char path[4096];
        snprintf(path, sizeof path, "%s/bench/%s", self, BUILT[i].program);
        if (access(path, X_OK) == 0 && strchr(path, ' ') == NULL) {
            code = add_peer(engines, plan, path);
        } else {
            printf("%s is not available: it is built if %s is installed\n", BUILT[i].program, BUILT[i].package);
        }
    }
    return code;
}

static int choose_engines(const struct bench_options *options, struct engine_info *engines, struct bench_plan *plan)
{
    int code = -1;
    engines[0] = engine_info_local(&ENGINE_MODULUS);
    plan->engine[plan->engine_count++] = &engines[0];
    if (!options->no_peers) {
        code = add_built_peers(engines, plan);
    }
    for (size_t i = 0; code < 0 && i < options->peers.count; ++i) {
        code = add_peer(engines, plan, options->peers.at[i]);
    }
    for (int t = 0; code < 0 && t < plan->thread_count; ++t) {
        for (int e = 0; e < plan->engine_count; ++e) {
            if (plan->threads[t] > plan->engine[e]->max_threads) {
                printf("%s %s: supports at most %d thread%s, skipping %d\n", plan->engine[e]->name,
                       plan->engine[e]->version, plan->engine[e]->max_threads,
                       plan->engine[e]->max_threads == 1 ? "" : "s", plan->threads[t]);
            }
        }
    }
    return code;
}

int bench_choose(const struct bench_options *options, struct engine_info *engines, struct bench_plan *plan)
{
    *plan = (struct bench_plan){
        .level = options->all     ? LEVEL_FULL
                 : options->quick ? LEVEL_DEFAULT
                                  : LEVEL_USUAL,
        .patience = !options->all && options->scenes.count == 0 ? PATIENCE : 0,
        .repeats = options->repeats > 0 ? (int)options->repeats
                   : options->quick     ? 3
                                        : 7,
        .plain = !options->all && options->scenes.count == 0,
        .effort = options->quick ? 0.3 : 1,
    };
    if (options->quick && options->all) {
        return fail_with(EXIT_BAD_INPUT, "bench: --quick and --all exclude each other");
    }
    if (options->repeats > MAX_REPEATS) {
        return fail_with(EXIT_BAD_INPUT, "bench: --repeats %lld, expected at most %d", (long long)options->repeats,
                         MAX_REPEATS);
    }
    int code = choose_scenes(options, plan);
    if (code < 0) {
        code = choose_threads(options->threads, plan);
    }
    return code < 0 ? choose_engines(options, engines, plan) : code;
}
