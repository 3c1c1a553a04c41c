/* The sweep of amgs.c over blocks of manifolds (manifold_blocks.h): the updates of row_update.inc.h, face_update.h and
 * group_update.h, in their order of operations, so each lane has the bits of scalar rows. */
#include "lcp/block_kernel.h"
#include "lcp/lane_numbers.h"
#include "lcp/manifold_lanes.h"
#include "lcp/solver.h"

/* A row of lanes, for row_update.inc.h: the normal of a manifold with one point. */
struct row {
    struct point_row_lanes J;
    struct manifold_bodies *bodies;
    bool has_compliance;
};

MD_INLINE real row_velocity(const struct row *row)
{
    return point_row_velocity(&row->J, row->bodies);
}

MD_INLINE void row_push(const struct row *row, real change)
{
    point_row_push(&row->J, change, row->bodies);
}

MD_INLINE struct vector_bounds row_bounds(const struct row *row)
{
    (void)row;
    return (struct vector_bounds){vector_all(0), vector_all(MD_INFINITY)};
}

MD_INLINE real row_clamp(const struct row *row, real x, const struct vector_bounds *bounds)
{
    (void)row;
    return vector_max(bounds->lower, x);
}

MD_INLINE bool row_has_compliance(const struct row *row)
{
    return row->has_compliance;
}

#include "lcp/row_update.inc.h"

#include "lcp/lane_sums.h"

/* b + c lambda */
MD_INLINE vreal constant_part(const struct rows *rows, int32_t i, vreal lambda, bool is_simple)
{
    const vreal b = vector_load(rows->b + i);
    return is_simple ? b : b + vector_load(rows->c + i) * lambda;
}

MD_INLINE vreal kept_part(const struct rows *rows, int32_t i, vreal previous)
{
    return LOAD_NUMBER(rows->kappa, i) * (vector_load(rows->y + i) - previous);
}

/* ---- Normals ------------------------------------------------------------------------------------------------------- */

/* A block during a sweep. */
struct swept_block {
    const struct rows *rows;
    struct manifold_lines lines;
    struct manifold_bodies bodies;
    struct sweep_kind kind;
    bool is_simple;
    const md_real *step; /* per row: of normals */
};

MD_INLINE void finish_normal(struct swept_block *block, int32_t point, const struct direction_lanes *direction,
                             const struct anderson_start *start, vreal y, vmask bounded, vreal stored,
                             struct sweep_sums *sums)
{
    const struct rows *rows = block->rows;
    const struct sweep_kind kind = block->kind;
    const int32_t i = block->lines.row + point * MD_LANES;
    const struct point_row_lanes row = point_row_of(&block->lines, point, 0, direction);
    const vreal zero = vector_all(0);
    const vreal lambda = vector_select(bounded, vector_max(zero, y), stored);
    if (kind.has_kappa) {
        vector_store(rows->y + i, vector_select(bounded, y, stored));
    }
    vector_store(rows->lambda + i, lambda);
    point_row_push(&row, lambda - start->lambda, &block->bodies);
    const vreal change = lambda - (kind.depth > 0 ? vector_max(zero, start->lambda) : start->lambda);
    sums->change_squared += change * change;
    if (kind.depth > 0) {
        anderson_observe(&rows->anderson, i, change, vector_load(rows->D + i), kind, sums);
        sums->clamped |= lambda != y;
    }
}

/* Sweeps the normals of manifolds with several points, as a face. Lanes with one point have the rounding of a single row. */
MD_INLINE void sweep_faces(struct swept_block *block, const struct direction_lanes *normal, struct sweep_sums *sums)
{
    const struct rows *rows = block->rows;
    const struct sweep_kind kind = block->kind;
    const int32_t points = block->lines.points;
    const vmask is_single = vector_load(block->lines.fields + MANIFOLD_POINTS * MD_LANES) == 1;
    struct anderson_start start[MD_BLOCK_POINTS];
    vreal y[MD_BLOCK_POINTS], stored[MD_BLOCK_POINTS];
    vmask bounded = ~(vmask){0};
    for (int32_t k = 0; k < points; ++k) {
        const int32_t i = block->lines.row + k * MD_LANES;
        const struct point_row_lanes row = point_row_of(&block->lines, k, 0, normal);
        stored[k] = vector_load(rows->lambda + i);
        start[k] = anderson_start(&rows->anderson, rows->anderson_c, i, stored[k], kind);
        const vreal constant = constant_part(rows, i, start[k].lambda, block->is_simple);
        const vreal velocity = point_row_velocity(&row, &block->bodies);
        const vreal omega_step = LOAD_NUMBER(rows->omega, i) * vector_load(block->step + i);
        const vreal kept = kind.has_kappa ? kept_part(rows, i, start[k].previous) : vector_all(0);
        y[k] = start[k].lambda - omega_step * (velocity + constant);
        y[k] = kind.has_kappa ? y[k] + kept : y[k];
        if (k == 0 && vector_any(is_single)) {
            const vreal single = start[k].lambda - omega_step * constant;
            const vreal with_kept = kind.has_kappa ? single + kept : single;
            y[k] = vector_select(is_single, with_kept - omega_step * velocity, y[k]);
        }
        if (kind.is_soft) {
            y[k] *= vector_load(rows->softness + i);
        }
        bounded &= IS_BOUNDED(y[k]);
    }
    sums->diverged |= ~bounded;
    for (int32_t k = 0; k < points; ++k) {
        finish_normal(block, k, normal, &start[k], y[k], bounded, stored[k], sums);
    }
}

