#include "lcp/faces.h"

#include "lcp/small_block.h"

void md_faces_free(struct faces *faces, const md_allocator *allocator)
{
    indices_free(allocator, &faces->role);
    reals_free(allocator, &faces->step);
}

/* ---- The step ---------------------------------------------------------------------------------------------------- */

/* A_ff, divided by its trace. */
static struct small_block block_of(const struct system *system, const struct face_rows *face, const md_real *diagonal,
                                   md_real trace)
{
    struct small_block block = {.size = face->count};
    for (int32_t i = 0; i < face->count; ++i) {
        block.a[i][i] = diagonal[face->row[i]] / trace;
        for (int32_t j = 0; j < i; ++j) {
            block.a[i][j] = block.a[j][i] = md_system_element(system, face->row[i], face->row[j]) / trace;
        }
    }
    return block;
}

static md_real step_of(const struct system *system, const struct face_rows *face, const md_real *diagonal)
{
    md_real trace = 0;
    for (int32_t i = 0; i < face->count; ++i) {
        trace += diagonal[face->row[i]];
    }
    const struct small_block block = block_of(system, face, diagonal, trace);
    return 1 / small_block_bound(&block, trace);
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
