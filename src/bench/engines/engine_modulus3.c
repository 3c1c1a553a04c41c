/* Modulus in 3D behind the interface of an engine, through its public headers. */
#include "bench/engines/engine.h"

#include <stdlib.h>

#include "bench/engines/modulus_words.h"
#include "scene/library3/populate3.h"

struct instance {
    const struct description3 *description;
    md3_world *world;
    md3_body_id *body;
};

/* A soft step with springs as stiff as its substeps allow at 60 steps per second, next to no slop, and recycled manifolds. */
#define SOFT_STEP(substeps, frequency)                                                                                 \
    {                                                                                                                  \
        LEVEL_USUAL, "solver=pgs correction=soft_step iterations=1 substeps=" substeps " frequency=" frequency         \
                     " slop=0.00001 recycle=0.005"                                                                     \
    }

/* The same with one friction constraint per manifold: walls and pyramids of boxes rest. */
#define CENTRAL_SOFT_STEP(substeps, frequency)                                                                         \
    {                                                                                                                  \
        LEVEL_USUAL, "solver=pgs correction=soft_step iterations=1 substeps=" substeps " frequency=" frequency         \
                     " slop=0.00001 recycle=0.005 central=1"                                                           \
    }

/* The usual settings span a factor of about ten in time; `central` is one friction constraint per manifold. */
static const struct setting SETTINGS[] = {
    {LEVEL_DEFAULT, "solver=auto iterations=10 substeps=1"},
    SOFT_STEP("3", "30"),
    SOFT_STEP("4", "30"),
    SOFT_STEP("4", "60"),
    SOFT_STEP("5", "75"),
    SOFT_STEP("6", "90"),
    SOFT_STEP("8", "120"),
    SOFT_STEP("12", "180"),
    SOFT_STEP("16", "240"),
    CENTRAL_SOFT_STEP("3", "33"),
    CENTRAL_SOFT_STEP("3", "36"),
    CENTRAL_SOFT_STEP("4", "33"),
    CENTRAL_SOFT_STEP("5", "66"),
    CENTRAL_SOFT_STEP("6", "66"),
    CENTRAL_SOFT_STEP("5", "75"),
    CENTRAL_SOFT_STEP("10", "135"),
    CENTRAL_SOFT_STEP("12", "135"),
    CENTRAL_SOFT_STEP("13", "195"),
    {LEVEL_USUAL, "solver=auto iterations=4 substeps=1"},
    {LEVEL_USUAL, "solver=auto iterations=20 substeps=1"},
    {LEVEL_USUAL, "solver=auto iterations=20 substeps=2"},
    {LEVEL_USUAL, "solver=auto iterations=40 substeps=1"},
    {LEVEL_USUAL, "solver=auto iterations=10 substeps=1 central=1"},
    {LEVEL_FULL, "solver=auto position_solver=pgs iterations=4 substeps=1 correction=warm"},
    {LEVEL_FULL, "solver=auto position_solver=pgs iterations=4 substeps=1 correction=warm central=1"},
    {LEVEL_USUAL, "solver=auto position_solver=pgs iterations=4 substeps=1 correction=warm slop=0.0002"},
    {LEVEL_USUAL, "solver=auto position_solver=pgs iterations=10 substeps=1 correction=warm slop=0.0001"},
    {LEVEL_USUAL, "solver=auto iterations=10 substeps=1 correction=baumgarte"},
    {LEVEL_USUAL, "solver=auto iterations=10 substeps=4"},
    {LEVEL_FULL, "solver=auto iterations=4 substeps=1 central=1"},
    {LEVEL_FULL, "solver=auto position_solver=pgs iterations=2 substeps=1 correction=warm"},
    {LEVEL_FULL, "solver=auto position_solver=pgs iterations=10 substeps=1 correction=warm"},
    {LEVEL_FULL, "solver=auto iterations=4 substeps=1 correction=baumgarte"},
    {LEVEL_FULL, "solver=auto iterations=4 substeps=1 correction=soft"},
    {LEVEL_FULL, "solver=auto iterations=10 substeps=1 correction=soft"},
    {LEVEL_FULL, "solver=auto iterations=2 substeps=4"},
    {LEVEL_FULL, "solver=auto iterations=4 substeps=4"},
    {LEVEL_FULL, "solver=auto iterations=2 substeps=8"},
    {LEVEL_FULL, "solver=auto iterations=4 substeps=8"},
    {LEVEL_FULL, "solver=auto iterations=50 substeps=1"},
    {LEVEL_FULL, "solver=auto iterations=50 substeps=4"},
    {LEVEL_FULL, "solver=pgs iterations=10 substeps=1"},
    {LEVEL_FULL, "solver=pgs iterations=20 substeps=1"},
};

