/* The built-in scenes: their keys with defaults and ranges, how a key becomes a parameter of the library of scenes, and
 * what a scene changes in the world's definition. */
#include "scene/builtin.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scene/adjust.h"
#include "scene/library/populate.h"
#include "scene/library/scenes.h"
#include "scene/settings.h"

#define MAX_SEED 9007199254740992.0
#define MAX_CIRCLES 9990000 /* the world has ten million bodies by default */

#define SEED                                                                                                           \
    {                                                                                                                  \
        "seed", "1", "seed of the random numbers", 0, MAX_SEED, true                                                   \
    }
#define FRICTION(standard)                                                                                             \
    {                                                                                                                  \
        "friction", standard, "friction coefficient of every surface", 0, 100, false                                   \
    }
#define RESTITUTION(standard)                                                                                          \
    {                                                                                                                  \
        "restitution", standard, "coefficient of restitution of every surface", 0, 1, false                            \
    }
#define MASS(name, standard, meaning)                                                                                  \
    {                                                                                                                  \
        name, standard, meaning, 1e-6, 1e9, false                                                                      \
    }

#define POOL_KEYS                                                                                                      \
    {"circles", "221", "number of circles", 1, MAX_CIRCLES, true}, SEED,                                               \
        {"width", "0", "distance of the walls, m; 0: 6 sqrt(circles / 221)", 0, 1e6, false},                           \
        {"radius", "0.21", "radius of a circle, m", 0.01, 100, false}, FRICTION("0.1"), RESTITUTION("0.2")

static const struct scene_key POOL1_KEYS[] = {POOL_KEYS, MASS("mass", "2", "mass of a circle, kg"), {0}};
static const struct scene_key POOL2_KEYS[] = {
    POOL_KEYS,
    MASS("lowest", "1", "mass of a circle in the lowest row, kg"),
    MASS("highest", "3", "mass of a circle in the highest row, kg; linear in between"),
    {0}};
static const struct scene_key STACKING_KEYS[] = {
    {"circles", "30", "number of circles", 1, MAX_CIRCLES, true},
    SEED,
    {"gap", "0.002", "largest gap between two circles at the start, m", 0, 10, false},
    {"radius", "0.18", "radius of a circle, m", 0.01, 100, false},
    FRICTION("0.1"),
    RESTITUTION("0.2"),
    MASS("mass", "1", "mass of a circle, kg"),
    {0}};
static const struct scene_key PYRAMID_KEYS[] = {
    {"rows", "40", "number of rows; 40 rows are 820 boxes", 1, 1400, true},
    {"size", "1", "size of a box, m", 0.05, 100, false},
    {"gap", "0.1", "gap between two boxes of a row, in box sizes", 0, 0.9, false},
    FRICTION("0.6"),
    {0}};
static const struct scene_key WALL_KEYS[] = {
    {"rows", "20", "number of rows", 1, 10000, true},
    {"columns", "20", "number of bricks in a row; each is 0.5 m long", 1, 10000, true},
    FRICTION("0.6"),
    {0}};
static const struct scene_key DOMINOES_KEYS[] = {
    {"count", "30", "number of dominoes", 1, MAX_CIRCLES, true},
    {"spacing", "0.5", "distance from one domino to the next, m", 0.2, 0.9, false},
    {"push", "1.5", "angular speed of the first domino at the start, rad/s", 0, 100, false},
    FRICTION("0.4"),
    {0}};
static const struct scene_key CARD_HOUSE_KEYS[] = {
    {"levels", "4", "number of levels of leaning cards", 1, 100, true}, FRICTION("0.7"), {0}};
static const struct scene_key BRIDGE_KEYS[] = {
    {"planks", "30", "number of planks; each is 1 m long", 2, 10000, true},
    {"loads", "10", "number of circles dropped on the bridge", 0, 10000, true},
    MASS("plank_mass", "10", "mass of a plank, kg"),
    MASS("load_mass", "20", "mass of a circle, kg"),
    SEED,
    {0}};
static const struct scene_key RAGDOLLS_KEYS[] = {
    {"count", "10", "number of dolls, of 10 limbs each", 1, 90000, true}, SEED, {0}};
static const struct scene_key TUMBLER_KEYS[] = {{"count", "200", "number of circles and boxes", 1, MAX_CIRCLES, true},
                                                {"speed", "0.5", "angular speed of the drum, rad/s", -100, 100, false},
                                                SEED,
                                                {0}};
