#include "lcp/block_passes.h"

#include "base/threads.h"
#include "lcp/block_kernel.h"

static const struct block_kernel *kernel(void)
{
    return MD_FOR_THIS_MACHINE(md_block_kernel);
}

/* ---- Parts ------------------------------------------------------------------------------------------------------------ */

/* What a pass over one partition is told, and tells: of each partition its own. */
struct pass {
    md_solver *solver;
    struct sweep_kind kind;
    bool has_y;
    struct sweep_report report[MD_MAX_PARTITIONS];
    double absolute[MD_MAX_PARTITIONS], scaled[MD_MAX_PARTITIONS];
    bool yes[MD_MAX_PARTITIONS];
};

static struct md_range blocks_of(const md_solver *solver, int32_t partition)
{
    const int32_t *start = solver->blocks->layout->partition_start.at;
    return (struct md_range){start[partition], start[partition + 1]};
}

/* The chunk that starts at a block of a range. */
static int32_t chunk_end(struct md_range range, int32_t first)
{
    return range.end - first < MD_CHUNK ? range.end : first + MD_CHUNK;
}

/* Where each partition touches rows of its own only. */
static void run_partitions(struct pass *pass, md_task_function *task)
{
    md_threads_run(pass->solver->threads, pass->solver->blocks->layout->partitions, task, pass);
}

/* Where it touches bodies: the last partition shares them with all others, and comes after them. */
static void run_partitions_that_move(struct pass *pass, md_task_function *task)
{
    const int32_t partitions = pass->solver->blocks->layout->partitions;
    if (partitions > 1) {
        md_threads_run(pass->solver->threads, partitions - 1, task, pass);
    }
    task(pass, partitions - 1);
}

/* Lanes added in one order, by halves. */
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

/* ---- Sweeping --------------------------------------------------------------------------------------------------------- */

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

static void sweep_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, partition);
    struct sweep_report report = {0};
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct block_sums sums = {0};
        kernel()->sweep(pass->solver, pass->kind, first, chunk_end(blocks, first), &sums);
        add_chunk(&report, &sums);
    }
    pass->report[partition] = report;
}

struct sweep_report md_blocks_sweep(md_solver *solver, struct sweep_kind kind)
{
    struct pass pass = {.solver = solver, .kind = kind};
    struct sweep_report sum = {0};
    run_partitions_that_move(&pass, sweep_partition);
    for (int32_t partition = 0; partition < solver->blocks->layout->partitions; ++partition) {
        sum = md_sweep_report_sum(&sum, &pass.report[partition]);
    }
    return sum;
}

/* ---- Getting ready ---------------------------------------------------------------------------------------------------- */

static void diagonal_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, partition);
    pass->yes[partition] = kernel()->diagonal(pass->solver, blocks.first, blocks.end);
}

bool md_blocks_diagonal(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    bool all = true;
    run_partitions(&pass, diagonal_of_partition);
    for (int32_t partition = 0; partition < solver->blocks->layout->partitions; ++partition) {
        all = all && pass.yes[partition];
    }
    return all;
}

static void start_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, partition);
    pass->yes[partition] = kernel()->start(pass->solver, pass->has_y, blocks.first, blocks.end);
}

bool md_blocks_start(md_solver *solver, bool has_y)
{
    struct pass pass = {.solver = solver, .has_y = has_y};
    bool any = false;
    run_partitions(&pass, start_partition);
    for (int32_t partition = 0; partition < solver->blocks->layout->partitions; ++partition) {
        any = any || pass.yes[partition];
    }
    return any;
}

static void push_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, partition);
    kernel()->push(pass->solver, blocks.first, blocks.end);
}

void md_blocks_push(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    run_partitions_that_move(&pass, push_partition);
}

/* ---- What is left to solve -------------------------------------------------------------------------------------------- */

static void q_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, partition);
    double sum = 0;
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct residual_sums sums = {0};
        kernel()->q_scaled(pass->solver, first, chunk_end(blocks, first), &sums);
        sum += sum_of_lanes(sums.scaled);
    }
    pass->scaled[partition] = sum;
}

double md_blocks_q_scaled(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    double sum = 0;
    run_partitions(&pass, q_of_partition);
    for (int32_t partition = 0; partition < solver->blocks->layout->partitions; ++partition) {
        sum += pass.scaled[partition];
    }
    return sum;
}

static void residual_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, partition);
    double absolute = 0, scaled = 0;
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct residual_sums sums = {0};
        kernel()->residual(pass->solver, first, chunk_end(blocks, first), &sums);
        absolute += sum_of_lanes(sums.absolute);
        scaled += sum_of_lanes(sums.scaled);
    }
    pass->absolute[partition] = absolute;
    pass->scaled[partition] = scaled;
}

void md_blocks_residual(md_solver *solver, double *absolute, double *scaled)
{
    struct pass pass = {.solver = solver};
    run_partitions(&pass, residual_of_partition);
    for (int32_t partition = 0; partition < solver->blocks->layout->partitions; ++partition) {
        *absolute += pass.absolute[partition];
        *scaled += pass.scaled[partition];
    }
}
