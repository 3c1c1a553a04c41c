#include "lcp/blocks.h"

#include <string.h>

#include "lcp/vector.h"

#define TANGENT (-1) /* in the place of a level: the row belongs to the contact before it */

void md_blocks_free(struct blocks *blocks, const md_allocator *allocator)
{
    md_problem *packed = &blocks->packed;
    struct reals *reals[] = {
        &packed->bias,         &packed->lower,  &packed->upper,  &packed->compliance, &packed->lambda0, &packed->y0,
        &packed->row_jacobian, &blocks->fields, &blocks->lambda, &blocks->y,          &blocks->w};
    struct indices *indices[] = {&packed->parent, &packed->row_body,   &blocks->slots,    &blocks->place,
                                 &blocks->level,  &blocks->body_level, &blocks->next_lane};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; ++i) {
        reals_free(allocator, reals[i]);
    }
    for (size_t i = 0; i < sizeof indices / sizeof *indices; ++i) {
        indices_free(allocator, indices[i]);
    }
}

/* ---- Which rows are contacts ------------------------------------------------------------------------------------------ */

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
    return problem->parent.at[i] == MD_NO_PARENT && problem->lower.at[i] == 0 && is_along(problem, i) &&
           is_round(problem, body[0]) && is_round(problem, body[1]);
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

/* ---- Levels ----------------------------------------------------------------------------------------------------------- */

/* One more than the highest of what shares a body with it; the world does not make anything wait. */
static int32_t next_level(struct blocks *blocks, const md_problem *problem, int32_t i)
{
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    int32_t *last = blocks->body_level.at;
    const int32_t level = 1 + (last[body[0]] > last[body[1]] ? last[body[0]] : last[body[1]]);
    last[body[0]] = level;
    last[body[1]] = level;
    last[0] = 0;
    return level;
}

/* The level of each contact, and whether any has a tangent. The number of levels. */
static int32_t find_levels(struct blocks *blocks, const md_problem *problem, bool *any_tangent)
{
    int32_t highest = 0;
    *any_tangent = false;
    blocks->loose = 0;
    blocks->contacts = 0;
    blocks->keeps_order = true;
    memset(blocks->body_level.at, 0, ((size_t)problem->body_count + 1) * sizeof(int32_t));
    for (int32_t i = 0; i < problem->m; ++i) {
        blocks->level.at[i] = 0;
        if (!starts_contact(problem, i)) {
            ++blocks->loose;
            blocks->keeps_order = blocks->keeps_order && highest == 0;
            continue;
        }
        const int32_t level = next_level(blocks, problem, i);
        blocks->level.at[i] = level;
        ++blocks->contacts;
        highest = level > highest ? level : highest;
        if (has_tangent(problem, i)) {
            *any_tangent = true;
            blocks->level.at[++i] = TANGENT;
        }
    }
    return highest;
}

/* ---- Packing ---------------------------------------------------------------------------------------------------------- */

static md_status reserve(struct blocks *blocks, const md_allocator *allocator, size_t rows, size_t block_count)
{
    md_problem *packed = &blocks->packed;
    struct reals *reals[] = {&packed->bias,       &packed->lower,   &packed->upper,
                             &packed->compliance, &packed->lambda0, &packed->y0};
    md_status status = MD_OK;
    for (size_t i = 0; status == MD_OK && i < sizeof reals / sizeof *reals; ++i) {
        status = reals_reserve(allocator, reals[i], rows + 1);
    }
    if (status == MD_OK) {
        status = reals_reserve(allocator, &packed->row_jacobian, 6 * rows + 1);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &packed->parent, rows + 1);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &packed->row_body, 2 * rows + 1);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &blocks->slots, 2 * MD_LANES * block_count + 1);
    }
    if (status == MD_OK) {
        status = reals_reserve(allocator, &blocks->fields, (size_t)BLOCK_FIELDS * MD_LANES * block_count + 1);
    }
    return status;
}

