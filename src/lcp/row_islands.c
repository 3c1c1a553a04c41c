#include "lcp/row_islands.h"

#include <string.h>

#include "engine/union_find.h"

#define NOT_COUPLED (-1) /* in place of a root, of a node that couples no rows */

void md_row_islands_free(struct row_islands *islands, const md_allocator *allocator)
{
    indices_free(allocator, &islands->row);
    indices_free(allocator, &islands->state);
    indices_free(allocator, &islands->root);
    indices_free(allocator, &islands->number);
    md_block_tallies_free(&islands->tallies, allocator);
}

/* ---- Nodes --------------------------------------------------------------------------------------------------------- */

static bool has_bodies(const struct system *system)
{
    return system->kind == ROWS_BODIES_2D || system->kind == ROWS_BODIES_3D;
}

/* The nodes before those of the rows: body slots, velocities, or none if A is explicit. */
static int32_t state_nodes(const struct system *system, const md_problem *problem)
{
    return has_bodies(system) ? problem->body_count + 1 : system->kind == ROWS_GENERAL ? system->n : 0;
}

static bool is_dynamic(const struct system *system, int32_t slot)
{
    const bool is_2d = system->kind == ROWS_BODIES_2D;
    const md_real *at = system->state.at + (size_t)slot * (size_t)(is_2d ? MD_SLOT_2D : MD_SLOT_3D);
    const md_real *inverse_mass = is_2d ? at + 3 : at + 6;
    const int32_t count = is_2d ? 3 : 10;
    bool any = false;
    for (int32_t k = 0; k < count; ++k) {
        any = any || inverse_mass[k] != 0;
    }
    return any;
}

/* Every dynamic body, every velocity that a row can change and every row is alone at first. */
static void separate(struct row_islands *islands, const struct system *system, int32_t states)
{
    int32_t *root = islands->root.at;
    for (int32_t k = 0; k < states; ++k) {
        root[k] = has_bodies(system) && is_dynamic(system, k) ? k : NOT_COUPLED;
    }
    if (system->kind == ROWS_GENERAL) {
        for (int64_t e = 0; e < system->hat.start[system->m]; ++e) {
            root[system->hat.col[e]] = system->hat.col[e];
        }
    }
    for (int32_t i = 0; i < system->m; ++i) {
        root[states + i] = states + i;
    }
}

/* ---- Uniting ------------------------------------------------------------------------------------------------------- */

/* Unites two nodes, unless one of them couples nothing. */
static inline void unite(int32_t *root, int32_t a, int32_t b)
{
    if (root[a] >= 0 && root[b] >= 0 && root[a] != root[b]) {
        union_find_unite(root, a, b);
    }
}

static void unite_with_columns(int32_t *root, const md_matrix *matrix, int32_t row, int32_t node)
{
    for (int64_t e = matrix->start[row]; e < matrix->start[row + 1]; ++e) {
        if (matrix->value[e] != 0) {
            unite(root, node, matrix->col[e]);
        }
    }
}

/* The slot of body k of row i, or -1 if the row cannot move it: it is static, or its part of J is 0. */
static int32_t moved_body(const int32_t *root, const struct system *system, int32_t i, int32_t k)
{
    const int32_t freedom = system->kind == ROWS_BODIES_2D ? 3 : 6;
    const int32_t slot = system->body[2 * (size_t)i + (size_t)k];
    const md_real *J = system->jacobian + (size_t)freedom * (2 * (size_t)i + (size_t)k);
    int32_t d = 0;
    while (d < freedom && J[d] == 0) {
        ++d;
    }
    return d < freedom && root[slot] >= 0 ? slot : -1;
}

/* A node of a row between bodies: the first body that it moves, or the row itself. */
static int32_t node_of_body_row(const int32_t *root, const struct system *system, int32_t states, int32_t i)
{
    const int32_t a = moved_body(root, system, i, 0);
    const int32_t b = a >= 0 ? a : moved_body(root, system, i, 1);
    return b >= 0 ? b : states + i;
}

/* A node of a contact in a block: its first dynamic body, or the world. */
static int32_t node_of_lane(const int32_t *root, const struct block_layout *layout, int32_t lane, int32_t states)
{
    const int32_t *slots = layout->slots.at + 2 * MD_LANES * (size_t)(lane / MD_LANES) + lane % MD_LANES;
    const int32_t a = slots[0] / layout->slot_size;
    const int32_t b = slots[MD_LANES] / layout->slot_size;
    return a < states && root[a] >= 0 ? a : b < states ? b : 0; /* copies of the world come after all bodies */
}

