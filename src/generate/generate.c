/* The table of kinds, and reading NAME[:key=value,...]. */
#include "generate/generate.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "generate/kinds.h"

/* A row is some 150 bytes with its share of a body: ten million circles are a few gigabytes. */
#define COUNT_MOST 1e7
#define SCENE_MOST 1e5
#define SEED_MOST 9007199254740992.0

#define WHOLE(name, standard, least, most, meaning)                                                                    \
    {                                                                                                                  \
        name, standard, meaning, GENERATE_WHOLE, least, most, NULL                                                     \
    }
#define NUMBER(name, standard, least, most, meaning)                                                                   \
    {                                                                                                                  \
        name, standard, meaning, GENERATE_NUMBER, least, most, NULL                                                    \
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
#define SEED(meaning) WHOLE("seed", "1", 0, SEED_MOST, meaning)

#define SCENE_KEYS(circles)                                                                                            \
    WHOLE("circles", circles, 1, SCENE_MOST, "how many"),                                                              \
        WHOLE("step", "100", 1, 1e6, "the time step whose problem it is, counted from 1"),                             \
        SEED("of the random places at the start"), FRICTION("0.1"),                                                    \
        SOLVER("driver", "pgs", "solver of the steps before, with ; for ,"),                                           \
        WHOLE("iterations", "10", 1, 1e6, "sweeps that the driver does a step"),                                       \
        WHOLE("cold", "0", 0, 1, "1: start from zero, not from the step before")

#define WIDTH NUMBER("width", "0", 0, 1e6, "between the walls, m; 0: 6 m for 221 circles, as the root of their number")

const struct generate_kind generate_kinds[] = {
    {"stack",
     "circles one on another on the ground",
     generate_stack,
     {WHOLE("circles", "30", 1, COUNT_MOST, "how many"), MASS("of the lowest, kg"),
      RATIO("mass of the highest over that of the lowest, linear between"), FRICTION("0"),
      WORD("order", "up", "up|down", "contacts from the ground, or from the top")}},
    {"chain",
     "rods joined end to end, hanging: equality rows",
     generate_chain,
     {WHOLE("links", "30", 1, COUNT_MOST, "how many"), MASS("of the highest, kg"),
      RATIO("mass of the lowest over that of the highest, linear between"),
      NUMBER("slant", "0", -1e3, 1e3, "how far a rod reaches sideways for each metre down")}},
    {"packing",
     "circles in a box, as dense as they can be",
     generate_packing,
     {WHOLE("circles", "221", 1, COUNT_MOST, "how many"),
      NUMBER("width", "6", 0, 1e6, "between the walls, m; 0: as wide as high"), FRICTION("0.1")}},
    {"random",
     "bodies that touch at random",
     generate_random,
     {WHOLE("bodies", "50", 1, COUNT_MOST, "how many"), WHOLE("contacts", "100", 1, COUNT_MOST, "how many"),
      SEED("of all that is random"), NUMBER("mass_ratio", "10", 1, 1e9, "heaviest mass over lightest, which is 1 kg"),
      FRICTION("0.3")}},
    {"boxes3",
     "boxes one on another in space, four contacts each",
     generate_boxes3,
     {WHOLE("boxes", "10", 1, COUNT_MOST / 10, "how many"), MASS("of the lowest, kg"),
      RATIO("mass of the highest over that of the lowest, linear between"), FRICTION("0.5")}},
    {"pool1",
     "the paper's Pool 1: equal circles dropped between walls",
     generate_from_scene,
     {SCENE_KEYS("221"), WIDTH}},
    {"pool2",
     "the paper's Pool 2: the higher at the start, the heavier",
     generate_from_scene,
     {SCENE_KEYS("221"), WIDTH}},
    {"stacking", "the paper's Stacking: circles dropped on each other", generate_from_scene, {SCENE_KEYS("30")}},
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
    char names[160] = "";
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
        return md_fail(error, MD_ERROR_ARGUMENT, "generate: the text is longer than %zu characters", sizeof copy - 1);
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
    /* Builders write a sentence only where they refuse a setting; what else can fail is memory. */
    md_error built = {0};
    status = kind->build(problem, &settings, &built);
    if (status == MD_OK) {
        return MD_OK;
    }
    return built.status != MD_OK ? md_fail(error, status, "%s", built.message) : md_fail_plain(error, status);
}