static md_status reserve_for_problem(struct blocks *blocks, const md_allocator *allocator, const md_problem *problem)
{
    struct reals *reals[] = {&blocks->lambda, &blocks->y, &blocks->w};
    md_status status = indices_reserve(allocator, &blocks->place, (size_t)problem->m + 1);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &blocks->level, (size_t)problem->m + 1);
    }
    for (size_t i = 0; status == MD_OK && i < sizeof reals / sizeof *reals; ++i) {
        status = reals_reserve(allocator, reals[i], (size_t)problem->m + 1);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &blocks->body_level, (size_t)problem->body_count + 1);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &blocks->next_lane, (size_t)problem->m + 2);
    }
    return status;
}

/* Everything of a row but its parent, which may not have its place yet. */
static void copy_row(struct blocks *blocks, const md_problem *problem, int32_t from, int32_t to)
{
    md_problem *packed = &blocks->packed;
    packed->bias.at[to] = problem->bias.at[from];
    packed->lower.at[to] = problem->lower.at[from];
    packed->upper.at[to] = problem->upper.at[from];
    packed->compliance.at[to] = problem->compliance.at[from];
    packed->lambda0.at[to] = problem->lambda0.at[from];
    packed->y0.at[to] = problem->y0.at[from];
    packed->parent.at[to] = MD_NO_PARENT;
    memcpy(packed->row_body.at + 2 * (size_t)to, problem->row_body.at + 2 * (size_t)from, 2 * sizeof(int32_t));
    memcpy(packed->row_jacobian.at + 6 * (size_t)to, problem->row_jacobian.at + 6 * (size_t)from, 6 * sizeof(md_real));
    blocks->place.at[from] = to;
}

/* An empty lane: nothing moves it, and it stays at 0. */
static void write_nothing(md_problem *packed, int32_t to)
{
    packed->bias.at[to] = 0;
    packed->lower.at[to] = 0;
    packed->upper.at[to] = 0;
    packed->compliance.at[to] = 1; /* the diagonal */
    packed->lambda0.at[to] = 0;
    packed->y0.at[to] = 0;
    packed->parent.at[to] = MD_NO_PARENT;
    memset(packed->row_body.at + 2 * (size_t)to, 0, 2 * sizeof(int32_t));
    memset(packed->row_jacobian.at + 6 * (size_t)to, 0, 6 * sizeof(md_real));
}

static void write_lane(struct blocks *blocks, const md_problem *problem, int32_t contact, int32_t block, int32_t lane)
{
    const int32_t row = blocks->loose + block * blocks->rows_a_contact * MD_LANES + lane;
    int32_t *slots = blocks->slots.at + 2 * MD_LANES * (size_t)block + lane;
    md_real *field = blocks->fields.at + (size_t)BLOCK_FIELDS * MD_LANES * (size_t)block + lane;
    const int32_t *body = problem->row_body.at + 2 * (size_t)contact;
    const md_real *J = problem->row_jacobian.at + 6 * (size_t)contact;
    const bool tangent = contact + 1 < problem->m && blocks->level.at[contact + 1] == TANGENT;
    copy_row(blocks, problem, contact, row);
    if (tangent) {
        copy_row(blocks, problem, contact + 1, row + MD_LANES);
        blocks->packed.parent.at[row + MD_LANES] = row;
    } else if (blocks->rows_a_contact > 1) {
        write_nothing(&blocks->packed, row + MD_LANES);
    }
    slots[0] = MD_SLOT_2D * body[0];
    slots[MD_LANES] = MD_SLOT_2D * body[1];
    direction_of(problem, contact, &field[BLOCK_NORMAL_X * MD_LANES], &field[BLOCK_NORMAL_Y * MD_LANES]);
    field[BLOCK_NORMAL_TURN_A * MD_LANES] = J[2];
    field[BLOCK_NORMAL_TURN_B * MD_LANES] = J[5];
    field[BLOCK_TANGENT_TURN_A * MD_LANES] = tangent ? J[8] : 0;
    field[BLOCK_TANGENT_TURN_B * MD_LANES] = tangent ? J[11] : 0;
    field[BLOCK_INVERSE_INERTIA_A * MD_LANES] = problem->body.at[slots[0] + 5];
    field[BLOCK_INVERSE_INERTIA_B * MD_LANES] = problem->body.at[slots[MD_LANES] + 5];
}

