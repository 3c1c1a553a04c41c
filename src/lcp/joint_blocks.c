#include "lcp/joint_blocks.h"

#include <string.h>

void md_joint_blocks_free(struct joint_blocks *joints, const md_allocator *allocator)
{
    md_layout_free(&joints->layout, allocator);
    indices_free(allocator, &joints->line_start);
    indices_free(allocator, &joints->is_equality);
    indices_free(allocator, &joints->row);
    indices_free(allocator, &joints->owner);
    indices_free(allocator, &joints->row_count);
    reals_free(allocator, &joints->jacobian);
    reals_free(allocator, &joints->inverse_inertia);
    md_array_free(allocator, (void **)&joints->joints, &joints->joint_capacity, sizeof *joints->joints);
}

/* ---- Which rows form a joint --------------------------------------------------------------------------------------- */

static bool has_isotropic_mass(const md_problem *problem, int32_t slot)
{
    const md_real *body = problem->body.at + MD_SLOT_2D * (size_t)slot;
    return body[3] == body[4];
}

/* True if the row can be in a lane. */
static bool fits_lane(const md_problem *problem, int32_t i)
{
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    return problem->parent.at[i] == MD_NO_PARENT && body[0] != body[1] && has_isotropic_mass(problem, body[0]) &&
           has_isotropic_mass(problem, body[1]);
}

/* The number of rows from `i` on that are between the same two bodies. */
static int32_t rows_of_joint(const md_problem *problem, int32_t i, int32_t end)
{
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    int32_t count = 1;
    while (count < MD_MAX_JOINT_ROWS && i + count < end &&
           memcmp(body, body + 2 * (size_t)count, 2 * sizeof *body) == 0) {
        ++count;
    }
    return count;
}

/* Lists the joints of all rows. Returns their number, or 0 if a row fits no lane. */
static int32_t list_joints(struct joint_blocks *joints, const md_problem *problem, int32_t rows)
{
    int32_t count = 0;
    for (int32_t i = 0; i < rows; ++i) {
        if (!fits_lane(problem, i)) {
            return 0;
        }
    }
    for (int32_t i = 0; i < rows; i += joints->row_count.at[i]) {
        const int32_t *body = problem->row_body.at + 2 * (size_t)i;
        joints->row_count.at[i] = rows_of_joint(problem, i, rows);
        joints->joints[count++] = (struct block_contact){.slot = {body[0], body[1]}, .owner = i};
    }
    return count;
}

md_status md_joint_blocks_lay_out(struct joint_blocks *joints, const md_allocator *allocator, const md_problem *problem,
                                  int32_t rows)
{
    struct block_layout *layout = &joints->layout;
    md_status status = md_array_reserve(allocator, (void **)&joints->joints, &joints->joint_capacity, (size_t)rows + 1,
                                        sizeof *joints->joints);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &joints->row_count, (size_t)rows + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    const int32_t count = list_joints(joints, problem, rows);
    if (md_layout_is_current(layout, problem, joints->joints, count)) {
        return MD_OK;
    }
    status = md_layout_begin(layout, allocator, problem, count);
    if (status != MD_OK) {
        return status;
    }
    md_layout_assign_levels(layout, problem, joints->joints, count);
    return md_layout_count_blocks(layout, allocator);
}

/* ---- Lanes and lines ----------------------------------------------------------------------------------------------- */

/* Lines of a block: the rows of its longest joint. */
static int32_t lines_of_block(const struct joint_blocks *joints, int32_t block)
{
    const int32_t *owner = joints->owner.at + (size_t)block * MD_LANES;
    int32_t lines = 0;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        const int32_t rows = owner[lane] >= 0 ? joints->row_count.at[owner[lane]] : 0;
        lines = rows > lines ? rows : lines;
    }
    return lines;
}

