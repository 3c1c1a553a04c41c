/* Building problems: valid and invalid values, and A and q of a problem. */
#include "support/support.h"

#include <string.h>

#include "lcp/matrix.h"
#include "support/random_world.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NOT_A_NUMBER ((md_real)NAN)

static md_problem *problem_of(const struct world *world)
{
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(world_fill(world, problem), MD_OK);
    return problem;
}

/* ---- Valid and invalid values ------------------------------------------------------------------------------------ */

static void bodies_have_three_or_six_degrees_of_freedom(void **state)
{
    (void)state;
    const struct world world = random_world(3, 1);
    md_problem *problem = problem_of(&world);
    const int32_t wrong[] = {4, 0, -3, 2, 7};
    for (size_t i = 0; i < COUNT(wrong); ++i) {
        assert_int_equal(md_problem_begin_bodies(problem, wrong[i]), MD_ERROR_ARGUMENT);
        assert_int_equal(md_problem_rows(problem), WORLD_ROWS);
    }
    assert_int_equal(md_problem_begin_bodies(problem, 6), MD_OK);
    assert_int_equal(md_problem_rows(problem), 0);
    assert_int_equal(md_problem_velocities(problem), 0);
    assert_int_equal(md_problem_degrees_of_freedom(problem), 6);
    md_problem_destroy(problem);
}

static void a_body_with_invalid_mass_or_velocity_is_refused(void **state)
{
    (void)state;
    for (int32_t freedom = 3; freedom <= 6; freedom += 3) {
        struct random random = {2};
        md_problem *problem = md_problem_create(NULL);
        assert_int_equal(md_problem_begin_bodies(problem, freedom), MD_OK);
        md_body bad[10];
        size_t count = 0;
        for (; count < COUNT(bad); ++count) {
            bad[count] = random_body(&random, freedom, false);
        }
        bad[0].velocity[0] = NOT_A_NUMBER;
        bad[1].velocity[freedom - 1] = MD_INFINITY;
        bad[2].inverse_mass = -1;
        bad[3].inverse_mass = NOT_A_NUMBER;
        bad[4].inverse_mass = MD_INFINITY;
        bad[5].inverse_inertia[0] = -1;
        bad[6].inverse_inertia[0] = NOT_A_NUMBER;
        /* These concern the 3D inertia only. */
        bad[7].inverse_inertia[1] += 1;
        bad[8].inverse_inertia[8] = -1;
        bad[9].inverse_inertia[5] = bad[9].inverse_inertia[7] = MD_INFINITY;
        for (size_t i = 0; i < COUNT(bad); ++i) {
            const bool matters = i < 7 || freedom == 6;
            assert_int_equal(md_problem_add_body(problem, &bad[i]), matters ? MD_ERROR_ARGUMENT : MD_OK);
        }
        assert_int_equal(md_problem_velocities(problem), freedom == 3 ? 9 : 0);
        md_problem_destroy(problem);
    }
}

static md_row sound_row(void)
{
    md_row row = md_row_default();
    row.body[0] = 0;
    row.jacobian[0][0] = 1;
    return row;
}

struct row_list {
    md_row at[40];
    size_t count;
};

/* Appends a valid row, for the caller to make invalid. */
static md_row *another(struct row_list *list)
{
    list->at[list->count] = sound_row();
    return &list->at[list->count++];
}

