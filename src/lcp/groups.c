#include "lcp/groups.h"

#include <string.h>

#include "lcp/small_block.h"

/* Rounds of rotations after which a block of three rows is diagonal to rounding. */
#define ROTATION_ROUNDS 5

void md_groups_free(struct row_groups *groups, const md_allocator *allocator)
{
    void *kind = groups->kind;
    md_array_free(allocator, &kind, &groups->capacity, sizeof *groups->kind);
    groups->kind = NULL;
}

/* ---- Finding ----------------------------------------------------------------------------------------------------- */

static bool has_group(const struct contact_rows *contact)
{
    return contact->law == MD_FRICTION_CONE ? contact->tangents > 0
                                            : contact->law == MD_FRICTION_DISC && contact->tangents == 2;
}

static void mark(struct row_groups *groups, int32_t first, enum group_kind kind)
{
    groups->kind[first] = (uint8_t)kind;
    for (int32_t k = 1; k < md_group_rows(kind); ++k) {
        groups->kind[first + k] = GROUP_MEMBER;
    }
}

static void mark_contact(struct row_groups *groups, const struct contact_rows *contact)
{
    const int32_t tangents = contact->tangents;
    const int32_t roll = contact->row + 1 + tangents + (contact->has_torsion ? 1 : 0);
    if (contact->law == MD_FRICTION_CONE) {
        mark(groups, contact->row, tangents == 2 ? GROUP_CONE : GROUP_CONE_2D);
    } else {
        mark(groups, contact->row + 1, GROUP_DISC);
    }
    if (contact->has_rolling && tangents == 2) {
        mark(groups, roll, GROUP_DISC);
    }
}

static void mark_patch(struct row_groups *groups, const struct patch_rows *patch)
{
    mark(groups, md_patch_tangent(patch), patch->has_torsion ? GROUP_BALL : GROUP_DISC);
    if (patch->has_rolling) {
        mark(groups, md_patch_roll(patch), GROUP_DISC);
    }
}

bool md_problem_has_groups(const md_problem *problem)
{
    for (int32_t patch = 0; patch < problem->patch_count; ++patch) {
        if (md_patch_has_groups(&problem->patches[patch])) {
            return true;
        }
    }
    for (int32_t contact = 0; contact < problem->contact_count; ++contact) {
        if (has_group(&problem->contacts[contact])) {
            return true;
        }
    }
    return false;
}

md_status md_groups_find(struct row_groups *groups, const md_allocator *allocator, const md_problem *problem)
{
    groups->any = md_problem_has_groups(problem);
    if (!groups->any) {
        return MD_OK;
    }
    void *kind = groups->kind;
    const md_status status =
        md_array_reserve(allocator, &kind, &groups->capacity, (size_t)problem->m, sizeof *groups->kind);
    groups->kind = kind;
    if (status != MD_OK) {
        return status;
    }
    memset(groups->kind, GROUP_SINGLE, (size_t)problem->m);
    for (int32_t contact = 0; contact < problem->contact_count; ++contact) {
        if (has_group(&problem->contacts[contact])) {
            mark_contact(groups, &problem->contacts[contact]);
        }
    }
    for (int32_t patch = 0; patch < problem->patch_count; ++patch) {
        if (md_patch_has_groups(&problem->patches[patch])) {
            mark_patch(groups, &problem->patches[patch]);
        }
    }
    return MD_OK;
}

/* ---- The diagonal ------------------------------------------------------------------------------------------------ */

struct block {
    int32_t size;
    md_real a[MD_GROUP_ROWS][MD_GROUP_ROWS];
};

/* The symmetric part of A_gg. */
static struct block block_of(const struct system *system, int32_t first, int32_t size, const md_real *diagonal)
{
    struct block block = {.size = size};
    for (int32_t i = 0; i < size; ++i) {
        block.a[i][i] = diagonal[first + i];
        for (int32_t j = 0; j < i; ++j) {
            const md_real below = md_system_element(system, first + i, first + j);
            const md_real above = md_system_element(system, first + j, first + i);
            block.a[i][j] = block.a[j][i] = (below + above) / 2;
        }
    }
    return block;
}