/* A node of a normal, which bounds the friction of a row between bodies. In 3D it is never in a block. */
static int32_t node_of_parent(const int32_t *root, const struct system *system, const struct block_problem *blocks,
                              int32_t states, int32_t parent)
{
    if (blocks == NULL || parent < blocks->scalar_rows) {
        return node_of_body_row(root, system, states, parent);
    }
    const int32_t row = parent - blocks->scalar_rows;
    const int32_t block = row / (blocks->rows_per_contact * MD_LANES);
    return node_of_lane(root, blocks->layout, block * MD_LANES + row % MD_LANES, states);
}

static void unite_body_rows(int32_t *root, const md_problem *problem, const struct system *system,
                            const struct block_problem *blocks, int32_t states)
{
    for (int32_t i = 0; i < system->m; ++i) {
        const int32_t a = moved_body(root, system, i, 0);
        const int32_t b = moved_body(root, system, i, 1);
        if (a >= 0 && b >= 0) {
            unite(root, a, b);
        }
    }
    for (int32_t i = 0; i < system->m; ++i) {
        const int32_t parent = problem->parent.at[i];
        if (parent != MD_NO_PARENT) {
            const int32_t node = node_of_parent(root, system, blocks, states, parent);
            unite(root, node_of_body_row(root, system, states, i), node);
        }
    }
}

/* Rows of a general J, or of an explicit A, whose columns are rows. */
static void unite_matrix_rows(int32_t *root, const md_problem *problem, const struct system *system, int32_t states)
{
    for (int32_t i = 0; i < system->m; ++i) {
        if (system->kind == ROWS_GENERAL) {
            unite_with_columns(root, system->J, i, states + i);
            unite_with_columns(root, &system->hat, i, states + i);
        } else {
            unite_with_columns(root, system->A, i, i);
        }
        if (problem->parent.at[i] != MD_NO_PARENT) {
            unite(root, states + i, states + problem->parent.at[i]);
        }
    }
}

/* The normals of a patch bound its friction together. */
static void unite_patches(int32_t *root, const md_problem *problem, const struct system *system, int32_t states)
{
    for (int32_t k = 0; k < problem->patch_count; ++k) {
        const struct patch_rows *patch = &problem->patches[k];
        for (int32_t i = patch->row + 1; i < md_patch_tangent(patch); ++i) {
            if (has_bodies(system)) {
                unite(root, node_of_body_row(root, system, states, patch->row),
                      node_of_body_row(root, system, states, i));
            } else {
                unite(root, states + patch->row, states + i);
            }
        }
    }
}

static void unite_contacts(int32_t *root, const struct block_layout *layout)
{
    for (int32_t i = 0; i < layout->contacts; ++i) {
        unite(root, layout->placed[i].slot[0], layout->placed[i].slot[1]);
    }
}

/* ---- Numbering ----------------------------------------------------------------------------------------------------- */

static int32_t root_of(struct row_islands *islands, int32_t node)
{
    return islands->root.at[node] < 0 ? NOT_COUPLED : union_find_root(islands->root.at, node);
}

static int32_t node_of_row(const struct row_islands *islands, const struct system *system, int32_t states, int32_t i)
{
    return has_bodies(system) ? node_of_body_row(islands->root.at, system, states, i) : states + i;
}

static int32_t node_of_contact(const struct row_islands *islands, const struct block_contact *contact)
{
    return islands->root.at[contact->slot[0]] >= 0 ? contact->slot[0] : contact->slot[1];
}

/* True if all rows have the same root. A contact without a dynamic body is alone, and disturbs nobody. */
static bool are_one(struct row_islands *islands, const md_problem *problem, const struct system *system,
                    const struct block_layouts *layouts, int32_t states)
{
    int32_t first = NOT_COUPLED;
    for (int32_t i = 0; i < system->m; ++i) {
        if (problem->parent.at[i] != MD_NO_PARENT) { /* in the island of its parent */
            continue;
        }
        const int32_t root = root_of(islands, node_of_row(islands, system, states, i));
        if (root != first && first != NOT_COUPLED) {
            return false;
        }
        first = root;
    }
    for (int k = 0; k < layouts->count; ++k) {
        for (int32_t i = 0; i < layouts->at[k]->contacts; ++i) {
            const int32_t root = root_of(islands, node_of_contact(islands, &layouts->at[k]->placed[i]));
            if (root != first && root != NOT_COUPLED && first != NOT_COUPLED) {
                return false;
            }
            first = root != NOT_COUPLED ? root : first;
        }
    }
    return true;
}