static void a_row_with_an_invalid_value_is_refused(void **state)
{
    (void)state;
    struct row_list bad = {0};
    another(&bad)->bias = NOT_A_NUMBER;
    another(&bad)->bias = -MD_INFINITY;
    another(&bad)->compliance = NOT_A_NUMBER;
    another(&bad)->compliance = -1;
    another(&bad)->compliance = MD_INFINITY;
    another(&bad)->lambda0 = NOT_A_NUMBER;
    another(&bad)->lambda0 = MD_INFINITY;
    another(&bad)->y0 = MD_INFINITY;
    another(&bad)->jacobian[0][2] = NOT_A_NUMBER;
    another(&bad)->jacobian[1][0] = MD_INFINITY;
    another(&bad)->lower = NOT_A_NUMBER;
    another(&bad)->upper = NOT_A_NUMBER;
    another(&bad)->upper = -1; /* below the lower bound */
    another(&bad)->lower = MD_INFINITY;
    *another(&bad) = (md_row){.body = {0, -1}, .lower = -MD_INFINITY, .upper = -MD_INFINITY, .parent = MD_NO_PARENT};
    another(&bad)->body[0] = -2;
    another(&bad)->body[0] = 2; /* there are two bodies */
    another(&bad)->body[1] = INT32_MAX;
    another(&bad)->body[1] = 0; /* twice the same */
    another(&bad)->parent = -2;
    *another(&bad) = (md_row){.body = {0, -1}, .lower = -1, .upper = 1, .parent = 0};           /* its own parent */
    *another(&bad) = (md_row){.body = {0, -1}, .lower = -1, .upper = MD_INFINITY, .parent = 1}; /* infinite multiple */
    *another(&bad) = (md_row){.body = {0, -1}, .lower = -MD_INFINITY, .upper = 1, .parent = 1};
    *another(&bad) = (md_row){.body = {0, -1}, .lower = 1, .upper = -1, .parent = 1};

    struct random random = {3};
    const md_body body = random_body(&random, 3, false);
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_begin_bodies(problem, 3), MD_OK);
    assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
    assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
    for (size_t i = 0; i < bad.count; ++i) {
        assert_int_equal(md_problem_add_row(problem, &bad.at[i]), MD_ERROR_ARGUMENT);
        assert_int_equal(md_problem_rows(problem), 0);
    }
    md_row row = sound_row();
    row.jacobian[0][3] = NOT_A_NUMBER; /* not read for a body in 2D */
    assert_int_equal(md_problem_add_row(problem, &row), MD_OK);
    md_problem_destroy(problem);
}

static void bodies_and_rows_can_only_be_added_to_a_problem_of_bodies(void **state)
{
    (void)state;
    const struct world world = random_world(3, 4);
    const double one[] = {1};
    md_problem *problems[] = {md_problem_create(NULL), diagonal_problem(1, one), md_problem_create(NULL)};
    md_matrix identity = matrix_of(1, 1, one);
    assert_int_equal(md_problem_begin_general(problems[2], &identity, &identity, (md_real[]){1}, (md_real[]){1}),
                     MD_OK);
    md_row row = md_row_default();
    for (size_t i = 0; i < COUNT(problems); ++i) {
        const int32_t rows = md_problem_rows(problems[i]);
        assert_int_equal(md_problem_add_body(problems[i], &world.body[0]), MD_ERROR_ARGUMENT);
        assert_int_equal(md_problem_add_row(problems[i], &row), MD_ERROR_ARGUMENT);
        assert_int_equal(md_problem_rows(problems[i]), rows);
        md_problem_destroy(problems[i]);
    }
    md_matrix_free(&identity);
}

static void matrices_that_do_not_fit_are_refused_and_the_problem_is_unchanged(void **state)
{
    (void)state;
    md_matrix square = matrix_of(2, 2, (double[]){2, 1, 1, 2});
    md_matrix wide = matrix_of(2, 3, (double[]){1, 2, 3, 4, 5, 6});
    md_matrix identity = matrix_of(3, 3, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1});
    md_matrix lopsided = matrix_of(3, 3, (double[]){1, 0.5, 0, 0, 1, 0, 0, 0, 1});
    md_matrix spoiled = matrix_of(2, 2, (double[]){2, 1, 1, 2});
    spoiled.value[0] = NOT_A_NUMBER;
    const md_real good[] = {1, 2, 3};
    const md_real bad[] = {1, NOT_A_NUMBER, MD_INFINITY};
    const struct world world = random_world(3, 5);
    md_problem *problem = problem_of(&world);
    assert_int_equal(md_problem_begin_explicit(problem, &wide, good), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_begin_explicit(problem, &spoiled, good), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_begin_explicit(problem, &square, bad), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_begin_general(problem, &wide, &square, good, good), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_begin_general(problem, &wide, &wide, good, good), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_begin_general(problem, &wide, &lopsided, good, good), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_begin_general(problem, &wide, &identity, bad, good), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_begin_general(problem, &wide, &identity, good, bad), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_begin_general(problem, &spoiled, &square, good, good), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_get_kind(problem), MD_PROBLEM_BODIES);
    assert_int_equal(md_problem_rows(problem), WORLD_ROWS);
    assert_int_equal(md_problem_begin_general(problem, &wide, &identity, good, good), MD_OK);
    assert_int_equal(md_problem_begin_explicit(problem, &square, good), MD_OK);
    md_problem_destroy(problem);
    md_matrix *all[] = {&square, &wide, &identity, &lopsided, &spoiled};
    for (size_t i = 0; i < COUNT(all); ++i) {
        md_matrix_free(all[i]);
    }
}

