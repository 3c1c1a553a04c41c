#include "scene/scene_world.h"

/* ---- Callbacks --------------------------------------------------------------------------------------------------- */

static void on_limits2(void *user, const md2_world *world, int32_t substep, md_limits *limits)
{
    const struct scene_observer *observer = user;
    (void)world;
    (void)substep;
    observer->limits(observer->user, limits);
}

static void on_limits3(void *user, const md3_world *world, int32_t substep, md_limits *limits)
{
    const struct scene_observer *observer = user;
    (void)world;
    (void)substep;
    observer->limits(observer->user, limits);
}

static void on_solved(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    const struct scene_observer *observer = user;
    observer->solved(observer->user, substep, problem, result);
}

static bool on_contact3(void *user, const md3_world *world, md3_pre_solve *contact)
{
    const struct scene_observer *observer = user;
    (void)world;
    observer->contact3(observer->user, contact);
    return true;
}

static void on_log2(void *user, md2_log_level level, const char *message)
{
    const struct scene_observer *observer = user;
    observer->log(observer->user, level == MD2_LOG_WARNING, message);
}

static void on_log3(void *user, md3_log_level level, const char *message)
{
    const struct scene_observer *observer = user;
    observer->log(observer->user, level == MD3_LOG_WARNING, message);
}

static void on_warn2(void *user, const md2_world *world, const md_step_report *report)
{
    const struct scene_observer *observer = user;
    observer->warn(observer->user, md2_world_steps(world), report);
}

static void on_warn3(void *user, const md3_world *world, const md_step_report *report)
{
    const struct scene_observer *observer = user;
    observer->warn(observer->user, md3_world_steps(world), report);
}

md2_callbacks observer_callbacks2(const struct scene_observer *observer)
{
    return (md2_callbacks){.user = (void *)observer,
                           .limits = observer->limits != NULL ? on_limits2 : NULL,
                           .solved = observer->solved != NULL ? on_solved : NULL,
                           .log = observer->log != NULL ? on_log2 : NULL,
                           .warn = observer->warn != NULL ? on_warn2 : NULL};
}

md3_callbacks observer_callbacks3(const struct scene_observer *observer)
{
    return (md3_callbacks){.user = (void *)observer,
                           .limits = observer->limits != NULL ? on_limits3 : NULL,
                           .solved = observer->solved != NULL ? on_solved : NULL,
                           .pre_solve = observer->contact3 != NULL ? on_contact3 : NULL,
                           .log = observer->log != NULL ? on_log3 : NULL,
                           .warn = observer->warn != NULL ? on_warn3 : NULL};
}

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

static struct scene_solving solving_of3(const md3_world *world)
{
    const md3_world_def def = md3_world_get_def(world);
    return (struct scene_solving){.solver = def.solver,
                                  .position_solver = def.position_solver,
                                  .limits = def.limits,
                                  .position_iterations = def.position_iterations,
                                  .substeps = def.substeps,
                                  .threads = def.threads,
                                  .partitions = def.partitions,
                                  .separate_islands = def.separate_islands,
                                  .has_position_problem = def.position_correction != MD3_CORRECTION_BAUMGARTE};
}

struct scene_solving scene_get_solving(const struct scene *scene)
{
    if (scene->world3 != NULL) {
        return solving_of3(scene->world3);
    }
    const md2_world_def def = md2_world_get_def(scene->world);
    return (struct scene_solving){.solver = def.solver,
                                  .position_solver = def.position_solver,
                                  .limits = def.limits,
                                  .position_iterations = def.position_iterations,
                                  .substeps = def.substeps,
                                  .threads = def.threads,
                                  .partitions = def.partitions,
                                  .separate_islands = def.separate_islands,
                                  .has_position_problem = def.position_correction != MD2_CORRECTION_BAUMGARTE};
}

static md_status set_solving3(md3_world *world, const struct scene_solving *solving)
{
    md3_world_def def = md3_world_get_def(world);
    def.solver = solving->solver;
    def.position_solver = solving->position_solver;
    def.limits = solving->limits;
    def.position_iterations = solving->position_iterations;
    def.substeps = solving->substeps;
    def.threads = solving->threads;
    def.partitions = solving->partitions;
    def.separate_islands = solving->separate_islands;
    return md3_world_set_def(world, &def);
}

md_status scene_set_solving(const struct scene *scene, const struct scene_solving *solving)
{
    if (scene->world3 != NULL) {
        return set_solving3(scene->world3, solving);
    }
    md2_world_def def = md2_world_get_def(scene->world);
    def.solver = solving->solver;
    def.position_solver = solving->position_solver;
    def.limits = solving->limits;
    def.position_iterations = solving->position_iterations;
    def.substeps = solving->substeps;
    def.threads = solving->threads;
    def.partitions = solving->partitions;
    def.separate_islands = solving->separate_islands;
    return md2_world_set_def(scene->world, &def);
}