static void write_empty_lane(struct blocks *blocks, int32_t block, int32_t lane)
{
    const int32_t row = blocks->loose + block * blocks->rows_a_contact * MD_LANES + lane;
    for (int32_t k = 0; k < blocks->rows_a_contact; ++k) {
        write_nothing(&blocks->packed, row + k * MD_LANES);
    }
    blocks->slots.at[2 * MD_LANES * (size_t)block + (size_t)lane] = 0;
    blocks->slots.at[2 * MD_LANES * (size_t)block + MD_LANES + (size_t)lane] = 0;
    for (size_t f = 0; f < BLOCK_FIELDS; ++f) {
        blocks->fields.at[((size_t)BLOCK_FIELDS * (size_t)block + f) * MD_LANES + (size_t)lane] = 0;
    }
}

/* Where the contacts of each level begin, in lanes; the rest of the last block of a level stays empty. The number of blocks. */
static int32_t place_levels(struct blocks *blocks, const md_problem *problem, int32_t levels)
{
    int32_t *next = blocks->next_lane.at;
    int32_t block_count = 0;
    memset(next, 0, ((size_t)levels + 1) * sizeof *next);
    for (int32_t i = 0; i < problem->m; ++i) {
        if (blocks->level.at[i] > 0) {
            ++next[blocks->level.at[i]];
        }
    }
    for (int32_t level = 1; level <= levels; ++level) {
        const int32_t count = next[level];
        next[level] = block_count * MD_LANES;
        block_count += (count + MD_LANES - 1) / MD_LANES;
    }
    return block_count;
}

static void write_rows(struct blocks *blocks, const md_problem *problem, int32_t levels)
{
    int32_t *next_lane = blocks->next_lane.at;
    int32_t next_loose = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        const int32_t level = blocks->level.at[i];
        if (level == TANGENT) {
            continue;
        }
        if (level == 0) {
            copy_row(blocks, problem, i, next_loose++);
            continue;
        }
        const int32_t at = next_lane[level]++;
        write_lane(blocks, problem, i, at / MD_LANES, at % MD_LANES);
    }
    for (int32_t level = 1; level <= levels; ++level) {
        for (int32_t at = next_lane[level]; at % MD_LANES != 0; ++at) {
            write_empty_lane(blocks, at / MD_LANES, at % MD_LANES);
        }
    }
    for (int32_t i = 0; i < problem->m; ++i) {
        const int32_t parent = problem->parent.at[i];
        if (parent != MD_NO_PARENT) {
            blocks->packed.parent.at[blocks->place.at[i]] = blocks->place.at[parent];
        }
    }
}

md_status md_blocks_pack(struct blocks *blocks, const md_allocator *allocator, const md_problem *problem,
                         bool only_if_it_pays)
{
    bool any_tangent;
    md_status status = reserve_for_problem(blocks, allocator, problem);
    if (status != MD_OK) {
        return status;
    }
    const int32_t levels = find_levels(blocks, problem, &any_tangent);
    blocks->rows_a_contact = any_tangent ? 2 : 1;
    blocks->count = place_levels(blocks, problem, levels);
    blocks->pays = blocks->keeps_order && blocks->contacts > 0 && 2 * blocks->contacts >= blocks->count * MD_LANES;
    if (only_if_it_pays && !blocks->pays) {
        return MD_OK;
    }
    const int64_t rows = blocks->loose + (int64_t)blocks->count * blocks->rows_a_contact * MD_LANES;
    if (rows > INT32_MAX / 8) {
        return MD_ERROR_SIZE;
    }
    status = reserve(blocks, allocator, (size_t)rows, (size_t)blocks->count);
    if (status != MD_OK) {
        return status;
    }
    md_problem *packed = &blocks->packed;
    packed->allocator = *allocator;
    packed->kind = MD_PROBLEM_BODIES;
    packed->m = (int32_t)rows;
    packed->n = problem->n;
    packed->degrees_of_freedom = problem->degrees_of_freedom;
    packed->body_count = problem->body_count;
    packed->body = problem->body;
    write_rows(blocks, problem, levels);
    return MD_OK;
}