/* ---- Row attributes ---------------------------------------------------------------------------------------------- */

static void assert_rows(const md_real *values, int32_t count, const double *expected)
{
    for (int32_t i = 0; i < count; ++i) {
        assert_true(values[i] == (md_real)expected[i]);
    }
}

static void a_new_row_is_a_contact_without_friction(void **state)
{
    (void)state;
    md_problem *problem = diagonal_problem(2, (double[]){1, 2});
    assert_rows(md_problem_lower(problem), 2, (double[]){0, 0});
    assert_rows(md_problem_upper(problem), 2, (double[]){INFINITY, INFINITY});
    assert_rows(md_problem_compliance(problem), 2, (double[]){0, 0});
    assert_rows(md_problem_bias(problem), 2, (double[]){-1, -1});
    assert_rows(md_problem_lambda0(problem), 2, (double[]){0, 0});
    assert_rows(md_problem_y0(problem), 2, (double[]){0, 0});
    assert_int_equal(md_problem_parent(problem)[1], MD_NO_PARENT);
    md_problem_destroy(problem);
    const md_row row = md_row_default();
    assert_true(row.lower == 0 && row.upper == MD_INFINITY && row.parent == MD_NO_PARENT && isnan(row.y0));
    assert_true(row.body[0] == MD_NO_BODY && row.body[1] == MD_NO_BODY);
}

