/* Compares this run with the JSON file of an earlier one. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "bench/bench.h"
#include "scene/json_memory.h"

#define SLOWER 0.1
#define MAX_FILE_SIZE (64 << 20)

bool is_slower(double then, double now, double noise_then, double noise_now)
{
    const double noise = fmax(fmax(noise_then, noise_now), 0);
    return now > then * (1 + SLOWER + noise);
}

static md_status read_json(const char *path, cJSON **root, md_error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return md_fail(error, MD_ERROR_FILE, "--compare %s: %s", path, strerror(errno));
    }
    char *text = malloc(MAX_FILE_SIZE);
    const size_t length = text != NULL ? fread(text, 1, MAX_FILE_SIZE, file) : 0;
    fclose(file);
    json_memory_watch();
    *root = text != NULL && length < MAX_FILE_SIZE ? cJSON_ParseWithLength(text, length) : NULL;
    const bool is_out_of_memory = text == NULL || json_memory_failed();
    free(text);
    if (is_out_of_memory) {
        return md_fail(error, MD_ERROR_MEMORY, "--compare %s: out of memory", path);
    }
    const cJSON *format = cJSON_GetObjectItemCaseSensitive(*root, "format");
    if (!cJSON_IsString(format) || strcmp(format->valuestring, "modulus-bench-results 1") != 0) {
        cJSON_Delete(*root);
        *root = NULL;
        return md_fail(error, MD_ERROR_FORMAT, "--compare %s: not the JSON of modulus bench", path);
    }
    return MD_OK;
}

static bool text_is(const cJSON *object, const char *key, const char *text)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) && strcmp(item->valuestring, text) == 0;
}

/* 0 if there is no such number. */
static double number_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) && isfinite(item->valuedouble) ? item->valuedouble : 0;
}

static const cJSON *find_scene(const cJSON *root, const struct bench_scene_result *result)
{
    const cJSON *scene = NULL;
    cJSON_ArrayForEach(scene, cJSON_GetObjectItemCaseSensitive(root, "scenes"))
    {
        if (text_is(scene, "scene", result->scene->name)) {
            return scene;
        }
    }
    return NULL;
}

/* Versions of Modulus may differ: comparing them is the purpose. */
static const cJSON *find_outcome(const cJSON *scene, const struct bench_outcome *outcome)
{
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, cJSON_GetObjectItemCaseSensitive(scene, "outcomes"))
    {
        const bool is_other_version =
            strcmp(outcome->engine->name, "modulus") != 0 && !text_is(at, "version", outcome->engine->version);
        if (text_is(at, "engine", outcome->engine->name) && text_is(at, "precision", outcome->engine->precision) &&
            text_is(at, "setting", outcome->words) && !is_other_version && number_of(at, "ms") > 0) {
            return at;
        }
    }
    return NULL;
}

static bool print_comparison(const char *scene, const struct bench_outcome *outcome, const cJSON *old, bool same_steps)
{
    const double then = number_of(old, "ms");
    const double noise_then = number_of(old, "median_ms") / then - 1;
    const double noise_now = outcome->median_ms / outcome->ms - 1;
    const bool is_modulus = strcmp(outcome->engine->name, "modulus") == 0;
    const bool slower = is_modulus && same_steps && is_slower(then, outcome->ms, noise_then, noise_now);
    const char *verdict = slower                                                              ? "slower"
                          : is_modulus && is_slower(outcome->ms, then, noise_now, noise_then) ? "faster"
                                                                                              : "";
    printf("  %-13s %-10s %-7s %-38s %9.3f %9.3f %6.2f %6.0f %% %7.3f %7.3f  %s%s\n", scene, outcome->engine->name,
           outcome->engine->precision, outcome->words, then, outcome->ms, outcome->ms / then,
           100 * fmax(noise_then, noise_now), 1e3 * number_of(old, "penetration"), 1e3 * outcome->accuracy.penetration,
           verdict, same_steps ? "" : "other numbers of steps: not comparable");
    return slower;
}

static int compare_scene(const cJSON *root, const struct bench_scene_result *result, int *compared)
{
    int slower = 0;
    const cJSON *scene = find_scene(root, result);
    const bool same_steps = number_of(scene, "settle_steps") == result->settle &&
                            number_of(scene, "window_steps") == result->window &&
                            number_of(scene, "bodies") == result->bodies;
    for (int i = 0; scene != NULL && i < result->outcome_count; ++i) {
        const struct bench_outcome *outcome = &result->outcome[i];
        const cJSON *old = outcome->problem[0] == '\0' ? find_outcome(scene, outcome) : NULL;
        if (old != NULL) {
            slower += print_comparison(result->scene->name, outcome, old, same_steps);
            ++*compared;
        }
    }
    return slower;
}

md_status bench_compare(const struct bench_results *results, const char *old_path, int *slower, md_error *error)
{
    cJSON *root = NULL;
    int compared = 0;
    *slower = 0;
    const md_status status = read_json(old_path, &root, error);
    if (status != MD_OK) {
        return status;
    }
    printf("\nCompared with %s: ms per step then and now, ratio, noise, mean penetration in mm then and now\n",
           old_path);
    const double spin_then = number_of(cJSON_GetObjectItemCaseSensitive(root, "before"), "spin_seconds");
    if (spin_then > 0) {
        printf("  speed of the machine: a fixed computation takes %.2f times as long as then\n",
               results->before.spin_seconds / spin_then);
    }
    for (int s = 0; s < results->scene_count; ++s) {
        if (results->scene[s].repeats > 0) {
            *slower += compare_scene(root, &results->scene[s], &compared);
        }
    }
    cJSON_Delete(root);
    printf("  %d results in both runs, %d of Modulus slower by more than a tenth plus the noise\n", compared, *slower);
    return MD_OK;
}
