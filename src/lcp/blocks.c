#include "lcp/blocks.h"

#include <string.h>

#define LOOSE (-1)   /* in the place of a row's contact */
#define TANGENT (-2) /* it belongs to the contact before it */

/* ---- Rows in blocks --------------------------------------------------------------------------------------------------- */

void md_blocks_free_rows(struct blocks *blocks, const md_allocator *allocator)
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

void md_blocks_free(struct blocks *blocks, const md_allocator *allocator)
{
    md_blocks_free_rows(blocks, allocator);
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

/* A row that stays at 0. */
static void empty_row(struct blocks *blocks, int32_t row)
{
    md_problem *packed = &blocks->packed;
    packed->bias.at[row] = 0;
    packed->lower.at[row] = 0;
    packed->upper.at[row] = 0;
    packed->compliance.at[row] = 1; /* the diagonal */
    packed->lambda0.at[row] = 0;
    packed->y0.at[row] = 0;
}

md_status md_blocks_open(struct blocks *blocks, const md_allocator *allocator, const struct block_layout *layout,
                         int32_t rows_per_contact)
{
    const int64_t in_blocks = (int64_t)layout->count * rows_per_contact * MD_LANES;
    blocks->layout = layout;
    blocks->scalar_rows = blocks->packed.m;
    blocks->rows_per_contact = rows_per_contact;
    blocks->rows = blocks->scalar_rows; /* contacts add theirs */
    blocks->plain = true;               /* and say where they are not */
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

/* The rows of all lanes that no contact has. */
static void empty_lanes(struct blocks *blocks)
{
    const struct block_layout *layout = blocks->layout;
    for (int32_t level = 0; level < layout->levels; ++level) {
        const int32_t end = layout->level_start.at[level + 1] * MD_LANES;
        for (int32_t lane = layout->level_end.at[level]; lane < end; ++lane) {
            for (int32_t k = 0; k < blocks->rows_per_contact; ++k) {
                empty_row(blocks, md_blocks_row(blocks, lane) + k * MD_LANES);
            }
        }
    }
}

/* ---- Which rows of a problem are contacts ----------------------------------------------------------------------------- */

/* A row along a direction that turns its two bodies: opposite linear parts, unless one of them is the world. */
static bool is_along(const md_problem *problem, int32_t i)
{
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    const md_real *J = problem->row_jacobian.at + 6 * (size_t)i;
    if (body[0] == body[1]) {
        return false;
    }
    return body[0] == 0 || body[1] == 0 || (J[3] == -J[0] && J[4] == -J[1]);
}

/* Of the first body; that of the second is opposite. */
static void direction_of(const md_problem *problem, int32_t i, md_real *x, md_real *y)
{
    const md_real *J = problem->row_jacobian.at + 6 * (size_t)i;
    const bool of_first = problem->row_body.at[2 * (size_t)i] != 0;
    *x = of_first ? J[0] : -J[3];
    *y = of_first ? J[1] : -J[4];
}

static bool is_round(const md_problem *problem, int32_t slot)
{
    const md_real *body = problem->body.at + MD_SLOT_2D * (size_t)slot;
    return body[3] == body[4]; /* the same mass in x and y */
}

static bool starts_contact(const md_problem *problem, int32_t i)
{
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    return i >= problem->joint_rows && problem->parent.at[i] == MD_NO_PARENT && problem->lower.at[i] == 0 &&
           is_along(problem, i) && is_round(problem, body[0]) && is_round(problem, body[1]);
}

/* Whether the next row is the tangent of the contact that row i starts. */
static bool has_tangent(const md_problem *problem, int32_t i)
{
    const int32_t next = i + 1;
    if (next >= problem->m || problem->parent.at[next] != i || !is_along(problem, next)) {
        return false;
    }
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    md_real normal_x, normal_y, tangent_x, tangent_y;
    direction_of(problem, i, &normal_x, &normal_y);
    direction_of(problem, next, &tangent_x, &tangent_y);
    return body[2] == body[0] && body[3] == body[1] && tangent_x == -normal_y && tangent_y == normal_x;
}

/* What each row of a problem is. */
struct census {
    int32_t scalar_rows, tangents;
    bool keeps_order; /* no loose row comes after a contact */
};

/* Announces the contacts; of each row `place` gets its contact, LOOSE or TANGENT. */
static struct census find_contacts(struct packing *packing, const md_problem *problem)
{
    struct census census = {.keeps_order = true};
    int32_t contacts = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        if (!starts_contact(problem, i)) {
            packing->place.at[i] = LOOSE;
            ++census.scalar_rows;
            census.keeps_order = census.keeps_order && contacts == 0;
            continue;
        }
        const int32_t *body = problem->row_body.at + 2 * (size_t)i;
        packing->place.at[i] = contacts;
        packing->contacts[contacts++] = (struct block_contact){.slot = {body[0], body[1]}, .owner = i};
        if (has_tangent(problem, i)) {
            packing->place.at[++i] = TANGENT;
            ++census.tangents;
        }
    }
    md_layout_announce(&packing->layout, problem, packing->contacts, contacts);
    return census;
}

/* ---- Packing ---------------------------------------------------------------------------------------------------------- */

void md_packing_free(struct packing *packing, const md_allocator *allocator)
{
    md_layout_free(&packing->layout, allocator);
    md_blocks_free_rows(&packing->blocks, allocator);
    indices_free(allocator, &packing->place);
    indices_free(allocator, &packing->owners);
    md_array_free(allocator, (void **)&packing->contacts, &packing->contact_capacity, sizeof *packing->contacts);
    reals_free(allocator, &packing->lambda);
    reals_free(allocator, &packing->y);
    reals_free(allocator, &packing->w);
}

static md_status reserve(struct packing *packing, const md_allocator *allocator, size_t rows)
{
    struct reals *reals[] = {&packing->lambda, &packing->y, &packing->w};
    md_status status = indices_reserve(allocator, &packing->place, rows + 1);
    if (status == MD_OK) {
        status = md_array_reserve(allocator, (void **)&packing->contacts, &packing->contact_capacity, rows + 1,
                                  sizeof *packing->contacts);
    }
    for (size_t i = 0; status == MD_OK && i < sizeof reals / sizeof *reals; ++i) {
        status = reals_reserve(allocator, reals[i], rows + 1);
    }
    return status;
}

/* All that a row has beside its Jacobian and its parent, which may not have its place yet. */
static void copy_row(struct packing *packing, const md_problem *problem, int32_t from, int32_t to)
{
    md_problem *packed = &packing->blocks.packed;
    packed->bias.at[to] = problem->bias.at[from];
    packed->lower.at[to] = problem->lower.at[from];
    packed->upper.at[to] = problem->upper.at[from];
    packed->compliance.at[to] = problem->compliance.at[from];
    packed->lambda0.at[to] = problem->lambda0.at[from];
    packed->y0.at[to] = problem->y0.at[from];
    packing->place.at[from] = to;
}

static void copy_loose_rows(struct packing *packing, const md_problem *problem)
{
    md_problem *packed = &packing->blocks.packed;
    int32_t to = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        if (packing->place.at[i] != LOOSE) {
            continue;
        }
        memcpy(packed->row_body.at + 2 * (size_t)to, problem->row_body.at + 2 * (size_t)i, 2 * sizeof(int32_t));
        memcpy(packed->row_jacobian.at + 6 * (size_t)to, problem->row_jacobian.at + 6 * (size_t)i, 6 * sizeof(md_real));
        copy_row(packing, problem, i, to++);
    }
}