static void invalid_bounds_compliance_or_start_leave_the_problem_unchanged(void **state)
{
    (void)state;
    md_problem *problem = diagonal_problem(2, (double[]){1, 1});
    const md_real inf = MD_INFINITY;
    const md_real nan = NOT_A_NUMBER;
    assert_int_equal(md_problem_set_bounds(problem, (md_real[]){-inf, 2}, (md_real[]){inf, 2}), MD_OK);
    const md_real bad_bounds[][2] = {{1, -1}, {nan, 1}, {0, nan}, {inf, inf}, {-inf, -inf}};
    for (size_t i = 0; i < COUNT(bad_bounds); ++i) {
        const md_real lower[] = {5, bad_bounds[i][0]};
        const md_real upper[] = {6, bad_bounds[i][1]};
        assert_int_equal(md_problem_set_bounds(problem, lower, upper), MD_ERROR_ARGUMENT);
    }
    assert_rows(md_problem_lower(problem), 2, (double[]){-INFINITY, 2});
    assert_rows(md_problem_upper(problem), 2, (double[]){INFINITY, 2});

    assert_int_equal(md_problem_set_compliance(problem, (md_real[]){3, 4}), MD_OK);
    const md_real bad_numbers[] = {-1, nan, inf};
    for (size_t i = 0; i < COUNT(bad_numbers); ++i) {
        assert_int_equal(md_problem_set_compliance(problem, (md_real[]){9, bad_numbers[i]}), MD_ERROR_ARGUMENT);
    }
    assert_rows(md_problem_compliance(problem), 2, (double[]){3, 4});

    assert_int_equal(md_problem_set_start(problem, (md_real[]){1, 2}, (md_real[]){-3, 4}), MD_OK);
    assert_int_equal(md_problem_set_start(problem, (md_real[]){9, nan}, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_set_start(problem, (md_real[]){9, 9}, (md_real[]){9, -inf}), MD_ERROR_ARGUMENT);
    assert_rows(md_problem_lambda0(problem), 2, (double[]){1, 2});
    assert_rows(md_problem_y0(problem), 2, (double[]){-3, 4});
    assert_int_equal(md_problem_set_start(problem, (md_real[]){5, 6}, NULL), MD_OK);
    assert_rows(md_problem_y0(problem), 2, (double[]){5, 6});
    assert_int_equal(md_problem_set_start(problem, NULL, NULL), MD_OK);
    assert_rows(md_problem_lambda0(problem), 2, (double[]){0, 0});
    assert_rows(md_problem_y0(problem), 2, (double[]){0, 0});
    md_problem_destroy(problem);
}

static void friction_follows_the_given_parent(void **state)
{
    (void)state;
    const md_real nan = NOT_A_NUMBER;
    md_problem *problem = diagonal_problem(3, (double[]){1, 1, 1});
    const struct {
        int32_t parent[3];
        md_real mu[3];
    } bad[] = {
        {{1, -1, 3}, {1, 1, 1}},  {{1, -1, 2}, {1, 1, 1}},   {{1, -1, -2}, {1, 1, 1}},
        {{1, -1, 1}, {1, 1, -1}}, {{1, -1, 1}, {1, 1, nan}}, {{1, -1, 1}, {1, 1, MD_INFINITY}},
    };
    for (size_t i = 0; i < COUNT(bad); ++i) {
        assert_int_equal(md_problem_set_friction(problem, bad[i].parent, bad[i].mu), MD_ERROR_ARGUMENT);
        assert_int_equal(md_problem_parent(problem)[0], MD_NO_PARENT);
    }
    /* The mu of a row without a parent is ignored. */
    assert_int_equal(md_problem_set_friction(problem, (int32_t[]){1, -1, 1}, (md_real[]){2, nan, 3}), MD_OK);
    assert_rows(md_problem_lower(problem), 3, (double[]){-2, 0, -3});
    assert_rows(md_problem_upper(problem), 3, (double[]){2, INFINITY, 3});
    assert_int_equal(md_problem_parent(problem)[2], 1);
    /* A multiple of an impulse must be finite. */
    const md_real inf = MD_INFINITY;
    assert_int_equal(md_problem_set_bounds(problem, (md_real[]){0, 0, 0}, (md_real[]){inf, inf, 1}), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_set_bounds(problem, (md_real[]){-1, 0, 0}, (md_real[]){1, inf, 1}), MD_OK);
    md_problem_destroy(problem);
}

static md_status set_contacts(md_problem *problem, int32_t tangents, const md_real *mu)
{
    const md_contact_set contacts = {.tangents = tangents, .mu = mu};
    return md_problem_set_contacts(problem, &contacts);
}

static void friction_of_contacts_makes_tangents_follow_their_normal(void **state)
{
    (void)state;
    const double ones[] = {1, 1, 1, 1, 1, 1};
    md_problem *problem = diagonal_problem(6, ones);
    const md_real mu[] = {(md_real)0.5, 2, 3};
    const int32_t wrong[] = {-1, 0, 3, -3, 5};
    for (size_t i = 0; i < COUNT(wrong); ++i) {
        assert_int_equal(set_contacts(problem, wrong[i], mu), MD_ERROR_ARGUMENT);
    }
    assert_int_equal(set_contacts(problem, 2, (md_real[]){1, -1}), MD_ERROR_ARGUMENT);
    assert_int_equal(set_contacts(problem, 2, (md_real[]){1, NOT_A_NUMBER}), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_parent(problem)[1], MD_NO_PARENT);
    assert_int_equal(set_contacts(problem, 2, mu), MD_OK);
    assert_memory_equal(md_problem_parent(problem), ((int32_t[]){-1, 0, 0, -1, 3, 3}), 6 * sizeof(int32_t));
    assert_rows(md_problem_lower(problem), 6, (double[]){0, -0.5, -0.5, 0, -2, -2});
    assert_rows(md_problem_upper(problem), 6, (double[]){INFINITY, 0.5, 0.5, INFINITY, 2, 2});
    md_problem_destroy(problem);
    problem = diagonal_problem(6, ones);
    assert_int_equal(set_contacts(problem, 1, mu), MD_OK);
    assert_memory_equal(md_problem_parent(problem), ((int32_t[]){-1, 0, -1, 2, -1, 4}), 6 * sizeof(int32_t));
    assert_rows(md_problem_upper(problem), 6, (double[]){INFINITY, 0.5, INFINITY, 2, INFINITY, 3});
    md_problem_destroy(problem);
    problem = diagonal_problem(5, ones);
    assert_int_equal(set_contacts(problem, 1, mu), MD_ERROR_ARGUMENT);
    md_problem_destroy(problem);
}

/* ---- The check --------------------------------------------------------------------------------------------------- */

static void assert_check_says(md_problem *problem, const char *message)
{
    md_error error = {0};
    assert_int_equal(md_problem_check(problem, &error), MD_ERROR_PROBLEM);
    assert_int_equal(error.status, MD_ERROR_PROBLEM);
    if (strstr(error.message, message) == NULL) {
        fail_msg("'%s' where '%s' was expected", error.message, message);
    }
    assert_int_equal(md_problem_check(problem, NULL), MD_ERROR_PROBLEM);
    md_solver *solver = md_solver_create(NULL);
    const md_solver_spec spec = md_solver_spec_default();
    const md_limits limits = {.max_iterations = 1};
    md_result result;
    md_error said = {0};
    assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, &said), MD_ERROR_PROBLEM);
    assert_string_equal(said.message, error.message);
    md_solver_destroy(solver);
    md_problem_destroy(problem);
}

