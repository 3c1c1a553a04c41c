/* The solver at work, seen through the world's own callbacks: RES sweep by sweep, and which contacts it is made of.
 *
 * The rows of a solve are those of joints, then those of contacts in the order of the pre-solve callback: for each point the normal
 * and, where there is friction, the tangent. So the contacts of a solve are the last of its rows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world.h"

static bool reserve(void **block, size_t *capacity, size_t count, size_t size)
{
    const md_allocator allocator = md_allocator_default();
    return md_array_reserve(&allocator, block, capacity, count, size) == MD_OK;
}

void watch_begin_step(struct watch *watch)
{
    ++watch->step;
    watch->lost = false;
    watch->contact_count = 0;
    watch->residual_count = 0;
    watch->sweep_count = 0;
    watch->new_sweep_count = 0;
    watch->substep = -1;
}

void watch_free(struct watch *watch)
{
    free(watch->contacts);
    free(watch->residuals);
    free(watch->sweeps);
    free(watch->new_sweeps);
    *watch = (struct watch){0};
}

/* ---- Contacts ----------------------------------------------------------------------------------------------------- */

static bool note_contact(void *user, const md2_world *unused, md2_pre_solve *contact)
{
    struct watch *watch = &((struct web_world *)user)->watch;
    void *block = watch->contacts;
    (void)unused;
    if (watch->lost) {
        return true;
    }
    watch->lost = !reserve(&block, &watch->contact_capacity, watch->contact_count + 1, sizeof *watch->contacts);
    watch->contacts = block;
    if (!watch->lost) {
        watch->contacts[watch->contact_count++] =
            (struct watched_contact){.shape = {contact->shape[0].index, contact->shape[1].index},
                                     .points = contact->manifold.count,
                                     .has_tangents = contact->friction > 0};
    }
    return true;
}

/* The place of two shapes in the table: theirs, or a free one. */
static struct watched_residual *find(const struct watch *watch, int32_t a, int32_t b)
{
    const size_t mask = watch->residual_capacity - 1;
    size_t place = ((uint32_t)a * 0x9e3779b1u ^ (uint32_t)b * 0x85ebca6bu) & mask;
    struct watched_residual *found = &watch->residuals[place];
    while (found->step == watch->step && (found->shape[0] != a || found->shape[1] != b)) {
        place = (place + 1) & mask;
        found = &watch->residuals[place];
    }
    return found;
}

/* At most half of the table is in use, so that a search always ends. */
static bool make_room(struct watch *watch)
{
    const struct watch before = *watch;
    size_t capacity = before.residual_capacity > 0 ? before.residual_capacity : 64;
    while (capacity < 2 * (before.residual_count + before.contact_count)) {
        capacity *= 2;
    }
    if (capacity == before.residual_capacity) {
        return true;
    }
    watch->residuals = calloc(capacity, sizeof *watch->residuals);
    if (watch->residuals == NULL) {
        watch->residuals = before.residuals;
        return false;
    }
    watch->residual_capacity = capacity;
    for (size_t i = 0; i < before.residual_capacity; ++i) {
        const struct watched_residual *kept = &before.residuals[i];
        if (kept->step == watch->step) {
            *find(watch, kept->shape[0], kept->shape[1]) = *kept;
        }
    }
    free(before.residuals);
    return true;
}

/* lambda - clamp(lambda - w, l, u) of a row, whose bounds may follow its parent. */
static double row_residual(const md_problem *problem, const md_result *result, int32_t row)
{
    const int32_t parent = md_problem_parent(problem)[row];
    const double scale = parent != MD_NO_PARENT ? (double)result->lambda[parent] : 1;
    const double lower = scale * (double)md_problem_lower(problem)[row];
    const double upper = scale * (double)md_problem_upper(problem)[row];
    const double lambda = (double)result->lambda[row];
    const double moved = lambda - (double)result->w[row];
    return lambda - (moved < lower ? lower : moved > upper ? upper : moved);
}

static int32_t rows_of(const struct watched_contact *contact)
{
    return contact->points * (contact->has_tangents ? 2 : 1);
}