md_status md_joint_blocks_assign(struct joint_blocks *joints, const md_allocator *allocator, int32_t rows)
{
    const size_t blocks = (size_t)joints->layout.count;
    md_status status = indices_reserve(allocator, &joints->owner, blocks * MD_LANES + 1);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &joints->line_start, blocks + 1);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &joints->row, (size_t)rows + 1);
    }
    if (status == MD_OK) {
        status = reals_reserve(allocator, &joints->inverse_inertia, 2 * MD_LANES * blocks + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    if (!joints->layout.is_placed) {
        md_layout_assign_lanes(&joints->layout, joints->joints, joints->owner.at);
    }
    joints->lines = 0;
    for (int32_t block = 0; block < joints->layout.count; ++block) {
        joints->line_start.at[block] = joints->lines;
        joints->lines += lines_of_block(joints, block);
    }
    joints->line_start.at[joints->layout.count] = joints->lines;
    const size_t lines = (size_t)joints->lines;
    status = indices_reserve(allocator, &joints->is_equality, lines + 1);
    return status == MD_OK ? reals_reserve(allocator, &joints->jacobian, MD_LINE_FIELDS * MD_LANES * lines + 1)
                           : status;
}

/* ---- Copying ------------------------------------------------------------------------------------------------------- */

/* Makes a row whose impulse stays 0, and which does not keep its line from being one of equalities. */
static void empty_row(md_problem *packed, int32_t row, md_real *jacobian)
{
    packed->bias.at[row] = 0;
    packed->lower.at[row] = -MD_INFINITY;
    packed->upper.at[row] = MD_INFINITY;
    packed->compliance.at[row] = 1; /* for a positive diagonal */
    packed->lambda0.at[row] = 0;
    packed->y0.at[row] = 0;
    for (int32_t k = 0; k < MD_LINE_FIELDS; ++k) {
        jacobian[k * MD_LANES] = 0;
    }
}

/* Copies scalar row i. Returns whether it is an equality without compliance. */
static bool copy_row(md_problem *packed, int32_t i, int32_t row, md_real *jacobian)
{
    const md_real *J = packed->row_jacobian.at + MD_LINE_FIELDS * (size_t)i;
    packed->bias.at[row] = packed->bias.at[i];
    packed->lower.at[row] = packed->lower.at[i];
    packed->upper.at[row] = packed->upper.at[i];
    packed->compliance.at[row] = packed->compliance.at[i];
    packed->lambda0.at[row] = packed->lambda0.at[i];
    packed->y0.at[row] = packed->y0.at[i];
    for (int32_t k = 0; k < MD_LINE_FIELDS; ++k) {
        jacobian[k * MD_LANES] = J[k];
    }
    return packed->lower.at[i] == -MD_INFINITY && packed->upper.at[i] == MD_INFINITY && packed->compliance.at[i] == 0;
}

/* The inverse inertia of the body at an offset in the state; copies of the world come after all bodies (block_layout.c). */
static md_real inverse_inertia_at(const md_problem *packed, int32_t offset)
{
    return offset <= MD_SLOT_2D * packed->body_count ? packed->body.at[offset + 5] : 0;
}

/* Copies line `line` of a block, the k-th. */
static void copy_line(struct joint_blocks *joints, md_problem *packed, int32_t block, int32_t line, int32_t k,
                      int32_t first)
{
    const int32_t *owner = joints->owner.at + (size_t)block * MD_LANES;
    bool is_equality = true;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        const int32_t row = first + line * MD_LANES + lane;
        md_real *jacobian = joints->jacobian.at + MD_LINE_FIELDS * MD_LANES * (size_t)line + lane;
        if (owner[lane] < 0 || k >= joints->row_count.at[owner[lane]]) {
            empty_row(packed, row, jacobian);
            continue;
        }
        const bool is_one = copy_row(packed, owner[lane] + k, row, jacobian);
        is_equality = is_equality && is_one;
        joints->row.at[owner[lane] + k] = row;
    }
    joints->is_equality.at[line] = is_equality;
}

void md_joint_blocks_copy(struct joint_blocks *joints, md_problem *packed, int32_t first)
{
    for (int32_t block = 0; block < joints->layout.count; ++block) {
        const int32_t *slots = joints->layout.slots.at + 2 * MD_LANES * (size_t)block;
        md_real *inertia = joints->inverse_inertia.at + 2 * MD_LANES * (size_t)block;
        const int32_t start = joints->line_start.at[block];
        for (int32_t k = 0; k < 2 * MD_LANES; ++k) {
            inertia[k] = inverse_inertia_at(packed, slots[k]);
        }
        for (int32_t line = start; line < joints->line_start.at[block + 1]; ++line) {
            copy_line(joints, packed, block, line, line - start, first);
        }
    }
}
