/* Modulus behind the interface of an engine, through its public headers. */
#include "bench/engines/engine.h"

#include <stdlib.h>

#include "bench/engines/modulus_words.h"
#include "scene/library/populate.h"

struct instance {
    const struct description *description;
    md2_world *world;
    md2_body_id *body;
};

/* The full grid of iterations, substeps and solvers; the usual settings span a factor of about ten in time. */
#define GRID(solver)                                                                                                   \
    {LEVEL_FULL, "solver=" solver " iterations=4 substeps=2"},                                                         \
        {LEVEL_FULL, "solver=" solver " iterations=4 substeps=4"},                                                     \
        {LEVEL_FULL, "solver=" solver " iterations=10 substeps=2"},                                                    \
        {LEVEL_FULL, "solver=" solver " iterations=10 substeps=4"},                                                    \
        {LEVEL_FULL, "solver=" solver " iterations=20 substeps=2"},                                                    \
        {LEVEL_FULL, "solver=" solver " iterations=20 substeps=4"},                                                    \
        {LEVEL_FULL, "solver=" solver " iterations=50 substeps=1"},                                                    \
        {LEVEL_FULL, "solver=" solver " iterations=50 substeps=2"},                                                    \
    {                                                                                                                  \
        LEVEL_FULL, "solver=" solver " iterations=50 substeps=4"                                                       \
    }

/* A soft step with next to no slop and recycled manifolds. At 60 steps per second the springs are as stiff as the substeps keep
 * calm (15 Hz per substep), as stiff as they allow (17 Hz) for islands of few bodies, or softer for large piles. */
#define SOFT_STEP(substeps, frequency)                                                                                 \
    {                                                                                                                  \
        LEVEL_USUAL, "solver=pgs correction=soft_step iterations=1 substeps=" substeps " frequency=" frequency         \
                     " slop=0.00001 recycle=0.005"                                                                     \
    }

static const struct setting SETTINGS[] = {
    {LEVEL_DEFAULT, "solver=auto iterations=10 substeps=1"},
    SOFT_STEP("2", "30"),
    SOFT_STEP("2", "32"),
    SOFT_STEP("2", "34"),
    SOFT_STEP("3", "36"),
    SOFT_STEP("3", "45"),
    SOFT_STEP("4", "40"),
    SOFT_STEP("4", "60"),
    SOFT_STEP("4", "68"),
    SOFT_STEP("6", "90"),
    SOFT_STEP("8", "120"),
    SOFT_STEP("8", "136"),
    SOFT_STEP("12", "180"),
    SOFT_STEP("16", "240"),
    {LEVEL_FULL, "solver=auto iterations=2 substeps=1"},
    {LEVEL_USUAL, "solver=auto iterations=4 substeps=1"},
    {LEVEL_USUAL, "solver=auto position_solver=pgs iterations=2 substeps=1 correction=warm"},
    {LEVEL_USUAL, "solver=auto position_solver=pgs iterations=4 substeps=1 correction=warm"},
    {LEVEL_USUAL, "solver=auto position_solver=pgs iterations=4 substeps=1 correction=warm slop=0.0002"},
    {LEVEL_FULL, "solver=auto position_solver=pgs iterations=6 substeps=1 correction=warm"},
    {LEVEL_USUAL, "solver=auto position_solver=pgs iterations=10 substeps=1 correction=warm"},
    {LEVEL_USUAL, "solver=auto iterations=4 substeps=1 correction=baumgarte"},
    {LEVEL_USUAL, "solver=auto iterations=10 substeps=1 correction=baumgarte"},
    {LEVEL_FULL, "solver=auto iterations=4 substeps=1 correction=soft"},
    {LEVEL_FULL, "solver=auto iterations=10 substeps=1 correction=soft"},
    {LEVEL_USUAL, "solver=auto iterations=20 substeps=1"},
    {LEVEL_FULL, "solver=pgs iterations=4 substeps=1"},
    {LEVEL_USUAL, "solver=pgs iterations=10 substeps=1"},
    {LEVEL_FULL, "solver=pgs iterations=20 substeps=1"},
    GRID("auto"),
    GRID("pgs"),
};

