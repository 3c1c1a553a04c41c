/* The passes of block_kernel.h other than the sweep over blocks of manifolds (manifold_blocks.h). Each lane has the bits of
 * scalar rows. */
#include "lcp/block_kernel.h"
#include "lcp/lane_passes.h"
#include "lcp/manifold_lanes.h"

/* ---- The diagonal ------------------------------------------------------------------------------------------------ */

/* The share of one body in A_ij, summed in the order of system.c: the linear and angular parts of J_i, times those of
 * (M^-1 J^T)_j. */
MD_INLINE vreal element_of_body(struct lanes3 d, struct lanes3 hat_d, struct lanes3 J, struct lanes3 hat)
{
    vreal sum = lanes3_dot(d, hat_d);
    sum += J.x * hat.x;
    sum += J.y * hat.y;
    return sum + J.z * hat.z;
}

/* A_ij of rows i and j of a manifold, without compliance. */
MD_INLINE vreal element_of_rows(const struct point_row_lanes *i, const struct point_row_lanes *j)
{
    const struct lanes3 d = i->direction->d;
    const vreal of_a = element_of_body(d, j->direction->hat_a, load_lanes3(i->fields + POINT_ANGULAR_A * MD_LANES),
                                       load_lanes3(j->fields + POINT_HAT_A * MD_LANES));
    const vreal of_b = element_of_body(d, j->direction->hat_b, load_lanes3(i->fields + POINT_ANGULAR_B * MD_LANES),
                                       load_lanes3(j->fields + POINT_HAT_B * MD_LANES));
    return of_a + of_b;
}

struct diagonal_pass {
    md_solver *solver;
    struct manifold_lines lines;
    vreal points; /* of each lane */
    bool is_simple;
};

MD_INLINE vreal compliance_of(const struct diagonal_pass *pass, int32_t row)
{
    return pass->is_simple ? vector_all(0) : vector_load(pass->solver->problem->compliance.at + row);
}

/* Stores D and its inverse; in lanes where the row is missing 1 and 0. Returns in which lanes they are valid. */
MD_INLINE vmask store_present(md_solver *solver, int32_t row, vreal D, vmask present)
{
    const vreal one = vector_all(1);
    const vmask valid = store_D(solver, row, vector_select(present, D, one));
    const vreal inverse = vector_load(solver->inverse_diagonal.at + row);
    vector_store(solver->inverse_diagonal.at + row, vector_select(present, inverse, vector_all(0)));
    return valid;
}

/* The bound of small_block.h: `a` is the block divided by its trace, and is overwritten. */
MD_INLINE vreal bound_of_block(vreal a[MD_BLOCK_POINTS][MD_BLOCK_POINTS], int32_t size, vreal trace)
{
    for (int32_t exponent = 1; exponent < 16; exponent *= 2) {
        vreal square[MD_BLOCK_POINTS][MD_BLOCK_POINTS];
        for (int32_t i = 0; i < size; ++i) {
            for (int32_t j = 0; j <= i; ++j) {
                vreal sum = vector_all(0);
                for (int32_t k = 0; k < size; ++k) {
                    sum += a[i][k] * a[j][k];
                }
                square[i][j] = square[j][i] = sum;
            }
        }
        memcpy(a, square, sizeof square);
    }
    vreal root = vector_all(0);
    for (int32_t i = 0; i < size; ++i) {
        root += a[i][i];
    }
    for (int32_t exponent = 1; exponent < 16; exponent *= 2) {
        root = vector_sqrt(root);
    }
    return root * trace;
}

/* The step of the normals of each manifold as a face: 1 / trace(A_ff^16)^(1/16) (faces.h). */
MD_INLINE vreal face_step(const struct diagonal_pass *pass, const struct direction_lanes *normal, const vreal *D)
{
    const int32_t points = pass->lines.points;
    vreal trace = vector_all(0);
    vreal a[MD_BLOCK_POINTS][MD_BLOCK_POINTS];
    for (int32_t i = 0; i < points; ++i) {
        trace += D[i];
    }
    for (int32_t i = 0; i < points; ++i) {
        const struct point_row_lanes row = point_row_of(&pass->lines, i, 0, normal);
        const vmask present = pass->points > (md_real)i;
        a[i][i] = D[i] / trace;
        for (int32_t j = 0; j < i; ++j) {
            const struct point_row_lanes other = point_row_of(&pass->lines, j, 0, normal);
            const vreal value = element_of_rows(&row, &other) / trace;
            a[i][j] = a[j][i] = vector_select(present, value, vector_all(0));
        }
    }
    const vreal step = 1 / bound_of_block(a, points, trace);
    return vector_select(vector_is_finite(step), step, vector_all(0));
}