static const char *const KEYS[] = {
    "solver=", "position_solver=", "iterations", "substeps", "slop", "threads", "correction=", "position_iterations",
    "central", "frequency",        "recycle",    "damping",  NULL};

static bool choose_correction(md3_world_def *def, const char *words, char *problem, size_t size)
{
    bool is_warm = false;
    int kind = 0;
    if (!words_correction(words, &kind, &is_warm, problem, size)) {
        return false;
    }
    def->position_correction = (md3_position_correction)kind;
    def->position_warm_start = is_warm ? WARM_POSITIONS : def->position_warm_start;
    return true;
}

static void destroy(void *world)
{
    struct instance *instance = world;
    md3_world_destroy(instance->world);
    free(instance->body);
    free(instance);
}

static void *create3(const struct description3 *description, const char *words, char *problem, size_t size)
{
    md3_world_def def = md3_world_def_default();
    if (!words_are_known(words, KEYS, problem, size) ||
        !words_solvers(words, &def.solver, &def.position_solver, problem, size) ||
        !choose_correction(&def, words, problem, size)) {
        return NULL;
    }
    def.gravity =
        md3_v((md_real)description->gravity.x, (md_real)description->gravity.y, (md_real)description->gravity.z);
    def.limits.max_iterations = (int64_t)words_number(words, "iterations", 10);
    def.substeps = (int32_t)words_number(words, "substeps", 1);
    def.threads = (int32_t)words_number(words, "threads", 1);
    def.correction_frequency = (md_real)words_number(words, "frequency", (double)def.correction_frequency);
    def.correction_damping_ratio = (md_real)words_number(words, "damping", (double)def.correction_damping_ratio);
    def.position_iterations = (int64_t)words_number(words, "position_iterations", 0);
    def.slop = (md_real)words_number(words, "slop", (double)def.slop);
    def.recycle_distance = (md_real)words_number(words, "recycle", (double)def.recycle_distance);
    def.central_friction = words_number(words, "central", 0) > 0;
    def.enable_sleep = description->sleep;
    struct instance *instance = calloc(1, sizeof *instance);
    if (instance == NULL) {
        snprintf(problem, size, "out of memory");
        return NULL;
    }
    instance->description = description;
    instance->body = calloc((size_t)description->body_count + 1, sizeof *instance->body);
    if (instance->body == NULL || md3_world_create(&def, &instance->world) != MD_OK ||
        description3_populate(description, instance->world, NULL, instance->body) != MD_OK) {
        snprintf(problem, size, "cannot create the world with '%s'", words);
        destroy(instance);
        return NULL;
    }
    return instance;
}

static bool step(void *world)
{
    const struct instance *instance = world;
    return md3_world_step(instance->world, (md_real)instance->description->dt, NULL) == MD_OK;
}

static struct dvec3 from_vec(md3_vec v)
{
    return dvec3_of((double)v.x, (double)v.y, (double)v.z);
}

static void read_states3(void *world, struct body_state3 *states)
{
    const struct instance *instance = world;
    for (int32_t i = 0; i < instance->description->body_count; ++i) {
        const md3_transform at = md3_body_transform(instance->world, instance->body[i]);
        states[i] = (struct body_state3){from_vec(at.p),
                                         {(double)at.q.x, (double)at.q.y, (double)at.q.z, (double)at.q.w},
                                         from_vec(md3_body_velocity(instance->world, instance->body[i])),
                                         from_vec(md3_body_angular_velocity(instance->world, instance->body[i]))};
    }
}

static void read_phases(void *world, struct phases *phases)
{
    const struct instance *instance = world;
    phases_of_step(md3_world_statistics(instance->world).seconds, phases);
}

const struct engine ENGINE_MODULUS3 = {
    .name = "modulus",
    .version = MODULUS_VERSION,
    .precision = sizeof(md_real) == sizeof(double) ? "double" : "float",
    .max_threads = MD3_MAX_THREADS,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof *SETTINGS,
    .create3 = create3,
    .step = step,
    .read3 = read_states3,
    .phases = read_phases,
    .destroy = destroy,
};
