#include "lcp/block_passes.h"

#include <stddef.h>
#include <string.h>

#include "lcp/block_kernel.h"
#include "lcp/block_waves.h"

/* ---- Partitions -------------------------------------------------------------------------------------------------- */

/* The result of a pass over a partition, or over all of them. */
struct block_partial {
    struct sweep_report sweep;
    double absolute, scaled;
    bool any; /* diagonal: one is invalid; start: one is not 0 */
};

/* How a pass uses the velocities of bodies. */
enum pass_use {
    PASS_ROWS,   /* nothing */
    PASS_READS,  /* reads those of all bodies */
    PASS_PUSHES, /* adds to them */
    PASS_SWEEPS  /* reads them and adds to them */
};

/* What a pass sums up. Flags are part of all but SUMS_NONE. */
enum pass_sums { SUMS_NONE, SUMS_FLAGS, SUMS_SWEEP, SUMS_SQUARES };

/* Of the joints, or of the contacts. */
struct pass {
    md_solver *solver;
    enum pass_use use;
    enum pass_sums sums;
    const struct block_layout *layout;
    const struct block_kernel *kernel;
    const int32_t *tally; /* of each block, if there are several islands */
    struct sweep_kind kind;
    bool has_y;
    struct soft_step *step;
    struct block_partial *partial; /* per partition */
};

/* Numbers of a partial that are sums, at most, and its flags. */
#define MOST_SUMS (1 + 2 * MD_ANDERSON_WINDOW)
#define FLAGS 3

md_status md_blocks_reserve(md_solver *solver)
{
    const struct block_layouts layouts = md_block_problem_layouts(solver->blocks);
    size_t partitions = 0;
    for (int k = 0; k < layouts.count; ++k) {
        const size_t of_layout = (size_t)layouts.at[k]->partitions;
        partitions = of_layout > partitions ? of_layout : partitions;
    }
    const md_status status = md_array_reserve(&solver->allocator, (void **)&solver->partials, &solver->partial_capacity,
                                              partitions, sizeof *solver->partials);
    if (status != MD_OK || !md_ranks_are_several(solver->ranks)) {
        return status;
    }
    return md_array_reserve(&solver->allocator, (void **)&solver->ranks->sums, &solver->ranks->sum_capacity,
                            MOST_SUMS * partitions + FLAGS, sizeof *solver->ranks->sums);
}

void md_blocks_free(md_solver *solver)
{
    md_array_free(&solver->allocator, (void **)&solver->partials, &solver->partial_capacity, sizeof *solver->partials);
}

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

static void run_tasks(struct pass *pass, md_task_function *task)
{
    const md_solver *solver = pass->solver;
    const struct block_layout *layout = pass->layout;
    if (pass->use == PASS_READS) {
        md_ranks_refresh_ghosts(solver->ranks, solver->system.state.at);
    }
    if (pass->use == PASS_ROWS || pass->use == PASS_READS) {
        md_tasks_run(solver->tasks, layout->partitions, task, pass);
        return;
    }
    for (int32_t wave = 0; wave < layout->waves; ++wave) {
        if (wave > 0 && pass->use == PASS_SWEEPS) {
            md_ranks_exchange(solver->ranks, wave, solver->system.state.at);
        }
        md_wave_run(layout, wave, solver->tasks, task, pass);
    }
    md_ranks_mark_ghosts(solver->ranks);
}

static void add_partial(struct block_partial *total, const struct block_partial *partial)
{
    sweep_report_add(&total->sweep, &partial->sweep);
    total->absolute += partial->absolute;
    total->scaled += partial->scaled;
    total->any = total->any || partial->any;
}

/* Lists the numbers of a partial that are sums of the pass. Returns how many there are. */
static int32_t list_sums(const struct pass *pass, struct block_partial *partial, double *at[MOST_SUMS])
{
    int32_t count = 0;
    if (pass->sums == SUMS_SWEEP) {
        at[count++] = &partial->sweep.change_squared;
        for (int32_t j = 0; j < pass->kind.depth; ++j) {
            at[count++] = &partial->sweep.anderson.d_f[j];
            at[count++] = &partial->sweep.anderson.d_d[j];
        }
    } else if (pass->sums == SUMS_SQUARES) {
        at[count++] = &partial->absolute;
        at[count++] = &partial->scaled;
    }
    return count;
}