static const struct scene_key MASS_RATIO_KEYS[] = {
    {"count", "10", "number of light bodies, of 1 kg each", 0, 100000, true},
    {"ratio", "10", "mass of the body on top over the mass of a light one", 1e-6, 1e9, false},
    {"round", "0", "1: circles, 0: boxes", 0, 1, true},
    {0}};
static const struct scene_key FUNNEL_KEYS[] = {{"count", "200", "number of pieces, of six forms", 1, 100000, true},
                                               {"throat", "1.5", "width of the opening, m", 0.1, 7, false},
                                               {"size", "0.3", "outer radius of the largest piece, m", 0.05, 1, false},
                                               FRICTION("0.3"),
                                               SEED,
                                               {0}};

/* ---- From keys to parameters --------------------------------------------------------------------------------------- */

#define MAX_KEYS 12

struct build {
    const struct scene_kind *kind;
    double number[MAX_KEYS]; /* the values of the kind's keys, in their order */
    struct description description;
};

static double number(const struct build *build, const char *key)
{
    size_t index = 0;
    while (build->kind->keys[index].name != NULL && strcmp(build->kind->keys[index].name, key) != 0) {
        ++index;
    }
    return build->number[index];
}

static int32_t integer(const struct build *build, const char *key)
{
    return (int32_t)number(build, key);
}

static uint64_t seed(const struct build *build)
{
    return (uint64_t)number(build, "seed");
}

static void build_pool(struct build *build, double lowest_mass, double highest_mass)
{
    const struct pool pool = {.circles = integer(build, "circles"),
                              .radius = number(build, "radius"),
                              .width = number(build, "width"),
                              .lowest_mass = lowest_mass,
                              .highest_mass = highest_mass,
                              .friction = number(build, "friction"),
                              .restitution = number(build, "restitution"),
                              .seed = seed(build)};
    describe_pool(&build->description, &pool);
}

static void build_pool1(struct build *build)
{
    build_pool(build, number(build, "mass"), number(build, "mass"));
}

static void build_pool2(struct build *build)
{
    build_pool(build, number(build, "lowest"), number(build, "highest"));
}

static void build_stacking(struct build *build)
{
    const struct stacking stacking = {.circles = integer(build, "circles"),
                                      .radius = number(build, "radius"),
                                      .gap = number(build, "gap"),
                                      .mass = number(build, "mass"),
                                      .friction = number(build, "friction"),
                                      .restitution = number(build, "restitution"),
                                      .seed = seed(build)};
    describe_stacking(&build->description, &stacking);
}

static void build_pyramid(struct build *build)
{
    const struct pyramid pyramid = {.rows = integer(build, "rows"),
                                    .size = number(build, "size"),
                                    .gap = number(build, "gap"),
                                    .friction = number(build, "friction"),
                                    .ground_depth = 2};
    describe_pyramid(&build->description, &pyramid);
}

static void build_wall(struct build *build)
{
    describe_wall(&build->description, integer(build, "rows"), integer(build, "columns"), number(build, "friction"));
}

static void build_dominoes(struct build *build)
{
    describe_dominoes(&build->description, integer(build, "count"), number(build, "spacing"), number(build, "push"),
                      number(build, "friction"));
}

static void build_bridge(struct build *build)
{
    describe_bridge(&build->description, integer(build, "planks"), number(build, "plank_mass"), integer(build, "loads"),
                    number(build, "load_mass"), seed(build));
}

static void build_ragdolls(struct build *build)
{
    describe_ragdolls_on_stairs(&build->description, integer(build, "count"), seed(build));
}

static void build_tumbler(struct build *build)
{
    describe_tumbler(&build->description, integer(build, "count"), number(build, "speed"), seed(build));
}

static void build_mass_ratio(struct build *build)
{
    describe_mass_ratio(&build->description, integer(build, "count"), number(build, "ratio"),
                        integer(build, "round") == 1);
}

static void build_funnel(struct build *build)
{
    const struct funnel funnel = {.count = integer(build, "count"),
                                  .throat = number(build, "throat"),
                                  .size = number(build, "size"),
                                  .friction = number(build, "friction"),
                                  .seed = seed(build)};
    describe_funnel(&build->description, &funnel);
}

static void build_card_house(struct build *build)
{
    describe_card_house(&build->description, integer(build, "levels"), number(build, "friction"));
}

/* ---- Definitions of the world -------------------------------------------------------------------------------------- */