MD_INLINE vreal sweep_normals(struct swept_block *block, struct sweep_sums *sums)
{
    const struct direction_lanes normal = load_direction(&block->lines, MANIFOLD_NORMAL, &block->bodies);
    if (block->lines.points > 1) {
        sweep_faces(block, &normal, sums);
        return vector_all(0);
    }
    const struct row row = {point_row_of(&block->lines, 0, 0, &normal), &block->bodies, !block->is_simple};
    return sweep_row(block->rows, block->lines.row, &row, block->kind, sums);
}

/* ---- Friction ------------------------------------------------------------------------------------------------------ */

/* In which lanes the projection gave 0: see is_at_apex of group_update.h. */
MD_INLINE vmask are_at_apex(const vreal *y, const vreal *lambda, int32_t size)
{
    vmask are_zero = ~(vmask){0};
    vmask moved = {0};
    for (int32_t k = 0; k < size; ++k) {
        are_zero &= lambda[k] == 0;
        moved |= lambda[k] != y[k];
    }
    return are_zero & moved;
}

/* Adds the changes of a group to the sums: see observe_group of group_update.h. */
MD_INLINE void observe_group(const struct swept_block *block, int32_t i, int32_t size,
                             const struct anderson_start *start, const vreal *y, const vreal *lambda, vreal radius,
                             struct sweep_sums *sums)
{
    vreal from[MD_PATCH_ROWS];
    for (int32_t k = 0; k < size; ++k) {
        from[k] = start[k].lambda;
    }
    if (block->kind.depth > 0) {
        project_friction_lanes(from, size, radius);
        sums->clamped |= are_at_apex(y, lambda, size);
    }
    for (int32_t k = 0; k < size; ++k) {
        const int32_t row = i + k * MD_LANES;
        const vreal change = lambda[k] - from[k];
        sums->change_squared += change * change;
        if (block->kind.depth > 0) {
            anderson_observe(&block->rows->anderson, row, change, vector_load(block->rows->D + row), block->kind, sums);
        }
    }
}

/* Sweeps the friction of a point or a patch, which has `size` rows along the directions, with the normal impulse `load`. */
MD_INLINE void sweep_group(struct swept_block *block, int32_t point, int32_t size, vreal load, const md_real *upper,
                           const struct direction_lanes *direction, struct sweep_sums *sums)
{
    const struct rows *rows = block->rows;
    const struct sweep_kind kind = block->kind;
    const int32_t first = tangent_row(&block->lines, point, 0);
    const vreal radius = vector_load(upper + first) * load;
    struct point_row_lanes row[MD_PATCH_ROWS];
    struct anderson_start start[MD_PATCH_ROWS];
    vreal stored[MD_PATCH_ROWS], y[MD_PATCH_ROWS], lambda[MD_PATCH_ROWS];
    vmask bounded = ~(vmask){0};
    for (int32_t k = 0; k < size; ++k) {
        const int32_t i = first + k * MD_LANES;
        row[k] = point_row_of(&block->lines, point, 1 + k, &direction[k]);
        stored[k] = vector_load(rows->lambda + i);
        start[k] = anderson_start(&rows->anderson, rows->anderson_c, i, stored[k], kind);
        const vreal w =
            point_row_velocity(&row[k], &block->bodies) + constant_part(rows, i, start[k].lambda, block->is_simple);
        y[k] = start[k].lambda - LOAD_NUMBER(rows->omega, i) * vector_load(rows->inverse_D + i) * w;
        if (kind.has_kappa) {
            y[k] += kept_part(rows, i, start[k].previous);
        }
        lambda[k] = y[k];
        bounded &= IS_BOUNDED(y[k]);
    }
    sums->diverged |= ~bounded;
    project_friction_lanes(lambda, size, radius);
    for (int32_t k = 0; k < size; ++k) {
        const int32_t i = first + k * MD_LANES;
        lambda[k] = vector_select(bounded, lambda[k], stored[k]);
        y[k] = vector_select(bounded, y[k], stored[k]);
        if (kind.has_kappa) {
            vector_store(rows->y + i, y[k]);
        }
        vector_store(rows->lambda + i, lambda[k]);
        point_row_push(&row[k], lambda[k] - start[k].lambda, &block->bodies);
    }
    observe_group(block, first, size, start, y, lambda, radius, sums);
}

