/* Packing the contacts of a problem between bodies in 3D into blocks of manifolds: see block_packing.h. */
#include "lcp/manifold_packing.h"

#include <string.h>

#include "lcp/rows.h"

/* ---- Which contacts of a problem are manifolds --------------------------------------------------------------------- */

/* The linear part of J for the second body; that of the first is opposite. */
static void direction_of(const md_problem *problem, int32_t i, md_real d[3])
{
    const md_real *J = problem->row_jacobian.at + 12 * (size_t)i;
    const bool of_second = problem->row_body.at[2 * (size_t)i + 1] != 0;
    for (int32_t k = 0; k < 3; ++k) {
        d[k] = of_second ? J[6 + k] : -J[k];
    }
}

/* True if the linear parts of J are opposite, or one of the bodies is the world. */
static bool has_direction(const md_problem *problem, int32_t i)
{
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    const md_real *J = problem->row_jacobian.at + 12 * (size_t)i;
    const bool opposite = J[6] == -J[0] && J[7] == -J[1] && J[8] == -J[2];
    return body[0] != body[1] && (body[0] == 0 || body[1] == 0 || opposite);
}

/* True if two rows are between the same bodies, along the same direction. */
static bool are_parallel(const md_problem *problem, int32_t i, int32_t j)
{
    md_real d[3], e[3];
    direction_of(problem, i, d);
    direction_of(problem, j, e);
    return memcmp(problem->row_body.at + 2 * (size_t)i, problem->row_body.at + 2 * (size_t)j, 2 * sizeof(int32_t)) ==
               0 &&
           d[0] == e[0] && d[1] == e[1] && d[2] == e[2];
}

/* A normal without upper bound, and no tangents or two in a disc. Tangents with bounds 0 would be taken for missing ones. */
static bool is_contact(const md_problem *problem, const struct contact_rows *contact)
{
    const int32_t i = contact->row;
    const int32_t *body = problem->row_body.at + 2 * (size_t)i;
    bool fits = !contact->has_torsion && !contact->has_rolling && has_direction(problem, i) &&
                problem->parent.at[i] == MD_NO_PARENT && problem->lower.at[i] == 0 &&
                problem->upper.at[i] == MD_INFINITY &&
                (contact->tangents == 0 || (contact->tangents == 2 && contact->law == MD_FRICTION_DISC));
    for (int32_t t = i + 1; fits && t <= i + contact->tangents; ++t) {
        fits = has_direction(problem, t) && problem->upper.at[t] > 0 && problem->parent.at[t] == i &&
               memcmp(problem->row_body.at + 2 * (size_t)t, body, 2 * sizeof *body) == 0;
    }
    return fits;
}

/* True if contact k continues a manifold: its rows follow those of the contact before, with the directions of the first. */
static bool continues(const md_problem *problem, int32_t first, int32_t k)
{
    const struct contact_rows *contact = &problem->contacts[k];
    const int32_t tangents = problem->contacts[first].tangents;
    const int32_t row = problem->contacts[first].row;
    bool fits = is_contact(problem, contact) && contact->tangents == tangents &&
                contact->row == row + (k - first) * (1 + tangents);
    for (int32_t t = 0; fits && t <= tangents; ++t) {
        fits = are_parallel(problem, row + t, contact->row + t);
    }
    return fits;
}

/* The number of points of the manifold that starts with contact k, which has the normals of a face or one; 0: it does not fit. */
static int32_t points_from(const md_problem *problem, int32_t k, const struct face_rows *face)
{
    const int32_t count = face != NULL ? face->count : 1;
    if (k + count > problem->contact_count || !is_contact(problem, &problem->contacts[k])) {
        return 0;
    }
    for (int32_t i = 1; i < count; ++i) {
        if (face->row[i] != problem->contacts[k + i].row || !continues(problem, k, k + i)) {
            return 0;
        }
    }
    return count;
}

/* True if scalar row i has no parent in a block. */
static bool is_scalar(const md_problem *problem, int32_t i, int32_t scalar_rows)
{
    return problem->parent.at[i] < scalar_rows;
}

