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

/* A normal without upper bound. */
static bool is_normal(const md_problem *problem, int32_t i)
{
    return has_direction(problem, i) && problem->parent.at[i] == MD_NO_PARENT && problem->lower.at[i] == 0 &&
           problem->upper.at[i] == MD_INFINITY;
}

/* A row of friction of normal i. One with bounds 0 would be taken for a missing one. */
static bool is_friction(const md_problem *problem, int32_t row, int32_t i)
{
    return problem->upper.at[row] > 0 && problem->parent.at[row] == i &&
           memcmp(problem->row_body.at + 2 * (size_t)row, problem->row_body.at + 2 * (size_t)i, 2 * sizeof(int32_t)) ==
               0;
}

/* A normal, and no tangents or two in a disc. */
static bool is_contact(const md_problem *problem, const struct contact_rows *contact)
{
    const int32_t i = contact->row;
    bool fits = !contact->has_torsion && !contact->has_rolling && is_normal(problem, i) &&
                (contact->tangents == 0 || (contact->tangents == 2 && contact->law == MD_FRICTION_DISC));
    for (int32_t t = i + 1; fits && t <= i + contact->tangents; ++t) {
        fits = has_direction(problem, t) && is_friction(problem, t, i);
    }
    return fits;
}

/* Whether a row acts on rotations only. */
static bool is_angular(const md_problem *problem, int32_t i)
{
    const md_real *J = problem->row_jacobian.at + 12 * (size_t)i;
    bool is_zero = true;
    for (int32_t k = 0; k < 3; ++k) {
        is_zero = is_zero && J[k] == 0 && J[6 + k] == 0;
    }
    return is_zero;
}

