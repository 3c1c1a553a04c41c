/* Problems in folders of files: reading, writing and reading back. */
#define _XOPEN_SOURCE 700

#include "support/support.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "support/counting_allocator.h"
#include "support/problem_text.h"
#include "support/random_world.h"
#include "support/same_problem.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static md_problem *read_folder(const char *folder, int32_t freedom)
{
    const md_problem_files files = {.folder = folder, .body_degrees_of_freedom = freedom};
    md_problem *problem = md_problem_create(NULL);
    md_error error = {0};
    const md_status status = md_problem_read(problem, &files, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, MD_OK);
    return problem;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static void an_explicit_problem_is_read_with_all_row_attributes(void **state)
{
    (void)state;
    char *folder = folder_create();
    put_files(folder, EXPLICIT_FILES, COUNT(EXPLICIT_FILES));
    md_problem *problem = read_folder(folder, 0);
    assert_int_equal(md_problem_get_kind(problem), MD_PROBLEM_EXPLICIT);
    assert_int_equal(md_problem_rows(problem), 2);
    assert_true(md_problem_bias(problem)[1] == -2);
    assert_true(md_problem_lower(problem)[1] == 0 && md_problem_upper(problem)[1] == MD_INFINITY);
    md_problem_destroy(problem);
    const struct text_file more[] = {
        {"lower", ARRAY "2 1\n1\n-inf\n"}, {"upper", ARRAY "1 2\ninf\n7\n"}, {"parent", ARRAY "2 1\n0\n1\n"},
        {"mu", ARRAY "2 1\n0\n0.5\n"},     {"c", ARRAY "2 1\n3\n4\n"},       {"lambda0", ARRAY "2 1\n1\n2\n"},
        {"y0", SPARSE "2 1 1\n2 1 -5\n"},
    };
    put_files(folder, more, COUNT(more));
    problem = read_folder(folder, 0);
    assert_true(md_problem_lower(problem)[0] == 1 && md_problem_upper(problem)[0] == MD_INFINITY);
    /* Friction overrides the bounds of the row. */
    assert_true(md_problem_lower(problem)[1] == (md_real)-0.5 && md_problem_upper(problem)[1] == (md_real)0.5);
    assert_int_equal(md_problem_parent(problem)[0], MD_NO_PARENT);
    assert_int_equal(md_problem_parent(problem)[1], 0);
    assert_true(md_problem_compliance(problem)[0] == 3 && md_problem_compliance(problem)[1] == 4);
    assert_true(md_problem_lambda0(problem)[0] == 1 && md_problem_lambda0(problem)[1] == 2);
    assert_true(md_problem_y0(problem)[0] == 0 && md_problem_y0(problem)[1] == -5);
    md_problem_destroy(problem);
    folder_remove(folder);
}

static void a_structured_problem_is_read_general_or_as_bodies(void **state)
{
    (void)state;
    char *folder = folder_create();
    put_files(folder, STRUCTURED_FILES, COUNT(STRUCTURED_FILES));
    for (int32_t freedom = 0; freedom <= 6; freedom += 3) {
        /* Six columns could be one body in 3D, but these masses are not those of a rigid body in 3D. */
        if (freedom == 6) {
            put_files(folder, (struct text_file[]){{"M", SPARSE "6 6 6\n1 1 2\n2 2 2\n3 3 2\n4 4 4\n5 5 4\n6 6 2\n"}},
                      1);
        }
        md_problem *problem = read_folder(folder, freedom);
        assert_int_equal(md_problem_get_kind(problem), freedom == 0 ? MD_PROBLEM_GENERAL : MD_PROBLEM_BODIES);
        assert_int_equal(md_problem_degrees_of_freedom(problem), freedom);
        assert_int_equal(md_problem_rows(problem), 2);
        assert_int_equal(md_problem_velocities(problem), 6);
        md_matrix A = {0};
        md_real q[2];
        assert_int_equal(md_problem_get_A(problem, &A), MD_OK);
        assert_int_equal(md_problem_get_q(problem, q), MD_OK);
        assert_true(md_matrix_at(&A, 0, 0) == (md_real)0.5 && md_matrix_at(&A, 0, 1) == (md_real)-0.5);
        assert_true(md_matrix_at(&A, 1, 0) == (md_real)-0.5 && md_matrix_at(&A, 1, 1) == (md_real)0.75);
        assert_true(q[0] == -1 && q[1] == (md_real)-0.5);
        md_matrix_free(&A);
        md_problem_destroy(problem);
    }
    folder_remove(folder);
}

static void single_files_override_those_of_the_folder(void **state)
{
    (void)state;
    char *folder = folder_create();
    char *other = folder_create();
    char A[600];
    char q[600];
    put_files(folder, EXPLICIT_FILES, COUNT(EXPLICIT_FILES));
    put_files(other, (struct text_file[]){{"q", ARRAY "2 1\n-8\n-9\n"}}, 1);
    snprintf(A, sizeof A, "%s/A.mtx", folder);
    snprintf(q, sizeof q, "%s/q.mtx", other);
    const md_problem_files cases[] = {
        {.part = {[MD_PART_A] = A, [MD_PART_Q] = q}},
        {.folder = folder, .part = {[MD_PART_Q] = q}},
    };
    md_problem *problem = md_problem_create(NULL);
    for (size_t i = 0; i < COUNT(cases); ++i) {
        assert_int_equal(md_problem_read(problem, &cases[i], NULL), MD_OK);
        assert_true(md_problem_bias(problem)[0] == -8 && md_problem_bias(problem)[1] == -9);
    }
    assert_int_equal(remove(q), 0);
    md_error error = {0};
    assert_int_equal(md_problem_read(problem, &cases[1], &error), MD_ERROR_FILE);
    assert_non_null(strstr(error.message, q));
    assert_non_null(strstr(error.message, "cannot be opened: No such file"));
    assert_int_equal(md_problem_rows(problem), 0);
    md_problem_destroy(problem);
    folder_remove(folder);
    folder_remove(other);
}

static void the_contact_dimension_follows_from_the_number_of_mus(void **state)
{
    (void)state;
    char *folder = folder_create();
    put_files(folder,
              (struct text_file[]){{"A", SPARSE "6 6 6\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 1\n6 6 1\n"},
                                   {"q", SPARSE "6 1 0\n"},
                                   {"mu", ARRAY "2 1\n0.5\n2\n"}},
              3);
    const int32_t of_two[] = {-1, 0, -1, 2, -1, 4};
    const int32_t of_three[] = {-1, 0, 0, -1, 3, 3};
    md_problem *problem = read_folder(folder, 0);
    assert_memory_equal(md_problem_parent(problem), of_three, sizeof of_three);
    assert_true(md_problem_upper(problem)[5] == 2 && md_problem_lower(problem)[1] == (md_real)-0.5);
    md_problem_destroy(problem);
    put_files(folder, (struct text_file[]){{"mu", ARRAY "1 3\n0.5\n2\n3\n"}}, 1);
    problem = read_folder(folder, 0);
    assert_memory_equal(md_problem_parent(problem), of_two, sizeof of_two);
    assert_true(md_problem_upper(problem)[5] == 3);
    md_problem_destroy(problem);
    folder_remove(folder);
}

/* A problem with a block-diagonal mass in a file M is read with M^-1, where M M^-1 = 1 block by block. */
static void a_block_diagonal_mass_is_inverted(void **state)
{
    (void)state;
    const struct dense_problem dense = dense_general(30); /* its inverse mass is used as the mass */
    char *folder = folder_create();
    md_problem *given = md_problem_create(NULL);
    md_matrix M = matrix_of(dense.n, dense.n, dense.inverse_M);
    assert_int_equal(dense_fill(&dense, given), MD_OK);
    assert_int_equal(md_problem_write(given, folder, NULL), MD_OK);
    assert_int_equal(remove(path_in(folder, "Minv.mtx")), 0);
    assert_int_equal(md_matrix_write(&M, path_in(folder, "M.mtx"), NULL, NULL), MD_OK);
    md_problem *problem = read_folder(folder, 0);
    md_matrix inverse_M = {0};
    assert_int_equal(md_problem_get_inverse_M(problem, &inverse_M), MD_OK);
    for (int32_t row = 0; row < dense.n; ++row) {
        for (int32_t col = 0; col < dense.n; ++col) {
            double sum = 0;
            for (int32_t k = 0; k < dense.n; ++k) {
                sum += dense.inverse_M[row * dense.n + k] * (double)md_matrix_at(&inverse_M, k, col);
            }
            /* The error of four products of numbers near 1, in well-conditioned blocks. */
            assert_true(fabs(sum - (row == col)) <= 32 * (double)MD_REAL_EPSILON);
            assert_true(md_matrix_at(&inverse_M, row, col) == md_matrix_at(&inverse_M, col, row));
            assert_true(dense.inverse_M[row * dense.n + col] != 0 || md_matrix_at(&inverse_M, row, col) == 0);
        }
    }
    md_matrix_free(&M);
    md_matrix_free(&inverse_M);
    md_problem_destroy(given);
    md_problem_destroy(problem);
    folder_remove(folder);
}

static void a_stored_zero_of_J_does_not_touch_a_body(void **state)
{
    (void)state;
    char *folder = folder_create();
    put_files(folder, STRUCTURED_FILES, COUNT(STRUCTURED_FILES));
    put_files(folder,
              (struct text_file[]){{"J", SPARSE "2 9 5\n1 2 1\n2 2 -1\n2 5 1\n2 8 0\n1 9 0\n"},
                                   {"M", NULL},
                                   {"Minv", SPARSE "9 9 6\n1 1 2\n2 2 2\n3 3 1\n4 4 4\n5 5 4\n6 6 2\n"},
                                   {"v", SPARSE "9 1 0\n"}},
              4);
    md_problem *problem = read_folder(folder, 3);
    assert_int_equal(md_problem_velocities(problem), 9);
    md_problem_destroy(problem);
    folder_remove(folder);
}

/* ---- Writing and reading back ------------------------------------------------------------------------------------ */

static void assert_solved_alike(const md_problem *a, const md_problem *b)
{
    const md_solver_spec spec = md_solver_spec_default();
    const md_limits limits = {.max_iterations = 50};
    md_solver *solvers[] = {md_solver_create(NULL), md_solver_create(NULL)};
    md_result of_a;
    md_result of_b;
    assert_int_equal(md_solver_solve(solvers[0], &spec, a, &limits, &of_a, NULL), MD_OK);
    assert_int_equal(md_solver_solve(solvers[1], &spec, b, &limits, &of_b, NULL), MD_OK);
    assert_int_equal(of_a.iterations, 50);
    assert_memory_equal(of_a.lambda, of_b.lambda, (size_t)of_a.m * sizeof(md_real));
    assert_memory_equal(of_a.y, of_b.y, (size_t)of_a.m * sizeof(md_real));
    assert_memory_equal(of_a.w, of_b.w, (size_t)of_a.m * sizeof(md_real));
    assert_memory_equal(of_a.v, of_b.v, (size_t)of_a.n * sizeof(md_real));
    md_solver_destroy(solvers[0]);
    md_solver_destroy(solvers[1]);
}

static void reading_a_written_problem_gives_the_same_bits(void **state)
{
    (void)state;
    for (enum kind kind = BODIES_2D; kind < KINDS; ++kind) {
        char *folder = folder_create();
        md_problem *problem = md_problem_create(NULL);
        assert_int_equal(fill(problem, kind), MD_OK);
        const int32_t freedom = md_problem_degrees_of_freedom(problem);
        for (int again = 0; again < 2; ++again) { /* also over its own files */
            md_error error = {0};
            assert_int_equal(md_problem_write(problem, path_in(folder, "problem"), &error), MD_OK);
            md_problem *back = read_folder(path_in(folder, "problem"), freedom);
            assert_int_equal(md_problem_set_friction_law(back, MD_FRICTION_BOX), MD_OK);
            assert_same_problem(problem, back);
            assert_solved_alike(problem, back);
            if (freedom != 0) {
                md_problem *general = read_folder(path_in(folder, "problem"), 0);
                assert_int_equal(md_problem_get_kind(general), MD_PROBLEM_GENERAL);
                assert_same_matrix(problem, general, md_problem_get_A);
                md_real q[2][WORLD_ROWS];
                md_problem_get_q(problem, q[0]);
                md_problem_get_q(general, q[1]);
                for (int i = 0; i < WORLD_ROWS; ++i) { /* twelve products of numbers up to 1, in another order */
                    assert_true(fabs((double)(q[0][i] - q[1][i])) <= 24 * (double)MD_REAL_EPSILON);
                }
                md_problem_destroy(general);
            }
            md_problem_destroy(back);
        }
        md_problem_destroy(problem);
        folder_remove(folder);
    }
}

static void negative_zeros_are_preserved(void **state)
{
    (void)state;
    char *folder = folder_create();
    const md_real zero = -(md_real)0;
    const md_real zeros[] = {zero, 0};
    const md_real ones[] = {1, 1};
    put_files(folder, EXPLICIT_FILES, COUNT(EXPLICIT_FILES));
    md_problem *problem = read_folder(folder, 0);
    md_matrix A = {0};
    assert_int_equal(md_problem_get_A(problem, &A), MD_OK);
    assert_int_equal(md_problem_begin_explicit(problem, &A, zeros), MD_OK);
    assert_int_equal(md_problem_set_bounds(problem, zeros, ones), MD_OK);
    assert_int_equal(md_problem_set_compliance(problem, zeros), MD_OK);
    assert_int_equal(md_problem_set_start(problem, (md_real[]){0, 0}, zeros), MD_OK);
    assert_int_equal(md_problem_write(problem, path_in(folder, "zeros"), NULL), MD_OK);
    md_problem *back = read_folder(path_in(folder, "zeros"), 0);
    assert_same_problem(problem, back);
    md_problem_destroy(problem);
    md_problem_destroy(back);
    md_matrix_free(&A);
    folder_remove(folder);
}

static void only_parts_that_differ_from_their_defaults_are_written(void **state)
{
    (void)state;
    char *folder = folder_create();
    put_files(folder, EXPLICIT_FILES, COUNT(EXPLICIT_FILES));
    md_problem *problem = read_folder(folder, 0);
    assert_int_equal(md_problem_write(problem, path_in(folder, "plain"), NULL), MD_OK);
    assert_int_equal(files_in(path_in(folder, "plain")), 2); /* A and q */
    md_problem_destroy(problem);
    folder_remove(folder);
}

static void a_problem_is_not_written_over_files_of_another_problem(void **state)
{
    (void)state;
    char *folder = folder_create();
    md_problem *problem = md_problem_create(NULL);
    md_error error = {0};
    assert_int_equal(fill(problem, BODIES_2D), MD_OK);
    write_text(path_in(folder, "A.mtx"), "of somebody else");
    assert_int_equal(md_problem_write(problem, folder, &error), MD_ERROR_FILE);
    assert_non_null(strstr(error.message, path_in(folder, "A.mtx exists and belongs to another problem")));
    assert_int_equal(files_in(folder), 1);
    assert_int_equal(md_problem_write(problem, path_in(folder, "A.mtx"), &error), MD_ERROR_FILE);
    assert_non_null(strstr(error.message, "Not a directory"));
    assert_int_equal(md_problem_write(problem, path_in(folder, "absent/deep"), &error), MD_ERROR_FILE);
    assert_non_null(strstr(error.message, "absent/deep: cannot be created: No such file or directory"));
    assert_int_equal(files_in(folder), 1);
    md_problem_destroy(problem);
    folder_remove(folder);
}

static void friction_that_files_cannot_store_is_refused(void **state)
{
    (void)state;
    char *folder = folder_create();
    struct world world = random_world(3, 31);
    md_problem *problem = md_problem_create(NULL);
    md_error error = {0};
    world.row[1].lower = -1;
    world.row[1].upper = 2;
    assert_int_equal(world_fill(&world, problem), MD_OK);
    assert_int_equal(md_problem_write(problem, path_in(folder, "problem"), &error), MD_ERROR_PROBLEM);
    assert_non_null(strstr(error.message, "row 2: bounds -1 and 2 times the impulse of its parent"));
    assert_int_equal(files_in(folder), 0);
    md_problem_destroy(problem);
    folder_remove(folder);
}

/* ---- Memory, public problems ------------------------------------------------------------------------------------- */

static md_status read_files(const md_allocator *allocator, void *user)
{
    md_problem *problem = md_problem_create(allocator);
    if (problem == NULL) {
        return MD_ERROR_MEMORY;
    }
    md_error error = {0};
    const md_status status = md_problem_read(problem, user, &error);
    if (status == MD_OK) {
        assert_string_equal(error.message, "");
    } else {
        assert_non_null(strstr(error.message, "out of memory"));
        assert_int_equal(md_problem_rows(problem), 0);
        assert_int_equal(md_problem_velocities(problem), 0);
    }
    md_problem_destroy(problem);
    return status;
}

static void reading_reports_a_failed_allocation_and_leaks_nothing(void **state)
{
    (void)state;
    for (enum kind kind = BODIES_2D; kind < KINDS; ++kind) {
        char *folder = folder_create();
        md_problem *problem = md_problem_create(NULL);
        assert_int_equal(fill(problem, kind), MD_OK);
        assert_int_equal(md_problem_write(problem, folder, NULL), MD_OK);
        md_problem_files files = {.folder = folder};
        files.body_degrees_of_freedom = md_problem_degrees_of_freedom(problem);
        assert_true(assert_survives_every_refusal(read_files, &files) > 20);
        md_problem_destroy(problem);
        folder_remove(folder);
    }
    /* With an M to invert, and only one of the two bounds. */
    char *folder = folder_create();
    md_problem_files files = {.folder = folder};
    put_files(folder, STRUCTURED_FILES, COUNT(STRUCTURED_FILES));
    put_files(folder,
              (struct text_file[]){{"M", SPARSE "6 6 8\n2 3 .5\n3 2 .5\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 1\n6 6 1\n"},
                                   {"upper", ARRAY "2 1\n1\n2\n"}},
              2);
    assert_true(assert_survives_every_refusal(read_files, &files) > 20);
    folder_remove(folder);
}

/* Some of these LCPs have a zero on the diagonal of A. They are read, and refused by all solvers but exact. */
static const char *const ZERO_ON_THE_DIAGONAL[] = {"lcp_Pang_isolated_sol", "lcp_tobenna", "lcp_enum_fails"};

static bool reads_public_problem(const char *folder, bool has_friction)
{
    const md_problem_files files = {.folder = folder};
    md_problem *problem = md_problem_create(NULL);
    md_error error = {0};
    const md_status status = md_problem_read(problem, &files, &error);
    const int32_t m = md_problem_rows(problem);
    bool has_zero = false;
    for (size_t i = 0; i < COUNT(ZERO_ON_THE_DIAGONAL); ++i) {
        has_zero = has_zero || strstr(folder, ZERO_ON_THE_DIAGONAL[i]) != NULL;
    }
    assert_string_equal(error.message, "");
    assert_int_equal(status, MD_OK);
    assert_true(m > 0);
    assert_int_equal(md_problem_parent(problem)[m - 1] != MD_NO_PARENT, has_friction);
    assert_int_equal(md_problem_check(problem, &error), has_zero ? MD_ERROR_PROBLEM : MD_OK);
    if (has_zero) {
        assert_non_null(strstr(error.message, ": the diagonal of A is 0, expected a positive number"));
    }
    md_problem_destroy(problem);
    return !has_zero;
}

static int read_all_in(const char *group)
{
    int count = 0;
    DIR *directory = opendir(group);
    assert_non_null(directory);
    for (const struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        if (entry->d_name[0] != '.') {
            count += reads_public_problem(path_in(group, entry->d_name), strstr(group, "contact") != NULL);
        }
    }
    closedir(directory);
    return count;
}

static void every_public_problem_is_read(void **state)
{
    (void)state;
    const char *problems = public_problems();
    if (problems == NULL) {
        skip();
    }
    const char *const groups[] = {"lcp", "normal", "contact2d", "contact3d"};
    for (size_t i = 0; i < COUNT(groups); ++i) {
        char group[600];
        snprintf(group, sizeof group, "%s/%s", problems, groups[i]);
        const int count = read_all_in(group);
        print_message("%s: %d problems read\n", group, count);
        assert_true(count > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_explicit_problem_is_read_with_all_row_attributes),
        cmocka_unit_test(a_structured_problem_is_read_general_or_as_bodies),
        cmocka_unit_test(single_files_override_those_of_the_folder),
        cmocka_unit_test(the_contact_dimension_follows_from_the_number_of_mus),
        cmocka_unit_test(a_block_diagonal_mass_is_inverted),
        cmocka_unit_test(a_stored_zero_of_J_does_not_touch_a_body),
        cmocka_unit_test(reading_a_written_problem_gives_the_same_bits),
        cmocka_unit_test(negative_zeros_are_preserved),
        cmocka_unit_test(only_parts_that_differ_from_their_defaults_are_written),
        cmocka_unit_test(a_problem_is_not_written_over_files_of_another_problem),
        cmocka_unit_test(friction_that_files_cannot_store_is_refused),
        cmocka_unit_test(reading_reports_a_failed_allocation_and_leaks_nothing),
        cmocka_unit_test(every_public_problem_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
