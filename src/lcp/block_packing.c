#include "lcp/block_packing.h"

#include <string.h>

#include "lcp/manifold_packing.h"

/* In packing->row before the rows are packed, instead of the index of a contact. */
#define SCALAR (-1)
#define TANGENT (-2) /* of the contact before it */

/* ---- Which rows of a problem are contacts ------------------------------------------------------------------------ */

/* True if the linear parts of J are opposite, or one of the bodies is the world. */
static bool has_direction(const md_problem *problem, int32_t i)
{
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    const md_real *J = problem->row_jacobian.at + 6 * (size_t)i;
    if (body[0] == body[1]) {
        return false;
    }
    return body[0] == 0 || body[1] == 0 || (J[3] == -J[0] && J[4] == -J[1]);
}

/* The linear part of J for the first body; that of the second is opposite. */
static void direction_of(const md_problem *problem, int32_t i, md_real *x, md_real *y)
{
    const md_real *J = problem->row_jacobian.at + 6 * (size_t)i;
    const bool of_first = problem->row_body.at[2 * (size_t)i] != 0;
    *x = of_first ? J[0] : -J[3];
    *y = of_first ? J[1] : -J[4];
}

static bool has_isotropic_mass(const md_problem *problem, int32_t slot)
{
    const md_real *body = problem->body.at + MD_SLOT_2D * (size_t)slot;
    return body[3] == body[4];
}

static bool starts_contact(const md_problem *problem, int32_t i)
{
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    return i >= problem->joint_rows && problem->parent.at[i] == MD_NO_PARENT && problem->lower.at[i] == 0 &&
           has_direction(problem, i) && has_isotropic_mass(problem, body[0]) && has_isotropic_mass(problem, body[1]);
}

/* True if the next row is the tangent of the contact with normal i. */
static bool has_tangent(const md_problem *problem, int32_t i)
{
    const int32_t next = i + 1;
    if (next >= problem->m || problem->parent.at[next] != i || !has_direction(problem, next)) {
        return false;
    }
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    md_real normal_x, normal_y, tangent_x, tangent_y;
    direction_of(problem, i, &normal_x, &normal_y);
    direction_of(problem, next, &tangent_x, &tangent_y);
    return body[2] == body[0] && body[3] == body[1] && tangent_x == -normal_y && tangent_y == normal_x;
}

struct census {
    int32_t scalar_rows, tangents;
    bool keeps_order; /* no scalar row comes after a contact */
};

/* Lists the contacts and gives them levels. packing->row becomes the contact of each row, SCALAR or TANGENT. */
static struct census find_contacts(struct block_packing *packing, const md_problem *problem)
{
    struct census census = {.keeps_order = true};
    int32_t contacts = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        if (!starts_contact(problem, i)) {
            packing->row.at[i] = SCALAR;
            ++census.scalar_rows;
            census.keeps_order = census.keeps_order && contacts == 0;
            continue;
        }
        const int32_t *body = problem->row_body.at + 2 * (size_t)i;
        packing->row.at[i] = contacts;
        packing->contacts[contacts++] = (struct block_contact){.slot = {body[0], body[1]}, .owner = i};
        if (has_tangent(problem, i)) {
            packing->row.at[++i] = TANGENT;
            ++census.tangents;
        }
    }
    md_layout_assign_levels(&packing->layout, problem, packing->contacts, contacts);
    return census;
}

/* ---- Packing ----------------------------------------------------------------------------------------------------- */

void md_block_packing_free(struct block_packing *packing, const md_allocator *allocator)
{
    md_layout_free(&packing->layout, allocator);
    md_joint_blocks_free(&packing->joints, allocator);
    md_manifold_blocks_free(&packing->manifolds, allocator);
    md_problem_free_rows(&packing->blocks.packed, allocator); /* the bodies belong to the problem */
    indices_free(allocator, &packing->row);
    indices_free(allocator, &packing->owners);
    md_array_free(allocator, (void **)&packing->contacts, &packing->contact_capacity, sizeof *packing->contacts);
    reals_free(allocator, &packing->lambda);
    reals_free(allocator, &packing->y);
    reals_free(allocator, &packing->w);
}

static md_status reserve(struct block_packing *packing, const md_allocator *allocator, size_t rows)
{
    struct reals *reals[] = {&packing->lambda, &packing->y, &packing->w};
    md_status status = indices_reserve(allocator, &packing->row, rows + 1);
    if (status == MD_OK) {
        status = md_array_reserve(allocator, (void **)&packing->contacts, &packing->contact_capacity, rows + 1,
                                  sizeof *packing->contacts);
    }
    for (size_t i = 0; status == MD_OK && i < sizeof reals / sizeof *reals; ++i) {
        status = reals_reserve(allocator, reals[i], rows + 1);
    }
    return status;
}