/* Parallel normals, two tangents, and perhaps torsion. */
static bool is_patch(const md_problem *problem, const struct patch_rows *patch)
{
    const int32_t i = patch->row;
    const int32_t tangent = md_patch_tangent(patch);
    bool fits = patch->law == MD_FRICTION_DISC && patch->tangents == 2 && !patch->has_rolling;
    for (int32_t k = i; fits && k < tangent; ++k) {
        fits = is_normal(problem, k) && are_parallel(problem, i, k);
    }
    for (int32_t t = tangent; fits && t < tangent + md_patch_sliding_rows(patch); ++t) {
        fits = is_friction(problem, t, i) && (t < tangent + 2 ? has_direction(problem, t) : is_angular(problem, t));
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

/* The points of a patch that fits, with the normals of a face or one; otherwise 0. */
static int32_t points_of(const md_problem *problem, const struct patch_rows *patch, const struct face_rows *face)
{
    bool fits = patch->points == (face != NULL ? face->count : 1) && is_patch(problem, patch);
    for (int32_t k = 0; fits && face != NULL && k < face->count; ++k) {
        fits = face->row[k] == patch->row + k;
    }
    return fits ? patch->points : 0;
}

/* A place in the lists of the problem: the next row, contact, patch and face. */
struct place {
    int32_t row, contact, patch, face;
};

/* Lists the manifold that starts at a place, and goes on to the next. Returns false if there is none that fits. */
static bool list_next(const md_problem *problem, struct place *at, struct block_contact *manifold,
                      struct manifold_census *census)
{
    const bool is_face = at->face < problem->face_count && problem->faces[at->face].row[0] == at->row;
    const struct face_rows *face = is_face ? &problem->faces[at->face] : NULL;
    const int32_t *body = problem->row_body.at + 2 * (size_t)at->row;
    *manifold = (struct block_contact){.slot = {body[0], body[1]}, .owner = at->row};
    at->face += is_face;
    if (at->patch < problem->patch_count && problem->patches[at->patch].row == at->row) {
        const struct patch_rows *patch = &problem->patches[at->patch++];
        manifold->points = points_of(problem, patch, face);
        at->row += md_patch_row_count(patch);
        census->has_friction = true;
        return manifold->points > 0;
    }
    if (at->contact == problem->contact_count || problem->contacts[at->contact].row != at->row) {
        return false;
    }
    const int32_t tangents = problem->contacts[at->contact].tangents;
    manifold->points = points_from(problem, at->contact, face);
    at->row += manifold->points * (1 + tangents);
    at->contact += manifold->points;
    census->has_friction = census->has_friction || tangents > 0;
    return manifold->points == 1 || (manifold->points > 1 && !(census->has_patches && tangents > 0));
}

/* The first row of a contact or patch. */
static int32_t first_of(const md_problem *problem)
{
    int32_t row = problem->m;
    if (problem->contact_count > 0) {
        row = problem->contacts[0].row;
    }
    return problem->patch_count > 0 && problem->patches[0].row < row ? problem->patches[0].row : row;
}

int32_t md_manifolds_list(const md_problem *problem, struct block_contact *manifolds, struct manifold_census *census)
{
    *census = (struct manifold_census){.scalar_rows = first_of(problem), .has_patches = problem->patch_count > 0};
    struct place at = {.row = census->scalar_rows};
    int32_t count = 0;
    for (int32_t i = 0; i < census->scalar_rows; ++i) {
        if (!is_scalar(problem, i, census->scalar_rows)) {
            return 0;
        }
    }
    while (at.row < problem->m) {
        if (!list_next(problem, &at, &manifolds[count++], census)) {
            return 0;
        }
    }
    return at.face == problem->face_count ? count : 0;
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
    if (count > 0) { /* else there may be no arrays */
        memcpy(packed->row_body.at, problem->row_body.at, 2 * (size_t)count * sizeof(int32_t));
        memcpy(packed->row_jacobian.at, problem->row_jacobian.at, 12 * (size_t)count * sizeof(md_real));
    }
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

static void copy_normal(struct block_packing *packing, const md_problem *problem, int32_t i, int32_t lane,
                        int32_t point)
{
    copy_row(packing, problem, i, md_block_problem_row(&packing->blocks, lane) + point * MD_LANES);
    copy_angular(problem, i, md_manifold_point_fields(&packing->manifolds, lane, point, 0));
    ++packing->blocks.rows;
}

/* Copies `count` friction rows of a point, or of a patch as point 0. */
static void copy_friction(struct block_packing *packing, const md_problem *problem, int32_t i, int32_t count,
                          int32_t lane, int32_t point)
{
    const int32_t *start = packing->manifolds.line_start.at + lane / MD_LANES;
    const int32_t row = md_block_problem_row(&packing->blocks, lane) + (start[1] - start[0] + 2 * point) * MD_LANES;
    for (int32_t k = 0; k < count; ++k) {
        copy_row(packing, problem, i + k, row + k * MD_LANES);
        copy_angular(problem, i + k, md_manifold_point_fields(&packing->manifolds, lane, point, 1 + k));
    }
    packing->blocks.rows += count;
}

/* The friction rows of a point or patch, whose first normal is row i, from `row` on. */
static int32_t count_friction(const md_problem *problem, int32_t i, int32_t row)
{
    int32_t count = 0;
    while (row + count < problem->m && problem->parent.at[row + count] == i) {
        ++count;
    }
    return count;
}

/* Copies the manifold whose first normal is row i. */
static void copy_manifold(struct block_packing *packing, const md_problem *problem, int32_t i, int32_t lane)
{
    const bool is_patch = problem->patch_count > 0 && problem->row_patch.at[i] != MD_NO_PATCH;
    const int32_t points = packing->manifolds.point_count.at[lane];
    const int32_t friction_row = is_patch ? i + points : i + 1;
    const int32_t friction = count_friction(problem, i, friction_row);
    md_real *fields = md_manifold_fields(&packing->manifolds, lane);
    fields[MANIFOLD_POINTS * MD_LANES] = (md_real)points;
    copy_direction(problem, i, fields + MANIFOLD_NORMAL * MD_LANES);
    for (int32_t t = 0; t < 2 && t < friction; ++t) {
        copy_direction(problem, friction_row + t, fields + (MANIFOLD_TANGENT + 3 * t) * MD_LANES);
    }
    for (int32_t point = 0; point < points; ++point) {
        const int32_t normal = is_patch ? i + point : i + point * (1 + friction);
        copy_normal(packing, problem, normal, lane, point);
        if (!is_patch) {
            copy_friction(packing, problem, normal + 1, friction, lane, point);
        }
    }
    if (is_patch) {
        copy_friction(packing, problem, friction_row, friction, lane, 0);
    }
}

/* Makes all lanes empty. */
static void clear_lanes(struct block_packing *packing)
{
    struct block_problem *blocks = &packing->blocks;
    const struct manifold_blocks *manifolds = &packing->manifolds;
    const size_t rows = md_manifold_first_row(manifolds, packing->layout.count);
    memset(manifolds->fields.at, 0, MANIFOLD_FIELDS * MD_LANES * (size_t)packing->layout.count * sizeof(md_real));
    memset(manifolds->points.at, 0, POINT_ROW_FIELDS * MD_LANES * rows * sizeof(md_real));
    for (int32_t lane = 0; lane < packing->layout.count * MD_LANES; ++lane) {
        const int32_t *start = manifolds->line_start.at + lane / MD_LANES;
        const int32_t rows_of_lane = md_block_problem_lane_rows(blocks, lane / MD_LANES);
        for (int32_t k = 0; k < rows_of_lane; ++k) {
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
         ++i) { /* owners are rows of the problem: the points of each, by the way */
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
    packing->manifolds.has_patches = census->has_patches;
    md_status status = count_lines(packing, allocator);
    if (status == MD_OK) {
        status = md_block_packing_begin(packing, allocator, problem, scalar_rows);
    }
    if (status == MD_OK) {
        packing->blocks.is_simple = true;
        copy_scalar_rows(packing, problem, scalar_rows);
        status = md_block_problem_open_manifolds(&packing->blocks, allocator, &packing->layout, &packing->manifolds,
                                                 census->has_friction || problem->has_friction_rows);
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