/* Three rows of one body; the third one is given. */
static md_problem *three_rows(md_row third)
{
    struct random random = {6};
    const md_body body = random_body(&random, 3, false);
    const md_row row = sound_row();
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_begin_bodies(problem, 3), MD_OK);
    assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
    assert_int_equal(md_problem_add_row(problem, &row), MD_OK);
    assert_int_equal(md_problem_add_row(problem, &row), MD_OK);
    assert_int_equal(md_problem_add_row(problem, &third), MD_OK);
    assert_int_equal(md_problem_rows(problem), 3);
    return problem;
}

static md_row friction_row(int32_t parent)
{
    md_row row = sound_row();
    row.lower = -1;
    row.upper = 1;
    row.parent = parent;
    return row;
}

static void the_check_names_the_row_that_no_method_can_solve(void **state)
{
    (void)state;
    assert_check_says(three_rows(friction_row(8)), "row 3: its parent is row 9, but there are 3 rows");
    md_problem *problem = three_rows(friction_row(3)); /* the parent comes later, and has a parent */
    const md_row chained = friction_row(0);
    assert_int_equal(md_problem_add_row(problem, &chained), MD_OK);
    assert_check_says(problem, "row 3: its parent, row 4, has a parent itself");
    problem = three_rows(friction_row(0));
    assert_int_equal(md_problem_check(problem, NULL), MD_OK);
    const md_real lower[] = {-1, 0, -1};
    assert_int_equal(md_problem_set_bounds(problem, lower, (md_real[]){1, 1, 1}), MD_OK);
    assert_check_says(problem, "row 3: its parent, row 1, has a negative lower bound");
    md_row idle = sound_row();
    idle.jacobian[0][0] = 0;
    assert_check_says(three_rows(idle), "row 3: the diagonal of A is 0, expected a positive number");
    assert_check_says(diagonal_problem(2, (double[]){1, 0}),
                      "row 2: the diagonal of A is 0, expected a positive number");
    assert_check_says(diagonal_problem(2, (double[]){-2, 1}), "row 1: the diagonal of A is -2, expected a positive");
    idle.compliance = 1; /* a row with nothing but compliance */
    problem = three_rows(idle);
    assert_int_equal(md_problem_check(problem, NULL), MD_OK);
    md_problem_destroy(problem);
}

/* ---- A and q ----------------------------------------------------------------------------------------------------- */

static void assert_matrix(const md_matrix *matrix, int32_t rows, int32_t cols, const double *dense)
{
    assert_true(md_matrix_is_valid(matrix));
    assert_int_equal(matrix->rows, rows);
    assert_int_equal(matrix->cols, cols);
    for (int32_t k = 0; k < rows * cols; ++k) {
        assert_true((double)md_matrix_at(matrix, k / cols, k % cols) == dense[k]);
    }
}

/* A_ij and q_i are sums of products; each term may add a rounding error: 64 roundings of the sum of magnitudes. */
static void assert_A_and_q(const md_problem *problem, const struct dense_problem *dense)
{
    const double rounding = 64 * (double)MD_REAL_EPSILON;
    const int32_t n = dense->n;
    md_matrix A = {0};
    md_real q[WORLD_ROWS];
    assert_int_equal(md_problem_get_A(problem, &A), MD_OK);
    assert_true(md_matrix_is_valid(&A));
    assert_int_equal(A.rows, dense->m);
    assert_int_equal(A.cols, dense->m);
    assert_int_equal(md_problem_get_q(problem, q), MD_OK);
    for (int32_t i = 0; i < dense->m; ++i) {
        for (int32_t j = 0; j < dense->m; ++j) {
            double sum = 0;
            double magnitude = 0;
            for (int32_t k = 0; k < n; ++k) {
                for (int32_t l = 0; l < n; ++l) {
                    const double term = dense->J[i * n + k] * dense->inverse_M[k * n + l] * dense->J[j * n + l];
                    sum += term;
                    magnitude += fabs(term);
                }
            }
            assert_true(fabs((double)md_matrix_at(&A, i, j) - sum) <= rounding * magnitude);
        }
        double sum = dense->b[i];
        double magnitude = fabs(sum);
        for (int32_t k = 0; k < n; ++k) {
            sum += dense->J[i * n + k] * dense->v[k];
            magnitude += fabs(dense->J[i * n + k] * dense->v[k]);
        }
        assert_true(fabs((double)q[i] - sum) <= rounding * magnitude);
    }
    md_matrix_free(&A);
}