MD_INLINE vmask store_normals(const struct diagonal_pass *pass, const struct direction_lanes *normal)
{
    md_solver *solver = pass->solver;
    vmask valid = ~(vmask){0};
    vreal D[MD_BLOCK_POINTS];
    for (int32_t k = 0; k < pass->lines.points; ++k) {
        const int32_t i = pass->lines.row + k * MD_LANES;
        const struct point_row_lanes row = point_row_of(&pass->lines, k, 0, normal);
        const vmask present = pass->points > (md_real)k;
        const vreal diagonal = element_of_rows(&row, &row) + compliance_of(pass, i);
        valid &= store_present(solver, i, diagonal, present);
        D[k] = vector_select(present, diagonal, vector_all(0));
    }
    const vmask is_face = pass->points > (md_real)1;
    const vreal step = pass->lines.points > 1 ? face_step(pass, normal, D) : vector_all(0);
    for (int32_t k = 0; k < pass->lines.points; ++k) {
        const int32_t i = pass->lines.row + k * MD_LANES;
        const vreal of_face = vector_select(pass->points > (md_real)k, step, vector_all(0));
        vector_store(solver->manifold_step.at + i,
                     vector_select(is_face, of_face, vector_load(solver->inverse_diagonal.at + i)));
    }
    return valid;
}

/* One of Jacobi's rotations: makes a[0][1] zero in lanes where it is not (groups.c). */
MD_INLINE void rotate_lanes(vreal a[2][2])
{
    const vmask any = a[0][1] != 0;
    const vreal one = vector_all(1);
    const vreal theta = (a[1][1] - a[0][0]) / (2 * a[0][1]);
    const vreal size = vector_select(theta < 0, -theta, theta);
    const vreal tangent = vector_select(theta < 0, -one, one) / (size + vector_sqrt(theta * theta + 1));
    const vreal cosine = 1 / vector_sqrt(tangent * tangent + 1);
    const vreal sine = tangent * cosine;
    vreal turned[2][2];
    for (int k = 0; k < 2; ++k) {
        turned[0][k] = cosine * a[0][k] - sine * a[1][k];
        turned[1][k] = sine * a[0][k] + cosine * a[1][k];
    }
    for (int k = 0; k < 2; ++k) {
        const vreal x = turned[k][0];
        const vreal y = turned[k][1];
        a[k][0] = vector_select(any, cosine * x - sine * y, a[k][0]);
        a[k][1] = vector_select(any, sine * x + cosine * y, a[k][1]);
    }
}

#define ROTATION_ROUNDS 5 /* as in groups.c */

/* The largest eigenvalue of the block of two tangents. */
MD_INLINE vreal largest_eigenvalue(vreal a[2][2])
{
    for (int round = 0; round < ROTATION_ROUNDS && vector_any(a[0][1] != 0); ++round) {
        rotate_lanes(a);
    }
    return vector_max(a[0][0], a[1][1]);
}

/* The friction rows of a point or a patch. */
struct friction_block {
    int32_t row; /* the first */
    vmask present[MD_PATCH_ROWS];
    vreal a[MD_PATCH_ROWS][MD_PATCH_ROWS]; /* A_gg; 0 where a row is missing */
};

MD_INLINE struct friction_block load_friction(const struct diagonal_pass *pass, int32_t point, int32_t size,
                                              const struct direction_lanes *direction)
{
    struct friction_block block = {.row = tangent_row(&pass->lines, point, 0)};
    struct point_row_lanes row[MD_PATCH_ROWS];
    for (int32_t k = 0; k < size; ++k) {
        const int32_t i = block.row + k * MD_LANES;
        const vreal zero = vector_all(0);
        block.present[k] = vector_load(pass->solver->problem->upper.at + i) > 0;
        row[k] = point_row_of(&pass->lines, point, 1 + k, &direction[k]);
        const vreal D = element_of_rows(&row[k], &row[k]) + compliance_of(pass, i);
        block.a[k][k] = vector_select(block.present[k], D, zero);
        for (int32_t j = 0; j < k; ++j) {
            const vreal value = (element_of_rows(&row[k], &row[j]) + element_of_rows(&row[j], &row[k])) / 2;
            block.a[k][j] = block.a[j][k] = vector_select(block.present[k], value, zero);
        }
    }
    return block;
}

