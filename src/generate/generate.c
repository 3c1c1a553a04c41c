/* The table of problem kinds, and the parser of NAME[:key=value,...]. */
#include "generate/generate.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/nearest.h"
#include "generate/kinds.h"
#include "scene/builtin.h"

/* A row takes about 150 bytes, including its share of a body: ten million circles take a few gigabytes. */
#define MAX_COUNT 1e7
#define MAX_SCENE_COUNT 1e5
#define MAX_SEED 9007199254740992.0

#define WHOLE(name, standard, min, max, meaning)                                                                       \
    {                                                                                                                  \
        name, standard, meaning, GENERATE_WHOLE, min, max, NULL                                                        \
    }
#define NUMBER(name, standard, min, max, meaning)                                                                      \
    {                                                                                                                  \
        name, standard, meaning, GENERATE_NUMBER, min, max, NULL                                                       \
    }
#define WORD(name, standard, words, meaning)                                                                           \
    {                                                                                                                  \
        name, standard, meaning, GENERATE_WORD, 0, 0, words                                                            \
    }
#define SOLVER(name, standard, meaning)                                                                                \
    {                                                                                                                  \
        name, standard, meaning, GENERATE_SOLVER, 0, 0, NULL                                                           \
    }

#define MASS(meaning) NUMBER("mass", "1", 1e-6, 1e6, meaning)
#define RATIO(meaning) NUMBER("ratio", "1", 1e-6, 1e6, meaning)
#define FRICTION(standard) NUMBER("friction", standard, 0, 100, "coefficient of friction; 0: no tangent rows")
#define SEED(meaning) WHOLE("seed", "1", 0, MAX_SEED, meaning)

#define SCENE_KEYS(circles) WHOLE("circles", circles, 1, MAX_SCENE_COUNT, "number of circles"), STEP_KEYS
#define SCENE_KEYS3(spheres) WHOLE("count", spheres, 1, MAX_SCENE_COUNT, "number of spheres"), STEP_KEYS
#define STEP_KEYS                                                                                                      \
    WHOLE("step", "100", 1, 1e6, "time step whose LCP is taken, counted from 1"),                                      \
        SEED("seed of the random initial positions"), FRICTION("0.1"),                                                 \
        SOLVER("driver", "pgs", "solver of the previous steps, velocities and positions, with ; instead of ,"),        \
        WHOLE("iterations", "10", 1, 1e6, "sweeps per step of the driver"),                                            \
        WHOLE("warm_start", "1", 0, 1, "1: start from the previous step, 0: from zero")

#define WIDTH                                                                                                          \
    NUMBER("width", "0", 0, 1e6,                                                                                       \
           "distance between the walls, m; 0: 6 m for 221 circles, scaled with the root of the number")

