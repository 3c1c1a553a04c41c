/* The sparse direct solver, through its interface: against dense elimination, on singular matrices, and its memory.
 * The tests hold for our own implementation and for UMFPACK (MODULUS_SUITESPARSE). */
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

#include "direct/sparse_lu.h"
#include "support/counting_allocator.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MAX_N 90

/* A matrix by rows. Entries that are stored may be zero. */
struct matrix {
    int32_t n;
    double at[MAX_N][MAX_N];
    bool stored[MAX_N][MAX_N];
    int32_t row_start[MAX_N + 1], column[2 * MAX_N * MAX_N];
    double value[2 * MAX_N * MAX_N];
};

static void set(struct matrix *A, int32_t i, int32_t j, double value)
{
    A->at[i][j] = value;
    A->stored[i][j] = true;
}

/* Fills the compressed rows, with descending columns, and every third entry in two parts that add up. */
static void compress(struct matrix *A)
{
    int32_t e = 0;
    for (int32_t i = 0; i < A->n; ++i) {
        A->row_start[i] = e;
        for (int32_t j = A->n - 1; j >= 0; --j) {
            if (A->stored[i][j]) {
                const bool is_split = (i + j) % 3 == 0;
                A->column[e] = j;
                A->value[e++] = A->at[i][j] / (is_split ? 2 : 1);
                if (is_split) {
                    A->column[e] = j;
                    A->value[e++] = A->at[i][j] / 2;
                }
            }
        }
    }
    A->row_start[A->n] = e;
}

/* ---- Kinds of matrices ---- */

typedef void fill_function(struct matrix *A, struct random *random);