/* Replaces the sums of the partitions of other ranks by theirs. Flags become those of all ranks. */
static void share_partials(const struct pass *pass)
{
    struct solve_ranks *ranks = pass->solver->ranks;
    const int32_t homes = pass->layout->homes;
    double *values = ranks->sums;
    double flags[FLAGS] = {0};
    double *at[MOST_SUMS];
    int32_t count = 0;
    for (int32_t home = 0; home < homes; ++home) {
        struct block_partial *partial = &pass->partial[home];
        const int32_t sums = list_sums(pass, partial, at);
        for (int32_t k = 0; k < sums; ++k) {
            values[count++] = md_ranks_owns(ranks, home) ? *at[k] : 0;
        }
        flags[0] += partial->sweep.clamped;
        flags[1] += partial->sweep.diverged;
        flags[2] += partial->any;
    }
    memcpy(values + count, flags, sizeof flags);
    md_ranks_sum(ranks, values, count + FLAGS);
    for (int32_t home = 0; home < homes; ++home) {
        const int32_t sums = list_sums(pass, &pass->partial[home], at);
        for (int32_t k = 0; k < sums; ++k) {
            *at[k] = *values++;
        }
    }
    pass->partial->sweep.clamped = values[0] > 0;
    pass->partial->sweep.diverged = values[1] > 0;
    pass->partial->any = values[2] > 0;
}

/* Runs a task for each partition. Adds the results of pairs to those of their lower partitions, in the order of the pairs, and
 * those to `total` in the order of the partitions: the order is the same for any number of threads and ranks. */
static struct block_partial run_blocks(struct pass *pass, md_task_function *task, struct block_partial total)
{
    const struct block_layout *layout = pass->layout;
    struct block_partial *partial = pass->partial = pass->solver->partials;
    memset(partial, 0, (size_t)layout->partitions * sizeof *partial);
    run_tasks(pass, task);
    for (int32_t pair = layout->homes; pair < layout->partitions; ++pair) {
        add_partial(&partial[layout->home.at[pair]], &partial[pair]);
    }
    if (pass->sums != SUMS_NONE && md_ranks_are_several(pass->solver->ranks)) {
        share_partials(pass);
    }
    for (int32_t home = 0; home < layout->homes; ++home) {
        add_partial(&total, &partial[home]);
    }
    return total;
}

/* Runs a pass over the joints, if they are in blocks, then over the contacts. */
static struct block_partial run_pass(struct pass *pass, md_task_function *task, struct block_partial total)
{
    const struct block_problem *blocks = pass->solver->blocks;
    const struct row_islands *islands = &pass->solver->anderson.islands;
    if (blocks->joints != NULL) {
        pass->layout = &blocks->joints->layout;
        pass->kernel = MD_FOR_THIS_MACHINE(md_joint_kernel);
        pass->tally = islands->tallies.joints.at;
        total = run_blocks(pass, task, total);
    }
    pass->layout = blocks->layout;
    pass->kernel =
        blocks->manifolds != NULL ? MD_FOR_THIS_MACHINE(md_manifold_kernel) : MD_FOR_THIS_MACHINE(md_block_kernel);
    pass->tally = islands->tallies.contacts.at;
    return run_blocks(pass, task, total);
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
    struct pass pass = {
        .solver = solver, .use = PASS_SWEEPS, .sums = kind.is_soft ? SUMS_FLAGS : SUMS_SWEEP, .kind = kind};
    return run_pass(&pass, sweep_partition, (struct block_partial){0}).sweep;
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
    struct pass pass = {.solver = solver, .use = PASS_SWEEPS, .kind = {.has_kappa = has_kappa, .in_islands = true}};
    bool diverged = false;
    for (int32_t tally = 0; tally < anderson->islands.tallies.count; ++tally) {
        start_tally(anderson, tally);
    }
    run_pass(&pass, sweep_islands_of_partition, (struct block_partial){0});
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
    struct pass pass = {.solver = solver, .use = PASS_ROWS, .sums = SUMS_FLAGS};
    return !run_pass(&pass, diagonal_of_partition, (struct block_partial){0}).any;
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
    struct pass pass = {.solver = solver, .use = PASS_ROWS, .has_y = has_y};
    return run_pass(&pass, start_partition, (struct block_partial){0}).any;
}

static void push_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass, partition);
    pass->kernel->push(pass->solver, blocks.first, blocks.end);
}

void md_blocks_push(md_solver *solver)
{
    struct pass pass = {.solver = solver, .use = PASS_PUSHES};
    run_pass(&pass, push_partition, (struct block_partial){0});
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
    struct pass pass = {.solver = solver, .use = PASS_PUSHES};
    run_pass(&pass, push_islands_of_partition, (struct block_partial){0});
}

