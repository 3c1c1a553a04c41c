/* The results as one JSON object, for other programs and for `--compare` of a later run. Units are m, J and s; keys that
 * end with ms are in milliseconds. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/output_file.h"
#include "bench/bench.h"
#include "scene/json_memory.h"

static cJSON *machine_object(const struct machine_check *check)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "spin_seconds", check->spin_seconds);
    cJSON_AddNumberToObject(object, "spin_spread", check->spin_spread);
    cJSON_AddNumberToObject(object, "load", check->load);
    cJSON_AddNumberToObject(object, "cores", check->cores);
    return object;
}

static void name_engine(cJSON *object, const struct engine_info *engine)
{
    cJSON_AddStringToObject(object, "engine", engine->name);
    cJSON_AddStringToObject(object, "version", engine->version);
    cJSON_AddStringToObject(object, "precision", engine->precision);
}

static cJSON *engines_array(const struct bench_results *results)
{
    cJSON *array = cJSON_CreateArray();
    for (int e = 0; e < results->engine_count; ++e) {
        cJSON *object = cJSON_CreateObject();
        name_engine(object, results->engine[e]);
        cJSON_AddStringToObject(object, "note", results->engine[e]->note);
        cJSON_AddNumberToObject(object, "threads_most", results->engine[e]->max_threads);
        cJSON_AddItemToArray(array, object);
    }
    return array;
}

static void add_accuracy(cJSON *object, const struct accuracy *accuracy)
{
    cJSON_AddNumberToObject(object, "touching", (double)accuracy->touching);
    cJSON_AddNumberToObject(object, "overlapping", (double)accuracy->overlapping);
    cJSON_AddNumberToObject(object, "penetration", accuracy->penetration);
    cJSON_AddNumberToObject(object, "penetration_overlapping", accuracy->penetration_overlapping);
    cJSON_AddNumberToObject(object, "penetration_max", accuracy->penetration_max);
    cJSON_AddNumberToObject(object, "kinetic_energy", accuracy->kinetic);
    cJSON_AddNumberToObject(object, "joint_error", accuracy->joint_error);
    cJSON_AddNumberToObject(object, "joint_error_max", accuracy->joint_error_max);
}

static cJSON *outcome_object(const struct bench_outcome *outcome)
{
    cJSON *object = cJSON_CreateObject();
    name_engine(object, outcome->engine);
    cJSON_AddStringToObject(object, "setting", outcome->words);
    cJSON_AddNumberToObject(object, "threads", outcome->threads);
    if (outcome->problem[0] != '\0') {
        cJSON_AddStringToObject(object, "problem", outcome->problem);
        return object;
    }
    cJSON_AddNumberToObject(object, "ms", outcome->ms);
    cJSON_AddNumberToObject(object, "median_ms", outcome->median_ms);
    cJSON_AddNumberToObject(object, "settle_ms", outcome->settle_ms);
    add_accuracy(object, &outcome->accuracy);
    cJSON_AddNumberToObject(object, "sunk", outcome->sunk);
    cJSON_AddNumberToObject(object, "top_sag", outcome->accuracy.top_sag);
    cJSON_AddBoolToObject(object, "fell", outcome->fell);
    cJSON *phases = outcome->phases.count > 0 ? cJSON_AddObjectToObject(object, "phases_ms") : NULL;
    for (int p = 0; p < outcome->phases.count; ++p) {
        cJSON_AddNumberToObject(phases, outcome->phases.name[p], 1e3 * outcome->phases.seconds[p]);
    }
    return object;
}

static cJSON *scene_object(const struct bench_scene_result *result)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", result->scene->name);
    cJSON_AddNumberToObject(object, "bodies", result->bodies);
    cJSON_AddNumberToObject(object, "shapes", result->shapes);
    cJSON_AddNumberToObject(object, "joints", result->joints);
    cJSON_AddNumberToObject(object, "settle_steps", result->settle);
    cJSON_AddNumberToObject(object, "window_steps", result->window);
    cJSON_AddNumberToObject(object, "repeats", result->repeats);
    cJSON *outcomes = cJSON_AddArrayToObject(object, "outcomes");
    for (int i = 0; i < result->outcome_count; ++i) {
        cJSON_AddItemToArray(outcomes, outcome_object(&result->outcome[i]));
    }
    return object;
}

static cJSON *match_object(const struct bench_match *match)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", match->scene->scene->name);
    name_engine(object, match->peer->engine);
    cJSON_AddStringToObject(object, "setting", match->peer->words);
    cJSON_AddBoolToObject(object, "same_precision", match->same_precision);
    if (match->ours != NULL) {
        cJSON_AddStringToObject(object, "modulus_precision", match->ours->engine->precision);
        cJSON_AddStringToObject(object, "modulus_setting", match->ours->words);
        cJSON_AddNumberToObject(object, "ratio", match->ratio);
    } else {
        cJSON_AddNullToObject(object, "ratio");
    }
    if (match->target > 0) {
        cJSON_AddNumberToObject(object, "target", match->target);
        cJSON_AddBoolToObject(object, "met", match->ours != NULL && match->ratio <= match->target);
    }
    return object;
}

static void add_mean(cJSON *array, const struct bench_mean *mean, const struct engine_info *peer)
{
    if (mean->target > 0 && mean->count + mean->missing > 0) {
        cJSON *object = cJSON_CreateObject();
        name_engine(object, peer);
        cJSON_AddNumberToObject(object, "ratio", mean->ratio);
        cJSON_AddNumberToObject(object, "ratios", mean->count);
        cJSON_AddNumberToObject(object, "target", mean->target);
        cJSON_AddBoolToObject(object, "met", mean->missing == 0 && mean->ratio <= mean->target);
        cJSON_AddItemToArray(array, object);
    }
}

static void add_matches(cJSON *root, const struct bench_results *results)
{
    int count = 0;
    struct bench_match *matches = bench_match_all(results, &count);
    cJSON *array = cJSON_AddArrayToObject(root, "equal_accuracy");
    for (int i = 0; i < count; ++i) {
        cJSON_AddItemToArray(array, match_object(&matches[i]));
    }
    cJSON *means = cJSON_AddArrayToObject(root, "geometric_means");
    for (int e = 0; e < results->engine_count; ++e) {
        const struct bench_mean mean = bench_mean_of(matches, count, results->engine[e]);
        add_mean(means, &mean, results->engine[e]);
    }
    free(matches);
}

static cJSON *results_object(const struct bench_results *results)
{
    char warning[160];
    cJSON *root = cJSON_CreateObject();
    machine_judge(&results->before, &results->after, warning, sizeof warning);
    cJSON_AddStringToObject(root, "format", "modulus-bench-results 1");
    cJSON_AddStringToObject(root, "machine", results->machine);
    cJSON_AddItemToObject(root, "before", machine_object(&results->before));
    cJSON_AddItemToObject(root, "after", machine_object(&results->after));
    cJSON_AddStringToObject(root, "warning", warning);
    cJSON_AddItemToObject(root, "engines", engines_array(results));
    cJSON *scenes = cJSON_AddArrayToObject(root, "scenes");
    for (int s = 0; s < results->scene_count; ++s) {
        if (results->scene[s].repeats > 0) {
            cJSON_AddItemToArray(scenes, scene_object(&results->scene[s]));
        }
    }
    add_matches(root, results);
    return root;
}

md_status bench_write_json(const struct bench_results *results, const char *path, md_error *error)
{
    struct output_file output;
    json_memory_watch();
    cJSON *root = results_object(results);
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (text == NULL || json_memory_failed()) {
        cJSON_free(text);
        return md_fail(error, MD_ERROR_MEMORY, "out of memory");
    }
    md_status status = md_output_open(&output, path, error);
    if (status == MD_OK) {
        md_output_print(&output, "%s\n", text);
        status = md_output_commit(&output, error);
    }
    cJSON_free(text);
    return status;
}
