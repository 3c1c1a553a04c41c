/* The built-in 3D scenes by name, and what each changes in the world's definition. */
#include <string.h>

#include "base/error.h"
#include "scene/adjust.h"
#include "scene/builtin.h"
#include "scene/library3/scenes3.h"
#include "scene/settings.h"

/* ---- Definitions of the world -------------------------------------------------------------------------------------- */

/* As in 2D: 10 iterations, which is the default, no smoothing of the warm start, no sleep. */
static void settle_paper3(md3_world_def *def)
{
    def->warm_start_smoothing = 0;
    def->enable_sleep = false;
}

/* Chains of joints and stacks under a heavy load: substeps carry forces further than as many more iterations. */
static void settle_substeps3(md3_world_def *def)
{
    def->substeps = 4;
}

/* What only friction holds stands if each step is solved accurately. */
static void settle_accurate3(md3_world_def *def)
{
    def->limits.max_iterations = 50;
    def->substeps = 4;
}

static void settle_free3(md3_world_def *def)
{
    def->gravity = md3_v(0, 0, 0);
    def->enable_sleep = false;
}

/* ---- The scenes ---------------------------------------------------------------------------------------------------- */

const struct scene_kind3 scene_kinds3[] = {
    {"spheres", "Spheres dropped into a box.", SPHERES_KEYS, settle_paper3, build_spheres},
    {"pool3", "The paper's Pool 1 with spheres, between two panes.", POOL3_KEYS, settle_paper3, build_pool3},
    {"pyramid3", "A square pyramid of boxes.", PYRAMID3_KEYS, NULL, build_pyramid3},
    {"tower3", "A tower of boxes.", TOWER3_KEYS, settle_substeps3, build_tower3},
    {"wall3", "A wall of bricks in running bond, and a ball that flies at it.", WALL3_KEYS, NULL, build_wall3},
    {"card_house3", "A house of cards.", CARD_HOUSE3_KEYS, settle_accurate3, build_card_house3},
    {"arch3", "An arch of stones that stands by friction alone.", ARCH3_KEYS, settle_accurate3, build_arch3},
    {"dominoes3", "A row of dominoes; the first is pushed.", DOMINOES3_KEYS, NULL, build_dominoes3},
    {"mass_ratio3", "A stack of light bodies under a heavy one.", MASS_RATIO3_KEYS, settle_accurate3,
     build_mass_ratio3},
    {"incline3", "Boxes on a slope just below the angle of friction.", INCLINE3_KEYS, NULL, build_incline3},
    {"pucks3", "Pucks that slide in all directions from one point.", PUCKS3_KEYS, NULL, build_pucks3},
    {"grip3", "Two pads that lift a box by friction.", GRIP3_KEYS, settle_accurate3, build_grip3},
    {"spinner3", "A T-handle that turns over in free rotation (Dzhanibekov's effect).", SPINNER3_KEYS, settle_free3,
     build_spinner3},
    {"washer3", "Pieces of six forms in a turning drum.", WASHER3_KEYS, NULL, build_washer3},
    {"mesh3", "Pieces of six forms that fall on a landscape of triangles.", MESH3_KEYS, NULL, build_mesh3},
    {"net3", "A net of joined spheres that catches a ball.", NET3_KEYS, settle_substeps3, build_net3},
    {"ragdolls3", "Dolls of joined limbs that fall on each other.", RAGDOLLS3_KEYS, NULL, build_ragdolls3},
    {"bridge3", "A hanging bridge of hinged planks with falling spheres.", BRIDGE3_KEYS, settle_substeps3,
     build_bridge3},
    {"vehicle3", "A car with four sprung wheels on hills.", VEHICLE3_KEYS, settle_substeps3, build_vehicle3},
    {0},
};

const struct scene_kind3 *builtin_find3(const char *name)
{
    const struct scene_kind3 *kind = scene_kinds3;
    while (kind->name != NULL && strcmp(kind->name, name) != 0) {
        ++kind;
    }
    return kind->name != NULL ? kind : NULL;
}

/* Fills the world of the build. */
static md_status fill_world(struct build3 *build, const struct scene_kind3 *kind, const struct scene_options *options)
{
    kind->build(build);
    md3_hull_destroy(build->box);
    return build->status == MD_OK ? adjust_world3(build->world, options, kind->keys) : build->status;
}

md_status builtin_open3(struct scene *scene, const struct scene_kind3 *kind, const struct scene_options *options,
                        md_error *error)
{
    struct scene result = scene_default(kind->name, kind->about);
    struct build3 build = {.keys = kind->keys, .allocator = options != NULL ? options->allocator : NULL};
    md3_world_def def = world_def_of3(options);
    if (kind->settle != NULL) {
        kind->settle(&def);
    }
    md_status status = settings_standard(kind->name, kind->keys, build.number, error);
    if (status == MD_OK) {
        status = settings_apply3(options, kind->name, &result, &def, kind->keys, build.number, error);
    }
    md_error why = {0};
    if (status == MD_OK && md3_world_def_check(&def, &why) != MD_OK) {
        status = md_fail(error, MD_ERROR_ARGUMENT, "%s: %s", kind->name, why.message);
    }
    if (status != MD_OK) {
        return status;
    }
    status = md3_world_create(&def, &build.world);
    if (status == MD_OK) {
        status = fill_world(&build, kind, options);
    }
    if (status != MD_OK) {
        md_fail(error, status, "%s: %s", kind->name, md_status_text(status));
        md3_world_destroy(build.world);
        return status;
    }
    result.world3 = build.world;
    *scene = result;
    return MD_OK;
}
