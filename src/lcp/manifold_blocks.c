#include "lcp/manifold_blocks.h"

void md_manifold_blocks_free(struct manifold_blocks *manifolds, const md_allocator *allocator)
{
    indices_free(allocator, &manifolds->line_start);
    indices_free(allocator, &manifolds->point_count);
    reals_free(allocator, &manifolds->fields);
    reals_free(allocator, &manifolds->points);
}

md_status md_manifold_blocks_reserve_lanes(struct manifold_blocks *manifolds, const md_allocator *allocator,
                                           const struct block_layout *layout)
{
    return indices_reserve(allocator, &manifolds->point_count, (size_t)layout->count * MD_LANES + 1);
}

static int32_t lines_of_block(const struct manifold_blocks *manifolds, int32_t block)
{
    const int32_t *points = manifolds->point_count.at + (size_t)block * MD_LANES;
    int32_t most = 0;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        most = points[lane] > most ? points[lane] : most;
    }
    return most;
}

md_status md_manifold_blocks_count_lines(struct manifold_blocks *manifolds, const md_allocator *allocator,
                                         const struct block_layout *layout)
{
    const size_t blocks = (size_t)layout->count;
    md_status status = indices_reserve(allocator, &manifolds->line_start, blocks + 1);
    if (status == MD_OK) {
        status = reals_reserve(allocator, &manifolds->fields, (size_t)MANIFOLD_FIELDS * MD_LANES * blocks + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    manifolds->lines = 0;
    for (int32_t block = 0; block < layout->count; ++block) {
        manifolds->line_start.at[block] = manifolds->lines;
        manifolds->lines += lines_of_block(manifolds, block);
    }
    manifolds->line_start.at[layout->count] = manifolds->lines;
    const size_t rows = md_manifold_first_row(manifolds, layout->count);
    return reals_reserve(allocator, &manifolds->points, POINT_ROW_FIELDS * MD_LANES * rows + 1);
}
