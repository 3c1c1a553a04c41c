#include "lcp/block_passes.h"

#include "engine/tasks.h"
#include "lcp/block_kernel.h"

static const struct block_kernel *kernel(void)
{
    return MD_FOR_THIS_MACHINE(md_block_kernel);
}

/* ---- Partitions -------------------------------------------------------------------------------------------------- */

/* The result of a pass over a partition, or over all of them. */
struct partial {
    struct sweep_report sweep;
    double absolute, scaled;
    bool any; /* diagonal: one is invalid; start: one is not 0 */
};

struct pass {
    md_solver *solver;
    struct sweep_kind kind;
    bool has_y;
    struct partial partial[MD_MAX_PARTITIONS];
};

static struct md_task_range blocks_of(const md_solver *solver, int32_t partition)
{
    const int32_t *start = solver->blocks->layout->partition_start.at;
    return (struct md_task_range){start[partition], start[partition + 1]};
}

/* The end of the chunk that starts at a block. */
static int32_t chunk_end(struct md_task_range range, int32_t first)
{
    return range.end - first < MD_CHUNK ? range.end : first + MD_CHUNK;
}

struct sweep_report md_sweep_report_sum(const struct sweep_report *a, const struct sweep_report *b)
{
    struct sweep_report sum = {.change_squared = a->change_squared + b->change_squared,
                               .clamped = a->clamped || b->clamped,
                               .diverged = a->diverged || b->diverged};
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        sum.anderson.d_f[j] = a->anderson.d_f[j] + b->anderson.d_f[j];
        sum.anderson.d_d[j] = a->anderson.d_d[j] + b->anderson.d_d[j];
    }
    return sum;
}

/* Runs a task for each partition and adds the results to `total` in the order of the partitions. A pass that moves
 * bodies runs the last partition after the others, because it shares bodies with them (block_layout.h). */
static struct partial run_pass(struct pass *pass, md_task_function *task, bool moves_bodies, struct partial total)
{
    const int32_t partitions = pass->solver->blocks->layout->partitions;
    const int32_t concurrent = moves_bodies ? partitions - 1 : partitions;
    if (concurrent > 0) {
        md_tasks_run(pass->solver->threads, concurrent, task, pass);
    }
    if (moves_bodies) {
        task(pass, partitions - 1);
    }
    for (int32_t partition = 0; partition < partitions; ++partition) {
        const struct partial *partial = &pass->partial[partition];
        total.sweep = md_sweep_report_sum(&total.sweep, &partial->sweep);
        total.absolute += partial->absolute;
        total.scaled += partial->scaled;
        total.any = total.any || partial->any;
    }
    return total;
}

/* Adds lanes in a fixed order, by halves. */
static double sum_of_lanes(const double *lanes)
{
    double sum[MD_LANES];
    memcpy(sum, lanes, sizeof sum);
    for (int32_t half = MD_LANES / 2; half > 0; half /= 2) {
        for (int32_t lane = 0; lane < half; ++lane) {
            sum[lane] += sum[lane + half];
        }
    }
    return sum[0];
}

/* ---- Passes ------------------------------------------------------------------------------------------------------ */

static void add_chunk(struct sweep_report *report, const struct block_sums *sums)
{
    report->change_squared += sum_of_lanes(sums->change_squared);
    report->clamped = report->clamped || sums->clamped;
    report->diverged = report->diverged || sums->diverged;
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        report->anderson.d_f[j] += sum_of_lanes(sums->d_f[j]);
        report->anderson.d_d[j] += sum_of_lanes(sums->d_d[j]);
    }
}

static void sweep_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->solver, partition);
    struct sweep_report report = {0};
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct block_sums sums = {0};
        kernel()->sweep(pass->solver, pass->kind, first, chunk_end(blocks, first), &sums);
        add_chunk(&report, &sums);
    }
    pass->partial[partition].sweep = report;
}

struct sweep_report md_blocks_sweep(md_solver *solver, struct sweep_kind kind)
{
    struct pass pass = {.solver = solver, .kind = kind};
    return run_pass(&pass, sweep_partition, true, (struct partial){0}).sweep;
}

static void diagonal_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->solver, partition);
    pass->partial[partition].any = !kernel()->diagonal(pass->solver, blocks.first, blocks.end);
}

bool md_blocks_diagonal(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    return !run_pass(&pass, diagonal_of_partition, false, (struct partial){0}).any;
}

static void start_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->solver, partition);
    pass->partial[partition].any = kernel()->start(pass->solver, pass->has_y, blocks.first, blocks.end);
}

bool md_blocks_start(md_solver *solver, bool has_y)
{
    struct pass pass = {.solver = solver, .has_y = has_y};
    return run_pass(&pass, start_partition, false, (struct partial){0}).any;
}

static void push_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->solver, partition);
    kernel()->push(pass->solver, blocks.first, blocks.end);
}

void md_blocks_push(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    run_pass(&pass, push_partition, true, (struct partial){0});
}

static void q_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->solver, partition);
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct residual_sums sums = {0};
        kernel()->q_scaled(pass->solver, first, chunk_end(blocks, first), &sums);
        pass->partial[partition].scaled += sum_of_lanes(sums.scaled);
    }
}

double md_blocks_q_scaled(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    return run_pass(&pass, q_of_partition, false, (struct partial){0}).scaled;
}

static void residual_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass->solver, partition);
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct residual_sums sums = {0};
        kernel()->residual(pass->solver, first, chunk_end(blocks, first), &sums);
        pass->partial[partition].absolute += sum_of_lanes(sums.absolute);
        pass->partial[partition].scaled += sum_of_lanes(sums.scaled);
    }
}

void md_blocks_residual(md_solver *solver, double *absolute, double *scaled)
{
    struct pass pass = {.solver = solver};
    const struct partial scalar = {.absolute = *absolute, .scaled = *scaled};
    const struct partial total = run_pass(&pass, residual_of_partition, false, scalar);
    *absolute = total.absolute;
    *scaled = total.scaled;
}