MD_INLINE vmask store_friction(const struct diagonal_pass *pass, const struct friction_block *block, int32_t size,
                               vreal D)
{
    vmask valid = ~(vmask){0};
    for (int32_t k = 0; k < size; ++k) {
        valid &= store_present(pass->solver, block->row + k * MD_LANES, D, block->present[k]);
    }
    return valid;
}

MD_INLINE vreal D_of_disc(const struct friction_block *block)
{
    vreal a[2][2] = {{block->a[0][0], block->a[0][1]}, {block->a[1][0], block->a[1][1]}};
    return largest_eigenvalue(a);
}

MD_INLINE vmask store_disc(const struct diagonal_pass *pass, int32_t point, const struct direction_lanes *direction)
{
    const struct friction_block block = load_friction(pass, point, 2, direction);
    return store_friction(pass, &block, 2, D_of_disc(&block));
}

MD_INLINE vreal D_of_ball(const struct friction_block *block)
{
    vreal a[MD_BLOCK_POINTS][MD_BLOCK_POINTS];
    vreal trace = vector_all(0);
    for (int32_t i = 0; i < MD_PATCH_ROWS; ++i) {
        trace += block->a[i][i];
    }
    for (int32_t i = 0; i < MD_PATCH_ROWS; ++i) {
        for (int32_t j = 0; j < MD_PATCH_ROWS; ++j) {
            a[i][j] = block->a[i][j] / trace;
        }
    }
    return bound_of_block(a, MD_PATCH_ROWS, trace);
}

/* A patch without torsion is a disc. */
MD_INLINE vmask store_patch(const struct diagonal_pass *pass, const struct direction_lanes *direction)
{
    const struct friction_block block = load_friction(pass, 0, MD_PATCH_ROWS, direction);
    vreal D = D_of_ball(&block);
    if (vector_any(block.present[0] & ~block.present[2])) {
        D = vector_select(block.present[2], D, D_of_disc(&block));
    }
    return store_friction(pass, &block, MD_PATCH_ROWS, D);
}

static bool diagonal(md_solver *solver, int32_t first, int32_t end)
{
    const struct block_problem *blocks = solver->blocks;
    vmask valid = ~(vmask){0};
    for (int32_t block = first; block < end; ++block) {
        const struct manifold_bodies bodies = gather_manifolds(blocks, block, solver->system.state.at);
        struct diagonal_pass pass = {solver, manifold_lines_of(blocks, block), vector_all(0), blocks->is_simple};
        pass.points = vector_load(pass.lines.fields + MANIFOLD_POINTS * MD_LANES);
        const struct direction_lanes normal = load_direction(&pass.lines, MANIFOLD_NORMAL, &bodies);
        const struct direction_lanes friction[MD_PATCH_ROWS] = {
            load_direction(&pass.lines, MANIFOLD_TANGENT, &bodies),
            load_direction(&pass.lines, MANIFOLD_TANGENT + 3, &bodies), no_direction()};
        valid &= store_normals(&pass, &normal);
        if (blocks->rows_per_manifold > 0) {
            valid &= store_patch(&pass, friction);
        }
        for (int32_t k = 0; blocks->rows_per_contact > 1 && k < pass.lines.points; ++k) {
            valid &= store_disc(&pass, k, friction);
        }
    }
    return !vector_any(~valid);
}

/* ---- The start --------------------------------------------------------------------------------------------------- */

/* `load` is the normal impulse, or the sum of a patch. */
static void start_group(md_solver *solver, int32_t first, int32_t size, vreal load, bool has_y)
{
    const md_problem *problem = solver->problem;
    vreal lambda0[MD_PATCH_ROWS], lambda[MD_PATCH_ROWS];
    for (int32_t k = 0; k < size; ++k) {
        lambda[k] = lambda0[k] = vector_load(problem->lambda0.at + first + k * MD_LANES);
    }
    project_friction_lanes(lambda, size, vector_load(problem->upper.at + first) * load);
    for (int32_t k = 0; k < size; ++k) {
        const int32_t i = first + k * MD_LANES;
        vector_store(solver->lambda.at + i, lambda[k]);
        if (has_y) {
            const vreal y0 = vector_load(problem->y0.at + i);
            vector_store(solver->y.at + i, vector_select(y0 != lambda0[k], y0, lambda[k]));
        } else {
            vector_store(solver->y.at + i, lambda[k]);
        }
    }
}

