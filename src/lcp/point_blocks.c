#include "lcp/point_blocks.h"

#include <string.h>

#include "lcp/block_waves.h"
#include "lcp/point_kernel.h"

/* ---- Lanes ---------------------------------------------------------------------------------------------------------- */

void md_points_free(struct point_blocks *points, const md_allocator *allocator)
{
    md_layout_free(&points->layout, allocator);
    indices_free(allocator, &points->owner);
    reals_free(allocator, &points->fields);
    md_array_free(allocator, (void **)&points->reports, &points->report_capacity, sizeof *points->reports);
}

static int32_t fields_of(enum point_kind kind)
{
    switch (kind) {
    case POINTS_2D: return POINT_2D_FIELDS;
    case POINTS_3D: return POINT_3D_FIELDS;
    default: return HINGE_FIELDS;
    }
}

static md_status assign_lanes(struct point_blocks *points, const md_allocator *allocator, const md_problem *problem,
                              const struct block_contact *contacts, int32_t count)
{
    struct block_layout *layout = &points->layout;
    md_status status = md_layout_begin(layout, allocator, problem, count);
    if (status == MD_OK) {
        md_layout_assign_levels(layout, problem, contacts, count);
        status = md_layout_count_blocks(layout, allocator);
    }
    const size_t lanes = (size_t)layout->count * MD_LANES;
    if (status == MD_OK) {
        status = indices_reserve(allocator, &points->owner, lanes + 1);
    }
    if (status == MD_OK) {
        status = reals_reserve(allocator, &points->fields, (size_t)points->field_count * lanes + 1);
    }
    if (status == MD_OK) {
        status = md_array_reserve(allocator, (void **)&points->reports, &points->report_capacity,
                                  (size_t)layout->partitions, sizeof *points->reports);
    }
    if (status == MD_OK) {
        md_layout_assign_lanes(layout, contacts, points->owner.at);
        memset(points->fields.at, 0, (size_t)points->field_count * lanes * sizeof(md_real));
    }
    return status;
}

md_status md_points_lay_out(struct point_blocks *points, const md_allocator *allocator, const md_problem *problem,
                            enum point_kind kind, const struct block_contact *contacts, int32_t count)
{
    points->kind = kind;
    points->field_count = fields_of(kind);
    if (count == 0) {
        points->layout.count = points->layout.contacts = 0;
        points->layout.is_placed = false;
        return MD_OK;
    }
    return md_layout_is_current(&points->layout, problem, contacts, count)
               ? MD_OK
               : assign_lanes(points, allocator, problem, contacts, count);
}

/* ---- Passes --------------------------------------------------------------------------------------------------------- */

/* A pass over all points, as tasks for their partitions. */
struct run {
    struct point_pass pass;
    const struct point_kernel *kernel;
    struct point_report *report; /* per partition */
};

static const struct point_kernel *kernel_of(enum point_kind kind)
{
    switch (kind) {
    case POINTS_2D: return MD_FOR_THIS_MACHINE(md_point_kernel_2d);
    case POINTS_3D: return MD_FOR_THIS_MACHINE(md_point_kernel_3d);
    default: return MD_FOR_THIS_MACHINE(md_hinge_kernel);
    }
}

/* Runs the pass in waves (block_waves.h), and adds the reports. */
static struct point_report run_all(struct run *run, struct md_tasks *tasks, md_task_function *task)
{
    const struct point_blocks *points = run->pass.points;
    const struct block_layout *layout = &points->layout;
    struct point_report total = {0};
    if (points->layout.count == 0) {
        return total;
    }
    run->kernel = kernel_of(points->kind);
    run->report = points->reports;
    memset(run->report, 0, (size_t)layout->partitions * sizeof *run->report);
    md_waves_run(layout, tasks, task, run);
    for (int32_t partition = 0; partition < layout->partitions; ++partition) {
        total.absolute += run->report[partition].absolute;
        total.scaled += run->report[partition].scaled;
        total.diverged = total.diverged || run->report[partition].diverged;
    }
    return total;
}

static struct md_task_range blocks_of(const struct run *run, int32_t partition)
{
    const int32_t *start = run->pass.points->layout.partition_start.at;
    return (struct md_task_range){start[partition], start[partition + 1]};
}

static void prepare_partition(void *context, int32_t partition)
{
    struct run *run = context;
    const struct md_task_range blocks = blocks_of(run, partition);
    run->kernel->prepare(&run->pass, blocks.first, blocks.end);
}

void md_points_prepare(struct point_blocks *points, struct md_tasks *tasks, md_real *state)
{
    struct run run = {.pass = {.points = points, .state = state}};
    run_all(&run, tasks, prepare_partition);
}

static void push_partition(void *context, int32_t partition)
{
    struct run *run = context;
    const struct md_task_range blocks = blocks_of(run, partition);
    run->kernel->push(&run->pass, blocks.first, blocks.end);
}

void md_points_push(struct point_blocks *points, struct md_tasks *tasks, md_real *state)
{
    struct run run = {.pass = {.points = points, .state = state}};
    run_all(&run, tasks, push_partition);
}

static void sweep_partition(void *context, int32_t partition)
{
    struct run *run = context;
    const struct md_task_range blocks = blocks_of(run, partition);
    run->report[partition].diverged = !run->kernel->sweep(&run->pass, blocks.first, blocks.end);
}

struct point_report md_points_sweep(struct point_blocks *points, struct md_tasks *tasks, md_real *state,
                                    const struct point_spring *spring)
{
    struct run run = {.pass = {.points = points, .state = state, .is_soft = spring != NULL}};
    if (spring != NULL) {
        run.pass.spring = *spring;
    }
    return run_all(&run, tasks, sweep_partition);
}

static void turn_partition(void *context, int32_t partition)
{
    struct run *run = context;
    const struct md_task_range blocks = blocks_of(run, partition);
    run->kernel->turn(&run->pass, blocks.first, blocks.end);
}

void md_points_turn(struct point_blocks *points, struct md_tasks *tasks, md_real *state, md_real h)
{
    struct run run = {.pass = {.points = points, .state = state, .h = h}};
    run_all(&run, tasks, turn_partition);
}

/* Adds the lanes in their order. */
static void measure_partition(void *context, int32_t partition)
{
    struct run *run = context;
    const struct md_task_range blocks = blocks_of(run, partition);
    struct residual_sums sums = {0};
    run->kernel->measure(&run->pass, blocks.first, blocks.end, &sums);
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        run->report[partition].absolute += sums.absolute[lane];
        run->report[partition].scaled += sums.scaled[lane];
    }
}

struct point_report md_points_measure(struct point_blocks *points, struct md_tasks *tasks, md_real *state)
{
    struct run run = {.pass = {.points = points, .state = state}};
    return run_all(&run, tasks, measure_partition);
}
