#include "lcp/block_passes.h"

#include <stddef.h>
#include <string.h>

#include "engine/tasks.h"
#include "lcp/block_kernel.h"

/* ---- Partitions -------------------------------------------------------------------------------------------------- */

/* The result of a pass over a partition, or over all of them. */
struct partial {
    struct sweep_report sweep;
    double absolute, scaled;
    bool any; /* diagonal: one is invalid; start: one is not 0 */
};

/* Of the joints, or of the contacts. */
struct pass {
    md_solver *solver;
    const struct block_layout *layout;
    const struct block_kernel *kernel;
    const int32_t *tally; /* of each block, if there are several islands */
    struct sweep_kind kind;
    bool has_y;
    struct soft_step *step;
    struct partial partial[MD_MAX_PARTITIONS];
};

static struct md_task_range blocks_of(const struct pass *pass, int32_t partition)
{
    const int32_t *start = pass->layout->partition_start.at;
    return (struct md_task_range){start[partition], start[partition + 1]};
}

/* The end of the chunk that starts at a block. */
static int32_t chunk_end(struct md_task_range range, int32_t first)
{
    return range.end - first < MD_CHUNK ? range.end : first + MD_CHUNK;
}

/* Runs a task for each partition and adds the results to `total` in the order of the partitions. A pass that moves
 * bodies runs the last partition after the others, because it shares bodies with them (block_layout.h). */
static struct partial run_blocks(struct pass *pass, md_task_function *task, bool moves_bodies, struct partial total)
{
    const int32_t partitions = pass->layout->partitions;
    const int32_t concurrent = moves_bodies ? partitions - 1 : partitions;
    if (concurrent > 0) {
        md_tasks_run(pass->solver->tasks, concurrent, task, pass);
    }
    if (moves_bodies) {
        task(pass, partitions - 1);
    }
    for (int32_t partition = 0; partition < partitions; ++partition) {
        const struct partial *partial = &pass->partial[partition];
        sweep_report_add(&total.sweep, &partial->sweep);
        total.absolute += partial->absolute;
        total.scaled += partial->scaled;
        total.any = total.any || partial->any;
    }
    return total;
}

/* Runs a pass over the joints, if they are in blocks, then over the contacts. */
static struct partial run_pass(struct pass *pass, md_task_function *task, bool moves_bodies, struct partial total)
{
    const struct block_problem *blocks = pass->solver->blocks;
    const struct row_islands *islands = &pass->solver->anderson.islands;
    if (blocks->joints != NULL) {
        struct pass joints = *pass;
        joints.layout = &blocks->joints->layout;
        joints.kernel = MD_FOR_THIS_MACHINE(md_joint_kernel);
        joints.tally = islands->tallies.joints.at;
        total = run_blocks(&joints, task, moves_bodies, total);
    }
    pass->layout = blocks->layout;
    pass->kernel =
        blocks->manifolds != NULL ? MD_FOR_THIS_MACHINE(md_manifold_kernel) : MD_FOR_THIS_MACHINE(md_block_kernel);
    pass->tally = islands->tallies.contacts.at;
    return run_blocks(pass, task, moves_bodies, total);
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

/* ---- Sweeps ------------------------------------------------------------------------------------------------------ */

static bool any_lane(const lane_mask *lanes)
{
    bool any = false;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        any = any || lanes[lane] != 0;
    }
    return any;
}

static void clear(struct block_sums *sums, int32_t depth)
{
    memset(sums, 0, offsetof(struct block_sums, difference) + (size_t)depth * sizeof *sums->difference);
}

static void add_chunk(struct sweep_report *report, const struct block_sums *sums, int32_t depth)
{
    report->change_squared += sum_of_lanes(sums->change_squared);
    report->clamped = report->clamped || any_lane(sums->clamped);
    report->diverged = report->diverged || sums->diverged;
    for (int32_t j = 0; j < depth; ++j) {
        report->anderson.d_f[j] += sum_of_lanes(sums->difference[j].d_f);
        report->anderson.d_d[j] += sum_of_lanes(sums->difference[j].d_d);
    }
}

static void sweep_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass, partition);
    struct sweep_report report = {0};
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct block_sums sums;
        clear(&sums, pass->kind.depth);
        pass->kernel->sweep(pass->solver, pass->kind, first, chunk_end(blocks, first), &sums);
        add_chunk(&report, &sums, pass->kind.depth);
    }
    pass->partial[partition].sweep = report;
}

struct sweep_report md_blocks_sweep(md_solver *solver, struct sweep_kind kind)
{
    struct pass pass = {.solver = solver, .kind = kind};
    return run_pass(&pass, sweep_partition, true, (struct partial){0}).sweep;
}

/* ---- Sweeps in islands ------------------------------------------------------------------------------------------- */

/* Differences that the blocks of a tally use: the most of any of its lanes. The others have c = 0 for those that they do
 * not use. */
static int32_t depth_of_tally(const struct anderson *anderson, int32_t tally)
{
    const int32_t *lanes = md_block_tally_lanes(&anderson->islands.tallies, tally);
    int32_t depth = 1;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        const int32_t of_lane = anderson->extrapolations[lanes[lane]].depth;
        depth = of_lane > depth ? of_lane : depth;
    }
    return depth;
}

/* Clears a tally and sets its coefficients and depth. */
static void start_tally(const struct anderson *anderson, int32_t tally)
{
    const int32_t *lanes = md_block_tally_lanes(&anderson->islands.tallies, tally);
    struct block_tally *to = &anderson->tallies[tally];
    to->depth = anderson->keeps_window ? depth_of_tally(anderson, tally) : 1;
    clear(&to->sums, to->depth);
    for (int32_t j = 0; j < to->depth; ++j) {
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            to->c[j][lane] = anderson->extrapolations[lanes[lane]].c[j];
        }
    }
}