static bool start(md_solver *solver, bool has_y, int32_t first, int32_t end)
{
    const struct block_problem *blocks = solver->blocks;
    vmask any = {0};
    for (int32_t block = first; block < end; ++block) {
        const struct manifold_lines lines = manifold_lines_of(blocks, block);
        vreal load = vector_all(0);
        for (int32_t k = 0; k < lines.points; ++k) {
            const vreal lambda_n = start_rows(solver, lines.row + k * MD_LANES, ROW_NORMAL, vector_all(1), has_y);
            load += lambda_n;
            any |= lambda_n != 0; /* a tangent is 0 if its normal is */
            if (blocks->rows_per_contact > 1) {
                start_group(solver, tangent_row(&lines, k, 0), 2, lambda_n, has_y);
            }
        }
        if (blocks->rows_per_manifold > 0) {
            start_group(solver, tangent_row(&lines, 0, 0), MD_PATCH_ROWS, load, has_y);
        }
    }
    return vector_any(any);
}

/* ---- Other passes ------------------------------------------------------------------------------------------------ */

/* A block with its bodies, and the directions of a normal and of friction rows. */
struct block {
    struct manifold_lines lines;
    struct manifold_bodies bodies;
    struct direction_lanes direction[1 + MD_PATCH_ROWS];
};

MD_INLINE struct block load_block(const md_solver *solver, int32_t index)
{
    struct block block = {.lines = manifold_lines_of(solver->blocks, index),
                          .bodies = gather_manifolds(solver->blocks, index, solver->system.state.at)};
    for (int32_t k = 0; k < MD_POINT_ROWS; ++k) {
        block.direction[k] = load_direction(&block.lines, MANIFOLD_NORMAL + 3 * k, &block.bodies);
    }
    block.direction[MD_POINT_ROWS] = no_direction();
    return block;
}

/* The row of the problem that is row k of a point. */
MD_INLINE int32_t row_of(const struct block *block, int32_t point, int32_t k)
{
    return k == 0 ? block->lines.row + point * MD_LANES : tangent_row(&block->lines, point, k - 1);
}

MD_INLINE void push_row(const md_solver *solver, struct block *block, int32_t point, int32_t k)
{
    const struct point_row_lanes row = point_row_of(&block->lines, point, k, &block->direction[k]);
    point_row_push(&row, vector_load(solver->lambda.at + row_of(block, point, k)), &block->bodies);
}

/* In the order of the scalar rows: point by point, then the friction of a patch. */
static void push(md_solver *solver, int32_t first, int32_t end)
{
    const struct block_problem *blocks = solver->blocks;
    for (int32_t index = first; index < end; ++index) {
        struct block block = load_block(solver, index);
        for (int32_t point = 0; point < block.lines.points; ++point) {
            for (int32_t k = 0; k < blocks->rows_per_contact; ++k) {
                push_row(solver, &block, point, k);
            }
        }
        for (int32_t k = 1; k <= blocks->rows_per_manifold; ++k) {
            push_row(solver, &block, 0, k);
        }
        scatter_manifolds(&block.bodies, solver->system.state.at);
    }
}

/* The inverse diagonal of missing rows is 0. */
MD_INLINE void add_q(const md_solver *solver, const struct block *block, int32_t point, int32_t k,
                     struct residual_sums *sums)
{
    const int32_t i = row_of(block, point, k);
    const struct point_row_lanes row = point_row_of(&block->lines, point, k, &block->direction[k]);
    const vreal q = point_row_velocity(&row, &block->bodies) + vector_load(solver->problem->bias.at + i);
    add_squares(sums->scaled, q * vector_load(solver->inverse_diagonal.at + i));
}

static void q_scaled(const md_solver *solver, int32_t first, int32_t end, struct residual_sums *sums)
{
    const struct block_problem *blocks = solver->blocks;
    for (int32_t index = first; index < end; ++index) {
        const struct block block = load_block(solver, index);
        for (int32_t point = 0; point < block.lines.points; ++point) {
            for (int32_t k = 0; k < blocks->rows_per_contact; ++k) {
                add_q(solver, &block, point, k, sums);
            }
        }
        for (int32_t k = 1; k <= blocks->rows_per_manifold; ++k) {
            add_q(solver, &block, 0, k, sums);
        }
    }
}

