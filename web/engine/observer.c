/* Observes the velocity solver through the world's callbacks: RES after each sweep, and each contact's contribution to RES.
 *
 * A problem has the rows of joints first, then those of contacts in the order of the pre-solve callback: for each point the normal
 * row and, if there is friction, the tangent row. So the rows of contacts are the last rows of a problem.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world.h"

static bool reserve(void **array, size_t *capacity, size_t count, size_t size)
{
    const md_allocator allocator = md_allocator_default();
    return md_array_reserve(&allocator, array, capacity, count, size) == MD_OK;
}

void observer_begin_step(struct observer *observer)
{
    ++observer->step;
    observer->failed = false;
    observer->contact_count = 0;
    observer->residual_count = 0;
    contact_residuals_begin(&observer->points3);
    observer->sweep_count = 0;
    observer->new_sweep_count = 0;
    observer->substep = -1;
}

void observer_free(struct observer *observer)
{
    contact_residuals_free(&observer->points3);
    free(observer->contacts);
    free(observer->residuals);
    free(observer->sweeps);
    free(observer->new_sweeps);
    *observer = (struct observer){0};
}

/* ---- Contacts of a 2D world --------------------------------------------------------------------------------------- */

static bool record_contact(void *user, const md2_world *physics, md2_pre_solve *contact)
{
    struct observer *observer = &((struct web_world *)user)->observer;
    void *array = observer->contacts;
    (void)physics;
    if (observer->failed) {
        return true;
    }
    observer->failed =
        !reserve(&array, &observer->contact_capacity, observer->contact_count + 1, sizeof *observer->contacts);
    observer->contacts = array;
    if (!observer->failed) {
        observer->contacts[observer->contact_count++] =
            (struct observed_contact){.shape = {contact->shape[0].index, contact->shape[1].index},
                                      .points = contact->manifold.count,
                                      .has_tangents = contact->friction > 0};
    }
    return true;
}

/* Returns the slot of two shapes in the table, or a free slot for them. */
static struct observed_residual *find(const struct observer *observer, int32_t a, int32_t b)
{
    const size_t mask = observer->residual_capacity - 1;
    size_t slot = ((uint32_t)a * 0x9e3779b1u ^ (uint32_t)b * 0x85ebca6bu) & mask;
    struct observed_residual *found = &observer->residuals[slot];
    while (found->step == observer->step && (found->shape[0] != a || found->shape[1] != b)) {
        slot = (slot + 1) & mask;
        found = &observer->residuals[slot];
    }
    return found;
}

/* Grows the table so that at most half of it is in use, which guarantees that a search ends. */
static bool grow_table(struct observer *observer)
{
    const struct observer old = *observer;
    size_t capacity = old.residual_capacity > 0 ? old.residual_capacity : 64;
    while (capacity < 2 * (old.residual_count + old.contact_count)) {
        capacity *= 2;
    }
    if (capacity == old.residual_capacity) {
        return true;
    }
    observer->residuals = calloc(capacity, sizeof *observer->residuals);
    if (observer->residuals == NULL) {
        observer->residuals = old.residuals;
        return false;
    }
    observer->residual_capacity = capacity;
    for (size_t i = 0; i < old.residual_capacity; ++i) {
        const struct observed_residual *kept = &old.residuals[i];
        if (kept->step == observer->step) {
            *find(observer, kept->shape[0], kept->shape[1]) = *kept;
        }
    }
    free(old.residuals);
    return true;
}

/* Returns lambda - clamp(lambda - w, l, u) of a row. The bounds of a row with a parent are scaled by the parent's
 * lambda. */
static double row_residual(const md_problem *problem, const md_result *result, int32_t row)
{
    const int32_t parent = md_problem_parent(problem)[row];
    const double scale = parent != MD_NO_PARENT ? (double)result->lambda[parent] : 1;
    const double lower = scale * (double)md_problem_lower(problem)[row];
    const double upper = scale * (double)md_problem_upper(problem)[row];
    const double lambda = (double)result->lambda[row];
    const double target = lambda - (double)result->w[row];
    return lambda - (target < lower ? lower : target > upper ? upper : target);
}

static int32_t rows_of(const struct observed_contact *contact)
{
    return contact->points * (contact->has_tangents ? 2 : 1);
}

static void store_residuals(struct observer *observer, const md_problem *problem, const md_result *result)
{
    int32_t row = result->m;
    for (size_t i = 0; i < observer->contact_count; ++i) {
        row -= rows_of(&observer->contacts[i]);
    }
    if (row < 0 || !grow_table(observer)) {
        observer->failed = true;
        return;
    }
    for (size_t i = 0; i < observer->contact_count; ++i) {
        const struct observed_contact *contact = &observer->contacts[i];
        struct observed_residual *slot = find(observer, contact->shape[0], contact->shape[1]);
        observer->residual_count += slot->step != observer->step;
        *slot = (struct observed_residual){.shape = {contact->shape[0], contact->shape[1]}, .step = observer->step};
        for (int32_t k = 0; k < contact->points && k < 2; ++k) {
            const double normal = row_residual(problem, result, row++);
            const double tangent = contact->has_tangents ? row_residual(problem, result, row++) : 0;
            slot->residual[k] = sqrt(normal * normal + tangent * tangent);
        }
    }
}

static void end_solve(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct observer *observer = &((struct web_world *)user)->observer;
    (void)substep;
    if (!observer->failed) {
        store_residuals(observer, problem, result);
    }
    observer->contact_count = 0;
}

