/* The strips of the bodies of a world (division.h, dimension.h).
 *
 * The including file defines
 *
 *     void coordinates_of(vector, md_real at[DIMENSION])     the coordinates of a point of the world
 */
#include <assert.h>
#include <string.h>

#include "engine/dimension.h"
#include "lcp/problem.h"

/* Strips are compared with the number of bodies in them once in so many steps. */
#define STEPS_PER_COUNT 8

static bool is_counted(const WORLD *world, int32_t body)
{
    return md_handles_is_used(&world->body_handles, body) && world->bodies[body].type == MD_CONSTANT(DYNAMIC) &&
           world->bodies[body].enabled && !share_is_ghost(world->share, body);
}

static md_real coordinate_of(const WORLD *world, int32_t body, int32_t axis)
{
    md_real at[DIMENSION];
    coordinates_of(world->bodies[body].center, at);
    return at[axis];
}

/* ---- Choosing strips ------------------------------------------------------------------------------------------------ */

/* The range of the coordinates of all bodies along each axis. False if there are none. */
static md_status find_range(WORLD *world, double low[DIMENSION], double high[DIMENSION])
{
    double extent[2 * DIMENSION];
    for (int32_t k = 0; k < 2 * DIMENSION; ++k) {
        extent[k] = INFINITY;
    }
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        for (int32_t axis = 0; is_counted(world, i) && axis < DIMENSION; ++axis) {
            const double at = (double)coordinate_of(world, i, axis);
            extent[2 * axis] = fmin(extent[2 * axis], at);
            extent[2 * axis + 1] = fmin(extent[2 * axis + 1], -at);
        }
    }
    const md_status status = md_share_min(world->share, extent, 2 * DIMENSION);
    for (int32_t axis = 0; axis < DIMENSION; ++axis) {
        const bool any = extent[2 * axis] < INFINITY;
        low[axis] = any ? extent[2 * axis] : 0;
        high[axis] = any ? -extent[2 * axis + 1] : 0;
    }
    return status;
}

/* Counts the bodies of all ranks in the bins of a histogram, which has `low` and `high`. */
static md_status count_bodies(WORLD *world, int32_t axis, struct histogram *histogram)
{
    double *count = world->division.counts.at; /* those below come last */
    memset(count, 0, (STRIP_BINS + 1) * sizeof *count);
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (is_counted(world, i)) {
            const int32_t bin = histogram_bin(histogram, (double)coordinate_of(world, i, axis));
            if (bin < STRIP_BINS) {
                ++count[bin < 0 ? STRIP_BINS : bin];
            }
        }
    }
    const md_status status = md_share_sum(world->share, count, STRIP_BINS + 1);
    histogram->below = count[STRIP_BINS];
    histogram->count = count;
    return status;
}

static double bodies_in(const struct histogram *histogram)
{
    double sum = histogram->below;
    for (int32_t bin = 0; bin < STRIP_BINS; ++bin) {
        sum += histogram->count[bin];
    }
    return sum;
}

/* Finds the axis along which the middle half of the bodies, which outliers do not change, is spread most. The histogram becomes
 * that of this axis. */
static md_status choose_axis(WORLD *world, struct histogram *histogram, double *bodies, int32_t *axis)
{
    double low[DIMENSION], high[DIMENSION];
    double widest = -1;
    md_status status = find_range(world, low, high);
    *axis = 0;
    for (int32_t k = 0; status == MD_OK && k < DIMENSION; ++k) {
        struct histogram along = {.low = low[k], .high = high[k]};
        status = count_bodies(world, k, &along);
        *bodies = bodies_in(&along);
        const int32_t first = md_histogram_find(&along, 0.25 * *bodies);
        const int32_t last = md_histogram_find(&along, 0.75 * *bodies);
        const double width = histogram_edge(&along, last) - histogram_edge(&along, first);
        if (width > widest) {
            widest = width;
            *axis = k;
            *histogram = along;
        }
    }
    return status == MD_OK ? count_bodies(world, *axis, histogram) : status;
}

/* Chooses strips with about equally many bodies each. A second histogram, of the range of the ends, makes them more equal and is
 * not disturbed by bodies that are far away. */