/* Friction of the manifolds of a problem. */
enum manifold_friction { NO_FRICTION, AT_POINTS, AT_CENTRES };

/* The normal impulse of a point. `lambda_of_one` is that of blocks with one point. */
MD_INLINE vreal lambda_of_point(const struct swept_block *block, int32_t point, vreal lambda_of_one)
{
    return block->lines.points == 1 ? lambda_of_one
                                    : vector_load(block->rows->lambda + block->lines.row + point * MD_LANES);
}

MD_INLINE void sweep_friction(struct swept_block *block, enum manifold_friction friction, vreal lambda_of_one,
                              const md_real *upper, struct sweep_sums *sums)
{
    const struct direction_lanes direction[MD_PATCH_ROWS] = {
        load_direction(&block->lines, MANIFOLD_TANGENT, &block->bodies),
        load_direction(&block->lines, MANIFOLD_TANGENT + 3, &block->bodies), no_direction()};
    vreal load = vector_all(0);
    for (int32_t point = 0; point < block->lines.points; ++point) {
        const vreal lambda_n = lambda_of_point(block, point, lambda_of_one);
        load += lambda_n;
        if (friction == AT_POINTS) {
            sweep_group(block, point, 2, lambda_n, upper, direction, sums);
        }
    }
    if (friction == AT_CENTRES) {
        sweep_group(block, 0, MD_PATCH_ROWS, load, upper, direction, sums);
    }
}

/* ---- Blocks -------------------------------------------------------------------------------------------------------- */

MD_INLINE void sweep_blocks(md_solver *solver, struct sweep_kind kind, enum manifold_friction friction, bool is_simple,
                            int32_t first, int32_t end, struct block_sums *total)
{
    const struct block_problem *blocks = solver->blocks;
    const md_real *upper = solver->problem->upper.at;
    struct rows rows = rows_of(solver);
    md_real *state = solver->system.state.at;
    struct tallied_sums tallied;
    begin_tally(&tallied, &solver->anderson, solver->anderson.islands.tallies.contacts.at, kind, first, total);
    rows.anderson_c = tallied.c;
    for (int32_t index = first; index < end; ++index) {
        enter_block(&tallied, kind, index);
        struct swept_block block = {.rows = &rows,
                                    .lines = manifold_lines_of(blocks, index),
                                    .bodies = gather_manifolds(blocks, index, state),
                                    .kind = kind,
                                    .is_simple = is_simple,
                                    .step = solver->manifold_step.at};
        const vreal lambda_of_one = sweep_normals(&block, &tallied.sums);
        if (friction != NO_FRICTION && !kind.is_soft) {
            sweep_friction(&block, friction, lambda_of_one, upper, &tallied.sums);
        }
        scatter_manifolds(&block.bodies, state);
    }
    end_tally(&tallied, kind);
}

MD_INLINE void sweep_by_friction(md_solver *solver, struct sweep_kind kind, bool is_simple, int32_t first, int32_t end,
                                 struct block_sums *total)
{
    const struct block_problem *blocks = solver->blocks;
    if (!blocks->has_friction) {
        sweep_blocks(solver, kind, NO_FRICTION, is_simple, first, end, total);
    } else if (blocks->rows_per_manifold == 0) {
        sweep_blocks(solver, kind, AT_POINTS, is_simple, first, end, total);
    } else if (kind.depth == 0) {
        sweep_blocks(solver, kind, AT_CENTRES, is_simple, first, end, total);
    }
}

MD_INLINE void sweep_kind(md_solver *solver, struct sweep_kind kind, int32_t first, int32_t end,
                          struct block_sums *total)
{
    if (solver->blocks->is_simple) {
        sweep_by_friction(solver, kind, true, first, end, total);
    } else {
        sweep_by_friction(solver, kind, false, first, end, total);
    }
}

/* Calls a loop of its own for each kind, except that accelerated sweeps with friction at centres share one: each loop takes the
 * compiler seconds. */
void MD_FOR_MACHINE(md_manifold_sweep)(md_solver *solver, struct sweep_kind kind, int32_t first, int32_t end,
                                       struct block_sums *total)
{
    if (kind.depth > 0 && solver->blocks->rows_per_manifold > 0) {
        sweep_blocks(solver, kind, AT_CENTRES, solver->blocks->is_simple, first, end, total);
        return;
    }
    MD_SWEEP_BY_KIND(sweep_kind, solver, kind, first, end, total);
}
