/* Folders with files that do not fit together or cannot be solved: the error of each, and that the problem is empty. */
#include "support/support.h"

#include <string.h>

#include "support/problem_text.h"
#include "support/random_world.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct bad_folder {
    struct text_file change[4]; /* replaces or adds to the valid files */
    int32_t freedom, contact_dim;
    md_status status;
    const char *message;
};

#define EYE6 "6 6 6\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 1\n6 6 1\n"
#define EYE9 "9 9 9\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 1\n6 6 1\n7 7 1\n8 8 1\n9 9 1\n"
#define THREE ARRAY "3 1\n1\n1\n1\n"
#ifdef MODULUS_SINGLE
#define TINY "1e-40"
#else
#define TINY "1e-310"
#endif

static const struct bad_folder BAD_EXPLICIT[] = {
    {{{"A", NULL}, {"q", NULL}}, 0, 0, MD_ERROR_FILE, ": no problem found, expected A.mtx and q.mtx, or J.mtx"},
    {{{"q", NULL}}, 0, 0, MD_ERROR_FILE, "/q.mtx is missing, expected beside A"},
    {{{"J", SPARSE "2 6 0\n"}}, 0, 0, MD_ERROR_PROBLEM, ": both A and J are given, expected one of them"},
    {{{"A", "nonsense"}}, 0, 0, MD_ERROR_FORMAT, "/A.mtx:1: not a Matrix Market file"},
    {{{"A", ARRAY "2 3\n1\n0\n0\n1\n0\n0\n"}}, 0, 0, MD_ERROR_PROBLEM, "/A.mtx: 2 x 3, expected a square matrix"},
    {{{"q", THREE}}, 0, 0, MD_ERROR_PROBLEM, "/q.mtx: 3 numbers, expected 2 (one per row of A)"},
    {{{"q", ARRAY "2 2\n1\n1\n1\n1\n"}}, 0, 0, MD_ERROR_PROBLEM, "/q.mtx: 2 x 2, expected a vector"},
    {{{"q", ARRAY "2 1\n1\nnan\n"}}, 0, 0, MD_ERROR_FORMAT, "/q.mtx:4: 'nan', expected a finite number"},
    {{{"q", ARRAY "2 1\n1\ninf\n"}}, 0, 0, MD_ERROR_FORMAT, "/q.mtx:4: 'inf', expected a finite number"},
    {{{"q", ARRAY "2 1\n1\n"}}, 3, 0, MD_ERROR_PROBLEM, ": degrees of freedom per body need J, but A is given"},
    {{{"lower", THREE}}, 0, 0, MD_ERROR_PROBLEM, "/lower.mtx: 3 numbers, expected 2 (one per row)"},
    {{{"upper", THREE}}, 0, 0, MD_ERROR_PROBLEM, "/upper.mtx: 3 numbers, expected 2 (one per row)"},
    {{{"c", THREE}}, 0, 0, MD_ERROR_PROBLEM, "/c.mtx: 3 numbers, expected 2 (one per row)"},
    {{{"lambda0", THREE}}, 0, 0, MD_ERROR_PROBLEM, "/lambda0.mtx: 3 numbers, expected 2 (one per row)"},
    {{{"lambda0", ARRAY "2 1\n1\n1\n"}, {"y0", THREE}}, 0, 0, MD_ERROR_PROBLEM, "/y0.mtx: 3 numbers, expected 2"},
    {{{"y0", ARRAY "2 1\n1\n1\n"}}, 0, 0, MD_ERROR_FILE, "/lambda0.mtx is missing, expected beside y0"},
    {{{"lambda0", ARRAY "2 1\n1\ninf\n"}}, 0, 0, MD_ERROR_FORMAT, "/lambda0.mtx:4: 'inf', expected a finite number"},
    {{{"lower", ARRAY "2 1\n0\n3\n"}, {"upper", ARRAY "2 1\n1\n1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/lower.mtx: row 2: lower 3 is greater than upper 1"},
    {{{"upper", ARRAY "2 1\n-1\n1\n"}}, 0, 0, MD_ERROR_PROBLEM, "/upper.mtx: row 1: lower 0 is greater than upper -1"},
    {{{"lower", ARRAY "2 1\n0\ninf\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/lower.mtx: row 2: its bounds contain no finite number"},
    {{{"lower", ARRAY "2 1\n0\nnan\n"}}, 0, 0, MD_ERROR_FORMAT, "/lower.mtx:4: 'nan', expected a finite number or inf"},
    {{{"c", ARRAY "2 1\n0\n-1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/c.mtx: number 2 is -1, expected zero or a positive number"},
    {{{"mu", THREE}}, 0, 0, MD_ERROR_PROBLEM, "/mu.mtx: 3 numbers for 2 rows, expected one per two or three rows"},
    {{{"mu", ARRAY "1 1\n1\n"}}, 0, 3, MD_ERROR_PROBLEM, "/mu.mtx: 1 numbers for 2 rows, expected one per three rows"},
    {{{"mu", ARRAY "2 1\n1\n1\n"}}, 0, 2, MD_ERROR_PROBLEM, "/mu.mtx: 2 numbers for 2 rows, expected one per two rows"},
    {{{"mu", ARRAY "2 1\n1\n1\n"}}, 0, 1, MD_ERROR_ARGUMENT, "contact dimension 1, expected 2 or 3"},
    {{{"mu", ARRAY "1 1\n1\n"}}, 0, -2, MD_ERROR_ARGUMENT, "contact dimension -2, expected 2 or 3"},
    {{{"mu", ARRAY "1 1\n-1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/mu.mtx: number 1 is -1, expected zero or a positive number"},
    {{{NULL, NULL}}, 0, 2, MD_ERROR_FILE, "/mu.mtx is missing, expected beside the contact dimension"},
    {{{"parent", ARRAY "2 1\n0\n1\n"}}, 0, 0, MD_ERROR_FILE, "/mu.mtx is missing, expected beside parent"},
    {{{"parent", ARRAY "2 1\n0\n1\n"}, {"mu", ARRAY "1 1\n1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/mu.mtx: 1 numbers, expected 2 (with parent, one per row)"},
    {{{"parent", THREE}, {"mu", ARRAY "2 1\n1\n1\n"}}, 0, 0, MD_ERROR_PROBLEM, "/parent.mtx: 3 numbers, expected 2"},
    {{{"parent", ARRAY "2 1\n0\n1\n"}, {"mu", ARRAY "2 1\n1\n-1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/mu.mtx: number 2 is -1"},
    {{{"parent", ARRAY "2 1\n0\n3\n"}, {"mu", ARRAY "2 1\n1\n1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/parent.mtx: row 2: parent 3, expected 0 or the number of another row, at most 2"},
    {{{"parent", ARRAY "2 1\n0\n2\n"}, {"mu", ARRAY "2 1\n1\n1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "parent.mtx: row 2: parent 2"},
    {{{"parent", ARRAY "2 1\n0\n-1\n"}, {"mu", ARRAY "2 1\n1\n1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "row 2: parent -1, expected"},
    {{{"parent", ARRAY "2 1\n0\n0.5\n"}, {"mu", ARRAY "2 1\n1\n1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "row 2: parent 0.5, expected"},
    {{{"parent", ARRAY "2 1\n0\n1e30\n"}, {"mu", ARRAY "2 1\n1\n1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "row 2: parent 1e+30, exp"},
    {{{"parent", ARRAY "2 1\n2\n1\n"}, {"mu", ARRAY "2 1\n1\n1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     ": row 1: its parent, row 2, has a parent itself"},
    {{{"mu", ARRAY "1 1\n1\n"}, {"lower", ARRAY "2 1\n-1\n0\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     ": row 2: its parent, row 1, has a negative lower bound"},
};

static const struct bad_folder BAD_STRUCTURED[] = {
    {{{"v", NULL}}, 0, 0, MD_ERROR_FILE, "/v.mtx is missing, expected beside J"},
    {{{"b", NULL}}, 0, 0, MD_ERROR_FILE, "/b.mtx is missing, expected beside J"},
    {{{"M", NULL}}, 0, 0, MD_ERROR_FILE, "/M.mtx is missing, expected beside J (or Minv)"},
    {{{"Minv", SPARSE EYE6}}, 0, 0, MD_ERROR_PROBLEM, ": both M and Minv are given, expected one of them"},
    {{{"v", THREE}}, 0, 0, MD_ERROR_PROBLEM, "/v.mtx: 3 numbers, expected 6 (one per column of J)"},
    {{{"b", THREE}}, 0, 0, MD_ERROR_PROBLEM, "/b.mtx: 3 numbers, expected 2 (one per row of J)"},
    {{{"M", SPARSE "2 2 2\n1 1 1\n2 2 1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/M.mtx: 2 x 2, expected 6 x 6 (J has 6 columns)"},
    {{{"M", SPARSE EYE9}}, 0, 0, MD_ERROR_PROBLEM, "/M.mtx: 9 x 9, expected 6 x 6 (J has 6 columns)"},
    {{{"M", SPARSE "6 6 7\n1 2 5\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 1\n6 6 1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/M.mtx: entries (1, 2) and (2, 1) differ, expected a symmetric matrix"},
    {{{"M", SPARSE "6 6 8\n2 3 2\n3 2 2\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 1\n6 6 1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/M.mtx: the block of rows 2 to 3 is not positive definite; for static bodies give Minv"},
    {{{"M", SPARSE "6 6 5\n1 1 1\n2 2 1\n4 4 1\n5 5 1\n6 6 1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/M.mtx: the block of rows 3 to 3 is not positive definite"},
    {{{"M", SPARSE "6 6 6\n1 1 1\n2 2 -1\n3 3 1\n4 4 1\n5 5 1\n6 6 1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/M.mtx: the block of rows 2 to 2 is not positive definite"},
    {{{"M", SPARSE "6 6 7\n1 1 " TINY "\n1 2 0\n2 2 " TINY "\n3 3 1\n4 4 1\n5 5 1\n6 6 1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/M.mtx: the block of rows 1 to 2 is not positive definite"},
    {{{"M", NULL}, {"Minv", SPARSE "6 6 1\n1 1 -1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/Minv.mtx: diagonal entry 1 is -1, expected zero or a positive number"},
    {{{"M", NULL}, {"Minv", SPARSE "6 6 1\n1 4 1\n"}},
     0,
     0,
     MD_ERROR_PROBLEM,
     "/Minv.mtx: entries (1, 4) and (4, 1) differ"},
    {{{"M", NULL}, {"Minv", SPARSE "6 5 1\n1 1 1\n"}}, 0, 0, MD_ERROR_PROBLEM, "/Minv.mtx: 6 x 5, expected 6 x 6"},
    {{{NULL, NULL}}, 4, 0, MD_ERROR_ARGUMENT, "degrees of freedom per body: 4, expected 3 or 6"},
    {{{NULL, NULL}}, 6, 0, MD_ERROR_PROBLEM, "/M.mtx: row 3 is not that of a rigid body with 6 degrees of freedom"},
    {{{"M", SPARSE "6 6 6\n1 1 2\n2 2 3\n3 3 1\n4 4 4\n5 5 4\n6 6 2\n"}},
     3,
     0,
     MD_ERROR_PROBLEM,
     "/M.mtx: row 2 is not that of a rigid body with 3 degrees of freedom (one mass, one inertia)"},
    {{{"M", SPARSE "6 6 8\n1 3 .5\n3 1 .5\n1 1 2\n2 2 2\n3 3 1\n4 4 4\n5 5 4\n6 6 2\n"}},
     3,
     0,
     MD_ERROR_PROBLEM,
     "/M.mtx: row 1 is not that of a rigid body with 3 degrees of freedom"},
    {{{"M", NULL}, {"Minv", SPARSE "6 6 8\n3 6 .5\n6 3 .5\n1 1 2\n2 2 2\n3 3 1\n4 4 4\n5 5 4\n6 6 2\n"}},
     3,
     0,
     MD_ERROR_PROBLEM,
     "/Minv.mtx: row 3 is not that of a rigid body with 3 degrees of freedom"},
    {{{"J", SPARSE "2 9 4\n1 1 1\n2 2 1\n2 5 1\n2 8 1\n"}, {"M", SPARSE EYE9}, {"v", SPARSE "9 1 0\n"}},
     3,
     0,
     MD_ERROR_PROBLEM,
     "/J.mtx: row 2 has bodies 1, 2 and 3, expected at most two per row"},
    {{{"J", SPARSE "2 9 2\n1 1 1\n2 2 1\n"}, {"M", SPARSE EYE9}, {"v", SPARSE "9 1 0\n"}},
     6,
     0,
     MD_ERROR_PROBLEM,
     "/J.mtx: 9 columns, expected a multiple of 6 (degrees of freedom per body)"},
};

/* The folder is refused with this message, which starts with the folder or names no file, and the problem is empty. */
static void assert_refuses(const struct text_file *sound, size_t sound_count, const struct bad_folder *bad,
                           size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        char *folder = folder_create();
        const md_problem_files files = {
            .folder = folder, .body_degrees_of_freedom = bad[i].freedom, .contact_dim = bad[i].contact_dim};
        md_problem *problem = md_problem_create(NULL);
        md_error error = {0};
        put_files(folder, sound, sound_count);
        put_files(folder, bad[i].change, COUNT(bad[i].change));
        assert_int_equal(fill(problem, GENERAL), MD_OK);
        const md_status status = md_problem_read(problem, &files, &error);
        if (strstr(error.message, bad[i].message) == NULL) {
            fail_msg("'%s' where '%s' was expected", error.message, bad[i].message);
        }
        assert_int_equal(strstr(error.message, folder) == error.message, bad[i].status != MD_ERROR_ARGUMENT);
        assert_int_equal(status, bad[i].status);
        assert_int_equal(error.status, bad[i].status);
        assert_int_equal(md_problem_rows(problem), 0);
        assert_int_equal(md_problem_velocities(problem), 0);
        assert_int_equal(md_problem_read(problem, &files, NULL), bad[i].status);
        md_problem_destroy(problem);
        folder_remove(folder);
    }
}

static void an_invalid_explicit_problem_is_refused_and_the_file_is_named(void **state)
{
    (void)state;
    assert_refuses(EXPLICIT_FILES, COUNT(EXPLICIT_FILES), BAD_EXPLICIT, COUNT(BAD_EXPLICIT));
}

static void an_invalid_structured_problem_is_refused_and_the_file_is_named(void **state)
{
    (void)state;
    assert_refuses(STRUCTURED_FILES, COUNT(STRUCTURED_FILES), BAD_STRUCTURED, COUNT(BAD_STRUCTURED));
}

static void a_mass_that_is_one_large_block_is_refused(void **state)
{
    (void)state;
    enum { SIZE = 257 };
    static md_entry entries[3 * SIZE];
    size_t count = 0;
    for (int32_t i = 0; i < SIZE; ++i) {
        entries[count++] = (md_entry){i, i, 3};
        if (i > 0) {
            entries[count++] = (md_entry){i, i - 1, -1};
            entries[count++] = (md_entry){i - 1, i, -1};
        }
    }
    char *folder = folder_create();
    md_matrix M = {0};
    md_error error = {0};
    assert_int_equal(md_matrix_from_entries(&M, NULL, SIZE, SIZE, entries, count), MD_OK);
    assert_int_equal(md_matrix_write(&M, path_in(folder, "M.mtx"), NULL, NULL), MD_OK);
    put_files(
        folder,
        (struct text_file[]){{"J", SPARSE "1 257 1\n1 1 1\n"}, {"v", SPARSE "257 1 0\n"}, {"b", ARRAY "1 1\n0\n"}}, 3);
    const md_problem_files files = {.folder = folder};
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_read(problem, &files, &error), MD_ERROR_PROBLEM);
    assert_non_null(strstr(error.message, "/M.mtx: rows 1 to 257 are one block, expected a block-diagonal matrix"));
    md_problem_destroy(problem);
    md_matrix_free(&M);
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_invalid_explicit_problem_is_refused_and_the_file_is_named),
        cmocka_unit_test(an_invalid_structured_problem_is_refused_and_the_file_is_named),
        cmocka_unit_test(a_mass_that_is_one_large_block_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
