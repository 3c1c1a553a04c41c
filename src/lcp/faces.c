#include "lcp/faces.h"

#include <string.h>

void md_faces_free(struct faces *faces, const md_allocator *allocator)
{
    indices_free(allocator, &faces->role);
    reals_free(allocator, &faces->step);
}

/* ---- The step ---------------------------------------------------------------------------------------------------- */

/* A_ff, divided by its trace: its eigenvalues are between 0 and 1, and no power of the largest underflows. */
struct face_block {
    int32_t size;
    md_real a[MD_FACE_ROWS][MD_FACE_ROWS];
};

static struct face_block block_of(const struct system *system, const struct face_rows *face, const md_real *diagonal,
                                  md_real trace)
{
    struct face_block block = {.size = face->count};
    for (int32_t i = 0; i < face->count; ++i) {
        block.a[i][i] = diagonal[face->row[i]] / trace;
        for (int32_t j = 0; j < i; ++j) {
            block.a[i][j] = block.a[j][i] = md_system_element(system, face->row[i], face->row[j]) / trace;
        }
    }
    return block;
}

static struct face_block square_of(const struct face_block *block)
{
    struct face_block square = {.size = block->size};
    for (int32_t i = 0; i < block->size; ++i) {
        for (int32_t j = 0; j <= i; ++j) {
            md_real sum = 0;
            for (int32_t k = 0; k < block->size; ++k) {
                sum += block->a[i][k] * block->a[j][k];
            }
            square.a[i][j] = square.a[j][i] = sum;
        }
    }
    return square;
}

static md_real step_of(const struct system *system, const struct face_rows *face, const md_real *diagonal)
{
    md_real trace = 0;
    for (int32_t i = 0; i < face->count; ++i) {
        trace += diagonal[face->row[i]];
    }
    struct face_block power = block_of(system, face, diagonal, trace);
    for (int32_t exponent = 1; exponent < 16; exponent *= 2) {
        power = square_of(&power);
    }
    md_real root = 0;
    for (int32_t i = 0; i < power.size; ++i) {
        root += power.a[i][i];
    }
    for (int32_t exponent = 1; exponent < 16; exponent *= 2) {
        root = md_sqrt(root);
    }
    return 1 / (root * trace);
}

/* ---- Finding ----------------------------------------------------------------------------------------------------- */

static bool is_single(const struct row_groups *groups, const struct face_rows *face)
{
    bool single = true;
    for (int32_t k = 0; k < face->count; ++k) {
        single = single && md_group_at(groups, face->row[k]) == GROUP_SINGLE;
    }
    return single;
}

md_status md_faces_find(struct faces *faces, const md_allocator *allocator, const md_problem *problem,
                        const struct row_groups *groups, const struct system *system, const md_real *diagonal)
{
    faces->any = problem->face_count > 0;
    md_status status = MD_OK;
    if (faces->any) {
        status = indices_reserve(allocator, &faces->role, (size_t)problem->m);
    }
    if (status == MD_OK && faces->any) {
        status = reals_reserve(allocator, &faces->step, (size_t)problem->face_count);
    }
    if (status != MD_OK || !faces->any) {
        return status;
    }
    for (int32_t i = 0; i < problem->m; ++i) {
        faces->role.at[i] = FACE_NONE;
    }
    for (int32_t f = 0; f < problem->face_count; ++f) {
        const struct face_rows *face = &problem->faces[f];
        const md_real step = step_of(system, face, diagonal);
        if (!is_single(groups, face) || !isfinite(step)) {
            continue;
        }
        faces->step.at[f] = step;
        faces->role.at[face->row[0]] = f;
        for (int32_t k = 1; k < face->count; ++k) {
            faces->role.at[face->row[k]] = FACE_MEMBER;
        }
    }
    return MD_OK;
}