double observer_residual(const struct observer *observer, int32_t shape_a, int32_t shape_b, int point)
{
    if ((observer->flags & WEB_OBSERVE_CONTACTS) == 0 || observer->failed || observer->residual_capacity == 0) {
        return -1;
    }
    const struct observed_residual *found = find(observer, shape_a, shape_b);
    return found->step == observer->step ? found->residual[point] : -1;
}

/* ---- Contacts of a 3D world --------------------------------------------------------------------------------------- */

static bool record_contact3(void *user, const md3_world *physics, md3_pre_solve *contact)
{
    (void)physics;
    contact_residuals_see(&((struct web_world *)user)->observer.points3, contact);
    return true;
}

static void end_solve3(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    contact_residuals_solved(&((struct web_world *)user)->observer.points3, problem, result);
}

double observer_residual3(struct observer *observer, md3_shape_id a, md3_shape_id b, uint32_t point)
{
    return (observer->flags & WEB_OBSERVE_CONTACTS) != 0 ? (double)contact_residual_of(&observer->points3, a, b, point)
                                                         : -1;
}

/* ---- Sweeps ------------------------------------------------------------------------------------------------------- */

static bool record_sweep(void *user, const md_progress *progress)
{
    struct observer *observer = user;
    void *array = observer->new_sweeps;
    const bool has_room =
        reserve(&array, &observer->new_sweep_capacity, observer->new_sweep_count + 1, sizeof *observer->new_sweeps);
    observer->new_sweeps = array;
    if (has_room) {
        observer->new_sweeps[observer->new_sweep_count++] = progress->residual.absolute;
    }
    return true;
}

/* Keeps the sweeps of the last substep; of its islands, those of the one with the largest initial residual. */
static void keep_sweeps(struct observer *observer)
{
    if (observer->new_sweep_count == 0 || (observer->new_substep == observer->substep && observer->sweep_count > 0 &&
                                           observer->new_sweeps[0] <= observer->sweeps[0])) {
        return;
    }
    double *sweeps = observer->sweeps;
    const size_t capacity = observer->sweep_capacity;
    observer->sweeps = observer->new_sweeps;
    observer->sweep_capacity = observer->new_sweep_capacity;
    observer->sweep_count = observer->new_sweep_count;
    observer->substep = observer->new_substep;
    observer->new_sweeps = sweeps;
    observer->new_sweep_capacity = capacity;
    observer->new_sweep_count = 0;
}

static void begin_solve(struct observer *observer, int32_t substep, md_limits *limits)
{
    keep_sweeps(observer);
    observer->new_sweep_count = 0;
    observer->new_substep = substep;
    limits->observe = record_sweep;
    limits->observe_user = observer;
}

static void begin_solve2(void *user, const md2_world *physics, int32_t substep, md_limits *limits)
{
    (void)physics;
    begin_solve(&((struct web_world *)user)->observer, substep, limits);
}

static void begin_solve3(void *user, const md3_world *physics, int32_t substep, md_limits *limits)
{
    (void)physics;
    begin_solve(&((struct web_world *)user)->observer, substep, limits);
}

const struct web_array *web_sweep_residuals(struct web_world *world)
{
    keep_sweeps(&world->observer);
    world->sweeps = (struct web_array){world->observer.sweeps, (int32_t)world->observer.sweep_count};
    return &world->sweeps;
}

/* ---- The log ------------------------------------------------------------------------------------------------------ */

static void record_log(struct web_world *world, const char *message)
{
    snprintf(world->log, sizeof world->log, "%s", message);
    ++world->log_count;
}

static void record_log2(void *user, md2_log_level level, const char *message)
{
    (void)level;
    record_log(user, message);
}

static void record_log3(void *user, md3_log_level level, const char *message)
{
    (void)level;
    record_log(user, message);
}

/* ---- Callbacks ---------------------------------------------------------------------------------------------------- */

/* Installs only the callbacks that are needed, because a world without them steps faster. */
static md_status install2(struct web_world *world)
{
    const bool contacts = (world->observer.flags & WEB_OBSERVE_CONTACTS) != 0;
    const bool sweeps = (world->observer.flags & WEB_OBSERVE_SWEEPS) != 0;
    const md2_callbacks callbacks = {.user = world,
                                     .log = record_log2,
                                     .pre_solve = contacts ? record_contact : NULL,
                                     .solved = contacts ? end_solve : NULL,
                                     .limits = sweeps ? begin_solve2 : NULL};
    return md2_world_set_callbacks(world->scene.world, &callbacks);
}

static md_status install3(struct web_world *world)
{
    const bool contacts = (world->observer.flags & WEB_OBSERVE_CONTACTS) != 0;
    const bool sweeps = (world->observer.flags & WEB_OBSERVE_SWEEPS) != 0;
    const md3_callbacks callbacks = {.user = world,
                                     .log = record_log3,
                                     .pre_solve = contacts ? record_contact3 : NULL,
                                     .solved = contacts ? end_solve3 : NULL,
                                     .limits = sweeps ? begin_solve3 : NULL};
    return md3_world_set_callbacks(world->scene.world3, &callbacks);
}

md_status observer_install(struct web_world *world)
{
    return world->scene.world3 != NULL ? install3(world) : install2(world);
}

int32_t web_observe(struct web_world *world, int32_t flags)
{
    world->observer.flags = flags;
    return web_result(observer_install(world));
}