/* The end of the blocks of a chunk from `first` on that use the same number of differences. */
static int32_t end_of_depth(const struct anderson *anderson, const int32_t *tally, int32_t first, int32_t end,
                            int32_t *depth)
{
    *depth = anderson->tallies[tally[first]].depth;
    int32_t next = anderson->keeps_window ? first + 1 : end;
    while (next < end && anderson->tallies[tally[next]].depth == *depth) {
        ++next;
    }
    return next;
}

static void sweep_islands_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct anderson *anderson = &pass->solver->anderson;
    const struct md_task_range blocks = blocks_of(pass, partition);
    struct sweep_kind kind = pass->kind;
    for (int32_t first = blocks.first; first < blocks.end;) {
        const int32_t end = end_of_depth(anderson, pass->tally, first, chunk_end(blocks, first), &kind.depth);
        pass->kernel->sweep(pass->solver, kind, first, end, NULL);
        first = end;
    }
}

/* Adds a tally to the reports of the islands of its lanes. */
static void add_tally(const struct anderson *anderson, int32_t tally)
{
    const struct block_tally *from = &anderson->tallies[tally];
    const int32_t *lanes = md_block_tally_lanes(&anderson->islands.tallies, tally);
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        struct sweep_report *report = &anderson->reports[lanes[lane]];
        report->change_squared += from->sums.change_squared[lane];
        report->clamped = report->clamped || from->sums.clamped[lane] != 0;
        for (int32_t j = 0; j < from->depth; ++j) {
            report->anderson.d_f[j] += from->sums.difference[j].d_f[lane];
            report->anderson.d_d[j] += from->sums.difference[j].d_d[lane];
        }
    }
}

bool md_blocks_sweep_islands(md_solver *solver, bool has_kappa)
{
    const struct anderson *anderson = &solver->anderson;
    struct pass pass = {.solver = solver, .kind = {.has_kappa = has_kappa, .in_islands = true}};
    bool diverged = false;
    for (int32_t tally = 0; tally < anderson->islands.tallies.count; ++tally) {
        start_tally(anderson, tally);
    }
    run_pass(&pass, sweep_islands_of_partition, true, (struct partial){0});
    for (int32_t tally = 0; tally < anderson->islands.tallies.count; ++tally) {
        add_tally(anderson, tally);
        diverged = diverged || anderson->tallies[tally].sums.diverged;
    }
    return diverged;
}

/* ---- Other passes ------------------------------------------------------------------------------------------------ */

static void diagonal_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass, partition);
    pass->partial[partition].any = !pass->kernel->diagonal(pass->solver, blocks.first, blocks.end);
}

bool md_blocks_diagonal(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    return !run_pass(&pass, diagonal_of_partition, false, (struct partial){0}).any;
}

static void start_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass, partition);
    pass->partial[partition].any = pass->kernel->start(pass->solver, pass->has_y, blocks.first, blocks.end);
}

/* Sets the rows of which the lines of joints are copies to 0: they take no part in norms of all rows. */
static void clear_copied_rows(md_solver *solver)
{
    const struct block_problem *blocks = solver->blocks;
    if (blocks->joints != NULL && blocks->scalar_rows > 0) {
        const size_t size = (size_t)blocks->scalar_rows * sizeof(md_real);
        memset(solver->lambda.at, 0, size);
        memset(solver->y.at, 0, size);
    }
}

bool md_blocks_start(md_solver *solver, bool has_y)
{
    clear_copied_rows(solver);
    struct pass pass = {.solver = solver, .has_y = has_y};
    return run_pass(&pass, start_partition, false, (struct partial){0}).any;
}

static void push_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass, partition);
    pass->kernel->push(pass->solver, blocks.first, blocks.end);
}

void md_blocks_push(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    run_pass(&pass, push_partition, true, (struct partial){0});
}

static void push_islands_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct anderson *anderson = &pass->solver->anderson;
    const struct md_task_range blocks = blocks_of(pass, partition);
    for (int32_t block = blocks.first; block < blocks.end; ++block) {
        const int32_t *lanes = md_block_tally_lanes(&anderson->islands.tallies, pass->tally[block]);
        bool any = false;
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            any = any || anderson->extrapolations[lanes[lane]].recomputes;
        }
        if (any) {
            pass->kernel->push(pass->solver, block, block + 1);
        }
    }
}

void md_blocks_push_islands(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    run_pass(&pass, push_islands_of_partition, true, (struct partial){0});
}

static void soften_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass, partition);
    pass->kernel->soften(pass->solver, pass->step, blocks.first, blocks.end);
}

void md_blocks_soften(md_solver *solver, struct soft_step *step)
{
    struct pass pass = {.solver = solver, .step = step};
    run_pass(&pass, soften_partition, false, (struct partial){0});
}

static void q_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass, partition);
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct residual_sums sums = {0};
        pass->kernel->q_scaled(pass->solver, first, chunk_end(blocks, first), &sums);
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
    const struct md_task_range blocks = blocks_of(pass, partition);
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct residual_sums sums = {0};
        pass->kernel->residual(pass->solver, first, chunk_end(blocks, first), &sums);
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

void md_blocks_copy_back(const md_solver *solver, struct reals *numbers)
{
    const struct block_problem *blocks = solver->blocks;
    if (blocks == NULL || blocks->joints == NULL) {
        return;
    }
    for (int32_t i = 0; i < blocks->scalar_rows; ++i) {
        numbers->at[i] = numbers->at[blocks->joints->row.at[i]];
    }
}