static const char *const KEYS[] = {"solver=",     "position_solver=",    "iterations", "substeps", "slop",    "threads",
                                   "correction=", "position_iterations", "frequency",  "damping",  "recycle", NULL};

static bool choose_correction(md2_world_def *def, const char *words, char *problem, size_t size)
{
    bool is_warm = false;
    int kind = 0;
    if (!words_correction(words, &kind, &is_warm, problem, size)) {
        return false;
    }
    def->position_correction = (md2_position_correction)kind;
    def->position_warm_start = is_warm ? WARM_POSITIONS : def->position_warm_start;
    return true;
}

static void destroy(void *world)
{
    struct instance *instance = world;
    md2_world_destroy(instance->world);
    free(instance->body);
    free(instance);
}

static void *create(const struct description *description, const char *words, char *problem, size_t size)
{
    md2_world_def def = md2_world_def_default();
    if (!words_are_known(words, KEYS, problem, size) ||
        !words_solvers(words, &def.solver, &def.position_solver, problem, size) ||
        !choose_correction(&def, words, problem, size)) {
        return NULL;
    }
    def.gravity = (md2_vec){(md_real)description->gravity_x, (md_real)description->gravity_y};
    def.limits.max_iterations = (int64_t)words_number(words, "iterations", 10);
    def.substeps = (int32_t)words_number(words, "substeps", 1);
    def.threads = (int32_t)words_number(words, "threads", 1);
    def.correction_frequency = (md_real)words_number(words, "frequency", (double)def.correction_frequency);
    def.correction_damping_ratio = (md_real)words_number(words, "damping", (double)def.correction_damping_ratio);
    def.position_iterations = (int64_t)words_number(words, "position_iterations", 0);
    def.recycle_distance = (md_real)words_number(words, "recycle", (double)def.recycle_distance);
    def.slop = (md_real)words_number(words, "slop", (double)def.slop);
    def.enable_sleep = description->sleep;
    def.max_bodies = def.max_shapes = def.max_joints = 4000000;
    def.max_contacts = 16000000;
    struct instance *instance = calloc(1, sizeof *instance);
    if (instance == NULL) {
        snprintf(problem, size, "out of memory");
        return NULL;
    }
    instance->description = description;
    instance->body = calloc((size_t)description->body_count + 1, sizeof *instance->body);
    if (instance->body == NULL || md2_world_create(&def, &instance->world) != MD_OK ||
        description_populate(description, instance->world, instance->body) != MD_OK) {
        snprintf(problem, size, "cannot create the world with '%s'", words);
        destroy(instance);
        return NULL;
    }
    return instance;
}

static bool step(void *world)
{
    const struct instance *instance = world;
    return md2_world_step(instance->world, (md_real)instance->description->dt, NULL) == MD_OK;
}

static void read_states(void *world, struct body_state *states)
{
    const struct instance *instance = world;
    for (int32_t i = 0; i < instance->description->body_count; ++i) {
        const md2_transform at = md2_body_transform(instance->world, instance->body[i]);
        const md2_vec velocity = md2_body_velocity(instance->world, instance->body[i]);
        states[i] = (struct body_state){(double)at.p.x,
                                        (double)at.p.y,
                                        (double)at.q.c,
                                        (double)at.q.s,
                                        (double)velocity.x,
                                        (double)velocity.y,
                                        (double)md2_body_angular_velocity(instance->world, instance->body[i])};
    }
}

static void read_phases(void *world, struct phases *phases)
{
    const struct instance *instance = world;
    phases_of_step(md2_world_statistics(instance->world).seconds, phases);
}

const struct engine ENGINE_MODULUS = {
    .name = "modulus",
    .version = MODULUS_VERSION,
    .precision = sizeof(md_real) == sizeof(double) ? "double" : "float",
    .max_threads = MD2_MAX_THREADS,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof *SETTINGS,
    .create = create,
    .step = step,
    .read = read_states,
    .phases = read_phases,
    .destroy = destroy,
    .in_3d = &ENGINE_MODULUS3,
};