/* Makes a row whose impulse stays 0. */
static void empty_row(struct block_problem *blocks, int32_t row)
{
    md_problem *packed = &blocks->packed;
    packed->bias.at[row] = 0;
    packed->lower.at[row] = 0;
    packed->upper.at[row] = 0;
    packed->compliance.at[row] = 1; /* for a positive diagonal */
    packed->lambda0.at[row] = 0;
    packed->y0.at[row] = 0;
}

static void empty_lanes(struct block_problem *blocks)
{
    const struct block_layout *layout = blocks->layout;
    for (int32_t level = 0; level < layout->levels; ++level) {
        const int32_t end = layout->level_start.at[level + 1] * MD_LANES;
        for (int32_t lane = layout->level_end.at[level]; lane < end; ++lane) {
            for (int32_t k = 0; k < blocks->rows_per_contact; ++k) {
                empty_row(blocks, md_block_problem_row(blocks, lane) + k * MD_LANES);
            }
        }
    }
}

/* Copies a row without its Jacobian and its parent, which may not be packed yet. */
static void copy_row(struct block_packing *packing, const md_problem *problem, int32_t from, int32_t to)
{
    md_problem *packed = &packing->blocks.packed;
    packed->bias.at[to] = problem->bias.at[from];
    packed->lower.at[to] = problem->lower.at[from];
    packed->upper.at[to] = problem->upper.at[from];
    packed->compliance.at[to] = problem->compliance.at[from];
    packed->lambda0.at[to] = problem->lambda0.at[from];
    packed->y0.at[to] = problem->y0.at[from];
    packing->row.at[from] = to;
}

static void copy_scalar_rows(struct block_packing *packing, const md_problem *problem)
{
    md_problem *packed = &packing->blocks.packed;
    int32_t to = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        if (packing->row.at[i] != SCALAR) {
            continue;
        }
        memcpy(packed->row_body.at + 2 * (size_t)to, problem->row_body.at + 2 * (size_t)i, 2 * sizeof(int32_t));
        memcpy(packed->row_jacobian.at + 6 * (size_t)to, problem->row_jacobian.at + 6 * (size_t)i, 6 * sizeof(md_real));
        copy_row(packing, problem, i, to++);
    }
}

/* A normal of 0 would be taken for an empty lane, and a tangent with bounds 0 for a missing one: not simple. */
static bool is_simple_contact(const md_problem *problem, int32_t i, bool tangent)
{
    const int32_t next = i + tangent;
    md_real x, y;
    direction_of(problem, i, &x, &y);
    return problem->compliance.at[i] == 0 && problem->upper.at[i] == MD_INFINITY && (x != 0 || y != 0) &&
           problem->compliance.at[next] == 0 &&
           (!tangent || (problem->upper.at[next] > 0 && problem->lower.at[next] == -problem->upper.at[next]));
}

static void copy_contact(struct block_packing *packing, const md_problem *problem, int32_t i, int32_t lane,
                         bool tangent)
{
    struct block_problem *blocks = &packing->blocks;
    const int32_t row = md_block_problem_row(blocks, lane);
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    const md_real *J = problem->row_jacobian.at + 6 * (size_t)i;
    md_real *field = md_layout_fields(&packing->layout, lane);
    copy_row(packing, problem, i, row);
    if (tangent) {
        copy_row(packing, problem, i + 1, row + MD_LANES);
    } else if (blocks->rows_per_contact > 1) {
        empty_row(blocks, row + MD_LANES);
    }
    blocks->rows += 1 + tangent;
    blocks->is_simple = blocks->is_simple && is_simple_contact(problem, i, tangent);
    direction_of(problem, i, &field[BLOCK_NORMAL_X * MD_LANES], &field[BLOCK_NORMAL_Y * MD_LANES]);
    field[BLOCK_NORMAL_ANGULAR_A * MD_LANES] = J[2];
    field[BLOCK_NORMAL_ANGULAR_B * MD_LANES] = J[5];
    field[BLOCK_TANGENT_ANGULAR_A * MD_LANES] = tangent ? J[8] : 0;
    field[BLOCK_TANGENT_ANGULAR_B * MD_LANES] = tangent ? J[11] : 0;
    field[BLOCK_INVERSE_INERTIA_A * MD_LANES] = problem->body.at[MD_SLOT_2D * (size_t)body[0] + 5];
    field[BLOCK_INVERSE_INERTIA_B * MD_LANES] = problem->body.at[MD_SLOT_2D * (size_t)body[1] + 5];
}

