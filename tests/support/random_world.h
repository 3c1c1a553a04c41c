/* A random problem of bodies with every kind of row, together with its input, to compare the matrices of the library
 * with their definition. */
#ifndef MODULUS_TESTS_RANDOM_WORLD_H
#define MODULUS_TESTS_RANDOM_WORLD_H

#include "support/support.h"

enum { WORLD_BODIES = 7, WORLD_ROWS = 24, WORLD_VELOCITIES = 6 * WORLD_BODIES };

struct world {
    int32_t degrees_of_freedom;
    md_body body[WORLD_BODIES];
    md_row row[WORLD_ROWS];
};

static inline md_body random_body(struct random *random, int32_t freedom, bool is_static)
{
    md_body body = {.inverse_mass = is_static ? 0 : (md_real)random_real(random, 0.1, 2)};
    for (int k = 0; k < freedom; ++k) {
        body.velocity[k] = (md_real)random_real(random, -1, 1);
    }
    /* Diagonally dominant and therefore positive definite. */
    for (int row = 0; row < 3 && !is_static; ++row) {
        for (int col = row; col < 3; ++col) {
            const md_real value = (md_real)(row == col ? random_real(random, 1, 3) : random_real(random, -0.4, 0.4));
            body.inverse_inertia[3 * row + col] = value;
            body.inverse_inertia[3 * col + row] = value;
        }
    }
    return body;
}

/* In turn a contact normal, its friction, and a row with constant bounds. The first body of a row is movable. */
static inline md_row random_row(struct random *random, int32_t freedom, int32_t index)
{
    md_row row = md_row_default();
    const int32_t moving = 1 + random_index(random, WORLD_BODIES - 1);
    const int32_t other = random_index(random, WORLD_BODIES);
    const int side = (int)random_index(random, 2); /* either order */
    row.body[side] = moving;
    row.body[1 - side] = other == moving ? MD_NO_BODY : other;
    for (int k = 0; k < 2 * freedom; ++k) {
        row.jacobian[k / freedom][k % freedom] = (md_real)random_real(random, -1, 1);
    }
    row.jacobian[0][random_index(random, freedom)] = 0;
    row.bias = (md_real)random_real(random, -1, 1);
    row.compliance = index % 4 == 0 ? (md_real)random_real(random, 0, 0.2) : 0;
    row.lambda0 = (md_real)random_real(random, 0, 0.1);
    row.y0 = index % 2 == 0 ? (md_real)NAN : (md_real)random_real(random, -0.1, 0.1);
    if (index % 3 == 1) {
        row.parent = index - 1;
        row.upper = (md_real)random_real(random, 0.1, 1);
        row.lower = -row.upper;
    } else if (index % 3 == 2) {
        row.lower = index % 2 == 0 ? -MD_INFINITY : (md_real)random_real(random, -1, 0);
        row.upper = index % 4 == 0 ? MD_INFINITY : (md_real)random_real(random, 0.5, 1);
    }
    return row;
}

static inline struct world random_world(int32_t freedom, uint64_t seed)
{
    struct world world = {.degrees_of_freedom = freedom};
    struct random random = {seed};
    for (int32_t i = 0; i < WORLD_BODIES; ++i) {
        world.body[i] = random_body(&random, freedom, i == 0);
    }
    for (int32_t i = 0; i < WORLD_ROWS; ++i) {
        world.row[i] = random_row(&random, freedom, i);
    }
    return world;
}

static inline md_status world_fill(const struct world *world, md_problem *problem)
{
    md_status status = md_problem_begin_bodies(problem, world->degrees_of_freedom);
    for (int32_t i = 0; status == MD_OK && i < WORLD_BODIES; ++i) {
        status = md_problem_add_body(problem, &world->body[i]);
    }
    for (int32_t i = 0; status == MD_OK && i < WORLD_ROWS; ++i) {
        status = md_problem_add_row(problem, &world->row[i]);
    }
    return status;
}

/** Creates a matrix from at most WORLD_VELOCITIES squared numbers, row by row. */
static inline md_matrix matrix_of(int32_t rows, int32_t cols, const double *dense)
{
    md_entry entries[WORLD_VELOCITIES * WORLD_VELOCITIES];
    size_t count = 0;
    for (int32_t k = 0; k < rows * cols; ++k) {
        if (dense[k] != 0) {
            entries[count++] = (md_entry){k / cols, k % cols, (md_real)dense[k]};
        }
    }
    md_matrix matrix = {0};
    assert_int_equal(md_matrix_from_entries(&matrix, NULL, rows, cols, entries, count), MD_OK);
    return matrix;
}

/** Writes J and M^-1 by their definition. */
struct dense_problem {
    int32_t m, n;
    double J[WORLD_ROWS * WORLD_VELOCITIES];
    double inverse_M[WORLD_VELOCITIES * WORLD_VELOCITIES];
    double v[WORLD_VELOCITIES], b[WORLD_ROWS];
};