int32_t md_manifolds_list(const md_problem *problem, struct block_contact *manifolds, struct manifold_census *census)
{
    *census =
        (struct manifold_census){.scalar_rows = problem->contact_count > 0 ? problem->contacts[0].row : problem->m};
    int32_t count = 0;
    int32_t row = census->scalar_rows;
    int32_t face = 0;
    for (int32_t i = 0; i < census->scalar_rows; ++i) {
        if (!is_scalar(problem, i, census->scalar_rows)) {
            return 0;
        }
    }
    for (int32_t k = 0; k < problem->contact_count;) {
        const struct contact_rows *contact = &problem->contacts[k];
        const bool is_face = face < problem->face_count && problem->faces[face].row[0] == contact->row;
        const int32_t points = points_from(problem, k, is_face ? &problem->faces[face] : NULL);
        const int32_t *body = problem->row_body.at + 2 * (size_t)contact->row;
        if (points == 0 || contact->row != row) {
            return 0;
        }
        manifolds[count++] = (struct block_contact){.slot = {body[0], body[1]}, .owner = k, .points = points};
        face += is_face;
        row += points * (1 + contact->tangents);
        census->tangents += points * contact->tangents;
        k += points;
    }
    return row == problem->m && face == problem->face_count ? count : 0;
}

/* ---- Copying ------------------------------------------------------------------------------------------------------- */

static void empty_row(md_problem *packed, int32_t row, md_real bias)
{
    packed->bias.at[row] = bias;
    packed->lower.at[row] = 0;
    packed->upper.at[row] = 0;
    packed->compliance.at[row] = 0;
    packed->lambda0.at[row] = 0;
    packed->y0.at[row] = 0;
}

/* Copies a row without its Jacobian. */
static void copy_row(struct block_packing *packing, const md_problem *problem, int32_t from, int32_t to)
{
    md_problem *packed = &packing->blocks.packed;
    packed->bias.at[to] = problem->bias.at[from];
    packed->lower.at[to] = problem->lower.at[from];
    packed->upper.at[to] = problem->upper.at[from];
    packed->compliance.at[to] = problem->compliance.at[from];
    packed->lambda0.at[to] = problem->lambda0.at[from];
    packed->y0.at[to] = problem->y0.at[from];
    packing->blocks.is_simple = packing->blocks.is_simple && problem->compliance.at[from] == 0;
    packing->row.at[from] = to;
}

static void copy_scalar_rows(struct block_packing *packing, const md_problem *problem, int32_t count)
{
    md_problem *packed = &packing->blocks.packed;
    memcpy(packed->row_body.at, problem->row_body.at, 2 * (size_t)count * sizeof(int32_t));
    memcpy(packed->row_jacobian.at, problem->row_jacobian.at, 12 * (size_t)count * sizeof(md_real));
    for (int32_t i = 0; i < count; ++i) {
        copy_row(packing, problem, i, i);
        packed->parent.at[i] = problem->parent.at[i];
    }
}

/* Writes the angular parts of row i, and what an impulse of it does to the bodies. */
static void copy_angular(const md_problem *problem, int32_t i, md_real *fields)
{
    for (int32_t side = 0; side < 2; ++side) {
        const int32_t slot = problem->row_body.at[2 * (size_t)i + (size_t)side];
        const md_real *J = problem->row_jacobian.at + 12 * (size_t)i + 6 * (size_t)side;
        md_real body[MD_SLOT_3D] = {0};
        memcpy(body + 6, problem->body.at + MD_SLOT_3D * (size_t)slot + 6, (MD_SLOT_3D - 6) * sizeof *body);
        body_push_3d(body, J, 1);
        for (int32_t k = 0; k < 3; ++k) {
            fields[((side == 0 ? POINT_ANGULAR_A : POINT_ANGULAR_B) + k) * MD_LANES] = J[3 + k];
            fields[((side == 0 ? POINT_HAT_A : POINT_HAT_B) + k) * MD_LANES] = body[3 + k];
        }
    }
}

static void copy_direction(const md_problem *problem, int32_t i, md_real *fields)
{
    md_real d[3];
    direction_of(problem, i, d);
    for (int32_t k = 0; k < 3; ++k) {
        fields[k * MD_LANES] = d[k];
    }
}

/* Copies a point of the manifold in a lane, whose normal is row i; `row` is that of the normal in the blocks. */
static void copy_point(struct block_packing *packing, const md_problem *problem, int32_t i, int32_t lane, int32_t point,
                       int32_t tangents)
{
    struct block_problem *blocks = &packing->blocks;
    const int32_t *start = packing->manifolds.line_start.at + lane / MD_LANES;
    const int32_t row = md_block_problem_row(blocks, lane);
    const int32_t first_tangent = row + (start[1] - start[0] + 2 * point) * MD_LANES;
    copy_row(packing, problem, i, row + point * MD_LANES);
    copy_angular(problem, i, md_manifold_point_fields(&packing->manifolds, lane, point, 0));
    for (int32_t t = 0; t < tangents; ++t) {
        copy_row(packing, problem, i + 1 + t, first_tangent + t * MD_LANES);
        copy_angular(problem, i + 1 + t, md_manifold_point_fields(&packing->manifolds, lane, point, 1 + t));
    }
    blocks->rows += 1 + tangents;
}

