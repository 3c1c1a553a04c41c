/* Compares the times of Modulus and of its peers at equal accuracy. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

/* The largest ratio of our time to the peer's that is aimed for, on a scene, against an engine whose version begins with
 * `version`, with its setting `words` (NULL: with every setting). */
struct target {
    const char *scene, *engine, *version, *words;
    double ratio;
};

static const struct target TARGETS[] = {
    {"pool1", "chipmunk", "7", "iterations=10 slop=0.005", 0.33},
    {"pool-10000", "chipmunk", "7", "iterations=10 slop=0.005", 0.10},
    {"pyramid-820", "box2d", "2.4", "velocity=8 position=3", 0.33},
    {"pool1", "box2d", "3", NULL, 0.8},
    {"pool-1000", "box2d", "3", NULL, 0.8},
    {"pool-10000", "box2d", "3", NULL, 0.8},
    {"pyramid-820", "box2d", "3", NULL, 0.8},
    {"mixed", "box2d", "3", NULL, 0.8},
    {"tumbler", "box2d", "3", NULL, 0.8},
    {"net", "box2d", "3", NULL, 0.8},
    {"ragdolls", "box2d", "3", NULL, 0.8},
    {"islands", "box2d", "3", NULL, 0.8},
    {"spheres-1000", "box3d", "", NULL, 0.7},
    {"spheres-10000", "box3d", "", NULL, 0.7},
    {"pyramid3-flat", "box3d", "", NULL, 0.8},
    {"pyramid3", "box3d", "", NULL, 0.8},
    {"wall3", "box3d", "", NULL, 0.8},
    {"mixed3", "box3d", "", NULL, 0.8},
    {"hulls3", "box3d", "", NULL, 0.8},
    {"net3", "box3d", "", NULL, 1.0},
    {"ragdolls3", "box3d", "", NULL, 1.0},
};
#define TARGET_COUNT (sizeof TARGETS / sizeof *TARGETS)

/* The same for the geometric mean over the scenes and settings that have a target above. */
static const struct mean_target {
    const char *engine, *version;
    double ratio;
} MEAN_TARGETS[] = {
    {"box2d", "3", 0.6},
};
#define MEAN_TARGET_COUNT (sizeof MEAN_TARGETS / sizeof *MEAN_TARGETS)

/* The largest sag of the top that is aimed for, m. */
static const struct sag_target {
    const char *scene;
    double limit;
} SAG_TARGETS[] = {{"tower3", 10e-3}, {"mass_ratio3", 1e-3}};
#define SAG_TARGET_COUNT (sizeof SAG_TARGETS / sizeof *SAG_TARGETS)

static bool is_engine(const struct engine_info *engine, const char *name, const char *version)
{
    return strcmp(name, engine->name) == 0 && strncmp(version, engine->version, strlen(version)) == 0;
}

static double target_of(const struct bench_scene *scene, const struct bench_outcome *peer)
{
    for (size_t i = 0; i < TARGET_COUNT; ++i) {
        const struct target *target = &TARGETS[i];
        if (strcmp(target->scene, scene->name) == 0 && is_engine(peer->engine, target->engine, target->version) &&
            (target->words == NULL || strcmp(target->words, peer->words) == 0)) {
            return target->ratio;
        }
    }
    return 0;
}

/* A smaller error counts as none: a fiftieth of the slop of Modulus. */
#define NO_ERROR 1e-5 /* m */
/* The same for motion by less than that in a step of 1/60 s: 0.6 mm/s. */
#define REST_ENERGY 1.8e-7 /* J/kg */

bool outcome_is_as_accurate(const struct bench_outcome *ours, const struct bench_outcome *peer, bool rests)
{
    const struct accuracy *a = &ours->accuracy;
    const struct accuracy *b = &peer->accuracy;
    return ours->problem[0] == '\0' && !ours->fell && a->penetration <= fmax(b->penetration, NO_ERROR) &&
           (!rests || a->kinetic <= fmax(b->kinetic, REST_ENERGY * b->mass)) &&
           a->joint_error <= fmax(b->joint_error, NO_ERROR);
}

static bool is_modulus(const struct engine_info *engine)
{
    return strcmp(engine->name, "modulus") == 0;
}