static void soften_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass, partition);
    pass->kernel->soften(pass->solver, pass->step, blocks.first, blocks.end);
}

void md_blocks_soften(md_solver *solver, struct soft_step *step)
{
    struct pass pass = {.solver = solver, .use = PASS_ROWS, .step = step};
    run_pass(&pass, soften_partition, (struct block_partial){0});
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
    struct pass pass = {.solver = solver, .use = PASS_READS, .sums = SUMS_SQUARES};
    return run_pass(&pass, q_of_partition, (struct block_partial){0}).scaled;
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
    struct pass pass = {.solver = solver, .use = PASS_READS, .sums = SUMS_SQUARES};
    const struct block_partial scalar = {.absolute = *absolute, .scaled = *scaled};
    const struct block_partial total = run_pass(&pass, residual_of_partition, scalar);
    *absolute = total.absolute;
    *scaled = total.scaled;
}

/* ---- Sums over rows of divided problems ---------------------------------------------------------------------------- */

/* The rows of a block of contacts or of joints: the first of its first lane, and the number of rows of a lane. */
static int32_t rows_of_block(const struct pass *pass, int32_t block, int32_t *first)
{
    const struct block_problem *blocks = pass->solver->blocks;
    if (pass->layout == blocks->layout) {
        *first = md_block_problem_row(blocks, block * MD_LANES);
        return md_block_problem_lane_rows(blocks, block);
    }
    const int32_t *line = blocks->joints->line_start.at + block;
    *first = blocks->joint_row + line[0] * MD_LANES;
    return line[1] - line[0];
}

static void norm_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass, partition);
    double sums[MD_LANES] = {0};
    for (int32_t block = blocks.first; block < blocks.end; ++block) {
        int32_t first = 0;
        const int32_t rows = rows_of_block(pass, block, &first);
        const md_real *lambda = pass->solver->lambda.at + first;
        for (int32_t i = 0; i < rows * MD_LANES; ++i) {
            sums[i % MD_LANES] += (double)lambda[i] * (double)lambda[i];
        }
    }
    pass->partial[partition].scaled = sum_of_lanes(sums);
}

double md_blocks_lambda_squared(md_solver *solver)
{
    struct pass pass = {.solver = solver, .use = PASS_ROWS, .sums = SUMS_SQUARES};
    return run_pass(&pass, norm_of_partition, (struct block_partial){0}).scaled;
}

/* The rows of the contact in a lane. A row of friction without a bound is missing. */
static int32_t rows_of_lane(const struct block_problem *blocks, int32_t lane)
{
    const struct manifold_blocks *manifolds = blocks->manifolds;
    const md_real *upper = blocks->packed.upper.at + md_block_problem_row(blocks, lane);
    const int32_t *slots = blocks->layout->slots.at + 2 * MD_LANES * (size_t)(lane / MD_LANES) + lane % MD_LANES;
    const int32_t normals = manifolds != NULL ? manifolds->point_count.at[lane] : slots[0] != slots[MD_LANES];
    const int32_t lines =
        manifolds != NULL ? manifolds->line_start.at[lane / MD_LANES + 1] - manifolds->line_start.at[lane / MD_LANES]
                          : 1;
    const int32_t friction_rows = normals * (blocks->rows_per_contact - 1) + blocks->rows_per_manifold;
    int32_t rows = normals;
    for (int32_t k = 0; normals > 0 && k < friction_rows; ++k) {
        rows += upper[(lines + k) * MD_LANES] > 0;
    }
    return rows;
}

static void rows_of_partition(void *context, int32_t partition)
{
    struct pass *pass = context;
    const struct md_task_range blocks = blocks_of(pass, partition);
    int64_t rows = 0;
    if (pass->layout == pass->solver->blocks->layout) { /* joints are scalar rows */
        for (int32_t lane = blocks.first * MD_LANES; lane < blocks.end * MD_LANES; ++lane) {
            rows += rows_of_lane(pass->solver->blocks, lane);
        }
    }
    pass->partial[partition].scaled = (double)rows;
}

double md_blocks_count_rows(md_solver *solver)
{
    struct pass pass = {.solver = solver, .use = PASS_ROWS, .sums = SUMS_SQUARES};
    const struct block_partial scalar = {.scaled = (double)solver->blocks->scalar_rows};
    return run_pass(&pass, rows_of_partition, scalar).scaled;
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

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