static md_status choose_strips(WORLD *world)
{
    struct strips *strips = &world->division.strips;
    const int32_t count = world->def.partitions;
    struct histogram histogram = {.low = 0};
    double bodies = 0;
    md_status status = doubles_reserve(&world->allocator, &world->division.counts, STRIP_BINS + 1);
    if (status == MD_OK) {
        status = choose_axis(world, &histogram, &bodies, &strips->axis);
    }
    if (status == MD_OK && count > 1) {
        const int32_t first = md_histogram_find(&histogram, bodies / count);
        const int32_t last = md_histogram_find(&histogram, bodies * (count - 1) / count);
        histogram =
            (struct histogram){.low = histogram_edge(&histogram, first), .high = histogram_edge(&histogram, last + 1)};
        status = count_bodies(world, strips->axis, &histogram);
    }
    for (int32_t i = 0; status == MD_OK && i < count - 1; ++i) {
        const int32_t bin = md_histogram_find(&histogram, bodies * (i + 1) / count);
        strips->ends[i] = (md_real)histogram_edge(&histogram, bin + 1);
    }
    strips->count = count;
    world->division.holds_for_sleeping = false;
    ++world->division.partitioned;
    return status;
}

/* ---- The strips of the bodies --------------------------------------------------------------------------------------- */

md_real MD_(division_coordinate)(const WORLD *world, int32_t body)
{
    return coordinate_of(world, body, world->division.strips.axis);
}

void MD_(division_find_strip)(WORLD *world, int32_t body)
{
    struct division *division = &world->division;
    division->strip.at[body] = md_strip_of(&division->strips, MD_(division_coordinate)(world, body));
}

/* Sleeping bodies stay in their strips. */
static void find_strips(WORLD *world)
{
    struct division *division = &world->division;
    const struct awake_set *awake = &world->awake;
    const bool is_current = division->holds_for_sleeping && division->rebuilds == awake->rebuilds &&
                            !world->narrow_phase.stale && !awake->stale;
    const int32_t count = is_current ? awake->body_count : world->body_handles.count;
    for (int32_t n = 0; n < count; ++n) {
        const int32_t i = is_current ? awake->bodies.at[n] : n;
        if (is_current || md_handles_is_used(&world->body_handles, i)) {
            MD_(division_find_strip)(world, i);
        }
    }
    division->holds_for_sleeping = true;
    division->rebuilds = awake->rebuilds;
}

static md_status strips_are_uneven(WORLD *world, bool *are_uneven)
{
    const int32_t strips = world->division.strips.count;
    md_status status = doubles_reserve(&world->allocator, &world->division.counts, STRIP_BINS + 1);
    if (status != MD_OK) {
        return status;
    }
    double *bodies = world->division.counts.at;
    memset(bodies, 0, (size_t)strips * sizeof *bodies);
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (is_counted(world, i)) {
            ++bodies[world->division.strip.at[i]];
        }
    }
    status = md_share_sum(world->share, bodies, strips);
    *are_uneven = md_strips_are_uneven(bodies, strips);
    return status;
}

md_status MD_(division_update)(WORLD *world, int64_t step)
{
    struct division *division = &world->division;
    bool are_uneven = division->strips.count != world->def.partitions;
    md_status status = indices_reserve(&world->allocator, &division->strip, (size_t)world->body_handles.count + 1);
    if (status == MD_OK && !are_uneven) {
        find_strips(world);
        status = step % STEPS_PER_COUNT == 0 ? strips_are_uneven(world, &are_uneven) : MD_OK;
    }
    if (status == MD_OK && are_uneven) {
        status = choose_strips(world);
        find_strips(world);
    }
    return status;
}

md_status MD_(division_begin_step)(WORLD *world)
{
    const struct division *division = &world->division;
    const bool is_known = division->strips.count == world->def.partitions && division->holds_for_sleeping &&
                          division->rebuilds == world->awake.rebuilds && !world->narrow_phase.stale;
    return is_known || world->share != NULL ? MD_OK : MD_(division_update)(world, world->steps);
}