/* A contact along nothing would look like a lane without one, and a tangent between 0 and 0 like none. */
static bool is_plain(const md_problem *problem, int32_t i, bool tangent)
{
    const int32_t next = i + tangent;
    md_real x, y;
    direction_of(problem, i, &x, &y);
    return problem->compliance.at[i] == 0 && problem->upper.at[i] == MD_INFINITY && (x != 0 || y != 0) &&
           problem->compliance.at[next] == 0 &&
           (!tangent || (problem->upper.at[next] > 0 && problem->lower.at[next] == -problem->upper.at[next]));
}

static void copy_contact(struct packing *packing, const md_problem *problem, int32_t i, int32_t lane, bool tangent)
{
    struct blocks *blocks = &packing->blocks;
    const int32_t row = md_blocks_row(blocks, lane);
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
    blocks->plain = blocks->plain && is_plain(problem, i, tangent);
    direction_of(problem, i, &field[BLOCK_NORMAL_X * MD_LANES], &field[BLOCK_NORMAL_Y * MD_LANES]);
    field[BLOCK_NORMAL_TURN_A * MD_LANES] = J[2];
    field[BLOCK_NORMAL_TURN_B * MD_LANES] = J[5];
    field[BLOCK_TANGENT_TURN_A * MD_LANES] = tangent ? J[8] : 0;
    field[BLOCK_TANGENT_TURN_B * MD_LANES] = tangent ? J[11] : 0;
    field[BLOCK_INVERSE_INERTIA_A * MD_LANES] = problem->body.at[MD_SLOT_2D * (size_t)body[0] + 5];
    field[BLOCK_INVERSE_INERTIA_B * MD_LANES] = problem->body.at[MD_SLOT_2D * (size_t)body[1] + 5];
}

