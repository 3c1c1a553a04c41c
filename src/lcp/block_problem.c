#include "lcp/block_problem.h"

void md_block_problem_free_rows(struct block_problem *blocks, const md_allocator *allocator)
{
    md_problem *packed = &blocks->packed;
    struct reals *reals[] = {&packed->bias,    &packed->lower, &packed->upper,       &packed->compliance,
                             &packed->lambda0, &packed->y0,    &packed->row_jacobian};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; ++i) {
        reals_free(allocator, reals[i]);
    }
    indices_free(allocator, &packed->parent);
    indices_free(allocator, &packed->row_body);
}

void md_block_problem_free(struct block_problem *blocks, const md_allocator *allocator)
{
    md_block_problem_free_rows(blocks, allocator);
    reals_free(allocator, &blocks->packed.body);
    indices_free(allocator, &blocks->packed.body_partition);
}

static md_status reserve_rows(md_problem *packed, const md_allocator *allocator, size_t rows)
{
    struct reals *reals[] = {&packed->bias,       &packed->lower,   &packed->upper,
                             &packed->compliance, &packed->lambda0, &packed->y0};
    md_status status = indices_reserve(allocator, &packed->parent, rows + 1);
    for (size_t i = 0; status == MD_OK && i < sizeof reals / sizeof *reals; ++i) {
        status = reals_reserve(allocator, reals[i], rows + 1);
    }
    return status;
}

md_status md_block_problem_open(struct block_problem *blocks, const md_allocator *allocator,
                                const struct block_layout *layout, int32_t rows_per_contact)
{
    const int64_t in_blocks = (int64_t)layout->count * rows_per_contact * MD_LANES;
    blocks->layout = layout;
    blocks->scalar_rows = blocks->packed.m;
    blocks->rows_per_contact = rows_per_contact;
    blocks->rows = blocks->scalar_rows;
    blocks->is_simple = true;
    if (blocks->scalar_rows + in_blocks > INT32_MAX / 8) {
        return MD_ERROR_SIZE;
    }
    const md_status status = reserve_rows(&blocks->packed, allocator, (size_t)(blocks->scalar_rows + in_blocks));
    if (status != MD_OK) {
        return status;
    }
    blocks->packed.m += (int32_t)in_blocks;
    return MD_OK;
}