static void fill_identity_permuted(struct matrix *A, struct random *random)
{
    int32_t order[MAX_N];
    for (int32_t i = 0; i < A->n; ++i) {
        const int32_t k = random_index(random, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (int32_t i = 0; i < A->n; ++i) {
        set(A, i, order[i], 1);
    }
}

static void fill_dominant(struct matrix *A, struct random *random)
{
    for (int32_t i = 0; i < A->n; ++i) {
        double sum = 0.1;
        for (int k = 0; k < 4; ++k) {
            const int32_t j = random_index(random, A->n);
            if (j != i && !A->stored[i][j]) {
                set(A, i, j, random_real(random, -1, 1));
                sum += fabs(A->at[i][j]);
            }
        }
        set(A, i, i, sum);
    }
}

static void fill_dense(struct matrix *A, struct random *random)
{
    for (int32_t i = 0; i < A->n; ++i) {
        for (int32_t j = 0; j < A->n; ++j) {
            set(A, i, j, random_real(random, -1, 1));
        }
    }
}

/* Random entries anywhere and a permutation, so that the matrix has full structural rank but no useful diagonal. */
static void fill_scattered(struct matrix *A, struct random *random)
{
    fill_identity_permuted(A, random);
    for (int32_t k = 0; k < 3 * A->n; ++k) {
        const int32_t i = random_index(random, A->n), j = random_index(random, A->n);
        if (!A->stored[i][j]) {
            set(A, i, j, random_real(random, -1, 1));
        }
    }
}

static void fill_arrow(struct matrix *A, struct random *random)
{
    for (int32_t i = 0; i < A->n; ++i) {
        set(A, 0, i, random_real(random, -1, 1));
        set(A, i, 0, random_real(random, -1, 1));
        set(A, i, i, 2);
    }
}

/* J J^T of a random contact graph with 3 x 3 blocks, plus a multiple of its diagonal. */
static void fill_contacts(struct matrix *A, struct random *random)
{
    double J[MAX_N][MAX_N] = {0};
    const int32_t bodies = A->n / 6 + 1;
    for (int32_t i = 0; i < A->n; i += 3) {
        for (int side = 0; side < 2; ++side) {
            const int32_t body = random_index(random, bodies);
            for (int32_t k = 0; k < 9; ++k) {
                if (i + k % 3 < A->n) {
                    J[i + k % 3][3 * body + k / 3] = random_real(random, -1, 1);
                }
            }
        }
    }
    for (int32_t i = 0; i < A->n; ++i) {
        for (int32_t j = 0; j < A->n; ++j) {
            double sum = 0;
            for (int32_t k = 0; k < 3 * bodies; ++k) {
                sum += J[i][k] * J[j][k];
            }
            if (sum != 0) {
                set(A, i, j, i == j ? 1.01 * sum : sum);
            }
        }
        set(A, i, i, A->at[i][i] + 0.01);
    }
}

/* B1 + B2 W with the pattern of W: open contacts are identity rows, of others some rows are swapped with zero
 * diagonals, and scales differ. */
static void fill_newton(struct matrix *A, struct random *random)
{
    fill_contacts(A, random);
    for (int32_t i = 0; i + 2 < A->n; i += 3) {
        const int32_t state = random_index(random, 3);
        for (int32_t j = 0; j < A->n; ++j) {
            if (state == 0) {
                for (int32_t k = i; k < i + 3; ++k) {
                    A->at[k][j] = k == j;
                }
            } else if (state == 1) {
                const double first = A->at[i][j];
                A->at[i][j] = A->at[i + 1][j];
                A->at[i + 1][j] = first * 1e4;
            }
        }
        if (state == 1) {
            A->at[i][i] = 0;
            A->at[i + 1][i + 1] = 0;
        }
    }
}

/* [M -J^T; J 0]: no pivot on the diagonal of the second half before the first is eliminated. */
static void fill_saddle(struct matrix *A, struct random *random)
{
    const int32_t m = A->n / 3, bodies = A->n - m;
    for (int32_t i = 0; i < bodies; ++i) {
        set(A, i, i, random_real(random, 1, 2));
    }
    for (int32_t k = 0; k < m; ++k) {
        for (int32_t l = 0; l < 3; ++l) {
            const int32_t j = (2 * k + l) % bodies;
            const double value = random_real(random, 0.5, 1);
            set(A, bodies + k, j, value);
            set(A, j, bodies + k, -value);
        }
    }
}

/* Rows and columns of a contact matrix times powers of ten from 1e-8 to 1e8. */
static void fill_wide_scales(struct matrix *A, struct random *random)
{
    double row[MAX_N], column[MAX_N];
    const double powers[] = {1e-8, 1e-6, 1e-4, 1e-2, 1, 1e2, 1e4, 1e6, 1e8};
    fill_contacts(A, random);
    for (int32_t i = 0; i < A->n; ++i) {
        row[i] = powers[random_index(random, COUNT(powers))];
        column[i] = powers[random_index(random, COUNT(powers))];
    }
    for (int32_t i = 0; i < A->n; ++i) {
        for (int32_t j = 0; j < A->n; ++j) {
            A->at[i][j] *= row[i] * column[j];
        }
    }
}

static fill_function *const kinds[] = {fill_identity_permuted, fill_dominant, fill_dense,  fill_scattered,  fill_arrow,
                                       fill_contacts,          fill_newton,   fill_saddle, fill_wide_scales};

static void fill(struct matrix *A, int32_t n, fill_function *kind, struct random *random)
{
    memset(A, 0, sizeof *A);
    A->n = n;
    kind(A, random);
    compress(A);
}

/* ---- The reference ---- */

static long double U[MAX_N][MAX_N + 1]; /* with the right side as its last column */

static void set_scaled_rows(const struct matrix *A, const double *b)
{
    const int32_t n = A->n;
    for (int32_t i = 0; i < n; ++i) {
        double scale = 0;
        for (int32_t j = 0; j < n; ++j) {
            scale = fmax(scale, fabs(A->at[i][j]));
        }
        for (int32_t j = 0; j <= n; ++j) {
            U[i][j] = (long double)(j < n ? A->at[i][j] : b[i]) / scale;
        }
    }
}

/* Solves A x = b by elimination with partial pivoting. Returns the smallest pivot over the largest. */
static double dense_solve(const struct matrix *A, const double *b, double *x)
{
    const int32_t n = A->n;
    double smallest = INFINITY, most = 0;
    set_scaled_rows(A, b);
    for (int32_t k = 0; k < n; ++k) {
        int32_t p = k;
        for (int32_t i = k + 1; i < n; ++i) {
            p = fabsl(U[i][k]) > fabsl(U[p][k]) ? i : p;
        }
        for (int32_t j = k; j <= n; ++j) {
            const long double value = U[k][j];
            U[k][j] = U[p][j];
            U[p][j] = value;
        }
        smallest = fmin(smallest, (double)fabsl(U[k][k]));
        most = fmax(most, (double)fabsl(U[k][k]));
        for (int32_t i = k + 1; i < n && U[k][k] != 0; ++i) {
            const long double factor = U[i][k] / U[k][k];
            for (int32_t j = k; factor != 0 && j <= n; ++j) {
                U[i][j] -= factor * U[k][j];
            }
        }
    }
    for (int32_t i = n - 1; i >= 0; --i) {
        for (int32_t j = i + 1; j < n; ++j) {
            U[i][n] -= U[i][j] * U[j][n];
        }
        U[i][n] /= U[i][i];
        x[i] = (double)U[i][n];
    }
    return n > 0 ? smallest / most : 1;
}

/* The largest | b - A x | over | b | + | A | | x |, row by row. */
static double backward_error(const struct matrix *A, const double *b, const double *x)
{
    double worst = 0;
    for (int32_t i = 0; i < A->n; ++i) {
        double residual = b[i], size = fabs(b[i]);
        for (int32_t j = 0; j < A->n; ++j) {
            residual -= A->at[i][j] * x[j];
            size += fabs(A->at[i][j] * x[j]);
        }
        assert_true(isfinite(residual));
        worst = size > 0 ? fmax(worst, fabs(residual) / size) : worst;
    }
    return worst;
}

static void fill_right_side(int32_t n, double *b, struct random *random)
{
    for (int32_t i = 0; i < n; ++i) {
        b[i] = random_real(random, -1, 1);
    }
}

/* ---- Tests ---- */

static void solutions_are_those_of_dense_elimination(void **state)
{
    (void)state;
    static struct matrix A;
    struct random random = {.state = 1};
    struct sparse_lu lu = {0};
    int compared = 0;
    for (int32_t round = 0; round < 40; ++round) {
        for (size_t kind = 0; kind < COUNT(kinds); ++kind) {
            double b[MAX_N] = {0}, x[MAX_N], reference[MAX_N];
            fill(&A, 1 + random_index(&random, MAX_N), kinds[kind], &random);
            fill_right_side(A.n, b, &random);
            memcpy(x, b, sizeof x);
            /* Random matrices are sometimes singular or nearly so. */
            if (!(dense_solve(&A, b, reference) > 1e-6) && kinds[kind] != fill_wide_scales) {
                continue;
            }
            assert_int_equal(md_lu_analyze(&lu, NULL, A.n, A.row_start, A.column), MD_OK);
            assert_int_equal(md_lu_factor(&lu, A.value), MD_OK);
            md_lu_solve(&lu, x);
            md_lu_refine(&lu, A.value, b, x);
            /* One step of refinement makes threshold pivoting backward stable in each row (Skeel 1980). */
            assert_true(backward_error(&A, b, x) < 100 * DBL_EPSILON);
            /* A pivot ratio of 1e-6 allows a condition of about 1e6. Each component counts by its own size or, without
             * column scales, by that of the largest. */
            double most = 0;
            for (int32_t i = 0; i < A.n && kinds[kind] != fill_wide_scales; ++i) {
                most = fmax(most, fabs(reference[i]));
            }
            for (int32_t i = 0; i < A.n; ++i) {
                assert_true(fabs(x[i] - reference[i]) <= 1e-8 * fmax(most, fabs(reference[i])));
            }
            ++compared;
        }
    }
    md_lu_free(&lu);
    assert_in_range(compared, 300, 360);
}

static void other_values_on_the_same_pattern_give_the_bits_of_a_fresh_factorization(void **state)
{
    (void)state;
    static struct matrix A;
    struct random random = {.state = 2};
    struct sparse_lu kept = {0};
    double b[MAX_N] = {0};
    fill(&A, MAX_N, fill_newton, &random);
    fill_right_side(A.n, b, &random);
    assert_int_equal(md_lu_analyze(&kept, NULL, A.n, A.row_start, A.column), MD_OK);
    for (int round = 0; round < 20; ++round) {
        struct sparse_lu fresh = {0};
        double x[MAX_N], y[MAX_N];
        for (int32_t e = 0; e < A.row_start[A.n]; ++e) {
            A.value[e] *= random_real(&random, -1, 1);
        }
        assert_int_equal(md_lu_factor(&kept, A.value), MD_OK);
        assert_int_equal(md_lu_analyze(&fresh, NULL, A.n, A.row_start, A.column), MD_OK);
        assert_int_equal(md_lu_factor(&fresh, A.value), MD_OK);
        memcpy(x, b, sizeof x);
        memcpy(y, b, sizeof y);
        md_lu_solve(&kept, x);
        md_lu_solve(&fresh, y);
        assert_memory_equal(x, y, sizeof x);
        assert_memory_equal(&kept.statistics, &fresh.statistics, sizeof kept.statistics);
        md_lu_free(&fresh);
    }
    md_lu_free(&kept);
}

/* Makes a matrix singular. */
static void spoil(struct matrix *A, int way)
{
    const int32_t a = A->n / 3, b = A->n / 2;
    for (int32_t k = 0; k < A->n; ++k) {
        switch (way) {
        case 0: A->at[a][k] = 0; break;
        case 1: A->at[k][a] = 0; break;
        case 2: A->at[a][k] = A->at[b][k]; break;
        case 3: A->at[k][a] = -2 * A->at[k][b]; break;
        case 4: A->stored[a][k] = false; break;
        default: A->stored[k][a] = false; break;
        }
    }
    compress(A);
}

static void singular_matrices_are_reported_and_do_no_harm(void **state)
{
    (void)state;
    static struct matrix A;
    struct random random = {.state = 3};
    struct sparse_lu lu = {0};
    for (int32_t n = 6; n <= MAX_N; n += 7) {
        for (int way = 0; way < 6; ++way) {
            double b[MAX_N] = {0}, x[MAX_N];
            fill(&A, n, fill_dense, &random);
            spoil(&A, way);
            assert_int_equal(md_lu_analyze(&lu, NULL, n, A.row_start, A.column), MD_OK);
            assert_int_equal(md_lu_factor(&lu, A.value), MD_ERROR_PROBLEM);
            fill(&A, n, fill_contacts, &random);
            fill_right_side(n, b, &random);
            memcpy(x, b, sizeof x);
            assert_int_equal(md_lu_analyze(&lu, NULL, n, A.row_start, A.column), MD_OK);
            assert_int_equal(md_lu_factor(&lu, A.value), MD_OK);
            md_lu_solve(&lu, x);
            assert_true(backward_error(&A, b, x) < 1e-12);
        }
    }
    md_lu_free(&lu);
}

static void every_value_that_is_not_finite_is_reported(void **state)
{
    (void)state;
    static struct matrix A;
    struct random random = {.state = 10};
    struct sparse_lu lu = {0};
    fill(&A, 45, fill_contacts, &random);
    assert_int_equal(md_lu_analyze(&lu, NULL, A.n, A.row_start, A.column), MD_OK);
    for (int32_t e = 0; e < A.row_start[A.n]; ++e) {
        const double value = A.value[e];
        A.value[e] = e % 2 == 0 ? NAN : -INFINITY;
        assert_int_equal(md_lu_factor(&lu, A.value), MD_ERROR_PROBLEM);
        A.value[e] = value;
    }
    assert_int_equal(md_lu_factor(&lu, A.value), MD_OK);
    md_lu_free(&lu);
}

/* The Laplacian of a connected graph, whose kernel is the constant vectors. */
static void fill_laplacian(struct matrix *A, struct random *random)
{
    for (int32_t k = 0; k < 3 * A->n; ++k) {
        const int32_t i = k < A->n ? k : random_index(random, A->n);
        const int32_t j = k < A->n ? (k + 1) % A->n : random_index(random, A->n);
        if (i != j && !A->stored[i][j]) {
            set(A, i, j, -1);
            set(A, j, i, -1);
            set(A, i, i, A->at[i][i] + 1);
            set(A, j, j, A->at[j][j] + 1);
        }
    }
}

static void a_laplacian_is_singular_and_a_shifted_one_is_not(void **state)
{
    (void)state;
    static struct matrix A;
    struct random random = {.state = 4};
    struct sparse_lu lu = {0};
    for (int32_t n = 10; n <= MAX_N; n += 4) {
        double b[MAX_N] = {0}, x[MAX_N];
        fill(&A, n, fill_laplacian, &random);
        assert_int_equal(md_lu_analyze(&lu, NULL, n, A.row_start, A.column), MD_OK);
        assert_int_equal(md_lu_factor(&lu, A.value), MD_ERROR_PROBLEM);
        for (int32_t i = 0; i < n; ++i) {
            A.at[i][i] += 1e-9;
        }
        compress(&A);
        fill_right_side(n, b, &random);
        memcpy(x, b, sizeof x);
        assert_int_equal(md_lu_factor(&lu, A.value), MD_OK);
        md_lu_solve(&lu, x);
        md_lu_refine(&lu, A.value, b, x);
        assert_true(backward_error(&A, b, x) < 100 * DBL_EPSILON);
        /* The smallest pivot says how nearly singular the matrix is: n times the shift or less. */
        assert_true(lu.statistics.pivot_ratio > 0 && lu.statistics.pivot_ratio < 1e-6);
    }
    md_lu_free(&lu);
}

static void the_smallest_systems_are_solved(void **state)
{
    (void)state;
    struct sparse_lu lu = {0};
    const int32_t starts[] = {0, 1};
    const int32_t columns[] = {0};
    double x = 3;
    assert_int_equal(md_lu_analyze(&lu, NULL, 0, starts, NULL), MD_OK);
    assert_int_equal(md_lu_factor(&lu, NULL), MD_OK);
    md_lu_solve(&lu, NULL);
    assert_int_equal(lu.statistics.upper_entries, 0);
    assert_int_equal(md_lu_analyze(&lu, NULL, 1, starts, columns), MD_OK);
    assert_int_equal(md_lu_factor(&lu, &(double){-1e-200}), MD_OK);
    md_lu_solve(&lu, &x);
    assert_true(fabs(x + 3e200) <= 2 * DBL_EPSILON * 3e200);
    assert_int_equal(lu.statistics.lower_entries, 0);
    assert_int_equal(lu.statistics.upper_entries, 1);
    assert_int_equal(md_lu_factor(&lu, &(double){0}), MD_ERROR_PROBLEM);
    md_lu_free(&lu);
    md_lu_free(&lu);
}

/* Step k of n dense eliminations divides n - k entries and updates their square. A diagonal matrix takes none. Fronts may be
 * merged at the cost of a few zeros, so that only these two are known in closed form. */
static void the_work_of_a_factorization_is_that_of_elimination(void **state)
{
    (void)state;
    enum { N = 6 };
    struct sparse_lu lu = {0};
    int32_t starts[N + 1];
    int32_t columns[N * N];
    double work = 0;
    for (int32_t i = 0; i <= N; ++i) {
        starts[i] = N * i;
    }
    for (int32_t e = 0; e < N * N; ++e) {
        columns[e] = e % N;
    }
    for (int32_t left = 0; left < N; ++left) {
        work += left + left * left;
    }
    assert_int_equal(md_lu_analyze(&lu, NULL, N, starts, columns), MD_OK);
    assert_true(md_lu_work(&lu) == work);
    for (int32_t i = 0; i <= N; ++i) {
        starts[i] = i;
    }
    assert_int_equal(md_lu_analyze(&lu, NULL, N, starts, columns), MD_OK);
    assert_true(md_lu_work(&lu) == 0);
    md_lu_free(&lu);
}

static void an_invalid_pattern_is_refused(void **state)
{
    (void)state;
    struct sparse_lu lu = {0};
    const int32_t columns[] = {0, 1, 1};
    assert_int_equal(md_lu_factor(&lu, &(double){1}), MD_ERROR_ARGUMENT);
    assert_int_equal(md_lu_analyze(&lu, NULL, -1, (int32_t[]){0}, columns), MD_ERROR_ARGUMENT);
    assert_int_equal(md_lu_analyze(&lu, NULL, 2, NULL, columns), MD_ERROR_ARGUMENT);
    assert_int_equal(md_lu_analyze(&lu, NULL, 2, (int32_t[]){0, 1, 2}, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md_lu_analyze(&lu, NULL, 2, (int32_t[]){1, 2, 3}, columns), MD_ERROR_ARGUMENT);
    assert_int_equal(md_lu_analyze(&lu, NULL, 2, (int32_t[]){0, 2, 1}, columns), MD_ERROR_ARGUMENT);
    assert_int_equal(md_lu_analyze(&lu, NULL, 1, (int32_t[]){0, 2}, columns), MD_ERROR_ARGUMENT);
    assert_int_equal(md_lu_analyze(&lu, NULL, 2, (int32_t[]){0, 1, 2}, (int32_t[]){0, -1}), MD_ERROR_ARGUMENT);
    assert_int_equal(md_lu_factor(&lu, (double[]){1, 1}), MD_ERROR_ARGUMENT);
    md_lu_free(&lu);
}

static void a_factorization_without_waiting_pivots_allocates_nothing(void **state)
{
    (void)state;
    static struct matrix A;
    struct random random = {.state = 11};
    for (int32_t n = 1; n <= MAX_N; ++n) {
        struct counting_allocator books = {0};
        const md_allocator allocator = counting_allocator_of(&books);
        struct sparse_lu lu = {0};
        fill(&A, n, fill_contacts, &random);
        assert_int_equal(md_lu_analyze(&lu, &allocator, A.n, A.row_start, A.column), MD_OK);
        const size_t before = books.requests;
        assert_int_equal(md_lu_factor(&lu, A.value), MD_OK);
        assert_int_equal(lu.statistics.delayed_pivots, 0);
        assert_int_equal(books.requests, before);
        md_lu_free(&lu);
    }
}

static void memory_is_reused_for_the_same_pattern_and_for_smaller_ones(void **state)
{
    (void)state;
    static struct matrix A;
    struct counting_allocator books = {0};
    const md_allocator allocator = counting_allocator_of(&books);
    struct sparse_lu lu = {0};
    size_t after_first = 0;
    for (int round = 0; round < 5; ++round) {
        struct random random = {.state = 5};
        fill(&A, MAX_N, fill_saddle, &random);
        assert_int_equal(md_lu_analyze(&lu, &allocator, A.n, A.row_start, A.column), MD_OK);
        assert_int_equal(md_lu_factor(&lu, A.value), MD_OK);
        fill(&A, 20, fill_dominant, &random);
        assert_int_equal(md_lu_analyze(&lu, &allocator, A.n, A.row_start, A.column), MD_OK);
        assert_int_equal(md_lu_factor(&lu, A.value), MD_OK);
        after_first = round == 0 ? books.requests : after_first;
    }
    assert_int_equal(books.requests, after_first);
    md_lu_free(&lu);
    assert_int_equal(books.live_blocks, 0);
}

/* Analyzes, factors and solves twice: a small system, then a larger one in which pivots wait. */
static md_status use(const md_allocator *allocator, void *user)
{
    (void)user;
    static struct matrix A;
    struct random random = {.state = 6};
    struct sparse_lu lu = {0};
    md_status status = MD_OK;
    for (int round = 0; round < 2 && status == MD_OK; ++round) {
        double b[MAX_N] = {0}, x[MAX_N];
        fill(&A, round == 0 ? 12 : MAX_N, round == 0 ? fill_contacts : fill_saddle, &random);
        fill_right_side(A.n, b, &random);
        memcpy(x, b, sizeof x);
        status = md_lu_analyze(&lu, allocator, A.n, A.row_start, A.column);
        /* A factorization after a failed analysis is refused, and one after a failed factorization is not. */
        const md_status factored = md_lu_factor(&lu, A.value);
        assert_true(status == MD_OK ? factored == MD_OK || factored == MD_ERROR_MEMORY : factored == MD_ERROR_ARGUMENT);
        if (factored == MD_ERROR_MEMORY) {
            assert_int_equal(md_lu_factor(&lu, A.value), MD_OK);
        }
        if (status == MD_OK) {
            md_lu_solve(&lu, x);
            assert_true(backward_error(&A, b, x) < 1e-10);
            status = factored;
        }
    }
    md_lu_free(&lu);
    return status;
}

static void every_failed_allocation_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    assert_true(assert_survives_every_refusal(use, NULL) >= 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_are_those_of_dense_elimination),
        cmocka_unit_test(other_values_on_the_same_pattern_give_the_bits_of_a_fresh_factorization),
        cmocka_unit_test(singular_matrices_are_reported_and_do_no_harm),
        cmocka_unit_test(every_value_that_is_not_finite_is_reported),
        cmocka_unit_test(a_laplacian_is_singular_and_a_shifted_one_is_not),
        cmocka_unit_test(the_smallest_systems_are_solved),
        cmocka_unit_test(the_work_of_a_factorization_is_that_of_elimination),
        cmocka_unit_test(an_invalid_pattern_is_refused),
        cmocka_unit_test(a_factorization_without_waiting_pivots_allocates_nothing),
        cmocka_unit_test(memory_is_reused_for_the_same_pattern_and_for_smaller_ones),
        cmocka_unit_test(every_failed_allocation_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