/* Finds the fastest setting of an engine that is as accurate as the peer. */
static struct bench_match match(const struct bench_scene_result *scene, const struct bench_outcome *peer,
                                const struct engine_info *engine)
{
    struct bench_match match = {.scene = scene,
                                .peer = peer,
                                .target = target_of(scene->scene, peer),
                                .same_precision = strcmp(engine->precision, peer->engine->precision) == 0};
    for (int i = 0; i < scene->outcome_count; ++i) {
        const struct bench_outcome *ours = &scene->outcome[i];
        if (ours->engine == engine && ours->threads == peer->threads &&
            outcome_is_as_accurate(ours, peer, scene->scene->rests) &&
            (match.ours == NULL || ours->ms < match.ours->ms)) {
            match.ours = ours;
        }
    }
    match.ratio = match.ours != NULL ? match.ours->ms / peer->ms : 0;
    return match;
}

static int count_outcomes(const struct bench_results *results)
{
    int count = 0;
    for (int s = 0; s < results->scene_count; ++s) {
        count += results->scene[s].outcome_count;
    }
    return count;
}

static bool is_peer_result(const struct bench_outcome *outcome)
{
    return !is_modulus(outcome->engine) && outcome->problem[0] == '\0' && !outcome->fell;
}

struct bench_match *bench_match_all(const struct bench_results *results, int *count)
{
    const size_t max_count = (size_t)count_outcomes(results) * (size_t)results->engine_count;
    struct bench_match *matches = calloc(max_count + 1, sizeof *matches);
    *count = 0;
    for (int s = 0; matches != NULL && s < results->scene_count; ++s) {
        const struct bench_scene_result *scene = &results->scene[s];
        for (int i = 0; i < scene->outcome_count && scene->repeats > 0; ++i) {
            for (int e = 0; e < results->engine_count && is_peer_result(&scene->outcome[i]); ++e) {
                if (is_modulus(results->engine[e])) {
                    matches[(*count)++] = match(scene, &scene->outcome[i], results->engine[e]);
                }
            }
        }
    }
    return matches;
}

static double mean_target_of(const struct engine_info *engine)
{
    for (size_t i = 0; i < MEAN_TARGET_COUNT; ++i) {
        if (is_engine(engine, MEAN_TARGETS[i].engine, MEAN_TARGETS[i].version)) {
            return MEAN_TARGETS[i].ratio;
        }
    }
    return 0;
}

struct bench_mean bench_mean_of(const struct bench_match *matches, int count, const struct engine_info *peer)
{
    struct bench_mean mean = {.target = mean_target_of(peer)};
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        const struct bench_match *match = &matches[i];
        if (match->peer->engine == peer && match->peer->threads == 1 && match->same_precision && match->target > 0) {
            mean.missing += match->ours == NULL;
            mean.count += match->ours != NULL;
            sum += match->ours != NULL ? log(match->ratio) : 0;
        }
    }
    mean.ratio = mean.count > 0 ? exp(sum / mean.count) : 0;
    return mean;
}

static double sag_limit_of(const struct bench_scene *scene)
{
    for (size_t i = 0; i < SAG_TARGET_COUNT; ++i) {
        if (strcmp(SAG_TARGETS[i].scene, scene->name) == 0) {
            return SAG_TARGETS[i].limit;
        }
    }
    return 0;
}

static struct bench_stand stand(const struct bench_scene_result *scene, const struct engine_info *engine, double limit)
{
    struct bench_stand stand = {.scene = scene, .engine = engine, .limit = limit};
    for (int i = 0; i < scene->outcome_count; ++i) {
        const struct bench_outcome *ours = &scene->outcome[i];
        if (ours->engine == engine && ours->threads == 1 && ours->problem[0] == '\0' && !ours->fell &&
            fabs(ours->accuracy.top_sag) <= limit && (stand.ours == NULL || ours->ms < stand.ours->ms)) {
            stand.ours = ours;
        }
    }
    return stand;
}

struct bench_stand *bench_stand_all(const struct bench_results *results, int *count)
{
    struct bench_stand *stands =
        calloc((size_t)results->scene_count * (size_t)results->engine_count + 1, sizeof *stands);
    *count = 0;
    for (int s = 0; stands != NULL && s < results->scene_count; ++s) {
        const struct bench_scene_result *scene = &results->scene[s];
        const double limit = sag_limit_of(scene->scene);
        for (int e = 0; limit > 0 && scene->repeats > 0 && e < results->engine_count; ++e) {
            if (is_modulus(results->engine[e])) {
                stands[(*count)++] = stand(scene, results->engine[e], limit);
            }
        }
    }
    return stands;
}
