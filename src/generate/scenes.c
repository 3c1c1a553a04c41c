#include "generate/scenes.h"

#include "base/error.h"
#include "generate/kinds.h"
#include "generate/splitmix.h"

#define RESTITUTION 0.2      /* of all three scenes */
#define POOL_RADIUS 0.21     /* m */
#define POOL_PITCH 1.08      /* least distance of places at the start, in diameters: 13 columns in 6 m, 17 x 13 = 221 */
#define POOL_JITTER 0.98     /* share of the free gap that the random shift may use: no overlap at the start */
#define STACKING_RADIUS 0.18 /* m */
#define STACKING_GAP 0.002   /* m */

/* ---- Placing ----------------------------------------------------------------------------------------------------- */

static md_status create_world(struct circles *world, const struct generate_settings *settings)
{
    const md_status status = circles_create(world, setting_whole(settings, "circles"));
    world->width = setting_number(settings, "width");
    world->friction = setting_number(settings, "friction");
    world->restitution = RESTITUTION;
    return status;
}

md_status scene_place_pool(struct circles *world, const struct generate_settings *settings, double lowest,
                           double highest)
{
    const md_status status = create_world(world, settings);
    if (status != MD_OK) {
        return status;
    }
    struct splitmix random = {(uint64_t)setting_number(settings, "seed")};
    const double fitting = world->width / (2 * POOL_RADIUS * POOL_PITCH);
    const int32_t columns = fitting < 1 ? 1 : fitting < world->count ? (int32_t)fitting : world->count;
    const int32_t rows = (world->count + columns - 1) / columns;
    const double across = world->width / columns;
    const double up = 2 * POOL_RADIUS * POOL_PITCH;
    const double jitter_across = POOL_JITTER * (across / 2 - POOL_RADIUS);
    const double jitter_up = POOL_JITTER * (up / 2 - POOL_RADIUS);
    for (int32_t i = 0; i < world->count; ++i) {
        const int32_t row = i / columns;
        struct circle *circle = &world->at[i];
        circle->x = across * (i % columns + 0.5) + splitmix_real(&random, -jitter_across, jitter_across);
        circle->y = up * (row + 0.5) + splitmix_real(&random, -jitter_up, jitter_up);
        circle->radius = POOL_RADIUS;
        circle->mass = linear(lowest, highest, row, rows);
    }
    return MD_OK;
}

md_status scene_place_stacking(struct circles *world, const struct generate_settings *settings)
{
    const md_status status = create_world(world, settings);
    struct splitmix random = {(uint64_t)setting_number(settings, "seed")};
    double height = 0;
    for (int32_t i = 0; status == MD_OK && i < world->count; ++i) {
        height += splitmix_real(&random, 0, STACKING_GAP);
        world->at[i] = (struct circle){.x = world->width / 2, /* exactly, or the stack would fall over */
                                       .y = height + STACKING_RADIUS,
                                       .radius = STACKING_RADIUS,
                                       .mass = 1};
        height += 2 * STACKING_RADIUS;
    }
    return status;
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

static md_status solve_and_advance(struct circles *world, const md_problem *problem, md_solver *driver,
                                   const struct generate_settings *settings, int32_t step, md_error *error)
{
    const md_limits limits = {.max_iterations = setting_whole(settings, "iterations")};
    md_result result;
    const md_status status = md_solver_solve(driver, &settings->solver, problem, &limits, &result, error);
    if (status != MD_OK) {
        return status;
    }
    if (result.outcome == MD_DIVERGED) {
        return md_fail(error, MD_ERROR_PROBLEM, "generate %s: the driver diverged in step %d", settings->kind->name,
                       step);
    }
    circles_advance(world, &result);
    return MD_OK;
}

md_status scene_run(struct circles *world, md_problem *problem, const struct generate_settings *settings,
                    md_error *error)
{
    const int32_t last = setting_whole(settings, "step");
    md_solver *driver = md_solver_create(NULL);
    md_status status = driver != NULL ? circles_write_problem(world, problem) : MD_ERROR_MEMORY;
    for (int32_t step = 1; status == MD_OK && step < last; ++step) {
        status = solve_and_advance(world, problem, driver, settings, step, error);
        if (status == MD_OK) {
            status = circles_write_problem(world, problem);
        }
    }
    md_solver_destroy(driver);
    return status;
}

/* Takes over a world that has just been placed, or was not for want of memory. */
static md_status run_and_free(md_status placed, struct circles *world, md_problem *problem,
                              const struct generate_settings *settings, md_error *error)
{
    md_status status = placed == MD_OK ? scene_run(world, problem, settings, error) : placed;
    if (status == MD_OK && setting_whole(settings, "cold") == 1) {
        status = md_problem_set_start(problem, NULL, NULL);
    }
    circles_free(world);
    return status;
}

md_status build_pool1(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    struct circles world;
    return run_and_free(scene_place_pool(&world, settings, 2, 2), &world, problem, settings, error);
}

md_status build_pool2(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    struct circles world;
    return run_and_free(scene_place_pool(&world, settings, 1, 3), &world, problem, settings, error);
}

md_status build_stacking(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    struct circles world;
    return run_and_free(scene_place_stacking(&world, settings), &world, problem, settings, error);
}
