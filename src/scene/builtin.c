#include "scene/builtin.h"

#include <string.h>

#include "base/error.h"
#include "scene/settings.h"

#define SEED_MOST 9007199254740992.0
#define CIRCLES_MOST 999000 /* the world has a million bodies by default */

#define SEED                                                                                                           \
    {                                                                                                                  \
        "seed", "1", "of all that is random", 0, SEED_MOST, true                                                       \
    }
#define FRICTION(standard)                                                                                             \
    {                                                                                                                  \
        "friction", standard, "of every surface", 0, 100, false                                                        \
    }
#define RESTITUTION(standard)                                                                                          \
    {                                                                                                                  \
        "restitution", standard, "of every surface", 0, 1, false                                                       \
    }
#define MASS(name, standard, meaning)                                                                                  \
    {                                                                                                                  \
        name, standard, meaning, 1e-6, 1e9, false                                                                      \
    }

#define POOL_KEYS                                                                                                      \
    {"circles", "221", "how many", 1, CIRCLES_MOST, true}, SEED,                                                       \
        {"width", "0", "between the walls, m; 0: 6 sqrt(circles / 221)", 0, 1e6, false},                               \
        {"radius", "0.21", "of a circle, m", 0.01, 100, false}, FRICTION("0.1"), RESTITUTION("0.2")

static const struct scene_key POOL1_KEYS[] = {POOL_KEYS, MASS("mass", "2", "of a circle, kg"), {0}};
static const struct scene_key POOL2_KEYS[] = {POOL_KEYS,
                                              MASS("lowest", "1", "mass in the lowest row at the start, kg"),
                                              MASS("highest", "3", "mass in the highest row, kg; linear between"),
                                              {0}};
static const struct scene_key STACKING_KEYS[] = {
    {"circles", "30", "how many", 1, CIRCLES_MOST, true},
    SEED,
    {"gap", "0.002", "largest gap between two circles at the start, m", 0, 10, false},
    {"radius", "0.18", "of a circle, m", 0.01, 100, false},
    FRICTION("0.1"),
    RESTITUTION("0.2"),
    MASS("mass", "1", "of a circle, kg"),
    {0}};
static const struct scene_key PYRAMID_KEYS[] = {{"rows", "40", "of boxes; 40 make 820 boxes", 1, 1400, true},
                                                {"size", "1", "of a box, m", 0.05, 100, false},
                                                {"gap", "0.1", "between two boxes of a row, in sizes", 0, 0.9, false},
                                                FRICTION("0.6"),
                                                {0}};
static const struct scene_key WALL_KEYS[] = {{"rows", "20", "of bricks", 1, 10000, true},
                                             {"columns", "20", "bricks of 0.5 m in a row", 1, 10000, true},
                                             FRICTION("0.6"),
                                             {0}};
static const struct scene_key DOMINOES_KEYS[] = {
    {"count", "30", "how many", 1, CIRCLES_MOST, true},
    {"spacing", "0.5", "from one to the next, m", 0.2, 0.9, false},
    {"push", "1.5", "angular speed with which the first is tipped, rad/s", 0, 100, false},
    FRICTION("0.4"),
    {0}};
static const struct scene_key CARD_HOUSE_KEYS[] = {
    {"levels", "4", "of leaning cards", 1, 100, true}, FRICTION("0.7"), {0}};
static const struct scene_key BRIDGE_KEYS[] = {{"planks", "30", "of 1 m", 2, 10000, true},
                                               {"loads", "10", "circles dropped on it", 0, 10000, true},
                                               MASS("plank_mass", "10", "of a plank, kg"),
                                               MASS("load_mass", "20", "of a circle, kg"),
                                               SEED,
                                               {0}};
static const struct scene_key RAGDOLLS_KEYS[] = {
    {"count", "10", "how many, of 10 limbs each", 1, 90000, true}, SEED, {0}};
static const struct scene_key TUMBLER_KEYS[] = {{"count", "200", "circles and boxes", 1, CIRCLES_MOST, true},
                                                {"speed", "0.5", "of the drum, rad/s", -100, 100, false},
                                                SEED,
                                                {0}};
static const struct scene_key MASS_RATIO_KEYS[] = {
    {"count", "10", "light ones, of 1 kg", 0, 100000, true},
    {"ratio", "10", "mass of the one on top over that of a light one", 1e-6, 1e9, false},
    {"round", "0", "1: circles, 0: boxes", 0, 1, true},
    {0}};
static const struct scene_key FUNNEL_KEYS[] = {{"count", "200", "pieces of six forms", 1, 100000, true},
                                               {"throat", "1.5", "width of the opening, m", 0.1, 7, false},
                                               {"size", "0.3", "reach of the largest piece, m", 0.05, 1, false},
                                               FRICTION("0.3"),
                                               SEED,
                                               {0}};

const struct scene_kind scene_kinds[] = {
    {"pool1", "The paper's Pool 1: equal circles dropped between walls.", POOL1_KEYS, settle_paper, build_pool1},
    {"pool2", "The paper's Pool 2: circles, the higher at the start the heavier.", POOL2_KEYS, settle_paper,
     build_pool2},
    {"stacking", "The paper's Stacking: circles one above another.", STACKING_KEYS, settle_paper, build_stacking},
    {"pyramid", "A pyramid of boxes.", PYRAMID_KEYS, NULL, build_pyramid},
    {"wall", "A wall of bricks in running bond.", WALL_KEYS, NULL, build_wall},
    {"dominoes", "A row of dominoes, the first of which is tipped.", DOMINOES_KEYS, NULL, build_dominoes},
    {"bridge", "A hanging bridge of hinged planks, on which circles fall.", BRIDGE_KEYS, settle_bridge, build_bridge},
    {"ragdolls", "Dolls of hinged limbs that fall down stairs.", RAGDOLLS_KEYS, NULL, build_ragdolls},
    {"tumbler", "Circles and boxes in a square drum that turns.", TUMBLER_KEYS, NULL, build_tumbler},
    {"mass_ratio", "A stack of light ones under a heavy one.", MASS_RATIO_KEYS, settle_mass_ratio, build_mass_ratio},
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

static void seed(struct build *build)
{
    for (int i = 0; build->kind->keys[i].name != NULL; ++i) {
        if (strcmp(build->kind->keys[i].name, "seed") == 0) {
            build->random.state = (uint64_t)build->number[i];
        }
    }
}

md_status builtin_open(struct scene *scene, const struct scene_kind *kind, const struct scene_options *options,
                       md_error *error)
{
    struct scene made = scene_default(kind->name, kind->about);
    struct build build = {.scene = &made, .kind = kind, .material = md2_shape_def_default()};
    md2_world_def def = world_def_of(options);
    if (kind->settle != NULL) {
        kind->settle(&def);
    }
    md_status status = settings_standard(kind, build.number, error);
    if (status == MD_OK) {
        status = settings_apply(options, kind->name, &made, &def, kind, build.number, error);
    }
    if (status != MD_OK) {
        return status;
    }
    seed(&build);
    status = md2_world_create(&def, &made.world);
    if (status == MD_OK) {
        kind->build(&build);
        status = build.status == MD_OK ? remove_friction(made.world, options) : build.status;
    }
    if (status != MD_OK) {
        md2_world_destroy(made.world);
        return md_fail(error, status, "%s: %s", kind->name, md_status_text(status));
    }
    *scene = made;
    return MD_OK;
}
