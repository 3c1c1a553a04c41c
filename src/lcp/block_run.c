#include "lcp/block_run.h"

#include "base/threads.h"
#include "lcp/block_kernel.h"

static const struct block_kernel *kernel(void)
{
    return MD_FOR_THIS_MACHINE(md_block_kernel);
}

/* ---- Parts ------------------------------------------------------------------------------------------------------------ */

/* What a pass over one part is told, and tells: of each part its own. */
struct pass {
    md_solver *solver;
    enum sweep_kind kind;
    bool has_y;
    struct sweep_report report[MD_PARTS_MOST];
    double absolute[MD_PARTS_MOST], scaled[MD_PARTS_MOST];
    bool yes[MD_PARTS_MOST];
};

static struct md_range blocks_of(const md_solver *solver, int32_t part)
{
    const int32_t *start = solver->blocks->layout->part_start.at;
    return (struct md_range){start[part], start[part + 1]};
}

/* The chunk that starts at a block of a range. */
static int32_t chunk_end(struct md_range range, int32_t first)
{
    return range.end - first < MD_CHUNK ? range.end : first + MD_CHUNK;
}

/* Where each part touches rows of its own only. */
static void run_parts(struct pass *pass, md_task_function *task)
{
    md_threads_run(pass->solver->threads, pass->solver->blocks->layout->parts, task, pass);
}

/* Where it touches bodies: the last part shares them with all others, and comes after them. */
static void run_parts_that_move(struct pass *pass, md_task_function *task)
{
    const int32_t parts = pass->solver->blocks->layout->parts;
    if (parts > 1) {
        md_threads_run(pass->solver->threads, parts - 1, task, pass);
    }
    task(pass, parts - 1);
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
    report->clamped += sums->clamped;
    report->diverged = report->diverged || sums->out_of_hand;
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        report->mix.d_f[j] += sum_of_lanes(sums->d_f[j]);
        report->mix.d_d[j] += sum_of_lanes(sums->d_d[j]);
    }
}

static void sweep_part(void *context, int32_t part)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, part);
    struct sweep_report report = {0};
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct block_sums sums = {0};
        kernel()->sweep(pass->solver, pass->kind, first, chunk_end(blocks, first), &sums);
        add_chunk(&report, &sums);
    }
    pass->report[part] = report;
}

struct sweep_report md_blocks_sweep(md_solver *solver, enum sweep_kind kind)
{
    struct pass pass = {.solver = solver, .kind = kind};
    struct sweep_report sum = {0};
    run_parts_that_move(&pass, sweep_part);
    for (int32_t part = 0; part < solver->blocks->layout->parts; ++part) {
        sum = md_sweep_report_sum(&sum, &pass.report[part]);
    }
    return sum;
}

/* ---- Getting ready ---------------------------------------------------------------------------------------------------- */

static void diagonal_of_part(void *context, int32_t part)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, part);
    pass->yes[part] = kernel()->diagonal(pass->solver, blocks.first, blocks.end);
}

bool md_blocks_diagonal(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    bool all = true;
    run_parts(&pass, diagonal_of_part);
    for (int32_t part = 0; part < solver->blocks->layout->parts; ++part) {
        all = all && pass.yes[part];
    }
    return all;
}

static void start_part(void *context, int32_t part)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, part);
    pass->yes[part] = kernel()->start(pass->solver, pass->has_y, blocks.first, blocks.end);
}

bool md_blocks_start(md_solver *solver, bool has_y)
{
    struct pass pass = {.solver = solver, .has_y = has_y};
    bool any = false;
    run_parts(&pass, start_part);
    for (int32_t part = 0; part < solver->blocks->layout->parts; ++part) {
        any = any || pass.yes[part];
    }
    return any;
}

static void push_part(void *context, int32_t part)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, part);
    kernel()->push(pass->solver, blocks.first, blocks.end);
}

void md_blocks_push(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    run_parts_that_move(&pass, push_part);
}

/* ---- What is left to solve -------------------------------------------------------------------------------------------- */

static void q_of_part(void *context, int32_t part)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, part);
    double sum = 0;
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct residual_sums sums = {0};
        kernel()->q_scaled(pass->solver, first, chunk_end(blocks, first), &sums);
        sum += sum_of_lanes(sums.scaled);
    }
    pass->scaled[part] = sum;
}

double md_blocks_q_scaled(md_solver *solver)
{
    struct pass pass = {.solver = solver};
    double sum = 0;
    run_parts(&pass, q_of_part);
    for (int32_t part = 0; part < solver->blocks->layout->parts; ++part) {
        sum += pass.scaled[part];
    }
    return sum;
}

static void residual_of_part(void *context, int32_t part)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->solver, part);
    double absolute = 0, scaled = 0;
    for (int32_t first = blocks.first; first < blocks.end; first = chunk_end(blocks, first)) {
        struct residual_sums sums = {0};
        kernel()->residual(pass->solver, first, chunk_end(blocks, first), &sums);
        absolute += sum_of_lanes(sums.absolute);
        scaled += sum_of_lanes(sums.scaled);
    }
    pass->absolute[part] = absolute;
    pass->scaled[part] = scaled;
}

void md_blocks_residual(md_solver *solver, double *absolute, double *scaled)
{
    struct pass pass = {.solver = solver};
    run_parts(&pass, residual_of_part);
    for (int32_t part = 0; part < solver->blocks->layout->parts; ++part) {
        *absolute += pass.absolute[part];
        *scaled += pass.scaled[part];
    }
}
