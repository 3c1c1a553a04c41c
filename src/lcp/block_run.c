#include "lcp/block_run.h"

#include "lcp/block_kernel.h"

static const struct block_kernel *kernel(void)
{
#ifdef MODULUS_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        return &md_block_kernel_avx2;
    }
#endif
    return &md_block_kernel_base;
}

/* The end of the chunk that starts at a block. */
static int32_t chunk_end(const md_solver *solver, int32_t first)
{
    const int32_t count = solver->blocks->layout->count;
    return count - first < MD_CHUNK ? count : first + MD_CHUNK;
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

struct sweep_report md_blocks_sweep(md_solver *solver, enum sweep_kind kind)
{
    const struct block_kernel *passes = kernel();
    struct sweep_report report = {0};
    for (int32_t first = 0; first < solver->blocks->layout->count; first = chunk_end(solver, first)) {
        struct block_sums sums = {0};
        passes->sweep(solver, kind, first, chunk_end(solver, first), &sums);
        add_chunk(&report, &sums);
    }
    return report;
}

bool md_blocks_diagonal(md_solver *solver)
{
    return kernel()->diagonal(solver, 0, solver->blocks->layout->count);
}

bool md_blocks_start(md_solver *solver, bool has_y)
{
    return kernel()->start(solver, has_y, 0, solver->blocks->layout->count);
}

void md_blocks_push(md_solver *solver)
{
    kernel()->push(solver, 0, solver->blocks->layout->count);
}

double md_blocks_q_scaled(md_solver *solver)
{
    double sum = 0;
    for (int32_t first = 0; first < solver->blocks->layout->count; first = chunk_end(solver, first)) {
        struct residual_sums sums = {0};
        kernel()->q_scaled(solver, first, chunk_end(solver, first), &sums);
        sum += sum_of_lanes(sums.scaled);
    }
    return sum;
}

void md_blocks_residual(md_solver *solver, double *absolute, double *scaled)
{
    for (int32_t first = 0; first < solver->blocks->layout->count; first = chunk_end(solver, first)) {
        struct residual_sums sums = {0};
        kernel()->residual(solver, first, chunk_end(solver, first), &sums);
        *absolute += sum_of_lanes(sums.absolute);
        *scaled += sum_of_lanes(sums.scaled);
    }
}