static void keep_residuals(struct watch *watch, const md_problem *problem, const md_result *result)
{
    int32_t row = result->m;
    for (size_t i = 0; i < watch->contact_count; ++i) {
        row -= rows_of(&watch->contacts[i]);
    }
    if (row < 0 || !make_room(watch)) {
        watch->lost = true;
        return;
    }
    for (size_t i = 0; i < watch->contact_count; ++i) {
        const struct watched_contact *contact = &watch->contacts[i];
        struct watched_residual *kept = find(watch, contact->shape[0], contact->shape[1]);
        watch->residual_count += kept->step != watch->step;
        *kept = (struct watched_residual){.shape = {contact->shape[0], contact->shape[1]}, .step = watch->step};
        for (int32_t k = 0; k < contact->points && k < 2; ++k) {
            const double normal = row_residual(problem, result, row++);
            const double tangent = contact->has_tangents ? row_residual(problem, result, row++) : 0;
            kept->residual[k] = sqrt(normal * normal + tangent * tangent);
        }
    }
}

static void end_solve(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct watch *watch = &((struct web_world *)user)->watch;
    (void)substep;
    if (!watch->lost) {
        keep_residuals(watch, problem, result);
    }
    watch->contact_count = 0;
}

double watch_residual(const struct watch *watch, int32_t shape_a, int32_t shape_b, int point)
{
    if ((watch->what & WEB_WATCH_CONTACTS) == 0 || watch->lost || watch->residual_capacity == 0) {
        return -1;
    }
    const struct watched_residual *found = find(watch, shape_a, shape_b);
    return found->step == watch->step ? found->residual[point] : -1;
}

/* ---- Sweeps ------------------------------------------------------------------------------------------------------- */

static bool note_sweep(void *user, const md_progress *progress)
{
    struct watch *watch = user;
    void *block = watch->new_sweeps;
    const bool has_room =
        reserve(&block, &watch->new_sweep_capacity, watch->new_sweep_count + 1, sizeof *watch->new_sweeps);
    watch->new_sweeps = block;
    if (has_room) {
        watch->new_sweeps[watch->new_sweep_count++] = progress->residual.absolute;
    }
    return true;
}

/* Of the last substep, and of its islands the one that was furthest from solved. */
static void keep_sweeps(struct watch *watch)
{
    if (watch->new_sweep_count == 0 ||
        (watch->new_substep == watch->substep && watch->sweep_count > 0 && watch->new_sweeps[0] <= watch->sweeps[0])) {
        return;
    }
    double *sweeps = watch->sweeps;
    const size_t capacity = watch->sweep_capacity;
    watch->sweeps = watch->new_sweeps;
    watch->sweep_capacity = watch->new_sweep_capacity;
    watch->sweep_count = watch->new_sweep_count;
    watch->substep = watch->new_substep;
    watch->new_sweeps = sweeps;
    watch->new_sweep_capacity = capacity;
    watch->new_sweep_count = 0;
}

static void begin_solve(void *user, const md2_world *unused, int32_t substep, md_limits *limits)
{
    struct watch *watch = &((struct web_world *)user)->watch;
    (void)unused;
    keep_sweeps(watch);
    watch->new_sweep_count = 0;
    watch->new_substep = substep;
    limits->observe = note_sweep;
    limits->observe_user = watch;
}

const struct web_array *web_sweeps(struct web_world *world)
{
    keep_sweeps(&world->watch);
    world->sweeps = (struct web_array){world->watch.sweeps, (int32_t)world->watch.sweep_count};
    return &world->sweeps;
}

/* ---- The log ------------------------------------------------------------------------------------------------------ */

static void note_log(void *user, md2_log_level level, const char *message)
{
    struct web_world *world = user;
    (void)level;
    snprintf(world->log, sizeof world->log, "%s", message);
    ++world->logged;
}

/* Only what is watched is asked for: a world without callbacks has shorter ways. */
md_status watch_install(struct web_world *world)
{
    md2_callbacks callbacks = {.user = world, .log = note_log};
    if ((world->watch.what & WEB_WATCH_CONTACTS) != 0) {
        callbacks.pre_solve = note_contact;
        callbacks.solved = end_solve;
    }
    if ((world->watch.what & WEB_WATCH_SWEEPS) != 0) {
        callbacks.limits = begin_solve;
    }
    return md2_world_set_callbacks(world->scene.world, &callbacks);
}

int32_t web_watch(struct web_world *world, int32_t what)
{
    world->watch.what = what;
    return web_result(watch_install(world));
}