/* Numbers the island of a node when it is seen for the first time. */
static int32_t number_of(struct row_islands *islands, int32_t node)
{
    const int32_t root = root_of(islands, node);
    if (root == NOT_COUPLED) {
        return NOT_COUPLED;
    }
    int32_t *number = &islands->number.at[root];
    *number = *number < 0 ? islands->count++ : *number;
    return *number;
}

static void number_islands(struct row_islands *islands, const struct system *system,
                           const struct block_layouts *layouts, int32_t states)
{
    islands->count = 0;
    memset(islands->number.at, 0xff, (size_t)(states + system->m) * sizeof(int32_t)); /* -1 */
    for (int32_t i = 0; i < system->m; ++i) {
        islands->row.at[i] = number_of(islands, node_of_row(islands, system, states, i));
    }
    for (int k = 0; k < layouts->count; ++k) {
        for (int32_t i = 0; i < layouts->at[k]->contacts; ++i) {
            number_of(islands, node_of_contact(islands, &layouts->at[k]->placed[i]));
        }
    }
    for (int32_t k = 0; k < states; ++k) {
        const int32_t root = root_of(islands, k);
        islands->state.at[k] = root == NOT_COUPLED ? -1 : islands->number.at[root];
    }
}

/* ---- Finding ------------------------------------------------------------------------------------------------------- */

static md_status reserve_rows(struct row_islands *islands, const md_allocator *allocator, size_t states, size_t rows)
{
    md_status status = indices_reserve(allocator, &islands->number, states + rows);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &islands->row, rows + 1);
    }
    return status == MD_OK ? indices_reserve(allocator, &islands->state, states + 1) : status;
}

/* Finds the islands, whose number becomes 1 if all rows are coupled. */
static md_status find(struct row_islands *islands, const md_allocator *allocator, const md_problem *problem,
                      const struct system *system, const struct block_problem *blocks)
{
    const struct block_layouts layouts = md_block_problem_layouts(blocks);
    const int32_t states = state_nodes(system, problem);
    const int32_t rows = system->m;
    if (rows > INT32_MAX - 1 - states) {
        return MD_ERROR_SIZE;
    }
    md_status status = indices_reserve(allocator, &islands->root, (size_t)states + (size_t)rows + 1);
    if (status != MD_OK) {
        return status;
    }
    separate(islands, system, states);
    if (has_bodies(system)) {
        unite_body_rows(islands->root.at, problem, system, blocks, states);
    } else {
        unite_matrix_rows(islands->root.at, problem, system, states);
    }
    unite_patches(islands->root.at, problem, system, states);
    for (int k = 0; k < layouts.count; ++k) {
        unite_contacts(islands->root.at, layouts.at[k]);
    }
    if (are_one(islands, problem, system, &layouts, states)) {
        islands->count = 1;
        return MD_OK;
    }
    status = reserve_rows(islands, allocator, (size_t)states, (size_t)rows);
    if (status != MD_OK) {
        return status;
    }
    number_islands(islands, system, &layouts, states);
    return blocks != NULL ? md_block_tallies_find(&islands->tallies, allocator, blocks, islands->state.at) : MD_OK;
}

md_status md_row_islands_find(struct row_islands *islands, const md_allocator *allocator, const md_problem *problem,
                              const struct system *system, const struct block_problem *blocks)
{
    const struct block_layouts layouts = md_block_problem_layouts(system->m == 0 ? blocks : NULL);
    const struct block_layout *joints = layouts.count > 1 ? layouts.at[1] : NULL;
    if (layouts.count > 0 && layouts.at[0] == islands->layout && layouts.at[0]->version == islands->layout_version &&
        joints == islands->joints && (joints == NULL || joints->version == islands->joints_version)) {
        return MD_OK;
    }
    islands->layout = NULL;
    if (problem->is_divided) { /* no rank needs to know which bodies others couple */
        islands->count = 1;
        return MD_OK;
    }
    const md_status status = find(islands, allocator, problem, system, blocks);
    if (status == MD_OK && layouts.count > 0) {
        islands->layout = layouts.at[0];
        islands->layout_version = layouts.at[0]->version;
        islands->joints = joints;
        islands->joints_version = joints != NULL ? joints->version : 0;
    }
    return status;
}