static void copy_contacts(struct block_packing *packing, const md_problem *problem)
{
    for (int32_t lane = 0; lane < packing->layout.count * MD_LANES; ++lane) {
        const int32_t i = packing->owners.at[lane];
        if (i >= 0) {
            const bool tangent = i + 1 < problem->m && packing->row.at[i + 1] == TANGENT;
            copy_contact(packing, problem, i, lane, tangent);
        }
    }
}

/* Only scalar rows have parents: a tangent in a block follows the normal of its lane. */
static void copy_parents(struct block_packing *packing, const md_problem *problem)
{
    for (int32_t i = 0; i < problem->m; ++i) {
        const int32_t parent = problem->parent.at[i];
        if (packing->row.at[i] < packing->blocks.scalar_rows) {
            packing->blocks.packed.parent.at[packing->row.at[i]] =
                parent == MD_NO_PARENT ? MD_NO_PARENT : packing->row.at[parent];
        }
    }
}

md_status md_block_packing_begin(struct block_packing *packing, const md_allocator *allocator,
                                 const md_problem *problem, int32_t scalar_rows)
{
    md_problem *packed = &packing->blocks.packed;
    const size_t rows = (size_t)scalar_rows;
    packed->allocator = *allocator;
    packed->kind = MD_PROBLEM_BODIES;
    packed->m = scalar_rows;
    packed->n = problem->n;
    packed->degrees_of_freedom = problem->degrees_of_freedom;
    packed->body_count = problem->body_count;
    packed->body = problem->body;
    packed->partitions = problem->partitions;
    packed->is_divided = problem->is_divided;
    md_status status = indices_reserve(allocator, &packed->row_body, 2 * rows + 1);
    if (status == MD_OK) {
        status = reals_reserve(allocator, &packed->row_jacobian, 2 * (size_t)problem->degrees_of_freedom * rows + 1);
    }
    return status == MD_OK ? md_problem_reserve_rows(packed, allocator, rows + 1) : status;
}

static md_status pack_manifolds(struct block_packing *packing, const md_allocator *allocator, const md_problem *problem)
{
    struct block_layout *layout = &packing->layout;
    struct manifold_census census;
    const int32_t count = md_manifolds_list(problem, packing->contacts, &census);
    packing->is_possible = count > 0 || (problem->is_divided && problem->m == 0);
    packing->is_worthwhile = false;
    if (!packing->is_possible) {
        return MD_OK;
    }
    md_layout_assign_levels(layout, problem, packing->contacts, count);
    const md_status status = md_layout_count_blocks(layout, allocator);
    packing->is_worthwhile = true; /* a block with one manifold is faster than its scalar rows */
    return status == MD_OK ? md_manifolds_pack(packing, allocator, problem, &census) : status;
}

md_status md_block_packing_pack(struct block_packing *packing, const md_allocator *allocator, const md_problem *problem,
                                bool only_if_worthwhile)
{
    struct block_layout *layout = &packing->layout;
    md_status status = reserve(packing, allocator, (size_t)problem->m);
    if (status == MD_OK) {
        status = md_layout_begin(layout, allocator, problem, problem->m);
    }
    if (status != MD_OK) {
        return status;
    }
    packing->is_possible = true;
    if (problem->degrees_of_freedom == 6) {
        return pack_manifolds(packing, allocator, problem);
    }
    const struct census census = find_contacts(packing, problem);
    status = md_layout_count_blocks(layout, allocator);
    if (status == MD_OK) { /* joints are the first rows, or none are in blocks */
        status =
            md_joint_blocks_lay_out(&packing->joints, allocator, problem, census.keeps_order ? census.scalar_rows : 0);
    }
    struct joint_blocks *joints = md_joint_blocks_if_filled(&packing->joints);
    packing->is_worthwhile = census.keeps_order && md_blocks_fill_lanes(layout, joints);
    if (status != MD_OK || (only_if_worthwhile && !packing->is_worthwhile)) {
        return status;
    }
    status = md_block_packing_begin(packing, allocator, problem, census.scalar_rows);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &packing->owners, (size_t)layout->count * MD_LANES + 1);
    }
    if (status == MD_OK) {
        copy_scalar_rows(packing, problem);
        status = md_block_problem_open(&packing->blocks, allocator, layout, joints,
                                       census.tangents > 0 || problem->has_friction_rows ? 2 : 1);
    }
    if (status == MD_OK) {
        md_layout_assign_lanes(layout, packing->contacts, packing->owners.at);
        empty_lanes(&packing->blocks);
        copy_contacts(packing, problem);
        copy_parents(packing, problem);
    }
    return status;
}