static void copy_manifold(struct block_packing *packing, const md_problem *problem, int32_t k, int32_t lane)
{
    const struct contact_rows *contact = &problem->contacts[k];
    const int32_t points = packing->manifolds.point_count.at[lane];
    md_real *fields = md_manifold_fields(&packing->manifolds, lane);
    fields[MANIFOLD_POINTS * MD_LANES] = (md_real)points;
    copy_direction(problem, contact->row, fields + MANIFOLD_NORMAL * MD_LANES);
    for (int32_t t = 0; t < contact->tangents; ++t) {
        copy_direction(problem, contact->row + 1 + t, fields + (MANIFOLD_TANGENT + 3 * t) * MD_LANES);
    }
    for (int32_t point = 0; point < points; ++point) {
        copy_point(packing, problem, contact->row + point * (1 + contact->tangents), lane, point, contact->tangents);
    }
}

/* Makes all lanes empty. */
static void clear_lanes(struct block_packing *packing)
{
    struct block_problem *blocks = &packing->blocks;
    const struct manifold_blocks *manifolds = &packing->manifolds;
    const size_t lines = (size_t)manifolds->lines;
    memset(manifolds->fields.at, 0, MANIFOLD_FIELDS * MD_LANES * (size_t)packing->layout.count * sizeof(md_real));
    memset(manifolds->points.at, 0, MD_POINT_ROWS * POINT_ROW_FIELDS * MD_LANES * lines * sizeof(md_real));
    for (int32_t lane = 0; lane < packing->layout.count * MD_LANES; ++lane) {
        const int32_t *start = manifolds->line_start.at + lane / MD_LANES;
        const int32_t rows = md_block_problem_lane_rows(blocks, lane / MD_LANES);
        for (int32_t k = 0; k < rows; ++k) {
            empty_row(&blocks->packed, md_block_problem_row(blocks, lane) + k * MD_LANES,
                      k < start[1] - start[0] ? MD_MISSING_BIAS : 0);
        }
    }
}

static md_status count_lines(struct block_packing *packing, const md_allocator *allocator)
{
    struct block_layout *layout = &packing->layout;
    md_status status = md_manifold_blocks_reserve_lanes(&packing->manifolds, allocator, layout);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &packing->owners, (size_t)layout->count * MD_LANES + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    md_layout_assign_lanes(layout, packing->contacts, packing->owners.at);
    memset(packing->manifolds.point_count.at, 0, (size_t)layout->count * MD_LANES * sizeof(int32_t));
    for (int32_t i = 0; i < layout->contacts;
         ++i) { /* owners are contacts of the problem: the points of each, by the way */
        packing->row.at[packing->contacts[i].owner] = packing->contacts[i].points;
    }
    for (int32_t lane = 0; lane < layout->count * MD_LANES; ++lane) {
        const int32_t owner = packing->owners.at[lane];
        packing->manifolds.point_count.at[lane] = owner >= 0 ? packing->row.at[owner] : 0;
    }
    return md_manifold_blocks_count_lines(&packing->manifolds, allocator, layout);
}

md_status md_manifolds_pack(struct block_packing *packing, const md_allocator *allocator, const md_problem *problem,
                            const struct manifold_census *census)
{
    const int32_t scalar_rows = census->scalar_rows;
    md_problem *packed = &packing->blocks.packed;
    md_status status = count_lines(packing, allocator);
    if (status == MD_OK) {
        status = md_block_packing_begin(packing, allocator, problem, scalar_rows);
    }
    if (status == MD_OK) {
        packing->blocks.is_simple = true;
        copy_scalar_rows(packing, problem, scalar_rows);
        status = md_block_problem_open_manifolds(&packing->blocks, allocator, &packing->layout, &packing->manifolds,
                                                 census->tangents > 0 ? MD_POINT_ROWS : 1);
    }
    if (status != MD_OK) {
        return status;
    }
    packed->joint_rows = scalar_rows;
    clear_lanes(packing);
    for (int32_t lane = 0; lane < packing->layout.count * MD_LANES; ++lane) {
        if (packing->owners.at[lane] >= 0) {
            copy_manifold(packing, problem, packing->owners.at[lane], lane);
        }
    }
    return MD_OK;
}