static void copy_contacts(struct packing *packing, const md_problem *problem)
{
    for (int32_t lane = 0; lane < packing->layout.count * MD_LANES; ++lane) {
        const int32_t i = packing->owners.at[lane];
        if (i >= 0) {
            const bool tangent = i + 1 < problem->m && packing->place.at[i + 1] == TANGENT;
            copy_contact(packing, problem, i, lane, tangent);
        }
    }
}

/* Of loose rows alone: a tangent in a block follows the normal of its lane. */
static void copy_parents(struct packing *packing, const md_problem *problem)
{
    for (int32_t i = 0; i < problem->m; ++i) {
        const int32_t parent = problem->parent.at[i];
        if (packing->place.at[i] < packing->blocks.scalar_rows) {
            packing->blocks.packed.parent.at[packing->place.at[i]] =
                parent == MD_NO_PARENT ? MD_NO_PARENT : packing->place.at[parent];
        }
    }
}

md_status md_packing_pack(struct packing *packing, const md_allocator *allocator, const md_problem *problem,
                          bool only_if_it_pays)
{
    struct block_layout *layout = &packing->layout;
    md_problem *packed = &packing->blocks.packed;
    md_status status = reserve(packing, allocator, (size_t)problem->m);
    if (status == MD_OK) {
        status = md_layout_begin(layout, allocator, problem, problem->m);
    }
    if (status != MD_OK) {
        return status;
    }
    const struct census census = find_contacts(packing, problem);
    status = md_layout_close(layout, allocator);
    packing->pays = census.keeps_order && md_layout_pays(layout);
    if (status != MD_OK || (only_if_it_pays && !packing->pays)) {
        return status;
    }
    packed->allocator = *allocator;
    packed->kind = MD_PROBLEM_BODIES;
    packed->m = census.scalar_rows;
    packed->n = problem->n;
    packed->degrees_of_freedom = problem->degrees_of_freedom;
    packed->body_count = problem->body_count;
    packed->body = problem->body;
    packed->partitions = problem->partitions;
    status = indices_reserve(allocator, &packed->row_body, 2 * (size_t)census.scalar_rows + 1);
    if (status == MD_OK) {
        status = reals_reserve(allocator, &packed->row_jacobian, 6 * (size_t)census.scalar_rows + 1);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &packing->owners, (size_t)layout->count * MD_LANES + 1);
    }
    if (status == MD_OK) {
        status = md_blocks_open(&packing->blocks, allocator, layout, census.tangents > 0 ? 2 : 1);
    }
    if (status == MD_OK) {
        md_layout_place(layout, packing->contacts, packing->owners.at);
        empty_lanes(&packing->blocks);
        copy_contacts(packing, problem);
        copy_loose_rows(packing, problem);
        copy_parents(packing, problem);
    }
    return status;
}
