#include "lcp/block_problem.h"

void md_block_problem_free(struct block_problem *blocks, const md_allocator *allocator)
{
    md_problem_free_rows(&blocks->packed, allocator);
    reals_free(allocator, &blocks->packed.body);
    indices_free(allocator, &blocks->packed.body_partition);
}

struct block_layouts md_block_problem_layouts(const struct block_problem *blocks)
{
    struct block_layouts layouts = {.count = 0};
    if (blocks != NULL) {
        layouts.at[layouts.count++] = blocks->layout;
        if (blocks->joints != NULL) {
            layouts.at[layouts.count++] = &blocks->joints->layout;
        }
    }
    return layouts;
}

/* `lines` of contacts have rows_per_contact rows each, MD_LANES times, and blocks rows_per_manifold. */
static md_status open_lines(struct block_problem *blocks, const md_allocator *allocator, int32_t lines)
{
    struct joint_blocks *joints = blocks->joints;
    const int64_t in_lines = joints != NULL ? (int64_t)joints->lines * MD_LANES : 0;
    const int64_t in_blocks =
        ((int64_t)lines * blocks->rows_per_contact + (int64_t)blocks->layout->count * blocks->rows_per_manifold) *
        MD_LANES;
    blocks->scalar_rows = blocks->packed.m;
    blocks->rows = blocks->scalar_rows;
    blocks->is_simple = true;
    if (blocks->scalar_rows + in_blocks + in_lines > INT32_MAX / 8) {
        return MD_ERROR_SIZE;
    }
    const size_t rows = (size_t)(blocks->scalar_rows + in_blocks + in_lines);
    blocks->joint_row = (int32_t)(blocks->scalar_rows + in_blocks);
    const md_status status = md_problem_reserve_rows(&blocks->packed, allocator, rows + 1);
    if (status == MD_OK) {
        blocks->packed.m = (int32_t)rows;
        if (joints != NULL) {
            md_joint_blocks_copy(joints, &blocks->packed, blocks->joint_row);
        }
    }
    return status;
}

md_status md_block_problem_open(struct block_problem *blocks, const md_allocator *allocator,
                                const struct block_layout *layout, struct joint_blocks *joints,
                                int32_t rows_per_contact)
{
    const md_status assigned = joints != NULL ? md_joint_blocks_assign(joints, allocator, blocks->packed.m) : MD_OK;
    blocks->layout = layout;
    blocks->manifolds = NULL;
    blocks->joints = joints;
    blocks->has_friction = rows_per_contact > 1;
    blocks->rows_per_contact = rows_per_contact;
    blocks->rows_per_manifold = 0;
    return assigned == MD_OK ? open_lines(blocks, allocator, layout->count) : assigned;
}

md_status md_block_problem_open_manifolds(struct block_problem *blocks, const md_allocator *allocator,
                                          const struct block_layout *layout, const struct manifold_blocks *manifolds,
                                          bool has_friction)
{
    blocks->layout = layout;
    blocks->manifolds = manifolds;
    blocks->joints = NULL;
    blocks->has_friction = has_friction;
    blocks->rows_per_contact = has_friction && !manifolds->has_patches ? MD_POINT_ROWS : 1;
    blocks->rows_per_manifold = has_friction && manifolds->has_patches ? MD_PATCH_ROWS : 0;
    return open_lines(blocks, allocator, manifolds->lines);
}