const struct generate_kind generate_kinds[] = {
    {"stack",
     "circles stacked on the ground",
     generate_stack,
     {WHOLE("circles", "30", 1, MAX_COUNT, "number of circles"), MASS("mass of the lowest, kg"),
      RATIO("mass of the highest over mass of the lowest, linear between"), FRICTION("0"),
      WORD("order", "up", "up|down", "order of the contacts: from the ground up, or from the top down")}},
    {"chain",
     "hanging rods joined end to end: equality rows",
     generate_chain,
     {WHOLE("links", "30", 1, MAX_COUNT, "number of rods"), MASS("mass of the highest, kg"),
      RATIO("mass of the lowest over mass of the highest, linear between"),
      NUMBER("slant", "0", -1e3, 1e3, "horizontal over vertical extent of a rod")}},
    {"packing",
     "circles packed densely in a box",
     generate_packing,
     {WHOLE("circles", "221", 1, MAX_COUNT, "number of circles"),
      NUMBER("width", "6", 0, 1e6, "distance between the walls, m; 0: as wide as high"), FRICTION("0.1")}},
    {"random",
     "bodies with random contacts",
     generate_random,
     {WHOLE("bodies", "50", 1, MAX_COUNT, "number of bodies"),
      WHOLE("contacts", "100", 1, MAX_COUNT, "number of contacts"), SEED("seed of the random numbers"),
      NUMBER("mass_ratio", "10", 1, 1e9, "largest mass over the smallest, which is 1 kg"), FRICTION("0.3")}},
    {"boxes3",
     "boxes stacked in 3D, four contacts each",
     generate_boxes3,
     {WHOLE("boxes", "10", 1, MAX_COUNT / 10, "number of boxes"), MASS("mass of the lowest, kg"),
      RATIO("mass of the highest over mass of the lowest, linear between"), FRICTION("0.5")}},
    {"pool1",
     "the paper's Pool 1: equal circles dropped between walls",
     generate_from_scene,
     {SCENE_KEYS("221"), WIDTH}},
    {"pool2",
     "the paper's Pool 2: circles are heavier the higher they start",
     generate_from_scene,
     {SCENE_KEYS("221"), WIDTH}},
    {"stacking", "the paper's Stacking: circles dropped on each other", generate_from_scene, {SCENE_KEYS("30")}},
    {"stack3",
     "spheres stacked in 3D",
     generate_stack3,
     {WHOLE("spheres", "30", 1, MAX_COUNT, "number of spheres"), MASS("mass of the lowest, kg"),
      RATIO("mass of the highest over mass of the lowest, linear between"), FRICTION("0"),
      WORD("order", "up", "up|down", "order of the contacts: from the ground up, or from the top down")}},
    {"chain3",
     "hanging rods with ball joints in 3D: equality rows",
     generate_chain3,
     {WHOLE("links", "30", 1, MAX_COUNT, "number of rods"), MASS("mass of the highest, kg"),
      RATIO("mass of the lowest over mass of the highest, linear between"),
      NUMBER("slant", "0", -1e3, 1e3, "horizontal over vertical extent of a rod")}},
    {"packing3",
     "spheres packed densely in a box",
     generate_packing3,
     {WHOLE("spheres", "500", 1, MAX_COUNT, "number of spheres"),
      NUMBER("width", "2.6", 0, 1e6, "distance between opposite walls, m; 0: as wide as high"), FRICTION("0.1")}},
    {"random3",
     "bodies in 3D with random contacts",
     generate_random3,
     {WHOLE("bodies", "50", 1, MAX_COUNT, "number of bodies"),
      WHOLE("contacts", "100", 1, MAX_COUNT, "number of contacts"), SEED("seed of the random numbers"),
      NUMBER("mass_ratio", "10", 1, 1e9, "largest mass over the smallest, which is 1 kg"), FRICTION("0.3")}},
    {"pool3",
     "the paper's Pool 1 with spheres, between two panes",
     generate_from_scene,
     {SCENE_KEYS3("221"), NUMBER("width", "6", 0.1, 1e6, "distance between the left and the right wall, m")}},
    {"spheres",
     "spheres dropped into a box",
     generate_from_scene,
     {SCENE_KEYS3("300"), NUMBER("width", "2.6", 0.1, 1e6, "distance between opposite walls, m")}},
    {0},
};

static const struct generate_kind *find_kind(const char *name)
{
    for (const struct generate_kind *kind = generate_kinds; kind->name != NULL; ++kind) {
        if (strcmp(kind->name, name) == 0) {
            return kind;
        }
    }
    return NULL;
}

static md_status fail_unknown_kind(const char *name, md_error *error)
{
    if (builtin_find(name) != NULL || builtin_find3(name) != NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT,
                       "generate: '%s' is a scene: modulus run %s --export-lcp STEP:DIR writes the problem of a step",
                       name, name);
    }
    const char *nearest = md_nearest_name(name, generate_kinds, sizeof *generate_kinds);
    if (nearest != NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "generate: unknown problem '%s', did you mean '%s'?", name, nearest);
    }
    char names[256] = "";
    size_t used = 0;
    for (const struct generate_kind *kind = generate_kinds; kind->name != NULL && used < sizeof names; ++kind) {
        const int written = snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", kind->name);
        used += written > 0 ? (size_t)written : 0;
    }
    return md_fail(error, MD_ERROR_ARGUMENT, "generate: unknown problem '%s', expected one of %s", name, names);
}

md_status generate_problem(md_problem *problem, const char *spec, md_error *error)
{
    char copy[256];
    if (strlen(spec) >= sizeof copy) {
        return md_fail(error, MD_ERROR_ARGUMENT, "generate: the specification is longer than %zu characters",
                       sizeof copy - 1);
    }
    strcpy(copy, spec);
    char *colon = strchr(copy, ':');
    if (colon != NULL) {
        *colon = '\0';
    }
    const struct generate_kind *kind = find_kind(copy);
    if (kind == NULL) {
        return fail_unknown_kind(copy, error);
    }
    struct generate_settings settings;
    md_status status = settings_read(&settings, kind, colon != NULL ? colon + 1 : NULL, error);
    if (status != MD_OK) {
        return status;
    }
    /* Builders write a message only if they refuse a setting. Other failures are of memory. */
    md_error refusal = {0};
    status = kind->build(problem, &settings, &refusal);
    if (status == MD_OK) {
        return MD_OK;
    }
    return refusal.status != MD_OK ? md_fail(error, status, "%s", refusal.message) : md_fail_plain(error, status);
}