/* ---- Stepping and reading ---------------------------------------------------------------------------------------- */

int scene_dimensions(const struct scene *scene)
{
    return scene->world3 != NULL ? 3 : 2;
}

md_status scene_step(const struct scene *scene, md_real dt, md_step_report *report)
{
    return scene->world3 != NULL ? md3_world_step(scene->world3, dt, report) : md2_world_step(scene->world, dt, report);
}

int64_t scene_steps(const struct scene *scene)
{
    return scene->world3 != NULL ? md3_world_steps(scene->world3) : md2_world_steps(scene->world);
}

double scene_kinetic_energy(const struct scene *scene)
{
    return scene->world3 != NULL ? md3_world_kinetic_energy(scene->world3) : md2_world_kinetic_energy(scene->world);
}

double scene_potential_energy(const struct scene *scene)
{
    return scene->world3 != NULL ? md3_world_potential_energy(scene->world3) : md2_world_potential_energy(scene->world);
}

int32_t scene_body_count(const struct scene *scene)
{
    return scene->world3 != NULL ? md3_world_body_count(scene->world3) : md2_world_body_count(scene->world);
}

int32_t scene_shape_count(const struct scene *scene)
{
    return scene->world3 != NULL ? md3_world_shape_count(scene->world3) : md2_world_shape_count(scene->world);
}

int32_t scene_joint_count(const struct scene *scene)
{
    return scene->world3 != NULL ? md3_world_joint_count(scene->world3) : md2_world_joint_count(scene->world);
}

md_statistics scene_statistics(const struct scene *scene)
{
    return scene->world3 != NULL ? md3_world_statistics(scene->world3) : md2_world_statistics(scene->world);
}

uint64_t scene_hash(const struct scene *scene)
{
    return scene->world3 != NULL ? md3_world_hash(scene->world3) : md2_world_hash(scene->world);
}

/* ---- Snapshots --------------------------------------------------------------------------------------------------- */

size_t scene_snapshot_size(const struct scene *scene)
{
    return scene->world3 != NULL ? md3_world_snapshot_size(scene->world3) : md2_world_snapshot_size(scene->world);
}

md_status scene_snapshot(const struct scene *scene, void *bytes, size_t size)
{
    return scene->world3 != NULL ? md3_world_snapshot(scene->world3, bytes, size, NULL)
                                 : md2_world_snapshot(scene->world, bytes, size, NULL);
}

md_status scene_from_snapshot(struct scene *scene, int dimensions, const void *bytes, size_t size,
                              const struct scene_observer *observer)
{
    if (dimensions == 3) {
        const md3_callbacks callbacks = observer != NULL ? observer_callbacks3(observer) : (md3_callbacks){0};
        return md3_world_from_snapshot(bytes, size, NULL, &callbacks, &scene->world3);
    }
    const md2_callbacks callbacks = observer != NULL ? observer_callbacks2(observer) : (md2_callbacks){0};
    return md2_world_from_snapshot(bytes, size, NULL, &callbacks, &scene->world);
}

/* ---- Worlds that are divided among ranks ------------------------------------------------------------------------- */

md_status scene_divide(struct scene *share, int dimensions, const struct scene *whole,
                       const md_communicator *communicator, const struct scene_observer *observer, md_error *error)
{
    if (dimensions == 3) {
        const md3_callbacks callbacks = observer != NULL ? observer_callbacks3(observer) : (md3_callbacks){0};
        return md3_world_divide(whole != NULL ? whole->world3 : NULL, communicator, NULL, &callbacks, &share->world3,
                                error);
    }
    const md2_callbacks callbacks = observer != NULL ? observer_callbacks2(observer) : (md2_callbacks){0};
    return md2_world_divide(whole != NULL ? whole->world : NULL, communicator, NULL, &callbacks, &share->world, error);
}

md_status scene_unite(const struct scene *share, bool with_contacts, struct scene *whole)
{
    return share->world3 != NULL ? md3_world_unite(share->world3, with_contacts, NULL, NULL, &whole->world3)
                                 : md2_world_unite(share->world, with_contacts, NULL, NULL, &whole->world);
}

md_share_report scene_share(const struct scene *share)
{
    return share->world3 != NULL ? md3_world_share(share->world3) : md2_world_share(share->world);
}

void scene_empty(struct scene *scene)
{
    md2_world_destroy(scene->world);
    md3_world_destroy(scene->world3);
    scene->world = NULL;
    scene->world3 = NULL;
}