static void assert_is_as_defined(md_problem *problem, const struct dense_problem *dense)
{
    md_matrix matrix = {0};
    md_real v[WORLD_VELOCITIES];
    assert_int_equal(md_problem_rows(problem), dense->m);
    assert_int_equal(md_problem_velocities(problem), dense->n);
    assert_int_equal(md_problem_get_J(problem, &matrix), MD_OK);
    assert_matrix(&matrix, dense->m, dense->n, dense->J);
    assert_int_equal(md_problem_get_inverse_M(problem, &matrix), MD_OK);
    assert_matrix(&matrix, dense->n, dense->n, dense->inverse_M);
    assert_int_equal(md_problem_get_v(problem, v), MD_OK);
    assert_rows(v, dense->n, dense->v);
    assert_A_and_q(problem, dense);
    md_matrix_free(&matrix);
    md_problem_destroy(problem);
}

static void A_is_J_times_the_inverse_mass_times_J_transposed_and_q_is_J_v_plus_b(void **state)
{
    (void)state;
    for (uint64_t seed = 10; seed < 15; ++seed) {
        for (int32_t freedom = 3; freedom <= 6; freedom += 3) {
            const struct world world = random_world(freedom, seed);
            const struct dense_problem dense = dense_of(&world);
            assert_is_as_defined(problem_of(&world), &dense);
        }
        const struct dense_problem dense = dense_general(seed);
        md_problem *problem = md_problem_create(NULL);
        assert_int_equal(dense_fill(&dense, problem), MD_OK);
        assert_is_as_defined(problem, &dense);
    }
}

static void an_explicit_problem_gives_its_A_and_q_and_has_no_J(void **state)
{
    (void)state;
    md_problem *problem = diagonal_problem(2, (double[]){3, 4});
    md_matrix matrix = {0};
    md_real numbers[2] = {0};
    assert_int_equal(md_problem_get_A(problem, &matrix), MD_OK);
    assert_matrix(&matrix, 2, 2, (double[]){3, 0, 0, 4});
    assert_int_equal(md_problem_get_q(problem, numbers), MD_OK);
    assert_rows(numbers, 2, (double[]){-1, -1});
    assert_int_equal(md_problem_get_J(problem, &matrix), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_get_inverse_M(problem, &matrix), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_get_v(problem, numbers), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_velocities(problem), 0);
    md_matrix_free(&matrix);
    md_problem_destroy(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_have_three_or_six_degrees_of_freedom),
        cmocka_unit_test(a_body_with_invalid_mass_or_velocity_is_refused),
        cmocka_unit_test(a_row_with_an_invalid_value_is_refused),
        cmocka_unit_test(bodies_and_rows_can_only_be_added_to_a_problem_of_bodies),
        cmocka_unit_test(matrices_that_do_not_fit_are_refused_and_the_problem_is_unchanged),
        cmocka_unit_test(a_new_row_is_a_contact_without_friction),
        cmocka_unit_test(invalid_bounds_compliance_or_start_leave_the_problem_unchanged),
        cmocka_unit_test(friction_follows_the_given_parent),
        cmocka_unit_test(friction_of_contacts_makes_tangents_follow_their_normal),
        cmocka_unit_test(the_check_names_the_row_that_no_method_can_solve),
        cmocka_unit_test(A_is_J_times_the_inverse_mass_times_J_transposed_and_q_is_J_v_plus_b),
        cmocka_unit_test(an_explicit_problem_gives_its_A_and_q_and_has_no_J),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