/* Makes a[i][j] zero by a rotation of rows and columns i and j. */
static void rotate(struct block *block, int32_t i, int32_t j)
{
    md_real(*a)[MD_GROUP_ROWS] = block->a;
    if (a[i][j] == 0) {
        return;
    }
    const md_real theta = (a[j][j] - a[i][i]) / (2 * a[i][j]);
    const md_real tangent = (theta < 0 ? -1 : 1) / (md_abs(theta) + md_sqrt(theta * theta + 1));
    const md_real cosine = 1 / md_sqrt(tangent * tangent + 1);
    const md_real sine = tangent * cosine;
    for (int32_t k = 0; k < block->size; ++k) {
        const md_real x = a[i][k];
        const md_real y = a[j][k];
        a[i][k] = cosine * x - sine * y;
        a[j][k] = sine * x + cosine * y;
    }
    for (int32_t k = 0; k < block->size; ++k) {
        const md_real x = a[k][i];
        const md_real y = a[k][j];
        a[k][i] = cosine * x - sine * y;
        a[k][j] = sine * x + cosine * y;
    }
}

static bool is_diagonal(const struct block *block)
{
    const md_real(*a)[MD_GROUP_ROWS] = block->a;
    return a[0][1] == 0 && (block->size < 3 || (a[0][2] == 0 && a[1][2] == 0));
}

/* By Jacobi's rotations, which converge quadratically. */
static md_real largest_eigenvalue(struct block *block)
{
    for (int round = 0; round < ROTATION_ROUNDS && !is_diagonal(block); ++round) {
        for (int32_t i = 0; i < block->size; ++i) {
            for (int32_t j = i + 1; j < block->size; ++j) {
                rotate(block, i, j);
            }
        }
    }
    md_real largest = block->a[0][0];
    for (int32_t i = 1; i < block->size; ++i) {
        largest = md_max(largest, block->a[i][i]);
    }
    return largest;
}

/* A bound of the same, which costs a tenth. */
static md_real bound_of(const struct block *block)
{
    struct small_block scaled = {.size = block->size};
    md_real trace = 0;
    for (int32_t i = 0; i < block->size; ++i) {
        trace += block->a[i][i];
    }
    for (int32_t i = 0; i < block->size; ++i) {
        for (int32_t j = 0; j < block->size; ++j) {
            scaled.a[i][j] = block->a[i][j] / trace;
        }
    }
    return small_block_bound(&scaled, trace);
}

void md_groups_diagonal(const struct row_groups *groups, const struct system *system, md_real *diagonal)
{
    int32_t size = 1;
    for (int32_t i = 0; groups->any && i < system->m; i += size) {
        const enum group_kind kind = md_group_at(groups, i);
        size = md_group_rows(kind);
        if (kind == GROUP_SINGLE) {
            continue;
        }
        struct block block = block_of(system, i, size, diagonal);
        const md_real value = kind == GROUP_BALL ? bound_of(&block) : largest_eigenvalue(&block);
        for (int32_t k = 0; k < size; ++k) {
            diagonal[i + k] = value;
        }
    }
}

/* ---- Blocks of contacts ------------------------------------------------------------------------------------------ */

void md_contact_blocks_free(struct contact_blocks *blocks, const md_allocator *allocator)
{
    indices_free(allocator, &blocks->contact);
    reals_free(allocator, &blocks->A);
}

static bool is_solved_exactly(const struct contact_rows *contact)
{
    return contact->law != MD_FRICTION_BOX && contact->tangents > 0;
}

md_status md_contact_blocks_form(struct contact_blocks *blocks, const md_allocator *allocator,
                                 const md_problem *problem, const struct system *system)
{
    md_status status = indices_reserve(allocator, &blocks->contact, (size_t)problem->m + 1);
    if (status == MD_OK) {
        status = reals_reserve(allocator, &blocks->A, 9 * (size_t)problem->contact_count + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    blocks->any = false;
    for (int32_t i = 0; i < problem->m; ++i) {
        blocks->contact.at[i] = -1;
    }
    for (int32_t k = 0; k < problem->contact_count; ++k) {
        const struct contact_rows *contact = &problem->contacts[k];
        const int32_t row = contact->row;
        if (!is_solved_exactly(contact)) {
            continue;
        }
        blocks->any = true;
        blocks->contact.at[row] = k;
        for (int32_t e = 0; e < 9; ++e) {
            const int32_t i = e / 3;
            const int32_t j = e % 3;
            const bool inside = i <= contact->tangents && j <= contact->tangents;
            const md_real compliance = inside && i == j ? system->compliance[row + i] : 0;
            blocks->A.at[9 * (size_t)k + (size_t)e] =
                inside ? md_system_element(system, row + i, row + j) + compliance : 0;
        }
    }
    return MD_OK;
}