/* The paper uses 10 iterations, which is the default, starts each step from the last solution without smoothing, and has
 * no sleep. */
static void settle_paper(md2_world_def *def)
{
    def->warm_start_smoothing = 0;
    def->enable_sleep = false;
}

/* A chain of joints gets its tension from its ends: substeps make it stiff sooner than as many more iterations. */
static void settle_bridge(md2_world_def *def)
{
    def->substeps = 4;
}

/* In one step of 10 iterations the weight does not reach the ground through ten light boxes, and they topple. */
static void settle_mass_ratio(md2_world_def *def)
{
    def->substeps = 4;
}

/* Thin cards stand only if each step is solved accurately. */
static void settle_card_house(md2_world_def *def)
{
    def->limits.max_iterations = 50;
    def->substeps = 4;
}

/* ---- The scenes ---------------------------------------------------------------------------------------------------- */

const struct scene_kind scene_kinds[] = {
    {"pool1", "The paper's Pool 1: equal circles dropped between walls.", POOL1_KEYS, settle_paper, build_pool1},
    {"pool2", "The paper's Pool 2: circles dropped between walls, heavier ones on top.", POOL2_KEYS, settle_paper,
     build_pool2},
    {"stacking", "The paper's Stacking: circles one above another.", STACKING_KEYS, settle_paper, build_stacking},
    {"pyramid", "A pyramid of boxes.", PYRAMID_KEYS, NULL, build_pyramid},
    {"wall", "A wall of bricks in running bond.", WALL_KEYS, NULL, build_wall},
    {"dominoes", "A row of dominoes; the first is pushed.", DOMINOES_KEYS, NULL, build_dominoes},
    {"bridge", "A hanging bridge of hinged planks with falling circles.", BRIDGE_KEYS, settle_bridge, build_bridge},
    {"ragdolls", "Dolls of hinged limbs that fall down stairs.", RAGDOLLS_KEYS, NULL, build_ragdolls},
    {"tumbler", "Circles and boxes in a rotating square drum.", TUMBLER_KEYS, NULL, build_tumbler},
    {"mass_ratio", "A stack of light bodies under a heavy one.", MASS_RATIO_KEYS, settle_mass_ratio, build_mass_ratio},
    {"funnel", "Pieces of many forms that fall through a funnel.", FUNNEL_KEYS, NULL, build_funnel},
    {"card_house", "A house of cards.", CARD_HOUSE_KEYS, settle_card_house, build_card_house},
    {0},
};

const struct scene_kind *builtin_find(const char *name)
{
    const struct scene_kind *kind = scene_kinds;
    while (kind->name != NULL && strcmp(kind->name, name) != 0) {
        ++kind;
    }
    return kind->name != NULL ? kind : NULL;
}

/* Turns the description into the scene's world, which exists and is empty. */
static md_status fill_world(struct scene *scene, const struct description *description)
{
    scene->view = (md2_box){{(md_real)description->left, (md_real)description->bottom},
                            {(md_real)description->right, (md_real)description->top}};
    md2_body_id *bodies = calloc((size_t)description->body_count + 1, sizeof *bodies);
    const md_status status = bodies != NULL ? description_populate(description, scene->world, bodies) : MD_ERROR_MEMORY;
    free(bodies);
    return status;
}

md_status builtin_open(struct scene *scene, const struct scene_kind *kind, const struct scene_options *options,
                       md_error *error)
{
    struct scene result = scene_default(kind->name, kind->about);
    struct build build = {.kind = kind};
    md2_world_def def = world_def_of(options);
    if (kind->settle != NULL) {
        kind->settle(&def);
    }
    md_status status = settings_standard(kind->name, kind->keys, build.number, error);
    if (status == MD_OK) {
        status = settings_apply(options, kind->name, &result, &def, kind->keys, build.number, error);
    }
    if (status != MD_OK) {
        return status;
    }
    build.description = description_begin(kind->name);
    build.description.max_bodies = def.max_bodies;
    kind->build(&build);
    status = md2_world_create(&def, &result.world);
    if (status == MD_OK) {
        status = fill_world(&result, &build.description);
    }
    if (status == MD_OK) {
        status = adjust_world2(result.world, options, kind->keys);
    }
    description_free(&build.description);
    if (status != MD_OK) {
        md2_world_destroy(result.world);
        return md_fail(error, status, "%s: %s", kind->name, md_status_text(status));
    }
    *scene = result;
    return MD_OK;
}