/* Computes w of a row. */
MD_INLINE vreal store_w(md_solver *solver, const struct block *block, int32_t point, int32_t k)
{
    const md_problem *problem = solver->problem;
    const int32_t i = row_of(block, point, k);
    const struct point_row_lanes row = point_row_of(&block->lines, point, k, &block->direction[k]);
    const vreal bias = vector_load(problem->bias.at + i);
    const vreal c_lambda = solver->blocks->is_simple
                               ? vector_all(0)
                               : vector_load(problem->compliance.at + i) * vector_load(solver->lambda.at + i);
    const vreal w = point_row_velocity(&row, &block->bodies) + (bias + c_lambda);
    vector_store(solver->w.at + i, w);
    return w;
}

/* Measures the friction of a point or a patch, which has `size` rows, with the normal impulse `load`. */
MD_INLINE void measure_group(md_solver *solver, const struct block *block, int32_t point, int32_t size, vreal load,
                             struct residual_sums *sums)
{
    const int32_t first = row_of(block, point, 1);
    const vreal radius = vector_load(solver->problem->upper.at + first) * load;
    vreal lambda[MD_PATCH_ROWS], absolute[MD_PATCH_ROWS], scaled[MD_PATCH_ROWS];
    for (int32_t k = 0; k < size; ++k) {
        const int32_t i = first + k * MD_LANES;
        const vreal w = store_w(solver, block, point, 1 + k);
        lambda[k] = vector_load(solver->lambda.at + i);
        absolute[k] = lambda[k] - w;
        scaled[k] = lambda[k] - w * vector_load(solver->inverse_diagonal.at + i);
    }
    project_friction_lanes(absolute, size, radius);
    project_friction_lanes(scaled, size, radius);
    for (int32_t k = 0; k < size; ++k) {
        add_squares(sums->absolute, lambda[k] - absolute[k]);
        add_squares(sums->scaled, lambda[k] - scaled[k]);
    }
}

static void soften(md_solver *solver, struct soft_step *step, int32_t first, int32_t end)
{
    const struct block_problem *blocks = solver->blocks;
    for (int32_t index = first; index < end; ++index) {
        const struct manifold_lines lines = manifold_lines_of(blocks, index);
        const struct manifold_bodies moved = gather_manifolds(blocks, index, step->displacement.at);
        const struct direction_lanes normal = load_direction(&lines, MANIFOLD_NORMAL, &moved);
        const int32_t line = blocks->manifolds->line_start.at[index];
        const vmask is_face = vector_load(lines.fields + MANIFOLD_POINTS * MD_LANES) > (md_real)1;
        for (int32_t point = 0; point < lines.points; ++point) {
            const struct point_row_lanes row = point_row_of(&lines, point, 0, &normal);
            const int32_t i = lines.row + point * MD_LANES;
            const vreal share = vector_load(solver->diagonal.at + i) * vector_load(solver->manifold_step.at + i);
            soften_normals(solver, step, i, (line + point) * MD_LANES, point_row_velocity(&row, &moved),
                           vector_select(is_face, share, vector_all(1)));
        }
    }
}

static void residual(md_solver *solver, int32_t first, int32_t end, struct residual_sums *sums)
{
    const struct block_problem *blocks = solver->blocks;
    const vreal zero = vector_all(0);
    for (int32_t index = first; index < end; ++index) {
        const struct block block = load_block(solver, index);
        vreal load = zero;
        for (int32_t point = 0; point < block.lines.points; ++point) {
            const int32_t i = row_of(&block, point, 0);
            const vreal lambda = vector_load(solver->lambda.at + i);
            const vreal w = store_w(solver, &block, point, 0);
            add_squares(sums->absolute, lambda - vector_max(zero, lambda - w));
            add_squares(sums->scaled,
                        lambda - vector_max(zero, lambda - w * vector_load(solver->inverse_diagonal.at + i)));
            load += lambda;
            if (blocks->rows_per_contact > 1) {
                measure_group(solver, &block, point, 2, lambda, sums);
            }
        }
        if (blocks->rows_per_manifold > 0) {
            measure_group(solver, &block, 0, MD_PATCH_ROWS, load, sums);
        }
    }
}

const struct block_kernel MD_FOR_MACHINE(md_manifold_kernel) = {.sweep = MD_FOR_MACHINE(md_manifold_sweep),
                                                                .diagonal = diagonal,
                                                                .q_scaled = q_scaled,
                                                                .start = start,
                                                                .push = push,
                                                                .soften = soften,
                                                                .residual = residual};