static inline struct dense_problem dense_of(const struct world *world)
{
    const int32_t freedom = world->degrees_of_freedom;
    const int32_t linear = freedom == 3 ? 2 : 3;
    struct dense_problem dense = {.m = WORLD_ROWS, .n = freedom * WORLD_BODIES};
    for (int32_t k = 0; k < dense.n; ++k) {
        const md_body *body = &world->body[k / freedom];
        const int32_t first = k - k % freedom;
        dense.v[k] = (double)body->velocity[k % freedom];
        for (int32_t other = first + linear; other < first + freedom && k - first >= linear; ++other) {
            dense.inverse_M[k * dense.n + other] =
                (double)body->inverse_inertia[3 * (k - first - linear) + other - first - linear];
        }
        if (k - first < linear) {
            dense.inverse_M[k * dense.n + k] = (double)body->inverse_mass;
        }
    }
    for (int32_t i = 0; i < dense.m; ++i) {
        const md_row *row = &world->row[i];
        dense.b[i] = (double)row->bias;
        for (int32_t k = 0; k < 2 * freedom; ++k) {
            const int32_t body = row->body[k / freedom];
            if (body != MD_NO_BODY) {
                dense.J[i * dense.n + body * freedom + k % freedom] = (double)row->jacobian[k / freedom][k % freedom];
            }
        }
    }
    return dense;
}

/** Creates random blocks of 1 to 4 velocities, and a J that ignores them. */
static inline struct dense_problem dense_general(uint64_t seed)
{
    struct random random = {seed};
    struct dense_problem dense = {.m = WORLD_ROWS, .n = 30};
    for (int32_t first = 0; first < dense.n;) {
        const int32_t size = 1 + random_index(&random, 4);
        const int32_t end = first + size < dense.n ? first + size : dense.n;
        for (int32_t k = first; k < end; ++k) {
            for (int32_t l = first; l <= k; ++l) {
                const md_real value = (md_real)(k == l ? random_real(&random, 1, 2) : random_real(&random, -0.3, 0.3));
                dense.inverse_M[k * dense.n + l] = dense.inverse_M[l * dense.n + k] = (double)value;
            }
        }
        first = end;
    }
    for (int32_t k = 0; k < dense.n; ++k) {
        dense.v[k] = (double)(md_real)random_real(&random, -1, 1);
    }
    for (int32_t i = 0; i < dense.m; ++i) {
        dense.b[i] = (double)(md_real)random_real(&random, -1, 1);
        for (int32_t entry = 0; entry < 5; ++entry) {
            dense.J[i * dense.n + random_index(&random, dense.n)] = (double)(md_real)random_real(&random, -1, 1);
        }
    }
    return dense;
}

/** Creates the general problem of these numbers. */
static inline md_status dense_fill(const struct dense_problem *dense, md_problem *problem)
{
    md_matrix J = matrix_of(dense->m, dense->n, dense->J);
    md_matrix inverse_M = matrix_of(dense->n, dense->n, dense->inverse_M);
    md_real v[WORLD_VELOCITIES];
    md_real b[WORLD_ROWS];
    for (int32_t k = 0; k < dense->n; ++k) {
        v[k] = (md_real)dense->v[k];
    }
    for (int32_t i = 0; i < dense->m; ++i) {
        b[i] = (md_real)dense->b[i];
    }
    const md_status status = md_problem_begin_general(problem, &J, &inverse_M, v, b);
    md_matrix_free(&J);
    md_matrix_free(&inverse_M);
    return status;
}

/** Creates an explicit problem with a diagonal A and q = -1. */
static inline md_problem *diagonal_problem(int32_t m, const double *diagonal)
{
    double dense[16 * 16] = {0};
    md_real q[16];
    for (int32_t i = 0; i < m; ++i) {
        dense[i * m + i] = diagonal[i];
        q[i] = -1;
    }
    md_matrix A = matrix_of(m, m, dense);
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_begin_explicit(problem, &A, q), MD_OK);
    md_matrix_free(&A);
    return problem;
}

/** The kinds of problems. */
enum kind { BODIES_2D, BODIES_3D, GENERAL, EXPLICIT, KINDS };

/** Creates a fixed problem of a kind, with friction and bounds. */
static inline md_status fill(md_problem *problem, enum kind kind)
{
    const struct world world = random_world(kind == BODIES_2D ? 3 : 6, 20);
    const struct dense_problem dense = dense_general(20);
    md_real q[WORLD_ROWS];
    md_real ones[WORLD_ROWS];
    double dominant[WORLD_ROWS * WORLD_ROWS];
    for (int32_t k = 0; k < WORLD_ROWS * WORLD_ROWS; ++k) {
        dominant[k] = k % (WORLD_ROWS + 1) == 0 ? 2 * WORLD_ROWS : (k % 5 == 0 ? -1 : 0);
        q[k % WORLD_ROWS] = (md_real)(k % 7 - 4);
        ones[k % WORLD_ROWS] = 1;
    }
    md_matrix A = matrix_of(WORLD_ROWS, WORLD_ROWS, dominant);
    md_status status = MD_OK;
    switch (kind) {
    case BODIES_2D:
    case BODIES_3D: status = world_fill(&world, problem); break;
    case GENERAL: status = dense_fill(&dense, problem); break;
    default: status = md_problem_begin_explicit(problem, &A, q);
    }
    if (status == MD_OK && (kind == GENERAL || kind == EXPLICIT)) {
        const md_contact_set contacts = {.tangents = 2, .law = MD_FRICTION_BOX, .mu = ones};
        assert_int_equal(md_problem_set_compliance(problem, ones), MD_OK);
        status = md_problem_set_contacts(problem, &contacts);
        if (status != MD_OK) { /* half filled: empty it */
            assert_int_equal(md_problem_begin_bodies(problem, 3), MD_OK);
        }
    }
    md_matrix_free(&A);
    return status;
}

#endif
